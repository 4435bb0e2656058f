/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file spin.c
 * Spinning: looking at the counter again and again before a sleep.
 *
 * A spin pays if the signal comes within it: the hop is then two misses of the cache instead of two
 * system calls. Whether it does depends on who signals, and on which CPU, so each wait context
 * remembers how its spins ended. After spins in a row that did not pay, waits sleep without one,
 * twice as many each time, and the next spin is one of the other kind: it gives the CPU away, which
 * is what helps where both sides have the same CPU.
 *
 * If the CPU that a spin gave away stayed away for long, others want it. Then waits sleep as if no
 * spin had paid for long.
 */
#include "port/wait.h"
#include "sync/sync.h"

/** Rounds of a spin between two looks at the clock. */
#define SPINS_PER_LOOK 16U
/** Looks of a round, behind its pause. On some CPUs a pause lasts as long as a hop, so it is the
 * smaller part of a round. A core without others needs one look. */
#define LOOKS_PER_ROUND (feature_enabled(PORT_HAS_KERNEL) ? 64U : 1U)
/** Spins in a row that did not pay, and are counted: 2 to the power of one less is the longest
 * pause. */
#define FAILURES_MAX 13U
/** Microseconds after which a CPU that was given away went to others that want it. */
#define LOST_US (2U * (uint64_t)RINGFENCE_CFG_SPIN_US)

/** What waits of a context learned of spinning. */
typedef struct {
    /** Spins in a row that did not pay. */
    PORT_OWN_LINE uint32_t failures;
    /** Waits that sleep before the next spin. */
    uint32_t pause;
    /** The next spin gives the CPU away. */
    bool yields;
} SyncSpin;

/** What is here belongs to the wait that uses the context. */
static SyncSpin g_sync_spins[RINGFENCE_CFG_SYNC_WAIT_CONTEXTS];
/** 1: the CPU can wait for a store, and is to. */
static PortAtomic32 g_monitors;

/** Waits a little for the counter to move. */
static void relax(SyncObject *object, uint64_t point)
{
    if (feature_enabled(RINGFENCE_CFG_SPIN_MONITOR) && (port_load32_relaxed(&g_monitors) == 1U)) {
        const uint64_t seen = timeline_value(object);

        if (!timeline_reached(object, point)) {
            port_monitor(&object->counter->value, seen);
        }
    } else {
        port_relax();
    }
}

/** Looks for a while; says whether the point was reached. */
static bool look_on(SyncObject *object, uint64_t point)
{
    bool reached = false;

    for (uint32_t i = 0U; (i < LOOKS_PER_ROUND) && (!reached); i++) {
        reached = timeline_reached(object, point);
    }
    return reached;
}

bool spin_until(SyncObject *object, uint64_t point, bool yields, uint64_t end_us, uint64_t *now_us)
{
    bool reached = timeline_reached(object, point);
    bool ended = false;

    while ((!reached) && (!ended)) {
        for (uint32_t i = 0U; (i < SPINS_PER_LOOK) && (!reached); i++) {
            relax(object, point);
            reached = look_on(object, point);
        }
        /* A point that was reached waits for no look at the clock. */
        if (!reached) {
            if (yields) {
                ringfence_port_yield();
            }
            *now_us = ringfence_port_time_us();
            ended = (*now_us >= end_us);
        }
    }
    return reached;
}

void spin_prepare(uint32_t context)
{
    const SyncSpin fresh = {0U, 0U, false};

    if (feature_enabled(RINGFENCE_CFG_SPIN_US)) {
        g_sync_spins[context] = fresh;
    }
    if (feature_enabled(RINGFENCE_CFG_SPIN_MONITOR) && port_can_monitor()) {
        port_store32_relaxed(&g_monitors, 1U);
    }
}

/** @satisfies RF-SYNC-262 */
bool spin_is_due(uint32_t context)
{
    SyncSpin *const spin = &g_sync_spins[context];
    const bool due = (spin->pause == 0U);

    if (!due) {
        spin->pause--;
    }
    return due;
}

/** Gives the CPU away until the point is reached, or often enough. */
static bool give_way(SyncObject *object, uint64_t point, uint64_t *now_us)
{
    bool reached = false;

    for (uint32_t i = 0U; (i < RINGFENCE_CFG_SPIN_YIELDS) && (!reached); i++) {
        ringfence_port_yield();
        reached = timeline_reached(object, point);
    }
    *now_us = ringfence_port_time_us();
    return reached;
}

/**
 * Notes how a spin ended.
 * @satisfies RF-SYNC-262 RF-SYNC-263
 */
static void note(SyncSpin *spin, bool reached, uint64_t took_us)
{
    const bool lost = spin->yields && (took_us > LOST_US);

    if (reached && (!lost)) {
        spin->failures = 0U;
    } else {
        spin->failures =
            (lost || (spin->failures >= FAILURES_MAX)) ? FAILURES_MAX : (spin->failures + 1U);
        spin->pause = (1U << (spin->failures - 1U)) - 1U;
        if (spin->pause > 0U) {
            spin->yields = (!spin->yields) && feature_enabled(RINGFENCE_CFG_SPIN_YIELDS);
        }
    }
}

bool spin_before_sleep(SyncObject *object, uint64_t point, uint32_t context, uint64_t end_us,
                       uint64_t *now_us)
{
    SyncSpin *const spin = &g_sync_spins[context];
    const uint64_t begin_us = *now_us;
    const uint64_t spin_end = begin_us + RINGFENCE_CFG_SPIN_US;
    bool reached = false;

    if (spin->yields) {
        reached = give_way(object, point, now_us);
    } else {
        reached = spin_until(object, point, false, (end_us < spin_end) ? end_us : spin_end, now_us);
    }
    /* A wait that is shorter than a spin says nothing of spins. */
    if (reached || (end_us >= spin_end)) {
        note(spin, reached, *now_us - begin_us);
    }
    return reached;
}
