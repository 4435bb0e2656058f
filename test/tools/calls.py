#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Who calls whom in the library on Linux, from what gcc writes of each source: no function calls itself, no frame of a stack
depends on data, and no function that RUNTIME admits reaches one that takes something of the system. Each function of the C library that a room
may call has a row in test/system/refused_calls_test.c, makes no call of the system, or stands in ELSEWHERE.

Calls through pointers are not followed; test/system/runtime_forbidden_test.c runs those. Usage: calls.py
"""

import os
import re
import subprocess
import sys
import tempfile
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("core", "attr", "sync", "buf", "engine", "ipc", "share", "stream", "beside", "worker", "port/posix", "port/common")
# What takes memory, addresses, files, sockets or threads.
TAKERS = ("malloc", "calloc", "realloc", "memfd_create", "fallocate", "open", "socket", "socketpair", "pipe2", "eventfd", "epoll_create1",
          "pthread_create", "port_memory_reserve", "port_memory_adopt", "port_memory_view", "port_va_reserve", "port_va_make",
          "port_endpoint_open", "port_endpoint_stock", "port_map_over", "port_file_make")
# Functions behind which a path ends, and why.
BEHIND = {"ipc_stock": "asks for the phase: it takes in INIT alone"}

ALLOW = ROOT / "test/tools/symbols.allow"
REFUSED = ROOT / "test/system/refused_calls_test.c"
# Functions of rooms other than the port whose calls are refused by other tests, or whose results nobody needs: test, or why not.
ELSEWHERE = {
    ("gpu", "dlmopen"): "test/cuda/fake_blit_load_test.c:driver_and_kernels_are_found_when_they_are_needed",
    ("dla/network", "dlmopen"): "test/unit/dla/network_absent_test.c:without_the_library_networks_are_refused",
    ("dla/onednn", "dlmopen"): "the program itself: nothing is opened",
    ("port/preload", "dlmopen"): "loaded already: nothing is opened",
    ("port/preload", "dlclose"): "the library in front keeps the driver",
    ("port/preload", "write"): "a line for people: nobody needs the result",
}
# Functions that compute, functions of the library, and those of libraries whose calls are their own.
COMPUTING = {"memmove", "floor", "dlsym", "__tls_get_addr", "__real_free"}
OF_OTHERS = re.compile(r"(dnnl_|omp_|zimg_|phase_|sync_|buf_)\w+|ARGB(Mirror|Shuffle)|MirrorPlane|TransposePlane")

Graph = namedtuple("Graph", "calls frames")


def compile_one(source, folder):
    """Writes the calls of a source; gives them as text."""
    out = folder / (str(source).replace("/", "_") + ".o")
    # A cache of compilers keeps the objects alone.
    subprocess.run(["gcc", "-std=c11", "-O0", "-w", "-Iinc", "-Icfg", "-Isrc", "-fcallgraph-info=su", "-c", source, "-o", out],
                   cwd=ROOT, check=True, env=dict(os.environ, CCACHE_DISABLE="1"))
    return out.with_suffix(".ci").read_text()


def name_of(title):
    return title.split(":")[-1]


def read_graph(texts):
    calls, frames = {}, {}
    for text in texts:
        for title, label in re.findall(r'node: \{ title: "([^"]+)" label: "([^"]*)"', text):
            frame = re.search(r"\\n(\d+) bytes \(([\w,]+)\)", label)
            if frame:
                frames[title] = frame.group(2)
        # A function of a file alone has the file in its title.
        for caller, called in re.findall(r'edge: \{ sourcename: "([^"]+)" targetname: "([^"]+)"', text):
            calls.setdefault(caller, set()).add(called)
    return Graph(calls, frames)


def public_functions():
    """Functions that RUNTIME admits, but for those in structures, and those that it refuses: these ask for the phase first."""
    text = "".join(path.read_text() for path in sorted((ROOT / "src").glob("*/api.def")))
    rows = re.findall(r'ROW\(\w+,\s*\d+U,\s*"([\w.]+)",\s*(ADMIT_\w+)[\w\s]*\)', re.sub(r"\\\n\s*", "", text))
    admitted = [name for name, phases in rows if phases in ("ADMIT_ALWAYS", "ADMIT_SIGNAL", "ADMIT_CHANNEL") and "." not in name]
    return admitted, {name for name, phases in rows if phases in ("ADMIT_INIT", "ADMIT_FREE")}


def path_to_taker(graph, start, ends):
    seen, queue = {start: None}, [start]
    while queue:
        title = queue.pop(0)
        if name_of(title) in TAKERS:
            way = []
            while title is not None:
                way.insert(0, name_of(title))
                title = seen[title]
            return way
        if name_of(title) not in ends:
            for called in sorted(graph.calls.get(title, ())):
                if called not in seen:
                    seen[called] = title
                    queue.append(called)
    return None


def cycles(graph):
    """Groups of functions that reach themselves."""
    state, found = {}, []

    def visit(start):
        stack, way = [(start, iter(sorted(graph.calls.get(start, ()))))], [start]
        state[start] = 1
        while stack:
            title, rest = stack[-1]
            called = next(rest, None)
            if called is None:
                state[title] = 2
                stack.pop()
                way.pop()
            elif state.get(called) == 1:
                found.append([name_of(one) for one in way[way.index(called):]])
            elif called not in state and called != "__indirect_call":
                state[called] = 1
                way.append(called)
                stack.append((called, iter(sorted(graph.calls.get(called, ())))))

    for title in sorted(graph.calls):
        if title not in state:
            visit(title)
    return found


def refused_calls(problems):
    """Looks for functions of the C library that no row of the test of refused calls has. Gives how many were looked for."""
    text = REFUSED.read_text()
    rows = re.findall(r'\{"([\w ]+)",\s*SYS_\w+', text)
    callless = re.search(r"g_callless\[\] =(.*?);", text, re.S)
    known = set(" ".join(rows).split()) | COMPUTING
    known |= set(" ".join(re.findall(r'"([^"]*)"', callless.group(1) if callless else "")).split())
    names = set()
    for line in ALLOW.read_text().splitlines():
        if line and not line.startswith("#"):
            room, _, words = line.partition(":")
            names |= {(room, word) for word in words.split() if not OF_OTHERS.fullmatch(word)}
    # What the port does is refused there; elsewhere the same call is another one.
    makers = set(" ".join(rows).split())
    for room, name in sorted(names):
        there = known if room == "port/posix" else known - makers
        if name not in there and (room, name) not in ELSEWHERE:
            problems.append(f"{room} calls {name}, which {REFUSED.name} does not refuse")
    for place, test in sorted(ELSEWHERE.items()):
        file, _, function = test.partition(":")
        is_test = file.startswith("test/")
        if place not in names:
            problems.append(f"{place[0]} does not call {place[1]} any more")
        if is_test and (not (ROOT / file).exists() or function not in (ROOT / file).read_text()):
            problems.append(f"no {test}, which refuses {place[1]} to {place[0]}")
    return len(names)


def main():
    sources = [path.relative_to(ROOT) for part in PARTS for path in sorted((ROOT / "src" / part).glob("**/*.c"))]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        graph = read_graph(pool.map(lambda source: compile_one(source, Path(folder)), sources))
    problems = [f"the frame of {name_of(title)} is {kind}" for title, kind in sorted(graph.frames.items()) if "bounded" not in kind and kind != "static"]
    problems += [f"calls itself: {' -> '.join(way)}" for way in cycles(graph)]
    admitted, refused = public_functions()
    starts = [name for name in admitted if name in graph.frames]
    for name in starts:
        way = path_to_taker(graph, name, refused | set(BEHIND))
        if way is not None:
            problems.append(f"takes something in RUNTIME: {' -> '.join(way)}")
    for name in BEHIND:
        if name not in graph.frames:
            problems.append(f"no function {name}, behind which paths end")
    looked = refused_calls(problems)
    for problem in problems:
        print(f"calls: {problem}")
    print(f"calls: {len(graph.frames)} functions, {len(starts)} that RUNTIME admits, {looked} of other libraries, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
