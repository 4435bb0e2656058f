/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file registration_test.c
 * Registrations: what is taken, what it keeps, and when it can end.
 */
#include "dla_fixture.h"

/** A handle that may only read. */
static NvSciBufObj read_only_object(void)
{
    const NvSciBufObj whole = buf_raw_object(TENSOR_BYTES);
    NvSciBufObj reduced = NULL;

    assert_status(NvSciBufObjDupWithReducePerm(whole, NvSciBufAccessPerm_Readonly, &reduced),
                  NvSciError_Success);
    NvSciBufObjFree(whole);
    return reduced;
}

/**
 * A buffer lasts as long as its registration, whichever handles are freed.
 * @verifies RF-DLA-030
 */
static void a_registration_keeps_its_buffer(void **state)
{
    const Plan plan = plan_fill(0x77U, (DlaStep){.operation = DLA_DELAY, .number = 1U});
    Bench bench = bench_open();
    const cudlaModule module = load(&bench, &plan);
    const NvSciSyncObj end = end_object(&bench, (Wants){.timestamps = false});
    Memory output = make_memory(&bench, TENSOR_BYTES, 0U);
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    Job job;

    (void)state;
    job_begin(&job, module);
    job_output(&job, &output);
    job_signal(&job, import_sync(&bench, end), &after, CUDLA_NVSCISYNC_FENCE);
    free_memory(&output);
    NvSciSyncObjFree(end);
    assert_int_equal(submit(&bench, &job), cudlaSuccess);
    await(&bench, &after);
    assert_filled(&output, 0x77U);
    NvSciSyncFenceClear(&after);
    bench_close(&bench);
}

/**
 * What is no buffer, no size of it, or no flags, is refused.
 * @verifies RF-DLA-030
 * @verifies RF-DLA-031
 */
static void buffers_are_as_large_as_stated(void **state)
{
    Bench bench = bench_open();
    Memory memory = make_memory(&bench, 1000U, 0U);
    const cudlaDevHandle other = make_device();
    const cudlaExternalMemoryHandleDesc desc = {memory.object, 1U};
    uint64_t *cookie = NULL;

    (void)state;
    assert_int_equal(try_import_buffer(other, memory.object, 0U, 0U, &cookie),
                     cudlaErrorInvalidParam);
    assert_int_equal(try_import_buffer(other, memory.object, 1001U, 0U, &cookie),
                     cudlaErrorInvalidParam);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_OUT_OF_BUFFER);
    assert_int_equal(try_import_buffer(other, memory.object, 1U, 3U, &cookie),
                     cudlaErrorInvalidParam);
    assert_int_equal(cudlaImportExternalMemory(other, &desc, NULL, 0U), cudlaErrorInvalidParam);
    assert_int_equal(cudlaImportExternalMemory(other, NULL, &cookie, 0U), cudlaErrorInvalidParam);
    assert_int_equal(try_import_buffer(other, NULL, 1U, 0U, &cookie), cudlaErrorNvSci);
    assert_null(cookie);
    assert_int_equal(try_import_buffer(bench.device, memory.object, 1000U, 0U, &cookie),
                     cudlaErrorMemoryRegistered);
    assert_null(cookie);
    assert_int_equal(try_import_buffer(other, memory.object, 1000U, 0U, &cookie), cudlaSuccess);
    assert_int_equal(cudlaDestroyDevice(other), cudlaSuccess);
    free_memory(&memory);
    bench_close(&bench);
}

/**
 * A buffer that may only be read is taken for reading alone.
 * @verifies RF-DLA-032
 */
static void rights_of_buffers_are_kept(void **state)
{
    Bench bench = bench_open();
    const NvSciBufObj object = read_only_object();
    uint64_t *cookie = NULL;

    (void)state;
    assert_int_equal(try_import_buffer(bench.device, object, TENSOR_BYTES, 0U, &cookie),
                     cudlaErrorInvalidAttribute);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_NO_RIGHT);
    assert_int_equal(
        try_import_buffer(bench.device, object, TENSOR_BYTES, CUDLA_TASK_STATISTICS, &cookie),
        cudlaErrorInvalidAttribute);
    assert_null(cookie);
    assert_int_equal(
        try_import_buffer(bench.device, object, TENSOR_BYTES, CUDLA_READ_ONLY_PERM, &cookie),
        cudlaSuccess);
    NvSciBufObjFree(object);
    bench_close(&bench);
}

