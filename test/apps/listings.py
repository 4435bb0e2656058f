#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks test/apps/listings.tsv: which listings of the documents run, and which are left out and why.

Usage: listings.py [FOLDER]
A row is a document, by its first line; the first and the last line of a listing, or of listings one behind the other; and
the listing's name in test/apps/listings, or '-' and the reason for which it is left out. Each file NAME.txt has one row, and
each row with a name has its file. With FOLDER, where the documents lie as text, each file is what its lines say, and each line
that looks like code is in a row. The pages have lost empty lines and indents, and some have what follows behind the last line.
"""

import html
import re
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "listings"
TABLE = FOLDER.with_suffix(".tsv")
# Ends of lines of C, and what no prose begins with.
CODE = re.compile(r"[;{}]$|^//|^#(include|define)\b|^(if|for|while) ?\(|^goto |\w\(.*,$")


def rows():
    table = [line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return [(document, int(first), int(last), name, reason) for document, first, last, name, reason in table]


def plain(lines):
    """(number, text) of lines that are not empty, with one space for any number."""
    texts = ((number, " ".join(html.unescape(line).replace("\u00a0", " ").split())) for number, line in enumerate(lines, 1))
    return [(number, text) for number, text in texts if text]


def same(listing, document):
    """Whether a listing is what the document prints; behind a line may be what follows in the page."""
    return len(listing) == len(document) and all(printed.startswith(text) for (_, text), (_, printed) in zip(listing, document))


def check_files(table):
    names = [name for *_, name, _ in table if name != "-"]
    files = [path.stem for path in sorted(FOLDER.glob("*.txt"))]
    problems = [f"{name}.txt has {names.count(name)} rows" for name in files if names.count(name) != 1]
    problems += [f"there is no {name}.txt" for name in names if name not in files]
    problems += [f"{document}, line {first}: no reason" for document, first, _, name, reason in table if (name == "-") == (not reason)]
    return problems


def check_document(path, table):
    lines = plain(path.read_text(encoding="utf-8", errors="replace").splitlines())
    mine = [row for row in table if row[0] == lines[0][1]]
    problems = []
    for _, first, last, name, _ in mine:
        if name != "-":
            printed = [line for line in lines if first <= line[0] <= last]
            if not same(plain((FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()), printed):
                problems.append(f"{name}.txt is not what lines {first} to {last} of '{lines[0][1]}' say")
    for number, text in lines:
        if CODE.search(text) and not any(first <= number <= last for _, first, last, *_ in mine):
            problems.append(f"'{lines[0][1]}', line {number} is in no row: {text[:100]}")
    return problems, len(mine)


def main():
    table = rows()
    problems = check_files(table)
    if len(sys.argv) > 1:
        found = 0
        for path in sorted(Path(sys.argv[1]).glob("*.txt")):
            more, count = check_document(path, table)
            problems += more
            found += count
        if found != len(table):
            problems.append(f"{len(table) - found} rows are of no document of {sys.argv[1]}")
    print("\n".join(problems + [f"listings: {sum(row[3] != '-' for row in table)} run, {sum(row[3] == '-' for row in table)} are left out"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
