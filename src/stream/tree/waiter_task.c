/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file waiter_task.c
 * Blocks that wait for fences: making them, their threads, and the end of those.
 *
 * A thread holds the segment while it looks at the packet in front, and a copy of one of its fences
 * while it waits without the segment. It waits in slices and decides by what it sees then: the
 * packet may be gone meanwhile. What others do to the packets that wait in a block needs the
 * segment alone, not the thread.
 */
#include "core/fault.h"
#include "core/feature.h"
#include "core/status.h"
#include "port/lock.h"
#include "port/wait.h"
#include "stream/block.h"
#include "stream/protocol.h"
#include "stream/sync.h"
#include "stream/tree/payload.h"
#include "stream/tree/tree.h"
#include "stream/tree/waiter.h"

/** Longest wait for a fence, and longest sleep where a fence cannot be waited for, in microseconds:
 * in that time a thread sees that it is to end. */
#define SLICE_US ((int64_t)RINGFENCE_CFG_LIFE_CHECK_US)
/** No limit. */
#define FOR_EVER (-1)

/* ---------------------------------------------------------------- looking */

/** What a thread does when it has looked. */
typedef enum {
    /** Sleeps until a packet comes. */
    THEN_SLEEP = 0,
    /** Waits for the fence. */
    THEN_WAIT = 1,
    /** Looks again after a slice. */
    THEN_PAUSE = 2
} WaiterStep;

/** Says whether the phase admits waiting. */
static bool waiter_may_wait(void)
{
    const RingfencePhase phase = RingfenceCurrentPhase();

    return (phase == RINGFENCE_PHASE_RUNTIME) ||
           ((phase == RINGFENCE_PHASE_INIT) && (RINGFENCE_CFG_STRICT_INIT == 0U));
}

/** What came of looking at fences. */
typedef struct {
    /** Success: none is pending. Timeout: one is, and there is a copy. Else there is no copy. */
    NvSciError status;
    /** First error of a wait for one. */
    NvSciError failed;
} WaiterLook;

/** Looks at a fence of a packet. One that has expired is cleared, one that cannot be waited for
 * stays with the packet. */
static void look_at_fence(NvSciSyncCpuWaitContext context, StreamFences *fences, uint32_t element,
                          NvSciSyncFence *copy, WaiterLook *seen)
{
    const NvSciError status = NvSciSyncFenceWait(&fences->fences[element], context, 0);

    if (status == NvSciError_Success) {
        NvSciSyncFenceClear(&fences->fences[element]);
        fences->set &= ~((uint32_t)1U << element);
    } else if (status == NvSciError_Timeout) {
        seen->status = NvSciSyncFenceDup(&fences->fences[element], copy);
        if (seen->status == NvSciError_Success) {
            seen->status = NvSciError_Timeout;
        }
    } else if (status == NvSciError_InvalidState) {
        seen->status = status;
    } else if (seen->failed == NvSciError_Success) {
        seen->failed = status;
    } else {
        /* The first error is the one to tell. */
    }
}

/** Looks at the fences of a packet, up to the first one that is pending. */
static WaiterLook look_at_fences(const StreamBlock *block, StreamPacket *packet,
                                 NvSciSyncFence *copy)
{
    const NvSciSyncCpuWaitContext context = g_stream_waiters[stream_row(block->self)].context;
    WaiterLook seen = {NvSciError_Success, NvSciError_Success};
    const uint64_t sides = waiter_sides(block, packet);

    for (uint32_t i = 0U; (i < STREAM_SIDES) && (seen.status == NvSciError_Success); i++) {
        const uint32_t set = (((sides >> i) & 1U) == 1U) ? packet->fences[i].set : 0U;

        for (uint32_t e = 0U;
             (e < RINGFENCE_CFG_STREAM_ELEMENTS) && (seen.status == NvSciError_Success); e++) {
            if (((set >> e) & 1U) == 1U) {
                look_at_fence(context, &packet->fences[i], e, copy, &seen);
            }
        }
    }
    return seen;
}

/** Takes the segment of a block. It may come into one meanwhile. */
static StreamSegment *waiter_segment(const StreamBlock *block)
{
    uint32_t number = port_load32_acquire(&block->segment);

    phase_part_take(number);
    while (number != port_load32_relaxed(&block->segment)) {
        phase_part_give(number);
        number = port_load32_acquire(&block->segment);
        phase_part_take(number);
    }
    return &g_stream_segments[number];
}

/**
 * Lets packets go on whose fences have expired, up to the first one that has a pending fence.
 * @satisfies RF-STREAM-072 RF-STREAM-073 RF-STREAM-078
 */
static WaiterStep waiter_look(StreamBlock *block, NvSciSyncFence *copy)
{
    StreamSegment *const segment = waiter_segment(block);
    WaiterStep next = waiter_may_wait() ? THEN_SLEEP : THEN_PAUSE;

    while ((next == THEN_SLEEP) && (block->queue.count > 0U)) {
        StreamPacket *const packet = &g_stream_packets[stream_row(block->queue.first)];
        const WaiterLook seen = look_at_fences(block, packet, copy);

        if (seen.status == NvSciError_Success) {
            if (seen.failed != NvSciError_Success) {
                stream_fail(block, seen.failed);
            }
            payload_go_on(segment, block, waiter_next(block));
        } else {
            next = (seen.status == NvSciError_Timeout) ? THEN_WAIT : THEN_PAUSE;
        }
    }
    if (block->queue.count == 0U) {
        next = THEN_SLEEP;
    }
    stream_leave(block);
    return next;
}

/* ---------------------------------------------------------------- the thread */

