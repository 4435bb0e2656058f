/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file module_test.c
 * Modules: what is loaded, what is told of it, and when it can be unloaded.
 */
#include "dla_fixture.h"

/** Three kinds of tensors, all of different numbers. */
static Plan plan_of_all(void)
{
    const Plan plan = {.inputs = 3U, .outputs = 2U, .statistics = 1U};

    return plan;
}

static uint32_t number_of_module(cudlaModule module, cudlaModuleAttributeType type)
{
    cudlaModuleAttribute attribute = {.numOutputTensors = 99U};

    assert_int_equal(cudlaModuleGetAttributes(module, type, &attribute), cudlaSuccess);
    return attribute.numOutputTensors;
}

/** Asserts the tensors of a kind: their names begin with the number of the first. */
static void assert_tensors(cudlaModule module, cudlaModuleAttributeType type, uint32_t count,
                           uint32_t first)
{
    cudlaModuleTensorDescriptor tensors[PLAN_TENSORS];
    cudlaModuleAttribute attribute = {.outputTensorDesc = tensors};

    (void)memset(tensors, 0xA5, sizeof(tensors));
    assert_int_equal(cudlaModuleGetAttributes(module, type, &attribute), cudlaSuccess);
    for (uint32_t i = 0U; i < count; i++) {
        const char name[] = {'t', (char)('0' + (int)(first + i)), '\0'};

        assert_string_equal(tensors[i].name, name);
        assert_int_equal(tensors[i].size, TENSOR_BYTES);
        assert_int_equal(tensors[i].w, TENSOR_BYTES);
        assert_int_equal(tensors[i].dataType, CUDLA_DATA_TYPE_UINT8);
        assert_int_equal(tensors[i].stride[1], TENSOR_BYTES);
    }
    assert_int_equal((uint8_t)tensors[count].name[0], 0xA5U);
}

/**
 * Numbers and descriptors are those of the loadable, whose bytes are gone.
 * @verifies RF-DLA-020
 * @verifies RF-DLA-023
 */
static void a_module_tells_its_tensors(void **state)
{
    const Plan plan = plan_of_all();
    Bench bench = bench_open();
    const cudlaModule module = load(&bench, &plan);
    cudlaModuleAttribute none = {.inputTensorDesc = NULL};

    (void)state;
    assert_int_equal(number_of_module(module, CUDLA_NUM_INPUT_TENSORS), 3U);
    assert_int_equal(number_of_module(module, CUDLA_NUM_OUTPUT_TENSORS), 2U);
    assert_int_equal(number_of_module(module, CUDLA_NUM_OUTPUT_TASK_STATISTICS), 1U);
    assert_tensors(module, CUDLA_INPUT_TENSOR_DESCRIPTORS, 3U, 0U);
    assert_tensors(module, CUDLA_OUTPUT_TENSOR_DESCRIPTORS, 2U, 3U);
    assert_tensors(module, CUDLA_OUTPUT_TASK_STATISTICS_DESCRIPTORS, 1U, 5U);
    assert_int_equal(cudlaModuleGetAttributes(module, CUDLA_INPUT_TENSOR_DESCRIPTORS, &none),
                     cudlaErrorInvalidParam);
    assert_int_equal(cudlaModuleGetAttributes(module, CUDLA_NUM_INPUT_TENSORS, NULL),
                     cudlaErrorInvalidParam);
    assert_int_equal(cudlaModuleGetAttributes(module, (cudlaModuleAttributeType)6, &none),
                     cudlaErrorInvalidAttribute);
    assert_int_equal(cudlaModuleUnload(module, 1U), cudlaErrorInvalidParam);
    assert_int_equal(cudlaModuleUnload(module, 0U), cudlaSuccess);
    assert_int_equal(cudlaModuleGetAttributes(module, CUDLA_NUM_INPUT_TENSORS, &none),
                     cudlaErrorInvalidModule);
    bench_close(&bench);
}

/**
 * A device has several modules, as many as the configuration says for all devices.
 * @verifies RF-DLA-020
 */
static void there_are_as_many_modules_as_configured(void **state)
{
    const Plan plan = plan_copy();
    Bench bench = bench_open();
    uint8_t bytes[PLAN_BYTES];
    const size_t size = plan_write(&plan, bytes);
    cudlaModule modules[RINGFENCE_CFG_DLA_MODULES];
    cudlaModule more = NULL;

    (void)state;
    for (uint32_t i = 0U; i < RINGFENCE_CFG_DLA_MODULES; i++) {
        modules[i] = load(&bench, &plan);
    }
    assert_int_equal(cudlaModuleLoadFromMemory(bench.device, bytes, size, &more, 0U),
                     cudlaErrorOutOfResources);
    assert_null(more);
    assert_int_equal(cudlaModuleUnload(modules[1], 0U), cudlaSuccess);
    assert_int_equal(cudlaModuleLoadFromMemory(bench.device, bytes, size, &more, 0U), cudlaSuccess);
    assert_ptr_not_equal(more, modules[1]);
    bench_close(&bench);
}

