/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file shape.c
 * What a reconciled list says of its object: slots, rights of this process, engines, waiter
 * counters.
 */
#include <string.h>

#include "core/assert.h"
#include "sync/keys.h"
#include "sync/sync.h"

bool sync_list_has_gpu(uint32_t list)
{
    return feature_enabled(RINGFENCE_CFG_ENGINES) &&
           (list_value(&g_sync_lists, list, (uint32_t)SYNC_KEY_GPU_ID).len > 0U);
}

/** Says whether a list names a GPU or another engine. */
static bool has_engine(uint32_t list)
{
    const AttrValue engines = list_value(&g_sync_lists, list, (uint32_t)SYNC_KEY_PEER_ENGINE);

    return feature_enabled(RINGFENCE_CFG_ENGINES) &&
           (sync_list_has_gpu(list) || (engines.len > 0U));
}

/** Rights that this process asked for. Without others it is the one that asked for all that a
 * reconciled list needs: one signals, and one at least waits. */
static ListGrant own_grant(uint32_t list)
{
    ListGrant own = {true, true, (uint64_t)NvSciSyncAccessPerm_WaitSignal, LIST_PERM_ALL};

    if (feature_enabled(RINGFENCE_CFG_SHARING)) {
        own = list_grant(&g_sync_lists, list, 0U);
    }
    return own;
}

/** Says whether engines have a part in what this process does with an object.
 * @satisfies RF-ENGINE-200 */
static void shape_engines(uint32_t list, const ListGrant *own, SyncShape *shape)
{
    if (feature_enabled(RINGFENCE_CFG_ENGINES)) {
        const uint64_t signallers = sync_list_number(list, SYNC_KEY_SIGNALERS);

        shape->engine_signals =
            shape->may_signal && ((signallers & ~(uint64_t)SYNC_SIGNALERS_CPU) != 0U);
        shape->engine_waits =
            shape->may_wait && ((own->engine & (uint64_t)NvSciSyncAccessPerm_WaitOnly) != 0U);
    }
}

/** Slots that a reconciled list gives its object. */
static uint32_t slots_of_list(uint32_t list, SyncKey key)
{
    return feature_enabled(SYNC_SLOTS) ? (uint32_t)sync_list_number(list, key) : 0U;
}

/** @satisfies RF-ENGINE-005 RF-ENGINE-013 */
void sync_object_shape(uint32_t list, uint64_t perm, SyncShape *shape)
{
    const bool cpu_signals = sync_list_cpu_signals(list);
    const ListGrant own = own_grant(list);
    const uint64_t signals = own.perm & perm & NvSciSyncAccessPerm_SignalOnly;

    ASSERT(g_sync_lists.rows[list].state == LIST_RECONCILED);
    (void)memset(shape, 0, sizeof(*shape));
    shape->timestamp_slots = slots_of_list(list, SYNC_KEY_TIMESTAMP_SLOTS);
    shape->task_status_slots = slots_of_list(list, SYNC_KEY_TASK_STATUS_SLOTS);
    shape->max_value = sync_list_number(list, SYNC_KEY_MAX_VALUE);
    shape->may_signal = (signals != 0U);
    shape->may_wait = ((perm & NvSciSyncAccessPerm_WaitOnly) != 0U);
    /* The CPU that signals may be another process's. */
    shape->cpu_signals = cpu_signals && shape->may_signal;
    shape->cpu_waits = sync_list_flag(list, SYNC_KEY_NEED_CPU_ACCESS) && shape->may_wait;
    shape->is_polled =
        feature_enabled(RINGFENCE_CFG_ENGINES) && ((!cpu_signals) || has_engine(list));
    shape->any_way = feature_enabled(RINGFENCE_CFG_SHARING) &&
                     sync_list_flag(list, SYNC_KEY_CONTEXT_INSENSITIVE);
    shape_engines(list, &own, shape);
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

    ASSERT(row->routes <= RINGFENCE_CFG_ROUTES);
    for (uint32_t i = 0U; (i < row->routes) && feature_enabled(RINGFENCE_CFG_SHARING); i++) {
        wants = wants || (row->route[i].count > 0U);
    }
    return wants && sync_list_has_gpu(list);
}
