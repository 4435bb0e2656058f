#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests errors.py: on a small tree it finds nothing, with each seeded mistake of a header, of code or of the list of exceptions it does.

Usage: errors_seeds.py
"""

import shutil
import sys
import tempfile
from pathlib import Path

import errors
from ctext import ROOT

HEADER = "inc/small.h"
SOURCE = "src/core/small.c"
OTHER = "src/attr/other.c"
ROWS = errors.EXCEPTIONS


def documented(prototype, *codes):
    return "/**\n * Does it.\n *\n" + "".join(f" * @retval {code}\n" for code in codes) + f" *\n * Phase INIT.\n */\n{prototype};\n\n"


BODY = "NvSciError {}\n{{\n    NvSciError status = NvSciError_Unknown;\n\n{}    return status;\n}}\n\n"
TREE = {
    HEADER: '/**\n * @file small.h\n * Small.\n */\n#include "nvscierror.h"\n\ntypedef struct {\n    NvSciError (*ask)(int number);\n    NvSciError lack;\n} Small;\n\n'
            "extern const Small g_small;\nextern Small g_kept[4];\ntypedef struct {\n    int number;\n    NvSciError status;\n} Pair;\n\nNvSciError other(int number);\nPair two(int number);\nvoid other_out(int number, NvSciError *status);\n\n"
            + documented("NvSciError NvSciOwn(int number)", "NvSciError_Success", "NvSciError_Timeout  iff it is 1", "NvSciError_Busy, NvSciError_NoSpace")
            + documented("NvSciError NvSciCalls(int number)", "NvSciError_Success", "NvSciError_NoData")
            + documented("NvSciError NvSciTable(int number)", "NvSciError_Success", "NvSciError_NoData")
            + documented("NvSciError NvSciOut(int number)", "NvSciError_Success", "NvSciError_EndOfFile")
            + documented("NvSciError NvSciField(int number)", "NvSciError_Success", "NvSciError_Overflow")
            + documented("NvSciError NvSciMends(int number)", "NvSciError_Success", "NvSciError_TooBig")
            + documented("NvSciError NvSciPair(int number)", "NvSciError_Success", "NvSciError_AlreadyDone")
            + documented("NvSciError NvSciOthers(int number)", "NvSciError_TooBig", "others  iff NvSciCalls() would return it")
            + documented("NvSciError NvSciMaps(int number)", "NvSciError_Success", "NvSciError_TooBig")
            + documented("NvSciError NvSciRange(unsigned int number)", "NvSciError_Success", "NvSciError_BadParameter")
            + documented("NvSciError NvSciShared(int number)", "NvSciError_Success", "NvSciError_IO")
            + "NvSciError map(NvSciError status);\nextern _Atomic(NvSciError) g_shared;\n"
            + "typedef enum { RINGFENCE_HOOK_DONE = 0, RINGFENCE_HOOK_FAILED = 1 } RingfenceHookResult;\n\n"
            + documented("RingfenceHookResult RingfenceHookRest(void)", "RINGFENCE_HOOK_DONE", "RINGFENCE_HOOK_FAILED  NvSciCalls() gives NvSciError_NoData"),
    SOURCE: '#include "small.h"\n\nSmall g_kept[4];\n\n'
            + BODY.format("NvSciOwn(int number)", "    if (number == 1) {\n        status = NvSciError_Timeout;\n    } else if (number > 5) {\n"
                          "        status = NvSciError_Busy;\n    } else if (number > 3) {\n        status = NvSciError_NoSpace;\n    } else {\n"
                          "        status = NvSciError_Success;\n    }\n")
            + BODY.format("NvSciCalls(int number)", "    status = other(number);\n")
            + BODY.format("NvSciTable(int number)", "    status = g_small.ask(number);\n")
            + "NvSciError NvSciOut(int number)\n{\n    NvSciError status;\n\n    other_out(number, &status);\n    return status;\n}\n\n"
            + BODY.format("NvSciField(int number)", "    status = g_kept[number & 3].lack;\n")
            + BODY.format("NvSciMends(int number)", "    status = other(number);\n    if (status == NvSciError_NoData) {\n        status = NvSciError_TooBig;\n    }\n")
            + "NvSciError NvSciPair(int number)\n{\n    const Pair made = two(number);\n\n    return (made.number == 9) ? NvSciError_Success : made.status;\n}\n\n"
            + BODY.format("NvSciOthers(int number)", "    status = (number == 7) ? NvSciError_TooBig : NvSciCalls(number);\n")
            + BODY.format("NvSciMaps(int number)", "    status = map(other(number));\n")
            + BODY.format("NvSciRange(unsigned int number)", "    status = ((number - 1U) < 1000000U) ? NvSciError_Success : NvSciError_BadParameter;\n")
            + BODY.format("NvSciShared(int number)", "    g_shared = (number == 7) ? NvSciError_IO : NvSciError_Success;\n    status = g_shared;\n"),
    OTHER: '#include "small.h"\n\nconst Small g_small = {&other, NvSciError_Success};\n\n'
           + BODY.format("other(int number)", "    status = (number > 3) ? NvSciError_NoData : NvSciError_Success;\n    g_kept[0].lack = NvSciError_Overflow;\n")
           + "Pair two(int number)\n{\n    const Pair made = {(number > 5) ? 9 : 7, (number > 3) ? NvSciError_AlreadyDone : NvSciError_Success};\n\n    return made;\n}\n\n"
           + BODY.format("map(NvSciError from)", "    switch (from) {\n    case NvSciError_NoData:\n        status = NvSciError_TooBig;\n        break;\n"
                         "    case NvSciError_Success:\n        status = NvSciError_Success;\n        break;\n"
                         "    default:\n        status = NvSciError_Busy;\n        break;\n    }\n")
           + "_Atomic(NvSciError) g_shared;\n\nvoid other_out(int number, NvSciError *status)\n{\n    *status = (number > 2) ? NvSciError_EndOfFile : NvSciError_Success;\n}\n",
    ROWS: "# Exceptions\n",
}
ROW = "NvSciOwn\tNvSciError_Busy\tmore\tnobody does that\n"
# Name: (file, text, text in its place), ...; problems, as parts of their texts.
SEEDS = {
    "sound": ((), ()),
    "header lacks an error": (((HEADER, " * @retval NvSciError_Timeout  iff it is 1\n", ""),), ("NvSciOwn can return NvSciError_Timeout",)),
    "header lacks one of a list": (((HEADER, "NvSciError_Busy, ", ""),), ("NvSciOwn can return NvSciError_Busy",)),
    "header has one too many": (((HEADER, "NvSciError_Busy, ", "NvSciError_Busy, NvSciError_IO, "),), (f"{HEADER}:28: NvSciOwn never returns NvSciError_IO",)),
    "header lacks success": (((HEADER, " * @retval NvSciError_Success\n * @retval NvSciError_Overflow", " * @retval NvSciError_Overflow"),),
                             ("NvSciField can return NvSciError_Success",)),
    "code has one more": (((SOURCE, "        status = NvSciError_Success;", "        status = NvSciError_IO;"),),
                          ("NvSciOwn can return NvSciError_IO", "NvSciOwn never returns NvSciError_Success")),
    "code has one less": (((SOURCE, "status = NvSciError_Busy", "status = NvSciError_NoSpace"),), ("NvSciOwn never returns NvSciError_Busy",)),
    "a called function has another": (((OTHER, "NvSciError_NoData", "NvSciError_IO"),),
                                      ("NvSciCalls can return NvSciError_IO, which is not named: NvSciCalls <- other", "NvSciCalls never returns NvSciError_NoData",
                                       "NvSciTable can return NvSciError_IO", "NvSciTable never", "NvSciMends can return NvSciError_IO",
                                       "NvSciOthers can return NvSciError_IO", "NvSciOthers never returns NvSciError_NoData",
                                       "NvSciMaps can return NvSciError_Busy", "NvSciMaps never returns NvSciError_TooBig",
                                       "RingfenceHookRest: NvSciCalls never returns NvSciError_NoData")),
    "a pointer argument gets another": (((OTHER, "NvSciError_EndOfFile", "NvSciError_IO"),), ("NvSciOut can return NvSciError_IO", "NvSciOut never")),
    "a field has another": (((OTHER, "NvSciError_Overflow", "NvSciError_IO"),), ("NvSciField can return NvSciError_IO", "NvSciField never")),
    "a structure has another": (((OTHER, "NvSciError_AlreadyDone", "NvSciError_IO"),), ("NvSciPair can return NvSciError_IO", "NvSciPair never")),
    "an error is not mended": (((SOURCE, "if (status == NvSciError_NoData)", "if (status == NvSciError_Success)"),),
                               ("NvSciMends can return NvSciError_NoData", "NvSciMends never returns NvSciError_Success")),
    "what others return changes": (((HEADER, " * @retval NvSciError_NoData\n *\n * Phase INIT.\n */\nNvSciError NvSciCalls", " *\n * Phase INIT.\n */\nNvSciError NvSciCalls"),),
                                   ("NvSciCalls can return NvSciError_NoData", "NvSciOthers can return NvSciError_NoData")),
    "any value": (((SOURCE, "    status = g_kept[number & 3].lack;\n", "    status = (NvSciError)number;\n"),), ("NvSciField can return anything", "NvSciField never returns NvSciError_Overflow")),
    "any value that was looked at": (((SOURCE, "    status = g_kept[number & 3].lack;\n", "    status = (NvSciError)number;\n"),
                                      (HEADER, " * @retval NvSciError_Success\n * @retval NvSciError_Overflow\n", " * @retval NvSciError_Success\n"),
                                      (ROWS, "# Exceptions\n", "NvSciField\tanything\tmore\tit is a number of the caller\n")), ()),
    "a range that changes": (((SOURCE, ": NvSciError_BadParameter", ": NvSciError_IO"),), ("NvSciRange can return NvSciError_IO", "NvSciRange never")),
    "an atomic variable has another": (((SOURCE, "(number == 7) ? NvSciError_IO", "(number == 7) ? NvSciError_Busy"),),
                                       ("NvSciShared can return NvSciError_Busy", "NvSciShared never")),
    "a code that comes is mapped": (((OTHER, "case NvSciError_Success:\n        status = NvSciError_Success;", "case NvSciError_Success:\n        status = NvSciError_IO;"),),
                                    ("NvSciMaps can return NvSciError_IO", "NvSciMaps never returns NvSciError_Success")),
    "a hook lacks a result": (((HEADER, " * @retval RINGFENCE_HOOK_DONE\n", ""),), ("RingfenceHookRest does not name RINGFENCE_HOOK_DONE",)),
    "a hook says what does not come": (((HEADER, "gives NvSciError_NoData", "gives NvSciError_IO"),), ("RingfenceHookRest: NvSciCalls never returns NvSciError_IO",)),
    "exception": (((HEADER, "NvSciError_Busy, ", ""), (ROWS, "# Exceptions\n", ROW)), ()),
    "exception that is not needed": (((ROWS, "# Exceptions\n", ROW),), (f"{ROWS}:1: NvSciOwn NvSciError_Busy more: the row is not needed",)),
    "exception without a reason": (((HEADER, "NvSciError_Busy, ", ""), (ROWS, "# Exceptions\n", ROW.replace("\tnobody does that", ""))), ("a row has a function",)),
    "function without code": (((SOURCE, "NvSciError NvSciTable(", "NvSciError NvSciTables("),), ("NvSciTable has no code",)),
    "code that does not compile": (((OTHER, "void other_out", "void void other_out"),), (f"{OTHER}: clang-14 does not compile it",) * 2 + ("NvSciOut",)),
    "a function twice": (((OTHER, "void other_out", "NvSciError NvSciOwn(int number)\n{\n    return (number > 1) ? NvSciError_Busy : NvSciError_Success;\n}\nvoid other_out"),),
                         ("NvSciOwn is in",) * 2),
}


def problems_of(seed, folder):
    for file, text in TREE.items():
        for place, old, new in seed:
            if place == file:
                if old not in text:
                    raise ValueError(f"{file} has no {old!r}")
                text = text.replace(old, new, 1)
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text, encoding="utf-8")
    shutil.copy(ROOT / "inc" / "nvscierror.h", folder / "inc")
    return errors.check(folder)[0]


def main():
    good = 0
    for name, (seed, wanted) in SEEDS.items():
        with tempfile.TemporaryDirectory() as folder:
            problems = problems_of(seed, Path(folder))
        missing = [text for text in wanted if not any(text in problem for problem in problems)]
        # What does not compile makes more of them.
        if missing or (len(problems) != len(wanted) and "compile" not in name and "twice" not in name):
            print(f"{name}: without {missing}:", *problems, sep="\n    ")
        else:
            good += 1
    print(f"errors_seeds: {good} of {len(SEEDS)} trees are judged as they should be")
    return 0 if good == len(SEEDS) else 1


if __name__ == "__main__":
    sys.exit(main())
