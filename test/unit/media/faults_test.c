/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file faults_test.c
 * What a refusal of the first generation of NvMedia 2D says: usual mistakes, each with one fault.
 */
#include "media_fixture.h"
#include "named_fault.h"

#define BAD   NVMEDIA_STATUS_BAD_PARAMETER
#define NEVER NVMEDIA_STATUS_NOT_SUPPORTED

/** Parameters of a blit, and what they are without a field. */
static NvMedia2DBlitParameters params_with(uint32_t fields)
{
    const NvMedia2DBlitParameters params = {fields, NVMEDIA_2D_STRETCH_FILTER_OFF, 0U,
                                            NVMEDIA_TRANSFORM_NONE,
                                            NVMEDIA_COLOR_STANDARD_ITUR_BT_601};

    return params;
}

/**
 * Images and sync objects that an engine does not have, or has.
 * @verifies RF-MEDIA-081
 */
static void registrations_have_a_fault(void **state)
{
    Bench bench = bench_open();
    NvMedia2D *const engine = bench.engine;
    NvMediaImage *const image = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvSciSyncObj end = end_object(&bench);

    (void)state;
    assert_named(RINGFENCE_FAULT_2D_REGISTRATION, BAD, NvMedia2DImageUnRegister(engine, image));
    assert_string_equal(fault_function(), "NvMedia2DImageUnRegister");
    assert_int_equal(NvMedia2DImageRegister(engine, image, NVMEDIA_ACCESS_MODE_READ),
                     NVMEDIA_STATUS_OK);
    assert_named(RINGFENCE_FAULT_2D_REGISTRATION, BAD,
                 NvMedia2DImageRegister(engine, image, NVMEDIA_ACCESS_MODE_READ));
    assert_int_equal(NvMedia2DImageUnRegister(engine, image), NVMEDIA_STATUS_OK);
    assert_named(RINGFENCE_FAULT_2D_REGISTRATION, BAD, NvMedia2DSetNvSciSyncObjforEOF(engine, end));
    assert_named(RINGFENCE_FAULT_2D_REGISTRATION, BAD,
                 NvMedia2DUnregisterNvSciSyncObj(engine, end));
    register_sync(engine, NVMEDIA_EOFSYNCOBJ, end);
    assert_named(RINGFENCE_FAULT_2D_REGISTRATION, BAD,
                 NvMedia2DRegisterNvSciSyncObj(engine, NVMEDIA_EOFSYNCOBJ, end));
    assert_int_equal(NvMedia2DUnregisterNvSciSyncObj(engine, end), NVMEDIA_STATUS_OK);
    NvSciSyncObjFree(end);
    free_image(image);
    bench_close(&bench);
}

/**
 * Rectangles that have no pixels, are not in their image, or odd where colour is halved; and a
 * stretch that is too much.
 * @verifies RF-MEDIA-082
 */
