/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file blit.h
 * A blit: pixels of images are turned, stretched, converted and blended into another image. What
 * comes out is defined by docs/2d-pixels.md.
 *
 * The room knows images alone: no buffers, no fences, no handles. Nothing is taken from a heap of
 * ours; what zimg allocates is allocated by blit_prepare().
 */
#ifndef RINGFENCE_BLIT_BLIT_H
#define RINGFENCE_BLIT_BLIT_H

#include <stdbool.h>
#include <stdint.h>

#include "ringfence_cfg.h"

#define BLIT_COMPONENTS 4U
#define BLIT_PLANES     3U
/** Layers of an operation at most. */
#define BLIT_LAYERS 16U

/** What the first three components of a pixel are; the fourth is alpha. */
typedef enum {
    /** Y, U, V. */
    BLIT_MODEL_YUV = 0,
    /** R, G, B. */
    BLIT_MODEL_RGB = 1
} BlitModel;

/** Where a component is: sample i of row j is at `j * pitch + (offset + i * step) * sampleBytes` of
 * its plane, and covers 2^shift_x times 2^shift_y pixels. */
typedef struct {
    uint8_t plane;
    /** In samples. */
    uint8_t offset;
    /** In samples. 0: the image has no such component, and the other members are 0. Alpha is then
     * opaque; U and V are neutral, and not written. */
    uint8_t step;
    uint8_t shift_x;
    uint8_t shift_y;
} BlitComponent;

/** How the samples of an image lie in its planes. */
typedef struct {
    BlitModel model;
    uint8_t planes;
    /** Bits of a value, 8 to 16, in the low bits of a sample. */
    uint8_t bits;
    /** 1 or 2, little-endian. */
    uint8_t sample_bytes;
    BlitComponent component[BLIT_COMPONENTS];
} BlitFormat;

/** Coefficients between R'G'B' and Y'CbCr. */
typedef enum {
    BLIT_STANDARD_601 = 0,
    BLIT_STANDARD_709 = 1,
    BLIT_STANDARD_240M = 2,
    BLIT_STANDARD_2020 = 3
} BlitStandard;

/** What values of an image stand for. */
typedef struct {
    BlitStandard standard;
    /** All values are used (extended range); false: 16 to 235 and 16 to 240 of 8 bits. */
    bool full_range;
} BlitColour;

/** Pixels from x0, y0 up to, not including, x1, y1. */
typedef struct {
    uint32_t x0;
    uint32_t y0;
    uint32_t x1;
    uint32_t y1;
} BlitRect;

/** As NvMediaTransform numbers them: rotations are anti-clockwise. */
typedef enum {
    BLIT_TRANSFORM_NONE = 0,
    BLIT_TRANSFORM_ROTATE_90 = 1,
    BLIT_TRANSFORM_ROTATE_180 = 2,
    BLIT_TRANSFORM_ROTATE_270 = 3,
    BLIT_TRANSFORM_FLIP_HORIZONTAL = 4,
    BLIT_TRANSFORM_INV_TRANSPOSE = 5,
    BLIT_TRANSFORM_FLIP_VERTICAL = 6,
    BLIT_TRANSFORM_TRANSPOSE = 7
} BlitTransform;

/** As NvMedia2DStretchFilter numbers them. */
typedef enum {
    BLIT_FILTER_OFF = 1,
    BLIT_FILTER_LOW = 2,
    BLIT_FILTER_MEDIUM = 3,
    BLIT_FILTER_HIGH = 4
} BlitFilter;

/** As NvMedia2DBlendMode numbers them. */
typedef enum {
    BLIT_BLEND_DISABLED = 1,
    /** By the constant alone. */
    BLIT_BLEND_CONSTANT = 2,
    /** By the alpha of the source times the constant. */
    BLIT_BLEND_STRAIGHT = 3,
    /** The same, where the colours of the source are multiplied with its alpha already. */
    BLIT_BLEND_PREMULTIPLIED = 4
} BlitBlend;

