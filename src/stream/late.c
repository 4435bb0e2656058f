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
#include "core/phase.h"
#include "stream/stream.h"

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

/* ---------------------------------------------------------------- a new group */

/** Says whether all paths of a new branch end; counts its consumers. */
static bool branch_ends(uint32_t top, uint32_t *consumers)
{
    bool end = true;

    for (uint32_t at = top; at != STREAM_NONE; at = tree_next(top, at, false)) {
        const StreamBlock *const block = stream_block(at);

        *consumers += stream_is(block, TYPE_CONSUMER) ? 1U : 0U;
        end = end && (!stream_is(block, TYPE_OF(BLOCK_IPC_SRC))) &&
              ((block->connected == block->outputs) || block->is_open);
    }
    return end;
}

/** Says whether a late consumer can have a number. One that is not there has it as long as there
 * are blocks of its branch: what it said goes with the last one. */
static bool is_free(const StreamSegment *segment, uint32_t number)
{
    return (!segment->sides[SIDE_CONSUMER_0 + number].is_present) &&
           (segment->leaf[number] == STREAM_NONE);
}

/** Says whether a block has new branches, and all of them end, with numbers for their consumers. */
static NvSciError check_late_group(const StreamSegment *segment, const StreamBlock *multicast)
{
    uint32_t consumers = 0U;
    uint32_t free_numbers = RINGFENCE_CFG_STREAM_CONSUMERS - segment->consumers;
    bool end = true;
    NvSciError status = NvSciError_Success;

    for (uint32_t link = multicast->down; link != STREAM_NONE; link = stream_block(link)->beside) {
        if (!stream_block(link)->is_numbered) {
            end = branch_ends(link, &consumers) && end;
        }
    }
    for (uint32_t i = 0U; i < segment->consumers; i++) {
        free_numbers += is_free(segment, i) ? 1U : 0U;
    }
    if ((!end) || (consumers == 0U)) {
        status = NvSciError_NotYetAvailable;
    } else if (consumers > free_numbers) {
        status = NvSciError_InsufficientResource;
    } else {
        status = NvSciError_Success;
    }
    return status;
}

/** Offers all packets to a late consumer. */
static void offer_all(const StreamSegment *segment, uint32_t number)
{
    const uint32_t own = SIDE_CONSUMER_0 + number;
    StreamSide *const side = &g_stream_segments[segment->number].sides[own];

    for (uint32_t link = segment->packets; link != STREAM_NONE;
         link = g_stream_packets[stream_row(link)].next) {
        StreamPacket *const packet = &g_stream_packets[stream_row(link)];

        packet->cookies[own] = NvSciStreamCookie_Invalid;
        packet->answered &= ~stream_bit(own);
        packet->taken &= ~stream_bit(own);
        if ((packet->place != PACKET_BUILT) && (packet->place != PACKET_DELETED)) {
            packet->told |= stream_bit(own);
            side->creates_due++;
        }
    }
}

/** Gives a late consumer a number. There is one. */
static void number_consumer(StreamSegment *segment, StreamBlock *block)
{
    static const StreamSide empty = {0};
    uint32_t number = 0U;
    StreamSide *side = NULL;

    while ((number < segment->consumers) && (!is_free(segment, number))) {
        number++;
    }
    if (number == segment->consumers) {
        segment->consumers++;
    }
    side = &segment->sides[SIDE_CONSUMER_0 + number];
    *side = empty;
    side->is_present = true;
    side->crc = block->crc;
    block->first_consumer = number;
    block->consumers = 1U;
    segment->leaf[number] = block->self;
    segment->late |= stream_bit(number);
    tree_add_leaf(segment, number);
    element_number_side(segment, side);
    offer_all(segment, number);
}

/** Makes a new branch part of the stream. */
static void number_branch(StreamSegment *segment, uint32_t top)
{
    for (uint32_t at = top; at != STREAM_NONE; at = tree_next(top, at, false)) {
        StreamBlock *const block = stream_block(at);

        block->is_numbered = true;
        block->is_late = true;
        if (stream_is(block, TYPE_CONSUMER)) {
            number_consumer(segment, block);
        }
    }
    for (uint32_t at = top; at != STREAM_NONE; at = tree_next(top, at, false)) {
        StreamBlock *const block = stream_block(at);

        for (uint32_t i = 0U; i < segment->consumers; i++) {
            if (((block->leaves >> i) & 1U) == 1U) {
                block->first_consumer = (block->consumers == 0U) ? i : block->first_consumer;
                block->consumers += stream_is(block, TYPE_CONSUMER) ? 0U : 1U;
            }
        }
        tree_number_partner(block);
        if (block->partner != STREAM_NONE) {
            stream_block(block->partner)->is_late = true;
        }
    }
}

