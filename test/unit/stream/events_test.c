/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file events_test.c
 * Which events a block has after each step of setup, in which order, and waiting for them.
 */
#define _GNU_SOURCE

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#include "stream/block.h"
#include "stream_calls.h"

/** Microseconds of a wait that nothing ends, and of one that is to be ended. */
#define SHORT_US 20000
#define LONG_US  50000000

/* ---------------------------------------------------------------- after each step */

/** Sets of blocks. */
#define NOBODY    0U
#define PRODUCER  1U
#define CONSUMERS 2U
#define POOL      4U
#define OTHERS    8U
#define ENDS      (PRODUCER | CONSUMERS)
#define ALL       (ENDS | POOL | OTHERS)

/** Who has events after a step that the next steps take, in a stream with checksums. */
static const uint32_t g_waiting[FLOW_STEPS] = {
    [FLOW_LINKED] = ALL,
    [FLOW_ENDS_EXPORTED] = POOL,
    [FLOW_POOL_EXPORTED] = ENDS,
    [FLOW_PACKETS_COMPLETE] = ENDS,
    [FLOW_PACKETS_EXPORTED] = ENDS,
    [FLOW_STATUSES_SET] = POOL,
    [FLOW_ENDS_PACKETS] = POOL,
    [FLOW_WAITERS_EXPORTED] = ENDS,
    [FLOW_SIGNALS_EXPORTED] = ENDS,
    [FLOW_CRC_EXPORTED] = PRODUCER,
    [FLOW_CRC_IMPORTED] = ALL,
    [FLOW_COMPLETE] = PRODUCER,
};

static uint32_t set_of(const Flow *flow, NvSciStreamBlock block)
{
    uint32_t set = OTHERS;

    if (block == flow->producer) {
        set = PRODUCER;
    } else if (block == flow->pool) {
        set = POOL;
    } else {
        for (uint32_t i = 0U; i < flow->plan.consumers; i++) {
            set = (block == flow->consumers[i]) ? CONSUMERS : set;
        }
    }
    return set;
}

/** Blocks of some sets have no event. */
static void assert_quiet(const Flow *flow, uint32_t sets)
{
    NvSciStreamBlock blocks[FLOW_BLOCKS_MAX];
    const uint32_t count = flow_blocks(flow, blocks);

    for (uint32_t i = 0U; i < count; i++) {
        if ((set_of(flow, blocks[i]) & sets) != 0U) {
            const NvSciStreamEventType event = event_of(blocks[i]);

            if (event != EVENT_NONE) {
                fail_msg("%s at a block of set %u at step %u", event_name(event),
                         (unsigned)set_of(flow, blocks[i]), (unsigned)flow->step);
            }
        }
    }
}

/**
 * Each step of setup makes the events due that the next ones take, at the blocks that have them,
 * and no others; each one comes once.
 * @verifies RF-STREAM-013
 * @verifies RF-STREAM-050
 */
static void each_step_has_its_events(void **state)
{
    const FlowPlan plan = {.consumers = 2U,
                           .mailboxes = 1U,
                           .limit = 2U,
                           .waits = FLOW_CAN_WAIT,
                           .crc_producer = true,
                           .crc_consumers = true};
    Flow flow;

    (void)state;
    flow_begin(&flow, &plan);
    for (uint32_t step = (uint32_t)FLOW_MADE; step < (uint32_t)FLOW_STEPS; step++) {
        flow_go(&flow, (FlowStep)step);
        assert_quiet(&flow, ALL & ~g_waiting[step]);
    }
    assert_event(flow.producer, NvSciStreamEventType_PacketReady);
    assert_event(flow.producer, NvSciStreamEventType_PacketReady);
    assert_quiet(&flow, ALL);
    flow_end(&flow);
}

/* ---------------------------------------------------------------- all of the other side */

/** Marks a group at one endpoint after the other; `told` has the event when all but endpoint `left`
 * are done and not before. */
static void mark_one_by_one(const Flow *flow, NvSciStreamSetup setup, uint32_t left,
                            NvSciStreamBlock told, NvSciStreamEventType event)
{
    for (uint32_t i = 0U; i < flow_ends(flow); i++) {
        if (i != left) {
            assert_no_event(told);
            flow_mark(flow_endpoint(flow, i), setup);
        }
    }
    assert_event(told, event);
    assert_no_event(told);
}

