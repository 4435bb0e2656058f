/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file pending_points.c
 * Which context has which points of an object pending.
 *
 * The points of an object that several contexts signal are one sequence. It is kept as runs: points
 * one after another that imports of one context put into streams. A point that is stored says that
 * all before it are reached, so runs behind the counter are forgotten.
 *
 * When a context fails, only its runs are finished. The counter goes on over them as far as no
 * point of another context is between; the rest of the way it goes when that one is stored: at the
 * next signal of the object, the next look, or by the store of any later point.
 *
 * There are PENDING_RUNS runs. If more are under way, the two oldest become one of several
 * contexts, which is finished when all contexts of the object have failed.
 */
#include "cuda/sync/cuda_semaphore.h"

#include "core/assert.h"

/** A run by its age; 0 is the oldest. */
static PendingRun *run_at(PendingPoints *pending, uint32_t age)
{
    return &pending->runs[(pending->oldest + age) % PENDING_RUNS];
}

/** Takes the oldest run away. */
static void drop_oldest(PendingPoints *pending)
{
    pending->oldest = (pending->oldest + 1U) % PENDING_RUNS;
    pending->count--;
}

/** Makes room for a run: what is reached is forgotten; if nothing is, the two oldest become one. */
static void make_room(PendingPoints *pending, uint64_t reached)
{
    bool more = (pending->count > 1U);

    while (more) {
        more = (pending->count > 1U) && (run_at(pending, 1U)->first <= (reached + 1U));
        if (more) {
            drop_oldest(pending);
        }
    }
    if (pending->count == PENDING_RUNS) {
        const PendingRun gone = *run_at(pending, 0U);
        PendingRun *oldest = NULL;

        drop_oldest(pending);
        oldest = run_at(pending, 0U);
        oldest->first = gone.first;
        oldest->context = NULL;
        oldest->failed = oldest->failed && gone.failed;
    }
}

/** @satisfies RF-CUDA-102 */
bool pending_finish(PendingPoints *pending, NvSciSyncObj object)
{
    RingfenceEngineRange ranges[PENDING_RUNS];
    uint32_t count = 0U;
    uint64_t points = 0U;

    for (uint32_t i = 0U; i < pending->count; i++) {
        if (run_at(pending, i)->failed) {
            const bool newest = ((i + 1U) == pending->count);

            ranges[count].first = run_at(pending, i)->first;
            ranges[count].last = newest ? UINT64_MAX : (run_at(pending, i + 1U)->first - 1U);
            count++;
        }
    }
    if (count > 0U) {
        (void)RingfenceEngineSyncFail(object, ranges, count, &points);
    }
    return count > 0U;
}

/** @satisfies RF-CUDA-102 */
void pending_note(CudaSemaphore *semaphore, uint64_t point)
{
    const PortAtomic64 *const counter = semaphore->map.constCounter;
    PendingPoints *const pending = &semaphore->shared->pending;
    bool continues = false;

    make_room(pending, port_load64(counter));
    if (pending->count > 0U) {
        const PendingRun *const newest = run_at(pending, pending->count - 1U);

        continues = (!newest->failed) && (newest->context == semaphore->context.handle);
    }
    if (!continues) {
        const PendingRun run = {point, semaphore->context.handle, false};

        *run_at(pending, pending->count) = run;
        pending->count++;
    }
    /* While a run that failed is there, each signal looks whether the counter can go on. */
    pending->newest =
        pending_finish(pending, semaphore->map.object) ? NULL : semaphore->context.handle;
}

void pending_fail(PendingPoints *pending, const CUcontext *context)
{
    ASSERT(pending->count <= PENDING_RUNS);
    ASSERT(pending->oldest < PENDING_RUNS);
    for (uint32_t i = 0U; i < pending->count; i++) {
        PendingRun *const run = run_at(pending, i);

        if (run->context == *context) {
            run->failed = true;
            pending->newest = NULL;
        }
    }
}

void pending_fail_all(PendingPoints *pending)
{
    const PendingRun all = {1U, NULL, true};

    pending->oldest = 0U;
    pending->runs[0] = all;
    pending->count = 1U;
    pending->newest = NULL;
}

/** @satisfies RF-CUDA-236 */
void pending_abandon(const CudaSemaphore *semaphore, NvSciSyncFence *fence, uint64_t point)
{
    const NvSciSyncObj object = semaphore->map.object;

    if (RingfenceEngineFenceAbandon(object, fence) != NvSciError_Success) {
        const RingfenceEngineRange range = {point, point};
        uint64_t points = 0U;

        /* The phase has changed meanwhile: nobody else would store it. */
        (void)RingfenceEngineSyncFail(object, &range, 1U, &points);
        NvSciSyncFenceClear(fence);
    }
}
