/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file blit_model.h
 * The formulas of docs/2d-pixels.md in double precision, pixel by pixel, as plainly as they are
 * written there. Nothing of src/blit is used but the types.
 */
#ifndef RINGFENCE_TEST_BLIT_MODEL_H
#define RINGFENCE_TEST_BLIT_MODEL_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "blit/blit.h"

/** Pixels of a side of a rectangle at most. */
#define BLIT_MODEL_SIDE 160U

#define MODEL_PI 3.14159265358979323846
/** Place of alpha. */
#define MODEL_ALPHA 3U

/** Values of each component at each pixel of the destination rectangle. */
static double g_model_value[4][BLIT_MODEL_SIDE][BLIT_MODEL_SIDE];
/** The same, stretched in one direction alone. */
static double g_model_half[BLIT_MODEL_SIDE][BLIT_MODEL_SIDE];

static inline bool model_has(const BlitImage *image, uint32_t c)
{
    return image->format.component[c].step != 0U;
}

static inline double model_max_of(const BlitImage *image)
{
    return pow(2.0, image->format.bits) - 1.0;
}

static inline uint8_t *model_address(const BlitImage *image, uint32_t c, uint32_t x, uint32_t y)
{
    const BlitComponent *k = &image->format.component[c];

    return image->plane[k->plane] + ((size_t)y * image->pitch[k->plane]) +
           (((size_t)k->offset + ((size_t)x * k->step)) * image->format.sample_bytes);
}

/** The sample of component c that lies at column x and row y of its plane. */
static inline uint32_t blit_model_get(const BlitImage *image, uint32_t c, uint32_t x, uint32_t y)
{
    const uint8_t *at = model_address(image, c, x, y);
    uint32_t value = at[0];

    if (image->format.sample_bytes == 2U) {
        value += 256U * (uint32_t)at[1];
    }
    return value % (1U << image->format.bits);
}

static inline void blit_model_put(const BlitImage *image, uint32_t c, uint32_t x, uint32_t y,
                                  uint32_t value)
{
    uint8_t *at = model_address(image, c, x, y);

    at[0] = (uint8_t)(value % 256U);
    if (image->format.sample_bytes == 2U) {
        at[1] = (uint8_t)(value / 256U);
    }
}

static inline bool model_turns(BlitTransform transform)
{
    return (transform % 2U) == 1U;
}

/** The sample of a component at (x, y) of the turned rectangle. */
static inline double model_turned(const BlitLayer *layer, uint32_t c, uint32_t x, uint32_t y)
{
    const BlitComponent *k = &layer->source.format.component[c];
    const BlitRect *r = &layer->source_rect;
    const uint32_t w = (r->x1 - r->x0) / (1U << k->shift_x);
    const uint32_t h = (r->y1 - r->y0) / (1U << k->shift_y);
    const uint32_t column[8] = {x, w - 1U - y, w - 1U - x, y, w - 1U - x, w - 1U - y, x, y};
    const uint32_t row[8] = {y, x, h - 1U - y, h - 1U - x, y, h - 1U - x, h - 1U - y, x};

    return (double)blit_model_get(&layer->source, c,
                                  (r->x0 / (1U << k->shift_x)) + column[layer->transform],
                                  (r->y0 / (1U << k->shift_y)) + row[layer->transform]);
}

/** ModelSizes of a layer: turned source, destination. */
typedef struct {
    uint32_t s;
    uint32_t t;
    uint32_t d;
    uint32_t e;
} ModelSizes;

static inline ModelSizes model_sizes_of(const BlitLayer *layer)
{
    const BlitRect *from = &layer->source_rect;
    const BlitRect *to = &layer->destination_rect;
    const uint32_t w = from->x1 - from->x0;
    const uint32_t h = from->y1 - from->y0;
    const bool turn = model_turns(layer->transform);
    const ModelSizes sizes = {turn ? h : w, turn ? w : h, to->x1 - to->x0, to->y1 - to->y0};

    return sizes;
}

/** Shifts of a component of the turned source. */
static inline uint32_t model_turned_shift(const BlitLayer *layer, uint32_t c, bool of_x)
{
    const BlitComponent *k = &layer->source.format.component[c];

    return (of_x != model_turns(layer->transform)) ? k->shift_x : k->shift_y;
}

/** Whether a layer uses a filter. */
static inline bool blit_model_filters(const BlitImage *destination, const BlitLayer *layer)
{
    const ModelSizes z = model_sizes_of(layer);
    bool other = (z.s != z.d) || (z.t != z.e);

    for (uint32_t c = 0U; c < 4U; c++) {
        if (model_has(&layer->source, c) && model_has(destination, c)) {
            const BlitComponent *k = &destination->format.component[c];

            other = other || (model_turned_shift(layer, c, true) != k->shift_x) ||
                    (model_turned_shift(layer, c, false) != k->shift_y);
        }
    }
    return other && (layer->filter != BLIT_FILTER_OFF);
}

