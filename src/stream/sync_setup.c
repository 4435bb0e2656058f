/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sync_setup.c
 * What waiters need and who signals: lists and objects that endpoints exchange.
 */
#include "stream/block.h"
#include "stream/element.h"
#include "stream/protocol.h"
#include "stream/remote.h"
#include "stream/sync.h"
#include "sync/lists_agree.h"

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
        status =
            element_find(op, stream_side_of(stream_segment_of(*block), *block), index, element);
        if (status != NvSciError_Success) {
            stream_leave(*block);
        }
    }
    return status;
}

/* ---------------------------------------------------------------- waiters */

/** Keeps a copy of a list of a waiter, which is appended to those of others. BadParameter iff it is
 * reconciled, or none. */
static NvSciError copy_waiter(PhaseOp op, NvSciSyncAttrList list, NvSciSyncAttrList *copy)
{
    bool is_reconciled = false;
    NvSciError status = NvSciSyncAttrListIsReconciled(list, &is_reconciled);

    if (is_reconciled) {
        status = stream_refuse(op, FAULT_CAUSE_LIST_RECONCILED, NvSciError_BadParameter);
    }
    if (status == NvSciError_Success) {
        status = NvSciSyncAttrListClone(list, copy);
    }
    return status;
}

/** Puts the list of a waiter in the place of the one that is there, unless it goes not with those
 * of the others who wait for the element: these are told as one list. Takes the list over.
 * @satisfies RF-STREAM-024 RF-STREAM-238 */
static NvSciError put_waiter(PhaseOp op, const StreamSegment *segment, const StreamBlock *block,
                             NvSciSyncAttrList *place, uint32_t element, NvSciSyncAttrList list)
{
    const NvSciSyncAttrList before = *place;
    NvSciError status = NvSciError_Success;

    *place = list;
    if (sync_waiters_agree(op, segment, stream_is(block, TYPE_PRODUCER) ? 0U : SYNC_OF_ALL,
                           element)) {
        NvSciSyncAttrListFree(before);
    } else {
        *place = before;
        NvSciSyncAttrListFree(list);
        status = stream_refuse(op, FAULT_CAUSE_LIST_MODULE, NvSciError_BadParameter);
    }
    return status;
}

/** Says whether what the producer signals for an element gives what the list of a late consumer
 * asks for. What is not here cannot be compared.
 * @satisfies RF-STREAM-252 */
static NvSciError check_late_waiter(PhaseOp op, const StreamSegment *segment,
                                    const StreamBlock *block, uint32_t element,
                                    NvSciSyncAttrList list)
{
    const NvSciSyncObj object = segment->sides[SIDE_PRODUCER].signals[element];
    NvSciError status = NvSciError_Success;

    if ((RINGFENCE_CFG_CHECKS == 1U) && stream_is(block, TYPE_CONSUMER) &&
        (block->stage == BLOCK_LATE) && (object != NULL)) {
        FaultKey key = {0U, 0U, 0U};

        status = sync_suits(op, object, list, &key);
        if (status == NvSciError_BadParameter) {
            const char *const name = sync_key_name(key.key);

            fault_report_late(op, FAULT_CAUSE_LATE_SIGNALS, &key, (name == NULL) ? "" : name);
        }
    }
    return status;
}

/** @satisfies RF-STREAM-024 RF-STREAM-238 */
NvSciError NvSciStreamBlockElementWaiterAttrSet(NvSciStreamBlock const block,
                                                uint32_t const elemIndex,
                                                NvSciSyncAttrList const waitSyncAttrList)
{
    const PhaseOp op = OP_STREAM_BLOCK_ELEMENT_WAITER_ATTR_SET;
    StreamBlock *found = NULL;
    uint32_t element = 0U;
    NvSciError status = enter_element(op, WINDOW_WAITER_SET, block, elemIndex, &found, &element);

    if (status == NvSciError_Success) {
        StreamSide *const side = stream_side_of(stream_segment_of(found), found);
        NvSciSyncAttrList copy = NULL;

        if (waitSyncAttrList != NULL) {
            status = copy_waiter(op, waitSyncAttrList, &copy);
        }
        if ((status == NvSciError_Success) && (copy != NULL)) {
            status = check_late_waiter(op, stream_segment_of(found), found, element, copy);
            if (status != NvSciError_Success) {
                NvSciSyncAttrListFree(copy);
            }
        }
        if (status == NvSciError_Success) {
            status = put_waiter(op, stream_segment_of(found), found, &side->waiters[element],
                                element, copy);
        }
        stream_leave(found);
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
            if (sync_side_waits_for(&segment->sides[SIDE_CONSUMER_0 + i], element)) {
                const bool can = ipc_can_send(stream_end_of(segment, SIDE_CONSUMER_0 + i), object);

                reaches = reaches && can;
            }
        }
    } else if (sync_side_waits_for(&segment->sides[SIDE_PRODUCER], element)) {
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
        if (status == NvSciError_InconsistentData) {
            (void)stream_refuse(op, FAULT_CAUSE_SIGNAL, status);
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

        status = stream_ask_other(op, segment, block, other, &side);
        if ((status == NvSciError_Success) && (object == NULL)) {
            status = NvSciError_BadAddress;
        }
        if (status == NvSciError_Success) {
            /* A producer that goes on with late consumers is told of theirs alone. */
            const bool is_known = (segment->stage == SEGMENT_JOINED) &&
                                  stream_is(block, TYPE_PRODUCER) &&
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
