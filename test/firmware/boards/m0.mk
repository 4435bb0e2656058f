# SPDX-License-Identifier: Apache-2.0
#
# Cortex-M0, BBC micro:bit: nRF51822 with 16 KiB of memory.
CROSS  := arm-none-eabi-
CPU    := -mcpu=cortex-m0 -mthumb -mfloat-abi=soft -fno-short-enums
START  := nrf51.c
MEMORY := nrf51.ld
QEMU   := qemu-system-arm -M microbit -kernel
CFG    := -DRINGFENCE_CFG_ATOMICS=2U -DRINGFENCE_CFG_INTERRUPTS=1U
LINK   := -Wl,--no-enum-size-warning
ONLY   := applications
# What fits: the checks of every port with small tables, raw buffers, fewer fences.
TEST_CFG    := -DRINGFENCE_CFG_SYNC_OBJECTS=4U -DRINGFENCE_CFG_TIMESTAMP_SLOTS=8U -DRINGFENCE_CFG_TASK_STATUS_SLOTS=8U \
               -DRINGFENCE_CFG_BUF_MEMORIES=4U -DRINGFENCE_CFG_BUFFER_BYTES=6144U
REGION_LIB  := TYPES=raw UNIT=1
COUNT_CFG   := -DRINGFENCE_CFG_BUFFER_BYTES=6144U -DRINGFENCE_CFG_SYNC_LISTS=3U -DRINGFENCE_CFG_SYNC_OBJECTS=2U
COUNT_FLAGS := -DFENCES=40U
