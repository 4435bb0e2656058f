/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file validate_values_test.c
 * Whether values make a buffer, and what is filled in.
 */
#include "buf_lists.h"

#define IMG(name) NvSciBufImageAttrKey_##name
#define TEN(name) NvSciBufTensorAttrKey_##name

/** A change of a recipe that must be refused. */
typedef struct {
    BufRecipeIndex recipe;
    BufPair change;
    NvSciError error;
    RingfenceRule rule;
    /** Key that the change disagrees with; the change's own: none. */
    NvSciBufAttrKey other;
} Refusal;

static const Refusal g_refusals[] = {
    {RECIPE_IMAGE, PAIR(IMG(PlaneColorFormat), uint32_t, NvSciColor_Y8), NvSciError_BadParameter,
     RINGFENCE_RULE_COUNT, IMG(PlaneCount)},
    {RECIPE_IMAGE, PAIR(IMG(PlaneColorFormat), uint32_t, 84U, 88U, 89U), NvSciError_BadParameter,
     RINGFENCE_RULE_COUNT, IMG(PlaneCount)},
    {RECIPE_IMAGE, PAIR(IMG(PlaneWidth), uint32_t, 640U), NvSciError_BadParameter,
     RINGFENCE_RULE_COUNT, IMG(PlaneCount)},
    {RECIPE_IMAGE, PAIR(IMG(PlaneHeight), uint32_t, 1U, 1U, 1U), NvSciError_BadParameter,
     RINGFENCE_RULE_COUNT, IMG(PlaneCount)},
    {RECIPE_IMAGE, PAIR(IMG(TopPadding), uint64_t, 1U, 1U, 1U), NvSciError_BadParameter,
     RINGFENCE_RULE_COUNT, IMG(PlaneCount)},
    {RECIPE_IMAGE, PAIR(IMG(BottomPadding), uint64_t, 1U, 1U, 1U), NvSciError_BadParameter,
     RINGFENCE_RULE_COUNT, IMG(PlaneCount)},
    {RECIPE_IMAGE, PAIR(IMG(LeftPadding), uint64_t, 1U, 1U, 1U), NvSciError_BadParameter,
     RINGFENCE_RULE_COUNT, IMG(PlaneCount)},
    {RECIPE_IMAGE, PAIR(IMG(RightPadding), uint64_t, 1U, 1U, 1U), NvSciError_BadParameter,
     RINGFENCE_RULE_COUNT, IMG(PlaneCount)},
    {RECIPE_IMAGE, PAIR(IMG(PlaneColorStd), uint32_t, 1U, 1U, 1U), NvSciError_BadParameter,
     RINGFENCE_RULE_COUNT, IMG(PlaneCount)},
    {RECIPE_IMAGE, PAIR(IMG(PlaneBaseAddrAlign), uint32_t, 1U, 1U, 1U), NvSciError_BadParameter,
     RINGFENCE_RULE_COUNT, IMG(PlaneCount)},
    {RECIPE_IMAGE, PAIR(IMG(PlaneColorFormat), uint32_t, 84U, NvSciColor_Signed_X12Bayer20GBRG),
     NvSciError_BadParameter, RINGFENCE_RULE_SUPPORTED, IMG(PlaneColorFormat)},
    {RECIPE_IMAGE, PAIR(IMG(PlaneColorFormat), uint32_t, NvSciColor_Signed_X12Bayer20GBRG, 84U),
     NvSciError_BadParameter, RINGFENCE_RULE_SUPPORTED, IMG(PlaneColorFormat)},
    {RECIPE_TENSOR, PAIR(TEN(SizePerDim), uint64_t, 1U, 3U, 224U), NvSciError_BadParameter,
     RINGFENCE_RULE_COUNT, TEN(NumDims)},
    {RECIPE_TENSOR, PAIR(TEN(AlignmentPerDim), uint32_t, 1U, 1U, 1U), NvSciError_BadParameter,
     RINGFENCE_RULE_COUNT, TEN(NumDims)},
    {RECIPE_TENSOR, PAIR(TEN(SizePerDim), uint64_t, 1U, 3U, 0U, 224U), NvSciError_BadParameter,
     RINGFENCE_RULE_SUPPORTED, TEN(SizePerDim)},
    {RECIPE_ARRAY, PAIR(NvSciBufArrayAttrKey_Stride, uint64_t, 3U), NvSciError_BadParameter,
     RINGFENCE_RULE_CONSISTENT, NvSciBufArrayAttrKey_DataType},
    {RECIPE_IMAGE_TENSOR, PAIR(IMG(Layout), uint32_t, NvSciBufImage_BlockLinearType),
     NvSciError_NotSupported, RINGFENCE_RULE_SUPPORTED, NvSciBufGeneralAttrKey_Types},
    {RECIPE_IMAGE_TENSOR, PAIR(IMG(ScanType), uint32_t, NvSciBufScan_InterlaceType),
     NvSciError_NotSupported, RINGFENCE_RULE_SUPPORTED, NvSciBufGeneralAttrKey_Types},
    {RECIPE_IMAGE_TENSOR, PAIR(IMG(PlaneColorFormat), uint32_t, NvSciColor_B8G8R8A8),
     NvSciError_NotSupported, RINGFENCE_RULE_SUPPORTED, NvSciBufGeneralAttrKey_Types},
    {RECIPE_IMAGE_TENSOR, PAIR(TEN(NumDims), uint32_t, 3U), NvSciError_NotSupported,
     RINGFENCE_RULE_SUPPORTED, NvSciBufGeneralAttrKey_Types},
    {RECIPE_IMAGE_TENSOR, PAIR(TEN(PixelFormat), uint32_t, NvSciColor_A8R8G8B8),
     NvSciError_ReconciliationFailed, RINGFENCE_RULE_CONSISTENT, IMG(PlaneColorFormat)},
    {RECIPE_IMAGE_TENSOR, PAIR(TEN(DataType), uint32_t, NvSciDataType_Int16),
     NvSciError_ReconciliationFailed, RINGFENCE_RULE_CONSISTENT, IMG(PlaneColorFormat)},
    {RECIPE_IMAGE_TENSOR, PAIR(TEN(SizePerDim), uint64_t, 2U, 50U, 100U, 4U),
     NvSciError_ReconciliationFailed, RINGFENCE_RULE_CONSISTENT, IMG(ImageCount)},
    {RECIPE_IMAGE_TENSOR, PAIR(TEN(SizePerDim), uint64_t, 1U, 51U, 100U, 4U),
     NvSciError_ReconciliationFailed, RINGFENCE_RULE_CONSISTENT, IMG(PlaneHeight)},
    {RECIPE_IMAGE_TENSOR, PAIR(TEN(SizePerDim), uint64_t, 1U, 50U, 101U, 4U),
     NvSciError_ReconciliationFailed, RINGFENCE_RULE_CONSISTENT, IMG(PlaneWidth)},
    {RECIPE_IMAGE_TENSOR, PAIR(TEN(SizePerDim), uint64_t, 1U, 50U, 100U, 3U),
     NvSciError_ReconciliationFailed, RINGFENCE_RULE_CONSISTENT, TEN(PixelFormat)},
    {RECIPE_IMAGE_TENSOR, PAIR(TEN(AlignmentPerDim), uint32_t, 1U, 1U, 1U, 2U),
     NvSciError_NotSupported, RINGFENCE_RULE_CONSISTENT, TEN(PixelFormat)},
    {RECIPE_IMAGE_TENSOR, PAIR(TEN(AlignmentPerDim), uint32_t, 1U, 1U, 8U, 1U),
     NvSciError_NotSupported, RINGFENCE_RULE_CONSISTENT, TEN(PixelFormat)},
    {RECIPE_IMAGE_TENSOR, PAIR(TEN(BaseAddrAlign), uint64_t, 0x100000000U), NvSciError_Overflow,
     RINGFENCE_RULE_RANGE, IMG(PlaneBaseAddrAlign)},
    {RECIPE_IMAGE_TENSOR, PAIR(IMG(PlaneColorFormat), uint32_t, 106U, 106U),
     NvSciError_BadParameter, RINGFENCE_RULE_COUNT, IMG(PlaneCount)}};

