/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file random.h
 * Numbers that nobody can guess.
 */
#ifndef RINGFENCE_PORT_RANDOM_H
#define RINGFENCE_PORT_RANDOM_H

#include <stdint.h>

#include "port/atomic.h"
#include "port/status.h"

/** Fills bytes with random ones that nobody can guess. PORT_OK or PORT_FAILED. Init only. */
PortStatus port_random(void *bytes, uint64_t size);

/**
 * Number that this process has and no other: drawn by the first call, and anew by the first one of
 * a child that was forked. Under the library's lock. Init only.
 *
 * Nobody can guess it where the system gives random bytes; where it refuses them, it follows from
 * the number of the process and the time. A child is known by its number, so one that is the first
 * process of a namespace, as its parent is, keeps the parent's. Where cores share memory it follows
 * from the numbers of the core and of its life, and its lowest three bits are those of the core. On
 * a machine without others it is 0.
 */
uint64_t port_secret(void);

/** What port_secret() gave first, in a child that was forked too; 0 before. */
extern PortOnce64 g_port_first_secret;

#endif /* RINGFENCE_PORT_RANDOM_H */
