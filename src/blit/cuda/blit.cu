/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file blit.cu
 * The kernels of blits, one launch for a layer. They are compiled when the library is built, for
 * each architecture of test/tools/gpu.sh and without contraction of floating point, and are
 * embedded as the image that blit_image() gives.
 *
 * Threads of a kernel do not know of each other. So the CPU can do what a kernel does, one thread
 * after the other: test/cuda/fake_blit.c compiles this file as C, and has what stands under
 * __CUDACC__ itself.
 */
#ifdef __CUDACC__
#include <stdint.h>

#define BLIT_SHARED __host__ __device__ static inline
#define KERNEL      extern "C" __global__ void __launch_bounds__(256)
#define DEVICE      static __device__ __forceinline__
#define PARAMETER   const __grid_constant__
#endif

#include "blit/cuda/work.h"

/** Samples of a window at most: the longest kernel, made 16 times as wide. */
#define BLIT_WORK_TAPS 96U

#ifdef __CUDACC__
DEVICE uint32_t item_x()
{
    return (blockIdx.x * blockDim.x) + threadIdx.x;
}

DEVICE uint32_t item_y()
{
    return (blockIdx.y * blockDim.y) + threadIdx.y;
}

DEVICE uint32_t item_z()
{
    return blockIdx.z;
}

DEVICE float sine_of_pi(const float t)
{
    return sinpif(t);
}

/* Surfaces: x is in bytes. */

DEVICE uint32_t surface_get(const uint64_t surface, const uint32_t x, const uint32_t y,
                            const uint32_t bytes)
{
    uint32_t value = 0U;

    if (bytes == 1U) {
        value = surf2Dread<unsigned char>(surface, (int)x, (int)y);
    } else if (bytes == 2U) {
        value = surf2Dread<unsigned short>(surface, (int)x, (int)y);
    } else {
        value = surf2Dread<unsigned int>(surface, (int)x, (int)y);
    }
    return value;
}

DEVICE void surface_put(const uint64_t surface, const uint32_t x, const uint32_t y,
                        const uint32_t bytes, const uint32_t value)
{
    if (bytes == 1U) {
        surf2Dwrite((unsigned char)value, surface, (int)x, (int)y);
    } else if (bytes == 2U) {
        surf2Dwrite((unsigned short)value, surface, (int)x, (int)y);
    } else {
        surf2Dwrite((unsigned int)value, surface, (int)x, (int)y);
    }
}

DEVICE BlitQuad surface_get_quad(const uint64_t surface, const uint32_t x, const uint32_t y)
{
    const uint4 read = surf2Dread<uint4>(surface, (int)x, (int)y);
    const BlitQuad quad = {{read.x, read.y, read.z, read.w}};

    return quad;
}

DEVICE void surface_put_quad(const uint64_t surface, const uint32_t x, const uint32_t y,
                             const BlitQuad quad)
{
    surf2Dwrite(make_uint4(quad.word[0], quad.word[1], quad.word[2], quad.word[3]), surface, (int)x,
                (int)y);
}

/* Addresses that are multiples of what is read or written. */

DEVICE uint32_t memory_get(const uint64_t address, const uint32_t bytes)
{
    uint32_t value = 0U;

    if (bytes == 1U) {
        value = *(const uint8_t *)address;
    } else if (bytes == 2U) {
        value = *(const uint16_t *)address;
    } else {
        value = *(const uint32_t *)address;
    }
    return value;
}

DEVICE void memory_put(const uint64_t address, const uint32_t bytes, const uint32_t value)
{
    if (bytes == 1U) {
        *(uint8_t *)address = (uint8_t)value;
    } else if (bytes == 2U) {
        *(uint16_t *)address = (uint16_t)value;
    } else {
        *(uint32_t *)address = value;
    }
}

DEVICE BlitQuad memory_get_quad(const uint64_t address)
{
    const uint4 read = *(const uint4 *)address;
    const BlitQuad quad = {{read.x, read.y, read.z, read.w}};

    return quad;
}

DEVICE void memory_put_quad(const uint64_t address, const BlitQuad quad)
{
    *(uint4 *)address = make_uint4(quad.word[0], quad.word[1], quad.word[2], quad.word[3]);
}
#endif

