/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file mutex.c
 * Locks that are one word: no system call while nobody waits.
 *
 * The word is 0 while the lock is free, 1 while it is taken, 2 while it is taken and somebody may
 * sleep.
 */
#include "port/atomic.h"
#include "port/lock.h"
#include "port/refusal.h"
#include "port/status.h"
#include "port/wait.h"

#if (PORT_HAS_KERNEL == 1U)
/** Looks at a lock that is taken, before a sleep. Who has it gives it back after some hundred
 * instructions mostly; a sleep and a wake-up take some thousand. */
#define LOOKS 64U

/** Looks for a while whether a lock is free, and takes it then. */
static void look_for_a_while(PortAtomic32 *mutex, bool *taken)
{
    for (uint32_t i = 0U; (i < LOOKS) && (!*taken); i++) {
        if (port_load32_relaxed(mutex) == 0U) {
            *taken = port_swap32_if(mutex, 0U, 1U);
        } else {
            port_relax();
        }
    }
}
#endif

/** Sleeps until the thread that has the lock may have given it back. */
static void sleep_for_mutex(const PortAtomic32 *mutex)
{
#if (PORT_HAS_KERNEL == 1U)
    if (ringfence_port_sleep(mutex, 2U, -1) == PORT_FAILED) {
        /* What takes the lock has not begun. */
        port_refusal_pass_on();
    }
#else
    (void)ringfence_port_sleep(mutex, 2U, -1);
#endif
}

/** Takes a lock that another thread has. It stands apart so that who finds the lock free saves no
 * registers. */
PORT_BEHIND static void wait_for_mutex(PortAtomic32 *mutex)
{
    bool taken = false;

#if (PORT_HAS_KERNEL == 1U)
    look_for_a_while(mutex, &taken);
#endif
    /* Ends when the thread that has the lock gives it back. */
    while (!taken) {
        const bool marked = port_swap32_if(mutex, 1U, 2U);

        if (marked || (port_load32(mutex) == 2U)) {
            sleep_for_mutex(mutex);
        }
        taken = port_swap32_if(mutex, 0U, 2U);
    }
}

PORT_HOT void ringfence_port_mutex_lock(PortAtomic32 *mutex)
{
    const bool taken = port_swap32_if(mutex, 0U, 1U);

    if (!taken) {
        wait_for_mutex(mutex);
    }
}

PORT_HOT void ringfence_port_mutex_unlock(PortAtomic32 *mutex)
{
    const bool alone = port_swap32_if(mutex, 1U, 0U);

    if (!alone) {
        port_store32(mutex, 0U);
        ringfence_port_wake(mutex);
    }
}
