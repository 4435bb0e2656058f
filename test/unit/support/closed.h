/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file closed.h
 * Descriptors of others are closed by a thread of the library: who counts descriptors waits for it.
 */
#ifndef RINGFENCE_TEST_CLOSED_H
#define RINGFENCE_TEST_CLOSED_H

#include <sched.h>

#include "port/posix/child.h"

/** Waits until the thread has closed what it was given. */
static inline void await_closer(void)
{
    while (port_child_given() != 0U) {
        (void)sched_yield();
    }
}

#endif /* RINGFENCE_TEST_CLOSED_H */
