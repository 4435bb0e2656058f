/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file pixels.c
 * Pixels of images, for the program: maps and copies. Each waits until no operation uses the image.
 */
#include <stddef.h>
#include <string.h>

#include "core/assert.h"
#include "core/fault.h"
#include "media/image.h"
#include "port/lock.h"

/** A copy between an image and memory of the program. */
typedef struct {
    BlitRect rect;
    /** First sample of each plane, and bytes from a row to the next, as they were when the call
     * looked at them. */
    void *planes[BLIT_PLANES];
    uint32_t pitches[BLIT_PLANES];
    bool writes;
} PixelCopy;

/* ---------------------------------------------------------------- waiting */

/** What a call takes the pixels of an image for. */
typedef enum { PIXELS_LOCK = 0, PIXELS_PUT = 1, PIXELS_GET = 2 } PixelsUse;

/** Says whether an operation uses an image. Needs media_use_lock(). */
static bool pixels_are_used(const MediaImage *row)
{
    bool used = false;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_ENGINES; i++) {
        used = used || (!worker_queue_has_left(&g_media_engines[i].jobs, row->uses[i].last_use));
    }
    return used;
}

/** Says whether a call may have the pixels of an image now, and notes that it has. Needs
 * media_use_lock().
 * @satisfies RF-MEDIA-043 RF-MEDIA-912 */
static bool pixels_try(MediaImage *row, PixelsUse use)
{
    MediaMemory *const memory = &row->memory;
    const bool is_copied = (use == PIXELS_GET) ? memory->is_put : (memory->copies > 0U);
    const bool is_free = (!is_copied) && (!pixels_are_used(row));

    ASSERT(memory->copies >= (memory->is_put ? 1U : 0U));
    if (is_free && (use == PIXELS_LOCK)) {
        memory->is_locked = true;
    } else if (is_free) {
        memory->copies++;
        memory->is_put = (use == PIXELS_PUT);
    } else {
        /* Later. */
    }
    return is_free;
}

/** Waits until no operation uses an image, nor a copy that this call would meet, and takes it.
 * Others may be submitted meanwhile. False: it is locked, and was to be.
 * @satisfies RF-MEDIA-042 RF-MEDIA-043 */
static bool pixels_take(MediaImage *row, PixelsUse use)
{
    bool is_locked = false;
    bool is_taken = false;

    while ((!is_taken) && (!is_locked)) {
        const uint32_t seen = media_changes();

        media_use_lock();
        is_locked = row->memory.is_locked && (use == PIXELS_LOCK);
        if (!is_locked) {
            is_taken = pixels_try(row, use);
        }
        media_use_unlock();
        if ((!is_taken) && (!is_locked)) {
            media_await_change(seen);
        }
    }
    return is_taken;
}

/** Ends a copy. */
static void pixels_end(MediaImage *row)
{
    media_use_lock();
    ASSERT(row->memory.copies > 0U);
    row->memory.copies--;
    row->memory.is_put = false;
    media_use_unlock();
    media_changed();
}

/* ---------------------------------------------------------------- maps */

/** Says where the planes of an image are. */
static void pixels_map(const MediaImage *row, NvMediaImageSurfaceMap *map)
{
    const MediaSurface *const surface = &row->memory.surface;
    const BlitImage image = media_planes_image(surface, row->memory.const_base);

    (void)memset(map, 0, sizeof(*map));
    map->type = row->image.type;
    map->width = surface->width;
    map->height = surface->height;
    map->surfaces = surface->format.planes;
    for (uint32_t i = 0U; i < surface->format.planes; i++) {
        map->surface[i].pitch = surface->pitch[i];
        map->surface[i].mapping = image.plane[i];
    }
}

/** Says whether the CPU can have an image for an access. */
static NvMediaStatus pixels_check(PhaseOp op, const MediaMemory *memory, uint32_t access)
{
    const bool writes = (access & NVMEDIA_IMAGE_ACCESS_WRITE) != 0U;
    NvMediaStatus status = NVMEDIA_STATUS_OK;

    if ((access == 0U) || ((access & ~NVMEDIA_IMAGE_ACCESS_READ_WRITE) != 0U)) {
        status = media_refuse_with(op, RINGFENCE_FAULT_2D_ATTRIBUTE, MEDIA_CAUSE_LOCK_ACCESS);
    } else if (memory->const_base == NULL) {
        ringfence_fault_report_cause(op, RINGFENCE_FAULT_NO_CPU_ACCESS, MEDIA_CAUSE_LOCK_GPU);
        status = NVMEDIA_STATUS_NOT_SUPPORTED;
    } else if (writes && (memory->base == NULL)) {
        status = media_refuse_with(op, RINGFENCE_FAULT_NO_RIGHT, MEDIA_CAUSE_WRITE);
    } else {
        status = NVMEDIA_STATUS_OK;
    }
    return status;
}

