/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file pixels_test.c
 * Copying pixels between an image and memory of the caller.
 */
#include "buf_lists.h"

#include <string.h>

#define IMG(name) NvSciBufImageAttrKey_##name
#define GEN(name) NvSciBufGeneralAttrKey_##name
#define CPU       PAIR(GEN(NeedCpuAccess), bool, true)
#define PLANES    3U
#define BYTES     (64U * 1024U)

/** Memory of the caller. */
static uint8_t g_bytes[PLANES][BYTES];

/** Arguments of a copy. */
typedef struct {
    void *out[PLANES];
    const void *in[PLANES];
    uint32_t sizes[PLANES];
    uint32_t pitches[PLANES];
} Arguments;

static Arguments arguments(uint32_t pitch)
{
    Arguments arguments;

    for (uint32_t i = 0U; i < PLANES; i++) {
        arguments.out[i] = g_bytes[i];
        arguments.in[i] = g_bytes[i];
        arguments.sizes[i] = BYTES;
        arguments.pitches[i] = pitch;
    }
    return arguments;
}

static NvSciError get(NvSciBufObj object, const NvSciBufRect *rect, Arguments *with)
{
    return NvSciBufObjGetPixels(object, rect, with->out, with->sizes, with->pitches);
}

static NvSciError put(NvSciBufObj object, const NvSciBufRect *rect, Arguments *with)
{
    return NvSciBufObjPutPixels(object, rect, with->in, with->sizes, with->pitches);
}

static uint8_t *pointer_of(NvSciBufObj object)
{
    void *pointer = NULL;

    assert_int_equal(NvSciBufObjGetCpuPtr(object, &pointer), NvSciError_Success);
    return pointer;
}

static NvSciBufAttrList list_of(NvSciBufObj object)
{
    NvSciBufAttrList list = NULL;

    assert_int_equal(NvSciBufObjGetAttrList(object, &list), NvSciError_Success);
    return list;
}

/** Byte of a plane at a row and a byte of that row, by the published addressing. */
static uint64_t address(NvSciBufAttrList list, uint32_t plane, uint64_t y, uint64_t byte)
{
    const uint64_t offset = buf_get(list, IMG(PlaneOffset), 8U, plane);
    const uint64_t pitch = buf_get(list, IMG(PlanePitch), 4U, plane);
    const uint64_t second = buf_get(list, IMG(PlaneSecondFieldOffset), 8U, plane);

    return (second == 0U) ? (offset + (pitch * y) + byte)
                          : (offset + ((y % 2U) * second) + (pitch * (y / 2U)) + byte);
}

/** An image of two planes, as NV12, of 20 x 10 and 10 x 5 pixels. */
static NvSciBufObj nv12(uint32_t scan)
{
    return buf_object_of(RECIPE(RECIPE_IMAGE, CPU, PAIR(IMG(PlaneWidth), uint32_t, 20U, 10U),
                                PAIR(IMG(PlaneHeight), uint32_t, 10U, 5U),
                                PAIR(IMG(ScanType), uint32_t, scan)));
}

/** An image of one plane of 32-bit RGBA pixels. */
static NvSciBufObj rgba(uint32_t width, uint32_t height)
{
    return buf_object_of(RECIPE(RECIPE_IMAGE, CPU, PAIR(IMG(PlaneCount), uint32_t, 1U),
                                PAIR(IMG(PlaneColorFormat), uint32_t, NvSciColor_A8B8G8R8),
                                PAIR(IMG(PlaneWidth), uint32_t, width),
                                PAIR(IMG(PlaneHeight), uint32_t, height)));
}

/**
 * What is put lies where the addressing says, nothing else changes, and what is got is what was
 * put; progressive and interlaced.
 * @verifies RF-BUF-026
 * @verifies RF-BUF-027
 */