static void rectangles_and_scales_are_named(void **state)
{
    static const NvMediaRect bad[] = {{4U, 4U, 4U, 8U},   {4U, 4U, 8U, 4U},   {8U, 0U, 4U, 8U},
                                      {0U, 0U, 66U, 64U}, {0U, 0U, 64U, 66U}, {1U, 0U, 9U, 8U},
                                      {0U, 1U, 8U, 9U},   {0U, 0U, 7U, 8U}};
    const NvMediaRect few = {0U, 0U, 2U, 64U};
    const NvMediaRect low = {0U, 0U, 64U, 2U};
    Bench bench = bench_open();
    NvMediaImage *const from = make_image(&bench, FORM_NV12, 64U, 64U);
    NvMediaImage *const to = make_image(&bench, FORM_NV12, 64U, 64U);
    static uint8_t bytes[64U * 64U];
    void *planes[] = {bytes, bytes};
    const uint32_t pitches[] = {64U, 64U};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(bad); i++) {
        assert_named(RINGFENCE_FAULT_2D_RECTANGLE, BAD,
                     NvMedia2DBlitEx(bench.engine, to, &bad[i], from, NULL, NULL, NULL));
        assert_named(RINGFENCE_FAULT_2D_RECTANGLE, BAD,
                     NvMedia2DBlitEx(bench.engine, to, NULL, from, &bad[i], NULL, NULL));
        assert_named(RINGFENCE_FAULT_2D_RECTANGLE, BAD,
                     NvMediaImageGetBits(from, &bad[i], planes, pitches));
        assert_named(RINGFENCE_FAULT_2D_RECTANGLE, BAD,
                     NvMediaImagePutBits(from, &bad[i], planes, pitches));
    }
    assert_named(RINGFENCE_FAULT_2D_SCALE, NEVER,
                 NvMedia2DBlitEx(bench.engine, to, &few, from, NULL, NULL, NULL));
    assert_named(RINGFENCE_FAULT_2D_SCALE, NEVER,
                 NvMedia2DBlitEx(bench.engine, to, NULL, from, &low, NULL, NULL));
    assert_string_equal(fault_function(), "NvMedia2DBlitEx");
    free_image(from);
    free_image(to);
    bench_close(&bench);
}

/**
 * Types that are none, attributes that no surface has together, buffers that are no image, and
 * planes that are not there or differ.
 * @verifies RF-MEDIA-083
 */
static void formats_are_named(void **state)
{
    const NvMediaSurfAllocAttr attrs[] = SIZE_ATTRS(8U, 8U);
    Form form = FORM_RGBA;
    NvMediaSurfFormatAttr asked[] = {{NVM_SURF_ATTR_LAYOUT, 0U}};
    Bench bench = bench_open();
    NvMediaImage *const from = make_image(&bench, FORM_NV12, 8U, 8U);
    NvMediaImage *const to = make_image(&bench, FORM_NV12, 8U, 8U);
    NvMediaImage *image = NULL;
    NvSciBufObj raw = buf_raw_object(64U);
    const NvSciBufAttrList list = empty_list();

    (void)state;
    form.order = NVM_SURF_ATTR_COMPONENT_ORDER_LUMA;
    assert_named(RINGFENCE_FAULT_2D_FORMAT, NvMediaSurfaceType_Unsupported, type_of(form));
    assert_named(RINGFENCE_FAULT_2D_FORMAT, NEVER,
                 NvMediaSurfaceFormatGetAttrs(5U, asked, COUNT_OF(asked)));
    assert_named(RINGFENCE_FAULT_2D_FORMAT, true,
                 NvMediaImageCreateNew(bench.device, 5U, attrs, COUNT_OF(attrs), 0U) == NULL);
    assert_named(RINGFENCE_FAULT_2D_FORMAT, NEVER,
                 NvMediaImageFillNvSciBufAttrs(bench.device, 5U, attrs, COUNT_OF(attrs), 0U, list));
    assert_named(RINGFENCE_FAULT_2D_FORMAT, NEVER,
                 NvMediaImageCreateFromNvSciBuf(bench.device, raw, &image));
    assert_named(RINGFENCE_FAULT_2D_FORMAT, BAD,
                 NvMedia2DCopyPlaneNew(bench.engine, to, 2U, from, 0U));
    assert_named(RINGFENCE_FAULT_2D_FORMAT, BAD,
                 NvMedia2DCopyPlaneNew(bench.engine, to, 0U, from, 2U));
    assert_named(RINGFENCE_FAULT_2D_FORMAT, BAD,
                 NvMedia2DCopyPlaneNew(bench.engine, to, 0U, from, 1U));
    assert_string_equal(fault_function(), "NvMedia2DCopyPlaneNew");
    NvSciBufAttrListFree(list);
    NvSciBufObjFree(raw);
    free_image(from);
    free_image(to);
    bench_close(&bench);
}

/**
 * The fence of the end of a blit that there was not, that signals nothing, or another object.
 * @verifies RF-MEDIA-084
 */
