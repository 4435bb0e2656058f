/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file payload.c
 * Payloads: packets on their way down to the consumers and back, and the fences that they carry.
 */
#include "stream/tree/payload.h"
#include "core/assert.h"
#include "core/feature.h"
#include "stream/block.h"
#include "stream/packet.h"
#include "stream/protocol.h"
#include "stream/remote.h"
#include "stream/sync.h"
#include "stream/tree/queue.h"
#include "stream/tree/waiter.h"

/* ---------------------------------------------------------------- fences */

/** Clears what consumers left in the last round. */
static void clear_consumers(const StreamSegment *segment, StreamPacket *packet)
{
    const uint64_t left = packet->fenced & ~stream_bit(SIDE_PRODUCER);

    for (uint32_t i = 0U; (left != 0U) && (i < segment->consumers); i++) {
        payload_clear(packet, SIDE_CONSUMER_0 + i);
    }
}

/* ---------------------------------------------------------------- going up */

void payload_put_home(StreamSegment *segment, uint32_t packet)
{
    StreamBlock *const head = stream_block(segment->head);

    queue_put(&segment->home, packet, 0U);
    if (stream_is(head, TYPE_PRODUCER)) {
        stream_tell(head);
    } else {
        ipc_send_soon(head);
    }
}

/** A packet is in the pool again.
 * @satisfies RF-STREAM-230 */
static void come_home(StreamSegment *segment, uint32_t packet)
{
    StreamPacket *const row = &g_stream_packets[packet];

    (void)ASSERT_CHECK(protocol_step(row, STEP_RETURN));
    if (row->is_doomed) {
        packet_delete(segment, packet);
        stream_tell_due(segment);
    } else if (row->kept_back == 0U) {
        payload_put_home(segment, packet);
    } else {
        /* Who ended may still write to it. */
    }
}

/** Takes a packet that comes from below through a block. False: it stays in it. */
static bool pass_up(StreamBlock *block, uint32_t packet)
{
    bool passes = true;

    if (stream_is(block, TYPE_OF(BLOCK_LIMITER))) {
        ASSERT(block->below > 0U);
        block->below--;
    } else if (feature_enabled(PORT_HAS_TASKS) && stream_is(block, TYPE_OF(BLOCK_RETURN_SYNC))) {
        passes = !waiter_take(block, packet);
    } else {
        /* What waits in a present-sync block is not below it. */
        ASSERT((g_stream_packets[packet].due & block->leaves) == 0U);
    }
    return passes;
}

void payload_up(StreamSegment *segment, uint32_t packet, uint32_t from)
{
    const StreamPacket *const row = &g_stream_packets[packet];
    uint32_t at = from;
    bool passes = true;

    /* What is left of it below a block keeps it there. */
    while (passes && (at != STREAM_NONE)) {
        StreamBlock *const block = stream_block(at);

        passes = (((row->out | row->waits) & block->leaves) == 0U);
        if (passes) {
            passes = pass_up(block, packet);
        }
        at = block->up;
    }
    if (passes) {
        come_home(segment, packet);
    }
}

/** A packet is back from a leaf, or from all leaves that a block has. */
static void leave(StreamSegment *segment, uint32_t packet, const StreamBlock *block)
{
    g_stream_packets[packet].out &= ~block->leaves;
    payload_up(segment, packet, block->up);
}

/* ---------------------------------------------------------------- going down */

/** A packet arrives at a leaf. The mailbox gives back the one that it takes the place of. True: the
 * leaf has one more.
 * @satisfies RF-STREAM-116 */
static bool arrive(StreamSegment *segment, StreamBlock *block, uint32_t packet)
{
    const uint32_t leaf = block->first_consumer;
    const bool is_full = block->is_mailbox && (block->queue.count > 0U);

    if (is_full) {
        const uint32_t older = queue_take(&block->queue, leaf);

        queue_put(&block->queue, packet, leaf);
        leave(segment, older, block);
    } else {
        queue_put(&block->queue, packet, leaf);
    }
    return !is_full;
}

