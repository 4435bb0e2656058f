#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Usage: install_test.sh BUILD
# Installs into an empty folder, and builds and runs a C11 and a C++17 program there: through pkg-config
# against the shared library and the archive, by the package of CMake, and, with COMPAT=1, by the link names of NvSci. Then it builds
# docs/examples/signaler.c, waiter.c, stream*.c and pictures.c as their comments say, and runs them against each other. Last come the lines of
# docs/building.md and docs/cuda.md for each build system, and test/install/names, which is a project with CUDA's names; what they need of
# CUDA are the driver and the runtimes without a GPU.
set -eu
. test/tools/lock.sh
build=$1
hold "$build" build/stage
stage=$(pwd)/build/stage
prefix=/opt/ringfence
lib=$stage$prefix/lib
count=0

export PKG_CONFIG_PATH="$lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$stage"

# Channels of this run alone: another program of the host may have those of the built-in table.
names=install$(od -An -N6 -tx1 /dev/urandom | tr -d ' ')

install_to_stage() {
    rm -rf "$stage"
    (umask 0 && make --no-print-directory install "BUILD=$build" CC=gcc "DESTDIR=$stage" "PREFIX=$prefix" "COMPAT=$1") >"$build/installed.txt" ||
        fail "make install fails"
    # The umask of who installs lets nobody else write.
    [ -z "$(find "$stage" ! -type l -perm /022)" ] || { find "$stage" ! -type l -perm /022; fail "others may write to what is installed"; }
    # It says what it has installed: each file, and no other.
    [ "$(grep "^$prefix/" "$build/installed.txt" | sort)" = "$(cd "$stage" && find . ! -type d | sed 's/^\.//' | sort)" ] ||
        { cat "$build/installed.txt"; fail "make install says something else than it did"; }
}

fail() {
    echo "install: $1" >&2
    exit 1
}

# shows SOURCE RESULT COUNT: tells trace.py what came of a source with tags; an assertion is a run of its program.
shows() {
    [ -z "${EVIDENCE_DIR:-}" ] ||
        printf '%s\t-\t%s\t%d\t%s\n' "test/install/$1" "$2" "$3" "$(date +%s%N)" >>"$EVIDENCE_DIR/install.tsv"
}

# uses_shared PROGRAM: yes or no; those for engines lead to the other one.
uses_shared() {
    if readelf -d "$1" | grep -q 'NEEDED.*\[libringfence\(_dla\|_2d\)\{0,1\}\.so\.0\]'; then echo yes; else echo no; fi
}

# Folders of headers that stand before the others.
first=()

# try NAME SOURCE SHARED LIBRARY...: builds with both compilers, runs, and looks at what the program needs.
try() {
    local name=$1 source=$2 shared=$3 program flags
    shift 3
    read -r -a flags <<<"$(pkg-config --cflags ringfence)"
    own_names "test/install/$source"
    gcc -std=c11 -Wall -Wextra -Wpedantic -Werror "${first[@]}" "${flags[@]}" -Idocs/examples -o "$stage/$name-c" "$stage/src/$source" "$@" ||
        fail "$name does not build as C11"
    g++ -std=c++17 -x c++ -Wall -Wextra -Wpedantic -Werror "${first[@]}" "${flags[@]}" -Idocs/examples -o "$stage/$name-cpp" "$stage/src/$source" \
        -x none "$@" || fail "$name does not build as C++17"
    for program in "$stage/$name-c" "$stage/$name-cpp"; do
        LD_LIBRARY_PATH=$lib "$program" || fail "$program fails"
        [ "$(uses_shared "$program")" = "$shared" ] || fail "$program: shared library used: $(uses_shared "$program")"
        count=$((count + 1))
    done
}

# own_names SOURCE: copies it; the copy opens the endpoints of this run.
own_names() {
    mkdir -p "$stage/src"
    sed "s/\"nvscisync_\([ab]_[01]\)\"/\"${names}_\1\"/" "$1" >"$stage/src/${1##*/}"
    for channel in a b; do
        echo "INTER_PROCESS ${names}_${channel}_0 ${names}_${channel}_1 16 24576"
    done >"$stage/own.cfg"
    echo "INTER_THREAD itc_test_0 itc_test_1 16 24576" >>"$stage/own.cfg"
    export RINGFENCE_NVSCIIPC_CFG=$stage/own.cfg
}

