# SPDX-License-Identifier: Apache-2.0
#
# Two RV64IMAC in machine mode that share memory, board virt: an image for each.
CROSS  := riscv64-unknown-elf-
CPU    := -march=rv64imac -misa-spec=2.2 -mabi=lp64 -mcmodel=medany -msmall-data-limit=0
START  := rv64.S rv64.c cores_board.c cores_rv64.c
MEMORY := rv64x2
CORES  := 1
QEMU   := qemu-system-riscv64 -M virt -smp 2 -m 64M -bios none -nic none -monitor none -serial none -device loader,file=build/firmware/rv64x2/cores1.elf -kernel
CFG    := -DRINGFENCE_CFG_INTERRUPTS=1U
