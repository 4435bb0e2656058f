/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file hold.c
 * Packets that a process which was ended may still write to: its engines go on for a while. They
 * are not handed out as long as the process is not gone with all that it had.
 */
#include "stream/packet.h"
#include "stream/tree/payload.h"

/** Sides of the consumers of a leaf, as bits. */
static uint64_t sides_of_leaf(const StreamBlock *leaf)
{
    uint64_t sides = 0U;

    for (uint32_t i = 0U; i < leaf->consumers; i++) {
        sides |= stream_bit(stream_side_number(leaf) + i);
    }
    return sides;
}

/** Says whether a packet can be kept back: the producer does not have it, and as many as it was
 * told of are left for it.
 * @satisfies RF-STREAM-154 */
static bool can_keep(const StreamSegment *segment, const StreamPacket *packet)
{
    /* One that is kept back for another leaf is out of the queue already. */
    const bool is_free = (packet->place == PACKET_HOME) &&
                         ((packet->kept_back != 0U) ||
                          (segment->home.count > stream_block(segment->head)->ready_told));

    return is_free || (packet->place == PACKET_OUT);
}

/** @satisfies RF-STREAM-230 */
void hold_begin(StreamSegment *segment, const StreamBlock *leaf)
{
    const uint64_t sides = sides_of_leaf(leaf);

    for (uint32_t link = segment->packets; link != STREAM_NONE;
         link = g_stream_packets[stream_row(link)].next) {
        StreamPacket *const packet = &g_stream_packets[stream_row(link)];
        const bool is_left = (((packet->out | packet->waits) & leaf->leaves) != 0U) ||
                             ((packet->fenced & sides) != 0U);

        if (is_left && can_keep(segment, packet)) {
            if ((packet->place == PACKET_HOME) && (packet->kept_back == 0U)) {
                packet_leave_home(segment, stream_row(link));
            }
            packet->kept_back |= leaf->leaves;
        }
    }
}

/** @satisfies RF-STREAM-231 */
void hold_end(StreamSegment *segment, const StreamBlock *leaf)
{
    for (uint32_t link = segment->packets; link != STREAM_NONE;
         link = g_stream_packets[stream_row(link)].next) {
        StreamPacket *const packet = &g_stream_packets[stream_row(link)];

        if ((packet->kept_back & leaf->leaves) != 0U) {
            packet->kept_back &= ~leaf->leaves;
            if ((packet->kept_back == 0U) && (packet->place == PACKET_HOME)) {
                payload_put_home(segment, stream_row(link));
            }
        }
    }
}

void hold_for_good(const StreamSegment *segment, const StreamBlock *leaf)
{
    for (uint32_t link = segment->packets; link != STREAM_NONE;
         link = g_stream_packets[stream_row(link)].next) {
        StreamPacket *const packet = &g_stream_packets[stream_row(link)];

        if ((packet->kept_back & leaf->leaves) != 0U) {
            packet->kept_back = (packet->kept_back & ~leaf->leaves) | HOLD_FOR_GOOD;
        }
    }
}