/** Takes the group that was connected to a multicast block. */
static NvSciError take_group(StreamSegment *segment, StreamBlock *multicast)
{
    StreamBlock *const head = stream_block(segment->head);
    const uint32_t redone =
        DONE_WAITER_ATTR | DONE_WAITER_IMPORT | DONE_SIGNAL_OBJ | DONE_SIGNAL_IMPORT;
    const NvSciError status = check_late_group(segment, multicast);

    if (status == NvSciError_Success) {
        for (uint32_t link = multicast->down; link != STREAM_NONE;
             link = stream_block(link)->beside) {
            if (!stream_block(link)->is_numbered) {
                number_branch(segment, link);
            }
        }
        segment->fresh = segment->late;
        segment->has_group = true;
        head->again |= DONE_CONNECTED;
        head->done &= ~redone;
        segment->sides[SIDE_PRODUCER].marks &= ~redone;
        multicast->done &= ~DONE_SETUP_COMPLETE;
        multicast->is_late = true;
        stream_tell_due(segment);
    }
    return status;
}

/** Opens a multicast block, or takes the group that was connected to it. */
static NvSciError open_or_take(StreamBlock *multicast)
{
    const uint32_t number = port_load32_relaxed(&multicast->segment);
    StreamSegment *const segment = &g_stream_segments[number];
    NvSciError status = NvSciError_Success;

    if (!stream_is(multicast, TYPE_MULTICAST)) {
        status = NvSciError_NotSupported;
    } else if (segment->is_complete && multicast->is_open &&
               (!stream_is(stream_block(segment->head), TYPE_PRODUCER))) {
        /* The producer's process would have to know. */
        status = NvSciError_NotSupported;
    } else if (segment->is_complete && multicast->is_open) {
        status = take_group(segment, multicast);
    } else if (multicast->is_open || segment->is_complete) {
        status = NvSciError_AlreadyDone;
    } else {
        multicast->is_open = true;
        if (number != STREAM_LOOSE) {
            (void)tree_complete(segment);
        }
    }
    return status;
}

/** @satisfies RF-STREAM-100 */
NvSciError late_mark(NvSciStreamBlock handle, bool completed)
{
    StreamBlock *block = NULL;
    NvSciError status = NvSciError_Success;

    phase_hold();
    status = stream_enter(OP_STREAM_BLOCK_SETUP_STATUS_SET, handle, &block);
    if (status == NvSciError_Success) {
        status = completed ? open_or_take(block) : NvSciError_BadParameter;
        stream_leave(block);
    }
    phase_release();
    return status;
}

/* ---------------------------------------------------------------- setting up, and ending */

/** @satisfies RF-STREAM-101 */
void late_admit(StreamSegment *segment)
{
    if (segment->has_group && protocol_ready(segment)) {
        segment->live |= segment->late;
        segment->late = 0U;
        segment->has_group = false;
        stream_block(segment->head)->again |= DONE_SETUP_COMPLETE;
        for (uint32_t link = segment->blocks; link != STREAM_NONE;
             link = stream_block(link)->next) {
            stream_block(link)->is_late = false;
        }
    }
}

void late_lose(StreamSegment *segment, uint64_t leaves)
{
    for (uint32_t i = 0U; i < segment->consumers; i++) {
        if ((((segment->late & leaves) >> i) & 1U) == 1U) {
            segment->sides[SIDE_CONSUMER_0 + i].is_present = false;
        }
    }
    segment->late &= ~leaves;
    late_admit(segment);
}

/** Branch of an open multicast block that a block is in; STREAM_NONE: it is in none. */
static uint32_t branch_of(const StreamBlock *block)
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
        if (((top->leaves >> i) & 1U) == 1U) {
            StreamSide *const side = &segment->sides[SIDE_CONSUMER_0 + i];

            element_free(&side->elements);
            sync_free(side);
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

/** @satisfies RF-STREAM-102 */
void late_forget(StreamSegment *segment, const StreamBlock *block)
{
    const uint32_t top = branch_of(block);

    if (segment->is_ready && (top != STREAM_NONE) && branch_is_gone(segment, top)) {
        uint32_t at = top;

        forget_leaves(segment, stream_block(top));
        unlink_branch(stream_block(top));
        stream_block(top)->beside = STREAM_NONE;
        /* From the leaves up: what is given back is looked at no more. */
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
            status = NvSciError_IndexOutOfRange;
        } else {
            *newConnected = (((segment->fresh >> consumerIndex) & 1U) == 1U);
        }
        stream_leave(block);
    }
    return status;
}
