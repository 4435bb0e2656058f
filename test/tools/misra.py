#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""MISRA C:2012 gate.

Checks the plan (misra/guidelines.csv, misra/recategorisation.csv, misra/deviations/), proves with seeded
violations (misra/canaries/) that the checker sees what the plan says it sees, and then checks inc, src
and cfg: every finding fails unless an inline suppression names a deviation record for it.

Usage: misra.py [plan|canaries|tree]...    all three by default
"""

import csv
import fnmatch
import json
import os
import re
import shlex
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import namedtuple
from pathlib import Path

import lock
from ctext import ROOT, declared_cuda_functions, declared_functions

MISRA = ROOT / "misra"
WORK = ROOT / "build" / "misra"
CATEGORIES = ("Mandatory", "Required", "Advisory")
RULE_COUNT = 158
DIRECTIVE_COUNT = 17
RECORD_FIELDS = ("Guidelines", "Scope", "Found by", "Reason", "Mitigation")

# Here a variable is initialised where it is declared, at the head of its function: these two ask for
# something else, and stand for no guideline.
SWITCHED_OFF = ("variableScope", "redundantInitialization")

Finding = namedtuple("Finding", "file line id message")
Record = namedtuple("Record", "name fields")


class Problems:
    """What is wrong, in the order in which it was found."""

    def __init__(self):
        self.lines = []

    def add(self, text):
        self.lines.append(text)


# ------------------------------------------------------------------ plan


def read_table(path):
    with open(path, newline="", encoding="utf-8") as table:
        return list(csv.DictReader(table))


def rule_of(finding_id):
    """'misra-c2012-14.4' gives '14.4'; ids of cppcheck itself stay as they are."""
    return finding_id.replace("misra-c2012-", "")


def is_disapplied(finding, rows):
    return any(row["category"] == "Disapplied" and row["guideline"] == f"Rule {rule_of(finding.id)}"
               and fnmatch.fnmatch(finding.file, row["scope"]) for row in rows)


def read_records(problems):
    records = {}
    for path in sorted((MISRA / "deviations").glob("*.md")):
        fields = dict(re.findall(r"^- \*\*([A-Z][A-Za-z ]*):\*\* +(.+?)(?=\n- \*\*|\n*\Z)",
                                 path.read_text(encoding="utf-8"), re.M | re.S))
        if not re.fullmatch(r"DEV-\d{3}", path.stem):
            problems.add(f"{path.name}: the name of a record is DEV-NNN.md")
        for field in RECORD_FIELDS:
            if not fields.get(field, "").strip():
                problems.add(f"{path.name}: field '{field}' is missing")
        records[path.stem] = Record(path.stem, fields)
    return records


def names_in(text):
    return {re.sub(r"^(?:Rule|Dir) ", "", name.strip()) for name in text.replace("\n", " ").split(",")}


def check_plan(problems):
    guidelines = read_table(MISRA / "guidelines.csv")
    known = {row["guideline"]: row["category"] for row in guidelines}
    phrases = {row["phrase"] for row in guidelines}
    rules = [name for name in known if name.startswith("Rule ")]
    if len(rules) != RULE_COUNT or len(known) - len(rules) != DIRECTIVE_COUNT:
        problems.add(f"guidelines.csv: {len(rules)} rules and {len(known) - len(rules)} directives")
    if len(known) != len(guidelines) or len(phrases) != len(guidelines):
        problems.add("guidelines.csv: a guideline or a phrase stands there twice")
    for row in guidelines:
        if row["category"] not in CATEGORIES:
            problems.add(f"guidelines.csv: {row['guideline']}: unknown category")
        if not re.match(r"[A-Z][^\n]*$", row["phrase"]):
            problems.add(f"guidelines.csv: {row['guideline']}: the phrase must start with a capital")
    for row in read_table(MISRA / "recategorisation.csv"):
        allowed = {"Advisory": ("Required", "Mandatory", "Disapplied"), "Required": ("Mandatory",)}
        before = known.get(row["guideline"])
        if row["category"] not in allowed.get(before, ()) or not (row["scope"] and row["reason"]):
            problems.add(f"recategorisation.csv: {row['guideline']}: {before} cannot become "
                         f"{row['category']}, or scope or reason is missing")
    for record in read_records(problems).values():
        for name in record.fields.get("Guidelines", "").replace("\n", " ").split(","):
            if known.get(name.strip()) == "Mandatory":
                problems.add(f"{record.name}: no deviation from a mandatory guideline")


# ------------------------------------------------------------------ checker


def write_texts(path):
    lines = ["Appendix A Summary of guidelines"]
    for row in read_table(MISRA / "guidelines.csv"):
        if row["guideline"].startswith("Rule "):
            lines += [f"{row['guideline']} {row['category']}", row["phrase"]]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def is_foreign(path):
    """A header of CUDA's: what it breaks is not ours, unless the checker cannot go on."""
    path = Path(os.path.normpath(path))
    return not path.is_relative_to(ROOT) or str(path).startswith(str(ROOT / "build" / "cuda-headers-"))


