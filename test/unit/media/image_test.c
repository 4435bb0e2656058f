/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file image_test.c
 * Images of the first generation: what makes them, what keeps them, and their pixels.
 */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>

#include "media_fixture.h"

/* ---------------------------------------------------------------- making */

/**
 * An image keeps its buffer: handle and list may go, and what is drawn stays.
 * @verifies RF-MEDIA-040
 */
static void an_image_keeps_its_buffer(void **state)
{
    Bench bench = bench_open();
    NvSciBufObj object = buf_object_of(image_list(&bench, FORM_LUMA, 8U, 8U));
    NvMediaImage *const image = image_of_buffer(&bench, object);
    const uint32_t objects = in_use_of(RINGFENCE_POOL_BUF_OBJECT);

    (void)state;
    paint(image, 42U, 0U, 0U);
    NvSciBufObjFree(object);
    assert_int_equal(in_use_of(RINGFENCE_POOL_BUF_OBJECT), objects);
    assert_int_equal(byte_at(image, 0U, 7U, 7U), 42U);
    free_image(image);
    assert_int_equal(in_use_of(RINGFENCE_POOL_BUF_OBJECT), objects - 1U);
    bench_close(&bench);
}

/**
 * Buffers that are no image, whose format or colours no blit has, or that are interlaced are
 * refused, and nothing of them is kept.
 * @verifies RF-MEDIA-017
 * @verifies RF-MEDIA-010
 * @verifies RF-MEDIA-011
 */
static void buffers_without_a_blit_are_refused(void **state)
{
#define IMAGE(layout, scan, format, standard)                                                      \
    TYPES(NvSciBufType_Image),                                                                     \
        PAIR(NvSciBufImageAttrKey_Layout, NvSciBufAttrValImageLayoutType, layout),                 \
        PAIR(NvSciBufImageAttrKey_ScanType, NvSciBufAttrValImageScanType, scan),                   \
        PAIR(NvSciBufImageAttrKey_PlaneCount, uint32_t, 1U),                                       \
        PAIR(NvSciBufImageAttrKey_PlaneColorFormat, NvSciBufAttrValColorFmt, format),              \
        PAIR(NvSciBufImageAttrKey_PlaneColorStd, NvSciBufAttrValColorStd, standard),               \
        PAIR(NvSciBufImageAttrKey_PlaneWidth, uint32_t, 8U),                                       \
        PAIR(NvSciBufImageAttrKey_PlaneHeight, uint32_t, 8U),                                      \
        PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, true)
    Bench bench = bench_open();
    NvSciBufObj objects[] = {
        buf_raw_object(64U),
        buf_object_of(LIST(IMAGE(NvSciBufImage_PitchLinearType, NvSciBufScan_ProgressiveType,
                                 NvSciColor_Bayer8RGGB, NvSciColorStd_SENSOR_RGBA))),
        buf_object_of(LIST(IMAGE(NvSciBufImage_PitchLinearType, NvSciBufScan_ProgressiveType,
                                 NvSciColor_A8, NvSciColorStd_SRGB))),
        buf_object_of(LIST(IMAGE(NvSciBufImage_PitchLinearType, NvSciBufScan_ProgressiveType,
                                 NvSciColor_Y8, NvSciColorStd_SRGB))),
        buf_object_of(LIST(IMAGE(NvSciBufImage_PitchLinearType, NvSciBufScan_InterlaceType,
                                 NvSciColor_Y8, NvSciColorStd_REC601_SR))),
        /* A format of blits that no surface type has. */
        buf_object_of(LIST(IMAGE(NvSciBufImage_PitchLinearType, NvSciBufScan_ProgressiveType,
                                 NvSciColor_B8G8R8A8, NvSciColorStd_SRGB))),
        /* Wider than the tables. */
        buf_object_of(LIST(
            TYPES(NvSciBufType_Image),
            PAIR(NvSciBufImageAttrKey_Layout, NvSciBufAttrValImageLayoutType,
                 NvSciBufImage_PitchLinearType),
            PAIR(NvSciBufImageAttrKey_ScanType, NvSciBufAttrValImageScanType,
                 NvSciBufScan_ProgressiveType),
            PAIR(NvSciBufImageAttrKey_PlaneCount, uint32_t, 1U),
            PAIR(NvSciBufImageAttrKey_PlaneColorFormat, NvSciBufAttrValColorFmt, NvSciColor_Y8),
            PAIR(NvSciBufImageAttrKey_PlaneWidth, uint32_t, RINGFENCE_CFG_2D_WIDTH + 1U),
            PAIR(NvSciBufImageAttrKey_PlaneHeight, uint32_t, 1U)))};
    const uint32_t handles = in_use_of(RINGFENCE_POOL_BUF_HANDLE);
    NvMediaImage *image = NULL;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(objects); i++) {
        assert_int_equal(NvMediaImageCreateFromNvSciBuf(bench.device, objects[i], &image),
                         NVMEDIA_STATUS_NOT_SUPPORTED);
    }
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_LIMIT);
    assert_null(image);
    assert_int_equal(in_use_of(RINGFENCE_POOL_BUF_HANDLE), handles);
    for (size_t i = 0U; i < COUNT_OF(objects); i++) {
        NvSciBufObjFree(objects[i]);
    }
    bench_close(&bench);
}