/**
 * What is no sync object, or has flags, is refused; one that is there is there.
 * @verifies RF-DLA-033
 */
static void sync_objects_are_registered_once(void **state)
{
    Bench bench = bench_open();
    const cudlaDevHandle other = make_device();
    const NvSciSyncObj object = end_object(&bench, (Wants){.timestamps = false});
    const cudlaExternalSemaphoreHandleDesc desc = {object};
    NvSciSyncObj again = NULL;
    uint64_t *cookie = NULL;

    (void)state;
    assert_int_equal(cudlaImportExternalSemaphore(other, NULL, &cookie, 0U),
                     cudlaErrorInvalidParam);
    assert_int_equal(cudlaImportExternalSemaphore(other, &desc, NULL, 0U), cudlaErrorInvalidParam);
    assert_int_equal(cudlaImportExternalSemaphore(other, &desc, &cookie, 1U),
                     cudlaErrorInvalidParam);
    assert_int_equal(try_import_sync(other, NULL, &cookie), cudlaErrorNvSci);
    assert_null(cookie);
    (void)import_sync(&bench, object);
    assert_status(NvSciSyncObjDup(object, &again), NvSciError_Success);
    assert_int_equal(try_import_sync(bench.device, again, &cookie), cudlaErrorMemoryRegistered);
    assert_null(cookie);
    assert_int_equal(try_import_sync(other, again, &cookie), cudlaSuccess);
    assert_int_equal(cudlaDestroyDevice(other), cudlaSuccess);
    NvSciSyncObjFree(again);
    NvSciSyncObjFree(object);
    bench_close(&bench);
}

/**
 * An object that the CPU alone signals and waits for is refused.
 * @verifies RF-DLA-034
 */
static void objects_of_the_cpu_alone_are_refused(void **state)
{
    Bench bench = bench_open();
    const NvSciSyncObj object = make_object(bench.sync, (Traits){.narrow = false});
    uint64_t *cookie = NULL;

    (void)state;
    assert_int_equal(try_import_sync(bench.device, object, &cookie), cudlaErrorInvalidAttribute);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_NO_RIGHT);
    assert_null(cookie);
    NvSciSyncObjFree(object);
    bench_close(&bench);
}

static cudlaStatus fill_list(NvSciSyncAttrList list, uint32_t flags)
{
    uint64_t *place = NULL;

    (void)memcpy(&place, &list, sizeof(place));
    return cudlaGetNvSciSyncAttributes(place, flags);
}

/**
 * Lists get the rights of the flags; what cannot be filled is refused.
 * @verifies RF-DLA-035
 */
static void lists_get_what_a_device_needs(void **state)
{
    static const struct {
        uint32_t flags;
        NvSciSyncAccessPerm perm;
    } cases[] = {{CUDLA_NVSCISYNC_ATTR_WAIT, NvSciSyncAccessPerm_WaitOnly},
                 {CUDLA_NVSCISYNC_ATTR_SIGNAL, NvSciSyncAccessPerm_SignalOnly},
                 {3U, NvSciSyncAccessPerm_WaitSignal}};
    Bench bench = bench_open();

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        const NvSciSyncAttrList list = dla_list(&bench, cases[i].flags);

        assert_int_equal(number_of(list, NvSciSyncAttrKey_RequiredPerm), cases[i].perm);
        assert_int_equal(fill_list(list, cases[i].flags), cudlaErrorInvalidAttribute);
        assert_int_equal(fill_list(list, 0U), cudlaErrorInvalidParam);
        assert_int_equal(fill_list(list, 4U), cudlaErrorInvalidParam);
        NvSciSyncAttrListFree(list);
        assert_int_equal(fill_list(list, cases[i].flags), cudlaErrorInvalidAttribute);
    }
    assert_int_equal(fill_list(NULL, CUDLA_NVSCISYNC_ATTR_WAIT), cudlaErrorInvalidParam);
    bench_close(&bench);
}

