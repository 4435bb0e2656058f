/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file timeline.c
 * The primitive: a counter, its timestamps and task statuses in shared memory.
 *
 * One memory holds counter, timestamps and task statuses; who may not signal cannot write it. The
 * other one is a page that waiters write.
 *
 * A signal adds to the counter, then looks whether somebody may sleep, and if so takes that back
 * and wakes all. What waiters do is in waiting.c.
 *
 * An engine that waits looks at one word and at nothing else. In another process than the
 * signaller's that word is the waiter counter on the waiters' page, which follows the counter; when
 * nobody is left who could signal, whoever notices opens it. No CPU waits for the waiter counter.
 */
#include <string.h>

#include "core/assert.h"
#include "core/bytes.h"
#include "core/fault.h"
#include "port/wait.h"
#include "sync/sync.h"

/** Points ahead of the counter that 32 bits can tell from points behind it. */
#define WINDOW_32 0x7FFFFFFFU
/** Marks of timestamps that hold no point: nothing was written yet; somebody writes. */
#define MARK_NONE    0U
#define MARK_WRITING 1U
/** What a task status has besides its time while somebody writes it. */
#define STATUS_WRITING UINT64_MAX
/** Looks at a task status that somebody writes. */
#define STATUS_LOOKS 8U

_Static_assert(MARK_WRITING == RINGFENCE_ENGINE_STAMPING, "engines and CPUs write the same marks");
_Static_assert(sizeof(SyncCounter) == PORT_COUNTER_BYTES, "ports reserve memory for counters");
_Static_assert(sizeof(SyncTimestamp) == PORT_TIMESTAMP_BYTES,
               "ports reserve memory for timestamps");
_Static_assert(sizeof(SyncTaskStatus) == PORT_TASK_STATUS_BYTES,
               "ports reserve memory for statuses");
_Static_assert(sizeof(SyncWaiters) == PORT_WAITERS_BYTES, "ports reserve memory for waiters");
_Static_assert(((size_t)offsetof(SyncWaiters, gate) == 0U) &&
                   ((size_t)offsetof(SyncCounter, value) == 0U),
               "counter and waiter counter are the first bytes of their memories");

uint64_t timeline_size(const SyncShape *shape)
{
    uint64_t size = sizeof(SyncCounter);

    if (feature_enabled(SYNC_SLOTS)) {
        size += ((uint64_t)shape->timestamp_slots * (uint64_t)sizeof(SyncTimestamp)) +
                ((uint64_t)shape->task_status_slots * (uint64_t)sizeof(SyncTaskStatus));
    }
    return size;
}

/** Bytes before the task statuses. */
static size_t statuses_offset(const SyncShape *shape)
{
    return sizeof(SyncCounter) + ((size_t)shape->timestamp_slots * sizeof(SyncTimestamp));
}

/** Finds what this process may write. */
static void place_writable(SyncObject *object)
{
    uint8_t *const base = object->parts.memory.base;
    SyncWritable *const writable = &object->writable;
    void *part = base;

    writable->counter = part;
    if (feature_enabled(SYNC_SLOTS)) {
        part = (base != NULL) ? &base[sizeof(SyncCounter)] : NULL;
        writable->timestamps = part;
        part = (base != NULL) ? &base[statuses_offset(&object->shape)] : NULL;
        writable->task_statuses = part;
    }
}

/** Start of the memory as this process reads it. */
static const uint8_t *start_of(const PortMemory *memory)
{
    const uint8_t *start = memory->base;

    if (feature_enabled(RINGFENCE_CFG_SHARING) && (start == NULL)) {
        start = memory->view;
    }
    return start;
}

void timeline_map(SyncObject *object)
{
    const uint8_t *const start = start_of(&object->parts.memory);
    const void *part = start;

    ASSERT(start != NULL);
    ASSERT(object->parts.memory.size >= timeline_size(&object->shape));
    ASSERT(object->parts.waiting.size >= sizeof(SyncWaiters));
    ASSERT(object->shape.max_value > 0U);
    place_writable(object);
    object->counter = part;
    if (feature_enabled(SYNC_SLOTS)) {
        part = &start[sizeof(SyncCounter)];
        object->timestamps = part;
        part = &start[statuses_offset(&object->shape)];
        object->task_statuses = part;
    }
    object->waiters = object->parts.waiting.base;
}

static bool is_wide(const SyncObject *object)
{
    return object->shape.max_value > (uint64_t)UINT32_MAX;
}

/**
 * Says whether a value is a point or behind it on the timeline.
 * @satisfies RF-SYNC-053
 */