/** A buffer that is a semi-planar image, or a packed one if `colour` is 0. */
static NvSciBufObj odd_object(NvSciBufAttrValColorFmt first, NvSciBufAttrValColorFmt colour,
                              const uint32_t *widths, const uint32_t *heights)
{
    const NvSciBufAttrValColorFmt formats[] = {first, colour};
    const NvSciBufAttrValColorStd standard =
        (first == NvSciColor_A8B8G8R8) ? NvSciColorStd_SRGB : NvSciColorStd_REC601_SR;
    const NvSciBufAttrValColorStd standards[] = {standard, standard};
    const uint32_t planes = (colour == NvSciColor_LowerBound) ? 1U : 2U;
    const NvSciBufAttrList list =
        LIST(TYPES(NvSciBufType_Image),
             PAIR(NvSciBufImageAttrKey_Layout, NvSciBufAttrValImageLayoutType,
                  NvSciBufImage_PitchLinearType),
             PAIR(NvSciBufImageAttrKey_ScanType, NvSciBufAttrValImageScanType,
                  NvSciBufScan_ProgressiveType),
             PAIR(NvSciBufImageAttrKey_PlaneCount, uint32_t, planes),
             {NvSciBufImageAttrKey_PlaneColorFormat, formats, planes * sizeof(formats[0])},
             {NvSciBufImageAttrKey_PlaneColorStd, standards, planes * sizeof(standards[0])},
             {NvSciBufImageAttrKey_PlaneWidth, widths, planes * sizeof(widths[0])},
             {NvSciBufImageAttrKey_PlaneHeight, heights, planes * sizeof(heights[0])},
             PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, true));

    return buf_object_of(list);
}

/** Two planes of RGB are no image of a blit, of whatever size: nothing is sub-sampled there, and
 * the fault is that of formats. */
static void two_planes_of_rgb_are_not_odd(const Bench *bench)
{
    static const uint32_t lengths[] = {5U, 3U};
    const NvSciBufObj object =
        odd_object(NvSciColor_A8B8G8R8, NvSciColor_A8B8G8R8, lengths, lengths);
    const uint32_t faults = fault_count();
    NvMediaImage *image = NULL;

    assert_int_equal(NvMediaImageCreateFromNvSciBuf(bench->device, object, &image),
                     NVMEDIA_STATUS_NOT_SUPPORTED);
    assert_int_equal(fault_count(), faults + 1U);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_2D_FORMAT);
    NvSciBufObjFree(object);
}

/**
 * An image of an odd size is refused where its colour is sub-sampled, by whatever way it is made,
 * with a fault that says so; where it is not, it is an image.
 * @verifies RF-MEDIA-080
 */
