#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Usage: profile.sh PROFILE CORES STREAMS COMPILER FLAG...
# Says in one line which macros a profile of one's own for a machine without an operating system leaves at their defaults, which are
# those of a host, though profiles of cfg/profiles for such machines set them. Nothing is said of what is not there: streams,
# channels, CUDA; and of alignments, which take no memory.
set -u
profile=$1
cores=$2
streams=$3
shift 3
case $profile in cfg/profiles/*) exit 0 ;; esac

# macros FLAG...: what the command line sets, or a header that it includes.
macros() {
    "$@" -E -dM -x c /dev/null 2>/dev/null | sed -n 's/^#define \(RINGFENCE_CFG_[A-Z0-9_]*\) .*/\1/p' | sort -u
}

# usual COMPILER: those that a profile of cfg/profiles sets.
usual() {
    for header in firmware_small $([ "$streams" != 1 ] || echo firmware_streams); do
        macros "$1" -Icfg -include "cfg/profiles/$header.h"
    done | sort -u |
        grep -vE "_CUDA_|(DATA|PITCH|PLANE|SIZE)_ALIGN\$|_PROFILE\$" |
        if [ "$cores" = 1 ]; then cat; else grep -vE "_IPC_|_CHANNEL_|_PEERS\$"; fi |
        if [ "$streams" = 1 ]; then cat; else grep -v _STREAM_; fi
}

had=$(macros "$@" -include "$profile")
missing=""
for name in $(usual "$1"); do
    value=$(sed -n "s/^#define $name \([0-9A-Za-z]*\).*/\1/p" cfg/ringfence_cfg.h | head -n 1)
    printf '%s\n' "$had" | grep -qx "$name" || missing="$missing $name=$value"
done
[ -z "$missing" ] || echo "note: $profile leaves at the defaults of a host:$missing"
