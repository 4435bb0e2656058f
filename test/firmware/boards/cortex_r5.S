/* SPDX-License-Identifier: Apache-2.0 */
/* Start-up of Cortex-R5: vectors at address 0, supervisor mode, interrupts on its stack. */
    .syntax unified
    .arm

    .section .vectors, "ax"
    ldr     pc, =image_start
    ldr     pc, =board_trap
    ldr     pc, =board_trap
    ldr     pc, =board_trap
    ldr     pc, =board_trap
    ldr     pc, =board_trap
    ldr     pc, =interrupt
    ldr     pc, =board_trap
    .ltorg

    .section .startup, "ax"
    .global image_start
image_start:
    ldr     sp, =image_stack_top
    bl      board_reset
    b       .

/* Return address and state go to the stack of supervisor mode, which is aligned for the call. */
interrupt:
    sub     lr, lr, #4
    srsdb   sp!, #0x13
    cps     #0x13
    push    {r0-r3, r12, lr}
    and     r1, sp, #4
    sub     sp, sp, r1
    push    {r1, r2}
    bl      board_interrupt
    pop     {r1, r2}
    add     sp, sp, r1
    pop     {r0-r3, r12, lr}
    rfeia   sp!
    .ltorg
