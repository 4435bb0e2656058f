#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tries test/tools/check.py, and who calls it, on gates with seeded failures: a gate that fails in any way must make the run fail.

Usage: check_seeds.py             tries all
       check_seeds.py pool NAME FOLDER   runs the gates of one seed, with logs in the folder
       check_seeds.py long       runs a test that takes a minute, and says which process it is
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import check
from ctext import ROOT
from gates import Gate, tool

SLOW = "for i in 1 2 3 4 5; do sleep 0.1; echo $i; done"
# In the folder of the logs: when it began and ended.
MARKED = 'echo "+$0" >>"$LOGS/marks"; sleep 0.3; echo "-$0" >>"$LOGS/marks"; echo done'


def shell(name, script, **more):
    return Gate(name, ("sh", "-c", script, name), **more)


GOOD = shell("good", SLOW)
# A child that needs a while to end, below a shell that the signal ends first.
SLOW_CHILD = """sh -c 'trap "sleep 1; echo >$LOGS/ended; exit" TERM; echo $$ >"$LOGS/pid"; sleep 60 & wait'"""
# Gates; the status; what the output must have, as patterns.
SEEDS = {
    "all is well": ([GOOD, shell("other", "echo well")], 0, ["^RUN   good$", "^PASS  other .* well$", "^2 passed, 0 failed$"]),
    "fails beside another": ([GOOD, shell("bad", "echo reason; exit 3")], 1,
                             ["^FAIL  bad .* status 3;", r"^      \| reason$", "^PASS  good ", "^Failed: bad$", "^1 passed, 1 failed$"]),
    "fails first of many": ([shell("bad", "exit 1"), GOOD, shell("other", "echo well")], 1, ["^PASS  other ", "^2 passed, 1 failed$"]),
    "is killed": ([GOOD, shell("bad", "echo well; kill -KILL $$")], 1, ["^FAIL  bad .* signal 9;", "^1 passed, 1 failed$"]),
    "is killed with its lock": ([shell("bad", "echo well; kill -TERM $$", folders=("build/check_seeds",)), GOOD], 1, ["^FAIL  bad ", "^1 passed, 1 failed$"]),
    "fails and says nothing": ([GOOD, shell("bad", "exit 1")], 1, ["^FAIL  bad .* status 1;", "^1 passed, 1 failed$"]),
    "says nothing": ([GOOD, shell("bad", "exit 0")], 1, ["^FAIL  bad .* said nothing;", "^1 passed, 1 failed$"]),
    "cannot be started": ([GOOD, Gate("bad", ("test/tools/there_is_none",))], 1, ["^FAIL  bad ", "^1 passed, 1 failed$"]),
    "cannot be started with its lock": ([Gate("bad", ("test/tools/there_is_none",), ("build/check_seeds",))], 1, ["^FAIL  bad ", "^0 passed, 1 failed$"]),
    "its log goes": ([shell("bad", 'rm "$LOGS/bad.log"')], 1, ["^FAIL  bad .* log is gone;", "^0 passed, 1 failed$"]),
    "counts well and fails": ([shell("bad", "echo 'cases: 3 passed, 0 failed, 0 skipped'; exit 1", counts=True)], 1, ["^3 passed, 1 failed$"]),
    "counts a failure and ends well": ([shell("bad", "echo 'cases: 3 passed, 1 failed, 0 skipped'", counts=True)], 1, ["^4 passed, 1 failed$"]),
    "says which case failed": ([shell("bad", "printf '  FAIL one\\n    why\\n  ok   two\\ncases: 3 passed, 1 failed, 0 skipped\\n'; exit 1", counts=True), GOOD],
                               1, [r"^FAILED bad\n      \|   FAIL one\n      \|     why\nFailed: bad\n4 passed, 2 failed$"]),
    "counts nothing": ([shell("bad", "echo well", counts=True)], 1, ["^FAIL  bad .* counted no cases;", "^0 passed, 1 failed$"]),
    "only waits for a failure": ([shell("bad", "exit 1"), shell("next", "echo well", after=("bad",))], 1, ["^PASS  next ", "^1 passed, 1 failed$"]),
    "no gate": ([], 1, ["^0 passed, 0 failed$"]),
}
# Gates that mark when they begin and end; the most that may run at one time, and must.
SIDE_BY_SIDE = {
    "two at once": ([shell(name, MARKED) for name in "abcd"], 2),
    "one folder": ([shell(name, MARKED, folders=("build/check_seeds",)) for name in "abc"], 1),
    "readers of one folder": ([shell(name, MARKED, reads=("build/check_seeds",)) for name in "ab"], 2),
    "who writes where another reads": ([shell("a", MARKED, reads=("build/check_seeds",)), shell("b", MARKED, folders=("build/check_seeds",))], 1),
    "one after another": ([shell("a", MARKED, after=("b",)), shell("b", MARKED)], 1),
}


def tables():
    return {**{name: seed[0] for name, seed in SEEDS.items()}, **{name: seed[0] for name, seed in SIDE_BY_SIDE.items()},
            "is ended": [Gate("long", tool("check_seeds.py", "long"))], "has a slow child": [shell("slow", SLOW_CHILD)]}


def pool(name, folder):
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, check.stopped)
    with open(folder / "lock", "w", encoding="utf-8") as lock:
        return check.Pool(tables()[name], 2, folder, lock).run()


