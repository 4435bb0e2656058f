#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Usage: fuzz.sh --seconds N | --runs N
# Builds every test/fuzz/fuzz_NAME.c with libFuzzer and the sanitizers, and runs it for N seconds, or N times with
# the same inputs each time; slow targets, those of streams and of networks, a fourth of N times, after all their inputs to begin
# with. These are in test/fuzz/corpus/NAME, words in test/fuzz/NAME.dict. With --seconds, inputs that reach new code are kept in build/fuzz/found/NAME. A crash leaves its input in
# build/fuzz/crashes. Ends with one line for each target.
set -u
cd "$(dirname "$0")/../.." || exit 1
. test/tools/lock.sh
hold build/fuzz || exit 1
unset MAKEFLAGS MAKELEVEL CFLAGS LDFLAGS BUILD PROFILE
export ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1 UBSAN_OPTIONS=print_stacktrace=1
build=build/fuzz
case "${1:-} ${2:-}" in
"--seconds "[1-9]*) limits=("-max_total_time=$2") found=$build/found ;;
"--runs "[1-9]*) limits=("-runs=$2" -seed=1) found=$build/unkept ;;
*)
    sed -n 's/^# Usage: /usage: /p' "$0" >&2
    exit 2
    ;;
esac

jobs=${JOBS:-$(nproc 2>/dev/null || echo 1)}
make --no-print-directory -j"$jobs" fuzz-targets "BUILD=$build" CC=clang-14 \
    "CFLAGS=-O1 -gline-tables-only -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all" ||
    exit 1

# run_target --seconds|--runs N NAME: one line with what became of it.
run_target() {
    local name=$3 log=$build/$3.log crashes=$build/crashes/$3 status runs seconds count
    local options=("${limits[@]}" -print_final_stats=1 -timeout=10 -rss_limit_mb=1024 "-artifact_prefix=$crashes/")
    case $name in stream_* | dla_network) [ "$1" = --seconds ] || options+=("-runs=$(($2 / 4))") ;; esac
    [ "$found" = "$build/found" ] || rm -rf "${found:?}/$name"
    rm -rf "$crashes"
    mkdir -p "$crashes" "$found/$name"
    [ -e "test/fuzz/$name.dict" ] && options+=("-dict=test/fuzz/$name.dict")
    local begin=$EPOCHSECONDS
    "$build/bin/fuzz/fuzz_$name" "${options[@]}" "$found/$name" "test/fuzz/corpus/$name" >"$log" 2>&1
    status=$?
    seconds=$((EPOCHSECONDS - begin))
    runs=$(sed -n 's/^stat::number_of_executed_units: *\([0-9]*\)$/\1/p' "$log")
    count=$(find "$crashes" -type f | wc -l)
    [ "$status" -eq 0 ] || grep -E 'not true:|ERROR:|SUMMARY:|runtime error:' "$log"
    [ "$status" -eq 0 ] || [ "$count" -gt 0 ] || count="ended with status $status, $count"
    lines+=("fuzz_$name: ${runs:-0} runs, $seconds s, $count crashes")
    [ "$status" -eq 0 ] && [ "${runs:-0}" -gt 0 ]
}

lines=()
failed=0
for source in test/fuzz/fuzz_*.c; do
    name=${source#test/fuzz/fuzz_}
    name=${name%.c}
    if [ -d "test/fuzz/corpus/$name" ]; then
        run_target "$1" "$2" "$name" || failed=1
    else
        lines+=("fuzz_$name: no corpus in test/fuzz/corpus/$name")
        failed=1
    fi
done
printf '%s\n' "${lines[@]}"
exit $failed
