/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file surface_test.c
 * Surface types and allocation attributes of the first generation.
 */
#include "media_fixture.h"

/** Values that each attribute is tried with. */
#define VALUES_MAX 22U

/**
 * Types that there are give back their attributes, and no two of them are the same number; there
 * are as many as the surfaces of the header say.
 * @verifies RF-MEDIA-012
 * @verifies RF-MEDIA-013
 */
static void types_stand_for_their_attributes(void **state)
{
    static NvMediaSurfaceType types[256];
    uint32_t count = 0U;
    Form form;

    (void)state;
    for (uint32_t i = 0U; i < (4U * 3U * 4U * 5U * 9U * VALUES_MAX); i++) {
        NvMediaSurfaceType type = NvMediaSurfaceType_Unsupported;

        form.surface = i % 4U;
        form.layout = (i / 4U) % 3U;
        form.memory = (i / 12U) % 4U;
        form.sampling = (i / 48U) % 5U;
        form.bits = (i / 240U) % 9U;
        form.order = i / 2160U;
        type = type_of(form);
        if (type != NvMediaSurfaceType_Unsupported) {
            NVM_SURF_FMT_DEFINE_ATTR(attrs);

            assert_int_equal(NvMediaSurfaceFormatGetAttrs(type, attrs, NVM_SURF_FMT_ATTR_MAX),
                             NVMEDIA_STATUS_OK);
            assert_int_equal(attrs[NVM_SURF_ATTR_SURF_TYPE].value, form.surface);
            assert_int_equal(attrs[NVM_SURF_ATTR_LAYOUT].value, form.layout);
            assert_int_equal(attrs[NVM_SURF_ATTR_DATA_TYPE].value, NVM_SURF_ATTR_DATA_TYPE_UINT);
            assert_int_equal(attrs[NVM_SURF_ATTR_MEMORY].value, form.memory);
            assert_int_equal(attrs[NVM_SURF_ATTR_SUB_SAMPLING_TYPE].value, form.sampling);
            assert_int_equal(attrs[NVM_SURF_ATTR_BITS_PER_COMPONENT].value, form.bits);
            assert_int_equal(attrs[NVM_SURF_ATTR_COMPONENT_ORDER].value, form.order);
            for (uint32_t k = 0U; k < count; k++) {
                assert_int_not_equal(types[k], type);
            }
            types[count] = type;
            count++;
        }
    }
    /* 4 depths: 4 kinds of planes with 4 samplings, and luma; 4 packed, 3 of RGBA; 2 layouts. */
    assert_int_equal(count, ((4U * ((4U * 4U) + 1U)) + 4U + 3U) * 2U);
}

/**
 * Attributes that are none, given twice, out of range, of no surface, or too many have no type.
 * @verifies RF-MEDIA-012
 */
static void other_attributes_have_no_type(void **state)
{
    NvMediaSurfFormatAttr attrs[NVM_SURF_FMT_ATTR_MAX + 1];

    (void)state;
    (void)memset(attrs, 0, sizeof(attrs));
    assert_int_equal(NvMediaSurfaceFormatGetType(NULL, 7U), NvMediaSurfaceType_Unsupported);
    assert_int_equal(NvMediaSurfaceFormatGetType(attrs, 0U), NvMediaSurfaceType_Unsupported);
    assert_int_equal(NvMediaSurfaceFormatGetType(attrs, 8U), NvMediaSurfaceType_Unsupported);
    {
        NVM_SURF_FMT_DEFINE_ATTR(good);

        assert_int_equal(NvMediaSurfaceFormatGetAttrs(type_of(FORM_RGBA), good, 7U),
                         NVMEDIA_STATUS_OK);
        assert_int_equal(NvMediaSurfaceFormatGetType(good, 7U), type_of(FORM_RGBA));
        good[0].type = (NvMediaSurfFormatAttrType)7;
        assert_int_equal(NvMediaSurfaceFormatGetType(good, 7U), NvMediaSurfaceType_Unsupported);
        good[0].type = NVM_SURF_ATTR_LAYOUT;
        assert_int_equal(NvMediaSurfaceFormatGetType(good, 7U), NvMediaSurfaceType_Unsupported);
        good[0].type = NVM_SURF_ATTR_SURF_TYPE;
        good[NVM_SURF_ATTR_DATA_TYPE].value = NVM_SURF_ATTR_DATA_TYPE_FLOAT;
        assert_int_equal(NvMediaSurfaceFormatGetType(good, 7U), NvMediaSurfaceType_Unsupported);
        good[NVM_SURF_ATTR_DATA_TYPE].value = NVM_SURF_ATTR_DATA_TYPE_UINT;
        good[NVM_SURF_ATTR_COMPONENT_ORDER].value = 64U + NVM_SURF_ATTR_COMPONENT_ORDER_RGBA;
        assert_int_equal(NvMediaSurfaceFormatGetType(good, 7U), NvMediaSurfaceType_Unsupported);
    }
}

