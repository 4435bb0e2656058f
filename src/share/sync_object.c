/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sync_object.c
 * Sync objects between processes: what a peer may get, the way out, the way in.
 *
 * Descriptors of the system are sent when all else is sure, so that an export that fails has sent
 * nothing. An import takes its slots and checks all that the bytes say before it claims, so that it
 * does not spend what it cannot keep.
 */
#include <string.h>

#include "core/assert.h"
#include "core/bytes.h"
#include "core/fault.h"
#include "share/share.h"
#include "sync/sync.h"

/** What a descriptor says of an object, before its list if it has one. */
typedef struct {
    /** Rights that were passed on. */
    uint64_t perm;
    /** The list of the object, in short. */
    uint64_t slots;
    /** The object has a waiter counter. */
    bool gate;
    uint64_t max_value;
    uint64_t identity[2];
    /** Context of fences between the two processes. */
    uint64_t context;
    IpcToken token;
} SyncOffer;

/* ---------------------------------------------------------------- rights */

static bool is_sync_perm(uint64_t perm)
{
    return ((perm >= NvSciSyncAccessPerm_WaitOnly) && (perm <= NvSciSyncAccessPerm_WaitSignal)) ||
           (perm == NvSciSyncAccessPerm_Auto);
}

/** Says whether a permission can be asked for where signalling cannot be passed on. */
static bool is_waiting_perm(uint64_t perm)
{
    return (perm == NvSciSyncAccessPerm_WaitOnly) || (perm == NvSciSyncAccessPerm_Auto);
}

/** Checks a permission for a function that passes on the right to wait alone. */
static NvSciError check_waiting(PhaseOp op, uint64_t perm)
{
    NvSciError status = NvSciError_Success;

    if (!is_sync_perm(perm)) {
        status = NvSciError_BadParameter;
    } else if (!is_waiting_perm(perm)) {
        status = fault_of_access(op, ACCESS_CAUSE_WAIT_ALONE);
    } else {
        /* It can be asked for. */
    }
    return status;
}

static bool is_part_of(uint64_t part, uint64_t whole)
{
    return (part & ~whole) == 0U;
}

static bool has_signal(uint64_t perm)
{
    return (perm & NvSciSyncAccessPerm_SignalOnly) != 0U;
}

/** Rights that the peer behind an endpoint asked for itself. */
static uint64_t asked_by_peer(uint32_t list, uint64_t identity)
{
    const ListRow *const row = &g_sync_lists.rows[list];
    uint64_t perm = 0U;

    for (uint32_t i = 0U; i < row->routes; i++) {
        const ListRoute *const route = &row->route[i];

        if ((route->count == 1U) && (route->hops[0] == identity)) {
            perm |= route->perm;
        }
    }
    return perm;
}

/**
 * Rights that an export over an endpoint passes on. BadParameter iff nobody behind it asked for
 * any, or `asked` is less than the peer needs, or more than it may have or this process has.
 *
 * @satisfies RF-SHARE-041 RF-SHARE-042
 */
static NvSciError rights_for(PhaseOp op, uint32_t list, uint64_t identity, uint64_t asked,
                             uint64_t *perm)
{
    const ListGrant grant = list_grant(&g_sync_lists, list, identity);
    const uint64_t own = sync_list_number(list, SYNC_KEY_ACTUAL_PERM);
    const uint64_t given = (asked == NvSciSyncAccessPerm_Auto) ? grant.perm : asked;
    NvSciError status = NvSciError_Success;

    if ((!grant.any) || (given == 0U)) {
        status = fault_of_access(op, ACCESS_CAUSE_PEER);
    } else if ((!is_part_of(given, grant.perm)) || (!is_part_of(given, own))) {
        status = fault_of_access(op, ACCESS_CAUSE_ABOVE);
    } else if (!is_part_of(asked_by_peer(list, identity), given)) {
        status = fault_of_access(op, ACCESS_CAUSE_BELOW);
    } else {
        *perm = given;
    }
    return status;
}

/* ---------------------------------------------------------------- the way out */

/** Finds object and endpoint. Success: leave_export() must follow. */
static NvSciError enter_export(PhaseOp op, NvSciSyncObj handle, NvSciIpcEndpoint channel,
                               SyncObject **object, IpcEndpoint **endpoint)
{
    NvSciError status = sync_enter(op);

    if (status == NvSciError_Success) {
        status = sync_object_find(op, handle, object);
        if (status == NvSciError_Success) {
            status = share_take(op, channel, endpoint);
        }
        if (status != NvSciError_Success) {
            ringfence_api_leave();
        }
    }
    return status;
}

