#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/phases.md and inc/ringfence_functions.h from the table of admissions, src/core/api.h.

Usage: phases_table.py [--check]

The header has the rows of the source. The page is read from the compiled source, once for each choice of the
configuration that changes it. With --check nothing is written, and the exit status says whether both are what would be
written.
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

A call in a phase that does not admit it returns `NvSciError_InvalidState` (functions without a result return
at once, `GetSlotCount` returns 0), changes nothing in the library and is counted: `RingfenceGetLastRefusal`
names the last one, `RingfenceGetAdmission` has the count of each function.

- (1) with `RINGFENCE_CFG_STRICT_INIT` set to 1, INIT refuses it
- (2) with `RINGFENCE_CFG_RUNTIME_QUERIES` set to 1, RUNTIME admits it

The number of a function is `functionId` of the reports of refusals, faults and admissions, for libraries without texts
(`RINGFENCE_CFG_TEXTS` 0); [ringfence_functions.h](../inc/ringfence_functions.h) has the numbers as constants. It stays
the function's own in later versions.

The table is written by `test/tools/phases_table.py` from the library's own table of admissions.

| function | number | INIT | RUNTIME | DEINIT |
|---|---|---|---|---|
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


def read_table(folder, *definitions):
    """Name, number and mask of phases of each function, as the library has it when compiled so."""
    source = Path(folder) / "print.c"
    program = Path(folder) / "print"
    source.write_text(PRINTER, encoding="utf-8")
    subprocess.run(["gcc", "-std=c11", "-Iinc", "-Isrc", "-Icfg", *definitions, "-o", str(program), str(source),
                    "src/core/phase.c", "src/port/posix/thread.c", "src/port/common/mutex.c", "-pthread"], cwd=ROOT, check=True)
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


def page():
    with tempfile.TemporaryDirectory() as folder:
        default = read_table(folder)
        strict = read_table(folder, "-DRINGFENCE_CFG_STRICT_INIT=1U")
        queries = read_table(folder, "-DRINGFENCE_CFG_RUNTIME_QUERIES=1U")
    rows = []
    for name in sorted(default):
        cells = [cell(phase, default[name][1], strict[name][1], queries[name][1]) for phase in PHASES.values()]
        rows.append(f"| `{name}` | {default[name][0]} | {' | '.join(cells)} |\n")
    return HEAD + "".join(rows)


def header():
    """inc/ringfence_functions.h, in the order of the numbers."""
    text = re.sub(r"\\\n", " ", (ROOT / "src/core/api.h").read_text(encoding="utf-8"))
    rows = sorted((int(number), identifier, name) for identifier, number, name in
                  re.findall(r'\bROW\(\s*OP_(\w+),\s*(\d+)U,\s*"([\w.]+)"', text))
    lines = [f"    /** {name} */\n    RINGFENCE_FUNCTION_{identifier} = {number}" for number, identifier, name in rows]
    return HEADER_HEAD + ",\n".join(lines) + "\n" + HEADER_END


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    header_text = header()
    if not options.check:
        HEADER.write_text(header_text, encoding="utf-8")
    stale = [] if HEADER.exists() and HEADER.read_text(encoding="utf-8") == header_text else [HEADER]
    text = page()
    if not options.check:
        PAGE.write_text(text, encoding="utf-8")
    stale += [] if PAGE.exists() and PAGE.read_text(encoding="utf-8") == text else [PAGE]
    for path in stale:
        print(f"phases: {path.relative_to(ROOT)} is out of date; run test/tools/phases_table.py")
    if options.check and not stale:
        print("phases: the page and the header are what the library says")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
