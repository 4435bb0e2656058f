/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file queue_test.c
 * Tasks: what is taken, in which order it is carried out, what is waited for and signalled, and how
 * failures are told.
 */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <sched.h>

#include "dla_fixture.h"
#include "sync_inside.h"

/** A device with a module, memory for it, and objects to begin and to end with. */
typedef struct {
    Bench bench;
    cudlaModule module;
    Memory input;
    Memory output;
    NvSciSyncObj begin;
    NvSciSyncObj end;
    uint64_t *begin_cookie;
    uint64_t *end_cookie;
} Stage;

static Stage stage_with(const Plan *plan, uint32_t flags, Wants wants)
{
    Stage stage;

    (void)memset(&stage, 0, sizeof(stage));
    stage.bench = bench_open();
    stage.module = load_with(&stage.bench, plan, flags);
    stage.input = make_memory(&stage.bench, TENSOR_BYTES, CUDLA_READ_ONLY_PERM);
    stage.output = make_memory(&stage.bench, TENSOR_BYTES, CUDLA_READ_WRITE_PERM);
    stage.begin = begin_object(&stage.bench);
    stage.end = end_object(&stage.bench, wants);
    stage.begin_cookie = import_sync(&stage.bench, stage.begin);
    stage.end_cookie = import_sync(&stage.bench, stage.end);
    return stage;
}

static Stage stage_open(const Plan *plan)
{
    return stage_with(plan, CUDLA_MODULE_DEFAULT, (Wants){.timestamps = false});
}

static void stage_close(Stage *stage)
{
    go_to_init();
    if (stage->bench.device != NULL) {
        assert_int_equal(cudlaDestroyDevice(stage->bench.device), cudlaSuccess);
        stage->bench.device = NULL;
    }
    free_memory(&stage->input);
    free_memory(&stage->output);
    NvSciSyncObjFree(stage->begin);
    NvSciSyncObjFree(stage->end);
    bench_close(&stage->bench);
}

/** A fence that expires when the CPU signals once more. */
static void make_begin(const Stage *stage, NvSciSyncFence *fence)
{
    assert_status(NvSciSyncObjGenerateFence(stage->begin, fence), NvSciError_Success);
}

/** Waits until the thread of the device waits for the object to begin with. */
static void await_sleep(const Stage *stage)
{
    while (port_load32(&object_of(stage->begin)->waiters->asleep) == 0U) {
        (void)sched_yield();
    }
}

static void signal_begin(const Stage *stage)
{
    assert_status(NvSciSyncObjSignal(stage->begin), NvSciError_Success);
}

/** A job that copies. */
static void job_copy(Job *job, const Stage *stage)
{
    job_begin(job, stage->module);
    job_input(job, &stage->input);
    job_output(job, &stage->output);
}

/** A job without inputs. */
static void job_fill(Job *job, const Stage *stage)
{
    job_begin(job, stage->module);
    job_output(job, &stage->output);
}

static void signal_end(Job *job, const Stage *stage, NvSciSyncFence *fence)
{
    job_signal(job, stage->end_cookie, fence, CUDLA_NVSCISYNC_FENCE);
}

static const DlaStep g_nothing = {.operation = DLA_DELAY, .number = 0U};

/* ---------------------------------------------------------------- order and events */

/**
 * A task starts when the fence that it waits for expires, and has read and written all when its own
 * does; structures are not needed after the call.
 * @verifies RF-DLA-050
 * @verifies RF-DLA-060
 * @verifies RF-DLA-061
 */
static void a_task_waits_computes_and_signals(void **state)
{
    const Plan plan = plan_copy();
    Stage stage = stage_open(&plan);
    NvSciSyncFence before = NvSciSyncFenceInitializer;
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    Job job;

    (void)state;
    for (uint8_t round = 1U; round < 20U; round++) {
        make_begin(&stage, &before);
        job_copy(&job, &stage);
        job_wait(&job, &before);
        job_wait(&job, &before);
        signal_end(&job, &stage, &after);
        assert_int_equal(submit_with(&stage.bench, &job, CUDLA_SUBMIT_SKIP_LOCK_ACQUIRE),
                         cudlaSuccess);
        (void)memset(&job, 0xA5, sizeof(job));
        NvSciSyncFenceClear(&before);
        await_sleep(&stage);
        assert_false(is_over(&stage.bench, &after));
        (void)memset(stage.input.bytes, round, TENSOR_BYTES);
        assert_filled(&stage.output, (uint8_t)(round - 1U));
        signal_begin(&stage);
        await(&stage.bench, &after);
        assert_filled(&stage.output, round);
    }
    assert_int_equal(cudlaGetLastError(stage.bench.device), cudlaSuccess);
    NvSciSyncFenceClear(&after);
    stage_close(&stage);
}

/**
 * Tasks of one call run in the order of the array, calls in the order of the calls: each reads what
 * the one before wrote.
 * @verifies RF-DLA-050
 */
