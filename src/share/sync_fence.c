/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sync_fence.c
 * Fences between processes: 56 bytes that say object, point and slots.
 *
 * An object has the same name in all processes. Beside it stands the context of the channel that
 * the bytes are for, so that they are good only for its peer, unless the object's list leaves the
 * way open: then they are good wherever the object is.
 */
#include "core/bytes.h"
#include "core/pool.h"
#include "share/share.h"
#include "sync/sync.h"

/** Says of a fence that it is bound to an object; the context is above it. */
#define IS_BOUND     1U
#define CONTEXT_BITS 32U

/** Context of a fence of an object that goes over an endpoint; 0: any.
 * @satisfies RF-SHARE-221 RF-SHARE-223 */
static uint64_t context_for(const SyncObject *object, uint64_t identity)
{
    return object->shape.any_way ? 0U : (uint64_t)sync_object_context(object, identity);
}

/** Writes a fence for the peer of an endpoint; what it does not have is zero. */
static void put_fence(const FenceView *view, uint64_t identity,
                      NvSciSyncFenceIpcExportDescriptor *desc)
{
    NvSciSyncFenceIpcExportDescriptor made = {{0U, 0U, 0U, 0U, 0U, 0U, 0U}};
    WireOut out = wire_begin(&made, sizeof(made), WIRE_SYNC_FENCE);

    if (view->cleared) {
        for (uint32_t i = 0U; i < 5U; i++) {
            wire_put64(&out, 0U);
        }
    } else {
        const SyncObject *const object = &g_sync_objects[view->object];
        const SyncBacking *const parts = &object->parts;

        wire_put64(&out, (context_for(object, identity) << CONTEXT_BITS) | IS_BOUND);
        wire_put64(&out, parts->identity[0]);
        wire_put64(&out, parts->identity[1]);
        wire_put64(&out, view->point);
        wire_put32(&out, view->timestamp);
        wire_put32(&out, view->task_status);
    }
    (void)wire_end(&out);
    *desc = made;
}

NvSciError share_export_fence(PhaseOp op, const NvSciSyncFence *syncFence,
                              NvSciIpcEndpoint ipcEndpoint, NvSciSyncFenceIpcExportDescriptor *desc)
{
    FenceView view = {true, 0U, 0U, 0U, 0U, 0U};
    NvSciError status = ringfence_phase_admit(op);

    if ((status == NvSciError_Success) && (desc == NULL)) {
        status = NvSciError_BadParameter;
    }
    if (status == NvSciError_Success) {
        status = fence_read(op, syncFence, &view);
    }
    if (status == NvSciError_Success) {
        uint64_t identity = 0U;

        status = share_endpoint(op, ipcEndpoint, &identity);
        if (status == NvSciError_Success) {
            put_fence(&view, identity, desc);
        }
    }
    fence_read_end(&view);
    return status;
}

/** @satisfies RF-SHARE-052 RF-SHARE-055 */
NvSciError NvSciSyncIpcExportFence(const NvSciSyncFence *syncFence, NvSciIpcEndpoint ipcEndpoint,
                                   NvSciSyncFenceIpcExportDescriptor *desc)
{
    return share_export_fence(OP_SYNC_IPC_EXPORT_FENCE, syncFence, ipcEndpoint, desc);
}

/** Reads point and slots, which must be such as the object has. */
static bool get_point(WireIn *in, const SyncObject *object, FenceView *view)
{
    const SyncBacking *const parts = &object->parts;
    const uint64_t first = wire_get64(in);
    const uint64_t second = wire_get64(in);
    bool fits = false;

    view->cleared = false;
    view->object = sync_object_index(object);
    view->name = pool_name(RINGFENCE_POOL_SYNC_OBJECT, view->object);
    view->point = wire_get64(in);
    view->timestamp = wire_get32(in);
    view->task_status = wire_get32(in);
    fits = wire_close(in) && (first == parts->identity[0]) && (second == parts->identity[1]);
    return fits && fence_fits_object(view);
}

/** Says whether nothing but zeros is left. */
static bool get_nothing(WireIn *in)
{
    uint64_t any = 0U;

    for (uint32_t i = 0U; i < 4U; i++) {
        any |= wire_get64(in);
    }
    return wire_close(in) && (any == 0U);
}

/** Reads the fence of an object that is pinned. BadParameter and a fault iff the bytes are none, or
 * came another way than the object. */
static NvSciError get_fence(PhaseOp op, const NvSciSyncFenceIpcExportDescriptor *desc,
                            const SyncObject *object, FenceView *view)
{
    NvSciSyncFenceIpcExportDescriptor copy = {{0U, 0U, 0U, 0U, 0U, 0U, 0U}};
    WireIn in = {NULL, 0U, 0U, false};
    WireState state = WIRE_BROKEN;
    bool sound = false;

    /* Nobody changes the copy. */
    bytes_copy(&copy, desc, sizeof(copy));
    state = wire_open(&in, &copy, sizeof(copy), WIRE_SYNC_FENCE);
    sound = (state == WIRE_OK);
    if (sound) {
        const uint64_t bound = wire_get64(&in);

        if ((bound & (uint64_t)UINT32_MAX) == IS_BOUND) {
            sound = sync_object_knows_way(object, (uint32_t)(bound >> CONTEXT_BITS));
            if (sound) {
                sound = get_point(&in, object, view);
            }
        } else {
            sound = get_nothing(&in) && (bound == 0U);
        }
    }
    if (!sound) {
        ringfence_fault_report(op, (state == WIRE_OTHER_VERSION) ? RINGFENCE_FAULT_OTHER_VERSION
                                                                 : RINGFENCE_FAULT_BAD_DESCRIPTOR);
    }
    return sound ? NvSciError_Success : NvSciError_BadParameter;
}

NvSciError share_import_fence(PhaseOp op, NvSciSyncObj syncObj,
                              const NvSciSyncFenceIpcExportDescriptor *desc,
                              NvSciSyncFence *syncFence)
{
    SyncObject *object = NULL;
    NvSciError status = ringfence_phase_admit(op);

    if ((status == NvSciError_Success) && (desc == NULL)) {
        status = NvSciError_BadParameter;
    }
    if (status == NvSciError_Success) {
        status = sync_object_pin_handle(op, syncObj, &object);
    }
    if (status == NvSciError_Success) {
        FenceView view = {true, 0U, 0U, 0U, 0U, 0U};

        status = get_fence(op, desc, object, &view);
        if (status == NvSciError_Success) {
            status = fence_bind(op, &view, syncFence);
        }
        sync_object_unpin(object);
    }
    return status;
}

/** @satisfies RF-SHARE-053 RF-SHARE-054 RF-SHARE-055 */
NvSciError NvSciSyncIpcImportFence(NvSciSyncObj syncObj,
                                   const NvSciSyncFenceIpcExportDescriptor *desc,
                                   NvSciSyncFence *syncFence)
{
    return share_import_fence(OP_SYNC_IPC_IMPORT_FENCE, syncObj, desc, syncFence);
}
