#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/phases.md from the table of admissions, src/core/api.h.

Usage: phases_table.py [--check]

The table is read from the compiled source, once for each choice of the configuration that changes it.
With --check nothing is written, and the exit status says whether the page is what would be written.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from ctext import ROOT

PAGE = ROOT / "docs" / "phases.md"
PHASES = {"INIT": 1, "RUNTIME": 2, "DEINIT": 4}
PRINTER = """
#include <stdio.h>
#include "ringfence.h"
int main(void)
{
    RingfenceAdmission row;
    for (size_t i = 0U; RingfenceGetAdmission(i, &row) == NvSciError_Success; i++) {
        (void)printf("%s %u\\n", row.function, row.phases);
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

The table is written by `test/tools/phases_table.py` from the library's own table of admissions.

| function | INIT | RUNTIME | DEINIT |
|---|---|---|---|
"""


def read_table(folder, *definitions):
    """Name and mask of phases of each function, as the library has it when compiled so."""
    source = Path(folder) / "print.c"
    program = Path(folder) / "print"
    source.write_text(PRINTER, encoding="utf-8")
    subprocess.run(["gcc", "-std=c11", "-Iinc", "-Isrc", "-Icfg", *definitions, "-o", str(program), str(source),
                    "src/core/phase.c", "src/port/posix/thread.c", "-pthread"], cwd=ROOT, check=True)
    output = subprocess.run([str(program)], check=True, stdout=subprocess.PIPE, text=True).stdout
    return {name: int(mask) for name, mask in re.findall(r"^([\w.]+) (\d+)$", output, re.M)}


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
        cells = [cell(phase, default[name], strict[name], queries[name]) for phase in PHASES.values()]
        rows.append(f"| `{name}` | {' | '.join(cells)} |\n")
    return HEAD + "".join(rows)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    text = page()
    status = 0
    if options.check:
        current = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
        status = 0 if current == text else 1
        print("phases: the page is what the library says" if status == 0 else
              "phases: docs/phases.md is out of date; run test/tools/phases_table.py")
    else:
        PAGE.write_text(text, encoding="utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main())
