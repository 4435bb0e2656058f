/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file protocol.c
 * The protocol of a stream as tables: windows of calls, marks, events, places of packets.
 */
#include "stream/protocol.h"
#include "core/assert.h"
#include "core/fault.h"
#include "core/feature.h"
#include "stream/sync.h"
#include "stream/tree/waiter.h"

/* ---------------------------------------------------------------- windows */

/** When a call is legal: for blocks of some types, from when one has done `opens` until it has done
 * `closes`. */
typedef struct {
    uint32_t types;
    uint32_t opens;
    uint32_t closes;
} WindowRow;

/**
 * The windows. Where the sources differ it is the wider one: docs/streams.md.
 * @satisfies RF-STREAM-010
 */
static const WindowRow g_windows[STREAM_WINDOWS] = {
    [WINDOW_ELEMENT_SET] = {TYPE_ENDS, DONE_CONNECTED, DONE_ELEMENT_EXPORT},
    [WINDOW_LAYOUT_SET] = {TYPE_POOL, DONE_ELEMENTS, DONE_ELEMENT_EXPORT},
    [WINDOW_ELEMENT_HIDE] = {TYPE_POOL, DONE_ELEMENTS, DONE_ELEMENT_EXPORT},
    [WINDOW_ELEMENT_GET] = {TYPE_ENDS | TYPE_POOLS, DONE_ELEMENTS, DONE_ELEMENT_IMPORT},
    [WINDOW_ELEMENT_USAGE] = {TYPE_CONSUMER, DONE_ELEMENTS, DONE_ELEMENT_IMPORT},
    [WINDOW_PACKET_MAKE] = {TYPE_POOL, DONE_ELEMENT_EXPORT, DONE_PACKET_EXPORT},
    [WINDOW_PACKET_NEW] = {TYPE_ENDS, DONE_ELEMENT_IMPORT, DONE_PACKET_IMPORT},
    [WINDOW_PACKET_STATUS] = {TYPE_POOL, DONE_ELEMENT_EXPORT, DONE_PACKET_IMPORT},
    [WINDOW_PACKET_OLD] = {TYPE_ENDS, DONE_ELEMENT_IMPORT, DONE_NOTHING},
    [WINDOW_WAITER_SET] = {TYPE_ENDS, DONE_ELEMENTS, DONE_WAITER_EXPORT},
    [WINDOW_WAITER_GET] = {TYPE_ENDS, DONE_WAITER_ATTR, DONE_WAITER_IMPORT},
    [WINDOW_SIGNAL_SET] = {TYPE_ENDS, DONE_WAITER_IMPORT, DONE_SIGNAL_EXPORT},
    [WINDOW_SIGNAL_GET] = {TYPE_ENDS, DONE_SIGNAL_OBJ, DONE_SIGNAL_IMPORT},
    [WINDOW_INFO_GET] = {TYPE_ALL, DONE_CONNECTED, DONE_SETUP_COMPLETE},
    [WINDOW_FENCE] = {TYPE_ENDS, DONE_SETUP_COMPLETE, DONE_NOTHING},
    [WINDOW_PRODUCING] = {TYPE_PRODUCER, DONE_SETUP_COMPLETE, DONE_NOTHING},
    [WINDOW_CONSUMING] = {TYPE_CONSUMER, DONE_SETUP_COMPLETE, DONE_NOTHING}};

/**
 * Those that a secondary pool has at another time than a primary one.
 * @satisfies RF-STREAM-110
 */
static const WindowRow g_secondary_windows[STREAM_WINDOWS] = {
    [WINDOW_PACKET_MAKE] = {TYPE_SECONDARY, DONE_ELEMENT_IMPORT, DONE_PACKET_EXPORT},
    [WINDOW_PACKET_STATUS] = {TYPE_SECONDARY, DONE_ELEMENT_IMPORT, DONE_PACKET_IMPORT}};

/** Says whether a block that has a call is within its window. */
static NvSciError look_at_window(const WindowRow *row, const StreamBlock *block)
{
    NvSciError status = NvSciError_Success;

    if (!stream_is(block, row->types)) {
        status = NvSciError_NotSupported;
    } else if ((block->done & row->opens) != row->opens) {
        status = NvSciError_NotYetAvailable;
    } else if ((block->done & row->closes & ~block->open_again) != 0U) {
        status = NvSciError_NoLongerAvailable;
    } else {
        status = NvSciError_Success;
    }
    return status;
}

/* ---------------------------------------------------------------- what is missing */

/** What a fault says of a bit that is missing. */
typedef struct {
    uint32_t bit;
    FaultCause cause;
} Missing;

