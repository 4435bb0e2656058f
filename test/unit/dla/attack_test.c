/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attack_test.c
 * What is left of calls that are refused, what tasks and event-only submissions keep in use,
 * buffers with several handles, and many threads.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

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

/* ---------------------------------------------------------------- what a task uses */

/**
 * A fence is found whichever place the registration of its object has.
 * @verifies RF-DLA-060
 */
static void the_newest_registration_is_found(void **state)
{
    NvSciSyncFence before = NvSciSyncFenceInitializer;
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    Bench bench = bench_open();
    const NvSciSyncObj end = end_object(&bench, (Wants){.timestamps = false});
    NvSciSyncObj begins[3];
    Rig rig;

    (void)state;
    rig_begin(&rig, &bench, end);
    job_signal(&rig.job, import_sync(&bench, end), &after, CUDLA_NVSCISYNC_FENCE);
    job_wait(&rig.job, &before);
    for (uint32_t i = 0U; i < 3U; i++) {
        begins[i] = begin_object(&bench);
        (void)import_sync(&bench, begins[i]);
        assert_status(NvSciSyncObjGenerateFence(begins[i], &before), NvSciError_Success);
        assert_int_equal(submit(&bench, &rig.job), cudlaSuccess);
        assert_status(NvSciSyncObjSignal(begins[i]), NvSciError_Success);
        await(&bench, &after);
    }
    NvSciSyncFenceClear(&before);
    NvSciSyncFenceClear(&after);
    for (uint32_t i = 0U; i < 3U; i++) {
        NvSciSyncObjFree(begins[i]);
    }
    NvSciSyncObjFree(end);
    free_memory(&rig.output);
    bench_close(&bench);
}

/**
 * A fence of an object that the device may only signal is none to wait for.
 * @verifies RF-DLA-060
 */
static void what_may_not_be_waited_for_is_refused(void **state)
{
    NvSciSyncFence before = NvSciSyncFenceInitializer;
    Bench bench = bench_open();
    const NvSciSyncObj end = end_object(&bench, (Wants){.timestamps = false});
    Rig rig;

    (void)state;
    rig_begin(&rig, &bench, end);
    job_signal(&rig.job, import_sync(&bench, end), &before, CUDLA_NVSCISYNC_FENCE);
    assert_int_equal(submit(&bench, &rig.job), cudlaSuccess);
    rig.job.signal_events.numEvents = 0U;
    job_wait(&rig.job, &before);
    assert_int_equal(submit(&bench, &rig.job), cudlaErrorInvalidAttribute);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_NO_RIGHT);
    NvSciSyncFenceClear(&before);
    NvSciSyncObjFree(end);
    free_memory(&rig.output);
    bench_close(&bench);
}

/**
 * Memory for statistics is no input, and stays while a task writes it.
 * @verifies RF-DLA-041
 * @verifies RF-DLA-052
 */
static void memory_for_statistics_is_nothing_else(void **state)
{
    const Plan plan = {.inputs = 1U,
                       .outputs = 1U,
                       .statistics = 1U,
                       .step_count = 1U,
                       .steps = {{.operation = DLA_COPY, .inputs = 1U}}};
    NvSciSyncFence before = NvSciSyncFenceInitializer;
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    Bench bench = bench_open();
    const NvSciSyncObj end = end_object(&bench, (Wants){.timestamps = false});
    const NvSciSyncObj begin = begin_object(&bench);
    Memory input = make_memory(&bench, TENSOR_BYTES, 0U);
    Memory output = make_memory(&bench, TENSOR_BYTES, 0U);
    Memory statistics = make_memory(&bench, TENSOR_BYTES, CUDLA_TASK_STATISTICS);
    Job job;

    (void)state;
    job_begin(&job, load(&bench, &plan));
    job_input(&job, &statistics);
    job_output(&job, &output);
    job_output(&job, &statistics);
    job_signal(&job, import_sync(&bench, end), &after, CUDLA_NVSCISYNC_FENCE);
    (void)import_sync(&bench, begin);
    assert_status(NvSciSyncObjGenerateFence(begin, &before), NvSciError_Success);
    job_wait(&job, &before);
    assert_int_equal(submit(&bench, &job), cudlaErrorInvalidParam);
    job.inputs[0] = input.cookie;
    job.outputs[1] = input.cookie;
    assert_int_equal(submit(&bench, &job), cudlaErrorInvalidParam);
    job.outputs[1] = statistics.cookie;
    assert_int_equal(submit(&bench, &job), cudlaSuccess);
    assert_int_equal(cudlaMemUnregister(bench.device, statistics.cookie), cudlaErrorUmd);
    assert_status(NvSciSyncObjSignal(begin), NvSciError_Success);
    await(&bench, &after);
    assert_int_equal(cudlaMemUnregister(bench.device, statistics.cookie), cudlaSuccess);
    assert_memory_equal(statistics.bytes, "RFSTAT", 6U);
    NvSciSyncFenceClear(&before);
    NvSciSyncFenceClear(&after);
    NvSciSyncObjFree(begin);
    NvSciSyncObjFree(end);
    free_memory(&input);
    free_memory(&output);
    free_memory(&statistics);
    bench_close(&bench);
}

