/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file buffers.c
 * The second generation of NvMedia 2D: buffers that are registered with an engine.
 */
#include <stddef.h>

#include "core/assert.h"
#include "core/fault.h"
#include "media/lists.h"
#include "media/media.h"
#include "media/token.h"
#include "nvmedia6/nvmedia_2d_sci.h"
#include "nvscibuf.h"

/** @satisfies RF-MEDIA-070 */
NvMediaStatus NvMedia2DFillNvSciBufAttrList(NvMedia2D const *const handle,
                                            NvSciBufAttrList const attrList)
{
    const PhaseOp op = OP_MEDIA6_FILL_BUF;
    int32_t held = 0;
    NvMediaStatus status = media_enter(op, &held);

    if (status == NVMEDIA_STATUS_OK) {
        MediaEngine *const engine = media_engine_take(op, WORKER_NAME_MEDIA_COMPOSER, handle);
        const NvSciBufPeerHwEngine own = media_list_engine();
        NvSciBufAttrKeyValuePair pair = {NvSciBufGeneralAttrKey_PeerHwEngineArray, &own,
                                         sizeof(own)};

        status = NVMEDIA_STATUS_BAD_PARAMETER;
        if (engine != NULL) {
            status = media_status_of(NvSciBufAttrListSetAttrs(attrList, &pair, 1U));
            media_engine_give(engine);
        }
    }
    media_leave(held);
    return status;
}

/* ---------------------------------------------------------------- registrations */

/** Registration of a buffer by the handle that it was registered with; MEDIA_NONE: there is none.
 */
static uint32_t buffer_find(const MediaEngine *engine, NvSciBufObjConst object)
{
    uint32_t found = MEDIA_NONE;

    for (uint32_t i = 0U; (i < RINGFENCE_CFG_2D_REGISTRATIONS) && (found == MEDIA_NONE); i++) {
        if (engine->buffers[i].is_taken && (engine->buffers[i].handle == object)) {
            found = i;
        }
    }
    return found;
}

/** A row that is free; MEDIA_NONE: none is. */
static uint32_t buffer_free_row(const MediaEngine *engine)
{
    uint32_t found = MEDIA_NONE;

    for (uint32_t i = 0U; (i < RINGFENCE_CFG_2D_REGISTRATIONS) && (found == MEDIA_NONE); i++) {
        if ((!engine->buffers[i].is_taken) && (engine->buffer_count < engine->max_buffers)) {
            found = i;
        }
    }
    return found;
}

/** Says whether the memory of a row is registered: another handle of one buffer has the same, also
 * where no memory has a descriptor. A buffer that came back from another process is another one. */
static bool buffer_is_there(const MediaEngine *engine, const RingfenceEngineBuf *map)
{
    bool found = false;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_REGISTRATIONS; i++) {
        const RingfenceEngineBuf *const other = &engine->buffers[i].memory.map;

        if (engine->buffers[i].is_taken) {
            found =
                found || ((map->memory == other->memory) && (map->descriptor == other->descriptor));
        }
    }
    return found;
}

/** Registers a buffer in a row that is free. Needs both locks.
 * @satisfies RF-MEDIA-071 */
static NvMediaStatus buffer_add(PhaseOp op, MediaEngine *engine, MediaBuffer *row,
                                NvSciBufObj object)
{
    NvMediaStatus status = media_memory_map(op, object, &row->memory);

    ASSERT(!row->is_taken);
    ASSERT(engine->buffer_count < engine->max_buffers);
    if (status == NVMEDIA_STATUS_OK) {
        status = buffer_is_there(engine, &row->memory.map)
                     ? media_refuse(op, RINGFENCE_FAULT_2D_REGISTRATION)
                     : media_memory_import(op, engine, &row->memory, &row->use);
        if (status != NVMEDIA_STATUS_OK) {
            media_memory_unmap(&row->memory);
        }
    }
    if (status == NVMEDIA_STATUS_OK) {
        row->is_taken = true;
        row->handle = object;
        row->turn++;
        engine->buffer_count++;
        worker_gauge_set(&engine->buffers_used, engine->buffer_count);
    }
    return status;
}

/** @satisfies RF-MEDIA-071 RF-MEDIA-018 RF-MEDIA-955 */
NvMediaStatus NvMedia2DRegisterNvSciBufObj(NvMedia2D const *const handle, NvSciBufObj const bufObj)
{
    const PhaseOp op = OP_MEDIA6_REGISTER_BUF;
    int32_t held = 0;
    NvMediaStatus status = media_enter_rows(op, &held);

    if (status == NVMEDIA_STATUS_OK) {
        MediaEngine *engine = NULL;

        media_lock();
        engine = media_engine_take(op, WORKER_NAME_MEDIA_COMPOSER, handle);
        status = NVMEDIA_STATUS_BAD_PARAMETER;
        if (engine != NULL) {
            const uint32_t row = buffer_free_row(engine);

            if (row == MEDIA_NONE) {
                media_report_full(op,
                                  (engine->max_buffers < RINGFENCE_CFG_2D_REGISTRATIONS)
                                      ? FAULT_LIMIT_2D_OWN_BUFFERS
                                      : FAULT_LIMIT_2D_REGISTRATIONS,
                                  engine->max_buffers);
                status = NVMEDIA_STATUS_OUT_OF_MEMORY;
            } else if (buffer_find(engine, bufObj) == MEDIA_NONE) {
                status = buffer_add(op, engine, &engine->buffers[row], bufObj);
            } else {
                status = media_refuse(op, RINGFENCE_FAULT_2D_REGISTRATION);
            }
            media_engine_give(engine);
        }
        media_unlock();
    }
    media_leave(held);
    return status;
}

