# SPDX-License-Identifier: Apache-2.0
#
# Cortex-R5 and memory: no device, no interrupt.
CROSS  := arm-none-eabi-
CPU    := -mcpu=cortex-r5 -marm -mfloat-abi=soft -fno-short-enums
START  := cortex_r5.S cortex_r5.c
MEMORY := r5.ld
QEMU   := qemu-system-arm -M none -cpu cortex-r5 -m 32M -monitor none -serial none -device loader,cpu-num=0,file=
CFG    :=
LINK   := -Wl,--no-enum-size-warning
