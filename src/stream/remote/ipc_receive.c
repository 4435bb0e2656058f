/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc_receive.c
 * What an IPC block does with a message: it becomes part of the records of its segment.
 *
 * Nothing that a peer says is believed: what cannot be true is StreamInternalError, and the end of
 * the channel.
 */
#include "core/assert.h"
#include "core/bytes.h"
#include "core/fault.h"
#include "share/share.h"
#include "stream/chip/chip.h"
#include "stream/element.h"
#include "stream/info.h"
#include "stream/packet.h"
#include "stream/protocol.h"
#include "stream/sync.h"
#include "stream/tree/payload.h"
#include "stream/tree/tree.h"

/** What cannot be true. */
#define UNTRUE NvSciError_StreamInternalError

/** Where a message came. */
typedef struct {
    StreamIpc *row;
    StreamSegment *segment;
    StreamBlock *block;
} Receiver;

/** All elements of the packets: bits. */
static uint32_t all_elements(const StreamSegment *segment)
{
    return (uint32_t)(stream_bit(segment->layout.count) - 1U);
}

/** Endpoint of the other end by its number there. False: there is no such one. */
static bool side_of(Receiver to, uint32_t number, uint32_t *side)
{
    const uint32_t count = to.row->is_source ? to.row->consumers : 1U;

    *side =
        to.row->is_source ? (SIDE_CONSUMER_0 + to.block->first_consumer + number) : SIDE_PRODUCER;
    return number < count;
}

/* ---------------------------------------------------------------- the beginning */

static NvSciError take_hello(Receiver to, LinkCursor *cursor)
{
    const uint32_t end = link_get_hello(cursor).end;
    NvSciError status = UNTRUE;

    if (end == ipc_hello(!to.row->is_source, to.row->is_chip)) {
        to.row->progress |= LINK_HELLO;
        to.row->is_dirty = true;
        status = ipc_know_process(to.row);
    } else {
        ipc_refuse_at(IPC_OP, FAULT_CAUSE_SAME_ENDS, to.row->endpoint);
    }
    return status;
}

static NvSciError take_info(Receiver to, LinkCursor *cursor)
{
    const LinkInfo said = link_get_info(cursor);
    NvSciError status = UNTRUE;

    if (said.number < (to.row->is_source ? RINGFENCE_CFG_STREAM_CONSUMERS : 1U)) {
        status = info_add(OP_STREAM_BLOCK_USER_INFO_SET, to.block, said.number, said.type,
                          said.size, said.bytes);
    }
    return status;
}

/** All paths downstream end.
 * @satisfies RF-STREAM-200 */
static NvSciError take_complete(Receiver to, LinkCursor *cursor)
{
    const LinkComplete said = link_get_complete(cursor);
    /* A peer may have a larger limit. */
    NvSciError status = (said.consumers > 0U) ? tree_admit(IPC_OP, said.consumers) : UNTRUE;

    if (status == NvSciError_Success) {
        to.row->progress |= LINK_COMPLETE;
        to.row->consumers = said.consumers;
        to.row->crc = said.crc;
        to.row->present = said.present;
        if (to.segment->stage >= SEGMENT_COMPLETE) {
            status = late_go_on(to.segment);
            if (status == NvSciError_InsufficientResource) {
                to.row->why = REASON_NUMBERS;
            }
        } else if (!stream_is_loose(to.segment)) {
            status = tree_complete(IPC_OP, to.segment);
        } else {
            /* It is connected later. */
        }
    }
    return status;
}

/** All paths of the stream end. */
static NvSciError take_connected(Receiver to, LinkCursor *cursor)
{
    const LinkConnected said = link_get_connected(cursor);
    NvSciError status = tree_admit(IPC_OP, said.total);

    if (status != NvSciError_Success) {
        /* Upstream the limit is larger. */
    } else if ((said.base > said.total) || (to.segment->consumers > (said.total - said.base)) ||
               (said.crc > 1U)) {
        status = UNTRUE;
    } else {
        to.row->progress |= LINK_CONNECTED;
        to.segment->base = said.base;
        to.segment->total = said.total;
        to.segment->sides[SIDE_PRODUCER].crc = (said.crc == 1U);
        to.segment->is_told_complete = true;
        status = tree_complete(IPC_OP, to.segment);
    }
    return status;
}

