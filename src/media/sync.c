/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sync.c
 * Sync objects that engines use: lists, registrations, and what an operation waits for and signals.
 */
#include <stddef.h>
#include <string.h>

#include "core/assert.h"
#include "core/fault.h"
#include "media/lists.h"
#include "media/media.h"
#include "nvscisync.h"
#include "worker/claim.h"

/* ---------------------------------------------------------------- lists */

/** Rights of an engine by what it does. */
static bool sync_rights(NvMediaNvSciSyncClientType type, NvSciSyncAccessPerm *rights)
{
    bool valid = true;

    if (type == NVMEDIA_SIGNALER) {
        *rights = NvSciSyncAccessPerm_SignalOnly;
    } else if (type == NVMEDIA_WAITER) {
        *rights = NvSciSyncAccessPerm_WaitOnly;
    } else if (type == NVMEDIA_SIGNALER_WAITER) {
        *rights = NvSciSyncAccessPerm_WaitSignal;
    } else {
        valid = false;
    }
    return valid;
}

/** @satisfies RF-MEDIA-030 */
NvMediaStatus media_sync_fill(PhaseOp op, NvSciSyncAttrList list, NvMediaNvSciSyncClientType type)
{
    static const NvSciSyncAttrValPrimitiveType primitives[] = {
        NvSciSyncAttrValPrimitiveType_SysmemSemaphorePayload64b,
        NvSciSyncAttrValPrimitiveType_SysmemSemaphore};
    const NvSciBufPeerHwEngine engine = media_list_engine();
    NvSciSyncAccessPerm rights = NvSciSyncAccessPerm_WaitOnly;
    NvMediaStatus status = NVMEDIA_STATUS_OK;

    if (!sync_rights(type, &rights)) {
        status = media_refuse_with(op, RINGFENCE_FAULT_2D_ATTRIBUTE, MEDIA_CAUSE_CLIENT);
    }

    if (status == NVMEDIA_STATUS_OK) {
        const NvSciSyncAttrKeyValuePair pairs[] = {
            {NvSciSyncAttrKey_RequiredPerm, &rights, sizeof(rights)},
            {NvSciSyncAttrKey_PrimitiveInfo, primitives, sizeof(primitives)},
            {NvSciSyncAttrKey_PeerHwEngineArray, &engine, sizeof(engine)}};

        status = media_status_of(
            NvSciSyncAttrListSetAttrs(list, pairs, sizeof(pairs) / sizeof(pairs[0])));
    }
    if ((status == NVMEDIA_STATUS_OK) && (type != NVMEDIA_WAITER)) {
        status = media_status_of(RingfenceEngineSyncStamps(list));
    }
    return status;
}

/** Says whether a list of an object was filled for engines of this kind. */
static bool sync_is_filled(NvSciSyncObj object)
{
    NvSciSyncAttrList list = NULL;
    NvSciError error = NvSciSyncObjGetAttrList(object, &list);
    const void *value = NULL;
    size_t length = 0U;

    if (error == NvSciError_Success) {
        error = NvSciSyncAttrListGetAttr(list, NvSciSyncAttrKey_PeerHwEngineArray, &value, &length);
    }
    return (error == NvSciError_Success) && media_list_names_engine(value, length);
}

/* ---------------------------------------------------------------- registrations */

/** Registration of an object by the handle that it was registered with; MEDIA_NONE: there is none.
 */
static uint32_t sync_find(const MediaEngine *engine, const struct NvSciSyncObjRec *object)
{
    uint32_t found = MEDIA_NONE;

    for (uint32_t i = 0U; (i < RINGFENCE_CFG_2D_REGISTRATIONS) && (found == MEDIA_NONE); i++) {
        if (engine->syncs[i].is_taken && (engine->syncs[i].handle == object)) {
            found = i;
        }
    }
    return found;
}

/** Registration of the object of a fence, or of a map; MEDIA_NONE: there is none. */
static uint32_t sync_find_name(const MediaEngine *engine, uint64_t name)
{
    uint32_t found = MEDIA_NONE;

    for (uint32_t i = 0U; (i < RINGFENCE_CFG_2D_REGISTRATIONS) && (found == MEDIA_NONE); i++) {
        if (engine->syncs[i].is_taken && (engine->syncs[i].sync.name == name)) {
            found = i;
        }
    }
    return found;
}

/** A row that is free; MEDIA_NONE: none is. */
static uint32_t sync_free_row(const MediaEngine *engine)
{
    uint32_t found = MEDIA_NONE;

    for (uint32_t i = 0U; (i < RINGFENCE_CFG_2D_REGISTRATIONS) && (found == MEDIA_NONE); i++) {
        if ((!engine->syncs[i].is_taken) && (engine->sync_count < engine->max_syncs)) {
            found = i;
        }
    }
    return found;
}

/** Says whether an engine can do with an object what it is to be for. One that is left to another
 * driver is signalled by means that this one does not know.
 * @satisfies RF-MEDIA-032 RF-MEDIA-033 */
