/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file list.c
 * Export and import of attribute lists of either kind.
 */
#include "share/share.h"

#include "core/assert.h"
#include "core/fault.h"
#include "core/pool.h"

/** Checks a sound list against inputs. AttrListValidationFailed iff it does not satisfy them. */
static NvSciError validate(const ShareLists *lists, uint32_t list, const ListInputs *inputs)
{
    NvSciError status = lists->validate(list, inputs);

    if ((status != NvSciError_Success) && (status != NvSciError_InsufficientMemory)) {
        status = NvSciError_AttrListValidationFailed;
    }
    return status;
}

/** @satisfies RF-SHARE-019 */
NvSciError share_list_read(PhaseOp op, const ShareLists *lists, uint32_t module,
                           const ListInputs *inputs, WireIn *in, uint32_t *list)
{
    const ListClass *const cls = lists->api->cls;
    uint32_t index = 0U;
    NvSciError status = list_wire_get_reconciled(cls, module, in, &index);

    if (status == NvSciError_Success) {
        ASSERT(cls->rows[index].state == LIST_RECONCILED);
        ASSERT(cls->rows[index].routes > 0U);
        status = lists->check_sound(op, index);
        if ((status == NvSciError_Success) && (inputs->count > 0U)) {
            status = validate(lists, index, inputs);
        }
        if (status == NvSciError_Success) {
            *list = index;
        } else {
            list_destroy(cls, index);
        }
    }
    return status;
}

/** Writes the slots of inputs for the peer behind an endpoint. */
static NvSciError export_slots(PhaseOp op, const ShareLists *lists, const ListInputs *inputs,
                               NvSciIpcEndpoint endpoint, void **bytes, size_t *size)
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
        list_wire_put_unreconciled(lists->api->cls, inputs, &out);
        status = descriptor_publish(op, index, &out, bytes, size);
    }
    return status;
}

/** @satisfies RF-SHARE-021 */
NvSciError share_list_export_unreconciled(PhaseOp op, const ShareLists *lists, const void *handles,
                                          size_t count, NvSciIpcEndpoint endpoint, void **bytes,
                                          size_t *size)
{
    NvSciError status = lists->api->enter(op);

    if (status == NvSciError_Success) {
        ListInputs inputs = list_inputs_begin();

        status = list_inputs_collect(op, lists->api->cls, handles, count, &inputs);
        if (status == NvSciError_Success) {
            status = export_slots(op, lists, &inputs, endpoint, bytes, size);
        }
        list_inputs_end(lists->api->cls, &inputs);
        ringfence_api_leave();
    }
    return status;
}

/** Writes a reconciled list for the peer behind an endpoint, if that asked for something. */
static NvSciError export_for(PhaseOp op, const ShareLists *lists, uint32_t list, uint64_t identity,
                             void **bytes, size_t *size)
{
    const ListGrant grant = list_grant(lists->api->cls, list, identity);
    NvSciError status = lists->not_asked;

    if ((!grant.any) || (grant.perm == 0U)) {
        (void)fault_of_access(op, ACCESS_CAUSE_PEER);
    } else {
        uint32_t index = 0U;
        WireOut out;

        status = descriptor_take(lists->reconciled, &index, &out);
        if (status == NvSciError_Success) {
            list_wire_put_reconciled(lists->api->cls, list, identity, &out);
            status = descriptor_publish(op, index, &out, bytes, size);
        }
    }
    return status;
}

/** @satisfies RF-SHARE-022 */
NvSciError share_list_export_reconciled(PhaseOp op, const ShareLists *lists, const void *handle,
                                        NvSciIpcEndpoint endpoint, void **bytes, size_t *size)
{
    NvSciError status = lists->api->enter(op);

    if (status == NvSciError_Success) {
        uint64_t identity = 0U;
        uint32_t list = 0U;

        status = list_find_reconciled(op, lists->api->cls, handle, &list);
        if ((bytes == NULL) || (size == NULL)) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = share_endpoint(op, endpoint, &identity);
        }
        if (status == NvSciError_Success) {
            status = export_for(op, lists, list, identity, bytes, size);
        }
        ringfence_api_leave();
    }
    return status;
}

