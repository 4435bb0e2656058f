/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file exclusive.c
 * Exclusive objects: only the driver of one engine uses them, in this process, so nobody
 * else needs their counter.
 */
#include "core/assert.h"
#include "core/pool.h"
#include "ringfence.h"
#include "sync/object.h"
#include "sync/sync.h"

/** Says whether a slot sets a key to something. */
static bool has_key(uint32_t row, SyncKey key)
{
    return list_value(&g_sync_lists, row, (uint32_t)key).len > 0U;
}

uint64_t sync_exclusive_driver(uint32_t row)
{
    return sync_list_number(row, SYNC_KEY_DRIVER);
}

/** Says whether a slot came from another process. */
static bool is_foreign(uint32_t row)
{
    return g_sync_lists.rows[row].route[0].count > 0U;
}

bool sync_exclusive_is_foreign(const ListInputs *inputs)
{
    ListCursor cursor = list_first(inputs);
    bool foreign = false;

    for (uint32_t i = 0U; i < inputs->slots; i++) {
        foreign = foreign || is_foreign(cursor.row);
        (void)list_next(&g_sync_lists, &cursor);
    }
    return foreign;
}

/** Says whether somebody beside drivers of this process may need the counter for a slot's sake. */
static bool needs_counter(uint32_t row)
{
    static const SyncKey flags[] = {SYNC_KEY_NEED_CPU_ACCESS, SYNC_KEY_CONTEXT_INSENSITIVE,
                                    SYNC_KEY_TIMESTAMPS, SYNC_KEY_DETERMINISTIC};
    bool needs = is_foreign(row) || has_key(row, SYNC_KEY_PEER_LOCATION) ||
                 has_key(row, SYNC_KEY_PEER_ENGINE);

    for (uint32_t i = 0U; i < (sizeof(flags) / sizeof(flags[0])); i++) {
        needs = needs || sync_list_flag(row, flags[i]);
    }
    return needs;
}

/** Says whether a driver may have the object of the inputs for itself. */
static bool is_exclusive_to(const ListInputs *inputs, uint64_t driver)
{
    ListCursor cursor = list_first(inputs);
    bool left = (driver != 0U);

    for (uint32_t i = 0U; i < inputs->slots; i++) {
        const bool acts = (sync_list_number(cursor.row, SYNC_KEY_REQUIRED_PERM) != 0U);

        if (needs_counter(cursor.row) || (acts && (sync_exclusive_driver(cursor.row) != driver))) {
            left = false;
        }
        (void)list_next(&g_sync_lists, &cursor);
    }
    return left;
}

/** @satisfies RF-ENGINE-050 */
void sync_exclusive_choose(const ListInputs *inputs, uint32_t signaller, uint32_t list)
{
    const AttrValue gpu = list_value(&g_sync_lists, signaller, (uint32_t)SYNC_KEY_GPU_ID);

    ASSERT(signaller != list);
    if (!feature_enabled(RINGFENCE_CFG_ENGINES)) {
        /* No list has a driver. */
    } else if ((gpu.len == sizeof(NvSciRmGpuId)) &&
               is_exclusive_to(inputs, sync_exclusive_driver(signaller))) {
        list_put(&g_sync_lists, list, (uint32_t)SYNC_KEY_SIGNALER_GPU, gpu);
    } else {
        list_unset(&g_sync_lists, list, (uint32_t)SYNC_KEY_DRIVER);
    }
}

/** @satisfies RF-ENGINE-052 */
NvSciError RingfenceSyncAttrListIsLocal(NvSciSyncAttrList list, bool *isLocal)
{
    const PhaseOp op = OP_SYNC_ATTR_LIST_IS_LOCAL;
    NvSciError status = sync_enter_feature(RINGFENCE_CFG_ENGINES, op);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        status = list_find_reconciled(op, &g_sync_lists, list, &index);
        if (isLocal == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            *isLocal = (sync_exclusive_driver(index) != 0U);
        }
        ringfence_api_leave();
    }
    return status;
}