/** Marks first: an event may come only behind one. */
static const Missing g_missing[] = {{DONE_ELEMENT_EXPORT, FAULT_CAUSE_MARK_ELEMENT_EXPORT},
                                    {DONE_ELEMENT_IMPORT, FAULT_CAUSE_MARK_ELEMENT_IMPORT},
                                    {DONE_PACKET_EXPORT, FAULT_CAUSE_MARK_PACKET_EXPORT},
                                    {DONE_PACKET_IMPORT, FAULT_CAUSE_MARK_PACKET_IMPORT},
                                    {DONE_WAITER_EXPORT, FAULT_CAUSE_MARK_WAITER_ATTR_EXPORT},
                                    {DONE_WAITER_IMPORT, FAULT_CAUSE_MARK_WAITER_ATTR_IMPORT},
                                    {DONE_SIGNAL_EXPORT, FAULT_CAUSE_MARK_SIGNAL_OBJ_EXPORT},
                                    {DONE_SIGNAL_IMPORT, FAULT_CAUSE_MARK_SIGNAL_OBJ_IMPORT},
                                    {DONE_CRC_EXPORT, FAULT_CAUSE_MARK_CRC_EXPORT},
                                    {DONE_CRC_IMPORT, FAULT_CAUSE_MARK_CRC_IMPORT},
                                    {DONE_CONNECTED, FAULT_CAUSE_EVENT_CONNECTED},
                                    {DONE_ELEMENTS, FAULT_CAUSE_EVENT_ELEMENTS},
                                    {DONE_PACKETS_COMPLETE, FAULT_CAUSE_EVENT_PACKETS_COMPLETE},
                                    {DONE_WAITER_ATTR, FAULT_CAUSE_EVENT_WAITER_ATTR},
                                    {DONE_SIGNAL_OBJ, FAULT_CAUSE_EVENT_SIGNAL_OBJ},
                                    {DONE_VALIDATE, FAULT_CAUSE_EVENT_VALIDATE},
                                    {DONE_SETUP_COMPLETE, FAULT_CAUSE_EVENT_SETUP_COMPLETE}};

#define MISSING_ROWS ((uint32_t)(sizeof(g_missing) / sizeof(g_missing[0])))

/** What a fault says of bits that are missing: of the first one. */
static FaultCause mark_cause(uint32_t missing)
{
    FaultCause cause = FAULT_CAUSE_NONE;

    for (uint32_t i = 0U; (i < MISSING_ROWS) && (cause == FAULT_CAUSE_NONE); i++) {
        if ((missing & g_missing[i].bit) != 0U) {
            cause = g_missing[i].cause;
        }
    }
    ASSERT(cause != FAULT_CAUSE_NONE);
    return cause;
}

/**
 * Reports what is missing of what must be done before.
 *
 * @satisfies RF-STREAM-241
 */
static void report_missing(PhaseOp op, StreamBlock *block, uint32_t missing)
{
    protocol_early(op, block, mark_cause(missing));
}

NvSciError stream_refuse(PhaseOp op, FaultCause cause, NvSciError status)
{
    fault_report_order(op, RINGFENCE_FAULT_STREAM_ORDER, cause);
    return status;
}

/** @satisfies RF-STREAM-248 */
NvSciError stream_ask_side(PhaseOp op, const StreamSegment *segment, NvSciStreamBlockType type,
                           uint32_t index, uint32_t *side)
{
    const NvSciError status = stream_find_side(segment, type, index, side);

    if (status == NvSciError_BadParameter) {
        (void)stream_refuse(op, FAULT_CAUSE_BAD_QUESTION, status);
    } else if (status != NvSciError_Success) {
        (void)stream_refuse(op, FAULT_CAUSE_NO_END, status);
    } else {
        /* It is there. */
    }
    return status;
}

/** Says whether a segment has outputs for late consumers. */
static bool has_open_outputs(const StreamSegment *segment)
{
    bool is_open = false;

    for (uint32_t link = segment->blocks; link != STREAM_NONE; link = stream_block(link)->next) {
        is_open = is_open || stream_block(link)->is_open;
    }
    return is_open;
}

/** Where consumers come late, a program may ask for all that there may be.
 * @satisfies RF-STREAM-239 RF-STREAM-248 */
PORT_APART NvSciError stream_ask_other(PhaseOp op, const StreamSegment *segment,
                                       const StreamBlock *block, uint32_t index, uint32_t *side)
{
    const NvSciError status = stream_find_other(segment, block, index, side);

    if (status != NvSciError_Success) {
        const bool may_come = stream_is(block, TYPE_PRODUCER) && has_open_outputs(segment);

        if (!may_come) {
            (void)stream_refuse(op, FAULT_CAUSE_NO_END, status);
        }
    }
    return status;
}

/** @satisfies RF-STREAM-248 */
NvSciError element_find(PhaseOp op, const StreamSide *side, uint32_t index, uint32_t *element)
{
    const NvSciError status = element_index(side, index, element);

    return (status == NvSciError_Success) ? status
                                          : stream_refuse(op, FAULT_CAUSE_NO_ELEMENT, status);
}

/** @satisfies RF-STREAM-239 RF-STREAM-245 */
void protocol_early(PhaseOp op, StreamBlock *block, FaultCause cause)
{
    static const FaultKey none = {0U, 0U, 0U};

    if ((block->early_op != op) || (block->early != cause)) {
        block->early_op = op;
        block->early = cause;
        if (cause == FAULT_CAUSE_LATE_PACKET) {
            fault_report_late(op, cause, &none, "");
        } else {
            fault_report_order(op, RINGFENCE_FAULT_STREAM_ORDER, cause);
        }
    }
}