static inline double model_sinc(double t)
{
    return (fabs(t) < 1e-12) ? 1.0 : (sin(MODEL_PI * t) / (MODEL_PI * t));
}

static inline double model_kernel(BlitFilter filter, double at)
{
    const double t = fabs(at);
    double value = 0.0;

    if (filter == BLIT_FILTER_LOW) {
        value = (t < 1.0) ? (1.0 - t) : 0.0;
    } else if (filter == BLIT_FILTER_MEDIUM) {
        if (t < 1.0) {
            value = (1.5 * t * t * t) - (2.5 * t * t) + 1.0;
        } else if (t < 2.0) {
            value = (-0.5 * t * t * t) + (2.5 * t * t) - (4.0 * t) + 2.0;
        }
    } else {
        value = (t < 3.0) ? (model_sinc(t) * model_sinc(t / 3.0)) : 0.0;
    }
    return value;
}

/** Weights of `s` samples for pixel x of `d`. */
static inline void model_weigh(BlitFilter filter, uint32_t x, uint32_t s, uint32_t d,
                               double *weights)
{
    const double reach =
        (filter == BLIT_FILTER_LOW) ? 1.0 : ((filter == BLIT_FILTER_MEDIUM) ? 2.0 : 3.0);
    const double ratio = (double)d / s;
    const double step = fmin(ratio, 1.0);
    const double centre = (x + 0.5) / ratio;
    const double taps = ceil(2.0 * reach / step);
    const double first = floor(centre - (taps / 2.0) + 0.5);
    double total = 0.0;

    for (uint32_t k = 0U; k < s; k++) {
        weights[k] = 0.0;
    }
    for (double k = first; k < (first + taps); k += 1.0) {
        total += model_kernel(filter, (k + 0.5 - centre) * step);
    }
    for (double k = first; k < (first + taps); k += 1.0) {
        double at = (k < 0.0) ? (-k - 1.0) : ((k >= s) ? ((2.0 * s) - 1.0 - k) : k);

        at = fmin(fmax(at, 0.0), s - 1.0);
        weights[(uint32_t)at] += model_kernel(filter, (k + 0.5 - centre) * step) / total;
    }
}

static inline void model_stretch_filtered(const BlitLayer *layer, uint32_t c)
{
    const ModelSizes z = model_sizes_of(layer);
    const uint32_t s = z.s >> model_turned_shift(layer, c, true);
    const uint32_t t = z.t >> model_turned_shift(layer, c, false);
    double weights[BLIT_MODEL_SIDE];

    for (uint32_t x = 0U; x < z.d; x++) {
        model_weigh(layer->filter, x, s, z.d, weights);
        for (uint32_t j = 0U; j < t; j++) {
            double sum = 0.0;

            for (uint32_t k = 0U; k < s; k++) {
                if (weights[k] != 0.0) {
                    sum += weights[k] * model_turned(layer, c, k, j);
                }
            }
            g_model_half[j][x] = sum;
        }
    }
    for (uint32_t y = 0U; y < z.e; y++) {
        model_weigh(layer->filter, y, t, z.e, weights);
        for (uint32_t x = 0U; x < z.d; x++) {
            double sum = 0.0;

            for (uint32_t k = 0U; k < t; k++) {
                sum += weights[k] * g_model_half[k][x];
            }
            if (c == MODEL_ALPHA) {
                sum = fmin(fmax(sum, 0.0), model_max_of(&layer->source));
            }
            g_model_value[c][y][x] = sum;
        }
    }
}

static inline void model_stretch_covering(const BlitLayer *layer, uint32_t c)
{
    const ModelSizes z = model_sizes_of(layer);
    const uint32_t sx = model_turned_shift(layer, c, true);
    const uint32_t sy = model_turned_shift(layer, c, false);

    for (uint32_t y = 0U; y < z.e; y++) {
        for (uint32_t x = 0U; x < z.d; x++) {
            const uint32_t column = (((2U * x) + 1U) * z.s) / (2U * z.d);
            const uint32_t row = (((2U * y) + 1U) * z.t) / (2U * z.e);

            g_model_value[c][y][x] = model_turned(layer, c, column >> sx, row >> sy);
        }
    }
}

static inline void model_stretch_absent(const BlitLayer *layer, uint32_t c)
{
    const ModelSizes z = model_sizes_of(layer);
    const double value = (c == MODEL_ALPHA) ? model_max_of(&layer->source)
                                            : pow(2.0, (double)layer->source.format.bits - 1.0);

    for (uint32_t y = 0U; y < z.e; y++) {
        for (uint32_t x = 0U; x < z.d; x++) {
            g_model_value[c][y][x] = value;
        }
    }
}

