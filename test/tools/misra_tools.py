# SPDX-License-Identifier: Apache-2.0
"""Runs the checkers of the MISRA gate and gives their findings one form."""

import csv
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ctext import ROOT, without_comments
from misra_ast import CLANG, is_of_app, local_path
from misra_queries import Finding, in_text

MISRA = ROOT / "misra"
WORK = ROOT / "build" / "misra"
# Here a variable is initialised where it is declared, at the head of its function: these ask for something else, and stand
# for no guideline. The rest tells how the checker worked.
SWITCHED_OFF = ("variableScope", "redundantInitialization", "normalCheckLevelMaxBranches", "checkersReport",
                "unmatchedSuppression", "missingIncludeSystem", "missingInclude", "toomanyconfigs")
# A program of more sources than these is most of the work: cppcheck reads them side by side.
MANY_SOURCES = 50
Configuration = namedtuple("Configuration", "name sources options checkers target")


def read_table(path):
    with open(path, newline="", encoding="utf-8") as table:
        return list(csv.DictReader(table))


def rule_of(finding_id):
    """'misra-c2012-14.4' gives '14.4'; ids of cppcheck itself stay as they are."""
    return finding_id.replace("misra-c2012-", "")


def is_foreign(path):
    """A header of CUDA's: what it breaks is not ours, unless the checker cannot go on."""
    path = Path(os.path.normpath(path))
    return not is_of_app(path) and (not path.is_relative_to(ROOT) or path.is_relative_to(ROOT / "build"))


# ------------------------------------------------------------------ configurations


def sources_of(text):
    found = []
    for part in text.split():
        path = Path(os.path.normpath(ROOT / "src" / part))
        found += sorted(path.glob("*.c")) if path.is_dir() else [path]
    return found


def configurations(cuda):
    """misra/configurations.csv. Files that take the place of others are in a program of their own: raw types, streams without IPC blocks."""
    for row in read_table(MISRA / "configurations.csv"):
        options = ["-std=c11", "-Iinc", "-Isrc", "-Icfg", f'-DRINGFENCE_CFG_PROFILE="profiles/{row["profile"]}.h"']
        options += shlex.split(row["options"])
        sources = sources_of(row["sources"])
        if row["name"] == "linux":
            sources = [path for path in sources if path.name not in ("keys_raw.c", "types_raw.c", "no_ipc.c", "no_chip.c", "no_streams.c")]
            options += cuda
        elif row["target"].endswith("linux-gnu"):
            options += [f"--target={row['target']}", "-D__regparm__(x)=unused", "-isystem", "/usr/include/x86_64-linux-gnu", "-isystem",
                        str(WORK / "include")]
        else:
            sources = [path for path in sources if path.name != "phase_keep.c"]
            options += [f"--target={row['target']}", "-ffreestanding", "-Isrc/port/baremetal/include"]
        if row["name"].startswith("cores"):
            sources = [path for path in sources if path.name not in ("no_sharing.c", "arena.c")]
        yield Configuration(row["name"], sources, options, row["checkers"].split(), row["target"])


def prepare():
    """The host's headers ask for this one where the target is another machine."""
    stub = WORK / "include" / "gnu"
    stub.mkdir(parents=True, exist_ok=True)
    (stub / "stubs-32.h").write_text("", encoding="utf-8")


def cuda_options(problems):
    """Where CUDA's headers are."""
    result = subprocess.run([ROOT / "test" / "tools" / "cuda_headers.sh"], stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, check=False)
    if result.returncode != 0:
        problems.add("src/cuda cannot be checked: " + result.stdout.strip())
        return []
    return shlex.split(result.stdout)


# ------------------------------------------------------------------ cppcheck


