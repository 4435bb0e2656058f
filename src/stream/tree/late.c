/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file late.c
 * Late consumers: a multicast block whose outputs may stay free, and what is connected to them
 * while the others stream.
 *
 * A group of late consumers is what was connected since the last mark Connect. It takes numbers of
 * consumers that are not there, is set up with what the stream has, and gets payloads when it and
 * the producer are done with that.
 */
#include "core/assert.h"
#include "core/fault.h"
#include "core/phase.h"
#include "stream/block.h"
#include "stream/element.h"
#include "stream/packet.h"
#include "stream/protocol.h"
#include "stream/remote.h"
#include "stream/sync.h"
#include "stream/tree/tree.h"

/* ---------------------------------------------------------------- connecting */

bool late_is_open(const StreamSegment *segment, const StreamBlock *block)
{
    bool is_open = false;

    for (uint32_t link = segment->blocks; link != STREAM_NONE; link = stream_block(link)->next) {
        const StreamBlock *const other = stream_block(link);

        if (other->is_open && (!other->ended)) {
            uint32_t at = link;

            while (at != STREAM_NONE) {
                is_open =
                    is_open || (at == block->self) || (stream_block(at)->partner == block->self);
                at = stream_block(at)->up;
            }
        }
    }
    return is_open;
}

/* ---------------------------------------------------------------- numbers */

/** Says whether the producer is in this process. */
static bool has_producer(const StreamSegment *segment)
{
    return stream_is(stream_block(segment->head), TYPE_PRODUCER);
}

/** Numbers that late consumers can have: bits. One that is not there has its number as long as
 * there are blocks of its branch: what it said goes with the last one. Upstream there are numbers
 * for those that there could be from the beginning. */
static uint64_t free_numbers(const StreamSegment *segment)
{
    const uint32_t most =
        has_producer(segment) ? RINGFENCE_CFG_STREAM_CONSUMERS : segment->consumers;
    uint64_t numbers = 0U;

    for (uint32_t i = 0U; i < most; i++) {
        const bool is_free =
            (!segment->sides[SIDE_CONSUMER_0 + i].is_present) && (segment->leaf[i] == STREAM_NONE);

        numbers |= is_free ? stream_bit(i) : 0U;
    }
    return numbers;
}

/** Takes the first of so many numbers in a row; false: there are none. Those behind a channel are
 * counted from the first one. */
static bool take_numbers(uint64_t *numbers, uint32_t count, uint32_t *first)
{
    bool found = false;

    for (uint32_t i = 0U; ((i + count) <= RINGFENCE_CFG_STREAM_CONSUMERS) && (!found); i++) {
        const uint64_t row = (stream_bit(count) - 1U) << i;

        if ((*numbers & row) == row) {
            *numbers &= ~row;
            *first = i;
            found = true;
        }
    }
    return found;
}

/** Offers all packets to a late consumer. */
PORT_APART static void offer_all(const StreamSegment *segment, uint32_t number)
{
    const uint32_t own = SIDE_CONSUMER_0 + number;
    StreamSide *const side = &g_stream_segments[segment->number].sides[own];

    for (uint32_t link = segment->packets; link != STREAM_NONE;
         link = g_stream_packets[stream_row(link)].next) {
        StreamPacket *const packet = &g_stream_packets[stream_row(link)];

        if (side->is_present && (packet->place != PACKET_BUILT) &&
            (packet->place != PACKET_DELETED)) {
            packet->told |= stream_bit(own);
            side->creates_due++;
        }
    }
}

/** Begins the record of a late consumer, by its place among those that a leaf stands for.
 * @satisfies RF-STREAM-204 */
static void begin_late(StreamSegment *segment, const StreamBlock *block, uint32_t place)
{
    static const StreamSide empty = {0};
    const uint32_t number = block->first_consumer + place;
    StreamSide *const side = &segment->sides[SIDE_CONSUMER_0 + number];
    /* What is hidden from a number is hidden from whoever has it. */
    const uint32_t hidden = side->hidden;

    /* Who had the number before is gone. */
    element_free(&side->elements);
    sync_free(side);
    packet_forget_side(segment, SIDE_CONSUMER_0 + number);
    *side = empty;
    side->hidden = hidden;
    tree_begin_side(segment, block, place);
    side->unused = element_upstream(segment);
    element_number_side(segment, side);
    offer_all(segment, number);
    segment->fresh |= side->is_present ? stream_bit(number) : 0U;
}

