# SPDX-License-Identifier: Apache-2.0
"""Brings functions of clang's syntax tree into the form that misra_set.py follows: tuples of statements and expressions.

Places:      (var, ID) (member, PLACE, NAME) (deref, POINTER) (index, POINTER, AT) (elsewhere, PARTS)
Expressions: (load, PLACE) (address, PLACE) (decay, PLACE) (assign, PLACE, VALUE, KEEPS) (call, NAME, ARGUMENTS)
             (compare, OPERATOR, LEFT, RIGHT, UNSIGNED) (and, L, R) (or, L, R) (not, X) (choose, C, YES, NO) (step, POINTER, BY)
             (number, N) (sizeof, TYPE) (recast, X) (parts, LIST)
Statements:  (do, X) (declare, ID, VALUE) (block, LIST) (if, C, YES, NO) (loop, C, STEP, BODY, FIRST) (switch, X, BODY)
             (case, NUMBER, S) (break,) (continue,) (return, X) (unknown,)
"""

import re
from collections import namedtuple

from misra_ast import TYPEDEFS, WIDTHS, bare, is_pointer, pointee, unqualified, value_of

# parameters: IDs in order; types: of each parameter and local by its ID; candidates: {ID: (name, file, line)};
# records: {type: (is a union, [(field, type)])}.
Shape = namedtuple("Shape", "name parameters types candidates body records")
COMPARISONS = ("==", "!=", "<", ">", "<=", ">=")
UNKNOWN = ("parts", ())


def plain(text):
    """A type without qualifiers, in which the names that typedefs give are resolved; the tag of a structure stands alone."""
    text = without_tag(unqualified(text.replace("_Atomic", "")))
    for _ in range(8):
        name, mark, rest = re.match(r"([^*\[(]*)([*\[(]?)(.*)$", text, re.S).groups()
        meant = without_tag(unqualified(TYPEDEFS.get(name.strip(), name)))
        if meant == name.strip() or "(" in meant or "[" in meant:
            break
        text = meant + (" " + mark + rest if mark else "")
    return re.sub(r"\s*([*\[])", r"\1", text)


def without_tag(text):
    word, _, rest = text.partition(" ")
    return rest if word in ("struct", "union", "enum") else text.strip()


def records_of(unit):
    """The members of the structures and unions that this unit knows."""
    found, unnamed = {}, {}
    for node in unit.tree.inner:
        if node.kind == "RecordDecl":
            fields = [(part.name, plain(part.plain)) for part in node.inner if part.kind == "FieldDecl"]
            known = (node.raw.get("tagUsed") == "union", fields)
            unnamed[node.raw["id"]] = known
            if node.name and fields:
                found[node.name] = known
        elif node.kind == "TypedefDecl":
            for part in node.walk():
                owned = part.raw.get("ownedTagDecl") or part.raw.get("decl") or {}
                if owned.get("id") in unnamed and unnamed[owned["id"]][1]:
                    found[node.name] = unnamed[owned["id"]]
    return found


def width_of(text):
    """Bits of a type of integers; enumerations have those of int."""
    return WIDTHS.get(plain(text), (32,))[0]


