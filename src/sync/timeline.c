/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file timeline.c
 * The primitive: a counter, its timestamps and task statuses in shared memory, and waiting for a
 * value.
 *
 * Memory: counter, timestamps, task statuses; then, on a page of its own, what waiters write. A
 * signal adds to the counter and then looks for sleepers; a waiter counts itself as a sleeper and
 * then looks at the counter. Both are sequentially consistent, so one of them sees the other.
 */
#include <string.h>

#include "core/bytes.h"
#include "sync/sync.h"

/** Points ahead of the counter that 32 bits can tell from points behind it. */
#define WINDOW_32 0x7FFFFFFFU
/** Marks of timestamps that hold no point: nothing was written yet; somebody writes. */
#define MARK_NONE    0U
#define MARK_WRITING 1U
/** Rounds of a spin between two looks at the clock. */
#define SPINS_PER_LOOK 16U

static uint64_t waiters_offset(const SyncShape *shape)
{
    const uint64_t page = port_page_size();
    const uint64_t used = (uint64_t)sizeof(SyncCounter) +
                          ((uint64_t)shape->timestamp_slots * (uint64_t)sizeof(SyncTimestamp)) +
                          ((uint64_t)shape->task_status_slots * (uint64_t)sizeof(SyncTaskStatus));

    return ((used + page) - 1U) & ~(page - 1U);
}

uint64_t timeline_size(const SyncShape *shape)
{
    return waiters_offset(shape) + port_page_size();
}

/** @satisfies RF-SYNC-059 */
void timeline_place(SyncObject *object)
{
    uint8_t *const base = object->memory.base;
    const size_t timestamps = sizeof(SyncCounter);
    const size_t statuses =
        timestamps + ((size_t)object->shape.timestamp_slots * sizeof(SyncTimestamp));
    NvSciSyncTaskStatus invalid;
    void *part = base;

    object->counter = part;
    part = &base[timestamps];
    object->timestamps = part;
    part = &base[statuses];
    object->task_statuses = part;
    part = &base[waiters_offset(&object->shape)];
    object->waiters = part;
    (void)memset(&invalid, 0, sizeof(invalid));
    invalid.status = (uint16_t)NvSciSyncTaskStatus_Invalid;
    for (uint32_t i = 0U; i < object->shape.task_status_slots; i++) {
        timeline_put_task_status(object, i, &invalid);
    }
}

static bool is_wide(const SyncObject *object)
{
    return object->shape.max_value > (uint64_t)UINT32_MAX;
}

/**
 * Says whether a value is a point or behind it on the timeline.
 * @satisfies RF-SYNC-053
 */
static bool is_past(const SyncObject *object, uint64_t value, uint64_t point)
{
    bool past = false;

    if (is_wide(object)) {
        past = (value >= point);
    } else {
        past = (((uint32_t)value - (uint32_t)point) <= WINDOW_32);
    }
    return past;
}

bool timeline_reached(const SyncObject *object, uint64_t threshold)
{
    return is_past(object, port_load64(&object->counter->value), threshold);
}

/**
 * Takes the next number of a word that counts up to `last`. Overflow iff there is none. Each
 * failed exchange means that another thread took one, so the loop ends.
 * @satisfies RF-SYNC-054
 */
static NvSciError take_next(PortAtomic64 *word, uint64_t last, uint64_t *next)
{
    uint64_t seen = port_load64(word);
    bool taken = false;

    while ((seen < last) && (!taken)) {
        taken = port_swap64_if(word, seen, seen + 1U);
        if (taken) {
            *next = seen + 1U;
        } else {
            seen = port_load64(word);
        }
    }
    return taken ? NvSciError_Success : NvSciError_Overflow;
}

/** Raises the points that are passed out to `reached`. Each failed exchange means that another
 * thread raised them, so the loop ends. */
