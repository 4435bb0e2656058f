/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc_chip_link.c
 * Chip blocks: what they need of lists, and their answers for packets.
 */
#include "stream/chip/chip.h"
#include "stream/element.h"
#include "stream/packet.h"
#include "stream/protocol.h"
#include "stream/remote.h"
#include "stream/sync.h"

/* ---------------------------------------------------------------- making and ending */

NvSciError chip_take_parts(NvSciSyncModule module, StreamChip *parts)
{
    static const StreamChip empty = {0};
    NvSciError status = NvSciError_Success;

    *parts = empty;
    status = NvSciSyncCpuWaitContextAlloc(module, &parts->context);
    if (status == NvSciError_Success) {
        status = stream_cpu_waiter_list(module, &parts->waiter);
    }
    if (status != NvSciError_Success) {
        chip_give_parts(parts);
    }
    return status;
}

void chip_give_parts(StreamChip *parts)
{
    NvSciSyncAttrListFree(parts->waiter);
    parts->waiter = NULL;
    NvSciSyncCpuWaitContextFree(parts->context);
    parts->context = NULL;
}

/* ---------------------------------------------------------------- lists */

/** Makes the list of a copy by the CPU for buffers of the types that another list names. */
static NvSciError make_needs(const StreamIpc *row, NvSciBufAttrList like, NvSciBufAttrList *list)
{
    const NvSciBufModule module = row->buf;
    const bool cpu = true;
    const NvSciBufAttrValAccessPerm permission =
        row->is_source ? NvSciBufAccessPerm_Readonly : NvSciBufAccessPerm_ReadWrite;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, NULL, 0U},
        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &permission, sizeof(permission)}};
    NvSciError status = NvSciBufAttrListGetAttrs(like, &pairs[0], 1U);

    if (status == NvSciError_Success) {
        status = NvSciBufAttrListCreate(module, list);
    }
    if (status == NvSciError_Success) {
        status = NvSciBufAttrListSetAttrs(*list, pairs, sizeof(pairs) / sizeof(pairs[0]));
    }
    return status;
}

/** @satisfies RF-STREAM-113 */
NvSciError chip_add_needs(const StreamIpc *row, NvSciBufAttrList *list)
{
    NvSciBufAttrList lists[2] = {*list, NULL};
    NvSciBufAttrList both = NULL;
    NvSciError status = make_needs(row, lists[0], &lists[1]);

    if (status == NvSciError_Success) {
        status = NvSciBufAttrListAppendUnreconciled(lists, 2U, &both);
    }
    NvSciBufAttrListFree(lists[1]);
    NvSciBufAttrListFree(lists[0]);
    *list = both;
    return status;
}

/* ---------------------------------------------------------------- packets */

uint32_t chip_held_marks(const StreamIpc *row, uint32_t consumer)
{
    return ((row->chip.imports & stream_bit(consumer)) != 0U) ? DONE_PACKET_IMPORT : DONE_NOTHING;
}

uint32_t chip_take_marks(StreamIpc *row, uint32_t consumer, uint32_t marks)
{
    uint32_t now = marks;

    if (row->is_chip && row->is_source) {
        row->chip.imports |= ((marks & DONE_PACKET_IMPORT) != 0U) ? stream_bit(consumer) : 0U;
        now = marks & ~DONE_PACKET_IMPORT;
    }
    return now;
}

/** Consumers that are done with their packets are done with those of the source's side as well,
 * when all of them were offered. */
static void give_held_marks(StreamSegment *segment, const StreamBlock *block)
{
    const StreamIpc *const row = ipc_of(block);
    const bool is_complete = ((segment->pool_marks & DONE_PACKET_EXPORT) != 0U);

    for (uint32_t i = 0U; (i < row->consumers) && row->is_source && is_complete; i++) {
        segment->sides[SIDE_CONSUMER_0 + block->first_consumer + i].marks |=
            chip_held_marks(row, i);
    }
}

uint32_t chip_withheld(const StreamIpc *row, const StreamSegment *segment)
{
    const uint32_t done = DONE_PACKET_EXPORT | DONE_PACKET_IMPORT;
    const bool waits = row->is_chip && (!row->is_source) && ((segment->pool_marks & done) != done);

    return waits ? DONE_PACKET_IMPORT : DONE_NOTHING;
}

