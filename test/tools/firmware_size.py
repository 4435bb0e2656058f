#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Code, memory and stack of the library on a Cortex-M4, against the budgets.

Usage: firmware_size.py [--work DIRECTORY]

Builds the firmware profile twice with arm-none-eabi-gcc -Os, with all types of buffers and with raw buffers alone, links
a program that calls every public function with the hooks of docs/examples/port and --gc-sections, and prints:

- code: bytes of instructions of core, sync and buf that the program keeps, and bytes of their constants
- RAM: .data and .bss of the objects, and what size.py finds in them as tables; they must be equal
- stack: the deepest path of calls below each public function, from the frames that the compiler states. A cycle, a
  frame of unknown size, or a call through a pointer that is not listed below fails.

Fails also if a figure is above its limit. A limit is the budget, or what was reached where the budget was not; it is
lowered when less is reached.
"""

import argparse
import re
import subprocess
import sys
from collections import Counter, namedtuple
from pathlib import Path

from ctext import ROOT, declared_functions
from size import tables_of

PREFIX = "arm-none-eabi-"
ARCH = ["-mcpu=cortex-m4", "-mthumb"]
CONFIG = "-DRINGFENCE_CFG_ATOMICS=1U -DRINGFENCE_CFG_INTERRUPTS=1U"
ROOMS = ("core", "sync", "buf")

Budget = namedtuple("Budget", "wanted limit")
CODE = {"all": Budget(24 * 1024, 40000), "raw": Budget(10 * 1024, 33000)}
STACK = Budget(512, 900)

# Calls through pointers: who calls, and what can be called. Drivers of engines have stacks of their own.
POINTERS = {"buf_device_reserve": [], "src/buf/device.c:ask_use": [], "gate_look": []}
# Frames of the compiler's run-time library, read from its instructions. Functions of the integrator count as none.
RUNTIME = {"__aeabi_uldivmod": 16 + 32}


def run(*command):
    return subprocess.run([str(word) for word in command], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def build(types, work):
    folder = work / types
    run("make", "--no-print-directory", "firmware-lib", f"CC={PREFIX}gcc", f"AR={PREFIX}ar", f"BUILD={folder}",
        "PROFILE=firmware", f"ARCH={' '.join(ARCH)}", f"CFG={CONFIG}", f"TYPES={types}",
        "CFLAGS=-Os -fstack-usage -fcallgraph-info=su")
    members = run(f"{PREFIX}ar", "t", folder / "lib" / "libringfence_firmware.a").split()
    objects = sorted((folder / "obj-firmware").glob("**/*.o"))
    if sorted(members) != sorted(path.name for path in objects):
        sys.exit(f"{folder} has objects of another build: remove it")
    return folder, objects


def public_of(objects):
    defined = set()
    for path in objects:
        for line in run(f"{PREFIX}nm", "-g", "--defined-only", path).splitlines():
            defined.add(line.split()[-1])
    return sorted(set(declared_functions()) & defined)


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
    sizes = Counter()
    for name, size, path in re.findall(r"^ \.(text|rodata)[.\w]*\s+0x[0-9a-f]+\s+0x([0-9a-f]+) (\S+)", text, re.M):
        room = re.search(r"obj-firmware/src/(\w+)/", path)
        sizes[room.group(1) if room else "other", name] += int(size, 16)
    return sizes


def ram_of(objects):
    """.data and .bss of the objects, and the tables in them."""
    sections, tables = 0, 0
    for path in objects:
        for name, size in re.findall(r"^(\.(?:data|bss)\S*)\s+(\d+)", run(f"{PREFIX}size", "-A", path), re.M):
            sections += int(size)
        tables += sum(table.bytes for table in tables_of(path, path.name, f"{PREFIX}nm") if table.kind != "constant")
    return sections, tables


def call_graph(folder, problems):
    frames, calls = dict(RUNTIME), {}
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
    for path in sorted((folder / "obj-firmware").glob("**/*.o")):
        source = str(path.relative_to(folder / "obj-firmware").with_suffix(".c"))
        for name, body in re.findall(r"RECORDS FOR \[\.text\.(\S+)\]:\n(.*?)(?=\nRELOC|\Z)", run(f"{PREFIX}objdump", "-r", path), re.S):
            caller = f"{source}:{name}" if f"{source}:{name}" in frames else name
            calls.setdefault(caller, set()).update(called for called in RUNTIME if re.search(rf"\b{called}\b", body))
    for caller, called in calls.items():
        if "__indirect_call" in called:
            called.remove("__indirect_call")
            if caller in POINTERS:
                called.update(POINTERS[caller])
            else:
                problems.append(f"stack: {caller} calls through a pointer")
    return frames, calls


def deepest(name, frames, calls, known, path, problems):
    if name in path:
        problems.append(f"stack: {name} calls itself: {' > '.join(path[path.index(name):])}")
        return 0, ()
    if name not in known:
        below = max((deepest(called, frames, calls, known, path + [name], problems)
                     for called in sorted(calls.get(name, ()))), default=(0, ()))
        known[name] = (frames.get(name, 0) + below[0], (name,) + below[1])
    return known[name]


def check_stack(folder, functions, problems):
    frames, calls = call_graph(folder, problems)
    known = {}
    depths = sorted(((*deepest(name, frames, calls, known, [], problems), name) for name in functions), reverse=True)
    for depth, path, name in depths:
        if depth > STACK.wanted or name == depths[0][2]:
            print(f"  {depth:6}  {name}")
    print("          " + " > ".join(f"{name.split(':')[-1]} {frames.get(name, 0)}" for name in depths[0][1]))
    return depths[0][0]


def verdict(what, figure, budget, problems):
    if figure > budget.limit:
        problems.append(f"{what}: {figure} bytes, limit {budget.limit}")
    rest = figure - budget.wanted
    return f"budget {budget.wanted}: " + (f"{rest} over" if rest > 0 else "kept")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "firmware-size")
    work = parser.parse_args().work.resolve()
    problems = []
    print("Cortex-M4, profile firmware, -Os, bytes\n")
    for types, budget in CODE.items():
        folder, objects = build(types, work)
        functions = public_of(objects)
        sizes = link(folder, objects, [name for name in functions if not name.startswith("RingfenceEngine")])
        code = sum(sizes[room, "text"] for room in ROOMS)
        constants = sum(sizes[room, "rodata"] for room in ROOMS)
        print(f"types {types}: {len(functions)} public functions")
        for room in ROOMS + ("engine", "port"):
            print(f"  {sizes[room, 'text']:6} code, {sizes[room, 'rodata']:6} constants  {room}")
        print(f"  {code:6} code, {constants:6} constants  core + sync + buf; {verdict(f'code, {types}', code, budget, problems)}")
        sections, tables = ram_of(objects)
        print(f"  {sections:6} RAM; {tables} in tables")
        if sections != tables:
            problems.append(f"RAM, {types}: {sections} bytes in sections, {tables} in tables")
        print("  stack below a public function:")
        depth = check_stack(folder, functions, problems)
        print(f"  {depth:6}  deepest; {verdict(f'stack, {types}', depth, STACK, problems)}\n")
    for problem in problems:
        print(problem)
    print(f"firmware_size: {len(problems)} problems" if problems else "firmware_size: within the limits")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
