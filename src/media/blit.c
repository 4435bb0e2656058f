/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file blit.c
 * The first generation of NvMedia 2D: blits of images.
 */
#include <stddef.h>

#include "core/assert.h"
#include "core/fault.h"
#include "media/image.h"
#include "media/operation.h"
#include "nvmedia_2d.h"

#define FIELDS_ALL                                                                                 \
    ((uint32_t)NVMEDIA_2D_BLIT_PARAMS_FILTER | (uint32_t)NVMEDIA_2D_BLIT_PARAMS_FLAGS |            \
     (uint32_t)NVMEDIA_2D_BLIT_PARAMS_DST_TRANSFORM | (uint32_t)NVMEDIA_2D_BLIT_PARAMS_COLOR_STD)

/** Parameters of a call that gives none. */
#define BLIT_DEFAULTS                                                                              \
    {                                                                                              \
        0U, NVMEDIA_2D_STRETCH_FILTER_OFF, 0U, NVMEDIA_TRANSFORM_NONE,                             \
            NVMEDIA_COLOR_STANDARD_ITUR_BT_601                                                     \
    }

/** Colour standards of a call. */
#define COLOURS ((uint32_t)NVMEDIA_COLOR_STANDARD_ITUR_BT_601_ER + 1U)

/** Images of a call. */
typedef struct {
    MediaImage *destination;
    MediaImage *source;
} BlitImages;

/** @satisfies RF-MEDIA-002 */
NvMediaStatus NvMedia2DGetVersion(NvMediaVersion *version)
{
    NvMediaStatus status = media_admit(OP_MEDIA_GET_VERSION);

    if ((status == NVMEDIA_STATUS_OK) && (version == NULL)) {
        status = NVMEDIA_STATUS_BAD_PARAMETER;
    }
    if (status == NVMEDIA_STATUS_OK) {
        version->major = NVMEDIA_2D_VERSION_MAJOR;
        version->minor = NVMEDIA_2D_VERSION_MINOR;
    }
    return status;
}

/* ---------------------------------------------------------------- engines */

/** @satisfies RF-MEDIA-020 */
NvMedia2D *NvMedia2DCreate(NvMediaDevice *device)
{
    const PhaseOp op = OP_MEDIA_CREATE;
    NvMedia2D *made = NULL;
    int32_t held = 0;

    if (media_enter_rows(op, &held) == NVMEDIA_STATUS_OK) {
        MediaDevice *row = NULL;
        MediaEngine *engine = NULL;

        media_lock();
        row = media_device_find(op, device);
        if (row != NULL) {
            const NvMediaStatus status =
                media_engine_open(op, WORKER_NAME_MEDIA_BLITTER, row->index, &engine, &made);

            if (status == NVMEDIA_STATUS_OK) {
                row->users++;
            }
        }
        media_unlock();
    }
    media_leave(held);
    return made;
}

/** @satisfies RF-MEDIA-021 */
NvMediaStatus NvMedia2DDestroyEx(NvMedia2D *i2d)
{
    const PhaseOp op = OP_MEDIA_DESTROY_EX;
    int32_t held = 0;
    NvMediaStatus status = media_enter_rows(op, &held);

    if (status == NVMEDIA_STATUS_OK) {
        status = media_engine_close(op, WORKER_NAME_MEDIA_BLITTER, i2d);
    }
    media_leave(held);
    return status;
}

/** @satisfies RF-MEDIA-021 */
void NvMedia2DDestroy(NvMedia2D *i2d)
{
    const PhaseOp op = OP_MEDIA_DESTROY;
    int32_t held = 0;

    if (media_enter_rows(op, &held) == NVMEDIA_STATUS_OK) {
        (void)media_engine_close(op, WORKER_NAME_MEDIA_BLITTER, i2d);
    }
    media_leave(held);
}

/* ---------------------------------------------------------------- registrations */

/** Registers an image with an engine. Needs both locks.
 * @satisfies RF-MEDIA-022 */
