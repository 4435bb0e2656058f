/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file posix.c
 * What POSIX has for threads and processes: semaphores; a condition variable with its mutex.
 */
#define _GNU_SOURCE

#include <pthread.h>

#include "../bench.h"

/** For each side, what it waits for. */
typedef struct {
    _Alignas(BENCH_LINE) sem_t signalled;
} Semaphore;

typedef struct {
    _Alignas(BENCH_LINE) pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool signalled;
} Condition;

static Semaphore *semaphore_of(Pair *pair, uint32_t index)
{
    return &((Semaphore *)(void *)pair->room)[index];
}

static bool semaphore_open(Pair *pair)
{
    const int shared = pair->cell.processes ? 1 : 0;

    return (sem_init(&semaphore_of(pair, 0U)->signalled, shared, 0U) == 0) &&
           (sem_init(&semaphore_of(pair, 1U)->signalled, shared, 0U) == 0);
}

static bool semaphore_send(Side *side)
{
    return sem_post(&semaphore_of(side->pair, 1U - side->index)->signalled) == 0;
}

static bool semaphore_wait(Side *side)
{
    return sem_wait(&semaphore_of(side->pair, side->index)->signalled) == 0;
}

static Condition *condition_of(Pair *pair, uint32_t index)
{
    return &((Condition *)(void *)pair->room)[index];
}

static bool condition_open(Pair *pair)
{
    const int shared = pair->cell.processes ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE;
    pthread_mutexattr_t of_mutex;
    pthread_condattr_t of_condition;
    bool good = (pthread_mutexattr_init(&of_mutex) == 0) &&
                (pthread_condattr_init(&of_condition) == 0) &&
                (pthread_mutexattr_setpshared(&of_mutex, shared) == 0) &&
                (pthread_condattr_setpshared(&of_condition, shared) == 0);

    for (uint32_t i = 0U; (i < SIDES) && good; i++) {
        Condition *const condition = condition_of(pair, i);

        good = (pthread_mutex_init(&condition->mutex, &of_mutex) == 0) &&
               (pthread_cond_init(&condition->changed, &of_condition) == 0);
    }
    return good;
}

static bool condition_send(Side *side)
{
    Condition *const condition = condition_of(side->pair, 1U - side->index);
    bool good = pthread_mutex_lock(&condition->mutex) == 0;

    condition->signalled = true;
    /* Behind the lock, so that the other side does not wake to a mutex that is held. */
    good = (pthread_mutex_unlock(&condition->mutex) == 0) && good;
    return (pthread_cond_signal(&condition->changed) == 0) && good;
}

static bool condition_wait(Side *side)
{
    Condition *const condition = condition_of(side->pair, side->index);
    bool good = pthread_mutex_lock(&condition->mutex) == 0;

    while (good && !condition->signalled) {
        good = pthread_cond_wait(&condition->changed, &condition->mutex) == 0;
    }
    condition->signalled = false;
    return (pthread_mutex_unlock(&condition->mutex) == 0) && good;
}

const Transport transport_semaphore = {
    "POSIX semaphore", false, semaphore_open, NULL, NULL, semaphore_send, semaphore_wait, NULL};
const Transport transport_condition = {
    "condition variable", false, condition_open, NULL, NULL, condition_send, condition_wait, NULL};
