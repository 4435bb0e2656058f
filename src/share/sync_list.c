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

const ShareLists g_share_sync_lists = {.api = &g_sync_api,
                                       .unreconciled = WIRE_SYNC_UNRECONCILED,
                                       .reconciled = WIRE_SYNC_RECONCILED,
                                       .list_and_object = WIRE_SYNC_LIST_AND_OBJECT,
                                       .not_asked = NvSciError_BadParameter,
                                       .twice = NvSciError_BadParameter,
                                       .count_tells = true,
                                       .is_settable = &sync_slot_is_settable,
                                       .check_sound = &check_sync_sound,
                                       .validate = &sync_list_validate};

/** @satisfies RF-SHARE-021 */
NvSciError NvSciSyncAttrListIpcExportUnreconciled(
    const NvSciSyncAttrList unreconciledAttrListArray[], size_t unreconciledAttrListCount,
    NvSciIpcEndpoint ipcEndpoint, void **descBuf, size_t *descLen)
{
    return share_list_export_unreconciled(OP_SYNC_ATTR_LIST_EXPORT_UNRECONCILED,
                                          &g_share_sync_lists, unreconciledAttrListArray,
                                          unreconciledAttrListCount, ipcEndpoint, descBuf, descLen);
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
    return share_list_import_unreconciled(OP_SYNC_ATTR_LIST_IMPORT_UNRECONCILED,
                                          &g_share_sync_lists, module, ipcEndpoint, descBuf,
                                          descLen, importedUnreconciledAttrList);
}

/** @satisfies RF-SHARE-024 */
NvSciError NvSciSyncAttrListIpcImportReconciled(
    NvSciSyncModule module, NvSciIpcEndpoint ipcEndpoint, const void *descBuf, size_t descLen,
    const NvSciSyncAttrList inputUnreconciledAttrListArray[], size_t inputUnreconciledAttrListCount,
    NvSciSyncAttrList *importedReconciledAttrList)
{
    const ShareInputs inputs = {inputUnreconciledAttrListArray, inputUnreconciledAttrListCount};

    return share_list_import_reconciled(OP_SYNC_ATTR_LIST_IMPORT_RECONCILED, &g_share_sync_lists,
                                        module, ipcEndpoint, descBuf, descLen, &inputs,
                                        importedReconciledAttrList);
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