# start NAME ARGUMENT...: starts an example; sets started. Its output goes to NAME.out and NAME.err.
start() {
    local name=$1
    shift
    # What the last one of this name has printed is not taken for what this one prints.
    : >"$stage/$name.out"
    : >"$stage/$name.err"
    LD_LIBRARY_PATH=$lib "$stage/$name" "$@" >"$stage/$name.out" 2>"$stage/$name.err" &
    started=$!
}

# printed NAME LINE: waits until an example has printed a line.
printed() {
    local tries=0
    until grep -q "$2" "$stage/$1.out" 2>/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -le 1200 ] || fail "$1 does not print '$2': $(cat "$stage/$1.out" "$stage/$1.err")"
        sleep 0.1
    done
}

# ends PID NAME STATUS LINE: an example ends by itself with this status and this last line.
ends() {
    local status=0 tries=0
    while kill -0 "$1" 2>/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -le 1200 ] || fail "$2 hangs: $(tail -n 1 "$stage/$2.out")"
        sleep 0.1
    done
    wait "$1" || status=$?
    [ "$status" -eq "$3" ] || fail "$2 ends with $status: $(cat "$stage/$2.err")"
    [ "$(cat "$stage/$2.out" "$stage/$2.err" | tail -n 1)" = "$4" ] || fail "$2 ends with: $(cat "$stage/$2.err")"
}

# pair FIRST SECOND: one example waits for the other, and both end well.
pair() {
    local first
    start "$1"
    first=$started
    printed "$1" 'is open'
    start "$2"
    ends "$started" "$2" 0 "$2: all is given back"
    ends "$first" "$1" 0 "$1: all is given back"
    count=$((count + 1))
}

# killed VICTIM SURVIVOR SECONDS: the signaler works so long, and one is killed before it has signalled.
killed() {
    local -A pids
    start signaler "$3"
    pids[signaler]=$started
    start waiter
    pids[waiter]=$started
    printed waiter 'has a fence, and waits'
    kill -KILL "${pids[$1]}"
    wait "${pids[$1]}" 2>/dev/null || true
    ends "${pids[$2]}" "$2" 1 "$2: the $1 is gone"
    count=$((count + 1))
}

# CUDA's libraries of the tests, where those of the library for CUDA were built.
fake=$(pwd)/$build/fake
has_cuda=$([ ! -e "$build/lib/libringfence_cuda_driver.so" ] || echo yes)
if [ -n "$has_cuda" ]; then
    include=$(test/tools/cuda_headers.sh) || fail "there are no headers of CUDA"
    make --no-print-directory cuda-libraries "$build/fake/libcuda.so.1" "$build/fake/libcudart.so.13" "$build/fake/libcudart_static.a" \
        "BUILD=$build" CC=gcc "CUDA_INCLUDE=$include" >"$build/cuda.txt" || { cat "$build/cuda.txt"; fail "CUDA's libraries of the tests do not build"; }
    # Programs are compiled in other folders.
    case $include in "-isystem "[!/]*) include="-isystem $(pwd)/${include#-isystem }" ;; esac
fi

install_to_stage 0
# NvMedia 2D, where zimg and libyuv are there.
has_2d=$([ ! -e "$build/lib/libringfence_2d.a" ] || echo yes)
headers_of() {
    (cd "$1" && find . -name '*.h' -o -name '*.hpp' | sort)
}
if [ -n "$has_2d" ]; then
    [ "$(headers_of "$stage$prefix/include")" = "$(headers_of inc)" ] || fail "headers differ from inc/"
else
    [ "$(headers_of "$stage$prefix/include")" = "$(headers_of inc | grep -v nvmedia)" ] || fail "headers differ from those of inc/ without NvMedia"
fi
for name in nvscibuf nvscisync nvsciipc nvscievent nvscistream nvscicommon; do
    [ ! -e "$lib/lib$name.so" ] || fail "lib$name.so is installed though nobody asked for it"
done
[ "$(pkg-config --modversion ringfence)" != "" ] || fail "ringfence.pc has no version"
read -r -a shared <<<"$(pkg-config --libs ringfence)"
read -r -a static <<<"$(pkg-config --static --libs ringfence)"
try shared use.c yes "${shared[@]}"
read -r -a flags <<<"$(pkg-config --cflags ringfence)"
for name in signaler waiter; do
    own_names "docs/examples/$name.c"
    gcc -Wall -Wextra -Werror "${flags[@]}" -Idocs/examples "$stage/src/$name.c" -o "$stage/$name" "${shared[@]}" ||
        fail "$name does not build"