static void leave_export(IpcEndpoint *endpoint)
{
    ipc_leave(endpoint);
    ringfence_api_leave();
}

/** Says in the number of slots that the object has a waiter counter. */
#define OFFERS_GATE 0x8000000000000000ULL

/** Slots of a shape, as one number. */
static uint64_t slots_of(const SyncShape *shape)
{
    return ((uint64_t)shape->task_status_slots << 32U) | (uint64_t)shape->timestamp_slots;
}

/** Sends the descriptors of an object. */
static NvSciError send_sync_parts(SyncObject *object, IpcEndpoint *endpoint, uint64_t perm,
                                  IpcToken *token)
{
    PortParcel parcel = {0U, {-1, -1, -1, -1}};
    NvSciError status = sync_parcel_make(object, perm, &parcel);

    if (status == NvSciError_Success) {
        status = ipc_parcel_send(endpoint, &parcel, token);
        sync_parcel_close(&parcel);
    }
    if (status == NvSciError_Success) {
        sync_parcel_sent(object, perm);
        sync_object_note_way(object, endpoint->identity);
    }
    return status;
}

/**
 * Writes what a descriptor says of an object, and gives the place of the token.
 *
 * @satisfies RF-SHARE-043 RF-SHARE-221 RF-SYNC-096
 */
static WireOut put_sync_offer(const SyncObject *object, uint64_t identity, uint64_t perm,
                              WireOut *out)
{
    const uint64_t gate = object->parts.gate ? OFFERS_GATE : 0U;
    WireOut place = {NULL, 0U, 0U, false, 0U};

    wire_put64(out, perm);
    wire_put64(out, slots_of(&object->shape) | gate);
    wire_put64(out, object->shape.max_value);
    wire_put64(out, object->parts.identity[0]);
    wire_put64(out, object->parts.identity[1]);
    wire_put64(out, sync_object_context(object, identity));
    place = *out;
    wire_put64(out, 0U);
    wire_put64(out, 0U);
    return place;
}

/** Sends the descriptors of an object, if all that goes along with them has been written. */
static NvSciError send_sync_offer(SyncObject *object, IpcEndpoint *endpoint, uint64_t perm,
                                  const WireOut *out, WireOut *place)
{
    NvSciError status = NvSciError_InsufficientMemory;

    if (out->fits) {
        IpcToken token = {{0U, 0U}};

        status = send_sync_parts(object, endpoint, perm, &token);
        wire_put64(place, token.words[0]);
        wire_put64(place, token.words[1]);
        ASSERT(place->fits);
    }
    return status;
}

/** @satisfies RF-SHARE-040 RF-SHARE-057 */
NvSciError NvSciSyncObjIpcExport(NvSciSyncObj syncObj, NvSciSyncAccessPerm permissions,
                                 NvSciIpcEndpoint ipcEndpoint,
                                 NvSciSyncObjIpcExportDescriptor *desc)
{
    SyncObject *object = NULL;
    IpcEndpoint *endpoint = NULL;
    NvSciError status =
        enter_export(OP_SYNC_OBJ_IPC_EXPORT, syncObj, ipcEndpoint, &object, &endpoint);

    if (status == NvSciError_Success) {
        NvSciSyncObjIpcExportDescriptor made;
        uint64_t perm = 0U;

        (void)memset(&made, 0, sizeof(made));
        if ((desc == NULL) || (!is_sync_perm(permissions))) {
            status = NvSciError_BadParameter;
        } else {
            status = rights_for(OP_SYNC_OBJ_IPC_EXPORT, object->list, endpoint->identity,
                                permissions, &perm);
        }
        (void)memset(&made, 0, sizeof(made));
        if (status == NvSciError_Success) {
            WireOut out = wire_begin(&made, sizeof(made), WIRE_SYNC_OBJECT);
            WireOut place = put_sync_offer(object, endpoint->identity, perm, &out);

            status = send_sync_offer(object, endpoint, perm, &out, &place);
            (void)wire_end(&out);
        }
        if (status == NvSciError_Success) {
            bytes_copy(desc, &made, sizeof(made));
        }
        leave_export(endpoint);
    }
    return status;
}

