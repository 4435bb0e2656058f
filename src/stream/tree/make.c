/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file make.c
 * Making blocks, and the segments that producers begin.
 */
#include "core/assert.h"
#include "core/fault.h"
#include "core/handle.h"
#include "core/pool.h"
#include "port/lock.h"
#include "stream/block.h"
#include "stream/info.h"
#include "stream/protocol.h"
#include "stream/tree/tree.h"

NvSciError stream_make(PhaseOp op, BlockType type, uint32_t outputs, uint32_t limit,
                       NvSciStreamBlock *handle)
{
    static const StreamBlock empty = {0};
    uint32_t row = 0U;
    NvSciError status = ringfence_api_enter(op);

    if (status == NvSciError_Success) {
        if (handle == NULL) {
            status = NvSciError_BadParameter;
        } else {
            status = ringfence_pool_take(RINGFENCE_POOL_STREAM_BLOCK, &row);
        }
        if (status == NvSciError_Success) {
            StreamBlock *const block = &g_stream_blocks[row];

            *block = empty;
            block->type = type;
            block->self = stream_link(row);
            block->outputs = outputs;
            block->limit = limit;
            port_store32_relaxed(&g_stream_wakes[row].quiet, 0U);
            port_store32_relaxed(&g_stream_wakes[row].failures, 0U);
            port_store32_relaxed(&g_stream_wakes[row].pause, 0U);
            port_store32_release(&block->segment, STREAM_LOOSE);
            *handle = handle_bits(ringfence_pool_handle(RINGFENCE_POOL_STREAM_BLOCK, row));
        }
        ringfence_api_leave();
    }
    return status;
}

/** Makes a block of so many packets or outputs: at least one.
 * @satisfies RF-STREAM-255 */
static NvSciError make_of_some(PhaseOp op, BlockType type, uint32_t outputs, uint32_t limit,
                               bool is_some, NvSciStreamBlock *handle)
{
    const NvSciError status = stream_make(op, type, outputs, limit, is_some ? handle : NULL);

    if ((!is_some) && (handle != NULL) && (status == NvSciError_BadParameter)) {
        (void)stream_refuse(op, FAULT_CAUSE_BAD_NUMBER, status);
    }
    return status;
}

/** @satisfies RF-STREAM-001 RF-CORE-341 */
NvSciError NvSciStreamStaticPoolCreate(uint32_t const numPackets, NvSciStreamBlock *const pool)
{
    NvSciError status = NvSciError_Success;

    if ((pool != NULL) && (numPackets > RINGFENCE_CFG_STREAM_PACKETS)) {
        status = phase_admit_thread(OP_STREAM_STATIC_POOL_CREATE);
        if (status == NvSciError_Success) {
            fault_report_capacity(OP_STREAM_STATIC_POOL_CREATE, FAULT_LIMIT_STREAM_PACKETS,
                                  numPackets, RINGFENCE_CFG_STREAM_PACKETS);
            status = NvSciError_InsufficientMemory;
        }
    } else {
        status = make_of_some(OP_STREAM_STATIC_POOL_CREATE, BLOCK_POOL, 0U, numPackets,
                              numPackets > 0U, pool);
    }
    return status;
}

/** @satisfies RF-STREAM-001 */
NvSciError NvSciStreamMailboxQueueCreate(NvSciStreamBlock *const queue)
{
    return stream_make(OP_STREAM_MAILBOX_QUEUE_CREATE, BLOCK_MAILBOX, 0U, 0U, queue);
}

/** @satisfies RF-STREAM-001 */
NvSciError NvSciStreamFifoQueueCreate(NvSciStreamBlock *const queue)
{
    return stream_make(OP_STREAM_FIFO_QUEUE_CREATE, BLOCK_FIFO, 0U, 0U, queue);
}

/** @satisfies RF-STREAM-001 RF-CORE-341 */
NvSciError NvSciStreamMulticastCreate(uint32_t const outputCount, NvSciStreamBlock *const multicast)
{
    const bool is_above = (outputCount > RINGFENCE_CFG_STREAM_CONSUMERS);
    const NvSciError status = make_of_some(OP_STREAM_MULTICAST_CREATE, BLOCK_MULTICAST, outputCount,
                                           0U, outputCount > 0U, is_above ? NULL : multicast);

    if (is_above && (multicast != NULL) && (status == NvSciError_BadParameter)) {
        fault_report_capacity(OP_STREAM_MULTICAST_CREATE, FAULT_LIMIT_STREAM_CONSUMERS, outputCount,
                              RINGFENCE_CFG_STREAM_CONSUMERS);
    }
    return status;
}

