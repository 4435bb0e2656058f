/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checksums: a producer, and a consumer in another process, joined by the endpoints nvscistream_4
 * and nvscistream_5. Each one folds what it hands over and gets into checksums of its own. The
 * consumer brings its checksums to the producer over a pair of sockets, and marks CrcExport; the
 * producer compares them when it has Validate, and marks CrcImport if they are equal. In the second
 * round the consumer passes over one buffer: the producer sees it, and gives the stream up.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parts.h"

#define PACKETS  3U
#define PAYLOADS 50U
#define START    0x12345678U
#define INFO     9U

static const Element elements[2] = {{1U, 64U, true}, {2U, 4096U, true}};
static const char info[] = "what the camera is";

/** One for each thing that both ends see. */
typedef struct {
    uint32_t info;
    uint32_t lists;
    uint32_t buffers;
    uint32_t of_producer;
    uint32_t of_consumer;
    uint32_t fences;
} Sums;

typedef struct {
    Modules modules;
    NvSciIpcEndpoint endpoint;
    End end;
    Pool pool;
    NvSciStreamBlock queue;
    NvSciStreamBlock ipc;
    Sums sums;
    /* A second checksum of the buffers, as if for a second consumer. */
    uint32_t second;
    uint32_t packets;
    uint32_t imports;
    bool passes_over;
    int peer;
} Process;

static Sums start_sums(void)
{
    const Sums sums = {START, START, START, START, START, START};

    return sums;
}

static void send_sums(const Process *process)
{
    CHECK(write(process->peer, &process->sums, sizeof(Sums)) == (ssize_t)sizeof(Sums));
}

static Sums receive_sums(const Process *process)
{
    Sums sums;

    CHECK(read(process->peer, &sums, sizeof(sums)) == (ssize_t)sizeof(sums));
    return sums;
}

static void fold_lists(Process *process)
{
    uint32_t count = 0U;

    CALL(NvSciStreamBlockElementCountGet(process->end.block, NvSciStreamBlockType_Pool, &count));
    CHECK(count == 2U);
    for (uint32_t i = 0U; i < count; i++) {
        NvSciBufAttrList list = NULL;
        uint32_t type = 0U;
        const uint32_t before = process->sums.lists;

        REFUSED(NvSciStreamBlockElementAttrGetWithCrc(process->end.block, NvSciStreamBlockType_Pool,
                                                      i, &type, &list, NULL),
                NvSciError_BadAddress);
        REFUSED(NvSciStreamBlockElementAttrGetWithCrc(process->end.block, NvSciStreamBlockType_Pool,
                                                      count, &type, &list, &process->sums.lists),
                NvSciError_BadParameter);
        CHECK(process->sums.lists == before);
        CALL(NvSciStreamBlockElementAttrGetWithCrc(process->end.block, NvSciStreamBlockType_Pool, i,
                                                   &type, &list, &process->sums.lists));
        CHECK(process->sums.lists != before);
        NvSciBufAttrListFree(list);
    }
}

static void fold_buffers(Process *process)
{
    const Packet *const packet = &process->end.packets[process->packets];
    uint32_t sums[2] = {process->sums.buffers, process->second};

    for (uint32_t i = 0U; i < 2U; i++) {
        NvSciBufObj buffer = NULL;

        CALL(NvSciStreamBlockPacketBufferGetWithCrc(process->end.block, packet->handle, i, &buffer,
                                                    2U, sums));
        NvSciBufObjFree(buffer);
        if (process->passes_over && !process->end.producer && (process->packets == 1U)) {
            break;
        }
    }
    process->packets++;
    process->sums.buffers = sums[0];
    process->second = sums[1];
}

static void fold_signals_out(Process *process)
{
    End *const end = &process->end;

    end_waiters_in(end);
    for (uint32_t i = 0U; i < 2U; i++) {
        CALL(NvSciStreamBlockElementSignalObjSetWithCrc(
            end->block, i, end->signals[i],
            end->producer ? &process->sums.of_producer : &process->sums.of_consumer));
    }
    end_signals_out(end);
}

static void fold_signals_in(Process *process)
{
    End *const end = &process->end;

    for (uint32_t i = 0U; i < 2U; i++) {
        NvSciSyncObj other = NULL;

        CALL(NvSciStreamBlockElementSignalObjGetWithCrc(
            end->block, 0U, i, &other,
            end->producer ? &process->sums.of_consumer : &process->sums.of_producer));
        NvSciSyncObjFree(other);
    }
}

/** The producer compares, and goes on if all is equal. */
static void validate(Process *process)
{
    const Sums theirs = receive_sums(process);
    const Sums *const ours = &process->sums;

    CHECK(!process->end.complete && !process->pool.complete);
    CHECK((theirs.info == ours->info) && (theirs.lists == ours->lists));
    CHECK((theirs.of_producer == ours->of_producer) && (theirs.of_consumer == ours->of_consumer));
    CHECK((theirs.buffers == ours->buffers) == !process->passes_over);
    CHECK(ours->buffers != process->second);
    if (!process->passes_over) {
        CALL(NvSciStreamBlockSetupStatusSet(process->end.block, NvSciStreamSetup_CrcImport, true));
    }
}

static void handle(Process *process, NvSciStreamEventType event)
{
    switch (event) {
    case NvSciStreamEventType_Elements:
        fold_lists(process);
        end_event(&process->end, event);
        break;
    case NvSciStreamEventType_WaiterAttr:
        fold_signals_out(process);
        break;
    case NvSciStreamEventType_PacketCreate:
        end_event(&process->end, event);
        fold_buffers(process);
        break;
    case NvSciStreamEventType_Validate:
        validate(process);
        break;
    default:
        if (event == NvSciStreamEventType_SignalObj) {
            fold_signals_in(process);
        }
        end_event(&process->end, event);
        process->imports += ((event == NvSciStreamEventType_SignalObj) ||
                             (event == NvSciStreamEventType_PacketsComplete))
                                ? 1U
                                : 0U;
        break;
    }
}

