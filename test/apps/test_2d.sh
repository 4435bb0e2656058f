#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Usage: test_2d.sh FOLDER LIBRARIES FIRST SECOND
# Builds the programs of test/apps/2d in FOLDER, with gcc and, where it is installed, clang, with the options FIRST or SECOND of the
# generation and LIBRARIES, and runs them. Each program is written from the published interface of NvMedia 2D, NvSci and cuDLA, and checks by itself what it
# gets; those named attack alone call functions of this library, to change the phase.
set -eu
[ $# -eq 4 ] || { echo "usage: $0 FOLDER LIBRARIES FIRST SECOND" >&2; exit 2; }
folder=$1
read -ra libraries <<<"$2"
read -ra first <<<"$3"
read -ra second <<<"$4"
mkdir -p "$folder"

fail() {
    echo "2d: $1" >&2
    exit 1
}

# The table of the repository, and channels of this run alone.
table=$PWD/cfg/nvsciipc.cfg
space=p$(od -An -N6 -tx1 /dev/urandom | tr -d ' ')
compilers=gcc
! command -v clang >/dev/null || compilers="gcc clang"
count=0

# build COMPILER PROGRAM SOURCE OPTION...
build() {
    "$1" -std=gnu11 -Wall -Wextra -Wpedantic -Werror "${@:3}" -o "$2" || fail "${2##*/} does not build"
    count=$((count + 1))
}

run() {
    RINGFENCE_NVSCIIPC_CFG=$table RINGFENCE_NVSCIIPC_SPACE=$space timeout 300 "$@" 2>&1
}

# run_program NAME PROGRAM: its last line is its name and what it did.
run_program() {
    local line
    line=$(run "$2") || fail "${2##*/} ends with $?: $line"
    line=$(tail -n 1 <<<"$line")
    grep -qE "^$1: [^:]+$" <<<"$line" || fail "${2##*/} prints '$line'"
}

for compiler in $compilers; do
    for source in test/apps/2d/blits/*.c; do
        name=${source##*/}
        name=${name%.c}
        [ "$name" != images ] || continue
        options=()
        [ "$name" != listing ] || options=(-include ringfence_compat.h)
        build "$compiler" "$folder/$name-$compiler" "$source" test/apps/2d/blits/images.c test/apps/2d/parts.c "${options[@]}" \
            "${libraries[@]}" "${first[@]}"
        run_program "$name" "$folder/$name-$compiler"
    done
    for source in test/apps/2d/layers/*.c; do
        name=${source##*/}
        name=${name%.c}
        [[ $name != buffers && $name != network ]] || continue
        more=()
        [ "$name" != pipeline ] || more=(test/apps/2d/layers/network.c test/apps/dla/parts.c)
        build "$compiler" "$folder/$name-$compiler" "$source" test/apps/2d/layers/buffers.c test/apps/2d/parts.c "${more[@]}" \
            "${libraries[@]}" "${second[@]}"
        run_program "$name" "$folder/$name-$compiler"
    done
    build "$compiler" "$folder/2d_events-$compiler" test/apps/2d/events.c "${libraries[@]}" "${first[@]}"
    lines=$(run "$folder/2d_events-$compiler") || fail "2d_events of $compiler ends with $?: $lines"
    [ "$lines" = "red: Y 81, U 90, V 240
blue: Y 41, U 240, V 110" ] || fail "2d_events prints '$lines'"
done
if grep -hE '^#include "' test/apps/2d/*.[ch] test/apps/2d/*/*.[ch] |
    grep -vE '"(nv[a-z_0-9]*|(\.\./)*(dla/)?parts|\.\./\.\./attack|buffers|(\.\./blits/)?images|network)\.h"'; then
    fail "a program has another header"
fi
if grep -lE '^#include "\.\./\.\./attack\.h"' test/apps/2d/*.[ch] test/apps/2d/*/*.[ch] | grep -v '/attack[a-z_]*\.c$'; then
    fail "a program has this library's header"
fi
echo "2d: $count programs, by $compilers"
