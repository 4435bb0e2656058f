/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file engine_test.c
 * Devices and engines of the first generation: what makes them, what their handles are, and what
 * their end ends.
 */
#define _POSIX_C_SOURCE 200809L

#include <sys/wait.h>
#include <unistd.h>

#include "media_fixture.h"

/**
 * Versions are those of the headers, and a place for them is needed.
 * @verifies RF-MEDIA-002
 */
static void versions_are_told(void **state)
{
    NvMediaVersion version = {9U, 9U};

    (void)state;
    assert_int_equal(NvMedia2DGetVersion(NULL), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMedia2DGetVersion(&version), NVMEDIA_STATUS_OK);
    assert_int_equal(version.major, 3U);
    assert_int_equal(version.minor, 9U);
    assert_int_equal(NvMediaImageNvSciBufGetVersion(NULL), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMediaImageNvSciBufGetVersion(&version), NVMEDIA_STATUS_OK);
    assert_int_equal(version.major, 1U);
    assert_int_equal(version.minor, 0U);
    version.major = 9U;
    assert_int_equal(NvMedia2DNvSciSyncGetVersion(NULL), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMedia2DNvSciSyncGetVersion(&version), NVMEDIA_STATUS_OK);
    assert_int_equal(version.major, 1U);
    assert_int_equal(version.minor, 0U);
}

/**
 * All devices and engines of the configuration can be had, and no more; an end frees one.
 * @verifies RF-MEDIA-007
 * @verifies RF-MEDIA-020
 */
static void there_are_as_many_as_configured(void **state)
{
    NvMediaDevice *devices[RINGFENCE_CFG_2D_DEVICES];
    NvMedia2D *engines[RINGFENCE_CFG_2D_ENGINES];

    (void)state;
    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_DEVICES; i++) {
        devices[i] = NvMediaDeviceCreate();
        assert_non_null(devices[i]);
    }
    assert_null(NvMediaDeviceCreate());
    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_ENGINES; i++) {
        engines[i] = NvMedia2DCreate(devices[i % RINGFENCE_CFG_2D_DEVICES]);
        assert_non_null(engines[i]);
    }
    assert_null(NvMedia2DCreate(devices[0]));
    NvMedia2DDestroy(engines[0]);
    engines[0] = NvMedia2DCreate(devices[0]);
    assert_non_null(engines[0]);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_ENGINES; i++) {
        assert_int_equal(NvMedia2DDestroyEx(engines[i]), NVMEDIA_STATUS_OK);
    }
    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_DEVICES; i++) {
        NvMediaDeviceDestroy(devices[i]);
    }
}

/** Asserts that an engine is refused everywhere, with a fault report of each call or of none. */
static void assert_refused(NvMedia2D *engine, const NvMediaImage *image, bool reports)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    const uint32_t before = fault_count();

    assert_int_equal(NvMedia2DDestroyEx(engine), NVMEDIA_STATUS_BAD_PARAMETER);
    NvMedia2DDestroy(engine);
    assert_int_equal(blit(engine, image, image), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMedia2DCopyPlaneNew(engine, image, 0U, image, 0U),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMedia2DImageRegister(engine, image, NVMEDIA_ACCESS_MODE_READ),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMedia2DImageUnRegister(engine, image), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMedia2DFillNvSciSyncAttrList(engine, NULL, NVMEDIA_WAITER),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMedia2DRegisterNvSciSyncObj(engine, NVMEDIA_PRESYNCOBJ, NULL),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMedia2DUnregisterNvSciSyncObj(engine, NULL), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(engine, NULL), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMedia2DInsertPreNvSciSyncFence(engine, &fence),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMedia2DGetEOFNvSciSyncFence(engine, NULL, &fence),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(fault_count() - before, reports ? 12U : 0U);
}

/**
 * Engines that were destroyed, whose row another one has now, devices and words that are none are
 * refused with a report; NULL is refused.
 * @verifies RF-MEDIA-004
 * @verifies RF-MEDIA-005
 */
