/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file usage_test.c
 * How full the tables of NvMedia 2D are.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "media_fixture.h"
#include "ringfence_cfg.h"

static RingfenceMediaUsage usage_of(RingfenceMediaTable table)
{
    RingfenceMediaUsage usage;

    assert_int_equal(ringfenceMediaGetUsage(table, &usage), NVMEDIA_STATUS_OK);
    return usage;
}

static void assert_usage(RingfenceMediaTable table, uint32_t in_use, uint32_t most)
{
    const RingfenceMediaUsage usage = usage_of(table);

    assert_int_equal(usage.inUse, in_use);
    assert_int_equal(usage.highWater, most);
}

/**
 * Each table has the capacity of its macro; what is no table is refused.
 * @verifies RF-MEDIA-086
 */
static void tables_have_capacities(void **state)
{
    static const struct {
        const char *macro;
        uint32_t capacity;
    } rows[RINGFENCE_MEDIA_TABLE_COUNT] = {
        {"RINGFENCE_CFG_2D_DEVICES", RINGFENCE_CFG_2D_DEVICES},
        {"RINGFENCE_CFG_2D_ENGINES", RINGFENCE_CFG_2D_ENGINES},
        {"RINGFENCE_CFG_2D_IMAGES", RINGFENCE_CFG_2D_IMAGES},
        {"RINGFENCE_CFG_2D_GRAPHS", RINGFENCE_CFG_2D_GRAPHS},
        {"RINGFENCE_CFG_2D_REGISTRATIONS", RINGFENCE_CFG_2D_REGISTRATIONS},
        {"RINGFENCE_CFG_2D_REGISTRATIONS", RINGFENCE_CFG_2D_REGISTRATIONS},
        {"RINGFENCE_CFG_2D_REGISTRATIONS", RINGFENCE_CFG_2D_REGISTRATIONS},
        {"RINGFENCE_CFG_2D_TASKS", RINGFENCE_CFG_2D_TASKS},
        {"RINGFENCE_CFG_2D_TASKS", RINGFENCE_CFG_2D_TASKS},
    };
    static const uint32_t none[] = {RINGFENCE_MEDIA_TABLE_COUNT, UINT32_MAX};

    (void)state;
    for (uint32_t i = 0U; i < RINGFENCE_MEDIA_TABLE_COUNT; i++) {
        const RingfenceMediaUsage usage = usage_of((RingfenceMediaTable)i);

        assert_string_equal(usage.macro, rows[i].macro);
        assert_int_equal(usage.capacity, rows[i].capacity);
        assert_true(usage.name[0] != '\0');
    }
    for (uint32_t i = 0U; i < COUNT_OF(none); i++) {
        RingfenceMediaUsage usage = {.inUse = 77U};

        assert_int_equal(ringfenceMediaGetUsage((RingfenceMediaTable)none[i], &usage),
                         NVMEDIA_STATUS_BAD_PARAMETER);
        assert_int_equal(usage.inUse, 77U);
    }
    assert_int_equal(ringfenceMediaGetUsage(RINGFENCE_MEDIA_TABLE_TASKS, NULL),
                     NVMEDIA_STATUS_BAD_PARAMETER);
}

/**
 * What is made and ended is counted, and the most that there was stays. An engine that is destroyed
 * has no registrations.
 * @verifies RF-MEDIA-086
 */
static void rows_are_counted(void **state)
{
    Bench bench = bench_open();
    NvMediaDevice *const device = NvMediaDeviceCreate();
    NvMedia2D *const engine = make_engine(&bench);
    NvMediaImage *images[3];

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(images); i++) {
        images[i] = make_image(&bench, FORM_LUMA, 8U, 8U);
        assert_int_equal(NvMedia2DImageRegister(bench.engine, images[i], NVMEDIA_ACCESS_MODE_READ),
                         NVMEDIA_STATUS_OK);
    }
    assert_int_equal(NvMedia2DImageRegister(engine, images[0], NVMEDIA_ACCESS_MODE_READ),
                     NVMEDIA_STATUS_OK);
    assert_usage(RINGFENCE_MEDIA_TABLE_DEVICES, 2U, 2U);
    assert_usage(RINGFENCE_MEDIA_TABLE_ENGINES, 2U, 2U);
    assert_usage(RINGFENCE_MEDIA_TABLE_IMAGES, 3U, 3U);
    assert_usage(RINGFENCE_MEDIA_TABLE_REGISTERED_IMAGES, 3U, 3U);
    assert_int_equal(NvMedia2DImageUnRegister(bench.engine, images[2]), NVMEDIA_STATUS_OK);
    free_image(images[2]);
    NvMediaDeviceDestroy(device);
    assert_usage(RINGFENCE_MEDIA_TABLE_DEVICES, 1U, 2U);
    assert_usage(RINGFENCE_MEDIA_TABLE_IMAGES, 2U, 3U);
    assert_usage(RINGFENCE_MEDIA_TABLE_REGISTERED_IMAGES, 2U, 3U);
    assert_int_equal(NvMedia2DDestroyEx(bench.engine), NVMEDIA_STATUS_OK);
    bench.engine = engine;
    assert_usage(RINGFENCE_MEDIA_TABLE_ENGINES, 1U, 2U);
    assert_usage(RINGFENCE_MEDIA_TABLE_REGISTERED_IMAGES, 1U, 3U);
    assert_int_equal(NvMedia2DImageUnRegister(engine, images[0]), NVMEDIA_STATUS_OK);
    free_image(images[0]);
    free_image(images[1]);
    bench_close(&bench);
    assert_usage(RINGFENCE_MEDIA_TABLE_DEVICES, 0U, 2U);
    assert_usage(RINGFENCE_MEDIA_TABLE_ENGINES, 0U, 2U);
    assert_usage(RINGFENCE_MEDIA_TABLE_IMAGES, 0U, 3U);
    assert_usage(RINGFENCE_MEDIA_TABLE_REGISTERED_IMAGES, 0U, 3U);
}

