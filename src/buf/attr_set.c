/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attr_set.c
 * Which values an application may set.
 */
#include "buf/buf.h"

#include "core/assert.h"
#include "core/bytes.h"

/** Group of a key: a bit. */
static uint32_t group_of(uint32_t key)
{
    return BUF_TYPE_BIT(g_buf_table.keys[key].group);
}

/** Says whether a list of these types may have the key. */
static bool type_admits(uint32_t types, uint32_t key)
{
    return (buf_types_groups(types) & group_of(key)) != 0U;
}

static bool engines_known(AttrValue value)
{
    const uint8_t *const bytes = value.bytes;
    bool known = true;

    for (size_t at = 0U; (at < value.len) && known; at += sizeof(NvSciBufPeerHwEngine)) {
        NvSciBufPeerHwEngine engine;

        bytes_copy(&engine, &bytes[at], sizeof(engine));
        known = buf_engine_is_known(engine);
    }
    return known;
}

static bool compressions_settable(AttrValue value)
{
    const uint8_t *const bytes = value.bytes;
    bool settable = true;

    for (size_t at = 0U; (at < value.len) && settable;
         at += sizeof(NvSciBufAttrValGpuCompression)) {
        NvSciBufAttrValGpuCompression wish;

        bytes_copy(&wish, &bytes[at], sizeof(wish));
        settable = (wish.compressionType == NvSciBufCompressionType_GenericCompressible);
    }
    return settable;
}

/** One GPU, and 0 or 1. */
static bool cache_settable(AttrValue value)
{
    const uint8_t *const bytes = value.bytes;
    bool settable = (value.len == sizeof(NvSciBufAttrValGpuCache));

    if (settable) {
        settable = (bytes[offsetof(NvSciBufAttrValGpuCache, cacheability)] <= 1U);
    }
    return settable;
}

/** Key whose values are to be checked: of those of engines none where there are no engines. */
static uint32_t checked_key(uint32_t key)
{
    const bool is_perm = (key == (uint32_t)BUF_GENERAL_REQUIRED_PERM);

    return (is_perm || feature_enabled(RINGFENCE_CFG_ENGINES)) ? key : (uint32_t)BUF_KEY_COUNT;
}

/** Checks what the domain of a key cannot say. */
static bool value_settable(uint32_t key, AttrValue value)
{
    bool settable = true;
    switch (checked_key(key)) {
    case (uint32_t)BUF_GENERAL_REQUIRED_PERM:
        /* In the range of the key there is also writing without reading. */
        settable = ((attr_number(&g_buf_table.keys[key], value, 0U) &
                     (uint64_t)NvSciBufAccessPerm_Readonly) != 0U);
        break;
    case (uint32_t)BUF_GENERAL_ENABLE_GPU_CACHE:
        settable = cache_settable(value);
        break;
    case (uint32_t)BUF_GENERAL_ENABLE_GPU_COMPRESSION:
        settable = compressions_settable(value);
        break;
    case (uint32_t)BUF_GENERAL_PEER_HW_ENGINE_ARRAY:
        settable = engines_known(value);
        break;
    default:
        settable = true;
        break;
    }
    return settable;
}

/** @satisfies RF-SHARE-018 */
bool buf_slot_is_settable(uint32_t row)
{
    const uint32_t types = buf_types(row);
    bool settable = true;

    for (uint32_t key = 0U; key < g_buf_table.count; key++) {
        const AttrValue value = list_value(&g_buf_lists, row, key);

        if (value.len > 0U) {
            settable = settable && type_admits(types, key) && value_settable(key, value);
        }
    }
    return settable;
}

/**
 * Removes what a clone's former types had and the types now do not admit.
 *
 * @satisfies RF-BUF-059
 */
static void drop_foreign(uint32_t index, uint32_t types)
{
    for (uint32_t key = 0U; key < g_buf_table.count; key++) {
        if (!type_admits(types, key)) {
            list_unset(&g_buf_lists, index, key);
        }
    }
}

/** Stores a checked value. */
static void store(uint32_t index, uint32_t key, AttrValue value)
{
    ASSERT(g_buf_lists.rows[index].state == LIST_WRITABLE);
    list_put(&g_buf_lists, index, key, buf_types_stored(key, value));
}

/** What is known of the pairs of a call that were looked at. */
typedef struct {
    uint32_t list;
    /** Keys that were set in the list before. */
    ListKeySet before;
    /** Types that the list has after the call. */
    uint32_t types;
    /** Why one cannot be set, and its place. */
    RingfencePairCause cause;
    size_t place;
} PairCheck;

/** Notes a pair: whether it can be set, what types it gives the list, and the group of its key: a
 * bit. */
