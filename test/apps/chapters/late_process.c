/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A consumer that comes late from another process, by the endpoints nvscistream_6 and
 * nvscistream_7. A multicast block with two outputs begins with a consumer in the producer's own
 * process. While packets move a second process joins, is killed, and a third one comes in its
 * place. The first consumer sees each payload; the two others see each one from their first to
 * their last.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "parts.h"

#define PACKETS 4U
#define PART    100U

static const Element elements[2] = {{1U, 1024U, true}, {2U, 128U, true}};

typedef struct {
    Modules modules;
    NvSciIpcEndpoint endpoint;
    Pool pool;
    End producer;
    End viewer;
    NvSciStreamBlock queue;
    Other multicast;
    Other ipc;
    uint32_t presented;
    uint32_t seen;
    uint32_t rounds;
} Stream;

/* ---------------------------------------------------------------- the process that comes late */

/** Sees payloads until the stream ends, or is killed behind some of them. Says how many it saw. */
static uint32_t visit(bool is_killed)
{
    Modules modules = {NULL, NULL};
    End consumer = {.modules = &modules, .wanted = elements, .wantedCount = 2U};
    const NvSciIpcEndpoint endpoint = endpoint_open("nvscistream_7");
    NvSciStreamBlock queue = 0U;
    NvSciStreamBlock ipc = 0U;
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    uint32_t last = 0U;
    uint32_t seen = 0U;

    modules_open(&modules);
    CALL(NvSciStreamFifoQueueCreate(&queue));
    CALL(NvSciStreamConsumerCreate(queue, &consumer.block));
    CALL(NvSciStreamIpcDstCreate(endpoint, modules.sync, modules.buf, &ipc));
    CALL(NvSciStreamBlockConnect(ipc, consumer.block));
    while (!consumer.ended) {
        CHECK(event_comes(consumer.block, LONG_ENOUGH, &event));
        end_event(&consumer, event);
        while (consumer.ready > 0U) {
            const uint32_t number = consume(&consumer);

            consumer.ready--;
            seen++;
            CHECK((last == 0U) ? (number > PART) : (number == last + 1U));
            last = number;
            if (is_killed && (seen == PART)) {
                (void)raise(SIGKILL);
            }
        }
    }
    CALL(NvSciStreamBlockDelete(ipc));
    CALL(NvSciStreamBlockDelete(consumer.block));
    CALL(NvSciStreamBlockDelete(queue));
    end_free(&consumer);
    endpoint_close(endpoint);
    modules_close(&modules);
    return seen;
}

/** One process that is killed, and then this one. */
static void come_late(int peer, uint32_t round)
{
    char byte = '\0';
    int status = -1;
    pid_t child = -1;

    (void)round;
    CHECK(read(peer, &byte, 1U) == 1);
    child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        (void)visit(true);
        _exit(EXIT_FAILURE);
    }
    CHECK((waitpid(child, &status, 0) == child) && WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == SIGKILL);
    CHECK(read(peer, &byte, 1U) == 1);
    CHECK(visit(false) >= PART);
}

/* ---------------------------------------------------------------- the process of the producer */

static void producer_events(Stream *stream)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    while (event_comes(stream->producer.block, 0, &event)) {
        if (stream->rounds == 0U) {
            end_event(&stream->producer, event);
        } else {
            end_later_event(&stream->producer, event);
        }
        stream->rounds += (event == NvSciStreamEventType_SetupComplete) ? 1U : 0U;
    }
}

static void turn(Stream *stream)
{
    pool_events(&stream->pool);
    producer_events(stream);
    end_events(&stream->viewer);
    if (stream->producer.ready > 0U) {
        stream->producer.ready--;
        stream->presented++;
        produce(&stream->producer, stream->presented);
    }
    while (stream->viewer.ready > 0U) {
        stream->viewer.ready--;
        stream->seen++;
        CHECK(consume(&stream->viewer) == stream->seen);
    }
    stream->multicast.connected = false;
    other_events(&stream->multicast);
    if (stream->ipc.block != 0U) {
        other_events(&stream->ipc);
    }
}

