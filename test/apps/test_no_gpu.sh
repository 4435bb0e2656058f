#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What the programs for a GPU say where there is none: test_no_gpu.sh BUILD
#
# Prints a line for each case as test_pipeline.sh does. On a machine with a GPU there is nothing to test.
set -u
[ $# -eq 1 ] || { echo "usage: $0 BUILD" >&2; exit 2; }
cd "$(dirname "$0")/../.." || exit 1
build=$1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

# report NAME REASON: an empty reason is a pass.
report() {
    if [ -z "$2" ]; then
        echo "ok $1"
    else
        failed=$((failed + 1))
        echo "not ok $1: $2"
    fi
}

lack=$(test/tools/gpu.sh lacks)
case $lack in
"there is no GPU") ;;
*)
    echo "there is a GPU: nothing to test"
    exit 0
    ;;
esac

test/tools/demo.sh "$build" --frames 2 --no-bench --out "$work/out" >"$work/log" 2>"$work/err"
status=$?
reason=""
[ $status -eq 0 ] || reason="status $status"
[ "$(head -n 1 "$work/log")" = "gpu      $lack: engine B is on the CPU" ] || reason="it begins with: $(head -n 1 "$work/log")"
grep -q '^runtime  2 frames .* as computed$' "$work/log" || reason="it did not run"
[ -s "$work/err" ] && reason=$(head -n 1 "$work/err")
report no-gpu-demo "$reason"

for target in demo-cuda bench-cuda stream-cuda; do
    test/tools/cuda_program.sh $target "$build" $target >"$work/log" 2>"$work/err"
    status=$?
    reason=""
    [ $status -ne 0 ] || reason="status 0"
    [ "$(cat "$work/err")" = "$target: $lack" ] || reason="it says: $(head -n 1 "$work/err")"
    [ -s "$work/log" ] && reason="standard output has: $(head -n 1 "$work/log")"
    report "no-gpu-$target" "$reason"
done
[ $failed -eq 0 ]
