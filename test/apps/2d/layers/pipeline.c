/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file pipeline.c
 * A camera, 2D, a consumer, cuDLA. The camera is the CPU: it writes pictures of RGBA. 2D makes each
 * one half as large and 4:2:0, straight into the packet of a stream. The consumer looks at each
 * sample, takes the luma as a tensor, and cuDLA computes it. Packets are presented when the blit
 * has been submitted, and 2D waits for the fence with which the consumer gave a packet back.
 *
 * The two ends are threads of a process, then two processes.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffers.h"
#include "network.h"
#include "nvscistream.h"

#define WIDTH   96U
#define HEIGHT  64U
#define SCALE   2U
#define CAMERAS 2U
#define PACKETS 3U
#define FRAMES  60U
#define ELEMENT 1U
/** Microseconds of one look at a block. */
#define A_LOOK 1000

/** What both ends have. */
typedef struct {
    Place place;
    NvSciStreamBlock block;
    /** Pool or queue, and the block of a channel; 0: none. */
    NvSciStreamBlock second;
    NvSciStreamBlock channel;
    NvSciStreamPacket packets[PACKETS];
    Picture pictures[PACKETS];
    NvSciSyncObj own;
    NvSciSyncObj other;
    uint32_t count;
    uint32_t ready;
    bool is_complete;
} End;

/** The end with the camera. */
typedef struct {
    End end;
    NvMedia2D *engine;
    Picture camera[CAMERAS];
    NvSciSyncFence taken[CAMERAS];
    NvSciStreamPacket made[PACKETS];
    NvSciBufAttrList list;
    uint32_t answers;
} Producer;

static void mark(NvSciStreamBlock block, NvSciStreamSetup group)
{
    CALL(NvSciStreamBlockSetupStatusSet(block, group, true));
}

/** Looks for an event of a block. */
static bool next_event(NvSciStreamBlock block, NvSciStreamEventType *event)
{
    const NvSciError error =
        (block == 0U) ? NvSciError_Timeout : NvSciStreamBlockEventQuery(block, A_LOOK, event);

    CHECK((error == NvSciError_Success) || (error == NvSciError_Timeout));
    return error == NvSciError_Success;
}

/* ---------------------------------------------------------------- setup of an end */

static void say_element(const End *end, NvSciBufAttrList list)
{
    CALL(NvSciStreamBlockElementAttrSet(end->block, ELEMENT, list));
    NvSciBufAttrListFree(list);
    mark(end->block, NvSciStreamSetup_ElementExport);
}

static void say_waiter(const End *end, NvSciSyncAttrList list)
{
    mark(end->block, NvSciStreamSetup_ElementImport);
    CALL(NvSciStreamBlockElementWaiterAttrSet(end->block, 0U, list));
    NvSciSyncAttrListFree(list);
    mark(end->block, NvSciStreamSetup_WaiterAttrExport);
}

/** Makes the object that this end signals, of its lists, which are freed. */
static void make_signal(End *end, NvSciSyncAttrList list, NvSciSyncAttrList also)
{
    NvSciSyncAttrList waiter = NULL;

    CALL(NvSciStreamBlockElementWaiterAttrGet(end->block, 0U, &waiter));
    end->own = sync_of(list, waiter, also);
    mark(end->block, NvSciStreamSetup_WaiterAttrImport);
    CALL(NvSciStreamBlockElementSignalObjSet(end->block, 0U, end->own));
    mark(end->block, NvSciStreamSetup_SignalObjExport);
}

static void take_packet(End *end, bool write)
{
    NvSciStreamPacket packet = 0U;
    NvSciBufObj buffer = NULL;

    CHECK(end->count < PACKETS);
    CALL(NvSciStreamBlockPacketNewHandleGet(end->block, &packet));
    CALL(NvSciStreamBlockPacketBufferGet(end->block, packet, 0U, &buffer));
    picture_open(buffer, write, &end->pictures[end->count]);
    end->packets[end->count] = packet;
    end->count++;
    CALL(NvSciStreamBlockPacketStatusSet(end->block, packet, (NvSciStreamCookie)end->count,
                                         NvSciError_Success));
}

/** What is the same at both ends; whether it was such an event. */
static bool end_event(End *end, NvSciStreamEventType event)
{
    bool known = true;

    switch (event) {
    case NvSciStreamEventType_PacketsComplete:
        mark(end->block, NvSciStreamSetup_PacketImport);
        break;
    case NvSciStreamEventType_SetupComplete:
        end->is_complete = true;
        break;
    case NvSciStreamEventType_PacketReady:
        end->ready++;
        break;
    default:
        known = false;
        break;
    }
    return known;
}

