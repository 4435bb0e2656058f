/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream.h
 * What the files of this directory share: blocks, segments, packets, and the protocol between them.
 *
 * A segment is the part of a stream in this process: a tree of blocks from a producer, or from the
 * end of a channel, down to consumers, or ends of channels. It keeps what each endpoint and the
 * pool have said so far, also what those of other processes have; which event is due where follows
 * from that (protocol.c). Lists, objects and fences are used through the public interface; beside
 * it fence.c asks which object a fence names, and blocks of channels call the components of
 * channels and of export (ipc_*.c, event.c, tell.c).
 *
 * A segment is guarded by a mutex, phase_part_take() with its number; which blocks it has by
 * phase_hold() as well, "the shape": blocks are made, connected and deleted one after the other.
 * While either is held the phase does not change, so no call is half done when it does. The order
 * is: the shape, that of blocks without a segment, a segment, the library's lock. Only one segment
 * is taken at a time.
 */
#ifndef RINGFENCE_STREAM_STREAM_H
#define RINGFENCE_STREAM_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/phase.h"
#include "nvscierror.h"
#include "nvscistream.h"
#include "port/atomic.h"
#include "port/task.h"
#include "ringfence_cfg.h"

/* ---------------------------------------------------------------- blocks */

/** What a block is. Numbers are bits, so that a sum of them is a set. */
typedef enum {
    BLOCK_PRODUCER = 0x001,
    BLOCK_CONSUMER = 0x002,
    BLOCK_POOL = 0x004,
    BLOCK_FIFO = 0x008,
    BLOCK_MAILBOX = 0x010,
    BLOCK_MULTICAST = 0x020,
    BLOCK_LIMITER = 0x040,
    BLOCK_PRESENT_SYNC = 0x080,
    BLOCK_RETURN_SYNC = 0x100,
    BLOCK_IPC_SRC = 0x200,
    BLOCK_IPC_DST = 0x400,
    /** Pool of an IPC destination across a memory boundary. */
    BLOCK_SECONDARY = 0x800
} BlockType;

/* Sets of types. */
#define TYPE_OF(type)  ((uint32_t)(type))
#define TYPE_PRODUCER  TYPE_OF(BLOCK_PRODUCER)
#define TYPE_CONSUMER  TYPE_OF(BLOCK_CONSUMER)
#define TYPE_POOL      TYPE_OF(BLOCK_POOL)
#define TYPE_SECONDARY TYPE_OF(BLOCK_SECONDARY)
#define TYPE_POOLS     (TYPE_POOL | TYPE_SECONDARY)
#define TYPE_MULTICAST TYPE_OF(BLOCK_MULTICAST)
#define TYPE_ENDS      (TYPE_PRODUCER | TYPE_CONSUMER)
#define TYPE_QUEUES    (TYPE_OF(BLOCK_FIFO) | TYPE_OF(BLOCK_MAILBOX))
#define TYPE_IPC       (TYPE_OF(BLOCK_IPC_SRC) | TYPE_OF(BLOCK_IPC_DST))
#define TYPE_LEAVES    (TYPE_CONSUMER | TYPE_OF(BLOCK_IPC_SRC))
#define TYPE_ALL       0xFFFU

/* What a block has done or said, and what an endpoint in another process has: bits. First the
 * events that were queried, in the order in which they are given; then the marks. */
#define DONE_CONNECTED        0x1U
#define DONE_ELEMENTS         0x2U
#define DONE_PACKETS_COMPLETE 0x4U
#define DONE_WAITER_ATTR      0x8U
#define DONE_SIGNAL_OBJ       0x10U
#define DONE_VALIDATE         0x20U
#define DONE_SETUP_COMPLETE   0x40U
#define DONE_DISCONNECTED     0x80U
#define DONE_ELEMENT_EXPORT   0x100U
#define DONE_ELEMENT_IMPORT   0x200U
#define DONE_PACKET_EXPORT    0x400U
#define DONE_PACKET_IMPORT    0x800U
#define DONE_WAITER_EXPORT    0x1000U
#define DONE_WAITER_IMPORT    0x2000U
#define DONE_SIGNAL_EXPORT    0x4000U
#define DONE_SIGNAL_IMPORT    0x8000U
#define DONE_CRC_EXPORT       0x10000U
#define DONE_CRC_IMPORT       0x20000U
/** No bit. */
#define DONE_NOTHING 0U

/** A link to a row: its index plus one. */
#define STREAM_NONE 0U

/** Packets in the order in which they came, linked by their row of one leaf. */
typedef struct {
    uint32_t first;
    uint32_t last;
    uint32_t count;
} StreamQueue;

