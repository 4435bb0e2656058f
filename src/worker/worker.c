/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file worker.c
 * A thread that takes jobs in their order: waits, does, signals.
 *
 * Who hands in a job writes it into the ring, counts it, changes a word, and wakes the thread if
 * that says that it sleeps. The thread, before a sleep, says so, notes the word, and looks at the
 * count and the end again. All of this is sequentially consistent, so one of the two sees the
 * other.
 *
 * A wait for a sync object is one in slices: between them the thread looks whether it shall end.
 */
#include "worker/worker.h"

#include <stddef.h>

#include "core/assert.h"
#include "port/wait.h"

/** Longest wait between two looks whether the worker ends. Within a slice the wait looks at who
 * signals, which it does at most every RINGFENCE_CFG_LIFE_CHECK_US. */
#define SLICE_US (2 * (int64_t)RINGFENCE_CFG_LIFE_CHECK_US)
/** Longest of the sleeps of a pause. */
#define PAUSE_US 1000000U
/** A sleep that has no end of its own. */
#define NO_LIMIT (-1)

static bool has_ended(const Worker *worker)
{
    return port_load32(&worker->ends) != 0U;
}

/** A time that comes so much later than another one; the last of all times if there is none. */
static uint64_t later(uint64_t time_us, uint64_t by_us)
{
    return (by_us > (UINT64_MAX - time_us)) ? UINT64_MAX : (time_us + by_us);
}

/** Calls what the thread is asked to call, if it is. A job that runs has so much more time.
 * @satisfies RF-WORKER-030 RF-DLA-391 */
static void answer(Worker *worker)
{
    if (port_load32(&worker->asked) != 0U) {
        const uint64_t start_us = ringfence_port_time_us();

        ASSERT(worker->call != NULL);
        worker->call(worker->call_context);
        worker->deadline_us = later(worker->deadline_us, ringfence_port_time_us() - start_us);
        port_store32(&worker->asked, 0U);
        ringfence_port_wake(&worker->asked);
    }
}

/* ---------------------------------------------------------------- points */

/** Signals points of a job that went well. */
static void worker_signal_points(const WorkerPoints *points)
{
    for (uint32_t i = 0U; i < points->count; i++) {
        WorkerPoint point = points->rows[i];

        /* What can be refused was refused before the job was made. */
        (void)RingfenceEngineSyncSignal(point.object, point.point);
    }
}

/** Signals points of a job that was not done. */
static void fail_points(const WorkerPoints *points)
{
    for (uint32_t i = 0U; i < points->count; i++) {
        worker_point_fail(&points->rows[i]);
    }
}

/** Keeps points in the rows of the worker.
 * @satisfies RF-WORKER-005 */
static WorkerPoints keep_points(const WorkerPoints *points, WorkerPoint *rows)
{
    const WorkerPoints kept = {rows, points->count};

    ASSERT(points->count <= WORKER_POINTS);
    for (uint32_t i = 0U; i < points->count; i++) {
        rows[i] = points->rows[i];
    }
    return kept;
}

/**
 * Waits for a point, as long as the worker goes on.
 * @satisfies RF-WORKER-003 RF-WORKER-006 RF-WORKER-007
 */
static WorkerEnd wait_for(Worker *worker, WorkerPoint point)
{
    NvSciError status = NvSciError_Timeout;
    WorkerEnd end = WORKER_DONE;

    while ((status == NvSciError_Timeout) && (end == WORKER_DONE)) {
        status = RingfenceEngineSyncWait(point.object, point.point, SLICE_US);
        answer(worker);
        if (has_ended(worker)) {
            end = WORKER_STOPPED;
        }
    }
    if ((end == WORKER_DONE) && (status != NvSciError_Success)) {
        end = WORKER_NOT_STARTED;
    }
    return end;
}

