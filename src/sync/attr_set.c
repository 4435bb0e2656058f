/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attr_set.c
 * Setting keys of a list.
 */
#include "core/assert.h"
#include "sync/sync.h"

/**
 * Checks all pairs before one is stored, so that a refused call changes nothing.
 * @satisfies RF-SYNC-023
 */
NvSciError sync_list_set(uint32_t index, const NvSciSyncAttrKeyValuePair *pairs, size_t count)
{
    NvSciError status =
        ((pairs == NULL) || (count == 0U)) ? NvSciError_BadParameter : NvSciError_Success;
    ListRow *const row = &g_sync_lists.rows[index];
    ListKeySet before;
    uint32_t key = 0U;

    before = row->written;
    for (size_t i = 0U; (i < count) && (status == NvSciError_Success); i++) {
        const AttrValue value = {pairs[i].value, pairs[i].len};

        status = list_claim(&g_sync_lists, index, (uint32_t)pairs[i].attrKey, value, &key);
    }
    if (status != NvSciError_Success) {
        row->written = before;
    }
    for (size_t i = 0U; (i < count) && (status == NvSciError_Success); i++) {
        const AttrValue value = {pairs[i].value, pairs[i].len};

        key = attr_index(g_sync_lists.table, (uint32_t)pairs[i].attrKey);
        ASSERT(key < g_sync_lists.table->count);
        list_put(&g_sync_lists, index, key, value);
    }
    return status;
}
