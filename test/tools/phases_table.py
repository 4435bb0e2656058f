#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/phases.md, inc/ringfence_functions.h and inc/ringfence_mission.h from the table of admissions, src/core/tables.h, whose rows are in src/*/api.def.

Usage: phases_table.py [--check]

ringfence_functions.h has the rows of the source. The page and ringfence_mission.h are read from the compiled source, once
for each choice of the configuration that changes them; the page has the reason of each row that RUNTIME admits besides, a
sentence of src/core/reasons.h, and a row without one, or with one though RUNTIME refuses it, is an error. With --check
nothing is written, and the exit status says whether all are what would be written.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from ctext import ROOT

PAGE = ROOT / "docs" / "phases.md"
HEADER = ROOT / "inc" / "ringfence_functions.h"
MISSION = ROOT / "inc" / "ringfence_mission.h"
REASONS = ROOT / "src" / "core" / "reasons.h"
PHASES = {"INIT": 1, "RUNTIME": 2, "DEINIT": 4}
PRINTER = """
#include <stdio.h>
#include "ringfence.h"
int main(void)
{
    RingfenceAdmission row;
    for (size_t i = 0U; RingfenceGetAdmission(i, &row) == NvSciError_Success; i++) {
        (void)printf("%s %u %u\\n", row.function, (unsigned)row.functionId, row.phases);
    }
    return 0;
}
"""

HEAD = """# Phases

A process is in one of three phases, and goes through them in a circle: INIT, RUNTIME, DEINIT, INIT.
`RingfenceAdvancePhase` takes the step; every other step is refused with `NvSciError_InvalidState`. A program
that never takes a step stays in INIT.

| phase | what it is for |
|---|---|
| INIT | negotiate and reserve: everything is admitted |
| RUNTIME | wait and signal, and what these need |
| DEINIT | free, clear and close |

A call in a phase that does not admit it is refused, changes nothing in the library and is counted:
`RingfenceDescribeLastRefusal` writes the last one as a line that says when to call the function,
`RingfenceGetLastRefusal` gives it as fields, `RingfenceGetAdmission` has the count of each function. It returns

| functions | what a refused call returns |
|---|---|
| those with an `NvSciError`, and `NvSciIpcWaitEventQnx` | `NvSciError_InvalidState` |
| of CUDA: `ringfenceCu…`, `ringfenceCuda…` | `CUDA_ERROR_NOT_PERMITTED`, `cudaErrorNotPermitted`: 800; what is CUDA's own passes |
| of cuDLA: `cudla…` | `cudlaErrorUnsupportedOperation` |
| of NvMedia | `NVMEDIA_STATUS_UNDEFINED_STATE` |
| those that give a number: `GetSlotCount` | 0 |
| those that give a pointer: `NvMediaDeviceCreate`, `NvMediaImageCreateNew`, `NvMedia2DCreate` of generation 5 | NULL |
| those without a result | nothing |

In RUNTIME the library takes no memory, no addresses, no files and no sockets from the system, and starts no thread:
`test/system/runtime_forbidden_test.c` calls each function that RUNTIME admits where the system traps such calls, and
`dla_forbidden_test.c`, `media_forbidden_test.c` and `media_compose_forbidden_test.c` beside it those of the software
engines, whose threads are under the trap too. What is left is in [channels.md](channels.md#what-a-connection-needs).

- (1) with `RINGFENCE_CFG_STRICT_INIT` set to 1, INIT refuses it
- (2) with `RINGFENCE_CFG_RUNTIME_QUERIES` set to 1, RUNTIME admits it

The number of a function is `functionId` of the reports of refusals, faults and admissions, for libraries without texts
(`RINGFENCE_CFG_TEXTS` 0); [ringfence_functions.h](../inc/ringfence_functions.h) has the numbers as constants. It stays
the function's own in later versions.

Which calls a program makes in RUNTIME can be asked of the linker: [mission.md](mission.md).

The table is written by `test/tools/phases_table.py` from the library's own table of admissions. Each function that
RUNTIME admits has its reason in its row. Versions and the number of engines are asked for before the first call of all,
which is one of INIT.

| function | number | INIT | RUNTIME | DEINIT | what needs it in RUNTIME |
|---|---|---|---|---|---|
"""

