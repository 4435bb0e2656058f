#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that each macro of ringfence_cfg.h takes the ends of its range and refuses, by name, what is beyond,
and that the command line goes before each profile."""

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


def check_profile(profile, capacities, problems):
    """Every macro can be set on the command line, whatever the profile sets."""
    option = f'"profiles/{profile.name}"'
    for capacity in capacities:
        for value in (capacity.low, capacity.high):
            done, output = preprocess({"RINGFENCE_CFG_PROFILE": option, capacity.name: f"{value}U"})
            if not done or "redefined" in output:
                problems.append(f"{profile.name}: {capacity.name} cannot be set to {value} on the command line: "
                                f"{output.strip()}")


def main():
    problems = []
    capacities = read_capacities(problems)
    done, output = preprocess({})
    if not capacities or not done:
        problems.append(f"the defaults do not work: {output.strip()}")
    count = sum(check(capacity, problems) for capacity in capacities)
    profiles = sorted((ROOT / "cfg" / "profiles").glob("*.h"))
    for profile in profiles:
        check_profile(profile, capacities, problems)
    for problem in problems:
        print(problem)
    print(f"config: {len(problems)} problems" if problems else
          f"config: {len(capacities)} macros, {count} values tried, {len(profiles)} profiles")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
