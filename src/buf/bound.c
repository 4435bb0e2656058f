/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file bound.c
 * What a buffer may need at most, and which list asked for more.
 */
#include "buf/buf.h"
#include "buf/types.def"
#include "core/assert.h"

/** Keys that ask for much; those of raw buffers are first. */
static const BufKey g_bound_keys[] = {BUF_BOUND_KEYS};

#define BOUND_KEYS ((uint32_t)(sizeof(g_bound_keys) / sizeof(g_bound_keys[0])))

/** The greatest number that a list gave. */
typedef struct {
    uint64_t number;
    BufKey key;
    ListCursor cursor;
} Greatest;

uint64_t buf_bound(void)
{
    return (uint64_t)RINGFENCE_CFG_BUFFER_MIB * BUF_MIB;
}

uint64_t buf_most_needed(uint32_t row)
{
    uint64_t size = 0U;
    uint64_t alignment = 0U;

    buf_memory_need(row, &size, &alignment);
    return (size > alignment) ? size : alignment;
}

/** Looks at one key of one slot. */
static void look_at_key(const ListCursor *cursor, BufKey key, Greatest *greatest)
{
    const uint32_t count = buf_count(cursor->row, key);

    for (uint32_t i = 0U; i < count; i++) {
        const uint64_t number = buf_number_at(cursor->row, key, i);

        if (number > greatest->number) {
            greatest->number = number;
            greatest->key = key;
            greatest->cursor = *cursor;
        }
    }
}

/** The number that asks for the most: of all that the inputs say, the greatest. */
static Greatest find_greatest(const ListInputs *inputs)
{
    ListCursor cursor = list_first(inputs);
    Greatest greatest = {0U, BUF_RAW_SIZE, cursor};

    for (uint32_t i = 0U; i < inputs->slots; i++) {
        for (uint32_t k = 0U; k < BOUND_KEYS; k++) {
            look_at_key(&cursor, g_bound_keys[k], &greatest);
        }
        (void)list_next(&g_buf_lists, &cursor);
    }
    return greatest;
}

/** @satisfies RF-BUF-200 */
NvSciError buf_check_bound(const BufMerge *merge)
{
    const uint64_t needed =
        feature_enabled(RINGFENCE_CFG_SHARING) ? buf_most_needed(merge->row) : 0U;
    NvSciError status = NvSciError_Success;

    if (needed > buf_bound()) {
        const Greatest greatest = find_greatest(merge->inputs);

        ASSERT(greatest.number > 0U);
        status = buf_conflict_at(merge, NvSciError_ReconciliationFailed, greatest.key,
                                 RINGFENCE_RULE_BUFFER_BOUND, greatest.key, &greatest.cursor);
        buf_second_is(merge, buf_types_size_key(merge->types), needed);
    }
    return status;
}
