/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file layout_pyramid.c
 * Where the levels of a pyramid lie.
 *
 * The scale is a float, but no float is computed with: its bits are an integer and a power of two,
 * so the result is the same on every machine.
 */
#include "buf/buf.h"

#define SINGLE_FRACTION_BITS 23U
#define SINGLE_FRACTION_MASK 0x7FFFFFU
#define HIDDEN_BIT           0x800000ULL
/** A single is mantissa x 2^(exponent - SINGLE_BIAS). */
#define SINGLE_BIAS 150U
/** Bits of a length times a mantissa. */
#define PRODUCT_BITS 56U

/**
 * scale = mantissa x 2^-shift, so length x scale = (length x mantissa) / 2^shift; half of the
 * divisor is added to round to the nearest. Lengths have 32 bits, mantissas 24.
 *
 * @satisfies RF-BUF-032
 */
uint64_t layout_scale(uint64_t length, uint32_t scale_bits)
{
    const uint32_t exponent = scale_bits >> SINGLE_FRACTION_BITS;
    const uint32_t fraction = scale_bits & SINGLE_FRACTION_MASK;
    const bool is_normal = (exponent > 0U);
    const uint64_t mantissa = (uint64_t)fraction + (is_normal ? HIDDEN_BIT : 0ULL);
    const uint32_t shift = SINGLE_BIAS - (is_normal ? exponent : 1U);
    uint64_t scaled = 0U;

    if (shift <= PRODUCT_BITS) {
        const uint64_t half = ((uint64_t)1U << shift) >> 1U;

        scaled = ((length * mantissa) + half) >> shift;
    }
    return (scaled > 0U) ? scaled : 1U;
}

/**
 * Levels:
 *
 *   width[k]  = round(width[k - 1] x scale), 1 at least; the same for height, for each plane
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
    ImageShape level = *base;
    ImageLayout image = {0};
    BufKey failed = BUF_KEY_COUNT;
    Checked end = checked(0U);

    for (uint32_t k = 0U; (k < levels) && (failed == BUF_KEY_COUNT); k++) {
        failed = layout_image(&level, &image);
        if (failed == BUF_KEY_COUNT) {
            const Checked offset = checked_align(end, image.alignment);

            end = checked_add(offset, checked(image.size));
            layout->offsets[k] = offset.value;
            layout->sizes[k] = image.size;
            layout->end = end.value;
            failed = end.fits ? BUF_KEY_COUNT : BUF_PYRAMID_LEVEL_OFFSET;
        }
        for (uint32_t i = 0U; i < level.count; i++) {
            level.planes[i].width = layout_scale(level.planes[i].width, scale_bits);
            level.planes[i].height = layout_scale(level.planes[i].height, scale_bits);
        }
    }
    return failed;
}
