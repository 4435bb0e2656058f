/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cuda_reel.h
 * A reel: an NvSciStream whose ends are the CPU or streams of CUDA. Pool, producer, a multicast
 * block if there are several consumers, a FIFO and a consumer for each. Consumers may be in other
 * processes than the producer, behind IPC blocks: each process has a reel with what is there, and
 * takes the same way through these functions.
 *
 * A frame is what goes through with a packet. All that an end of CUDA does with it is enqueued: it
 * waits for no work itself. Functions assert that they did what they say.
 */
#ifndef RINGFENCE_TEST_CUDA_REEL_H
#define RINGFENCE_TEST_CUDA_REEL_H

#include "cuda_fixture.h"
#include "nvsciipc.h"
#include "nvscistream.h"

#define REEL_PACKETS   3U
#define REEL_CONSUMERS 3U
/** The producer is the first one. */
#define REEL_ENDS (REEL_CONSUMERS + 1U)
/** Each stripe of a frame has a byte of its own. */
#define REEL_STRIPES 4U
#define REEL_STRIPE  2048U
#define REEL_BYTES   ((uint64_t)REEL_STRIPES * REEL_STRIPE)
/** Frames that go through at most. */
#define REEL_FRAMES 24U
/** Its bytes are of no frame. */
#define REEL_NO_FRAME 40U
/** The only element: number of the program's own, and index. */
#define REEL_TYPE    7U
#define REEL_ELEMENT 0U

/** Who produces and who consumes: a letter for each end, the producer first; C is the CPU, G is a
 * stream of the GPU. */
typedef struct {
    const char *ends;
    /** In which process each end is, as letters; NULL: all are in this one. */
    const char *where;
    /** Buffers are in the memory of the GPU. */
    bool video;
} ReelPlan;

/** An end. */
typedef struct {
    bool gpu;
    /** It is in another process. */
    bool away;
    /** Between the producer and a consumer in another process, here or there. */
    NvSciStreamBlock ipc;
    NvSciIpcEndpoint endpoint;
    NvSciStreamBlock block;
    NvSciStreamBlock queue;
    NvSciStreamPacket packets[REEL_PACKETS];
    uint8_t *written[REEL_PACKETS];
    const uint8_t *read[REEL_PACKETS];
    /** What the end signals. */
    NvSciSyncObj object;
    /** What a stream needs: packets, its own signal, and what the others signal. */
    CUstream stream;
    CUexternalMemory memories[REEL_PACKETS];
    CUdeviceptr pointers[REEL_PACKETS];
    CUexternalSemaphore signal;
    CUexternalSemaphore others[REEL_CONSUMERS];
    /** A consumer copies frames to here; memory of the CPU that CUDA knows. */
    NvSciBufObj album;
    CUexternalMemory album_memory;
    uint8_t *pictures;
    /** The last fence that the end set for a packet. */
    NvSciSyncFence sent[REEL_PACKETS];
} ReelEnd;

typedef struct {
    uint32_t count;
    bool video;
    /** Microseconds in which an event comes: 0 where one process does all. */
    int64_t patience_us;
    NvSciStreamBlock pool;
    NvSciStreamBlock multicast;
    NvSciStreamPacket made[REEL_PACKETS];
    ReelEnd ends[REEL_ENDS];
} Reel;

#define assert_ok(call) assert_int_equal((call), NvSciError_Success)

/* ---------------------------------------------------------------- small parts */

/** Asserts the next event of a block, which comes in this time. */
static inline void reel_await(NvSciStreamBlock block, int64_t us, NvSciStreamEventType expected)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    assert_ok(NvSciStreamBlockEventQuery(block, us, &event));
    assert_int_equal(event, expected);
}

/** Asserts the next event of a block, which is due. */
static inline void reel_expect(NvSciStreamBlock block, NvSciStreamEventType expected)
{
    reel_await(block, 0, expected);
}

