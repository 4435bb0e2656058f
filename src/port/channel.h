/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file channel.h
 * Channels: the table of endpoints, addresses, links, and what travels over them.
 */
#ifndef RINGFENCE_PORT_CHANNEL_H
#define RINGFENCE_PORT_CHANNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "port/status.h"

/** Files that may hold the endpoint table. */
typedef enum {
    /** The one that the environment variable RINGFENCE_NVSCIIPC_CFG names. */
    PORT_TABLE_OF_ENVIRONMENT = 0,
    /** /etc/nvsciipc.cfg */
    PORT_TABLE_OF_SYSTEM = 1
} PortTable;

/**
 * Reads an endpoint table.
 *
 * @return PORT_OK; PORT_NOT_YET: the variable is not set, or the system has no such file;
 * PORT_NO_MEMORY: the file is longer than `capacity`; PORT_FAILED: it cannot be read
 */
PortStatus port_table_read(PortTable table, char *text, uint64_t capacity, uint64_t *length);

/** Characters of the name of a space at most. */
#define PORT_SPACE_MAX 16U

/**
 * Reads the environment variable RINGFENCE_NVSCIIPC_SPACE, which names the space of endpoints that
 * the process uses.
 *
 * @param[out] space  its characters, with a zero behind, in PORT_SPACE_MAX + 1 bytes
 *
 * @return PORT_OK; PORT_NOT_YET: the variable is not set; PORT_FAILED: it has no character, more
 * than PORT_SPACE_MAX, a '/', or one that is not printed. Nothing is written then.
 */
PortStatus port_space_read(char *space);

/** Who can reach an address. */
typedef enum {
    /** Processes of this process's effective user. */
    PORT_SCOPE_USER = 0,
    /** Processes of this user and of members of a group. */
    PORT_SCOPE_GROUP = 1,
    /** This process only. */
    PORT_SCOPE_PROCESS = 2
} PortScope;

/** Where an endpoint can be reached. */
typedef struct {
    /** Name of at most 63 characters. */
    const char *name;
    PortScope scope;
    /** The group of PORT_SCOPE_GROUP. */
    uint32_t gid;
    /** Space of the endpoint, of at most PORT_SPACE_MAX characters without '/'; "": of none.
     * PORT_SCOPE_PROCESS has none. */
    const char *space;
} PortAddress;

/** Connections that an endpoint can begin, and notifications that it can give, without asking the
 * system for anything: as many are kept ready at most. */
#define PORT_CALLS_KEPT 8U

/** What the system has of an open endpoint. Nothing of it outlives the process. */
typedef struct {
    /** Readable while something waits for port_endpoint_look(). */
    int32_t waiter;
    /** Event that the endpoint itself sets. */
    int32_t event;
    /** Listens under the endpoint's name. */
    int32_t name;
    /** Link to the peer; -1: none. */
    int32_t link;
    /** What the next calls are made with: the first `kept` of them are there. */
    int32_t calls[PORT_CALLS_KEPT];
    uint32_t kept;
    /** When port_link_is_over() looked last, in nanoseconds of a clock that goes in ticks. */
    uint64_t looked_ns;
    /** Numbers of the network namespace in which its address is, and of the user that took it; 0:
     * the system has none, or does not tell. */
    uint64_t network;
    uint32_t user;
} PortEndpoint;

/** Bits of port_endpoint_look(). */
#define PORT_READY_EVENT   1U
#define PORT_READY_LINK    2U
#define PORT_READY_CONNECT 4U

/**
 * Takes an endpoint's address; from now on peers can connect to it.
 *
 * @return PORT_OK; PORT_BUSY: somebody has it; PORT_DENIED: this process is no member of its group;
 * PORT_NO_MEMORY, PORT_NO_RESOURCE or PORT_FAILED. Init only.
 */
PortStatus port_endpoint_open(const PortAddress *own, PortEndpoint *endpoint);

/**
 * Gives the number of the process that opened an address, as this process sees it; 0: nobody has
 * the address, or it cannot be told. Who has it need not answer, and is not called: it may become
 * ready, without cause. Init only.
 */
uint32_t port_endpoint_holder(const PortAddress *own);

/**
 * Tells an address, if somebody has it, that its other end could not be opened for want of memory.
 * Where processes are told of nothing, it does nothing. Init only.
 */
void port_endpoint_decline(const PortAddress *peer);

/**
 * Has PORT_CALLS_KEPT calls ready again.
 *
 * @return PORT_OK; PORT_NO_RESOURCE, PORT_NO_MEMORY or PORT_FAILED: fewer are. Init only.
 */
PortStatus port_endpoint_stock(PortEndpoint *endpoint);

/** Gives back what port_endpoint_open(), port_endpoint_stock() and the links took. */
void port_endpoint_close(PortEndpoint *endpoint);

/** Descriptor of the system that is readable while the endpoint is ready; -1: the system has none
 * that a program can use. */
int32_t port_endpoint_descriptor(const PortEndpoint *endpoint);

/** Sets whether connection attempts make the endpoint ready. At first they do not. */
void port_endpoint_listen(const PortEndpoint *endpoint, bool listens);

/** Makes the endpoint ready until port_endpoint_clear(). */
void port_endpoint_set(const PortEndpoint *endpoint);

/** Makes the endpoint no longer ready because of port_endpoint_set(). */
void port_endpoint_clear(const PortEndpoint *endpoint);