static void handles_that_are_none_are_refused(void **state)
{
    Bench bench = bench_open();
    NvMediaImage *const image = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvMedia2D *const stale = make_engine(&bench);
    NvMedia2D *again = NULL;
    NvMediaDevice *const other = NvMediaDeviceCreate();
    const uint32_t faults = fault_count();

    (void)state;
    assert_int_equal(NvMedia2DDestroyEx(stale), NVMEDIA_STATUS_OK);
    again = make_engine(&bench);
    assert_ptr_not_equal(again, stale);
    NvMediaDeviceDestroy(other);
    assert_null(NvMedia2DCreate(other));
    assert_null(NvMedia2DCreate((NvMediaDevice *)(void *)again));
    assert_null(NvMedia2DCreate(NULL));
    NvMediaDeviceDestroy(other);
    NvMediaDeviceDestroy(NULL);
    assert_int_equal(fault_count(), faults + 3U);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_BAD_HANDLE);
    assert_refused(NULL, image, false);
    assert_refused(stale, image, true);
    assert_refused((NvMedia2D *)(void *)bench.device, image, true);
    assert_refused((NvMedia2D *)(void *)image, image, true);
    assert_int_equal(NvMedia2DDestroyEx(again), NVMEDIA_STATUS_OK);
    free_image(image);
    bench_close(&bench);
}

/**
 * An engine ends with its registrations: the images and objects are free behind it.
 * @verifies RF-MEDIA-021
 */
static void an_engine_ends_with_what_it_has(void **state)
{
    Bench bench = bench_open();
    NvMediaImage *const image = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvSciSyncObj begin = begin_object(&bench);
    const uint32_t handles = in_use_of(RINGFENCE_POOL_SYNC_HANDLE);

    (void)state;
    assert_int_equal(NvMedia2DImageRegister(bench.engine, image, NVMEDIA_ACCESS_MODE_READ_WRITE),
                     NVMEDIA_STATUS_OK);
    register_sync(bench.engine, NVMEDIA_PRESYNCOBJ, begin);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_HANDLE), handles + 1U);
    assert_int_equal(NvMedia2DDestroyEx(bench.engine), NVMEDIA_STATUS_OK);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_HANDLE), handles);
    bench.engine = make_engine(&bench);
    register_sync(bench.engine, NVMEDIA_PRESYNCOBJ, begin);
    assert_int_equal(NvMedia2DImageRegister(bench.engine, image, NVMEDIA_ACCESS_MODE_READ),
                     NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DDestroyEx(bench.engine), NVMEDIA_STATUS_OK);
    bench.engine = NULL;
    free_image(image);
    NvSciSyncObjFree(begin);
    bench_close(&bench);
}

/**
 * An image is registered once with an engine, for reading or for both, also with several engines,
 * and unregistered once.
 * @verifies RF-MEDIA-022
 */
static void images_are_registered_once(void **state)
{
    Bench bench = bench_open();
    NvMediaImage *const image = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvMedia2D *const other = make_engine(&bench);

    (void)state;
    assert_int_equal(NvMedia2DImageUnRegister(bench.engine, image), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMedia2DImageRegister(bench.engine, image, (NvMediaAccessMode)2),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMedia2DImageRegister(bench.engine, image, NVMEDIA_ACCESS_MODE_READ),
                     NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DImageRegister(bench.engine, image, NVMEDIA_ACCESS_MODE_READ_WRITE),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMedia2DImageRegister(other, image, NVMEDIA_ACCESS_MODE_READ_WRITE),
                     NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DImageUnRegister(bench.engine, image), NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DImageUnRegister(bench.engine, image), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMedia2DImageUnRegister(other, image), NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DDestroyEx(other), NVMEDIA_STATUS_OK);
    free_image(image);
    bench_close(&bench);
}

/**
 * An image and an object that a blit uses are not unregistered, and are when the blit is over.
 * @verifies RF-MEDIA-024
 * @verifies RF-MEDIA-036
 */
