/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file arithmetic.h
 * The formulas of docs/2d-pixels.md, for the CPU and for kernels of a GPU: C11 and CUDA C++.
 *
 * Without a filter all is integers, so that results are the same on each machine. With one, values
 * are floating point until they are rounded.
 */
#ifndef RINGFENCE_BLIT_ARITHMETIC_H
#define RINGFENCE_BLIT_ARITHMETIC_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "blit/blit.h"

/* Kernels have words of CUDA here. */
#ifndef BLIT_SHARED
#define BLIT_SHARED static inline
#endif

/** Components that are mixed by the matrix. */
#define BLIT_COLOURS 3U
/** Place of alpha. */
#define BLIT_ALPHA 3U
/** Bits of fraction of a matrix between images of 8 bits: 2^14 times a sum of colours of four
 * pixels fits 32 bits, and each value of a single pixel is exact in float. */
#define BLIT_FRACTION_8 14U
/** Of a matrix from or to more bits: sums are exact in 64 bits, and in double. */
#define BLIT_FRACTION_DEEP 30U
/** Constants of blending are multiples of 1/65536. */
#define BLIT_CONSTANT_ONE 65536U
/** Parameters of the cubic of MEDIUM. */
#define BLIT_CUBIC_B 0.0
#define BLIT_CUBIC_C 0.5
/** Lobes of the window of HIGH. */
#define BLIT_LANCZOS_LOBES 3.0
#define BLIT_PI            3.14159265358979323846

/* ---------------------------------------------------------------- places */

/** Whether x and y of a source change places when it is turned. */
BLIT_SHARED bool blit_swaps(BlitTransform transform)
{
    return (transform == BLIT_TRANSFORM_ROTATE_90) || (transform == BLIT_TRANSFORM_ROTATE_270) ||
           (transform == BLIT_TRANSFORM_INV_TRANSPOSE) || (transform == BLIT_TRANSFORM_TRANSPOSE);
}

/** Whether x of the source runs backwards. */
BLIT_SHARED bool blit_flips_x(BlitTransform transform)
{
    return (transform == BLIT_TRANSFORM_ROTATE_90) || (transform == BLIT_TRANSFORM_ROTATE_180) ||
           (transform == BLIT_TRANSFORM_FLIP_HORIZONTAL) ||
           (transform == BLIT_TRANSFORM_INV_TRANSPOSE);
}

/** Whether y of the source runs backwards. */
BLIT_SHARED bool blit_flips_y(BlitTransform transform)
{
    return (transform == BLIT_TRANSFORM_ROTATE_180) || (transform == BLIT_TRANSFORM_ROTATE_270) ||
           (transform == BLIT_TRANSFORM_INV_TRANSPOSE) ||
           (transform == BLIT_TRANSFORM_FLIP_VERTICAL);
}

/** Column in a source of `width` columns of what is at (x, y) of the turned source. */
BLIT_SHARED uint32_t blit_turned_x(BlitTransform transform, uint32_t width, uint32_t x, uint32_t y)
{
    uint32_t column = blit_swaps(transform) ? y : x;

    if (blit_flips_x(transform)) {
        column = (width - 1U) - column;
    }
    return column;
}

/** Row in a source of `height` rows of what is at (x, y) of the turned source. */
BLIT_SHARED uint32_t blit_turned_y(BlitTransform transform, uint32_t height, uint32_t x, uint32_t y)
{
    uint32_t row = blit_swaps(transform) ? x : y;

    if (blit_flips_y(transform)) {
        row = (height - 1U) - row;
    }
    return row;
}

/** Which of `source` pixels of the turned source covers the centre of pixel i of `destination`. */
BLIT_SHARED uint32_t blit_covering(uint32_t i, uint32_t source, uint32_t destination)
{
    const uint64_t twice = ((2U * (uint64_t)i) + 1U) * source;

    return (uint32_t)(twice / (2U * (uint64_t)destination));
}

