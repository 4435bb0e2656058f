/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file lose.c
 * Blocks that are gone: what the others of their segment are told.
 */
#include "stream/protocol.h"
#include "stream/remote.h"
#include "stream/tree/payload.h"
#include "stream/tree/tree.h"

/** Notes that nothing comes or goes at a block any more. */
static void cut(StreamBlock *block)
{
    if (!block->cut) {
        block->cut = true;
        stream_tell(block);
        ipc_changed(block);
    }
}

/** Cuts all blocks at and below one, and their partners. */
static void cut_all(uint32_t top)
{
    for (uint32_t at = top; at != STREAM_NONE; at = tree_next(top, at, false)) {
        StreamBlock *const block = stream_block(at);

        cut(block);
        if (block->partner != STREAM_NONE) {
            cut(stream_block(block->partner));
        }
    }
}

/** A stream that is not set up yet ends as a whole: nobody waits for what does not come. */
static void cut_tree(uint32_t link)
{
    cut_all(tree_top(link));
}

/** No payload comes any more to the leaves at and below a block. What arrived can be taken. */
static void cut_leaves(StreamSegment *segment, uint32_t top)
{
    for (uint32_t at = top; at != STREAM_NONE; at = tree_next(top, at, false)) {
        StreamBlock *const block = stream_block(at);

        segment->live &= ~block->leaves;
        late_lose(segment, block->leaves);
        cut(block);
        if (block->partner != STREAM_NONE) {
            cut(stream_block(block->partner));
        }
    }
}

/** Blocks that no leaf is left of have nobody downstream. */
static void cut_upstream(const StreamSegment *segment)
{
    const uint64_t left = segment->live | segment->late;

    for (uint32_t link = segment->blocks; link != STREAM_NONE; link = stream_block(link)->next) {
        StreamBlock *const block = stream_block(link);

        if ((block->stage != BLOCK_APART) && ((block->leaves & left) == 0U) &&
            (!late_is_open(segment, block))) {
            cut(block);
        }
    }
}

/** Block that a tree is lost below: a consumer is lost with its queue, a producer with its pool. */
static uint32_t lost_with(const StreamBlock *block)
{
    const bool is_bound = stream_is(block, TYPE_POOLS | TYPE_QUEUES);

    return (is_bound && (block->partner != STREAM_NONE)) ? block->partner : block->self;
}

void tree_lose_all(const StreamBlock *block)
{
    cut_tree(lost_with(block));
}

/** @satisfies RF-STREAM-060 RF-STREAM-061 RF-STREAM-062 RF-STREAM-133 */
void tree_lose(StreamSegment *segment, StreamBlock *block)
{
    if (segment->stage < SEGMENT_READY) {
        segment->is_lost = true;
        tree_lose_all(block);
    } else if (block->stage == BLOCK_APART) {
        /* So does a branch that is not part of the stream yet. */
        cut_all(late_branch(block));
        late_resume(segment);
    } else {
        cut_leaves(segment, lost_with(block));
        if (stream_is(block, TYPE_CONSUMER | TYPE_OF(BLOCK_IPC_SRC))) {
            payload_drop_leaf(segment, block);
        } else {
            payload_turn_back(segment, stream_block(lost_with(block)));
        }
        cut_upstream(segment);
    }
}