def cuda_options(sources, problems):
    """Where CUDA's headers are, if a source is there that needs them."""
    options = []
    if any(source.parent.name == "cuda" for source in sources):
        result = subprocess.run([ROOT / "test" / "tools" / "cuda_headers.sh"], stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True, check=False)
        if result.returncode == 0:
            # Its compiler's headers want to know a compiler.
            options = ["-D__GNUC__=12"] + [word.replace("-isystem", "-I") for word in shlex.split(result.stdout)]
        else:
            problems.add("src/cuda cannot be checked: " + result.stdout.strip())
    return options


def run_cppcheck(sources, options, texts, problems):
    """Returns all findings of one call that sees all sources together."""
    WORK.mkdir(parents=True, exist_ok=True)
    addon = WORK / "misra.json"
    report = WORK / "report.xml"
    addon.write_text(json.dumps({"script": "misra.py", "args": [f"--rule-texts={texts}"]}))
    report.unlink(missing_ok=True)
    command = ["cppcheck", "-q", "--enable=style,warning,performance,portability,information",
               f"--addon={addon}", "--std=c11", "--platform=unix64", "--inline-suppr",
               "--suppress=missingIncludeSystem", "--library=posix", "--library=gnu",
               f"--library={MISRA / 'atomic.cfg'}", "--xml", f"--output-file={report}"]
    result = subprocess.run(command + options + [str(source) for source in sources], cwd=ROOT,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if result.returncode != 0 or not report.exists():
        problems.add(f"cppcheck ended with status {result.returncode}: {result.stdout.strip()}")
        return []
    findings = []
    for error in ElementTree.parse(report).getroot().iter("error"):
        place = error.find("location")
        if place is not None and error.get("severity") != "error" and is_foreign(ROOT / place.get("file")):
            continue
        file = os.path.relpath(ROOT / place.get("file"), ROOT) if place is not None else ""
        line = int(place.get("line")) if place is not None else 0
        if error.get("id") not in SWITCHED_OFF:
            findings.append(Finding(file, line, error.get("id"), error.get("msg")))
    return findings


# ------------------------------------------------------------------ canaries


def expectations(sources):
    """Yields (file, line, what must be found there)."""
    for source in sources:
        for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), 1):
            match = re.search(r"\bexpect((?: \d+\.\d+| -W[\w-]+| [a-z]\w+)+)", line)
            for name in match.group(1).split() if match else ():
                yield os.path.relpath(source, ROOT), number, name


def found_by_cppcheck(sources, texts, problems):
    options = ["-I", str(MISRA / "canaries")]
    return {(finding.file, finding.line, rule_of(finding.id))
            for finding in run_cppcheck(sources, options, texts, problems)}


