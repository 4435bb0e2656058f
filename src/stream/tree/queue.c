/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file queue.c
 * Queues of packets, linked by the row that each packet has for a leaf.
 */
#include "stream/tree/queue.h"

void queue_put(StreamQueue *queue, uint32_t packet, uint32_t leaf)
{
    g_stream_packets[packet].behind[leaf] = STREAM_NONE;
    if (queue->first == STREAM_NONE) {
        queue->first = stream_link(packet);
    } else {
        g_stream_packets[stream_row(queue->last)].behind[leaf] = stream_link(packet);
    }
    queue->last = stream_link(packet);
    queue->count++;
}

void queue_put_first(StreamQueue *queue, uint32_t packet, uint32_t leaf)
{
    g_stream_packets[packet].behind[leaf] = queue->first;
    if (queue->first == STREAM_NONE) {
        queue->last = stream_link(packet);
    }
    queue->first = stream_link(packet);
    queue->count++;
}

uint32_t queue_take(StreamQueue *queue, uint32_t leaf)
{
    const uint32_t packet = stream_row(queue->first);

    queue->first = g_stream_packets[packet].behind[leaf];
    queue->count--;
    return packet;
}

bool queue_remove(StreamQueue *queue, uint32_t packet, uint32_t leaf)
{
    const uint32_t count = queue->count;
    bool found = false;

    for (uint32_t i = 0U; i < count; i++) {
        const uint32_t first = queue_take(queue, leaf);

        if (first == packet) {
            found = true;
        } else {
            queue_put(queue, first, leaf);
        }
    }
    return found;
}
