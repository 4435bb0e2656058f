# SPDX-License-Identifier: Apache-2.0
"""What the checkers share: reading C text."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

COMMENT_OR_TEXT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)


def without_comments(text):
    """Comments become blanks, so that positions and lines stay."""
    def blank(match):
        found = match.group(0)
        return re.sub(r"[^\n]", " ", found) if found[0] == "/" else found
    return COMMENT_OR_TEXT.sub(blank, text)


def without_comments_and_texts(text):
    return COMMENT_OR_TEXT.sub(lambda match: re.sub(r"[^\n]", " ", match.group(0)), text)


# Functions of a machine without an operating system: no library for a host has them.
OF_FIRMWARE = "ringfence_port.h"


def functions_of(header):
    """Names of the functions of the library, or of its hooks, that a header declares."""
    text = without_comments(header.read_text(encoding="utf-8"))
    text = re.sub(r"^[ \t]*#(?:[^\n\\]|\\.)*(?:\\\n[^\n]*)*", "", text, flags=re.M)
    return re.findall(r"\b((?:NvSci|Ringfence)\w+)\s*\((?!\*)", text)


def declared_functions():
    """Names of all functions that the public headers declare and the library has, with their header."""
    functions = {}
    for header in sorted(set((ROOT / "inc").glob("*.h")) - {ROOT / "inc" / OF_FIRMWARE}):
        for name in functions_of(header):
            if not name.startswith("RingfenceHook"):
                functions[name] = header.name
    return functions


def declared_cuda_functions():
    """The same for what libringfence_cuda shows."""
    functions = {}
    for header in sorted((ROOT / "inc").glob("*.h")):
        text = without_comments(header.read_text(encoding="utf-8"))
        for match in re.finditer(r"\b(ringfenceCu\w+)\s*\((?!\*)", text):
            functions[match.group(1)] = header.name
    return functions


def declared_dla_functions():
    """The same for what libringfence_dla shows."""
    functions = {}
    for header in sorted([*(ROOT / "inc").glob("*.h"), *(ROOT / "inc").glob("*.hpp")]):
        text = without_comments(header.read_text(encoding="utf-8"))
        for match in re.finditer(r"\b(cudla[A-Z]\w+|ringfenceDla\w+)\s*\((?!\*)[^;{}]*\)\s*;", text):
            functions.setdefault(match.group(1), header.name)
    return functions


# Headers of the second generation of NvMedia, whose functions have link names of their own where the first has them too.
OF_NVMEDIA_6 = ROOT / "inc" / "nvmedia6"


def link_names(text):
    """Names that macros of a header give to functions: {name: link name}."""
    return dict(re.findall(r"^#define (NvMedia\w+) (?=\1_v6$)(NvMedia\w+)$", text, re.M)) | \
        {name[:-3]: name for name in re.findall(r"^#define RINGFENCE_NVMEDIA_FILL (NvMedia\w+_v6)$", text, re.M)}


def declared_media_functions():
    """The same for what libringfence_2d shows, by link names."""
    functions = {}
    for header in sorted([*(ROOT / "inc").glob("*.h"), *OF_NVMEDIA_6.glob("*.h")]):
        text = without_comments(header.read_text(encoding="utf-8"))
        names = link_names(text)
        text = re.sub(r"^[ \t]*#(?:[^\n\\]|\\.)*(?:\\\n[^\n]*)*", "", text, flags=re.M)
        for match in re.finditer(r"\b(NvMedia\w+|ringfenceMedia\w+)\s*\((?!\*)[^;{}]*\)\s*;", text):
            functions.setdefault(names.get(match.group(1), match.group(1)), str(header.relative_to(ROOT / "inc")))
    return functions


def line_of(text, position):
    return text.count("\n", 0, position) + 1