/** @satisfies RF-STREAM-017 RF-STREAM-018 */
NvSciError protocol_window(StreamWindow window, const StreamBlock *block)
{
    NvSciError status = NvSciError_StreamNotConnected;

    if ((block->done & DONE_CONNECTED) != 0U) {
        status = look_at_window(&g_windows[window], block);
        if ((status == NvSciError_NotSupported) && stream_is(block, TYPE_SECONDARY)) {
            status = look_at_window(&g_secondary_windows[window], block);
        }
    }
    return status;
}

/* ---------------------------------------------------------------- marks */

/** What must be there for a mark beside earlier steps. */
typedef enum {
    NEED_NOTHING = 0,
    /** An element. */
    NEED_ELEMENT = 1,
    NEED_LAYOUT = 2,
    /** All packets are complete. */
    NEED_PACKETS = 3,
    /** An answer for each packet. */
    NEED_ANSWERS = 4,
    /** Each packet was accepted, and the pool was told. */
    NEED_ACCEPTED = 5,
    /** Of a late consumer: a list for what the producer signals. */
    NEED_WAITERS = 6
} MarkNeed;

/** A mark: who sets it, and what has to be done before. */
typedef struct {
    NvSciStreamSetup setup;
    uint32_t types;
    uint32_t mark;
    uint32_t after;
    MarkNeed need;
    /** Endpoints that validate CRC alone have it. */
    bool of_crc;
} MarkRow;

/* clang-format off */
/**
 * The marks.
 * @satisfies RF-STREAM-011
 */
static const MarkRow g_marks[] = {
    {NvSciStreamSetup_ElementExport,    TYPE_ENDS,              DONE_ELEMENT_EXPORT, DONE_NOTHING,                                NEED_ELEMENT,  false},
    {NvSciStreamSetup_ElementExport,    TYPE_POOL,              DONE_ELEMENT_EXPORT, DONE_ELEMENT_IMPORT,                         NEED_LAYOUT,   false},
    {NvSciStreamSetup_ElementImport,    TYPE_ENDS | TYPE_POOLS, DONE_ELEMENT_IMPORT, DONE_ELEMENTS,                               NEED_NOTHING,  false},
    {NvSciStreamSetup_PacketExport,     TYPE_POOL,              DONE_PACKET_EXPORT,  DONE_ELEMENT_EXPORT,                         NEED_PACKETS,  false},
    {NvSciStreamSetup_PacketExport,     TYPE_SECONDARY,         DONE_PACKET_EXPORT,  DONE_ELEMENT_IMPORT,                         NEED_PACKETS,  false},
    {NvSciStreamSetup_PacketImport,     TYPE_ENDS,              DONE_PACKET_IMPORT,  DONE_ELEMENT_IMPORT | DONE_PACKETS_COMPLETE, NEED_ANSWERS,  false},
    {NvSciStreamSetup_PacketImport,     TYPE_POOLS,             DONE_PACKET_IMPORT,  DONE_PACKET_EXPORT,                          NEED_ACCEPTED, false},
    {NvSciStreamSetup_WaiterAttrExport, TYPE_ENDS,              DONE_WAITER_EXPORT,  DONE_ELEMENT_IMPORT,                         NEED_WAITERS,  false},
    {NvSciStreamSetup_WaiterAttrImport, TYPE_ENDS,              DONE_WAITER_IMPORT,  DONE_ELEMENT_IMPORT | DONE_WAITER_ATTR,      NEED_NOTHING,  false},
    {NvSciStreamSetup_SignalObjExport,  TYPE_ENDS,              DONE_SIGNAL_EXPORT,  DONE_WAITER_IMPORT,                          NEED_NOTHING,  false},
    {NvSciStreamSetup_SignalObjImport,  TYPE_ENDS,              DONE_SIGNAL_IMPORT,  DONE_ELEMENT_IMPORT | DONE_SIGNAL_OBJ,       NEED_NOTHING,  false},
    {NvSciStreamSetup_CrcExport,        TYPE_CONSUMER,          DONE_CRC_EXPORT,     DONE_SIGNAL_IMPORT | DONE_PACKET_IMPORT,     NEED_NOTHING,  true},
    {NvSciStreamSetup_CrcImport,        TYPE_PRODUCER,          DONE_CRC_IMPORT,     DONE_VALIDATE,                               NEED_NOTHING,  true}
};
/* clang-format on */

#define MARK_ROWS ((uint32_t)(sizeof(g_marks) / sizeof(g_marks[0])))

/** Row of a mark of a block; MARK_ROWS: it has no such mark. `is_known`: some block has it. */
static uint32_t mark_row(const StreamBlock *block, NvSciStreamSetup setup, bool *is_known)
{
    uint32_t found = MARK_ROWS;

    *is_known = (setup == NvSciStreamSetup_Connect);
    for (uint32_t i = 0U; i < MARK_ROWS; i++) {
        if (g_marks[i].setup == setup) {
            *is_known = true;
            if (stream_is(block, g_marks[i].types) && ((!g_marks[i].of_crc) || block->crc)) {
                found = i;
            }
        }
    }
    return found;
}