/* ---------------------------------------------------------------- planes */

/** Address of a byte of a plane in linear memory. */
DEVICE uint64_t place_of(const BlitWorkImage *const image, const uint32_t plane, const uint32_t x,
                         const uint32_t y)
{
    return image->plane[plane] + ((uint64_t)y * image->pitch[plane]) + x;
}

/** A number of 1, 2 or 4 bytes. */
DEVICE uint32_t get(const BlitWorkImage *const image, const uint32_t plane, const uint32_t x,
                    const uint32_t y, const uint32_t bytes)
{
    return (image->is_array != 0U) ? surface_get(image->plane[plane], x, y, bytes)
                                   : memory_get(place_of(image, plane, x, y), bytes);
}

/** A number of 1, 2 or 4 bytes. */
DEVICE void put(const BlitWorkImage *const image, const uint32_t plane, const uint32_t x,
                const uint32_t y, const uint32_t bytes, const uint32_t value)
{
    if (image->is_array != 0U) {
        surface_put(image->plane[plane], x, y, bytes, value);
    } else {
        memory_put(place_of(image, plane, x, y), bytes, value);
    }
}

DEVICE BlitQuad get_quad(const BlitWorkImage *const image, const uint32_t plane, const uint32_t x,
                         const uint32_t y)
{
    return (image->is_array != 0U) ? surface_get_quad(image->plane[plane], x, y)
                                   : memory_get_quad(place_of(image, plane, x, y));
}

DEVICE void put_quad(const BlitWorkImage *const image, const uint32_t plane, const uint32_t x,
                     const uint32_t y, const BlitQuad quad)
{
    if (image->is_array != 0U) {
        surface_put_quad(image->plane[plane], x, y, quad);
    } else {
        memory_put_quad(place_of(image, plane, x, y), quad);
    }
}

/** Byte of a row where a sample is. */
DEVICE uint32_t sample_at(const BlitFormat *const format, const uint32_t i, const uint32_t x)
{
    const BlitComponent *const component = &format->component[i];

    return (component->offset + (x * component->step)) * format->sample_bytes;
}

/** Sample (x, y) of component i. */
DEVICE uint32_t get_sample(const BlitWorkImage *const image, const uint32_t i, const uint32_t x,
                           const uint32_t y)
{
    const uint32_t sample = get(image, image->format.component[i].plane,
                                sample_at(&image->format, i, x), y, image->format.sample_bytes);

    return sample & blit_max(&image->format);
}

/** The word of pixel (x, y), where samples are in words. */
DEVICE uint32_t word_of(const BlitWorkImage *const image, const uint32_t x, const uint32_t y)
{
    return (image->is_word != 0U) ? get(image, 0U, 4U * x, y, 4U) : 0U;
}

/** Sample (x, y) of component i, from the word of the pixel where there is one. */
DEVICE uint32_t get_part(const BlitWorkImage *const image, const uint32_t i, const uint32_t x,
                         const uint32_t y, const uint32_t word)
{
    return (image->is_word != 0U) ? ((word >> (8U * image->format.component[i].offset)) & 0xFFU)
                                  : get_sample(image, i, x, y);
}

/** Writes the sample of component i that covers pixel (x, y) of the image. */
DEVICE void put_sample(const BlitWork *const work, const uint32_t i, const uint32_t x,
                       const uint32_t y, const uint32_t value)
{
    const BlitWorkImage *const image = &work->destination;
    const BlitComponent *const component = &image->format.component[i];

    put(image, component->plane, sample_at(&image->format, i, x >> component->shift_x),
        y >> component->shift_y, image->format.sample_bytes, value);
}

/** What is in the destination there. */
DEVICE uint32_t get_under(const BlitWork *const work, const uint32_t i, const uint32_t x,
                          const uint32_t y)
{
    const BlitComponent *const component = &work->destination.format.component[i];

    return get_sample(&work->destination, i, x >> component->shift_x, y >> component->shift_y);
}

/* ---------------------------------------------------------------- the source */

