/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file tick.h
 * A clock that goes in ticks.
 */
#ifndef RINGFENCE_PORT_POSIX_TICK_H
#define RINGFENCE_PORT_POSIX_TICK_H

#include <stdint.h>

/**
 * Nanoseconds of a clock that never goes back and that moves with the system's tick, every 1 to 10
 * ms. A few nanoseconds, no system call.
 */
uint64_t port_tick_ns(void);

#endif /* RINGFENCE_PORT_POSIX_TICK_H */