static void ends_that_are_not_set_are_named(void **state)
{
    Bench bench = bench_open();
    NvMediaImage *const from = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvMediaImage *const to = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvSciSyncObj end = end_object(&bench);
    NvSciSyncObj other = end_object(&bench);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint32_t before = 0U;

    (void)state;
    register_sync(bench.engine, NVMEDIA_EOFSYNCOBJ, end);
    assert_named(RINGFENCE_FAULT_2D_INCOMPLETE, BAD,
                 NvMedia2DGetEOFNvSciSyncFence(bench.engine, end, &fence));
    assert_int_equal(blit(bench.engine, to, from), NVMEDIA_STATUS_OK);
    assert_named(RINGFENCE_FAULT_2D_INCOMPLETE, BAD,
                 NvMedia2DGetEOFNvSciSyncFence(bench.engine, end, &fence));
    assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(bench.engine, end), NVMEDIA_STATUS_OK);
    assert_int_equal(blit(bench.engine, to, from), NVMEDIA_STATUS_OK);
    assert_named(RINGFENCE_FAULT_OTHER_OBJECT, BAD,
                 NvMedia2DGetEOFNvSciSyncFence(bench.engine, other, &fence));
    /* No object is no fault. */
    before = fault_count();
    assert_int_equal(NvMedia2DGetEOFNvSciSyncFence(bench.engine, NULL, &fence), BAD);
    assert_int_equal(fault_count(), before);
    assert_int_equal(NvMedia2DGetEOFNvSciSyncFence(bench.engine, end, &fence), NVMEDIA_STATUS_OK);
    await(&bench, &fence);
    NvSciSyncFenceClear(&fence);
    assert_int_equal(NvMedia2DUnregisterNvSciSyncObj(bench.engine, end), NVMEDIA_STATUS_OK);
    NvSciSyncObjFree(end);
    NvSciSyncObjFree(other);
    free_image(from);
    free_image(to);
    bench_close(&bench);
}

/** Asserts that the attributes of an image are refused, by whatever way it is made. */
static void assert_attrs_named(const Bench *bench, const NvMediaSurfAllocAttr *attrs,
                               uint32_t count, NvMediaStatus status)
{
    const NvSciBufAttrList list = empty_list();

    assert_named(RINGFENCE_FAULT_2D_ATTRIBUTE, true,
                 NvMediaImageCreateNew(bench->device, type_of(FORM_LUMA), attrs, count, 0U) ==
                     NULL);
    assert_string_equal(fault_function(), "NvMediaImageCreateNew");
    assert_named(
        RINGFENCE_FAULT_2D_ATTRIBUTE, status,
        NvMediaImageFillNvSciBufAttrs(bench->device, type_of(FORM_LUMA), attrs, count, 0U, list));
    assert_string_equal(fault_function(), "NvMediaImageFillNvSciBufAttrs");
    NvSciBufAttrListFree(list);
}

/**
 * Attributes of an image that are none, there twice, missing or out of range, and flags.
 * @verifies RF-MEDIA-085
 */
