/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file blocks_test.c
 * Making and connecting blocks, user infos, what blocks are asked about a stream, full tables.
 */
#include "stream_calls.h"

/** A handle that a call must leave as it is. */
#define NO_BLOCK ((NvSciStreamBlock)0xA5A5U)

#define CONSUMERS_MAX RINGFENCE_CFG_STREAM_CONSUMERS

/** Blocks that a test has made; they are deleted in their order. */
typedef struct {
    uint32_t count;
    NvSciStreamBlock blocks[RINGFENCE_CFG_STREAM_BLOCKS];
} Made;

static NvSciStreamBlock keep(Made *made, NvSciStreamBlock block)
{
    made->blocks[made->count] = block;
    made->count++;
    return block;
}

static void delete_all(Made *made)
{
    for (uint32_t i = 0U; i < made->count; i++) {
        flow_delete(&made->blocks[i]);
    }
    made->count = 0U;
}

static NvSciStreamBlock fifo(Made *made)
{
    NvSciStreamBlock block = 0U;

    assert_status(NvSciStreamFifoQueueCreate(&block), NvSciError_Success);
    return keep(made, block);
}

static NvSciStreamBlock pool_of(Made *made, uint32_t packets)
{
    NvSciStreamBlock block = 0U;

    assert_status(NvSciStreamStaticPoolCreate(packets, &block), NvSciError_Success);
    return keep(made, block);
}

static NvSciStreamBlock producer(Made *made)
{
    NvSciStreamBlock block = 0U;

    assert_status(NvSciStreamProducerCreate(pool_of(made, 1U), &block), NvSciError_Success);
    return keep(made, block);
}

static NvSciStreamBlock consumer(Made *made)
{
    NvSciStreamBlock block = 0U;

    assert_status(NvSciStreamConsumerCreate(fifo(made), &block), NvSciError_Success);
    return keep(made, block);
}

static NvSciStreamBlock multicast(Made *made, uint32_t outputs)
{
    NvSciStreamBlock block = 0U;

    assert_status(NvSciStreamMulticastCreate(outputs, &block), NvSciError_Success);
    return keep(made, block);
}

static NvSciStreamBlock limiter(Made *made)
{
    NvSciStreamBlock block = 0U;

    assert_status(NvSciStreamLimiterCreate(1U, &block), NvSciError_Success);
    return keep(made, block);
}

static NvSciError joined(NvSciStreamBlock up, NvSciStreamBlock down)
{
    return NvSciStreamBlockConnect(up, down);
}

/* ---------------------------------------------------------------- making */

/**
 * Each function that makes a block refuses no place for it, and numbers that are out of range.
 * @verifies RF-STREAM-001
 */
static void wrong_blocks_are_refused(void **state)
{
    NvSciStreamBlock block = NO_BLOCK;

    (void)state;
    assert_status(NvSciStreamStaticPoolCreate(1U, NULL), NvSciError_BadParameter);
    assert_status(NvSciStreamStaticPoolCreate(0U, &block), NvSciError_BadParameter);
    assert_status(NvSciStreamStaticPoolCreate(RINGFENCE_CFG_STREAM_PACKETS + 1U, &block),
                  NvSciError_InsufficientMemory);
    assert_status(NvSciStreamFifoQueueCreate(NULL), NvSciError_BadParameter);
    assert_status(NvSciStreamMailboxQueueCreate(NULL), NvSciError_BadParameter);
    assert_status(NvSciStreamMulticastCreate(1U, NULL), NvSciError_BadParameter);
    assert_status(NvSciStreamMulticastCreate(0U, &block), NvSciError_BadParameter);
    assert_status(NvSciStreamMulticastCreate(CONSUMERS_MAX + 1U, &block), NvSciError_BadParameter);
    assert_status(NvSciStreamLimiterCreate(1U, NULL), NvSciError_BadParameter);
    assert_status(NvSciStreamLimiterCreate(0U, &block), NvSciError_BadParameter);
    assert_true(block == NO_BLOCK);
    assert_int_equal(in_use_of_all(), 0U);
    assert_status(NvSciStreamStaticPoolCreate(RINGFENCE_CFG_STREAM_PACKETS, &block),
                  NvSciError_Success);
    flow_delete(&block);
    assert_status(NvSciStreamMulticastCreate(CONSUMERS_MAX, &block), NvSciError_Success);
    flow_delete(&block);
    assert_status(NvSciStreamLimiterCreate(UINT32_MAX, &block), NvSciError_Success);
    flow_delete(&block);
}

