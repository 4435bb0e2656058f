/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attack_test.c
 * What is left of submissions that are refused when fences are made, buffers with several handles,
 * and many threads.
 */
#include <pthread.h>
#include <stdatomic.h>

#include "dla_fixture.h"

/** A task of a device, whose output is a byte. */
typedef struct {
    Bench bench;
    Memory output;
    NvSciSyncObj end;
    Job job;
} Rig;

static void rig_begin(Rig *rig, const Bench *bench, NvSciSyncObj end)
{
    const Plan plan = plan_fill(0x21U, (DlaStep){.operation = DLA_DELAY, .number = 1U});

    rig->bench = *bench;
    rig->end = end;
    rig->output = make_memory(bench, TENSOR_BYTES, 0U);
    job_begin(&rig->job, load(bench, &plan));
    job_output(&rig->job, &rig->output);
}

/** Bytes of a fence that the library did not write. */
static NvSciSyncFence damaged_fence(void)
{
    NvSciSyncFence fence;

    (void)memset(&fence, 0x5A, sizeof(fence));
    return fence;
}

/** Point on the timeline that a fence stands for. */
static uint64_t point_of(const NvSciSyncFence *fence)
{
    uint64_t id = 0U;
    uint64_t value = 0U;

    assert_status(NvSciSyncFenceExtractFence(fence, &id, &value), NvSciError_Success);
    return value;
}

/**
 * Fences of a submission that is refused are what they were, also one that is there twice, and no
 * point is used up.
 * @verifies RF-DLA-064
 */
static void a_refused_submission_leaves_fences(void **state)
{
    const NvSciSyncFence damaged = damaged_fence();
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence other = damaged;
    NvSciSyncFence before;
    uint64_t point = 0U;
    Bench bench = bench_open();
    const NvSciSyncObj end = end_object(&bench, (Wants){.timestamps = false});
    uint64_t *const cookie = import_sync(&bench, end);
    Rig rig;

    (void)state;
    rig_begin(&rig, &bench, end);
    job_signal(&rig.job, cookie, &fence, CUDLA_NVSCISYNC_FENCE);
    assert_int_equal(submit(&bench, &rig.job), cudlaSuccess);
    await(&bench, &fence);
    before = fence;
    point = point_of(&fence);
    job_signal(&rig.job, cookie, &fence, CUDLA_NVSCISYNC_FENCE_SOF);
    job_signal(&rig.job, cookie, &other, CUDLA_NVSCISYNC_FENCE);
    assert_int_equal(submit(&bench, &rig.job), cudlaErrorNvSci);
    assert_memory_equal(&fence, &before, sizeof(fence));
    assert_memory_equal(&other, &damaged, sizeof(other));
    assert_true(is_over(&bench, &fence));
    rig.job.signal_events.numEvents = 1U;
    assert_int_equal(submit(&bench, &rig.job), cudlaSuccess);
    assert_int_equal(point_of(&fence), point + 1U);
    await(&bench, &fence);
    NvSciSyncFenceClear(&fence);
    NvSciSyncObjFree(end);
    free_memory(&rig.output);
    bench_close(&bench);
}

/**
 * A submission that is refused does not make its device the one that signals an object; one that
 * is taken does, and a later refusal changes nothing of that.
 * @verifies RF-DLA-036
 * @verifies RF-DLA-064
 */
