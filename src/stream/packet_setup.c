/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file packet_setup.c
 * Packets: making them in the pool, offering them to the endpoints, deleting them.
 */
#include <string.h>

#include "core/assert.h"
#include "core/handle.h"
#include "core/pool.h"
#include "stream/block.h"
#include "stream/element.h"
#include "stream/packet.h"
#include "stream/protocol.h"
#include "stream/remote.h"
#include "stream/tree/queue.h"

/** Handle of a packet. */
static NvSciStreamPacket handle_of(uint32_t packet)
{
    return handle_bits(ringfence_pool_handle(RINGFENCE_POOL_STREAM_PACKET, packet));
}

/* ---------------------------------------------------------------- the pool's calls */

/** Says whether a cookie is that of a packet of the pool. */
static bool has_cookie(const StreamSegment *segment, NvSciStreamCookie cookie)
{
    bool has = false;

    for (uint32_t link = segment->packets; link != STREAM_NONE;
         link = g_stream_packets[stream_row(link)].next) {
        const StreamPacket *const packet = &g_stream_packets[stream_row(link)];

        has = has || ((packet->place != PACKET_DELETED) && (packet->cookie == cookie));
    }
    return has;
}

/** Packets that are there and not deleted. */
static uint32_t count_live(const StreamSegment *segment)
{
    uint32_t count = 0U;

    for (uint32_t link = segment->packets; link != STREAM_NONE;
         link = g_stream_packets[stream_row(link)].next) {
        count += (g_stream_packets[stream_row(link)].place != PACKET_DELETED) ? 1U : 0U;
    }
    return count;
}

/** Says whether a packet that is not deleted has a number. */
static bool has_number(const StreamSegment *segment, uint32_t number)
{
    bool has = false;

    for (uint32_t link = segment->packets; (link != STREAM_NONE) && (!has);
         link = g_stream_packets[stream_row(link)].next) {
        const StreamPacket *const packet = &g_stream_packets[stream_row(link)];

        has = (packet->place != PACKET_DELETED) && (packet->number == number);
    }
    return has;
}

/** Lowest number that no packet of a segment has, deleted ones aside.
 * @satisfies RF-STREAM-213 */
static uint32_t free_number(const StreamSegment *segment)
{
    uint32_t number = 0U;

    while (has_number(segment, number)) {
        number++;
    }
    return number;
}

NvSciError packet_take(PhaseOp op, StreamSegment *segment, NvSciStreamCookie cookie,
                       uint32_t *packet)
{
    NvSciError status = ringfence_api_enter(op);

    if (status == NvSciError_Success) {
        status = ringfence_pool_take(RINGFENCE_POOL_STREAM_PACKET, packet);
        ringfence_api_leave();
    }
    if (status == NvSciError_Success) {
        StreamPacket *const row = &g_stream_packets[*packet];

        /* Nothing of an earlier packet is left. */
        ASSERT(row->place == PACKET_FREE);
        ASSERT(row->fenced == 0U);
        (void)memset(row, 0, sizeof(*row));
        (void)ASSERT_CHECK(protocol_step(row, STEP_CREATE));
        row->segment = segment->number;
        row->number = free_number(segment);
        row->cookie = cookie;
        row->next = segment->packets;
        segment->packets = stream_link(*packet);
        segment->packet_count++;
    }
    return status;
}

/** @satisfies RF-STREAM-030 RF-STREAM-247 */
NvSciError NvSciStreamPoolPacketCreate(NvSciStreamBlock const pool, NvSciStreamCookie const cookie,
                                       NvSciStreamPacket *const handle)
{
    const PhaseOp op = OP_STREAM_POOL_PACKET_CREATE;
    StreamBlock *block = NULL;
    NvSciError status = stream_enter_window(op, WINDOW_PACKET_MAKE, pool, &block);

    if (status == NvSciError_Success) {
        StreamSegment *const segment = stream_segment_of(block);

        if (handle == NULL) {
            status = NvSciError_BadAddress;
        } else if (cookie == NvSciStreamCookie_Invalid) {
            status = stream_refuse(op, FAULT_CAUSE_NO_COOKIE, NvSciError_StreamBadCookie);
        } else if (has_cookie(segment, cookie)) {
            status = stream_refuse(op, FAULT_CAUSE_COOKIE_TAKEN, NvSciError_AlreadyInUse);
        } else if (count_live(segment) >= segment->packet_limit) {
            status = stream_refuse(op, FAULT_CAUSE_POOL_FULL, NvSciError_Overflow);
        } else {
            uint32_t packet = 0U;

            status = packet_take(op, segment, cookie, &packet);
            if (status == NvSciError_Success) {
                *handle = handle_of(packet);
            }
        }
        stream_leave(block);
    }
    return status;
}