/**
 * Asking for attributes of no type, of no attribute, or into nothing is refused, and writes
 * nothing.
 * @verifies RF-MEDIA-013
 */
static void attributes_of_no_type_are_refused(void **state)
{
    NvMediaSurfFormatAttr attrs[] = {{NVM_SURF_ATTR_LAYOUT, 99U},
                                     {(NvMediaSurfFormatAttrType)9, 99U}};
    const NvMediaSurfaceType type = type_of(FORM_RGBA);

    (void)state;
    assert_int_equal(NvMediaSurfaceFormatGetAttrs(type, NULL, 1U), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMediaSurfaceFormatGetAttrs(type, attrs, 0U), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMediaSurfaceFormatGetAttrs(type, attrs, 8U), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMediaSurfaceFormatGetAttrs(type, attrs, 2U), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMediaSurfaceFormatGetAttrs(0U, attrs, 1U), NVMEDIA_STATUS_NOT_SUPPORTED);
    assert_int_equal(NvMediaSurfaceFormatGetAttrs(type & 0xFFFFFFU, attrs, 1U),
                     NVMEDIA_STATUS_NOT_SUPPORTED);
    assert_int_equal(attrs[0].value, 99U);
    assert_int_equal(NvMediaSurfaceFormatGetAttrs(type, attrs, 1U), NVMEDIA_STATUS_OK);
    assert_int_equal(attrs[0].value, NVM_SURF_ATTR_LAYOUT_PL);
}

/**
 * A list that was filled for a type makes an image of the same type and colours.
 * @verifies RF-MEDIA-014
 * @verifies RF-MEDIA-015
 * @verifies RF-MEDIA-010
 * @verifies RF-MEDIA-011
 */
static void buffers_are_images_of_the_type_that_they_were_made_for(void **state)
{
    Bench bench = bench_open();
    uint32_t count = 0U;

    (void)state;
    for (uint32_t i = 0U; i < (4U * 4U * 5U * 6U * VALUES_MAX); i++) {
        Form form = {i % 4U,         NVM_SURF_ATTR_LAYOUT_PL, (i / 4U) % 4U,
                     (i / 16U) % 5U, (i / 80U) % 6U,          i / 480U};
        const NvMediaSurfaceType type = type_of(form);

        if (type != NvMediaSurfaceType_Unsupported) {
            const bool is_yuv = (form.surface == NVM_SURF_ATTR_SURF_TYPE_YUV);
            const NvMediaSurfAllocAttr attrs[] = {
                {NVM_SURF_ATTR_HEIGHT, 6U},
                {NVM_SURF_ATTR_WIDTH, 12U},
                {NVM_SURF_ATTR_COLOR_STD_TYPE,
                 is_yuv ? NVM_SURF_ATTR_COLOR_STD_REC709_ER : NVM_SURF_ATTR_COLOR_STD_SRGB}};
            const NvSciBufAttrList list = empty_list();
            NvMediaImage *image = NULL;
            NvSciBufObj object = NULL;

            assert_int_equal(NvMediaImageFillNvSciBufAttrs(bench.device, type, attrs, 3U, 0U, list),
                             NVMEDIA_STATUS_OK);
            object = buf_object_of(list);
            image = image_of_buffer(&bench, object);
            assert_int_equal(image->type, type);
            assert_int_equal(image->width, 12U);
            assert_int_equal(image->height, 6U);
            assert_int_equal(image->imageCount, 1U);
            assert_int_equal(image->embeddedDataTopSize, 0U);
            assert_int_equal(image->colorStd, attrs[2].value);
            free_image(image);
            NvSciBufObjFree(object);
            count++;
        }
    }
    assert_int_equal(count, (4U * ((4U * 4U) + 1U)) + 4U + 3U);
    bench_close(&bench);
}

