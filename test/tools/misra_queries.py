#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Queries on clang's syntax tree for guidelines that cppcheck does not see, or sees in some forms alone.

Usage: misra_queries.py [--broken] SOURCE... -- CLANG_OPTION...     one program; prints its findings
"""

import gc
import re
import sys
from collections import namedtuple
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from ctext import ROOT, without_comments, without_comments_and_texts
from misra_ast import (APP, bare, bare_of_casts, canonical, learn_types, is_function_pointer, is_invariant, is_of_app, is_pointer, local_path,
                       pointee, qualifiers, read_tree, release, TEXTS, token, unqualified, value_of)
from misra_effects import Effects, Program
import misra_more
import misra_set
import misra_shape
import misra_types

Finding = namedtuple("Finding", "file line id message")
Suspect = namedtuple("Suspect", "rule file line message reads writes calls other")

LOGICAL = ("&&", "||")
COMPARISONS = ("==", "!=", "<", ">", "<=", ">=")


class Unit:
    """One translation unit: its findings, its functions' effects and what only the whole program can decide."""

    def __init__(self, source, options):
        self.source = source
        self.findings = []
        self.functions = []
        self.suspects = []
        self.shapes = []
        self.statics = {}
        self.enums = {}
        self.values = {}
        self.enum_names = set()
        self.own_enums = set()
        self.consts = {}
        self.own_functions = set()
        tree, self.said = read_tree(source, options)
        self.tree = tree
        if tree is not None:
            self.own = [node for node in tree.inner if local_path(node.file) and is_ours(local_path(node.file))]

    def name_of(self, decl):
        """External functions by their name, static ones by file and name."""
        return self.function_names.get(decl.get("id"), decl.get("name", "?"))

    def add(self, rule, node, message, spelled=False):
        """spelled: at the line of the macro, if one wrote it."""
        file, line = node.file, node.line
        if spelled and node.macro and node.spelled is not None and local_path(node.spelled[0]):
            file, line = node.spelled[:2]
        if local_path(file):
            self.findings.append(Finding(local_path(file), line, rule, message))

    def run(self):
        self.prepare()
        effects = Effects(self)
        records = misra_shape.records_of(self)
        for top in self.own:
            for node in top.walk():
                visit = VISITORS.get(node.kind)
                for query in visit or ():
                    query(self, node)
            if top.kind == "FunctionDecl" and any(part.kind == "CompoundStmt" for part in top.inner):
                self.functions.append(effects.function(top))
                self.with_effects(top, effects)
                self.shapes.append(misra_shape.Shaper(self, records).function(top, dict(unset(top))))
                for query in FUNCTION_QUERIES:
                    query(self, top)
        for query in UNIT_QUERIES:
            query(self)
        return self

    def prepare(self):
        learn_types(self.tree)
        self.function_names = {}
        static = set()
        typedef_tags(self)
        for node in self.tree.inner:
            if node.kind == "FunctionDecl" and local_path(node.file) and \
                    any(part.kind == "CompoundStmt" for part in node.inner):
                self.own_functions.add(node.raw["id"])
            if node.kind == "FunctionDecl":
                if node.raw.get("storageClass") == "static" or node.raw.get("previousDecl") in static:
                    static.add(node.raw["id"])
                    self.function_names[node.raw["id"]] = f"{local_path(node.file) or node.file}:{node.name}"
            elif node.kind == "VarDecl":
                self.statics[node.raw["id"]] = node.name
            elif node.kind in ("EnumDecl",):
                self.enum(node)
        # A local of static storage is named with its function.
        for top in self.own:
            for node in top.walk():
                if node.kind == "VarDecl" and node.parent is not self.tree and \
                        node.raw.get("storageClass") in ("static", "extern"):
                    self.statics[node.raw["id"]] = f"{top.name}.{node.name}"
                elif node.kind == "EnumDecl" and node.parent is not self.tree:
                    self.enum(node)

        # Functions whose type others have set: the interface, the port, and what is called through a pointer. Of IPC blocks, which
        # have another body where there are none (no_ipc.c, no_chip.c), what streams ask.
        self.interface = {node.name for node in self.tree.inner if node.kind == "FunctionDecl" and
                          (re.match(r"(inc/|src/port/\w+\.h$)", local_path(node.file)) or
                           (node.name.startswith(("ipc_", "chip_")) and local_path(node.file) == "src/stream/remote.h"))}
        for top in self.own:
            for node in top.walk():
                if node.kind == "DeclRefExpr" and node.decl.get("kind") == "FunctionDecl":
                    above = node.above("ParenExpr", "ImplicitCastExpr")
                    if above is None or above.kind != "CallExpr" or bare(above.inner[0]) is not node:
                        self.interface.add(self.name_of(node.decl))

    def enum(self, node):
        last = -1
        for part in node.inner:
            if part.kind == "EnumConstantDecl":
                given = value_of(part.inner[0]) if part.inner else None
                last = given if given is not None else last + 1
                self.values[part.raw["id"]] = last
                self.enums[part.raw["id"]] = node.name or self.tag_names.get(node.raw["id"], "")
        if node.name or node.raw["id"] in self.tag_names:
            self.enum_names.add(node.name or self.tag_names[node.raw["id"]])
            if local_path(node.file):
                self.own_enums.add(node.name or self.tag_names[node.raw["id"]])

    def with_effects(self, top, effects):
        """What needs to know what calls do."""
        for node in top.walk():
            if node.kind == "BinaryOperator" and node.opcode in LOGICAL:
                self.suspect("13.5", node, "Side effect behind && or ||", effects.below(node.inner[1]))
            elif node.kind == "InitListExpr":
                self.suspect("13.1", node, "Side effect in an initialiser list", effects.below(node))
            elif node.kind in ("BinaryOperator", "CompoundAssignOperator", "CallExpr"):
                self.unordered(node, effects)
            elif node.kind == "UnaryExprOrTypeTraitExpr" and node.inner:
                self.suspect("13.6", node, "Side effect within sizeof", effects.below(node.inner[0]))
            if is_statement(node):
                self.statement(node, effects)

    def suspect(self, rule, node, message, found, other=None):
        reads, writes, calls = found
        if writes or calls or rule == "2.2":
            self.suspects.append(Suspect(rule, local_path(node.file), node.line, message, reads, writes, calls, other))

    def unordered(self, node, effects):
        """13.2: what one operand changes, another reads or changes."""
        if node.kind == "BinaryOperator" and node.opcode in (*LOGICAL, ","):
            return
        parts = node.inner if node.kind != "CallExpr" else node.inner[1:]
        if len(parts) < 2:
            return
        found = [effects.below(part) for part in parts]
        if node.opcode == "=" and node.kind == "BinaryOperator" or node.kind == "CompoundAssignOperator":
            # The store itself comes after both operands; a second change of its target does not.
            reads, writes, calls = found[0]
            found[0] = (reads, writes, calls)
            target = effects.place(node.inner[0])
            if {word for word in target if word[0] in "lg"} & found[1][1]:
                self.add("13.2", node, "Value depends on the order of evaluation")
        for first in range(len(found)):
            for second in range(first + 1, len(found)):
                if found[first][1] or found[first][2] or found[second][1] or found[second][2]:
                    self.suspects.append(Suspect("13.2", local_path(node.file), node.line,
                                                 "Value depends on the order of evaluation",
                                                 *found[first], found[second]))

    def statement(self, node, effects):
        """2.2: a statement that has no effect, and a call whose only product is dropped."""
        inner = bare(node)
        if inner.kind == "CStyleCastExpr" and inner.cast == "ToVoid":
            dropped = bare(inner.inner[0])
            if dropped.kind != "CallExpr":
                if dropped.kind not in ("DeclRefExpr", "MemberExpr", "IntegerLiteral", "ConditionalOperator", "ArraySubscriptExpr"):
                    self.suspect("2.2", node, "Code without any effect", effects.below(dropped), "value")
                return
        elif inner.kind in ("BinaryOperator",) and inner.opcode == "=":
            left, right = bare(inner.inner[0]), bare(inner.inner[1])
            if same(left, right):
                self.add("2.2", node, "Code without any effect")
            return
        elif inner.kind == "CompoundAssignOperator":
            value = value_of(inner.inner[1])
            none = {"+=": 0, "-=": 0, "|=": 0, "^=": 0, "<<=": 0, ">>=": 0, "*=": 1, "/=": 1}
            if value is not None and none.get(inner.opcode) == value and not mentions_configuration(inner):
                self.add("2.2", node, "Code without any effect")
            return
        self.suspect("2.2", node, "Code without any effect", effects.below(inner), "value")


