/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file elements_test.c
 * Elements of endpoints and of the pool, who sees and uses them, what waiters need, who signals.
 */
#include "stream_fixture.h"
#include "sync_inside.h"

/** A number that a call must leave as it is. */
#define UNTOUCHED 0xA5A5A5A5U

/** A list of a raw buffer of some bytes. */
static NvSciBufAttrList list_of_size(const Flow *flow, uint64_t size)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const bool cpu = true;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)}};
    NvSciBufAttrList list = NULL;

    assert_status(NvSciBufAttrListCreate(flow->bufs, &list), NvSciError_Success);
    assert_status(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    return list;
}

/** Bytes that a list asks for in one of its slots. */
static uint64_t size_in(NvSciBufAttrList list, size_t slot)
{
    NvSciBufAttrKeyValuePair pair = {NvSciBufRawBufferAttrKey_Size, NULL, 0U};
    uint64_t size = 0U;

    assert_status(NvSciBufAttrListSlotGetAttrs(list, slot, &pair, 1U), NvSciError_Success);
    assert_int_equal(pair.len, sizeof(size));
    (void)memcpy(&size, pair.value, sizeof(size));
    return size;
}

/** Sets an element with a list of some bytes, which is freed. */
static NvSciError set_size(const Flow *flow, NvSciStreamBlock block, uint32_t type, uint64_t size)
{
    const NvSciBufAttrList list = list_of_size(flow, size);
    const NvSciError status = NvSciStreamBlockElementAttrSet(block, type, list);

    NvSciBufAttrListFree(list);
    return status;
}

/** Asserts the type of an element that a block is told of, and the bytes of its slots. */
static void assert_element(NvSciStreamBlock block, NvSciStreamBlockType of, uint32_t index,
                           uint32_t type, uint64_t first, uint64_t second)
{
    uint32_t got = 0U;
    NvSciBufAttrList list = NULL;

    assert_status(NvSciStreamBlockElementAttrGet(block, of, index, &got, &list),
                  NvSciError_Success);
    assert_int_equal(got, type);
    assert_int_equal(NvSciBufAttrListGetSlotCount(list), (second == 0U) ? 1U : 2U);
    assert_int_equal(size_in(list, 0U), first);
    if (second != 0U) {
        assert_int_equal(size_in(list, 1U), second);
    }
    NvSciBufAttrListFree(list);
}

static void assert_count(NvSciStreamBlock block, NvSciStreamBlockType of, uint32_t expected)
{
    uint32_t count = UNTOUCHED;

    assert_status(NvSciStreamBlockElementCountGet(block, of, &count), NvSciError_Success);
    assert_int_equal(count, expected);
}

/**
 * The pool is told of the producer's elements in their order, and of those of all consumers
 * together: each type once, with the lists of all that set it. Lists are copies.
 * @verifies RF-STREAM-020
 * @verifies RF-STREAM-023
 */
static void the_pool_is_told_of_all_elements(void **state)
{
    uint32_t type = 0U;
    NvSciBufAttrList list = NULL;
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.consumers = 3U}, FLOW_CONNECTED);
    assert_status(set_size(&flow, flow.producer, 11U, 110U), NvSciError_Success);
    assert_status(set_size(&flow, flow.producer, 5U, 50U), NvSciError_Success);
    assert_status(set_size(&flow, flow.consumers[0], 5U, 51U), NvSciError_Success);
    assert_status(set_size(&flow, flow.consumers[0], 11U, 111U), NvSciError_Success);
    assert_status(set_size(&flow, flow.consumers[1], 7U, 70U), NvSciError_Success);
    assert_status(set_size(&flow, flow.consumers[2], 11U, 112U), NvSciError_Success);
    assert_status(set_size(&flow, flow.consumers[2], 9U, 90U), NvSciError_Success);
    flow_do(&flow, FLOW_ENDS_EXPORTED);
    flow_do(&flow, FLOW_POOL_ELEMENTS);
    assert_count(flow.pool, NvSciStreamBlockType_Producer, 2U);
    assert_element(flow.pool, NvSciStreamBlockType_Producer, 0U, 11U, 110U, 0U);
    assert_element(flow.pool, NvSciStreamBlockType_Producer, 1U, 5U, 50U, 0U);
    assert_count(flow.pool, NvSciStreamBlockType_Consumer, 4U);
    assert_element(flow.pool, NvSciStreamBlockType_Consumer, 0U, 5U, 51U, 0U);
    assert_element(flow.pool, NvSciStreamBlockType_Consumer, 1U, 11U, 111U, 112U);
    assert_element(flow.pool, NvSciStreamBlockType_Consumer, 2U, 7U, 70U, 0U);
    assert_element(flow.pool, NvSciStreamBlockType_Consumer, 3U, 9U, 90U, 0U);
    /* Either result may be left out. */
    assert_status(
        NvSciStreamBlockElementAttrGet(flow.pool, NvSciStreamBlockType_Consumer, 3U, &type, NULL),
        NvSciError_Success);
    assert_int_equal(type, 9U);
    assert_status(
        NvSciStreamBlockElementAttrGet(flow.pool, NvSciStreamBlockType_Producer, 1U, NULL, &list),
        NvSciError_Success);
    assert_int_equal(size_in(list, 0U), 50U);
    NvSciBufAttrListFree(list);
    flow_end(&flow);
}

/**
 * Asking for elements in a wrong way is refused and writes nothing.
 * @verifies RF-STREAM-023
 */
