/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file thread.c
 * Time, sleeping and waking by the hooks of the integrator.
 *
 * A sleeper looks at its word and rests within one critical section. Who wakes changes the word
 * first: either the sleeper sees that, or the wake-up comes while it rests.
 */
#include <stddef.h>

#include "port/atomic.h"
#include "port/lock.h"
#include "port/status.h"
#include "port/wait.h"
#include "ringfence_cfg.h"
#include "ringfence_port.h"

/** There is no thread that another one could cancel. */
int32_t ringfence_port_cancel_hold(void)
{
    return 0;
}

void ringfence_port_cancel_resume(int32_t before)
{
    (void)before;
}

/** @satisfies RF-PORT-083 RF-PORT-250 */
bool port_may_block(void)
{
#if (RINGFENCE_CFG_INTERRUPTS == 1U) || (RINGFENCE_CFG_CHECKS == 1U)
    return !RingfenceHookInInterrupt();
#else
    return true;
#endif
}

#if (RINGFENCE_CFG_INTERRUPTS == 0U) && (RINGFENCE_CFG_CHECKS == 1U)
bool port_handler_calls(void)
{
    return RingfenceHookInInterrupt();
}
#endif

uint64_t ringfence_port_time_us(void)
{
    return RingfenceHookTimeUs();
}

/** Time of one rest, which may be shorter than a sleep. */
static uint32_t rest_of(int64_t timeout_us)
{
    return ((timeout_us < 0) || (timeout_us > (int64_t)UINT32_MAX)) ? UINT32_MAX
                                                                    : (uint32_t)timeout_us;
}

/** @satisfies RF-PORT-081 RF-PORT-082 RF-PORT-083 */
PortStatus ringfence_port_sleep(const PortAtomic32 *word, uint32_t expected, int64_t timeout_us)
{
    PortStatus status = PORT_OK;

    if (timeout_us == 0) {
        status = PORT_TIMED_OUT;
    } else if (!port_may_block()) {
        status = PORT_FAILED;
    } else {
        const uint64_t begin_us = RingfenceHookTimeUs();
        const uint32_t state = RingfenceHookEnterCritical();
        const bool rests = (port_load32(word) == expected);
        RingfenceHookResult result = RINGFENCE_HOOK_DONE;

        if (rests) {
            result = RingfenceHookIdle(rest_of(timeout_us));
        }
        RingfenceHookLeaveCritical(state);
        if (result != RINGFENCE_HOOK_DONE) {
            status = PORT_FAILED;
        } else if (rests && (timeout_us > 0) &&
                   ((RingfenceHookTimeUs() - begin_us) >= (uint64_t)timeout_us)) {
            status = PORT_TIMED_OUT;
        } else {
            status = PORT_OK;
        }
    }
    return status;
}

void ringfence_port_wake(PortAtomic32 *word)
{
    (void)word;
    RingfenceHookWake();
}

/** A core sleeps in one way. */
PortStatus port_sleep_within(const PortAtomic32 *word, uint32_t expected, int64_t timeout_us)
{
    return ringfence_port_sleep(word, expected, timeout_us);
}

void port_wake_within(PortAtomic32 *word)
{
    ringfence_port_wake(word);
}

void port_relax(void)
{
    port_compiler_fence();
}

bool port_can_monitor(void)
{
    return false;
}

void port_monitor(const PortAtomic64 *word, uint64_t seen)
{
    (void)word;
    (void)seen;
    port_compiler_fence();
}

void ringfence_port_yield(void)
{
    const uint32_t state = RingfenceHookEnterCritical();

    (void)RingfenceHookIdle(1U);
    RingfenceHookLeaveCritical(state);
}