static void attributes_of_images_are_named(void **state)
{
    const NvMediaSurfAllocAttr good[] = SIZE_ATTRS(8U, 8U);
    const NvMediaSurfAllocAttr none[] = {{NVM_SURF_ATTR_WIDTH, 8U},
                                         {(NvMediaSurfAllocAttrType)77, 8U}};
    const NvMediaSurfAllocAttr twice[] = {{NVM_SURF_ATTR_WIDTH, 8U}, {NVM_SURF_ATTR_WIDTH, 8U}};
    const NvMediaSurfAllocAttr value[] = {
        {NVM_SURF_ATTR_WIDTH, 8U}, {NVM_SURF_ATTR_HEIGHT, 8U}, {NVM_SURF_ATTR_CPU_ACCESS, 99U}};
    const NvMediaSurfAllocAttr lines[] = {
        {NVM_SURF_ATTR_WIDTH, 8U}, {NVM_SURF_ATTR_HEIGHT, 8U}, {NVM_SURF_ATTR_EMB_LINES_TOP, 2U}};
    Bench bench = bench_open();
    const NvSciBufAttrList list = empty_list();

    (void)state;
    assert_attrs_named(&bench, none, COUNT_OF(none), BAD);
    assert_attrs_named(&bench, twice, COUNT_OF(twice), BAD);
    assert_attrs_named(&bench, value, COUNT_OF(value), BAD);
    assert_attrs_named(&bench, good, 1U, BAD);
    assert_attrs_named(&bench, lines, COUNT_OF(lines), NEVER);
    assert_named(RINGFENCE_FAULT_2D_ATTRIBUTE, true,
                 NvMediaImageCreateNew(bench.device, type_of(FORM_LUMA), good, 2U, 1U) == NULL);
    assert_named(
        RINGFENCE_FAULT_2D_ATTRIBUTE, BAD,
        NvMediaImageFillNvSciBufAttrs(bench.device, type_of(FORM_LUMA), good, 2U, 1U, list));
    NvSciBufAttrListFree(list);
    bench_close(&bench);
}

/**
 * Format attributes that are none.
 * @verifies RF-MEDIA-085
 */
static void attributes_of_formats_are_named(void **state)
{
    NvMediaSurfFormatAttr twice[] = {{NVM_SURF_ATTR_LAYOUT, NVM_SURF_ATTR_LAYOUT_PL},
                                     {NVM_SURF_ATTR_LAYOUT, NVM_SURF_ATTR_LAYOUT_PL}};
    NvMediaSurfFormatAttr none[] = {{(NvMediaSurfFormatAttrType)77, 0U}};
    NvMediaSurfFormatAttr value[] = {{NVM_SURF_ATTR_LAYOUT, 99U}};

    (void)state;
    assert_named(RINGFENCE_FAULT_2D_ATTRIBUTE, NvMediaSurfaceType_Unsupported,
                 NvMediaSurfaceFormatGetType(twice, COUNT_OF(twice)));
    assert_named(RINGFENCE_FAULT_2D_ATTRIBUTE, NvMediaSurfaceType_Unsupported,
                 NvMediaSurfaceFormatGetType(none, COUNT_OF(none)));
    assert_named(RINGFENCE_FAULT_2D_ATTRIBUTE, NvMediaSurfaceType_Unsupported,
                 NvMediaSurfaceFormatGetType(value, COUNT_OF(value)));
    assert_named(RINGFENCE_FAULT_2D_ATTRIBUTE, BAD,
                 NvMediaSurfaceFormatGetAttrs(type_of(FORM_RGBA), none, COUNT_OF(none)));
}

/**
 * Parameters of calls that have a value which is none.
 * @verifies RF-MEDIA-085
 */
