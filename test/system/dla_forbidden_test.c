/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file dla_forbidden_test.c
 * Every function that RUNTIME admits of cuDLA, and the tasks of devices, in processes that may take
 * nothing: neither the threads that call nor those of the devices.
 */
#define _GNU_SOURCE

#include "../unit/dla/dla_fixture.h"
#include "dla/translate.h"
#include "forbidden.h"

#define FENCES     (RINGFENCE_CFG_DLA_TASKS + 2U)
#define LATE_MS    20U
#define TASK_FAILS ((uint64_t)cudlaErrorDlaErrInvalidInput)

/** A device with a module, its tensors, and objects of both ends. */
typedef struct {
    Bench bench;
    cudlaModule module;
    Memory input;
    Memory output;
    NvSciSyncObj begin;
    NvSciSyncObj end;
    uint64_t *end_cookie;
} Stage;

static Stage g_stage;
static NvSciSyncFence g_ends[FENCES];
static Job g_job;

/** Opens all in the process that uses it: a thread does not go along with a fork. */
static void stage_open(const Plan *plan)
{
    (void)setenv("CMOCKA_TEST_ABORT", "1", 1);
    g_stage.bench = bench_open();
    g_stage.begin = begin_object(&g_stage.bench);
    g_stage.end = end_object(&g_stage.bench, (Wants){.timestamps = true});
    (void)import_sync(&g_stage.bench, g_stage.begin);
    g_stage.end_cookie = import_sync(&g_stage.bench, g_stage.end);
    g_stage.input = make_memory(&g_stage.bench, TENSOR_BYTES, CUDLA_READ_ONLY_PERM);
    g_stage.output = make_memory(&g_stage.bench, TENSOR_BYTES, CUDLA_READ_WRITE_PERM);
    g_stage.module = load_with(&g_stage.bench, plan, CUDLA_MODULE_ENABLE_FAULT_DIAGNOSTICS);
}

/** The task of the module: one input, one output. */
static void job_of_stage(void)
{
    job_begin(&g_job, g_stage.module);
    job_input(&g_job, &g_stage.input);
    job_output(&g_job, &g_stage.output);
}

static cudlaStatus try_task(uint32_t flags)
{
    const cudlaStatus status = submit_with(&g_stage.bench, &g_job, flags);

    note_call("cudlaSubmitTask");
    return status;
}

/** Waits for the end of a task. Its thread may have taken something until then. */
static NvSciError await_end(NvSciSyncFence *fence)
{
    const NvSciError status = NvSciSyncFenceWait(fence, g_stage.bench.context, SOON_US);

    NvSciSyncFenceClear(fence);
    check_nothing_taken("a task");
    return status;
}

/** Runs the task of the job, and gives what it came to. */
static NvSciError run_task(uint32_t flags)
{
    job_signal(&g_job, g_stage.end_cookie, &g_ends[0], CUDLA_NVSCISYNC_FENCE);
    CHECK(try_task(flags) == cudlaSuccess);
    return await_end(&g_ends[0]);
}

/* ---------------------------------------------------------------- tasks */

static void use_attributes(void)
{
    static cudlaModuleTensorDescriptor tensors[PLAN_TENSORS];
    const cudlaDevHandle device = g_stage.bench.device;
    cudlaDevAttribute of_device;
    uint64_t number = 0U;
    RingfenceDlaUsage usage;

    TRY("ringfenceDlaTranslateReport",
        ringfenceDlaTranslateReport(device, NULL, NULL, 0U, &number));
    TRY("ringfenceDlaStatusName", ringfenceDlaStatusName(cudlaSuccess));
    TRY("ringfenceDlaGetUsage", ringfenceDlaGetUsage(RINGFENCE_DLA_TABLE_TASKS, &usage));
    TRY("cudlaDeviceGetAttribute",
        cudlaDeviceGetAttribute(device, CUDLA_UNIFIED_ADDRESSING, &of_device));
    TRY("cudlaDeviceGetAttribute",
        cudlaDeviceGetAttribute(device, CUDLA_DEVICE_VERSION, &of_device));
    for (uint32_t i = (uint32_t)CUDLA_NUM_INPUT_TENSORS;
         i <= (uint32_t)CUDLA_OUTPUT_TASK_STATISTICS_DESCRIPTORS; i++) {
        cudlaModuleAttribute of_module = {.inputTensorDesc = tensors};

        TRY("cudlaModuleGetAttributes",
            cudlaModuleGetAttributes(g_stage.module, (cudlaModuleAttributeType)i, &of_module));
    }
    TRY("cudlaGetLastError", cudlaGetLastError(device));
}

