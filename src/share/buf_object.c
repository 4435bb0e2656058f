/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file buf_object.c
 * Buffer objects between processes: what a peer may get, the way out, the way in.
 *
 * The descriptor of the memory is sent when all else is sure, so that an export that fails has sent
 * nothing. An import takes its slots before it claims, so that it does not spend what it cannot
 * keep.
 */
#include <string.h>

#include "buf/buf.h"
#include "core/assert.h"
#include "core/bytes.h"
#include "core/fault.h"
#include "core/status.h"
#include "share/share.h"

/** What a descriptor says of a buffer. Its list follows, if it has one. */
typedef struct {
    NvSciBufAttrValAccessPerm permission;
    uint64_t size;
    uint64_t alignment;
    IpcToken token;
} Offer;

/** An object that is being imported, and its memory, which was claimed. */
typedef struct {
    BufMaking making;
    int32_t descriptor;
} Import;

/** Descriptors that a buffer is sent with: its memory. */
#define PARCEL_OF_BUFFER 1U

/* ---------------------------------------------------------------- rights */

static bool is_permission(NvSciBufAttrValAccessPerm permission)
{
    return (permission == NvSciBufAccessPerm_Readonly) ||
           (permission == NvSciBufAccessPerm_ReadWrite) || (permission == NvSciBufAccessPerm_Auto);
}

/**
 * What an export over an endpoint gives if `asked` is asked for; if it gives none, why.
 *
 * @satisfies RF-SHARE-071 RF-SHARE-072 RF-SHARE-073 RF-SHARE-074 RF-SHARE-087 RF-SHARE-088
 */
static NvSciError grant_of(const BufObject *object, const IpcEndpoint *endpoint,
                           NvSciBufAttrValAccessPerm asked, NvSciBufAttrValAccessPerm *granted,
                           FaultListCause *cause)
{
    NvSciError status = NvSciError_Success;
    const ListGrant grant = list_grant(&g_buf_lists, object->list, endpoint->identity);
    const NvSciBufAttrValAccessPerm own = buf_object_passes(object);
    const bool is_needed = buf_perm_writes(grant.perm);
    const bool is_owned = (own == NvSciBufAccessPerm_ReadWrite);
    const bool is_auto = (asked == NvSciBufAccessPerm_Auto);
    const bool is_asked = (is_auto && is_needed) || (asked == NvSciBufAccessPerm_ReadWrite);

    if (!grant.any) {
        *cause = ACCESS_CAUSE_PEER;
        status = NvSciError_NotPermitted;
    } else if (is_needed && (!is_asked)) {
        *cause = ACCESS_CAUSE_BELOW;
        status = NvSciError_InvalidOperation;
    } else if (is_asked && (!is_owned)) {
        *cause = ACCESS_CAUSE_ABOVE;
        status = is_auto ? NvSciError_InvalidOperation : NvSciError_BadParameter;
    } else {
        *granted = is_asked ? NvSciBufAccessPerm_ReadWrite : NvSciBufAccessPerm_Readonly;
    }
    return status;
}

/** grant_of() for a function that exports: that none is given is a fault.
 * @satisfies RF-CORE-343 */
static NvSciError export_grant(PhaseOp op, const BufObject *object, const IpcEndpoint *endpoint,
                               NvSciBufAttrValAccessPerm asked, NvSciBufAttrValAccessPerm *granted)
{
    FaultListCause cause = LIST_CAUSE_NONE;
    const NvSciError status = grant_of(object, endpoint, asked, granted, &cause);

    if (status != NvSciError_Success) {
        (void)fault_of_access(op, cause);
    }
    return status;
}

/* ---------------------------------------------------------------- the way out */

/** Finds object and endpoint. Success: leave_buf() must follow. */
static NvSciError enter_buf(PhaseOp op, NvSciBufObj handle, NvSciIpcEndpoint channel,
                            const BufObject **object, IpcEndpoint **endpoint)
{
    NvSciError status = ringfence_api_enter(op);

    if (status == NvSciError_Success) {
        status = buf_object_find(op, handle, object);
        if (status == NvSciError_Success) {
            status = share_take(op, channel, endpoint);
        }
        if (status != NvSciError_Success) {
            ringfence_api_leave();
        }
    }
    return status;
}

static void leave_buf(IpcEndpoint *endpoint)
{
    ipc_leave(endpoint);
    ringfence_api_leave();
}

/**
 * Sends the memory of an object.
 *
 * @satisfies RF-SHARE-075 RF-SHARE-076
 */
