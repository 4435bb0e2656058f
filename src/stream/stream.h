/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream.h
 * What all files of streams share: what blocks, segments and packets are. Headers of the parts say
 * what each offers; tree/ is the part of a stream in this process, remote.h what is asked of blocks
 * through which it goes on elsewhere: remote/, and across memory boundaries chip/.
 *
 * A segment is the part of a stream in this process: a tree of blocks from a producer, or from the
 * end of a channel, down to consumers, or ends of channels. It keeps what each endpoint and the
 * pool have said so far, also what those of other processes have; which event is due where follows
 * from that (protocol.c). Lists, objects and fences are used through the public interface; beside
 * it fence.c asks which object a fence names, and blocks of channels call the components of
 * channels and of export (remote/, event.c, tell.c).
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

#include "core/fault.h"
#include "core/phase.h"
#include "nvscierror.h"
#include "nvscistream.h"
#include "port/atomic.h"
#include "port/task.h"
#include "ringfence_cfg.h"
#include "stream/parts.h"

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

/**
 * Where a block is in its stream. block_go() makes each step: from BLOCK_APART to BLOCK_NUMBERED,
 * or to BLOCK_LATE and from there to BLOCK_NUMBERED; from that to BLOCK_MARKED, and from there
 * back, or to BLOCK_LATE. It stays where it is when it is cut, and when it is deleted.
 */
typedef enum {
    /** It has no numbers: its stream has paths that do not end, or it came late. */
    BLOCK_APART = 0,
    /** It has its numbers. */
    BLOCK_NUMBERED = 1,
    /** And the group that was connected to it was marked, and is not part of the stream yet.
     * Multicast blocks. */
    BLOCK_MARKED = 2,
    /** And it came late, or a group below it, and the group is not set up yet. */
    BLOCK_LATE = 3
} BlockStage;

/** Packets in the order in which they came, linked by their row of one leaf. */
typedef struct {
    uint32_t first;
    uint32_t last;
    uint32_t count;
} StreamQueue;

/** A block. */
typedef struct {
    BlockType type;
    BlockStage stage;
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
    /** No payload comes from upstream any more, or nobody is left downstream. */
    bool cut;
    /** Outputs may stay free, and are for late consumers. Multicast blocks. */
    bool is_open;
    /** First consumer at or below it, and how many there are: numbers in the segment. */
    uint32_t first_consumer;
    uint32_t consumers;
    /** Leaves at or below it: a bit for the first consumer of each. */
    uint64_t leaves;
    /** DONE_ bits. */
    uint32_t done;
    /** Events that come once and are to come again, and those whose windows are open again, as a
     * group of late consumers is set up: DONE_ bits. */
    uint32_t again;
    uint32_t open_again;
    /** First error that was not fetched; Success: there is none. It was told. */
    NvSciError error;
    bool error_told;
    /** What was missing for the last call or mark that came too early, and which one that was. */
    PhaseOp early_op;
    FaultCause early;
    /** CRC is to be validated. Endpoints. */
    bool crc;
    /** The queue is a mailbox. Consumers and IPC sources. */
    bool is_mailbox;
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

/** In `kept_back`, instead of leaves: it is not known when the process is gone. */
#define HOLD_FOR_GOOD ((uint64_t)1U << 63U)

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

/* ---------------------------------------------------------------- segments */

/**
 * How far a segment is. segment_go() makes each step: to the next stage, from the last one back to
 * SEGMENT_READY, and from any to SEGMENT_FREE. Needs the segment; taking it and giving it back need
 * the shape as well.
 */
typedef enum {
    SEGMENT_FREE = 0,
    /** It has blocks, and not all paths end. */
    SEGMENT_OPEN = 1,
    /** All paths end here, so consumers have numbers; and elsewhere. */
    SEGMENT_NUMBERED = 2,
    SEGMENT_COMPLETE = 3,
    /** Setup is complete. */
    SEGMENT_READY = 4,
    /** And there is a group of late consumers, or several, that is not set up yet. */
    SEGMENT_JOINED = 5
} SegmentStage;

/** The part of a stream in this process. */
typedef struct {
    SegmentStage stage;
    /** Somebody has the row. Guarded by the shape alone, which asks for it without the segment. */
    bool is_taken;
    /** Number of this row. */
    uint32_t number;
    /** First block, and the block that all others are downstream of: links. */
    uint32_t blocks;
    uint32_t head;
    /** The head is an IPC destination, and was told that the stream is complete, and ready. */
    bool is_told_complete;
    bool is_told_ready;
    /** A block of it sends packets at once. */
    bool sends_at_once;
    /** Who waits for events may look at the channels. */
    bool is_looked_at;
    /** It ended before setup was complete: nobody is told that it is. */
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

#endif /* RINGFENCE_STREAM_STREAM_H */
