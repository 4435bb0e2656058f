/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file phase_keep.c
 * Counts the calls under way that the phase must not change in.
 */
#include "core/phase_keep.h"

#include "port/atomic.h"
#include "port/lock.h"
#include "port/wait.h"

/** The phase changes now: what does that holds all locks, and waits for nobody. */
#define CHANGES 0x80000000U

/** How long a call steps aside for a change: as long as that has waited, between these. Calls that
 * take longer and overlap without end hold the change up. */
#define STEP_LEAST_US 1000U
#define STEP_MOST_US  100000U

/** Calls under way, or CHANGES. */
static PortAtomic32 g_calls;
/** Changes of the phase that wait or are made. */
static PortAtomic32 g_changes;
/** When the last of them was asked for. */
static PortAtomic64 g_asked_us;

/** How long a call steps aside now. */
static int64_t step_us(void)
{
    const uint64_t waited = ringfence_port_time_us() - port_load64(&g_asked_us);
    uint64_t step = STEP_LEAST_US;

    if (waited > STEP_MOST_US) {
        step = STEP_MOST_US;
    } else if (waited > STEP_LEAST_US) {
        step = waited;
    } else {
        /* It waits since just now. */
    }
    return (int64_t)step;
}

/** @satisfies RF-CORE-313 RF-CORE-314 */
int32_t ringfence_phase_keep(void)
{
    const int32_t held = ringfence_port_cancel_hold();
    uint32_t seen = port_load32(&g_calls);
    bool is_counted = false;

    if ((port_load32(&g_changes) != 0U) && (seen != 0U)) {
        (void)port_sleep_within(&g_calls, seen, step_us());
    }
    while (!is_counted) {
        seen = port_load32(&g_calls);
        if (seen == CHANGES) {
            (void)port_sleep_within(&g_calls, seen, -1);
        } else {
            is_counted = port_swap32_if(&g_calls, seen, seen + 1U);
        }
    }
    return held;
}

/** @satisfies RF-CORE-313 */
void ringfence_phase_let(int32_t held)
{
    const uint32_t left = port_sub32(&g_calls, 1U);

    if ((left == 0U) && (port_load32(&g_changes) != 0U)) {
        port_wake_within(&g_calls);
    }
    ringfence_port_cancel_resume(held);
}

void phase_change_asks(void)
{
    port_store64(&g_asked_us, ringfence_port_time_us());
    (void)port_add32(&g_changes, 1U);
}

/** @satisfies RF-CORE-313 */
bool phase_change_begins(void)
{
    return port_swap32_if(&g_calls, 0U, CHANGES);
}

void phase_change_waits(void)
{
    const uint32_t seen = port_load32(&g_calls);

    if (seen != 0U) {
        (void)port_sleep_within(&g_calls, seen, -1);
    }
}

void phase_change_ends(void)
{
    port_store32(&g_calls, 0U);
    (void)port_sub32(&g_changes, 1U);
    port_wake_within(&g_calls);
}
