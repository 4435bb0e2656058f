/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file layout.c
 * Where the planes of an image, the levels of a pyramid and the elements of a tensor lie, and how
 * many bytes an array takes.
 */
#include "buf/layout.h"
#include "core/assert.h"

#define BITS_PER_BYTE 8U

/* ---------------------------------------------------------------- images */

static uint64_t padded_length(uint64_t before, uint64_t length, uint64_t after, bool *fits)
{
    return checked_add(length, checked_add(before, after, fits), fits);
}

/**
 * Lays out a plane, without its offset.
 *
 *   pitch        = align_up((left + width + right) x bits / 8, pitch_align)         below 2^32
 *   height       = align_up((top + height + bottom) / fields, height_align)         below 2^32
 *   second field = pitch x height if there are two fields, else 0
 *   size         = align_up(pitch x height x fields, size_align)                    below 2^64
 *
 * Divisions round up. Padding widens the plane before it is aligned.
 *
 * @satisfies RF-BUF-030
 */
static BufKey plane_layout(const ImageShape *image, const PlaneShape *shape, PlaneLayout *layout)
{
    BufKey failed = BUF_KEY_COUNT;
    bool pitch_fits = true;
    bool height_fits = true;
    bool size_fits = true;
    uint64_t pitch = padded_length(shape->left, shape->width, shape->right, &pitch_fits);
    uint64_t height = padded_length(shape->top, shape->height, shape->bottom, &height_fits);
    uint64_t size = 0U;

    ASSERT(image->fields > 0U);
    ASSERT(shape->bits > 0U);
    pitch = checked_divide(checked_multiply(pitch, shape->bits, &pitch_fits), BITS_PER_BYTE);
    pitch = checked_align(pitch, image->pitch_align, &pitch_fits);
    height =
        checked_align(checked_divide(height, image->fields), image->height_align, &height_fits);
    size = checked_multiply(pitch, height, &size_fits);
    layout->second_field = (image->fields > 1U) ? size : 0U;
    size = checked_multiply(size, image->fields, &size_fits);
    layout->pitch = pitch;
    layout->height = height;
    layout->size = checked_align(size, image->size_align, &size_fits);
    if ((!pitch_fits) || (pitch > UINT32_MAX)) {
        failed = BUF_IMAGE_PLANE_PITCH;
    } else if ((!height_fits) || (height > UINT32_MAX)) {
        failed = BUF_IMAGE_PLANE_ALIGNED_HEIGHT;
    } else if (!size_fits) {
        failed = BUF_IMAGE_PLANE_ALIGNED_SIZE;
    } else {
        failed = BUF_KEY_COUNT;
    }
    return failed;
}

/** Greatest base_align of plane `first` and the planes behind it; 1 if there is none. */
static uint64_t align_from(const ImageShape *shape, uint32_t first)
{
    uint64_t align = 1U;

    for (uint32_t i = first; i < shape->count; i++) {
        if (shape->planes[i].base_align > align) {
            align = shape->planes[i].base_align;
        }
    }
    return align;
}

/**
 * Plane offsets, size and alignment:
 *
 *   size[i]   = align_up(size of the plane, greatest base_align of the planes behind it)
 *   offset[0] = 0, offset[i] = offset[i - 1] + size[i - 1]
 *   size      = the sum of all size[i]
 *   alignment = the greatest base_align
 *
 * Each size before a plane is a multiple of the plane's base_align, so its offset is one too.
 * Memory that begins at a multiple of the greatest base_align makes each plane begin at a multiple
 * of its own.
 *
 * @satisfies RF-BUF-031
 */
BufKey layout_image(const ImageShape *shape, ImageLayout *layout)
{
    BufKey failed = BUF_KEY_COUNT;
    uint64_t end = 0U;
    bool fits = true;

    ASSERT(shape->count <= NV_SCI_BUF_IMAGE_MAX_PLANES);
    layout->alignment = align_from(shape, 0U);
    for (uint32_t i = 0U; (i < shape->count) && (failed == BUF_KEY_COUNT); i++) {
        PlaneLayout *const plane = &layout->planes[i];

        failed = plane_layout(shape, &shape->planes[i], plane);
        if (failed == BUF_KEY_COUNT) {
            plane->size = checked_align(plane->size, align_from(shape, i + 1U), &fits);
            plane->offset = end;
            end = checked_add(end, plane->size, &fits);
            layout->size = end;
            failed = fits ? BUF_KEY_COUNT : BUF_IMAGE_SIZE;
        }
    }
    return failed;
}