/**
 * The pool has Elements when each endpoint has marked them, whichever is the last.
 * @verifies RF-STREAM-013
 */
static void the_pool_waits_for_all_endpoints(void **state)
{
    (void)state;
    for (uint32_t last = 0U; last < 4U; last++) {
        Flow flow;

        flow_make(&flow, &(FlowPlan){.consumers = 3U}, FLOW_ENDS_LISTED);
        for (uint32_t i = 1U; i < 4U; i++) {
            flow_mark(flow_endpoint(&flow, (last + i) % 4U), NvSciStreamSetup_ElementExport);
            assert_no_event(flow.pool);
        }
        flow_mark(flow_endpoint(&flow, last), NvSciStreamSetup_ElementExport);
        assert_event(flow.pool, NvSciStreamEventType_Elements);
        flow_end(&flow);
    }
}

/**
 * The pool has PacketStatus when each endpoint has answered for that packet, whichever is the last.
 * @verifies RF-STREAM-013
 * @verifies RF-STREAM-034
 */
static void the_pool_waits_for_all_answers(void **state)
{
    (void)state;
    for (uint32_t last = 0U; last < 4U; last++) {
        Flow flow;

        flow_make(&flow, &(FlowPlan){.consumers = 3U}, FLOW_PACKETS_TAKEN);
        for (uint32_t i = 1U; i <= 4U; i++) {
            const uint32_t end = (last + i) % 4U;

            assert_no_event(flow.pool);
            assert_status(NvSciStreamBlockPacketStatusSet(flow_endpoint(&flow, end),
                                                          flow.taken[end][1], 5U,
                                                          NvSciError_Success),
                          NvSciError_Success);
        }
        assert_event(flow.pool, NvSciStreamEventType_PacketStatus);
        assert_no_event(flow.pool);
        flow_end(&flow);
    }
}

/**
 * The producer has WaiterAttr and SignalObj when each consumer has marked them, a consumer when the
 * producer has; nobody waits for the own side.
 * @verifies RF-STREAM-013
 */
static void endpoints_wait_for_the_other_side(void **state)
{
    const FlowPlan plan = {.consumers = 3U, .without_sync = true};
    Flow flow;

    (void)state;
    flow_make(&flow, &plan, FLOW_ENDS_IMPORTED);
    mark_one_by_one(&flow, NvSciStreamSetup_WaiterAttrExport, 0U, flow.producer,
                    NvSciStreamEventType_WaiterAttr);
    assert_quiet(&flow, CONSUMERS);
    flow_mark(flow.producer, NvSciStreamSetup_WaiterAttrExport);
    for (uint32_t i = 0U; i < 3U; i++) {
        assert_event(flow.consumers[i], NvSciStreamEventType_WaiterAttr);
    }
    flow_do(&flow, FLOW_WAITERS_IMPORTED);
    mark_one_by_one(&flow, NvSciStreamSetup_SignalObjExport, 0U, flow.producer,
                    NvSciStreamEventType_SignalObj);
    assert_quiet(&flow, CONSUMERS);
    flow_mark(flow.producer, NvSciStreamSetup_SignalObjExport);
    for (uint32_t i = 0U; i < 3U; i++) {
        assert_event(flow.consumers[i], NvSciStreamEventType_SignalObj);
    }
    flow_end(&flow);
    /* The producer is the first. */
    flow_make(&flow, &plan, FLOW_ENDS_IMPORTED);
    flow_mark(flow.producer, NvSciStreamSetup_WaiterAttrExport);
    assert_quiet(&flow, PRODUCER);
    for (uint32_t i = 0U; i < 3U; i++) {
        assert_event(flow.consumers[i], NvSciStreamEventType_WaiterAttr);
    }
    flow_end(&flow);
}

/* ---------------------------------------------------------------- complete setup */

/** A step that is left out until all others are done, and the events that wait for it. */
typedef struct {
    FlowStep step;
    NvSciStreamSetup setup;
    bool is_pool;
} LastMark;