/**
 * A diagnostic task is none of those that a module counts.
 * @verifies RF-DLA-054
 */
static void diagnostic_tasks_are_not_counted(void **state)
{
    const Plan plan =
        plan_fill(1U, (DlaStep){.operation = DLA_FAIL, .number = cudlaErrorOs, .task = 1U});
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    Bench bench = bench_open();
    const NvSciSyncObj end = end_object(&bench, (Wants){.timestamps = false});
    Memory output = make_memory(&bench, TENSOR_BYTES, 0U);
    Job job;

    (void)state;
    job_begin(&job, load_with(&bench, &plan, CUDLA_MODULE_ENABLE_FAULT_DIAGNOSTICS));
    job_output(&job, &output);
    job_signal(&job, import_sync(&bench, end), &after, CUDLA_NVSCISYNC_FENCE);
    assert_int_equal(submit_with(&bench, &job, CUDLA_SUBMIT_DIAGNOSTICS_TASK), cudlaSuccess);
    await(&bench, &after);
    assert_int_equal(cudlaGetLastError(bench.device), cudlaSuccess);
    assert_int_equal(submit(&bench, &job), cudlaSuccess);
    await(&bench, &after);
    assert_int_equal(cudlaGetLastError(bench.device), cudlaErrorOs);
    NvSciSyncFenceClear(&after);
    NvSciSyncObjFree(end);
    free_memory(&output);
    bench_close(&bench);
}

#define TURNS 2000U

/**
 * Who has seen the end of a task can end what it used at once.
 * @verifies RF-DLA-042
 */
static void registrations_end_when_the_fence_expires(void **state)
{
    const Plan plan = {.outputs = 1U};
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    Bench bench = bench_open();
    const NvSciSyncObj end = end_object(&bench, (Wants){.timestamps = false});
    const cudlaModule module = load(&bench, &plan);
    Memory output = make_memory(&bench, TENSOR_BYTES, 0U);
    uint64_t *const cookie = import_sync(&bench, end);

    (void)state;
    for (uint32_t i = 0U; i < TURNS; i++) {
        Job job;

        job_begin(&job, module);
        job_output(&job, &output);
        job_signal(&job, cookie, &after, CUDLA_NVSCISYNC_FENCE);
        assert_int_equal(submit(&bench, &job), cudlaSuccess);
        while (!is_over(&bench, &after)) {
            /* It looks again, so that it sees the end early. */
        }
        assert_int_equal(cudlaMemUnregister(bench.device, output.cookie), cudlaSuccess);
        assert_int_equal(
            try_import_buffer(bench.device, output.object, TENSOR_BYTES, 0U, &output.cookie),
            cudlaSuccess);
    }
    NvSciSyncFenceClear(&after);
    NvSciSyncObjFree(end);
    free_memory(&output);
    bench_close(&bench);
}

/* ---------------------------------------------------------------- event-only submissions */

/** Submits what a job signals, and no task. */
static cudlaStatus submit_events(const Bench *bench, Job *job)
{
    job->task.inputTensor = NULL;
    job->task.outputTensor = NULL;
    return submit(bench, job);
}

