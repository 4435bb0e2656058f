/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file layout_image.c
 * Where the planes of an image lie.
 */
#include "buf/buf.h"

#define BITS_PER_BYTE 8U

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
    const Checked padding = checked_add(checked(shape->left), checked(shape->right));
    const Checked width = checked_add(checked(shape->width), padding);
    const Checked bits = checked_multiply(width, checked(shape->bits));
    const Checked pitch = checked_limit(
        checked_align(checked_divide(bits, BITS_PER_BYTE), image->pitch_align), UINT32_MAX);
    const Checked margin = checked_add(checked(shape->top), checked(shape->bottom));
    const Checked rows = checked_add(checked(shape->height), margin);
    const Checked height = checked_limit(
        checked_align(checked_divide(rows, image->fields), image->height_align), UINT32_MAX);
    const Checked field = checked_multiply(pitch, height);
    const Checked size =
        checked_align(checked_multiply(field, checked(image->fields)), image->size_align);

    if (!pitch.fits) {
        failed = BUF_IMAGE_PLANE_PITCH;
    } else if (!height.fits) {
        failed = BUF_IMAGE_PLANE_ALIGNED_HEIGHT;
    } else if (!size.fits) {
        failed = BUF_IMAGE_PLANE_ALIGNED_SIZE;
    } else {
        layout->pitch = pitch.value;
        layout->height = height.value;
        layout->second_field = (image->fields > 1U) ? field.value : 0U;
        layout->size = size.value;
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
    Checked end = checked(0U);

    layout->alignment = align_from(shape, 0U);
    for (uint32_t i = 0U; (i < shape->count) && (failed == BUF_KEY_COUNT); i++) {
        PlaneLayout *const plane = &layout->planes[i];

        failed = plane_layout(shape, &shape->planes[i], plane);
        if (failed == BUF_KEY_COUNT) {
            const Checked size = checked_align(checked(plane->size), align_from(shape, i + 1U));

            plane->size = size.value;
            plane->offset = end.value;
            end = checked_add(end, size);
            layout->size = end.value;
            failed = end.fits ? BUF_KEY_COUNT : BUF_IMAGE_SIZE;
        }
    }
    return failed;
}
