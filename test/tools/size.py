#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bytes of every static table, read from the objects.

Usage: size.py --profile NAME --objects BUILD/obj/src [--check | --records]
       size.py --profile NAME --firmware OBJECT...

Prints each table and the totals, of the library, of libringfence_dla, of libringfence_2d, and of src/cuda, whose objects it makes. With --check it compares them
with docs/size.txt, and the cost of each capacity in cfg/ringfence_cfg.h with what one unit more really adds to all
tables together. Both may differ a little, so that a change of the code leaves them alone: the tables of a directory by a
sixteenth or 1024 bytes, all tables by a 64th, a cost by a sixteenth or 8 bytes. With --records (make records) it writes both
as they are. Where there are no headers of CUDA, src/cuda and its capacities are left out, and the last line says so; the same holds for
libringfence_2d without zimg and libyuv.

With --firmware it prints the tables and the functions of the objects that make up the library without an operating
system, as the compiler (CC) made them: what of it an image has is decided by the linker, which leaves out functions
that nobody calls.
"""

import argparse
import os
import platform
import re
import subprocess
import sys
import tempfile
from collections import namedtuple
from pathlib import Path

from capacities import read_capacities
from costs import Sources
from ctext import ROOT

CUDA_TITLE = "Static tables of libringfence_cuda, which come on top beside those of src/gpu, bytes"
OF_CUDA = "RINGFENCE_CFG_CUDA_"
CODE = "code"
# Archives of their own, beside the library.
OUTSIDE = {"free", "kit", "beside", "worker", "gpu", "dla", "blit", "media"}
DLA_TITLE = "Static tables of libringfence_dla, which come on top, bytes"
OF_DLA = ("beside", "worker", "gpu", "dla")
MEDIA_TITLE = "Static tables of libringfence_2d, which come on top beside those of src/worker and src/gpu, bytes"
OF_MEDIA = ("blit", "media")
OF_2D = "RINGFENCE_CFG_2D_"
IMAGES = {"hybrid_image.o", "blit_image.o"}
KINDS = {"b": "zero", "d": "data", "r": "constant"}
Table = namedtuple("Table", "file name kind bytes")


def tables_of(path, file, reader="nm"):
    output = subprocess.run([reader, "-S", "--defined-only", str(path)], check=True,
                            stdout=subprocess.PIPE, text=True).stdout
    for line in output.splitlines():
        words = line.split()
        if len(words) == 4 and words[2].lower() in KINDS:
            yield Table(file, re.sub(r"\.\d+$", "", words[3]), KINDS[words[2].lower()], int(words[1], 16))


def read_tables(objects):
    tables = []
    for path in sorted(path for path in objects.glob("**/*.o") if path.relative_to(objects).parts[0] not in OUTSIDE):
        tables += tables_of(path, str(path.relative_to(objects).with_suffix(".c")))
    return sorted(tables, key=lambda table: (table.file, table.name))


def read_engine_tables(objects, rooms):
    """Not the images of the kernels, which depend on nvcc, and not the library of networks, which depends on oneDNN."""
    tables = []
    for path in sorted(path for room in rooms for path in objects.glob(f"{room}/**/*.o") if path.name not in IMAGES and path.parent.name != "onednn"):
        tables += tables_of(path, str(path.relative_to(objects).with_suffix(".c")))
    return sorted(tables, key=lambda table: (table.file, table.name))


def cuda_include():
    """Options of the compiler that find CUDA's headers; None: there are none."""
    found = subprocess.run([ROOT / "test" / "tools" / "cuda_headers.sh"], cwd=ROOT, stdout=subprocess.PIPE, text=True,
                           check=False)
    return found.stdout.strip() if found.returncode == 0 else None


def read_cuda_tables(build, profile, include):
    subprocess.run(["make", "--no-print-directory", "-s", "cuda-objects", f"BUILD={build}", f"PROFILE={profile}",
                    f"CC={os.environ.get('CC', 'gcc')}", f"CUDA_INCLUDE={include}"], cwd=ROOT, check=True,
                   stdout=sys.stderr)
    # Not the image of the kernel, which depends on nvcc, nor the ways in, which are other libraries.
    return [table for table in read_tables(build / "obj-cuda" / "src")
            if not any(word in table.file for word in ("graph_image", "cuda/shim/", "port/preload/"))]


def report(title, tables):
    """Lines of a part of docs/size.txt."""
    lines = [title, ""]
    lines += [f"{table.bytes:10}  {table.kind:8}  {table.file}: {table.name}" for table in tables]
    lines.append("")
    for kind in KINDS.values():
        lines.append(f"{sum(table.bytes for table in tables if table.kind == kind):10}  {kind}")
    lines.append(f"{sum(table.bytes for table in tables):10}  total")
    return lines


# ------------------------------------------------------------------ a library for a target