done
pair signaler waiter
pair waiter signaler
killed signaler waiter 60
killed waiter signaler 3
LD_LIBRARY_PATH=$lib test/apps/test_streams.sh "$stage/streams" "${flags[@]}" "${shared[@]}" -pthread || fail "the examples of streams fail"
count=$((count + 4))
# Three processes with the kit: its archive, both archives, and its source.
read -r -a kit <<<"$(pkg-config --cflags --libs ringfence-kit)"
read -r -a static_kit <<<"$(pkg-config --static --libs ringfence-kit)"
source=$(pkg-config --variable=source ringfence-kit)
case $source in "$stage"*) ;; *) source=$stage$source ;; esac
pictures() {
    LD_LIBRARY_PATH=$lib test/apps/test_pictures.sh "$stage/pictures" "${flags[@]}" "$@" || fail "the three processes of pictures.c fail"
    count=$((count + 4))
}
pictures "${kit[@]}"
pictures -Wl,-Bstatic "${static_kit[@]}" -Wl,-Bdynamic
[ "$(uses_shared "$stage/pictures/pictures")" = no ] || fail "pictures uses the shared library"
pictures "$source" "${shared[@]}"
try static use.c no -Wl,-Bstatic "${static[@]}" -Wl,-Bdynamic
read -r -a shared <<<"$(pkg-config --libs ringfence-free)"
read -r -a static <<<"$(pkg-config --static --libs ringfence-free)"
try free-shared free.c yes "${shared[@]}"
try guide-shared guide.c yes "${shared[@]}"
try guide-static guide.c no -Wl,-Bstatic "${static[@]}" -Wl,-Bdynamic
try free-static free.c no -Wl,-Bstatic "${static[@]}" -Wl,-Bdynamic
# The packages that comments and pages name are there.
for name in $(sed -n 's/.*pkg-config[^)]*--libs\(\( [a-z0-9-]*\)*\)).*/\1/p' docs/examples/*.c README.md docs/*.md | tr ' ' '\n' | grep '^ringfence' | sort -u); do
    case $name in
    *cuda*) [ -e "$build/lib/libringfence_cuda.a" ] || continue ;;
    *2d*) [ -n "$has_2d" ] || continue ;;
    esac
    pkg-config --exists "$name" || fail "an example or a page names the package $name, and there is none"
    count=$((count + 1))
done
# Mission code: the check of its object, which links into the program as it is; one that calls more is refused by name.
read -r -a flags_mission <<<"$(pkg-config --cflags ringfence-mission)"
read -r -a mission <<<"$(pkg-config --libs ringfence-mission)"
read -r -a shared_program <<<"$(pkg-config --libs ringfence)"
for compiler in gcc clang; do
    command -v "$compiler" >/dev/null || continue
    "$compiler" -std=c11 -Wall -Wextra -Werror "${flags_mission[@]}" -c -o "$stage/mission.o" test/install/mission.c &&
        "$compiler" -r -nostdlib -o "$stage/mission.checked.o" "$stage/mission.o" "${mission[@]}" ||
        fail "mission code that signals and waits does not link with $compiler"
    "$compiler" -std=c11 -Wall -Wextra -Werror "${flags_mission[@]}" -o "$stage/mission" test/install/init.c "$stage/mission.o" "${shared_program[@]}" ||
        fail "a program with mission code does not build with $compiler"
    LD_LIBRARY_PATH=$lib "$stage/mission" || fail "mission fails with $compiler"
    "$compiler" -DREFUSED "${flags_mission[@]}" -c -o "$stage/mission.o" test/install/mission.c
    if "$compiler" -r -nostdlib -o "$stage/mission.checked.o" "$stage/mission.o" "${mission[@]}" 2>"$stage/mission.log"; then
        fail "mission code that frees links with $compiler"
    fi
    grep -q 'NvSciSyncObjFree_is_admitted_in_INIT_and_DEINIT_not_in_RUNTIME' "$stage/mission.log" ||
        { cat "$stage/mission.log"; fail "nobody says what mission code may not call"; }
    "$compiler" -DREFUSED -include ringfence_mission.h "${flags_mission[@]}" -c -o "$stage/mission.o" test/install/mission.c 2>"$stage/mission.log" &&
        fail "mission code that frees compiles with its header"
    grep -q 'NvSciSyncObjFree is admitted in INIT and DEINIT, not in RUNTIME' "$stage/mission.log" || { cat "$stage/mission.log"; fail "the header says nothing"; }
    count=$((count + 1))
done
shows mission.c passed 2
# The software engine behind cudla.h, and what makes its loadables.
read -r -a shared_dla <<<"$(pkg-config --libs ringfence-dla)"
read -r -a static_dla <<<"$(pkg-config --static --libs ringfence-dla)"
try dla-shared dla.c yes "${shared_dla[@]}"
try dla-static dla.c no -Wl,-Bstatic "${static_dla[@]}" -Wl,-Bdynamic
"$stage$prefix/bin/rfdla" make docs/examples/network.json -o "$stage/network.rfdla" && "$stage$prefix/bin/rfdla" show "$stage/network.rfdla" >"$stage/rfdla.txt" ||
    fail "rfdla fails"
LD_LIBRARY_PATH=$lib "$stage/dla-shared-c" "$stage/network.rfdla" || fail "a program does not load what rfdla made"
count=$((count + 1))
# NvMedia 2D in both generations; the archive needs zimg and libyuv, the shared library brings them.
if [ -n "$has_2d" ]; then
    read -r -a shared_2d <<<"$(pkg-config --libs ringfence-2d)"
    static_2d=()
    for word in $(pkg-config --static --libs ringfence-2d); do
        case $word in
        -lringfence*) static_2d+=(-Wl,-Bstatic "$word" -Wl,-Bdynamic) ;;
        *) static_2d+=("$word") ;;
        esac
    done
    read -r -a shared_2d_6 <<<"$(pkg-config --libs ringfence-2d-6)"
    try 2d-shared media.c yes "${shared_2d[@]}"
    try 2d-static media.c no "${static_2d[@]}"
    first=("-I$stage$prefix/include/nvmedia6")
    try 2d-6-shared media6.c yes "${shared_2d_6[@]}"
    first=()
    for compat in nvmedia nvmedia2d; do
        [ ! -e "$lib/lib$compat.so" ] || fail "lib$compat.so is installed though nobody asked for it"
    done
fi
# What clients in C++ have besides.
for compiler in g++ clang++; do
    command -v "$compiler" >/dev/null || continue
    "$compiler" -std=c++11 -Wall -Wextra -Wpedantic -Werror "-I$stage$prefix/include" test/install/translate.cpp \
        -o "$stage/translate-$compiler" "${shared_dla[@]}" || fail "translate.cpp does not build with $compiler"
    LD_LIBRARY_PATH=$lib "$stage/translate-$compiler" || fail "the translator of statistics fails with $compiler"
done
# Classes of C++17 for the handles.
instructions() {
    objdump -d --no-show-raw-insn "$1" | awk -v name="<$2>:" '$2 == name { inside = 1; next } inside && !NF { exit } inside { $1 = ""; print }' |
        sed 's/[0-9a-f]* <.*//; /nop/d; /xchg *%ax,%ax/d' | awk '{ print $1 }' | sort
}
for compiler in g++ clang++; do
    command -v "$compiler" >/dev/null || continue
    "$compiler" -std=c++17 -O2 -Wall -Wextra -Wpedantic -Werror "-I$stage$prefix/include" test/install/objects.cpp \
        -o "$stage/objects-$compiler" "${shared[@]}" -pthread || fail "objects.cpp does not build with $compiler"
    LD_LIBRARY_PATH=$lib "$stage/objects-$compiler" || fail "the classes of C++ fail with $compiler"
    [ -n "$(instructions "$stage/objects-$compiler" hop_of_functions)" ] &&
        [ "$(instructions "$stage/objects-$compiler" hop_of_classes)" = "$(instructions "$stage/objects-$compiler" hop_of_functions)" ] ||
        fail "the classes of C++ take other instructions than the functions of C with $compiler"
    count=$((count + 1))