static void images_in_use_stay_registered(void **state)
{
    Bench bench = bench_open();
    NvMediaImage *const from = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvMediaImage *const to = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvSciSyncObj begin = begin_object(&bench);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    register_sync(bench.engine, NVMEDIA_PRESYNCOBJ, begin);
    assert_int_equal(NvMedia2DImageRegister(bench.engine, from, NVMEDIA_ACCESS_MODE_READ),
                     NVMEDIA_STATUS_OK);
    assert_status(NvSciSyncObjGenerateFence(begin, &fence), NvSciError_Success);
    assert_int_equal(NvMedia2DInsertPreNvSciSyncFence(bench.engine, &fence), NVMEDIA_STATUS_OK);
    assert_int_equal(blit(bench.engine, to, from), NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DImageUnRegister(bench.engine, from), NVMEDIA_STATUS_PENDING);
    assert_int_equal(NvMedia2DUnregisterNvSciSyncObj(bench.engine, begin), NVMEDIA_STATUS_PENDING);
    assert_status(NvSciSyncObjSignal(begin), NvSciError_Success);
    (void)byte_at(to, 0U, 0U, 0U);
    assert_int_equal(NvMedia2DImageUnRegister(bench.engine, from), NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DUnregisterNvSciSyncObj(bench.engine, begin), NVMEDIA_STATUS_OK);
    NvSciSyncFenceClear(&fence);
    free_image(from);
    free_image(to);
    NvSciSyncObjFree(begin);
    bench_close(&bench);
}

/**
 * In RUNTIME nothing is made or ended; in DEINIT nothing is made or done.
 * @verifies RF-MEDIA-003
 */
static void phases_admit_what_they_are_for(void **state)
{
    const NvMediaSurfAllocAttr attrs[] = SIZE_ATTRS(8U, 8U);
    Bench bench = bench_open();
    NvMediaImage *const image = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvMediaImage *const other = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvMediaImage *made = NULL;
    NvMediaImageSurfaceMap map;
    NvMediaVersion version;

    (void)state;
    go_to(RINGFENCE_PHASE_RUNTIME);
    assert_null(NvMediaDeviceCreate());
    assert_null(NvMedia2DCreate(bench.device));
    assert_null(NvMediaImageCreateNew(bench.device, type_of(FORM_LUMA), attrs, 2U, 0U));
    assert_int_equal(NvMediaImageNvSciBufInit(), NVMEDIA_STATUS_UNDEFINED_STATE);
    assert_int_equal(NvMediaImageCreateFromNvSciBuf(bench.device, NULL, &made),
                     NVMEDIA_STATUS_UNDEFINED_STATE);
    assert_int_equal(
        NvMediaImageFillNvSciBufAttrs(bench.device, type_of(FORM_LUMA), attrs, 2U, 0U, NULL),
        NVMEDIA_STATUS_UNDEFINED_STATE);
    assert_int_equal(NvMedia2DDestroyEx(bench.engine), NVMEDIA_STATUS_UNDEFINED_STATE);
    assert_int_equal(NvMedia2DImageRegister(bench.engine, image, NVMEDIA_ACCESS_MODE_READ),
                     NVMEDIA_STATUS_UNDEFINED_STATE);
    assert_int_equal(NvMedia2DImageUnRegister(bench.engine, image), NVMEDIA_STATUS_UNDEFINED_STATE);
    assert_int_equal(NvMedia2DFillNvSciSyncAttrList(bench.engine, NULL, NVMEDIA_WAITER),
                     NVMEDIA_STATUS_UNDEFINED_STATE);
    assert_int_equal(ringfenceMediaFillNvSciSyncAttrList(NULL, NVMEDIA_WAITER),
                     NVMEDIA_STATUS_UNDEFINED_STATE);
    assert_int_equal(NvMedia2DRegisterNvSciSyncObj(bench.engine, NVMEDIA_PRESYNCOBJ, NULL),
                     NVMEDIA_STATUS_UNDEFINED_STATE);
    assert_int_equal(NvMedia2DUnregisterNvSciSyncObj(bench.engine, NULL),
                     NVMEDIA_STATUS_UNDEFINED_STATE);
    NvMediaImageDestroy(image);
    NvMediaDeviceDestroy(bench.device);
    NvMedia2DDestroy(bench.engine);
    assert_int_equal(blit(bench.engine, image, other), NVMEDIA_STATUS_OK);
    assert_int_equal(byte_at(image, 0U, 0U, 0U), byte_at(other, 0U, 0U, 0U));
    go_to(RINGFENCE_PHASE_DEINIT);
    assert_int_equal(blit(bench.engine, image, other), NVMEDIA_STATUS_UNDEFINED_STATE);
    assert_int_equal(NvMedia2DCopyPlaneNew(bench.engine, image, 0U, other, 0U),
                     NVMEDIA_STATUS_UNDEFINED_STATE);
    assert_int_equal(NvMediaImageLock(image, NVMEDIA_IMAGE_ACCESS_READ, &map),
                     NVMEDIA_STATUS_UNDEFINED_STATE);
    assert_int_equal(NvMediaImagePutBits(image, NULL, NULL, NULL), NVMEDIA_STATUS_UNDEFINED_STATE);
    assert_int_equal(NvMediaImageGetBits(image, NULL, NULL, NULL), NVMEDIA_STATUS_UNDEFINED_STATE);
    assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(bench.engine, NULL),
                     NVMEDIA_STATUS_UNDEFINED_STATE);
    assert_int_equal(NvMedia2DInsertPreNvSciSyncFence(bench.engine, NULL),
                     NVMEDIA_STATUS_UNDEFINED_STATE);
    assert_int_equal(NvMedia2DGetEOFNvSciSyncFence(bench.engine, NULL, NULL),
                     NVMEDIA_STATUS_UNDEFINED_STATE);
    assert_int_equal(NvMedia2DGetVersion(&version), NVMEDIA_STATUS_UNDEFINED_STATE);
    free_image(image);
    free_image(other);
    bench_close(&bench);
}

