# SPDX-License-Identifier: Apache-2.0
#
# Linux on s390x, as programs of QEMU's user mode.
CROSS  := s390x-linux-gnu-
CPU    :=
START  := host.c
MEMORY :=
QEMU   := qemu-s390x
CFG    :=
