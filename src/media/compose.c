/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file compose.c
 * The second generation of NvMedia 2D: engines, layers, filter buffers, operations.
 */
#include "core/assert.h"
#include "media/token.h"

#include <stddef.h>
#include <string.h>

#include "core/fault.h"
#include "media/operation.h"
#include "nvmedia6/nvmedia_2d.h"

_Static_assert(NVMEDIA_2D_MAX_LAYERS == BLIT_LAYERS, "an operation has all layers of a token");
_Static_assert(NVMEDIA_2D_MAX_FILTER_BUFFERS == MEDIA_FILTER_BUFFERS, "an engine has a row each");

/** @satisfies RF-MEDIA-002 */
NvMediaStatus NvMedia2DGetVersion(NvMediaVersion *const version)
{
    NvMediaStatus status = media_admit(OP_MEDIA6_GET_VERSION);

    if ((status == NVMEDIA_STATUS_OK) && (version == NULL)) {
        status = NVMEDIA_STATUS_BAD_PARAMETER;
    }
    if (status == NVMEDIA_STATUS_OK) {
        version->major = NVMEDIA_2D_VERSION_MAJOR;
        version->minor = NVMEDIA_2D_VERSION_MINOR;
        version->patch = NVMEDIA_2D_VERSION_PATCH;
    }
    return status;
}

/* ---------------------------------------------------------------- engines */

/** Reads the attributes of the caller, once.
 * @satisfies RF-MEDIA-934 */
static NvMedia2DAttributes compose_given(const NvMedia2DAttributes *attr)
{
    const volatile NvMedia2DAttributes *const place = attr;
    NvMedia2DAttributes given;

    given.numComposeParameters = place->numComposeParameters;
    given.maxRegisteredBuffers = place->maxRegisteredBuffers;
    given.maxRegisteredSyncs = place->maxRegisteredSyncs;
    given.maxFilterBuffers = place->maxFilterBuffers;
    given.flags = place->flags;
    return given;
}

/** Says whether attributes are in their ranges.
 * @satisfies RF-MEDIA-073 */
static bool compose_attributes_fit(const NvMedia2DAttributes *attr)
{
    return (attr->numComposeParameters >= 1U) &&
           (attr->numComposeParameters <= RINGFENCE_CFG_2D_TASKS) &&
           (attr->maxRegisteredBuffers >= 1U) &&
           (attr->maxRegisteredBuffers <= RINGFENCE_CFG_2D_REGISTRATIONS) &&
           (attr->maxRegisteredSyncs <= RINGFENCE_CFG_2D_REGISTRATIONS) &&
           (attr->maxFilterBuffers <= MEDIA_FILTER_BUFFERS) && (attr->flags == 0U);
}

/** Reports attributes that are above the configuration, or do not fit.
 * @satisfies RF-CORE-341 RF-MEDIA-085 */
static void compose_report(const NvMedia2DAttributes *attr)
{
    const uint32_t registered = (attr->maxRegisteredBuffers > attr->maxRegisteredSyncs)
                                    ? attr->maxRegisteredBuffers
                                    : attr->maxRegisteredSyncs;

    if (attr->numComposeParameters > RINGFENCE_CFG_2D_TASKS) {
        ringfence_fault_report_limit(OP_MEDIA6_CREATE, FAULT_LIMIT_2D_TASKS,
                                     attr->numComposeParameters, RINGFENCE_CFG_2D_TASKS);
    } else if (registered > RINGFENCE_CFG_2D_REGISTRATIONS) {
        ringfence_fault_report_limit(OP_MEDIA6_CREATE, FAULT_LIMIT_2D_REGISTRATIONS, registered,
                                     RINGFENCE_CFG_2D_REGISTRATIONS);
    } else if (!compose_attributes_fit(attr)) {
        ringfence_fault_report_cause(OP_MEDIA6_CREATE, RINGFENCE_FAULT_2D_ATTRIBUTE,
                                     MEDIA_CAUSE_NUMBERS);
    } else {
        /* They fit. */
    }
}

