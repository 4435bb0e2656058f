/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file final.c
 * The end of who signals: which points were reached is fixed once, for all processes.
 *
 * A GPU goes on for some milliseconds when its process was killed, and stores points that waiters
 * were told not to expect. So who finds that nobody is left who signals first marks that on the
 * page of waiters, then reads the counter, and writes down what it was: the first one to write
 * decides. A waiter that finds its point reached looks at the mark afterwards. If there is none,
 * the counter that is written down later is no less than what the waiter saw. If there is one, the
 * waiter looks himself whether somebody is left, and only then counts what is written down.
 *
 * All waiters write that page. A process keeps what it found, so its answers stay what they are,
 * whoever changes the page; and no point counts as reached that the counter had not reached when
 * the process first found the end.
 */
#include "port/wait.h"
#include "sync/sync.h"

/** Fixes which points were reached, when nobody is left who signals.
 * @satisfies RF-SYNC-330 */
static void fix_end(SyncObject *object)
{
    SyncWaiters *const waiters = object->waiters;
    uint64_t value = 0U;
    uint64_t end = 0U;

    port_store32(&waiters->over, 1U);
    /* Behind the mark: who did not see that has seen no later point. */
    value = timeline_value(object);
    (void)port_swap64_if(&waiters->end, 0U, ~value);
    end = ~port_load64(&waiters->end);
    (void)port_swap64_if(&object->end, 0U, ~((end < value) ? end : value));
    (void)port_swap32_if(&object->peer_dead, DEATH_UNKNOWN, DEATH_KNOWN);
}

/** @satisfies RF-SYNC-093 */
bool timeline_is_abandoned(SyncObject *object)
{
    bool abandoned =
        feature_enabled(RINGFENCE_CFG_SHARING) && (port_load32(&object->peer_dead) != 0U);

    if (feature_enabled(RINGFENCE_CFG_SHARING) && (!abandoned) &&
        (port_load32(&object->watched) == 1U)) {
        abandoned = port_liveness_is_over(object->parts.life.watch);
        if (abandoned) {
            fix_end(object);
        }
    }
    return abandoned;
}

/** An interrupt handler cannot look whether somebody is left: it gets no answer that may change.
 * @satisfies RF-SYNC-330 RF-SYNC-331 */
bool final_reached(SyncObject *object, uint64_t point)
{
    const bool may_look = feature_enabled(PORT_HAS_KERNEL) ? true : port_may_block();
    bool reached = true;

    if (port_load32(&object->peer_dead) != 0U) {
        reached = timeline_is_past(object, final_value(object), point);
    } else if (port_load32(&object->watched) != 1U) {
        /* This process signals: nobody can tell it that it is gone. */
    } else if (!may_look) {
        reached = false;
    } else if (timeline_is_abandoned(object)) {
        reached = timeline_is_past(object, final_value(object), point);
    } else {
        /* It is not true. */
    }
    return reached;
}

uint64_t final_value(const SyncObject *object)
{
    const uint64_t end = port_load64(&object->end);

    return (end != 0U) ? ~end : timeline_value(object);
}

/** @satisfies RF-SYNC-330 */
bool timeline_reached(SyncObject *object, uint64_t point)
{
    bool reached = timeline_is_past(object, timeline_value(object), point);

    if (feature_enabled(RINGFENCE_CFG_SHARING) && reached && (!final_is_open(object))) {
        reached = final_reached(object, point);
    }
    return reached;
}

/** @satisfies RF-ENGINE-008 */
PORT_HOT SyncDistance timeline_distance(SyncObject *object, uint64_t point)
{
    const uint64_t value = timeline_value(object);
    SyncDistance distance = {timeline_is_past(object, value, point), point, 0U};

    if (object->shape.max_value <= (uint64_t)UINT32_MAX) {
        const uint32_t behind = (uint32_t)value - (uint32_t)point;
        const uint32_t ahead = (uint32_t)point - (uint32_t)value;

        if (distance.reached) {
            distance.point = value - behind;
        } else {
            distance.point = value + ahead;
        }
    }
    if (!distance.reached) {
        distance.ahead = distance.point - value;
    } else if (feature_enabled(RINGFENCE_CFG_SHARING) && (!final_is_open(object))) {
        distance.reached = final_reached(object, point);
    } else {
        /* It is reached. */
    }
    return distance;
}