/** An image. */
typedef struct {
    BlitFormat format;
    BlitColour colour;
    /** Pixels. */
    uint32_t width;
    uint32_t height;
    /** First sample of each plane. That of a source is only read. NULL: the CPU does not reach it;
     * blit_check() takes it, for a GPU, and blit_run() does not. */
    uint8_t *plane[BLIT_PLANES];
    /** Bytes from a row to the next. */
    uint32_t pitch[BLIT_PLANES];
} BlitImage;

/** What is drawn. */
typedef struct {
    BlitImage source;
    BlitRect source_rect;
    BlitRect destination_rect;
    BlitTransform transform;
    BlitFilter filter;
    BlitBlend blend;
    /** 0 to 1. */
    float alpha;
} BlitLayer;

/** Layers are drawn in this order. */
typedef struct {
    BlitImage destination;
    uint32_t layers;
    BlitLayer layer[BLIT_LAYERS];
} BlitOperation;

/** Bytes of a memory: rows of `width` bytes, `pitch` apart. */
typedef struct {
    /** From the first byte of the memory. */
    uint64_t first;
    uint64_t pitch;
    uint64_t width;
    uint64_t rows;
} BlitArea;

typedef enum {
    BLIT_OK = 0,
    /** Rectangles are empty, outside of their image, or odd where colour is sub-sampled. */
    BLIT_BAD_RECT = 1,
    /** A stretch by less than 1/16 or more than 16, or an image that is larger than the tables. */
    BLIT_BAD_SCALE = 2,
    /** A format that no blit has. */
    BLIT_BAD_FORMAT = 3,
    /** A graph is needed that was not prepared. */
    BLIT_NOT_PREPARED = 4,
    /** All RINGFENCE_CFG_2D_GRAPHS are taken. */
    BLIT_NO_GRAPH = 5,
    /** It was stopped. */
    BLIT_STOPPED = 6,
    /** A transform, filter, blending or alpha that there is not, or more than BLIT_LAYERS. */
    BLIT_BAD_PARAMETER = 7,
    /** A source rectangle and the destination rectangle share memory, as addresses say. */
    BLIT_OVERLAP = 8,
    /** zimg has no memory for a graph. */
    BLIT_NO_MEMORY = 9
} BlitStatus;

/** Says whether an operation can be done at all; nothing is changed. O(layers). */
BlitStatus blit_check(const BlitOperation *operation);

/** Says whether areas of one memory have a byte in common; where their rows are not equally far
 * apart, whether one begins before the other ends. */
bool blit_areas_meet(const BlitArea *one, const BlitArea *other);

/** Says whether the rectangles of a layer that blit_check() took share bytes, where both images are
 * in one memory: at `destination` and `source` are the first samples of their planes, in bytes from
 * the first one of the memory. */
bool blit_layer_overlaps(const BlitImage *image, const uint64_t *destination,
                         const BlitLayer *layer, const uint64_t *source);

/** Says whether the graphs that an operation needs are there: BLIT_OK or BLIT_NOT_PREPARED. Any
 * thread. O(layers), no lock. */
BlitStatus blit_is_prepared(const BlitOperation *operation);

/** Builds the graphs that an operation needs and that are not there. Init only; one thread at a
 * time. */
BlitStatus blit_prepare(const BlitOperation *operation);

/** Gives all graphs back. Init and de-init only; no blit may be under way. */
void blit_forget(void);

/** Graphs that there are, and the most that there were since the process began. Any thread. */
uint32_t blit_graphs(uint32_t *most);

/** Rows of samples that a blit works on; each thread that blits has its own. */
typedef struct BlitScratch BlitScratch;

/** Scratch number `index` of RINGFENCE_CFG_2D_ENGINES. */
BlitScratch *blit_scratch(uint32_t index);

/** Asked between rows: whether a blit is to go on. */
typedef bool (*BlitGoesOn)(void *context);

/** Does an operation that blit_check() and blit_is_prepared() gave BLIT_OK for. BLIT_OK or
 * BLIT_STOPPED. No allocation, no lock, no system call. */
BlitStatus blit_run(const BlitOperation *operation, BlitScratch *scratch, BlitGoesOn goes_on,
                    void *context);

#endif /* RINGFENCE_BLIT_BLIT_H */
