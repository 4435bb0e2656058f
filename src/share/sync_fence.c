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
#include "core/fault.h"
#include "core/pool.h"
#include "share/share.h"
#include "sync/object.h"
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

/* Words of a fence. */
#define WORD_BOUND    0U
#define WORD_IDENTITY 1U
#define WORD_POINT    3U
#define WORD_SLOTS    4U
#define SLOT_BITS     32U

/** What a fence is to the peer of an endpoint. */
static ShareFence pack_fence(const FenceView *view, uint64_t identity)
{
    ShareFence made = {{0U, 0U, 0U, 0U, 0U}};

    if (!view->cleared) {
        const SyncObject *const object = &g_sync_objects[view->object];

        made.words[WORD_BOUND] = (context_for(object, identity) << CONTEXT_BITS) | IS_BOUND;
        made.words[WORD_IDENTITY] = object->parts.identity[0];
        made.words[WORD_IDENTITY + 1U] = object->parts.identity[1];
        made.words[WORD_POINT] = view->point;
        made.words[WORD_SLOTS] =
            (uint64_t)view->timestamp | ((uint64_t)view->task_status << SLOT_BITS);
    }
    return made;
}

NvSciError share_pack_fence(PhaseOp op, const NvSciSyncFence *syncFence, uint64_t identity,
                            ShareFence *packed)
{
    FenceView view = {true, 0U, 0U, 0U, 0U, 0U};
    const NvSciError status = fence_read(op, syncFence, &view);

    if (status == NvSciError_Success) {
        *packed = pack_fence(&view, identity);
    }
    fence_read_end(&view);
    return status;
}

static NvSciError export_fence(PhaseOp op, const NvSciSyncFence *syncFence,
                               NvSciIpcEndpoint ipcEndpoint,
                               NvSciSyncFenceIpcExportDescriptor *desc)
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
            ShareFence packed = {{0U, 0U, 0U, 0U, 0U}};
            NvSciSyncFenceIpcExportDescriptor made = {{0U, 0U, 0U, 0U, 0U, 0U, 0U}};
            WireOut out = wire_begin(&made, sizeof(made), WIRE_SYNC_FENCE);

            packed = pack_fence(&view, identity);
            for (uint32_t i = 0U; i < SHARE_FENCE_WORDS; i++) {
                wire_put64(&out, packed.words[i]);
            }
            (void)wire_end(&out);
            *desc = made;
        }
    }
    fence_read_end(&view);
    return status;
}

/** @satisfies RF-SHARE-052 RF-SHARE-055 */
NvSciError NvSciSyncIpcExportFence(const NvSciSyncFence *syncFence, NvSciIpcEndpoint ipcEndpoint,
                                   NvSciSyncFenceIpcExportDescriptor *desc)
{
    return export_fence(OP_SYNC_IPC_EXPORT_FENCE, syncFence, ipcEndpoint, desc);
}

/** Says whether words name an object. */
static bool packed_is_of(const ShareFence *packed, const SyncObject *object)
{
    const SyncBacking *const parts = &object->parts;

    return (packed->words[WORD_IDENTITY] == parts->identity[0]) &&
           (packed->words[WORD_IDENTITY + 1U] == parts->identity[1]);
}

/** Gives point and slots, which must be such as the object has. */
static bool get_point(const ShareFence *packed, const SyncObject *object, FenceView *view)
{
    view->cleared = false;
    view->object = sync_object_index(object);
    view->name = pool_name(RINGFENCE_POOL_SYNC_OBJECT, view->object);
    view->point = packed->words[WORD_POINT];
    view->timestamp = (uint32_t)(packed->words[WORD_SLOTS] & (uint64_t)UINT32_MAX);
    view->task_status = (uint32_t)(packed->words[WORD_SLOTS] >> SLOT_BITS);
    return packed_is_of(packed, object) && fence_fits_object(view);
}

