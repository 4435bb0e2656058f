/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file list.c
 * Export and import of attribute lists of either kind.
 */
#include "share/share.h"

#include "core/assert.h"
#include "core/pool.h"

/** @satisfies RF-SHARE-019 */
NvSciError share_list_read(PhaseOp op, const ShareLists *lists, uint32_t module,
                           const ListInputs *inputs, WireIn *in, uint32_t *list)
{
    uint32_t index = 0U;
    NvSciError status = list_wire_get_reconciled(lists->cls, module, in, &index);

    if (status == NvSciError_Success) {
        ASSERT(lists->cls->rows[index].state == LIST_RECONCILED);
        ASSERT(lists->cls->rows[index].routes > 0U);
        status = lists->check_sound(op, index);
        if ((status == NvSciError_Success) && (inputs->count > 0U)) {
            status = lists->validate(index, inputs);
        }
        if (status == NvSciError_Success) {
            *list = index;
        } else {
            list_destroy(lists->cls, index);
        }
    }
    return status;
}

/** @satisfies RF-SHARE-021 */
NvSciError share_list_export_unreconciled(PhaseOp op, const ShareLists *lists,
                                          const ListInputs *inputs, NvSciIpcEndpoint endpoint,
                                          void **bytes, size_t *size)
{
    uint64_t identity = 0U;
    uint32_t index = 0U;
    WireOut out;
    NvSciError status = NvSciError_BadParameter;

    if ((bytes != NULL) && (size != NULL)) {
        status = share_endpoint(op, endpoint, &identity);
    }
    if (status == NvSciError_Success) {
        status = descriptor_take(lists->unreconciled, &index, &out);
    }
    if (status == NvSciError_Success) {
        list_wire_put_unreconciled(lists->cls, inputs, &out);
        status = descriptor_publish(op, index, &out, bytes, size);
    }
    return status;
}

/** Writes a reconciled list for the peer behind an endpoint, if that asked for something. */
static NvSciError export_for(PhaseOp op, const ShareLists *lists, uint32_t list, uint64_t identity,
                             void **bytes, size_t *size)
{
    const ListGrant grant = list_grant(lists->cls, list, identity);
    NvSciError status = lists->not_asked;

    if (grant.any && (grant.perm != 0U)) {
        uint32_t index = 0U;
        WireOut out;

        status = descriptor_take(lists->reconciled, &index, &out);
        if (status == NvSciError_Success) {
            list_wire_put_reconciled(lists->cls, list, identity, &out);
            status = descriptor_publish(op, index, &out, bytes, size);
        }
    }
    return status;
}

/** @satisfies RF-SHARE-022 */
NvSciError share_list_export_reconciled(PhaseOp op, const ShareLists *lists, const void *handle,
                                        NvSciIpcEndpoint endpoint, void **bytes, size_t *size)
{
    NvSciError status = lists->enter(op);

    if (status == NvSciError_Success) {
        uint64_t identity = 0U;
        uint32_t list = 0U;

        status = list_find_reconciled(op, lists->cls, handle, &list);
        if ((bytes == NULL) || (size == NULL)) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = share_endpoint(op, endpoint, &identity);
        }
        if (status == NvSciError_Success) {
            status = export_for(op, lists, list, identity, bytes, size);
        }
        api_leave();
    }
    return status;
}

NvSciError share_list_target(PhaseOp op, const ShareLists *lists, const void *module,
                             NvSciIpcEndpoint endpoint, ShareTarget *target)
{
    NvSciError status = pool_find(op, lists->cls->modules, module, &target->module);

    if (status == NvSciError_Success) {
        ASSERT(lists->cls->needs[target->module] > 0U);
        status = share_endpoint(op, endpoint, &target->identity);
    }
    return status;
}