static bool sync_fits(const MediaSync *row)
{
    const RingfenceEngineSync *const map = &row->sync;
    const NvSciSyncObj object = map->object;
    const bool may_signal = worker_may_signal(map);
    const bool may = (may_signal || (!row->is_eof)) && (map->mayWait || (!row->is_pre));

    bool fits = may && (map->driver == 0U);

    if (fits) {
        fits = sync_is_filled(object);
    }
    return fits;
}

/** Registers an object that is mapped.
 * @satisfies RF-MEDIA-955 */
static NvMediaStatus sync_add(PhaseOp op, MediaEngine *engine, const MediaSync *filled)
{
    const uint32_t row = sync_free_row(engine);
    NvMediaStatus status = NVMEDIA_STATUS_OK;

    ASSERT(port_load32(&engine->lock) != 0U);
    ASSERT(engine->sync_count <= engine->max_syncs);
    if (!sync_fits(filled)) {
        ringfence_fault_report_cause(op, RINGFENCE_FAULT_NO_RIGHT, MEDIA_CAUSE_SYNC_LIST);
        status = NVMEDIA_STATUS_BAD_PARAMETER;
    } else if (sync_find_name(engine, filled->sync.name) != MEDIA_NONE) {
        status = media_refuse(op, RINGFENCE_FAULT_2D_REGISTRATION);
    } else if (row == MEDIA_NONE) {
        media_report_full(op,
                          (engine->max_syncs < RINGFENCE_CFG_2D_REGISTRATIONS)
                              ? FAULT_LIMIT_2D_OWN_SYNCS
                              : FAULT_LIMIT_2D_REGISTRATIONS,
                          engine->max_syncs);
        status = NVMEDIA_STATUS_OUT_OF_MEMORY;
    } else {
        MediaSync *const place = &engine->syncs[row];
        const uint64_t turn = place->turn + 1U;

        ASSERT(!place->is_taken);
        *place = *filled;
        place->is_taken = true;
        place->turn = turn;
        engine->sync_count++;
        worker_gauge_set(&engine->syncs_used, engine->sync_count);
    }
    return status;
}

/** @satisfies RF-MEDIA-031 RF-MEDIA-034 */
NvMediaStatus media_sync_register(PhaseOp op, MediaEngine *engine, NvMediaNvSciSyncObjType type,
                                  NvSciSyncObj object)
{
    MediaSync filled;
    NvMediaStatus status = NVMEDIA_STATUS_OK;

    (void)memset(&filled, 0, sizeof(filled));
    filled.handle = object;
    filled.is_pre = (type == NVMEDIA_PRESYNCOBJ) || (type == NVMEDIA_EOF_PRESYNCOBJ);
    filled.is_eof = (type == NVMEDIA_EOFSYNCOBJ) || (type == NVMEDIA_EOF_PRESYNCOBJ);
    if ((type == NVMEDIA_SOFSYNCOBJ) || (type == NVMEDIA_SOF_PRESYNCOBJ)) {
        ringfence_fault_report_cause(op, RINGFENCE_FAULT_2D_ATTRIBUTE, MEDIA_CAUSE_ROLE);
        status = NVMEDIA_STATUS_NOT_SUPPORTED;
    } else if ((!filled.is_pre) && (!filled.is_eof)) {
        status = media_refuse_with(op, RINGFENCE_FAULT_2D_ATTRIBUTE, MEDIA_CAUSE_ROLE);
    } else {
        status = media_status_for(op, RingfenceEngineSyncMap(object, &filled.sync), object,
                                  MEDIA_CAUSE_SYNC);
    }
    if (status == NVMEDIA_STATUS_OK) {
        status = sync_add(op, engine, &filled);
        if (status != NVMEDIA_STATUS_OK) {
            RingfenceEngineSyncUnmap(&filled.sync);
        }
    }
    return status;
}

/** Drops what was set of an object for the next operation of the first generation.
 * @satisfies RF-MEDIA-037 */
static void sync_drop(MediaEngine *engine, uint32_t row)
{
    MediaEvents *const next = &engine->next;
    uint32_t kept = 0U;

    ASSERT(next->wait_count <= MEDIA_WAITS);
    for (uint32_t i = 0U; i < next->wait_count; i++) {
        if (next->objects[i].index != row) {
            next->objects[kept] = next->objects[i];
            next->waits[kept] = next->waits[i];
            kept++;
        }
    }
    next->wait_count = kept;
    if (next->eof.index == row) {
        next->eof.index = MEDIA_NONE;
    }
}

/** Ends a registration that no operation uses. */
static void sync_end(MediaEngine *engine, uint32_t row)
{
    MediaSync *const place = &engine->syncs[row];

    ASSERT(place->is_taken);
    ASSERT(engine->sync_count > 0U);
    sync_drop(engine, row);
    media_queue_forget(engine, row);
    worker_give_claim(&place->sync, engine);
    RingfenceEngineSyncUnmap(&place->sync);
    place->is_taken = false;
    engine->sync_count--;
    worker_gauge_set(&engine->syncs_used, engine->sync_count);
}