static NvMediaStatus blit_register(PhaseOp op, MediaEngine *engine, MediaImage *row, bool writes)
{
    MediaUse *const use = &row->uses[engine->index];
    NvMediaStatus status = NVMEDIA_STATUS_OK;

    ASSERT(media_is_locked());
    ASSERT(engine == &g_media_engines[engine->index]);
    if (use->is_registered) {
        status = media_refuse(op, RINGFENCE_FAULT_2D_REGISTRATION);
    } else if (writes && (!row->memory.may_write)) {
        status = media_refuse_with(op, RINGFENCE_FAULT_NO_RIGHT, MEDIA_CAUSE_WRITE);
    } else if (engine->image_count >= RINGFENCE_CFG_2D_REGISTRATIONS) {
        media_report_full(op, FAULT_LIMIT_2D_REGISTRATIONS, RINGFENCE_CFG_2D_REGISTRATIONS);
        status = NVMEDIA_STATUS_OUT_OF_MEMORY;
    } else {
        status = media_memory_import(op, engine, &row->memory, use);
    }
    if (status == NVMEDIA_STATUS_OK) {
        media_use_lock();
        use->is_registered = true;
        use->writes = writes;
        media_use_unlock();
        engine->image_count++;
        worker_gauge_set(&engine->images_used, engine->image_count);
    }
    return status;
}

/** @satisfies RF-MEDIA-022 RF-MEDIA-023 */
NvMediaStatus NvMedia2DImageRegister(const NvMedia2D *i2d, const NvMediaImage *image,
                                     NvMediaAccessMode accessMode)
{
    const PhaseOp op = OP_MEDIA_REGISTER_IMAGE;
    const bool writes = (accessMode == NVMEDIA_ACCESS_MODE_READ_WRITE);
    int32_t held = 0;
    NvMediaStatus status = media_enter_rows(op, &held);

    if ((status == NVMEDIA_STATUS_OK) && (!writes) && (accessMode != NVMEDIA_ACCESS_MODE_READ)) {
        status = media_refuse_with(op, RINGFENCE_FAULT_2D_ATTRIBUTE, MEDIA_CAUSE_ACCESS);
    }
    if (status == NVMEDIA_STATUS_OK) {
        MediaEngine *engine = NULL;
        MediaImage *row = NULL;

        media_lock();
        engine = media_engine_take(op, WORKER_NAME_MEDIA_BLITTER, i2d);
        if (engine != NULL) {
            row = media_image_find(op, image);
            status = (row != NULL) ? blit_register(op, engine, row, writes)
                                   : NVMEDIA_STATUS_BAD_PARAMETER;
            media_engine_give(engine);
        } else {
            status = NVMEDIA_STATUS_BAD_PARAMETER;
        }
        media_unlock();
    }
    media_leave(held);
    return status;
}

/** Ends the registration of an image. Needs both locks.
 * @satisfies RF-MEDIA-024 RF-MEDIA-081 */
static NvMediaStatus blit_unregister(PhaseOp op, MediaEngine *engine, MediaImage *row)
{
    MediaUse *const use = &row->uses[engine->index];
    NvMediaStatus status = NVMEDIA_STATUS_OK;

    media_use_lock();
    if (!use->is_registered) {
        status = media_refuse(op, RINGFENCE_FAULT_2D_REGISTRATION);
    } else if (!worker_queue_has_left(&engine->jobs, use->last_use)) {
        status = media_refuse_now(op, MEDIA_CAUSE_USED, NVMEDIA_STATUS_PENDING);
    } else {
        /* It ends. */
    }
    media_use_unlock();
    if (status == NVMEDIA_STATUS_OK) {
        media_use_end(engine, use);
        ASSERT(engine->image_count > 0U);
        engine->image_count--;
        worker_gauge_set(&engine->images_used, engine->image_count);
    }
    return status;
}

/** @satisfies RF-MEDIA-022 RF-MEDIA-024 */
NvMediaStatus NvMedia2DImageUnRegister(const NvMedia2D *i2d, const NvMediaImage *image)
{
    const PhaseOp op = OP_MEDIA_UNREGISTER_IMAGE;
    int32_t held = 0;
    NvMediaStatus status = media_enter_rows(op, &held);

    if (status == NVMEDIA_STATUS_OK) {
        MediaEngine *engine = NULL;
        MediaImage *row = NULL;

        media_lock();
        engine = media_engine_take(op, WORKER_NAME_MEDIA_BLITTER, i2d);
        if (engine != NULL) {
            row = media_image_find(op, image);
            status =
                (row != NULL) ? blit_unregister(op, engine, row) : NVMEDIA_STATUS_BAD_PARAMETER;
            media_engine_give(engine);
        } else {
            status = NVMEDIA_STATUS_BAD_PARAMETER;
        }
        media_unlock();
    }
    media_leave(held);
    return status;
}

/* ---------------------------------------------------------------- blits */