/** A block. */
typedef struct {
    BlockType type;
    /** Link to this row. */
    uint32_t self;
    /** Segment; RINGFENCE_CFG_STREAM_SEGMENTS: none yet. */
    PortAtomic32 segment;
    /** Next block of the segment. */
    uint32_t next;
    /** The application has deleted it. */
    bool ended;
    /** A function was called for it. */
    bool used;
    /** Blocks upstream and downstream; the block beside it at the outputs of a multicast. */
    uint32_t up;
    uint32_t down;
    uint32_t beside;
    /** Outputs that it has, and how many were ever connected. */
    uint32_t outputs;
    uint32_t connected;
    /** Pool of a producer, queue of a consumer, either of an IPC block across a memory boundary,
     * and the other way round. */
    uint32_t partner;
    /** It was bound to a partner; its input was connected. Neither ends with who is there. */
    bool is_bound;
    bool has_input;
    /** First consumer at or below it, and how many there are: numbers in the segment. */
    uint32_t first_consumer;
    uint32_t consumers;
    /** Leaves at or below it: a bit for the first consumer of each. */
    uint64_t leaves;
    /** DONE_ bits. */
    uint32_t done;
    /** No payload comes from upstream any more, or nobody is left downstream. */
    bool cut;
    /** It has its numbers: it is part of a stream whose paths end. */
    bool is_numbered;
    /** Outputs may stay free, and are for late consumers. Multicast blocks. */
    bool is_open;
    /** The group that was connected to it was marked, and is not part of the stream yet. */
    bool is_marked;
    /** It came late, and its group is not set up yet. */
    bool is_late;
    /** Events that come once and are to come again, and those whose windows are open again, as a
     * group of late consumers is set up: DONE_ bits. */
    uint32_t again;
    uint32_t open_again;
    /** CRC is to be validated. Endpoints. */
    bool crc;
    /** The queue is a mailbox. Consumers and IPC sources. */
    bool is_mailbox;
    /** First error that was not fetched; Success: there is none. It was told. */
    NvSciError error;
    bool error_told;
    /** A payload that it has taken is being copied. IPC sources across memory boundaries. */
    bool is_copied;
    /** Packets of a pool; most packets below a limiter, and how many are. */
    uint32_t limit;
    uint32_t below;
    /** Packets that arrived and were not taken, or that wait for fences. */
    StreamQueue queue;
    /** Of those in the queue, how many were told. */
    uint32_t ready_told;
    /** Event of the application's service; NULL: there is none. It was signalled. */
    NvSciLocalEvent *event;
    bool signalled;
    /** User infos: links. */
    uint32_t infos;
    /** What only one type of block has: row of a table of that type. */
    uint32_t more;
} StreamBlock;

extern StreamBlock g_stream_blocks[RINGFENCE_CFG_STREAM_BLOCKS];

/** What sleepers of a block look at. It is not emptied with the block: a sleeper may be late. */
typedef struct {
    /** Changes whenever something was to be told. */
    PORT_OWN_LINE PortAtomic32 changes;
    /** Who sleeps on it, or is about to. */
    PortAtomic32 sleepers;
    /** 1: nothing was due, and the block was not told anything since. Stored with the segment. */
    PortAtomic32 quiet;
    /** Spins that did not pay; half of them are forgotten with one that does. Waits that sleep
     * before the next one. */
    PORT_OWN_LINE PortAtomic32 failures;
    PortAtomic32 pause;
} StreamWake;

extern StreamWake g_stream_wakes[RINGFENCE_CFG_STREAM_BLOCKS];

/* ---------------------------------------------------------------- endpoints */

/** An element that an endpoint can use, or that packets have. */
typedef struct {
    uint32_t type;
    NvSciBufAttrList list;
} StreamElement;

/** Elements of somebody, in the order in which they were set. */
typedef struct {
    uint32_t count;
    StreamElement rows[RINGFENCE_CFG_STREAM_ELEMENTS];
} StreamElements;

/** What an endpoint has said: the producer, or a consumer, here or in another process. */
typedef struct {
    /** DONE_ bits of marks. */
    uint32_t marks;
    /** CRC is to be validated. */
    bool crc;
    /** It is there. */
    bool is_present;
    StreamElements elements;
    /** Its indices of the pool's elements: a consumer's leave out what is hidden from it. */
    uint32_t visible;
    uint32_t index[RINGFENCE_CFG_STREAM_ELEMENTS];
    /** Elements of the pool that are hidden from it, and those that it does not use: bits. */
    uint32_t hidden;
    uint32_t unused;
    /** By the pool's elements: what its waiters need, and the object that it signals; NULL: none.
     */
    NvSciSyncAttrList waiters[RINGFENCE_CFG_STREAM_ELEMENTS];
    NvSciSyncObj signals[RINGFENCE_CFG_STREAM_ELEMENTS];
    /** Packets that were made, and told, and not taken yet; deleted ones. */
    uint32_t creates_due;
    uint32_t creates_told;
    uint32_t deletes_due;
    uint32_t deletes_told;
    /** Packets that it answered for. */
    uint32_t answers;
} StreamSide;

/** The producer is the first endpoint of a segment, consumers follow by their numbers. */
#define SIDE_PRODUCER   0U
#define SIDE_CONSUMER_0 1U
#define STREAM_SIDES    (SIDE_CONSUMER_0 + RINGFENCE_CFG_STREAM_CONSUMERS)

