/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file block.c
 * Blocks: their rows, and entering a function of one.
 */
#include "core/handle.h"
#include "core/pool.h"
#include "port/handler.h"
#include "port/lock.h"
#include "stream/block.h"
#include "stream/protocol.h"

/* ---------------------------------------------------------------- entering */

/** @satisfies RF-STREAM-016 */
NvSciError stream_find_row(PhaseOp op, NvSciStreamBlock handle, uint32_t *row)
{
    NvSciError status = NvSciError_StreamBadBlock;

    if (ringfence_pool_find(op, RINGFENCE_POOL_STREAM_BLOCK, handle_of_word(handle), row) ==
        NvSciError_Success) {
        status = NvSciError_Success;
    }
    return status;
}

uint32_t stream_row_of(NvSciStreamBlock handle)
{
    const uint32_t row = pool_row(handle, RINGFENCE_CFG_STREAM_BLOCKS);

    return (row < RINGFENCE_CFG_STREAM_BLOCKS) ? row : 0U;
}

/** Takes the segment of the block that a handle names, if the phase admits the function: until the
 * segment is given back it does not change. */
static NvSciError take_segment(PhaseOp op, NvSciStreamBlock handle, const StreamBlock *block)
{
    NvSciError status = NvSciError_Success;
    bool is_taken = false;

    while ((status == NvSciError_Success) && (!is_taken)) {
        const uint32_t number = port_load32_acquire(&block->segment);
        uint32_t row = 0U;

        phase_part_take(number);
        status = ringfence_phase_admit(op);
        if (status == NvSciError_Success) {
            /* Until then the block may have ended, or come into another segment. */
            status = stream_find_row(op, handle, &row);
        }
        is_taken =
            (status == NvSciError_Success) && (port_load32_relaxed(&block->segment) == number);
        if (!is_taken) {
            phase_part_give(number);
        }
    }
    return status;
}

NvSciError stream_enter(PhaseOp op, NvSciStreamBlock handle, StreamBlock **block)
{
    StreamBlock *const found = &g_stream_blocks[stream_row_of(handle)];
    /* A handler is refused before it would wait for the segment. */
    const NvSciError status =
        port_in_handler() ? phase_refuse_handler(op) : take_segment(op, handle, found);

    if (status == NvSciError_Success) {
        *block = found;
        if ((op != OP_STREAM_BLOCK_EVENT_SERVICE_SETUP) && (op != OP_STREAM_PACKET_SEND_SYNC)) {
            found->used = true;
        }
    }
    return status;
}

NvSciError stream_enter_connected(PhaseOp op, uint32_t types, NvSciStreamBlock handle,
                                  StreamBlock **block)
{
    NvSciError status = stream_enter(op, handle, block);

    if (status == NvSciError_Success) {
        if (((*block)->done & DONE_CONNECTED) == 0U) {
            protocol_early(op, *block, FAULT_CAUSE_EVENT_CONNECTED);
            status = NvSciError_StreamNotConnected;
        } else if (!stream_is(*block, types)) {
            status = stream_refuse(op, FAULT_CAUSE_OTHER_BLOCK, NvSciError_NotSupported);
        } else {
            status = NvSciError_Success;
        }
        if (status != NvSciError_Success) {
            stream_leave(*block);
        }
    }
    return status;
}

void stream_leave(const StreamBlock *block)
{
    phase_part_give(port_load32_relaxed(&block->segment));
}

NvSciError stream_enter_window(PhaseOp op, StreamWindow window, NvSciStreamBlock handle,
                               StreamBlock **block)
{
    NvSciError status = stream_enter(op, handle, block);

    if (status == NvSciError_Success) {
        status = protocol_window(window, *block);
        if (status != NvSciError_Success) {
            protocol_report(op, window, *block, status);
            stream_leave(*block);
        }
    }
    return status;
}
