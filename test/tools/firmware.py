#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds and runs the library without an operating system, and under Linux on other processors, with QEMU.

Usage: firmware.py [BOARD]...

For each board of test/firmware/boards/ it builds the unit tests, the checks of every port, the example
docs/examples/firmware, the example docs/examples/stream_loop.c and the counts of test/firmware/count.c with that
board's cross compiler, runs every image with a time limit, and prints a row: tests passed and left out
(test/firmware/left_out.txt says why); code, data and stack of the first example in bytes; instructions of the functions
of phase RUNTIME. A second table has code, data and stack of the example of a stream. A board with too little memory
runs no unit tests and no stream. Programs for Linux run the unit tests, and exchange descriptors with this host (test/firmware/exchange.c): each
reads what the other wrote. Boards with several cores run test/firmware/cores.c alone, an image for each core; the
columns are those of the image of core 0. The last line is 'N passed, N failed': cases, and each application and each
direction of an exchange as one each. An image that ends early, or does not end, is one failed case.

FIRMWARE_PART=K: of each group of boards that take turns, TURNS, the one with this number, modulo their count, alone runs the
unit tests, and each of them the rest. Without it all do.

Boards are checked side by side, each in a process of its own; boards of a family are built one after the other. A line of
each says how long it took: seconds, and seconds of the processor.
"""

import contextlib
import fcntl
import io
import os
import re
import resource
import subprocess
import sys
import time
import traceback
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from pathlib import Path

import firmware_masked
import lock
import port_hooks
import sections
from ctext import ROOT

BOARDS = {
    "m0": "Cortex-M0, microbit", "m3": "Cortex-M3, mps2-an385", "m4": "Cortex-M4, mps2-an386", "m7": "Cortex-M7, mps2-an500",
    "m33": "Cortex-M33, mps2-an521", "r5": "Cortex-R5, versatilepb", "a53": "Cortex-A53, virt", "rv64": "RV64IMAC, virt",
    "a53x3": "3 x Cortex-A53, virt", "rv64x2": "2 x RV64IMAC, virt",
    "m33x2": "2 x Cortex-M33, mps2-an521",
    "linux-aarch64": "AArch64, Linux", "linux-riscv64": "RV64GC, Linux", "linux-s390x": "s390x (big-endian), Linux",
    "linux-armhf": "ARM of 32 bits, Linux", "linux-i386": "x86 of 32 bits, Linux", "linux-musl": "this host with musl, Linux",
}
# Cores of one family, for which one compiler builds the same objects of tests; other bare cores; and programs of Linux,
# little-endian as this host.
TURNS = (("m3", "m4", "m7", "m33"), ("r5", "a53", "rv64"), ("linux-aarch64", "linux-armhf", "linux-riscv64", "linux-i386", "linux-musl"))
IMAGE_OPTIONS = ["-nographic", "-semihosting-config", "enable=on,target=native", "-icount", "shift=0,sleep=off"]
# Folders of test/unit whose tests all boards run, and those that boards with MORE run besides; test/system too, without QEMU.
ROOMS = ("core", "attr", "sync", "buf", "engine", "header", "ipc", "share")
MORE_ROOMS = ("stream", "kit", "port", "fault", "worker", "dla")
# Seconds that an image may take; the longest takes some 20 on a machine that is not busy.
LIMIT = 600
JOBS = os.cpu_count() or 1
# Unit tests of streams, whose images have a library of their own.
STREAMS = re.compile(r"^(stream/|header/stream_test$)")
SUMS = re.compile(r"^tests: (\d+) passed, (\d+) left out$", re.M)
STACK = re.compile(r"^stack: (\d+)$", re.M)
PORT = re.compile(r"^port: passed ", re.M)
COUNT = re.compile(r"^count: (\w+) (\d+)$", re.M)
APPLICATIONS = ("port", "camera", "camera-stops", "camera-region", "camera-short", "count")
STREAM_APPLICATIONS = ("stream",)
# What applications that end themselves end with, and say.
ENDS = {"stream": (0, "1000 pictures, 1000 seen by all, "),
        "camera-stops": (2, "camera: the watchdog bites\n"),
        "camera-short": (1, "camera: bytes missing for buffers: 2144\n")}
# What the linker says of the same image without RINGFENCE_CFG_BUFFER_REGION: 4000 bytes of 6144 are there.
OVERFLOW = re.compile(r"region `BUFFERS' overflowed by 2144 bytes")
SIZES = ("code", "data", "stack")
COUNTED = ("signal", "generate", "wait", "clear")


class Board:
    def __init__(self, name):
        text = (ROOT / "test/firmware/boards" / f"{name}.mk").read_text(encoding="utf-8")
        values = dict(re.findall(r"^(\w+) *:= *(.*)$", text, re.M))
        self.name = name
        self.cross = values["CROSS"]
        self.qemu = values["QEMU"]
        self.is_bare = bool(values["MEMORY"])
        self.has_cores = values.get("CORES") == "1"
        self.has_tests = values.get("ONLY") != "applications"
        self.has_more = values.get("MORE") == "1"
        part = os.environ.get("FIRMWARE_PART", "")
        self.has_turn = not part or all(name not in turns or name == turns[int(part) % len(turns)] for turns in TURNS)
        self.folder = ROOT / "build/firmware" / name
        self.family = ROOT / "build/firmware" / values.get("FAMILY", name)
        self.text = ""
        self.passed = 0
        self.checks = 0
        self.left_out = 0
        self.failed = []
        self.figures = {}
        self.streams = {}

    def command(self, image):
        """The QEMU option that takes the image stands last."""
        return self.qemu.split() + [str(image)] + (IMAGE_OPTIONS if self.is_bare else [])


def run(board, image, *arguments):
    """Returns (status, output); the status is None if the image did not end."""
    try:
        result = subprocess.run(board.command(image) + list(arguments), cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, timeout=LIMIT, text=True, errors="replace", check=False)
        return result.returncode, result.stdout
    except subprocess.TimeoutExpired as late:
        return None, (late.stdout or b"").decode(errors="replace")


@contextlib.contextmanager
def turn(board):
    """Boards of a family have objects in common."""
    with open(f"{board.family}.turn", "w", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def make(board, *arguments):
    with turn(board):
        return subprocess.run(["make", "--no-print-directory", f"BOARD={board.name}", *arguments],
                              cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


def build(board, *targets):
    result = make(board, "-k", f"-j{JOBS}", *targets)
    if result.returncode != 0:
        board.failed.append("build")
        lines = [line for line in result.stdout.splitlines() if not re.match(r"(CC|AR) ", line)]
        print("\n".join(lines[-40:]))


def expected_tests(board):
    """What firmware.mk builds; a file that it does not build for another reason has no image, and fails."""
    left_out = (ROOT / "test/firmware/left_out.txt").read_text(encoding="utf-8")
    names = []
    rooms = [ROOT / "test/unit" / room for room in ROOMS + (("stream",) if board.is_bare else ()) + (MORE_ROOMS if board.has_more else ())]
    for room in rooms + ([ROOT / "test/system"] if board.has_more and not board.qemu else []):
        for path in sorted(room.rglob("*_test.c")):
            name = str(path.relative_to(ROOT / "test").with_suffix("")).removeprefix("unit/")
            parts = [name] + re.findall(r'^#include "(\w+\.h)"', path.read_text(encoding="utf-8"), re.M)
            gone = any(re.search(rf"^{re.escape(part)} \[(all|{board.name})\]: ", left_out, re.M) or
                       (board.is_bare and re.search(rf"^{re.escape(part)}: ", left_out, re.M)) for part in parts)
            if not gone:
                names.append(name)
    return names


def fail(board, name, status, output):
    how = "did not end" if status is None else f"status {status}"
    board.failed.append(name)
    print(f"FAIL {board.name} {name}: {how}")
    print("\n".join("      | " + line for line in output.splitlines()[-6:]))


def run_tests(board):
    def one(name):
        image = board.folder / ("streams/tests" if board.is_bare and STREAMS.match(name) else "tests") / name
        return (name,) + (run(board, image) if image.exists() else (1, "there is no image"))

    with ThreadPoolExecutor(JOBS) as pool:
        for name, status, output in pool.map(one, expected_tests(board)):
            sums = SUMS.search(output)
            if (status == 0) and sums:
                board.passed += int(sums.group(1))
                board.left_out += int(sums.group(2))
            else:
                fail(board, name, status, output)


def exchange(board):
    """Both directions between the board and this host."""
    host = Board("linux-host")
    build(host, f"build/firmware/{host.name}/exchange")
    for writer, reader in ((board, host), (host, board)):
        path = board.folder / f"descriptors-{writer.name}"
        path.unlink(missing_ok=True)
        for side, mode in ((writer, "write"), (reader, "read")):
            status, output = run(side, side.folder / "exchange", mode, str(path))
            if status != 0:
                fail(board, f"exchange: {side.name} {mode}s", status, output)
                break
        else:
            board.passed += 1
    board.failed += host.failed


def sizes(board, image):
    """Code, initialised data and cleared memory, the stack's section left out."""
    text = subprocess.run([board.cross + "size", "-A", str(image)], stdout=subprocess.PIPE, text=True, check=True).stdout
    section = {name: int(size) for name, size in re.findall(r"^(\.\w+) +(\d+) ", text, re.M)}
    return section.get(".text", 0), section.get(".data", 0) + sum(section.get(name, 0) for name in
                                                                 (".bss", ".tables", ".buffers", ".counters"))