static void wrong_questions_for_elements_are_refused(void **state)
{
    static const NvSciStreamBlockType none = (NvSciStreamBlockType)7;
    uint32_t count = UNTOUCHED;
    NvSciBufAttrList list = NULL;
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.elements = 2U}, FLOW_POOL_ELEMENTS);
    assert_status(NvSciStreamBlockElementCountGet(flow.pool, NvSciStreamBlockType_Producer, NULL),
                  NvSciError_BadAddress);
    assert_status(NvSciStreamBlockElementCountGet(flow.pool, NvSciStreamBlockType_Pool, &count),
                  NvSciError_BadParameter);
    assert_status(NvSciStreamBlockElementCountGet(flow.pool, none, &count),
                  NvSciError_BadParameter);
    assert_status(
        NvSciStreamBlockElementAttrGet(flow.pool, NvSciStreamBlockType_Pool, 0U, &count, &list),
        NvSciError_BadParameter);
    assert_status(
        NvSciStreamBlockElementAttrGet(flow.pool, NvSciStreamBlockType_Producer, 2U, &count, &list),
        NvSciError_BadParameter);
    assert_status(
        NvSciStreamBlockElementAttrGet(flow.pool, NvSciStreamBlockType_Consumer, 2U, &count, &list),
        NvSciError_BadParameter);
    assert_status(NvSciStreamBlockElementAttrGet(flow.pool, NvSciStreamBlockType_Consumer,
                                                 UINT32_MAX, &count, &list),
                  NvSciError_BadParameter);
    assert_status(
        NvSciStreamBlockElementAttrGet(flow.pool, NvSciStreamBlockType_Consumer, 0U, NULL, NULL),
        NvSciError_BadAddress);
    flow_go(&flow, FLOW_ENDS_ELEMENTS);
    for (uint32_t i = 0U; i < 2U; i++) {
        const NvSciStreamBlock block = flow_endpoint(&flow, i);

        assert_status(NvSciStreamBlockElementCountGet(block, NvSciStreamBlockType_Producer, &count),
                      NvSciError_BadParameter);
        assert_status(NvSciStreamBlockElementCountGet(block, NvSciStreamBlockType_Consumer, &count),
                      NvSciError_BadParameter);
        assert_status(
            NvSciStreamBlockElementAttrGet(block, NvSciStreamBlockType_Pool, 2U, &count, &list),
            NvSciError_BadParameter);
    }
    assert_int_equal(count, UNTOUCHED);
    assert_null(list);
    flow_end(&flow);
}

#define NO_ELEMENT                                                                                 \
    "no such element; indices end below the count of elements, types are those of the pool"
#define NO_END "no such endpoint; the producer is 0, consumers end below the count of consumers"
#define BAD_QUESTION                                                                               \
    "block is not asked about blocks of that type; ask the pool about endpoints, endpoints about " \
    "the pool"

/**
 * An element or an endpoint that is not there, and an element that is there already, is a fault
 * that says so.
 * @verifies RF-STREAM-248
 */
static void wrong_elements_say_why(void **state)
{
    const NvSciSyncFence cleared = NvSciSyncFenceInitializer;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciBufAttrList list = NULL;
    NvSciBufObj buffer = NULL;
    NvSciSyncObj object = NULL;
    NvSciError value = NvSciError_Success;
    uint32_t count = 0U;
    uint32_t packet = 0U;
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.consumers = 1U}, FLOW_ENDS_LISTED);
    assert_refused_for(set_size(&flow, flow.producer, flow_type(0U), 8U), NvSciError_AlreadyInUse,
                       "an element of that type is set already; set each type one time");
    assert_status(NvSciBufAttrListCreate(flow.bufs, &list), NvSciError_Success);
    assert_refused_for(NvSciStreamBlockElementAttrSet(flow.producer, 99U, list),
                       NvSciError_BadParameter,
                       "list names no type of buffers; set NvSciBufGeneralAttrKey_Types in it");
    NvSciBufAttrListFree(list);
    list = NULL;
    flow_go(&flow, FLOW_POOL_LISTED);
    assert_refused_for(
        NvSciStreamBlockElementCountGet(flow.producer, NvSciStreamBlockType_Pool, &count),
        NvSciError_NotYetAvailable, "query event Elements of the block first");
    assert_refused_for(NvSciStreamBlockElementNotVisible(flow.pool, 99U, 0U),
                       NvSciError_BadParameter, NO_ELEMENT);
    assert_refused_for(NvSciStreamBlockElementNotVisible(flow.pool, flow_type(0U), 1U),
                       NvSciError_BadParameter, NO_END);
    flow_go(&flow, FLOW_ENDS_ELEMENTS);
    assert_refused_for(
        NvSciStreamBlockElementCountGet(flow.producer, NvSciStreamBlockType_Consumer, &count),
        NvSciError_BadParameter, BAD_QUESTION);
    assert_refused_for(NvSciStreamBlockElementAttrGet(flow.producer, NvSciStreamBlockType_Consumer,
                                                      0U, &count, &list),
                       NvSciError_BadParameter, BAD_QUESTION);
    assert_refused_for(
        NvSciStreamBlockElementAttrGet(flow.producer, NvSciStreamBlockType_Pool, 1U, &count, &list),
        NvSciError_BadParameter, NO_ELEMENT);
    assert_refused_for(NvSciStreamBlockElementUsageSet(flow.consumers[0], 1U, true),
                       NvSciError_BadParameter, NO_ELEMENT);
    assert_refused_for(NvSciStreamBlockElementWaiterAttrSet(flow.producer, 1U, NULL),
                       NvSciError_IndexOutOfRange, NO_ELEMENT);
    flow_go(&flow, FLOW_PACKETS_MADE);
    assert_refused_for(NvSciStreamPoolPacketInsertBuffer(flow.pool, flow.made[0], 1U,
                                                         (NvSciBufObj)(uintptr_t)&flow),
                       NvSciError_IndexOutOfRange, NO_ELEMENT);
    flow_go(&flow, FLOW_STATUSES_SET);
    assert_refused_for(
        NvSciStreamBlockPacketBufferGet(flow.producer, flow.taken[0][0], 1U, &buffer),
        NvSciError_IndexOutOfRange, NO_ELEMENT);
    assert_refused_for(NvSciStreamPoolPacketStatusValueGet(
                           flow.pool, flow.made[0], NvSciStreamBlockType_Consumer, 1U, &value),
                       NvSciError_IndexOutOfRange, NO_END);
    assert_refused_for(NvSciStreamPoolPacketStatusValueGet(flow.pool, flow.made[0],
                                                           NvSciStreamBlockType_Pool, 0U, &value),
                       NvSciError_BadParameter, BAD_QUESTION);
    flow_go(&flow, FLOW_SIGNALS_TOLD);
    assert_refused_for(NvSciStreamBlockElementSignalObjGet(flow.producer, 1U, 0U, &object),
                       NvSciError_IndexOutOfRange, NO_END);
    flow_go(&flow, FLOW_COMPLETE);
    packet = flow_get(&flow);
    assert_refused_for(
        NvSciStreamBlockPacketFenceSet(flow.producer, flow.taken[0][packet], 1U, &cleared),
        NvSciError_IndexOutOfRange, NO_ELEMENT);
    assert_refused_for(
        NvSciStreamBlockPacketFenceGet(flow.producer, flow.taken[0][packet], 1U, 0U, &fence),
        NvSciError_IndexOutOfRange, NO_END);
    assert_refused_for(
        NvSciStreamBlockPacketFenceGet(flow.producer, flow.taken[0][packet], 0U, 1U, &fence),
        NvSciError_IndexOutOfRange, NO_ELEMENT);
    flow_end(&flow);
}

