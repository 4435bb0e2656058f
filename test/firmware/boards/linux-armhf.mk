# SPDX-License-Identifier: Apache-2.0
#
# Linux on ARM of 32 bits, as programs of QEMU's user mode.
CROSS  := arm-linux-gnueabihf-
CPU    :=
START  := host.c
MEMORY :=
QEMU   := qemu-arm -L /usr/arm-linux-gnueabihf
CFG    :=
MORE   := 1
