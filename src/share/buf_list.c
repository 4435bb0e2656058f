/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file buf_list.c
 * Export and import of buffer attribute lists.
 */
#include "share/share.h"

#include "buf/buf.h"
#include "core/pool.h"
#include "nvscibuf.h"

/**
 * Checks that the buffer of a sound list is not above the bound.
 *
 * @satisfies RF-SHARE-200
 */
static NvSciError check_bound(PhaseOp op, uint32_t list)
{
    const uint64_t needed = buf_most_needed(list);
    NvSciError status = NvSciError_Success;

    if (needed > buf_bound()) {
        fault_report_limit(op, FAULT_LIMIT_BUFFER_MIB, needed, buf_bound());
        status = NvSciError_InsufficientMemory;
    }
    return status;
}

/** @satisfies RF-SHARE-016 RF-SHARE-018 RF-SHARE-019 */
NvSciError share_buf_list_read(PhaseOp op, uint32_t module, const ListInputs *inputs, WireIn *in,
                               uint32_t *list)
{
    uint32_t index = 0U;
    NvSciError status = list_wire_get_reconciled(&g_buf_lists, module, in, &index);

    if (status == NvSciError_Success) {
        status = buf_list_check_sound(index);
        if (status == NvSciError_Success) {
            status = check_bound(op, index);
        }
        if ((status == NvSciError_Success) && (inputs != NULL)) {
            status = buf_list_validate(index, inputs);
            if ((status == NvSciError_ReconciliationFailed) || (status == NvSciError_Overflow)) {
                status = NvSciError_AttrListValidationFailed;
            }
        }
        if (status == NvSciError_Success) {
            *list = index;
        } else {
            list_destroy(&g_buf_lists, index);
        }
    }
    return status;
}

/** @satisfies RF-SHARE-021 */
NvSciError NvSciBufAttrListIpcExportUnreconciled(const NvSciBufAttrList unreconciledAttrListArray[],
                                                 size_t unreconciledAttrListCount,
                                                 NvSciIpcEndpoint ipcEndpoint, void **descBuf,
                                                 size_t *descLen)
{
    const PhaseOp op = OP_BUF_ATTR_LIST_EXPORT_UNRECONCILED;
    NvSciError status = core_enter(op);

    if (status == NvSciError_Success) {
        ListInputs inputs = list_inputs_begin();
        uint64_t identity = 0U;
        uint32_t index = 0U;
        WireOut out;

        status =
            buf_inputs_collect(op, unreconciledAttrListArray, unreconciledAttrListCount, &inputs);
        if ((descBuf == NULL) || (descLen == NULL)) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = share_endpoint(op, ipcEndpoint, &identity);
        }
        if (status == NvSciError_Success) {
            status = descriptor_take(WIRE_BUF_UNRECONCILED, &index, &out);
        }
        if (status == NvSciError_Success) {
            list_wire_put_unreconciled(&g_buf_lists, &inputs, &out);
            status = descriptor_publish(op, index, &out, descBuf, descLen);
        }
        list_inputs_end(&g_buf_lists, &inputs);
        core_leave();
    }
    return status;
}

/** Writes a reconciled list for the peer behind an endpoint. NotPermitted iff none of its inputs
 * came from there. */
static NvSciError export_buf_list(uint32_t list, uint64_t identity, void **bytes, size_t *size)
{
    const ListGrant grant = list_grant(&g_buf_lists, list, identity);
    NvSciError status = NvSciError_NotPermitted;
    uint32_t index = 0U;
    WireOut out;

    if (grant.any) {
        status = descriptor_take(WIRE_BUF_RECONCILED, &index, &out);
    }
    if (status == NvSciError_Success) {
        list_wire_put_reconciled(&g_buf_lists, list, identity, &out);
        status = descriptor_publish(OP_BUF_ATTR_LIST_EXPORT_RECONCILED, index, &out, bytes, size);
    }
    return status;
}

/** @satisfies RF-SHARE-022 */
NvSciError NvSciBufAttrListIpcExportReconciled(NvSciBufAttrList reconciledAttrList,
                                               NvSciIpcEndpoint ipcEndpoint, void **descBuf,
                                               size_t *descLen)
{
    const PhaseOp op = OP_BUF_ATTR_LIST_EXPORT_RECONCILED;
    NvSciError status = core_enter(op);

    if (status == NvSciError_Success) {
        uint64_t identity = 0U;
        uint32_t list = 0U;

        status = list_find_reconciled(op, &g_buf_lists, reconciledAttrList, &list);
        if ((descBuf == NULL) || (descLen == NULL)) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = share_endpoint(op, ipcEndpoint, &identity);
        }
        if (status == NvSciError_Success) {
            status = export_buf_list(list, identity, descBuf, descLen);
        }
        core_leave();
    }
    return status;
}