/**
 * A producer needs a pool, a consumer a queue, that is bound to nothing; one that was bound stays
 * so, also when its partner is gone.
 * @verifies RF-STREAM-002
 */
static void endpoints_need_partners_of_their_own(void **state)
{
    Made made = {0};
    NvSciStreamBlock block = NO_BLOCK;
    NvSciStreamBlock end = 0U;
    const NvSciStreamBlock pool = pool_of(&made, 1U);
    const NvSciStreamBlock queue = fifo(&made);
    NvSciStreamBlock mailbox = 0U;

    (void)state;
    assert_status(NvSciStreamMailboxQueueCreate(&mailbox), NvSciError_Success);
    assert_status(NvSciStreamProducerCreate(pool, NULL), NvSciError_BadParameter);
    assert_status(NvSciStreamProducerCreate(queue, &block), NvSciError_BadParameter);
    assert_status(NvSciStreamProducerCreate2(mailbox, true, &block), NvSciError_BadParameter);
    assert_status(NvSciStreamConsumerCreate(queue, NULL), NvSciError_BadParameter);
    assert_status(NvSciStreamConsumerCreate(pool, &block), NvSciError_BadParameter);
    assert_status(NvSciStreamConsumerCreate2(pool, false, &block), NvSciError_BadParameter);
    assert_int_equal(in_use_of(RINGFENCE_POOL_STREAM_BLOCK), 3U);
    assert_status(NvSciStreamProducerCreate(pool, &end), NvSciError_Success);
    assert_status(NvSciStreamProducerCreate(pool, &block), NvSciError_InsufficientResource);
    flow_delete(&end);
    assert_status(NvSciStreamProducerCreate2(pool, false, &block), NvSciError_InsufficientResource);
    assert_status(NvSciStreamConsumerCreate(queue, &end), NvSciError_Success);
    assert_status(NvSciStreamConsumerCreate2(queue, true, &block), NvSciError_InsufficientResource);
    flow_delete(&end);
    assert_status(NvSciStreamConsumerCreate(queue, &block), NvSciError_InsufficientResource);
    assert_status(NvSciStreamConsumerCreate2(mailbox, true, &end), NvSciError_Success);
    assert_true(block == NO_BLOCK);
    flow_delete(&end);
    flow_delete(&mailbox);
    delete_all(&made);
}

/**
 * A partner of another kind, one that is bound, and an info that is set twice, are faults that say
 * what to do.
 * @verifies RF-STREAM-246
 * @verifies RF-STREAM-248
 */
static void wrong_partners_and_infos_say_why(void **state)
{
    static const char kind[] =
        "not the block that it needs; a producer needs a pool, a consumer a queue";
    static const char taken[] = "pool or queue serves another block; make one for each";
    Made made = {0};
    NvSciStreamBlock block = NO_BLOCK;
    NvSciStreamBlock end = 0U;
    const NvSciStreamBlock pool = pool_of(&made, 1U);
    const NvSciStreamBlock queue = fifo(&made);
    const uint8_t byte = 1U;

    (void)state;
    assert_refused_for(NvSciStreamProducerCreate(queue, &block), NvSciError_BadParameter, kind);
    assert_refused_for(NvSciStreamConsumerCreate(pool, &block), NvSciError_BadParameter, kind);
    assert_status(NvSciStreamConsumerCreate(queue, &end), NvSciError_Success);
    assert_refused_for(NvSciStreamConsumerCreate(queue, &block), NvSciError_InsufficientResource,
                       taken);
    assert_status(NvSciStreamBlockUserInfoSet(end, 1U, 1U, &byte), NvSciError_Success);
    assert_refused_for(NvSciStreamBlockUserInfoSet(end, 1U, 1U, &byte), NvSciError_AlreadyInUse,
                       "an info of that type is set already; set each type one time");
    flow_delete(&end);
    delete_all(&made);
}