/**
 * An element is set once by each, with a list that lives and names a type of buffers, up to the
 * limit; what is refused is not in the list.
 * @verifies RF-STREAM-020
 */
static void wrong_elements_are_refused(void **state)
{
    NvSciBufAttrList empty = NULL;
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.consumers = 1U}, FLOW_CONNECTED);
    assert_status(NvSciBufAttrListCreate(flow.bufs, &empty), NvSciError_Success);
    assert_status(NvSciStreamBlockElementAttrSet(flow.producer, 1U, NULL), NvSciError_BadParameter);
    assert_status(NvSciStreamBlockElementAttrSet(flow.producer, 1U, empty),
                  NvSciError_BadParameter);
    NvSciBufAttrListFree(empty);
    assert_status(NvSciStreamBlockElementAttrSet(flow.producer, 1U, empty),
                  NvSciError_BadParameter);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_STREAM_ELEMENTS; i++) {
        assert_status(set_size(&flow, flow.producer, i, 8U), NvSciError_Success);
        if ((i + 1U) < RINGFENCE_CFG_STREAM_ELEMENTS) {
            assert_status(set_size(&flow, flow.producer, i, 8U), NvSciError_AlreadyInUse);
        }
    }
    assert_status(set_size(&flow, flow.producer, 100U, 8U), NvSciError_Overflow);
    assert_status(set_size(&flow, flow.consumers[0], 1U, 8U), NvSciError_Success);
    flow_do(&flow, FLOW_ENDS_EXPORTED);
    flow_do(&flow, FLOW_POOL_ELEMENTS);
    assert_count(flow.pool, NvSciStreamBlockType_Producer, RINGFENCE_CFG_STREAM_ELEMENTS);
    assert_count(flow.pool, NvSciStreamBlockType_Consumer, 1U);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_STREAM_ELEMENTS; i++) {
        assert_status(set_size(&flow, flow.pool, 50U + i, 8U), NvSciError_Success);
    }
    assert_status(set_size(&flow, flow.pool, 100U, 8U), NvSciError_Overflow);
    flow_end(&flow);
}

/** Takes all lists of buffers that are left. Gives how many. */
static uint32_t take_lists(const Flow *flow, NvSciBufAttrList *lists)
{
    uint32_t count = 0U;

    while (NvSciBufAttrListCreate(flow->bufs, &lists[count]) == NvSciError_Success) {
        count++;
    }
    return count;
}

/**
 * When all lists are taken an element is neither set nor given, and is when there is one again.
 * @verifies RF-STREAM-020
 * @verifies RF-STREAM-023
 */
static void no_list_is_left_for_an_element(void **state)
{
    static NvSciBufAttrList lists[RINGFENCE_CFG_BUF_LISTS];
    NvSciBufAttrList got = NULL;
    NvSciBufAttrList own = NULL;
    uint32_t type = UNTOUCHED;
    uint32_t count = 0U;
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.consumers = 2U}, FLOW_ENDS_LISTED);
    own = list_of_size(&flow, 8U);
    count = take_lists(&flow, lists);
    assert_status(NvSciStreamBlockElementAttrSet(flow.producer, 99U, own),
                  NvSciError_InsufficientMemory);
    NvSciBufAttrListFree(lists[count - 1U]);
    assert_status(NvSciStreamBlockElementAttrSet(flow.producer, 99U, own), NvSciError_Success);
    flow_go(&flow, FLOW_POOL_ELEMENTS);
    for (uint32_t i = 0U; i < 2U; i++) {
        const NvSciStreamBlockType of =
            (i == 0U) ? NvSciStreamBlockType_Producer : NvSciStreamBlockType_Consumer;

        assert_status(NvSciStreamBlockElementAttrGet(flow.pool, of, 0U, &type, &got),
                      NvSciError_InsufficientMemory);
        assert_int_equal(type, UNTOUCHED);
        assert_null(got);
    }
    for (uint32_t i = 0U; (i + 1U) < count; i++) {
        NvSciBufAttrListFree(lists[i]);
    }
    NvSciBufAttrListFree(own);
    flow_end(&flow);
}

/* ---------------------------------------------------------------- visible and used */

/** Sets three elements of 100, 200 and 300 bytes at each endpoint, and at the pool, which hides
 * element 0 from the second consumer. */
static void list_three(Flow *flow)
{
    flow_make(flow, &(FlowPlan){.consumers = 2U, .elements = 3U}, FLOW_CONNECTED);
    for (uint32_t e = 0U; e < 3U; e++) {
        for (uint32_t i = 0U; i < 3U; i++) {
            assert_status(
                set_size(flow, flow_endpoint(flow, i), flow_type(e), 100U * ((uint64_t)e + 1U)),
                NvSciError_Success);
        }
    }
    flow_do(flow, FLOW_ENDS_EXPORTED);
    flow_do(flow, FLOW_POOL_ELEMENTS);
    flow_do(flow, FLOW_POOL_IMPORTED);
    for (uint32_t e = 0U; e < 3U; e++) {
        const NvSciBufAttrList list = list_of_size(flow, 100U * ((uint64_t)e + 1U));
        NvSciBufAttrList conflict = NULL;

        assert_status(NvSciBufAttrListReconcile(&list, 1U, &flow->layout[e], &conflict),
                      NvSciError_Success);
        NvSciBufAttrListFree(list);
        assert_status(NvSciStreamBlockElementAttrSet(flow->pool, flow_type(e), flow->layout[e]),
                      NvSciError_Success);
    }
    assert_status(NvSciStreamBlockElementNotVisible(flow->pool, flow_type(0U), 1U),
                  NvSciError_Success);
    flow->step = FLOW_POOL_LISTED;
    flow->visible[2] = 2U;
}

