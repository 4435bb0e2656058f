/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file merge_conflict.c
 * The report of why merged values make no buffer: which key, and whose values; checks that report.
 */
#include "buf/buf.h"

#include "attr/conflict.h"

/** The first list that sets the key; else what the library made of it; else nothing. */
static void fill_first(const BufMerge *merge, BufKey key, RingfenceConflictSide *side)
{
    ListCursor cursor = list_first(merge->inputs);
    const bool is_given = list_first_setter(&g_buf_lists, merge->inputs, (uint32_t)key, &cursor);

    if (is_given) {
        conflict_from_list(side, &g_buf_lists, &cursor, (uint32_t)key);
    } else if (buf_is_set(merge->row, key)) {
        conflict_from_library(side, &g_buf_table.keys[key], buf_value(merge->row, key));
    } else {
        /* It stays empty. */
    }
}

/** @satisfies RF-BUF-056 */
NvSciError buf_conflict(const BufMerge *merge, NvSciError error, BufKey key, RingfenceRule rule,
                        BufKey other)
{
    RingfenceConflict *const conflict = merge->conflict;

    conflict_begin(conflict, error, &g_buf_table.keys[key], rule);
    fill_first(merge, key, &conflict->first);
    if (other != key) {
        fill_first(merge, other, &conflict->second);
    }
    return error;
}

/** The first side of the report is the value of `key` at `cursor`. */
static void first_at(const BufMerge *merge, BufKey key, const ListCursor *cursor)
{
    RingfenceConflict *const conflict = merge->conflict;

    conflict_from_list(&conflict->first, &g_buf_lists, cursor, (uint32_t)key);
}

NvSciError buf_conflict_at(const BufMerge *merge, NvSciError error, BufKey key, RingfenceRule rule,
                           BufKey other, const ListCursor *cursor)
{
    (void)buf_conflict(merge, error, key, rule, other);
    first_at(merge, key, cursor);
    return error;
}

void buf_second_at(const BufMerge *merge, BufKey key, const ListCursor *cursor)
{
    RingfenceConflict *const conflict = merge->conflict;

    conflict_from_list(&conflict->second, &g_buf_lists, cursor, (uint32_t)key);
}

/** A number that the library supports, as wide as the key's. */
void buf_second_is(const BufMerge *merge, BufKey key, uint64_t number)
{
    RingfenceConflict *const conflict = merge->conflict;
    const AttrKey *const attr = &g_buf_table.keys[key];
    uint64_t word = 0U;
    const AttrValue value = {&word, attr->element_size};

    attr_put_number(attr, &word, 0U, number);
    conflict_from_library(&conflict->second, attr, value);
}

NvSciError buf_check_all(const BufMerge *merge, const BufCheck *checks, const bool *holds,
                         uint32_t count)
{
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; (i < count) && (status == NvSciError_Success); i++) {
        if (!holds[i]) {
            status = buf_conflict(merge, checks[i].error, checks[i].key, checks[i].rule,
                                  checks[i].other);
        }
    }
    return status;
}

static bool exceeds(uint32_t row, const BufLimit *limit)
{
    const bool is_long = (buf_count(row, limit->key) > limit->count);
    const bool is_great = (buf_number_at(row, limit->key, limit->index) > limit->number);

    return is_long || is_great;
}

/** @satisfies RF-BUF-056 */
static NvSciError report_limit(const BufMerge *merge, const BufLimit *limit)
{
    ListCursor cursor = list_first(merge->inputs);
    bool is_found = false;
    bool more = true;

    while (more) {
        is_found = exceeds(cursor.row, limit);
        if (is_found) {
            more = false;
        } else {
            more = list_next(&g_buf_lists, &cursor);
        }
    }
    (void)buf_conflict(merge, limit->error, limit->key, limit->rule, limit->other);
    if (is_found) {
        first_at(merge, limit->key, &cursor);
    }
    return limit->error;
}

NvSciError buf_check_limits(const BufMerge *merge, const BufLimit *limits, uint32_t count)
{
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; (i < count) && (status == NvSciError_Success); i++) {
        if (exceeds(merge->row, &limits[i])) {
            status = report_limit(merge, &limits[i]);
        }
    }
    return status;
}
