/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc.h
 * IPC blocks: what their files share.
 *
 * A stream that goes on in another process has a segment in each. The source is a leaf of the one
 * upstream and stands for all consumers of the other; the destination is the head of the one
 * downstream, in the place of the producer and the pool. Each end compares what its segment has
 * with what it has sent, and sends what is new (ipc_send.c); what it receives it writes into the
 * records of its segment (ipc_receive.c), as if the endpoint it is about were here. Messages are in
 * ipc_message.h, who reads and writes, and when, is in ipc_task.c.
 *
 * Consumers are named by their numbers in the segment downstream, packets by those upstream.
 * All of a row is guarded by the mutex of its block's segment.
 */
#ifndef RINGFENCE_STREAM_REMOTE_IPC_H
#define RINGFENCE_STREAM_REMOTE_IPC_H

#include "core/fault.h"
#include "nvsciipc.h"
#include "port/task.h"
#include "stream/remote/ipc_message.h"
#include "stream/rows.h"

/* ---------------------------------------------------------------- rows */

/** Local events of a block: there is something to send, and it ended. */
#define IPC_EVENT_WRITE 0U
#define IPC_EVENT_END   1U
#define IPC_EVENTS      2U

/** What an end knows of a packet. */
typedef enum {
    IPC_PACKET_UNKNOWN = 0,
    /** Source: its buffers are being sent. Destination: they come. */
    IPC_PACKET_BUILT = 1,
    IPC_PACKET_KNOWN = 2,
    /** Source: it was deleted, and the other end does not know. */
    IPC_PACKET_GONE = 3,
    /** Destination: its payload came, and it did not go back. */
    IPC_PACKET_HERE = 4
} IpcPacketState;

/** What an end knows of a packet, by its number on the channel. */
typedef struct {
    IpcPacketState state;
    /** Its row here; a link. */
    uint32_t local;
    /** Elements whose buffers were looked at. Source. */
    uint32_t buffers;
    /** Source: packets that had the number before, and were deleted. Destination: what the source
     * said of it. Answers name it, as some may be on their way when the number is taken again. */
    uint32_t generation;
    /** Endpoints whose answers were sent. Destination. */
    uint64_t answers;
} IpcPacket;

/** A fence that a block waits for. */
typedef struct {
    /** Link to its packet; STREAM_NONE: none. */
    uint32_t packet;
    uint32_t side;
    uint32_t element;
} ChipFence;

/** What a chip block has beside what IPC blocks have. */
typedef struct {
    NvSciSyncCpuWaitContext context;
    /** What it adds to the attributes of those who wait. */
    NvSciSyncAttrList waiter;
    /** Packet whose bytes are being copied: a link; STREAM_NONE: none. */
    uint32_t packet;
    /** Elements of it that are left, from the one that is being copied: bits. Bytes of that one
     * that were copied. */
    uint32_t elements;
    uint64_t copied;
    /** Source: consumers that are done with their packets: bits. */
    uint64_t imports;
    /** Source: payloads that the destination has room for. */
    uint32_t credits;
    /** Destination: packets that payloads can be copied to, and how many of them the source was not
     * told of: the last ones. */
    StreamQueue ready;
    uint32_t untold;
    /** What nothing goes on without. */
    ChipFence awaited;
} StreamChip;