/** Fences of an endpoint for a packet. */
typedef struct {
    /** Elements that have one: bits. */
    uint32_t set;
    NvSciSyncFence fences[RINGFENCE_CFG_STREAM_ELEMENTS];
} StreamFences;

/* ---------------------------------------------------------------- packets */

/** Where a packet is. Downstream it can be in several places. */
typedef enum {
    /** Nowhere: the row is free. */
    PACKET_FREE = 0,
    /** Buffers are inserted. */
    PACKET_BUILT = 1,
    /** Endpoints look at it. */
    PACKET_OFFERED = 2,
    /** In the pool. */
    PACKET_HOME = 3,
    /** With the producer. */
    PACKET_PRODUCED = 4,
    /** Downstream. */
    PACKET_OUT = 5,
    /** Deleted, and not all endpoints know. */
    PACKET_DELETED = 6,
    PACKET_PLACES = 7
} PacketPlace;

/** What happens to a packet. */
typedef enum {
    STEP_CREATE = 0,
    STEP_COMPLETE = 1,
    /** Setup is complete. */
    STEP_ADMIT = 2,
    STEP_GET = 3,
    STEP_PRESENT = 4,
    STEP_RETURN = 5,
    STEP_DELETE = 6,
    /** All endpoints know that it was deleted. */
    STEP_FORGET = 7,
    PACKET_STEPS = 8
} PacketStep;

/** A packet. What each payload changes stands together in front. */
typedef struct {
    PORT_OWN_LINE PacketPlace place;
    uint32_t segment;
    /** Next packet of the segment: a link. */
    uint32_t next;
    /** It is to be deleted when it is home. */
    bool is_doomed;
    /** Leaves that it has not come back from, and those where the consumer has it: bits. */
    uint64_t out;
    uint64_t held;
    /** Leaves that it came back from, while a block above waits for their fences: bits. */
    uint64_t waits;
    /** Leaves that it has not come to, while a block above waits for the producer's fences: bits.
     */
    uint64_t due;
    /** Endpoints that may have left fences: bits by side. */
    uint64_t fenced;
    /** Leaves whose process ended and may still write to it: bits. It is not handed out until then.
     */
    uint64_t kept_back;
    /** The queue of a leaf: links. In the pool that of leaf 0. */
    uint32_t behind[RINGFENCE_CFG_STREAM_CONSUMERS];
    NvSciStreamCookie cookies[STREAM_SIDES];
    NvSciStreamCookie cookie;
    /** Elements that have a buffer: bits. */
    uint32_t inserted;
    /** What it is called on channels: the lowest number that no other packet of the segment has,
     * deleted ones aside. */
    uint32_t number;
    NvSciBufObj buffers[RINGFENCE_CFG_STREAM_ELEMENTS];
    /** Endpoints that know of it, that took its handle, that answered, and that are to be told that
     * it is deleted: bits by side. */
    uint64_t told;
    uint64_t taken;
    uint64_t answered;
    uint64_t to_delete;
    /** Whether the pool was told of all answers. */
    bool answers_told;
    NvSciError answers[STREAM_SIDES];
    StreamFences fences[STREAM_SIDES];
} StreamPacket;

extern StreamPacket g_stream_packets[RINGFENCE_CFG_STREAM_PACKETS];

/* ---------------------------------------------------------------- segments */

/** The part of a stream in this process. */
typedef struct {
    /** Guarded by the shape. */
    bool is_taken;
    /** Number of this row. */
    uint32_t number;
    /** First block, and the block that all others are downstream of: links. */
    uint32_t blocks;
    uint32_t head;
    /** All paths end: here, here and elsewhere. */
    bool is_numbered;
    bool is_complete;
    /** The head is an IPC destination, and was told that the stream is complete, and ready. */
    bool is_told_complete;
    bool is_told_ready;
    /** A block of it sends packets at once. */
    bool sends_at_once;
    /** Who waits for events may look at the channels. */
    bool is_looked_at;
    /** Setup is complete. It ended before it was: nobody is told that it is. */
    bool is_ready;
    bool is_lost;
    /** Number of its first consumer in the whole stream, and consumers of the whole stream. */
    uint32_t base;
    uint32_t total;
    /** Consumers, with those that may come late; leaves that payloads go to. */
    uint32_t consumers;
    uint64_t live;
    /** Consumers that came last, and leaves of those of them that are not set up yet: bits. */
    uint64_t fresh;
    uint64_t late;
    /** Leaves whose consumers are gone, until others have their numbers: bits. */
    uint64_t gone;
    /** There is a group of late consumers that is not set up yet. */
    bool has_group;
    /** Blocks of the leaves, by their first consumer: links. */
    uint32_t leaf[RINGFENCE_CFG_STREAM_CONSUMERS];
    /** Marks of the pool. */
    uint32_t pool_marks;
    /** Elements of the packets. */
    StreamElements layout;
    /** Packets: a link. How many there are, how many there may be, and how many are complete. */
    uint32_t packets;
    uint32_t packet_count;
    uint32_t packet_limit;
    uint32_t completed;
    /** Complete packets that all endpoints answered for, and the pool was not told. */
    uint32_t statuses_due;
    /** Packets in the pool, that which came back first in front. */
    StreamQueue home;
    StreamSide sides[STREAM_SIDES];
} StreamSegment;

