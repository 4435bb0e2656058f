/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file hooks_wfe.c
 * The hooks of hooks.c for a Cortex-M core that rests by WFE: it ends for events of other cores as well, which SEV makes.
 * Masked interrupts end it where SEVONPEND is set, which Idle does.
 *
 * Build: arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -ffreestanding -fno-short-enums -Iinc -c hooks_wfe.c
 */
#include "ringfence_port.h"

#define US_PER_TICK 1000U
/** System control register, and its bit SEVONPEND. */
#define SYSTEM_CONTROL 0xE000ED10U
#define SEV_ON_PEND    0x10U

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

/** With SEVONPEND an interrupt that becomes pending is an event, also while it is masked. An event that came before the
 * rest ends it; SysTick is pending after a millisecond at most. What became pending before the bit was set makes no
 * event: the first call sets it, and does not rest. */
RingfenceHookResult RingfenceHookIdle(uint32_t longest_us)
{
    uint32_t control = 0U;

    (void)longest_us;
    __asm volatile("ldr %0, [%1]" : "=r"(control) : "r"(SYSTEM_CONTROL) : "memory");
    if ((control & SEV_ON_PEND) == 0U) {
        __asm volatile("str %0, [%1]\n\tdsb" : : "r"(control | SEV_ON_PEND), "r"(SYSTEM_CONTROL) : "memory");
    } else {
        __asm volatile("dsb\n\twfe" : : : "memory");
    }
    return RINGFENCE_HOOK_DONE;
}

/** Ends the rest of other cores, and the next one of this core. */
void RingfenceHookWake(void)
{
    __asm volatile("dsb\n\tsev" : : : "memory");
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
