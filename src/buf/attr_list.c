/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attr_list.c
 * Attribute lists of buffers: life, setting, reading, text.
 */
#include "buf/buf.h"

#include "core/pool.h"

/* ---------------------------------------------------------------- life */

NvSciBufAttrList buf_list_handle(uint32_t index)
{
    return pool_handle(RINGFENCE_POOL_BUF_LIST, index);
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

bool buf_inputs_have_types(const ListInputs *inputs)
{
    ListCursor cursor = list_first(inputs);
    bool all = true;

    for (uint32_t i = 0U; (i < inputs->slots) && all; i++) {
        all = buf_is_set(cursor.row, BUF_GENERAL_TYPES);
        (void)list_next(&g_buf_lists, &cursor);
    }
    return all;
}

/* ---------------------------------------------------------------- entry points */

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

/** @satisfies RF-BUF-004 RF-BUF-058 */
NvSciError NvSciBufAttrListCreate(NvSciBufModule module, NvSciBufAttrList *newAttrList)
{
    NvSciError status = api_enter(OP_BUF_ATTR_LIST_CREATE);

    if (status == NvSciError_Success) {
        uint32_t owner = 0U;
        uint32_t index = 0U;

        status = buf_module_find(OP_BUF_ATTR_LIST_CREATE, module, &owner);
        if (newAttrList == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = list_create(&g_buf_lists, owner, LIST_WRITABLE, &index);
        }
        if (status == NvSciError_Success) {
            *newAttrList = buf_list_handle(index);
        }
        api_leave();
    }
    return status;
}

/** @satisfies RF-BUF-005 RF-BUF-058 */
void NvSciBufAttrListFree(NvSciBufAttrList attrList)
{
    const NvSciError status = api_enter(OP_BUF_ATTR_LIST_FREE);

    if (status == NvSciError_Success) {
        list_free_handle(OP_BUF_ATTR_LIST_FREE, &g_buf_lists, attrList);
        api_leave();
    } else {
        phase_note_kept(attrList);
    }
}

/** @satisfies RF-BUF-006 RF-BUF-058 */
NvSciError NvSciBufAttrListSetAttrs(NvSciBufAttrList attrList, NvSciBufAttrKeyValuePair *pairArray,
                                    size_t pairCount)
{
    NvSciError status = api_enter(OP_BUF_ATTR_LIST_SET_ATTRS);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        status = list_find(OP_BUF_ATTR_LIST_SET_ATTRS, &g_buf_lists, attrList, &index);
        if (status == NvSciError_Success) {
            status = buf_list_set(index, 0U, pairArray, pairCount);
        }
        api_leave();
    }
    return status;
}

/** @satisfies RF-BUF-007 RF-BUF-058 */
size_t NvSciBufAttrListGetSlotCount(NvSciBufAttrList attrList)
{
    size_t count = 0U;
    NvSciError status = feature_enter(RINGFENCE_CFG_EXTRAS, OP_BUF_ATTR_LIST_GET_SLOT_COUNT);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        status = list_find(OP_BUF_ATTR_LIST_GET_SLOT_COUNT, &g_buf_lists, attrList, &index);
        if (status == NvSciError_Success) {
            count = (size_t)g_buf_lists.rows[index].slots;
        }
        api_leave();
    }
    return count;
}

/** @satisfies RF-BUF-008 RF-BUF-058 */
NvSciError NvSciBufAttrListGetAttrs(NvSciBufAttrList attrList, NvSciBufAttrKeyValuePair *pairArray,
                                    size_t pairCount)
{
    NvSciError status = feature_enter(RINGFENCE_CFG_EXTRAS, OP_BUF_ATTR_LIST_GET_ATTRS);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        status = list_find_readable(OP_BUF_ATTR_LIST_GET_ATTRS, &g_buf_lists, attrList, &index);
        if (status == NvSciError_Success) {
            status = read_pairs(index, 0U, pairArray, pairCount);
        }
        api_leave();
    }
    return status;
}

/** @satisfies RF-BUF-008 RF-BUF-058 */
NvSciError NvSciBufAttrListSlotGetAttrs(NvSciBufAttrList attrList, size_t slotIndex,
                                        NvSciBufAttrKeyValuePair *pairArray, size_t pairCount)
{
    NvSciError status = feature_enter(RINGFENCE_CFG_EXTRAS, OP_BUF_ATTR_LIST_SLOT_GET_ATTRS);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        status =
            list_find_readable(OP_BUF_ATTR_LIST_SLOT_GET_ATTRS, &g_buf_lists, attrList, &index);
        if (status == NvSciError_Success) {
            status = read_pairs(index, slotIndex, pairArray, pairCount);
        }
        api_leave();
    }
    return status;
}

/** @satisfies RF-BUF-009 RF-BUF-058 */
NvSciError NvSciBufAttrListDebugDump(NvSciBufAttrList attrList, void **buf, size_t *len)
{
    NvSciError status = feature_enter(RINGFENCE_CFG_TEXTS, OP_BUF_ATTR_LIST_DEBUG_DUMP);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        status = list_find(OP_BUF_ATTR_LIST_DEBUG_DUMP, &g_buf_lists, attrList, &index);
        if ((buf == NULL) || (len == NULL)) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = list_dump(&g_buf_lists, index, buf, len);
        }
        api_leave();
    }
    return status;
}

/** @satisfies RF-BUF-010 RF-BUF-058 */
NvSciError NvSciBufAttrListIsReconciled(NvSciBufAttrList attrList, bool *isReconciled)
{
    NvSciError status = feature_enter(RINGFENCE_CFG_EXTRAS, OP_BUF_ATTR_LIST_IS_RECONCILED);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        status = list_find(OP_BUF_ATTR_LIST_IS_RECONCILED, &g_buf_lists, attrList, &index);
        if (isReconciled == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            *isReconciled = (g_buf_lists.rows[index].state == LIST_RECONCILED);
        }
        api_leave();
    }
    return status;
}

/** @satisfies RF-BUF-011 RF-BUF-058 */
NvSciError NvSciBufAttrListClone(NvSciBufAttrList origAttrList, NvSciBufAttrList *newAttrList)
{
    NvSciError status = feature_enter(RINGFENCE_CFG_EXTRAS, OP_BUF_ATTR_LIST_CLONE);

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
            *newAttrList = buf_list_handle(copy);
        }
        api_leave();
    }
    return status;
}

/** @satisfies RF-BUF-012 RF-BUF-058 */
NvSciError
NvSciBufAttrListAppendUnreconciled(const NvSciBufAttrList inputUnreconciledAttrListArray[],
                                   size_t inputUnreconciledAttrListCount,
                                   NvSciBufAttrList *newUnreconciledAttrList)
{
    NvSciError status = feature_enter(RINGFENCE_CFG_EXTRAS, OP_BUF_ATTR_LIST_APPEND_UNRECONCILED);

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
            status = buf_inputs_have_types(&inputs) ? list_append(&g_buf_lists, &inputs, &index)
                                                    : NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            *newUnreconciledAttrList = buf_list_handle(index);
        }
        list_inputs_end(&g_buf_lists, &inputs);
        api_leave();
    }
    return status;
}
