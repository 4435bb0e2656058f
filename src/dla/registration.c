/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file registration.c
 * Registrations: buffers and sync objects that a device handle uses.
 *
 * An object is mapped before its row is filled, so that the rows of the same object are found by
 * what the map says: the memory of a buffer, the name in the fences of a sync object.
 */
#include <string.h>

#include "core/assert.h"
#include "core/fault.h"
#include "core/handle.h"
#include "core/phase_keep.h"
#include "dla/dla.h"
#include "nvscibuf.h"
#include "nvscisync.h"

/* ---------------------------------------------------------------- rows */

/** A row that is free; NULL: none is. */
static DlaRegistration *registration_free_row(uint32_t *row)
{
    DlaRegistration *found = NULL;

    for (uint32_t i = 0U; (i < RINGFENCE_CFG_DLA_REGISTRATIONS) && (found == NULL); i++) {
        if (g_dla_registrations[i].kind == DLA_NOTHING) {
            found = &g_dla_registrations[i];
            *row = i;
        }
    }
    return found;
}

/** Says whether two buffers are the same: handles with other rights have another mapping. */
static bool registration_is_same_buffer(const RingfenceEngineBuf *one,
                                        const RingfenceEngineBuf *other)
{
    return ((one->constBase != NULL) && (one->constBase == other->constBase)) ||
           ((one->descriptor >= 0) && (one->descriptor == other->descriptor));
}

/** Says whether a row and a new one are the same memory or object. */
static bool registration_is_same(const DlaRegistration *one, const DlaRegistration *other)
{
    bool same = (one->kind == other->kind) && (one->device == other->device);

    if (one->kind == DLA_BUFFER) {
        same = same && registration_is_same_buffer(&one->buffer, &other->buffer);
    } else if (one->kind == DLA_SYNC) {
        same = same && (one->sync.name == other->sync.name);
    } else {
        same = same && (one->address == other->address);
    }
    return same;
}

/** Fills a place, but for its name and its owner: threads of other devices read these. */
static void registration_fill(DlaRegistration *place, const DlaRegistration *filled)
{
    place->kind = filled->kind;
    place->device = filled->device;
    place->last_use = 0U;
    place->size = filled->size;
    place->takes_statistics = filled->takes_statistics;
    place->buffer = filled->buffer;
    place->is_written = filled->is_written;
    place->base = filled->base;
    place->on_gpu = filled->on_gpu;
    place->const_base = filled->const_base;
    place->address = filled->address;
    place->sync = filled->sync;
    place->may_signal = filled->may_signal;
    place->is_deterministic = filled->is_deterministic;
}

/** Gives a row that is filled a free place and a name. Needs both locks.
 * @satisfies RF-DLA-043 RF-CORE-341 */
static cudlaStatus registration_add(PhaseOp op, const DlaRegistration *filled, uint64_t **cookie)
{
    uint32_t row = 0U;
    DlaRegistration *const place = registration_free_row(&row);
    cudlaStatus status = (place != NULL) ? cudlaSuccess : cudlaErrorOutOfResources;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_DLA_REGISTRATIONS; i++) {
        if (registration_is_same(&g_dla_registrations[i], filled)) {
            status = cudlaErrorMemoryRegistered;
        }
    }
    if (status == cudlaErrorMemoryRegistered) {
        status = dla_refuse(op, DLA_CAUSE_REGISTERED, cudlaErrorMemoryRegistered);
    }
    if (status == cudlaErrorOutOfResources) {
        ringfence_fault_report_limit(op, FAULT_LIMIT_DLA_REGISTRATIONS,
                                     RINGFENCE_CFG_DLA_REGISTRATIONS + 1U,
                                     RINGFENCE_CFG_DLA_REGISTRATIONS);
    }
    if (status == cudlaSuccess) {
        ASSERT(dla_is_locked());
        ASSERT(place->kind == DLA_NOTHING);
        ASSERT(port_load32(&place->owner) == 0U);
        registration_fill(place, filled);
        worker_gauge_take(&g_dla_registrations_used);
        place->index = row;
        if (row >= port_load32(&g_dla_registrations_end)) {
            port_store32(&g_dla_registrations_end, row + 1U);
        }
        port_store32(&place->owner, place->device + 1U);
        worker_name_give(WORKER_NAME_DLA_REGISTRATION, row, &place->name, cookie);
    }
    return status;
}

