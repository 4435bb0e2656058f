# SPDX-License-Identifier: Apache-2.0
"""Reads cfg/ringfence_cfg.h: each macro with the tags of the comment above it."""

import re
from collections import namedtuple

from ctext import ROOT

Capacity = namedtuple("Capacity", "name low high default cost tables power_of_two")

BLOCK = re.compile(r"/\*\*((?:(?!\*/).)*)\*/\s*#ifndef (RINGFENCE_CFG_\w+)\n#define (\w+) (\d+)U\n", re.S)


def tag(comment, name, pattern):
    """The text of a tag as far as the next tag; '' if there is none."""
    found = re.search(rf"@{name}\s+({pattern})", comment)
    return found.group(1).strip() if found else ""


def read_capacities(problems):
    text = (ROOT / "cfg" / "ringfence_cfg.h").read_text(encoding="utf-8")
    capacities = []
    for comment, name, defined, default in BLOCK.findall(text):
        words = re.sub(r"\n\s*\* ?", " ", comment)
        limits = re.search(r"@range\s+(\d+) to (\d+)", words)
        cost = tag(words, "cost", r"[\d?]+")
        if defined != name or not limits or tag(words, "default", r"\d+") != default:
            problems.append(f"{name}: range or default is missing, or the default is not what is defined")
            continue
        capacities.append(Capacity(name, int(limits.group(1)), int(limits.group(2)), int(default), cost,
                                   re.findall(r"\w+", tag(words, "table", r"[\w, ]+")),
                                   "power of two" in words))
    documented = {capacity.name for capacity in capacities}
    for name in set(re.findall(r"^#define (RINGFENCE_CFG_\w+)", text, re.M)) - documented:
        if name != "RINGFENCE_CFG_H":
            problems.append(f"{name}: has no comment of the agreed form")
    return capacities
