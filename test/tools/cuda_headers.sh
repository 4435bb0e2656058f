#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Prints the compiler options with which <cuda.h> and <cuda_runtime_api.h> are found: those beside nvcc (CUDA_HOME, PATH,
# /usr/local/cuda), else those of two wheels of PyPI, which are kept in build/cuda-headers. CUDA_HEADERS=wheel asks
# for the wheels in any case. Status 1 and one line if neither can be had.
set -u
cd "$(dirname "$0")/../.." || exit 1

folder=build/cuda-headers
# The runtime's headers include one of the compiler's, crt/host_defines.h.
wheels="nvidia-cuda-runtime-cu12==12.9.79 \
--hash=sha256:25bba2dfb01d48a9b59ca474a1ac43c6ebf7011f1b0b8cc44f54eb6ac48a96c3
nvidia-cuda-nvcc-cu12==12.9.86 \
--hash=sha256:5d6a0d32fdc7ea39917c20065614ae93add6f577d840233237ff08e9a38f58f0"

# has FOLDER: everything is there.
has() {
    [ -e "$1/cuda.h" ] && [ -e "$1/cuda_runtime_api.h" ] && [ -e "$1/crt/host_defines.h" ]
}

# show FOLDER: a folder that the compiler searches anyway keeps its place among the others.
show() {
    case $1 in
    /usr/include | /usr/local/include) ;;
    *) echo "-isystem $1" ;;
    esac
}

beside_nvcc() {
    nvcc=$(command -v nvcc 2>/dev/null) && nvcc=$(dirname "$(dirname "$(readlink -f "$nvcc")")")
    for root in "${CUDA_HOME:-}" "${nvcc:-}" /usr/local/cuda; do
        if [ -n "$root" ] && has "$root/include"; then
            show "$root/include"
            return 0
        fi
    done
    return 1
}

# The pip of python3, or the one of a virtual environment.
fetch() {
    python=python3
    if ! python3 -m pip --version >/dev/null 2>&1; then
        python3 -m venv "$folder/venv" || return 1
        python=$folder/venv/bin/python
    fi
    echo "$wheels" >"$folder/requirements.txt"
    "$python" -m pip download -q --disable-pip-version-check --no-deps --only-binary=:all: --require-hashes \
        --platform manylinux2014_x86_64 --platform manylinux2010_x86_64 --dest "$folder/wheels" \
        -r "$folder/requirements.txt"
}

unpack() {
    python3 - "$folder" <<'PYTHON'
import pathlib
import sys
import zipfile

folder = pathlib.Path(sys.argv[1])
for wheel in sorted((folder / "wheels").glob("*.whl")):
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            path = name.partition("/include/")[2]
            if path.endswith(".h") and path.count("/") <= 1:
                target = folder / "part" / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(archive.read(name))
PYTHON
}

from_wheels() {
    if ! has "$folder/include"; then
        rm -rf "$folder"
        mkdir -p "$folder"
        { fetch && unpack; } >"$folder/log" 2>&1 || return 1
        has "$folder/part" || return 1
        mv "$folder/part" "$folder/include"
        rm -rf "$folder/wheels" "$folder/venv"
    fi
    echo "-isystem $folder/include"
}

{ [ "${CUDA_HEADERS:-}" != wheel ] && beside_nvcc; } || from_wheels || {
    echo "The CUDA part is left out: there are no headers beside nvcc, and none from PyPI ($folder/log)." >&2
    exit 1
}