/** Writes list and object into a descriptor of the pool. */
static NvSciError export_sync_both(SyncObject *object, IpcEndpoint *endpoint, uint64_t perm,
                                   void **bytes, size_t *size)
{
    uint32_t row = 0U;
    WireOut out = {NULL, 0U, 0U, false, 0U};
    NvSciError status = descriptor_take(WIRE_SYNC_LIST_AND_OBJECT, &row, &out);

    if (status == NvSciError_Success) {
        WireOut place = put_sync_offer(object, endpoint->identity, perm, &out);

        list_wire_put_reconciled(&g_sync_lists, object->list, endpoint->identity, &out);
        status = send_sync_offer(object, endpoint, perm, &out, &place);
        /* One that is too long says so. */
        if ((status == NvSciError_Success) || (!out.fits)) {
            status =
                descriptor_publish(OP_SYNC_IPC_EXPORT_ATTR_LIST_AND_OBJ, row, &out, bytes, size);
        } else {
            descriptor_give(row);
        }
    }
    return status;
}

/** @satisfies RF-SHARE-040 RF-SHARE-057 */
NvSciError NvSciSyncIpcExportAttrListAndObj(NvSciSyncObj syncObj, NvSciSyncAccessPerm permissions,
                                            NvSciIpcEndpoint ipcEndpoint, void **attrListAndObjDesc,
                                            size_t *attrListAndObjDescSize)
{
    SyncObject *object = NULL;
    IpcEndpoint *endpoint = NULL;
    NvSciError status = enter_export(OP_SYNC_IPC_EXPORT_ATTR_LIST_AND_OBJ, syncObj, ipcEndpoint,
                                     &object, &endpoint);

    if (status == NvSciError_Success) {
        uint64_t perm = 0U;

        if ((attrListAndObjDesc == NULL) || (attrListAndObjDescSize == NULL)) {
            status = NvSciError_BadParameter;
        } else {
            status = check_waiting(OP_SYNC_IPC_EXPORT_ATTR_LIST_AND_OBJ, permissions);
        }
        if (status == NvSciError_Success) {
            status = rights_for(OP_SYNC_IPC_EXPORT_ATTR_LIST_AND_OBJ, object->list,
                                endpoint->identity, permissions, &perm);
        }
        if ((status == NvSciError_Success) && has_signal(perm)) {
            status = fault_of_access(OP_SYNC_IPC_EXPORT_ATTR_LIST_AND_OBJ, ACCESS_CAUSE_WAIT_ALONE);
        }
        if (status == NvSciError_Success) {
            status = export_sync_both(object, endpoint, perm, attrListAndObjDesc,
                                      attrListAndObjDescSize);
        }
        leave_export(endpoint);
    }
    return status;
}

/* ---------------------------------------------------------------- the way in */

/** Reports what is wrong with bytes or with what came for them. */
static NvSciError refuse_sync(PhaseOp op, RingfenceFaultKind kind)
{
    ringfence_fault_report(op, kind);
    return NvSciError_BadParameter;
}

/** Reads what a descriptor says of an object. */
static SyncOffer get_sync_offer(WireIn *in)
{
    SyncOffer offer = {0U, 0U, false, 0U, {0U, 0U}, 0U, {{0U, 0U}}};

    offer.perm = wire_get64(in);
    offer.slots = wire_get64(in);
    offer.gate = ((offer.slots & OFFERS_GATE) != 0U);
    offer.slots &= ~OFFERS_GATE;
    offer.max_value = wire_get64(in);
    offer.identity[0] = wire_get64(in);
    offer.identity[1] = wire_get64(in);
    offer.context = wire_get64(in);
    offer.token.words[0] = wire_get64(in);
    offer.token.words[1] = wire_get64(in);
    return offer;
}

static bool is_context(uint64_t number)
{
    return (number > 0U) && (number <= (uint64_t)UINT32_MAX);
}

/**
 * Checks that an offer is one of an object that a list describes.
 *
 * @satisfies RF-SHARE-048
 */
