#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs test/bench/streams.c, with iceoryx's daemon where there is one, prints tables, and writes BUILD/bench/streams.json.

Usage: bench_streams.py BUILD USR LIB [--quick] [--short]
USR is where other libraries are installed or were unpacked (/usr), LIB their folder. --quick takes fewer rounds; --short a few
payloads of each cell, without iceoryx: the gate `bench-streams`.
"""

import datetime
import json
import os
import subprocess
import sys
from pathlib import Path

import bench
from ctext import ROOT

# Chunks for the payloads, with what iceoryx keeps in front of each.
ROUDI = "[general]\nversion = 1\n\n[[segment]]\n\n" + "".join(
    f"[[segment.mempool]]\nsize = {size}\ncount = {count}\n\n" for size, count in ((8192, 128), (1052672, 32)))
PEER = "iceoryx"
KEYS = ("what", "by", "consumers", "bytes", "asleep")


class Daemon:
    """iceoryx's daemon: a new one whenever the program asks for it."""

    def __init__(self, usr, lib, folder):
        self.places = (usr, lib, folder)
        self.roudi = bench.Roudi(*self.places)
        self.why = self.roudi.why
        self.again = 0

    def renew(self, why):
        """Says whether there is a new one."""
        self.roudi.end()
        self.roudi = bench.Roudi(*self.places)
        if why == "failed":
            self.again += 1
            print("bench-streams: a cell of iceoryx failed, and is measured once more", flush=True)
        return not self.roudi.why

    def end(self):
        self.roudi.end()


def run(program, lib, words, daemon):
    """What the program said; None: it failed."""
    environment = {**os.environ, "LD_LIBRARY_PATH": str(lib), "RINGFENCE_NVSCIIPC_CFG": str(ROOT / "cfg" / "nvsciipc.cfg"),
                   "RINGFENCE_NVSCIIPC_SPACE": f"streams{os.getpid() % 100000}"}
    if daemon is not None and not daemon.why:
        environment["RINGFENCE_BENCH_ROUDI"] = "1"
    lines = []
    with subprocess.Popen([program, *(word.lstrip("-") for word in words)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                          env=environment, preexec_fn=bench.ends_with_parent) as process:
        for line in process.stdout:
            said = json.loads(line)
            if "daemon" in said:
                process.stdin.write("y\n" if daemon.renew(said["daemon"]) else "n\n")
                process.stdin.flush()
            else:
                lines.append(said)
    return lines if process.returncode == 0 else None


def with_ratios(cells):
    """Each cell with how it stands to iceoryx's of the same kind: less is better of times, more of rates."""
    peers = {tuple(cell[key] for key in KEYS): cell for cell in cells if cell["way"] == PEER and "failed" not in cell}
    for cell in cells:
        peer = peers.get(tuple(cell[key] for key in KEYS))
        figure = "p50" if cell["what"] == "latency" else "per_second"
        if peer is not None and "failed" not in cell:
            cell["ratio"] = round(cell[figure] / peer[figure], 2)
    return cells


def print_cells(cells):
    for what, names in (("latency", ("p50", "p99", "p99.9", "max")), ("rate", ("per_second", "least", "most"))):
        print(f"\n{what:<12}{'between':<11}{'way':<24}{'consumers':>9}{'bytes':>9} {'waits':<8}" + "".join(f"{name:>12}" for name in names)
              + "  sleeps  ratio")
        for cell in cells:
            if cell["what"] == what and "failed" not in cell:
                print(f"{'':<12}{cell['by']:<11}{cell['way']:<24}{cell['consumers']:>9}{cell['bytes']:>9} "
                      f"{'asleep' if cell['asleep'] else 'polling':<8}" + "".join(f"{cell[name]:>12.0f}" for name in names)
                      + f"{cell['sleeps']:>8.2f}{cell.get('ratio', float('nan')):>7.2f}")


def problems_of(cells):
    """What a run lacks. The program itself has looked at the number of each payload."""
    problems = [f"{cell['by']}: {cell['way']}, {cell['consumers']} consumers, {cell['bytes']} bytes: it failed" for cell in cells if "failed" in cell]
    wanted = [("latency", consumers, size, asleep) for consumers in (1, 4) for size in (4096, 1 << 20) for asleep in (False, True)]
    wanted += [("rate", consumers, 4096, asleep) for consumers in (1, 4) for asleep in (False, True)]
    found = {(cell["what"], cell["consumers"], cell["bytes"], cell["asleep"]) for cell in cells if cell["way"] == "Ringfence"}
    problems += [f"no cell {cell}" for cell in wanted if cell not in found]
    for cell in cells:
        if "p50" in cell and not 0 < cell["p50"] <= cell["p99"] <= cell["p99.9"] <= cell["max"]:
            problems.append(f"quantiles of {cell['way']} are not in order: {cell}")
        if "per_second" in cell and not 0 < cell["least"] <= cell["per_second"] <= cell["most"]:
            problems.append(f"rates of {cell['way']} are not in order: {cell}")
        if cell["what"] == "latency" and cell["asleep"] and cell.get("sleeps", 1.0) <= 0.5:
            problems.append(f"{cell['way']} slept {cell['sleeps']} times for a payload that it should sleep for: {cell}")
    return problems


def main():
    build, usr, lib = (Path(word).resolve() for word in sys.argv[1:4])
    words = sys.argv[4:]
    folder = build / "bench"
    daemon = None
    if "--short" not in words:
        bench.ROUDI = ROUDI
        daemon = Daemon(usr, lib, folder)
    try:
        lines = run(folder / "streams", lib, words, daemon)
    finally:
        if daemon is not None:
            daemon.end()
    if lines is None:
        print("bench-streams: the program failed")
        return 1
    about, cells = lines[0], with_ratios(lines[1:])
    left_out = "" if any(cell["way"] == PEER for cell in cells) else (daemon.why if daemon is not None else "a short run") or "the program has no part for it"
    result = {"date": datetime.date.today().isoformat(), "version": bench.said_by("git", "-C", str(ROOT), "describe", "--always", "--dirty"),
              "quick": bool({"--quick", "--short"} & set(words)), "machine": bench.machine(), **about,
              "left_out": {PEER: left_out} if left_out else {}, "again": daemon.again if daemon is not None else 0, "cells": cells}
    print(f"Nanoseconds from Present until a consumer has the payload; payloads in a second. ratio: p50 or rate beside {PEER}'s.\n"
          f"Clock: {about['clock']}, CPUs {about['cpus']}; their clocks differ by {about['clocks_differ_ns']} ns, give or take {about['within_ns']}.")
    if about["yields"]:
        print("There are fewer CPUs than ends: with four consumers, who polls lets others run between two looks.")
    print_cells(cells)
    if left_out:
        print(f"\n{PEER} is left out: {left_out}")
    path = folder / "streams.json"
    path.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    problems = problems_of(cells)
    print("\n".join(["", *problems, f"bench-streams: {len(cells)} cells, {len(problems)} problems; each payload arrived; "
                                    f"{path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path}"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
