/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file worker_test.c
 * A thread that does jobs: their order and course, what becomes of those that are not done, and its
 * end.
 */
#define _GNU_SOURCE

#include "sync_inside.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "port/wait.h"
#include "worker/worker.h"

/** Jobs of a test, at most. */
#define JOBS (WORKER_JOBS + 8U)
/** A time that no test takes. */
#define LONG_US 3600000000U

/** Objects that an engine of the CPU signals. */
static const Traits g_traits = {.engine_signals = true, .engines = true};

/** A worker, an object that its jobs wait for, and those that they signal. */
typedef struct {
    Scene scene;
    Worker worker;
    NvSciSyncObj start;
    NvSciSyncObj end;
    RingfenceEngineSync gate_map;
    RingfenceEngineSync start_map;
    RingfenceEngineSync end_map;
} Room;

/** A job, its points, and what it saw. */
typedef struct {
    WorkerJob job;
    Room *room;
    WorkerPoint wait[2];
    WorkerPoint start[1];
    WorkerPoint end[1];
    NvSciSyncFence start_fence;
    NvSciSyncFence end_fence;
    /** Place in the order in which jobs ran, from 1; 0: it did not run. */
    uint32_t ran;
    /** Place in the order in which jobs were over. */
    uint32_t ended;
    WorkerEnd how;
    /** What its course was is what it is to be. */
    bool is_right;
} Task;

static Room g_room;
static Task g_tasks[JOBS];
static uint32_t g_ran;
static uint32_t g_ended;
/** 1: a job that loops runs. */
static PortAtomic32 g_runs;

static RingfenceEngineSync map_of(NvSciSyncObj object)
{
    RingfenceEngineSync map;

    assert_status(RingfenceEngineSyncMap(object, &map), NvSciError_Success);
    return map;
}

static bool is_reached(const WorkerPoint *point)
{
    return RingfenceEngineSyncWait(point->object, point->point, 0) == NvSciError_Success;
}

/** Opens a room without a running worker. */
static void open_room(void)
{
    (void)memset(&g_room, 0, sizeof(g_room));
    (void)memset(g_tasks, 0, sizeof(g_tasks));
    g_ran = 0U;
    g_ended = 0U;
    port_store32(&g_runs, 0U);
    g_room.scene = scene_open(g_traits);
    g_room.start = make_object(g_room.scene.module, g_traits);
    g_room.end = make_object(g_room.scene.module, g_traits);
    g_room.gate_map = map_of(g_room.scene.object);
    g_room.start_map = map_of(g_room.start);
    g_room.end_map = map_of(g_room.end);
}

static void start_worker(void)
{
    assert_true(worker_start(&g_room.worker, "test"));
    assert_true(ringfence_port_task_is_here(&g_room.worker.task));
}

static void close_room(void)
{
    for (size_t i = 0U; i < COUNT_OF(g_tasks); i++) {
        NvSciSyncFenceClear(&g_tasks[i].start_fence);
        NvSciSyncFenceClear(&g_tasks[i].end_fence);
    }
    RingfenceEngineSyncUnmap(&g_room.gate_map);
    RingfenceEngineSyncUnmap(&g_room.start_map);
    RingfenceEngineSyncUnmap(&g_room.end_map);
    NvSciSyncObjFree(g_room.start);
    NvSciSyncObjFree(g_room.end);
    scene_close(&g_room.scene);
}

/** Waits until all jobs are over. */
static void wait_until_idle(void)
{
    while (!worker_is_idle(&g_room.worker)) {
        ringfence_port_yield();
    }
}

/** Waits until a job that loops runs. */
static void wait_until_running(void)
{
    while (port_load32(&g_runs) == 0U) {
        ringfence_port_yield();
    }
}

/* ---------------------------------------------------------------- jobs */

/** What jobs are when they run: their waits and starts are reached, their ends not. */
static void note_run(Task *task)
{
    task->is_right = !is_reached(&task->end[0]);
    for (uint32_t i = 0U; i < task->job.waits.count; i++) {
        task->is_right = task->is_right && is_reached(&task->wait[i]);
    }
    if (task->job.starts.count > 0U) {
        task->is_right = task->is_right && is_reached(&task->start[0]);
    }
    g_ran++;
    task->ran = g_ran;
}