/** Gives the late consumers that a leaf is, or stands for, their numbers. There are such. */
static void number_late(StreamSegment *segment, StreamBlock *block)
{
    const uint32_t count = tree_consumers(block->self);
    uint64_t numbers = free_numbers(segment);
    uint32_t first = 0U;

    (void)ASSERT_CHECK(take_numbers(&numbers, count, &first));
    block->first_consumer = first;
    block->consumers = count;
    for (uint32_t i = 0U; i < count; i++) {
        begin_late(segment, block, i);
    }
    if ((first + count) > segment->consumers) {
        segment->consumers = first + count;
    }
    segment->late |= stream_bit(first);
    segment->gone &= ~stream_bit(first);
    segment->sends_at_once = segment->sends_at_once || ipc_sends_at_once(block);
    tree_add_leaf(segment, first);
}

/** Gives a block of a new branch the numbers of the consumers below it. */
static void number_above(const StreamSegment *segment, StreamBlock *block)
{
    for (uint32_t i = 0U; i < segment->consumers; i++) {
        const uint32_t leaf = segment->leaf[i];

        if ((leaf != STREAM_NONE) && ((stream_block(leaf)->leaves & block->leaves) != 0U)) {
            block->first_consumer = (block->consumers == 0U) ? i : block->first_consumer;
            block->consumers++;
        }
    }
}

/** Makes a new branch part of the stream. */
static void number_branch(StreamSegment *segment, uint32_t top)
{
    for (uint32_t at = top; at != STREAM_NONE; at = tree_next(top, at, stream_block(at)->cut)) {
        StreamBlock *const block = stream_block(at);

        if (!block->cut) {
            block_go(block, BLOCK_LATE);
            if (stream_is(block, TYPE_LEAVES)) {
                number_late(segment, block);
            }
        }
    }
    for (uint32_t at = top; at != STREAM_NONE; at = tree_next(top, at, stream_block(at)->cut)) {
        StreamBlock *const block = stream_block(at);

        if ((!block->cut) && (!stream_is(block, TYPE_LEAVES))) {
            number_above(segment, block);
        }
        if ((!block->cut) && (block->partner != STREAM_NONE)) {
            tree_number_partner(block);
        }
    }
}

/* ---------------------------------------------------------------- a new group */

/** What is known of the new branches of a multicast block. Those that were cut do not count. */
typedef struct {
    /** Consumers, and ends of channels; consumers that are known. */
    uint32_t leaves;
    uint32_t consumers;
    /** All paths end in them. */
    bool ends;
    /** It is known what is behind the channels. */
    bool is_known;
    /** There are numbers for all consumers. */
    bool fits;
    /** A memory boundary is among them. */
    bool crosses;
} LateGroup;

/** Looks at a new branch. */
static void look_at_branch(uint32_t top, uint64_t *numbers, LateGroup *group)
{
    for (uint32_t at = top; at != STREAM_NONE; at = tree_next(top, at, stream_block(at)->cut)) {
        const StreamBlock *const block = stream_block(at);

        if (!block->cut) {
            group->crosses = group->crosses || chip_is(block);
            group->ends = group->ends && ((block->connected == block->outputs) || block->is_open);
            if (stream_is(block, TYPE_LEAVES)) {
                const uint32_t count = tree_consumers(at);
                uint32_t first = 0U;

                group->leaves++;
                group->consumers += count;
                group->is_known = group->is_known && (count > 0U);
                group->fits = take_numbers(numbers, count, &first) && group->fits;
            }
        }
    }
}

/** Looks at the new branches of a multicast block. */
static LateGroup look_at_group(const StreamSegment *segment, const StreamBlock *multicast)
{
    LateGroup group = {0U, 0U, true, true, true, false};
    uint64_t numbers = free_numbers(segment);

    for (uint32_t link = multicast->down; link != STREAM_NONE; link = stream_block(link)->beside) {
        if (stream_block(link)->stage == BLOCK_APART) {
            look_at_branch(link, &numbers, &group);
        }
    }
    return group;
}

/** Counts consumers that came beside those that there could be for the blocks above them. */
static void count_more(StreamSegment *segment, const StreamBlock *multicast, uint32_t before)
{
    const uint32_t more = segment->consumers - before;

    for (uint32_t at = multicast->self; at != STREAM_NONE; at = stream_block(at)->up) {
        stream_block(at)->consumers += more;
    }
    tree_number_partner(stream_block(segment->head));
    segment->total = has_producer(segment) ? segment->consumers : segment->total;
}

