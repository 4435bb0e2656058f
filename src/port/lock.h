/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file lock.h
 * The library's lock, locks of one word, and what may not happen under them.
 */
#ifndef RINGFENCE_PORT_LOCK_H
#define RINGFENCE_PORT_LOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "port/atomic.h"
#include "ringfence_cfg.h"

/**
 * Takes the library's lock. Not recursive. Taken in phase RUNTIME by queries, if they are admitted
 * there, and by a wait during which an event object was deleted.
 */
void ringfence_port_lock(void);

/** Takes the library's lock once no thread is between port_memory_begin() and port_memory_end(). */
void port_lock_alone(void);

/**
 * Gives the library's lock back for calls that reserve, map or release the memory of buffers, which
 * take as long as the memory is large. A port whose own tables of memory the lock guards keeps it.
 * Cancellation is held back until ringfence_port_unlock().
 *
 * @return what port_memory_end() takes
 */
int32_t port_memory_begin(void);

/** Takes the library's lock again. */
void port_memory_end(int32_t held);

/** Says whether the caller may wait for a lock or sleep: an interrupt handler may not. */
bool port_may_block(void);

/** Says whether an interrupt handler calls, where the configuration has none that does: sections
 * need not hold it back then, so it must not go on. */
#if (__STDC_HOSTED__ != 1) && (RINGFENCE_CFG_INTERRUPTS == 0U) && (RINGFENCE_CFG_CHECKS == 1U)
bool port_handler_calls(void);
#else
static inline bool port_handler_calls(void)
{
    return false;
}
#endif

/** Gives the library's lock back. */
void ringfence_port_unlock(void);

/**
 * Holds the cancellation of the calling thread back until ringfence_port_cancel_resume(); nothing
 * to do where threads cannot be cancelled. The functions of the port are no cancellation points,
 * and from ringfence_port_lock() to ringfence_port_unlock() a thread is not cancelled. Whoever
 * calls a function of the program at another time holds cancellation back.
 *
 * @return what ringfence_port_cancel_resume() takes
 */
int32_t ringfence_port_cancel_hold(void);

/** Lets the calling thread be cancelled again. A cancellation that came meanwhile waits for the
 * next cancellation point. */
void ringfence_port_cancel_resume(int32_t before);

/**
 * Takes a lock that is a word of its own, zero while nobody has it. Not recursive. Sleeps while
 * another thread of this process has it.
 */
void ringfence_port_mutex_lock(PortAtomic32 *mutex);

/** Gives the lock of a word back. */
void ringfence_port_mutex_unlock(PortAtomic32 *mutex);

#endif /* RINGFENCE_PORT_LOCK_H */
