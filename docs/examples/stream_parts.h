/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_parts.h
 * What stream.c, stream_service.c and stream_loop.c share: a camera that draws, its pool, and two
 * viewers, and what each of them does when an event of its block comes. The three programs differ
 * in how they get events.
 *
 *     pool - camera --- multicast --- queue - viewer all     FIFO: it sees each picture
 *                               \---- queue - viewer new     mailbox: it sees the newest one
 */
#ifndef EXAMPLE_STREAM_PARTS_H
#define EXAMPLE_STREAM_PARTS_H

#include <stdio.h>

#include "nvscistream.h"
#include "ringfence.h"

/** Microseconds until the others answer. */
enum { VIEWERS = 2, PACKETS = 4, WORDS = 1024, ANSWER = 10000000 };
/** The only element of a packet: number of the program's own, and index. */
enum { PICTURE = 7, ELEMENT = 0 };
/** The parts of the program. */
enum { POOL = 0, CAMERA = 1, VIEWER_ALL = 2, VIEWER_NEW = 3, PARTS = 4 };

/** A packet as a part knows it. The cookie is its place among the packets, from 1. */
typedef struct {
    NvSciStreamPacket handle;
    uint32_t *drawn;
    const uint32_t *seen;
} Packet;

/** A part: its block, its packets, and how far it is. */
typedef struct {
    const char *name;
    NvSciStreamBlock block;
    Packet packets[PACKETS];
    uint32_t count;
    /** What its fences are of, and what it waits for others with. */
    NvSciSyncObj done;
    NvSciSyncCpuWaitContext context;
    /** Pictures that it drew or saw, the last one, and packets that the camera keeps at the end. */
    uint32_t turns;
    uint32_t last;
    uint32_t kept;
    /** It was set up; it was disconnected; how it ended. */
    bool is_ready;
    bool is_over;
    NvSciError result;
} Part;

static NvSciBufModule buf_module;
static NvSciSyncModule sync_module;
static Part parts[PARTS] = {
    {.name = "pool"}, {.name = "camera"}, {.name = "viewer all"}, {.name = "viewer new"}};
/** Blocks that have no calls of their own: they are made, connected and deleted. */
static NvSciStreamBlock queues[VIEWERS], multicast;
/** Pictures that the camera draws. */
static uint32_t pictures = 1000U;

/** Makes a list of a buffer that a part needs. */
static NvSciError list_picture(NvSciBufAttrValAccessPerm perm, NvSciBufAttrList *list)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const uint64_t size = WORDS * sizeof(uint32_t), align = 64U;
    const bool cpu = true;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
                                        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
                                        {NvSciBufRawBufferAttrKey_Align, &align, sizeof(align)}};
    NvSciError e = NvSciBufAttrListCreate(buf_module, list);

    return e ? e : NvSciBufAttrListSetAttrs(*list, pairs, 5U);
}

/** Makes a list of a sync object that a part signals or waits for. */
static NvSciError list_sync(NvSciSyncAccessPerm perm, NvSciSyncAttrList *list)
{
    const bool cpu = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciError e = NvSciSyncAttrListCreate(sync_module, list);

    return e ? e : NvSciSyncAttrListSetAttrs(*list, pairs, 2U);
}

/** Marks a group of setup as complete. */
static NvSciError mark(const Part *part, NvSciStreamSetup group)
{
    return NvSciStreamBlockSetupStatusSet(part->block, group, true);
}

/** Connected: an endpoint says which elements it has or wants. The pool waits for that. */
static NvSciError offer(const Part *part)
{
    const NvSciBufAttrValAccessPerm perm =
        (part == &parts[CAMERA]) ? NvSciBufAccessPerm_ReadWrite : NvSciBufAccessPerm_Readonly;
    NvSciBufAttrList list = NULL;
    NvSciError e = NvSciError_Success;

    if (part != &parts[POOL]) {
        e = list_picture(perm, &list);
        e = e ? e : NvSciStreamBlockElementAttrSet(part->block, PICTURE, list);
        e = e ? e : mark(part, NvSciStreamSetup_ElementExport);
        NvSciBufAttrListFree(list);
    }
    return e;
}