/** Memory of a buffer; it is freed. */
static const void *memory_of(NvSciBufObj buffer)
{
    const void *memory = NULL;

    assert_status(NvSciBufObjGetConstCpuPtr(buffer, &memory), NvSciError_Success);
    NvSciBufObjFree(buffer);
    return memory;
}

/** Memory of an element of the first packet at an endpoint. */
static const void *memory_at(const Flow *flow, uint32_t end, uint32_t index)
{
    NvSciBufObj buffer = NULL;

    assert_status(NvSciStreamBlockPacketBufferGet(flow_endpoint(flow, end), flow->taken[end][0],
                                                  index, &buffer),
                  NvSciError_Success);
    return memory_of(buffer);
}

/**
 * A consumer from which an element is hidden is told of the others alone, and its indices are those
 * of the others: for lists, buffers, waiters and sync objects.
 * @verifies RF-STREAM-021
 */
static void a_hidden_element_has_no_index(void **state)
{
    NvSciSyncAttrList list = NULL;
    NvSciSyncObj object = NULL;
    NvSciBufObj buffer = NULL;
    Flow flow;

    (void)state;
    list_three(&flow);
    assert_status(NvSciStreamBlockElementNotVisible(flow.pool, 4U, 1U), NvSciError_BadParameter);
    assert_status(NvSciStreamBlockElementNotVisible(flow.pool, flow_type(0U), 2U),
                  NvSciError_BadParameter);
    flow_go(&flow, FLOW_ENDS_ELEMENTS);
    assert_count(flow.producer, NvSciStreamBlockType_Pool, 3U);
    assert_count(flow.consumers[0], NvSciStreamBlockType_Pool, 3U);
    assert_count(flow.consumers[1], NvSciStreamBlockType_Pool, 2U);
    assert_element(flow.consumers[0], NvSciStreamBlockType_Pool, 0U, flow_type(0U), 100U, 0U);
    assert_element(flow.consumers[1], NvSciStreamBlockType_Pool, 0U, flow_type(1U), 200U, 0U);
    assert_element(flow.consumers[1], NvSciStreamBlockType_Pool, 1U, flow_type(2U), 300U, 0U);
    assert_status(NvSciStreamBlockElementUsageSet(flow.consumers[1], 2U, true),
                  NvSciError_BadParameter);
    flow_go(&flow, FLOW_PACKETS_TAKEN);
    assert_ptr_equal(memory_at(&flow, 2U, 0U), memory_at(&flow, 0U, 1U));
    assert_ptr_equal(memory_at(&flow, 2U, 1U), memory_at(&flow, 0U, 2U));
    assert_ptr_equal(memory_at(&flow, 1U, 0U), memory_at(&flow, 0U, 0U));
    assert_ptr_not_equal(memory_at(&flow, 0U, 0U), memory_at(&flow, 0U, 1U));
    assert_status(NvSciStreamBlockPacketBufferGet(flow.consumers[1], flow.taken[2][0], 2U, &buffer),
                  NvSciError_IndexOutOfRange);
    assert_null(buffer);
    /* The hidden one is waited for by the first consumer alone, the last one by both. */
    list = flow_wait_list(&flow);
    assert_status(NvSciStreamBlockElementWaiterAttrSet(flow.consumers[0], 0U, list),
                  NvSciError_Success);
    assert_status(NvSciStreamBlockElementWaiterAttrSet(flow.consumers[0], 2U, list),
                  NvSciError_Success);
    assert_status(NvSciStreamBlockElementWaiterAttrSet(flow.consumers[1], 1U, list),
                  NvSciError_Success);
    assert_status(NvSciStreamBlockElementWaiterAttrSet(flow.consumers[1], 2U, list),
                  NvSciError_IndexOutOfRange);
    NvSciSyncAttrListFree(list);
    flow_do(&flow, FLOW_WAITERS_EXPORTED);
    flow_do(&flow, FLOW_WAITERS_TOLD);
    flow_do(&flow, FLOW_WAITERS_IMPORTED);
    assert_non_null(flow.signals[0][0]);
    assert_null(flow.signals[0][1]);
    assert_non_null(flow.signals[0][2]);
    for (uint32_t e = 0U; e < 3U; e++) {
        assert_status(NvSciStreamBlockElementSignalObjSet(flow.producer, e, flow.signals[0][e]),
                      NvSciError_Success);
    }
    flow_do(&flow, FLOW_SIGNALS_EXPORTED);
    flow_do(&flow, FLOW_SIGNALS_TOLD);
    assert_status(NvSciStreamBlockElementSignalObjGet(flow.consumers[1], 0U, 1U, &object),
                  NvSciError_Success);
    assert_ptr_equal(object_of(object), object_of(flow.signals[0][2]));
    NvSciSyncObjFree(object);
    flow_end(&flow);
}

/**
 * What a consumer waits for an element that it does not use is left out, its sync objects of it are
 * refused, and its fences; it can say so and take it back until it marks ElementImport.
 * @verifies RF-STREAM-022
 */
