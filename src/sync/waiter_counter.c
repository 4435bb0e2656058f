/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file waiter_counter.c
 * Waiter counters: the word that engines wait for in other processes than the signaller's, and its
 * opening when nobody is left who signals.
 *
 * A process that opens a waiter counter notes that first, and a process that lets an engine wait
 * notes the point first: so one of the two sees the other, and each wait that an opened waiter
 * counter let pass is reported.
 */
#include "core/assert.h"
#include "core/fault.h"
#include "sync/sync.h"

/** @satisfies RF-SYNC-097 */
static void open_gate(SyncObject *object)
{
    ASSERT(object->waiters != NULL);
    ASSERT(port_load32(&object->peer_dead) != DEATH_UNKNOWN);
    if (has_gate(object)) {
        const uint64_t value = port_load64(&object->counter->value);

        port_store64(&object->waiters->gate, value + SYNC_GATE_OPEN);
    } else {
        /* Only streams of this process wait. */
    }
}

PORT_HOT void waiter_counter_expect(SyncObject *object, uint64_t value)
{
    uint64_t awaited = port_load64(&object->awaited);

    /* Each failed exchange means that another thread raised it, so the loop ends. */
    while (awaited < value) {
        (void)port_swap64_if(&object->awaited, awaited, value);
        awaited = port_load64(&object->awaited);
    }
}

/** @satisfies RF-SYNC-093 RF-SYNC-097 RF-SYNC-340 */
void waiter_counter_report(PhaseOp op, SyncObject *object)
{
    bool first = port_swap32_if(&object->peer_dead, DEATH_UNKNOWN, DEATH_REPORTED);

    if (!first) {
        first = port_swap32_if(&object->peer_dead, DEATH_KNOWN, DEATH_REPORTED);
    }
    ASSERT(port_load32(&object->peer_dead) == DEATH_REPORTED);
    if (first) {
        open_gate(object);
        ringfence_fault_report(op, (port_load32(&object->waiters->given_back) != 0U)
                                       ? RINGFENCE_FAULT_SIGNALER_GAVE_BACK
                                       : RINGFENCE_FAULT_SIGNALER_GONE);
    }
}

/** @satisfies RF-SYNC-097 */
bool waiter_counter_check(PhaseOp op, SyncObject *object)
{
    const bool over = timeline_is_abandoned(object);

    if (over) {
        open_gate(object);
        if (port_load64(&object->awaited) > final_value(object)) {
            waiter_counter_report(op, object);
        }
    }
    return over;
}
