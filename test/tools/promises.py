#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# Words that promise much - at once, cannot, however, any, never - stand in README.md and docs/ only where something
# shows that they are true. Each sentence with such a word has a line in test/promises.tsv:
#
#   file <TAB> words of the sentence <TAB> what shows it
#
# What shows it: names of test functions; `gate NAME` of gates.py; `file PATH`, a model or a script; or `=` and a few words
# where the sentence promises nothing (a definition, advice, a limit that is admitted). A line that fits no sentence, or
# names no such test, gate or file, is an error, as is a sentence without a line.
#
# Usage: promises.py [--list]: prints the sentences without a line, ready to be completed.
import re
import sys
from pathlib import Path

import gates

ROOT = Path(__file__).resolve().parents[2]
LINES = ROOT / "test/promises.tsv"
WORDS = re.compile(r"\b(at once|cannot|however|any|never)\b", re.IGNORECASE)
# A cell of a table that says `any` is a value.
VALUE = re.compile(r"^(any|never)$")


def texts():
    """The pages that are written by hand, without results of measurements."""
    return [ROOT / "README.md"] + sorted((ROOT / "docs").glob("*.md"))


def blocks(page):
    """Paragraphs, items and cells of a page, without code."""
    block, fenced = [], False
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            fenced = not fenced
            line = ""
        if fenced:
            continue
        if not line.strip() or re.match(r"(#|\||- |\d+\. )", line):
            yield " ".join(block)
            block = []
        if line.startswith("|"):
            yield from (cell.strip() for cell in line.strip("|").split("|"))
        elif line.strip():
            block.append(line.strip())
    yield " ".join(block)


def sentences(page):
    for block in blocks(page):
        if VALUE.match(block):
            continue
        for sentence in re.split(r"(?<=[.:;])\s+(?=[A-Z`\[*(])", block):
            plain = re.sub(r"`[^`]*`", lambda code: code.group(0).replace("any", "a-n-y"), sentence)
            if WORDS.search(plain):
                yield " ".join(sentence.split())


def names_of_tests():
    names = set()
    for source in (ROOT / "test").rglob("*.c"):
        names.update(re.findall(r"^static void (\w+)\(void \*\*state\)", source.read_text(encoding="utf-8"), re.MULTILINE))
    return names


def flaw(shown, tests):
    """What is wrong with the third field; empty: nothing."""
    if shown.startswith("="):
        return "" if len(shown.split()) > 1 else "'=' needs a reason"
    words = shown.split()
    missing = []
    while words:
        word = words.pop(0)
        if word == "gate":
            name = words.pop(0) if words else ""
            missing += [] if name in gates.names() else [f"no gate '{name}'"]
        elif word == "file":
            name = words.pop(0) if words else ""
            missing += [] if name and (ROOT / name).is_file() else [f"no file '{name}'"]
        elif word not in tests:
            missing.append(f"no test '{word}'")
    return ", ".join(missing) if shown.strip() else "nothing shows it"


def main():
    tests, errors, rows = names_of_tests(), [], []
    for number, line in enumerate(LINES.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            fields = line.split("\t")
            if len(fields) != 3:
                errors.append(f"{LINES.name}:{number}: three fields, with tabs between them")
                continue
            rows.append([number, fields[0], " ".join(fields[1].split()), False])
            wrong = flaw(fields[2], tests)
            if wrong:
                errors.append(f"{LINES.name}:{number}: {wrong}")
    count = 0
    for page in texts():
        name = page.relative_to(ROOT).as_posix()
        for sentence in sentences(page):
            count += 1
            fitting = [row for row in rows if row[1] == name and row[2] in sentence]
            for row in fitting:
                row[3] = True
            if not fitting:
                if "--list" in sys.argv:
                    print(f"{name}\t{sentence}\t")
                errors.append(f"{name}: no line of {LINES.name} for: {sentence}")
    errors += [f"{LINES.name}:{row[0]}: no such sentence in {row[1]}: {row[2]}" for row in rows if not row[3]]
    if "--list" not in sys.argv:
        print("\n".join(errors + [f"promises: {count} sentences with such words, {len(rows)} lines, {len(errors)} errors"]))
    return 1 if errors else 0


sys.exit(main())