/** The program has an image no longer. */
static void pixels_unlock(MediaImage *row)
{
    media_use_lock();
    row->memory.is_locked = false;
    media_use_unlock();
}

/** Gives an image that was locked to the program, unless the phase changed meanwhile: it could not
 * unlock it.
 * @satisfies RF-MEDIA-951 */
static NvMediaStatus pixels_keep(PhaseOp op, MediaImage *row, NvMediaImageSurfaceMap *map)
{
    const NvMediaStatus status = media_admit(op);

    if (status == NVMEDIA_STATUS_OK) {
        pixels_map(row, map);
    } else {
        pixels_unlock(row);
    }
    return status;
}

/** @satisfies RF-MEDIA-042 RF-MEDIA-043 */
NvMediaStatus NvMediaImageLock(const NvMediaImage *image, uint32_t lockAccessType,
                               NvMediaImageSurfaceMap *surfaceMap)
{
    const PhaseOp op = OP_MEDIA_IMAGE_LOCK;
    MediaImage *row = NULL;
    NvMediaStatus status = media_admit(op);

    if (status == NVMEDIA_STATUS_OK) {
        row = media_image_take(op, image);
        status = ((row != NULL) && (surfaceMap != NULL)) ? NVMEDIA_STATUS_OK
                                                         : NVMEDIA_STATUS_BAD_PARAMETER;
    }
    if (status == NVMEDIA_STATUS_OK) {
        status = pixels_check(op, &row->memory, lockAccessType);
    }
    if (status == NVMEDIA_STATUS_OK) {
        if (pixels_take(row, PIXELS_LOCK)) {
            status = pixels_keep(op, row, surfaceMap);
        } else {
            status = media_refuse_now(op, MEDIA_CAUSE_LOCKED, NVMEDIA_STATUS_PENDING);
        }
    }
    media_image_give(row);
    return status;
}

/** @satisfies RF-MEDIA-042 */
void NvMediaImageUnlock(NvMediaImage *image)
{
    const PhaseOp op = OP_MEDIA_IMAGE_UNLOCK;

    if (media_admit(op) == NVMEDIA_STATUS_OK) {
        MediaImage *const row = media_image_take(op, image);

        if (row != NULL) {
            pixels_unlock(row);
        }
        media_image_give(row);
    }
}

/* ---------------------------------------------------------------- copies */

/** Says whether a rectangle begins and ends with samples of colour. */
static bool pixels_are_even(const BlitFormat *format, const BlitRect *rect)
{
    const uint32_t mask_x = ((uint32_t)1U << format->component[1].shift_x) - 1U;
    const uint32_t mask_y = ((uint32_t)1U << format->component[1].shift_y) - 1U;

    return (((rect->x0 | rect->x1) & mask_x) == 0U) && (((rect->y0 | rect->y1) & mask_y) == 0U);
}

/** Reads a rectangle; NULL: all of the image. False: it is empty or outside, or odd where colour is
 * sub-sampled. */
static bool pixels_rect(const MediaSurface *surface, const NvMediaRect *rect, BlitRect *read)
{
    const BlitRect all = {0U, 0U, surface->width, surface->height};
    const volatile NvMediaRect *const place = rect;
    bool fits = true;

    *read = all;
    if (place != NULL) {
        read->x0 = place->x0;
        read->y0 = place->y0;
        read->x1 = place->x1;
        read->y1 = place->y1;
        fits = (read->x0 < read->x1) && (read->x1 <= surface->width) && (read->y0 < read->y1) &&
               (read->y1 <= surface->height) && pixels_are_even(&surface->format, read);
    }
    return fits;
}

/** Length of a plane that a length of its image is. */
static uint32_t pixels_scale(uint32_t whole, uint32_t part, uint32_t length)
{
    return (whole == part) ? length : ((length + 1U) / 2U);
}

/** Part of a plane that a rectangle of its image covers. */
static BlitGpuPart pixels_part(const MediaSurface *surface, const PixelCopy *copy, uint32_t plane)
{
    const uint32_t width = surface->plane_width[plane];
    const uint32_t height = surface->plane_height[plane];
    const uint32_t bytes = surface->pixel_bytes[plane];
    const uint32_t x0 = pixels_scale(surface->width, width, copy->rect.x0);
    const uint32_t x1 = pixels_scale(surface->width, width, copy->rect.x1);
    const uint32_t y0 = pixels_scale(surface->height, height, copy->rect.y0);
    const uint32_t y1 = pixels_scale(surface->height, height, copy->rect.y1);
    const BlitGpuPart part = {.plane = plane,
                              .x_bytes = x0 * bytes,
                              .y = y0,
                              .row_bytes = (x1 - x0) * bytes,
                              .rows = y1 - y0,
                              .pitch = copy->pitches[plane],
                              .plane_pitch = surface->pitch[plane]};

    return part;
}

