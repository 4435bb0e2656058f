# SPDX-License-Identifier: Apache-2.0
"""Folders below build/ for one run alone: the same as test/tools/lock.sh, for scripts in Python."""

import fcntl
import os
import sys
from pathlib import Path

_files = []


def hold(*folders):
    """Has the folders until the last process that this one starts ends; waits for who has one, and says so."""
    for folder in sorted({str(Path(folder).resolve()) for folder in folders}):
        held = [path for path in os.environ.get("RINGFENCE_HELD", "").split("\n") if path]
        if any(folder == path or folder.startswith(path + "/") for path in held):
            continue
        os.makedirs(os.path.dirname(folder), exist_ok=True)
        file = open(folder + ".lock", "a", encoding="utf-8")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print(f"Another run has {folder}; this one goes on when it has ended.", file=sys.stderr, flush=True)
            fcntl.flock(file, fcntl.LOCK_EX)
        os.set_inheritable(file.fileno(), True)
        _files.append(file)
        os.environ["RINGFENCE_HELD"] = "\n".join(held + [folder])
