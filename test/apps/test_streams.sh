#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Usage: test_streams.sh FOLDER OPTION...
# Builds the examples of streams in FOLDER and runs them: with threads, with an event service, as a plain loop. The viewer behind the
# FIFO sees each picture; the one behind the mailbox sees the newest ones, which of them is known for the loop alone.
set -eu
folder=$1
shift
mkdir -p "$folder"

fail() {
    echo "streams: $1" >&2
    exit 1
}

# run NAME PICTURES SEEN: SEEN is how many the viewer behind the mailbox sees, as a pattern.
run() {
    local line
    line=$(timeout 120 "$folder/$1" "$2") || fail "$1 $2 ends with $?: $line"
    grep -qxE "$2 pictures, $2 seen by all, $3 by new: NvSciError_Success" <<<"$line" || fail "$1 prints '$line'"
}

for name in stream stream_service stream_loop; do
    gcc -std=c11 -Wall -Wextra -Wpedantic -Werror "docs/examples/$name.c" -o "$folder/$name" "$@" || fail "$name does not build"
done
run stream 2000 '[1-9][0-9]*'
run stream_service 2000 '[1-9][0-9]*'
run stream_loop 300 101
run stream_loop 1 1
echo "streams: with threads, with an event service, as a plain loop"