/**
 * All blocks can be made; one more of each type is refused, and made when one was deleted.
 * @verifies RF-STREAM-001
 * @verifies RF-STREAM-002
 */
static void no_block_is_left(void **state)
{
    static Made made;
    NvSciStreamBlock block = NO_BLOCK;
    NvSciStreamBlock pool = 0U;
    NvSciStreamBlock queue = 0U;

    (void)state;
    made.count = 0U;
    pool = pool_of(&made, 1U);
    queue = fifo(&made);
    while (made.count < RINGFENCE_CFG_STREAM_BLOCKS) {
        (void)limiter(&made);
    }
    assert_status(NvSciStreamStaticPoolCreate(1U, &block), NvSciError_InsufficientMemory);
    assert_status(NvSciStreamFifoQueueCreate(&block), NvSciError_InsufficientMemory);
    assert_status(NvSciStreamMailboxQueueCreate(&block), NvSciError_InsufficientMemory);
    assert_status(NvSciStreamMulticastCreate(1U, &block), NvSciError_InsufficientMemory);
    assert_status(NvSciStreamLimiterCreate(1U, &block), NvSciError_InsufficientMemory);
    assert_status(NvSciStreamProducerCreate(pool, &block), NvSciError_InsufficientMemory);
    assert_status(NvSciStreamConsumerCreate(queue, &block), NvSciError_InsufficientMemory);
    assert_true(block == NO_BLOCK);
    flow_delete(&made.blocks[2]);
    /* What was refused bound nothing. */
    assert_status(NvSciStreamProducerCreate(pool, &made.blocks[2]), NvSciError_Success);
    flow_delete(&made.blocks[3]);
    assert_status(NvSciStreamConsumerCreate(queue, &made.blocks[3]), NvSciError_Success);
    delete_all(&made);
}

/**
 * All streams can be begun; one more producer is refused, and made when a stream is gone.
 * @verifies RF-STREAM-002
 * @verifies RF-STREAM-063
 */
static void no_stream_is_left(void **state)
{
    static Made made;
    NvSciStreamBlock block = NO_BLOCK;
    NvSciStreamBlock pool = 0U;
    const uint32_t rounds = 3U;

    (void)state;
    for (uint32_t round = 0U; round < rounds; round++) {
        made.count = 0U;
        for (uint32_t i = 0U; i < RINGFENCE_CFG_STREAM_SEGMENTS; i++) {
            (void)producer(&made);
        }
        pool = pool_of(&made, 1U);
        assert_status(NvSciStreamProducerCreate(pool, &block), NvSciError_InsufficientMemory);
        assert_true(block == NO_BLOCK);
        flow_delete(&made.blocks[1]);
        assert_status(NvSciStreamProducerCreate(pool, &block), NvSciError_InsufficientMemory);
        flow_delete(&made.blocks[0]);
        assert_status(NvSciStreamProducerCreate(pool, &made.blocks[0]), NvSciError_Success);
        delete_all(&made);
    }
}

/* ---------------------------------------------------------------- connecting */

/**
 * A pool and a queue are not connected; an input and an output are used once, those of blocks that
 * are gone too; a circle and a stream with too many consumers are refused.
 * @verifies RF-STREAM-004
 */
