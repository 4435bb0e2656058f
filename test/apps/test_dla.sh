#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Usage: test_dla.sh FOLDER OPTION...
# Builds the programs of test/apps/dla in FOLDER, with gcc and, where it is installed, clang, and runs them; then docs/examples/dla_events.c with a loadable
# that the tool rfdla makes. Each program is written from the published interface of cuDLA and NvSci, and checks by itself what it gets; those named attack
# alone call functions of this library, of test/apps/attack.h too, to change the phase and to count what is in use.
set -eu
folder=$1
shift
mkdir -p "$folder"

fail() {
    echo "dla: $1" >&2
    exit 1
}

# The table of the repository, and channels of this run alone.
table=$PWD/cfg/nvsciipc.cfg
space=d$(od -An -N6 -tx1 /dev/urandom | tr -d ' ')
compilers=gcc
! command -v clang >/dev/null || compilers="gcc clang"
count=0

build() {
    "$1" -std=gnu11 -Wall -Wextra -Wpedantic -Werror "${@:2}"
}

run() {
    RINGFENCE_NVSCIIPC_CFG=$table RINGFENCE_NVSCIIPC_SPACE=$space timeout 300 "$@" 2>&1
}

for compiler in $compilers; do
    for source in test/apps/dla/*.c; do
        name=${source##*/}
        name=${name%.c}
        [ "$name" != parts ] || continue
        program=$folder/$name-$compiler
        build "$compiler" "$source" test/apps/dla/parts.c -o "$program" "$@" || fail "$name does not build with $compiler"
        line=$(run "$program") || fail "$name of $compiler ends with $?: $line"
        line=$(tail -n 1 <<<"$line")
        grep -qE "^$name: [^:]+$" <<<"$line" || fail "$name prints '$line'"
        count=$((count + 1))
    done
    if [ -e src/dla/tools/rfdla ]; then
        python3 src/dla/tools/rfdla make docs/examples/dla_events.json -o "$folder/events.rfdla" || fail "rfdla makes no loadable"
        build "$compiler" docs/examples/dla_events.c -o "$folder/dla_events-$compiler" "$@" || fail "dla_events does not build with $compiler"
        lines=$(run "$folder/dla_events-$compiler" "$folder/events.rfdla") || fail "dla_events of $compiler ends with $?: $lines"
        grep -qE '^task 2: image begins with 02, scores with ' <<<"$lines" || fail "dla_events prints '$lines'"
        [ "$(sed 's/.* scores//' <<<"$lines" | sort -u | wc -l)" = 2 ] || fail "dla_events: the output is always the same: $lines"
        count=$((count + 1))
    fi
done
[ "$count" -ge 6 ] || fail "there are no programs"
if grep -hE '^#include "' test/apps/dla/*.[ch] | grep -vE '"(nvsci[a-z_]*|cudla|parts|\.\./attack)\.h"'; then
    fail "a program has another header"
fi
if grep -lE '^#include "\.\./attack\.h"' test/apps/dla/*.[ch] | grep -v '/attack.*\.c$'; then
    fail "a program has this library's header"
fi
echo "dla: $count programs, by $compilers"
