#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Code, memory and stack of the library on a Cortex-M4, against the budgets.

Usage: firmware_size.py [--work DIRECTORY]

Builds the library as one unit with arm-none-eabi-gcc -Os, in four variants, links a program that calls every public
function with the hooks of docs/examples/port and --gc-sections, and prints for each:

- parts: what the profile leaves out
- code: bytes of instructions of core, attr, sync, buf and stream that the program keeps, and bytes of their constants
- RAM: .data and .bss of the objects, and what size.py finds in them as tables; they must be equal
- stack: the deepest path of calls below each public function, from the frames that the compiler states. A cycle, a
  frame of unknown size, or a call through a pointer that is not a driver's or one of HOOKS fails.

Fails also if a figure is above its limit, or if a variant lacks a public function. A limit is the budget, or what was
reached where there is none; it is lowered when less is reached.
"""

import argparse
import os
import re
import subprocess
import sys
from collections import Counter, namedtuple
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import lock
from ctext import ROOT, declared_functions
from size import tables_of

PREFIX = "arm-none-eabi-"
ARCH = ["-mcpu=cortex-m4", "-mthumb"]
CONFIG = "-DRINGFENCE_CFG_ATOMICS=1U -DRINGFENCE_CFG_INTERRUPTS=1U"
ROOMS = ("core", "attr", "sync", "buf")

Budget = namedtuple("Budget", "wanted limit")
Variant = namedtuple("Variant", "name profile types streams flags code stack")
VARIANTS = (
    Variant("all parts, all types", "firmware", "all", 0, "-fno-inline-functions-called-once", Budget(None, 44032), Budget(None, 844)),
    Variant("small, all types", "firmware_small", "all", 0, "", Budget(24 * 1024, 24 * 1024), Budget(512, 512)),
    Variant("small, raw buffers alone", "firmware_raw", "raw", 0, "", Budget(10496, 10496), Budget(512, 512)),
    Variant("small with a stream, all types", "firmware_streams", "all", 1, "", Budget(46 * 1024 + 640, 46 * 1024 + 640), Budget(512, 512)),
)

# Frames of the compiler's run-time library, read from its instructions. Functions of the integrator count as none.
RUNTIME = {"__aeabi_uldivmod": 16 + 32}

# Functions that call through a pointer of a ListApi, by how their names begin, and where that goes: below a public
# function of a kind of list, to the functions of that kind.
RECONCILE = ("buf_reconcile", "sync_reconcile")
KINDS = {"NvSciBuf": ("ringfence_api_enter", "buf_reconcile"), "NvSciSync": ("sync_enter", "sync_reconcile")}
HOOKS = (("list_api_", ("ringfence_api_enter", "sync_enter")), ("list_api_enter_reconciled", RECONCILE), ("reconcile", RECONCILE))


def run(*command):
    return subprocess.run([str(word) for word in command], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def build(variant, work):
    folder = work / variant.profile
    run("make", "--no-print-directory", "firmware-lib", f"CC={PREFIX}gcc", f"AR={PREFIX}ar", f"BUILD={folder}",
        f"PROFILE={variant.profile}", f"ARCH={' '.join(ARCH)}", f"CFG={CONFIG}", f"TYPES={variant.types}", "UNIT=1", f"STREAMS={variant.streams}",
        f"CFLAGS=-Os {variant.flags} -fstack-usage -fcallgraph-info=su")
    return folder, [folder / "obj-firmware" / "unit.o"] + sorted((folder / "obj-firmware" / "src" / "port").glob("**/*.o"))


def profile_text(name):
    """A profile, and those that it includes."""
    text = (ROOT / "cfg" / name).read_text(encoding="utf-8")
    return text + "".join(profile_text(other) for other in re.findall(r'#include "(profiles/\w+\.h)"', text))


def parts_without(variant):
    return re.findall(r"#define RINGFENCE_CFG_(TEXTS|ENGINES|SHARING|CHECKS|PIXELS|EXTRAS|TIMESTAMP_SLOTS|TASK_STATUS_SLOTS) 0U",
                      profile_text(f"profiles/{variant.profile}.h"))


def public_of(objects):
    defined = set()
    for path in objects:
        for line in run(f"{PREFIX}nm", "-g", "--defined-only", path).splitlines():
            defined.add(line.split()[-1])
    return sorted(set(declared_functions()) & defined)


def rooms_of(folder):
    """Room of each function, from the place that the compiler states."""
    text = (folder / "obj-firmware" / "unit.o.ci").read_text()
    return {title.split(":")[-1]: re.search(r"src/(\w+)/", label).group(1) for title, label in
            re.findall(r'node: \{ title: "([^"]+)" label: "([^"]*)"', text) if "src/" in label}


def link(folder, objects, functions):
    """Bytes of each (room, kind) in a program that calls all the functions."""
    source, map_file = folder / "all.c", folder / "all.map"
    source.write_text("".join(f"extern void {name}(void);\n" for name in functions) +
                      "void (*const all[])(void) = {" + ", ".join(functions) + "};\n"
                      "void _start(void);\nvoid _start(void) { for (unsigned i = 0; i < sizeof(all) / sizeof(all[0]); i++) all[i](); }\n")
    run(f"{PREFIX}gcc", *ARCH, "-Os", "-ffreestanding", "-fno-short-enums", "-nostdlib", "-Wl,--gc-sections", "-Wl,--no-enum-size-warning",
        *(f"-Wl,--defsym={name}=0" for name in ("memcpy", "memset", "memcmp")), f"-Wl,-Map={map_file}", "-Iinc",
        source, "docs/examples/port/hooks.c", *objects, "-lgcc", "-o", folder / "all.elf")
    text = map_file.read_text()
    text = text[text.index("Linker script and memory map"):]
    rooms, sizes = rooms_of(folder), Counter()
    for kind, name, size, path in re.findall(r"^ \.(text|rodata)\.?([.\w]*)\s+0x[0-9a-f]+\s+0x([0-9a-f]+) (\S+)", text, re.M):
        room = "port" if "obj-firmware/src/port/" in path else "other"
        if path.endswith("unit.o"):
            # Constants have no room: of the compiler's data sections alone the names are known.
            room = rooms[name] if kind == "text" else "core"
        sizes[room, kind] += int(size, 16)
    return sizes


def ram_of(objects):
    """.data and .bss of the objects, and the tables in them."""
    sections, tables = 0, 0
    for path in objects:
        for name, size in re.findall(r"^(\.(?:data|bss)\S*)\s+(\d+)", run(f"{PREFIX}size", "-A", path), re.M):
            sections += int(size)
        tables += sum(table.bytes for table in tables_of(path, path.name, f"{PREFIX}nm") if table.kind != "constant")
    return sections, tables


def call_graph(folder, objects, without_engines, problems):
    """Frames of functions, who calls whom, and who calls what of a ListApi."""
    frames, calls, hooked = dict(RUNTIME), {}, {}
    for path in sorted((folder / "obj-firmware").glob("**/*.ci")):
        text = path.read_text()
        for name, label in re.findall(r'node: \{ title: "([^"]+)" label: "([^"]*)"', text):
            frame = re.search(r"\\n(\d+) bytes \(([\w,]+)\)", label)
            if frame:
                frames[name] = int(frame.group(1))
                if frame.group(2) != "static":
                    problems.append(f"stack: the frame of {name} is {frame.group(2)}")
        for caller, called in re.findall(r'edge: \{ sourcename: "([^"]+)" targetname: "([^"]+)"', text):
            calls.setdefault(caller, set()).add(called)
    # The compiler calls its run-time library without saying so.
    titles = {title.split(":")[-1]: title for title in frames}
    for path in objects:
        for name, body in re.findall(r"RECORDS FOR \[\.text\.(\S+)\]:\n(.*?)(?=\nRELOC|\Z)", run(f"{PREFIX}objdump", "-r", path), re.S):
            calls.setdefault(titles[name], set()).update(called for called in RUNTIME if re.search(rf"\b{called}\b", body))
    for caller, called in calls.items():
        if "__indirect_call" in called:
            called.remove("__indirect_call")
            hooks = {hook for begin, names in HOOKS if caller.split(":")[-1].startswith(begin) for hook in names}
            if hooks:
                hooked[caller] = {title: name for title in frames if (name := title.split(":")[-1].split(".")[0]) in hooks}
                continue
            # Drivers of engines have stacks of their own.
            if without_engines:
                problems.append(f"stack: {caller} calls through a pointer")
    return frames, calls, hooked


def deepest(name, frames, calls, known, path, problems):
    if name in path:
        problems.append(f"stack: {name} calls itself: {' > '.join(path[path.index(name):])}")
        return 0, ()
    if name not in known:
        below = max((deepest(called, frames, calls, known, path + [name], problems)
                     for called in sorted(calls.get(name, ()))), default=(0, ()))
        known[name] = (frames.get(name, 0) + below[0], (name,) + below[1])
    return known[name]


def check_stack(folder, objects, variant, functions, problems):
    frames, calls, hooked = call_graph(folder, objects, "ENGINES" in parts_without(variant), problems)
    depths = []
    for kind in (*KINDS, ""):
        goes = {caller: called | {title for title, name in hooked.get(caller, {}).items() if name in KINDS.get(kind, (name,))}
                for caller, called in calls.items()}
        known = {}
        depths += [(*deepest(name, frames, goes, known, [], problems), name) for name in functions
                   if next((other for other in KINDS if name.startswith(other)), "") == kind]
    depths.sort(reverse=True)
    for depth, path, name in depths:
        if depth > 512 or name == depths[0][2]:
            print(f"  {depth:6}  {name}")
    print("          " + " > ".join(f"{name.split(':')[-1]} {frames.get(name, 0)}" for name in depths[0][1]))
    return depths[0][0]


def verdict(what, figure, budget, problems):
    if figure > budget.limit:
        problems.append(f"{what}: {figure} bytes, limit {budget.limit}")
    if budget.wanted is None:
        return "no budget"
    rest = figure - budget.wanted
    return f"budget {budget.wanted}: " + (f"{rest} over" if rest > 0 else "kept")


def missing_functions(functions, declared):
    """Public functions that a variant lacks. What is left out says so when it is called; it is not gone."""
    return sorted(set(declared) - set(functions))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "firmware-size")
    work = parser.parse_args().work.resolve()
    lock.hold(work)
    problems = []
    # The first variant has all parts.
    complete = None
    print("Cortex-M4, one unit, -Os, bytes\n")
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        built = list(pool.map(lambda variant: build(variant, work), VARIANTS))
    for variant, (folder, objects) in zip(VARIANTS, built):
        functions = public_of(objects)
        complete = complete or functions
        problems += [f"{variant.name}: {name} is missing" for name in missing_functions(functions, complete)]
        sizes = link(folder, objects, [name for name in functions if not name.startswith("RingfenceEngine")])
        rooms = ROOMS + ("stream",) * variant.streams
        code = sum(sizes[room, "text"] for room in rooms)
        constants = sum(sizes[room, "rodata"] for room in rooms)
        print(f"{variant.name}: PROFILE={variant.profile} TYPES={variant.types} STREAMS={variant.streams}, {len(functions)} public functions")
        print(f"  without: {', '.join(parts_without(variant)) or 'nothing'}")
        for room in rooms + ("engine", "port"):
            print(f"  {sizes[room, 'text']:6} code  {room}")
        print(f"  {code:6} code  {' + '.join(rooms)}; {verdict(f'code, {variant.name}', code, variant.code, problems)}")
        print(f"  {constants:6} constants")
        sections, tables = ram_of(objects)
        print(f"  {sections:6} RAM; {tables} in tables")
        if sections != tables:
            problems.append(f"RAM, {variant.name}: {sections} bytes in sections, {tables} in tables")
        print("  stack below a public function:")
        depth = check_stack(folder, objects, variant, functions, problems)
        print(f"  {depth:6}  deepest; {verdict(f'stack, {variant.name}', depth, variant.stack, problems)}\n")
    for problem in problems:
        print(problem)
    print(f"firmware_size: {len(problems)} problems" if problems else "firmware_size: within the limits")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
