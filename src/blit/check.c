/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file check.c
 * What can be drawn, and what a layer comes to.
 */
#include <string.h>

#include "blit/blit.h"
#include "blit/pipeline.h"

/** Stretches are between 1/16 and 16. */
#define STRETCH_MAX 16U
#define BITS_MIN    8U
#define BITS_MAX    16U
#define BYTE_BITS   8U
/** Samples between two of a component at most. */
#define STEP_MAX 16U

static bool component_is_there(const BlitFormat *format, uint32_t c)
{
    return format->component[c].step != 0U;
}

static bool component_fits(const BlitFormat *format, uint32_t c)
{
    const BlitComponent *component = &format->component[c];
    const bool is_chroma = (format->model == BLIT_MODEL_YUV) && ((c == 1U) || (c == 2U));
    uint32_t shift_max = 0U;
    bool fits = false;

    if (is_chroma) {
        shift_max = 1U;
    }

    /* What is not there says nothing else. */
    if (component->step == 0U) {
        fits = ((uint32_t)component->plane + component->offset + component->shift_x +
                component->shift_y) == 0U;
    } else {
        fits = (component->plane < format->planes) && (component->step <= STEP_MAX) &&
               (component->offset < component->step) && (component->shift_x <= shift_max) &&
               (component->shift_y <= shift_max);
    }
    return fits;
}

/** U and V are both there, and alike, or neither is; R, G and B are there. */
static bool colours_fit(const BlitFormat *format)
{
    const BlitComponent *u = &format->component[1];
    const BlitComponent *v = &format->component[2];
    const bool has_u = component_is_there(format, 1U);
    const bool has_v = component_is_there(format, 2U);
    bool fits = component_is_there(format, 0U) && (has_u == has_v);

    if (fits && (format->model == BLIT_MODEL_RGB)) {
        fits = has_u;
    }
    if (fits && has_u) {
        fits = (u->shift_x == v->shift_x) && (u->shift_y == v->shift_y);
    }
    return fits;
}

/** Values fit their samples. */
static bool samples_fit(const BlitFormat *format)
{
    const bool is_byte = (format->sample_bytes == 1U) && (format->bits == BITS_MIN);

    return (format->bits >= BITS_MIN) && (format->bits <= BITS_MAX) &&
           (is_byte || (format->sample_bytes == 2U));
}

static bool format_fits(const BlitFormat *format)
{
    bool fits = ((format->model == BLIT_MODEL_YUV) || (format->model == BLIT_MODEL_RGB)) &&
                (format->planes >= 1U) && (format->planes <= BLIT_PLANES) && samples_fit(format);

    for (uint32_t c = 0U; (c < BLIT_COMPONENTS) && fits; c++) {
        fits = component_fits(format, c);
    }
    return fits && colours_fit(format);
}

/** Bytes of a row of a component, from the first byte of the plane's row. */
static uint64_t row_bytes(const BlitImage *image, uint32_t c)
{
    const BlitComponent *component = &image->format.component[c];
    const uint64_t more = ((uint64_t)1U << component->shift_x) - 1U;
    const uint64_t samples = ((uint64_t)image->width + more) >> component->shift_x;

    return (((samples - 1U) * component->step) + component->offset + 1U) *
           image->format.sample_bytes;
}

/** Rows of planes do not reach into the next ones. Planes that are NULL are a GPU's to reach. */
static bool planes_fit(const BlitImage *image)
{
    bool fits = (image->width > 0U) && (image->height > 0U);

    for (uint32_t c = 0U; (c < BLIT_COMPONENTS) && fits; c++) {
        if (component_is_there(&image->format, c)) {
            const uint32_t plane = image->format.component[c].plane;

            fits = (row_bytes(image, c) <= (uint64_t)image->pitch[plane]);
        }
    }
    return fits;
}

static bool colour_fits(const BlitColour *colour)
{
    return (uint32_t)colour->standard <= (uint32_t)BLIT_STANDARD_2020;
}

static bool image_fits(const BlitImage *image)
{
    return format_fits(&image->format) && colour_fits(&image->colour) && planes_fit(image);
}

static bool edges_are_even(uint32_t from, uint32_t to)
{
    return ((from | to) & 1U) == 0U;
}

static bool rect_fits(const BlitImage *image, const BlitRect *rect)
{
    const BlitComponent *u = &image->format.component[1];
    bool fits = (rect->x0 < rect->x1) && (rect->x1 <= image->width) && (rect->y0 < rect->y1) &&
                (rect->y1 <= image->height);

    if (fits && (u->step != 0U)) {
        fits = ((u->shift_x == 0U) || edges_are_even(rect->x0, rect->x1)) &&
               ((u->shift_y == 0U) || edges_are_even(rect->y0, rect->y1));
    }
    return fits;
}

static bool stretch_fits(uint32_t source, uint32_t destination)
{
    return (source <= RINGFENCE_CFG_2D_WIDTH) && (destination <= RINGFENCE_CFG_2D_WIDTH) &&
           (source <= (destination * STRETCH_MAX)) && (destination <= (source * STRETCH_MAX));
}

static bool parameters_fit(const BlitLayer *layer)
{
    return ((uint32_t)layer->transform <= (uint32_t)BLIT_TRANSFORM_TRANSPOSE) &&
           ((uint32_t)layer->filter >= (uint32_t)BLIT_FILTER_OFF) &&
           ((uint32_t)layer->filter <= (uint32_t)BLIT_FILTER_HIGH) &&
           ((uint32_t)layer->blend >= (uint32_t)BLIT_BLEND_DISABLED) &&
           ((uint32_t)layer->blend <= (uint32_t)BLIT_BLEND_PREMULTIPLIED) &&
           (layer->alpha >= 0.0F) && (layer->alpha <= 1.0F);
}

