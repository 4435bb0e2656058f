/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sync_list.c
 * Export and import of sync attribute lists.
 */
#include "share/share.h"

#include "nvscisync.h"
#include "sync/sync.h"

/** Keys of sync lists do not depend on each other. */
static bool sync_slot_is_settable(uint32_t row)
{
    (void)row;
    return true;
}

/** @satisfies RF-SHARE-016 RF-SHARE-017 */
static NvSciError check_sync_sound(PhaseOp op, uint32_t list)
{
    (void)op;
    return sync_list_is_sound(list) ? NvSciError_Success : NvSciError_BadParameter;
}

/** @satisfies RF-SHARE-019 */
static NvSciError validate_sync(uint32_t list, const ListInputs *inputs)
{
    NvSciError status = sync_list_validate(list, inputs);

    if (status == NvSciError_BadParameter) {
        status = NvSciError_AttrListValidationFailed;
    }
    return status;
}

const ShareLists g_share_sync_lists = {
    &g_sync_lists, WIRE_SYNC_UNRECONCILED,  WIRE_SYNC_RECONCILED,   WIRE_SYNC_LIST_AND_OBJECT,
    &sync_enter,   NvSciError_BadParameter, &sync_slot_is_settable, &check_sync_sound,
    &validate_sync};

/** @satisfies RF-SHARE-021 */
NvSciError NvSciSyncAttrListIpcExportUnreconciled(
    const NvSciSyncAttrList unreconciledAttrListArray[], size_t unreconciledAttrListCount,
    NvSciIpcEndpoint ipcEndpoint, void **descBuf, size_t *descLen)
{
    const PhaseOp op = OP_SYNC_ATTR_LIST_EXPORT_UNRECONCILED;
    NvSciError status = sync_enter(op);

    if (status == NvSciError_Success) {
        ListInputs inputs = list_inputs_begin();

        status = sync_inputs_add(op, unreconciledAttrListArray, unreconciledAttrListCount, &inputs);
        if (status == NvSciError_Success) {
            status = share_list_export_unreconciled(op, &g_share_sync_lists, &inputs, ipcEndpoint,
                                                    descBuf, descLen);
        }
        list_inputs_end(&g_sync_lists, &inputs);
        api_leave();
    }
    return status;
}

/** @satisfies RF-SHARE-022 */
NvSciError NvSciSyncAttrListIpcExportReconciled(const NvSciSyncAttrList reconciledAttrList,
                                                NvSciIpcEndpoint ipcEndpoint, void **descBuf,
                                                size_t *descLen)
{
    return share_list_export_reconciled(OP_SYNC_ATTR_LIST_EXPORT_RECONCILED, &g_share_sync_lists,
                                        reconciledAttrList, ipcEndpoint, descBuf, descLen);
}

/** @satisfies RF-SHARE-023 */
NvSciError NvSciSyncAttrListIpcImportUnreconciled(NvSciSyncModule module,
                                                  NvSciIpcEndpoint ipcEndpoint, const void *descBuf,
                                                  size_t descLen,
                                                  NvSciSyncAttrList *importedUnreconciledAttrList)
{
    void *handle = NULL;
    const NvSciError status = share_list_import_unreconciled(
        OP_SYNC_ATTR_LIST_IMPORT_UNRECONCILED, &g_share_sync_lists, module, ipcEndpoint, descBuf,
        descLen, (importedUnreconciledAttrList != NULL) ? &handle : NULL);

    if (status == NvSciError_Success) {
        *importedUnreconciledAttrList = handle;
    }
    return status;
}

NvSciError share_sync_checks(PhaseOp op, uint32_t module, const NvSciSyncAttrList lists[],
                             size_t count, ListInputs *inputs)
{
    NvSciError status = NvSciError_Success;

    if (count > 0U) {
        status = sync_inputs_add(op, lists, count, inputs);
        if ((status == NvSciError_Success) && (inputs->module != module)) {
            status = NvSciError_BadParameter;
        }
    }
    return status;
}

/** @satisfies RF-SHARE-024 */
NvSciError NvSciSyncAttrListIpcImportReconciled(
    NvSciSyncModule module, NvSciIpcEndpoint ipcEndpoint, const void *descBuf, size_t descLen,
    const NvSciSyncAttrList inputUnreconciledAttrListArray[], size_t inputUnreconciledAttrListCount,
    NvSciSyncAttrList *importedReconciledAttrList)
{
    const PhaseOp op = OP_SYNC_ATTR_LIST_IMPORT_RECONCILED;
    NvSciError status = sync_enter(op);

    if (status == NvSciError_Success) {
        ListInputs inputs = list_inputs_begin();
        ShareTarget target = {0U, 0U};
        uint32_t index = 0U;

        status = share_list_target(op, &g_share_sync_lists, module, ipcEndpoint, &target);
        if (importedReconciledAttrList == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = share_sync_checks(op, target.module, inputUnreconciledAttrListArray,
                                       inputUnreconciledAttrListCount, &inputs);
        }
        if (status == NvSciError_Success) {
            status = share_list_import_reconciled(op, &g_share_sync_lists, &target, descBuf,
                                                  descLen, &inputs, &index);
        }
        if (status == NvSciError_Success) {
            *importedReconciledAttrList = sync_list_handle(index);
        }
        list_inputs_end(&g_sync_lists, &inputs);
        api_leave();
    }
    return status;
}

/** @satisfies RF-SHARE-025 */
void NvSciSyncAttrListFreeDesc(void *descBuf)
{
    share_list_free(OP_SYNC_ATTR_LIST_FREE_DESC, &g_share_sync_lists, descBuf);
}

/** @satisfies RF-SHARE-025 */
void NvSciSyncAttrListAndObjFreeDesc(void *attrListAndObjDescBuf)
{
    share_list_and_object_free(OP_SYNC_ATTR_LIST_AND_OBJ_FREE_DESC, &g_share_sync_lists,
                               attrListAndObjDescBuf);
}