/**
 * Each value that does not fit is refused, and the report names it and what it disagrees with.
 * @verifies RF-BUF-048
 * @verifies RF-BUF-049
 */
static void values_that_make_no_buffer_are_explained(void **state)
{
    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_refusals); i++) {
        const Refusal *const refusal = &g_refusals[i];
        NvSciBufAttrList list = RECIPE(refusal->recipe, refusal->change);
        const RingfenceConflict why =
            buf_conflict_of(&list, 1U, refusal->error, refusal->change.key, refusal->rule);

        assert_int_equal(why.first.origin, RINGFENCE_ORIGIN_LIST);
        assert_int_equal(why.first.key, refusal->change.key);
        assert_memory_equal(why.first.value, refusal->change.value,
                            (refusal->change.len < 32U) ? refusal->change.len : 32U);
        if (refusal->other == refusal->change.key) {
            assert_int_equal(why.second.origin, RINGFENCE_ORIGIN_NONE);
        } else if (why.second.origin != RINGFENCE_ORIGIN_NONE) {
            assert_int_equal(why.second.key, refusal->other);
        } else {
            assert_int_equal(refusal->other, IMG(PlaneBaseAddrAlign));
        }
    }
}

/**
 * A tensor that is an image has elements of the size of a channel, of any type.
 * @verifies RF-BUF-048
 */
