/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cortex_r5.c
 * Cortex-R5 with memory alone: the cycle counter is the clock, and nothing interrupts.
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

/* ---------------------------------------------------------------- clock */

static uint32_t g_last;
static uint32_t g_rounds;
static uint64_t g_next_tick;
static void (*g_on_tick)(void);

const uint32_t board_counter_step = 1U;
const bool board_interrupts = false;

/** The counter has 32 bits; it must be read once in each round. */
uint64_t board_counter(void)
{
    uint32_t now = 0U;

    __asm__ volatile("mrc p15, 0, %0, c9, c13, 0" : "=r"(now)::"memory");
    if (now < g_last) {
        g_rounds++;
    }
    g_last = now;
    return ((uint64_t)g_rounds << 32U) | now;
}

void board_on_tick(void (*function)(void))
{
    g_on_tick = function;
}

void board_poll(void)
{
    const uint64_t now = board_counter();

    if (now >= g_next_tick) {
        g_next_tick = now + ((uint64_t)BOARD_TICK_US * 1000U);
        if (g_on_tick != NULL) {
            g_on_tick();
        }
    }
}

static void start_counter(void)
{
    /* Counts cycles: enabled, reset, one for one. */
    __asm__ volatile("mcr p15, 0, %0, c9, c12, 0" ::"r"(5U) : "memory");
    __asm__ volatile("mcr p15, 0, %0, c9, c12, 1" ::"r"(0x80000000U) : "memory");
}

/* ---------------------------------------------------------------- hooks of the port */

#define CYCLES_PER_US 1000U

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

/* Nothing interrupts here. */
bool RingfenceHookInInterrupt(void)
{
    return false;
}

uint64_t RingfenceHookTimeUs(void)
{
    return board_counter() / CYCLES_PER_US;
}

/* Nothing would end a rest. */
RingfenceHookResult RingfenceHookIdle(uint32_t longest_us)
{
    (void)longest_us;
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
    image_run();
}
