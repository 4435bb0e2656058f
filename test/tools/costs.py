# SPDX-License-Identifier: Apache-2.0
"""What one unit more of a capacity adds to the tables: sources are compiled once as they are, and those that a capacity
can change once more for each capacity.

A capacity can change a source if it, or a header that it includes, says the name of the macro, or the name of another
macro of cfg/ that is defined with it or below a condition that has it. The headers are those that the compiler names.
"""

import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path

from ctext import ROOT, without_comments

COMPILER = ["gcc", "-std=c11", "-O0", "-Iinc", "-Isrc", "-Icfg", '-DRINGFENCE_CFG_PROFILE="profiles/linux.h"']
WORD = re.compile(r"\b[A-Za-z_]\w*")
PASTED = re.compile(r"\b(RINGFENCE_\w*)\s*##")


class Sources:
    """Sources with tables, compiled in a folder; tables_of reads an object."""

    def __init__(self, names, include, folder, tables_of):
        self.command = [*COMPILER, *(include or "").split()]
        self.folder, self.tables_of = Path(folder), tables_of
        self.workers = int(os.environ.get("JOBS", os.cpu_count()))
        self.sizes = self.compiled(names, ["-MMD"])
        self.words = {name: self.words_of(name) for name in names}
        self.before = total(self.sizes)

    def target(self, source):
        return self.folder / (source.replace("/", "_") + ".o")

    def compiled(self, names, options):
        """Bytes of the writable tables of each source, compiled with more options."""
        def one(source):
            subprocess.run([*self.command, *options, "-c", "-o", self.target(source), source], cwd=ROOT, check=True)
            sizes = {}
            for table in self.tables_of(self.target(source), source):
                if table.kind != "constant":
                    sizes[table.name] = sizes.get(table.name, 0) + table.bytes
            return sizes
        with ThreadPoolExecutor(self.workers) as pool:
            return dict(zip(names, pool.map(one, names)))

    def words_of(self, source):
        """What the source and the headers outside cfg/ say, after the first compilation."""
        made = self.target(source).with_suffix(".d").read_text(encoding="utf-8").replace("\\\n", " ")
        return frozenset().union(*(words_in(name) for name in made.split(":", 1)[1].split() if not name.startswith("cfg/")))

    def after(self, name, value):
        """Bytes of each table when a capacity has another value."""
        names = same_as(name)
        changed = [source for source, words in self.words.items() if words & names]
        return total({**self.sizes, **self.compiled(changed, [f"-D{name}={value}U"])})


def total(by_source):
    sizes = {}
    for tables in by_source.values():
        for name, number in tables.items():
            sizes[name] = sizes.get(name, 0) + number
    return sizes


@lru_cache(maxsize=None)
def words_in(name):
    """Names of macros in a file; a name that is put together of parts would not be seen."""
    text = without_comments((ROOT / name).read_text(encoding="utf-8"))
    if any(macro.startswith(begin) for begin in PASTED.findall(text) for macro in made_of()):
        raise SystemExit(f"{name}: puts the name of a macro of cfg/ together: whoever includes it may depend on any capacity")
    return frozenset(WORD.findall(text))


@lru_cache(maxsize=None)
def made_of():
    """Words that each macro of cfg/ is defined with, and those of the conditions around."""
    found = {}
    for path in sorted((ROOT / "cfg").glob("**/*.h")):
        conditions = []
        text = without_comments(path.read_text(encoding="utf-8")).replace("\\\n", " ")
        for kind, rest in re.findall(r"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|endif|define)\b(.*)", text, re.M):
            words = set(WORD.findall(rest))
            if kind.startswith("if"):
                conditions.append(words)
            elif kind == "elif":
                conditions[-1] |= words
            elif kind == "endif":
                conditions.pop()
            else:
                found.setdefault(rest.split("(")[0].split()[0], set()).update(words, *conditions)
    return found


def same_as(name):
    """The macro, and those of cfg/ that depend on it."""
    names, more = set(), {name}
    while more:
        names |= more
        more = {macro for macro, words in made_of().items() if words & names} - names
    return names
