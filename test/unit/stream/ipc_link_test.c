/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc_link_test.c
 * The beginning of a channel: blocks that are not in a stream yet, and blocks that end before the
 * two ends have spoken.
 */
#define _GNU_SOURCE

#include <time.h>

#include "event_fixture.h"
#include "ipc_fixture.h"
#include "nvscibuf.h"
#include "nvscistream.h"

/** Microseconds after which something that should come has failed. */
#define LIMIT_US 30000000

/** Channels: in this process, between two. */
#define INSIDE  "INTER_THREAD up down 16 4096\n"
#define BETWEEN "INTER_PROCESS up down 16 4096\n"

/** Blocks at both ends of a channel; 0: not there. */
typedef struct {
    NvSciBufModule bufs;
    NvSciSyncModule syncs;
    NvSciIpcEndpoint up;
    NvSciIpcEndpoint down;
    NvSciStreamBlock pool;
    NvSciStreamBlock producer;
    NvSciStreamBlock source;
    NvSciStreamBlock target;
    NvSciStreamBlock queue;
    NvSciStreamBlock consumer;
} Ends;

static NvSciIpcEndpoint open_and_reset(const char *name)
{
    const NvSciIpcEndpoint endpoint = open_endpoint(name);

    reset_endpoint_of(endpoint);
    return endpoint;
}

static void open_ends(Ends *ends, const char *table)
{
    *ends = (Ends){0};
    NvSciIpcDeinit();
    own_table_use(table);
    assert_status(NvSciIpcInit(), NvSciError_Success);
    assert_status(NvSciBufModuleOpen(&ends->bufs), NvSciError_Success);
    assert_status(NvSciSyncModuleOpen(&ends->syncs), NvSciError_Success);
    ends->up = open_and_reset("up");
    ends->down = open_and_reset("down");
}

static void make_source(Ends *ends)
{
    assert_status(NvSciStreamIpcSrcCreate(ends->up, ends->syncs, ends->bufs, &ends->source),
                  NvSciError_Success);
}

static void make_producer(Ends *ends)
{
    assert_status(NvSciStreamStaticPoolCreate(2U, &ends->pool), NvSciError_Success);
    assert_status(NvSciStreamProducerCreate(ends->pool, &ends->producer), NvSciError_Success);
}

/** Makes the blocks of the end downstream, and connects them. */
static void make_down(Ends *ends)
{
    assert_status(NvSciStreamIpcDstCreate(ends->down, ends->syncs, ends->bufs, &ends->target),
                  NvSciError_Success);
    assert_status(NvSciStreamFifoQueueCreate(&ends->queue), NvSciError_Success);
    assert_status(NvSciStreamConsumerCreate(ends->queue, &ends->consumer), NvSciError_Success);
    assert_status(NvSciStreamBlockConnect(ends->target, ends->consumer), NvSciError_Success);
}

static void delete_block(NvSciStreamBlock *block)
{
    if (*block != 0U) {
        assert_status(NvSciStreamBlockDelete(*block), NvSciError_Success);
        *block = 0U;
    }
}

static void close_ends(Ends *ends)
{
    delete_block(&ends->pool);
    delete_block(&ends->producer);
    delete_block(&ends->source);
    delete_block(&ends->target);
    delete_block(&ends->queue);
    delete_block(&ends->consumer);
    close_endpoint_of(ends->up);
    close_endpoint_of(ends->down);
    NvSciSyncModuleClose(ends->syncs);
    NvSciBufModuleClose(ends->bufs);
}

static void assert_next(NvSciStreamBlock block, NvSciStreamEventType expected)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    assert_status(NvSciStreamBlockEventQuery(block, LIMIT_US, &event), NvSciError_Success);
    assert_int_equal(event, expected);
}

static void assert_nothing(NvSciStreamBlock block)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    assert_status(NvSciStreamBlockEventQuery(block, 0, &event), NvSciError_Timeout);
}

static void rest(void)
{
    const struct timespec pause = {0, 50000000};

    (void)nanosleep(&pause, NULL);
}

/**
 * The part downstream is complete while the source is connected to a block that no producer is
 * above yet; the whole is connected when the producer comes.
 * @verifies RF-STREAM-082
 */
static void the_part_downstream_is_complete_before_there_is_a_producer(void **state)
{
    NvSciStreamBlock limiter = 0U;
    Ends ends;

    (void)state;
    open_ends(&ends, INSIDE);
    make_source(&ends);
    make_down(&ends);
    assert_status(NvSciStreamLimiterCreate(1U, &limiter), NvSciError_Success);
    assert_status(NvSciStreamBlockConnect(limiter, ends.source), NvSciError_Success);
    rest();
    assert_nothing(ends.consumer);
    assert_nothing(ends.source);
    make_producer(&ends);
    assert_status(NvSciStreamBlockConnect(ends.producer, limiter), NvSciError_Success);
    assert_next(ends.producer, NvSciStreamEventType_Connected);
    assert_next(ends.consumer, NvSciStreamEventType_Connected);
    delete_block(&limiter);
    assert_next(ends.consumer, NvSciStreamEventType_Disconnected);
    close_ends(&ends);
}

/** Waits until both endpoints have seen their connection, before blocks have them. */
static void connect_ends(const Ends *ends)
{
    const Pair pair = {ends->up, ends->down};

    connect_pair(&pair);
}

/**
 * A block at one end is deleted before it was connected to anything, so before it has said a word;
 * who waits at the other end is told.
 */