# Seeds need not compile: what clang made of them is looked at.
BROKEN = "--broken" in sys.argv
OURS = ("inc/", "src/", "cfg/", "docs/examples/", "misra/seeds/", "misra/canaries/")


def typedef_tags(unit):
    """Enumerations without a tag go by the name that a typedef gives them; objects that are constant, by their value."""
    unit.tag_names = {}
    for node in unit.tree.inner:
        if node.kind == "TypedefDecl":
            for part in node.walk():
                owned = part.raw.get("ownedTagDecl") or part.raw.get("decl") or {}
                if owned.get("kind") == "EnumDecl" and not owned.get("name"):
                    unit.tag_names[owned["id"]] = node.name
    for top in unit.own:
        for node in top.walk():
            if node.kind == "VarDecl" and node.raw.get("init") and node.inner and \
                    re.match(r"const \w+$", node.type):
                found = value_of(node.inner[-1])
                if found is not None and is_invariant(node.inner[-1]):
                    unit.consts[node.raw["id"]] = found


def is_ours(path):
    return is_of_app(path) if APP else path.startswith(OURS)


def is_statement(node):
    """Whether an expression stands as a statement."""
    if not (node.kind.endswith("Expr") or node.kind.endswith("Operator")):
        return False
    above = node.parent
    if above is None:
        return False
    if above.kind == "CompoundStmt":
        return True
    if above.kind == "IfStmt":
        return node is not above.inner[0]
    if above.kind in ("CaseStmt", "DefaultStmt", "LabelStmt"):
        return node is above.inner[-1]
    if above.kind == "ForStmt":
        return node is above.inner[-1] or node is above.inner[3]
    if above.kind == "WhileStmt":
        return node is above.inner[-1]
    if above.kind == "DoStmt":
        return node is above.inner[0]
    return False


