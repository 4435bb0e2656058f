/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_dla_test.c
 * Hybrid mode where calls of the driver fail, and which calls there are.
 */
#define _GNU_SOURCE

#include "dla_bench.h"
#include "fake.h"
#include "loadable_bytes.h"

/** Calls that no function makes as many of. */
#define CALLS_MAX 100U

static Bench g_bench;
static const FakeControl *g_fake;

static int set_up(void **state)
{
    const int result = scene_up(state);

    g_fake = fake_control();
    g_fake->reset();
    (void)memset(&g_bench, 0, sizeof(g_bench));
    return result;
}

static int tear_down(void **state)
{
    g_fake->reset();
    hybrid_close(ROW);
    bench_free(&g_bench);
    return scene_down(state);
}

#define hybrid_test(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

/** A task that does something in each way. */
static void make_task(void)
{
    bench_input(&g_bench, bench_bytes(1000U), 0U);
    bench_output(&g_bench, bench_bytes(1000U), 0U);
    bench_output(&g_bench, bench_bytes(1000U), 0U);
    (void)bench_step(&g_bench, DLA_STAMP, 1U);
    bench_step(&g_bench, DLA_COPY, 1U)->output = 1U;
    bench_fill(&g_bench, 1U);
}

/** The way in differs between versions of CUDA. */
static CUresult create_context(CUcontext *context)
{
#if CUDA_VERSION >= 13000
    return cuCtxCreate(context, NULL, 0U, g_scene.device);
#else
    return cuCtxCreate(context, 0U, g_scene.device);
#endif
}

/** Takes away the context that stayed current, as a pop was refused. */
static void pop_what_stayed(void)
{
    CUcontext popped = NULL;

    g_fake->reset();
    assert_cu(cuCtxPopCurrent(&popped), CUDA_SUCCESS);
    assert_ptr_equal(popped, g_scene.context);
}

/**
 * Each call of the driver that makes a handle fails once: the handle is refused, nothing is left of
 * it, and the same call then succeeds.
 * @verifies RF-DLA-302
 */
static void handle_that_cannot_be_made_leaves_nothing(void **state)
{
    const unsigned int streams = g_fake->live(FAKE_STREAMS);
    unsigned int refused = 0U;
    bool all = false;

    (void)state;
    for (unsigned int n = 1U; (n < CALLS_MAX) && !all; n++) {
        unsigned int pops = 0U;
        cudlaStatus status = cudlaSuccess;

        g_fake->reset();
        assert_true(g_fake->refuse(NULL, n, CUDA_ERROR_UNKNOWN));
        status = hybrid_open(ROW);
        all = g_fake->count(NULL) < n;
        pops = g_fake->count("cuCtxPopCurrent_v2");
        if (status == cudlaSuccess) {
            FakeCall call;

            assert_true(all || g_fake->call(n - 1U, &call));
            /* The mode of captures does not matter to the handle. */
            if (!all && (strcmp(call.name, "cuThreadExchangeStreamCaptureMode") != 0)) {
                assert_int_equal(pops, 1U);
                pop_what_stayed();
            }
            g_fake->reset();
            hybrid_close(ROW);
        } else {
            assert_int_equal(status, cudlaErrorCuda);
            refused++;
        }
        assert_int_equal(g_fake->live(FAKE_REGISTRATIONS), 0U);
        assert_true(g_fake->live(FAKE_STREAMS) <= (streams + 1U));
        g_fake->reset();
        assert_int_equal(hybrid_open(ROW), cudlaSuccess);
        hybrid_close(ROW);
    }
    assert_true(all);
    assert_true(refused > 5U);
}

/**
 * A page that the driver does not give back stays with its row, which gives it back later.
 * @verifies RF-DLA-307
 */
static void page_that_is_refused_is_given_back_later(void **state)
{
    (void)state;
    assert_int_equal(hybrid_open(ROW), cudlaSuccess);
    assert_true(g_fake->refuse("cuMemHostUnregister", 1U, CUDA_ERROR_UNKNOWN));
    hybrid_close(ROW);
    assert_int_equal(g_fake->live(FAKE_REGISTRATIONS), 1U);
    assert_int_equal(hybrid_open(ROW), cudlaSuccess);
    assert_int_equal(g_fake->live(FAKE_REGISTRATIONS), 1U);
    hybrid_close(ROW);
    assert_int_equal(g_fake->live(FAKE_REGISTRATIONS), 0U);
}

/**
 * A GPU that the kernels were not compiled for is said.
 * @verifies RF-DLA-300
 */
