#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Usage: dist.sh BUILD
# Writes BUILD/dist/ringfence-VERSION.tar.gz: what is committed, byte for byte the same for a commit, wherever and whenever it is made.
set -eu
build=$1

part() {
    sed -n "s/^#define RINGFENCE_VERSION_$1 \([0-9]*\)U\$/\1/p" inc/ringfence.h
}
name=ringfence-$(part MAJOR).$(part MINOR).$(part PATCH)

git rev-parse --git-dir >/dev/null 2>&1 || { echo "make dist: this is no clone: what is committed cannot be told" >&2 && exit 1; }
[ -z "$(git status --porcelain --untracked-files=no)" ] || echo "make dist: changes that are not committed are left out" >&2
mkdir -p "$build/dist"
git -c tar.umask=0022 archive --format=tar --prefix="$name/" HEAD | gzip -n -9 >"$build/dist/$name.tar.gz"
(cd "$build/dist" && sha256sum "$name.tar.gz" | tee "$name.tar.gz.sha256")
