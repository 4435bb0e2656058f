/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc_channel.c
 * Writing what is due to the channel of an IPC block.
 */
#include "ipc/ipc.h"
#include "stream/chip/chip.h"
#include "stream/remote.h"

/** Writes the next piece of a message. Busy: there is no room. */
static NvSciError write_piece(StreamIpc *row)
{
    IpcEndpoint *endpoint = NULL;
    uint8_t *frame = NULL;
    const NvSciError status = ipc_begin_write(IPC_OP, row->endpoint, &endpoint, &frame);

    if (status == NvSciError_Success) {
        const uint32_t size = link_piece_size(&row->out, row->piece);

        link_take_piece(&row->out, frame, row->piece);
        ipc_end_write(endpoint, size);
        if (row->room > 0U) {
            row->room--;
        }
    }
    /* What makes a message says the same of a table that is full. */
    return (status == NvSciError_InsufficientMemory) ? NvSciError_Busy : status;
}

NvSciError ipc_send_all(StreamIpc *row, StreamSegment *segment, StreamBlock *block)
{
    NvSciError status = NvSciError_Success;

    while ((status == NvSciError_Success) && (row->left > 0U)) {
        if (row->out.used == row->out.size) {
            row->out.size = 0U;
            row->out.used = 0U;
            status = ipc_next(row, segment, block);
        }
        if (status == NvSciError_Success) {
            status = write_piece(row);
            row->left--;
        }
    }
    /* Who has to take objects first tells of it on the channel. */
    return ((status == NvSciError_NoStreamPacket) || (status == NvSciError_InsufficientResource))
               ? NvSciError_Success
               : status;
}

/** Copies what it can from the thread that presents or releases a packet. False: who drives the
 * block goes on, as a payload may be longer than a turn, or wait for a fence or for room at the
 * other end. A packet that was copied goes back then as well.
 * @satisfies RF-STREAM-160 */
PORT_APART static bool copy_at_once(StreamIpc *row, StreamBlock *block)
{
    bool is_done = row->is_chip && row->sends_at_once && ((row->progress & LINK_READY) != 0U) &&
                   (!row->is_over);

    if (is_done) {
        row->left = row->turn;
        is_done = (ipc_send_all(row, stream_segment_of(block), block) == NvSciError_Success);
        is_done = is_done && (!block->is_copied) && (block->queue.count == 0U);
        if (is_done) {
            is_done = (chip_then(row, NULL) == CHIP_THEN_SLEEPS);
        }
    }
    return is_done;
}

/** @satisfies RF-STREAM-084 */
void ipc_send_soon(StreamBlock *block)
{
    if (ipc_has_row(block)) {
        StreamIpc *const row = ipc_of(block);
        NvSciError status = NvSciError_InsufficientMemory;
        bool is_sent = false;

        if (row->sends_at_once && ((row->progress & LINK_FLOWS) != 0U) && (!row->is_over)) {
            row->left = row->turn;
            status = ipc_send_all(row, stream_segment_of(block), block);
        }
        is_sent = (status == NvSciError_Success);
        if (!is_sent) {
            is_sent = copy_at_once(row, block);
        }
        if (!is_sent) {
            ipc_wake(row);
        }
    }
}

/** Says whether a block that sends at once can do so: a message under way is whole, and a frame
 * free. */
static bool has_room_for_one(const StreamBlock *block)
{
    StreamIpc *const row = ipc_of(block);
    bool room = (!row->sends_at_once) || row->is_over || block->cut;

    if ((!room) && (row->out.used == row->out.size)) {
        /* The peer makes it more. */
        room = (row->room > 0U);
        if (!room) {
            room = (ipc_count_room(IPC_OP, row->endpoint, &row->room) !=
                    NvSciError_InsufficientMemory);
        }
    }
    return room;
}

bool ipc_has_room(const StreamSegment *segment, bool is_down)
{
    bool room = true;

    if (segment->sends_at_once) {
        for (uint32_t link = segment->blocks; link != STREAM_NONE;
             link = stream_block(link)->next) {
            const StreamBlock *const block = stream_block(link);

            if (room && ipc_has_row(block) && (ipc_of(block)->is_source == is_down)) {
                room = has_room_for_one(block);
            }
        }
    }
    return room;
}