static WorkerEnd do_it(Worker *worker, WorkerJob *job)
{
    note_run(job->context);
    return worker_goes_on(worker) ? WORKER_DONE : WORKER_FAILED;
}

static WorkerEnd fail_it(Worker *worker, WorkerJob *job)
{
    (void)worker;
    note_run(job->context);
    return WORKER_FAILED;
}

/** Runs until it is told to end, and says that all is well. */
static WorkerEnd hang(Worker *worker, WorkerJob *job)
{
    note_run(job->context);
    port_store32(&g_runs, 1U);
    while (worker_goes_on(worker)) {
        worker_pause(worker, LONG_US);
    }
    return WORKER_DONE;
}

/** Notes how a job ended, and uses its rows for something else. */
static void note_end(Worker *worker, WorkerJob *job, WorkerEnd end)
{
    Task *const task = job->context;

    (void)worker;
    task->is_right = task->is_right && (!is_reached(&task->end[0]));
    g_ended++;
    task->ended = g_ended;
    task->how = end;
    (void)memset(job, 0xA5, sizeof(*job));
    (void)memset(task->wait, 0xA5, sizeof(task->wait));
    (void)memset(task->start, 0xA5, sizeof(task->start));
    (void)memset(task->end, 0xA5, sizeof(task->end));
}

/** Fills a job that waits for points of the gate up to `waits`, and signals a start and an end. */
static Task *make_task(uint32_t index, WorkerEnd (*run)(Worker *, WorkerJob *), uint32_t waits)
{
    Task *const task = &g_tasks[index];
    uint64_t point = 0U;

    assert_true(waits <= COUNT_OF(task->wait));
    for (uint32_t i = 0U; i < waits; i++) {
        task->wait[i] = (WorkerPoint){g_room.gate_map.object, (uint64_t)i + 1U};
    }
    assert_status(RingfenceEngineFenceGenerate(g_room.start, &task->start_fence, &point),
                  NvSciError_Success);
    task->start[0] = (WorkerPoint){g_room.start_map.object, point};
    assert_status(RingfenceEngineFenceGenerate(g_room.end, &task->end_fence, &point),
                  NvSciError_Success);
    task->end[0] = (WorkerPoint){g_room.end_map.object, point};
    task->is_right = true;
    task->room = &g_room;
    task->job = (WorkerJob){.waits = {task->wait, waits},
                            .starts = {task->start, 1U},
                            .ends = {task->end, 1U},
                            .run = run,
                            .over = note_end,
                            .context = task,
                            .limit_us = LONG_US};
    return task;
}

static Task *submit(uint32_t index, WorkerEnd (*run)(Worker *, WorkerJob *), uint32_t waits)
{
    Task *const task = make_task(index, run, waits);

    assert_true(worker_submit(&g_room.worker, &task->job));
    return task;
}

/** Passes out and signals the next point that jobs wait for. */
static void open_gate(uint64_t point)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t passed = 0U;

    assert_status(RingfenceEngineFenceGenerate(g_room.gate_map.object, &fence, &passed),
                  NvSciError_Success);
    NvSciSyncFenceClear(&fence);
    assert_true(passed == point);
    assert_status(RingfenceEngineSyncSignal(g_room.gate_map.object, point), NvSciError_Success);
}

static uint16_t status_of(const NvSciSyncFence *fence)
{
    NvSciSyncTaskStatus status;

    assert_status(NvSciSyncFenceGetTaskStatus(fence, &status), NvSciError_Success);
    return status.status;
}

/** Waits for the fences of a job, and asserts how it ended. */
static void expect_end(const Task *task, WorkerEnd end)
{
    assert_status(NvSciSyncFenceWait(&task->start_fence, g_room.scene.context, -1),
                  NvSciError_Success);
    assert_status(NvSciSyncFenceWait(&task->end_fence, g_room.scene.context, -1),
                  NvSciError_Success);
    assert_int_equal(task->how, end);
    assert_true(task->is_right);
    if (end == WORKER_DONE) {
        assert_int_not_equal(status_of(&task->end_fence), NvSciSyncTaskStatus_Failure);
    } else {
        assert_int_equal(status_of(&task->end_fence), NvSciSyncTaskStatus_Failure);
    }
    if (task->ran != 0U) {
        assert_int_not_equal(status_of(&task->start_fence), NvSciSyncTaskStatus_Failure);
    } else {
        assert_int_equal(status_of(&task->start_fence), NvSciSyncTaskStatus_Failure);
    }
}

