/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file run.c
 * Operations: which kernel draws a layer, and what it is told.
 */
#include <string.h>

#include "blit/cuda/driver.h"
#include "blit/cuda/planes.h"
#include "blit/cuda/work.h"

/** Bytes that a thread of BLIT_KERNEL_420 writes at once. */
#define BLIT_RUN_WORD 4U

_Static_assert(sizeof(BlitWork) <= 4096U, "parameters of a kernel");

/** A launch. */
typedef struct {
    BlitWork work;
    BlitKernelKind kind;
    /** Layers of the grid. */
    uint32_t planes;
} BlitLaunch;

/* ---------------------------------------------------------------- what is drawn */

/** Columns and rows. */
static uint32_t width_of(const BlitRect *rect)
{
    return rect->x1 - rect->x0;
}

static uint32_t height_of(const BlitRect *rect)
{
    return rect->y1 - rect->y0;
}

/** Says whether pixels of the turned source and of the destination are one to one. */
static bool is_one_to_one(const BlitWork *work)
{
    const bool swaps = blit_swaps(work->transform);
    const BlitRect *const from = &work->source_rect;
    const uint32_t columns = swaps ? height_of(from) : width_of(from);
    const uint32_t rows = swaps ? width_of(from) : height_of(from);

    return (columns == width_of(&work->destination_rect)) &&
           (rows == height_of(&work->destination_rect));
}

/** Says whether samples of a component of the turned source cover as many pixels as those of the
 * destination, where both images have it. */
static bool is_aligned(const BlitWork *work, uint32_t i)
{
    const BlitComponent *const from = &work->source.format.component[i];
    const BlitComponent *const to = &work->destination.format.component[i];
    const bool swaps = blit_swaps(work->transform);
    const uint32_t shift_x = swaps ? from->shift_y : from->shift_x;
    const uint32_t shift_y = swaps ? from->shift_x : from->shift_y;

    return (from->step == 0U) || (to->step == 0U) ||
           ((shift_x == to->shift_x) && (shift_y == to->shift_y));
}

/** Says whether there is something to filter. */
static bool is_filtered(const BlitWork *work)
{
    bool is_plain = is_one_to_one(work);

    for (uint32_t i = 0U; i < BLIT_COMPONENTS; i++) {
        if (!is_aligned(work, i)) {
            is_plain = false;
        }
    }
    return (work->filter != BLIT_FILTER_OFF) && (!is_plain);
}

/** Says whether each component of the source has a sample for each pixel, so that a filter gives
 * what is there, where pixels are one to one. */
static bool is_whole(const BlitFormat *format)
{
    bool is_each = true;

    for (uint32_t i = 0U; i < BLIT_COMPONENTS; i++) {
        if ((format->component[i].shift_x != 0U) || (format->component[i].shift_y != 0U)) {
            is_each = false;
        }
    }
    return is_each;
}

/** Says whether pixels are where they were, and nothing is under them. */
static bool is_straight(const BlitWork *work)
{
    return (work->transform == BLIT_TRANSFORM_NONE) && (work->blend == BLIT_BLEND_DISABLED) &&
           is_one_to_one(work) && ((!is_filtered(work)) || is_whole(&work->source.format));
}

/** Says whether rows of a plane begin at multiples of so many bytes; those of arrays do. */
static bool is_placed(const BlitWorkImage *image, uint32_t plane, uint32_t bytes)
{
    return (image->is_array != 0U) ||
           (((image->plane[plane] % bytes) == 0U) && ((image->pitch[plane] % bytes) == 0U));
}

/* ---------------------------------------------------------------- copies */

/** Says whether values of two images stand for the same. */
static bool is_same_colour(const BlitImage *from, const BlitImage *to)
{
    return (from->format.model == to->format.model) && (from->format.bits == to->format.bits) &&
           (from->colour.full_range == to->colour.full_range) &&
           ((from->format.model == BLIT_MODEL_RGB) ||
            (from->colour.standard == to->colour.standard));
}

/** Says whether samples of component i of two images are in the same places. */
static bool is_same_component(const BlitFormat *from, const BlitFormat *to, uint32_t i)
{
    const BlitComponent *const a = &from->component[i];
    const BlitComponent *const b = &to->component[i];

    return (a->plane == b->plane) && (a->offset == b->offset) && (a->step == b->step) &&
           (a->shift_x == b->shift_x) && (a->shift_y == b->shift_y);
}

