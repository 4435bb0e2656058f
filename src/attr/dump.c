/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file dump.c
 * Storage of texts.
 */
#include "attr/dump.h"

#include "core/assert.h"
#include "core/pool.h"
#include "core/storage.h"
#include "ringfence_cfg.h"

static char g_dump_texts[RINGFENCE_CFG_DUMPS][RINGFENCE_CFG_DUMP_BYTES];
/** Where the list of each text keeps its number. */
static uint32_t *g_dump_owners[RINGFENCE_CFG_DUMPS];

static const Storage g_dump_storage = {g_dump_texts, RINGFENCE_CFG_DUMPS, sizeof(g_dump_texts[0])};

/** @satisfies RF-CORE-081 RF-CORE-082 */
NvSciError dump_take(uint32_t *owner, TextOut *out)
{
    NvSciError status = NvSciError_Success;

    if (*owner == 0U) {
        uint32_t index = 0U;

        status = ringfence_pool_take(RINGFENCE_POOL_DUMP, &index);
        if (status == NvSciError_Success) {
            ASSERT(index < RINGFENCE_CFG_DUMPS);
            *owner = index + 1U;
            g_dump_owners[index] = owner;
        }
    }
    if (status == NvSciError_Success) {
        ASSERT(g_dump_owners[*owner - 1U] == owner);
        *out = text_begin(g_dump_texts[*owner - 1U], RINGFENCE_CFG_DUMP_BYTES);
    }
    return status;
}

/** @satisfies RF-CORE-081 */
void dump_drop(uint32_t *owner)
{
    if (*owner != 0U) {
        ASSERT(g_dump_owners[*owner - 1U] == owner);
        ringfence_pool_give(RINGFENCE_POOL_DUMP, *owner - 1U);
        *owner = 0U;
    }
}

bool dump_contains(const void *address)
{
    uint32_t row = 0U;

    return storage_place(&g_dump_storage, address, &row) != STORAGE_OUTSIDE;
}

/** @satisfies RF-CORE-083 */
bool dump_free(const void *address)
{
    uint32_t row = 0U;
    bool live = (storage_place(&g_dump_storage, address, &row) == STORAGE_ROW);

    if (live) {
        live = pool_is_live(RINGFENCE_POOL_DUMP, row, pool_generation(RINGFENCE_POOL_DUMP, row));
    }
    if (live) {
        ASSERT(*g_dump_owners[row] == (row + 1U));
        dump_drop(g_dump_owners[row]);
    }
    return live;
}