/** Enters a call of the pool about a packet. Success: stream_leave() must follow. */
static NvSciError enter_packet(PhaseOp op, StreamWindow window, NvSciStreamBlock pool,
                               NvSciStreamPacket handle, StreamBlock **block, uint32_t *packet)
{
    NvSciError status = stream_enter_window(op, window, pool, block);

    if (status == NvSciError_Success) {
        status = packet_find(op, stream_segment_of(*block), handle, packet);
        if (status != NvSciError_Success) {
            stream_leave(*block);
        }
    }
    return status;
}

/** Puts a buffer into a packet, in place of the one that is there. */
static NvSciError insert(StreamPacket *packet, uint32_t element, NvSciBufObj object)
{
    NvSciBufObj copy = NULL;
    const NvSciError status = NvSciBufObjDup(object, &copy);

    if (status == NvSciError_Success) {
        if (((packet->inserted >> element) & 1U) == 1U) {
            NvSciBufObjFree(packet->buffers[element]);
        }
        packet->buffers[element] = copy;
        packet->inserted |= 1U << element;
    }
    return status;
}

/** Elements that the packets of a pool have: bits. A secondary one leaves out what nobody uses.
 * @satisfies RF-STREAM-111 */
static uint32_t packet_elements(const StreamSegment *segment, const StreamBlock *pool)
{
    return stream_is(pool, TYPE_SECONDARY)
               ? element_used(segment, SIDE_CONSUMER_0, segment->consumers)
               : (uint32_t)(stream_bit(segment->layout.count) - 1U);
}

/** What NvSciStreamPoolPacketInsertBuffer() does, under the name of `op`. */
NvSciError packet_insert(PhaseOp op, NvSciStreamBlock pool, NvSciStreamPacket handle,
                         uint32_t index, NvSciBufObj object)
{
    StreamBlock *block = NULL;
    uint32_t packet = 0U;
    NvSciError status = enter_packet(op, WINDOW_PACKET_MAKE, pool, handle, &block, &packet);

    if (status == NvSciError_Success) {
        const StreamSegment *const segment = stream_segment_of(block);
        StreamPacket *const row = &g_stream_packets[packet];

        if (object == NULL) {
            status = NvSciError_BadParameter;
        } else if (index >= segment->layout.count) {
            status = stream_refuse(op, FAULT_CAUSE_NO_ELEMENT, NvSciError_IndexOutOfRange);
        } else if (((packet_elements(segment, block) >> index) & 1U) == 0U) {
            status = stream_refuse(op, FAULT_CAUSE_UNUSED, NvSciError_InconsistentData);
        } else if (row->place != PACKET_BUILT) {
            status = stream_refuse(op, FAULT_CAUSE_PACKET_COMPLETE, NvSciError_NoLongerAvailable);
        } else {
            NvSciBufAttrList const list = segment->layout.rows[index].list;

            /* A secondary pool's are compared when they are complete. */
            status = stream_is(block, TYPE_POOL) ? layout_check(list, object) : NvSciError_Success;
            if (status == NvSciError_InconsistentData) {
                (void)stream_refuse(op, FAULT_CAUSE_BUFFER, status);
            }
        }
        if (status == NvSciError_Success) {
            status = insert(row, index, object);
        }
        stream_leave(block);
    }
    return status;
}

/** @satisfies RF-STREAM-031 */
NvSciError NvSciStreamPoolPacketInsertBuffer(NvSciStreamBlock const pool,
                                             NvSciStreamPacket const handle, uint32_t const index,
                                             NvSciBufObj const bufObj)
{
    return packet_insert(OP_STREAM_POOL_PACKET_INSERT_BUFFER, pool, handle, index, bufObj);
}

void packet_offer(StreamSegment *segment, StreamPacket *packet)
{
    (void)ASSERT_CHECK(protocol_step(packet, STEP_COMPLETE));
    segment->completed++;
    packet->told = packet_ends(segment);
    for (uint32_t i = 0U; i <= segment->consumers; i++) {
        packet->cookies[i] = NvSciStreamCookie_Invalid;
        if ((packet->told & stream_bit(i)) != 0U) {
            segment->sides[i].creates_due++;
        }
    }
    chip_answer(segment);
    stream_tell_due(segment);
}

