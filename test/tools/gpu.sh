#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Usage: gpu.sh lacks          one line that says what a program for a GPU lacks here, and status 1; else status 0
#        gpu.sh nvcc           path of nvcc
#        gpu.sh cudart         path of libcudart_static.a
#        gpu.sh compile OUT IN [OPTION...]   compiles for the architectures below that nvcc has; no PTX
#        gpu.sh about          date, GPUs, driver, toolkit, CPU: the head of a report
set -u

# Compute capabilities, as docs/cuda.md lists them.
architectures="75 80 86 87 89 90 100 110"

nvcc=$(command -v nvcc 2>/dev/null || true)
for place in "${CUDA_HOME:-}/bin/nvcc" /usr/local/cuda/bin/nvcc; do
    [ -n "$nvcc" ] || ! [ -x "$place" ] || nvcc=$place
done
root=${nvcc:+$(dirname "$(dirname "$(readlink -f "$nvcc")")")}
cudart=""
for place in lib64 lib targets/*/lib; do
    for file in "$root"/$place/libcudart_static.a; do
        [ -n "$cudart" ] || [ -z "$root" ] || ! [ -e "$file" ] || cudart=$file
    done
done

# A GPU has a device file, also inside a container that was given it.
has_gpu() {
    for file in /dev/nvidia[0-9]* /dev/nvhost-gpu /dev/nvgpu/* /dev/dxg; do
        [ ! -e "$file" ] || return 0
    done
    return 1
}

lacks() {
    if ! has_gpu; then
        echo "there is no GPU"
    elif [ -z "$nvcc" ]; then
        echo "there is no nvcc (PATH, CUDA_HOME, /usr/local/cuda)"
    elif [ -z "$cudart" ]; then
        echo "there is no libcudart_static.a beside nvcc"
    elif [ ! -e "$root/include/cuda_runtime_api.h" ]; then
        echo "there are no headers of CUDA beside nvcc"
    else
        return 0
    fi
    return 1
}

compile() {
    out=$1
    in=$2
    shift 2
    known=" $("$nvcc" --list-gpu-code | sed 's/^sm_//' | tr '\n' ' ') "
    set -- "$@" -O3 -Xcompiler -fno-exceptions,-fno-rtti,-fno-threadsafe-statics
    for one in $architectures; do
        case $known in
        *" $one "*) set -- "$@" -gencode "arch=compute_$one,code=sm_$one" ;;
        esac
    done
    "$nvcc" "$@" -c -o "$out" "$in"
}

about() {
    echo "date:    $(date -u '+%Y-%m-%d %H:%M UTC')"
    nvidia-smi --query-gpu=name,driver_version,pci.bus_id --format=csv,noheader 2>/dev/null | sed 's/^/GPU:     /'
    echo "toolkit: $("$nvcc" --version 2>/dev/null | sed -n 's/.*release //p')"
    echo "CPU:     $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores"
}

case ${1:-} in
lacks) lacks ;;
nvcc) echo "$nvcc" ;;
cudart) echo "$cudart" ;;
compile) shift && compile "$@" ;;
about) about ;;
*)
    sed -n '3,9s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
