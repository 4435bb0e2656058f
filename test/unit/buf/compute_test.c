/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file compute_test.c
 * Outputs of reconciliation for each type of buffer, with the default configuration.
 */
#include "buf_lists.h"

#include "buf/buf.h"

#define IMG(name)   NvSciBufImageAttrKey_##name
#define TEN(name)   NvSciBufTensorAttrKey_##name
#define GEN(name)   NvSciBufGeneralAttrKey_##name
#define ENGINE(...) PAIR(GEN(PeerHwEngineArray), NvSciBufPeerHwEngine, __VA_ARGS__)

static void assert_need(NvSciBufAttrList list, uint64_t size, uint64_t alignment)
{
    uint32_t row = 0U;
    uint64_t need = 0U;
    uint64_t align = 0U;

    assert_int_equal(list_find(OP_BUF_OBJ_ALLOC, &g_buf_lists, list, &row), NvSciError_Success);
    buf_memory_need(row, &need, &align);
    assert_int_equal(need, size);
    assert_int_equal(align, alignment);
}

/** @verifies RF-BUF-051 */
static void raw_buffers_keep_their_size(void **state)
{
    NvSciBufAttrList plain = buf_reconciled_one(buf_recipe(RECIPE_RAW));
    NvSciBufAttrList zero =
        buf_reconciled_one(RECIPE(RECIPE_RAW, PAIR(NvSciBufRawBufferAttrKey_Align, uint64_t, 0U)));
    NvSciBufAttrList aligned =
        buf_reconciled_one(RECIPE(RECIPE_RAW, PAIR(NvSciBufRawBufferAttrKey_Align, uint64_t, 64U)));
    NvSciBufAttrList engine =
        buf_reconciled_one(RECIPE(RECIPE_RAW, PAIR(NvSciBufRawBufferAttrKey_Align, uint64_t, 64U),
                                  ENGINE({NvSciBufHwEngName_Isp, 1})));

    (void)state;
    ASSERT_U64(plain, NvSciBufRawBufferAttrKey_Size, 1000U);
    ASSERT_U64(plain, NvSciBufRawBufferAttrKey_Align, 4096U);
    ASSERT_U64(zero, NvSciBufRawBufferAttrKey_Align, 4096U);
    ASSERT_U64(aligned, NvSciBufRawBufferAttrKey_Align, 64U);
    ASSERT_U64(engine, NvSciBufRawBufferAttrKey_Align, 256U);
    assert_need(plain, 1000U, 4096U);
    assert_need(engine, 1000U, 256U);
    NvSciBufAttrListFree(plain);
    NvSciBufAttrListFree(zero);
    NvSciBufAttrListFree(aligned);
    NvSciBufAttrListFree(engine);
}

/**
 * 640 x 480 of NV12: rows of 768 bytes, 480 and 240 of them.
 * @verifies RF-BUF-030
 * @verifies RF-BUF-031
 * @verifies RF-BUF-037
 */
static void pitch_linear_images_have_their_outputs(void **state)
{
    NvSciBufAttrList list = buf_reconciled_one(buf_recipe(RECIPE_IMAGE));

    (void)state;
    ASSERT_U32(list, IMG(PlaneBitsPerPixel), 8U, 16U);
    ASSERT_U8(list, IMG(PlaneChannelCount), 1U, 2U);
    ASSERT_U32(list, IMG(PlaneDatatype), NvSciDataType_Uint8, NvSciDataType_Uint8);
    ASSERT_U32(list, IMG(PlanePitch), 768U, 768U);
    ASSERT_U32(list, IMG(PlaneAlignedHeight), 480U, 240U);
    ASSERT_U64(list, IMG(PlaneAlignedSize), 368640U, 184320U);
    ASSERT_U64(list, IMG(PlaneOffset), 0U, 368640U);
    ASSERT_U64(list, IMG(PlaneSecondFieldOffset), 0U, 0U);
    ASSERT_U32(list, IMG(PlaneBaseAddrAlign), 512U, 512U);
    ASSERT_U64(list, IMG(Size), 552960U);
    ASSERT_U64(list, IMG(Alignment), 512U);
    assert_need(list, 552960U, 512U);
    NvSciBufAttrListFree(list);
}

