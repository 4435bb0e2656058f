/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file parts.c
 * The locks of streams, and what a change of the phase takes of them: all.
 */
#include "stream/parts.h"

#include "core/changed.h"

PhasePart g_phase_parts[PHASE_PARTS];

/** Held while functions that are made of several others are under way. */
static PortAtomic32 g_phase_hold;

void phase_hold(void)
{
    if (port_may_block()) {
        ringfence_port_mutex_lock(&g_phase_hold);
    }
}

void phase_release(void)
{
    if (port_may_block()) {
        ringfence_port_mutex_unlock(&g_phase_hold);
    }
}

/** @satisfies RF-STREAM-130 */
void phase_parts_take(void)
{
    phase_hold();
    for (uint32_t part = PHASE_PARTS; part > 0U; part--) {
        phase_part_take(part - 1U);
    }
}

void phase_parts_give(void)
{
    for (uint32_t part = 0U; part < PHASE_PARTS; part++) {
        phase_part_give(part);
    }
    phase_release();
}
