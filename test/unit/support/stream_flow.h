/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_flow.h
 * Streams of any shape, set up step by step, and what goes through them in one line each.
 *
 * A shape is a text: F is a consumer with a FIFO, B one with a mailbox, L2 a limiter of 2 packets
 * before what follows, 3(...) a multicast block with three outputs. "2(F L1 2(BF))" has three
 * consumers, 0 to 2, from left to right.
 *
 * Functions that do something assert that it was done.
 */
#ifndef RINGFENCE_TEST_STREAM_FLOW_H
#define RINGFENCE_TEST_STREAM_FLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "nvscistream.h"
#include "sync_fixture.h"

#define FLOW_BLOCKS    56U
#define FLOW_CONSUMERS 16U
/** The producer is the first one, consumer i is FLOW_CONSUMER(i). */
#define FLOW_ENDS        (FLOW_CONSUMERS + 1U)
#define FLOW_CONSUMER(i) ((i) + 1U)
#define FLOW_PACKETS     12U
#define FLOW_ELEMENTS    4U
/** No block. */
#define FLOW_NONE FLOW_BLOCKS

/** What a block of a stream is. */
typedef enum {
    FLOW_POOL = 0,
    FLOW_PRODUCER = 1,
    FLOW_FIFO = 2,
    FLOW_MAILBOX = 3,
    FLOW_END = 4,
    FLOW_LIMITER = 5,
    FLOW_MULTICAST = 6
} FlowKind;

/** A block of a stream. */
typedef struct {
    FlowKind kind;
    NvSciStreamBlock block;
    /** It was made, and not deleted. */
    bool is_there;
    /** Block upstream, and the one that it is bound to. */
    uint32_t up;
    uint32_t partner;
    /** Packets of a limiter, outputs of a multicast block, number of a consumer. */
    uint32_t number;
} FlowBlock;

/** What a stream is to be. Elements are bits, by the consumer. */
typedef struct {
    const char *tree;
    uint32_t packets;
    uint32_t elements;
    uint32_t hidden[FLOW_CONSUMERS];
    uint32_t unused[FLOW_CONSUMERS];
} FlowShape;

/** How far a stream is set up. */
typedef enum {
    FLOW_NOTHING = 0,
    FLOW_MADE,
    FLOW_JOINED,
    FLOW_CONNECTED,
    FLOW_ELEMENTS_SENT,
    FLOW_ELEMENTS_CHOSEN,
    FLOW_ELEMENTS_TAKEN,
    FLOW_PACKETS_OFFERED,
    FLOW_PACKETS_SENT,
    FLOW_PACKETS_TAKEN,
    FLOW_PACKETS_ADMITTED,
    FLOW_WAITERS_SENT,
    FLOW_WAITERS_TAKEN,
    FLOW_SIGNALS_SENT,
    FLOW_SIGNALS_TAKEN,
    FLOW_READY
} FlowStep;

/** A stream. */
typedef struct {
    FlowShape shape;
    FlowStep step;
    NvSciBufModule buffers;
    NvSciSyncModule module;
    NvSciSyncCpuWaitContext context;
    uint32_t block_count;
    /** The pool, the producer, then the others, each before those below it. */
    FlowBlock blocks[FLOW_BLOCKS];
    uint32_t consumers;
    /** Blocks of the endpoints. */
    uint32_t ends[FLOW_ENDS];
    /** Packets at the pool and at the endpoints. */
    NvSciStreamPacket made[FLOW_PACKETS];
    NvSciStreamPacket packets[FLOW_ENDS][FLOW_PACKETS];
    /** What the endpoints signal. */
    NvSciSyncObj objects[FLOW_ENDS];
    /** Reconciled list of each element. */
    NvSciBufAttrList lists[FLOW_ELEMENTS];
} Flow;

/** Reads a shape; nothing is made. */
void flow_plan(Flow *flow, const FlowShape *shape);

/** Goes on with setup until a step is done. */
void flow_go_to(Flow *flow, FlowStep step);

/** A stream through which packets can go; without events that are due but PacketReady. */
void flow_open(Flow *flow, const FlowShape *shape);

/** Deletes a block. */
void flow_delete(Flow *flow, uint32_t block);

/** Deletes all blocks that are left, and all else. The phase must admit that. */
void flow_close(Flow *flow);

/** Gives back what a stream has beside its blocks. */
void flow_forget(Flow *flow);

/* ---------------------------------------------------------------- events */

/** The next event of a block, without waiting; 0: there is none. */
uint32_t flow_event(NvSciStreamBlock block);

/** Asserts that the next event of a block is this one. */
void flow_expect(NvSciStreamBlock block, NvSciStreamEventType event);

/** Asserts that there is none. */
void flow_expect_none(NvSciStreamBlock block);

/* ---------------------------------------------------------------- packets */

/** Block of an endpoint. */
NvSciStreamBlock flow_end(const Flow *flow, uint32_t end);

/** Cookie that an endpoint gives a packet, and the packet of a cookie. */
NvSciStreamCookie flow_cookie(uint32_t end, uint32_t packet);
uint32_t flow_packet(uint32_t end, NvSciStreamCookie cookie);

/** The producer takes a packet, and sends one. */
uint32_t flow_get(const Flow *flow);
void flow_present(const Flow *flow, uint32_t packet);

/** Both. */
uint32_t flow_send(const Flow *flow);

/** A consumer takes a packet, and gives one back. */
uint32_t flow_acquire(const Flow *flow, uint32_t consumer);
void flow_release(const Flow *flow, uint32_t consumer, uint32_t packet);

/** Asserts that a consumer has nothing to take. */
void flow_expect_empty(const Flow *flow, uint32_t consumer);

#endif /* RINGFENCE_TEST_STREAM_FLOW_H */