bool timeline_is_past(const SyncObject *object, uint64_t value, uint64_t point)
{
    bool past = false;

    if (is_wide(object)) {
        past = (value >= point);
    } else {
        past = (((uint32_t)value - (uint32_t)point) <= WINDOW_32);
    }
    return past;
}

PORT_HOT uint64_t timeline_value(const SyncObject *object)
{
    return port_load64(&object->counter->value);
}

/**
 * Takes the next number of a word that counts up to `last`; 0: there is none. Each failed exchange
 * means that another thread took one, so the loop ends.
 * @satisfies RF-SYNC-054
 */
static uint64_t take_next(PortAtomic64 *word, uint64_t last)
{
    uint64_t next = 0U;
    bool ended = false;

    while (!ended) {
        const uint64_t seen = port_load64(word);

        if (seen >= last) {
            ended = true;
        } else if (port_swap64_if(word, seen, seen + 1U)) {
            next = seen + 1U;
            ended = true;
        } else {
            /* Another thread took it. */
        }
    }
    return next;
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

/** Last point that can be distinguished from the counter's value now. */
static uint64_t last_telling(const SyncObject *object)
{
    const uint64_t last = timeline_value(object) + WINDOW_32;

    return (last < WINDOW_32) ? UINT64_MAX : last;
}

/**
 * The counter is looked at only where the window that the last look found is used up: an engine
 * writes it all the time, so a look is slow.
 * @satisfies RF-SYNC-055
 */
PORT_HOT uint64_t timeline_reserve(SyncObject *object)
{
    const bool wide = is_wide(object);
    const bool looked = feature_enabled(RINGFENCE_CFG_ENGINES) && (!wide);
    uint64_t next = 0U;

    if (looked) {
        next = take_next(&object->issued, port_load64_relaxed(&object->window_end));
    }
    if (next == 0U) {
        const uint64_t last = wide ? UINT64_MAX : last_telling(object);

        if (looked) {
            port_store64_relaxed(&object->window_end, last);
        }
        next = take_next(&object->issued, last);
    }
    return next;
}

/** @satisfies RF-ENGINE-010 */
NvSciError timeline_unreserve(SyncObject *object, uint64_t point)
{
    const uint64_t issued = port_load64(&object->issued);
    const bool newest = ((issued & object->shape.max_value) == point);
    NvSciError status = NvSciError_InvalidState;

    if (newest && (timeline_value(object) < issued)) {
        if (port_swap64_if(&object->issued, issued, issued - 1U)) {
            status = NvSciError_Success;
        }
    }
    return status;
}

uint32_t timeline_timestamp_slot(const SyncObject *object, uint64_t point)
{
    return (uint32_t)(point % object->shape.timestamp_slots);
}

/** Says whether a timestamp may be written for a point: nobody else writes it, and it holds no
 * later point's time. */
static bool may_stamp(const SyncObject *object, uint64_t mark, uint64_t point)
{
    bool may = false;

    if (mark == MARK_NONE) {
        may = true;
    } else if (mark != MARK_WRITING) {
        may = !timeline_is_past(object, ~mark, point);
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
static inline void stamp(SyncObject *object, uint64_t point)
{
    if (feature_enabled(RINGFENCE_CFG_TIMESTAMP_SLOTS) && (object->shape.timestamp_slots > 0U)) {
        const uint32_t index = timeline_timestamp_slot(object, point);
        SyncTimestamp *const slot = &object->writable.timestamps[index];
        const uint64_t mark = port_load64(&slot->mark);

        if (may_stamp(object, mark, point)) {
            if (port_swap64_if(&slot->mark, mark, MARK_WRITING)) {
                port_store64(&slot->time_us, ringfence_port_time_us());
                port_store64(&slot->mark, ~point);
            }
        }
    }
}

/** @satisfies RF-SYNC-057 */
NvSciError timeline_timestamp(const SyncObject *object, uint32_t slot, uint64_t point,
                              uint64_t *time_us)
{
    const SyncTimestamp *const timestamp = &object->timestamps[slot];
    const uint64_t before = port_load64(&timestamp->mark);
    const uint64_t time = port_load64(&timestamp->time_us);
    const uint64_t after = port_load64(&timestamp->mark);
    NvSciError status = NvSciError_NoLongerAvailable;

    if ((before <= MARK_WRITING) || (!timeline_is_past(object, ~before, point))) {
        status = NvSciError_NotYetAvailable;
    } else if ((before == ~point) && (after == before)) {
        *time_us = time;
        status = NvSciError_Success;
    } else {
        status = NvSciError_NoLongerAvailable;
    }
    return status;
}

void timeline_wake_all(SyncObject *object)
{
    SyncWaiters *const waiters = object->waiters;

    port_store32(&waiters->asleep, 0U);
    (void)port_add32(&waiters->wakeups, 1U);
    if (feature_enabled(PORT_HAS_KERNEL) && (port_load32(&object->shared) == 0U)) {
        port_wake_within(&waiters->wakeups);
    } else {
        ringfence_port_wake(&waiters->wakeups);
    }
}

/** @satisfies RF-SYNC-058 RF-SYNC-092 RF-SYNC-096 */
NvSciError timeline_signal(SyncObject *object)
{
    bool reached = false;
    bool ended = false;

    /* Each failed exchange means that another thread reached the point, so the loop ends. */
    while ((!reached) && (!ended)) {
        const uint64_t seen = timeline_value(object);

        ended = (seen == UINT64_MAX);
        if (!ended) {
            stamp(object, (seen + 1U) & object->shape.max_value);
            raise_issued(object, seen + 1U);
            reached = timeline_reach(object, seen);
        }
    }
    if (reached) {
        if (has_gate(object)) {
            /* Added, not stored: a thread that is late takes nothing back. */
            (void)port_add64(&object->waiters->gate, 1U);
        }
        if (port_load32(&object->waiters->asleep) != 0U) {
            port_refusal_drop();
            timeline_wake_all(object);
            fault_refusals(OP_SYNC_OBJ_SIGNAL);
        }
    }
    return reached ? NvSciError_Success : NvSciError_Overflow;
}

/* ---------------------------------------------------------------- task status */

bool timeline_is_task_status(const NvSciSyncTaskStatus *status)
{
    uint64_t words[2] = {0U, 0U};

    bytes_copy(words, status, sizeof(*status));
    return words[1] != STATUS_WRITING;
}

/**
 * The status says that it is written until it is whole. Who finds it in use by another thread
 * leaves it, as a time is left. Each other failed exchange means that another thread wrote it, so
 * the loop ends.
 * @satisfies RF-SYNC-332
 */
void timeline_put_task_status(SyncObject *object, uint32_t slot, const NvSciSyncTaskStatus *status)
{
    SyncTaskStatus *const place = &object->writable.task_statuses[slot];
    uint64_t words[2] = {0U, 0U};
    bool done = false;

    bytes_copy(words, status, sizeof(*status));
    while (!done) {
        const uint64_t seen = port_load64(&place->rest);

        if (seen == STATUS_WRITING) {
            done = true;
        } else if (port_swap64_if(&place->rest, seen, STATUS_WRITING)) {
            port_store64(&place->time_us, words[0]);
            port_store64(&place->rest, words[1]);
            done = true;
        } else {
            /* It is another one now. */
        }
    }
}

/**
 * Time and rest are read twice, each between the others': a time of another status would have to
 * come again meanwhile.
 * @satisfies RF-SYNC-332
 */
NvSciError timeline_get_task_status(const SyncObject *object, uint32_t slot,
                                    NvSciSyncTaskStatus *status)
{
    const SyncTaskStatus *const place = &object->task_statuses[slot];
    NvSciError result = NvSciError_NotYetAvailable;

    for (uint32_t i = 0U; (i < STATUS_LOOKS) && (result != NvSciError_Success); i++) {
        const uint64_t time = port_load64(&place->time_us);
        const uint64_t rest = port_load64(&place->rest);
        const uint64_t time_again = port_load64(&place->time_us);
        const uint64_t rest_again = port_load64(&place->rest);

        if ((rest != STATUS_WRITING) && (time == time_again) && (rest == rest_again)) {
            const uint64_t words[2] = {time, rest};

            bytes_copy(status, words, sizeof(*status));
            result = NvSciError_Success;
        }
    }
    return result;
}

/** Slot of the task status of a point that an engine signals. */
static uint32_t status_slot(const SyncObject *object, uint64_t point)
{
    return (uint32_t)((point & object->shape.max_value) % object->shape.task_status_slots);
}

/** Puts a task status that says nothing but its value. */
static void put_status(SyncObject *object, uint32_t slot, NvSciSyncTaskStatusVal value)
{
    NvSciSyncTaskStatus status;

    (void)memset(&status, 0, sizeof(status));
    status.status = (uint16_t)value;
    timeline_put_task_status(object, slot, &status);
}

/** @satisfies RF-SYNC-059 */
void timeline_clear(SyncObject *object)
{
    if (feature_enabled(RINGFENCE_CFG_TASK_STATUS_SLOTS)) {
        for (uint32_t i = 0U; i < object->shape.task_status_slots; i++) {
            put_status(object, i, NvSciSyncTaskStatus_Invalid);
        }
    }
}

/** @satisfies RF-ENGINE-042 */
PORT_HOT uint32_t timeline_renew_task_status(SyncObject *object, uint64_t point)
{
    const uint32_t slot = status_slot(object, point);

    /* Only this process signals, so nobody else wrote a status either. */
    if (port_load32(&object->has_failures) != 0U) {
        NvSciSyncTaskStatus status;
        const NvSciError read = timeline_get_task_status(object, slot, &status);

        if ((read != NvSciError_Success) ||
            (status.status != (uint16_t)NvSciSyncTaskStatus_Invalid)) {
            put_status(object, slot, NvSciSyncTaskStatus_Invalid);
        }
    }
    return slot;
}

/** Points behind a value that were not signalled have no time, even if their engine failed between
 * the time and the store. */
static void forget_times(SyncObject *object, uint64_t value, uint64_t points)
{
    const uint64_t slots = (uint64_t)object->shape.timestamp_slots;
    const uint64_t last = (points < slots) ? points : slots;

    ASSERT(object->writable.counter != NULL);
    for (uint64_t i = 1U; i <= last; i++) {
        const uint64_t point = (value + i) & object->shape.max_value;
        const uint32_t index = timeline_timestamp_slot(object, point);
        SyncTimestamp *const slot = &object->writable.timestamps[index];

        if (port_load64(&slot->mark) == ~point) {
            port_store64(&slot->mark, MARK_NONE);
        }
    }
}

/** Says of points that they failed, as far as they have slots still; gives how many said something
 * else before. */
static uint64_t put_failures(SyncObject *object, uint64_t first, uint64_t last, uint64_t issued)
{
    const uint64_t slots = (uint64_t)object->shape.task_status_slots;
    uint64_t point = first;
    uint64_t changed = 0U;

    ASSERT(slots > 0U);
    ASSERT(last <= issued);
    if ((issued >= slots) && (point <= (issued - slots))) {
        point = issued - slots + 1U;
    }
    while (point <= last) {
        const uint32_t slot = status_slot(object, point);
        NvSciSyncTaskStatus status;
        const NvSciError read = timeline_get_task_status(object, slot, &status);

        if ((read != NvSciError_Success) ||
            (status.status != (uint16_t)NvSciSyncTaskStatus_Failure)) {
            put_status(object, slot, NvSciSyncTaskStatus_Failure);
            changed++;
        }
        point++;
    }
    return changed;
}

/** Raises a copy of the counter. Another engine may store in it at any time; a waiter counter that
 * was opened is ahead. */
static void raise_copy(PortAtomic64 *copy, uint64_t point)
{
    uint64_t seen = port_load64(copy);

    while ((point - seen - 1U) < (UINT64_MAX / 2U)) {
        (void)port_swap64_if(copy, seen, point);
        seen = port_load64(copy);
    }
}

/** Moves counter and waiter counter on. */
static void move_on(SyncObject *object, uint64_t point)
{
    raise_copy(&object->writable.counter->value, point);
    if (has_gate(object)) {
        raise_copy(&object->waiters->gate, point);
    }
}

/** @satisfies RF-ENGINE-061 RF-ENGINE-063 */
NvSciError timeline_reach_point(SyncObject *object, uint64_t point)
{
    const uint64_t issued = port_load64(&object->issued);
    NvSciError status = NvSciError_BadParameter;

    if ((point > 0U) && (point <= issued)) {
        ASSERT(object->writable.counter != NULL);
        if (timeline_value(object) < point) {
            stamp(object, point & object->shape.max_value);
            move_on(object, point);
            if (port_load32(&object->waiters->asleep) != 0U) {
                timeline_wake_all(object);
            }
        }
        status = NvSciError_Success;
    }
    return status;
}

/** @satisfies RF-ENGINE-043 RF-ENGINE-055 RF-ENGINE-060 */
uint64_t timeline_fail_points(SyncObject *object, const RingfenceEngineRange *ranges,
                              uint32_t count)
{
    const uint64_t value = timeline_value(object);
    const uint64_t issued = port_load64(&object->issued);
    uint64_t end = value;
    uint64_t points = 0U;
    uint64_t changed = 0U;

    for (uint32_t i = 0U; i < count; i++) {
        const uint64_t first = (ranges[i].first > value) ? ranges[i].first : (value + 1U);
        const uint64_t last = (ranges[i].last < issued) ? ranges[i].last : issued;

        if (first <= last) {
            points += last - first + 1U;
            port_store32(&object->has_failures, 1U);
            changed += put_failures(object, first, last, issued);
            forget_times(object, first - 1U, last - first + 1U);
            /* Points between belong to others, who will store them. */
            end = (first == (end + 1U)) ? last : end;
        }
    }
    if (end > value) {
        ASSERT(end <= issued);
        move_on(object, end);
        timeline_wake_all(object);
    }
    ASSERT(changed <= points);
    return (changed > 0U) ? points : 0U;
}
