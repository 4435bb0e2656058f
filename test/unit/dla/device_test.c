/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file device_test.c
 * Device handles: what makes one, what one says, and what its end ends.
 */
#define _POSIX_C_SOURCE 200809L

#include <sys/wait.h>
#include <unistd.h>

#include "dla_fixture.h"

/**
 * What is no engine, no mode or no place is refused, and nothing is made.
 * @verifies RF-DLA-010
 */
static void devices_are_made_of_engines_and_modes(void **state)
{
    cudlaDevHandle device = NULL;

    (void)state;
    assert_int_equal(cudlaCreateDevice(RINGFENCE_CFG_DLA_ENGINES, &device, CUDLA_STANDALONE),
                     cudlaErrorInvalidParam);
    assert_int_equal(cudlaCreateDevice(0U, NULL, CUDLA_STANDALONE), cudlaErrorInvalidParam);
    assert_int_equal(cudlaCreateDevice(0U, &device, 2U), cudlaErrorInvalidParam);
    assert_null(device);
}

/**
 * All handles of the configuration can be had, of one engine too, and no more; an end frees one.
 * @verifies RF-DLA-010
 */
static void there_are_as_many_handles_as_configured(void **state)
{
    cudlaDevHandle devices[RINGFENCE_CFG_DLA_HANDLES];
    cudlaDevHandle more = NULL;

    (void)state;
    for (uint32_t i = 0U; i < RINGFENCE_CFG_DLA_HANDLES; i++) {
        assert_int_equal(
            cudlaCreateDevice(i % RINGFENCE_CFG_DLA_ENGINES, &devices[i], CUDLA_STANDALONE),
            cudlaSuccess);
        for (uint32_t k = 0U; k < i; k++) {
            assert_ptr_not_equal(devices[i], devices[k]);
        }
    }
    assert_int_equal(cudlaCreateDevice(0U, &more, CUDLA_STANDALONE), cudlaErrorOutOfResources);
    assert_null(more);
    assert_int_equal(cudlaDestroyDevice(devices[0]), cudlaSuccess);
    assert_int_equal(cudlaCreateDevice(0U, &devices[0], CUDLA_STANDALONE), cudlaSuccess);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_DLA_HANDLES; i++) {
        assert_int_equal(cudlaDestroyDevice(devices[i]), cudlaSuccess);
    }
}

/** Asserts that a device is refused everywhere, with a fault report of each call or of none. */
static void assert_refused(cudlaDevHandle device, uint32_t faults)
{
    const uint8_t byte = 0U;
    const cudlaExternalMemoryHandleDesc memory = {NULL, 1U};
    const cudlaExternalSemaphoreHandleDesc sync = {NULL};
    const cudlaTask task = {0};
    uint64_t word = 0U;
    uint64_t *cookie = NULL;
    cudlaModule module = NULL;
    cudlaDevAttribute attribute = {0U};
    const uint32_t before = fault_count();

    assert_int_equal(cudlaDestroyDevice(device), cudlaErrorInvalidDevice);
    assert_int_equal(cudlaDeviceGetAttribute(device, CUDLA_DEVICE_VERSION, &attribute),
                     cudlaErrorInvalidDevice);
    assert_int_equal(cudlaModuleLoadFromMemory(device, &byte, 1U, &module, 0U),
                     cudlaErrorInvalidDevice);
    assert_int_equal(cudlaMemRegister(device, &word, 8U, &cookie, 0U), cudlaErrorInvalidDevice);
    assert_int_equal(cudlaMemUnregister(device, &word), cudlaErrorInvalidDevice);
    assert_int_equal(cudlaImportExternalMemory(device, &memory, &cookie, 0U),
                     cudlaErrorInvalidDevice);
    assert_int_equal(cudlaImportExternalSemaphore(device, &sync, &cookie, 0U),
                     cudlaErrorInvalidDevice);
    assert_int_equal(cudlaSubmitTask(device, &task, 1U, NULL, 0U), cudlaErrorInvalidDevice);
    assert_int_equal(cudlaGetLastError(device), cudlaErrorInvalidDevice);
    assert_int_equal(cudlaSetTaskTimeoutInMs(device, 1U), cudlaErrorInvalidDevice);
    assert_int_equal(fault_count() - before, faults);
    assert_null(module);
    assert_null(cookie);
}