def same(left, right):
    """Whether two expressions are spelled alike and have no calls."""
    left, right = bare(left), bare(right)
    if left.kind != right.kind or left.name != right.name or left.opcode != right.opcode or \
            left.raw.get("value") != right.raw.get("value") or left.decl.get("id") != right.decl.get("id") or \
            len(left.inner) != len(right.inner) or left.kind == "CallExpr":
        return False
    return all(same(one, other) for one, other in zip(left.inner, right.inner))


# ------------------------------------------------------------------ casts


def cast(unit, node):
    """11.1 to 11.9 on casts, however many of them stand in a row."""
    target = unqualified(node.plain)
    kind = node.cast
    source = node.inner[0].plain if node.inner else ""
    origin = bare(node.inner[0])
    if kind == "IntegralToPointer":
        rule = "11.1" if is_function_pointer(node.plain) else "11.6" if target == "void *" else "11.4"
        unit.add(rule, node, "Number cast into a pointer")
    elif kind == "PointerToIntegral":
        unit.add("11.6" if unqualified(source) == "void *" else "11.4", node, "Pointer cast into a number")
    elif kind == "BitCast":
        pointers(unit, node, source, target)
    if kind in ("BitCast", "NoOp") and is_pointer(node.plain) and is_pointer(source):
        lost = qualifiers(pointee(origin.plain if is_pointer(origin.plain) else source)) - qualifiers(pointee(node.plain))
        if lost & {"const", "volatile"}:
            unit.add("11.8", node, "Cast drops const or volatile")


def pointers(unit, node, source, target):
    first, second = canonical(pointee(source)), canonical(pointee(target))
    if is_function_pointer(source) != is_function_pointer(target):
        unit.add("11.1", node, "Function pointer cast to something else")
    elif is_function_pointer(source) and is_function_pointer(target):
        unit.add("11.1", node, "Function pointer cast to something else")
    elif second in ("char", "unsigned char", "signed char", "void") or first == "void":
        pass
    else:
        unit.add("11.3", node, "Object pointer cast to a pointer to another object type")


def hidden_cast(unit, node):
    """The same where two casts hide a pointer to void between two others."""
    inner = bare(node.inner[0]) if node.inner else None
    if inner is not None and inner.kind == "CStyleCastExpr" and node.cast == "BitCast" and inner.cast == "BitCast":
        origin = bare(inner.inner[0])
        if unqualified(inner.plain) == "void *" and is_pointer(origin.plain) and unqualified(origin.plain) != "void *":
            pointers(unit, node, origin.plain, unqualified(node.plain))


def null_pointer(unit, node):
    if node.cast == "NullToPointer":
        inner = bare(node.inner[0])
        if inner.kind == "IntegerLiteral" and not in_null(inner) and not zeroes_all(inner):
            unit.add("11.9", node, "Integer constant stands for NULL")


def in_null(node):
    """Whether the 0 comes from the macro NULL: it is spelled in a header of the system."""
    return node.macro and node.spelled is not None and not local_path(node.spelled[0])


def zeroes_all(literal):
    """Whether it is the 0 of {0}."""
    file, _, offset, length = literal.spelled
    token(literal)
    return TEXTS[file][offset - 1:offset + length + 1] == b"{0}"


# ------------------------------------------------------------------ conditions


def condition_of(node):
    if node.kind in ("IfStmt", "WhileStmt", "SwitchStmt", "ConditionalOperator"):
        return node.inner[0] if node.inner else None
    if node.kind == "DoStmt":
        return node.inner[1]
    if node.kind == "ForStmt":
        return node.inner[2] if node.inner[2].kind else None
    return None


def mentions_configuration(node):
    return node.macro or any(part.macro for part in node.walk())


def invariant(unit, node):
    """14.3: nothing but constants, or a comparison that the type decides."""
    found = condition_of(node)
    if found is None or node.macro and not local_path(node.spelled[0] if node.spelled else ""):
        return
    if found.kind and node.kind != "SwitchStmt":
        misra_types.condition(unit, node, found)
    if is_invariant(found):
        endless = node.kind == "WhileStmt" and value_of(found) == 1 or node.kind == "ForStmt"
        once = node.kind == "DoStmt" and value_of(found) == 0
        if not endless and not once:
            unit.add("14.3", found, "Condition that never changes", True)
        return
    for part in found.walk():
        if part.kind == "UnaryExprOrTypeTraitExpr":
            continue
        if part.kind == "BinaryOperator" and part.opcode in COMPARISONS:
            if is_invariant(part):
                unit.add("14.3", part, "Part of a condition that never changes", True)
            elif decided_by_type(unit, part):
                unit.add("14.3", part, "Comparison that the type decides", True)
            elif same(part.inner[0], part.inner[1]):
                unit.add("14.3", part, "Comparison with itself", True)
        elif part.kind == "BinaryOperator" and part.opcode in LOGICAL:
            for side in part.inner:
                if is_invariant(side) and bare(side).kind != "BinaryOperator":
                    unit.add("14.3", side, "Part of a condition that never changes", True)
            contradiction(unit, part)


