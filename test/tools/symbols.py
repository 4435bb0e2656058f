#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks what the library calls and what it shows.

Usage: symbols.py BUILD

- An object may use what its own room defines, what the rooms it may depend on define, and the names that
  symbols.allow gives to its room.
- Archive and shared library show the functions that inc/ declares, all of them and nothing else.
"""

import subprocess
import sys
from pathlib import Path

from ctext import ROOT, declared_functions

# The arrows of the design: what a room may use besides itself.
MAY_USE = {"core": ["port"], "sync": ["core", "port"], "buf": ["core", "port"],
           "engine": ["sync", "buf", "core", "port"], "ipc": ["core", "port"],
           "share": ["ipc", "sync", "buf", "core", "port"], "port": [], "free": ["share"]}
OF_THE_LINKER = {"_GLOBAL_OFFSET_TABLE_"}
OF_THE_STARTUP = {"_ITM_deregisterTMCloneTable", "_ITM_registerTMCloneTable", "__cxa_finalize",
                  "__gmon_start__"}


def nm(path, *options):
    """Yields (kind, name)."""
    output = subprocess.run(["nm", *options, str(path)], check=True, stdout=subprocess.PIPE, text=True)
    for line in output.stdout.splitlines():
        words = line.split()
        if len(words) >= 2 and len(words[-2]) == 1:
            yield words[-2], words[-1].split("@")[0]


def undefined(path, *options):
    return {name for kind, name in nm(path, *options) if kind in "Uw"}


def defined(path, *options):
    return {name for kind, name in nm(path, *options) if kind not in "Uw"}


def read_allowed():
    allowed = {}
    for line in (Path(__file__).parent / "symbols.allow").read_text().splitlines():
        if line and not line.startswith("#"):
            room, _, names = line.partition(":")
            allowed.setdefault(room, set()).update(names.split())
    return allowed


def check_rooms(objects, problems):
    allowed = read_allowed()
    provided = {}
    for room in MAY_USE:
        files = objects.glob(f"{room}/**/*.o")
        provided[room] = set().union(*(defined(path, "-g") for path in files))
    count = 0
    for path in sorted(objects.glob("**/*.o")):
        inside = path.relative_to(objects)
        room = inside.parts[0]
        if room not in MAY_USE:
            problems.append(f"{inside}: no room of this name is known")
            continue
        may = set(allowed.get(str(inside.parent), set())) | OF_THE_LINKER
        for other in [room] + MAY_USE[room]:
            may |= provided[other]
        for name in sorted(undefined(path) - may):
            problems.append(f"src/{inside.with_suffix('.c')}: may not use {name}")
        count += 1
    every = set().union(*allowed.values())
    return count, every


def check_shown(build, every, problems):
    declared = set(declared_functions())
    for name, options in (("libringfence.a", ["-g"]), ("libringfence.so", ["-D"])):
        library = build / "lib" / name
        if not library.exists():
            problems.append(f"{name}: was not built")
            continue
        shown = defined(library, *options)
        for symbol in sorted(shown - declared):
            problems.append(f"{name}: shows {symbol}, which no public header declares")
        for symbol in sorted(declared - shown):
            problems.append(f"{name}: lacks {symbol}, which a public header declares")
        for symbol in sorted(undefined(library, *options) - every - OF_THE_LINKER - OF_THE_STARTUP):
            problems.append(f"{name}: uses {symbol}")
    return len(declared)


def main():
    build = Path(sys.argv[1]).resolve()
    problems = []
    count, every = check_rooms(build / "obj" / "src", problems)
    functions = check_shown(build, every, problems)
    if count == 0 or functions == 0:
        problems.append(f"{build.relative_to(ROOT)}: nothing to check")
    for problem in problems:
        print(problem)
    print(f"symbols: {len(problems)} problems" if problems else
          f"symbols: {count} objects, {functions} public functions")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