static NvSciError send_memory(const BufObject *object, IpcEndpoint *endpoint, bool writable,
                              IpcToken *token)
{
    PortParcel parcel = {0U, {-1, -1, -1, -1}};
    NvSciError status = buf_object_share(object, writable, &parcel.descriptors[0]);

    if (status == NvSciError_Success) {
        ASSERT(parcel.descriptors[0] >= 0);
        parcel.count = PARCEL_OF_BUFFER;
        status = ipc_parcel_send(endpoint, &parcel, token);
        port_parcel_close(&parcel);
    }
    if ((status == NvSciError_Success) && writable) {
        buf_object_has_writer(object);
    }
    return status;
}

/** Writes what a descriptor says of a buffer. Gives the place of the token, which is not known yet.
 */
static WireOut put_buf_offer(const BufObject *object, NvSciBufAttrValAccessPerm permission,
                             WireOut *out)
{
    uint64_t size = 0U;
    uint64_t alignment = 0U;
    WireOut place;

    buf_memory_need(object->list, &size, &alignment);
    ASSERT(size == object->size);
    wire_put64(out, (uint64_t)permission);
    wire_put64(out, size);
    wire_put64(out, alignment);
    place = *out;
    wire_put64(out, 0U);
    wire_put64(out, 0U);
    return place;
}

/** Sends the memory if the descriptor has room for all that was written, and writes the token. */
static NvSciError send_buf_offer(const BufObject *object, IpcEndpoint *endpoint,
                                 NvSciBufAttrValAccessPerm permission, const WireOut *out,
                                 const WireOut *place)
{
    NvSciError status = NvSciError_InsufficientMemory;
    const bool writable = (permission == NvSciBufAccessPerm_ReadWrite);
    WireOut at_token = *place;

    if (out->fits) {
        IpcToken token = {{0U, 0U}};

        status = send_memory(object, endpoint, writable, &token);
        wire_put64(&at_token, token.words[0]);
        wire_put64(&at_token, token.words[1]);
        ASSERT(at_token.fits);
    }
    return status;
}

/** @satisfies RF-SHARE-070 RF-SHARE-090 */
NvSciError NvSciBufObjIpcExport(NvSciBufObj bufObj, NvSciBufAttrValAccessPerm accPerm,
                                NvSciIpcEndpoint ipcEndpoint,
                                NvSciBufObjIpcExportDescriptor *exportData)
{
    const BufObject *object = NULL;
    IpcEndpoint *endpoint = NULL;
    NvSciError status = enter_buf(OP_BUF_OBJ_IPC_EXPORT, bufObj, ipcEndpoint, &object, &endpoint);

    if (status == NvSciError_Success) {
        NvSciBufAttrValAccessPerm granted = NvSciBufAccessPerm_Invalid;
        NvSciBufObjIpcExportDescriptor made;

        (void)memset(&made, 0, sizeof(made));
        if ((exportData == NULL) || (!is_permission(accPerm))) {
            status = NvSciError_BadParameter;
        } else {
            status = export_grant(OP_BUF_OBJ_IPC_EXPORT, object, endpoint, accPerm, &granted);
        }
        (void)memset(&made, 0, sizeof(made));
        if (status == NvSciError_Success) {
            WireOut out = wire_begin(&made, sizeof(made), WIRE_BUF_OBJECT);
            const WireOut place = put_buf_offer(object, granted, &out);

            status = send_buf_offer(object, endpoint, granted, &out, &place);
            (void)wire_end(&out);
        }
        if (status == NvSciError_Success) {
            bytes_copy(exportData, &made, sizeof(made));
        }
        leave_buf(endpoint);
    }
    return status;
}

/** Writes the list and the object into a descriptor of the pool. */
static NvSciError export_buf_and_list(const BufObject *object, IpcEndpoint *endpoint,
                                      NvSciBufAttrValAccessPerm permission, void **bytes,
                                      size_t *size)
{
    uint32_t index = 0U;
    WireOut out = {NULL, 0U, 0U, false, 0U};
    NvSciError status = descriptor_take(WIRE_BUF_LIST_AND_OBJECT, &index, &out);

    if (status == NvSciError_Success) {
        const WireOut place = put_buf_offer(object, permission, &out);

        list_wire_put_reconciled(&g_buf_lists, object->list, endpoint->identity, &out);
        status = send_buf_offer(object, endpoint, permission, &out, &place);
        /* One that is too long says so. */
        if ((status == NvSciError_Success) || (!out.fits)) {
            status =
                descriptor_publish(OP_BUF_IPC_EXPORT_ATTR_LIST_AND_OBJ, index, &out, bytes, size);
        } else {
            descriptor_give(index);
        }
    }
    return status;
}

