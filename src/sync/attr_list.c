/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attr_list.c
 * Sync attribute lists: the entry points over core/list.c.
 */
#include "core/assert.h"
#include "core/pool.h"
#include "sync/sync.h"

NvSciError sync_inputs_add(PhaseOp op, const NvSciSyncAttrList array[], size_t count,
                           ListInputs *inputs)
{
    NvSciError status = NvSciError_Success;

    if ((array == NULL) || (count == 0U)) {
        status = NvSciError_BadParameter;
    }
    for (size_t i = 0U; (i < count) && (status == NvSciError_Success); i++) {
        status = list_inputs_add(op, &g_sync_lists, array[i], inputs);
    }
    return status;
}

/** @satisfies RF-SYNC-010 */
NvSciError NvSciSyncAttrListCreate(NvSciSyncModule module, NvSciSyncAttrList *attrList)
{
    uint32_t owner = 0U;
    NvSciError status = sync_enter_module(OP_SYNC_ATTR_LIST_CREATE, module, attrList, &owner);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        status = list_create(&g_sync_lists, owner, LIST_WRITABLE, &index);
        if (status == NvSciError_Success) {
            *attrList = sync_list_handle(index);
        }
        api_leave();
    }
    return status;
}

/** @satisfies RF-SYNC-011 */
void NvSciSyncAttrListFree(NvSciSyncAttrList attrList)
{
    if (sync_enter(OP_SYNC_ATTR_LIST_FREE) == NvSciError_Success) {
        list_free_handle(OP_SYNC_ATTR_LIST_FREE, &g_sync_lists, attrList);
        api_leave();
    } else {
        phase_note_kept(attrList);
    }
}

/** @satisfies RF-SYNC-012 */
NvSciError NvSciSyncAttrListIsReconciled(NvSciSyncAttrList attrList, bool *isReconciled)
{
    NvSciError status = sync_enter_feature(RINGFENCE_CFG_EXTRAS, OP_SYNC_ATTR_LIST_IS_RECONCILED);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        status = list_find(OP_SYNC_ATTR_LIST_IS_RECONCILED, &g_sync_lists, attrList, &index);
        if ((status == NvSciError_Success) && (isReconciled == NULL)) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            *isReconciled = (g_sync_lists.rows[index].state == LIST_RECONCILED);
        }
        api_leave();
    }
    return status;
}

/**
 * Checks all pairs before one is stored, so that a refused call changes nothing.
 * @satisfies RF-SYNC-023
 */
NvSciError sync_list_set(uint32_t index, const NvSciSyncAttrKeyValuePair *pairs, size_t count)
{
    NvSciError status = NvSciError_Success;
    ListRow *const row = &g_sync_lists.rows[index];
    ListKeySet before;
    uint32_t key = 0U;

    before = row->written;
    for (size_t i = 0U; (i < count) && (status == NvSciError_Success); i++) {
        const AttrValue value = {pairs[i].value, pairs[i].len};

        status = list_claim(&g_sync_lists, index, (uint32_t)pairs[i].attrKey, value, &key);
    }
    if (status != NvSciError_Success) {
        row->written = before;
    }
    for (size_t i = 0U; (i < count) && (status == NvSciError_Success); i++) {
        const AttrValue value = {pairs[i].value, pairs[i].len};

        key = attr_index(g_sync_lists.table, (uint32_t)pairs[i].attrKey);
        ASSERT(key < g_sync_lists.table->count);
        list_put(&g_sync_lists, index, key, value);
    }
    return status;
}

/** @satisfies RF-SYNC-013 */
NvSciError NvSciSyncAttrListSetAttrs(NvSciSyncAttrList attrList,
                                     const NvSciSyncAttrKeyValuePair *pairArray, size_t pairCount)
{
    NvSciError status = sync_enter(OP_SYNC_ATTR_LIST_SET_ATTRS);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        status = list_find(OP_SYNC_ATTR_LIST_SET_ATTRS, &g_sync_lists, attrList, &index);
        if ((pairArray == NULL) || (pairCount == 0U)) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = sync_list_set(index, pairArray, pairCount);
        }
        api_leave();
    }
    return status;
}