static inline void reel_mark(NvSciStreamBlock block, NvSciStreamSetup group)
{
    assert_ok(NvSciStreamBlockSetupStatusSet(block, group, true));
}

/** The byte of a stripe of a frame. */
static inline uint8_t reel_byte(uint32_t frame, uint32_t stripe)
{
    return (uint8_t)(((frame + 1U) * REEL_STRIPES) + stripe);
}

static inline void reel_assert_frame(const uint8_t *bytes, uint32_t frame)
{
    for (uint32_t i = 0U; i < REEL_BYTES; i++) {
        assert_int_equal(bytes[i], reel_byte(frame, i / REEL_STRIPE));
    }
}

/** Enqueues the signal of an end. */
static inline CUresult reel_signal(const ReelEnd *end, NvSciSyncFence *fence)
{
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS params;

    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = fence;
    return ringfenceCuSignalExternalSemaphoresAsync(&end->signal, &params, 1U, end->stream);
}

/** Enqueues a wait for what another end signals. */
static inline CUresult reel_wait(const ReelEnd *end, uint32_t other, NvSciSyncFence *fence)
{
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS params;

    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = fence;
    return ringfenceCuWaitExternalSemaphoresAsync(&end->others[other], &params, 1U, end->stream);
}

/** Number of an end's packet, from its cookie. */
static inline uint32_t reel_packet(NvSciStreamCookie cookie)
{
    assert_in_range(cookie, 1U, REEL_PACKETS);
    return (uint32_t)cookie - 1U;
}

/* ---------------------------------------------------------------- setup: blocks and packets */

/** What an end needs of the buffers. */
static inline NvSciBufAttrList reel_buf_list(const Reel *reel, uint32_t number)
{
    const ReelEnd *const end = &reel->ends[number];
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const uint64_t size = REEL_BYTES;
    const bool cpu = true;
    const NvSciBufAttrValAccessPerm perm =
        (number == 0U) ? NvSciBufAccessPerm_ReadWrite : NvSciBufAccessPerm_Readonly;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciBufGeneralAttrKey_GpuId, &g_scene.gpu, sizeof(g_scene.gpu)},
        {NvSciBufGeneralAttrKey_VidMem_GpuId, &g_scene.gpu, sizeof(g_scene.gpu)}};
    NvSciBufAttrList list = NULL;

    if (!end->gpu) {
        pairs[3].key = NvSciBufGeneralAttrKey_NeedCpuAccess;
        pairs[3].value = &cpu;
        pairs[3].len = sizeof(cpu);
    }
    assert_ok(NvSciBufAttrListCreate(g_scene.buf, &list));
    assert_ok(NvSciBufAttrListSetAttrs(list, pairs, reel->video ? 5U : 4U));
    return list;
}

/** Makes a block of the channel of a consumer, upstream or downstream of it. */
static inline void reel_make_ipc(ReelEnd *end, uint32_t number, bool up)
{
    static const char *const names[REEL_CONSUMERS][2] = {{"nvscistream_1", "nvscistream_0"},
                                                         {"nvscistream_3", "nvscistream_2"},
                                                         {"nvscistream_5", "nvscistream_4"}};

    assert_ok(NvSciIpcOpenEndpoint(names[number - 1U][up ? 1U : 0U], &end->endpoint));
    assert_ok(NvSciIpcResetEndpointSafe(end->endpoint));
    if (up) {
        assert_ok(NvSciStreamIpcSrcCreate(end->endpoint, g_scene.sync, g_scene.buf, &end->ipc));
    } else {
        assert_ok(NvSciStreamIpcDstCreate(end->endpoint, g_scene.sync, g_scene.buf, &end->ipc));
    }
}