static NvSciError check_sync_offer(PhaseOp op, const SyncOffer *offer, uint32_t list)
{
    SyncShape shape;
    bool sound = is_sync_perm(offer->perm) && (offer->perm != NvSciSyncAccessPerm_Auto);

    sync_object_shape(list, NvSciSyncAccessPerm_WaitSignal, &shape);
    sound = sound && (offer->slots == slots_of(&shape)) && (offer->max_value == shape.max_value) &&
            ((!offer->gate) || sync_list_has_gpu(list)) && is_context(offer->context);
    return sound ? NvSciError_Success : refuse_sync(op, RINGFENCE_FAULT_BAD_DESCRIPTOR);
}

/**
 * Rights that an import takes up. BadParameter iff `asked` is more than was passed on, or, with
 * Auto, the list expects more.
 *
 * @satisfies RF-SHARE-049
 */
static NvSciError rights_from(PhaseOp op, const SyncOffer *offer, uint32_t list, uint64_t asked,
                              uint64_t *perm)
{
    const bool automatic = (asked == NvSciSyncAccessPerm_Auto);
    const uint64_t expected = automatic ? sync_list_number(list, SYNC_KEY_ACTUAL_PERM) : asked;
    NvSciError status = NvSciError_Success;

    if (is_part_of(expected, offer->perm)) {
        *perm = automatic ? offer->perm : asked;
    } else {
        status = fault_of_access(op, ACCESS_CAUSE_ABOVE);
    }
    return status;
}

/**
 * Claims what was sent, and makes the parts of an object of it.
 *
 * @satisfies RF-SHARE-046 RF-SHARE-047
 */
static NvSciError claim_sync_parts(PhaseOp op, IpcEndpoint *endpoint, const SyncOffer *offer,
                                   uint32_t list, uint64_t perm, SyncObject *object)
{
    SyncBacking *const parts = &object->parts;
    const ListGrant own = list_grant(&g_sync_lists, list, 0U);
    PortParcel parcel = {0U, {-1, -1, -1, -1}};
    NvSciError status = NvSciError_BadParameter;

    if (ipc_parcel_claim(endpoint, offer->token, &parcel)) {
        status = sync_backing_adopt(&object->shape, offer->perm, perm, &parcel, parts);
        if ((status == NvSciError_Success) && has_signal(own.perm & perm)) {
            status = sync_backing_seal(parts);
        }
    }
    if ((status == NvSciError_BadParameter) && fault_is_refused()) {
        status = NvSciError_ResourceError;
    } else if (status == NvSciError_BadParameter) {
        ringfence_fault_report(op, RINGFENCE_FAULT_NOT_OFFERED);
    } else {
        /* It is here, or failed for another reason. */
    }
    return status;
}

/** Checks an offer, and makes an object of it. */
static NvSciError import_sync_offer(PhaseOp op, IpcEndpoint *endpoint, const SyncOffer *offer,
                                    uint32_t list, uint64_t asked, NvSciSyncObj *handle)
{
    SyncSlots slots = {0U, 0U};
    uint64_t perm = 0U;
    NvSciError status = check_sync_offer(op, offer, list);

    if (status == NvSciError_Success) {
        status = rights_from(op, offer, list, asked, &perm);
    }
    if (status == NvSciError_Success) {
        status = sync_object_take(list, perm, &slots);
    }
    if (status == NvSciError_Success) {
        SyncObject *const object = &g_sync_objects[slots.object];

        ASSERT(endpoint->identity != 0U);
        object->parts.identity[0] = offer->identity[0];
        object->parts.identity[1] = offer->identity[1];
        object->came_over = endpoint->identity;
        object->context = (uint32_t)offer->context;
        object->parts.gate = offer->gate;
        status = claim_sync_parts(op, endpoint, offer, list, perm, object);
        if (status == NvSciError_Success) {
            *handle = sync_object_finish(&slots, list, perm);
        } else {
            sync_object_give(&slots);
        }
    }
    return status;
}

/** Reads an offer without a list, and takes it up. */
static NvSciError import_sync_alone(PhaseOp op, IpcEndpoint *endpoint, WireIn *in, uint32_t list,
                                    uint64_t asked, NvSciSyncObj *handle)
{
    const SyncOffer offer = get_sync_offer(in);

    return wire_close(in) ? import_sync_offer(op, endpoint, &offer, list, asked, handle)
                          : refuse_sync(op, RINGFENCE_FAULT_BAD_DESCRIPTOR);
}