/** A task that waits for a fence, and tells when it begins and when it ends. */
static void use_fences_of_a_task(void)
{
    NvSciSyncFence begin = NvSciSyncFenceInitializer;

    CHECK_OK(NvSciSyncObjGenerateFence(g_stage.begin, &begin));
    job_of_stage();
    job_wait(&g_job, &begin);
    job_signal(&g_job, g_stage.end_cookie, &g_ends[1], CUDLA_NVSCISYNC_FENCE_SOF);
    job_signal(&g_job, g_stage.end_cookie, &g_ends[0], CUDLA_NVSCISYNC_FENCE);
    CHECK(try_task(0U) == cudlaSuccess);
    CHECK_OK(NvSciSyncObjSignal(g_stage.begin));
    CHECK_OK(await_end(&g_ends[0]));
    CHECK_OK(await_end(&g_ends[1]));
    NvSciSyncFenceClear(&begin);
}

/** Tasks behind one that waits, until no more are taken; then all of them are computed. */
static void fill_the_queue(void)
{
    NvSciSyncFence begin = NvSciSyncFenceInitializer;
    cudlaStatus status = cudlaSuccess;
    uint32_t count = 0U;

    CHECK_OK(NvSciSyncObjGenerateFence(g_stage.begin, &begin));
    while ((status == cudlaSuccess) && (count < FENCES)) {
        job_of_stage();
        job_wait(&g_job, &begin);
        job_signal(&g_job, g_stage.end_cookie, &g_ends[count], CUDLA_NVSCISYNC_FENCE);
        status = try_task(0U);
        count++;
    }
    CHECK(status == cudlaErrorOutOfResources);
    CHECK(count > 1U);
    CHECK_OK(NvSciSyncObjSignal(g_stage.begin));
    for (uint32_t i = 0U; i < (count - 1U); i++) {
        CHECK_OK(await_end(&g_ends[i]));
    }
    NvSciSyncFenceClear(&begin);
}

/** The first task of the module is one of RUNTIME. */
static void use_device(void)
{
    const Plan plan = plan_copy();

    stage_open(&plan);
    (void)memset(g_stage.input.bytes, 0x5A, TENSOR_BYTES);
    begin_runtime();
    use_fences_of_a_task();
    for (size_t i = 0U; i < TENSOR_BYTES; i++) {
        CHECK(g_stage.output.bytes[i] == 0x5AU);
    }
    use_attributes();
    for (uint32_t turn = 0U; turn < 4U; turn++) {
        fill_the_queue();
        job_of_stage();
        CHECK_OK(run_task((uint32_t)CUDLA_SUBMIT_NOOP));
        job_begin(&g_job, g_stage.module);
        job_output(&g_job, &g_stage.output);
        CHECK_OK(run_task((uint32_t)CUDLA_SUBMIT_DIAGNOSTICS_TASK));
        /* Events alone, which go with the next task. */
        job_begin(&g_job, NULL);
        job_signal(&g_job, g_stage.end_cookie, &g_ends[1], CUDLA_NVSCISYNC_FENCE);
        CHECK(try_task(0U) == cudlaSuccess);
        job_of_stage();
        CHECK(try_task(0U) == cudlaSuccess);
        CHECK_OK(await_end(&g_ends[1]));
    }
    CHECK(cudlaGetLastError(g_stage.bench.device) == cudlaSuccess);
}

