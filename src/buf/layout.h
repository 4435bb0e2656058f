/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file layout.h
 * What the files of types/ have for each other and for types.c.
 *
 * What computes only from its arguments needs no lock; all else needs the library's.
 */
#ifndef RINGFENCE_BUF_LAYOUT_H
#define RINGFENCE_BUF_LAYOUT_H

#include "buf/buf.h"

/* ---------------------------------------------------------------- where it lies */

/** What is asked of a plane. Lengths are pixels. */
typedef struct {
    uint64_t width;
    uint64_t height;
    uint64_t left;
    uint64_t right;
    uint64_t top;
    uint64_t bottom;
    /** Bits of a pixel. */
    uint64_t bits;
    /** Bytes, a power of two. */
    uint64_t base_align;
    /** In a level of a pyramid: lengths are those of plane 0, divided and rounded up; 0: the plane
     * is scaled by itself. */
    uint64_t width_divisor;
    uint64_t height_divisor;
} PlaneShape;

/** What is asked of an image. */
typedef struct {
    uint32_t count;
    PlaneShape planes[NV_SCI_BUF_IMAGE_MAX_PLANES];
    /** 1: progressive; 2: interlaced. */
    uint64_t fields;
    /** Powers of two: bytes, rows, bytes. */
    uint64_t pitch_align;
    uint64_t height_align;
    uint64_t size_align;
} ImageShape;

/** Where a plane lies. */
typedef struct {
    uint64_t offset;
    uint64_t pitch;
    /** Rows of a field. */
    uint64_t height;
    uint64_t second_field;
    uint64_t size;
} PlaneLayout;

/** Where an image lies. */
typedef struct {
    PlaneLayout planes[NV_SCI_BUF_IMAGE_MAX_PLANES];
    uint64_t size;
    /** What memory must be aligned to for all planes. */
    uint64_t alignment;
} ImageLayout;

/** What is asked of a tensor. */
typedef struct {
    uint32_t dims;
    uint64_t element_size;
    uint64_t sizes[NV_SCI_BUF_TENSOR_MAX_DIMS];
    /** Powers of two, bytes. */
    uint64_t aligns[NV_SCI_BUF_TENSOR_MAX_DIMS];
    uint64_t size_align;
} TensorShape;

/** Where a tensor lies. */
typedef struct {
    uint64_t strides[NV_SCI_BUF_TENSOR_MAX_DIMS];
    uint64_t size;
} TensorLayout;

/** Where the levels of a pyramid lie. */
typedef struct {
    uint64_t offsets[NV_SCI_BUF_PYRAMID_MAX_LEVELS];
    uint64_t sizes[NV_SCI_BUF_PYRAMID_MAX_LEVELS];
    uint64_t end;
    /** The level that was laid out last, and the shape of the next one. */
    ImageLayout image;
    ImageShape level;
} PyramidLayout;

/** Lays out an image. Gives the key that overflows; BUF_KEY_COUNT if none does. */
BufKey layout_image(const ImageShape *shape, ImageLayout *layout);

/** Pixels of the next level: length x scale, rounded to the nearest, 1 at least. `scale_bits` are
 * the bits of an IEEE 754 single from above 0 to 1. */
uint64_t layout_scale(uint64_t length, uint32_t scale_bits);

/** Lays out a pyramid whose level 0 is `base`. Gives the key that overflows, or BUF_KEY_COUNT. */
BufKey layout_pyramid(const ImageShape *base, uint32_t levels, uint32_t scale_bits,
                      PyramidLayout *layout);

/** Lays out a tensor. Gives the key that overflows, or BUF_KEY_COUNT. */
BufKey layout_tensor(const TensorShape *shape, TensorLayout *layout);

/** Lays out an array: capacity x stride, rounded up. Gives the key that overflows, or
 * BUF_KEY_COUNT. */
BufKey layout_array(uint64_t capacity, uint64_t stride, uint64_t size_align, uint64_t *size);

/* ---------------------------------------------------------------- values and outputs */

/* buf_TYPE_validate(): whether the values of a row, whose keys are complete, make a buffer of the
 * type; defaults of what may be left out. buf_TYPE_compute(): the outputs. */

/** Expands surface keys to plane keys (surface.c). NotSupported iff the combination has no planes.
 */
NvSciError buf_surface_expand(const BufMerge *merge);

NvSciError buf_image_validate(const BufMerge *merge);
NvSciError buf_tensor_validate(const BufMerge *merge);
NvSciError buf_image_tensor_validate(const BufMerge *merge);
NvSciError buf_array_validate(const BufMerge *merge);

/** The shape that was laid out goes to `shape`: level 0 of a pyramid. */
NvSciError buf_image_compute(const BufMerge *merge, const BufEngineNeeds *needs,
                             const ImageShape **shape);
void buf_image_tensor_compute(const BufMerge *merge);
NvSciError buf_pyramid_compute(const BufMerge *merge, const ImageShape *shape);
NvSciError buf_tensor_compute(const BufMerge *merge, const BufEngineNeeds *needs);
NvSciError buf_array_compute(const BufMerge *merge, const BufEngineNeeds *needs);

/** Key that an application changes to make an output of an image fit. */
BufKey buf_image_cause(const BufMerge *merge, BufKey output);

/** What chroma lengths are divided by. */
typedef struct {
    uint64_t width;
    uint64_t height;
} Subsampling;

/** Sampling of the surface of a row. */
Subsampling buf_surface_sampling(uint32_t row);

/** Reports that an output does not fit its width because of the key `cause`. */
static inline NvSciError buf_overflow(const BufMerge *merge, BufKey output, BufKey cause)
{
    return buf_conflict(merge, NvSciError_Overflow, output, RINGFENCE_RULE_RANGE, cause);
}

static inline uint64_t greater_of_two(uint64_t left, uint64_t right)
{
    return (left > right) ? left : right;
}

#endif /* RINGFENCE_BUF_LAYOUT_H */
