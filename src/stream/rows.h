/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file rows.h
 * The tables of blocks, segments and packets, how far these are, and what is found in them.
 */
#ifndef RINGFENCE_STREAM_ROWS_H
#define RINGFENCE_STREAM_ROWS_H

#include "stream/stream.h"

extern StreamBlock g_stream_blocks[RINGFENCE_CFG_STREAM_BLOCKS];
/** Not emptied with a block: a sleeper may be late. */
extern StreamWake g_stream_wakes[RINGFENCE_CFG_STREAM_BLOCKS];
/** The last one is that of blocks without a segment. */
extern StreamSegment g_stream_segments[RINGFENCE_CFG_STREAM_SEGMENTS + 1U];
extern StreamPacket g_stream_packets[RINGFENCE_CFG_STREAM_PACKETS];

/** Says whether a segment is that of blocks without one. */
static inline bool stream_is_loose(const StreamSegment *segment)
{
    return segment == &g_stream_segments[STREAM_LOOSE];
}

/** Row that a link names. */
static inline uint32_t stream_row(uint32_t link)
{
    return link - 1U;
}

/** Link to a row. */
static inline uint32_t stream_link(uint32_t row)
{
    return row + 1U;
}

/** Bit of a number below 64. */
static inline uint64_t stream_bit(uint32_t number)
{
    return (uint64_t)1U << number;
}

/** Says whether a block is of one of several types. */
static inline bool stream_is(const StreamBlock *block, uint32_t types)
{
    return (TYPE_OF(block->type) & types) != 0U;
}

/** Block of a link. */
static inline StreamBlock *stream_block(uint32_t link)
{
    return &g_stream_blocks[stream_row(link)];
}

/** Says whether Disconnected was queried on a block: it sends nothing any more. */
static inline bool stream_has_ended(const StreamBlock *block)
{
    return (block->done & DONE_DISCONNECTED) != 0U;
}

/** A segment, and a block, come to another stage. */
void segment_go(StreamSegment *segment, SegmentStage stage);
void block_go(StreamBlock *block, BlockStage stage);

/** Gives the row of a segment back. Needs the shape. */
void segment_give(StreamSegment *segment);

/** Segment of a block; that of blocks without one too. */
StreamSegment *stream_segment_of(const StreamBlock *block);

/** What an endpoint has said: that of a producer or a consumer. */
StreamSide *stream_side_of(StreamSegment *segment, const StreamBlock *block);

/** Number of an endpoint among those of its segment. */
uint32_t stream_side_number(const StreamBlock *block);

/** Block that follows in the walk through the blocks at and below `top`, each before those below
 * it; `is_cut` leaves out those below `block`. STREAM_NONE: there is none. Links. */
uint32_t tree_next(uint32_t top, uint32_t block, bool is_cut);

/** Clears the fences that an endpoint has left for a packet. */
void payload_clear_left(StreamPacket *packet, uint32_t side);

/** Clears the fences of an endpoint for a packet. */
static inline void payload_clear(StreamPacket *packet, uint32_t side)
{
    if ((packet->fenced & stream_bit(side)) != 0U) {
        payload_clear_left(packet, side);
    }
}

/** Notes that an endpoint has left a fence for an element of a packet. */
static inline void payload_fence(StreamPacket *packet, uint32_t side, uint32_t element)
{
    packet->fences[side].set |= 1U << element;
    packet->fenced |= stream_bit(side);
}

/** Finds a packet of a segment by its handle. StreamBadPacket iff it names none. */
NvSciError packet_find(PhaseOp op, const StreamSegment *segment, NvSciStreamPacket handle,
                       uint32_t *packet);

/** Endpoints that have to answer for a packet: bits by side. */
uint64_t packet_ends(const StreamSegment *segment);

/** Says whether all endpoints answered for a packet; whether all accepted it. */
bool packet_answered(const StreamSegment *segment, const StreamPacket *packet);
bool packet_accepted(const StreamSegment *segment, const StreamPacket *packet);

/** Element that an endpoint's index stands for. IndexOutOfRange iff there is none. */
NvSciError element_index(const StreamSide *side, uint32_t index, uint32_t *element);

/** Endpoint that an endpoint asks about: consumer `index`, or the producer. IndexOutOfRange iff
 * there is no such one. */
NvSciError stream_find_other(const StreamSegment *segment, const StreamBlock *block, uint32_t index,
                             uint32_t *side);

/** Block of an endpoint. */
const StreamBlock *stream_end_of(const StreamSegment *segment, uint32_t side);

/** Endpoint of a type and an index. BadParameter iff the type is that of no endpoint,
 * IndexOutOfRange iff there is no such consumer. */
NvSciError stream_find_side(const StreamSegment *segment, NvSciStreamBlockType type, uint32_t index,
                            uint32_t *side);

#endif /* RINGFENCE_STREAM_ROWS_H */
