# SPDX-License-Identifier: Apache-2.0
#
# Three Cortex-A53 in EL1 that share memory, board virt: an image for each.
CROSS  := aarch64-linux-gnu-
CPU    := -mcpu=cortex-a53 -mno-outline-atomics -fno-pic
START  := cortex_a53.S cortex_a53.c cores_board.c cores_a53.c
MEMORY := a53x3
CORES  := 1
IMAGES := 0 1 2
QEMU   := qemu-system-aarch64 -M virt -cpu cortex-a53 -smp 3 -m 64M -nic none -monitor none -serial none -device loader,file=build/firmware/a53x3/cores1.elf -device loader,file=build/firmware/a53x3/cores2.elf -kernel
CFG    := -DRINGFENCE_CFG_INTERRUPTS=1U -DRINGFENCE_CFG_CACHE_LINE=64U -DRINGFENCE_CFG_CORES=3U