/* ---------------------------------------------------------------- elements */

/** Adds a list that came to elements, which get a copy; NULL: there is none. A peer may have larger
 * limits.
 * @satisfies RF-STREAM-214 */
static NvSciError add_element(StreamElements *elements, uint32_t type, NvSciBufAttrList list)
{
    const NvSciError status = (list != NULL) ? element_add(IPC_OP, elements, type, list)
                                             : element_add_bare(IPC_OP, elements, type);

    NvSciBufAttrListFree(list);
    return status;
}

/** Notes that a list has come through as many channels as one may, if that is so. There was a fault
 * of it. */
static void note_hops(Receiver to, NvSciError status)
{
    if (status == NvSciError_Overflow) {
        to.row->why = REASON_HOPS;
        to.row->what.key = 0U;
        to.row->what.asked = (uint64_t)RINGFENCE_CFG_HOPS + 1U;
        to.row->what.has = RINGFENCE_CFG_HOPS;
    }
}

/** An element of a consumer. */
static NvSciError take_element(Receiver to, LinkCursor *cursor)
{
    const LinkElement said = link_get_element(cursor);
    uint32_t side = 0U;
    NvSciError status = UNTRUE;

    if (side_of(to, said.number, &side) &&
        ((to.segment->sides[side].marks & DONE_ELEMENT_EXPORT) == 0U)) {
        NvSciBufAttrList list = NULL;

        status = NvSciBufAttrListIpcImportUnreconciled(to.row->buf, to.row->endpoint, said.bytes,
                                                       said.size, &list);
        note_hops(to, status);
        if ((status == NvSciError_Success) && to.row->is_chip) {
            status = chip_add_needs(to.row, &list);
        }
        if (status == NvSciError_Success) {
            status = add_element(&to.segment->sides[side].elements, said.type, list);
        }
    }
    return status;
}

/** Reads the list of an element of the packets; NULL: there is none. */
static NvSciError import_layout(Receiver to, uint32_t form, const uint8_t *bytes, uint32_t size,
                                NvSciBufAttrList *list)
{
    NvSciError status = UNTRUE;

    if (form == FORM_NONE) {
        *list = NULL;
        status = NvSciError_Success;
    } else if (form == FORM_RECONCILED) {
        status = NvSciBufAttrListIpcImportReconciled(to.row->buf, to.row->endpoint, bytes, size,
                                                     NULL, 0U, list);
    } else if (form == FORM_UNRECONCILED) {
        status =
            NvSciBufAttrListIpcImportUnreconciled(to.row->buf, to.row->endpoint, bytes, size, list);
    } else {
        /* There is no such form. */
    }
    return status;
}

/** Notes who sees an element, and who was given no list of it, so does not use it. */
static void note_element(Receiver to, uint32_t element, uint64_t hidden, bool has_list)
{
    for (uint32_t i = 0U; i < to.segment->consumers; i++) {
        StreamSide *const side = &to.segment->sides[SIDE_CONSUMER_0 + i];

        if ((hidden & stream_bit(i)) != 0U) {
            side->hidden |= 1U << element;
        }
        if (!has_list) {
            side->unused |= 1U << element;
        }
    }
}

/** An element of the packets. */
static NvSciError take_layout(Receiver to, LinkCursor *cursor)
{
    StreamSegment *const segment = to.segment;
    const LinkLayout said = link_get_layout(cursor);
    NvSciError status = UNTRUE;

    if ((said.element == segment->layout.count) &&
        ((segment->pool_marks & DONE_ELEMENT_EXPORT) == 0U)) {
        NvSciBufAttrList list = NULL;

        status = import_layout(to, said.form, said.bytes, said.size, &list);
        if (status == NvSciError_Success) {
            status = add_element(&segment->layout, said.type, list);
        }
        if (status == NvSciError_Success) {
            note_element(to, said.element, said.hidden, list != NULL);
        }
    }
    return status;
}