static void take_signal(End *end)
{
    CALL(NvSciStreamBlockElementSignalObjGet(end->block, 0U, 0U, &end->other));
    mark(end->block, NvSciStreamSetup_SignalObjImport);
}

static void end_free(End *end)
{
    CALL(NvSciStreamBlockDelete(end->block));
    CALL(NvSciStreamBlockDelete(end->second));
    if (end->channel != 0U) {
        CALL(NvSciStreamBlockDelete(end->channel));
    }
    for (uint32_t i = 0U; i < PACKETS; i++) {
        picture_free(&end->pictures[i]);
    }
    NvSciSyncObjFree(end->own);
    NvSciSyncObjFree(end->other);
}

/** Blocks between the ends: connected, set up, and nothing more to do. */
static void look_between(NvSciStreamBlock block)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    while (next_event(block, &event)) {
        CHECK((event == NvSciStreamEventType_Connected) ||
              (event == NvSciStreamEventType_SetupComplete) ||
              (event == NvSciStreamEventType_Disconnected));
    }
}

/* ---------------------------------------------------------------- producer */

static void make_packets(Producer *producer)
{
    const NvSciStreamBlock pool = producer->end.second;
    NvSciBufAttrList both[2] = {NULL, NULL};
    NvSciBufAttrList conflict = NULL;
    uint32_t type = 0U;

    CALL(NvSciStreamBlockElementAttrGet(pool, NvSciStreamBlockType_Producer, 0U, &type, &both[0]));
    CALL(NvSciStreamBlockElementAttrGet(pool, NvSciStreamBlockType_Consumer, 0U, &type, &both[1]));
    CALL(NvSciBufAttrListReconcile(both, 2U, &producer->list, &conflict));
    NvSciBufAttrListFree(both[0]);
    NvSciBufAttrListFree(both[1]);
    mark(pool, NvSciStreamSetup_ElementImport);
    CALL(NvSciStreamBlockElementAttrSet(pool, ELEMENT, producer->list));
    mark(pool, NvSciStreamSetup_ElementExport);
    for (uint32_t i = 0U; i < PACKETS; i++) {
        NvSciBufObj buffer = NULL;

        CALL(NvSciStreamPoolPacketCreate(pool, (NvSciStreamCookie)i + 1U, &producer->made[i]));
        CALL(NvSciBufObjAlloc(producer->list, &buffer));
        CALL(NvSciStreamPoolPacketInsertBuffer(pool, producer->made[i], 0U, buffer));
        NvSciBufObjFree(buffer);
        CALL(NvSciStreamPoolPacketComplete(pool, producer->made[i]));
    }
    mark(pool, NvSciStreamSetup_PacketExport);
}

static void pool_event(Producer *producer, NvSciStreamEventType event)
{
    if (event == NvSciStreamEventType_Elements) {
        make_packets(producer);
    } else if (event == NvSciStreamEventType_PacketStatus) {
        producer->answers++;
        if (producer->answers == PACKETS) {
            mark(producer->end.second, NvSciStreamSetup_PacketImport);
        }
    } else {
        CHECK((event == NvSciStreamEventType_Connected) ||
              (event == NvSciStreamEventType_SetupComplete));
    }
}

static void producer_event(Producer *producer, NvSciStreamEventType event)
{
    End *const end = &producer->end;
    const Place *const place = &end->place;

    if (event == NvSciStreamEventType_Connected) {
        say_element(end, engine_buf_list(place, producer->engine, &kind_yuv420, WIDTH, HEIGHT));
    } else if (event == NvSciStreamEventType_Elements) {
        say_waiter(end, engine_sync_list(place, producer->engine, NVMEDIA_WAITER));
    } else if (event == NvSciStreamEventType_PacketCreate) {
        take_packet(end, true);
        CALL(NvMedia2DRegisterNvSciBufObj(producer->engine, end->pictures[end->count - 1U].object));
    } else if (event == NvSciStreamEventType_WaiterAttr) {
        /* The CPU waits before the camera writes again. */
        make_signal(end, engine_sync_list(place, producer->engine, NVMEDIA_SIGNALER),
                    cpu_list(place, NvSciSyncAccessPerm_WaitOnly));
        CALL(NvMedia2DRegisterNvSciSyncObj(producer->engine, NVMEDIA_EOFSYNCOBJ, end->own));
    } else if (event == NvSciStreamEventType_SignalObj) {
        take_signal(end);
        CALL(NvMedia2DRegisterNvSciSyncObj(producer->engine, NVMEDIA_PRESYNCOBJ, end->other));
    } else {
        CHECK(end_event(end, event));
    }
}

static void producer_look(Producer *producer)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    while (next_event(producer->end.block, &event)) {
        producer_event(producer, event);
    }
    while (next_event(producer->end.second, &event)) {
        pool_event(producer, event);
    }
    look_between(producer->end.channel);
}