/** A word in the shape of a handle. */
static cudlaDevHandle handle_of(const void *word)
{
    cudlaDevHandle device = NULL;

    (void)memcpy(&device, &word, sizeof(device));
    return device;
}

/**
 * Handles that were destroyed, whose row another one has now, those of modules and of nothing: all
 * are refused and reported, NULL is refused.
 * @verifies RF-DLA-004
 * @verifies RF-DLA-005
 */
static void handles_that_are_none_are_refused(void **state)
{
    const Plan plan = plan_copy();
    Bench bench = bench_open();
    const cudlaDevHandle stale = make_device();
    const cudlaModule module = load(&bench, &plan);
    cudlaDevHandle again = NULL;
    cudlaModuleAttribute attribute;

    (void)state;
    assert_int_equal(cudlaDestroyDevice(stale), cudlaSuccess);
    again = make_device();
    assert_ptr_not_equal(again, stale);
    assert_refused(NULL, 0U);
    assert_refused(stale, 10U);
    assert_refused(handle_of(module), 10U);
    assert_refused(handle_of(&bench), 10U);
    assert_int_equal(cudlaModuleGetAttributes(NULL, CUDLA_NUM_INPUT_TENSORS, &attribute),
                     cudlaErrorInvalidModule);
    assert_int_equal(cudlaModuleUnload(NULL, 0U), cudlaErrorInvalidModule);
    assert_int_equal(cudlaGetLastError(again), cudlaSuccess);
    assert_int_equal(cudlaDestroyDevice(again), cudlaSuccess);
    bench_close(&bench);
}

/**
 * Attributes are those of a device without a GPU.
 * @verifies RF-DLA-012
 */
static void attributes_of_a_device_are_told(void **state)
{
    const cudlaDevHandle device = make_device();
    cudlaDevAttribute attribute = {7U};

    (void)state;
    assert_int_equal(cudlaDeviceGetAttribute(device, CUDLA_UNIFIED_ADDRESSING, &attribute),
                     cudlaSuccess);
    assert_int_equal(attribute.unifiedAddressingSupported, 0U);
    assert_int_equal(cudlaDeviceGetAttribute(device, CUDLA_DEVICE_VERSION, &attribute),
                     cudlaSuccess);
    assert_int_equal(attribute.deviceVersion, 2U);
    assert_int_equal(cudlaDeviceGetAttribute(device, (cudlaDevAttributeType)2, &attribute),
                     cudlaErrorInvalidAttribute);
    assert_int_equal(cudlaDeviceGetAttribute(device, CUDLA_DEVICE_VERSION, NULL),
                     cudlaErrorInvalidParam);
    assert_int_equal(cudlaDestroyDevice(device), cudlaSuccess);
}

/**
 * Time-outs are from a millisecond to a thousand seconds.
 * @verifies RF-DLA-013
 */
static void time_outs_have_a_range(void **state)
{
    const cudlaDevHandle device = make_device();

    (void)state;
    assert_int_equal(cudlaSetTaskTimeoutInMs(device, 0U), cudlaErrorInvalidParam);
    assert_int_equal(cudlaSetTaskTimeoutInMs(device, 1000001U), cudlaErrorInvalidParam);
    assert_int_equal(cudlaSetTaskTimeoutInMs(device, 1U), cudlaSuccess);
    assert_int_equal(cudlaSetTaskTimeoutInMs(device, 1000000U), cudlaSuccess);
    assert_int_equal(cudlaDestroyDevice(device), cudlaSuccess);
}

/**
 * Memory of CUDA is for devices of hybrid mode.
 * @verifies RF-DLA-014
 */
static void standalone_mode_takes_no_memory_of_cuda(void **state)
{
    const cudlaDevHandle device = make_device();
    uint64_t word = 0U;
    uint64_t *cookie = NULL;

    (void)state;
    assert_int_equal(cudlaMemRegister(device, &word, 8U, &cookie, 0U),
                     cudlaErrorUnsupportedOperation);
    assert_null(cookie);
    assert_int_equal(cudlaDestroyDevice(device), cudlaSuccess);
}