static void raise_issued(SyncObject *object, uint64_t reached)
{
    uint64_t issued = port_load64(&object->issued);

    while (issued < reached) {
        (void)port_swap64_if(&object->issued, issued, reached);
        issued = port_load64(&object->issued);
    }
}

/** @satisfies RF-SYNC-055 */
NvSciError timeline_reserve(SyncObject *object, uint64_t *threshold)
{
    const uint64_t value = port_load64(&object->counter->value);
    uint64_t last = UINT64_MAX;
    uint64_t point = 0U;
    NvSciError status = NvSciError_Success;

    if ((!is_wide(object)) && (value < (UINT64_MAX - WINDOW_32))) {
        last = value + WINDOW_32;
    }
    status = take_next(&object->issued, last, &point);
    if (status == NvSciError_Success) {
        *threshold = point & object->shape.max_value;
    }
    return status;
}

uint32_t timeline_timestamp_slot(const SyncObject *object, uint64_t threshold)
{
    return (uint32_t)(threshold % object->shape.timestamp_slots);
}

/** Says whether a timestamp may be written for a point: nobody else writes it, and it holds no
 * later point's time. */
static bool may_stamp(const SyncObject *object, uint64_t mark, uint64_t point)
{
    bool may = false;

    if (mark == MARK_NONE) {
        may = true;
    } else if (mark != MARK_WRITING) {
        may = !is_past(object, ~mark, point);
    } else {
        may = false;
    }
    return may;
}

/**
 * Writes the time of a point before it is reached. Several threads may signal at once: who finds
 * the slot in use by another one leaves it, so that a time never stands beside another point.
 * @satisfies RF-SYNC-056
 */
static void stamp(SyncObject *object, uint64_t point)
{
    if (object->shape.timestamp_slots > 0U) {
        SyncTimestamp *const slot = &object->timestamps[timeline_timestamp_slot(object, point)];
        const uint64_t mark = port_load64(&slot->mark);

        if (may_stamp(object, mark, point)) {
            if (port_swap64_if(&slot->mark, mark, MARK_WRITING)) {
                port_store64(&slot->time_us, port_time_us());
                port_store64(&slot->mark, ~point);
            }
        }
    }
}

/** @satisfies RF-SYNC-057 */
NvSciError timeline_timestamp(const SyncObject *object, uint32_t slot, uint64_t threshold,
                              uint64_t *time_us)
{
    const SyncTimestamp *const timestamp = &object->timestamps[slot];
    const uint64_t before = port_load64(&timestamp->mark);
    const uint64_t time = port_load64(&timestamp->time_us);
    const uint64_t after = port_load64(&timestamp->mark);
    NvSciError status = NvSciError_NoLongerAvailable;

    if ((before <= MARK_WRITING) || (!is_past(object, ~before, threshold))) {
        status = NvSciError_NotYetAvailable;
    } else if ((before == ~threshold) && (after == before)) {
        *time_us = time;
        status = NvSciError_Success;
    } else {
        status = NvSciError_NoLongerAvailable;
    }
    return status;
}

/** @satisfies RF-SYNC-058 */
NvSciError timeline_signal(SyncObject *object)
{
    uint64_t point = 0U;
    const NvSciError status = take_next(&object->signaled, UINT64_MAX, &point);

    if (status == NvSciError_Success) {
        SyncWaiters *const waiters = object->waiters;

        stamp(object, point & object->shape.max_value);
        raise_issued(object, point);
        (void)port_add64(&object->counter->value, 1U);
        if (port_load32(&waiters->sleepers) > 0U) {
            (void)port_add32(&waiters->wakeups, 1U);
            port_wake(&waiters->wakeups);
        }
    }
    return status;
}

/* ---------------------------------------------------------------- waiting */

/** When a wait ends. */
typedef struct {
    bool infinite;
    uint64_t end_us;
} Deadline;