/** Finds the target of an import. BadParameter iff the module or the endpoint is none. */
static NvSciError find_target(PhaseOp op, const ShareLists *lists, const void *module,
                              NvSciIpcEndpoint endpoint, ShareTarget *target)
{
    NvSciError status = list_module_find(op, lists->api->cls, module, &target->module);

    if (status == NvSciError_Success) {
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
        list_wire_get_unreconciled(lists->api->cls, target->module, target->identity, in, &index);

    if (status == NvSciError_Success) {
        const uint32_t slots = lists->api->cls->rows[index].slots;
        uint32_t row = index;
        bool settable = true;

        ASSERT(slots > 0U);
        for (uint32_t i = 0U; (i < slots) && settable; i++) {
            settable = lists->is_settable(row);
            row = list_linked_row(lists->api->cls->rows[row].next);
        }
        if (settable) {
            *list = index;
        } else {
            list_destroy(lists->api->cls, index);
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
        status = share_admit_slots(op, lists->api->cls, target->identity, share_slots(&in));
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
    list_name_endpoints(&ipc_endpoint_of);
    for (uint32_t i = 0U; i < cls->rows[index].slots; i++) {
        cls->rows[row].peer = identity;
        row = list_linked_row(cls->rows[row].next);
    }
}

/** @satisfies RF-SHARE-023 */
NvSciError share_list_import_unreconciled(PhaseOp op, const ShareLists *lists, const void *module,
                                          NvSciIpcEndpoint endpoint, const void *bytes, size_t size,
                                          void *place)
{
    NvSciError status = lists->api->enter(op);

    if (status == NvSciError_Success) {
        ShareTarget target = {0U, 0U};
        uint32_t index = 0U;

        status = find_target(op, lists, module, endpoint, &target);
        if (place == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = import_slots(op, lists, &target, bytes, size, &index);
        }
        if (status == NvSciError_Success) {
            note_peer(lists->api->cls, index, target.identity);
            pool_put_handle(lists->api->cls->pool, index, place);
        }
        ringfence_api_leave();
    }
    return status;
}

/** Adds the lists that are given to inputs. */
static NvSciError add_given(PhaseOp op, const ShareLists *lists, const ShareInputs *given,
                            ListInputs *inputs)
{
    const ListClass *const cls = lists->api->cls;
    NvSciError status = NvSciError_Success;

    if ((given->handles == NULL) || (given->count == 0U)) {
        status = NvSciError_BadParameter;
    }
    for (size_t i = 0U; (i < given->count) && (status == NvSciError_Success); i++) {
        const void *const handle = list_handle_at(given->handles, i);
        uint32_t index = 0U;

        status = list_find(op, cls, handle, &index);
        if (status == NvSciError_Success) {
            const bool is_twice = cls->rows[index].is_input;

            status = list_inputs_add(op, cls, handle, inputs);
            if (is_twice) {
                status = lists->twice;
            }
        }
    }
    return status;
}

/** @satisfies RF-SHARE-024 */
NvSciError share_inputs(PhaseOp op, const ShareLists *lists, uint32_t module,
                        const ShareInputs *given, ListInputs *inputs)
{
    const bool any = lists->count_tells ? (given->count > 0U) : (given->handles != NULL);
    NvSciError status = NvSciError_Success;

    if (any) {
        status = add_given(op, lists, given, inputs);
        if ((status == NvSciError_Success) && (inputs->module != module)) {
            status = fault_of_list(op, LIST_CAUSE_MODULE);
        }
    }
    return status;
}

/** Reads a reconciled list that satisfies inputs. */
static NvSciError import_reconciled(PhaseOp op, const ShareLists *lists, const ShareTarget *target,
                                    const void *bytes, size_t size, const ListInputs *inputs,
                                    uint32_t *list)
{
    WireIn in;
    NvSciError status = share_admit_slots(op, lists->api->cls, target->identity, 1U);

    if (status == NvSciError_Success) {
        status = share_open(op, bytes, size, lists->reconciled, &in);
    }
    if (status == NvSciError_Success) {
        status = share_list_read(op, lists, target->module, inputs, &in, list);
        share_report(op, status);
    }
    return status;
}

/** @satisfies RF-SHARE-024 */
NvSciError share_list_import_reconciled(PhaseOp op, const ShareLists *lists, const void *module,
                                        NvSciIpcEndpoint endpoint, const void *bytes, size_t size,
                                        const ShareInputs *given, void *place)
{
    const ListClass *const cls = lists->api->cls;
    NvSciError status = lists->api->enter(op);

    if (status == NvSciError_Success) {
        ListInputs inputs = list_inputs_begin();
        ShareTarget target = {0U, 0U};
        uint32_t index = 0U;

        status = find_target(op, lists, module, endpoint, &target);
        if (place == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = share_inputs(op, lists, target.module, given, &inputs);
        }
        if (status == NvSciError_Success) {
            status = import_reconciled(op, lists, &target, bytes, size, &inputs, &index);
        }
        if (status == NvSciError_Success) {
            note_peer(cls, index, target.identity);
            pool_put_handle(cls->pool, index, place);
        }
        list_inputs_end(cls, &inputs);
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-SHARE-025 */
void share_list_free(PhaseOp op, const ShareLists *lists, const void *bytes)
{
    const WireKind kinds[] = {lists->unreconciled, lists->reconciled};

    if (ringfence_api_enter(op) == NvSciError_Success) {
        descriptor_free(op, bytes, kinds, 2U);
        ringfence_api_leave();
    }
}

/** @satisfies RF-SHARE-025 */
void share_list_and_object_free(PhaseOp op, const ShareLists *lists, const void *bytes)
{
    if (ringfence_api_enter(op) == NvSciError_Success) {
        descriptor_free(op, bytes, &lists->list_and_object, 1U);
        ringfence_api_leave();
    }
}