RANGES = {"unsigned char": (0, 255), "signed char": (-128, 127), "unsigned short": (0, 65535), "short": (-32768, 32767),
          "unsigned int": (0, 2**32 - 1), "int": (-2**31, 2**31 - 1), "unsigned long": (0, 2**64 - 1),
          "unsigned long long": (0, 2**64 - 1), "_Bool": (0, 1), "char": (-128, 127)}


def range_of(unit, node):
    """The least and the greatest value that an expression can have by its type and operators alone."""
    known = constant(unit, node)
    if known is not None:
        return known, known
    node = bare(node)
    if node.kind == "BinaryOperator" and node.opcode == "&":
        for side in node.inner:
            mask = constant(unit, side)
            if mask is not None and mask >= 0:
                return 0, mask
    if node.kind == "BinaryOperator" and node.opcode == "%":
        by = constant(unit, node.inner[1])
        low = range_of(unit, node.inner[0])
        if by is not None and by > 0 and low is not None and low[0] >= 0:
            return 0, by - 1
    if node.kind == "BinaryOperator" and node.opcode == ">>":
        by, limits = constant(unit, node.inner[1]), range_of(unit, node.inner[0])
        if by is not None and limits is not None and limits[0] >= 0:
            return 0, limits[1] >> by
    if node.kind == "BinaryOperator" and node.opcode in COMPARISONS + LOGICAL:
        return 0, 1
    if node.kind == "CStyleCastExpr" and unqualified(node.plain) in RANGES:
        return RANGES[unqualified(node.plain)]
    return RANGES.get(unqualified(node.plain))


def constant(unit, node):
    found = value_of(node)
    if found is None:
        inner = bare_of_casts(node)
        if inner.kind == "DeclRefExpr" and inner.decl.get("kind") == "EnumConstantDecl":
            found = unit.values.get(inner.decl.get("id"))
        elif inner.kind == "DeclRefExpr":
            found = unit.consts.get(inner.decl.get("id"))
    return found


def decided_by_type(unit, node):
    left, right = range_of(unit, node.inner[0]), range_of(unit, node.inner[1])
    if left is None or right is None:
        return False
    always = {"<": left[1] < right[0], "<=": left[1] <= right[0], ">": left[0] > right[1], ">=": left[0] >= right[1],
              "==": left[0] == left[1] == right[0] == right[1], "!=": left[1] < right[0] or left[0] > right[1]}
    never = {"<": left[0] >= right[1], "<=": left[0] > right[1], ">": left[1] <= right[0], ">=": left[1] < right[0],
             "==": left[1] < right[0] or left[0] > right[1], "!=": left[0] == left[1] == right[0] == right[1]}
    return always[node.opcode] or never[node.opcode]


def contradiction(unit, node):
    """`a < 3 && a > 7`, `a != 1 || a != 2`: two comparisons of one thing that leave nothing, or everything."""
    sides = [bare(side) for side in node.inner]
    if any(side.kind != "BinaryOperator" or side.opcode not in COMPARISONS for side in sides):
        return
    first, second = sides
    if not same(first.inner[0], second.inner[0]):
        return
    one, other = constant(unit, first.inner[1]), constant(unit, second.inner[1])
    if one is None or other is None:
        return
    tries = sorted({value + step for value in (one, other) for step in (-1, 0, 1)})
    results = {holds(first.opcode, value, one) and holds(second.opcode, value, other) if node.opcode == "&&" else
               holds(first.opcode, value, one) or holds(second.opcode, value, other) for value in tries}
    if len(results) == 1:
        unit.add("14.3", node, "Condition that never changes", True)


def holds(opcode, left, right):
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right, "==": left == right,
            "!=": left != right}[opcode]


# ------------------------------------------------------------------ declarations


def parameters_of(node):
    return [part for part in node.inner if part.kind == "ParmVarDecl"]


def declarations(unit):
    """8.3: all declarations of a function have the same names and qualifiers; 5.9 and others are cppcheck's."""
    seen = {}
    for node in unit.tree.inner:
        if node.kind not in ("FunctionDecl", "VarDecl") or not local_path(node.file):
            continue
        before = seen.get(node.name)
        if before is not None and not node.raw.get("isImplicit"):
            if node.kind == "FunctionDecl" and before.kind == "FunctionDecl":
                compare(unit, before, node)
            elif node.kind == before.kind and unqualified(before.type) != unqualified(node.type) or \
                    qualifiers(before.type) != qualifiers(node.type):
                unit.add("8.3", node, f"Declarations of {node.name} differ")
        seen[node.name] = node


def compare(unit, before, node):
    first, second = parameters_of(before), parameters_of(node)
    if len(first) != len(second):
        return
    for one, other in zip(first, second):
        if one.name != other.name or spelled_type(one.type) != spelled_type(other.type):
            unit.add("8.3", node, f"Declarations of {node.name} differ in a parameter")
            return
    if spelled_type(before.type.partition("(")[0]) != spelled_type(node.type.partition("(")[0]):
        unit.add("8.3", node, f"Declarations of {node.name} differ in the result")


def spelled_type(text):
    return text.replace("bool", "_Bool").replace("_Bool", "bool").replace(" ", "")


# ------------------------------------------------------------------ pointers that could be const


