/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file gate.c
 * Gates: the word that engines wait for in other processes than the signaller's, and its opening
 * when nobody is left who signals.
 *
 * Who opens a gate says so first in his own process, and who is about to let an engine wait notes
 * the point first: so one of the two sees the other, and no wait that a gate let pass is silent.
 */
#include "sync/sync.h"

/** What is known of the process that signals. */
#define GONE_UNKNOWN  0U
#define GONE_KNOWN    1U
#define GONE_REPORTED 2U

/** Opens a gate that is the counter: it keeps what was reached. A late store shuts it again. */
static void open_counter(PortAtomic64 *gate)
{
    uint64_t value = port_load64(gate);

    /* Each failed exchange means that another process opened it, or that a store came. */
    while (value < SYNC_GATE_OPEN) {
        (void)port_swap64_if(gate, value, value + SYNC_GATE_OPEN);
        value = port_load64(gate);
    }
}

/** @satisfies RF-SYNC-097 */
static void open_gate(SyncObject *object)
{
    if (has_gate_alone(object)) {
        open_counter(&object->waiters->gate);
    } else if (has_gate(object)) {
        const uint64_t value = port_load64(&object->counter->value);

        port_store64(&object->waiters->gate, value + SYNC_GATE_OPEN);
    } else {
        /* Streams of this process alone wait. */
    }
}

PORT_HOT void gate_expect(SyncObject *object, uint64_t value)
{
    uint64_t awaited = port_load64(&object->awaited);

    /* Each failed exchange means that another thread raised it, so the loop ends. */
    while (awaited < value) {
        (void)port_swap64_if(&object->awaited, awaited, value);
        awaited = port_load64(&object->awaited);
    }
}

/** @satisfies RF-SYNC-093 RF-SYNC-097 */
void gate_report(PhaseOp op, SyncObject *object)
{
    bool first = port_swap32_if(&object->gone, GONE_UNKNOWN, GONE_REPORTED);

    if (!first) {
        first = port_swap32_if(&object->gone, GONE_KNOWN, GONE_REPORTED);
    }
    if (first) {
        open_gate(object);
        fault_report(op, RINGFENCE_FAULT_SIGNALER_GONE);
    }
}

/** @satisfies RF-SYNC-097 */
bool gate_check(PhaseOp op, SyncObject *object)
{
    const bool over = timeline_is_abandoned(object);

    if (over) {
        (void)port_swap32_if(&object->gone, GONE_UNKNOWN, GONE_KNOWN);
        open_gate(object);
        if (port_load64(&object->awaited) > timeline_value(object)) {
            gate_report(op, object);
        }
    }
    return over;
}
