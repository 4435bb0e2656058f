/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One producer and three consumers behind two multicast blocks, in one process and one thread,
 * which asks each block in turn:
 *
 *     producer --- multicast --- "all": FIFO
 *                      \
 *                       multicast --- "newest": mailbox
 *                           \
 *                            limiter --- return-sync --- "limited": FIFO
 *
 * Each consumer wants other elements: one is hidden from "newest", and "all" and "limited" do not
 * use what they did not list. "all" sees each payload, in order; the others see some, in order.
 * "newest" looks at each fifth turn, and finds what was presented last. Then "all" is deleted, and
 * the stream goes on with the two others.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"

#define PACKETS  6U
#define PAYLOADS 500U
#define OTHERS   7U

static const Element produced[3] = {{10U, 1024U, true}, {20U, 2048U, true}, {30U, 512U, true}};
static const Element of_all[2] = {{20U, 2048U, true}, {10U, 1024U, true}};
static const Element of_newest[2] = {{30U, 512U, true}, {10U, 1024U, true}};
static const Element of_limited[1] = {{10U, 1024U, true}};

enum { ALL, NEWEST, LIMITED };

typedef struct {
    Modules modules;
    Pool pool;
    End producer;
    End consumers[3];
    /* What each consumer has seen: how many payloads, and the last one. */
    uint32_t seen[3];
    uint32_t last[3];
    /* Queues, multicast blocks, limiter, return-sync block. */
    Other others[OTHERS];
    uint32_t presented;
    bool all_is_gone;
} Stream;

static void make(Stream *stream)
{
    Other *const other = stream->others;

    CALL(NvSciStreamStaticPoolCreate(PACKETS, &stream->pool.block));
    CALL(NvSciStreamProducerCreate(stream->pool.block, &stream->producer.block));
    CALL(NvSciStreamFifoQueueCreate(&other[0].block));
    CALL(NvSciStreamMailboxQueueCreate(&other[1].block));
    CALL(NvSciStreamFifoQueueCreate(&other[2].block));
    for (uint32_t c = 0U; c < 3U; c++) {
        CALL(NvSciStreamConsumerCreate(other[c].block, &stream->consumers[c].block));
    }
    CALL(NvSciStreamMulticastCreate(2U, &other[3].block));
    CALL(NvSciStreamMulticastCreate(2U, &other[4].block));
    CALL(NvSciStreamLimiterCreate(1U, &other[5].block));
    CALL(NvSciStreamReturnSyncCreate(stream->modules.sync, &other[6].block));
    CALL(NvSciStreamBlockConnect(other[6].block, stream->consumers[LIMITED].block));
    CALL(NvSciStreamBlockConnect(other[3].block, stream->consumers[ALL].block));
    CALL(NvSciStreamBlockConnect(other[3].block, other[4].block));
    CALL(NvSciStreamBlockConnect(other[4].block, stream->consumers[NEWEST].block));
    CALL(NvSciStreamBlockConnect(other[4].block, other[5].block));
    CALL(NvSciStreamBlockConnect(stream->producer.block, other[3].block));
    /* One path does not end yet. */
    REFUSED(NvSciStreamBlockConsumerCountGet(other[3].block, &stream->producer.consumers),
            NvSciError_StreamNotConnected);
    CALL(NvSciStreamBlockConnect(other[5].block, other[6].block));
    REFUSED(NvSciStreamBlockConnect(other[3].block, other[6].block),
            NvSciError_InsufficientResource);
}

/** The events of all blocks that are there. */
static void take_events(Stream *stream)
{
    pool_events(&stream->pool);
    end_events(&stream->producer);
    for (uint32_t c = stream->all_is_gone ? NEWEST : ALL; c <= LIMITED; c++) {
        end_events(&stream->consumers[c]);
    }
    for (uint32_t i = stream->all_is_gone ? 1U : 0U; i < OTHERS; i++) {
        other_events(&stream->others[i]);
    }
}

static void look(Stream *stream, uint32_t c)
{
    End *const consumer = &stream->consumers[c];

    while (consumer->ready > 0U) {
        const uint32_t number = consume(consumer);

        consumer->ready--;
        stream->seen[c]++;
        CHECK((number > stream->last[c]) && (number <= stream->presented));
        CHECK((c != ALL) || (number == stream->last[c] + 1U));
        CHECK((c != NEWEST) || (number == stream->presented));
        stream->last[c] = number;
    }
}

