#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The tests of test/cuda with the driver, the GPU and the CUDA runtime of this machine, after a few lines that say which
# they are. The tests of the driver without a GPU stay away. Then frames go through an NvSciStream. Objects are in build/gcc.
set -u
cd "$(dirname "$0")/../.." || exit 1
. test/tools/lock.sh
hold build/gcc || exit 1
build=build/gcc
jobs=$(nproc 2>/dev/null || echo 1)

reason=$(test/tools/gpu.sh lacks) || case $reason in
*"no GPU"*) echo "test-cuda: $reason" >&2; exit 1 ;;
esac
nvcc=$(test/tools/gpu.sh nvcc)
echo "date:    $(date -u '+%Y-%m-%d %H:%M UTC')"
nvidia-smi --query-gpu=name,uuid,driver_version --format=csv,noheader | sed 's/^/GPU:     /'
[ "${PIPESTATUS[0]}" -eq 0 ] || { echo "test-cuda: there is no GPU (nvidia-smi fails)" >&2; exit 1; }
echo "toolkit: $("$nvcc" --version 2>/dev/null | sed -n 's/.*release //p' || true)"

include=$(test/tools/cuda_headers.sh) || exit 1
echo "headers: ${include:-of the system}"
cudart=$(dirname "$(dirname "$(readlink -f "$nvcc")")")/lib64/libcudart_static.a
[ -e "$cudart" ] || cudart=""
lacks_2d=$(test/tools/2d.sh gcc)
tests=()
for source in test/cuda/*_test.c; do
    name=$(basename "$source" .c)
    case $name in
    fake_*) continue ;;
    cuda_graph_test | cuda_stamp_test | dla_*) [ -n "$nvcc" ] || { echo "left out, for want of nvcc: $name"; continue; } ;;
    blit_* | media_*)
        [ -n "$nvcc" ] || { echo "left out, for want of nvcc: $name"; continue; }
        [ -z "$lacks_2d" ] || { echo "left out, for want of $lacks_2d: $name"; continue; }
        ;;
    wrap_*) [ -n "$cudart" ] || { echo "left out, for want of libcudart_static.a: $name"; continue; } ;;
    esac
    tests+=("$build/bin/cuda/$name")
done
[ "${#tests[@]}" -gt 0 ] || { echo "test-cuda: there are no tests" >&2; exit 1; }
# Programs with --wrap are linked again, so that none of another runtime is left.
rm -f "$build"/bin/cuda/wrap_*_test
make --no-print-directory -k -j"$jobs" "${tests[@]}" "BUILD=$build" CC=gcc "CUDA_INCLUDE=$include" ${cudart:+"CUDART=$cudart"} ||
    exit 1
status=0
test/tools/cases.py --timeout 240 "${tests[@]}" || status=1
rm -f "$build"/bin/cuda/wrap_*_test
# And a program with CUDA's own names, which is linked with the runtime.
if test/tools/gpu.sh lacks >/dev/null; then
    make --no-print-directory "$build/demo/stream-cuda" "BUILD=$build" CC=gcc "CUDA_INCLUDE=$include" || status=1
    for processes in 1 2 3; do
        timeout 300 "$build/demo/stream-cuda" --quick --procs $processes || status=1
    done
else
    echo "left out, for want of nvcc: stream-cuda"
fi
exit $status