static void tasks_run_in_order(void **state)
{
    const Plan plan = plan_copy();
    Stage stage = stage_open(&plan);
    NvSciSyncFence before = NvSciSyncFenceInitializer;
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    Memory steps[5];
    cudlaTask tasks[4];
    Job jobs[4];

    (void)state;
    make_begin(&stage, &before);
    for (uint32_t i = 0U; i < 5U; i++) {
        steps[i] = make_memory(&stage.bench, TENSOR_BYTES, 0U);
    }
    for (uint32_t i = 0U; i < 4U; i++) {
        job_begin(&jobs[i], stage.module);
        job_input(&jobs[i], &steps[i]);
        job_output(&jobs[i], &steps[i + 1U]);
    }
    job_wait(&jobs[0], &before);
    signal_end(&jobs[3], &stage, &after);
    for (uint32_t i = 0U; i < 4U; i++) {
        tasks[i] = jobs[i].task;
    }
    assert_int_equal(cudlaSubmitTask(stage.bench.device, tasks, 2U, NULL, 0U), cudlaSuccess);
    assert_int_equal(cudlaSubmitTask(stage.bench.device, &tasks[2], 2U, NULL, 0U), cudlaSuccess);
    (void)memset(steps[0].bytes, 0x5A, TENSOR_BYTES);
    signal_begin(&stage);
    await(&stage.bench, &after);
    assert_filled(&steps[4], 0x5AU);
    NvSciSyncFenceClear(&before);
    NvSciSyncFenceClear(&after);
    for (uint32_t i = 0U; i < 5U; i++) {
        free_memory(&steps[i]);
    }
    stage_close(&stage);
}

/**
 * A fence of the start expires while the task runs, one of the end does not; one object may have
 * both.
 * @verifies RF-DLA-063
 */
static void a_start_is_signalled_before_the_task_runs(void **state)
{
    const Plan plan = plan_fill(1U, (DlaStep){.operation = DLA_HANG});
    Stage stage = stage_open(&plan);
    NvSciSyncFence start = NvSciSyncFenceInitializer;
    NvSciSyncFence end = NvSciSyncFenceInitializer;
    Job job;

    (void)state;
    job_fill(&job, &stage);
    signal_end(&job, &stage, &end);
    job_signal(&job, stage.end_cookie, &start, CUDLA_NVSCISYNC_FENCE_SOF);
    assert_int_equal(submit(&stage.bench, &job), cudlaSuccess);
    await(&stage.bench, &start);
    assert_false(is_over(&stage.bench, &end));
    assert_int_equal(cudlaDestroyDevice(stage.bench.device), cudlaSuccess);
    stage.bench.device = NULL;
    assert_true(is_over(&stage.bench, &end));
    NvSciSyncFenceClear(&start);
    NvSciSyncFenceClear(&end);
    stage_close(&stage);
}

/**
 * The times of start and end are there, and as far apart as the task took.
 * @verifies RF-DLA-069
 */
static void times_of_start_and_end_are_told(void **state)
{
    const uint64_t delay_us = 2000U;
    const Plan plan = plan_fill(1U, (DlaStep){.operation = DLA_DELAY, .number = delay_us});
    Stage stage = stage_with(&plan, 0U, (Wants){.timestamps = true});
    NvSciSyncFence fences[2] = {NvSciSyncFenceInitializer, NvSciSyncFenceInitializer};
    uint64_t times[2] = {0U, 0U};
    Job job;

    (void)state;
    job_fill(&job, &stage);
    job_signal(&job, stage.end_cookie, &fences[0], CUDLA_NVSCISYNC_FENCE_SOF);
    signal_end(&job, &stage, &fences[1]);
    assert_int_equal(submit(&stage.bench, &job), cudlaSuccess);
    await(&stage.bench, &fences[1]);
    for (uint32_t i = 0U; i < 2U; i++) {
        assert_status(NvSciSyncFenceGetTimestamp(&fences[i], &times[i]), NvSciError_Success);
        NvSciSyncFenceClear(&fences[i]);
    }
    assert_true(times[0] > 0U);
    assert_true(times[1] >= (times[0] + delay_us));
    stage_close(&stage);
}

/**
 * With deterministic fences the program computes the fence itself: each signal adds one.
 * @verifies RF-DLA-062
 */
static void fences_can_be_computed(void **state)
{
    const Plan plan = plan_fill(0x21U, g_nothing);
    Stage stage = stage_with(&plan, 0U, (Wants){.deterministic = true});
    Stage plain = {.begin_cookie = NULL};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    Job job;

    (void)state;
    for (uint64_t round = 1U; round < 4U; round++) {
        assert_status(NvSciSyncFenceUpdateFence(stage.end, 0U, round, &fence), NvSciError_Success);
        assert_false(is_over(&stage.bench, &fence));
        job_fill(&job, &stage);
        signal_end(&job, &stage, NULL);
        assert_int_equal(submit(&stage.bench, &job), cudlaSuccess);
        await(&stage.bench, &fence);
        assert_filled(&stage.output, 0x21U);
    }
    NvSciSyncFenceClear(&fence);
    stage_close(&stage);
    plain = stage_open(&plan);
    job_fill(&job, &plain);
    signal_end(&job, &plain, NULL);
    assert_int_equal(submit(&plain.bench, &job), cudlaErrorInvalidParam);
    stage_close(&plain);
}

/**
 * A submission without computing keeps its place and its events, and touches no tensor.
 * @verifies RF-DLA-065
 */
static void a_submission_may_compute_nothing(void **state)
{
    const Plan plan = plan_fill(0x33U, g_nothing);
    Stage stage = stage_open(&plan);
    NvSciSyncFence before = NvSciSyncFenceInitializer;
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    Job job;

    (void)state;
    make_begin(&stage, &before);
    job_fill(&job, &stage);
    job_wait(&job, &before);
    signal_end(&job, &stage, &after);
    assert_int_equal(submit_with(&stage.bench, &job, CUDLA_SUBMIT_NOOP), cudlaSuccess);
    assert_false(is_over(&stage.bench, &after));
    signal_begin(&stage);
    await(&stage.bench, &after);
    assert_filled(&stage.output, 0U);
    NvSciSyncFenceClear(&before);
    NvSciSyncFenceClear(&after);
    stage_close(&stage);
}