/** Columns and rows of the turned source. */
DEVICE uint32_t turned_columns(const BlitWork *const work)
{
    return blit_swaps(work->transform) ? (work->source_rect.y1 - work->source_rect.y0)
                                       : (work->source_rect.x1 - work->source_rect.x0);
}

DEVICE uint32_t turned_rows(const BlitWork *const work)
{
    return blit_swaps(work->transform) ? (work->source_rect.x1 - work->source_rect.x0)
                                       : (work->source_rect.y1 - work->source_rect.y0);
}

/** Which of `source` covers pixel i of `destination`. */
DEVICE uint32_t covering(const uint32_t i, const uint32_t source, const uint32_t destination)
{
    return (source == destination) ? i : blit_covering(i, source, destination);
}

/** Adds the values of the source at pixel (x, y) of the destination rectangle, without a filter. */
DEVICE void pick(const BlitWork *const work, const uint32_t x, const uint32_t y,
                 uint32_t sums[BLIT_COMPONENTS])
{
    const BlitRect *const from = &work->source_rect;
    const BlitRect *const to = &work->destination_rect;
    const uint32_t column = covering(x, turned_columns(work), to->x1 - to->x0);
    const uint32_t row = covering(y, turned_rows(work), to->y1 - to->y0);
    const uint32_t source_x =
        from->x0 + blit_turned_x(work->transform, from->x1 - from->x0, column, row);
    const uint32_t source_y =
        from->y0 + blit_turned_y(work->transform, from->y1 - from->y0, column, row);

    const uint32_t word = word_of(&work->source, source_x, source_y);

    for (uint32_t i = 0U; i < BLIT_COMPONENTS; i++) {
        const BlitComponent *const component = &work->source.format.component[i];

        sums[i] += (component->step == 0U)
                       ? work->absent[i]
                       : get_part(&work->source, i, source_x >> component->shift_x,
                                  source_y >> component->shift_y, word);
    }
}

/* ---------------------------------------------------------------- filters */

/** The kernel of a filter at a distance, as blit_kernel(). */
DEVICE float weight_at(const BlitFilter filter, const double at)
{
    const float t = (float)((at < 0.0) ? -at : at);
    float weight = 0.0F;

    if (t >= (float)blit_reach(filter)) {
        weight = 0.0F;
    } else if (filter == BLIT_FILTER_LOW) {
        weight = 1.0F - t;
    } else if (filter == BLIT_FILTER_MEDIUM) {
        weight = (t < 1.0F) ? ((((1.5F * t) - 2.5F) * t * t) + 1.0F)
                            : ((((((-0.5F * t) + 2.5F) * t) - 4.0F) * t) + 2.0F);
    } else if (t > 0.0F) {
        const float angle = 3.14159265F * t;

        weight = (3.0F * sine_of_pi(t) * sine_of_pi(t / 3.0F)) / (angle * angle);
    } else {
        weight = 1.0F;
    }
    return weight;
}

/** Weight of tap k of a window. */
DEVICE float window_weight(const BlitFilter filter, const BlitWindow *const window,
                           const uint32_t k)
{
    return weight_at(filter,
                     ((double)(window->first + (int64_t)k) + 0.5 - window->centre) * window->step);
}

/** Samples of a plane of the source that are filtered together, and where they are. */
typedef struct {
    uint32_t shift_x;
    uint32_t shift_y;
    /** Which components: bits. */
    uint32_t which;
} Group;

/** Adds weighted samples of one row of the turned source. */
DEVICE void filter_row(const BlitWork *const work, const Group *const group,
                       const BlitWindow *const window, const float *const weights,
                       const uint32_t row, const float weight, float sums[BLIT_COMPONENTS])
{
    const BlitRect *const from = &work->source_rect;
    const uint32_t width = (from->x1 - from->x0) >> group->shift_x;
    const uint32_t height = (from->y1 - from->y0) >> group->shift_y;
    const uint32_t columns = blit_swaps(work->transform) ? height : width;

    for (uint32_t k = 0U; k < window->taps; k++) {
        const uint32_t column = blit_mirrored(window->first + (int64_t)k, columns);
        const uint32_t x =
            (from->x0 >> group->shift_x) + blit_turned_x(work->transform, width, column, row);
        const uint32_t y =
            (from->y0 >> group->shift_y) + blit_turned_y(work->transform, height, column, row);

        const uint32_t word = word_of(&work->source, x, y);

        for (uint32_t i = 0U; i < BLIT_COMPONENTS; i++) {
            if (((group->which >> i) & 1U) != 0U) {
                sums[i] += (weights[k] * weight) * (float)get_part(&work->source, i, x, y, word);
            }
        }
    }
}

