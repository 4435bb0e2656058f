# SPDX-License-Identifier: Apache-2.0
"""Reads clang's syntax tree: nodes with their place in the sources, parents, types and constant values."""

import fcntl
import json
import os
import re
import subprocess
import sys
import tempfile
from functools import lru_cache

from ctext import ROOT

CLANG = os.environ.get("MISRA_CLANG", "clang-14")


class Node:
    """A node of the tree. `file` and `line` are those of the expansion, `macro` tells whether a macro wrote it."""

    __slots__ = ("raw", "kind", "inner", "parent", "file", "line", "macro", "spelled", "origin", "order", "first", "last")

    def __init__(self, raw, parent, order):
        self.order = order
        self.first = self.last = len(order)
        order.append(self)
        self.raw = raw
        self.kind = raw.get("kind", "")
        self.inner = []
        self.parent = parent
        self.file = ""
        self.line = 0
        self.macro = False
        self.spelled = None
        self.origin = None

    @property
    def name(self):
        return self.raw.get("name", "")

    @property
    def opcode(self):
        return self.raw.get("opcode", "")

    @property
    def cast(self):
        return self.raw.get("castKind", "")

    @property
    def type(self):
        """The type as it is written."""
        return self.raw.get("type", {}).get("qualType", "")

    @property
    def plain(self):
        """The type without the names given to it."""
        found = self.raw.get("type", {})
        return found.get("desugaredQualType", found.get("qualType", ""))

    @property
    def decl(self):
        return self.raw.get("referencedDecl", {})

    def walk(self):
        """This node and all below it, each before those below it: a part of the list of all nodes."""
        return self.order[self.first:self.last]

    def above(self, *kinds):
        """The next node above that is of none of these kinds."""
        node = self.parent
        while node is not None and node.kind in kinds:
            node = node.parent
        return node

    def function(self):
        node = self
        while node is not None and node.kind != "FunctionDecl":
            node = node.parent
        return node


class Reader:
    """Clang writes a file or line only where it differs from the one before: places are read in order."""

    def __init__(self):
        self.file = ""
        self.line = 0
        self.order = []

    def bare(self, place):
        if "offset" not in place:
            return None
        self.file = place.get("file", self.file)
        self.line = place.get("line", self.line)
        return self.file, self.line, place["offset"], place.get("tokLen", 0)

    def place(self, place):
        """Gives (expansion, spelling, whether a macro is between); both may be None."""
        if "spellingLoc" in place or "expansionLoc" in place:
            spelled = self.bare(place.get("spellingLoc", {}))
            expanded = self.bare(place.get("expansionLoc", {}))
            return expanded, spelled, True
        found = self.bare(place)
        return found, found, False

    def node(self, raw, parent):
        node = Node(raw, parent, self.order)
        at, spelled, macro = self.place(raw["loc"]) if "loc" in raw else (None, None, False)
        if "range" in raw:
            begin, begin_spelled, begin_macro = self.place(raw["range"].get("begin", {}))
            self.place(raw["range"].get("end", {}))
            if at is None:
                at, spelled, macro = begin, begin_spelled, begin_macro
        if at is not None:
            node.file, node.line = at[0], at[1]
        node.macro = macro
        node.spelled = spelled
        for child in raw.get("inner", ()):
            node.inner.append(self.node(child, node))
        raw.pop("inner", None)
        node.last = len(self.order)
        return node


def read_tree(source, options):
    """The tree of one translation unit and what clang said about it."""
    with tempfile.TemporaryFile() as errors:
        with subprocess.Popen([CLANG, *options, "-fsyntax-only", "-Xclang", "-ast-dump=json", str(source)], cwd=ROOT,
                              stdout=subprocess.PIPE, stderr=errors) as clang:
            # 100 MB of text come through: as few turns as the system lets a pipe have.
            fcntl.fcntl(clang.stdout, F_SETPIPE_SZ, 1 << 20)
            text = clang.stdout.read()
        errors.seek(0)
        said = errors.read().decode(errors="replace")
    if not text:
        return None, said
    sys.setrecursionlimit(20000)
    return Reader().node(json.loads(text), None), said


F_SETPIPE_SZ = 1031    # Of Linux; module fcntl has the name since Python 3.10.


def release(tree):
    """Takes a tree apart, whose nodes know each other: it goes without the garbage collector."""
    order = tree.order
    for node in order:
        node.inner = node.parent = node.order = None
    order.clear()


# Files and folders of an application, which are checked in place of the tree (misra_app.py).
APP = [path for path in os.environ.get("MISRA_APP", "").split(os.pathsep) if path]


def is_of_app(file):
    path = os.path.normpath(os.path.join(ROOT, file))
    return any(path == own or path.startswith(own + os.sep) for own in APP)


@lru_cache(None)
def local_path(file):
    """Relative to the tree; whole for a file of the application that is elsewhere; nothing for one of the system."""
    path = os.path.normpath(os.path.join(ROOT, file))
    root = str(ROOT) + os.sep
    if path.startswith(root):
        return path[len(root):]
    return path if is_of_app(path) else ""


def bare(node):
    """Without parentheses and implicit casts."""
    while node.inner and node.kind in ("ParenExpr", "ImplicitCastExpr", "ConstantExpr", "FullExpr"):
        node = node.inner[-1]
    return node


def bare_of_casts(node):
    while node.inner and node.kind in ("ParenExpr", "ImplicitCastExpr", "ConstantExpr", "CStyleCastExpr"):
        node = node.inner[-1]
    return node


TEXTS = {}


