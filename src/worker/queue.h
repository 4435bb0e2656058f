/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file queue.h
 * Queues of engines: a ring of places, which jobs take in the order of their numbers, before the
 * worker of the engine.
 *
 * The jobs of a row have the numbers from 1 on, also over several engines that have the row one
 * after the other: what outlives an engine may name a job of it. The places are the caller's, and
 * WORKER_JOBS at most. Who has the lock of the engine fills the next ones, which nobody else sees,
 * and hands them in.
 */
#ifndef RINGFENCE_WORKER_QUEUE_H
#define RINGFENCE_WORKER_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "port/atomic.h"
#include "worker/gauge.h"
#include "worker/worker.h"

/** A queue. Zeroed at first. */
typedef struct {
    Worker worker;
    /** Jobs of the row that were handed to earlier workers. */
    uint64_t before;
    /** Jobs whose places are free again; their ends are being signalled, or were. */
    PortAtomic64 done;
    /** Places that are taken. */
    WorkerGauge places;
} WorkerQueue;

/** Starts the worker of a row whose last one was stopped. As worker_start(). */
bool worker_queue_start(WorkerQueue *queue, const char *name);

/** Number of the job that was handed in last. Needs the lock of the engine. */
uint64_t worker_queue_last(const WorkerQueue *queue);

/** Place of a job in a ring of so many. */
uint32_t worker_queue_place(uint64_t sequence, uint32_t places);

/** Says whether `count` of so many places are free. Needs the lock of the engine. */
bool worker_queue_has_room(const WorkerQueue *queue, uint32_t count, uint32_t places);

/** Hands in the job in the next place. It has the number behind worker_queue_last(), and room was
 * there. Needs the lock of the engine. */
void worker_queue_put(WorkerQueue *queue, WorkerJob *job);

/** Called by `over` of a job, as the last that uses its place: that is free from then on. */
void worker_queue_leave(WorkerQueue *queue, uint64_t sequence);

/** Says whether so many jobs of the row have left their places. Their ends may not be signalled
 * yet. */
bool worker_queue_has_left(const WorkerQueue *queue, uint64_t sequence);

/** Says whether so many jobs of the row are over, and their ends signalled: the worker uses neither
 * their places nor what they name any more. Waits for one whose end is being signalled. */
bool worker_queue_has_done(const WorkerQueue *queue, uint64_t sequence);

#endif /* RINGFENCE_WORKER_QUEUE_H */
