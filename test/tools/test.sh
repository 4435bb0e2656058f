#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs every gate, also after one has failed, and ends with 'N passed, N failed': the test cases of the
# plain build, and each gate as one. Usage: test.sh [GATE]... runs the named gates alone. The gate trace comes last, and
# asks what the tests of this run did if all gates that run tests with tags are among those named: TESTED.
set -u
cd "$(dirname "$0")/../.." || exit 1

TOOLS=test/tools
. "$TOOLS/lock.sh"
JOBS=$(nproc 2>/dev/null || echo 1)
export LC_ALL=C
unset MAKEFLAGS MAKELEVEL CFLAGS LDFLAGS BUILD PROFILE
passed=0
failed=0
failures=""

# Logs are in build/log; where another run has that, in build/log-2 and so on.
mkdir -p build
for number in "" $(seq -f -%g 2 99); do
    LOGS=build/log$number
    exec {logs_lock}>"$LOGS.lock"
    flock -n "$logs_lock" && break
    exec {logs_lock}>&-
done
[ "$LOGS" = build/log ] || echo "Another run has build/log; logs are in $LOGS."
mkdir -p "$LOGS"

# folders_of GATE: those that it writes to or relies on. What other gates write to is locked where that is done.
folders_of() {
    case $1 in
    build-gcc | readme | cases | symbols | size | ports | install | demo) echo build/gcc ;;
    build-clang) echo build/clang ;;
    asan | tsan) echo "build/$1" ;;
    cuda) echo build/asan build/clang build/cuda-12 build/cuda-13 build/gcc build/none ;;
    esac
}

# gate NAME COMMAND...: keeps the output in a log, and shows it when the command fails.
gate() {
    local name=$1 begin=$SECONDS log=$LOGS/$1.log
    shift
    if hold_for "$(folders_of "$name")" "$@" >"$log" 2>&1; then
        passed=$((passed + 1))
        printf 'PASS  %-18s %3d s  %s\n' "$name" $((SECONDS - begin)) "$(tail -n 1 "$log")"
    else
        failed=$((failed + 1))
        failures="$failures $name"
        printf 'FAIL  %-18s %3d s  %s\n' "$name" $((SECONDS - begin)) "$log"
        tail -n 60 "$log" | sed 's/^/      | /'
    fi
}

build_with() { # DIRECTORY COMPILER
    make --no-print-directory -k -j"$JOBS" lib tests demo-binary "BUILD=$1" "CC=$2" &&
        echo "$2: library, tests and demo without a warning"
}

