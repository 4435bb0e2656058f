/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file compose_sync.c
 * The second generation of NvMedia 2D: what operations wait for and what they signal.
 */
#include <stddef.h>

#include "media/media.h"
#include "media/token.h"
#include "nvmedia6/nvmedia_2d_sci.h"

_Static_assert(NVMEDIA_2D_MAX_PRE_FENCES <= MEDIA_WAITS, "an operation has room for its fences");

/** @satisfies RF-MEDIA-030 */
NvMediaStatus NvMedia2DFillNvSciSyncAttrList(NvMedia2D const *const handle,
                                             NvSciSyncAttrList const attrList,
                                             NvMediaNvSciSyncClientType const clientType)
{
    const PhaseOp op = OP_MEDIA6_FILL_SYNC;
    int32_t held = 0;
    NvMediaStatus status = media_enter(op, &held);

    if (status == NVMEDIA_STATUS_OK) {
        MediaEngine *const engine = media_engine_take(op, WORKER_NAME_MEDIA_COMPOSER, handle);

        status = NVMEDIA_STATUS_BAD_PARAMETER;
        if (engine != NULL) {
            status = media_sync_fill(op, attrList, clientType);
            media_engine_give(engine);
        }
    }
    media_leave(held);
    return status;
}

/** @satisfies RF-MEDIA-031 RF-MEDIA-034 */
NvMediaStatus NvMedia2DRegisterNvSciSyncObj(NvMedia2D const *const handle,
                                            NvMediaNvSciSyncObjType const syncObjType,
                                            NvSciSyncObj const syncObj)
{
    const PhaseOp op = OP_MEDIA6_REGISTER_SYNC;
    int32_t held = 0;
    NvMediaStatus status = media_enter(op, &held);

    if (status == NVMEDIA_STATUS_OK) {
        MediaEngine *const engine = media_engine_take(op, WORKER_NAME_MEDIA_COMPOSER, handle);

        status = NVMEDIA_STATUS_BAD_PARAMETER;
        if (engine != NULL) {
            status = media_sync_register(op, engine, syncObjType, syncObj);
            media_engine_give(engine);
        }
    }
    media_leave(held);
    return status;
}

/** @satisfies RF-MEDIA-036 */
NvMediaStatus NvMedia2DUnregisterNvSciSyncObj(NvMedia2D const *const handle,
                                              NvSciSyncObj const syncObj)
{
    const PhaseOp op = OP_MEDIA6_UNREGISTER_SYNC;
    int32_t held = 0;
    NvMediaStatus status = media_enter(op, &held);

    if (status == NVMEDIA_STATUS_OK) {
        MediaEngine *const engine = media_engine_take(op, WORKER_NAME_MEDIA_COMPOSER, handle);

        status = NVMEDIA_STATUS_BAD_PARAMETER;
        if (engine != NULL) {
            status = media_sync_unregister(op, engine, syncObj);
            media_engine_give(engine);
        }
    }
    media_leave(held);
    return status;
}

/** @satisfies RF-MEDIA-054 RF-MEDIA-035 */
NvMediaStatus NvMedia2DSetNvSciSyncObjforEOF(NvMedia2D const *const handle,
                                             NvMedia2DComposeParameters const params,
                                             NvSciSyncObj const syncObj)
{
    const PhaseOp op = OP_MEDIA6_SET_EOF;
    MediaEngine *engine = NULL;
    MediaCompose *compose = NULL;
    NvMediaStatus status = media_compose_take(op, handle, params, &engine, &compose);

    if (status == NVMEDIA_STATUS_OK) {
        status = media_events_set_eof(op, engine, &compose->events, syncObj);
        media_engine_give(engine);
    }
    return status;
}

/** @satisfies RF-MEDIA-051 RF-MEDIA-057 */
NvMediaStatus NvMedia2DInsertPreNvSciSyncFence(NvMedia2D const *const handle,
                                               NvMedia2DComposeParameters const params,
                                               NvSciSyncFence const *const syncFence)
{
    const PhaseOp op = OP_MEDIA6_INSERT_PRE;
    MediaEngine *engine = NULL;
    MediaCompose *compose = NULL;
    int32_t held = 0;
    NvMediaStatus status = media_enter(op, &held);

    if (status == NVMEDIA_STATUS_OK) {
        status = media_compose_take(op, handle, params, &engine, &compose);
    }
    if (status == NVMEDIA_STATUS_OK) {
        status =
            media_events_add(op, engine, &compose->events, syncFence, NVMEDIA_2D_MAX_PRE_FENCES);
        media_engine_give(engine);
    }
    media_leave(held);
    return status;
}

/** Gives the fence of an operation. Needs the engine's lock.
 * @satisfies RF-MEDIA-055 RF-MEDIA-056 RF-MEDIA-084 */
static NvMediaStatus compose_get_eof(PhaseOp op, const MediaEngine *engine, uint64_t number,
                                     NvSciSyncFence *fence)
{
    const MediaEntry *const entry = media_queue_find(engine, media_queue_number(engine, number));
    NvMediaStatus status = NVMEDIA_STATUS_OK;

    if (entry == NULL) {
        status = media_refuse(op, RINGFENCE_FAULT_2D_TOKEN);
    } else if (entry->eof.index == MEDIA_NONE) {
        status = media_refuse(op, RINGFENCE_FAULT_2D_INCOMPLETE);
    } else {
        status = media_queue_fence(entry, fence);
    }
    return status;
}

/** @satisfies RF-MEDIA-055 RF-MEDIA-056 */
NvMediaStatus NvMedia2DGetEOFNvSciSyncFence(NvMedia2D const *const handle,
                                            NvMedia2DComposeResult const *const result,
                                            NvSciSyncFence *const syncFence)
{
    const PhaseOp op = OP_MEDIA6_GET_EOF;
    int32_t held = 0;
    NvMediaStatus status = media_enter(op, &held);

    if (status == NVMEDIA_STATUS_OK) {
        MediaEngine *const engine = media_engine_take(op, WORKER_NAME_MEDIA_COMPOSER, handle);

        status = NVMEDIA_STATUS_BAD_PARAMETER;
        if (engine != NULL) {
            if ((result != NULL) && (syncFence != NULL)) {
                status = compose_get_eof(op, engine, result->operationId, syncFence);
            }
            media_engine_give(engine);
        }
    }
    media_leave(held);
    return status;
}