static void parameters_of_calls_are_named(void **state)
{
    Bench bench = bench_open();
    NvMedia2D *const engine = bench.engine;
    NvMediaImage *const from = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvMediaImage *const to = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvSciSyncObj end = end_object(&bench);
    NvSciSyncAttrList list = make_list(bench.sync);
    NvMedia2DBlitParameters params = params_with(0x100U);
    NvMediaImageSurfaceMap map;
    uint8_t bytes[64];
    void *planes[] = {bytes};
    const uint32_t pitches[] = {7U};

    (void)state;
    assert_named(RINGFENCE_FAULT_2D_ATTRIBUTE, BAD,
                 NvMedia2DImageRegister(engine, from, (NvMediaAccessMode)77));
    assert_named(RINGFENCE_FAULT_2D_ATTRIBUTE, BAD,
                 NvMedia2DBlitEx(engine, to, NULL, from, NULL, &params, NULL));
    params = params_with(NVMEDIA_2D_BLIT_PARAMS_FILTER);
    params.filter = (NvMedia2DStretchFilter)9;
    assert_named(RINGFENCE_FAULT_2D_ATTRIBUTE, BAD,
                 NvMedia2DBlitEx(engine, to, NULL, from, NULL, &params, NULL));
    assert_named(RINGFENCE_FAULT_2D_ATTRIBUTE, BAD,
                 NvMedia2DRegisterNvSciSyncObj(engine, (NvMediaNvSciSyncObjType)77, end));
    assert_named(RINGFENCE_FAULT_2D_ATTRIBUTE, NEVER,
                 NvMedia2DRegisterNvSciSyncObj(engine, NVMEDIA_SOFSYNCOBJ, end));
    assert_named(RINGFENCE_FAULT_2D_ATTRIBUTE, BAD,
                 NvMedia2DFillNvSciSyncAttrList(engine, list, (NvMediaNvSciSyncClientType)77));
    assert_named(RINGFENCE_FAULT_2D_ATTRIBUTE, BAD,
                 ringfenceMediaFillNvSciSyncAttrList(list, (NvMediaNvSciSyncClientType)77));
    assert_string_equal(fault_function(), "ringfenceMediaFillNvSciSyncAttrList");
    assert_named(RINGFENCE_FAULT_2D_ATTRIBUTE, BAD, NvMediaImageLock(from, 0U, &map));
    assert_named(RINGFENCE_FAULT_2D_ATTRIBUTE, BAD, NvMediaImageLock(from, 64U, &map));
    assert_named(RINGFENCE_FAULT_2D_ATTRIBUTE, BAD,
                 NvMediaImageGetBits(from, NULL, planes, pitches));
    NvSciSyncAttrListFree(list);
    NvSciSyncObjFree(end);
    free_image(from);
    free_image(to);
    bench_close(&bench);
}

/**
 * What may only be read and was to be written, and one image as both sides of a call.
 * @verifies RF-MEDIA-081
 */
static void sides_of_a_call_are_named(void **state)
{
    Bench bench = bench_open();
    NvMedia2D *const engine = bench.engine;
    NvSciBufObj whole = buf_object_of(image_list(&bench, FORM_LUMA, 8U, 8U));
    NvMediaImage *const from = make_image(&bench, FORM_LUMA, 8U, 8U);
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
    assert_named(RINGFENCE_FAULT_NO_RIGHT, BAD,
                 NvMedia2DImageRegister(engine, reader, NVMEDIA_ACCESS_MODE_READ_WRITE));
    assert_named(RINGFENCE_FAULT_NO_RIGHT, BAD, blit(engine, reader, from));
    assert_named(RINGFENCE_FAULT_NO_RIGHT, BAD,
                 NvMediaImageLock(reader, NVMEDIA_IMAGE_ACCESS_WRITE, &map));
    assert_named(RINGFENCE_FAULT_NO_RIGHT, BAD, NvMediaImagePutBits(reader, NULL, planes, pitches));
    assert_named(RINGFENCE_FAULT_OVERLAP, BAD, blit(engine, from, from));
    assert_int_equal(NvMedia2DImageRegister(engine, from, NVMEDIA_ACCESS_MODE_READ),
                     NVMEDIA_STATUS_OK);
    assert_named(RINGFENCE_FAULT_NO_RIGHT, BAD, blit(engine, from, reader));
    assert_int_equal(NvMedia2DImageUnRegister(engine, from), NVMEDIA_STATUS_OK);
    free_image(reader);
    free_image(from);
    NvSciBufObjFree(reduced);
    NvSciBufObjFree(whole);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {sync_test(registrations_have_a_fault),
                                       sync_test(rectangles_and_scales_are_named),
                                       sync_test(formats_are_named),
                                       sync_test(ends_that_are_not_set_are_named),
                                       sync_test(attributes_of_images_are_named),
                                       sync_test(attributes_of_formats_are_named),
                                       sync_test(parameters_of_calls_are_named),
                                       sync_test(sides_of_a_call_are_named)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
