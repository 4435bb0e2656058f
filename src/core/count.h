/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file count.h
 * Counts that programs read, and that stop.
 */
#ifndef RINGFENCE_CORE_COUNT_H
#define RINGFENCE_CORE_COUNT_H

#include "port/atomic.h"
#include "ringfence.h"

/** Counts once more, up to RINGFENCE_COUNT_MOST: so many threads do not count at one time that it
 * goes round. Any context.
 * @satisfies RF-CORE-263 */
static inline void core_count(PortAtomic32 *count)
{
    if (port_load32_relaxed(count) < RINGFENCE_COUNT_MOST) {
        (void)port_add32(count, 1U);
    }
}

#endif /* RINGFENCE_CORE_COUNT_H */
