#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs gates twice at one time in this tree, from nothing built, and make twice in one folder: both must pass, and what
# they built must be whole. Meanwhile another program has all addresses of the built-in table. Usage: twice.sh [GATE]...
set -u
cd "$(dirname "$0")/../.." || exit 1
. test/tools/lock.sh
hold build/twice || exit 1
unset MAKEFLAGS MAKELEVEL BUILD
logs=build/twice
gates=("$@")
[ $# -gt 0 ] || gates=(headers phases functions)
rm -rf build/twice
mkdir -p "$logs"
status=0

# both NAME COMMAND...: two of a command at one time; both must succeed.
both() {
    local name=$1 one two
    shift
    "$@" >"$logs/$name-1.log" 2>&1 &
    one=$!
    "$@" >"$logs/$name-2.log" 2>&1 &
    two=$!
    for job in "$one:1" "$two:2"; do
        wait "${job%:*}" || {
            status=1
            echo "$name: one of two fails: $(tail -n 20 "$logs/$name-${job#*:}.log")"
        }
    done
}

# Takes the addresses that endpoints of the built-in table have, until it is ended; those that are taken are.
squat() {
    exec python3 -c '
import os, signal, socket
sockets = []
with open("cfg/nvsciipc.cfg") as table:
    for line in table:
        words = line.split("#")[0].split()
        for name in words[1:3] if words[:1] == ["INTER_PROCESS"] else []:
            sockets.append(socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET))
            try:
                sockets[-1].bind(f"\0ringfence/ipc/user-{os.geteuid()}/{name}")
            except OSError:
                pass
print("squatting", flush=True)
signal.pause()'
}
squat >"$logs/squat.log" 2>&1 &
squatter=$!
trap 'kill "$squatter" 2>/dev/null' EXIT
until grep -q squatting "$logs/squat.log"; do
    kill -0 "$squatter" 2>/dev/null || { cat "$logs/squat.log"; exit 1; }
    sleep 0.1
done
programs=(build/twice/one/bin/{unit/{core/pool,ipc/endpoint},system/{ipc_process,sync_share}}_test)

# One make has the folder, the other one waits for it; this script's lock is not theirs.
both make env RINGFENCE_HELD= make --no-print-directory -j2 lib "${programs[@]}" BUILD=build/twice/one CC=gcc CFLAGS=-O0
grep -q '^Another run has .*build/twice/one' "$logs"/make-[12].log || { echo "make: nobody waited"; status=1; }
{ nm build/twice/one/lib/libringfence.a build/twice/one/lib/libringfence.so | grep -q NvSciSyncObjSignal && test/tools/cases.py build/twice/one/bin/unit/core/pool_test; } >"$logs/built.log" 2>&1 ||
    { cat "$logs/built.log"; status=1; }

both endpoints test/tools/cases.py "${programs[@]}"
# The kills of two runs take turns; what they build serves others as well.
both kills env RINGFENCE_HELD= test/tools/kills.sh 2001
both gates env RINGFENCE_HELD= test/tools/test.sh "${gates[@]}"
[ "$(cat "$logs"/gates-[12].log | grep -c ' passed, 0 failed$')" -eq 2 ] || status=1
[ "$status" -ne 0 ] || echo "twice: make in one folder, tests of channels, kills, and the gates ${gates[*]}"
exit $status
