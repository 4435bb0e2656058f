/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file buf_list.c
 * Export and import of buffer attribute lists.
 */
#include "share/share.h"

#include "buf/buf.h"
#include "nvscibuf.h"

/**
 * A sound list can still have a buffer above the bound.
 *
 * @satisfies RF-SHARE-016 RF-SHARE-018 RF-SHARE-200
 */
static NvSciError check_buf_sound(PhaseOp op, uint32_t list)
{
    NvSciError status = buf_list_check_sound(list);

    if (status == NvSciError_Success) {
        const uint64_t needed = buf_most_needed(list);

        if (needed > buf_bound()) {
            fault_report_limit(op, FAULT_LIMIT_BUFFER_MIB, needed, buf_bound());
            status = NvSciError_InsufficientMemory;
        }
    }
    return status;
}

/** @satisfies RF-SHARE-019 */
static NvSciError validate_buf(uint32_t list, const ListInputs *inputs)
{
    NvSciError status = buf_list_validate(list, inputs);

    if ((status == NvSciError_ReconciliationFailed) || (status == NvSciError_Overflow)) {
        status = NvSciError_AttrListValidationFailed;
    }
    return status;
}

const ShareLists g_share_buf_lists = {
    &g_buf_lists, WIRE_BUF_UNRECONCILED,   WIRE_BUF_RECONCILED,   WIRE_BUF_LIST_AND_OBJECT,
    &api_enter,   NvSciError_NotPermitted, &buf_slot_is_settable, &check_buf_sound,
    &validate_buf};

/** @satisfies RF-SHARE-021 */
NvSciError NvSciBufAttrListIpcExportUnreconciled(const NvSciBufAttrList unreconciledAttrListArray[],
                                                 size_t unreconciledAttrListCount,
                                                 NvSciIpcEndpoint ipcEndpoint, void **descBuf,
                                                 size_t *descLen)
{
    const PhaseOp op = OP_BUF_ATTR_LIST_EXPORT_UNRECONCILED;
    NvSciError status = api_enter(op);

    if (status == NvSciError_Success) {
        ListInputs inputs = list_inputs_begin();

        status =
            buf_inputs_collect(op, unreconciledAttrListArray, unreconciledAttrListCount, &inputs);
        if (status == NvSciError_Success) {
            status = share_list_export_unreconciled(op, &g_share_buf_lists, &inputs, ipcEndpoint,
                                                    descBuf, descLen);
        }
        list_inputs_end(&g_buf_lists, &inputs);
        api_leave();
    }
    return status;
}

/** @satisfies RF-SHARE-022 */
NvSciError NvSciBufAttrListIpcExportReconciled(NvSciBufAttrList reconciledAttrList,
                                               NvSciIpcEndpoint ipcEndpoint, void **descBuf,
                                               size_t *descLen)
{
    return share_list_export_reconciled(OP_BUF_ATTR_LIST_EXPORT_RECONCILED, &g_share_buf_lists,
                                        reconciledAttrList, ipcEndpoint, descBuf, descLen);
}

/** @satisfies RF-SHARE-023 */
NvSciError NvSciBufAttrListIpcImportUnreconciled(NvSciBufModule module,
                                                 NvSciIpcEndpoint ipcEndpoint, const void *descBuf,
                                                 size_t descLen,
                                                 NvSciBufAttrList *importedUnreconciledAttrList)
{
    void *handle = NULL;
    const NvSciError status = share_list_import_unreconciled(
        OP_BUF_ATTR_LIST_IMPORT_UNRECONCILED, &g_share_buf_lists, module, ipcEndpoint, descBuf,
        descLen, (importedUnreconciledAttrList != NULL) ? &handle : NULL);

    if (status == NvSciError_Success) {
        *importedUnreconciledAttrList = handle;
    }
    return status;
}

/** @satisfies RF-SHARE-024 */
NvSciError share_buf_checks(PhaseOp op, uint32_t module, const NvSciBufAttrList lists[],
                            size_t count, ListInputs *inputs)
{
    NvSciError status = NvSciError_Success;

    if (lists != NULL) {
        status = (count > 0U) ? NvSciError_Success : NvSciError_BadParameter;
        for (size_t i = 0U; (i < count) && (status == NvSciError_Success); i++) {
            uint32_t index = 0U;

            status = list_find(op, &g_buf_lists, lists[i], &index);
            if (status == NvSciError_Success) {
                status = g_buf_lists.rows[index].is_input
                             ? NvSciError_AttrListValidationFailed
                             : list_inputs_add(op, &g_buf_lists, lists[i], inputs);
            }
        }
        if ((status == NvSciError_Success) && (inputs->module != module)) {
            status = NvSciError_BadParameter;
        }
    }
    return status;
}

/** @satisfies RF-SHARE-024 */
NvSciError NvSciBufAttrListIpcImportReconciled(
    NvSciBufModule module, NvSciIpcEndpoint ipcEndpoint, const void *descBuf, size_t descLen,
    const NvSciBufAttrList inputUnreconciledAttrListArray[], size_t inputUnreconciledAttrListCount,
    NvSciBufAttrList *importedReconciledAttrList)
{
    const PhaseOp op = OP_BUF_ATTR_LIST_IMPORT_RECONCILED;
    NvSciError status = api_enter(op);

    if (status == NvSciError_Success) {
        ListInputs inputs = list_inputs_begin();
        ShareTarget target = {0U, 0U};
        uint32_t index = 0U;

        status = share_list_target(op, &g_share_buf_lists, module, ipcEndpoint, &target);
        if (importedReconciledAttrList == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = share_buf_checks(op, target.module, inputUnreconciledAttrListArray,
                                      inputUnreconciledAttrListCount, &inputs);
        }
        if (status == NvSciError_Success) {
            status = share_list_import_reconciled(op, &g_share_buf_lists, &target, descBuf, descLen,
                                                  &inputs, &index);
        }
        if (status == NvSciError_Success) {
            *importedReconciledAttrList = buf_list_handle(index);
        }
        list_inputs_end(&g_buf_lists, &inputs);
        api_leave();
    }
    return status;
}

/** @satisfies RF-SHARE-025 */
void NvSciBufAttrListFreeDesc(void *descBuf)
{
    share_list_free(OP_BUF_ATTR_LIST_FREE_DESC, &g_share_buf_lists, descBuf);
}

/** @satisfies RF-SHARE-025 */
void NvSciBufAttrListAndObjFreeDesc(void *attrListAndObjDescBuf)
{
    share_list_and_object_free(OP_BUF_ATTR_LIST_AND_OBJ_FREE_DESC, &g_share_buf_lists,
                               attrListAndObjDescBuf);
}