/** What a refusal of an object is to the caller; one that is none is said by the name of the
 * function that the program called, with what it is to give.
 * @satisfies RF-DLA-396 */
static cudlaStatus registration_map_status(PhaseOp op, NvSciError error, FaultEngineCause cause)
{
    cudlaStatus status = cudlaErrorNvSci;

    if (error == NvSciError_Success) {
        status = cudlaSuccess;
    } else if (error == NvSciError_InsufficientMemory) {
        status = cudlaErrorOutOfResources;
    } else if (error == NvSciError_InvalidState) {
        status = cudlaErrorUnsupportedOperation;
    } else if (error == NvSciError_BadParameter) {
        status = dla_refuse(op, cause, cudlaErrorNvSci);
    } else {
        status = cudlaErrorNvSci;
    }
    return status;
}

/** Begins a call for a device that takes objects of NvSci: one of standalone mode.
 * @satisfies RF-DLA-015 */
static cudlaStatus registration_enter(DlaCall *call, const void *handle)
{
    cudlaStatus status = dla_enter(call, handle);

    if ((status == cudlaSuccess) && g_dla_devices[call->row].is_hybrid) {
        dla_leave(call);
        status = dla_refuse(call->op, DLA_CAUSE_HYBRID, cudlaErrorUnsupportedOperation);
    }
    return status;
}

/* ---------------------------------------------------------------- buffers */

#define FLAGS_OF_BUFFER_MAX ((uint32_t)CUDLA_TASK_STATISTICS)

/** Fills a row with what is known of a buffer that is mapped.
 * @satisfies RF-DLA-031 RF-DLA-032 */
static cudlaStatus registration_fill_buffer(PhaseOp op, uint64_t size, uint32_t flags,
                                            DlaRegistration *row)
{
    const RingfenceEngineBuf *const map = &row->buffer;
    const bool reads_only = (flags == (uint32_t)CUDLA_READ_ONLY_PERM);
    cudlaStatus status = cudlaSuccess;

    row->size = size;
    row->takes_statistics = (flags == (uint32_t)CUDLA_TASK_STATISTICS);
    row->base = reads_only ? NULL : worker_writable(map);
    row->const_base = map->constBase;
    row->is_written = (row->base != NULL) || (map->isDevice && map->writable && (!reads_only));
    if (size > map->size) {
        ringfence_fault_report_cause(op, RINGFENCE_FAULT_OUT_OF_BUFFER, DLA_CAUSE_ABOVE);
        status = cudlaErrorInvalidParam;
    } else if ((!row->is_written) && (!reads_only)) {
        ringfence_fault_report_cause(op, RINGFENCE_FAULT_NO_RIGHT, DLA_CAUSE_READ_ONLY);
        status = cudlaErrorInvalidAttribute;
    } else {
        status = cudlaSuccess;
    }
    return status;
}

/** Handle in the place of a description, which has it as a pointer to anything. */
static NvSciBufObj registration_buffer_of(const void *object)
{
    NvSciBufObj handle = NULL;

    (void)memcpy(&handle, &object, sizeof(handle));
    return handle;
}

/** Maps and registers a buffer. Needs dla_lock(). */
static cudlaStatus registration_import_buffer(PhaseOp op, const cudlaExternalMemoryHandleDesc *desc,
                                              uint32_t flags, DlaRegistration *row,
                                              uint64_t **cookie)
{
    cudlaStatus status = registration_map_status(
        op, RingfenceEngineBufMap(registration_buffer_of(desc->extBufObject), &row->buffer),
        DLA_CAUSE_NO_BUFFER);

    if (status == cudlaSuccess) {
        status = registration_fill_buffer(op, desc->size, flags, row);
        if (status == cudlaSuccess) {
            status = dla_reach(op, row);
        }
        if (status == cudlaSuccess) {
            status = registration_add(op, row, cookie);
        }
        if (status != cudlaSuccess) {
            dla_unreach(row);
            RingfenceEngineBufUnmap(&row->buffer);
        }
    }
    return status;
}

