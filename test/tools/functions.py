#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that no function of the library is longer than 60 lines or more complex than 10.

Complexity is 1 and one for each if, for, while, case, &&, || and ?.
"""

import re
import sys

from ctext import ROOT, line_of, without_comments_and_texts

LINES = 60
COMPLEXITY = 10
HEAD = re.compile(r"^[A-Za-z_][\w *\n]*?\b(\w+)\([^;{}]*\)\s*\{", re.M)
DECISION = re.compile(r"\b(?:if|for|while|case)\b|&&|\|\||\?")


def body_end(code, start):
    """Position behind the brace that closes the one at start."""
    depth = 0
    end = start
    for brace in re.finditer(r"[{}]", code[start:]):
        depth += 1 if brace.group(0) == "{" else -1
        if depth == 0:
            end = start + brace.end()
            break
    return end


def main():
    problems = []
    count = 0
    for path in sorted((ROOT / "src").rglob("*.[ch]")):
        code = without_comments_and_texts(path.read_text(encoding="utf-8"))
        for head in HEAD.finditer(code):
            text = code[head.start():body_end(code, head.end() - 1)]
            lines = text.count("\n") + 1
            complexity = 1 + len(DECISION.findall(text))
            count += 1
            if lines > LINES or complexity > COMPLEXITY:
                problems.append(f"{path.relative_to(ROOT)}:{line_of(code, head.start())}: {head.group(1)}: "
                                f"{lines} lines, complexity {complexity}")
    if count == 0:
        problems.append("there are no functions")
    for problem in problems:
        print(problem)
    print(f"functions: {len(problems)} problems" if problems else
          f"functions: {count}, none over {LINES} lines or complexity {COMPLEXITY}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
