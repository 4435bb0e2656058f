/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc_turn.c
 * A turn of an IPC block: it reads what has come, and sends what is due, until there is nothing of
 * either.
 */
#include "core/bytes.h"
#include "ipc/ipc.h"
#include "stream/chip/chip.h"
#include "stream/protocol.h"
#include "stream/tree/tree.h"

/* ---------------------------------------------------------------- ends of channels */

/** The other end is gone: as if its block were deleted. */
static void lose(StreamIpc *row, StreamSegment *segment, StreamBlock *block)
{
    const bool is_sudden = !row->is_over;

    row->is_over = true;
    row->end_sent = true;
    row->out.used = 0U;
    row->out.size = 0U;
    if (is_sudden && (segment->stage >= SEGMENT_READY)) {
        ipc_mourn(row, segment, block);
    }
    tree_lose(segment, block);
}

/** Says whether the other end can still be told that nothing follows. A reset takes from it what it
 * has not read: one that has not read what this end is would go on to wait for it, and late
 * consumers would not learn why they do not come. It also takes packets back that consumers have.
 * @satisfies RF-STREAM-155 RF-STREAM-210 */
static bool can_say_the_end(const StreamIpc *row)
{
    return (RingfenceCurrentPhase() == RINGFENCE_PHASE_RUNTIME) ||
           (row->reason != NvSciError_Success) || ((row->progress & LINK_HELLO) == 0U) ||
           ipc_has_packets(row);
}

/** Says whether there was a fault of a reason when it was found. */
static bool is_reported(const StreamIpc *row)
{
    return (row->why == REASON_HOPS) || (row->why == REASON_NUMBERS);
}

/** Notes why late consumers do not come, or the stream does not, unless it is that the other end
 * cannot be understood, and reports it.
 * @satisfies RF-STREAM-235 RF-STREAM-245 RF-STREAM-250 */
static void note_reason(StreamIpc *row, const StreamSegment *segment, const StreamBlock *block)
{
    const bool is_late = (block->stage == BLOCK_LATE) ||
                         ((block->stage == BLOCK_APART) && (segment->stage >= SEGMENT_READY));

    if (((row->is_source && is_late) || (row->why == REASON_HOPS)) &&
        (row->reason == NvSciError_Success) && (block->error != NvSciError_StreamInternalError)) {
        row->reason = block->error;
        if (!is_reported(row)) {
            (void)ipc_late_report(row->why, &row->what);
        }
        ipc_pass_reason(row, segment);
    }
}

/** The other end cannot be understood, or answered: the block tells of an error, and what is left
 * to say is that nothing follows; `is_open`: the channel can be written. */
static void give_channel_up(StreamIpc *row, StreamSegment *segment, StreamBlock *block,
                            NvSciError error, bool is_open)
{
    stream_fail(block, error);
    note_reason(row, segment, block);
    row->is_over = true;
    tree_lose(segment, block);
    if ((!is_open) || (!can_say_the_end(row))) {
        row->end_sent = true;
        (void)NvSciIpcResetEndpointSafe(row->endpoint);
    }
}

/* ---------------------------------------------------------------- reading */

/** Bytes of a frame that are copied before it is known how many are used. */
#define FIRST_BYTES 64U

/** Copies what is used of the oldest frame: the peer can change the frame itself meanwhile. Busy:
 * there is none. */
static NvSciError read_frame(const StreamIpc *row, uint8_t *copy)
{
    IpcEndpoint *endpoint = NULL;
    const uint8_t *frame = NULL;
    const NvSciError status = ipc_begin_read(IPC_OP, row->endpoint, &endpoint, &frame);

    if (status == NvSciError_Success) {
        uint32_t used = FIRST_BYTES;

        bytes_copy(copy, frame, FIRST_BYTES);
        used = link_frame_bytes(copy, row->piece);
        if (used > FIRST_BYTES) {
            bytes_copy(&copy[FIRST_BYTES], &frame[FIRST_BYTES], (size_t)used - FIRST_BYTES);
        }
        ipc_end_read(endpoint);
    }
    /* What takes a message says the same of a table that is full. */
    return (status == NvSciError_InsufficientMemory) ? NvSciError_Busy : status;
}

/** Takes frames as long as there are any, and no more than so many. Success: there is none more. A
 * message for which there is no room in a table is none that has not come.
 * @satisfies RF-STREAM-125 */
static NvSciError receive(StreamIpc *row, StreamSegment *segment, StreamBlock *block, uint32_t most)
{
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U;
         (i < most) && (status == NvSciError_Success) && (!row->is_over) && (row->left > 0U); i++) {
        uint8_t frame[MSG_PIECE_MAX];

        status = read_frame(row, frame);
        if (status == NvSciError_Success) {
            row->left--;
            if (!link_add_piece(&row->in, frame, row->piece)) {
                ipc_report_stray(row);
                status = NvSciError_StreamInternalError;
            } else if (link_is_whole(&row->in)) {
                status = ipc_take_message(row, segment, block);
                row->in.used = 0U;
                row->in.size = 0U;
            } else {
                /* The rest is to come. */
            }
        }
    }
    return (status == NvSciError_Busy) ? NvSciError_Success : status;
}