/** Values of the components of a group at pixel (x, y) of the destination rectangle. */
DEVICE void filter_group(const BlitWork *const work, const Group *const group, const uint32_t x,
                         const uint32_t y, float values[BLIT_COMPONENTS])
{
    const BlitRect *const to = &work->destination_rect;
    const bool swaps = blit_swaps(work->transform);
    const uint32_t columns = turned_columns(work) >> (swaps ? group->shift_y : group->shift_x);
    const uint32_t rows = turned_rows(work) >> (swaps ? group->shift_x : group->shift_y);
    const BlitWindow across = blit_window(work->filter, x, columns, to->x1 - to->x0);
    const BlitWindow down = blit_window(work->filter, y, rows, to->y1 - to->y0);
    float weights[BLIT_WORK_TAPS];
    float sums[BLIT_COMPONENTS] = {0.0F, 0.0F, 0.0F, 0.0F};
    float all_across = 0.0F;
    float all_down = 0.0F;

    for (uint32_t k = 0U; k < across.taps; k++) {
        weights[k] = window_weight(work->filter, &across, k);
        all_across += weights[k];
    }
    for (uint32_t k = 0U; k < down.taps; k++) {
        const float weight = window_weight(work->filter, &down, k);

        all_down += weight;
        filter_row(work, group, &across, weights, blit_mirrored(down.first + (int64_t)k, rows),
                   weight, sums);
    }
    for (uint32_t i = 0U; i < BLIT_COMPONENTS; i++) {
        if (((group->which >> i) & 1U) != 0U) {
            values[i] = sums[i] / (all_across * all_down);
        }
    }
}

/** The group of components that the source has whose samples are like those of component i. */
DEVICE Group group_of(const BlitFormat *const format, const uint32_t i)
{
    const BlitComponent *const one = &format->component[i];
    Group group = {one->shift_x, one->shift_y, 0U};

    for (uint32_t k = 0U; k < BLIT_COMPONENTS; k++) {
        const BlitComponent *const other = &format->component[k];

        if ((other->step != 0U) && (other->shift_x == one->shift_x) &&
            (other->shift_y == one->shift_y)) {
            group.which |= 1U << k;
        }
    }
    return group;
}

/** Adds the values of the source at pixel (x, y) of the destination rectangle, with a filter. */
DEVICE void filter(const BlitWork *const work, const uint32_t x, const uint32_t y,
                   float sums[BLIT_COMPONENTS])
{
    const BlitFormat *const format = &work->source.format;
    const Group first = group_of(format, 0U);
    const Group second = group_of(format, 1U);
    const float most = (float)blit_max(format);
    float values[BLIT_COMPONENTS] = {(float)work->absent[0], (float)work->absent[1],
                                     (float)work->absent[2], (float)work->absent[3]};

    filter_group(work, &first, x, y, values);
    if ((second.which != first.which) && (second.which != 0U)) {
        filter_group(work, &second, x, y, values);
    }
    values[BLIT_ALPHA] = fminf(fmaxf(values[BLIT_ALPHA], 0.0F), most);
    for (uint32_t i = 0U; i < BLIT_COMPONENTS; i++) {
        sums[i] += values[i];
    }
}

/* ---------------------------------------------------------------- the destination */

/** How component i is blended: the alpha of a destination is covered as by a straight layer. */
DEVICE BlitBlend mode_of(const BlitWork *const work, const uint32_t i)
{
    return ((i == BLIT_ALPHA) && (work->blend == BLIT_BLEND_PREMULTIPLIED)) ? BLIT_BLEND_STRAIGHT
                                                                            : work->blend;
}