static void wrong_connections_are_refused(void **state)
{
    static Made made;
    const NvSciError taken = NvSciError_InsufficientResource;

    (void)state;
    made.count = 0U;
    {
        const NvSciStreamBlock first = producer(&made);
        const NvSciStreamBlock second = producer(&made);
        const NvSciStreamBlock end = consumer(&made);
        const NvSciStreamBlock other = consumer(&made);
        const NvSciStreamBlock wide = multicast(&made, 2U);
        NvSciStreamBlock narrow = limiter(&made);

        assert_status(joined(first, pool_of(&made, 1U)), NvSciError_AccessDenied);
        assert_status(joined(first, fifo(&made)), NvSciError_AccessDenied);
        assert_status(joined(pool_of(&made, 1U), end), NvSciError_AccessDenied);
        assert_status(joined(fifo(&made), end), NvSciError_AccessDenied);
        assert_status(joined(first, second), taken);
        assert_status(joined(wide, first), taken);
        assert_status(joined(end, wide), taken);
        assert_status(joined(narrow, narrow), NvSciError_BadParameter);
        assert_status(joined(wide, narrow), NvSciError_Success);
        assert_status(joined(narrow, wide), NvSciError_BadParameter);
        assert_status(joined(narrow, end), NvSciError_Success);
        assert_status(joined(narrow, other), taken);
        assert_status(joined(wide, end), taken);
        assert_status(joined(first, end), taken);
        assert_status(joined(wide, other), NvSciError_Success);
        assert_status(joined(wide, consumer(&made)), taken);
        assert_status(joined(first, wide), NvSciError_Success);
        assert_status(joined(second, wide), taken);
        assert_status(joined(first, consumer(&made)), taken);
        assert_event(end, NvSciStreamEventType_Connected);
    }
    delete_all(&made);
}

/** Asserts the line of the last fault. */
static void assert_told(const char *line)
{
    char text[200];

    assert_status(RingfenceDescribeLastFault(text, sizeof(text)), NvSciError_Success);
    assert_string_equal(text, line);
}

#define TOLD "NvSciStreamBlockConnect: stream does not take the call as it is: "

/**
 * A connection that is refused is a fault that says which block cannot take it, and what to do.
 * @verifies RF-STREAM-240
 */
static void wrong_connections_say_why(void **state)
{
    static Made made;

    (void)state;
    made.count = 0U;
    {
        const NvSciStreamBlock first = producer(&made);
        const NvSciStreamBlock end = consumer(&made);
        const NvSciStreamBlock other = consumer(&made);
        const NvSciStreamBlock wide = multicast(&made, 1U);
        const NvSciStreamBlock narrow = limiter(&made);

        assert_status(joined(end, first), NvSciError_InsufficientResource);
        assert_told(TOLD "upstream block has no output; give the block that packets come from "
                         "first");
        assert_status(joined(wide, first), NvSciError_InsufficientResource);
        assert_told(TOLD "downstream block has no input; give the block that packets go to second");
        assert_status(joined(first, pool_of(&made, 1U)), NvSciError_AccessDenied);
        assert_told(TOLD "a pool or a queue is connected by what makes the block that it serves");
        assert_status(joined(wide, narrow), NvSciError_Success);
        assert_status(joined(narrow, wide), NvSciError_BadParameter);
        assert_told(TOLD "upstream block is behind the downstream one");
        assert_status(joined(wide, other), NvSciError_InsufficientResource);
        assert_told(TOLD "no output of the upstream block is free; a multicast block has several");
        assert_status(joined(first, narrow), NvSciError_InsufficientResource);
        assert_told(TOLD "input of the downstream block is connected already");
    }
    delete_all(&made);
}

/**
 * A stream has as many consumers as the library can have, and no more, whichever connection would
 * make it so.
 * @verifies RF-STREAM-004
 */
