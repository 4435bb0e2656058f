/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_scene.c
 * A stream for measurements. Events that come before they are expected are kept.
 */
#include "stream_scene.h"

#include "nvscievent.h"
#include "nvsciipc.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/** Type of the first element; others follow. */
#define ELEMENT_TYPE 1U
/** Microseconds after which an event does not come. */
#define PATIENCE_US 60000000
/** Events that are kept. */
#define EARLY_MAX 16U
/** Notifiers of an IPC block. */
#define NOTIFIERS 3U

/** An event that came before it was expected. */
typedef struct {
    NvSciStreamBlock block;
    NvSciStreamEventType event;
} Early;

static Early g_early[EARLY_MAX];
/** The part whose IPC blocks this process drives; NULL: there is none. */
static const StreamScene *g_driven;

void scene_need(NvSciError status, const char *what, int line)
{
    if (status != NvSciError_Success) {
        (void)fprintf(stderr, "stream_scene: line %d: %s: 0x%x\n", line, what, (unsigned)status);
        exit(2);
    }
}

static void keep_early(NvSciStreamBlock block, NvSciStreamEventType event)
{
    uint32_t i = 0U;

    while ((i < EARLY_MAX) && (g_early[i].block != 0U)) {
        i++;
    }
    if ((event == NvSciStreamEventType_Error) || (event == NvSciStreamEventType_Disconnected) ||
        (i == EARLY_MAX)) {
        (void)fprintf(stderr, "stream_scene: event 0x%x is not expected\n", (unsigned)event);
        exit(2);
    }
    g_early[i] = (Early){block, event};
}

/** Waits for an event of a block; one that came before is there already. */
static void expect(NvSciStreamBlock block, NvSciStreamEventType expected)
{
    bool found = false;

    for (uint32_t i = 0U; (i < EARLY_MAX) && (!found); i++) {
        if ((g_early[i].block == block) && (g_early[i].event == expected)) {
            g_early[i].block = 0U;
            found = true;
        }
    }
    while (!found) {
        NvSciStreamEventType event = NvSciStreamEventType_Error;
        const NvSciError status =
            NvSciStreamBlockEventQuery(block, (g_driven == NULL) ? PATIENCE_US : 0, &event);

        found = (status == NvSciError_Success) && (event == expected);
        if ((g_driven != NULL) && (status == NvSciError_Timeout)) {
            scene_drive(g_driven);
        } else {
            SCENE_NEED(status);
            if (!found) {
                keep_early(block, event);
            }
        }
    }
}

static void mark(NvSciStreamBlock block, NvSciStreamSetup setup)
{
    SCENE_NEED(NvSciStreamBlockSetupStatusSet(block, setup, true));
}

static NvSciBufAttrList buf_list(NvSciBufModule bufs, uint64_t bytes)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    const bool cpu = true;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
                                        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
                                        {NvSciBufRawBufferAttrKey_Size, &bytes, sizeof(bytes)}};
    NvSciBufAttrList list = NULL;

    SCENE_NEED(NvSciBufAttrListCreate(bufs, &list));
    SCENE_NEED(NvSciBufAttrListSetAttrs(list, pairs, sizeof(pairs) / sizeof(pairs[0])));
    return list;
}

static NvSciSyncAttrList sync_list(NvSciSyncModule syncs, NvSciSyncAccessPerm perm)
{
    const bool cpu = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciSyncAttrList list = NULL;

    SCENE_NEED(NvSciSyncAttrListCreate(syncs, &list));
    SCENE_NEED(NvSciSyncAttrListSetAttrs(list, pairs, sizeof(pairs) / sizeof(pairs[0])));
    return list;
}

/** Says whether the producer and the pool are in this process. */
static bool has_producer(const StreamScene *scene)
{
    return scene->first == 0U;
}

