#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of docs/attributes-buf.md and docs/attributes-sync.md from the rows of src/buf/keys.def and src/sync/keys.def.

Usage: keys_table.py [--check]

A line '<!-- keys: MACRO -->' stands before a table; MACRO is the list of rows of keys.def that the table shows. The columns of
WRITTEN come from the rows, which are read from a compiled program. Other columns are written by hand: a key keeps what stands
there, and a new key has nothing. With --check nothing is written, and the exit status says whether the pages are what would be
written.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from collections import namedtuple
from pathlib import Path

from ctext import ROOT

Page = namedtuple("Page", "path table parameters")
PAGES = [Page(ROOT / "docs" / "attributes-buf.md", "buf/keys.def", "name, key, group, type, count, direction, domain, rule, check, low, high"),
         Page(ROOT / "docs" / "attributes-sync.md", "sync/keys.def", "name, key, type, count, direction, domain, rule, check, low, high")]
LISTS = re.compile(r"^#define (\w+)\(KEY\) \\\n +KEY\(", re.M)
TABLE = re.compile(r"(<!-- keys: (\w+) -->\n\n)((?:\|.*\n)+)")
Row = namedtuple("Row", "key type count most direction domain rule check low high")

PROGRAM = """
#include <stdio.h>
#include "attr/attr.h"
#include "nvscibuf.h"
#include "nvscisync.h"
#include "ringfence_cfg.h"
#include "%s"
#define PRINT(%s) \\
    printf("%%s|%%s|%%s|%%u|%%u|%%s|%%s|%%s|%%llu|%%llu\\n", #key, #type, #count, (unsigned)(count), (unsigned)ATTR_##direction, \\
           #domain, #rule, #check, (unsigned long long)(low), (unsigned long long)(high));
int main(void) { %s(PRINT) return 0; }
"""
DIRECTIONS = {"1": "I", "2": "O", "3": "I/O", "4": ""}
RULES = {"NONE": "", "EQUAL": "equal", "MAXIMUM": "greatest", "OR": "OR", "AND": "AND", "BIT_OR": "bits of all",
         "UNION": "union", "INTERSECTION": "intersection"}
CHECKS = {"NONE": "none", "EQUAL": "equal", "AT_LEAST": "at least", "IMPLIED": "implied", "SUPERSET": "superset", "BITS": "bits",
          "SUBSET": "subset"}


def rows_of(page, macro):
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder) / "print.c", Path(folder) / "print"
        source.write_text(PROGRAM % (page.table, page.parameters, macro), encoding="utf-8")
        subprocess.run(["gcc", "-std=c11", "-Iinc", "-Isrc", "-Icfg", "-o", str(program), str(source)], cwd=ROOT, check=True)
        output = subprocess.run([str(program)], check=True, stdout=subprocess.PIPE, text=True).stdout
    return [Row(*line.split("|")) for line in output.splitlines()]


def number(text):
    """A number; one that is a power of two from 2^31 on, or one less, as such."""
    value = int(text)
    for bits in (31, 32, 63, 64):
        text = {2 ** bits: f"2^{bits}", 2 ** bits - 1: f"2^{bits} - 1"}.get(value, text)
    return text


def values(row):
    """Which values an application may set."""
    if row.direction not in ("1", "3"):
        text = ""
    elif row.domain == "BOOL":
        text = "0 or 1"
    elif row.type == "float":
        text = "above 0, at most 1"
    elif row.domain == "IN_RANGE":
        text = number(row.low) if row.low == row.high else f"{number(row.low)} to {number(row.high)}"
    elif row.domain.startswith("POWER_OF_TWO"):
        text = ("0 or " if row.domain.endswith("OR_ZERO") else "") + f"power of two to {number(row.high)}"
    else:
        text = "any"
    return text


def count(row):
    named = re.fullmatch(r"RINGFENCE_CFG_(\w+)", row.count)
    return named.group(1) if named else row.most


# What is not set by applications is not merged.
WRITTEN = {"key": lambda row: re.sub(r".*AttrKey_", "", row.key), "type": lambda row: f"`{row.type}`", "count": count,
           "I/O": lambda row: DIRECTIONS[row.direction], "values": values,
           "rule": lambda row: RULES[row.rule] if row.direction in ("1", "3") else "", "check": lambda row: CHECKS[row.check]}


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def table_of(page, match):
    head, macro, old = match.groups()
    lines = old.splitlines()
    columns = cells(lines[0])
    by_hand = {cells(line)[0]: dict(zip(columns, cells(line))) for line in lines[2:]}
    made = lines[:2]
    for row in rows_of(page, macro):
        key = WRITTEN["key"](row)
        made.append("| " + " | ".join(WRITTEN[name](row) if name in WRITTEN else by_hand.get(key, {}).get(name, "")
                                      for name in columns) + " |")
    return head + "\n".join(made) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    problems, keys = [], 0
    for page in PAGES:
        current = page.path.read_text(encoding="utf-8")
        text = TABLE.sub(lambda match, page=page: table_of(page, match), current)
        shown = {match.group(2): len(match.group(3).splitlines()) - 2 for match in TABLE.finditer(text)}
        keys += sum(shown.values())
        problems += [f"{page.path.name}: there is no table of {macro}"
                     for macro in LISTS.findall((ROOT / "src" / page.table).read_text(encoding="utf-8")) if macro not in shown]
        if options.check and current != text:
            problems.append(f"docs/{page.path.name} is out of date; run test/tools/keys_table.py")
        elif current != text:
            page.path.write_text(text, encoding="utf-8")
    for problem in problems:
        print(problem)
    print(f"keys: {len(problems)} problems" if problems else f"keys: the pages have the {keys} keys of the tables")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
