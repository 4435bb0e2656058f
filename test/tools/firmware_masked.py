#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Instructions of the critical sections that the library has on a Cortex-M4: the longest of the example, of the counts, and
of some unit tests.

Usage: firmware_masked.py [IMAGE]...

The images are those of test/tools/firmware.py m4. QEMU runs one instruction at a time and says which one. A section
lasts from the instruction behind that which masks, in RingfenceHookEnterCritical(), to the one that admits, in
RingfenceHookLeaveCritical(), itself included; a section within another one of the library is part of it. Those that
programs have themselves do not count, nor what handlers do that are admitted.

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
        "-icount", "shift=0,sleep=off", "-singlestep", "-d", "exec,nochain", "-D", "/dev/stderr", "-kernel")
# Sections of these are the library's.
OURS = re.compile(r"port_|ringfence_port_")

Section = namedtuple("Section", "length function")


def run(*command):
    return subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True, check=True).stdout


def places(image):
    """The first and the last instruction of sections, and the library's calls: address behind the call, and the function."""
    masks, admits, calls, function = None, None, {}, ""
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
        if re.search(r"<RingfenceHookEnterCritical>", text):
            calls[address] = function
    return masks, admits, calls


def trace(image):
    """Addresses of the instructions, in their order. One that was put off is told twice."""
    last = None
    with subprocess.Popen([*QEMU, str(image)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          text=True, errors="replace") as process:
        for line in process.stderr:
            if line.startswith("Trace"):
                address = int(line.split("/", 2)[1], 16)
                if address != last:
                    yield address
                last = address


def longest(image):
    """The longest section of the library in a run of the image, and how many there were."""
    masks, admits, calls = places(image)
    open_sections, best, count, before, at = [], Section(0, "-"), 0, "", 0
    for address in trace(image):
        at += 1
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
