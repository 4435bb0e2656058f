/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sync.c
 * What waiters need and who signals: lists and objects that endpoints exchange.
 */
#include "core/feature.h"
#include "stream/stream.h"

void sync_free(StreamSide *side)
{
    for (uint32_t e = 0U; e < RINGFENCE_CFG_STREAM_ELEMENTS; e++) {
        NvSciSyncAttrListFree(side->waiters[e]);
        side->waiters[e] = NULL;
        NvSciSyncObjFree(side->signals[e]);
        side->signals[e] = NULL;
    }
}

/** Enters a call about an element of an endpoint. Success: stream_leave() must follow. */
static NvSciError enter_element(PhaseOp op, StreamWindow window, NvSciStreamBlock handle,
                                uint32_t index, StreamBlock **block, uint32_t *element)
{
    NvSciError status = stream_enter_window(op, window, handle, block);

    if (status == NvSciError_Success) {
        status = element_index(stream_side_of(stream_segment_of(*block), *block), index, element);
        if (status != NvSciError_Success) {
            stream_leave(*block);
        }
    }
    return status;
}

/* ---------------------------------------------------------------- waiters */

/** @satisfies RF-STREAM-024 */
NvSciError NvSciStreamBlockElementWaiterAttrSet(NvSciStreamBlock const block,
                                                uint32_t const elemIndex,
                                                NvSciSyncAttrList const waitSyncAttrList)
{
    StreamBlock *found = NULL;
    uint32_t element = 0U;
    NvSciError status = enter_element(OP_STREAM_BLOCK_ELEMENT_WAITER_ATTR_SET, WINDOW_WAITER_SET,
                                      block, elemIndex, &found, &element);

    if (status == NvSciError_Success) {
        StreamSide *const side = stream_side_of(stream_segment_of(found), found);
        NvSciSyncAttrList copy = NULL;

        if (waitSyncAttrList != NULL) {
            status = NvSciSyncAttrListClone(waitSyncAttrList, &copy);
        }
        if (status == NvSciError_Success) {
            NvSciSyncAttrListFree(side->waiters[element]);
            side->waiters[element] = copy;
        }
        stream_leave(found);
    }
    return status;
}

/** Lists of one element, of several who wait. */
typedef struct {
    uint32_t count;
    NvSciSyncAttrList lists[RINGFENCE_CFG_STREAM_CONSUMERS + RINGFENCE_CFG_STREAM_BLOCKS];
} WaiterLists;

/** Says whether an endpoint is there and uses an element. */
static bool side_uses(const StreamSide *side, uint32_t element)
{
    return side->is_present && ((((side->unused | side->hidden) >> element) & 1U) == 0U);
}

/** Says whether it waits for it as well. */
static bool side_waits_for(const StreamSide *side, uint32_t element)
{
    return side_uses(side, element) && (side->waiters[element] != NULL);
}

/** Adds the list of an endpoint, if it waits for the element. */
static void add_side(WaiterLists *all, const StreamSide *side, uint32_t element)
{
    if (side_waits_for(side, element)) {
        all->lists[all->count] = side->waiters[element];
        all->count++;
    }
}

/** List of a block that waits for what producers, or consumers, signal; NULL: it waits for neither.
 */
static NvSciSyncAttrList list_between(const StreamBlock *block, bool of_producers)
{
    NvSciSyncAttrList list = chip_waiter_list(block, of_producers);

    if (feature_enabled(PORT_HAS_TASKS) && (list == NULL)) {
        list = waiter_list(block, of_producers);
    }
    return list;
}

/** Adds the lists of blocks that wait for what an endpoint signals: those on its own paths. */
static void add_between(WaiterLists *all, const StreamSegment *segment, const StreamBlock *block,
                        bool of_consumers)
{
    for (uint32_t link = segment->blocks; link != STREAM_NONE; link = stream_block(link)->next) {
        const StreamBlock *const between = stream_block(link);
        const NvSciSyncAttrList own = list_between(between, of_consumers);

        if ((own != NULL) && ((between->leaves & block->leaves) != 0U)) {
            all->lists[all->count] = own;
            all->count++;
        }
    }
}