/** @satisfies RF-STREAM-001 */
NvSciError NvSciStreamLimiterCreate(uint32_t const maxPackets, NvSciStreamBlock *const limiter)
{
    return make_of_some(OP_STREAM_LIMITER_CREATE, BLOCK_LIMITER, 1U, maxPackets, maxPackets > 0U,
                        limiter);
}

/* ---------------------------------------------------------------- segments */

/** @satisfies RF-CORE-341 */
NvSciError segment_take(PhaseOp op, uint32_t *number)
{
    NvSciError status = NvSciError_InsufficientMemory;

    for (uint32_t i = 0U; (i < RINGFENCE_CFG_STREAM_SEGMENTS) && (status != NvSciError_Success);
         i++) {
        if (!g_stream_segments[i].is_taken) {
            g_stream_segments[i].is_taken = true;
            segment_go(&g_stream_segments[i], SEGMENT_OPEN);
            *number = i;
            status = NvSciError_Success;
        }
    }
    if (status != NvSciError_Success) {
        fault_report_capacity(op, FAULT_LIMIT_STREAM_SEGMENTS, RINGFENCE_CFG_STREAM_SEGMENTS + 1U,
                              RINGFENCE_CFG_STREAM_SEGMENTS);
    }
    return status;
}

/** Puts a block into a segment. Needs the shape, the segment and that of blocks without one. */
void stream_join(StreamSegment *segment, StreamBlock *block)
{
    ASSERT(port_load32_relaxed(&block->segment) == STREAM_LOOSE);
    block->next = segment->blocks;
    segment->blocks = block->self;
    port_store32_release(&block->segment, segment->number);
}

/** Empties what an endpoint of an earlier segment has said. Its lists and objects are freed. */
static void side_reset(StreamSide *side)
{
    ASSERT(side->elements.count == 0U);
    side->marks = 0U;
    side->crc = false;
    side->is_present = false;
    side->visible = 0U;
    side->hidden = 0U;
    side->unused = 0U;
    side->creates_due = 0U;
    side->creates_told = 0U;
    side->deletes_due = 0U;
    side->deletes_told = 0U;
    side->answers = 0U;
}

/** Empties a segment that was taken. */
static void segment_reset(StreamSegment *segment, uint32_t number)
{
    ASSERT(segment->blocks == STREAM_NONE);
    ASSERT(segment->packets == STREAM_NONE);
    segment->number = number;
    segment->is_told_complete = false;
    segment->is_told_ready = false;
    segment->is_looked_at = false;
    segment->sends_at_once = false;
    segment->is_lost = false;
    segment->base = 0U;
    segment->total = 0U;
    segment->consumers = 0U;
    segment->live = 0U;
    segment->fresh = 0U;
    segment->late = 0U;
    segment->gone = 0U;
    segment->pool_marks = 0U;
    segment->packet_count = 0U;
    segment->packet_limit = 0U;
    segment->completed = 0U;
    segment->statuses_due = 0U;
    segment->home.first = STREAM_NONE;
    segment->home.count = 0U;
    for (uint32_t i = 0U; i < STREAM_SIDES; i++) {
        side_reset(&segment->sides[i]);
    }
    for (uint32_t i = 0U; i < RINGFENCE_CFG_STREAM_CONSUMERS; i++) {
        segment->leaf[i] = STREAM_NONE;
    }
}

void segment_begin(uint32_t number, StreamBlock *head)
{
    StreamSegment *const segment = &g_stream_segments[number];

    ASSERT(number < RINGFENCE_CFG_STREAM_SEGMENTS);
    ASSERT(segment->stage == SEGMENT_OPEN);
    phase_part_take(number);
    segment_reset(segment, number);
    segment->head = head->self;
    segment->sides[SIDE_PRODUCER].is_present = true;
    stream_join(segment, head);
}

/** @satisfies RF-STREAM-246 */
NvSciError stream_find_partner(PhaseOp op, uint32_t types, NvSciStreamBlock handle, uint32_t *row)
{
    NvSciError status = stream_find_row(op, handle, row);

    if (status == NvSciError_Success) {
        const StreamBlock *const partner = &g_stream_blocks[*row];

        if (!stream_is(partner, types)) {
            status = stream_refuse(op, FAULT_CAUSE_BAD_PARTNER, NvSciError_BadParameter);
        } else if (partner->is_bound) {
            status = stream_refuse(op, FAULT_CAUSE_PARTNER_TAKEN, NvSciError_InsufficientResource);
        } else {
            status = NvSciError_Success;
        }
    }
    return status;
}

