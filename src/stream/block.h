/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file block.h
 * Entering a function of a block.
 */
#ifndef RINGFENCE_STREAM_BLOCK_H
#define RINGFENCE_STREAM_BLOCK_H

#include "stream/protocol.h"

/**
 * Enters a function of a block: finds it, and takes its segment, if the phase admits the function.
 * Success: stream_leave() must follow.
 *
 * @retval NvSciError_StreamBadBlock  iff the handle names no block
 */
NvSciError stream_enter(PhaseOp op, NvSciStreamBlock handle, StreamBlock **block);

/** stream_enter() for a function that is legal for some types, once Connected was queried.
 *
 * @retval NvSciError_StreamNotConnected  iff Connected was not queried
 * @retval NvSciError_NotSupported        iff the block is of another type
 */
NvSciError stream_enter_connected(PhaseOp op, uint32_t types, NvSciStreamBlock handle,
                                  StreamBlock **block);

/** Gives the segment of a block back. */
void stream_leave(const StreamBlock *block);

/** Row that a handle leads to, whether it names its block or not. */
uint32_t stream_row_of(NvSciStreamBlock handle);

/** Row of a block's handle. StreamBadBlock iff it names none, a fault report. */
NvSciError stream_find_row(PhaseOp op, NvSciStreamBlock handle, uint32_t *row);

/** stream_enter() for a call within its window; the errors are those of protocol_window(). */
NvSciError stream_enter_window(PhaseOp op, StreamWindow window, NvSciStreamBlock handle,
                               StreamBlock **block);

#endif /* RINGFENCE_STREAM_BLOCK_H */
