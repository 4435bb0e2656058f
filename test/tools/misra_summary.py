#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Guideline compliance summary of the library, for who uses it in a system that must show one.

Usage: misra_summary.py [FILE]      build/misra/compliance.md by default

One row for each guideline of misra/guidelines.csv: its category, the category here, whether the library complies, and the
records of deviations with their uses: as many as the last run of the gate `misra` found (build/misra/findings.tsv), or, where
there was none, the most that the records admit. The summary holds for a tree on which that gate passes. Fails if a record lacks a field, or is one of a mandatory guideline.
"""

import os
import re
import sys
from collections import Counter
from pathlib import Path

import misra
from ctext import ROOT
from misra_tools import MISRA, WORK, read_table

HEAD = """# Guideline compliance summary

Ringfence {version}: `inc`, `src` and `cfg`, against MISRA C:2012 with Amendments 1 to 4. Written by `make misra-summary`
from `misra/`, whose README.md says how each guideline is enforced. It holds for a tree on which `make misra` passes.

| compliance | is said of a guideline |
|---|---|
| compliant | that is checked and has no violation |
| deviations | whose violations all have a record; the last column has the records and their uses, by lines |
| disapplied | that is advisory and is not applied in the scope that is named; compliant elsewhere |
| in part | of which a part is checked; of the rest nothing is claimed |
| not claimed | that nobody looks for |

| compliance | guidelines |
|---|---|
{counts}

| guideline | category | here | enforcement | compliance | deviations |
|---|---|---|---|---|---|
"""


def version():
    text = (ROOT / "inc" / "ringfence.h").read_text(encoding="utf-8")
    return ".".join(re.findall(r"#define RINGFENCE_VERSION_\w+ (\d+)U", text))


def is_of_library(record):
    return not all(scope.startswith(misra.OF_EXAMPLES) for scope in misra.names_in(record.fields["Scope"]))


def compliance(means, deviations, disapplied):
    if deviations:
        return "deviations"
    if disapplied:
        return "disapplied"
    if means == ["not checked"]:
        return "not claimed"
    return "in part" if "not checked" in means else "compliant"


def uses_found():
    """Uses of each record in the last run of the gate, or None."""
    path = WORK / "findings.tsv"
    if not path.exists():
        return None
    return Counter(line.split("\t")[1] for line in path.read_text(encoding="utf-8").splitlines())


def uses_of(record, found):
    most = record.fields["Uses"].strip()
    return str(found[record.name]) if found is not None and most.startswith("at most") else most


def summary(problems):
    found = uses_found()
    records = [record for record in misra.read_records(problems).values() if is_of_library(record)]
    changes = read_table(MISRA / "recategorisation.csv")
    rows, counts = [], Counter()
    for guideline in read_table(MISRA / "guidelines.csv"):
        name = guideline["guideline"]
        covering = [record for record in records if name in re.split(r",\s*", record.fields["Guidelines"].replace("\n", " "))]
        here = [f"{row['category']} ({row['scope']})" for row in changes if row["guideline"] == name]
        disapplied = any(row["category"] == "Disapplied" for row in changes if row["guideline"] == name)
        means = guideline["enforcement"].split(" + ")
        level = compliance(means, covering, disapplied)
        counts[level] += 1
        uses = ", ".join(f"{record.name} ({uses_of(record, found)})" for record in covering)
        rows.append(f"| {name} | {guideline['category']} | {', '.join(here) or guideline['category']} | {guideline['enforcement']} | "
                    f"{level} | {uses} |")
        if covering and guideline["category"] == "Mandatory":
            problems.add(f"{name}: {uses}: a mandatory guideline has no deviations")
    lines = "\n".join(f"| {level} | {number} |" for level, number in sorted(counts.items()))
    return HEAD.format(version=version(), counts=lines) + "\n".join(rows) + "\n", counts


def main():
    problems = misra.Problems()
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else WORK / "compliance.md"
    text, counts = summary(problems)
    for line in problems.lines:
        print(line)
    if not problems.lines:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        print(f"{os.path.relpath(target)}: " + ", ".join(f"{number} {level}" for level, number in sorted(counts.items())))
    return 1 if problems.lines else 0


if __name__ == "__main__":
    sys.exit(main())