HEADER_HEAD = """/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ringfence_functions.h
 * Numbers of the public functions, for reports of libraries without texts (RINGFENCE_CFG_TEXTS 0).
 *
 * A number stays with its function in later versions; functions that are new get new ones.
 *
 * Written by test/tools/phases_table.py.
 */
#ifndef RINGFENCE_FUNCTIONS_H
#define RINGFENCE_FUNCTIONS_H

#ifdef __cplusplus
extern "C" {
#endif

/** A public function. */
typedef enum {
    /** No function. */
    RINGFENCE_FUNCTION_NONE = 0,
"""

HEADER_END = """} RingfenceFunctionId;

#ifdef __cplusplus
}
#endif

#endif /* RINGFENCE_FUNCTIONS_H */
"""

MISSION_HEAD = """/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ringfence_mission.h
 * For sources that run in phase RUNTIME: a function that RUNTIME does not admit is an error of the
 * compiler, which names the phases that admit it.
 *
 * It brings the headers of NvSci and ringfence.h, and stands behind those of engines, whose functions
 * it knows if they were declared before; -include puts it before a source that has none of these.
 * RINGFENCE_MISSION_QUERIES is defined for libraries with RINGFENCE_CFG_RUNTIME_QUERIES 1. Compilers
 * other than gcc and clang see no difference. libringfence_mission.a refuses the same functions when
 * objects are linked, whatever they include: docs/mission.md.
 *
 * Written by test/tools/phases_table.py.
 */
/* @satisfies RF-CORE-380 RF-CORE-381 RF-CORE-382 */
#ifndef RINGFENCE_MISSION_H
#define RINGFENCE_MISSION_H

#include "nvscibuf.h"
#include "nvscievent.h"
#include "nvsciipc.h"
#include "nvscistream.h"
#include "nvscisync.h"
#include "ringfence.h"

#ifdef __cplusplus
extern "C" {
#endif

/** @cond */
#if defined(__clang__) || (defined(__GNUC__) && (__GNUC__ >= 12))
#define RINGFENCE_MISSION_ERROR(text) __attribute__((unavailable(text)))
#elif defined(__GNUC__)
#define RINGFENCE_MISSION_ERROR(text) __attribute__((error(text)))
#else
#define RINGFENCE_MISSION_ERROR(text)
#endif
#define RINGFENCE_NOT_IN_RUNTIME(function, phases)                                                 \\
    extern __typeof__(function) function RINGFENCE_MISSION_ERROR(                                  \\
        #function " is admitted in " phases ", not in RUNTIME");

"""

MISSION_END = """/** @endcond */

#ifdef __cplusplus
}
#endif

#endif /* RINGFENCE_MISSION_H */
"""

# Headers that every program of RUNTIME has; the others are known by their guards.
INCLUDED = {"nvscibuf.h", "nvscievent.h", "nvsciipc.h", "nvscistream.h", "nvscistream_api.h", "nvscisync.h", "ringfence.h"}


def read_table(folder, *definitions):
    """Name, number and mask of phases of each function, as the library has it when compiled so."""
    source = Path(folder) / "print.c"
    program = Path(folder) / "print"
    source.write_text(PRINTER, encoding="utf-8")
    subprocess.run(["gcc", "-std=c11", "-Iinc", "-Isrc", "-Icfg", *definitions, "-o", str(program), str(source),
                    "src/core/phase.c", "src/core/admission.c", "src/core/fault.c", "src/core/phase_keep.c", "src/core/no_streams.c", "src/port/posix/thread.c", "src/port/posix/refuse.c",
                    "src/port/common/mutex.c", "-pthread"], cwd=ROOT, check=True)
    output = subprocess.run([str(program)], check=True, stdout=subprocess.PIPE, text=True).stdout
    return {name: (int(number), int(mask)) for name, number, mask in re.findall(r"^([\w.]+) (\d+) (\d+)$", output, re.M)}


def cell(phase, default, strict, queries):
    """What the page says of a function in a phase: admitted or not, and what changes that."""
    text = "yes" if default & phase else "-"
    if (default ^ strict) & phase:
        text += " (1)"
    if (default ^ queries) & phase:
        text += " (2)"
    return text


def read_tables():
    """The tables of the default, with STRICT_INIT, and with RUNTIME_QUERIES."""
    with tempfile.TemporaryDirectory() as folder:
        return (read_table(folder), read_table(folder, "-DRINGFENCE_CFG_STRICT_INIT=1U"),
                read_table(folder, "-DRINGFENCE_CFG_RUNTIME_QUERIES=1U"))


