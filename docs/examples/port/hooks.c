/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file hooks.c
 * Skeleton of a port: the hooks for one Cortex-M core without a scheduler, whose SysTick interrupt comes each
 * millisecond.
 *
 * Build: arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -ffreestanding -fno-short-enums -Iinc -c hooks.c
 */
#include "ringfence_port.h"

#define US_PER_TICK 1000U

static volatile uint64_t g_time_us;

void SysTick_Handler(void);

/** Two words: read and written with interrupts masked, or by this handler, which has no lower priority than one that
 * reads. */
void SysTick_Handler(void)
{
    g_time_us += US_PER_TICK;
}

uint32_t RingfenceHookEnterCritical(void)
{
    uint32_t state = 0U;

    __asm volatile("mrs %0, primask\n\tcpsid i" : "=r"(state) : : "memory");
    return state;
}

void RingfenceHookLeaveCritical(uint32_t state)
{
    __asm volatile("msr primask, %0" : : "r"(state) : "memory");
}

bool RingfenceHookInInterrupt(void)
{
    uint32_t number = 0U;

    __asm volatile("mrs %0, ipsr" : "=r"(number));
    return number != 0U;
}

uint64_t RingfenceHookTimeUs(void)
{
    const uint32_t state = RingfenceHookEnterCritical();
    const uint64_t now_us = g_time_us;

    RingfenceHookLeaveCritical(state);
    return now_us;
}

/** A pending interrupt ends WFI though interrupts are masked; SysTick is pending after a millisecond at most. */
RingfenceHookResult RingfenceHookIdle(uint32_t longest_us)
{
    (void)longest_us;
    __asm volatile("dsb\n\twfi" : : : "memory");
    return RINGFENCE_HOOK_DONE;
}

/** Who signals is a handler, or the only thread, which does not rest then. */
void RingfenceHookWake(void)
{
}

void RingfenceHookBarrier(void)
{
    __asm volatile("dsb" : : : "memory");
}

/** There is no data cache: RINGFENCE_CFG_CACHE_LINE is 0, and nobody calls this. */
RingfenceHookResult RingfenceHookCacheFlush(const void *start, size_t size)
{
    (void)start;
    (void)size;
    return RINGFENCE_HOOK_FAILED;
}
