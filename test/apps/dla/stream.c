/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream.c
 * A stream whose consumer is the engine: the CPU presents frames before it writes them, a task
 * waits for the fence of each packet, and the packet goes back with the fence of the task, at once.
 * So neither end waits for the other one but by fences.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nvscistream.h"
#include "parts.h"

#define SIZE    1500U
#define PACKETS 3U
#define FRAMES  60U
#define ELEMENT 7U

typedef struct {
    Place place;
    cudlaDevHandle device;
    cudlaModule module;
    NvSciStreamBlock producer;
    NvSciStreamBlock pool;
    NvSciStreamBlock queue;
    NvSciStreamBlock consumer;
    /** Packets of the pool, of the producer and of the consumer, and their memory. */
    NvSciStreamPacket made[PACKETS];
    NvSciStreamPacket written[PACKETS];
    NvSciStreamPacket read[PACKETS];
    uint8_t *bytes[PACKETS];
    Tensor frames[PACKETS];
    Tensor results[PACKETS];
    NvSciBufAttrList list;
    /** The producer signals `go`, the engine `done`. */
    NvSciSyncObj go;
    NvSciSyncObj go_taken;
    NvSciSyncObj done;
    NvSciSyncObj done_taken;
    Event go_event;
    Event done_event;
    uint32_t packets[2];
    uint32_t answered;
    uint32_t complete;
    uint32_t free_packets;
    uint32_t ready;
} Stream;

static NvSciBufAttrList frame_list(const Place *place, NvSciBufAttrValAccessPerm perm)
{
    NvSciBufAttrList list = NULL;
    NvSciBufType type = NvSciBufType_RawBuffer;
    const bool cpu = true;
    const uint64_t bytes = SIZE;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciBufRawBufferAttrKey_Size, &bytes, sizeof(bytes)},
    };

    CALL(NvSciBufAttrListCreate(place->buf, &list));
    CALL(NvSciBufAttrListSetAttrs(list, pairs, sizeof(pairs) / sizeof(pairs[0])));
    return list;
}

static void mark(NvSciStreamBlock block, NvSciStreamSetup group)
{
    CALL(NvSciStreamBlockSetupStatusSet(block, group, true));
}

/* ---------------------------------------------------------------- setup */

static void say_element(const Stream *stream, NvSciStreamBlock block,
                        NvSciBufAttrValAccessPerm perm)
{
    NvSciBufAttrList list = frame_list(&stream->place, perm);

    CALL(NvSciStreamBlockElementAttrSet(block, ELEMENT, list));
    NvSciBufAttrListFree(list);
    mark(block, NvSciStreamSetup_ElementExport);
}

static void make_packets(Stream *stream)
{
    NvSciBufAttrList both[2] = {NULL, NULL};
    NvSciBufAttrList conflict = NULL;
    uint32_t type = 0U;

    CALL(NvSciStreamBlockElementAttrGet(stream->pool, NvSciStreamBlockType_Producer, 0U, &type,
                                        &both[0]));
    CALL(NvSciStreamBlockElementAttrGet(stream->pool, NvSciStreamBlockType_Consumer, 0U, &type,
                                        &both[1]));
    CALL(NvSciBufAttrListReconcile(both, 2U, &stream->list, &conflict));
    NvSciBufAttrListFree(both[0]);
    NvSciBufAttrListFree(both[1]);
    mark(stream->pool, NvSciStreamSetup_ElementImport);
    CALL(NvSciStreamBlockElementAttrSet(stream->pool, ELEMENT, stream->list));
    mark(stream->pool, NvSciStreamSetup_ElementExport);
    for (uint32_t i = 0U; i < PACKETS; i++) {
        NvSciBufObj buffer = NULL;

        CALL(
            NvSciStreamPoolPacketCreate(stream->pool, (NvSciStreamCookie)i + 1U, &stream->made[i]));
        CALL(NvSciBufObjAlloc(stream->list, &buffer));
        CALL(NvSciStreamPoolPacketInsertBuffer(stream->pool, stream->made[i], 0U, buffer));
        NvSciBufObjFree(buffer);
        CALL(NvSciStreamPoolPacketComplete(stream->pool, stream->made[i]));
    }
    mark(stream->pool, NvSciStreamSetup_PacketExport);
}

