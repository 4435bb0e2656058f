/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file image_test.c
 * Where the planes of an image lie.
 */
#include "buf_make.h"

#include <string.h>

#include "buf/layout.h"

static uint64_t round_up(uint64_t number, uint64_t step)
{
    return ((number + step - 1U) / step) * step;
}

/** An image of one plane of 32-bit pixels. */
static ImageShape one_plane(uint64_t width, uint64_t height)
{
    ImageShape shape;

    memset(&shape, 0, sizeof(shape));
    shape.count = 1U;
    shape.fields = 1U;
    shape.pitch_align = 256U;
    shape.height_align = 1U;
    shape.size_align = 4096U;
    shape.planes[0].width = width;
    shape.planes[0].height = height;
    shape.planes[0].bits = 32U;
    shape.planes[0].base_align = 512U;
    return shape;
}

/**
 * Numbers worked out by hand from the formulas.
 * @verifies RF-BUF-030
 */
static void planes_are_laid_out_by_the_formulas(void **state)
{
    static const struct {
        uint64_t width, height, left, right, top, bottom, bits, fields;
        uint64_t pitch_align, height_align, size_align;
        uint64_t pitch, rows, second, size;
    } cases[] = {
        /* 1920 x 1080 of 32 bits: 7680 bytes a row, 8294400 in all, rounded up to pages. */
        {1920, 1080, 0, 0, 0, 0, 32, 1, 256, 1, 4096, 7680, 1080, 0, 8294400},
        {1919, 1080, 0, 0, 0, 0, 8, 1, 256, 1, 4096, 2048, 1080, 0, 2211840},
        /* One pixel. */
        {1, 1, 0, 0, 0, 0, 8, 1, 256, 1, 4096, 256, 1, 0, 4096},
        {1, 1, 0, 0, 0, 0, 8, 1, 1, 1, 1, 1, 1, 0, 1},
        /* Padding counts before it is aligned: 60 + 2 + 2 pixels are 256 bytes, 61 + 2 + 2 more. */
        {60, 10, 2, 2, 3, 4, 32, 1, 256, 1, 1, 256, 17, 0, 4352},
        {61, 10, 2, 2, 3, 4, 32, 1, 256, 1, 1, 512, 17, 0, 8704},
        /* Two fields of 540 rows, and of an odd height one row more than half. */
        {1920, 1080, 0, 0, 0, 0, 16, 2, 256, 1, 4096, 3840, 540, 2073600, 4149248},
        {16, 5, 0, 0, 0, 0, 8, 2, 16, 1, 1, 16, 3, 48, 96},
        /* Block-linear: 64-byte columns, 128 rows, 64 KiB. */
        {100, 100, 0, 0, 0, 0, 32, 1, 64, 128, 65536, 448, 128, 0, 65536},
        {640, 480, 0, 0, 0, 0, 8, 2, 64, 128, 65536, 640, 256, 163840, 327680},
        /* The widest row that a pitch of 32 bits can hold. */
        {0xFFFFFF00U, 1, 0, 0, 0, 0, 8, 1, 256, 1, 1, 0xFFFFFF00U, 1, 0, 0xFFFFFF00U},
        {1, 0xFFFFFFFFU, 0, 0, 0, 0, 8, 1, 1, 1, 1, 1, 0xFFFFFFFFU, 0, 0xFFFFFFFFU}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        ImageShape shape = one_plane(cases[i].width, cases[i].height);
        ImageLayout layout;

        shape.planes[0].left = cases[i].left;
        shape.planes[0].right = cases[i].right;
        shape.planes[0].top = cases[i].top;
        shape.planes[0].bottom = cases[i].bottom;
        shape.planes[0].bits = cases[i].bits;
        shape.fields = cases[i].fields;
        shape.pitch_align = cases[i].pitch_align;
        shape.height_align = cases[i].height_align;
        shape.size_align = cases[i].size_align;
        assert_int_equal(layout_image(&shape, &layout), BUF_KEY_COUNT);
        assert_int_equal(layout.planes[0].offset, 0U);
        assert_int_equal(layout.planes[0].pitch, cases[i].pitch);
        assert_int_equal(layout.planes[0].height, cases[i].rows);
        assert_int_equal(layout.planes[0].second_field, cases[i].second);
        assert_int_equal(layout.planes[0].size, cases[i].size);
        assert_int_equal(layout.size, cases[i].size);
        assert_int_equal(layout.alignment, 512U);
    }
}

/**
 * Planes begin at multiples of their alignment, and the size counts the room between them.
 * @verifies RF-BUF-031
 */
static void planes_follow_each_other_at_their_alignment(void **state)
{
    ImageShape shape = one_plane(4U, 4U);
    ImageLayout layout;

    (void)state;
    shape.count = 3U;
    shape.pitch_align = 16U;
    shape.size_align = 16U;
    shape.planes[0].base_align = 16U;
    shape.planes[1] = shape.planes[0];
    shape.planes[1].base_align = 1024U;
    shape.planes[2] = shape.planes[0];
    shape.planes[2].base_align = 32U;
    assert_int_equal(layout_image(&shape, &layout), BUF_KEY_COUNT);
    assert_int_equal(layout.planes[0].offset, 0U);
    assert_int_equal(layout.planes[0].size, 1024U);
    assert_int_equal(layout.planes[1].offset, 1024U);
    assert_int_equal(layout.planes[2].offset, 1088U);
    assert_int_equal(layout.size, 1152U);
    assert_int_equal(layout.alignment, 1024U);
}

