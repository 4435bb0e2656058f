#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Usage: test_stream_cuda.sh BUILD
# Runs BUILD/fake/stream-cuda, the program of make stream-cuda on the driver without a GPU: its ends in one, two and three processes,
# each byte compared; then with each process killed in the middle of each stream.
set -u
cd "$(dirname "$0")/../.." || exit 1
build=$1
export LD_LIBRARY_PATH=$PWD/$build/fake
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

# run ARGUMENT...: what it prints is in $work/log and $work/err.
run() {
    timeout 240 "$build/fake/stream-cuda" --quick "$@" >"$work/log" 2>"$work/err"
    status=$?
}

# report NAME REASON: an empty reason is a pass.
report() {
    [ -z "$2" ] && return
    failed=$((failed + 1))
    echo "stream-cuda: $1: $2" >&2
    cat "$work/log" "$work/err" >&2
}

# lines PATTERN: how many lines of both outputs have it.
lines() {
    cat "$work/log" "$work/err" | grep -cE "$1"
}

# played PROCESSES STREAMS: all streams come to an end.
played() {
    local reason=""
    run --procs "$1"
    [ $status -eq 0 ] || reason="status $status"
    [ "$(lines ' 40 frames of 1048576 bytes, [0-9.]+ frames per second, (41943040|83886080) bytes checked$')" = "$2" ] ||
        reason="$2 streams are to be checked"
    [ -s "$work/err" ] && reason="it complains"
    report "$1 processes" "$reason"
}

# killed PROCESSES PROCESS STREAMS WENT_ON: that process ends in each stream, and so many others see all frames.
killed() {
    local reason=""
    run --procs "$1" --kill "$2"
    [ $status -eq 1 ] || reason="status $status"
    [ "$(lines "^stream: process $2 was ended by signal 9\$")" = "$3" ] || reason="process $2 is to end in $3 streams"
    [ "$(lines ': failed$')" = "$3" ] || reason="$3 streams are to fail"
    [ "$(lines ': all 40 frames went through, none is wrong$')" = "$4" ] || reason="$4 processes are to go on"
    [ "$(lines 'are left$|bytes of .* are wrong|do not come to an end')" = 0 ] || reason="something is left, or wrong"
    report "process $2 of $1 is killed" "$reason"
}

played 1 2
played 2 4
played 3 2
# Without the producer nobody goes on; without a consumer those do who are not alone with it.
killed 2 1 4 0
killed 2 2 4 2
killed 3 1 2 0
killed 3 2 2 4
killed 3 3 2 4
run --procs 2 --kill 3
if [ $status -eq 0 ] || [ "$(lines '^Usage: ')" != 1 ]; then
    report "arguments" "a third process of two is to be refused"
fi
[ $failed -eq 0 ] && echo "stream-cuda: 8 streams in one, two and three processes; each process killed"
[ $failed -eq 0 ]
