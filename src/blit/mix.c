/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file mix.c
 * Colours are converted and gathered. Sums are exact: in float where they fit it, else in double.
 * These are the results of blit_mixed() and blit_nearest(), in loops that compilers make vectors
 * of.
 */
#include <string.h>

#include "blit/blit.h"
#include "blit/pipeline.h"

/** Nearest of a value, in loops: half was added. */
static inline int32_t cut_float(float value, float max)
{
    const float above = (value > 0.0F) ? value : 0.0F;
    const float limited = (above < max) ? above : max;

    return (int32_t)limited;
}

static inline int32_t cut_double(double value, double max)
{
    const double above = (value > 0.0) ? value : 0.0;
    const double limited = (above < max) ? above : max;

    return (int32_t)limited;
}

static void mix_pixels(const BlitMix *mix, float max, const uint16_t *const from[BLIT_COMPONENTS],
                       uint32_t count, uint16_t *to)
{
    const float m0 = mix->real[0];
    const float m1 = mix->real[1];
    const float m2 = mix->real[2];
    const float offset = mix->real[3] + 0.5F;
    const uint16_t *a = from[0];
    const uint16_t *b = from[1];
    const uint16_t *c = from[2];

    for (uint32_t i = 0U; i < count; i++) {
        const float sum = ((m0 * (float)a[i]) + (m1 * (float)b[i])) + (m2 * (float)c[i]);

        to[i] = (uint16_t)cut_float(sum + offset, max);
    }
}

static void mix_pixels_deep(const BlitMix *mix, double max,
                            const uint16_t *const from[BLIT_COMPONENTS], uint32_t count,
                            uint16_t *to)
{
    const double m0 = mix->exact[0];
    const double m1 = mix->exact[1];
    const double m2 = mix->exact[2];
    const double offset = mix->exact[3] + 0.5;
    const uint16_t *a = from[0];
    const uint16_t *b = from[1];
    const uint16_t *c = from[2];

    for (uint32_t i = 0U; i < count; i++) {
        const double sum = ((m0 * (double)a[i]) + (m1 * (double)b[i])) + (m2 * (double)c[i]);

        to[i] = (uint16_t)cut_double(sum + offset, max);
    }
}

static void mix_sums(const BlitMix *mix, float max, const BlitScratch *scratch, uint32_t count,
                     uint16_t *to)
{
    const float m0 = mix->real[0];
    const float m1 = mix->real[1];
    const float m2 = mix->real[2];
    const float offset = mix->real[3] + 0.5F;
    const int32_t *a = scratch->sum[0];
    const int32_t *b = scratch->sum[1];
    const int32_t *c = scratch->sum[2];

    for (uint32_t i = 0U; i < count; i++) {
        const float sum = ((m0 * (float)a[i]) + (m1 * (float)b[i])) + (m2 * (float)c[i]);

        to[i] = (uint16_t)cut_float(sum + offset, max);
    }
}

static void mix_sums_deep(const BlitMix *mix, double max, const BlitScratch *scratch,
                          uint32_t count, uint16_t *to)
{
    const double m0 = mix->exact[0];
    const double m1 = mix->exact[1];
    const double m2 = mix->exact[2];
    const double offset = mix->exact[3] + 0.5;
    const int32_t *a = scratch->sum[0];
    const int32_t *b = scratch->sum[1];
    const int32_t *c = scratch->sum[2];

    for (uint32_t i = 0U; i < count; i++) {
        const double sum = ((m0 * (double)a[i]) + (m1 * (double)b[i])) + (m2 * (double)c[i]);

        to[i] = (uint16_t)cut_double(sum + offset, max);
    }
}

static void mix_real(const BlitMix *mix, float max, const float *const from[BLIT_COMPONENTS],
                     uint32_t count, float *to)
{
    const float m0 = mix->real[0];
    const float m1 = mix->real[1];
    const float m2 = mix->real[2];
    const float offset = mix->real[3];
    const float *a = from[0];
    const float *b = from[1];
    const float *c = from[2];

    for (uint32_t i = 0U; i < count; i++) {
        const float sum = (((m0 * a[i]) + (m1 * b[i])) + (m2 * c[i])) + offset;
        const float above = (sum > 0.0F) ? sum : 0.0F;

        to[i] = (above < max) ? above : max;
    }
}