/** Reads an unreconciled list, each slot of which an application could have set. */
static NvSciError read_slots(const ShareLists *lists, const ShareTarget *target, WireIn *in,
                             uint32_t *list)
{
    uint32_t index = 0U;
    NvSciError status =
        list_wire_get_unreconciled(lists->cls, target->module, target->identity, in, &index);

    if (status == NvSciError_Success) {
        const uint32_t slots = lists->cls->rows[index].slots;
        uint32_t row = index;
        bool settable = true;

        ASSERT(slots > 0U);
        for (uint32_t i = 0U; (i < slots) && settable; i++) {
            settable = lists->is_settable(row);
            row = list_linked_row(lists->cls->rows[row].next);
        }
        if (settable) {
            *list = index;
        } else {
            list_destroy(lists->cls, index);
            status = NvSciError_BadParameter;
        }
    }
    return status;
}

/** Reads an unreconciled list that is within what a peer may hold. */
static NvSciError import_slots(PhaseOp op, const ShareLists *lists, const ShareTarget *target,
                               const void *bytes, size_t size, uint32_t *list)
{
    WireIn in;
    NvSciError status = share_open(op, bytes, size, lists->unreconciled, &in);

    if (status == NvSciError_Success) {
        status = share_admit_slots(op, lists->cls, target->identity, share_slots(&in));
    }
    if (status == NvSciError_Success) {
        status = read_slots(lists, target, &in, list);
        share_report(op, status);
    }
    return status;
}

/** Notes that all rows of a list came over an endpoint. Copies of them did not.
 * @satisfies RF-SHARE-202 */
static void note_peer(const ListClass *cls, uint32_t index, uint64_t identity)
{
    uint32_t row = index;

    ASSERT(identity != 0U);
    for (uint32_t i = 0U; i < cls->rows[index].slots; i++) {
        cls->rows[row].peer = identity;
        row = list_linked_row(cls->rows[row].next);
    }
}

/** @satisfies RF-SHARE-023 */
NvSciError share_list_import_unreconciled(PhaseOp op, const ShareLists *lists, const void *module,
                                          NvSciIpcEndpoint endpoint, const void *bytes, size_t size,
                                          void **handle)
{
    NvSciError status = lists->enter(op);

    if (status == NvSciError_Success) {
        ShareTarget target = {0U, 0U};
        uint32_t index = 0U;

        status = share_list_target(op, lists, module, endpoint, &target);
        if (handle == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = import_slots(op, lists, &target, bytes, size, &index);
        }
        if (status == NvSciError_Success) {
            note_peer(lists->cls, index, target.identity);
            *handle = pool_handle(lists->cls->pool, index);
        }
        api_leave();
    }
    return status;
}

/** @satisfies RF-SHARE-024 */
NvSciError share_list_import_reconciled(PhaseOp op, const ShareLists *lists,
                                        const ShareTarget *target, const void *bytes, size_t size,
                                        const ListInputs *inputs, uint32_t *list)
{
    WireIn in;
    NvSciError status = share_admit_slots(op, lists->cls, target->identity, 1U);

    if (status == NvSciError_Success) {
        status = share_open(op, bytes, size, lists->reconciled, &in);
    }
    if (status == NvSciError_Success) {
        status = share_list_read(op, lists, target->module, inputs, &in, list);
        share_report(op, status);
    }
    if (status == NvSciError_Success) {
        note_peer(lists->cls, *list, target->identity);
    }
    return status;
}

/** @satisfies RF-SHARE-025 */
void share_list_free(PhaseOp op, const ShareLists *lists, const void *bytes)
{
    const WireKind kinds[] = {lists->unreconciled, lists->reconciled};

    if (api_enter(op) == NvSciError_Success) {
        descriptor_free(op, bytes, kinds, 2U);
        api_leave();
    }
}

/** @satisfies RF-SHARE-025 */
void share_list_and_object_free(PhaseOp op, const ShareLists *lists, const void *bytes)
{
    if (api_enter(op) == NvSciError_Success) {
        descriptor_free(op, bytes, &lists->list_and_object, 1U);
        api_leave();
    }
}
