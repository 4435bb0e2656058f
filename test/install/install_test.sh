#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Usage: install_test.sh BUILD
# Installs into an empty folder, and builds and runs a C11 and a C++17 program there: through pkg-config
# against the shared library and the archive, and, with COMPAT=1, by the link names of NvSci.
set -eu
build=$1
stage=$(pwd)/build/stage
prefix=/opt/ringfence
lib=$stage$prefix/lib
count=0

export PKG_CONFIG_PATH="$lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$stage"

install_to_stage() {
    rm -rf "$stage"
    make --no-print-directory install "BUILD=$build" CC=gcc "DESTDIR=$stage" "PREFIX=$prefix" "COMPAT=$1"
}

fail() {
    echo "install: $1" >&2
    exit 1
}

# uses_shared PROGRAM: yes or no.
uses_shared() {
    if readelf -d "$1" | grep -q 'NEEDED.*\[libringfence\.so\.0\]'; then echo yes; else echo no; fi
}

# try NAME SOURCE SHARED LIBRARY...: builds with both compilers, runs, and looks at what the program needs.
try() {
    local name=$1 source=$2 shared=$3 program flags
    shift 3
    read -r -a flags <<<"$(pkg-config --cflags ringfence)"
    gcc -std=c11 -Wall -Wextra -Wpedantic -Werror "${flags[@]}" -o "$stage/$name-c" "test/install/$source" "$@" ||
        fail "$name does not build as C11"
    g++ -std=c++17 -x c++ -Wall -Wextra -Wpedantic -Werror "${flags[@]}" -o "$stage/$name-cpp" "test/install/$source" \
        -x none "$@" || fail "$name does not build as C++17"
    for program in "$stage/$name-c" "$stage/$name-cpp"; do
        LD_LIBRARY_PATH=$lib "$program" || fail "$program fails"
        [ "$(uses_shared "$program")" = "$shared" ] || fail "$program: shared library used: $(uses_shared "$program")"
        count=$((count + 1))
    done
}

install_to_stage 0
[ "$(cd "$stage$prefix/include" && echo *.h)" = "$(cd inc && echo *.h)" ] || fail "headers differ from inc/"
for name in nvscibuf nvscisync nvsciipc nvscievent; do
    [ ! -e "$lib/lib$name.so" ] || fail "lib$name.so is installed though nobody asked for it"
done
[ "$(pkg-config --modversion ringfence)" != "" ] || fail "ringfence.pc has no version"
read -r -a shared <<<"$(pkg-config --libs ringfence)"
read -r -a static <<<"$(pkg-config --static --libs ringfence)"
try shared use.c yes "${shared[@]}"
try static use.c no -Wl,-Bstatic "${static[@]}" -Wl,-Bdynamic
read -r -a shared <<<"$(pkg-config --libs ringfence-free)"
read -r -a static <<<"$(pkg-config --static --libs ringfence-free)"
try free-shared free.c yes "${shared[@]}"
try free-static free.c no -Wl,-Bstatic "${static[@]}" -Wl,-Bdynamic

install_to_stage 1
try compat-shared use.c yes "-L$lib" -lnvscisync -lnvscibuf -lnvsciipc -lnvscievent
try compat-static use.c no "-L$lib" -Wl,-Bstatic -lnvscisync -lnvscibuf -lnvsciipc -lnvscievent -Wl,-Bdynamic -pthread
echo "install: $count programs built and run"
