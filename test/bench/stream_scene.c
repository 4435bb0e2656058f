/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_scene.c
 * A stream of one process for measurements.
 */
#include "stream_scene.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/** Type of the one element. */
#define ELEMENT_TYPE 1U

void scene_need(NvSciError status, const char *what, int line)
{
    if (status != NvSciError_Success) {
        (void)fprintf(stderr, "stream_scene: line %d: %s: 0x%x\n", line, what, (unsigned)status);
        exit(2);
    }
}

/** Takes an event that is due. */
static void expect(NvSciStreamBlock block, NvSciStreamEventType expected)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    SCENE_NEED(NvSciStreamBlockEventQuery(block, 0, &event));
    if (event != expected) {
        (void)fprintf(stderr, "stream_scene: event 0x%x, not 0x%x\n", (unsigned)event,
                      (unsigned)expected);
        exit(2);
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
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
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

static uint32_t ends_of(const StreamScene *scene)
{
    return scene->consumers + 1U;
}

static void make_blocks(StreamScene *scene)
{
    SCENE_NEED(NvSciStreamStaticPoolCreate(scene->packets, &scene->pool));
    SCENE_NEED(NvSciStreamProducerCreate(scene->pool, &scene->ends[0]));
    for (uint32_t i = 0U; i < scene->consumers; i++) {
        SCENE_NEED(NvSciStreamFifoQueueCreate(&scene->queues[i]));
        SCENE_NEED(NvSciStreamConsumerCreate(scene->queues[i], &scene->ends[i + 1U]));
    }
    if (scene->consumers > 1U) {
        SCENE_NEED(NvSciStreamMulticastCreate(scene->consumers, &scene->multicast));
        SCENE_NEED(NvSciStreamBlockConnect(scene->ends[0], scene->multicast));
    }
    for (uint32_t i = 0U; i < scene->consumers; i++) {
        SCENE_NEED(NvSciStreamBlockConnect(
            (scene->consumers > 1U) ? scene->multicast : scene->ends[0], scene->ends[i + 1U]));
    }
    expect(scene->pool, NvSciStreamEventType_Connected);
    for (uint32_t i = 0U; i < ends_of(scene); i++) {
        expect(scene->ends[i], NvSciStreamEventType_Connected);
    }
}

/** Agrees on the element; gives the list that buffers are made of. */
static NvSciBufAttrList agree(const StreamScene *scene, NvSciBufModule bufs, uint64_t bytes)
{
    NvSciBufAttrList list = buf_list(bufs, bytes);
    NvSciBufAttrList conflict = NULL;
    NvSciBufAttrList made = NULL;

    for (uint32_t i = 0U; i < ends_of(scene); i++) {
        SCENE_NEED(NvSciStreamBlockElementAttrSet(scene->ends[i], ELEMENT_TYPE, list));
        mark(scene->ends[i], NvSciStreamSetup_ElementExport);
    }
    SCENE_NEED(NvSciBufAttrListReconcile(&list, 1U, &made, &conflict));
    NvSciBufAttrListFree(list);
    expect(scene->pool, NvSciStreamEventType_Elements);
    mark(scene->pool, NvSciStreamSetup_ElementImport);
    SCENE_NEED(NvSciStreamBlockElementAttrSet(scene->pool, ELEMENT_TYPE, made));
    mark(scene->pool, NvSciStreamSetup_ElementExport);
    for (uint32_t i = 0U; i < ends_of(scene); i++) {
        expect(scene->ends[i], NvSciStreamEventType_Elements);
        mark(scene->ends[i], NvSciStreamSetup_ElementImport);
    }
    return made;
}

static void make_packets(StreamScene *scene, NvSciBufAttrList made)
{
    for (uint32_t p = 0U; p < scene->packets; p++) {
        NvSciStreamPacket packet = NvSciStreamPacket_Invalid;
        NvSciBufObj buffer = NULL;

        SCENE_NEED(NvSciBufObjAlloc(made, &buffer));
        SCENE_NEED(NvSciStreamPoolPacketCreate(scene->pool, (NvSciStreamCookie)p + 1U, &packet));
        SCENE_NEED(NvSciStreamPoolPacketInsertBuffer(scene->pool, packet, 0U, buffer));
        SCENE_NEED(NvSciStreamPoolPacketComplete(scene->pool, packet));
        NvSciBufObjFree(buffer);
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
        SCENE_NEED(NvSciStreamBlockPacketBufferGet(block, *packet, 0U, &scene->buffers[end][p]));
        SCENE_NEED(NvSciStreamBlockPacketStatusSet(block, *packet, (NvSciStreamCookie)p + 1U,
                                                   NvSciError_Success));
    }
    expect(block, NvSciStreamEventType_PacketsComplete);
    mark(block, NvSciStreamSetup_PacketImport);
}

static void make_signals(StreamScene *scene, NvSciSyncModule syncs)
{
    for (uint32_t i = 0U; i < ends_of(scene); i++) {
        NvSciSyncAttrList waiter = sync_list(syncs, NvSciSyncAccessPerm_WaitOnly);

        SCENE_NEED(NvSciStreamBlockElementWaiterAttrSet(scene->ends[i], 0U, waiter));
        NvSciSyncAttrListFree(waiter);
        mark(scene->ends[i], NvSciStreamSetup_WaiterAttrExport);
    }
    for (uint32_t i = 0U; i < ends_of(scene); i++) {
        NvSciSyncAttrList lists[2] = {NULL, sync_list(syncs, NvSciSyncAccessPerm_SignalOnly)};
        NvSciSyncAttrList conflict = NULL;

        expect(scene->ends[i], NvSciStreamEventType_WaiterAttr);
        SCENE_NEED(NvSciStreamBlockElementWaiterAttrGet(scene->ends[i], 0U, &lists[0]));
        mark(scene->ends[i], NvSciStreamSetup_WaiterAttrImport);
        SCENE_NEED(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &scene->signals[i], &conflict));
        NvSciSyncAttrListFree(lists[0]);
        NvSciSyncAttrListFree(lists[1]);
        SCENE_NEED(NvSciStreamBlockElementSignalObjSet(scene->ends[i], 0U, scene->signals[i]));
        mark(scene->ends[i], NvSciStreamSetup_SignalObjExport);
    }
    for (uint32_t i = 0U; i < ends_of(scene); i++) {
        expect(scene->ends[i], NvSciStreamEventType_SignalObj);
        mark(scene->ends[i], NvSciStreamSetup_SignalObjImport);
    }
}

void scene_make(StreamScene *scene, NvSciBufModule bufs, NvSciSyncModule syncs, uint32_t consumers,
                uint32_t packets, uint64_t bytes)
{
    scene->consumers = consumers;
    scene->packets = packets;
    make_blocks(scene);
    make_packets(scene, agree(scene, bufs, bytes));
    for (uint32_t i = 0U; i < ends_of(scene); i++) {
        map_packets(scene, i);
    }
    for (uint32_t p = 0U; p < packets; p++) {
        expect(scene->pool, NvSciStreamEventType_PacketStatus);
    }
    mark(scene->pool, NvSciStreamSetup_PacketImport);
    make_signals(scene, syncs);
    for (uint32_t i = 0U; i < ends_of(scene); i++) {
        expect(scene->ends[i], NvSciStreamEventType_SetupComplete);
    }
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