/**
 * Tasks of a module are numbered from 1 when they compute: those that compute nothing do not count.
 * @verifies RF-DLA-054
 */
static void tasks_that_compute_are_counted(void **state)
{
    const Plan plan = plan_fill(
        0x11U,
        (DlaStep){.operation = DLA_FAIL, .number = cudlaErrorDlaErrInvalidInput, .task = 2U});
    Stage stage = stage_open(&plan);
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    static const uint32_t flags[] = {0U, CUDLA_SUBMIT_NOOP, 0U};
    static const cudlaStatus errors[] = {cudlaSuccess, cudlaSuccess, cudlaErrorDlaErrInvalidInput};
    Job job;

    (void)state;
    for (uint32_t i = 0U; i < 3U; i++) {
        job_fill(&job, &stage);
        signal_end(&job, &stage, &after);
        assert_int_equal(submit_with(&stage.bench, &job, flags[i]), cudlaSuccess);
        await(&stage.bench, &after);
        assert_int_equal(cudlaGetLastError(stage.bench.device), errors[i]);
    }
    NvSciSyncFenceClear(&after);
    stage_close(&stage);
}

/* ---------------------------------------------------------------- event-only submissions */

/**
 * Events alone are added to the next tasks: waits to the first of them, signals to the last.
 * @verifies RF-DLA-066
 */
static void events_alone_go_with_the_next_tasks(void **state)
{
    const Plan plan = plan_copy();
    Stage stage = stage_open(&plan);
    NvSciSyncFence before = NvSciSyncFenceInitializer;
    NvSciSyncFence fences[2] = {NvSciSyncFenceInitializer, NvSciSyncFenceInitializer};
    Memory between = make_memory(&stage.bench, TENSOR_BYTES, 0U);
    cudlaTask tasks[2];
    Job events;
    Job jobs[2];

    (void)state;
    make_begin(&stage, &before);
    job_begin(&events, NULL);
    job_wait(&events, &before);
    signal_end(&events, &stage, &fences[0]);
    assert_int_equal(submit(&stage.bench, &events), cudlaSuccess);
    job_begin(&jobs[0], stage.module);
    job_input(&jobs[0], &stage.input);
    job_output(&jobs[0], &between);
    job_begin(&jobs[1], stage.module);
    job_input(&jobs[1], &between);
    job_output(&jobs[1], &stage.output);
    signal_end(&jobs[1], &stage, &fences[1]);
    tasks[0] = jobs[0].task;
    tasks[1] = jobs[1].task;
    assert_int_equal(cudlaSubmitTask(stage.bench.device, tasks, 2U, NULL, 0U), cudlaSuccess);
    assert_false(is_over(&stage.bench, &fences[0]));
    await_sleep(&stage);
    (void)memset(stage.input.bytes, 0x44, TENSOR_BYTES);
    signal_begin(&stage);
    await(&stage.bench, &fences[0]);
    assert_filled(&stage.output, 0x44U);
    await(&stage.bench, &fences[1]);
    NvSciSyncFenceClear(&before);
    NvSciSyncFenceClear(&fences[0]);
    NvSciSyncFenceClear(&fences[1]);
    free_memory(&between);
    stage_close(&stage);
}

/**
 * Events alone are one task, which is not diagnostic.
 * @verifies RF-DLA-066
 */
static void events_alone_are_one_task(void **state)
{
    const Plan plan = plan_copy();
    Stage stage =
        stage_with(&plan, CUDLA_MODULE_ENABLE_FAULT_DIAGNOSTICS, (Wants){.timestamps = false});
    const cudlaDevHandle device = stage.bench.device;
    cudlaTask tasks[2];
    Job events;
    Job job;

    (void)state;
    job_begin(&events, stage.module);
    job_copy(&job, &stage);
    tasks[0] = job.task;
    tasks[1] = events.task;
    assert_int_equal(cudlaSubmitTask(device, tasks, 2U, NULL, 0U), cudlaErrorUnsupportedOperation);
    assert_int_equal(submit_with(&stage.bench, &events, CUDLA_SUBMIT_DIAGNOSTICS_TASK),
                     cudlaErrorUnsupportedOperation);
    job.task.inputTensor = NULL;
    assert_int_equal(submit(&stage.bench, &job), cudlaErrorUnsupportedOperation);
    job_copy(&job, &stage);
    job.task.outputTensor = NULL;
    assert_int_equal(submit(&stage.bench, &job), cudlaErrorUnsupportedOperation);
    stage_close(&stage);
}

/**
 * A signal that is to come before one that an event-only submission promised is refused.
 * @verifies RF-DLA-067
 */