/** Does what leads to some steps, one after the other. */
static void do_steps(Flow *flow, FlowStep first, FlowStep last)
{
    for (uint32_t step = (uint32_t)first; step <= (uint32_t)last; step++) {
        flow_do(flow, (FlowStep)step);
    }
}

/**
 * SetupComplete comes to all blocks with the last mark that streaming needs, whichever that is, and
 * the packets are in the pool then.
 * @verifies RF-STREAM-014
 */
static void setup_is_complete_with_the_last_mark(void **state)
{
    static const LastMark marks[] = {
        {FLOW_ENDS_PACKETS, NvSciStreamSetup_PacketImport, false},
        {FLOW_POOL_PACKETS, NvSciStreamSetup_PacketImport, true},
        {FLOW_SIGNALS_IMPORTED, NvSciStreamSetup_SignalObjImport, false},
    };

    (void)state;
    for (size_t m = 0U; m < COUNT_OF(marks); m++) {
        const uint32_t lasts = marks[m].is_pool ? 1U : 3U;

        for (uint32_t last = 0U; last < lasts; last++) {
            Flow flow;

            flow_make(&flow, &(FlowPlan){.consumers = 2U}, FLOW_ENDS_IMPORTED);
            for (uint32_t step = (uint32_t)FLOW_PACKETS_MADE;
                 step <= (uint32_t)FLOW_SIGNALS_IMPORTED; step++) {
                if (step != (uint32_t)marks[m].step) {
                    flow_do(&flow, (FlowStep)step);
                }
            }
            for (uint32_t i = 1U; i <= lasts; i++) {
                const uint32_t end = (last + i) % lasts;

                assert_quiet(&flow, ALL);
                flow_mark(marks[m].is_pool ? flow.pool : flow_endpoint(&flow, end), marks[m].setup);
            }
            flow_do(&flow, FLOW_COMPLETE);
            assert_event(flow.producer, NvSciStreamEventType_PacketReady);
            assert_event(flow.producer, NvSciStreamEventType_PacketReady);
            assert_quiet(&flow, ALL);
            flow_end(&flow);
        }
    }
}

/**
 * Where producer and consumers validate checksums, or some of them, setup waits for their marks;
 * Validate comes to such a producer when all consumers have packets and sync objects, and those
 * that validate have marked it.
 * @verifies RF-STREAM-013
 * @verifies RF-STREAM-014
 */
static void setup_waits_for_checksums(void **state)
{
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.consumers = 2U, .crc_consumers = true}, FLOW_SIGNALS_IMPORTED);
    assert_quiet(&flow, ALL);
    flow_mark(flow.consumers[1], NvSciStreamSetup_CrcExport);
    assert_quiet(&flow, ALL);
    flow_mark(flow.consumers[0], NvSciStreamSetup_CrcExport);
    flow_do(&flow, FLOW_COMPLETE);
    flow_end(&flow);

    flow_make(&flow, &(FlowPlan){.consumers = 2U, .crc_producer = true}, FLOW_SIGNALS_TOLD);
    assert_quiet(&flow, ALL);
    flow_mark(flow.producer, NvSciStreamSetup_SignalObjImport);
    flow_mark(flow.consumers[0], NvSciStreamSetup_SignalObjImport);
    assert_quiet(&flow, ALL);
    flow_mark(flow.consumers[1], NvSciStreamSetup_SignalObjImport);
    assert_event(flow.producer, NvSciStreamEventType_Validate);
    assert_quiet(&flow, ALL);
    flow_mark(flow.producer, NvSciStreamSetup_CrcImport);
    flow_do(&flow, FLOW_COMPLETE);
    flow_end(&flow);

    /* Packets come last, those of one endpoint behind those of the others. */
    for (uint32_t last = 0U; last < 3U; last++) {
        flow_make(&flow, &(FlowPlan){.consumers = 2U, .crc_producer = true}, FLOW_ENDS_IMPORTED);
        do_steps(&flow, FLOW_WAITERS_SET, FLOW_SIGNALS_IMPORTED);
        do_steps(&flow, FLOW_PACKETS_MADE, FLOW_STATUSES_SET);
        flow_mark(flow_endpoint(&flow, (last + 1U) % 3U), NvSciStreamSetup_PacketImport);
        flow_mark(flow_endpoint(&flow, (last + 2U) % 3U), NvSciStreamSetup_PacketImport);
        assert_quiet(&flow, ENDS);
        flow_mark(flow_endpoint(&flow, last), NvSciStreamSetup_PacketImport);
        assert_event(flow.producer, NvSciStreamEventType_Validate);
        flow_end(&flow);
    }

    /* The producer itself needs packets and sync objects too. */
    flow_make(&flow, &(FlowPlan){.crc_producer = true}, FLOW_SIGNALS_TOLD);
    flow_mark(flow.consumers[0], NvSciStreamSetup_SignalObjImport);
    assert_quiet(&flow, ALL);
    flow_mark(flow.producer, NvSciStreamSetup_SignalObjImport);
    assert_event(flow.producer, NvSciStreamEventType_Validate);
    flow_end(&flow);
}

