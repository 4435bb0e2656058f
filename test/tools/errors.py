#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the errors that each public function can return with those that its header names.

What the code can return comes from what clang makes of the sources (errors_ir.py), in the profile `linux` and in a small firmware. At
times it is more than a program can see: test/errors.tsv has what cannot come, with the reason, and what comes in other builds only. A
row there that is not needed fails too. What a header says before its first declaration holds for all its functions, and need not come
from each; NvSciError_InvalidState of a function of any phase is that of interrupt handlers.

A function that can return a value that is not known here, as a code of CUDA's driver, has a row with `anything`; those functions are
counted and named. Of them an error of the header is not looked for in the code if its text says that the driver gives it, or if the
header says 'any other'.

CUDA's part needs CUDA's headers (cuda_headers.sh); without them it is left out, and the output says so. CUDA's own names, which the
library answers too, are compared with the functions that are called for them (src/cuda/shim/names.h). A hook of firmware has no code
here: its header names all values of its result, and what it says that a function gives for one is an error of that function.

Usage: errors.py [--rows]    with --rows, prints what differs as rows of test/errors.tsv
"""

import os
import re
import subprocess
import sys
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ctext import ROOT, line_of, link_names, without_comments
from errors_ir import TOP, Program

# A build: the folders of its sources, what of them it lacks, flags. The first has all functions.
Build = namedtuple("Build", "rooms lacks flags")
PARTS = ("core", "attr", "buf", "buf/types", "sync", "ipc", "share", "stream", "stream/tree", "engine", "kit", "port/common")
# Of two sources with one function each, one is compiled.
LACKS = ("src/cuda/shim/wrap_static.c", "src/core/no_streams.c", "src/buf/keys_raw.c", "src/buf/types_raw.c")
# With CUDA's headers they are in the first build.
CUDA_PARTS = ("cuda/driver", "cuda/sync", "cuda/memory", "cuda/api", "cuda/shim")
CUDA_NAMES = "src/cuda/shim/names.h"
# What CUDA's own names say besides: the process has two copies of the library, nobody else has the name.
CUDA_OF_NAMES = {"CUDA_ERROR_SHARED_OBJECT_INIT_FAILED", "CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND"}
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
CODE = re.compile(r"\b(NvSciError_\w+|NVMEDIA_STATUS_\w+|cudla(?:Success|Error\w+)|CUDA_(?:SUCCESS|ERROR_\w+)|cudaError[A-Z]\w+|RINGFENCE_HOOK_\w+)\b")
COMMENT = re.compile(r"/\*\*(.*?)\*/\s*((?:(?!/\*\*|[;{}]).)*?)\(", re.S)


def codes(root):
    """{kind of result: {value: name}}"""
    found = {}
    for header in sorted((root / "inc").glob("*.h")):
        for kind in re.findall(r"typedef enum(?: \w+)? \{([^{}]*)\} (?:NvSciError|NvMediaStatus|cudlaStatus|RingfenceHookResult);",
                               without_comments(header.read_text(encoding="utf-8"))):
            add_codes(found, kind)
    return found


def add_codes(found, text):
    value = -1
    for name, number in re.findall(r"(\w+)\s*(?:=\s*(\w+))?\s*(?:,|$)", text.strip()):
        value = int(number.rstrip("Uu"), 0) if number else value + 1
        found.setdefault(kind_of(name), {}).setdefault(value, name)


def kind_of(name):
    return "cuda" if name.startswith(("CUDA_", "cudaE")) else name[:5]


def cuda_flags(root):
    """(options with which CUDA's headers are found, why CUDA's part is left out: one of them is empty)"""
    if not (root / "src/cuda").is_dir():
        return [], "there is none"
    done = subprocess.run([str(root / "test/tools/cuda_headers.sh")], cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          check=False)
    return (done.stdout.split(), "") if done.returncode == 0 else ([], done.stderr.strip().split("\n")[-1])


def add_cuda_codes(found, flags):
    """Codes of CUDA's driver, and those of its runtime that have a number of their own."""
    for folder in [Path(flag) for flag in flags if not flag.startswith("-")] + [Path("/usr/local/include"), Path("/usr/include")]:
        if (folder / "cuda.h").exists():
            for name, pattern in (("cuda.h", r"typedef enum cudaError_enum\s*\{(.*?)\}"), ("driver_types.h", r"enum __device_builtin__ cudaError\s*\{(.*?)\}")):
                text = without_comments((folder / name).read_text(encoding="utf-8", errors="replace"))
                for part in re.findall(pattern, text, re.S):
                    add_codes(found, part)
            break


