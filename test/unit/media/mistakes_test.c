/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file mistakes_test.c
 * Usual mistakes with NvMedia 2D, first generation: the line of the fault says what to do.
 */
#include "media_fixture.h"
#include "told.h"

#define BAD       NVMEDIA_STATUS_BAD_PARAMETER
#define NEVER     NVMEDIA_STATUS_NOT_SUPPORTED
#define ATTRIBUTE RINGFENCE_FAULT_2D_ATTRIBUTE

/**
 * Lists before NvMediaImageNvSciBufInit(), attributes that are missing, flags, and images of odd
 * sizes.
 * @verifies RF-MEDIA-089
 */
static void images_are_told(void **state)
{
    const NvMediaSurfAllocAttr attrs[] = SIZE_ATTRS(63U, 48U);
    Form form = FORM_RGBA;
    Bench bench = bench_open();
    const NvSciBufAttrList list = empty_list();

    (void)state;
    NvMediaImageNvSciBufDeinit();
    assert_told("NvMediaImageFillNvSciBufAttrs", RINGFENCE_FAULT_2D_ORDER,
                "call NvMediaImageNvSciBufInit() first", NVMEDIA_STATUS_NOT_INITIALIZED,
                NvMediaImageFillNvSciBufAttrs(bench.device, type_of(form), attrs, 2U, 0U, list));
    assert_int_equal(NvMediaImageNvSciBufInit(), NVMEDIA_STATUS_OK);
    assert_told("NvMediaImageFillNvSciBufAttrs", ATTRIBUTE, "give width and height", BAD,
                NvMediaImageFillNvSciBufAttrs(bench.device, type_of(form), attrs, 1U, 0U, list));
    assert_told("NvMediaImageFillNvSciBufAttrs", ATTRIBUTE, "flags are to be 0", BAD,
                NvMediaImageFillNvSciBufAttrs(bench.device, type_of(form), attrs, 2U, 1U, list));
    assert_told("NvMediaImageFillNvSciBufAttrs", RINGFENCE_FAULT_2D_FORMAT,
                "use those that docs/2d.md has", NEVER,
                NvMediaImageFillNvSciBufAttrs(bench.device, NvMediaSurfaceType_Unsupported, attrs,
                                              2U, 0U, list));
    assert_told(
        "NvMediaImageFillNvSciBufAttrs", RINGFENCE_FAULT_ODD_IMAGE, "take the next even size", BAD,
        NvMediaImageFillNvSciBufAttrs(bench.device, type_of(FORM_NV12), attrs, 2U, 0U, list));
    form.bits = 77U;
    assert_told("NvMediaSurfaceFormatGetType", ATTRIBUTE, "with a value of nvmedia_surface.h",
                NvMediaSurfaceType_Unsupported, type_of(form));
    NvSciBufAttrListFree(list);
    bench_close(&bench);
}

/**
 * Parameters of blits, accesses of images, roles of sync objects, and memory of the program.
 * @verifies RF-MEDIA-089
 */
static void arguments_are_told(void **state)
{
    NvMedia2DBlitParameters params = {NVMEDIA_2D_BLIT_PARAMS_FILTER, (NvMedia2DStretchFilter)9, 0U,
                                      NVMEDIA_TRANSFORM_NONE, NVMEDIA_COLOR_STANDARD_ITUR_BT_601};
    Bench bench = bench_open();
    NvMediaImage *const from = make_image(&bench, FORM_RGBA, 8U, 8U);
    NvMediaImage *const to = make_image(&bench, FORM_RGBA, 8U, 8U);
    const NvSciSyncAttrList list = make_list(bench.sync);
    const NvSciSyncObj end = end_object(&bench);
    NvMediaImageSurfaceMap map;
    uint8_t byte = 0U;
    void *planes[] = {&byte};
    const uint32_t pitches[] = {1U};

    (void)state;
    assert_told("NvMedia2DBlitEx", ATTRIBUTE, "name the given fields in validFields", BAD,
                NvMedia2DBlitEx(bench.engine, to, NULL, from, NULL, &params, NULL));
    assert_told("NvMediaImageGetBits", ATTRIBUTE, "a pitch of a row or more", BAD,
                NvMediaImageGetBits(from, NULL, planes, pitches));
    assert_told("NvMediaImageLock", ATTRIBUTE, "give NVMEDIA_IMAGE_ACCESS_READ", BAD,
                NvMediaImageLock(from, 0U, &map));
    assert_told("NvMedia2DImageRegister", ATTRIBUTE, "give NVMEDIA_ACCESS_MODE_READ", BAD,
                NvMedia2DImageRegister(bench.engine, from, (NvMediaAccessMode)9));
    assert_told("NvMedia2DFillNvSciSyncAttrList", ATTRIBUTE, "give NVMEDIA_SIGNALER", BAD,
                NvMedia2DFillNvSciSyncAttrList(bench.engine, list, (NvMediaNvSciSyncClientType)9));
    assert_told("NvMedia2DRegisterNvSciSyncObj", ATTRIBUTE, "give NVMEDIA_PRESYNCOBJ", BAD,
                NvMedia2DRegisterNvSciSyncObj(bench.engine, (NvMediaNvSciSyncObjType)77, end));
    assert_told("NvMedia2DRegisterNvSciSyncObj", ATTRIBUTE, "NVMEDIA_EOFSYNCOBJ", NEVER,
                NvMedia2DRegisterNvSciSyncObj(bench.engine, NVMEDIA_SOFSYNCOBJ, end));
    assert_told("NvMedia2DBlitEx", RINGFENCE_FAULT_OVERLAP, "use two", BAD,
                blit(bench.engine, to, to));
    NvSciSyncAttrListFree(list);
    NvSciSyncObjFree(end);
    free_image(from);
    free_image(to);
    bench_close(&bench);
}

