#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares instructions of functions of the library with those that are committed.

Usage: bench_counts.py BUILD [--accept]

test/bench/counts.tsv has the functions of the runtime path, streams from BUILD/bin/bench/stream_counts and all else from counts; these are linked
with libringfence.a, counts_shared and stream_counts_shared with libringfence.so. test/bench/init_counts.tsv has functions of INIT for some numbers of lists,
counted by BUILD/bin/bench/init_counts. Fails if instructions are more than
the committed ones by over a sixteenth and over 8, if calls or system calls are more, if one that was below its limit is over it, if a case is missing in the table or in the programs, if a function that
phase RUNTIME admits has no case, or if a function of INIT takes more than linear for more lists. Says which counts are smaller. --accept writes the tables; limits stay, and a count that
goes over its limit is not accepted.

The counts belong to the compiler and the flags in the first line of a table. With others nothing is compared, which the last
line says; with STRICT=1 that is a failure.
"""

import os
import re
import subprocess
import sys
from collections import namedtuple

from ctext import ROOT

Table = namedtuple("Table", "path programs")
FOLDER = ROOT / "test" / "bench"
RUNTIME = Table(FOLDER / "counts.tsv", {"static": ("counts", "stream_counts"), "shared": ("counts_shared", "stream_counts_shared")})
INIT = Table(FOLDER / "init_counts.tsv", {"static": ("init_counts",)})
PHASES = ROOT / "docs" / "phases.md"
COLUMNS = ("case", "static", "shared", "calls", "system calls", "limit")
# Functions of INIT whose system calls depend on the machine: its groups of processes.
OF_MACHINE = re.compile(r"Nv\w+Obj alloc")
# From 8 to 16 lists, beside from 4 to 8: 2 is linear, 4 quadratic.
LINEAR = 2.05
# Runs more, at most, where a count is not linear.
AGAIN = 4
FLAGS = "-O2 -g"
# Instructions that a function may take more than its table says, besides a sixteenth.
ROOM = 8
# Functions that RUNTIME admits and that are not on the path of a frame.
NO_CASE = {
    r".*CheckVersionCompatibility": "asked once",
    r"NvSciEventInspect|NvSciIpcInspectEventQnx|NvSciIpcWaitEventQnx|NvSciIpcGetAsyncErrors": "not supported on Linux",
    r"RingfenceAdvancePhase": "the step itself",
    r"Ringfence(DescribeLastFault|DescribeLastRefusal|ErrorName|FormatConflict|FormatFault|GetAdmission|GetIpcTableError|GetLastFault|GetLastRefusal|GetPoolUsage|PhaseName)":
        "reports",
    r"RingfenceEngineSyncFail": "after a failure",
    r"RingfenceEngineSync(Signal|Wait)": "of engines that are software, in a thread of theirs",
    r"ringfence(Dla|Media)(GetUsage|StatusName)|ringfenceDlaTranslateReport": "reports",
    r"cudla.*|NvMedia.*": "each is of a thread that takes what is submitted",
    r"NvSciStreamBlockDisconnect": "cuts a branch off, once",
    r"ringfenceCu.*": "test/cuda/wrap_own_cost_test.c",
}
Row = namedtuple("Row", "static shared calls system_calls limit")


def measured(build, table):
    """The compiler of the programs, and a row for each case, in their order."""
    rows = {}
    compilers = set()
    for column, program in ((column, program) for column, programs in table.programs.items() for program in programs):
        lines = subprocess.run([ROOT / build / "bin" / "bench" / program], cwd=ROOT, check=True, stdout=subprocess.PIPE,
                               text=True).stdout.splitlines()
        compilers.add(lines[0])
        for line in lines[1:]:
            name, most, fewest, calls, system_calls = line.split("\t")
            row = rows.setdefault(name, {"static": None, "shared": None, "calls": 0, "system_calls": 0})
            row[column] = int(most)
            row["calls"] = max(row["calls"], int(calls))
            row["system_calls"] = max(row["system_calls"], int(system_calls))
            if most != fewest:
                print(f"{program}: {name}: {fewest} to {most} instructions")
    flags = (ROOT / build / "obj" / "flags").read_text(encoding="utf-8")
    profile = re.search(r'profiles/(\w+)\.h', flags)
    compiler = f"{'; '.join(sorted(compilers))}, {FLAGS if f' {FLAGS} ' in flags else 'other flags'}, " \
               f"profile {profile.group(1) if profile else 'of its own'}"
    return compiler, {name: Row(limit=None, **row) for name, row in rows.items()}


def committed(table):
    """The first line of a table, and its rows."""
    lines = table.path.read_text(encoding="utf-8").splitlines() if table.path.exists() else ["", ""]
    rows = {}
    for line in lines[2:]:
        name, *numbers = line.split("\t")
        rows[name] = Row(*(int(number) if number else None for number in numbers))
    return lines[0].removeprefix("# "), rows


def write(table, compiler, now, before):
    lines = [f"# {compiler}", "\t".join(COLUMNS)]
    for name, row in now.items():
        limit = before[name].limit if name in before else None
        lines.append("\t".join([name, *("" if number is None else str(number) for number in row._replace(limit=limit))]))
    table.path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def not_linear(rows):
    """Functions of INIT that take more than twice as much more from 8 to 16 lists as from 4 to 8."""
    problems = []
    for name in sorted({name.rsplit(", ", 1)[0] for name in rows}):
        few, some, many = (rows[f"{name}, {count}"].static for count in (4, 8, 16))
        if many - some > LINEAR * (some - few):
            problems.append(f"{name}: {few}, {some}, {many} instructions for 4, 8, 16 lists: not linear")
    return problems if rows else ["no functions of INIT"]


def over_limit(now, before):
    """Counts that are over their limit; and how many are that were so before."""
    problems = []
    waiting = 0
    for name, row in now.items():
        old = before.get(name)
        for column in RUNTIME.programs:
            new = getattr(row, column)
            if old is not None and old.limit is not None and new > old.limit:
                kept = getattr(old, column) <= old.limit
                problems += [f"{name}: {new} instructions ({column}), {old.limit} at most"] if kept else []
                waiting += 0 if kept else 1
    return problems, waiting


def without_case(now):
    """Functions that phase RUNTIME admits and that no case calls."""
    rows = re.findall(r"^\| `([\w.]+)` \| \d+ \| [^|]* \| yes \|", PHASES.read_text(encoding="utf-8"), re.M)
    called = set(re.findall(r"[\w.]+", " ".join(now)))
    return [f"{name}: RUNTIME admits it, and it has no case" for name in rows
            if name not in called and not any(re.fullmatch(pattern, name) for pattern in NO_CASE)] or \
           ([] if rows else ["docs/phases.md: no functions"])


def compare(now, before):
    """What has grown or is missing, and what is less."""
    problems = [f"{name}: no such case in the programs" for name in before if name not in now]
    problems += [f"{name}: not in the table" for name in now if name not in before]
    less = []
    for name, column in ((name, column) for name in now if name in before for column in Row._fields[:-1]):
        new, old = getattr(now[name], column), getattr(before[name], column)
        if new is not None and old is not None:
            text = f"{name}: {column.replace('_', ' ')} {old} -> {new}"
            room = max(ROOM, old // 16) if column in RUNTIME.programs else 0
            problems += [text] if new > old + room else []
            less += [text] if new < old else []
    return problems, less


def judge(table, now, compiler):
    """Problems of a table, which counts are less, and how many are not yet below their limit; None: it is of another compiler."""
    before_compiler, before = committed(table)
    over, waiting = over_limit(now, before)
    if "--accept" in sys.argv:
        if not over:
            write(table, compiler, now, before)
        return over, [], waiting
    if compiler != before_compiler:
        print(f"bench-counts: not compared: counts of {compiler}; {table.path.name} has those of {before_compiler}")
        return None
    grown, less = compare(now, before)
    return over + grown, less, waiting


def least(rows, more):
    """The rows with the lesser count of each case and program."""
    return {name: row._replace(**{column: min(getattr(row, column), getattr(more[name], column))
                                  for column in INIT.programs if getattr(row, column) is not None})
            for name, row in rows.items()}


def measured_init(build):
    """Functions of INIT look at the system now and then, when time has passed: where that stood in a run, others follow."""
    rows = measured(build, INIT)[1]
    for _ in range(AGAIN):
        if not not_linear(rows):
            break
        rows = least(rows, measured(build, INIT)[1])
    return rows


def main():
    compiler, runtime = measured(sys.argv[1], RUNTIME)
    init = measured_init(sys.argv[1])
    problems = without_case(runtime) + not_linear(init)
    init = {name: row for name, row in init.items() if not OF_MACHINE.match(name)}
    judged = [judge(RUNTIME, runtime, compiler), judge(INIT, init, compiler)]
    skipped = None in judged
    for found, less, waiting in (item for item in judged if item is not None):
        problems += found
        print("".join(f"{line}\n" for line in less), end="")
        if less:
            print(f"{len(less)} counts are less than the committed ones: make bench-counts ACCEPT=1 writes the tables")
        if waiting:
            print(f"{waiting} counts are not yet below their limit")
    print("".join(f"{line}\n" for line in problems), end="")
    if problems and not skipped:
        print("If what grew is worth it: make bench-counts ACCEPT=1 writes the tables of test/bench")
    print(f"bench-counts: {len(problems)} problems" if problems else
          f"bench-counts: {len(runtime)} cases of RUNTIME, static and shared, {len(init)} of INIT" +
          (": not compared" if skipped else f", none far over its committed count ({compiler})"))
    return 1 if problems or (skipped and os.environ.get("STRICT") == "1") else 0


if __name__ == "__main__":
    sys.exit(main())