/** Sample of `samples` that is taken for sample `index`: mirrored at the edges, then limited. */
BLIT_SHARED uint32_t blit_mirrored(int64_t index, uint32_t samples)
{
    int64_t at = index;

    if (at < 0) {
        at = -at - 1;
    } else if (at >= (int64_t)samples) {
        at = (2 * (int64_t)samples) - 1 - at;
    } else {
        /* It is there. */
    }
    if (at < 0) {
        at = 0;
    }
    if (at >= (int64_t)samples) {
        at = (int64_t)samples - 1;
    }
    return (uint32_t)at;
}

/* ---------------------------------------------------------------- filters */

/** How far a kernel reaches, in samples of a plane that is not made smaller. */
BLIT_SHARED double blit_reach(BlitFilter filter)
{
    double reach = 1.0;

    if (filter == BLIT_FILTER_MEDIUM) {
        reach = 2.0;
    }
    if (filter == BLIT_FILTER_HIGH) {
        reach = BLIT_LANCZOS_LOBES;
    }
    return reach;
}

/** The cubic of Mitchell and Netravali, at a distance of 0 to 2. */
BLIT_SHARED double blit_cubic(double t)
{
    const double b = BLIT_CUBIC_B;
    const double c = BLIT_CUBIC_C;
    double value = 0.0;

    if (t < 1.0) {
        value = (((12.0 - (9.0 * b) - (6.0 * c)) * t * t * t) +
                 ((-18.0 + (12.0 * b) + (6.0 * c)) * t * t) + (6.0 - (2.0 * b))) /
                6.0;
    } else {
        value = (((-b - (6.0 * c)) * t * t * t) + (((6.0 * b) + (30.0 * c)) * t * t) +
                 (((-12.0 * b) - (48.0 * c)) * t) + ((8.0 * b) + (24.0 * c))) /
                6.0;
    }
    return value;
}

/** sin(pi t) / (pi t). */
BLIT_SHARED double blit_sinc(double t)
{
    const double angle = t * BLIT_PI;

    return (t > 0.0) ? (sin(angle) / angle) : 1.0;
}

/** The kernel of LOW, MEDIUM or HIGH at a distance of t. */
BLIT_SHARED double blit_kernel(BlitFilter filter, double t)
{
    const double distance = (t < 0.0) ? -t : t;
    double value = 0.0;

    if (distance >= blit_reach(filter)) {
        value = 0.0;
    } else if (filter == BLIT_FILTER_MEDIUM) {
        value = blit_cubic(distance);
    } else if (filter == BLIT_FILTER_HIGH) {
        value = blit_sinc(distance) * blit_sinc(distance / BLIT_LANCZOS_LOBES);
    } else {
        value = 1.0 - distance;
    }
    return value;
}

/** Samples that a destination pixel is made of, along one direction: `first` to `first + taps - 1`,
 * each with the weight `blit_kernel(filter, (index + 1/2 - centre) * step)`, divided by the sum of
 * these weights. */
typedef struct {
    double centre;
    double step;
    int64_t first;
    uint32_t taps;
} BlitWindow;

/** Window of pixel i of `destination` in `source` samples of a plane. */
BLIT_SHARED BlitWindow blit_window(BlitFilter filter, uint32_t i, uint32_t source,
                                   uint32_t destination)
{
    const double ratio = (double)destination / (double)source;
    BlitWindow window;
    double taps = 0.0;

    window.step = (ratio < 1.0) ? ratio : 1.0;
    window.centre = ((double)i + 0.5) / ratio;
    taps = ceil(2.0 * (blit_reach(filter) / window.step));
    window.taps = (uint32_t)taps;
    window.first = (int64_t)floor((window.centre - (taps / 2.0)) + 0.5);
    return window;
}

/** Weight of tap k of a window, before it is divided by the sum of all. */
BLIT_SHARED double blit_window_weight(BlitFilter filter, const BlitWindow *window, uint32_t k)
{
    const double at = (double)window->first + (double)k + 0.5;

    return blit_kernel(filter, (at - window->centre) * window->step);
}

/* ---------------------------------------------------------------- colours */

/** Source values to destination values: `(sum of m[i][j] * value j + offset[i]) / 2^fraction`. */
typedef struct {
    int64_t m[BLIT_COLOURS][BLIT_COLOURS];
    int64_t offset[BLIT_COLOURS];
    uint32_t fraction;
    /** The same, divided: what values of filters are multiplied with. */
    float real[BLIT_COLOURS][BLIT_COLOURS + 1U];
} BlitMatrix;