static void elements_are_as_large_as_channels(void **state)
{
    NvSciBufAttrList list = buf_reconciled_one(
        RECIPE(RECIPE_IMAGE_TENSOR, PAIR(TEN(DataType), uint32_t, NvSciDataType_Int8)));

    (void)state;
    ASSERT_U32(list, TEN(DataType), NvSciDataType_Int8);
    NvSciBufAttrListFree(list);
}

/** @verifies RF-BUF-048 */
static void an_image_that_is_a_tensor_has_one_plane(void **state)
{
    NvSciBufAttrList list = RECIPE(RECIPE_IMAGE_TENSOR, PAIR(IMG(PlaneCount), uint32_t, 2U),
                                   PAIR(IMG(PlaneColorFormat), uint32_t, 106U, 106U),
                                   PAIR(IMG(PlaneWidth), uint32_t, 100U, 100U),
                                   PAIR(IMG(PlaneHeight), uint32_t, 50U, 50U));

    (void)state;
    (void)buf_conflict_of(&list, 1U, NvSciError_NotSupported, IMG(PlaneCount),
                          RINGFENCE_RULE_SUPPORTED);
}

/**
 * Elements behind the dimensions of a tensor may be anything.
 * @verifies RF-BUF-049
 */
static void spare_dimensions_are_ignored(void **state)
{
    NvSciBufAttrList list = buf_reconciled_one(
        RECIPE(RECIPE_TENSOR, PAIR(TEN(NumDims), uint32_t, 2U),
               PAIR(TEN(SizePerDim), uint64_t, 5U, 7U, 0U, 0U, 0U, 0U, 0U, 0U),
               PAIR(TEN(AlignmentPerDim), uint32_t, 1U, 1U, 8U, 1U, 1U, 1U, 1U, 1U)));

    (void)state;
    ASSERT_U64(list, TEN(StridesPerDim), 14U, 2U);
    ASSERT_U64(list, TEN(SizePerDim), 5U, 7U);
    ASSERT_U32(list, TEN(AlignmentPerDim), 1U, 1U);
    NvSciBufAttrListFree(list);
}

/**
 * What no list says is filled in: padding, colour standards by family, one image, no protection.
 * @verifies RF-BUF-050
 */
static void defaults_are_filled_in(void **state)
{
    NvSciBufAttrList list = buf_reconciled_one(RECIPE(
        RECIPE_IMAGE, PAIR(IMG(PlaneCount), uint32_t, 3U),
        PAIR(IMG(PlaneColorFormat), uint32_t, NvSciColor_Y8, NvSciColor_R8, NvSciColor_Bayer8RGGB),
        PAIR(IMG(PlaneWidth), uint32_t, 8U, 8U, 8U), PAIR(IMG(PlaneHeight), uint32_t, 8U, 8U, 8U)));

    (void)state;
    ASSERT_U64(list, IMG(TopPadding), 0U, 0U, 0U);
    ASSERT_U64(list, IMG(BottomPadding), 0U, 0U, 0U);
    ASSERT_U64(list, IMG(LeftPadding), 0U, 0U, 0U);
    ASSERT_U64(list, IMG(RightPadding), 0U, 0U, 0U);
    ASSERT_U32(list, IMG(PlaneColorStd), NvSciColorStd_REC601_SR, NvSciColorStd_SRGB,
               NvSciColorStd_SENSOR_RGBA);
    ASSERT_U64(list, IMG(ImageCount), 1U);
    ASSERT_U8(list, IMG(VprFlag), 0U);
    NvSciBufAttrListFree(list);
}

/**
 * What a list says stays; a short array is completed.
 * @verifies RF-BUF-050
 */