/** Takes a packet that comes from above to a block. False: it goes no further. */
static bool pass_down(StreamSegment *segment, StreamBlock *block, uint32_t packet)
{
    bool passes = true;

    switch (block->type) {
    case BLOCK_LIMITER:
        passes = (block->below < block->limit);
        if (passes) {
            block->below++;
        } else {
            leave(segment, packet, block);
        }
        break;
    case BLOCK_PRESENT_SYNC:
        if (feature_enabled(PORT_HAS_TASKS)) {
            passes = !waiter_take(block, packet);
        }
        break;
    case BLOCK_CONSUMER:
        if (arrive(segment, block, packet)) {
            stream_tell(block);
        }
        break;
    case BLOCK_IPC_SRC:
        (void)arrive(segment, block, packet);
        ipc_send_soon(block);
        break;
    default:
        passes = true;
        break;
    }
    return passes;
}

void payload_down(StreamSegment *segment, uint32_t packet, uint32_t from)
{
    const StreamPacket *const row = &g_stream_packets[packet];
    uint32_t at = from;

    while (at != STREAM_NONE) {
        StreamBlock *const block = stream_block(at);
        /* Nobody is left below, or the packet is back from there. */
        bool passes = ((row->out & block->leaves) != 0U);

        if (passes) {
            passes = pass_down(segment, block, packet);
        }
        at = tree_next(from, at, !passes);
    }
}

/* ---------------------------------------------------------------- after waiting */

/** Tells who is at and below a block that nothing comes to any more what may be due now. */
static void tell_below(const StreamBlock *top)
{
    for (uint32_t at = top->self; at != STREAM_NONE; at = tree_next(top->self, at, false)) {
        stream_tell(stream_block(at));
        ipc_changed(stream_block(at));
    }
}

/** A packet goes down from a block that waited for it. Who does not wait gets none that has fences
 * still, as they did not expire.
 * @satisfies RF-STREAM-226 */
static void go_on_down(StreamSegment *segment, const StreamBlock *block, uint32_t packet)
{
    StreamPacket *const row = &g_stream_packets[packet];
    const uint32_t left = row->fences[SIDE_PRODUCER].set;

    if (left != 0U) {
        row->out &= ~(sync_blind(segment, left) & block->leaves);
    }
    if ((row->out & block->leaves) != 0U) {
        payload_down(segment, packet, block->down);
    } else {
        payload_up(segment, packet, block->up);
    }
}

void payload_go_on(StreamSegment *segment, const StreamBlock *block, uint32_t packet)
{
    if (stream_is(block, TYPE_OF(BLOCK_PRESENT_SYNC))) {
        go_on_down(segment, block, packet);
    } else {
        payload_up(segment, packet, block->up);
    }
    if (block->cut) {
        tell_below(block);
    }
}

/** Packets of a block that waits for fences go on, as long as the one in front has none. */
static void pass_on(StreamSegment *segment, StreamBlock *block)
{
    bool passes = true;

    while (passes && (block->queue.count > 0U)) {
        passes = !waiter_has_fences(block, &g_stream_packets[stream_row(block->queue.first)]);
        if (passes) {
            payload_go_on(segment, block, waiter_next(block));
        }
    }
}

/** A segment that ended before it was set up has leaves that nothing comes back from.
 * @satisfies RF-STREAM-234 */
void payload_present(StreamSegment *segment, uint32_t packet, uint32_t from)
{
    StreamPacket *const row = &g_stream_packets[packet];

    (void)ASSERT_CHECK(protocol_step(row, STEP_PRESENT));
    clear_consumers(segment, row);
    row->out = segment->is_lost ? 0U : segment->live;
    if (row->out == 0U) {
        come_home(segment, packet);
    } else {
        payload_down(segment, packet, from);
    }
}

void payload_release(StreamSegment *segment, uint32_t packet, const StreamBlock *leaf)
{
    g_stream_packets[packet].held &= ~leaf->leaves;
    leave(segment, packet, leaf);
}

/* ---------------------------------------------------------------- ends of blocks */

/** Packets that wait in a block do not wait for some leaves any more. Those that wait for no other
 * go back up. */
static void turn_packets(StreamSegment *segment, StreamBlock *waiter, uint64_t leaves)
{
    const uint32_t count = waiter->queue.count;

    for (uint32_t i = 0U; i < count; i++) {
        const uint32_t link = waiter_turn(waiter, leaves);

        if (link != STREAM_NONE) {
            payload_up(segment, stream_row(link), waiter->up);
        }
    }
}

