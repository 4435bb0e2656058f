#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Searches all states of the models in test/model. The models as they are must hold; each one with a seeded defect
# must fail, in the way that is expected. A search that does not come to its end is a failure.
set -u
cd "$(dirname "$0")/../.." || exit 1
. test/tools/lock.sh
hold build/model || exit 1
export models=$PWD/test/model out=$PWD/build/model

# EXPECTED MODEL SEARCH SWITCH...
# EXPECTED is holds, or what a defect leads to: assertion, cycle. SEARCH is ends (no run is endless: no cycle at all)
# or fair (the formula of the model, with weak fairness).
checks() {
    cat <<'TEXT'
holds signal ends
holds signal ends -DWAITERS=1 -DSIGNALS=3
holds signal ends -DWAITERS=1 -DTHREADS=2
holds signal ends -DEXPORT -DWAITERS=1
holds signal ends -DEXPORT -DWAITERS=1 -DSIGNALS=1 -DTHREADS=2
holds signal fair -DSLICES -DSIGNALS=1
holds signal fair -DSLICES -DWAITERS=1 -DSIGNALS=3
holds signal fair -DSLICES -DHOSTILE -DWAITERS=1 -DWRAP=2
assertion signal ends -DDEFECT_LOOK_FIRST
assertion signal ends -DDEFECT_CLEAR_LATE
assertion signal ends -DDEFECT_NO_TICKET
assertion signal ends -DDEFECT_TICKET_LATE
assertion signal ends -DDEFECT_FLAG_LATE
assertion signal ends -DDEFECT_NEVER_CLEAR
assertion signal ends -DDEFECT_NO_SECOND_LOOK
assertion signal ends -DDEFECT_TRUST_WAKE
assertion signal ends -DEXPORT -DWAITERS=1 -DDEFECT_EXPORT_SILENT
assertion signal ends -DEXPORT -DWAITERS=1 -DDEFECT_REACH_EARLY
cycle signal fair -DSLICES -DWAITERS=1 -DDEFECT_NEVER_ASK
assertion signal fair -DSLICES -DHOSTILE -DWAITERS=1 -DWRAP=2 -DDEFECT_TRUST_WAKE
holds channel ends -DFRAMES_0=1 -DFRAMES_1=1
holds channel ends -DFRAMES_1=2
holds channel ends -DCHANGES_0=1
holds channel ends -DCHANGES_1=1
holds channel ends -DDEATHS_0=1
holds channel ends -DDEATHS_1=1
holds channel ends -DCHANGES_1=2 -DFRAMES_1=0
holds channel ends -DCHANGES_0=1 -DCHANGES_1=1 -DFRAMES_1=0
holds channel ends -DDEATHS_0=1 -DDEATHS_1=1 -DFRAMES_1=0
holds channel ends -DLONER_0=1 -DCHANGES_1=1 -DFRAMES_1=2
holds channel ends -DLONER_0=1 -DDEATHS_1=1 -DFRAMES_1=2
holds channel ends -DLONER_1=1 -DDEATHS_0=1 -DFRAMES_0=1 -DFRAMES_1=0
holds channel ends -DFRAMES_1=0 -DCALLS=2 -DCHANGES_1=1
holds channel ends -DFRAMES_1=0 -DCALLS=2 -DDEATHS_0=1
holds channel ends -DFRAMES_1=0 -DCALLS=2 -DDENIES_0=1 -DCHANGES_0=1
holds channel ends -DFRAMES_1=0 -DCALLS=2 -DDENIES_0=1 -DCHANGES_1=1
holds channel ends -DFRAMES_1=0 -DCALLS=2 -DDENIES_1=1 -DCHANGES_1=1
holds channel ends -DFRAMES_1=0 -DCALLS=2 -DDENIES_0=1 -DDENIES_1=1 -DCHANGES_0=1
holds channel ends -DFRAMES_1=0 -DCALLS=2 -DLACKS=2 -DCHANGES_1=1
cycle channel ends -DFRAMES_1=0 -DCALLS=2 -DDENIES_0=1 -DDEFECT_NOTIFY_FOR_REFUSED
cycle channel ends -DFRAMES_1=0 -DCALLS=2 -DDENIES_0=1 -DDEFECT_CALL_AGAIN
assertion channel ends -DFRAMES_1=0 -DCALLS=2 -DLACKS=1 -DDEFECT_NO_NOTIFY_AFTER_LACK
assertion channel ends -DFRAMES_1=0 -DDEFECT_NO_NOTIFY
assertion channel ends -DFRAMES_1=0 -DDEFECT_CALL_FIRST
assertion channel ends -DFRAMES_1=0 -DCHANGES_1=2 -DDEFECT_NO_NOTIFY_AGAIN
assertion channel ends -DCHANGES_0=1 -DDEFECT_OLD_MEMORY
assertion channel ends -DFRAMES_1=2 -DDEFECT_FLAG_LATE
assertion channel ends -DDEATHS_1=1 -DDEFECT_NO_LEGACY
cycle channel ends -DDEATHS_1=1 -DDEFECT_DEAF
assertion channel ends -DLONER_0=1 -DDEATHS_1=1 -DDEFECT_NO_SECOND_LOOK
assertion channel ends -DLONER_0=1 -DDEATHS_1=1 -DDEFECT_NO_LOOK
holds local ends -DPOINTS=4
holds local ends -DWAITS=1 -DLAG=3
holds local ends -DWAITS=1 -DFUTURE
assertion local ends -DWAITS=1 -DDEFECT_IGNORE_PINS
assertion local ends -DWAITS=1 -DDEFECT_LOOK_FIRST
assertion local ends -DWAITS=1 -DDEFECT_TAKE_PENDING
assertion local ends -DWAITS=1 -DDEFECT_TRUST_ANY
assertion local ends -DWAITS=1 -DFUTURE -DDEFECT_LOOK_AT_SLOT
assertion local ends -DWAITS=1 -DFUTURE -DDEFECT_IGNORE_AWAITED
holds life ends
holds life ends -DRUNTIME
assertion life ends -DUSES=3 -DDEFECT_CLEAR_UNPINNED
assertion life ends -DDEFECT_ONE_LOOK
assertion life ends -DDEFECT_ONE_WORD
assertion life ends -DDEFECT_PINS_LAST
assertion life ends -DDEFECT_LOOK_FIRST
assertion life ends -DDEFECT_MARK_LATE
assertion life ends -DDEFECT_NO_MARK
assertion life ends -DDEFECT_KEEP_FENCES
assertion life ends -DDEFECT_TRUST_NAME
assertion life ends -DDEFECT_LEAVE
assertion life ends -DUSES=3 -DDEFECT_TAKE_LATE
assertion life ends -DDEFECT_FORGET_LATE
holds packet ends
holds packet ends -DLIMIT=1
holds packet ends -DPACKETS=3 -DLIMIT=1
holds packet ends -DHOLDS=2 -DPAYLOADS=2
holds packet ends -DDEATHS=3 -DPAYLOADS=2
holds packet ends -DRETURN
holds packet ends -DRETURN -DDEATHS=2 -DPAYLOADS=2
assertion packet ends -DDEFECT_FIRST_BRANCH
assertion packet ends -DDEFECT_DEAD_BRANCH
assertion packet ends -DDEFECT_KEEP_OLDER
assertion packet ends -DDEFECT_LIMITER_LEAKS
assertion packet ends -DLIMIT=1 -DDEFECT_SKIP_COUNTS
assertion packet ends -DDEFECT_LATE_RELEASE
assertion packet ends -DDEFECT_NO_DROP
assertion packet ends -DDEFECT_HELD_STAYS
assertion packet ends -DDEFECT_CUT_EARLY
assertion packet ends -DDEFECT_NO_TELL_END
assertion packet ends -DDEFECT_NO_TELL_HOME
assertion packet ends -DDEFECT_TOLD_STAYS
assertion packet ends -DDEFECT_SEEN_LATE
assertion packet ends -DRETURN -DDEFECT_WAIT_KEEPS
TEXT
}

