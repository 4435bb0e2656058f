/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file chip.h
 * IPC blocks across a memory boundary, chip blocks for short: what their files share.
 *
 * They are IPC blocks whose ends share no memory and no objects. Infos, elements and marks go over
 * the channel as between others (ipc_*.c). Each side has packets of its own: the source is a leaf
 * of the primary pool's, and answers for the consumers behind it; the destination is the head of
 * its segment with the secondary pool, and answers for the producer. A payload is copied through
 * the channel: the source waits for the producer's fences and gives the packet back when its bytes
 * are read; the destination takes a free packet whose consumers are done with it, fills it, and
 * sends it down. The source sends a payload when the destination has said that it has room.
 *
 * All of a row is guarded by the mutex of its block's segment.
 */
#ifndef RINGFENCE_STREAM_CHIP_H
#define RINGFENCE_STREAM_CHIP_H

#include "core/feature.h"
#include "nvscisync.h"
#include "share/share.h"
#include "stream/remote/ipc.h"

/** Frames that a turn moves: others wait for the segment meanwhile. */
#define CHIP_TURN 64U

/** Most payloads that a source may be told there is room for. */
#define CHIP_CREDITS_MAX 65535U

/* ---------------------------------------------------------------- memory */

/** Memory of a packet's buffers. */
typedef struct {
    ShareMemory of[RINGFENCE_CFG_STREAM_ELEMENTS];
} ChipMemory;

/** By the rows of packets. Known when a chip block has accepted the packet. */
extern ChipMemory g_stream_chip_memories[RINGFENCE_CFG_STREAM_PACKETS];

/** Elements of the packets that a chip block copies: bits. (ipc_chip_link.c) */
uint32_t chip_elements(const StreamBlock *block, const StreamSegment *segment);

/* ---------------------------------------------------------------- making and ending
 * (ipc_chip_link.c)
 */

/** Takes what a new chip block needs. Gives back all that it took on error. */
NvSciError chip_take_parts(NvSciSyncModule module, StreamChip *parts);

/** Gives that back. */
void chip_give_parts(StreamChip *parts);

/* ---------------------------------------------------------------- setup (ipc_chip_link.c) */

/** Adds to what a consumer needs what copies need: that the CPU reads at a source, and writes at a
 * destination. The list is replaced; on error it is freed. */
NvSciError chip_add_needs(const StreamIpc *row, NvSciBufAttrList *list);

/** Marks that a consumer behind a source has said, and that its side does not have yet. */
uint32_t chip_held_marks(const StreamIpc *row, uint32_t consumer);

/** Notes marks of a consumer behind a source; gives those that its side gets now. The others follow
 * when the packets of the source's side are complete. */
uint32_t chip_take_marks(StreamIpc *row, uint32_t consumer, uint32_t marks);

/** Marks of consumers that the other end is not told yet: their packets are the secondary pool's,
 * which has to be done with them as well. */
uint32_t chip_withheld(const StreamIpc *row, const StreamSegment *segment);

/* ---------------------------------------------------------------- payloads (ipc_chip_send.c) */

/** A chip block whose payloads are copied. */
typedef struct {
    StreamIpc *row;
    StreamChip *chip;
    StreamSegment *segment;
    StreamBlock *block;
} ChipCopier;

/** Lowest element of a set that is not empty. */
uint32_t chip_lowest(uint32_t elements);

/** Has caches and memory agree on the buffers of a payload, where they do not by themselves. */
void chip_flush(uint32_t packet, uint32_t elements);

/**
 * Puts the next message about payloads that is due into row->out.
 *
 * @retval NvSciError_Success               there is one
 * @retval NvSciError_NoStreamPacket        nothing is due
 * @retval NvSciError_InsufficientResource  there is, but fences or the other end are awaited
 */
NvSciError chip_next(StreamIpc *row, StreamSegment *segment, StreamBlock *block);

/* ---------------------------------------------------------------- payloads (ipc_chip_receive.c) */

/** Takes a message about payloads. Success, or the error that the block tells of. */
NvSciError chip_take(StreamIpc *row, StreamSegment *segment, StreamBlock *block, uint32_t kind,
                     LinkCursor *cursor);

/** Gives the packet back that a source has copied. False: there is none. */
bool chip_give_back(StreamIpc *row, StreamSegment *segment, StreamBlock *block);

/* ---------------------------------------------------------------- who goes on (ipc_chip_turn.c) */

/** What follows a turn. */
typedef enum {
    /** Something has to come, or to be sent. */
    CHIP_THEN_SLEEPS = 0,
    /** The turn was long enough: there is more to do. */
    CHIP_THEN_GOES_ON = 1,
    /** A fence is awaited. */
    CHIP_THEN_WAITS = 2
} ChipThen;

/** Says what follows a turn of an IPC block. `copy` gets the fence that is awaited, unless it is
 * NULL; a fence that cannot be copied leaves it cleared. */
ChipThen chip_then(const StreamIpc *row, NvSciSyncFence *copy);

/** The thread of a block waits for a fence for a slice, and clears it. Needs no segment. */
void chip_wait(const StreamIpc *row, NvSciSyncFence *fence);

/** A handler of the program's event service makes a pause before it is called again. Needs no
 * segment. */
void chip_pause(void);

#endif /* RINGFENCE_STREAM_CHIP_H */