static void gpu_without_kernels_is_said(void **state)
{
    const uint32_t before = faults();

    (void)state;
    assert_true(g_fake->refuse("cuLaunchKernel", 1U, CUDA_ERROR_NO_BINARY_FOR_GPU));
    assert_int_equal(hybrid_open(ROW), cudlaErrorUnsupportedOperation);
    assert_fault(before, RINGFENCE_FAULT_NO_KERNELS);
    assert_true(g_fake->refuse("cuMemHostRegister_v2", 1U, CUDA_ERROR_OUT_OF_MEMORY));
    assert_int_equal(hybrid_open(ROW), cudlaErrorOutOfResources);
}

/**
 * Where no context is current the handle has the primary one of the first GPU, as long as it lives.
 * @verifies RF-DLA-303
 */
static void handle_without_context_has_the_primary_one(void **state)
{
    const unsigned int contexts = g_fake->live(FAKE_CONTEXTS);
    CUcontext current = NULL;

    (void)state;
    assert_cu(cuCtxSetCurrent(NULL), CUDA_SUCCESS);
    assert_int_equal(hybrid_open(ROW), cudlaSuccess);
    assert_int_equal(g_fake->live(FAKE_CONTEXTS), contexts + 1U);
    assert_cu(cuCtxGetCurrent(&current), CUDA_SUCCESS);
    assert_null(current);
    hybrid_close(ROW);
    assert_int_equal(g_fake->live(FAKE_CONTEXTS), contexts);
    assert_true(g_fake->refuse("cuStreamCreate", 1U, CUDA_ERROR_OUT_OF_MEMORY));
    assert_int_equal(hybrid_open(ROW), cudlaErrorOutOfResources);
    assert_int_equal(g_fake->live(FAKE_CONTEXTS), contexts);
    assert_cu(cuCtxSetCurrent(g_scene.context), CUDA_SUCCESS);
}

/**
 * A submission launches kernels and asks about its stream and its context; it reserves nothing.
 * @verifies RF-DLA-312
 */
static void submission_reserves_nothing(void **state)
{
    static const char *const s_calls[] = {"cuCtxPushCurrent_v2", "cuCtxPopCurrent_v2",
                                          "cuStreamIsCapturing", "cuStreamGetCtx",
                                          "cuLaunchKernel"};
    unsigned int known = 0U;

    (void)state;
    assert_int_equal(hybrid_open(ROW), cudlaSuccess);
    make_task();
    g_fake->reset();
    assert_int_equal(hybrid_submit(ROW, &g_bench.task, g_scene.stream), cudlaSuccess);
    for (size_t i = 0U; i < COUNT_OF(s_calls); i++) {
        assert_true(g_fake->count(s_calls[i]) > 0U);
        known += g_fake->count(s_calls[i]);
    }
    assert_int_equal(g_fake->count(NULL), known);
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
}

/**
 * Each call of the driver that a submission makes fails once: the caller is told, the task keeps no
 * place in the queue, and the next one computes.
 * @verifies RF-DLA-308
 */
static void submission_that_fails_keeps_no_place(void **state)
{
    bool all = false;

    (void)state;
    assert_int_equal(hybrid_open(ROW), cudlaSuccess);
    make_task();
    for (unsigned int n = 1U; (n < CALLS_MAX) && !all; n++) {
        cudlaStatus status = cudlaSuccess;

        g_fake->reset();
        assert_true(g_fake->refuse(NULL, n, CUDA_ERROR_UNKNOWN));
        status = hybrid_submit(ROW, &g_bench.task, g_scene.stream);
        all = g_fake->count(NULL) < n;
        if ((status == cudlaSuccess) && !all) {
            pop_what_stayed();
        } else if (!all) {
            assert_int_equal(status, cudlaErrorCuda);
        } else {
            assert_int_equal(status, cudlaSuccess);
        }
        g_fake->reset();
        assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    }
    assert_true(all);
    /* The end of one task was refused. */
    assert_true(hybrid_room(ROW) >= (RINGFENCE_CFG_DLA_TASKS - 1U));
    bench_run(&g_bench);
    assert_int_equal(bench_compute(&g_bench), cudlaSuccess);
    assert_same(&g_bench);
}

/** The most tasks that a handle had. */
static uint32_t most_tasks(void)
{
    RingfenceDlaUsage usage;

    assert_int_equal(ringfenceDlaGetUsage(RINGFENCE_DLA_TABLE_TASKS, &usage), cudlaSuccess);
    return usage.highWater;
}

/**
 * Tasks that are refused, for one among them or for their stream, do not count as tasks that were
 * in use; those that are taken do.
 * @verifies RF-DLA-395
 */
