/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file compose.c
 * The second generation of NvMedia 2D: engines, tokens, layers, operations.
 *
 * A token has the index of its row and how often the row was taken; so has that of a filter buffer.
 */
#include "media/compose.h"

#include <stddef.h>
#include <string.h>

#include "media/operation.h"
#include "nvmedia6/nvmedia_2d.h"

#define TOKEN_ROW_BITS 10U
#define TOKEN_ROW_MASK (((uint32_t)1U << TOKEN_ROW_BITS) - 1U)

_Static_assert(NVMEDIA_2D_MAX_LAYERS == BLIT_LAYERS, "an operation has all layers of a token");
_Static_assert(NVMEDIA_2D_MAX_FILTER_BUFFERS == MEDIA_FILTER_BUFFERS, "an engine has a row each");
_Static_assert((RINGFENCE_CFG_2D_TASKS - 1U) <= TOKEN_ROW_MASK, "a token has the index");

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

/** @satisfies RF-MEDIA-020 RF-MEDIA-073 */
NvMediaStatus NvMedia2DCreate(NvMedia2D **handle, NvMedia2DAttributes const *const attr)
{
    NvMediaStatus status = media_admit(OP_MEDIA6_CREATE);

    if (status != NVMEDIA_STATUS_OK) {
        /* Not now. */
    } else if ((handle == NULL) || ((attr != NULL) && (!compose_attributes_fit(attr)))) {
        status = NVMEDIA_STATUS_BAD_PARAMETER;
    } else {
        MediaEngine *engine = NULL;
        uintptr_t word = 0U;

        media_lock();
        status = media_engine_open(MEDIA_COMPOSER, RINGFENCE_CFG_2D_DEVICES, &engine, &word);
        if (status == NVMEDIA_STATUS_OK) {
            if (attr != NULL) {
                engine->max_composes = attr->numComposeParameters;
                engine->max_buffers = attr->maxRegisteredBuffers;
                engine->max_syncs = attr->maxRegisteredSyncs;
                engine->max_filters = attr->maxFilterBuffers;
            }
            (void)memcpy(handle, &word, sizeof(word));
        }
        media_unlock();
    }
    return status;
}

/** @satisfies RF-MEDIA-021 */
NvMediaStatus NvMedia2DDestroy(NvMedia2D *const handle)
{
    const PhaseOp op = OP_MEDIA6_DESTROY;
    NvMediaStatus status = media_admit(op);

    if (status == NVMEDIA_STATUS_OK) {
        status = media_engine_close(op, MEDIA_COMPOSER, handle);
    }
    return status;
}

/* ---------------------------------------------------------------- tokens */

static uint32_t compose_token(uint32_t row, uint32_t turn)
{
    return (turn << TOKEN_ROW_BITS) | row;
}

/** Operation that a token names; NULL: none, which is reported. Needs the engine's lock.
 * @satisfies RF-MEDIA-074 */
static MediaCompose *compose_find(PhaseOp op, MediaEngine *engine, uint32_t token)
{
    const uint32_t row = token & TOKEN_ROW_MASK;
    MediaCompose *found = NULL;

    if (row < RINGFENCE_CFG_2D_TASKS) {
        MediaCompose *const compose = &engine->composes[row];

        if (compose->is_taken && (compose_token(row, compose->turn) == token)) {
            found = compose;
        }
    }
    if (found == NULL) {
        ringfence_fault_report(op, RINGFENCE_FAULT_BAD_HANDLE);
    }
    return found;
}

NvMediaStatus media_compose_take(PhaseOp op, const void *handle, uint32_t token,
                                 MediaEngine **engine, MediaCompose **compose)
{
    NvMediaStatus status = media_admit(op);

    if (status == NVMEDIA_STATUS_OK) {
        MediaEngine *const row = media_engine_take(op, MEDIA_COMPOSER, handle);

        status = NVMEDIA_STATUS_BAD_PARAMETER;
        if (row != NULL) {
            *compose = compose_find(op, row, token);
            if (*compose != NULL) {
                *engine = row;
                status = NVMEDIA_STATUS_OK;
            } else {
                media_engine_give(row);
            }
        }
    }
    return status;
}

NvMediaStatus media_compose_layer(PhaseOp op, const void *handle, uint32_t token, uint32_t index,
                                  MediaEngine **engine, MediaLayer **layer)
{
    MediaCompose *compose = NULL;
    NvMediaStatus status = media_compose_take(op, handle, token, engine, &compose);

    if (status == NVMEDIA_STATUS_OK) {
        if (index < BLIT_LAYERS) {
            *layer = &compose->layers[index];
        } else {
            media_engine_give(*engine);
            status = NVMEDIA_STATUS_BAD_PARAMETER;
        }
    }
    return status;
}

