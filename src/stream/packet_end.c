/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file packet_end.c
 * The ends of packets: deleting them, and giving back what they have.
 */
#include "core/assert.h"
#include "core/pool.h"
#include "port/lock.h"
#include "stream/packet.h"
#include "stream/protocol.h"
#include "stream/remote.h"

/** Takes a packet out of the list of its segment. */
static void unlink_packet(StreamSegment *segment, uint32_t packet)
{
    ASSERT(segment->packets != STREAM_NONE);
    if (segment->packets == stream_link(packet)) {
        segment->packets = g_stream_packets[packet].next;
    } else {
        uint32_t before = segment->packets;

        while (g_stream_packets[stream_row(before)].next != stream_link(packet)) {
            before = g_stream_packets[stream_row(before)].next;
        }
        g_stream_packets[stream_row(before)].next = g_stream_packets[packet].next;
    }
}

/** Gives back the buffers and fences of a packet. */
static void free_contents(StreamPacket *packet)
{
    for (uint32_t e = 0U; e < RINGFENCE_CFG_STREAM_ELEMENTS; e++) {
        if (((packet->inserted >> e) & 1U) == 1U) {
            NvSciBufObjFree(packet->buffers[e]);
        }
    }
    packet->inserted = 0U;
    for (uint32_t i = 0U; i < STREAM_SIDES; i++) {
        payload_clear(packet, i);
    }
}

void packet_free(StreamSegment *segment, uint32_t packet)
{
    ASSERT(g_stream_packets[packet].segment == segment->number);
    ASSERT(segment->packet_count > 0U);
    free_contents(&g_stream_packets[packet]);
    unlink_packet(segment, packet);
    g_stream_packets[packet].segment = STREAM_LOOSE;
    g_stream_packets[packet].place = PACKET_FREE;
    segment->packet_count--;
    ringfence_port_lock();
    ringfence_pool_give(RINGFENCE_POOL_STREAM_PACKET, packet);
    ringfence_port_unlock();
}

void packet_free_all(StreamSegment *segment)
{
    while (segment->packets != STREAM_NONE) {
        packet_free(segment, stream_row(segment->packets));
    }
}

/** Forgets what a packet knows of an endpoint. Gives whether it waits for nobody else to be
 * deleted.
 */
PORT_APART static bool forget_side(StreamPacket *row, uint32_t side)
{
    const uint64_t bit = stream_bit(side);
    const bool was_last = (row->to_delete == bit);

    row->cookies[side] = NvSciStreamCookie_Invalid;
    row->answers[side] = NvSciError_Success;
    row->told &= ~bit;
    row->taken &= ~bit;
    row->answered &= ~bit;
    row->to_delete &= ~bit;
    return was_last;
}

/** @satisfies RF-STREAM-205 */
void packet_forget_side(StreamSegment *segment, uint32_t side)
{
    uint32_t link = segment->packets;

    while (link != STREAM_NONE) {
        const uint32_t packet = stream_row(link);
        StreamPacket *const row = &g_stream_packets[packet];

        link = row->next;
        if (forget_side(row, side)) {
            (void)ASSERT_CHECK(protocol_step(row, STEP_FORGET));
            packet_free(segment, packet);
        }
    }
}

/** An endpoint need not be told of a packet any more, or is to be told that it is deleted. */
static void tell_deleted(StreamSide *side, StreamPacket *packet, uint32_t number)
{
    const uint64_t bit = stream_bit(number);

    if ((packet->told & bit) != 0U) {
        if ((packet->taken & bit) != 0U) {
            packet->to_delete |= bit;
            side->deletes_due++;
        } else if (side->creates_due > 0U) {
            side->creates_due--;
        } else {
            side->creates_told--;
        }
        packet->told &= ~bit;
    }
    if ((packet->answered & bit) != 0U) {
        side->answers--;
    }
}

/** @satisfies RF-STREAM-035 RF-STREAM-131 */
void packet_delete(StreamSegment *segment, uint32_t packet)
{
    StreamPacket *const row = &g_stream_packets[packet];

    if (row->place != PACKET_BUILT) {
        segment->completed--;
        if ((row->place == PACKET_OFFERED) && packet_answered(segment, row) &&
            (!row->answers_told)) {
            segment->statuses_due--;
        }
        for (uint32_t i = 0U; i <= segment->consumers; i++) {
            tell_deleted(&segment->sides[i], row, i);
        }
    }
    ipc_packet_gone(segment, packet);
    (void)ASSERT_CHECK(protocol_step(row, STEP_DELETE));
    /* In RUNTIME nothing is given back: what it has stays with its row. */
    if (RingfenceCurrentPhase() != RINGFENCE_PHASE_RUNTIME) {
        free_contents(row);
        if (row->to_delete == 0U) {
            packet_free(segment, packet);
        }
    }
}
