/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file element.c
 * Elements: what endpoints can use, what the pool makes of it, and who sees what.
 */
#include "stream/element.h"
#include "buf/lists_agree.h"
#include "core/assert.h"
#include "core/fault.h"
#include "stream/block.h"
#include "stream/protocol.h"
#include "stream/sync.h"

/* ---------------------------------------------------------------- lists of elements */

void element_free(StreamElements *elements)
{
    ASSERT(elements->count <= RINGFENCE_CFG_STREAM_ELEMENTS);
    for (uint32_t i = 0U; i < elements->count; i++) {
        NvSciBufAttrListFree(elements->rows[i].list);
        elements->rows[i].list = NULL;
    }
    elements->count = 0U;
}

/** Place of a type among elements; their number: it is not there. */
static uint32_t element_place(const StreamElements *elements, uint32_t type)
{
    uint32_t place = elements->count;

    for (uint32_t i = 0U; i < elements->count; i++) {
        if (elements->rows[i].type == type) {
            place = i;
        }
    }
    return place;
}

/** Keeps a copy of a list. BadParameter iff it is none, or names no type of buffers. */
static NvSciError copy_list(NvSciBufAttrList list, NvSciBufAttrList *copy)
{
    NvSciBufAttrKeyValuePair pair = {NvSciBufGeneralAttrKey_Types, NULL, 0U};
    NvSciError status = NvSciBufAttrListGetAttrs(list, &pair, 1U);

    if (status == NvSciError_Success) {
        status = (pair.len > 0U) ? NvSciBufAttrListClone(list, copy) : NvSciError_BadParameter;
    }
    return status;
}

/** Adds an element to those of somebody, with a copy of a list if it has one.
 * @satisfies RF-STREAM-214 RF-CORE-341 */
static NvSciError element_append(PhaseOp op, StreamElements *elements, uint32_t type, bool has_list,
                                 NvSciBufAttrList list)
{
    NvSciError status = NvSciError_Success;

    if (elements->count >= RINGFENCE_CFG_STREAM_ELEMENTS) {
        fault_report_capacity(op, FAULT_LIMIT_STREAM_ELEMENTS, (uint64_t)elements->count + 1U,
                              RINGFENCE_CFG_STREAM_ELEMENTS);
        status = NvSciError_Overflow;
    } else if (element_place(elements, type) < elements->count) {
        status = NvSciError_AlreadyInUse;
    } else {
        StreamElement *const row = &elements->rows[elements->count];

        row->list = NULL;
        status = has_list ? copy_list(list, &row->list) : NvSciError_Success;
        if (status == NvSciError_Success) {
            row->type = type;
            elements->count++;
        }
    }
    return status;
}

NvSciError element_add(PhaseOp op, StreamElements *elements, uint32_t type, NvSciBufAttrList list)
{
    return element_append(op, elements, type, true, list);
}

NvSciError element_add_bare(PhaseOp op, StreamElements *elements, uint32_t type)
{
    return element_append(op, elements, type, false, NULL);
}

/* ---------------------------------------------------------------- what consumers can use together
 */

/** Says whether a consumer before consumer `number` can use a type. */
static bool has_before(const StreamSegment *segment, uint32_t number, uint32_t type)
{
    bool has = false;

    for (uint32_t i = 0U; i < number; i++) {
        const StreamElements *const own = &segment->sides[SIDE_CONSUMER_0 + i].elements;

        has = has || (element_place(own, type) < own->count);
    }
    return has;
}

/** Counts the types that consumers can use, up to the one at a place, whose type is given. */
static uint32_t count_types(const StreamSegment *segment, uint32_t place, uint32_t *type)
{
    uint32_t count = 0U;

    for (uint32_t i = 0U; i < segment->consumers; i++) {
        const StreamElements *const own = &segment->sides[SIDE_CONSUMER_0 + i].elements;

        for (uint32_t e = 0U; e < own->count; e++) {
            if (!has_before(segment, i, own->rows[e].type)) {
                if (count == place) {
                    *type = own->rows[e].type;
                }
                count++;
            }
        }
    }
    return count;
}

/** Finds the lists of all consumers that can use a type, and says how many there are. */
static uint32_t collect_lists(const StreamSegment *segment, uint32_t type, NvSciBufAttrList lists[])
{
    uint32_t count = 0U;

    ASSERT(segment->consumers <= RINGFENCE_CFG_STREAM_CONSUMERS);
    for (uint32_t i = 0U; i < segment->consumers; i++) {
        const StreamElements *const own = &segment->sides[SIDE_CONSUMER_0 + i].elements;
        const uint32_t place = element_place(own, type);

        if (place < own->count) {
            lists[count] = own->rows[place].list;
            count++;
        }
    }
    return count;
}