/** Elements, at the pool: it reconciles what all need, and makes the packets. */
static NvSciError fill_pool(Part *pool)
{
    NvSciBufAttrList lists[2] = {NULL, NULL}, made = NULL, conflict = NULL;
    NvSciStreamBlock b = pool->block;
    NvSciError e =
        NvSciStreamBlockElementAttrGet(b, NvSciStreamBlockType_Producer, ELEMENT, NULL, &lists[0]);

    e = e ? e
          : NvSciStreamBlockElementAttrGet(b, NvSciStreamBlockType_Consumer, ELEMENT, NULL,
                                           &lists[1]);
    e = e ? e : mark(pool, NvSciStreamSetup_ElementImport);
    e = e ? e : NvSciBufAttrListReconcile(lists, 2U, &made, &conflict);
    e = e ? e : NvSciStreamBlockElementAttrSet(b, PICTURE, made);
    e = e ? e : mark(pool, NvSciStreamSetup_ElementExport);
    for (NvSciStreamCookie cookie = 1U; cookie <= PACKETS; cookie++) {
        Packet *const packet = &pool->packets[cookie - 1U];
        NvSciBufObj buffer = NULL;

        e = e ? e : NvSciStreamPoolPacketCreate(b, cookie, &packet->handle);
        e = e ? e : NvSciBufObjAlloc(made, &buffer);
        e = e ? e : NvSciStreamPoolPacketInsertBuffer(b, packet->handle, ELEMENT, buffer);
        e = e ? e : NvSciStreamPoolPacketComplete(b, packet->handle);
        NvSciBufObjFree(buffer); /* the packet has its own reference */
    }
    e = e ? e : mark(pool, NvSciStreamSetup_PacketExport);
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
    NvSciBufAttrListFree(conflict);
    NvSciBufAttrListFree(made);
    return e;
}

/** Elements, at an endpoint: it takes them as they are, and says what it needs to wait for them. */
static NvSciError take_elements(const Part *part)
{
    NvSciSyncAttrList list = NULL;
    NvSciError e = mark(part, NvSciStreamSetup_ElementImport);

    e = e ? e : list_sync(NvSciSyncAccessPerm_WaitOnly, &list);
    e = e ? e : NvSciStreamBlockElementWaiterAttrSet(part->block, ELEMENT, list);
    NvSciSyncAttrListFree(list);
    return e ? e : mark(part, NvSciStreamSetup_WaiterAttrExport);
}

/** PacketCreate: an endpoint takes a packet. Pointers are asked for in INIT. */
static NvSciError take_packet(Part *part)
{
    Packet *const packet = &part->packets[part->count];
    NvSciBufObj buffer = NULL;
    void *drawn = NULL;
    const void *seen = NULL;
    NvSciError e = NvSciStreamBlockPacketNewHandleGet(part->block, &packet->handle);

    e = e ? e : NvSciStreamBlockPacketBufferGet(part->block, packet->handle, ELEMENT, &buffer);
    if (part == &parts[CAMERA]) {
        e = e ? e : NvSciBufObjGetCpuPtr(buffer, &drawn);
    } else {
        e = e ? e : NvSciBufObjGetConstCpuPtr(buffer, &seen);
    }
    packet->drawn = drawn;
    packet->seen = seen;
    part->count++;
    NvSciBufObjFree(buffer); /* the packet keeps the memory */
    return e ? e
             : NvSciStreamBlockPacketStatusSet(part->block, packet->handle, part->count,
                                               NvSciError_Success);
}

/** PacketStatus, once for each packet: behind the last one the pool looks whether all took all. */
static NvSciError check_packets(Part *pool)
{
    NvSciError e = NvSciError_Success;

    pool->count++;
    for (uint32_t i = 0U; (i < PACKETS) && (pool->count == PACKETS); i++) {
        bool is_taken = false;

        e = e ? e
              : NvSciStreamPoolPacketStatusAcceptGet(pool->block, pool->packets[i].handle,
                                                     &is_taken);
        e = e ? e : (is_taken ? e : NvSciError_InconsistentData);
    }
    if (pool->count == PACKETS) {
        e = e ? e : mark(pool, NvSciStreamSetup_PacketImport);
    }
    return e;
}

