#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Prints the compiler options with which <cuda.h> and <cuda_runtime_api.h> are found: those beside nvcc (CUDA_HOME, PATH,
# /usr/local/cuda), else those of two wheels of PyPI of CUDA 12, which are kept in build/cuda-headers-12. CUDA_HEADERS=12 and
# CUDA_HEADERS=13 ask for the wheels of that CUDA in any case. Status 1 and one line if neither can be had. With --here nothing is
# fetched, and nothing is said.
set -u
cd "$(dirname "$0")/../.." || exit 1
. test/tools/lock.sh

# The runtime's headers include one of the compiler's, crt/host_defines.h.
case ${CUDA_HEADERS:-} in
"" | 12)
    folder=build/cuda-headers-12
    wheels="nvidia-cuda-runtime-cu12==12.9.79 \
--hash=sha256:25bba2dfb01d48a9b59ca474a1ac43c6ebf7011f1b0b8cc44f54eb6ac48a96c3
nvidia-cuda-nvcc-cu12==12.9.86 \
--hash=sha256:5d6a0d32fdc7ea39917c20065614ae93add6f577d840233237ff08e9a38f58f0"
    ;;
13)
    folder=build/cuda-headers-13
    wheels="nvidia-cuda-runtime==13.0.96 \
--hash=sha256:7f82250d7782aa23b6cfe765ecc7db554bd3c2870c43f3d1821f1d18aebf0548
nvidia-cuda-crt==13.0.88 \
--hash=sha256:2c8043c7c9e02492716426e9919fc78d2c5b3b2a7a768a88e952676b08aa55a4"
    ;;
*)
    echo "CUDA_HEADERS is 12 or 13, or not set." >&2
    exit 1
    ;;
esac

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
    hold "$folder" || return 1
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

if [ "${1:-}" = --here ]; then
    beside_nvcc || { has "$folder/include" && echo "-isystem $folder/include"; }
    exit
fi
{ [ -z "${CUDA_HEADERS:-}" ] && beside_nvcc; } || from_wheels || {
    echo "The CUDA part is left out: there are no headers beside nvcc, and none from PyPI ($folder/log)." >&2
    exit 1
}
