# SPDX-License-Identifier: Apache-2.0
#
# Two Cortex-M33 that share memory, board MPS2 with image AN521; secure state: an image for each.
CROSS  := arm-none-eabi-
CPU    := -mcpu=cortex-m33+nodsp -mthumb -mfloat-abi=soft -fno-short-enums
START  := cortex_m.c cortex_m_hooks.c cores_board.c cores_m33.c
MEMORY := m33x2
CORES  := 1
QEMU   := qemu-system-arm -M mps2-an521 -device loader,file=build/firmware/m33x2/cores1.elf -kernel
CFG    := -DRINGFENCE_CFG_ATOMICS=1U -DRINGFENCE_CFG_INTERRUPTS=1U
LINK   := -Wl,--no-enum-size-warning
UNIT   := 1