/** Reads a public key of a row, whichever the state of the list. */
static NvSciError read_key(uint32_t row, uint32_t key, AttrValue *value)
{
    NvSciError status = NvSciError_BadParameter;

    if (key < (uint32_t)NvSciSyncAttrKey_UpperBound) {
        const uint32_t index = attr_index(g_sync_lists.table, key);

        if (index < g_sync_lists.table->count) {
            *value = list_value(&g_sync_lists, row, index);
            status = NvSciError_Success;
        }
    }
    return status;
}

/** Reads keys of a slot; the pairs change only if all keys are known. */
static NvSciError get_pairs(PhaseOp op, NvSciSyncAttrList list, size_t slot,
                            NvSciSyncAttrKeyValuePair *pairs, size_t count)
{
    uint32_t index = 0U;
    uint32_t row = 0U;
    AttrValue value = {NULL, 0U};
    NvSciError status = list_find_readable(op, &g_sync_lists, list, &index);

    if ((pairs == NULL) || (count == 0U)) {
        status = NvSciError_BadParameter;
    }
    if (status == NvSciError_Success) {
        status = list_slot(&g_sync_lists, index, slot, &row);
    }
    for (size_t i = 0U; (i < count) && (status == NvSciError_Success); i++) {
        status = read_key(row, (uint32_t)pairs[i].attrKey, &value);
    }
    if (status == NvSciError_Success) {
        for (size_t i = 0U; i < count; i++) {
            (void)read_key(row, (uint32_t)pairs[i].attrKey, &value);
            pairs[i].value = value.bytes;
            pairs[i].len = value.len;
        }
    }
    return status;
}

/** @satisfies RF-SYNC-014 */
NvSciError NvSciSyncAttrListGetAttrs(NvSciSyncAttrList attrList,
                                     NvSciSyncAttrKeyValuePair *pairArray, size_t pairCount)
{
    NvSciError status = sync_enter_feature(RINGFENCE_CFG_EXTRAS, OP_SYNC_ATTR_LIST_GET_ATTRS);

    if (status == NvSciError_Success) {
        status = get_pairs(OP_SYNC_ATTR_LIST_GET_ATTRS, attrList, 0U, pairArray, pairCount);
        api_leave();
    }
    return status;
}

/** @satisfies RF-SYNC-015 */
NvSciError NvSciSyncAttrListSlotGetAttrs(NvSciSyncAttrList attrList, size_t slotIndex,
                                         NvSciSyncAttrKeyValuePair *pairArray, size_t pairCount)
{
    NvSciError status = sync_enter_feature(RINGFENCE_CFG_EXTRAS, OP_SYNC_ATTR_LIST_SLOT_GET_ATTRS);

    if (status == NvSciError_Success) {
        status =
            get_pairs(OP_SYNC_ATTR_LIST_SLOT_GET_ATTRS, attrList, slotIndex, pairArray, pairCount);
        api_leave();
    }
    return status;
}

/** @satisfies RF-SYNC-016 */
NvSciError NvSciSyncAttrListGetAttr(NvSciSyncAttrList attrList, NvSciSyncAttrKey key,
                                    const void **value, size_t *len)
{
    NvSciError status = sync_enter_feature(RINGFENCE_CFG_EXTRAS, OP_SYNC_ATTR_LIST_GET_ATTR);

    if (status == NvSciError_Success) {
        NvSciSyncAttrKeyValuePair pair = {key, NULL, 0U};

        status = get_pairs(OP_SYNC_ATTR_LIST_GET_ATTR, attrList, 0U, &pair, 1U);
        if ((value == NULL) || (len == NULL)) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            *value = pair.value;
            *len = pair.len;
        }
        api_leave();
    }
    return status;
}