/** @satisfies RF-DLA-030 RF-DLA-031 RF-DLA-032 */
cudlaStatus cudlaImportExternalMemory(cudlaDevHandle const devHandle,
                                      const cudlaExternalMemoryHandleDesc *const desc,
                                      uint64_t **const devPtr, uint32_t const flags)
{
    DlaCall call = {OP_DLA_IMPORT_MEMORY, DLA_LOCK_BOTH, 0U, 0};
    cudlaExternalMemoryHandleDesc copy = {NULL, 0U};
    DlaRegistration row = {0};
    cudlaStatus status = registration_enter(&call, devHandle);

    if (status == cudlaSuccess) {
        if (desc != NULL) {
            /* The caller may change it meanwhile: it is read once. */
            copy = *desc;
            port_compiler_fence();
        }
        if ((desc == NULL) || (devPtr == NULL)) {
            status = dla_refuse(call.op, DLA_CAUSE_NULL, cudlaErrorInvalidParam);
        } else if (copy.size == 0U) {
            status = dla_refuse(call.op, DLA_CAUSE_NO_SIZE, cudlaErrorInvalidParam);
        } else if (flags > FLAGS_OF_BUFFER_MAX) {
            status = dla_refuse(call.op, DLA_CAUSE_FLAGS, cudlaErrorInvalidParam);
        } else {
            row.kind = DLA_BUFFER;
            row.device = call.row;
            status = registration_import_buffer(call.op, &copy, flags, &row, devPtr);
        }
        dla_leave(&call);
    }
    return status;
}

/* ---------------------------------------------------------------- sync objects */

/** Says whether the program may compute the fences of an object.
 * @satisfies RF-DLA-062 */
static bool registration_is_deterministic(NvSciSyncObj object)
{
    NvSciSyncAttrList list = NULL;
    const void *value = NULL;
    size_t length = 0U;
    bool deterministic = false;
    NvSciError error = NvSciSyncObjGetAttrList(object, &list);

    if (error == NvSciError_Success) {
        error = NvSciSyncAttrListGetAttr(list, NvSciSyncAttrKey_RequireDeterministicFences, &value,
                                         &length);
    }
    if ((error == NvSciError_Success) && (length == sizeof(deterministic))) {
        (void)memcpy(&deterministic, value, sizeof(deterministic));
    }
    return deterministic;
}

/** Fills a row with what is known of a sync object that is mapped. One that is left to another
 * driver is signalled by means that this one does not know.
 * @satisfies RF-DLA-034 */
static cudlaStatus registration_fill_sync(PhaseOp op, DlaRegistration *row)
{
    const RingfenceEngineSync *const map = &row->sync;
    const NvSciSyncObj object = map->object;
    cudlaStatus status = cudlaSuccess;

    row->may_signal = worker_may_signal(map);
    row->is_deterministic = registration_is_deterministic(object);
    if ((map->driver != 0U) || ((!row->may_signal) && (!map->mayWait))) {
        ringfence_fault_report_cause(op, RINGFENCE_FAULT_NO_RIGHT, DLA_CAUSE_SYNC_LIST);
        status = cudlaErrorInvalidAttribute;
    }
    return status;
}

/** Handle in the place of a description, which has it as a pointer to anything. */
static NvSciSyncObj registration_sync_of(const void *object)
{
    NvSciSyncObj handle = NULL;

    (void)memcpy(&handle, &object, sizeof(handle));
    return handle;
}

/** Maps and registers a sync object. Needs dla_lock(). */
static cudlaStatus registration_import_sync(PhaseOp op, const void *object, DlaRegistration *row,
                                            uint64_t **cookie)
{
    cudlaStatus status = registration_map_status(
        op, RingfenceEngineSyncMap(registration_sync_of(object), &row->sync), DLA_CAUSE_NO_SYNC);

    if (status == cudlaSuccess) {
        status = registration_fill_sync(op, row);
        if (status == cudlaSuccess) {
            status = registration_add(op, row, cookie);
        }
        if (status != cudlaSuccess) {
            RingfenceEngineSyncUnmap(&row->sync);
        }
    }
    return status;
}

