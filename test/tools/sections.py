#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sees that all memory of a library without an operating system stands in sections that a linker script finds by name.

Usage: sections.py [--prefix TOOLS] ARCHIVE...

Each section of data that is not empty must have a name of NAMES; each table of a component must be there under its
component, or under 'unit'. Fails also for an archive that has no such section.
"""

import argparse
import re
import subprocess
import sys

NAMES = re.compile(r"\.(bss|data)\.ringfence\.(buffers|counters|tables\.(core|attr|sync|buf|engine|ipc|share|stream|port|unit)\..+)$")
# Constants that are relocated.
CONSTANTS = re.compile(r"\.data\.rel\.ro\b")
SECTION = re.compile(r"^ *\d+ (\.s?(?:bss|data)\S*) +([0-9a-f]+) ", re.M)


def check(archive, prefix=""):
    """Number of sections, and lines about those that have another name."""
    text = subprocess.run([f"{prefix}objdump", "-h", "-w", str(archive)], stdout=subprocess.PIPE, text=True, check=True).stdout
    names = [name for name, size in SECTION.findall(text) if int(size, 16) > 0 and not CONSTANTS.match(name)]
    problems = [f"{archive}: {name} is not in a section of the library" for name in names if not NAMES.match(name)]
    if not any(".ringfence.tables." in name for name in names):
        problems.append(f"{archive}: there are no tables")
    return len(names), problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--prefix", default="")
    parser.add_argument("archives", nargs="+")
    arguments = parser.parse_args()
    counts, problems = zip(*(check(archive, arguments.prefix) for archive in arguments.archives))
    problems = [line for lines in problems for line in lines]
    for problem in problems:
        print(problem)
    print(f"sections: {sum(counts)} in {len(arguments.archives)} archives, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