/** Makes what is here of the way to a consumer. `upstream` is 0 where the producer is away. */
static inline void reel_make_branch(ReelEnd *end, uint32_t number, NvSciStreamBlock upstream)
{
    NvSciStreamBlock above = upstream;

    if (!end->away) {
        assert_ok(NvSciStreamFifoQueueCreate(&end->queue));
        assert_ok(NvSciStreamConsumerCreate(end->queue, &end->block));
    }
    if (above == 0U) {
        reel_make_ipc(end, number, false);
        above = end->ipc;
    } else if (end->away) {
        reel_make_ipc(end, number, true);
    } else {
        /* Both are here. */
    }
    assert_ok(NvSciStreamBlockConnect(above, end->away ? end->ipc : end->block));
}

/** Makes the blocks, and connects them. */
static inline void reel_make_blocks(Reel *reel)
{
    NvSciStreamBlock upstream = 0U;

    if (!reel->ends[0].away) {
        assert_ok(NvSciStreamStaticPoolCreate(REEL_PACKETS, &reel->pool));
        assert_ok(NvSciStreamProducerCreate(reel->pool, &reel->ends[0].block));
        upstream = reel->ends[0].block;
    }
    if ((upstream != 0U) && (reel->count > 2U)) {
        assert_ok(NvSciStreamMulticastCreate(reel->count - 1U, &reel->multicast));
        assert_ok(NvSciStreamBlockConnect(upstream, reel->multicast));
        upstream = reel->multicast;
    }
    for (uint32_t i = 1U; i < reel->count; i++) {
        if ((upstream != 0U) || (!reel->ends[i].away)) {
            reel_make_branch(&reel->ends[i], i, upstream);
        }
    }
    if (upstream != 0U) {
        reel_await(reel->pool, reel->patience_us, NvSciStreamEventType_Connected);
    }
    for (uint32_t i = 0U; i < reel->count; i++) {
        if (!reel->ends[i].away) {
            reel_await(reel->ends[i].block, reel->patience_us, NvSciStreamEventType_Connected);
        }
    }
}

/** Ends say what they need. */
static inline void reel_send_elements(const Reel *reel)
{
    for (uint32_t i = 0U; i < reel->count; i++) {
        if (!reel->ends[i].away) {
            NvSciBufAttrList list = reel_buf_list(reel, i);

            assert_ok(NvSciStreamBlockElementAttrSet(reel->ends[i].block, REEL_TYPE, list));
            reel_mark(reel->ends[i].block, NvSciStreamSetup_ElementExport);
            NvSciBufAttrListFree(list);
        }
    }
}

/** The pool reconciles what ends need, and makes packets of it. */
static inline void reel_make_packets(Reel *reel)
{
    const NvSciStreamBlockType sides[] = {NvSciStreamBlockType_Producer,
                                          NvSciStreamBlockType_Consumer};
    NvSciBufAttrList lists[2] = {NULL, NULL};
    NvSciBufAttrList made = NULL;
    NvSciBufAttrList conflict = NULL;

    reel_await(reel->pool, reel->patience_us, NvSciStreamEventType_Elements);
    for (uint32_t i = 0U; i < COUNT_OF(sides); i++) {
        uint32_t type = 0U;

        assert_ok(NvSciStreamBlockElementAttrGet(reel->pool, sides[i], 0U, &type, &lists[i]));
        assert_int_equal(type, REEL_TYPE);
    }
    assert_ok(NvSciBufAttrListReconcile(lists, 2U, &made, &conflict));
    reel_mark(reel->pool, NvSciStreamSetup_ElementImport);
    assert_ok(NvSciStreamBlockElementAttrSet(reel->pool, REEL_TYPE, made));
    reel_mark(reel->pool, NvSciStreamSetup_ElementExport);
    for (uint32_t p = 0U; p < REEL_PACKETS; p++) {
        NvSciBufObj object = NULL;

        assert_ok(NvSciStreamPoolPacketCreate(reel->pool, p + 1U, &reel->made[p]));
        assert_ok(NvSciBufObjAlloc(made, &object));
        assert_ok(NvSciStreamPoolPacketInsertBuffer(reel->pool, reel->made[p], 0U, object));
        assert_ok(NvSciStreamPoolPacketComplete(reel->pool, reel->made[p]));
        NvSciBufObjFree(object);
    }
    reel_mark(reel->pool, NvSciStreamSetup_PacketExport);
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
    NvSciBufAttrListFree(made);
}

