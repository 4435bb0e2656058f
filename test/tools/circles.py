#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the arrows between the files of src run one way.

Usage: circles.py [--arrows]

A file is a source with the header of the same name beside it; a table (.def) is a file of its own. An arrow goes from a file to each one that it includes,
and to each one that defines an external function or object that it names. What a header declares is no arrow; what its
inline functions name is one, also where it declares that itself.
Where ports define the same name, the arrow goes to the file of the nearest folder. A circle is a set of files in which
each one leads to all others; it is printed with the arrows that tie it. --arrows prints all arrows.

Each run also shows that it would see a circle: with the texts of SEEDS added there must be one, or none.
"""

import re
import sys
from collections import defaultdict

from ctext import ROOT, without_comments, without_comments_and_texts

SRC = ROOT / "src"
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+"([^"]+)"', re.M)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", re.M)
WORD = re.compile(r"\b[A-Za-z_]\w*")
NOT_EXTERNAL = {"static", "typedef", "extern", "_Static_assert"}


# Text added to files, and whether that makes a circle. Each file is one that attr/list leads to, or attr/list.
SEEDS = [
    ({"core/pool.c": '#include "attr/list.h"\n'}, True),
    ({"core/pool.c": "void seed(void) { list_destroy(0, 0U); }\n"}, True),
    ({"core/pool.h": "static inline void seed(void) { list_destroy(0, 0U); }\n"}, True),
    ({"core/pool.h": "void list_destroy(PhaseOp op);\nstatic inline void seed(void) { list_destroy(0, 0U); }\n"}, True),
    ({"core/pool.h": "void list_destroy(PhaseOp op);\n"}, False),
    ({"core/pool.c": "void seed(void) { target(); }\n", "attr/list.c": "PORT_HOT void target(void) {}\n"}, True),
    ({"core/pool.c": "void seed(void) { target(); }\n", "attr/list.c": "PORT_HOT static void target(void) {}\n"}, False),
    ({"stream/rows.h": "void tree_lose_all(const int *a);\nstatic inline void seed(void) { tree_lose_all(0); }\n"}, True),
]


def top_level(code):
    """The text outside all braces, with a brace pair for what was in them."""
    parts = []
    depth = 0
    begin = 0
    for brace in re.finditer(r"[{}]", code):
        if brace.group(0) == "{":
            if depth == 0:
                parts.append(code[begin:brace.start()] + "{}")
            depth += 1
        else:
            depth -= 1
            if depth == 0:
                begin = brace.end()
    parts.append(code[begin:])
    return "".join(parts)


def external_names(code):
    """Names of the functions and objects that a source defines for others."""
    names = set()
    for head, end in re.findall(r"([^;{}]*)(\{\}|;)", DIRECTIVE.sub("", top_level(code))):
        head = re.sub(r"__attribute__\s*\(\(.*?\)\)", "", head.partition("=")[0]).strip()
        words = WORD.findall(head)
        found = None
        is_type = words[:1] in (["struct"], ["union"], ["enum"]) and len(words) < 3
        if len(words) > 1 and not NOT_EXTERNAL & set(words) and not is_type:
            if "(" not in head:
                found = re.search(r"([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*$", head)
            elif end == "{}":
                found = re.search(r"([A-Za-z_]\w*)\s*\(", head)
        if found:
            names.add(found.group(1))
    return names


def inside_braces(code):
    """The text in braces: bodies of functions, members, initialisers."""
    parts = []
    depth = 0
    for piece in re.split(r"([{}])", code):
        depth += {"{": 1, "}": -1}.get(piece, 0)
        if depth > 0:
            parts.append(piece)
    return "".join(parts)


def node_of(path):
    """A source and the header beside it are one; a table that both include is another one."""
    place = path.relative_to(SRC)
    return str(place if place.suffix == ".def" else place.with_suffix(""))


def near(place, definers):
    """Those of the definers that share the longest path with a place."""
    def common(other):
        count = 0
        for left, right in zip(place.split("/")[:-1], other.split("/")[:-1]):
            if left != right:
                break
            count += 1
        return count
    best = max(common(other) for other in definers)
    return [other for other in definers if common(other) == best]


def arrows(texts):
    """For each file the files that it leads to, with the names that it takes."""
    code = {path: without_comments_and_texts(text) for path, text in texts.items()}
    definers = defaultdict(set)
    for path in code:
        if path.suffix == ".c":
            for name in external_names(code[path]):
                definers[name].add(node_of(path))
    found = defaultdict(lambda: defaultdict(set))
    for path, text in texts.items():
        own = node_of(path)
        for name in INCLUDE.findall(without_comments(text)):
            if (SRC / name).exists() and node_of(SRC / name) != own:
                found[own][node_of(SRC / name)].add(f'"{name}"')
        used = DIRECTIVE.sub("", code[path])
        names = set(WORD.findall(used))
        if path.suffix == ".h":
            # It declares what others define: what it uses is in its inline functions.
            names = set(WORD.findall(inside_braces(used)))
        for name in sorted(names):
            if name in definers and own not in definers[name]:
                for other in near(own, definers[name]):
                    found[own][other].add(name)
    return found


def circles(found):
    """Strongly connected files, by Tarjan's algorithm without recursion."""
    nodes = sorted(set(found) | {other for to in found.values() for other in to})
    number, low, on_stack, stack, result = {}, {}, set(), [], []
    for root in nodes:
        if root in number:
            continue
        work = [(root, iter(sorted(found.get(root, ()))))]
        number[root] = low[root] = len(number)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in number:
                    number[other] = low[other] = len(number)
                    stack.append(other)
                    on_stack.add(other)
                    work.append((other, iter(sorted(found.get(other, ())))))
                    break
                if other in on_stack:
                    low[node] = min(low[node], number[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    circle = stack[stack.index(node):]
                    del stack[stack.index(node):]
                    on_stack.difference_update(circle)
                    if len(circle) > 1:
                        result.append(sorted(circle))
    return result


def wrong_seeds(texts):
    """The seeds that are not judged as they should be."""
    wrong = []
    for seed, is_circle in SEEDS:
        seeded = {path: text + seed.get(str(path.relative_to(SRC)), "") for path, text in texts.items()}
        if bool(circles(arrows(seeded))) != is_circle:
            wrong.append(seed)
    return wrong


def main():
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(SRC.rglob("*.*")) if path.suffix in (".c", ".h", ".def")}
    found = arrows(texts)
    count = sum(len(to) for to in found.values())
    if "--arrows" in sys.argv[1:]:
        for node in sorted(found):
            for other in sorted(found[node]):
                print(f"{node} -> {other}: {', '.join(sorted(found[node][other]))}")
    result = circles(found)
    for circle in result:
        print(f"circle of {len(circle)} files: {', '.join(circle)}")
        for node in circle:
            for other in sorted(set(circle) & set(found.get(node, ()))):
                print(f"  {node} -> {other}: {', '.join(sorted(found[node][other]))}")
    wrong = [] if result else wrong_seeds(texts)
    for seed in wrong:
        print(f"wrongly judged: {seed}")
    print(f"circles: {len(result) or 'none'}; {count} arrows between {len(texts)} files")
    return 1 if result or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