static void odd_images_of_halved_colour_are_refused(void **state)
{
    static const struct {
        NvSciBufAttrValColorFmt first;
        NvSciBufAttrValColorFmt colour;
        uint32_t widths[2];
        uint32_t heights[2];
        bool is_odd;
    } cases[] = {{NvSciColor_Y8, NvSciColor_V8U8, {1921U, 961U}, {1081U, 541U}, true},
                 {NvSciColor_Y8, NvSciColor_V8U8, {1921U, 960U}, {1081U, 540U}, true},
                 {NvSciColor_Y8, NvSciColor_V8U8, {1920U, 960U}, {1081U, 541U}, true},
                 {NvSciColor_Y8, NvSciColor_V8U8, {1921U, 961U}, {1080U, 540U}, true},
                 {NvSciColor_Y8, NvSciColor_V8U8, {1920U, 960U}, {1081U, 1081U}, false},
                 {NvSciColor_Y8, NvSciColor_V8U8, {1921U, 1921U}, {1081U, 1081U}, false},
                 {NvSciColor_Y8, NvSciColor_LowerBound, {1921U, 0U}, {1081U, 0U}, false}};
    const NvMediaSurfAllocAttr attrs[] = SIZE_ATTRS(1921U, 1081U);
    Bench bench = bench_open();
    const NvSciBufAttrList list = empty_list();

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        const NvSciBufObj object =
            odd_object(cases[i].first, cases[i].colour, cases[i].widths, cases[i].heights);
        const uint32_t faults = fault_count();
        NvMediaImage *image = NULL;

        assert_int_equal(NvMediaImageCreateFromNvSciBuf(bench.device, object, &image),
                         cases[i].is_odd ? NVMEDIA_STATUS_NOT_SUPPORTED : NVMEDIA_STATUS_OK);
        assert_int_equal(fault_count() - faults, cases[i].is_odd ? 1U : 0U);
        if (cases[i].is_odd) {
            assert_int_equal(fault_kind(), RINGFENCE_FAULT_ODD_IMAGE);
            assert_string_equal(fault_function(), "NvMediaImageCreateFromNvSciBuf");
        } else {
            free_image(image);
        }
        NvSciBufObjFree(object);
    }
    two_planes_of_rgb_are_not_odd(&bench);
    assert_int_equal(NvMediaImageFillNvSciBufAttrs(bench.device, type_of(FORM_NV12), attrs,
                                                   COUNT_OF(attrs), 0U, list),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_ODD_IMAGE);
    assert_string_equal(fault_function(), "NvMediaImageFillNvSciBufAttrs");
    assert_null(
        NvMediaImageCreateNew(bench.device, type_of(FORM_NV12), attrs, COUNT_OF(attrs), 0U));
    assert_string_equal(fault_function(), "NvMediaImageCreateNew");
    NvSciBufAttrListFree(list);
    bench_close(&bench);
}

/**
 * What is no device, no buffer or no place is refused.
 * @verifies RF-MEDIA-040
 * @verifies RF-MEDIA-045
 * @verifies RF-MEDIA-009
 */
static void images_are_made_of_devices_and_buffers(void **state)
{
    const NvMediaSurfAllocAttr attrs[] = SIZE_ATTRS(8U, 8U);
    Bench bench = bench_open();
    NvSciBufObj object = buf_object_of(image_list(&bench, FORM_RGBA, 8U, 8U));
    NvMediaImage *image = NULL;

    (void)state;
    assert_int_equal(NvMediaImageCreateFromNvSciBuf(NULL, object, &image),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMediaImageCreateFromNvSciBuf(bench.device, NULL, &image),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMediaImageCreateFromNvSciBuf(bench.device, object, NULL),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_null(NvMediaImageCreateNew(NULL, type_of(FORM_RGBA), attrs, 2U, 0U));
    assert_null(NvMediaImageCreateNew(bench.device, 5U, attrs, 2U, 0U));
    assert_null(NvMediaImageCreateNew(bench.device, type_of(FORM_RGBA), attrs, 1U, 0U));
    assert_null(NvMediaImageCreateNew(bench.device, type_of(FORM_RGBA), attrs, 2U, 1U));
    NvMediaImageNvSciBufDeinit();
    assert_int_equal(NvMediaImageCreateFromNvSciBuf(bench.device, object, &image),
                     NVMEDIA_STATUS_NOT_INITIALIZED);
    NvMediaImageNvSciBufDeinit();
    assert_int_equal(NvMediaImageNvSciBufInit(), NVMEDIA_STATUS_OK);
    assert_null(image);
    NvSciBufObjFree(object);
    bench_close(&bench);
}

/**
 * All images of the configuration can be had, and one more is refused; an end frees one.
 * @verifies RF-MEDIA-040
 */
static void there_are_as_many_images_as_configured(void **state)
{
    static NvMediaImage *images[RINGFENCE_CFG_2D_IMAGES];
    Bench bench = bench_open();
    NvSciBufObj object = buf_object_of(image_list(&bench, FORM_LUMA, 8U, 8U));
    NvMediaImage *more = NULL;

    (void)state;
    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_IMAGES; i++) {
        images[i] = image_of_buffer(&bench, object);
    }
    assert_int_equal(NvMediaImageCreateFromNvSciBuf(bench.device, object, &more),
                     NVMEDIA_STATUS_OUT_OF_MEMORY);
    assert_null(more);
    free_image(images[3]);
    images[3] = image_of_buffer(&bench, object);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_IMAGES; i++) {
        free_image(images[i]);
    }
    NvSciBufObjFree(object);
    bench_close(&bench);
}

