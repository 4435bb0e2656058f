/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file owed.c
 * Which context owes which points of an object.
 *
 * The points of an object that several contexts signal are one sequence. It is kept as runs: points
 * one after another that imports of one context put into streams. A point that is stored says that
 * all before it are reached, so runs behind the counter are forgotten.
 *
 * When a context fails, its runs alone are finished. The counter goes on over them as far as no
 * point of another context is between; the rest of the way it goes when that one is stored: at the
 * next signal of the object, the next look, or by the store of any later point.
 *
 * There are OWED_RUNS runs. If more are under way, the two oldest become one of several contexts,
 * which is finished when all contexts of the object have failed.
 */
#include <string.h>

#include "cuda/interop.h"

/** Runs of objects that are imported. */
static OwedPoints g_owed[RINGFENCE_CFG_CUDA_SEMAPHORES];

OwedPoints *owed_begin(uint32_t registration)
{
    OwedPoints *found = NULL;
    bool shared = false;

    for (uint32_t i = 0U; (i < RINGFENCE_CFG_CUDA_SEMAPHORES) && (!shared); i++) {
        OwedPoints *const one = &g_owed[i];

        if (one->users == 0U) {
            found = (found == NULL) ? one : found;
        } else if (one->registration == registration) {
            found = one;
            shared = true;
        } else {
            shared = false;
        }
    }
    /* No import needs more than one. */
    found->registration = registration;
    found->users++;
    return found;
}

void owed_end(OwedPoints *owed)
{
    owed->users--;
    if (owed->users == 0U) {
        (void)memset(owed, 0, sizeof(*owed));
    }
}

/** A run by its age; 0 is the oldest. */
static OwedRun *run_at(OwedPoints *owed, uint32_t age)
{
    return &owed->runs[(owed->oldest + age) % OWED_RUNS];
}

/** Takes the oldest run away. */
static void drop_oldest(OwedPoints *owed)
{
    owed->oldest = (owed->oldest + 1U) % OWED_RUNS;
    owed->count--;
}

/** Makes room for a run: what is reached is forgotten; if nothing is, the two oldest become one. */
static void make_room(OwedPoints *owed, uint64_t reached)
{
    bool more = (owed->count > 1U);

    while (more) {
        more = (owed->count > 1U) && (run_at(owed, 1U)->first <= (reached + 1U));
        if (more) {
            drop_oldest(owed);
        }
    }
    if (owed->count == OWED_RUNS) {
        const OwedRun gone = *run_at(owed, 0U);
        OwedRun *oldest = NULL;

        drop_oldest(owed);
        oldest = run_at(owed, 0U);
        oldest->first = gone.first;
        oldest->context = NULL;
        oldest->failed = oldest->failed && gone.failed;
    }
}

/** @satisfies RF-CUDA-102 */
bool owed_finish(OwedPoints *owed, NvSciSyncObj object)
{
    RingfenceEngineRange ranges[OWED_RUNS];
    uint32_t count = 0U;
    uint64_t points = 0U;

    for (uint32_t i = 0U; i < owed->count; i++) {
        if (run_at(owed, i)->failed) {
            const bool newest = ((i + 1U) == owed->count);

            ranges[count].first = run_at(owed, i)->first;
            ranges[count].last = newest ? UINT64_MAX : (run_at(owed, i + 1U)->first - 1U);
            count++;
        }
    }
    if (count > 0U) {
        (void)RingfenceEngineSyncFail(object, ranges, count, &points);
    }
    return count > 0U;
}

/** @satisfies RF-CUDA-102 */
void owed_note(CudaSemaphore *semaphore, uint64_t point)
{
    const PortAtomic64 *const counter = semaphore->map.constCounter;
    OwedPoints *const owed = semaphore->owed;
    bool continues = false;

    make_room(owed, port_load64(counter));
    if (owed->count > 0U) {
        const OwedRun *const newest = run_at(owed, owed->count - 1U);

        continues = (!newest->failed) && (newest->context == semaphore->context);
    }
    if (!continues) {
        const OwedRun run = {point, semaphore->context, false};

        *run_at(owed, owed->count) = run;
        owed->count++;
    }
    /* While a run that failed is there, each signal looks whether the counter can go on. */
    owed->newest = owed_finish(owed, semaphore->map.object) ? NULL : semaphore->context;
}

void owed_fail(OwedPoints *owed, const CUcontext *context)
{
    for (uint32_t i = 0U; i < owed->count; i++) {
        OwedRun *const run = run_at(owed, i);

        if (run->context == *context) {
            run->failed = true;
            owed->newest = NULL;
        }
    }
}

void owed_fail_all(OwedPoints *owed)
{
    const OwedRun all = {1U, NULL, true};

    owed->oldest = 0U;
    owed->runs[0] = all;
    owed->count = 1U;
    owed->newest = NULL;
}
