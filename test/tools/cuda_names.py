#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the list of CUDA's names in docs/cuda.md from the table of the wrappers, src/cuda/shim/names.h.

Usage: cuda_names.py [--check]

--check says whether the list is that of the table, and changes nothing. The list stands between the lines BEGIN and END.
"""

import re
import sys
import textwrap

from ctext import ROOT, without_comments

TABLE = ROOT / "src" / "cuda" / "shim" / "names.h"
PAGE = ROOT / "docs" / "cuda.md"
BEGIN = "<!-- Written by test/tools/cuda_names.py. -->\n"
END = "<!-- End of what it writes. -->\n"
GROUP = re.compile(r"^#define SHIM_(\w+)\(OURS, IMPORT, OWNED, BATCH\)((?:[^\n]*\\\n)+[^\n]*)", re.M)
ROW = re.compile(r"^ *[A-Z]+\([A-Z]+, _(cu\w+),", re.M)


def groups():
    """Names of each group, in the order of the table."""
    text = without_comments(TABLE.read_text(encoding="utf-8"))
    return [(group.group(1).lower(), ROW.findall(group.group(2))) for group in GROUP.finditer(text)]


def written():
    lines = []
    for group, names in groups():
        text = f"- `wrap_{group}`: " + ", ".join(f"`{name}`" for name in names)
        lines += textwrap.wrap(text, 120, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    return "".join(line + "\n" for line in lines)


def main():
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    names = [name for _, group in groups() for name in group]
    rows = ROW.findall(TABLE.read_text(encoding="utf-8"))
    if not end or not names or sorted(names) != sorted(set(rows)):
        print(f"cuda_names: {len(names)} names in groups, {len(rows)} rows, or docs/cuda.md has no place for them")
        return 1
    wanted = before + BEGIN + written() + END + after
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(wanted, encoding="utf-8")
    elif wanted != page:
        print("cuda_names: docs/cuda.md has other names than src/cuda/shim/names.h (test/tools/cuda_names.py writes them)")
        return 1
    print(f"cuda_names: {len(names)} names in {len(groups())} groups")
    return 0


if __name__ == "__main__":
    sys.exit(main())
