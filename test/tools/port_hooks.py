#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sees 'make port-test' pass with hooks that are right, and fail with each one of them broken.

Usage: port_hooks.py host BUILD | cortex-m3 | cortex-m4

host: test/port/hooks_host.c, whose interrupts are signals, with the library in BUILD. cortex-m3, cortex-m4:
docs/examples/port/hooks.c, hooks_basepri.c and hooks_wfe.c, under QEMU, whose WFE does not sleep; broken ones on the Cortex-M4 alone.

A broken copy must fail in the check that its row names; '' is one that does not end. The last line is
'port_hooks: N passed, N failed'. For a Cortex-M, make builds and runs the hooks that are right, and the first ones that do
not end; the others are built with the command that it used, and of the other sources with their objects.
"""

import os
import re
import shlex
import signal
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

import lock
from ctext import ROOT

Break = namedtuple("Break", "what before after check")
HANDLERS = "handlers know what they are"
HELD = "a section holds handlers back"
NESTED = "the end of an inner section admits none"
PENDING = "a pending interrupt ends rest"
WITHIN = "rest returns within its section"

NEVER = Break("InInterrupt is always false", "return number != 0U;", "return (number - number) != 0U;", HANDLERS)
ALWAYS = Break("InInterrupt is always true", "return number != 0U;", "return (number - number) == 0U;", HANDLERS)
HANGS = Break("Idle does not end", "wfi", "b .", "")
PRIMASK = (
    Break("EnterCritical masks nothing", "\\n\\tcpsid i\" :", "\" :", HELD),
    Break("LeaveCritical always admits", '"msr primask, %0" : : "r"(state)', '"cpsie i" : : "r"(state)', NESTED),
    Break("LeaveCritical never admits", '"msr primask, %0" : : "r"(state)', '"cpsid i" : : "r"(state)', "ticks come"),
    NEVER, ALWAYS,
    Break("Idle admits interrupts before it rests", "dsb\\n\\twfi", "cpsie i\\n\\tdsb\\n\\twfi\\n\\tcpsid i", PENDING),
    Break("Idle returns with interrupts admitted", "dsb\\n\\twfi", "dsb\\n\\twfi\\n\\tcpsie i", WITHIN),
    HANGS,
)
WFE = (
    *(row for row in PRIMASK if "Idle" not in row.what),
    Break("Idle returns with interrupts admitted", "dsb\\n\\twfe", "dsb\\n\\twfe\\n\\tcpsie i", WITHIN),
    Break("Idle does not end", "dsb\\n\\twfe", "dsb\\n\\tb .", ""),
)
BASEPRI = (
    Break("EnterCritical masks nothing", "\\n\\tmsr basepri_max, %1\\n\\tdsb", "\\n\\tdsb", HELD),
    Break("EnterCritical does not mask the handler", "#define SECTION_PRIORITY 0x40U", "#define SECTION_PRIORITY 0xC0U", HELD),
    Break("LeaveCritical always admits", '"msr basepri, %0" : : "r"(state)', '"msr basepri, %0" : : "r"(state & 0U)', NESTED),
    NEVER, ALWAYS,
    Break("Idle admits interrupts before it rests", "\\n\\tcpsid i\" :", "\" :", PENDING),
    Break("Idle returns with interrupts admitted", '"msr basepri, %0\\n\\tisb\\n\\tmsr primask, %1"', '"mov %0, %0\\n\\tmsr primask, %1"', WITHIN),
    HANGS,
)
HOST = (
    Break("EnterCritical masks nothing", "pthread_sigmask(SIG_BLOCK, &all, &before)", "pthread_sigmask(SIG_BLOCK, NULL, &before)", HELD),
    Break("LeaveCritical always admits", "    g_depth = state;\n", "    g_depth = state;\n    (void)pthread_sigmask(SIG_SETMASK, &g_mask, NULL);\n",
          NESTED),
    Break("InInterrupt is always false", "return g_in_interrupt != 0;", "return false;", HANDLERS),
    Break("InInterrupt is always true", "return g_in_interrupt != 0;", "return true;", HANDLERS),
    Break("Idle returns with interrupts admitted", "        (void)RingfenceHookEnterCritical();\n    }\n",
          "        (void)RingfenceHookEnterCritical();\n        (void)pthread_sigmask(SIG_SETMASK, &g_mask, NULL);\n    }\n", WITHIN),
)
BOARD = ("boards/cortex_m.c", "boards/cortex_m.h", "boards/mps2.ld", "boards/semihosting.h", "common/image.h", "common/stack.c",
         "libc/string.c", "libc/string.h")
# Seconds of a run with hooks that are right, which take less than one of the processor's on a machine that is not busy.
LIMIT = 60
# Of the processor's, of one with broken ones; and where make is told that it does not end.
BROKEN_LIMIT = 3


def port_test(folder, arguments):
    # What broken hooks fail is no evidence about the library.
    environment = {name: value for name, value in os.environ.items() if name != "EVIDENCE_DIR"}
    return subprocess.run(["make", "--no-print-directory", "port-test", f"PORT={folder.relative_to(ROOT)}"] + arguments, cwd=ROOT,
                          env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)


def saw(result, check):
    """Whether the run failed, and in that check."""
    line = rf"^port: failed {check}$|port: {check}: failed" if check else "the check behind the last line did not end"
    return (result.returncode != 0) and bool(re.search(line, result.stdout, re.M))


def broken_by_make(folder, arguments):
    """What runs a broken copy, by its file: port-test again."""
    def run(path, text, limit=None):
        (folder / path.name).write_text(text, encoding="utf-8")
        return port_test(folder, arguments + ([f"PORT_LIMIT={limit}"] if limit else []))
    return run


def broken_by_itself(output, path, folder, machine):
    """The same with the command by which make linked the image, and objects of the sources that nobody breaks."""
    command = shlex.split(re.search(r"^arm-none-eabi-gcc .* -o \S+/port\.elf .*$", output.replace("\\\n", " "), re.M).group(0))
    image = command[command.index("-o") + 1]
    options = [word for word in command if not re.search(r"\.[cSa]$|^-lgcc$", word)]
    options = options[:options.index("-o")] + options[options.index("-o") + 2:]
    for i, word in enumerate(command):
        if re.search(r"\.[cS]$", word) and (Path(word).name != path.name):
            command[i] = str(folder / (Path(word).name + ".o"))
            subprocess.run(options + ["-c", "-o", command[i], word], cwd=ROOT, check=True)

    def run(path, text, _=None):
        (folder / path.name).write_text(text, encoding="utf-8")
        result = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if result.returncode == 0:
            result = subprocess.run(["timeout", str(LIMIT), "prlimit", f"--cpu={BROKEN_LIMIT}", "--core=0", *machine, image], cwd=ROOT, text=True,
                                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            # The status of timeout, whose own end is 124; SIGXCPU ends what it ran.
            if result.returncode in (124, -signal.SIGXCPU, 128 + signal.SIGXCPU, -signal.SIGKILL):
                result.stdout += f"port-test: the check behind the last line did not end in {BROKEN_LIMIT} s\n"
        return result
    return run


def try_hooks(path, folder, arguments, breaks, machine=None):
    """Lines about what was not as it must be, and how many runs were."""
    text = path.read_text(encoding="utf-8")
    problems = []
    result = port_test(folder, arguments)
    good = 1 if result.returncode == 0 else 0
    if (not good) or ("left out" in result.stdout):
        problems.append(f"{path.name}: port-test does not pass\n{result.stdout[-2000:]}")
        return good, problems
    by_make = broken_by_make(folder, arguments)
    by_itself = broken_by_itself(result.stdout, path, folder, machine) if machine and breaks else by_make
    for broken in breaks:
        if text.count(broken.before) != 1:
            problems.append(f"{path.name}: {broken.what}: its text stands there {text.count(broken.before)} times")
            continue
        run = by_make if (broken is breaks[-1]) and (breaks is PRIMASK) else by_itself
        result = run(path, text.replace(broken.before, broken.after), BROKEN_LIMIT if machine else None)
        if saw(result, broken.check):
            good += 1
        else:
            problems.append(f"{path.name}: {broken.what}: not seen by '{broken.check}'\n{result.stdout[-2000:]}")
    return good, problems


def copy_to(folder, *paths):
    folder.mkdir(parents=True, exist_ok=True)
    for path in paths:
        (folder / path.name).write_bytes(path.read_bytes())


def host(build):
    path = ROOT / "test/port/hooks_host.c"
    folder = ROOT / build / "broken-hooks"
    copy_to(folder, path, path.with_suffix(".h"))
    return try_hooks(path, folder, [f"BUILD={build}", "CC=gcc"], HOST)


def cortex_m(core, machine, has_breaks):
    good, problems = 0, []
    build = ROOT / f"build/firmware/{core}-hooks"
    lock.hold(build)
    run = ["qemu-system-arm", "-M", machine, "-nographic", "-semihosting-config", "enable=on,target=native",
           "-icount", "shift=0,sleep=off", "-kernel"]
    arguments = [f"BUILD={build.relative_to(ROOT)}", "CC=arm-none-eabi-gcc", "AR=arm-none-eabi-ar", f"ARCH=-mcpu={core} -mthumb",
                 "PROFILE=docs/examples/firmware/camera_cfg.h", "CFG=-DRINGFENCE_CFG_ATOMICS=1U -DRINGFENCE_CFG_INTERRUPTS=1U",
                 "UNIT=1", "V=1", f"PORT_LIMIT={LIMIT}", f"RUN={' '.join(run)}"]
    for name, breaks in (("hooks.c", PRIMASK), ("hooks_basepri.c", BASEPRI), ("hooks_wfe.c", WFE)):
        folder = build / name.removesuffix(".c")
        path = ROOT / "docs/examples/port" / name
        copy_to(folder, path, *(ROOT / "test/firmware" / part for part in BOARD))
        more, wrong = try_hooks(path, folder, arguments, breaks if has_breaks else (), run)
        good, problems = good + more, problems + wrong
    return good, problems


def check(what, *arguments):
    """Number of runs that were as they must be, and lines about the others."""
    if what == "cortex-m3":
        return cortex_m("cortex-m3", "mps2-an385", False)
    if what == "cortex-m4":
        return cortex_m("cortex-m4", "mps2-an386", True)
    return host(*arguments)


def main():
    good, problems = check(*sys.argv[1:])
    for problem in problems:
        print(problem)
    print(f"port_hooks: {good} passed, {len(problems)} failed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