/** An IPC block. */
typedef struct {
    /** Link to its block; STREAM_NONE: the row is free. */
    PortAtomic32 block;
    /** Blocks that had the row before: cookies of handlers name it. */
    uint32_t life;
    /** It has a block, or its end is under way. Guarded by the shape. */
    bool is_taken;
    bool is_source;
    /** The other end shares no memory: chip.h. */
    bool is_chip;
    NvSciIpcEndpoint endpoint;
    NvSciSyncModule sync;
    NvSciBufModule buf;
    /** Bytes of a frame that are used. */
    uint32_t piece;
    /** Frames that are free at least. */
    uint32_t room;
    /** Frames that a turn may move, and those that are left of this one. */
    uint32_t turn;
    uint32_t left;

    /** Payloads go from the thread that presents or releases them. */
    bool sends_at_once;
    /** The program drives it: events of its service. */
    bool has_service;
    NvSciLocalEvent *events[IPC_EVENTS];
    bool signalled;
    /** The thread that drives it else, what it waits for, and whether it sleeps. */
    PortTask task;
    bool has_task;
    bool asleep;
    /** Who waits for an event looks at the channel: the thread does not sleep without end. Number
     * of its looks, and how many the thread has seen. */
    bool is_looked_at;
    uint32_t looks;
    uint32_t looks_seen;
    PortAtomic32 stops;
    int32_t channel;
    /** -1: it has no thread. */
    int32_t wake;

    /** LINK_ bits. */
    uint32_t progress;
    /** Nothing comes or goes any more. */
    bool is_over;
    /** The block was deleted. Its end waits for nothing any more: a destination's waits for the
     * packets that blocks below it have. */
    bool is_closing;
    /** Source: descriptor of the process at the other end; -1: there is none, and nothing to wait
     * for unless `is_unknown`. */
    int32_t process;
    bool is_unknown;
    /** The connection ended, and that process is not gone. */
    bool mourns;
    bool ends_now;
    bool hello_sent;
    bool end_sent;
    /** Source of late consumers that were refused, or an end of a stream that is not set up as
     * lists came through too many channels: the error, which the other end is told before the end;
     * Success: there is none. It was told, or need not be; the other end told of one. */
    NvSciError reason;
    bool reason_sent;
    bool was_told;
    /** Why, a REASON_, and what does not suit. */
    uint32_t why;
    FaultKey what;
    /** The segment may have something of setup that was not sent. */
    bool is_dirty;
    /** Source: consumers downstream, those that are there, and those that validate CRC: bits. */
    uint32_t consumers;
    uint64_t present;
    uint64_t crc;

    /* What was sent. */
    uint32_t infos[STREAM_SIDES];
    uint32_t marks[STREAM_SIDES];
    uint32_t pool_marks;
    uint32_t elements[STREAM_SIDES];
    uint32_t layout;
    uint32_t waiters;
    bool waiters_sent;
    uint32_t signals[STREAM_SIDES];
    /** Packets, by their numbers on the channel, which are the source's; destination: those by
     * their rows here. */
    IpcPacket packets[RINGFENCE_CFG_STREAM_PACKETS];
    uint32_t numbers[RINGFENCE_CFG_STREAM_PACKETS];

    /* Consumers that came late downstream: those that upstream is to be told of, or to be answered
     * for; destination: those that it was asked about, those that setup is gone through again for,
     * and those that are gone. Source: setup is gone through again; those that came while the phase
     * did not admit it, and which of them validate CRC. */
    uint64_t joins;
    uint64_t asked;
    uint64_t round;
    uint64_t parts;
    bool is_joined;
    uint64_t kept;
    uint64_t kept_crc;
    /** Destination: the answer came while the phase did not admit it: setup goes on in INIT. */
    bool is_held;

    /* Objects that the other end has, by side: bits of elements. Their fences can be sent. */
    uint32_t shared[STREAM_SIDES];

    StreamChip chip;

    LinkMessage in;
    LinkMessage out;
} StreamIpc;

extern StreamIpc g_stream_ipcs[RINGFENCE_CFG_STREAM_IPC_BLOCKS];

/** No limit of the frames of a turn. */
#define TURN_ANY UINT32_MAX

/** What an end says first. */
static inline uint32_t ipc_hello(bool is_source, bool is_chip)
{
    return (is_source ? HELLO_SOURCE : 0U) | (is_chip ? HELLO_CHIP : 0U);
}

/** How far an end is whose setup is complete. */
static inline uint32_t ipc_is_ready(const StreamIpc *row)
{
    return row->is_chip ? LINK_READY : (LINK_READY | LINK_FLOWS);
}

/** Marks of the pool that come from upstream: across a memory boundary there is a pool of its own
 * downstream. */
static inline uint32_t ipc_pool_marks(const StreamIpc *row)
{
    return row->is_chip ? DONE_ELEMENT_EXPORT
                        : (DONE_ELEMENT_EXPORT | DONE_ELEMENT_IMPORT | DONE_PACKET_EXPORT |
                           DONE_PACKET_IMPORT);
}

/** Row of an IPC block. */
static inline StreamIpc *ipc_of(const StreamBlock *block)
{
    return &g_stream_ipcs[stream_row(block->more)];
}

/** Says whether a block is an IPC block whose row it still has. (ipc.c) */
bool ipc_has_row(const StreamBlock *block);

/** Wakes who drives a block, unless it takes its turn. (ipc.c) */
void ipc_wake(StreamIpc *row);

/* ---------------------------------------------------------------- reading and writing */

/**
 * Sends what is due, as long as there is room. (ipc_channel.c)
 *
 * @retval NvSciError_Success          nothing is due any more
 * @retval NvSciError_Busy             there is no room
 * @retval NvSciError_ConnectionReset  there is no connection
 * @retval others                      a message cannot be made
 */
