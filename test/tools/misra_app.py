#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks files of an application against MISRA C:2012, with the plan and the tools of this library.

Usage: misra_app.py [--flags FLAGS] FILE|FOLDER...

All files are one program with the library. Of a folder, all *.c and *.h below it are taken; of what else is included,
nothing is reported. FLAGS are those that clang needs to read the files: -I, -D, --target=..., -mcpu=...
A finding fails, unless a comment in the form of misra/README.md covers it: the rule, a semicolon, and why. So does a
comment that covers nothing, or a mandatory rule.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

if __name__ == "__main__":
    # Before the modules are read that ask for it, and for the queries, which are a process of their own.
    OPTIONS = argparse.ArgumentParser()
    OPTIONS.add_argument("--flags", default="")
    OPTIONS.add_argument("paths", nargs="+", metavar="FILE|FOLDER")
    OPTIONS = OPTIONS.parse_args()
    os.environ["MISRA_APP"] = os.pathsep.join(os.path.abspath(path) for path in OPTIONS.paths)

import lock
import misra
from ctext import ROOT, without_comments
from misra_ast import APP, CLANG, is_of_app, local_path
from misra_queries import Finding
from misra_tools import MISRA, WORK, options_of_flags, prepare, read_table, rule_of, run_cppcheck, run_queries


def files(problems):
    """Sources and headers of the application."""
    found = []
    for path in map(Path, APP):
        if not path.exists():
            problems.add(f"{path}: there is no such file or folder")
        found += sorted([*path.rglob("*.c"), *path.rglob("*.h")]) if path.is_dir() else [path]
    for path in found:
        if re.search(r"[\s:]", str(path)):
            problems.add(f"{path}: a name with a space or a colon is not understood")
    return [path for path in found if path.suffix == ".c"], [path for path in found if path.suffix == ".h"]


def warnings_of(source, options):
    """clang's, as mk/flags.mk has them. The application's build has its own compiler for the rest."""
    flags = re.search(r"^WARNINGS := (.*)$", (ROOT / "mk/flags.mk").read_text(encoding="utf-8"), re.M).group(1).split()
    result = subprocess.run([CLANG, *(flag for flag in flags if flag != "-Werror"), "-Wunused-label", *options, "-fsyntax-only", str(source)],
                            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    for file, line, text, option in re.findall(r"^([^\s:]+):(\d+):\d+: (?:warning|error): (.*?)(?: \[(-W[\w=-]+)\])?$", result.stdout, re.M):
        if is_of_app(file):
            yield Finding(local_path(file), int(line), option or "-Wpedantic", text)


def find_all(sources, headers, flags, problems):
    options = ["-std=c11", "-Iinc", *flags]
    findings = run_cppcheck("cppcheck", "app", [misra.interface_of_applications(), *sources], options_of_flags(options), WORK / "rules.txt", problems)
    findings += run_queries(sources, options, problems, sources + headers)
    for source in sources:
        findings += warnings_of(source, options)
    return sorted({(finding.file, finding.line, finding.id): finding for finding in findings if is_of_app(finding.file)}.values())


def read_suppressions(path, problems):
    """Those of the application have reasons of its own."""
    name = local_path(str(path))
    text = path.read_text(encoding="utf-8")
    lines, code = text.splitlines(), without_comments(text).splitlines()
    for number, line in enumerate(lines, 1):
        match = misra.SUPPRESSION.search(line)
        if match:
            target = number
            while target < len(code) and not code[target - 1].strip():
                target += 1
            rules = [rule_of(word) for word in re.split(r"[\s,]+", match.group(1).strip("[] "))]
            if not re.match(r"\s*;\s*\S", match.group(2)):
                problems.add(f"{name}:{number}: a suppression ends with '; ' and a reason")
            yield misra.Suppression(name, number, target, rules, "")


def sort_out(findings, suppressions, categories, problems):
    """What nobody covers is a problem. Returns how many findings a comment covers."""
    # Those of the library's own examples.
    scoped = {name: record for name, record in misra.read_records(problems).items() if record.fields.get("Lines", "").startswith("any")}
    disapplied = {row["guideline"] for row in read_table(MISRA / "recategorisation.csv")
                  if row["category"] == "Disapplied" and row["scope"] == "*"}
    deviations = 0
    for finding in findings:
        category = categories.get(finding.id, "")
        covering = [one for one in suppressions if (one.file, one.line) == (finding.file, finding.line) and finding.id in one.names]
        if covering and category != "Mandatory":
            covering[0].used.add(finding.id)
            deviations += 1
        elif finding.file.startswith(misra.OF_EXAMPLES) and misra.record_of(scoped, finding.file, finding.id):
            deviations += 1
        elif f"Rule {finding.id}" not in disapplied:
            name = f"Rule {finding.id}, {category}" if category else finding.id
            problems.add(f"{finding.file}:{finding.line}: {name}: {finding.message}")
    for one in suppressions:
        for name in sorted(set(one.names) - one.used):
            problems.add(f"{one.file}:{one.number}: nothing of {name} is found here, or it is mandatory")
    return deviations


def main():
    problems = misra.Problems()
    lock.hold(WORK)
    WORK.mkdir(parents=True, exist_ok=True)
    prepare()
    misra.write_texts(WORK / "rules.txt")
    sources, headers = files(problems)
    if not sources:
        problems.add("there is no source to check")
    deviations = 0
    if not problems.lines:
        findings = find_all(sources, headers, shlex.split(OPTIONS.flags), problems)
        suppressions = [one for path in sources + headers for one in read_suppressions(path, problems)]
        categories = {row["guideline"].replace("Rule ", ""): row["category"] for row in read_table(MISRA / "guidelines.csv")}
        deviations = sort_out(findings, suppressions, categories, problems)
    for line in sorted(problems.lines, key=misra.place):
        print(line)
    print(f"misra-app: {len(problems.lines)} problems" if problems.lines else
          f"misra-app: {len(sources)} sources, {len(headers)} headers, no problem, {deviations} deviations")
    return 1 if problems.lines else 0


if __name__ == "__main__":
    sys.exit(main())