static void packet_answered(Stream *stream)
{
    stream->answered++;
    if (stream->answered == PACKETS) {
        for (uint32_t i = 0U; i < PACKETS; i++) {
            bool accepted = false;

            CALL(NvSciStreamPoolPacketStatusAcceptGet(stream->pool, stream->made[i], &accepted));
            CHECK(accepted);
        }
        mark(stream->pool, NvSciStreamSetup_PacketImport);
    }
}

/** What an end needs to wait for the other one. */
static void say_waiter(const Stream *stream, NvSciStreamBlock block, bool is_engine)
{
    const Wish none = {false, false};
    NvSciSyncAttrList list = NULL;

    mark(block, NvSciStreamSetup_ElementImport);
    CALL(NvSciSyncAttrListCreate(stream->place.sync, &list));
    if (is_engine) {
        event_list_dla(list, CUDLA_NVSCISYNC_ATTR_WAIT);
    } else {
        event_list_cpu(list, NvSciSyncAccessPerm_WaitOnly, none);
    }
    CALL(NvSciStreamBlockElementWaiterAttrSet(block, 0U, list));
    NvSciSyncAttrListFree(list);
    mark(block, NvSciStreamSetup_WaiterAttrExport);
}

static NvSciSyncObj make_signal(const Stream *stream, NvSciStreamBlock block, bool is_engine)
{
    const Wish none = {false, false};
    NvSciSyncAttrList both[2] = {NULL, NULL};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    CALL(NvSciStreamBlockElementWaiterAttrGet(block, 0U, &both[0]));
    CALL(NvSciSyncAttrListCreate(stream->place.sync, &both[1]));
    if (is_engine) {
        event_list_dla(both[1], CUDLA_NVSCISYNC_ATTR_SIGNAL);
    } else {
        event_list_cpu(both[1], NvSciSyncAccessPerm_SignalOnly, none);
    }
    CALL(NvSciSyncAttrListReconcileAndObjAlloc(both, 2U, &object, &conflict));
    NvSciSyncAttrListFree(both[0]);
    NvSciSyncAttrListFree(both[1]);
    mark(block, NvSciStreamSetup_WaiterAttrImport);
    CALL(NvSciStreamBlockElementSignalObjSet(block, 0U, object));
    mark(block, NvSciStreamSetup_SignalObjExport);
    return object;
}

static void take_packet(Stream *stream, bool is_engine)
{
    const NvSciStreamBlock block = is_engine ? stream->consumer : stream->producer;
    uint32_t *const count = &stream->packets[is_engine ? 1 : 0];
    NvSciStreamPacket packet = 0U;
    NvSciBufObj buffer = NULL;
    void *bytes = NULL;

    CHECK(*count < PACKETS);
    CALL(NvSciStreamBlockPacketNewHandleGet(block, &packet));
    CALL(NvSciStreamBlockPacketBufferGet(block, packet, 0U, &buffer));
    if (is_engine) {
        stream->read[*count] = packet;
        stream->frames[*count].object = buffer;
        stream->frames[*count].size = SIZE;
        tensor_import(stream->device, &stream->frames[*count], CUDLA_READ_ONLY_PERM);
        tensor_make(&stream->place, stream->device, SIZE, &stream->results[*count]);
    } else {
        stream->written[*count] = packet;
        CALL(NvSciBufObjGetCpuPtr(buffer, &bytes));
        stream->bytes[*count] = bytes;
        NvSciBufObjFree(buffer);
    }
    (*count)++;
    CALL(NvSciStreamBlockPacketStatusSet(block, packet, (NvSciStreamCookie)*count,
                                         NvSciError_Success));
}

static void take_signal(Stream *stream, bool is_engine)
{
    const NvSciStreamBlock block = is_engine ? stream->consumer : stream->producer;

    CALL(NvSciStreamBlockElementSignalObjGet(block, 0U, 0U,
                                             is_engine ? &stream->go_taken : &stream->done_taken));
    if (is_engine) {
        stream->go_event.object = stream->go_taken;
        event_import(stream->device, &stream->go_event);
    }
    mark(block, NvSciStreamSetup_SignalObjImport);
}

