#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs gates side by side, also after one has failed, and says when each begins and ends.

Usage: check.py [GATE]...     those of 'make check' without one
       check.py --ci          all of test/tools/gates.py

GATES_DONE has gates that are left out where none is named, with blanks between. What their tests did is in EVIDENCE_KEPT then,
if they ran with the name of this folder too.

A gate passes if its command ends with status 0 and has said something; its output is in build/log, and its last line is
shown, or when it fails what failed in it, or else its end; once more behind all gates. A terminal has a line that says how many
gates have ended, after how many seconds, and what those that run have said last.

GATES_AT_ONCE: how many gates run at a time; else half of the processors and two more, eight at most: some of them wait for
others most of the time. Each gets JOBS, so that all together start about twice as many processes as there are processors.
The last line is 'N passed, N failed': each gate as one, and the cases of those that count. The status is 0 iff nothing failed.
"""

import contextlib
import fcntl
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import gates
from ctext import ROOT

SUMS = re.compile(r"^cases: (\d+) passed, (\d+) failed", re.M)
# What a make or a user above may have set, and a gate sets itself.
UNSET = ("GATES_DONE", "MAKEFLAGS", "MFLAGS", "MAKELEVEL", "CFLAGS", "LDFLAGS", "BUILD", "PROFILE", "EVIDENCE_DIR")
TAIL = 60
# What cases.py says of an executable that fails.
FAILED_CASES = re.compile(r"^  FAIL .*\n(?:    .*\n)*", re.M)


def log_folder():
    """build/log, or where another run has that, build/log-2 and so on; and the file that is locked."""
    (ROOT / "build").mkdir(exist_ok=True)
    for number in range(1, 100):
        folder = ROOT / "build" / ("log" if number == 1 else f"log-{number}")
        file = open(f"{folder}.lock", "a", encoding="utf-8")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            continue
        if number > 1:
            print(f"Another run has build/log; logs are in {folder.relative_to(ROOT)}.", flush=True)
        folder.mkdir(exist_ok=True)
        return folder, file
    sys.exit("check.py: a hundred runs have logs here")


def text_of(log):
    """What is in a log; None: there is no log."""
    try:
        return log.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None


def what_failed(text):
    """The part of a log that says what failed, at most TAIL lines: not what passed."""
    cases = FAILED_CASES.findall(text)
    return "".join(cases).splitlines()[:TAIL] if cases else [line for line in text.splitlines() if not line.startswith("ok ")][-TAIL:]


def last_line(log):
    """What a log ends with."""
    try:
        with open(log, "rb") as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - 400))
            lines = file.read().decode("utf-8", "replace").splitlines()
    except OSError:
        lines = []
    return lines[-1].strip() if lines else ""


class Progress:
    """The last line of a terminal: how far the run is."""

    def __init__(self, count):
        self.count = count
        self.begin = time.monotonic()
        self.shown = 0.0
        self.is_shown = sys.stdout.isatty()

    def show(self, running, ended):
        """At most twice a second."""
        now = time.monotonic()
        if not self.is_shown or now - self.shown < 0.5:
            return
        self.shown = now
        width = shutil.get_terminal_size().columns - 1
        doing = "; ".join(f"{one.gate.name}: {last_line(one.log)}" for one in running)
        print(f"{ended} of {self.count}, {now - self.begin:.0f} s  {doing}"[:width], end="\x1b[K\r", flush=True)

    def clear(self):
        if self.is_shown:
            print("\x1b[K", end="", flush=True)


class Running:
    """A gate that has begun."""

    def __init__(self, gate, logs, environment, keep):
        self.gate = gate
        self.begin = time.monotonic()
        self.busy = 0.0
        self.log = logs / f"{gate.name}.log"
        held = ("test/tools/lock.sh", *gate.folders, "--") if gate.folders else ()
        held += ("test/tools/lock.sh", "-s", *gate.reads, "--") if gate.reads else ()
        with open(self.log, "w", encoding="utf-8") as output:
            try:
                # The lock of the logs is kept until the last gate has ended, whatever becomes of this script.
                self.process = subprocess.Popen([*held, *gate.command], cwd=ROOT, env=environment, stdin=subprocess.DEVNULL,
                                                stdout=output, stderr=subprocess.STDOUT, start_new_session=True, pass_fds=(keep.fileno(),))
            except OSError as error:
                print(error, file=output)
                self.process = None

    def has_ended(self):
        """Whether its command has ended; then also how much time of processors it and what it waited for took."""
        if self.process is None or self.process.returncode is not None:
            return True
        pid, status, usage = os.wait4(self.process.pid, os.WNOHANG)
        if pid == 0:
            return False
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self.busy = usage.ru_utime + usage.ru_stime
        return True

    def signal(self, number):
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, number)

    def is_empty(self):
        """Whether nothing of it runs: a child may outlive the command that the signal ended first."""
        for path in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                state, _, group = path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[:3]
                if self.process is not None and int(group) == self.process.pid and state not in "ZX":
                    return False
        return True

    def stop(self):
        """Ends what is left of it."""
        self.signal(signal.SIGKILL)
        if self.process is not None:
            self.process.wait()

    def judge(self):
        """None, or why it failed."""
        text = text_of(self.log)
        if self.process is None:
            return "it cannot be started"
        if self.process.returncode < 0:
            return f"it was ended by signal {-self.process.returncode}"
        if self.process.returncode > 0:
            return f"status {self.process.returncode}"
        if text is None:
            return "its log is gone"
        if not text.strip():
            return "it ended well and said nothing"
        if self.gate.counts and not SUMS.search(text):
            return "it counted no cases"
        return None


class Pool:
    """Runs gates; run() returns the exit status."""

    def __init__(self, table, at_once, logs, keep):
        self.waiting = list(table)
        self.running = []
        self.at_once = at_once
        self.logs = logs
        self.keep = keep
        self.passed = self.failed = 0
        self.failures = []
        self.progress = Progress(len(self.waiting))
        self.evidence = Path(os.environ["EVIDENCE_KEPT"]) if os.environ.get("EVIDENCE_KEPT") else None
        self.is_kept = self.evidence is not None

    def environment(self, gate):
        kept = {name: value for name, value in os.environ.items() if name not in UNSET}
        processors = os.cpu_count() or 1
        kept.update(LC_ALL="C", LOGS=str(self.logs.relative_to(ROOT) if self.logs.is_relative_to(ROOT) else self.logs),
                    JOBS=str(max(1, -(-2 * processors // max(2, self.at_once)))))
        if self.evidence is not None and (gate.evidence or gate.name == "trace"):
            kept["EVIDENCE_DIR"] = str(self.evidence)
        return kept

    def may_begin(self, gate):
        """Whether nothing that runs or waits is in its way."""
        left = {other.name for other in self.waiting} | {one.gate.name for one in self.running}
        taken = {folder for one in self.running for folder in one.gate.folders}
        read = {folder for one in self.running for folder in one.gate.reads}
        return (not (left - {gate.name}).intersection(gate.after) and not taken.intersection(gate.folders + gate.reads) and
                not read.intersection(gate.folders))

    def begin(self):
        """Begins what may begin, in the order of the table."""
        while len(self.running) < self.at_once:
            gate = next((gate for gate in self.waiting if self.may_begin(gate)), None)
            if gate is None:
                break
            self.waiting.remove(gate)
            self.progress.clear()
            print(f"RUN   {gate.name}", flush=True)
            self.running.append(Running(gate, self.logs, self.environment(gate), self.keep))

    def end(self, one):
        """Counts a gate that has ended, and says what became of it."""
        one.stop()
        self.running.remove(one)
        self.progress.clear()
        why = one.judge()
        text = text_of(one.log) or ""
        seconds = round(time.monotonic() - one.begin)
        lines = text.splitlines()
        sums = SUMS.findall(text) if one.gate.counts else []
        if sums:
            self.passed += int(sums[-1][0])
            self.failed += int(sums[-1][1])
        if why is None:
            self.passed += 1
            print(f"PASS  {one.gate.name:<18} {seconds:3d} s, CPU {one.busy:3.0f} s  {lines[-1]}", flush=True)
        else:
            self.failed += 1
            self.failures.append((one.gate.name, what_failed(text)))
            print(f"FAIL  {one.gate.name:<18} {seconds:3d} s, CPU {one.busy:3.0f} s  {why}; {os.path.relpath(one.log, ROOT)}", flush=True)
            self.print_lines(self.failures[-1][1])

    @staticmethod
    def print_lines(lines):
        print("".join(f"      | {line}\n" for line in lines), end="", flush=True)

    def stop(self):
        """Ends the gates that run, and gives them some time to end what they have begun in sessions of their own."""
        for one in self.running:
            one.signal(signal.SIGTERM)
        until = time.monotonic() + 10
        while time.monotonic() < until and not all(one.has_ended() and one.is_empty() for one in self.running):
            time.sleep(0.05)
        for one in self.running:
            one.stop()

    def run(self):
        names = {gate.name for gate in self.waiting}
        if not self.is_kept and all(name in names for name in next((gate.after for gate in self.waiting if gate.name == "trace"), ("none",))):
            self.evidence = Path(tempfile.mkdtemp(prefix="evidence.", dir=self.logs))
        try:
            while self.waiting or self.running:
                self.begin()
                ended = [one for one in self.running if one.has_ended()]
                for one in ended:
                    self.end(one)
                if not ended:
                    if not self.running:
                        sys.exit(f"check.py: nothing may begin: {' '.join(gate.name for gate in self.waiting)}")
                    self.progress.show(self.running, self.progress.count - len(self.waiting) - len(self.running))
                    time.sleep(0.05)
        finally:
            self.stop()
            if self.evidence is not None and not self.is_kept:
                shutil.rmtree(self.evidence, ignore_errors=True)
        self.progress.clear()
        for name, text in self.failures:
            print(f"FAILED {name}")
            self.print_lines(text)
        if self.failures:
            print("Failed: " + " ".join(name for name, _ in self.failures))
        print(f"{self.passed} passed, {self.failed} failed", flush=True)
        return 0 if self.failed == 0 and self.passed > 0 else 1


def stopped(number, _frame):
    """A signal ends the gates too."""
    sys.exit(f"check.py: ended by signal {number}")


def main():
    done = os.environ.get("GATES_DONE", "").split()
    ci = sys.argv[1:] == ["--ci"]
    named = [] if ci else sys.argv[1:]
    unknown = [name for name in named + done if name not in gates.names(ci=True)]
    if unknown:
        print(f"check.py: no such gate: {' '.join(unknown)} (there are: {' '.join(gates.names(ci=True))})", file=sys.stderr)
        return 2
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stopped)
    at_once = os.environ.get("GATES_AT_ONCE") or min(8, (os.cpu_count() or 1) // 2 + 2)
    table = [gate for gate in gates.GATES
             if gate.name in named or (not named and gate.name not in done and gate.name in gates.names(ci))]
    return Pool(table, max(1, int(at_once)), *log_folder()).run()


if __name__ == "__main__":
    sys.exit(main())
