#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that each macro of ringfence_cfg.h takes the ends of its range and refuses, by name, what is beyond,
that the command line goes before each profile, that the stamp of a build (src/core/stamp.h) has each macro, in order, and
that the capacities of each profile and the defaults fit each other: one that is too small by one is found."""

import re
import subprocess
import sys

from capacities import read_capacities
from ctext import ROOT

# Where these are 0 the sources of a host do not compile; firmware-lib sets them.
OF_FIRMWARE = {"RINGFENCE_CFG_CHANNELS", "RINGFENCE_CFG_STREAMS"}
# What a capacity must be at least, so that what another one allows can be used. NvSciStreamBlockEventServiceSetup() takes a local
# event of each block, a local event and an endpoint with an event service take a notifier each (src/ipc), and a list that is
# reconciled has a route for each process of a consumer and for the own one (src/attr/list_inputs.c).
FITS = (
    ("RINGFENCE_CFG_LOCAL_EVENTS", ("RINGFENCE_CFG_STREAM_BLOCKS",), 0, "an event loop over all blocks of streams"),
    ("RINGFENCE_CFG_EVENT_NOTIFIERS", ("RINGFENCE_CFG_IPC_ENDPOINTS", "RINGFENCE_CFG_LOCAL_EVENTS"), 0,
     "an event loop over all endpoints and local events"),
    ("RINGFENCE_CFG_ROUTES", ("RINGFENCE_CFG_STREAM_CONSUMERS",), 1, "consumers that are each in a process of their own"),
)
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


def values_of(definitions):
    """What each macro is with these on the command line."""
    command = ["gcc", "-std=c11", "-fhosted", "-E", "-dM", "-x", "c", "-Icfg",
               *(f"-D{name}={value}" for name, value in definitions.items()), "cfg/ringfence_cfg.h"]
    output = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    return {name: int(value) for name, value in re.findall(r"^#define (RINGFENCE_CFG_\w+) (\d+)U$", output, re.M)}


def misfits(definitions):
    """Capacities that are too small for what others allow, with what they must be."""
    values = values_of(definitions)
    found = []
    for name, others, more, what in FITS:
        least = sum(values[other] for other in others) + more
        if values[name] < least:
            found.append((name, f"{name} is {values[name]}, less than {least}: {what}"))
    return found


def check_fits(where, definitions, problems):
    """The capacities fit each other; each that is set to one less than others need is found."""
    problems.extend(f"{where}: {text}" for _, text in misfits(definitions))
    values = values_of(definitions)
    for name, others, more, _ in FITS:
        less = sum(values[other] for other in others) + more - 1
        if name not in [found for found, _ in misfits({**definitions, name: f"{less}U"})]:
            problems.append(f"{where}: {name}={less} is too small, and that is not found")


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
    check_fits("the defaults", {}, problems)
    for profile in profiles:
        check_profile(profile, capacities, problems)
        check_fits(profile.name, {"RINGFENCE_CFG_PROFILE": f'"profiles/{profile.name}"'}, problems)
    for problem in problems:
        print(problem)
    print(f"config: {len(problems)} problems" if problems else
          f"config: {len(capacities)} macros, {count} values tried, {len(profiles)} profiles")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
