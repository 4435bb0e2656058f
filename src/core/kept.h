/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file kept.h
 * Names of slots that refusals and faults keep.
 */
#ifndef RINGFENCE_CORE_KEPT_H
#define RINGFENCE_CORE_KEPT_H

#include <stdint.h>

#include "port/atomic.h"
#include "ringfence.h"
#include "ringfence_cfg.h"

/** Name of a slot in reports: the table, plus one, above its index; 0: none. */
#define PHASE_NAME_SHIFT 16U
#define PHASE_NAME_SLOT  0xFFFFU

/** Name of a slot that was kept; 0 where names are left out. */
static inline uint32_t kept_name(const PortAtomic32 *kept)
{
    return (RINGFENCE_CFG_EXTRAS == 1U) ? port_load32_relaxed(kept) : 0U;
}

/** Table of a name. */
static inline RingfencePool kept_pool(uint32_t name)
{
    RingfencePool pool = RINGFENCE_POOL_COUNT;

    if (name != 0U) {
        const uint32_t number = (name >> PHASE_NAME_SHIFT) - 1U;

        pool = (RingfencePool)number;
    }
    return pool;
}

/** Name of a slot of a table. */
static inline uint32_t kept_slot(RingfencePool pool, uint32_t slot)
{
    return (((uint32_t)pool + 1U) << PHASE_NAME_SHIFT) | slot;
}

#endif /* RINGFENCE_CORE_KEPT_H */
