/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file hooks_basepri.c
 * The hooks of hooks.c for a Cortex-M core whose sections mask by BASEPRI, as those of FreeRTOS do: handlers of higher
 * priorities than SECTION_PRIORITY run within sections, and do not call the library. Cortex-M0 and M0+ have no BASEPRI.
 *
 * Handlers that call the library, and SysTick, need a priority whose number is SECTION_PRIORITY or more. After a reset
 * it is 0: start-up code sets it. SysTick has no lower priority than a handler that calls the library, as that reads the
 * time.
 *
 * Build: arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -ffreestanding -fno-short-enums -Iinc -c hooks_basepri.c
 */
#include "ringfence_port.h"

#define US_PER_TICK 1000U
/** The upper bits alone count: as many as the core implements. */
#define SECTION_PRIORITY 0x40U

static volatile uint64_t g_time_us;

void SysTick_Handler(void);

void SysTick_Handler(void)
{
    g_time_us += US_PER_TICK;
}

/** BASEPRI_MAX only ever masks more: a section within one of a higher priority leaves that as it is. (On Cortex-M7 r0p0
 * and r0p1, erratum 837070, CPSID I stands before the write and the old PRIMASK is restored behind it.) */
uint32_t RingfenceHookEnterCritical(void)
{
    uint32_t state = 0U;

    __asm volatile("mrs %0, basepri\n\tmsr basepri_max, %1\n\tdsb\n\tisb" : "=&r"(state) : "r"(SECTION_PRIORITY) : "memory");
    return state;
}

void RingfenceHookLeaveCritical(uint32_t state)
{
    __asm volatile("msr basepri, %0" : : "r"(state) : "memory");
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

/** What BASEPRI masks does not end WFI, what PRIMASK masks does. So PRIMASK is set before BASEPRI is dropped, and nothing
 * is admitted until BASEPRI is back. */
RingfenceHookResult RingfenceHookIdle(uint32_t longest_us)
{
    uint32_t primask = 0U;
    uint32_t basepri = 0U;

    (void)longest_us;
    __asm volatile("mrs %0, primask\n\tmrs %1, basepri\n\tcpsid i" : "=&r"(primask), "=&r"(basepri) : : "memory");
    __asm volatile("msr basepri, %0\n\tdsb\n\twfi" : : "r"(0U) : "memory");
    __asm volatile("msr basepri, %0\n\tisb\n\tmsr primask, %1" : : "r"(basepri), "r"(primask) : "memory");
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
