/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file handler.h
 * Whether an interrupt handler calls.
 */
#ifndef RINGFENCE_PORT_HANDLER_H
#define RINGFENCE_PORT_HANDLER_H

#include <stdbool.h>

#include "port/lock.h"

/** Says whether the caller is an interrupt handler, which may not wait for a lock. */
#if (__STDC_HOSTED__ != 1)
static inline bool port_in_handler(void)
{
    return !port_may_block();
}
#else
static inline bool port_in_handler(void)
{
    return false;
}
#endif

#endif /* RINGFENCE_PORT_HANDLER_H */