static void tasks_that_are_refused_do_not_count(void **state)
{
    static LbPlan plan;
    static LbBytes bytes;
    const cudlaWaitEvents waits = {NULL, 0U};
    cudlaTask tasks[RINGFENCE_CFG_DLA_TASKS];
    uint64_t *cookies[2] = {NULL, NULL};
    CUdeviceptr memory[2] = {0U, 0U};
    cudlaDevHandle device = NULL;
    cudlaModule module = NULL;

    (void)state;
    lb_plan_mix(&plan, 64U, 64U);
    lb_write(&plan, &bytes);
    assert_int_equal(cudlaCreateDevice(0U, &device, CUDLA_CUDA_DLA), cudlaSuccess);
    assert_int_equal(cudlaModuleLoadFromMemory(device, bytes.bytes, bytes.size, &module, 0U),
                     cudlaSuccess);
    for (size_t i = 0U; i < COUNT_OF(memory); i++) {
        assert_cu(cuMemAlloc(&memory[i], 64U), CUDA_SUCCESS);
        assert_int_equal(
            cudlaMemRegister(device, (uint64_t *)(uintptr_t)memory[i], 64U, &cookies[i], 0U),
            cudlaSuccess);
    }
    (void)memset(tasks, 0, sizeof(tasks));
    for (size_t i = 0U; i < COUNT_OF(tasks); i++) {
        tasks[i].moduleHandle = module;
        tasks[i].inputTensor = (const uint64_t *const *)&cookies[0];
        tasks[i].numInputTensors = 1U;
        tasks[i].outputTensor = &cookies[1];
        tasks[i].numOutputTensors = 1U;
    }
    assert_int_equal(most_tasks(), 0U);
    tasks[COUNT_OF(tasks) - 1U].waitEvents = &waits;
    assert_int_equal(cudlaSubmitTask(device, tasks, COUNT_OF(tasks), g_scene.stream, 0U),
                     cudlaErrorUnsupportedOperation);
    assert_int_equal(most_tasks(), 0U);
    g_fake->capture(true);
    assert_int_equal(cudlaSubmitTask(device, tasks, 2U, g_scene.stream, 0U),
                     cudlaErrorUnsupportedOperation);
    g_fake->capture(false);
    assert_int_equal(most_tasks(), 0U);
    assert_int_equal(cudlaSubmitTask(device, tasks, 2U, g_scene.stream, 0U), cudlaSuccess);
    assert_int_equal(most_tasks(), 2U);
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    assert_int_equal(cudlaDestroyDevice(device), cudlaSuccess);
    for (size_t i = 0U; i < COUNT_OF(memory); i++) {
        assert_cu(cuMemFree(memory[i]), CUDA_SUCCESS);
    }
}

/**
 * A handle whose context failed for good is closed at once, though tasks of it will not be done.
 * @verifies RF-DLA-307
 */
static void handle_of_a_dead_context_is_closed(void **state)
{
    CUcontext context = NULL;

    (void)state;
    assert_cu(create_context(&context), CUDA_SUCCESS);
    assert_int_equal(hybrid_open(ROW + 1U), cudlaSuccess);
    make_task();
    g_bench.loadable.steps[0].operation = DLA_HANG;
    g_bench.task.limit_us = 1000U;
    assert_int_equal(hybrid_submit(ROW + 1U, &g_bench.task, NULL), cudlaSuccess);
    assert_int_equal(hybrid_submit(ROW + 1U, &g_bench.task, NULL), cudlaSuccess);
    g_fake->doom(CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_int_equal(hybrid_submit(ROW + 1U, &g_bench.task, NULL), cudlaErrorCuda);
    hybrid_close(ROW + 1U);
    assert_int_equal(hybrid_room(ROW + 1U), RINGFENCE_CFG_DLA_TASKS);
    assert_cu(cuCtxDestroy(context), CUDA_SUCCESS);
    assert_cu(cuCtxSetCurrent(g_scene.context), CUDA_SUCCESS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        /* The first one: numbers count from the begin of the process on. */
        hybrid_test(tasks_that_are_refused_do_not_count),
        hybrid_test(handle_that_cannot_be_made_leaves_nothing),
        hybrid_test(page_that_is_refused_is_given_back_later),
        hybrid_test(gpu_without_kernels_is_said),
        hybrid_test(handle_without_context_has_the_primary_one),
        hybrid_test(submission_reserves_nothing),
        hybrid_test(submission_that_fails_keeps_no_place),
        hybrid_test(handle_of_a_dead_context_is_closed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
