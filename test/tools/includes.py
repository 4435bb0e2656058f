#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that includes follow the arrows: share -> ipc, sync, buf -> attr -> core -> port, engine -> sync, buf; stream/remote, stream/chip -> stream -> core; OS headers in src/port/ alone, but dlfcn.h in src/cuda.

src/cuda/ stands beside the library: it includes public headers, those of src/gpu/, core and src/port/, and CUDA's through src/cuda/cuda_api.h.
Its parts have arrows of their own: api -> memory -> sync -> driver; shim includes nothing of the other parts.
src/worker/, src/gpu/, src/dla/, src/blit/ and src/media/ stand beside the library too: dla -> worker -> core, dla -> gpu -> port, media -> blit,
worker, and public headers. src/blit/*.c include zimg and libyuv; what stands there includes nothing of the library but
the configuration, src/port and core/assert.h. The rows of the tables of functions, pools and faults (api.def, pools.def, faults.def) are
included by src/core/tables.h alone. Programs for boards that have
CUDA, src/dla/tools/*.c, include public headers and those of the C library.
"""

import re
import sys

from ctext import ROOT, line_of, without_comments

PORTABLE = {"float.h", "limits.h", "stdalign.h", "stdbool.h", "stddef.h", "stdint.h", "string.h"}
ATOMIC = {"stdatomic.h"}
# What programs rely on getting through a public header.
PUBLIC_EXTRA = {"stdlib.h"}
# The structure of time.
OF_NVMEDIA = ROOT / "inc" / "ringfence_nvmedia.h"
ROOMS = {"core": {"core", "port"}, "attr": {"attr", "core", "port"}, "sync": {"sync", "attr", "core", "port"}, "buf": {"buf", "attr", "core", "port"},
         "engine": {"sync", "buf", "attr", "core", "port"}, "ipc": {"ipc", "core", "port"},
         "share": {"share", "ipc", "sync", "buf", "attr", "core", "port"}, "stream": {"stream", "share", "ipc", "sync", "buf", "core", "port"},
         "port": {"port"}, "free": {"free"}, "kit": {"kit"},
         "beside": {"beside", "core", "port"}, "cuda": {"cuda", "gpu", "beside", "core", "port"}, "worker": {"worker", "core", "port"},
         "gpu": {"gpu", "port"},
         "dla": {"dla", "gpu", "worker", "beside", "core", "port"},
         "blit": {"blit", "port"}, "media": {"media", "blit", "worker", "beside", "core", "port"}}
# Blits on a GPU.
OF_BLIT_CUDA = {"blit", "gpu", "port"}
# What these may include of core besides.
ASSERTIONS = "core/assert.h"
ASSERT_ALONE = {"blit", "gpu"}
# What draws on the CPU, and which sources use it.
DRAWING = {"zimg.h", "libyuv/planar_functions.h", "libyuv/rotate.h", "math.h"}
OF_DRAWING = ROOT / "src" / "blit"
# Sources of the second generation of NvMedia have its headers by their folder.
NVMEDIA_6 = "nvmedia6/"
# Parts of src/stream that the rest does not know: it has src/stream/remote.h.
FAR = ("remote", "chip")
# What the parts of src/cuda may include of each other.
PARTS_OF_CUDA = {"driver": {"driver"}, "sync": {"sync", "driver"}, "memory": {"memory", "sync", "driver"},
                 "api": {"memory", "sync", "driver"}, "shim": {"shim"}}
CUDA = {"cuda.h", "cuda_runtime_api.h"}
INCLUDES_CUDA = {ROOT / "inc" / "ringfence_cuda.h", ROOT / "src" / "cuda" / "cuda_api.h"}
# What looks for CUDA's driver, and programs for boards.
OF_GPU = ROOT / "src" / "gpu"
# What looks for the library of networks, and what that library is made of: oneDNN's header.
OF_NETWORK = ROOT / "src" / "dla" / "network"
OF_ONEDNN = ROOT / "src" / "dla" / "onednn"
OF_PROGRAMS = ROOT / "src" / "dla" / "tools"
# What puts the rows of all owners together.
TABLES = ROOT / "src" / "core" / "tables.h"
ROWS = ("api.def", "pools.def", "faults.def")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+(?:"([^"]+)"|<([^>]+)>|(\w+))', re.M)


def part_fits(path, name):
    """An include within src/cuda: one of the same part, or along the arrows of the parts."""
    part, other = path.parent.name, name.split("/")[1:-1]
    return not other or other[0] in PARTS_OF_CUDA.get(part, ())


def own_header_fits(path, folder, room, name):
    """A quoted include: a public header, the configuration, or 'room/file.h' along the arrows."""
    if name.rpartition("/")[2] in ROWS:
        fits = path == TABLES and (ROOT / "src" / name).exists()
    elif room == "stream" and name.startswith(tuple(f"stream/{part}/" for part in FAR)):
        fits = (ROOT / "src" / name).exists() and path.parent.name in FAR
    elif room == "cuda" and name.startswith("cuda/"):
        fits = (ROOT / "src" / name).exists() and part_fits(path, name)
    elif "/" in name:
        others = OF_BLIT_CUDA if path.parent == OF_DRAWING / "cuda" else ROOMS.get(room, ())
        fits = folder == "src" and name.partition("/")[0] in others and (ROOT / "src" / name).exists()
        fits = fits or (folder == "src" and room == "media" and name.startswith(NVMEDIA_6) and (ROOT / "inc" / name).exists())
        # A header of the first generation leads a program of the second one to the header of that name.
        fits = fits or (path.parent == ROOT / "inc" and name == NVMEDIA_6 + path.name and (ROOT / "inc" / name).exists())
        fits = fits or (folder == "src" and room in ASSERT_ALONE and name == ASSERTIONS)
        # A profile that goes on from another one.
        fits = fits or (folder == "cfg" and room == "profiles" and (ROOT / "cfg" / name).exists())
    elif (ROOT / "inc" / name).exists() and path.parent != OF_DRAWING:
        fits = folder == "inc" or (folder == "src" and (name == "ringfence_port.h") == (room == "port"))
    else:
        fits = folder == "src" and name == "ringfence_cfg.h"
    return fits


def system_header_fits(path, folder, room, name):
    if name in PORTABLE:
        fits = True
    elif name in ATOMIC:
        fits = path == ROOT / "src" / "port" / "atomic.h"
    elif name in CUDA:
        fits = path in INCLUDES_CUDA
    elif name == "dnnl.h":
        fits = path.parent == OF_ONEDNN
    elif name in DRAWING:
        fits = path.parent == OF_DRAWING
    elif folder == "inc":
        fits = name in PUBLIC_EXTRA or (path == OF_NVMEDIA and name == "time.h")
    else:
        fits = folder == "src" and ((room == "port" and path.parent.name != "port") or
                                  (room == "cuda" and name == "dlfcn.h") or path.parent in (OF_GPU, OF_NETWORK, OF_ONEDNN, OF_PROGRAMS)
                                  and (path.parent == OF_PROGRAMS or name in ("dlfcn.h", "sys/mman.h")))
    return fits


def main():
    problems = []
    count = 0
    for path in sorted(path for folder in ("inc", "src", "cfg") for kind in ("*.[ch]", "*.def") for path in (ROOT / folder).rglob(kind)):
        parts = path.relative_to(ROOT).parts
        folder, room = parts[0], parts[1]
        text = without_comments(path.read_text(encoding="utf-8"))
        for match in INCLUDE.finditer(text):
            quoted, angled, macro = match.groups()
            count += 1
            if quoted is not None:
                fits = own_header_fits(path, folder, room, quoted)
            elif angled is not None:
                fits = system_header_fits(path, folder, room, angled)
            else:
                fits = folder == "cfg" and macro == "RINGFENCE_CFG_PROFILE"
            if not fits:
                problems.append(f"{path.relative_to(ROOT)}:{line_of(text, match.start())}: "
                                f"may not include {quoted or angled or macro}")
    if count == 0:
        problems.append("there are no includes to check")
    for problem in problems:
        print(problem)
    print(f"includes: {len(problems)} problems" if problems else f"includes: {count} follow the arrows")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
