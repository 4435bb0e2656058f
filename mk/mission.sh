#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Usage: mission.sh FOLDER COMPILER FLAG...
# Writes the sources of libringfence_mission.a from the rows of src/core/tables.h, as the flags configure them. For each
# function that RUNTIME does not admit there is a file with a weak function of its name, which no call reaches: an object
# that calls it brings the file into the link, and with it a symbol that refusals.c defines too. So the link ends, by a
# message that names function and phases. Where linkers read them, a text says the same of the place of the call.
set -eu
folder=$1
shift

rm -rf "$folder"
mkdir -p "$folder"
{
    echo '#include "core/tables.h"'
    echo '#define MISSION_ROW(id, number, name, phases) @ name phases'
    echo '@ QUERIES RINGFENCE_CFG_RUNTIME_QUERIES'
    echo 'API_TABLE(MISSION_ROW) API_LEFT_OUT(MISSION_ROW) @ END'
} | "$@" -E -P -x c - | awk -v folder="$folder" '
    BEGIN { RS = "@"; all = folder "/refusals.c" }
    $1 == "QUERIES" { asks = ($2 == "1U") }
    $1 == "END" { ended = 1 }
    $1 ~ /^"/ {
        name = substr($1, 2, length($1) - 2)
        phases["ADMIT_INIT"] = "INIT"
        phases["ADMIT_FREE"] = "INIT and DEINIT"
        phases["ADMIT_QUERY"] = asks ? "" : "INIT"
        phases["ADMIT_SIGNAL"] = phases["ADMIT_CHANNEL"] = phases["ADMIT_ALWAYS"] = ""
        if (!($2 in phases)) {
            print "mission.sh: " name ": which phases are " $2 "?" >"/dev/stderr"
            exit 1
        }
        # Functions in structures of the interface have no symbol.
        if (phases[$2] != "" && name !~ /\./) {
            text = name " is admitted in " phases[$2] ", not in RUNTIME"
            symbol = text
            gsub(/[ ,]+/, "_", symbol)
            file = folder "/" name ".c"
            print "void " name "(void) __attribute__((weak));" >file
            print "void " name "(void) {}" >file
            print "extern const char ringfence_mission_refusals;" >file
            print "extern const void *const " symbol ";" >file
            print "const void *const " symbol " = &ringfence_mission_refusals;" >file
            print "static const char g_text[] __attribute__((used, section(\".gnu.warning." name "\"))) = \"" text "\";" >file
            close(file)
            print "extern const void *const " symbol ";\nconst void *const " symbol " = 0;" >all
            count++
        }
    }
    END {
        print "extern const char ringfence_mission_refusals;\nconst char ringfence_mission_refusals = 0;" >all
        if (!ended || count == 0) {
            print "mission.sh: the rows of src/core/tables.h are not read" >"/dev/stderr"
            exit 1
        }
    }'