static void too_many_consumers_are_refused(void **state)
{
    static Made made;
    NvSciStreamBlock first = 0U;
    NvSciStreamBlock second = 0U;

    (void)state;
    made.count = 0U;
    first = multicast(&made, CONSUMERS_MAX);
    second = multicast(&made, 2U);
    for (uint32_t i = 0U; (i + 1U) < CONSUMERS_MAX; i++) {
        assert_status(joined(first, consumer(&made)), NvSciError_Success);
    }
    assert_status(joined(second, consumer(&made)), NvSciError_Success);
    assert_status(joined(second, consumer(&made)), NvSciError_Success);
    assert_status(joined(first, second), NvSciError_InsufficientResource);
    assert_status(joined(producer(&made), first), NvSciError_Success);
    assert_status(joined(first, second), NvSciError_InsufficientResource);
    assert_status(joined(first, consumer(&made)), NvSciError_Success);
    assert_event(first, NvSciStreamEventType_Connected);
    delete_all(&made);
}

/** Blocks of a stream with a nested multicast block, and its connections. */
typedef struct {
    NvSciStreamBlock blocks[8];
} Nest;

#define NEST_LINKS 7U

/** A producer, a multicast block with a consumer, a second multicast block and a consumer; the
 * second one has a limiter with a consumer, and a consumer. */
static Nest make_nest(Made *made)
{
    Nest nest;

    nest.blocks[0] = producer(made);
    nest.blocks[1] = multicast(made, 3U);
    nest.blocks[2] = consumer(made);
    nest.blocks[3] = multicast(made, 2U);
    nest.blocks[4] = limiter(made);
    nest.blocks[5] = consumer(made);
    nest.blocks[6] = consumer(made);
    nest.blocks[7] = consumer(made);
    return nest;
}

static const uint32_t g_nest_links[NEST_LINKS][2] = {{0U, 1U}, {1U, 2U}, {1U, 3U}, {3U, 4U},
                                                     {4U, 5U}, {3U, 6U}, {1U, 7U}};

static uint32_t count_of(NvSciStreamBlock block)
{
    uint32_t count = 0U;

    assert_status(NvSciStreamBlockConsumerCountGet(block, &count), NvSciError_Success);
    return count;
}

static uint32_t index_of(NvSciStreamBlock block)
{
    uint32_t index = UINT32_MAX;

    assert_status(NvSciStreamConsumerIndexGet(block, &index), NvSciError_Success);
    return index;
}

/** Connects a nest; the links begin at one and come back to it, in either direction. Connected
 * comes to all with the last one. */
static void connect_nest(const Nest *nest, const Made *made, uint32_t first, bool is_back)
{
    for (uint32_t i = 0U; i < NEST_LINKS; i++) {
        const uint32_t at = is_back ? (first + NEST_LINKS - i) : (first + i);
        const uint32_t *const link = g_nest_links[at % NEST_LINKS];

        for (uint32_t b = 0U; b < made->count; b++) {
            assert_no_event(made->blocks[b]);
        }
        assert_status(joined(nest->blocks[link[0]], nest->blocks[link[1]]), NvSciError_Success);
    }
    for (uint32_t b = 0U; b < made->count; b++) {
        assert_event(made->blocks[b], NvSciStreamEventType_Connected);
        assert_no_event(made->blocks[b]);
    }
}

/**
 * Connections are made in any order; when every path ends each block has Connected, and consumers
 * are numbered along the outputs in the order of their connections.
 * @verifies RF-STREAM-003
 * @verifies RF-STREAM-005
 * @verifies RF-STREAM-008
 */
