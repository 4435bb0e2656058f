#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Usage: surroundings_test.sh BUILD
# Builds and installations as users and distributions make them: names of folders, locks that cannot be written, the environment's
# variables, optimisation of the whole program, compilers for other machines, folders for libraries. BUILD was built with gcc.
set -eu
build=$1
count=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset MAKEFLAGS MFLAGS MAKELEVEL RINGFENCE_HELD

fail() {
    echo "surroundings: $1" >&2
    exit 1
}
ok() { count=$((count + 1)); }

# makes STATUS ARGUMENT...: make ends by itself, well (0) or not (2); its output is in $scratch/log.
makes() {
    local status=0 wanted=$1
    shift
    timeout 300 make "$@" >"$scratch/log" 2>&1 </dev/null || status=$?
    [ "$status" -eq "$wanted" ] || { tail -n 20 "$scratch/log"; fail "make $* ends with $status"; }
}
# says TEXT TIMES: the output has a text so often.
says() {
    [ "$(grep -cF -- "$1" "$scratch/log")" -eq "$2" ] || { tail -n 20 "$scratch/log"; fail "'$1' is not said $2 times"; }
    ok
}

# A lock that cannot be written: the build goes on, and says so once.
mkdir "$scratch/locked.lock"
makes 0 -n lib "BUILD=$scratch/locked" CC=gcc
says 'cannot be written: another run in this folder is not noticed' 1

# A tree whose path has a colon, a space and a letter that is not ASCII.
tree="$scratch/a:b ö"
mkdir "$tree"
find Makefile mk inc src cfg test/tools -type f -print0 | xargs -0 cp --parents -t "$tree"
makes 0 -C "$tree" -n lib CC=gcc
says 'Another run has' 0

# A folder that a rule cannot have.
for folder in 'a b' 'a:b' 'a%b' ''; do
    makes 2 clean "BUILD=$folder"
    says 'it must be one path without white space' 1
    says 'rm -rf' 0
done

# Variables of other programs.
makes 0 -n lib engines CC=gcc "BUILD=$scratch/plain"
cp "$scratch/log" "$scratch/plain.log"
export BOARD=other PROFILE=release TABLE=/nowhere
makes 0 -n lib engines CC=gcc "BUILD=$scratch/plain"
unset BOARD PROFILE TABLE
cmp -s "$scratch/log" "$scratch/plain.log" || { diff "$scratch/plain.log" "$scratch/log" | head -5; fail "BOARD, PROFILE or TABLE of the environment changes the build"; }
ok

# Optimisation of the whole program: the same names come out, and no others.
names() { nm -D --defined-only "$1" | awk '{ print $3 }' | sort; }
makes 0 -j2 "BUILD=$scratch/lto" CC=gcc 'CFLAGS=-O0 -g -flto=auto -ffat-lto-objects' 'LDFLAGS=-flto=auto' "$scratch/lto/lib/libringfence.so"
[ "$(names "$scratch/lto/lib/libringfence.so")" = "$(names "$build/lib/libringfence.so")" ] || fail "a build with -flto exports other names"
ok
makes 0 -n lib V=1 "BUILD=$scratch/thin" CC=clang 'CFLAGS=-O2 -flto=thin'
says '-flto' 0

# A compiler for another machine brings its linker and its objcopy; libraries of this machine are not its.
cross=aarch64-linux-gnu
if command -v "$cross-gcc" >/dev/null; then
    makes 0 -n V=1 lib engines "BUILD=$scratch/cross" "CC=$cross-gcc" "AR=$cross-ar"
    grep -qE "^[^ ]*/$cross/bin/(ld|$cross-ld)|$cross-ld|/$cross/[^ ]*ld -r" "$scratch/log" || { grep ' -r -o' "$scratch/log" | head -3; fail "objects for another machine are joined by this one's linker"; }
    says 'libringfence_dla_network.so.0' 0
else
    echo "left out, for want of $cross-gcc: a compiler for another machine"
fi

# A profile for firmware that leaves capacities and features as a host has them is told of; one that sets them is not.
grep -vE 'RINGFENCE_CFG_(SYNC_OBJECTS|TEXTS) ' docs/examples/firmware/camera_cfg.h >"$scratch/part.h"
makes 0 firmware-lib UNIT=1 CC=gcc AR=ar "PROFILE=$scratch/part.h" "BUILD=$scratch/firmware" CFG=-DRINGFENCE_CFG_ATOMICS=0U
says "note: $scratch/part.h leaves at the defaults of a host: RINGFENCE_CFG_SYNC_OBJECTS=256U RINGFENCE_CFG_TEXTS=1U" 1
makes 0 firmware-lib UNIT=1 CC=gcc AR=ar PROFILE=docs/examples/firmware/camera_cfg.h "BUILD=$scratch/firmware" CFG=-DRINGFENCE_CFG_ATOMICS=0U
says 'note:' 0

