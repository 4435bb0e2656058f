/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file child.h
 * What a forked child must not keep of its parent.
 */
#ifndef RINGFENCE_PORT_POSIX_CHILD_H
#define RINGFENCE_PORT_POSIX_CHILD_H

#include <stdint.h>

#include "port/status.h"

/**
 * Has a forked child give up the descriptors that were noted. PORT_OK or PORT_NO_MEMORY. Init only.
 */
PortStatus port_child_begin(void);

/** Holds fork() of other threads back, so that no child has a descriptor that was made and not
 * noted yet. No call between this one and port_child_let() may block. */
void port_child_hold(void);

/** Lets fork() of other threads go on after port_child_hold(). */
void port_child_let(void);

/** Notes a descriptor until ringfence_port_descriptor_close(); a negative one is none. Only between
 * port_child_hold() and port_child_let(). */
void port_child_note(int32_t descriptor);

/**
 * Gives the random number by which this process is known only to itself: a child that it forks
 * draws another one. PORT_OK or PORT_FAILED. Init only.
 */
PortStatus port_child_draw(void);

/** That number; 0: it was not drawn. */
uint64_t port_child_number(void);

#endif /* RINGFENCE_PORT_POSIX_CHILD_H */
