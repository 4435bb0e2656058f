# SPDX-License-Identifier: Apache-2.0
"""What a function changes and reads outside of itself, over all files of a program.

An effect is a word: `g:NAME` an object of static storage, `p:N` memory behind parameter N, `?` anything else.
Objects on the stack of the function itself are `l:NAME`; they do not leave it.
"""

import csv

from ctext import ROOT
from misra_ast import bare, bare_of_casts, is_pointer, token

# Functions that are not in the tree: the parameters behind which they write. Any other changes anything.
FOREIGN = {"memcmp": (), "strlen": (), "strcmp": (), "strncmp": (), "strnlen": (), "strchr": (), "strstr": (), "abs": (),
           "memchr": (), "strrchr": (), "__builtin_expect": (), "__errno_location": (), "CMSG_FIRSTHDR": (),
           "geteuid": (), "getuid": (), "getegid": (), "getpid": (), "pthread_self": (), "__builtin_alloca": (),
           "memcpy": (0,), "memset": (0,), "memmove": (0,), "strncpy": (0,), "strcpy": (0,), "snprintf": (0,),
           "fstat": (1,), "__cmsg_nxthdr": (), "isdigit": (), "isalpha": (), "isspace": (), "toupper": (), "tolower": (), "fstatfs": (1,), "sysinfo": (0,), "sysconf": (), "sigismember": (),
           "sqrt": (), "fabs": (), "strcspn": (), "strspn": ()}


def pure_functions():
    """misra/pure.csv: functions of the port and of a board that only read."""
    with open(ROOT / "misra" / "pure.csv", newline="", encoding="utf-8") as table:
        return {row["function"] for row in csv.DictReader(table)}


class Function:
    """Direct effects of one function, and its calls with what their arguments point into."""

    def __init__(self, name):
        self.name = name
        self.reads = set()
        self.writes = set()
        self.calls = []   # (callee, [roots of each argument], line)


class Effects:
    """Collects the effects of the functions of one translation unit."""

    def __init__(self, unit):
        self.unit = unit
        self.points = {}
        self.parameters = {}
        self.current = None

    # -------------------------------------------------- roots

    def of_decl(self, decl):
        if decl.get("id") in self.parameters:
            return "l:" + decl.get("id")
        if decl.get("id") in self.unit.statics:
            return "g:" + self.unit.statics[decl["id"]]
        return "l:" + decl.get("id", "")

    def place(self, node):
        """What an lvalue lies in: a set of words."""
        node = bare_of_casts(node)
        kind = node.kind
        if kind == "DeclRefExpr":
            return {self.of_decl(node.decl)}
        if kind == "MemberExpr":
            return self.target(node.inner[0]) if node.raw.get("isArrow") else self.place(node.inner[0])
        if kind == "ArraySubscriptExpr":
            return self.target(node.inner[0])
        if kind == "UnaryOperator" and node.opcode == "*":
            return self.target(node.inner[0])
        if kind in ("CompoundLiteralExpr", "StringLiteral"):
            return set()
        if kind in ("ConditionalOperator",):
            return self.place(node.inner[1]) | self.place(node.inner[2])
        return {"?"}

    def target(self, node):
        """What a value of pointer type points into."""
        outer = node
        while outer.kind in ("ParenExpr", "CStyleCastExpr", "ConstantExpr") or \
                (outer.kind == "ImplicitCastExpr" and outer.cast != "ArrayToPointerDecay"):
            if outer.kind == "ImplicitCastExpr" and outer.cast == "NullToPointer":
                return set()
            if not outer.inner:
                return {"?"}
            outer = outer.inner[-1]
        kind = outer.kind
        if kind == "ImplicitCastExpr":
            return self.place(outer.inner[0])
        if kind == "UnaryOperator" and outer.opcode == "&":
            return self.place(outer.inner[0])
        if kind == "UnaryOperator" and outer.opcode in ("++", "--"):
            return self.target(outer.inner[0])
        if kind == "DeclRefExpr":
            found = outer.decl
            if found.get("id") in self.parameters:
                return {"p:%d" % self.parameters[found["id"]]} | self.points.get(found["id"], set())
            if found.get("id") in self.unit.statics:
                return {"?"}
            return self.points.get(found.get("id")) or {"?"}
        if kind == "BinaryOperator" and outer.opcode in ("+", "-"):
            return (self.target(outer.inner[0]) if is_pointer(outer.inner[0].type) else set()) | \
                   (self.target(outer.inner[1]) if is_pointer(outer.inner[1].type) else set())
        if kind == "BinaryOperator" and outer.opcode in ("=", ","):
            return self.target(outer.inner[1])
        if kind == "ConditionalOperator":
            return self.target(outer.inner[1]) | self.target(outer.inner[2])
        if kind == "IntegerLiteral":
            return set()
        return {"?"}

    # -------------------------------------------------- one function

    def function(self, node):
        self.current = Function(self.unit.name_of(node.raw))
        self.points = {}
        self.parameters = {}
        body = None
        for part in node.inner:
            if part.kind == "ParmVarDecl":
                self.parameters[part.raw["id"]] = len(self.parameters)
            elif part.kind == "CompoundStmt":
                body = part
        if body is not None:
            nodes = list(body.walk())
            for _ in range(3):
                for part in nodes:
                    self.follow(part)
            for part in nodes:
                self.collect(part)
        return self.current

    def follow(self, node):
        """What local pointers may point into. Whoever has the address of one may turn it elsewhere."""
        if node.kind == "UnaryOperator" and node.opcode == "&" and is_pointer(node.inner[0].plain):
            inner = bare(node.inner[0])
            if inner.kind == "DeclRefExpr":
                self.points.setdefault(inner.decl["id"], set()).add("?")
        if node.kind == "VarDecl" and node.inner and is_pointer(node.plain) and node.raw.get("init"):
            self.points.setdefault(node.raw["id"], set()).update(self.target(node.inner[-1]))
        elif node.kind == "BinaryOperator" and node.opcode == "=" and is_pointer(node.inner[0].plain):
            left = bare(node.inner[0])
            if left.kind == "DeclRefExpr" and left.decl.get("id") not in self.unit.statics:
                self.points.setdefault(left.decl["id"], set()).update(self.target(node.inner[1]))

    def collect(self, node):
        reads, writes, calls = self.direct(node)
        self.current.reads |= {word for word in reads if word[0] != "l"}
        self.current.writes |= {word for word in writes if word[0] != "l"}
        self.current.calls += calls

    def direct(self, node):
        """(reads, writes, calls) of one node alone, without those below it."""
        kind = node.kind
        if kind in ("BinaryOperator", "CompoundAssignOperator") and (kind[0] == "C" or node.opcode == "="):
            return set(), self.place(node.inner[0]), []
        if kind == "UnaryOperator" and node.opcode in ("++", "--"):
            return set(), self.place(node.inner[0]), []
        if kind == "ImplicitCastExpr" and node.cast == "LValueToRValue":
            found = self.place(node.inner[0])
            volatile = "volatile" in node.inner[0].type
            return found, (found | {"?"}) if volatile else set(), []
        if kind == "AtomicExpr":
            text = token(node)
            places = self.target(node.inner[0]) if node.inner else {"?"}
            return places, set() if "load" in text else places, []
        if kind in ("GCCAsmStmt", "MSAsmStmt"):
            return {"?"}, {"?"}, []
        if kind == "CallExpr":
            callee = bare(node.inner[0])
            if callee.kind == "UnaryOperator" and callee.opcode in ("*", "&"):
                callee = bare(callee.inner[0])
            name = self.unit.name_of(callee.decl) if callee.kind == "DeclRefExpr" and \
                callee.decl.get("kind") == "FunctionDecl" else "?"
            roots = [frozenset(self.target(part)) if is_pointer(part.plain) else frozenset() for part in node.inner[1:]]
            return set(), set(), [(name, roots, node.line)]
        return set(), set(), []

    def below(self, node):
        """(reads, writes, calls) of an expression with all its parts."""
        reads, writes, calls = set(), set(), []
        for part in node.walk():
            if part.kind == "UnaryExprOrTypeTraitExpr":
                continue
            more = self.direct(part)
            reads |= more[0]
            writes |= more[1]
            calls += more[2]
        return reads, writes, calls