/** Asserts that a buffer which came from another process may be read alone. */
static inline void reel_assert_read_only(NvSciBufObj object)
{
    NvSciBufAttrList list = NULL;
    NvSciBufAttrKeyValuePair pair = {NvSciBufGeneralAttrKey_ActualPerm, NULL, 0U};
    NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_Invalid;

    assert_ok(NvSciBufObjGetAttrList(object, &list));
    assert_ok(NvSciBufAttrListGetAttrs(list, &pair, 1U));
    assert_int_equal(pair.len, sizeof(perm));
    (void)memcpy(&perm, pair.value, sizeof(perm));
    assert_int_equal(perm, NvSciBufAccessPerm_Readonly);
}

/** An end takes a packet: a stream imports its buffer, the CPU asks for a pointer. */
static inline void reel_take_packet(const Reel *reel, ReelEnd *end, uint32_t p)
{
    NvSciBufObj object = NULL;
    void *pointer = NULL;
    const void *constant = NULL;

    reel_await(end->block, reel->patience_us, NvSciStreamEventType_PacketCreate);
    assert_ok(NvSciStreamBlockPacketNewHandleGet(end->block, &end->packets[p]));
    assert_ok(NvSciStreamBlockPacketBufferGet(end->block, end->packets[p], REEL_ELEMENT, &object));
    if (reel->ends[0].away) {
        reel_assert_read_only(object);
    }
    if (end->gpu) {
        end->memories[p] = import_buffer(object, REEL_BYTES);
        assert_cu(try_map(end->memories[p], 0U, REEL_BYTES, &end->pointers[p]), CUDA_SUCCESS);
    } else if (end->queue == 0U) {
        assert_ok(NvSciBufObjGetCpuPtr(object, &pointer));
        end->written[p] = pointer;
    } else {
        assert_ok(NvSciBufObjGetConstCpuPtr(object, &constant));
        end->read[p] = constant;
    }
    NvSciBufObjFree(object); /* imports and the packet have references of their own */
    assert_ok(
        NvSciStreamBlockPacketStatusSet(end->block, end->packets[p], p + 1U, NvSciError_Success));
}

/** An end takes all packets. */
static inline void reel_take_packets(const Reel *reel, ReelEnd *end)
{
    reel_await(end->block, reel->patience_us, NvSciStreamEventType_Elements);
    reel_mark(end->block, NvSciStreamSetup_ElementImport);
    for (uint32_t p = 0U; p < REEL_PACKETS; p++) {
        reel_take_packet(reel, end, p);
    }
    reel_await(end->block, reel->patience_us, NvSciStreamEventType_PacketsComplete);
    reel_mark(end->block, NvSciStreamSetup_PacketImport);
}

/** All ends took all packets. */
static inline void reel_finish_pool(const Reel *reel)
{
    for (uint32_t p = 0U; p < REEL_PACKETS; p++) {
        reel_await(reel->pool, reel->patience_us, NvSciStreamEventType_PacketStatus);
    }
    for (uint32_t p = 0U; p < REEL_PACKETS; p++) {
        bool accepted = false;

        assert_ok(NvSciStreamPoolPacketStatusAcceptGet(reel->pool, reel->made[p], &accepted));
        assert_true(accepted);
    }
    reel_mark(reel->pool, NvSciStreamSetup_PacketImport);
}

/* ---------------------------------------------------------------- setup: sync objects */

/** An end says what it needs to wait. */
static inline void reel_send_waiter(const ReelEnd *end)
{
    NvSciSyncAttrList list = side(end->gpu ? WAITS : CPU_SIDE, NvSciSyncAccessPerm_WaitOnly);

    assert_ok(NvSciStreamBlockElementWaiterAttrSet(end->block, REEL_ELEMENT, list));
    reel_mark(end->block, NvSciStreamSetup_WaiterAttrExport);
    NvSciSyncAttrListFree(list);
}