/** Waits for all that a job waits for. */
static WorkerEnd wait_for_all(Worker *worker, const WorkerPoints *points)
{
    WorkerEnd end = has_ended(worker) ? WORKER_STOPPED : WORKER_DONE;

    for (uint32_t i = 0U; (i < points->count) && (end == WORKER_DONE); i++) {
        end = wait_for(worker, points->rows[i]);
    }
    return end;
}

/* ---------------------------------------------------------------- the thread */

/** Does a job whose waits are over.
 * @satisfies RF-WORKER-002 RF-WORKER-004 */
static WorkerEnd run_job(Worker *worker, WorkerJob *job)
{
    WorkerEnd end = WORKER_DONE;

    worker->told = WORKER_DONE;
    worker->deadline_us = later(ringfence_port_time_us(), job->limit_us);
    if (job->run != NULL) {
        end = job->run(worker, job);
    }
    return (worker->told == WORKER_DONE) ? end : worker->told;
}

/** Takes a job from its waits to its ends.
 * @satisfies RF-WORKER-002 RF-WORKER-005 */
static void do_job(Worker *worker, WorkerJob *job)
{
    const WorkerPoints starts = keep_points(&job->starts, worker->starts);
    const WorkerPoints ends = keep_points(&job->ends, worker->lasts);
    WorkerEnd end = wait_for_all(worker, &job->waits);
    const bool is_started = (end == WORKER_DONE);

    ASSERT(port_load64(&worker->over) < port_load64(&worker->taken));
    if (is_started) {
        worker_signal_points(&starts);
        end = run_job(worker, job);
    }
    if (job->over != NULL) {
        job->over(worker, job, end);
    }
    if (!is_started) {
        fail_points(&starts);
    }
    if (end == WORKER_DONE) {
        worker_signal_points(&ends);
    } else {
        fail_points(&ends);
    }
    (void)port_add64(&worker->over, 1U);
}

/** Takes the oldest job; NULL: there is none. */
static WorkerJob *take_job(Worker *worker)
{
    const uint64_t taken = port_load64(&worker->taken);
    WorkerJob *job = NULL;

    if (taken < port_load64(&worker->submitted)) {
        job = worker->jobs[taken % WORKER_JOBS];
        ASSERT(job != NULL);
        port_store64(&worker->taken, taken + 1U);
    }
    return job;
}

/** Sleeps until there is a job, or the worker ends. */
static void sleep_idly(Worker *worker)
{
    uint32_t ticket = 0U;

    port_store32(&worker->asleep, 1U);
    ticket = port_load32(&worker->changes);
    if ((!has_ended(worker)) && (port_load32(&worker->asked) == 0U) &&
        (port_load64(&worker->submitted) == port_load64(&worker->taken))) {
        /* A sleep that fails is a look. */
        (void)ringfence_port_sleep(&worker->changes, ticket, NO_LIMIT);
    }
    port_store32(&worker->asleep, 0U);
}

/** What the thread does. */
static void work(void *context)
{
    Worker *const worker = context;
    bool done = false;

    while (!done) {
        /* Nothing is handed in behind the end: it is asked for first, so that none is left over. */
        const bool ends = has_ended(worker);
        WorkerJob *const job = take_job(worker);

        answer(worker);
        if (job != NULL) {
            do_job(worker, job);
        } else if (ends) {
            done = true;
        } else {
            sleep_idly(worker);
        }
    }
    ASSERT(worker_is_idle(worker));
}

/* ---------------------------------------------------------------- who hands in jobs */

/** @satisfies RF-WORKER-001 */
bool worker_start(Worker *worker, const char *name)
{
    ASSERT(worker->task.process == 0);
    ASSERT(worker_is_idle(worker));
    worker->task.run = &work;
    worker->task.context = worker;
    worker->task.name = name;
    return ringfence_port_task_start(&worker->task) == PORT_OK;
}

/** Says whether this process has the thread: a child that was forked has none. No system call but
 * one for the number of the process.
 * @satisfies RF-WORKER-010 */