/**
 * Fences and objects that are not registered for what they are given for, objects that are none,
 * and destinations that may only be read.
 * @verifies RF-MEDIA-089
 */
static void rights_are_told(void **state)
{
    Bench bench = bench_open();
    NvMediaImage *const from = make_image(&bench, FORM_RGBA, 8U, 8U);
    NvMediaImage *const to = make_image(&bench, FORM_RGBA, 8U, 8U);
    const NvSciSyncObj begin = begin_object(&bench);
    const NvSciSyncObj end = end_object(&bench);
    const NvSciBufObj raw = buf_raw_object(64U);
    NvMediaImage *image = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    void *other = NULL;
    NvSciSyncObj no_object = NULL;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(begin, &fence), NvSciError_Success);
    assert_told("NvMedia2DInsertPreNvSciSyncFence", RINGFENCE_FAULT_OTHER_OBJECT,
                "register the object of the fence", BAD,
                NvMedia2DInsertPreNvSciSyncFence(bench.engine, &fence));
    assert_told("NvMedia2DRegisterNvSciSyncObj", RINGFENCE_FAULT_NO_RIGHT, "have 2D fill a list",
                BAD, NvMedia2DRegisterNvSciSyncObj(bench.engine, NVMEDIA_EOFSYNCOBJ, begin));
    register_sync(bench.engine, NVMEDIA_PRESYNCOBJ, begin);
    assert_told("NvMedia2DSetNvSciSyncObjforEOF", RINGFENCE_FAULT_NO_RIGHT,
                "register the object as NVMEDIA_EOFSYNCOBJ", BAD,
                NvMedia2DSetNvSciSyncObjforEOF(bench.engine, begin));
    register_sync(bench.engine, NVMEDIA_EOFSYNCOBJ, end);
    assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(bench.engine, end), NVMEDIA_STATUS_OK);
    assert_int_equal(blit(bench.engine, to, from), NVMEDIA_STATUS_OK);
    assert_told("NvMedia2DGetEOFNvSciSyncFence", RINGFENCE_FAULT_OTHER_OBJECT,
                "was set for the last blit", BAD,
                NvMedia2DGetEOFNvSciSyncFence(bench.engine, begin, &fence));
    (void)memcpy(&other, &raw, sizeof(other));
    (void)memcpy(&no_object, &other, sizeof(no_object));
    assert_told("NvMedia2DRegisterNvSciSyncObj", RINGFENCE_FAULT_BAD_HANDLE,
                "give a live NvSciSyncObj", BAD,
                NvMedia2DRegisterNvSciSyncObj(bench.engine, NVMEDIA_PRESYNCOBJ, no_object));
    (void)memcpy(&other, &end, sizeof(other));
    assert_told("NvMediaImageCreateFromNvSciBuf", RINGFENCE_FAULT_BAD_HANDLE,
                "give a live NvSciBufObj", BAD,
                NvMediaImageCreateFromNvSciBuf(bench.device, other, &image));
    assert_int_equal(NvMedia2DImageRegister(bench.engine, from, NVMEDIA_ACCESS_MODE_READ),
                     NVMEDIA_STATUS_OK);
    assert_told("NvMedia2DBlitEx", RINGFENCE_FAULT_NO_RIGHT, "ask for ReadWrite", BAD,
                blit(bench.engine, from, to));
    assert_int_equal(NvMedia2DDestroyEx(bench.engine), NVMEDIA_STATUS_OK);
    assert_told("NvMedia2DDestroyEx", RINGFENCE_FAULT_BAD_HANDLE,
                "give what NvMedia2DCreate() of this generation gave", BAD,
                NvMedia2DDestroyEx(bench.engine));
    bench.engine = NULL;
    free_image(from);
    NvMediaImageDestroy(to);
    assert_told("NvMediaImageGetBits", RINGFENCE_FAULT_BAD_HANDLE, "before NvMediaImageDestroy()",
                BAD, NvMediaImageGetBits(to, NULL, NULL, NULL));
    NvSciSyncFenceClear(&fence);
    NvSciSyncObjFree(begin);
    NvSciSyncObjFree(end);
    NvSciBufObjFree(raw);
    bench_close(&bench);
}