/**
 * Images of a block-linear type with memory of their own have rows.
 * @verifies RF-MEDIA-045
 */
static void block_linear_images_of_their_own_have_rows(void **state)
{
    Bench bench = bench_open();
    Form form = FORM_420;
    NvMediaImage *image = NULL;

    (void)state;
    form.layout = NVM_SURF_ATTR_LAYOUT_BL;
    image = make_image(&bench, form, 16U, 16U);
    assert_int_equal(image->type, type_of(form));
    paint(image, 1U, 2U, 3U);
    assert_int_equal(byte_at(image, 2U, 7U, 7U), 3U);
    free_image(image);
    bench_close(&bench);
}

/**
 * A block-linear image of a buffer in memory of the CPU is locked, copied and blitted by its rows;
 * one that only reads an image of the same memory beside it is drawn.
 * @verifies RF-MEDIA-044
 * @verifies RF-MEDIA-042
 */
static void block_linear_images_of_the_cpu_have_rows(void **state)
{
    const NvMediaRect upper = {0U, 0U, 16U, 8U};
    const NvMediaRect lower = {0U, 8U, 16U, 16U};
    Bench bench = bench_open();
    Form form = FORM_420;
    NvSciBufObj object = NULL;
    NvMediaImage *image = NULL;
    NvMediaImage *same = NULL;
    NvMediaImage *other = NULL;

    (void)state;
    form.layout = NVM_SURF_ATTR_LAYOUT_BL;
    object = buf_object_of(image_list(&bench, form, 16U, 16U));
    image = image_of_buffer(&bench, object);
    same = image_of_buffer(&bench, object);
    NvSciBufObjFree(object);
    assert_int_equal(image->type, type_of(form));
    paint(image, 1U, 2U, 3U);
    other = make_image(&bench, FORM_420, 16U, 16U);
    assert_int_equal(blit(bench.engine, other, image), NVMEDIA_STATUS_OK);
    assert_int_equal(byte_at(other, 0U, 15U, 15U), 1U);
    assert_int_equal(byte_at(other, 2U, 7U, 7U), 3U);
    paint(other, 4U, 5U, 6U);
    assert_int_equal(NvMedia2DBlitEx(bench.engine, image, &upper, other, &upper, NULL, NULL),
                     NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DBlitEx(bench.engine, image, &lower, same, &upper, NULL, NULL),
                     NVMEDIA_STATUS_OK);
    assert_int_equal(byte_at(image, 0U, 15U, 15U), 4U);
    assert_int_equal(byte_at(image, 1U, 7U, 7U), 5U);
    free_image(other);
    free_image(same);
    free_image(image);
    bench_close(&bench);
}

/* ---------------------------------------------------------------- the end */

/**
 * An image that is registered, locked or used stays, with a report; so does a device that has
 * images or engines.
 * @verifies RF-MEDIA-041
 * @verifies RF-MEDIA-008
 */