def run_applications(board):
    for name in APPLICATIONS + (STREAM_APPLICATIONS if board.has_tests else ()):
        image = board.folder / f"{name}.elf"
        status, output = run(board, image) if image.exists() else (1, "there is no image")
        wanted, text = ENDS.get(name, (0, ""))
        if (status != wanted) or (text not in output) or ("port: left out" in output):
            fail(board, name, status, output)
            continue
        board.passed += 0 if name == "port" else 1
        if name == "port":
            board.checks = len(PORT.findall(output))
            board.passed += board.checks
        elif name in ("camera", "stream"):
            figures = board.figures if name == "camera" else board.streams
            figures["code"], figures["data"] = sizes(board, image)
            figures["stack"] = int(STACK.search(output).group(1))
        elif name == "count":
            board.figures.update({key: int(value) for key, value in COUNT.findall(output)})


def run_cores(board):
    """Images of which the first one is named: the others are in the board's options."""
    image = board.folder / "cores0.elf"
    status, output = run(board, image) if image.exists() else (1, "there is no image")
    sums = SUMS.search(output)
    if (status == 0) and sums:
        board.passed += int(sums.group(1))
        board.figures["code"], board.figures["data"] = sizes(board, image)
        board.figures["stack"] = int(STACK.search(output).group(1))
    else:
        fail(board, "cores", status, output)


