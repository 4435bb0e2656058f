/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file packet_answer.c
 * An endpoint's answer for a packet, given here or in its place.
 */
#include "stream/packet.h"
#include "stream/protocol.h"

void packet_answer(StreamSegment *segment, StreamPacket *packet, uint32_t side, NvSciError answer)
{
    packet->answers[side] = answer;
    packet->answered |= stream_bit(side);
    segment->sides[side].answers++;
    /* Of late consumers the pool is not told. */
    if ((packet->place == PACKET_OFFERED) && (!packet->answers_told) &&
        packet_answered(segment, packet)) {
        segment->statuses_due++;
    }
    stream_tell_due(segment);
}