/** Says whether samples of two images are in the same places, and stand for the same. */
static bool is_same_format(const BlitImage *from, const BlitImage *to)
{
    bool is_same = is_same_colour(from, to) && (from->format.planes == to->format.planes) &&
                   (from->format.sample_bytes == to->format.sample_bytes);

    for (uint32_t i = 0U; i < BLIT_COMPONENTS; i++) {
        if (!is_same_component(&from->format, &to->format, i)) {
            is_same = false;
        }
    }
    return is_same;
}

/** Bytes of a row of a plane that are before a pixel, at which an element begins. */
static uint32_t bytes_before(const BlitGpuPlane *plane, const BlitFormat *format, uint32_t pixels)
{
    return (pixels >> plane->shift_x) * ((uint32_t)plane->channels * format->sample_bytes);
}

/** Says which part of a plane is copied; whether it can be.
 * @satisfies RF-BLIT-207 */
static bool find_part(BlitWork *work, const BlitLayer *layer, const BlitImage *destination,
                      uint32_t index)
{
    const BlitGpuPlane from = blit_gpu_plane(&layer->source, index);
    const BlitGpuPlane to = blit_gpu_plane(destination, index);
    const BlitRect *const source = &layer->source_rect;
    const BlitRect *const target = &layer->destination_rect;
    BlitWorkPart *const part = &work->part[index];

    part->bytes = bytes_before(&from, &layer->source.format, width_of(source));
    part->rows = height_of(source) >> from.shift_y;
    part->from_x = bytes_before(&from, &layer->source.format, source->x0);
    part->from_y = source->y0 >> from.shift_y;
    part->to_x = bytes_before(&to, &destination->format, target->x0);
    part->to_y = target->y0 >> to.shift_y;
    return from.is_full && ((part->from_x % BLIT_WORK_BYTES) == 0U) &&
           ((part->to_x % BLIT_WORK_BYTES) == 0U) &&
           is_placed(&work->source, index, BLIT_WORK_BYTES) &&
           is_placed(&work->destination, index, BLIT_WORK_BYTES);
}

/** Makes a launch that copies, where that is what the layer does. */
static bool try_copy(BlitLaunch *launch, const BlitLayer *layer, const BlitImage *destination)
{
    BlitWork *const work = &launch->work;
    bool is_copy = is_straight(work) && is_same_format(&layer->source, destination);

    work->across = 0U;
    work->down = 0U;
    for (uint32_t i = 0U; (i < destination->format.planes) && is_copy; i++) {
        const BlitWorkPart *const part = &work->part[i];
        uint32_t pieces = 0U;

        is_copy = find_part(work, layer, destination, i);
        pieces = (part->bytes + BLIT_WORK_BYTES - 1U) / BLIT_WORK_BYTES;
        work->across = (pieces > work->across) ? pieces : work->across;
        work->down = (part->rows > work->down) ? part->rows : work->down;
    }
    if (is_copy) {
        launch->kind = BLIT_KERNEL_COPY;
        launch->planes = destination->format.planes;
    }
    return is_copy;
}

/* ---------------------------------------------------------------- RGB to YUV 4:2:0 */

/** Says whether a source has three colours of 8 bits in words of four bytes. */
static bool is_packed(const BlitFormat *format)
{
    bool is_packed_format = (format->sample_bytes == 1U) && (format->bits == 8U);

    for (uint32_t i = 0U; i < BLIT_COLOURS; i++) {
        const BlitComponent *const component = &format->component[i];

        if ((component->plane != 0U) || (component->step != 4U) || (component->shift_x != 0U) ||
            (component->shift_y != 0U)) {
            is_packed_format = false;
        }
    }
    return is_packed_format;
}

/** Says whether a component of a destination covers 2 x 2 pixels and is alone in its plane, or with
 * the other one. */
static bool is_chroma(const BlitFormat *format, uint32_t i)
{
    const BlitComponent *const one = &format->component[i];
    const bool is_joined = (format->component[1].plane == format->component[2].plane);

    return (one->plane != 0U) && (one->shift_x == 1U) && (one->shift_y == 1U) &&
           (one->step == (is_joined ? 2U : 1U));
}

/** Says whether a destination is YUV 4:2:0 of 8 bits without alpha. */
static bool is_420(const BlitFormat *format)
{
    return (format->sample_bytes == 1U) && (format->bits == 8U) &&
           (format->component[0].plane == 0U) && (format->component[0].step == 1U) &&
           (format->component[0].shift_x == 0U) && (format->component[0].shift_y == 0U) &&
           (format->component[BLIT_ALPHA].step == 0U) && is_chroma(format, 1U) &&
           is_chroma(format, 2U);
}