static void streams_are_connected_in_any_order(void **state)
{
    static Made made;

    (void)state;
    for (uint32_t at = 0U; at < (2U * NEST_LINKS); at++) {
        uint32_t seen = 0U;
        Nest nest;

        made.count = 0U;
        nest = make_nest(&made);
        connect_nest(&nest, &made, at % NEST_LINKS, at >= NEST_LINKS);
        assert_int_equal(count_of(nest.blocks[0]), 4U);
        assert_int_equal(count_of(nest.blocks[1]), 4U);
        assert_int_equal(count_of(nest.blocks[3]), 2U);
        assert_int_equal(count_of(nest.blocks[4]), 1U);
        for (uint32_t b = 0U; b < made.count; b++) {
            const NvSciStreamBlock block = made.blocks[b];
            uint32_t index = 0U;

            if (NvSciStreamConsumerIndexGet(block, &index) == NvSciError_Success) {
                assert_int_equal(count_of(block), 1U);
                seen |= 1U << index;
            }
        }
        assert_int_equal(seen, 0xFU);
        if (at == 0U) {
            assert_int_equal(index_of(nest.blocks[2]), 0U);
            assert_int_equal(index_of(nest.blocks[5]), 1U);
            assert_int_equal(index_of(nest.blocks[6]), 2U);
            assert_int_equal(index_of(nest.blocks[7]), 3U);
        }
        if (at == ((2U * NEST_LINKS) - 1U)) {
            /* Backwards: the last output is the first. */
            assert_int_equal(index_of(nest.blocks[7]), 0U);
            assert_int_equal(index_of(nest.blocks[6]), 1U);
            assert_int_equal(index_of(nest.blocks[5]), 2U);
            assert_int_equal(index_of(nest.blocks[2]), 3U);
        }
        assert_status(NvSciStreamBlockConsumerCountGet(nest.blocks[0], NULL),
                      NvSciError_BadAddress);
        assert_status(NvSciStreamConsumerIndexGet(nest.blocks[2], NULL), NvSciError_BadAddress);
        delete_all(&made);
    }
}

/**
 * The limits of the library are given, and nothing for what is none.
 * @verifies RF-STREAM-009
 */
static void limits_are_those_of_the_configuration(void **state)
{
    int32_t value = -1;

    (void)state;
    assert_status(NvSciStreamAttributeQuery((NvSciStreamQueryableAttrib)3, &value),
                  NvSciError_BadParameter);
    assert_status(NvSciStreamAttributeQuery(NvSciStreamQueryableAttrib_MaxElements, NULL),
                  NvSciError_BadParameter);
    assert_int_equal(value, -1);
    assert_status(NvSciStreamAttributeQuery(NvSciStreamQueryableAttrib_MaxElements, &value),
                  NvSciError_Success);
    assert_int_equal(value, RINGFENCE_CFG_STREAM_ELEMENTS);
    assert_status(NvSciStreamAttributeQuery(NvSciStreamQueryableAttrib_MaxMulticastOutputs, &value),
                  NvSciError_Success);
    assert_int_equal(value, RINGFENCE_CFG_STREAM_CONSUMERS);
    assert_status(NvSciStreamAttributeQuery(NvSciStreamQueryableAttrib_MaxSyncObj, &value),
                  NvSciError_Success);
    assert_int_equal(value, RINGFENCE_CFG_STREAM_ELEMENTS);
}

/* ---------------------------------------------------------------- user infos */

/** Asks a block for an info of an endpoint; gives the bytes that were copied to `data`. */
static NvSciError info_of(NvSciStreamBlock block, uint32_t end, uint32_t type, uint32_t *size,
                          void *data)
{
    return NvSciStreamBlockUserInfoGet(
        block, (end == 0U) ? NvSciStreamBlockType_Producer : NvSciStreamBlockType_Consumer,
        (end == 0U) ? 0U : (end - 1U), type, size, data);
}

/**
 * Each block of a stream reads the infos of each endpoint, byte for byte, as much as it has room
 * for; sizes from nothing to the limit.
 * @verifies RF-STREAM-007
 */