static inline bool model_is_chroma(const BlitImage *image, uint32_t c)
{
    return (image->format.model == BLIT_MODEL_YUV) && ((c == 1U) || (c == 2U));
}

static inline double model_zero_of(const BlitImage *image, uint32_t c)
{
    double zero = image->colour.full_range ? 0.0 : (16.0 * pow(2.0, image->format.bits - 8.0));

    if (model_is_chroma(image, c)) {
        zero = pow(2.0, image->format.bits - 1.0);
    }
    return (c == MODEL_ALPHA) ? 0.0 : zero;
}

static inline double model_span_of(const BlitImage *image, uint32_t c)
{
    const double limited = model_is_chroma(image, c) ? 224.0 : 219.0;

    return image->colour.full_range ? model_max_of(image)
                                    : (limited * pow(2.0, image->format.bits - 8.0));
}

/** R and B in Y. */
static const double g_model_luma[4][2] = {
    {0.299, 0.114}, {0.2126, 0.0722}, {0.212, 0.087}, {0.2627, 0.0593}};

static inline void model_to_yuv(BlitStandard standard, const double rgb[3], double yuv[3])
{
    const double r = g_model_luma[standard][0];
    const double b = g_model_luma[standard][1];
    const double y = (r * rgb[0]) + ((1.0 - r - b) * rgb[1]) + (b * rgb[2]);

    yuv[0] = y;
    yuv[1] = (rgb[2] - y) / (2.0 * (1.0 - b));
    yuv[2] = (rgb[0] - y) / (2.0 * (1.0 - r));
}

static inline void model_to_rgb(BlitStandard standard, const double yuv[3], double rgb[3])
{
    const double r = g_model_luma[standard][0];
    const double b = g_model_luma[standard][1];

    rgb[0] = yuv[0] + (2.0 * (1.0 - r) * yuv[2]);
    rgb[2] = yuv[0] + (2.0 * (1.0 - b) * yuv[1]);
    rgb[1] = (yuv[0] - (r * rgb[0]) - (b * rgb[2])) / (1.0 - r - b);
}

/** Normal numbers of the destination from those of the source. */
static inline void model_convert(const BlitImage *from, const BlitImage *to, const double given[3],
                                 double made[3])
{
    const bool from_yuv = from->format.model == BLIT_MODEL_YUV;
    const bool to_yuv_too = to->format.model == BLIT_MODEL_YUV;
    double rgb[3] = {given[0], given[1], given[2]};

    if (from_yuv && (!to_yuv_too || (from->colour.standard != to->colour.standard))) {
        model_to_rgb(from->colour.standard, given, rgb);
    }
    for (uint32_t i = 0U; i < 3U; i++) {
        made[i] = rgb[i];
    }
    if (to_yuv_too && (!from_yuv || (from->colour.standard != to->colour.standard))) {
        model_to_yuv(to->colour.standard, rgb, made);
    }
}

/** Numbers of the matrix, and offsets in the last column. */
static inline void model_matrix_of(const BlitImage *from, const BlitImage *to, double matrix[3][4])
{
    const bool is_8 = (from->format.bits == 8U) && (to->format.bits == 8U);
    const double one = pow(2.0, is_8 ? 14.0 : 30.0);

    for (uint32_t j = 0U; j < 3U; j++) {
        double unit[3] = {0.0, 0.0, 0.0};
        double made[3];

        unit[j] = 1.0;
        model_convert(from, to, unit, made);
        for (uint32_t i = 0U; i < 3U; i++) {
            matrix[i][j] =
                floor((made[i] * model_span_of(to, i) / model_span_of(from, j) * one) + 0.5) / one;
        }
    }
    for (uint32_t i = 0U; i < 3U; i++) {
        matrix[i][3] = model_zero_of(to, i);
        for (uint32_t j = 0U; j < 3U; j++) {
            matrix[i][3] -= matrix[i][j] * model_zero_of(from, j);
        }
    }
}

static inline double model_nearest(double value, double max)
{
    return fmin(fmax(floor(value + 0.5), 0.0), max);
}

/** What a layer brings to a sample. */
typedef struct {
    double value;
    /** Sum of alpha, and what it would be if the pixels were opaque. */
    double alpha;
    double opaque;
} ModelBrought;