/** @satisfies RF-MEDIA-020 RF-MEDIA-073 */
NvMediaStatus NvMedia2DCreate(NvMedia2D **handle, NvMedia2DAttributes const *const attr)
{
    NvMedia2DAttributes given = {0U, 0U, 0U, 0U, 0U};
    int32_t held = 0;
    NvMediaStatus status = media_enter(OP_MEDIA6_CREATE, &held);

    if (status != NVMEDIA_STATUS_OK) {
        /* Not now. */
    } else if (handle == NULL) {
        status = NVMEDIA_STATUS_BAD_PARAMETER;
    } else if (!media_rows_are_ours()) {
        status = NVMEDIA_STATUS_ERROR;
    } else if (attr != NULL) {
        given = compose_given(attr);
        status = compose_attributes_fit(&given) ? NVMEDIA_STATUS_OK : NVMEDIA_STATUS_BAD_PARAMETER;
        compose_report(&given);
    } else {
        /* It has all that there is. */
    }
    if (status == NVMEDIA_STATUS_OK) {
        MediaEngine *engine = NULL;
        NvMedia2D *made = NULL;

        media_lock();
        status = media_engine_open(OP_MEDIA6_CREATE, WORKER_NAME_MEDIA_COMPOSER,
                                   RINGFENCE_CFG_2D_DEVICES, &engine, &made);
        if (status == NVMEDIA_STATUS_OK) {
            if (attr != NULL) {
                engine->max_composes = given.numComposeParameters;
                engine->max_buffers = given.maxRegisteredBuffers;
                engine->max_syncs = given.maxRegisteredSyncs;
                engine->max_filters = given.maxFilterBuffers;
            }
            *handle = made;
        }
        media_unlock();
    }
    media_leave(held);
    return status;
}

/** @satisfies RF-MEDIA-021 */
NvMediaStatus NvMedia2DDestroy(NvMedia2D *const handle)
{
    const PhaseOp op = OP_MEDIA6_DESTROY;
    int32_t held = 0;
    NvMediaStatus status = media_enter_rows(op, &held);

    if (status == NVMEDIA_STATUS_OK) {
        status = media_engine_close(op, WORKER_NAME_MEDIA_COMPOSER, handle);
    }
    media_leave(held);
    return status;
}

/* ---------------------------------------------------------------- layers */

/** @satisfies RF-MEDIA-076 */
NvMediaStatus NvMedia2DSetSrcFilter(NvMedia2D *const handle,
                                    NvMedia2DComposeParameters const params, uint32_t const index,
                                    NvMedia2DFilter const filter)
{
    const PhaseOp op = OP_MEDIA6_SET_FILTER;
    MediaEngine *engine = NULL;
    MediaLayer *layer = NULL;
    NvMediaStatus status = media_compose_layer(op, handle, params, index, &engine, &layer);

    if (status == NVMEDIA_STATUS_OK) {
        if (((uint32_t)filter >= (uint32_t)NVMEDIA_2D_FILTER_OFF) &&
            ((uint32_t)filter <= (uint32_t)NVMEDIA_2D_FILTER_HIGH)) {
            layer->filter = media_operation_filter((uint32_t)filter);
            layer->is_set = true;
        } else {
            status = media_refuse_with(op, RINGFENCE_FAULT_2D_ATTRIBUTE, MEDIA_CAUSE_FILTER);
        }
        media_engine_give(engine);
    }
    return status;
}

/** Reads a rectangle of the caller, once; NULL is all of an image. False: it has no pixels.
 * @satisfies RF-MEDIA-934 */
static bool compose_rect(const NvMediaRect *rect, BlitRect *read)
{
    const volatile NvMediaRect *const place = rect;
    bool fits = true;

    if (place != NULL) {
        read->x0 = place->x0;
        read->y0 = place->y0;
        read->x1 = place->x1;
        read->y1 = place->y1;
        fits = (read->x0 < read->x1) && (read->y0 < read->y1);
    }
    return fits;
}

/** @satisfies RF-MEDIA-076 */
NvMediaStatus NvMedia2DSetSrcGeometry(NvMedia2D *const handle,
                                      NvMedia2DComposeParameters const params, uint32_t const index,
                                      NvMediaRect const *const srcRect,
                                      NvMediaRect const *const dstRect,
                                      NvMedia2DTransform const transform)
{
    const PhaseOp op = OP_MEDIA6_SET_GEOMETRY;
    MediaEngine *engine = NULL;
    MediaLayer *layer = NULL;
    NvMediaStatus status = media_compose_layer(op, handle, params, index, &engine, &layer);

    if (status == NVMEDIA_STATUS_OK) {
        BlitRect from = {0U, 0U, 0U, 0U};
        BlitRect to = {0U, 0U, 0U, 0U};
        bool fits = compose_rect(srcRect, &from);

        if (fits) {
            fits = compose_rect(dstRect, &to);
        }
        if (!fits) {
            status = media_refuse(op, RINGFENCE_FAULT_2D_RECTANGLE);
        } else if ((uint32_t)transform > (uint32_t)NVMEDIA_2D_TRANSFORM_TRANSPOSE) {
            status = media_refuse_with(op, RINGFENCE_FAULT_2D_ATTRIBUTE, MEDIA_CAUSE_TRANSFORM);
        } else {
            layer->has_source_rect = (srcRect != NULL);
            layer->has_destination_rect = (dstRect != NULL);
            layer->source_rect = from;
            layer->destination_rect = to;
            layer->transform = media_operation_transform((uint32_t)transform);
            layer->is_set = true;
        }
        media_engine_give(engine);
    }
    return status;
}

