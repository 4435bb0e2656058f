/* SPDX-License-Identifier: Apache-2.0 */
/* Start-up of RV64 in machine mode; the hart that the image is for goes on, others sleep, or wait to be started. */

#ifndef BOARD_CORE
#define BOARD_CORE 0
#endif

    .section .startup, "ax"
    .global image_start
image_start:
    csrr    t0, mhartid
    addi    t0, t0, -BOARD_CORE
    bnez    t0, sleep
    la      t0, trap
    csrw    mtvec, t0
    la      sp, image_stack_top
    call    board_reset
sleep:
#ifdef BOARD_CORES
    /* An interrupt of another hart, and a word of the shared memory: words[0] of CoresBoard. */
    .global board_core_park
board_core_park:
    csrci   mstatus, 8
    li      t0, 8
    csrw    mie, t0
    csrr    t2, mhartid
    slli    t2, t2, 2
    li      t3, 0x02000000
    add     t2, t2, t3
    la      t0, image_shared_begin
    addi    t0, t0, 32
1:  sw      zero, 0(t2)
    fence
    amoswap.w t1, zero, (t0)
    bnez    t1, 2f
    wfi
    j       1b
2:  fence
    fence.i
    la      t0, image_other
    jr      t0
#else
    wfi
    j       sleep
#endif

    /* Until the handler of interrupts is set. */
    .balign 4
trap:
    la      sp, image_stack_top
    call    board_trap
