/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A producer that does not wait, and a consumer with a mailbox that is slower, each in a thread.
 * The consumer sees payloads in order, the last one among them, and none twice; each payload that
 * it does not see is a drop, whose packet is back in the pool: the producer always finds one. In
 * the first part, without threads, the drops are counted exactly.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The two of which nvscistream.h is made. */
#include "nvscistream_api.h"
#include "nvscistream_types.h"
#include "parts.h"

/* One in the mailbox, one that the consumer holds, one to write. */
#define PACKETS  3U
#define COUNTED  40U
#define PAYLOADS 20000U

static const Element elements[1] = {{5U, 256U, true}};

typedef struct {
    Modules modules;
    Pool pool;
    End producer;
    End consumer;
    Other queue;
    uint32_t seen;
    uint32_t last;
} Stream;

static void take_events(Stream *stream)
{
    pool_events(&stream->pool);
    end_events(&stream->producer);
    end_events(&stream->consumer);
    other_events(&stream->queue);
}

static void see(Stream *stream)
{
    const uint32_t number = consume(&stream->consumer);

    CHECK(number > stream->last);
    stream->last = number;
    stream->seen++;
}

static void make(Stream *stream)
{
    modules_open(&stream->modules);
    stream->pool.modules = &stream->modules;
    stream->producer.modules = &stream->modules;
    stream->consumer.modules = &stream->modules;
    CALL(NvSciStreamStaticPoolCreate(PACKETS, &stream->pool.block));
    CALL(NvSciStreamMailboxQueueCreate(&stream->queue.block));
    CALL(NvSciStreamProducerCreate(stream->pool.block, &stream->producer.block));
    CALL(NvSciStreamConsumerCreate(stream->queue.block, &stream->consumer.block));
    CALL(NvSciStreamBlockConnect(stream->producer.block, stream->consumer.block));
    while (!stream->pool.complete || !stream->producer.complete || !stream->consumer.complete) {
        take_events(stream);
    }
    CHECK(stream->queue.complete);
}

/** Each fourth payload is looked at: three of four are dropped, and one PacketReady tells of it. */
static void count_drops(Stream *stream)
{
    NvSciStreamCookie cookie = NvSciStreamCookie_Invalid;

    for (uint32_t number = 1U; number <= COUNTED; number++) {
        take_events(stream);
        CHECK(stream->producer.ready > 0U);
        stream->producer.ready--;
        produce(&stream->producer, number);
        if ((number % 4U) == 0U) {
            take_events(stream);
            CHECK(stream->consumer.ready == 1U);
            stream->consumer.ready = 0U;
            see(stream);
            CHECK(stream->last == number);
            REFUSED(NvSciStreamConsumerPacketAcquire(stream->consumer.block, &cookie),
                    NvSciError_NoStreamPacket);
        }
    }
    take_events(stream);
    CHECK((stream->seen == COUNTED / 4U) && (stream->producer.ready == PACKETS));
}

/** A packet that comes back from the mailbox has no fence of the consumer. */
static void dropped_packet_is_clean(Stream *stream)
{
    const NvSciSyncFence cleared = NvSciSyncFenceInitializer;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciStreamCookie cookies[PACKETS] = {0U};
    Packet *packet = NULL;

    produce(&stream->producer, COUNTED + 1U);
    produce(&stream->producer, COUNTED + 2U);
    for (uint32_t p = 0U; p < PACKETS - 1U; p++) {
        CALL(NvSciStreamProducerPacketGet(stream->producer.block, &cookies[p]));
    }
    REFUSED(NvSciStreamProducerPacketGet(stream->producer.block, &cookies[2]),
            NvSciError_NoStreamPacket);
    /* The last one that came home is the one that was dropped. */
    packet = end_packet_of(&stream->producer, cookies[1]);
    CALL(NvSciStreamBlockPacketFenceGet(stream->producer.block, packet->handle, 0U, 0U, &fence));
    CHECK(memcmp(&fence, &cleared, sizeof(fence)) == 0);
    for (uint32_t p = 0U; p < PACKETS - 1U; p++) {
        packet = end_packet_of(&stream->producer, cookies[p]);
        CALL(NvSciStreamProducerPacketPresent(stream->producer.block, packet->handle));
        REFUSED(NvSciStreamProducerPacketPresent(stream->producer.block, packet->handle),
                NvSciError_StreamPacketInaccessible);
    }
    /* Nothing was written, so the bytes are those of an earlier time. */
    CALL(NvSciStreamConsumerPacketAcquire(stream->consumer.block, &cookies[0]));
    packet = end_packet_of(&stream->consumer, cookies[0]);
    CALL(NvSciStreamConsumerPacketRelease(stream->consumer.block, packet->handle));
    take_events(stream);
    stream->consumer.ready = 0U;
    stream->producer.ready = PACKETS;
}

static void *run_producer(void *argument)
{
    Stream *const stream = (Stream *)argument;
    uint32_t number = COUNTED + 2U;

    while (number < PAYLOADS) {
        end_events(&stream->producer);
        if (stream->producer.ready > 0U) {
            stream->producer.ready--;
            number++;
            produce(&stream->producer, number);
        }
    }
    return NULL;
}

/** Sleeps behind each payload, so that most of them are dropped. */
static void *run_consumer(void *argument)
{
    Stream *const stream = (Stream *)argument;
    const struct timespec nap = {0, 200000};
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    while (stream->last < PAYLOADS) {
        CHECK(event_comes(stream->consumer.block, LONG_ENOUGH, &event));
        end_event(&stream->consumer, event);
        while (stream->consumer.ready > 0U) {
            stream->consumer.ready--;
            see(stream);
        }
        (void)nanosleep(&nap, NULL);
    }
    return NULL;
}

static void end_all(Stream *stream)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    CALL(NvSciStreamBlockDelete(stream->consumer.block));
    do {
        CHECK(event_comes(stream->producer.block, LONG_ENOUGH, &event));
        end_event(&stream->producer, event);
    } while (!stream->producer.ended);
    CALL(NvSciStreamBlockDelete(stream->producer.block));
    CALL(NvSciStreamBlockDelete(stream->queue.block));
    CALL(NvSciStreamBlockDelete(stream->pool.block));
    pool_free(&stream->pool);
    end_free(&stream->producer);
    end_free(&stream->consumer);
    modules_close(&stream->modules);
}

int main(void)
{
    static Stream stream = {.pool = {.packetCount = PACKETS},
                            .producer = {.producer = true, .wanted = elements, .wantedCount = 1U},
                            .consumer = {.wanted = elements, .wantedCount = 1U}};
    pthread_t producer;
    pthread_t consumer;

    make(&stream);
    count_drops(&stream);
    dropped_packet_is_clean(&stream);
    stream.seen = 0U;
    stream.last = COUNTED + 2U;
    CHECK(pthread_create(&consumer, NULL, run_consumer, &stream) == 0);
    CHECK(pthread_create(&producer, NULL, run_producer, &stream) == 0);
    CHECK(pthread_join(producer, NULL) == 0);
    CHECK(pthread_join(consumer, NULL) == 0);
    CHECK((stream.last == PAYLOADS) && (stream.seen < PAYLOADS - COUNTED - 2U));
    end_all(&stream);
    (void)printf("mailbox: %u of %u payloads were seen, in order, the last one too\n", stream.seen,
                 PAYLOADS - COUNTED - 2U);
    return EXIT_SUCCESS;
}