/** @satisfies RF-DLA-033 RF-DLA-034 */
cudlaStatus cudlaImportExternalSemaphore(cudlaDevHandle const devHandle,
                                         const cudlaExternalSemaphoreHandleDesc *const desc,
                                         uint64_t **const devPtr, uint32_t const flags)
{
    DlaCall call = {OP_DLA_IMPORT_SEMAPHORE, DLA_LOCK_BOTH, 0U, 0};
    DlaRegistration row = {0};
    cudlaStatus status = registration_enter(&call, devHandle);

    if (status == cudlaSuccess) {
        if ((desc == NULL) || (devPtr == NULL)) {
            status = dla_refuse(call.op, DLA_CAUSE_NULL, cudlaErrorInvalidParam);
        } else if (flags != 0U) {
            status = dla_refuse(call.op, DLA_CAUSE_FLAGS, cudlaErrorInvalidParam);
        } else {
            row.kind = DLA_SYNC;
            row.device = call.row;
            status = registration_import_sync(call.op, desc->extSyncObject, &row, devPtr);
        }
        dla_leave(&call);
    }
    return status;
}

/** Rights that flags ask for; false: they ask for none, or are others. */
static bool registration_rights(uint32_t flags, NvSciSyncAccessPerm *rights)
{
    bool valid = true;

    if (flags == (uint32_t)CUDLA_NVSCISYNC_ATTR_WAIT) {
        *rights = NvSciSyncAccessPerm_WaitOnly;
    } else if (flags == (uint32_t)CUDLA_NVSCISYNC_ATTR_SIGNAL) {
        *rights = NvSciSyncAccessPerm_SignalOnly;
    } else if (flags ==
               ((uint32_t)CUDLA_NVSCISYNC_ATTR_WAIT + (uint32_t)CUDLA_NVSCISYNC_ATTR_SIGNAL)) {
        *rights = NvSciSyncAccessPerm_WaitSignal;
    } else {
        valid = false;
    }
    return valid;
}

/** @satisfies RF-DLA-035 RF-DLA-069 RF-DLA-351 */
cudlaStatus cudlaGetNvSciSyncAttributes(uint64_t *attrList, uint32_t const flags)
{
    NvSciSyncAccessPerm rights = NvSciSyncAccessPerm_WaitOnly;
    NvSciSyncAttrList list = NULL;
    const int32_t held = ringfence_phase_keep();
    const PhaseOp op = OP_DLA_GET_SYNC_ATTRIBUTES;
    cudlaStatus status = dla_admit(op);

    if (status != cudlaSuccess) {
        /* Not now. */
    } else if (attrList == NULL) {
        status = dla_refuse(op, DLA_CAUSE_LIST, cudlaErrorInvalidParam);
    } else if (!registration_rights(flags, &rights)) {
        status = dla_refuse(op, DLA_CAUSE_RIGHTS, cudlaErrorInvalidParam);
    } else {
        /* Both are there. */
    }
    if (status == cudlaSuccess) {
        const void *const place = attrList;

        (void)memcpy(&list, &place, sizeof(list));
        if (RingfenceEngineSyncNeed(list, rights, NULL) != NvSciError_Success) {
            status = dla_refuse(op, DLA_CAUSE_LIST, cudlaErrorInvalidAttribute);
        }
    }
    if ((status == cudlaSuccess) && (rights != NvSciSyncAccessPerm_WaitOnly)) {
        status = registration_map_status(op, RingfenceEngineSyncStamps(list), DLA_CAUSE_LIST);
    }
    ringfence_phase_let(held);
    return status;
}

/* ---------------------------------------------------------------- memory of CUDA */

/** Registers memory of CUDA for a device in hybrid mode. Needs both locks.
 * @satisfies RF-DLA-014 */
static cudlaStatus registration_add_pointer(PhaseOp op, const void *pointer, DlaRegistration *row,
                                            uint64_t **cookie)
{
    cudlaStatus status = cudlaSuccess;

    row->kind = DLA_POINTER;
    row->address = handle_bits(pointer);
    status = hybrid_register(row->device, row->address, (size_t)row->size);
    if (status == cudlaSuccess) {
        status = registration_add(op, row, cookie);
    }
    return status;
}