static void play(Stream *stream)
{
    const uint32_t until = stream->presented + PART;

    while (stream->presented < until) {
        turn(stream);
    }
}

static void mark_connect(const Stream *stream)
{
    CALL(NvSciStreamBlockSetupStatusSet(stream->multicast.block, NvSciStreamSetup_Connect, true));
}

static void make(Stream *stream)
{
    modules_open(&stream->modules);
    stream->pool.modules = &stream->modules;
    stream->producer.modules = &stream->modules;
    stream->viewer.modules = &stream->modules;
    CALL(NvSciStreamStaticPoolCreate(PACKETS, &stream->pool.block));
    CALL(NvSciStreamProducerCreate(stream->pool.block, &stream->producer.block));
    CALL(NvSciStreamMulticastCreate(2U, &stream->multicast.block));
    CALL(NvSciStreamFifoQueueCreate(&stream->queue));
    CALL(NvSciStreamConsumerCreate(stream->queue, &stream->viewer.block));
    CALL(NvSciStreamBlockConnect(stream->multicast.block, stream->viewer.block));
    CALL(NvSciStreamBlockConnect(stream->producer.block, stream->multicast.block));
    mark_connect(stream);
    while ((stream->rounds < 1U) || !stream->multicast.complete) {
        turn(stream);
    }
}

/** Makes the block to the other process, and tells that process to come. */
static void invite(Stream *stream, int peer)
{
    const uint32_t rounds = stream->rounds + 1U;
    const uint32_t before = stream->presented;
    const Other none = {.block = 0U};

    stream->ipc = none;
    stream->endpoint = endpoint_open("nvscistream_6");
    CALL(NvSciStreamIpcSrcCreate(stream->endpoint, stream->modules.sync, stream->modules.buf,
                                 &stream->ipc.block));
    CALL(NvSciStreamBlockConnect(stream->multicast.block, stream->ipc.block));
    mark_connect(stream);
    CHECK(write(peer, "x", 1U) == 1);
    stream->multicast.complete = false;
    while ((stream->rounds < rounds) || !stream->multicast.complete || !stream->ipc.complete) {
        turn(stream);
    }
    CHECK((stream->rounds == rounds) && (stream->presented > before));
}

static void take_leave(Stream *stream)
{
    CALL(NvSciStreamBlockDelete(stream->ipc.block));
    stream->ipc.block = 0U;
    endpoint_close(stream->endpoint);
}

static void run_producer(int peer, uint32_t round)
{
    static Stream stream = {.pool = {.packetCount = PACKETS},
                            .producer = {.producer = true, .wanted = elements, .wantedCount = 2U},
                            .viewer = {.wanted = elements, .wantedCount = 2U}};

    (void)round;
    make(&stream);
    play(&stream);
    invite(&stream, peer);
    while (!stream.ipc.ended) {
        turn(&stream);
    }
    take_leave(&stream);
    play(&stream);
    invite(&stream, peer);
    play(&stream);
    play(&stream);
    CALL(NvSciStreamBlockDelete(stream.producer.block));
    while (!stream.viewer.ended) {
        end_events(&stream.viewer);
        while (stream.viewer.ready > 0U) {
            stream.viewer.ready--;
            stream.seen++;
            CHECK(consume(&stream.viewer) == stream.seen);
        }
    }
    CHECK(stream.seen == stream.presented);
    CALL(NvSciStreamBlockDelete(stream.viewer.block));
    CALL(NvSciStreamBlockDelete(stream.queue));
    CALL(NvSciStreamBlockDelete(stream.multicast.block));
    CALL(NvSciStreamBlockDelete(stream.pool.block));
    pool_free(&stream.pool);
    end_free(&stream.producer);
    end_free(&stream.viewer);
    take_leave(&stream);
    modules_close(&stream.modules);
}

int main(void)
{
    in_two_processes(run_producer, come_late, 0U);
    (void)printf("late_process: two processes came late, one of them in the place of the other\n");
    return EXIT_SUCCESS;
}