/* ---------------------------------------------------------------- pyramids */

/** Length of a plane in the next level. `first` is that of plane 0 there. */
static uint64_t next_length(uint64_t length, uint64_t first, uint64_t divisor, uint32_t scale_bits)
{
    return (divisor == 0U) ? layout_scale(length, scale_bits) : checked_divide(first, divisor);
}

static void scale_planes(ImageShape *level, uint32_t scale_bits)
{
    for (uint32_t i = 0U; i < level->count; i++) {
        PlaneShape *const plane = &level->planes[i];

        plane->width =
            next_length(plane->width, level->planes[0].width, plane->width_divisor, scale_bits);
        plane->height =
            next_length(plane->height, level->planes[0].height, plane->height_divisor, scale_bits);
    }
}

/**
 * Levels:
 *
 *   width[k]  = round(width[k - 1] x scale), 1 at least; the same for height, for each plane
 *               that is no chroma of a surface
 *   chroma of a surface: lengths of plane 0 divided by the sampling, rounded up
 *   size[k]   = size of the image of that width and height, by the formula of images
 *   offset[0] = 0, offset[k] = align_up(offset[k - 1] + size[k - 1], alignment of level 0)
 *   end       = offset[last] + size[last]
 *
 * Padding is the same at each level.
 *
 * @satisfies RF-BUF-032
 */
BufKey layout_pyramid(const ImageShape *base, uint32_t levels, uint32_t scale_bits,
                      PyramidLayout *layout)
{
    static const ImageLayout nothing = {0};
    ImageShape *const level = &layout->level;
    ImageLayout *const image = &layout->image;
    BufKey failed = BUF_KEY_COUNT;
    uint64_t end = 0U;
    bool fits = true;

    ASSERT(levels <= NV_SCI_BUF_PYRAMID_MAX_LEVELS);
    *level = *base;
    *image = nothing;
    for (uint32_t k = 0U; (k < levels) && (failed == BUF_KEY_COUNT); k++) {
        failed = layout_image(level, image);
        if (failed == BUF_KEY_COUNT) {
            layout->offsets[k] = checked_align(end, image->alignment, &fits);
            end = checked_add(layout->offsets[k], image->size, &fits);
            layout->sizes[k] = image->size;
            layout->end = end;
            failed = fits ? BUF_KEY_COUNT : BUF_PYRAMID_LEVEL_OFFSET;
        }
        scale_planes(level, scale_bits);
    }
    return failed;
}

/* ---------------------------------------------------------------- tensors, arrays */

/**
 * Strides and size, dimension 0 being the outermost:
 *
 *   stride[last] = align_up(element size, align[last])
 *   stride[d]    = align_up(stride[d + 1] x size[d + 1], align[d])
 *   size         = align_up(stride[0] x size[0], size_align)
 *
 * @satisfies RF-BUF-033
 */
BufKey layout_tensor(const TensorShape *shape, TensorLayout *layout)
{
    BufKey failed = BUF_KEY_COUNT;
    bool fits = true;
    uint64_t span = shape->element_size;

    ASSERT(shape->dims <= NV_SCI_BUF_TENSOR_MAX_DIMS);
    for (uint32_t left = shape->dims; left > 0U; left--) {
        const uint32_t d = left - 1U;
        const uint64_t stride = checked_align(span, shape->aligns[d], &fits);

        layout->strides[d] = stride;
        if (!fits) {
            failed = BUF_TENSOR_STRIDES_PER_DIM;
        }
        span = checked_multiply(stride, shape->sizes[d], &fits);
    }
    layout->size = checked_align(span, shape->size_align, &fits);
    if ((failed == BUF_KEY_COUNT) && (!fits)) {
        failed = BUF_TENSOR_SIZE;
    }
    return failed;
}

/**
 * size = align_up(capacity x stride, size_align)
 *
 * @satisfies RF-BUF-034
 */
BufKey layout_array(uint64_t capacity, uint64_t stride, uint64_t size_align, uint64_t *size)
{
    bool fits = true;

    *size = checked_align(checked_multiply(capacity, stride, &fits), size_align, &fits);
    return fits ? BUF_KEY_COUNT : BUF_ARRAY_SIZE;
}
