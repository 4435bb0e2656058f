/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file pipeline.h
 * How a layer is drawn on the CPU, row by row: source.c reads rows of the turned source, graph.c
 * stretches them, mix.c converts and gathers, blend.c mixes with what is there, store.c writes.
 * move.c is the short way of pixels that stay what they are.
 */
#ifndef RINGFENCE_BLIT_PIPELINE_H
#define RINGFENCE_BLIT_PIPELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "blit/arithmetic.h"
#include "blit/blit.h"
#include "ringfence_cfg.h"

/** Samples of a row of scratch: loops may write beyond the last sample, up to a whole vector. */
#define BLIT_ROW (RINGFENCE_CFG_2D_WIDTH + 64U)
/** Columns of a source that are turned into rows at one time. */
#define BLIT_BLOCK 32U
/** Rows of a plane at most in zimg's window: HIGH at 1/16 reads 96. */
#define BLIT_WINDOW_ROWS 256U
/** Bytes that a graph may need: windows of all planes, rows that come out, and zimg's own. */
#define BLIT_POOL_BYTES                                                                            \
    (sizeof(float) * BLIT_ROW * ((BLIT_COMPONENTS * (BLIT_WINDOW_ROWS + 16U)) + 96U))
/** What zimg wants addresses and pitches to be a multiple of. */
#define BLIT_ALIGN 64U
/** No row of a plane. */
#define BLIT_NO_ROW UINT32_MAX

struct BlitScratch {
    /** Memory of zimg. */
    _Alignas(BLIT_ALIGN) float pool[BLIT_POOL_BYTES / sizeof(float)];
    /** A row of a plane of the turned source, and the pixels that are made of it. */
    uint16_t raw[BLIT_COMPONENTS][BLIT_ROW];
    uint16_t pixel[BLIT_COMPONENTS][BLIT_ROW];
    /** Columns of the source that are rows of the turned one. */
    uint16_t block[BLIT_COMPONENTS][BLIT_BLOCK][BLIT_ROW];
    /** Sums of the pixels that a sub-sampled sample covers. */
    int32_t sum[BLIT_COMPONENTS][BLIT_ROW];
    float real_sum[BLIT_COMPONENTS][BLIT_ROW];
    /** Values of filters that are to be blended. */
    float real_value[BLIT_ROW];
    /** Values of filters of components that are not read. */
    float absent[BLIT_COMPONENTS][BLIT_ROW];
    /** What is to be written, and what is there. */
    uint16_t value[BLIT_COMPONENTS][BLIT_ROW];
    uint16_t under[BLIT_ROW];
    /** Alpha of a row, and alpha of 0 to 1. */
    double weight[BLIT_ROW];
    float alpha[BLIT_ROW];
    /** Columns of a plane that cover the pixels; of planes that are sub-sampled, the second. */
    uint32_t column[2][BLIT_ROW];
};

/** What the mean of some pixels is multiplied with: numbers of the matrix, divided by the pixels.
 */
typedef struct {
    double exact[BLIT_COLOURS + 1U];
    float real[BLIT_COLOURS + 1U];
    /** Sums in float are exact. */
    bool fits_float;
    /** The component stays what it is. */
    bool is_same;
} BlitMix;

/** A layer that is being drawn. */
typedef struct {
    const BlitImage *source;
    const BlitImage *destination;
    const BlitLayer *layer;
    BlitScratch *scratch;
    BlitGoesOn goes_on;
    void *context;
    bool is_stopped;
    /** Pixels of the turned source rectangle, and of the destination rectangle. */
    uint32_t source_width;
    uint32_t source_height;
    uint32_t width;
    uint32_t height;
    bool swaps;
    bool flips_x;
    bool flips_y;
    /** Shifts of each component of the turned source. */
    uint8_t shift_x[BLIT_COMPONENTS];
    uint8_t shift_y[BLIT_COMPONENTS];
    /** Components of the source that are read. */
    bool reads[BLIT_COMPONENTS];
    /** The alpha of the source counts in blending. */
    bool has_weight;
    /** DISABLED where the constant is 1 and alone. */
    BlitBlend blend;
    uint32_t constant;
    /** Pixels of a sub-sampled sample of the destination are 2^this; 0: there is none. */
    uint8_t gather_x;
    uint8_t gather_y;
    bool gathers;
    BlitMatrix matrix;
    /** For a sample of one pixel, for one of several. */
    BlitMix mix[BLIT_COLOURS];
    BlitMix gather[BLIT_COLOURS];
    /** Row that is in raw[], in pixel[], and first of the rows in block[]. */
    uint32_t raw_row[BLIT_COMPONENTS];
    uint32_t pixel_row[BLIT_COMPONENTS];
    uint32_t block_row[BLIT_COMPONENTS];
} BlitJob;

