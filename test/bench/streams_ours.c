/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file streams_ours.c
 * Streams of Ringfence: a producer with a pool, consumers with queues, a multicast block where
 * there are several, and IPC blocks between processes. Without fences the CPU has written before it
 * presents, and has read before it releases; with fences each end leaves one with each payload, and
 * waits for those of the others.
 */
#include "streams.h"

#include "nvscibuf.h"
#include "nvscisync.h"
#include "ringfence.h"
#include "stream_scene.h"

static StreamScene g_scene;
static NvSciSyncModule g_syncs;
/** What each end waits with, where its buffers are, and the one that it has. */
static NvSciSyncCpuWaitContext g_contexts[FLOW_ENDS_MAX];
static void *g_bytes[FLOW_ENDS_MAX][FLOW_PACKETS];
static uint32_t g_held[FLOW_ENDS_MAX];

/** What an end needs of a stream that is made. */
static void prepare_end(uint32_t end)
{
    SCENE_NEED(NvSciSyncCpuWaitContextAlloc(g_syncs, &g_contexts[end]));
    for (uint32_t i = 0U; i < FLOW_PACKETS; i++) {
        SCENE_NEED(NvSciBufObjGetCpuPtr(g_scene.buffers[end][i][0], &g_bytes[end][i]));
    }
}

/** Threads: one stream before there are ends. */
static bool open_stream(const Flow *flow)
{
    NvSciBufModule bufs = NULL;

    if (!flow->processes) {
        SCENE_NEED(NvSciBufModuleOpen(&bufs));
        SCENE_NEED(NvSciSyncModuleOpen(&g_syncs));
        scene_make(&g_scene, bufs, g_syncs, flow->consumers, FLOW_PACKETS, flow->size);
        for (uint32_t end = 0U; end <= flow->consumers; end++) {
            prepare_end(end);
        }
        SCENE_NEED(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME));
    }
    return true;
}

/** Processes: each one makes its part. */
static bool join_stream(const Flow *flow, uint32_t end)
{
    NvSciBufModule bufs = NULL;

    if (flow->processes) {
        SCENE_NEED(NvSciBufModuleOpen(&bufs));
        SCENE_NEED(NvSciSyncModuleOpen(&g_syncs));
        g_scene.consumers = flow->consumers;
        g_scene.packets = FLOW_PACKETS;
        g_scene.elements = 1U;
        scene_make_part(&g_scene, bufs, g_syncs, end, !flow->asleep, flow->size);
        prepare_end(end);
        SCENE_NEED(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME));
    }
    return true;
}

/** Waits until an end can take a packet. */
static bool wait_ready(const Flow *flow, uint32_t end)
{
    const int64_t timeout = flow->asleep ? -1 : 0;
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    NvSciError status = NvSciStreamBlockEventQuery(g_scene.ends[end], timeout, &event);

    while (status == NvSciError_Timeout) {
        scene_drive(&g_scene);
        flow_pause(flow);
        status = NvSciStreamBlockEventQuery(g_scene.ends[end], timeout, &event);
    }
    return (status == NvSciError_Success) && (event == NvSciStreamEventType_PacketReady);
}

static void *begin_payload(const Flow *flow)
{
    NvSciStreamCookie cookie = NvSciStreamCookie_Invalid;
    void *bytes = NULL;

    if (wait_ready(flow, 0U) &&
        (NvSciStreamProducerPacketGet(g_scene.ends[0], &cookie) == NvSciError_Success)) {
        g_held[0] = (uint32_t)cookie - 1U;
        bytes = g_bytes[0][g_held[0]];
    }
    return bytes;
}

static bool present_payload(const Flow *flow)
{
    (void)flow;
    return NvSciStreamProducerPacketPresent(g_scene.ends[0], g_scene.handles[0][g_held[0]]) ==
           NvSciError_Success;
}

static const void *acquire_payload(const Flow *flow, uint32_t end)
{
    NvSciStreamCookie cookie = NvSciStreamCookie_Invalid;
    const void *bytes = NULL;

    if (wait_ready(flow, end) &&
        (NvSciStreamConsumerPacketAcquire(g_scene.ends[end], &cookie) == NvSciError_Success)) {
        g_held[end] = (uint32_t)cookie - 1U;
        bytes = g_bytes[end][g_held[end]];
    }
    return bytes;
}

static bool release_payload(const Flow *flow, uint32_t end)
{
    (void)flow;
    return NvSciStreamConsumerPacketRelease(g_scene.ends[end], g_scene.handles[end][g_held[end]]) ==
           NvSciError_Success;
}

/* ---------------------------------------------------------------- with fences */

/** An end waits for what the others left with the packet that it has. */
static bool wait_for_others(uint32_t end)
{
    const NvSciStreamPacket packet = g_scene.handles[end][g_held[end]];
    const uint32_t others = (end == 0U) ? g_scene.consumers : 1U;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; (i < others) && (status == NvSciError_Success); i++) {
        status = NvSciStreamBlockPacketFenceGet(g_scene.ends[end], packet, i, 0U, &fence);
        status = (status == NvSciError_Success) ? NvSciSyncFenceWait(&fence, g_contexts[end], -1)
                                                : status;
    }
    NvSciSyncFenceClear(&fence);
    return status == NvSciError_Success;
}

/** An end leaves a fence with its packet. */
static bool leave_fence(uint32_t end)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciError status = NvSciSyncObjGenerateFence(g_scene.signals[end][0], &fence);

    status = (status == NvSciError_Success)
                 ? NvSciStreamBlockPacketFenceSet(g_scene.ends[end],
                                                  g_scene.handles[end][g_held[end]], 0U, &fence)
                 : status;
    NvSciSyncFenceClear(&fence);
    return status == NvSciError_Success;
}

static void *begin_fenced(const Flow *flow)
{
    void *const bytes = begin_payload(flow);

    return ((bytes != NULL) && wait_for_others(0U)) ? bytes : NULL;
}

static bool present_fenced(const Flow *flow)
{
    return leave_fence(0U) && (NvSciSyncObjSignal(g_scene.signals[0][0]) == NvSciError_Success) &&
           present_payload(flow);
}

static const void *acquire_fenced(const Flow *flow, uint32_t end)
{
    const void *const bytes = acquire_payload(flow, end);

    return ((bytes != NULL) && wait_for_others(end)) ? bytes : NULL;
}

static bool release_fenced(const Flow *flow, uint32_t end)
{
    return leave_fence(end) &&
           (NvSciSyncObjSignal(g_scene.signals[end][0]) == NvSciError_Success) &&
           release_payload(flow, end);
}

const StreamWay stream_way_ours = {"Ringfence",
                                   true,
                                   true,
                                   open_stream,
                                   join_stream,
                                   begin_payload,
                                   present_payload,
                                   acquire_payload,
                                   release_payload,
                                   NULL};
const StreamWay stream_way_ours_fences = {"Ringfence, with fences",
                                          true,
                                          true,
                                          open_stream,
                                          join_stream,
                                          begin_fenced,
                                          present_fenced,
                                          acquire_fenced,
                                          release_fenced,
                                          NULL};