/* ---------------------------------------------------------------- tests */

/**
 * Jobs are done in their order, one after the other: each finds its starts reached and its ends
 * not, and who waits for its end finds what it wrote. More of them than the ring has places.
 * @verifies RF-WORKER-001
 * @verifies RF-WORKER-002
 */
static void jobs_are_done_in_their_order(void **state)
{
    (void)state;
    open_room();
    start_worker();
    for (uint32_t i = 0U; i < JOBS; i++) {
        (void)make_task(i, do_it, 0U);
        while (!worker_submit(&g_room.worker, &g_tasks[i].job)) {
            ringfence_port_yield();
        }
    }
    for (uint32_t i = 0U; i < JOBS; i++) {
        const Task *const task = &g_tasks[i];

        assert_status(NvSciSyncFenceWait(&task->end_fence, g_room.scene.context, -1),
                      NvSciError_Success);
        assert_int_equal(task->ran, i + 1U);
        assert_int_equal(task->ended, i + 1U);
        expect_end(task, WORKER_DONE);
    }
    wait_until_idle();
    worker_stop(&g_room.worker);
    assert_false(ringfence_port_task_is_here(&g_room.worker.task));
    close_room();
}

/**
 * A worker that sleeps is woken by a job, again and again.
 * @verifies RF-WORKER-001
 */
static void a_sleeping_worker_is_woken(void **state)
{
    (void)state;
    open_room();
    start_worker();
    for (uint32_t i = 0U; i < JOBS; i++) {
        while (port_load32(&g_room.worker.asleep) == 0U) {
            ringfence_port_yield();
        }
        expect_end(submit(i, do_it, 0U), WORKER_DONE);
    }
    worker_stop(&g_room.worker);
    close_room();
}

/**
 * A job waits for all of its points; those behind it wait for it. One that does nothing is done.
 * @verifies RF-WORKER-003
 */
static void a_job_waits_for_all_its_points(void **state)
{
    const SyncWaiters *waiters = NULL;

    (void)state;
    open_room();
    waiters = object_of(g_room.scene.object)->waiters;
    start_worker();
    (void)submit(0U, do_it, 2U);
    (void)submit(1U, do_it, 0U);
    (void)submit(2U, do_it, 1U);
    while ((port_load32(&waiters->asleep) == 0U) && (port_load64(&g_room.worker.over) == 0U)) {
        ringfence_port_yield();
    }
    open_gate(1U);
    assert_false(worker_is_idle(&g_room.worker));
    assert_int_equal(port_load64(&g_room.worker.over), 0U);
    open_gate(2U);
    for (uint32_t i = 0U; i < 3U; i++) {
        expect_end(&g_tasks[i], WORKER_DONE);
        assert_int_equal(g_tasks[i].ran, i + 1U);
    }
    (void)make_task(3U, NULL, 0U);
    g_tasks[3].job.over = NULL;
    assert_true(worker_submit(&g_room.worker, &g_tasks[3].job));
    assert_status(NvSciSyncFenceWait(&g_tasks[3].end_fence, g_room.scene.context, -1),
                  NvSciError_Success);
    assert_int_not_equal(status_of(&g_tasks[3].end_fence), NvSciSyncTaskStatus_Failure);
    worker_stop(&g_room.worker);
    close_room();
}

/**
 * A job that fails, or takes too long, signals its ends as failed; the next one is done.
 * @verifies RF-WORKER-004
 */
static void failed_and_late_jobs_signal(void **state)
{
    (void)state;
    open_room();
    start_worker();
    (void)submit(0U, fail_it, 0U);
    (void)make_task(1U, hang, 0U);
    g_tasks[1].job.limit_us = 2000U;
    assert_true(worker_submit(&g_room.worker, &g_tasks[1].job));
    (void)submit(2U, do_it, 0U);
    (void)make_task(3U, do_it, 0U);
    g_tasks[3].job.limit_us = 0U;
    assert_true(worker_submit(&g_room.worker, &g_tasks[3].job));
    (void)make_task(4U, do_it, 0U);
    g_tasks[4].job.limit_us = UINT64_MAX;
    assert_true(worker_submit(&g_room.worker, &g_tasks[4].job));
    expect_end(&g_tasks[0], WORKER_FAILED);
    expect_end(&g_tasks[1], WORKER_TIMED_OUT);
    expect_end(&g_tasks[2], WORKER_DONE);
    expect_end(&g_tasks[3], WORKER_TIMED_OUT);
    expect_end(&g_tasks[4], WORKER_DONE);
    worker_stop(&g_room.worker);
    close_room();
}