/** The last row is that of blocks without a segment. */
#define STREAM_LOOSE RINGFENCE_CFG_STREAM_SEGMENTS

extern StreamSegment g_stream_segments[RINGFENCE_CFG_STREAM_SEGMENTS + 1U];

/** Says whether a segment is that of blocks without one. */
static inline bool stream_is_loose(const StreamSegment *segment)
{
    return segment == &g_stream_segments[STREAM_LOOSE];
}

/** Row that a link names. */
static inline uint32_t stream_row(uint32_t link)
{
    return link - 1U;
}

/** Link to a row. */
static inline uint32_t stream_link(uint32_t row)
{
    return row + 1U;
}

/** Bit of a number below 64. */
static inline uint64_t stream_bit(uint32_t number)
{
    return (uint64_t)1U << number;
}

/** Says whether a block is of one of several types. */
static inline bool stream_is(const StreamBlock *block, uint32_t types)
{
    return (TYPE_OF(block->type) & types) != 0U;
}

/** Block of a link. */
static inline StreamBlock *stream_block(uint32_t link)
{
    return &g_stream_blocks[stream_row(link)];
}

/** Says whether Disconnected was queried on a block: it sends nothing any more. */
static inline bool stream_has_ended(const StreamBlock *block)
{
    return (block->done & DONE_DISCONNECTED) != 0U;
}

/** Segment of a block; that of blocks without one too. */
StreamSegment *stream_segment_of(const StreamBlock *block);

/** What an endpoint has said: that of a producer or a consumer. */
StreamSide *stream_side_of(StreamSegment *segment, const StreamBlock *block);

/** Number of an endpoint among those of its segment. */
uint32_t stream_side_number(const StreamBlock *block);

/* ---------------------------------------------------------------- entering (block.c) */

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

/** Gives the row of a deleted block back. Needs the shape. (make.c) */
void stream_give_row(StreamBlock *block);

/** Takes a row for a block of a type. BadParameter iff there is no place for the handle. (make.c)
 */
NvSciError stream_make(PhaseOp op, BlockType type, uint32_t outputs, uint32_t limit,
                       NvSciStreamBlock *handle);

/** Puts a block without a segment into one. Needs the shape, both segments. */
void stream_join(StreamSegment *segment, StreamBlock *block);

/* ---------------------------------------------------------------- protocol (protocol.c) */

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

/** stream_enter() for a call within its window; the errors are those of protocol_window(). */
NvSciError stream_enter_window(PhaseOp op, StreamWindow window, NvSciStreamBlock handle,
                               StreamBlock **block);

/**
 * Says whether a call is within its window.
 *
 * @retval NvSciError_StreamNotConnected  iff Connected was not queried
 * @retval NvSciError_NotSupported        iff the block has no such call
 * @retval NvSciError_NotYetAvailable     iff the window is not open yet
 * @retval NvSciError_NoLongerAvailable   iff it is closed
 */
NvSciError protocol_window(StreamWindow window, const StreamBlock *block);

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

/* ---------------------------------------------------------------- shape (tree.c) */

/** Block that follows in the walk through the blocks at and below `top`, each before those below
 * it; `is_cut` leaves out those below `block`. STREAM_NONE: there is none. Links. */
uint32_t tree_next(uint32_t top, uint32_t block, bool is_cut);

/** Consumers at and below a block that are known. */
uint32_t tree_consumers(uint32_t top);

/** Block that a block is downstream of, and that is downstream of none. */
uint32_t tree_top(uint32_t link);

/** Numbers that those at and below a block need: consumers that are known, and outputs that late
 * ones may come to. */
uint32_t tree_places(uint32_t top);

/** Says whether a stream can have so many numbers: InsufficientResource iff not, and a fault report
 * of function `op` that names the limit. */
NvSciError tree_admit(PhaseOp op, uint32_t places);

/** Numbers consumers and leaves once all paths of a segment end, and completes it once all of the
 * stream do; the errors are those of tree_admit(). */
NvSciError tree_complete(PhaseOp op, StreamSegment *segment);

/** A block is gone: tells who is upstream and downstream of it. Needs the segment. (lose.c) */
void tree_lose(StreamSegment *segment, StreamBlock *block);

/** A block that is in no stream yet is gone: tells all that are connected with it. (lose.c) */
void tree_lose_all(const StreamBlock *block);

/** Begins the record of a consumer that a leaf is, or stands for, by its place among them. */
void tree_begin_side(StreamSegment *segment, const StreamBlock *leaf, uint32_t place);

