# SPDX-License-Identifier: Apache-2.0
"""The requirements, and where the tags of their trace stand: in the comment right above a function or a table."""

import re
from collections import namedtuple
from functools import lru_cache

from ctext import ROOT, line_of, without_comments_and_texts

UID = re.compile(r"RF-(?:CORE|SYNC|BUF|ENGINE|IPC|SHARE|STREAM|PORT|CUDA|KIT|WORKER|DLA|BLIT|MEDIA)-\d{3}\b")
LOOKS_LIKE_UID = re.compile(r"\bRF-[A-Z]+-\w+")
FIELD = re.compile(r"^(?P<name>[A-Z]+): (?:>>>\n(?P<long>.*?)\n<<<|(?P<short>[^\n]+))$", re.M | re.S)
COMMENT = re.compile(r"/\*.*?\*/", re.S)

Tag = namedtuple("Tag", "uid path line comment_end")
Place = namedtuple("Place", "name begin body end")


def blocks_of_requirements():
    """Yields (path, text, position, fields) for each requirement as it stands in its file."""
    for path in sorted((ROOT / "docs" / "requirements").glob("*.sdoc")):
        text = path.read_text(encoding="utf-8")
        for block in re.finditer(r"^\[REQUIREMENT\]\n(.*?)(?=^\[|\Z)", text, re.M | re.S):
            fields = {field["name"]: " ".join((field["long"] or field["short"]).split())
                      for field in FIELD.finditer(block.group(1))}
            yield path, text, block.start(), fields


def tags_in(text, name):
    """Yields (position, UID) for each UID that a tag names; a tag ends with its line."""
    for tag in re.finditer(rf"@{name}\b([^\n]*)", text):
        for uid in LOOKS_LIKE_UID.finditer(tag.group(1)):
            yield tag.start(), uid.group(0)


def files_with_tags(folder):
    for path in sorted((ROOT / folder).rglob("*")):
        if path.suffix in (".c", ".h", ".sh", ".py", ".cu") and "tools" not in path.parts:
            yield path, path.read_text(encoding="utf-8")


@lru_cache(maxsize=None)
def tags(folder, name):
    """All tags of a name in a folder, with the end of the comment that each stands in (None outside of a comment)."""
    found = []
    for path, text in files_with_tags(folder):
        for position, uid in tags_in(text, name):
            end = next((comment.end() for comment in COMMENT.finditer(text)
                        if comment.start() < position < comment.end()), None)
            found.append(Tag(uid, path, line_of(text, position), end))
    return found


def block_behind(text, position):
    """The function or table that is defined right behind a position, or None."""
    code = without_comments_and_texts(text)
    head = re.compile(r"\s*(?:#[^\n]*\n\s*)*([A-Za-z_][^;{}()]*?\b(\w+)\s*(\([^;{}]*?\))?[^;{}()]*?(?:=\s*)?)\{").match(code, position)
    if head is None:
        return None
    depth = 0
    for end in range(head.end() - 1, len(code)):
        depth += {"{": 1, "}": -1}.get(code[end], 0)
        if depth == 0:
            name = head.group(2) if head.group(3) else (re.findall(r"(\w+)\s*(?:\[[^\]]*\]\s*)*=\s*$", head.group(1)) or [head.group(2)])[0]
            return Place(name, head.start(1), head.end() - 1, end + 1)
    return None