/** Opens windows of the producer and of its pool again that an event closed; DONE_NOTHING: none.
 * @satisfies RF-STREAM-126 */
static void open_windows(const StreamSegment *segment, uint32_t events)
{
    StreamBlock *const head = stream_block(segment->head);

    head->open_again = events;
    if (head->partner != STREAM_NONE) {
        stream_block(head->partner)->open_again = events;
    }
}

/** Begins the setup of a group that has its numbers: the producer goes through its part again, here
 * or upstream. */
static void begin_group(StreamSegment *segment, uint64_t numbers)
{
    StreamBlock *const head = stream_block(segment->head);
    const uint32_t redone =
        DONE_WAITER_ATTR | DONE_WAITER_IMPORT | DONE_SIGNAL_OBJ | DONE_SIGNAL_IMPORT;

    if (segment->stage != SEGMENT_JOINED) {
        segment_go(segment, SEGMENT_JOINED);
    }
    if (has_producer(segment)) {
        head->again |= DONE_CONNECTED;
        head->done &= ~redone;
        /* What is missing for it is told again. */
        head->early = FAULT_CAUSE_NONE;
        open_windows(segment, DONE_SETUP_COMPLETE);
        segment->sides[SIDE_PRODUCER].marks &= ~redone;
    } else {
        /* Objects that nobody here waited for come yet. */
        segment->sides[SIDE_PRODUCER].marks &= ~DONE_SIGNAL_EXPORT;
        segment->is_told_ready = false;
        ipc_join(head, numbers);
    }
    stream_tell_due(segment);
}

/** Makes a group part of the stream: all that there is to know of it is known. */
static void take_group(StreamSegment *segment, StreamBlock *multicast)
{
    const uint64_t others = (segment->stage == SEGMENT_JOINED) ? segment->fresh : 0U;
    const uint32_t before = segment->consumers;

    segment->fresh = others;
    for (uint32_t link = multicast->down; link != STREAM_NONE; link = stream_block(link)->beside) {
        if (stream_block(link)->stage == BLOCK_APART) {
            number_branch(segment, link);
        }
    }
    count_more(segment, multicast, before);
    multicast->done &= ~DONE_SETUP_COMPLETE;
    block_go(multicast, BLOCK_LATE);
    begin_group(segment, segment->fresh & ~others);
}

/** @satisfies RF-STREAM-127 */
void late_join(StreamSegment *segment, const StreamBlock *source, uint64_t places)
{
    const uint64_t others = (segment->stage == SEGMENT_JOINED) ? segment->fresh : 0U;

    segment->fresh = others;
    for (uint32_t i = 0U; i < source->consumers; i++) {
        if (((places >> i) & 1U) == 1U) {
            begin_late(segment, source, i);
        }
    }
    begin_group(segment, places << source->first_consumer);
}

/** There are too few numbers for a group. Where the producer is, the limit is named if that is to
 * blame; elsewhere there are as many as there were outputs. Numbers can also be apart.
 * @satisfies RF-STREAM-253 */
static NvSciError refuse_group(const StreamSegment *segment, const LateGroup *group)
{
    static const FaultKey none = {0U, 0U, 0U};
    const uint64_t numbers = free_numbers(segment);
    uint32_t asked = group->consumers;
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_STREAM_CONSUMERS; i++) {
        asked += (((numbers >> i) & 1U) == 0U) ? 1U : 0U;
    }
    if (has_producer(segment)) {
        status = tree_admit(OP_STREAM_BLOCK_SETUP_STATUS_SET, asked);
    }
    if (status == NvSciError_Success) {
        fault_report_late(OP_STREAM_BLOCK_SETUP_STATUS_SET, FAULT_CAUSE_LATE_NUMBERS, &none, "");
    }
    return NvSciError_InsufficientResource;
}

/** Takes a group that was marked, if it is known what is behind its channels.
 * @satisfies RF-STREAM-200 */
static NvSciError try_group(StreamSegment *segment, StreamBlock *multicast)
{
    const LateGroup group = look_at_group(segment, multicast);
    NvSciError status = NvSciError_Success;

    if (group.leaves == 0U) {
        block_go(multicast, BLOCK_NUMBERED);
    } else if (!group.fits) {
        status = refuse_group(segment, &group);
    } else if (group.is_known && (RingfenceCurrentPhase() == RINGFENCE_PHASE_INIT) &&
               (has_producer(segment) || (segment->stage != SEGMENT_JOINED))) {
        take_group(segment, multicast);
    } else {
        /* A process at the other end of a channel is not there yet, or is asked already; or it
         * waits for INIT. */
    }
    return status;
}