/* ---------------------------------------------------------------- packets */

/** Finds a packet by its number on the channel. */
static NvSciError find_known(Receiver to, uint32_t number, IpcPacketState state, uint32_t *packet)
{
    NvSciError status = UNTRUE;

    if ((number < RINGFENCE_CFG_STREAM_PACKETS) && (to.row->packets[number].state == state)) {
        *packet = stream_row(to.row->packets[number].local);
        status = NvSciError_Success;
    }
    return status;
}

/** Finds a packet that is being built; the first message about it makes it. */
static NvSciError find_built(Receiver to, uint32_t number, uint32_t *packet)
{
    NvSciError status = UNTRUE;

    if (((to.segment->pool_marks & DONE_PACKET_EXPORT) != 0U) || (to.segment->layout.count == 0U)) {
        /* It comes too late, or too early. */
    } else if (number >= RINGFENCE_CFG_STREAM_PACKETS) {
        /* A peer may have larger limits. */
        fault_report_limit(IPC_OP, FAULT_LIMIT_STREAM_PACKETS, (uint64_t)number + 1U,
                           RINGFENCE_CFG_STREAM_PACKETS);
        status = NvSciError_InsufficientMemory;
    } else {
        IpcPacket *const known = &to.row->packets[number];

        if (known->state == IPC_PACKET_UNKNOWN) {
            const NvSciStreamCookie cookie = (NvSciStreamCookie)number + 1U;

            status = packet_take(OP_STREAM_POOL_PACKET_CREATE, to.segment, cookie, packet);
            if (status == NvSciError_Success) {
                known->state = IPC_PACKET_BUILT;
                known->local = stream_link(*packet);
                known->answers = 0U;
                to.row->numbers[*packet] = number;
            }
        } else {
            status = find_known(to, number, IPC_PACKET_BUILT, packet);
        }
    }
    return status;
}

/** Reads a buffer of an element, which has what the list of the element says. */
static NvSciError import_packet_buffer(Receiver to, uint32_t element, const uint8_t *bytes,
                                       uint32_t size, NvSciBufObj *buffer)
{
    const NvSciBufAttrList said = to.segment->layout.rows[element].list;
    NvSciBufObj made = NULL;
    NvSciError status = UNTRUE;

    if (said != NULL) {
        status = NvSciBufIpcImportAttrListAndObj(to.row->buf, to.row->endpoint, bytes, size, NULL,
                                                 0U, NvSciBufAccessPerm_Auto, 0, &made);
    }
    if (status == NvSciError_Success) {
        status = layout_check(said, made);
        if (status == NvSciError_Success) {
            *buffer = made;
        } else {
            NvSciBufObjFree(made);
        }
    }
    return status;
}

/** A buffer of a packet. */
static NvSciError take_buffer(Receiver to, LinkCursor *cursor)
{
    const LinkBuffer said = link_get_buffer(cursor);
    const uint32_t element = said.element;
    uint32_t packet = 0U;
    NvSciError status = find_built(to, said.packet, &packet);

    if (status == NvSciError_Success) {
        StreamPacket *const row = &g_stream_packets[packet];

        if ((element >= to.segment->layout.count) || (((row->inserted >> element) & 1U) == 1U)) {
            status = UNTRUE;
        } else {
            status =
                import_packet_buffer(to, element, said.bytes, said.size, &row->buffers[element]);
        }
        if (status == NvSciError_Success) {
            row->inserted |= 1U << element;
        }
    }
    return status;
}

/** Says whether a packet has a buffer for each element that a consumer here uses. */
static bool has_all_buffers(const StreamSegment *segment, uint32_t packet)
{
    const uint32_t used = element_used(segment, SIDE_CONSUMER_0, segment->consumers);

    return (used & ~g_stream_packets[packet].inserted) == 0U;
}

/** All buffers of a packet have come.
 * @satisfies RF-STREAM-216 */
