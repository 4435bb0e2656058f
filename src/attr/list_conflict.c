/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file list_conflict.c
 * Conflict lists. The report is kept in the words of the list, which has no values of its own.
 */
#include <string.h>

#include "attr/conflict.h"
#include "attr/list.h"
#include "core/assert.h"
#include "core/bytes.h"
#include "core/fault.h"
#include "core/feature.h"
#include "core/phase.h"
#include "core/pool.h"
#include "nvscibuf.h"
#include "nvscisync.h"

RingfenceConflict g_list_conflict;

/** Kinds of list that made a conflict so far, by pool. */
static const ListClass *g_class_of_pool[RINGFENCE_POOL_COUNT];

/** Finds endpoints; NULL: no list came over one. */
static ListEndpointFinder g_endpoint_finder;

void list_name_endpoints(ListEndpointFinder finder)
{
    g_endpoint_finder = finder;
}

/** Notes the endpoint over which a slot came, by its identity. */
static void note_origin(RingfenceConflictSide *side, const ListRow *row)
{
    if (feature_enabled(LIST_ROUTES) && (row->routes > 0U)) {
        const ListRoute *const route = &row->route[0];

        if (route->count > 0U) {
            ASSERT(route->count <= RINGFENCE_CFG_HOPS);
            side->isImported = true;
            side->endpoint = route->hops[route->count - 1U];
        }
    }
}

/** Number of the key that names engines, which lists of both kinds have. */
#define ENGINES_KEY ((uint32_t)NvSciSyncAttrKey_PeerHwEngineArray)

_Static_assert(ENGINES_KEY == (uint32_t)NvSciBufGeneralAttrKey_PeerHwEngineArray,
               "the key has one number");

/** Notes the engine that a slot names, if it names one: the first.
 * @satisfies RF-CORE-303 */
static void note_engine(RingfenceConflictSide *side, const ListClass *cls, uint32_t row)
{
    for (uint32_t i = 0U; i < cls->table->count; i++) {
        const AttrKey *const key = &cls->table->keys[i];

        if ((key->key == ENGINES_KEY) &&
            ((size_t)key->element_size == sizeof(NvSciBufPeerHwEngine))) {
            const AttrValue value = list_value(cls, row, i);
            NvSciBufPeerHwEngine engine;

            if (value.len >= sizeof(engine)) {
                bytes_copy(&engine, value.bytes, sizeof(engine));
                side->engine = (uint32_t)engine.engName;
            }
        }
    }
}

/** @satisfies RF-CORE-060 */
void conflict_from_list(RingfenceConflictSide *side, const ListClass *cls, const ListCursor *cursor,
                        uint32_t key)
{
    ASSERT(key < cls->table->count);
    conflict_from_library(side, &cls->table->keys[key], list_value(cls, cursor->row, key));
    side->origin = RINGFENCE_ORIGIN_LIST;
    side->list = (size_t)cursor->list;
    side->slot = (size_t)cursor->slot;
    note_origin(side, &cls->rows[cursor->row]);
    if (feature_enabled(RINGFENCE_CFG_ENGINES)) {
        note_engine(side, cls, cursor->row);
    }
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
    bytes_copy(words, conflict, LIST_CONFLICT_KEPT);
    g_class_of_pool[cls->pool] = cls;
}

/** Puts the handle and the name of an endpoint in the place of its identity.
 * @satisfies RF-CORE-258 */
static void name_endpoint(RingfenceConflictSide *side, char *name)
{
    const uint64_t identity = side->endpoint;
    bool found = false;

    if (side->isImported && (g_endpoint_finder != NULL)) {
        found = g_endpoint_finder(identity, &side->endpoint, name);
    }
    if (!found) {
        side->endpoint = 0U;
    }
}

void conflict_load(const ListClass *cls, uint32_t index, RingfenceConflict *conflict)
{
    ASSERT(cls->rows[index].state == LIST_CONFLICT);
    conflict->firstEndpoint[0] = '\0';
    conflict->secondEndpoint[0] = conflict->firstEndpoint[0];
    bytes_copy(conflict, &cls->words[index * cls->table->words], LIST_CONFLICT_KEPT);
    if (feature_enabled(LIST_ROUTES)) {
        name_endpoint(&conflict->first, conflict->firstEndpoint);
        name_endpoint(&conflict->second, conflict->secondEndpoint);
    }
}

/** @satisfies RF-CORE-008 */
NvSciError RingfenceExplainConflict(const void *conflictList, RingfenceConflict *conflict)
{
    NvSciError status = ringfence_api_enter(OP_EXPLAIN_CONFLICT);

    if (status == NvSciError_Success) {
        const RingfencePool pool = pool_of_handle(conflictList);
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