static BlitArea area_of(const BlitImage *image, const uint64_t *planes, const BlitRect *rect,
                        uint32_t c)
{
    const BlitComponent *component = &image->format.component[c];
    const uint64_t bytes = image->format.sample_bytes;
    const uint64_t x0 = (uint64_t)rect->x0 >> component->shift_x;
    const uint64_t x1 = (uint64_t)rect->x1 >> component->shift_x;
    const uint64_t y0 = (uint64_t)rect->y0 >> component->shift_y;
    const uint64_t y1 = (uint64_t)rect->y1 >> component->shift_y;
    BlitArea area;

    area.pitch = image->pitch[component->plane];
    area.first = planes[component->plane] + (y0 * area.pitch) +
                 (((x0 * component->step) + component->offset) * bytes);
    area.width = (((x1 - x0 - 1U) * component->step) + 1U) * bytes;
    area.rows = y1 - y0;
    return area;
}

/** @satisfies RF-BLIT-005 */
bool blit_areas_meet(const BlitArea *one, const BlitArea *other)
{
    const uint64_t one_end = one->first + ((one->rows - 1U) * one->pitch) + one->width;
    const uint64_t other_end = other->first + ((other->rows - 1U) * other->pitch) + other->width;
    bool meet = (one->first < other_end) && (other->first < one_end);

    if (meet && (one->pitch == other->pitch)) {
        /* Beside each other in the same rows? */
        const uint64_t ahead =
            (other->first >= one->first)
                ? ((other->first - one->first) % one->pitch)
                : ((one->pitch - ((one->first - other->first) % one->pitch)) % one->pitch);

        meet = (ahead < one->width) || ((ahead + other->width) > one->pitch);
    }
    return meet;
}

/** @satisfies RF-BLIT-005 */
bool blit_layer_overlaps(const BlitImage *image, const uint64_t *destination,
                         const BlitLayer *layer, const uint64_t *source)
{
    bool overlaps = false;

    for (uint32_t i = 0U; i < BLIT_COMPONENTS; i++) {
        for (uint32_t j = 0U; j < BLIT_COMPONENTS; j++) {
            if (component_is_there(&layer->source.format, i) &&
                component_is_there(&image->format, j)) {
                const BlitArea from = area_of(&layer->source, source, &layer->source_rect, i);
                const BlitArea to = area_of(image, destination, &layer->destination_rect, j);

                overlaps = overlaps || blit_areas_meet(&from, &to);
            }
        }
    }
    return overlaps;
}

/** Where the planes of an image are for the CPU. */
static void addresses_of(const BlitImage *image, uint64_t *planes)
{
    for (uint32_t i = 0U; i < BLIT_PLANES; i++) {
        /* cppcheck-suppress misra-c2012-11.4 ; DEV-055 whether rectangles share memory */
        planes[i] = (uint64_t)(uintptr_t)image->plane[i];
    }
}

/** Looks at what the CPU reaches; who knows the memories of images looks at all. */
static bool layer_overlaps(const BlitImage *destination, const BlitLayer *layer)
{
    bool overlaps = false;

    if ((destination->plane[0] != NULL) && (layer->source.plane[0] != NULL)) {
        uint64_t to[BLIT_PLANES];
        uint64_t from[BLIT_PLANES];

        (void)memset(to, 0, sizeof(to));
        (void)memset(from, 0, sizeof(from));
        addresses_of(destination, to);
        addresses_of(&layer->source, from);
        overlaps = blit_layer_overlaps(destination, to, layer, from);
    }
    return overlaps;
}

static BlitStatus layer_check(const BlitImage *destination, const BlitLayer *layer)
{
    const BlitRect *from = &layer->source_rect;
    const BlitRect *to = &layer->destination_rect;
    BlitStatus status = BLIT_OK;

    if (!parameters_fit(layer)) {
        status = BLIT_BAD_PARAMETER;
    } else if (!image_fits(&layer->source)) {
        status = BLIT_BAD_FORMAT;
    } else if ((!rect_fits(&layer->source, from)) || (!rect_fits(destination, to))) {
        status = BLIT_BAD_RECT;
    } else {
        const bool swaps = blit_swaps(layer->transform);
        const uint32_t width = from->x1 - from->x0;
        const uint32_t height = from->y1 - from->y0;

        if ((!stretch_fits(swaps ? height : width, to->x1 - to->x0)) ||
            (!stretch_fits(swaps ? width : height, to->y1 - to->y0))) {
            status = BLIT_BAD_SCALE;
        } else if (layer_overlaps(destination, layer)) {
            status = BLIT_OVERLAP;
        } else {
            /* It can be drawn. */
        }
    }
    return status;
}

/** @satisfies RF-BLIT-001 RF-BLIT-002 RF-BLIT-003 RF-BLIT-004 RF-BLIT-005 */
BlitStatus blit_check(const BlitOperation *operation)
{
    BlitStatus status = BLIT_OK;

    if (operation->layers > BLIT_LAYERS) {
        status = BLIT_BAD_PARAMETER;
    } else if (!image_fits(&operation->destination)) {
        status = BLIT_BAD_FORMAT;
    } else {
        for (uint32_t i = 0U; (i < operation->layers) && (status == BLIT_OK); i++) {
            status = layer_check(&operation->destination, &operation->layer[i]);
        }
    }
    return status;
}