done
shows free.c passed 4
shows guide.c passed 4

[ -n "$(test/tools/gpu.sh nvcc)" ] || shows nvcc.cu skipped 0
if [ -n "$has_cuda" ]; then
    preload=$(pkg-config --variable=preload ringfence-cuda-preload)
    case $preload in "$stage"*) ;; *) preload=$stage$preload ;; esac
    LD_LIBRARY_PATH=$lib LD_PRELOAD=$preload "$stage/shared-c" || fail "a program does not run behind the preload library"
    count=$((count + 1))
    read -r -a link <<<"$(pkg-config --variable=nvcc ringfence-cuda)"
    [ "$(tr ',' '\n' <<<"${link[1]}")" = "$(pkg-config --libs ringfence-cuda | grep -o -e '--wrap=[^ ]*')" ] ||
        fail "nvcc gets other names than the linker"
    nvcc=$(test/tools/gpu.sh nvcc)
    if [ -n "$nvcc" ]; then
        "$nvcc" "${flags[@]}" test/install/nvcc.cu -o "$stage/nvcc" "-L$lib" "${link[@]}" || fail "nvcc does not link"
        LD_LIBRARY_PATH=$lib "$stage/nvcc" || fail "what nvcc linked fails"
        shows nvcc.cu passed 1
        count=$((count + 1))
    fi