def could_be_const(unit, top):
    """8.13: a parameter or local whose pointer is only read through, in a function."""
    watched = {}
    for node in top.walk():
        if node.kind in ("ParmVarDecl", "VarDecl") and node.name and node.raw.get("storageClass") != "static" and \
                (node.kind == "VarDecl" or node.parent is top):
            text = node.type
            if is_pointer(text) and not is_function_pointer(text):
                if not qualifiers(pointee(text)) & {"const"} and not is_function_type(pointee(text)):
                    watched[node.raw["id"]] = node
    if not watched:
        return
    used = set()
    kept = set()
    for node in top.walk():
        if node.kind == "DeclRefExpr" and node.decl.get("id") in watched:
            used.add(node.decl["id"])
            if changes(node):
                kept.add(node.decl["id"])
    for identity, node in watched.items():
        if identity in used and identity not in kept and local_path(node.file):
            # Another file may have the function in a table, and so set the types of its parameters.
            function = unit.name_of(top.raw) if node.kind == "ParmVarDecl" else None
            unit.suspects.append(Suspect("8.13", local_path(node.file), node.line, f"{node.name} could point to const",
                                         set(), set(), [], function))


def is_function_type(text):
    return "(" in text


def changes(node):
    """Whether a use of a pointer may end in a change of what it points to. Walks upwards through what it becomes."""
    reached = False       # whether the pointer was followed: the value is now of what it points to
    while True:
        above = node.parent
        if above is None:
            return False
        kind = above.kind
        if kind in ("ParenExpr", "ConstantExpr"):
            pass
        elif kind in ("ImplicitCastExpr", "CStyleCastExpr"):
            if above.cast == "LValueToRValue":
                # What is reached through a pointer in the structure counts as part of it.
                if reached and not is_pointer(above.type):
                    return False
                reached = False
            elif above.cast in ("ToVoid", "PointerToBoolean", "PointerToIntegral"):
                return False
            elif above.cast == "ArrayToPointerDecay":
                reached = False
            elif is_pointer(above.plain) and "const" in qualifiers(pointee(above.plain)):
                return False
        elif kind == "MemberExpr":
            if above.raw.get("isArrow") or reached:
                reached = True
        elif kind == "ArraySubscriptExpr":
            if node is above.inner[1]:
                return False
            reached = True
        elif kind == "UnaryOperator":
            if above.opcode == "*":
                reached = True
            elif above.opcode == "&":
                if not reached:
                    return True
                reached = False
            elif above.opcode in ("++", "--"):
                if reached:
                    return True
                if is_statement(above):
                    return False
            else:
                return False
        elif kind in ("BinaryOperator", "CompoundAssignOperator"):
            if above.opcode in COMPARISONS + LOGICAL:
                return False
            if above.opcode == "=" or kind == "CompoundAssignOperator":
                if node is above.inner[0]:
                    return reached
                return True
            if above.opcode == ",":
                if node is above.inner[0]:
                    return False
            elif above.opcode in ("+", "-"):
                if not is_pointer(above.plain):
                    return False
            else:
                return False
        elif kind == "ConditionalOperator":
            if node is above.inner[0]:
                return False
        elif kind == "UnaryExprOrTypeTraitExpr":
            return False
        elif kind in ("VarDecl", "CallExpr", "ReturnStmt", "InitListExpr", "AtomicExpr", "GCCAsmStmt", "VAArgExpr"):
            return not (kind == "CallExpr" and node is above.inner[0])
        else:
            return False
        node = above


# ------------------------------------------------------------------ objects without a value


def unset(top):
    """9.1: yields the objects without an initialiser that are not written whole before anything else is done with them."""
    for node in top.walk():
        if node.kind != "VarDecl" or node.raw.get("init") or node.raw.get("storageClass") in ("static", "extern"):
            continue
        first = next((use for use in top.walk() if use.kind == "DeclRefExpr" and use.decl.get("id") == node.raw["id"]), None)
        if first is None:
            continue
        above = first.above("ParenExpr")
        if above is not None and above.kind == "BinaryOperator" and above.opcode == "=" and bare(above.inner[0]) is first and \
                is_statement(above) and above.parent is node.parent.parent:
            continue
        yield node.raw["id"], (node.name, local_path(node.file), node.line)


# ------------------------------------------------------------------ lifetimes


def escapes(unit, top):
    """18.6: the address of an automatic object stored where it may live longer, or returned."""
    automatic = {node.raw["id"] for node in top.walk()
                 if node.kind in ("VarDecl", "ParmVarDecl") and node.raw.get("storageClass") not in ("static", "extern")}
    depths = {}
    holders = {}
    for node in top.walk():
        if node.kind == "VarDecl":
            depths[node.raw["id"]] = depth(node)
    # Local pointers that hold the address of a local.
    for _ in range(2):
        for node in top.walk():
            if node.kind == "VarDecl" and node.raw.get("init") and is_pointer(node.plain) and node.raw["id"] in automatic:
                if local_address(node.inner[-1], automatic, holders):
                    holders[node.raw["id"]] = True
            elif node.kind == "BinaryOperator" and node.opcode == "=" and is_pointer(node.inner[0].plain):
                left = bare(node.inner[0])
                if left.kind == "DeclRefExpr" and left.decl.get("id") in automatic and \
                        local_address(node.inner[1], automatic, holders):
                    holders[left.decl["id"]] = True
    for node in top.walk():
        if node.kind == "ReturnStmt" and node.inner and is_pointer(node.inner[0].plain):
            if local_address(node.inner[0], automatic, holders):
                unit.add("18.6", node, "Address outlives its object")
        elif node.kind == "BinaryOperator" and node.opcode == "=" and is_pointer(node.inner[0].plain):
            if local_address(node.inner[1], automatic, holders) and outlives(node.inner[0], automatic, node.inner[1], depths):
                unit.add("18.6", node, "Address outlives its object")


