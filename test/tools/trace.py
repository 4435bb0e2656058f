#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the requirements and their trace; docs/requirements/README.md says what and how.

Usage: trace.py                          what can be said without a run of the tests
       trace.py --evidence DIR [--table FILE] [--allow-skipped]   as well that each test with a tag ran, passed and
                                         asserted something, by what the gates of a run wrote to DIR; the table says
                                         which test showed what
"""

import argparse
import re
import sys
from collections import namedtuple
from pathlib import Path

from ctext import ROOT, declared_cuda_functions, declared_dla_functions, declared_functions, declared_media_functions, line_of, without_comments, without_comments_and_texts
from tags import UID, block_behind, blocks_of_requirements, files_with_tags, tags, tags_in

ROOMS = {"RF-CORE": "core", "RF-SYNC": "sync", "RF-BUF": "buf", "RF-ENGINE": "engine", "RF-IPC": "ipc", "RF-SHARE": "share", "RF-STREAM": "stream",
         "RF-PORT": "port", "RF-CUDA": "cuda", "RF-KIT": "kit", "RF-WORKER": "worker", "RF-DLA": "dla",
         "RF-BLIT": "blit", "RF-MEDIA": "media"}
EARS = re.compile(
    r"^(?:(?:While|Where|When) .+?, (?:(?:while|when|if) .+?, (?:then )?)*the |"
    r"If .+?, then the |The )\S.* shall .+\.$")
VAGUE = re.compile(r"\b(should|and/or|etc|TBD|TBC|fast|quickly|user-friendly|appropriate)\b", re.I)
# What a tag that verifies stands above: a test, a check of every port, a part of a program that is installed and run.
TESTS = (re.compile(r"\(void \*\*state\)"), re.compile(r"\(const ConformanceRun \*run\)"))
PROGRAMS = "test/install/"

Requirement = namedtuple("Requirement", "uid statement where")
Evidence = namedtuple("Evidence", "result assertions built")


def read_requirements(problems):
    requirements = {}
    for path in sorted((ROOT / "docs" / "requirements").glob("*.sdoc")):
        if not re.search(r"^IMPORT_FROM_FILE: ringfence\.sgra$", path.read_text(encoding="utf-8"), re.M):
            problems.append(f"{path.name}: does not use the grammar ringfence.sgra")
    for path, text, position, fields in blocks_of_requirements():
        where = f"docs/requirements/{path.name}:{line_of(text, position)}"
        uid = fields.get("UID", "")
        if not UID.fullmatch(uid) or ROOMS[uid[:-4]] != path.stem:
            problems.append(f"{where}: '{uid}' is no UID of this file")
        elif uid in requirements:
            problems.append(f"{where}: {uid} stands at {requirements[uid].where} too")
        elif not fields.get("TITLE"):
            problems.append(f"{where}: {uid} has no title")
        else:
            requirements[uid] = Requirement(uid, fields.get("STATEMENT", ""), where)
    return requirements


def check_statement(requirement, problems):
    statement = requirement.statement
    if not EARS.match(statement) or len(re.findall(r"\bshall\b", statement)) != 1:
        problems.append(f"{requirement.where}: {requirement.uid} is no EARS sentence: {statement}")
    if re.search(r"[.?!]\s+\S", statement):
        problems.append(f"{requirement.where}: {requirement.uid} is more than one sentence: {statement}")
    vague = VAGUE.search(statement)
    if vague:
        problems.append(f"{requirement.where}: {requirement.uid} says '{vague.group(0)}'")


def collect(folder, name, requirements, problems):
    """All UIDs that tags of this name stand for in a folder."""
    found = set()
    for path, text in files_with_tags(folder):
        for position, uid in tags_in(text, name):
            if uid not in requirements:
                problems.append(f"{path.relative_to(ROOT)}:{line_of(text, position)}: there is no {uid}")
            found.add(uid)
    return found


def test_of(tag, text):
    """(name, None) of the test that a tag stands above, or (None, what is wrong)."""
    place = block_behind(text, tag.comment_end) if tag.comment_end is not None else None
    if place is None:
        return None, "stands above no function"
    code = without_comments_and_texts(text)
    if not any(kind.search(code[place.begin:place.body]) for kind in TESTS) and PROGRAMS not in str(tag.path):
        return None, f"stands above {place.name}, which is no test"
    if len(re.findall(rf"\b{place.name}\b", code)) < 2:
        return None, f"stands above {place.name}, which nothing runs"
    return ("-" if PROGRAMS in str(tag.path) else place.name), None


def tests_with_tags(problems):
    """(path, test) and line of each tag that verifies, by UID."""
    found = {}
    for tag in tags("test", "verifies"):
        name, wrong = test_of(tag, tag.path.read_text(encoding="utf-8"))
        path = tag.path.relative_to(ROOT)
        if wrong:
            problems.append(f"{path}:{tag.line}: @verifies {tag.uid} {wrong}")
        else:
            found.setdefault(tag.uid, []).append(((str(path), name), tag.line))
    return found


def read_evidence(folder):
    """What the tests of a run did, by (path, test)."""
    evidence = {}
    for path in sorted(Path(folder).glob("*.tsv")):
        for line in path.read_text(encoding="utf-8").splitlines():
            source, test, result, assertions, built = line.split("\t")
            evidence.setdefault((source, test), []).append(Evidence(result, int(assertions), int(built)))
    return evidence


def what_is_wrong(test, ran):
    """Why what a test did in a run shows nothing, although it was not skipped; None if it shows something."""
    passed = [one for one in ran if one.result == "passed"]
    if not ran:
        return "did not run: is it registered?"
    if any(one.result == "failed" for one in ran):
        return "failed"
    if any(one.built < (ROOT / test[0]).stat().st_mtime_ns for one in ran):
        return "ran in a program that is older than its source"
    if passed and not any(one.assertions for one in passed):
        return "passed without one assertion"
    return None


def check_evidence(requirements, tested, evidence, options, problems):
    """Each test with a tag was run and did not fail, and one for each requirement passed. Gives the tests that passed, those
    that were skipped, and the requirements of which all tests were skipped."""
    table, rows, unseen = options.table, [], 0
    for uid in sorted(requirements):
        shown = 0
        for test, line in tested.get(uid, []):
            ran = evidence.get(test, [])
            wrong = what_is_wrong(test, ran)
            passed = sum(one.assertions for one in ran if one.result == "passed") if not wrong else 0
            shown += 1 if passed else 0
            rows.append((uid, *test, "passed" if passed else "failed" if wrong else "skipped", str(passed)))
            if wrong:
                problems.append(f"{test[0]}:{line}: {test[1]}, which verifies {uid}, {wrong}")
        if not shown and options.allow_skipped and tested.get(uid) and all(row[3] == "skipped" for row in rows if row[0] == uid):
            unseen += 1
            print(f"{requirements[uid].where}: not verified here: all tests of {uid} were skipped")
        elif not shown:
            problems.append(f"{requirements[uid].where}: no test that passed in this run verifies {uid}"
                            f" ({len(tested.get(uid, []))} have its tag)")
    if table:
        Path(table).write_text("uid\tsource\ttest\tresult\tassertions\n" + "".join("\t".join(row) + "\n" for row in rows),
                               encoding="utf-8")
    passed, skipped = ({row[1:3] for row in rows if row[3] == result} for result in ("passed", "skipped"))
    return len(passed), len(skipped), unseen


def definitions():
    """Yields (name, path, line, comment above) for each function that a source defines at file level."""
    for path in sorted((ROOT / "src").rglob("*.c")):
        text = path.read_text(encoding="utf-8")
        code = without_comments(text)
        names = {name[:-3] for name in declared_media_functions() if name.endswith("_v6")}
        for match in re.finditer(r"^[A-Za-z_][\w *\n]*?\b(\w+)\([^;{}]*\)\s*\{", code, re.M):
            above = re.search(r"/\*\*((?:(?!\*/).)*)\*/\s*\Z", text[:match.start()], re.S)
            # The headers of the second generation of NvMedia give link names.
            linked = "_v6" if '#include "nvmedia6/' in text and match.group(1) in names else ""
            yield match.group(1) + linked, path, line_of(text, match.start()), above.group(1) if above else ""


def check_public(requirements, problems):
    missing = {**declared_functions(), **declared_cuda_functions(), **declared_dla_functions(), **declared_media_functions()}
    count = len(missing)
    for name, path, line, comment in definitions():
        if missing.pop(name, None) and not any(
                uid in requirements for _, uid in tags_in(comment, "satisfies")):
            problems.append(f"{path.relative_to(ROOT)}:{line}: {name} satisfies no requirement")
    for name, header in missing.items():
        problems.append(f"inc/{header}: {name} is declared, and defined nowhere")
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--evidence", metavar="DIR")
    parser.add_argument("--table", metavar="FILE")
    parser.add_argument("--allow-skipped", action="store_true", help="a requirement of which all tests were skipped is said, and is no problem")
    options = parser.parse_args()
    problems = []
    requirements = read_requirements(problems)
    for requirement in requirements.values():
        check_statement(requirement, problems)
    satisfied = collect("src", "satisfies", requirements, problems)
    satisfied |= collect("inc", "satisfies", requirements, problems)
    collect("test", "verifies", requirements, problems)
    tested = tests_with_tags(problems)
    for requirement in requirements.values():
        if requirement.uid not in satisfied:
            problems.append(f"{requirement.where}: nothing satisfies {requirement.uid}")
        if requirement.uid not in tested:
            problems.append(f"{requirement.where}: nothing verifies {requirement.uid}")
    functions = check_public(requirements, problems)
    if not requirements or not functions:
        problems.append("there are no requirements, or no public functions")
    by_whom = "the tests were not asked: only what stands in the sources was checked"
    if options.evidence:
        passed, skipped, unseen = check_evidence(requirements, tested, read_evidence(options.evidence), options, problems)
        by_whom = f"verified by {passed} tests that passed in this run, {skipped} more were skipped"
        if unseen:
            by_whom += f"; {unseen} requirements are not verified on this machine"
    for problem in problems:
        print(problem)
    print(f"trace: {len(problems)} problems" if problems else
          f"trace: {len(requirements)} requirements, {functions} public functions; {by_whom}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
