/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file worker.h
 * An engine that is software: a thread that takes jobs in the order in which they were handed in,
 * waits for what each of them waits for, does it, and signals.
 *
 * Nothing is taken from a heap: jobs and the lists of their points are the caller's rows, which
 * stay with the worker until their job is over. One thread of the caller at a time hands in jobs,
 * and the worker takes them: places in a ring, so neither ever waits for the other.
 */
#ifndef RINGFENCE_WORKER_WORKER_H
#define RINGFENCE_WORKER_WORKER_H

#include <stdbool.h>
#include <stdint.h>

#include "port/atomic.h"
#include "port/task.h"
#include "ringfence_cfg.h"
#include "worker/point.h"

/** Jobs that a worker can have been handed and has not taken: what the larger queue has. */
#define WORKER_JOBS RINGFENCE_MOST_TASKS
/** Most starts of a job, and most ends: a task's own, and those of an event-only submission. A blit
 * has one. */
#define WORKER_POINTS (2U * RINGFENCE_CFG_DLA_EVENTS)

/** Points, one after the other; those of one object in rising order. */
typedef struct {
    const WorkerPoint *rows;
    uint32_t count;
} WorkerPoints;

/** How a job ended. */
typedef enum {
    /** It was done. */
    WORKER_DONE = 0,
    /** What it does failed; `code` says how. */
    WORKER_FAILED = 1,
    /** It took longer than it may. */
    WORKER_TIMED_OUT = 2,
    /** What it waits for will not come: nobody is left who signals. */
    WORKER_NOT_STARTED = 3,
    /** The worker was ended before. */
    WORKER_STOPPED = 4
} WorkerEnd;

typedef struct WorkerJob WorkerJob;
typedef struct Worker Worker;

/** What is to be done. The caller fills it before worker_submit(). */
struct WorkerJob {
    /** All must be reached before the job starts: points of objects that an engine of this process
     * may wait for. */
    WorkerPoints waits;
    /** Signalled when the waits are over, before run; as failed behind over, where the job did not
     * start. Points of objects that RingfenceEngineSyncSignal() takes; WORKER_POINTS at most. */
    WorkerPoints starts;
    /** Signalled when the job is over: as failed where it was not done. As starts. */
    WorkerPoints ends;
    /** Does it, in the thread of the worker. It asks worker_goes_on() at least every millisecond,
     * and returns soon when the answer is no. NULL: there is nothing to do. WORKER_DONE or
     * WORKER_FAILED; what worker_goes_on() said replaces it. */
    WorkerEnd (*run)(Worker *worker, WorkerJob *job);
    /** Told how it ended, in the thread of the worker: before the ends are signalled, so that who
     * waited for them sees what it writes. The rows of the job are the caller's again in it, and
     * can be handed in anew by the time that it returns. NULL: nobody. */
    void (*over)(Worker *worker, WorkerJob *job, WorkerEnd end);
    /** The caller's. */
    void *context;
    /** Longest time that run may take, in microseconds. */
    uint64_t limit_us;
};

/** A worker. Zeroed before worker_start(). */
struct Worker {
    PortTask task;
    /** Jobs that were handed in and are not taken by the thread: job n is at place n modulo
     * WORKER_JOBS. */
    WorkerJob *jobs[WORKER_JOBS];
    /** Jobs that were handed in; jobs that the thread took; jobs that are over, their ends
     * signalled. */
    PortAtomic64 submitted;
    PortAtomic64 taken;
    PortAtomic64 over;
    /** Changes when the thread is to look again. */
    PortAtomic32 changes;
    /** 1: the thread sleeps until it has a job, or is about to. */
    PortAtomic32 asleep;
    /** 1: the thread shall end. */
    PortAtomic32 ends;
    /** 1: the thread shall call something, which is below. */
    PortAtomic32 asked;
    void (*call)(void *context);
    void *call_context;
    /** The thread's own, of the job that runs. When it must be over, in microseconds of
     * ringfence_port_time_us(). */
    uint64_t deadline_us;
    /** What worker_goes_on() said no for; WORKER_DONE: it did not. */
    WorkerEnd told;
    /** The thread's own: points that are signalled behind over. */
    WorkerPoint starts[WORKER_POINTS];
    WorkerPoint lasts[WORKER_POINTS];
};

/** Starts the thread. False: there are too many threads, or no memory for one. Init only. */
bool worker_start(Worker *worker, const char *name);

/**
 * Hands in a job; the rows stay the worker's until `over` was called. Calls for one worker are made
 * one at a time, and none beside worker_stop(). O(1), no lock; one system call if the thread
 * sleeps.
 *
 * @return false iff WORKER_JOBS jobs are there that the thread has not taken, the job has more
 * starts or ends than WORKER_POINTS, or the worker was ended: nothing happens then
 */
bool worker_submit(Worker *worker, WorkerJob *job);

/**
 * Has the thread call something, and waits until it did: between two jobs, while a job waits or
 * rests, or when one asks worker_goes_on(). Calls are made one at a time, none beside
 * worker_stop(), and not by the thread itself. Init only.
 *
 * @return false iff the worker was ended, or is another process's: nothing is called then
 */
bool worker_call(Worker *worker, void (*call)(void *context), void *context);

/** Asked by run: false, the job is to end now, as it took too long or the worker ends. */
bool worker_goes_on(Worker *worker);

/** Says whether the worker is being ended. */
bool worker_is_ending(const Worker *worker);

/** Sleeps in run, at most so many microseconds; ends sooner where worker_goes_on() would say no. */
void worker_pause(Worker *worker, uint64_t us);

/** Says whether all jobs that were handed in are over, and their ends signalled. */
bool worker_is_idle(const Worker *worker);

/** Ends the thread. The job that runs is told by worker_goes_on(); it and those behind it are over
 * with WORKER_STOPPED, and their ends are signalled as failed. A wait ends within
 * 2 * RINGFENCE_CFG_LIFE_CHECK_US. Init and de-init only, not by the thread itself. In a child that
 * was forked there is no thread: jobs stay as they are. A worker that was not started is left. */
void worker_stop(Worker *worker);

#endif /* RINGFENCE_WORKER_WORKER_H */