fi

# A project of CMake finds the package by the prefix alone; its programs find the library where it was installed.
mkdir -p "$stage/project"
cp test/install/CMakeLists.txt "$stage/project"
cp "$stage/src/use.c" "$stage/src/free.c" "$stage/src/dla.c" test/install/init.c test/install/mission.c test/install/media.c test/install/media6.c test/install/names/runtime.c test/install/names/sync.h docs/examples/pictures.c "$stage/project"
cmake -S "$stage/project" -B "$stage/project/build" -DCMAKE_C_COMPILER=gcc "-DCMAKE_PREFIX_PATH=$stage$prefix" "-DEXAMPLES=$(pwd)/docs/examples" \
    ${has_cuda:+"-DSTAND_IN=$fake" "-DCUDA_HEADERS=${include#-isystem }"} \
    >"$stage/cmake.log" 2>&1 && cmake --build "$stage/project/build" >>"$stage/cmake.log" 2>&1 || { cat "$stage/cmake.log"; fail "CMake does not build"; }
# Another major version is not taken for this one.
mkdir "$stage/other"
printf '%s\n' 'cmake_minimum_required(VERSION 3.13)' 'project(other NONE)' 'find_package(Ringfence 99 QUIET)' \
    'if(Ringfence_FOUND)' 'message(FATAL_ERROR "found")' 'endif()' >"$stage/other/CMakeLists.txt"
cmake -S "$stage/other" -B "$stage/other/build" "-DCMAKE_PREFIX_PATH=$stage$prefix" >"$stage/cmake.log" 2>&1 ||
    fail "CMake takes this version for another"
# A component that is not there is not found, and CMake says so.
printf '%s\n' 'cmake_minimum_required(VERSION 3.13)' 'project(other C)' 'find_package(Ringfence REQUIRED COMPONENTS kit no_such_part)' \
    >"$stage/other/CMakeLists.txt"
rm -rf "$stage/other/build"
if cmake -S "$stage/other" -B "$stage/other/build" "-DCMAKE_PREFIX_PATH=$stage$prefix" >"$stage/cmake.log" 2>&1; then
    fail "CMake finds a component that is not there"
fi
grep -q 'There is no Ringfence::no_such_part' "$stage/cmake.log" || { cat "$stage/cmake.log"; fail "CMake does not say which component is missing"; }
for pair in use_shared:yes use_static:no free:yes use_dla:yes use_dla_static:no ${has_2d:+use_2d:yes use_2d_static:no use_2d_6:yes}; do
    program=$stage/project/build/${pair%:*}
    "$program" || fail "$program fails"
    [ "$(uses_shared "$program")" = "${pair#*:}" ] || fail "$program: shared library used: $(uses_shared "$program")"
    count=$((count + 1))
done
if [ -n "$has_2d" ]; then
    for order in $(seq 12); do
        "$stage/project/build/order_$order" || fail "the second generation of NvMedia 2D fails in order $order of the targets"
        count=$((count + 1))
    done
fi
"$stage/project/build/mission_program" || fail "mission_program fails"
[ "$(uses_shared "$stage/project/build/pictures")" = yes ] || fail "CMake links the kit without the library"
if [ -n "$has_cuda" ]; then
    LD_LIBRARY_PATH=$fake "$stage/project/build/runtime" || fail "names of the package of CMake fails"
    # The libraries for CUDA find the ones beside them.
    program=$stage/project/build/use_cuda
    "$program" || fail "$program fails"
    LD_PRELOAD=$lib/libringfence_cuda_preload.so "$stage/project/build/use_shared" || fail "the preload library does not find what is beside it"
    readelf -d "$program" | grep -q 'NEEDED.*\[libringfence_cuda\.so\.0\]' || fail "use_cuda does not need the library for CUDA"
    [ "$(sed 's/^/-Wl,--wrap=/' "$build/gen/cuda_names.txt")" = "$(grep -o -e '-Wl,--wrap=cu[^ ]*' "$stage/project/build/CMakeFiles/use_cuda.dir/link.txt")" ] ||
        fail "CMake gives the linker other names"
    count=$((count + 3))
fi

