# SPDX-License-Identifier: Apache-2.0
"""Shows that the MISRA gate fails where it must: each case breaks one thing and expects a problem."""

import subprocess
from pathlib import Path

import misra
import misra_tools
from ctext import ROOT
from misra_queries import Finding

RECORD = misra.Record("DEV-900", {"Guidelines": "Rule 11.4", "Scope": "src/a.c", "Found by": "cppcheck", "Uses": "at most 1"})
WIDE = misra.Record("DEV-901", {"Guidelines": "Rule 14.3", "Scope": "src/*", "Lines": "any", "Found by": "query", "Uses": "at most 1"})
ROWS = [{"guideline": "Rule 11.5", "scope": "src/*", "category": "Disapplied", "count": "at most 1", "reason": "a reason"}]


def problems_of(findings, suppressions=()):
    """What the gate says of findings, with two records and one disapplied rule."""
    problems = misra.Problems()
    records = {record.name: record for record in (RECORD, WIDE)}
    uses, disapplied, _ = misra.sort_out(findings, suppressions, records, ROWS, problems)
    for suppression in suppressions:
        misra.check_suppression(suppression, records, problems)
    misra.check_counts(uses, disapplied, records, ROWS, problems)
    return problems.lines


def suppression(line, name="DEV-900"):
    return misra.Suppression("src/a.c", line - 1, line, ["11.4"], name)


GOOD = [Finding("src/a.c", 2, "11.4", "m"), Finding("src/b.c", 3, "14.3", "m"), Finding("src/b.c", 4, "11.5", "m")]


def branch_is_missed():
    """A branch that no configuration has."""
    path = misra_tools.WORK / "branch.c"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#if defined(NEVER)\nint a;\n#else\nint b;\n#endif\n", encoding="utf-8")
    seen = misra_tools.lines_seen(path, ["-std=c11"]).get(str(path.relative_to(ROOT)), set())
    return [text for _, lines, text in misra_tools.branches(path) if not seen & set(lines)] == ["#if defined(NEVER)"]


def tool_is_missed():
    problems = misra.Problems()
    try:
        misra_tools.run_cppcheck("no-such-cppcheck", "none", [], [], Path("none"), problems)
    except OSError as error:
        problems.add(str(error))
    queries = misra.Problems()
    misra_tools.run_queries([ROOT / "src" / "no_such_file.c"], ["-std=c11"], queries)
    return bool(problems.lines) and bool(queries.lines)


# Files of an application: (file, what misra_app.py must say of it, or None).
LINE = "void one(void *at);\nvoid one(void *at)\n{\n%s    int32_t *const number = at;\n\n    *number = 4;\n}\n"
APPLICATIONS = (("good.c", LINE % "    /* cppcheck-suppress [misra-c2012-11.5, misra-c2012-8.7] ; the caller has a number there */\n", "8.7 is found here"),
                ("covered.c", LINE % "    /* cppcheck-suppress misra-c2012-11.5 ; the caller has a number there */\n", None),
                ("bare.c", LINE % "    /* cppcheck-suppress misra-c2012-11.5 */\n", "and a reason"),
                ("bad.c", LINE % "", "Rule 11.5, Advisory"),
                ("broken.c", "int32_t one(void)\n{\n", "clang"))


def applications_are_judged():
    """misra_app.py passes what is covered, and says what is not."""
    folder = misra_tools.WORK / "application"
    folder.mkdir(parents=True, exist_ok=True)
    for name, text, expected in APPLICATIONS:
        use = "\nint32_t two(void);\nint32_t two(void)\n{\n    int32_t four = 3;\n\n    one(&four);\n    return four;\n}\n"
        (folder / name).write_text(f"#include <stdint.h>\n{text}", encoding="utf-8")
        (folder / "other.c").write_text(f"#include <stdint.h>\nvoid one(void *at);{use}", encoding="utf-8")
        result = subprocess.run([ROOT / "test" / "tools" / "misra_app.py", folder / name, folder / "other.c"], stdout=subprocess.PIPE,
                                text=True, check=False)
        if (result.returncode == 0) != (expected is None) or (expected or "no problem, 1 deviations") not in result.stdout:
            print(result.stdout)
            return False
    return True


def cases():
    yield "all is well", not problems_of(GOOD, [suppression(2)])
    yield "a finding without a record", bool(problems_of(GOOD + [Finding("src/a.c", 9, "16.3", "m")], [suppression(2)]))
    yield "one use more", bool(problems_of(GOOD + [Finding("src/a.c", 6, "11.4", "m")], [suppression(2), suppression(6)]))
    yield "no use any more", bool(problems_of(GOOD[1:], []))
    yield "room for more uses", misra.wrong_most(f"at most {misra.with_room(8)}", 8) is None and misra.wrong_most("at most 8", 4) is None
    yield "room for too many uses", misra.wrong_most("at most 12", 4) is not None and misra.wrong_most("4", 4) is not None
    yield "one use more of a record by scope", bool(problems_of(GOOD + [Finding("src/c.c", 1, "14.3", "m")], [suppression(2)]))
    yield "one more of a disapplied rule", bool(problems_of(GOOD + [Finding("src/c.c", 1, "11.5", "m")], [suppression(2)]))
    yield "a stale suppression", bool(problems_of(GOOD, [suppression(2), suppression(7)]))
    yield "a record that is not there", bool(problems_of(GOOD, [suppression(2, "DEV-999")]))
    yield "a branch that nobody analyses", branch_is_missed()
    yield "a tool or a source that is not there", tool_is_missed()
    yield "a file of an application", applications_are_judged()


def check(problems):
    results = list(cases())
    for name, holds in results:
        if not holds:
            problems.add(f"mechanisms: {name}: the gate does not see it")
    return f"{len(results)} mechanisms"


