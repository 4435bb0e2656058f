/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file peer.h
 * Who may open an address, and who may be at the other end of a socket.
 */
#ifndef RINGFENCE_PORT_POSIX_PEER_H
#define RINGFENCE_PORT_POSIX_PEER_H

#include "port/channel.h"
#include "port/status.h"

/**
 * Says whether this process may take an address.
 *
 * @return PORT_OK; PORT_DENIED: it is no member of the group, or the system does not tell who its
 * user or the group is; PORT_NO_MEMORY or PORT_NO_RESOURCE
 */
PortStatus port_peer_may_take(const PortAddress *address);

/**
 * Says whether the process at the other end of a socket may be there.
 *
 * @return PORT_OK; PORT_DENIED: it is somebody else, or the system does not tell; PORT_NO_MEMORY or
 * PORT_NO_RESOURCE
 */
PortStatus port_peer_may(int file, const PortAddress *address);

#endif /* RINGFENCE_PORT_POSIX_PEER_H */