/** WaiterAttr: an endpoint makes the sync object that the other side can wait for. */
static NvSciError make_sync(Part *part)
{
    NvSciSyncAttrList lists[2] = {NULL, NULL}, conflict = NULL;
    NvSciError e = NvSciStreamBlockElementWaiterAttrGet(part->block, ELEMENT, &lists[0]);

    e = e ? e : mark(part, NvSciStreamSetup_WaiterAttrImport);
    e = e ? e : list_sync(NvSciSyncAccessPerm_SignalOnly, &lists[1]);
    e = e ? e : NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &part->done, &conflict);
    e = e ? e : NvSciStreamBlockElementSignalObjSet(part->block, ELEMENT, part->done);
    e = e ? e : NvSciSyncCpuWaitContextAlloc(sync_module, &part->context);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    NvSciSyncAttrListFree(conflict);
    return e ? e : mark(part, NvSciStreamSetup_SignalObjExport);
}

/** Waits for a fence that came with a packet. */
static NvSciError wait_for(Part *part, const Packet *packet, uint32_t of)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciError e = NvSciStreamBlockPacketFenceGet(part->block, packet->handle, of, ELEMENT, &fence);

    e = e ? e : NvSciSyncFenceWait(&fence, part->context, ANSWER);
    NvSciSyncFenceClear(&fence);
    return e;
}

/** Puts a fence into a packet: it is reached when this part signals next. */
static NvSciError promise(Part *part, const Packet *packet)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciError e = NvSciSyncObjGenerateFence(part->done, &fence);

    e = e ? e : NvSciStreamBlockPacketFenceSet(part->block, packet->handle, ELEMENT, &fence);
    NvSciSyncFenceClear(&fence);
    return e;
}

/** PacketReady, at the camera: sends a packet, then draws into it. At the end it keeps them. */
static NvSciError draw(Part *camera)
{
    NvSciStreamCookie cookie = 1U;
    NvSciError e = NvSciStreamProducerPacketGet(camera->block, &cookie);
    const Packet *const packet = &camera->packets[cookie - 1U];

    for (uint32_t v = 0U; v < VIEWERS; v++) {
        e = e ? e : wait_for(camera, packet, v);
    }
    if (camera->turns == pictures) {
        camera->kept++;
    } else {
        e = e ? e : promise(camera, packet);
        e = e ? e : NvSciStreamProducerPacketPresent(camera->block, packet->handle);
        for (uint32_t i = 0U; (i < WORDS) && (e == NvSciError_Success); i++) {
            packet->drawn[i] = camera->turns;
        }
        e = e ? e : NvSciSyncObjSignal(camera->done);
        camera->turns++;
    }
    return e;
}

/** PacketReady, at a viewer: gives a picture back, then looks at it. */
static NvSciError look(Part *viewer)
{
    NvSciStreamCookie cookie = 1U;
    NvSciError e = NvSciStreamConsumerPacketAcquire(viewer->block, &cookie);
    const Packet *const packet = &viewer->packets[cookie - 1U];

    e = e ? e : wait_for(viewer, packet, 0U);
    e = e ? e : promise(viewer, packet);
    e = e ? e : NvSciStreamConsumerPacketRelease(viewer->block, packet->handle);
    if (e == NvSciError_Success) {
        const uint32_t number = packet->seen[0];
        const bool is_newer = (viewer->turns == 0U) || (number > viewer->last);

        e = (is_newer && (packet->seen[WORDS - 1] == number)) ? e : NvSciError_InconsistentData;
        viewer->last = number;
        viewer->turns++;
    }
    return e ? e : NvSciSyncObjSignal(viewer->done);
}

/** Error: says what came without a call. */
static NvSciError fetch_error(const Part *part)
{
    NvSciError came = NvSciError_Success;
    NvSciError e = NvSciStreamBlockErrorGet(part->block, &came);

    return e ? e : came;
}