static void what_is_in_use_stays(void **state)
{
    Bench bench = bench_open();
    NvMediaImage *const image = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvMediaImage *const other = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvSciSyncObj begin = begin_object(&bench);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvMediaImageSurfaceMap map;
    uint32_t faults = fault_count();

    (void)state;
    assert_int_equal(NvMedia2DImageRegister(bench.engine, image, NVMEDIA_ACCESS_MODE_READ_WRITE),
                     NVMEDIA_STATUS_OK);
    NvMediaImageDestroy(image);
    assert_int_equal(fault_count(), faults + 1U);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_IMAGE_IN_USE);
    assert_int_equal(NvMedia2DImageUnRegister(bench.engine, image), NVMEDIA_STATUS_OK);
    assert_int_equal(NvMediaImageLock(image, NVMEDIA_IMAGE_ACCESS_READ, &map), NVMEDIA_STATUS_OK);
    NvMediaImageDestroy(image);
    assert_int_equal(fault_count(), faults + 2U);
    NvMediaImageUnlock(image);
    register_sync(bench.engine, NVMEDIA_PRESYNCOBJ, begin);
    assert_status(NvSciSyncObjGenerateFence(begin, &fence), NvSciError_Success);
    assert_int_equal(NvMedia2DInsertPreNvSciSyncFence(bench.engine, &fence), NVMEDIA_STATUS_OK);
    NvSciSyncFenceClear(&fence);
    assert_int_equal(blit(bench.engine, image, other), NVMEDIA_STATUS_OK);
    NvMediaImageDestroy(image);
    NvMediaImageDestroy(other);
    assert_int_equal(fault_count(), faults + 4U);
    NvMediaDeviceDestroy(bench.device);
    assert_int_equal(fault_count(), faults + 5U);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_IMAGE_IN_USE);
    assert_status(NvSciSyncObjSignal(begin), NvSciError_Success);
    (void)byte_at(image, 0U, 0U, 0U);
    assert_int_equal(NvMedia2DUnregisterNvSciSyncObj(bench.engine, begin), NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DDestroyEx(bench.engine), NVMEDIA_STATUS_OK);
    bench.engine = NULL;
    faults = fault_count();
    free_image(other);
    NvMediaDeviceDestroy(bench.device);
    assert_int_equal(fault_count(), faults + 1U);
    free_image(image);
    NvSciSyncObjFree(begin);
    bench_close(&bench);
}

/**
 * An image that is gone, one that never was, and a copy of one are refused with a report; NULL is
 * refused.
 * @verifies RF-MEDIA-005
 */
static void images_that_are_none_are_refused(void **state)
{
    Bench bench = bench_open();
    NvMediaImage *const image = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvMediaImage copy = *image;
    NvMediaImage *const cases[] = {image, &copy, NULL};
    void *planes[] = {&copy};
    const uint32_t pitches[] = {8U};
    NvMediaImageSurfaceMap map;

    (void)state;
    free_image(image);
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        const uint32_t faults = fault_count();

        assert_int_equal(NvMediaImageLock(cases[i], NVMEDIA_IMAGE_ACCESS_READ, &map),
                         NVMEDIA_STATUS_BAD_PARAMETER);
        NvMediaImageUnlock(cases[i]);
        assert_int_equal(NvMediaImagePutBits(cases[i], NULL, planes, pitches),
                         NVMEDIA_STATUS_BAD_PARAMETER);
        assert_int_equal(NvMediaImageGetBits(cases[i], NULL, planes, pitches),
                         NVMEDIA_STATUS_BAD_PARAMETER);
        assert_int_equal(NvMedia2DImageRegister(bench.engine, cases[i], NVMEDIA_ACCESS_MODE_READ),
                         NVMEDIA_STATUS_BAD_PARAMETER);
        assert_int_equal(NvMedia2DImageUnRegister(bench.engine, cases[i]),
                         NVMEDIA_STATUS_BAD_PARAMETER);
        NvMediaImageDestroy(cases[i]);
        assert_int_equal(fault_count() - faults, (cases[i] != NULL) ? 7U : 0U);
    }
    bench_close(&bench);
}