/** Makes one list of those of all consumers that can use a type. */
static NvSciError append_lists(const StreamSegment *segment, uint32_t type, NvSciBufAttrList *list)
{
    NvSciBufAttrList lists[RINGFENCE_CFG_STREAM_CONSUMERS] = {NULL};
    const uint32_t count = collect_lists(segment, type, lists);

    return (count == 1U) ? NvSciBufAttrListClone(lists[0], list)
                         : NvSciBufAttrListAppendUnreconciled(lists, count, list);
}

/* ---------------------------------------------------------------- setting */

/** Says whether a list is one that an endpoint may have: its list is appended to those of others.
 * BadParameter iff it is reconciled, or none. */
static NvSciError check_needs(PhaseOp op, NvSciBufAttrList list)
{
    bool is_reconciled = false;
    NvSciError status = NvSciBufAttrListIsReconciled(list, &is_reconciled);

    if (is_reconciled) {
        status = stream_refuse(op, FAULT_CAUSE_LIST_RECONCILED, NvSciError_BadParameter);
    }
    return status;
}

/** Adds an element that the program sets, and says why not, if the element or its list is wrong.
 * @satisfies RF-STREAM-248 */
static NvSciError add_own(PhaseOp op, StreamElements *elements, uint32_t type,
                          NvSciBufAttrList list)
{
    NvSciBufAttrKeyValuePair pair = {NvSciBufGeneralAttrKey_Types, NULL, 0U};
    const NvSciError status = element_add(op, elements, type, list);

    if (status == NvSciError_AlreadyInUse) {
        (void)stream_refuse(op, FAULT_CAUSE_ELEMENT_TWICE, status);
    } else if (status == NvSciError_BadParameter) {
        const NvSciError got = NvSciBufAttrListGetAttrs(list, &pair, 1U);

        if ((got == NvSciError_Success) && (pair.len == 0U)) {
            (void)stream_refuse(op, FAULT_CAUSE_LIST_TYPES, status);
        }
    } else {
        /* It was set, or there is no room. */
    }
    return status;
}

/** A buffer of a type that packets have; NULL: none has one here. */
static NvSciBufObj find_buffer_of(const StreamSegment *segment, uint32_t type)
{
    const uint32_t place = element_place(&segment->layout, type);
    NvSciBufObj found = NULL;

    for (uint32_t link = segment->packets; (link != STREAM_NONE) && (found == NULL);
         link = g_stream_packets[stream_row(link)].next) {
        const StreamPacket *const packet = &g_stream_packets[stream_row(link)];

        if ((place < segment->layout.count) && (packet->place != PACKET_BUILT) &&
            (packet->place != PACKET_DELETED) && (((packet->inserted >> place) & 1U) == 1U)) {
            found = packet->buffers[place];
        }
    }
    return found;
}

/** Says whether the buffers that there are give what the list of a late consumer asks for. What
 * nobody here has cannot be compared.
 * @satisfies RF-STREAM-252 */
static NvSciError check_late_list(PhaseOp op, const StreamSegment *segment, uint32_t type,
                                  NvSciBufAttrList list)
{
    const NvSciBufObj buffer = find_buffer_of(segment, type);
    NvSciError status = NvSciError_Success;

    if ((RINGFENCE_CFG_CHECKS == 1U) && (buffer != NULL)) {
        FaultKey key = {0U, 0U, 0U};

        status = buf_suits(op, buffer, list, &key);
        if ((status == NvSciError_ReconciliationFailed) || (status == NvSciError_Overflow)) {
            const char *const name = buf_key_name(key.key);

            fault_report_late(op, FAULT_CAUSE_LATE_BUFFERS, &key, (name == NULL) ? "" : name);
            status = NvSciError_ReconciliationFailed;
        }
    }
    return status;
}

/** Says whether the list of the last element of a consumer can be told with those that others have
 * set for the same type, and whether what is there gives what it asks for if it comes late; takes
 * the element back if not.
 * @satisfies RF-STREAM-238 RF-STREAM-252 */