/** Says whether a block waits for the producer's fences before a leaf gets a packet. */
static bool is_behind_waiter(const StreamSegment *segment, const StreamBlock *leaf)
{
    bool is_behind = false;

    for (uint32_t link = segment->blocks; link != STREAM_NONE; link = stream_block(link)->next) {
        const StreamBlock *const between = stream_block(link);

        is_behind = is_behind || ((list_between(between, true) != NULL) &&
                                  ((between->leaves & leaf->leaves) != 0U));
    }
    return is_behind;
}

/** Says whether some of the consumers that a leaf is, or stands for, wait for an element: a channel
 * brings one list for all that are behind it, and none unless all of them wait. */
static bool leaf_waits(const StreamSegment *segment, const StreamBlock *leaf, uint64_t consumers,
                       uint32_t element)
{
    bool waits = false;

    for (uint32_t i = 0U; i < leaf->consumers; i++) {
        const uint32_t number = leaf->first_consumer + i;

        waits = waits || (((consumers & stream_bit(number)) != 0U) &&
                          side_waits_for(&segment->sides[SIDE_CONSUMER_0 + number], element));
    }
    return waits;
}

/** Leaves of some consumers that use an element and do not wait for it: bits. */
static uint64_t leaves_without(const StreamSegment *segment, uint64_t consumers, uint32_t element)
{
    uint64_t leaves = 0U;

    for (uint32_t i = 0U; i < segment->consumers; i++) {
        if (((consumers & stream_bit(i)) != 0U) &&
            side_uses(&segment->sides[SIDE_CONSUMER_0 + i], element)) {
            const StreamBlock *const leaf = stream_block(segment->leaf[i]);

            leaves |= leaf_waits(segment, leaf, consumers, element) ? 0U : leaf->leaves;
        }
    }
    return leaves;
}

/** Says whether some consumers can get packets whose producer is not done with an element: each of
 * them waits, or a block does before.
 * @satisfies RF-STREAM-224 */
static bool all_wait(const StreamSegment *segment, uint64_t consumers, uint32_t element)
{
    const uint64_t without = leaves_without(segment, consumers, element);
    bool all = true;

    for (uint32_t i = 0U; i < segment->consumers; i++) {
        if (((without >> i) & 1U) == 1U) {
            all = all && is_behind_waiter(segment, stream_block(segment->leaf[i]));
        }
    }
    return all;
}

uint64_t sync_blind(const StreamSegment *segment, uint32_t elements)
{
    uint64_t leaves = 0U;

    for (uint32_t e = 0U; e < segment->layout.count; e++) {
        leaves |= (((elements >> e) & 1U) == 1U) ? leaves_without(segment, SYNC_OF_ALL, e) : 0U;
    }
    return leaves;
}

/** Says whether a consumer that is set up uses an element. */
static bool is_used_before(const StreamSegment *segment, uint32_t element)
{
    bool is_used = false;

    for (uint32_t i = 0U; i < segment->consumers; i++) {
        is_used = is_used || (((segment->fresh & stream_bit(i)) == 0U) &&
                              side_uses(&segment->sides[SIDE_CONSUMER_0 + i], element));
    }
    return is_used;
}

/** @satisfies RF-STREAM-225 */
bool sync_suits_late(const StreamSegment *segment, uint64_t consumers)
{
    const bool is_known = stream_is(stream_block(segment->head), TYPE_PRODUCER);
    bool suits = true;

    for (uint32_t e = 0U; e < segment->layout.count; e++) {
        /* Whether the producer signals what nobody here used is not known here. */
        const bool signals = (segment->sides[SIDE_PRODUCER].signals[e] != NULL) ||
                             ((!is_known) && (!is_used_before(segment, e)));

        suits = suits && ((!signals) || all_wait(segment, consumers, e));
    }
    return suits;
}

NvSciError sync_gather(const StreamSegment *segment, const StreamBlock *block, uint64_t consumers,
                       uint32_t element, NvSciSyncAttrList *list)
{
    const bool of_consumers = (consumers != 0U);
    WaiterLists all = {0};
    NvSciError status = NvSciError_Success;

    if (of_consumers) {
        for (uint32_t i = 0U; i < segment->consumers; i++) {
            if ((consumers & stream_bit(i)) != 0U) {
                add_side(&all, &segment->sides[SIDE_CONSUMER_0 + i], element);
            }
        }
    } else {
        add_side(&all, &segment->sides[SIDE_PRODUCER], element);
    }
    add_between(&all, segment, block, of_consumers);
    if (all.count == 0U) {
        *list = NULL;
    } else if (all.count == 1U) {
        status = NvSciSyncAttrListClone(all.lists[0], list);
    } else {
        status = NvSciSyncAttrListAppendUnreconciled(all.lists, all.count, list);
    }
    return status;
}

