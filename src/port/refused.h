/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file refused.h
 * Whether the system refused a call: what each function drops when it begins, and asks at its end.
 */
#ifndef RINGFENCE_PORT_REFUSED_H
#define RINGFENCE_PORT_REFUSED_H

#include <stdbool.h>

#include "port/atomic.h"
#include "port/refusal.h"

/** Says whether the calling thread may have a note. No system call. */
static inline bool port_refusal_is_noted(void)
{
#if (__STDC_HOSTED__ == 1)
    return port_load32_relaxed(&g_port_refusals) != 0U;
#else
    return false;
#endif
}

/** Drops the note of the calling thread: what begins now did not make that call. */
static inline void port_refusal_drop(void)
{
    if (port_refusal_is_noted()) {
        port_refusal_forget();
    }
}

#endif /* RINGFENCE_PORT_REFUSED_H */