/* ---------------------------------------------------------------- order */

/** Calls stream_fail() for a block: in one process no function of the interface makes an error
 * that no call returns. */
static void fail_block(NvSciStreamBlock handle, NvSciError error)
{
    StreamBlock *block = NULL;

    assert_status(stream_enter(OP_STREAM_BLOCK_ERROR_GET, handle, &block), NvSciError_Success);
    stream_fail(block, error);
    stream_leave(block);
}

/** A block has these events, and no more; the list ends with EVENT_NONE. */
static void assert_events(NvSciStreamBlock block, const NvSciStreamEventType *events)
{
    for (size_t i = 0U; events[i] != EVENT_NONE; i++) {
        assert_event(block, events[i]);
    }
    assert_no_event(block);
}

/**
 * An endpoint that asks late has its events in the order in which setup needs them, Disconnected as
 * the last.
 * @verifies RF-STREAM-013
 */
static void events_that_wait_have_an_order(void **state)
{
    static const NvSciStreamEventType of_consumer[] = {NvSciStreamEventType_Error,
                                                       NvSciStreamEventType_PacketCreate,
                                                       NvSciStreamEventType_PacketCreate,
                                                       NvSciStreamEventType_PacketDelete,
                                                       NvSciStreamEventType_PacketsComplete,
                                                       NvSciStreamEventType_WaiterAttr,
                                                       NvSciStreamEventType_SignalObj,
                                                       NvSciStreamEventType_Disconnected,
                                                       EVENT_NONE};
    static const NvSciStreamEventType of_pool[] = {NvSciStreamEventType_PacketStatus,
                                                   NvSciStreamEventType_Disconnected, EVENT_NONE};
    static const NvSciStreamEventType of_queue[] = {NvSciStreamEventType_Connected,
                                                    NvSciStreamEventType_SetupComplete,
                                                    NvSciStreamEventType_Disconnected, EVENT_NONE};
    NvSciStreamPacket packet = 0U;
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.packets = 3U, .without_sync = true}, FLOW_PACKETS_COMPLETE);
    assert_event(flow.consumers[0], NvSciStreamEventType_PacketCreate);
    assert_status(NvSciStreamBlockPacketNewHandleGet(flow.consumers[0], &packet),
                  NvSciError_Success);
    assert_int_equal(packet, flow.made[0]);
    flow_mark(flow.pool, NvSciStreamSetup_PacketExport);
    assert_status(NvSciStreamPoolPacketDelete(flow.pool, flow.made[0]), NvSciError_Success);
    flow_do(&flow, FLOW_WAITERS_EXPORTED);
    for (uint32_t i = 0U; i < 2U; i++) {
        assert_event(flow.producer, NvSciStreamEventType_PacketCreate);
    }
    assert_event(flow.producer, NvSciStreamEventType_PacketsComplete);
    assert_event(flow.producer, NvSciStreamEventType_WaiterAttr);
    flow_mark(flow.producer, NvSciStreamSetup_WaiterAttrImport);
    flow_mark(flow.producer, NvSciStreamSetup_SignalObjExport);
    fail_block(flow.consumers[0], NvSciError_Busy);
    flow_delete(&flow.pool);
    assert_events(flow.consumers[0], of_consumer);
    flow_end(&flow);

    flow_make(&flow, &(FlowPlan){.packets = 1U}, FLOW_MADE);
    flow_go(&flow, FLOW_LINKED);
    assert_event(flow.producer, NvSciStreamEventType_Connected);
    assert_event(flow.pool, NvSciStreamEventType_Connected);
    assert_event(flow.consumers[0], NvSciStreamEventType_Connected);
    flow.step = FLOW_CONNECTED;
    flow_go(&flow, FLOW_SIGNALS_IMPORTED);
    flow_delete(&flow.producer);
    assert_events(flow.queues[0], of_queue);
    flow_end(&flow);

    flow_make(&flow, &(FlowPlan){.packets = 1U}, FLOW_PACKETS_TAKEN);
    flow_do(&flow, FLOW_STATUSES_SET);
    flow_delete(&flow.producer);
    assert_events(flow.pool, of_pool);
    flow_end(&flow);
}