def run_cppcheck(program, name, sources, options, texts, problems, plain=False):
    """All findings of one call that sees all sources together, whatever comments say. plain: with the addon as it is installed.

    What cppcheck notes of each source for its rules of whole programs lies in a folder of this call: without one it lies
    beside the sources, where calls at one time take it from each other, and findings are lost in silence.
    """
    WORK.mkdir(parents=True, exist_ok=True)
    addon = WORK / f"{name}.json"
    report = WORK / f"{name}.xml"
    notes = WORK / f"{name}.notes"
    shutil.rmtree(notes, ignore_errors=True)
    notes.mkdir()
    # ctu: for its rules of whole programs too.
    addon.write_text(json.dumps({"script": str(ROOT / "test" / "tools" / "misra_addon.py"), "ctu": True, "args": [f"--rule-texts={texts}"]}))
    report.unlink(missing_ok=True)
    jobs = int(os.environ.get("JOBS", 2)) if len(sources) > MANY_SOURCES else 1
    command = [program, "-q", f"-j{jobs}", "--enable=style,warning,performance,portability,information", f"--addon={addon}", "--std=c11",
               "--platform=unix64", "--suppress=missingIncludeSystem", "--library=posix", "--library=gnu",
               f"--library={MISRA / 'atomic.cfg'}", f"--cppcheck-build-dir={notes}", "--xml", f"--output-file={report}"]
    # One process of Python for each source: what it compiled stays for the next one, beside the notes and not in the system.
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(WORK / "compiled"), **({"MISRA_ADDON": "plain"} if plain else {})}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    result = subprocess.run(command + options + [str(source) for source in sources], cwd=ROOT, env=environment,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if result.returncode != 0 or not report.exists():
        problems.add(f"{program} ended with status {result.returncode}: {result.stdout.strip()[-500:]}")
        return []
    findings = []
    for error in ElementTree.parse(report).getroot().iter("error"):
        place = error.find("location")
        if place is not None and error.get("severity") != "error" and is_foreign(ROOT / place.get("file")):
            continue
        file = local_path(place.get("file")) or os.path.relpath(ROOT / place.get("file"), ROOT) if place is not None else ""
        line = int(place.get("line")) if place is not None else 0
        if error.get("id") not in SWITCHED_OFF:
            findings.append(Finding(file, line, rule_of(error.get("id")), error.get("msg")))
    return findings


def options_of_flags(words):
    """It knows no targets, and folders of headers by -I alone. CUDA's headers want to know a compiler."""
    kept = []
    options = iter(words)
    for word in options:
        if word == "-isystem":
            kept += ["-D__GNUC__=12", "-I" + next(options)]
        elif word in ("-I", "-D"):
            kept.append(word + next(options))
        elif word[:2] in ("-I", "-D"):
            kept.append(word)
    return kept


def options_of_cppcheck(configuration):
    return ([] if configuration.target else ["-D__STDC_HOSTED__=1"]) + options_of_flags(configuration.options)


# ------------------------------------------------------------------ queries


def run_queries(sources, options, problems, of_text=(), broken=False):
    """Queries on clang's syntax tree and on the text."""
    result = subprocess.run([sys.executable, str(ROOT / "test" / "tools" / "misra_queries.py"), *(["--broken"] if broken else []),
                             *(os.path.relpath(source, ROOT) for source in sources), "--", *options], cwd=ROOT,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    for line in result.stderr.splitlines():
        problems.add("queries: " + line)
    if result.returncode != 0:
        problems.add(f"the queries ended with status {result.returncode}")
    found = re.findall(r"^([^\s:]+):(\d+): ([^:]+): (.*)$", result.stdout, re.M)
    return [Finding(file, int(line), name, message) for file, line, name, message in found] + \
        [finding for path in of_text for finding in in_text(path)]


# ------------------------------------------------------------------ compilers


def run_compiler(sources, options, analyse=True):
    """gcc's warnings as mk/flags.mk has them, and those of its analyser, and clang's."""
    warnings = re.search(r"^WARNINGS := (.*)$", (ROOT / "mk/flags.mk").read_text(encoding="utf-8"), re.M).group(1).split()
    flags = [flag for flag in warnings if flag != "-Werror"]

    def one(source):
        found = []
        for command in (["gcc", "-O2", *(["-fanalyzer"] if analyse else [])], [CLANG, "-Wtautological-compare"]):
            result = subprocess.run([*command, *flags, *options, "-c", "-o", os.devnull, str(source)], cwd=ROOT,
                                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
            for file, line, text, option in re.findall(
                    r"^([^\s:]+):(\d+):\d+: (?:warning|error): (.*?)(?: \[(-W[\w=-]+)\])?$", result.stdout, re.M):
                if local_path(file):
                    found.append(Finding(local_path(file), int(line), option or "-Wpedantic", text))
        return found

    with ThreadPoolExecutor(2) as pool:
        return [finding for found in pool.map(one, sources) for finding in found]


# ------------------------------------------------------------------ branches of the preprocessor


def branches(path):
    """Lines that belong to each branch of a conditional alone: [(line of the directive, its lines, its text)]."""
    text = without_comments(path.read_text(encoding="utf-8")).splitlines()
    found, stack = [], []
    for number, line in enumerate(text, 1):
        match = re.match(r"\s*#\s*(\w+)", line)
        word = match.group(1) if match else ""
        if word in ("if", "ifdef", "ifndef"):
            stack.append((number, [], line.strip()))
        elif word in ("elif", "else") and stack:
            found.append(stack.pop())
            stack.append((number, [], line.strip()))
        elif word == "endif" and stack:
            found.append(stack.pop())
        elif stack and line.strip() and word != "error":
            stack[-1][1].append(number)
    return [branch for branch in found if branch[1]]


def lines_seen(source, options):
    """Lines of each file that the preprocessor hands on, with definitions and includes."""
    result = subprocess.run([CLANG, *options, "-E", "-dD", "-dI", str(source)], cwd=ROOT, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, errors="replace", check=False)
    # [what is before, line, file, text, line, file, text...]: most is of the system.
    parts = re.split(r'^# (\d+) "([^"]*)".*\n?', result.stdout, flags=re.M)
    seen = {}
    for first, name, text in zip(parts[1::3], parts[2::3], parts[3::3]):
        file = local_path(name)
        if file:
            seen.setdefault(file, set()).update(number for number, line in enumerate(text.splitlines(), int(first)) if line.strip())
    return {file: lines for file, lines in seen.items() if lines}


def check_branches(all_configurations, problems):
    """Each branch of a conditional in src is part of at least one configuration. Returns how many there are."""
    seen = {}
    work = [(source, configuration.options) for configuration in all_configurations for source in configuration.sources]
    with ThreadPoolExecutor(int(os.environ.get("JOBS", 2))) as pool:
        for found in pool.map(lambda item: lines_seen(*item), work):
            for file, lines in found.items():
                seen.setdefault(file, set()).update(lines)
    count = 0
    for path in sorted((ROOT / "src").rglob("*.[ch]")):
        name = os.path.relpath(path, ROOT)
        for at, lines, text in branches(path):
            count += 1
            if not seen.get(name, set()) & set(lines):
                problems.add(f"{name}:{at}: no configuration analyses the branch '{text}'")
    return count
