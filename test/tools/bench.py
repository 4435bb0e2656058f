#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the measurements of test/bench, prints tables, and writes BUILD/bench/bench.json.

Usage: bench.py BUILD USR LIB [--quick] [--cpus=A,B] [--short]
USR is where other libraries are installed or were unpacked (/usr), LIB their folder. --quick takes a twentieth of the samples,
or fewer; --short a few, of Ringfence and of what the system has alone: the gate `bench`.
"""

import array
import ctypes
import datetime
import json
import os
import platform
import re
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path

from ctext import ROOT

# Of what each table of hops is a multiple.
FLOORS = ("bare cache line", "futex")
QUANTILES = (("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999), ("max", 1.0))
# Shares of the samples at which the charts have a point.
SHARES = [0.0, 0.01, 0.05, *(i / 10 for i in range(1, 10)), 0.95, *(1 - 0.1 ** (i / 4) for i in range(7, 21))]
# RouDi's memory for messages: a number each.
ROUDI = '[general]\nversion = 1\n\n[[segment]]\n\n[[segment.mempool]]\nsize = 128\ncount = 1024\n'
ROUDI_SECONDS = 30
# How often the cells of `many` are measured in turns.
PASSES = 5
PASSES_QUICK = 2
# What must be in every run.
GROUPS = ("spinning", "asleep, one CPU", "asleep, two CPUs")


def quantile(samples, share):
    """The least sample such that so many are not above it; the samples are in order."""
    return samples[min(len(samples) - 1, max(0, -(-int(share * 1e9) * len(samples) // 10**9) - 1))]


def said_by(*command):
    """The first line that a command prints."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.split("\n")[0].strip()
    except OSError:
        return ""


def machine():
    """What the figures are of."""
    processor = ""
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            processor = line.split(":", 1)[1].strip()
    system = re.search(r'PRETTY_NAME="(.*)"', Path("/etc/os-release").read_text(encoding="utf-8"))
    hypervisor = " hypervisor" in Path("/proc/cpuinfo").read_text(encoding="utf-8")
    return {"processor": processor or platform.machine(), "cpus": os.cpu_count(), "virtual": hypervisor,
            "kernel": platform.release(), "system": system.group(1) if system else "", "compiler": said_by("cc", "--version")}


def ends_with_parent():
    """The system ends this process when its parent is gone, however that ends (PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, int(signal.SIGTERM))


class Roudi:
    """iceoryx's daemon, for as long as the measurement runs."""

    def __init__(self, usr, lib, folder):
        self.process = None
        self.why = ""
        program = usr / "bin" / "iox-roudi"
        if not program.exists():
            self.why = f"there is no {program} (Debian's iceoryx)"
            return
        config = folder / "roudi.toml"
        config.write_text(ROUDI, encoding="utf-8")
        log = folder / "roudi.log"
        with open(log, "wb") as out:
            self.process = subprocess.Popen([program, "-m", "off", "-l", "warning", "-c", config], stdout=out, stderr=out, preexec_fn=ends_with_parent,
                                            env={**os.environ, "LD_LIBRARY_PATH": str(lib)})
        end = time.monotonic() + ROUDI_SECONDS
        while b"ready for clients" not in log.read_bytes() and not self.why:
            if self.process.poll() is not None or time.monotonic() > end:
                self.why = f"{program} does not start: {log}"
            time.sleep(0.05)

    def end(self):
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait()


def linked(program, lib):
    """The libraries that a program is linked with."""
    return subprocess.run(["ldd", program], capture_output=True, text=True, check=False,
                          env={**os.environ, "LD_LIBRARY_PATH": str(lib)}).stdout


def run_hops(program, lib, folder, words):
    """The lines of the program; None: it failed."""
    ran = subprocess.run([program, folder, *words], stdout=subprocess.PIPE, text=True, check=False, preexec_fn=ends_with_parent,
                         env={**os.environ, "LD_LIBRARY_PATH": str(lib)})
    return [json.loads(line) for line in ran.stdout.splitlines()] if ran.returncode == 0 else None


def judge(cell, folder, ns_per_tick):
    """Quantiles of a cell, in nanoseconds: half of each round trip."""
    ticks = array.array("Q", (folder / cell.pop("file")).read_bytes())
    samples = sorted(ticks)
    half = ns_per_tick / 2
    cell["samples"] = len(samples)
    cell.update((name, round(quantile(samples, share) * half, 1)) for name, share in QUANTILES)
    cell["curve"] = [[round(share, 7), round(quantile(samples, share) * half, 1)] for share in SHARES if share * len(samples) < len(samples) - 1]
    return cell


def hops(program, usr, lib, folder, words):
    """Runs the program with what there is. Returns what it said, judged, and what was left out and why."""
    libraries = linked(program, lib)
    left_out = {}
    roudi = None
    if "--short" in words:
        left_out = {"iceoryx": "a short run", "Cyclone DDS": "a short run"}
    else:
        if "libddsc" not in libraries:
            left_out["Cyclone DDS"] = f"no dds/dds.h or idlc below {usr} (Debian's cyclonedds-dev and cyclonedds-tools)"
        if "libiceoryx_binding_c.so" not in libraries or not (usr / "bin" / "iox-roudi").exists():
            left_out["iceoryx"] = f"no headers or no iox-roudi below {usr} (Debian's libiceoryx-binding-c-dev and iceoryx)"
        else:
            roudi = Roudi(usr, lib, folder)
            if roudi.why:
                left_out["iceoryx"] = roudi.why
    for name, why in left_out.items():
        print(f"bench: {name} is left out: {why}", flush=True)
    options = [word.lstrip("-") for word in words] + [f"without={name}" for name in left_out]
    try:
        lines = run_hops(program, lib, folder, options)
    finally:
        if roudi is not None:
            roudi.end()
    if lines is None:
        return None
    for line in lines:
        if "left_out" in line:
            left_out[line["left_out"]] = "it does not work here"
            print(f"bench: {line['left_out']}, {line['group']}: left out, does not work here")
    about = [line for line in lines if "clock" in line][0]
    cells = [judge(line, folder, 1e9 / about["ticks_per_second"]) for line in lines if "file" in line]
    for cell in cells:
        floor = [other["p50"] for other in cells
                 if (other["group"], other["by"]) == (cell["group"], cell["by"]) and other["name"] in FLOORS]
        cell["ratio"] = round(cell["p50"] / floor[0], 2)
    return {**about, "left_out": left_out, "cells": cells}