/**
 * What is given back while an operation uses it, and an image that is locked already.
 * @verifies RF-MEDIA-089
 */
static void what_is_in_use_is_told(void **state)
{
    Bench bench = bench_open();
    NvMediaImage *const from = make_image(&bench, FORM_RGBA, 8U, 8U);
    NvMediaImage *const to = make_image(&bench, FORM_RGBA, 8U, 8U);
    const NvSciSyncObj begin = begin_object(&bench);
    const NvSciSyncObj end = end_object(&bench);
    NvMediaImageSurfaceMap map;
    NvSciSyncFence before = NvSciSyncFenceInitializer;
    NvSciSyncFence after = NvSciSyncFenceInitializer;

    (void)state;
    register_sync(bench.engine, NVMEDIA_PRESYNCOBJ, begin);
    register_sync(bench.engine, NVMEDIA_EOFSYNCOBJ, end);
    assert_int_equal(NvMedia2DImageRegister(bench.engine, to, NVMEDIA_ACCESS_MODE_READ_WRITE),
                     NVMEDIA_STATUS_OK);
    assert_status(NvSciSyncObjGenerateFence(begin, &before), NvSciError_Success);
    assert_int_equal(NvMedia2DInsertPreNvSciSyncFence(bench.engine, &before), NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(bench.engine, end), NVMEDIA_STATUS_OK);
    assert_int_equal(blit(bench.engine, to, from), NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DGetEOFNvSciSyncFence(bench.engine, end, &after), NVMEDIA_STATUS_OK);
    assert_told("NvMedia2DImageUnRegister", RINGFENCE_FAULT_2D_ORDER, "then unregister",
                NVMEDIA_STATUS_PENDING, NvMedia2DImageUnRegister(bench.engine, to));
    assert_told("NvMedia2DUnregisterNvSciSyncObj", RINGFENCE_FAULT_2D_ORDER, "then unregister",
                NVMEDIA_STATUS_PENDING, NvMedia2DUnregisterNvSciSyncObj(bench.engine, end));
    assert_status(NvSciSyncObjSignal(begin), NvSciError_Success);
    await(&bench, &after);
    assert_int_equal(NvMediaImageLock(to, NVMEDIA_IMAGE_ACCESS_READ, &map), NVMEDIA_STATUS_OK);
    assert_told("NvMediaImageLock", RINGFENCE_FAULT_2D_ORDER, "call NvMediaImageUnlock() first",
                NVMEDIA_STATUS_PENDING, NvMediaImageLock(to, NVMEDIA_IMAGE_ACCESS_READ, &map));
    assert_told("NvMedia2DBlitEx", RINGFENCE_FAULT_IMAGE_IN_USE, "unlock", BAD,
                blit(bench.engine, to, from));
    NvMediaImageUnlock(to);
    assert_int_equal(NvMedia2DImageUnRegister(bench.engine, to), NVMEDIA_STATUS_OK);
    NvSciSyncFenceClear(&before);
    NvSciSyncFenceClear(&after);
    free_image(from);
    free_image(to);
    NvSciSyncObjFree(begin);
    NvSciSyncObjFree(end);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {sync_test(images_are_told), sync_test(arguments_are_told),
                                       sync_test(rights_are_told),
                                       sync_test(what_is_in_use_is_told)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