static NvSciError take_packet_offer(Receiver to, LinkCursor *cursor)
{
    const LinkOffer said = link_get_offer(cursor);
    uint32_t packet = 0U;
    NvSciError status = find_built(to, said.packet, &packet);

    if ((status == NvSciError_Success) && (!has_all_buffers(to.segment, packet))) {
        status = UNTRUE;
    }
    if (status == NvSciError_Success) {
        to.row->packets[said.packet].state = IPC_PACKET_KNOWN;
        to.row->packets[said.packet].generation = said.generation;
        packet_offer(to.segment, &g_stream_packets[packet]);
    }
    return status;
}

/** Says whether a consumer is of a late group that is set up. */
static bool comes_late(Receiver to, uint32_t side)
{
    return (to.segment->stage == SEGMENT_JOINED) &&
           ((to.segment->fresh & stream_bit(side - SIDE_CONSUMER_0)) != 0U);
}

/** Notes a consumer's answer. Who comes late does not come without all packets: the pool is not
 * asked any more.
 * @satisfies RF-STREAM-123 */
static NvSciError take_answer(Receiver to, StreamPacket *packet, uint32_t side, NvSciError answer)
{
    NvSciError status = NvSciError_Success;

    if ((to.block->stage == BLOCK_LATE) && (answer != NvSciError_Success)) {
        to.row->why = REASON_PACKET;
        stream_fail(to.block, answer);
        status = UNTRUE;
    } else {
        packet_answer(to.segment, packet, side, answer);
    }
    return status;
}

_Static_assert(sizeof(NvSciError) == sizeof(uint32_t), "an answer is a number of 32 bits");

/** Finds the packet that an answer is for. NoStreamPacket: it was deleted meanwhile, and its number
 * may be another one's.
 * @satisfies RF-STREAM-158 */
static NvSciError find_answered(Receiver to, uint32_t number, uint32_t generation, uint32_t *packet)
{
    NvSciError status = UNTRUE;

    if (number < RINGFENCE_CFG_STREAM_PACKETS) {
        const IpcPacket *const known = &to.row->packets[number];

        if (generation < known->generation) {
            status = NvSciError_NoStreamPacket;
        } else if (generation > known->generation) {
            /* There was no such one. */
        } else if (known->state == IPC_PACKET_GONE) {
            status = NvSciError_NoStreamPacket;
        } else {
            status = find_known(to, number, IPC_PACKET_KNOWN, packet);
        }
    }
    return status;
}

/** A consumer's answer for a packet. */
static NvSciError take_status(Receiver to, LinkCursor *cursor)
{
    const LinkStatus said = link_get_status(cursor);
    uint32_t side = 0U;
    uint32_t packet = 0U;
    NvSciError status = UNTRUE;

    if (side_of(to, said.number, &side)) {
        status = find_answered(to, said.packet, said.generation, &packet);
    }
    if (status == NvSciError_Success) {
        StreamPacket *const row = &g_stream_packets[packet];

        if (((row->place == PACKET_OFFERED) || comes_late(to, side)) &&
            ((row->answered & stream_bit(side)) == 0U)) {
            NvSciError given = NvSciError_Success;

            bytes_copy(&given, &said.answer, sizeof(given));
            status = take_answer(to, row, side, given);
        } else {
            status = UNTRUE;
        }
    }
    return (status == NvSciError_NoStreamPacket) ? NvSciError_Success : status;
}

/** A packet was deleted. */
static NvSciError take_delete(Receiver to, LinkCursor *cursor)
{
    const uint32_t number = link_get_delete(cursor).packet;
    uint32_t packet = 0U;
    NvSciError status = find_known(to, number, IPC_PACKET_KNOWN, &packet);

    if (status != NvSciError_Success) {
        status = find_known(to, number, IPC_PACKET_BUILT, &packet);
    }
    if (status == NvSciError_Success) {
        StreamPacket *const row = &g_stream_packets[packet];

        if (row->is_doomed) {
            status = UNTRUE;
        } else {
            to.row->packets[number].state = IPC_PACKET_UNKNOWN;
            row->is_doomed = true;
            packet_delete(to.segment, packet);
            stream_changed(to.segment);
        }
    }
    return status;
}