static void open_all(Process *process, const char *name)
{
    process->sums = start_sums();
    process->second = START + 1U;
    process->end.modules = &process->modules;
    process->pool.modules = &process->modules;
    process->end.wanted = elements;
    process->end.wantedCount = 2U;
    modules_open(&process->modules);
    process->endpoint = endpoint_open(name);
}

static void close_all(Process *process)
{
    pool_free(&process->pool);
    end_free(&process->end);
    endpoint_close(process->endpoint);
    modules_close(&process->modules);
}

/** The checksum of another block with such an info. */
static uint32_t sum_of_info(const char *text)
{
    NvSciStreamBlock queue = 0U;
    NvSciStreamBlock consumer = 0U;
    uint32_t sum = START;

    CALL(NvSciStreamMailboxQueueCreate(&queue));
    CALL(NvSciStreamConsumerCreate(queue, &consumer));
    CALL(NvSciStreamBlockUserInfoSetWithCrc(consumer, INFO, sizeof(info), text, &sum));
    CALL(NvSciStreamBlockDelete(consumer));
    CALL(NvSciStreamBlockDelete(queue));
    return sum;
}

static void run_producer(int peer, uint32_t round)
{
    Process process = {.end = {.producer = true},
                       .pool = {.packetCount = PACKETS},
                       .peer = peer,
                       .passes_over = (round == 1U)};
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    uint32_t number = 0U;

    open_all(&process, "nvscistream_4");
    CALL(NvSciStreamStaticPoolCreate(PACKETS, &process.pool.block));
    CALL(NvSciStreamProducerCreate2(process.pool.block, true, &process.end.block));
    CALL(NvSciStreamIpcSrcCreate(process.endpoint, process.modules.sync, process.modules.buf,
                                 &process.ipc));
    CALL(NvSciStreamBlockUserInfoSetWithCrc(process.end.block, INFO, sizeof(info), info,
                                            &process.sums.info));
    CHECK(process.sums.info == sum_of_info(info));
    CHECK(process.sums.info != sum_of_info("What the camera is"));
    CALL(NvSciStreamBlockConnect(process.end.block, process.ipc));
    process.end.set_sum = &process.sums.fences;
    while ((number < PAYLOADS) || (process.end.ready < PACKETS)) {
        pool_events(&process.pool);
        if (event_comes(process.end.block, 1000, &event)) {
            handle(&process, event);
        }
        if (process.passes_over && (event == NvSciStreamEventType_Validate)) {
            break;
        }
        if ((process.end.ready > 0U) && (number < PAYLOADS)) {
            process.end.ready--;
            number++;
            produce(&process.end, number);
        }
    }
    CHECK(process.end.complete == !process.passes_over);
    CALL(NvSciStreamBlockDelete(process.end.block));
    CALL(NvSciStreamBlockDelete(process.pool.block));
    CALL(NvSciStreamBlockDelete(process.ipc));
    close_all(&process);
    if (!process.passes_over) {
        const Sums theirs = receive_sums(&process);

        CHECK((theirs.fences == process.sums.fences) && (theirs.fences != START));
    }
}

/** When all is imported the checksums go to the producer. */
static void export_sums(Process *process)
{
    if (process->imports == 2U) {
        process->imports = 0U;
        send_sums(process);
        CALL(NvSciStreamBlockSetupStatusSet(process->end.block, NvSciStreamSetup_CrcExport, true));
    }
}

static void run_consumer(int peer, uint32_t round)
{
    Process process = {.peer = peer, .passes_over = (round == 1U)};
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    char room[sizeof(info)] = "";
    uint32_t size = sizeof(room);
    uint32_t number = 0U;

    open_all(&process, "nvscistream_5");
    CALL(NvSciStreamFifoQueueCreate(&process.queue));
    CALL(NvSciStreamConsumerCreate2(process.queue, true, &process.end.block));
    CALL(NvSciStreamIpcDstCreate(process.endpoint, process.modules.sync, process.modules.buf,
                                 &process.ipc));
    CALL(NvSciStreamBlockConnect(process.ipc, process.end.block));
    process.end.get_sum = &process.sums.fences;
    CHECK(event_comes(process.end.block, LONG_ENOUGH, &event));
    CHECK(event == NvSciStreamEventType_Connected);
    CALL(NvSciStreamBlockUserInfoGetWithCrc(process.end.block, NvSciStreamBlockType_Producer, 0U,
                                            INFO, &size, room, &process.sums.info));
    CHECK((size == sizeof(info)) && (memcmp(room, info, size) == 0));
    handle(&process, event);
    while (!process.end.ended) {
        CHECK(event_comes(process.end.block, LONG_ENOUGH, &event));
        handle(&process, event);
        export_sums(&process);
        while (process.end.ready > 0U) {
            process.end.ready--;
            number++;
            CHECK(consume(&process.end) == number);
        }
    }
    CHECK(number == (process.passes_over ? 0U : PAYLOADS));
    CHECK(process.end.complete == !process.passes_over);
    if (!process.passes_over) {
        send_sums(&process);
    }
    CALL(NvSciStreamBlockDelete(process.ipc));
    CALL(NvSciStreamBlockDelete(process.end.block));
    CALL(NvSciStreamBlockDelete(process.queue));
    close_all(&process);
}

int main(void)
{
    in_two_processes(run_producer, run_consumer, 0U);
    in_two_processes(run_producer, run_consumer, 1U);
    (void)printf("crc: equal checksums at both ends, and unequal ones behind a change\n");
    return EXIT_SUCCESS;
}
