/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file surface_test.c
 * The planes of YUV surfaces.
 */
#include "buf_lists.h"

#define FORMAT NvSciBufImageAttrKey_PlaneColorFormat
#define WIDTH  NvSciBufImageAttrKey_PlaneWidth
#define HEIGHT NvSciBufImageAttrKey_PlaneHeight
#define PLANES NvSciBufImageAttrKey_PlaneCount

/** A surface; its layout and scan type are pitch-linear and progressive. */
static NvSciBufAttrList surface(uint32_t layout, uint32_t sample, uint32_t bpc, uint32_t order,
                                uint32_t width, uint32_t height)
{
    return LIST(TYPES(NvSciBufType_Image), PAIR(NvSciBufImageAttrKey_Layout, uint32_t, 1U),
                PAIR(NvSciBufImageAttrKey_ScanType, uint32_t, 0U),
                PAIR(NvSciBufImageAttrKey_SurfType, uint32_t, NvSciSurfType_YUV),
                PAIR(NvSciBufImageAttrKey_SurfMemLayout, uint32_t, layout),
                PAIR(NvSciBufImageAttrKey_SurfSampleType, uint32_t, sample),
                PAIR(NvSciBufImageAttrKey_SurfBPC, uint32_t, bpc),
                PAIR(NvSciBufImageAttrKey_SurfComponentOrder, uint32_t, order),
                PAIR(NvSciBufImageAttrKey_SurfWidthBase, uint32_t, width),
                PAIR(NvSciBufImageAttrKey_SurfHeightBase, uint32_t, height));
}

/** Formats of the planes by depth: luma, both chroma with U low and V low, U, V. */
static const uint64_t g_formats[7][5] = {
    {NvSciColor_Y16, NvSciColor_V8U8, NvSciColor_U8V8, NvSciColor_U8, NvSciColor_V8},
    {NvSciColor_Y10, NvSciColor_V8U8, NvSciColor_U8V8, NvSciColor_U8, NvSciColor_V8},
    {NvSciColor_Y8, NvSciColor_V8U8, NvSciColor_U8V8, NvSciColor_U8, NvSciColor_V8},
    {NvSciColor_Y10, NvSciColor_V10U10, NvSciColor_U10V10, NvSciColor_U10, NvSciColor_V10},
    {NvSciColor_Y12, NvSciColor_V12U12, NvSciColor_U12V12, NvSciColor_U12, NvSciColor_V12},
    {NvSciColor_Y16, NvSciColor_V16U16, NvSciColor_U16V16, NvSciColor_U16, NvSciColor_V16},
    {NvSciColor_Y16, NvSciColor_V16U16, NvSciColor_U16V16, NvSciColor_U16, NvSciColor_V16}};

/** Chroma lengths of a surface of 101 x 51 pixels, by sampling. */
static const uint64_t g_chroma[5][2] = {{51U, 26U}, {51U, 51U}, {101U, 51U}, {101U, 26U}, {0U, 0U}};

/** What the surface of 101 x 51 pixels must expand to. */
static void assert_planes(NvSciBufAttrList list, uint32_t layout, uint32_t sample, uint32_t bpc,
                          uint32_t order)
{
    const uint64_t *const formats = g_formats[bpc];
    const uint64_t *const chroma = g_chroma[sample];
    const bool yuv = (order == NvSciSurfComponentOrder_YUV);

    if (layout == NvSciSurfMemLayout_Packed) {
        ASSERT_U32(list, PLANES, 1U);
        ASSERT_U32(list, FORMAT, formats[0]);
        ASSERT_U32(list, WIDTH, 101U);
        ASSERT_U32(list, HEIGHT, 51U);
    } else if (layout == NvSciSurfMemLayout_SemiPlanar) {
        ASSERT_U32(list, PLANES, 2U);
        ASSERT_U32(list, FORMAT, formats[0], yuv ? formats[1] : formats[2]);
        ASSERT_U32(list, WIDTH, 101U, chroma[0]);
        ASSERT_U32(list, HEIGHT, 51U, chroma[1]);
    } else {
        ASSERT_U32(list, PLANES, 3U);
        ASSERT_U32(list, FORMAT, formats[0], yuv ? formats[3] : formats[4],
                   yuv ? formats[4] : formats[3]);
        ASSERT_U32(list, WIDTH, 101U, chroma[0], chroma[0]);
        ASSERT_U32(list, HEIGHT, 51U, chroma[1], chroma[1]);
    }
}

/**
 * Every combination of layout, sampling, depth and order either gives its planes or is refused and
 * explained: packed means 4:0:0 means order Luma.
 * @verifies RF-BUF-036
 */
static void every_combination_expands_or_is_refused(void **state)
{
    uint32_t expanded = 0U;

    (void)state;
    for (uint32_t i = 0U; i < (3U * 5U * 7U * 3U); i++) {
        const uint32_t layout = i % 3U;
        const uint32_t sample = (i / 3U) % 5U;
        const uint32_t bpc = (i / 15U) % 7U;
        const uint32_t order = i / 105U;
        const bool luma = (sample == NvSciSurfSampleType_400);
        NvSciBufAttrList list = surface(layout, sample, bpc, order, 101U, 51U);

        if ((layout == NvSciSurfMemLayout_Packed) != luma) {
            (void)buf_conflict_of(&list, 1U, NvSciError_NotSupported,
                                  NvSciBufImageAttrKey_SurfMemLayout, RINGFENCE_RULE_CONSISTENT);
        } else if ((order == NvSciSurfComponentOrder_Luma) != luma) {
            (void)buf_conflict_of(&list, 1U, NvSciError_NotSupported,
                                  NvSciBufImageAttrKey_SurfComponentOrder,
                                  RINGFENCE_RULE_CONSISTENT);
        } else {
            list = buf_reconciled_one(list);
            assert_planes(list, layout, sample, bpc, order);
            ASSERT_U32(list, NvSciBufImageAttrKey_SurfWidthBase, 101U);
            NvSciBufAttrListFree(list);
            expanded++;
        }
    }
    assert_int_equal(expanded, (4U * 2U * 7U * 2U) + 7U);
}