static void an_element_that_is_not_used_is_not_waited_for(void **state)
{
    const NvSciSyncFence cleared = NvSciSyncFenceInitializer;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint32_t packet = 0U;
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.elements = 3U}, FLOW_ENDS_ELEMENTS);
    assert_status(NvSciStreamBlockElementUsageSet(flow.consumers[0], 3U, false),
                  NvSciError_BadParameter);
    assert_status(NvSciStreamBlockElementUsageSet(flow.consumers[0], 1U, false),
                  NvSciError_Success);
    assert_status(NvSciStreamBlockElementUsageSet(flow.consumers[0], 2U, false),
                  NvSciError_Success);
    assert_status(NvSciStreamBlockElementUsageSet(flow.consumers[0], 2U, true), NvSciError_Success);
    flow_go(&flow, FLOW_WAITERS_IMPORTED);
    assert_non_null(flow.signals[0][0]);
    assert_null(flow.signals[0][1]);
    assert_non_null(flow.signals[0][2]);
    assert_status(NvSciStreamBlockElementSignalObjSet(flow.consumers[0], 1U, flow.signals[1][1]),
                  NvSciError_InconsistentData);
    assert_status(NvSciStreamBlockElementSignalObjSet(flow.consumers[0], 1U, NULL),
                  NvSciError_Success);
    NvSciSyncObjFree(flow.signals[1][1]);
    flow.signals[1][1] = NULL;
    flow_go(&flow, FLOW_COMPLETE);
    packet = flow_get(&flow);
    flow_present(&flow, packet);
    assert_int_equal(flow_acquire(&flow, 0U), packet);
    assert_status(NvSciSyncObjGenerateFence(flow.signals[1][0], &fence), NvSciError_Success);
    assert_status(
        NvSciStreamBlockPacketFenceSet(flow.consumers[0], flow.taken[1][packet], 1U, &fence),
        NvSciError_InconsistentData);
    assert_status(
        NvSciStreamBlockPacketFenceSet(flow.consumers[0], flow.taken[1][packet], 0U, &fence),
        NvSciError_Success);
    assert_status(NvSciSyncObjSignal(flow.signals[1][0]), NvSciError_Success);
    NvSciSyncFenceClear(&fence);
    assert_status(
        NvSciStreamBlockPacketFenceSet(flow.consumers[0], flow.taken[1][packet], 1U, &cleared),
        NvSciError_Success);
    flow_end(&flow);
}

/* ---------------------------------------------------------------- what waiters need */

static size_t slots_of_waiters(NvSciStreamBlock block, uint32_t element)
{
    NvSciSyncAttrList list = NULL;
    size_t slots = 0U;

    assert_status(NvSciStreamBlockElementWaiterAttrGet(block, element, &list), NvSciError_Success);
    if (list != NULL) {
        slots = NvSciSyncAttrListGetSlotCount(list);
        NvSciSyncAttrListFree(list);
    }
    return slots;
}

/** Sets what an endpoint needs to wait for an element; NULL: nothing. */
static void set_waiter(const Flow *flow, NvSciStreamBlock block, uint32_t element, bool waits)
{
    const NvSciSyncAttrList list = flow_wait_list(flow);

    assert_status(NvSciStreamBlockElementWaiterAttrSet(block, element, waits ? list : NULL),
                  NvSciError_Success);
    NvSciSyncAttrListFree(list);
}

/**
 * The producer gets the lists of all consumers that wait for an element as one, a consumer that of
 * the producer; NULL where nobody waits, or one consumer does not. What is set last counts.
 * @verifies RF-STREAM-024
 * @verifies RF-STREAM-025
 * @verifies RF-STREAM-224
 */
static void lists_of_waiters_come_together(void **state)
{
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.consumers = 3U, .elements = 4U}, FLOW_ENDS_IMPORTED);
    for (uint32_t c = 0U; c < 3U; c++) {
        set_waiter(&flow, flow.consumers[c], 0U, true);
        set_waiter(&flow, flow.consumers[c], 1U, c != 1U);
        set_waiter(&flow, flow.consumers[c], 2U, c == 2U);
    }
    set_waiter(&flow, flow.producer, 1U, true);
    set_waiter(&flow, flow.producer, 1U, false);
    set_waiter(&flow, flow.producer, 2U, false);
    set_waiter(&flow, flow.producer, 2U, true);
    set_waiter(&flow, flow.producer, 2U, true);
    flow_do(&flow, FLOW_WAITERS_EXPORTED);
    flow_do(&flow, FLOW_WAITERS_TOLD);
    assert_int_equal(slots_of_waiters(flow.producer, 0U), 3U);
    assert_int_equal(slots_of_waiters(flow.producer, 1U), 0U);
    assert_int_equal(slots_of_waiters(flow.producer, 2U), 0U);
    assert_int_equal(slots_of_waiters(flow.producer, 3U), 0U);
    for (uint32_t c = 0U; c < 3U; c++) {
        assert_int_equal(slots_of_waiters(flow.consumers[c], 0U), 0U);
        assert_int_equal(slots_of_waiters(flow.consumers[c], 1U), 0U);
        assert_int_equal(slots_of_waiters(flow.consumers[c], 2U), 1U);
    }
    flow_end(&flow);
}

/**
 * Wrong elements and lists are refused, and full tables, and nothing is written.
 * @verifies RF-STREAM-024
 * @verifies RF-STREAM-025
 */
static void wrong_waiters_are_refused(void **state)
{
    static NvSciSyncAttrList lists[RINGFENCE_CFG_SYNC_LISTS];
    NvSciSyncAttrList list = NULL;
    NvSciSyncAttrList got = NULL;
    uint32_t count = 0U;
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.consumers = 1U}, FLOW_WAITERS_SET);
    list = flow_wait_list(&flow);
    assert_status(NvSciStreamBlockElementWaiterAttrSet(flow.producer, 1U, list),
                  NvSciError_IndexOutOfRange);
    while (NvSciSyncAttrListCreate(flow.syncs, &lists[count]) == NvSciError_Success) {
        count++;
    }
    assert_status(NvSciStreamBlockElementWaiterAttrSet(flow.producer, 0U, list),
                  NvSciError_InsufficientMemory);
    flow_go(&flow, FLOW_WAITERS_TOLD);
    assert_status(NvSciStreamBlockElementWaiterAttrGet(flow.producer, 0U, &got),
                  NvSciError_InsufficientMemory);
    for (uint32_t i = 0U; i < count; i++) {
        NvSciSyncAttrListFree(lists[i]);
    }
    assert_status(NvSciStreamBlockElementWaiterAttrGet(flow.producer, 1U, &got),
                  NvSciError_IndexOutOfRange);
    assert_status(NvSciStreamBlockElementWaiterAttrGet(flow.producer, 0U, NULL),
                  NvSciError_BadAddress);
    assert_null(got);
    /* What was refused did not take the place of what was there. */
    assert_int_equal(slots_of_waiters(flow.consumers[0], 0U), 1U);
    NvSciSyncAttrListFree(list);
    flow_end(&flow);
    flow_make(&flow, &(FlowPlan){.consumers = 1U}, FLOW_ENDS_IMPORTED);
    list = flow_wait_list(&flow);
    NvSciSyncAttrListFree(list);
    assert_status(NvSciStreamBlockElementWaiterAttrSet(flow.producer, 0U, list),
                  NvSciError_BadParameter);
    flow_end(&flow);
}

