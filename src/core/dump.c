/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file dump.c
 * Storage of texts.
 */
#include "core/dump.h"

#include "core/pool.h"
#include "ringfence_cfg.h"

static char g_dump_texts[RINGFENCE_CFG_DUMPS][RINGFENCE_CFG_DUMP_BYTES];

/** @satisfies RF-CORE-081 RF-CORE-082 */
NvSciError dump_take(uint32_t *owner, TextOut *out)
{
    NvSciError status = NvSciError_Success;

    if (*owner == 0U) {
        uint32_t index = 0U;

        status = pool_take(RINGFENCE_POOL_DUMP, &index);
        if (status == NvSciError_Success) {
            *owner = index + 1U;
        }
    }
    if (status == NvSciError_Success) {
        *out = text_begin(g_dump_texts[*owner - 1U], RINGFENCE_CFG_DUMP_BYTES);
    }
    return status;
}

/** @satisfies RF-CORE-081 */
void dump_drop(uint32_t *owner)
{
    if (*owner != 0U) {
        pool_give(RINGFENCE_POOL_DUMP, *owner - 1U);
        *owner = 0U;
    }
}
