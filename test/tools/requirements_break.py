#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Breaks the code once for every requirement, and sees the test that verifies it fail.

Usage: requirements_break.py [-j JOBS] [--work DIR] [UID]...          tries the breaks of test/breaks.tsv
       requirements_break.py [-j JOBS] [--work DIR] --part K/N        tries those of every Nth requirement, from the Kth on; K is 0 to N - 1
       requirements_break.py [-j JOBS] [--work DIR] --find [UID]...   looks for breaks that are not there, or fit no more
       requirements_break.py --check [UID]...                        says which breaks do not fit the code, and builds nothing

A break is a row: UID, file, function or table with the tag (or another one), which one of the texts in the function
is replaced (from 0), that text, the new text, and the test that fails ('compiler': it does not compile). A text is found
whatever blanks and new lines part its words; a function in another file of src where the break fits that one alone; and a
text of 20 characters in another function where all of src has it once: code may be moved, renamed and indented anew. --find and --record write to DIR/others.tsv how many of the other tests of its program pass.
The tree is copied to DIR for each job, so nothing here changes; the programs are built there, and of each
program only the tests with the tag of the requirement run. A test that hangs or crashes has failed. Where not all requirements are
tried only the programs of those that are are built. The last line is
'requirements-break: N requirements, N breaks seen, N not seen, N not tried', with the part before it if there is one.
"""

import argparse
import os
import queue
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path

from ctext import ROOT, without_comments_and_texts
from tags import block_behind, blocks_of_requirements, tags

TABLE = ROOT / "test" / "breaks.tsv"
HEADER = "uid\tfile\tin\tnth\tbefore\tafter\ttest"
CFLAGS = "-O0 -w"
CANDIDATES = 24
# Characters of a text that says by itself which code is meant, whatever function it stands in.
TELLING = 20
# How many breaks are tried that the tests see, to find one that leaves half of the other tests whole.
FINER = 4
RESULT = re.compile(r"^(not ok|ok) \d+ ?(?:- (\w+)|# SKIP.*)?", re.M)

# Tests that a make of its own or a script builds and runs.
SLOW = ("test/port/", "test/install/")

# The programs of each: folder of the library, programs, goals of make.
PORT_CFG = "-DRINGFENCE_CFG_ATOMICS=2U -DRINGFENCE_CFG_INTERRUPTS=1U -DRINGFENCE_CFG_CACHE_LINE=64U"
CORES_CFG = "-DRINGFENCE_CFG_CACHE_LINE=64U -DRINGFENCE_CFG_BUFFER_BYTES=65536U -DRINGFENCE_CFG_CHANNEL_BYTES=196608U -DRINGFENCE_CFG_CORES=3U"
PORTS = {
    "port_test": [("", ["port_test"], ["firmware-lib", f"CFG={PORT_CFG}"])],
    "firmware_test": [("", ["firmware_test"], ["firmware-lib", f"CFG={PORT_CFG}"])],
    "polled_test": [("/polled", ["polled_test"], ["firmware-lib", f"CFG={PORT_CFG.replace('INTERRUPTS=1U', 'INTERRUPTS=0U')}"])],
    "raw_test": [("/raw", ["raw_test"], ["firmware-lib", f"CFG={PORT_CFG}", "TYPES=raw"])],
    "streams_test": [("/streams", ["streams_test"],
                      ["firmware-lib", f"CFG={PORT_CFG}", "STREAMS=1", "UNIT=1", "CFLAGS=-O1 -w"])],
    "region_test": [("/region", ["region_test_15384", "region_test_16383", "region_test_0", "region_test_-64"],
                     ["firmware-lib", f"CFG={PORT_CFG} -DRINGFENCE_CFG_BUFFER_REGION=1U"])],
    "cores_test": [("/cores", ["cores_test"], ["firmware-lib", "CORES=1", "TABLE=test/port/cores.cfg", f"CFG={CORES_CFG}"])],
    "cores_order_test": [("/cores", ["cores_order_test"],
                          ["firmware-lib", "CORES=1", "TABLE=test/port/cores.cfg", f"CFG={CORES_CFG}"])],
    "parts_test": [("/small", ["small/parts_test"], ["parts-test", "PARTS=small", "PROFILE=firmware_small", "TYPES=all"]),
                   ("/least", ["least/parts_test"], ["parts-test", "PARTS=least", "PROFILE=firmware_raw", "TYPES=raw"])],
}

Row = namedtuple("Row", "uid file place nth before after test")
Test = namedtuple("Test", "path name")


# ---------------------------------------------------------------- the table

def escaped(text):
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")


def plain(text):
    return re.sub(r"\\(.)", lambda match: {"n": "\n", "t": "\t"}.get(match.group(1), match.group(1)), text)


def read_table():
    rows = {}
    if TABLE.exists():
        for line in TABLE.read_text(encoding="utf-8").splitlines()[1:]:
            uid, file, place, nth, before, after, test = line.split("\t")[:len(Row._fields)]
            rows[uid] = Row(uid, file, place, int(nth), plain(before), plain(after), test)
    return rows


def write_table(rows):
    lines = [HEADER] + ["\t".join((row.uid, row.file, row.place, str(row.nth), escaped(row.before), escaped(row.after), row.test))
                        for _, row in sorted(rows.items())]
    part = TABLE.with_suffix(".part")
    part.write_text("\n".join(lines) + "\n", encoding="utf-8")
    part.replace(TABLE)


# ---------------------------------------------------------------- the code

def span_of(text, place):
    """(begin, end) of the definition of a name in a text; '-' is the whole text."""
    if place == "-":
        return 0, len(text)
    code = without_comments_and_texts(text)
    for match in re.finditer(rf"^[A-Za-z_][^;{{}}()]*\b{re.escape(place)}\b", code, re.M):
        found = block_behind(text, match.start())
        if found is not None and found.name == place:
            return found.begin, found.end
    return None


def pattern_of(before):
    """Finds a text; blanks and new lines are those of the code as it is now."""
    parts = re.split(r"\s+", before.lstrip())
    return re.compile(("" if before[0].strip() else "[ \\t]*") + r"\s+".join(re.escape(part) for part in parts))


def apply(row, text):
    """The text with the break in it, or None if it does not fit."""
    span = span_of(text, row.place)
    if span is None:
        return None
    before = pattern_of(row.before)
    found = before.search(text, *span)
    for _ in range(row.nth):
        found = before.search(text, found.start() + 1, span[1]) if found else None
    return text[:found.start()] + row.after + text[found.end():] if found else None


@lru_cache(maxsize=None)
def text_of(file):
    path = ROOT / file
    return path.read_text(encoding="utf-8") if path.is_file() else ""


@lru_cache(maxsize=None)
def files_of_library():
    return sorted(str(path.relative_to(ROOT)) for path in (ROOT / "src").glob("**/*.[ch]"))


def located(row):
    """The row with the place where it fits now: its own, the one other file with the function and the text, or the one place
    of the library that has the text; None if there is none, or are several."""
    if row is None or apply(row, text_of(row.file)) is not None:
        return row
    files = [file for file in files_of_library() if row.place != "-" and re.search(rf"\b{re.escape(row.place)}\b", text_of(file)) and
             apply(row, text_of(file)) is not None]
    if len(files) == 1:
        return row._replace(file=files[0])
    telling = len(row.before) >= TELLING and row.place != "-"
    places = [file for file in files_of_library() for _ in pattern_of(row.before).finditer(text_of(file))] if telling else []
    return row._replace(file=places[0], place="-", nth=0) if len(places) == 1 else None


FLIPS = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "&&": "||", "||": "&&"}
STATEMENT = re.compile(r"(?<=[;{}:])\s*(?=\S)")


def mutations(code):
    """Yields (weight, begin, end, replacement) of a function's or a table's code, without comments and texts."""
    def closing(start):
        depth = 0
        for at in range(start, len(code)):
            depth += {"(": 1, ")": -1}.get(code[at], 0)
            if depth == 0:
                return at
        return len(code)

    for match in re.finditer(r"\bif (\()", code):
        end = closing(match.start(1))
        condition = code[match.start(1) + 1:end]
        # What is done while nothing has failed is nearly all of a function.
        coarse = 5 if re.fullmatch(r"\w+ == (NvSciError_Success|PORT_OK|CUDA_SUCCESS)", condition) else 0
        yield coarse, match.start(1) + 1, end, f"false && ({condition})"
        yield 6, match.start(1) + 1, end, f"!({condition})"
        yield 5, match.start(1) + 1, end, f"true || ({condition})"
    for begin in (match.end() for match in STATEMENT.finditer(code)):
        end = code.find(";", begin) + 1
        text = code[begin:end]
        if end and "{" not in text and "}" not in text:
            if re.match(r"(\(void\))?[A-Za-z_]\w*\(", text):
                yield 1, begin, end, ";"
            elif re.match(r"[*(]?[\w\[\]>.()*-]+ [|&+-]?= ", text) or re.match(r"[\w>.\[\]-]+(\+\+|--);", text):
                yield (2 if not text.startswith("status = ") else 4), begin, end, ";"
            returned = re.match(r"return (.*);$", text, re.S)
            if returned:
                yield 3, begin, end, f"return !({returned.group(1)});"
                yield 5, begin, end, "return 0;"
                yield 5, begin, end, f"return ({returned.group(1)}) + 1;"
    for match in re.finditer(r" (==|!=|<=|>=|<|>|&&|\|\|) ", code):
        after = code[match.end(1):match.end(1) + 40]
        coarse = 5 if re.match(r" (NvSciError_Success|PORT_OK|CUDA_SUCCESS)\b", after) else 0
        yield 1 + coarse, match.start(1), match.end(1), FLIPS[match.group(1)]
    for match in re.finditer(r"(?<=\S) ([+-]) (?=\S)", code):
        yield 2, match.start(1), match.end(1), "-" if match.group(1) == "+" else "+"
    for match in re.finditer(r"\b(\d+)(U?)\b", code):
        yield 3, match.start(), match.end(), f"{int(match.group(1)) + 1}{match.group(2)}"
    for match in re.finditer(r"\bNvSciError_\w+", code):
        if match.group(0) not in ("NvSciError_Unknown", "NvSciError_Success"):
            yield 2, match.start(), match.end(), "NvSciError_Unknown"
    for match in re.finditer(r"\b(true|false)\b", code):
        yield 2, match.start(), match.end(), "false" if match.group(0) == "true" else "true"
    for match in re.finditer(r"\? (.+?) : ([^;:?]+?)(?=[;,)])", code, re.S):
        yield 2, match.start(1), match.end(2), f"{match.group(2)} : {match.group(1)}"
    for match in re.finditer(r"(?<=[{,])\s*\{[^{}]*\},", code):
        yield 1, match.start(), match.end(), ""
    for match in re.finditer(r"= ([^;{}]+);", code):
        yield 4, match.start(1), match.end(1), f"!({match.group(1)})"
        yield 6, match.start(1), match.end(1), "0"


def words(text):
    return {word[:5].lower() for word in re.findall(r"[A-Za-z][a-z]{3,}|[A-Z]{4,}", text)}


def line_around(code, begin, end):
    return code[code.rfind("\n", 0, begin) + 1:(code.find("\n", end) + 1 or len(code))]


def candidates(uid, fields):
    """Breaks for a requirement, the most promising first."""
    statement = fields["STATEMENT"]
    errors = set(re.findall(r"NvSciError_\w+", statement)) - {"NvSciError_Success"}
    about = words(statement + " " + fields["TITLE"])
    found = []
    for tag in tags("src", "satisfies"):
        if tag.uid == uid and tag.comment_end is not None and tag.path.suffix == ".c":
            text = tag.path.read_text(encoding="utf-8")
            place = block_behind(text, tag.comment_end)
            if place is None:
                continue
            code = without_comments_and_texts(text)[place.body:place.end]
            for weight, begin, end, after in mutations(code):
                around = line_around(code, begin, end)
                behind = code[end:end + 160]
                if errors:
                    named = any(error in around for error in errors)
                    guards = any(error in behind for error in errors) and weight == 0
                    weight -= 4 if (named and after == "NvSciError_Unknown") or guards else 0
                weight -= 0.6 * min(len(about & words(around + (behind[:80] if weight == 0 else ""))), 4)
                found.append((weight, len(found), tag.path, place, place.body + begin, place.body + end, after, text))
    rows = []
    for weight, _, path, place, begin, end, after, text in sorted(found, key=lambda item: item[:2]):
        # The whole line, so that a row can be read, and the number of its like.
        first = text.rfind("\n", 0, begin) + 1
        last = text.find("\n", end)
        before = text[first:last].lstrip(" ")
        first = last - len(before)
        if begin < first or before.startswith("#"):
            continue
        nth = 0
        at = text.find(before, place.begin)
        while at < first:
            nth += 1
            at = text.find(before, at + 1)
        rows.append(Row(uid, str(path.relative_to(ROOT)), place.name, nth, before,
                        text[first:begin] + after + text[end:last], ""))
    return rows


def verifying(uids):
    """The tests of each requirement, by UID."""
    tests = {}
    for tag in tags("test", "verifies"):
        if tag.uid in uids and tag.comment_end is not None:
            place = block_behind(tag.path.read_text(encoding="utf-8"), tag.comment_end)
            if place is not None:
                tests.setdefault(tag.uid, []).append(Test(str(tag.path.relative_to(ROOT)), place.name))
    return tests


# ---------------------------------------------------------------- a copy of the tree

Outcome = namedtuple("Outcome", "failed passed seconds")


class Copy:
    """A copy of the tree with its programs, in which one break at a time is tried."""

    def __init__(self, folder, cuda, alone, cflags):
        self.folder = folder
        self.cflags = cflags
        # Whether the tests run with the others of their program: some need what an earlier one did.
        self.whole = False
        self.cuda = cuda
        self.alone = alone

    def renew(self):
        names = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
                               capture_output=True).stdout.decode().split("\0")
        kept = set()
        for name in filter(None, names):
            source, target = ROOT / name, self.folder / name
            if not source.is_file():
                continue
            kept.add(target)
            target.parent.mkdir(parents=True, exist_ok=True)
            if not target.exists() or target.read_bytes() != source.read_bytes():
                shutil.copy(source, target)
                os.utime(target)
        for folder in ("src", "inc", "cfg", "mk", "test"):
            for path in (self.folder / folder).rglob("*"):
                if path.is_file() and path not in kept:
                    path.unlink()

    def make(self, *targets, limit=900, more=None):
        command = ["make", "-s", "-j1", "BUILD=build", "CC=gcc", f"CFLAGS={self.cflags}", f"CUDA_INCLUDE={self.cuda}",
                   "CUDA_IMAGE=test/cuda/stand_in/graph_image.c",
                   "DLA_IMAGE=test/cuda/stand_in/hybrid_image.c", *targets]
        return self.run(command, limit, more or {})

    def run(self, command, limit, more):
        """(status or None when it took too long, output)."""
        environment = dict(os.environ, LC_ALL="C", CMOCKA_MESSAGE_OUTPUT="TAP", **more)
        environment.setdefault("CCACHE_DISABLE", "1")
        for name in ("MAKEFLAGS", "MAKELEVEL", "RINGFENCE_EVIDENCE"):
            environment.pop(name, None)
        with open(self.folder / "output", "w+b") as output:
            process = subprocess.Popen(command, cwd=self.folder, env=environment, stdout=output, stderr=subprocess.STDOUT,
                                       stdin=subprocess.DEVNULL, start_new_session=True, preexec_fn=limit_memory)
            try:
                status = process.wait(limit)
            except subprocess.TimeoutExpired:
                status = None
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
            output.seek(0)
            return status, output.read(4 << 20).decode("utf-8", "replace")

    def target(self, path):
        """What make is asked for, and the command that runs it, for the file of a test."""
        stem = path[:-2]
        if re.fullmatch(r"test/(unit/[a-z/]+|system)/\w+_test\.c", path):
            return [f"build/bin/{stem[5:]}"], [f"build/bin/{stem[5:]}"], {}
        if re.fullmatch(r"test/cuda/\w+_test\.c", path) and self.cuda:
            return [f"build/bin/{stem[5:]}"], [f"build/bin/{stem[5:]}"], {"LD_LIBRARY_PATH": str(self.folder / "build/fake")}
        if re.fullmatch(r"test/cuda/preload/\w+_test\.c", path) and self.cuda:
            libraries = f"{self.folder}/build/fake:{self.folder}/build/lib"
            return (["cuda-preload-tests"], ["env", "LD_PRELOAD=libringfence_cuda_preload.so", f"build/bin/{stem[5:]}"],
                    {"LD_LIBRARY_PATH": libraries})
        return None

    def try_tests(self, tests, limit):
        """Runs the tests, or with '-' before the first name of each list all others; None if a program is not built."""
        failed, passed, began = [], [], time.monotonic()
        for path, names in tests.items():
            program = self.target(path)
            if program is None and path.startswith(SLOW):
                outcome = self.try_port(path, names, limit) if "port" in path else self.try_install(path, names, limit)
                if outcome is None:
                    return None
                failed += outcome.failed
                passed += outcome.passed
                continue
            if program is None:
                continue
            command, more = program[1], dict(program[2], **({} if self.whole else {"RINGFENCE_TESTS": ",".join(names)}))
            status, output = self.run(self.alone + command, limit, more)
            results = [(result, name) for result, name in RESULT.findall(output) if not self.whole or name in names]
            bad = [name for result, name in results if result == "not ok"]
            good = [name for result, name in results if result == "ok" and name]
            failed += [f"{path}:{name}" for name in bad]
            passed += [f"{path}:{name}" for name in good]
            if status != 0 and not bad and (not self.whole or len(results) < len(names)):
                # The test that did not come to its end.
                ended = {name for _, name in results}
                first = next((name for name in names if name.lstrip("-") not in ended), names[0])
                failed.append(f"{path}:{first}")
        return Outcome(failed, passed, time.monotonic() - began)

    def try_port(self, path, names, limit):
        """The programs of a port that have the tests: a make of its own builds the library and them."""
        wanted = [name for name in names if "conformance" not in path] or ["port_conforms"]
        stem = "port_test" if "conformance" in path else Path(path).stem
        folder = "build/port-baremetal"
        failed, passed = [], []
        for where, programs, goals in PORTS[stem]:
            profile = "PROFILE=firmware_streams" if where == "/streams" else "PROFILE=firmware"
            arguments = [profile, f"PORT_BUILD={folder}", f"PORT_LIB={folder}{where}/lib/libringfence_firmware.a",
                         f"PORT_DEFINES={'' if where == '/region' else CORES_CFG if where == '/cores' else PORT_CFG}",
                         "PORT_HOOKS=test/port/hooks_host.c" + (" test/port/hooks_cores.c" if where == "/cores" else "")]
            if goals[0] == "firmware-lib":
                lib = [f"BUILD={folder}{where}", *goals]
                status, _ = self.make(*lib, profile)
                status = status or self.make(*[f"{folder}/{program}" for program in programs], *arguments)[0]
            else:
                status, _ = self.make(*goals, f"PORT_BUILD={folder}")
            if status != 0:
                return None
            for program in programs:
                status, output = self.run(self.alone + [f"{folder}/{program}"], limit, {"RINGFENCE_TESTS": ",".join(wanted)})
                bad = [name for result, name in RESULT.findall(output) if result == "not ok"]
                bad += wanted[:1] if status != 0 and not bad else []
                failed += [f"{path}:{names[0] if 'conformance' in path else name}" for name in bad]
                passed += [f"{path}:{name}" for result, name in RESULT.findall(output) if result == "ok" and name]
                (self.folder / folder / program).unlink(missing_ok=True)
            if failed:
                break
        return Outcome(failed, passed, 0.0)

    def try_install(self, path, names, limit):
        """All programs that are installed, which a script builds and runs."""
        status, output = self.run(["test/install/install_test.sh", "build"], 10 * limit, {"CFLAGS": self.cflags})
        if status == 0:
            return Outcome([], [f"{path}:{name}" for name in names], 0.0)
        named = re.search(r"install: (free|guide|nvcc|names)\S* fails", output.replace(str(self.folder), "").replace("/build/stage/", ""))
        return Outcome([f"{path}:{name}" for name in names], [], 0.0) if named else None


def limit_memory():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (900, 900))
    os.nice(1)


# Sources that a test includes.
INCLUDED = {f"src/{match}" for path in (ROOT / "test").rglob("*_test.c")
            for match in re.findall(r'^#include "([a-z/]+/\w+\.c)"', path.read_text(encoding="utf-8"), re.M)}


def by_file(tests):
    files = {}
    for test in tests:
        files.setdefault(test.path, []).append(test.name)
    return files


def built(copy, tests):
    targets = sorted({name for path in tests for name in (copy.target(path) or [[]])[0]})
    status, output = copy.make(*targets) if targets else (0, "")
    return status == 0, output


def attempt(copy, row, tests, limit, with_others):
    """Applies a break: (what came of it, failed tests, others that pass)."""
    source = copy.folder / row.file
    whole = source.read_text(encoding="utf-8")
    broken = apply(row, whole)
    if broken is None:
        return "does not fit", [], ""
    times = source.stat()
    objects = [path for path in copy.folder.glob(f"build/**/{row.file[:-2]}.o")] if row.file.endswith(".c") else []
    saved = [(path, path.read_bytes()) for path in objects]
    targets = [name for path in tests for name in (copy.target(path) or [[]])[0]]
    source.write_text(broken, encoding="utf-8")
    os.utime(source)
    try:
        good, _ = built(copy, tests)
        if not good:
            return "does not build", [], ""
        outcome = copy.try_tests(tests, limit)
        if outcome is None:
            return "does not build", [], ""
        others = ""
        if outcome.failed and with_others:
            path = outcome.failed[0].split(":")[0]
            if copy.target(path) is not None:
                rest = copy.try_tests({path: ["-" + tests[path][0]] + tests[path][1:]}, limit)
                # What hangs or crashes hides those behind it.
                others = f"{len(rest.passed)} of {len(rest.passed) + len(rest.failed)}"
        return ("seen" if outcome.failed else "not seen"), outcome.failed, others
    finally:
        source.write_text(whole, encoding="utf-8")
        os.utime(source, ns=(times.st_atime_ns, times.st_mtime_ns))
        for path, content in saved:
            path.write_bytes(content)
        for name in targets:
            (copy.folder / name).unlink(missing_ok=True)
        # What was built of it besides its object is older now.
        if not row.file.endswith(".c") or row.file in INCLUDED or any(path.startswith(SLOW) for path in tests):
            os.utime(source)


# ---------------------------------------------------------------- all of them

def part_of(text):
    """(K, N) of K/N."""
    found = re.fullmatch(r"(\d+)/(\d+)", text)
    if found is None or int(found.group(1)) >= int(found.group(2)):
        raise argparse.ArgumentTypeError(f"{text} is no part K/N with K from 0 to N - 1")
    return int(found.group(1)), int(found.group(2))


def chosen(uids, part):
    """Those of a part: every Nth, from the Kth on."""
    return uids[part[0]::part[1]] if part else uids


class Work:
    def __init__(self, options):
        self.options = options
        self.requirements = {fields["UID"]: fields for _, _, _, fields in blocks_of_requirements()}
        uids = chosen(options.uids or sorted(self.requirements), options.part)
        if not uids:
            sys.exit("requirements-break: there is no requirement to try")
        self.tests = verifying(set(uids))
        # Those of ports alone take longest.
        self.uids = sorted(uids, key=lambda uid: all(test.path.startswith(SLOW) for test in self.tests.get(uid, [])))
        self.rows = read_table()
        self.lock = threading.Lock()
        self.copies = queue.Queue()
        self.results = {}

    def prepare(self):
        alone = ["unshare", "-n"]
        if subprocess.run([*alone, "true"], capture_output=True, check=False).returncode != 0:
            alone = []
        cuda = subprocess.run([str(ROOT / "test/tools/cuda_headers.sh")], cwd=ROOT, capture_output=True, check=False, text=True)
        include = cuda.stdout.strip() if cuda.returncode == 0 else ""
        work = Path(self.options.work).resolve()
        copies = [Copy(work / f"copy{index}", include, alone, self.options.cflags) for index in range(self.options.jobs)]
        copies[0].renew()
        goals = self.goals(copies[0])
        status, output = copies[0].make("-j", str(self.options.jobs), *goals)
        if status != 0:
            sys.exit(f"requirements-break: the tree as it is does not build\n{output[-3000:]}")
        for copy in copies[1:]:
            copy.renew()
            shutil.rmtree(copy.folder / "build", ignore_errors=True)
            subprocess.run(["cp", "-a", f"{copies[0].folder}/build", f"{copy.folder}/"], check=True)
            for path in (copy.folder / "build").rglob("*"):
                if path.is_file():
                    os.utime(path)
        for copy in copies:
            self.copies.put(copy)

    def goals(self, copy):
        """What is built before the first break: all, or, where some requirements are tried, what those need."""
        if not self.options.part and not self.options.uids:
            return ["lib", "engines", "tests"] + (["cuda-libraries", "cuda-tests", "cuda-preload-tests"] if copy.cuda else [])
        paths = {path for uid in self.uids for path in self.tests_of(copy, uid, located(self.rows.get(uid)))}
        targets = {name for path in paths for name in (copy.target(path) or [[]])[0]}
        return sorted(targets) + (["lib", "engines"] if any(path.startswith("test/install/") for path in paths) else [])

    def tests_of(self, copy, uid, row):
        """The tests that are run for a requirement, by file: those of the program that its break names, or all."""
        tests = by_file(self.tests.get(uid, []))
        tests = {path: names for path, names in tests.items() if copy.target(path) or path.startswith(SLOW)}
        if row is not None and not self.options.find and not self.options.record:
            path = row.test.split(":")[0]
            tests = {path: tests[path]} if path in tests else tests
        # The quick ones first: unit tests before processes and ports.
        units = {path: names for path, names in tests.items() if path.startswith(("test/unit/", "test/system/", "test/cuda/"))}
        return units or tests

    def baseline(self, copy, tests):
        """Seconds of the tests as they are; None if they do not pass."""
        good, _ = built(copy, tests)
        outcome = copy.try_tests(tests, 300) if good else None
        return outcome.seconds if outcome is not None and not outcome.failed and outcome.passed else None

    def one(self, uid):
        copy = self.copies.get()
        try:
            result = self.judge(copy, uid)
        except Exception as error:  # pylint: disable=broad-except
            result = f"error: {error!r}"
        finally:
            self.copies.put(copy)
        with self.lock:
            self.results[uid] = result
            print(f"{uid}: {result}", flush=True)

    def judge(self, copy, uid):
        row = located(self.rows.get(uid))
        tests = self.tests_of(copy, uid, row)
        if not tests:
            return "no test that runs here"
        if not self.options.find and uid not in self.rows:
            return "no break"
        fits = row is not None
        if not self.options.find and not fits:
            return "the break does not fit the code"
        if self.options.find and fits and not self.options.again:
            return "has a break"
        copy.whole = False
        seconds = self.baseline(copy, tests)
        if seconds is None and all(copy.target(path) for path in tests):
            copy.whole = True
            seconds = self.baseline(copy, tests)
        if seconds is None:
            return "its tests do not pass as they are"
        limit = self.options.patience * (1 + seconds)
        if not self.options.find:
            what, failed, others = attempt(copy, row, tests, limit, self.options.record)
            if what == "does not build" and row.test == "compiler":
                return "seen by the compiler"
            if what == "seen" and self.options.record:
                self.keep(row._replace(test=failed[0]), others)
            return f"seen by {failed[0]}" if what == "seen" else what
        return self.search(copy, uid, tests, limit)

    def search(self, copy, uid, tests, limit):
        best, more, tried = None, FINER, {"not seen": 0, "does not build": 0}
        ports = all(path.startswith(SLOW) for path in tests)
        for row in candidates(uid, self.requirements[uid])[:12 if ports else self.options.candidates]:
            what, failed, others = attempt(copy, row, tests, limit, True)
            if what != "seen":
                tried[what] = tried.get(what, 0) + 1
                continue
            passed, _, count = others.partition(" of ")
            share = int(passed) / int(count) if count and int(count) else 1.0
            if best is None or share > best[0]:
                best = share, row._replace(test=failed[0]), others
            more = more - 1
            if share >= 0.5 or more == 0:
                break
        if best is None:
            return f"nothing found: {tried}"
        self.keep(best[1], best[2])
        return f"seen by {best[1].test}, {best[2] or 'no'} others pass"

    def keep(self, row, others):
        """Writes a row into the table; how many of the other tests pass with it is for who reads the run."""
        with self.lock:
            self.rows[row.uid] = row
            write_table(self.rows)
            with open(Path(self.options.work) / "others.tsv", "a", encoding="utf-8") as kept:
                kept.write(f"{row.uid}\t{row.test}\t{others or '-'}\n")

    def summary(self):
        seen = sum(result.startswith("seen") or result == "has a break" for result in self.results.values())
        unseen = sum(result == "not seen" or result.startswith("nothing found") for result in self.results.values())
        part = "part {}/{}, ".format(*self.options.part) if self.options.part else ""
        print(f"requirements-break: {part}{len(self.results)} requirements, {seen} breaks seen, {unseen} not seen, "
              f"{len(self.results) - seen - unseen} not tried")
        return 0 if seen == len(self.results) else 1


def is_test(name):
    """Whether a program, or a test of it, is there; that a break does not compile needs none."""
    path, _, function = name.partition(":")
    if path in ("compiler", ""):
        return path == "compiler"
    file = ROOT / path
    return file.exists() and (not function or re.search(rf"\b{re.escape(function)}\b", file.read_text(encoding="utf-8")) is not None)


def check(uids):
    """Whether each requirement has a break, and each break fits and names a test."""
    rows, problems = read_table(), []
    known = {fields["UID"] for _, _, _, fields in blocks_of_requirements()}
    for uid in sorted(set(uids) or known):
        if uid not in rows:
            problems.append(f"{uid}: no break")
        elif located(rows[uid]) is None:
            problems.append(f"{uid}: the break in {rows[uid].file}, {rows[uid].place} fits no more")
        elif not is_test(rows[uid].test):
            problems.append(f"{uid}: there is no test {rows[uid].test}")
    problems += [f"{uid}: there is no such requirement" for uid in sorted(set(rows) - known)]
    print("".join(f"{problem}\n" for problem in problems), end="")
    print(f"requirements-break: {len(known)} requirements, {len(rows)} breaks, {len(problems)} problems")
    return 1 if problems else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--work", default=str(ROOT / "build" / "break"))
    parser.add_argument("--part", type=part_of, metavar="K/N")
    parser.add_argument("--find", action="store_true")
    parser.add_argument("--again", action="store_true", help="look for breaks also where there is one that fits")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--record", action="store_true", help="write into the table which test saw each break")
    parser.add_argument("--patience", type=float, default=20.0, help="seconds that a test may take, and for each of its seconds as it is")
    parser.add_argument("--cflags", default=CFLAGS)
    parser.add_argument("--candidates", type=int, default=CANDIDATES)
    parser.add_argument("uids", nargs="*")
    options = parser.parse_args()
    if options.check:
        return check(options.uids)
    work = Work(options)
    work.prepare()
    with ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(work.one, work.uids))
    return work.summary()


if __name__ == "__main__":
    sys.exit(main())