static NvSciIpcEndpoint open_endpoint(uint32_t number)
{
    NvSciIpcEndpoint endpoint = 0U;
    char name[32];

    (void)snprintf(name, sizeof(name), "nvscistream_%u", (unsigned)number);
    SCENE_NEED(NvSciIpcOpenEndpoint(name, &endpoint));
    SCENE_NEED(NvSciIpcResetEndpointSafe(endpoint));
    return endpoint;
}

/** Makes a consumer; gives what is connected with the producer. */
static NvSciStreamBlock make_consumer(StreamScene *scene, uint32_t end)
{
    SCENE_NEED(NvSciStreamFifoQueueCreate(&scene->queues[end - 1U]));
    SCENE_NEED(NvSciStreamConsumerCreate(scene->queues[end - 1U], &scene->ends[end]));
    return scene->ends[end];
}

/** Makes the producer, and connects it with what leads to the consumers. */
static void make_producer(StreamScene *scene, const NvSciStreamBlock *down)
{
    SCENE_NEED(NvSciStreamStaticPoolCreate(scene->packets, &scene->pool));
    SCENE_NEED(NvSciStreamProducerCreate(scene->pool, &scene->ends[0]));
    if (scene->consumers > 1U) {
        SCENE_NEED(NvSciStreamMulticastCreate(scene->consumers, &scene->multicast));
        SCENE_NEED(NvSciStreamBlockConnect(scene->ends[0], scene->multicast));
    }
    for (uint32_t i = 0U; i < scene->consumers; i++) {
        SCENE_NEED(NvSciStreamBlockConnect(
            (scene->consumers > 1U) ? scene->multicast : scene->ends[0], down[i]));
    }
    expect(scene->pool, NvSciStreamEventType_Connected);
}

static void expect_connected(const StreamScene *scene)
{
    for (uint32_t i = scene->first; i <= scene->last; i++) {
        expect(scene->ends[i], NvSciStreamEventType_Connected);
    }
}

/** Makes the blocks of a stream of one process. */
static void make_blocks(StreamScene *scene)
{
    NvSciStreamBlock down[SCENE_CONSUMERS_MAX];

    for (uint32_t i = 0U; i < scene->consumers; i++) {
        down[i] = make_consumer(scene, i + 1U);
    }
    make_producer(scene, down);
    expect_connected(scene);
}

void scene_drive(const StreamScene *scene)
{
    for (uint32_t i = 0U; i < scene->driven_count; i++) {
        (void)NvSciStreamBlockHandleInternalEvents(scene->driven[i]);
    }
}

/** Takes an IPC block from the library's thread. */
static void drive(StreamScene *scene, NvSciEventLoopService *service, NvSciStreamBlock ipc)
{
    NvSciEventNotifier *notifiers[NOTIFIERS] = {NULL};
    uint32_t count = NOTIFIERS;

    SCENE_NEED(
        NvSciStreamBlockInternalEventServiceSetup(ipc, &service->EventService, &count, notifiers));
    scene->driven[scene->driven_count] = ipc;
    scene->driven_count++;
}

/** Makes an IPC block: a source, or a destination. */
static NvSciStreamBlock make_ipc(StreamScene *scene, NvSciBufModule bufs, NvSciSyncModule syncs,
                                 NvSciEventLoopService *service, bool is_source, uint32_t number)
{
    const NvSciIpcEndpoint endpoint = open_endpoint(number);
    NvSciStreamBlock ipc = 0U;

    if (is_source) {
        SCENE_NEED(NvSciStreamIpcSrcCreate(endpoint, syncs, bufs, &ipc));
    } else {
        SCENE_NEED(NvSciStreamIpcDstCreate(endpoint, syncs, bufs, &ipc));
    }
    SCENE_NEED(NvSciStreamPacketSendSync(ipc));
    if (service != NULL) {
        drive(scene, service, ipc);
    }
    return ipc;
}

