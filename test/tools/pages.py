#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the pages (README.md, docs/, misra/README.md): what a reader meets before the text.

No line of prose has more than 160 characters, no page but those of LONG more than 400 lines. Each link leads to a file that is there, and to
a heading that is there. No page of docs/ links to a page elsewhere: `make docs` reads docs/ alone. Each page has a sentence
between its title and what comes next, a heading, a table or code. Tables and code may be wider. Links to other hosts are
not followed.

Each run also shows that it would see each of these: the texts of SEEDS have the problem that stands beside them.
"""

import re
import sys
import unicodedata

from ctext import ROOT

DOCS = ROOT / "docs"
LONGEST_LINE = 160
LONGEST_PAGE = 400
# Longer pages, and why they are not two.
LONG = {"docs/building.md": "tables of commands and of gates, in which a reader looks for one row"}
HEADING = re.compile(r"^(#{1,6}) +(.*?) *#*$")
LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
SENTENCE = re.compile(r"[A-Za-z].*[.:]")

GOOD = "# Title\n\nWhat this page is for.\n\n## A part\n\n[here](#a-part), [code](../test/tools/pages.py), `[no](link)`\n"
# A text for docs/seed.md, and a word of the one problem that it has; None: it has none.
SEEDS = [
    (GOOD, None),
    (GOOD + "word " * 40 + "\n", "characters"),
    (GOOD + "- " + "word " * 40 + "\n", "characters"),
    (GOOD + "\n| " + "word " * 40 + "|\n", None),
    (GOOD + "\n```\n" + "word " * 40 + "\n```\n", None),
    (GOOD + "text\n" * 400, "lines"),
    (GOOD + "[there](no_such_page.md)\n", "no file"),
    (GOOD + "\n| a | [there](no_such_page.md) |\n", "no file"),
    (GOOD + "[there](../README.md)\n", "no page"),
    (GOOD + "[there](#no-such-part)\n", "no heading"),
    (GOOD + "[there](design.md#no-such-part)\n", "no heading"),
    (GOOD + "\n```\n# no heading\n```\n[there](#no-heading)\n", "no heading"),
    (GOOD + "\n## A part\n\n[the second one](#a-part-1)\n", None),
    (GOOD.replace("What this page is for.\n\n", ""), "no sentence"),
    (GOOD.replace("What this page is for.", "```\nWhat this page is for.\n```"), "no sentence"),
    (GOOD.replace("What this page is for.", "| What this page is for. |"), "no sentence"),
    (GOOD.replace("# Title\n\n", "", 1), "no title"),
]


def pages():
    return [ROOT / "README.md", ROOT / "misra" / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def lines_of(text):
    """Each line with its number and its kind: code, table, heading or prose."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
            kind = "code"
        elif fenced or line.startswith("    "):
            kind = "code"
        elif line.startswith("|"):
            kind = "table"
        else:
            kind = "heading" if HEADING.match(line) else "prose"
        yield number, line, kind


def anchors(text):
    """The names of a page's headings in links: lower case, blanks as dashes, no other signs; the second of one name has -1."""
    found = set()
    counts = {}
    for _, line, kind in lines_of(text):
        if kind == "heading":
            words = LINK.sub(r"\1", HEADING.match(line).group(2)).lower()
            name = "".join(sign for sign in words.replace(" ", "-")
                           if sign in "-_" or unicodedata.category(sign)[0] in "LN")
            count = counts.get(name, 0)
            counts[name] = count + 1
            found.add(f"{name}-{count}" if count else name)
    return found


def link_problem(page, text, target):
    """What is wrong with the target of a link; empty: nothing, or it is on another host."""
    name, _, heading = target.partition("#")
    path = (page.parent / name).resolve() if name else page
    problem = ""
    if re.match(r"[a-z]+:", target):
        problem = ""
    elif name and not path.exists():
        problem = f"no file {name}"
    elif path.suffix == ".md" and page.is_relative_to(DOCS) and not path.is_relative_to(DOCS):
        problem = f"make docs has no page {name}: name it in backticks"
    elif heading and path.suffix == ".md":
        other = text if path == page else path.read_text(encoding="utf-8")
        problem = "" if heading in anchors(other) else f"no heading {target}"
    return problem


def introduction(text):
    """The problem of a page's first lines: title, then a sentence."""
    lines = [(line, kind) for _, line, kind in lines_of(text) if line.strip()]
    problem = ""
    if not lines or not lines[0][0].startswith("# "):
        problem = "no title"
    elif len(lines) < 2 or lines[1][1] != "prose" or not SENTENCE.search(" ".join(line for line, kind in lines[1:4] if kind == "prose")):
        problem = "no sentence behind the title that says what the page is for"
    return problem


def problems_of(page, text):
    count = len(text.splitlines())
    found = [f"{count} lines"] if count > LONGEST_PAGE and str(page.relative_to(ROOT)) not in LONG else []
    found += [introduction(text)] if introduction(text) else []
    for number, line, kind in lines_of(text):
        if kind in ("prose", "heading") and len(line) > LONGEST_LINE:
            found.append(f"line {number}: {len(line)} characters")
        if kind != "code":
            for _, target in LINK.findall(re.sub(r"`[^`]*`", "", line)):
                problem = link_problem(page, text, target)
                found += [f"line {number}: {problem}"] if problem else []
    return found


def wrong_seeds():
    """The seeds that are not judged as they should be."""
    wrong = []
    for text, word in SEEDS:
        found = problems_of(ROOT / "docs" / "seed.md", text)
        if (len(found) != 1 or word not in found[0]) if word else found:
            wrong.append(f"wrongly judged: {text[-80:]!r}: {found}")
    return wrong


def main():
    problems = []
    links = 0
    for page in pages():
        text = page.read_text(encoding="utf-8")
        problems += [f"{page.relative_to(ROOT)}: {problem}" for problem in problems_of(page, text)]
        links += sum(len(LINK.findall(line)) for _, line, kind in lines_of(text) if kind != "code")
    problems += wrong_seeds()
    print("\n".join(problems + [f"pages: {len(problems) or 'no'} problems; {len(pages())} pages, {links} links, {len(SEEDS)} seeds"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
