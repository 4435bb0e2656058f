# SPDX-License-Identifier: Apache-2.0
#
# Cortex-M33, board MPS2 with image AN521; secure state.
CROSS  := arm-none-eabi-
CPU    := -mcpu=cortex-m33+nodsp -mthumb -mfloat-abi=soft -fno-short-enums
FAMILY := cortex-m
COMMON := -mcpu=cortex-m3 -mthumb -mfloat-abi=soft -fno-short-enums
START  := cortex_m.c cortex_m_hooks.c
MEMORY := an521.ld
QEMU   := qemu-system-arm -M mps2-an521 -kernel
CFG    := -DRINGFENCE_CFG_ATOMICS=1U -DRINGFENCE_CFG_INTERRUPTS=1U
LINK   := -Wl,--no-enum-size-warning