/** Makes the blocks of all ends, and of the channels between them: two for each consumer. */
static void make_joined_blocks(StreamScene *scene, NvSciBufModule bufs, NvSciSyncModule syncs,
                               uint32_t channel)
{
    NvSciStreamBlock sources[SCENE_CONSUMERS_MAX];
    NvSciEventLoopService *service = NULL;

    SCENE_NEED(NvSciEventLoopServiceCreate(1U, &service));
    g_driven = scene;
    for (uint32_t i = 0U; i < scene->consumers; i++) {
        sources[i] = make_ipc(scene, bufs, syncs, service, true, channel + (2U * i));
    }
    for (uint32_t i = 0U; i < scene->consumers; i++) {
        const NvSciStreamBlock consumer = make_consumer(scene, i + 1U);
        const NvSciStreamBlock destination =
            make_ipc(scene, bufs, syncs, service, false, channel + (2U * i) + 1U);

        SCENE_NEED(NvSciStreamBlockConnect(destination, consumer));
    }
    make_producer(scene, sources);
    expect_connected(scene);
}

/** Makes the blocks of one end, and of the channels to the others. */
static void make_blocks_of_end(StreamScene *scene, NvSciBufModule bufs, NvSciSyncModule syncs,
                               bool drives)
{
    NvSciStreamBlock ipc[SCENE_CONSUMERS_MAX];
    NvSciEventLoopService *service = NULL;

    SCENE_NEED(NvSciIpcInit());
    if (drives) {
        SCENE_NEED(NvSciEventLoopServiceCreate(1U, &service));
        g_driven = scene;
    }
    if (has_producer(scene)) {
        for (uint32_t i = 0U; i < scene->consumers; i++) {
            ipc[i] = make_ipc(scene, bufs, syncs, service, true, 2U * i);
        }
        make_producer(scene, ipc);
    } else {
        const NvSciStreamBlock consumer = make_consumer(scene, scene->first);

        ipc[0] = make_ipc(scene, bufs, syncs, service, false, (2U * (scene->first - 1U)) + 1U);
        SCENE_NEED(NvSciStreamBlockConnect(ipc[0], consumer));
    }
    expect_connected(scene);
}

/** The pool agrees with all ends on the elements, which are alike; gives the list that buffers are
 * made of. */
static NvSciBufAttrList lay_out(const StreamScene *scene)
{
    NvSciBufAttrList lists[2] = {NULL, NULL};
    NvSciBufAttrList conflict = NULL;
    NvSciBufAttrList made = NULL;
    uint32_t type = 0U;

    expect(scene->pool, NvSciStreamEventType_Elements);
    SCENE_NEED(NvSciStreamBlockElementAttrGet(scene->pool, NvSciStreamBlockType_Producer, 0U, &type,
                                              &lists[0]));
    SCENE_NEED(NvSciStreamBlockElementAttrGet(scene->pool, NvSciStreamBlockType_Consumer, 0U, &type,
                                              &lists[1]));
    SCENE_NEED(NvSciBufAttrListReconcile(lists, 2U, &made, &conflict));
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
    mark(scene->pool, NvSciStreamSetup_ElementImport);
    for (uint32_t i = 0U; i < scene->elements; i++) {
        SCENE_NEED(NvSciStreamBlockElementAttrSet(scene->pool, ELEMENT_TYPE + i, made));
    }
    mark(scene->pool, NvSciStreamSetup_ElementExport);
    return made;
}

