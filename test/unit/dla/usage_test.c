/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file usage_test.c
 * How full the tables of cuDLA are.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dla_fixture.h"
#include "ringfence_cfg.h"

static RingfenceDlaUsage usage_of(RingfenceDlaTable table)
{
    RingfenceDlaUsage usage;

    assert_int_equal(ringfenceDlaGetUsage(table, &usage), cudlaSuccess);
    return usage;
}

static void assert_usage(RingfenceDlaTable table, uint32_t in_use, uint32_t most)
{
    const RingfenceDlaUsage usage = usage_of(table);

    assert_int_equal(usage.inUse, in_use);
    assert_int_equal(usage.highWater, most);
}

/**
 * Each table has the capacity of its macro; what is no table is refused.
 * @verifies RF-DLA-395
 */
static void tables_have_capacities(void **state)
{
    static const struct {
        const char *macro;
        uint32_t capacity;
    } rows[RINGFENCE_DLA_TABLE_COUNT] = {
        {"RINGFENCE_CFG_DLA_HANDLES", RINGFENCE_CFG_DLA_HANDLES},
        {"RINGFENCE_CFG_DLA_MODULES", RINGFENCE_CFG_DLA_MODULES},
        {"RINGFENCE_CFG_DLA_REGISTRATIONS", RINGFENCE_CFG_DLA_REGISTRATIONS},
        {"RINGFENCE_CFG_DLA_TASKS", RINGFENCE_CFG_DLA_TASKS},
    };
    static const uint32_t none[] = {RINGFENCE_DLA_TABLE_COUNT, UINT32_MAX};

    (void)state;
    for (uint32_t i = 0U; i < RINGFENCE_DLA_TABLE_COUNT; i++) {
        const RingfenceDlaUsage usage = usage_of((RingfenceDlaTable)i);

        assert_string_equal(usage.macro, rows[i].macro);
        assert_int_equal(usage.capacity, rows[i].capacity);
        assert_true(usage.name[0] != '\0');
    }
    for (uint32_t i = 0U; i < COUNT_OF(none); i++) {
        RingfenceDlaUsage usage = {.inUse = 77U};

        assert_int_equal(ringfenceDlaGetUsage((RingfenceDlaTable)none[i], &usage),
                         cudlaErrorInvalidParam);
        assert_int_equal(usage.inUse, 77U);
    }
    assert_int_equal(ringfenceDlaGetUsage(RINGFENCE_DLA_TABLE_TASKS, NULL), cudlaErrorInvalidParam);
}

/**
 * What is made and ended is counted, and the most that there was stays.
 * @verifies RF-DLA-395
 */
static void rows_are_counted(void **state)
{
    const Plan plan = plan_copy();
    Bench bench = bench_open();
    const cudlaDevHandle other = make_device();
    const cudlaModule first = load(&bench, &plan);
    Memory memory[3];

    (void)state;
    (void)load(&bench, &plan);
    for (uint32_t i = 0U; i < COUNT_OF(memory); i++) {
        memory[i] = make_memory(&bench, TENSOR_BYTES, 0U);
    }
    assert_usage(RINGFENCE_DLA_TABLE_HANDLES, 2U, 2U);
    assert_usage(RINGFENCE_DLA_TABLE_MODULES, 2U, 2U);
    assert_usage(RINGFENCE_DLA_TABLE_REGISTRATIONS, 3U, 3U);
    assert_int_equal(cudlaDestroyDevice(other), cudlaSuccess);
    assert_int_equal(cudlaModuleUnload(first, 0U), cudlaSuccess);
    assert_int_equal(cudlaMemUnregister(bench.device, memory[0].cookie), cudlaSuccess);
    assert_usage(RINGFENCE_DLA_TABLE_HANDLES, 1U, 2U);
    assert_usage(RINGFENCE_DLA_TABLE_MODULES, 1U, 2U);
    assert_usage(RINGFENCE_DLA_TABLE_REGISTRATIONS, 2U, 3U);
    bench_close(&bench);
    for (uint32_t i = 0U; i < COUNT_OF(memory); i++) {
        free_memory(&memory[i]);
    }
    assert_usage(RINGFENCE_DLA_TABLE_HANDLES, 0U, 2U);
    assert_usage(RINGFENCE_DLA_TABLE_MODULES, 0U, 2U);
    assert_usage(RINGFENCE_DLA_TABLE_REGISTRATIONS, 0U, 3U);
}

/**
 * Tasks that wait are in use until they are over, in each phase; the numbers are those of the
 * handle with the most.
 * @verifies RF-DLA-395
 */
static void tasks_are_counted(void **state)
{
    const Plan plan = plan_fill(1U, (DlaStep){.operation = DLA_FILL, .number = 2U});
    Bench bench = bench_open();
    Memory output = make_memory(&bench, TENSOR_BYTES, 0U);
    const NvSciSyncObj begin = begin_object(&bench);
    const NvSciSyncObj end = end_object(&bench, (Wants){false, false, false});
    uint64_t *const end_cookie = import_sync(&bench, end);
    NvSciSyncFence start = NvSciSyncFenceInitializer;
    NvSciSyncFence over = NvSciSyncFenceInitializer;
    Job job;

    (void)state;
    (void)import_sync(&bench, begin);
    assert_usage(RINGFENCE_DLA_TABLE_TASKS, 0U, 0U);
    assert_status(NvSciSyncObjGenerateFence(begin, &start), NvSciError_Success);
    job_begin(&job, load(&bench, &plan));
    job_output(&job, &output);
    job_wait(&job, &start);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    assert_int_equal(submit(&bench, &job), cudlaSuccess);
    assert_int_equal(submit(&bench, &job), cudlaSuccess);
    job_signal(&job, end_cookie, &over, CUDLA_NVSCISYNC_FENCE);
    assert_int_equal(submit(&bench, &job), cudlaSuccess);
    assert_usage(RINGFENCE_DLA_TABLE_TASKS, 3U, 3U);
    assert_status(NvSciSyncObjSignal(begin), NvSciError_Success);
    await(&bench, &over);
    assert_usage(RINGFENCE_DLA_TABLE_TASKS, 0U, 3U);
    NvSciSyncFenceClear(&start);
    NvSciSyncFenceClear(&over);
    bench_close(&bench);
    NvSciSyncObjFree(begin);
    NvSciSyncObjFree(end);
    free_memory(&output);
    assert_usage(RINGFENCE_DLA_TABLE_TASKS, 0U, 3U);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        sync_test(tables_have_capacities),
        sync_test(rows_are_counted),
        sync_test(tasks_are_counted),
    };

    return cmocka_run_group_tests_name("dla/usage", tests, NULL, NULL);
}
