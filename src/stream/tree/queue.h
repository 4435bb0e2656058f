/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file queue.h
 * Queues of packets.
 */
#ifndef RINGFENCE_STREAM_TREE_QUEUE_H
#define RINGFENCE_STREAM_TREE_QUEUE_H

#include "stream/rows.h"

/** Adds a packet to a queue with the links of leaf `leaf`. */
void queue_put(StreamQueue *queue, uint32_t packet, uint32_t leaf);

/** Adds a packet in front of those of a queue. */
void queue_put_first(StreamQueue *queue, uint32_t packet, uint32_t leaf);

/** Takes the first packet of a queue. There must be one. */
uint32_t queue_take(StreamQueue *queue, uint32_t leaf);

/** Takes a packet out of a queue, if it is in it. */
bool queue_remove(StreamQueue *queue, uint32_t packet, uint32_t leaf);

#endif /* RINGFENCE_STREAM_TREE_QUEUE_H */