static Deadline deadline_after(int64_t timeout_us, uint64_t now_us)
{
    Deadline deadline = {true, UINT64_MAX};

    if ((timeout_us >= 0) && (timeout_us < NvSciSyncFenceMaxTimeout)) {
        deadline.infinite = false;
        deadline.end_us = now_us + (uint64_t)timeout_us;
    }
    return deadline;
}

/** Spins until the point is reached or the time ends; says whether it was reached. */
static bool spin(const SyncObject *object, uint64_t threshold, uint64_t end_us, bool yields)
{
    bool reached = timeline_reached(object, threshold);
    bool ended = false;

    while ((!reached) && (!ended)) {
        for (uint32_t i = 0U; (i < SPINS_PER_LOOK) && (!reached); i++) {
            port_relax();
            reached = timeline_reached(object, threshold);
        }
        if (yields && (!reached)) {
            port_yield();
        }
        ended = (port_time_us() >= end_us);
    }
    return reached;
}

/** Sleeps once, at most until the deadline. */
static NvSciError sleep_once(const SyncObject *object, uint32_t ticket, const Deadline *deadline)
{
    NvSciError status = NvSciError_Success;
    const uint64_t now_us = port_time_us();

    if ((!deadline->infinite) && (now_us >= deadline->end_us)) {
        status = NvSciError_Timeout;
    } else {
        const uint64_t left = deadline->end_us - now_us;
        const int64_t left_us = deadline->infinite ? -1 : (int64_t)left;

        if (port_sleep(&object->waiters->wakeups, ticket, left_us) == PORT_FAILED) {
            status = NvSciError_ResourceError;
        }
    }
    return status;
}

/** Sleeps until the point is reached or the time ends. */
static NvSciError sleep_until(const SyncObject *object, uint64_t threshold,
                              const Deadline *deadline)
{
    SyncWaiters *const waiters = object->waiters;
    NvSciError status = NvSciError_Success;
    bool reached = false;

    (void)port_add32(&waiters->sleepers, 1U);
    while ((!reached) && (status == NvSciError_Success)) {
        const uint32_t ticket = port_load32(&waiters->wakeups);

        reached = timeline_reached(object, threshold);
        if (!reached) {
            status = sleep_once(object, ticket, deadline);
        }
    }
    (void)port_sub32(&waiters->sleepers, 1U);
    return status;
}

NvSciError timeline_wait(const SyncObject *object, uint64_t threshold, int64_t timeout_us,
                         NvSciSyncWaitMode mode)
{
    NvSciError status = NvSciError_Success;

    if (!timeline_reached(object, threshold)) {
        const uint64_t now_us = port_time_us();
        const Deadline deadline = deadline_after(timeout_us, now_us);
        const bool sleeps = (mode == NvSciSyncWaitMode_Default);
        const uint64_t spin_end = now_us + RINGFENCE_CFG_SPIN_US;
        const bool spins_on = (!sleeps) || (deadline.end_us < spin_end);
        const bool reached = spin(object, threshold, spins_on ? deadline.end_us : spin_end,
                                  mode == NvSciSyncWaitMode_BusyWithYield);

        if (!reached) {
            status = spins_on ? NvSciError_Timeout : sleep_until(object, threshold, &deadline);
        }
    }
    return status;
}

/* ---------------------------------------------------------------- task status */

void timeline_put_task_status(SyncObject *object, uint32_t slot, const NvSciSyncTaskStatus *status)
{
    SyncTaskStatus *const place = &object->task_statuses[slot];
    uint64_t words[2] = {0U, 0U};

    bytes_copy(words, status, sizeof(*status));
    port_store64(&place->time_us, words[0]);
    port_store64(&place->rest, words[1]);
}

void timeline_get_task_status(const SyncObject *object, uint32_t slot, NvSciSyncTaskStatus *status)
{
    const SyncTaskStatus *const place = &object->task_statuses[slot];
    const uint64_t words[2] = {port_load64(&place->time_us), port_load64(&place->rest)};

    bytes_copy(status, words, sizeof(*status));
}
