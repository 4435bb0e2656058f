/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file shared_object.c
 * What imports share: the lock under which they begin and end, and one row for each object.
 */
#include <string.h>

#include "core/assert.h"
#include "core/phase_keep.h"
#include "cuda/driver/result.h"
#include "cuda/sync/cuda_semaphore.h"
#include "port/lock.h"
#include "port/wait.h"

/** Looks at a turn that another thread has. */
#define TURN_LOOKS 1000U

static SharedObject g_shared_objects[RINGFENCE_CFG_CUDA_SEMAPHORES];
static PortAtomic32 g_import_mutex;

void import_lock(void)
{
    ringfence_port_mutex_lock(&g_import_mutex);
}

bool import_try_lock(void)
{
    return port_swap32_if(&g_import_mutex, 0U, 1U);
}

void import_leave(void)
{
    ASSERT(port_load32(&g_import_mutex) != 0U);
    ringfence_port_mutex_unlock(&g_import_mutex);
}

/** @satisfies RF-CUDA-235 */
CUresult import_keep(const CudaCaller *caller, int32_t *held)
{
    *held = ringfence_phase_keep();
    return caller_admit(caller);
}

void import_let(int32_t held)
{
    ringfence_phase_let(held);
}

SharedObject *shared_object_begin(uint32_t registration)
{
    SharedObject *found = NULL;
    bool shared = false;

    for (uint32_t i = 0U; (i < RINGFENCE_CFG_CUDA_SEMAPHORES) && (!shared); i++) {
        SharedObject *const one = &g_shared_objects[i];

        shared = (one->users > 0U) && (one->registration == registration);
        if (shared || ((one->users == 0U) && (found == NULL))) {
            found = one;
        }
    }
    ASSERT(found != NULL);
    if (!shared) {
        /* There is a free row: no import needs more than one. */
        found->registration = registration;
    }
    found->users++;
    return found;
}

void shared_object_end(SharedObject *shared)
{
    ASSERT(shared->users > 0U);
    shared->users--;
    if (shared->users == 0U) {
        (void)memset(&shared->pending, 0, sizeof(shared->pending));
        (void)memset(&shared->ring, 0, sizeof(shared->ring));
    }
}

bool turn_take_soon(PortAtomic32 *turn)
{
    bool taken = false;

    for (uint32_t i = 0U; (i < TURN_LOOKS) && (!taken); i++) {
        taken = port_swap32_if(turn, 0U, 1U);
        if (!taken) {
            ringfence_port_yield();
        }
    }
    return taken;
}