/** What a child that was forked finds; 0: it is refused everywhere. */
static int child_of(const Bench *bench, NvMediaImage *image)
{
    NvMediaImageSurfaceMap map;
    bool refused = (blit(bench->engine, image, image) == NVMEDIA_STATUS_BAD_PARAMETER);

    refused = refused && (NvMediaImageLock(image, NVMEDIA_IMAGE_ACCESS_READ, &map) ==
                          NVMEDIA_STATUS_BAD_PARAMETER);
    refused = refused && (NvMedia2DDestroyEx(bench->engine) == NVMEDIA_STATUS_BAD_PARAMETER);
    refused = refused && (NvMedia2DCreate(bench->device) == NULL);
    refused = refused && (NvMedia2DCreate(NvMediaDeviceCreate()) == NULL);
    return refused ? 0 : 1;
}

/**
 * A child that was forked has no thread that blits: it is refused, and its parent goes on.
 * @verifies RF-MEDIA-006
 */
static void a_forked_child_is_refused(void **state)
{
    Bench bench = bench_open();
    NvMediaImage *const image = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvMediaImage *const other = make_image(&bench, FORM_LUMA, 8U, 8U);
    int result = -1;
    pid_t child = 0;

    (void)state;
    child = fork();
    if (child == 0) {
        _exit(child_of(&bench, image));
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_int_equal(result, 0);
    paint(other, 6U, 0U, 0U);
    assert_int_equal(blit(bench.engine, image, other), NVMEDIA_STATUS_OK);
    assert_int_equal(byte_at(image, 0U, 0U, 0U), 6U);
    free_image(image);
    free_image(other);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {sync_test(versions_are_told),
                                       sync_test(there_are_as_many_as_configured),
                                       sync_test(handles_that_are_none_are_refused),
                                       sync_test(an_engine_ends_with_what_it_has),
                                       sync_test(images_are_registered_once),
                                       sync_test(images_in_use_stay_registered),
                                       sync_test(phases_admit_what_they_are_for),
                                       sync_test(a_forked_child_is_refused)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