/**
 * An error comes to any block, behind Connected and before all else, once until it was fetched.
 * @verifies RF-STREAM-013
 * @verifies RF-STREAM-053
 */
static void errors_come_before_setup_goes_on(void **state)
{
    static const FlowStep steps[] = {FLOW_LINKED, FLOW_ENDS_EXPORTED, FLOW_POOL_EXPORTED,
                                     FLOW_COMPLETE};
    NvSciError error = NvSciError_Success;
    Flow flow;

    (void)state;
    flow_begin(&flow, &g_call_plan);
    for (size_t s = 0U; s < COUNT_OF(steps); s++) {
        flow_go(&flow, steps[s]);
        for (uint32_t kind = 0U; kind < KINDS_HERE; kind++) {
            const NvSciStreamBlock block = block_of(&flow, (Kind)kind);

            fail_block(block, NvSciError_Busy);
            if (steps[s] == FLOW_LINKED) {
                assert_event(block, NvSciStreamEventType_Connected);
            }
            assert_event(block, NvSciStreamEventType_Error);
            if (steps[s] == FLOW_LINKED) {
                assert_no_event(block);
            }
            if ((steps[s] == FLOW_COMPLETE) && (kind == (uint32_t)KIND_PRODUCER)) {
                /* The error was told, and packets are though it was not fetched. */
                assert_event(block, NvSciStreamEventType_PacketReady);
                assert_event(block, NvSciStreamEventType_PacketReady);
                assert_no_event(block);
            }
            assert_status(NvSciStreamBlockErrorGet(block, &error), NvSciError_Success);
            assert_status(error, NvSciError_Busy);
        }
        if (steps[s] == FLOW_LINKED) {
            /* Those that are of no kind of the table. */
            assert_event(flow.consumers[0], NvSciStreamEventType_Connected);
            assert_event(flow.limiters[1], NvSciStreamEventType_Connected);
            if (FLOW_CAN_WAIT) {
                assert_event(flow.present_syncs[1], NvSciStreamEventType_Connected);
                assert_event(flow.return_syncs[0], NvSciStreamEventType_Connected);
            }
            flow.step = FLOW_CONNECTED;
        }
    }
    flow_end(&flow);
}

/**
 * When a block ends while a stream is set up, all blocks have Disconnected behind what is due
 * besides, and nothing behind it.
 * @verifies RF-STREAM-013
 * @verifies RF-STREAM-060
 */
static void all_blocks_are_told_of_an_end_in_setup(void **state)
{
    (void)state;
    for (uint32_t step = (uint32_t)FLOW_LINKED; step < (uint32_t)FLOW_SIGNALS_IMPORTED; step++) {
        NvSciStreamBlock blocks[FLOW_BLOCKS_MAX];
        uint32_t count = 0U;
        Flow flow;

        flow_make(&flow, &g_call_plan, (FlowStep)step);
        flow_delete(&flow.consumers[step % 2U]);
        count = flow_blocks(&flow, blocks);
        for (uint32_t i = 0U; i < count; i++) {
            NvSciStreamEventType event = event_of(blocks[i]);

            while ((event != NvSciStreamEventType_Disconnected) && (event != EVENT_NONE)) {
                event = event_of(blocks[i]);
            }
            assert_string_equal(event_name(event), "Disconnected");
            assert_no_event(blocks[i]);
        }
        flow_end(&flow);
    }
}