/** Gives the leaf of a consumer to all blocks above it. */
void tree_add_leaf(const StreamSegment *segment, uint32_t consumer);

/** Gives a pool or a queue the numbers of its partner. */
void tree_number_partner(const StreamBlock *block);

/* ---------------------------------------------------------------- late consumers (late.c) */

/** The mark Connect of a multicast block. */
NvSciError late_mark(NvSciStreamBlock handle, bool completed);

/** A process at the other end of a channel is there: takes groups that were marked, and are known
 * now. InsufficientResource iff there are too few numbers for its consumers. */
NvSciError late_go_on(StreamSegment *segment);

/** Goes on with groups that waited for more than a process: for INIT, or for another group. One for
 * which there are too few numbers is told so at its leaves. */
void late_resume(StreamSegment *segment);

/** Consumers behind an IPC source came: bits of their places there. Needs INIT. */
void late_join(StreamSegment *segment, const StreamBlock *source, uint64_t places);

/** Late consumers are gone before they were set up, if they are such: bits of their numbers. */
void late_part(StreamSegment *segment, uint64_t numbers);

/** Goes on with late consumers that are set up, if all of their group are. */
void late_admit(StreamSegment *segment);

/** Branch of an open multicast block that a block is in; STREAM_NONE: it is in none. */
uint32_t late_branch(const StreamBlock *block);

/** Leaves are gone, which may be late ones. */
void late_lose(StreamSegment *segment, uint64_t leaves);

/** Says whether a block has outputs for late consumers, or one below it has. */
bool late_is_open(const StreamSegment *segment, const StreamBlock *block);

/** Gives back the blocks of a branch of late consumers that were all deleted. Needs the shape. */
void late_forget(StreamSegment *segment, const StreamBlock *block);

/* ---------------------------------------------------------------- payloads (payload.c) */

/** Adds a packet to a queue with the links of leaf `leaf`. */
void queue_put(StreamQueue *queue, uint32_t packet, uint32_t leaf);

/** Adds a packet in front of those of a queue. */
void queue_put_first(StreamQueue *queue, uint32_t packet, uint32_t leaf);

/** Takes the first packet of a queue. There must be one. */
uint32_t queue_take(StreamQueue *queue, uint32_t leaf);

/** Takes a packet out of a queue, if it is in it. */
bool queue_remove(StreamQueue *queue, uint32_t packet, uint32_t leaf);

/** Sends a packet to all leaves at and below a block. */
void payload_down(StreamSegment *segment, uint32_t packet, uint32_t from);

/** A packet comes back from the leaves at and below a block. */
void payload_up(StreamSegment *segment, uint32_t packet, uint32_t from);

/** A packet that was in front of those that a block waits for goes on; waiter_next() gave it. */
void payload_go_on(StreamSegment *segment, const StreamBlock *block, uint32_t packet);

/** A block is gone: packets that wait in it, or on their way to it, go back up from there. */
void payload_turn_back(StreamSegment *segment, StreamBlock *block);

/** A leaf is gone: all its packets come back, and those that are on their way to it. */
void payload_drop_leaf(StreamSegment *segment, StreamBlock *leaf);

/** A packet that somebody has got goes down, from a block on. */
void payload_present(StreamSegment *segment, uint32_t packet, uint32_t from);

/** A leaf gives a packet back that it holds. */
void payload_release(StreamSegment *segment, uint32_t packet, const StreamBlock *leaf);

/** Setup is complete: packets go to the pool. */
void payload_admit(StreamSegment *segment);

/** A packet that is home can be handed out. */
void payload_put_home(StreamSegment *segment, uint32_t packet);

/* Packets that were with a process which ended (hold.c). */

/** Instead of leaves: it is not known when the process is gone. */
#define HOLD_FOR_GOOD ((uint64_t)1U << 63U)

/** The process below a leaf ended: packets that it had, or left fences for, are kept back. The
 * producer is left as many as it was told of. To be called before they come back. */
void hold_begin(StreamSegment *segment, const StreamBlock *leaf);

/** It is gone with all that it had: the packets are handed out again. */
void hold_end(StreamSegment *segment, const StreamBlock *leaf);

/** Nobody will say that it is gone: the packets stay where they are until the stream ends. */
void hold_for_good(const StreamSegment *segment, const StreamBlock *leaf);

/** Clears the fences that an endpoint has left for a packet. (packet_end.c) */
void payload_clear_left(StreamPacket *packet, uint32_t side);

/** Clears the fences of an endpoint for a packet. */
static inline void payload_clear(StreamPacket *packet, uint32_t side)
{
    if ((packet->fenced & stream_bit(side)) != 0U) {
        payload_clear_left(packet, side);
    }
}

/** Notes that an endpoint has left a fence for an element of a packet. */
static inline void payload_fence(StreamPacket *packet, uint32_t side, uint32_t element)
{
    packet->fences[side].set |= 1U << element;
    packet->fenced |= stream_bit(side);
}

/* ---------------------------------------------------------------- waiting for fences (waiter.c) */