def print_hops(found):
    print(f"\nOne-way hops in nanoseconds; ratio: p50 beside that of the bare cache line, or of the futex. sleeps: how often the\n"
          f"first side gave up its CPU in a round trip. Clock: {found['clock']}, {found['clock_ns']} ns a call. CPUs {found['cpus']}.")
    head = None
    for cell in found["cells"]:
        if head != (cell["group"], cell["by"]):
            head = (cell["group"], cell["by"])
            print(f"\n{', '.join(head):<46} {'samples':>8} {'p50':>9} {'p99':>9} {'p99.9':>9} {'max':>10} {'ratio':>6} {'sleeps':>6}")
        print(f"{cell['name']:<46} {cell['samples']:>8} {cell['p50']:>9.0f} {cell['p99']:>9.0f} {cell['p99.9']:>9.0f} "
              f"{cell['max']:>10.0f} {cell['ratio']:>6.2f} {cell['sleeps']:>6.2f}")


def many(program, words):
    """Cells of the program: of each the median of several passes. None: it failed."""
    quick = {"--quick", "--short"} & set(words)
    found = {}
    for _ in range(PASSES_QUICK if quick else PASSES):
        ran = subprocess.run([program, *(["quick"] if quick else [])], stdout=subprocess.PIPE, text=True, check=False)
        if ran.returncode != 0:
            return None
        for line in ran.stdout.splitlines():
            cell = json.loads(line)
            found.setdefault((cell["table"], cell["row"], cell["column"]), []).append(cell["ns"])
    return [{"table": table, "row": row, "column": column, "ns": round(statistics.median(ns), 1)}
            for (table, row, column), ns in found.items()]


def print_many(cells):
    print("\nNanoseconds; the columns are waiters, objects, fences alive or threads.")
    for table in dict.fromkeys(cell["table"] for cell in cells):
        columns = dict.fromkeys(cell["column"] for cell in cells if cell["table"] == table)
        print("\n" + f"{table:<46}" + "".join(f"{column:>10}" for column in columns))
        for row in dict.fromkeys(cell["row"] for cell in cells if cell["table"] == table):
            print(f"{row:<46}" + "".join(f"{cell['ns']:>10.0f}" for cell in cells if (cell["table"], cell["row"]) == (table, row)))


def problems_of(result):
    """What a run lacks."""
    cells = result["hops"]["cells"]
    tables = {cell["table"] for cell in result["many"]}
    wanted = [(group, by, "Ringfence") for group in GROUPS for by in ("threads", "processes")
              if result["hops"]["allowed"] > 1 or group == "asleep, one CPU"]
    found = {(cell["group"], cell["by"], cell["name"]) for cell in cells}
    problems = [f"no cell {cell}" for cell in wanted if cell not in found]
    problems += [f"no table {table}" for table in ("waiters", "objects", "fences", "threads") if table not in tables]
    problems += [f"{cell['row']}: {cell['ns']} ns" for cell in result["many"] if cell["ns"] <= 0]
    for cell in cells:
        if not 0 < cell["p50"] <= cell["p99"] <= cell["p99.9"] <= cell["max"]:
            problems.append(f"quantiles of {cell['name']} are not in order")
        # Who waits beyond the gap has slept in each round trip.
        if cell["group"] == "asleep, two CPUs" and cell["sleeps"] <= 0.5:
            problems.append(f"{cell['group']}, {cell['by']}: {cell['name']} slept {cell['sleeps']} times in a round trip")
    return problems


def remarks_on(result):
    """What makes figures doubtful: on a machine with other work, who should spin may have slept."""
    return [f"bench: {cell['group']}, {cell['by']}: {cell['name']} slept {cell['sleeps']} times in a round trip: the machine is busy"
            for cell in result["hops"]["cells"] if cell["group"] == "spinning" and cell["sleeps"] > 0.01]


def main():
    build, usr, lib = (Path(word).resolve() for word in sys.argv[1:4])
    words = sys.argv[4:]
    folder = build / "bench"
    result = {"date": datetime.date.today().isoformat(), "version": said_by("git", "-C", str(ROOT), "describe", "--always", "--dirty"),
              "quick": bool({"--quick", "--short"} & set(words)), "machine": machine()}
    result["hops"] = hops(folder / "hops", usr, lib, folder, words)
    result["many"] = many(folder / "many", words)
    if result["hops"] is None or result["many"] is None:
        return 1
    print_hops(result["hops"])
    print_many(result["many"])
    path = folder / "bench.json"
    # A curve is a line.
    text = re.sub(r'"curve": \[.*?\]\s*\]', lambda curve: " ".join(curve.group(0).split()), json.dumps(result, indent=1), flags=re.S)
    path.write_text(text + "\n", encoding="utf-8")
    problems = problems_of(json.loads(path.read_text(encoding="utf-8")))
    print("\n".join(["", *remarks_on(result), *problems, f"bench: {len(result['hops']['cells']) + len(result['many'])} cells, "
                                       f"{len(problems)} problems; {path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path}"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
