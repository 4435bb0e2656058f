#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests requirements_break.py: on a small tree a run ends well if each of its breaks is seen, with each seeded defect it does not,
and the parts of a run have each requirement once.

Usage: breaks_seeds.py
"""

import contextlib
import io
import shutil
import subprocess
import sys
import tempfile
from argparse import ArgumentTypeError
from pathlib import Path

import requirements_break
from ctext import ROOT
from trace_seeds import seeded

TOOL = "test/tools/requirements_break.py"
NUMBERS = range(1, 6)
SOURCE = "src/core/number.c"
TEST = "test/unit/core/number_test.c"
PROGRAM = "build/bin/unit/core/number_test"
BREAKS = "test/breaks.tsv"


def row(number):
    return f"RF-CORE-00{number}\t{SOURCE}\tnumber_{number}\t0\treturn {number};\treturn 0;\t{TEST}:is_{number}\n"


def test(number):
    return f"/** @verifies RF-CORE-00{number} */\nstatic void is_{number}(void **state)\n{{\n    (void)state;\n    assert_int_equal(number_{number}(), {number});\n}}\n\n"


TREE = {
    "docs/requirements/core.sdoc": "[DOCUMENT]\nTITLE: Core\n" + "".join(
        f"\n[REQUIREMENT]\nUID: RF-CORE-00{number}\nTITLE: {number}\nSTATEMENT: The library shall give {number}.\n" for number in NUMBERS),
    "src/core/number.h": "".join(f"int number_{number}(void);\n" for number in NUMBERS),
    SOURCE: '#include "core/number.h"\n\n' + "".join(
        f"/** @satisfies RF-CORE-00{number} */\nint number_{number}(void)\n{{\n    return {number};\n}}\n\n" for number in NUMBERS),
    TEST: "#include <setjmp.h>\n#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>\n\n#include <cmocka.h>\n\n"
          '#include "core/number.h"\n\n' + "".join(test(number) for number in NUMBERS) +
          "int main(void)\n{\n    const struct CMUnitTest tests[] = {" + ", ".join(f"cmocka_unit_test(is_{number})" for number in NUMBERS) +
          "};\n\n    return cmocka_run_group_tests(tests, NULL, NULL);\n}\n",
    BREAKS: requirements_break.HEADER + "\n" + "".join(row(number) for number in NUMBERS),
    "Makefile": "lib engines:\ntests: $(BUILD)/bin/unit/core/number_test\n"
                f"$(BUILD)/bin/unit/core/number_test: {TEST} {SOURCE}\n"
                "\tmkdir -p $(@D) && $(CC) $(CFLAGS) -Itest/unit/evidence -Isrc -o $@ $^ -lcmocka\n",
}

# Name, file, text, text in its place, arguments, whether it ends well, the end of the last line.
SEEDS = (
    ("sound", None, "", "", [], True, ": 5 requirements, 5 breaks seen, 0 not seen, 0 not tried"),
    ("first part", None, "", "", ["--part", "0/2"], True, ": part 0/2, 3 requirements, 3 breaks seen, 0 not seen, 0 not tried"),
    ("second part", None, "", "", ["--part", "1/2"], True, ": part 1/2, 2 requirements, 2 breaks seen, 0 not seen, 0 not tried"),
    ("part of named ones", None, "", "", ["--part", "1/2", "RF-CORE-004", "RF-CORE-005"], True, ": part 1/2, 1 requirements, 1 breaks seen, 0 not seen, 0 not tried"),
    ("test that sees nothing", TEST, "number_4(), 4", "4, 4", ["--part", "1/2"], False, ": part 1/2, 2 requirements, 1 breaks seen, 1 not seen, 0 not tried"),
    ("test of another part that sees nothing", TEST, "number_4(), 4", "4, 4", ["--part", "0/2"], True, ": part 0/2, 3 requirements, 3 breaks seen, 0 not seen, 0 not tried"),
    ("test that fails as it is", TEST, "number_3(), 3", "number_3(), 4", ["--part", "0/2"], False, ", 2 breaks seen, 0 not seen, 1 not tried"),
    ("no break", BREAKS, row(5), "", ["--part", "0/2"], False, ", 2 breaks seen, 0 not seen, 1 not tried"),
    ("break that does not fit", BREAKS, "return 5;", "return 55;", ["--part", "0/2"], False, ", 2 breaks seen, 0 not seen, 1 not tried"),
    ("break that does not compile", BREAKS, "return 0;\t" + TEST + ":is_1", "return;;)\t" + TEST + ":is_1", ["--part", "0/5"], False, ", 0 breaks seen, 0 not seen, 1 not tried"),
    ("tree that does not compile", SOURCE, "return 2;", "return two;", ["--part", "0/2"], False, "number_test] Error 1"),
    ("part without a requirement", None, "", "", ["--part", "6/7"], False, "there is no requirement to try"),
)
NO_PARTS = ("", "3", "/", "2/2", "1/0", "0/0", "-1/2", "1/-2", "a/b", "1/2/3", "1.0/2")


def make_tree(folder):
    for name, text in TREE.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    shutil.copytree(ROOT / "test/unit/evidence", folder / "test/unit/evidence")
    (folder / "test/tools").mkdir(parents=True)
    for name in ("requirements_break.py", "tags.py", "ctext.py"):
        shutil.copy(ROOT / "test/tools" / name, folder / "test/tools")
    headers = folder / "test/tools/cuda_headers.sh"
    headers.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    headers.chmod(0o755)
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)


def try_seed(folder, seed):
    _, file, before, after, arguments, is_good, line = seed
    make_tree(folder)
    if file:
        seeded(folder, file, before, after)
    result = subprocess.run([TOOL, "-j", "1", "--work", str(folder / "work"), *arguments], cwd=folder, check=False, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True)
    last = (result.stdout.rstrip().splitlines() or [""])[-1]
    return "" if (result.returncode == 0) == is_good and last.endswith(line) else f"status {result.returncode}: {result.stdout}"


def try_parts():
    """The parts of any number have each requirement once, and are as long as one another."""
    uids = sorted(requirements_break.read_table())
    for count in range(1, 12):
        parts = [requirements_break.chosen(uids, requirements_break.part_of(f"{part}/{count}")) for part in range(count)]
        if sorted(sum(parts, [])) != uids or max(map(len, parts)) - min(map(len, parts)) > 1:
            return f"{count} parts have {sum(map(len, parts))} requirements, and there are {len(uids)}"
    for text in NO_PARTS:
        with contextlib.suppress(ArgumentTypeError), contextlib.redirect_stderr(io.StringIO()):
            return f"'{text}' is part {requirements_break.part_of(text)}"
    return ""


def try_make(folder):
    """make gives PART to the tool, and ends as that does."""
    shutil.copy(ROOT / "Makefile", folder)
    shutil.copytree(ROOT / "mk", folder / "mk")
    (folder / "test/tools").mkdir(parents=True)
    for name in ("deps.sh", "requirements_break.py"):
        path = folder / "test/tools" / name
        path.write_text('#!/bin/sh\necho "$@" >>said\n! grep -q 7/8 said\n', encoding="utf-8")
        path.chmod(0o755)
    for arguments, said, is_good in ((["PART=3/10", "ARGS=-j 4"], "--part 3/10 -j 4", True), ([], "", True), (["PART=7/8"], "--part 7/8", False)):
        (folder / "said").unlink(missing_ok=True)
        status = subprocess.run(["make", "-s", "requirements-break", *arguments], cwd=folder, check=False, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL).returncode
        found = (folder / "said").read_text(encoding="utf-8").splitlines()
        if found != ["check", said] or (status == 0) != is_good:
            return f"make {arguments} ends with {status} and says {found}"
    return ""


def main():
    tries = [(seed[0], lambda folder, seed=seed: try_seed(folder, seed)) for seed in SEEDS]
    tries += [("parts", lambda _: try_parts()), ("make", try_make)]
    good = 0
    for name, one in tries:
        with tempfile.TemporaryDirectory() as folder:
            wrong = one(Path(folder))
        good += not wrong
        if wrong:
            print(f"{name}: {wrong}")
    print(f"breaks_seeds: {good} of {len(tries)} runs end as they should")
    return 0 if good == len(tries) else 1


if __name__ == "__main__":
    sys.exit(main())
