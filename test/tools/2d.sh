#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Usage: 2d.sh COMPILER...
# Says which Debian packages libringfence_2d lacks for this compiler; nothing: it can be built.
set -u
lacks=""

# lacks_header HEADER PACKAGE
lacks_header() {
    printf '#include <stddef.h>\n#include <%s>\n' "$1" | $compiler -E -x c - >/dev/null 2>&1 || lacks="$lacks $2"
}

compiler=$*
lacks_header zimg.h libzimg-dev
lacks_header libyuv.h libyuv-dev
[ -z "$lacks" ] || echo "${lacks# }"
