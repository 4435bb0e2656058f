/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file protocol.h
 * The protocol between blocks: when calls are legal, which events are due, and who is told.
 */
#ifndef RINGFENCE_STREAM_PROTOCOL_H
#define RINGFENCE_STREAM_PROTOCOL_H

#include "core/fault.h"
#include "stream/rows.h"

/** Calls that are legal in a part of setup. */
typedef enum {
    WINDOW_ELEMENT_SET = 0,
    WINDOW_LAYOUT_SET = 1,
    WINDOW_ELEMENT_HIDE = 2,
    WINDOW_ELEMENT_GET = 3,
    WINDOW_ELEMENT_USAGE = 4,
    WINDOW_PACKET_MAKE = 5,
    WINDOW_PACKET_NEW = 6,
    WINDOW_PACKET_STATUS = 7,
    WINDOW_PACKET_OLD = 8,
    WINDOW_WAITER_SET = 9,
    WINDOW_WAITER_GET = 10,
    WINDOW_SIGNAL_SET = 11,
    WINDOW_SIGNAL_GET = 12,
    WINDOW_INFO_GET = 13,
    WINDOW_FENCE = 14,
    WINDOW_PRODUCING = 15,
    WINDOW_CONSUMING = 16,
    STREAM_WINDOWS = 17
} StreamWindow;

/**
 * Says whether a call is within its window.
 *
 * @retval NvSciError_StreamNotConnected  iff Connected was not queried
 * @retval NvSciError_NotSupported        iff the block has no such call
 * @retval NvSciError_NotYetAvailable     iff the window is not open yet
 * @retval NvSciError_NoLongerAvailable   iff it is closed
 */
NvSciError protocol_window(StreamWindow window, const StreamBlock *block);

/** Reports what a block has to do for a mark of its own, if it waited for an event in vain though
 * it could. */
void protocol_waited(const StreamSegment *segment, StreamBlock *block);

/** Reports why protocol_window() gave the error `status`: what is missing, or what else is wrong.
 */
void protocol_report(PhaseOp op, StreamWindow window, StreamBlock *block, NvSciError status);

/** Reports why a stream does not take a call. Gives `status`. */
NvSciError stream_refuse(PhaseOp op, FaultCause cause, NvSciError status);

/* stream_find_side(), stream_find_other() and element_index() of a call of the program: what they
 * do not find is reported. */
NvSciError stream_ask_side(PhaseOp op, const StreamSegment *segment, NvSciStreamBlockType type,
                           uint32_t index, uint32_t *side);
NvSciError stream_ask_other(PhaseOp op, const StreamSegment *segment, const StreamBlock *block,
                            uint32_t index, uint32_t *side);
NvSciError element_find(PhaseOp op, const StreamSide *side, uint32_t index, uint32_t *element);

/** Reports what is missing for a call or a mark of a block, unless it is what was reported of the
 * same function last: a program may ask until it is there. */
void protocol_early(PhaseOp op, StreamBlock *block, FaultCause cause);

/** Sets a mark of a block; as NvSciStreamBlockSetupStatusSet(). */
NvSciError protocol_mark(StreamSegment *segment, StreamBlock *block, NvSciStreamSetup setup);

/** Says whether all consumers that are there have marks; `of_crc`: those that validate CRC. */
bool protocol_consumers_have(const StreamSegment *segment, uint32_t marks, bool of_crc);

/** Says whether all marks are set that streaming needs. */
bool protocol_ready(const StreamSegment *segment);

/** Says whether an event is due for a block, and which one comes first. */
bool protocol_due(const StreamSegment *segment, const StreamBlock *block,
                  NvSciStreamEventType *event);

/** Notes that a due event was given to the application. */
void protocol_told(StreamSegment *segment, StreamBlock *block, NvSciStreamEventType event);

/** Takes a step of a packet. False: there is none from where it is, and nothing changes. */
bool protocol_step(StreamPacket *packet, PacketStep step);

/* ---------------------------------------------------------------- events (tell.c) */

/** Wakes who waits for the events of a block. Needs the segment. */
void stream_tell(StreamBlock *block);

/** Spins before a sleep, where that paid lately: looks whether row `row`, which is that of a
 * handle, is told something, for `longest_us` microseconds at most; negative: no limit of the wait.
 * Says whether it was told. RINGFENCE_CFG_SPIN_US must not be 0. (spin.c) */
bool stream_spin(NvSciStreamBlock handle, uint32_t row, int64_t longest_us);

/** Wakes everybody in a segment for whom an event is due. */
void stream_tell_due(const StreamSegment *segment);

/** Records an error that no call returns; a later one is dropped until it was fetched. */
void stream_fail(StreamBlock *block, NvSciError error);

/** Takes the application's event from a block. */
void stream_event_free(StreamBlock *block);

/** (setup.c) A mark was set in a segment: goes on to streaming if it was the last one, and wakes
 * everybody for whom an event is due. */
void stream_changed(StreamSegment *segment);

#endif /* RINGFENCE_STREAM_PROTOCOL_H */