static bool is_here(const Worker *worker)
{
    return ringfence_port_task_is_here(&worker->task);
}

/** Makes the thread look again. */
static void change(Worker *worker)
{
    (void)port_add32(&worker->changes, 1U);
    if (port_load32(&worker->asleep) != 0U) {
        ringfence_port_wake(&worker->changes);
    }
}

/** @satisfies RF-WORKER-001 RF-WORKER-008 */
bool worker_submit(Worker *worker, WorkerJob *job)
{
    const uint64_t submitted = port_load64(&worker->submitted);
    const bool fits = (job->starts.count <= WORKER_POINTS) && (job->ends.count <= WORKER_POINTS) &&
                      ((submitted - port_load64(&worker->taken)) < WORKER_JOBS) &&
                      (!has_ended(worker));

    if (fits) {
        ASSERT(port_load64(&worker->over) <= submitted);
        worker->jobs[submitted % WORKER_JOBS] = job;
        port_store64(&worker->submitted, submitted + 1U);
        change(worker);
    }
    return fits;
}

/** @satisfies RF-WORKER-030 */
bool worker_call(Worker *worker, void (*call)(void *context), void *context)
{
    const bool can = is_here(worker) && (!has_ended(worker));

    if (can) {
        worker->call = call;
        ASSERT(port_load32(&worker->asked) == 0U);
        worker->call_context = context;
        port_store32(&worker->asked, 1U);
        (void)port_add32(&worker->changes, 1U);
        /* It may also sleep in a pause. */
        ringfence_port_wake(&worker->changes);
        while (port_load32(&worker->asked) != 0U) {
            /* A sleep that fails is a look. */
            (void)ringfence_port_sleep(&worker->asked, 1U, NO_LIMIT);
        }
    }
    return can;
}

/** Late is late: a worker that ends meanwhile changes nothing of that.
 * @satisfies RF-WORKER-004 RF-WORKER-006 */
bool worker_goes_on(Worker *worker)
{
    answer(worker);
    if (worker->told == WORKER_DONE) {
        if (has_ended(worker)) {
            worker->told = WORKER_STOPPED;
        } else if (ringfence_port_time_us() >= worker->deadline_us) {
            worker->told = WORKER_TIMED_OUT;
        } else {
            /* It goes on. */
        }
    }
    return worker->told == WORKER_DONE;
}

bool worker_is_ending(const Worker *worker)
{
    return has_ended(worker);
}

/** @satisfies RF-WORKER-009 */
void worker_pause(Worker *worker, uint64_t us)
{
    const uint64_t end_us = later(ringfence_port_time_us(), us);
    bool done = false;

    while (!done) {
        const uint32_t ticket = port_load32(&worker->changes);
        uint64_t until_us = end_us;
        uint64_t now_us = 0U;

        answer(worker);
        if (worker->deadline_us < until_us) {
            until_us = worker->deadline_us;
        }
        now_us = ringfence_port_time_us();
        if (has_ended(worker) || (now_us >= until_us)) {
            done = true;
        } else {
            const uint64_t left_us = until_us - now_us;
            const uint64_t sleep_us = (left_us < PAUSE_US) ? left_us : PAUSE_US;

            /* What is handed in meanwhile changes the word too: it is looked at again. */
            (void)ringfence_port_sleep(&worker->changes, ticket, (int64_t)sleep_us);
        }
    }
}

bool worker_is_idle(const Worker *worker)
{
    /* In this order: jobs that are over were handed in before. */
    const uint64_t over = port_load64(&worker->over);

    return over == port_load64(&worker->submitted);
}

/** @satisfies RF-WORKER-006 RF-WORKER-010 */
void worker_stop(Worker *worker)
{
    if (worker->task.process != 0) {
        port_store32(&worker->ends, 1U);
        (void)port_add32(&worker->changes, 1U);
        /* It may also sleep in a pause. */
        ringfence_port_wake(&worker->changes);
        ringfence_port_task_join(&worker->task);
    }
}