def program(name):
    """The binary utility that belongs to the compiler."""
    command = [*os.environ.get("CC", "gcc").split(), f"-print-prog-name={name}"]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def named_of(path, reader):
    """Tables and functions of an object, each with the source that the debug information names."""
    output = subprocess.run([reader, "-S", "-l", str(path)], check=True, stdout=subprocess.PIPE, text=True).stdout
    for line in output.splitlines():
        found = re.match(r"[0-9a-f]+ ([0-9a-f]+) ([bdrtw]) (\S+)(?:\t(.*):\d+)?$", line, re.I)
        if found:
            size, kind, name, source = found.groups()
            file = re.sub(r"^.*?(?=src/)", "", source) if source else path.name
            yield Table(file, re.sub(r"\.\d+$", "", name), {**KINDS, "t": CODE, "w": CODE}[kind.lower()], int(size, 16))


def sections_of(path, reader):
    """Bytes of each kind, those without a name among them."""
    output = subprocess.run([reader, "-A", str(path)], check=True, stdout=subprocess.PIPE, text=True).stdout
    starts = {".text": CODE, ".rodata": "constant", ".srodata": "constant", ".data": "data", ".sdata": "data", ".bss": "zero",
              ".sbss": "zero"}
    for name, size in re.findall(r"^(\.\S+)\s+(\d+)", output, re.M):
        kind = next((kind for start, kind in starts.items() if name == start or name.startswith(start + ".")), None)
        if kind is not None:
            yield kind, int(size)


def print_firmware(options):
    nm, size = program("nm"), program("size")
    named, whole = [], dict.fromkeys((*KINDS.values(), CODE), 0)
    for path in options.firmware:
        named += named_of(path, nm)
        for kind, number in sections_of(path, size):
            whole[kind] += number
    named.sort(key=lambda table: (table.file, table.name))
    tables = [table for table in named if table.kind != CODE]
    functions = [table for table in named if table.kind == CODE]
    print(f"Library without an operating system, profile {options.profile}, bytes\n")
    for table in tables + [None] + functions:
        print(f"{table.bytes:10}  {table.kind:8}  {table.file}: {table.name}" if table else "")
    print()
    for kind, number in whole.items():
        rest = number - sum(table.bytes for table in named if table.kind == kind)
        print(f"{number:10}  {kind}" + (f", {rest} of them without a name" if rest > 0 else ""))
    print(f"{sum(whole.values()):10}  total")
    return 0 if tables and functions else 1


# ------------------------------------------------------------------ checks

COST_ROOM = 8
FOLDER_ROOM = 1024