/** @satisfies RF-MEDIA-036 RF-MEDIA-037 */
NvMediaStatus media_sync_unregister(PhaseOp op, MediaEngine *engine, NvSciSyncObj object)
{
    const uint32_t row = sync_find(engine, object);
    NvMediaStatus status = NVMEDIA_STATUS_OK;

    if (row == MEDIA_NONE) {
        status = media_refuse_object(op, object);
    } else if (!worker_queue_has_done(&engine->jobs, engine->syncs[row].last_use)) {
        status = media_refuse_now(op, MEDIA_CAUSE_USED, NVMEDIA_STATUS_PENDING);
    } else {
        sync_end(engine, row);
    }
    return status;
}

/** @satisfies RF-MEDIA-021 */
void media_sync_end_all(MediaEngine *engine)
{
    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_REGISTRATIONS; i++) {
        if (engine->syncs[i].is_taken) {
            sync_end(engine, i);
        }
    }
}

/* ---------------------------------------------------------------- events */

void media_events_begin(MediaEvents *events)
{
    events->wait_count = 0U;
    events->eof.index = MEDIA_NONE;
    events->eof.turn = 0U;
}

/** Adds the point of a fence of a registration, unless nothing is to be waited for.
 * @satisfies RF-MEDIA-955 */
static NvMediaStatus sync_add_point(PhaseOp op, const MediaEngine *engine, uint32_t row,
                                    MediaEvents *events, const NvSciSyncFence *fence,
                                    uint32_t limit)
{
    const NvSciSyncObj object = engine->syncs[row].sync.object;
    WorkerPoint point = {NULL, 0U};
    NvSciError error = NvSciError_Success;
    const bool is_ahead = worker_fence_read(object, fence, &point, &error);
    NvMediaStatus status = media_status_of(error);

    ASSERT(limit <= MEDIA_WAITS);
    if (is_ahead) {
        const uint32_t place = events->wait_count;

        if (place < limit) {
            events->waits[place] = point;
            events->objects[place].index = row;
            events->objects[place].turn = engine->syncs[row].turn;
            events->wait_count++;
        } else {
            media_report_full(op,
                              (op == OP_MEDIA_INSERT_PRE) ? FAULT_LIMIT_2D_BLIT_FENCES
                                                          : FAULT_LIMIT_2D_COMPOSE_FENCES,
                              limit);
            status = NVMEDIA_STATUS_INSUFFICIENT_BUFFERING;
        }
    }
    return status;
}

/** @satisfies RF-MEDIA-051 RF-MEDIA-057 */
NvMediaStatus media_events_add(PhaseOp op, const MediaEngine *engine, MediaEvents *events,
                               const NvSciSyncFence *fence, uint32_t limit)
{
    NvSciSyncFence given = NvSciSyncFenceInitializer;
    NvMediaStatus status = NVMEDIA_STATUS_OK;

    if (fence != NULL) {
        given = worker_fence_copy(fence);
    }
    if (fence == NULL) {
        status = NVMEDIA_STATUS_BAD_PARAMETER;
    } else if (!worker_fence_is_cleared(&given)) {
        const uint32_t row = sync_find_name(engine, given.payload[0]);

        if (row == MEDIA_NONE) {
            ringfence_fault_report_cause(op, RINGFENCE_FAULT_OTHER_OBJECT, MEDIA_CAUSE_PRE);
            status = NVMEDIA_STATUS_BAD_PARAMETER;
        } else if (!engine->syncs[row].is_pre) {
            ringfence_fault_report_cause(op, RINGFENCE_FAULT_NO_RIGHT, MEDIA_CAUSE_PRE);
            status = NVMEDIA_STATUS_BAD_PARAMETER;
        } else {
            status = sync_add_point(op, engine, row, events, &given, limit);
        }
    } else {
        /* There is nothing to wait for. */
    }
    return status;
}

/** @satisfies RF-MEDIA-035 RF-MEDIA-054 RF-MEDIA-081 */
NvMediaStatus media_events_set_eof(PhaseOp op, const MediaEngine *engine, MediaEvents *events,
                                   NvSciSyncObj object)
{
    const uint32_t row = sync_find(engine, object);
    NvMediaStatus status = NVMEDIA_STATUS_BAD_PARAMETER;

    if (row == MEDIA_NONE) {
        status = media_refuse_object(op, object);
    } else if ((!engine->syncs[row].is_eof) ||
               worker_is_claimed(&engine->syncs[row].sync, engine)) {
        ringfence_fault_report_cause(op, RINGFENCE_FAULT_NO_RIGHT, MEDIA_CAUSE_EOF);
    } else {
        events->eof.index = row;
        events->eof.turn = engine->syncs[row].turn;
        status = NVMEDIA_STATUS_OK;
    }
    return status;
}
