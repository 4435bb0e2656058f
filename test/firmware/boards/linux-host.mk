# SPDX-License-Identifier: Apache-2.0
#
# Linux on this host: what the others exchange descriptors with.
CROSS  :=
CPU    :=
START  := host.c
MEMORY :=
QEMU   :=
CFG    :=
