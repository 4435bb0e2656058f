#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Usage: install.sh BUILD DESTDIR PREFIX COMPAT [LIBDIR]; install.sh uninstall DESTDIR PREFIX
# Headers, libraries, ringfence.pc, ringfence-free.pc, ringfence-mission.pc and ringfence-dla.pc go under DESTDIR/PREFIX, with ringfence-2d.pc, ringfence-2d-6.pc,
# ringfence-cuda.pc, ringfence-cuda-preload.pc, their libraries and headers if these were built, and the package of CMake. COMPAT=1 adds
# the link names of NvSci, of cuDLA and of NvMedia; where the libraries for CUDA were built,
# those for buffers and sync objects are texts for the linker, which bring what takes over CUDA's names. LIBDIR is a path, or a name below
# PREFIX: lib. PREFIX/share/ringfence/installed.txt has what was installed: the next installation, and uninstall, take it away.
set -eu
# Whatever the caller has: nobody else writes to what is installed.
umask 022

# is_path NAME WHAT: files of pkg-config and of CMake have it as it is.
is_path() {
    case $2 in
    *[[:space:]]*) echo "make install: $1 has white space, which files of pkg-config cannot hold: '$2'" >&2 && exit 2 ;;
    /*) ;;
    *) echo "make install: $1 is no absolute path: '$2'" >&2 && exit 2 ;;
    esac
}

# forget LIST [KEPT]: takes away the files of a list, but for those of another one, and folders of the library's own that are empty then.
forget() {
    while IFS= read -r file; do
        [ -z "${2:-}" ] || ! grep -qxF -- "$file" "$2" || continue
        rm -f -- "$destdir$file"
        [ -n "${2:-}" ] || echo "$file"
    done <"$1"
    while IFS= read -r file; do
        folder=${file%/*}
        case $folder in
        */ringfence | */rfdla_tool | */Ringfence | */nvmedia6) rmdir -- "$destdir$folder" 2>/dev/null || true ;;
        esac
    done <"$1"
}

if [ "$1" = uninstall ]; then
    destdir=$2
    prefix=$3
    is_path PREFIX "$prefix"
    list=$destdir$prefix/share/ringfence/installed.txt
    [ -e "$list" ] || { echo "make uninstall: there is no $list" >&2 && exit 2; }
    had=$(mktemp)
    trap 'rm -f "$had"' EXIT
    cp "$list" "$had"
    forget "$had"
    exit
fi

build=$1
destdir=$2
prefix=$3
compat=$4
libdir=${5:-lib}
case $libdir in /*) ;; *) libdir=$prefix/$libdir ;; esac
is_path PREFIX "$prefix"
is_path LIBDIR "$libdir"
soname=libringfence.so.0
lib=$destdir$libdir
# Who may not write there is told what to say instead.
install -d "$destdir$prefix" "$lib" 2>/dev/null && [ -w "$destdir$prefix" ] && [ -w "$lib" ] || {
    echo "make install: $destdir$prefix and $lib cannot be written; PREFIX=FOLDER installs elsewhere, as PREFIX=\$HOME/.local" >&2
    exit 2
}

# What is printed is the list of what is installed too.
list=share/ringfence/installed.txt
new=$(mktemp)
trap 'rm -f "$new"' EXIT
say() {
    echo "$1"
    echo "$1" >>"$new"
}

version_of() {
    sed -n "s/^#define RINGFENCE_VERSION_$1 \([0-9]*\)U\$/\1/p" inc/ringfence.h
}
version=$(version_of MAJOR).$(version_of MINOR).$(version_of PATCH)

# put MODE FOLDER FILE...: installs files, and says where each is.
put() {
    mode=$1
    folder=$2
    shift 2
    install -m "$mode" "$@" "$folder"
    for file; do say "${folder#"$destdir"}/${file##*/}"; done
}