/**
 * The rows of a job are free when the worker tells how it ended: note_end() overwrites them, and
 * who waits for its end hands in the next job there, also where the ring was full.
 * @verifies RF-WORKER-005
 */
static void rows_are_free_when_a_job_is_over(void **state)
{
    (void)state;
    open_room();
    start_worker();
    for (uint32_t i = 0U; i < WORKER_JOBS; i++) {
        (void)submit(i, do_it, 0U);
    }
    for (uint32_t i = 0U; i < (3U * WORKER_JOBS); i++) {
        const uint32_t place = i % WORKER_JOBS;

        assert_status(NvSciSyncFenceWait(&g_tasks[place].end_fence, g_room.scene.context, -1),
                      NvSciError_Success);
        assert_int_equal(g_tasks[place].ended, i + 1U);
        assert_true(g_tasks[place].is_right);
        (void)submit(place, do_it, 0U);
    }
    worker_stop(&g_room.worker);
    close_room();
}

/**
 * Where nobody is left who signals, a job is not run, and what others wait for is finished.
 * @verifies RF-WORKER-007
 */
static void a_wait_that_cannot_end_ends_the_job(void **state)
{
    (void)state;
    open_room();
    start_worker();
    port_store32(&object_of(g_room.scene.object)->peer_dead, 1U);
    (void)submit(0U, do_it, 1U);
    (void)submit(1U, do_it, 0U);
    expect_end(&g_tasks[0], WORKER_NOT_STARTED);
    assert_int_equal(g_tasks[0].ran, 0U);
    expect_end(&g_tasks[1], WORKER_DONE);
    worker_stop(&g_room.worker);
    close_room();
}

/**
 * A worker ends while a job waits, and while one runs: that one and those behind it end as stopped.
 * Nothing is taken afterwards.
 * @verifies RF-WORKER-006
 * @verifies RF-WORKER-008
 */
static void a_worker_ends_what_it_does(void **state)
{
    (void)state;
    for (uint32_t i = 0U; i < 2U; i++) {
        open_room();
        start_worker();
        (void)submit(0U, (i == 0U) ? do_it : hang, (i == 0U) ? 1U : 0U);
        (void)submit(1U, do_it, 0U);
        (void)submit(2U, do_it, 1U);
        if (i == 0U) {
            while (port_load32(&object_of(g_room.scene.object)->waiters->asleep) == 0U) {
                ringfence_port_yield();
            }
        } else {
            wait_until_running();
        }
        worker_stop(&g_room.worker);
        assert_true(worker_is_idle(&g_room.worker));
        assert_int_equal(g_ran, i);
        for (uint32_t k = 0U; k < 3U; k++) {
            expect_end(&g_tasks[k], WORKER_STOPPED);
            assert_int_equal(g_tasks[k].ended, k + 1U);
        }
        (void)make_task(3U, do_it, 0U);
        assert_false(worker_submit(&g_room.worker, &g_tasks[3].job));
        assert_true(worker_is_idle(&g_room.worker));
        worker_stop(&g_room.worker);
        close_room();
    }
}

/**
 * A worker takes as many jobs as it has places, and none with more points than it can keep.
 * @verifies RF-WORKER-008
 */
