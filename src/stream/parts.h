/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file parts.h
 * The locks of streams: while one is held, the phase does not change.
 */
#ifndef RINGFENCE_STREAM_PARTS_H
#define RINGFENCE_STREAM_PARTS_H

#include <stdint.h>

#include "port/atomic.h"
#include "port/lock.h"
#include "ringfence_cfg.h"

/** Holds the phase for a function that is made of several others, each of which takes the library's
 * lock: it does not change before phase_release(). Not recursive; before the library's lock. An
 * interrupt handler takes nothing here, and is refused by what the function asks next. */
void phase_hold(void);

/** Lets the phase change again. */
void phase_release(void);

/** Parts that hold the phase one by one: each segment, and the blocks without one. */
#define PHASE_PARTS (RINGFENCE_CFG_STREAM_SEGMENTS + 1U)

/** Mutex of a part. */
typedef struct {
    PORT_OWN_LINE PortAtomic32 mutex;
} PhasePart;

extern PORT_INSIDE PhasePart g_phase_parts[PHASE_PARTS];

/** Takes a part. The phase does not change before phase_part_give(). Not recursive; behind
 * phase_hold(), before the library's lock. */
static inline void phase_part_take(uint32_t part)
{
    ringfence_port_mutex_lock(&g_phase_parts[part].mutex);
}

/** Gives a part back. */
static inline void phase_part_give(uint32_t part)
{
    ringfence_port_mutex_unlock(&g_phase_parts[part].mutex);
}

#endif /* RINGFENCE_STREAM_PARTS_H */