static void infos_are_read_at_each_block(void **state)
{
    uint8_t bytes[RINGFENCE_CFG_STREAM_INFO_BYTES];
    uint8_t got[RINGFENCE_CFG_STREAM_INFO_BYTES + 1U];
    Flow flow;

    (void)state;
    for (uint32_t i = 0U; i < sizeof(bytes); i++) {
        bytes[i] = (uint8_t)((7U * i) + 1U);
    }
    flow_begin(&flow, &g_call_plan);
    for (uint32_t end = 0U; end < 3U; end++) {
        const NvSciStreamBlock block = flow_endpoint(&flow, end);

        assert_status(NvSciStreamBlockUserInfoSet(block, 5U, 10U + end, bytes), NvSciError_Success);
        assert_status(NvSciStreamBlockUserInfoSet(block, 5U, 1U, bytes), NvSciError_AlreadyInUse);
        assert_status(NvSciStreamBlockUserInfoSet(block, 0U, 0U, bytes), NvSciError_Success);
    }
    assert_status(NvSciStreamBlockUserInfoSet(flow.producer, 6U, sizeof(bytes), bytes),
                  NvSciError_Success);
    (void)memset(bytes, 0, 4U);
    flow_go(&flow, FLOW_CONNECTED);
    for (uint32_t kind = 0U; kind < KINDS_HERE; kind++) {
        const NvSciStreamBlock block = block_of(&flow, (Kind)kind);

        for (uint32_t end = 0U; end < 3U; end++) {
            uint32_t size = sizeof(got);

            (void)memset(got, 0, sizeof(got));
            assert_status(info_of(block, end, 5U, &size, got), NvSciError_Success);
            assert_int_equal(size, 10U + end);
            for (uint32_t i = 0U; i < sizeof(got); i++) {
                assert_int_equal(got[i], (i < (10U + end)) ? (((7U * i) + 1U) & 0xFFU) : 0U);
            }
            size = 4U;
            (void)memset(got, 0, sizeof(got));
            assert_status(info_of(block, end, 5U, &size, got), NvSciError_Success);
            assert_int_equal(size, 10U + end);
            assert_int_equal(got[3], 22U);
            assert_int_equal(got[4], 0U);
            size = 0U;
            assert_status(info_of(block, end, 5U, &size, NULL), NvSciError_Success);
            assert_int_equal(size, 10U + end);
            size = sizeof(got);
            assert_status(info_of(block, end, 0U, &size, got), NvSciError_Success);
            assert_int_equal(size, 0U);
        }
    }
    {
        uint32_t size = sizeof(got);

        assert_status(info_of(flow.consumers[1], 0U, 6U, &size, got), NvSciError_Success);
        assert_int_equal(size, sizeof(bytes));
        assert_memory_equal(&got[4], &bytes[4], sizeof(bytes) - 4U);
    }
    flow_end(&flow);
}

/**
 * Wrong infos and wrong questions are refused, and a full table; nothing is written.
 * @verifies RF-STREAM-007
 */
static void wrong_infos_are_refused(void **state)
{
    static Made made;
    uint8_t data[4] = {1U, 2U, 3U, 4U};
    uint32_t size = sizeof(data);
    NvSciStreamBlock spare = 0U;
    Flow flow;

    (void)state;
    made.count = 0U;
    flow_begin(&flow, &g_call_plan);
    spare = consumer(&made);
    assert_status(NvSciStreamBlockUserInfoSet(flow.producer, 1U, 4U, NULL),
                  NvSciError_BadParameter);
    assert_status(
        NvSciStreamBlockUserInfoSet(flow.producer, 1U, RINGFENCE_CFG_STREAM_INFO_BYTES + 1U, data),
        NvSciError_InsufficientMemory);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_STREAM_INFOS; i++) {
        assert_status(NvSciStreamBlockUserInfoSet((i == 0U) ? flow.producer : spare, i, 4U, data),
                      NvSciError_Success);
    }
    assert_status(NvSciStreamBlockUserInfoSet(flow.producer, 100U, 4U, data),
                  NvSciError_InsufficientMemory);
    delete_all(&made);
    assert_int_equal(in_use_of(RINGFENCE_POOL_STREAM_INFO), 1U);
    assert_status(NvSciStreamBlockUserInfoSet(flow.producer, 100U, 4U, data), NvSciError_Success);
    flow_go(&flow, FLOW_CONNECTED);
    assert_status(info_of(flow.pool, 0U, 1U, &size, data), NvSciError_StreamInfoNotProvided);
    assert_status(info_of(flow.pool, 2U, 100U, &size, data), NvSciError_StreamInfoNotProvided);
    assert_status(info_of(flow.pool, 3U, 0U, &size, data), NvSciError_IndexOutOfRange);
    assert_status(
        NvSciStreamBlockUserInfoGet(flow.pool, NvSciStreamBlockType_Producer, 1U, 0U, &size, data),
        NvSciError_IndexOutOfRange);
    assert_status(
        NvSciStreamBlockUserInfoGet(flow.pool, NvSciStreamBlockType_Pool, 0U, 0U, &size, data),
        NvSciError_BadParameter);
    assert_status(info_of(flow.pool, 0U, 0U, NULL, data), NvSciError_BadAddress);
    assert_status(info_of(flow.pool, 0U, 0U, &size, NULL), NvSciError_BadAddress);
    assert_int_equal(size, sizeof(data));
    flow_end(&flow);
    assert_int_equal(in_use_of(RINGFENCE_POOL_STREAM_INFO), 0U);
}