static void promised_signals_keep_their_order(void **state)
{
    const Plan plan = plan_fill(1U, g_nothing);
    Stage stage = stage_open(&plan);
    const cudlaDevHandle device = stage.bench.device;
    NvSciSyncFence fences[3] = {NvSciSyncFenceInitializer, NvSciSyncFenceInitializer,
                                NvSciSyncFenceInitializer};
    cudlaTask tasks[2];
    Job events;
    Job jobs[2];

    (void)state;
    job_begin(&events, NULL);
    signal_end(&events, &stage, &fences[0]);
    assert_int_equal(submit(&stage.bench, &events), cudlaSuccess);
    job_fill(&jobs[0], &stage);
    signal_end(&jobs[0], &stage, &fences[1]);
    job_fill(&jobs[1], &stage);
    signal_end(&jobs[1], &stage, &fences[2]);
    tasks[0] = jobs[0].task;
    tasks[1] = jobs[1].task;
    assert_int_equal(cudlaSubmitTask(device, tasks, 2U, NULL, 0U), cudlaErrorInvalidParam);
    jobs[1].fences[0].type = CUDLA_NVSCISYNC_FENCE_SOF;
    assert_int_equal(submit(&stage.bench, &jobs[1]), cudlaErrorInvalidParam);
    jobs[1].fences[0].type = CUDLA_NVSCISYNC_FENCE;
    assert_int_equal(submit(&stage.bench, &jobs[1]), cudlaSuccess);
    await(&stage.bench, &fences[0]);
    await(&stage.bench, &fences[2]);
    for (uint32_t i = 0U; i < 3U; i++) {
        NvSciSyncFenceClear(&fences[i]);
    }
    stage_close(&stage);
}

/**
 * A later event-only submission replaces an earlier one: its signals come, its waits do not hold.
 * @verifies RF-DLA-068
 */
static void later_events_replace_earlier_ones(void **state)
{
    const Plan plan = plan_fill(0x66U, g_nothing);
    Stage stage = stage_open(&plan);
    NvSciSyncFence before = NvSciSyncFenceInitializer;
    NvSciSyncFence fences[2] = {NvSciSyncFenceInitializer, NvSciSyncFenceInitializer};
    Job events;
    Job job;

    (void)state;
    make_begin(&stage, &before);
    job_begin(&events, NULL);
    job_wait(&events, &before);
    signal_end(&events, &stage, &fences[0]);
    assert_int_equal(submit(&stage.bench, &events), cudlaSuccess);
    job_begin(&events, NULL);
    signal_end(&events, &stage, &fences[1]);
    assert_int_equal(submit(&stage.bench, &events), cudlaSuccess);
    await(&stage.bench, &fences[0]);
    assert_false(is_over(&stage.bench, &fences[1]));
    assert_int_equal(cudlaGetLastError(stage.bench.device), cudlaSuccess);
    job_fill(&job, &stage);
    assert_int_equal(submit(&stage.bench, &job), cudlaSuccess);
    await(&stage.bench, &fences[1]);
    assert_filled(&stage.output, 0x66U);
    signal_begin(&stage);
    NvSciSyncFenceClear(&before);
    NvSciSyncFenceClear(&fences[0]);
    NvSciSyncFenceClear(&fences[1]);
    stage_close(&stage);
}

/* ---------------------------------------------------------------- what is refused */

/** What a task is changed to. */
typedef void (*Change)(Job *job, Stage *stage);

static void with_more_inputs(Job *job, Stage *stage)
{
    job_input(job, &stage->output);
}

static void with_more_outputs(Job *job, Stage *stage)
{
    job_output(job, &stage->output);
}

static void without_inputs(Job *job, Stage *stage)
{
    (void)stage;
    job->task.numInputTensors = 0U;
}

static void with_a_wrong_input(Job *job, Stage *stage)
{
    job->inputs[0] = stage->end_cookie;
}

static void with_no_input(Job *job, Stage *stage)
{
    (void)stage;
    job->inputs[0] = NULL;
}

static void with_a_read_only_output(Job *job, Stage *stage)
{
    job->outputs[0] = stage->input.cookie;
}

static void with_a_foreign_module(Job *job, Stage *stage)
{
    (void)stage;
    (void)memset(&job->task.moduleHandle, 0x5A, sizeof(job->task.moduleHandle));
}

static void with_no_wait_array(Job *job, Stage *stage)
{
    (void)stage;
    job->wait_events.preFences = NULL;
    job->wait_events.numEvents = 1U;
}

static void with_no_wait_fence(Job *job, Stage *stage)
{
    (void)stage;
    job_wait(job, NULL);
}

static void with_a_wrong_wait_type(Job *job, Stage *stage)
{
    static NvSciSyncFence cleared;

    (void)stage;
    job_wait(job, &cleared);
    job->waits[0].type = (cudlaFenceType)3;
}

static void with_a_foreign_fence(Job *job, Stage *stage)
{
    static NvSciSyncFence foreign;

    (void)stage;
    (void)memset(&foreign, 0x5A, sizeof(foreign));
    job_wait(job, &foreign);
}

static void with_no_signal_array(Job *job, Stage *stage)
{
    (void)stage;
    job->signal_events.devPtrs = NULL;
    job->signal_events.numEvents = 1U;
}

static void with_no_fence_array(Job *job, Stage *stage)
{
    (void)stage;
    job->signal_events.eofFences = NULL;
    job->signal_events.numEvents = 1U;
}

static void with_a_wrong_type(Job *job, Stage *stage)
{
    static NvSciSyncFence fence;

    job_signal(job, stage->end_cookie, &fence, (cudlaFenceType)0);
}

static void with_a_buffer_to_signal(Job *job, Stage *stage)
{
    static NvSciSyncFence fence;

    job_signal(job, stage->output.cookie, &fence, CUDLA_NVSCISYNC_FENCE);
}

static void with_an_object_to_wait_for(Job *job, Stage *stage)
{
    static NvSciSyncFence fence;

    job_signal(job, stage->begin_cookie, &fence, CUDLA_NVSCISYNC_FENCE);
}

static void with_too_many_waits(Job *job, Stage *stage)
{
    (void)stage;
    job->wait_events.numEvents = RINGFENCE_CFG_DLA_EVENTS + 1U;
}