/** The properties that every layout has. */
static void assert_sound(const ImageShape *shape, const ImageLayout *layout)
{
    uint64_t end = 0U;

    for (uint32_t i = 0U; i < shape->count; i++) {
        const PlaneShape *const asked = &shape->planes[i];
        const PlaneLayout *const plane = &layout->planes[i];
        const uint64_t width = asked->width + asked->left + asked->right;
        const uint64_t height = asked->height + asked->top + asked->bottom;

        assert_int_equal(plane->offset, end);
        assert_int_equal(plane->offset % asked->base_align, 0U);
        assert_int_equal(layout->alignment % asked->base_align, 0U);
        assert_int_equal(plane->pitch,
                         round_up(((width * asked->bits) + 7U) / 8U, shape->pitch_align));
        assert_int_equal(plane->height, round_up((height + shape->fields - 1U) / shape->fields,
                                                 shape->height_align));
        assert_true((plane->pitch * plane->height * shape->fields) <= plane->size);
        assert_int_equal(plane->size % shape->size_align, 0U);
        assert_int_equal(plane->second_field,
                         (shape->fields == 2U) ? (plane->pitch * plane->height) : 0U);
        end = plane->offset + plane->size;
    }
    assert_int_equal(layout->size, end);
}

/**
 * For 20000 shapes: planes do not overlap, alignments hold, rows fit; a wider and higher image is
 * not smaller.
 * @verifies RF-BUF-030
 * @verifies RF-BUF-031
 */
static void every_layout_is_sound(void **state)
{
    static const uint64_t bits[] = {8U, 16U, 32U, 64U};
    uint64_t random = 88172645463325252U;

    (void)state;
    for (uint32_t round = 0U; round < 20000U; round++) {
        ImageShape shape;
        ImageShape larger;
        ImageLayout layout;
        ImageLayout larger_layout;

        memset(&shape, 0, sizeof(shape));
        random ^= random << 13U;
        random ^= random >> 7U;
        random ^= random << 17U;
        shape.count = 1U + (uint32_t)(random % 3U);
        shape.fields = 1U + ((random >> 2U) & 1U);
        shape.pitch_align = (uint64_t)1U << ((random >> 3U) % 10U);
        shape.height_align = (uint64_t)1U << ((random >> 7U) % 9U);
        shape.size_align = (uint64_t)1U << ((random >> 11U) % 17U);
        for (uint32_t i = 0U; i < shape.count; i++) {
            shape.planes[i].width = 1U + ((random >> (16U + i)) % 5000U);
            shape.planes[i].height = 1U + ((random >> (20U + i)) % 5000U);
            shape.planes[i].left = (random >> (30U + i)) % 4U;
            shape.planes[i].right = (random >> (32U + i)) % 4U;
            shape.planes[i].top = (random >> (34U + i)) % 4U;
            shape.planes[i].bottom = (random >> (36U + i)) % 4U;
            shape.planes[i].bits = bits[(random >> (40U + i)) % 4U];
            shape.planes[i].base_align = (uint64_t)1U << ((random >> (44U + i)) % 17U);
        }
        assert_int_equal(layout_image(&shape, &layout), BUF_KEY_COUNT);
        assert_sound(&shape, &layout);
        larger = shape;
        larger.planes[0].width++;
        larger.planes[shape.count - 1U].height++;
        assert_int_equal(layout_image(&larger, &larger_layout), BUF_KEY_COUNT);
        assert_true(larger_layout.size >= layout.size);
    }
}

/**
 * What does not fit its width is an error, and the error names the output.
 * @verifies RF-BUF-029
 */
static void overflows_are_errors(void **state)
{
    ImageLayout layout;
    ImageShape shape = one_plane(0x40000000U, 1U);

    (void)state;
    assert_int_equal(layout_image(&shape, &layout), BUF_IMAGE_PLANE_PITCH);
    shape = one_plane(1U, 1U);
    shape.planes[0].left = UINT64_MAX;
    assert_int_equal(layout_image(&shape, &layout), BUF_IMAGE_PLANE_PITCH);
    shape.planes[0].left = UINT64_MAX - 1U;
    shape.planes[0].right = 1U;
    assert_int_equal(layout_image(&shape, &layout), BUF_IMAGE_PLANE_PITCH);
    shape = one_plane(1U, 1U);
    shape.planes[0].bottom = UINT64_MAX;
    assert_int_equal(layout_image(&shape, &layout), BUF_IMAGE_PLANE_ALIGNED_HEIGHT);
    shape = one_plane(1U, 0xFFFFFFFFU);
    shape.height_align = 2U;
    assert_int_equal(layout_image(&shape, &layout), BUF_IMAGE_PLANE_ALIGNED_HEIGHT);
    /* A pitch of 2^32 - 256 and 2^32 - 1 rows fit 64 bits; twice that does not. */
    shape = one_plane(0xFFFFFF00U, 0xFFFFFFFFU);
    shape.planes[0].bits = 8U;
    assert_int_equal(layout_image(&shape, &layout), BUF_KEY_COUNT);
    shape.count = 2U;
    shape.planes[1] = shape.planes[0];
    assert_int_equal(layout_image(&shape, &layout), BUF_IMAGE_SIZE);
    shape.planes[1].base_align = (uint64_t)1U << 63U;
    shape.planes[1].height = 1U;
    assert_int_equal(layout_image(&shape, &layout), BUF_IMAGE_SIZE);
    shape = one_plane(0xFFFFFF00U, 0xFFFFFFFFU);
    shape.planes[0].bits = 8U;
    shape.planes[0].top = 0U;
    shape.size_align = (uint64_t)1U << 63U;
    assert_int_equal(layout_image(&shape, &layout), BUF_IMAGE_PLANE_ALIGNED_SIZE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planes_are_laid_out_by_the_formulas),
        cmocka_unit_test(planes_follow_each_other_at_their_alignment),
        cmocka_unit_test(every_layout_is_sound), cmocka_unit_test(overflows_are_errors)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