/* Each block that waits has a thread: without PORT_HAS_TASKS there are none. */

/** A packet arrives at a block that waits for its fences. False: there are none to wait for. Needs
 * the segment. */
bool waiter_take(StreamBlock *block, uint32_t packet);

/** Says whether a packet has fences that a block waits for. */
bool waiter_has_fences(const StreamBlock *block, const StreamPacket *packet);

/** Takes the packet in front of those that wait in a block. There must be one. */
uint32_t waiter_next(StreamBlock *block);

/** Packets in a block do not wait for some leaves any more. Looks at the one in front: gives a link
 * to it if it waits for no leaf any more, else it is the last one then; STREAM_NONE. */
uint32_t waiter_turn(StreamBlock *block, uint64_t leaves);

/** Says whether a packet waits on its way down to a block. */
bool waiter_keeps_from(const StreamSegment *segment, const StreamBlock *block);

/** List of what a block that waits for fences needs of producers, or of consumers; NULL: it waits
 * for none of theirs. */
NvSciSyncAttrList waiter_list(const StreamBlock *block, bool of_producers);

/** Ends the thread of a block that waits for fences, and gives back what it has. Packets stay
 * where they are. Needs the shape, and no segment. (waiter_task.c) */
void waiter_end(const StreamBlock *block);

/* ---------------------------------------------------------------- packets (packet.c) */

/** Finds a packet of a segment by its handle. StreamBadPacket iff it names none. */
NvSciError packet_find(PhaseOp op, const StreamSegment *segment, NvSciStreamPacket handle,
                       uint32_t *packet);

/** Endpoints that have to answer for a packet: bits by side. */
uint64_t packet_ends(const StreamSegment *segment);

/** Gives the row of a packet back, and what it still has. (packet_end.c) */
void packet_free(StreamSegment *segment, uint32_t packet);

/** Forgets what an endpoint that is gone knows of packets, and has said of them; what nobody else
 * is to be told of is given back. Not for RUNTIME. (packet_end.c) */
void packet_forget_side(StreamSegment *segment, uint32_t side);

/** Says whether all endpoints answered for a packet; whether all accepted it. */
bool packet_answered(const StreamSegment *segment, const StreamPacket *packet);
bool packet_accepted(const StreamSegment *segment, const StreamPacket *packet);

/** A packet that was deleted is home: endpoints are told, and its buffers are given back; in
 * RUNTIME with its row, when the last endpoint asked which one it was, or with the segment. */
void packet_delete(StreamSegment *segment, uint32_t packet);

/** Takes a packet out of the pool. The producer was not told of more than there are then: it is
 * told of those that come. */
void packet_leave_home(StreamSegment *segment, uint32_t packet);

/** Takes a row for a packet of a segment. InsufficientMemory iff all are taken. */
NvSciError packet_take(PhaseOp op, StreamSegment *segment, NvSciStreamCookie cookie,
                       uint32_t *packet);

/** Offers a packet to all endpoints. */
void packet_offer(StreamSegment *segment, StreamPacket *packet);

/** Gives back what all packets of a segment have. Needs the shape. */
void packet_free_all(StreamSegment *segment);

/** Notes what an endpoint answered for a packet. */
void packet_answer(StreamSegment *segment, StreamPacket *packet, uint32_t side, NvSciError answer);

/* ---------------------------------------------------------------- layouts (layout.c) */

/** Compares a buffer with a list. InconsistentData iff both are reconciled and do not say the same
 * of what is where in the buffer. */
NvSciError layout_compare(NvSciBufAttrList said, NvSciBufObj buffer);

/**
 * Says whether a buffer has what the list of its element says: a buffer may have more bytes or
 * rights.
 *
 * @retval NvSciError_InconsistentData    iff it has not
 * @retval NvSciError_BadParameter        iff there is no such buffer
 * @retval NvSciError_InsufficientMemory  iff the list is not reconciled, and there is no row to
 * compare in
 */
NvSciError layout_check(NvSciBufAttrList said, NvSciBufObj buffer);

/* ---------------------------------------------------------------- elements (element.c) */

/** Adds an element to those of somebody. The list is copied.
 *
 * @retval NvSciError_Overflow      iff there is no room
 * @retval NvSciError_AlreadyInUse  iff the type is there
 */
NvSciError element_add(StreamElements *elements, uint32_t type, NvSciBufAttrList list);

/** Adds an element without a list: its buffers stay in the process upstream. */
NvSciError element_add_bare(StreamElements *elements, uint32_t type);

/** Numbers the elements of the packets for one endpoint. */
void element_number_side(const StreamSegment *segment, StreamSide *side);

/** Gives back the lists of elements. */
void element_free(StreamElements *elements);

/** Numbers the elements of the packets for each endpoint: the layout is known. */
void element_number(StreamSegment *segment);

/** Elements of the packets that consumers use which are there: bits. `count` endpoints from `first`
 * on are looked at. */
uint32_t element_used(const StreamSegment *segment, uint32_t first, uint32_t count);

