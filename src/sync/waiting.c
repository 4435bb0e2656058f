/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file waiting.c
 * Waiting for a point of a timeline.
 *
 * A signal adds to the counter, then looks whether somebody may sleep, and if so takes that back
 * and wakes all. A waiter, in each round, notes the number of wake-ups, then says that it sleeps,
 * then looks at the counter, and sleeps as long as the number is the same. All of this is
 * sequentially consistent, so one of the two sees the other. A waiter that dies leaves one needless
 * wake-up.
 *
 * If other processes have the object, a waiter sleeps in slices: one of them can take its word
 * back, and the one that signals can die. Before a sleep it looks whether that one lives, if no
 * wait of this process for the object has within a slice. A wait whose time is over looks as well,
 * as seldom, so that one that polls learns of the end. As long as nobody else has the object,
 * waiters sleep on the word as threads of one process do, which the system finds faster; the export
 * changes the word, and wakes them to sleep the other way.
 *
 * Before a sleep a waiter may spin: spin.c.
 *
 * An engine that signals writes the counter and wakes nobody. Where one may, a waiter takes naps
 * that grow, and looks at the counter between them. An engine that the CPU runs does wake, and ends
 * a nap.
 */
#include "core/assert.h"
#include "core/fault.h"
#include "port/lock.h"
#include "port/wait.h"
#include "sync/sync.h"

/** Sleeps between two looks at a counter that an engine writes: the first one, and the longest. */
#define NAP_FIRST_US 20U
#define NAP_LAST_US  1000U

/** Parts for which a waiter looks at the clock between its sleeps, whatever its end. */
#define LOOKS (RINGFENCE_CFG_SHARING + RINGFENCE_CFG_ENGINES)

/** End of a wait that has none. */
#define NEVER_US UINT64_MAX

/** When a wait ends. -1 is the greatest of all numbers without a sign. */
static uint64_t end_of_wait(int64_t timeout_us, uint64_t now_us)
{
    const bool ends = ((uint64_t)timeout_us < (uint64_t)NvSciSyncFenceMaxTimeout);

    return ends ? (now_us + (uint64_t)timeout_us) : NEVER_US;
}

/** Says whether an engine of this process is the one that signals. */
static bool is_own_engines(const SyncObject *object)
{
    return feature_enabled(RINGFENCE_CFG_ENGINES) && object->shape.may_signal &&
           (!object->shape.cpu_signals);
}

/** A slice of a wait is over: says whether nobody is left who could signal. An engine that failed
 * may have its points finished meanwhile.
 * @satisfies RF-ENGINE-044 */
static bool look_at_signaller(SyncObject *object)
{
    if (is_own_engines(object)) {
        health_look();
    }
    return timeline_is_abandoned(object);
}

/** Result of a wait whose signaller is gone: it may have signalled before. */
static NvSciError last_look(SyncObject *object, uint64_t point)
{
    return timeline_reached(object, point) ? NvSciError_Success : NvSciError_NoSuchProcess;
}

/**
 * Spins until the point is reached, the time ends, or nobody is left who could signal.
 * @satisfies RF-SYNC-093
 */
static NvSciError wait_busily(SyncObject *object, uint64_t point, uint64_t end_us, bool yields)
{
    NvSciError status = NvSciError_Timeout;
    uint64_t now_us = ringfence_port_time_us();
    bool done = false;

    while (!done) {
        const uint64_t look_us = now_us + RINGFENCE_CFG_LIFE_CHECK_US;
        const bool ends = (end_us < look_us);

        if (spin_until(object, point, yields, ends ? end_us : look_us, &now_us)) {
            status = NvSciError_Success;
            done = true;
        } else if (ends) {
            done = true;
        } else if (look_at_signaller(object)) {
            status = last_look(object, point);
            done = true;
        } else if (fault_is_refused()) {
            status = NvSciError_ResourceError;
            done = true;
        } else {
            /* Spins on. */
        }
    }
    return status;
}

/** How a wait goes on between its looks. */
typedef struct {
    /** The clock, when it was last read; 0: the wait needed none. */
    uint64_t now_us;
    /** When the wait ends. */
    uint64_t end_us;
    /** Longest next sleep, if the counter is looked at without a wake-up. */
    uint64_t nap_us;
    /** When to ask again whether somebody is left who could signal. */
    uint64_t look_us;
} WaitPacing;

/** Says whether other processes have the object. */
static bool others_have(const SyncObject *object)
{
    return feature_enabled(RINGFENCE_CFG_SHARING) && (port_load32(&object->shared) == 1U);
}

