/* SPDX-License-Identifier: Apache-2.0 */
/*
 * User infos: the producer and both consumers have records of bytes, which the blocks of the stream
 * read from Connected to SetupComplete. One consumer is in the producer's process, the other one
 * behind the endpoints nvscistream_2 and nvscistream_3. Threads of the library read and write the
 * channel.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"

#define PACKETS  2U
#define PAYLOADS 20U
#define NAME     1U
#define NUMBERS  0xFFFFFFFFU
#define NOBODY   77U

static const Element elements[1] = {{1U, 64U, true}};
static const char producer_name[] = "camera";
static const char *const consumer_names[2] = {"screen", "recorder in another process"};

typedef struct {
    uint32_t index;
    uint8_t bytes[152];
} Numbers;

static Numbers numbers_of(uint32_t index)
{
    Numbers numbers = {.index = index};

    for (uint32_t i = 0U; i < sizeof(numbers.bytes); i++) {
        numbers.bytes[i] = (uint8_t)((i * 3U) + (index * 101U));
    }
    return numbers;
}

static void set_infos(NvSciStreamBlock block, const char *name, uint32_t index)
{
    Numbers numbers = numbers_of(index);
    const uint32_t size = (uint32_t)strlen(name) + 1U;

    CALL(NvSciStreamBlockUserInfoSet(block, NAME, size, name));
    CALL(NvSciStreamBlockUserInfoSet(block, NUMBERS, sizeof(numbers), &numbers));
    REFUSED(NvSciStreamBlockUserInfoSet(block, NAME, size, name), NvSciError_AlreadyInUse);
    REFUSED(NvSciStreamBlockUserInfoSet(block, NOBODY, 4U, NULL), NvSciError_BadParameter);
    /* The block has a copy. */
    (void)memset(&numbers, 0, sizeof(numbers));
}

/** Both infos of an endpoint: size alone, whole, and cut off. */
static void read_infos(NvSciStreamBlock block, NvSciStreamBlockType type, uint32_t index,
                       const char *name, uint32_t seed)
{
    const Numbers wanted = numbers_of(seed);
    uint8_t room[256];
    uint32_t size = 0U;

    CALL(NvSciStreamBlockUserInfoGet(block, type, index, NUMBERS, &size, NULL));
    CHECK(size == sizeof(wanted));
    size = sizeof(room);
    CALL(NvSciStreamBlockUserInfoGet(block, type, index, NUMBERS, &size, room));
    CHECK((size == sizeof(wanted)) && (memcmp(room, &wanted, size) == 0));
    size = sizeof(room);
    CALL(NvSciStreamBlockUserInfoGet(block, type, index, NAME, &size, room));
    CHECK((size == strlen(name) + 1U) && (memcmp(room, name, size) == 0));
    (void)memset(room, 0xAA, sizeof(room));
    size = 3U;
    CALL(NvSciStreamBlockUserInfoGet(block, type, index, NAME, &size, room));
    CHECK((memcmp(room, name, 3U) == 0) && (room[3] == 0xAAU));
    REFUSED(NvSciStreamBlockUserInfoGet(block, type, index, NOBODY, &size, room),
            NvSciError_StreamInfoNotProvided);
    REFUSED(NvSciStreamBlockUserInfoGet(block, type, index, NAME, NULL, room),
            NvSciError_BadAddress);
    size = 1U;
    REFUSED(NvSciStreamBlockUserInfoGet(block, type, index, NAME, &size, NULL),
            NvSciError_BadAddress);
}

static void not_now(NvSciStreamBlock block, NvSciError error)
{
    uint32_t size = 0U;

    REFUSED(
        NvSciStreamBlockUserInfoGet(block, NvSciStreamBlockType_Producer, 0U, NAME, &size, NULL),
        error);
}

/** Connected comes first; then infos can be read, and set no more. */
static void await_connected(NvSciStreamBlock block)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    not_now(block, NvSciError_StreamNotConnected);
    CHECK(event_comes(block, LONG_ENOUGH, &event) && (event == NvSciStreamEventType_Connected));
}

static void record(int peer, uint32_t round)
{
    Modules modules = {NULL, NULL};
    End consumer = {.modules = &modules, .wanted = elements, .wantedCount = 1U};
    NvSciIpcEndpoint endpoint = endpoint_open("nvscistream_3");
    NvSciStreamBlock queue = 0U;
    NvSciStreamBlock ipc = 0U;
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    uint32_t number = 0U;

    (void)peer;
    (void)round;
    modules_open(&modules);
    CALL(NvSciStreamFifoQueueCreate(&queue));
    CALL(NvSciStreamConsumerCreate(queue, &consumer.block));
    CALL(NvSciStreamIpcDstCreate(endpoint, modules.sync, modules.buf, &ipc));
    set_infos(consumer.block, consumer_names[1], 2U);
    CALL(NvSciStreamBlockConnect(ipc, consumer.block));
    await_connected(consumer.block);
    read_infos(consumer.block, NvSciStreamBlockType_Producer, 0U, producer_name, 0U);
    read_infos(consumer.block, NvSciStreamBlockType_Consumer, 1U, consumer_names[1], 2U);
    end_connected(&consumer);
    while (!consumer.ended) {
        CHECK(event_comes(consumer.block, LONG_ENOUGH, &event));
        end_event(&consumer, event);
        if (event == NvSciStreamEventType_SetupComplete) {
            not_now(consumer.block, NvSciError_NoLongerAvailable);
        }
        while (consumer.ready > 0U) {
            consumer.ready--;
            number++;
            CHECK(consume(&consumer) == number);
        }
    }
    CHECK(number == PAYLOADS);
    CALL(NvSciStreamBlockDelete(ipc));
    CALL(NvSciStreamBlockDelete(consumer.block));
    CALL(NvSciStreamBlockDelete(queue));
    end_free(&consumer);
    endpoint_close(endpoint);
    modules_close(&modules);
}