def found_by_compiler(source):
    """A warning without an option's name is one of -Wpedantic."""
    warnings = re.search(r"^WARNINGS := (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    flags = [flag for flag in warnings.group(1).split() if flag != "-Werror"]
    result = subprocess.run(["gcc", "-O2", "-std=c11", *flags, "-c", "-o", os.devnull, str(source)],
                            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return {(os.path.relpath(source, ROOT), int(line), option or "-Wpedantic")
            for line, option in re.findall(r":(\d+):\d+: warning: .*?(?: \[(-W[\w-]+)\])?$", result.stdout, re.M)}


def check_enforcement(expected, problems):
    """Whatever the plan gives to a tool has a seeded violation, and gates exist."""
    script = (ROOT / "test" / "tools" / "test.sh").read_text(encoding="utf-8")
    gates = re.search(r'^ALL="([^"]*)"', script, re.M).group(1).split()
    for row in read_table(MISRA / "guidelines.csv"):
        rule = row["guideline"].replace("Rule ", "")
        for means in row["enforcement"].split(" + "):
            kind, _, name = means.partition(" ")
            if kind == "addon":
                proven = rule in expected
            elif kind == "cppcheck" or (kind == "compiler" and name):
                proven = name in expected
            elif kind == "gate":
                proven = name in gates
            else:
                proven = means in ("compiler", "review")
            if not proven:
                problems.add(f"guidelines.csv: {row['guideline']}: '{means}' is not shown to work")


def check_canaries(problems):
    headers = sorted((MISRA / "canaries").glob("*.h"))
    sources = sorted((MISRA / "canaries").glob("*.c"))
    compiled = MISRA / "canaries" / "compiler" / "warnings.c"
    expected = list(expectations(sources + headers))
    found = found_by_cppcheck(sources, WORK / "rules.txt", problems)
    without_texts = found_by_cppcheck(sources, WORK / "no_such_file.txt", problems)
    if all(place in without_texts for place in expected):
        problems.add("canaries: a missing file of rule texts goes unnoticed")
    expected += list(expectations([compiled]))
    found |= found_by_compiler(compiled)
    for file, line, name in expected:
        if (file, line, name) not in found:
            problems.add(f"{file}:{line}: the seeded violation of {name} is not found")
    check_enforcement({name for _, _, name in expected}, problems)
    return len(expected)


# ------------------------------------------------------------------ tree


SUPPRESSION = re.compile(r"cppcheck-suppress\s*(\[[^\]]*\]|[\w.-]+)([^*\n]*)")


def check_suppressions(files, problems):
    """Every suppression names a record that covers the rule and the file; every record is needed."""
    records = read_records(Problems())
    used = set()
    count = 0
    for file in files:
        name = os.path.relpath(file, ROOT)
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            match = SUPPRESSION.search(line)
            if not match:
                continue
            count += 1
            where = f"{name}:{number}"
            reason = re.match(r"\s*;\s*(DEV-\d{3})\s+\S", match.group(2))
            record = records.get(reason.group(1)) if reason else None
            if record is None:
                problems.add(f"{where}: a suppression ends with '; DEV-NNN reason', and the record exists")
                continue
            used.add(record.name)
            covered = names_in(record.fields.get("Guidelines", ""))
            for finding_id in re.split(r"[\s,]+", match.group(1).strip("[] ")):
                if rule_of(finding_id) not in covered:
                    problems.add(f"{where}: {record.name} does not cover {rule_of(finding_id)}")
            scope = names_in(record.fields.get("Scope", ""))
            if not any(fnmatch.fnmatch(name, pattern) for pattern in scope):
                problems.add(f"{where}: {record.name} does not cover this file")
    for record in records.values():
        if record.name not in used and "review" not in record.fields.get("Found by", ""):
            problems.add(f"{record.name}: no suppression uses this record")
    return count


def check_tree(problems):
    headers = sorted((ROOT / "inc").rglob("*.h")) + sorted((ROOT / "cfg").rglob("*.h"))
    sources = sorted((ROOT / "src").rglob("*.c"))
    everything = WORK / "headers.c"
    # A program that uses the whole interface, so that no public function seems to be used by one file alone.
    everything.write_text("".join(f'#include "{path.name}"\n' for path in headers
                                  if path.parent.name != "profiles") +
                          "void program(void)\n{\n" +
                          "".join(f"    (void){name};\n" for name in {**declared_functions(), **declared_cuda_functions()}) +
                          "}\n")
    options = ["-Iinc", "-Isrc", "-Icfg", "-DRINGFENCE_CFG_PROFILE=\"profiles/linux.h\"",
               "-D__STDC_HOSTED__=1", *cuda_options(sources, problems)]
    rows = read_table(MISRA / "recategorisation.csv")
    findings = run_cppcheck([everything] + [path for path in sources if path.parent.name not in ("baremetal", "cores") and path.name != "types_raw.c"],
                            options, WORK / "rules.txt", problems)
    # The other port is another program: the same functions once more. Who uses them is seen above alone.
    firmware = ["-DRINGFENCE_CFG_PROFILE=\"profiles/firmware.h\"", "-DRINGFENCE_CFG_ATOMICS=2U",
                "-DRINGFENCE_CFG_INTERRUPTS=1U", "-DRINGFENCE_CFG_CACHE_LINE=64U"]
    of_firmware = [path for path in sources if path.parent.name in ("baremetal", "common") or path.name == "types_raw.c"]
    # And so is the port for several cores, which has some files of that one.
    of_cores = [path for path in sources if path.parent.name in ("cores", "common") or
                (path.parent.name == "baremetal" and path.name not in ("alone.c", "arena.c"))]
    for program in (of_firmware, of_cores):
        findings += [finding for finding in run_cppcheck(program, options[:3] + firmware, WORK / "rules.txt", problems)
                     if rule_of(finding.id) not in ("2.3", "2.4", "2.5", "8.7")]
    for finding in dict.fromkeys(findings):
        if finding.file != os.path.relpath(everything, ROOT) and not is_disapplied(finding, rows):
            problems.add(f"{finding.file}:{finding.line}: {rule_of(finding.id)}: {finding.message}")
    count = check_suppressions(headers + sources + sorted((ROOT / "src").rglob("*.h")), problems)
    return len(sources), count


def place(line):
    """Sorts by file and line number."""
    file, _, rest = line.partition(":")
    number = rest.partition(":")[0]
    return file, int(number) if number.isdigit() else 0, rest


def main():
    parts = sys.argv[1:] or ["plan", "canaries", "tree"]
    problems = Problems()
    summary = []
    lock.hold(WORK)
    WORK.mkdir(parents=True, exist_ok=True)
    write_texts(WORK / "rules.txt")
    if "plan" in parts:
        check_plan(problems)
    if "canaries" in parts:
        summary.append(f"{check_canaries(problems)} seeded violations found")
    if "tree" in parts:
        sources, count = check_tree(problems)
        summary.append(f"{sources} sources, {count} suppressions")
    for line in sorted(problems.lines, key=place):
        print(line)
    print(f"misra: {len(problems.lines)} problems" if problems.lines
          else "misra: " + (", ".join(summary) or "plan is complete"))
    return 1 if problems.lines else 0


if __name__ == "__main__":
    sys.exit(main())
