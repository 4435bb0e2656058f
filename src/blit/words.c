/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file words.c
 * The short way of pixels that are words of four bytes, into planes of Y, U and V at the same
 * size: each word is read once for Y and once for U and V. The results are those of mix.c.
 */
#include <string.h>

#include "blit/blit.h"
#include "blit/pipeline.h"
#include "core/assert.h"

#define WORD_BYTES 4U
#define BYTE_BITS  8U
#define BYTE_MASK  0xFFU
/** First and third byte of two words; sums of 256 of them do not meet. */
#define OUTER_MASKS 0x00FF00FF00FF00FFU
#define WORD_BITS   32U
#define WORD_MASK   0xFFFFFFFFU
#define OUTER_BITS  16U
#define OUTER_LOW   0xFFFFU

/** Numbers for the bytes of a word that was shifted right by `lift`. */
typedef struct {
    float m[BLIT_COLOURS];
    float offset;
    float max;
} WordMix;

/** The last byte of a word is a sample's: it is there behind the last pixel too. */
static bool is_word_whole(const BlitFormat *format)
{
    const BlitComponent *k = format->component;
    const uint32_t last = WORD_BYTES - 1U;

    return (k[0].offset == last) || (k[2].offset == last) ||
           ((k[BLIT_ALPHA].step == WORD_BYTES) && (k[BLIT_ALPHA].plane == k[0].plane) &&
            (k[BLIT_ALPHA].offset == last));
}

/** Components are next to each other in one word. */
static bool is_words(const BlitFormat *format)
{
    const BlitComponent *k = format->component;
    bool is_word = (format->sample_bytes == 1U);

    for (uint32_t c = 0U; c < BLIT_COLOURS; c++) {
        is_word = is_word && (k[c].step == WORD_BYTES) && (k[c].plane == k[0].plane) &&
                  (k[c].shift_x == 0U) && (k[c].shift_y == 0U);
    }
    return is_word &&
           (((k[1].offset == (k[0].offset + 1U)) && (k[2].offset == (k[1].offset + 1U))) ||
            ((k[0].offset == (k[1].offset + 1U)) && (k[1].offset == (k[2].offset + 1U))));
}

/** Y in a plane of its own, U and V absent or one for two by two pixels. */
static bool is_planes(const BlitJob *job)
{
    const BlitFormat *format = &job->destination->format;
    const bool has_colours = format->component[1].step != 0U;

    return (format->sample_bytes == 1U) && (format->component[0].step == 1U) &&
           (format->component[BLIT_ALPHA].step == 0U) &&
           ((!has_colours) || ((job->gather_x == 1U) && (job->gather_y == 1U)));
}

/** Sums of one pixel and of four are exact in float. */
static bool sums_fit(const BlitJob *job)
{
    return job->mix[0].fits_float && job->gather[1].fits_float && job->gather[2].fits_float;
}

bool blit_words_can(const BlitJob *job)
{
    return (job->blend == BLIT_BLEND_DISABLED) && (!job->swaps) && (!job->flips_x) &&
           (job->source_width == job->width) && (job->source_height == job->height) &&
           is_words(&job->source->format) && is_word_whole(&job->source->format) &&
           is_planes(job) && sums_fit(job);
}

/** The numbers of a mix in the order of the bytes. */
static WordMix word_mix(const BlitJob *job, const BlitMix *mix)
{
    const BlitComponent *k = job->source->format.component;
    const bool is_forward = k[0].offset < k[2].offset;
    WordMix words;

    words.m[0] = mix->real[is_forward ? 0U : 2U];
    words.m[1] = mix->real[1];
    words.m[2] = mix->real[is_forward ? 2U : 0U];
    words.offset = mix->real[BLIT_COLOURS] + 0.5F;
    words.max = (float)blit_max(&job->destination->format);
    return words;
}

/** Bits below the first colour of a word. */
static uint32_t lift_of(const BlitJob *job)
{
    const BlitComponent *k = job->source->format.component;
    const uint32_t first = (k[0].offset < k[2].offset) ? k[0].offset : k[2].offset;

    return BYTE_BITS * first;
}

static inline uint32_t word_at(const uint8_t *from, size_t i)
{
    uint32_t word = 0U;

    blit_copy(&word, &from[WORD_BYTES * i], sizeof(word));
    return word;
}

/** The nearest; half was added. Values of several bytes in a row are exact in float. */
static inline int32_t word_value(const WordMix *mix, int32_t a, int32_t b, int32_t c)
{
    const float sum = ((mix->m[0] * (float)a) + (mix->m[1] * (float)b)) + (mix->m[2] * (float)c);
    const float value = sum + mix->offset;
    const float above = (value > 0.0F) ? value : 0.0F;
    const float limited = (above < mix->max) ? above : mix->max;

    return (int32_t)limited;
}