/** Elements whose lists, or whose buffers of the packets that were offered, stay in the process
 * upstream: bits. Nobody here can use them. */
uint32_t element_upstream(const StreamSegment *segment);

/** Element that an endpoint's index stands for. IndexOutOfRange iff there is none. */
NvSciError element_index(const StreamSide *side, uint32_t index, uint32_t *element);

/* ------------------------------------------------------- sync objects (sync.c, needs.c) */

/** Makes the list of one who waits on the CPU. Who gets a list frees it, also one with an error. */
NvSciError stream_cpu_waiter_list(NvSciSyncModule module, NvSciSyncAttrList *list);

/** All consumers: bits. */
#define SYNC_OF_ALL (~(uint64_t)0U)

/** Makes the list of all that wait for an element with a block: some of the consumers, or the
 * producer if it is none of them, and what is between; NULL: nobody does. The caller frees it. */
NvSciError sync_gather(const StreamSegment *segment, const StreamBlock *block, uint64_t consumers,
                       uint32_t element, NvSciSyncAttrList *list);

/** Makes the list that who signals is told of: that of sync_gather(), or NULL if one of the
 * consumers uses the element, and neither waits for it nor has a block before it that does. */
NvSciError sync_combine(const StreamSegment *segment, const StreamBlock *block, uint64_t consumers,
                        uint32_t element, NvSciSyncAttrList *list);

/** Says whether an endpoint is there, uses an element and waits for it. */
bool sync_side_waits_for(const StreamSide *side, uint32_t element);

/** Leaves with consumers that use one of some elements and do not wait for it: bits. */
uint64_t sync_blind(const StreamSegment *segment, uint32_t elements);

/** Says whether late consumers have a list for each element that they use and the producer signals,
 * or a block waits for them. */
bool sync_suits_late(const StreamSegment *segment, uint64_t consumers);

/** Gives back the lists and objects of an endpoint. */
void sync_free(StreamSide *side);

/* ---------------------------------------------------------------- user infos (info.c) */

/** A user info. */
typedef struct {
    uint32_t type;
    uint32_t size;
    const uint8_t *data;
} InfoView;

/** Adds an info of an endpoint to a block: its own, or that of consumer `owner` behind an IPC
 * source. */
NvSciError info_add(PhaseOp op, StreamBlock *block, uint32_t owner, uint32_t type, uint32_t size,
                    const void *data);

/** Info of an endpoint, by its place among them. False: there are not so many. */
bool info_at(const StreamSegment *segment, uint32_t side, uint32_t place, InfoView *view);

/** User infos of consumer `owner` behind an IPC source are given back. */
void info_forget(StreamBlock *block, uint32_t owner);

/** User infos of a block are given back. */
void info_free(StreamBlock *block);

/* ---------------------------------------------------------------- IPC blocks (ipc_link.c) */

/** Consumers behind an IPC source; 0: it is not known yet. */
uint32_t ipc_consumers(const StreamBlock *block);

/** Says whether one of them is there, and whether it validates CRC. */
bool ipc_consumer_is_present(const StreamBlock *block, uint32_t consumer);
bool ipc_consumer_has_crc(const StreamBlock *block, uint32_t consumer);

/** Something of setup has changed for an IPC block. */
void ipc_changed(const StreamBlock *block);

/** A packet was deleted: those at the other end of IPC sources are to be told. */
void ipc_packet_gone(const StreamSegment *segment, uint32_t packet);

/** Tells the process of the producer that consumers came late behind an IPC destination, or are
 * gone before they were set up: bits of their numbers. It is told with what has changed. */
void ipc_join(const StreamBlock *block, uint64_t numbers);
void ipc_part(const StreamBlock *block, uint64_t numbers);

/** A group of late consumers is set up: those behind an IPC source can be told. */
void ipc_joined(const StreamBlock *block);

/** Goes on with consumers that came late behind IPC sources while the phase, or another group, did
 * not admit it. Needs INIT. (ipc_join.c) */
void ipc_ask_again(StreamSegment *segment);

/** Says whether a sync object can be sent over the channel of a block, if it has one that objects
 * go over. (ipc_late.c) */
bool ipc_can_send(const StreamBlock *block, NvSciSyncObj object);

/** Says whether a block sends packets from the thread that presents or releases them. */
bool ipc_sends_at_once(const StreamBlock *block);

/* In ipc_channel.c. */

/** An IPC block has a packet to send. */
void ipc_send_soon(StreamBlock *block);

/** Says whether a packet can be sent downstream, or upstream, by blocks that do so at once. */
bool ipc_has_room(const StreamSegment *segment, bool is_down);

/* In ipc_look.c. All need the segment. */

/** Who waits for an event is about to spin: it looks at the channels itself, if nobody else waits
 * for what comes through them. */
void ipc_look_begin(StreamSegment *segment);

/** Reads what has come through the channels that are looked at, and sends what is due. */
void ipc_look(StreamSegment *segment);