/** Gives what is ready now, as bits. */
uint32_t port_endpoint_look(const PortEndpoint *endpoint);

/**
 * Ends all connection attempts that wait, within reason.
 *
 * @param[out] declined  one of them was of port_endpoint_decline(), by who may be the peer of `own`
 *
 * @return whether one of them may have called; false: none waited, or only such of
 * port_endpoint_holder() or port_endpoint_decline(), and fewer than there may be
 */
bool port_endpoint_drop_backlog(const PortEndpoint *endpoint, const PortAddress *own,
                                bool *declined);

/** Connection attempts that an address can hold until they are accepted: one more gives
 * PORT_NOT_YET. */
#define PORT_BACKLOG_MAX 16U

/**
 * Notifies an address: connects to it, and closes the link at once. Takes one of the calls that are
 * kept if somebody listens there.
 *
 * @return PORT_OK: who listens there becomes ready, as soon as it listens for connection attempts;
 * nobody may listen there; PORT_NO_RESOURCE, PORT_NO_MEMORY or PORT_FAILED: the attempt could not
 * be made, as no call is kept or the system refused
 */
PortStatus port_link_notify(PortEndpoint *endpoint, const PortAddress *peer);

/**
 * Connects to an address; on success the endpoint has a link. Takes one of the calls that are kept
 * if somebody listens there.
 *
 * @return PORT_OK; PORT_NOT_YET: nobody listens there, or it has as many attempts as it can hold;
 * PORT_DENIED: another user does; PORT_NO_RESOURCE, PORT_NO_MEMORY or PORT_FAILED
 */
PortStatus port_link_connect(PortEndpoint *endpoint, const PortAddress *peer);

/**
 * Accepts the oldest connection attempt; on success the endpoint has a link.
 *
 * @return PORT_OK; PORT_NOT_YET: there is none; PORT_DENIED: another user made it, and was closed;
 * PORT_BUSY: it was of port_endpoint_holder(); PORT_DECLINED: the other end could not be opened for
 * want of memory; PORT_CLOSED: the peer closed it; PORT_NO_RESOURCE,
 * PORT_NO_MEMORY or PORT_FAILED: there is an attempt, which waits or was closed
 */
PortStatus port_link_accept(PortEndpoint *endpoint, const PortAddress *own);

/** Who is at the other end of a link. */
typedef struct {
    uint32_t user;
    /** Number of the process, as this process sees it; 0: it cannot be told. */
    uint32_t process;
} PortPeer;

/** Gives the process that made the other end of the link, which must be there. */
PortPeer port_link_peer(const PortEndpoint *endpoint);

/** Says whether a process has ended and was waited for; one that cannot be told has not. */
bool port_peer_is_gone(const PortPeer *peer);

/**
 * Says whether the peer has ended the link, which must be there. Where looking takes a system call,
 * at most one is made in each tick of the system's clock, of 10 ms at most: in between the answer
 * is no. Messages that came before the end can still be received. Never blocks.
 */
bool port_link_is_over(PortEndpoint *endpoint);

/** Ends the link, if there is one; the peer notices. */
void port_link_drop(PortEndpoint *endpoint);

/**
 * Opens a descriptor of the process at the other end of the link, which must be there. It becomes
 * readable when that process has ended and has given back all that it had: what its engines had
 * still to do was stopped.
 *
 * @return PORT_OK; PORT_CLOSED: there is nothing to wait for, as it is this process, or gone, or
 * ends as a whole when the link does; PORT_NO_RESOURCE or PORT_NO_MEMORY; PORT_FAILED: the system
 * does not tell
 */
PortStatus port_link_process(const PortEndpoint *endpoint, int32_t *process);

/** Says whether a process of port_link_process() is gone. One system call, never blocks. */
bool port_process_is_over(int32_t process);

/** Makes the endpoint ready when a process of port_link_process() is gone, until its descriptor is
 * closed. */
void port_endpoint_expect(const PortEndpoint *endpoint, int32_t process);

/** Most descriptors of a message. */
#define PORT_PARCEL_MAX 4U

/** A parcel: a bundle of descriptors that travels with a message. */
typedef struct {
    uint32_t count;
    int32_t descriptors[PORT_PARCEL_MAX];
} PortParcel;

/**
 * Sends one message, and the descriptors of a parcel with it; the parcel may be NULL. The sender
 * keeps its descriptors. Never blocks.
 *
 * @return PORT_OK; PORT_NOT_YET: the peer has not read what was sent before; PORT_CLOSED;
 * PORT_NO_RESOURCE: too many descriptors are under way
 */
PortStatus port_link_send(const PortEndpoint *endpoint, const void *bytes, uint64_t size,
                          const PortParcel *parcel);

/**
 * Receives one message. The descriptors that came with it belong to the caller. Never blocks.
 *
 * @return PORT_OK; PORT_NOT_YET: nothing is there; PORT_CLOSED: the peer is gone and all it sent
 * was read; PORT_FAILED: the message is longer than `size`, or carries more than a parcel holds;
 * PORT_NO_RESOURCE or PORT_NO_MEMORY: this process has no room for it, or PORT_FAILED with a note
 * of a refused call: it waits.
 */
PortStatus port_link_receive(const PortEndpoint *endpoint, void *bytes, uint64_t size,
                             uint64_t *length, PortParcel *parcel);

/** Closes the descriptors of a parcel, and empties it. */
void port_parcel_close(PortParcel *parcel);

#endif /* RINGFENCE_PORT_CHANNEL_H */
