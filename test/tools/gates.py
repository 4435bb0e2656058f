# SPDX-License-Identifier: Apache-2.0
"""The gates of 'make check' and 'make ci', in the order in which they begin: quick ones first, then those that others wait for
or that take longest. What each fails for is in docs/building.md.

command: what is run. folders: those below build/ that it writes to, and that no other gate may have meanwhile. reads: those
whose programs it runs, and that others may read too. What is locked by the command itself is not named. after: gates that must
have ended, if they are in the run. evidence: it runs tests with tags, of which the gate trace asks what they did. counts: each
of its cases counts, the last sums in its log. ci: it is a target of make by itself, and no gate of 'make check'.
"""

from collections import namedtuple

Gate = namedtuple("Gate", "name command folders after evidence counts reads ci", defaults=((), (), False, False, (), False))

GCC = ("build/gcc",)
BUILT = ("build-gcc",)


def tool(*words):
    """A script of test/tools."""
    return (f"test/tools/{words[0]}", *words[1:])


def part(name):
    """A function of gates.sh."""
    return tool("gates.sh", name)


GATES = (
    Gate("build-gcc", part("build_gcc"), GCC),
    Gate("includes", tool("includes.py")),
    Gate("circles", tool("circles.py")),
    Gate("conditions", tool("conditions.py")),
    Gate("functions", tool("functions.py")),
    Gate("promises", tool("promises.py")),
    Gate("pages", tool("pages.py")),
    Gate("makefile", tool("makefile.py")),
    Gate("phases", tool("phases_table.py", "--check")),
    Gate("keys", tool("keys_table.py", "--check")),
    Gate("check_seeds", tool("check_seeds.py")),
    Gate("trace_seeds", tool("trace_seeds.py")),
    Gate("breaks", tool("requirements_break.py", "--check")),
    Gate("breaks_seeds", tool("breaks_seeds.py")),
    Gate("config", tool("config.py")),
    Gate("readme", tool("readme.py", "build/gcc"), after=BUILT, reads=GCC),
    Gate("networks", part("networks"), after=BUILT, reads=GCC),
    Gate("demo", part("demo"), after=BUILT, reads=GCC),
    Gate("cases", part("cases"), after=BUILT, evidence=True, counts=True, reads=GCC),
    Gate("asan", part("asan"), ("build/asan",)),
    Gate("misra", tool("misra.py")),
    Gate("firmware", part("firmware"), counts=True, ci=True),
    Gate("fresh", part("fresh"), ci=True),
    Gate("docs", tool("docs.sh"), ci=True),
    Gate("cuda", part("cuda"), ("build/asan", "build/clang", "build/cuda-12", "build/cuda-13", "build/gcc", "build/none"),
         BUILT, evidence=True, counts=True),
    # It asks for what is installed where the libraries for CUDA were built.
    Gate("install", ("test/install/install_test.sh", "build/gcc"), GCC, (*BUILT, "cuda"), evidence=True),
    Gate("surroundings", ("test/install/surroundings_test.sh", "build/gcc"), after=(*BUILT, "cuda"), reads=GCC),
    Gate("tsan", part("tsan"), ("build/tsan",)),
    Gate("coverage", part("coverage"), ci=True),
    Gate("ports", part("ports"), GCC, BUILT, evidence=True),
    Gate("twice", tool("twice.sh")),
    # What twice has built serves kills.
    Gate("kills", part("kills"), after=("twice",)),
    Gate("models", tool("models.sh")),
    Gate("fuzz", tool("fuzz.sh", "--runs", "20000")),
    Gate("profiles", part("profiles"), ("build/profiles",)),
    Gate("size", part("size"), GCC, BUILT),
    Gate("bench-counts", part("bench_counts"), GCC, BUILT),
    Gate("bench", part("bench"), GCC, BUILT),
    Gate("bench-streams", part("bench_streams"), GCC, BUILT),
    Gate("bench-capacities", part("bench_capacities"), GCC, BUILT),
    Gate("build-clang", part("build_clang"), ("build/clang",)),
    Gate("symbols", tool("symbols.py", "build/gcc"), after=BUILT, reads=GCC),
    Gate("calls", tool("calls.py")),
    Gate("errors", tool("errors.py")),
    Gate("errors_seeds", tool("errors_seeds.py")),
    Gate("headers", tool("headers.sh")),
    Gate("misra-recall", tool("misra.py", "recall"), after=("misra",), ci=True),
    Gate("trace", part("trace"), after=("build-gcc", "cases", "cuda", "ports", "install")),
)


def names(ci=False):
    """Of all gates, or of those of 'make check'."""
    return [gate.name for gate in GATES if ci or not gate.ci]