/**
 * The surface's colour standard goes to all planes; without one they have that of YUV.
 * @verifies RF-BUF-036
 */
static void the_colour_standard_goes_to_all_planes(void **state)
{
    NvSciBufAttrList list = surface(1U, 0U, 2U, 0U, 1920U, 1080U);
    NvSciBufAttrList plain = NULL;

    (void)state;
    assert_int_equal(NvSciBufAttrListClone(list, &plain), NvSciError_Success);
    assert_int_equal(SET(list, PAIR(NvSciBufImageAttrKey_SurfColorStd, NvSciBufAttrValColorStd,
                                    NvSciColorStd_REC709_ER)),
                     NvSciError_Success);
    list = buf_reconciled_one(list);
    plain = buf_reconciled_one(plain);
    ASSERT_U32(list, NvSciBufImageAttrKey_PlaneColorStd, NvSciColorStd_REC709_ER,
               NvSciColorStd_REC709_ER);
    ASSERT_U32(plain, NvSciBufImageAttrKey_PlaneColorStd, NvSciColorStd_REC601_SR,
               NvSciColorStd_REC601_SR);
    assert_int_equal(buf_read(plain, NvSciBufImageAttrKey_SurfColorStd).len, 0U);
    NvSciBufAttrListFree(list);
    NvSciBufAttrListFree(plain);
}

/**
 * A list with 14 bits and one with 16 agree.
 * @verifies RF-BUF-036
 */
static void fourteen_and_sixteen_bits_agree(void **state)
{
    NvSciBufAttrList lists[] = {surface(1U, 0U, NvSciSurfBPC_14, 0U, 64U, 64U),
                                surface(1U, 0U, NvSciSurfBPC_16, 0U, 64U, 64U)};

    (void)state;
    NvSciBufAttrListFree(buf_reconciled(lists, 2U));
}

/**
 * Keys of planes and keys of surfaces exclude each other, in one list and in several.
 * @verifies RF-BUF-045
 */
static void surfaces_and_planes_do_not_mix(void **state)
{
    const BufPair planes[] = {PAIR(NvSciBufImageAttrKey_TopPadding, uint64_t, 0U),
                              PAIR(NvSciBufImageAttrKey_BottomPadding, uint64_t, 0U),
                              PAIR(NvSciBufImageAttrKey_LeftPadding, uint64_t, 0U),
                              PAIR(NvSciBufImageAttrKey_RightPadding, uint64_t, 0U),
                              PAIR(PLANES, uint32_t, 2U),
                              PAIR(FORMAT, uint32_t, NvSciColor_Y8, NvSciColor_V8U8),
                              PAIR(NvSciBufImageAttrKey_PlaneColorStd, uint32_t, 1U),
                              PAIR(NvSciBufImageAttrKey_PlaneBaseAddrAlign, uint32_t, 256U),
                              PAIR(WIDTH, uint32_t, 64U, 32U),
                              PAIR(HEIGHT, uint32_t, 64U, 32U)};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(planes); i++) {
        NvSciBufAttrList lists[] = {surface(1U, 0U, 2U, 0U, 64U, 64U),
                                    LIST(TYPES(NvSciBufType_Image), planes[i])};
        const RingfenceConflict why =
            buf_conflict_of(lists, 2U, NvSciError_ReconciliationFailed,
                            NvSciBufImageAttrKey_SurfType, RINGFENCE_RULE_FORBIDDEN);

        assert_int_equal(why.first.list, 0U);
        assert_int_equal(why.second.list, 1U);
        assert_int_equal(why.second.key, planes[i].key);
    }
}

/**
 * A level of the pyramid of a surface has the size of the image of the surface that it is.
 * @verifies RF-BUF-032
 * @verifies RF-BUF-036
 */
static void levels_are_surfaces(void **state)
{
    NvSciBufAttrList pyramid =
        buf_reconciled_one(RECIPE(RECIPE_SURFACE, TYPES(NvSciBufType_Image, NvSciBufType_Pyramid),
                                  PAIR(NvSciBufImageAttrKey_SurfWidthBase, uint32_t, 4096U),
                                  PAIR(NvSciBufImageAttrKey_SurfHeightBase, uint32_t, 100U),
                                  PAIR(NvSciBufPyramidAttrKey_NumLevels, uint32_t, 2U),
                                  PAIR(NvSciBufPyramidAttrKey_Scale, float, 0.488F)));
    NvSciBufAttrList image = buf_reconciled_one(
        RECIPE(RECIPE_SURFACE, PAIR(NvSciBufImageAttrKey_SurfWidthBase, uint32_t, 1999U),
               PAIR(NvSciBufImageAttrKey_SurfHeightBase, uint32_t, 49U)));

    (void)state;
    assert_int_equal(buf_get(pyramid, NvSciBufPyramidAttrKey_LevelSize, 8U, 1U),
                     buf_get(image, NvSciBufImageAttrKey_Size, 8U, 0U));
    NvSciBufAttrListFree(pyramid);
    NvSciBufAttrListFree(image);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, buf_module_up, buf_module_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_combination_expands_or_is_refused), TEST(the_colour_standard_goes_to_all_planes),
        TEST(fourteen_and_sixteen_bits_agree), TEST(surfaces_and_planes_do_not_mix),
        TEST(levels_are_surfaces)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
