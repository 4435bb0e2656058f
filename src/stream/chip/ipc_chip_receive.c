/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc_chip_receive.c
 * Payloads across a memory boundary: what comes of them, and packets that go back when they are
 * copied.
 *
 * Nothing of a payload is seen downstream before its last byte has come.
 */
#include "core/bytes.h"
#include "stream/chip/chip.h"
#include "stream/protocol.h"
#include "stream/tree/payload.h"
#include "stream/tree/queue.h"

/** What cannot be true. */
#define UNTRUE NvSciError_StreamInternalError

/* ---------------------------------------------------------------- what came */

/** A payload has come whole: it goes down. */
static void send_down(ChipCopier by)
{
    const uint32_t packet = stream_row(by.chip->packet);

    chip_flush(packet, chip_elements(by.block, by.segment));
    by.chip->packet = STREAM_NONE;
    payload_present(by.segment, packet, by.block->down);
}

/** Says whether the buffers of a packet have the bytes that a payload has. */
static NvSciError compare_sizes(const ChipMemory *memory, uint32_t elements, LinkCursor *cursor)
{
    uint32_t left = elements;
    uint32_t element = 0U;
    NvSciError status = NvSciError_Success;

    while (left != 0U) {
        if ((left & 1U) == 1U) {
            const uint64_t size = link_get64(cursor);

            if (size != memory->of[element].size) {
                status = NvSciError_InconsistentData;
            }
        }
        left >>= 1U;
        element++;
    }
    if (status != NvSciError_Success) {
        (void)stream_refuse(IPC_OP, FAULT_CAUSE_SIZES, status);
    }
    return ((link_left(cursor) == 0U) && (!cursor->failed)) ? status : UNTRUE;
}

/** A payload begins.
 * @satisfies RF-STREAM-117 */
static NvSciError take_beginning(ChipCopier by, LinkCursor *cursor)
{
    const uint32_t elements = link_get_chip_payload(cursor).elements;
    NvSciError status = UNTRUE;

    if ((by.chip->packet == STREAM_NONE) && (by.chip->ready.count > by.chip->untold) &&
        (elements == chip_elements(by.block, by.segment))) {
        status = compare_sizes(&g_stream_chip_memories[stream_row(by.chip->ready.first)], elements,
                               cursor);
    }
    if (status == NvSciError_Success) {
        by.chip->packet = stream_link(queue_take(&by.chip->ready, 0U));
        by.chip->elements = elements;
        by.chip->copied = 0U;
        if (elements == 0U) {
            send_down(by);
        }
    }
    return status;
}

/** Bytes of a payload.
 * @satisfies RF-STREAM-114 RF-STREAM-117 */
static NvSciError take_piece(ChipCopier by, LinkCursor *cursor)
{
    const uint32_t count = link_left(cursor);
    NvSciError status = UNTRUE;

    if (by.chip->packet != STREAM_NONE) {
        const uint32_t element = chip_lowest(by.chip->elements);
        const ShareMemory *const memory =
            &g_stream_chip_memories[stream_row(by.chip->packet)].of[element];

        if (count <= (memory->size - by.chip->copied)) {
            uint8_t *const to = memory->to;

            bytes_copy(&to[by.chip->copied], link_get_bytes(cursor, count), count);
            by.chip->copied += count;
            status = NvSciError_Success;
        }
        if (by.chip->copied == memory->size) {
            by.chip->copied = 0U;
            by.chip->elements &= by.chip->elements - 1U;
        }
        if (by.chip->elements == 0U) {
            send_down(by);
        }
    }
    return status;
}

/** There is room for payloads. */
static NvSciError take_credits(ChipCopier by, LinkCursor *cursor)
{
    const uint32_t count = link_get_chip_credit(cursor).count;
    NvSciError status = UNTRUE;

    if ((count > 0U) && (count <= (CHIP_CREDITS_MAX - by.chip->credits))) {
        by.chip->credits += count;
        status = NvSciError_Success;
    }
    return status;
}

NvSciError chip_take(StreamIpc *row, StreamSegment *segment, StreamBlock *block, uint32_t kind,
                     LinkCursor *cursor)
{
    const ChipCopier by = {row, &row->chip, segment, block};
    NvSciError status = UNTRUE;

    switch (kind) {
    case MSG_CHIP_PAYLOAD:
        status = take_beginning(by, cursor);
        break;
    case MSG_CHIP_DATA:
        status = take_piece(by, cursor);
        break;
    default:
        status = take_credits(by, cursor);
        break;
    }
    return status;
}

/* ---------------------------------------------------------------- what goes back */

bool chip_give_back(StreamIpc *row, StreamSegment *segment, StreamBlock *block)
{
    const uint32_t link = row->chip.packet;
    bool gives = row->is_chip && row->is_source && (link != STREAM_NONE);

    /* A leaf that is cut off has lost its packets. */
    gives = gives && (row->chip.elements == 0U) &&
            ((g_stream_packets[stream_row(link)].held & block->leaves) != 0U);
    if (gives) {
        row->chip.packet = STREAM_NONE;
        block->is_copied = false;
        payload_release(segment, stream_row(link), block);
        if (block->cut && (block->queue.count == 0U)) {
            stream_tell(block);
        }
    }
    return gives;
}
