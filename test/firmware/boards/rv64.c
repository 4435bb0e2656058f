/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file rv64.c
 * RV64 on board virt: semihosting, the machine timer and its interrupt.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board.h"
#include "image.h"
#include "ringfence_port.h"
#include "semihosting.h"

/* The three instructions must lie in one page. */
static void semihosting(uintptr_t operation, const void *argument)
{
    register uintptr_t a0 __asm__("a0") = operation;
    register const void *a1 __asm__("a1") = argument;

    __asm__ volatile(".option push\n\t.option norvc\n\t.balign 16\n\t"
                     "slli x0, x0, 0x1f\n\tebreak\n\tsrai x0, x0, 7\n\t.option pop"
                     : "+r"(a0)
                     : "r"(a1)
                     : "memory");
}

/* ---------------------------------------------------------------- counters and ticks */

#ifdef BOARD_CORE
#define HART BOARD_CORE
#else
#define HART 0
#endif

#define TIMER_COMPARE (((volatile uint64_t *)0x02004000U)[HART])
#define TIMER_NOW     (*(volatile uint64_t *)0x0200bff8U)
#define TIMER_PER_US  10U
#define CAUSE_TIMER   0x8000000000000007U
#define CAUSE_OTHER   0x8000000000000003U
/** Interrupts that harts make for one another, a word for each hart. */
#define CALLS ((volatile uint32_t *)0x02000000U)

const uint32_t board_counter_step = 1U;

static void (*volatile g_on_tick)(void);
static volatile bool g_in_interrupt;

uint64_t board_counter(void)
{
    uint64_t now = 0U;

    __asm__ volatile("csrr %0, minstret" : "=r"(now)::"memory");
    return now;
}

void board_on_tick(void (*function)(void))
{
    g_on_tick = function;
}

static void next_tick(void)
{
    TIMER_COMPARE = TIMER_NOW + ((uint64_t)TIMER_PER_US * BOARD_TICK_US);
}

void board_trap(void);

void board_trap(void)
{
    board_print("trap\n");
    board_exit(99);
}

__attribute__((interrupt("machine"), aligned(4))) static void interrupt(void)
{
    void (*const function)(void) = g_on_tick;
    uint64_t cause = 0U;

    __asm__ volatile("csrr %0, mcause" : "=r"(cause));
    if (cause == CAUSE_OTHER) {
        CALLS[HART] = 0U;
    } else if (cause == CAUSE_TIMER) {
        next_tick();
        if (function != NULL) {
            g_in_interrupt = true;
            function();
            g_in_interrupt = false;
        }
    } else {
        board_trap();
    }
}

/* ---------------------------------------------------------------- hooks of the port */

#define MSTATUS_MIE 0x8U

uint32_t RingfenceHookEnterCritical(void)
{
    uintptr_t state = 0U;

    __asm__ volatile("csrrci %0, mstatus, 8" : "=r"(state)::"memory");
    return (uint32_t)(state & MSTATUS_MIE);
}

void RingfenceHookLeaveCritical(uint32_t state)
{
    __asm__ volatile("csrs mstatus, %0" ::"r"((uintptr_t)state) : "memory");
}

bool RingfenceHookInInterrupt(void)
{
    return g_in_interrupt;
}

uint64_t RingfenceHookTimeUs(void)
{
    return TIMER_NOW / TIMER_PER_US;
}

RingfenceHookResult RingfenceHookIdle(uint32_t longest_us)
{
    (void)longest_us;
    __asm__ volatile("fence\n\twfi" ::: "memory");
    return RINGFENCE_HOOK_DONE;
}

/** On one hart who rests is woken by the interrupt whose handler calls this. */
void RingfenceHookWake(void)
{
#ifdef BOARD_CORE
    __asm__ volatile("fence" ::: "memory");
    CALLS[1 - HART] = 1U;
#endif
}

void RingfenceHookBarrier(void)
{
    __asm__ volatile("fence" ::: "memory");
}

/* ---------------------------------------------------------------- start */

void board_reset(void);

void board_reset(void)
{
    image_prepare();
    __asm__ volatile("csrw mtvec, %0" ::"r"(interrupt) : "memory");
    next_tick();
    __asm__ volatile("csrs mie, %0" ::"r"((uintptr_t)0x88U) : "memory");
    __asm__ volatile("csrs mstatus, %0" ::"r"((uintptr_t)0x8U) : "memory");
    image_run();
}
