/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attr_set.c
 * Setting keys of a list.
 */
#include "core/assert.h"
#include "sync/sync.h"

/**
 * Checks all pairs before one is stored, so that a refused call changes nothing.
 * @satisfies RF-SYNC-023 RF-SYNC-230
 */
NvSciError sync_list_set(PhaseOp op, uint32_t index, const NvSciSyncAttrKeyValuePair *pairs,
                         size_t count)
{
    NvSciError status = NvSciError_Success;
    RingfencePairCause cause =
        ((pairs == NULL) || (count == 0U)) ? RINGFENCE_PAIR_NO_PAIRS : RINGFENCE_PAIR_FITS;
    ListRow *const row = &g_sync_lists.rows[index];
    ListKeySet before;
    size_t place = 0U;
    uint32_t number = 0U;
    uint32_t key = 0U;
    size_t len = 0U;

    before = row->written;
    for (size_t i = 0U; (i < count) && (cause == RINGFENCE_PAIR_FITS); i++) {
        const AttrValue value = {pairs[i].value, pairs[i].len};

        place = i;
        number = (uint32_t)pairs[i].attrKey;
        len = pairs[i].len;
        cause = list_claim(&g_sync_lists, index, &before, number, value, &key);
    }
    if (cause != RINGFENCE_PAIR_FITS) {
        row->written = before;
        status = list_refuse(op, &g_sync_lists, cause, place, number, len);
    }
    for (size_t i = 0U; (i < count) && (status == NvSciError_Success); i++) {
        const AttrValue value = {pairs[i].value, pairs[i].len};

        key = attr_index(g_sync_lists.table, (uint32_t)pairs[i].attrKey);
        ASSERT(key < g_sync_lists.table->count);
        list_put(&g_sync_lists, index, key, value);
    }
    return status;
}