def guards_of_functions():
    """Guard of the header that declares each function; none for those that the header of missions includes."""
    guards = {}
    for path in sorted({*(ROOT / "inc").rglob("*.h")} - {ROOT / "inc" / "ringfence_compat.h", MISSION}):
        text = path.read_text(encoding="utf-8")
        guard = re.search(r"^#ifndef (\w+)$", text, re.M).group(1)
        older = set(re.findall(r"^#define \w+ (\w+_v6)$", text, re.M))
        declared = set(re.findall(r"\b(\w+)\(", re.sub(r"/\*.*?\*/", "", text, flags=re.S)))
        renamed = {name[:-len("_v6")] for name in older}
        for name in (declared - renamed) | older:
            guards.setdefault(name, set()).add("" if path.name in INCLUDED else guard)
    return guards


def mission(default, queries):
    """inc/ringfence_mission.h, in the order of the names, by the guards of their headers."""
    guards = guards_of_functions()
    groups = {}
    for name in sorted(default):
        if "." in name or default[name][1] & PHASES["RUNTIME"]:
            continue
        phases = " and ".join(phase for phase, bit in PHASES.items() if default[name][1] & bit)
        row = f'RINGFENCE_NOT_IN_RUNTIME({name}, "{phases}")\n'
        asks = queries[name][1] & PHASES["RUNTIME"]
        for guard in sorted(guards[name]):
            groups.setdefault((guard, bool(asks)), []).append(row)
    text = ""
    for (guard, asks), rows in sorted(groups.items()):
        opened = [f"#ifdef {guard}\n"] if guard else []
        opened += ["#ifndef RINGFENCE_MISSION_QUERIES\n"] if asks else []
        text += "".join(opened) + "".join(rows) + "#endif\n" * len(opened) + "\n"
    return MISSION_HEAD + text + MISSION_END


def read_rows():
    """Number, identifier, name and what else is in each row of the source."""
    text = "".join(re.sub(r"\\\n", " ", path.read_text(encoding="utf-8")) for path in sorted((ROOT / "src").glob("*/api.def")))
    rows = re.findall(r'\bROW\(\s*OP_(\w+),\s*(\d+)U,\s*"([\w.]+)",\s*(\w+(?:\s+\w+)*)\)', text)
    return [(int(number), identifier, name, words) for identifier, number, name, words in rows]


def read_reasons(default):
    """What needs each function in RUNTIME; the functions whose rows do not say it, or say it though RUNTIME refuses them."""
    sentences = dict((name, text) for text, name in
                     re.findall(r"^/\*\* (.+) \*/\n#define (FOR_\w+)$", REASONS.read_text(encoding="utf-8"), re.M))
    reasons, wrong = {}, []
    for _, _, name, words in read_rows():
        reasons[name] = " ".join(sentences.get(word, "") for word in words.split()[1:])
        if bool(reasons[name]) != bool(default[name][1] & PHASES["RUNTIME"]):
            wrong.append(name)
    return reasons, wrong


def page(default, strict, queries, reasons):
    rows = []
    for name in sorted(default):
        cells = [cell(phase, default[name][1], strict[name][1], queries[name][1]) for phase in PHASES.values()]
        rows.append(f"| `{name}` | {default[name][0]} | {' | '.join(cells)} | {reasons[name] or '-'} |\n")
    return HEAD + "".join(rows)


def header():
    """inc/ringfence_functions.h, in the order of the numbers."""
    lines = [f"    /** {name} */\n    RINGFENCE_FUNCTION_{identifier} = {number}" for number, identifier, name, _ in sorted(read_rows())]
    return HEADER_HEAD + ",\n".join(lines) + "\n" + HEADER_END


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    tables = read_tables()
    reasons, wrong = read_reasons(tables[0])
    for name in wrong:
        admits = "admits" if tables[0][name][1] & PHASES["RUNTIME"] else "refuses"
        print(f"phases: RUNTIME {admits} {name}, whose row has {'no' if admits == 'admits' else 'a'} reason of {REASONS.relative_to(ROOT)}")
    if wrong:
        return 1
    stale = []
    for path, text in ((HEADER, header()), (MISSION, mission(tables[0], tables[2])), (PAGE, page(*tables, reasons))):
        if not options.check:
            path.write_text(text, encoding="utf-8")
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(path)
    for path in stale:
        print(f"phases: {path.relative_to(ROOT)} is out of date; run test/tools/phases_table.py")
    if options.check and not stale:
        print("phases: the page and the headers are what the library says")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
