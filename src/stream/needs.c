/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file needs.c
 * Who waits for what an endpoint signals, and the lists of those who do.
 */
#include "core/feature.h"
#include "stream/remote.h"
#include "stream/sync.h"
#include "stream/tree/waiter.h"
#include "sync/lists_agree.h"

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

bool sync_side_waits_for(const StreamSide *side, uint32_t element)
{
    return side_uses(side, element) && (side->waiters[element] != NULL);
}

/** Adds the list of an endpoint, if it waits for the element. */
static void add_side(WaiterLists *all, const StreamSide *side, uint32_t element)
{
    if (sync_side_waits_for(side, element)) {
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
                          sync_side_waits_for(&segment->sides[SIDE_CONSUMER_0 + number], element));
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

/** Finds the lists that sync_gather() makes one of. */
static void gather_lists(const StreamSegment *segment, const StreamBlock *block, uint64_t consumers,
                         uint32_t element, WaiterLists *all)
{
    const bool of_consumers = (consumers != 0U);

    if (of_consumers) {
        for (uint32_t i = 0U; i < segment->consumers; i++) {
            if ((consumers & stream_bit(i)) != 0U) {
                add_side(all, &segment->sides[SIDE_CONSUMER_0 + i], element);
            }
        }
    } else {
        add_side(all, &segment->sides[SIDE_PRODUCER], element);
    }
    add_between(all, segment, block, of_consumers);
}

/** @satisfies RF-STREAM-238 */
bool sync_waiters_agree(PhaseOp op, const StreamSegment *segment, uint64_t consumers,
                        uint32_t element)
{
    WaiterLists all = {0};

    /* The head has all paths, and each one who waits for it is on one of them. */
    gather_lists(segment, stream_block(segment->head), consumers, element, &all);
    return sync_lists_agree(op, all.lists, all.count);
}

NvSciError sync_gather(const StreamSegment *segment, const StreamBlock *block, uint64_t consumers,
                       uint32_t element, NvSciSyncAttrList *list)
{
    WaiterLists all = {0};
    NvSciError status = NvSciError_Success;

    gather_lists(segment, block, consumers, element, &all);
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
