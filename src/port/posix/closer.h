/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file closer.h
 * Closing what others made: it may take as long as they like.
 */
#ifndef RINGFENCE_PORT_POSIX_CLOSER_H
#define RINGFENCE_PORT_POSIX_CLOSER_H

#include <stdbool.h>
#include <stdint.h>

#include "port/channel.h"
#include "port/status.h"
#include "ringfence_cfg.h"

/** Descriptors that wait to be closed while no connection is taken, or more: all parcels that one
 * channel may have left, and a backlog. */
#define CLOSER_MAX ((RINGFENCE_CFG_PARCELS * PORT_PARCEL_MAX) + PORT_BACKLOG_MAX)

/**
 * Has a thread for closing until port_closer_end(); there is one for all who call.
 *
 * @return PORT_OK, PORT_NO_RESOURCE: there are too many threads; PORT_NO_MEMORY or PORT_FAILED.
 * Init only.
 */
PortStatus port_closer_begin(void);

/** Undoes one port_closer_begin(). The last one ends the thread, unless that has something to
 * close: then it stays. */
void port_closer_end(void);

/** Says whether so many descriptors wait that no connection is to be taken: each may bring more. */
bool port_closer_is_full(void);

/** Has the thread close a descriptor that is not negative. */
void port_closer_give(int32_t descriptor);

/** Wakes the thread; without one, closes here what was given up. Not between port_child_hold() and
 * port_child_let(). */
void port_closer_wake(void);

#endif /* RINGFENCE_PORT_POSIX_CLOSER_H */
