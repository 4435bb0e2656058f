#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Kills a process at the points of a session of two: test/kill/kill.c. Usage: kills.sh [fences|streams] [[FROM+]EVERY [STEPS]]: at
# every such point (from FROM on: 1), or up to so many instructions behind it. Sessions of fences, or of streams: fences.
set -eu
cd "$(dirname "$0")/../.."
. test/tools/lock.sh
hold build/kill

case ${1:-} in fences | streams) kinds=$1 && shift ;; *) kinds=fences ;; esac
every=${1:-1}
case $every in *+*) from=${every%+*} every=${every#*+} ;; *) from=1 ;; esac
case $kinds in fences) sources=(session.c) ;; *) sources=(stream.c stream_part.c) ;; esac
BUILD=build/kill
make --no-print-directory -j"${JOBS:-$(nproc)}" lib "BUILD=$BUILD" CC=gcc "CFLAGS=-O1 -g -finstrument-functions"
mkdir -p "$BUILD/bin"
gcc -std=c11 -O1 -g -Wall -Wextra -Wpedantic -Wconversion -Werror -Iinc -o "$BUILD/bin/kill_$kinds" \
    test/kill/kill.c test/kill/line.c "${sources[@]/#/test/kill/}" "$BUILD/lib/libringfence.a" -pthread
# A space of this run alone: another program of the host may have the same names.
RINGFENCE_NVSCIIPC_SPACE=kill$(od -An -N6 -tx1 /dev/urandom | tr -d ' ')
export RINGFENCE_NVSCIIPC_SPACE RINGFENCE_NVSCIIPC_CFG=cfg/nvsciipc.cfg
log=$BUILD/$kinds.log
"$BUILD/bin/kill_$kinds" --names nvscisync --from "$from" --every "$every" --workers 2 ${2:+--steps "$2"} >"$log" || { cat "$log"; exit 1; }
cat "$log"
awk '{ kills += $(NF - 2) } END { print kills " kills; each survivor gave everything back and played on" }' "$log"