/* ---------------------------------------------------------------- sync objects */

/** What those on the other side who wait for an element need. */
static NvSciError take_waiter(Receiver to, LinkCursor *cursor)
{
    const LinkWaiter said = link_get_waiter(cursor);
    const uint32_t element = said.element;
    uint32_t side = 0U;
    NvSciError status = UNTRUE;

    if (side_of(to, said.number, &side) && (element < to.segment->layout.count)) {
        StreamSide *const from = &to.segment->sides[side];

        if ((from->waiters[element] == NULL) && ((from->marks & DONE_WAITER_EXPORT) == 0U)) {
            status = NvSciSyncAttrListIpcImportUnreconciled(
                to.row->sync, to.row->endpoint, said.bytes, said.size, &from->waiters[element]);
            note_hops(to, status);
        }
    }
    return status;
}

/** Reads an object that is signalled for an element: one that suits all who wait for it here.
 * @satisfies RF-STREAM-223 */
static NvSciError import_signal(Receiver to, uint32_t element, const uint8_t *bytes, uint32_t size,
                                NvSciSyncObj *object)
{
    NvSciSyncAttrList needs = NULL;
    NvSciError status =
        sync_gather(to.segment, to.block, to.row->is_source ? 0U : SYNC_OF_ALL, element, &needs);

    if (status == NvSciError_Success) {
        status = (needs == NULL)
                     ? UNTRUE
                     : NvSciSyncIpcImportAttrListAndObj(to.row->sync, to.row->endpoint, bytes, size,
                                                        &needs, 1U, NvSciSyncAccessPerm_WaitOnly, 0,
                                                        object);
    }
    NvSciSyncAttrListFree(needs);
    return status;
}

/** An object that an endpoint signals. */
static NvSciError take_signal(Receiver to, LinkCursor *cursor)
{
    const LinkSignal said = link_get_signal(cursor);
    const uint32_t element = said.element;
    uint32_t side = 0U;
    NvSciError status = UNTRUE;

    if (side_of(to, said.number, &side) && (element < to.segment->layout.count)) {
        StreamSide *const from = &to.segment->sides[side];

        if ((from->signals[element] == NULL) && ((from->marks & DONE_SIGNAL_EXPORT) == 0U)) {
            status = import_signal(to, element, said.bytes, said.size, &from->signals[element]);
        }
    }
    return status;
}

/* ---------------------------------------------------------------- marks */

/* Marks that a producer, a consumer and a pool can have. */
#define MARKS_BOTH                                                                                 \
    (DONE_ELEMENT_EXPORT | DONE_ELEMENT_IMPORT | DONE_PACKET_IMPORT | DONE_WAITER_EXPORT |         \
     DONE_WAITER_IMPORT | DONE_SIGNAL_EXPORT | DONE_SIGNAL_IMPORT)
#define MARKS_PRODUCER (MARKS_BOTH | DONE_CRC_IMPORT)
#define MARKS_CONSUMER (MARKS_BOTH | DONE_CRC_EXPORT)

/** Says whether marks can follow those that were there. */
static bool marks_follow(uint32_t before, uint32_t marks, uint32_t all)
{
    return ((marks & ~all) == 0U) && ((marks & before) == before);
}

/** Says whether what marks speak of has come. */
static bool marks_are_true(Receiver to, const StreamSide *side, uint32_t marks, uint32_t pool)
{
    const StreamSegment *const segment = to.segment;
    bool are_true = ((pool & DONE_ELEMENT_EXPORT) == 0U) || (segment->layout.count > 0U);

    if (to.row->is_source) {
        are_true =
            are_true && (((marks & DONE_ELEMENT_EXPORT) == 0U) || (side->elements.count > 0U));
        /* Across a memory boundary it speaks of other packets. */
        are_true = are_true && (((marks & DONE_PACKET_IMPORT) == 0U) || to.row->is_chip ||
                                (side->answers >= segment->completed));
    }
    return are_true;
}

