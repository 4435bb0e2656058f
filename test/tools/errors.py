#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the errors that each public function can return with those that its header names.

What the code can return comes from what clang makes of the sources (errors_ir.py), in the profile `linux` and in a small firmware. At
times it is more than a program can see: test/errors.tsv has what cannot come, with the reason, and what comes in other builds only. A
row there that is not needed fails too. What a header says before its first declaration holds for all its functions, and need not come
from each; NvSciError_InvalidState of a function of any phase is that of interrupt handlers.

Usage: errors.py [--rows]    with --rows, prints what differs as rows of test/errors.tsv
"""

import os
import re
import subprocess
import sys
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor

from ctext import ROOT, line_of, link_names, without_comments
from errors_ir import TOP, Program

# A build: the folders of its sources, what of them it lacks, flags. The first has all functions.
Build = namedtuple("Build", "rooms lacks flags")
PARTS = ("core", "attr", "buf", "buf/types", "sync", "ipc", "share", "stream", "stream/tree", "engine", "kit", "port/common")
LACKS = ("src/core/no_streams.c", "src/buf/keys_raw.c", "src/buf/types_raw.c")
BUILDS = (
    Build((*PARTS, "stream/remote", "stream/chip", "beside", "worker", "port/posix", "gpu", "dla", "dla/gpu", "media", "blit", "blit/cuda"),
          (*LACKS, "src/stream/no_ipc.c", "src/stream/no_chip.c"), ['-DRINGFENCE_CFG_PROFILE="profiles/linux.h"']),
    Build((*PARTS, "port/baremetal", "port/cores"),
          (*LACKS, "src/core/phase_keep.c", "src/core/stamp.c", "src/port/baremetal/no_sharing.c", "src/port/baremetal/arena.c"),
          ["-isystem", "src/port/baremetal/include", "-ffreestanding", '-DRINGFENCE_CFG_PROFILE="profiles/firmware_small.h"',
           "-DRINGFENCE_CFG_CUDA=0U", "-DRINGFENCE_CFG_DLA=0U", "-DRINGFENCE_CFG_2D=0U", "-DRINGFENCE_CFG_EXTRAS=0U",
           "-DRINGFENCE_CFG_PIXELS=0U", "-DRINGFENCE_CFG_TIMESTAMP_SLOTS=0U", "-DRINGFENCE_CFG_TASK_STATUS_SLOTS=0U"]),
)
EXCEPTIONS = "test/errors.tsv"
FLAGS = ["-O2", "-std=c11", "-w", "-Iinc", "-Isrc", "-Icfg", "-fno-jump-tables",
         "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops", "-emit-llvm", "-S", "-o", "-"]
CODE = re.compile(r"\b(NvSciError_\w+|NVMEDIA_STATUS_\w+|cudla(?:Success|Error\w+))\b")
COMMENT = re.compile(r"/\*\*(.*?)\*/\s*((?:(?!/\*\*|[;{}]).)*?)\(", re.S)


def codes(root):
    """{kind of result: {value: name}}"""
    found = {}
    for header in sorted((root / "inc").glob("*.h")):
        for kind in re.findall(r"typedef enum(?: \w+)? \{([^{}]*)\} (?:NvSciError|NvMediaStatus|cudlaStatus);", without_comments(header.read_text())):
            value = -1
            for name, number in re.findall(r"(\w+)\s*(?:=\s*(\w+))?\s*(?:,|$)", kind.strip()):
                value = int(number.rstrip("Uu"), 0) if number else value + 1
                found.setdefault(kind_of(name), {}).setdefault(value, name)
    return found


def kind_of(name):
    return name[:5]


class Named:
    """What a header names for a function."""

    def __init__(self, file, line):
        self.file, self.line, self.errors, self.others, self.open, self.may = file, line, {}, set(), False, set()


def of_all_functions(text):
    """What a header says before its first declaration."""
    return re.sub(r"\s*\n \*\s*", " ", re.match(r"(?s)(?:.*?/\*\*(.*?)\*/)?", text).group(1) or "")


def named(root):
    """{link name: Named} of all headers; functions of structures have the name of the structure and a point before theirs."""
    found = {}
    for header in sorted((root / "inc").rglob("*.h")):
        text = header.read_text(encoding="utf-8")
        links = link_names(text)
        every = of_all_functions(text)
        for other in re.findall(r"what holds for all functions is said in (\w+\.h)", every, re.I):
            every += of_all_functions((root / "inc" / other).read_text(encoding="utf-8"))
        for match in re.finditer(r"/\*\*(?:(?!\*/).)*?@retval(?:(?!\*/).)*\*/", text, re.S):
            head = re.match(r"\s*((?:[^;{}()]|\((?=\*))*?)(\w+)\)?\s*\((?!\*)", text[match.end():])
            if not head:
                continue
            name = links.get(head.group(2), head.group(2))
            if head.group(1).rstrip().endswith("*") and "(*" in head.group(1):
                structs = re.findall(r"^(?:typedef )?struct (\w+) \{", text[:match.start()], re.M)
                name = f"{structs[-1]}.{name}"
            here = Named(str(header.relative_to(root)), line_of(text, match.end() + head.start(2)))
            for part in re.finditer(r"@retval\s+((?:(?!@\w|\n \*\s*\n|\n\s*\*\s*\n).)*)", match.group(0), re.S):
                line = line_of(text, match.start() + part.start())
                words = re.sub(r"\n\s*\*", " ", part.group(1))
                if re.match(r"others\b", words):
                    here.others |= set(re.findall(r"\b(\w+)\(\)", words.split(";")[0]))
                elif not CODE.match(words):
                    here.open = True
                else:
                    for code in CODE.findall(re.match(r"(?:\w+(?:,\s*|\s*))(?:(?<=[,\s])(?:NvSciError_\w+)(?:,\s*|\s*))*", words).group(0)):
                        here.errors.setdefault(code, line)
            here.may = set(CODE.findall(every))
            if re.search(r"\* Any phase", match.group(0)):
                here.may.add("NvSciError_InvalidState")
            found.setdefault(name, here)
    for here in found.values():
        for other in here.others:
            if other in found:
                for code in found[other].errors:
                    here.errors.setdefault(code, here.line)
    return found


def members(root):
    """{structure: names of its members} of the public headers."""
    found = {}
    for header in sorted((root / "inc").glob("*.h")):
        for name, body in re.findall(r"^(?:typedef )?struct (\w+) \{\n(.*?)^\}", without_comments(header.read_text(encoding="utf-8")), re.M | re.S):
            found[name] = [re.findall(r"\(\*(\w+)\)|(\w+)\s*(?:\[[^\]]*\])?\s*$", part.strip())[0] for part in body.split(";") if part.strip()]
            found[name] = [one or other for one, other in found[name]]
    return found


def compile_one(root, source, flags):
    done = subprocess.run(["clang-14", *FLAGS, *flags, str(source)], cwd=root, stdout=subprocess.PIPE, text=True, check=False)
    return str(source), done.stdout if done.returncode == 0 else None


def program_of(root, build, problems):
    sources = [path.relative_to(root) for room in build.rooms for path in sorted((root / "src" / room).glob("*.c"))]
    sources = [source for source in sources if str(source) not in build.lacks]
    program = Program()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for source, text in pool.map(lambda source: compile_one(root, source, build.flags), sources):
            if text is None:
                problems.append(f"{source}: clang-14 does not compile it")
            else:
                program.read(source, text)
    program.connect()
    problems += program.twice
    return program


def implementations(program, root, name):
    """Functions of the program behind a name of the headers."""
    if "." not in name:
        return [name] if name in program.functions else []
    struct, member = name.split(".")
    fields = members(root).get(struct, [])
    place = ("field", f"%struct.{struct}", fields.index(member)) if member in fields else None
    return sorted(program.symbol(file, one) for file, one in program.pointed.get(place, ()))


# Functions of CUDA's part and the hooks of firmware are of other compilers or of the program.
LEFT_OUT = ("ringfence_cuda.h", "ringfence_port.h", "cudlaExternalEtbl.hpp")


def differences(root, problems):
    """[(function, error, "more" or "less", where, way)]; functions that were compared."""
    headers = named(root)
    programs = []
    for build in BUILDS:
        program = program_of(root, build, problems)
        behind = {name: implementations(program, root, name) for name in headers}
        program.solve([one for ones in behind.values() for one in ones])
        programs.append((program, behind))
    known, found, count = codes(root), [], 0
    for name, here in sorted(headers.items()):
        if not here.errors or here.file.split("/")[-1] in LEFT_OUT:
            continue
        if not programs[0][1][name]:
            problems.append(f"{here.file}:{here.line}: {name} has no code")
            continue
        count += 1
        table = known[kind_of(next(iter(here.errors)))]
        can = {}
        for program, behind in programs:
            for one in behind[name]:
                for value in program.results(one):
                    can.setdefault(table.get(value, str(value)), (program, one, value))
        for code, (program, one, value) in sorted(can.items()):
            if code not in here.errors and code not in here.may and not here.open:
                found.append((name, code, "more", f"{here.file}:{here.line}", " <- ".join(program.way(one, value))))
        for code in sorted(set(here.errors) - set(can)):
            if TOP not in can:
                found.append((name, code, "less", f"{here.file}:{here.errors[code]}", ""))
    return found, count


def exceptions(root):
    """{(function, error, more or less): line} of the reviewed differences."""
    found = {}
    path = root / EXCEPTIONS
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines() if path.exists() else [], 1):
        if line and not line.startswith("#"):
            parts = line.split("\t")
            found[tuple(parts[:3])] = number if len(parts) == 4 and parts[3] else 0
    return found


def check(root):
    """Problems; functions that were compared, and exceptions."""
    problems = []
    found, count = differences(root, problems)
    rows = exceptions(root)
    for name, code, kind, where, way in found:
        if (name, code, kind) not in rows:
            problems.append(f"{where}: {name} can return {code}, which is not named: {way}" if kind == "more" else
                            f"{where}: {name} never returns {code}")
    differ = {row[:3] for row in found}
    for row, line in rows.items():
        if row not in differ:
            problems.append(f"{EXCEPTIONS}:{line}: {' '.join(row)}: the row is not needed")
        elif line == 0:
            problems.append(f"{EXCEPTIONS}: {' '.join(row)}: a row has a function, an error, more or less, and a reason, with tabs between")
    if count == 0:
        problems.append("no function was compared")
    return problems, count, len(rows)


def main():
    if sys.argv[1:] == ["--rows"]:
        for row in differences(ROOT, [])[0]:
            print("\t".join((*row[:3], row[4])))
        return 0
    problems, count, rows = check(ROOT)
    for problem in problems:
        print(f"errors: {problem}")
    print(f"errors: {count} functions compared with their headers, {rows} reviewed differences, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