/** @satisfies RF-STREAM-075 RF-STREAM-076 */
void payload_turn_back(StreamSegment *segment, StreamBlock *block)
{
    uint32_t at = feature_enabled(PORT_HAS_TASKS) ? block->self : STREAM_NONE;

    while (at != STREAM_NONE) {
        StreamBlock *const waiter = stream_block(at);

        if (stream_is(waiter, TYPE_OF(BLOCK_PRESENT_SYNC)) && (waiter->queue.count > 0U)) {
            turn_packets(segment, waiter, block->leaves);
            tell_below(block);
        }
        at = waiter->up;
    }
    /* Those that wait for their consumers go on with the fences. */
    while (feature_enabled(PORT_HAS_TASKS) && stream_is(block, TYPE_OF(BLOCK_RETURN_SYNC)) &&
           (block->queue.count > 0U)) {
        payload_go_on(segment, block, waiter_next(block));
    }
}

/** Packets that waited for the fences of a leaf alone go on, with these. */
static void pass_above(StreamSegment *segment, const StreamBlock *leaf)
{
    uint32_t at = feature_enabled(PORT_HAS_TASKS) ? leaf->up : STREAM_NONE;

    while (at != STREAM_NONE) {
        StreamBlock *const waiter = stream_block(at);

        if (stream_is(waiter, TYPE_OF(BLOCK_RETURN_SYNC))) {
            pass_on(segment, waiter);
        }
        at = waiter->up;
    }
}

/** Clears the fences of the consumers of a leaf for a packet that is not back from it. */
static void clear_leaf(StreamPacket *packet, const StreamBlock *leaf)
{
    for (uint32_t i = 0U; i < leaf->consumers; i++) {
        payload_clear(packet, stream_side_number(leaf) + i);
    }
}

/** @satisfies RF-STREAM-142 */
void payload_drop_leaf(StreamSegment *segment, StreamBlock *leaf)
{
    const uint64_t bit = leaf->leaves;
    uint32_t link = segment->packets;

    segment->gone |= bit;
    payload_turn_back(segment, leaf);
    leaf->queue.first = STREAM_NONE;
    leaf->queue.count = 0U;
    leaf->ready_told = 0U;
    leaf->is_copied = false;
    while (link != STREAM_NONE) {
        const uint32_t row = stream_row(link);
        StreamPacket *const packet = &g_stream_packets[row];

        /* One that is deleted when it is home may be another segment's then. */
        link = packet->next;
        packet->held &= ~bit;
        /* Fences of what was given back stay, wherever it is: engines may not be done with it. */
        if ((packet->place == PACKET_OUT) && ((packet->out & bit) != 0U)) {
            clear_leaf(packet, leaf);
            leave(segment, row, leaf);
        }
    }
    pass_above(segment, leaf);
}

void payload_admit(StreamSegment *segment)
{
    /* The list has the newest in front: the oldest is the last one that is put in front. */
    for (uint32_t link = segment->packets; link != STREAM_NONE;
         link = g_stream_packets[stream_row(link)].next) {
        if (protocol_step(&g_stream_packets[stream_row(link)], STEP_ADMIT) &&
            chip_has_pool(stream_block(segment->head))) {
            queue_put_first(&segment->home, stream_row(link), 0U);
        }
    }
}

/* ---------------------------------------------------------------- the producer */

/** Says whether a producer whose stream ends takes no packet any more: it takes those of which it
 * was told.
 * @satisfies RF-STREAM-154 */
static bool takes_no_more(const StreamBlock *block)
{
    return (block->ready_told == 0U) || stream_has_ended(block);
}