/**
 * A handle ends with its modules and registrations, which are stale then; what was registered is
 * free.
 * @verifies RF-DLA-011
 */
static void a_device_ends_with_what_it_has(void **state)
{
    const Plan plan = plan_copy();
    Bench bench = bench_open();
    const cudlaModule module = load(&bench, &plan);
    const NvSciSyncObj object = end_object(&bench, (Wants){.timestamps = false});
    Memory memory = make_memory(&bench, TENSOR_BYTES, 0U);
    uint64_t *const cookie = import_sync(&bench, object);
    cudlaModuleAttribute attribute;

    (void)state;
    assert_int_equal(cudlaDestroyDevice(bench.device), cudlaSuccess);
    bench.device = make_device();
    assert_int_equal(cudlaModuleGetAttributes(module, CUDLA_NUM_INPUT_TENSORS, &attribute),
                     cudlaErrorInvalidModule);
    assert_int_equal(cudlaModuleUnload(module, 0U), cudlaErrorInvalidModule);
    assert_int_equal(cudlaMemUnregister(bench.device, memory.cookie), cudlaErrorInvalidAddress);
    assert_int_equal(cudlaMemUnregister(bench.device, cookie), cudlaErrorInvalidAddress);
    free_memory(&memory);
    NvSciSyncObjFree(object);
    bench_close(&bench);
}

/**
 * A device that ends signals what its tasks were to signal: the one that runs, those behind it, and
 * an event-only submission.
 * @verifies RF-DLA-011
 */
static void tasks_end_with_their_device(void **state)
{
    const Plan plan = plan_fill(1U, (DlaStep){.operation = DLA_HANG});
    Bench bench = bench_open();
    const cudlaModule module = load(&bench, &plan);
    const NvSciSyncObj object = end_object(&bench, (Wants){.timestamps = false});
    uint64_t *const cookie = import_sync(&bench, object);
    Memory output = make_memory(&bench, TENSOR_BYTES, 0U);
    NvSciSyncFence fences[3] = {NvSciSyncFenceInitializer, NvSciSyncFenceInitializer,
                                NvSciSyncFenceInitializer};

    (void)state;
    for (uint32_t i = 0U; i < 3U; i++) {
        Job job;

        job_begin(&job, module);
        if (i < 2U) {
            job_output(&job, &output);
        }
        job_signal(&job, cookie, &fences[i], CUDLA_NVSCISYNC_FENCE);
        assert_int_equal(submit(&bench, &job), cudlaSuccess);
        assert_false(is_over(&bench, &fences[i]));
    }
    assert_int_equal(cudlaDestroyDevice(bench.device), cudlaSuccess);
    bench.device = NULL;
    for (uint32_t i = 0U; i < 3U; i++) {
        assert_true(is_over(&bench, &fences[i]));
        NvSciSyncFenceClear(&fences[i]);
    }
    assert_filled(&output, 0U);
    free_memory(&output);
    NvSciSyncObjFree(object);
    bench_close(&bench);
}

/**
 * In RUNTIME tasks alone are submitted; in DEINIT what there is is ended.
 * @verifies RF-DLA-003
 */