/** Consumers that get what a chip block copies: the first one, and how many there are. */
static uint32_t consumers_of(const StreamBlock *block, const StreamSegment *segment,
                             uint32_t *first)
{
    const StreamIpc *const row = ipc_of(block);

    *first = SIDE_CONSUMER_0 + (row->is_source ? block->first_consumer : 0U);
    return row->is_source ? row->consumers : segment->consumers;
}

uint32_t chip_elements(const StreamBlock *block, const StreamSegment *segment)
{
    uint32_t first = 0U;
    const uint32_t count = consumers_of(block, segment, &first);

    return element_used(segment, first, count);
}

/** Says whether it is known what a chip block copies: the consumers have said what they use. */
static bool knows_copies(const StreamBlock *block, const StreamSegment *segment)
{
    uint32_t first = 0U;
    const uint32_t count = consumers_of(block, segment, &first);
    bool known = (count > 0U);

    for (uint32_t i = first; i < (first + count); i++) {
        const StreamSide *const side = &segment->sides[i];

        known = known && ((!side->is_present) || ((side->marks & DONE_ELEMENT_IMPORT) != 0U));
    }
    return known;
}

/** Finds the memory of a packet that a chip block copies, and looks at its layout.
 * @satisfies RF-STREAM-255 */
static NvSciError find_memory(StreamBlock *block, const StreamSegment *segment, uint32_t packet)
{
    const StreamPacket *const from = &g_stream_packets[packet];
    uint32_t left = chip_elements(block, segment) & from->inserted;
    uint32_t element = 0U;
    NvSciError status = NvSciError_Success;

    while ((left != 0U) && (status == NvSciError_Success)) {
        if ((left & 1U) == 1U) {
            const NvSciBufAttrList said = segment->layout.rows[element].list;
            const NvSciBufObj buffer = from->buffers[element];

            status = share_buf_memory(IPC_OP, buffer, !ipc_of(block)->is_source,
                                      &g_stream_chip_memories[packet].of[element]);
            if (status == NvSciError_Success) {
                status = layout_compare(said, buffer);
                if (status != NvSciError_Success) {
                    if (block->error == NvSciError_Success) {
                        (void)stream_refuse(IPC_OP, FAULT_CAUSE_SIZES, status);
                    }
                    stream_fail(block, status);
                }
            }
        }
        left >>= 1U;
        element++;
    }
    return status;
}

/** Answers for a packet in the place of those at the other end. */
static void answer_packet(StreamSegment *segment, StreamBlock *block, uint32_t packet)
{
    const StreamIpc *const row = ipc_of(block);
    StreamPacket *const offered = &g_stream_packets[packet];
    const uint32_t first = stream_side_number(block);
    const uint32_t count = row->is_source ? row->consumers : 1U;
    NvSciError status = NvSciError_Success;
    bool is_first = true;

    for (uint32_t i = first; i < (first + count); i++) {
        const uint64_t bit = stream_bit(i);

        if (((offered->told & bit) != 0U) && ((offered->answered & bit) == 0U)) {
            if (is_first) {
                status = find_memory(block, segment, packet);
                is_first = false;
            }
            packet_answer(segment, offered, i, status);
        }
    }
}

/** @satisfies RF-STREAM-112 */
void chip_answer(StreamSegment *segment)
{
    for (uint32_t link = feature_enabled(RINGFENCE_CFG_CHANNELS) ? segment->blocks : STREAM_NONE;
         link != STREAM_NONE; link = stream_block(link)->next) {
        StreamBlock *const block = stream_block(link);

        if (chip_is(block) && knows_copies(block, segment)) {
            for (uint32_t at = segment->packets; at != STREAM_NONE;
                 at = g_stream_packets[stream_row(at)].next) {
                if (g_stream_packets[stream_row(at)].place == PACKET_OFFERED) {
                    answer_packet(segment, block, stream_row(at));
                }
            }
            give_held_marks(segment, block);
        }
    }
}