static void whole_images_go_in_and_out(void **state)
{
    static const uint64_t row_bytes[] = {20U, 20U};
    static const uint64_t rows[] = {10U, 5U};

    (void)state;
    for (uint32_t scan = 0U; scan < 2U; scan++) {
        NvSciBufObj object = nv12(scan);
        NvSciBufAttrList list = list_of(object);
        uint8_t *const bytes = pointer_of(object);
        Arguments with = arguments(32U);
        uint64_t written = 0U;

        for (size_t i = 0U; i < BYTES; i++) {
            g_bytes[0][i] = (uint8_t)(1U + (i % 251U));
            g_bytes[1][i] = (uint8_t)(1U + (i % 241U));
        }
        assert_int_equal(put(object, NULL, &with), NvSciError_Success);
        for (uint32_t plane = 0U; plane < 2U; plane++) {
            for (uint64_t y = 0U; y < rows[plane]; y++) {
                for (uint64_t x = 0U; x < row_bytes[plane]; x++) {
                    assert_int_equal(bytes[address(list, plane, y, x)],
                                     g_bytes[plane][(y * 32U) + x]);
                }
            }
        }
        for (uint64_t i = 0U; i < buf_get(list, IMG(Size), 8U, 0U); i++) {
            written += (bytes[i] != 0U) ? 1U : 0U;
        }
        assert_int_equal(written, 200U + 100U);
        memset(g_bytes, 0xEE, sizeof(g_bytes));
        assert_int_equal(get(object, NULL, &with), NvSciError_Success);
        for (uint32_t plane = 0U; plane < 2U; plane++) {
            for (uint64_t i = 0U; i < 512U; i++) {
                const bool inside = ((i % 32U) < row_bytes[plane]) && ((i / 32U) < rows[plane]);

                assert_int_equal(g_bytes[plane][i],
                                 inside ? bytes[address(list, plane, i / 32U, i % 32U)] : 0xEEU);
            }
        }
        NvSciBufObjFree(object);
    }
}

/**
 * A rectangle of an RGBA image: its first column and row count, its last do not.
 * @verifies RF-BUF-026
 * @verifies RF-BUF-027
 */
static void rectangles_are_copied(void **state)
{
    static const NvSciBufRect rects[] = {
        {0U, 0U, 16U, 8U}, {3U, 2U, 7U, 5U}, {15U, 7U, 16U, 8U}, {0U, 7U, 16U, 8U}};
    NvSciBufObj object = rgba(16U, 8U);
    NvSciBufAttrList list = list_of(object);
    uint8_t *const bytes = pointer_of(object);

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(rects); i++) {
        const NvSciBufRect *const r = &rects[i];
        Arguments with = arguments(100U);

        memset(bytes, 0, 4096U);
        memset(g_bytes[0], 0xABU, BYTES);
        assert_int_equal(put(object, r, &with), NvSciError_Success);
        for (uint64_t y = 0U; y < 8U; y++) {
            for (uint64_t x = 0U; x < 64U; x++) {
                const bool inside =
                    ((x / 4U) >= r->x0) && ((x / 4U) < r->x1) && (y >= r->y0) && (y < r->y1);

                assert_int_equal(bytes[address(list, 0U, y, x)], inside ? 0xABU : 0U);
                bytes[address(list, 0U, y, x)] = (uint8_t)((y * 64U) + x);
            }
        }
        assert_int_equal(get(object, r, &with), NvSciError_Success);
        for (uint64_t y = r->y0; y < r->y1; y++) {
            for (uint64_t x = r->x0 * 4U; x < (r->x1 * 4U); x++) {
                assert_int_equal(g_bytes[0][((y - r->y0) * 100U) + (x - (r->x0 * 4U))],
                                 (uint8_t)((y * 64U) + x));
            }
        }
    }
    NvSciBufObjFree(object);
}

/**
 * A rectangle that is empty, inverted or outside is refused, and so is any of a YUV image.
 * @verifies RF-BUF-026
 * @verifies RF-BUF-027
 */
