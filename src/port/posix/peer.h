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
 * Says whether this process may take an address, and keeps what port_peer_may() needs to know of
 * the users and groups of the system. Init only.
 *
 * @return PORT_OK; PORT_DENIED: it is no member of the group, or the system does not tell who its
 * user or the group is; PORT_NO_MEMORY or PORT_NO_RESOURCE
 */
PortStatus port_peer_may_take(const PortAddress *address);

/**
 * Says whether the process at the other end of a socket may be there. Opens no file and takes no
 * memory.
 *
 * @return PORT_OK; PORT_DENIED: it is somebody else; PORT_FAILED: the system does not tell
 */
PortStatus port_peer_may(int file, const PortAddress *address);

/** Gives the process that made the other end of a socket. */
PortPeer port_peer_of(int file);

#endif /* RINGFENCE_PORT_POSIX_PEER_H */
