/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file tree.c
 * The shape of a segment: numbering consumers once all paths end.
 */
#include "core/assert.h"
#include "core/fault.h"
#include "stream/protocol.h"
#include "stream/remote.h"
#include "stream/tree/tree.h"

/** Consumers that a leaf is, or stands for; 0: it is none, or it is not known yet. */
static uint32_t leaf_consumers(const StreamBlock *block)
{
    return stream_is(block, TYPE_CONSUMER) ? 1U : ipc_consumers(block);
}

uint32_t tree_consumers(uint32_t top)
{
    uint32_t count = 0U;

    for (uint32_t at = top; at != STREAM_NONE; at = tree_next(top, at, false)) {
        count += leaf_consumers(stream_block(at));
    }
    return count;
}

uint32_t tree_top(uint32_t link)
{
    uint32_t at = link;

    while (stream_block(at)->up != STREAM_NONE) {
        at = stream_block(at)->up;
    }
    return at;
}

/* ---------------------------------------------------------------- places */

/** Consumers that may come late at a block. */
static uint32_t free_outputs(const StreamBlock *block)
{
    return block->is_open ? (block->outputs - block->connected) : 0U;
}

uint32_t tree_places(uint32_t top)
{
    uint32_t count = tree_consumers(top);

    for (uint32_t at = top; at != STREAM_NONE; at = tree_next(top, at, false)) {
        count += free_outputs(stream_block(at));
    }
    return count;
}

/** @satisfies RF-STREAM-200 */
NvSciError tree_admit(PhaseOp op, uint32_t places)
{
    NvSciError status = NvSciError_Success;

    if (places > RINGFENCE_CFG_STREAM_CONSUMERS) {
        fault_report_limit(op, FAULT_LIMIT_STREAM_CONSUMERS, places,
                           RINGFENCE_CFG_STREAM_CONSUMERS);
        status = NvSciError_InsufficientResource;
    }
    return status;
}

/* ---------------------------------------------------------------- numbering */

/** Says whether all paths of a segment end in consumers, or where late ones may come. */
static bool all_paths_end(const StreamSegment *segment)
{
    bool end = (tree_consumers(segment->head) > 0U);

    for (uint32_t at = segment->head; at != STREAM_NONE; at = tree_next(segment->head, at, false)) {
        const StreamBlock *const block = stream_block(at);

        if (((block->connected < block->outputs) && (!block->is_open)) ||
            (stream_is(block, TYPE_OF(BLOCK_IPC_SRC)) && (leaf_consumers(block) == 0U))) {
            end = false;
        }
    }
    return end;
}

void tree_add_leaf(const StreamSegment *segment, uint32_t consumer)
{
    uint32_t at = segment->leaf[consumer];

    ASSERT(consumer < RINGFENCE_CFG_STREAM_CONSUMERS);
    while (at != STREAM_NONE) {
        StreamBlock *const block = stream_block(at);

        block->leaves |= stream_bit(consumer);
        at = block->up;
    }
}

void tree_number_partner(const StreamBlock *block)
{
    if (block->partner != STREAM_NONE) {
        StreamBlock *const partner = stream_block(block->partner);

        ASSERT(partner->partner == block->self);
        partner->first_consumer = block->first_consumer;
        partner->consumers = block->consumers;
        partner->leaves = block->leaves;
        if (partner->stage != block->stage) {
            block_go(partner, block->stage);
        }
    }
}

void tree_begin_side(StreamSegment *segment, const StreamBlock *leaf, uint32_t place)
{
    const uint32_t number = leaf->first_consumer + place;
    StreamSide *const side = &segment->sides[SIDE_CONSUMER_0 + number];

    ASSERT(number < RINGFENCE_CFG_STREAM_CONSUMERS);
    segment->leaf[number] = leaf->self;
    if (stream_is(leaf, TYPE_CONSUMER)) {
        side->is_present = true;
        side->crc = leaf->crc;
    } else {
        side->is_present = ipc_consumer_is_present(leaf, place);
        side->crc = ipc_consumer_has_crc(leaf, place);
    }
}

/** Numbers the consumers that a leaf stands for. All of them have one bit. */
static void number_leaf(StreamSegment *segment, const StreamBlock *block)
{
    const uint32_t first = block->first_consumer;
    const uint32_t count = leaf_consumers(block);

    for (uint32_t i = 0U; i < count; i++) {
        tree_begin_side(segment, block, i);
    }
    if (count > 0U) {
        tree_add_leaf(segment, first);
        segment->live |= stream_bit(first);
    }
}

/** Numbers the consumers of a segment, in the order in which they were connected. */
static uint32_t number_consumers(StreamSegment *segment)
{
    uint32_t count = 0U;

    for (uint32_t at = segment->head; at != STREAM_NONE; at = tree_next(segment->head, at, false)) {
        StreamBlock *const block = stream_block(at);

        block->first_consumer = count;
        block_go(block, BLOCK_NUMBERED);
        segment->sends_at_once = segment->sends_at_once || ipc_sends_at_once(block);
        number_leaf(segment, block);
        count += leaf_consumers(block);
    }
    return count;
}

/** Counts for each block the consumers at and below it, with those that may come late. */
static void count_consumers(const StreamSegment *segment)
{
    for (uint32_t at = segment->head; at != STREAM_NONE; at = tree_next(segment->head, at, false)) {
        const StreamBlock *const block = stream_block(at);
        const uint32_t own = leaf_consumers(block) + free_outputs(block);

        for (uint32_t up = at; (own > 0U) && (up != STREAM_NONE); up = stream_block(up)->up) {
            stream_block(up)->consumers += own;
        }
    }
}

/** Numbers all that is in a segment. */
static void number_all(StreamSegment *segment)
{
    segment->fresh = stream_bit(number_consumers(segment)) - 1U;
    count_consumers(segment);
    segment->consumers = stream_block(segment->head)->consumers;
    ASSERT(segment->consumers > 0U);
    ASSERT(segment->consumers <= RINGFENCE_CFG_STREAM_CONSUMERS);
    for (uint32_t at = segment->head; at != STREAM_NONE; at = tree_next(segment->head, at, false)) {
        tree_number_partner(stream_block(at));
    }
    segment_go(segment, SEGMENT_NUMBERED);
}

/** @satisfies RF-STREAM-005 RF-STREAM-082 RF-STREAM-200 */
NvSciError tree_complete(PhaseOp op, StreamSegment *segment)
{
    const StreamBlock *const head = stream_block(segment->head);
    NvSciError status = NvSciError_Success;

    if ((segment->stage < SEGMENT_NUMBERED) && (!head->cut)) {
        status = tree_admit(op, tree_places(segment->head));
        if ((status == NvSciError_Success) && all_paths_end(segment)) {
            number_all(segment);
            stream_tell_due(segment);
        }
    }
    if (segment->stage == SEGMENT_NUMBERED) {
        if (stream_is(head, TYPE_PRODUCER)) {
            segment->total = segment->consumers;
            segment_go(segment, SEGMENT_COMPLETE);
        } else if (segment->is_told_complete) {
            segment_go(segment, SEGMENT_COMPLETE);
        } else {
            /* Upstream some path does not end yet. */
        }
        stream_tell_due(segment);
    }
    return status;
}
