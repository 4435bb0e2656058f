/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attr_list.c
 * Attribute lists of buffers: life, setting, reading, text.
 */
#include "buf/buf.h"

#include <string.h>

#include "core/pool.h"

/** Rows behind RINGFENCE_CFG_BUF_LISTS belong to objects. */
#define LIST_ROWS (RINGFENCE_CFG_BUF_LISTS + RINGFENCE_CFG_BUF_OBJECTS)

static ListRow g_buf_list_rows[LIST_ROWS];
static uint16_t g_buf_list_lengths[LIST_ROWS * (uint32_t)BUF_KEY_COUNT];
static uint64_t g_buf_list_words[LIST_ROWS * BUF_WORDS];

const ListClass g_buf_lists = {RINGFENCE_POOL_BUF_LIST, &g_buf_table, g_buf_list_rows,
                               g_buf_list_lengths, g_buf_list_words};

/* ---------------------------------------------------------------- life */

NvSciBufAttrList buf_list_handle(uint32_t index)
{
    /* cppcheck-suppress misra-c2012-11.6 ; DEV-001 a handle is a word in the shape of a pointer */
    return (NvSciBufAttrList)(uintptr_t)pool_handle(RINGFENCE_POOL_BUF_LIST, index);
}

NvSciError buf_list_create(uint32_t module, uint32_t *index)
{
    const NvSciError status = list_create(&g_buf_lists, module, LIST_WRITABLE, index);

    if (status == NvSciError_Success) {
        buf_module_hold(module);
    }
    return status;
}

void buf_list_destroy(uint32_t index)
{
    const uint32_t module = g_buf_list_rows[index].module;

    list_destroy(&g_buf_lists, index);
    buf_module_drop(module);
}

NvSciError buf_inputs_collect(PhaseOp op, const NvSciBufAttrList lists[], size_t count,
                              ListInputs *inputs)
{
    NvSciError status = NvSciError_Success;

    *inputs = list_inputs_begin();
    if ((lists == NULL) || (count == 0U)) {
        status = NvSciError_BadParameter;
    }
    for (size_t i = 0U; (i < count) && (status == NvSciError_Success); i++) {
        status = list_inputs_add(op, &g_buf_lists, lists[i], inputs);
    }
    return status;
}

/* ---------------------------------------------------------------- values */

AttrValue buf_value(uint32_t row, BufKey key)
{
    return list_value(&g_buf_lists, row, (uint32_t)key);
}

bool buf_is_set(uint32_t row, BufKey key)
{
    return buf_value(row, key).len > 0U;
}

uint32_t buf_count(uint32_t row, BufKey key)
{
    const size_t len = buf_value(row, key).len;

    return (uint32_t)(len / (size_t)g_buf_table.keys[key].element_size);
}

uint64_t buf_number(uint32_t row, BufKey key, uint32_t index)
{
    uint64_t number = 0U;

    if (index < buf_count(row, key)) {
        number = attr_number(&g_buf_table.keys[key], buf_value(row, key), (size_t)index);
    }
    return number;
}

void buf_put(uint32_t row, BufKey key, const void *bytes, size_t len)
{
    const AttrValue value = {bytes, len};

    list_put(&g_buf_lists, row, (uint32_t)key, value);
}

void buf_put_numbers(uint32_t row, BufKey key, const uint64_t *numbers, uint32_t count)
{
    uint8_t bytes[sizeof(uint64_t) * NV_SCI_BUF_PYRAMID_MAX_LEVELS];
    const size_t size = (size_t)g_buf_table.keys[key].element_size;

    for (uint32_t i = 0U; i < count; i++) {
        uint8_t *const place = &bytes[(size_t)i * size];

        if (size == sizeof(uint8_t)) {
            place[0] = (uint8_t)numbers[i];
        } else if (size == sizeof(uint32_t)) {
            const uint32_t word = (uint32_t)numbers[i];
            (void)memcpy(place, &word, sizeof(word));
        } else {
            (void)memcpy(place, &numbers[i], sizeof(numbers[i]));
        }
    }
    buf_put(row, key, bytes, (size_t)count * size);
}

void buf_put_number(uint32_t row, BufKey key, uint64_t number)
{
    buf_put_numbers(row, key, &number, 1U);
}