/** A turn presents one payload, if a packet is free. */
static void turn(Stream *stream, uint32_t until)
{
    take_events(stream);
    if ((stream->producer.ready > 0U) && (stream->presented < until)) {
        stream->producer.ready--;
        stream->presented++;
        produce(&stream->producer, stream->presented);
    }
    take_events(stream);
    if (!stream->all_is_gone) {
        look(stream, ALL);
    }
    if ((stream->presented % 5U) == 0U) {
        look(stream, NEWEST);
    }
    look(stream, LIMITED);
}

/** Streams until so many payloads were presented and all packets are home. */
static void play(Stream *stream, uint32_t until)
{
    while ((stream->presented < until) || (stream->producer.ready < PACKETS)) {
        turn(stream, until);
    }
}

static void check_setup(Stream *stream)
{
    uint32_t count = 0U;
    uint32_t index = 0U;

    /* Setup ends without a payload: no packet is free before. */
    while (stream->producer.ready < PACKETS) {
        take_events(stream);
    }
    for (uint32_t i = 0U; i < OTHERS; i++) {
        CHECK(stream->others[i].complete && !stream->others[i].ended);
    }
    CHECK(stream->pool.complete && (stream->producer.consumers == 3U));
    CALL(NvSciStreamBlockConsumerCountGet(stream->others[4].block, &count));
    CHECK(count == 2U);
    for (uint32_t c = 0U; c < 3U; c++) {
        CALL(NvSciStreamConsumerIndexGet(stream->consumers[c].block, &index));
        CHECK(stream->consumers[c].complete && (index == c));
    }
    CHECK(stream->consumers[ALL].elementCount == 3U);
    CHECK(stream->consumers[NEWEST].elementCount == 2U);
    /* Sync objects of the consumers, by the indices of the pool: 10, 20, 30. */
    CHECK((stream->producer.others[ALL][0] != NULL) && (stream->producer.others[ALL][1] != NULL));
    CHECK((stream->producer.others[ALL][2] == NULL) &&
          (stream->producer.others[NEWEST][1] == NULL));
    CHECK((stream->producer.others[NEWEST][2] != NULL) &&
          (stream->producer.others[LIMITED][2] == NULL));
}

static void end_all(Stream *stream)
{
    CALL(NvSciStreamBlockDelete(stream->producer.block));
    for (uint32_t c = NEWEST; c <= LIMITED; c++) {
        NvSciStreamEventType event = NvSciStreamEventType_Error;

        CALL(NvSciStreamBlockEventQuery(stream->consumers[c].block, LONG_ENOUGH, &event));
        CHECK(event == NvSciStreamEventType_Disconnected);
        CALL(NvSciStreamBlockDelete(stream->consumers[c].block));
    }
    for (uint32_t i = 1U; i < OTHERS; i++) {
        CALL(NvSciStreamBlockDelete(stream->others[i].block));
    }
    CALL(NvSciStreamBlockDelete(stream->pool.block));
    pool_free(&stream->pool);
    end_free(&stream->producer);
    for (uint32_t c = 0U; c < 3U; c++) {
        end_free(&stream->consumers[c]);
    }
    modules_close(&stream->modules);
}

int main(void)
{
    static Stream stream = {
        .pool = {.packetCount = PACKETS, .hides = true, .hiddenType = 20U, .hiddenFrom = NEWEST},
        .producer = {.producer = true, .wanted = produced, .wantedCount = 3U},
        .consumers = {{.wanted = of_all, .wantedCount = 2U},
                      {.wanted = of_newest, .wantedCount = 2U},
                      {.wanted = of_limited, .wantedCount = 1U}}};

    modules_open(&stream.modules);
    stream.pool.modules = &stream.modules;
    stream.producer.modules = &stream.modules;
    for (uint32_t c = 0U; c < 3U; c++) {
        stream.consumers[c].modules = &stream.modules;
    }
    make(&stream);
    check_setup(&stream);
    play(&stream, PAYLOADS);
    CHECK((stream.seen[ALL] == PAYLOADS) && (stream.last[ALL] == PAYLOADS));
    CHECK((stream.seen[NEWEST] == PAYLOADS / 5U) && (stream.last[NEWEST] == PAYLOADS));
    CHECK(stream.seen[LIMITED] >= 1U);
    CALL(NvSciStreamBlockDelete(stream.consumers[ALL].block));
    CALL(NvSciStreamBlockDelete(stream.others[0].block));
    stream.all_is_gone = true;
    play(&stream, 2U * PAYLOADS);
    CHECK((stream.seen[NEWEST] == 2U * PAYLOADS / 5U) && (stream.last[NEWEST] == 2U * PAYLOADS));
    CHECK(stream.last[LIMITED] > PAYLOADS);
    end_all(&stream);
    (void)printf("multicast: %u payloads, all of them, the newest, and some of them were seen\n",
                 2U * PAYLOADS);
    return EXIT_SUCCESS;
}