/** @satisfies RF-MEDIA-076 */
NvMediaStatus NvMedia2DSetSrcBlendMode(NvMedia2D *const handle,
                                       NvMedia2DComposeParameters const params,
                                       uint32_t const index, NvMedia2DBlendMode const blendMode,
                                       float const constantAlpha)
{
    const PhaseOp op = OP_MEDIA6_SET_BLEND_MODE;
    MediaEngine *engine = NULL;
    MediaLayer *layer = NULL;
    NvMediaStatus status = media_compose_layer(op, handle, params, index, &engine, &layer);

    if (status == NVMEDIA_STATUS_OK) {
        if (((uint32_t)blendMode >= (uint32_t)NVMEDIA_2D_BLEND_MODE_DISABLED) &&
            ((uint32_t)blendMode <= (uint32_t)NVMEDIA_2D_BLEND_MODE_PREMULTIPLIED_ALPHA) &&
            (constantAlpha >= 0.0F) && (constantAlpha <= 1.0F)) {
            layer->blend = media_operation_blend((uint32_t)blendMode);
            layer->alpha = constantAlpha;
            layer->is_set = true;
        } else {
            status = media_refuse_with(op, RINGFENCE_FAULT_2D_ATTRIBUTE, MEDIA_CAUSE_BLEND);
        }
        media_engine_give(engine);
    }
    return status;
}

/* ---------------------------------------------------------------- filter buffers */

/** Reports that all filter buffers of an engine are given out.
 * @satisfies RF-MEDIA-955 */
static NvMediaStatus compose_refuse_filter(PhaseOp op, const MediaEngine *engine)
{
    media_report_full(op,
                      (engine->max_filters < MEDIA_FILTER_BUFFERS) ? FAULT_LIMIT_2D_OWN_FILTERS
                                                                   : FAULT_LIMIT_2D_FILTERS,
                      engine->max_filters);
    return NVMEDIA_STATUS_OUT_OF_MEMORY;
}

/** @satisfies RF-MEDIA-077 */
NvMediaStatus NvMedia2DCreateFilterBuffer(NvMedia2D *const handle,
                                          NvMedia2DFilterBuffer *const buffer)
{
    const PhaseOp op = OP_MEDIA6_CREATE_FILTER_BUFFER;
    NvMediaStatus status = media_admit(op);

    if ((status == NVMEDIA_STATUS_OK) && (buffer == NULL)) {
        status = NVMEDIA_STATUS_BAD_PARAMETER;
    }
    if (status == NVMEDIA_STATUS_OK) {
        MediaEngine *const engine = media_engine_take(op, WORKER_NAME_MEDIA_COMPOSER, handle);
        bool is_given = false;

        status = NVMEDIA_STATUS_BAD_PARAMETER;
        if (engine != NULL) {
            for (uint32_t i = 0U; (i < engine->max_filters) && (!is_given); i++) {
                MediaFilterBuffer *const row = &engine->filters[i];

                if (!row->is_taken) {
                    row->is_taken = true;
                    row->turn++;
                    *buffer = media_token(engine, MEDIA_TOKEN_FILTERS + i, row->turn);
                    is_given = true;
                }
            }
            status = is_given ? NVMEDIA_STATUS_OK : compose_refuse_filter(op, engine);
            media_engine_give(engine);
        }
    }
    return status;
}

/** Filter buffer that a token names; NULL: none. Needs the engine's lock. */
static MediaFilterBuffer *compose_find_filter(MediaEngine *engine, uint32_t token)
{
    const uint32_t row = media_token_row(token);
    MediaFilterBuffer *found = NULL;

    if ((row >= MEDIA_TOKEN_FILTERS) && (row < (MEDIA_TOKEN_FILTERS + MEDIA_FILTER_BUFFERS))) {
        MediaFilterBuffer *const filter = &engine->filters[row - MEDIA_TOKEN_FILTERS];
        const uint32_t own = media_token(engine, row, filter->turn);

        if (filter->is_taken && (own == token)) {
            found = filter;
        }
    }
    return found;
}

/** @satisfies RF-MEDIA-077 RF-MEDIA-084 */
NvMediaStatus NvMedia2DDestroyFilterBuffer(NvMedia2D *const handle,
                                           NvMedia2DFilterBuffer const buffer)
{
    const PhaseOp op = OP_MEDIA6_DESTROY_FILTER_BUFFER;
    NvMediaStatus status = media_admit(op);

    if (status == NVMEDIA_STATUS_OK) {
        MediaEngine *const engine = media_engine_take(op, WORKER_NAME_MEDIA_COMPOSER, handle);

        status = NVMEDIA_STATUS_BAD_PARAMETER;
        if (engine != NULL) {
            MediaFilterBuffer *const row = compose_find_filter(engine, buffer);

            if (row != NULL) {
                row->is_taken = false;
                status = NVMEDIA_STATUS_OK;
            } else {
                status = media_refuse(op, RINGFENCE_FAULT_2D_TOKEN);
            }
            media_engine_give(engine);
        }
    }
    return status;
}