/** Says whether the pool was told of all answers, and all were good; `others_owe`: it was not, and
 * some are not there. */
static NvSciError all_accepted(const StreamSegment *segment, bool *others_owe)
{
    NvSciError status = NvSciError_Success;

    *others_owe = false;
    for (uint32_t link = segment->packets; link != STREAM_NONE;
         link = g_stream_packets[stream_row(link)].next) {
        const StreamPacket *const packet = &g_stream_packets[stream_row(link)];

        if (packet->place == PACKET_OFFERED) {
            if (!packet->answers_told) {
                *others_owe = *others_owe || (!packet_answered(segment, packet));
                status = NvSciError_NotYetAvailable;
            } else if (!packet_accepted(segment, packet)) {
                status = NvSciError_InsufficientData;
            } else {
                /* Accepted. */
            }
        }
    }
    return status;
}

/** Says whether a late consumer accepted all packets: the pool is not asked any more. */
static bool late_accepts(const StreamSegment *segment, const StreamBlock *block)
{
    const uint32_t side = stream_side_number(block);
    bool accepts = true;

    for (uint32_t link = segment->packets; link != STREAM_NONE;
         link = g_stream_packets[stream_row(link)].next) {
        const StreamPacket *const packet = &g_stream_packets[stream_row(link)];

        if (((packet->answered & stream_bit(side)) != 0U) &&
            (packet->answers[side] != NvSciError_Success)) {
            accepts = false;
        }
    }
    return accepts;
}

/** Says whether a consumer that came late waits for what the producer signals. */
static bool waiters_suit(const StreamSegment *segment, const StreamBlock *block)
{
    return (block->stage != BLOCK_LATE) ||
           sync_suits_late(segment, stream_bit(block->first_consumer));
}

/** Says whether what a mark needs is there; `others_owe`: it is not, as others have not said all.
 */
static NvSciError mark_need(MarkNeed need, const StreamSegment *segment, const StreamBlock *block,
                            bool *others_owe)
{
    const StreamSide *const side = &segment->sides[stream_side_number(block)];
    bool is_there = true;
    NvSciError status = NvSciError_Success;

    switch (need) {
    case NEED_ELEMENT:
        is_there = (side->elements.count > 0U);
        break;
    case NEED_LAYOUT:
        is_there = (segment->layout.count > 0U);
        break;
    case NEED_PACKETS:
        is_there = (segment->completed >= segment->packet_limit);
        break;
    case NEED_ANSWERS:
        is_there = (side->answers >= segment->completed) &&
                   ((block->stage != BLOCK_LATE) || late_accepts(segment, block));
        break;
    case NEED_ACCEPTED:
        status = all_accepted(segment, others_owe);
        break;
    case NEED_WAITERS:
        is_there = waiters_suit(segment, block);
        break;
    default:
        is_there = true;
        break;
    }
    return is_there ? status : NvSciError_InsufficientData;
}

/** What a fault says of what a mark needs. */
static const FaultCause g_needs[(uint32_t)NEED_WAITERS + 1U] = {
    [NEED_NOTHING] = FAULT_CAUSE_NONE,         [NEED_ELEMENT] = FAULT_CAUSE_NEED_ELEMENT,
    [NEED_LAYOUT] = FAULT_CAUSE_NEED_LAYOUT,   [NEED_PACKETS] = FAULT_CAUSE_NEED_PACKETS,
    [NEED_ANSWERS] = FAULT_CAUSE_NEED_ANSWERS, [NEED_ACCEPTED] = FAULT_CAUSE_NEED_ACCEPTED,
    [NEED_WAITERS] = FAULT_CAUSE_NEED_WAITERS};

/** Looks whether what a mark needs is there, and reports it if the program has it to do: what
 * others have still to say is asked for until it is there.
 * @satisfies RF-STREAM-239 RF-STREAM-241 */
static NvSciError look_at_need(PhaseOp op, MarkNeed need, const StreamSegment *segment,
                               StreamBlock *block)
{
    bool others_owe = false;
    const NvSciError status = mark_need(need, segment, block, &others_owe);

    if ((status != NvSciError_Success) && (!others_owe)) {
        ASSERT(need != NEED_NOTHING);
        if ((need == NEED_ANSWERS) && (block->stage == BLOCK_LATE) &&
            (!late_accepts(segment, block))) {
            /* Nothing that is to come helps. */
            protocol_early(op, block, FAULT_CAUSE_LATE_PACKET);
        } else {
            protocol_early(op, block, g_needs[need]);
        }
    }
    return status;
}

/** What a block can do now for a mark of its own that is not set; FAULT_CAUSE_NONE: nothing. */
static FaultCause forgotten_step(const StreamSegment *segment, const StreamBlock *block)
{
    FaultCause cause = FAULT_CAUSE_NONE;

    for (uint32_t i = 0U; (i < MARK_ROWS) && (cause == FAULT_CAUSE_NONE); i++) {
        const MarkRow *const row = &g_marks[i];
        const bool is_its = stream_is(block, row->types) && ((!row->of_crc) || block->crc) &&
                            ((block->done & (row->mark | DONE_CONNECTED)) == DONE_CONNECTED) &&
                            ((block->done & row->after) == row->after);

        if (is_its) {
            bool others_owe = false;
            const NvSciError status = mark_need(row->need, segment, block, &others_owe);

            if (status == NvSciError_Success) {
                cause = mark_cause(row->mark);
            } else if (!others_owe) {
                cause = g_needs[row->need];
            } else {
                /* It is not this block's turn. */
            }
        }
    }
    return cause;
}