/** Finds module and endpoint of an import. BadParameter iff one is none. */
static NvSciError find_buf_target(PhaseOp op, NvSciBufModule module, NvSciIpcEndpoint endpoint,
                                  uint32_t *owner, uint64_t *identity)
{
    NvSciError status = buf_module_find(op, module, owner);

    if (status == NvSciError_Success) {
        status = share_endpoint(op, endpoint, identity);
    }
    return status;
}

/** Reads an unreconciled list, each slot of which an application could have set. */
static NvSciError read_buf_slots(uint32_t module, uint64_t identity, WireIn *in, uint32_t *list)
{
    uint32_t index = 0U;
    NvSciError status = list_wire_get_unreconciled(&g_buf_lists, module, identity, in, &index);

    if (status == NvSciError_Success) {
        const uint32_t slots = g_buf_lists.rows[index].slots;
        uint32_t row = index;
        bool settable = true;

        for (uint32_t i = 0U; (i < slots) && settable; i++) {
            settable = buf_slot_is_settable(row);
            row = (g_buf_lists.rows[row].next > 0U) ? (g_buf_lists.rows[row].next - 1U) : row;
        }
        if (settable) {
            *list = index;
        } else {
            list_destroy(&g_buf_lists, index);
            status = NvSciError_BadParameter;
        }
    }
    return status;
}

/** @satisfies RF-SHARE-023 */
NvSciError NvSciBufAttrListIpcImportUnreconciled(NvSciBufModule module,
                                                 NvSciIpcEndpoint ipcEndpoint, const void *descBuf,
                                                 size_t descLen,
                                                 NvSciBufAttrList *importedUnreconciledAttrList)
{
    const PhaseOp op = OP_BUF_ATTR_LIST_IMPORT_UNRECONCILED;
    NvSciError status = core_enter(op);

    if (status == NvSciError_Success) {
        uint32_t owner = 0U;
        uint32_t index = 0U;
        uint64_t identity = 0U;
        WireIn in;

        status = find_buf_target(op, module, ipcEndpoint, &owner, &identity);
        if (importedUnreconciledAttrList == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = share_open(op, descBuf, descLen, WIRE_BUF_UNRECONCILED, &in);
        }
        if (status == NvSciError_Success) {
            status = share_admit_slots(op, &g_buf_lists, identity, share_slots(&in));
        }
        if (status == NvSciError_Success) {
            status = read_buf_slots(owner, identity, &in, &index);
            share_report(op, status);
        }
        if (status == NvSciError_Success) {
            list_came_from(&g_buf_lists, index, identity);
            *importedUnreconciledAttrList = buf_list_handle(index);
        }
        core_leave();
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
    NvSciError status = core_enter(op);

    if (status == NvSciError_Success) {
        ListInputs inputs = list_inputs_begin();
        uint32_t owner = 0U;
        uint32_t index = 0U;
        uint64_t identity = 0U;
        WireIn in;

        status = find_buf_target(op, module, ipcEndpoint, &owner, &identity);
        if (importedReconciledAttrList == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = share_buf_checks(op, owner, inputUnreconciledAttrListArray,
                                      inputUnreconciledAttrListCount, &inputs);
        }
        if (status == NvSciError_Success) {
            status = share_admit_slots(op, &g_buf_lists, identity, 1U);
        }
        if (status == NvSciError_Success) {
            status = share_open(op, descBuf, descLen, WIRE_BUF_RECONCILED, &in);
        }
        if (status == NvSciError_Success) {
            status =
                share_buf_list_read(op, owner, (inputs.count > 0U) ? &inputs : NULL, &in, &index);
            share_report(op, status);
        }
        if (status == NvSciError_Success) {
            list_came_from(&g_buf_lists, index, identity);
            *importedReconciledAttrList = buf_list_handle(index);
        }
        list_inputs_end(&g_buf_lists, &inputs);
        core_leave();
    }
    return status;
}

/** @satisfies RF-SHARE-025 */
void NvSciBufAttrListFreeDesc(void *descBuf)
{
    static const WireKind kinds[] = {WIRE_BUF_UNRECONCILED, WIRE_BUF_RECONCILED};

    if (core_enter(OP_BUF_ATTR_LIST_FREE_DESC) == NvSciError_Success) {
        descriptor_free(OP_BUF_ATTR_LIST_FREE_DESC, descBuf, kinds, 2U);
        core_leave();
    }
}

/** @satisfies RF-SHARE-025 */
void NvSciBufAttrListAndObjFreeDesc(void *attrListAndObjDescBuf)
{
    static const WireKind kind = WIRE_BUF_LIST_AND_OBJECT;

    if (core_enter(OP_BUF_ATTR_LIST_AND_OBJ_FREE_DESC) == NvSciError_Success) {
        descriptor_free(OP_BUF_ATTR_LIST_AND_OBJ_FREE_DESC, attrListAndObjDescBuf, &kind, 1U);
        core_leave();
    }
}