/** Says whether nobody is left who could signal. That is asked once in a slice, by whichever wait
 * of the object sleeps then; no short wait asks the driver of an own engine.
 * @satisfies RF-SYNC-260 */
static bool is_abandoned_now(SyncObject *object, bool sliced, WaitPacing *pace)
{
    bool abandoned = false;

    if (feature_enabled(RINGFENCE_CFG_SHARING) && (port_load32(&object->peer_dead) != 0U)) {
        abandoned = true;
    } else if (sliced && (pace->now_us >= pace->look_us)) {
        pace->look_us = pace->now_us + RINGFENCE_CFG_LIFE_CHECK_US;
        if (feature_enabled(PORT_HAS_KERNEL)) {
            port_store32_relaxed(&object->looked_us, (uint32_t)pace->now_us);
        }
        abandoned = look_at_signaller(object);
    } else {
        /* Nobody else has the object, or it was asked lately. */
    }
    return abandoned;
}

/**
 * Longest sleep before the next look, and the pace of the look after that.
 * @satisfies RF-ENGINE-013
 */
static uint64_t longest_sleep(const SyncObject *object, bool sliced, WaitPacing *pace)
{
    uint64_t longest = UINT64_MAX;

    if (is_polled(object)) {
        /* No nap is longer than a slice. */
        ASSERT(pace->nap_us <= NAP_LAST_US);
        longest = pace->nap_us;
        if (pace->nap_us < (NAP_LAST_US / 2U)) {
            pace->nap_us *= 2U;
        } else {
            pace->nap_us = NAP_LAST_US;
        }
    } else if (sliced) {
        ASSERT(pace->look_us > pace->now_us);
        longest = pace->look_us - pace->now_us;
    } else {
        /* Nobody but this process has the object: a signal wakes. */
    }
    return longest;
}

/** Sleeps once, at most until the deadline, or for a slice or a nap. */
static NvSciError sleep_once(const SyncObject *object, uint32_t ticket, bool shared,
                             WaitPacing *pace)
{
    NvSciError status = NvSciError_Timeout;

    if (!feature_enabled(LOOKS)) {
        pace->now_us = ringfence_port_time_us();
    }
    if (pace->now_us < pace->end_us) {
        const PortAtomic32 *const wakeups = &object->waiters->wakeups;
        const uint64_t left = pace->end_us - pace->now_us;
        const uint64_t longest = longest_sleep(object, shared, pace);
        /* What is left of a wait without end is negative, which is no limit. */
        const int64_t sleep_us = (int64_t)((left > longest) ? longest : left);
        PortStatus slept = PORT_OK;

        if (feature_enabled(PORT_HAS_KERNEL) && (!shared)) {
            slept = port_sleep_within(wakeups, ticket, sleep_us);
        } else {
            slept = ringfence_port_sleep(wakeups, ticket, sleep_us);
        }
        status = (slept == PORT_FAILED) ? NvSciError_ResourceError : NvSciError_Success;
    }
    return status;
}

/** How a wait goes on that sleeps from now on. */
static WaitPacing first_pace(const SyncObject *object, uint64_t end_us, uint64_t now_us)
{
    WaitPacing pace = {now_us, end_us, NAP_FIRST_US, 0U};

    if (is_own_engines(object)) {
        pace.look_us = now_us + RINGFENCE_CFG_LIFE_CHECK_US;
    } else if (feature_enabled(PORT_HAS_KERNEL)) {
        const uint32_t since_us = (uint32_t)now_us - port_load32_relaxed(&object->looked_us);

        if (since_us < RINGFENCE_CFG_LIFE_CHECK_US) {
            const uint32_t left_us = RINGFENCE_CFG_LIFE_CHECK_US - since_us;

            pace.look_us = now_us + left_us;
        }
    } else {
        /* Nobody looks. */
    }
    return pace;
}

/**
 * Sleeps until the point is reached, the time ends, or nobody is left who could signal.
 * @satisfies RF-SYNC-092 RF-SYNC-093
 */
static NvSciError sleep_until(SyncObject *object, uint64_t point, uint64_t end_us, uint64_t now_us)
{
    SyncWaiters *const waiters = object->waiters;
    NvSciError status = NvSciError_Success;
    WaitPacing pace = first_pace(object, end_us, now_us);
    bool done = false;

    while (!done) {
        const uint32_t ticket = port_load32(&waiters->wakeups);
        /* Behind the ticket: an export that comes later changes the word. */
        const bool shared = others_have(object);

        port_store32(&waiters->asleep, 1U);
        if (timeline_reached(object, point)) {
            done = true;
        } else if (is_abandoned_now(object, shared || is_polled(object), &pace)) {
            status = last_look(object, point);
            done = true;
        } else if (fault_is_refused()) {
            /* Whether somebody is left is not known. */
            status = NvSciError_ResourceError;
            done = true;
        } else {
            status = sleep_once(object, ticket, shared, &pace);
            /* Who was woken by his signal does not say again that he sleeps. */
            done = timeline_reached(object, point);
            done = done || (status != NvSciError_Success);
        }
        if (feature_enabled(LOOKS) && (!done)) {
            pace.now_us = ringfence_port_time_us();
        }
    }
    return status;
}