static void with_too_many_signals(Job *job, Stage *stage)
{
    (void)stage;
    job->signal_events.numEvents = RINGFENCE_CFG_DLA_EVENTS + 1U;
}

/**
 * A task that is not whole is refused, and all of its submission with it: nothing is written and
 * no fence is made.
 * @verifies RF-DLA-051
 * @verifies RF-DLA-052
 * @verifies RF-DLA-056
 * @verifies RF-DLA-060
 * @verifies RF-DLA-061
 */
static void a_submission_is_taken_whole_or_not(void **state)
{
    static const struct {
        Change change;
        cudlaStatus status;
    } cases[] = {{&with_more_inputs, cudlaErrorInvalidParam},
                 {&with_more_outputs, cudlaErrorInvalidParam},
                 {&without_inputs, cudlaErrorInvalidParam},
                 {&with_a_wrong_input, cudlaErrorInvalidAddress},
                 {&with_no_input, cudlaErrorInvalidAddress},
                 {&with_a_read_only_output, cudlaErrorInvalidParam},
                 {&with_a_foreign_module, cudlaErrorInvalidModule},
                 {&with_no_wait_array, cudlaErrorInvalidParam},
                 {&with_no_wait_fence, cudlaErrorInvalidParam},
                 {&with_a_wrong_wait_type, cudlaErrorInvalidParam},
                 {&with_a_foreign_fence, cudlaErrorInvalidAddress},
                 {&with_no_signal_array, cudlaErrorInvalidParam},
                 {&with_no_fence_array, cudlaErrorInvalidParam},
                 {&with_a_wrong_type, cudlaErrorInvalidParam},
                 {&with_a_buffer_to_signal, cudlaErrorInvalidAddress},
                 {&with_an_object_to_wait_for, cudlaErrorInvalidAttribute},
                 {&with_too_many_waits, cudlaErrorOutOfResources},
                 {&with_too_many_signals, cudlaErrorOutOfResources}};
    const NvSciSyncFence cleared = NvSciSyncFenceInitializer;
    const Plan plan = plan_copy();
    Stage stage = stage_open(&plan);
    NvSciSyncFence after = NvSciSyncFenceInitializer;

    (void)state;
    (void)memset(stage.input.bytes, 0x12, TENSOR_BYTES);
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        cudlaTask tasks[2];
        Job whole;
        Job changed;

        job_copy(&whole, &stage);
        signal_end(&whole, &stage, &after);
        job_copy(&changed, &stage);
        cases[i].change(&changed, &stage);
        tasks[0] = whole.task;
        tasks[1] = changed.task;
        assert_int_equal(cudlaSubmitTask(stage.bench.device, tasks, 2U, NULL, 0U), cases[i].status);
        assert_memory_equal(&after, &cleared, sizeof(after));
    }
    assert_filled(&stage.output, 0U);
    stage_close(&stage);
}

/**
 * What holds for a call as a whole is looked at as well.
 * @verifies RF-DLA-056
 */
static void a_call_must_have_tasks_and_flags(void **state)
{
    const Plan plan = plan_copy();
    Stage stage = stage_open(&plan);
    const cudlaDevHandle device = stage.bench.device;
    Job job;

    (void)state;
    job_copy(&job, &stage);
    assert_int_equal(cudlaSubmitTask(device, NULL, 1U, NULL, 0U), cudlaErrorInvalidParam);
    assert_int_equal(cudlaSubmitTask(device, &job.task, 0U, NULL, 0U), cudlaErrorInvalidParam);
    assert_int_equal(cudlaSubmitTask(device, &job.task, 1U, &job, 0U), cudlaErrorInvalidParam);
    assert_int_equal(cudlaSubmitTask(device, &job.task, 1U, NULL, 8U), cudlaErrorInvalidParam);
    job.task.waitEvents = NULL;
    job.task.signalEvents = NULL;
    assert_int_equal(submit(&stage.bench, &job), cudlaSuccess);
    stage_close(&stage);
}

/**
 * Memory must be as large as its tensor, and takes statistics or nothing but them.
 * @verifies RF-DLA-052
 * @verifies RF-DLA-053
 */
static void memory_must_fit_its_tensor(void **state)
{
    Plan plan = plan_fill(0x19U, g_nothing);
    Stage stage = {.begin_cookie = NULL};
    Memory small = {NULL, NULL, NULL};
    Memory report = {NULL, NULL, NULL};
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    Job job;

    (void)state;
    plan.statistics = 1U;
    stage = stage_open(&plan);
    small = make_memory(&stage.bench, TENSOR_BYTES - 1U, 0U);
    report = make_memory(&stage.bench, TENSOR_BYTES, CUDLA_TASK_STATISTICS);
    job_begin(&job, stage.module);
    job_output(&job, &small);
    assert_int_equal(submit(&stage.bench, &job), cudlaErrorInvalidParam);
    job_begin(&job, stage.module);
    job_output(&job, &report);
    assert_int_equal(submit(&stage.bench, &job), cudlaErrorInvalidParam);
    job_fill(&job, &stage);
    job_output(&job, &small);
    assert_int_equal(submit(&stage.bench, &job), cudlaErrorInvalidParam);
    job_fill(&job, &stage);
    job_output(&job, &report);
    signal_end(&job, &stage, &after);
    assert_int_equal(submit(&stage.bench, &job), cudlaSuccess);
    await(&stage.bench, &after);
    assert_filled(&stage.output, 0x19U);
    assert_true(memcmp(report.bytes, stage.input.bytes, TENSOR_BYTES) != 0);
    NvSciSyncFenceClear(&after);
    free_memory(&small);
    free_memory(&report);
    stage_close(&stage);
}