install_to_stage 1
try compat-shared use.c yes "-L$lib" -lnvscistream -lnvscisync -lnvscibuf -lnvsciipc -lnvscievent -lnvscicommon
try compat-static use.c no "-L$lib" -Wl,-Bstatic -lnvscistream -lnvscisync -lnvscibuf -lnvsciipc -lnvscievent -lnvscicommon -Wl,-Bdynamic -pthread
try compat-dla dla.c yes "-L$lib" -lcudla -lringfence
if [ -n "$has_2d" ]; then
    try compat-2d media.c yes "-L$lib" -lnvmedia -lringfence
    first=("-I$stage$prefix/include/nvmedia6")
    try compat-2d-6 media6.c yes "-L$lib" -lnvmedia2d -lringfence
    first=()
fi
# A program that was linked with the other libcudla.so.1.
mkdir "$stage/other-cudla"
grep -o 'cudla[A-Z][A-Za-z]*(' inc/cudla.h | sort -u | sed 's/(//; s/.*/int &(void); int &(void) { return 1; }/' >"$stage/other-cudla/stub.c"
gcc -shared -fPIC -Wl,-soname,libcudla.so.1 -o "$stage/other-cudla/libcudla.so" "$stage/other-cudla/stub.c" || fail "a libcudla.so.1 does not build"
gcc -I"$stage$prefix/include" -o "$stage/other-cudla/dla" test/install/dla.c "-L$stage/other-cudla" -lcudla || fail "a program for a libcudla.so.1 does not build"
readelf -d "$stage/other-cudla/dla" | grep -q 'NEEDED.*\[libcudla\.so\.1\]' || fail "a program for cuDLA asks for something else than libcudla.so.1"
LD_LIBRARY_PATH=$lib "$stage/other-cudla/dla" || fail "a program that was linked with another libcudla.so.1 fails"
count=$((count + 1))

# Programs written from the published interface alone see the headers and link names of NvSci.
LD_LIBRARY_PATH=$lib test/apps/test_chapters.sh "$stage/chapters" "-I$stage$prefix/include" "-L$lib" -lnvscistream -lnvscisync -lnvscibuf \
    -lnvsciipc -lnvscievent -lnvscicommon -pthread || fail "the programs by chapter fail"
count=$((count + 1))
# Those of NvMedia 2D too, each with the link names of its generation.
if [ -n "$has_2d" ]; then
    nvsci="-lcudla -lnvscistream -lnvscisync -lnvscibuf -lnvsciipc -pthread"
    LD_LIBRARY_PATH=$lib test/apps/test_2d.sh "$stage/2d" "-L$lib" "-I$stage$prefix/include -lnvmedia $nvsci" \
        "-I$stage$prefix/include/nvmedia6 -I$stage$prefix/include -lnvmedia2d $nvsci" || fail "the programs of NvMedia 2D fail"
    count=$((count + 1))
fi

# An installation without NvMedia 2D takes away the headers that an earlier one left, and those of nobody else.
without=$stage/without
mkdir -p "$without/lib" "$stage/taken/include/nvmedia6"
for file in "$(realpath "$build")"/*; do [ "${file##*/}" = lib ] || ln -s "$file" "$without/"; done
for file in "$(realpath "$build")"/lib/*; do
    case ${file##*/} in libringfence_2d.*) ;; *) ln -s "$file" "$without/lib/" ;; esac
done
cp inc/nvmedia_*.h inc/ringfence_nvmedia.h "$stage/taken/include"
cp inc/nvmedia6/*.h "$stage/taken/include/nvmedia6"
for file in nvmedia_image.h nvmedia6/nvmedia_ide.h; do echo '/* of somebody else */' >"$stage/taken/include/$file"; done
test/tools/install.sh "$without" "" "$stage/taken" 0 >"$stage/taken.txt" || fail "an installation without NvMedia 2D fails"
[ "$(cd "$stage/taken/include" && find . -name 'nvmedia_*' -o -name ringfence_nvmedia.h | sort)" = "$(printf './nvmedia6/nvmedia_ide.h\n./nvmedia_image.h')" ] ||
    fail "an installation without NvMedia 2D takes away the wrong headers"
rm -rf "$without" "$stage/taken"

# Each line of a build system, with a prefix of its own. What is built finds the library there: no LD_LIBRARY_PATH has it.
own=$stage/own
unset PKG_CONFIG_SYSROOT_DIR
export PKG_CONFIG_PATH=$own/lib/pkgconfig
make --no-print-directory install "BUILD=$build" CC=gcc "PREFIX=$own" COMPAT=1 >"$stage/own.txt" || fail "make install fails for a prefix"

