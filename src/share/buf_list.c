/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file buf_list.c
 * Export and import of buffer attribute lists.
 */
#include "share/share.h"

#include "buf/buf.h"
#include "core/fault.h"
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

const ShareLists g_share_buf_lists = {.api = &g_buf_api,
                                      .unreconciled = WIRE_BUF_UNRECONCILED,
                                      .reconciled = WIRE_BUF_RECONCILED,
                                      .list_and_object = WIRE_BUF_LIST_AND_OBJECT,
                                      .not_asked = NvSciError_NotPermitted,
                                      .twice = NvSciError_AttrListValidationFailed,
                                      .count_tells = false,
                                      .is_settable = &buf_slot_is_settable,
                                      .check_sound = &check_buf_sound,
                                      .validate = &buf_list_validate};

/** @satisfies RF-SHARE-021 */
NvSciError NvSciBufAttrListIpcExportUnreconciled(const NvSciBufAttrList unreconciledAttrListArray[],
                                                 size_t unreconciledAttrListCount,
                                                 NvSciIpcEndpoint ipcEndpoint, void **descBuf,
                                                 size_t *descLen)
{
    return share_list_export_unreconciled(OP_BUF_ATTR_LIST_EXPORT_UNRECONCILED, &g_share_buf_lists,
                                          unreconciledAttrListArray, unreconciledAttrListCount,
                                          ipcEndpoint, descBuf, descLen);
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
    return share_list_import_unreconciled(OP_BUF_ATTR_LIST_IMPORT_UNRECONCILED, &g_share_buf_lists,
                                          module, ipcEndpoint, descBuf, descLen,
                                          importedUnreconciledAttrList);
}

/** @satisfies RF-SHARE-024 */
NvSciError NvSciBufAttrListIpcImportReconciled(
    NvSciBufModule module, NvSciIpcEndpoint ipcEndpoint, const void *descBuf, size_t descLen,
    const NvSciBufAttrList inputUnreconciledAttrListArray[], size_t inputUnreconciledAttrListCount,
    NvSciBufAttrList *importedReconciledAttrList)
{
    const ShareInputs inputs = {inputUnreconciledAttrListArray, inputUnreconciledAttrListCount};

    return share_list_import_reconciled(OP_BUF_ATTR_LIST_IMPORT_RECONCILED, &g_share_buf_lists,
                                        module, ipcEndpoint, descBuf, descLen, &inputs,
                                        importedReconciledAttrList);
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