/** @satisfies RF-STREAM-040 */
NvSciError NvSciStreamProducerPacketGet(NvSciStreamBlock const producer,
                                        NvSciStreamCookie *const cookie)
{
    StreamBlock *block = NULL;
    NvSciError status =
        stream_enter_window(OP_STREAM_PRODUCER_PACKET_GET, WINDOW_PRODUCING, producer, &block);

    if (status == NvSciError_Success) {
        StreamSegment *const segment = stream_segment_of(block);

        if (cookie == NULL) {
            status = NvSciError_BadAddress;
        } else if ((segment->home.count == 0U) || (block->cut && takes_no_more(block))) {
            status = NvSciError_NoStreamPacket;
        } else {
            const uint32_t packet = queue_take(&segment->home, 0U);
            StreamPacket *const row = &g_stream_packets[packet];

            if (block->ready_told > 0U) {
                block->ready_told--;
            }
            (void)ASSERT_CHECK(protocol_step(row, STEP_GET));
            payload_clear(row, SIDE_PRODUCER);
            *cookie = row->cookies[SIDE_PRODUCER];
        }
        stream_leave(block);
    }
    return status;
}

/** @satisfies RF-STREAM-041 RF-STREAM-042 RF-STREAM-064 */
NvSciError NvSciStreamProducerPacketPresent(NvSciStreamBlock const producer,
                                            NvSciStreamPacket const handle)
{
    const PhaseOp op = OP_STREAM_PRODUCER_PACKET_PRESENT;
    StreamBlock *block = NULL;
    NvSciError status = stream_enter_window(op, WINDOW_PRODUCING, producer, &block);

    if (status == NvSciError_Success) {
        StreamSegment *const segment = stream_segment_of(block);
        uint32_t packet = 0U;

        status = stream_has_ended(block) ? NvSciError_StreamNotConnected
                                         : packet_find(op, segment, handle, &packet);
        if (status == NvSciError_Success) {
            if (g_stream_packets[packet].place != PACKET_PRODUCED) {
                status =
                    stream_refuse(op, FAULT_CAUSE_NOT_HELD, NvSciError_StreamPacketInaccessible);
            } else if (!ipc_has_room(segment, true)) {
                status = NvSciError_InsufficientResource;
            } else {
                payload_present(segment, packet, block->down);
            }
        }
        stream_leave(block);
    }
    return status;
}

/* ---------------------------------------------------------------- the consumer */

/** @satisfies RF-STREAM-043 */
NvSciError NvSciStreamConsumerPacketAcquire(NvSciStreamBlock const consumer,
                                            NvSciStreamCookie *const cookie)
{
    StreamBlock *block = NULL;
    NvSciError status =
        stream_enter_window(OP_STREAM_CONSUMER_PACKET_ACQUIRE, WINDOW_CONSUMING, consumer, &block);

    if (status == NvSciError_Success) {
        if (cookie == NULL) {
            status = NvSciError_BadAddress;
        } else if (block->queue.count == 0U) {
            status = NvSciError_NoStreamPacket;
        } else {
            const uint32_t side = stream_side_number(block);
            StreamPacket *const row =
                &g_stream_packets[queue_take(&block->queue, block->first_consumer)];

            if (block->ready_told > 0U) {
                block->ready_told--;
            }
            row->held |= block->leaves;
            payload_clear(row, side);
            *cookie = row->cookies[side];
            if (block->cut && (block->queue.count == 0U)) {
                stream_tell(block);
            }
        }
        stream_leave(block);
    }
    return status;
}

/** @satisfies RF-STREAM-044 RF-STREAM-064 RF-STREAM-247 */
NvSciError NvSciStreamConsumerPacketRelease(NvSciStreamBlock const consumer,
                                            NvSciStreamPacket const handle)
{
    const PhaseOp op = OP_STREAM_CONSUMER_PACKET_RELEASE;
    StreamBlock *block = NULL;
    NvSciError status = stream_enter_window(op, WINDOW_CONSUMING, consumer, &block);

    if (status == NvSciError_Success) {
        StreamSegment *const segment = stream_segment_of(block);
        uint32_t packet = 0U;

        status = packet_find(op, segment, handle, &packet);
        if (status == NvSciError_Success) {
            if ((g_stream_packets[packet].held & block->leaves) == 0U) {
                status =
                    stream_refuse(op, FAULT_CAUSE_NOT_HELD, NvSciError_StreamPacketInaccessible);
            } else if (!ipc_has_room(segment, false)) {
                status = NvSciError_InsufficientResource;
            } else {
                payload_release(segment, packet, block);
            }
        }
        stream_leave(block);
    }
    return status;
}