/**
 * A queue has its places and no more: a submission that does not fit is refused whole. A place is
 * free when the end of its task was signalled. A program in RUNTIME waits for that, which is no
 * fault, unless its tasks never fit.
 * @verifies RF-DLA-055
 * @verifies RF-CORE-341
 */
static void a_full_queue_takes_no_task(void **state)
{
    const Plan plan = plan_fill(1U, g_nothing);
    Stage stage = stage_open(&plan);
    const cudlaDevHandle device = stage.bench.device;
    NvSciSyncFence fences[2] = {NvSciSyncFenceInitializer, NvSciSyncFenceInitializer};
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    cudlaTask tasks[RINGFENCE_CFG_DLA_TASKS + 1U];
    uint32_t faults = 0U;
    Job first;
    Job job;

    (void)state;
    make_begin(&stage, &fences[0]);
    make_begin(&stage, &fences[1]);
    job_fill(&first, &stage);
    job_wait(&first, &fences[0]);
    signal_end(&first, &stage, &after);
    job_fill(&job, &stage);
    job_wait(&job, &fences[1]);
    for (uint32_t i = 0U; i <= RINGFENCE_CFG_DLA_TASKS; i++) {
        tasks[i] = (i == 0U) ? first.task : job.task;
    }
    assert_int_equal(cudlaSubmitTask(device, tasks, RINGFENCE_CFG_DLA_TASKS + 1U, NULL, 0U),
                     cudlaErrorOutOfResources);
    assert_int_equal(cudlaSubmitTask(device, tasks, RINGFENCE_CFG_DLA_TASKS, NULL, 0U),
                     cudlaSuccess);
    assert_int_equal(cudlaSubmitTask(device, &tasks[1], 1U, NULL, 0U), cudlaErrorOutOfResources);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    faults = buf_faults();
    assert_int_equal(cudlaSubmitTask(device, &tasks[1], 1U, NULL, 0U), cudlaErrorOutOfResources);
    assert_int_equal(buf_faults(), faults);
    assert_int_equal(cudlaSubmitTask(device, tasks, RINGFENCE_CFG_DLA_TASKS + 1U, NULL, 0U),
                     cudlaErrorOutOfResources);
    assert_int_equal(buf_faults(), faults + 1U);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT), NvSciError_Success);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_INIT), NvSciError_Success);
    signal_begin(&stage);
    await(&stage.bench, &after);
    assert_int_equal(cudlaSubmitTask(device, &tasks[1], 1U, NULL, 0U), cudlaSuccess);
    assert_int_equal(cudlaSubmitTask(device, &tasks[1], 1U, NULL, 0U), cudlaErrorOutOfResources);
    signal_begin(&stage);
    NvSciSyncFenceClear(&fences[0]);
    NvSciSyncFenceClear(&fences[1]);
    NvSciSyncFenceClear(&after);
    stage_close(&stage);
}

/**
 * When the fence of a later task cannot be made, those of the tasks before are taken back: the next
 * submission gets their points.
 * @verifies RF-DLA-064
 */
static void fences_are_taken_back(void **state)
{
    const Plan plan = plan_fill(0x28U, g_nothing);
    Stage stage = stage_open(&plan);
    const NvSciSyncFence cleared = NvSciSyncFenceInitializer;
    NvSciSyncFence fences[3] = {NvSciSyncFenceInitializer, NvSciSyncFenceInitializer,
                                NvSciSyncFenceInitializer};
    NvSciSyncFence damaged;
    uint64_t value = 0U;
    uint64_t id = 0U;
    cudlaTask tasks[2];
    Job jobs[2];

    (void)state;
    (void)memset(&damaged, 0x5A, sizeof(damaged));
    job_fill(&jobs[0], &stage);
    signal_end(&jobs[0], &stage, &fences[0]);
    job_signal(&jobs[0], stage.end_cookie, &fences[1], CUDLA_NVSCISYNC_FENCE_SOF);
    job_fill(&jobs[1], &stage);
    signal_end(&jobs[1], &stage, &fences[2]);
    signal_end(&jobs[1], &stage, &damaged);
    tasks[0] = jobs[0].task;
    tasks[1] = jobs[1].task;
    assert_int_equal(cudlaSubmitTask(stage.bench.device, tasks, 2U, NULL, 0U), cudlaErrorNvSci);
    for (uint32_t i = 0U; i < 3U; i++) {
        assert_memory_equal(&fences[i], &cleared, sizeof(cleared));
    }
    assert_int_equal(submit(&stage.bench, &jobs[0]), cudlaSuccess);
    await(&stage.bench, &fences[0]);
    assert_status(NvSciSyncFenceExtractFence(&fences[0], &id, &value), NvSciError_Success);
    assert_int_equal(value, 2U);
    NvSciSyncFenceClear(&fences[0]);
    NvSciSyncFenceClear(&fences[1]);
    stage_close(&stage);
}

/* ---------------------------------------------------------------- diagnostics */

/**
 * Diagnostic tasks need a module that was loaded for them, and its outputs alone; each output gets
 * other bytes.
 * @verifies RF-DLA-070
 */
