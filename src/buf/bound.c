/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file bound.c
 * What a buffer may need at most, and which list asked for more.
 */
#include "buf/buf.h"
#include "buf/types.def"
#include "core/assert.h"
#include "port/memory.h"

/** Keys that ask for much: alignments, then what has a size; those of raw buffers are first. */
static const BufKey g_bound_keys[] = {BUF_BOUND_ALIGNMENTS, BUF_BOUND_KEYS};

#define BOUND_KEYS ((uint32_t)(sizeof(g_bound_keys) / sizeof(g_bound_keys[0])))
/** How many of them are alignments. */
#define ALIGNMENTS ((uint32_t)(sizeof((const BufKey[]){BUF_BOUND_ALIGNMENTS}) / sizeof(BufKey)))

/** The greatest number that a list gave for one of the keys, and how often it gave it. */
typedef struct {
    uint64_t number;
    uint64_t count;
    BufKey key;
    ListCursor cursor;
} Greatest;

uint64_t buf_bound(void)
{
    return (uint64_t)PORT_BUFFER_MIB * BUF_MIB;
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
            greatest->count = count;
            greatest->key = key;
            greatest->cursor = *cursor;
        }
    }
}

/** Whether more than half of what is needed is there for the sake of an alignment, of as many parts
 * as the list gives it for. */
static bool is_cause(const Greatest *alignment, uint64_t needed)
{
    return (alignment->count > 0U) && (alignment->number > ((needed / 2U) / alignment->count));
}

/** The number that asks for the most: of all that the inputs say, the greatest of one of both. */
static Greatest find_cause(const ListInputs *inputs, uint64_t needed)
{
    ListCursor cursor = list_first(inputs);
    Greatest alignment = {0U, 0U, BUF_RAW_ALIGN, cursor};
    Greatest extent = {0U, 0U, BUF_RAW_SIZE, cursor};

    for (uint32_t i = 0U; i < inputs->slots; i++) {
        for (uint32_t k = 0U; k < BOUND_KEYS; k++) {
            look_at_key(&cursor, g_bound_keys[k], (k < ALIGNMENTS) ? &alignment : &extent);
        }
        (void)list_next(&g_buf_lists, &cursor);
    }
    return (is_cause(&alignment, needed) && (alignment.number > extent.number)) ? alignment
                                                                                : extent;
}

/** @satisfies RF-BUF-200 */
NvSciError buf_check_bound(const BufMerge *merge)
{
    const uint64_t needed =
        feature_enabled(RINGFENCE_CFG_SHARING) ? buf_most_needed(merge->row) : 0U;
    NvSciError status = NvSciError_Success;

    if (needed > buf_bound()) {
        const Greatest cause = find_cause(merge->inputs, needed);
        const BufKey size = buf_types_size_key(merge->types);
        /* What a list asks for is not said again, but what it may be. */
        const bool is_made = (needed > cause.number) && (size != cause.key);

        ASSERT(cause.number > 0U);
        status = buf_conflict_at(merge, NvSciError_ReconciliationFailed, cause.key,
                                 RINGFENCE_RULE_BUFFER_BOUND, cause.key, &cause.cursor);
        buf_second_is(merge, is_made ? size : cause.key, is_made ? needed : buf_bound());
    }
    return status;
}