/**
 * A reconciled list is none that an endpoint needs: it could not be told with those of others.
 * @verifies RF-STREAM-238
 */
static void reconciled_lists_of_endpoints_are_refused(void **state)
{
    NvSciBufAttrList buf = NULL;
    NvSciBufAttrList made_buf = NULL;
    NvSciBufAttrList buf_conflict = NULL;
    NvSciSyncAttrList syncs[2] = {NULL, NULL};
    NvSciSyncAttrList made_sync = NULL;
    NvSciSyncAttrList sync_conflict = NULL;
    const NvSciSyncAccessPerm signal = NvSciSyncAccessPerm_SignalOnly;
    const bool cpu = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &signal, sizeof(signal)}};
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.consumers = 1U}, FLOW_CONNECTED);
    buf = flow_buf_list(&flow);
    assert_status(NvSciBufAttrListReconcile(&buf, 1U, &made_buf, &buf_conflict),
                  NvSciError_Success);
    assert_status(NvSciStreamBlockElementAttrSet(flow.producer, 99U, made_buf),
                  NvSciError_BadParameter);
    assert_refused_for(NvSciStreamBlockElementAttrSet(flow.consumers[0], 99U, made_buf),
                       NvSciError_BadParameter, "list is reconciled; give one that is not");
    NvSciBufAttrListFree(made_buf);
    NvSciBufAttrListFree(buf);
    flow_end(&flow);
    flow_make(&flow, &(FlowPlan){.consumers = 1U}, FLOW_ENDS_IMPORTED);
    syncs[0] = flow_wait_list(&flow);
    assert_status(NvSciSyncAttrListCreate(flow.syncs, &syncs[1]), NvSciError_Success);
    assert_status(NvSciSyncAttrListSetAttrs(syncs[1], pairs, 2U), NvSciError_Success);
    assert_status(NvSciSyncAttrListReconcile(syncs, 2U, &made_sync, &sync_conflict),
                  NvSciError_Success);
    assert_refused_for(NvSciStreamBlockElementWaiterAttrSet(flow.consumers[0], 0U, made_sync),
                       NvSciError_BadParameter, "list is reconciled; give one that is not");
    NvSciSyncAttrListFree(made_sync);
    NvSciSyncAttrListFree(syncs[0]);
    NvSciSyncAttrListFree(syncs[1]);
    flow_end(&flow);
}

#define OTHER_MODULE "list does not go with those of the others; make all lists of one module"

/** Asserts the slots of what the pool is told of the consumers' first element. */
static void assert_slots(const Flow *flow, size_t expected)
{
    NvSciBufAttrList list = NULL;

    assert_status(
        NvSciStreamBlockElementAttrGet(flow->pool, NvSciStreamBlockType_Consumer, 0U, NULL, &list),
        NvSciError_Success);
    assert_int_equal(NvSciBufAttrListGetSlotCount(list), expected);
    NvSciBufAttrListFree(list);
}

/**
 * Lists of two modules are refused by the call that sets the second one, which leaves what was set
 * before: together they could be told to nobody.
 * @verifies RF-STREAM-238
 */
static void lists_of_two_modules_are_refused(void **state)
{
    NvSciSyncModule syncs = NULL;
    NvSciBufModule bufs = NULL;
    NvSciSyncAttrList waiter = NULL;
    NvSciSyncAttrList own = NULL;
    NvSciBufAttrList list = NULL;
    Flow flow;
    Flow other;

    (void)state;
    assert_status(NvSciBufModuleOpen(&bufs), NvSciError_Success);
    assert_status(NvSciSyncModuleOpen(&syncs), NvSciError_Success);
    flow_make(&flow, &(FlowPlan){.consumers = 2U}, FLOW_CONNECTED);
    other = flow;
    other.bufs = bufs;
    other.syncs = syncs;
    list = flow_buf_list(&other);
    assert_status(set_size(&flow, flow.consumers[0], flow_type(0U), 8U), NvSciError_Success);
    assert_refused_for(NvSciStreamBlockElementAttrSet(flow.consumers[1], flow_type(0U), list),
                       NvSciError_BadParameter, OTHER_MODULE);
    /* One that nobody else can use is told alone. */
    assert_status(NvSciStreamBlockElementAttrSet(flow.consumers[1], 99U, list), NvSciError_Success);
    assert_status(set_size(&flow, flow.consumers[1], flow_type(0U), 8U), NvSciError_Success);
    assert_status(set_size(&flow, flow.producer, flow_type(0U), 8U), NvSciError_Success);
    NvSciBufAttrListFree(list);
    flow_do(&flow, FLOW_ENDS_EXPORTED);
    flow_do(&flow, FLOW_POOL_ELEMENTS);
    assert_slots(&flow, 2U);
    flow_end(&flow);
    flow_make(&flow, &(FlowPlan){.consumers = 2U}, FLOW_ENDS_IMPORTED);
    own = flow_wait_list(&flow);
    waiter = flow_wait_list(&other);
    assert_status(NvSciStreamBlockElementWaiterAttrSet(flow.consumers[0], 0U, own),
                  NvSciError_Success);
    assert_status(NvSciStreamBlockElementWaiterAttrSet(flow.consumers[1], 0U, own),
                  NvSciError_Success);
    assert_refused_for(NvSciStreamBlockElementWaiterAttrSet(flow.consumers[1], 0U, waiter),
                       NvSciError_BadParameter, OTHER_MODULE);
    /* The producer is alone in waiting for the consumers. */
    assert_status(NvSciStreamBlockElementWaiterAttrSet(flow.producer, 0U, waiter),
                  NvSciError_Success);
    NvSciSyncAttrListFree(waiter);
    for (uint32_t i = 0U; i < 3U; i++) {
        flow_mark(flow_endpoint(&flow, i), NvSciStreamSetup_WaiterAttrExport);
    }
    flow_do(&flow, FLOW_WAITERS_TOLD);
    assert_status(NvSciStreamBlockElementWaiterAttrGet(flow.producer, 0U, &waiter),
                  NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListGetSlotCount(waiter), 2U);
    NvSciSyncAttrListFree(waiter);
    NvSciSyncAttrListFree(own);
    flow_end(&flow);
    NvSciBufModuleClose(bufs);
    NvSciSyncModuleClose(syncs);
}

