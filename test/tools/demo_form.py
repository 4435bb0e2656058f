#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that docs/demo.md shows what the pipeline prints, but for the numbers.

Usage: demo_form.py PIPELINE

The page has blocks of output below the comments '<!-- demo: OPTIONS -->'. The program is run with these options, with few
and small frames. Lines are compared by their shape: words with digits are equal. Lines of one shape behind each other count
as one. A line '...' stands for any lines; without one at its begin or end, a block has what is printed first, or last.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from ctext import ROOT

PAGE = ROOT / "docs" / "demo.md"
BLOCK = re.compile(r"<!-- demo:(.*?) -->\n```\n(.*?)```\n", re.S)
# Three sizes, as in the page.
FEW = ("--frames", "21", "--sizes", "64,33,16")


def shapes(text):
    """Lines with their numbers taken out, without repetitions."""
    found = []
    for line in text.rstrip("\n").split("\n"):
        shape = re.sub(r"[\w.]*\d[\w.]*|…", "#", re.sub(r"\s+", " ", line.strip()))
        if not found or found[-1] != shape:
            found.append(shape)
    return found


def parts(block):
    """Runs of lines between lines of three dots; an empty one where the block begins or ends with dots."""
    return [shapes(part) if part else [] for part in re.split(r"^\.\.\.\n", block, flags=re.M)]


def place(part, printed, start):
    """Where a run of lines begins among those that were printed; None if it is not there."""
    for at in range(start, len(printed) - len(part) + 1):
        if printed[at:at + len(part)] == part:
            return at
    return None


def compare(options, block, printed):
    """What of a block the program does not print, and what else it prints before or behind a block without dots there."""
    found, start = parts(block), 0
    for part in found:
        # Dots between two lines of one shape: they are one line of what is printed.
        again = start > 0 and part and part[0] == printed[start - 1]
        at = place(part, printed, start - 1 if again else start)
        if at is None:
            missing = next((line for line in part if line not in printed), part[0])
            return [f"demo{options}: not printed, or not in this order: {missing}"]
        if part is found[0] and part and at != 0:
            return [f"demo{options}: not shown: {printed[0]}"]
        start = at + len(part)
    return [f"demo{options}: not shown: {printed[start]}"] if found[-1] and start != len(printed) else []


def run(program, options, folder):
    # Endpoints of this run alone.
    environment = dict(os.environ, RINGFENCE_NVSCIIPC_CFG=str(ROOT / "cfg" / "nvsciipc.cfg"),
                       RINGFENCE_NVSCIIPC_SPACE="form" + os.urandom(6).hex())
    result = subprocess.run([program, *options.split(), *FEW], capture_output=True, text=True, timeout=300, check=False,
                            cwd=folder, env=environment)
    if result.returncode != 0:
        sys.exit(f"demo{options}: status {result.returncode}: {result.stderr}")
    return shapes(result.stdout)


def main():
    program = Path(sys.argv[1]).resolve()
    blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    problems = [] if blocks else ["docs/demo.md: no block of output"]
    with tempfile.TemporaryDirectory() as folder:
        for options, block in blocks:
            problems += compare(options, block, run(program, options, folder))
    print("\n".join(problems) or f"docs/demo.md: {len(blocks)} blocks have the form of what is printed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
