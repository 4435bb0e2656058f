/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file gauge.h
 * How full a table is and was at most, for programs that choose its capacity.
 */
#ifndef RINGFENCE_WORKER_GAUGE_H
#define RINGFENCE_WORKER_GAUGE_H

#include "port/atomic.h"

/** Rows of a table. Zeroed at first. Who has the lock that guards the rows writes it; any thread
 * reads it. */
typedef struct {
    /** Rows that are taken. */
    PortAtomic32 in_use;
    /** The most that were taken at one time since the process began. */
    PortAtomic32 most;
} WorkerGauge;

/** So many rows are taken at one time. Needs the lock. */
static inline void worker_gauge_note(WorkerGauge *gauge, uint32_t in_use)
{
    if (in_use > port_load32_relaxed(&gauge->most)) {
        port_store32_relaxed(&gauge->most, in_use);
    }
}

/** So many rows are taken from now on. Needs the lock. */
static inline void worker_gauge_set(WorkerGauge *gauge, uint32_t in_use)
{
    port_store32_relaxed(&gauge->in_use, in_use);
    worker_gauge_note(gauge, in_use);
}

/** One more row is taken. Needs the lock, but for who gives. */
static inline void worker_gauge_take(WorkerGauge *gauge)
{
    worker_gauge_note(gauge, port_add32(&gauge->in_use, 1U));
}

/** One row less is taken. */
static inline void worker_gauge_give(WorkerGauge *gauge)
{
    (void)port_sub32(&gauge->in_use, 1U);
}

#endif /* RINGFENCE_WORKER_GAUGE_H */