/** Finds the images of a call, which stay until blit_images_give(), also where it is refused. */
static NvMediaStatus blit_images(PhaseOp op, const MediaEngine *engine,
                                 const NvMediaImage *destination, const NvMediaImage *source,
                                 BlitImages *images)
{
    NvMediaStatus status = NVMEDIA_STATUS_OK;

    images->destination = media_image_take(op, destination);
    images->source = media_image_take(op, source);
    if ((images->destination == NULL) || (images->source == NULL)) {
        status = NVMEDIA_STATUS_BAD_PARAMETER;
    } else if (images->destination == images->source) {
        status = media_refuse(op, RINGFENCE_FAULT_OVERLAP);
    } else {
        const MediaUse *const use = &images->destination->uses[engine->index];
        const bool is_read = use->is_registered && (!use->writes);

        status = ((!images->destination->memory.may_write) || is_read)
                     ? media_refuse_with(op, RINGFENCE_FAULT_NO_RIGHT, MEDIA_CAUSE_WRITE)
                     : NVMEDIA_STATUS_OK;
    }
    return status;
}

/** Lets the images of a call go. */
static void blit_images_give(const BlitImages *images)
{
    /* cppcheck-suppress misra-c2012-11.8 ; DEV-046 the call is const, not the row */
    media_image_give(images->destination);
    /* cppcheck-suppress misra-c2012-11.8 ; DEV-046 the call is const, not the row */
    media_image_give(images->source);
}

/** Says that an image of YUV has other colours than it was made with. */
static void blit_set_colour(BlitImage *image, NvMediaColorStandard standard)
{
    static const BlitColour colours[COLOURS] = {
        [NVMEDIA_COLOR_STANDARD_ITUR_BT_601] = {BLIT_STANDARD_601, false},
        [NVMEDIA_COLOR_STANDARD_ITUR_BT_709] = {BLIT_STANDARD_709, false},
        [NVMEDIA_COLOR_STANDARD_SMPTE_240M] = {BLIT_STANDARD_240M, false},
        [NVMEDIA_COLOR_STANDARD_ITUR_BT_601_ER] = {BLIT_STANDARD_601, true}};

    if (image->format.model == BLIT_MODEL_YUV) {
        image->colour = colours[standard];
    }
}

/** Reads the parameters of the caller, once.
 * @satisfies RF-MEDIA-934 */
static NvMedia2DBlitParameters blit_given(const NvMedia2DBlitParameters *params)
{
    const volatile NvMedia2DBlitParameters *const place = params;
    NvMedia2DBlitParameters given;

    given.validFields = place->validFields;
    given.filter = place->filter;
    given.flags = place->flags;
    given.dstTransform = place->dstTransform;
    given.colorStandard = place->colorStandard;
    return given;
}

/** Says whether the parameters of a blit have values that are there.
 * @satisfies RF-MEDIA-062 */
static bool blit_params_fit(const NvMedia2DBlitParameters *params)
{
    const uint32_t fields = params->validFields;
    bool fits = ((fields & ~FIELDS_ALL) == 0U);

    if ((fields & (uint32_t)NVMEDIA_2D_BLIT_PARAMS_FILTER) != 0U) {
        fits = fits && ((uint32_t)params->filter >= (uint32_t)NVMEDIA_2D_STRETCH_FILTER_OFF) &&
               ((uint32_t)params->filter <= (uint32_t)NVMEDIA_2D_STRETCH_FILTER_HIGH);
    }
    if ((fields & (uint32_t)NVMEDIA_2D_BLIT_PARAMS_FLAGS) != 0U) {
        fits = fits && (params->flags == 0U);
    }
    if ((fields & (uint32_t)NVMEDIA_2D_BLIT_PARAMS_DST_TRANSFORM) != 0U) {
        fits = fits && ((uint32_t)params->dstTransform <= (uint32_t)NVMEDIA_TRANSFORM_TRANSPOSE);
    }
    if ((fields & (uint32_t)NVMEDIA_2D_BLIT_PARAMS_COLOR_STD) != 0U) {
        fits = fits &&
               ((uint32_t)params->colorStandard <= (uint32_t)NVMEDIA_COLOR_STANDARD_ITUR_BT_601_ER);
    }
    return fits;
}

/** Applies the parameters of a blit.
 * @satisfies RF-MEDIA-062 */
static void blit_apply(const NvMedia2DBlitParameters *params, BlitOperation *operation)
{
    BlitLayer *const layer = &operation->layer[0];
    const uint32_t fields = params->validFields;

    if ((fields & (uint32_t)NVMEDIA_2D_BLIT_PARAMS_FILTER) != 0U) {
        layer->filter = media_operation_filter((uint32_t)params->filter);
    }
    if ((fields & (uint32_t)NVMEDIA_2D_BLIT_PARAMS_DST_TRANSFORM) != 0U) {
        layer->transform = media_operation_transform((uint32_t)params->dstTransform);
    }
    if ((fields & (uint32_t)NVMEDIA_2D_BLIT_PARAMS_COLOR_STD) != 0U) {
        blit_set_colour(&layer->source, params->colorStandard);
        blit_set_colour(&operation->destination, params->colorStandard);
    }
}