def depth(node):
    count = 0
    while node is not None:
        count += node.kind == "CompoundStmt"
        node = node.parent
    return count


def local_address(node, automatic, holders):
    while node.kind in ("ParenExpr", "CStyleCastExpr", "ConstantExpr") or \
            (node.kind == "ImplicitCastExpr" and node.cast != "ArrayToPointerDecay"):
        if not node.inner:
            return None
        node = node.inner[-1]
    if node.kind == "ImplicitCastExpr":
        return local_place(node.inner[0], automatic, holders)
    if node.kind == "UnaryOperator" and node.opcode == "&":
        return local_place(node.inner[0], automatic, holders)
    if node.kind == "DeclRefExpr" and node.decl.get("id") in holders:
        return node.decl["id"]
    if node.kind == "BinaryOperator" and node.opcode in ("+", "-"):
        return local_address(node.inner[0], automatic, holders)
    if node.kind == "ConditionalOperator":
        return local_address(node.inner[1], automatic, holders) or local_address(node.inner[2], automatic, holders)
    return None


def local_place(node, automatic, holders):
    node = bare(node)
    if node.kind == "CompoundLiteralExpr":
        return "literal"
    if node.kind == "DeclRefExpr":
        return node.decl.get("id") if node.decl.get("id") in automatic else None
    if node.kind == "MemberExpr":
        return local_address(node.inner[0], automatic, holders) if node.raw.get("isArrow") else \
            local_place(node.inner[0], automatic, holders)
    if node.kind == "ArraySubscriptExpr":
        return local_address(node.inner[0], automatic, holders)
    return None


def outlives(left, automatic, right, depths):
    """Whether a place is not on this function's stack, or is in a block further out."""
    node = bare(left)
    while True:
        if node.kind == "DeclRefExpr":
            if node.decl.get("id") not in automatic:
                return True
            source = local_address(right, automatic, {})
            return depths.get(node.decl["id"], 1) < depths.get(source, 0)
        if node.kind == "MemberExpr" and not node.raw.get("isArrow"):
            node = bare(node.inner[0])
        elif node.kind == "ArraySubscriptExpr" and node.inner[0].kind == "ImplicitCastExpr" and \
                node.inner[0].cast == "ArrayToPointerDecay":
            node = bare(node.inner[0].inner[0])
        else:
            return True


# ------------------------------------------------------------------ functions


def function_name(unit, node):
    """17.12: the name of a function is called, or its address is taken with &."""
    if node.cast == "FunctionToPointerDecay":
        above = node.above("ParenExpr")
        callee = above is not None and above.kind == "CallExpr" and bare(above.inner[0]) is bare(node)
        if not callee and not (node.macro and node.spelled and not local_path(node.spelled[0])):
            unit.add("17.12", node, "Name of a function without & or a call")


def constants(unit, node):
    """7.2: an unsigned constant has its suffix."""
    text = token(node)
    if "unsigned" in node.plain and not in_null(node) and text[:1].isdigit() and "u" not in text.lower():
        unit.add("7.2", node, "Unsigned constant without its suffix")


def values(unit, node):
    """13.4, 12.3 and 17.7 on what is used, and what is not."""
    if node.kind == "BinaryOperator" and node.opcode == ",":
        unit.add("12.3", node, "Comma operator")
    elif node.kind == "BinaryOperator" and node.opcode == "=" and not is_statement(node):
        above = node.above("ParenExpr")
        if not (above is not None and (above.kind == "ForStmt" or above.opcode == ",")):
            unit.add("13.4", node, "Value of an assignment used")
    elif node.kind == "CallExpr" and is_statement(node) and node.plain != "void":
        unit.add("17.7", node, "Returned value dropped silently")


def never_read(unit, top):
    """2.2: a local object that is written and never read."""
    uses = {}
    for node in top.walk():
        if node.kind == "DeclRefExpr":
            above = node.above("ParenExpr")
            written = above is not None and above.kind == "BinaryOperator" and above.opcode == "=" and \
                bare(above.inner[0]) is node and is_statement(above)
            uses.setdefault(node.decl.get("id"), []).append(written)
    for node in top.walk():
        if node.kind == "VarDecl" and node.raw.get("storageClass") not in ("static", "extern") and \
                all(uses.get(node.raw["id"], [True])) and "volatile" not in node.type:
            unit.add("2.2", node, f"{node.name} is never read")