/** @satisfies RF-SHARE-040 RF-SHARE-057 */
NvSciError NvSciSyncObjIpcImport(NvSciIpcEndpoint ipcEndpoint,
                                 const NvSciSyncObjIpcExportDescriptor *desc,
                                 NvSciSyncAttrList inputAttrList, NvSciSyncAccessPerm permissions,
                                 int64_t timeoutUs, NvSciSyncObj *syncObj)
{
    const PhaseOp op = OP_SYNC_OBJ_IPC_IMPORT;
    NvSciError status = sync_enter(op);

    (void)timeoutUs;
    if (status == NvSciError_Success) {
        IpcEndpoint *endpoint = NULL;
        uint32_t list = 0U;

        status = list_find_reconciled(op, &g_sync_lists, inputAttrList, &list);
        if ((desc == NULL) || (syncObj == NULL) || (!is_sync_perm(permissions))) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = ipc_take(op, ipcEndpoint, &endpoint);
        }
        if (status == NvSciError_Success) {
            WireIn in = {NULL, 0U, 0U, false};

            if (descriptor_copy(op, desc, sizeof(*desc), WIRE_SYNC_OBJECT, &in) != WIRE_OK) {
                status = NvSciError_BadParameter;
            } else {
                status = import_sync_alone(op, endpoint, &in, list, permissions, syncObj);
            }
            ipc_leave(endpoint);
        }
        ringfence_api_leave();
    }
    return status;
}

/** Reads an offer and its list, and takes it up; only the object has the list. */
static NvSciError import_sync_both(PhaseOp op, IpcEndpoint *endpoint, WireIn *in,
                                   const ListInputs *inputs, uint64_t asked, NvSciSyncObj *handle)
{
    const SyncOffer offer = get_sync_offer(in);
    uint32_t list = 0U;
    NvSciError status = share_list_read(op, &g_share_sync_lists, inputs->module, inputs, in, &list);

    if (status == NvSciError_Success) {
        status = import_sync_offer(op, endpoint, &offer, list, asked, handle);
        list_destroy(&g_sync_lists, list);
    } else if (status != NvSciError_InsufficientMemory) {
        share_report(op, status);
        status = NvSciError_BadParameter;
    } else {
        /* There is no row for the list. */
    }
    return status;
}

/** Collects the module and the lists that an imported list must satisfy. */
static NvSciError collect_sync_own(PhaseOp op, NvSciSyncModule module, const ShareInputs *given,
                                   ListInputs *inputs)
{
    uint32_t owner = 0U;
    NvSciError status = list_module_find(op, &g_sync_lists, module, &owner);

    if (status == NvSciError_Success) {
        status = share_inputs(op, &g_share_sync_lists, owner, given, inputs);
    }
    inputs->module = owner;
    return status;
}

/** @satisfies RF-SHARE-040 RF-SHARE-057 */
NvSciError NvSciSyncIpcImportAttrListAndObj(
    NvSciSyncModule module, NvSciIpcEndpoint ipcEndpoint, const void *attrListAndObjDesc,
    size_t attrListAndObjDescSize, NvSciSyncAttrList const attrList[], size_t attrListCount,
    NvSciSyncAccessPerm minPermissions, int64_t timeoutUs, NvSciSyncObj *syncObj)
{
    const PhaseOp op = OP_SYNC_IPC_IMPORT_ATTR_LIST_AND_OBJ;
    NvSciError status = sync_enter(op);

    (void)timeoutUs;
    if (status == NvSciError_Success) {
        IpcEndpoint *endpoint = NULL;
        const ShareInputs given = {attrList, attrListCount};
        ListInputs inputs = list_inputs_begin();

        status = collect_sync_own(op, module, &given, &inputs);
        if ((attrListAndObjDesc == NULL) || (syncObj == NULL)) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = check_waiting(op, minPermissions);
        }
        if (status == NvSciError_Success) {
            status = ipc_take(op, ipcEndpoint, &endpoint);
        }
        if (status == NvSciError_Success) {
            WireIn in = {NULL, 0U, 0U, false};

            if (descriptor_copy(op, attrListAndObjDesc, attrListAndObjDescSize,
                                WIRE_SYNC_LIST_AND_OBJECT, &in) != WIRE_OK) {
                status = NvSciError_BadParameter;
            } else {
                status = import_sync_both(op, endpoint, &in, &inputs, minPermissions, syncObj);
            }
            ipc_leave(endpoint);
        }
        list_inputs_end(&g_sync_lists, &inputs);
        ringfence_api_leave();
    }
    return status;
}