/** @satisfies RF-SHARE-070 RF-SHARE-090 */
NvSciError NvSciBufIpcExportAttrListAndObj(NvSciBufObj bufObj,
                                           NvSciBufAttrValAccessPerm permissions,
                                           NvSciIpcEndpoint ipcEndpoint, void **attrListAndObjDesc,
                                           size_t *attrListAndObjDescSize)
{
    const BufObject *object = NULL;
    IpcEndpoint *endpoint = NULL;
    NvSciError status =
        enter_buf(OP_BUF_IPC_EXPORT_ATTR_LIST_AND_OBJ, bufObj, ipcEndpoint, &object, &endpoint);

    if (status == NvSciError_Success) {
        NvSciBufAttrValAccessPerm granted = NvSciBufAccessPerm_Invalid;

        if ((attrListAndObjDesc == NULL) || (attrListAndObjDescSize == NULL) ||
            (!is_permission(permissions))) {
            status = NvSciError_BadParameter;
        } else {
            status = export_grant(OP_BUF_IPC_EXPORT_ATTR_LIST_AND_OBJ, object, endpoint,
                                  permissions, &granted);
        }
        if (status == NvSciError_Success) {
            status = export_buf_and_list(object, endpoint, granted, attrListAndObjDesc,
                                         attrListAndObjDescSize);
        }
        leave_buf(endpoint);
    }
    return status;
}

/** @satisfies RF-SHARE-074 RF-SHARE-090 */
NvSciError NvSciBufObjGetMaxPerm(const NvSciBufObj bufObj, const NvSciIpcEndpoint ipcEndpoint,
                                 NvSciBufAttrValAccessPerm *accPerm)
{
    const BufObject *object = NULL;
    IpcEndpoint *endpoint = NULL;
    NvSciError status = enter_buf(OP_BUF_OBJ_GET_MAX_PERM, bufObj, ipcEndpoint, &object, &endpoint);

    if (status == NvSciError_Success) {
        if (accPerm == NULL) {
            status = NvSciError_BadParameter;
        } else {
            FaultListCause cause = LIST_CAUSE_NONE;

            /* It is asked, and nothing is done with the answer. */
            status = grant_of(object, endpoint, NvSciBufAccessPerm_Auto, accPerm, &cause);
        }
        leave_buf(endpoint);
    }
    return status;
}

/* ---------------------------------------------------------------- memory */

/** @satisfies RF-STREAM-112 */
NvSciError share_buf_memory(PhaseOp op, NvSciBufObj handle, bool writes, ShareMemory *memory)
{
    const BufObject *object = NULL;
    NvSciError status = ringfence_api_enter(op);

    if (status == NvSciError_Success) {
        status = buf_object_find(op, handle, &object);
        if (status == NvSciError_Success) {
            memory->size = object->size;
            memory->from = buf_object_base(object);
            memory->to = writes ? buf_object_writable(object) : NULL;
            if ((!object->has_cpu_access) || (writes && (memory->to == NULL))) {
                status = NvSciError_BadParameter;
            }
        }
        ringfence_api_leave();
    }
    return status;
}

/* ---------------------------------------------------------------- the way in */

/** Reports what is wrong with bytes or with what came for them. */
static NvSciError refuse_buf(PhaseOp op, RingfenceFaultKind kind)
{
    ringfence_fault_report(op, kind);
    return NvSciError_BadParameter;
}

/**
 * Reads what a descriptor says of a buffer.
 *
 * @satisfies RF-SHARE-080
 */
static NvSciError get_buf_offer(PhaseOp op, WireIn *in, Offer *offer)
{
    const uint64_t permission = wire_get64(in);
    const uint64_t read_only = (uint64_t)NvSciBufAccessPerm_Readonly;
    const uint64_t read_write = (uint64_t)NvSciBufAccessPerm_ReadWrite;
    bool is_sound = (permission == read_only) || (permission == read_write);

    offer->permission =
        (permission == read_write) ? NvSciBufAccessPerm_ReadWrite : NvSciBufAccessPerm_Readonly;
    offer->size = wire_get64(in);
    offer->alignment = wire_get64(in);
    offer->token.words[0] = wire_get64(in);
    offer->token.words[1] = wire_get64(in);
    is_sound = in->sound && is_sound;
    return is_sound ? NvSciError_Success : refuse_buf(op, RINGFENCE_FAULT_BAD_DESCRIPTOR);
}