static void what_does_not_fit_is_refused(void **state)
{
    static WorkerPoint many[WORKER_POINTS + 1U];
    uint32_t taken = 0U;
    Task *task = NULL;

    (void)state;
    open_room();
    start_worker();
    task = make_task(0U, do_it, 0U);
    task->job.starts = (WorkerPoints){many, COUNT_OF(many)};
    assert_false(worker_submit(&g_room.worker, &task->job));
    task->job.starts = (WorkerPoints){task->start, 1U};
    task->job.ends = (WorkerPoints){many, COUNT_OF(many)};
    assert_false(worker_submit(&g_room.worker, &task->job));
    assert_true(worker_is_idle(&g_room.worker));
    task->job.ends = (WorkerPoints){task->end, 1U};
    task->job.run = hang;
    assert_true(worker_submit(&g_room.worker, &task->job));
    wait_until_running();
    for (uint32_t i = 1U; i <= WORKER_JOBS; i++) {
        (void)submit(i, do_it, 0U);
    }
    (void)make_task(WORKER_JOBS + 1U, do_it, 0U);
    assert_false(worker_submit(&g_room.worker, &g_tasks[WORKER_JOBS + 1U].job));
    worker_stop(&g_room.worker);
    for (uint32_t i = 0U; i < JOBS; i++) {
        taken += (g_tasks[i].ended != 0U) ? 1U : 0U;
    }
    assert_int_equal(taken, WORKER_JOBS + 1U);
    close_room();
}

/** Pauses, and notes for how long, in microseconds, in `ran`. */
static WorkerEnd rest(Worker *worker, WorkerJob *job)
{
    Task *const task = job->context;
    const uint64_t before = ringfence_port_time_us();

    worker_pause(worker, 3000U);
    task->ran = (uint32_t)(ringfence_port_time_us() - before);
    return worker_goes_on(worker) ? WORKER_DONE : WORKER_FAILED;
}

/** What the thread was asked to call. */
typedef struct {
    uint32_t calls;
    bool is_elsewhere;
    pthread_t asker;
} Called;

static void note_call(void *context)
{
    Called *const called = context;

    called->calls++;
    called->is_elsewhere = (pthread_equal(called->asker, pthread_self()) == 0);
}

/**
 * The thread of a worker calls what it is asked to call while it sleeps, while a job waits and
 * while one runs; nothing once the worker was ended.
 * @verifies RF-WORKER-030
 */
static void a_worker_calls_what_it_is_asked_to(void **state)
{
    Called called = {0U, false, pthread_self()};

    (void)state;
    open_room();
    start_worker();
    for (uint32_t i = 1U; i <= 100U; i++) {
        assert_true(worker_call(&g_room.worker, note_call, &called));
        assert_int_equal(called.calls, i);
        assert_true(called.is_elsewhere);
    }
    (void)submit(0U, do_it, 1U);
    while (port_load32(&object_of(g_room.scene.object)->waiters->asleep) == 0U) {
        ringfence_port_yield();
    }
    assert_true(worker_call(&g_room.worker, note_call, &called));
    assert_int_equal(called.calls, 101U);
    assert_int_equal(g_ran, 0U);
    open_gate(1U);
    expect_end(&g_tasks[0], WORKER_DONE);
    (void)submit(1U, hang, 0U);
    wait_until_running();
    assert_true(worker_call(&g_room.worker, note_call, &called));
    assert_int_equal(called.calls, 102U);
    worker_stop(&g_room.worker);
    expect_end(&g_tasks[1], WORKER_STOPPED);
    assert_false(worker_call(&g_room.worker, note_call, &called));
    assert_int_equal(called.calls, 102U);
    close_room();
}

#define CALL_LIMIT_US 2000000U

/** Goes on until the job that runs in this thread would be late. */
static void call_long(void *context)
{
    const uint64_t until_us = ringfence_port_time_us() + CALL_LIMIT_US;

    (void)context;
    while (ringfence_port_time_us() < until_us) {
        ringfence_port_yield();
    }
    port_store32(&g_runs, 2U);
}

/** Rests until there was a call, and is late if it does not go on then. */
static WorkerEnd rest_for_call(Worker *worker, WorkerJob *job)
{
    note_run(job->context);
    port_store32(&g_runs, 1U);
    while ((port_load32(&g_runs) == 1U) && worker_goes_on(worker)) {
        worker_pause(worker, CALL_LIMIT_US / 100U);
    }
    return worker_goes_on(worker) ? WORKER_DONE : WORKER_TIMED_OUT;
}

/**
 * A job has its time besides what its thread is asked to call meanwhile.
 * @verifies RF-DLA-391
 */
