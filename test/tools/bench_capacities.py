#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts the instructions of the runtime path in libraries of several capacities, and fails where they depend on them.

Usage: bench_capacities.py BUILD [CAPACITY...]

For each capacity (16, 64, 256 and so on, as far as cfg/ringfence_cfg.h goes) the library is built in BUILD/bench/capacity-N with
so many rows in each table whose greatest size is 1023 or more, or with as many as the table can have. test/bench/fill.c takes the
rows that test/bench/counts.c does not need. BUILD/bench/capacities.json gets the counts. Needs x86-64.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

from capacities import read_capacities
from ctext import ROOT

CAPACITIES = (16, 64, 256, 1024, 4096, 16384, 65536)
# Tables that are not small: those of endpoints have the rows of the built-in table.
LEAST_TABLE = 1023
NOT_SET = ("RINGFENCE_CFG_IPC_", "RINGFENCE_CFG_CUDA_", "RINGFENCE_CFG_DLA_", "RINGFENCE_CFG_2D_")
# Rows of at least so many bytes are in a table of at most so many: all tables must fit into the 2 GiB that a program reaches.
LARGE_ROW, LARGE_TABLE = 8192, 32 << 20
# What counts may differ by, and which part of them: remainders of capacities that are no powers of two take more instructions. A
# look at each row takes thousands more.
TOLERANCE, PART = 16, 8


def tables():
    """Macros of capacities."""
    problems = []
    found = [capacity for capacity in read_capacities(problems)
             if capacity.tables and capacity.low == 1 and capacity.high >= LEAST_TABLE and not capacity.name.startswith(NOT_SET)]
    if problems or not found:
        sys.exit("\n".join(problems) or "bench-capacities: no tables")
    return found


def most_of(macro):
    """Rows that a table gets at most."""
    return macro.high if int(macro.cost) < LARGE_ROW else min(macro.high, LARGE_TABLE // int(macro.cost))


def counts(build, macros, rows):
    """Instructions of each case in a library with so many rows."""
    folder = f"{build}/bench/capacity-{rows}"
    defines = " ".join(f"-D{macro.name}={min(rows, most_of(macro))}U" for macro in macros)
    program = f"{folder}/bin/bench/counts_full"
    built = subprocess.run(["make", "--no-print-directory", f"-j{os.environ.get('JOBS') or os.cpu_count()}", f"BUILD={folder}", f"CFLAGS=-O2 -g {defines}",
                            program], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if built.returncode != 0:
        sys.exit(f"bench-capacities: {rows} rows: does not build\n{built.stdout[-4000:]}")
    ran = subprocess.run([ROOT / program], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if ran.returncode != 0:
        sys.exit(f"bench-capacities: {rows} rows: {program} ends with {ran.returncode}")
    # The least of the runs: a run may have met another tick of the clock.
    return {line.split("\t")[0]: int(line.split("\t")[2]) for line in ran.stdout.splitlines()[1:]}


def main():
    build = sys.argv[1]
    macros = tables()
    greatest = max(macro.high for macro in macros)
    wanted = [int(word) for word in sys.argv[2:]] or [rows for rows in CAPACITIES if rows <= greatest + 1]
    measured = [counts(build, macros, rows) for rows in wanted]
    table = {case: [one[case] for one in measured] for case in measured[0]}
    grown = {case for case, numbers in table.items() if max(numbers) - min(numbers) > TOLERANCE + min(numbers) // PART}
    problems = [f"{case}: {table[case]} instructions" for case in sorted(grown)]
    path = Path(build) / "bench" / "capacities.json"
    path.write_text(json.dumps({"capacities": wanted, "tables": [macro.name for macro in macros], "instructions": table}, indent=1) + "\n",
                    encoding="utf-8")
    for case, numbers in table.items():
        print(f"{case:<56}" + "".join(f"{number:>8}" for number in numbers))
    print("\n".join([*problems, f"bench-capacities: {len(table)} cases with {', '.join(map(str, wanted))} rows in {len(macros)} tables, "
                                f"{len(problems)} problems"]))
    return 1 if problems or not table else 0


if __name__ == "__main__":
    sys.exit(main())
