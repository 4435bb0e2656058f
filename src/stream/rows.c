/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file rows.c
 * The tables of blocks, segments and packets, and what is found in them.
 */
#include "core/assert.h"
#include "core/handle.h"
#include "core/pool.h"
#include "stream/rows.h"

StreamBlock g_stream_blocks[RINGFENCE_CFG_STREAM_BLOCKS];
StreamWake g_stream_wakes[RINGFENCE_CFG_STREAM_BLOCKS];
StreamSegment g_stream_segments[RINGFENCE_CFG_STREAM_SEGMENTS + 1U];
StreamPacket g_stream_packets[RINGFENCE_CFG_STREAM_PACKETS];

/* ---------------------------------------------------------------- rows */

void segment_go(StreamSegment *segment, SegmentStage stage)
{
    ASSERT((stage == SEGMENT_FREE) || ((uint32_t)stage == ((uint32_t)segment->stage + 1U)) ||
           ((stage == SEGMENT_READY) && (segment->stage == SEGMENT_JOINED)));
    segment->stage = stage;
}

void segment_give(StreamSegment *segment)
{
    segment_go(segment, SEGMENT_FREE);
    segment->is_taken = false;
}

void block_go(StreamBlock *block, BlockStage stage)
{
    ASSERT((stage != BLOCK_APART) && (stage != block->stage));
    ASSERT((stage != BLOCK_MARKED) || (block->stage == BLOCK_NUMBERED));
    ASSERT((stage != BLOCK_LATE) || (block->stage != BLOCK_NUMBERED));
    block->stage = stage;
}

StreamSegment *stream_segment_of(const StreamBlock *block)
{
    return &g_stream_segments[port_load32_acquire(&block->segment)];
}

uint32_t stream_side_number(const StreamBlock *block)
{
    return stream_is(block, TYPE_CONSUMER | TYPE_OF(BLOCK_IPC_SRC))
               ? (SIDE_CONSUMER_0 + block->first_consumer)
               : SIDE_PRODUCER;
}

StreamSide *stream_side_of(StreamSegment *segment, const StreamBlock *block)
{
    return &segment->sides[stream_side_number(block)];
}

/* ---------------------------------------------------------------- endpoints */

NvSciError stream_find_side(const StreamSegment *segment, NvSciStreamBlockType type, uint32_t index,
                            uint32_t *side)
{
    NvSciError status = NvSciError_Success;

    if (type == NvSciStreamBlockType_Producer) {
        status = (index == 0U) ? NvSciError_Success : NvSciError_IndexOutOfRange;
        *side = SIDE_PRODUCER;
    } else if (type == NvSciStreamBlockType_Consumer) {
        const uint32_t own = index - segment->base;

        status = ((index >= segment->base) && (own < segment->consumers))
                     ? NvSciError_Success
                     : NvSciError_IndexOutOfRange;
        *side = SIDE_CONSUMER_0 + own;
    } else {
        status = NvSciError_BadParameter;
    }
    return status;
}

NvSciError stream_find_other(const StreamSegment *segment, const StreamBlock *block, uint32_t index,
                             uint32_t *side)
{
    return stream_find_side(segment,
                            stream_is(block, TYPE_PRODUCER) ? NvSciStreamBlockType_Consumer
                                                            : NvSciStreamBlockType_Producer,
                            index, side);
}

const StreamBlock *stream_end_of(const StreamSegment *segment, uint32_t side)
{
    return stream_block((side == SIDE_PRODUCER) ? segment->head
                                                : segment->leaf[side - SIDE_CONSUMER_0]);
}

NvSciError element_index(const StreamSide *side, uint32_t index, uint32_t *element)
{
    NvSciError status = NvSciError_IndexOutOfRange;

    if (index < side->visible) {
        *element = side->index[index];
        status = NvSciError_Success;
    }
    return status;
}

/* ---------------------------------------------------------------- walking */

uint32_t tree_next(uint32_t top, uint32_t block, bool is_cut)
{
    uint32_t at = block;
    uint32_t next = STREAM_NONE;

    if (!is_cut) {
        next = stream_block(at)->down;
    }
    if (next == STREAM_NONE) {
        while ((at != top) && (stream_block(at)->beside == STREAM_NONE)) {
            at = stream_block(at)->up;
        }
        if (at != top) {
            next = stream_block(at)->beside;
        }
    }
    return next;
}

/* ---------------------------------------------------------------- packets */

/** @satisfies RF-STREAM-036 */
NvSciError packet_find(PhaseOp op, const StreamSegment *segment, NvSciStreamPacket handle,
                       uint32_t *packet)
{
    NvSciError status = NvSciError_StreamBadPacket;

    if (ringfence_pool_find(op, RINGFENCE_POOL_STREAM_PACKET, handle_of_word(handle), packet) ==
        NvSciError_Success) {
        const StreamPacket *const row = &g_stream_packets[*packet];

        /* One that was deleted has a row until all endpoints know. */
        if ((row->segment == segment->number) && (row->place != PACKET_DELETED)) {
            status = NvSciError_Success;
        }
    }
    return status;
}

uint64_t packet_ends(const StreamSegment *segment)
{
    uint64_t ends = 0U;

    for (uint32_t i = 0U; i <= segment->consumers; i++) {
        if (segment->sides[i].is_present) {
            ends |= stream_bit(i);
        }
    }
    return ends;
}

bool packet_answered(const StreamSegment *segment, const StreamPacket *packet)
{
    const uint64_t ends = packet_ends(segment);

    return (packet->answered & ends) == ends;
}

bool packet_accepted(const StreamSegment *segment, const StreamPacket *packet)
{
    bool accepted = packet_answered(segment, packet);

    for (uint32_t i = 0U; i <= segment->consumers; i++) {
        if (segment->sides[i].is_present && (packet->answers[i] != NvSciError_Success)) {
            accepted = false;
        }
    }
    return accepted;
}

void payload_clear_left(StreamPacket *packet, uint32_t side)
{
    StreamFences *const own = &packet->fences[side];
    uint32_t set = own->set;
    uint32_t element = 0U;

    while (set != 0U) {
        if ((set & 1U) == 1U) {
            NvSciSyncFenceClear(&own->fences[element]);
        }
        set >>= 1U;
        element++;
    }
    own->set = 0U;
    packet->fenced &= ~stream_bit(side);
}
