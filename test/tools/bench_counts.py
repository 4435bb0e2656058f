#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the instructions of the functions of the runtime path with those of test/bench/counts.tsv.

Usage: bench_counts.py BUILD [--accept]

BUILD/bin/bench/counts is linked with libringfence.a, BUILD/bin/bench/counts_shared with libringfence.so. Fails if a count is
larger than the committed one, if one that was below its limit is over it, if a case is missing in the table or in the programs, or if a function that
phase RUNTIME admits has no case. Says which counts are smaller. --accept writes the table; limits stay, and a count that
goes over its limit is not accepted.

The counts belong to the compiler and the flags in the first line of the table. With others nothing is compared, which the last
line says; with STRICT=1 that is a failure.
"""

import os
import re
import subprocess
import sys
from collections import namedtuple

from ctext import ROOT

TABLE = ROOT / "test" / "bench" / "counts.tsv"
PHASES = ROOT / "docs" / "phases.md"
PROGRAMS = {"static": "counts", "shared": "counts_shared"}
COLUMNS = ("case", "static", "shared", "calls", "system calls", "limit")
FLAGS = "-O2 -g"
# Functions that RUNTIME admits and that are not on the path of a frame.
NO_CASE = {
    r".*CheckVersionCompatibility": "asked once",
    r"NvSciEventInspect|NvSciIpcInspectEventQnx|NvSciIpcWaitEventQnx|NvSciIpcGetAsyncErrors": "not supported on Linux",
    r"RingfenceAdvancePhase": "the step itself",
    r"Ringfence(ErrorName|FormatConflict|FormatFault|GetAdmission|GetIpcTableError|GetLastFault|GetLastRefusal|GetPoolUsage)":
        "reports",
    r"RingfenceEngineSyncFail": "after a failure",
    r"ringfenceCu.*": "test/cuda/wrap_own_cost_test.c",
}
Row = namedtuple("Row", "static shared calls system_calls limit")


def measured(build):
    """The compiler of the programs, and a row for each case, in their order."""
    rows = {}
    compilers = set()
    for column, program in PROGRAMS.items():
        lines = subprocess.run([ROOT / build / "bin" / "bench" / program], cwd=ROOT, check=True, stdout=subprocess.PIPE,
                               text=True).stdout.splitlines()
        compilers.add(lines[0])
        for line in lines[1:]:
            name, most, fewest, calls, system_calls = line.split("\t")
            row = rows.setdefault(name, {"calls": 0, "system_calls": 0})
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


def committed():
    """The first line of the table, and its rows."""
    lines = TABLE.read_text(encoding="utf-8").splitlines() if TABLE.exists() else ["", ""]
    rows = {}
    for line in lines[2:]:
        name, *numbers = line.split("\t")
        rows[name] = Row(*(int(number) if number else None for number in numbers))
    return lines[0].removeprefix("# "), rows


def write(compiler, now, before):
    lines = [f"# {compiler}", "\t".join(COLUMNS)]
    for name, row in now.items():
        limit = before[name].limit if name in before else None
        lines.append("\t".join([name, *("" if number is None else str(number) for number in row._replace(limit=limit))]))
    TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def over_limit(now, before):
    """Counts that are over their limit; and how many are that were so before."""
    problems = []
    waiting = 0
    for name, row in now.items():
        old = before.get(name)
        for column in PROGRAMS:
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
    for name in (name for name in now if name in before):
        for column in Row._fields[:-1]:
            new, old = getattr(now[name], column), getattr(before[name], column)
            text = f"{name}: {column.replace('_', ' ')} {old} -> {new}"
            problems += [text] if new > old else []
            less += [text] if new < old else []
    return problems, less


def main():
    build = sys.argv[1]
    compiler, now = measured(build)
    before_compiler, before = committed()
    over, waiting = over_limit(now, before)
    problems = without_case(now) + over
    if "--accept" in sys.argv:
        if not problems:
            write(compiler, now, before)
    elif compiler != before_compiler:
        print(f"bench-counts: not compared: counts of {compiler}; the table has those of {before_compiler}")
        return 1 if os.environ.get("STRICT") == "1" else 0
    else:
        grown, less = compare(now, before)
        problems += grown
        print("".join(f"{line}\n" for line in less), end="")
        if less:
            print(f"{len(less)} counts are less than the committed ones: make bench-counts ACCEPT=1 writes test/bench/counts.tsv")
        if grown:
            print("If what grew is worth it: make bench-counts ACCEPT=1 writes test/bench/counts.tsv")
    print("".join(f"{line}\n" for line in problems), end="")
    if waiting:
        print(f"{waiting} counts are not yet below their limit")
    print(f"bench-counts: {len(problems)} problems" if problems else
          f"bench-counts: {len(now)} cases, static and shared, none over its committed count ({compiler})")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