/** @satisfies RF-STREAM-121 */
NvSciError late_go_on(StreamSegment *segment)
{
    NvSciError status = NvSciError_Success;

    for (uint32_t link = segment->blocks; (link != STREAM_NONE) && (status == NvSciError_Success);
         link = stream_block(link)->next) {
        StreamBlock *const block = stream_block(link);

        if ((block->stage == BLOCK_MARKED) && (!block->ended)) {
            status = try_group(segment, block);
        }
    }
    return status;
}

/** Tells the leaves of a group that does not come of an error; it can be marked again when some of
 * it went. */
PORT_APART static void give_group_up(StreamBlock *multicast, NvSciError error)
{
    block_go(multicast, BLOCK_NUMBERED);
    for (uint32_t at = multicast->down; at != STREAM_NONE;
         at = tree_next(multicast->self, at, stream_block(at)->stage != BLOCK_APART)) {
        StreamBlock *const block = stream_block(at);

        if (stream_is(block, TYPE_LEAVES) && (block->stage == BLOCK_APART) && (!block->cut)) {
            stream_fail(block, error);
        }
    }
}

void late_resume(StreamSegment *segment)
{
    for (uint32_t link = segment->blocks; link != STREAM_NONE; link = stream_block(link)->next) {
        StreamBlock *const block = stream_block(link);

        if ((block->stage == BLOCK_MARKED) && (!block->ended)) {
            const NvSciError status = try_group(segment, block);

            if (status != NvSciError_Success) {
                give_group_up(block, status);
            }
        }
    }
}

/** Marks the group that was connected to a multicast block.
 * @satisfies RF-STREAM-241 RF-STREAM-255 */
static NvSciError mark_group(StreamSegment *segment, StreamBlock *multicast)
{
    const LateGroup group = look_at_group(segment, multicast);
    NvSciError status = NvSciError_Success;

    if (multicast->stage == BLOCK_MARKED) {
        status = stream_refuse(OP_STREAM_BLOCK_SETUP_STATUS_SET, FAULT_CAUSE_MARKED,
                               NvSciError_AlreadyDone);
    } else if ((!group.ends) || (group.leaves == 0U) || (multicast->stage == BLOCK_APART)) {
        fault_report_order(OP_STREAM_BLOCK_SETUP_STATUS_SET, RINGFENCE_FAULT_STREAM_ORDER,
                           FAULT_CAUSE_NEED_CONSUMERS);
        status = NvSciError_NotYetAvailable;
    } else if (group.crosses) {
        status = stream_refuse(OP_STREAM_BLOCK_SETUP_STATUS_SET, FAULT_CAUSE_BOUNDARY,
                               NvSciError_NotSupported);
    } else {
        block_go(multicast, BLOCK_MARKED);
        status = try_group(segment, multicast);
        if (status != NvSciError_Success) {
            block_go(multicast, BLOCK_NUMBERED);
        }
    }
    return status;
}

/** Opens a multicast block: each free output is a place from now on. */
static NvSciError open_outputs(StreamSegment *segment, StreamBlock *multicast)
{
    const PhaseOp op = OP_STREAM_BLOCK_SETUP_STATUS_SET;
    const uint32_t places = multicast->outputs - multicast->connected;
    const NvSciError status = tree_admit(op, tree_places(tree_top(multicast->self)) + places);

    multicast->is_open = (status == NvSciError_Success);
    if (multicast->is_open && (!stream_is_loose(segment))) {
        (void)tree_complete(op, segment);
    }
    return status;
}