/** Mean over the pixels of sample (x, y) of component c. */
static inline ModelBrought model_gather(const BlitImage *to, const BlitLayer *layer,
                                        double matrix[3][4], uint32_t c, uint32_t x, uint32_t y)
{
    const uint32_t nx = 1U << to->format.component[c].shift_x;
    const uint32_t ny = 1U << to->format.component[c].shift_y;
    const double from_max = model_max_of(&layer->source);
    ModelBrought brought = {0.0, 0.0, from_max * nx * ny};
    double sum = 0.0;

    for (uint32_t py = y * ny; py < ((y + 1U) * ny); py++) {
        for (uint32_t px = x * nx; px < ((x + 1U) * nx); px++) {
            brought.alpha += g_model_value[MODEL_ALPHA][py][px];
            if (c != MODEL_ALPHA) {
                sum += matrix[c][3];
                for (uint32_t j = 0U; j < 3U; j++) {
                    sum += matrix[c][j] * g_model_value[j][py][px];
                }
            }
        }
    }
    if (blit_model_filters(to, layer)) {
        const double mean =
            (c == MODEL_ALPHA) ? (brought.alpha * model_max_of(to) / from_max) : (sum / (nx * ny));

        brought.value = (layer->blend == BLIT_BLEND_DISABLED)
                            ? model_nearest(mean, model_max_of(to))
                            : fmin(fmax(mean, 0.0), model_max_of(to));
    } else if (c != MODEL_ALPHA) {
        brought.value = model_nearest(sum / (nx * ny), model_max_of(to));
    } else {
        brought.value =
            floor(((2.0 * brought.alpha * model_max_of(to)) + from_max) / (2.0 * from_max));
    }
    return brought;
}

/** The nearest of a quotient of whole numbers, unless they are of a filter. */
static inline double model_quotient(double above, double below, double max)
{
    return fmin(fmax(floor(((2.0 * above) + below) / (2.0 * below)), 0.0), max);
}

static inline double model_blend(const BlitImage *to, const BlitLayer *layer, uint32_t c,
                                 const ModelBrought *brought, double under)
{
    const double constant = floor((layer->alpha * 65536.0) + 0.5);
    const double max = model_max_of(to);
    const double s = brought->value;
    const double whole = brought->opaque * 65536.0;
    const double weight = brought->alpha * constant;
    double result = s;

    if (layer->blend == BLIT_BLEND_CONSTANT) {
        result = model_quotient((under * (65536.0 - constant)) + (s * constant), 65536.0, max);
    } else if ((layer->blend != BLIT_BLEND_DISABLED) && (c == MODEL_ALPHA)) {
        result = model_quotient((under * (whole - weight)) + (max * weight), whole, max);
    } else if (layer->blend == BLIT_BLEND_STRAIGHT) {
        result = model_quotient((under * (whole - weight)) + (s * weight), whole, max);
    } else if (layer->blend == BLIT_BLEND_PREMULTIPLIED) {
        const double full = brought->opaque * constant;

        result = model_quotient((under * (whole - weight)) + (s * full) -
                                    (model_zero_of(to, c) * (full - weight)),
                                whole, max);
    }
    return result;
}

static inline void model_write_component(const BlitImage *to, const BlitLayer *layer,
                                         double matrix[3][4], uint32_t c)
{
    const BlitComponent *k = &to->format.component[c];
    const BlitRect *r = &layer->destination_rect;

    for (uint32_t y = 0U; y < ((r->y1 - r->y0) >> k->shift_y); y++) {
        for (uint32_t x = 0U; x < ((r->x1 - r->x0) >> k->shift_x); x++) {
            const uint32_t column = (r->x0 >> k->shift_x) + x;
            const uint32_t row = (r->y0 >> k->shift_y) + y;
            const ModelBrought brought = model_gather(to, layer, matrix, c, x, y);
            const double under = (double)blit_model_get(to, c, column, row);

            blit_model_put(to, c, column, row,
                           (uint32_t)model_blend(to, layer, c, &brought, under));
        }
    }
}

static inline void model_draw(const BlitImage *to, const BlitLayer *layer)
{
    double matrix[3][4];

    model_matrix_of(&layer->source, to, matrix);
    for (uint32_t c = 0U; c < 4U; c++) {
        if (!model_has(&layer->source, c)) {
            model_stretch_absent(layer, c);
        } else if (blit_model_filters(to, layer)) {
            model_stretch_filtered(layer, c);
        } else {
            model_stretch_covering(layer, c);
        }
    }
    for (uint32_t c = 0U; c < 4U; c++) {
        if (model_has(to, c)) {
            model_write_component(to, layer, matrix, c);
        }
    }
}

/** Does an operation whose rectangles are right. Says whether a filter was used in any layer. */
static inline bool blit_model_run(const BlitOperation *operation)
{
    bool filters = false;

    for (uint32_t i = 0U; i < operation->layers; i++) {
        model_draw(&operation->destination, &operation->layer[i]);
        filters = filters || blit_model_filters(&operation->destination, &operation->layer[i]);
    }
    return filters;
}

#endif /* RINGFENCE_TEST_BLIT_MODEL_H */