typedef struct {
    Modules modules;
    Pool pool;
    End producer;
    End screen;
    NvSciStreamBlock queue;
    NvSciStreamBlock multicast;
    NvSciStreamBlock ipc;
} Stream;

static void make(Stream *stream, NvSciIpcEndpoint endpoint)
{
    uint32_t byte = 0U;

    modules_open(&stream->modules);
    stream->pool.modules = &stream->modules;
    stream->producer.modules = &stream->modules;
    stream->screen.modules = &stream->modules;
    CALL(NvSciStreamStaticPoolCreate(PACKETS, &stream->pool.block));
    CALL(NvSciStreamProducerCreate(stream->pool.block, &stream->producer.block));
    CALL(NvSciStreamFifoQueueCreate(&stream->queue));
    CALL(NvSciStreamConsumerCreate(stream->queue, &stream->screen.block));
    CALL(NvSciStreamMulticastCreate(2U, &stream->multicast));
    CALL(
        NvSciStreamIpcSrcCreate(endpoint, stream->modules.sync, stream->modules.buf, &stream->ipc));
    REFUSED(NvSciStreamBlockUserInfoSet(stream->pool.block, NAME, 4U, &byte),
            NvSciError_NotSupported);
    set_infos(stream->producer.block, producer_name, 0U);
    set_infos(stream->screen.block, consumer_names[0], 1U);
    CALL(NvSciStreamBlockConnect(stream->producer.block, stream->multicast));
    CALL(NvSciStreamBlockConnect(stream->multicast, stream->screen.block));
    REFUSED(NvSciStreamBlockUserInfoSet(stream->screen.block, NOBODY, 4U, &byte),
            NvSciError_NoLongerAvailable);
    CALL(NvSciStreamBlockConnect(stream->multicast, stream->ipc));
}

static void read_all(const Stream *stream)
{
    const NvSciStreamBlock blocks[3] = {stream->producer.block, stream->pool.block,
                                        stream->screen.block};
    uint32_t size = 0U;

    for (uint32_t i = 0U; i < 3U; i++) {
        await_connected(blocks[i]);
        read_infos(blocks[i], NvSciStreamBlockType_Producer, 0U, producer_name, 0U);
        read_infos(blocks[i], NvSciStreamBlockType_Consumer, 0U, consumer_names[0], 1U);
        REFUSED(NvSciStreamBlockUserInfoGet(blocks[i], NvSciStreamBlockType_Consumer, 2U, NAME,
                                            &size, NULL),
                NvSciError_IndexOutOfRange);
        REFUSED(NvSciStreamBlockUserInfoGet(blocks[i], NvSciStreamBlockType_Pool, 0U, NAME, &size,
                                            NULL),
                NvSciError_BadParameter);
    }
    for (uint32_t i = 0U; i < 2U; i++) {
        read_infos(blocks[i], NvSciStreamBlockType_Consumer, 1U, consumer_names[1], 2U);
    }
}

static void play(Stream *stream)
{
    uint32_t number = 0U;
    uint32_t seen = 0U;

    while ((seen < PAYLOADS) || (stream->producer.ready < PACKETS)) {
        pool_events(&stream->pool);
        end_events(&stream->producer);
        end_events(&stream->screen);
        if ((stream->producer.ready > 0U) && (number < PAYLOADS)) {
            stream->producer.ready--;
            number++;
            produce(&stream->producer, number);
        }
        while (stream->screen.ready > 0U) {
            stream->screen.ready--;
            seen++;
            CHECK(consume(&stream->screen) == seen);
        }
    }
    not_now(stream->producer.block, NvSciError_NoLongerAvailable);
    not_now(stream->pool.block, NvSciError_NoLongerAvailable);
}

static void film(int peer, uint32_t round)
{
    Stream stream = {.pool = {.packetCount = PACKETS},
                     .producer = {.producer = true, .wanted = elements, .wantedCount = 1U},
                     .screen = {.wanted = elements, .wantedCount = 1U}};
    const NvSciIpcEndpoint endpoint = endpoint_open("nvscistream_2");

    (void)peer;
    (void)round;
    make(&stream, endpoint);
    read_all(&stream);
    end_connected(&stream.producer);
    end_connected(&stream.screen);
    play(&stream);
    CALL(NvSciStreamBlockDelete(stream.producer.block));
    CALL(NvSciStreamBlockDelete(stream.pool.block));
    CALL(NvSciStreamBlockDelete(stream.multicast));
    CALL(NvSciStreamBlockDelete(stream.screen.block));
    CALL(NvSciStreamBlockDelete(stream.queue));
    CALL(NvSciStreamBlockDelete(stream.ipc));
    pool_free(&stream.pool);
    end_free(&stream.producer);
    end_free(&stream.screen);
    endpoint_close(endpoint);
    modules_close(&stream.modules);
}

int main(void)
{
    in_two_processes(film, record, 0U);
    (void)printf("user_info: six infos of three endpoints in two processes\n");
    return EXIT_SUCCESS;
}
