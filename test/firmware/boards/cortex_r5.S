/* SPDX-License-Identifier: Apache-2.0 */
/* Start-up of Cortex-R5: vectors at address 0, supervisor mode. */
    .syntax unified
    .arm

    .section .vectors, "ax"
    ldr     pc, =image_start
    ldr     pc, =board_trap
    ldr     pc, =board_trap
    ldr     pc, =board_trap
    ldr     pc, =board_trap
    ldr     pc, =board_trap
    ldr     pc, =board_trap
    ldr     pc, =board_trap
    .ltorg

    .section .startup, "ax"
    .global image_start
image_start:
    ldr     sp, =image_stack_top
    bl      board_reset
    b       .
    .ltorg