/** Notes marks of the pool, which come with those of the producer. */
static void note_pool_marks(StreamSegment *segment, uint32_t pool)
{
    const bool is_new = ((pool & ~segment->pool_marks) & DONE_ELEMENT_EXPORT) != 0U;

    segment->pool_marks |= pool;
    if (is_new) {
        element_number(segment);
    }
}

/** Says whether late consumers behind a source, when all have said what they need to wait, can get
 * what the producer signals: else the channel ends, with the error that such a mark gives here. */
static NvSciError check_late(Receiver to)
{
    const uint64_t all = (stream_bit(to.block->consumers) - 1U) << to.block->first_consumer;
    const uint64_t numbers = to.segment->fresh & all;
    bool have_said = (to.block->stage == BLOCK_LATE) && to.row->is_source;
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; i < to.segment->consumers; i++) {
        const StreamSide *const side = &to.segment->sides[SIDE_CONSUMER_0 + i];

        have_said = have_said && (((numbers & stream_bit(i)) == 0U) || (!side->is_present) ||
                                  ((side->marks & DONE_WAITER_EXPORT) != 0U));
    }
    if (have_said && (!sync_suits_late(to.segment, numbers))) {
        to.row->why = REASON_WAITERS;
        stream_fail(to.block, NvSciError_InsufficientData);
        status = UNTRUE;
    }
    return status;
}

static NvSciError take_marks(Receiver to, LinkCursor *cursor)
{
    StreamSegment *const segment = to.segment;
    const LinkMarks said = link_get_marks(cursor);
    const uint32_t own = to.row->is_source ? MARKS_CONSUMER : MARKS_PRODUCER;
    const uint32_t of_pool = to.row->is_source ? 0U : ipc_pool_marks(to.row);
    const uint32_t before = segment->pool_marks & of_pool;
    uint32_t side = 0U;
    NvSciError status = UNTRUE;

    if (side_of(to, said.number, &side)) {
        StreamSide *const from = &segment->sides[side];

        if (marks_follow(from->marks | chip_held_marks(to.row, said.number), said.marks, own) &&
            marks_follow(before, said.pool, of_pool) &&
            ((said.unused & ~all_elements(segment)) == 0U) &&
            marks_are_true(to, from, said.marks, said.pool)) {
            from->marks |= chip_take_marks(to.row, said.number, said.marks);
            from->unused = said.unused;
            if (!to.row->is_source) {
                note_pool_marks(segment, said.pool);
            }
            status = check_late(to);
            stream_changed(segment);
        }
    }
    return status;
}

/** Setup is complete. */
static NvSciError take_stream_ready(Receiver to)
{
    const uint32_t own = (DONE_PACKET_EXPORT | DONE_PACKET_IMPORT) & ~ipc_pool_marks(to.row);

    /* Who has a pool here has said so before. */
    if ((to.segment->pool_marks & own) == own) {
        to.row->progress |= ipc_is_ready(to.row);
        to.row->round = 0U;
        to.segment->is_told_ready = true;
        stream_changed(to.segment);
    }
    return (to.segment->stage >= SEGMENT_READY) ? NvSciError_Success : UNTRUE;
}

/* ---------------------------------------------------------------- payloads */

/** Reads a fence of an endpoint for an element of a packet. */
static NvSciError take_fence(const StreamSide *from, LinkCursor *cursor, StreamPacket *packet,
                             uint32_t side, uint32_t element)
{
    const NvSciSyncObj object = from->signals[element];
    ShareFence packed = {{0U, 0U, 0U, 0U, 0U}};
    NvSciError status = UNTRUE;

    for (uint32_t i = 0U; i < SHARE_FENCE_WORDS; i++) {
        packed.words[i] = link_get64(cursor);
    }
    if ((!cursor->failed) && (object != NULL)) {
        status = share_unpack_fence(IPC_OP, object, &packed, &packet->fences[side].fences[element]);
    }
    if (status == NvSciError_Success) {
        payload_fence(packet, side, element);
    }
    return status;
}