NvSciError ipc_send_all(StreamIpc *row, StreamSegment *segment, StreamBlock *block);

/** Says whether nothing more is read or written. (ipc_turn.c) */
bool ipc_is_done(const StreamIpc *row);

/** Reads what has come and sends what is due, until there is nothing of either. (ipc_turn.c) */
void ipc_take_turn(StreamIpc *row, StreamSegment *segment, StreamBlock *block);

/* The end of the process at the other end (ipc_mourn.c). */

/** The other end said what it is: opens a descriptor of its process. InsufficientResource or
 * InsufficientMemory iff the system has none left. */
NvSciError ipc_know_process(StreamIpc *row);

/** The connection of a row ended without a word: keeps back what its process may still write to. */
void ipc_mourn(StreamIpc *row, StreamSegment *segment, const StreamBlock *block);

/** Looks whether the process is gone, while a row mourns. */
void ipc_mourn_on(StreamIpc *row, StreamSegment *segment, const StreamBlock *block);

/** The block of a row is deleted. */
void ipc_mourn_last(StreamIpc *row, StreamSegment *segment, const StreamBlock *block);

/** Cookie of the notifiers of a row's block; their handler, which does nothing for a block that is
 * gone. (ipc_task.c) */
void *ipc_cookie(const StreamIpc *row);
void ipc_on_event(void *cookie);

/* ---------------------------------------------------------------- what is new (ipc_send.c) */

/**
 * Puts the next message that is due into row->out.
 *
 * @retval NvSciError_Success               there is one
 * @retval NvSciError_NoStreamPacket        nothing is due
 * @retval NvSciError_InsufficientResource  the other end has to take objects first
 */
NvSciError ipc_next(StreamIpc *row, StreamSegment *segment, StreamBlock *block);

/** Says whether a destination has packets that did not go back. (ipc.c) */
bool ipc_has_packets(const StreamIpc *row);

/* ---------------------------------------------------------------- late consumers (ipc_late.c) */

/* What is there when consumers come late was made without them: their lists are attached to it for
 * the export. Errors are those of attaching and of the export. */

/** Reports why late consumers are refused, or a stream ends before it is set up, but for
 * REASON_NONE. False, and nothing is reported: there is no such reason, or it has no such key. */
bool ipc_late_report(uint32_t why, const FaultKey *what);

/** An end has a reason: the other ends of the channels of its segment that end with it are told. */
void ipc_pass_reason(const StreamIpc *row, const StreamSegment *segment);

/** Exports the list that the buffers of an element are made of. NotPermitted: nobody lists it. */
NvSciError ipc_late_export_list(StreamIpc *row, const StreamSegment *segment,
                                const StreamBlock *block, uint32_t element, void **bytes,
                                size_t *size);

/** Exports a buffer. */
NvSciError ipc_late_export_buffer(StreamIpc *row, const StreamSegment *segment,
                                  const StreamBlock *block, uint32_t element, NvSciBufObj object,
                                  void **bytes, size_t *size);

/** Exports a sync object that the producer signals. */
NvSciError ipc_late_export_signal(StreamIpc *row, const StreamSegment *segment,
                                  const StreamBlock *block, uint32_t element, NvSciSyncObj object,
                                  void **bytes, size_t *size);

/* ---------------------------------------------------------------- late downstream (ipc_join.c) */

/** Puts the next message about consumers that came late downstream, or went, into row->out.
 * NoStreamPacket: none is due. */
NvSciError ipc_join_next(StreamIpc *row, const StreamSegment *segment);

/** Takes a message that consumers came; that some went. Success, or that it cannot be true. */
NvSciError ipc_join_take(StreamIpc *row, StreamSegment *segment, StreamBlock *block,
                         LinkCursor *cursor);
NvSciError ipc_part_take(const StreamIpc *row, StreamSegment *segment, const StreamBlock *block,
                         LinkCursor *cursor);

/* ---------------------------------------------------------------- what came (ipc_receive.c) */

/** Takes a message that has come. Success, or the error that the block tells of. */
NvSciError ipc_take_message(StreamIpc *row, StreamSegment *segment, StreamBlock *block);

/** Reports a message that is none, if no message has come before: the program, or its peer, left it
 * on the channel. */
void ipc_report_stray(const StreamIpc *row);

#endif /* RINGFENCE_STREAM_REMOTE_IPC_H */