/** @satisfies RF-STREAM-260 */
void protocol_waited(const StreamSegment *segment, StreamBlock *block)
{
    if ((FAULT_OF_WAITS == 1U) &&
        ((block->done & (DONE_SETUP_COMPLETE | DONE_DISCONNECTED)) == 0U)) {
        const FaultCause cause = forgotten_step(segment, block);

        if (cause != FAULT_CAUSE_NONE) {
            protocol_early(OP_STREAM_BLOCK_EVENT_QUERY, block, cause);
        }
    }
}

/**
 * Reports that SetupComplete is missing: what the block has to do for it, or that others have.
 *
 * @satisfies RF-STREAM-260
 */
static void report_unfinished(PhaseOp op, StreamBlock *block)
{
    const StreamSegment *const segment = stream_segment_of(block);
    NvSciStreamEventType due = NvSciStreamEventType_Error;
    FaultCause cause = forgotten_step(segment, block);

    if (cause == FAULT_CAUSE_NONE) {
        cause = protocol_due(segment, block, &due) ? FAULT_CAUSE_EVENT_SETUP_COMPLETE
                                                   : FAULT_CAUSE_OTHERS_OWE;
    }
    protocol_early(op, block, cause);
}

/** @satisfies RF-STREAM-246 RF-STREAM-249 */
PORT_APART void protocol_report(PhaseOp op, StreamWindow window, StreamBlock *block,
                                NvSciError status)
{
    if (status == NvSciError_StreamNotConnected) {
        report_missing(op, block, DONE_CONNECTED);
    } else if (status == NvSciError_NotYetAvailable) {
        const WindowRow *const row = stream_is(block, g_windows[window].types)
                                         ? &g_windows[window]
                                         : &g_secondary_windows[window];

        if ((FAULT_OF_WAITS == 1U) && ((row->opens & ~block->done) == DONE_SETUP_COMPLETE)) {
            report_unfinished(op, block);
        } else {
            report_missing(op, block, row->opens & ~block->done);
        }
    } else if (status == NvSciError_NotSupported) {
        (void)stream_refuse(op, FAULT_CAUSE_OTHER_BLOCK, status);
    } else {
        (void)stream_refuse(op, FAULT_CAUSE_CLOSED, status);
    }
}

/** @satisfies RF-STREAM-011 RF-STREAM-012 RF-STREAM-246 RF-STREAM-249 */
PORT_APART NvSciError protocol_mark(StreamSegment *segment, StreamBlock *block,
                                    NvSciStreamSetup setup)
{
    const PhaseOp op = OP_STREAM_BLOCK_SETUP_STATUS_SET;
    bool is_known = false;
    const uint32_t found = mark_row(block, setup, &is_known);
    NvSciError status = NvSciError_Success;

    if (!is_known) {
        status = stream_refuse(op, FAULT_CAUSE_BAD_NUMBER, NvSciError_BadParameter);
    } else if (found >= MARK_ROWS) {
        status = stream_refuse(op, FAULT_CAUSE_OTHER_BLOCK, NvSciError_NotSupported);
    } else if ((block->done & g_marks[found].mark) != 0U) {
        status = stream_refuse(op, FAULT_CAUSE_MARKED, NvSciError_AlreadyDone);
    } else if ((block->done & g_marks[found].after) != g_marks[found].after) {
        report_missing(op, block, g_marks[found].after & ~block->done);
        status = NvSciError_NotYetAvailable;
    } else {
        status = look_at_need(op, g_marks[found].need, segment, block);
    }
    if ((status == NvSciError_Success) && (found < MARK_ROWS)) {
        block->done |= g_marks[found].mark;
        if (stream_is(block, TYPE_POOLS)) {
            segment->pool_marks |= g_marks[found].mark;
        } else {
            stream_side_of(segment, block)->marks |= g_marks[found].mark;
        }
    }
    return status;
}

/* ---------------------------------------------------------------- events */

/** Numbers that say whether an event is due. */
typedef enum {
    COUNT_NONE = 0,
    COUNT_CREATES = 1,
    COUNT_DELETES = 2,
    COUNT_STATUSES = 3,
    COUNT_READY = 4,
    COUNT_ERROR = 5,
    COUNT_CUT = 6,
    /** The segment is complete, and ready. */
    COUNT_COMPLETE = 7,
    COUNT_SETUP = 8,
    /** The producer validates CRC. */
    COUNT_CRC = 9
} EventCount;

/** When an event is due. Each of the masks names marks that all of those must have set. */
typedef struct {
    NvSciStreamEventType event;
    uint32_t types;
    /** Bit of an event that comes once; 0: it comes again. */
    uint32_t once;
    /** What the block itself must have done. */
    uint32_t after;
    uint32_t producer;
    uint32_t pool;
    uint32_t consumers;
    EventCount count;
} EventRow;