def token(node):
    """The characters of the token at which a node is spelled."""
    if node.spelled is None:
        return ""
    file, _, offset, length = node.spelled
    if file not in TEXTS:
        try:
            TEXTS[file] = (ROOT / file).read_bytes()
        except OSError:
            TEXTS[file] = b""
    return TEXTS[file][offset:offset + length].decode(errors="replace")


# ------------------------------------------------------------------ constants


def is_invariant(node):
    """Whether nothing but constants is in an expression."""
    kind = node.kind
    if kind in ("IntegerLiteral", "CharacterLiteral", "FloatingLiteral", "UnaryExprOrTypeTraitExpr", "OffsetOfExpr",
                "StringLiteral"):
        return True
    if kind == "DeclRefExpr":
        return node.decl.get("kind") == "EnumConstantDecl"
    if kind in ("ParenExpr", "ImplicitCastExpr", "ConstantExpr", "CStyleCastExpr", "ConditionalOperator", "BinaryOperator"):
        return node.opcode not in ("=", ",") and bool(node.inner) and all(is_invariant(part) for part in node.inner)
    if kind == "UnaryOperator":
        return node.opcode in ("!", "~", "-", "+") and is_invariant(node.inner[0])
    return False


def value_of(node):
    """The value of a constant expression of integers, or None."""
    kind = node.kind
    found = None
    if kind in ("IntegerLiteral", "CharacterLiteral"):
        found = int(node.raw.get("value", 0))
    elif kind == "ConstantExpr" and "value" in node.raw:
        found = int(node.raw["value"]) if re.fullmatch(r"-?\d+", str(node.raw["value"])) else None
    elif kind in ("ParenExpr", "ImplicitCastExpr", "ConstantExpr", "CStyleCastExpr") and node.inner:
        found = value_of(node.inner[-1])
        width = WIDTHS.get(node.plain.replace("const ", ""))
        if found is not None and width and "IntegralCast" == node.cast:
            found = wrapped(found, *width)
    elif kind == "UnaryOperator" and node.opcode in ("!", "~", "-", "+"):
        inner = value_of(node.inner[0])
        if inner is not None:
            found = {"!": int(not inner), "~": ~inner, "-": -inner, "+": inner}[node.opcode]
            width = WIDTHS.get(node.plain.replace("const ", ""))
            found = wrapped(found, *width) if width else found
    elif kind == "BinaryOperator":
        found = binary_value(node)
    return found


WIDTHS = {"unsigned char": (8, False), "signed char": (8, True), "char": (8, True), "unsigned short": (16, False),
          "short": (16, True), "unsigned int": (32, False), "int": (32, True), "unsigned long": (64, False),
          "long": (64, True), "unsigned long long": (64, False), "long long": (64, True), "_Bool": (1, False)}


def wrapped(value, bits, signed):
    value &= (1 << bits) - 1
    return value - (1 << bits) if signed and value >> (bits - 1) else value


def binary_value(node):
    left = value_of(node.inner[0])
    right = value_of(node.inner[1])
    if left is None or right is None:
        return None
    try:
        found = {"+": lambda: left + right, "-": lambda: left - right, "*": lambda: left * right,
                 "/": lambda: left // right, "%": lambda: left % right,
                 "<<": lambda: left << right, ">>": lambda: left >> right,
                 "&": lambda: left & right, "|": lambda: left | right, "^": lambda: left ^ right,
                 "==": lambda: int(left == right), "!=": lambda: int(left != right), "<": lambda: int(left < right),
                 ">": lambda: int(left > right), "<=": lambda: int(left <= right), ">=": lambda: int(left >= right),
                 "&&": lambda: int(bool(left and right)), "||": lambda: int(bool(left or right))}[node.opcode]()
    except (KeyError, ZeroDivisionError, ValueError, MemoryError):
        return None
    width = WIDTHS.get(node.plain.replace("const ", ""))
    return wrapped(found, *width) if width else found


# ------------------------------------------------------------------ types


TYPEDEFS = {}


def learn_types(tree):
    """The names that this unit gives to types."""
    TYPEDEFS.clear()
    canonical.cache_clear()
    for node in tree.inner:
        if node.kind == "TypedefDecl":
            TYPEDEFS[node.name] = node.type


@lru_cache(None)
def canonical(text):
    """A type without qualifiers, in which the name under the stars is resolved."""
    text = unqualified(text)
    if "(" in text or "[" in text:
        return text
    for _ in range(8):
        name = text.rstrip("* ")
        stars = text[len(name):].replace(" ", "")
        if name not in TYPEDEFS or TYPEDEFS[name] == name:
            break
        found = unqualified(TYPEDEFS[name])
        if "(" in found or "[" in found:
            break
        text = found + stars
    return re.sub(r"\s*\*", "*", text).replace("*", " *", 1) if "*" in text else text


@lru_cache(None)
def is_pointer(text):
    text = re.sub(r"\b(const|volatile|restrict)\b\s*$", "", text).strip()
    return text.endswith("*") or "(*" in text


def is_function_pointer(text):
    return "(*" in text


@lru_cache(None)
def pointee(text):
    text = re.sub(r"\b(const|volatile|restrict)\b\s*$", "", text).strip()
    return text[:-1].strip() if text.endswith("*") else ""


@lru_cache(None)
def qualifiers(text):
    """const and volatile of the outermost level."""
    text = text.strip()
    if text.endswith("*") or "*" in text:
        tail = text[text.rfind("*") + 1:]
        return frozenset(re.findall(r"\b(const|volatile|_Atomic)\b", tail))
    return frozenset(re.findall(r"\b(const|volatile)\b", text)) | ({"_Atomic"} if "_Atomic" in text else set())


@lru_cache(None)
def unqualified(text):
    return re.sub(r"\s+", " ", re.sub(r"\b(const|volatile|restrict)\b", "", text)).strip()
