# SPDX-License-Identifier: Apache-2.0
"""Queries on statements, names and the standard library."""

from misra_ast import (TEXTS, bare, bare_of_casts, canonical, is_invariant, is_pointer, local_path, token, value_of)

SIGNIFICANT = 63
FUNCTIONS = {
    "21.3": ("malloc", "calloc", "realloc", "free", "aligned_alloc"),
    "21.4": ("setjmp", "_setjmp", "longjmp"),
    "21.5": ("signal", "raise"),
    "21.6": ("printf", "fprintf", "sprintf", "scanf", "fscanf", "sscanf", "fopen", "fclose", "fgets", "fputs", "puts", "gets",
             "getchar", "putchar", "fgetc", "fputc", "getc", "putc", "fread", "fwrite", "fseek", "ftell", "rewind", "fflush",
             "remove", "rename", "tmpfile", "vprintf", "vfprintf", "snprintf", "vsnprintf", "perror", "ungetc"),
    "21.7": ("atof", "atoi", "atol", "atoll"),
    "21.8": ("abort", "exit", "_Exit", "quick_exit", "getenv"),
    "21.9": ("bsearch", "qsort"),
    "21.10": ("time", "clock", "difftime", "mktime", "asctime", "ctime", "gmtime", "localtime", "strftime", "wcsftime"),
    "21.12": ("feclearexcept", "fegetexceptflag", "feraiseexcept", "fesetexceptflag", "fetestexcept"),
    "21.21": ("system",)}
RULE_OF_FUNCTION = {name: rule for rule, names in FUNCTIONS.items() for name in names}
READ_ONLY = ("localeconv", "getenv", "setlocale", "strerror")
SHARED = {"asctime": "a", "ctime": "a", "gmtime": "b", "localtime": "b", "localeconv": "c", "getenv": "d", "setlocale": "c",
          "strerror": "e"}


def called(node):
    inner = bare(node)
    if inner.kind == "CallExpr":
        return bare(inner.inner[0]).decl.get("name", "")
    return ""


# ------------------------------------------------------------------ statements


def after_jump(unit, node):
    """2.1: what stands behind a jump or an endless loop in its block."""
    ended = False
    for part in node.inner:
        if part.kind in ("CaseStmt", "DefaultStmt", "LabelStmt"):
            ended = False
            part_end = part
            while part_end.kind in ("CaseStmt", "DefaultStmt", "LabelStmt") and part_end.inner:
                part_end = part_end.inner[-1]
            ended = ends(part_end)
        elif ended:
            if not (part.kind == "BreakStmt" and node.parent is not None and node.parent.kind == "SwitchStmt"):
                unit.add("2.1", part, "Code that no path reaches")
            ended = False
        else:
            ended = ends(part)


def ends(node):
    if node.kind in ("ReturnStmt", "BreakStmt", "ContinueStmt", "GotoStmt"):
        return True
    if node.kind == "WhileStmt" and is_invariant(node.inner[0]) and value_of(node.inner[0]) != 0:
        return not any(part.kind in ("BreakStmt", "GotoStmt") for part in node.walk())
    return False


def loop(unit, node):
    """14.2: one counter, which the third clause alone changes; 14.1 as the type of it."""
    inner = node.inner
    counter = counter_of(inner[3]) if inner[3].kind else None
    if counter is None:
        if inner[3].kind or inner[2].kind:
            unit.add("14.2", node, "For loop of an irregular form")
        return
    in_condition = not inner[2].kind or any(part.decl.get("id") == counter for part in inner[2].walk())
    in_body = any(changed(part) == counter for part in inner[4].walk())
    if not in_condition or in_body:
        unit.add("14.2", node, "For loop of an irregular form")


def counter_of(node):
    node = bare(node)
    if node.kind == "UnaryOperator" and node.opcode in ("++", "--") or node.kind == "CompoundAssignOperator" or \
            node.kind == "BinaryOperator" and node.opcode == "=":
        return bare(node.inner[0]).decl.get("id")
    return None


def changed(node):
    if node.kind in ("BinaryOperator", "CompoundAssignOperator", "UnaryOperator"):
        if node.opcode in ("=", "++", "--", "&") and (node.opcode != "&" or node.kind == "UnaryOperator") or \
                node.kind == "CompoundAssignOperator":
            return bare(node.inner[0]).decl.get("id")
    return None


def empty_else(unit, node):
    """15.7: the else at the end of a chain says something."""
    if len(node.inner) == 3 and node.inner[2].kind == "CompoundStmt" and not node.inner[2].inner:
        above = node.parent
        if above is not None and above.kind == "IfStmt" and above.inner[-1] is node and node.inner[2].spelled:
            file, _, offset, _ = node.inner[2].spelled
            token(node.inner[2])
            text = TEXTS[file][offset:TEXTS[file].find(b"}", offset)]
            if b"/*" not in text and b"//" not in text:
                unit.add("15.7", node.inner[2], "Chain of else-if without a final else")