/**
 * What a replaced event-only submission signals is in use until that is signalled, behind the
 * queue.
 * @verifies RF-DLA-041
 * @verifies RF-DLA-068
 */
static void what_was_replaced_stays_until_it_is_signalled(void **state)
{
    NvSciSyncFence before = NvSciSyncFenceInitializer;
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    Bench bench = bench_open();
    const NvSciSyncObj end = end_object(&bench, (Wants){.timestamps = false});
    const NvSciSyncObj begin = begin_object(&bench);
    uint64_t *const cookie = import_sync(&bench, end);
    Rig rig;
    Job events;

    (void)state;
    rig_begin(&rig, &bench, end);
    (void)import_sync(&bench, begin);
    assert_status(NvSciSyncObjGenerateFence(begin, &before), NvSciError_Success);
    job_wait(&rig.job, &before);
    assert_int_equal(submit(&bench, &rig.job), cudlaSuccess);
    job_begin(&events, NULL);
    job_signal(&events, cookie, &after, CUDLA_NVSCISYNC_FENCE);
    assert_int_equal(submit_events(&bench, &events), cudlaSuccess);
    assert_int_equal(cudlaMemUnregister(bench.device, cookie), cudlaErrorUmd);
    events.signal_events.numEvents = 0U;
    assert_int_equal(submit_events(&bench, &events), cudlaSuccess);
    assert_int_equal(cudlaMemUnregister(bench.device, cookie), cudlaErrorUmd);
    assert_false(is_over(&bench, &after));
    assert_status(NvSciSyncObjSignal(begin), NvSciError_Success);
    await(&bench, &after);
    assert_int_equal(cudlaMemUnregister(bench.device, cookie), cudlaSuccess);
    NvSciSyncFenceClear(&before);
    NvSciSyncFenceClear(&after);
    NvSciSyncObjFree(begin);
    NvSciSyncObjFree(end);
    free_memory(&rig.output);
    bench_close(&bench);
}

/**
 * An event-only submission that is refused leaves fences and the one before it.
 * @verifies RF-DLA-064
 * @verifies RF-DLA-068
 */
static void refused_events_replace_nothing(void **state)
{
    const NvSciSyncFence none = NvSciSyncFenceInitializer;
    NvSciSyncFence damaged = damaged_fence();
    NvSciSyncFence first = NvSciSyncFenceInitializer;
    NvSciSyncFence second = NvSciSyncFenceInitializer;
    Bench bench = bench_open();
    const NvSciSyncObj end = end_object(&bench, (Wants){.timestamps = false});
    uint64_t *const cookie = import_sync(&bench, end);
    Rig rig;
    Job events;

    (void)state;
    rig_begin(&rig, &bench, end);
    job_begin(&events, NULL);
    job_signal(&events, cookie, &first, CUDLA_NVSCISYNC_FENCE);
    assert_int_equal(submit_events(&bench, &events), cudlaSuccess);
    events.fences[0].fence = &second;
    job_signal(&events, cookie, &damaged, CUDLA_NVSCISYNC_FENCE);
    assert_int_equal(submit_events(&bench, &events), cudlaErrorNvSci);
    assert_memory_equal(&second, &none, sizeof(second));
    job_signal(&rig.job, cookie, &second, CUDLA_NVSCISYNC_FENCE);
    assert_int_equal(submit(&bench, &rig.job), cudlaSuccess);
    await(&bench, &first);
    await(&bench, &second);
    assert_int_equal(point_of(&second), point_of(&first) + 1U);
    NvSciSyncFenceClear(&first);
    NvSciSyncFenceClear(&second);
    NvSciSyncObjFree(end);
    free_memory(&rig.output);
    bench_close(&bench);
}

/**
 * A start that an event-only submission promised is not overtaken by an earlier task of the next
 * submission.
 * @verifies RF-DLA-067
 */
