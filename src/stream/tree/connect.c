/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file connect.c
 * Connecting blocks.
 */
#include "core/assert.h"
#include "core/fault.h"
#include "port/lock.h"
#include "stream/block.h"
#include "stream/remote.h"
#include "stream/tree/tree.h"

/** Moves the blocks of a tree without a segment, and their partners, to one. */
static void join_all(StreamSegment *segment, uint32_t top)
{
    for (uint32_t at = top; at != STREAM_NONE; at = tree_next(top, at, false)) {
        StreamBlock *const block = stream_block(at);

        stream_join(segment, block);
        if (block->partner != STREAM_NONE) {
            stream_join(segment, stream_block(block->partner));
        }
    }
}

/** Says whether a block of a stream that is complete takes late consumers at this moment. */
static bool takes_late(const StreamBlock *up)
{
    const StreamSegment *const segment = stream_segment_of(up);
    const uint32_t told = up->done & ~up->again;

    return up->is_open && (segment->stage != SEGMENT_JOINED) && (up->stage != BLOCK_MARKED) &&
           ((told & DONE_SETUP_COMPLETE) != 0U);
}

/** Says whether there are numbers for the consumers of two trees, of which an output of the one is
 * taken: they are not of one tree. */
static NvSciError fit_together(const StreamBlock *up, const StreamBlock *down)
{
    const uint32_t spare = up->is_open ? 1U : 0U;

    return tree_admit(OP_STREAM_BLOCK_CONNECT,
                      (tree_places(tree_top(up->self)) - spare) + tree_places(down->self));
}

/** Why an output of one block and an input of another are not free; FAULT_CAUSE_NONE: they are. */
static FaultCause why_taken(const StreamBlock *up, const StreamBlock *down)
{
    const uint32_t heads = TYPE_PRODUCER | TYPE_OF(BLOCK_IPC_DST);
    FaultCause cause = FAULT_CAUSE_NONE;

    if (up->outputs == 0U) {
        cause = FAULT_CAUSE_NO_OUTPUT;
    } else if (stream_is(down, heads)) {
        cause = FAULT_CAUSE_NO_INPUT;
    } else if (up->cut || down->cut) {
        cause = FAULT_CAUSE_CUT;
    } else if (up->connected >= up->outputs) {
        cause = FAULT_CAUSE_OUTPUT_TAKEN;
    } else if (down->has_input) {
        cause = FAULT_CAUSE_INPUT_TAKEN;
    } else {
        cause = FAULT_CAUSE_NONE;
    }
    return cause;
}

/** Says whether a block is of a group that was marked, and is not part of the stream yet: what
 * would be connected to it was not looked at with the mark. */
static bool is_marked(const StreamBlock *up)
{
    const StreamBlock *block = up;

    while ((block->stage == BLOCK_APART) && (block->up != STREAM_NONE)) {
        block = stream_block(block->up);
    }
    return (block->stage == BLOCK_MARKED) && (block != up);
}

/** Says whether two blocks can be connected; why not, if it is not for want of numbers.
 * @satisfies RF-STREAM-240 */
static NvSciError check_ends(const StreamBlock *up, const StreamBlock *down)
{
    const uint32_t bound = TYPE_POOLS | TYPE_QUEUES;
    FaultCause cause = why_taken(up, down);
    NvSciError status = NvSciError_Success;

    if (stream_is(up, bound) || stream_is(down, bound)) {
        cause = FAULT_CAUSE_PARTNER;
        status = NvSciError_AccessDenied;
    } else if (cause != FAULT_CAUSE_NONE) {
        status = NvSciError_InsufficientResource;
    } else if (tree_top(up->self) == down->self) {
        cause = FAULT_CAUSE_CIRCLE;
        status = NvSciError_BadParameter;
    } else if (((up->stage != BLOCK_APART) && (!takes_late(up))) || is_marked(up)) {
        cause = FAULT_CAUSE_COMPLETE;
        status = NvSciError_InvalidState;
    } else {
        status = fit_together(up, down);
    }
    if (cause != FAULT_CAUSE_NONE) {
        fault_report_order(OP_STREAM_BLOCK_CONNECT, RINGFENCE_FAULT_STREAM_ORDER, cause);
    }
    return status;
}

/** Adds a block behind the last one at the outputs of another. */
static void link_down(StreamBlock *up, StreamBlock *down)
{
    ASSERT(up->connected < up->outputs);
    ASSERT(!down->has_input);
    ASSERT(down->up == STREAM_NONE);
    ASSERT(down->beside == STREAM_NONE);
    if (up->down == STREAM_NONE) {
        up->down = down->self;
    } else {
        uint32_t last = up->down;

        while (stream_block(last)->beside != STREAM_NONE) {
            last = stream_block(last)->beside;
        }
        stream_block(last)->beside = down->self;
    }
    up->connected++;
    up->used = true;
    down->up = up->self;
    down->has_input = true;
    down->used = true;
}

/** Connects two blocks, if they can be. Needs the shape, the segment of blocks without one, and
 * that of the block upstream. */
static NvSciError connect(StreamBlock *up, StreamBlock *down)
{
    const uint32_t number = port_load32_relaxed(&up->segment);
    NvSciError status = check_ends(up, down);

    if (status == NvSciError_Success) {
        status = ipc_start(up);
    }
    if (status == NvSciError_Success) {
        status = ipc_start(down);
    }
    if (status == NvSciError_Success) {
        link_down(up, down);
        if (number != STREAM_LOOSE) {
            join_all(&g_stream_segments[number], down->self);
            /* They fit. */
            (void)tree_complete(OP_STREAM_BLOCK_CONNECT, &g_stream_segments[number]);
        }
    }
    return status;
}

/** Takes the segment of the block upstream, and connects. Needs the shape. */
static NvSciError connect_in_segment(StreamBlock *up, StreamBlock *down)
{
    const uint32_t number = port_load32_relaxed(&up->segment);
    NvSciError status = NvSciError_Success;

    phase_part_take(STREAM_LOOSE);
    if (number == STREAM_LOOSE) {
        status = connect(up, down);
    } else {
        phase_part_take(number);
        status = connect(up, down);
        phase_part_give(number);
    }
    phase_part_give(STREAM_LOOSE);
    return status;
}

/** @satisfies RF-STREAM-003 RF-STREAM-004 RF-STREAM-200 */
NvSciError NvSciStreamBlockConnect(NvSciStreamBlock const upstream,
                                   NvSciStreamBlock const downstream)
{
    const PhaseOp op = OP_STREAM_BLOCK_CONNECT;
    uint32_t up = 0U;
    uint32_t down = 0U;
    NvSciError status = NvSciError_Success;

    phase_hold();
    status = phase_admit_thread(op);
    if (status == NvSciError_Success) {
        status = stream_find_row(op, upstream, &up);
    }
    if (status == NvSciError_Success) {
        status = stream_find_row(op, downstream, &down);
    }
    if (status == NvSciError_Success) {
        port_refusal_drop();
        status = connect_in_segment(&g_stream_blocks[up], &g_stream_blocks[down]);
        fault_refusals(op);
    }
    phase_release();
    return status;
}
