/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_fixture.h
 * What the tests of src/stream share: a stream of one process that is built up to a chosen step.
 *
 * Functions that make something assert that it was made. The producer is endpoint 0, consumer n is
 * endpoint n + 1.
 */
#ifndef RINGFENCE_TEST_STREAM_FIXTURE_H
#define RINGFENCE_TEST_STREAM_FIXTURE_H

#include "nvscibuf.h"
#include "nvscistream.h"
#include "port/task.h"
#include "sync_fixture.h"

/** Bytes of a buffer. */
#define FLOW_BYTES 64U

#define FLOW_CONSUMERS_MAX RINGFENCE_CFG_STREAM_CONSUMERS
#define FLOW_ENDS_MAX      (FLOW_CONSUMERS_MAX + 1U)
#define FLOW_PACKETS_MAX   8U
#define FLOW_ELEMENTS_MAX  RINGFENCE_CFG_STREAM_ELEMENTS

/** Whether there are present-sync and return-sync blocks: they have threads of the library. */
#define FLOW_CAN_WAIT (PORT_HAS_TASKS == 1U)

/** A test with the setup and the teardown that all tests of src/stream have. */
#define stream_test(function) cmocka_unit_test_setup_teardown(function, case_begin, case_end)

/** Asserts the next event of a block, without waiting. */
#define assert_event(block, expected)                                                              \
    assert_string_equal(event_name(event_of(block)), event_name(expected))

/** Asserts that a block has no event. */
#define assert_no_event(block) assert_string_equal(event_name(event_of(block)), "none")

/** Shape of a stream. 0 is the default. */
typedef struct {
    /** Consumers, behind a multicast block if there are several; 0: one. */
    uint32_t consumers;
    /** Puts a multicast block before a single consumer too. */
    bool multicast;
    /** Outputs of the multicast block that stay free for late consumers. */
    uint32_t spare;
    /** Consumers from the first that have a mailbox; the others have a FIFO. */
    uint32_t mailboxes;
    /** Packets below a limiter before each consumer; 0: there is none. */
    uint32_t limit;
    /** Puts a present-sync and a return-sync block before each consumer, below the limiter. */
    bool waits;
    /** Packets of the pool; 0: two. */
    uint32_t packets;
    /** Packets that the pool has room for; 0: for those. */
    uint32_t room;
    /** Elements; 0: one. */
    uint32_t elements;
    /** Nobody waits, nobody signals. */
    bool without_sync;
    /** Producer and consumers validate checksums. */
    bool crc_producer;
    bool crc_consumers;
} FlowPlan;

/** Steps of a stream, each behind the one before. */
typedef enum {
    /** Blocks are made. */
    FLOW_MADE,
    /** They are connected. */
    FLOW_LINKED,
    /** Connected was queried on all. */
    FLOW_CONNECTED,
    /** Endpoints: elements are set; marked ElementExport. */
    FLOW_ENDS_LISTED,
    FLOW_ENDS_EXPORTED,
    /** Pool: Elements was queried; marked ElementImport; elements are set; marked ElementExport. */
    FLOW_POOL_ELEMENTS,
    FLOW_POOL_IMPORTED,
    FLOW_POOL_LISTED,
    FLOW_POOL_EXPORTED,
    /** Endpoints: Elements was queried; marked ElementImport. */
    FLOW_ENDS_ELEMENTS,
    FLOW_ENDS_IMPORTED,
    /** Pool: packets are made; they have buffers; they are complete; marked PacketExport. */
    FLOW_PACKETS_MADE,
    FLOW_PACKETS_FILLED,
    FLOW_PACKETS_COMPLETE,
    FLOW_PACKETS_EXPORTED,
    /** Endpoints: PacketCreate and PacketsComplete were queried; handles are taken; statuses are
     * set; marked PacketImport. */
    FLOW_PACKETS_TOLD,
    FLOW_PACKETS_TAKEN,
    FLOW_STATUSES_SET,
    FLOW_ENDS_PACKETS,
    /** Pool: PacketStatus was queried; marked PacketImport. */
    FLOW_STATUSES_TOLD,
    FLOW_POOL_PACKETS,
    /** Endpoints: what waiters need is set; marked WaiterAttrExport; WaiterAttr was queried; marked
     * WaiterAttrImport. */
    FLOW_WAITERS_SET,
    FLOW_WAITERS_EXPORTED,
    FLOW_WAITERS_TOLD,
    FLOW_WAITERS_IMPORTED,
    /** Endpoints: sync objects are set; marked SignalObjExport; SignalObj was queried; marked
     * SignalObjImport. */
    FLOW_SIGNALS_SET,
    FLOW_SIGNALS_EXPORTED,
    FLOW_SIGNALS_TOLD,
    FLOW_SIGNALS_IMPORTED,
    /** Consumers with checksums: marked CrcExport. Producer with them: Validate was queried; marked
     * CrcImport. */
    FLOW_CRC_EXPORTED,
    FLOW_CRC_TOLD,
    FLOW_CRC_IMPORTED,
    /** SetupComplete was queried on all. */
    FLOW_COMPLETE,
    FLOW_STEPS
} FlowStep;

