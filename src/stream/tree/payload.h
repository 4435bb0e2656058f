/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file payload.h
 * The way of a payload, down and back up, and packets that are kept back.
 */
#ifndef RINGFENCE_STREAM_TREE_PAYLOAD_H
#define RINGFENCE_STREAM_TREE_PAYLOAD_H

#include "stream/rows.h"

/** Sends a packet to all leaves at and below a block. */
void payload_down(StreamSegment *segment, uint32_t packet, uint32_t from);

/** A packet comes back from the leaves at and below a block. */
void payload_up(StreamSegment *segment, uint32_t packet, uint32_t from);

/** A packet that was in front of those that a block waits for goes on; waiter_next() gave it. */
void payload_go_on(StreamSegment *segment, const StreamBlock *block, uint32_t packet);

/** A block is gone: packets that wait in it, or on their way to it, go back up from there. */
void payload_turn_back(StreamSegment *segment, StreamBlock *block);

/** A leaf is gone: all its packets come back, and those that are on their way to it. */
void payload_drop_leaf(StreamSegment *segment, StreamBlock *leaf);

/** A packet that somebody has got goes down, from a block on. */
void payload_present(StreamSegment *segment, uint32_t packet, uint32_t from);

/** A leaf gives a packet back that it holds. */
void payload_release(StreamSegment *segment, uint32_t packet, const StreamBlock *leaf);

/** Setup is complete: packets go to the pool. */
void payload_admit(StreamSegment *segment);

/** A packet that is home can be handed out. */
void payload_put_home(StreamSegment *segment, uint32_t packet);

/* Packets that were with a process which ended (hold.c). */

/** The process below a leaf ended: packets that it had, or left fences for, are kept back. The
 * producer is left as many as it was told of. To be called before they come back. */
void hold_begin(StreamSegment *segment, const StreamBlock *leaf);

/** It is gone with all that it had: the packets are handed out again. */
void hold_end(StreamSegment *segment, const StreamBlock *leaf);

/** Nobody will say that it is gone: the packets stay where they are until the stream ends. */
void hold_for_good(const StreamSegment *segment, const StreamBlock *leaf);

#endif /* RINGFENCE_STREAM_TREE_PAYLOAD_H */