static RingfencePairCause claim_pair(PairCheck *check, const NvSciBufAttrKeyValuePair *pair,
                                     uint32_t *group)
{
    const AttrValue value = {pair->value, pair->len};
    uint32_t key = 0U;
    RingfencePairCause cause =
        list_claim(&g_buf_lists, check->list, &check->before, (uint32_t)pair->key, value, &key);

    if (cause == RINGFENCE_PAIR_FITS) {
        *group = group_of(key);
        if (key == (uint32_t)BUF_GENERAL_TYPES) {
            check->types = buf_types_of(value);
        }
        if (!value_settable(key, value)) {
            cause = RINGFENCE_PAIR_VALUE;
        }
    }
    return cause;
}

/** Finds the first of `count` pairs, all of keys that there are, whose type the list will not have.
 */
static void find_foreign(PairCheck *check, const NvSciBufAttrKeyValuePair *pairs, size_t count)
{
    bool found = false;

    for (size_t i = 0U; (i < count) && (!found); i++) {
        const uint32_t key = attr_index(&g_buf_table, (uint32_t)pairs[i].key);

        found = !type_admits(check->types, key);
        if (found) {
            check->cause = RINGFENCE_PAIR_OTHER_TYPE;
            check->place = i;
        }
    }
}

/** Some pair is of a type that the list will not have: that goes before one that is not supported,
 * and is the same error as all others. */
static void refuse_foreign(PairCheck *check, const NvSciBufAttrKeyValuePair *pairs, size_t count)
{
    if (!feature_enabled(RINGFENCE_CFG_EXTRAS)) {
        check->cause = RINGFENCE_PAIR_OTHER_TYPE;
    } else if (check->cause == RINGFENCE_PAIR_FITS) {
        find_foreign(check, pairs, count);
    } else if ((check->cause == RINGFENCE_PAIR_UNKNOWN_KEY) ||
               (check->cause == RINGFENCE_PAIR_LEFT_OUT)) {
        find_foreign(check, pairs, check->place);
    } else {
        /* The pair that was noted is the reason that can be mended first. */
    }
}

/** Checks all pairs of a call, whose types may stand at any place. The first pair that cannot be
 * set decides. */
static void look_at_pairs(PairCheck *check, const NvSciBufAttrKeyValuePair *pairs, size_t count)
{
    uint32_t groups = 0U;

    for (size_t i = 0U; i < count; i++) {
        uint32_t group = 0U;
        const RingfencePairCause cause = claim_pair(check, &pairs[i], &group);

        if (check->cause == RINGFENCE_PAIR_FITS) {
            groups |= group;
            check->cause = cause;
            check->place = i;
        }
    }
    if ((groups & ~buf_types_groups(check->types)) != 0U) {
        refuse_foreign(check, pairs, count);
    }
}

/** Says why a call cannot set its pairs; if it can, what the list has of other types is gone. */
static void check_settable(PairCheck *check, const NvSciBufAttrKeyValuePair *pairs, size_t count)
{
    ListRow *const row = &g_buf_lists.rows[check->list];
    const uint32_t own = buf_types(check->list);

    check->before = row->written;
    if (own != 0U) {
        check->types = own;
    }
    look_at_pairs(check, pairs, count);
    if (check->cause != RINGFENCE_PAIR_FITS) {
        row->written = check->before;
    } else if (feature_enabled(RINGFENCE_CFG_EXTRAS)) {
        drop_foreign(check->list, check->types);
    } else {
        /* A list has one set of types for ever. */
    }
}

/** Reports the pair that is refused, or that there are none or too many. */
static NvSciError refuse_pairs(PhaseOp op, const PairCheck *check,
                               const NvSciBufAttrKeyValuePair *pairs)
{
    uint32_t key = 0U;
    size_t len = 0U;

    if (check->cause < RINGFENCE_PAIR_NO_PAIRS) {
        key = (uint32_t)pairs[check->place].key;
        len = pairs[check->place].len;
    }
    return list_refuse(op, &g_buf_lists, check->cause, check->place, key, len);
}

/** @satisfies RF-BUF-006 RF-BUF-215 */
NvSciError buf_list_set(PhaseOp op, uint32_t index, uint32_t types,
                        const NvSciBufAttrKeyValuePair *pairs, size_t count)
{
    PairCheck check = {.list = index, .types = types, .cause = RINGFENCE_PAIR_NO_PAIRS};
    NvSciError status = NvSciError_Success;

    if ((pairs != NULL) && (count > 0U) && (count <= (size_t)BUF_KEY_COUNT)) {
        check.cause = RINGFENCE_PAIR_FITS;
        check_settable(&check, pairs, count);
    } else if (feature_enabled(RINGFENCE_CFG_EXTRAS) && (count > (size_t)BUF_KEY_COUNT)) {
        check.cause = RINGFENCE_PAIR_TOO_MANY;
    } else {
        /* There are none. */
    }
    if (check.cause != RINGFENCE_PAIR_FITS) {
        status = refuse_pairs(op, &check, pairs);
    }
    for (size_t i = 0U; (i < count) && (status == NvSciError_Success); i++) {
        const AttrValue value = {pairs[i].value, pairs[i].len};

        store(index, attr_index(&g_buf_table, (uint32_t)pairs[i].key), value);
    }
    return status;
}