def check_guide(board):
    """The checks of every port as docs/porting.md has them run: a folder with hooks, start-up code and linker script."""
    if board.name != "m0":
        return
    folder = board.folder / "port-folder"
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("boards/nrf51.c", "boards/nrf51.ld", "boards/semihosting.h", "common/image.h", "common/stack.c", "libc/string.c",
                 "libc/string.h"):
        path = ROOT / "test/firmware" / name
        (folder / path.name).write_bytes(path.read_bytes())
    arguments = [f"PORT={folder.relative_to(ROOT)}", f"BUILD={board.folder.relative_to(ROOT)}", "CC=arm-none-eabi-gcc",
                 "AR=arm-none-eabi-ar", "ARCH=-mcpu=cortex-m0 -mthumb", "PROFILE=docs/examples/firmware/camera_cfg.h",
                 "CFG=-DRINGFENCE_CFG_ATOMICS=2U -DRINGFENCE_CFG_INTERRUPTS=1U",
                 "RUN=qemu-system-arm -M microbit " + " ".join(IMAGE_OPTIONS) + " -kernel"]
    result = subprocess.run(["make", "--no-print-directory", "port-test"] + arguments, cwd=ROOT, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if (result.returncode == 0) and (len(PORT.findall(result.stdout)) == board.checks):
        board.passed += 1
    else:
        fail(board, "port-test", result.returncode, result.stdout)
    # A core without atomic instructions, for which nothing says so.
    result = subprocess.run(["make", "--no-print-directory", "firmware-lib", f"BUILD={board.folder.relative_to(ROOT)}/refused",
                             "CC=arm-none-eabi-gcc", "AR=arm-none-eabi-ar", "ARCH=-mcpu=cortex-m0 -mthumb", "PROFILE=firmware"],
                            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if (result.returncode != 0) and ("RINGFENCE_CFG_ATOMICS must be 2" in result.stdout):
        board.passed += 1
    else:
        fail(board, "refused", result.returncode, result.stdout)


def check_sections(board):
    """The tables of the archives that applications link stand where a linker script finds them."""
    for name in ("camera", "count") + (STREAM_APPLICATIONS if board.has_tests else ()):
        _, problems = sections.check(board.folder / name / "lib/libringfence_firmware.a", board.cross)
        board.passed += 0 if problems else 1
        board.failed += [f"{name}: sections"] * bool(problems)
        if problems:
            print("\n".join(problems))


def check_masked(board):
    """No section of the library is longer than firmware_masked.py says."""
    if board.name == "m4":
        build(board, *(str(image.relative_to(ROOT)) for image in firmware_masked.IMAGES))
        if all(image.exists() for image in firmware_masked.IMAGES) and firmware_masked.measure(firmware_masked.IMAGES):
            board.passed += 1
        else:
            board.failed.append("masked")


def check_hooks(board):
    """The hooks of docs/examples/port, and that the checks of every port see what is broken in them."""
    if board.name in ("m3", "m4"):
        good, problems = port_hooks.check(f"cortex-{board.name}")
        board.passed += good
        board.failed += ["port-hooks"] * len(problems)
        print("\n".join(problems) if problems else f"{board.name}: hooks of docs/examples/port, {good} runs")


def check_link(board):
    """An image with too little memory is not linked, and the linker says how much is missing."""
    image = board.folder / "camera-overflow.elf"
    result = make(board, str(image.relative_to(ROOT)))
    if (result.returncode != 0) and OVERFLOW.search(result.stdout) and not image.exists():
        board.passed += 1
    else:
        fail(board, image.name, result.returncode, result.stdout)


def row(board):
    figures = [board.figures.get(key, "-") for key in SIZES + COUNTED]
    return "| " + " | ".join(str(cell) for cell in [BOARDS[board.name], board.passed, board.left_out] + figures) + " |"


def check_all(board):
    build(board, "firmware-images" if board.has_turn else "firmware-applications")
    if board.has_cores:
        run_cores(board)
        return
    if board.has_tests and board.has_turn:
        run_tests(board)
    if board.is_bare:
        run_applications(board)
        check_link(board)
        check_sections(board)
        check_guide(board)
        check_hooks(board)
        check_masked(board)
    else:
        exchange(board)


def processor_seconds():
    """Of this process and of those that it has started."""
    return sum(usage.ru_utime + usage.ru_stime for usage in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))


def check(name):
    """The board with what was found out, and with what was printed meanwhile."""
    board = Board(name)
    begin, used = time.monotonic(), processor_seconds()
    with contextlib.redirect_stdout(io.StringIO()) as text:
        try:
            check_all(board)
        except Exception:  # What else ends the check of a board is its failure, and no other board's.
            board.failed.append("ended")
            print(traceback.format_exc())
    board.text = (f"{text.getvalue()}{board.name}: {board.passed} passed, {len(board.failed)} failed, {board.left_out} left out, "
                  f"{time.monotonic() - begin:.0f} s, {processor_seconds() - used:.0f} s of the processor")
    return board


def check_boards(names):
    """The one with most checks begins."""
    boards = {}
    with ProcessPoolExecutor(JOBS) as pool:
        for done in as_completed([pool.submit(check, name) for name in sorted(names, key=lambda name: name != "m4")]):
            board = done.result()
            print(board.text, flush=True)
            boards[board.name] = board
    return [boards[name] for name in names]


def main():
    names = list(dict.fromkeys(sys.argv[1:])) or list(BOARDS)
    lock.hold(ROOT / "build/firmware")
    (ROOT / "build/firmware").mkdir(exist_ok=True)
    boards = check_boards(names)
    print()
    print("| target | passed | left out | code | data | stack | " + " | ".join(COUNTED) + " |")
    print("|---" * 10 + "|")
    for board in boards:
        print(row(board))
    print()
    print("| target, example of a stream | " + " | ".join(SIZES) + " |")
    print("|---" * 4 + "|")
    for board in boards:
        if board.streams:
            print("| " + " | ".join([BOARDS[board.name]] + [str(board.streams[key]) for key in SIZES]) + " |")
    print()
    passed = sum(board.passed for board in boards)
    failed = sum(len(board.failed) for board in boards)
    without = [board.name for board in boards if not board.has_turn]
    if without:
        print(f"Without unit tests, which take turns: {' '.join(without)}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