/** 2^exponent. */
BLIT_SHARED int64_t blit_power(uint32_t exponent)
{
    const uint64_t power = (uint64_t)1U << exponent;

    return (int64_t)power;
}

/** Largest value of a sample. */
BLIT_SHARED uint32_t blit_max(const BlitFormat *format)
{
    return ((uint32_t)1U << format->bits) - 1U;
}

/** Value of component i that stands for 0: black, or no colour. */
BLIT_SHARED uint32_t blit_zero(BlitModel model, bool full_range, uint32_t bits, uint32_t i)
{
    uint32_t zero = 0U;

    if ((model == BLIT_MODEL_YUV) && ((i == 1U) || (i == 2U))) {
        zero = (uint32_t)1U << (bits - 1U);
    } else if (full_range || (i == BLIT_ALPHA)) {
        zero = 0U;
    } else {
        zero = 16U << (bits - 8U);
    }
    return zero;
}

/** Values from 0 to 1 of a component, or from -1/2 to 1/2. */
BLIT_SHARED double blit_span(BlitModel model, bool full_range, uint32_t bits, uint32_t i)
{
    uint32_t span = ((uint32_t)1U << bits) - 1U;

    if (!full_range) {
        span = 219U;
        if ((model == BLIT_MODEL_YUV) && (i > 0U)) {
            span = 224U;
        }
        span <<= (bits - 8U);
    }
    return (double)span;
}

/** Parts of red and blue in luma. */
BLIT_SHARED void blit_luma(BlitStandard standard, double *red, double *blue)
{
    *red = 0.299;
    *blue = 0.114;
    if (standard == BLIT_STANDARD_709) {
        *red = 0.2126;
        *blue = 0.0722;
    }
    if (standard == BLIT_STANDARD_240M) {
        *red = 0.212;
        *blue = 0.087;
    }
    if (standard == BLIT_STANDARD_2020) {
        *red = 0.2627;
        *blue = 0.0593;
    }
}

/** Y, U, V of R, G, B, all from 0 to 1 or from -1/2 to 1/2. */
BLIT_SHARED void blit_to_yuv(BlitStandard standard, double to[BLIT_COLOURS][BLIT_COLOURS])
{
    double red = 0.0;
    double blue = 0.0;
    double green = 0.0;

    blit_luma(standard, &red, &blue);
    green = 1.0 - red - blue;
    to[0][0] = red;
    to[0][1] = green;
    to[0][2] = blue;
    to[1][0] = -red / (2.0 * (1.0 - blue));
    to[1][1] = -green / (2.0 * (1.0 - blue));
    to[1][2] = 0.5;
    to[2][0] = 0.5;
    to[2][1] = -green / (2.0 * (1.0 - red));
    to[2][2] = -blue / (2.0 * (1.0 - red));
}

/** R, G, B of Y, U, V. */
BLIT_SHARED void blit_to_rgb(BlitStandard standard, double to[BLIT_COLOURS][BLIT_COLOURS])
{
    double red = 0.0;
    double blue = 0.0;
    double green = 0.0;

    blit_luma(standard, &red, &blue);
    green = 1.0 - red - blue;
    to[0][0] = 1.0;
    to[0][1] = 0.0;
    to[0][2] = 2.0 * (1.0 - red);
    to[1][0] = 1.0;
    to[1][1] = -2.0 * blue * (1.0 - blue) / green;
    to[1][2] = -2.0 * red * (1.0 - red) / green;
    to[2][0] = 1.0;
    to[2][1] = 2.0 * (1.0 - blue);
    to[2][2] = 0.0;
}

/** First `first`, then `second`. */
BLIT_SHARED void blit_chain(double first[BLIT_COLOURS][BLIT_COLOURS],
                            double second[BLIT_COLOURS][BLIT_COLOURS],
                            double both[BLIT_COLOURS][BLIT_COLOURS])
{
    for (uint32_t i = 0U; i < BLIT_COLOURS; i++) {
        for (uint32_t j = 0U; j < BLIT_COLOURS; j++) {
            both[i][j] = (second[i][0] * first[0][j]) + (second[i][1] * first[1][j]) +
                         (second[i][2] * first[2][j]);
        }
    }
}