/** @satisfies RF-SYNC-017 */
size_t NvSciSyncAttrListGetSlotCount(NvSciSyncAttrList attrList)
{
    size_t count = 0U;

    if (sync_enter_feature(RINGFENCE_CFG_EXTRAS, OP_SYNC_ATTR_LIST_GET_SLOT_COUNT) ==
        NvSciError_Success) {
        uint32_t index = 0U;

        if (list_find_readable(OP_SYNC_ATTR_LIST_GET_SLOT_COUNT, &g_sync_lists, attrList, &index) ==
            NvSciError_Success) {
            count = (size_t)g_sync_lists.rows[index].slots;
        }
        api_leave();
    }
    return count;
}

/** @satisfies RF-SYNC-018 */
NvSciError
NvSciSyncAttrListAppendUnreconciled(const NvSciSyncAttrList inputUnreconciledAttrListArray[],
                                    size_t inputUnreconciledAttrListCount,
                                    NvSciSyncAttrList *newUnreconciledAttrList)
{
    NvSciError status =
        sync_enter_feature(RINGFENCE_CFG_EXTRAS, OP_SYNC_ATTR_LIST_APPEND_UNRECONCILED);

    if (status == NvSciError_Success) {
        ListInputs inputs = list_inputs_begin();
        uint32_t index = 0U;

        status =
            sync_inputs_add(OP_SYNC_ATTR_LIST_APPEND_UNRECONCILED, inputUnreconciledAttrListArray,
                            inputUnreconciledAttrListCount, &inputs);
        if ((status == NvSciError_Success) && (newUnreconciledAttrList == NULL)) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = list_append(&g_sync_lists, &inputs, &index);
        }
        if (status == NvSciError_Success) {
            *newUnreconciledAttrList = sync_list_handle(index);
        }
        list_inputs_end(&g_sync_lists, &inputs);
        api_leave();
    }
    return status;
}

/** @satisfies RF-SYNC-019 */
NvSciError NvSciSyncAttrListClone(NvSciSyncAttrList origAttrList, NvSciSyncAttrList *newAttrList)
{
    NvSciError status = sync_enter_feature(RINGFENCE_CFG_EXTRAS, OP_SYNC_ATTR_LIST_CLONE);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;
        uint32_t copy = 0U;

        status = list_find_readable(OP_SYNC_ATTR_LIST_CLONE, &g_sync_lists, origAttrList, &index);
        if ((status == NvSciError_Success) && (newAttrList == NULL)) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = list_clone(&g_sync_lists, index, &copy);
        }
        if (status == NvSciError_Success) {
            *newAttrList = sync_list_handle(copy);
        }
        api_leave();
    }
    return status;
}

/** @satisfies RF-SYNC-020 */
NvSciError NvSciSyncAttrListDebugDump(NvSciSyncAttrList attrList, void **buf, size_t *len)
{
    NvSciError status = sync_enter_feature(RINGFENCE_CFG_TEXTS, OP_SYNC_ATTR_LIST_DEBUG_DUMP);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        status = list_find(OP_SYNC_ATTR_LIST_DEBUG_DUMP, &g_sync_lists, attrList, &index);
        if ((buf == NULL) || (len == NULL)) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = list_dump(&g_sync_lists, index, buf, len);
        }
        api_leave();
    }
    return status;
}

/** @satisfies RF-SYNC-021 */
NvSciError NvSciSyncFillC2cAttrs(NvSciSyncAttrList unrecAttrList, NvSciSyncAccessPerm permissions)
{
    static const NvSciSyncAttrValPrimitiveType primitives[] = {
        NvSciSyncAttrValPrimitiveType_SysmemSemaphore,
        NvSciSyncAttrValPrimitiveType_SysmemSemaphorePayload64b};
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_RequiredPerm, &permissions, sizeof(permissions)},
        {NvSciSyncAttrKey_PrimitiveInfo, primitives, sizeof(primitives)}};
    NvSciError status = sync_enter_feature(RINGFENCE_CFG_EXTRAS, OP_SYNC_FILL_C2C_ATTRS);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        status = list_find(OP_SYNC_FILL_C2C_ATTRS, &g_sync_lists, unrecAttrList, &index);
        if (status == NvSciError_Success) {
            status = sync_list_set(index, pairs, sizeof(pairs) / sizeof(pairs[0]));
        }
        api_leave();
    }
    return status;
}
