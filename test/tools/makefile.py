#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the Makefile and mk/ have no line over 160 characters, and that docs/building.md has a row for each target that
'make help' prints, and for each gate, and none for others."""

import re
import subprocess
import sys

import gates
from ctext import ROOT

LONGEST = 160
PAGE = ROOT / "docs" / "building.md"


def first_cells(heading):
    """Code in the first cells of the first table behind a heading of the page."""
    text = PAGE.read_text(encoding="utf-8").split(f"\n{heading}\n" if heading.startswith("## ") else heading, 1)[1]
    table = re.search(r"^\|.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.M).group(1)
    return {name for row in table.splitlines() for name in re.findall(r"`([^`]+)`", row.split("|")[1])}


def compare(what, wanted, found, problems):
    problems += [f"docs/building.md: no row for {what} {name}" for name in sorted(wanted - found)]
    problems += [f"docs/building.md: there is no {what} {name}" for name in sorted(found - wanted)]


def main():
    problems = []
    paths = [ROOT / "Makefile", *sorted((ROOT / "mk").glob("*.mk"))]
    for path in paths:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if len(line) > LONGEST:
                problems.append(f"{path.relative_to(ROOT)}:{number}: {len(line)} characters")
    listed = subprocess.run(["make", "--no-print-directory", "-s", "help"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    targets = {line.split()[0] for line in listed.stdout.splitlines()}
    rows = first_cells("# Building and checking")
    compare("target", targets, {name.split()[1] if " " in name else "all" for name in rows}, problems)
    compare("gate", set(gates.names()), first_cells("## Gates of make check"), problems)
    print("\n".join(problems + [f"makefile: {len(problems)} problems" if problems else
                                f"makefile: {len(targets)} targets, {len(gates.GATES)} gates, {len(paths)} files"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