static void rectangles_are_checked(void **state)
{
    static const NvSciBufRect bad[] = {{0U, 0U, 17U, 8U},         {0U, 0U, 16U, 9U},
                                       {5U, 0U, 5U, 8U},          {0U, 5U, 16U, 5U},
                                       {6U, 0U, 5U, 8U},          {0U, 6U, 16U, 5U},
                                       {16U, 0U, 17U, 8U},        {0U, 0U, UINT64_MAX, 8U},
                                       {0U, 0U, 16U, UINT64_MAX}, {UINT64_MAX, 0U, 1U, 1U}};
    NvSciBufObj object = rgba(16U, 8U);
    NvSciBufObj yuv = nv12(0U);
    const NvSciBufRect whole = {0U, 0U, 10U, 5U};
    Arguments with = arguments(100U);

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(bad); i++) {
        assert_int_equal(get(object, &bad[i], &with), NvSciError_BadParameter);
        assert_int_equal(put(object, &bad[i], &with), NvSciError_BadParameter);
    }
    assert_int_equal(get(yuv, &whole, &with), NvSciError_BadParameter);
    assert_int_equal(put(yuv, &whole, &with), NvSciError_BadParameter);
    NvSciBufObjFree(object);
    NvSciBufObjFree(yuv);
}

/** Calls both directions and expects one answer. */
static void expect_both(NvSciBufObj object, Arguments *with, NvSciError status)
{
    assert_int_equal(get(object, NULL, with), status);
    assert_int_equal(put(object, NULL, with), status);
}

/**
 * Memory of the caller: each pointer, size and pitch is needed; rows must fit the pitch and the
 * plane its size, to the byte.
 * @verifies RF-BUF-026
 * @verifies RF-BUF-027
 */
static void memory_of_the_caller_is_checked(void **state)
{
    NvSciBufObj object = nv12(0U);
    Arguments with = arguments(32U);

    (void)state;
    assert_int_equal(NvSciBufObjGetPixels(object, NULL, NULL, with.sizes, with.pitches),
                     NvSciError_BadParameter);
    assert_int_equal(NvSciBufObjGetPixels(object, NULL, with.out, NULL, with.pitches),
                     NvSciError_BadParameter);
    assert_int_equal(NvSciBufObjGetPixels(object, NULL, with.out, with.sizes, NULL),
                     NvSciError_BadParameter);
    assert_int_equal(NvSciBufObjPutPixels(object, NULL, NULL, with.sizes, with.pitches),
                     NvSciError_BadParameter);
    assert_int_equal(NvSciBufObjPutPixels(object, NULL, with.in, NULL, with.pitches),
                     NvSciError_BadParameter);
    assert_int_equal(NvSciBufObjPutPixels(object, NULL, with.in, with.sizes, NULL),
                     NvSciError_BadParameter);
    for (uint32_t plane = 0U; plane < 2U; plane++) {
        with = arguments(32U);
        with.out[plane] = NULL;
        with.in[plane] = NULL;
        expect_both(object, &with, NvSciError_BadParameter);
        with = arguments(32U);
        with.sizes[plane] = 0U;
        expect_both(object, &with, NvSciError_BadParameter);
        with = arguments(32U);
        with.pitches[plane] = 0U;
        expect_both(object, &with, NvSciError_BadParameter);
        with.pitches[plane] = 19U;
        expect_both(object, &with, NvSciError_BadParameter);
        with.pitches[plane] = 20U;
        with.sizes[plane] = (plane == 0U) ? 200U : 100U;
        expect_both(object, &with, NvSciError_Success);
        with.sizes[plane]--;
        expect_both(object, &with, NvSciError_BadParameter);
        with.pitches[plane] = UINT32_MAX;
        with.sizes[plane] = UINT32_MAX;
        expect_both(object, &with, NvSciError_BadParameter);
    }
    NvSciBufObjFree(object);
}