/** Components of the destination of those of the source, in real numbers of 0 to 1. */
BLIT_SHARED void blit_normal_matrix(BlitModel from, BlitStandard from_standard, BlitModel to,
                                    BlitStandard to_standard,
                                    double matrix[BLIT_COLOURS][BLIT_COLOURS])
{
    double first[BLIT_COLOURS][BLIT_COLOURS] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    double second[BLIT_COLOURS][BLIT_COLOURS] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};

    for (uint32_t i = 0U; i < BLIT_COLOURS; i++) {
        for (uint32_t j = 0U; j < BLIT_COLOURS; j++) {
            matrix[i][j] = (i == j) ? 1.0 : 0.0;
        }
    }
    if ((from == BLIT_MODEL_RGB) && (to == BLIT_MODEL_YUV)) {
        blit_to_yuv(to_standard, matrix);
    } else if ((from == BLIT_MODEL_YUV) && (to == BLIT_MODEL_RGB)) {
        blit_to_rgb(from_standard, matrix);
    } else if ((from == BLIT_MODEL_YUV) && (from_standard != to_standard)) {
        blit_to_rgb(from_standard, first);
        blit_to_yuv(to_standard, second);
        blit_chain(first, second, matrix);
    } else {
        /* The same components. */
    }
}

/** The matrix from a source to a destination. */
BLIT_SHARED void blit_matrix(const BlitImage *source, const BlitImage *destination,
                             BlitMatrix *matrix)
{
    const BlitFormat *from = &source->format;
    const BlitFormat *to = &destination->format;
    const bool is_deep = (from->bits > 8U) || (to->bits > 8U);
    double normal[BLIT_COLOURS][BLIT_COLOURS] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    double one = 0.0;

    matrix->fraction = BLIT_FRACTION_8;
    if (is_deep) {
        matrix->fraction = BLIT_FRACTION_DEEP;
    }
    one = (double)blit_power(matrix->fraction);
    blit_normal_matrix(from->model, source->colour.standard, to->model,
                       destination->colour.standard, normal);
    for (uint32_t i = 0U; i < BLIT_COLOURS; i++) {
        const double span = blit_span(to->model, destination->colour.full_range, to->bits, i);
        int64_t offset =
            (int64_t)blit_zero(to->model, destination->colour.full_range, to->bits, i) *
            blit_power(matrix->fraction);

        for (uint32_t j = 0U; j < BLIT_COLOURS; j++) {
            const double part = normal[i][j] * span /
                                blit_span(from->model, source->colour.full_range, from->bits, j);

            matrix->m[i][j] = (int64_t)floor((part * one) + 0.5);
            matrix->real[i][j] = (float)((double)matrix->m[i][j] / one);
            offset -= matrix->m[i][j] *
                      (int64_t)blit_zero(from->model, source->colour.full_range, from->bits, j);
        }
        matrix->offset[i] = offset;
        matrix->real[i][BLIT_COLOURS] = (float)((double)offset / one);
    }
}

/** Component i of the sum of 2^pixels_log2 pixels whose values have the sums a, b, c; in units of
 * 1 / 2^(fraction + pixels_log2). */
BLIT_SHARED int64_t blit_mixed(const BlitMatrix *matrix, uint32_t i, uint32_t pixels_log2,
                               uint32_t a, uint32_t b, uint32_t c)
{
    return (matrix->m[i][0] * (int64_t)a) + (matrix->m[i][1] * (int64_t)b) +
           (matrix->m[i][2] * (int64_t)c) + (matrix->offset[i] * blit_power(pixels_log2));
}

/** Component i of values of filters; not limited. */
BLIT_SHARED float blit_mixed_real(const BlitMatrix *matrix, uint32_t i, float a, float b, float c)
{
    const float first = matrix->real[i][0] * a;
    const float second = matrix->real[i][1] * b;
    const float third = matrix->real[i][2] * c;

    return ((first + second) + third) + matrix->real[i][BLIT_COLOURS];
}