/** Who waits is about to sleep: does the same, and leaves the channels to the threads. */
void ipc_look_end(StreamSegment *segment);

/* In ipc_task.c. */

/** An IPC block is about to be connected: starts what drives it. ResourceError iff there is no
 * thread. */
NvSciError ipc_start(const StreamBlock *block);

/** An IPC block is deleted: what drives it ends, and the connection. A destination goes on as long
 * as blocks below it have packets; `is_last`: all blocks of its segment are deleted. Needs the
 * shape, and no segment. */
void ipc_end(StreamBlock *block, bool is_last);

/* ---------------------------------------------------------------- chip blocks (ipc_chip_rows.c) */

/** Says whether a block is an IPC block across a memory boundary whose row it still has. */
bool chip_is(const StreamBlock *block);

/** List of what an IPC block across a memory boundary needs to wait for producers, or for
 * consumers; NULL: the block is none, or waits for none of theirs. */
NvSciSyncAttrList chip_waiter_list(const StreamBlock *block, bool of_producers);

/** (ipc_chip_link.c) IPC blocks across memory boundaries answer for packets, as far as it is known
 * what they copy: they accept those whose memory they can reach. */
void chip_answer(StreamSegment *segment);

/** Says whether a block begins a segment and has a pool: packets come home there. */
bool chip_has_pool(const StreamBlock *block);

/* ---------------------------------------------------------------- segments (make.c) */

/** Finds the block that is to be a partner of another. Needs the shape.
 *
 * @retval NvSciError_StreamBadBlock        iff the handle names no block
 * @retval NvSciError_BadParameter          iff it is of another type
 * @retval NvSciError_InsufficientResource  iff it has a partner
 */
NvSciError stream_find_partner(PhaseOp op, uint32_t types, NvSciStreamBlock handle, uint32_t *row);

/** Binds two blocks to one another: rows. Needs the shape and the segment of blocks without one. */
void stream_bind(uint32_t row, uint32_t other);

/** Takes a row for a segment. Needs the shape. InsufficientMemory iff all are taken. */
NvSciError segment_take(uint32_t *number);

/** Empties a segment that was taken, makes a block its head, and joins it. Needs the shape and the
 * segment of blocks without one. The segment is locked then. */
void segment_begin(uint32_t number, StreamBlock *head);

/* ---------------------------------------------------------------- setup (setup.c) */

/** A mark was set in a segment: goes on to streaming if it was the last one, and wakes everybody
 * for whom an event is due. */
void stream_changed(StreamSegment *segment);

/* ---------------------------------------------------------------- endpoints (rows.c) */

/** Endpoint that an endpoint asks about: consumer `index`, or the producer. IndexOutOfRange iff
 * there is no such one. */
NvSciError stream_find_other(const StreamSegment *segment, const StreamBlock *block, uint32_t index,
                             uint32_t *side);

/** Block of an endpoint. */
const StreamBlock *stream_end_of(const StreamSegment *segment, uint32_t side);

/** Endpoint of a type and an index. BadParameter iff the type is that of no endpoint,
 * IndexOutOfRange iff there is no such consumer. */
NvSciError stream_find_side(const StreamSegment *segment, NvSciStreamBlockType type, uint32_t index,
                            uint32_t *side);

/* ---------------------------------------------------------------- with CRC (crc.c) */

/* What the functions of these names do, counted under the name of `op`. */
NvSciError element_set(PhaseOp op, NvSciStreamBlock handle, uint32_t type, NvSciBufAttrList list);
NvSciError element_get(PhaseOp op, NvSciStreamBlock handle, NvSciStreamBlockType type,
                       uint32_t place, uint32_t *user_type, NvSciBufAttrList *list);
NvSciError packet_insert(PhaseOp op, NvSciStreamBlock pool, NvSciStreamPacket handle,
                         uint32_t index, NvSciBufObj object);
NvSciError packet_buffer(PhaseOp op, NvSciStreamBlock handle, NvSciStreamPacket packet,
                         uint32_t index, NvSciBufObj *object);
NvSciError fence_set(PhaseOp op, NvSciStreamBlock handle, NvSciStreamPacket packet, uint32_t index,
                     const NvSciSyncFence *fence);
NvSciError fence_get(PhaseOp op, NvSciStreamBlock handle, NvSciStreamPacket packet, uint32_t other,
                     uint32_t index, NvSciSyncFence *fence);
NvSciError signal_set(PhaseOp op, NvSciStreamBlock handle, uint32_t index, NvSciSyncObj object);
NvSciError signal_get(PhaseOp op, NvSciStreamBlock handle, uint32_t other, uint32_t index,
                      NvSciSyncObj *object);
NvSciError info_set(PhaseOp op, NvSciStreamBlock handle, uint32_t type, uint32_t size,
                    const void *data);
NvSciError info_get(PhaseOp op, NvSciStreamBlock handle, NvSciStreamBlockType block_type,
                    uint32_t index, uint32_t type, uint32_t *size, void *data);

#endif /* RINGFENCE_STREAM_STREAM_H */