/** What component i of pixel (x, y) of the destination becomes: of the sums over 2^count pixels. */
DEVICE uint32_t value_pick(const BlitWork *const work, const uint32_t i, const uint32_t x,
                           const uint32_t y, const uint32_t count,
                           const uint32_t sums[BLIT_COMPONENTS])
{
    const uint32_t max = blit_max(&work->destination.format);
    const uint32_t opaque = blit_max(&work->source.format) << count;
    uint32_t value = 0U;

    if (i == BLIT_ALPHA) {
        value = blit_alpha(sums[i], opaque, max);
    } else {
        value = blit_nearest(blit_mixed(&work->matrix, i, count, sums[0], sums[1], sums[2]),
                             work->matrix.fraction + count, max);
    }
    if (work->blend == BLIT_BLEND_CONSTANT) {
        value = blit_blended(work->blend, value, get_under(work, i, x, y), work->zero[i], max, 1U,
                             1U, work->constant);
    } else if (work->blend != BLIT_BLEND_DISABLED) {
        value = blit_blended(mode_of(work, i), (i == BLIT_ALPHA) ? max : value,
                             get_under(work, i, x, y), work->zero[i], max, sums[BLIT_ALPHA], opaque,
                             work->constant);
    } else {
        /* It is written as it is. */
    }
    return value;
}

/** The same of real values, which are means. */
DEVICE uint32_t value_filter(const BlitWork *const work, const uint32_t i, const uint32_t x,
                             const uint32_t y, const float means[BLIT_COMPONENTS])
{
    const uint32_t max = blit_max(&work->destination.format);
    const float alpha = means[BLIT_ALPHA] / (float)blit_max(&work->source.format);
    float real = 0.0F;
    uint32_t value = 0U;

    if (i == BLIT_ALPHA) {
        real = alpha * (float)max;
    } else {
        real = blit_mixed_real(&work->matrix, i, means[0], means[1], means[2]);
    }
    if (work->blend == BLIT_BLEND_CONSTANT) {
        value =
            blit_blended_real(work->blend, blit_limited_real(real, max), get_under(work, i, x, y),
                              work->zero[i], max, 1.0F, work->constant);
    } else if (work->blend != BLIT_BLEND_DISABLED) {
        value = blit_blended_real(
            mode_of(work, i), (i == BLIT_ALPHA) ? (float)max : blit_limited_real(real, max),
            get_under(work, i, x, y), work->zero[i], max, alpha, work->constant);
    } else {
        value = blit_nearest_real(real, max);
    }
    return value;
}

/** Says whether component i is written for each pixel. False: once for all of a thread, or never.
 */
DEVICE bool is_single(const BlitWork *const work, const uint32_t i)
{
    const BlitComponent *const component = &work->destination.format.component[i];

    return (component->step != 0U) && (component->shift_x == 0U) && (component->shift_y == 0U);
}

/** Writes a component of pixel (x, y), or notes it in the word that put_word() writes. */
DEVICE void draw(const BlitWork *const work, const uint32_t i, const uint32_t x, const uint32_t y,
                 const uint32_t value, uint32_t *const word)
{
    if (work->destination.is_word != 0U) {
        *word |= value << (8U * work->destination.format.component[i].offset);
    } else {
        put_sample(work, i, x, y, value);
    }
}

/** Writes the word of pixel (x, y), where samples are in words. */
DEVICE void put_word(const BlitWork *const work, const uint32_t x, const uint32_t y,
                     const uint32_t word)
{
    if (work->destination.is_word != 0U) {
        put(&work->destination, 0U, 4U * x, y, 4U, word);
    }
}

/** Says whether component i is written once for all pixels of a thread. */
DEVICE bool is_shared(const BlitWork *const work, const uint32_t i)
{
    return (work->destination.format.component[i].step != 0U) && (!is_single(work, i));
}

/* ---------------------------------------------------------------- kernels */

