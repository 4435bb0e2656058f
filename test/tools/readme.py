#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks what pages repeat: README.md the code of the example, and figures of other pages and tables; docs/configuration.md
the table of macros. README.md has at most 150 lines.

Usage: readme.py BUILD      BUILD/lib/libringfence.a must exist; the example is compiled, linked and run
       readme.py --table    prints the table of macros for docs/configuration.md
       readme.py --records  writes it there
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from capacities import read_capacities
from ctext import ROOT

README_LINES = 150
CONFIGURATION = ROOT / "docs" / "configuration.md"
EXAMPLE = ROOT / "docs" / "examples" / "signal_wait.c"


def table():
    problems = []
    rows = ["| macro | default | range | bytes each | of what |", "|---|---|---|---|---|"]
    text = (ROOT / "cfg" / "ringfence_cfg.h").read_text(encoding="utf-8")
    for capacity in read_capacities(problems):
        comment = re.search(r"/\*\*((?:(?!\*/).)*)\*/\s*#ifndef " + capacity.name + r"\n", text, re.S).group(1)
        words = re.sub(r"\s*\n \* ?", " ", comment).split("@")[0].strip()
        first = re.split(r"(?<=[.;]) ", words)[0].rstrip(".;")
        rows.append(f"| `{capacity.name}` | {capacity.default} | {capacity.low} to {capacity.high} | "
                    f"{capacity.cost or '-'} | {first} |")
    if problems:
        sys.exit("\n".join(problems))
    return rows


def write_table():
    text = CONFIGURATION.read_text(encoding="utf-8")
    made = "\n".join(table()) + "\n"
    CONFIGURATION.write_text(re.sub(r"^\| macro \| default \|.*\n(?:\|.*\n)*", lambda _: made, text, flags=re.M), encoding="utf-8")


def example_lines():
    inside = EXAMPLE.read_text(encoding="utf-8").split("/* [readme] */")[1]
    return [line[4:] if line.startswith("    ") else line for line in inside.strip("\n").rstrip().split("\n")]


def missing_block(readme, lines):
    return "\n".join(lines) not in readme


# Figures of README.md: where each stands first, as what, and how README.md says it.
FIGURES = (
    ("docs/demo.md", r"^ 4096 x 4096   streams .* ([\d.]+)$", "| {} times as fast |"),
    ("test/bench/counts.tsv", r"^NvSciSyncObjSignal\t(\d+)\t(?:.*\n)*?NvSciSyncFenceWait, expired\t(\d+)\t", "| {}, {} |"),
    ("docs/porting.md", r"^\| code of core, attr, sync and buf \|.*?budget (\d+) \|.*?budget (\d+) \|", "| at most {} and {} bytes |"),
    ("docs/performance.md", r"^\| a program that does nothing \| (\d+) \| \d+ \| \d+ \|\n\| Ringfence \| (\d+) \|", "beside one that does nothing | {1} and {0} KiB |"),
)


def figure_problems(readme):
    """Figures that README.md repeats are those of the page or table that has them."""
    problems = []
    for path, pattern, form in FIGURES:
        found = re.search(pattern, (ROOT / path).read_text(encoding="utf-8"), re.M)
        if found is None:
            problems.append(f"{path}: has no figure for README.md: {pattern}")
        elif form.format(*found.groups()) not in readme:
            problems.append(f"README.md: not '{form.format(*found.groups())}', as {path} has it")
    return problems


def run_example(build):
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "signal_wait"
        subprocess.run(["cc", "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I", ROOT / "inc", EXAMPLE,
                        build / "lib" / "libringfence.a", "-pthread", "-o", program], check=True)
        result = subprocess.run([program], capture_output=True, text=True, timeout=60, check=False)
    return result.returncode == 0 and result.stdout == "NvSciError_Success\n"


def main():
    if sys.argv[1:] == ["--table"]:
        print("\n".join(table()))
        return 0
    if sys.argv[1:] == ["--records"]:
        write_table()
        return 0
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    problems = []
    if readme.count("\n") > README_LINES:
        problems.append(f"README.md: has {readme.count(chr(10))} lines, more than {README_LINES}")
    if missing_block(CONFIGURATION.read_text(encoding="utf-8"), table()):
        problems.append("docs/configuration.md: the table is not that of cfg/ringfence_cfg.h (readme.py --records)")
    if missing_block(readme, example_lines()):
        problems.append(f"README.md: the code is not that of {EXAMPLE.relative_to(ROOT)}")
    problems += figure_problems(readme)
    if not run_example(Path(sys.argv[1])):
        problems.append(f"{EXAMPLE.relative_to(ROOT)}: does not run")
    print("\n".join(problems) or "README.md: code, figures and capacities are as they are in the sources")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
