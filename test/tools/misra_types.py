# SPDX-License-Identifier: Apache-2.0
"""Essential types of expressions (chapter 10) and queries on them."""

import re

from misra_ast import WIDTHS, bare, canonical, is_invariant, is_pointer, unqualified

ARITHMETIC = ("+", "-", "*", "/", "%", "&", "|", "^")
COMPARISONS = ("==", "!=", "<", ">", "<=", ">=")
SHIFTS = ("<<", ">>")


def of_type(text):
    """(kind, bits) of a type that has one: bool, char, signed, unsigned, float or the name of an enumeration."""
    name = canonical(text).replace("_Atomic(", "").rstrip(")")
    if name in ("_Bool", "bool"):
        return "bool", 1
    if name == "char":
        return "char", 8
    if name in ("float", "double", "long double"):
        return "float", {"float": 32, "double": 64}.get(name, 128)
    if name in WIDTHS:
        bits, signed = WIDTHS[name]
        return ("signed" if signed else "unsigned"), bits
    return None


def essential(unit, node):
    """The essential type of an expression, or None where it has none (pointers, structures)."""
    node = bare(node)
    kind = node.kind
    if is_pointer(node.plain):
        return None
    if kind == "IntegerLiteral":
        return literal(node)
    if kind == "CharacterLiteral":
        return "char", 8
    if kind == "DeclRefExpr" and node.decl.get("kind") == "EnumConstantDecl":
        name = unit.enums.get(node.decl.get("id"))
        return ("enum " + name, 32) if name else ("signed", 32)
    if kind == "UnaryOperator" and node.opcode == "!":
        return "bool", 1
    if kind == "UnaryOperator" and node.opcode in ("-", "+", "~"):
        return essential(unit, node.inner[0])
    if kind == "BinaryOperator":
        return of_binary(unit, node)
    if kind == "ConditionalOperator":
        second, third = essential(unit, node.inner[1]), essential(unit, node.inner[2])
        if second and third and second[0] == third[0]:
            return second[0], max(second[1], third[1])
        return second if second == third else None
    enum = enum_of(unit, node.type)
    return enum or of_type(node.type)


def enum_of(unit, text):
    name = unqualified(text)
    name = name[5:] if name.startswith("enum ") else name
    return ("enum " + name, 32) if name in unit.enum_names else None


def literal(node):
    if node.spelled is not None and node.spelled[0].endswith("stdbool.h"):
        return "bool", 1
    return of_type(node.type) or ("signed", 32)


def of_binary(unit, node):
    if node.opcode in COMPARISONS + ("&&", "||"):
        return "bool", 1
    left, right = essential(unit, node.inner[0]), essential(unit, node.inner[1])
    if node.opcode == "=":
        return left
    if node.opcode == ",":
        return right
    if node.opcode in SHIFTS:
        return left
    if left and right:
        if left[0] == right[0]:
            return left[0], max(left[1], right[1])
        if "char" in (left[0], right[0]):
            return "char", 8
    return None


def is_composite(node):
    node = bare(node)
    if node.kind == "BinaryOperator" and node.opcode in ARITHMETIC + SHIFTS or node.kind == "UnaryOperator" and node.opcode == "~":
        return not is_invariant(node)
    if node.kind == "ConditionalOperator":
        return is_composite(node.inner[1]) or is_composite(node.inner[2])
    return False


def is_arithmetic_kind(found):
    return found is not None and found[0] in ("signed", "unsigned", "float")


def assigned(unit, target, node):
    """10.3 and 10.6 on a value that goes to an object, a parameter or a result of a type."""
    to = enum_of(unit, target) or of_type(target)
    given = essential(unit, node)
    if to is None or given is None:
        return
    if is_composite(node) and is_arithmetic_kind(given) and given[0] == to[0] and to[1] > given[1]:
        unit.add("10.6", node, "Composite expression stored in a wider type")
    constant = is_invariant(node)
    if constant and given[0].startswith("enum") and not given[0][5:] in unit.own_enums:
        return
    if constant and {to[0], given[0]} <= {"signed", "unsigned"}:
        return
    different = to[0] != given[0] and not (constant and "enum" in to[0] and "enum" in given[0])
    if different and (to[0] != "bool" or given[0] != "bool"):
        if not (constant and given[0] == "signed" and to[0] in ("unsigned", "float")):
            unit.add("10.3", node, f"Value of {given[0]} stored in {to[0]}")
    elif not constant and to[0] == given[0] and to[1] < given[1]:
        unit.add("10.3", node, "Value stored in a narrower type")