class Named:
    """What a header names for a function."""

    def __init__(self, file, line):
        self.file, self.line, self.errors, self.others, self.open, self.may = file, line, {}, set(), False, set()
        # Errors that the driver gives, and what a function gives that calls this.
        self.driver, self.given = set(), set()
        # Of a name of CUDA, the function that is called for it.
        self.ours = None


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
                    for code in CODE.findall(re.match(r"(?:\w+(?:,\s*|\s*))(?:(?<=[,\s])(?:NvSciError_\w+|cudlaError\w+)(?:,\s*|\s*))*", words).group(0)):
                        here.errors.setdefault(code, line)
                        if re.search(r"\bthe driver\b(?! is older)", words):
                            here.driver.add(code)
            plain = re.sub(r"\n\s*\*", " ", match.group(0))
            here.given = set(re.findall(r"\b(\w+)\(\) +gives +(NvSciError_\w+)", plain)) | \
                {(other, code) for code, other in re.findall(r"gives (NvSciError_\w+), +and so does +(\w+)\(\)", plain)[::-1] for code, other in ((code, other),)}
            here.may = set(CODE.findall(every))
            if re.search(r"\* Any phase", match.group(0)):
                here.may.add("NvSciError_InvalidState")
            found.setdefault(name, here)
        found.update(forms(text, found))
    for here in found.values():
        for other in here.others:
            if other in found:
                for code in found[other].errors:
                    here.errors.setdefault(code, here.line)
    return found


def forms(text, found):
    """Functions whose results the header says are those of another one: {link name: Named}."""
    made = {}
    for comment, name in re.findall(r"/\*\*((?:(?!\*/).)*)\*/\s*\w+\s+(\w+)\(", text, re.S):
        other = re.search(r"^[\s*]*(\w+)\(\)", comment)
        if "results and phases are those of that function" in re.sub(r"\n \*\s*", " ", comment) and other and other.group(1) in found:
            made[name] = found[other.group(1)]
    return made


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


CUDA = "ringfence_cuda.h"


def names_of_cuda(root, headers):
    """{wrapper of a name of CUDA: what is named for it}; names that lead to functions beside the wrappers."""
    text = (root / CUDA_NAMES).read_text(encoding="utf-8").replace("\\\n", "\n")
    made, beside = {}, []
    for name, ours in re.findall(r"(?:OURS|IMPORT|OWNED|BATCH)\((?:DRIVER|RUNTIME), _(\w+),\s*(\w+)", text):
        if ours in headers:
            here = Named(headers[ours].file, headers[ours].line)
            here.errors, here.driver, here.may, here.ours = headers[ours].errors, set(headers[ours].errors), CUDA_OF_NAMES, ours
            made[f"__wrap_{name}"] = here
        else:
            beside.append(name)
    return made, beside


def hooks(known, headers, given, problems):
    """Functions without code, whose result the library asks for; how many."""
    count = 0
    for name, here in sorted(headers.items()):
        if any(code.startswith("RINGFENCE_HOOK_") for code in here.errors):
            count += 1
            wanted = set(known[kind_of("RINGFENCE_HOOK_")].values())
            problems += [f"{here.file}:{here.line}: {name} does not name {code}" for code in sorted(wanted - set(here.errors))]
            for other, code in sorted(here.given):
                if code not in given(other):
                    problems.append(f"{here.file}:{here.line}: {name}: {other} never returns {code}")
    return count


class Result:
    """What was compared: differences, [(function, error, "more" or "less", where, way)]; how many functions, of CUDA's names and hooks; what
    was left out."""

    def __init__(self):
        self.found, self.count, self.names, self.hooks, self.left_out = [], 0, 0, 0, []