/* clang-format off */
/**
 * The events, in the order in which they are given.
 * @satisfies RF-STREAM-013
 */
static const EventRow g_events[] = {
    {NvSciStreamEventType_Connected,       TYPE_ALL,       DONE_CONNECTED,        0U,                                      0U,                  0U,                  0U,                  COUNT_COMPLETE},
    {NvSciStreamEventType_Error,           TYPE_ALL,       0U,                    0U,                                      0U,                  0U,                  0U,                  COUNT_ERROR},
    {NvSciStreamEventType_Elements,        TYPE_POOL,      DONE_ELEMENTS,         DONE_CONNECTED,                          DONE_ELEMENT_EXPORT, 0U,                  DONE_ELEMENT_EXPORT, COUNT_NONE},
    {NvSciStreamEventType_Elements,        TYPE_SECONDARY, DONE_ELEMENTS,         DONE_CONNECTED,                          0U,                  DONE_ELEMENT_EXPORT, DONE_ELEMENT_IMPORT, COUNT_NONE},
    {NvSciStreamEventType_Elements,        TYPE_ENDS,      DONE_ELEMENTS,         DONE_ELEMENT_EXPORT,                     0U,                  DONE_ELEMENT_EXPORT, 0U,                  COUNT_NONE},
    {NvSciStreamEventType_PacketCreate,    TYPE_ENDS,      0U,                    DONE_ELEMENT_IMPORT,                     0U,                  0U,                  0U,                  COUNT_CREATES},
    {NvSciStreamEventType_PacketDelete,    TYPE_ENDS,      0U,                    DONE_ELEMENT_IMPORT,                     0U,                  0U,                  0U,                  COUNT_DELETES},
    {NvSciStreamEventType_PacketsComplete, TYPE_ENDS,      DONE_PACKETS_COMPLETE, DONE_ELEMENT_IMPORT,                     0U,                  DONE_PACKET_EXPORT,  0U,                  COUNT_NONE},
    {NvSciStreamEventType_PacketStatus,    TYPE_POOL,      0U,                    DONE_ELEMENT_EXPORT,                     0U,                  0U,                  0U,                  COUNT_STATUSES},
    {NvSciStreamEventType_PacketStatus,    TYPE_SECONDARY, 0U,                    DONE_ELEMENT_IMPORT,                     0U,                  0U,                  0U,                  COUNT_STATUSES},
    {NvSciStreamEventType_WaiterAttr,      TYPE_PRODUCER,  DONE_WAITER_ATTR,      DONE_ELEMENTS,                           0U,                  0U,                  DONE_WAITER_EXPORT,  COUNT_NONE},
    {NvSciStreamEventType_WaiterAttr,      TYPE_CONSUMER,  DONE_WAITER_ATTR,      DONE_ELEMENTS,                           DONE_WAITER_EXPORT,  0U,                  0U,                  COUNT_NONE},
    {NvSciStreamEventType_SignalObj,       TYPE_PRODUCER,  DONE_SIGNAL_OBJ,       DONE_ELEMENTS,                           0U,                  0U,                  DONE_SIGNAL_EXPORT,  COUNT_NONE},
    {NvSciStreamEventType_SignalObj,       TYPE_CONSUMER,  DONE_SIGNAL_OBJ,       DONE_ELEMENTS,                           DONE_SIGNAL_EXPORT,  0U,                  0U,                  COUNT_NONE},
    {NvSciStreamEventType_Validate,        TYPE_PRODUCER,  DONE_VALIDATE,         DONE_PACKET_IMPORT | DONE_SIGNAL_IMPORT, 0U,                  0U,                  0U,                  COUNT_CRC},
    {NvSciStreamEventType_SetupComplete,   TYPE_ALL,       DONE_SETUP_COMPLETE,   DONE_CONNECTED,                          0U,                  0U,                  0U,                  COUNT_SETUP},
    {NvSciStreamEventType_PacketReady,     TYPE_ENDS,      0U,                    DONE_SETUP_COMPLETE,                     0U,                  0U,                  0U,                  COUNT_READY},
    {NvSciStreamEventType_Disconnected,    TYPE_ALL,       DONE_DISCONNECTED,     0U,                                      0U,                  0U,                  0U,                  COUNT_CUT}
};
/* clang-format on */

#define EVENT_ROWS ((uint32_t)(sizeof(g_events) / sizeof(g_events[0])))

/** What all consumers must have marked before streaming, and what the producer must have. */
#define READY_ENDS (DONE_PACKET_IMPORT | DONE_SIGNAL_EXPORT | DONE_SIGNAL_IMPORT)
#define READY_POOL (DONE_PACKET_EXPORT | DONE_PACKET_IMPORT)

bool protocol_consumers_have(const StreamSegment *segment, uint32_t marks, bool of_crc)
{
    bool have = true;

    for (uint32_t i = 0U; i < segment->consumers; i++) {
        const StreamSide *const side = &segment->sides[SIDE_CONSUMER_0 + i];

        if (side->is_present && ((!of_crc) || side->crc) && ((side->marks & marks) != marks)) {
            have = false;
        }
    }
    return have;
}

