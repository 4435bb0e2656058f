#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Instructions of the critical sections that the library has on a Cortex-M4: the longest of the example, of the counts, and
of some unit tests.

Usage: firmware_masked.py [IMAGE]...

The images are those of test/tools/firmware.py m4. QEMU says which instructions its blocks have, and which blocks it runs,
but for those of the start-up code, which begins no section. A section lasts from the instruction behind that which masks,
in RingfenceHookEnterCritical(), to the one that admits, in RingfenceHookLeaveCritical(), itself included; a section within
another one of the library is part of it. Those that programs have themselves do not count, nor what handlers do that are
admitted.

Prints the longest of each image with the function that began it, and as the last line 'masked: N instructions at most'.
Fails if that is more than LIMIT, and if no section was seen.
"""

import re
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

from ctext import ROOT

LIMIT = 32
PREFIX = "arm-none-eabi-"
FOLDER = ROOT / "build/firmware/m4"
IMAGES = [FOLDER / name for name in ("camera.elf", "count.elf", "tests/sync/backing_test", "tests/sync/fence_pool_test")]
QEMU = ("qemu-system-arm", "-M", "mps2-an386", "-nographic", "-semihosting-config", "enable=on,target=native",
        "-icount", "shift=0,sleep=off", "-d", "exec,nochain,in_asm", "-D", "/dev/stderr")
# Clears memory, and calls main().
START = "image_start"
# Sections of these are the library's.
OURS = re.compile(r"port_|ringfence_port_")

Section = namedtuple("Section", "length function")


def run(*command):
    return subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True, check=True).stdout


Places = namedtuple("Places", "masks admits calls start")


def places(image):
    """The first and the last instruction of sections, the library's calls (address and function), and START's range."""
    masks, admits, calls, function, start = None, None, {}, "", []
    for line in run(f"{PREFIX}objdump", "-d", "--no-show-raw-insn", image).splitlines():
        title = re.match(r"[0-9a-f]+ <([\w.]+)>:$", line)
        if title:
            function = title.group(1)
        part = re.match(r" *([0-9a-f]+):\t(.*)", line)
        if not part:
            continue
        address, text = int(part.group(1), 16), part.group(2)
        if function == "RingfenceHookEnterCritical" and text.startswith("cpsid"):
            masks = address + 2
        if function == "RingfenceHookLeaveCritical" and text.startswith("msr"):
            admits = address
        if function == START:
            start.append(address)
        if re.search(r"<RingfenceHookEnterCritical>", text):
            calls[address] = function
    return Places(masks, admits, calls, (start[0], start[-1]))


def log(image, start):
    """Lines of QEMU about what it translates and runs, outside of a range."""
    outside = f"0x0..{start[0] - 1:#x},{start[1] + 1:#x}..0xffffffff"
    with subprocess.Popen([*QEMU, "-dfilter", outside, "-kernel", str(image)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, errors="replace") as process:
        yield from process.stderr


def blocks(image, start):
    """The addresses of the instructions of each block that was run, in their order, and its place in the host's memory."""
    known, block, last = {}, [], None
    for line in log(image, start):
        if line.startswith("Trace"):
            place, address = line[9:].split(" ", 1)[0], int(line.split("/", 2)[1], 16)
            if block:
                known[place], block = tuple(block), []
            if last and last[2]:
                # It was left where the device is written to or read, and goes on there in a block of its own.
                last = (last[0][:last[0].index(address)], None, False)
            if last:
                yield last[0], last[1]
            last = (known[place], place, False)
        elif line.startswith("0x"):
            block.append(int(line[:10], 16))
        elif line.startswith("IN:"):
            block = []
        elif line.startswith("Stopped"):
            # The last one was put off: it is told again.
            last = None
        elif line.startswith("cpu_io_recompile"):
            last = (last[0], last[1], True)
    if last:
        yield last[0], last[1]


def events(image):
    """(number of an instruction, its address) for each of those that sections begin and end with, and each call."""
    masks, admits, calls, start = places(image)
    marks = {masks, admits, *calls}
    of_place, at = {}, 0
    for addresses, place in blocks(image, start):
        found = of_place.get(place) if place else None
        if found is None or found[0] is not addresses:
            found = (addresses, [(i + 1, address) for i, address in enumerate(addresses) if address in marks])
            if place:
                of_place[place] = found
        for i, address in found[1]:
            yield at + i, address
        at += len(addresses)


def longest(image):
    """The longest section of the library in a run of the image, and how many there were."""
    masks, admits, calls, _ = places(image)
    open_sections, best, count, before = [], Section(0, "-"), 0, ""
    for at, address in events(image):
        if address in calls:
            before = calls[address]
        elif address == masks:
            open_sections.append((at, before))
        elif address == admits and open_sections:
            begin, function = open_sections.pop()
            if OURS.match(function):
                count += 1
                best = max(best, Section(at - begin + 1, function))
    return best, count


def measure(images):
    """Prints the longest of each; gives the longest of all, and how many there were."""
    best, total = Section(0, "-"), 0
    for image in images:
        most, count = longest(image)
        print(f"{most.length:5} {most.function:28} {count:7} sections  {image.name}", flush=True)
        best, total = max(best, most), total + count
    print(f"masked: {best.length} instructions at most, in {best.function}; {total} sections in {len(images)} images, limit {LIMIT}")
    return (total > 0) and (best.length <= LIMIT)


def main():
    return 0 if measure([Path(name) for name in sys.argv[1:]] or IMAGES) else 1


if __name__ == "__main__":
    sys.exit(main())