/** Nearest of 0 to max; halves go up. `units` are 1 / 2^fraction. */
BLIT_SHARED uint32_t blit_nearest(int64_t units, uint32_t fraction, uint32_t max)
{
    const int64_t half = blit_power(fraction - 1U);
    const int64_t one = blit_power(fraction);
    const int64_t sum = units + half;
    uint32_t value = 0U;

    if (sum >= (((int64_t)max + 1) * one)) {
        value = max;
    } else if (sum > 0) {
        const int64_t whole = sum / one;

        value = (uint32_t)whole;
    } else {
        value = 0U;
    }
    return value;
}

/** The same of a real value. */
BLIT_SHARED uint32_t blit_nearest_real(float value, uint32_t max)
{
    float limited = value + 0.5F;

    if (!(limited > 0.0F)) {
        limited = 0.0F;
    }
    if (limited > (float)max) {
        limited = (float)max;
    }
    return (uint32_t)limited;
}

/** A real value, limited to 0 to max. */
BLIT_SHARED float blit_limited_real(float value, uint32_t max)
{
    const float above = (value > 0.0F) ? value : 0.0F;

    return (above < (float)max) ? above : (float)max;
}

/** Alpha `value` of 0 to `from`, as one of 0 to `to`. */
BLIT_SHARED uint32_t blit_alpha(uint32_t value, uint32_t from, uint32_t to)
{
    const uint64_t twice = (2U * (uint64_t)value * to) + from;

    return (uint32_t)(twice / (2U * (uint64_t)from));
}

/* ---------------------------------------------------------------- blending */

/** The constant of a layer, in 1/65536. */
BLIT_SHARED uint32_t blit_constant(float alpha)
{
    const float constant = (alpha * (float)BLIT_CONSTANT_ONE) + 0.5F;

    return (uint32_t)constant;
}

/** Mixes the value of a layer with that of the destination.
 *
 * The alpha of the layer there is `alpha / opaque`; for BLIT_BLEND_CONSTANT 1 / 1. `zero` is the
 * zero of the component, see blit_zero(). For the alpha of the destination itself `mode` is
 * BLIT_BLEND_STRAIGHT and `value` is `max`, unless the layer is blended by the constant alone.
 * `opaque` up to 4 * 65535. */
BLIT_SHARED uint32_t blit_blended(BlitBlend mode, uint32_t value, uint32_t under, uint32_t zero,
                                  uint32_t max, uint32_t alpha, uint32_t opaque, uint32_t constant)
{
    const int64_t whole = (int64_t)opaque * (int64_t)BLIT_CONSTANT_ONE;
    const int64_t weight = (int64_t)alpha * (int64_t)constant;
    int64_t sum = (int64_t)under * (whole - weight);

    if (mode == BLIT_BLEND_PREMULTIPLIED) {
        const int64_t full = (int64_t)opaque * (int64_t)constant;

        sum += ((int64_t)value * full) - ((int64_t)zero * (full - weight));
    } else {
        sum += (int64_t)value * weight;
    }
    sum = (2 * sum) + whole;
    sum = (sum > 0) ? (sum / (2 * whole)) : 0;
    return (sum > (int64_t)max) ? max : (uint32_t)sum;
}

/** The same of values of filters, which are limited and not rounded: `value` is 0 to max, `alpha`
 * is 0 to 1; for BLIT_BLEND_CONSTANT 1. `constant` is in 1/65536. */
BLIT_SHARED uint32_t blit_blended_real(BlitBlend mode, float value, uint32_t under, uint32_t zero,
                                       uint32_t max, float alpha, uint32_t constant)
{
    const float factor = (float)constant / (float)BLIT_CONSTANT_ONE;
    const float weight = alpha * factor;
    float sum = 0.0F;

    if (mode == BLIT_BLEND_PREMULTIPLIED) {
        const float rest = (float)under * (1.0F - weight);
        const float own = value * factor;
        const float dark = (float)zero * (factor - weight);

        sum = (rest + own) - dark;
    } else {
        sum = (float)under + ((value - (float)under) * weight);
    }
    return blit_nearest_real(sum, max);
}

#endif /* RINGFENCE_BLIT_ARITHMETIC_H */