/** Adds a row of pixels to the sums of the samples that they are part of. */
static void sum_row(const BlitJob *job, bool is_first, const uint16_t *from, int32_t *sum)
{
    const uint32_t count = job->width >> job->gather_x;

    if (is_first) {
        (void)memset(sum, 0, (size_t)count * sizeof(*sum));
    }
    if (job->gather_x == 0U) {
        for (uint32_t i = 0U; i < count; i++) {
            sum[i] += (int32_t)from[i];
        }
    } else {
        for (uint32_t i = 0U; i < count; i++) {
            sum[i] += (int32_t)from[2U * (size_t)i] + (int32_t)from[(2U * (size_t)i) + 1U];
        }
    }
}

static void sum_real_row(const BlitJob *job, bool is_first, const float *from, float *sum)
{
    const uint32_t count = job->width >> job->gather_x;

    if (is_first) {
        (void)memset(sum, 0, (size_t)count * sizeof(*sum));
    }
    if (job->gather_x == 0U) {
        for (uint32_t i = 0U; i < count; i++) {
            sum[i] += from[i];
        }
    } else {
        for (uint32_t i = 0U; i < count; i++) {
            sum[i] += from[2U * (size_t)i] + from[(2U * (size_t)i) + 1U];
        }
    }
}

static bool writes(const BlitJob *job, uint32_t c)
{
    return job->destination->format.component[c].step != 0U;
}

/** Component c is gathered from several pixels. */
static bool is_gathered(const BlitJob *job, uint32_t c)
{
    return job->gathers && ((c == 1U) || (c == 2U));
}

/** Whether row y is the first, or the last, of those that a sub-sampled sample covers. */
static bool begins_sample(const BlitJob *job, uint32_t y)
{
    return (y & (((uint32_t)1U << job->gather_y) - 1U)) == 0U;
}

static bool ends_sample(const BlitJob *job, uint32_t y)
{
    return begins_sample(job, y + 1U);
}

static float max_of(const BlitJob *job)
{
    return (float)blit_max(&job->destination->format);
}

/** Converts a component of each pixel; gives the row, which may be that of the source. */
static const uint16_t *pixel_values(BlitJob *job, uint32_t i,
                                    const uint16_t *const pixels[BLIT_COMPONENTS])
{
    const BlitMix *mix = &job->mix[i];
    uint16_t *value = job->scratch->value[i];
    const uint16_t *given = value;

    if (mix->is_same) {
        given = pixels[i];
    } else if (mix->fits_float) {
        mix_pixels(mix, max_of(job), pixels, job->width, value);
    } else {
        mix_pixels_deep(mix, (double)max_of(job), pixels, job->width, value);
    }
    return given;
}

/** The alpha of each pixel, in the range of the destination. */
static const uint16_t *alpha_values(BlitJob *job, const uint16_t *alpha)
{
    const uint32_t from = blit_max(&job->source->format);
    const uint32_t to = blit_max(&job->destination->format);
    uint16_t *value = job->scratch->value[BLIT_ALPHA];
    const uint16_t *given = value;

    if (job->has_weight) {
        for (uint32_t x = 0U; x < job->width; x++) {
            value[x] = (uint16_t)to;
        }
    } else if (from == to) {
        given = alpha;
    } else {
        for (uint32_t x = 0U; x < job->width; x++) {
            value[x] = (uint16_t)blit_alpha(alpha[x], from, to);
        }
    }
    return given;
}

/** Blends a row of component c, whose values are a pixel's; gives what is to be written. */
static const uint16_t *blend_pixels(BlitJob *job, uint32_t c, uint32_t y, const uint16_t *value,
                                    const uint16_t *alpha)
{
    const uint16_t *given = value;

    if (job->blend != BLIT_BLEND_DISABLED) {
        uint16_t *to = job->scratch->value[c];

        if (value != to) {
            (void)memcpy(to, value, (size_t)job->width * sizeof(*to));
        }
        blit_load_row(job, c, y, job->width);
        blit_blend_row(job, c, job->width, NULL, alpha, blit_max(&job->source->format), to);
        given = to;
    }
    return given;
}