/** @verifies RF-BUF-030 */
static void block_linear_images_have_their_outputs(void **state)
{
    NvSciBufAttrList list = buf_reconciled_one(
        RECIPE(RECIPE_IMAGE, PAIR(IMG(Layout), uint32_t, NvSciBufImage_BlockLinearType)));

    (void)state;
    ASSERT_U32(list, IMG(PlanePitch), 640U, 640U);
    ASSERT_U32(list, IMG(PlaneAlignedHeight), 512U, 256U);
    ASSERT_U64(list, IMG(PlaneAlignedSize), 327680U, 196608U);
    ASSERT_U64(list, IMG(PlaneOffset), 0U, 327680U);
    ASSERT_U64(list, IMG(Size), 524288U);
    NvSciBufAttrListFree(list);
}

/** @verifies RF-BUF-030 */
static void interlaced_images_have_two_fields(void **state)
{
    NvSciBufAttrList list = buf_reconciled_one(
        RECIPE(RECIPE_IMAGE, PAIR(IMG(ScanType), uint32_t, NvSciBufScan_InterlaceType),
               PAIR(IMG(PlaneHeight), uint32_t, 481U, 240U)));

    (void)state;
    ASSERT_U32(list, IMG(PlaneAlignedHeight), 241U, 120U);
    ASSERT_U64(list, IMG(PlaneSecondFieldOffset), 185088U, 92160U);
    ASSERT_U64(list, IMG(PlaneAlignedSize), 372736U, 184320U);
    NvSciBufAttrListFree(list);
}

/**
 * A plane's base address alignment is the greatest asked for at its index; memory satisfies the
 * greatest of all.
 * @verifies RF-BUF-031
 */
static void planes_are_aligned_one_by_one(void **state)
{
    NvSciBufAttrList lists[] = {
        RECIPE(RECIPE_IMAGE, PAIR(IMG(PlaneBaseAddrAlign), uint32_t, 1024U, 256U)),
        RECIPE(RECIPE_IMAGE, PAIR(IMG(PlaneBaseAddrAlign), uint32_t, 64U, 1048576U)),
        RECIPE(RECIPE_IMAGE, PAIR(IMG(PlaneBaseAddrAlign), uint32_t, 2048U))};
    NvSciBufAttrList list = buf_reconciled(lists, 3U);

    (void)state;
    ASSERT_U32(list, IMG(PlaneBaseAddrAlign), 2048U, 1048576U);
    ASSERT_U64(list, IMG(Alignment), 2048U);
    ASSERT_U64(list, IMG(PlaneOffset), 0U, 1048576U);
    ASSERT_U64(list, IMG(Size), 1232896U);
    assert_need(list, 1232896U, 1048576U);
    NvSciBufAttrListFree(list);
}

/** @verifies RF-BUF-030 */
static void padding_enlarges_the_plane(void **state)
{
    NvSciBufAttrList list = buf_reconciled_one(
        RECIPE(RECIPE_IMAGE, PAIR(IMG(LeftPadding), uint64_t, 100U, 0U),
               PAIR(IMG(RightPadding), uint64_t, 29U, 0U), PAIR(IMG(TopPadding), uint64_t, 0U, 3U),
               PAIR(IMG(BottomPadding), uint64_t, 0U, 4U)));

    (void)state;
    ASSERT_U32(list, IMG(PlanePitch), 1024U, 768U);
    ASSERT_U32(list, IMG(PlaneAlignedHeight), 480U, 247U);
    NvSciBufAttrListFree(list);
}

/** @verifies RF-BUF-033 */
static void tensors_have_their_outputs(void **state)
{
    NvSciBufAttrList list = buf_reconciled_one(buf_recipe(RECIPE_TENSOR));
    NvSciBufAttrList aligned =
        buf_reconciled_one(RECIPE(RECIPE_TENSOR, PAIR(TEN(BaseAddrAlign), uint64_t, 128U),
                                  ENGINE({NvSciBufHwEngName_Isp, 1})));

    (void)state;
    ASSERT_U64(list, TEN(StridesPerDim), 301056U, 100352U, 448U, 2U);
    ASSERT_U64(list, TEN(Size), 303104U);
    ASSERT_U64(list, TEN(BaseAddrAlign), 4096U);
    ASSERT_U64(aligned, TEN(BaseAddrAlign), 256U);
    assert_need(list, 303104U, 4096U);
    NvSciBufAttrListFree(list);
    NvSciBufAttrListFree(aligned);
}

/**
 * 100 x 50 of A8B8G8R8 as a tensor: rows of 512 bytes, pixels of 4, channels of 1.
 * @verifies RF-BUF-052
 */
