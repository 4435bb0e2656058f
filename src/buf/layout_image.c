/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file layout_image.c
 * Where the planes of an image lie.
 */
#include "buf/buf.h"

#define BITS_PER_BYTE 8U

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
