#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Tests of the demonstration program: test_pipeline.sh PIPELINE [--ring]
# With --ring those of the pipeline without streams; what both have in common is tested once, without.
#
# Prints a line for each case, 'ok NAME' or 'not ok NAME: reason', and ends with a status other than 0
# if one failed. Needs python3 for the images.
set -u

ring=${2-}
if [ $# -lt 1 ] || [ $# -gt 2 ] || [ ! -x "$1" ] || { [ $# -eq 2 ] && [ "$ring" != --ring ]; }; then
    echo "usage: $0 PIPELINE [--ring]" >&2
    exit 2
fi
if ! command -v python3 >/dev/null; then
    echo "not ok python3: is not installed (apt-get install python3)"
    exit 1
fi

pipeline=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
images=$(cd "$(dirname "$0")" && pwd)/images.py
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || exit 1
passed=0
failed=0

# A space of this run alone: another program of the host may have the same names.
RINGFENCE_NVSCIIPC_SPACE=demo$(od -An -N6 -tx1 /dev/urandom | tr -d ' ')
RINGFENCE_NVSCIIPC_CFG=$work/table
export RINGFENCE_NVSCIIPC_SPACE RINGFENCE_NVSCIIPC_CFG
channel=of_test
printf 'INTER_PROCESS of_test_%d of_test_%d 16 24576\n' 0 1 2 3 >table
echo 'INTER_PROCESS lone_0 lone_1 16 24576' >>table

# report NAME REASON: an empty reason is a pass.
report() {
    set -- "${ring:+ring-}$1" "$2"
    if [ -z "$2" ]; then
        passed=$((passed + 1))
        echo "ok $1"
    else
        failed=$((failed + 1))
        echo "not ok $1: $2"
    fi
}

# run ARGUMENT...: sets status; standard output and error are in files out and err.
run() {
    timeout 120 "$pipeline" ${ring:+"$ring"} --channel "$channel" "$@" >out 2>err
    status=$?
}

# ended STATUS: a reason unless the last run ended so; with a status other than 0, on one line of error.
ended() {
    lines=$(wc -l <err)
    if [ "$status" -ne "$1" ]; then
        echo "exit status $status, not $1: $(head -n 1 err)"
    elif [ "$1" -eq 0 ] && [ "$lines" -ne 0 ]; then
        echo "standard error has: $(head -n 1 err)"
    elif [ "$1" -ne 0 ] && { [ "$lines" -ne 1 ] || ! grep -q '^pipeline: .' err; }; then
        echo "standard error has $lines lines: $(head -n 1 err)"
    elif [ "$1" -eq 2 ] && [ -s out ]; then
        echo "standard output has: $(head -n 1 out)"
    fi
}

# expect NAME STATUS ARGUMENT...
expect() {
    name=$1
    wanted=$2
    shift 2
    run "$@"
    report "$name" "$(ended "$wanted")"
}

# holds PATTERN: a reason unless standard output of the last run has such a line.
holds() {
    grep -Eq -- "$1" out || echo "no line like '$1'"
}

# given_back COUNT: a reason unless the last run printed so many pools and nothing is in use.
given_back() {
    awk -v least="$1" '
        /^$/ { pools = 0 }
        pools && $(NF - 2) != 0 { print $0 " is still in use" }
        pools { count++ }
        /^pool / { pools = 1 }
        END { if (count < least) print "only " count + 0 " pools" }' out
}

# streamed FRAMES: a reason unless the tables of streams are as they must be: five queues, of which FIFOs lose nothing and the
# mailbox sends the newest; rows of waits that are not longer than the run; one of each ten frames was shown, in their order.
streamed() {
    awk -v frames="$1" '
        function bad(what) { print what ": " $0; failed = 1; exit }
        $1 == "runtime" { seconds = $5 }
        $1 == "shown" && !/^shown    frame [0-9]+: checksum of gray [0-9a-f]+, as computed$/ { bad("no line of a viewer") }
        $1 == "shown" && ($3 + 0 < next_frame || $3 + 0 >= frames) { bad("not of the next ten") }
        $1 == "shown" { shown++; next_frame = 10 * (int($3 / 10) + 1) }
        $NF == "packets/s" { part = "queues"; next }
        $NF == "s" && / packet s +fence s$/ { part = "waits"; next }
        /^packet: / || /^$/ { part = "" }
        part != "" { rows[part]++ }
        part == "queues" && $(NF - 3) != frames { bad("not all were sent") }
        part == "queues" && / FIFO / { fifos++; if ($(NF - 2) != frames || $(NF - 1) != 0) bad("lost") }
        part == "queues" && / mailbox / && ($(NF - 2) < shown || $(NF - 2) + $(NF - 1) != frames) { bad("drops") }
        part == "waits" && ($NF + $(NF - 1) > seconds + 0.05) { bad("longer than the run") }
        END {
            if (!failed && (rows["queues"] != 5 || fifos != 4 || rows["waits"] != 11 || !shown))
                print rows["queues"] + 0 " queues, " fifos + 0 " FIFOs, " rows["waits"] + 0 " waits, " shown + 0 " shown"
        }' out
}

# A viewer sees the same frames in one process and in two: where both show one, the checksums are equal.
same_shown() {
    awk '$1 != "shown" { next }
        NR == FNR { sum[$3] = $7; next }
        $3 in sum { both++; if (sum[$3] != $7) print "frame " $3 " differs" }
        END { if (!both) print "no frame was shown by both" }' "$1" "$2"
}

mkdir img && python3 "$images" make img || exit 1

# The program's own picture.
run --frames 5 --no-bench
reason=$(ended 0)
report default "${reason:-$(holds '^runtime +5 frames .*as computed$')}"
report default_refused "$(holds '^  NvSciBufAttrListCreate: 1$')"
report default_refused_alone "$(holds '^refused calls: 1$')"
report default_no_faults "$(holds '^faults: 0$')"
report default_given_back "$(given_back 13)"
if [ -z "$ring" ]; then
    run --frames 47 --no-bench
    cp out out-1
    reason=$(ended 0)
    report streams "${reason:-$(streamed 47)}"
    run --procs 2 --frames 47 --no-bench
    reason=$(ended 0)
    report two-streams "${reason:-$(streamed 47)}"
    report two-streams-show-the-same "$(same_shown out-1 out)"
    run --frames 1 --no-bench
    report one-frame "$(streamed 1)"
    # A viewer that looks for long holds up nobody: frames go past it.
    for processes in 1 2; do
        run --procs $processes --frames 47 --hold 300 --no-bench
        reason=$(ended 0)
        [ -n "$reason" ] || reason=$(streamed 47)
        report "slow-viewer-in-$processes" "${reason:-$(holds '^engine B -> viewer +mailbox +47 +[0-9]+ +[1-9][0-9]* ')}"
    done
    # A table without the channel of the stream.
    channel=lone
    run --procs 2 --frames 1 --no-bench
    channel=of_test
    for process in 1 2; do
        endpoint=lone_$((process + 1))
        grep -q "^pipeline: process $process: NvSciIpcOpenEndpoint of $endpoint: NvSciError_NoSuchEntry\$" err &&
            reason="" || reason=$(head -n 1 err)
        [ "$status" -eq 1 ] || reason="exit status $status"
        report "two-without-channel-$process" "$reason"
    done
fi
for name in input luma chroma gray strip; do
    [ -s build/demo/$name.png ] && reason="" || reason="no build/demo/$name.png"
    report "default_$name" "$reason"
done

# Pictures of all kinds: what was read and what was computed, by a second computation.
for image in img/good-*.p[np][gm]; do
    run --frames 9 --no-bench --out result "$image"
    reason=$(ended 0)
    if [ -z "$reason" ]; then
        reason=$(python3 "$images" check result "$image.raw" 2>&1 | tail -n 1)
    fi
    report "$(basename "$image")" "$reason"
    run --procs 2 --frames 9 --no-bench --out result-2 "$image"
    reason=$(ended 0)
    if [ -z "$reason" ]; then
        reason=$(diff -r result result-2 2>&1 | head -n 1)
    fi
    report "$(basename "$image")-in-2" "$reason"
    rm -rf result result-2
done

# What has nothing to do with streams or rings.
if [ -z "$ring" ]; then
    # What is no picture: one line, status 2.
    for image in img/bad-*; do
        expect "$(basename "$image")" 2 --no-bench --out bad "$image"
    done
    expect bad-directory 2 --no-bench --out bad img
    expect bad-missing 2 --no-bench --out bad img/there-is-no-such-file
    expect bad-under-file 2 --no-bench --out bad img/bad-text/x
    if [ "$(id -u)" -ne 0 ]; then
        cp img/good-p6-255.ppm img/locked && chmod 000 img/locked
        expect bad-locked 2 --no-bench --out bad img/locked
    fi
    [ -e bad ] && reason="was made" || reason=""
    report bad-leaves-no-folder "$reason"

    # No picture may use up the memory: 1.5 GiB of address space are enough to refuse all of them. A build
    # with an address sanitizer does not start with so little.
    limited() {
        (ulimit -v 1572864 && timeout 120 "$pipeline" "$@" >out 2>err)
    }
    if limited --help 2>/dev/null; then
        reason=""
        for image in img/bad-*; do
            limited --no-bench "$image"
            [ $? -eq 2 ] || reason="$image"
        done
        report bad-bounded-memory "$reason"
    fi

    # The command line.
    expect option-unknown 2 --frobnicate
    expect option-dash 2 -
    expect option-frames-0 2 --frames 0
    expect option-frames-text 2 --frames many
    expect option-frames-negative 2 --frames -1
    expect option-frames-large 2 --frames 99999999999999999999
    expect option-frames-no-value 2 --frames
    expect option-sizes-empty 2 --sizes ""
    expect option-sizes-comma 2 --sizes 64,
    expect option-sizes-0 2 --sizes 0
    expect option-sizes-large 2 --sizes 8193
    expect option-sizes-many 2 --sizes 1,2,3,4,5,6,7,8,9
    expect option-hold-text 2 --hold long
    expect option-hold-large 2 --hold 60001
    expect option-procs-0 2 --procs 0
    expect option-procs-3 2 --procs 3
    expect option-procs-no-value 2 --procs
    expect option-channel-empty 2 --channel ""
    expect option-channel-no-value 2 --channel
    expect option-two-images 2 img/good-p6-255.ppm img/good-p6-255.ppm
    run --help
    reason=$(ended 0)
    report option-help "${reason:-$(holds '^--frames N')}"
fi

# The program without libpng: the same pictures, as PPM files; a PNG is refused by name.
if [ -z "$ring" ]; then
    pipeline=$pipeline-plain
    run --frames 1 --no-bench --out plain
    reason=$(ended 0)
    [ -n "$reason" ] || reason=$(holds '^results  plain/: input.ppm luma.ppm chroma.ppm gray.ppm, and all of them in strip.ppm$')
    report plain "${reason:-$(python3 "$images" same build/demo plain 2>&1 | tail -n 1)}"
    expect plain-png 2 --frames 1 --no-bench img/good-size-3x5.png
    grep -q 'was built without libpng: take a PPM' err && reason="" || reason=$(cat err)
    report plain-png-is-named "$reason"
    pipeline=${pipeline%-plain}
    # The strip of pictures that are no strip: one pixel, a column, a row.
    for size in 1x1 1x300 300x1; do
        printf 'P6\n%d %d\n255\n' "${size%x*}" "${size#*x}" >thin.ppm
        head -c $((3 * ${size%x*} * ${size#*x})) /dev/zero >>thin.ppm
        expect "thin-$size" 0 --frames 1 --no-bench --out thin thin.ppm
    done
fi

# The table.
run --frames 12 --sizes 64,33,1 --out result img/good-size-301x203.png
reason=$(ended 0)
report table "${reason:-$(holds '^faults: 0$')}"
report table-load "$(holds '^Other programs kept [0-9.]+ of [1-9][0-9]* CPUs busy meanwhile\.$')"
for size in 64 33 1; do
    count=$(grep -Ec "^ *$size x $size .* 12 .*[0-9]\.[0-9][0-9]\$" out)
    [ "$count" -eq 3 ] && reason="" || reason="$count rows"
    report "table-$size" "$reason"
done

# The checks can fail.
for frame in 0 3 11; do
    expect "spoil-$frame" 1 --spoil $frame --frames 12 --no-bench --out spoilt img/good-size-3x5.png
    grep -q "^pipeline: frame $frame: chroma at (1, 2)" err && reason="" || reason=$(cat err)
    report "spoil-$frame-is-named" "$reason"
done
[ -e spoilt ] && reason="was made" || reason=""
report spoil-leaves-no-folder "$reason"
expect out-is-file 1 --frames 1 --no-bench --out img/bad-text
expect out-under-file 1 --frames 1 --no-bench --out img/bad-text/x
"$pipeline" ${ring:+"$ring"} --frames 1 --no-bench --out result >/dev/full 2>err
status=$?
: >out
report stdout-full "$(ended 1)"

# Two processes: the same as above, and the figures of both.
run --procs 2 --frames 5 --no-bench
reason=$(ended 0)
report two "${reason:-$(holds '^runtime +5 frames .*as computed$')}"
report two_given_back "$(given_back 26)"
for line in '^  NvSciBufAttrListCreate: 1$' '^refused calls: 1$' '^faults: 0$'; do
    count=$(grep -Ec "$line" out)
    [ "$count" -eq 2 ] && reason="" || reason="$count lines like '$line'"
    report "two_each $line" "$reason"
done

run --procs 2 --frames 12 --sizes 64,33,1 --out result img/good-size-301x203.png
reason=$(ended 0)
report two-table "${reason:-$(holds '^Copies: all in one process')}"
for size in 64 33 1; do
    count=$(grep -Ec "^ *$size x $size .* 12 .*[0-9]\.[0-9][0-9]\$" out)
    [ "$count" -eq 3 ] && reason="" || reason="$count rows"
    report "two-table-$size" "$reason"
done

for frame in 0 3 11; do
    expect "two-spoil-$frame" 1 --procs 2 --spoil $frame --frames 12 --no-bench --out spoilt img/good-size-3x5.png
    grep -q "^pipeline: frame $frame: chroma at (1, 2)" err && reason="" || reason=$(cat err)
    report "two-spoil-$frame-is-named" "$reason"
done
[ -e spoilt ] && reason="was made" || reason=""
report two-spoil-leaves-no-folder "$reason"
expect two-out-is-file 1 --procs 2 --frames 1 --no-bench --out img/bad-text

# killed NAME WHICH ENDS LINE: kills process 1 or 2, or interrupts both, while they stream; how they ended, in
# words of images.py, and, unless it is empty, what is said on standard error.
killed() {
    timeout 120 python3 "$images" kill "$2" "$pipeline" ${ring:+"$ring"} --channel "$channel" --procs 2 --frames 1000000 --no-bench --out result >out 2>err
    status=$?
    reason=""
    if [ $status -ne 0 ] || [ "$(tr '\n' ' ' <out)" != "$3 " ]; then
        reason="status $status: $(cat out err | tr '\n' ' ')"
    elif [ -n "$4" ] && ! grep -q "^pipeline: $4\$" err; then
        reason=$(head -n 1 err)
    fi
    report "$1" "$reason"
}

killed two-kill-1 1 '1 ended with -9 2 ended with 1' 'process 2: process 1 is gone'
killed two-kill-2 2 '1 ended with 1' 'process 1: process 2 is gone'
killed two-interrupt both '1 ended with -2 2 ended with -2' ''
expect two-after-kills 0 --procs 2 --frames 5 --no-bench --out result

# A second pair waits until the first is done with the channel.
"$pipeline" ${ring:+"$ring"} --channel "$channel" --procs 2 --frames 20 --no-bench --out result-2 >out-2 2>err-2 &
other=$!
run --procs 2 --frames 20 --no-bench --out result
reason=$(ended 0)
wait $other || reason="the other pair: $(head -n 1 err-2)"
report two-pairs "$reason"

# The progress bar: on a terminal alone (that nothing comes without one is part of every case above).
python3 "$images" terminal "$pipeline" ${ring:+"$ring"} --frames 20 --no-bench --out result >out
status=$?
[ $status -eq 0 ] && grep -q 'streaming \[####*\.*\] [0-9]*/20' out && reason="" || reason="status $status"
report progress-bar "$reason"
python3 "$images" terminal "$pipeline" ${ring:+"$ring"} --channel "$channel" --procs 2 --frames 20 --no-bench --out result >out
status=$?
[ $status -eq 0 ] && grep -q 'streaming \[####*\.*\] [0-9]*/20' out && reason="" || reason="status $status"
report two-progress-bar "$reason"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