class Shaper:
    """One function."""

    def __init__(self, unit, records):
        self.unit = unit
        self.records = records
        self.types = {}

    def function(self, top, candidates):
        parameters = []
        body = ("unknown",)
        for part in top.inner:
            if part.kind == "ParmVarDecl":
                parameters.append(part.raw["id"])
                self.types[part.raw["id"]] = plain(part.plain)
            elif part.kind == "CompoundStmt":
                body = self.statement(part)
        used = {}
        for text in self.types.values():
            self.take_records(plain(pointee(text)) if is_pointer(text) else text, used)
        return Shape(self.unit.name_of(top.raw), tuple(parameters), self.types, candidates, body, used)

    def take_records(self, text, used):
        text = plain(text.partition("[")[0])
        if text in self.records and text not in used:
            used[text] = self.records[text]
            for _, inner in self.records[text][1]:
                self.take_records(inner, used)

    # -------------------------------------------------- statements

    def statement(self, node):
        kind = node.kind
        if kind == "CompoundStmt":
            return ("block", tuple(self.statement(part) for part in node.inner))
        if kind == "DeclStmt":
            return ("block", tuple(self.declaration(part) for part in node.inner if part.kind == "VarDecl"))
        if kind == "IfStmt":
            parts = [self.statement(part) for part in node.inner[1:]]
            return ("if", self.value(node.inner[0]), parts[0], parts[1] if len(parts) > 1 else ("block", ()))
        if kind in ("WhileStmt", "DoStmt"):
            condition, body = (node.inner[0], node.inner[1]) if kind == "WhileStmt" else (node.inner[1], node.inner[0])
            return ("loop", self.value(condition), UNKNOWN, self.statement(body), kind == "DoStmt")
        if kind == "ForStmt":
            first, _, condition, step, body = node.inner
            loop = ("loop", self.value(condition) if condition.kind else ("number", 1),
                    self.value(step) if step.kind else UNKNOWN, self.statement(body), False)
            return ("block", ((self.statement(first) if first.kind else ("block", ())), loop))
        if kind == "SwitchStmt":
            return ("switch", self.value(node.inner[0]), self.statement(node.inner[-1]))
        if kind in ("CaseStmt", "DefaultStmt"):
            number = self.number(node.inner[0]) if kind == "CaseStmt" else None
            return ("case", number, self.statement(node.inner[-1]), kind == "DefaultStmt")
        if kind in ("BreakStmt", "ContinueStmt"):
            return (kind[:-4].lower(),)
        if kind == "ReturnStmt":
            return ("return", self.value(node.inner[0]) if node.inner else UNKNOWN)
        if kind in ("GotoStmt", "LabelStmt", "IndirectGotoStmt", "GCCAsmStmt"):
            return ("unknown",)
        return ("block", ()) if kind in ("NullStmt", "") else ("do", self.value(node))

    def declaration(self, node):
        if node.raw.get("storageClass") in ("static", "extern"):
            return ("block", ())
        self.types[node.raw["id"]] = plain(node.plain)
        return ("declare", node.raw["id"], self.value(node.inner[-1]) if node.raw.get("init") else None)

    # -------------------------------------------------- expressions

    def number(self, node):
        found = value_of(node)
        inner = bare(node)
        while found is None and inner.kind == "CStyleCastExpr":
            inner = bare(inner.inner[-1])
            found = value_of(inner)
        if found is None and inner.kind == "DeclRefExpr":
            found = self.unit.values.get(inner.decl.get("id"), self.unit.consts.get(inner.decl.get("id")))
        return found

    def value(self, node):
        found = self.number(node)
        if found is not None:
            return ("number", found)
        maker = getattr(self, "of_" + node.kind, None)
        return maker(node) if maker else ("parts", tuple(self.value(part) for part in node.inner))

    def inside(self, node):
        return self.value(node.inner[-1])

    of_ParenExpr = of_ConstantExpr = of_FullExpr = inside

    def casts(self, node):
        inner = node.inner[-1]
        if node.cast == "LValueToRValue":
            return ("load", self.place(inner))
        if node.cast == "ArrayToPointerDecay":
            return ("decay", self.place(inner))
        if node.cast == "NullToPointer":
            return ("number", 0)
        if node.cast == "BitCast" and is_pointer(node.plain) and is_pointer(inner.plain):
            before, after = plain(pointee(inner.plain)), plain(pointee(node.plain))
            return self.value(inner) if after in (before, "void") else ("recast", self.value(inner))
        if node.cast == "IntegralCast" and width_of(inner.plain) > width_of(node.plain):
            return ("parts", (self.value(inner),))
        return self.value(inner)

    of_ImplicitCastExpr = of_CStyleCastExpr = casts

    def of_UnaryExprOrTypeTraitExpr(self, node):
        given = node.raw.get("argType")
        text = given.get("desugaredQualType", given["qualType"]) if given else bare(node.inner[0]).plain
        return ("sizeof", plain(text))

    def of_UnaryOperator(self, node):
        inner = node.inner[0]
        if node.opcode == "&":
            return ("address", self.place(inner))
        if node.opcode in ("++", "--"):
            return ("assign", self.place(inner), UNKNOWN, True)
        return ("not", self.value(inner)) if node.opcode == "!" else ("parts", (self.value(inner),))

    def of_BinaryOperator(self, node):
        left, right = node.inner
        if node.opcode == "=":
            return ("assign", self.place(left), self.value(right), False)
        if node.opcode in ("&&", "||"):
            return ("and" if node.opcode == "&&" else "or", self.value(left), self.value(right))
        if node.opcode in COMPARISONS:
            return ("compare", node.opcode, self.value(left), self.value(right), "unsigned" in left.plain)
        if node.opcode in ("+", "-") and is_pointer(node.plain):
            pointer, by = (left, right) if is_pointer(left.plain) else (right, left)
            return ("step", self.value(pointer), self.value(by))
        return ("parts", (self.value(left), self.value(right)))

    def of_CompoundAssignOperator(self, node):
        return ("assign", self.place(node.inner[0]), ("parts", (self.value(node.inner[1]),)), True)

    def of_ConditionalOperator(self, node):
        return ("choose", *(self.value(part) for part in node.inner))

    def of_CallExpr(self, node):
        callee = bare(node.inner[0])
        if callee.kind == "UnaryOperator" and callee.opcode in ("*", "&"):
            callee = bare(callee.inner[0])
        direct = callee.kind == "DeclRefExpr" and callee.decl.get("kind") == "FunctionDecl"
        arguments = tuple(self.value(part) for part in node.inner[1:])
        return ("call", self.unit.name_of(callee.decl) if direct else "?", arguments + (() if direct else (self.value(callee),)))

    # -------------------------------------------------- places

    def place(self, node):
        node = bare(node)
        kind = node.kind
        if kind == "DeclRefExpr":
            known = node.decl.get("kind") in ("VarDecl", "ParmVarDecl") and node.decl.get("id") not in self.unit.statics
            return ("var", node.decl["id"]) if known else ("elsewhere", ())
        if kind == "MemberExpr":
            inner = ("deref", self.value(node.inner[0])) if node.raw.get("isArrow") else self.place(node.inner[0])
            return ("member", inner, node.name)
        if kind == "ArraySubscriptExpr":
            return ("index", self.value(node.inner[0]), self.value(node.inner[1]))
        if kind == "UnaryOperator" and node.opcode == "*":
            return ("deref", self.value(node.inner[0]))
        return ("elsewhere", tuple(self.value(part) for part in node.inner))