void stream_bind(uint32_t row, uint32_t other)
{
    ASSERT(row != other);
    ASSERT(!g_stream_blocks[row].is_bound);
    ASSERT(!g_stream_blocks[other].is_bound);
    g_stream_blocks[row].partner = stream_link(other);
    g_stream_blocks[other].partner = stream_link(row);
    g_stream_blocks[row].is_bound = true;
    g_stream_blocks[row].is_mailbox = stream_is(&g_stream_blocks[other], TYPE_OF(BLOCK_MAILBOX));
    g_stream_blocks[other].is_bound = true;
}

/** Makes a producer a segment's head. Needs shape and the segment of blocks without one. */
static void found_segment(uint32_t number, uint32_t row, uint32_t pool)
{
    StreamSegment *const segment = &g_stream_segments[number];

    segment_begin(number, &g_stream_blocks[row]);
    ASSERT(g_stream_blocks[pool].limit <= RINGFENCE_CFG_STREAM_PACKETS);
    segment->packet_limit = g_stream_blocks[pool].limit;
    segment->sides[SIDE_PRODUCER].crc = g_stream_blocks[row].crc;
    stream_join(segment, &g_stream_blocks[pool]);
    phase_part_give(number);
}

/** Takes rows for an endpoint, and for its segment if it is a producer. Needs the shape. */
static NvSciError take_end(PhaseOp op, BlockType type, NvSciStreamBlock *made, uint32_t *number)
{
    const bool is_head = (type == BLOCK_PRODUCER);
    NvSciError status = NvSciError_Success;

    if (is_head) {
        status = segment_take(op, number);
    }
    if (status == NvSciError_Success) {
        status = stream_make(op, type, is_head ? 1U : 0U, 0U, made);
        if ((status != NvSciError_Success) && is_head) {
            segment_give(&g_stream_segments[*number]);
        }
    }
    return status;
}

/** Binds an endpoint to its partner, and begins the segment of a producer. Needs the shape. */
static void begin_end(uint32_t row, uint32_t other, uint32_t number, bool crc)
{
    phase_part_take(STREAM_LOOSE);
    g_stream_blocks[row].crc = crc;
    stream_bind(row, other);
    if (number != STREAM_LOOSE) {
        found_segment(number, row, other);
    }
    phase_part_give(STREAM_LOOSE);
}

/** Makes an endpoint with its partner. */
static NvSciError make_end(PhaseOp op, BlockType type, NvSciStreamBlock partner, bool crc,
                           NvSciStreamBlock *handle)
{
    const uint32_t types = (type == BLOCK_PRODUCER) ? TYPE_POOL : TYPE_QUEUES;
    uint32_t other = 0U;
    uint32_t row = 0U;
    uint32_t number = STREAM_LOOSE;
    NvSciStreamBlock made = 0U;
    NvSciError status = NvSciError_Success;

    phase_hold();
    status = phase_admit_thread(op);
    if ((status == NvSciError_Success) && (handle == NULL)) {
        status = NvSciError_BadParameter;
    }
    if (status == NvSciError_Success) {
        status = stream_find_partner(op, types, partner, &other);
    }
    if (status == NvSciError_Success) {
        status = take_end(op, type, &made, &number);
    }
    if (status == NvSciError_Success) {
        (void)stream_find_row(op, made, &row);
        begin_end(row, other, number, crc);
        *handle = made;
    }
    phase_release();
    return status;
}

/** @satisfies RF-STREAM-002 */
NvSciError NvSciStreamProducerCreate(NvSciStreamBlock const pool, NvSciStreamBlock *const producer)
{
    return make_end(OP_STREAM_PRODUCER_CREATE, BLOCK_PRODUCER, pool, false, producer);
}

/** @satisfies RF-STREAM-002 */
NvSciError NvSciStreamProducerCreate2(NvSciStreamBlock const pool, bool const crcValidate,
                                      NvSciStreamBlock *const producer)
{
    return make_end(OP_STREAM_PRODUCER_CREATE2, BLOCK_PRODUCER, pool, crcValidate, producer);
}

/** @satisfies RF-STREAM-002 */
NvSciError NvSciStreamConsumerCreate(NvSciStreamBlock const queue, NvSciStreamBlock *const consumer)
{
    return make_end(OP_STREAM_CONSUMER_CREATE, BLOCK_CONSUMER, queue, false, consumer);
}

/** @satisfies RF-STREAM-002 */
NvSciError NvSciStreamConsumerCreate2(NvSciStreamBlock const queue, bool const crcValidate,
                                      NvSciStreamBlock *const consumer)
{
    return make_end(OP_STREAM_CONSUMER_CREATE2, BLOCK_CONSUMER, queue, crcValidate, consumer);
}

void stream_give_row(StreamBlock *block)
{
    info_free(block);
    ringfence_port_lock();
    ringfence_pool_give(RINGFENCE_POOL_STREAM_BLOCK, stream_row(block->self));
    ringfence_port_unlock();
}
