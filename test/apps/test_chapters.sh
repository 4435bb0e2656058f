#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Usage: test_chapters.sh FOLDER OPTION...
# Builds the programs of test/apps/chapters in FOLDER, with gcc and, where it is installed, clang, and runs them. Each one is written from the published
# interface alone, with no header or name of this library, and checks by itself what it gets.
set -eu
folder=$1
shift
mkdir -p "$folder"

fail() {
    echo "chapters: $1" >&2
    exit 1
}

# The table of the repository, and channels of this run alone.
table=$PWD/cfg/nvsciipc.cfg
space=c$(od -An -N6 -tx1 /dev/urandom | tr -d ' ')
compilers=gcc
! command -v clang >/dev/null || compilers="gcc clang"
count=0

for source in test/apps/chapters/*.c; do
    name=${source##*/}
    name=${name%.c}
    [ "$name" != parts ] || continue
    for compiler in $compilers; do
        program=$folder/$name-$compiler
        "$compiler" -std=gnu11 -Wall -Wextra -Wpedantic -Werror "$source" test/apps/chapters/parts.c -o "$program" "$@" ||
            fail "$name does not build with $compiler"
        line=$(RINGFENCE_NVSCIIPC_CFG=$table RINGFENCE_NVSCIIPC_SPACE=$space timeout 300 "$program" 2>&1) || fail "$name of $compiler ends with $?: $line"
        grep -qE "^$name: [^:]+$" <<<"$line" || fail "$name prints '$line'"
        count=$((count + 1))
    done
done
[ "$count" -ge 2 ] || fail "there are no programs"
if grep -hE '^#include "' test/apps/chapters/* | grep -vE '"(nvsci[a-z_]*|parts)\.h"'; then
    fail "a program has another header"
fi
echo "chapters: $count programs, by $compilers"