# put_link TARGET NAME and put_text NAME: a link in lib/, and a text below it from the standard input.
put_link() {
    ln -sf "$1" "$lib/$2"
    say "$libdir/$2"
}
put_text() {
    # An older one may be a link, or have other rights.
    rm -f "$lib/$1"
    cat >"$lib/$1"
    say "$libdir/$1"
}

# take_away FILE...: removes headers that an earlier installation left. Others' headers of these names say nothing of Ringfence.
take_away() {
    for file; do
        if [ -f "$file" ] && grep -qi ringfence "$file"; then rm -f "$file"; fi
    done
}

install -d "$destdir$prefix/include" "$lib/pkgconfig" "$lib/cmake/Ringfence"
for header in inc/*.h inc/*.hpp; do
    [ -e "$header" ] || continue
    case $header in
    inc/ringfence_cuda.h | inc/nvmedia_*.h | inc/ringfence_nvmedia.h) ;;
    *) put 644 "$destdir$prefix/include" "$header" ;;
    esac
done
put 644 "$lib" "$build/lib/libringfence.a" "$build/lib/libringfence_kit.a" "$build/lib/libringfence_mission.a"
# Nothing but --wrap=free makes a program call what is in the archive. The text asks for it in any case, so that the linker
# says of a program without the option that __real_free is missing.
install -m 644 "$build/lib/libringfence_free.a" "$lib/libringfence_needs_wrap_free.a"
say "$libdir/libringfence_needs_wrap_free.a"
put_text libringfence_free.a <<TEXT
/* GNU ld script: free() for programs that are linked with -Wl,--wrap=free */
EXTERN(__wrap_free)
INPUT(libringfence_needs_wrap_free.a)
TEXT
put 755 "$lib" "$build/lib/$soname"
put_link "$soname" libringfence.so
# A folder below the prefix goes with it.
case $libdir/ in "$prefix"/*) pc_libdir=\${prefix}${libdir#"$prefix"} ;; *) pc_libdir=$libdir ;; esac
put_text pkgconfig/ringfence.pc <<TEXT
prefix=$prefix
includedir=\${prefix}/include
libdir=$pc_libdir
rpath=-Wl,-rpath,\${libdir}

Name: ringfence
Description: Heap-free buffers and fences under the NvSci names
Version: $version
Cflags: -I\${includedir}
Libs: -L\${libdir} -lringfence
Libs.private: -pthread
TEXT
put_text pkgconfig/ringfence-free.pc <<TEXT
prefix=$prefix
libdir=$pc_libdir

Name: ringfence-free
Description: free() that takes back what Ringfence gave
Version: $version
Requires: ringfence
Libs: -Wl,--wrap=free -L\${libdir} -lringfence_needs_wrap_free
TEXT
# It is checked against this archive alone that objects call what RUNTIME admits.
put_text pkgconfig/ringfence-mission.pc <<TEXT
prefix=$prefix
includedir=\${prefix}/include
libdir=$pc_libdir

Name: ringfence-mission
Description: The functions of Ringfence that phase RUNTIME admits; others do not link
Version: $version
Cflags: -I\${includedir}
Libs: -L\${libdir} -lringfence_mission
Libs.private: -pthread
TEXT
# The kit, as an archive and as a source that a program can have a copy of.
install -d "$destdir$prefix/share/ringfence"
put 644 "$destdir$prefix/share/ringfence" src/kit/kit.c
put_text pkgconfig/ringfence-kit.pc <<TEXT
prefix=$prefix
datadir=\${prefix}/share
libdir=$pc_libdir
source=\${datadir}/ringfence/kit.c

Name: ringfence-kit
Description: Connections, messages and images for programs of several processes with Ringfence
Version: $version
Requires: ringfence
Libs: -L\${libdir} -lringfence_kit
TEXT
# The software engine behind cudla.h, and its tools.
put 644 "$lib" "$build/lib/libringfence_dla.a"
put 755 "$lib" "$build/lib/libringfence_dla.so.0"
put_link libringfence_dla.so.0 libringfence_dla.so
# What computes networks for it; it is found beside it.
[ ! -e "$build/lib/libringfence_dla_network.so.0" ] || put 755 "$lib" "$build/lib/libringfence_dla_network.so.0"
put_text pkgconfig/ringfence-dla.pc <<TEXT
prefix=$prefix
libdir=$pc_libdir

Name: ringfence-dla
Description: cuDLA in software for Ringfence
Version: $version
Requires: ringfence
Libs: -L\${libdir} -lringfence_dla
Libs.private: -ldl
TEXT
# What makes and shows loadables: the command finds the package beside the headers.
install -d "$destdir$prefix/bin" "$destdir$prefix/share/ringfence/rfdla_tool"
put 644 "$destdir$prefix/share/ringfence/rfdla_tool" src/dla/tools/rfdla_tool/*.py
put 644 "$destdir$prefix/share/ringfence" src/dla/tools/recorder.c
put 755 "$destdir$prefix/bin" src/dla/tools/rfdla
# The 2D engine behind the headers of NvMedia. ringfence-2d-6.pc chooses those of the second generation, whatever stands before it.
if [ -e "$build/lib/libringfence_2d.a" ]; then
    install -d "$destdir$prefix/include/nvmedia6"
    put 644 "$destdir$prefix/include" inc/nvmedia_*.h inc/ringfence_nvmedia.h
    put 644 "$destdir$prefix/include/nvmedia6" inc/nvmedia6/*.h
    put 644 "$lib" "$build/lib/libringfence_2d.a"
    put 755 "$lib" "$build/lib/libringfence_2d.so.0"
    put_link libringfence_2d.so.0 libringfence_2d.so
    put_text pkgconfig/ringfence-2d.pc <<TEXT
prefix=$prefix
libdir=$pc_libdir

Name: ringfence-2d
Description: NvMedia 2D in software for Ringfence, images and blits
Version: $version
Requires: ringfence
Libs: -L\${libdir} -lringfence_2d
Libs.private: -lzimg -lyuv -lm -ldl
TEXT
    put_text pkgconfig/ringfence-2d-6.pc <<TEXT
prefix=$prefix
includedir=\${prefix}/include

Name: ringfence-2d-6
Description: NvMedia 2D in software for Ringfence, layers and compose parameters
Version: $version
Requires: ringfence-2d
Cflags: -DRINGFENCE_NVMEDIA_6 -I\${includedir}/nvmedia6
TEXT
else
    take_away "$destdir$prefix/include/nvmedia6"/nvmedia_*.h "$destdir$prefix/include"/nvmedia_*.h "$destdir$prefix/include/ringfence_nvmedia.h"
    rmdir "$destdir$prefix/include/nvmedia6" 2>/dev/null || true
fi
# CUDA's names go to the wrappers, which stand before CUDA's own libraries on the command line. nvcc takes no -Wl as a
# linker, and pkg-config loses the first -Xlinker of Libs: a variable has what nvcc takes.
if [ -e "$build/lib/libringfence_cuda.a" ]; then
    put 644 "$destdir$prefix/include" inc/ringfence_cuda.h
    put 644 "$lib" "$build/lib/libringfence_cuda.a" "$build/lib/libringfence_cuda_wrap.a"
    put 755 "$lib" "$build/lib/libringfence_cuda.so.0" "$build/lib/libringfence_cuda_preload.so" "$build/lib/libringfence_cuda_driver.so"
    put 644 "$lib" "$build/lib/ringfence_cuda_names.o"
    put_link libringfence_cuda.so.0 libringfence_cuda.so
    put_text pkgconfig/ringfence-cuda.pc <<TEXT
prefix=$prefix
libdir=$pc_libdir
nvcc=-Xlinker $(sed 's/^/--wrap=/' "$build/gen/cuda_names.txt" | paste -sd , -) -L\${libdir} -lringfence_cuda_wrap -lringfence_cuda -lringfence

Name: ringfence-cuda
Description: CUDA's external semaphores and memory for Ringfence, under CUDA's names
Version: $version
Requires: ringfence
Libs: $(sed 's/^/-Wl,--wrap=/' "$build/gen/cuda_names.txt" | tr '\n' ' ')-L\${libdir} -lringfence_cuda_wrap -lringfence_cuda
TEXT
    put_text pkgconfig/ringfence-cuda-preload.pc <<TEXT
prefix=$prefix
libdir=$pc_libdir
preload=\${libdir}/libringfence_cuda_preload.so

Name: ringfence-cuda-preload
Description: CUDA's names for Ringfence in programs that stay as they are
Version: $version
Requires: ringfence
Libs: -L\${libdir} -lringfence_cuda_preload -lringfence_cuda
TEXT
else
    take_away "$destdir$prefix/include/ringfence_cuda.h"
fi
# The package of CMake: a place of LINKER: for each name that is taken over.
wrap=""
[ ! -e "$build/lib/libringfence_cuda.a" ] || wrap=$(sed 's/^/LINKER:--wrap=/' "$build/gen/cuda_names.txt" | paste -sd ';' -)
above=$(realpath -m --relative-to="$libdir/cmake/Ringfence" "$prefix")
sed "s/@WRAP@/$wrap/; s|@PREFIX@|$above|" mk/RingfenceConfig.cmake | put_text cmake/Ringfence/RingfenceConfig.cmake
put_text cmake/Ringfence/RingfenceConfigVersion.cmake <<TEXT
set(PACKAGE_VERSION "$version")
if(NOT PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION AND PACKAGE_FIND_VERSION_MAJOR EQUAL ${version%%.*})
    set(PACKAGE_VERSION_COMPATIBLE TRUE)
    if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
        set(PACKAGE_VERSION_EXACT TRUE)
    endif()
endif()
TEXT
# CUDA's names stand first: they ask for the preload library, which the linker might leave out else.
put_names() {
    rm -f "$lib/$1"
    put_text "$1" <<TEXT
/* GNU ld script: Ringfence under a link name of NvSci, and what takes over CUDA's names */
INPUT(ringfence_cuda_names.o libringfence_cuda_preload.so libringfence_cuda.so.0 libringfence.so.0)
TEXT
}
if [ "$compat" = 1 ]; then
    # They may be in the prefix from an earlier installation.
    with_cuda=""
    [ ! -e "$lib/libringfence_cuda_preload.so" ] || with_cuda=1
    for name in libnvscibuf libnvscisync libnvsciipc libnvscievent libnvscistream libnvscicommon; do
        case $name:$with_cuda in
        *: | libnvsciipc:* | libnvscievent:* | libnvscistream:* | libnvscicommon:*) put_link libringfence.so "$name.so" ;;
        *) put_names "$name.so" ;;
        esac
        put_link libringfence.a "$name.a"
    done
    # The soname too, for programs that are linked already.
    put_link libringfence_dla.so.0 libcudla.so.1
    put_link libcudla.so.1 libcudla.so
    put_link libringfence_dla.a libcudla.a
    if [ -e "$build/lib/libringfence_2d.a" ]; then
        for name in libnvmedia libnvmedia2d; do
            put_link libringfence_2d.so.0 "$name.so"
            put_link libringfence_2d.a "$name.a"
        done
    fi
    [ -n "$with_cuda" ] || echo "The link names do not take over CUDA's names: the libraries for CUDA were not built (make cuda)."
fi

# What an earlier installation had here and this one has not.
say "$prefix/$list"
[ ! -e "$destdir$prefix/$list" ] || forget "$destdir$prefix/$list" "$new"
install -m 644 "$new" "$destdir$prefix/$list"