static void a_call_takes_no_time_of_a_job(void **state)
{
    (void)state;
    open_room();
    start_worker();
    (void)make_task(0U, rest_for_call, 0U);
    g_tasks[0].job.limit_us = CALL_LIMIT_US;
    assert_true(worker_submit(&g_room.worker, &g_tasks[0].job));
    wait_until_running();
    assert_true(worker_call(&g_room.worker, call_long, NULL));
    expect_end(&g_tasks[0], WORKER_DONE);
    worker_stop(&g_room.worker);
    close_room();
}

/**
 * A pause lasts as long as is asked for, though jobs are handed in meanwhile, or as long as the job
 * may run.
 * @verifies RF-WORKER-009
 */
static void a_pause_has_its_time(void **state)
{
    (void)state;
    open_room();
    start_worker();
    (void)submit(0U, rest, 0U);
    for (uint32_t i = 1U; i < 8U; i++) {
        (void)submit(i, do_it, 0U);
    }
    for (uint32_t i = 0U; i < 8U; i++) {
        expect_end(&g_tasks[i], WORKER_DONE);
    }
    assert_true(g_tasks[0].ran >= 3000U);
    (void)make_task(8U, hang, 0U);
    g_tasks[8].job.limit_us = 2000U;
    assert_true(worker_submit(&g_room.worker, &g_tasks[8].job));
    expect_end(&g_tasks[8], WORKER_TIMED_OUT);
    worker_stop(&g_room.worker);
    close_room();
}

/**
 * A child has no worker: the end of one there waits for nothing, and its jobs stay the parent's.
 * @verifies RF-WORKER-010
 */
static void a_child_has_no_worker(void **state)
{
    int status = -1;
    pid_t child = -1;

    (void)state;
    open_room();
    start_worker();
    (void)submit(0U, do_it, 1U);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const bool here = ringfence_port_task_is_here(&g_room.worker.task);

        worker_stop(&g_room.worker);
        _exit(((!here) && (g_ended == 0U)) ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_true(ringfence_port_task_is_here(&g_room.worker.task));
    open_gate(1U);
    expect_end(&g_tasks[0], WORKER_DONE);
    worker_stop(&g_room.worker);
    close_room();
}

/** Hands in a job and says that the worker shall end, in the thread of the worker: as another
 * thread may between two looks of it. */
static void submit_and_end(void *context)
{
    (void)context;
    (void)submit(0U, do_it, 0U);
    port_store32(&g_room.worker.ends, 1U);
}

/**
 * A job that is handed in just before the end is over when the worker has ended, and what it
 * signals is signalled as failed.
 * @verifies RF-WORKER-006
 */
static void a_job_just_before_the_end_is_over(void **state)
{
    (void)state;
    open_room();
    start_worker();
    assert_true(worker_call(&g_room.worker, submit_and_end, NULL));
    worker_stop(&g_room.worker);
    assert_true(worker_is_idle(&g_room.worker));
    expect_end(&g_tasks[0], WORKER_STOPPED);
    close_room();
}

/**
 * A worker that was not started has no end to wait for, and one that ended ends once.
 * @verifies RF-WORKER-006
 */
static void what_does_not_run_does_not_end(void **state)
{
    (void)state;
    open_room();
    worker_stop(&g_room.worker);
    assert_false(ringfence_port_task_is_here(&g_room.worker.task));
    start_worker();
    worker_stop(&g_room.worker);
    worker_stop(&g_room.worker);
    assert_true(worker_is_idle(&g_room.worker));
    close_room();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        sync_test(jobs_are_done_in_their_order),
        sync_test(a_sleeping_worker_is_woken),
        sync_test(a_job_waits_for_all_its_points),
        sync_test(failed_and_late_jobs_signal),
        sync_test(rows_are_free_when_a_job_is_over),
        sync_test(a_wait_that_cannot_end_ends_the_job),
        sync_test(a_worker_ends_what_it_does),
        sync_test(a_job_just_before_the_end_is_over),
        sync_test(what_does_not_fit_is_refused),
        sync_test(a_worker_calls_what_it_is_asked_to),
        sync_test(a_call_takes_no_time_of_a_job),
        sync_test(a_pause_has_its_time),
        sync_test(a_child_has_no_worker),
        sync_test(what_does_not_run_does_not_end),
    };

    return cmocka_run_group_tests_name("worker/worker", tests, NULL, NULL);
}
