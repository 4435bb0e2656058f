/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file blit_sync.c
 * The first generation of NvMedia 2D: what blits wait for and what they signal.
 */
#include <stddef.h>

#include "media/media.h"
#include "nvmedia_2d_nvscisync.h"

/** @satisfies RF-MEDIA-002 */
NvMediaStatus NvMedia2DNvSciSyncGetVersion(NvMediaVersion *version)
{
    NvMediaStatus status = media_admit(OP_MEDIA_SYNC_GET_VERSION);

    if ((status == NVMEDIA_STATUS_OK) && (version == NULL)) {
        status = NVMEDIA_STATUS_BAD_PARAMETER;
    }
    if (status == NVMEDIA_STATUS_OK) {
        version->major = NVMEDIA_2D_NVSCISYNC_VERSION_MAJOR;
        version->minor = NVMEDIA_2D_NVSCISYNC_VERSION_MINOR;
    }
    return status;
}

/** @satisfies RF-MEDIA-030 */
NvMediaStatus ringfenceMediaFillNvSciSyncAttrList(NvSciSyncAttrList attrList,
                                                  NvMediaNvSciSyncClientType clientType)
{
    int32_t held = 0;
    NvMediaStatus status = media_enter(OP_MEDIA_FILL_SYNC_OF_ALL, &held);

    if (status == NVMEDIA_STATUS_OK) {
        status = media_sync_fill(OP_MEDIA_FILL_SYNC_OF_ALL, attrList, clientType);
    }
    media_leave(held);
    return status;
}

/** @satisfies RF-MEDIA-030 */
NvMediaStatus NvMedia2DFillNvSciSyncAttrList(NvMedia2D *i2d, NvSciSyncAttrList attrlist,
                                             NvMediaNvSciSyncClientType clienttype)
{
    const PhaseOp op = OP_MEDIA_FILL_SYNC;
    int32_t held = 0;
    NvMediaStatus status = media_enter(op, &held);

    if (status == NVMEDIA_STATUS_OK) {
        MediaEngine *const engine = media_engine_take(op, WORKER_NAME_MEDIA_BLITTER, i2d);

        status = NVMEDIA_STATUS_BAD_PARAMETER;
        if (engine != NULL) {
            status = media_sync_fill(op, attrlist, clienttype);
            media_engine_give(engine);
        }
    }
    media_leave(held);
    return status;
}

/** @satisfies RF-MEDIA-031 RF-MEDIA-034 */
NvMediaStatus NvMedia2DRegisterNvSciSyncObj(NvMedia2D *i2d, NvMediaNvSciSyncObjType syncobjtype,
                                            NvSciSyncObj nvscisync)
{
    const PhaseOp op = OP_MEDIA_REGISTER_SYNC;
    int32_t held = 0;
    NvMediaStatus status = media_enter(op, &held);

    if (status == NVMEDIA_STATUS_OK) {
        MediaEngine *const engine = media_engine_take(op, WORKER_NAME_MEDIA_BLITTER, i2d);

        status = NVMEDIA_STATUS_BAD_PARAMETER;
        if (engine != NULL) {
            status = media_sync_register(op, engine, syncobjtype, nvscisync);
            media_engine_give(engine);
        }
    }
    media_leave(held);
    return status;
}

/** @satisfies RF-MEDIA-036 RF-MEDIA-037 */
NvMediaStatus NvMedia2DUnregisterNvSciSyncObj(NvMedia2D *i2d, NvSciSyncObj nvscisync)
{
    const PhaseOp op = OP_MEDIA_UNREGISTER_SYNC;
    int32_t held = 0;
    NvMediaStatus status = media_enter(op, &held);

    if (status == NVMEDIA_STATUS_OK) {
        MediaEngine *const engine = media_engine_take(op, WORKER_NAME_MEDIA_BLITTER, i2d);

        status = NVMEDIA_STATUS_BAD_PARAMETER;
        if (engine != NULL) {
            status = media_sync_unregister(op, engine, nvscisync);
            media_engine_give(engine);
        }
    }
    media_leave(held);
    return status;
}

