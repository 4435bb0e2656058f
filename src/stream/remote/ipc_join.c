/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc_join.c
 * Consumers that come late behind an IPC destination, to a stream whose packets move.
 *
 * The destination asks with the numbers of those who came. The source answers when it has records
 * for them; from then on both ends go through setup again, beside the payloads, and what was said
 * before stays said. It ends as the first one did, with the word that all is ready.
 */
#include "stream/info.h"
#include "stream/remote.h"
#include "stream/remote/ipc.h"
#include "stream/tree/tree.h"

/** What cannot be true. */
#define UNTRUE NvSciError_StreamInternalError

/* ---------------------------------------------------------------- asking */

/** Says whether a packet has to go back that has fences of one who had the number before: they are
 * of another object. One that is kept back for good does not go back. */
static bool has_old_fences(const StreamIpc *row, const StreamSegment *segment)
{
    bool has = false;

    for (uint32_t link = segment->packets; link != STREAM_NONE;
         link = g_stream_packets[stream_row(link)].next) {
        const StreamPacket *const packet = &g_stream_packets[stream_row(link)];
        const uint32_t number = row->numbers[stream_row(link)];

        for (uint32_t i = 0U; (i < segment->consumers) && (!has); i++) {
            has = (((row->joins >> i) & 1U) == 1U) && ((packet->kept_back & HOLD_FOR_GOOD) == 0U) &&
                  (row->packets[number].state == IPC_PACKET_HERE) &&
                  (packet->fences[SIDE_CONSUMER_0 + i].set != 0U);
        }
    }
    return has;
}

/** Puts that consumers came into row->out. */
static NvSciError put_join(StreamIpc *row, uint64_t numbers, uint64_t crc)
{
    LinkCursor cursor = link_begin(&row->out);

    link_put_join(&cursor, numbers, crc);
    return link_finish(&row->out, MSG_JOIN, &cursor) ? NvSciError_Success : UNTRUE;
}

/** Puts that consumers went into row->out. */
static NvSciError put_part(StreamIpc *row, uint64_t numbers)
{
    LinkCursor cursor = link_begin(&row->out);

    link_put_part(&cursor, numbers, 0U);
    return link_finish(&row->out, MSG_PART, &cursor) ? NvSciError_Success : UNTRUE;
}

/** Those of some consumers that validate CRC. */
static uint64_t crc_of(const StreamSegment *segment, uint64_t numbers)
{
    uint64_t crc = 0U;

    for (uint32_t i = 0U; i < segment->consumers; i++) {
        crc |= segment->sides[SIDE_CONSUMER_0 + i].crc ? (numbers & stream_bit(i)) : 0U;
    }
    return crc;
}

/** @satisfies RF-STREAM-127 */
NvSciError ipc_join_next(StreamIpc *row, const StreamSegment *segment)
{
    const bool is_ready = ((row->progress & LINK_READY) != 0U);
    NvSciError status = NvSciError_NoStreamPacket;

    if (row->is_source) {
        if (row->joins != 0U) {
            status = put_join(row, row->joins, 0U);
            row->joins = 0U;
        }
    } else if ((row->joins != 0U) && is_ready && (row->asked == 0U) &&
               (!has_old_fences(row, segment))) {
        status = put_join(row, row->joins, crc_of(segment, row->joins));
        row->asked = row->joins;
        row->joins = 0U;
    } else if ((row->parts != 0U) && (row->asked == 0U) && (row->joins == 0U)) {
        status = put_part(row, row->parts);
        row->parts = 0U;
    } else {
        /* Nobody came or went, or the source has to answer first. */
    }
    return status;
}

/* ---------------------------------------------------------------- being asked */

/** Says whether numbers are those of consumers behind a source. */
static bool are_known(const StreamIpc *row, uint64_t numbers)
{
    return (numbers != 0U) && ((numbers & ~(stream_bit(row->consumers) - 1U)) == 0U);
}

/** Infos of those who had the numbers before are given back. */
static void forget_infos(const StreamIpc *row, StreamBlock *block, uint64_t numbers)
{
    for (uint32_t i = 0U; i < row->consumers; i++) {
        if (((numbers >> i) & 1U) == 1U) {
            info_forget(block, i);
        }
    }
}

