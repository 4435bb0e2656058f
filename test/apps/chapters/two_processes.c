/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A producer in one process and a consumer in another one, joined by the endpoints nvscistream_0
 * and nvscistream_1. Each process has one thread, which waits on one event service for the events
 * of its blocks; the service reads and writes the channel. Packets have what both ends list. The
 * consumer sees each payload once, in order, whole; behind the last one the producer's process
 * deletes its blocks, and the consumer gets Disconnected.
 */
#include <stdio.h>
#include <stdlib.h>

#include "nvscievent.h"
#include "nvsciipc.h"
#include "parts.h"

#define PAYLOADS 2000U
#define PACKETS  4U
#define BLOCKS   3U
#define INTERNAL 3U

static const Element produced[3] = {{1U, 8192U, true}, {2U, 256U, false}, {3U, 1024U, true}};
static const Element consumed[2] = {{3U, 1024U, true}, {1U, 8192U, true}};

typedef struct {
    Modules modules;
    NvSciEventLoopService *loop;
    NvSciIpcEndpoint endpoint;
    /* End, its pool or queue, the block of the channel. */
    NvSciStreamBlock blocks[BLOCKS];
    NvSciEventNotifier *notifiers[BLOCKS];
    NvSciEventNotifier *internal[INTERNAL];
    End end;
    Pool pool;
    Other queue;
    Other ipc;
} Process;

static void open_all(Process *process, const char *endpoint)
{
    modules_open(&process->modules);
    CALL(NvSciEventLoopServiceCreateSafe(1U, NULL, &process->loop));
    CALL(NvSciIpcInit());
    CALL(NvSciIpcOpenEndpointWithEventService(endpoint, &process->endpoint,
                                              &process->loop->EventService));
    CALL(NvSciIpcResetEndpointSafe(process->endpoint));
    process->end.modules = &process->modules;
    process->pool.modules = &process->modules;
}

/** Setting up the service is the first call for each block. */
static void serve(Process *process)
{
    uint32_t count = INTERNAL;

    for (uint32_t i = 0U; i < BLOCKS; i++) {
        CALL(NvSciStreamBlockEventServiceSetup(process->blocks[i], &process->loop->EventService,
                                               &process->notifiers[i]));
    }
    CALL(NvSciStreamBlockInternalEventServiceSetup(process->blocks[2], &process->loop->EventService,
                                                   &count, process->internal));
    CHECK(count == INTERNAL);
    process->end.block = process->blocks[0];
    process->pool.block = process->blocks[1];
    process->queue.block = process->blocks[1];
    process->ipc.block = process->blocks[2];
}

/** Waits for something to do, and does it: events of all three blocks. */
static void step(Process *process)
{
    bool news[BLOCKS] = {false};

    CALL(process->loop->WaitForMultipleEventsExt(&process->loop->EventService, process->notifiers,
                                                 BLOCKS, LONG_ENOUGH, news));
    if (news[0]) {
        end_events(&process->end);
    }
    if (news[1] && process->end.producer) {
        pool_events(&process->pool);
    } else if (news[1]) {
        other_events(&process->queue);
    }
    if (news[2]) {
        other_events(&process->ipc);
    }
}

static void close_all(Process *process)
{
    for (uint32_t i = 0U; i < BLOCKS; i++) {
        CALL(NvSciStreamBlockDelete(process->blocks[i]));
    }
    for (uint32_t i = 0U; i < BLOCKS; i++) {
        process->notifiers[i]->Delete(process->notifiers[i]);
    }
    for (uint32_t i = 0U; i < INTERNAL; i++) {
        process->internal[i]->Delete(process->internal[i]);
    }
    end_free(&process->end);
    pool_free(&process->pool);
    CALL(NvSciIpcCloseEndpointSafe(process->endpoint, false));
    NvSciIpcDeinit();
    process->loop->EventService.Delete(&process->loop->EventService);
    modules_close(&process->modules);
}

static void produce_all(int peer, uint32_t round)
{
    Process process = {.end = {.producer = true, .wanted = produced, .wantedCount = 3U},
                       .pool = {.packetCount = PACKETS}};
    uint32_t number = 0U;

    (void)peer;
    (void)round;
    open_all(&process, "nvscistream_0");
    CALL(NvSciStreamStaticPoolCreate(PACKETS, &process.blocks[1]));
    CALL(NvSciStreamProducerCreate(process.blocks[1], &process.blocks[0]));
    CALL(NvSciStreamIpcSrcCreate(process.endpoint, process.modules.sync, process.modules.buf,
                                 &process.blocks[2]));
    serve(&process);
    CALL(NvSciStreamBlockConnect(process.blocks[0], process.blocks[2]));
    /* All packets come home before the stream is given up. */
    while ((number < PAYLOADS) || (process.end.ready < PACKETS)) {
        step(&process);
        while ((process.end.ready > 0U) && (number < PAYLOADS)) {
            process.end.ready--;
            number++;
            produce(&process.end, number);
        }
    }
    CHECK(process.pool.complete && process.ipc.complete);
    CHECK(process.pool.elementCount == 2U);
    close_all(&process);
}

static void consume_all(int peer, uint32_t round)
{
    Process process = {.end = {.wanted = consumed, .wantedCount = 2U}};
    uint32_t number = 0U;

    (void)peer;
    (void)round;
    open_all(&process, "nvscistream_1");
    CALL(NvSciStreamFifoQueueCreate(&process.blocks[1]));
    CALL(NvSciStreamConsumerCreate(process.blocks[1], &process.blocks[0]));
    CALL(NvSciStreamIpcDstCreate2(process.endpoint, process.modules.sync, process.modules.buf, 0U,
                                  &process.blocks[2]));
    serve(&process);
    CALL(NvSciStreamBlockConnect(process.blocks[2], process.blocks[0]));
    while (!process.end.ended) {
        step(&process);
        while (process.end.ready > 0U) {
            process.end.ready--;
            number++;
            CHECK(consume(&process.end) == number);
        }
    }
    CHECK(number == PAYLOADS);
    close_all(&process);
}

int main(void)
{
    in_two_processes(produce_all, consume_all, 0U);
    (void)printf("two_processes: %u payloads, whole and in order\n", PAYLOADS);
    return EXIT_SUCCESS;
}
