#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs cmocka executables and counts their test cases.

Usage: cases.py [--timeout SECONDS] [--prefix COMMAND] [--jobs NUMBER] EXECUTABLE...

Prints what failed, and as its last line 'cases: N passed, N failed, N skipped'. The exit status is 0
only if something ran and nothing failed. An executable that ends early, times out, reports no case or
exits with a failure that no case explains counts as one failed case more.

With EVIDENCE_DIR in the environment each test becomes a line of a file in that directory, for trace.py: source, test,
passed, failed or skipped, number of assertions, time of the executable in nanoseconds.
"""

import argparse
import contextlib
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

PLAN = re.compile(r"^1\.\.(\d+)\s*$")
RESULT = re.compile(r"^(not ok|ok) \d+ ?(?:- (.*)|# SKIP(.*))?$")
SANITIZER = re.compile(r"(AddressSanitizer|LeakSanitizer|ThreadSanitizer|runtime error:)")
# Executables that run.
RUNNING = set()
# Held while a program is started and noted: who ends this script sees each that was started.
STARTS = threading.Lock()


class Count:
    def __init__(self):
        self.passed = 0
        self.failed = 0
        self.skipped = 0


def name_of(path):
    """By which an executable is reported: unit tests of two components may have the same name."""
    return path.rpartition("/bin/unit/")[2] if "/bin/unit/" in path else os.path.basename(path)


def run_and_ask(command, timeout):
    """What run() returns, and what the executable tells of its tests."""
    with tempfile.NamedTemporaryFile("r", encoding="utf-8") as told:
        return (*run(command, timeout, told.name), [line.rstrip("\n").split("\t") for line in told])


def run(command, timeout, told):
    """Returns (exit status or None when timed out, output, seconds)."""
    environment = dict(os.environ, CMOCKA_MESSAGE_OUTPUT="TAP", RINGFENCE_EVIDENCE=told)
    start = time.monotonic()
    with STARTS:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   stdin=subprocess.DEVNULL, env=environment, start_new_session=True)
        RUNNING.add(process.pid)
    try:
        output, _ = process.communicate(timeout=timeout)
        status = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        output, _ = process.communicate()
        status = None
    RUNNING.discard(process.pid)
    return status, output.decode("utf-8", "replace"), time.monotonic() - start


def judge(name, status, output, count):
    """Adds the cases of one executable to the count; returns the reasons why it is not clean."""
    planned = 0
    seen = 0
    failed = 0
    reasons = []
    for line in output.splitlines():
        plan = PLAN.match(line)
        result = RESULT.match(line)
        if plan:
            planned += int(plan.group(1))
        elif result:
            seen += 1
            if result.group(3) is not None:
                count.skipped += 1
                print(f"  skipped {name}: {result.group(3).strip()}")
            elif result.group(1) == "ok":
                count.passed += 1
            else:
                failed += 1
                reasons.append(f"case {result.group(2)}")
    if status is None:
        reasons.append("timed out")
    elif planned == 0:
        reasons.append("reports no case")
    elif seen != planned:
        reasons.append(f"{planned - seen} of {planned} cases did not finish, exit status {status}")
    elif SANITIZER.search(output):
        reasons.append("the sanitizer reports an error")
    elif status != 0 and failed == 0:
        reasons.append(f"exit status {status}")
    count.failed += len(reasons)
    return reasons


def keep_evidence(path, output, told, reasons):
    """Joins what an executable told of its tests (test/unit/evidence) with the results that it printed."""
    results = {}
    for line in output.splitlines():
        result = RESULT.match(line)
        if result:
            skipped = result.group(3) is not None
            # cmocka writes why a set-up or tear-down failed behind the name.
            name = ((result.group(3) if skipped else result.group(2)) or "-").split()[0]
            results[name] = "skipped" if skipped else "passed" if result.group(1) == "ok" else "failed"
    sound = all(reason.startswith("case ") for reason in reasons)
    file = os.path.join(os.environ["EVIDENCE_DIR"], f"{name_of(path).replace('/', '-')}-{os.getpid()}.tsv")
    with open(file, "a", encoding="utf-8") as lines:
        for source, test, how, assertions in told:
            result = results.get(test, "passed" if how == "returned" else "failed")
            if not sound or (result == "passed" and how != "returned"):
                result = "failed"
            print(source, test, result, assertions, os.stat(path).st_mtime_ns, sep="\t", file=lines)


def say(path, status, output, seconds, told, count):
    """Judges what an executable did, in its turn: a line, and what failed in it."""
    name = name_of(path)
    reasons = judge(name, status, output, count)
    if os.environ.get("EVIDENCE_DIR"):
        keep_evidence(path, output, told, reasons)
    print(f"  {'FAIL' if reasons else 'ok  '} {name} ({seconds:.1f} s)", flush=True)
    if reasons:
        print("".join(f"    {reason}\n" for reason in reasons), end="")
        print("".join(f"    | {line}\n" for line in output.splitlines()[-60:]), end="", flush=True)


def stopped(_number, _frame):
    """Who ends this script ends what it runs, which has sessions of its own."""
    with STARTS:
        for pid in list(RUNNING):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
        os._exit(1)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--timeout", type=float, default=float(os.environ.get("CASES_TIMEOUT", "600")))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--prefix", default="", help="command that runs each executable")
    parser.add_argument("executables", nargs="*")
    options = parser.parse_args()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stopped)
    count = Count()
    built = [path for path in options.executables if os.access(path, os.X_OK)]
    for path in sorted(set(options.executables) - set(built)):
        count.failed += 1
        print(f"  FAIL {name_of(path)}: was not built")
    with ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(lambda path: run_and_ask(shlex.split(options.prefix) + [os.path.abspath(path)], options.timeout), built)
        for path, result in zip(built, results):
            say(path, *result, count)
    print(f"cases: {count.passed} passed, {count.failed} failed, {count.skipped} skipped")
    return 0 if (count.failed == 0) and (count.passed > 0) else 1


if __name__ == "__main__":
    sys.exit(main())
