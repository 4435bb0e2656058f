# SPDX-License-Identifier: Apache-2.0
#
# RV64IMAC in machine mode, board virt.
CROSS  := riscv64-unknown-elf-
CPU    := -march=rv64imac -misa-spec=2.2 -mabi=lp64 -mcmodel=medany -msmall-data-limit=0
START  := rv64.S rv64.c
MEMORY := rv64.ld
QEMU   := qemu-system-riscv64 -M virt -m 64M -bios none -nic none -monitor none -serial none -kernel
CFG    := -DRINGFENCE_CFG_INTERRUPTS=1U