/** Reads the fences of an endpoint for a packet, in place of those of the last time. */
static NvSciError take_fences(Receiver to, LinkCursor *cursor, StreamPacket *packet, uint32_t side)
{
    uint32_t left = link_get32(cursor);
    uint32_t e = 0U;
    NvSciError status = ((left & ~all_elements(to.segment)) == 0U) ? NvSciError_Success : UNTRUE;

    payload_clear(packet, side);
    while ((left != 0U) && (status == NvSciError_Success)) {
        if ((left & 1U) == 1U) {
            status = take_fence(&to.segment->sides[side], cursor, packet, side, e);
        }
        left >>= 1U;
        e++;
    }
    return status;
}

/** A payload from upstream. */
static NvSciError take_payload(Receiver to, LinkCursor *cursor)
{
    const uint32_t number = link_get_payload(cursor).packet;
    uint32_t packet = 0U;
    NvSciError status = find_known(to, number, IPC_PACKET_KNOWN, &packet);

    if (status == NvSciError_Success) {
        StreamPacket *const row = &g_stream_packets[packet];

        /* One that waits to go back is at home too, and is not known to be so upstream. */
        if ((row->place == PACKET_HOME) && (!row->is_doomed)) {
            status = take_fences(to, cursor, row, SIDE_PRODUCER);
        } else {
            status = UNTRUE;
        }
        if ((status == NvSciError_Success) && (link_left(cursor) == 0U) && (!cursor->failed)) {
            to.row->packets[number].state = IPC_PACKET_HERE;
            (void)ASSERT_CHECK(protocol_step(row, STEP_GET));
            payload_present(to.segment, packet, to.block->down);
        } else {
            status = (status == NvSciError_Success) ? UNTRUE : status;
        }
    }
    return status;
}

/** A packet comes back from downstream. */
static NvSciError take_return(Receiver to, LinkCursor *cursor)
{
    const StreamBlock *const block = to.block;
    const uint32_t number = link_get_return(cursor).packet;
    uint32_t packet = 0U;
    NvSciError status = find_known(to, number, IPC_PACKET_KNOWN, &packet);

    if (status == NvSciError_Success) {
        StreamPacket *const row = &g_stream_packets[packet];

        if ((row->held & block->leaves) == 0U) {
            status = UNTRUE;
        }
        for (uint32_t i = 0U; (i < to.row->consumers) && (status == NvSciError_Success); i++) {
            status = take_fences(to, cursor, row, SIDE_CONSUMER_0 + block->first_consumer + i);
        }
        if ((status == NvSciError_Success) && (link_left(cursor) == 0U) && (!cursor->failed)) {
            payload_release(to.segment, packet, block);
        } else {
            status = (status == NvSciError_Success) ? UNTRUE : status;
        }
    }
    return status;
}

/** Consumers here came late, and are refused, or the stream ends before it is set up: the block
 * tells of the error, the fault report of why, and the end follows. It is said once; a source
 * refuses late consumers, and is not refused.
 * @satisfies RF-STREAM-235 RF-STREAM-245 RF-STREAM-250 */
static NvSciError take_reason(Receiver to, LinkCursor *cursor)
{
    const LinkReason said = link_get_reason(cursor);
    const FaultKey what = {said.key, said.asked, said.has};
    bool is_true = (!to.row->was_told) && (said.error != (uint32_t)NvSciError_Success) &&
                   ((!to.row->is_source) || (said.why == REASON_HOPS));
    NvSciError given = NvSciError_Success;

    if (is_true) {
        is_true = ipc_late_report(said.why, &what);
    }
    if (is_true) {
        bytes_copy(&given, &said.error, sizeof(given));
        to.row->was_told = true;
        to.row->reason_sent = true;
        to.row->reason = given;
        to.row->why = said.why;
        to.row->what = what;
        stream_fail(to.block, given);
        ipc_pass_reason(to.row, to.segment);
    }
    return is_true ? NvSciError_Success : UNTRUE;
}

/** Nothing follows. */
static NvSciError take_last(Receiver to)
{
    to.row->is_over = true;
    tree_lose(to.segment, to.block);
    return NvSciError_Success;
}

