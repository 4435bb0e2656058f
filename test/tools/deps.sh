#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Usage: deps.sh TARGET...
# Finds out which Debian packages make targets lack. Root on a system with apt gets them installed;
# anybody else gets one line to paste, and exit status 1.
set -u

missing=""

need() {
    case " $missing " in
    *" $1 "*) ;;
    *) missing="$missing $1" ;;
    esac
}

# need_command COMMAND PACKAGE
need_command() {
    command -v "$1" >/dev/null 2>&1 || need "$2"
}

# need_file PACKAGE PATH...: one of the paths must be there.
need_file() {
    package=$1
    shift
    for path in "$@"; do
        [ -e "$path" ] && return 0
    done
    need "$package"
}

# need_header HEADER PACKAGE: asks the compiler, so that another prefix counts too.
need_header() {
    compiler=${CC:-cc}
    command -v "${compiler%% *}" >/dev/null 2>&1 || compiler=gcc
    printf '#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <setjmp.h>\n#include <%s>\n' "$1" |
        $compiler -E -x c - >/dev/null 2>&1 || need "$2"
}

# can_install: packages that a target would like to have are asked for where that takes nobody's time.
can_install() {
    [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1
}

# What makes a virtual environment with pip in it.
need_venv() {
    python3 -c 'import ensurepip, venv' >/dev/null 2>&1 || need python3-venv
}

# What fetches the wheels with CUDA's headers.
need_wheels() {
    python3 -m pip --version >/dev/null 2>&1 || need_venv
}

needs_of() {
    case $1 in
    demo)
        command -v cc >/dev/null 2>&1 || need_command gcc gcc
        need_file libc6-dev /usr/include/stdio.h
        # Without it the pictures are PPM files.
        ! can_install || need_header png.h libpng-dev
        ;;
    2d)
        need_header zimg.h libzimg-dev
        need_header libyuv.h libyuv-dev
        ;;
    misra)
        needs_of 2d
        need_command gcc gcc
        need_command python3 python3
        need_command cppcheck cppcheck
        need_command clang-14 clang-14
        need_file libc6-dev /usr/include/pthread.h
        # src/cuda is checked with the headers of CUDA.
        [ -e "${CUDA_HOME:-/usr/local/cuda}/include/cuda.h" ] || command -v nvcc >/dev/null 2>&1 || need_wheels
        need_header dnnl.h libdnnl-dev
        ;;
    bench-counts)
        need_command gcc gcc
        need_file libc6-dev /usr/include/stdio.h
        need_command python3 python3
        ;;
    size)
        need_command python3 python3
        need_command nm binutils
        ;;
    bench)
        need_command gcc gcc
        need_command python3 python3
        need_file libc6-dev /usr/include/stdio.h
        ;;
    bench-others)
        need_file libiceoryx-binding-c-dev /usr/include/iceoryx/v*/iceoryx_binding_c/publisher.h
        need_command iox-roudi iceoryx
        need_header dds/dds.h cyclonedds-dev
        need_command idlc cyclonedds-tools
        ;;
    bench-doc)
        need_command python3 python3
        need_command gnuplot gnuplot-nox
        ;;
    coverage)
        needs_of 2d
        need_command clang-19 clang-19
        need_command llvm-cov-19 llvm-19
        need_file libclang-rt-19-dev /usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.profile-*.a
        need_header cmocka.h libcmocka-dev
        need_command python3 python3
        need_header dnnl.h libdnnl-dev
        ;;
    fuzz)
        needs_of 2d
        need_command clang-14 clang-14
        need_file libclang-rt-14-dev /usr/lib/llvm-14/lib/clang/14*/lib/linux/libclang_rt.fuzzer-*.a
        ;;
    port-test)
        need_command gcc gcc
        need_command python3 python3
        need_header cmocka.h libcmocka-dev
        ;;
    fresh)
        need_command debootstrap debootstrap
        need_command gpgv gpgv
        need_file debian-archive-keyring /usr/share/keyrings/debian-archive-keyring.gpg
        need_command unshare util-linux
        need_command git git
        ;;
    soak)
        needs_of cuda
        needs_of 2d
        need_command taskset util-linux
        ;;
    cuda)
        needs_of size
        need_command gcc gcc
        need_header cmocka.h libcmocka-dev
        [ -e "${CUDA_HOME:-/usr/local/cuda}/include/cuda.h" ] || command -v nvcc >/dev/null 2>&1 || need_wheels
        ;;
    firmware)
        need_command python3 python3
        need_command gcc gcc
        need_command arm-none-eabi-gcc gcc-arm-none-eabi
        need_command riscv64-unknown-elf-gcc gcc-riscv64-unknown-elf
        need_command aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu
        need_command riscv64-linux-gnu-gcc gcc-riscv64-linux-gnu
        need_command s390x-linux-gnu-gcc gcc-s390x-linux-gnu
        need_file libc6-dev-arm64-cross /usr/aarch64-linux-gnu/include/stdio.h
        need_file libc6-dev-riscv64-cross /usr/riscv64-linux-gnu/include/stdio.h
        need_file libc6-dev-s390x-cross /usr/s390x-linux-gnu/include/stdio.h
        need_command arm-linux-gnueabihf-gcc gcc-arm-linux-gnueabihf
        need_file libc6-dev-armhf-cross /usr/arm-linux-gnueabihf/include/stdio.h
        need_command musl-gcc musl-tools
        # The package gcc-multilib cannot be beside those of other processors.
        [ "$(uname -m)" != x86_64 ] || need_file "gcc-$(gcc -dumpversion | cut -d. -f1)-multilib" /usr/lib/gcc/x86_64-linux-gnu/*/32/libgcc.a
        need_command qemu-system-arm qemu-system-arm
        need_command qemu-system-riscv64 qemu-system-misc
        need_command qemu-s390x qemu-user
        ;;
    docs)
        need_command doxygen doxygen
        need_command python3 python3
        need_venv
        ;;
    test)
        needs_of demo
        need_header png.h libpng-dev
        needs_of 2d
        need_command python3 python3
        need_header cmocka.h libcmocka-dev
        need_header dnnl.h libdnnl-dev
        need_venv
        ;;
    check)
        needs_of test
        needs_of misra
        needs_of cuda
        # Those of the CUDA that nvcc is not of.
        need_wheels
        need_command g++ g++
        need_command clang clang
        need_command pkg-config pkg-config
        need_command cmake cmake
        need_command spin spin
        needs_of fuzz
        ;;
    *)
        echo "deps.sh: no such target: $1" >&2
        exit 1
        ;;
    esac
}

missing_of() {
    missing=""
    for target in "$@"; do
        needs_of "$target"
    done
}

missing_of "$@"
[ -n "$missing" ] || exit 0

if can_install; then
    echo "Installing:$missing"
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086
    { apt-get update -q; apt-get -o DPkg::Lock::Timeout=600 install -q -y --no-install-recommends $missing; } >/dev/null ||
        echo "apt-get failed." >&2
    missing_of "$@"
    [ "$missing" = " libpng-dev" ] && [ "$*" = demo ] && missing=""
    [ -n "$missing" ] || exit 0
fi
echo "Needed for 'make $*': sudo apt-get install -y --no-install-recommends$missing" >&2
exit 1
