/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file end.c
 * Deleting blocks, and giving back what a stream has.
 */
#include "core/assert.h"
#include "core/pool.h"
#include "port/lock.h"
#include "stream/block.h"
#include "stream/element.h"
#include "stream/packet.h"
#include "stream/protocol.h"
#include "stream/remote.h"
#include "stream/sync.h"
#include "stream/tree/tree.h"
#include "stream/tree/waiter.h"

/** Takes a block without a segment out of its tree. */
static void unlink_block(const StreamBlock *block)
{
    uint32_t link = block->down;

    ASSERT(port_load32_relaxed(&block->segment) == STREAM_LOOSE);
    while (link != STREAM_NONE) {
        StreamBlock *const below = stream_block(link);

        ASSERT(below->up == block->self);
        link = below->beside;
        below->up = STREAM_NONE;
        below->beside = STREAM_NONE;
    }
    if (block->up != STREAM_NONE) {
        StreamBlock *const up = stream_block(block->up);

        if (up->down == block->self) {
            up->down = block->beside;
        } else {
            uint32_t before = up->down;

            while (stream_block(before)->beside != block->self) {
                before = stream_block(before)->beside;
            }
            stream_block(before)->beside = block->beside;
        }
    }
    if (block->partner != STREAM_NONE) {
        stream_block(block->partner)->partner = STREAM_NONE;
    }
}

/** Says whether all blocks of a segment were deleted, with one that is being deleted. */
static bool all_ended(const StreamSegment *segment, const StreamBlock *last)
{
    bool ended = true;

    for (uint32_t link = segment->blocks; link != STREAM_NONE; link = stream_block(link)->next) {
        ended = ended && (stream_block(link)->ended || (link == last->self));
    }
    return ended;
}

/** Gives back all that a segment has. Needs the shape and the segment. */
PORT_APART static void free_segment(StreamSegment *segment)
{
    ASSERT(segment->stage != SEGMENT_FREE);
    packet_free_all(segment);
    ASSERT(segment->packet_count == 0U);
    for (uint32_t i = 0U; i < STREAM_SIDES; i++) {
        element_free(&segment->sides[i].elements);
        sync_free(&segment->sides[i]);
    }
    element_free(&segment->layout);
    while (segment->blocks != STREAM_NONE) {
        StreamBlock *const block = stream_block(segment->blocks);

        segment->blocks = block->next;
        stream_give_row(block);
    }
    segment->head = STREAM_NONE;
    segment_give(segment);
}

/** A block of a segment was deleted. Needs the shape. */
static void end_in_segment(StreamSegment *segment, StreamBlock *block)
{
    phase_part_take(segment->number);
    block->ended = true;
    stream_event_free(block);
    stream_tell(block);
    tree_lose(segment, block);
    if (all_ended(segment, block)) {
        free_segment(segment);
    } else {
        late_forget(segment, block);
    }
    phase_part_give(segment->number);
}

/** Ends the channel of a block that is deleted, and with the last block of a segment that of its
 * head. Needs the shape. */
static void end_channels(StreamBlock *block, uint32_t number)
{
    const StreamSegment *const segment = &g_stream_segments[number];

    if ((number != STREAM_LOOSE) && all_ended(segment, block)) {
        ipc_end(block, true);
        ipc_end(stream_block(segment->head), true);
    } else {
        ipc_end(block, false);
    }
}

/** A block without a segment was deleted. Needs the shape. */
PORT_APART static void end_alone(StreamBlock *block)
{
    phase_part_take(STREAM_LOOSE);
    stream_event_free(block);
    stream_tell(block);
    tree_lose_all(block);
    unlink_block(block);
    stream_give_row(block);
    phase_part_give(STREAM_LOOSE);
}

/** @satisfies RF-STREAM-006 RF-STREAM-063 */
NvSciError NvSciStreamBlockDelete(NvSciStreamBlock const block)
{
    const PhaseOp op = OP_STREAM_BLOCK_DELETE;
    uint32_t row = 0U;
    NvSciError status = NvSciError_Success;

    phase_hold();
    status = ringfence_api_enter(op);
    if (status == NvSciError_Success) {
        status = stream_find_row(op, block, &row);
        if (status == NvSciError_Success) {
            ringfence_pool_revoke(RINGFENCE_POOL_STREAM_BLOCK, row);
        }
        ringfence_api_leave();
    }
    if (status == NvSciError_Success) {
        StreamBlock *const ended = &g_stream_blocks[row];
        const uint32_t number = port_load32_relaxed(&ended->segment);

        waiter_end(ended);
        end_channels(ended, number);
        if (number == STREAM_LOOSE) {
            end_alone(ended);
        } else {
            end_in_segment(&g_stream_segments[number], ended);
        }
    }
    phase_release();
    return status;
}
