#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the gate of the trace: a small tree that is sound passes, and with each seeded defect it does not.

Usage: trace_seeds.py [NAME]...
Each tree is built, run by cases.py and judged by trace.py as in a run of all gates.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ctext import ROOT

TREE = {
    "docs/requirements/core.sdoc": """[DOCUMENT]
TITLE: Core

[GRAMMAR]
IMPORT_FROM_FILE: ringfence.sgra

[REQUIREMENT]
UID: RF-CORE-001
TITLE: One
STATEMENT: The library shall give one.

[REQUIREMENT]
UID: RF-CORE-002
TITLE: Two
STATEMENT: The library shall give two.
""",
    "inc/ringfence.h": "int RingfenceNumber(int number);\n",
    "src/core/number.c": """#include "ringfence.h"

/** @satisfies RF-CORE-001 RF-CORE-002 */
int RingfenceNumber(int number)
{
    return number;
}
""",
    "test/unit/core/number_test.c": """#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ringfence.h"

static void expect(int number)
{
    assert_int_equal(RingfenceNumber(number), number);
}

/** @verifies RF-CORE-001 */
static void one_is_given(void **state)
{
    (void)state;
    expect(1);
}

/**
 * Two is given.
 * @verifies RF-CORE-002
 */
static void two_is_given(void **state)
{
    (void)state;
    expect(2);
}

/** @verifies RF-CORE-002 */
static void two_is_given_again(void **state)
{
    (void)state;
    expect(2);
}

static int nothing_is_left(void **state)
{
    (void)state;
    expect(0);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(one_is_given, nothing_is_left),
        cmocka_unit_test(two_is_given),
        cmocka_unit_test(two_is_given_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
""",
}
TEST = "test/unit/core/number_test.c"
CORE = "docs/requirements/core.sdoc"
GIVES_ONE = "The library shall give one."
ONE = "    (void)state;\n    expect(1);\n"
AGAIN = "static void two_is_given_again(void **state)\n{\n    (void)state;\n    expect(2);\n"

# Name, file, text, text in its place, what the gate says (None: nothing is wrong).
SEEDS = (
    ("sound", TEST, "", "", None),
    ("one of two tests is skipped", TEST, AGAIN, AGAIN.replace("expect(2)", "skip()"), None),
    ("emptied test", TEST, ONE, "    (void)state;\n", "passed without one assertion"),
    ("emptied test, though another verifies the same", TEST, AGAIN, AGAIN.replace("expect(2);", ""), "passed without one assertion"),
    ("assertions behind a return", TEST, ONE, "    (void)state;\n    if (state == NULL) {\n        expect(1);\n    }\n",
     "passed without one assertion"),
    ("assertions of the tear-down alone", TEST, ONE, "    (void)state;\n    return;\n", "passed without one assertion"),
    ("test that nothing runs", TEST, "        cmocka_unit_test(two_is_given_again),\n", "", "which nothing runs"),
    ("test that is named and not registered", TEST, "        cmocka_unit_test(two_is_given_again),\n    };\n",
     "    };\n    (void)two_is_given_again;\n", "did not run: is it registered?"),
    ("test that is left out by the preprocessor", TEST, "        cmocka_unit_test(two_is_given),\n",
     "#if 0\n        cmocka_unit_test(two_is_given),\n#endif\n", "did not run: is it registered?"),
    ("tag above nothing", TEST, "int main(void)", "/** @verifies RF-CORE-001 */\n\nint main(void);\nint main(void)",
     "stands above no function"),
    ("tag above a helper", TEST, "static void expect", "/** @verifies RF-CORE-001 */\nstatic void expect", "which is no test"),
    ("tag inside a test", TEST, ONE, "    (void)state;\n    /* @verifies RF-CORE-001 */\n    expect(1);\n", "stands above no function"),
    ("tag outside of a comment", TEST, ONE, ONE + '    (void)"@verifies RF-CORE-001";\n', "stands above no function"),
    ("all tests of a requirement are skipped", TEST, ONE, "    (void)state;\n    skip();\n",
     "no test that passed in this run verifies RF-CORE-001"),
    ("failed test", TEST, ONE, "    (void)state;\n    assert_int_equal(RingfenceNumber(1), 2);\n", "one_is_given, which verifies RF-CORE-001, failed"),
    ("failed tear-down", TEST, "    expect(0);\n    return 0;", "    return 1;", "one_is_given, which verifies RF-CORE-001, failed"),
    ("test that crashes its program", TEST, ONE, "    (void)state;\n    expect(1);\n    _Exit(0);\n", "did not run"),
    ("program that fails without a failed test", TEST, "    return cmocka_run_group_tests(tests, NULL, NULL);",
     "    return cmocka_run_group_tests(tests, NULL, NULL) + 1;", "failed"),
    ("unknown requirement", TEST, "@verifies RF-CORE-001", "@verifies RF-CORE-001 RF-CORE-999", "there is no RF-CORE-999"),
    ("requirement without a test", TEST, "/** @verifies RF-CORE-001 */\n", "", "nothing verifies RF-CORE-001"),
    ("requirement without code", "src/core/number.c", "RF-CORE-001 RF-CORE-002", "RF-CORE-002", "nothing satisfies RF-CORE-001"),
    ("public function without a requirement", "src/core/number.c", "/** @satisfies RF-CORE-001 RF-CORE-002 */\n", "",
     "RingfenceNumber satisfies no requirement"),
    ("statement of two sentences", CORE, GIVES_ONE, GIVES_ONE + " It is odd.", "RF-CORE-001 is more than one sentence"),
    ("second sentence with a small letter", CORE, GIVES_ONE, GIVES_ONE + " the number is odd.", "RF-CORE-001 is more than one sentence"),
    ("second sentence that begins with a name", CORE, GIVES_ONE, GIVES_ONE + " `one` is odd.", "RF-CORE-001 is more than one sentence"),
    ("statement without 'shall'", CORE, GIVES_ONE, "The library gives one.", "RF-CORE-001 is no EARS sentence"),
    ("statement with two 'shall'", CORE, GIVES_ONE, "The library shall give one, and it shall be odd.", "RF-CORE-001 is no EARS sentence"),
    ("statement that does not end", CORE, GIVES_ONE, "The library shall give one", "RF-CORE-001 is no EARS sentence"),
    ("statement with a vague word", CORE, GIVES_ONE, "The library shall give one quickly.", "RF-CORE-001 says 'quickly'"),
    ("statement with a full stop inside a name", CORE, GIVES_ONE, "The library shall give 1.0 of one.h.", None),
)