/** Graph of zimg and what it needs. */
typedef struct {
    uint32_t source_width;
    uint32_t source_height;
    uint32_t width;
    uint32_t height;
    /** 1: the first component; 3: and U, V; 4: and alpha. */
    uint32_t planes;
    uint32_t filter;
    uint32_t shift_x;
    uint32_t shift_y;
} BlitGraphKey;

/** Copies bytes, whatever they are of. */
static inline void blit_copy(void *to, const void *from, size_t count)
{
    (void)memcpy(to, from, count);
}

/* job.c */

/** Sets a job up; nothing is read of the images. */
void blit_job_begin(BlitJob *job, const BlitImage *destination, const BlitLayer *layer);
/** Whether the job needs a graph. */
bool blit_job_is_filtered(const BlitJob *job);

/* source.c */

/** Row of a plane of the turned source: samples of component c. */
const uint16_t *blit_source_row(BlitJob *job, uint32_t c, uint32_t row);
/** Row `y` of the destination's pixels: the samples that cover them. */
const uint16_t *blit_pixel_row(BlitJob *job, uint32_t c, uint32_t y);
/** Fills what blit_pixel_row() gives for components that are not there. */
void blit_source_begin(BlitJob *job);
/** Samples that lie `step` bytes apart; bits above `max` are left out. */
void blit_read(const uint8_t *from, ptrdiff_t step, uint32_t sample_bytes, uint32_t max,
               uint32_t count, uint16_t *to);

/* mix.c */

/** Converts a row of pixels, gathers it, and hands it on to be blended and written. */
void blit_mix_row(BlitJob *job, uint32_t y, const uint16_t *const pixels[BLIT_COMPONENTS]);
/** The same of values of filters. Alpha is limited in place. */
void blit_mix_real_row(BlitJob *job, uint32_t y, float *const planes[BLIT_COMPONENTS]);

/* blend.c */

/** Blends value[c] into under[], where the weight of sample i is `alpha[i] / opaque`, or 1. */
void blit_blend_row(const BlitJob *job, uint32_t c, uint32_t count, const int32_t *sums,
                    const uint16_t *alpha, uint32_t opaque, uint16_t *value);
/** The same of values of filters, in real_value[] and alpha[]. */
void blit_blend_real_row(const BlitJob *job, uint32_t c, uint32_t count, uint16_t *value);

/* store.c */

/** Address of the first sample of component c in row `row` of the destination rectangle's plane. */
uint8_t *blit_store_at(const BlitJob *job, uint32_t c, uint32_t row);
/** Reads a row of the destination rectangle into under[]. */
void blit_load_row(BlitJob *job, uint32_t c, uint32_t row, uint32_t count);
/** Writes a row of component c. */
void blit_store_row(BlitJob *job, uint32_t c, uint32_t row, uint32_t count, const uint16_t *value);
/** Writes a row of four components of one byte that lie in one word. */
void blit_store_words(BlitJob *job, uint32_t row, const uint16_t *const values[BLIT_COMPONENTS]);
/** Whether blit_store_words() can write the destination. */
bool blit_store_is_word(const BlitFormat *format);

/** Writes a row of U and V. */
void blit_store_colours(BlitJob *job, uint32_t row, uint32_t count, const uint16_t *u,
                        const uint16_t *v);
/** Whether U and V lie side by side in bytes of a plane of their own. */
bool blit_store_is_pair(const BlitFormat *format);

/* words.c */

/** Whether the pixels are words that become planes at the same size. */
bool blit_words_can(const BlitJob *job);
void blit_words_draw(BlitJob *job);

/* move.c */

/** Whether all that is read is written as it is, component by component. */
bool blit_move_can(const BlitJob *job);
void blit_move(BlitJob *job);

/* graph.c */

/** Draws with a graph that is there. */
void blit_graph_draw(BlitJob *job);

/** Asks whether to go on; once not, never. */
bool blit_job_goes_on(BlitJob *job);

#endif /* RINGFENCE_BLIT_PIPELINE_H */