/**
 * What cannot be a loadable, and parameters that are none, are refused.
 * @verifies RF-DLA-020
 */
static void what_is_loaded_must_be_given(void **state)
{
    const Plan plan = plan_copy();
    Bench bench = bench_open();
    uint8_t bytes[PLAN_BYTES];
    const size_t size = plan_write(&plan, bytes);
    cudlaModule module = NULL;

    (void)state;
    assert_int_equal(cudlaModuleLoadFromMemory(bench.device, NULL, size, &module, 0U),
                     cudlaErrorInvalidParam);
    assert_int_equal(cudlaModuleLoadFromMemory(bench.device, bytes, 0U, &module, 0U),
                     cudlaErrorInvalidParam);
    assert_int_equal(cudlaModuleLoadFromMemory(bench.device, bytes, size, NULL, 0U),
                     cudlaErrorInvalidParam);
    assert_int_equal(cudlaModuleLoadFromMemory(bench.device, bytes, size, &module, 2U),
                     cudlaErrorInvalidParam);
    assert_null(module);
    bench_close(&bench);
}

/**
 * A loadable of another maker is refused, and the fault says what to do.
 * @verifies RF-DLA-021
 */
static void loadables_of_other_makers_are_refused(void **state)
{
    static const uint8_t foreign[64] = {0x1CU, 0U, 0U, 0U, 'N', 'V', 'D', 'A'};
    Bench bench = bench_open();
    cudlaModule module = NULL;
    RingfenceFault fault;

    (void)state;
    assert_int_equal(cudlaModuleLoadFromMemory(bench.device, foreign, sizeof(foreign), &module, 0U),
                     cudlaErrorUmd);
    assert_null(module);
    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_OTHER_LOADABLE);
    assert_string_equal(fault.function, "cudlaModuleLoadFromMemory");
    assert_non_null(strstr(fault.text, "rfdla"));
    bench_close(&bench);
}

/**
 * A loadable that is damaged in a byte is refused and reported.
 * @verifies RF-DLA-022
 */
static void damaged_loadables_are_refused(void **state)
{
    const Plan plan = plan_copy();
    Bench bench = bench_open();
    uint8_t bytes[PLAN_BYTES];
    const size_t size = plan_write(&plan, bytes);
    cudlaModule module = NULL;

    (void)state;
    for (size_t i = 8U; i < size; i++) {
        const uint32_t faults = fault_count();

        bytes[i] ^= 0x40U;
        assert_int_equal(cudlaModuleLoadFromMemory(bench.device, bytes, size, &module, 0U),
                         cudlaErrorUmd);
        bytes[i] ^= 0x40U;
        assert_int_equal(fault_kind(), RINGFENCE_FAULT_BAD_LOADABLE);
        assert_int_equal(fault_count(), faults + 1U);
    }
    assert_null(module);
    bench_close(&bench);
}

/**
 * A module with a task that is not over stays; when the task's end is signalled it can go at once.
 * @verifies RF-DLA-024
 */
static void a_module_in_use_stays(void **state)
{
    const Plan plan = plan_copy();
    Bench bench = bench_open();
    const cudlaModule module = load(&bench, &plan);
    const NvSciSyncObj begin = begin_object(&bench);
    const NvSciSyncObj end = end_object(&bench, (Wants){.timestamps = false});
    Memory input = make_memory(&bench, TENSOR_BYTES, CUDLA_READ_ONLY_PERM);
    Memory output = make_memory(&bench, TENSOR_BYTES, 0U);
    NvSciSyncFence before = NvSciSyncFenceInitializer;
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    Job job;

    (void)state;
    (void)import_sync(&bench, begin);
    assert_status(NvSciSyncObjGenerateFence(begin, &before), NvSciError_Success);
    job_begin(&job, module);
    job_input(&job, &input);
    job_output(&job, &output);
    job_wait(&job, &before);
    job_signal(&job, import_sync(&bench, end), &after, CUDLA_NVSCISYNC_FENCE);
    assert_int_equal(submit(&bench, &job), cudlaSuccess);
    assert_int_equal(cudlaModuleUnload(module, 0U), cudlaErrorUmd);
    (void)memset(input.bytes, 0x3C, TENSOR_BYTES);
    assert_status(NvSciSyncObjSignal(begin), NvSciError_Success);
    await(&bench, &after);
    assert_filled(&output, 0x3CU);
    assert_int_equal(cudlaModuleUnload(module, 0U), cudlaSuccess);
    assert_int_equal(submit(&bench, &job), cudlaErrorInvalidModule);
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
    const struct CMUnitTest tests[] = {sync_test(a_module_tells_its_tensors),
                                       sync_test(there_are_as_many_modules_as_configured),
                                       sync_test(what_is_loaded_must_be_given),
                                       sync_test(loadables_of_other_makers_are_refused),
                                       sync_test(damaged_loadables_are_refused),
                                       sync_test(a_module_in_use_stays)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