/** Makes a launch of BLIT_KERNEL_420, where that is what the layer does. */
static bool try_420(BlitLaunch *launch)
{
    BlitWork *const work = &launch->work;
    const BlitRect *const from = &work->source_rect;
    const BlitRect *const to = &work->destination_rect;
    bool fits = is_straight(work) && is_packed(&work->source.format) &&
                is_420(&work->destination.format) && is_placed(&work->source, 0U, BLIT_WORK_BYTES);

    for (uint32_t i = 0U; i < work->destination.format.planes; i++) {
        if (!is_placed(&work->destination, i, BLIT_RUN_WORD)) {
            fits = false;
        }
    }
    if (((from->x0 % BLIT_WORK_WIDE) != 0U) || ((to->x0 % BLIT_WORK_WIDE) != 0U) ||
        ((width_of(to) % BLIT_WORK_WIDE) != 0U)) {
        fits = false;
    }
    if (fits) {
        launch->kind = BLIT_KERNEL_420;
        work->across = width_of(to) / BLIT_WORK_WIDE;
        work->down = height_of(to) / BLIT_WORK_HIGH;
    }
    return fits;
}

/* ---------------------------------------------------------------- any layer */

/** Says whether all components that kernels read or write are bytes of words, and all four are
 * there. */
static bool is_in_words(const BlitWorkImage *image)
{
    return is_packed(&image->format) && (image->format.component[BLIT_ALPHA].plane == 0U) &&
           (image->format.component[BLIT_ALPHA].step == BLIT_RUN_WORD) &&
           is_placed(image, 0U, BLIT_RUN_WORD);
}

/** An image as kernels know it. */
static void describe_image(const BlitImage *image, const BlitGpuImage *imported,
                           BlitWorkImage *made)
{
    made->format = image->format;
    made->is_array = imported->is_array ? 1U : 0U;
    for (uint32_t i = 0U; i < image->format.planes; i++) {
        const BlitGpuPlane plane = blit_gpu_plane(image, i);

        made->row_bytes[i] = plane.row_bytes;
        made->rows[i] = plane.rows;
        made->pitch[i] = imported->is_array ? 0U : image->pitch[i];
        made->plane[i] = imported->plane[i];
    }
    made->is_word = is_in_words(made) ? 1U : 0U;
}

/** Colours: values that are not there, zeros, and the matrix. */
static void describe_colours(const BlitImage *source, const BlitImage *destination, BlitWork *work)
{
    const BlitFormat *const to = &destination->format;

    blit_matrix(source, destination, &work->matrix);
    for (uint32_t i = 0U; i < BLIT_COMPONENTS; i++) {
        const BlitComponent *const component = &to->component[i];

        work->absent[i] = (i == BLIT_ALPHA) ? blit_max(&source->format)
                                            : ((uint32_t)1U << (source->format.bits - 1U));
        work->zero[i] = blit_zero(to->model, destination->colour.full_range, to->bits, i);
        if (component->step != 0U) {
            work->shift_x =
                (component->shift_x > work->shift_x) ? component->shift_x : work->shift_x;
            work->shift_y =
                (component->shift_y > work->shift_y) ? component->shift_y : work->shift_y;
        }
    }
}

/** Chooses the kernel of a layer, and says what it does.
 * @satisfies RF-BLIT-207 */
static void plan_layer(const BlitLayer *layer, const BlitImage *destination,
                       const BlitGpuImage *from, const BlitGpuImage *to, BlitLaunch *launch)
{
    BlitWork *const work = &launch->work;

    (void)memset(launch, 0, sizeof(*launch));
    work->transform = layer->transform;
    work->filter = layer->filter;
    work->blend = layer->blend;
    work->constant = blit_constant(layer->alpha);
    work->source_rect = layer->source_rect;
    work->destination_rect = layer->destination_rect;
    describe_image(&layer->source, from, &work->source);
    describe_image(destination, to, &work->destination);
    describe_colours(&layer->source, destination, work);
    launch->planes = 1U;
    if (try_copy(launch, layer, destination)) {
        /* It is planned. */
    } else if (try_420(launch)) {
        /* It is planned. */
    } else {
        launch->kind = is_filtered(work) ? BLIT_KERNEL_FILTER : BLIT_KERNEL_PICK;
        work->across = width_of(&work->destination_rect) >> work->shift_x;
        work->down = height_of(&work->destination_rect) >> work->shift_y;
    }
}

/** Draws all layers. The context is current.
 * @satisfies RF-BLIT-211 */
