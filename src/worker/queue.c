/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file queue.c
 * Queues of engines.
 */
#include "worker/queue.h"

#include <string.h>

#include "core/assert.h"
#include "port/wait.h"

/** The end of a job is signalled by a few stores and a call of the system; a thread that is kept
 * from running takes longer. */
#define SIGNAL_US_MAX 1000000U
#define NAP_US        50

bool worker_queue_start(WorkerQueue *queue, const char *name)
{
    ASSERT(worker_is_idle(&queue->worker));
    queue->before = worker_queue_last(queue);
    (void)memset(&queue->worker, 0, sizeof(queue->worker));
    return worker_start(&queue->worker, name);
}

uint64_t worker_queue_last(const WorkerQueue *queue)
{
    return queue->before + port_load64(&queue->worker.submitted);
}

/** @satisfies RF-DLA-050 RF-MEDIA-050 */
uint32_t worker_queue_place(uint64_t sequence, uint32_t places)
{
    ASSERT(sequence > 0U);
    return (uint32_t)((sequence - 1U) % places);
}

/** @satisfies RF-DLA-055 RF-MEDIA-052 */
bool worker_queue_has_room(const WorkerQueue *queue, uint32_t count, uint32_t places)
{
    const uint64_t outstanding = worker_queue_last(queue) - port_load64(&queue->done);

    ASSERT(outstanding <= places);
    return (outstanding + count) <= places;
}

void worker_queue_put(WorkerQueue *queue, WorkerJob *job)
{
    ASSERT(!worker_is_ending(&queue->worker));
    worker_gauge_take(&queue->places);
    /* There is room: a place is free when its job was taken. */
    (void)worker_submit(&queue->worker, job);
}

void worker_queue_leave(WorkerQueue *queue, uint64_t sequence)
{
    ASSERT((port_load64(&queue->done) + 1U) == sequence);
    ASSERT(sequence <= worker_queue_last(queue));
    worker_gauge_give(&queue->places);
    port_store64(&queue->done, sequence);
}

bool worker_queue_has_left(const WorkerQueue *queue, uint64_t sequence)
{
    return port_load64(&queue->done) >= sequence;
}

/** @satisfies RF-DLA-042 RF-MEDIA-036 */
bool worker_queue_has_done(const WorkerQueue *queue, uint64_t sequence)
{
    const PortAtomic32 nobody = {0};
    const uint64_t deadline = ringfence_port_time_us() + SIGNAL_US_MAX;
    const uint64_t jobs = (sequence > queue->before) ? (sequence - queue->before) : 0U;
    bool is_late = false;

    while ((port_load64(&queue->worker.over) < jobs) && worker_queue_has_left(queue, sequence) &&
           (!is_late)) {
        (void)ringfence_port_sleep(&nobody, 0U, NAP_US);
        is_late = (ringfence_port_time_us() > deadline);
    }
    return port_load64(&queue->worker.over) >= jobs;
}
