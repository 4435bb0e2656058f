#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""cppcheck's MISRA addon: the same rules with the same findings, in less time.

cppcheck starts it as the script of an addon (misra_tools.py), beside its own misra.py. The rules are those of misra.py as they
are installed. What is replaced is what took most of the time: how a dump is read, and three functions of which each has one
answer. Without the garbage collector, since a process reads one dump and ends.

Usage: misra_addon.py ADDON_OPTION... DUMP      what misra.py takes
       MISRA_ADDON=plain in the environment     with nothing replaced, to compare (misra.py canaries)
"""

import gc
import json
import os
import sys
from functools import lru_cache
from types import SimpleNamespace
from xml.parsers import expat

# Those of cppcheck, whose runaddon.py starts this file: the folder of that script is searched first.
import cppcheckdata
import misra

NO_VALUES = []


# ------------------------------------------------------------------ dumps


KINDS = {"name": (("isName",), (), ("isUnsigned", "isSigned")), "number": (("isNumber",), ("isInt", "isFloat"), ()),
         "string": (("isString",), (), ()), "char": (("isChar",), (), ()),
         "op": (("isOp",), ("isArithmeticalOp", "isAssignmentOp", "isComparisonOp", "isLogicalOp"), ())}
MARKS = ("isExpandedMacro", "isRemovedVoidParameter", "isSplittedVarDeclComma", "isSplittedVarDeclEq", "isImplicitInt")
COPIED = {"id": "Id", "str": "str", "scope": "scopeId", "link": "linkId", "variable": "variableId", "function": "functionId",
          "values": "valuesId", "type-scope": "typeScopeId", "astParent": "astParentId", "astOperand1": "astOperand1Id",
          "astOperand2": "astOperand2Id", "file": "file"}
NUMBERS = {"varId": "varId", "exprId": "exprId", "column": "column", "line": "linenr"}
LINKS = (("scopeId", "scope"), ("linkId", "link"), ("variableId", "variable"), ("functionId", "function"), ("typeScopeId", "typeScope"),
         ("astParentId", "astParent"), ("astOperand1Id", "astOperand1"), ("astOperand2Id", "astOperand2"))


class Token(cppcheckdata.Token):
    """Sets what differs from the values of the class alone."""

    def __init__(self, element):
        """element: the attributes of a tag, a dictionary."""
        own = self.__dict__
        own["linenr"] = own["column"] = 0
        if "line" not in element and "linenr" in element:
            own["linenr"] = int(element["linenr"])
        for name, value in element.items():
            if name in COPIED:
                own[COPIED[name]] = value
            elif name in NUMBERS:
                if value:
                    own[NUMBERS[name]] = int(value)
            elif name in MARKS:
                if value:
                    own[name] = True
        kind = KINDS.get(element.get("type"))
        if kind:
            self.of_kind(kind, element)
        if element.get("valueType-type"):
            own["valueType"] = cppcheckdata.ValueType(element)

    def of_kind(self, kind, element):
        always, first, each = kind
        for name in always:
            setattr(self, name, True)
        for name in first:
            if element.get(name):
                setattr(self, name, True)
                break
        for name in each:
            if element.get(name):
                setattr(self, name, True)
        if "isString" in always:
            self.strlen = int(element["strlen"])

    def setId(self, IdMap):
        own = self.__dict__
        for name, target in LINKS:
            if name in own:
                own[target] = IdMap[own[name]]
        self.values = self.impossible_values = NO_VALUES
        found = IdMap[own["valuesId"]] if "valuesId" in own else None
        if found:
            self.values = [value for value in found if not value.isImpossible()]
            self.impossible_values = [value for value in found if value.isImpossible()]
            for value in found:
                value.setId(IdMap)
        if self.valueType:
            self.valueType.setId(IdMap)


class Dump(cppcheckdata.CppcheckData):
    """A dump that is read once, from its tags as they come; the same objects in the same order as its class above."""

    def __init__(self, filename):
        self.filename = filename
        self.rawTokens, self.suppressions, self.files = [], [], []
        self.platform = None
        self.read = []
        self.within = set()
        self.cfg = self.arguments = self.function = self.values = None
        parser = expat.ParserCreate()
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.buffer_text = True
        with open(filename, "rb") as file:
            parser.ParseFile(file)
        cppcheckdata.current_dumpfile_suppressions = self.suppressions
        for one, other in zip(self.rawTokens, self.rawTokens[1:]):
            other.previous, one.next = one, other

    def iterconfigurations(self):
        """Each of them once: nobody needs one that was checked."""
        while self.read:
            yield self.read.pop(0)

    def start(self, tag, at):
        if tag in AREAS:
            self.within.add(tag)
        reader = READERS.get(tag)
        if reader:
            reader(self, at)

    def end(self, tag):
        self.within.discard(tag)
        if tag == "dump":
            self.cfg.setIdMap(self.arguments)
            self.read.append(self.cfg)
            self.cfg = None
        elif tag == "function":
            self.cfg.functions.append(self.function)
        elif tag == "values":
            self.cfg.valueflow.append(self.values)

    def raw_token(self, at):
        if "rawtokens" in self.within:
            token = Token(at)
            token.file = self.files[int(at["fileIndex"])]
            self.rawTokens.append(token)

    def raw_file(self, at):
        if "rawtokens" in self.within:
            self.files.append(at.get("name"))

    def set_platform(self, at):
        self.platform = self.platform or cppcheckdata.Platform(at)

    def suppression(self, at):
        if "suppressions" in self.within:
            self.suppressions.append(cppcheckdata.Suppression(at))

    def dump(self, at):
        self.cfg, self.arguments = cppcheckdata.Configuration(at.get("cfg")), []

    def warning(self, at):
        self.cfg.clang_warnings.append({"file": at.get("file"), "line": int(at.get("line")), "column": int(at.get("column")),
                                        "message": at.get("message")})

    def one_function(self, at):
        self.function = cppcheckdata.Function(at, self.cfg.scopes[-1])

    def argument(self, at):
        self.function.argumentId[int(at.get("nr"))] = at.get("variable")

    def variable(self, at):
        if "varlist" in self.within:
            self.cfg.scopes[-1].varlistId.append(at.get("id"))
        else:
            variable = cppcheckdata.Variable(at)
            (self.cfg.variables if variable.nameTokenId else self.arguments).append(variable)

    def typedef(self, at):
        if "typedef-info" in self.within:
            self.cfg.typedefInfo.append(cppcheckdata.TypedefInfo(at))

    def value_list(self, at):
        self.values = cppcheckdata.ValueFlow(at)


AREAS = ("rawtokens", "suppressions", "varlist", "typedef-info")
READERS = {
    "platform": Dump.set_platform, "tok": Dump.raw_token, "file": Dump.raw_file, "suppression": Dump.suppression, "dump": Dump.dump,
    "clang-warning": Dump.warning, "c": lambda dump, at: dump.cfg.standards.set_c(at), "cpp": lambda dump, at: dump.cfg.standards.set_cpp(at),
    "posix": lambda dump, at: dump.cfg.standards.set_posix(at),
    "directive": lambda dump, at: dump.cfg.directives.append(cppcheckdata.Directive(at)),
    "macro": lambda dump, at: dump.cfg.macro_usage.append(cppcheckdata.MacroUsage(at)),
    "if-cond": lambda dump, at: dump.cfg.preprocessor_if_conditions.append(cppcheckdata.PreprocessorIfCondition(at)),
    "token": lambda dump, at: dump.cfg.tokenlist.append(Token(at)), "scope": lambda dump, at: dump.cfg.scopes.append(cppcheckdata.Scope(at)),
    "function": Dump.one_function, "arg": Dump.argument, "var": Dump.variable, "info": Dump.typedef, "values": Dump.value_list,
    "value": lambda dump, at: dump.values.values.append(cppcheckdata.Value(at))}


# ------------------------------------------------------------------ functions with one answer


@lru_cache(None)
def words_of(pattern):
    return pattern.split(" ")


def simple_match(token, pattern):
    for word in words_of(pattern):
        if not token or token.str != word:
            return False
        token = token.next
    return True


def is_cast(expr):
    if not expr or expr.str != "(" or not expr.astOperand1 or expr.astOperand2:
        return False
    return not (expr.next and expr.next.str == ")")


def save_tagnames(checker, dumpfile, cfg):
    """A tag is used if its name stands anywhere behind its body: the last place of each name tells."""
    if checker._ctu_summary_tagnames:
        return
    checker._ctu_summary_tagnames = True
    last = {token.str: at for at, token in enumerate(cfg.tokenlist)}
    places = {token: at for at, token in enumerate(cfg.tokenlist)}
    summary = [{"name": scope.className, "used": scope.bodyEnd is not None and last.get(scope.className, -1) >= places[scope.bodyEnd],
                "file": scope.bodyStart.file, "line": scope.bodyStart.linenr, "column": scope.bodyStart.column}
               for scope in cfg.scopes if scope.className is not None and scope.type in ("Struct", "Enum")]
    if summary:
        cppcheckdata.reportSummary(dumpfile, "MisraTagName", summary)


PLAIN_8_2 = misra.MisraChecker.misra_8_2


def misra_8_2(checker, cfg, raw_tokens):
    """It looks for the name of each variable in all tokens of the sources: those at such a place are enough."""
    names = {(name.file, name.linenr, name.column) for name in (variable.nameToken for variable in cfg.variables) if name}
    PLAIN_8_2(checker, cfg, [token for token in raw_tokens if (token.file, token.linenr, token.column) in names])


class Summaries:
    """Stands for json where misra.py reads the summaries of all sources. What it makes of one typedef, tag or macro is the same each
    time that one comes, and it looks for each among all before: the second and later ones are left out."""

    def __init__(self):
        self.seen = set()

    def loads(self, text):
        found = json.loads(text)
        kind = found["summary"]
        if kind in ("MisraTypedefInfo", "MisraTagName", "MisraMacro"):
            found["data"] = [one for one in found["data"] if self.is_new((kind, *sorted(one.items())))]
        return found

    def is_new(self, one):
        before = len(self.seen)
        self.seen.add(one)
        return len(self.seen) > before


def replace():
    gc.disable()
    cppcheckdata.parsedump = Dump
    cppcheckdata.simpleMatch = misra.simpleMatch = simple_match
    misra.isCast = is_cast
    misra.MisraChecker.misra_8_2 = misra_8_2
    misra.MisraChecker._save_ctu_summary_tagnames = save_tagnames
    misra.json = SimpleNamespace(loads=Summaries().loads, dumps=json.dumps)


def main():
    if os.environ.get("MISRA_ADDON") != "plain":
        replace()
    misra.main()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(cppcheckdata.EXIT_CODE)    # Without the time that it takes to give back what the dump was read into.


if __name__ == "__main__":
    main()