/**
 * While packets flow the endpoints have PacketReady once for each packet, also if they take none;
 * an error comes first.
 * @verifies RF-STREAM-013
 * @verifies RF-STREAM-053
 * @verifies RF-STREAM-062
 */
static void packets_are_told_once_each(void **state)
{
    NvSciError error = NvSciError_Success;
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.packets = 3U}, FLOW_COMPLETE);
    for (uint32_t i = 0U; i < 3U; i++) {
        flow_present(&flow, flow_get(&flow));
    }
    assert_no_event(flow.producer);
    assert_event(flow.consumers[0], NvSciStreamEventType_PacketReady);
    fail_block(flow.consumers[0], NvSciError_ConnectionReset);
    fail_block(flow.consumers[0], NvSciError_Busy);
    assert_event(flow.consumers[0], NvSciStreamEventType_Error);
    assert_event(flow.consumers[0], NvSciStreamEventType_PacketReady);
    assert_event(flow.consumers[0], NvSciStreamEventType_PacketReady);
    assert_no_event(flow.consumers[0]);
    assert_status(NvSciStreamBlockErrorGet(flow.consumers[0], NULL), NvSciError_BadAddress);
    assert_status(NvSciStreamBlockErrorGet(flow.consumers[0], &error), NvSciError_Success);
    assert_status(error, NvSciError_ConnectionReset);
    assert_status(NvSciStreamBlockErrorGet(flow.consumers[0], &error), NvSciError_Success);
    assert_status(error, NvSciError_Success);
    fail_block(flow.consumers[0], NvSciError_Busy);
    assert_event(flow.consumers[0], NvSciStreamEventType_Error);
    assert_status(NvSciStreamBlockErrorGet(flow.consumers[0], &error), NvSciError_Success);
    assert_status(error, NvSciError_Busy);
    flow_delete(&flow.producer);
    assert_no_event(flow.consumers[0]);
    for (uint32_t i = 0U; i < 3U; i++) {
        NvSciStreamCookie cookie = 0U;

        assert_status(NvSciStreamConsumerPacketAcquire(flow.consumers[0], &cookie),
                      NvSciError_Success);
        assert_int_equal(flow_packet_of(cookie), i);
    }
    assert_event(flow.consumers[0], NvSciStreamEventType_Disconnected);
    assert_no_event(flow.consumers[0]);
    flow_end(&flow);
}

/* ---------------------------------------------------------------- waiting */

static uint64_t now_us(void)
{
    struct timespec now;

    assert_int_equal(clock_gettime(CLOCK_MONOTONIC, &now), 0);
    return ((uint64_t)now.tv_sec * 1000000U) + ((uint64_t)now.tv_nsec / 1000U);
}

/** A query that another thread makes. */
typedef struct {
    NvSciStreamBlock block;
    int64_t timeout;
    NvSciStreamEventType event;
    NvSciError status;
    atomic_bool is_done;
    pthread_t thread;
} Query;

static void *ask(void *argument)
{
    Query *const query = argument;

    query->status = NvSciStreamBlockEventQuery(query->block, query->timeout, &query->event);
    atomic_store(&query->is_done, true);
    return NULL;
}

/** Threads that sleep at a block. */
static uint32_t sleepers_at(NvSciStreamBlock block)
{
    uint32_t row = 0U;

    assert_status(stream_find_row(OP_STREAM_BLOCK_EVENT_QUERY, block, &row), NvSciError_Success);
    return port_load32(&g_stream_wakes[row].sleepers);
}

/** Begins queries, and returns when all of them sleep. */
static void begin_queries(Query *queries, uint32_t count)
{
    for (uint32_t i = 0U; i < count; i++) {
        assert_int_equal(pthread_create(&queries[i].thread, NULL, &ask, &queries[i]), 0);
    }
    while (sleepers_at(queries[0].block) < count) {
        (void)usleep(100U);
    }
}

/**
 * A query with a time waits that long, and not longer than until an event is due.
 * @verifies RF-STREAM-051
 */