static void end_event(Stream *stream, bool is_engine, NvSciStreamEventType event)
{
    const NvSciStreamBlock block = is_engine ? stream->consumer : stream->producer;

    switch (event) {
    case NvSciStreamEventType_Connected:
        say_element(stream, block,
                    is_engine ? NvSciBufAccessPerm_Readonly : NvSciBufAccessPerm_ReadWrite);
        break;
    case NvSciStreamEventType_Elements:
        say_waiter(stream, block, is_engine);
        break;
    case NvSciStreamEventType_PacketCreate:
        take_packet(stream, is_engine);
        break;
    case NvSciStreamEventType_PacketsComplete:
        mark(block, NvSciStreamSetup_PacketImport);
        break;
    case NvSciStreamEventType_WaiterAttr:
        if (is_engine) {
            stream->done = make_signal(stream, block, true);
            stream->done_event.object = stream->done;
            event_import(stream->device, &stream->done_event);
        } else {
            stream->go = make_signal(stream, block, false);
        }
        break;
    case NvSciStreamEventType_SignalObj:
        take_signal(stream, is_engine);
        break;
    case NvSciStreamEventType_SetupComplete:
        stream->complete++;
        break;
    default:
        CHECK(event == NvSciStreamEventType_PacketReady);
        if (is_engine) {
            stream->ready++;
        } else {
            stream->free_packets++;
        }
        break;
    }
}

static void pool_event(Stream *stream, NvSciStreamEventType event)
{
    if (event == NvSciStreamEventType_Elements) {
        make_packets(stream);
    } else if (event == NvSciStreamEventType_PacketStatus) {
        packet_answered(stream);
    } else {
        CHECK((event == NvSciStreamEventType_Connected) ||
              (event == NvSciStreamEventType_SetupComplete));
    }
}

/** Takes all events that have come. */
static void pump(Stream *stream)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    while (NvSciStreamBlockEventQuery(stream->pool, 0, &event) == NvSciError_Success) {
        pool_event(stream, event);
    }
    while (NvSciStreamBlockEventQuery(stream->producer, 0, &event) == NvSciError_Success) {
        end_event(stream, false, event);
    }
    while (NvSciStreamBlockEventQuery(stream->consumer, 0, &event) == NvSciError_Success) {
        end_event(stream, true, event);
    }
    while (NvSciStreamBlockEventQuery(stream->queue, 0, &event) == NvSciError_Success) {
        CHECK((event == NvSciStreamEventType_Connected) ||
              (event == NvSciStreamEventType_SetupComplete));
    }
}

static void stream_open(Stream *stream)
{
    Loadable loadable;

    (void)memset(stream, 0, sizeof(*stream));
    place_open(&stream->place);
    stream->device = device_open(0U);
    loadable_simple(&loadable, STEP_STAMP, SIZE);
    stream->module = module_load(stream->device, &loadable, 0U);
    CALL(NvSciStreamStaticPoolCreate(PACKETS, &stream->pool));
    CALL(NvSciStreamProducerCreate(stream->pool, &stream->producer));
    CALL(NvSciStreamFifoQueueCreate(&stream->queue));
    CALL(NvSciStreamConsumerCreate(stream->queue, &stream->consumer));
    CALL(NvSciStreamBlockConnect(stream->producer, stream->consumer));
    while (stream->complete < 2U) {
        pump(stream);
    }
}

static void stream_close(Stream *stream)
{
    CALL(cudlaGetLastError(stream->device));
    for (uint32_t i = 0U; i < PACKETS; i++) {
        tensor_end(stream->device, &stream->frames[i]);
        tensor_end(stream->device, &stream->results[i]);
    }
    CALL(cudlaMemUnregister(stream->device, stream->go_event.cookie));
    CALL(cudlaMemUnregister(stream->device, stream->done_event.cookie));
    CALL(NvSciStreamBlockDelete(stream->producer));
    CALL(NvSciStreamBlockDelete(stream->pool));
    CALL(NvSciStreamBlockDelete(stream->queue));
    CALL(NvSciStreamBlockDelete(stream->consumer));
    NvSciSyncObjFree(stream->go);
    NvSciSyncObjFree(stream->go_taken);
    NvSciSyncObjFree(stream->done);
    NvSciSyncObjFree(stream->done_taken);
    NvSciBufAttrListFree(stream->list);
    CALL(cudlaModuleUnload(stream->module, 0U));
    CALL(cudlaDestroyDevice(stream->device));
    place_close(&stream->place);
}