/** Says whether consumers that came behind a source can be set up now: in other phases the producer
 * cannot go through setup again, nor behind a memory boundary. Upstream is asked of one group at a
 * time: what it answers is for that one.
 * @satisfies RF-STREAM-207 */
static bool admits_group(const StreamSegment *segment)
{
    const StreamBlock *const head = stream_block(segment->head);

    return (RingfenceCurrentPhase() == RINGFENCE_PHASE_INIT) && (!chip_is(head)) &&
           (stream_is(head, TYPE_PRODUCER) || (segment->stage != SEGMENT_JOINED));
}

/** Goes on with consumers that came behind a source, or they wait. */
static void take_kept(StreamIpc *row, StreamSegment *segment, StreamBlock *block)
{
    const uint64_t numbers = row->kept;

    if ((numbers != 0U) && admits_group(segment)) {
        row->kept = 0U;
        row->progress &= ~LINK_READY;
        row->present |= numbers;
        row->crc = (row->crc & ~numbers) | (row->kept_crc & numbers);
        row->marks[SIDE_PRODUCER] &= ~DONE_SIGNAL_EXPORT;
        row->signals[SIDE_PRODUCER] = 0U;
        row->joins = numbers;
        row->is_joined = true;
        forget_infos(row, block, numbers);
        late_join(segment, block, numbers);
    }
}

/** Consumers came behind a source. Who asked waits for the answer: it asks once. */
static NvSciError take_question(StreamIpc *row, StreamSegment *segment, StreamBlock *block,
                                uint64_t numbers, uint64_t crc)
{
    NvSciError status = UNTRUE;

    if (are_known(row, numbers) && (row->kept == 0U)) {
        status = NvSciError_Success;
        row->kept = numbers;
        row->kept_crc = crc;
        take_kept(row, segment, block);
    }
    return status;
}

/** @satisfies RF-STREAM-202 */
void ipc_ask_again(StreamSegment *segment)
{
    for (uint32_t link = segment->blocks; link != STREAM_NONE; link = stream_block(link)->next) {
        StreamBlock *const block = stream_block(link);

        if (ipc_has_row(block) && (!ipc_of(block)->is_over) && (!block->cut)) {
            ipc_of(block)->is_held = false;
            take_kept(ipc_of(block), segment, block);
        }
    }
}

/** The source has records for those who came: what was said of others with their numbers is
 * forgotten. */
static NvSciError take_join_answer(StreamIpc *row, const StreamSegment *segment, uint64_t numbers)
{
    NvSciError status = UNTRUE;

    if ((numbers != 0U) && (numbers == row->asked)) {
        for (uint32_t i = 0U; i < segment->consumers; i++) {
            const uint32_t side = SIDE_CONSUMER_0 + i;

            if (((numbers >> i) & 1U) == 1U) {
                row->infos[side] = 0U;
                row->marks[side] = 0U;
                row->elements[side] = 0U;
                row->signals[side] = 0U;
                row->shared[side] = 0U;
                for (uint32_t p = 0U; p < RINGFENCE_CFG_STREAM_PACKETS; p++) {
                    row->packets[p].answers &= ~stream_bit(side);
                }
            }
        }
        row->progress &= ~LINK_READY;
        row->waiters = 0U;
        row->waiters_sent = false;
        row->round = numbers;
        row->asked = 0U;
        row->is_held = (RingfenceCurrentPhase() != RINGFENCE_PHASE_INIT);
        row->is_dirty = true;
        status = NvSciError_Success;
    }
    return status;
}

/** @satisfies RF-STREAM-127 */
NvSciError ipc_join_take(StreamIpc *row, StreamSegment *segment, StreamBlock *block,
                         LinkCursor *cursor)
{
    const LinkJoin said = link_get_join(cursor);

    return row->is_source ? take_question(row, segment, block, said.numbers, said.crc)
                          : take_join_answer(row, segment, said.numbers);
}

/** @satisfies RF-STREAM-128 */
NvSciError ipc_part_take(const StreamIpc *row, StreamSegment *segment, const StreamBlock *block,
                         LinkCursor *cursor)
{
    const uint64_t numbers = link_get_part(cursor).numbers;
    NvSciError status = UNTRUE;

    if (are_known(row, numbers)) {
        late_part(segment, numbers << block->first_consumer);
        status = NvSciError_Success;
    }
    return status;
}