/**
 * Operations that wait are in use until they are over, in each phase; a stretch has a graph until
 * the last engine is gone.
 * @verifies RF-MEDIA-086
 */
static void operations_are_counted(void **state)
{
    static const NvMedia2DBlitParameters params = {.validFields = NVMEDIA_2D_BLIT_PARAMS_FILTER,
                                                   .filter = NVMEDIA_2D_STRETCH_FILTER_LOW};
    Bench bench = bench_open();
    NvMediaImage *const from = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvMediaImage *const to = make_image(&bench, FORM_LUMA, 16U, 16U);
    const NvSciSyncObj begin = begin_object(&bench);
    const NvSciSyncObj end = end_object(&bench);
    NvSciSyncFence start = NvSciSyncFenceInitializer;
    NvSciSyncFence over = NvSciSyncFenceInitializer;

    (void)state;
    register_sync(bench.engine, NVMEDIA_PRESYNCOBJ, begin);
    register_sync(bench.engine, NVMEDIA_EOFSYNCOBJ, end);
    assert_usage(RINGFENCE_MEDIA_TABLE_REGISTERED_SYNCS, 2U, 2U);
    assert_usage(RINGFENCE_MEDIA_TABLE_TASKS, 0U, 0U);
    assert_usage(RINGFENCE_MEDIA_TABLE_GRAPHS, 0U, 0U);
    assert_status(NvSciSyncObjGenerateFence(begin, &start), NvSciError_Success);
    assert_int_equal(NvMedia2DInsertPreNvSciSyncFence(bench.engine, &start), NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DBlitEx(bench.engine, to, NULL, from, NULL, &params, NULL),
                     NVMEDIA_STATUS_OK);
    assert_usage(RINGFENCE_MEDIA_TABLE_GRAPHS, 1U, 1U);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(bench.engine, end), NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DBlitEx(bench.engine, to, NULL, from, NULL, &params, NULL),
                     NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DGetEOFNvSciSyncFence(bench.engine, end, &over), NVMEDIA_STATUS_OK);
    assert_usage(RINGFENCE_MEDIA_TABLE_TASKS, 2U, 2U);
    assert_status(NvSciSyncObjSignal(begin), NvSciError_Success);
    await(&bench, &over);
    assert_usage(RINGFENCE_MEDIA_TABLE_TASKS, 0U, 2U);
    NvSciSyncFenceClear(&start);
    NvSciSyncFenceClear(&over);
    go_to_init();
    assert_int_equal(NvMedia2DUnregisterNvSciSyncObj(bench.engine, begin), NVMEDIA_STATUS_OK);
    assert_usage(RINGFENCE_MEDIA_TABLE_REGISTERED_SYNCS, 1U, 2U);
    NvMedia2DDestroy(bench.engine);
    bench.engine = NULL;
    assert_usage(RINGFENCE_MEDIA_TABLE_REGISTERED_SYNCS, 0U, 2U);
    assert_usage(RINGFENCE_MEDIA_TABLE_GRAPHS, 0U, 1U);
    free_image(from);
    free_image(to);
    NvSciSyncObjFree(begin);
    NvSciSyncObjFree(end);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        sync_test(tables_have_capacities),
        sync_test(rows_are_counted),
        sync_test(operations_are_counted),
    };

    return cmocka_run_group_tests_name("media/usage", tests, NULL, NULL);
}