/**
 * Tasks of a device take nothing in RUNTIME, from the first one on, nor does a queue that is full.
 * @verifies RF-CORE-310
 */
static void tasks_take_nothing(void **state)
{
    (void)state;
    assert_true(ended_by(start_role(use_device), 0));
    end_forbidden();
}

/* ---------------------------------------------------------------- steps */

/** Bytes of a tensor of the module are read and written by each kind of step. */
static void use_steps(void)
{
    static const DlaOperation operations[] = {DLA_MIX, DLA_STAMP, DLA_COPY, DLA_DELAY};
    Plan plan = {.inputs = 1U, .outputs = 1U, .step_count = COUNT_OF(operations)};

    for (uint32_t i = 0U; i < COUNT_OF(operations); i++) {
        plan.steps[i] = (DlaStep){.operation = operations[i],
                                  .inputs = (operations[i] == DLA_DELAY) ? 0U : 1U,
                                  .number = (operations[i] == DLA_COPY) ? 0U : 100U};
    }
    stage_open(&plan);
    begin_runtime();
    for (uint32_t turn = 0U; turn < 4U; turn++) {
        job_of_stage();
        CHECK_OK(run_task(0U));
    }
}

/** AFFINE and ADD compute with elements. */
static void use_arithmetic(void)
{
    const Plan plan = {.inputs = 1U,
                       .outputs = 1U,
                       .step_count = 3U,
                       .steps = {{.operation = DLA_FILL, .number = 7U},
                                 {.operation = DLA_AFFINE, .inputs = 1U},
                                 {.operation = DLA_ADD, .inputs = 1U}}};

    stage_open(&plan);
    begin_runtime();
    for (uint32_t turn = 0U; turn < 4U; turn++) {
        job_of_stage();
        CHECK_OK(run_task(0U));
    }
}

/** The first task fails, the second one is late; both end with an error. */
static void use_failures(void)
{
    const Plan plan = {.inputs = 1U,
                       .outputs = 1U,
                       .step_count = 3U,
                       .steps = {{.operation = DLA_FAIL, .number = TASK_FAILS, .task = 1U},
                                 {.operation = DLA_HANG, .task = 2U},
                                 {.operation = DLA_COPY, .inputs = 1U}}};

    stage_open(&plan);
    CHECK(cudlaSetTaskTimeoutInMs(g_stage.bench.device, LATE_MS) == cudlaSuccess);
    begin_runtime();
    job_of_stage();
    (void)run_task(0U);
    CHECK(cudlaGetLastError(g_stage.bench.device) == cudlaErrorDlaErrInvalidInput);
    job_of_stage();
    (void)run_task(0U);
    CHECK(cudlaGetLastError(g_stage.bench.device) == cudlaErrorDlaErrEngineTimeout);
    job_of_stage();
    CHECK_OK(run_task(0U));
    check_nothing_taken("failures");
}

/**
 * No kind of step takes anything in RUNTIME, nor does a task that fails or is late.
 * @verifies RF-CORE-310
 */
static void steps_take_nothing(void **state)
{
    static const Role roles[] = {use_steps, use_arithmetic, use_failures};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(roles); i++) {
        assert_true(ended_by(start_role(roles[i]), 0));
    }
    end_forbidden();
}

/* ---------------------------------------------------------------- all of them */

static bool is_of_cudla(const RingfenceAdmission *row)
{
    return strncmp(row->function, "cudla", 5U) == 0;
}

/**
 * No function of cuDLA that RUNTIME admits is left out by the tests above.
 * @verifies RF-CORE-310
 */
static void every_admitted_function_was_called(void **state)
{
    (void)state;
    assert_int_equal(functions_not_called(is_of_cudla), 0U);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tasks_take_nothing),
        cmocka_unit_test(steps_take_nothing),
        cmocka_unit_test(every_admitted_function_was_called),
    };

    return share_notes() ? cmocka_run_group_tests_name("system/dla_forbidden", tests, NULL, NULL)
                         : 1;
}