/** The ends of this process agree on the elements; NULL: there is no pool among them. */
static NvSciBufAttrList agree(const StreamScene *scene, NvSciBufModule bufs, uint64_t bytes)
{
    NvSciBufAttrList list = buf_list(bufs, bytes);
    NvSciBufAttrList made = NULL;

    for (uint32_t i = scene->first; i <= scene->last; i++) {
        for (uint32_t e = 0U; e < scene->elements; e++) {
            SCENE_NEED(NvSciStreamBlockElementAttrSet(scene->ends[i], ELEMENT_TYPE + e, list));
        }
        mark(scene->ends[i], NvSciStreamSetup_ElementExport);
    }
    if (has_producer(scene)) {
        made = lay_out(scene);
    }
    NvSciBufAttrListFree(list);
    for (uint32_t i = scene->first; i <= scene->last; i++) {
        expect(scene->ends[i], NvSciStreamEventType_Elements);
        mark(scene->ends[i], NvSciStreamSetup_ElementImport);
    }
    return made;
}

static void make_packets(StreamScene *scene, NvSciBufAttrList made)
{
    for (uint32_t p = 0U; p < scene->packets; p++) {
        NvSciStreamPacket packet = NvSciStreamPacket_Invalid;

        SCENE_NEED(NvSciStreamPoolPacketCreate(scene->pool, (NvSciStreamCookie)p + 1U, &packet));
        for (uint32_t e = 0U; e < scene->elements; e++) {
            NvSciBufObj buffer = NULL;

            SCENE_NEED(NvSciBufObjAlloc(made, &buffer));
            SCENE_NEED(NvSciStreamPoolPacketInsertBuffer(scene->pool, packet, e, buffer));
            NvSciBufObjFree(buffer);
        }
        SCENE_NEED(NvSciStreamPoolPacketComplete(scene->pool, packet));
    }
    mark(scene->pool, NvSciStreamSetup_PacketExport);
    NvSciBufAttrListFree(made);
}

static void map_packets(StreamScene *scene, uint32_t end)
{
    const NvSciStreamBlock block = scene->ends[end];

    for (uint32_t p = 0U; p < scene->packets; p++) {
        NvSciStreamPacket *const packet = &scene->handles[end][p];

        expect(block, NvSciStreamEventType_PacketCreate);
        SCENE_NEED(NvSciStreamBlockPacketNewHandleGet(block, packet));
        for (uint32_t e = 0U; e < scene->elements; e++) {
            SCENE_NEED(
                NvSciStreamBlockPacketBufferGet(block, *packet, e, &scene->buffers[end][p][e]));
        }
        SCENE_NEED(NvSciStreamBlockPacketStatusSet(block, *packet, (NvSciStreamCookie)p + 1U,
                                                   NvSciError_Success));
    }
    expect(block, NvSciStreamEventType_PacketsComplete);
    mark(block, NvSciStreamSetup_PacketImport);
}

/** Makes what an end signals for an element, as those that wait for it need it. */
static void make_signal(StreamScene *scene, NvSciSyncModule syncs, uint32_t end, uint32_t element)
{
    const NvSciStreamBlock block = scene->ends[end];
    NvSciSyncAttrList lists[2] = {NULL, sync_list(syncs, NvSciSyncAccessPerm_SignalOnly)};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj *const signal = &scene->signals[end][element];

    SCENE_NEED(NvSciStreamBlockElementWaiterAttrGet(block, element, &lists[0]));
    SCENE_NEED(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, signal, &conflict));
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
}

static void make_signals(StreamScene *scene, NvSciSyncModule syncs)
{
    for (uint32_t i = scene->first; i <= scene->last; i++) {
        NvSciSyncAttrList waiter = sync_list(syncs, NvSciSyncAccessPerm_WaitOnly);

        for (uint32_t e = 0U; e < scene->elements; e++) {
            SCENE_NEED(NvSciStreamBlockElementWaiterAttrSet(scene->ends[i], e, waiter));
        }
        NvSciSyncAttrListFree(waiter);
        mark(scene->ends[i], NvSciStreamSetup_WaiterAttrExport);
    }
    for (uint32_t i = scene->first; i <= scene->last; i++) {
        expect(scene->ends[i], NvSciStreamEventType_WaiterAttr);
        for (uint32_t e = 0U; e < scene->elements; e++) {
            make_signal(scene, syncs, i, e);
        }
        mark(scene->ends[i], NvSciStreamSetup_WaiterAttrImport);
        for (uint32_t e = 0U; e < scene->elements; e++) {
            SCENE_NEED(
                NvSciStreamBlockElementSignalObjSet(scene->ends[i], e, scene->signals[i][e]));
        }
        mark(scene->ends[i], NvSciStreamSetup_SignalObjExport);
    }
    for (uint32_t i = scene->first; i <= scene->last; i++) {
        expect(scene->ends[i], NvSciStreamEventType_SignalObj);
        mark(scene->ends[i], NvSciStreamSetup_SignalObjImport);
    }
}

