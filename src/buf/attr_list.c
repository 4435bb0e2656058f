/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attr_list.c
 * Attribute lists of buffers: the public functions.
 */
#include "buf/buf.h"
#include "buf/lists_agree.h"

#include "core/pool.h"

_Static_assert(LIST_PAIR_IS(NvSciBufAttrKeyValuePair, NvSciBufAttrKey, key),
               "pairs of both kinds of list are laid out alike");

const ListApi g_buf_api = {.cls = &g_buf_lists,
                           .enter = &ringfence_api_enter,
                           .reconcile = &buf_reconcile,
                           .needs_memory = true,
                           .needed = (uint32_t)BUF_GENERAL_TYPES,
                           .private_keys = BUF_KEYS,
                           .reads_all = false};

/* ---------------------------------------------------------------- one list */

/** @satisfies RF-BUF-004 RF-BUF-058 */
NvSciError NvSciBufAttrListCreate(NvSciBufModule module, NvSciBufAttrList *newAttrList)
{
    return list_api_create(OP_BUF_ATTR_LIST_CREATE, &g_buf_api, module, newAttrList);
}

/** @satisfies RF-BUF-005 RF-BUF-058 */
void NvSciBufAttrListFree(NvSciBufAttrList attrList)
{
    list_api_free(OP_BUF_ATTR_LIST_FREE, &g_buf_api, attrList);
}

/** @satisfies RF-BUF-010 RF-BUF-058 */
NvSciError NvSciBufAttrListIsReconciled(NvSciBufAttrList attrList, bool *isReconciled)
{
    return list_api_is_reconciled(OP_BUF_ATTR_LIST_IS_RECONCILED, &g_buf_api, attrList,
                                  isReconciled);
}