/** A stream. A block that a test deleted is 0. */
typedef struct {
    FlowPlan plan;
    FlowStep step;
    NvSciBufModule bufs;
    NvSciSyncModule syncs;
    NvSciSyncCpuWaitContext context;
    NvSciStreamBlock pool;
    NvSciStreamBlock producer;
    NvSciStreamBlock multicast;
    NvSciStreamBlock limiters[FLOW_CONSUMERS_MAX];
    NvSciStreamBlock present_syncs[FLOW_CONSUMERS_MAX];
    NvSciStreamBlock return_syncs[FLOW_CONSUMERS_MAX];
    NvSciStreamBlock queues[FLOW_CONSUMERS_MAX];
    NvSciStreamBlock consumers[FLOW_CONSUMERS_MAX];
    /** Elements that an endpoint is told of: all, unless a test hides some. */
    uint32_t visible[FLOW_ENDS_MAX];
    /** List of each element that the buffers are made of. */
    NvSciBufAttrList layout[FLOW_ELEMENTS_MAX];
    /** Handles at the pool, and at each endpoint. */
    NvSciStreamPacket made[FLOW_PACKETS_MAX];
    NvSciStreamPacket taken[FLOW_ENDS_MAX][FLOW_PACKETS_MAX];
    /** Sync object that an endpoint signals with an element. */
    NvSciSyncObj signals[FLOW_ENDS_MAX][FLOW_ELEMENTS_MAX];
} Flow;

/* ---------------------------------------------------------------- streams */

/** Makes the blocks of a stream: FLOW_MADE. */
void flow_begin(Flow *flow, const FlowPlan *plan);

/** Goes on to a step. Not back. */
void flow_go(Flow *flow, FlowStep step);

/** Does what leads to a step, from whatever step. For tests that take them in another order. */
void flow_do(Flow *flow, FlowStep step);

/** Makes a stream that is at a step. */
void flow_make(Flow *flow, const FlowPlan *plan, FlowStep step);

/** Deletes the blocks of a stream that a test left, gives back all that it has, and goes to INIT.
 */
void flow_end(Flow *flow);

/** Deletes a block, and notes that it is gone. */
void flow_delete(NvSciStreamBlock *block);

/** Number of endpoints. */
uint32_t flow_ends(const Flow *flow);

/** Block of an endpoint. */
NvSciStreamBlock flow_endpoint(const Flow *flow, uint32_t number);

/** Blocks of a stream that are there: producer, pool, multicast, then those of each consumer. Gives
 * how many. */
uint32_t flow_blocks(const Flow *flow, NvSciStreamBlock *blocks);

/** Room that flow_blocks() needs. */
#define FLOW_BLOCKS_MAX (3U + (5U * FLOW_CONSUMERS_MAX))

/** Asserts that a call gives an error with one fault, which says this of the stream. */
#define assert_refused_for(call, error, text)                                                      \
    do {                                                                                           \
        const uint32_t before_ = fault_count();                                                    \
        assert_status((call), (error));                                                            \
        assert_int_equal(fault_count(), before_ + 1U);                                             \
        flow_assert_cause(text);                                                                   \
    } while (0)

/** Asserts that the last fault is a call that a stream did not take, and what it says. */
void flow_assert_cause(const char *text);

/* ---------------------------------------------------------------- parts of a stream */

/** Type of an element; cookie of a packet at the pool, and at an endpoint. */
uint32_t flow_type(uint32_t element);
NvSciStreamCookie flow_pool_cookie(uint32_t packet);
NvSciStreamCookie flow_cookie(uint32_t end, uint32_t packet);

/** Packet that a cookie of an endpoint stands for. */
uint32_t flow_packet_of(NvSciStreamCookie cookie);

/** List of a raw buffer that the CPU reads and writes. */
NvSciBufAttrList flow_buf_list(const Flow *flow);

/** The same, reconciled: buffers can be made of it. */
NvSciBufAttrList flow_reconciled(const Flow *flow);

/** List of a waiter, or of a signaller, on the CPU. */
NvSciSyncAttrList flow_wait_list(const Flow *flow);
NvSciSyncAttrList flow_signal_list(const Flow *flow);

/** Marks a group; asserts success. */
void flow_mark(NvSciStreamBlock block, NvSciStreamSetup setup);

/* ---------------------------------------------------------------- streaming */

/** The producer takes a packet that PacketReady told of; gives its number. */
uint32_t flow_get(const Flow *flow);

/** The producer presents a packet. */
void flow_present(const Flow *flow, uint32_t packet);

/** A consumer acquires a packet that PacketReady told of; gives its number. */
uint32_t flow_acquire(const Flow *flow, uint32_t consumer);

/** A consumer releases a packet. */
void flow_release(const Flow *flow, uint32_t consumer, uint32_t packet);

/* ---------------------------------------------------------------- events */

/** No event: not a value of the API. */
#define EVENT_NONE ((NvSciStreamEventType)0)

/** Next event of a block, without waiting; EVENT_NONE: there is none. */
NvSciStreamEventType event_of(NvSciStreamBlock block);

/** Name of an event for messages. */
const char *event_name(NvSciStreamEventType event);

#endif /* RINGFENCE_TEST_STREAM_FIXTURE_H */
