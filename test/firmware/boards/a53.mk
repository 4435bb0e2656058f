# SPDX-License-Identifier: Apache-2.0
#
# Cortex-A53 in EL1, board virt.
CROSS  := aarch64-linux-gnu-
CPU    := -mcpu=cortex-a53 -mno-outline-atomics -fno-pic
START  := cortex_a53.S cortex_a53.c
MEMORY := a53.ld
QEMU   := qemu-system-aarch64 -M virt -cpu cortex-a53 -m 64M -nic none -monitor none -serial none -kernel
CFG    := -DRINGFENCE_CFG_INTERRUPTS=1U -DRINGFENCE_CFG_CACHE_LINE=64U