/** One picture of the camera, and its way into a packet. */
static void shoot(Producer *producer, uint32_t number)
{
    End *const end = &producer->end;
    const uint32_t camera = number % CAMERAS;
    NvSciStreamCookie cookie = NvSciStreamCookie_Invalid;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvMedia2DComposeParameters params = 0U;
    uint32_t index = 0U;

    /* The blit of the picture before the last one has read the memory. */
    fence_await(&end->place, &producer->taken[camera]);
    pattern_draw(&producer->camera[camera], number);
    CALL(NvSciStreamProducerPacketGet(end->block, &cookie));
    index = (uint32_t)cookie - 1U;
    CALL(NvSciStreamBlockPacketFenceGet(end->block, end->packets[index], 0U, 0U, &fence));
    params =
        copy_begin(producer->engine, producer->camera[camera].object, end->pictures[index].object);
    CALL(NvMedia2DInsertPreNvSciSyncFence(producer->engine, params, &fence));
    NvSciSyncFenceClear(&fence);
    compose(producer->engine, params, end->own, &producer->taken[camera]);
    CALL(NvSciStreamBlockPacketFenceSet(end->block, end->packets[index], 0U,
                                        &producer->taken[camera]));
    CALL(NvSciStreamProducerPacketPresent(end->block, end->packets[index]));
}

static void producer_run(Producer *producer)
{
    End *const end = &producer->end;

    while (!end->is_complete) {
        producer_look(producer);
    }
    for (uint32_t i = 0U; i < FRAMES; i++) {
        while (end->ready == 0U) {
            producer_look(producer);
        }
        end->ready--;
        shoot(producer, i);
    }
    /* All packets come home before the stream is given up. */
    while (end->ready < PACKETS) {
        producer_look(producer);
    }
}

static void producer_open(Producer *producer)
{
    (void)memset(producer, 0, sizeof(*producer));
    modules_open(&producer->end.place);
    CALL(NvMedia2DCreate(&producer->engine, NULL));
    for (uint32_t i = 0U; i < CAMERAS; i++) {
        buffer_make(&producer->end.place, producer->engine, &kind_rgba, WIDTH * SCALE,
                    HEIGHT * SCALE, &producer->camera[i]);
    }
    CALL(NvSciStreamStaticPoolCreate(PACKETS, &producer->end.second));
    CALL(NvSciStreamProducerCreate(producer->end.second, &producer->end.block));
}

static void producer_close(Producer *producer)
{
    for (uint32_t i = 0U; i < CAMERAS; i++) {
        fence_await(&producer->end.place, &producer->taken[i]);
        buffer_end(producer->engine, &producer->camera[i]);
    }
    for (uint32_t i = 0U; i < PACKETS; i++) {
        CALL(NvMedia2DUnregisterNvSciBufObj(producer->engine, producer->end.pictures[i].object));
    }
    CALL(NvMedia2DUnregisterNvSciSyncObj(producer->engine, producer->end.own));
    CALL(NvMedia2DUnregisterNvSciSyncObj(producer->engine, producer->end.other));
    CALL(NvMedia2DDestroy(producer->engine));
    NvSciBufAttrListFree(producer->list);
    end_free(&producer->end);
    modules_close(&producer->end.place);
}

/* ---------------------------------------------------------------- consumer */

static void consumer_event(End *end, NvSciStreamEventType event)
{
    const Place *const place = &end->place;

    if (event == NvSciStreamEventType_Connected) {
        NvSciBufAttrList list = NULL;

        CALL(NvSciBufAttrListCreate(place->buf, &list));
        picture_list(list, &kind_yuv420, WIDTH, HEIGHT, NvSciBufAccessPerm_Readonly);
        say_element(end, list);
    } else if (event == NvSciStreamEventType_Elements) {
        say_waiter(end, cpu_list(place, NvSciSyncAccessPerm_WaitOnly));
    } else if (event == NvSciStreamEventType_PacketCreate) {
        take_packet(end, false);
    } else if (event == NvSciStreamEventType_WaiterAttr) {
        make_signal(end, cpu_list(place, NvSciSyncAccessPerm_SignalOnly), NULL);
    } else if (event == NvSciStreamEventType_SignalObj) {
        take_signal(end);
    } else {
        CHECK(end_event(end, event));
    }
}

static void consumer_look(End *end)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    while (next_event(end->block, &event)) {
        consumer_event(end, event);
    }
    look_between(end->second);
    look_between(end->channel);
}

