/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file tree.c
 * The shape of a segment: connecting blocks, walking through them, numbering consumers.
 */
#include "core/assert.h"
#include "port/lock.h"
#include "stream/stream.h"

/** Block that a block is downstream of, and that is downstream of none. */
static uint32_t top_of(uint32_t link)
{
    uint32_t at = link;

    while (stream_block(at)->up != STREAM_NONE) {
        at = stream_block(at)->up;
    }
    return at;
}

/** Consumers at and below a block. */
static uint32_t consumers_below(uint32_t top)
{
    uint32_t count = 0U;

    for (uint32_t at = top; at != STREAM_NONE; at = tree_next(top, at, false)) {
        count += stream_is(stream_block(at), TYPE_CONSUMER) ? 1U : 0U;
    }
    return count;
}

/* ---------------------------------------------------------------- numbering */

/** Says whether all paths of a segment end in consumers. */
static bool all_paths_end(const StreamSegment *segment)
{
    bool end = true;

    for (uint32_t at = segment->head; at != STREAM_NONE; at = tree_next(segment->head, at, false)) {
        const StreamBlock *const block = stream_block(at);

        if (block->connected < block->outputs) {
            end = false;
        }
    }
    return end;
}

/** Numbers the consumers of a segment, in the order in which they were connected. */
static void number_consumers(StreamSegment *segment)
{
    uint32_t count = 0U;

    for (uint32_t at = segment->head; at != STREAM_NONE; at = tree_next(segment->head, at, false)) {
        StreamBlock *const block = stream_block(at);

        block->first_consumer = count;
        if (stream_is(block, TYPE_CONSUMER)) {
            StreamSide *const side = &segment->sides[SIDE_CONSUMER_0 + count];

            segment->leaf[count] = at;
            side->is_present = true;
            side->crc = block->crc;
            count++;
        }
    }
    segment->consumers = count;
}

/** Says for each block which consumers and leaves are at and below it. */
static void sum_up(StreamSegment *segment)
{
    for (uint32_t i = 0U; i < segment->consumers; i++) {
        uint32_t at = segment->leaf[i];

        while (at != STREAM_NONE) {
            stream_block(at)->consumers++;
            stream_block(at)->leaves |= stream_bit(i);
            at = stream_block(at)->up;
        }
        segment->live |= stream_bit(i);
    }
}

/** Gives pools and queues what their partners have. */
static void tell_partners(const StreamSegment *segment)
{
    for (uint32_t link = segment->blocks; link != STREAM_NONE; link = stream_block(link)->next) {
        StreamBlock *const block = stream_block(link);

        if (stream_is(block, TYPE_POOL | TYPE_QUEUES) && (block->partner != STREAM_NONE)) {
            block->first_consumer = stream_block(block->partner)->first_consumer;
            block->consumers = stream_block(block->partner)->consumers;
            block->leaves = stream_block(block->partner)->leaves;
        }
    }
}

/** @satisfies RF-STREAM-005 */
void tree_complete(StreamSegment *segment)
{
    const StreamBlock *const head = stream_block(segment->head);

    if ((!segment->is_complete) && (!head->cut) && all_paths_end(segment)) {
        number_consumers(segment);
        sum_up(segment);
        tell_partners(segment);
        segment->is_complete = true;
        stream_tell_due(segment);
    }
}

/* ---------------------------------------------------------------- connecting */

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

/** Says whether two blocks can be connected. */
static NvSciError check_ends(const StreamBlock *up, const StreamBlock *down)
{
    const uint32_t bound = TYPE_POOL | TYPE_QUEUES;
    const uint32_t heads = TYPE_PRODUCER | TYPE_OF(BLOCK_IPC_DST);
    NvSciError status = NvSciError_Success;

    if (stream_is(up, bound) || stream_is(down, bound)) {
        status = NvSciError_AccessDenied;
    } else if ((up->connected >= up->outputs) || down->has_input || stream_is(down, heads) ||
               up->cut || down->cut) {
        status = NvSciError_InsufficientResource;
    } else if (top_of(up->self) == down->self) {
        /* It would be a circle. */
        status = NvSciError_BadParameter;
    } else if ((consumers_below(top_of(up->self)) + consumers_below(down->self)) >
               RINGFENCE_CFG_STREAM_CONSUMERS) {
        status = NvSciError_InsufficientResource;
    } else {
        status = NvSciError_Success;
    }
    return status;
}

/** Adds a block behind the last one at the outputs of another. */
static void link_down(StreamBlock *up, StreamBlock *down)
{
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

/** Connects two blocks. Needs the shape and the segment of blocks without one. */
static void connect(StreamBlock *up, StreamBlock *down)
{
    const uint32_t number = port_load32_relaxed(&up->segment);

    if (number == STREAM_LOOSE) {
        link_down(up, down);
    } else {
        StreamSegment *const segment = &g_stream_segments[number];

        ringfence_port_mutex_lock(&segment->mutex);
        link_down(up, down);
        join_all(segment, down->self);
        tree_complete(segment);
        ringfence_port_mutex_unlock(&segment->mutex);
    }
}

/** @satisfies RF-STREAM-003 RF-STREAM-004 */
NvSciError NvSciStreamBlockConnect(NvSciStreamBlock const upstream,
                                   NvSciStreamBlock const downstream)
{
    const PhaseOp op = OP_STREAM_BLOCK_CONNECT;
    uint32_t up = 0U;
    uint32_t down = 0U;
    NvSciError status = NvSciError_Success;

    phase_hold();
    status = ringfence_phase_admit(op);
    if (status == NvSciError_Success) {
        status = stream_find_row(op, upstream, &up);
    }
    if (status == NvSciError_Success) {
        status = stream_find_row(op, downstream, &down);
    }
    if (status == NvSciError_Success) {
        ringfence_port_mutex_lock(&g_stream_segments[STREAM_LOOSE].mutex);
        status = check_ends(&g_stream_blocks[up], &g_stream_blocks[down]);
        if (status == NvSciError_Success) {
            connect(&g_stream_blocks[up], &g_stream_blocks[down]);
        }
        ringfence_port_mutex_unlock(&g_stream_segments[STREAM_LOOSE].mutex);
    }
    phase_release();
    return status;
}