/** Opens a multicast block, or marks the group that was connected to it. */
static NvSciError open_or_mark(StreamBlock *multicast)
{
    const uint32_t number = port_load32_relaxed(&multicast->segment);
    StreamSegment *const segment = &g_stream_segments[number];
    NvSciError status = NvSciError_Success;

    if (!stream_is(multicast, TYPE_MULTICAST)) {
        status = stream_refuse(OP_STREAM_BLOCK_SETUP_STATUS_SET, FAULT_CAUSE_OTHER_BLOCK,
                               NvSciError_NotSupported);
    } else if ((segment->stage >= SEGMENT_COMPLETE) && multicast->is_open &&
               chip_is(stream_block(segment->head))) {
        status = stream_refuse(OP_STREAM_BLOCK_SETUP_STATUS_SET, FAULT_CAUSE_BOUNDARY,
                               NvSciError_NotSupported);
    } else if ((segment->stage >= SEGMENT_COMPLETE) && multicast->is_open) {
        status = mark_group(segment, multicast);
    } else if (multicast->is_open || (segment->stage >= SEGMENT_COMPLETE)) {
        const FaultCause cause = multicast->is_open ? FAULT_CAUSE_MARKED : FAULT_CAUSE_CLOSED;

        status = stream_refuse(OP_STREAM_BLOCK_SETUP_STATUS_SET, cause, NvSciError_AlreadyDone);
    } else {
        status = open_outputs(segment, multicast);
    }
    return status;
}

/** @satisfies RF-STREAM-100 RF-STREAM-200 */
PORT_APART NvSciError late_mark(NvSciStreamBlock handle, bool completed)
{
    StreamBlock *block = NULL;
    NvSciError status = NvSciError_Success;

    phase_hold();
    status = stream_enter(OP_STREAM_BLOCK_SETUP_STATUS_SET, handle, &block);
    if (status == NvSciError_Success) {
        status = completed ? open_or_mark(block)
                           : stream_refuse(OP_STREAM_BLOCK_SETUP_STATUS_SET,
                                           FAULT_CAUSE_NOT_COMPLETED, NvSciError_BadParameter);
        stream_leave(block);
    }
    phase_release();
    return status;
}

/* ---------------------------------------------------------------- setting up, and ending */

/** @satisfies RF-STREAM-101 */
void late_admit(StreamSegment *segment)
{
    if ((segment->stage == SEGMENT_JOINED) && protocol_ready(segment)) {
        segment->live |= segment->late;
        segment->late = 0U;
        segment_go(segment, SEGMENT_READY);
        if (has_producer(segment)) {
            open_windows(segment, DONE_NOTHING);
            stream_block(segment->head)->again |= DONE_SETUP_COMPLETE;
        }
        for (uint32_t link = segment->blocks; link != STREAM_NONE;
             link = stream_block(link)->next) {
            if (stream_block(link)->stage == BLOCK_LATE) {
                block_go(stream_block(link), BLOCK_NUMBERED);
            }
            ipc_joined(stream_block(link));
        }
        /* Another one may have waited for that. */
        late_resume(segment);
    }
}

/** @satisfies RF-STREAM-120 RF-STREAM-128 */
void late_part(StreamSegment *segment, uint64_t numbers)
{
    uint64_t lost = 0U;

    for (uint32_t i = 0U; i < segment->consumers; i++) {
        StreamSide *const side = &segment->sides[SIDE_CONSUMER_0 + i];

        if ((segment->stage == SEGMENT_JOINED) && side->is_present &&
            ((((segment->fresh & numbers) >> i) & 1U) == 1U)) {
            side->is_present = false;
            lost |= stream_bit(i);
        }
    }
    if (lost != 0U) {
        if (!has_producer(segment)) {
            ipc_part(stream_block(segment->head), lost);
        }
        /* The producer does not wait for what these were to say. */
        late_admit(segment);
        stream_tell_due(segment);
    }
}

void late_lose(StreamSegment *segment, uint64_t leaves)
{
    uint64_t numbers = 0U;

    for (uint32_t i = 0U; i < segment->consumers; i++) {
        const uint32_t leaf = segment->leaf[i];

        if ((leaf != STREAM_NONE) && ((stream_block(leaf)->leaves & leaves) != 0U)) {
            numbers |= stream_bit(i);
        }
    }
    segment->late &= ~leaves;
    late_part(segment, numbers);
}

uint32_t late_branch(const StreamBlock *block)
{
    uint32_t at = stream_is(block, TYPE_QUEUES) ? block->partner : block->self;

    while ((at != STREAM_NONE) && ((stream_block(at)->up == STREAM_NONE) ||
                                   (!stream_block(stream_block(at)->up)->is_open))) {
        at = stream_block(at)->up;
    }
    return at;
}