KERNEL ringfence_blit_pick(PARAMETER BlitWork work)
{
    if ((item_x() < work.across) && (item_y() < work.down)) {
        const uint32_t x = item_x() << work.shift_x;
        const uint32_t y = item_y() << work.shift_y;
        const uint32_t count = work.shift_x + work.shift_y;
        uint32_t all[BLIT_COMPONENTS] = {0U, 0U, 0U, 0U};

        for (uint32_t k = 0U; k < (1U << count); k++) {
            const uint32_t at_x = x + (k & ((1U << work.shift_x) - 1U));
            const uint32_t at_y = y + (k >> work.shift_x);
            uint32_t sums[BLIT_COMPONENTS] = {0U, 0U, 0U, 0U};

            const uint32_t to_x = work.destination_rect.x0 + at_x;
            const uint32_t to_y = work.destination_rect.y0 + at_y;
            uint32_t word = 0U;

            pick(&work, at_x, at_y, sums);
            for (uint32_t i = 0U; i < BLIT_COMPONENTS; i++) {
                all[i] += sums[i];
                if (is_single(&work, i)) {
                    draw(&work, i, to_x, to_y, value_pick(&work, i, to_x, to_y, 0U, sums), &word);
                }
            }
            put_word(&work, to_x, to_y, word);
        }
        for (uint32_t i = 0U; i < BLIT_COMPONENTS; i++) {
            if (is_shared(&work, i)) {
                const uint32_t to_x = work.destination_rect.x0 + x;
                const uint32_t to_y = work.destination_rect.y0 + y;

                put_sample(&work, i, to_x, to_y, value_pick(&work, i, to_x, to_y, count, all));
            }
        }
    }
}

KERNEL ringfence_blit_filter(PARAMETER BlitWork work)
{
    if ((item_x() < work.across) && (item_y() < work.down)) {
        const uint32_t x = item_x() << work.shift_x;
        const uint32_t y = item_y() << work.shift_y;
        const uint32_t count = work.shift_x + work.shift_y;
        const float part = 1.0F / (float)(1U << count);
        float all[BLIT_COMPONENTS] = {0.0F, 0.0F, 0.0F, 0.0F};

        for (uint32_t k = 0U; k < (1U << count); k++) {
            const uint32_t at_x = x + (k & ((1U << work.shift_x) - 1U));
            const uint32_t at_y = y + (k >> work.shift_x);
            float sums[BLIT_COMPONENTS] = {0.0F, 0.0F, 0.0F, 0.0F};

            const uint32_t to_x = work.destination_rect.x0 + at_x;
            const uint32_t to_y = work.destination_rect.y0 + at_y;
            uint32_t word = 0U;

            filter(&work, at_x, at_y, sums);
            for (uint32_t i = 0U; i < BLIT_COMPONENTS; i++) {
                all[i] += sums[i] * part;
                if (is_single(&work, i)) {
                    draw(&work, i, to_x, to_y, value_filter(&work, i, to_x, to_y, sums), &word);
                }
            }
            put_word(&work, to_x, to_y, word);
        }
        for (uint32_t i = 0U; i < BLIT_COMPONENTS; i++) {
            if (is_shared(&work, i)) {
                const uint32_t to_x = work.destination_rect.x0 + x;
                const uint32_t to_y = work.destination_rect.y0 + y;

                put_sample(&work, i, to_x, to_y, value_filter(&work, i, to_x, to_y, all));
            }
        }
    }
}

/** Component i of sums over 2^count pixels of 8 bits, as blit_mixed() and blit_nearest(): 32 bits
 * are enough. */
DEVICE uint32_t mix_8(const BlitMatrix *const matrix, const uint32_t i, const uint32_t count,
                      const int32_t a, const int32_t b, const int32_t c)
{
    const uint32_t fraction = BLIT_FRACTION_8 + count;
    const int32_t half = (int32_t)1 << (fraction - 1U);
    const int32_t sum = ((int32_t)matrix->m[i][0] * a) + ((int32_t)matrix->m[i][1] * b) +
                        ((int32_t)matrix->m[i][2] * c) +
                        ((int32_t)matrix->offset[i] * ((int32_t)1 << count)) + half;
    const int32_t value = (sum > 0) ? (sum >> fraction) : 0;

    return (value > 255) ? 255U : (uint32_t)value;
}

