#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that each macro of ringfence_cfg.h takes the ends of its range and refuses, by name, what is beyond,
that the command line goes before each profile, and that the stamp of a build (src/core/stamp.h) has each macro, in order."""

import re
import subprocess
import sys

from capacities import read_capacities
from ctext import ROOT

# Where these are 0 the sources of a host do not compile; firmware-lib sets them.
OF_FIRMWARE = {"RINGFENCE_CFG_CHANNELS", "RINGFENCE_CFG_STREAMS"}
STAMPED = re.compile(r'^ +ROW\("(RINGFENCE_CFG_\w+)", (\w+)\)', re.M)


def preprocess(definitions):
    is_firmware = any(definitions.get(name) == "0U" for name in OF_FIRMWARE)
    return preprocess_with(definitions, ["-ffreestanding" if is_firmware else "-fhosted"])


def preprocess_with(definitions, options):
    command = ["gcc", "-std=c11", *options, "-E", "-x", "c", "-Icfg", "-o", "/dev/null",
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


def check_host(problems):
    """A host is told where these macros may be 0."""
    for name in sorted(OF_FIRMWARE):
        done, output = preprocess_with({name: "0U"}, ["-fhosted"])
        if done or f"{name} can be 0 without an operating system alone: make firmware-lib" not in output:
            problems.append(f"{name}=0 does not stop the build for a host with a message that says where it can be 0")


def check_stamp(capacities, problems):
    """A macro that the stamp lacks could differ between libraries that work together."""
    rows = STAMPED.findall((ROOT / "src" / "core" / "stamp.h").read_text(encoding="utf-8"))
    names = [capacity.name for capacity in capacities]
    if rows != [(name, name) for name in names]:
        lacks = sorted(set(names) ^ {name for row in rows for name in row})
        problems.append(f"src/core/stamp.h: its macros are not those of cfg/ringfence_cfg.h in their order: {' '.join(lacks)}")


def check_profile(profile, capacities, problems):
    """Every macro can be set on the command line, whatever the profile sets."""
    option = f'"profiles/{profile.name}"'
    for capacity in capacities:
        for value in (capacity.low, capacity.high):
            done, output = preprocess({"RINGFENCE_CFG_PROFILE": option, capacity.name: f"{value}U"})
            if not done or "redefined" in output:
                problems.append(f"{profile.name}: {capacity.name} cannot be set to {value} on the command line: "
                                f"{output.strip()}")


def check_page(problems):
    """The page shows a message that the build has."""
    text = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    shown = re.search(r'^cfg/ringfence_cfg\.h:\d+:\d+: error: #error "(RINGFENCE_CFG_\w+) must be \d+ to (\d+)"$', text, re.M)
    if not shown or shown.group(0) not in preprocess({shown.group(1): f"{int(shown.group(2)) + 1}U"})[1]:
        problems.append("docs/configuration.md: shows no message that the build has")


def main():
    problems = []
    capacities = read_capacities(problems)
    check_page(problems)
    done, output = preprocess({})
    if not capacities or not done:
        problems.append(f"the defaults do not work: {output.strip()}")
    count = sum(check(capacity, problems) for capacity in capacities)
    check_host(problems)
    check_stamp(capacities, problems)
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
