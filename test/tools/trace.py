#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the requirements and their trace; docs/requirements/README.md says what and how."""

import re
import sys
from collections import namedtuple

from ctext import ROOT, declared_cuda_functions, declared_functions, line_of, without_comments

ROOMS = {"RF-CORE": "core", "RF-SYNC": "sync", "RF-BUF": "buf", "RF-ENGINE": "engine", "RF-IPC": "ipc", "RF-SHARE": "share", "RF-PORT": "port", "RF-DEMO": "demo",
         "RF-CUDA": "cuda"}
UID = re.compile(r"RF-(?:CORE|SYNC|BUF|ENGINE|IPC|SHARE|PORT|DEMO|CUDA)-\d{3}\b")
LOOKS_LIKE_UID = re.compile(r"\bRF-[A-Z]+-\w+")
FIELD = re.compile(r"^(?P<name>[A-Z]+): (?:>>>\n(?P<long>.*?)\n<<<|(?P<short>[^\n]+))$", re.M | re.S)
EARS = re.compile(
    r"^(?:(?:While|Where|When) .+?, (?:(?:while|when|if) .+?, (?:then )?)*the |"
    r"If .+?, then the |The )\S.* shall .+\.$")
VAGUE = re.compile(r"\b(should|and/or|etc|TBD|TBC|fast|quickly|user-friendly|appropriate)\b", re.I)

Requirement = namedtuple("Requirement", "uid statement where")


def read_requirements(problems):
    requirements = {}
    for path in sorted((ROOT / "docs" / "requirements").glob("*.sdoc")):
        text = path.read_text(encoding="utf-8")
        if not re.search(r"^IMPORT_FROM_FILE: ringfence\.sgra$", text, re.M):
            problems.append(f"{path.name}: does not use the grammar ringfence.sgra")
        for block in re.finditer(r"^\[REQUIREMENT\]\n(.*?)(?=^\[|\Z)", text, re.M | re.S):
            fields = {field["name"]: " ".join((field["long"] or field["short"]).split())
                      for field in FIELD.finditer(block.group(1))}
            where = f"docs/requirements/{path.name}:{line_of(text, block.start())}"
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
    vague = VAGUE.search(statement)
    if vague:
        problems.append(f"{requirement.where}: {requirement.uid} says '{vague.group(0)}'")


def tags_in(text, name):
    """Yields (position, UID) for each UID that a tag names; a tag ends with its line."""
    for tag in re.finditer(rf"@{name}\b([^\n]*)", text):
        for uid in LOOKS_LIKE_UID.finditer(tag.group(1)):
            yield tag.start(), uid.group(0)


def collect(folder, name, requirements, problems):
    """All UIDs that tags of this name stand for in a folder."""
    found = set()
    for path in sorted((ROOT / folder).rglob("*")):
        if path.suffix not in (".c", ".h", ".sh", ".py") or "tools" in path.parts:
            continue
        text = path.read_text(encoding="utf-8")
        for position, uid in tags_in(text, name):
            if uid not in requirements:
                problems.append(f"{path.relative_to(ROOT)}:{line_of(text, position)}: there is no {uid}")
            found.add(uid)
    return found


def definitions():
    """Yields (name, path, line, comment above) for each function that a source defines at file level."""
    for path in sorted((ROOT / "src").rglob("*.c")):
        text = path.read_text(encoding="utf-8")
        code = without_comments(text)
        for match in re.finditer(r"^[A-Za-z_][\w *\n]*?\b(\w+)\([^;{}]*\)\s*\{", code, re.M):
            above = re.search(r"/\*\*((?:(?!\*/).)*)\*/\s*\Z", text[:match.start()], re.S)
            yield match.group(1), path, line_of(text, match.start()), above.group(1) if above else ""


def check_public(requirements, problems):
    missing = {**declared_functions(), **declared_cuda_functions()}
    count = len(missing)
    for name, path, line, comment in definitions():
        if missing.pop(name, None) and not any(
                uid in requirements for _, uid in tags_in(comment, "satisfies")):
            problems.append(f"{path.relative_to(ROOT)}:{line}: {name} satisfies no requirement")
    for name, header in missing.items():
        problems.append(f"inc/{header}: {name} is declared, and defined nowhere")
    return count


def main():
    problems = []
    requirements = read_requirements(problems)
    for requirement in requirements.values():
        check_statement(requirement, problems)
    satisfied = collect("src", "satisfies", requirements, problems)
    satisfied |= collect("inc", "satisfies", requirements, problems)
    satisfied |= collect("test/apps", "satisfies", requirements, problems)
    verified = collect("test", "verifies", requirements, problems)
    for requirement in requirements.values():
        if requirement.uid not in satisfied:
            problems.append(f"{requirement.where}: nothing satisfies {requirement.uid}")
        if requirement.uid not in verified:
            problems.append(f"{requirement.where}: nothing verifies {requirement.uid}")
    functions = check_public(requirements, problems)
    if not requirements or not functions:
        problems.append("there are no requirements, or no public functions")
    for problem in problems:
        print(problem)
    print(f"trace: {len(problems)} problems" if problems else
          f"trace: {len(requirements)} requirements, {functions} public functions")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
