#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Usage: demo.sh BUILD [ARGUMENT...]
# Runs the pipeline: the one with CUDA where that can be built and there is a GPU, else the one without, after a
# line that says why.
set -u
build=$1
shift
program=$build/demo/pipeline
log=$build/demo/cuda.log

if reason=$(test/tools/gpu.sh lacks); then
    if include=$(test/tools/cuda_headers.sh) &&
        make --no-print-directory "BUILD=$build" "CUDA_INCLUDE=$include" "$build/demo/pipeline-cuda" >"$log" 2>&1; then
        program=$build/demo/pipeline-cuda
    else
        reason="the program for CUDA cannot be built ($log)"
    fi
fi
[ -z "$reason" ] || echo "gpu      $reason: engine B is on the CPU"
exec "$program" "$@"
