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

/** Notes a pair that can be set: what types it gives the list, and the group of its key: a bit. */
static NvSciError claim_pair(uint32_t index, const NvSciBufAttrKeyValuePair *pair, uint32_t *types,
                             uint32_t *group)
{
    const AttrValue value = {pair->value, pair->len};
    uint32_t key = 0U;
    NvSciError status = list_claim(&g_buf_lists, index, (uint32_t)pair->key, value, &key);

    if (status == NvSciError_Success) {
        *group = group_of(key);
        if (key == (uint32_t)BUF_GENERAL_TYPES) {
            *types = buf_types_of(value);
        }
        if (!value_settable(key, value)) {
            status = NvSciError_BadParameter;
        }
    }
    return status;
}

/** Checks all pairs of a call, whose types may stand at any place. The first pair that cannot be
 * set decides. */
static NvSciError check_settable(uint32_t index, uint32_t types,
                                 const NvSciBufAttrKeyValuePair *pairs, size_t count)
{
    NvSciError status = NvSciError_Success;
    ListRow *const row = &g_buf_lists.rows[index];
    ListKeySet before;
    const uint32_t own = buf_types(index);
    uint32_t after = (own != 0U) ? own : types;
    uint32_t groups = 0U;

    before = row->written;
    for (size_t i = 0U; i < count; i++) {
        uint32_t group = 0U;
        const NvSciError claimed = claim_pair(index, &pairs[i], &after, &group);

        if (status == NvSciError_Success) {
            groups |= group;
            status = claimed;
        }
    }
    if ((groups & ~buf_types_groups(after)) != 0U) {
        status = NvSciError_BadParameter;
    }
    if (status != NvSciError_Success) {
        row->written = before;
    } else if (feature_enabled(RINGFENCE_CFG_EXTRAS)) {
        drop_foreign(index, after);
    } else {
        /* A list has one set of types for ever. */
    }
    return status;
}

/** @satisfies RF-BUF-006 */
NvSciError buf_list_set(uint32_t index, uint32_t types, const NvSciBufAttrKeyValuePair *pairs,
                        size_t count)
{
    NvSciError status = NvSciError_BadParameter;

    if ((pairs != NULL) && (count > 0U) && (count <= (size_t)BUF_KEY_COUNT)) {
        status = check_settable(index, types, pairs, count);
    }
    for (size_t i = 0U; (i < count) && (status == NvSciError_Success); i++) {
        const AttrValue value = {pairs[i].value, pairs[i].len};

        store(index, attr_index(&g_buf_table, (uint32_t)pairs[i].key), value);
    }
    return status;
}