/** A connection was made, or lost before the other end's block was there. */
static void begin_link(StreamIpc *row)
{
    row->hello_sent = false;
    row->end_sent = false;
    row->in.used = 0U;
    row->in.size = 0U;
    row->out.used = 0U;
    row->out.size = 0U;
}

/** The connection ended. False: there is nothing more to do now. */
static bool end_link(StreamIpc *row, StreamSegment *segment, StreamBlock *block)
{
    const bool is_known = ((row->progress & LINK_HELLO) != 0U) || row->is_over;

    if (is_known) {
        lose(row, segment, block);
    } else {
        begin_link(row);
    }
    return !is_known;
}

/** Reads and writes as events say. False: there is nothing more to do now. */
static bool move(StreamIpc *row, StreamSegment *segment, StreamBlock *block, uint32_t events)
{
    bool goes_on = false;
    NvSciError status = NvSciError_Success;

    if (((events & NV_SCI_IPC_EVENT_READ) != 0U) && (!row->is_over)) {
        status = receive(row, segment, block, UINT32_MAX);
        goes_on = true;
    }
    if ((status == NvSciError_Success) && ((events & NV_SCI_IPC_EVENT_WRITE) != 0U)) {
        status = ipc_send_all(row, segment, block);
    }
    if ((status == NvSciError_ConnectionReset) || (status == NvSciError_Busy)) {
        /* The next look says that it ended, or that there is no room. */
        goes_on = true;
    } else if (status != NvSciError_Success) {
        give_channel_up(row, segment, block, status, true);
    } else {
        /* All is read, and sent. */
    }
    return goes_on;
}

/** Says whether somebody looks at the channel again, or sleeps in the program's event service,
 * which has the peer wake it: nothing need be announced. */
static bool is_watched(const StreamIpc *row)
{
    return row->has_service || row->is_looked_at;
}

/** Looks at the channel once. False: there is nothing more to do now. */
static bool look_at_channel(StreamIpc *row, StreamSegment *segment, StreamBlock *block)
{
    uint32_t events = 0U;
    const NvSciError status = ipc_get_event(IPC_OP, row->endpoint, !is_watched(row), &events);
    bool goes_on = false;

    if (status != NvSciError_Success) {
        give_channel_up(row, segment, block, status,
                        RingfenceCurrentPhase() == RINGFENCE_PHASE_RUNTIME);
    } else if ((events & NV_SCI_IPC_EVENT_CONN_RESET) != 0U) {
        goes_on = end_link(row, segment, block);
    } else {
        if (((events & NV_SCI_IPC_EVENT_CONN_EST) != 0U) && ((row->progress & LINK_HELLO) == 0U) &&
            (!row->is_over)) {
            begin_link(row);
        }
        goes_on = move(row, segment, block, events);
    }
    return goes_on;
}

bool ipc_is_done(const StreamIpc *row)
{
    return row->is_over && row->end_sent && (row->out.used == row->out.size);
}

/** Reads and writes without a question for events, if there is nothing but frames that they could
 * tell of. False: they have to be asked for.
 * @satisfies RF-STREAM-145 */
static bool take_steady_turn(StreamIpc *row, StreamSegment *segment, StreamBlock *block)
{
    uint32_t frames = 0U;
    bool is_done = is_watched(row) && (!row->is_chip) && ((row->progress & LINK_READY) != 0U) &&
                   (!row->is_over);

    if (is_done) {
        is_done = ipc_is_steady(IPC_OP, row->endpoint, &frames);
    }
    if (is_done) {
        NvSciError status = receive(row, segment, block, frames);

        if (status == NvSciError_Success) {
            status = ipc_send_all(row, segment, block);
        }
        is_done = (status == NvSciError_Success) || (status == NvSciError_Busy);
        if ((!is_done) && (status != NvSciError_ConnectionReset)) {
            give_channel_up(row, segment, block, status, true);
        }
    }
    return is_done;
}

void ipc_take_turn(StreamIpc *row, StreamSegment *segment, StreamBlock *block)
{
    bool goes_on = false;

    ipc_mourn_on(row, segment, block);
    row->left = row->turn;
    row->chip.awaited.packet = STREAM_NONE;
    goes_on = !take_steady_turn(row, segment, block);
    while (goes_on && (!ipc_is_done(row)) && (row->left > 0U)) {
        goes_on = look_at_channel(row, segment, block);
        goes_on = chip_give_back(row, segment, block) || goes_on;
    }
}