static NvSciError check_own(PhaseOp op, const StreamSegment *segment, const StreamBlock *block,
                            StreamElements *own)
{
    const uint32_t last = own->count - 1U;
    NvSciBufAttrList lists[RINGFENCE_CFG_STREAM_CONSUMERS] = {NULL};
    const uint32_t count = collect_lists(segment, own->rows[last].type, lists);
    NvSciError status = NvSciError_Success;

    if (!buf_lists_agree(op, lists, count)) {
        status = stream_refuse(op, FAULT_CAUSE_LIST_MODULE, NvSciError_BadParameter);
    } else if (block->stage == BLOCK_LATE) {
        status = check_late_list(op, segment, own->rows[last].type, own->rows[last].list);
    } else {
        /* The buffers are made of it. */
    }
    if (status != NvSciError_Success) {
        NvSciBufAttrListFree(own->rows[last].list);
        own->rows[last].list = NULL;
        own->count = last;
    }
    return status;
}

/** What NvSciStreamBlockElementAttrSet() does, under the name of `op`.
 * @satisfies RF-STREAM-238 */
NvSciError element_set(PhaseOp op, NvSciStreamBlock handle, uint32_t type, NvSciBufAttrList list)
{
    StreamBlock *block = NULL;
    NvSciError status = stream_enter(op, handle, &block);

    if (status == NvSciError_Success) {
        StreamSegment *const segment = stream_segment_of(block);
        const bool is_pool = stream_is(block, TYPE_POOL);

        status = protocol_window(is_pool ? WINDOW_LAYOUT_SET : WINDOW_ELEMENT_SET, block);
        if (status != NvSciError_Success) {
            protocol_report(op, is_pool ? WINDOW_LAYOUT_SET : WINDOW_ELEMENT_SET, block, status);
        } else if (!is_pool) {
            status = check_needs(op, list);
        } else {
            /* The pool has a reconciled list. */
        }
        if (status == NvSciError_Success) {
            status =
                add_own(op, is_pool ? &segment->layout : &stream_side_of(segment, block)->elements,
                        type, list);
        }
        if ((status == NvSciError_Success) && stream_is(block, TYPE_CONSUMER)) {
            status = check_own(op, segment, block, &stream_side_of(segment, block)->elements);
        }
        stream_leave(block);
    }
    return status;
}

/** @satisfies RF-STREAM-020 */
NvSciError NvSciStreamBlockElementAttrSet(NvSciStreamBlock const block, uint32_t const userType,
                                          NvSciBufAttrList const bufAttrList)
{
    return element_set(OP_STREAM_BLOCK_ELEMENT_ATTR_SET, block, userType, bufAttrList);
}

/** @satisfies RF-STREAM-021 RF-STREAM-248 */
NvSciError NvSciStreamBlockElementNotVisible(NvSciStreamBlock const pool, uint32_t const userType,
                                             uint32_t const consumerIndex)
{
    StreamBlock *block = NULL;
    NvSciError status =
        stream_enter_window(OP_STREAM_BLOCK_ELEMENT_NOT_VISIBLE, WINDOW_ELEMENT_HIDE, pool, &block);

    if (status == NvSciError_Success) {
        StreamSegment *const segment = stream_segment_of(block);
        const uint32_t place = element_place(&segment->layout, userType);

        if (place >= segment->layout.count) {
            status = stream_refuse(OP_STREAM_BLOCK_ELEMENT_NOT_VISIBLE, FAULT_CAUSE_NO_ELEMENT,
                                   NvSciError_BadParameter);
        } else if (consumerIndex >= segment->consumers) {
            status = stream_refuse(OP_STREAM_BLOCK_ELEMENT_NOT_VISIBLE, FAULT_CAUSE_NO_END,
                                   NvSciError_BadParameter);
        } else {
            segment->sides[SIDE_CONSUMER_0 + consumerIndex].hidden |= 1U << place;
        }
        stream_leave(block);
    }
    return status;
}

void element_number_side(const StreamSegment *segment, StreamSide *side)
{
    ASSERT(segment->layout.count <= RINGFENCE_CFG_STREAM_ELEMENTS);
    side->visible = 0U;
    for (uint32_t e = 0U; e < segment->layout.count; e++) {
        if (((side->hidden >> e) & 1U) == 0U) {
            side->index[side->visible] = e;
            side->visible++;
        }
    }
}

void element_number(StreamSegment *segment)
{
    ASSERT(segment->consumers < STREAM_SIDES);
    for (uint32_t i = 0U; i <= segment->consumers; i++) {
        element_number_side(segment, &segment->sides[i]);
    }
}