/**
 * A list of another module that is set while its element is not used is refused when it is used.
 * @verifies RF-STREAM-238
 */
static void a_list_of_another_module_is_refused_by_its_use(void **state)
{
    NvSciSyncModule syncs = NULL;
    NvSciSyncAttrList waiter = NULL;
    NvSciSyncAttrList own = NULL;
    Flow flow;
    Flow other;

    (void)state;
    assert_status(NvSciSyncModuleOpen(&syncs), NvSciError_Success);
    flow_make(&flow, &(FlowPlan){.consumers = 2U}, FLOW_ENDS_ELEMENTS);
    other = flow;
    other.syncs = syncs;
    own = flow_wait_list(&flow);
    waiter = flow_wait_list(&other);
    assert_status(NvSciStreamBlockElementWaiterAttrSet(flow.consumers[0], 0U, own),
                  NvSciError_Success);
    assert_status(NvSciStreamBlockElementUsageSet(flow.consumers[1], 0U, false),
                  NvSciError_Success);
    assert_status(NvSciStreamBlockElementWaiterAttrSet(flow.consumers[1], 0U, waiter),
                  NvSciError_Success);
    assert_refused_for(NvSciStreamBlockElementUsageSet(flow.consumers[1], 0U, true),
                       NvSciError_BadParameter, OTHER_MODULE);
    assert_status(NvSciStreamBlockElementWaiterAttrSet(flow.consumers[1], 0U, own),
                  NvSciError_Success);
    assert_status(NvSciStreamBlockElementUsageSet(flow.consumers[1], 0U, true), NvSciError_Success);
    NvSciSyncAttrListFree(waiter);
    for (uint32_t i = 0U; i < 3U; i++) {
        flow_mark(flow_endpoint(&flow, i), NvSciStreamSetup_ElementImport);
        flow_mark(flow_endpoint(&flow, i), NvSciStreamSetup_WaiterAttrExport);
    }
    flow_do(&flow, FLOW_WAITERS_TOLD);
    assert_status(NvSciStreamBlockElementWaiterAttrGet(flow.producer, 0U, &waiter),
                  NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListGetSlotCount(waiter), 2U);
    NvSciSyncAttrListFree(waiter);
    NvSciSyncAttrListFree(own);
    flow_end(&flow);
    NvSciSyncModuleClose(syncs);
}

/* ---------------------------------------------------------------- who signals */

/** Asserts which object an endpoint gets. */
static void assert_signal(NvSciStreamBlock block, uint32_t other, uint32_t element,
                          NvSciSyncObj expected)
{
    NvSciSyncObj object = NULL;

    assert_status(NvSciStreamBlockElementSignalObjGet(block, other, element, &object),
                  NvSciError_Success);
    if (expected == NULL) {
        assert_null(object);
    } else {
        assert_non_null(object);
        assert_ptr_not_equal(object, expected);
        assert_ptr_equal(object_of(object), object_of(expected));
        NvSciSyncObjFree(object);
    }
}

/**
 * An endpoint gets the sync objects of the other side by consumer and element, with handles of its
 * own, or NULL. What is set last counts; the program may free its handle.
 * @verifies RF-STREAM-026
 */
static void sync_objects_come_to_the_other_side(void **state)
{
    NvSciSyncObj copy = NULL;
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.consumers = 2U, .elements = 2U}, FLOW_WAITERS_IMPORTED);
    assert_status(NvSciSyncObjDup(flow.signals[1][0], &copy), NvSciError_Success);
    assert_status(NvSciStreamBlockElementSignalObjSet(flow.consumers[0], 0U, flow.signals[2][0]),
                  NvSciError_Success);
    assert_status(NvSciStreamBlockElementSignalObjSet(flow.consumers[0], 0U, copy),
                  NvSciError_Success);
    NvSciSyncObjFree(copy);
    assert_status(NvSciStreamBlockElementSignalObjSet(flow.consumers[1], 1U, flow.signals[2][1]),
                  NvSciError_Success);
    assert_status(NvSciStreamBlockElementSignalObjSet(flow.producer, 1U, flow.signals[0][1]),
                  NvSciError_Success);
    assert_status(NvSciStreamBlockElementSignalObjSet(flow.producer, 0U, flow.signals[0][0]),
                  NvSciError_Success);
    assert_status(NvSciStreamBlockElementSignalObjSet(flow.producer, 0U, NULL), NvSciError_Success);
    flow_do(&flow, FLOW_SIGNALS_EXPORTED);
    flow_do(&flow, FLOW_SIGNALS_TOLD);
    assert_signal(flow.producer, 0U, 0U, flow.signals[1][0]);
    assert_signal(flow.producer, 0U, 1U, NULL);
    assert_signal(flow.producer, 1U, 0U, NULL);
    assert_signal(flow.producer, 1U, 1U, flow.signals[2][1]);
    for (uint32_t c = 0U; c < 2U; c++) {
        assert_signal(flow.consumers[c], 0U, 0U, NULL);
        assert_signal(flow.consumers[c], 0U, 1U, flow.signals[0][1]);
    }
    flow_end(&flow);
}

/**
 * Wrong elements, consumers and objects are refused, and full tables, and nothing is written.
 * @verifies RF-STREAM-026
 */
