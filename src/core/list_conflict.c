/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file list_conflict.c
 * Conflict lists. The report is kept in the words of the list, which has no values of its own.
 */
#include <string.h>

#include "core/assert.h"
#include "core/bytes.h"
#include "core/conflict.h"
#include "core/list.h"
#include "core/phase.h"
#include "core/pool.h"

RingfenceConflict g_list_conflict;

/** Kinds of list that made a conflict so far, by pool. */
static const ListClass *g_class_of_pool[RINGFENCE_POOL_COUNT];

/** @satisfies RF-CORE-060 */
void conflict_from_list(RingfenceConflictSide *side, const ListClass *cls, const ListCursor *cursor,
                        uint32_t key)
{
    ASSERT(key < cls->table->count);
    conflict_from_library(side, &cls->table->keys[key], list_value(cls, cursor->row, key));
    side->origin = RINGFENCE_ORIGIN_LIST;
    side->list = (size_t)cursor->list;
    side->slot = (size_t)cursor->slot;
}

/** @satisfies RF-CORE-060 RF-CORE-061 */
void conflict_store(const ListClass *cls, uint32_t index, const RingfenceConflict *conflict)
{
    uint64_t *const words = &cls->words[index * cls->table->words];

    ASSERT(cls->rows[index].slots == 1U);
    ASSERT(!cls->rows[index].is_bound);
    ASSERT(conflict->error != NvSciError_Success);
    cls->rows[index].state = LIST_CONFLICT;
    (void)memset(&cls->lengths[index * cls->table->count], 0,
                 (size_t)cls->table->count * sizeof(uint16_t));
    bytes_copy(words, conflict, sizeof(*conflict));
    g_class_of_pool[cls->pool] = cls;
}

void conflict_load(const ListClass *cls, uint32_t index, RingfenceConflict *conflict)
{
    ASSERT(cls->rows[index].state == LIST_CONFLICT);
    bytes_copy(conflict, &cls->words[index * cls->table->words], sizeof(*conflict));
}

/** @satisfies RF-CORE-008 */
NvSciError RingfenceExplainConflict(const void *conflictList, RingfenceConflict *conflict)
{
    NvSciError status = ringfence_api_enter(OP_EXPLAIN_CONFLICT);

    if (status == NvSciError_Success) {
        const RingfencePool pool = ringfence_pool_of_handle(conflictList);
        const ListClass *cls = NULL;
        uint32_t index = 0U;

        if ((conflictList == NULL) || (conflict == NULL)) {
            status = NvSciError_BadParameter;
        } else if (pool == RINGFENCE_POOL_COUNT) {
            ringfence_fault_report(OP_EXPLAIN_CONFLICT, RINGFENCE_FAULT_BAD_HANDLE);
            status = NvSciError_BadParameter;
        } else {
            cls = g_class_of_pool[pool];
            status = ringfence_pool_find(OP_EXPLAIN_CONFLICT, pool, conflictList, &index);
        }
        if (status == NvSciError_Success) {
            if (cls == NULL) {
                status = NvSciError_BadParameter;
            } else if (cls->rows[index].state != LIST_CONFLICT) {
                status = NvSciError_BadParameter;
            } else {
                ASSERT(cls->pool == pool);
                conflict_load(cls, index, conflict);
            }
        }
        ringfence_api_leave();
    }
    return status;
}