NvSciError sync_combine(const StreamSegment *segment, const StreamBlock *block, uint64_t consumers,
                        uint32_t element, NvSciSyncAttrList *list)
{
    NvSciError status = NvSciError_Success;

    if ((consumers == 0U) || all_wait(segment, consumers, element)) {
        status = sync_gather(segment, block, consumers, element, list);
    } else {
        /* Who finishes before one gets a packet has finished before all do. */
        *list = NULL;
    }
    return status;
}

/** @satisfies RF-STREAM-025 */
NvSciError NvSciStreamBlockElementWaiterAttrGet(NvSciStreamBlock const block,
                                                uint32_t const elemIndex,
                                                NvSciSyncAttrList *const waitSyncAttrList)
{
    StreamBlock *found = NULL;
    uint32_t element = 0U;
    NvSciError status = enter_element(OP_STREAM_BLOCK_ELEMENT_WAITER_ATTR_GET, WINDOW_WAITER_GET,
                                      block, elemIndex, &found, &element);

    if (status == NvSciError_Success) {
        if (waitSyncAttrList == NULL) {
            status = NvSciError_BadAddress;
        } else {
            status = sync_combine(stream_segment_of(found), found,
                                  stream_is(found, TYPE_PRODUCER) ? SYNC_OF_ALL : 0U, element,
                                  waitSyncAttrList);
        }
        stream_leave(found);
    }
    return status;
}

/* ---------------------------------------------------------------- signallers */

/** Says whether an object can be sent to all in other processes who wait for an element with what
 * an endpoint signals. */
static bool reaches_all(const StreamSegment *segment, const StreamBlock *block, uint32_t element,
                        NvSciSyncObj object)
{
    bool reaches = true;

    if (stream_is(block, TYPE_PRODUCER)) {
        for (uint32_t i = 0U; i < segment->consumers; i++) {
            if (side_waits_for(&segment->sides[SIDE_CONSUMER_0 + i], element)) {
                reaches =
                    reaches && ipc_can_send(stream_end_of(segment, SIDE_CONSUMER_0 + i), object);
            }
        }
    } else if (side_waits_for(&segment->sides[SIDE_PRODUCER], element)) {
        reaches = ipc_can_send(stream_block(segment->head), object);
    } else {
        /* Who waits is here. */
    }
    return reaches;
}

/** Says whether a reconciled list gives what those ask who wait. InconsistentData iff it does not.
 */
static NvSciError compare_lists(NvSciSyncAttrList own, NvSciSyncAttrList needs)
{
    bool is_valid = false;
    NvSciError status = NvSciSyncAttrListValidateReconciled(own, &needs, 1U, &is_valid);

    if (status == NvSciError_BadParameter) {
        status = NvSciError_InconsistentData;
    } else if (status == NvSciError_NotSupported) {
        /* The library was built without comparisons. */
        status = NvSciError_Success;
    } else {
        /* It suits them, or there is no row to compare in. */
    }
    return status;
}

/** Says whether an object suits those who wait for an element. InconsistentData iff somebody uses
 * it and nobody waits, or the object gives one who waits not what he asked for.
 * @satisfies RF-STREAM-222 */
static NvSciError check_signal(const StreamSegment *segment, const StreamBlock *block,
                               uint32_t element, NvSciSyncObj object)
{
    const bool is_producer = stream_is(block, TYPE_PRODUCER);
    NvSciSyncAttrList own = NULL;
    NvSciSyncAttrList needs = NULL;
    NvSciError status = NvSciSyncObjGetAttrList(object, &own);

    if (status == NvSciError_Success) {
        status = sync_combine(segment, block, is_producer ? SYNC_OF_ALL : 0U, element, &needs);
    }
    if ((status == NvSciError_Success) && (needs != NULL)) {
        status = reaches_all(segment, block, element, object) ? compare_lists(own, needs)
                                                              : NvSciError_InconsistentData;
    } else if (status == NvSciError_Success) {
        const uint32_t used = element_used(segment, SIDE_CONSUMER_0, segment->consumers);

        if ((!is_producer) || (((used >> element) & 1U) == 1U)) {
            status = NvSciError_InconsistentData;
        }
    } else {
        /* The object does not live, or there is no row. */
    }
    NvSciSyncAttrListFree(needs);
    return status;
}