/** Sleeps until something has changed since `changes` was read. */
static void waiter_sleep(StreamWaiter *waiter, uint32_t changes, int64_t timeout_us)
{
    port_refusal_drop();
    port_store32(&waiter->asleep, 1U);
    (void)port_sleep_within(&waiter->changes, changes, timeout_us);
    fault_refusals(OP_STREAM_BLOCK_EVENT_QUERY);
    port_store32(&waiter->asleep, 0U);
}

/** Waits for a fence for a slice. */
static void waiter_wait(StreamWaiter *waiter, uint32_t changes, NvSciSyncFence *fence)
{
    const NvSciError status = NvSciSyncFenceWait(fence, waiter->context, SLICE_US);

    NvSciSyncFenceClear(fence);
    if ((status != NvSciError_Success) && (status != NvSciError_Timeout) &&
        (status != NvSciError_NoSuchProcess)) {
        /* The system is short of something, or the phase has changed. */
        waiter_sleep(waiter, changes, SLICE_US);
    }
}

static void waiter_run(void *context)
{
    StreamBlock *const block = context;
    StreamWaiter *const waiter = &g_stream_waiters[stream_row(block->self)];
    NvSciSyncFence copy = NvSciSyncFenceInitializer;
    uint32_t changes = port_load32(&waiter->changes);

    while (port_load32(&waiter->ends) == 0U) {
        const WaiterStep next = waiter_look(block, &copy);

        if (next == THEN_WAIT) {
            waiter_wait(waiter, changes, &copy);
        } else {
            waiter_sleep(waiter, changes, (next == THEN_SLEEP) ? FOR_EVER : SLICE_US);
        }
        /* What changes from here on is seen by the next look, or ends the next sleep. */
        changes = port_load32(&waiter->changes);
    }
}

/** @satisfies RF-STREAM-075 */
void waiter_end(const StreamBlock *block)
{
    if (feature_enabled(PORT_HAS_TASKS) &&
        stream_is(block, TYPE_OF(BLOCK_PRESENT_SYNC) | TYPE_OF(BLOCK_RETURN_SYNC))) {
        StreamWaiter *const waiter = &g_stream_waiters[stream_row(block->self)];
        NvSciSyncAttrList list = NULL;

        port_store32(&waiter->ends, 1U);
        waiter_wake(waiter);
        ringfence_port_task_join(&waiter->task);
        NvSciSyncCpuWaitContextFree(waiter->context);
        /* Who holds the segment may use the list. */
        (void)waiter_segment(block);
        list = waiter->list;
        waiter->list = NULL;
        stream_leave(block);
        NvSciSyncAttrListFree(list);
    }
}

/* ---------------------------------------------------------------- making */

/** Starts the thread of a block, to which it gives a context and a list. */
static NvSciError waiter_start(uint32_t row, NvSciSyncCpuWaitContext context,
                               NvSciSyncAttrList list)
{
    StreamWaiter *const waiter = &g_stream_waiters[row];

    port_store32(&waiter->changes, 0U);
    port_store32(&waiter->asleep, 0U);
    port_store32(&waiter->ends, 0U);
    waiter->context = context;
    waiter->list = list;
    waiter->task.run = &waiter_run;
    waiter->task.context = &g_stream_blocks[row];
    waiter->task.name = "ringfence";
    return status_of_port(ringfence_port_task_start(&waiter->task));
}

/** Makes a block with what waiting needs. Needs the shape. */
static NvSciError waiter_make(PhaseOp op, BlockType type, NvSciSyncCpuWaitContext context,
                              NvSciSyncAttrList list, NvSciStreamBlock *handle)
{
    uint32_t row = 0U;
    NvSciError status = stream_make(op, type, 1U, 0U, handle);

    if (status == NvSciError_Success) {
        (void)stream_find_row(op, *handle, &row);
        port_refusal_drop();
        status = waiter_start(row, context, list);
        fault_refusals(op);
        if (status != NvSciError_Success) {
            stream_give_row(&g_stream_blocks[row]);
        }
    }
    return status;
}

/**
 * Makes a block with its thread.
 * @satisfies RF-STREAM-071 RF-STREAM-151
 */
static NvSciError waiter_create(PhaseOp op, BlockType type, NvSciSyncModule module,
                                NvSciStreamBlock *handle)
{
    NvSciSyncCpuWaitContext context = NULL;
    NvSciSyncAttrList list = NULL;
    NvSciStreamBlock made = 0U;
    NvSciError status = NvSciError_Success;

    phase_hold();
    status = feature_admit(PORT_HAS_TASKS, op);
    if ((status == NvSciError_Success) && (handle == NULL)) {
        status = NvSciError_BadParameter;
    }
    if (status == NvSciError_Success) {
        status = NvSciSyncCpuWaitContextAlloc(module, &context);
    }
    if (status == NvSciError_Success) {
        status = stream_cpu_waiter_list(module, &list);
        if (status == NvSciError_Success) {
            status = waiter_make(op, type, context, list, &made);
        }
        if (status == NvSciError_Success) {
            *handle = made;
        } else {
            NvSciSyncAttrListFree(list);
            NvSciSyncCpuWaitContextFree(context);
        }
    }
    phase_release();
    return status;
}

/** @satisfies RF-STREAM-071 */
NvSciError NvSciStreamPresentSyncCreate(NvSciSyncModule const syncModule,
                                        NvSciStreamBlock *const presentSync)
{
    return waiter_create(OP_STREAM_PRESENT_SYNC_CREATE, BLOCK_PRESENT_SYNC, syncModule,
                         presentSync);
}

/** @satisfies RF-STREAM-071 */
NvSciError NvSciStreamReturnSyncCreate(NvSciSyncModule const syncModule,
                                       NvSciStreamBlock *const returnSync)
{
    return waiter_create(OP_STREAM_RETURN_SYNC_CREATE, BLOCK_RETURN_SYNC, syncModule, returnSync);
}