/* ---------------------------------------------------------------- what needs a system */

/**
 * Blocks that wait have threads, IPC blocks an open endpoint of a channel. Where the library has
 * neither threads nor channels, as on boards without an operating system, it says so.
 * @verifies RF-STREAM-071
 * @verifies RF-STREAM-080
 */
static void blocks_that_need_a_system_say_so(void **state)
{
    const bool channels = FLOW_CAN_WAIT && (RINGFENCE_CFG_CHANNELS == 1U);
    const NvSciError waits = FLOW_CAN_WAIT ? NvSciError_Success : NvSciError_NotSupported;
    const NvSciError ends = channels ? NvSciError_NotInitialized : NvSciError_NotSupported;
    NvSciStreamBlock present = 0U;
    NvSciStreamBlock back = 0U;
    NvSciStreamBlock ipc = 0U;
    Flow flow;

    (void)state;
    flow_begin(&flow, &(FlowPlan){.consumers = 1U});
    assert_status(NvSciStreamPresentSyncCreate(flow.syncs, &present), waits);
    assert_status(NvSciStreamReturnSyncCreate(flow.syncs, &back), waits);
    assert_int_equal(present != 0U, FLOW_CAN_WAIT);
    assert_int_equal(back != 0U, FLOW_CAN_WAIT);
    assert_status(NvSciStreamIpcSrcCreate(0U, flow.syncs, flow.bufs, &ipc), ends);
    assert_status(NvSciStreamIpcSrcCreate2(0U, flow.syncs, flow.bufs, 0U, &ipc), ends);
    assert_status(NvSciStreamIpcDstCreate(0U, flow.syncs, flow.bufs, &ipc), ends);
    assert_status(NvSciStreamIpcDstCreate2(0U, flow.syncs, flow.bufs, 0U, &ipc), ends);
    assert_int_equal(ipc, 0U);
    assert_status(NvSciStreamBlockHandleInternalEvents(flow.producer), NvSciError_NotSupported);
    assert_status(NvSciStreamPacketSendSync(flow.producer), NvSciError_NotSupported);
    if (FLOW_CAN_WAIT) {
        flow_delete(&present);
        flow_delete(&back);
    }
    flow_end(&flow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        stream_test(wrong_blocks_are_refused),
        stream_test(endpoints_need_partners_of_their_own),
        stream_test(wrong_partners_and_infos_say_why),
        stream_test(no_block_is_left),
        stream_test(no_stream_is_left),
        stream_test(wrong_connections_are_refused),
        stream_test(wrong_connections_say_why),
        stream_test(too_many_consumers_are_refused),
        stream_test(streams_are_connected_in_any_order),
        stream_test(limits_are_those_of_the_configuration),
        stream_test(infos_are_read_at_each_block),
        stream_test(wrong_infos_are_refused),
        stream_test(blocks_that_need_a_system_say_so),
    };

    return cmocka_run_group_tests_name("stream/blocks", tests, NULL, NULL);
}