static void a_query_waits_for_its_time(void **state)
{
    NvSciStreamEventType event = EVENT_NONE;
    uint64_t begin = 0U;
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.consumers = 1U}, FLOW_MADE);
    begin = now_us();
    assert_status(NvSciStreamBlockEventQuery(flow.producer, SHORT_US, &event), NvSciError_Timeout);
    assert_true((now_us() - begin) >= (uint64_t)SHORT_US);
    assert_int_equal(event, EVENT_NONE);
    flow_go(&flow, FLOW_LINKED);
    begin = now_us();
    assert_status(NvSciStreamBlockEventQuery(flow.producer, LONG_US, &event), NvSciError_Success);
    assert_int_equal(event, NvSciStreamEventType_Connected);
    assert_status(NvSciStreamBlockEventQuery(flow.pool, -1, &event), NvSciError_Success);
    assert_int_equal(event, NvSciStreamEventType_Connected);
    assert_status(NvSciStreamBlockEventQuery(flow.consumers[0], 0, &event), NvSciError_Success);
    assert_true((now_us() - begin) < (uint64_t)LONG_US);
    event = EVENT_NONE;
    assert_status(NvSciStreamBlockEventQuery(flow.producer, -2, &event), NvSciError_BadParameter);
    assert_status(NvSciStreamBlockEventQuery(flow.producer, INT64_MIN, &event),
                  NvSciError_BadParameter);
    assert_status(NvSciStreamBlockEventQuery(flow.producer, 0, NULL), NvSciError_BadParameter);
    assert_int_equal(event, EVENT_NONE);
    flow_end(&flow);
}

/**
 * Threads that wait at a block are woken when an event is due: each event goes to one of them, and
 * those that are left go on waiting. They are told when the block is deleted.
 * @verifies RF-STREAM-051
 * @verifies RF-STREAM-006
 */
static void threads_that_wait_are_woken(void **state)
{
    static const int64_t timeouts[] = {-1, LONG_US};
    uint32_t answered[3] = {0U, 0U, 0U};
    Query queries[3];
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.consumers = 1U}, FLOW_ENDS_LISTED);
    for (uint32_t i = 0U; i < 3U; i++) {
        queries[i].block = flow.pool;
        queries[i].timeout = timeouts[i % 2U];
        queries[i].event = EVENT_NONE;
        atomic_init(&queries[i].is_done, false);
    }
    begin_queries(queries, 3U);
    flow_go(&flow, FLOW_ENDS_EXPORTED);
    while ((!atomic_load(&queries[0].is_done)) && (!atomic_load(&queries[1].is_done)) &&
           (!atomic_load(&queries[2].is_done))) {
        (void)usleep(100U);
    }
    while (sleepers_at(flow.pool) != 2U) {
        (void)usleep(100U);
    }
    flow_delete(&flow.pool);
    for (uint32_t i = 0U; i < 3U; i++) {
        assert_int_equal(pthread_join(queries[i].thread, NULL), 0);
        if (queries[i].status == NvSciError_Success) {
            assert_int_equal(queries[i].event, NvSciStreamEventType_Elements);
            answered[0]++;
        } else {
            assert_status(queries[i].status, NvSciError_StreamBadBlock);
            answered[1]++;
        }
    }
    assert_int_equal(answered[0], 1U);
    assert_int_equal(answered[1], 2U);
    flow_end(&flow);
}

/**
 * A thread that waits is woken by each thing that makes an event due: a connection, a mark, a
 * packet that is completed, answered, presented, released or deleted, an error, an end.
 * @verifies RF-STREAM-051
 */