static void what_is_said_stays(void **state)
{
    NvSciBufAttrList list = buf_reconciled_one(
        RECIPE(RECIPE_IMAGE, PAIR(IMG(TopPadding), uint64_t, 3U),
               PAIR(IMG(RightPadding), uint64_t, 4U, 5U), PAIR(IMG(VprFlag), bool, false),
               PAIR(IMG(PlaneColorStd), uint32_t, NvSciColorStd_REC2020_ER)));

    (void)state;
    ASSERT_U64(list, IMG(TopPadding), 3U, 0U);
    ASSERT_U64(list, IMG(RightPadding), 4U, 5U);
    ASSERT_U32(list, IMG(PlaneColorStd), NvSciColorStd_REC2020_ER, NvSciColorStd_REC601_SR);
    ASSERT_U8(list, IMG(VprFlag), 0U);
    NvSciBufAttrListFree(list);
    list = buf_reconciled_one(buf_recipe(RECIPE_IMAGE_TENSOR));
    assert_int_equal(buf_read(list, IMG(TopPadding)).len, 0U);
    NvSciBufAttrListFree(list);
}

/**
 * Of several lists the report names the one whose own value is too much, not the first that sets
 * the key.
 * @verifies RF-BUF-056
 */
static void the_list_that_exceeds_is_named(void **state)
{
    const struct {
        BufRecipeIndex recipe;
        BufPair modest;
        BufPair exceeding;
        NvSciError error;
        RingfenceRule rule;
    } cases[] = {{RECIPE_IMAGE, PAIR(IMG(PlaneBaseAddrAlign), uint32_t, 256U),
                  PAIR(IMG(PlaneBaseAddrAlign), uint32_t, 256U, 256U, 256U),
                  NvSciError_BadParameter, RINGFENCE_RULE_COUNT},
                 {RECIPE_IMAGE_TENSOR, PAIR(TEN(AlignmentPerDim), uint32_t, 1U, 1U, 1U, 1U),
                  PAIR(TEN(AlignmentPerDim), uint32_t, 1U, 1U, 1U, 64U), NvSciError_NotSupported,
                  RINGFENCE_RULE_CONSISTENT},
                 {RECIPE_IMAGE_TENSOR, PAIR(TEN(AlignmentPerDim), uint32_t, 1U, 1U, 1U, 1U),
                  PAIR(TEN(AlignmentPerDim), uint32_t, 1U, 1U, 8U, 1U), NvSciError_NotSupported,
                  RINGFENCE_RULE_CONSISTENT},
                 {RECIPE_IMAGE_TENSOR, PAIR(TEN(BaseAddrAlign), uint64_t, 64U),
                  PAIR(TEN(BaseAddrAlign), uint64_t, 0x100000000U), NvSciError_Overflow,
                  RINGFENCE_RULE_RANGE}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        NvSciBufAttrList lists[] = {RECIPE(cases[i].recipe, cases[i].modest),
                                    RECIPE(cases[i].recipe, cases[i].exceeding)};
        const RingfenceConflict why =
            buf_conflict_of(lists, 2U, cases[i].error, cases[i].exceeding.key, cases[i].rule);

        assert_int_equal(why.first.list, 1U);
    }
}

/**
 * No library gives protected memory, so a list that asks for it is refused and named.
 * @verifies RF-BUF-060
 * @verifies RF-BUF-056
 */
static void protected_memory_is_refused(void **state)
{
    NvSciBufAttrList lists[] = {RECIPE(RECIPE_IMAGE, PAIR(IMG(VprFlag), bool, false)),
                                LIST(TYPES(NvSciBufType_Image), PAIR(IMG(VprFlag), bool, true))};
    RingfenceConflict why;

    (void)state;
    why =
        buf_conflict_of(lists, 2U, NvSciError_NotSupported, IMG(VprFlag), RINGFENCE_RULE_SUPPORTED);
    assert_int_equal(why.first.list, 1U);
    assert_int_equal(why.first.value[0], 1U);
    assert_int_equal(why.second.origin, RINGFENCE_ORIGIN_NONE);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, buf_module_up, buf_module_down)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(values_that_make_no_buffer_are_explained),
                                       TEST(elements_are_as_large_as_channels),
                                       TEST(an_image_that_is_a_tensor_has_one_plane),
                                       TEST(spare_dimensions_are_ignored),
                                       TEST(defaults_are_filled_in),
                                       TEST(what_is_said_stays),
                                       TEST(the_list_that_exceeds_is_named),
                                       TEST(protected_memory_is_refused)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