/** @satisfies RF-DLA-014 */
cudlaStatus cudlaMemRegister(cudlaDevHandle const devHandle, const uint64_t *const ptr,
                             size_t const size, uint64_t **const devPtr, uint32_t const flags)
{
    DlaCall call = {OP_DLA_MEM_REGISTER, DLA_LOCK_BOTH, 0U, 0};
    DlaRegistration row = {0};
    cudlaStatus status = dla_enter(&call, devHandle);

    if (status == cudlaSuccess) {
        if (!g_dla_devices[call.row].is_hybrid) {
            status = dla_refuse(call.op, DLA_CAUSE_STANDALONE, cudlaErrorUnsupportedOperation);
        } else if ((ptr == NULL) || (devPtr == NULL)) {
            status = dla_refuse(call.op, DLA_CAUSE_NULL, cudlaErrorInvalidParam);
        } else if (size == 0U) {
            status = dla_refuse(call.op, DLA_CAUSE_NO_SIZE, cudlaErrorInvalidParam);
        } else if ((flags != 0U) && (flags != (uint32_t)CUDLA_TASK_STATISTICS)) {
            status = dla_refuse(call.op, DLA_CAUSE_FLAGS, cudlaErrorInvalidParam);
        } else {
            row.device = call.row;
            row.size = size;
            row.takes_statistics = (flags != 0U);
            status = registration_add_pointer(call.op, ptr, &row, devPtr);
        }
        dla_leave(&call);
    }
    return status;
}

/* ---------------------------------------------------------------- end */

/** Ends a registration that no task uses. Needs both locks, or a device that is ending. */
static void registration_end(DlaRegistration *registration)
{
    ASSERT(dla_is_locked());
    ASSERT(registration->kind != DLA_NOTHING);
    ASSERT(port_load32(&registration->owner) == (registration->device + 1U));
    worker_name_end(&registration->name);
    port_store32(&registration->owner, 0U);
    if (registration->kind == DLA_SYNC) {
        dla_registration_give_claim(registration);
        RingfenceEngineSyncUnmap(&registration->sync);
    } else {
        /* Of memory of CUDA nothing is mapped. */
        dla_unreach(registration);
        RingfenceEngineBufUnmap(&registration->buffer);
    }
    registration->kind = DLA_NOTHING;
    worker_gauge_give(&g_dla_registrations_used);
}

/** Says whether an event-only submission that is not spent uses a registration. */
static bool registration_is_pending(const DlaDevice *device, const DlaRegistration *registration)
{
    bool found = false;

    if (device->pending != NULL) {
        for (uint32_t i = 0U; i < device->pending->use_count; i++) {
            found = found || (device->pending->uses[i] == registration->index);
        }
    }
    return found;
}

/** Says whether neither a task nor an event-only submission uses a registration.
 * @satisfies RF-DLA-041 RF-DLA-042 RF-DLA-353 */
static bool registration_is_free(const DlaRegistration *registration)
{
    const DlaDevice *const device = &g_dla_devices[registration->device];
    bool is_free = !registration_is_pending(device, registration);

    ASSERT(device->is_taken);
    if (device->is_hybrid) {
        is_free = dla_streams_leave(registration->device, NULL, registration);
    } else if (is_free) {
        is_free = worker_queue_has_done(&device->jobs, registration->last_use);
    } else {
        /* It is used. */
    }
    return is_free;
}

/** @satisfies RF-DLA-040 RF-DLA-041 */
cudlaStatus cudlaMemUnregister(cudlaDevHandle const devHandle, const uint64_t *const devPtr)
{
    DlaCall call = {OP_DLA_MEM_UNREGISTER, DLA_LOCK_BOTH, 0U, 0};
    cudlaStatus status = dla_enter(&call, devHandle);

    if (status == cudlaSuccess) {
        DlaRegistration *const registration = dla_registration_find(call.op, call.row, devPtr);

        if (registration == NULL) {
            status = cudlaErrorInvalidAddress;
        } else if (!registration_is_free(registration)) {
            status = dla_refuse(call.op, DLA_CAUSE_USED, cudlaErrorUmd);
        } else {
            registration_end(registration);
        }
        dla_leave(&call);
    }
    return status;
}

/** @satisfies RF-DLA-011 */
void dla_registration_end_all(uint32_t device)
{
    for (uint32_t i = 0U; i < RINGFENCE_CFG_DLA_REGISTRATIONS; i++) {
        DlaRegistration *const row = &g_dla_registrations[i];

        if ((row->kind != DLA_NOTHING) && (row->device == device)) {
            registration_end(row);
        }
    }
}
