/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file packet.h
 * Packets: making, offering and deleting them, and answers for them.
 */
#ifndef RINGFENCE_STREAM_PACKET_H
#define RINGFENCE_STREAM_PACKET_H

#include "stream/rows.h"

/** Gives the row of a packet back, and what it still has. (packet_end.c) */
void packet_free(StreamSegment *segment, uint32_t packet);

/** Forgets what an endpoint that is gone knows of packets, and has said of them; what nobody else
 * is to be told of is given back. Not for RUNTIME. (packet_end.c) */
void packet_forget_side(StreamSegment *segment, uint32_t side);

/** A packet that was deleted is home: endpoints are told, and its buffers are given back; in
 * RUNTIME with its row, when the last endpoint asked which one it was, or with the segment. */
void packet_delete(StreamSegment *segment, uint32_t packet);

/** Takes a packet out of the pool. The producer was not told of more than there are then: it is
 * told of those that come. */
void packet_leave_home(StreamSegment *segment, uint32_t packet);

/** Takes a row for a packet of a segment. InsufficientMemory iff all are taken. */
NvSciError packet_take(PhaseOp op, StreamSegment *segment, NvSciStreamCookie cookie,
                       uint32_t *packet);

/** Offers a packet to all endpoints. */
void packet_offer(StreamSegment *segment, StreamPacket *packet);

/** Gives back what all packets of a segment have. Needs the shape. */
void packet_free_all(StreamSegment *segment);

/** Notes what an endpoint answered for a packet. */
void packet_answer(StreamSegment *segment, StreamPacket *packet, uint32_t side, NvSciError answer);

/* What the functions of these names do, counted under the name of `op`. */
NvSciError packet_insert(PhaseOp op, NvSciStreamBlock pool, NvSciStreamPacket handle,
                         uint32_t index, NvSciBufObj object);
NvSciError packet_buffer(PhaseOp op, NvSciStreamBlock handle, NvSciStreamPacket packet,
                         uint32_t index, NvSciBufObj *object);

#endif /* RINGFENCE_STREAM_PACKET_H */