/** A packet: it goes back at once, with the fence of what is computed of it. */
static void consume(End *end, uint32_t number)
{
    NvSciStreamCookie cookie = NvSciStreamCookie_Invalid;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint32_t index = 0U;
    Yuv yuv;

    CALL(NvSciStreamConsumerPacketAcquire(end->block, &cookie));
    index = (uint32_t)cookie - 1U;
    CALL(NvSciStreamBlockPacketFenceGet(end->block, end->packets[index], 0U, 0U, &fence));
    fence_await(&end->place, &fence);
    CALL(NvSciSyncObjGenerateFence(end->own, &fence));
    CALL(NvSciStreamBlockPacketFenceSet(end->block, end->packets[index], 0U, &fence));
    NvSciSyncFenceClear(&fence);
    CALL(NvSciStreamConsumerPacketRelease(end->block, end->packets[index]));
    network_submit();
    yuv = yuv_of(&end->pictures[index], &kind_yuv420);
    CHECK(yuv_faults(&yuv, WIDTH, HEIGHT, number, SCALE) == 0U);
    for (uint32_t y = 0U; y < HEIGHT; y++) {
        (void)memcpy(&network_input()[(size_t)y * WIDTH], &yuv.y[(size_t)y * yuv.y_pitch], WIDTH);
    }
    CALL(NvSciSyncObjSignal(end->own));
    network_start();
    CHECK(network_finish());
}

/** Ends of one process have the same modules: lists of two do not reconcile. */
static void consumer_open(End *end, const Place *modules)
{
    (void)memset(end, 0, sizeof(*end));
    if (modules == NULL) {
        modules_open(&end->place);
    } else {
        end->place = *modules;
        CALL(NvSciSyncCpuWaitContextAlloc(modules->sync, &end->place.waits));
    }
    network_open(WIDTH * HEIGHT);
    CALL(NvSciStreamFifoQueueCreate(&end->second));
    CALL(NvSciStreamConsumerCreate(end->second, &end->block));
}

static void consumer_run(End *end)
{
    while (!end->is_complete) {
        consumer_look(end);
    }
    for (uint32_t i = 0U; i < FRAMES; i++) {
        while (end->ready == 0U) {
            consumer_look(end);
        }
        end->ready--;
        consume(end, i);
    }
}

static void consumer_close(End *end, bool has_modules)
{
    network_close();
    end_free(end);
    if (has_modules) {
        modules_close(&end->place);
    } else {
        NvSciSyncCpuWaitContextFree(end->place.waits);
    }
}

/* ---------------------------------------------------------------- threads, processes */

static void *consumer_thread(void *argument)
{
    consumer_run(argument);
    return NULL;
}

static void in_threads(void)
{
    static Producer producer;
    static End consumer;
    pthread_t thread;

    producer_open(&producer);
    consumer_open(&consumer, &producer.end.place);
    CALL(NvSciStreamBlockConnect(producer.end.block, consumer.block));
    CHECK(pthread_create(&thread, NULL, consumer_thread, &consumer) == 0);
    producer_run(&producer);
    CHECK(pthread_join(thread, NULL) == 0);
    consumer_close(&consumer, false);
    producer_close(&producer);
}

static NvSciIpcEndpoint channel_open(const char *name)
{
    NvSciIpcEndpoint endpoint = 0U;

    CALL(NvSciIpcInit());
    CALL(NvSciIpcOpenEndpoint(name, &endpoint));
    CALL(NvSciIpcResetEndpointSafe(endpoint));
    return endpoint;
}

static void produce(void)
{
    static Producer producer;
    const NvSciIpcEndpoint endpoint = channel_open("nvscistream_0");

    producer_open(&producer);
    CALL(NvSciStreamIpcSrcCreate(endpoint, producer.end.place.sync, producer.end.place.buf,
                                 &producer.end.channel));
    CALL(NvSciStreamBlockConnect(producer.end.block, producer.end.channel));
    producer_run(&producer);
    producer_close(&producer);
    CALL(NvSciIpcCloseEndpointSafe(endpoint, false));
    NvSciIpcDeinit();
}

static void consume_all(void)
{
    static End consumer;
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    const NvSciIpcEndpoint endpoint = channel_open("nvscistream_1");

    consumer_open(&consumer, NULL);
    CALL(NvSciStreamIpcDstCreate(endpoint, consumer.place.sync, consumer.place.buf,
                                 &consumer.channel));
    CALL(NvSciStreamBlockConnect(consumer.channel, consumer.block));
    consumer_run(&consumer);
    while (!next_event(consumer.block, &event)) {
        look_between(consumer.channel);
    }
    CHECK(event == NvSciStreamEventType_Disconnected);
    consumer_close(&consumer, true);
    CALL(NvSciIpcCloseEndpointSafe(endpoint, false));
    NvSciIpcDeinit();
}

int main(void)
{
    in_two(produce, consume_all);
    in_threads();
    (void)printf("pipeline: %u frames in two processes, and in threads\n", FRAMES);
    return EXIT_SUCCESS;
}
