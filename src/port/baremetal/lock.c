/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file lock.c
 * The library's lock without an operating system: a word on which threads rest.
 */
#include "port/lock.h"
#include "port/atomic.h"

static PortAtomic32 g_port_lock;

void ringfence_port_lock(void)
{
    ringfence_port_mutex_lock(&g_port_lock);
}

void ringfence_port_unlock(void)
{
    ringfence_port_mutex_unlock(&g_port_lock);
}

/** @satisfies RF-PORT-240 */
void port_lock_alone(void)
{
    ringfence_port_lock();
}

/** The lock guards the arenas. */
int32_t port_memory_begin(void)
{
    return 0;
}

void port_memory_end(int32_t held)
{
    (void)held;
}