/** Says whether a wait that does not spin has to know the time. */
static bool needs_clock(const SyncObject *object, int64_t timeout_us)
{
    return (!feature_enabled(LOOKS)) || (end_of_wait(timeout_us, 0U) != NEVER_US) ||
           others_have(object) || is_polled(object);
}

/** Spins if that paid lately, and sleeps then. */
static NvSciError wait_by_default(SyncObject *object, uint64_t point, int64_t timeout_us,
                                  uint32_t context)
{
    NvSciError status = NvSciError_Success;
    bool spins = false;
    uint64_t now_us = 0U;
    uint64_t end_us = 0U;

    if (feature_enabled(RINGFENCE_CFG_SPIN_US)) {
        spins = spin_is_due(context);
    }
    if (spins || needs_clock(object, timeout_us)) {
        now_us = ringfence_port_time_us();
    }
    end_us = end_of_wait(timeout_us, now_us);
    if (!spins) {
        status = sleep_until(object, point, end_us, now_us);
    } else if (spin_before_sleep(object, point, context, end_us, &now_us)) {
        /* The point was reached while the caller span. */
    } else if (now_us >= end_us) {
        status = NvSciError_Timeout;
    } else {
        status = sleep_until(object, point, end_us, now_us);
    }
    return status;
}

/**
 * Says whether nobody is left who could signal, when the time of a wait is over. No more is asked
 * than once in a slice, as by waits that sleep, and not in an interrupt handler.
 * @satisfies RF-SYNC-093 RF-SYNC-260
 */
static inline bool is_abandoned_at_end(SyncObject *object)
{
    bool abandoned = false;

    if (port_load32(&object->watched) == 1U) {
        const bool may_look = feature_enabled(PORT_HAS_KERNEL) ? true : port_may_block();
        const uint32_t now_us = (uint32_t)ringfence_port_time_us();
        const uint32_t since_us = now_us - port_load32_relaxed(&object->looked_us);

        if (may_look && (since_us >= RINGFENCE_CFG_LIFE_CHECK_US)) {
            port_store32_relaxed(&object->looked_us, now_us);
            abandoned = timeline_is_abandoned(object);
        }
    }
    return abandoned;
}

/** What a wait gives: one whose time is over may have to say that nobody is left who signals. */
static inline NvSciError end_of_look(SyncObject *object, uint64_t point, NvSciError waited)
{
    NvSciError status = waited;

    if (feature_enabled(RINGFENCE_CFG_SHARING) && (waited == NvSciError_Timeout)) {
        if (is_abandoned_at_end(object)) {
            status = last_look(object, point);
        }
    }
    return status;
}

NvSciError timeline_wait(SyncObject *object, uint64_t point, int64_t timeout_us,
                         NvSciSyncWaitMode mode, uint32_t context)
{
    NvSciError status = NvSciError_Timeout;

    if (feature_enabled(RINGFENCE_CFG_SHARING) && (port_load32(&object->peer_dead) != 0U)) {
        status = last_look(object, point);
    } else if (feature_enabled(RINGFENCE_CFG_SPIN_US) && (timeout_us == 0)) {
        status = NvSciError_Timeout;
    } else if (mode == NvSciSyncWaitMode_Default) {
        status = wait_by_default(object, point, timeout_us, context);
    } else {
        status = wait_busily(object, point, end_of_wait(timeout_us, ringfence_port_time_us()),
                             mode == NvSciSyncWaitMode_BusyWithYield);
    }
    return end_of_look(object, point, status);
}

NvSciError timeline_wait_asleep(SyncObject *object, uint64_t point, int64_t timeout_us)
{
    NvSciError status = NvSciError_Timeout;

    if (feature_enabled(RINGFENCE_CFG_SHARING) && (port_load32(&object->peer_dead) != 0U)) {
        status = last_look(object, point);
    } else if (timeout_us != 0) {
        const uint64_t now_us = ringfence_port_time_us();

        status = sleep_until(object, point, end_of_wait(timeout_us, now_us), now_us);
    } else {
        status = NvSciError_Timeout;
    }
    return end_of_look(object, point, status);
}