/** Begins an operation: no layer, no destination, nothing to wait for or to signal. */
static void compose_begin(MediaCompose *compose)
{
    compose->is_taken = true;
    compose->turn++;
    compose->destination.index = MEDIA_NONE;
    media_events_begin(&compose->events);
    (void)memset(compose->layers, 0, sizeof(compose->layers));
    for (uint32_t i = 0U; i < BLIT_LAYERS; i++) {
        MediaLayer *const layer = &compose->layers[i];

        layer->source.index = MEDIA_NONE;
        layer->transform = BLIT_TRANSFORM_NONE;
        layer->filter = BLIT_FILTER_OFF;
        layer->blend = BLIT_BLEND_DISABLED;
        layer->alpha = 1.0F;
    }
}

/** @satisfies RF-MEDIA-074 */
NvMediaStatus NvMedia2DGetComposeParameters(NvMedia2D *const handle,
                                            NvMedia2DComposeParameters *const params)
{
    const PhaseOp op = OP_MEDIA6_GET_PARAMETERS;
    NvMediaStatus status = media_admit(op);

    if ((status == NVMEDIA_STATUS_OK) && (params == NULL)) {
        status = NVMEDIA_STATUS_BAD_PARAMETER;
    }
    if (status == NVMEDIA_STATUS_OK) {
        MediaEngine *const engine = media_engine_take(op, MEDIA_COMPOSER, handle);
        bool is_given = false;

        status = NVMEDIA_STATUS_BAD_PARAMETER;
        if (engine != NULL) {
            for (uint32_t i = 0U; (i < engine->max_composes) && (!is_given); i++) {
                if (!engine->composes[i].is_taken) {
                    compose_begin(&engine->composes[i]);
                    *params = compose_token(i, engine->composes[i].turn);
                    is_given = true;
                }
            }
            status = is_given ? NVMEDIA_STATUS_OK : NVMEDIA_STATUS_INSUFFICIENT_BUFFERING;
            media_engine_give(engine);
        }
    }
    return status;
}

/* ---------------------------------------------------------------- layers */

/** @satisfies RF-MEDIA-076 */
NvMediaStatus NvMedia2DSetSrcFilter(NvMedia2D *const handle,
                                    NvMedia2DComposeParameters const params, uint32_t const index,
                                    NvMedia2DFilter const filter)
{
    MediaEngine *engine = NULL;
    MediaLayer *layer = NULL;
    NvMediaStatus status =
        media_compose_layer(OP_MEDIA6_SET_FILTER, handle, params, index, &engine, &layer);

    if (status == NVMEDIA_STATUS_OK) {
        if (((uint32_t)filter >= (uint32_t)NVMEDIA_2D_FILTER_OFF) &&
            ((uint32_t)filter <= (uint32_t)NVMEDIA_2D_FILTER_HIGH)) {
            layer->filter = (BlitFilter)filter;
            layer->is_set = true;
        } else {
            status = NVMEDIA_STATUS_BAD_PARAMETER;
        }
        media_engine_give(engine);
    }
    return status;
}

/** Says whether a rectangle has pixels; NULL is all of an image. */
static bool compose_rect_fits(const NvMediaRect *rect)
{
    return (rect == NULL) || ((rect->x0 < rect->x1) && (rect->y0 < rect->y1));
}

static BlitRect compose_rect(const NvMediaRect *rect)
{
    BlitRect read = {0U, 0U, 0U, 0U};

    if (rect != NULL) {
        read.x0 = rect->x0;
        read.y0 = rect->y0;
        read.x1 = rect->x1;
        read.y1 = rect->y1;
    }
    return read;
}

/** @satisfies RF-MEDIA-076 */
NvMediaStatus NvMedia2DSetSrcGeometry(NvMedia2D *const handle,
                                      NvMedia2DComposeParameters const params, uint32_t const index,
                                      NvMediaRect const *const srcRect,
                                      NvMediaRect const *const dstRect,
                                      NvMedia2DTransform const transform)
{
    MediaEngine *engine = NULL;
    MediaLayer *layer = NULL;
    NvMediaStatus status =
        media_compose_layer(OP_MEDIA6_SET_GEOMETRY, handle, params, index, &engine, &layer);

    if (status == NVMEDIA_STATUS_OK) {
        if (compose_rect_fits(srcRect) && compose_rect_fits(dstRect) &&
            ((uint32_t)transform <= (uint32_t)NVMEDIA_2D_TRANSFORM_TRANSPOSE)) {
            layer->has_source_rect = (srcRect != NULL);
            layer->has_destination_rect = (dstRect != NULL);
            layer->source_rect = compose_rect(srcRect);
            layer->destination_rect = compose_rect(dstRect);
            layer->transform = (BlitTransform)transform;
            layer->is_set = true;
        } else {
            status = NVMEDIA_STATUS_BAD_PARAMETER;
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
    MediaEngine *engine = NULL;
    MediaLayer *layer = NULL;
    NvMediaStatus status =
        media_compose_layer(OP_MEDIA6_SET_BLEND_MODE, handle, params, index, &engine, &layer);

    if (status == NVMEDIA_STATUS_OK) {
        if (((uint32_t)blendMode >= (uint32_t)NVMEDIA_2D_BLEND_MODE_DISABLED) &&
            ((uint32_t)blendMode <= (uint32_t)NVMEDIA_2D_BLEND_MODE_PREMULTIPLIED_ALPHA) &&
            (constantAlpha >= 0.0F) && (constantAlpha <= 1.0F)) {
            layer->blend = (BlitBlend)blendMode;
            layer->alpha = constantAlpha;
            layer->is_set = true;
        } else {
            status = NVMEDIA_STATUS_BAD_PARAMETER;
        }
        media_engine_give(engine);
    }
    return status;
}

/* ---------------------------------------------------------------- filter buffers */

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
        MediaEngine *const engine = media_engine_take(op, MEDIA_COMPOSER, handle);
        bool is_given = false;

        status = NVMEDIA_STATUS_BAD_PARAMETER;
        if (engine != NULL) {
            for (uint32_t i = 0U; (i < engine->max_filters) && (!is_given); i++) {
                MediaFilterBuffer *const row = &engine->filters[i];

                if (!row->is_taken) {
                    row->is_taken = true;
                    row->turn++;
                    *buffer = compose_token(i, row->turn);
                    is_given = true;
                }
            }
            status = is_given ? NVMEDIA_STATUS_OK : NVMEDIA_STATUS_OUT_OF_MEMORY;
            media_engine_give(engine);
        }
    }
    return status;
}