/** @satisfies RF-STREAM-014 */
bool protocol_ready(const StreamSegment *segment)
{
    const StreamSide *const producer = &segment->sides[SIDE_PRODUCER];
    const bool is_upstream = stream_is(stream_block(segment->head), TYPE_PRODUCER);
    bool is_ready = (segment->stage >= SEGMENT_COMPLETE) &&
                    ((producer->marks & READY_ENDS) == READY_ENDS) &&
                    ((segment->pool_marks & READY_POOL) == READY_POOL) &&
                    protocol_consumers_have(segment, READY_ENDS, false) &&
                    protocol_consumers_have(segment, DONE_CRC_EXPORT, true);

    if (producer->crc && ((producer->marks & DONE_CRC_IMPORT) == 0U)) {
        is_ready = false;
    }
    /* Who has the producer says it for all. */
    return is_upstream ? is_ready : segment->is_told_ready;
}

/** Packets that a block can take: those in the pool, or those in its queue. */
static uint32_t ready_count(const StreamSegment *segment, const StreamBlock *block)
{
    uint32_t count = block->queue.count;

    if (stream_is(block, TYPE_PRODUCER)) {
        count = block->cut ? 0U : segment->home.count;
    }
    return count;
}

/** Says whether payloads wait on their way to a leaf. */
static bool is_awaited(const StreamSegment *segment, const StreamBlock *block)
{
    return feature_enabled(PORT_HAS_TASKS) &&
           stream_is(block, TYPE_CONSUMER | TYPE_OF(BLOCK_IPC_SRC)) &&
           waiter_keeps_from(segment, block);
}

/** Says whether a block has packets that are still to go downstream, or to be acquired. Those of a
 * return-sync block are on their way back: a consumer may not signal for ever.
 * @satisfies RF-STREAM-156 */
static bool has_payloads(const StreamBlock *block)
{
    return (block->queue.count > 0U) && (!stream_is(block, TYPE_OF(BLOCK_RETURN_SYNC)));
}

/** Says whether a block that was cut off can be told so: nothing is left that it can take. In
 * DEINIT nothing is taken any more.
 * @satisfies RF-STREAM-077 */
static bool is_at_end(const StreamSegment *segment, const StreamBlock *block)
{
    return block->cut &&
           (((!has_payloads(block)) && (!is_awaited(segment, block)) && (!block->is_copied)) ||
            (RingfenceCurrentPhase() == RINGFENCE_PHASE_DEINIT));
}

/** Says whether the segment is as far as a row needs, and whether a number makes the event due. */
static bool count_is_due(EventCount count, const StreamSegment *segment, const StreamBlock *block)
{
    const StreamSide *const side = &segment->sides[stream_side_number(block)];
    bool due = true;

    switch (count) {
    case COUNT_COMPLETE:
        due = (segment->stage >= SEGMENT_COMPLETE) && (block->stage != BLOCK_APART);
        break;
    case COUNT_SETUP:
        due = (segment->stage >= SEGMENT_READY) && (!segment->is_lost) &&
              (block->stage != BLOCK_LATE);
        break;
    case COUNT_CRC:
        due = block->crc && protocol_consumers_have(segment, DONE_CRC_EXPORT, true) &&
              protocol_consumers_have(segment, DONE_PACKET_IMPORT | DONE_SIGNAL_IMPORT, false);
        break;
    case COUNT_CREATES:
        due = (side->creates_due > 0U);
        break;
    case COUNT_DELETES:
        due = (side->deletes_due > 0U);
        break;
    case COUNT_STATUSES:
        due = (segment->statuses_due > 0U);
        break;
    case COUNT_READY:
        due = (ready_count(segment, block) > block->ready_told);
        break;
    case COUNT_ERROR:
        due = (block->error != NvSciError_Success) && (!block->error_told);
        break;
    case COUNT_CUT:
        due = is_at_end(segment, block);
        break;
    default:
        due = true;
        break;
    }
    return due;
}

/** Says whether the event of a row is due for a block. */
static bool row_is_due(const EventRow *row, const StreamSegment *segment, const StreamBlock *block)
{
    const uint32_t producer = segment->sides[SIDE_PRODUCER].marks;
    const uint32_t done = block->done & ~block->again;
    bool due = stream_is(block, row->types) && ((done & row->once) == 0U) &&
               ((block->done & row->after) == row->after);

    due = due && ((producer & row->producer) == row->producer) &&
          ((segment->pool_marks & row->pool) == row->pool);
    if (due && (row->consumers != 0U)) {
        due = protocol_consumers_have(segment, row->consumers, false);
    }
    return due && count_is_due(row->count, segment, block);
}

/** Says whether a packet is due at an endpoint, and nothing comes before it. */
static bool is_flowing(const StreamSegment *segment, const StreamBlock *block)
{
    const uint32_t done = block->done & (DONE_SETUP_COMPLETE | DONE_DISCONNECTED);

    return (done == DONE_SETUP_COMPLETE) && (block->again == 0U) &&
           (segment->stage != SEGMENT_JOINED) &&
           (ready_count(segment, block) > block->ready_told) && stream_is(block, TYPE_ENDS) &&
           (block->error == NvSciError_Success);
}

