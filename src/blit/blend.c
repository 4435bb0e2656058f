/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file blend.c
 * Values of a layer are mixed with those of the destination: the results of blit_blended(), in
 * double, where each number of these sums is exact.
 */
#include "blit/blit.h"
#include "blit/pipeline.h"

/** What a row is blended with. */
typedef struct {
    /** Constant, and alpha that is opaque. */
    double constant;
    double opaque;
    double zero;
    double max;
} Blend;

static Blend blend_of(const BlitJob *job, uint32_t c, uint32_t opaque)
{
    const BlitFormat *format = &job->destination->format;
    Blend blend;

    blend.constant = (double)job->constant;
    blend.opaque = (double)opaque;
    blend.zero =
        (double)blit_zero(format->model, job->destination->colour.full_range, format->bits, c);
    blend.max = (double)blit_max(format);
    return blend;
}

/** The nearest of sum / whole: half is a whole number, and the quotient of whole numbers below 2^53
 * is never rounded up to the next whole one. */
static inline uint16_t nearest(double sum, double whole, double max)
{
    const double above = (sum > 0.0) ? sum : 0.0;
    const double value = (above + (whole / 2.0)) / whole;
    const double limited = (value < max) ? value : max;

    return (uint16_t)(int32_t)limited;
}

static inline double mix_straight(double value, double under, double weight, double whole)
{
    return (under * (whole - weight)) + (value * weight);
}

static inline double mix_premultiplied(const Blend *blend, double value, double under,
                                       double weight, double whole)
{
    const double full = blend->opaque * blend->constant;

    return ((under * (whole - weight)) + (value * full)) - (blend->zero * (full - weight));
}

static void blend_constant(const BlitJob *job, const Blend *blend, uint32_t count, uint16_t *value)
{
    const uint16_t *under = job->scratch->under;

    for (uint32_t i = 0U; i < count; i++) {
        const double sum = mix_straight((double)value[i], (double)under[i], blend->constant,
                                        (double)BLIT_CONSTANT_ONE);

        value[i] = nearest(sum, (double)BLIT_CONSTANT_ONE, blend->max);
    }
}

static void blend_straight(const BlitJob *job, const Blend *blend, uint32_t count,
                           const double *alpha, uint16_t *value)
{
    const uint16_t *under = job->scratch->under;
    const double whole = blend->opaque * (double)BLIT_CONSTANT_ONE;

    for (uint32_t i = 0U; i < count; i++) {
        const double weight = alpha[i] * blend->constant;

        value[i] = nearest(mix_straight((double)value[i], (double)under[i], weight, whole), whole,
                           blend->max);
    }
}

static void blend_premultiplied(const BlitJob *job, const Blend *blend, uint32_t count,
                                const double *alpha, uint16_t *value)
{
    const uint16_t *under = job->scratch->under;
    const double whole = blend->opaque * (double)BLIT_CONSTANT_ONE;

    for (uint32_t i = 0U; i < count; i++) {
        const double weight = alpha[i] * blend->constant;

        value[i] =
            nearest(mix_premultiplied(blend, (double)value[i], (double)under[i], weight, whole),
                    whole, blend->max);
    }
}

/** Whether component c is blended as a premultiplied one. The alpha of the destination is not. */
static bool is_premultiplied(const BlitJob *job, uint32_t c)
{
    return (job->blend == BLIT_BLEND_PREMULTIPLIED) && (c != BLIT_ALPHA);
}

/** @satisfies RF-BLIT-015 */
void blit_blend_row(const BlitJob *job, uint32_t c, uint32_t count, const int32_t *sums,
                    const uint16_t *alpha, uint32_t opaque, uint16_t *value)
{
    const Blend blend = blend_of(job, c, opaque);
    double *weight = job->scratch->weight;

    if (!job->has_weight) {
        blend_constant(job, &blend, count, value);
    } else {
        for (uint32_t i = 0U; i < count; i++) {
            weight[i] = (sums != NULL) ? (double)sums[i] : (double)alpha[i];
        }
        if (is_premultiplied(job, c)) {
            blend_premultiplied(job, &blend, count, weight, value);
        } else {
            blend_straight(job, &blend, count, weight, value);
        }
    }
}

/** @satisfies RF-BLIT-015 */
void blit_blend_real_row(const BlitJob *job, uint32_t c, uint32_t count, uint16_t *value)
{
    const BlitFormat *format = &job->destination->format;
    const uint32_t zero =
        blit_zero(format->model, job->destination->colour.full_range, format->bits, c);
    const uint32_t max = blit_max(format);
    const uint32_t constant = job->constant;
    const uint16_t *under = job->scratch->under;
    const float *real = job->scratch->real_value;
    const float *alpha = job->scratch->alpha;

    if (!job->has_weight) {
        for (uint32_t i = 0U; i < count; i++) {
            value[i] = (uint16_t)blit_blended_real(BLIT_BLEND_CONSTANT, real[i], under[i], zero,
                                                   max, 1.0F, constant);
        }
    } else if (is_premultiplied(job, c)) {
        for (uint32_t i = 0U; i < count; i++) {
            value[i] = (uint16_t)blit_blended_real(BLIT_BLEND_PREMULTIPLIED, real[i], under[i],
                                                   zero, max, alpha[i], constant);
        }
    } else {
        for (uint32_t i = 0U; i < count; i++) {
            value[i] = (uint16_t)blit_blended_real(BLIT_BLEND_STRAIGHT, real[i], under[i], zero,
                                                   max, alpha[i], constant);
        }
    }
}