/** Says whether the program gives memory for each plane. */
static bool pixels_are_given(const MediaSurface *surface, const PixelCopy *copy)
{
    bool given = true;

    for (uint32_t i = 0U; i < surface->format.planes; i++) {
        given = given && (copy->planes[i] != NULL);
    }
    return given;
}

/** Says whether the rows of the program's memory are long enough. */
static bool pixels_pitches_fit(const MediaSurface *surface, const PixelCopy *copy)
{
    bool fits = true;

    for (uint32_t i = 0U; (i < surface->format.planes) && fits; i++) {
        const BlitGpuPart part = pixels_part(surface, copy, i);

        fits = copy->pitches[i] >= part.row_bytes;
    }
    return fits;
}

/** Copies a part of a plane that the CPU reaches. */
static void pixels_copy_part(const MediaMemory *memory, const PixelCopy *copy,
                             const BlitGpuPart *part)
{
    const uint64_t first = memory->surface.offset[part->plane] +
                           ((uint64_t)part->y * part->plane_pitch) + part->x_bytes;
    uint8_t *const outside = copy->planes[part->plane];

    ASSERT((part->x_bytes + part->row_bytes) <= part->plane_pitch);
    ASSERT((part->y + part->rows) <= memory->surface.plane_height[part->plane]);
    for (uint32_t y = 0U; y < part->rows; y++) {
        const size_t inner = (size_t)first + ((size_t)y * part->plane_pitch);
        const size_t outer = (size_t)y * part->pitch;

        if (copy->writes) {
            (void)memcpy(&memory->base[inner], &outside[outer], part->row_bytes);
        } else {
            (void)memcpy(&outside[outer], &memory->const_base[inner], part->row_bytes);
        }
    }
}

/** Engine whose GPU has an image, which it has until pixels_give_engine();
 * RINGFENCE_CFG_2D_ENGINES: none has.
 * @satisfies RF-MEDIA-914 */
static uint32_t pixels_take_engine(MediaImage *row)
{
    uint32_t found = RINGFENCE_CFG_2D_ENGINES;

    media_use_lock();
    for (uint32_t i = RINGFENCE_CFG_2D_ENGINES; i > 0U; i--) {
        const MediaUse *const use = &row->uses[i - 1U];

        if (use->gpu.is_there && (!use->is_ending)) {
            found = i - 1U;
        }
    }
    if (found < RINGFENCE_CFG_2D_ENGINES) {
        row->uses[found].copies++;
    }
    media_use_unlock();
    return found;
}

static void pixels_give_engine(MediaImage *row, uint32_t engine)
{
    if (engine < RINGFENCE_CFG_2D_ENGINES) {
        media_use_lock();
        ASSERT(row->uses[engine].copies > 0U);
        row->uses[engine].copies--;
        media_use_unlock();
        media_changed();
    }
}

/** Copies a part of a plane that the GPU of an engine reaches. */
static NvMediaStatus pixels_copy_gpu(const MediaImage *row, uint32_t engine, const PixelCopy *copy,
                                     const BlitGpuPart *part)
{
    uint8_t *const outside = copy->planes[part->plane];
    BlitGpuStatus status = BLIT_GPU_FAILED;
    NvMediaStatus result = NVMEDIA_STATUS_ERROR;

    if (engine == RINGFENCE_CFG_2D_ENGINES) {
        status = BLIT_GPU_NONE;
    } else if (copy->writes) {
        status = blit_gpu_write(engine, &row->uses[engine].gpu, part, outside);
    } else {
        status = blit_gpu_read(engine, &row->uses[engine].gpu, part, outside);
    }
    if (status == BLIT_GPU_OK) {
        result = NVMEDIA_STATUS_OK;
    } else if (status == BLIT_GPU_NONE) {
        result = NVMEDIA_STATUS_NOT_SUPPORTED;
    } else {
        result = NVMEDIA_STATUS_ERROR;
    }
    return result;
}

/** Copies all planes of an image that no operation uses.
 * @satisfies RF-MEDIA-046 RF-MEDIA-081 */
