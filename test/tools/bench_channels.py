#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs test/bench/channels.c, with iceoryx's daemon where there is one.

Usage: bench_channels.py BUILD USR LIB [--quick]
USR is where other libraries are installed or were unpacked (/usr), LIB their folder.
"""

import os
import subprocess
import sys
from pathlib import Path

import bench
from ctext import ROOT

# Chunks for the messages, with what iceoryx keeps in front of each.
ROUDI = "[general]\nversion = 1\n\n[[segment]]\n\n" + "".join(
    f"[[segment.mempool]]\nsize = {size}\ncount = 256\n\n" for size in (128, 512, 2048, 8192, 32768))


def main():
    build, usr, lib = (Path(word) for word in sys.argv[1:4])
    folder = ROOT / build / "bench"
    bench.ROUDI = ROUDI
    roudi = bench.Roudi(usr, lib, folder)
    environment = {**os.environ, "LD_LIBRARY_PATH": str(lib), "RINGFENCE_NVSCIIPC_CFG": str(ROOT / "cfg" / "nvsciipc.cfg"),
                   "RINGFENCE_NVSCIIPC_SPACE": f"channels{os.getpid() % 100000}"}
    if not roudi.why:
        environment["RINGFENCE_BENCH_ROUDI"] = "1"
    try:
        words = ["quick"] if "--quick" in sys.argv else []
        status = subprocess.run([folder / "channels", *words], env=environment, check=False,
                                preexec_fn=bench.ends_with_parent).returncode
    finally:
        roudi.end()
    if roudi.why:
        print(f"\niceoryx is left out: {roudi.why}")
    return status


if __name__ == "__main__":
    sys.exit(main())