/** Does what an event of a part asks for. */
static NvSciError part_event(Part *part, NvSciStreamEventType event)
{
    NvSciError e = NvSciError_Success;

    switch (event) {
    case NvSciStreamEventType_Connected:
        e = offer(part);
        break;
    case NvSciStreamEventType_Elements:
        e = (part == &parts[POOL]) ? fill_pool(part) : take_elements(part);
        break;
    case NvSciStreamEventType_PacketCreate:
        e = take_packet(part);
        break;
    case NvSciStreamEventType_PacketsComplete:
        e = mark(part, NvSciStreamSetup_PacketImport);
        break;
    case NvSciStreamEventType_PacketStatus:
        e = check_packets(part);
        break;
    case NvSciStreamEventType_WaiterAttr:
        e = make_sync(part);
        break;
    case NvSciStreamEventType_SignalObj: /* fences name their objects: they are not needed here */
        e = mark(part, NvSciStreamSetup_SignalObjImport);
        break;
    case NvSciStreamEventType_SetupComplete:
        part->is_ready = true;
        break;
    case NvSciStreamEventType_PacketReady:
        e = (part == &parts[CAMERA]) ? draw(part) : look(part);
        break;
    case NvSciStreamEventType_Error:
        e = fetch_error(part);
        break;
    case NvSciStreamEventType_Disconnected:
        part->is_over = true;
        break;
    default:
        e = NvSciError_StreamInternalError;
        break;
    }
    if (e != NvSciError_Success) {
        (void)printf("%s: event 0x%x: %s\n", part->name, (unsigned)event, RingfenceErrorName(e));
    }
    return e;
}

/** Makes all blocks. */
static NvSciError make_blocks(void)
{
    NvSciError e = NvSciBufModuleOpen(&buf_module);

    e = e ? e : NvSciSyncModuleOpen(&sync_module);
    e = e ? e : NvSciStreamStaticPoolCreate(PACKETS, &parts[POOL].block);
    e = e ? e : NvSciStreamProducerCreate(parts[POOL].block, &parts[CAMERA].block);
    e = e ? e : NvSciStreamMulticastCreate(VIEWERS, &multicast);
    e = e ? e : NvSciStreamFifoQueueCreate(&queues[0]);
    e = e ? e : NvSciStreamMailboxQueueCreate(&queues[1]);
    for (uint32_t v = 0U; v < VIEWERS; v++) {
        e = e ? e : NvSciStreamConsumerCreate(queues[v], &parts[VIEWER_ALL + v].block);
    }
    return e;
}

/** Connects them: each path from the camera ends in a viewer then. */
static NvSciError connect_blocks(void)
{
    NvSciError e = NvSciStreamBlockConnect(parts[CAMERA].block, multicast);

    for (uint32_t v = 0U; v < VIEWERS; v++) {
        e = e ? e : NvSciStreamBlockConnect(multicast, parts[VIEWER_ALL + v].block);
    }
    return e;
}

/** Deletes the camera's block: the viewers get Disconnected. */
static NvSciError end_camera(void)
{
    (void)RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT);
    return NvSciStreamBlockDelete(parts[CAMERA].block);
}

/** Deletes the other blocks, and gives back what is left; says how it went. */
static int give_back(NvSciError result)
{
    NvSciError e = result;
    const Part *const all = &parts[VIEWER_ALL];
    const Part *const new = &parts[VIEWER_NEW];

    (void)NvSciStreamBlockDelete(parts[POOL].block);
    (void)NvSciStreamBlockDelete(multicast);
    for (uint32_t v = 0U; v < VIEWERS; v++) {
        (void)NvSciStreamBlockDelete(queues[v]);
        (void)NvSciStreamBlockDelete(parts[VIEWER_ALL + v].block);
    }
    for (uint32_t p = 0U; p < PARTS; p++) {
        NvSciSyncObjFree(parts[p].done);
        NvSciSyncCpuWaitContextFree(parts[p].context);
    }
    NvSciSyncModuleClose(sync_module);
    NvSciBufModuleClose(buf_module);
    if ((e == NvSciError_Success) && ((all->turns != pictures) || (all->last != new->last))) {
        e = NvSciError_InsufficientData;
    }
    (void)printf("%u pictures, %u seen by all, %u by new: %s\n", (unsigned)pictures,
                 (unsigned)all->turns, (unsigned)new->turns, RingfenceErrorName(e));
    return (e == NvSciError_Success) ? 0 : 1;
}

#endif /* EXAMPLE_STREAM_PARTS_H */