/** All behind the blocks. */
static void set_up(StreamScene *scene, NvSciBufModule bufs, NvSciSyncModule syncs, uint64_t bytes)
{
    NvSciBufAttrList made = agree(scene, bufs, bytes);

    if (has_producer(scene)) {
        make_packets(scene, made);
    }
    for (uint32_t i = scene->first; i <= scene->last; i++) {
        map_packets(scene, i);
    }
    if (has_producer(scene)) {
        for (uint32_t p = 0U; p < scene->packets; p++) {
            expect(scene->pool, NvSciStreamEventType_PacketStatus);
        }
        mark(scene->pool, NvSciStreamSetup_PacketImport);
    }
    make_signals(scene, syncs);
    for (uint32_t i = scene->first; i <= scene->last; i++) {
        expect(scene->ends[i], NvSciStreamEventType_SetupComplete);
    }
}

void scene_make(StreamScene *scene, NvSciBufModule bufs, NvSciSyncModule syncs, uint32_t consumers,
                uint32_t packets, uint64_t bytes)
{
    scene->first = 0U;
    scene->last = consumers;
    scene->consumers = consumers;
    scene->packets = packets;
    scene->elements = 1U;
    make_blocks(scene);
    set_up(scene, bufs, syncs, bytes);
}

void scene_make_joined(StreamScene *scene, NvSciBufModule bufs, NvSciSyncModule syncs,
                       uint32_t channel, uint64_t bytes)
{
    scene->first = 0U;
    scene->last = scene->consumers;
    make_joined_blocks(scene, bufs, syncs, channel);
    set_up(scene, bufs, syncs, bytes);
    g_driven = NULL;
}

void scene_make_part(StreamScene *scene, NvSciBufModule bufs, NvSciSyncModule syncs, uint32_t end,
                     bool drives, uint64_t bytes)
{
    scene->first = end;
    scene->last = end;
    make_blocks_of_end(scene, bufs, syncs, drives);
    set_up(scene, bufs, syncs, bytes);
    /* What the others wait for yet. */
    scene_drive(scene);
}

uint32_t scene_take(const StreamScene *scene, uint32_t end, int64_t timeout)
{
    const NvSciStreamBlock block = scene->ends[end];
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    NvSciStreamCookie cookie = NvSciStreamCookie_Invalid;

    SCENE_NEED(NvSciStreamBlockEventQuery(block, timeout, &event));
    if (event != NvSciStreamEventType_PacketReady) {
        (void)fprintf(stderr, "stream_scene: no packet: 0x%x\n", (unsigned)event);
        exit(2);
    }
    if (end == 0U) {
        SCENE_NEED(NvSciStreamProducerPacketGet(block, &cookie));
    } else {
        SCENE_NEED(NvSciStreamConsumerPacketAcquire(block, &cookie));
    }
    return (uint32_t)cookie - 1U;
}

void scene_give(const StreamScene *scene, uint32_t end, uint32_t packet)
{
    if (end == 0U) {
        SCENE_NEED(NvSciStreamProducerPacketPresent(scene->ends[0], scene->handles[0][packet]));
    } else {
        SCENE_NEED(NvSciStreamConsumerPacketRelease(scene->ends[end], scene->handles[end][packet]));
    }
}
