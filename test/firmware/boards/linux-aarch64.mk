# SPDX-License-Identifier: Apache-2.0
#
# Linux on aarch64, as programs of QEMU's user mode.
CROSS  := aarch64-linux-gnu-
CPU    :=
START  := host.c
MEMORY :=
QEMU   := qemu-aarch64
CFG    :=
