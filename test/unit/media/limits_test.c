/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file limits_test.c
 * What NvMedia 2D refuses because a capacity is used up names the macro.
 */
#include "media/image.h"
#include "media_fixture.h"

/** The last fault is that of a limit. */
static void assert_limit(const char *macro, const char *function, uint64_t allowed)
{
    RingfenceFault fault;

    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_LIMIT);
    assert_string_equal(fault.limit, macro);
    assert_string_equal(fault.function, function);
    assert_int_equal(fault.allowed, allowed);
    assert_true(fault.asked > allowed);
}

/**
 * A device, an engine and an image more than there are.
 * @verifies RF-CORE-341
 */
static void rows_are_named(void **state)
{
    Bench bench = bench_open();
    const NvSciBufObj object = buf_object_of(image_list(&bench, FORM_LUMA, 8U, 8U));
    NvMediaImage *more = NULL;
    NvMediaDevice *devices[RINGFENCE_CFG_2D_DEVICES] = {NULL};
    NvMedia2D *engines[RINGFENCE_CFG_2D_ENGINES] = {NULL};
    NvMediaImage *images[RINGFENCE_CFG_2D_IMAGES];

    (void)state;
    for (uint32_t i = 0U; i < (RINGFENCE_CFG_2D_DEVICES - 1U); i++) {
        devices[i] = NvMediaDeviceCreate();
        assert_non_null(devices[i]);
    }
    assert_null(NvMediaDeviceCreate());
    assert_limit("RINGFENCE_CFG_2D_DEVICES", "NvMediaDeviceCreate", RINGFENCE_CFG_2D_DEVICES);
    for (uint32_t i = 0U; i < (RINGFENCE_CFG_2D_ENGINES - 1U); i++) {
        engines[i] = make_engine(&bench);
    }
    assert_null(NvMedia2DCreate(bench.device));
    assert_limit("RINGFENCE_CFG_2D_ENGINES", "NvMedia2DCreate", RINGFENCE_CFG_2D_ENGINES);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_IMAGES; i++) {
        images[i] = image_of_buffer(&bench, object);
    }
    assert_int_equal(NvMediaImageCreateFromNvSciBuf(bench.device, object, &more),
                     NVMEDIA_STATUS_OUT_OF_MEMORY);
    assert_limit("RINGFENCE_CFG_2D_IMAGES", "NvMediaImageCreateFromNvSciBuf",
                 RINGFENCE_CFG_2D_IMAGES);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_IMAGES; i++) {
        free_image(images[i]);
    }
    NvSciBufObjFree(object);
    for (uint32_t i = 0U; i < (RINGFENCE_CFG_2D_ENGINES - 1U); i++) {
        NvMedia2DDestroy(engines[i]);
    }
    for (uint32_t i = 0U; i < (RINGFENCE_CFG_2D_DEVICES - 1U); i++) {
        NvMediaDeviceDestroy(devices[i]);
    }
    bench_close(&bench);
}

/**
 * An image wider than all, as it is made and as its list is filled.
 * @verifies RF-CORE-341
 */
static void width_is_named(void **state)
{
    static const NvMediaSurfAllocAttr attrs[] = SIZE_ATTRS(RINGFENCE_CFG_2D_WIDTH + 2U, 8U);
    Bench bench = bench_open();
    NvSciBufAttrList list = empty_list();

    (void)state;
    assert_null(
        NvMediaImageCreateNew(bench.device, type_of(FORM_LUMA), attrs, COUNT_OF(attrs), 0U));
    assert_limit("RINGFENCE_CFG_2D_WIDTH", "NvMediaImageCreateNew", RINGFENCE_CFG_2D_WIDTH);
    assert_int_equal(NvMediaImageFillNvSciBufAttrs(bench.device, type_of(FORM_LUMA), attrs,
                                                   COUNT_OF(attrs), 0U, list),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_limit("RINGFENCE_CFG_2D_WIDTH", "NvMediaImageFillNvSciBufAttrs", RINGFENCE_CFG_2D_WIDTH);
    NvSciBufAttrListFree(list);
    bench_close(&bench);
}

/**
 * A sync object more than an engine registers.
 * @verifies RF-CORE-341
 */
static void registrations_are_named(void **state)
{
    static NvSciSyncObj objects[RINGFENCE_CFG_2D_REGISTRATIONS + 1U];
    Bench bench = bench_open();

    (void)state;
    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_REGISTRATIONS; i++) {
        objects[i] = begin_object(&bench);
        register_sync(bench.engine, NVMEDIA_PRESYNCOBJ, objects[i]);
    }
    objects[RINGFENCE_CFG_2D_REGISTRATIONS] = begin_object(&bench);
    assert_int_equal(NvMedia2DRegisterNvSciSyncObj(bench.engine, NVMEDIA_PRESYNCOBJ,
                                                   objects[RINGFENCE_CFG_2D_REGISTRATIONS]),
                     NVMEDIA_STATUS_OUT_OF_MEMORY);
    assert_limit("RINGFENCE_CFG_2D_REGISTRATIONS", "NvMedia2DRegisterNvSciSyncObj",
                 RINGFENCE_CFG_2D_REGISTRATIONS);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_REGISTRATIONS; i++) {
        assert_int_equal(NvMedia2DUnregisterNvSciSyncObj(bench.engine, objects[i]),
                         NVMEDIA_STATUS_OK);
    }
    for (uint32_t i = 0U; i <= RINGFENCE_CFG_2D_REGISTRATIONS; i++) {
        NvSciSyncObjFree(objects[i]);
    }
    bench_close(&bench);
}

