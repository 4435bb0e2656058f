#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Usage: cuda_program.sh TARGET BUILD PROGRAM [ARGUMENT...]
# Builds BUILD/demo/PROGRAM, prints what machine this is, and runs it. One line and status 1 where it cannot run.
set -u
target=$1
build=$2
program=$2/demo/$3
shift 3

reason=$(test/tools/gpu.sh lacks) || { echo "$target: $reason" >&2; exit 1; }
include=$(test/tools/cuda_headers.sh) || exit 1
mkdir -p "$build"
make --no-print-directory "BUILD=$build" "CUDA_INCLUDE=$include" "$program" >"$build/cuda-program.log" 2>&1 || {
    cat "$build/cuda-program.log" >&2
    echo "$target: $program cannot be built" >&2
    exit 1
}
test/tools/gpu.sh about
exec "$program" "$@"