# line NAME COMMAND: what the command builds, $program, runs with CUDA's libraries of the tests.
line() {
    local program=$stage/line-$1
    (program=$program && eval "$2") >"$stage/line.log" 2>&1 || { cat "$stage/line.log"; fail "$1 does not build"; }
    LD_LIBRARY_PATH=$fake "$program" >"$stage/line.log" 2>&1 || { cat "$stage/line.log"; fail "$1 fails"; }
    count=$((count + 1))
}

cp test/install/use.c test/install/free.c test/install/dla.c test/install/media.c test/install/media6.c test/install/names/runtime.c test/install/names/driver.c test/install/names/alone.c \
    test/install/names/sync.h "$stage/src"
cd "$stage/src"
line cc 'cc use.c $(pkg-config --cflags --libs --static ringfence) $(pkg-config --variable=rpath ringfence) -o "$program"'
line make 'make use CFLAGS="$(pkg-config --cflags ringfence)" LDLIBS="$(pkg-config --libs ringfence) $(pkg-config --variable=rpath ringfence)" &&
    mv use "$program"'
line cc-dla 'cc dla.c $(pkg-config --cflags --libs ringfence-dla) $(pkg-config --variable=rpath ringfence) -o "$program"'
if [ -n "$has_2d" ]; then
    line cc-2d 'cc media.c $(pkg-config --cflags --libs ringfence-2d) $(pkg-config --variable=rpath ringfence) -o "$program"'
    line cc-2d-6-last 'cc media6.c $(pkg-config --cflags --libs ringfence-dla ringfence-kit ringfence-2d-6) $(pkg-config --variable=rpath ringfence) -o "$program"'
    line cc-2d-6 'cc media6.c $(pkg-config --cflags --libs ringfence-2d-6) $(pkg-config --variable=rpath ringfence) -o "$program"'
fi
line cc-free 'cc free.c $(pkg-config --cflags --libs ringfence-free) $(pkg-config --variable=rpath ringfence) -o "$program"'
line cc-free-text 'cc free.c -Wl,--wrap=free $(pkg-config --cflags ringfence) -L$own/lib -lringfence_free -lringfence -Wl,-rpath,$own/lib -o "$program"'
# Without the option the linker says that it is missing.
if cc free.c $(pkg-config --cflags ringfence) "-L$own/lib" -lringfence_free -lringfence -o "$stage/no-free" 2>"$stage/line.log"; then
    fail "a program that does not wrap free() is linked"
fi
grep -q '__real_free' "$stage/line.log" && grep -q 'needs_wrap_free' "$stage/line.log" || { cat "$stage/line.log"; fail "nobody says that --wrap=free is missing"; }
cd - >/dev/null

# cudla NAME WAY OPTION...: a project that takes cudla.h for a part of CUDA, whose folder has none; each way of docs/dla.md leads to it.
mkdir -p "$stage/no-cudla/include" "$stage/no-cudla/lib64"
cudla() {
    local build=$stage/cudla-$1 way=$2
    shift 2
    cmake -S test/install/cudla -B "$build" -DCMAKE_C_COMPILER=gcc "-DCUDA=$stage/no-cudla" "-DDLA=$stage/src/dla.c" "-DWAY=$way" "$@" \
        >"$stage/line.log" 2>&1 && cmake --build "$build" >>"$stage/line.log" 2>&1 || return 1
    LD_LIBRARY_PATH=$own/lib "$build/dla" || fail "a project that looks for cudla.h fails: $build"
    count=$((count + 1))
}
log_of() {
    cat "$stage/line.log"
    fail "a project that looks for cudla.h does not find it by $1"
}
cudla prefix find "-DCMAKE_PREFIX_PATH=$own" || log_of CMAKE_PREFIX_PATH
cudla folders find "-DCMAKE_INCLUDE_PATH=$own/include" "-DCMAKE_LIBRARY_PATH=$own/lib" || log_of CMAKE_INCLUDE_PATH
CMAKE_PREFIX_PATH=$own cudla environment find || log_of "CMAKE_PREFIX_PATH of the environment"
CPATH=$own/include LIBRARY_PATH=$own/lib cudla compiler folder || log_of CPATH