def switch(unit, node):
    if node.inner[-1].kind != "CompoundStmt":
        unit.add("16.1", node, "Switch of an irregular form")


def case(unit, node):
    above = node.above("CaseStmt", "DefaultStmt")
    if above is None or above.kind != "CompoundStmt" or above.parent is None or above.parent.kind != "SwitchStmt":
        if above is not None and above.kind != "SwitchStmt":
            unit.add("16.2", node, "Case label in a nested block")


def parameter_changed(unit, node):
    """17.8 through members too."""
    if node.kind == "UnaryOperator" and node.opcode not in ("++", "--") or \
            node.kind == "BinaryOperator" and node.opcode != "=":
        return
    place = bare(node.inner[0])
    while place.kind == "MemberExpr" and not place.raw.get("isArrow"):
        place = bare(place.inner[0])
    if place.kind == "DeclRefExpr" and place.decl.get("kind") == "ParmVarDecl":
        unit.add("17.8", node, "Parameter changed by the body")


# ------------------------------------------------------------------ pointers and texts


def stars(unit, node):
    text = canonical(node.type) if "(" not in node.type else ""
    if text.count("*") > 2 and node.name:
        unit.add("18.5", node, "Pointer nested more than twice")


def bit_field(unit, node):
    if node.raw.get("isBitfield") and canonical(node.type) not in ("int", "unsigned int", "_Bool", "bool", "signed int"):
        unit.add("6.1", node, "Bit-field of a type that may not be one")


def text_constant(unit, node):
    """7.4: a text constant is reached through pointers to const alone."""
    above = node.parent
    if above is None or above.kind != "ImplicitCastExpr" or above.cast != "ArrayToPointerDecay":
        return
    while above is not None and above.kind in ("ImplicitCastExpr", "ParenExpr", "ConditionalOperator", "ConstantExpr"):
        if is_pointer(above.type) and "const" in above.type:
            return
        if above.kind == "ImplicitCastExpr" and above.cast not in ("ArrayToPointerDecay", "NoOp", "BitCast"):
            return
        above = above.parent
    if above is not None and above.kind in ("VarDecl", "BinaryOperator", "ReturnStmt", "InitListExpr") and \
            above.opcode in ("", "="):
        unit.add("7.4", node, "Text constant reached through a writable pointer")


def outside(unit, node):
    """18.1: a constant index outside of an array."""
    if node.kind == "BinaryOperator" and node.opcode not in ("+",):
        return
    base = node.inner[0]
    while base.kind == "ParenExpr":
        base = base.inner[0]
    if base.kind == "ImplicitCastExpr" and base.cast == "ArrayToPointerDecay":
        text = base.inner[0].type
        size = text[text.rfind("[") + 1:-1] if text.endswith("]") and text.count("[") == 1 else ""
        index = value_of(node.inner[1])
        most = int(size) if size.isdigit() else None
        if most is not None and index is not None and index > most - (node.kind == "ArraySubscriptExpr" and
                                                                      not under_address(node)):
            unit.add("18.1", node, "Pointer leaves its array")


def under_address(node):
    above = node.above("ParenExpr")
    return above is not None and above.kind == "UnaryOperator" and above.opcode == "&"


def unended_texts(unit, top):
    """21.17: an array of characters without a zero, given to a function of texts."""
    open_ones = set()
    for node in top.walk():
        if node.kind == "VarDecl" and node.inner and node.inner[-1].kind == "InitListExpr" and "char" in node.type:
            parts = [bare(part) for part in node.inner[-1].inner]
            size = node.type[node.type.rfind("[") + 1:-1]
            if size.isdigit() and len(parts) == int(size) and all(part.kind == "CharacterLiteral" and
                                                                  part.raw.get("value") for part in parts):
                open_ones.add(node.raw["id"])
    for node in top.walk():
        if node.kind == "CallExpr" and called(node) in ("strcpy", "strcat") and too_long(node):
            unit.add("21.17", node, "Text function runs past its array")
        if node.kind == "CallExpr" and called(node).startswith("str") and \
                any(bare(part).decl.get("id") in open_ones for part in node.inner[1:]):
            unit.add("21.17", node, "Text function runs past its array")


def too_long(node):
    """Whether a text constant does not fit the array that it is copied to."""
    target, source = bare_of_casts(node.inner[1]), bare_of_casts(node.inner[2])
    size = target.type[target.type.rfind("[") + 1:-1]
    have = source.type[source.type.rfind("[") + 1:-1]
    return source.kind == "StringLiteral" and size.isdigit() and have.isdigit() and int(have) > int(size)


