#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Gates that are more than a call of a script, as functions. Usage: gates.sh FUNCTION. test/tools/check.py has the folders for
# each of them, and sets JOBS, and LOGS and EVIDENCE_DIR for trace; test/tools/gates.py says which gate is which function.
set -u
cd "$(dirname "$0")/../.." || exit 1

TOOLS=test/tools
: "${JOBS:=$(nproc 2>/dev/null || echo 1)}"
export LC_ALL=C

build_with() { # DIRECTORY COMPILER VARIABLE...
    make --no-print-directory -k -j"$JOBS" lib engines tests demo-binary demo-plain "BUILD=$1" "CC=$2" "${@:3}" &&
        echo "$2: library, tests and demo without a warning"
}

executables() { # DIRECTORY
    local source
    find test/unit test/system -name '*_test.c' | sort | while read -r source; do
        source=${source#test/}
        echo "$1/bin/${source%.c}"
    done
}

cases_of() { # DIRECTORY OPTION...
    local directory=$1
    shift
    mapfile -t list < <(executables "$directory")
    "$TOOLS/cases.py" "$@" "${list[@]}"
}

# nvcc takes seconds for each image of kernels: those of build/gcc are its own, the other builds take images that are none. The
# driver without a GPU does not look into them.
stand_ins() {
    export CUDA_IMAGE=test/cuda/stand_in/graph_image.c DLA_IMAGE=test/cuda/stand_in/hybrid_image.c
    export BLIT_IMAGE=test/cuda/stand_in/blit_image.c
}

# Where CUDA's headers are at hand, what the listings of CUDA need besides.
build_gcc() {
    local include
    build_with build/gcc gcc || return 1
    ! include=$("$TOOLS/cuda_headers.sh" --here) || make --no-print-directory -k -j"$JOBS" BUILD=build/gcc CC=gcc "CUDA_INCLUDE=$include" \
        cuda-libraries build/gcc/fake/{libcudart_static.a,libcuda.so.1}
}

# Its warnings do not depend on what it optimises.
CLANG_FLAGS="-O0 -g"

build_clang() { stand_ins && build_with build/clang clang "CFLAGS=$CLANG_FLAGS"; }

cases() { cases_of build/gcc --jobs "$JOBS"; }

# sanitized DIRECTORY SANITIZERS TARGETS OPTION...
sanitized() (
    local directory=$1 sanitizers=$2 targets=$3
    shift 3
    stand_ins
    # shellcheck disable=SC2086
    make --no-print-directory -k -j"$JOBS" $targets "BUILD=$directory" CC=gcc \
        "LDFLAGS=-fsanitize=$sanitizers" "CFLAGS=-O1 -g -fno-omit-frame-pointer -fsanitize=$sanitizers $*"
)

# A few frames of the pipeline, in one process and in two: the threads of the demo are a test too.
some_frames() { # DIRECTORY COMMAND...
    local directory=$1 processes space way
    shift
    # A space of this run alone.
    space=demo$(od -An -N6 -tx1 /dev/urandom | tr -d ' ')
    for processes in 1 2; do
        for way in "" --ring; do
            # shellcheck disable=SC2086
            RINGFENCE_NVSCIIPC_CFG=cfg/nvsciipc.cfg RINGFENCE_NVSCIIPC_SPACE=$space "$@" "$directory/demo/pipeline" $way --procs $processes --no-bench --frames 20 --out "$directory/demo" \
                >"$directory/demo.log" 2>&1 || { cat "$directory/demo.log"; return 1; }
        done
    done
}

asan() (
    local status=0
    export ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1 UBSAN_OPTIONS=print_stacktrace=1
    sanitized build/asan address,undefined "tests demo-binary" -fno-sanitize-recover=all || status=1
    some_frames build/asan env || status=1
    cases_of build/asan --jobs "$JOBS" || status=1
    return $status
)

# The sanitizer's map of memory does not fit every address-space layout: run without randomisation if allowed.
tsan() (
    local prefix=env status=0
    export TSAN_OPTIONS=halt_on_error=1
    setarch "$(uname -m)" -R true 2>/dev/null && prefix="setarch $(uname -m) -R"
    sanitized build/tsan thread "tests demo-binary" -Wno-error=tsan || status=1
    # shellcheck disable=SC2086
    some_frames build/tsan $prefix || status=1
    cases_of build/tsan --jobs "$JOBS" --prefix "$prefix" || status=1
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

# preload_cases DIRECTORY: programs with a shared or a static runtime, with the preload library in front of them, linked with it, or
# linked as by the link names of NvSci.
preload_cases() (
    local directory=$1 status=0
    export LD_LIBRARY_PATH=$(pwd)/$directory/fake:$(pwd)/$directory/lib
    "$TOOLS/cases.py" --prefix "env LD_PRELOAD=libringfence_cuda_preload.so" "$directory"/bin/cuda/preload/wrap_*_test \
        "$directory"/bin/cuda/preload/{split,local,opened,builds,static_names,static_graph}_test || status=1
    "$TOOLS/cases.py" "$directory"/bin/cuda/preload/{linked,named}_*_test || status=1
    return $status
)

# The headers must be there. Both compilers; the tests with the sanitizers and one version of CUDA's headers, and plain with the
# other one. Without nvcc the images of kernels are none.
cuda() (
    local status=0 program
    export ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1 UBSAN_OPTIONS=print_stacktrace=1 CUDA_INCLUDE
    CUDA_INCLUDE=$("$TOOLS/cuda_headers.sh") || return 1
    "$TOOLS/gpu.sh" image build/no_image.c - || status=1
    make --no-print-directory build/none/obj-cuda/src/cuda/graph_image.o BUILD=build/none CC=gcc CUDA_IMAGE=build/no_image.c ||
        status=1
    [ -n "$("$TOOLS/gpu.sh" nvcc)" ] || stand_ins
    make --no-print-directory -k -j"$JOBS" cuda-libraries cuda-tests cuda-apps BUILD=build/gcc CC=gcc || status=1
    (stand_ins && make --no-print-directory -k -j"$JOBS" cuda-libraries cuda-tests cuda-apps BUILD=build/clang CC=clang \
        "CFLAGS=$CLANG_FLAGS") || status=1
    make --no-print-directory -k -j"$JOBS" cuda-preload-tests BUILD=build/gcc CC=gcc || status=1
    "$TOOLS/symbols.py" --cuda build/gcc || status=1
    "$TOOLS/cuda_names.py" --check || status=1
    sanitized build/asan address,undefined cuda-tests -fno-sanitize-recover=all || status=1
    cuda_cases build/asan || status=1
    preload_cases build/gcc || status=1
    other_headers || status=1
    bash test/apps/test_stream_cuda.sh build/gcc || status=1
    bash test/apps/test_listings.sh build/gcc/listings-cuda "build/gcc/lib/libringfence_free.a build/gcc/lib/libringfence.a" build/gcc ||
        status=1
    for program in dla-hybrid 2d-cuda; do
        [ ! -e "build/gcc/fake/$program" ] || env "LD_LIBRARY_PATH=$PWD/build/gcc/fake" "RINGFENCE_NVSCIIPC_CFG=$PWD/cfg/nvsciipc.cfg" \
            "RINGFENCE_NVSCIIPC_SPACE=apps$$" timeout 300 "build/gcc/fake/$program" || status=1
    done
    return $status
)

# The CUDA of the other major version: programs of both are linked with the library, and the tests are written for both. What
# needs no CUDA is that of build/gcc.
other_headers() (
    local other=13
    printf '#include <cuda.h>\nCUDA_VERSION\n' | eval gcc -E -P $CUDA_INCLUDE - | tail -n 1 | grep -q '^13' && other=12
    CUDA_INCLUDE=$(CUDA_HEADERS=$other "$TOOLS/cuda_headers.sh") || return 1
    export CUDA_IMAGE=test/cuda/stand_in/graph_image.c
    make --no-print-directory -k -j"$JOBS" cuda-libraries cuda-tests cuda-apps "BUILD=build/cuda-$other" OBJ=build/gcc/obj CC=gcc &&
        cuda_cases "build/cuda-$other" && echo "CUDA $other: as above, with its headers"
)

# side_by_side FUNCTION...: as many of them at a time as JOBS says, the first ones first; what they print comes in this order.
side_by_side() {
    local status=0 folder one
    folder=$(mktemp -d) || return 1
    for one; do
        while [ "$(jobs -rp | wc -l)" -ge "$JOBS" ]; do wait -n; done
        { "$one" >"$folder/$one" 2>&1 && : >"$folder/$one.passed"; } &
    done
    wait
    for one; do
        cat "$folder/$one"
        [ -e "$folder/$one.passed" ] || { echo "$one fails" && status=1; }
    done
    rm -rf "$folder"
    return $status
}

demo_pipeline() { bash test/apps/test_pipeline.sh build/gcc/demo/pipeline; }
demo_ring() { bash test/apps/test_pipeline.sh build/gcc/demo/pipeline --ring; }
demo_form() { "$TOOLS/demo_form.py" build/gcc/demo/pipeline; }
demo_no_gpu() { bash test/apps/test_no_gpu.sh build/gcc; }
demo_pictures() {
    bash test/apps/test_pictures.sh build/gcc/pictures -Iinc build/gcc/lib/libringfence_kit.a build/gcc/lib/libringfence.a -pthread
}
demo_streams() { bash test/apps/test_streams.sh build/gcc/streams -Iinc build/gcc/lib/libringfence.a -pthread; }
demo_chapters() { bash test/apps/test_chapters.sh build/gcc/chapters -Iinc build/gcc/lib/libringfence.a -pthread; }
demo_listings() { bash test/apps/test_listings.sh build/gcc/listings "build/gcc/lib/libringfence_free.a build/gcc/lib/libringfence.a"; }
demo_listings_cuda() {
    if "$TOOLS/cuda_headers.sh" --here >/dev/null; then
        bash test/apps/test_listings.sh build/gcc/listings-cuda "build/gcc/lib/libringfence_free.a build/gcc/lib/libringfence.a" build/gcc
    else
        echo "listings of CUDA: left out: no CUDA headers"
    fi
}
demo_2d_static() {
    bash test/apps/test_2d.sh build/gcc/2d-static \
        "build/gcc/lib/libringfence_2d.a build/gcc/lib/libringfence_dla.a build/gcc/lib/libringfence.a -lzimg -lyuv -lm -ldl -pthread" \
        "-Iinc" "-Iinc/nvmedia6 -Iinc"
}
demo_2d_shared() {
    bash test/apps/test_2d.sh build/gcc/2d-shared \
        "-Lbuild/gcc/lib -Wl,-rpath,$PWD/build/gcc/lib -lringfence_2d -lringfence_dla -lringfence -pthread" "-Iinc" "-Iinc/nvmedia6 -Iinc"
}

demo() {
    local media=""
    [ ! -e build/gcc/lib/libringfence_2d.a ] || media="demo_2d_static demo_2d_shared"
    # shellcheck disable=SC2086
    side_by_side $media demo_pipeline demo_ring demo_chapters demo_listings demo_listings_cuda demo_form demo_no_gpu demo_pictures demo_streams
}

# Loadables and networks of the software engine.
networks_tools() { python3 test/apps/dla_tools.py build/gcc; }
networks_networks() { python3 test/apps/dla_networks.py build/gcc; }
networks_programs() { bash test/apps/test_dla.sh build/gcc/dla -Iinc build/gcc/lib/libringfence_dla.a build/gcc/lib/libringfence.a -pthread; }

networks() { side_by_side networks_networks networks_tools networks_programs; }

# The counts are of this compiler and these flags, on a processor that traps behind each instruction.
bench_counts() {
    if [ "$(uname -m)" = x86_64 ]; then
        make --no-print-directory bench-counts BUILD=build/gcc CC=gcc
    else
        echo "bench-counts: nothing is counted on $(uname -m)" && [ "${STRICT:-0}" != 1 ]
    fi
}

# The least and the greatest capacity.
bench_capacities() {
    if [ "$(uname -m)" = x86_64 ]; then
        JOBS=$JOBS "$TOOLS/bench_capacities.py" build/gcc 16 65536
    else
        echo "bench-capacities: nothing is counted on $(uname -m)" && [ "${STRICT:-0}" != 1 ]
    fi
}

# What measures still measures: a few samples of each cell; and the page shows what was measured.
bench() {
    make --no-print-directory -j"$JOBS" bench-programs BUILD=build/gcc CC=gcc &&
        "$TOOLS/bench.py" build/gcc /usr /usr/lib --short &&
        "$TOOLS/bench_doc.py" --check
}

# A few payloads of each way through a stream arrive, each at every consumer, and a waiter sleeps that should.
bench_streams() {
    make --no-print-directory -j"$JOBS" build/gcc/bench/streams BUILD=build/gcc CC=gcc &&
        "$TOOLS/bench_streams.py" build/gcc /usr /usr/lib --short
}

# Also of a library for a target, as its integrator asks for it: tables and functions, and none of what it lacks.
size() {
    local text
    "$TOOLS/size.py" --profile linux --objects build/gcc/obj/src --check || return 1
    text=$(make --no-print-directory size BUILD=build/gcc/target CC=gcc PROFILE=firmware_raw TYPES=raw UNIT=1 \
        CFG=-DRINGFENCE_CFG_ATOMICS=1U) &&
        grep -q '  zero  *src/sync/object.c: g_sync_objects$' <<<"$text" &&
        grep -q '  code  *src/sync/signal.c: NvSciSyncObjSignal$' <<<"$text" &&
        ! grep -E ': g_(ipc|event|local_event|stream|cuda|descriptor|dump|fence)' <<<"$text" ||
        { echo "size: make size of a library for a target: $text"; return 1; }
}

# Every other profile builds too, and core, attr, sync and buf also where there is no operating system. A text is compiled once: that of
# several profiles once for all, that of the gates build only to be linked, with no look for warnings.
profiles() {
    local path name text status=0 folder=build/profiles
    local once="CC=$PWD/$TOOLS/once.sh $PWD/$folder/objects gcc"
    rm -rf $folder
    mkdir -p $folder/objects
    make --no-print-directory -j"$JOBS" objects engine-objects BUILD=$folder/linux "$once" CFLAGS=-O0 >$folder/linux.log 2>&1 ||
        { cat $folder/linux.log; return 1; }
    for path in cfg/profiles/*.h; do
        name=$(basename "$path" .h)
        [ "$name" = linux ] || make --no-print-directory -k -j"$JOBS" lib "BUILD=$folder/$name" "$once" "PROFILE=$name" CFLAGS=-O2 || status=1
    done
    for name in DLA 2D; do
        make --no-print-directory -k -j"$JOBS" lib engines "BUILD=$folder/no_$name" "$once" "CFLAGS=-O2 -DRINGFENCE_CFG_$name=0U" || status=1
    done
    make --no-print-directory -k -j"$JOBS" portable BUILD=$folder/freestanding CC=gcc "CFLAGS=-Os -ffreestanding" || status=1
    [ $status -ne 0 ] || echo "profiles: $(cd cfg/profiles && echo *.h), freestanding"
    return $status
}

# Each port does what every port must do.
ports() {
    local port
    for port in posix baremetal; do
        make --no-print-directory -j"$JOBS" port-test "PORT=$port" BUILD=build/gcc CC=gcc || return 1
    done
    # Hooks of one's own, for this host; a unit that clang compiles.
    "$TOOLS/port_hooks.py" host build/gcc || return 1
    mkdir -p build/gcc/own-hooks && cp test/port/hooks_host.[ch] build/gcc/own-hooks &&
        make --no-print-directory -j"$JOBS" port-test PORT=build/gcc/own-hooks BUILD=build/gcc CC=gcc &&
        make --no-print-directory firmware-lib UNIT=1 BUILD=build/clang/unit CC=clang AR=ar PROFILE=firmware_small &&
        "$TOOLS/sections.py" build/gcc/port-host/lib/libringfence_firmware.a build/clang/unit/lib/libringfence_firmware.a
}

coverage() { stand_ins && "$TOOLS/coverage.py"; }

# Of four Cortex-M, of three other bare cores, and of five Linux, one runs the unit tests, with the next commit the next
# one; FIRMWARE_PART=N chooses.
firmware() {
    local log=$LOGS/firmware-boards.log status
    export FIRMWARE_PART=${FIRMWARE_PART:-$(git rev-list --count HEAD 2>/dev/null || echo 0)}
    "$TOOLS/firmware_size.py" || return 1
    "$TOOLS/firmware.py" | tee "$log"
    status=${PIPESTATUS[0]}
    sed -n 's/^\([0-9]* passed, [0-9]* failed\)$/cases: \1/p' "$log" | tail -n 1
    return $status
}

# The gates run in this tree; in the new Debian they are for a run of make fresh by itself.
fresh() { FRESH_CHECK=0 "$TOOLS/fresh.sh"; }

# At ends of functions, and between instructions where the processor can stop there. A commit has a fifth of the points, the next
# one another fifth; KILLS_PART=0 to 4 chooses one.
kills() {
    local part=${KILLS_PART:-$(git rev-list --count HEAD 2>/dev/null || echo 0)}
    part=$((part % 5))
    "$TOOLS/kills.sh" $((1 + part * 21))+105 || return 1
    "$TOOLS/kills.sh" streams $((1 + part * 241))+1205 || return 1
    [ "$(uname -m)" != x86_64 ] ||
        { "$TOOLS/kills.sh" $((1 + part * 41))+205 400 && "$TOOLS/kills.sh" streams $((1 + part * 997))+4985 400; } || return 1
    echo "kills: part $part of 0 to 4"
}

# What a machine does not allow (control groups, user namespaces) is said; where STRICT=1 it is a failure.
trace() {
    if [ -z "${EVIDENCE_DIR:-}" ]; then
        echo "Not all gates that run tests with tags are in this run." && "$TOOLS/trace.py"
    elif [ "${STRICT:-0}" = 1 ]; then
        "$TOOLS/trace.py" --evidence "$EVIDENCE_DIR" --table "$LOGS/trace.tsv"
    else
        "$TOOLS/trace.py" --evidence "$EVIDENCE_DIR" --table "$LOGS/trace.tsv" --allow-skipped
    fi
}

"$@"