static void images_that_are_tensors_share_their_strides(void **state)
{
    NvSciBufAttrList list = buf_reconciled_one(buf_recipe(RECIPE_IMAGE_TENSOR));
    NvSciBufAttrList aligned = buf_reconciled_one(
        RECIPE(RECIPE_IMAGE_TENSOR, PAIR(TEN(AlignmentPerDim), uint32_t, 65536U, 1024U, 4U, 1U),
               PAIR(TEN(BaseAddrAlign), uint64_t, 8192U)));
    NvSciBufAttrList floats = buf_reconciled_one(RECIPE(
        RECIPE_IMAGE_TENSOR, PAIR(IMG(PlaneColorFormat), uint32_t, NvSciColor_Float_A16B16G16R16),
        PAIR(TEN(PixelFormat), uint32_t, NvSciColor_Float_A16B16G16R16),
        PAIR(TEN(DataType), uint32_t, NvSciDataType_Float16)));

    (void)state;
    ASSERT_U64(list, TEN(StridesPerDim), 25600U, 512U, 4U, 1U);
    ASSERT_U32(list, IMG(PlanePitch), 512U);
    ASSERT_U64(list, TEN(Size), 28672U);
    ASSERT_U64(list, IMG(Size), 28672U);
    ASSERT_U64(list, TEN(BaseAddrAlign), 512U);
    ASSERT_U64(aligned, TEN(StridesPerDim), 65536U, 1024U, 4U, 1U);
    ASSERT_U32(aligned, IMG(PlanePitch), 1024U);
    ASSERT_U64(aligned, TEN(Size), 65536U);
    ASSERT_U64(aligned, TEN(BaseAddrAlign), 8192U);
    ASSERT_U32(aligned, IMG(PlaneBaseAddrAlign), 8192U);
    assert_need(aligned, 65536U, 8192U);
    ASSERT_U64(floats, TEN(StridesPerDim), 51200U, 1024U, 8U, 2U);
    NvSciBufAttrListFree(list);
    NvSciBufAttrListFree(aligned);
    NvSciBufAttrListFree(floats);
}

/** @verifies RF-BUF-034 */
static void arrays_have_their_outputs(void **state)
{
    NvSciBufAttrList list = buf_reconciled_one(buf_recipe(RECIPE_ARRAY));

    (void)state;
    ASSERT_U64(list, NvSciBufArrayAttrKey_Size, 20480U);
    ASSERT_U64(list, NvSciBufArrayAttrKey_Alignment, 4096U);
    assert_need(list, 20480U, 4096U);
    NvSciBufAttrListFree(list);
}

/**
 * Levels of 640 x 480, 320 x 240 and 160 x 120 bytes; memory ends with the last.
 * @verifies RF-BUF-032
 */
static void pyramids_have_their_outputs(void **state)
{
    NvSciBufAttrList list = buf_reconciled_one(buf_recipe(RECIPE_PYRAMID));

    (void)state;
    ASSERT_U64(list, NvSciBufPyramidAttrKey_LevelSize, 368640U, 122880U, 32768U);
    ASSERT_U64(list, NvSciBufPyramidAttrKey_LevelOffset, 0U, 368640U, 491520U);
    ASSERT_U64(list, NvSciBufPyramidAttrKey_Alignment, 512U);
    ASSERT_U64(list, IMG(Size), 368640U);
    assert_need(list, 524288U, 512U);
    NvSciBufAttrListFree(list);
}

/**
 * Memory ends with the last level of a pyramid, be it the only one, whatever else a row says of the
 * image.
 * @verifies RF-BUF-032
 */
static void memory_ends_with_the_last_level(void **state)
{
    static const uint64_t sizes[] = {5000U, 3000U};
    static const uint64_t offsets[] = {100U, 8192U};
    static const uint64_t needs[] = {0U, 5100U, 11192U};

    (void)state;
    for (uint32_t levels = 0U; levels < COUNT_OF(needs); levels++) {
        NvSciBufAttrList list = LIST(TYPES(NvSciBufType_Image, NvSciBufType_Pyramid));
        uint32_t row = 0U;

        assert_int_equal(list_find(OP_BUF_OBJ_ALLOC, &g_buf_lists, list, &row), NvSciError_Success);
        if (levels > 0U) {
            buf_put_numbers(row, BUF_PYRAMID_LEVEL_SIZE, sizes, levels);
            buf_put_numbers(row, BUF_PYRAMID_LEVEL_OFFSET, offsets, levels);
        }
        assert_need(list, needs[levels], 1U);
        NvSciBufAttrListFree(list);
    }
}

