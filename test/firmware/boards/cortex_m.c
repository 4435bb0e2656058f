/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cortex_m.c
 * Start-up, semihosting and the ticks of Cortex-M. The hooks of the port are a file of their own:
 * cortex_m_hooks.c, or one of docs/examples/port.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board.h"
#include "cortex_m.h"
#include "image.h"
#include "semihosting.h"

static void semihosting(uintptr_t operation, const void *argument)
{
    register uintptr_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;

    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

/* ---------------------------------------------------------------- clock */

#define SYSTICK_CONTROL (*(volatile uint32_t *)0xe000e010U)
#define SYSTICK_RELOAD  (*(volatile uint32_t *)0xe000e014U)
#define SYSTICK_VALUE   (*(volatile uint32_t *)0xe000e018U)
#define SYSTICK_RUN     7U
#define SYSTICK_PERIOD  (CORTEX_M_STEPS_PER_US * BOARD_TICK_US)
#define PRIORITIES      (*(volatile uint32_t *)0xe000ed20U)
/** In the middle: a section by priorities may mask it, or not. */
#define SYSTICK_PRIORITY (0x80UL << 24U)
#define INTERRUPT_STATE (*(volatile uint32_t *)0xe000ed04U)
#define SYSTICK_PENDING (1UL << 26U)

static volatile uint32_t g_ticks_low;
static volatile uint32_t g_ticks_high;
static void (*volatile g_on_tick)(void);

/** Hooks may have a clock of their own. */
void SysTick_Handler(void) __attribute__((weak));

void board_on_tick(void (*function)(void))
{
    g_on_tick = function;
}

static void tick(void)
{
    void (*const function)(void) = g_on_tick;

    if (SysTick_Handler != NULL) {
        SysTick_Handler();
    }
    g_ticks_low++;
    if (g_ticks_low == 0U) {
        g_ticks_high++;
    }
    if (function != NULL) {
        function();
    }
}

/* One step is 40 ns: 40 instructions at one in a nanosecond. */
const uint32_t board_counter_step = 40U;

uint64_t board_counter(void)
{
    uint32_t high = 0U;
    uint32_t low = 0U;
    uint32_t left = 0U;
    uint32_t masked = 0U;

    __asm__ volatile("mrs %0, primask\n\tcpsid i" : "=r"(masked)::"memory");
    high = g_ticks_high;
    low = g_ticks_low;
    left = SYSTICK_VALUE;
    if ((INTERRUPT_STATE & SYSTICK_PENDING) != 0U) {
        /* The timer went round, and its handler has not run yet. */
        left = SYSTICK_VALUE;
        low++;
        high += (low == 0U) ? 1U : 0U;
    }
    __asm__ volatile("msr primask, %0" ::"r"(masked) : "memory");
    /* The timer is at 0 when a period begins, and goes down from the largest value then. */
    return ((((uint64_t)high << 32U) | low) * SYSTICK_PERIOD) +
           ((left == 0U) ? 0U : (SYSTICK_PERIOD - left));
}

static void start_timer(void)
{
    PRIORITIES = SYSTICK_PRIORITY;
    SYSTICK_RELOAD = SYSTICK_PERIOD - 1U;
    SYSTICK_VALUE = 0U;
    SYSTICK_CONTROL = SYSTICK_RUN;
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

__attribute__((section(".vectors"), used)) static const Vector g_vectors[16] = {
    {.stack = &image_stack_top}, {.handler = image_start}, {.handler = trap}, {.handler = trap},
    {.handler = trap},           {.handler = trap},        {.handler = trap}, {.handler = trap},
    {.handler = trap},           {.handler = trap},        {.handler = trap}, {.handler = trap},
    {.handler = trap},           {.handler = trap},        {.handler = trap}, {.handler = tick}};
