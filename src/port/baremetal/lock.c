/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file lock.c
 * The library's lock without an operating system: a word on which threads rest.
 */
#include "port/atomic.h"
#include "port/lock.h"

static PortAtomic32 g_port_lock;

void port_lock(void)
{
    port_mutex_lock(&g_port_lock);
}

void port_unlock(void)
{
    port_mutex_unlock(&g_port_lock);
}

/** @satisfies RF-PORT-240 */
void port_lock_alone(void)
{
    port_lock();
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
