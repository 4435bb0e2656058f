#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that no function of the library but those of ALLOWED is longer than 60 lines or more complex than 10.

Complexity is 1 and one for each if, for, while, case, &&, || and ?. A line of ALLOWED that nobody needs fails too.
"""

import re
import sys

from ctext import ROOT, line_of, without_comments_and_texts

LINES = 60
COMPLEXITY = 10
# (file, function): reason
ALLOWED = {
    ("src/stream/remote/ipc_receive.c", "take_kind"): "one case for each kind of message",
    ("src/stream/remote/ipc_send.c", "take_step"): "one case for each step of setup",
    ("src/stream/protocol.c", "count_is_due"): "one case for each count of a row",
}
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
    used = set()
    for path in sorted((ROOT / "src").rglob("*.[ch]")):
        code = without_comments_and_texts(path.read_text(encoding="utf-8"))
        for head in HEAD.finditer(code):
            text = code[head.start():body_end(code, head.end() - 1)]
            lines = text.count("\n") + 1
            complexity = 1 + len(DECISION.findall(text))
            count += 1
            if lines <= LINES and complexity <= COMPLEXITY:
                continue
            if (str(path.relative_to(ROOT)), head.group(1)) in ALLOWED:
                used.add((str(path.relative_to(ROOT)), head.group(1)))
            else:
                problems.append(f"{path.relative_to(ROOT)}:{line_of(code, head.start())}: {head.group(1)}: "
                                f"{lines} lines, complexity {complexity}")
    problems += [f"{name}: {function} is within the limits" for name, function in sorted(set(ALLOWED) - used)]
    if count == 0:
        problems.append("there are no functions")
    for problem in problems:
        print(problem)
    print(f"functions: {len(problems)} problems" if problems else
          f"functions: {count}, none but {len(used)} over {LINES} lines or complexity {COMPLEXITY}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
