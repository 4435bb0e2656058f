#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# What writes into a folder below build/ has it for itself: the lock of FOLDER is FOLDER.lock, and it is given back when the
# last process that has it ends. Usage:
#
#   lock.sh [-s] FOLDER... -- COMMAND...   runs the command when it has the folders; -s: beside others that only read there
#   lock.sh -q FOLDER                 fails if no process above this one has the folder
#   . lock.sh; hold FOLDER...         the same for the rest of a bash script
#   . lock.sh; hold_for FOLDERS COMMAND...   for one command, or function, of it; FOLDERS is one word
#
# Who waits says so in one line. A folder inside one that is held is held too: RINGFENCE_HELD has those that the processes
# above this one have, one in a line. Folders are taken in one order, so that two who want several do not wait for each other.

# is_held FOLDER: by this process or one above it.
is_held() {
    local held
    while IFS= read -r held; do
        [ -n "$held" ] && case $1/ in "$held"/*) return 0 ;; esac
    done <<<"${RINGFENCE_HELD:-}"
    return 1
}

hold() {
    local folder file
    [ $# -gt 0 ] || return 0
    while IFS= read -r folder; do
        is_held "$folder" && continue
        mkdir -p "$(dirname "$folder")" || return 1
        if { exec {file}>"$folder.lock"; } 2>/dev/null; then
            flock -n ${HOLD_SHARED:+-s} "$file" || {
                echo "Another run has $folder; this one goes on when it has ended." >&2
                flock ${HOLD_SHARED:+-s} "$file" || return 1
            }
        else
            echo "$folder.lock cannot be written: another run in this folder is not noticed." >&2
        fi
        export RINGFENCE_HELD="${RINGFENCE_HELD:+$RINGFENCE_HELD
}$folder"
    done < <(printf '%s\n' "$@" | xargs -r -d '\n' realpath -m -- | sort -u)
}

hold_for() (
    # shellcheck disable=SC2086
    hold $1 || exit 1
    shift
    "$@"
)

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
    if [ "${1:-}" = -q ]; then
        is_held "$(realpath -m -- "$2")"
        exit
    fi
    folders=()
    HOLD_SHARED=""
    [ "${1:-}" != -s ] || { HOLD_SHARED=yes && shift; }
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        folders+=("$1")
        shift
    done
    shift
    hold "${folders[@]}" || exit 1
    exec "$@"
fi
