/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file pyramid_test.c
 * Where the levels of a pyramid lie.
 */
#include "buf_make.h"

#include <string.h>

#include "buf/layout.h"

static uint32_t bits_of(float scale)
{
    uint32_t bits = 0U;

    memcpy(&bits, &scale, sizeof(bits));
    return bits;
}

/**
 * A length is scaled exactly and rounded to the nearest, halves up, and is never 0.
 * @verifies RF-BUF-032
 */
static void lengths_are_scaled_to_the_nearest(void **state)
{
    static const struct {
        uint64_t length;
        float scale;
        uint64_t scaled;
    } cases[] = {{1920U, 0.5F, 960U},
                 {1081U, 0.5F, 541U},
                 {3U, 0.5F, 2U},
                 {1U, 0.5F, 1U},
                 {1U, 0.25F, 1U},
                 {10U, 0.7F, 7U},
                 {100U, 0.333F, 33U},
                 {7U, 1.0F, 7U},
                 {0xFFFFFFFFU, 1.0F, 0xFFFFFFFFU},
                 {0xFFFFFFFFU, 0.5F, 0x80000000U},
                 {0xFFFFFFFFU, 1.0e-9F, 4U},
                 {0xFFFFFFFFU, 1.0e-38F, 1U},
                 {0xFFFFFFFFU, 1.0e-45F, 1U},
                 {1000U, 0.0005F, 1U},
                 {4000U, 0.000375F, 2U}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        assert_int_equal(layout_scale(cases[i].length, bits_of(cases[i].scale)), cases[i].scaled);
    }
}

/**
 * The integer arithmetic gives what arithmetic of 64-bit floats gives, which is exact here.
 * @verifies RF-BUF-032
 */
static void scaling_agrees_with_floating_point(void **state)
{
    uint32_t random = 2463534242U;

    (void)state;
    for (uint32_t i = 0U; i < 100000U; i++) {
        random ^= random << 13U;
        random ^= random >> 17U;
        random ^= random << 5U;
        const float scale = (float)((random % 16777215U) + 1U) / 16777216.0F;
        const uint64_t length = (random >> 3U) % 20000U;
        const uint64_t expected = (uint64_t)(((double)length * (double)scale) + 0.5);

        assert_int_equal(layout_scale(length, bits_of(scale)), (expected > 0U) ? expected : 1U);
    }
}

static ImageShape two_planes(uint64_t width, uint64_t height)
{
    ImageShape shape;

    memset(&shape, 0, sizeof(shape));
    shape.count = 2U;
    shape.fields = 1U;
    shape.pitch_align = 64U;
    shape.height_align = 1U;
    shape.size_align = 64U;
    shape.planes[0].width = width;
    shape.planes[0].height = height;
    shape.planes[0].bits = 8U;
    shape.planes[0].base_align = 256U;
    shape.planes[1].width = width / 2U;
    shape.planes[1].height = height / 2U;
    shape.planes[1].bits = 16U;
    shape.planes[1].base_align = 512U;
    return shape;
}

/**
 * Numbers worked out by hand: 256 x 100 and 128 x 50 pixels, each level half of the one before.
 * @verifies RF-BUF-032
 */
static void levels_follow_each_other(void **state)
{
    static const uint64_t sizes[] = {25600U + 12800U,      /* 256 x 100, 256 x 50 */
                                     6400U + 256U + 3200U, /* 128 x 50: plane 1 begins at 6656 */
                                     1600U + 448U +
                                         832U, /* 64 x 25; plane 1 of 64 bytes x 13 rows at 2048 */
                                     832U + 192U + 448U}; /* 64-byte rows: 13, then 7 at 1024 */
    static const uint64_t offsets[] = {0U, 38400U, 48640U, 51712U};
    const ImageShape shape = two_planes(256U, 100U);
    PyramidLayout layout;

    (void)state;
    assert_int_equal(layout_pyramid(&shape, 4U, bits_of(0.5F), &layout), BUF_KEY_COUNT);
    for (size_t k = 0U; k < 4U; k++) {
        assert_int_equal(layout.sizes[k], sizes[k]);
        assert_int_equal(layout.offsets[k], offsets[k]);
        assert_int_equal(layout.offsets[k] % 512U, 0U);
    }
    assert_int_equal(layout.end, offsets[3] + sizes[3]);
}

/**
 * Chroma of a surface has half of the luma of its level, rounded up: a level is the image of a
 * surface of its size. 1999 x 49 luma, 1000 x 25 chroma of two bytes.
 * @verifies RF-BUF-032
 */
static void chroma_follows_luma(void **state)
{
    ImageShape shape = two_planes(4096U, 100U);
    ImageShape surface = two_planes(1999U, 49U);
    ImageLayout image = {0};
    PyramidLayout layout;

    (void)state;
    surface.planes[1].width = 1000U;
    surface.planes[1].height = 25U;
    shape.planes[1].width_divisor = 2U;
    shape.planes[1].height_divisor = 2U;
    assert_int_equal(layout_image(&surface, &image), BUF_KEY_COUNT);
    assert_int_equal(layout_pyramid(&shape, 2U, bits_of(0.488F), &layout), BUF_KEY_COUNT);
    assert_int_equal(layout.sizes[1], image.size);
    shape.planes[1].width_divisor = 0U;
    shape.planes[1].height_divisor = 0U;
    assert_int_equal(layout_pyramid(&shape, 2U, bits_of(0.488F), &layout), BUF_KEY_COUNT);
    assert_true(layout.sizes[1] < image.size);
}

/** @verifies RF-BUF-032 */
static void all_levels_of_scale_one_are_equal(void **state)
{
    const ImageShape shape = two_planes(256U, 100U);
    PyramidLayout layout;

    (void)state;
    assert_int_equal(layout_pyramid(&shape, 10U, bits_of(1.0F), &layout), BUF_KEY_COUNT);
    for (size_t k = 0U; k < 10U; k++) {
        assert_int_equal(layout.sizes[k], 38400U);
        assert_int_equal(layout.offsets[k], k * 38400U);
    }
}

/** @verifies RF-BUF-029 */
static void overflows_are_errors(void **state)
{
    ImageShape shape = two_planes(0x80000000U, 0xF0000000U);
    PyramidLayout layout;

    (void)state;
    assert_int_equal(layout_pyramid(&shape, 1U, bits_of(1.0F), &layout), BUF_KEY_COUNT);
    assert_int_equal(layout_pyramid(&shape, 2U, bits_of(1.0F), &layout), BUF_PYRAMID_LEVEL_OFFSET);
    shape.planes[0].bits = 64U;
    assert_int_equal(layout_pyramid(&shape, 1U, bits_of(1.0F), &layout), BUF_IMAGE_PLANE_PITCH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lengths_are_scaled_to_the_nearest),
                                       cmocka_unit_test(scaling_agrees_with_floating_point),
                                       cmocka_unit_test(levels_follow_each_other),
                                       cmocka_unit_test(chroma_follows_luma),
                                       cmocka_unit_test(all_levels_of_scale_one_are_equal),
                                       cmocka_unit_test(overflows_are_errors)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
