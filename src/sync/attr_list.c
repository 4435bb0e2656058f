/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attr_list.c
 * Attribute lists of sync objects: the public functions.
 */
#include "core/pool.h"
#include "sync/lists_agree.h"
#include "sync/object.h"
#include "sync/sync.h"

_Static_assert(LIST_PAIR_IS(NvSciSyncAttrKeyValuePair, NvSciSyncAttrKey, attrKey),
               "pairs of both kinds of list are laid out alike");

const ListApi g_sync_api = {.cls = &g_sync_lists,
                            .enter = &sync_enter,
                            .reconcile = &sync_reconcile,
                            .needs_memory = false,
                            .needed = (uint32_t)SYNC_KEY_COUNT,
                            .private_keys = (uint32_t)SYNC_KEY_SIGNALERS,
                            .reads_all = true};

/* ---------------------------------------------------------------- one list */

/** @satisfies RF-SYNC-010 */
NvSciError NvSciSyncAttrListCreate(NvSciSyncModule module, NvSciSyncAttrList *attrList)
{
    return list_api_create(OP_SYNC_ATTR_LIST_CREATE, &g_sync_api, module, attrList);
}

/** @satisfies RF-SYNC-011 */
void NvSciSyncAttrListFree(NvSciSyncAttrList attrList)
{
    list_api_free(OP_SYNC_ATTR_LIST_FREE, &g_sync_api, attrList);
}

/** @satisfies RF-SYNC-012 */
NvSciError NvSciSyncAttrListIsReconciled(NvSciSyncAttrList attrList, bool *isReconciled)
{
    return list_api_is_reconciled(OP_SYNC_ATTR_LIST_IS_RECONCILED, &g_sync_api, attrList,
                                  isReconciled);
}

