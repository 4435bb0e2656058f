# SPDX-License-Identifier: Apache-2.0
#
# Cortex-M3, board MPS2 with image AN385.
CROSS  := arm-none-eabi-
CPU    := -mcpu=cortex-m3 -mthumb -mfloat-abi=soft -fno-short-enums
FAMILY := cortex-m
COMMON := -mcpu=cortex-m3 -mthumb -mfloat-abi=soft -fno-short-enums
START  := cortex_m.c cortex_m_hooks.c
MEMORY := mps2.ld
QEMU   := qemu-system-arm -M mps2-an385 -kernel
CFG    := -DRINGFENCE_CFG_ATOMICS=1U -DRINGFENCE_CFG_INTERRUPTS=1U
LINK   := -Wl,--no-enum-size-warning
# Here an object for each source.
REGION_LIB := UNIT=0
