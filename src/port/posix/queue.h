/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file queue.h
 * What waits in the queue of a socket.
 */
#ifndef RINGFENCE_PORT_POSIX_QUEUE_H
#define RINGFENCE_PORT_POSIX_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#include "port/channel.h"
#include "port/status.h"

/** A control message that carries descriptors: a head of the system's, then the descriptors. */
typedef struct {
    size_t head[sizeof(struct cmsghdr) / sizeof(size_t)];
    int files[PORT_PARCEL_MAX];
} PortControl;

_Static_assert((sizeof(struct cmsghdr) % sizeof(size_t)) == 0U, "a head is whole words");
_Static_assert(offsetof(PortControl, files) == CMSG_LEN(0U), "descriptors follow the head");

/**
 * Takes the oldest message of a socket, and the descriptors that came with it.
 *
 * @param[out] status  PORT_OK, and of port_link_receive() PORT_CLOSED, PORT_FAILED or
 * PORT_NO_RESOURCE
 *
 * @return 0, or the error of the system, without a status
 */
int port_queue_receive(int link, void *bytes, uint64_t size, uint64_t *length, PortParcel *parcel,
                       PortStatus *status);

/** Closes a socket that is not negative, whose other end is another's. That one notices, whoever
 * has the socket too. What it sent and nobody read is closed with it; `takes` says whether that may
 * go through this process's table. Never blocks. */
void port_queue_drop(int32_t socket, bool takes);

#endif /* RINGFENCE_PORT_POSIX_QUEUE_H */