static uint32_t types_of(AttrValue value)
{
    const AttrKey *const attr = &g_buf_table.keys[BUF_GENERAL_TYPES];
    uint32_t types = 0U;

    for (size_t i = 0U; i < (value.len / sizeof(NvSciBufType)); i++) {
        const uint32_t type = (uint32_t)attr_number(attr, value, i);

        types |= (uint32_t)1U << type;
    }
    return types;
}

uint32_t buf_types(uint32_t row)
{
    return types_of(buf_value(row, BUF_GENERAL_TYPES));
}

bool buf_has_type(uint32_t types, NvSciBufType type)
{
    return ((types >> (uint32_t)type) & 1U) == 1U;
}

bool buf_has_image(uint32_t types)
{
    return buf_has_type(types, NvSciBufType_Image) || buf_has_type(types, NvSciBufType_Pyramid);
}

/* ---------------------------------------------------------------- setting */

/** Says whether a list of these types may have the key. */
static bool type_admits(uint32_t types, uint32_t key)
{
    const uint32_t group = g_buf_table.keys[key].group;
    bool admits = true;

    if (group == (uint32_t)NvSciBufType_Image) {
        admits = buf_has_image(types);
    } else if (group != (uint32_t)NvSciBufType_General) {
        admits = (((types >> group) & 1U) == 1U);
    } else {
        admits = true;
    }
    return admits;
}