/** An end makes what it signals. */
static inline void reel_make_signal(const Reel *reel, ReelEnd *end)
{
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList conflict = NULL;

    reel_await(end->block, reel->patience_us, NvSciStreamEventType_WaiterAttr);
    assert_ok(NvSciStreamBlockElementWaiterAttrGet(end->block, REEL_ELEMENT, &lists[0]));
    reel_mark(end->block, NvSciStreamSetup_WaiterAttrImport);
    lists[1] = side(end->gpu ? SIGNALS : CPU_SIDE, NvSciSyncAccessPerm_SignalOnly);
    assert_ok(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &end->object, &conflict));
    if (end->gpu) {
        end->signal = import_sync(end->object);
    }
    assert_ok(NvSciStreamBlockElementSignalObjSet(end->block, REEL_ELEMENT, end->object));
    reel_mark(end->block, NvSciStreamSetup_SignalObjExport);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
}

/** An end takes what the others signal; a stream imports it. */
static inline void reel_take_signals(const Reel *reel, ReelEnd *end)
{
    const uint32_t others = (end == &reel->ends[0]) ? (reel->count - 1U) : 1U;

    reel_await(end->block, reel->patience_us, NvSciStreamEventType_SignalObj);
    for (uint32_t o = 0U; o < others; o++) {
        NvSciSyncObj object = NULL;

        assert_ok(NvSciStreamBlockElementSignalObjGet(end->block, o, REEL_ELEMENT, &object));
        end->others[o] = end->gpu ? import_sync(object) : NULL;
        NvSciSyncObjFree(object);
    }
    reel_mark(end->block, NvSciStreamSetup_SignalObjImport);
}

/** What ends do in setup, in their order. */
typedef enum {
    REEL_TAKES_PACKETS,
    REEL_SENDS_WAITER,
    REEL_MAKES_SIGNAL,
    REEL_TAKES_SIGNALS,
    REEL_IS_READY,
    REEL_STEPS
} ReelStep;

/** A step of each end that is here. */
static inline void reel_step(Reel *reel, ReelStep step)
{
    for (uint32_t i = 0U; i < reel->count; i++) {
        ReelEnd *const end = &reel->ends[i];

        if (end->away) {
            /* It takes its steps there. */
        } else if (step == REEL_TAKES_PACKETS) {
            reel_take_packets(reel, end);
        } else if (step == REEL_SENDS_WAITER) {
            reel_send_waiter(end);
        } else if (step == REEL_MAKES_SIGNAL) {
            reel_make_signal(reel, end);
        } else if (step == REEL_TAKES_SIGNALS) {
            reel_take_signals(reel, end);
        } else {
            reel_await(end->block, reel->patience_us, NvSciStreamEventType_SetupComplete);
        }
    }
}

/** What a consumer of the GPU copies frames to. */
static inline void reel_make_album(ReelEnd *end)
{
    void *pointer = NULL;

    end->album = raw_buffer(REEL_BYTES * REEL_FRAMES, true, &g_scene.gpu);
    end->album_memory = import_buffer(end->album, REEL_BYTES * REEL_FRAMES);
    assert_ok(NvSciBufObjGetCpuPtr(end->album, &pointer));
    end->pictures = pointer;
}

/** Draws a frame, in a stream or at once. */
static inline void reel_draw(const ReelEnd *end, uint32_t p, uint32_t frame)
{
    for (uint32_t i = 0U; i < REEL_STRIPES; i++) {
        if (end->gpu) {
            assert_cu(cuMemsetD8Async(end->pointers[p] + ((uint64_t)i * REEL_STRIPE),
                                      reel_byte(frame, i), REEL_STRIPE, end->stream),
                      CUDA_SUCCESS);
        } else {
            (void)memset(&end->written[p][(size_t)i * REEL_STRIPE], (int)reel_byte(frame, i),
                         REEL_STRIPE);
        }
    }
}