/**
 * Software must flush only if the CPU uses the buffer, caches it, and an isochronous engine does
 * not see that.
 * @verifies RF-BUF-053
 */
static void cpu_coherency_needs_three_things(void **state)
{
    static const NvSciBufHwEngName engines[] = {NvSciBufHwEngName_Vic, NvSciBufHwEngName_Display,
                                                NvSciBufHwEngName_Vi, NvSciBufHwEngName_Isp};

    (void)state;
    for (uint32_t i = 0U; i < 16U; i++) {
        const bool cpu = (i & 1U) != 0U;
        const bool cache = (i & 2U) != 0U;
        NvSciBufAttrList lists[] = {
            RECIPE(RECIPE_RAW, PAIR(GEN(NeedCpuAccess), bool, cpu)),
            RECIPE(RECIPE_RAW, PAIR(GEN(EnableCpuCache), bool, cache)),
            RECIPE(RECIPE_RAW, ENGINE({engines[i >> 2U], NvSciBufPlatformName_Orin}))};
        NvSciBufAttrList list = buf_reconciled(lists, 3U);

        ASSERT_U8(list, GEN(NeedCpuAccess), cpu);
        ASSERT_U8(list, GEN(EnableCpuCache), cache);
        ASSERT_U8(list, GEN(CpuNeedSwCacheCoherency), cpu && cache && (i >= 4U));
        NvSciBufAttrListFree(list);
    }
}

/**
 * Rights are the greatest asked for, read-only if none is.
 * @verifies RF-BUF-054
 */
static void the_greatest_permission_holds(void **state)
{
    static const NvSciBufAttrValAccessPerm asked[3] = {
        NvSciBufAccessPerm_Invalid, NvSciBufAccessPerm_Readonly, NvSciBufAccessPerm_ReadWrite};

    (void)state;
    for (uint32_t i = 0U; i < 9U; i++) {
        NvSciBufAttrList lists[] = {buf_recipe(RECIPE_RAW), buf_recipe(RECIPE_RAW)};
        const bool writes = ((i % 3U) == 2U) || ((i / 3U) == 2U);
        NvSciBufAttrList list = NULL;

        for (uint32_t k = 0U; k < 2U; k++) {
            const uint32_t choice = (k == 0U) ? (i % 3U) : (i / 3U);

            if (choice > 0U) {
                assert_int_equal(SET(lists[k], PAIR(GEN(RequiredPerm), NvSciBufAttrValAccessPerm,
                                                    asked[choice])),
                                 NvSciError_Success);
            }
        }
        list = buf_reconciled(lists, 2U);
        ASSERT_U32(list, GEN(ActualPerm),
                   writes ? NvSciBufAccessPerm_ReadWrite : NvSciBufAccessPerm_Readonly);
        NvSciBufAttrListFree(list);
    }
}

/**
 * An output that does not fit its width is an error that names it and its cause.
 * @verifies RF-BUF-029
 */
static void overflows_are_explained(void **state)
{
    const struct {
        BufRecipeIndex recipe;
        BufPair change;
        NvSciBufAttrKey output;
        NvSciBufAttrKey cause;
    } cases[] = {{RECIPE_IMAGE, PAIR(IMG(PlaneWidth), uint32_t, 1U, 0x80000000U), IMG(PlanePitch),
                  IMG(PlaneWidth)},
                 {RECIPE_IMAGE, PAIR(IMG(TopPadding), uint64_t, UINT64_MAX),
                  IMG(PlaneAlignedHeight), IMG(TopPadding)},
                 {RECIPE_IMAGE, PAIR(IMG(BottomPadding), uint64_t, 1U, 0xFFFFFFFFU),
                  IMG(PlaneAlignedHeight), IMG(BottomPadding)},
                 {RECIPE_IMAGE, PAIR(IMG(LeftPadding), uint64_t, 0U, 0x100000000U), IMG(PlanePitch),
                  IMG(LeftPadding)},
                 {RECIPE_IMAGE, PAIR(IMG(RightPadding), uint64_t, UINT64_MAX), IMG(PlanePitch),
                  IMG(RightPadding)},
                 {RECIPE_PYRAMID, PAIR(IMG(LeftPadding), uint64_t, 0x100000000U), IMG(PlanePitch),
                  IMG(LeftPadding)},
                 {RECIPE_SURFACE, PAIR(IMG(SurfWidthBase), uint32_t, 0xFFFFFFFFU), IMG(PlanePitch),
                  IMG(SurfWidthBase)},
                 {RECIPE_TENSOR, PAIR(TEN(SizePerDim), uint64_t, UINT64_MAX, 1U, 1U, 1U), TEN(Size),
                  TEN(SizePerDim)},
                 {RECIPE_TENSOR, PAIR(TEN(SizePerDim), uint64_t, 1U, 1U, UINT64_MAX, 1U),
                  TEN(StridesPerDim), TEN(SizePerDim)},
                 {RECIPE_ARRAY, PAIR(NvSciBufArrayAttrKey_Capacity, uint64_t, UINT64_MAX),
                  NvSciBufArrayAttrKey_Size, NvSciBufArrayAttrKey_Capacity},
                 {RECIPE_PYRAMID, PAIR(IMG(PlaneWidth), uint32_t, 0xFFFFFFFFU), IMG(PlanePitch),
                  IMG(PlaneWidth)}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        NvSciBufAttrList list = RECIPE(cases[i].recipe, cases[i].change);
        const RingfenceConflict why =
            buf_conflict_of(&list, 1U, NvSciError_Overflow, cases[i].output, RINGFENCE_RULE_RANGE);

        assert_int_equal(why.first.origin, RINGFENCE_ORIGIN_NONE);
        assert_int_equal(why.second.origin, RINGFENCE_ORIGIN_LIST);
        assert_int_equal(why.second.key, cases[i].cause);
    }
}