/**
 * Planes of the caller that share a byte with each other or with the buffer are refused; those that
 * touch are not.
 * @verifies RF-BUF-026
 * @verifies RF-BUF-027
 */
static void overlaps_are_refused(void **state)
{
    NvSciBufObj object = nv12(0U);
    NvSciBufObj reduced = NULL;
    const void *view = NULL;
    uint8_t *const bytes = pointer_of(object);
    Arguments with = arguments(20U);

    (void)state;
    with.sizes[0] = 200U;
    with.sizes[1] = 100U;
    for (uint32_t at = 0U; at <= 400U; at++) {
        const bool apart = (at >= 300U) || (at <= 0U);
        uint8_t *const first = &g_bytes[0][100];
        uint8_t *const second = &g_bytes[0][at];

        with.out[0] = first;
        with.in[0] = first;
        with.out[1] = second;
        with.in[1] = second;
        expect_both(object, &with, apart ? NvSciError_Success : NvSciError_BadParameter);
    }
    with = arguments(20U);
    with.out[1] = &bytes[4095];
    with.in[1] = &bytes[4095];
    with.sizes[1] = 100U;
    expect_both(object, &with, NvSciError_BadParameter);
    with.out[1] = bytes;
    with.in[1] = bytes;
    expect_both(object, &with, NvSciError_BadParameter);
    /* The mapping of a reduced duplicate is the same memory. */
    assert_int_equal(NvSciBufObjDupWithReducePerm(object, NvSciBufAccessPerm_Readonly, &reduced),
                     NvSciError_Success);
    assert_int_equal(NvSciBufObjGetConstCpuPtr(reduced, &view), NvSciError_Success);
    with = arguments(20U);
    with.in[0] = view;
    assert_int_equal(put(object, NULL, &with), NvSciError_BadParameter);
    with.in[0] = bytes;
    assert_int_equal(put(object, NULL, &with), NvSciError_BadParameter);
    NvSciBufObjFree(reduced);
    NvSciBufObjFree(object);
}

/** The last fault is an access to pixels that was not given. */
static void assert_no_pixels(const char *function, const char *cause)
{
    RingfenceFault fault;

    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_NO_ACCESS);
    assert_string_equal(fault.function, function);
    assert_string_equal(fault.causeText, cause);
}

/**
 * Images alone, with CPU access, pitch-linear; writing needs the right to write.
 * @verifies RF-BUF-026
 * @verifies RF-BUF-027
 * @verifies RF-CORE-343
 */
static void only_suitable_objects_are_copied(void **state)
{
    NvSciBufObj raw = buf_raw_object(64U);
    NvSciBufObj tensor = buf_object_of(RECIPE(RECIPE_TENSOR, CPU));
    NvSciBufObj without = buf_object_of(buf_recipe(RECIPE_IMAGE));
    NvSciBufObj block = buf_object_of(
        RECIPE(RECIPE_IMAGE, CPU, PAIR(IMG(Layout), uint32_t, NvSciBufImage_BlockLinearType)));
    NvSciBufObj object = nv12(0U);
    NvSciBufObj reduced = NULL;
    Arguments with = arguments(1024U);

    (void)state;
    expect_both(raw, &with, NvSciError_BadParameter);
    expect_both(tensor, &with, NvSciError_BadParameter);
    assert_int_equal(get(without, NULL, &with), NvSciError_BadParameter);
    assert_no_pixels("NvSciBufObjGetPixels",
                     "set NvSciBufGeneralAttrKey_NeedCpuAccess in a list before it is reconciled");
    assert_int_equal(put(without, NULL, &with), NvSciError_BadParameter);
    assert_no_pixels("NvSciBufObjPutPixels",
                     "set NvSciBufGeneralAttrKey_NeedCpuAccess in a list before it is reconciled");
    expect_both(block, &with, NvSciError_NotSupported);
    expect_both(NULL, &with, NvSciError_BadParameter);
    NvSciBufObjFree(raw);
    expect_both(raw, &with, NvSciError_BadParameter);
    assert_int_equal(NvSciBufObjDupWithReducePerm(object, NvSciBufAccessPerm_Readonly, &reduced),
                     NvSciError_Success);
    pointer_of(object)[0] = 0x42U;
    assert_int_equal(get(reduced, NULL, &with), NvSciError_Success);
    assert_int_equal(g_bytes[0][0], 0x42U);
    g_bytes[0][0] = 0x43U;
    assert_int_equal(put(reduced, NULL, &with), NvSciError_BadParameter);
    assert_no_pixels(
        "NvSciBufObjPutPixels",
        "object is read-only; use NvSciBufObjGetConstCpuPtr(), or set RequiredPerm ReadWrite");
    assert_int_equal(pointer_of(object)[0], 0x42U);
    NvSciBufObjFree(tensor);
    NvSciBufObjFree(without);
    NvSciBufObjFree(block);
    NvSciBufObjFree(object);
    NvSciBufObjFree(reduced);
}