/** @satisfies RF-SYNC-013 */
NvSciError NvSciSyncAttrListSetAttrs(NvSciSyncAttrList attrList,
                                     const NvSciSyncAttrKeyValuePair *pairArray, size_t pairCount)
{
    uint32_t index = 0U;
    NvSciError status = list_api_find(OP_SYNC_ATTR_LIST_SET_ATTRS, &g_sync_api, attrList, &index);

    if (status == NvSciError_Success) {
        status = sync_list_set(OP_SYNC_ATTR_LIST_SET_ATTRS, index, pairArray, pairCount);
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-SYNC-014 */
NvSciError NvSciSyncAttrListGetAttrs(NvSciSyncAttrList attrList,
                                     NvSciSyncAttrKeyValuePair *pairArray, size_t pairCount)
{
    return list_api_get(OP_SYNC_ATTR_LIST_GET_ATTRS, &g_sync_api, attrList, 0U, pairArray,
                        pairCount);
}

/** @satisfies RF-SYNC-015 */
NvSciError NvSciSyncAttrListSlotGetAttrs(NvSciSyncAttrList attrList, size_t slotIndex,
                                         NvSciSyncAttrKeyValuePair *pairArray, size_t pairCount)
{
    return list_api_get(OP_SYNC_ATTR_LIST_SLOT_GET_ATTRS, &g_sync_api, attrList, slotIndex,
                        pairArray, pairCount);
}

/** @satisfies RF-SYNC-016 */
NvSciError NvSciSyncAttrListGetAttr(NvSciSyncAttrList attrList, NvSciSyncAttrKey key,
                                    const void **value, size_t *len)
{
    NvSciSyncAttrKeyValuePair pair = {key, NULL, 0U};
    NvSciError status =
        list_api_get(OP_SYNC_ATTR_LIST_GET_ATTR, &g_sync_api, attrList, 0U, &pair, 1U);

    if (status == NvSciError_Success) {
        if ((value == NULL) || (len == NULL)) {
            status = NvSciError_BadParameter;
        } else {
            *value = pair.value;
            *len = pair.len;
        }
    }
    return status;
}

/** @satisfies RF-SYNC-017 */
size_t NvSciSyncAttrListGetSlotCount(NvSciSyncAttrList attrList)
{
    return list_api_slot_count(OP_SYNC_ATTR_LIST_GET_SLOT_COUNT, &g_sync_api, attrList);
}

/** @satisfies RF-SYNC-019 */
NvSciError NvSciSyncAttrListClone(NvSciSyncAttrList origAttrList, NvSciSyncAttrList *newAttrList)
{
    return list_api_clone(OP_SYNC_ATTR_LIST_CLONE, &g_sync_api, origAttrList, newAttrList);
}

/** @satisfies RF-SYNC-020 */
NvSciError NvSciSyncAttrListDebugDump(NvSciSyncAttrList attrList, void **buf, size_t *len)
{
    return list_api_dump(OP_SYNC_ATTR_LIST_DEBUG_DUMP, &g_sync_api, attrList, buf, len);
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
    uint32_t index = 0U;
    NvSciError status = list_api_find_feature(RINGFENCE_CFG_EXTRAS, OP_SYNC_FILL_C2C_ATTRS,
                                              &g_sync_api, unrecAttrList, &index);

    if (status == NvSciError_Success) {
        status =
            sync_list_set(OP_SYNC_FILL_C2C_ATTRS, index, pairs, sizeof(pairs) / sizeof(pairs[0]));
        ringfence_api_leave();
    }
    return status;
}

/* ---------------------------------------------------------------- several lists */

/** @satisfies RF-SYNC-018 */
NvSciError
NvSciSyncAttrListAppendUnreconciled(const NvSciSyncAttrList inputUnreconciledAttrListArray[],
                                    size_t inputUnreconciledAttrListCount,
                                    NvSciSyncAttrList *newUnreconciledAttrList)
{
    return list_api_append(OP_SYNC_ATTR_LIST_APPEND_UNRECONCILED, &g_sync_api,
                           inputUnreconciledAttrListArray, inputUnreconciledAttrListCount,
                           newUnreconciledAttrList);
}

/** @satisfies RF-SYNC-030 RF-SYNC-037 */
NvSciError NvSciSyncAttrListReconcile(const NvSciSyncAttrList inputArray[], size_t inputCount,
                                      NvSciSyncAttrList *newReconciledList,
                                      NvSciSyncAttrList *newConflictList)
{
    uint32_t list = 0U;
    const NvSciError status = list_api_enter_reconciled(
        RINGFENCE_CFG_EXTRAS, OP_SYNC_ATTR_LIST_RECONCILE, &g_sync_api, inputArray, inputCount,
        newReconciledList, newConflictList, &list);

    if (status == NvSciError_Success) {
        *newReconciledList = ringfence_pool_handle(RINGFENCE_POOL_SYNC_LIST, list);
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-SYNC-031 RF-SYNC-037 */
NvSciError NvSciSyncAttrListReconcileAndObjAlloc(const NvSciSyncAttrList inputArray[],
                                                 size_t inputCount, NvSciSyncObj *syncObj,
                                                 NvSciSyncAttrList *newConflictList)
{
    uint32_t list = 0U;
    NvSciError status =
        list_api_enter_reconciled(1U, OP_SYNC_ATTR_LIST_RECONCILE_AND_OBJ_ALLOC, &g_sync_api,
                                  inputArray, inputCount, syncObj, newConflictList, &list);

    if (status == NvSciError_Success) {
        status = sync_object_alloc(list, syncObj);
        list_destroy(&g_sync_lists, list);
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-SYNC-032 */
NvSciError NvSciSyncAttrListValidateReconciled(
    NvSciSyncAttrList reconciledAttrList, const NvSciSyncAttrList inputUnreconciledAttrListArray[],
    size_t inputUnreconciledAttrListCount, bool *isReconciledListValid)
{
    NvSciError status =
        sync_enter_feature(RINGFENCE_CFG_CHECKS, OP_SYNC_ATTR_LIST_VALIDATE_RECONCILED);

    if (status == NvSciError_Success) {
        ListInputs inputs = list_inputs_begin();
        uint32_t index = 0U;

        status = list_find_reconciled(OP_SYNC_ATTR_LIST_VALIDATE_RECONCILED, &g_sync_lists,
                                      reconciledAttrList, &index);
        if (isReconciledListValid == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = list_inputs_beside(OP_SYNC_ATTR_LIST_VALIDATE_RECONCILED, &g_sync_lists, index,
                                        inputUnreconciledAttrListArray,
                                        inputUnreconciledAttrListCount, &inputs);
        }
        if (status == NvSciError_Success) {
            status = sync_list_validate(index, &inputs);
        }
        if (isReconciledListValid != NULL) {
            *isReconciledListValid = (status == NvSciError_Success);
        }
        list_inputs_end(&g_sync_lists, &inputs);
        ringfence_api_leave();
    }
    return status;
}

/**
 * Makes a list of the pairs, and checks a reconciled list against it.
 *
 * @retval NvSciError_AttrListValidationFailed  iff the pairs make a list that is not satisfied
 */
static NvSciError check_sync_pairs(uint32_t reconciled, const NvSciSyncAttrKeyValuePair *pairs,
                                   size_t count)
{
    uint32_t index = 0U;
    NvSciError status =
        list_create(&g_sync_lists, g_sync_lists.rows[reconciled].module, LIST_WRITABLE, &index);

    if (status == NvSciError_Success) {
        status =
            sync_list_set(OP_SYNC_ATTR_LIST_VALIDATE_RECONCILED_AGAINST_ATTRS, index, pairs, count);
        if (status == NvSciError_Success) {
            ListInputs inputs = list_inputs_begin();

            /* A list that was just made is always a possible input. */
            (void)list_inputs_add(OP_SYNC_ATTR_LIST_VALIDATE_RECONCILED_AGAINST_ATTRS,
                                  &g_sync_lists,
                                  ringfence_pool_handle(RINGFENCE_POOL_SYNC_LIST, index), &inputs);
            status = sync_list_validate(reconciled, &inputs);
            if (status == NvSciError_BadParameter) {
                status = NvSciError_AttrListValidationFailed;
            }
            list_inputs_end(&g_sync_lists, &inputs);
        }
        list_destroy(&g_sync_lists, index);
    }
    return status;
}

/** @satisfies RF-SYNC-033 */
NvSciError
NvSciSyncAttrListValidateReconciledAgainstAttrs(NvSciSyncAttrList reconciledAttrList,
                                                const NvSciSyncAttrKeyValuePair *pairArray,
                                                size_t pairCount, NvSciSyncAccessPerm permissions)
{
    NvSciError status = sync_enter_feature(RINGFENCE_CFG_CHECKS,
                                           OP_SYNC_ATTR_LIST_VALIDATE_RECONCILED_AGAINST_ATTRS);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;
        const bool known = (permissions >= NvSciSyncAccessPerm_WaitOnly) &&
                           (permissions <= NvSciSyncAccessPerm_WaitSignal);

        status = list_find_reconciled(OP_SYNC_ATTR_LIST_VALIDATE_RECONCILED_AGAINST_ATTRS,
                                      &g_sync_lists, reconciledAttrList, &index);
        if ((!known) || ((pairArray == NULL) && (pairCount > 0U))) {
            status = NvSciError_BadParameter;
        }
        if ((status == NvSciError_Success) && (pairCount > 0U)) {
            status = check_sync_pairs(index, pairArray, pairCount);
        }
        if (status == NvSciError_Success) {
            const uint64_t actual = sync_list_number(index, SYNC_KEY_ACTUAL_PERM);

            if ((actual & permissions) != permissions) {
                status = NvSciError_AttrListValidationFailed;
            }
        }
        ringfence_api_leave();
    }
    return status;
}

bool sync_lists_agree(PhaseOp op, const NvSciSyncAttrList lists[], uint32_t count)
{
    return list_agree(op, &g_sync_lists, lists, count);
}
