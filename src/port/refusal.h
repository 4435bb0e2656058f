/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file refusal.h
 * Calls that the system refused: which one, and why.
 *
 * A port notes such a call for the thread that made it, and gives a result that says no more than
 * that it failed. A function that asks for the note drops an older one when it begins: who made
 * that call did not ask. A system that has no calls notes none.
 */
#ifndef RINGFENCE_PORT_REFUSAL_H
#define RINGFENCE_PORT_REFUSAL_H

#include <stdbool.h>
#include <stdint.h>

#include "port/atomic.h"

/** A call that the system refused. */
typedef struct {
    /** Its name; it stays. */
    const char *call;
    /** The system's number of the error. */
    uint32_t error;
} PortRefusal;

#if (__STDC_HOSTED__ == 1)
/** 1: a thread may have a note; 0: no call was refused yet. */
extern PORT_INSIDE PortAtomic32 g_port_refusals;

/** Says whether the calling thread has a note, which stays. */
bool port_refusal_is_own(void);

/** Says whether the note of the calling thread is of a lack of memory; so it is where there is
 * none. */
bool port_refusal_is_lack(void);

/** Drops the note of the calling thread. */
void port_refusal_forget(void);

/** Leaves the note of the calling thread for the next thread that asks and has none: what asks for
 * notes has not begun, or has asked. */
void port_refusal_pass_on(void);

/** Takes the note of the calling thread: the last call that was refused to it. False: it has none.
 */
bool port_refusal_take(PortRefusal *refusal);

/** What is to be done about an error of the system, in words; "": the number does not say. */
const char *port_refusal_hint(uint64_t error);
#else
static inline bool port_refusal_is_own(void)
{
    return false;
}

static inline bool port_refusal_is_lack(void)
{
    return true;
}

static inline void port_refusal_forget(void)
{
}

static inline void port_refusal_pass_on(void)
{
}

static inline bool port_refusal_take(PortRefusal *refusal)
{
    refusal->error = 0U;
    return false;
}

static inline const char *port_refusal_hint(uint64_t error)
{
    (void)error;
    return "";
}
#endif

#endif /* RINGFENCE_PORT_REFUSAL_H */