/** Writes a row of all components that are not gathered. */
static void put_rows(BlitJob *job, uint32_t y, const uint16_t *const values[BLIT_COMPONENTS])
{
    const BlitFormat *format = &job->destination->format;

    if (blit_store_is_word(format)) {
        blit_store_words(job, y, values);
    } else {
        const bool is_pair = blit_store_is_pair(format) && (!job->gathers);

        for (uint32_t c = 0U; c < BLIT_COMPONENTS; c++) {
            const bool is_of_pair = is_pair && ((c == 1U) || (c == 2U));

            if (writes(job, c) && (!is_gathered(job, c)) && (!is_of_pair)) {
                blit_store_row(job, c, y, job->width, values[c]);
            }
        }
        if (is_pair) {
            blit_store_colours(job, y, job->width, values[1], values[2]);
        }
    }
}

/** The same, where all values are in value[]. */
static void put_values(BlitJob *job, uint32_t y)
{
    const uint16_t *const values[BLIT_COMPONENTS] = {job->scratch->value[0], job->scratch->value[1],
                                                     job->scratch->value[2],
                                                     job->scratch->value[BLIT_ALPHA]};

    put_rows(job, y, values);
}

/** Writes the sub-sampled components of a row of samples. */
static void put_sums(BlitJob *job, uint32_t y)
{
    const uint32_t count = job->width >> job->gather_x;
    const uint32_t pixels = (uint32_t)1U << ((uint32_t)job->gather_x + job->gather_y);
    const uint32_t row = y >> job->gather_y;

    for (uint32_t c = 1U; c <= 2U; c++) {
        uint16_t *value = job->scratch->value[c];

        if (job->gather[c].fits_float) {
            mix_sums(&job->gather[c], max_of(job), job->scratch, count, value);
        } else {
            mix_sums_deep(&job->gather[c], (double)max_of(job), job->scratch, count, value);
        }
        if (job->blend != BLIT_BLEND_DISABLED) {
            blit_load_row(job, c, row, count);
            blit_blend_row(job, c, count, job->scratch->sum[BLIT_ALPHA], NULL,
                           blit_max(&job->source->format) * pixels, value);
        }
    }
    blit_store_colours(job, row, count, job->scratch->value[1], job->scratch->value[2]);
}

static void gather_row(BlitJob *job, uint32_t y, const uint16_t *const pixels[BLIT_COMPONENTS])
{
    for (uint32_t c = 0U; c < BLIT_COMPONENTS; c++) {
        if ((c != BLIT_ALPHA) || job->has_weight) {
            sum_row(job, begins_sample(job, y), pixels[c], job->scratch->sum[c]);
        }
    }
    if (ends_sample(job, y)) {
        put_sums(job, y);
    }
}

/** @satisfies RF-BLIT-013 RF-BLIT-014 RF-BLIT-017 */
void blit_mix_row(BlitJob *job, uint32_t y, const uint16_t *const pixels[BLIT_COMPONENTS])
{
    const uint16_t *values[BLIT_COMPONENTS] = {NULL, NULL, NULL, NULL};

    for (uint32_t c = 0U; c < BLIT_COMPONENTS; c++) {
        if (writes(job, c) && (!is_gathered(job, c))) {
            values[c] = (c == BLIT_ALPHA) ? alpha_values(job, pixels[BLIT_ALPHA])
                                          : pixel_values(job, c, pixels);
            values[c] = blend_pixels(job, c, y, values[c], pixels[BLIT_ALPHA]);
        }
    }
    put_rows(job, y, values);
    if (job->gathers) {
        gather_row(job, y, pixels);
    }
}

