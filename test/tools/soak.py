#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every test program many times, plain and under the sanitizers, two of them at a time on one core.

Usage: soak.py [--runs NUMBER] [--cores LIST] [--seed NUMBER] [--builds LIST] [--only PATTERN]

The programs are those of test/unit, test/system and, where CUDA's headers can be had, test/cuda with the driver that
needs no GPU. They are built in build/soak: plain, with AddressSanitizer and UndefinedBehaviorSanitizer, with
ThreadSanitizer. Each core of the list (0) has two programs at any time; which, is drawn from the seed. What failed is
said with the tail of its output, and is whole in build/soak/failed. The last line is 'soak: N programs, ...'; the
status is 0 iff every run passed.
"""

import argparse
import collections
import contextlib
import io
import os
import queue
import random
import re
import subprocess
import sys
import threading
import time
import traceback

import cases
import lock
from ctext import ROOT

FOLDER = ROOT / "build/soak"
STAND_IN = "test/cuda/stand_in/graph_image.c"
SANITIZED = "-O1 -g -fno-omit-frame-pointer -fsanitize="
OPTIONS = {
    "plain": {},
    "asan": {"LDFLAGS": "-fsanitize=address,undefined", "CFLAGS": f"{SANITIZED}address,undefined -fno-sanitize-recover=all"},
    "tsan": {"LDFLAGS": "-fsanitize=thread", "CFLAGS": f"{SANITIZED}thread -Wno-error=tsan"},
}
SETTINGS = ["ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1", "UBSAN_OPTIONS=print_stacktrace=1", "TSAN_OPTIONS=halt_on_error=1"]
# Count instructions one by one, which are ThreadSanitizer's there.
NOT_WITH = {"tsan": ("wrap_cost_test", "wrap_own_cost_test")}
# Seconds after which a program is taken to hang: the slowest take less than a minute.
LIMIT = 600
# Seconds between two lines that say how far it is.
REPORT = 60

Program = collections.namedtuple("Program", "build path")
Run = collections.namedtuple("Run", "program number core beside status output")


def cuda_include():
    """The options for CUDA's headers; None where they cannot be had."""
    result = subprocess.run(["test/tools/cuda_headers.sh"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    return result.stdout.strip() if result.returncode == 0 else None


def build(name, include):
    """Builds the programs of a kind. Says whether that went well."""
    targets = ["lib", "tests"] + (["cuda-tests"] if include is not None else [])
    settings = [f"{key}={value}" for key, value in OPTIONS[name].items()]
    log = FOLDER / f"{name}.log"
    with open(log, "w", encoding="utf-8") as file:
        status = subprocess.run(["make", "--no-print-directory", "-k", f"-j{os.cpu_count() or 1}", *targets, f"BUILD=build/soak/{name}", "CC=gcc",
                                 f"CUDA_INCLUDE={include or ''}", f"CUDA_IMAGE={STAND_IN}", *settings], cwd=ROOT, stdout=file,
                                stderr=subprocess.STDOUT, check=False).returncode
    if status != 0:
        print(f"soak: {name} does not build: {log.relative_to(ROOT)}")
        print("\n".join("      | " + line for line in log.read_text(encoding="utf-8").splitlines()[-30:]))
    return status == 0


def programs_of(name, include):
    parts = ["unit", "system"] + (["cuda"] if include is not None else [])
    sources = [path for part in parts for path in (ROOT / "test" / part).glob("**/*_test.c" if part == "unit" else "*_test.c")]
    return [Program(name, f"build/soak/{name}/bin/{source.relative_to(ROOT / 'test').with_suffix('')}") for source in sorted(sources)
            if source.stem not in NOT_WITH.get(name, ())]


def may_fix_addresses():
    """The map of ThreadSanitizer does not fit every layout of the address space."""
    command = ["setarch", os.uname().machine, "-R", "true"]
    return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0


def command_of(program, core, fixed):
    command = ["taskset", "-c", str(core), "env", *SETTINGS, f"LD_LIBRARY_PATH={ROOT}/build/soak/{program.build}/fake:{os.environ.get('LD_LIBRARY_PATH', '')}"]
    if (program.build == "tsan") and fixed:
        command += ["setarch", os.uname().machine, "-R"]
    return command + [str(ROOT / program.path)]


class Core:
    """Two threads, each with a program on this core."""

    def __init__(self, number, todo, done, fixed):
        self.number = number
        self.todo = todo
        self.done = done
        self.fixed = fixed
        self.now = [None, None]
        self.threads = [threading.Thread(target=self.work, args=(place,), daemon=True) for place in range(2)]
        for thread in self.threads:
            thread.start()

    def run(self, program):
        """A run that cannot be made is one that failed: who waits for it must not wait for ever."""
        try:
            status, output, *_ = cases.run_and_ask(command_of(program, self.number, self.fixed), LIMIT)
        except Exception:  # pylint: disable=broad-except
            status, output = -1, traceback.format_exc()
        return status, output

    def work(self, place):
        with contextlib.suppress(queue.Empty):
            while True:
                program, number = self.todo.get_nowait()
                self.now[place] = program
                beside = self.now[1 - place]
                status, output = self.run(program)
                self.now[place] = None
                self.done.put(Run(program, number, self.number, beside, status, output))


def reasons_of(run):
    """Why a run did not pass; nothing if it did."""
    with contextlib.redirect_stdout(io.StringIO()):
        return cases.judge(cases.name_of(run.program.path), run.status, run.output, cases.Count())


def report(run, reasons):
    name = cases.name_of(run.program.path)
    path = FOLDER / "failed" / f"{name.replace('/', '-')}.{run.program.build}.{run.number}.log"
    path.parent.mkdir(exist_ok=True)
    path.write_text(run.output, encoding="utf-8")
    beside = f"beside {cases.name_of(run.beside.path)} ({run.beside.build})" if run.beside else "alone"
    print(f"FAIL {name} ({run.program.build}), run {run.number} on core {run.core}, {beside}: {', '.join(reasons)}")
    print("\n".join("      | " + line for line in run.output.splitlines()[-30:]), flush=True)


def numbers_of(text):
    """'0,4-6' is 0, 4, 5, 6."""
    numbers = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        numbers += range(int(first), int(last or first) + 1)
    return numbers


def play(programs, options):
    """Runs all; gives the number of runs that failed."""
    todo, done = queue.Queue(), queue.Queue()
    failed = 0
    runs = [(program, number) for number in range(1, options.runs + 1) for program in programs]
    random.Random(options.seed).shuffle(runs)
    for run in runs:
        todo.put(run)
    fixed = may_fix_addresses()
    begin = said = time.monotonic()
    cores = [Core(number, todo, done, fixed) for number in options.cores]
    for count in range(1, len(runs) + 1):
        run = done.get()
        reasons = reasons_of(run)
        if reasons:
            failed += 1
            report(run, reasons)
        if time.monotonic() - said > REPORT:
            said = time.monotonic()
            print(f"soak: {count} of {len(runs)} runs, {failed} failed, {said - begin:.0f} s", flush=True)
    return failed, time.monotonic() - begin, len(cores)


def main():
    environment = os.environ.get
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=int(environment("SOAK_RUNS") or 50))
    parser.add_argument("--cores", type=numbers_of, default=numbers_of(environment("SOAK_CORES") or "0"))
    parser.add_argument("--seed", type=int, default=int(environment("SOAK_SEED") or time.time()))
    parser.add_argument("--builds", default="plain,asan,tsan")
    parser.add_argument("--only", default="", help="a regular expression that is found in the names of the programs")
    options = parser.parse_args()
    lock.hold(FOLDER)
    FOLDER.mkdir(parents=True, exist_ok=True)
    include = cuda_include()
    kinds = options.builds.split(",")
    built = [build(kind, include) for kind in kinds]
    programs = [program for kind in kinds for program in programs_of(kind, include) if re.search(options.only, program.path)]
    missing = [program.path for program in programs if not os.access(ROOT / program.path, os.X_OK)]
    if missing or not all(built) or not programs:
        print(f"soak: {len(missing)} programs were not built")
        return 1
    print(f"soak: {len(programs)} programs ({', '.join(kinds)}), {options.runs} runs of each, seed {options.seed}, two at a time on "
          f"each core of {','.join(map(str, options.cores))}", flush=True)
    failed, seconds, cores = play(programs, options)
    print(f"soak: {len(programs)} programs, {options.runs} runs of each, {len(programs) * options.runs} runs on {cores} cores in {seconds:.0f} s: "
          f"{failed} failed" + ("" if include is not None else "; without those for CUDA: there are no headers"))
    return 0 if failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