/**
 * Checks whether a buffer that is offered is one for a list, and as much as is asked for.
 *
 * @satisfies RF-SHARE-080 RF-SHARE-081
 */
static NvSciError check_buf_offer(PhaseOp op, const Offer *offer, uint32_t list,
                                  NvSciBufAttrValAccessPerm least)
{
    NvSciError status = NvSciError_Success;
    uint64_t size = 0U;
    uint64_t alignment = 0U;

    buf_memory_need(list, &size, &alignment);
    if ((offer->size != size) || (offer->alignment != alignment)) {
        status = refuse_buf(op, RINGFENCE_FAULT_BAD_DESCRIPTOR);
    } else if (buf_device_is_wanted(list) && (!buf_device_can_be(list))) {
        status = NvSciError_NotSupported;
    } else if ((least == NvSciBufAccessPerm_ReadWrite) && (offer->permission != least)) {
        (void)fault_of_access(op, ACCESS_CAUSE_ABOVE);
        status = NvSciError_AccessDenied;
    } else {
        status = NvSciError_Success;
    }
    return status;
}

/**
 * Claims the memory that a token stands for.
 *
 * @satisfies RF-SHARE-082
 */
static NvSciError claim(PhaseOp op, IpcEndpoint *endpoint, IpcToken token, int32_t *descriptor)
{
    PortParcel parcel = {0U, {-1, -1, -1, -1}};
    NvSciError status = NvSciError_Success;

    if (!ipc_parcel_claim(endpoint, token, &parcel)) {
        status = fault_is_refused() ? NvSciError_ResourceError
                                    : refuse_buf(op, RINGFENCE_FAULT_NOT_OFFERED);
    } else if (parcel.count != PARCEL_OF_BUFFER) {
        port_parcel_close(&parcel);
        status = refuse_buf(op, RINGFENCE_FAULT_NOT_OFFERED);
    } else {
        ASSERT(parcel.descriptors[0] >= 0);
        *descriptor = parcel.descriptors[0];
    }
    return status;
}

/**
 * Begins an object of what is offered.
 *
 * @satisfies RF-SHARE-077 RF-SHARE-083 RF-SHARE-084
 */
static NvSciError claim_buf_offer(PhaseOp op, IpcEndpoint *endpoint, const Offer *offer,
                                  uint32_t list, Import *import)
{
    NvSciError status = buf_making_begin(op, list, offer->permission, &import->making);

    if (status == NvSciError_Success) {
        status = claim(op, endpoint, offer->token, &import->descriptor);
        if (status != NvSciError_Success) {
            (void)buf_making_end(&import->making, status, NULL);
        }
    }
    return status;
}

/**
 * Ends the import of an object that was claimed. No lock but the library's may be held.
 *
 * @satisfies RF-SHARE-201
 */
static NvSciError finish_import(PhaseOp op, const Import *import, NvSciBufObj *handle)
{
    NvSciError status = buf_making_adopt(op, &import->making, import->descriptor, handle);

    if ((status == NvSciError_BadParameter) && fault_is_refused()) {
        status = NvSciError_ResourceError;
    } else if (status == NvSciError_BadParameter) {
        ringfence_fault_report(op, RINGFENCE_FAULT_NOT_OFFERED);
    } else {
        /* It is here, or failed for another reason. */
    }
    return status;
}

/** Checks an offer behind which nothing may be left, and takes it up. */
static NvSciError import_buf_rest(PhaseOp op, IpcEndpoint *endpoint, const WireIn *in,
                                  const Offer *offer, uint32_t list,
                                  NvSciBufAttrValAccessPerm least, Import *import)
{
    NvSciError status = wire_close(in) ? check_buf_offer(op, offer, list, least)
                                       : refuse_buf(op, RINGFENCE_FAULT_BAD_DESCRIPTOR);

    if (status == NvSciError_Success) {
        status = claim_buf_offer(op, endpoint, offer, list, import);
    }
    return status;
}

/** Reads an object whose list is there already. */
static NvSciError import_buf_alone(PhaseOp op, IpcEndpoint *endpoint, WireIn *in, uint32_t list,
                                   NvSciBufAttrValAccessPerm least, Import *import)
{
    Offer offer = {NvSciBufAccessPerm_Invalid, 0U, 0U, {{0U, 0U}}};
    NvSciError status = get_buf_offer(op, in, &offer);

    if (status == NvSciError_Success) {
        status = import_buf_rest(op, endpoint, in, &offer, list, least, import);
    }
    return status;
}