/* ---------------------------------------------------------------- maps */

/**
 * A map has the planes of its image; what it is for and where it goes is looked at, and a second
 * one has to wait for the end of the first.
 * @verifies RF-MEDIA-042
 */
static void maps_show_planes(void **state)
{
    Bench bench = bench_open();
    NvMediaImage *const image = make_image(&bench, FORM_NV12, 16U, 8U);
    NvMediaImageSurfaceMap map;
    NvMediaImageSurfaceMap second;

    (void)state;
    assert_int_equal(NvMediaImageLock(image, 0U, &map), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMediaImageLock(image, 4U, &map), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMediaImageLock(image, NVMEDIA_IMAGE_ACCESS_READ, NULL),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMediaImageLock(image, NVMEDIA_IMAGE_ACCESS_READ_WRITE, &map),
                     NVMEDIA_STATUS_OK);
    assert_int_equal(map.type, image->type);
    assert_int_equal(map.width, 16U);
    assert_int_equal(map.height, 8U);
    assert_int_equal(map.surfaces, 2U);
    assert_in_range(map.surface[0].pitch, 16U, 4096U);
    assert_in_range(map.surface[1].pitch, 16U, 4096U);
    assert_non_null(map.surface[0].mapping);
    assert_ptr_not_equal(map.surface[0].mapping, map.surface[1].mapping);
    assert_null(map.metaData);
    assert_int_equal(NvMediaImageLock(image, NVMEDIA_IMAGE_ACCESS_READ, &second),
                     NVMEDIA_STATUS_PENDING);
    NvMediaImageUnlock(image);
    NvMediaImageUnlock(image);
    assert_int_equal(NvMediaImageLock(image, NVMEDIA_IMAGE_ACCESS_READ, &second),
                     NVMEDIA_STATUS_OK);
    NvMediaImageUnlock(image);
    free_image(image);
    bench_close(&bench);
}

/**
 * A buffer that may only be read is mapped for reading alone, is read, and is no destination.
 * @verifies RF-MEDIA-040
 * @verifies RF-MEDIA-042
 * @verifies RF-MEDIA-046
 */
static void what_may_only_be_read_is_not_written(void **state)
{
    Bench bench = bench_open();
    NvSciBufObj whole = buf_object_of(image_list(&bench, FORM_LUMA, 8U, 8U));
    NvMediaImage *const writer = image_of_buffer(&bench, whole);
    NvSciBufObj reduced = NULL;
    NvMediaImage *reader = NULL;
    NvMediaImageSurfaceMap map;
    uint8_t bytes[64];
    void *planes[] = {bytes};
    const uint32_t pitches[] = {8U};

    (void)state;
    assert_status(NvSciBufObjDupWithReducePerm(whole, NvSciBufAccessPerm_Readonly, &reduced),
                  NvSciError_Success);
    reader = image_of_buffer(&bench, reduced);
    paint(writer, 8U, 0U, 0U);
    assert_int_equal(byte_at(reader, 0U, 1U, 1U), 8U);
    assert_int_equal(NvMediaImageLock(reader, NVMEDIA_IMAGE_ACCESS_WRITE, &map),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMediaImagePutBits(reader, NULL, planes, pitches),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMediaImageGetBits(reader, NULL, planes, pitches), NVMEDIA_STATUS_OK);
    assert_int_equal(bytes[63], 8U);
    assert_int_equal(NvMedia2DImageRegister(bench.engine, reader, NVMEDIA_ACCESS_MODE_READ_WRITE),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMedia2DImageRegister(bench.engine, reader, NVMEDIA_ACCESS_MODE_READ),
                     NVMEDIA_STATUS_OK);
    assert_int_equal(blit(bench.engine, reader, writer), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMedia2DImageUnRegister(bench.engine, reader), NVMEDIA_STATUS_OK);
    free_image(reader);
    free_image(writer);
    NvSciBufObjFree(reduced);
    NvSciBufObjFree(whole);
    bench_close(&bench);
}

/* ---------------------------------------------------------------- copies */

/**
 * All planes go in and come out, with pitches of the program; a rectangle touches no more than it
 * covers.
 * @verifies RF-MEDIA-046
 */