/** Says whether there is nothing but zeros. */
static bool is_nothing(const ShareFence *packed)
{
    uint64_t any = 0U;

    for (uint32_t i = 0U; i < SHARE_FENCE_WORDS; i++) {
        any |= packed->words[i];
    }
    return any == 0U;
}

/** Looks at words that are to be a fence of an object that is pinned. False: they are none, or came
 * another way than the object. */
static bool look_at_words(const ShareFence *packed, const SyncObject *object, FenceView *view)
{
    const uint64_t bound = packed->words[WORD_BOUND];
    bool sound = false;

    if ((bound & (uint64_t)UINT32_MAX) == IS_BOUND) {
        sound = get_point(packed, object, view);
        sound = sound && sync_object_knows_way(object, (uint32_t)(bound >> CONTEXT_BITS));
    } else {
        sound = is_nothing(packed);
    }
    return sound;
}

/** Makes a fence of words, for an object that is pinned. BadParameter and a fault iff they are no
 * fence of it, or came another way.
 * @satisfies RF-SHARE-224 */
static NvSciError bind_words(PhaseOp op, const SyncObject *object, const ShareFence *packed,
                             NvSciSyncFence *syncFence)
{
    FenceView view = {true, 0U, 0U, 0U, 0U, 0U};
    NvSciError status = NvSciError_BadParameter;

    if (look_at_words(packed, object, &view)) {
        status = fence_bind(op, &view, syncFence);
    } else {
        const bool is_bound = (packed->words[WORD_BOUND] & (uint64_t)UINT32_MAX) == IS_BOUND;
        RingfenceFaultKind kind = RINGFENCE_FAULT_BAD_DESCRIPTOR;

        if (is_bound && (!packed_is_of(packed, object))) {
            kind = RINGFENCE_FAULT_OTHER_OBJECT;
        }
        ringfence_fault_report(op, kind);
    }
    return status;
}

NvSciError share_unpack_fence(PhaseOp op, NvSciSyncObj syncObj, const ShareFence *packed,
                              NvSciSyncFence *syncFence)
{
    SyncObject *object = NULL;
    NvSciError status = sync_object_pin_handle(op, syncObj, &object);

    if (status == NvSciError_Success) {
        status = bind_words(op, object, packed, syncFence);
        sync_object_unpin(object);
    }
    return status;
}

/** Reads the words of a descriptor. BadParameter and a fault iff the bytes are none. */
static NvSciError read_words(PhaseOp op, const NvSciSyncFenceIpcExportDescriptor *desc,
                             ShareFence *packed)
{
    NvSciSyncFenceIpcExportDescriptor copy = {{0U, 0U, 0U, 0U, 0U, 0U, 0U}};
    WireIn in = {NULL, 0U, 0U, false};
    WireState state = WIRE_BROKEN;
    bool sound = false;

    /* Nobody changes the copy. */
    bytes_copy(&copy, desc, sizeof(copy));
    state = wire_open(&in, &copy, sizeof(copy), WIRE_SYNC_FENCE);
    sound = (state == WIRE_OK);
    for (uint32_t i = 0U; sound && (i < SHARE_FENCE_WORDS); i++) {
        packed->words[i] = wire_get64(&in);
    }
    sound = sound && wire_close(&in);
    if (!sound) {
        ringfence_fault_report(op, (state == WIRE_OTHER_VERSION) ? RINGFENCE_FAULT_OTHER_VERSION
                                                                 : RINGFENCE_FAULT_BAD_DESCRIPTOR);
    }
    return sound ? NvSciError_Success : NvSciError_BadParameter;
}

static NvSciError import_fence(PhaseOp op, NvSciSyncObj syncObj,
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
        ShareFence packed = {{0U, 0U, 0U, 0U, 0U}};

        status = read_words(op, desc, &packed);
        if (status == NvSciError_Success) {
            status = bind_words(op, object, &packed, syncFence);
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
    return import_fence(OP_SYNC_IPC_IMPORT_FENCE, syncObj, desc, syncFence);
}
