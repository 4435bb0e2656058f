/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cortex_r5.c
 * Cortex-R5 on Versatile/PB: the board has a vectored interrupt controller and timers of 1 MHz. The
 * first is the tick, the second the clock.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board.h"
#include "image.h"
#include "ringfence_port.h"
#include "semihosting.h"

static void semihosting(uintptr_t operation, const void *argument)
{
    register uintptr_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;

    __asm__ volatile("svc 0x123456" : "+r"(r0) : "r"(r1) : "memory", "lr");
}

/* ---------------------------------------------------------------- critical sections */

uint32_t RingfenceHookEnterCritical(void)
{
    uint32_t state = 0U;

    __asm__ volatile("mrs %0, cpsr\n\tcpsid i" : "=r"(state)::"memory");
    return state;
}

void RingfenceHookLeaveCritical(uint32_t state)
{
    __asm__ volatile("msr cpsr_c, %0" ::"r"(state) : "memory");
}

/* ---------------------------------------------------------------- counters */

/** A counter of 32 bits that is read at least once in each of its rounds: by the tick. */
typedef struct {
    uint32_t last;
    uint32_t rounds;
} Wide;

static Wide g_cycles;
static Wide g_clock;

const uint32_t board_counter_step = 1U;

/** Takes a reading in, within a critical section. */
static uint64_t widened(Wide *counter, uint32_t now)
{
    if (now < counter->last) {
        counter->rounds++;
    }
    counter->last = now;
    return ((uint64_t)counter->rounds << 32U) | now;
}

uint64_t board_counter(void)
{
    const uint32_t state = RingfenceHookEnterCritical();
    uint32_t now = 0U;
    uint64_t cycles = 0U;

    __asm__ volatile("mrc p15, 0, %0, c9, c13, 0" : "=r"(now)::"memory");
    cycles = widened(&g_cycles, now);
    RingfenceHookLeaveCritical(state);
    return cycles;
}

static void start_counter(void)
{
    /* Counts cycles: enabled, reset, one for one. */
    __asm__ volatile("mcr p15, 0, %0, c9, c12, 0" ::"r"(5U) : "memory");
    __asm__ volatile("mcr p15, 0, %0, c9, c12, 1" ::"r"(0x80000000U) : "memory");
}

/* ---------------------------------------------------------------- ticks */

#define TICK_LOAD        (*(volatile uint32_t *)0x101e2000U)
#define TICK_CONTROL     (*(volatile uint32_t *)0x101e2008U)
#define TICK_CLEAR       (*(volatile uint32_t *)0x101e200cU)
#define CLOCK_LOAD       (*(volatile uint32_t *)0x101e2020U)
#define CLOCK_VALUE      (*(volatile uint32_t *)0x101e2024U)
#define CLOCK_CONTROL    (*(volatile uint32_t *)0x101e2028U)
#define INTERRUPT_ENABLE (*(volatile uint32_t *)0x10140010U)
#define TIMERS_INTERRUPT 0x10U
/** Runs, begins again at its end, has 32 bits. */
#define TIMER_RUNS       0xc2U
#define TIMER_INTERRUPTS 0x20U

static void (*volatile g_on_tick)(void);
static volatile bool g_in_interrupt;

void board_on_tick(void (*function)(void))
{
    g_on_tick = function;
}

uint64_t RingfenceHookTimeUs(void)
{
    const uint32_t state = RingfenceHookEnterCritical();
    /* It counts down. */
    const uint64_t time = widened(&g_clock, ~CLOCK_VALUE);

    RingfenceHookLeaveCritical(state);
    return time;
}

void board_interrupt(void);

void board_interrupt(void)
{
    void (*const function)(void) = g_on_tick;

    TICK_CLEAR = 1U;
    (void)board_counter();
    (void)RingfenceHookTimeUs();
    if (function != NULL) {
        g_in_interrupt = true;
        function();
        g_in_interrupt = false;
    }
}

static void start_timers(void)
{
    CLOCK_LOAD = UINT32_MAX;
    CLOCK_CONTROL = TIMER_RUNS;
    TICK_LOAD = BOARD_TICK_US;
    TICK_CONTROL = TIMER_RUNS | TIMER_INTERRUPTS;
    INTERRUPT_ENABLE = TIMERS_INTERRUPT;
    __asm__ volatile("cpsie i" ::: "memory");
}

/* ---------------------------------------------------------------- hooks of the port */

bool RingfenceHookInInterrupt(void)
{
    return g_in_interrupt;
}

RingfenceHookResult RingfenceHookIdle(uint32_t longest_us)
{
    (void)longest_us;
    __asm__ volatile("dsb\n\twfi" ::: "memory");
    return RINGFENCE_HOOK_DONE;
}

void RingfenceHookWake(void)
{
    __asm__ volatile("sev" ::: "memory");
}

void RingfenceHookBarrier(void)
{
    __asm__ volatile("dsb" ::: "memory");
}

/* ---------------------------------------------------------------- start */

void board_trap(void);
void board_reset(void);

void board_trap(void)
{
    board_print("trap\n");
    board_exit(99);
}

void board_reset(void)
{
    image_prepare();
    start_counter();
    start_timers();
    image_run();
}
