/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A memory boundary between two processes, by the endpoints nvscic2c_pcie_s0_c5_1 and
 * nvscic2c_pcie_s0_c6_1 of an INTER_CHIP line: payloads are copied from packets of the producer's
 * pool to those of a second pool.
 *
 *     producer --- present-sync --- source with a queue ~ destination with a pool --- consumer:
 * FIFO
 *
 * In the first round the source has a FIFO: the consumer sees each payload, in order. In the second
 * one it has a mailbox, and the consumer waits before it looks: the producer goes on without it,
 * and the consumer sees some payloads, in order, the last one among them. One element is not used
 * by the consumer, and has no buffers there.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "parts.h"

#define PACKETS   4U
#define SECONDARY 2U
#define PAYLOADS  300U
#define MAILBOX   1U

static const Element produced[3] = {{1U, 4096U, true}, {2U, 512U, true}, {3U, 70000U, true}};
static const Element consumed[2] = {{3U, 70000U, true}, {1U, 4096U, true}};
/* Listed by the consumer, so packets have it, and then not used. */
static const Element listed[3] = {{3U, 70000U, true}, {1U, 4096U, true}, {2U, 512U, true}};

typedef struct {
    Modules modules;
    NvSciIpcEndpoint endpoint;
    Pool pool;
    End end;
    Other queue;
    Other ipc;
    Other sync;
} Process;

static void open_all(Process *process, const char *endpoint)
{
    modules_open(&process->modules);
    process->endpoint = endpoint_open(endpoint);
    process->pool.modules = &process->modules;
    process->end.modules = &process->modules;
}

static void close_all(Process *process)
{
    CALL(NvSciStreamBlockDelete(process->end.block));
    CALL(NvSciStreamBlockDelete(process->pool.block));
    CALL(NvSciStreamBlockDelete(process->queue.block));
    CALL(NvSciStreamBlockDelete(process->ipc.block));
    if (process->end.producer) {
        CALL(NvSciStreamBlockDelete(process->sync.block));
    }
    pool_free(&process->pool);
    end_free(&process->end);
    endpoint_close(process->endpoint);
    modules_close(&process->modules);
}

static void take_events(Process *process)
{
    pool_events(&process->pool);
    end_events(&process->end);
    other_events(&process->queue);
    other_events(&process->ipc);
    if (process->end.producer) {
        other_events(&process->sync);
    }
}

static void make_source(Process *process, uint32_t round)
{
    NvSciStreamBlock other = 0U;

    CALL(NvSciStreamStaticPoolCreate(PACKETS, &process->pool.block));
    CALL(NvSciStreamProducerCreate(process->pool.block, &process->end.block));
    CALL(NvSciStreamPresentSyncCreate(process->modules.sync, &process->sync.block));
    CALL((round == MAILBOX) ? NvSciStreamMailboxQueueCreate(&process->queue.block)
                            : NvSciStreamFifoQueueCreate(&process->queue.block));
    /* No queue is a pool. */
    REFUSED(NvSciStreamIpcSrcCreate2(process->endpoint, process->modules.sync, process->modules.buf,
                                     process->pool.block, &other),
            NvSciError_BadParameter);
    CALL(NvSciStreamIpcSrcCreate2(process->endpoint, process->modules.sync, process->modules.buf,
                                  process->queue.block, &process->ipc.block));
    CALL(NvSciStreamBlockConnect(process->end.block, process->sync.block));
    CALL(NvSciStreamBlockConnect(process->sync.block, process->ipc.block));
}

/** The other process says when it is there, and when it has seen enough. */
static void await_byte(int peer)
{
    char byte = '\0';

    CHECK(read(peer, &byte, 1U) == 1);
}

static void send_byte(int peer)
{
    CHECK(write(peer, "x", 1U) == 1);
}

static void run_producer(int peer, uint32_t round)
{
    Process process = {.end = {.producer = true, .wanted = produced, .wantedCount = 3U},
                       .pool = {.packetCount = PACKETS}};
    uint32_t number = 0U;

    open_all(&process, "nvscic2c_pcie_s0_c5_1");
    make_source(&process, round);
    /* Packets come home when they are copied, whatever the consumer does. */
    while ((number < PAYLOADS) || (process.end.ready < PACKETS)) {
        take_events(&process);
        if ((process.end.ready > 0U) && (number < PAYLOADS)) {
            process.end.ready--;
            number++;
            produce(&process.end, number);
        }
        if ((round == MAILBOX) && (number == PAYLOADS) && (process.end.ready == PACKETS - 1U)) {
            /* The last one waits in the mailbox until the consumer looks. */
            break;
        }
    }
    CHECK(process.pool.complete && process.end.complete && process.ipc.complete);
    CHECK(process.end.consumers == 1U);
    send_byte(peer);
    await_byte(peer);
    close_all(&process);
}

static void make_destination(Process *process)
{
    NvSciStreamBlock other = 0U;

    CALL(NvSciStreamStaticPoolCreate(SECONDARY, &process->pool.block));
    CALL(NvSciStreamFifoQueueCreate(&process->queue.block));
    CALL(NvSciStreamConsumerCreate(process->queue.block, &process->end.block));
    REFUSED(NvSciStreamIpcDstCreate2(process->endpoint, process->modules.sync, process->modules.buf,
                                     0U, &other),
            NvSciError_BadParameter);
    CALL(NvSciStreamIpcDstCreate2(process->endpoint, process->modules.sync, process->modules.buf,
                                  process->pool.block, &process->ipc.block));
    CALL(NvSciStreamBlockConnect(process->ipc.block, process->end.block));
}

/** A consumer that lists three elements and uses two of them. */
static void set_up(Process *process)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    process->end.wanted = listed;
    process->end.wantedCount = 3U;
    CHECK(event_comes(process->end.block, LONG_ENOUGH, &event));
    CHECK(event == NvSciStreamEventType_Connected);
    end_event(&process->end, event);
    process->end.wanted = consumed;
    process->end.wantedCount = 2U;
    while (!process->end.complete) {
        take_events(process);
    }
    CHECK((process->pool.elementCount == 3U) && (process->end.elementCount == 3U));
    for (uint32_t i = 0U; i < 3U; i++) {
        CHECK((process->pool.lists[i] == NULL) == (process->pool.types[i] == 2U));
    }
}

static void run_consumer(int peer, uint32_t round)
{
    Process process = {.pool = {.packetCount = SECONDARY, .secondary = true}};
    uint32_t last = 0U;
    uint32_t seen = 0U;

    open_all(&process, "nvscic2c_pcie_s0_c6_1");
    make_destination(&process);
    set_up(&process);
    if (round == MAILBOX) {
        await_byte(peer);
    }
    while (last < PAYLOADS) {
        take_events(&process);
        CHECK(!process.end.ended);
        while (process.end.ready > 0U) {
            const uint32_t number = consume(&process.end);

            process.end.ready--;
            seen++;
            CHECK((number > last) && ((round == MAILBOX) || (number == last + 1U)));
            last = number;
        }
    }
    CHECK((round == MAILBOX) ? (seen < PAYLOADS) : (seen == PAYLOADS));
    if (round != MAILBOX) {
        await_byte(peer);
    }
    send_byte(peer);
    while (!process.end.ended) {
        take_events(&process);
    }
    close_all(&process);
}

int main(void)
{
    in_two_processes(run_producer, run_consumer, 0U);
    in_two_processes(run_producer, run_consumer, MAILBOX);
    (void)printf("c2c: %u payloads were copied, all of them, and the newest\n", PAYLOADS);
    return EXIT_SUCCESS;
}
