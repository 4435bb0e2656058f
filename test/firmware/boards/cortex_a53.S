/* SPDX-License-Identifier: Apache-2.0 */
/* Start-up and exception vectors of Cortex-A53, in EL1. */

    .section .startup, "ax"
    .global image_start
image_start:
    ldr     x0, =image_stack_top
    mov     sp, x0
    /* Floating point, vectors of exceptions, one to one translation of the first 512 GiB. */
    mov     x0, #(3 << 20)
    msr     cpacr_el1, x0
    ldr     x0, =vectors
    msr     vbar_el1, x0
    ldr     x0, =0x00ff
    msr     mair_el1, x0
    ldr     x0, =0x00803519
    msr     tcr_el1, x0
    ldr     x0, =translation
    msr     ttbr0_el1, x0
    isb
    mrs     x0, sctlr_el1
    ldr     x1, =0x1005
    orr     x0, x0, x1
    msr     sctlr_el1, x0
    isb
    bl      board_reset
    b       .
    .ltorg

    /* Blocks of 1 GiB: the first is devices, the second is memory. */
    .section .rodata.translation, "a"
    .balign 4096
translation:
    .quad   0x00000000 + 0x60000000000405
    .quad   0x40000000 + 0x701
    .fill   510, 8, 0

    .macro  entry target
    .balign 128
    b       \target
    .endm

    .section .text.vectors, "ax"
    .balign 2048
vectors:
    .rept   5
    entry   board_trap
    .endr
    entry   interrupt
    .rept   10
    entry   board_trap
    .endr

    /* What a C function may change is kept. */
interrupt:
    stp     x29, x30, [sp, #-256]!
    stp     x0, x1, [sp, #16]
    stp     x2, x3, [sp, #32]
    stp     x4, x5, [sp, #48]
    stp     x6, x7, [sp, #64]
    stp     x8, x9, [sp, #80]
    stp     x10, x11, [sp, #96]
    stp     x12, x13, [sp, #112]
    stp     x14, x15, [sp, #128]
    stp     x16, x17, [sp, #144]
    mrs     x0, elr_el1
    mrs     x1, spsr_el1
    stp     x18, x0, [sp, #160]
    mrs     x2, fpcr
    stp     x1, x2, [sp, #176]
    mrs     x3, fpsr
    str     x3, [sp, #192]
    sub     sp, sp, #512
    stp     q0, q1, [sp, #0]
    stp     q2, q3, [sp, #32]
    stp     q4, q5, [sp, #64]
    stp     q6, q7, [sp, #96]
    stp     q8, q9, [sp, #128]
    stp     q10, q11, [sp, #160]
    stp     q12, q13, [sp, #192]
    stp     q14, q15, [sp, #224]
    stp     q16, q17, [sp, #256]
    stp     q18, q19, [sp, #288]
    stp     q20, q21, [sp, #320]
    stp     q22, q23, [sp, #352]
    stp     q24, q25, [sp, #384]
    stp     q26, q27, [sp, #416]
    stp     q28, q29, [sp, #448]
    stp     q30, q31, [sp, #480]
    bl      board_interrupt
    ldp     q0, q1, [sp, #0]
    ldp     q2, q3, [sp, #32]
    ldp     q4, q5, [sp, #64]
    ldp     q6, q7, [sp, #96]
    ldp     q8, q9, [sp, #128]
    ldp     q10, q11, [sp, #160]
    ldp     q12, q13, [sp, #192]
    ldp     q14, q15, [sp, #224]
    ldp     q16, q17, [sp, #256]
    ldp     q18, q19, [sp, #288]
    ldp     q20, q21, [sp, #320]
    ldp     q22, q23, [sp, #352]
    ldp     q24, q25, [sp, #384]
    ldp     q26, q27, [sp, #416]
    ldp     q28, q29, [sp, #448]
    ldp     q30, q31, [sp, #480]
    add     sp, sp, #512
    ldr     x3, [sp, #192]
    msr     fpsr, x3
    ldp     x1, x2, [sp, #176]
    msr     fpcr, x2
    ldp     x18, x0, [sp, #160]
    msr     elr_el1, x0
    msr     spsr_el1, x1
    ldp     x16, x17, [sp, #144]
    ldp     x14, x15, [sp, #128]
    ldp     x12, x13, [sp, #112]
    ldp     x10, x11, [sp, #96]
    ldp     x8, x9, [sp, #80]
    ldp     x6, x7, [sp, #64]
    ldp     x4, x5, [sp, #48]
    ldp     x2, x3, [sp, #32]
    ldp     x0, x1, [sp, #16]
    ldp     x29, x30, [sp], #256
    eret