# ------------------------------------------------------------------ standard library


def library_call(unit, node):
    found = node.decl
    rule = RULE_OF_FUNCTION.get(found.get("name", ""))
    if rule and found.get("kind") == "FunctionDecl" and found.get("id") not in unit.own_functions:
        unit.add(rule, node, f"Use of {found['name']}")
    if token(node).startswith("fe") and rule == "21.12":
        unit.add(rule, node, "Floating-point exception flags")


def library_results(unit, top):
    """21.19 and 21.20: what the library keeps is not changed, and not used after the next call."""
    order = list(top.walk())
    holders, kept = {}, {}
    for place, node in enumerate(order):
        target, value = stored(node)
        name = called(value) if value is not None else ""
        if target and name in SHARED:
            holders[target] = name
            kept[target] = (place, SHARED[name])
        elif node.kind == "CallExpr" and called(node) in SHARED:
            group = SHARED[called(node)]
            for other, (begin, of) in list(kept.items()):
                if of == group and begin < place and not within(order[begin], node):
                    kept[other] = (begin, "!" + of)
        if node.kind == "DeclRefExpr" and node.decl.get("id") in kept and kept[node.decl["id"]][1].startswith("!") and \
                not is_target(node):
            unit.add("21.20", node, "Result of asctime and its like kept too long")
        if node.kind in ("BinaryOperator", "CompoundAssignOperator") and (node.opcode == "=" or node.kind[0] == "C"):
            base = bare(node.inner[0])
            followed = False
            while base.kind in ("MemberExpr", "ArraySubscriptExpr", "UnaryOperator") and base.inner:
                followed, base = True, bare_of_casts(base.inner[0])
            if followed and (holders.get(base.decl.get("id")) in READ_ONLY or called(base) in READ_ONLY):
                unit.add("21.19", node, "Result of localeconv and its like written to")


def within(above, node):
    return any(part is node for part in above.walk())


def is_target(node):
    above = node.above("ParenExpr")
    return above is not None and above.kind == "BinaryOperator" and above.opcode == "=" and bare(above.inner[0]) is node


def stored(node):
    if node.kind == "VarDecl" and node.raw.get("init") and node.inner:
        return node.raw["id"], node.inner[-1]
    if node.kind == "BinaryOperator" and node.opcode == "=":
        return bare(node.inner[0]).decl.get("id"), node.inner[1]
    return None, None


# ------------------------------------------------------------------ names


def names(unit):
    """5.1, 5.2, 5.6, 5.7, 8.8, 21.2 over one unit."""
    declared = []
    for top in unit.own:
        for node in top.walk():
            if node.raw.get("isImplicit"):
                continue
            if node.kind in ("VarDecl", "FunctionDecl", "ParmVarDecl", "TypedefDecl", "RecordDecl", "EnumDecl",
                             "EnumConstantDecl") and node.name and local_path(node.file):
                declared.append((node, top))
    long_names(unit, declared)
    types_and_tags(unit, declared)
    statics = set()
    for node, top in declared:
        if node is not top or node.kind not in ("VarDecl", "FunctionDecl"):
            continue
        if node.raw.get("storageClass") == "static":
            statics.add(node.name)
        elif node.name in statics:
            unit.add("8.8", node, "Redeclaration drops the word static")
    for node, _ in declared:
        if node.name.startswith("__") or node.name[0] == "_" and node.name[1:2].isupper():
            linker = node.name.startswith(("__wrap_", "__real_"))
            unit.add("21.2 linker" if linker else "21.2", node, "Reserved name declared")


def long_names(unit, declared):
    seen = {}
    for node, top in declared:
        if len(node.name) <= SIGNIFICANT:
            continue
        scope = "" if node is top else top.name
        before = seen.setdefault((scope, node.name[:SIGNIFICANT]), node.name)
        if before != node.name:
            outer = node is top and node.raw.get("storageClass") != "static"
            unit.add("5.1" if outer else "5.2", node, "Names the same in their significant characters")


def types_and_tags(unit, declared):
    types = {node.name: node for node, _ in declared if node.kind == "TypedefDecl"}
    tags = {node.name: node for node, _ in declared if node.kind in ("RecordDecl", "EnumDecl")}
    for node, _ in declared:
        if node.kind == "TypedefDecl":
            continue
        if node.name in types:
            same = node.kind in ("RecordDecl", "EnumDecl") and node.name in types[node.name].type.split()
            if not same:
                unit.add("5.6", node, "Type name used for a second thing")
        if node.name in tags and node.kind not in ("RecordDecl", "EnumDecl"):
            unit.add("5.7", node, "Tag used for a second thing")
