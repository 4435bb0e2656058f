#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# test/install/names, a project with CUDA's and NvSci's names that knows nothing of Ringfence, with the driver, the GPU and the runtimes of
# this machine: it is built with the prefix of a 'make install COMPAT=1' alone, and each of its programs runs. Then a program with either
# runtime that was linked without the link names runs behind the preload library, and one that nvcc links by them.
# Needs a GPU, the CUDA toolkit and CMake. What it builds is in build/gcc and build/names.
set -u
cd "$(dirname "$0")/../.." || exit 1
. test/tools/lock.sh
hold build/gcc build/names || exit 1
build=build/gcc
work=$(pwd)/build/names
prefix=$work/prefix
failed=0
passed=0

fail() {
    echo "test-names: $1" >&2
    exit 1
}

# try NAME COMMAND...: a program says what works.
try() {
    local name=$1 output
    shift
    if output=$("$@" 2>&1); then
        passed=$((passed + 1))
        echo "  ok   $name: $output"
    else
        failed=$((failed + 1))
        echo "  FAIL $name: $output"
    fi
}

reason=$(test/tools/gpu.sh lacks) || fail "$reason"
test/tools/gpu.sh about
nvcc=$(test/tools/gpu.sh nvcc)
static=$(test/tools/gpu.sh cudart)
root=$(dirname "$(dirname "$(readlink -f "$nvcc")")")
toolkit=$(dirname "$static")
driver=$(ldconfig -p | sed -n 's/.*libcuda\.so\.1 .*=> //p' | head -n 1)
[ -n "$driver" ] || driver=$toolkit/stubs/libcuda.so

rm -rf "$work"
mkdir -p "$work"
{
    make --no-print-directory lib "BUILD=$build" CC=gcc && make --no-print-directory cuda "BUILD=$build" CC=gcc &&
        make --no-print-directory install "BUILD=$build" CC=gcc "PREFIX=$prefix" COMPAT=1
} >"$work/log" 2>&1 || { cat "$work/log"; fail "the library does not build"; }
cmake -S test/install/names -B "$work/project" "-DCMAKE_PREFIX_PATH=$prefix" "-DCUDAToolkit_ROOT=$root" "-DCUDA_cuda_driver_LIBRARY=$driver" \
    >"$work/log" 2>&1 && cmake --build "$work/project" >>"$work/log" 2>&1 || { cat "$work/log"; fail "the project does not build"; }

export LD_LIBRARY_PATH=$toolkit${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
for program in static_first static_last shared_first shared_last driver_first driver_last both_first one_name in_library none opens_itself opens_in_library; do
    try "$program" "$work/project/$program"
done

preload=$(PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --variable=preload ringfence-cuda-preload 2>/dev/null)
for runtime in cudart_static cudart; do
    gcc test/install/names/runtime.c "-I$prefix/include" "-I$root/include" "-L$toolkit" "-l$runtime" -lrt -ldl -pthread "-L$prefix/lib" -lringfence \
        "-Wl,-rpath,$prefix/lib" -o "$work/$runtime" || fail "a program with $runtime does not build"
    try "preload, $runtime" env "LD_PRELOAD=${preload:-$prefix/lib/libringfence_cuda_preload.so}" "$work/$runtime"
done
"$nvcc" test/install/names/runtime.c "-I$prefix/include" "-L$prefix/lib" -lnvscisync -lnvscibuf -Xlinker "-rpath,$prefix/lib" -o "$work/nvcc" ||
    fail "nvcc does not link"
try nvcc "$work/nvcc"
echo "test-names: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
