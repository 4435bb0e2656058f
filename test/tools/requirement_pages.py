#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the requirements once more, for StrictDoc, with a link to each function that has their tag.

Usage: requirement_pages.py DIR           DIR becomes a project of StrictDoc
       requirement_pages.py --check HTML  whether the pages that StrictDoc made have a title, and link code and tests
What satisfies and what verifies a requirement is said by the tags alone.
"""

import re
import shutil
import sys
from pathlib import Path

from ctext import ROOT, line_of
from tags import block_behind, tags

TITLE = "Ringfence: requirements"
CONFIG = '''"""Written by test/tools/requirement_pages.py."""

from strictdoc.core.project_config import ProjectConfig


def create_config() -> ProjectConfig:
    return ProjectConfig(
        project_title={title!r},
        dir_for_sdoc_cache={cache!r},
        project_features=["TABLE_SCREEN", "TRACEABILITY_SCREEN", "SEARCH", "REQUIREMENT_TO_SOURCE_TRACEABILITY",
                          "TRACEABILITY_MATRIX_SCREEN"],
        source_root_path={root!r},
        include_source_paths={sources!r},
    )
'''


def links():
    """(role, path, first line, last line) of what has the tag of a requirement, by UID."""
    found = {}
    for folder, name, role in (("src", "satisfies", "Satisfied by"), ("inc", "satisfies", "Satisfied by"),
                               ("test", "verifies", "Verified by")):
        for tag in tags(folder, name):
            text = tag.path.read_text(encoding="utf-8")
            place = block_behind(text, tag.comment_end) if tag.comment_end is not None else None
            last = line_of(text, place.end) if place else tag.line
            link = (role, str(tag.path.relative_to(ROOT)), tag.line, last)
            if link not in found.setdefault(tag.uid, []):
                found[tag.uid].append(link)
    return found


def with_links(text, found):
    """The text of a file of requirements, with relations behind the fields of each requirement."""
    def linked(block):
        uid = re.search(r"^UID: (\S+)$", block.group(0), re.M).group(1)
        relations = "".join(f"- TYPE: File\n  ROLE: {role}\n  VALUE: {path}\n  LINE_RANGE: {first}, {last}\n"
                            for role, path, first, last in found.get(uid, []))
        return block.group(0).rstrip("\n") + "\n" + (f"RELATIONS:\n{relations}" if relations else "") + "\n"
    return re.sub(r"^\[REQUIREMENT\]\n.*?(?=^\[|\Z)", linked, text, flags=re.M | re.S)


def check(html):
    """What is missing in the pages."""
    problems = [] if TITLE in (html / "index.html").read_text(encoding="utf-8") else [f"index.html: the title is not '{TITLE}'"]
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(html.glob("requirements/*.html"))
                   if not path.stem.endswith(("-TABLE", "-TRACE", "-DEEP-TRACE")))
    for uid, found in sorted(links().items()):
        for role, path, first, last in found:
            if f'_source_files/{path}.html#{uid}#{first}#{last}"' not in text:
                problems.append(f"{uid}: no link to line {first} of {path} ({role})")
            elif not (html / "_source_files" / f"{path}.html").exists():
                problems.append(f"{uid}: the page of {path} is not there")
    return problems


def main():
    if sys.argv[1] == "--check":
        problems = check(Path(sys.argv[2]))
        print("".join(f"requirement_pages: {problem}\n" for problem in problems), end="")
        sys.exit(1 if problems else 0)
    out = Path(sys.argv[1])
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    found = links()
    for path in sorted((ROOT / "docs" / "requirements").glob("*.sdoc")):
        (out / path.name).write_text(with_links(path.read_text(encoding="utf-8"), found), encoding="utf-8")
    grammar = (ROOT / "docs" / "requirements" / "ringfence.sgra").read_text(encoding="utf-8")
    (out / "ringfence.sgra").write_text(grammar.rstrip("\n") + "\n  - TYPE: File\n    ROLE: Satisfied by\n"
                                        "  - TYPE: File\n    ROLE: Verified by\n", encoding="utf-8")
    sources = sorted({path for uid in found for _, path, _, _ in found[uid]})
    # StrictDoc looks at all folders below its root, and stops where one goes meanwhile, as those of build/ may.
    root = out.resolve().parent / "sources"
    shutil.rmtree(root, ignore_errors=True)
    for path in sources:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, root / path)
    (out / "strictdoc_config.py").write_text(CONFIG.format(
        title=TITLE, cache=str(out.resolve().parent / "cache"), root=str(root), sources=sources), encoding="utf-8")
    print(f"{sum(len(one) for one in found.values())} links of {len(found)} requirements to {len(sources)} sources")


if __name__ == "__main__":
    main()
