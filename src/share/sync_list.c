/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sync_list.c
 * Export and import of sync attribute lists.
 */
#include "share/share.h"

#include "core/pool.h"
#include "nvscisync.h"
#include "sync/sync.h"

/** @satisfies RF-SHARE-016 RF-SHARE-017 RF-SHARE-019 */
NvSciError share_sync_list_read(uint32_t module, const ListInputs *inputs, WireIn *in,
                                uint32_t *list)
{
    uint32_t index = 0U;
    NvSciError status = list_wire_get_reconciled(&g_sync_lists, module, in, &index);

    if (status == NvSciError_Success) {
        if (!sync_list_is_sound(index)) {
            status = NvSciError_BadParameter;
        } else if (inputs != NULL) {
            status = sync_list_validate(index, inputs);
            if (status == NvSciError_BadParameter) {
                status = NvSciError_AttrListValidationFailed;
            }
        } else {
            status = NvSciError_Success;
        }
        if (status == NvSciError_Success) {
            *list = index;
        } else {
            list_destroy(&g_sync_lists, index);
        }
    }
    return status;
}

/** @satisfies RF-SHARE-021 */
NvSciError NvSciSyncAttrListIpcExportUnreconciled(
    const NvSciSyncAttrList unreconciledAttrListArray[], size_t unreconciledAttrListCount,
    NvSciIpcEndpoint ipcEndpoint, void **descBuf, size_t *descLen)
{
    const PhaseOp op = OP_SYNC_ATTR_LIST_EXPORT_UNRECONCILED;
    NvSciError status = sync_enter(op);

    if (status == NvSciError_Success) {
        ListInputs inputs = list_inputs_begin();
        uint64_t identity = 0U;
        uint32_t index = 0U;
        WireOut out;

        status = sync_inputs_add(op, unreconciledAttrListArray, unreconciledAttrListCount, &inputs);
        if ((descBuf == NULL) || (descLen == NULL)) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = share_endpoint(op, ipcEndpoint, &identity);
        }
        if (status == NvSciError_Success) {
            status = descriptor_take(WIRE_SYNC_UNRECONCILED, &index, &out);
        }
        if (status == NvSciError_Success) {
            list_wire_put_unreconciled(&g_sync_lists, &inputs, &out);
            status = descriptor_publish(op, index, &out, descBuf, descLen);
        }
        list_inputs_end(&g_sync_lists, &inputs);
        core_leave();
    }
    return status;
}

/** Writes a reconciled list for the peer behind an endpoint. BadParameter iff none there signals or
 * waits. */
static NvSciError export_sync_list(uint32_t list, uint64_t identity, void **bytes, size_t *size)
{
    const ListGrant grant = list_grant(&g_sync_lists, list, identity);
    NvSciError status = NvSciError_BadParameter;
    uint32_t index = 0U;
    WireOut out;

    if (grant.any && (grant.perm != 0U)) {
        status = descriptor_take(WIRE_SYNC_RECONCILED, &index, &out);
    }
    if (status == NvSciError_Success) {
        list_wire_put_reconciled(&g_sync_lists, list, identity, &out);
        status = descriptor_publish(OP_SYNC_ATTR_LIST_EXPORT_RECONCILED, index, &out, bytes, size);
    }
    return status;
}

/** @satisfies RF-SHARE-022 */
NvSciError NvSciSyncAttrListIpcExportReconciled(const NvSciSyncAttrList reconciledAttrList,
                                                NvSciIpcEndpoint ipcEndpoint, void **descBuf,
                                                size_t *descLen)
{
    const PhaseOp op = OP_SYNC_ATTR_LIST_EXPORT_RECONCILED;
    NvSciError status = sync_enter(op);

    if (status == NvSciError_Success) {
        uint64_t identity = 0U;
        uint32_t list = 0U;

        status = list_find_reconciled(op, &g_sync_lists, reconciledAttrList, &list);
        if ((descBuf == NULL) || (descLen == NULL)) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = share_endpoint(op, ipcEndpoint, &identity);
        }
        if (status == NvSciError_Success) {
            status = export_sync_list(list, identity, descBuf, descLen);
        }
        core_leave();
    }
    return status;
}