static void a_promised_start_is_not_overtaken(void **state)
{
    NvSciSyncFence start = NvSciSyncFenceInitializer;
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    Bench bench = bench_open();
    const NvSciSyncObj end = end_object(&bench, (Wants){.timestamps = false});
    uint64_t *const cookie = import_sync(&bench, end);
    cudlaTask tasks[2];
    Rig rig;
    Job events;

    (void)state;
    rig_begin(&rig, &bench, end);
    job_begin(&events, NULL);
    job_signal(&events, cookie, &start, CUDLA_NVSCISYNC_FENCE_SOF);
    assert_int_equal(submit_events(&bench, &events), cudlaSuccess);
    job_signal(&rig.job, cookie, &after, CUDLA_NVSCISYNC_FENCE);
    tasks[0] = rig.job.task;
    tasks[1] = rig.job.task;
    tasks[1].signalEvents = NULL;
    assert_int_equal(cudlaSubmitTask(bench.device, tasks, 2U, NULL, 0U), cudlaErrorInvalidParam);
    tasks[0].signalEvents = NULL;
    tasks[1].signalEvents = &rig.job.signal_events;
    assert_int_equal(cudlaSubmitTask(bench.device, tasks, 2U, NULL, 0U), cudlaSuccess);
    await(&bench, &start);
    await(&bench, &after);
    NvSciSyncFenceClear(&start);
    NvSciSyncFenceClear(&after);
    NvSciSyncObjFree(end);
    free_memory(&rig.output);
    bench_close(&bench);
}

/* ---------------------------------------------------------------- many objects */

/**
 * Imports that were refused leave nothing: after more than there are registrations, two devices
 * still signal an object each.
 * @verifies RF-DLA-033
 * @verifies RF-DLA-036
 */