static void each_event_wakes_who_waits(void **state)
{
    static const struct {
        FlowStep from;
        Kind kind;
        NvSciStreamEventType event;
    } steps[] = {
        {FLOW_MADE, KIND_FIFO, NvSciStreamEventType_Connected},
        {FLOW_ENDS_LISTED, KIND_POOL, NvSciStreamEventType_Elements},
        {FLOW_POOL_LISTED, KIND_CONSUMER, NvSciStreamEventType_Elements},
        {FLOW_PACKETS_FILLED, KIND_PRODUCER, NvSciStreamEventType_PacketCreate},
        {FLOW_PACKETS_TAKEN, KIND_POOL, NvSciStreamEventType_PacketStatus},
        {FLOW_WAITERS_SET, KIND_CONSUMER, NvSciStreamEventType_WaiterAttr},
        {FLOW_SIGNALS_SET, KIND_PRODUCER, NvSciStreamEventType_SignalObj},
        {FLOW_SIGNALS_TOLD, KIND_LIMITER, NvSciStreamEventType_SetupComplete},
    };
    Flow flow;

    (void)state;
    flow_begin(&flow, &g_call_plan);
    for (size_t i = 0U; i < COUNT_OF(steps); i++) {
        Query query = {.timeout = -1};

        flow_go(&flow, steps[i].from);
        query.block = block_of(&flow, steps[i].kind);
        begin_queries(&query, 1U);
        flow_do(&flow, (FlowStep)((uint32_t)steps[i].from + 1U));
        assert_int_equal(pthread_join(query.thread, NULL), 0);
        assert_status(query.status, NvSciError_Success);
        assert_string_equal(event_name(query.event), event_name(steps[i].event));
        flow_end(&flow);
        flow_begin(&flow, &g_call_plan);
    }
    flow_end(&flow);
}

/** What a thread does with a stream while another one waits at a block. */
typedef void (*Doing)(Flow *flow);

static void present_one(Flow *flow)
{
    flow_present(flow, flow_get(flow));
}

static void release_one(Flow *flow)
{
    flow_release(flow, 0U, flow_acquire(flow, 0U));
}

static void delete_one(Flow *flow)
{
    assert_status(NvSciStreamPoolPacketDelete(flow->pool, flow->made[0]), NvSciError_Success);
}

static void fail_consumer(Flow *flow)
{
    fail_block(flow->consumers[0], NvSciError_Busy);
}

static void end_producer(Flow *flow)
{
    flow_delete(&flow->producer);
}

/** Waits at a block while something is done. */
static void wait_while(Flow *flow, NvSciStreamBlock block, Doing doing, NvSciStreamEventType event)
{
    Query query = {.block = block, .timeout = -1};

    begin_queries(&query, 1U);
    doing(flow);
    assert_int_equal(pthread_join(query.thread, NULL), 0);
    assert_status(query.status, NvSciError_Success);
    assert_string_equal(event_name(query.event), event_name(event));
}

/**
 * The same for what happens while packets move.
 * @verifies RF-STREAM-051
 */
static void what_happens_to_packets_wakes_who_waits(void **state)
{
    NvSciStreamCookie cookie = 0U;
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.packets = 1U}, FLOW_COMPLETE);
    wait_while(&flow, flow.consumers[0], &present_one, NvSciStreamEventType_PacketReady);
    flow.step = FLOW_COMPLETE;
    assert_status(NvSciStreamConsumerPacketAcquire(flow.consumers[0], &cookie), NvSciError_Success);
    flow_release(&flow, 0U, 0U);
    present_one(&flow);
    wait_while(&flow, flow.producer, &release_one, NvSciStreamEventType_PacketReady);
    wait_while(&flow, flow.consumers[0], &delete_one, NvSciStreamEventType_PacketDelete);
    wait_while(&flow, flow.consumers[0], &fail_consumer, NvSciStreamEventType_Error);
    wait_while(&flow, flow.consumers[0], &end_producer, NvSciStreamEventType_Disconnected);
    flow_end(&flow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        stream_test(each_step_has_its_events),
        stream_test(the_pool_waits_for_all_endpoints),
        stream_test(the_pool_waits_for_all_answers),
        stream_test(endpoints_wait_for_the_other_side),
        stream_test(setup_is_complete_with_the_last_mark),
        stream_test(setup_waits_for_checksums),
        stream_test(events_that_wait_have_an_order),
        stream_test(errors_come_before_setup_goes_on),
        stream_test(all_blocks_are_told_of_an_end_in_setup),
        stream_test(packets_are_told_once_each),
        stream_test(a_query_waits_for_its_time),
        stream_test(threads_that_wait_are_woken),
        stream_test(each_event_wakes_who_waits),
        stream_test(what_happens_to_packets_wakes_who_waits),
    };

    return cmocka_run_group_tests_name("stream/events", tests, NULL, NULL);
}