static BlitGpuStatus draw_layers(const BlitGpuRow *row, const BlitOperation *operation,
                                 const BlitGpuImage *destination,
                                 const BlitGpuImage *const *sources, BlitGoesOn goes_on,
                                 void *context)
{
    GpuResult result = GPU_CUDA_SUCCESS;
    BlitGpuStatus status = BLIT_GPU_OK;

    for (uint32_t i = 0U; (i < operation->layers) && (status == BLIT_GPU_OK); i++) {
        BlitLaunch launch;

        if (goes_on(context)) {
            plan_layer(&operation->layer[i], &operation->destination, sources[i], destination,
                       &launch);
            status = blit_gpu_status(
                blit_cuda_launch(row, (uint32_t)launch.kind, &launch.work, launch.planes));
        } else {
            status = BLIT_GPU_STOPPED;
        }
    }
    result = gpu_lane_wait(row->driver, &row->lane);
    if (result != GPU_CUDA_SUCCESS) {
        status = BLIT_GPU_FAILED;
    }
    return status;
}

/** @satisfies RF-BLIT-208 RF-BLIT-209 RF-BLIT-211 */
BlitGpuStatus blit_gpu_run(uint32_t engine, const BlitOperation *operation,
                           const BlitGpuImage *destination, const BlitGpuImage *const *sources,
                           BlitGoesOn goes_on, void *context)
{
    const BlitGpuRow *const row = blit_gpu_row(engine);
    BlitGpuStatus status = BLIT_GPU_FAILED;

    if (row != NULL) {
        status = blit_gpu_status(row->driver->context_push(row->context));
        if (status == BLIT_GPU_OK) {
            void *popped = NULL;

            status = draw_layers(row, operation, destination, sources, goes_on, context);
            (void)row->driver->context_pop(&popped);
        }
    }
    return ((status == BLIT_GPU_OK) || (status == BLIT_GPU_STOPPED)) ? status : BLIT_GPU_FAILED;
}

/* ---------------------------------------------------------------- copies of programs */

/** The side of a copy that is a plane. */
static GpuSide plane_side(const BlitGpuImage *image, const BlitGpuPart *part)
{
    GpuSide side;

    (void)memset(&side, 0, sizeof(side));
    side.x_bytes = part->x_bytes;
    side.y = part->y;
    if (image->is_array) {
        side.type = BLIT_CUDA_SIDE_ARRAY;
        side.array = image->array[part->plane];
    } else {
        side.type = BLIT_CUDA_SIDE_DEVICE;
        side.device = image->plane[part->plane];
        side.pitch = part->plane_pitch;
    }
    return side;
}

/** The side that is memory of the program. */
static GpuSide host_side(void *host, const BlitGpuPart *part)
{
    GpuSide side;

    (void)memset(&side, 0, sizeof(side));
    side.type = BLIT_CUDA_SIDE_HOST;
    side.host = host;
    side.pitch = part->pitch;
    return side;
}

/** Copies, and waits. */
static BlitGpuStatus copy_part(uint32_t engine, const BlitGpuPart *part, const GpuSide *from,
                               const GpuSide *to)
{
    const BlitGpuRow *const row = blit_gpu_row(engine);
    GpuCopy copy;
    GpuResult result = GPU_CUDA_INVALID_DEVICE;

    (void)memset(&copy, 0, sizeof(copy));
    copy.from = *from;
    copy.to = *to;
    copy.width_bytes = part->row_bytes;
    copy.height = part->rows;
    if (row != NULL) {
        result = row->driver->context_push(row->context);
        if (result == GPU_CUDA_SUCCESS) {
            void *popped = NULL;

            /* In the stream of the engine: one without a stream may be over before its bytes are
             * in memory of the GPU, and no blit would wait for it. */
            result = row->driver->copy(&copy, row->lane.stream);
            if (result == GPU_CUDA_SUCCESS) {
                result = gpu_lane_wait(row->driver, &row->lane);
            }
            (void)row->driver->context_pop(&popped);
        }
    }
    return (result == GPU_CUDA_SUCCESS) ? BLIT_GPU_OK : BLIT_GPU_FAILED;
}

/** @satisfies RF-BLIT-210 */
BlitGpuStatus blit_gpu_read(uint32_t engine, const BlitGpuImage *image, const BlitGpuPart *part,
                            uint8_t *to)
{
    const GpuSide from = plane_side(image, part);
    const GpuSide end = host_side(to, part);

    return copy_part(engine, part, &from, &end);
}

/** @satisfies RF-BLIT-210 */
BlitGpuStatus blit_gpu_write(uint32_t engine, const BlitGpuImage *image, const BlitGpuPart *part,
                             const uint8_t *from)
{
    const GpuSide end = plane_side(image, part);
    GpuSide start = host_side(NULL, part);

    (void)memcpy(&start.host, &from, sizeof(from));
    return copy_part(engine, part, &start, &end);
}