static void refused_imports_leave_nothing(void **state)
{
    NvSciSyncFence fences[2] = {NvSciSyncFenceInitializer, NvSciSyncFenceInitializer};
    Bench benches[2] = {bench_open(), {NULL, NULL, NULL}};
    Rig rigs[2];

    (void)state;
    benches[1] = benches[0];
    benches[1].device = make_device();
    for (uint32_t i = 0U; i < (RINGFENCE_CFG_DLA_REGISTRATIONS + 1U); i++) {
        const NvSciSyncObj object = end_object(&benches[0], (Wants){.timestamps = false});
        uint64_t *const cookie = import_sync(&benches[0], object);
        uint64_t *again = NULL;

        assert_int_equal(try_import_sync(benches[0].device, object, &again),
                         cudlaErrorMemoryRegistered);
        assert_null(again);
        assert_int_equal(cudlaMemUnregister(benches[0].device, cookie), cudlaSuccess);
        NvSciSyncObjFree(object);
    }
    for (uint32_t i = 0U; i < 2U; i++) {
        const NvSciSyncObj object = end_object(&benches[i], (Wants){.timestamps = false});

        rig_begin(&rigs[i], &benches[i], object);
        job_signal(&rigs[i].job, import_sync(&benches[i], object), &fences[i],
                   CUDLA_NVSCISYNC_FENCE);
    }
    for (uint32_t i = 0U; i < 2U; i++) {
        assert_int_equal(submit(&benches[i], &rigs[i].job), cudlaSuccess);
        await(&benches[0], &fences[i]);
        NvSciSyncFenceClear(&fences[i]);
        NvSciSyncObjFree(rigs[i].end);
        free_memory(&rigs[i].output);
    }
    assert_int_equal(cudlaDestroyDevice(benches[1].device), cudlaSuccess);
    bench_close(&benches[0]);
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

#define FORKS 200U

/** Makes a device and ends it, in a child. */
static int child_of_busy(void)
{
    cudlaDevHandle device = NULL;
    cudlaStatus status = cudlaSuccess;

    (void)alarm(400U);
    status = cudlaCreateDevice(0U, &device, CUDLA_STANDALONE);
    if (status == cudlaSuccess) {
        status = cudlaDestroyDevice(device);
    } else if (status == cudlaErrorCreationFailed) {
        status = cudlaSuccess;
    } else {
        /* It is said. */
    }
    return (int)status;
}

/** Makes devices and ends them, until it is told to end. */
static void *make_on(void *context)
{
    const atomic_bool *const ends = context;

    while (!atomic_load(ends)) {
        cudlaDevHandle device = NULL;

        if (cudlaCreateDevice(0U, &device, CUDLA_STANDALONE) == cudlaSuccess) {
            (void)cudlaDestroyDevice(device);
        }
    }
    return NULL;
}

/**
 * A child that was forked while its parent makes and ends devices is refused, or has a device of
 * its own; it does not wait for a lock of its parent.
 * @verifies RF-DLA-006
 */
static void children_of_a_busy_process_are_answered(void **state)
{
    atomic_bool ends = false;
    pthread_t thread;

    (void)state;
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
    /* One sanitizer allows no new thread in the child of a process that has several; the other one
     * allocates for a thread that starts, under a lock that fork() does not hand over. */
    skip();
#endif
    assert_int_equal(pthread_create(&thread, NULL, &make_on, &ends), 0);
    for (uint32_t i = 0U; i < FORKS; i++) {
        const pid_t child = fork();
        int result = -1;

        if (child == 0) {
            _exit(child_of_busy());
        }
        assert_true(child > 0);
        assert_int_equal(waitpid(child, &result, 0), child);
        assert_int_equal(result, 0);
    }
    atomic_store(&ends, true);
    assert_int_equal(pthread_join(thread, NULL), 0);
}

/** A fence whose last bytes are the first pointer of the array that names it. */
typedef union {
    NvSciSyncFence fence;
    struct {
        uint8_t before[sizeof(NvSciSyncFence) - sizeof(void *)];
        CudlaFence fences[2];
    } array;
} Overlap;

/**
 * What a task names is read once: the first fence that the call writes replaces a word of the array
 * that says where the second one is to go.
 * @verifies RF-DLA-352
 */
static void what_a_task_names_is_read_once(void **state)
{
    const Plan plan = plan_fill(0x21U, (DlaStep){.operation = DLA_DELAY, .number = 1U});
    Bench bench = bench_open();
    Memory output = make_memory(&bench, TENSOR_BYTES, 0U);
    const NvSciSyncObj objects[] = {end_object(&bench, (Wants){.deterministic = true}),
                                    end_object(&bench, (Wants){.timestamps = false})};
    NvSciSyncFence end = NvSciSyncFenceInitializer;
    Overlap overlap;
    Job job;

    (void)state;
    (void)memset(&overlap, 0, sizeof(overlap));
    job_begin(&job, load(&bench, &plan));
    job_output(&job, &output);
    for (size_t i = 0U; i < 2U; i++) {
        job_signal(&job, import_sync(&bench, objects[i]), NULL, CUDLA_NVSCISYNC_FENCE);
    }
    /* A start is made first. */
    overlap.array.fences[0] = job.fences[0];
    overlap.array.fences[1] = (CudlaFence){&overlap.fence, CUDLA_NVSCISYNC_FENCE_SOF};
    job.signal_events.eofFences = overlap.array.fences;
    assert_int_equal(submit(&bench, &job), cudlaSuccess);
    assert_non_null(overlap.array.fences[0].fence);
    await(&bench, &overlap.fence);
    assert_status(NvSciSyncFenceUpdateFence(objects[0], 0U, 1U, &end), NvSciError_Success);
    await(&bench, &end);
    assert_filled(&output, 0x21U);
    NvSciSyncFenceClear(&overlap.fence);
    NvSciSyncFenceClear(&end);
    NvSciSyncObjFree(objects[0]);
    NvSciSyncObjFree(objects[1]);
    free_memory(&output);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {/* The first that this process registers. */
                                       sync_test(the_newest_registration_is_found),
                                       sync_test(what_may_not_be_waited_for_is_refused),
                                       sync_test(memory_for_statistics_is_nothing_else),
                                       sync_test(diagnostic_tasks_are_not_counted),
                                       sync_test(what_was_replaced_stays_until_it_is_signalled),
                                       sync_test(refused_events_replace_nothing),
                                       sync_test(registrations_end_when_the_fence_expires),
                                       sync_test(a_promised_start_is_not_overtaken),
                                       sync_test(refused_imports_leave_nothing),
                                       sync_test(a_refused_submission_leaves_fences),
                                       sync_test(a_refused_submission_claims_no_object),
                                       sync_test(a_buffer_with_two_handles_is_one),
                                       sync_test(what_a_task_names_is_read_once),
                                       sync_test(threads_make_devices_beside_each_other),
                                       sync_test(children_of_a_busy_process_are_answered)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