/** Fills a place with a blit of two images, all of them, without a filter. */
static BlitLayer *blit_begin(const MediaEngine *engine, const BlitImages *images, MediaEntry *entry)
{
    MediaImage *const to = images->destination;
    MediaImage *const from = images->source;
    BlitLayer *layer = NULL;

    media_operation_begin(entry, &to->memory, &to->uses[engine->index]);
    layer = media_operation_add(entry, &from->memory, &from->uses[engine->index]);
    layer->source_rect = media_operation_rect(NULL, &from->memory.surface);
    layer->destination_rect = media_operation_rect(NULL, &to->memory.surface);
    layer->transform = BLIT_TRANSFORM_NONE;
    layer->filter = BLIT_FILTER_OFF;
    layer->blend = BLIT_BLEND_DISABLED;
    layer->alpha = 1.0F;
    return layer;
}

/** Puts what was filled into the queue; what was set for it holds no longer.
 * @satisfies RF-MEDIA-053 */
static NvMediaStatus blit_put(PhaseOp op, MediaEngine *engine, MediaEntry *entry)
{
    const NvMediaStatus status = media_queue_put(op, engine, entry, &engine->next);

    if (status == NVMEDIA_STATUS_OK) {
        media_events_begin(&engine->next);
    }
    return status;
}

/** A call of NvMedia2DBlitEx(). What the program may change meanwhile is read once. */
typedef struct {
    PhaseOp op;
    const NvMediaImage *destination;
    const NvMediaImage *source;
    const NvMediaRect *destination_rect;
    const NvMediaRect *source_rect;
    /** Without any field: all defaults. */
    NvMedia2DBlitParameters params;
} BlitCall;

/** Submits a blit. Needs the engine's lock.
 * @satisfies RF-MEDIA-050 RF-MEDIA-061 */
static NvMediaStatus blit_submit(const BlitCall *call, MediaEngine *engine)
{
    MediaEntry *const entry = media_queue_place(engine);
    BlitImages images = {NULL, NULL};
    NvMediaStatus status = blit_images(call->op, engine, call->destination, call->source, &images);

    if (status != NVMEDIA_STATUS_OK) {
        /* There is nothing to blit. */
    } else if (!blit_params_fit(&call->params)) {
        status = media_refuse_with(call->op, RINGFENCE_FAULT_2D_ATTRIBUTE, MEDIA_CAUSE_PARAMS);
    } else if (entry == NULL) {
        media_report_busy(call->op, FAULT_LIMIT_2D_TASKS, RINGFENCE_CFG_2D_TASKS);
        status = NVMEDIA_STATUS_INSUFFICIENT_BUFFERING;
    } else {
        BlitLayer *const layer = blit_begin(engine, &images, entry);

        layer->source_rect =
            media_operation_rect(call->source_rect, &images.source->memory.surface);
        layer->destination_rect =
            media_operation_rect(call->destination_rect, &images.destination->memory.surface);
        blit_apply(&call->params, &entry->operation);
        status = media_operation_ready(call->op, engine, entry);
    }
    if (status == NVMEDIA_STATUS_OK) {
        status = blit_put(call->op, engine, entry);
    }
    blit_images_give(&images);
    return status;
}

/** @satisfies RF-MEDIA-050 RF-MEDIA-052 RF-MEDIA-061 RF-MEDIA-062 */
NvMediaStatus NvMedia2DBlitEx(const NvMedia2D *i2d, const NvMediaImage *dstSurface,
                              const NvMediaRect *dstRect, const NvMediaImage *srcSurface,
                              const NvMediaRect *srcRect, const NvMedia2DBlitParameters *params,
                              NvMedia2DBlitParametersOut *paramsOut)
{
    BlitCall call = {OP_MEDIA_BLIT, dstSurface, srcSurface, dstRect, srcRect, BLIT_DEFAULTS};
    int32_t held = 0;
    NvMediaStatus status = media_enter(call.op, &held);

    (void)paramsOut;
    if (status == NVMEDIA_STATUS_OK) {
        MediaEngine *const engine = media_engine_take(call.op, WORKER_NAME_MEDIA_BLITTER, i2d);

        status = NVMEDIA_STATUS_BAD_PARAMETER;
        if (engine != NULL) {
            if (params != NULL) {
                call.params = blit_given(params);
            }
            status = blit_submit(&call, engine);
            media_engine_give(engine);
        }
    }
    media_leave(held);
    return status;
}

