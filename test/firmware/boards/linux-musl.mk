# SPDX-License-Identifier: Apache-2.0
#
# This host with musl in place of its C library. The headers of Linux are those of the host.
CROSS  := musl-
CPU    := -idirafter /usr/include -idirafter /usr/include/x86_64-linux-gnu
START  := host.c
MEMORY :=
QEMU   :=
CFG    :=
MORE   := 1
