/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file nrf51.c
 * Start-up, semihosting and the clock of a Cortex-M0, the nRF51. It has no SysTick: TIMER0 counts,
 * and its compare register ticks.
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

    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

/* ---------------------------------------------------------------- clock */

#define TIMER_START       (*(volatile uint32_t *)0x40008000U)
#define TIMER_CAPTURE     (*(volatile uint32_t *)0x40008044U)
#define TIMER_COMPARED    (*(volatile uint32_t *)0x40008140U)
#define TIMER_INTERRUPTS  (*(volatile uint32_t *)0x40008304U)
#define TIMER_WIDTH       (*(volatile uint32_t *)0x40008508U)
#define TIMER_PRESCALER   (*(volatile uint32_t *)0x40008510U)
#define TIMER_NEXT        (*(volatile uint32_t *)0x40008540U)
#define TIMER_CAPTURED    (*(volatile uint32_t *)0x40008544U)
#define TIMER_ON_COMPARE  (1UL << 16U)
#define TIMER_HAS_32_BITS 3U
/** 16 MHz, divided by two. */
#define TIMER_DIVIDES_BY_2 1U
#define TIMER_PER_US       8U
#define TIMER_PERIOD       (TIMER_PER_US * BOARD_TICK_US)
#define TIMER_INTERRUPT    8U
#define INTERRUPT_ENABLE   (*(volatile uint32_t *)0xe000e100U)

static void (*volatile g_on_tick)(void);

/** The last value of the timer, and how often it went round. */
static volatile uint32_t g_low;
static volatile uint32_t g_rounds;

void board_on_tick(void (*function)(void))
{
    g_on_tick = function;
}

/* One step is 125 ns: 125 instructions at one in a nanosecond. */
const uint32_t board_counter_step = 125U;

/** The timer goes round after nine minutes, and each tick looks at it. */
uint64_t board_counter(void)
{
    const uint32_t state = RingfenceHookEnterCritical();
    uint32_t low = 0U;
    uint64_t count = 0U;

    TIMER_CAPTURE = 1U;
    low = TIMER_CAPTURED;
    if (low < g_low) {
        g_rounds++;
    }
    g_low = low;
    count = ((uint64_t)g_rounds << 32U) | low;
    RingfenceHookLeaveCritical(state);
    return count;
}

static void tick(void)
{
    void (*const function)(void) = g_on_tick;
    const uint32_t now = (uint32_t)board_counter();
    const uint32_t next = TIMER_NEXT + TIMER_PERIOD;

    TIMER_COMPARED = 0U;
    /* A tick that is over would come when the timer went round: it comes a period from now. */
    TIMER_NEXT = ((next - now) <= TIMER_PERIOD) ? next : (now + TIMER_PERIOD);
    if (function != NULL) {
        function();
    }
}

static void start_timer(void)
{
    TIMER_WIDTH = TIMER_HAS_32_BITS;
    TIMER_PRESCALER = TIMER_DIVIDES_BY_2;
    TIMER_NEXT = TIMER_PERIOD;
    TIMER_INTERRUPTS = TIMER_ON_COMPARE;
    INTERRUPT_ENABLE = 1UL << TIMER_INTERRUPT;
    TIMER_START = 1U;
}

/* ---------------------------------------------------------------- hooks of the port */

uint32_t RingfenceHookEnterCritical(void)
{
    uint32_t state = 0U;

    __asm__ volatile("mrs %0, primask\n\tcpsid i" : "=r"(state)::"memory");
    return state;
}

void RingfenceHookLeaveCritical(uint32_t state)
{
    __asm__ volatile("msr primask, %0" ::"r"(state) : "memory");
}

/** The next tick ends it at the latest. */
RingfenceHookResult RingfenceHookIdle(uint32_t longest_us)
{
    (void)longest_us;
    __asm__ volatile("dsb\n\twfi" ::: "memory");
    return RINGFENCE_HOOK_DONE;
}

bool RingfenceHookInInterrupt(void)
{
    uint32_t exception = 0U;

    __asm__ volatile("mrs %0, ipsr" : "=r"(exception));
    return exception != 0U;
}

uint64_t RingfenceHookTimeUs(void)
{
    return board_counter() / TIMER_PER_US;
}

/** Handlers alone signal while the thread rests. */
void RingfenceHookWake(void)
{
}

void RingfenceHookBarrier(void)
{
    __asm__ volatile("dsb" ::: "memory");
}

/* ---------------------------------------------------------------- start */

static void trap(void)
{
    board_print("trap\n");
    board_exit(99);
}

void image_start(void);

void image_start(void)
{
    image_prepare();
    start_timer();
    image_run();
}

/** A row of the vector table. */
typedef union {
    uint64_t *stack;
    void (*handler)(void);
} Vector;

#define VECTORS 48U

__attribute__((section(".vectors"), used)) static const Vector g_vectors[VECTORS] = {
    [0] = {.stack = &image_stack_top}, [1] = {.handler = image_start},
    [2] = {.handler = trap},           [3] = {.handler = trap},
    [11] = {.handler = trap},          [14] = {.handler = trap},
    [15] = {.handler = trap},          [16U + TIMER_INTERRUPT] = {.handler = tick}};