static void phases_admit_what_they_are_for(void **state)
{
    const Plan plan = plan_copy();
    Bench bench = bench_open();
    const cudlaModule module = load(&bench, &plan);
    Memory input = make_memory(&bench, TENSOR_BYTES, 0U);
    Memory output = make_memory(&bench, TENSOR_BYTES, 0U);
    cudlaModuleAttribute attribute;
    uint64_t *cookie = NULL;
    cudlaDevHandle device = NULL;
    Job job;

    (void)state;
    job_begin(&job, module);
    job_input(&job, &input);
    job_output(&job, &output);
    go_to(RINGFENCE_PHASE_RUNTIME);
    assert_int_equal(submit(&bench, &job), cudlaSuccess);
    assert_int_equal(cudlaCreateDevice(0U, &device, CUDLA_STANDALONE),
                     cudlaErrorUnsupportedOperation);
    assert_int_equal(cudlaModuleUnload(module, 0U), cudlaErrorUnsupportedOperation);
    assert_int_equal(cudlaMemUnregister(bench.device, input.cookie),
                     cudlaErrorUnsupportedOperation);
    assert_int_equal(try_import_buffer(bench.device, input.object, 1U, 0U, &cookie),
                     cudlaErrorUnsupportedOperation);
    assert_int_equal(try_import_sync(bench.device, NULL, &cookie), cudlaErrorUnsupportedOperation);
    assert_int_equal(cudlaSetTaskTimeoutInMs(bench.device, 1U), cudlaErrorUnsupportedOperation);
    assert_int_equal(cudlaDestroyDevice(bench.device), cudlaErrorUnsupportedOperation);
    assert_int_equal(cudlaModuleGetAttributes(module, CUDLA_NUM_INPUT_TENSORS, &attribute),
                     cudlaSuccess);
    assert_int_equal(cudlaGetLastError(bench.device), cudlaSuccess);
    go_to(RINGFENCE_PHASE_DEINIT);
    assert_int_equal(submit(&bench, &job), cudlaErrorUnsupportedOperation);
    assert_int_equal(cudlaDestroyDevice(bench.device), cudlaSuccess);
    bench.device = NULL;
    go_to(RINGFENCE_PHASE_INIT);
    free_memory(&input);
    free_memory(&output);
    bench_close(&bench);
}

/** What a child finds: 0, if all is refused. */
static int child_of(const Bench *bench, cudlaModule module, const Job *job)
{
    cudlaModuleAttribute attribute;
    cudlaDevHandle device = NULL;
    bool refused = (submit(bench, job) == cudlaErrorInvalidDevice);

    refused = refused && (cudlaGetLastError(bench->device) == cudlaErrorInvalidDevice);
    refused = refused && (cudlaDestroyDevice(bench->device) == cudlaErrorInvalidDevice);
    refused = refused && (cudlaModuleUnload(module, 0U) == cudlaErrorInvalidModule);
    refused = refused && (cudlaModuleGetAttributes(module, CUDLA_NUM_INPUT_TENSORS, &attribute) ==
                          cudlaErrorInvalidModule);
    refused =
        refused && (cudlaCreateDevice(0U, &device, CUDLA_STANDALONE) == cudlaErrorCreationFailed);
    return refused ? 0 : 1;
}

/**
 * A child that was forked has no thread that computes: it is refused, and its parent goes on.
 * @verifies RF-DLA-006
 */
static void a_forked_child_is_refused(void **state)
{
    const Plan plan = plan_copy();
    Bench bench = bench_open();
    const cudlaModule module = load(&bench, &plan);
    Memory input = make_memory(&bench, TENSOR_BYTES, 0U);
    Memory output = make_memory(&bench, TENSOR_BYTES, 0U);
    int result = -1;
    pid_t child = 0;
    Job job;

    (void)state;
    job_begin(&job, module);
    job_input(&job, &input);
    job_output(&job, &output);
    child = fork();
    if (child == 0) {
        _exit(child_of(&bench, module, &job));
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_int_equal(result, 0);
    assert_int_equal(submit(&bench, &job), cudlaSuccess);
    assert_int_equal(cudlaDestroyDevice(bench.device), cudlaSuccess);
    bench.device = NULL;
    free_memory(&input);
    free_memory(&output);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {sync_test(devices_are_made_of_engines_and_modes),
                                       sync_test(there_are_as_many_handles_as_configured),
                                       sync_test(handles_that_are_none_are_refused),
                                       sync_test(attributes_of_a_device_are_told),
                                       sync_test(time_outs_have_a_range),
                                       sync_test(standalone_mode_takes_no_memory_of_cuda),
                                       sync_test(a_device_ends_with_what_it_has),
                                       sync_test(tasks_end_with_their_device),
                                       sync_test(phases_admit_what_they_are_for),
                                       sync_test(a_forked_child_is_refused)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