/* ---------------------------------------------------------------- operations */

/** Adds a layer that has a source; what there is against it. */
static RingfenceFaultKind compose_add(MediaEngine *engine, const MediaLayer *layer,
                                      const MediaBuffer *destination, MediaEntry *entry)
{
    MediaBuffer *const source = media_buffer_of(engine, layer->source);
    RingfenceFaultKind fault = RINGFENCE_FAULT_NONE;

    if (source == NULL) {
        fault = RINGFENCE_FAULT_2D_REGISTRATION;
    } else if (source == destination) {
        fault = RINGFENCE_FAULT_OVERLAP;
    } else {
        BlitLayer *const drawn = media_operation_add(entry, &source->memory, &source->use);

        ASSERT(drawn != NULL);
        drawn->source_rect = layer->has_source_rect
                                 ? layer->source_rect
                                 : media_operation_rect(NULL, &source->memory.surface);
        drawn->destination_rect = layer->has_destination_rect
                                      ? layer->destination_rect
                                      : media_operation_rect(NULL, &destination->memory.surface);
        drawn->transform = layer->transform;
        drawn->filter = layer->filter;
        drawn->blend = layer->blend;
        drawn->alpha = layer->alpha;
    }
    return fault;
}

/** Fills a place with an operation; what there is against it, as that it is not whole.
 * @satisfies RF-MEDIA-078 RF-MEDIA-081 RF-MEDIA-084 */
static RingfenceFaultKind compose_fill(MediaEngine *engine, const MediaCompose *compose,
                                       MediaEntry *entry)
{
    MediaBuffer *const destination = media_buffer_of(engine, compose->destination);
    RingfenceFaultKind fault = RINGFENCE_FAULT_NONE;

    if (compose->destination.index == MEDIA_NONE) {
        fault = RINGFENCE_FAULT_2D_INCOMPLETE;
    } else if (destination == NULL) {
        fault = RINGFENCE_FAULT_2D_REGISTRATION;
    } else {
        media_operation_begin(entry, &destination->memory, &destination->use);
    }
    for (uint32_t i = 0U; (i < BLIT_LAYERS) && (fault == RINGFENCE_FAULT_NONE); i++) {
        const MediaLayer *const layer = &compose->layers[i];

        if (layer->source.index != MEDIA_NONE) {
            fault = compose_add(engine, layer, destination, entry);
        } else {
            fault = layer->is_set ? RINGFENCE_FAULT_2D_INCOMPLETE : RINGFENCE_FAULT_NONE;
        }
    }
    if ((fault == RINGFENCE_FAULT_NONE) && (entry->operation.layers == 0U)) {
        fault = RINGFENCE_FAULT_2D_INCOMPLETE;
    }
    return fault;
}

/** @satisfies RF-MEDIA-078 RF-MEDIA-050 RF-MEDIA-052 RF-MEDIA-056 */
NvMediaStatus NvMedia2DCompose(NvMedia2D *const handle, NvMedia2DComposeParameters const params,
                               NvMedia2DComposeResult *const result)
{
    const PhaseOp op = OP_MEDIA6_COMPOSE;
    MediaEngine *engine = NULL;
    MediaCompose *compose = NULL;
    int32_t held = 0;
    NvMediaStatus status = media_enter(op, &held);

    if (status == NVMEDIA_STATUS_OK) {
        status = media_compose_take(op, handle, params, &engine, &compose);
    }
    if (status == NVMEDIA_STATUS_OK) {
        MediaEntry *const entry = media_queue_place(engine);

        if (entry == NULL) {
            media_report_busy(op, FAULT_LIMIT_2D_TASKS, RINGFENCE_CFG_2D_TASKS);
            status = NVMEDIA_STATUS_INSUFFICIENT_BUFFERING;
        } else {
            const RingfenceFaultKind fault = compose_fill(engine, compose, entry);

            status = (fault == RINGFENCE_FAULT_NONE) ? media_operation_ready(op, engine, entry)
                                                     : media_refuse(op, fault);
        }
        if (status == NVMEDIA_STATUS_OK) {
            status = media_queue_put(op, engine, entry, &compose->events);
        }
        if (status == NVMEDIA_STATUS_OK) {
            compose->is_taken = false;
            worker_gauge_give(&engine->tokens_used);
            if (result != NULL) {
                result->operationId = media_queue_name(engine, worker_queue_last(&engine->jobs));
            }
        }
        media_engine_give(engine);
    }
    media_leave(held);
    return status;
}