def begin(name, folder):
    return subprocess.Popen([sys.executable, __file__, "pool", name, str(folder)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def try_seed(name, folder):
    _, status, patterns = SEEDS[name]
    process = begin(name, folder)
    output = process.communicate(timeout=120)[0]
    missing = [pattern for pattern in patterns if not re.search(pattern, output, re.M)]
    return "" if process.returncode == status and not missing else f"status {process.returncode}, without {missing}:\n{output}"


def try_side_by_side(name, folder):
    wanted = SIDE_BY_SIDE[name][1]
    output = begin(name, folder).communicate(timeout=120)[0]
    now = most = 0
    for mark in (folder / "marks").read_text(encoding="utf-8").split():
        now += 1 if mark.startswith("+") else -1
        most = max(most, now)
    return "" if most == wanted and now == 0 else f"{most} at a time instead of {wanted}:\n{output}"


def end_run(name, folder):
    """Ends a run when its gate has written the number of a process: the status and the output."""
    process = begin(name, folder)
    for _ in range(300):
        if (folder / "pid").exists() and (folder / "pid").read_text(encoding="utf-8").strip():
            break
        time.sleep(0.1)
    process.terminate()
    output = process.communicate(timeout=120)[0]
    return process.returncode, output


def try_slow_child(folder):
    """What a gate has started has time to end."""
    status, output = end_run("has a slow child", folder)
    return "" if status and (folder / "ended").exists() else f"status {status}, the child did not end by itself: {output}"


def try_ended(folder):
    """Who ends the run ends its gates."""
    status, output = end_run("is ended", folder)
    if status == 0:
        return f"status 0: {output}"
    stat = Path("/proc", (folder / "pid").read_text(encoding="utf-8").strip(), "stat")
    for _ in range(100):
        # Nobody may have asked what became of it: it is there, and ended.
        try:
            if " Z " in stat.read_text(encoding="utf-8"):
                return ""
        except OSError:
            return ""
        time.sleep(0.1)
    return f"the test goes on: {output}"


def long():
    """A gate whose program has a session of its own."""
    path = Path(os.environ["LOGS"]) / "program"
    script(path, f'echo $$ >"{path.parent}/pid"; sleep 60')
    return subprocess.run(["test/tools/cases.py", str(path)], cwd=ROOT, check=False).returncode


def script(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n" + text + "\n", encoding="utf-8")
    path.chmod(0o755)


def try_make(folder):
    """A run that fails makes 'make check' and 'make test' fail."""
    shutil.copy(ROOT / "Makefile", folder)
    shutil.copytree(ROOT / "mk", folder / "mk")
    script(folder / "test/tools/deps.sh", "exit 0")
    wrong = []
    for status in (0, 1, 137):
        script(folder / "test/tools/test.sh", f"exit {status}")
        for target in ("check", "test"):
            found = subprocess.run(["make", "-s", target], cwd=folder, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
            wrong += [] if (found == 0) == (status == 0) else [f"make {target} ends with {found} where the gates end with {status}"]
    return "\n".join(wrong)


def try_ci(folder):
    """A step that fails makes .ci/run fail, whatever it counts."""
    shutil.copytree(ROOT / ".ci", folder / ".ci")
    (folder / "test/tools").mkdir(parents=True)
    shutil.copy(ROOT / "test/tools/lock.sh", folder / "test/tools")
    steps = re.findall(r"^ *(?:\w+=.* )?step (\S+)", (ROOT / ".ci/run").read_text(encoding="utf-8"), re.M)
    environment = {name: value for name, value in os.environ.items() if name != "RINGFENCE_HELD"}
    environment["PATH"] = f"{folder / 'bin'}:{environment['PATH']}"
    wrong = [] if steps else ["there are no steps"]
    for bad in [None, *sorted(set(steps))]:
        script(folder / "bin/make", f'[ "$2" = "{bad}" ] && kill -KILL $$; echo "5 passed, 0 failed"')
        result = subprocess.run(["bash", ".ci/run"], cwd=folder, env=environment, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        last = result.stdout.splitlines()[-1]
        if (result.returncode == 0) != (bad is None) or last.endswith(" 0 failed") != (bad is None):
            wrong.append(f".ci/run ends with {result.returncode} and '{last}' where make {bad} is killed")
    return "\n".join(wrong)


def main():
    if len(sys.argv) == 4 and sys.argv[1] == "pool":
        return pool(sys.argv[2], Path(sys.argv[3]))
    if sys.argv[1:] == ["long"]:
        return long()
    tries = [(name, lambda folder, name=name: try_seed(name, folder)) for name in SEEDS]
    tries += [(name, lambda folder, name=name: try_side_by_side(name, folder)) for name in SIDE_BY_SIDE]
    tries += [("is ended", try_ended), ("has a slow child", try_slow_child), ("make", try_make), (".ci/run", try_ci)]
    good = 0
    for name, one in tries:
        with tempfile.TemporaryDirectory() as folder:
            wrong = one(Path(folder))
        good += not wrong
        if wrong:
            print(f"{name}: {wrong}")
    print(f"check_seeds: {good} of {len(tries)} runs end as they should")
    return 0 if good == len(tries) else 1


if __name__ == "__main__":
    sys.exit(main())