/* ---------------------------------------------------------------- copies of planes */

/** Says what a copy of a plane copies; false: there is no such plane, or the two differ.
 * @satisfies RF-MEDIA-063 */
static bool blit_copy_fill(const BlitImages *images, uint32_t destination, uint32_t source,
                           MediaCopy *copy)
{
    const MediaSurface *const to = &images->destination->memory.surface;
    const MediaSurface *const from = &images->source->memory.surface;
    bool fits = (destination < to->format.planes) && (source < from->format.planes);

    if (fits) {
        fits = (to->plane_width[destination] == from->plane_width[source]) &&
               (to->plane_height[destination] == from->plane_height[source]) &&
               (to->pixel_bytes[destination] == from->pixel_bytes[source]) &&
               (to->format.sample_bytes == from->format.sample_bytes);
    }
    if (fits) {
        copy->destination = destination;
        copy->source = source;
        copy->row_bytes = to->plane_width[destination] * to->pixel_bytes[destination];
        copy->rows = to->plane_height[destination];
    }
    return fits;
}

/** Bytes of a plane that a copy reads or writes. */
static BlitArea blit_copy_area(const MediaSurface *surface, uint32_t plane, const MediaCopy *copy)
{
    const BlitArea area = {surface->offset[plane], surface->pitch[plane], copy->row_bytes,
                           copy->rows};

    return area;
}

/** Says whether a copy reads what it writes.
 * @satisfies RF-MEDIA-932 */
static bool blit_copy_overlaps(const BlitImages *images, const MediaCopy *copy)
{
    const MediaMemory *const to = &images->destination->memory;
    const MediaMemory *const from = &images->source->memory;
    const BlitArea written = blit_copy_area(&to->surface, copy->destination, copy);
    const BlitArea read = blit_copy_area(&from->surface, copy->source, copy);

    return (to->map.memory == from->map.memory) && blit_areas_meet(&written, &read);
}

/** Submits a copy. Needs the engine's lock. */
static NvMediaStatus blit_submit_copy(PhaseOp op, MediaEngine *engine, const BlitImages *images,
                                      const MediaCopy *copy)
{
    MediaEntry *const entry = media_queue_place(engine);
    NvMediaStatus status = NVMEDIA_STATUS_INSUFFICIENT_BUFFERING;

    if (entry == NULL) {
        media_report_busy(op, FAULT_LIMIT_2D_TASKS, RINGFENCE_CFG_2D_TASKS);
    } else if (blit_copy_overlaps(images, copy)) {
        ringfence_fault_report(op, RINGFENCE_FAULT_OVERLAP);
        status = NVMEDIA_STATUS_BAD_PARAMETER;
    } else {
        (void)blit_begin(engine, images, entry);
        entry->is_copy = true;
        entry->copy = *copy;
        if (entry->on_gpu) {
            /* A copy by a GPU would be one of its own. */
            ringfence_fault_report_cause(op, RINGFENCE_FAULT_NO_CPU_ACCESS, MEDIA_CAUSE_COPY_GPU);
            status = NVMEDIA_STATUS_NOT_SUPPORTED;
        } else {
            status = blit_put(op, engine, entry);
        }
    }
    return status;
}

/** @satisfies RF-MEDIA-063 */
NvMediaStatus NvMedia2DCopyPlaneNew(const NvMedia2D *i2d, const NvMediaImage *dstSurface,
                                    uint32_t dstPlane, const NvMediaImage *srcSurface,
                                    uint32_t srcPlane)
{
    const PhaseOp op = OP_MEDIA_COPY_PLANE;
    int32_t held = 0;
    NvMediaStatus status = media_enter(op, &held);

    if (status == NVMEDIA_STATUS_OK) {
        MediaEngine *const engine = media_engine_take(op, WORKER_NAME_MEDIA_BLITTER, i2d);
        BlitImages images = {NULL, NULL};
        MediaCopy copy = {0U, 0U, 0U, 0U};

        status = NVMEDIA_STATUS_BAD_PARAMETER;
        if (engine != NULL) {
            status = blit_images(op, engine, dstSurface, srcSurface, &images);
            if (status == NVMEDIA_STATUS_OK) {
                status = blit_copy_fill(&images, dstPlane, srcPlane, &copy)
                             ? blit_submit_copy(op, engine, &images, &copy)
                             : media_refuse(op, RINGFENCE_FAULT_2D_FORMAT);
            }
            blit_images_give(&images);
            media_engine_give(engine);
        }
    }
    media_leave(held);
    return status;
}