/**
 * The device that signals an object first is the only one, until its registration ends.
 * @verifies RF-DLA-036
 */
static void one_device_signals_an_object(void **state)
{
    const Plan plan = plan_fill(1U, (DlaStep){.operation = DLA_DELAY, .number = 1U});
    Bench bench = bench_open();
    Bench other = bench;
    const NvSciSyncObj object = end_object(&bench, (Wants){.timestamps = false});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t *cookie = NULL;
    Memory outputs[2];
    Job jobs[2];

    (void)state;
    other.device = make_device();
    for (uint32_t i = 0U; i < 2U; i++) {
        const Bench *const mine = (i == 0U) ? &bench : &other;

        outputs[i] = make_memory(mine, TENSOR_BYTES, 0U);
        job_begin(&jobs[i], load(mine, &plan));
        job_output(&jobs[i], &outputs[i]);
        job_signal(&jobs[i], import_sync(mine, object), &fence, CUDLA_NVSCISYNC_FENCE);
    }
    cookie = jobs[0].signals[0];
    assert_int_equal(submit(&bench, &jobs[0]), cudlaSuccess);
    await(&bench, &fence);
    assert_int_equal(submit(&other, &jobs[1]), cudlaErrorInvalidAttribute);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_NO_RIGHT);
    assert_int_equal(cudlaMemUnregister(bench.device, cookie), cudlaSuccess);
    assert_int_equal(submit(&other, &jobs[1]), cudlaSuccess);
    await(&bench, &fence);
    assert_int_equal(cudlaDestroyDevice(other.device), cudlaSuccess);
    NvSciSyncFenceClear(&fence);
    free_memory(&outputs[0]);
    free_memory(&outputs[1]);
    NvSciSyncObjFree(object);
    bench_close(&bench);
}

/**
 * A registration ends once; its cookie is none then, nor is it one of another device.
 * @verifies RF-DLA-040
 */
static void a_registration_ends_once(void **state)
{
    Bench bench = bench_open();
    const cudlaDevHandle other = make_device();
    const NvSciSyncObj object = begin_object(&bench);
    Memory memory = make_memory(&bench, TENSOR_BYTES, 0U);
    uint64_t *const cookies[] = {memory.cookie, import_sync(&bench, object)};
    uint64_t *again = NULL;

    (void)state;
    for (uint32_t i = 0U; i < 2U; i++) {
        assert_int_equal(cudlaMemUnregister(other, cookies[i]), cudlaErrorInvalidAddress);
        assert_int_equal(cudlaMemUnregister(bench.device, cookies[i]), cudlaSuccess);
        assert_int_equal(cudlaMemUnregister(bench.device, cookies[i]), cudlaErrorInvalidAddress);
        assert_int_equal(fault_kind(), RINGFENCE_FAULT_BAD_HANDLE);
    }
    assert_int_equal(cudlaMemUnregister(bench.device, NULL), cudlaErrorInvalidAddress);
    assert_int_equal(try_import_buffer(bench.device, memory.object, 1U, 0U, &again), cudlaSuccess);
    assert_ptr_not_equal(again, memory.cookie);
    assert_int_equal(cudlaMemUnregister(bench.device, memory.cookie), cudlaErrorInvalidAddress);
    assert_int_equal(cudlaDestroyDevice(other), cudlaSuccess);
    free_memory(&memory);
    NvSciSyncObjFree(object);
    bench_close(&bench);
}

/**
 * The table of registrations is that of the configuration; a full one is said.
 * @verifies RF-DLA-043
 */
