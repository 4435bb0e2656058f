#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Usage: test_pictures.sh FOLDER OPTION...
# Builds docs/examples/pictures.c in FOLDER, and, in a space of endpoints of this run alone, runs its three processes four times: all
# end by themselves, then one of them is killed on the way. The others end as the example says.
set -eu
folder=$1
shift
RINGFENCE_NVSCIIPC_SPACE=pic$(od -An -N6 -tx1 /dev/urandom | tr -d ' ')
export RINGFENCE_NVSCIIPC_SPACE RINGFENCE_NVSCIIPC_CFG=cfg/nvsciipc.cfg
mkdir -p "$folder"

fail() {
    echo "pictures: $1" >&2
    for role in camera a b; do sed "s/^/    | /" "$folder/$role.out" >&2 || true; done
    exit 1
}

# printed ROLE LINE: waits until a process has printed a line.
printed() {
    local tries=0
    until grep -q "^$1: $2" "$folder/$1.out"; do
        tries=$((tries + 1))
        [ "$tries" -le 1200 ] || fail "$1 does not print '$2'"
        sleep 0.1
    done
}

# ends PID ROLE STATUS LINES: a process ends by itself with this status, and its last line is one of these.
ends() {
    local status=0 tries=0
    while kill -0 "$1" 2>/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -le 1200 ] || fail "$2 hangs"
        sleep 0.1
    done
    wait "$1" || status=$?
    [ "$status" -eq "$3" ] || fail "$2 ends with $status"
    tail -n 1 "$folder/$2.out" | grep -qxE "$2: ($4)" || fail "$2 does not end with $4"
}

# run VICTIM: '' for none. A viewer that is left sees the rest, the camera says who is gone.
run() {
    local role status lines number=100
    local -A pids
    # Who is killed is killed on the way.
    [ -z "$1" ] || number=1500
    # What the last one of this role has printed is not taken for what this one prints.
    for role in camera b a; do
        : >"$folder/$role.out"
    done
    for role in camera b a; do
        "$folder/pictures" "$role" "$number" >"$folder/$role.out" 2>&1 &
        pids[$role]=$!
    done
    for role in camera b a; do
        printed "$role" 'set up: NvSciError_Success'
    done
    if [ -n "$1" ]; then
        kill -KILL "${pids[$1]}"
        wait "${pids[$1]}" 2>/dev/null || true
    fi
    for role in camera b a; do
        status=0 lines=NvSciError_Success
        [ "$1" != camera ] || { status=1 lines='NvSciError_NoSuchProcess|NvSciError_ConnectionReset'; }
        [ "$role" = "$1" ] || ends "${pids[$role]}" "$role" "$status" "$lines"
    done
    case $1 in
    a | b) grep -q "^camera: viewer $1 is gone: NvSciError_" "$folder/camera.out" || fail "the camera does not miss $1" ;;
    *) ! grep 'is gone' "$folder/camera.out" || fail "the camera misses somebody" ;;
    esac
}

gcc -Wall -Wextra -Werror docs/examples/pictures.c -o "$folder/pictures" "$@" || fail "does not build"
for victim in '' a b camera; do
    run "$victim"
done
echo "pictures: three processes, and two of them when one was killed"