static void bits_go_in_and_come_out(void **state)
{
    enum { WIDTH = 16, HEIGHT = 8, PITCH = 20 };
    static uint8_t in[3][PITCH * HEIGHT];
    static uint8_t out[3][PITCH * HEIGHT];
    void *from[] = {in[0], in[1], in[2]};
    void *to[] = {out[0], out[1], out[2]};
    const uint32_t pitches[] = {PITCH, PITCH, PITCH};
    const NvMediaRect rect = {4U, 2U, 8U, 6U};
    Bench bench = bench_open();
    NvMediaImage *const image = make_image(&bench, FORM_420, WIDTH, HEIGHT);

    (void)state;
    for (uint32_t plane = 0U; plane < 3U; plane++) {
        for (uint32_t i = 0U; i < (PITCH * HEIGHT); i++) {
            in[plane][i] = (uint8_t)((plane * 50U) + i);
        }
        (void)memset(out[plane], 0xEE, sizeof(out[plane]));
    }
    assert_int_equal(NvMediaImagePutBits(image, NULL, from, pitches), NVMEDIA_STATUS_OK);
    assert_int_equal(NvMediaImageGetBits(image, NULL, to, pitches), NVMEDIA_STATUS_OK);
    for (uint32_t y = 0U; y < HEIGHT; y++) {
        assert_memory_equal(&out[0][y * PITCH], &in[0][y * PITCH], WIDTH);
        assert_int_equal(out[0][(y * PITCH) + WIDTH], 0xEEU);
    }
    for (uint32_t y = 0U; y < (HEIGHT / 2U); y++) {
        assert_memory_equal(&out[1][y * PITCH], &in[1][y * PITCH], WIDTH / 2U);
        assert_memory_equal(&out[2][y * PITCH], &in[2][y * PITCH], WIDTH / 2U);
    }
    paint(image, 0U, 0U, 0U);
    assert_int_equal(NvMediaImagePutBits(image, &rect, from, pitches), NVMEDIA_STATUS_OK);
    assert_int_equal(byte_at(image, 0U, 4U, 2U), in[0][0]);
    assert_int_equal(byte_at(image, 0U, 7U, 5U), in[0][(3U * PITCH) + 3U]);
    assert_int_equal(byte_at(image, 0U, 3U, 2U), 0U);
    assert_int_equal(byte_at(image, 0U, 8U, 5U), 0U);
    assert_int_equal(byte_at(image, 1U, 3U, 2U), in[1][PITCH + 1U]);
    assert_int_equal(byte_at(image, 1U, 1U, 2U), 0U);
    assert_int_equal(NvMediaImageGetBits(image, &rect, to, pitches), NVMEDIA_STATUS_OK);
    assert_memory_equal(&out[0][3U * PITCH], &in[0][3U * PITCH], 4U);
    assert_memory_equal(out[2], in[2], 2U);
    free_image(image);
    bench_close(&bench);
}

/**
 * Rectangles that do not fit, pointers and pitches that are missing or too small are refused; what
 * is NULL is no fault.
 * @verifies RF-MEDIA-046
 */