# What a search found: holds, assertion, cycle, or anything else.
verdict() { # LOG
    if grep -qE 'max search depth too small|reached -DMEMLIM|out of memory|truncated' "$1"; then
        echo "unfinished"
    elif grep -q 'errors: 0$' "$1"; then
        echo "holds"
    elif grep -q '^pan:1: assertion violated' "$1"; then
        echo "assertion"
    elif grep -qE '^pan:1: (non-progress|acceptance) cycle' "$1"; then
        echo "cycle"
    else
        echo "broken"
    fi
}

# check EXPECTED MODEL SEARCH SWITCH...: one line on standard output, which begins with ok or BAD.
check() {
    local expected=$1 model=$2 search=$3 found states level=-O1 flags=-DNP options=-l
    local place
    shift 3
    place=$out/$(echo "$model-$search$*" | tr -d ' ')
    # Short searches take less time than a better compilation of theirs.
    case $expected-$search$* in holds-ends*-DCALLS=2*) level=-O0 ;; holds-* | *-fair*) ;; *) level=-O0 ;; esac
    [ "$search" = ends ] || { flags="-DNFAIR=3" options="-a -f"; }
    rm -rf "$place"
    mkdir -p "$place"
    # shellcheck disable=SC2086
    (cd "$place" && spin -a "$@" "$models/$model.pml" && gcc $level $flags -DMEMLIM=1600 -w -o pan pan.c &&
        ./pan $options -m400000 -w22) >"$place/log" 2>&1
    found=$(verdict "$place/log")
    states=$(sed -n 's/^ *\([0-9.e+]*\) states, stored.*/\1/p' "$place/log")
    if [ "$found" = "$expected" ]; then
        echo "ok   $model $search $*: $found, ${states:-no} states"
        rm -rf "$place"
    else
        echo "BAD  $model $search $*: $found instead of $expected, see $place/log"
    fi
}
export -f check verdict

mkdir -p "$out"
checks | xargs -P "${JOBS:-2}" -L 1 bash -c 'check "$@"' check >"$out/results"
sort -k 2 "$out/results"
expected=$(checks | wc -l)
good=$(grep -c '^ok ' "$out/results")
echo "models: $good of $expected searches as expected, $(grep -c ': holds,' "$out/results") of them of models without a defect"
[ "$good" -eq "$expected" ]
