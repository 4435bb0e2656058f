/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file home.c
 * Which process rows are of.
 */
#include "worker/home.h"

#include "core/assert.h"
#include "port/task.h"

void worker_home_set(PortAtomic64 *home)
{
    port_store64(home, (uint64_t)ringfence_port_task_process());
}

/** @satisfies RF-DLA-006 RF-MEDIA-006 */
bool worker_home_is_here(const PortAtomic64 *home)
{
    return port_load64(home) == (uint64_t)ringfence_port_task_process();
}

/** @satisfies RF-DLA-006 RF-MEDIA-006 */
bool worker_engines_are_parents(const WorkerEngines *engines)
{
    bool are = (port_load32(&engines->count) > 0U);

    if (are) {
        are = !worker_home_is_here(&engines->home);
    }
    return are;
}

/** Who sees the count sees the process, too. */
void worker_engines_add(WorkerEngines *engines)
{
    worker_home_set(&engines->home);
    (void)port_add32(&engines->count, 1U);
}

void worker_engines_remove(WorkerEngines *engines)
{
    ASSERT(port_load32(&engines->count) > 0U);
    (void)port_sub32(&engines->count, 1U);
}
