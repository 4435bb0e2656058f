# SPDX-License-Identifier: Apache-2.0
#
# Linux on riscv64, as programs of QEMU's user mode.
CROSS  := riscv64-linux-gnu-
CPU    :=
START  := host.c
MEMORY :=
QEMU   := qemu-riscv64
CFG    :=