/** @satisfies RF-STREAM-032 */
NvSciError NvSciStreamPoolPacketComplete(NvSciStreamBlock const pool,
                                         NvSciStreamPacket const handle)
{
    StreamBlock *block = NULL;
    uint32_t packet = 0U;
    NvSciError status = enter_packet(OP_STREAM_POOL_PACKET_COMPLETE, WINDOW_PACKET_MAKE, pool,
                                     handle, &block, &packet);

    if (status == NvSciError_Success) {
        StreamSegment *const segment = stream_segment_of(block);
        StreamPacket *const row = &g_stream_packets[packet];
        const uint32_t all = packet_elements(segment, block);

        if (stream_has_ended(block)) {
            status = NvSciError_StreamNotConnected;
        } else if (row->place != PACKET_BUILT) {
            status = stream_refuse(OP_STREAM_POOL_PACKET_COMPLETE, FAULT_CAUSE_PACKET_COMPLETE,
                                   NvSciError_AlreadyDone);
        } else if (row->inserted != all) {
            status = NvSciError_InsufficientData;
        } else {
            packet_offer(segment, row);
        }
        stream_leave(block);
    }
    return status;
}

void packet_leave_home(StreamSegment *segment, uint32_t packet)
{
    StreamBlock *const head = stream_block(segment->head);

    (void)queue_remove(&segment->home, packet, 0U);
    if (head->ready_told > segment->home.count) {
        head->ready_told = segment->home.count;
    }
}

/** @satisfies RF-STREAM-035 */
NvSciError NvSciStreamPoolPacketDelete(NvSciStreamBlock const pool, NvSciStreamPacket const handle)
{
    const PhaseOp op = OP_STREAM_POOL_PACKET_DELETE;
    StreamBlock *block = NULL;
    uint32_t packet = 0U;
    NvSciError status = stream_enter_connected(op, TYPE_POOLS, pool, &block);

    if (status == NvSciError_Success) {
        StreamSegment *const segment = stream_segment_of(block);

        status = packet_find(op, segment, handle, &packet);
        if (status == NvSciError_Success) {
            StreamPacket *const row = &g_stream_packets[packet];

            if (row->is_doomed) {
                status = stream_refuse(op, FAULT_CAUSE_DELETED, NvSciError_StreamBadPacket);
            } else if ((row->place == PACKET_PRODUCED) || (row->place == PACKET_OUT)) {
                row->is_doomed = true;
            } else {
                if (row->place == PACKET_HOME) {
                    packet_leave_home(segment, packet);
                }
                packet_delete(segment, packet);
                stream_tell_due(segment);
            }
        }
        stream_leave(block);
    }
    return status;
}

/** Enters a question of the pool about the answers for a packet. */
static NvSciError enter_answers(PhaseOp op, NvSciStreamBlock pool, NvSciStreamPacket handle,
                                const void *place, StreamBlock **block, uint32_t *packet)
{
    NvSciError status = enter_packet(op, WINDOW_PACKET_STATUS, pool, handle, block, packet);

    if (status == NvSciError_Success) {
        if (place == NULL) {
            status = NvSciError_BadAddress;
        } else if (!packet_answered(stream_segment_of(*block), &g_stream_packets[*packet])) {
            status = NvSciError_NotYetAvailable;
        } else {
            status = NvSciError_Success;
        }
        if (status != NvSciError_Success) {
            stream_leave(*block);
        }
    }
    return status;
}

/** @satisfies RF-STREAM-034 */
NvSciError NvSciStreamPoolPacketStatusAcceptGet(NvSciStreamBlock const pool,
                                                NvSciStreamPacket const handle,
                                                bool *const accepted)
{
    StreamBlock *block = NULL;
    uint32_t packet = 0U;
    const NvSciError status = enter_answers(OP_STREAM_POOL_PACKET_STATUS_ACCEPT_GET, pool, handle,
                                            accepted, &block, &packet);

    if (status == NvSciError_Success) {
        *accepted = packet_accepted(stream_segment_of(block), &g_stream_packets[packet]);
        stream_leave(block);
    }
    return status;
}