/**
 * A pyramid is copied as its level 0, an image that is a tensor as its image, and raw sensor data
 * by rectangles.
 * @verifies RF-BUF-026
 */
static void images_of_other_types_are_copied(void **state)
{
    const NvSciBufRect rect = {1U, 1U, 3U, 2U};
    NvSciBufObj pyramid =
        buf_object_of(RECIPE(RECIPE_PYRAMID, CPU, PAIR(IMG(PlaneWidth), uint32_t, 16U),
                             PAIR(IMG(PlaneHeight), uint32_t, 16U)));
    NvSciBufObj tensor = buf_object_of(RECIPE(RECIPE_IMAGE_TENSOR, CPU));
    NvSciBufObj bayer = buf_object_of(
        RECIPE(RECIPE_IMAGE, CPU, PAIR(IMG(PlaneCount), uint32_t, 1U),
               PAIR(IMG(PlaneColorFormat), uint32_t, NvSciColor_Bayer16RGGB),
               PAIR(IMG(PlaneWidth), uint32_t, 8U), PAIR(IMG(PlaneHeight), uint32_t, 8U)));
    Arguments with = arguments(512U);

    (void)state;
    memset(g_bytes, 0x11, sizeof(g_bytes));
    assert_int_equal(put(pyramid, NULL, &with), NvSciError_Success);
    assert_int_equal(pointer_of(pyramid)[(15U * 256U) + 15U], 0x11U);
    assert_int_equal(pointer_of(pyramid)[(15U * 256U) + 16U], 0U);
    assert_int_equal(put(tensor, NULL, &with), NvSciError_Success);
    assert_int_equal(pointer_of(tensor)[(49U * 512U) + 399U], 0x11U);
    assert_int_equal(pointer_of(tensor)[(49U * 512U) + 400U], 0U);
    assert_int_equal(put(bayer, &rect, &with), NvSciError_Success);
    assert_int_equal(pointer_of(bayer)[256U + 2U], 0x11U);
    assert_int_equal(pointer_of(bayer)[256U + 5U], 0x11U);
    assert_int_equal(pointer_of(bayer)[256U + 1U], 0U);
    assert_int_equal(pointer_of(bayer)[256U + 6U], 0U);
    NvSciBufObjFree(pyramid);
    NvSciBufObjFree(tensor);
    NvSciBufObjFree(bayer);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, buf_module_up, buf_module_down)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(whole_images_go_in_and_out),
                                       TEST(rectangles_are_copied),
                                       TEST(rectangles_are_checked),
                                       TEST(memory_of_the_caller_is_checked),
                                       TEST(overlaps_are_refused),
                                       TEST(only_suitable_objects_are_copied),
                                       TEST(images_of_other_types_are_copied)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