static void diagnostic_tasks_write_and_read(void **state)
{
    const Plan plan = {.inputs = 1U, .outputs = 2U};
    Stage stage =
        stage_with(&plan, CUDLA_MODULE_ENABLE_FAULT_DIAGNOSTICS, (Wants){.timestamps = false});
    const cudlaModule other = load(&stage.bench, &plan);
    Memory second = make_memory(&stage.bench, TENSOR_BYTES, 0U);
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    Job job;

    (void)state;
    job_fill(&job, &stage);
    assert_int_equal(submit_with(&stage.bench, &job, CUDLA_SUBMIT_DIAGNOSTICS_TASK),
                     cudlaErrorInvalidParam);
    job_output(&job, &second);
    signal_end(&job, &stage, &after);
    job.task.moduleHandle = other;
    assert_int_equal(submit_with(&stage.bench, &job, CUDLA_SUBMIT_DIAGNOSTICS_TASK),
                     cudlaErrorUnsupportedOperation);
    job.task.moduleHandle = stage.module;
    assert_int_equal(submit_with(&stage.bench, &job, CUDLA_SUBMIT_DIAGNOSTICS_TASK), cudlaSuccess);
    await(&stage.bench, &after);
    assert_int_equal(cudlaGetLastError(stage.bench.device), cudlaSuccess);
    assert_true(memcmp(stage.output.bytes, second.bytes, TENSOR_BYTES) != 0);
    NvSciSyncFenceClear(&after);
    free_memory(&second);
    stage_close(&stage);
}

/**
 * Memory that does not keep what is written is told: one buffer for both outputs.
 * @verifies RF-DLA-071
 */
static void diagnostic_tasks_tell_other_bytes(void **state)
{
    const Plan plan = {.outputs = 2U};
    Stage stage =
        stage_with(&plan, CUDLA_MODULE_ENABLE_FAULT_DIAGNOSTICS, (Wants){.timestamps = false});
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    Job job;

    (void)state;
    job_fill(&job, &stage);
    job_output(&job, &stage.output);
    signal_end(&job, &stage, &after);
    assert_int_equal(submit_with(&stage.bench, &job, CUDLA_SUBMIT_DIAGNOSTICS_TASK), cudlaSuccess);
    await(&stage.bench, &after);
    assert_int_equal(cudlaGetLastError(stage.bench.device), cudlaErrorDlaErrDataMismatch);
    NvSciSyncFenceClear(&after);
    stage_close(&stage);
}

/* ---------------------------------------------------------------- failures */

/**
 * A task that fails signals its end, with a status that says so, and the next one runs. The error
 * stays until a later task fails in another way.
 * @verifies RF-DLA-072
 * @verifies RF-DLA-075
 */
static void a_failure_is_told_and_holds_up_nobody(void **state)
{
    const Plan plan = {
        .outputs = 1U,
        .step_count = 3U,
        .steps = {{.operation = DLA_FAIL, .number = cudlaErrorDlaErrInvalidInput, .task = 1U},
                  {.operation = DLA_FAIL, .number = cudlaErrorDlaErrNoMem, .task = 3U},
                  {.operation = DLA_FILL, .number = 0x55U}}};
    static const cudlaStatus errors[] = {cudlaErrorDlaErrInvalidInput, cudlaErrorDlaErrInvalidInput,
                                         cudlaErrorDlaErrNoMem};
    Stage stage = stage_open(&plan);
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    Job job;

    (void)state;
    for (uint32_t i = 0U; i < 3U; i++) {
        NvSciSyncTaskStatus status;

        job_fill(&job, &stage);
        signal_end(&job, &stage, &after);
        assert_int_equal(submit(&stage.bench, &job), cudlaSuccess);
        await(&stage.bench, &after);
        assert_int_equal(cudlaGetLastError(stage.bench.device), errors[i]);
        assert_filled(&stage.output, (i == 0U) ? 0U : 0x55U);
        if (RINGFENCE_CFG_TASK_STATUS_SLOTS > 0U) {
            assert_status(NvSciSyncFenceGetTaskStatus(&after, &status), NvSciError_Success);
            assert_int_equal(status.status,
                             (i == 1U) ? NvSciSyncTaskStatus_Invalid : NvSciSyncTaskStatus_Failure);
        }
    }
    assert_int_equal(cudlaGetLastError(stage.bench.device), cudlaErrorDlaErrNoMem);
    NvSciSyncFenceClear(&after);
    stage_close(&stage);
}

/**
 * A task that hangs is ended at its time-out, and the next one runs. Its waits do not count.
 * @verifies RF-DLA-073
 */
static void a_task_that_hangs_is_ended(void **state)
{
    const Plan plan = plan_fill(0x71U, (DlaStep){.operation = DLA_HANG, .task = 1U});
    Stage stage = stage_open(&plan);
    NvSciSyncFence fences[2] = {NvSciSyncFenceInitializer, NvSciSyncFenceInitializer};
    Job job;

    (void)state;
    assert_int_equal(cudlaSetTaskTimeoutInMs(stage.bench.device, 5U), cudlaSuccess);
    for (uint32_t i = 0U; i < 2U; i++) {
        job_fill(&job, &stage);
        signal_end(&job, &stage, &fences[i]);
        assert_int_equal(submit(&stage.bench, &job), cudlaSuccess);
        await(&stage.bench, &fences[i]);
        assert_int_equal(cudlaGetLastError(stage.bench.device), cudlaErrorDlaErrEngineTimeout);
        assert_filled(&stage.output, (i == 0U) ? 0U : 0x71U);
        NvSciSyncFenceClear(&fences[i]);
    }
    stage_close(&stage);
}

/**
 * A task that waits for a process which is gone ends, with all that waits for it; a later one is
 * refused at once.
 * @verifies RF-DLA-074
 */
