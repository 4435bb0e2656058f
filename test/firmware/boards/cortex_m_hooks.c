/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cortex_m_hooks.c
 * The hooks of the boards with Cortex-M: sections by PRIMASK, rest by WFI, time in microseconds.
 */
#include <stdbool.h>
#include <stdint.h>

#include "board.h"
#include "cortex_m.h"
#include "ringfence_port.h"

/* Several cores have sections of their own. */
#ifndef BOARD_CORE

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

RingfenceHookResult RingfenceHookIdle(uint32_t longest_us)
{
    (void)longest_us;
    __asm__ volatile("dsb\n\twfi" ::: "memory");
    return RINGFENCE_HOOK_DONE;
}

#endif

bool RingfenceHookInInterrupt(void)
{
    uint32_t exception = 0U;

    __asm__ volatile("mrs %0, ipsr" : "=r"(exception));
    return exception != 0U;
}

uint64_t RingfenceHookTimeUs(void)
{
    return board_counter() / CORTEX_M_STEPS_PER_US;
}

void RingfenceHookWake(void)
{
    __asm__ volatile("sev" ::: "memory");
}

void RingfenceHookBarrier(void)
{
    __asm__ volatile("dsb" ::: "memory");
}