executables() { # DIRECTORY
    local source
    for source in test/unit/*_test.c test/system/*_test.c; do
        [ -e "$source" ] && source=${source#test/} && echo "$1/bin/${source%.c}"
    done
}

cases_of() { # DIRECTORY OPTION...
    local directory=$1
    shift
    mapfile -t list < <(executables "$directory")
    "$TOOLS/cases.py" "$@" "${list[@]}"
}

plain_cases() { cases_of build/gcc; }

# sanitized DIRECTORY SANITIZERS TARGETS OPTION...
sanitized() {
    local directory=$1 sanitizers=$2 targets=$3
    shift 3
    # shellcheck disable=SC2086
    make --no-print-directory -k -j"$JOBS" $targets "BUILD=$directory" CC=gcc \
        "LDFLAGS=-fsanitize=$sanitizers" "CFLAGS=-O1 -g -fno-omit-frame-pointer -fsanitize=$sanitizers $*"
}

# A few frames of the pipeline, in one process and in two: the threads of the demo are a test too.
some_frames() { # DIRECTORY COMMAND...
    local directory=$1 processes channel
    shift
    # A channel of this run alone.
    channel=demo$(od -An -N6 -tx1 /dev/urandom | tr -d ' ')
    echo "INTER_PROCESS ${channel}_0 ${channel}_1 16 24576" >"$directory/demo.cfg"
    for processes in 1 2; do
        RINGFENCE_NVSCIIPC_CFG=$directory/demo.cfg "$@" "$directory/demo/pipeline" --channel "$channel" --procs $processes --no-bench --frames 20 --out "$directory/demo" \
            >"$directory/demo.log" 2>&1 || { cat "$directory/demo.log"; return 1; }
    done
}

asan_cases() (
    local status=0
    export ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1 UBSAN_OPTIONS=print_stacktrace=1
    sanitized build/asan address,undefined "tests demo-binary" -fno-sanitize-recover=all || status=1
    some_frames build/asan env || status=1
    cases_of build/asan --jobs "$JOBS" || status=1
    return $status
)

# The sanitizer's map of memory does not fit every address-space layout: run without randomisation if allowed.
tsan_cases() (
    local prefix=env status=0
    export TSAN_OPTIONS=halt_on_error=1
    setarch "$(uname -m)" -R true 2>/dev/null && prefix="setarch $(uname -m) -R"
    sanitized build/tsan thread "tests demo-binary" -Wno-error=tsan || status=1
    # shellcheck disable=SC2086
    some_frames build/tsan $prefix || status=1
    cases_of build/tsan --jobs "$JOBS" --timeout 240 --prefix "$prefix" || status=1
    return $status
)

# cuda_cases DIRECTORY OPTION...: all tests for CUDA, with the driver that needs no GPU.
cuda_cases() {
    local directory=$1 source list=()
    shift
    for source in test/cuda/*_test.c; do
        source=${source#test/}
        list+=("$directory/bin/${source%.c}")
    done
    LD_LIBRARY_PATH=$(pwd)/$directory/fake "$TOOLS/cases.py" --jobs "$JOBS" "$@" "${list[@]}"
}

# preload_cases DIRECTORY: programs with a shared runtime, with the preload library in front of them or linked with it.
preload_cases() (
    local directory=$1 status=0
    export LD_LIBRARY_PATH=$(pwd)/$directory/fake:$(pwd)/$directory/lib
    "$TOOLS/cases.py" --prefix "env LD_PRELOAD=libringfence_cuda_preload.so" "$directory"/bin/cuda/preload/wrap_*_test \
        "$directory"/bin/cuda/preload/{split,local}_test || status=1
    "$TOOLS/cases.py" "$directory"/bin/cuda/preload/linked_*_test || status=1
    return $status
)

# The headers must be there. Both compilers; the tests plain and with the sanitizers, these and those without nvcc with an
# image of the kernel that is none: the driver without a GPU does not look into it.
cuda_part() (
    local status=0 compiler stand_in=test/cuda/stand_in/graph_image.c
    export ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1 UBSAN_OPTIONS=print_stacktrace=1 CUDA_INCLUDE
    CUDA_INCLUDE=$("$TOOLS/cuda_headers.sh") || return 1
    "$TOOLS/gpu.sh" image build/no_image.c - || status=1
    make --no-print-directory build/none/obj-cuda/src/cuda/graph_image.o BUILD=build/none CC=gcc CUDA_IMAGE=build/no_image.c ||
        status=1
    [ -n "$("$TOOLS/gpu.sh" nvcc)" ] || export CUDA_IMAGE=$stand_in
    for compiler in gcc clang; do
        make --no-print-directory -k -j"$JOBS" cuda-libraries cuda-tests cuda-apps "BUILD=build/$compiler" \
            CC=$compiler || status=1
    done
    make --no-print-directory -k -j"$JOBS" cuda-preload-tests BUILD=build/gcc CC=gcc || status=1
    "$TOOLS/symbols.py" --cuda build/gcc || status=1
    CUDA_IMAGE=$stand_in sanitized build/asan address,undefined cuda-tests -fno-sanitize-recover=all || status=1
    cuda_cases build/asan --timeout 240 || status=1
    preload_cases build/gcc || status=1
    other_headers || status=1
    cuda_cases build/gcc || status=1
    return $status
)

# The CUDA of the other major version: programs of both are linked with the library, and the tests are written for both.
other_headers() (
    local other=13
    printf '#include <cuda.h>\nCUDA_VERSION\n' | eval gcc -E -P $CUDA_INCLUDE - | tail -n 1 | grep -q '^13' && other=12
    CUDA_INCLUDE=$(CUDA_HEADERS=$other "$TOOLS/cuda_headers.sh") || return 1
    make --no-print-directory -k -j"$JOBS" cuda-libraries cuda-tests cuda-apps "BUILD=build/cuda-$other" CC=gcc &&
        cuda_cases "build/cuda-$other" && echo "CUDA $other: as above, with its headers"
)

demo_script() {
    local status=0
    bash test/apps/test_pipeline.sh build/gcc/demo/pipeline || status=1
    bash test/apps/test_no_gpu.sh build/gcc || status=1
    return $status
}

# The checker takes minutes: it runs beside the other gates. Who waits for it is no parent of it: the status is in a file.
misra_begin() {
    rm -f "$LOGS/misra.status"
    { "$TOOLS/misra.py" >"$LOGS/misra.part" 2>&1; echo $? >"$LOGS/misra.status"; } &
    misra_job=$!
}

misra_end() {
    tail --pid="$misra_job" -f /dev/null
    cat "$LOGS/misra.part"
    return "$(cat "$LOGS/misra.status" || echo 1)"
}

size_check() { "$TOOLS/size.py" --profile linux --objects build/gcc/obj/src --check; }

# Every other profile builds too, and core, sync and buf also where there is no operating system.
profiles() {
    local path name
    for path in cfg/profiles/*.h; do
        name=$(basename "$path" .h)
        [ "$name" = linux ] || make --no-print-directory -k -j"$JOBS" lib "BUILD=build/profile-$name" CC=gcc \
            "PROFILE=$name" || return 1
    done
    make --no-print-directory -k -j"$JOBS" portable BUILD=build/freestanding CC=gcc \
        "CFLAGS=-Os -ffreestanding" && echo "profiles: $(cd cfg/profiles && echo *.h), freestanding"
}

# Each port does what every port must do.
ports() {
    local port
    for port in posix baremetal; do
        make --no-print-directory -j"$JOBS" port-test "PORT=$port" BUILD=build/gcc CC=gcc || return 1
    done
    # Hooks of one's own, for this host; a unit that clang compiles.
    mkdir -p build/gcc/own-hooks && cp test/port/hooks_host.[ch] build/gcc/own-hooks &&
        make --no-print-directory -j"$JOBS" port-test PORT=build/gcc/own-hooks BUILD=build/gcc CC=gcc &&
        make --no-print-directory firmware-lib UNIT=1 BUILD=build/clang/unit CC=clang AR=ar PROFILE=firmware_small
}

# At ends of functions, and between instructions where the processor can stop there.
kills() {
    "$TOOLS/kills.sh" 20 || return 1
    [ "$(uname -m)" != x86_64 ] || "$TOOLS/kills.sh" 41 400
}

# What the tests with tags did; each run has a directory of its own, so nothing of an earlier run is in it.
EVIDENCE=""
trap '[ -z "$EVIDENCE" ] || rm -rf "$EVIDENCE"' EXIT

# showing GATE...: whether these gates are all among those of this run.
showing() {
    local name
    for name in $TESTED; do
        case " $* " in
        *" $name "*) ;;
        *) return 1 ;;
        esac
    done
}

trace() {
    if [ -n "$EVIDENCE" ]; then
        # What a machine does not allow (control groups, user namespaces) is said; where STRICT=1 it is a failure.
        if [ "${STRICT:-0}" = 1 ]; then
            "$TOOLS/trace.py" --evidence "$EVIDENCE" --table "$LOGS/trace.tsv"
        else
            "$TOOLS/trace.py" --evidence "$EVIDENCE" --table "$LOGS/trace.tsv" --allow-skipped
        fi
    else
        echo "Not all of these gates are in this run: $TESTED" && "$TOOLS/trace.py"
    fi
}

TESTED="build-gcc cases cuda ports install"
ALL="build-gcc build-clang headers readme cases asan tsan misra symbols includes circles conditions trace trace_seeds size config phases functions promises cuda models fuzz profiles ports install kills twice demo"
run_gate() {
    case $1 in
    build-gcc) gate "$1" build_with build/gcc gcc ;;
    build-clang) gate "$1" build_with build/clang clang ;;
    headers) gate "$1" "$TOOLS/headers.sh" ;;
    readme) gate "$1" "$TOOLS/readme.py" build/gcc ;;
    cases)
        EVIDENCE_DIR=$EVIDENCE gate "$1" plain_cases
        count_cases cases
        ;;
    asan) gate "$1" asan_cases ;;
    tsan) gate "$1" tsan_cases ;;
    misra) gate "$1" misra_end ;;
    symbols) gate "$1" "$TOOLS/symbols.py" build/gcc ;;
    includes) gate "$1" "$TOOLS/includes.py" ;;
    circles) gate "$1" "$TOOLS/circles.py" ;;
    conditions) gate "$1" "$TOOLS/conditions.py" ;;
    trace) gate "$1" trace ;;
    trace_seeds) gate "$1" "$TOOLS/trace_seeds.py" ;;
    size) gate "$1" size_check ;;
    config) gate "$1" "$TOOLS/config.py" ;;
    phases) gate "$1" "$TOOLS/phases_table.py" --check ;;
    functions) gate "$1" "$TOOLS/functions.py" ;;
    promises) gate "$1" "$TOOLS/promises.py" ;;
    cuda)
        EVIDENCE_DIR=$EVIDENCE gate "$1" cuda_part
        count_cases cuda
        ;;
    models) gate "$1" "$TOOLS/models.sh" ;;
    fuzz) gate "$1" "$TOOLS/fuzz.sh" --runs 20000 ;;
    profiles) gate "$1" profiles ;;
    ports) EVIDENCE_DIR=$EVIDENCE gate "$1" ports ;;
    kills) gate "$1" kills ;;
    twice) gate "$1" "$TOOLS/twice.sh" ;;
    install) EVIDENCE_DIR=$EVIDENCE gate "$1" test/install/install_test.sh build/gcc ;;
    demo) gate "$1" demo_script ;;
    *)
        echo "test.sh: no such gate: $1 (there are: $ALL)" >&2
        exit 2
        ;;
    esac
}

# count_cases GATE: adds the cases of the plain run, the last in its log, to the sums.
count_cases() {
    local cases_passed cases_failed
    read -r cases_passed cases_failed < <(sed -n \
        's/^cases: \([0-9]*\) passed, \([0-9]*\) failed.*/\1 \2/p' "$LOGS/$1.log" | tail -n 1)
    passed=$((passed + ${cases_passed:-0}))
    failed=$((failed + ${cases_failed:-0}))
}

case " ${*:-$ALL} " in
*" misra "*) misra_begin ;;
esac
if showing "${@:-$ALL}"; then
    EVIDENCE=$(mktemp -d "$LOGS/evidence.XXXXXX")
fi
last=""
# shellcheck disable=SC2048
for name in ${*:-$ALL}; do
    [ "$name" = trace ] && last=trace || run_gate "$name"
done
[ -z "$last" ] || run_gate trace
[ -z "$failures" ] || echo "Failed:$failures"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
