#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks what the library calls and what it shows.

Usage: symbols.py [--cuda] BUILD

- An object may use what its own room defines, what the rooms it may depend on define, and the names that
  symbols.allow gives to its room.
- Archive and shared library show the functions that inc/ declares, all of them and nothing else. Those of ringfence_kit.h are
  shown by libringfence_kit.a alone, whose source may use public functions alone.
- With --cuda the same for src/cuda and its libraries: besides its own names it may use public functions of the
  library and those of its inside that begin with ringfence_, which archive and shared library show; sources named
  src/cuda/shim/wrap_*.c may define __wrap_NAME and use __real_NAME of CUDA's functions. The preload library shows the names of
  src/cuda/shim/names.h, the ways to ask for functions (ASKED), and ringfence_NAME for what ringfence_cuda_names.o has.
"""

import re
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

from ctext import ROOT, declared_cuda_functions, declared_dla_functions, declared_functions, declared_media_functions, without_comments

# The arrows of the design: what a room may use besides itself.
MAY_USE = {"core": ["port"], "attr": ["core", "port"], "sync": ["attr", "core", "port"], "buf": ["attr", "core", "port"],
           "engine": ["sync", "buf", "attr", "core", "port"], "ipc": ["core", "port"],
           "share": ["ipc", "sync", "buf", "attr", "core", "port"], "stream": ["share", "ipc", "core", "port"], "port": [], "free": ["share"], "kit": [],
           "beside": [], "worker": [], "gpu": [], "dla": ["beside", "worker", "gpu"], "blit": ["gpu"],
           "media": ["beside", "blit", "worker"]}
# Rooms that may use all that the library's headers declare besides: kit, which stands outside, and streams, which are built on it.
USE_PUBLIC = {"kit", "stream", "worker", "dla", "media"}
# Rooms of libringfence_dla and libringfence_2d: like src/cuda they may use what core and port show for libraries beside this one.
OF_ENGINES = {"beside", "worker", "gpu", "dla", "blit", "media"}
# Rooms that are compiled where zimg and libyuv are there.
OF_2D = {"blit", "media"}
OF_KIT = "ringfence_kit.h"
# The parts of src/cuda, in the same way; '.' is what the build generates.
PARTS_OF_CUDA = {"driver": ["."], "sync": ["driver", "."], "memory": ["sync", "driver"], "api": ["memory", "sync", "driver"],
                 "shim": [], ".": []}
OF_THE_LINKER = {"_GLOBAL_OFFSET_TABLE_"}
# How a program gets functions of CUDA's driver other than by their names.
ASKED = {"cuGetProcAddress", "cuGetProcAddress_v2", "dlopen"}
# Objects whose source is generated.
GENERATED = {"graph_image.o", "hybrid_image.o", "blit_image.o"}
OF_THE_STARTUP = {"_ITM_deregisterTMCloneTable", "_ITM_registerTMCloneTable", "__cxa_finalize",
                  "__gmon_start__"}


# What oneDNN calls for memory, before all others: src/dla/onednn/heap.c.
HEAP_OF_NETWORKS = {"malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign", "free", "_Znwm", "_ZnwmRKSt9nothrow_t", "_ZdlPv"}


@lru_cache(maxsize=None)
def of_library():
    """Names of the functions that the headers declare for the library itself."""
    return {name for name, header in declared_functions().items() if header != OF_KIT}


KNOWN = {}


def look_at(paths, *options):
    """One call of nm for many files: what nm() gives for each of them from then on."""
    if not paths:
        return
    for path in paths:
        KNOWN[path, options] = []
    by_name = {str(path): KNOWN[path, options] for path in paths}
    output = subprocess.run(["nm", "-A", *options, *by_name], check=True, stdout=subprocess.PIPE, text=True)
    for line in output.stdout.splitlines():
        words = line.split()
        if len(words) >= 2 and len(words[-2]) == 1:
            by_name[line.partition(":")[0]].append((words[-2], words[-1].split("@")[0]))


def nm(path, *options):
    """Pairs (kind, name)."""
    if (path, options) not in KNOWN:
        look_at([path], *options)
    return KNOWN[path, options]


def undefined(path, *options):
    return {name for kind, name in nm(path, *options) if kind in "Uw"}


def defined(path, *options):
    return {name for kind, name in nm(path, *options) if kind not in "Uw"}


def read_allowed():
    allowed = {}
    for line in (Path(__file__).parent / "symbols.allow").read_text().splitlines():
        if line and not line.startswith("#"):
            room, _, names = line.partition(":")
            allowed.setdefault(room, set()).update(names.split())
    return allowed


def objects_of(folder, pattern="**/*.o"):
    """The objects of sources that there are; those of sources that went are left over."""
    return [path for path in sorted(folder.glob(pattern))
            if path.name in GENERATED | {"builtin.o"} or (ROOT / "src" / path.relative_to(folder).with_suffix(".c")).exists()]


def check_rooms(objects, problems):
    allowed = read_allowed()
    for options in ((), ("-g",)):
        look_at(objects_of(objects), *options)
    provided = {}
    for room in MAY_USE:
        files = objects_of(objects, f"{room}/**/*.o")
        provided[room] = set().union(*(defined(path, "-g") for path in files))
    count = 0
    for path in objects_of(objects):
        inside = path.relative_to(objects)
        room = inside.parts[0]
        if room not in MAY_USE:
            problems.append(f"{inside}: no room of this name is known")
            continue
        may = set(allowed.get(str(inside.parent), set())) | OF_THE_LINKER
        for other in [room] + MAY_USE[room]:
            may |= provided[other]
        may |= of_library() if room in USE_PUBLIC else set()
        may |= shared_functions() if room in OF_ENGINES else set()
        for name in sorted(undefined(path) - may):
            problems.append(f"src/{inside.with_suffix('.c')}: may not use {name}")
        count += 1
    every = set().union(*allowed.values())
    return count, every


def has_2d(objects):
    """Whether the 2D engine was built: zimg and libyuv were there."""
    return any((objects / "media").glob("*.o"))


@lru_cache(maxsize=None)
def shared_functions():
    """What the headers of core and port declare for src/cuda too."""
    headers = sorted(path for room in ("core", "port") for path in (ROOT / "src" / room).glob("*.h"))
    return {name for path in headers for name in re.findall(r"\b(ringfence_\w+)\(", without_comments(path.read_text(encoding="utf-8")))}


def check_shown(build, every, problems):
    of_lib = of_library() | shared_functions()
    of_kit = set(declared_functions()) - of_library()
    of_dla = set(declared_dla_functions())
    of_2d = set(declared_media_functions()) if has_2d(build / "obj" / "src") else set()
    for name, options, declared in (("libringfence.a", ["-g"], of_lib), ("libringfence.so", ["-D"], of_lib),
                                    ("libringfence_kit.a", ["-g"], of_kit),
                                    ("libringfence_dla.a", ["-g"], of_dla), ("libringfence_dla.so", ["-D"], of_dla),
                                    ("libringfence_2d.a", ["-g"], of_2d), ("libringfence_2d.so", ["-D"], of_2d)):
        library = build / "lib" / name
        if declared is of_2d and not of_2d:
            continue
        if not library.exists():
            problems.append(f"{name}: was not built")
            continue
        shown = defined(library, *options)
        for symbol in sorted(shown - declared):
            problems.append(f"{name}: shows {symbol}, which no header declares for it")
        for symbol in sorted(declared - shown):
            problems.append(f"{name}: lacks {symbol}, which a header declares")
        for symbol in sorted(undefined(library, *options) - every - OF_THE_LINKER - OF_THE_STARTUP - (set() if declared is of_lib else of_lib)):
            problems.append(f"{name}: uses {symbol}")
    network = build / "lib" / "libringfence_dla_network.so.0"
    if network.exists():
        for symbol in sorted(defined(network, "-D")):
            if not symbol.startswith("ringfence_network_") and symbol not in HEAP_OF_NETWORKS:
                problems.append(f"{network.name}: shows {symbol}, which is none of src/dla/network/network.h")
    return len(of_lib | of_kit | of_dla | of_2d)


def check_cuda(build, problems):
    rooms = read_allowed()
    declared = set(declared_cuda_functions())
    public = of_library()
    objects = build / "obj-cuda" / "src"
    paths = sorted([*(objects / "cuda").rglob("*.o"), *(objects / "port" / "preload").glob("*.o")])
    for options in ((), ("-g",)):
        look_at(paths, *options)
    provided = {part: set().union(*(defined(path, "-g") for path in (objects / "cuda" / part).glob("*.o")))
                for part in PARTS_OF_CUDA}
    preload = set().union(*(defined(path, "-g") for path in (objects / "port" / "preload").glob("*.o")))
    beside = set().union(*(defined(path, "-g") for room in ("beside", "gpu") for path in (build / "obj" / "src" / room).glob("*.o")))
    for path in paths:
        room = str(path.parent.relative_to(objects))
        is_wrapper = room == "cuda/shim" and path.name.startswith("wrap_")
        of_cuda = r"__real_cu\w+" if is_wrapper else r"ringfence_(cu\w+|dlopen)" if path.name == "linked.o" else r"(?!)"
        allowed = rooms.get(room, set())
        part = room.partition("/")[2] or "."
        own = provided.get(part, set()) | preload
        own = own.union(*(provided[other] for other in PARTS_OF_CUDA.get(part, [])))
        own |= declared if part == "shim" else beside
        for name in sorted(undefined(path) - own - public - shared_functions() - allowed - OF_THE_LINKER):
            if not re.fullmatch(of_cuda, name):
                problems.append(f"src/{room}/{path.stem}.c: may not use {name}")
        for name in sorted(name for name in defined(path, "-g") if re.match(r"cu(?!da_|_)|__wrap_", name)):
            if not (is_wrapper and name.startswith("__wrap_cu")):
                problems.append(f"src/{room}/{path.stem}.c: may not define {name}")
    if paths:
        for name, options in (("libringfence_cuda.a", ["-g"]), ("libringfence_cuda.so", ["-D"])):
            shown = defined(build / "lib" / name, *options)
            for symbol in sorted(shown ^ declared):
                problems.append(f"{name}: {symbol} is {'shown' if symbol in shown else 'declared'} alone")
        wrapped = set((build / "gen" / "cuda_names.txt").read_text(encoding="utf-8").split())
        wrappers = {name[len("__wrap_"):] for path in paths for name in defined(path, "-g") if name.startswith("__wrap_")}
        linked = wrapped | ASKED
        leads_to = {f"ringfence_{name}" for name in linked}
        shown = defined(build / "lib" / "libringfence_cuda_preload.so", "-D")
        for symbol in sorted(shown ^ (wrapped | leads_to | ASKED) | (wrapped ^ wrappers)):
            problems.append(f"libringfence_cuda_preload.so: {symbol} is not in all of src/cuda/shim/names.h, the wrappers and the library")
        names = build / "lib" / "ringfence_cuda_names.o"
        for symbol in sorted(defined(names, "-g") ^ linked | (undefined(names) - OF_THE_LINKER) ^ leads_to):
            problems.append(f"ringfence_cuda_names.o: {symbol} is too much, or is missing")
    for name in sorted(shared_functions() - set().union(*(undefined(path) for path in paths),
                                                           *(undefined(path) for room in OF_ENGINES
                                                             for path in (build / "obj" / "src" / room).rglob("*.o")))):
        problems.append(f"src/cuda and the engines: nothing uses {name}")
    return len(paths), len(declared)


def main_cuda(build):
    """src/cuda may be empty; a header without a source is caught by the libraries."""
    problems = []
    sources = sum(len(list((ROOT / "src" / room).rglob("*.c"))) for room in ("cuda", "port/preload")) + 1
    count, functions = check_cuda(build, problems)
    if count != sources:
        problems.append(f"{count} objects of {sources} sources in src/cuda and src/port/preload")
    for problem in problems:
        print(problem)
    print(f"symbols: {len(problems)} problems" if problems else
          f"symbols: {count} objects, {functions} functions for CUDA")
    return 1 if problems else 0


def main():
    if sys.argv[1] == "--cuda":
        return main_cuda(Path(sys.argv[2]).resolve())
    build = Path(sys.argv[1]).resolve()
    problems = []
    count, every = check_rooms(build / "obj" / "src", problems)
    functions = check_shown(build, every, problems)
    if count == 0 or functions == 0:
        problems.append(f"{build.relative_to(ROOT)}: nothing to check")
    for problem in problems:
        print(problem)
    print(f"symbols: {len(problems)} problems" if problems else
          f"symbols: {count} objects, {functions} public functions")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