static void a_wait_for_a_process_that_is_gone_ends(void **state)
{
    const Plan plan = plan_fill(0x2AU, g_nothing);
    Stage stage = stage_open(&plan);
    NvSciSyncFence before = NvSciSyncFenceInitializer;
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    Job job;

    (void)state;
    make_begin(&stage, &before);
    job_fill(&job, &stage);
    job_wait(&job, &before);
    signal_end(&job, &stage, &after);
    assert_int_equal(submit(&stage.bench, &job), cudlaSuccess);
    assert_false(is_over(&stage.bench, &after));
    port_store32(&object_of(stage.begin)->peer_dead, 1U);
    await(&stage.bench, &after);
    assert_int_equal(cudlaGetLastError(stage.bench.device), cudlaErrorDlaErrInvalidPreAction);
    assert_filled(&stage.output, 0U);
    assert_int_equal(submit(&stage.bench, &job), cudlaErrorDlaErrInvalidPreAction);
    NvSciSyncFenceClear(&before);
    NvSciSyncFenceClear(&after);
    stage_close(&stage);
}

/* ---------------------------------------------------------------- threads */

#define THREADS       4U
#define THREAD_ROUNDS 2000U
#define THREAD_TASKS  8U

/** What a thread submits. */
typedef struct {
    cudlaDevHandle device;
    NvSciSyncCpuWaitContext context;
    NvSciSyncObj object;
    cudlaTask tasks[THREAD_TASKS];
    Job jobs[THREAD_TASKS];
    NvSciSyncFence after;
    uint32_t failures;
    NvSciError waited;
} Submitter;

static void *submit_much(void *context)
{
    Submitter *const own = context;

    for (uint32_t i = 0U; i < THREAD_ROUNDS; i++) {
        cudlaStatus status = cudlaErrorOutOfResources;

        while (status == cudlaErrorOutOfResources) {
            status =
                cudlaSubmitTask(own->device, own->tasks, THREAD_TASKS, NULL, CUDLA_SUBMIT_NOOP);
            if (status == cudlaErrorOutOfResources) {
                (void)sched_yield();
            }
        }
        own->failures += (status == cudlaSuccess) ? 0U : 1U;
    }
    own->waited = NvSciSyncFenceWait(&own->after, own->context, SOON_US);
    return NULL;
}

static void open_submitter(const Stage *stage, Submitter *own)
{
    (void)memset(own, 0, sizeof(*own));
    own->device = stage->bench.device;
    own->context = make_context(stage->bench.sync);
    own->object = end_object(&stage->bench, (Wants){.timestamps = false});
    for (uint32_t i = 0U; i < THREAD_TASKS; i++) {
        job_fill(&own->jobs[i], stage);
    }
    job_signal(&own->jobs[THREAD_TASKS - 1U], import_sync(&stage->bench, own->object), &own->after,
               CUDLA_NVSCISYNC_FENCE);
    for (uint32_t i = 0U; i < THREAD_TASKS; i++) {
        own->tasks[i] = own->jobs[i].task;
    }
}

/**
 * Threads submit to one device at once: no task is lost, and each object is signalled as often as
 * its thread said.
 * @verifies RF-DLA-057
 */
static void threads_submit_to_one_device(void **state)
{
    static Submitter submitters[THREADS];
    const Plan plan = plan_fill(0x0FU, g_nothing);
    Stage stage = stage_open(&plan);
    pthread_t threads[THREADS];

    (void)state;
    for (uint32_t i = 0U; i < THREADS; i++) {
        open_submitter(&stage, &submitters[i]);
    }
    for (uint32_t i = 0U; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, &submit_much, &submitters[i]), 0);
    }
    for (uint32_t i = 0U; i < THREADS; i++) {
        Submitter *const own = &submitters[i];

        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(own->failures, 0U);
        assert_status(own->waited, NvSciError_Success);
        assert_int_equal(value_of(&own->after), THREAD_ROUNDS);
        NvSciSyncFenceClear(&own->after);
        NvSciSyncCpuWaitContextFree(own->context);
        NvSciSyncObjFree(own->object);
    }
    assert_int_equal(cudlaGetLastError(stage.bench.device), cudlaSuccess);
    stage_close(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {sync_test(a_task_waits_computes_and_signals),
                                       sync_test(tasks_run_in_order),
                                       sync_test(a_start_is_signalled_before_the_task_runs),
                                       sync_test(times_of_start_and_end_are_told),
                                       sync_test(fences_can_be_computed),
                                       sync_test(a_submission_may_compute_nothing),
                                       sync_test(tasks_that_compute_are_counted),
                                       sync_test(events_alone_go_with_the_next_tasks),
                                       sync_test(events_alone_are_one_task),
                                       sync_test(promised_signals_keep_their_order),
                                       sync_test(later_events_replace_earlier_ones),
                                       sync_test(a_submission_is_taken_whole_or_not),
                                       sync_test(a_call_must_have_tasks_and_flags),
                                       sync_test(memory_must_fit_its_tensor),
                                       sync_test(a_full_queue_takes_no_task),
                                       sync_test(fences_are_taken_back),
                                       sync_test(diagnostic_tasks_write_and_read),
                                       sync_test(diagnostic_tasks_tell_other_bytes),
                                       sync_test(a_failure_is_told_and_holds_up_nobody),
                                       sync_test(a_task_that_hangs_is_ended),
                                       sync_test(a_wait_for_a_process_that_is_gone_ends),
                                       sync_test(threads_submit_to_one_device)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