/** What NvSciStreamBlockElementSignalObjSet() does, under the name of `op`. */
NvSciError signal_set(PhaseOp op, NvSciStreamBlock handle, uint32_t index, NvSciSyncObj object)
{
    StreamBlock *block = NULL;
    uint32_t element = 0U;
    NvSciError status = enter_element(op, WINDOW_SIGNAL_SET, handle, index, &block, &element);

    if (status == NvSciError_Success) {
        StreamSide *const side = stream_side_of(stream_segment_of(block), block);
        NvSciSyncObj copy = NULL;

        if (object != NULL) {
            if (((side->unused >> element) & 1U) == 1U) {
                status = NvSciError_InconsistentData;
            } else {
                status = check_signal(stream_segment_of(block), block, element, object);
            }
        }
        if ((status == NvSciError_Success) && (object != NULL)) {
            status = NvSciSyncObjDup(object, &copy);
        }
        if (status == NvSciError_Success) {
            NvSciSyncObjFree(side->signals[element]);
            side->signals[element] = copy;
        }
        stream_leave(block);
    }
    return status;
}

/** @satisfies RF-STREAM-026 */
NvSciError NvSciStreamBlockElementSignalObjSet(NvSciStreamBlock const block,
                                               uint32_t const elemIndex,
                                               NvSciSyncObj const signalSyncObj)
{
    return signal_set(OP_STREAM_BLOCK_ELEMENT_SIGNAL_OBJ_SET, block, elemIndex, signalSyncObj);
}

/** What NvSciStreamBlockElementSignalObjGet() does, under the name of `op`. */
NvSciError signal_get(PhaseOp op, NvSciStreamBlock handle, uint32_t other, uint32_t index,
                      NvSciSyncObj *object)
{
    StreamBlock *block = NULL;
    uint32_t element = 0U;
    NvSciError status = enter_element(op, WINDOW_SIGNAL_GET, handle, index, &block, &element);

    if (status == NvSciError_Success) {
        const StreamSegment *const segment = stream_segment_of(block);
        uint32_t side = 0U;

        status = stream_find_other(segment, block, other, &side);
        if ((status == NvSciError_Success) && (object == NULL)) {
            status = NvSciError_BadAddress;
        }
        if (status == NvSciError_Success) {
            /* A producer that goes on with late consumers is told of theirs alone. */
            const bool is_known = segment->has_group && stream_is(block, TYPE_PRODUCER) &&
                                  ((segment->fresh & stream_bit(side - SIDE_CONSUMER_0)) == 0U);
            const NvSciSyncObj found = is_known ? NULL : segment->sides[side].signals[element];

            if (found == NULL) {
                *object = NULL;
            } else {
                status = NvSciSyncObjDup(found, object);
            }
        }
        stream_leave(block);
    }
    return status;
}

/** @satisfies RF-STREAM-026 */
NvSciError NvSciStreamBlockElementSignalObjGet(NvSciStreamBlock const block,
                                               uint32_t const queryBlockIndex,
                                               uint32_t const elemIndex,
                                               NvSciSyncObj *const signalSyncObj)
{
    return signal_get(OP_STREAM_BLOCK_ELEMENT_SIGNAL_OBJ_GET, block, queryBlockIndex, elemIndex,
                      signalSyncObj);
}

NvSciError stream_cpu_waiter_list(NvSciSyncModule module, NvSciSyncAttrList *list)
{
    const bool cpu = true;
    const NvSciSyncAccessPerm permission = NvSciSyncAccessPerm_WaitOnly;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &permission, sizeof(permission)}};
    NvSciError status = NvSciSyncAttrListCreate(module, list);

    if (status == NvSciError_Success) {
        status = NvSciSyncAttrListSetAttrs(*list, pairs, sizeof(pairs) / sizeof(pairs[0]));
    }
    return status;
}