class Program:
    """The functions of all units, and what each of them does in the end."""

    def __init__(self):
        self.functions = {}
        self.reads = {}
        self.writes = {}

    def add(self, function):
        known = self.functions.get(function.name)
        if known is not None and known is not function:
            known.reads |= function.reads
            known.writes |= function.writes
            known.calls += function.calls
        else:
            self.functions[function.name] = function

    def solve(self):
        self.reads = {name: set(found.reads) for name, found in self.functions.items()}
        self.writes = {name: set(found.writes) for name, found in self.functions.items()}
        for name in pure_functions():
            self.functions.setdefault(name, Function(name))
            self.reads[name], self.writes[name] = {"?"}, set()
        changed = True
        while changed:
            changed = False
            for name, found in self.functions.items():
                if name in pure_functions():
                    continue
                reads, writes = self.of_calls(found.calls)
                reads = {word for word in reads if word[0] != "l"} - self.reads[name]
                writes = {word for word in writes if word[0] != "l"} - self.writes[name]
                if reads or writes:
                    self.reads[name] |= reads
                    self.writes[name] |= writes
                    changed = True

    def of_calls(self, calls):
        reads, writes = set(), set()
        for callee, roots, _ in calls:
            if callee in self.functions:
                reads |= self.seen_by_caller(self.reads[callee], roots)
                writes |= self.seen_by_caller(self.writes[callee], roots)
            elif callee.rpartition(":")[2] in FOREIGN:
                for place in FOREIGN[callee.rpartition(":")[2]]:
                    writes |= roots[place] if place < len(roots) else {"?"}
                for root in roots:
                    reads |= root
            else:
                reads.add("?")
                writes.add("?")
        return reads, writes

    @staticmethod
    def seen_by_caller(words, roots):
        found = set()
        for word in words:
            if word.startswith("p:"):
                place = int(word[2:])
                found |= roots[place] if place < len(roots) else {"?"}
            else:
                found.add(word)
        return found

    def recursive(self):
        """Functions that can reach themselves."""
        graph = {name: {callee for callee, _, _ in found.calls if callee in self.functions}
                 for name, found in self.functions.items()}
        found = set()
        for start in graph:
            seen, todo = set(), list(graph[start])
            while todo:
                name = todo.pop()
                if name not in seen:
                    seen.add(name)
                    todo += graph[name]
            if start in seen:
                found.add(start)
        return found