/** @satisfies RF-BUF-006 RF-BUF-058 */
NvSciError NvSciBufAttrListSetAttrs(NvSciBufAttrList attrList, NvSciBufAttrKeyValuePair *pairArray,
                                    size_t pairCount)
{
    uint32_t index = 0U;
    NvSciError status = list_api_find(OP_BUF_ATTR_LIST_SET_ATTRS, &g_buf_api, attrList, &index);

    if (status == NvSciError_Success) {
        status = buf_list_set(OP_BUF_ATTR_LIST_SET_ATTRS, index, 0U, pairArray, pairCount);
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-BUF-008 RF-BUF-058 */
NvSciError NvSciBufAttrListGetAttrs(NvSciBufAttrList attrList, NvSciBufAttrKeyValuePair *pairArray,
                                    size_t pairCount)
{
    return list_api_get(OP_BUF_ATTR_LIST_GET_ATTRS, &g_buf_api, attrList, 0U, pairArray, pairCount);
}

/** @satisfies RF-BUF-008 RF-BUF-058 */
NvSciError NvSciBufAttrListSlotGetAttrs(NvSciBufAttrList attrList, size_t slotIndex,
                                        NvSciBufAttrKeyValuePair *pairArray, size_t pairCount)
{
    return list_api_get(OP_BUF_ATTR_LIST_SLOT_GET_ATTRS, &g_buf_api, attrList, slotIndex, pairArray,
                        pairCount);
}

/** @satisfies RF-BUF-007 RF-BUF-058 */
size_t NvSciBufAttrListGetSlotCount(NvSciBufAttrList attrList)
{
    return list_api_slot_count(OP_BUF_ATTR_LIST_GET_SLOT_COUNT, &g_buf_api, attrList);
}

/** @satisfies RF-BUF-011 RF-BUF-058 */
NvSciError NvSciBufAttrListClone(NvSciBufAttrList origAttrList, NvSciBufAttrList *newAttrList)
{
    return list_api_clone(OP_BUF_ATTR_LIST_CLONE, &g_buf_api, origAttrList, newAttrList);
}

/** @satisfies RF-BUF-009 RF-BUF-058 */
NvSciError NvSciBufAttrListDebugDump(NvSciBufAttrList attrList, void **buf, size_t *len)
{
    return list_api_dump(OP_BUF_ATTR_LIST_DEBUG_DUMP, &g_buf_api, attrList, buf, len);
}

/* ---------------------------------------------------------------- several lists */

/** @satisfies RF-BUF-012 RF-BUF-058 */
NvSciError
NvSciBufAttrListAppendUnreconciled(const NvSciBufAttrList inputUnreconciledAttrListArray[],
                                   size_t inputUnreconciledAttrListCount,
                                   NvSciBufAttrList *newUnreconciledAttrList)
{
    return list_api_append(OP_BUF_ATTR_LIST_APPEND_UNRECONCILED, &g_buf_api,
                           inputUnreconciledAttrListArray, inputUnreconciledAttrListCount,
                           newUnreconciledAttrList);
}

/** @satisfies RF-BUF-013 RF-BUF-058 */
NvSciError NvSciBufAttrListReconcile(const NvSciBufAttrList inputArray[], size_t inputCount,
                                     NvSciBufAttrList *newReconciledAttrList,
                                     NvSciBufAttrList *newConflictList)
{
    uint32_t list = 0U;
    const NvSciError status = list_api_enter_reconciled(
        RINGFENCE_CFG_EXTRAS, OP_BUF_ATTR_LIST_RECONCILE, &g_buf_api, inputArray, inputCount,
        newReconciledAttrList, newConflictList, &list);

    if (status == NvSciError_Success) {
        *newReconciledAttrList = ringfence_pool_handle(RINGFENCE_POOL_BUF_LIST, list);
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-BUF-014 RF-BUF-058 */
NvSciError NvSciBufAttrListReconcileAndObjAlloc(const NvSciBufAttrList attrListArray[],
                                                size_t attrListCount, NvSciBufObj *bufObj,
                                                NvSciBufAttrList *newConflictList)
{
    uint32_t list = 0U;
    NvSciError status =
        list_api_enter_reconciled(1U, OP_BUF_ATTR_LIST_RECONCILE_AND_OBJ_ALLOC, &g_buf_api,
                                  attrListArray, attrListCount, bufObj, newConflictList, &list);

    if (status == NvSciError_Success) {
        status = buf_object_alloc(OP_BUF_ATTR_LIST_RECONCILE_AND_OBJ_ALLOC, list, bufObj);
        list_destroy(&g_buf_lists, list);
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-BUF-015 RF-BUF-058 */
NvSciError NvSciBufAttrListValidateReconciled(NvSciBufAttrList reconciledAttrList,
                                              const NvSciBufAttrList unreconciledAttrListArray[],
                                              size_t unreconciledAttrListCount,
                                              bool *isReconcileListValid)
{
    NvSciError status = feature_enter(RINGFENCE_CFG_CHECKS, OP_BUF_ATTR_LIST_VALIDATE_RECONCILED);

    if (status == NvSciError_Success) {
        ListInputs inputs = list_inputs_begin();
        uint32_t reconciled = 0U;

        status = list_find_reconciled(OP_BUF_ATTR_LIST_VALIDATE_RECONCILED, &g_buf_lists,
                                      reconciledAttrList, &reconciled);
        if (isReconcileListValid == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status =
                list_inputs_beside(OP_BUF_ATTR_LIST_VALIDATE_RECONCILED, &g_buf_lists, reconciled,
                                   unreconciledAttrListArray, unreconciledAttrListCount, &inputs);
        }
        if (status == NvSciError_Success) {
            status = buf_list_validate(reconciled, &inputs);
            *isReconcileListValid = (status == NvSciError_Success);
        }
        list_inputs_end(&g_buf_lists, &inputs);
        ringfence_api_leave();
    }
    return status;
}

/** Makes a list of the pairs, and the only input of a check. */
static NvSciError check_buf_pairs(uint32_t reconciled, const NvSciBufAttrKeyValuePair *pairs,
                                  size_t count)
{
    uint32_t index = 0U;
    NvSciError status =
        list_create(&g_buf_lists, g_buf_lists.rows[reconciled].module, LIST_WRITABLE, &index);

    if (status == NvSciError_Success) {
        status = buf_list_set(OP_BUF_ATTR_LIST_VALIDATE_RECONCILED_AGAINST_ATTRS, index,
                              buf_types(reconciled), pairs, count);
        if (status == NvSciError_Success) {
            ListInputs inputs = list_inputs_begin();

            /* A list that was just made is always a possible input. */
            (void)list_inputs_add(OP_BUF_ATTR_LIST_VALIDATE_RECONCILED_AGAINST_ATTRS, &g_buf_lists,
                                  ringfence_pool_handle(RINGFENCE_POOL_BUF_LIST, index), &inputs);
            status = buf_list_validate(reconciled, &inputs);
            list_inputs_end(&g_buf_lists, &inputs);
            if ((status == NvSciError_ReconciliationFailed) || (status == NvSciError_Overflow)) {
                status = NvSciError_AttrListValidationFailed;
            }
        }
        list_destroy(&g_buf_lists, index);
    }
    return status;
}

/** @satisfies RF-BUF-016 RF-BUF-058 */
NvSciError NvSciBufAttrListValidateReconciledAgainstAttrs(const NvSciBufAttrList reconciledAttrList,
                                                          const NvSciBufAttrKeyValuePair *pairArray,
                                                          const size_t pairCount)
{
    NvSciError status =
        feature_enter(RINGFENCE_CFG_CHECKS, OP_BUF_ATTR_LIST_VALIDATE_RECONCILED_AGAINST_ATTRS);

    if (status == NvSciError_Success) {
        uint32_t reconciled = 0U;

        status = list_find_reconciled(OP_BUF_ATTR_LIST_VALIDATE_RECONCILED_AGAINST_ATTRS,
                                      &g_buf_lists, reconciledAttrList, &reconciled);
        if (status == NvSciError_Success) {
            status = check_buf_pairs(reconciled, pairArray, pairCount);
        }
        ringfence_api_leave();
    }
    return status;
}

bool buf_lists_agree(PhaseOp op, const NvSciBufAttrList lists[], uint32_t count)
{
    return list_agree(op, &g_buf_lists, lists, count);
}
