/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc_chip_send.c
 * Payloads across a memory boundary: what is sent of them. Their bytes go through the channel in
 * pieces.
 *
 * A payload begins with the elements that it has and the bytes of each; their bytes follow in that
 * order. Nothing of it is seen downstream before the last one has come.
 */
#include "core/assert.h"
#include "stream/chip/chip.h"
#include "stream/protocol.h"
#include "stream/tree/queue.h"

/** Nothing is due; something is, and waits. */
#define NOTHING NvSciError_NoStreamPacket
#define WAITS   NvSciError_InsufficientResource

/** A message is too long. */
#define UNTRUE NvSciError_StreamInternalError

/* ---------------------------------------------------------------- fences */

/** Looks at the fences of an endpoint for a packet. Timeout: one is pending, and is noted. */
static NvSciError look_at_side(const StreamPacket *packet, uint32_t link, uint32_t side,
                               StreamChip *chip)
{
    uint32_t left = packet->fences[side].set;
    uint32_t element = 0U;
    NvSciError status = NvSciError_Success;

    while ((left != 0U) && (status == NvSciError_Success)) {
        if ((left & 1U) == 1U) {
            status = NvSciSyncFenceWait(&packet->fences[side].fences[element], chip->context, 0);
            /* The thread of the block waits, or the phase does not admit a look. */
            if ((status == NvSciError_AlreadyInUse) || (status == NvSciError_InvalidState)) {
                status = NvSciError_Timeout;
            }
            if (status == NvSciError_Timeout) {
                chip->awaited.packet = link;
                chip->awaited.side = side;
                chip->awaited.element = element;
            }
        }
        left >>= 1U;
        element++;
    }
    return status;
}

uint32_t chip_lowest(uint32_t elements)
{
    uint32_t element = 0U;

    while (((elements >> element) & 1U) == 0U) {
        element++;
    }
    return element;
}

void chip_flush(uint32_t packet, uint32_t elements)
{
    uint32_t left = elements;
    uint32_t element = 0U;

    while (left != 0U) {
        if ((left & 1U) == 1U) {
            (void)NvSciBufObjFlushCpuCacheRange(g_stream_packets[packet].buffers[element], 0U,
                                                g_stream_chip_memories[packet].of[element].size);
        }
        left >>= 1U;
        element++;
    }
}

/* ---------------------------------------------------------------- the source */

/** Takes the packet in front of the queue. */
static void take_front(ChipCopier by)
{
    const uint32_t packet = queue_take(&by.block->queue, by.block->first_consumer);

    g_stream_packets[packet].held |= by.block->leaves;
    by.block->is_copied = true;
    by.chip->packet = stream_link(packet);
    by.chip->copied = 0U;
    by.chip->elements = chip_elements(by.block, by.segment) & g_stream_packets[packet].inserted;
}

/** Puts that a payload begins into a message. */
static NvSciError put_beginning(ChipCopier by)
{
    const uint32_t packet = stream_row(by.chip->packet);
    const uint32_t elements = by.chip->elements;
    LinkCursor cursor = link_begin(&by.row->out);
    uint32_t left = elements;
    uint32_t element = 0U;

    link_put_chip_payload(&cursor, elements);
    while (left != 0U) {
        if ((left & 1U) == 1U) {
            link_put64(&cursor, g_stream_chip_memories[packet].of[element].size);
        }
        left >>= 1U;
        element++;
    }
    return link_finish(&by.row->out, MSG_CHIP_PAYLOAD, &cursor) ? NvSciError_Success : UNTRUE;
}

/** Begins with the first payload of the queue, if the producer is done with it and the destination
 * has room. One whose fences failed is not sent.
 * @satisfies RF-STREAM-114 RF-STREAM-115 */
static NvSciError begin_payload(ChipCopier by)
{
    StreamBlock *const block = by.block;
    NvSciError status = NOTHING;

    if (block->queue.count > 0U) {
        const uint32_t link = block->queue.first;
        NvSciError fences = NvSciError_Timeout;

        if (by.chip->credits > 0U) {
            fences =
                look_at_side(&g_stream_packets[stream_row(link)], link, SIDE_PRODUCER, by.chip);
        }
        if (fences == NvSciError_Timeout) {
            status = WAITS;
        } else if (fences == NvSciError_Success) {
            take_front(by);
            by.chip->credits--;
            chip_flush(stream_row(link), by.chip->elements);
            status = put_beginning(by);
        } else {
            stream_fail(block, fences);
            take_front(by);
            by.chip->elements = 0U;
            status = WAITS;
        }
    }
    return status;
}