static void single_row(WordMix mix, uint32_t lift, const uint8_t *from, uint32_t count, uint8_t *to)
{
    for (uint32_t i = 0U; i < count; i++) {
        const uint32_t word = word_at(from, i) >> lift;
        const uint32_t first = word & BYTE_MASK;
        const uint32_t second = (word >> BYTE_BITS) & BYTE_MASK;
        const uint32_t third = (word >> OUTER_BITS) & BYTE_MASK;

        to[i] = (uint8_t)word_value(&mix, (int32_t)first, (int32_t)second, (int32_t)third);
    }
}

/** Two words next to each other. */
static inline uint64_t words_at(const uint8_t *from, size_t i)
{
    uint64_t words = 0U;

    blit_copy(&words, &from[2U * WORD_BYTES * i], sizeof(words));
    return words;
}

/** Adds first and third bytes of two by two words; the others are added after a shift. */
static inline uint32_t square_sum(uint64_t upper, uint64_t lower, uint32_t shift)
{
    const uint64_t column = ((upper >> shift) & OUTER_MASKS) + ((lower >> shift) & OUTER_MASKS);

    const uint64_t sum = (column + (column >> WORD_BITS)) & WORD_MASK;

    return (uint32_t)sum;
}

/** Sums of the bytes of two by two pixels: words of rows `upper` and `lower`. */
static void square_sums(BlitScratch *scratch, uint32_t lift, const uint8_t *upper,
                        const uint8_t *lower, uint32_t count)
{
    int32_t *first = scratch->sum[0];
    int32_t *second = scratch->sum[1];
    int32_t *third = scratch->sum[2];

    for (uint32_t i = 0U; i < count; i++) {
        const uint64_t above = words_at(upper, i);
        const uint64_t below = words_at(lower, i);
        const uint32_t outer = square_sum(above, below, lift);
        const uint32_t inner = square_sum(above, below, lift + BYTE_BITS);

        const uint32_t low = outer & OUTER_LOW;
        const uint32_t middle = inner & OUTER_LOW;
        const uint32_t high = outer >> OUTER_BITS;

        first[i] = (int32_t)low;
        second[i] = (int32_t)middle;
        third[i] = (int32_t)high;
    }
}

/** U or V of these sums. */
static void square_row(WordMix mix, const BlitScratch *scratch, uint32_t count, uint16_t *to)
{
    const int32_t *first = scratch->sum[0];
    const int32_t *second = scratch->sum[1];
    const int32_t *third = scratch->sum[2];

    for (uint32_t i = 0U; i < count; i++) {
        to[i] = (uint16_t)word_value(&mix, first[i], second[i], third[i]);
    }
}

/** First word of row y of the turned source. */
static const uint8_t *source_words(const BlitJob *job, uint32_t y)
{
    const BlitImage *image = job->source;
    const BlitRect *rect = &job->layer->source_rect;
    const uint32_t plane = image->format.component[0].plane;
    const uint32_t down = job->flips_y ? (job->height - 1U - y) : y;
    const size_t row = (size_t)rect->y0 + down;

    return &image->plane[plane][(row * image->pitch[plane]) + ((size_t)rect->x0 * WORD_BYTES)];
}

/** @satisfies RF-BLIT-011 RF-BLIT-013 RF-BLIT-014 */
void blit_words_draw(BlitJob *job)
{
    const uint32_t lift = lift_of(job);
    WordMix single;
    WordMix square[2];
    const uint32_t count = job->width / 2U;
    BlitScratch *scratch = job->scratch;

    ASSERT(!job->swaps);
    ASSERT(!job->flips_x);
    single = word_mix(job, &job->mix[0]);
    square[0] = word_mix(job, &job->gather[1]);
    square[1] = word_mix(job, &job->gather[2]);
    for (uint32_t y = 0U; (y < job->height) && (!job->is_stopped); y++) {
        if (blit_job_goes_on(job)) {
            single_row(single, lift, source_words(job, y), job->width, blit_store_at(job, 0U, y));
            if (job->gathers && ((y % 2U) == 1U)) {
                square_sums(scratch, lift, source_words(job, y - 1U), source_words(job, y), count);
                square_row(square[0], scratch, count, scratch->value[1]);
                square_row(square[1], scratch, count, scratch->value[2]);
                blit_store_colours(job, y / 2U, count, scratch->value[1], scratch->value[2]);
            }
        }
    }
}