/* ---------------------------------------------------------------- frames */

static void frame_of(uint32_t number, uint8_t *bytes)
{
    for (uint32_t i = 0U; i < SIZE; i++) {
        bytes[i] = (uint8_t)((number * 53U) + (i * 3U) + (i >> 7U));
    }
}

/** Presents a packet, and says which one; what is in it is written behind. */
static uint32_t present(Stream *stream)
{
    NvSciStreamCookie cookie = NvSciStreamCookie_Invalid;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint32_t index = 0U;

    CALL(NvSciStreamProducerPacketGet(stream->producer, &cookie));
    index = (uint32_t)cookie - 1U;
    CALL(NvSciStreamBlockPacketFenceGet(stream->producer, stream->written[index], 0U, 0U, &fence));
    CALL(NvSciSyncFenceWait(&fence, stream->place.waits, LONG_ENOUGH));
    CALL(NvSciSyncObjGenerateFence(stream->go, &fence));
    CALL(NvSciStreamBlockPacketFenceSet(stream->producer, stream->written[index], 0U, &fence));
    NvSciSyncFenceClear(&fence);
    CALL(NvSciStreamProducerPacketPresent(stream->producer, stream->written[index]));
    return index;
}

/** Submits the task of a packet, and releases the packet before it is computed. */
static void consume(Stream *stream, uint32_t index, NvSciSyncFence *after)
{
    NvSciStreamCookie cookie = NvSciStreamCookie_Invalid;
    NvSciSyncFence before = NvSciSyncFenceInitializer;
    Work work;

    CALL(NvSciStreamConsumerPacketAcquire(stream->consumer, &cookie));
    CHECK(cookie == ((NvSciStreamCookie)index + 1U));
    CALL(NvSciStreamBlockPacketFenceGet(stream->consumer, stream->read[index], 0U, 0U, &before));
    work_fill(&work, stream->module, &stream->frames[index], &stream->results[index]);
    work_wait(&work, &before);
    work_signal(&work, &stream->done_event, after);
    CALL(work_submit(stream->device, &work));
    CALL(NvSciStreamBlockPacketFenceSet(stream->consumer, stream->read[index], 0U, after));
    CALL(NvSciStreamConsumerPacketRelease(stream->consumer, stream->read[index]));
    NvSciSyncFenceClear(&before);
}

/** A frame; one that is spoiled must show. */
static void run_frame(Stream *stream, uint32_t number, bool is_spoiled)
{
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    uint8_t frame[SIZE];
    uint32_t index = 0U;

    while (stream->free_packets == 0U) {
        pump(stream);
    }
    stream->free_packets--;
    index = present(stream);
    while (stream->ready == 0U) {
        pump(stream);
    }
    stream->ready--;
    consume(stream, index, &after);
    frame_of(number, frame);
    (void)memcpy(stream->bytes[index], frame, is_spoiled ? (SIZE / 2U) : SIZE);
    CALL(NvSciSyncObjSignal(stream->go));
    CALL(NvSciSyncFenceWait(&after, stream->place.waits, LONG_ENOUGH));
    CHECK(model_holds(frame, SIZE, number, stream->results[index].bytes, SIZE) == !is_spoiled);
    NvSciSyncFenceClear(&after);
}

int main(void)
{
    Stream stream;

    stream_open(&stream);
    for (uint32_t number = 1U; number <= FRAMES; number++) {
        run_frame(&stream, number, (number % 20U) == 0U);
    }
    stream_close(&stream);
    (void)printf("stream: %u frames, of which 3 were torn and seen\n", FRAMES);
    return EXIT_SUCCESS;
}
