/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file parts.h
 * What the programs of this folder share: a pool, a producer and consumers of a stream, and what
 * each of them does when an event of its block comes. They are written as programs for NvSci are,
 * with the headers and functions of NvSci alone.
 *
 * Each buffer of a payload has the number of the payload in its first four bytes, and bytes that
 * follow from that number and from the element behind them. The CPU stands for engines: of an
 * element with fences the producer presents the packet before it writes, and signals behind; a
 * consumer releases the packet before it reads, and signals behind.
 */
#ifndef PARTS_H
#define PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nvscibuf.h"
#include "nvscierror.h"
#include "nvsciipc.h"
#include "nvscistream.h"
#include "nvscisync.h"

#define MAX_ELEMENTS  4U
#define MAX_PACKETS   8U
#define MAX_CONSUMERS 4U
/* Microseconds in which whatever is waited for comes. */
#define LONG_ENOUGH 60000000

/* The call ends well, or the program ends with a line that says why not. */
#define CALL(call) parts_call((call), NvSciError_Success, #call, __FILE__, __LINE__)
/* The call ends with this error. */
#define REFUSED(call, error) parts_call((call), (error), #call, __FILE__, __LINE__)
#define CHECK(condition)     parts_check((condition), #condition, __FILE__, __LINE__)

void parts_call(NvSciError got, NvSciError wanted, const char *call, const char *file, int line);
void parts_check(bool holds, const char *condition, const char *file, int line);

typedef struct {
    NvSciBufModule buf;
    NvSciSyncModule sync;
} Modules;

void modules_open(Modules *modules);
void modules_close(const Modules *modules);

/** An endpoint of a channel, reset, for a block to take. */
NvSciIpcEndpoint endpoint_open(const char *name);
void endpoint_close(NvSciIpcEndpoint endpoint);
/** Runs the two in processes of their own, each with an end of a pair of sockets. */
void in_two_processes(void (*parent)(int peer, uint32_t round),
                      void (*child)(int peer, uint32_t round), uint32_t round);

/** An element, as an end asks for it. */
typedef struct {
    uint32_t type;
    uint32_t size;
    /** Whether this end waits by fences, and signals some for those who do. */
    bool fences;
} Element;

NvSciBufAttrList buf_list(const Modules *modules, uint32_t size, NvSciBufAttrValAccessPerm perm);
NvSciSyncAttrList sync_list(const Modules *modules, NvSciSyncAccessPerm perm);

/** A pool: the primary one, or that of a destination across a memory boundary. */
typedef struct {
    const Modules *modules;
    NvSciStreamBlock block;
    uint32_t packetCount;
    bool secondary;
    /** An element that one consumer is not to see. */
    bool hides;
    uint32_t hiddenType;
    uint32_t hiddenFrom;
    uint32_t elementCount;
    uint32_t types[MAX_ELEMENTS];
    NvSciBufAttrList lists[MAX_ELEMENTS];
    NvSciStreamPacket packets[MAX_PACKETS];
    uint32_t answered;
    bool complete;
    bool ended;
} Pool;

typedef struct {
    NvSciStreamPacket handle;
    NvSciBufObj buffers[MAX_ELEMENTS];
    uint8_t *written[MAX_ELEMENTS];
    const uint8_t *read[MAX_ELEMENTS];
} Packet;

/** A producer or a consumer. */
typedef struct {
    const Modules *modules;
    NvSciStreamBlock block;
    bool producer;
    const Element *wanted;
    uint32_t wantedCount;
    uint32_t consumers;
    /** Elements of the packets: by the index of the pool, which of those above, or none. */
    uint32_t elementCount;
    const Element *elements[MAX_ELEMENTS];
    uint32_t packetCount;
    Packet packets[MAX_PACKETS];
    NvSciSyncObj signals[MAX_ELEMENTS];
    NvSciSyncObj others[MAX_CONSUMERS][MAX_ELEMENTS];
    NvSciSyncCpuWaitContext waits;
    /** Checksums of the fences that it sets and gets, for a program that has them. */
    uint32_t *set_sum;
    uint32_t *get_sum;
    /** Events PacketReady that were queried. */
    uint32_t ready;
    bool connected;
    bool complete;
    bool ended;
} End;

/** Takes an event of a block, if one comes in this time. */
bool event_comes(NvSciStreamBlock block, int64_t microseconds, NvSciStreamEventType *event);
/** What the two do when an event comes; an event that they do not know is an error. */
void pool_event(Pool *pool, NvSciStreamEventType event);
void end_event(End *end, NvSciStreamEventType event);
/** What a producer does in a round of setup for consumers that came late. */
void end_later_event(End *producer, NvSciStreamEventType event);
/** The same with all events that have come. */
void pool_events(Pool *pool);
void end_events(End *end);
void pool_free(Pool *pool);
void end_free(End *end);

/** Steps of setup, for programs that do them at another time. */
void end_connected(End *end);
void end_elements(End *end);
void end_packet(End *end);
void end_waiters_in(End *end);
void end_signals_out(End *end);
void end_signals_in(End *end);

/** Gets a packet, writes and presents it. */
void produce(End *producer, uint32_t number);
/** Acquires a packet, reads and releases it. Returns the number of the payload. */
uint32_t consume(End *consumer);
/** The packet of a cookie. */
Packet *end_packet_of(End *end, NvSciStreamCookie cookie);

/** A block that has no work to do in its events. */
typedef struct {
    NvSciStreamBlock block;
    bool connected;
    bool complete;
    bool ended;
} Other;

void other_events(Other *other);

#endif /* PARTS_H */
