# SPDX-License-Identifier: Apache-2.0
#
# Cortex-R5 in the place of the core of board Versatile/PB.
CROSS  := arm-none-eabi-
CPU    := -mcpu=cortex-r5 -marm -mfloat-abi=soft -fno-short-enums
START  := cortex_r5.S cortex_r5.c
MEMORY := r5.ld
QEMU   := qemu-system-arm -M versatilepb -cpu cortex-r5 -m 64M -audiodev none,id=none -nic none -monitor none -serial none -kernel
CFG    := -DRINGFENCE_CFG_INTERRUPTS=1U
LINK   := -Wl,--no-enum-size-warning