/** Luma of four pixels of a row, whose colours are added to the sums of two pairs. */
DEVICE uint32_t luma_8(const BlitWork *const work, const BlitQuad *const row, int32_t sums[2][3])
{
    const BlitFormat *const format = &work->source.format;
    uint32_t word = 0U;

    for (uint32_t k = 0U; k < BLIT_WORK_WIDE; k++) {
        int32_t colour[3];

        for (uint32_t i = 0U; i < 3U; i++) {
            colour[i] = (int32_t)((row->word[k] >> (8U * format->component[i].offset)) & 0xFFU);
            sums[k / 2U][i] += colour[i];
        }
        word |= mix_8(&work->matrix, 0U, 0U, colour[0], colour[1], colour[2]) << (8U * k);
    }
    return word;
}

/** Writes two samples of U and V, the values of which are in the lower two bytes of words. */
DEVICE void put_chroma(const BlitWork *const work, const uint32_t x, const uint32_t y,
                       const uint32_t u, const uint32_t v)
{
    const BlitFormat *const format = &work->destination.format;
    const BlitComponent *const first = &format->component[1];
    const BlitComponent *const second = &format->component[2];

    if (first->plane == second->plane) {
        const uint32_t spread_u = (u & 0xFFU) | ((u & 0xFF00U) << 8U);
        const uint32_t spread_v = (v & 0xFFU) | ((v & 0xFF00U) << 8U);

        put(&work->destination, first->plane, 2U * x, y, 4U,
            (spread_u << (8U * first->offset)) | (spread_v << (8U * second->offset)));
    } else {
        put(&work->destination, first->plane, x, y, 2U, u);
        put(&work->destination, second->plane, x, y, 2U, v);
    }
}

KERNEL ringfence_blit_420(PARAMETER BlitWork work)
{
    if ((item_x() < work.across) && (item_y() < work.down)) {
        const uint32_t x = item_x() * BLIT_WORK_WIDE;
        const uint32_t y = item_y() * BLIT_WORK_HIGH;
        const uint32_t from_x = 4U * (work.source_rect.x0 + x);
        const uint32_t from_y = work.source_rect.y0 + y;
        const uint32_t to_x = work.destination_rect.x0 + x;
        const uint32_t to_y = work.destination_rect.y0 + y;
        const BlitQuad above = get_quad(&work.source, 0U, from_x, from_y);
        const BlitQuad below = get_quad(&work.source, 0U, from_x, from_y + 1U);
        int32_t sums[2][3] = {{0, 0, 0}, {0, 0, 0}};
        uint32_t u = 0U;
        uint32_t v = 0U;

        put(&work.destination, 0U, to_x, to_y, 4U, luma_8(&work, &above, sums));
        put(&work.destination, 0U, to_x, to_y + 1U, 4U, luma_8(&work, &below, sums));
        for (uint32_t k = 0U; k < 2U; k++) {
            u |= mix_8(&work.matrix, 1U, 2U, sums[k][0], sums[k][1], sums[k][2]) << (8U * k);
            v |= mix_8(&work.matrix, 2U, 2U, sums[k][0], sums[k][1], sums[k][2]) << (8U * k);
        }
        put_chroma(&work, to_x / 2U, to_y / 2U, u, v);
    }
}

KERNEL ringfence_blit_copy(PARAMETER BlitWork work)
{
    const uint32_t plane = item_z();
    const BlitWorkPart *const part = &work.part[plane];
    const uint32_t x = item_x() * BLIT_WORK_BYTES;
    const uint32_t y = item_y();

    if ((item_x() >= work.across) || (y >= part->rows) || (x >= part->bytes)) {
        /* There is no such row, or it ends before. */
    } else if ((part->bytes - x) >= BLIT_WORK_BYTES) {
        put_quad(&work.destination, plane, part->to_x + x, part->to_y + y,
                 get_quad(&work.source, plane, part->from_x + x, part->from_y + y));
    } else {
        for (uint32_t i = x; i < part->bytes; i++) {
            put(&work.destination, plane, part->to_x + i, part->to_y + y, 1U,
                get(&work.source, plane, part->from_x + i, part->from_y + y, 1U));
        }
    }
}
