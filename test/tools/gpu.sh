#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Usage: gpu.sh lacks          one line that says what a program for a GPU lacks here, and status 1; else status 0
#        gpu.sh nvcc           path of nvcc
#        gpu.sh version        path and version of nvcc; nothing without one
#        gpu.sh cudart         path of libcudart_static.a
#        gpu.sh compile OUT IN [OPTION...]   compiles for the architectures below that nvcc has; no PTX
#        gpu.sh image OUT IN [FUNCTION HEADER [OPTION...]]   the same as a fat binary in C, behind FUNCTION
#                              (graph_image), which HEADER declares; without nvcc, or with an IN of -, the function says
#                              that there is none
#        gpu.sh about          date, GPUs, driver, toolkit, CPU: the head of a report
#        gpu.sh memcheck [PROGRAM...]   runs programs under compute-sanitizer's memcheck (without one, the tests of test/cuda in
#                              build/gcc that need a GPU), each for 240 s or what SECONDS_EACH says: a line with its status
#                              and its ERROR SUMMARY, and where it was and the end of its output if it is not well. What the driver
#                              refuses on purpose is left out. Status 1 where one is not well, or there is no such tool
set -u

# Compute capabilities, as docs/cuda.md lists them.
architectures="75 80 86 87 89 90 100 110"

nvcc=$(command -v nvcc 2>/dev/null || true)
for place in "${CUDA_HOME:-}/bin/nvcc" /usr/local/cuda/bin/nvcc; do
    [ -n "$nvcc" ] || ! [ -x "$place" ] || nvcc=$place
done
root=${nvcc:+$(dirname "$(dirname "$(readlink -f "$nvcc")")")}
cudart=""
for place in lib64 lib targets/*/lib; do
    for file in "$root"/$place/libcudart_static.a; do
        [ -n "$cudart" ] || [ -z "$root" ] || ! [ -e "$file" ] || cudart=$file
    done
done

# A GPU has a device file, also inside a container that was given it.
has_gpu() {
    for file in /dev/nvidia[0-9]* /dev/nvhost-gpu /dev/nvgpu/* /dev/dxg; do
        [ ! -e "$file" ] || return 0
    done
    return 1
}

lacks() {
    if ! has_gpu; then
        echo "there is no GPU"
    elif [ -z "$nvcc" ]; then
        echo "there is no nvcc (PATH, CUDA_HOME, /usr/local/cuda)"
    elif [ -z "$cudart" ]; then
        echo "there is no libcudart_static.a beside nvcc"
    elif [ ! -e "$root/include/cuda_runtime_api.h" ]; then
        echo "there are no headers of CUDA beside nvcc"
    else
        return 0
    fi
    return 1
}

# nvcc for the architectures that it has.
run_nvcc() {
    known=" $("$nvcc" --list-gpu-code | sed 's/^sm_//' | tr '\n' ' ') "
    for one in $architectures; do
        case $known in
        *" $one "*) set -- "$@" -gencode "arch=compute_$one,code=sm_$one" ;;
        esac
    done
    "$nvcc" "$@"
}

compile() {
    out=$1
    in=$2
    shift 2
    run_nvcc "$@" -O3 -Xcompiler -fno-exceptions,-fno-rtti,-fno-threadsafe-statics -c -o "$out" "$in"
}

# Drivers take a fat binary that begins on 8 bytes. It is not compressed, which older ones could not undo.
image() {
    out=$1
    in=$2
    function=${3:-graph_image}
    header=${4:-cuda/driver/cuda_driver.h}
    shift "$(($# < 4 ? $# : 4))"
    [ -n "$nvcc" ] || in=-
    if [ "$in" != - ]; then
        run_nvcc "$@" -O3 -no-compress -fatbin -o "$out.fatbin" "$in" || return 1
    fi
    {
        echo "#include \"$header\""
        if [ "$in" = - ]; then
            echo "const void *$function(size_t *length) { *length = 0U; return NULL; }"
        else
            echo 'static const _Alignas(16) uint8_t g_image[] = {'
            od -An -v -tu1 "$out.fatbin" | sed 's/\([0-9][0-9]*\)/\1,/g'
            echo '};'
            echo "const void *$function(size_t *length) { *length = sizeof(g_image); return g_image; }"
        fi
    } >"$out"
}

about() {
    echo "date:    $(date -u '+%Y-%m-%d %H:%M UTC')"
    nvidia-smi --query-gpu=name,driver_version,pci.bus_id --format=csv,noheader 2>/dev/null | sed 's/^/GPU:     /'
    echo "toolkit: $("$nvcc" --version 2>/dev/null | sed -n 's/.*release //p')"
    echo "CPU:     $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores"
}

memcheck() {
    sanitizer=$(command -v compute-sanitizer 2>/dev/null || true)
    for place in "$root/bin/compute-sanitizer" "$root/compute-sanitizer/compute-sanitizer"; do
        [ -n "$sanitizer" ] || [ -z "$root" ] || ! [ -x "$place" ] || sanitizer=$place
    done
    [ -n "$sanitizer" ] || { echo "there is no compute-sanitizer (PATH, beside nvcc)" >&2; return 1; }
    if [ $# -eq 0 ]; then
        for program in build/gcc/bin/cuda/*_test; do
            case ${program##*/} in
            fake_* | wrap_*) ;;
            *) set -- "$@" "$program" ;;
            esac
        done
    fi
    output=$(mktemp) || return 1
    worst=0
    for program in "$@"; do
        status=0
        timeout -k 10 "${SECONDS_EACH:-240}" "$sanitizer" --tool memcheck --report-api-errors no "$program" >"$output" 2>&1 ||
            status=$?
        summary=$(sed -n 's/^=* *\(ERROR SUMMARY: .*\)/\1/p' "$output" | tail -n 1)
        echo "$(basename "$program"): status $status, ${summary:-no ERROR SUMMARY}"
        case $status-$summary in
        "0-ERROR SUMMARY: 0 errors") ;;
        *)
            worst=1
            # Where it was: a test that hangs has begun and has no end.
            grep '^\[ *\(RUN\|OK\)' "$output" | tail -n 1
            grep -v '^\[ *\(RUN\|OK\)' "$output" | tail -n 12
            ;;
        esac
    done
    rm -f "$output"
    return "$worst"
}

case ${1:-} in
lacks) lacks ;;
nvcc) echo "$nvcc" ;;
version) [ -z "$nvcc" ] || echo "$nvcc $("$nvcc" --version | tail -n 1)" ;;
cudart) echo "$cudart" ;;
compile) shift && compile "$@" ;;
image) shift && image "$@" ;;
about) about ;;
memcheck) shift && memcheck "$@" ;;
*)
    sed -n '3,17s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
