#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that no source outside src/port and cfg is compiled in one way or another.

What differs between targets is a file of src/port, a choice of files in the Makefile, or a value of cfg/ringfence_cfg.h in a
constant expression. In inc/ and in src/ but for src/port/ only these directives of #if, #ifdef and #ifndef stand:

- the include guard of a header, the first directive, which defines what it asks for
- what C++ needs of a header, `#ifdef __cplusplus`
- those of ALLOWED, each with its reason; without a condition the whole file is meant

A line of ALLOWED that fits nothing fails too. Prints what is wrong, and as its last line how many there are.
"""

import re
import sys

from ctext import ROOT, line_of, without_comments

CONDITION = re.compile(r"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif)\b[ \t]*(.*?)[ \t]*$", re.M)
DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(\w+)[ \t]*(\w*)", re.M)
HOSTED = "defined(__STDC_HOSTED__) && (__STDC_HOSTED__ == 1)"

# (file, condition): reason
ALLOWED = {
    ("inc/nvscibuf.h", HOSTED): "programs get <stdlib.h> and <string.h> with the header where there is a C library",
    ("inc/nvscisync.h", HOSTED): "programs get <stdlib.h> and <string.h> with the header where there is a C library",
    ("inc/nvscibuf.h", "defined(__cplusplus) && (__cplusplus >= 201103L)"): "C++98 has no static_assert",
    ("inc/nvscibuf.h", "defined(__STDC_VERSION__) && (__STDC_VERSION__ >= 201112L)"): "C90 and C99 have no _Static_assert",
    ("src/dla/arithmetic.h", "DLA_SHARED"): "nvcc compiles the functions for the GPU too, and wants a word for that",
    ("src/dla/gpu/behaviours.cu", "__CUDACC__"): "the driver without a GPU of the tests compiles the kernels as C",
    ("src/blit/arithmetic.h", "BLIT_SHARED"): "nvcc compiles the functions for the GPU too, and wants a word for that",
    ("src/gpu/gpu.c", "LM_ID_BASE"): "a C library without dlmopen() has no driver of CUDA",
    ("src/dla/network/library.c", "LM_ID_BASE"): "a C library without dlmopen() has no library of networks",
    ("src/blit/cuda/blit.cu", "__CUDACC__"): "the driver without a GPU of the tests compiles the kernels as C",
    ("inc/nvmedia_core.h", "RINGFENCE_NVMEDIA6_CORE_H"): "a program has one generation of NvMedia 2D",
    ("inc/nvmedia6/nvmedia_core.h", "defined(RINGFENCE_NVMEDIA_CORE_H) && !defined(RINGFENCE_NVMEDIA_6)"): "a program has one generation of NvMedia 2D",
    ("inc/nvmedia_core.h", "RINGFENCE_NVMEDIA_6"): "a program chooses the second generation whatever the order of its include path",
    ("inc/nvmedia_common.h", "RINGFENCE_NVMEDIA_6"): "a program chooses the second generation whatever the order of its include path",
    ("inc/nvmedia_2d.h", "RINGFENCE_NVMEDIA_6"): "a program chooses the second generation whatever the order of its include path",
    ("inc/nvmedia_surface.h", "RINGFENCE_NVMEDIA_6"): "a program has one generation of NvMedia 2D",
    ("inc/nvmedia_2d_nvscisync.h", "RINGFENCE_NVMEDIA_6"): "a program has one generation of NvMedia 2D",
    ("inc/nvmedia6/nvmedia_2d_sci.h", "NvMedia2DFillNvSciSyncAttrList"): "ringfence_compat.h may have come first, with a macro of this name",
    ("inc/ringfence_compat.h", "NvMedia2DFillNvSciSyncAttrList"): "a header of NvMedia may have come first, with a macro of this name",
    ("inc/ringfence_mission.h", None): "it knows the functions of headers that came first, by their guards, and asks which compiler it is",
    ("inc/ringfence_cuda.h", "defined(CUDA_API_PER_THREAD_DEFAULT_STREAM) || defined(__CUDA_API_PER_THREAD_DEFAULT_STREAM)"):
        "a program chooses CUDA's default stream with these macros, as in CUDA's own headers",
}


def guard_of(text):
    """The name of the include guard: the first directive asks for it and the second defines it."""
    first = [(match.group(1), match.group(2)) for match in DIRECTIVE.finditer(text)][:2]
    is_guard = len(first) == 2 and first[0] == ("ifndef", first[1][1]) and first[1][0] == "define"
    return first[0][1] if is_guard else None


def sources():
    for path in sorted(path for folder in ("inc", "src") for path in (ROOT / folder).rglob("*")):
        if path.suffix in (".c", ".h", ".cu") and path.relative_to(ROOT).parts[:2] != ("src", "port"):
            yield path


def main():
    problems = []
    used = set()
    count = 0
    for path in sources():
        name = str(path.relative_to(ROOT))
        text = without_comments(path.read_text(encoding="utf-8"))
        guard = guard_of(text) if path.suffix == ".h" else None
        for match in CONDITION.finditer(text.replace("\\\n", "  ")):
            word, condition = match.group(1), match.group(2)
            if (word, condition) == ("ifndef", guard):
                guard = None
            elif (word, condition) == ("ifdef", "__cplusplus") and path.suffix == ".h":
                pass
            elif (name, condition) in ALLOWED or (name, None) in ALLOWED:
                used.add((name, condition if (name, condition) in ALLOWED else None))
            else:
                problems.append(f"{name}:{line_of(text, match.start())}: #{word} {condition}")
        count += 1
    problems += [f"{name}: no condition {condition}" for name, condition in sorted(set(ALLOWED) - used, key=str)]
    for problem in problems:
        print(problem)
    print(f"conditions: {len(problems)} problems" if problems else f"conditions: {count} files without, {len(used)} allowed ones")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