static bool engines_known(AttrValue value)
{
    const uint8_t *const bytes = value.bytes;
    bool known = true;

    for (size_t at = 0U; (at < value.len) && known; at += sizeof(NvSciBufPeerHwEngine)) {
        NvSciBufPeerHwEngine engine;

        (void)memcpy(&engine, &bytes[at], sizeof(engine));
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

        (void)memcpy(&wish, &bytes[at], sizeof(wish));
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

/** Checks what the domain of a key cannot say. */
static bool value_settable(uint32_t key, AttrValue value)
{
    bool settable = true;

    switch (key) {
    case (uint32_t)BUF_GENERAL_REQUIRED_PERM: {
        const uint64_t permission = attr_number(&g_buf_table.keys[key], value, 0U);

        settable = (permission == (uint64_t)NvSciBufAccessPerm_Readonly) ||
                   (permission == (uint64_t)NvSciBufAccessPerm_ReadWrite);
        break;
    }
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

/** Types that a list has after these pairs are set: its own, else those among the pairs. */
static uint32_t types_after(uint32_t index, uint32_t types, const NvSciBufAttrKeyValuePair *pairs,
                            size_t count)
{
    const AttrKey *const attr = &g_buf_table.keys[BUF_GENERAL_TYPES];
    uint32_t after = types;

    if (buf_is_set(index, BUF_GENERAL_TYPES)) {
        after = buf_types(index);
    } else {
        for (size_t i = 0U; i < count; i++) {
            const AttrValue value = {pairs[i].value, pairs[i].len};

            if ((pairs[i].key == NvSciBufGeneralAttrKey_Types) && (value.bytes != NULL) &&
                attr_length_fits(attr, value.len)) {
                after = attr_value_fits(attr, value) ? types_of(value) : 0U;
            }
        }
    }
    return after;
}

/** Stores a checked value. 14 bits are stored as 16, which they stand for. */
static void store(uint32_t index, uint32_t key, AttrValue value)
{
    static const NvSciBufSurfBPC sixteen = NvSciSurfBPC_16;
    AttrValue stored = value;

    if (key == (uint32_t)BUF_IMAGE_SURF_BPC) {
        const uint64_t depth = attr_number(&g_buf_table.keys[key], value, 0U);

        if (depth == (uint64_t)NvSciSurfBPC_14) {
            stored.bytes = &sixteen;
        }
    }
    list_set(&g_buf_lists, index, key, stored);
}

NvSciError buf_list_set(uint32_t index, uint32_t types, const NvSciBufAttrKeyValuePair *pairs,
                        size_t count)
{
    NvSciError status = NvSciError_Success;
    ListKeySet seen = {{0U}};
    uint32_t after = 0U;
    uint32_t key = 0U;

    if ((pairs == NULL) || (count == 0U) || (count > (size_t)BUF_KEY_COUNT)) {
        status = NvSciError_BadParameter;
    } else {
        after = types_after(index, types, pairs, count);
    }
    for (size_t i = 0U; (i < count) && (status == NvSciError_Success); i++) {
        const AttrValue value = {pairs[i].value, pairs[i].len};

        status = list_check_set(&g_buf_lists, index, (uint32_t)pairs[i].key, value, &seen, &key);
        if (status == NvSciError_Success) {
            if ((!type_admits(after, key)) || (!value_settable(key, value))) {
                status = NvSciError_BadParameter;
            }
        }
    }
    for (size_t i = 0U; (i < count) && (status == NvSciError_Success); i++) {
        const AttrValue value = {pairs[i].value, pairs[i].len};

        store(index, attr_index(&g_buf_table, (uint32_t)pairs[i].key), value);
    }
    return status;
}

/** Reads pairs of a slot of a list. */
static NvSciError read_pairs(uint32_t index, size_t slot, NvSciBufAttrKeyValuePair *pairs,
                             size_t count)
{
    uint32_t row = 0U;
    NvSciError status = list_slot(&g_buf_lists, index, slot, &row);

    if ((pairs == NULL) || (count == 0U)) {
        status = NvSciError_BadParameter;
    }
    for (size_t i = 0U; (i < count) && (status == NvSciError_Success); i++) {
        AttrValue value = {NULL, 0U};

        status = list_read(&g_buf_lists, index, row, (uint32_t)pairs[i].key, &value);
        if (status == NvSciError_Success) {
            pairs[i].value = value.bytes;
            pairs[i].len = value.len;
        }
    }
    return status;
}

/* ---------------------------------------------------------------- entry points */

/** @satisfies RF-BUF-004 */
NvSciError NvSciBufAttrListCreate(NvSciBufModule module, NvSciBufAttrList *newAttrList)
{
    NvSciError status = core_enter(OP_BUF_ATTR_LIST_CREATE);

    if (status == NvSciError_Success) {
        uint32_t owner = 0U;
        uint32_t index = 0U;

        status = buf_module_find(OP_BUF_ATTR_LIST_CREATE, module, &owner);
        if (newAttrList == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = buf_list_create(owner, &index);
        }
        if (status == NvSciError_Success) {
            *newAttrList = buf_list_handle(index);
        }
        core_leave();
    }
    return status;
}

/** @satisfies RF-BUF-005 */
void NvSciBufAttrListFree(NvSciBufAttrList attrList)
{
    const NvSciError status = core_enter(OP_BUF_ATTR_LIST_FREE);

    if (status == NvSciError_Success) {
        uint32_t module = 0U;
        const bool freed = list_free_handle(OP_BUF_ATTR_LIST_FREE, &g_buf_lists, attrList, &module);

        if (freed) {
            buf_module_drop(module);
        }
        core_leave();
    }
}

/** @satisfies RF-BUF-006 */
NvSciError NvSciBufAttrListSetAttrs(NvSciBufAttrList attrList, NvSciBufAttrKeyValuePair *pairArray,
                                    size_t pairCount)
{
    NvSciError status = core_enter(OP_BUF_ATTR_LIST_SET_ATTRS);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        status = list_find(OP_BUF_ATTR_LIST_SET_ATTRS, &g_buf_lists, attrList, &index);
        if (status == NvSciError_Success) {
            status = buf_list_set(index, 0U, pairArray, pairCount);
        }
        core_leave();
    }
    return status;
}

/** @satisfies RF-BUF-007 */
size_t NvSciBufAttrListGetSlotCount(NvSciBufAttrList attrList)
{
    size_t count = 0U;
    NvSciError status = core_enter(OP_BUF_ATTR_LIST_GET_SLOT_COUNT);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        status = list_find(OP_BUF_ATTR_LIST_GET_SLOT_COUNT, &g_buf_lists, attrList, &index);
        if (status == NvSciError_Success) {
            count = (size_t)g_buf_list_rows[index].slots;
        }
        core_leave();
    }
    return count;
}

/** @satisfies RF-BUF-008 */
NvSciError NvSciBufAttrListGetAttrs(NvSciBufAttrList attrList, NvSciBufAttrKeyValuePair *pairArray,
                                    size_t pairCount)
{
    NvSciError status = core_enter(OP_BUF_ATTR_LIST_GET_ATTRS);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        status = list_find_readable(OP_BUF_ATTR_LIST_GET_ATTRS, &g_buf_lists, attrList, &index);
        if (status == NvSciError_Success) {
            status = read_pairs(index, 0U, pairArray, pairCount);
        }
        core_leave();
    }
    return status;
}

/** @satisfies RF-BUF-008 */
NvSciError NvSciBufAttrListSlotGetAttrs(NvSciBufAttrList attrList, size_t slotIndex,
                                        NvSciBufAttrKeyValuePair *pairArray, size_t pairCount)
{
    NvSciError status = core_enter(OP_BUF_ATTR_LIST_SLOT_GET_ATTRS);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        status =
            list_find_readable(OP_BUF_ATTR_LIST_SLOT_GET_ATTRS, &g_buf_lists, attrList, &index);
        if (status == NvSciError_Success) {
            status = read_pairs(index, slotIndex, pairArray, pairCount);
        }
        core_leave();
    }
    return status;
}

