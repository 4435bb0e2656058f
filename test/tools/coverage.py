#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Statement, branch and MC/DC coverage of all components but src/port, with clang-19.

Usage: coverage.py [--html]

src/cuda is tested with the driver that needs no GPU, and left out where CUDA's headers cannot be had; with STRICT=1 that is a
failure. Fails below 95 % of statements (lines) or 90 % of branches of all components together or of one, if a test fails, and if the
compiler leaves a decision out of MC/DC. With --html the annotated sources are written to build/coverage/html.
"""

import json
import os
import shutil
import subprocess
import sys

import lock
from ctext import ROOT

BUILD = ROOT / "build" / "coverage"
PROFILES = BUILD / "profiles"
FLAGS = "-O0 -g -fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc -fprofile-update=atomic -DRINGFENCE_TEST_COVERAGE"
ROOMS = ["core", "attr", "sync", "buf", "engine", "ipc", "share", "stream", "kit", "beside", "worker", "dla", "blit", "media"]
FLOORS = {"lines": 95.0, "branches": 90.0}
MEASURES = ("lines", "regions", "branches", "mcdc")


def run(command, **options):
    return subprocess.run([str(word) for word in command], cwd=ROOT, check=False, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)


def cuda_include():
    """Options of the compiler that find CUDA's headers; None: there are none."""
    found = subprocess.run([ROOT / "test" / "tools" / "cuda_headers.sh"], cwd=ROOT, stdout=subprocess.PIPE, text=True,
                           check=False)
    return found.stdout.strip() if found.returncode == 0 else None


def build(problems):
    """All tests with coverage; warnings are the business of other gates."""
    include = cuda_include()
    targets = ["tests"]
    if include is None and os.environ.get("STRICT") == "1":
        problems.append("there are no headers of CUDA")
    if include is not None:
        ROOMS.append("cuda")
        targets += ["cuda-tests", f"CUDA_INCLUDE={include}"]
    result = run(["make", "--no-print-directory", f"-j{os.environ.get('JOBS', os.cpu_count())}", *targets, "BUILD=build/coverage",
                  "CC=clang-19", f"CFLAGS={FLAGS}", "LDFLAGS=", "WARNINGS="])
    if result.returncode != 0:
        problems.append(result.stdout[-4000:])
    # Of the tests nothing is measured.
    for line in sorted({line for line in result.stdout.splitlines() if "unsupported MC/DC" in line and not line.startswith("test/")}):
        problems.append(line)
    return result.returncode == 0


def run_tests(problems):
    PROFILES.mkdir(parents=True, exist_ok=True)
    tests = sorted((BUILD / "bin").rglob("*_test"))
    jobs = os.environ.get("JOBS", str(os.cpu_count()))
    result = run([ROOT / "test" / "tools" / "cases.py", "--jobs", jobs, *tests],
                 env=dict(os.environ, LLVM_PROFILE_FILE=f"{PROFILES}/%p-%m.profraw", LD_LIBRARY_PATH=str(BUILD / "fake")))
    if result.returncode != 0:
        problems.append(result.stdout)
    return tests


def measure(tests, problems):
    data = BUILD / "all.profdata"
    merged = run(["llvm-profdata-19", "merge", "-sparse", "-o", data, *sorted(PROFILES.glob("*.profraw"))])
    if merged.returncode != 0:
        problems.append(merged.stdout)
        return []
    objects = [tests[0]] + [word for test in tests[1:] for word in ("-object", test)]
    sources = [path for room in ROOMS for path in sorted((ROOT / "src" / room).rglob("*.[ch]"))
               if path.parent.name != "tools"]
    common = [*objects, f"-instr-profile={data}", "-sources", *sources]
    if "--html" in sys.argv[1:]:
        run(["llvm-cov-19", "show", "-format=html", f"-output-dir={BUILD / 'html'}", "-show-mcdc", "-show-branches=count", *common])
    exported = subprocess.run(["llvm-cov-19", "export", "-summary-only", *map(str, common)], cwd=ROOT,
                              check=True, text=True, stdout=subprocess.PIPE)
    return json.loads(exported.stdout)["data"][0]["files"]


def percent(files, measure_name):
    count = sum(file["summary"][measure_name]["count"] for file in files)
    covered = sum(file["summary"][measure_name]["covered"] for file in files)
    return covered, count, (100.0 * covered / count) if count else 100.0


def report(files, problems):
    seen = {os.path.relpath(file["filename"], ROOT) for file in files}
    for room in ROOMS:
        if not any(name.startswith(f"src/{room}/") for name in seen):
            problems.append(f"src/{room}: nothing was measured")
    print(f"{'':28}" + "".join(f"{name:>20}" for name in MEASURES))
    groups = [(os.path.relpath(file["filename"], ROOT), [file]) for file in files] + [("all", files)]
    for name, group in groups:
        cells = "".join(f"{covered:>8}/{count:<5}{share:5.1f}%" for covered, count, share in
                        (percent(group, measure_name) for measure_name in MEASURES))
        print(f"{name:28}{cells}")
    for room in ["all", *ROOMS]:
        group = [file for file in files
                 if room == "all" or os.path.relpath(file["filename"], ROOT).startswith(f"src/{room}/")]
        for name, floor in FLOORS.items():
            share = percent(group, name)[2]
            if share < floor:
                problems.append(f"{room}: {name}: {share:.1f} % is below {floor:.0f} %")


def main():
    problems = []
    files = []
    lock.hold(BUILD)
    # From nothing, so that the compiler speaks of every file.
    shutil.rmtree(BUILD, ignore_errors=True)
    if build(problems):
        tests = run_tests(problems)
        files = measure(tests, problems) if tests else []
        if files:
            report(files, problems)
        else:
            problems.append("nothing was measured")
    for problem in problems:
        print(problem)
    summary = ", ".join(f"{name} {percent(files, name)[2]:.1f} %" for name in MEASURES) if files else "none"
    left_out = "" if "cuda" in ROOMS else "; src/cuda is left out: there are no headers of CUDA"
    print(f"coverage: {len(problems)} problems" if problems else f"coverage: {summary}{left_out}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
