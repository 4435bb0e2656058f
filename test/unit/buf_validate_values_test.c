/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file buf_validate_values_test.c
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
    {RECIPE_TENSOR, PAIR(TEN(AlignmentPerDim), uint32_t, 1U, 1U, 0U, 1U), NvSciError_BadParameter,
     RINGFENCE_RULE_SUPPORTED, TEN(AlignmentPerDim)},
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
    {RECIPE_IMAGE_TENSOR, PAIR(TEN(DataType), uint32_t, NvSciDataType_Int8),
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
               PAIR(TEN(AlignmentPerDim), uint32_t, 1U, 1U, 0U, 0U, 0U, 0U, 0U, 0U)));

    (void)state;
    ASSERT_U64(list, TEN(StridesPerDim), 14U, 2U);
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
               PAIR(IMG(RightPadding), uint64_t, 4U, 5U), PAIR(IMG(VprFlag), bool, true),
               PAIR(IMG(PlaneColorStd), uint32_t, NvSciColorStd_REC2020_ER)));

    (void)state;
    ASSERT_U64(list, IMG(TopPadding), 3U, 0U);
    ASSERT_U64(list, IMG(RightPadding), 4U, 5U);
    ASSERT_U32(list, IMG(PlaneColorStd), NvSciColorStd_REC2020_ER, NvSciColorStd_REC601_SR);
    ASSERT_U8(list, IMG(VprFlag), 1U);
    NvSciBufAttrListFree(list);
    list = buf_reconciled_one(buf_recipe(RECIPE_IMAGE_TENSOR));
    assert_int_equal(buf_read(list, IMG(TopPadding)).len, 0U);
    NvSciBufAttrListFree(list);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, buf_module_up, buf_module_down)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(values_that_make_no_buffer_are_explained),
                                       TEST(an_image_that_is_a_tensor_has_one_plane),
                                       TEST(spare_dimensions_are_ignored),
                                       TEST(defaults_are_filled_in), TEST(what_is_said_stays)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