/** @satisfies RF-STREAM-034 RF-STREAM-206 */
NvSciError NvSciStreamPoolPacketStatusValueGet(NvSciStreamBlock const pool,
                                               NvSciStreamPacket const handle,
                                               NvSciStreamBlockType const queryBlockType,
                                               uint32_t const queryBlockIndex,
                                               NvSciError *const status)
{
    StreamBlock *block = NULL;
    uint32_t packet = 0U;
    NvSciError result = enter_answers(OP_STREAM_POOL_PACKET_STATUS_VALUE_GET, pool, handle, status,
                                      &block, &packet);

    if (result == NvSciError_Success) {
        uint32_t side = 0U;

        result = stream_ask_side(OP_STREAM_POOL_PACKET_STATUS_VALUE_GET, stream_segment_of(block),
                                 queryBlockType, queryBlockIndex, &side);
        if (result == NvSciError_Success) {
            /* Late consumers may have numbers, and not be there. */
            if ((g_stream_packets[packet].answered & stream_bit(side)) != 0U) {
                *status = g_stream_packets[packet].answers[side];
            } else {
                result = NvSciError_NotYetAvailable;
            }
        }
        stream_leave(block);
    }
    return result;
}

/* ---------------------------------------------------------------- the endpoints' calls */

/** Oldest packet that an endpoint was told of and has not taken; false: there is none, and packet
 * stays as it was. The list has the newest first. */
static bool find_new(const StreamSegment *segment, uint32_t side, uint32_t *packet)
{
    bool found = false;

    for (uint32_t link = segment->packets; link != STREAM_NONE;
         link = g_stream_packets[stream_row(link)].next) {
        const StreamPacket *const row = &g_stream_packets[stream_row(link)];

        if (((row->told & stream_bit(side)) != 0U) && ((row->taken & stream_bit(side)) == 0U)) {
            *packet = stream_row(link);
            found = true;
        }
    }
    return found;
}

/** @satisfies RF-STREAM-033 */
NvSciError NvSciStreamBlockPacketNewHandleGet(NvSciStreamBlock const block,
                                              NvSciStreamPacket *const handle)
{
    StreamBlock *found = NULL;
    uint32_t packet = 0U;
    NvSciError status = stream_enter_window(OP_STREAM_BLOCK_PACKET_NEW_HANDLE_GET,
                                            WINDOW_PACKET_NEW, block, &found);

    if (status == NvSciError_Success) {
        const StreamSegment *const segment = stream_segment_of(found);
        const uint32_t number = stream_side_number(found);
        StreamSide *const side = stream_side_of(stream_segment_of(found), found);

        const bool is_there = find_new(segment, number, &packet);

        if (handle == NULL) {
            status = NvSciError_BadAddress;
        } else if ((side->creates_told == 0U) || (!is_there)) {
            status = NvSciError_NoStreamPacket;
        } else {
            side->creates_told--;
            g_stream_packets[packet].taken |= stream_bit(number);
            *handle = handle_of(packet);
        }
        stream_leave(found);
    }
    return status;
}

/** Enters a call of an endpoint about a packet whose handle it took. */
static NvSciError enter_taken(PhaseOp op, NvSciStreamBlock handle, NvSciStreamPacket packet,
                              StreamBlock **block, uint32_t *row)
{
    NvSciError status = enter_packet(op, WINDOW_PACKET_NEW, handle, packet, block, row);

    if (status == NvSciError_Success) {
        if ((g_stream_packets[*row].taken & stream_bit(stream_side_number(*block))) == 0U) {
            status = stream_refuse(op, FAULT_CAUSE_NOT_TAKEN, NvSciError_StreamBadPacket);
            stream_leave(*block);
        }
    }
    return status;
}

/** What NvSciStreamBlockPacketBufferGet() does, under the name of `op`. */
NvSciError packet_buffer(PhaseOp op, NvSciStreamBlock handle, NvSciStreamPacket packet,
                         uint32_t index, NvSciBufObj *object)
{
    StreamBlock *block = NULL;
    uint32_t row = 0U;
    NvSciError status = enter_taken(op, handle, packet, &block, &row);

    if (status == NvSciError_Success) {
        uint32_t element = 0U;

        if (object == NULL) {
            status = NvSciError_BadAddress;
        } else {
            status =
                element_find(op, stream_side_of(stream_segment_of(block), block), index, &element);
        }
        if (status == NvSciError_Success) {
            /* Buffers that nobody here uses stay in the process upstream. */
            if (((g_stream_packets[row].inserted >> element) & 1U) == 0U) {
                *object = NULL;
            } else {
                status = NvSciBufObjDup(g_stream_packets[row].buffers[element], object);
            }
        }
        stream_leave(block);
    }
    return status;
}