/** @satisfies RF-MEDIA-054 RF-MEDIA-035 */
NvMediaStatus NvMedia2DSetNvSciSyncObjforEOF(NvMedia2D *i2d, NvSciSyncObj nvscisyncEOF)
{
    const PhaseOp op = OP_MEDIA_SET_EOF;
    NvMediaStatus status = media_admit(op);

    if (status == NVMEDIA_STATUS_OK) {
        MediaEngine *const engine = media_engine_take(op, WORKER_NAME_MEDIA_BLITTER, i2d);

        status = NVMEDIA_STATUS_BAD_PARAMETER;
        if (engine != NULL) {
            status = media_events_set_eof(op, engine, &engine->next, nvscisyncEOF);
            media_engine_give(engine);
        }
    }
    return status;
}

/** @satisfies RF-MEDIA-051 RF-MEDIA-057 RF-MEDIA-953 */
NvMediaStatus NvMedia2DInsertPreNvSciSyncFence(NvMedia2D *i2d,
                                               const NvSciSyncFence *prenvscisyncfence)
{
    const PhaseOp op = OP_MEDIA_INSERT_PRE;
    int32_t held = 0;
    NvMediaStatus status = media_enter(op, &held);

    if (status == NVMEDIA_STATUS_OK) {
        MediaEngine *const engine = media_engine_take(op, WORKER_NAME_MEDIA_BLITTER, i2d);

        status = NVMEDIA_STATUS_BAD_PARAMETER;
        if (engine != NULL) {
            status = media_events_add(op, engine, &engine->next, prenvscisyncfence,
                                      NVMEDIA_2D_MAX_PRENVSCISYNCFENCES);
            media_engine_give(engine);
        }
    }
    media_leave(held);
    return status;
}

/** Gives the fence of the last blit. Needs the engine's lock.
 * @satisfies RF-MEDIA-055 RF-MEDIA-084 */
static NvMediaStatus sync_get_eof(PhaseOp op, MediaEngine *engine, const void *object,
                                  NvSciSyncFence *fence)
{
    const MediaEntry *const entry = media_queue_find(engine, worker_queue_last(&engine->jobs));
    const MediaSync *const eof = (entry != NULL) ? media_sync_of(engine, entry->eof) : NULL;
    NvMediaStatus status = NVMEDIA_STATUS_BAD_PARAMETER;

    if ((object == NULL) || (fence == NULL)) {
        status = NVMEDIA_STATUS_BAD_PARAMETER;
    } else if (eof == NULL) {
        status = media_refuse(op, RINGFENCE_FAULT_2D_INCOMPLETE);
    } else if (eof->handle != object) {
        status = media_refuse_with(op, RINGFENCE_FAULT_OTHER_OBJECT, MEDIA_CAUSE_LAST_EOF);
    } else {
        status = media_queue_fence(entry, fence);
    }
    return status;
}

/** @satisfies RF-MEDIA-055 */
NvMediaStatus NvMedia2DGetEOFNvSciSyncFence(NvMedia2D *i2d, NvSciSyncObj eofnvscisyncobj,
                                            NvSciSyncFence *eofnvscisyncfence)
{
    const PhaseOp op = OP_MEDIA_GET_EOF;
    int32_t held = 0;
    NvMediaStatus status = media_enter(op, &held);

    if (status == NVMEDIA_STATUS_OK) {
        MediaEngine *const engine = media_engine_take(op, WORKER_NAME_MEDIA_BLITTER, i2d);

        status = NVMEDIA_STATUS_BAD_PARAMETER;
        if (engine != NULL) {
            status = sync_get_eof(op, engine, eofnvscisyncobj, eofnvscisyncfence);
            media_engine_give(engine);
        }
    }
    media_leave(held);
    return status;
}