static NvMediaStatus pixels_copy(PhaseOp op, MediaImage *row, const PixelCopy *copy)
{
    const MediaSurface *const surface = &row->memory.surface;
    const bool by_cpu = (row->memory.const_base != NULL);
    uint32_t engine = RINGFENCE_CFG_2D_ENGINES;
    NvMediaStatus status = NVMEDIA_STATUS_OK;

    (void)pixels_take(row, copy->writes ? PIXELS_PUT : PIXELS_GET);
    if (!by_cpu) {
        engine = pixels_take_engine(row);
        if (engine == RINGFENCE_CFG_2D_ENGINES) {
            ringfence_fault_report(op, RINGFENCE_FAULT_2D_REGISTRATION);
        }
    }
    for (uint32_t i = 0U; (i < surface->format.planes) && (status == NVMEDIA_STATUS_OK); i++) {
        const BlitGpuPart part = pixels_part(surface, copy, i);

        if (by_cpu) {
            pixels_copy_part(&row->memory, copy, &part);
        } else {
            status = pixels_copy_gpu(row, engine, copy, &part);
        }
    }
    pixels_give_engine(row, engine);
    pixels_end(row);
    return status;
}

/** What a call of NvMediaImagePutBits() or NvMediaImageGetBits() says. */
typedef struct {
    PhaseOp op;
    const NvMediaRect *rect;
    void *const *planes;
    const uint32_t *pitches;
    bool writes;
} PixelCall;

/** Reads the planes and the pitches of a call. */
static void pixels_read_planes(const PixelCall *call, const MediaSurface *surface, PixelCopy *copy)
{
    void *const volatile *const planes = call->planes;
    const volatile uint32_t *const pitches = call->pitches;

    for (uint32_t i = 0U; i < surface->format.planes; i++) {
        copy->planes[i] = planes[i];
        copy->pitches[i] = pitches[i];
    }
}

/** Reads what a call says of an image, once: another thread may change it. False: it does not fit,
 * which is reported unless the call gives no memory.
 * @satisfies RF-MEDIA-046 RF-MEDIA-915 RF-MEDIA-082 */
static bool pixels_read(const PixelCall *call, const MediaMemory *memory, PixelCopy *copy)
{
    const MediaSurface *const surface = &memory->surface;
    bool fits = (call->planes != NULL) && (call->pitches != NULL);

    (void)memset(copy, 0, sizeof(*copy));
    copy->writes = call->writes;
    if (fits && call->writes && (!memory->may_write)) {
        ringfence_fault_report_cause(call->op, RINGFENCE_FAULT_NO_RIGHT, MEDIA_CAUSE_WRITE);
        fits = false;
    }
    if (fits) {
        fits = pixels_rect(surface, call->rect, &copy->rect);
        if (!fits) {
            ringfence_fault_report(call->op, RINGFENCE_FAULT_2D_RECTANGLE);
        }
    }
    if (fits) {
        pixels_read_planes(call, surface, copy);
        fits = pixels_are_given(surface, copy);
    }
    if (fits) {
        fits = pixels_pitches_fit(surface, copy);
        if (!fits) {
            ringfence_fault_report_cause(call->op, RINGFENCE_FAULT_2D_ATTRIBUTE, MEDIA_CAUSE_PITCH);
        }
    }
    return fits;
}

/** Copies between an image and memory of the program. The driver of a GPU may have cancellation
 * points: a thread that ended there would be counted in the image for ever.
 * @satisfies RF-MEDIA-950 */
static NvMediaStatus pixels_move(const PixelCall *call, const NvMediaImage *image)
{
    const int32_t held = ringfence_port_cancel_hold();
    MediaImage *row = NULL;
    NvMediaStatus status = media_admit(call->op);

    if (status == NVMEDIA_STATUS_OK) {
        row = media_image_take(call->op, image);
        status = NVMEDIA_STATUS_BAD_PARAMETER;
    }
    if (row != NULL) {
        PixelCopy copy;

        if (pixels_read(call, &row->memory, &copy)) {
            status = pixels_copy(call->op, row, &copy);
        }
        media_image_give(row);
    }
    ringfence_port_cancel_resume(held);
    return status;
}

/** @satisfies RF-MEDIA-046 */
NvMediaStatus NvMediaImagePutBits(const NvMediaImage *image, const NvMediaRect *dstRect,
                                  void **srcPntrs, const uint32_t *srcPitches)
{
    const PixelCall call = {OP_MEDIA_IMAGE_PUT_BITS, dstRect, srcPntrs, srcPitches, true};

    return pixels_move(&call, image);
}

/** @satisfies RF-MEDIA-046 */
NvMediaStatus NvMediaImageGetBits(const NvMediaImage *image, const NvMediaRect *srcRect,
                                  void **dstPntrs, const uint32_t *dstPitches)
{
    const PixelCall call = {OP_MEDIA_IMAGE_GET_BITS, srcRect, dstPntrs, dstPitches, false};

    return pixels_move(&call, image);
}