names_of_cuda() {
    local static program log=$stage/line.log linker order headers=${include#-isystem }
    # A project that knows the names of NvSci alone, with the prefix alone.
    cmake -S test/install/names -B "$stage/names" -DCMAKE_C_COMPILER=gcc "-DCMAKE_PREFIX_PATH=$own" "-DSTAND_IN=$fake" \
        "-DCUDA_HEADERS=$headers" -DCMAKE_C_FLAGS="-Wall -Wextra -Werror" >"$log" 2>&1 && cmake --build "$stage/names" >>"$log" 2>&1 ||
        { cat "$log"; fail "the project with link names does not build"; }
    for program in static_first static_last shared_first shared_last driver_first driver_last both_first one_name in_library; do
        LD_LIBRARY_PATH=$fake "$stage/names/$program" || fail "names/$program fails"
        count=$((count + 1))
    done
    # Without CUDA nothing of it is there.
    for program in none opens_itself opens_in_library; do
        "$stage/names/$program" || fail "names/$program fails"
        count=$((count + 1))
    done
    readelf -d "$stage/names/none" "$own"/lib/libringfence*.so* | grep 'NEEDED.*libcuda' | grep -v -x -c '.*\[libcuda\.so\.1\]' >/dev/null &&
        fail "something needs CUDA's runtime"
    cd "$stage/src"
    static="$fake/libcudart_static.a"
    line names-cc 'cc runtime.c -I$own/include -L$own/lib -lnvscisync -lnvscibuf $include $static -lrt -ldl -pthread -Wl,-rpath,$own/lib -o "$program"'
    line names-pkg 'cc runtime.c $(pkg-config --cflags --libs ringfence-cuda) $include $static -lrt -ldl -pthread \
        $(pkg-config --variable=rpath ringfence) -o "$program"'
    line names-make 'make runtime CFLAGS="$(pkg-config --cflags ringfence-cuda) $include" \
        LDLIBS="$(pkg-config --libs ringfence-cuda) $static -lrt -ldl -pthread $(pkg-config --variable=rpath ringfence)" && mv runtime "$program"'
    for linker in gold lld mold; do
        command -v "ld.$linker" >/dev/null || continue
        line "names-$linker" 'cc -fuse-ld=$linker driver.c -I$own/include $include $fake/libcuda.so.1 -L$own/lib -lnvscisync -lnvscibuf \
            -Wl,-rpath,$own/lib -o "$program"'
        line "names-static-$linker" 'cc -fuse-ld=$linker runtime.c -I$own/include $include $static -L$own/lib -lnvscisync \
            -Wl,-rpath,$own/lib -lrt -ldl -pthread -o "$program"'
    done
    # A program that nobody links anew, with either runtime.
    for order in "$static -lrt -ldl -pthread" "$fake/libcudart.so.13"; do
        cc runtime.c "-I$own/include" $include $order "-L$own/lib" -lringfence "-Wl,-rpath,$own/lib" -o "$stage/preloaded" || fail "a plain program does not build"
        LD_LIBRARY_PATH=$fake "$stage/preloaded" >"$log" 2>&1 && fail "a plain program does without the preload library"
        LD_LIBRARY_PATH=$fake LD_PRELOAD=$(pkg-config --variable=preload ringfence-cuda-preload) "$stage/preloaded" ||
            fail "names behind the preload library fails"
        count=$((count + 1))
    done
    # Without the library in front of the driver it says once that it does nothing.
    mkdir "$stage/alone"
    cp -P "$own"/lib/libringfence*.so* "$stage/alone" && rm "$stage/alone/libringfence_cuda_driver.so"
    cc alone.c -o "$stage/alone/alone" -ldl || fail "alone does not build"
    [ "$(LD_LIBRARY_PATH=$fake LD_PRELOAD=$stage/alone/libringfence_cuda_preload.so "$stage/alone/alone" 2>&1)" = "libringfence_cuda_preload.so: \
libringfence_cuda_driver.so cannot be loaded from beside it, so what CUDA's runtime asks of the driver does not come here; install both, or \
link the program with --wrap (ringfence-cuda.pc)
it has the driver" ] || fail "names-alone fails"
    shows names/alone.c passed 1
    [ -z "$(LD_PRELOAD=$(pkg-config --variable=preload ringfence-cuda-preload) sh -c 'ls / >/dev/null' 2>&1)" ] ||
        fail "the preload library says something in a program without CUDA"
    cd - >/dev/null
    shows names/runtime.c passed 12
    shows names/driver.c passed 3
}
if [ -n "$has_cuda" ]; then
    names_of_cuda
else
    shows names/runtime.c skipped 0
    shows names/driver.c skipped 0
    shows names/alone.c skipped 0
fi
echo "install: $count programs or pairs of them built and run"
