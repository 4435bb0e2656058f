# SPDX-License-Identifier: Apache-2.0
#
# Linux on x86 of 32 bits, whose programs this host runs.
CROSS  :=
CPU    := -m32 -Wno-psabi -idirafter /usr/include/x86_64-linux-gnu
START  := host.c
MEMORY :=
QEMU   :=
CFG    :=
MORE   := 1