VISITORS = {
    "CStyleCastExpr": (cast, hidden_cast, null_pointer, misra_types.casts),
    "ImplicitCastExpr": (null_pointer, function_name),
    "IfStmt": (invariant, misra_more.empty_else), "WhileStmt": (invariant,), "DoStmt": (invariant,),
    "ForStmt": (invariant, misra_more.loop), "SwitchStmt": (invariant, misra_more.switch),
    "ConditionalOperator": (invariant,), "CaseStmt": (misra_more.case,), "DefaultStmt": (misra_more.case,),
    "IntegerLiteral": (constants,), "StringLiteral": (misra_more.text_constant,),
    "BinaryOperator": (values, misra_more.parameter_changed, misra_types.operands, misra_types.stores, misra_more.outside),
    "CompoundAssignOperator": (misra_more.parameter_changed, misra_types.operands),
    "UnaryOperator": (misra_more.parameter_changed, misra_types.unary),
    "CallExpr": (values, misra_types.stores), "ReturnStmt": (misra_types.stores,),
    "VarDecl": (misra_types.stores, misra_more.stars), "ParmVarDecl": (misra_more.stars,),
    "TypedefDecl": (misra_more.stars,), "FieldDecl": (misra_more.stars, misra_more.bit_field),
    "DeclRefExpr": (misra_more.library_call,), "CompoundStmt": (misra_more.after_jump,),
    "ArraySubscriptExpr": (misra_more.outside,),
}
FUNCTION_QUERIES = (could_be_const, escapes, never_read, misra_more.unended_texts, misra_more.library_results)
UNIT_QUERIES = (declarations, misra_more.names)


# ------------------------------------------------------------------ text

EXTENSION = re.compile(r"\b(__attribute__|__asm__|asm|__extension__|__typeof__|typeof|__thread|__builtin_\w+|__int128|"
                       r"__label__|__inline__|__declspec|__restrict|__alignof__|__real__|__imag__|__volatile__)(?![\w])|"
                       r"\.\.\.\s*\d|\(\s*\{|^\s*#\s*(?:warning|include_next|ident)\b", re.M)
SHORT_CONDITIONAL = re.compile(r"\?\s*:")
EMPTY_RECORD = re.compile(r"\b(struct|union)\b\s*\w*\s*\{\s*\}")
OCTAL = re.compile(r"(?<![\w.])0[0-7]+[uUlL]*(?![\w.])")
LATER = re.compile(r"\b(_Atomic|_Noreturn|_Thread_local|_Alignas|_Generic|_Alignof|alignas|thread_local)\b|"
                   r"#\s*include\s*<(stdatomic|threads|stdnoreturn|stdalign)\.h>")
ESCAPE = re.compile(r"\\\\(?:x[0-9A-Fa-f]+|[0-7]{1,3})(?![\\\\\"'0-9A-Fa-fx])|\\\\[0-7]{3}(?=[0-9])|\\\\[0-7]{1,2}(?=[89A-Za-z])")
STANDARD = ("NULL", "EOF", "errno", "assert", "offsetof", "true", "false", "bool", "INT32_MAX", "UINT32_MAX", "SIZE_MAX")
TYPES_OF_LIBRARY = {"jmp_buf": "21.4", "sig_atomic_t": "21.5", "FILE": "21.6", "fpos_t": "21.6", "clock_t": "21.10",
                    "fexcept_t": "21.12"}
MATHS = ("sqrt", "fabs", "sin", "cos", "tan", "pow", "exp", "log")
INCLUDED_BY_NAME = ("RINGFENCE_CFG_PROFILE",)


def in_text(path):
    """Rules of spelling and of the preprocessor."""
    name = local_path(path)
    whole = Path(path).read_text(encoding="utf-8")
    text = without_comments_and_texts(whole)
    literals = without_comments(whole)
    patterns = ((EXTENSION, "1.2", "Extension of the language"), (EMPTY_RECORD, "1.2", "Extension of the language"),
                (OCTAL, "7.1", "Constant written in octal"), (LATER, "1.4", "Feature of C11"))
    generic = "<tgmath.h>" in literals
    for number, (line, full) in enumerate(zip(text.splitlines(), literals.splitlines()), 1):
        for pattern, rule, message in patterns:
            if pattern.search(line):
                yield Finding(name, number, rule, message)
        # Where texts are left out, those between ? and : are missing too.
        if SHORT_CONDITIONAL.search(line) and SHORT_CONDITIONAL.search(full):
            yield Finding(name, number, "1.2", "Extension of the language")
        if any(ESCAPE.search(found) for found in re.findall(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'', full)):
            yield Finding(name, number, "4.1", "Octal or hex escape without a clear end")
        for word in re.findall(r"\w+", line):
            if word in TYPES_OF_LIBRARY:
                yield Finding(name, number, TYPES_OF_LIBRARY[word], f"Use of {word}")
        if generic and re.search(r"\b(" + "|".join(MATHS) + r")\s*\(", line):
            yield Finding(name, number, "21.11", "Use of tgmath.h")
        match = re.match(r"\s*#\s*include\s+(\w+)\s*$", line)
        if match and match.group(1) not in INCLUDED_BY_NAME:
            yield Finding(name, number, "20.3", "Include that names no header")
        match = re.match(r"\s*#\s*(?:undef|define)\s+(\w+)", line)
        if match and (match.group(1) in STANDARD or re.match(r"_[A-Z_]", match.group(1))):
            yield Finding(name, number, "21.1", "Reserved name defined or undefined")
    yield from conditionals(name, text)
    yield from macros(name, text)


