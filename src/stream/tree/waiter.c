/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file waiter.c
 * Packets that wait for their fences: in a present-sync block on their way down for those of the
 * producer, in a return-sync block on their way up for those of the consumers below it.
 */
#include "core/assert.h"
#include "core/feature.h"
#include "port/wait.h"
#include "stream/tree/waiter.h"

StreamWaiter g_stream_waiters[RINGFENCE_CFG_STREAM_BLOCKS];

#define TYPE_PRESENT_SYNC TYPE_OF(BLOCK_PRESENT_SYNC)
#define TYPE_RETURN_SYNC  TYPE_OF(BLOCK_RETURN_SYNC)

/* ---------------------------------------------------------------- the thread */

void waiter_wake(StreamWaiter *waiter)
{
    (void)port_add32(&waiter->changes, 1U);
    if (port_load32(&waiter->asleep) == 1U) {
        port_wake_within(&waiter->changes);
    }
}

/* ---------------------------------------------------------------- fences */

/** Says whether a block that waits for consumers waits for the fences of one of them: not for those
 * of one that is gone, if the head waits for all of them.
 * @satisfies RF-STREAM-076 RF-STREAM-220 */
static bool waits_for(const StreamSegment *segment, uint32_t leaf, const StreamPacket *packet,
                      uint32_t side)
{
    bool waits = ((segment->gone >> leaf) & 1U) == 0U;

    for (uint32_t e = 0U; (e < RINGFENCE_CFG_STREAM_ELEMENTS) && (!waits); e++) {
        waits = (((packet->fences[side].set >> e) & 1U) == 1U) &&
                (segment->sides[SIDE_PRODUCER].waiters[e] == NULL);
    }
    return waits;
}

uint64_t waiter_sides(const StreamBlock *block, const StreamPacket *packet)
{
    const StreamSegment *const segment = stream_segment_of(block);
    uint64_t sides = 0U;

    if (stream_is(block, TYPE_PRESENT_SYNC)) {
        sides = stream_bit(SIDE_PRODUCER);
    } else {
        for (uint32_t i = 0U; i < segment->consumers; i++) {
            const uint32_t count = (((block->leaves >> i) & 1U) == 1U)
                                       ? stream_block(segment->leaf[i])->consumers
                                       : 0U;

            for (uint32_t j = 0U; j < count; j++) {
                const uint32_t side = SIDE_CONSUMER_0 + i + j;

                sides |= waits_for(segment, i, packet, side) ? stream_bit(side) : 0U;
            }
        }
    }
    return sides;
}

bool waiter_has_fences(const StreamBlock *block, const StreamPacket *packet)
{
    const uint64_t sides = waiter_sides(block, packet);
    uint32_t set = 0U;

    for (uint32_t i = 0U; i < STREAM_SIDES; i++) {
        if (((sides >> i) & 1U) == 1U) {
            set |= packet->fences[i].set;
        }
    }
    return set != 0U;
}

/* ---------------------------------------------------------------- the queue */

/** Leaves for which a packet waits in a block: bits. */
static uint64_t *waiter_leaves(const StreamBlock *block, StreamPacket *packet)
{
    return stream_is(block, TYPE_PRESENT_SYNC) ? &packet->due : &packet->waits;
}

/** What follows a packet in the queue of a block: it is linked by the first leaf for which it
 * waits, which has it neither in its queue nor with its consumer. Links. */
static uint32_t *waiter_behind(const StreamBlock *block, uint32_t packet)
{
    StreamPacket *const row = &g_stream_packets[packet];
    const uint64_t leaves = *waiter_leaves(block, row) & block->leaves;
    uint32_t first = 0U;

    while ((first < (RINGFENCE_CFG_STREAM_CONSUMERS - 1U)) && (((leaves >> first) & 1U) == 0U)) {
        first++;
    }
    ASSERT(((leaves >> first) & 1U) == 1U);
    return &row->behind[first];
}

/** Adds a packet to those of a block; it waits for its leaves already. */
static void waiter_put(StreamBlock *block, uint32_t packet)
{
    *waiter_behind(block, packet) = STREAM_NONE;
    if (block->queue.first == STREAM_NONE) {
        block->queue.first = stream_link(packet);
    } else {
        *waiter_behind(block, stream_row(block->queue.last)) = stream_link(packet);
    }
    block->queue.last = stream_link(packet);
    block->queue.count++;
}

/** Takes the packet in front; it waits for its leaves still. */
static uint32_t waiter_pop(StreamBlock *block)
{
    const uint32_t packet = stream_row(block->queue.first);

    block->queue.first = *waiter_behind(block, packet);
    block->queue.count--;
    return packet;
}

/* ---------------------------------------------------------------- packets that wait */

/** @satisfies RF-STREAM-072 RF-STREAM-073 */
bool waiter_take(StreamBlock *block, uint32_t packet)
{
    StreamPacket *const row = &g_stream_packets[packet];
    bool waits = false;

    /* A block that was deleted waits no more. */
    if (feature_enabled(PORT_HAS_TASKS) && (!block->ended)) {
        waits = waiter_has_fences(block, row) || (block->queue.count > 0U);
    }
    if (waits) {
        if (stream_is(block, TYPE_PRESENT_SYNC)) {
            row->due |= row->out & block->leaves;
        } else {
            row->waits |= block->leaves;
        }
        waiter_put(block, packet);
        waiter_wake(&g_stream_waiters[stream_row(block->self)]);
    }
    return waits;
}

uint32_t waiter_next(StreamBlock *block)
{
    const uint32_t packet = waiter_pop(block);

    *waiter_leaves(block, &g_stream_packets[packet]) &= ~block->leaves;
    return packet;
}

/** @satisfies RF-STREAM-076 */
uint32_t waiter_turn(StreamBlock *block, uint64_t leaves)
{
    const uint32_t packet = waiter_pop(block);
    StreamPacket *const row = &g_stream_packets[packet];
    uint64_t *const waits = waiter_leaves(block, row);
    uint32_t link = stream_link(packet);

    /* What waits on its way down does not come to those leaves. */
    row->out &= ~(row->due & leaves);
    *waits &= ~leaves;
    if ((*waits & block->leaves) != 0U) {
        waiter_put(block, packet);
        link = STREAM_NONE;
    }
    return link;
}

bool waiter_keeps_from(const StreamSegment *segment, const StreamBlock *block)
{
    bool keeps = false;

    for (uint32_t link = segment->packets; (link != STREAM_NONE) && (!keeps);
         link = g_stream_packets[stream_row(link)].next) {
        keeps = ((g_stream_packets[stream_row(link)].due & block->leaves) != 0U);
    }
    return keeps;
}

/* ---------------------------------------------------------------- what it needs */

/** @satisfies RF-STREAM-074 */
NvSciSyncAttrList waiter_list(const StreamBlock *block, bool of_producers)
{
    NvSciSyncAttrList list = NULL;

    if (stream_is(block, of_producers ? TYPE_PRESENT_SYNC : TYPE_RETURN_SYNC)) {
        list = g_stream_waiters[stream_row(block->self)].list;
    }
    return list;
}