static void wrong_sync_objects_are_refused(void **state)
{
    static NvSciSyncObj handles[RINGFENCE_CFG_SYNC_HANDLES];
    NvSciSyncObj object = NULL;
    uint32_t count = 0U;
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.consumers = 2U}, FLOW_SIGNALS_SET);
    assert_status(NvSciStreamBlockElementSignalObjSet(flow.producer, 1U, flow.signals[0][0]),
                  NvSciError_IndexOutOfRange);
    assert_status(NvSciSyncObjDup(flow.signals[0][0], &object), NvSciError_Success);
    NvSciSyncObjFree(object);
    assert_status(NvSciStreamBlockElementSignalObjSet(flow.producer, 0U, object),
                  NvSciError_BadParameter);
    object = NULL;
    while (NvSciSyncObjDup(flow.signals[0][0], &handles[count]) == NvSciError_Success) {
        count++;
    }
    assert_status(NvSciStreamBlockElementSignalObjSet(flow.producer, 0U, flow.signals[0][0]),
                  NvSciError_InsufficientMemory);
    flow_go(&flow, FLOW_SIGNALS_TOLD);
    assert_status(NvSciStreamBlockElementSignalObjGet(flow.producer, 0U, 0U, &object),
                  NvSciError_InsufficientMemory);
    for (uint32_t i = 0U; i < count; i++) {
        NvSciSyncObjFree(handles[i]);
    }
    assert_status(NvSciStreamBlockElementSignalObjGet(flow.producer, 2U, 0U, &object),
                  NvSciError_IndexOutOfRange);
    assert_status(NvSciStreamBlockElementSignalObjGet(flow.producer, 0U, 1U, &object),
                  NvSciError_IndexOutOfRange);
    assert_status(NvSciStreamBlockElementSignalObjGet(flow.consumers[1], 1U, 0U, &object),
                  NvSciError_IndexOutOfRange);
    assert_status(NvSciStreamBlockElementSignalObjGet(flow.producer, 0U, 0U, NULL),
                  NvSciError_BadAddress);
    assert_null(object);
    assert_signal(flow.consumers[0], 0U, 0U, flow.signals[0][0]);
    flow_end(&flow);
}

/** An object that the CPU signals and waits for, of a module. */
static NvSciSyncObj object_of_module(NvSciSyncModule module)
{
    NvSciSyncAttrList lists[2] = {make_perm_list(module, NvSciSyncAccessPerm_WaitOnly, true),
                                  make_perm_list(module, NvSciSyncAccessPerm_SignalOnly, true)};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    assert_status(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                  NvSciError_Success);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    return object;
}

/** Has the second consumer ask for times of points. */
static void ask_for_times(const Flow *flow)
{
    const bool times = true;
    const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_WaiterRequireTimestamps, &times,
                                            sizeof(times)};
    const NvSciSyncAttrList list = make_perm_list(flow->syncs, NvSciSyncAccessPerm_WaitOnly, true);

    assert_status(NvSciSyncAttrListSetAttrs(list, &pair, 1U), NvSciError_Success);
    assert_status(NvSciStreamBlockElementWaiterAttrSet(flow->consumers[1], 0U, list),
                  NvSciError_Success);
    NvSciSyncAttrListFree(list);
}

/**
 * A sync object is announced to those who asked for it: not one of another module, not one that
 * lacks what one of them asked for, and none where somebody uses the element and nobody waits.
 * @verifies RF-STREAM-222
 */
static void sync_objects_that_nobody_asked_for_are_refused(void **state)
{
    NvSciSyncModule module = NULL;
    NvSciSyncObj foreign = NULL;
    NvSciSyncObj plain = NULL;
    Flow flow;

    (void)state;
    assert_status(NvSciSyncModuleOpen(&module), NvSciError_Success);
    foreign = object_of_module(module);
    flow_make(&flow, &(FlowPlan){.consumers = 2U}, FLOW_WAITERS_SET);
    ask_for_times(&flow);
    assert_status(NvSciStreamBlockElementWaiterAttrSet(flow.producer, 0U, NULL),
                  NvSciError_Success);
    flow_do(&flow, FLOW_WAITERS_EXPORTED);
    flow_do(&flow, FLOW_WAITERS_TOLD);
    for (uint32_t i = 0U; i < 3U; i++) {
        const NvSciStreamBlock end = (i == 0U) ? flow.producer : flow.consumers[i - 1U];

        assert_status(NvSciStreamBlockSetupStatusSet(end, NvSciStreamSetup_WaiterAttrImport, true),
                      NvSciError_Success);
    }
    plain = object_of_module(flow.syncs);
    assert_status(NvSciStreamBlockElementSignalObjSet(flow.producer, 0U, foreign),
                  NvSciError_InconsistentData);
    assert_refused_for(
        NvSciStreamBlockElementSignalObjSet(flow.producer, 0U, plain), NvSciError_InconsistentData,
        "object does not suit who waits; make it of the list that "
        "NvSciStreamBlockElementWaiterAttrGet() gives, and none where that gives NULL");
    assert_status(NvSciStreamBlockElementSignalObjSet(flow.consumers[0], 0U, plain),
                  NvSciError_InconsistentData);
    assert_status(NvSciStreamBlockElementSignalObjSet(flow.consumers[0], 0U, NULL),
                  NvSciError_Success);
    NvSciSyncObjFree(plain);
    NvSciSyncObjFree(foreign);
    NvSciSyncModuleClose(module);
    flow_end(&flow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        stream_test(the_pool_is_told_of_all_elements),
        stream_test(wrong_questions_for_elements_are_refused),
        stream_test(wrong_elements_say_why),
        stream_test(wrong_elements_are_refused),
        stream_test(no_list_is_left_for_an_element),
        stream_test(a_hidden_element_has_no_index),
        stream_test(an_element_that_is_not_used_is_not_waited_for),
        stream_test(lists_of_waiters_come_together),
        stream_test(wrong_waiters_are_refused),
        stream_test(reconciled_lists_of_endpoints_are_refused),
        stream_test(lists_of_two_modules_are_refused),
        stream_test(a_list_of_another_module_is_refused_by_its_use),
        stream_test(sync_objects_come_to_the_other_side),
        stream_test(wrong_sync_objects_are_refused),
        stream_test(sync_objects_that_nobody_asked_for_are_refused),
    };

    return cmocka_run_group_tests_name("stream/elements", tests, NULL, NULL);
}
