#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long a process takes from its start to its first exchange with another one, and how much memory it has then.

Usage: bench_startup.py BUILD USR LIB [--quick]
USR is where other libraries are installed or were unpacked (/usr), LIB their folder. Prints tables of Markdown: steps and
memory of the programs of test/bench/clients, of which each one that serves runs while others join it one after another, in
turns; and of Ringfence which tables of the library have pages. Libraries that were not there are left out.
"""

import os
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

from bench import Roudi, ends_with_parent
from ctext import ROOT

ROUNDS = 50
ROUNDS_QUICK = 5
NAMES = {"nothing": "a program that does nothing", "ours": "Ringfence", "iceoryx": "iceoryx", "cyclonedds": "Cyclone DDS"}
STEPS = ("main", "open", "connected", "shared", "exchanged")
# Seconds for who serves to take note that a process which joined is gone.
REST = 0.02
PAGE = os.sysconf("SC_PAGESIZE")
PRESENT = 1 << 63


class Joined:
    """A process that joined: times of its steps since it was started, in nanoseconds, and kibibytes of its memory."""

    def __init__(self, program, environment):
        out, into = os.pipe()
        source, hold = os.pipe()
        actions = [(os.POSIX_SPAWN_DUP2, into, 1), (os.POSIX_SPAWN_DUP2, source, 0), (os.POSIX_SPAWN_CLOSE, hold),
                   (os.POSIX_SPAWN_CLOSE, out)]
        start = time.monotonic_ns()
        self.pid = os.posix_spawn(program, [program, "join"], environment, file_actions=actions)
        os.close(into)
        os.close(source)
        self.hold = hold
        self.steps, self.memory = {}, {}
        with open(out, encoding="utf-8") as lines:
            for line in lines:
                words = line.split()
                if words[0] == "step":
                    self.steps[words[1]] = int(words[2]) - start
                elif words[0] == "memory":
                    self.memory[words[1].rstrip(":")] = int(words[2])
                elif words[0] == "end":
                    break
        if "main" not in self.steps:
            raise SystemExit(f"bench_startup: {program} failed")

    def end(self):
        os.close(self.hold)
        os.waitpid(self.pid, 0)


def table(title, columns, rows):
    print(f"\n{title}\n\n| {' | '.join(columns)} |\n|{'---|' * len(columns)}")
    for row in rows:
        print(f"| {' | '.join(row)} |")


def symbols_of(program):
    """Tables of the library in a program: address, bytes, name."""
    lines = subprocess.run(["nm", "-S", program], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    found = [line.split() for line in lines]
    return sorted((int(words[0], 16), int(words[1], 16), words[3]) for words in found
                  if len(words) == 4 and words[2] in "bBdD" and words[3].startswith("g_"))


def resident_pages(pid, program):
    """Addresses in the file of the program's pages of data that are in memory, and of all of them."""
    base = None
    present, all_pages = set(), set()
    with open(f"/proc/{pid}/pagemap", "rb") as map_of_pages:
        last_end = 0
        for line in Path(f"/proc/{pid}/maps").read_text(encoding="utf-8").splitlines():
            words = line.split()
            start, end = (int(word, 16) for word in words[0].split("-"))
            mine = len(words) > 5 and words[5] == program
            base = start if mine and base is None else base
            behind = len(words) < 6 and start == last_end and base is not None
            if (mine or behind) and "w" in words[1]:
                for page in range(start, end, PAGE):
                    map_of_pages.seek(page // PAGE * 8)
                    all_pages.add(page - base)
                    if int.from_bytes(map_of_pages.read(8), "little") & PRESENT:
                        present.add(page - base)
            last_end = end if mine or behind else 0
    return present, all_pages


def tables_of_library(pid, program):
    """Rows: tables of the library with a page in memory, the largest part first."""
    present, all_pages = resident_pages(pid, program)
    rows, total, touched = [], 0, 0
    for address, size, name in symbols_of(program):
        pages = range(address // PAGE * PAGE, address + size, PAGE)
        inside = sum(min(address + size, page + PAGE) - max(address, page) for page in pages if page in present)
        total += size
        touched += inside
        rows.append((inside, size, name))
    rows.sort(reverse=True)
    shown = [(f"`{name}`", str(size), str(inside)) for inside, size, name in rows if inside >= PAGE // 4]
    shown.append(("all tables", str(total), str(touched)))
    shown.append(("pages of data", str(len(all_pages) * PAGE), str(len(present) * PAGE)))
    return shown


def memory_of(pid):
    lines = re.findall(r"^(Rss|Pss|Private_Dirty): +(\d+) kB", Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8"), re.M)
    return {name: int(number) for name, number in lines}


def main():
    build, usr, lib = (Path(word) for word in sys.argv[1:4])
    folder = ROOT / build / "bench"
    environment = {**os.environ, "LD_LIBRARY_PATH": str(lib), "RINGFENCE_NVSCIIPC_SPACE": f"startup{os.getpid() % 100000}",
                   "RINGFENCE_NVSCIIPC_CFG": str(ROOT / "cfg" / "nvsciipc.cfg")}
    roudi = Roudi(usr, lib, folder)
    names = [name for name in NAMES if (folder / f"client_{name}").exists() and (name != "iceoryx" or not roudi.why)]
    servers, joined, pages = [], {name: [] for name in names}, []
    daemon = memory_of(roudi.process.pid) if roudi.process is not None and not roudi.why else None
    try:
        for name in names:
            server = subprocess.Popen([folder / f"client_{name}", "serve"], stdout=subprocess.PIPE, text=True, env=environment,
                                      preexec_fn=ends_with_parent)
            servers.append(server)
            if server.stdout.readline() != "serves\n":
                raise SystemExit(f"bench_startup: {name} does not serve")
        for turn in range(ROUNDS_QUICK if "--quick" in sys.argv else ROUNDS):
            for name in names:
                program = str(folder / f"client_{name}")
                client = Joined(program, environment)
                joined[name].append(client)
                if name == "ours" and turn == 0:
                    pages = tables_of_library(client.pid, program)
                client.end()
                time.sleep(REST)
    finally:
        for server in servers:
            server.kill()
            server.wait()
        roudi.end()

    rows = []
    for name in names:
        medians = [statistics.median(client.steps[step] for client in joined[name]) if step in joined[name][0].steps else None
                   for step in STEPS]
        worst = max(max(client.steps.values()) for client in joined[name])
        rows.append([NAMES[name], *("-" if at is None else f"{at / 1000:.0f}" for at in medians), f"{worst / 1000:.0f}"])
    table("Microseconds from the start of the process, medians; `max` is of the last step", ("program", *STEPS, "max"), rows)
    rows = [[NAMES[name], *(str(round(statistics.median(client.memory[key] for client in joined[name])))
                            for key in ("Rss", "Pss", "Private_Dirty"))] for name in names]
    if daemon is not None:
        rows.append(["iceoryx's daemon", *(str(daemon[key]) for key in ("Rss", "Pss", "Private_Dirty"))])
    table("Kibibytes of memory of the process that joined", ("program", "resident", "proportional", "private, written"), rows)
    table("Bytes of tables of Ringfence, and those in pages that are in memory", ("table", "bytes", "in memory"), pages)
    if roudi.why:
        print(f"\niceoryx is left out: {roudi.why}")


if __name__ == "__main__":
    main()