/** Says whether all blocks of a branch were deleted, and no packet is there. */
static bool branch_is_gone(const StreamSegment *segment, uint32_t top)
{
    const uint64_t leaves = stream_block(top)->leaves;
    bool gone = true;

    for (uint32_t at = top; at != STREAM_NONE; at = tree_next(top, at, false)) {
        const StreamBlock *const block = stream_block(at);

        gone = gone && block->ended;
        if (block->partner != STREAM_NONE) {
            gone = gone && stream_block(block->partner)->ended;
        }
    }
    for (uint32_t link = segment->packets; link != STREAM_NONE;
         link = g_stream_packets[stream_row(link)].next) {
        const StreamPacket *const packet = &g_stream_packets[stream_row(link)];

        gone = gone && (((packet->out | packet->waits | packet->held) & leaves) == 0U);
    }
    return gone;
}

/** Takes a block out of its segment, and gives its row back. */
static void give_block_back(StreamSegment *segment, StreamBlock *block)
{
    uint32_t *link = &segment->blocks;

    while (*link != block->self) {
        link = &stream_block(*link)->next;
    }
    *link = block->next;
    stream_give_row(block);
}

/** The leaves of a branch are free for others. */
static void forget_leaves(StreamSegment *segment, const StreamBlock *top)
{
    for (uint32_t i = 0U; i < segment->consumers; i++) {
        const uint32_t leaf = segment->leaf[i];

        if ((leaf != STREAM_NONE) && ((stream_block(leaf)->leaves & top->leaves) != 0U)) {
            StreamSide *const side = &segment->sides[SIDE_CONSUMER_0 + i];

            element_free(&side->elements);
            sync_free(side);
            packet_forget_side(segment, SIDE_CONSUMER_0 + i);
            side->is_present = false;
            segment->leaf[i] = STREAM_NONE;
        }
    }
    for (uint32_t at = top->up; at != STREAM_NONE; at = stream_block(at)->up) {
        stream_block(at)->leaves &= ~top->leaves;
    }
}

/** Takes a branch away from the outputs of its multicast block. */
static void unlink_branch(const StreamBlock *top)
{
    StreamBlock *const up = stream_block(top->up);
    uint32_t *link = &up->down;

    while (*link != top->self) {
        link = &stream_block(*link)->beside;
    }
    *link = top->beside;
    up->connected--;
}

/** Gives back the blocks of a branch. From the leaves up: what is given back is looked at no more.
 */
static void give_branch_back(StreamSegment *segment, uint32_t top)
{
    uint32_t at = top;

    while (at != STREAM_NONE) {
        StreamBlock *const last = stream_block(at);

        if (last->down != STREAM_NONE) {
            at = last->down;
        } else {
            const uint32_t up = (at == top) ? STREAM_NONE : last->up;

            if (up != STREAM_NONE) {
                stream_block(up)->down = last->beside;
            }
            if (last->partner != STREAM_NONE) {
                give_block_back(segment, stream_block(last->partner));
            }
            give_block_back(segment, last);
            at = up;
        }
    }
}

/** @satisfies RF-STREAM-102 */
PORT_APART void late_forget(StreamSegment *segment, const StreamBlock *block)
{
    uint32_t top = (segment->stage >= SEGMENT_READY) ? late_branch(block) : STREAM_NONE;

    while ((top != STREAM_NONE) && branch_is_gone(segment, top)) {
        const StreamBlock *const up = stream_block(stream_block(top)->up);

        forget_leaves(segment, stream_block(top));
        unlink_branch(stream_block(top));
        stream_block(top)->beside = STREAM_NONE;
        give_branch_back(segment, top);
        /* The block above may have waited for that. */
        top = up->ended ? late_branch(up) : STREAM_NONE;
    }
}

/** @satisfies RF-STREAM-103 */
NvSciError NvSciStreamNewConsumerGet(NvSciStreamBlock const producer, uint32_t const consumerIndex,
                                     bool *const newConnected)
{
    StreamBlock *block = NULL;
    NvSciError status =
        stream_enter_connected(OP_STREAM_NEW_CONSUMER_GET, TYPE_PRODUCER, producer, &block);

    if (status == NvSciError_Success) {
        const StreamSegment *const segment = stream_segment_of(block);

        if (newConnected == NULL) {
            status = NvSciError_BadAddress;
        } else if (consumerIndex >= segment->consumers) {
            status = stream_refuse(OP_STREAM_NEW_CONSUMER_GET, FAULT_CAUSE_NO_END,
                                   NvSciError_IndexOutOfRange);
        } else {
            *newConnected = (((segment->fresh >> consumerIndex) & 1U) == 1U);
        }
        stream_leave(block);
    }
    return status;
}