/** Finds module and endpoint of an import. BadParameter iff one is none. */
static NvSciError find_sync_target(PhaseOp op, NvSciSyncModule module, NvSciIpcEndpoint endpoint,
                                   uint32_t *owner, uint64_t *identity)
{
    NvSciError status = pool_find(op, RINGFENCE_POOL_SYNC_MODULE, module, owner);

    if (status == NvSciError_Success) {
        status = share_endpoint(op, endpoint, identity);
    }
    return status;
}

/** @satisfies RF-SHARE-023 */
NvSciError NvSciSyncAttrListIpcImportUnreconciled(NvSciSyncModule module,
                                                  NvSciIpcEndpoint ipcEndpoint, const void *descBuf,
                                                  size_t descLen,
                                                  NvSciSyncAttrList *importedUnreconciledAttrList)
{
    const PhaseOp op = OP_SYNC_ATTR_LIST_IMPORT_UNRECONCILED;
    NvSciError status = sync_enter(op);

    if (status == NvSciError_Success) {
        uint32_t owner = 0U;
        uint32_t index = 0U;
        uint64_t identity = 0U;
        WireIn in;

        status = find_sync_target(op, module, ipcEndpoint, &owner, &identity);
        if (importedUnreconciledAttrList == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = share_open(op, descBuf, descLen, WIRE_SYNC_UNRECONCILED, &in);
        }
        if (status == NvSciError_Success) {
            status = share_admit_slots(op, &g_sync_lists, identity, share_slots(&in));
        }
        if (status == NvSciError_Success) {
            status = list_wire_get_unreconciled(&g_sync_lists, owner, identity, &in, &index);
            share_report(op, status);
        }
        if (status == NvSciError_Success) {
            list_came_from(&g_sync_lists, index, identity);
            *importedUnreconciledAttrList = sync_list_handle(index);
        }
        core_leave();
    }
    return status;
}

/** Takes the lists that an imported one must satisfy. BadParameter iff one cannot be an input, or
 * is of another module. */
static NvSciError add_sync_checks(PhaseOp op, uint32_t module, const NvSciSyncAttrList lists[],
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
        uint32_t owner = 0U;
        uint32_t index = 0U;
        uint64_t identity = 0U;
        WireIn in;

        status = find_sync_target(op, module, ipcEndpoint, &owner, &identity);
        if (importedReconciledAttrList == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = add_sync_checks(op, owner, inputUnreconciledAttrListArray,
                                     inputUnreconciledAttrListCount, &inputs);
        }
        if (status == NvSciError_Success) {
            status = share_admit_slots(op, &g_sync_lists, identity, 1U);
        }
        if (status == NvSciError_Success) {
            status = share_open(op, descBuf, descLen, WIRE_SYNC_RECONCILED, &in);
        }
        if (status == NvSciError_Success) {
            status = share_sync_list_read(owner, (inputs.count > 0U) ? &inputs : NULL, &in, &index);
            share_report(op, status);
        }
        if (status == NvSciError_Success) {
            list_came_from(&g_sync_lists, index, identity);
            *importedReconciledAttrList = sync_list_handle(index);
        }
        list_inputs_end(&g_sync_lists, &inputs);
        core_leave();
    }
    return status;
}

/** @satisfies RF-SHARE-025 */
void NvSciSyncAttrListFreeDesc(void *descBuf)
{
    static const WireKind kinds[] = {WIRE_SYNC_UNRECONCILED, WIRE_SYNC_RECONCILED};

    if (core_enter(OP_SYNC_ATTR_LIST_FREE_DESC) == NvSciError_Success) {
        descriptor_free(OP_SYNC_ATTR_LIST_FREE_DESC, descBuf, kinds, 2U);
        core_leave();
    }
}

/** @satisfies RF-SHARE-025 */
void NvSciSyncAttrListAndObjFreeDesc(void *attrListAndObjDescBuf)
{
    static const WireKind kind = WIRE_SYNC_LIST_AND_OBJECT;

    if (core_enter(OP_SYNC_ATTR_LIST_AND_OBJ_FREE_DESC) == NvSciError_Success) {
        descriptor_free(OP_SYNC_ATTR_LIST_AND_OBJ_FREE_DESC, attrListAndObjDescBuf, &kind, 1U);
        core_leave();
    }
}