/** The status of filling a list with allocation attributes. */
static NvMediaStatus fill_status(const Bench *bench, NvMediaSurfaceType type,
                                 const NvMediaSurfAllocAttr *attrs, uint32_t count)
{
    NvSciBufAttrList list = empty_list();
    const NvMediaStatus status =
        NvMediaImageFillNvSciBufAttrs(bench->device, type, attrs, count, 0U, list);

    NvSciBufAttrListFree(list);
    return status;
}

/**
 * Allocation attributes that are none, twice there, out of range or of another kind of surface are
 * refused; embedded lines are not supported.
 * @verifies RF-MEDIA-016
 */
static void allocation_attributes_have_ranges(void **state)
{
    static const struct {
        NvMediaSurfAllocAttr attr;
        NvMediaStatus status;
    } cases[] = {
        {{NVM_SURF_ATTR_CPU_ACCESS, 0U}, NVMEDIA_STATUS_BAD_PARAMETER},
        {{NVM_SURF_ATTR_CPU_ACCESS, NVM_SURF_ATTR_CPU_ACCESS_UNMAPPED}, NVMEDIA_STATUS_OK},
        {{NVM_SURF_ATTR_CPU_ACCESS, 4U}, NVMEDIA_STATUS_BAD_PARAMETER},
        {{NVM_SURF_ATTR_ALLOC_TYPE, NVM_SURF_ATTR_ALLOC_ISOCHRONOUS}, NVMEDIA_STATUS_OK},
        {{NVM_SURF_ATTR_ALLOC_TYPE, 2U}, NVMEDIA_STATUS_BAD_PARAMETER},
        {{NVM_SURF_ATTR_SCAN_TYPE, NVM_SURF_ATTR_SCAN_PROGRESSIVE}, NVMEDIA_STATUS_OK},
        {{NVM_SURF_ATTR_SCAN_TYPE, 2U}, NVMEDIA_STATUS_BAD_PARAMETER},
        {{NVM_SURF_ATTR_COLOR_STD_TYPE, NVM_SURF_ATTR_COLOR_STD_SRGB},
         NVMEDIA_STATUS_BAD_PARAMETER},
        {{NVM_SURF_ATTR_COLOR_STD_TYPE, NVM_SURF_ATTR_COLOR_STD_REC601_ER}, NVMEDIA_STATUS_OK},
        {{NVM_SURF_ATTR_COLOR_STD_TYPE, 0U}, NVMEDIA_STATUS_BAD_PARAMETER},
        {{NVM_SURF_ATTR_COLOR_STD_TYPE, 6U}, NVMEDIA_STATUS_BAD_PARAMETER},
        {{NVM_SURF_ATTR_EMB_LINES_TOP, 0U}, NVMEDIA_STATUS_OK},
        {{NVM_SURF_ATTR_EMB_LINES_TOP, 1U}, NVMEDIA_STATUS_NOT_SUPPORTED},
        {{NVM_SURF_ATTR_EMB_LINES_BOTTOM, 1U}, NVMEDIA_STATUS_NOT_SUPPORTED},
        {{NVM_SURF_ATTR_WIDTH, 16U}, NVMEDIA_STATUS_BAD_PARAMETER},
        {{(NvMediaSurfAllocAttrType)NVM_SURF_ALLOC_ATTR_MAX, 0U}, NVMEDIA_STATUS_BAD_PARAMETER}};
    static const uint32_t sizes[][2] = {
        {0U, 2U}, {2U, 0U}, {3U, 2U}, {2U, 3U}, {RINGFENCE_CFG_2D_WIDTH + 2U, 2U}, {2U, 65536U}};
    Bench bench = bench_open();
    const NvMediaSurfaceType type = type_of(FORM_420);
    NvMediaSurfAllocAttr attrs[3] = {{NVM_SURF_ATTR_WIDTH, 16U}, {NVM_SURF_ATTR_HEIGHT, 16U}};

    (void)state;
    assert_int_equal(fill_status(&bench, type, attrs, 2U), NVMEDIA_STATUS_OK);
    assert_int_equal(fill_status(&bench, type, NULL, 2U), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(fill_status(&bench, type, attrs, 1U), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(fill_status(&bench, 0U, attrs, 2U), NVMEDIA_STATUS_NOT_SUPPORTED);
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        attrs[2] = cases[i].attr;
        assert_int_equal(fill_status(&bench, type, attrs, 3U), cases[i].status);
    }
    for (size_t i = 0U; i < COUNT_OF(sizes); i++) {
        attrs[0].value = sizes[i][0];
        attrs[1].value = sizes[i][1];
        assert_int_equal(fill_status(&bench, type, attrs, 2U), NVMEDIA_STATUS_BAD_PARAMETER);
    }
    bench_close(&bench);
}

/**
 * What allocation attributes leave out has its default, and the engine is named.
 * @verifies RF-MEDIA-014
 * @verifies RF-MEDIA-030
 */
static void lists_have_what_an_image_is(void **state)
{
    Bench bench = bench_open();
    NvSciBufAttrList list = image_list(&bench, FORM_NV12, 32U, 8U);
    NvSciBufPeerHwEngine engine;
    BufPair pair;

    (void)state;
    ASSERT_U32(list, NvSciBufGeneralAttrKey_Types, NvSciBufType_Image);
    ASSERT_U8(list, NvSciBufGeneralAttrKey_NeedCpuAccess, 1U);
    ASSERT_U8(list, NvSciBufGeneralAttrKey_EnableCpuCache, 1U);
    ASSERT_U32(list, NvSciBufImageAttrKey_Layout, NvSciBufImage_PitchLinearType);
    ASSERT_U32(list, NvSciBufImageAttrKey_ScanType, NvSciBufScan_ProgressiveType);
    ASSERT_U32(list, NvSciBufImageAttrKey_PlaneCount, 2U);
    ASSERT_U32(list, NvSciBufImageAttrKey_PlaneColorFormat, NvSciColor_Y8, NvSciColor_V8U8);
    ASSERT_U32(list, NvSciBufImageAttrKey_PlaneColorStd, NvSciColorStd_REC601_SR,
               NvSciColorStd_REC601_SR);
    ASSERT_U32(list, NvSciBufImageAttrKey_PlaneWidth, 32U, 16U);
    ASSERT_U32(list, NvSciBufImageAttrKey_PlaneHeight, 8U, 4U);
    pair = buf_read(list, NvSciBufGeneralAttrKey_PeerHwEngineArray);
    assert_int_equal(pair.len, sizeof(engine));
    (void)memcpy(&engine, pair.value, sizeof(engine));
    assert_int_equal(engine.engName, NvSciBufHwEngName_Vic);
    assert_int_equal(engine.platName, NvSciBufPlatformName_Orin);
    NvSciBufAttrListFree(list);
    bench_close(&bench);
}

/**
 * A list that has one of the keys is refused and stays as it is; so is one without a device or with
 * flags, and before the functions are begun.
 * @verifies RF-MEDIA-014
 * @verifies RF-MEDIA-009
 */
static void lists_that_cannot_be_filled_are_refused(void **state)
{
    const NvMediaSurfAllocAttr attrs[] = SIZE_ATTRS(8U, 8U);
    Bench bench = bench_open();
    NvSciBufAttrList list =
        LIST(PAIR(NvSciBufImageAttrKey_PlaneCount, uint32_t, 1U), TYPES(NvSciBufType_Image));
    const NvMediaSurfaceType type = type_of(FORM_RGBA);

    (void)state;
    assert_int_equal(NvMediaImageFillNvSciBufAttrs(bench.device, type, attrs, 2U, 0U, list),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(buf_read(list, NvSciBufImageAttrKey_Layout).len, 0U);
    NvSciBufAttrListFree(list);
    list = empty_list();
    assert_int_equal(NvMediaImageFillNvSciBufAttrs(NULL, type, attrs, 2U, 0U, list),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMediaImageFillNvSciBufAttrs(bench.device, type, attrs, 2U, 1U, list),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMediaImageFillNvSciBufAttrs(bench.device, type, attrs, 2U, 0U, NULL),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    NvMediaImageNvSciBufDeinit();
    assert_int_equal(NvMediaImageFillNvSciBufAttrs(bench.device, type, attrs, 2U, 0U, list),
                     NVMEDIA_STATUS_NOT_INITIALIZED);
    assert_int_equal(NvMediaImageNvSciBufInit(), NVMEDIA_STATUS_OK);
    assert_int_equal(NvMediaImageFillNvSciBufAttrs(bench.device, type, attrs, 2U, 0U, list),
                     NVMEDIA_STATUS_OK);
    NvSciBufAttrListFree(list);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        sync_test(types_stand_for_their_attributes),
        sync_test(other_attributes_have_no_type),
        sync_test(attributes_of_no_type_are_refused),
        sync_test(buffers_are_images_of_the_type_that_they_were_made_for),
        sync_test(allocation_attributes_have_ranges),
        sync_test(lists_have_what_an_image_is),
        sync_test(lists_that_cannot_be_filled_are_refused)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