/**
 * Images and pyramids whose planes fit and whose sum does not.
 * @verifies RF-BUF-029
 */
static void sums_that_overflow_are_explained(void **state)
{
    const BufPair two[] = {PAIR(IMG(PlaneWidth), uint32_t, 0xFFFFFF00U, 0x7FFFFF80U),
                           PAIR(IMG(PlaneHeight), uint32_t, 0xFFFFFF00U, 0xFFFFFF00U)};
    const BufPair levels[] = {PAIR(IMG(PlaneWidth), uint32_t, 0xFFFFFF00U),
                              PAIR(IMG(PlaneHeight), uint32_t, 0xFFFFFF00U),
                              PAIR(NvSciBufPyramidAttrKey_Scale, float, 1.0F)};
    NvSciBufAttrList image = buf_recipe_with(RECIPE_IMAGE, two, COUNT_OF(two));
    NvSciBufAttrList pyramid = buf_recipe_with(RECIPE_PYRAMID, levels, COUNT_OF(levels));
    RingfenceConflict why =
        buf_conflict_of(&image, 1U, NvSciError_Overflow, IMG(Size), RINGFENCE_RULE_RANGE);

    (void)state;
    assert_int_equal(why.second.key, IMG(PlaneHeight));
    why = buf_conflict_of(&pyramid, 1U, NvSciError_Overflow, NvSciBufPyramidAttrKey_LevelOffset,
                          RINGFENCE_RULE_RANGE);
    assert_int_equal(why.second.key, NvSciBufPyramidAttrKey_NumLevels);
}

/** @verifies RF-BUF-029 */
static void heights_of_surfaces_that_overflow_are_explained(void **state)
{
    NvSciBufAttrList list =
        RECIPE(RECIPE_SURFACE, PAIR(IMG(Layout), uint32_t, NvSciBufImage_BlockLinearType),
               PAIR(IMG(SurfHeightBase), uint32_t, 0xFFFFFFFFU));
    const RingfenceConflict why = buf_conflict_of(&list, 1U, NvSciError_Overflow,
                                                  IMG(PlaneAlignedHeight), RINGFENCE_RULE_RANGE);

    (void)state;
    assert_int_equal(why.second.key, IMG(SurfHeightBase));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, buf_module_up, buf_module_down)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(raw_buffers_keep_their_size),
                                       TEST(pitch_linear_images_have_their_outputs),
                                       TEST(block_linear_images_have_their_outputs),
                                       TEST(interlaced_images_have_two_fields),
                                       TEST(planes_are_aligned_one_by_one),
                                       TEST(padding_enlarges_the_plane),
                                       TEST(tensors_have_their_outputs),
                                       TEST(images_that_are_tensors_share_their_strides),
                                       TEST(arrays_have_their_outputs),
                                       TEST(pyramids_have_their_outputs),
                                       TEST(memory_ends_with_the_last_level),
                                       TEST(cpu_coherency_needs_three_things),
                                       TEST(the_greatest_permission_holds),
                                       TEST(overflows_are_explained),
                                       TEST(sums_that_overflow_are_explained),
                                       TEST(heights_of_surfaces_that_overflow_are_explained)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