uint32_t element_used(const StreamSegment *segment, uint32_t first, uint32_t count)
{
    const uint32_t all = (uint32_t)(stream_bit(segment->layout.count) - 1U);
    uint32_t used = 0U;

    for (uint32_t i = first; i < (first + count); i++) {
        const StreamSide *const side = &segment->sides[i];

        used |= side->is_present ? (all & ~(side->unused | side->hidden)) : 0U;
    }
    return used;
}

uint32_t element_upstream(const StreamSegment *segment)
{
    const uint32_t all = (uint32_t)(stream_bit(segment->layout.count) - 1U);
    uint32_t upstream = 0U;

    for (uint32_t e = 0U; e < segment->layout.count; e++) {
        upstream |= (segment->layout.rows[e].list == NULL) ? ((uint32_t)1U << e) : 0U;
    }
    for (uint32_t link = segment->packets; link != STREAM_NONE;
         link = g_stream_packets[stream_row(link)].next) {
        const StreamPacket *const packet = &g_stream_packets[stream_row(link)];

        if ((packet->place != PACKET_BUILT) && (packet->place != PACKET_DELETED)) {
            upstream |= all & ~packet->inserted;
        }
    }
    return upstream;
}

/** Notes that a consumer uses an element, unless the list of a waiter that it set before goes not
 * with those of the others.
 * @satisfies RF-STREAM-215 RF-STREAM-238 */
static NvSciError use_element(const StreamSegment *segment, StreamSide *side, uint32_t element)
{
    const uint32_t before = side->unused;
    NvSciError status = NvSciError_Success;

    side->unused &= ~(1U << element) | element_upstream(segment);
    if ((side->unused != before) && (side->waiters[element] != NULL)) {
        if (!sync_waiters_agree(OP_STREAM_BLOCK_ELEMENT_USAGE_SET, segment, SYNC_OF_ALL, element)) {
            side->unused = before;
            status = stream_refuse(OP_STREAM_BLOCK_ELEMENT_USAGE_SET, FAULT_CAUSE_LIST_MODULE,
                                   NvSciError_BadParameter);
        }
    }
    return status;
}

/** @satisfies RF-STREAM-022 RF-STREAM-215 */
NvSciError NvSciStreamBlockElementUsageSet(NvSciStreamBlock const block, uint32_t const elemIndex,
                                           bool const used)
{
    StreamBlock *found = NULL;
    NvSciError status =
        stream_enter_window(OP_STREAM_BLOCK_ELEMENT_USAGE_SET, WINDOW_ELEMENT_USAGE, block, &found);

    if (status == NvSciError_Success) {
        const StreamSegment *const segment = stream_segment_of(found);
        StreamSide *const side = stream_side_of(stream_segment_of(found), found);

        if (elemIndex >= side->visible) {
            status = stream_refuse(OP_STREAM_BLOCK_ELEMENT_USAGE_SET, FAULT_CAUSE_NO_ELEMENT,
                                   NvSciError_BadParameter);
        } else if (used) {
            status = use_element(segment, side, side->index[elemIndex]);
        } else {
            side->unused |= 1U << side->index[elemIndex];
        }
        stream_leave(found);
    }
    return status;
}

/* ---------------------------------------------------------------- asking */

/** What a block can ask: whose elements. */
typedef enum { ASK_NOTHING = 0, ASK_PRODUCER = 1, ASK_CONSUMERS = 2, ASK_POOL = 3 } ElementAsk;

/** Whose elements a block asks for; ASK_NOTHING: it may not. */
static ElementAsk ask_of(const StreamBlock *block, NvSciStreamBlockType type)
{
    ElementAsk ask = ASK_NOTHING;

    if (stream_is(block, TYPE_SECONDARY)) {
        /* There is one list, whoever is asked for. */
        ask = ((type == NvSciStreamBlockType_Producer) || (type == NvSciStreamBlockType_Consumer) ||
               (type == NvSciStreamBlockType_Pool))
                  ? ASK_POOL
                  : ASK_NOTHING;
    } else if (stream_is(block, TYPE_POOL)) {
        if (type == NvSciStreamBlockType_Producer) {
            ask = ASK_PRODUCER;
        } else if (type == NvSciStreamBlockType_Consumer) {
            ask = ASK_CONSUMERS;
        } else {
            ask = ASK_NOTHING;
        }
    } else if (type == NvSciStreamBlockType_Pool) {
        ask = ASK_POOL;
    } else {
        ask = ASK_NOTHING;
    }
    return ask;
}