static void there_are_as_many_registrations_as_configured(void **state)
{
    static cudlaDevHandle devices[2];
    Bench bench = bench_open();
    NvSciBufObj objects[(RINGFENCE_CFG_DLA_REGISTRATIONS / 2U) + 1U];
    uint64_t *cookie = NULL;
    uint32_t taken = 0U;
    cudlaStatus status = cudlaSuccess;

    (void)state;
    devices[0] = bench.device;
    devices[1] = make_device();
    for (uint32_t i = 0U; i < COUNT_OF(objects); i++) {
        objects[i] = buf_raw_object(1U);
        for (uint32_t k = 0U; (k < 2U) && (status == cudlaSuccess); k++) {
            status = try_import_buffer(devices[k], objects[i], 1U, 0U, &cookie);
            taken += (status == cudlaSuccess) ? 1U : 0U;
        }
    }
    assert_int_equal(status, cudlaErrorOutOfResources);
    assert_int_equal(taken, RINGFENCE_CFG_DLA_REGISTRATIONS);
    assert_int_equal(cudlaDestroyDevice(devices[1]), cudlaSuccess);
    for (uint32_t i = 0U; i < COUNT_OF(objects); i++) {
        NvSciBufObjFree(objects[i]);
    }
    bench_close(&bench);
}

/**
 * What a task uses that is not over stays registered, and so does what an event-only submission
 * names. When the end of the task is signalled it can go at once.
 * @verifies RF-DLA-041
 * @verifies RF-DLA-042
 */
static void what_tasks_use_stays(void **state)
{
    const Plan plan = plan_copy();
    Bench bench = bench_open();
    const cudlaModule module = load(&bench, &plan);
    const NvSciSyncObj begin = begin_object(&bench);
    const NvSciSyncObj end = end_object(&bench, (Wants){.timestamps = false});
    uint64_t *const begin_cookie = import_sync(&bench, begin);
    uint64_t *const end_cookie = import_sync(&bench, end);
    Memory input = make_memory(&bench, TENSOR_BYTES, 0U);
    Memory output = make_memory(&bench, TENSOR_BYTES, 0U);
    uint64_t *const cookies[] = {begin_cookie, end_cookie, input.cookie, output.cookie};
    NvSciSyncFence before = NvSciSyncFenceInitializer;
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    Job events;
    Job job;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(begin, &before), NvSciError_Success);
    job_begin(&events, NULL);
    job_wait(&events, &before);
    job_signal(&events, end_cookie, &after, CUDLA_NVSCISYNC_FENCE);
    assert_int_equal(submit(&bench, &events), cudlaSuccess);
    assert_int_equal(cudlaMemUnregister(bench.device, begin_cookie), cudlaErrorUmd);
    assert_int_equal(cudlaMemUnregister(bench.device, end_cookie), cudlaErrorUmd);
    job_begin(&job, module);
    job_input(&job, &input);
    job_output(&job, &output);
    assert_int_equal(submit(&bench, &job), cudlaSuccess);
    for (size_t i = 0U; i < COUNT_OF(cookies); i++) {
        assert_int_equal(cudlaMemUnregister(bench.device, cookies[i]), cudlaErrorUmd);
    }
    assert_status(NvSciSyncObjSignal(begin), NvSciError_Success);
    await(&bench, &after);
    for (size_t i = 0U; i < COUNT_OF(cookies); i++) {
        assert_int_equal(cudlaMemUnregister(bench.device, cookies[i]), cudlaSuccess);
    }
    NvSciSyncFenceClear(&before);
    NvSciSyncFenceClear(&after);
    free_memory(&input);
    free_memory(&output);
    NvSciSyncObjFree(begin);
    NvSciSyncObjFree(end);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {sync_test(a_registration_keeps_its_buffer),
                                       sync_test(buffers_are_as_large_as_stated),
                                       sync_test(rights_of_buffers_are_kept),
                                       sync_test(sync_objects_are_registered_once),
                                       sync_test(objects_of_the_cpu_alone_are_refused),
                                       sync_test(lists_get_what_a_device_needs),
                                       sync_test(one_device_signals_an_object),
                                       sync_test(a_registration_ends_once),
                                       sync_test(there_are_as_many_registrations_as_configured),
                                       sync_test(what_tasks_use_stays)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