static void delete_before_the_first_word(const char *table, bool is_source)
{
    Ends ends;

    open_ends(&ends, table);
    connect_ends(&ends);
    if (is_source) {
        make_down(&ends);
        rest();
        make_source(&ends);
        delete_block(&ends.source);
        assert_next(ends.consumer, NvSciStreamEventType_Disconnected);
        assert_next(ends.queue, NvSciStreamEventType_Disconnected);
        assert_next(ends.target, NvSciStreamEventType_Disconnected);
    } else {
        make_source(&ends);
        make_producer(&ends);
        assert_status(NvSciStreamBlockConnect(ends.producer, ends.source), NvSciError_Success);
        rest();
        assert_status(NvSciStreamIpcDstCreate(ends.down, ends.syncs, ends.bufs, &ends.target),
                      NvSciError_Success);
        delete_block(&ends.target);
        assert_next(ends.producer, NvSciStreamEventType_Disconnected);
        assert_next(ends.pool, NvSciStreamEventType_Disconnected);
        assert_next(ends.source, NvSciStreamEventType_Disconnected);
    }
    close_ends(&ends);
}

/** @verifies RF-STREAM-132 */
static void who_waits_is_told_of_a_block_that_ends_without_a_word(void **state)
{
    (void)state;
    delete_before_the_first_word(INSIDE, true);
    delete_before_the_first_word(INSIDE, false);
    delete_before_the_first_word(BETWEEN, true);
    delete_before_the_first_word(BETWEEN, false);
}

/**
 * A block whose endpoint was not connected when its peer ended waits for the next peer, and is told
 * of that one's end.
 * @verifies RF-STREAM-132
 */
static void who_was_not_connected_waits_for_the_next_peer(void **state)
{
    Ends ends;

    (void)state;
    open_ends(&ends, INSIDE);
    make_source(&ends);
    delete_block(&ends.source);
    make_down(&ends);
    rest();
    assert_nothing(ends.consumer);
    make_source(&ends);
    make_producer(&ends);
    assert_status(NvSciStreamBlockConnect(ends.producer, ends.source), NvSciError_Success);
    assert_next(ends.consumer, NvSciStreamEventType_Connected);
    assert_next(ends.producer, NvSciStreamEventType_Connected);
    delete_block(&ends.source);
    assert_next(ends.consumer, NvSciStreamEventType_Disconnected);
    assert_next(ends.producer, NvSciStreamEventType_Disconnected);
    close_ends(&ends);
}

/** An end of a channel that has a block of the same kind at both ends. */
typedef struct {
    /** Pool and producer, or queue and consumer. */
    NvSciStreamBlock partner;
    NvSciStreamBlock end;
    NvSciStreamBlock ipc;
} Twin;

static void make_twin(Twin *twin, const Ends *ends, NvSciIpcEndpoint endpoint, bool is_source)
{
    if (is_source) {
        assert_status(NvSciStreamIpcSrcCreate(endpoint, ends->syncs, ends->bufs, &twin->ipc),
                      NvSciError_Success);
        assert_status(NvSciStreamStaticPoolCreate(2U, &twin->partner), NvSciError_Success);
        assert_status(NvSciStreamProducerCreate(twin->partner, &twin->end), NvSciError_Success);
        assert_status(NvSciStreamBlockConnect(twin->end, twin->ipc), NvSciError_Success);
    } else {
        assert_status(NvSciStreamIpcDstCreate(endpoint, ends->syncs, ends->bufs, &twin->ipc),
                      NvSciError_Success);
        assert_status(NvSciStreamFifoQueueCreate(&twin->partner), NvSciError_Success);
        assert_status(NvSciStreamConsumerCreate(twin->partner, &twin->end), NvSciError_Success);
        assert_status(NvSciStreamBlockConnect(twin->ipc, twin->end), NvSciError_Success);
    }
}

static void expect_twin_told(const Twin *twin)
{
    NvSciError error = NvSciError_Success;

    assert_next(twin->ipc, NvSciStreamEventType_Error);
    assert_status(NvSciStreamBlockErrorGet(twin->ipc, &error), NvSciError_Success);
    assert_status(error, NvSciError_StreamInternalError);
    assert_next(twin->ipc, NvSciStreamEventType_Disconnected);
    assert_next(twin->end, NvSciStreamEventType_Disconnected);
    assert_next(twin->partner, NvSciStreamEventType_Disconnected);
}

static void make_twins(const char *table, bool is_source, bool is_connected)
{
    Twin twins[2] = {{0U, 0U, 0U}, {0U, 0U, 0U}};
    Ends ends;

    open_ends(&ends, table);
    if (is_connected) {
        connect_ends(&ends);
    }
    make_twin(&twins[0], &ends, ends.up, is_source);
    if (is_connected) {
        rest();
    }
    make_twin(&twins[1], &ends, ends.down, is_source);
    expect_twin_told(&twins[0]);
    expect_twin_told(&twins[1]);
    for (uint32_t i = 0U; i < 2U; i++) {
        delete_block(&twins[i].ipc);
        delete_block(&twins[i].end);
        delete_block(&twins[i].partner);
    }
    close_ends(&ends);
}

/**
 * Two sources, or two destinations, are no two ends of a stream. Each is told, whoever speaks
 * first.
 * @verifies RF-STREAM-155
 */
static void both_are_told_that_they_are_the_same_end(void **state)
{
    (void)state;
    for (uint32_t i = 0U; i < 8U; i++) {
        const bool is_source = ((i & 1U) == 1U);
        const bool is_connected = ((i & 2U) == 2U);

        make_twins(((i & 4U) == 4U) ? INSIDE : BETWEEN, is_source, is_connected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(the_part_downstream_is_complete_before_there_is_a_producer),
        ipc_test(who_waits_is_told_of_a_block_that_ends_without_a_word),
        ipc_test(who_was_not_connected_waits_for_the_next_peer),
        ipc_test(both_are_told_that_they_are_the_same_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