/** @satisfies RF-MEDIA-077 */
NvMediaStatus NvMedia2DDestroyFilterBuffer(NvMedia2D *const handle,
                                           NvMedia2DFilterBuffer const buffer)
{
    const PhaseOp op = OP_MEDIA6_DESTROY_FILTER_BUFFER;
    NvMediaStatus status = media_admit(op);

    if (status == NVMEDIA_STATUS_OK) {
        MediaEngine *const engine = media_engine_take(op, MEDIA_COMPOSER, handle);
        const uint32_t row = buffer & TOKEN_ROW_MASK;

        status = NVMEDIA_STATUS_BAD_PARAMETER;
        if (engine != NULL) {
            if ((row < MEDIA_FILTER_BUFFERS) && engine->filters[row].is_taken &&
                (compose_token(row, engine->filters[row].turn) == buffer)) {
                engine->filters[row].is_taken = false;
                status = NVMEDIA_STATUS_OK;
            } else {
                ringfence_fault_report(op, RINGFENCE_FAULT_BAD_HANDLE);
            }
            media_engine_give(engine);
        }
    }
    return status;
}

/* ---------------------------------------------------------------- operations */

/** Adds a layer that has a source; false: it cannot be drawn. */
static bool compose_add(MediaEngine *engine, const MediaLayer *layer,
                        const MediaBuffer *destination, MediaEntry *entry)
{
    MediaBuffer *const source = media_buffer_of(engine, layer->source);
    const bool is_drawn = (source != NULL) && (source != destination);

    if (is_drawn) {
        BlitLayer *const drawn = media_operation_add(entry, &source->memory, &source->use);

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
    return is_drawn;
}

/** Fills a place with an operation; false: it is not whole.
 * @satisfies RF-MEDIA-078 */
static bool compose_fill(MediaEngine *engine, const MediaCompose *compose, MediaEntry *entry)
{
    MediaBuffer *const destination = media_buffer_of(engine, compose->destination);
    bool is_whole = (destination != NULL);

    if (is_whole) {
        media_operation_begin(entry, &destination->memory, &destination->use);
    }
    for (uint32_t i = 0U; (i < BLIT_LAYERS) && is_whole; i++) {
        const MediaLayer *const layer = &compose->layers[i];

        if (layer->source.index != MEDIA_NONE) {
            is_whole = compose_add(engine, layer, destination, entry);
        } else {
            is_whole = !layer->is_set;
        }
    }
    return is_whole && (entry->operation.layers > 0U);
}

/** @satisfies RF-MEDIA-078 RF-MEDIA-050 RF-MEDIA-052 RF-MEDIA-056 */
NvMediaStatus NvMedia2DCompose(NvMedia2D *const handle, NvMedia2DComposeParameters const params,
                               NvMedia2DComposeResult *const result)
{
    const PhaseOp op = OP_MEDIA6_COMPOSE;
    MediaEngine *engine = NULL;
    MediaCompose *compose = NULL;
    NvMediaStatus status = media_compose_take(op, handle, params, &engine, &compose);

    if (status == NVMEDIA_STATUS_OK) {
        MediaEntry *const entry = media_queue_place(engine);

        if (entry == NULL) {
            status = NVMEDIA_STATUS_INSUFFICIENT_BUFFERING;
        } else if (!compose_fill(engine, compose, entry)) {
            status = NVMEDIA_STATUS_BAD_PARAMETER;
        } else {
            status = media_operation_ready(op, engine, entry);
        }
        if (status == NVMEDIA_STATUS_OK) {
            status = media_queue_put(op, engine, entry, &compose->events);
        }
        if (status == NVMEDIA_STATUS_OK) {
            compose->is_taken = false;
            if (result != NULL) {
                result->operationId = engine->submitted;
            }
        }
        media_engine_give(engine);
    }
    return status;
}