/** @satisfies RF-STREAM-033 */
NvSciError NvSciStreamBlockPacketBufferGet(NvSciStreamBlock const block,
                                           NvSciStreamPacket const handle, uint32_t const elemIndex,
                                           NvSciBufObj *const bufObj)
{
    return packet_buffer(OP_STREAM_BLOCK_PACKET_BUFFER_GET, block, handle, elemIndex, bufObj);
}

/** Says whether an endpoint has given a cookie to a packet already. */
static bool has_side_cookie(const StreamSegment *segment, uint32_t side, NvSciStreamCookie cookie)
{
    bool has = false;

    for (uint32_t link = segment->packets; link != STREAM_NONE;
         link = g_stream_packets[stream_row(link)].next) {
        const StreamPacket *const packet = &g_stream_packets[stream_row(link)];

        has = has ||
              (((packet->answered & stream_bit(side)) != 0U) &&
               (packet->answers[side] == NvSciError_Success) && (packet->cookies[side] == cookie));
    }
    return has;
}

/** @satisfies RF-STREAM-033 RF-STREAM-247 */
NvSciError NvSciStreamBlockPacketStatusSet(NvSciStreamBlock const block,
                                           NvSciStreamPacket const handle,
                                           NvSciStreamCookie const cookie, NvSciError const status)
{
    StreamBlock *found = NULL;
    uint32_t row = 0U;
    const PhaseOp op = OP_STREAM_BLOCK_PACKET_STATUS_SET;
    NvSciError result = enter_taken(op, block, handle, &found, &row);

    if (result == NvSciError_Success) {
        StreamSegment *const segment = stream_segment_of(found);
        const uint32_t side = stream_side_number(found);
        StreamPacket *const packet = &g_stream_packets[row];
        const bool accepts = (status == NvSciError_Success);

        if (stream_has_ended(found)) {
            result = NvSciError_StreamNotConnected;
        } else if (status == NvSciError_StreamInternalError) {
            result = stream_refuse(op, FAULT_CAUSE_BAD_STATUS, NvSciError_BadParameter);
        } else if ((packet->answered & stream_bit(side)) != 0U) {
            result = stream_refuse(op, FAULT_CAUSE_ANSWERED, NvSciError_AlreadyDone);
        } else if (accepts && (cookie == NvSciStreamCookie_Invalid)) {
            result = stream_refuse(op, FAULT_CAUSE_NO_COOKIE, NvSciError_StreamBadCookie);
        } else if (accepts && has_side_cookie(segment, side, cookie)) {
            result = stream_refuse(op, FAULT_CAUSE_COOKIE_TAKEN, NvSciError_AlreadyInUse);
        } else {
            packet->cookies[side] = accepts ? cookie : NvSciStreamCookie_Invalid;
            packet_answer(segment, packet, side, status);
        }
        stream_leave(found);
    }
    return result;
}

/** Finds the oldest deleted packet that an endpoint has not asked for. */
static bool find_old(const StreamSegment *segment, uint32_t side, uint32_t *packet)
{
    bool found = false;

    for (uint32_t link = segment->packets; link != STREAM_NONE;
         link = g_stream_packets[stream_row(link)].next) {
        if ((g_stream_packets[stream_row(link)].to_delete & stream_bit(side)) != 0U) {
            *packet = stream_row(link);
            found = true;
        }
    }
    return found;
}

/** @satisfies RF-STREAM-035 */
NvSciError NvSciStreamBlockPacketOldCookieGet(NvSciStreamBlock const block,
                                              NvSciStreamCookie *const cookie)
{
    StreamBlock *found = NULL;
    uint32_t packet = 0U;
    NvSciError status = stream_enter_window(OP_STREAM_BLOCK_PACKET_OLD_COOKIE_GET,
                                            WINDOW_PACKET_OLD, block, &found);

    if (status == NvSciError_Success) {
        StreamSegment *const segment = stream_segment_of(found);
        const uint32_t number = stream_side_number(found);
        StreamSide *const side = stream_side_of(segment, found);

        const bool is_there = find_old(segment, number, &packet);

        if (cookie == NULL) {
            status = NvSciError_BadAddress;
        } else if ((side->deletes_told == 0U) || (!is_there)) {
            status = NvSciError_NoStreamPacket;
        } else {
            StreamPacket *const row = &g_stream_packets[packet];

            side->deletes_told--;
            row->to_delete &= ~stream_bit(number);
            *cookie = row->cookies[number];
            if (row->to_delete == 0U) {
                (void)ASSERT_CHECK(protocol_step(row, STEP_FORGET));
                packet_free(segment, packet);
            }
        }
        stream_leave(found);
    }
    return status;
}