/** Limits the alpha of each pixel, in place. */
static void limit_alpha(const BlitJob *job, float *alpha)
{
    const float max = (float)blit_max(&job->source->format);

    for (uint32_t x = 0U; x < job->width; x++) {
        const float above = (alpha[x] > 0.0F) ? alpha[x] : 0.0F;

        alpha[x] = (above < max) ? above : max;
    }
}

/** Alpha of 0 to 1, of sums of `pixels` values. */
static void alpha_real(BlitJob *job, const float *sums, uint32_t count, float pixels)
{
    const float whole = (float)blit_max(&job->source->format) * pixels;

    for (uint32_t i = 0U; i < count; i++) {
        job->scratch->alpha[i] = sums[i] / whole;
    }
}

/** Blends the row of real_value[], or rounds it. */
static void end_real(BlitJob *job, uint32_t c, uint32_t row, uint32_t count)
{
    uint16_t *value = job->scratch->value[c];

    if (job->blend != BLIT_BLEND_DISABLED) {
        blit_load_row(job, c, row, count);
        blit_blend_real_row(job, c, count, value);
    } else {
        for (uint32_t i = 0U; i < count; i++) {
            const float rounded = job->scratch->real_value[i] + 0.5F;

            value[i] = (uint16_t)(int32_t)rounded;
        }
    }
}

/** The alpha of each pixel, in the range of the destination. */
static void alpha_real_row(BlitJob *job, uint32_t y, const float *alpha)
{
    const float max = max_of(job);
    const float scale = max / (float)blit_max(&job->source->format);
    float *real = job->scratch->real_value;

    for (uint32_t x = 0U; x < job->width; x++) {
        const float scaled = job->has_weight ? max : (alpha[x] * scale);

        real[x] = (scaled < max) ? scaled : max;
    }
    end_real(job, BLIT_ALPHA, y, job->width);
}

static void gather_real_row(BlitJob *job, uint32_t y, const float *const pixels[BLIT_COMPONENTS])
{
    const uint32_t count = job->width >> job->gather_x;
    const uint32_t covered = (uint32_t)1U << ((uint32_t)job->gather_x + job->gather_y);
    const float *sums[BLIT_COMPONENTS] = {job->scratch->real_sum[0], job->scratch->real_sum[1],
                                          job->scratch->real_sum[2], NULL};

    for (uint32_t c = 0U; c < BLIT_COMPONENTS; c++) {
        if ((c != BLIT_ALPHA) || job->has_weight) {
            sum_real_row(job, begins_sample(job, y), pixels[c], job->scratch->real_sum[c]);
        }
    }
    if (ends_sample(job, y)) {
        if (job->has_weight) {
            alpha_real(job, job->scratch->real_sum[BLIT_ALPHA], count, (float)covered);
        }
        for (uint32_t c = 1U; c <= 2U; c++) {
            mix_real(&job->gather[c], max_of(job), sums, count, job->scratch->real_value);
            end_real(job, c, y >> job->gather_y, count);
        }
        blit_store_colours(job, y >> job->gather_y, count, job->scratch->value[1],
                           job->scratch->value[2]);
    }
}

/** @satisfies RF-BLIT-012 RF-BLIT-014 */
void blit_mix_real_row(BlitJob *job, uint32_t y, float *const planes[BLIT_COMPONENTS])
{
    const float *const pixels[BLIT_COMPONENTS] = {planes[0], planes[1], planes[2],
                                                  planes[BLIT_ALPHA]};

    limit_alpha(job, planes[BLIT_ALPHA]);
    if (job->has_weight) {
        alpha_real(job, pixels[BLIT_ALPHA], job->width, 1.0F);
    }
    for (uint32_t c = 0U; c < BLIT_COLOURS; c++) {
        if (writes(job, c) && (!is_gathered(job, c))) {
            mix_real(&job->mix[c], max_of(job), pixels, job->width, job->scratch->real_value);
            end_real(job, c, y, job->width);
        }
    }
    if (writes(job, BLIT_ALPHA)) {
        alpha_real_row(job, y, pixels[BLIT_ALPHA]);
    }
    put_values(job, y);
    if (job->gathers) {
        gather_real_row(job, y, pixels);
    }
}
