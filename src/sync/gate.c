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

/** Who knows whether engines of this process work. It does not change once g_health_known is 1. */
static RingfenceEngineHealth g_health;
static PortAtomic32 g_health_known;

bool sync_list_has_gpu(uint32_t list)
{
    return part_is_in(RINGFENCE_CFG_ENGINES) &&
           (list_value(&g_sync_lists, list, (uint32_t)SYNC_KEY_GPU_ID).len > 0U);
}

/** Says whether a list names peers that come after the reconciliation. */
static bool has_late_peers(uint32_t list)
{
    return list_value(&g_sync_lists, list, (uint32_t)SYNC_KEY_PEER_LOCATION).len > 0U;
}

/**
 * A list that came from another process has a route of at least one hop; so has one of which other
 * processes will have objects, unless their lists come late: that is told by naming them.
 * @satisfies RF-SYNC-096
 */
bool sync_list_wants_gate(uint32_t list)
{
    const ListRow *const row = &g_sync_lists.rows[list];
    bool wants = has_late_peers(list);

    for (uint32_t i = 0U; (i < row->routes) && part_is_in(RINGFENCE_CFG_SHARING); i++) {
        wants = wants || (row->route[i].count > 0U);
    }
    return wants && sync_list_has_gpu(list);
}

/**
 * Who waits can write the gate, and so move the counter, where that is all there is. So each list
 * of another process and of the one that signals must have left it at that: no CPU waits, and who
 * signals waits for nothing. What late peers want is not known.
 * @satisfies RF-SYNC-098
 */
bool sync_list_wants_gate_alone(uint32_t list)
{
    const ListRow *const row = &g_sync_lists.rows[list];
    SyncShape shape;
    bool alone = sync_list_wants_gate(list) && (!has_late_peers(list));

    sync_object_shape(list, NvSciSyncAccessPerm_WaitSignal, &shape);
    alone = alone && (shape.timestamp_slots == 0U) && (shape.max_value > (uint64_t)UINT32_MAX);
    for (uint32_t i = 0U; i < row->routes; i++) {
        alone = alone && (!row->route[i].cpu) &&
                (row->route[i].perm != (uint64_t)NvSciSyncAccessPerm_WaitSignal);
    }
    return alone;
}

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

/** @satisfies RF-ENGINE-044 */
NvSciError gate_set_health(const RingfenceEngineHealth *health)
{
    NvSciError status = NvSciError_Success;

    if (port_load32(&g_health_known) == 0U) {
        g_health = *health;
        port_store32(&g_health_known, 1U);
    } else if ((g_health.look != health->look) || (g_health.context != health->context)) {
        status = NvSciError_AlreadyInUse;
    } else {
        /* It was said before. */
    }
    return status;
}

/** @satisfies RF-ENGINE-044 RF-PORT-211 */
void gate_look(void)
{
    if (port_load32(&g_health_known) == 1U) {
        const int32_t held = port_cancel_hold();

        g_health.look(g_health.context);
        port_cancel_resume(held);
    }
}