/** Ends a registration that no operation uses. */
static void buffer_end(MediaEngine *engine, MediaBuffer *row)
{
    ASSERT(row->is_taken);
    ASSERT(engine->buffer_count > 0U);
    media_use_end(engine, &row->use);
    media_memory_unmap(&row->memory);
    row->is_taken = false;
    engine->buffer_count--;
    worker_gauge_set(&engine->buffers_used, engine->buffer_count);
}

/** @satisfies RF-MEDIA-072 */
NvMediaStatus NvMedia2DUnregisterNvSciBufObj(NvMedia2D const *const handle,
                                             NvSciBufObj const bufObj)
{
    const PhaseOp op = OP_MEDIA6_UNREGISTER_BUF;
    int32_t held = 0;
    NvMediaStatus status = media_enter_rows(op, &held);

    if (status == NVMEDIA_STATUS_OK) {
        MediaEngine *engine = NULL;

        media_lock();
        engine = media_engine_take(op, WORKER_NAME_MEDIA_COMPOSER, handle);
        status = NVMEDIA_STATUS_BAD_PARAMETER;
        if (engine != NULL) {
            const uint32_t row = buffer_find(engine, bufObj);

            if (row == MEDIA_NONE) {
                status = media_refuse_object(op, bufObj);
            } else if (!worker_queue_has_left(&engine->jobs, engine->buffers[row].use.last_use)) {
                status = media_refuse_now(op, MEDIA_CAUSE_USED, NVMEDIA_STATUS_PENDING);
            } else {
                buffer_end(engine, &engine->buffers[row]);
                status = NVMEDIA_STATUS_OK;
            }
            media_engine_give(engine);
        }
        media_unlock();
    }
    media_leave(held);
    return status;
}

/** @satisfies RF-MEDIA-021 */
void media_buffer_end_all(MediaEngine *engine)
{
    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_REGISTRATIONS; i++) {
        if (engine->buffers[i].is_taken) {
            buffer_end(engine, &engine->buffers[i]);
        }
    }
}

/* ---------------------------------------------------------------- buffers of an operation */

/** Registration of a buffer; false: there is none, which is reported.
 * @satisfies RF-MEDIA-081 */
static bool buffer_ref(PhaseOp op, const MediaEngine *engine, NvSciBufObj object, MediaRef *ref)
{
    const uint32_t row = buffer_find(engine, object);

    if (row == MEDIA_NONE) {
        (void)media_refuse_object(op, object);
    } else {
        ref->index = row;
        ref->turn = engine->buffers[row].turn;
    }
    return row != MEDIA_NONE;
}

/** @satisfies RF-MEDIA-075 */
NvMediaStatus NvMedia2DSetSrcNvSciBufObj(NvMedia2D *const handle,
                                         NvMedia2DComposeParameters const params,
                                         uint32_t const index, NvSciBufObj srcSurface)
{
    const PhaseOp op = OP_MEDIA6_SET_SOURCE;
    MediaEngine *engine = NULL;
    MediaLayer *layer = NULL;
    NvMediaStatus status = media_compose_layer(op, handle, params, index, &engine, &layer);

    if (status == NVMEDIA_STATUS_OK) {
        if (!buffer_ref(op, engine, srcSurface, &layer->source)) {
            status = NVMEDIA_STATUS_BAD_PARAMETER;
        }
        media_engine_give(engine);
    }
    return status;
}

/** @satisfies RF-MEDIA-075 */
NvMediaStatus NvMedia2DSetDstNvSciBufObj(NvMedia2D *const handle,
                                         NvMedia2DComposeParameters const params,
                                         NvSciBufObj dstSurface)
{
    const PhaseOp op = OP_MEDIA6_SET_DESTINATION;
    MediaEngine *engine = NULL;
    MediaCompose *compose = NULL;
    NvMediaStatus status = media_compose_take(op, handle, params, &engine, &compose);

    if (status == NVMEDIA_STATUS_OK) {
        MediaRef ref = {MEDIA_NONE, 0U};

        if (!buffer_ref(op, engine, dstSurface, &ref)) {
            status = NVMEDIA_STATUS_BAD_PARAMETER;
        } else if (!media_buffer_of(engine, ref)->memory.may_write) {
            status = media_refuse_with(op, RINGFENCE_FAULT_NO_RIGHT, MEDIA_CAUSE_WRITE);
        } else {
            compose->destination = ref;
        }
        media_engine_give(engine);
    }
    return status;
}