/* ---------------------------------------------------------------- kinds */

/** Takes a message. */
static NvSciError take_kind(Receiver to, uint32_t kind, LinkCursor *cursor)
{
    NvSciError status = UNTRUE;

    switch (kind) {
    case MSG_HELLO:
        status = take_hello(to, cursor);
        break;
    case MSG_COMPLETE:
        status = take_complete(to, cursor);
        break;
    case MSG_CONNECTED:
        status = take_connected(to, cursor);
        break;
    case MSG_INFO:
        status = take_info(to, cursor);
        break;
    case MSG_ELEMENT:
        status = take_element(to, cursor);
        break;
    case MSG_LAYOUT:
        status = take_layout(to, cursor);
        break;
    case MSG_BUFFER:
        status = take_buffer(to, cursor);
        break;
    case MSG_OFFER:
        status = take_packet_offer(to, cursor);
        break;
    case MSG_DELETE:
        status = take_delete(to, cursor);
        break;
    case MSG_STATUS:
        status = take_status(to, cursor);
        break;
    case MSG_WAITER:
        status = take_waiter(to, cursor);
        break;
    case MSG_SIGNAL:
        status = take_signal(to, cursor);
        break;
    case MSG_MARKS:
        status = take_marks(to, cursor);
        break;
    case MSG_READY:
        status = take_stream_ready(to);
        break;
    case MSG_PAYLOAD:
        status = take_payload(to, cursor);
        break;
    case MSG_RETURN:
        status = take_return(to, cursor);
        break;
    case MSG_JOIN:
        status = ipc_join_take(to.row, to.segment, to.block, cursor);
        break;
    case MSG_PART:
        status = ipc_part_take(to.row, to.segment, to.block, cursor);
        break;
    case MSG_REASON:
        status = take_reason(to, cursor);
        break;
    case MSG_END:
        status = take_last(to);
        break;
    default:
        /* Those across a memory boundary. */
        status = chip_take(to.row, to.segment, to.block, kind, cursor);
        break;
    }
    return status;
}

/** What an end is to messages. */
static uint32_t end_of(const StreamIpc *row)
{
    const uint32_t source = row->is_chip ? TO_CHIP_SOURCE : TO_SOURCE;
    const uint32_t destination = row->is_chip ? TO_CHIP_DESTINATION : TO_DESTINATION;

    return row->is_source ? source : destination;
}

/** @satisfies RF-STREAM-242 RF-STREAM-254 */
void ipc_report_stray(const StreamIpc *row)
{
    if ((row->progress & LINK_HELLO) == 0U) {
        FaultCause cause = FAULT_CAUSE_UNREAD;

        if (link_is_other_version(&row->in)) {
            cause = FAULT_CAUSE_OTHER_VERSION;
        }
        ipc_refuse_at(IPC_OP, cause, row->endpoint);
    }
}

/** @satisfies RF-STREAM-081 RF-STREAM-086 */
NvSciError ipc_take_message(StreamIpc *row, StreamSegment *segment, StreamBlock *block)
{
    const Receiver to = {row, segment, block};
    uint32_t kind = 0U;
    LinkCursor cursor = link_open(&row->in, &kind);
    NvSciError status = UNTRUE;

    if ((kind == (uint32_t)MSG_INFO) && (link_left(&cursor) > MSG_INFO_MAX)) {
        /* A peer may have larger limits. */
        fault_report_limit(IPC_OP, FAULT_LIMIT_STREAM_INFO_BYTES,
                           (uint64_t)link_left(&cursor) - MSG_INFO_HEAD,
                           RINGFENCE_CFG_STREAM_INFO_BYTES);
        status = NvSciError_InsufficientMemory;
    } else if (link_is_legal(kind, link_left(&cursor), end_of(row), row->progress)) {
        status = take_kind(to, kind, &cursor);
        if ((status == NvSciError_Success) && cursor.failed) {
            status = UNTRUE;
        }
    } else {
        /* It cannot come now. */
        ipc_report_stray(row);
    }
    return status;
}