def differences(root, problems):
    headers, result = named(root), Result()
    flags, lack = cuda_flags(root)
    if lack:
        result.left_out += sorted(name for name, here in headers.items() if here.file.endswith(CUDA))
        headers = {name: here for name, here in headers.items() if not here.file.endswith(CUDA)}
        if result.left_out:
            print(f"errors: left out: {len(result.left_out)} functions of CUDA's part, and CUDA's own names: {lack}")
    programs = []
    for build in BUILDS:
        if build is BUILDS[0] and not lack:
            build = Build((*build.rooms, *CUDA_PARTS), build.lacks, build.flags + flags)
            wrappers, beside = names_of_cuda(root, headers)
            headers |= wrappers
            result.names = len(wrappers)
            result.left_out += beside
        program = program_of(root, build, problems)
        behind = {name: implementations(program, root, name) for name in headers}
        program.solve([one for ones in behind.values() for one in ones])
        programs.append((program, behind))
    known = codes(root)
    if not lack:
        add_cuda_codes(known, flags)

    def results(name, table):
        can = {}
        for program, behind in programs:
            for one in behind.get(name, ()):
                for value in program.results(one):
                    can.setdefault(table.get(value, str(value)), (program, one, value))
        return can

    for name, here in sorted(headers.items()):
        if not here.errors or any(code.startswith("RINGFENCE_HOOK_") for code in here.errors):
            continue
        if not programs[0][1][name]:
            problems.append(f"{here.file}:{here.line}: {name} has no code")
            continue
        result.count += 1
        table = known[kind_of(next(iter(here.errors)))]
        can = results(name, table)
        if here.ours is not None:
            here.may |= set(results(here.ours, table))
        for code, (program, one, value) in sorted(can.items()):
            if code == TOP and here.ours is None or code not in here.errors and code not in here.may and not here.open:
                result.found.append((name, code, "more", f"{here.file}:{here.line}", " <- ".join(program.way(one, value))))
        for code in sorted(set(here.errors) - set(can)):
            # What is not known may be success.
            if TOP not in can or (code not in here.driver and not here.open and code != table.get(0)):
                result.found.append((name, code, "less", f"{here.file}:{here.errors[code]}", ""))
    if "RINGF" in known:
        result.hooks = hooks(known, headers, lambda name: results(name, known[kind_of("NvSciError_")]), problems)
    return result


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
    """Problems; what was compared, and exceptions."""
    problems = []
    result = differences(root, problems)
    rows = exceptions(root)
    for name, code, kind, where, way in result.found:
        if (name, code, kind) not in rows:
            problems.append(f"{where}: {name} can return {code}, which is not named: {way}" if kind == "more" else
                            f"{where}: {name} never returns {code}")
    differ = {row[:3] for row in result.found}
    for row, line in rows.items():
        if row not in differ and not (row[0] in result.left_out or row[0].startswith("__wrap_") and result.names == 0):
            problems.append(f"{EXCEPTIONS}:{line}: {' '.join(row)}: the row is not needed")
        elif line == 0:
            problems.append(f"{EXCEPTIONS}: {' '.join(row)}: a row has a function, an error, more or less, and a reason, with tabs between")
    if result.count == 0:
        problems.append("no function was compared")
    return problems, result, len(rows)


def main():
    if sys.argv[1:] == ["--rows"]:
        for row in differences(ROOT, []).found:
            print("\t".join((*row[:3], row[4])))
        return 0
    problems, result, rows = check(ROOT)
    unknown = sorted(row[0] for row in result.found if row[1] == TOP)
    for problem in problems:
        print(f"errors: {problem}")
    print(f"errors: {len(unknown)} can return what is not known here: {', '.join(unknown)}")
    print(f"errors: {result.names} of the functions are names of CUDA, and {result.hooks} hooks name all results; not compared:",
          ", ".join(result.left_out) or "nothing")
    print(f"errors: {result.count} functions compared with their headers, {rows} reviewed differences, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