static void copies_that_do_not_fit_are_refused(void **state)
{
    static const NvMediaRect bad[] = {{4U, 0U, 4U, 4U},  {0U, 4U, 4U, 4U}, {0U, 0U, 18U, 4U},
                                      {0U, 0U, 4U, 18U}, {1U, 0U, 4U, 4U}, {0U, 0U, 4U, 3U}};
    static uint8_t bytes[3][256];
    void *planes[] = {bytes[0], bytes[1], bytes[2]};
    void *gap[] = {bytes[0], NULL, bytes[2]};
    const uint32_t pitches[] = {16U, 8U, 8U};
    const uint32_t small[] = {16U, 8U, 7U};
    Bench bench = bench_open();
    NvMediaImage *const image = make_image(&bench, FORM_420, 16U, 16U);
    uint32_t before = 0U;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(bad); i++) {
        assert_int_equal(NvMediaImagePutBits(image, &bad[i], planes, pitches),
                         NVMEDIA_STATUS_BAD_PARAMETER);
        assert_int_equal(NvMediaImageGetBits(image, &bad[i], planes, pitches),
                         NVMEDIA_STATUS_BAD_PARAMETER);
    }
    before = fault_count();
    assert_int_equal(NvMediaImageGetBits(image, NULL, NULL, pitches), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMediaImageGetBits(image, NULL, planes, NULL), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMediaImageGetBits(image, NULL, gap, pitches), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMediaImagePutBits(image, NULL, gap, pitches), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMediaImageGetBits(image, NULL, gap, small), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(fault_count(), before);
    assert_int_equal(NvMediaImageGetBits(image, NULL, planes, small), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(fault_count(), before + 1U);
    assert_int_equal(NvMediaImageGetBits(image, NULL, planes, pitches), NVMEDIA_STATUS_OK);
    free_image(image);
    bench_close(&bench);
}

/* ---------------------------------------------------------------- waiting */

/** Signals an object from another thread, a little later. */
static void *signal_later(void *context)
{
    const NvSciSyncObj *const object = context;
    const struct timespec pause = {0, 20000000L};

    (void)nanosleep(&pause, NULL);
    (void)NvSciSyncObjSignal(*object);
    return NULL;
}

/**
 * Locks and copies wait for blits that are queued, and see what these wrote.
 * @verifies RF-MEDIA-043
 */
static void pixels_are_those_behind_all_blits(void **state)
{
    Bench bench = bench_open();
    NvMediaImage *const from = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvMediaImage *const to = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvSciSyncObj begin = begin_object(&bench);
    uint8_t bytes[64];
    void *planes[] = {bytes};
    const uint32_t pitches[] = {8U};

    (void)state;
    register_sync(bench.engine, NVMEDIA_PRESYNCOBJ, begin);
    for (uint32_t i = 1U; i <= 3U; i++) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        pthread_t thread;

        paint(from, (uint8_t)i, 0U, 0U);
        assert_status(NvSciSyncObjGenerateFence(begin, &fence), NvSciError_Success);
        assert_int_equal(NvMedia2DInsertPreNvSciSyncFence(bench.engine, &fence), NVMEDIA_STATUS_OK);
        assert_int_equal(blit(bench.engine, to, from), NVMEDIA_STATUS_OK);
        assert_int_equal(pthread_create(&thread, NULL, signal_later, &begin), 0);
        if (i == 1U) {
            assert_int_equal(byte_at(to, 0U, 0U, 0U), i);
        } else if (i == 2U) {
            assert_int_equal(NvMediaImageGetBits(to, NULL, planes, pitches), NVMEDIA_STATUS_OK);
            assert_int_equal(bytes[0], i);
        } else {
            (void)memset(bytes, 99, sizeof(bytes));
            assert_int_equal(NvMediaImagePutBits(from, NULL, planes, pitches), NVMEDIA_STATUS_OK);
            assert_int_equal(byte_at(to, 0U, 0U, 0U), i);
        }
        assert_int_equal(pthread_join(thread, NULL), 0);
        NvSciSyncFenceClear(&fence);
    }
    assert_int_equal(NvMedia2DUnregisterNvSciSyncObj(bench.engine, begin), NVMEDIA_STATUS_OK);
    free_image(from);
    free_image(to);
    NvSciSyncObjFree(begin);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {sync_test(an_image_keeps_its_buffer),
                                       sync_test(buffers_without_a_blit_are_refused),
                                       sync_test(odd_images_of_halved_colour_are_refused),
                                       sync_test(block_linear_images_of_the_cpu_have_rows),
                                       sync_test(images_are_made_of_devices_and_buffers),
                                       sync_test(there_are_as_many_images_as_configured),
                                       sync_test(block_linear_images_of_their_own_have_rows),
                                       sync_test(what_is_in_use_stays),
                                       sync_test(images_that_are_none_are_refused),
                                       sync_test(maps_show_planes),
                                       sync_test(what_may_only_be_read_is_not_written),
                                       sync_test(bits_go_in_and_come_out),
                                       sync_test(copies_that_do_not_fit_are_refused),
                                       sync_test(pixels_are_those_behind_all_blits)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