# Where libraries go is what was asked for, by a name below the prefix or by a path.
install() {
    test/tools/install.sh "$@" >"$scratch/log" 2>&1
}
for libdir in lib64 lib/other-triplet "$scratch/apart"; do
    prefix=$scratch/prefix
    rm -rf "$prefix" "$scratch/apart"
    install "$build" "" "$prefix" 1 "$libdir" || { cat "$scratch/log"; fail "an installation with LIBDIR=$libdir fails"; }
    case $libdir in /*) lib=$libdir ;; *) lib=$prefix/$libdir ;; esac
    [ ! -e "$prefix/lib/libringfence.so" ] && [ -e "$lib/libringfence.so" ] || fail "LIBDIR=$libdir is not where libraries are"
    PKG_CONFIG_PATH=$lib/pkgconfig
    export PKG_CONFIG_PATH
    # shellcheck disable=SC2046
    gcc test/install/use.c -Idocs/examples $(pkg-config --cflags --libs ringfence) $(pkg-config --variable=rpath ringfence) -o "$scratch/use" ||
        fail "pkg-config does not lead to LIBDIR=$libdir"
    RINGFENCE_NVSCIIPC_CFG=cfg/nvsciipc.cfg ldd "$scratch/use" | grep -qF "$lib/libringfence.so.0" || fail "a program does not find the library in LIBDIR=$libdir"
    mkdir -p "$scratch/project"
    printf '%s\n' 'cmake_minimum_required(VERSION 3.13)' 'project(use C)' "find_package(Ringfence REQUIRED PATHS $lib/cmake/Ringfence NO_DEFAULT_PATH)" \
        "add_executable(use $PWD/test/install/use.c)" "target_include_directories(use PRIVATE $PWD/docs/examples)" \
        'target_link_libraries(use Ringfence::ringfence)' >"$scratch/project/CMakeLists.txt"
    rm -rf "$scratch/project/build"
    { cmake -S "$scratch/project" -B "$scratch/project/build" && cmake --build "$scratch/project/build"; } >"$scratch/log" 2>&1 ||
        { tail -n 20 "$scratch/log"; fail "CMake does not build with LIBDIR=$libdir"; }
    # All of it goes, and nothing else.
    touch "$prefix/include/other.h"
    test/tools/install.sh uninstall "" "$prefix" >"$scratch/log" || fail "an installation cannot be taken away"
    [ "$(cd "$scratch" && find prefix apart ! -type d 2>/dev/null)" = prefix/include/other.h ] ||
        { find "$prefix" "$scratch/apart" ! -type d; fail "make uninstall leaves something, or takes too much"; }
    ok
done
if test/tools/install.sh uninstall "" "$prefix" >"$scratch/log" 2>&1; then fail "what is not installed is taken away"; fi
says 'make uninstall: there is no' 1

# An installation takes away what an earlier one had besides. Whatever the umask is, others can read what is new.
with=$scratch/with
mkdir -p "$with/lib"
cp -r "$build/gen" "$with/" 2>/dev/null || true
cp -P "$build"/lib/* "$with/lib/"
(umask 077 && install "$with" "" "$scratch/first" 1) || { cat "$scratch/log"; fail "an installation fails"; }
[ -z "$(find "$scratch/first" -type f ! -perm -444)" ] && [ -z "$(find "$scratch/first/lib" -type d ! -perm -555)" ] || fail "others cannot read what is installed"
rm -f "$with"/lib/libringfence_2d* "$with"/lib/libringfence_cuda*
install "$with" "" "$scratch/first" 0 || { cat "$scratch/log"; fail "an installation over another one fails"; }
[ -z "$(find "$scratch/first" -name '*2d*' -o -name '*cuda.*' -o -name '*nvsci*.so')" ] ||
    { find "$scratch/first" -name '*2d*' -o -name '*cuda.*' -o -name '*nvsci*.so'; fail "an installation leaves libraries of an earlier one"; }
ok

# What files of pkg-config cannot hold, or nobody may write, is refused in one line.
refused() {
    if install "$build" "" "$1" 0 "${3:-lib}"; then fail "an installation in '$1' is not refused"; fi
    says "$2" 1
    [ "$(wc -l <"$scratch/log")" -eq 1 ] || fail "more is said than one line"
}
refused relative/prefix 'PREFIX is no absolute path'
refused "$scratch/a b" 'PREFIX has white space'
refused "$scratch/first" 'LIBDIR has white space' 'l b'
refused /dev/null/prefix 'PREFIX=FOLDER installs elsewhere'
# An archive has the same bytes wherever it is made; what is in it builds.
if git rev-parse --git-dir >/dev/null 2>&1; then
    git clone -q --shared . "$scratch/clone"
    makes 0 dist "BUILD=$scratch/one"
    (umask 077 && TZ=Asia/Tokyo makes 0 -C "$scratch/clone" dist "BUILD=$scratch/two")
    archive=$(cd "$scratch/one/dist" && ls ringfence-*.tar.gz)
    cmp -s "$scratch/one/dist/$archive" "$scratch/two/dist/$archive" || fail "two archives of one commit differ"
    tar -C "$scratch" -xzf "$scratch/one/dist/$archive"
    makes 0 -C "$scratch/${archive%.tar.gz}" -j2 lib CC=gcc CFLAGS=-O0
    makes 2 -C "$scratch/${archive%.tar.gz}" dist
    says 'this is no clone' 1
else
    echo "left out, in what is no clone: make dist"
fi
echo "surroundings: $count checks"