/** @satisfies RF-SHARE-070 RF-SHARE-090 */
NvSciError NvSciBufObjIpcImport(NvSciIpcEndpoint ipcEndpoint,
                                const NvSciBufObjIpcExportDescriptor *desc,
                                NvSciBufAttrList reconciledAttrList,
                                NvSciBufAttrValAccessPerm minPermissions, int64_t timeoutUs,
                                NvSciBufObj *bufObj)
{
    const PhaseOp op = OP_BUF_OBJ_IPC_IMPORT;
    NvSciError status = ringfence_api_enter(op);

    (void)timeoutUs;
    if (status == NvSciError_Success) {
        IpcEndpoint *endpoint = NULL;
        Import import;
        uint32_t list = 0U;

        status = list_find_reconciled(op, &g_buf_lists, reconciledAttrList, &list);
        if ((desc == NULL) || (bufObj == NULL) || (!is_permission(minPermissions))) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = ipc_take(op, ipcEndpoint, &endpoint);
        }
        if (status == NvSciError_Success) {
            WireIn in = {NULL, 0U, 0U, false};

            status = share_open(op, desc, sizeof(*desc), WIRE_BUF_OBJECT, &in);
            if (status == NvSciError_Success) {
                status = import_buf_alone(op, endpoint, &in, list, minPermissions, &import);
            }
            ipc_leave(endpoint);
        }
        if (status == NvSciError_Success) {
            status = finish_import(op, &import, bufObj);
        }
        ringfence_api_leave();
    }
    return status;
}

/** Reads an object and its list; only the object has the list. */
static NvSciError import_buf_and_list(PhaseOp op, IpcEndpoint *endpoint, WireIn *in,
                                      uint32_t module, const ListInputs *inputs,
                                      NvSciBufAttrValAccessPerm least, Import *import)
{
    Offer offer = {NvSciBufAccessPerm_Invalid, 0U, 0U, {{0U, 0U}}};
    uint32_t list = 0U;
    NvSciError status = get_buf_offer(op, in, &offer);

    if (status == NvSciError_Success) {
        status = share_list_read(op, &g_share_buf_lists, module, inputs, in, &list);
        share_report(op, status);
        if (status == NvSciError_Success) {
            status = import_buf_rest(op, endpoint, in, &offer, list, least, import);
            list_destroy(&g_buf_lists, list);
        }
    }
    return status;
}

/** @satisfies RF-SHARE-070 RF-SHARE-085 RF-SHARE-090 */
NvSciError NvSciBufIpcImportAttrListAndObj(NvSciBufModule module, NvSciIpcEndpoint ipcEndpoint,
                                           const void *attrListAndObjDesc,
                                           size_t attrListAndObjDescSize,
                                           const NvSciBufAttrList attrList[], size_t count,
                                           NvSciBufAttrValAccessPerm minPermissions,
                                           int64_t timeoutUs, NvSciBufObj *bufObj)
{
    const PhaseOp op = OP_BUF_IPC_IMPORT_ATTR_LIST_AND_OBJ;
    NvSciError status = ringfence_api_enter(op);

    (void)timeoutUs;
    if (status == NvSciError_Success) {
        IpcEndpoint *endpoint = NULL;
        const ShareInputs given = {attrList, count};
        ListInputs inputs = list_inputs_begin();
        Import import;
        uint32_t owner = 0U;

        status = list_module_find(op, &g_buf_lists, module, &owner);
        if ((bufObj == NULL) || (!is_permission(minPermissions))) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = share_inputs(op, &g_share_buf_lists, owner, &given, &inputs);
        }
        if (status == NvSciError_Success) {
            status = ipc_take(op, ipcEndpoint, &endpoint);
        }
        if (status == NvSciError_Success) {
            WireIn in = {NULL, 0U, 0U, false};

            status = share_open(op, attrListAndObjDesc, attrListAndObjDescSize,
                                WIRE_BUF_LIST_AND_OBJECT, &in);
            if (status == NvSciError_Success) {
                status =
                    import_buf_and_list(op, endpoint, &in, owner, &inputs, minPermissions, &import);
            }
            ipc_leave(endpoint);
        }
        list_inputs_end(&g_buf_lists, &inputs);
        if (status == NvSciError_Success) {
            status = finish_import(op, &import, bufObj);
        }
        ringfence_api_leave();
    }
    return status;
}