def stores(unit, node):
    kind = node.kind
    if kind == "BinaryOperator" and node.opcode == "=":
        assigned(unit, node.inner[0].type, node.inner[1])
    elif kind == "VarDecl" and node.raw.get("init") and node.inner and node.inner[-1].kind != "InitListExpr":
        assigned(unit, node.type, node.inner[-1])
    elif kind == "ReturnStmt" and node.inner:
        function = node.function()
        if function is not None:
            assigned(unit, function.type.partition("(")[0].strip(), node.inner[0])
    elif kind == "CallExpr":
        callee = bare(node.inner[0])
        text = callee.decl.get("type", {}).get("qualType", "")
        match = re.match(r"[^(]*\((.*)\)$", text)
        if match and "(" not in match.group(1):
            for target, part in zip(match.group(1).split(", "), node.inner[1:]):
                assigned(unit, target, part)


def operands(unit, node):
    """10.1, 10.2, 10.4 and 10.7 on an operator."""
    left, right = essential(unit, node.inner[0]), essential(unit, node.inner[1])
    opcode = node.opcode.rstrip("=") if node.kind == "CompoundAssignOperator" else node.opcode
    if left is None or right is None:
        return
    if opcode in ARITHMETIC + SHIFTS:
        for found in (left, right):
            if found[0] == "bool" or found[0].startswith("enum") and not is_invariant(node) or \
                    found[0] == "char" and opcode not in ("+", "-"):
                unit.add("10.1", node, "Operand of an unsuitable essential type")
        if left[0] == "signed" and opcode in SHIFTS and not is_invariant(node.inner[0]):
            unit.add("10.1", node, "Operand of an unsuitable essential type")
        if opcode in ("+", "-") and "char" in (left[0], right[0]):
            other = right if left[0] == "char" else left
            if other[0] not in ("signed", "unsigned") and not (opcode == "-" and left[0] == right[0] == "char"):
                unit.add("10.2", node, "Character arithmetic of the wrong kind")
    if opcode in ("<", ">", "<=", ">=") and "bool" in (left[0], right[0]):
        unit.add("10.1", node, "Operand of an unsuitable essential type")
    if opcode in ("&&", "||") and (left[0] != "bool" or right[0] != "bool"):
        unit.add("10.1", node, "Operand of an unsuitable essential type")
    if opcode in ARITHMETIC + COMPARISONS:
        wider(unit, node, left, right)


def wider(unit, node, left, right):
    kinds = ("signed", "unsigned", "float")
    for one, other, side in ((left, right, node.inner[0]), (right, left, node.inner[1])):
        if is_composite(side) and one[0] in kinds and other[0] == one[0] and other[1] > one[1] and \
                node.kind == "BinaryOperator":
            unit.add("10.7", node, "Composite expression meets a wider operand")


def unary(unit, node):
    found = essential(unit, node.inner[0])
    if found is None:
        return
    if node.opcode in ("-", "+", "~") and (found[0] in ("bool", "char") or found[0].startswith("enum")) or \
            node.opcode == "-" and found[0] == "unsigned" and not is_invariant(node.inner[0]) or \
            node.opcode == "!" and found[0] != "bool" or node.opcode == "~" and found[0] == "signed":
        unit.add("10.1", node, "Operand of an unsuitable essential type")


def casts(unit, node):
    """10.5 and 10.8."""
    to = enum_of(unit, node.type) or of_type(node.type)
    given = essential(unit, node.inner[0])
    if to is None or given is None or is_invariant(node.inner[0]):
        return
    wrong = to[0] == "bool" and given[0] != "bool" or given[0] == "bool" and to[0] != "bool" or \
        to[0].startswith("enum") and given[0] != to[0] or {to[0], given[0]} == {"char", "float"}
    if wrong:
        unit.add("10.5", node, "Cast to an unsuitable essential type")
    if is_composite(node.inner[0]) and is_arithmetic_kind(to) and is_arithmetic_kind(given):
        if to[0] != given[0] or to[1] > given[1]:
            unit.add("10.8", node, "Composite expression cast to another kind or a wider type")


def condition(unit, node, found):
    """14.4: a controlling expression is essentially boolean."""
    given = essential(unit, found)
    if is_pointer(found.plain) or given is not None and given[0] != "bool":
        endless = is_invariant(found)
        if not endless:
            unit.add("14.4", found, "Condition that is not of boolean type")