static void a_refused_submission_claims_no_object(void **state)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence damaged = damaged_fence();
    NvSciSyncFence *const fences[] = {&fence, &damaged};
    Bench bench = bench_open();
    Bench other = bench;
    const NvSciSyncObj end = end_object(&bench, (Wants){.timestamps = false});
    Rig rigs[2];

    (void)state;
    other.device = make_device();
    rig_begin(&rigs[0], &bench, end);
    rig_begin(&rigs[1], &other, end);
    for (uint32_t i = 0U; i < 2U; i++) {
        uint64_t *const cookie = import_sync(&rigs[i].bench, end);

        job_signal(&rigs[i].job, cookie, fences[0], CUDLA_NVSCISYNC_FENCE);
        job_signal(&rigs[i].job, cookie, fences[1], CUDLA_NVSCISYNC_FENCE);
    }
    assert_int_equal(submit(&bench, &rigs[0].job), cudlaErrorNvSci);
    rigs[0].job.fences[0].fence = &damaged;
    assert_int_equal(submit(&bench, &rigs[0].job), cudlaErrorNvSci);
    rigs[0].job.fences[0].fence = &fence;
    rigs[0].job.signal_events.numEvents = 1U;
    rigs[1].job.signal_events.numEvents = 1U;
    assert_int_equal(submit(&other, &rigs[1].job), cudlaSuccess);
    await(&bench, &fence);
    rigs[1].job.signal_events.numEvents = 2U;
    assert_int_equal(submit(&other, &rigs[1].job), cudlaErrorNvSci);
    assert_int_equal(submit(&bench, &rigs[0].job), cudlaErrorInvalidAttribute);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_NO_RIGHT);
    assert_int_equal(cudlaDestroyDevice(other.device), cudlaSuccess);
    NvSciSyncFenceClear(&fence);
    NvSciSyncObjFree(end);
    free_memory(&rigs[0].output);
    free_memory(&rigs[1].output);
    bench_close(&bench);
}

/**
 * A buffer is registered once for a device, whichever of its handles is given, also one that may
 * only read.
 * @verifies RF-DLA-030
 */
static void a_buffer_with_two_handles_is_one(void **state)
{
    Bench bench = bench_open();
    const NvSciBufObj whole = buf_raw_object(TENSOR_BYTES);
    uint64_t *cookie = NULL;
    uint64_t *again = NULL;
    NvSciBufObj reduced = NULL;

    (void)state;
    assert_status(NvSciBufObjDupWithReducePerm(whole, NvSciBufAccessPerm_Readonly, &reduced),
                  NvSciError_Success);
    assert_int_equal(
        try_import_buffer(bench.device, reduced, TENSOR_BYTES, CUDLA_READ_ONLY_PERM, &cookie),
        cudlaSuccess);
    assert_int_equal(try_import_buffer(bench.device, whole, TENSOR_BYTES, 0U, &again),
                     cudlaErrorMemoryRegistered);
    assert_null(again);
    assert_int_equal(cudlaMemUnregister(bench.device, cookie), cudlaSuccess);
    assert_int_equal(try_import_buffer(bench.device, whole, TENSOR_BYTES, 0U, &cookie),
                     cudlaSuccess);
    assert_int_equal(
        try_import_buffer(bench.device, reduced, TENSOR_BYTES, CUDLA_READ_ONLY_PERM, &again),
        cudlaErrorMemoryRegistered);
    NvSciBufObjFree(reduced);
    NvSciBufObjFree(whole);
    bench_close(&bench);
}

/* ---------------------------------------------------------------- threads */

#define MAKERS 3U
#define ROUNDS 60U

/** Makes devices and ends them while others do; false: one could not be made or ended. */
static void *make_and_end(void *context)
{
    atomic_uint *const failures = context;

    for (uint32_t i = 0U; i < ROUNDS; i++) {
        cudlaDevHandle device = NULL;

        if ((cudlaCreateDevice(i % 2U, &device, CUDLA_STANDALONE) != cudlaSuccess) ||
            (cudlaDestroyDevice(device) != cudlaSuccess)) {
            (void)atomic_fetch_add(failures, 1U);
        }
    }
    return NULL;
}

/**
 * Threads that make and end devices at the same time do not take each other's for a parent's.
 * @verifies RF-DLA-006
 * @verifies RF-DLA-010
 */
static void threads_make_devices_beside_each_other(void **state)
{
    atomic_uint failures = 0U;
    pthread_t threads[MAKERS];

    (void)state;
    for (uint32_t i = 0U; i < MAKERS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, &make_and_end, &failures), 0);
    }
    for (uint32_t i = 0U; i < MAKERS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    assert_int_equal(atomic_load(&failures), 0U);
}

int main(void)
{
    const struct CMUnitTest tests[] = {sync_test(a_refused_submission_leaves_fences),
                                       sync_test(a_refused_submission_claims_no_object),
                                       sync_test(a_buffer_with_two_handles_is_one),
                                       sync_test(threads_make_devices_beside_each_other)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
