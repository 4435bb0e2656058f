/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file layout_pyramid.c
 * Where the levels of a pyramid lie.
 */
#include "buf/buf.h"

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
