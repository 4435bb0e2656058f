/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file connect.c
 * Connecting blocks.
 */
#include "core/assert.h"
#include "port/lock.h"
#include "stream/stream.h"

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

    return up->is_open && (!segment->has_group) && (!up->is_marked) &&
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

/** Says whether an output of one block and an input of another are free. */
static bool are_free(const StreamBlock *up, const StreamBlock *down)
{
    const uint32_t heads = TYPE_PRODUCER | TYPE_OF(BLOCK_IPC_DST);

    return (up->connected < up->outputs) && (!down->has_input) && (!stream_is(down, heads)) &&
           (!up->cut) && (!down->cut);
}

/** Says whether two blocks can be connected. */
static NvSciError check_ends(const StreamBlock *up, const StreamBlock *down)
{
    const uint32_t bound = TYPE_POOLS | TYPE_QUEUES;
    NvSciError status = NvSciError_Success;

    if (stream_is(up, bound) || stream_is(down, bound)) {
        status = NvSciError_AccessDenied;
    } else if (!are_free(up, down)) {
        status = NvSciError_InsufficientResource;
    } else if (tree_top(up->self) == down->self) {
        /* It would be a circle. */
        status = NvSciError_BadParameter;
    } else if (up->is_numbered && (!takes_late(up))) {
        status = NvSciError_InvalidState;
    } else {
        status = fit_together(up, down);
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
        status = connect_in_segment(&g_stream_blocks[up], &g_stream_blocks[down]);
    }
    phase_release();
    return status;
}