def make_tree(folder):
    for name, text in TREE.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    shutil.copytree(ROOT / "test/unit/evidence", folder / "test/unit/evidence")
    (folder / "test/tools").mkdir(parents=True)
    for name in ("trace.py", "tags.py", "ctext.py", "cases.py"):
        shutil.copy(ROOT / "test/tools" / name, folder / "test/tools")


def build_and_run(folder, evidence):
    subprocess.run(["gcc", "-std=c11", "-Itest/unit/evidence", "-Iinc", "-o", "number_test", TEST, "src/core/number.c", "-lcmocka"],
                   cwd=folder, check=True)
    evidence.mkdir(exist_ok=True)
    subprocess.run(["test/tools/cases.py", "number_test"], cwd=folder, check=False, capture_output=True,
                   env=dict(os.environ, EVIDENCE_DIR=str(evidence)))


def judge(folder, evidence, *options):
    """(status, output) of the gate."""
    result = subprocess.run(["test/tools/trace.py", *(["--evidence", str(evidence)] if evidence else []), *options], cwd=folder, check=False,
                            capture_output=True, text=True)
    return result.returncode, result.stdout + result.stderr


def seeded(folder, file, before, after):
    path = folder / file
    text = path.read_text(encoding="utf-8")
    if before and text.count(before) != 1:
        raise ValueError(f"the seed does not fit {file}: {before!r}")
    path.write_text(text.replace(before, after) if before else text, encoding="utf-8")


def stale(folder):
    """A test that was emptied, a program that was not built again: yields what was done, and what the gate says then."""
    first, second = folder / "first", folder / "second"
    build_and_run(folder, first)
    yield "evidence of this run", judge(folder, first), None
    second.mkdir()
    yield "evidence of an earlier run alone", judge(folder, second), "did not run: is it registered?"
    time.sleep(0.05)
    seeded(folder, TEST, ONE, "    (void)state;\n")
    yield "program that is older than its test", judge(folder, first), "older than its source"
    yield "no evidence is asked for", judge(folder, None), None


def as_expected(name, judged, message):
    status, output = judged
    good = (status == 0) if message is None else (status != 0 and message in output)
    if not good:
        print(f"{name}: the gate ends with {status}; expected: {message or 'no problem'}\n{output}")
    return good


def main():
    wanted = sys.argv[1:]
    good, count = 0, 0
    for name, file, before, after, message in SEEDS:
        if wanted and name not in wanted:
            continue
        with tempfile.TemporaryDirectory() as folder:
            make_tree(Path(folder))
            seeded(Path(folder), file, before, after)
            build_and_run(Path(folder), Path(folder, "evidence"))
            good += as_expected(name, judge(Path(folder), Path(folder, "evidence")), message)
            # Where skipping is allowed, that alone is passed over.
            allowed = None if name == "all tests of a requirement are skipped" else message
            good += as_expected(f"{name}, skipping is allowed", judge(Path(folder), Path(folder, "evidence"), "--allow-skipped"), allowed)
        count += 2
    if not wanted:
        with tempfile.TemporaryDirectory() as folder:
            make_tree(Path(folder))
            for name, judged, message in stale(Path(folder)):
                good += as_expected(name, judged, message)
                count += 1
    print(f"trace_seeds: {good} of {count} trees are judged as they should be")
    return 0 if good == count else 1


if __name__ == "__main__":
    sys.exit(main())