/**
 * Operations more than a queue holds, that wait for a fence; and fences more than one waits for,
 * by the name of the interface, whatever RINGFENCE_CFG_2D_FENCES is.
 * @verifies RF-CORE-341
 * @verifies RF-MEDIA-955
 */
static void tasks_and_fences_are_named(void **state)
{
    Bench bench = bench_open();
    NvMediaImage *const from = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvMediaImage *const to = make_image(&bench, FORM_LUMA, 8U, 8U);
    const NvSciSyncObj begin = begin_object(&bench);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvMediaStatus status = NVMEDIA_STATUS_OK;
    uint32_t count = 0U;
    RingfenceFault before;
    RingfenceFault behind;

    (void)state;
    register_sync(bench.engine, NVMEDIA_PRESYNCOBJ, begin);
    assert_status(NvSciSyncObjGenerateFence(begin, &fence), NvSciError_Success);
    while (status == NVMEDIA_STATUS_OK) {
        status = NvMedia2DInsertPreNvSciSyncFence(bench.engine, &fence);
        count++;
    }
    assert_int_equal(status, NVMEDIA_STATUS_INSUFFICIENT_BUFFERING);
    assert_int_equal(count, NVMEDIA_2D_MAX_PRENVSCISYNCFENCES + 1U);
    assert_limit("NVMEDIA_2D_MAX_PRENVSCISYNCFENCES", "NvMedia2DInsertPreNvSciSyncFence",
                 NVMEDIA_2D_MAX_PRENVSCISYNCFENCES);
    status = NVMEDIA_STATUS_OK;
    for (uint32_t i = 0U; status == NVMEDIA_STATUS_OK; i++) {
        status = blit(bench.engine, to, from);
        assert_in_range(i, 0U, RINGFENCE_CFG_2D_TASKS);
    }
    assert_int_equal(status, NVMEDIA_STATUS_INSUFFICIENT_BUFFERING);
    assert_limit("RINGFENCE_CFG_2D_TASKS", "NvMedia2DBlitEx", RINGFENCE_CFG_2D_TASKS);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    assert_status(RingfenceGetLastFault(&before), NvSciError_Success);
    assert_int_equal(blit(bench.engine, to, from), NVMEDIA_STATUS_INSUFFICIENT_BUFFERING);
    assert_status(RingfenceGetLastFault(&behind), NvSciError_Success);
    assert_int_equal(behind.total, before.total);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT), NvSciError_Success);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_INIT), NvSciError_Success);
    assert_status(NvSciSyncObjSignal(begin), NvSciError_Success);
    NvSciSyncFenceClear(&fence);
    NvMedia2DDestroy(bench.engine);
    bench.engine = NULL;
    NvSciSyncObjFree(begin);
    free_image(from);
    free_image(to);
    bench_close(&bench);
}

/**
 * A graph more than there are: rectangles of all widths.
 * @verifies RF-CORE-341
 */
static void graphs_are_named(void **state)
{
    static const NvMedia2DBlitParameters params = {.validFields = NVMEDIA_2D_BLIT_PARAMS_FILTER,
                                                   .filter = NVMEDIA_2D_STRETCH_FILTER_LOW};
    Bench bench = bench_open();
    NvMediaImage *const from = make_image(&bench, FORM_LUMA, 64U, 64U);
    NvMediaImage *const to = make_image(&bench, FORM_LUMA, 256U, 64U);
    NvMediaStatus status = NVMEDIA_STATUS_OK;

    (void)state;
    assert_int_equal(NvMedia2DImageRegister(bench.engine, from, NVMEDIA_ACCESS_MODE_READ),
                     NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DImageRegister(bench.engine, to, NVMEDIA_ACCESS_MODE_READ_WRITE),
                     NVMEDIA_STATUS_OK);
    for (uint32_t i = 0U; (i <= RINGFENCE_CFG_2D_GRAPHS) && (status == NVMEDIA_STATUS_OK); i++) {
        const NvMediaRect rect = {0U, 0U, (uint16_t)(66U + (2U * i)), 64U};

        do {
            status = NvMedia2DBlitEx(bench.engine, to, &rect, from, NULL, &params, NULL);
        } while (status == NVMEDIA_STATUS_INSUFFICIENT_BUFFERING);
    }
    assert_int_equal(status, NVMEDIA_STATUS_OUT_OF_MEMORY);
    assert_limit("RINGFENCE_CFG_2D_GRAPHS", "NvMedia2DBlitEx", RINGFENCE_CFG_2D_GRAPHS);
    NvMedia2DDestroy(bench.engine);
    bench.engine = NULL;
    free_image(from);
    free_image(to);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        sync_test(rows_are_named),          sync_test(width_is_named),
        sync_test(registrations_are_named), sync_test(tasks_and_fences_are_named),
        sync_test(graphs_are_named),
    };

    return cmocka_run_group_tests_name("media/limits", tests, NULL, NULL);
}