/** Puts the next bytes of a payload into a message. */
static NvSciError put_bytes(ChipCopier by)
{
    const uint32_t element = chip_lowest(by.chip->elements);
    const ShareMemory *const memory =
        &g_stream_chip_memories[stream_row(by.chip->packet)].of[element];
    const uint64_t left = memory->size - by.chip->copied;
    const uint32_t count = (left < CHIP_DATA_MAX) ? (uint32_t)left : CHIP_DATA_MAX;
    LinkCursor cursor = link_begin(&by.row->out);

    link_put_bytes(&cursor, &memory->from[by.chip->copied], count);
    by.chip->copied += count;
    if (by.chip->copied == memory->size) {
        by.chip->copied = 0U;
        by.chip->elements &= by.chip->elements - 1U;
    }
    return link_finish(&by.row->out, MSG_CHIP_DATA, &cursor) ? NvSciError_Success : UNTRUE;
}

/** What a source has to send.
 * @satisfies RF-STREAM-119 */
static NvSciError next_of_source(ChipCopier by)
{
    NvSciError status = NOTHING;

    /* A leaf that is cut off has lost its packets. */
    if ((by.chip->packet != STREAM_NONE) &&
        ((g_stream_packets[stream_row(by.chip->packet)].held & by.block->leaves) == 0U)) {
        by.chip->packet = STREAM_NONE;
    }
    if (by.chip->packet == STREAM_NONE) {
        status = begin_payload(by);
    } else if (by.chip->elements != 0U) {
        status = put_bytes(by);
    } else {
        /* It is copied, and goes back first. */
        status = WAITS;
    }
    return status;
}

/* ---------------------------------------------------------------- the destination */

/** Looks at the fences that consumers left for a packet. */
static NvSciError look_at_consumers(ChipCopier by, uint32_t link)
{
    const StreamPacket *const packet = &g_stream_packets[stream_row(link)];
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; (i < by.segment->consumers) && (status != NvSciError_Timeout); i++) {
        /* Who will not signal any more is done with it. */
        status = look_at_side(packet, link, SIDE_CONSUMER_0 + i, by.chip);
    }
    return status;
}

/** Takes packets from the pool that consumers are done with. */
static void take_free_packets(ChipCopier by)
{
    StreamQueue *const home = &by.segment->home;
    const uint32_t count = home->count;

    for (uint32_t i = 0U; i < count; i++) {
        const uint32_t packet = queue_take(home, 0U);

        if (look_at_consumers(by, stream_link(packet)) == NvSciError_Timeout) {
            queue_put(home, packet, 0U);
        } else {
            (void)ASSERT_CHECK(protocol_step(&g_stream_packets[packet], STEP_GET));
            queue_put(&by.chip->ready, packet, 0U);
            by.chip->untold++;
        }
    }
    /* As long as payloads may come, each of them is a reason to look again. */
    if ((by.chip->ready.count > 0U) || (by.chip->packet != STREAM_NONE)) {
        by.chip->awaited.packet = STREAM_NONE;
    }
}

/** What a destination has to send: how many payloads more it has room for.
 * @satisfies RF-STREAM-115 */
static NvSciError next_of_destination(ChipCopier by)
{
    NvSciError status = NOTHING;

    take_free_packets(by);
    if (by.chip->untold > 0U) {
        LinkCursor cursor = link_begin(&by.row->out);

        link_put_chip_credit(&cursor, by.chip->untold);
        by.chip->untold = 0U;
        status = link_finish(&by.row->out, MSG_CHIP_CREDIT, &cursor) ? NvSciError_Success : UNTRUE;
    }
    return status;
}

NvSciError chip_next(StreamIpc *row, StreamSegment *segment, StreamBlock *block)
{
    const ChipCopier by = {row, &row->chip, segment, block};
    NvSciError status = NOTHING;

    by.chip->awaited.packet = STREAM_NONE;
    if (((row->progress & LINK_READY) != 0U) && (!row->is_over) && (!row->is_closing)) {
        if (row->is_source) {
            status = next_of_source(by);
        } else if (!block->cut) {
            status = next_of_destination(by);
        } else {
            /* Nobody takes what would come. */
        }
    }
    return status;
}
