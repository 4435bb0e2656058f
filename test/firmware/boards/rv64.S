/* SPDX-License-Identifier: Apache-2.0 */
/* Start-up of RV64 in machine mode; the first hart goes on, others sleep. */

    .section .startup, "ax"
    .global image_start
image_start:
    csrr    t0, mhartid
    bnez    t0, sleep
    la      t0, trap
    csrw    mtvec, t0
    la      sp, image_stack_top
    call    board_reset
sleep:
    wfi
    j       sleep

    /* Until the handler of interrupts is set. */
    .balign 4
trap:
    la      sp, image_stack_top
    call    board_trap
