#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Usage: install.sh BUILD DESTDIR PREFIX COMPAT
# Headers, libraries, ringfence.pc and ringfence-free.pc go under DESTDIR/PREFIX. COMPAT=1 adds the link names of NvSci.
set -eu
build=$1
destdir=$2
prefix=$3
compat=$4
soname=libringfence.so.0
lib=$destdir$prefix/lib

version_of() {
    sed -n "s/^#define RINGFENCE_VERSION_$1 \([0-9]*\)U\$/\1/p" inc/ringfence.h
}
version=$(version_of MAJOR).$(version_of MINOR).$(version_of PATCH)

install -d "$destdir$prefix/include" "$lib/pkgconfig"
install -m 644 inc/*.h "$destdir$prefix/include"
install -m 644 "$build/lib/libringfence.a" "$build/lib/libringfence_free.a" "$lib"
install -m 755 "$build/lib/$soname" "$lib"
ln -sf "$soname" "$lib/libringfence.so"
cat >"$lib/pkgconfig/ringfence.pc" <<TEXT
prefix=$prefix
includedir=\${prefix}/include
libdir=\${prefix}/lib

Name: ringfence
Description: Heap-free buffers and fences under the NvSci names
Version: $version
Cflags: -I\${includedir}
Libs: -L\${libdir} -lringfence
Libs.private: -pthread
TEXT
cat >"$lib/pkgconfig/ringfence-free.pc" <<TEXT
prefix=$prefix
libdir=\${prefix}/lib

Name: ringfence-free
Description: free() that takes back what Ringfence gave
Version: $version
Requires: ringfence
Libs: -Wl,--wrap=free -L\${libdir} -lringfence_free
TEXT
if [ "$compat" = 1 ]; then
    for name in libnvscibuf libnvscisync libnvsciipc libnvscievent; do
        ln -sf libringfence.so "$lib/$name.so"
        ln -sf libringfence.a "$lib/$name.a"
    done
fi
