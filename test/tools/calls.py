#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Who calls whom in the library on Linux, from what gcc writes of each source: no function calls itself, no frame of a stack
depends on data, and no function that RUNTIME admits reaches one that takes something of the system.

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
    for problem in problems:
        print(f"calls: {problem}")
    print(f"calls: {len(graph.frames)} functions, {len(starts)} that RUNTIME admits, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
