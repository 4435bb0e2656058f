#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Usage: progress.sh COMMAND...
# Runs a command whose lines say how far it is: a terminal has the last of them in one line, which goes at the end. If it fails,
# all of them are printed.
set -u
log=$(mktemp) || exit 1
trap 'rm -f "$log" "$log.status"' EXIT

if [ -t 1 ]; then
    width=$(stty size <&1 2>/dev/null | cut -d " " -f 2)
    case $width in "" | 0) width=80 ;; esac
    {
        "$@" 2>&1
        echo $? >"$log.status"
    } | tee "$log" | while IFS= read -r line; do
        printf '\r\033[K%.*s' "$((width - 1))" "$line"
    done
    printf '\r\033[K'
    status=$(cat "$log.status")
else
    status=0
    "$@" >"$log" 2>&1 || status=$?
fi
[ "$status" -eq 0 ] || cat "$log"
exit "$status"