def conditionals(name, text):
    """20.14: what a file begins with #if ends there."""
    stack = []
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r"\s*#\s*(if|ifdef|ifndef|endif)\b", line)
        if match and match.group(1) != "endif":
            stack.append(number)
        elif match and stack:
            stack.pop()
        elif match:
            yield Finding(name, number, "20.14", "Conditional that starts and ends in two files")
    for number in stack:
        yield Finding(name, number, "20.14", "Conditional that starts and ends in two files")


def macros(name, text):
    """20.12, 5.4 and 5.5 on the definitions of one file."""
    joined = re.sub(r"\\\n", lambda match: " \0", text)
    defined, identifiers = {}, {}
    number = 0
    for line in joined.split("\n"):
        number += 1
        match = re.match(r"\s*#\s*define\s+(\w+)(\(([^)]*)\))?(.*)", line.replace("\0", " "))
        if match:
            parameters = [word.strip() for word in (match.group(3) or "").split(",") if word.strip()]
            body = match.group(4)
            for word in parameters:
                hashed = re.search(rf"#\s*{re.escape(word)}\b|\b{re.escape(word)}\s*##", body)
                rest = re.sub(rf"##?\s*{re.escape(word)}\b|\b{re.escape(word)}\s*##", "", body)
                if hashed and re.search(rf"\b{re.escape(word)}\b", rest):
                    yield Finding(name, number, "20.12", "Macro parameter both pasted and expanded")
            yield from long_parameters(name, number, line, parameters)
            before = defined.setdefault(match.group(1)[:63], match.group(1))
            if before != match.group(1):
                yield Finding(name, number, "5.4", "Macro names the same in their significant characters")
            if match.group(1) in identifiers and match.group(2):
                yield Finding(name, number, "5.5", "Macro shares its name with something else")
        elif not line.lstrip().startswith("#"):
            for word in re.findall(r"\b(?:struct|enum|union|[a-z]\w*_t|float|double|bool|char)\s+\*?(\w+)", line):
                identifiers.setdefault(word, number)
        number += line.count("\0")


def long_parameters(name, number, line, parameters):
    seen = {}
    for word in parameters:
        if seen.setdefault(word[:63], word) != word:
            before = line[:line.index(word)]
            yield Finding(name, number + before.count("\0"), "5.4", "Macro names the same in their significant characters")


# ------------------------------------------------------------------ programs


def analyse(source, options):
    # A tree is many small objects that live until the end of this: the collector would go over them again and again.
    gc.disable()
    unit = Unit(source, options)
    if unit.tree is None or ("error:" in unit.said and not BROKEN):
        return [], [], [], [], set(), f"{source}: clang: {unit.said.strip()[:300]}"
    unit.run()
    release(unit.tree)
    return unit.findings, unit.functions, unit.suspects, unit.shapes, unit.interface, ""


def decide(suspects, program, interface):
    """What the effects of the called functions make of the suspects. interface: functions whose type others have set."""
    for suspect in suspects:
        if suspect.rule == "8.13":
            rule = "8.13 interface" if suspect.other in interface else "8.13"
            yield Finding(suspect.file, suspect.line, rule, suspect.message)
            continue
        reads, writes = program.of_calls(suspect.calls)
        reads, writes = reads | suspect.reads, writes | suspect.writes
        found = bool(writes)
        if suspect.rule == "13.2":
            more_reads, more_writes = program.of_calls(suspect.other[2])
            other_reads, other_writes = more_reads | suspect.other[0], more_writes | suspect.other[1]
            found = bool(touching(writes, other_reads | other_writes) or touching(other_writes, reads))
        elif suspect.rule == "2.2":
            found = not writes
        if found:
            yield Finding(suspect.file, suspect.line, suspect.rule, suspect.message)


def touching(writes, others):
    """Two sets of places that meet for sure; what is unknown does not count."""
    return {word for word in writes & others if word[0] in "lgp"}


def check_program(sources, options, jobs=2):
    """All findings of the sources of one program, and what could not be read. options: a list, or a function of the source."""
    findings, problems, suspects, shapes = [], [], [], []
    program = Program()
    interface = set()
    of_source = options if callable(options) else lambda source: options
    with ProcessPoolExecutor(jobs) as pool:
        for found, functions, more, followed, fixed, problem in pool.map(analyse, sources, [of_source(source) for source in sources]):
            findings += found
            suspects += more
            shapes += followed
            interface |= fixed
            for function in functions:
                program.add(function)
            if problem:
                problems.append(problem)
    program.solve()
    findings += decide(suspects, program, interface)
    findings += [Finding(file, line, "9.1", f"{name} of {function}() may be read before it was set")
                 for name, file, line, function in misra_set.Paths(shapes).findings() if file]
    return list(dict.fromkeys(findings)), problems


def main():
    at = sys.argv.index("--")
    sources = [word for word in sys.argv[1:at] if word != "--broken"]
    findings, problems = check_program(sources, sys.argv[at + 1:], 1)
    for finding in sorted(set(findings)):
        print(f"{finding.file}:{finding.line}: {finding.id}: {finding.message}")
    for problem in problems:
        print(problem, file=sys.stderr)


if __name__ == "__main__":
    main()