def near(written, found, share, room):
    return abs(found - written) <= max(room, written // share)


def check_costs(tables, include, has_2d, problems):
    """Gives the costs by macro."""
    costs = {}
    with tempfile.TemporaryDirectory() as folder:
        sources = Sources(sorted({f"src/{table.file}" for table in tables if table.kind != "constant"}), include, folder, tables_of)
        for capacity in read_capacities(problems):
            if not capacity.cost and not capacity.tables:
                continue
            if (include is None and capacity.name.startswith(OF_CUDA)) or (not has_2d and capacity.name.startswith(OF_2D)):
                continue
            value = capacity.high if capacity.default < capacity.high else capacity.low
            after = sources.after(capacity.name, value)
            cost = round((sum(after.values()) - sum(sources.before.values())) / (value - capacity.default))
            if not capacity.cost.isdigit() or not near(int(capacity.cost), cost, 16, COST_ROOM):
                problems.append(f"{capacity.name}: @cost {capacity.cost}, but one more costs {cost} bytes")
            for name in capacity.tables:
                if sources.before.get(name) == after.get(name):
                    problems.append(f"{capacity.name}: the size of {name} does not depend on it")
            costs[capacity.name] = cost
    return costs


def without_part(lines, title):
    """The lines without the part of this title, which ends where another one begins."""
    if title not in lines:
        return lines
    start = lines.index(title)
    ends = [lines.index(other) for other in (MEDIA_TITLE, CUDA_TITLE) if other in lines and lines.index(other) > start]
    return lines[:start] + lines[min(ends, default=len(lines)):]


def sums_of(lines):
    """Bytes of each kind of tables in each directory of each part of docs/size.txt, and of all of a part."""
    sums, title = {}, None
    for line in lines:
        found = re.fullmatch(r" *(\d+)  (\w+) +(\S+): \S+", line)
        if found:
            place = title, found.group(3).rpartition("/")[0], found.group(2)
            sums[place] = sums.get(place, 0) + int(found.group(1))
            sums[title, "", "all"] = sums.get((title, "", "all"), 0) + int(found.group(1))
        elif line and not line.startswith(" "):
            title = line
    return sums


def check_sums(expected, lines, problems):
    """What strays from the page: 0 bytes of it are those of a directory that is new or gone."""
    written, found = sums_of(expected), sums_of(lines)
    for title, folder, kind in sorted({*written, *found}):
        old, new = written.get((title, folder, kind), 0), found.get((title, folder, kind), 0)
        if not near(old, new, 64 if kind == "all" else 16, FOLDER_ROOM):
            what = f"all of '{title}'" if kind == "all" else f"{kind} in {folder}"
            problems.append(f"{what}: docs/size.txt has {old} bytes, the objects have {new}")


# Bytes of tables of a small directory, of a large one, and of another large one: on the page, in the objects, and whether that fits.
SEEDS = (((100, 160000, 160000), (100, 160000, 160000), True), ((100, 160000, 160000), (1100, 160500, 160000), True),
         ((100, 160000, 160000), (1200, 160000, 160000), False), ((100, 160000, 160000), (100, 172000, 149000), False),
         ((100, 160000, 160000), (100, 149000, 149000), False), ((100, 160000, 160000), (100, 165000, 165000), False),
         ((100, 160000, 0), (100, 160000, 160000), False), ((100, 160000, 160000), (100, 160000, 0), False))


def check_seeds(problems):
    """The comparison itself: what is far from the page is seen, and nothing else."""
    def page(numbers):
        return ["Tables", ""] + [f"{bytes_of:10}  zero      room{at}/a.c: g_table" for at, bytes_of in enumerate(numbers) if bytes_of]
    for written, found, fits in SEEDS:
        wrong = []
        check_sums(page(written), page(found), wrong)
        if (not wrong) != fits:
            problems.append(f"seed: a page with {written} and objects with {found} are {'' if wrong else 'not '}seen as far apart")


def check_expected(lines, include, has_2d, problems):
    expected = (ROOT / "docs" / "size.txt").read_text(encoding="utf-8").splitlines()
    expected = expected if has_2d else without_part(expected, MEDIA_TITLE)
    expected = without_part(expected, CUDA_TITLE) if include is None else expected
    check_sums(expected, lines, problems)


def write_records(lines, costs):
    (ROOT / "docs" / "size.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    path = ROOT / "cfg" / "ringfence_cfg.h"
    text = path.read_text(encoding="utf-8")
    for name, cost in costs.items():
        text = re.sub(rf"(@cost )[\d?]+((?:(?!\*/).)*\*/\s*#ifndef {name}\n)", rf"\g<1>{cost}\2", text, count=1, flags=re.S)
    # Nothing is compiled anew where all costs stay.
    if text != path.read_text(encoding="utf-8"):
        path.write_text(text, encoding="utf-8")


def judge(options, lines, tables, include, has_2d):
    """Checks, or writes the records. Gives the problems, and the number of costs."""
    problems = [] if tables else ["there are no tables"]
    check_seeds(problems)
    if platform.machine() == "x86_64" and options.check:
        check_expected(lines, include, has_2d, problems)
    costs = check_costs(tables, include, has_2d, problems)
    if options.records:
        problems = [problem for problem in problems if "@cost" not in problem]
        missing = [what for what, there in (("headers of CUDA", include is not None), ("zimg or libyuv", has_2d),
                                            ("x86-64", platform.machine() == "x86_64")) if not there]
        problems += [f"docs/size.txt is not written: there are no {what}" for what in missing]
        if not problems:
            write_records(lines, costs)
    return problems, len(costs)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--profile", required=True)
    parser.add_argument("--objects", type=Path)
    parser.add_argument("--firmware", type=Path, nargs="+")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--records", action="store_true")
    options = parser.parse_args()
    if options.firmware:
        return print_firmware(options)
    problems = []
    include = cuda_include()
    tables = read_tables(options.objects)
    lines = report(f"Static tables, profile {options.profile}, bytes", tables)
    dla_tables = read_engine_tables(options.objects, OF_DLA)
    lines += ["", *report(DLA_TITLE, dla_tables)]
    tables += dla_tables
    media_tables = read_engine_tables(options.objects, OF_MEDIA)
    if media_tables:
        lines += ["", *report(MEDIA_TITLE, media_tables)]
        tables += media_tables
    if include is not None:
        cuda_tables = read_cuda_tables(options.objects.parent.parent, options.profile, include)
        lines += ["", *report(CUDA_TITLE, cuda_tables)]
        tables += cuda_tables
    if not options.records:
        print("\n".join(lines))
    if options.check or options.records:
        problems, checked = judge(options, lines, tables, include, bool(media_tables))
        for problem in problems:
            print(problem)
        left_out = "" if include is not None else "; src/cuda is left out: there are no headers of CUDA"
        left_out += "" if media_tables else "; libringfence_2d is left out: there is no zimg or no libyuv"
        print(f"size: {len(problems)} problems{left_out}" if problems else
              f"size: {len(tables)} tables, {checked} costs{left_out}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