/** Enqueues a copy of a frame to the album of a consumer. */
static inline void reel_copy(const ReelEnd *end, uint32_t p, uint32_t frame)
{
    assert_cu(cuMemcpyDtoHAsync(&end->pictures[(size_t)frame * REEL_BYTES], end->pointers[p],
                                REEL_BYTES, end->stream),
              CUDA_SUCCESS);
}

/** Does once what streams do: CUDA loads code when it is first used, and may wait for the device to
 * do so, where a stream may wait for this thread then. */
static inline void reel_warm_up(const Reel *reel)
{
    for (uint32_t i = reel->count; i > 0U; i--) {
        const ReelEnd *const end = &reel->ends[i - 1U];

        if (end->gpu && (!end->away)) {
            if (i == 1U) {
                reel_draw(end, 0U, REEL_NO_FRAME);
            } else {
                reel_copy(end, 0U, 0U);
            }
            assert_cu(cuStreamSynchronize(end->stream), CUDA_SUCCESS);
        }
    }
}

/** What an end has before there are blocks. */
static inline void reel_begin_end(ReelEnd *end, bool is_consumer)
{
    if (end->gpu && (!end->away)) {
        assert_cu(cuStreamCreate(&end->stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    }
    if (end->gpu && (!end->away) && is_consumer) {
        reel_make_album(end);
    }
}

/** What is in a process of a stream that is set up; the phase is INIT. */
static inline void reel_open_part(Reel *reel, const ReelPlan *plan, char here)
{
    (void)memset(reel, 0, sizeof(*reel));
    reel->count = (uint32_t)strlen(plan->ends);
    reel->video = plan->video;
    reel->patience_us = (plan->where == NULL) ? 0 : PATIENCE_US;
    assert_in_range(reel->count, 2U, REEL_ENDS);
    for (uint32_t i = 0U; i < reel->count; i++) {
        reel->ends[i].gpu = (plan->ends[i] == 'G');
        reel->ends[i].away = (plan->where != NULL) && (plan->where[i] != here);
        reel_begin_end(&reel->ends[i], i > 0U);
    }
    reel_make_blocks(reel);
    reel_send_elements(reel);
    if (reel->pool != 0U) {
        reel_make_packets(reel);
    }
    for (uint32_t step = 0U; step < (uint32_t)REEL_STEPS; step++) {
        reel_step(reel, (ReelStep)step);
        if ((reel->pool != 0U) && (step == (uint32_t)REEL_TAKES_PACKETS)) {
            reel_finish_pool(reel);
        }
    }
    if (reel->pool != 0U) {
        reel_await(reel->pool, reel->patience_us, NvSciStreamEventType_SetupComplete);
    }
    reel_warm_up(reel);
}

/** All of a stream in this process. */
static inline void reel_open(Reel *reel, const ReelPlan *plan)
{
    reel_open_part(reel, plan, '\0');
}

/* ---------------------------------------------------------------- frames */

/** Asserts that an end gets the fence that another one set for a packet, and gives it. */
static inline NvSciSyncFence reel_prefence(const Reel *reel, uint32_t number, uint32_t other,
                                           uint32_t p)
{
    const ReelEnd *const end = &reel->ends[number];
    const ReelEnd *const from = &reel->ends[(number == 0U) ? (other + 1U) : 0U];
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    assert_ok(
        NvSciStreamBlockPacketFenceGet(end->block, end->packets[p], other, REEL_ELEMENT, &fence));
    if (!from->away) {
        assert_memory_equal(&fence, &from->sent[p], sizeof(fence));
    }
    return fence;
}

/** Sets the fence of an end for a packet, and clears it. */
static inline void reel_postfence(ReelEnd *end, uint32_t p, NvSciSyncFence *fence)
{
    assert_ok(NvSciStreamBlockPacketFenceSet(end->block, end->packets[p], REEL_ELEMENT, fence));
    end->sent[p] = *fence;
    NvSciSyncFenceClear(fence);
}

/** The producer takes a packet that nobody uses; a stream need not have done its work yet. */
static inline uint32_t reel_get(const Reel *reel)
{
    const ReelEnd *const end = &reel->ends[0];
    NvSciStreamCookie cookie = 0U;
    uint32_t p = 0U;

    reel_await(end->block, reel->patience_us, NvSciStreamEventType_PacketReady);
    assert_ok(NvSciStreamProducerPacketGet(end->block, &cookie));
    p = reel_packet(cookie);
    for (uint32_t other = 0U; (other + 1U) < reel->count; other++) {
        NvSciSyncFence fence = reel_prefence(reel, 0U, other, p);

        if (end->gpu) {
            assert_cu(reel_wait(end, other, &fence), CUDA_SUCCESS);
        } else {
            assert_expires(&fence);
        }
        NvSciSyncFenceClear(&fence);
    }
    return p;
}

/** The producer presents a packet with the fence of what it does: a stream has enqueued it, the CPU
 * does it in reel_finish(). */
static inline void reel_present(Reel *reel, uint32_t p, uint32_t frame)
{
    ReelEnd *const end = &reel->ends[0];
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    if (end->gpu) {
        reel_draw(end, p, frame);
        assert_cu(reel_signal(end, &fence), CUDA_SUCCESS);
    } else {
        assert_ok(NvSciSyncObjGenerateFence(end->object, &fence));
    }
    reel_postfence(end, p, &fence);
    assert_ok(NvSciStreamProducerPacketPresent(end->block, end->packets[p]));
}

/** The CPU draws a frame that it has presented. */
static inline void reel_finish(const Reel *reel, uint32_t p, uint32_t frame)
{
    if (!reel->ends[0].gpu) {
        reel_draw(&reel->ends[0], p, frame);
        assert_ok(NvSciSyncObjSignal(reel->ends[0].object));
    }
}

/** A consumer takes a packet. */
static inline uint32_t reel_acquire(const Reel *reel, uint32_t number)
{
    NvSciStreamCookie cookie = 0U;

    reel_await(reel->ends[number].block, reel->patience_us, NvSciStreamEventType_PacketReady);
    assert_ok(NvSciStreamConsumerPacketAcquire(reel->ends[number].block, &cookie));
    return reel_packet(cookie);
}

/** A consumer gives a packet back, with a fence. */
static inline void reel_release(Reel *reel, uint32_t number, uint32_t p, NvSciSyncFence *fence)
{
    ReelEnd *const end = &reel->ends[number];

    reel_postfence(end, p, fence);
    assert_ok(NvSciStreamConsumerPacketRelease(end->block, end->packets[p]));
}

/** A consumer takes a frame and gives it back. */
static inline void reel_consume(Reel *reel, uint32_t number, uint32_t frame)
{
    const ReelEnd *const end = &reel->ends[number];
    const uint32_t p = reel_acquire(reel, number);
    NvSciSyncFence fence = reel_prefence(reel, number, 0U, p);

    if (end->gpu) {
        assert_cu(reel_wait(end, 0U, &fence), CUDA_SUCCESS);
        reel_copy(end, p, frame);
        assert_cu(reel_signal(end, &fence), CUDA_SUCCESS);
        reel_release(reel, number, p, &fence);
    } else {
        assert_expires(&fence);
        reel_assert_frame(end->read[p], frame);
        assert_ok(NvSciSyncObjGenerateFence(end->object, &fence));
        reel_release(reel, number, p, &fence);
        assert_ok(NvSciSyncObjSignal(end->object));
    }
}

/** A frame goes through what is here. Streams have it in their queues before the CPU draws or reads
 * it. */
static inline void reel_play(Reel *reel, uint32_t frame)
{
    uint32_t p = REEL_PACKETS;

    if (!reel->ends[0].away) {
        p = reel_get(reel);
        assert_int_equal(p, frame % REEL_PACKETS);
        reel_present(reel, p, frame);
    }
    for (uint32_t pass = 0U; pass < 2U; pass++) {
        for (uint32_t i = 1U; i < reel->count; i++) {
            if ((!reel->ends[i].away) && (reel->ends[i].gpu == (pass == 0U))) {
                reel_consume(reel, i, frame);
            }
        }
        if ((pass == 0U) && (p < REEL_PACKETS)) {
            reel_finish(reel, p, frame);
        }
    }
}

/** Waits for the streams; asserts that each consumer has all frames. */
static inline void reel_assert_album(const Reel *reel, uint32_t frames)
{
    for (uint32_t i = 0U; i < reel->count; i++) {
        if (reel->ends[i].stream != NULL) {
            assert_cu(cuStreamSynchronize(reel->ends[i].stream), CUDA_SUCCESS);
        }
    }
    for (uint32_t i = 1U; i < reel->count; i++) {
        for (uint32_t f = 0U; (f < frames) && (reel->ends[i].stream != NULL); f++) {
            reel_assert_frame(&reel->ends[i].pictures[(size_t)f * REEL_BYTES], f);
        }
    }
}

/* ---------------------------------------------------------------- end */

/** Asserts that a call that ends something did so. `code` is that of a context which failed: calls
 * that ask the driver give it, and end what is the library's all the same. */
static inline void reel_ended(CUresult result, CUresult code)
{
    if (result != CUDA_SUCCESS) {
        assert_cu(result, code);
    }
}

/** Gives back what a stream of the GPU has. */
static inline void reel_end_gpu(ReelEnd *end, CUresult code)
{
    for (uint32_t p = 0U; p < REEL_PACKETS; p++) {
        assert_cu(ringfenceCuMemFree(end->pointers[p]), CUDA_SUCCESS);
        reel_ended(ringfenceCuDestroyExternalMemory(end->memories[p]), code);
    }
    for (uint32_t o = 0U; o < REEL_CONSUMERS; o++) {
        if (end->others[o] != NULL) {
            reel_ended(ringfenceCuDestroyExternalSemaphore(end->others[o]), code);
        }
    }
    reel_ended(ringfenceCuDestroyExternalSemaphore(end->signal), code);
    if (end->album != NULL) {
        reel_ended(ringfenceCuDestroyExternalMemory(end->album_memory), code);
        NvSciBufObjFree(end->album);
    }
    reel_ended(cuStreamDestroy(end->stream), code);
}

/** Gives back what ends have beside their blocks. */
static inline void reel_give_back(Reel *reel, CUresult code)
{
    for (uint32_t i = 0U; i < reel->count; i++) {
        if (reel->ends[i].stream != NULL) {
            reel_end_gpu(&reel->ends[i], code);
        }
        NvSciSyncObjFree(reel->ends[i].object);
        if (reel->ends[i].endpoint != 0U) {
            assert_ok(NvSciIpcCloseEndpointSafe(reel->ends[i].endpoint, false));
        }
    }
}

/** Deletes the blocks from upstream in DEINIT; consumers are told. */
static inline void reel_delete(Reel *reel)
{
    go_to(RINGFENCE_PHASE_DEINIT);
    assert_ok(NvSciStreamBlockDelete(reel->ends[0].block));
    assert_ok(NvSciStreamBlockDelete(reel->pool));
    if (reel->multicast != 0U) {
        assert_ok(NvSciStreamBlockDelete(reel->multicast));
    }
    for (uint32_t i = 1U; i < reel->count; i++) {
        reel_expect(reel->ends[i].block, NvSciStreamEventType_Disconnected);
        assert_ok(NvSciStreamBlockDelete(reel->ends[i].queue));
        assert_ok(NvSciStreamBlockDelete(reel->ends[i].block));
    }
}

static inline void reel_close(Reel *reel)
{
    reel_delete(reel);
    reel_give_back(reel, CUDA_SUCCESS);
}

#endif /* RINGFENCE_TEST_CUDA_REEL_H */