/** @satisfies RF-BUF-009 */
NvSciError NvSciBufAttrListDebugDump(NvSciBufAttrList attrList, void **buf, size_t *len)
{
    NvSciError status = core_enter(OP_BUF_ATTR_LIST_DEBUG_DUMP);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        status = list_find(OP_BUF_ATTR_LIST_DEBUG_DUMP, &g_buf_lists, attrList, &index);
        if ((buf == NULL) || (len == NULL)) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = list_dump(&g_buf_lists, index, buf, len);
        }
        core_leave();
    }
    return status;
}

/** @satisfies RF-BUF-010 */
NvSciError NvSciBufAttrListIsReconciled(NvSciBufAttrList attrList, bool *isReconciled)
{
    NvSciError status = core_enter(OP_BUF_ATTR_LIST_IS_RECONCILED);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        status = list_find(OP_BUF_ATTR_LIST_IS_RECONCILED, &g_buf_lists, attrList, &index);
        if (isReconciled == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            *isReconciled = (g_buf_list_rows[index].state == LIST_RECONCILED);
        }
        core_leave();
    }
    return status;
}

/** @satisfies RF-BUF-011 */
NvSciError NvSciBufAttrListClone(NvSciBufAttrList origAttrList, NvSciBufAttrList *newAttrList)
{
    NvSciError status = core_enter(OP_BUF_ATTR_LIST_CLONE);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;
        uint32_t copy = 0U;

        status = list_find_readable(OP_BUF_ATTR_LIST_CLONE, &g_buf_lists, origAttrList, &index);
        if (newAttrList == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = buf_is_set(index, BUF_GENERAL_TYPES) ? list_clone(&g_buf_lists, index, &copy)
                                                          : NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            buf_module_hold(g_buf_list_rows[copy].module);
            *newAttrList = buf_list_handle(copy);
        }
        core_leave();
    }
    return status;
}

/** Says whether each slot of the inputs names its types. */
static bool all_have_types(const ListInputs *inputs)
{
    ListPlace place = list_first(inputs);
    bool all = true;

    for (uint32_t i = 0U; (i < inputs->slots) && all; i++) {
        all = buf_is_set(place.row, BUF_GENERAL_TYPES);
        (void)list_next(&g_buf_lists, &place);
    }
    return all;
}

/** @satisfies RF-BUF-012 */
NvSciError
NvSciBufAttrListAppendUnreconciled(const NvSciBufAttrList inputUnreconciledAttrListArray[],
                                   size_t inputUnreconciledAttrListCount,
                                   NvSciBufAttrList *newUnreconciledAttrList)
{
    NvSciError status = core_enter(OP_BUF_ATTR_LIST_APPEND_UNRECONCILED);

    if (status == NvSciError_Success) {
        ListInputs inputs;
        uint32_t index = 0U;

        status =
            buf_inputs_collect(OP_BUF_ATTR_LIST_APPEND_UNRECONCILED, inputUnreconciledAttrListArray,
                               inputUnreconciledAttrListCount, &inputs);
        if (newUnreconciledAttrList == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = all_have_types(&inputs) ? list_append(&g_buf_lists, &inputs, &index)
                                             : NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            buf_module_hold(inputs.module);
            *newUnreconciledAttrList = buf_list_handle(index);
        }
        list_inputs_end(&g_buf_lists, &inputs);
        core_leave();
    }
    return status;
}
