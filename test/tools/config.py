#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that each macro of ringfence_cfg.h takes the ends of its range and refuses, by name, what is beyond."""

import subprocess
import sys

from capacities import read_capacities
from ctext import ROOT


def preprocess(definitions):
    command = ["gcc", "-std=c11", "-E", "-x", "c", "-Icfg", "-o", "/dev/null",
               *(f"-D{name}={value}" for name, value in definitions.items()), "cfg/ringfence_cfg.h"]
    result = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            text=True, check=False)
    return result.returncode == 0, result.stdout


def check(capacity, problems):
    fitting = [capacity.low, capacity.high]
    refused = [capacity.high + 1] + ([capacity.low - 1] if capacity.low > 0 else [])
    if capacity.power_of_two:
        refused.append(capacity.high - 1)
    for value in fitting:
        done, output = preprocess({capacity.name: f"{value}U"})
        if not done:
            problems.append(f"{capacity.name}={value} is refused: {output.strip()}")
    for value in refused:
        done, output = preprocess({capacity.name: f"{value}U"})
        if done or f"{capacity.name} must be" not in output:
            problems.append(f"{capacity.name}={value} does not stop the build with a message that names it")
    return len(fitting) + len(refused)


def main():
    problems = []
    capacities = read_capacities(problems)
    done, output = preprocess({})
    if not capacities or not done:
        problems.append(f"the defaults do not work: {output.strip()}")
    count = sum(check(capacity, problems) for capacity in capacities)
    for problem in problems:
        print(problem)
    print(f"config: {len(problems)} problems" if problems else
          f"config: {len(capacities)} macros, {count} values tried")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
