/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cortex_a53.c
 * Cortex-A53 on board virt: semihosting, the generic timer and its interrupt.
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
    register uintptr_t x0 __asm__("x0") = operation;
    register const void *x1 __asm__("x1") = argument;

    __asm__ volatile("hlt #0xf000" : "+r"(x0) : "r"(x1) : "memory");
}

/* ---------------------------------------------------------------- counters */

#define PMCR_COUNT     0x45U
#define PMCNTEN_CYCLES 0x80000000U

const uint32_t board_counter_step = 1U;

uint64_t board_counter(void)
{
    uint64_t now = 0U;

    __asm__ volatile("isb\n\tmrs %0, pmccntr_el0" : "=r"(now)::"memory");
    return now;
}

/* ---------------------------------------------------------------- ticks */

#define DISTRIBUTOR_CONTROL  (*(volatile uint32_t *)0x08000000U)
#define DISTRIBUTOR_ENABLE   (*(volatile uint32_t *)0x08000100U)
#define DISTRIBUTOR_SOFTWARE (*(volatile uint32_t *)0x08000f00U)
#define ALL_BUT_THIS         0x01000000U
#define CPU_CONTROL          (*(volatile uint32_t *)0x08010000U)
#define CPU_PRIORITY         (*(volatile uint32_t *)0x08010004U)
#define CPU_ACKNOWLEDGE      (*(volatile uint32_t *)0x0801000cU)
#define CPU_END              (*(volatile uint32_t *)0x08010010U)
#define TIMER_INTERRUPT      27U
#define US_PER_SECOND        1000000U

static void (*volatile g_on_tick)(void);
static uint64_t g_frequency;
static uint64_t g_period;
static volatile bool g_in_interrupt;

void board_on_tick(void (*function)(void))
{
    g_on_tick = function;
}

void board_interrupt(void);

void board_interrupt(void)
{
    const uint32_t interrupt = CPU_ACKNOWLEDGE;
    void (*const function)(void) = g_on_tick;

    if ((interrupt & 0x3ffU) == TIMER_INTERRUPT) {
        __asm__ volatile("msr cntv_tval_el0, %0\n\tisb" ::"r"(g_period) : "memory");
        if (function != NULL) {
            g_in_interrupt = true;
            function();
            g_in_interrupt = false;
        }
    }
    CPU_END = interrupt;
}

static void start_timer(void)
{
    __asm__ volatile("mrs %0, cntfrq_el0" : "=r"(g_frequency));
    g_period = (g_frequency * BOARD_TICK_US) / US_PER_SECOND;
    DISTRIBUTOR_ENABLE = 1UL << TIMER_INTERRUPT;
    DISTRIBUTOR_CONTROL = 1U;
    CPU_PRIORITY = 0xffU;
    CPU_CONTROL = 1U;
    __asm__ volatile("msr cntv_tval_el0, %0" ::"r"(g_period) : "memory");
    __asm__ volatile("msr cntv_ctl_el0, %0\n\tisb" ::"r"((uint64_t)1U) : "memory");
    __asm__ volatile("msr daifclr, #2" ::: "memory");
}

/* ---------------------------------------------------------------- hooks of the port */

#define LINE_BYTES 64U

uint32_t RingfenceHookEnterCritical(void)
{
    uint64_t state = 0U;

    __asm__ volatile("mrs %0, daif\n\tmsr daifset, #2" : "=r"(state)::"memory");
    return (uint32_t)state;
}

void RingfenceHookLeaveCritical(uint32_t state)
{
    __asm__ volatile("msr daif, %0" ::"r"((uint64_t)state) : "memory");
}

bool RingfenceHookInInterrupt(void)
{
    return g_in_interrupt;
}

uint64_t RingfenceHookTimeUs(void)
{
    uint64_t now = 0U;

    __asm__ volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(now)::"memory");
    return ((now / g_frequency) * US_PER_SECOND) +
           (((now % g_frequency) * US_PER_SECOND) / g_frequency);
}

RingfenceHookResult RingfenceHookIdle(uint32_t longest_us)
{
    (void)longest_us;
    __asm__ volatile("dsb sy\n\twfi" ::: "memory");
    return RINGFENCE_HOOK_DONE;
}

/** Other cores rest in WFI, which an interrupt ends: the first one that software makes, at all but
 * this one. */
void RingfenceHookWake(void)
{
#ifdef BOARD_CORE
    __asm__ volatile("dsb sy" ::: "memory");
    DISTRIBUTOR_SOFTWARE = ALL_BUT_THIS;
#else
    __asm__ volatile("sev" ::: "memory");
#endif
}

void RingfenceHookBarrier(void)
{
    __asm__ volatile("dsb sy" ::: "memory");
}

RingfenceHookResult RingfenceHookCacheFlush(const void *start, size_t size)
{
    const uintptr_t first = (uintptr_t)start;

    for (uintptr_t line = first; line < (first + size); line += LINE_BYTES) {
        __asm__ volatile("dc civac, %0" ::"r"(line) : "memory");
    }
    return RINGFENCE_HOOK_DONE;
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
    __asm__ volatile("msr pmcr_el0, %0" ::"r"((uint64_t)PMCR_COUNT));
    __asm__ volatile("msr pmcntenset_el0, %0\n\tisb" ::"r"((uint64_t)PMCNTEN_CYCLES));
    start_timer();
    image_run();
}