/** @satisfies RF-STREAM-013 */
bool protocol_due(const StreamSegment *segment, const StreamBlock *block,
                  NvSciStreamEventType *event)
{
    uint32_t found = EVENT_ROWS;

    if (is_flowing(segment, block)) {
        *event = NvSciStreamEventType_PacketReady;
        found = 0U;
    }
    if ((found == EVENT_ROWS) && ((block->done & DONE_DISCONNECTED) == 0U)) {
        for (uint32_t i = 0U; (i < EVENT_ROWS) && (found == EVENT_ROWS); i++) {
            if (row_is_due(&g_events[i], segment, block)) {
                *event = g_events[i].event;
                found = i;
            }
        }
    }
    return found < EVENT_ROWS;
}

/** Bit of an event that comes once; 0: it comes again. */
static uint32_t once_of(NvSciStreamEventType event)
{
    uint32_t bit = 0U;

    for (uint32_t i = 0U; i < EVENT_ROWS; i++) {
        if (g_events[i].event == event) {
            bit = g_events[i].once;
        }
    }
    return bit;
}

/** Notes that the pool was told of the answers for a packet. */
static void status_told(StreamSegment *segment)
{
    bool is_noted = false;

    for (uint32_t link = segment->packets; (link != STREAM_NONE) && (!is_noted);
         link = g_stream_packets[stream_row(link)].next) {
        StreamPacket *const packet = &g_stream_packets[stream_row(link)];

        if ((packet->place == PACKET_OFFERED) && (!packet->answers_told) &&
            packet_answered(segment, packet)) {
            packet->answers_told = true;
            is_noted = true;
        }
    }
    ASSERT(is_noted);
    segment->statuses_due--;
}

void protocol_told(StreamSegment *segment, StreamBlock *block, NvSciStreamEventType event)
{
    StreamSide *const side = &segment->sides[stream_side_number(block)];

    switch (event) {
    case NvSciStreamEventType_PacketReady:
        block->ready_told++;
        break;
    case NvSciStreamEventType_PacketCreate:
        side->creates_due--;
        side->creates_told++;
        break;
    case NvSciStreamEventType_PacketDelete:
        side->deletes_due--;
        side->deletes_told++;
        break;
    case NvSciStreamEventType_PacketStatus:
        status_told(segment);
        break;
    case NvSciStreamEventType_Error:
        block->error_told = true;
        break;
    default:
        block->done |= once_of(event);
        block->again &= ~once_of(event);
        break;
    }
}

/* ---------------------------------------------------------------- packets */

/* clang-format off */
/**
 * Where a packet goes with a step; PACKET_PLACES: it has no such step.
 * @satisfies RF-STREAM-015
 */
static const PacketPlace g_steps[PACKET_PLACES][PACKET_STEPS] = {
    /* create, complete, admit, get, present, return, delete, forget */
    [PACKET_FREE] =     {PACKET_BUILT,  PACKET_PLACES,  PACKET_PLACES, PACKET_PLACES,   PACKET_PLACES, PACKET_PLACES, PACKET_PLACES,  PACKET_PLACES},
    [PACKET_BUILT] =    {PACKET_PLACES, PACKET_OFFERED, PACKET_PLACES, PACKET_PLACES,   PACKET_PLACES, PACKET_PLACES, PACKET_DELETED, PACKET_PLACES},
    [PACKET_OFFERED] =  {PACKET_PLACES, PACKET_PLACES,  PACKET_HOME,   PACKET_PLACES,   PACKET_PLACES, PACKET_PLACES, PACKET_DELETED, PACKET_PLACES},
    [PACKET_HOME] =     {PACKET_PLACES, PACKET_PLACES,  PACKET_PLACES, PACKET_PRODUCED, PACKET_PLACES, PACKET_PLACES, PACKET_DELETED, PACKET_PLACES},
    [PACKET_PRODUCED] = {PACKET_PLACES, PACKET_PLACES,  PACKET_PLACES, PACKET_PLACES,   PACKET_OUT,    PACKET_PLACES, PACKET_PLACES,  PACKET_PLACES},
    [PACKET_OUT] =      {PACKET_PLACES, PACKET_PLACES,  PACKET_PLACES, PACKET_PLACES,   PACKET_PLACES, PACKET_HOME,   PACKET_PLACES,  PACKET_PLACES},
    [PACKET_DELETED] =  {PACKET_PLACES, PACKET_PLACES,  PACKET_PLACES, PACKET_PLACES,   PACKET_PLACES, PACKET_PLACES, PACKET_PLACES,  PACKET_FREE}
};
/* clang-format on */

bool protocol_step(StreamPacket *packet, PacketStep step)
{
    const PacketPlace next = g_steps[packet->place][step];
    const bool is_legal = (next != PACKET_PLACES);

    if (is_legal) {
        packet->place = next;
    }
    return is_legal;
}