/** Number of elements that a block gets as an answer. */
static uint32_t answer_count(const StreamSegment *segment, const StreamBlock *block, ElementAsk ask)
{
    uint32_t type = 0U;
    uint32_t count = 0U;

    if (ask == ASK_PRODUCER) {
        count = segment->sides[SIDE_PRODUCER].elements.count;
    } else if (ask == ASK_CONSUMERS) {
        count = count_types(segment, RINGFENCE_CFG_STREAM_ELEMENTS, &type);
    } else {
        count = segment->sides[stream_side_number(block)].visible;
    }
    return count;
}

/** @satisfies RF-STREAM-023 */
NvSciError NvSciStreamBlockElementCountGet(NvSciStreamBlock const block,
                                           NvSciStreamBlockType const queryBlockType,
                                           uint32_t *const numElements)
{
    StreamBlock *found = NULL;
    NvSciError status =
        stream_enter_window(OP_STREAM_BLOCK_ELEMENT_COUNT_GET, WINDOW_ELEMENT_GET, block, &found);

    if (status == NvSciError_Success) {
        const ElementAsk ask = ask_of(found, queryBlockType);

        if (numElements == NULL) {
            status = NvSciError_BadAddress;
        } else if (ask == ASK_NOTHING) {
            status = stream_refuse(OP_STREAM_BLOCK_ELEMENT_COUNT_GET, FAULT_CAUSE_BAD_QUESTION,
                                   NvSciError_BadParameter);
        } else {
            *numElements = answer_count(stream_segment_of(found), found, ask);
        }
        stream_leave(found);
    }
    return status;
}

/** Gives an element: its type, and a list that the caller owns. Either can be left out.
 * @satisfies RF-STREAM-111 */
static NvSciError give_element(const StreamSegment *segment, const StreamBlock *block,
                               ElementAsk ask, uint32_t place, uint32_t *type,
                               NvSciBufAttrList *list)
{
    const StreamSide *const side = &segment->sides[stream_side_number(block)];
    uint32_t found = 0U;
    NvSciError status = NvSciError_Success;

    if (ask == ASK_CONSUMERS) {
        (void)count_types(segment, place, &found);
        if (list != NULL) {
            status = append_lists(segment, found, list);
        }
    } else {
        const StreamElement row = (ask == ASK_PRODUCER)
                                      ? segment->sides[SIDE_PRODUCER].elements.rows[place]
                                      : segment->layout.rows[side->index[place]];
        const NvSciBufAttrList own = row.list;
        const bool is_left_out =
            stream_is(block, TYPE_SECONDARY) &&
            (((element_used(segment, SIDE_CONSUMER_0, segment->consumers) >> side->index[place]) &
              1U) == 0U);

        found = row.type;
        if (list != NULL) {
            if ((own == NULL) || is_left_out) {
                *list = NULL;
            } else {
                status = NvSciBufAttrListClone(own, list);
            }
        }
    }
    if ((status == NvSciError_Success) && (type != NULL)) {
        *type = found;
    }
    return status;
}

/** What NvSciStreamBlockElementAttrGet() does, under the name of `op`. */
NvSciError element_get(PhaseOp op, NvSciStreamBlock handle, NvSciStreamBlockType type,
                       uint32_t place, uint32_t *user_type, NvSciBufAttrList *list)
{
    StreamBlock *block = NULL;
    NvSciError status = stream_enter_window(op, WINDOW_ELEMENT_GET, handle, &block);

    if (status == NvSciError_Success) {
        const StreamSegment *const segment = stream_segment_of(block);
        const ElementAsk ask = ask_of(block, type);

        if ((user_type == NULL) && (list == NULL)) {
            status = NvSciError_BadAddress;
        } else if (ask == ASK_NOTHING) {
            status = stream_refuse(op, FAULT_CAUSE_BAD_QUESTION, NvSciError_BadParameter);
        } else if (place >= answer_count(segment, block, ask)) {
            status = stream_refuse(op, FAULT_CAUSE_NO_ELEMENT, NvSciError_BadParameter);
        } else {
            status = give_element(segment, block, ask, place, user_type, list);
        }
        stream_leave(block);
    }
    return status;
}

/** @satisfies RF-STREAM-023 */
NvSciError NvSciStreamBlockElementAttrGet(NvSciStreamBlock const block,
                                          NvSciStreamBlockType const queryBlockType,
                                          uint32_t const elemIndex, uint32_t *const userType,
                                          NvSciBufAttrList *const bufAttrList)
{
    return element_get(OP_STREAM_BLOCK_ELEMENT_ATTR_GET, block, queryBlockType, elemIndex, userType,
                       bufAttrList);
}
