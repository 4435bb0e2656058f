/* SPDX-License-Identifier: Apache-2.0 */
#include "ringfence.h"
#include "stream_fixture.h"

/** Cookies of late consumers begin here. */
#define LATE_COOKIE_0 0x700U

/** A consumer that comes late. */
typedef struct {
    NvSciStreamBlock queue;
    NvSciStreamBlock consumer;
    NvSciStreamPacket taken[FLOW_PACKETS_MAX];
    NvSciSyncObj signal;
} Late;

static const FlowPlan g_plan = {.consumers = 1U, .spare = 2U, .packets = 2U};

/** Makes the blocks of a late consumer, and connects them to a block. */
static void late_connect_to(NvSciStreamBlock up, Late *late)
{
    *late = (Late){0};
    assert_status(NvSciStreamFifoQueueCreate(&late->queue), NvSciError_Success);
    assert_status(NvSciStreamConsumerCreate(late->queue, &late->consumer), NvSciError_Success);
    assert_status(NvSciStreamBlockConnect(up, late->consumer), NvSciError_Success);
}

static void late_connect(const Flow *flow, Late *late)
{
    late_connect_to(flow->multicast, late);
}

/** A late consumer looks at elements, and answers for packets; for the last one as is said. */
static void late_answers(const Flow *flow, Late *late, NvSciError last)
{
    const NvSciBufAttrList list = flow_buf_list(flow);

    assert_event(late->consumer, NvSciStreamEventType_Connected);
    assert_event(late->queue, NvSciStreamEventType_Connected);
    assert_status(NvSciStreamBlockElementAttrSet(late->consumer, flow_type(0U), list),
                  NvSciError_Success);
    NvSciBufAttrListFree(list);
    assert_no_event(late->consumer);
    flow_mark(late->consumer, NvSciStreamSetup_ElementExport);
    assert_event(late->consumer, NvSciStreamEventType_Elements);
    flow_mark(late->consumer, NvSciStreamSetup_ElementImport);
    for (uint32_t p = 0U; p < flow->plan.packets; p++) {
        NvSciBufObj buffer = NULL;

        assert_event(late->consumer, NvSciStreamEventType_PacketCreate);
        assert_status(NvSciStreamBlockPacketNewHandleGet(late->consumer, &late->taken[p]),
                      NvSciError_Success);
        assert_status(NvSciStreamBlockPacketBufferGet(late->consumer, late->taken[p], 0U, &buffer),
                      NvSciError_Success);
        NvSciBufObjFree(buffer);
        assert_status(NvSciStreamBlockPacketStatusSet(
                          late->consumer, late->taken[p], LATE_COOKIE_0 + p,
                          ((p + 1U) == flow->plan.packets) ? last : NvSciError_Success),
                      NvSciError_Success);
    }
    assert_event(late->consumer, NvSciStreamEventType_PacketsComplete);
}

/** It accepts all packets. */
static void late_packets(const Flow *flow, Late *late)
{
    late_answers(flow, late, NvSciError_Success);
    flow_mark(late->consumer, NvSciStreamSetup_PacketImport);
}

/** A late consumer exchanges what waits and what signals with the producer. */
static void late_syncs(const Flow *flow, Late *late)
{
    NvSciSyncAttrList waiter = flow_wait_list(flow);
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    assert_status(NvSciStreamBlockElementWaiterAttrSet(late->consumer, 0U, waiter),
                  NvSciError_Success);
    NvSciSyncAttrListFree(waiter);
    flow_mark(late->consumer, NvSciStreamSetup_WaiterAttrExport);
    assert_event(late->consumer, NvSciStreamEventType_WaiterAttr);
    assert_status(NvSciStreamBlockElementWaiterAttrGet(late->consumer, 0U, &lists[0]),
                  NvSciError_Success);
    lists[1] = flow_signal_list(flow);
    assert_status(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &late->signal, &conflict),
                  NvSciError_Success);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    flow_mark(late->consumer, NvSciStreamSetup_WaiterAttrImport);
    assert_status(NvSciStreamBlockElementSignalObjSet(late->consumer, 0U, late->signal),
                  NvSciError_Success);
    flow_mark(late->consumer, NvSciStreamSetup_SignalObjExport);
    assert_event(late->consumer, NvSciStreamEventType_SignalObj);
    assert_status(NvSciStreamBlockElementSignalObjGet(late->consumer, 0U, 0U, &object),
                  NvSciError_Success);
    assert_non_null(object);
    NvSciSyncObjFree(object);
    flow_mark(late->consumer, NvSciStreamSetup_SignalObjImport);
}

/** The producer takes what a group brought; `number` is the first of its consumers. */
static void producer_goes_on(const Flow *flow, uint32_t number)
{
    NvSciSyncAttrList list = NULL;
    NvSciSyncObj object = NULL;
    const uint32_t faults = fault_count();

    /* What is missing is said again of each group. */
    for (uint32_t i = 0U; i < 2U; i++) {
        assert_status(NvSciStreamBlockElementWaiterAttrGet(flow->producer, 0U, &list),
                      NvSciError_NotYetAvailable);
        assert_int_equal(fault_count(), faults + 1U);
    }
    assert_event(flow->producer, NvSciStreamEventType_WaiterAttr);
    assert_status(NvSciStreamBlockElementWaiterAttrGet(flow->producer, 0U, &list),
                  NvSciError_Success);
    NvSciSyncAttrListFree(list);
    flow_mark(flow->producer, NvSciStreamSetup_WaiterAttrImport);
    assert_event(flow->producer, NvSciStreamEventType_SignalObj);
    assert_status(NvSciStreamBlockElementSignalObjGet(flow->producer, number, 0U, &object),
                  NvSciError_Success);
    assert_non_null(object);
    NvSciSyncObjFree(object);
    object = flow->signals[0][0];
    assert_status(NvSciStreamBlockElementSignalObjGet(flow->producer, 0U, 0U, &object),
                  NvSciError_Success);
    assert_null(object);
    flow_mark(flow->producer, NvSciStreamSetup_SignalObjImport);
}

/** A late consumer that is connected is set up whole. */
static void late_set_up(const Flow *flow, Late *late, uint32_t number)
{
    bool is_new = false;
    uint32_t index = 0U;

    assert_no_event(late->consumer);
    flow_mark(flow->multicast, NvSciStreamSetup_Connect);
    assert_event(flow->producer, NvSciStreamEventType_Connected);
    assert_status(NvSciStreamNewConsumerGet(flow->producer, number, &is_new), NvSciError_Success);
    assert_true(is_new);
    assert_status(NvSciStreamNewConsumerGet(flow->producer, 0U, &is_new), NvSciError_Success);
    assert_false(is_new);
    late_packets(flow, late);
    assert_status(NvSciStreamConsumerIndexGet(late->consumer, &index), NvSciError_Success);
    assert_int_equal(index, number);
    late_syncs(flow, late);
    producer_goes_on(flow, number);
    assert_event(flow->producer, NvSciStreamEventType_SetupComplete);
    assert_event(flow->multicast, NvSciStreamEventType_SetupComplete);
    assert_event(late->consumer, NvSciStreamEventType_SetupComplete);
    assert_event(late->queue, NvSciStreamEventType_SetupComplete);
}

static void late_join(const Flow *flow, Late *late, uint32_t number)
{
    late_connect(flow, late);
    late_set_up(flow, late, number);
}

/** A late consumer takes a packet and gives it back. */
static void late_turn(const Late *late, uint32_t packet)
{
    NvSciStreamCookie cookie = 0U;

    assert_event(late->consumer, NvSciStreamEventType_PacketReady);
    assert_status(NvSciStreamConsumerPacketAcquire(late->consumer, &cookie), NvSciError_Success);
    assert_int_equal(cookie, LATE_COOKIE_0 + packet);
    assert_status(NvSciStreamConsumerPacketRelease(late->consumer, late->taken[packet]),
                  NvSciError_Success);
}

static void late_leave(Late *late)
{
    assert_status(NvSciStreamBlockDelete(late->consumer), NvSciError_Success);
    assert_status(NvSciStreamBlockDelete(late->queue), NvSciError_Success);
    NvSciSyncObjFree(late->signal);
}

/** A payload goes to the first consumer and back. */
static uint32_t early_turn(const Flow *flow)
{
    const uint32_t packet = flow_get(flow);

    flow_present(flow, packet);
    assert_int_equal(flow_acquire(flow, 0U), packet);
    flow_release(flow, 0U, packet);
    return packet;
}

/**
 * A stream begins without some consumers; one that comes late is set up while the others stream,
 * and then gets payloads as they do.
 * @verifies RF-STREAM-100 RF-STREAM-101 RF-STREAM-103
 */
static void late_consumer_joins(void **state)
{
    Flow flow;
    Late late;
    uint32_t count = 0U;
    uint32_t packet = 0U;
    NvSciSyncObj none = NULL;

    (void)state;
    (void)none;
    flow_make(&flow, &g_plan, FLOW_COMPLETE);
    assert_status(NvSciStreamBlockConsumerCountGet(flow.producer, &count), NvSciError_Success);
    assert_int_equal(count, 3U);
    (void)early_turn(&flow);
    late_join(&flow, &late, 1U);
    packet = early_turn(&flow);
    assert_no_event(flow.consumers[0]);
    late_turn(&late, packet);
    (void)early_turn(&flow);
    flow_end(&flow);
    late_leave(&late);
}

/**
 * While a late consumer is set up, step by step, the others stream; it gets no payload.
 * @verifies RF-STREAM-101
 */
static void others_stream_meanwhile(void **state)
{
    Flow flow;
    Late late;

    (void)state;
    flow_make(&flow, &g_plan, FLOW_COMPLETE);
    late_connect(&flow, &late);
    (void)early_turn(&flow);
    flow_mark(flow.multicast, NvSciStreamSetup_Connect);
    assert_event(flow.producer, NvSciStreamEventType_Connected);
    (void)early_turn(&flow);
    late_packets(&flow, &late);
    (void)early_turn(&flow);
    late_syncs(&flow, &late);
    assert_event(flow.producer, NvSciStreamEventType_WaiterAttr);
    assert_event(flow.producer, NvSciStreamEventType_SignalObj);
    (void)early_turn(&flow);
    assert_no_event(late.consumer);
    flow_end(&flow);
    late_leave(&late);
}

/**
 * Blocks are connected to a multicast block of a stream that is complete only if it was marked
 * Connect, and was told that the group before is set up.
 * @verifies RF-STREAM-100 RF-STREAM-240 RF-STREAM-241
 */
static void late_connect_has_its_time(void **state)
{
    const FlowPlan closed = {.consumers = 2U};
    Flow flow;
    Late late = {0};
    Late next = {0};

    (void)state;
    flow_make(&flow, &g_plan, FLOW_SIGNALS_IMPORTED);
    assert_status(NvSciStreamFifoQueueCreate(&late.queue), NvSciError_Success);
    assert_status(NvSciStreamConsumerCreate(late.queue, &late.consumer), NvSciError_Success);
    assert_status(NvSciStreamBlockConnect(flow.multicast, late.consumer), NvSciError_InvalidState);
    flow_assert_cause("stream is complete; late blocks need one with mark Connect, after its event "
                      "SetupComplete");
    assert_status(NvSciStreamBlockSetupStatusSet(flow.multicast, NvSciStreamSetup_Connect, true),
                  NvSciError_NotYetAvailable);
    flow_assert_cause("connect new blocks to a free output of the block, down to consumers, first");
    flow_go(&flow, FLOW_COMPLETE);
    assert_status(NvSciStreamBlockConnect(flow.multicast, late.consumer), NvSciError_Success);
    flow_mark(flow.multicast, NvSciStreamSetup_Connect);
    assert_status(NvSciStreamFifoQueueCreate(&next.queue), NvSciError_Success);
    assert_status(NvSciStreamConsumerCreate(next.queue, &next.consumer), NvSciError_Success);
    assert_status(NvSciStreamBlockConnect(flow.multicast, next.consumer), NvSciError_InvalidState);
    flow_end(&flow);
    late_leave(&late);
    late_leave(&next);
    flow_make(&flow, &closed, FLOW_COMPLETE);
    assert_status(NvSciStreamBlockSetupStatusSet(flow.multicast, NvSciStreamSetup_Connect, true),
                  NvSciError_AlreadyDone);
    assert_status(NvSciStreamBlockSetupStatusSet(flow.producer, NvSciStreamSetup_Connect, true),
                  NvSciError_NotSupported);
    flow_end(&flow);
}

/**
 * A late consumer beside the producer that refused a packet is told so by the mark that needs all
 * packets: nothing more is to come. The next one joins.
 * @verifies RF-STREAM-245
 */
static void late_consumer_that_refuses_is_told_why(void **state)
{
    Flow flow;
    Late late;
    RingfenceFault fault;

    (void)state;
    flow_make(&flow, &g_plan, FLOW_COMPLETE);
    late_connect(&flow, &late);
    flow_mark(flow.multicast, NvSciStreamSetup_Connect);
    assert_event(flow.producer, NvSciStreamEventType_Connected);
    late_answers(&flow, &late, NvSciError_ResourceError);
    assert_status(
        NvSciStreamBlockSetupStatusSet(late.consumer, NvSciStreamSetup_PacketImport, true),
        NvSciError_InsufficientData);
    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_LATE_REFUSED);
    assert_int_equal(fault.key, 0U);
    assert_string_equal(fault.keyName, "");
    assert_string_equal(fault.causeText, "it refused a packet; a late consumer has to accept all");
    late_leave(&late);
    assert_event(flow.producer, NvSciStreamEventType_WaiterAttr);
    flow_mark(flow.producer, NvSciStreamSetup_WaiterAttrImport);
    assert_event(flow.producer, NvSciStreamEventType_SignalObj);
    flow_mark(flow.producer, NvSciStreamSetup_SignalObjImport);
    assert_event(flow.producer, NvSciStreamEventType_SetupComplete);
    assert_event(flow.multicast, NvSciStreamEventType_SetupComplete);
    late_join(&flow, &late, 1U);
    late_turn(&late, early_turn(&flow));
    late_leave(&late);
    flow_end(&flow);
}

/** The last fault is the `total`th, and says of which key of a late consumer's list what is there
 * is not enough. */
static void assert_unfit(uint32_t total, uint32_t key, uint64_t asked, uint64_t has)
{
    RingfenceFault fault;

    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.total, total);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_LATE_REFUSED);
    assert_int_equal(fault.key, key);
    assert_int_equal(fault.asked, asked);
    assert_int_equal(fault.allowed, has);
}

/** Sets a list of a late consumer for its element: buffers of so many bytes. */
static NvSciError set_bytes(NvSciBufModule module, const Late *late, uint64_t size)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)}};
    NvSciBufAttrList list = NULL;
    NvSciError status = NvSciError_Success;

    assert_status(NvSciBufAttrListCreate(module, &list), NvSciError_Success);
    assert_status(NvSciBufAttrListSetAttrs(list, pairs, sizeof(pairs) / sizeof(pairs[0])),
                  NvSciError_Success);
    status = NvSciStreamBlockElementAttrSet(late->consumer, flow_type(0U), list);
    NvSciBufAttrListFree(list);
    return status;
}

/** Sets the list of its waiter, which wants timestamps or does not. */
static NvSciError set_waiter(const Flow *flow, const Late *late, bool timed)
{
    const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_WaiterRequireTimestamps, &timed,
                                            sizeof(timed)};
    const NvSciSyncAttrList list = flow_wait_list(flow);
    NvSciError status = NvSciError_Success;

    assert_status(NvSciSyncAttrListSetAttrs(list, &pair, 1U), NvSciError_Success);
    status = NvSciStreamBlockElementWaiterAttrSet(late->consumer, 0U, list);
    NvSciSyncAttrListFree(list);
    return status;
}

/**
 * The lists of a late consumer beside the producer are compared with the buffers and with what the
 * producer signals: the call that sets one that does not fit says which key does not suit, and
 * nothing of it stays. The next list is taken.
 * @verifies RF-STREAM-252
 */
static void late_lists_that_do_not_fit_are_refused(void **state)
{
    Flow flow;
    Late late;
    uint32_t faults = 0U;

    (void)state;
    flow_make(&flow, &g_plan, FLOW_COMPLETE);
    late_connect(&flow, &late);
    flow_mark(flow.multicast, NvSciStreamSetup_Connect);
    assert_event(flow.producer, NvSciStreamEventType_Connected);
    assert_event(late.consumer, NvSciStreamEventType_Connected);
    faults = fault_count();
    assert_status(set_bytes(flow.bufs, &late, (uint64_t)FLOW_BYTES + 1U),
                  NvSciError_ReconciliationFailed);
    assert_unfit(faults + 1U, (uint32_t)NvSciBufRawBufferAttrKey_Size, (uint64_t)FLOW_BYTES + 1U,
                 FLOW_BYTES);
    assert_status(set_bytes(flow.bufs, &late, FLOW_BYTES), NvSciError_Success);
    assert_status(set_bytes(flow.bufs, &late, FLOW_BYTES), NvSciError_AlreadyInUse);
    flow_mark(late.consumer, NvSciStreamSetup_ElementExport);
    assert_event(late.consumer, NvSciStreamEventType_Elements);
    flow_mark(late.consumer, NvSciStreamSetup_ElementImport);
    faults = fault_count();
    assert_status(set_waiter(&flow, &late, true), NvSciError_BadParameter);
    assert_unfit(faults + 1U, (uint32_t)NvSciSyncAttrKey_WaiterRequireTimestamps, 1U, 0U);
    /* Nothing of it is there. */
    assert_status(
        NvSciStreamBlockSetupStatusSet(late.consumer, NvSciStreamSetup_WaiterAttrExport, true),
        NvSciError_InsufficientData);
    assert_status(set_waiter(&flow, &late, false), NvSciError_Success);
    flow_mark(late.consumer, NvSciStreamSetup_WaiterAttrExport);
    flow_end(&flow);
    late_leave(&late);
}

/**
 * A consumer that goes leaves its output and its number to another one, as often as they come and
 * go, and nothing is used up.
 * @verifies RF-STREAM-102
 */
static void consumers_come_and_go(void **state)
{
    Flow flow;
    Late late;
    RingfencePoolUsage before;
    RingfencePoolUsage after;

    (void)state;
    flow_make(&flow, &g_plan, FLOW_COMPLETE);
    assert_status(RingfenceGetPoolUsage(RINGFENCE_POOL_STREAM_BLOCK, &before), NvSciError_Success);
    for (uint32_t i = 0U; i < 20U; i++) {
        late_join(&flow, &late, 1U);
        late_turn(&late, early_turn(&flow));
        late_leave(&late);
        (void)early_turn(&flow);
    }
    assert_status(RingfenceGetPoolUsage(RINGFENCE_POOL_STREAM_BLOCK, &after), NvSciError_Success);
    assert_int_equal(after.inUse, before.inUse);
    flow_end(&flow);
}

/**
 * A late consumer that goes before it is set up does not hold up the producer: it goes on, and the
 * next one joins.
 * @verifies RF-STREAM-102
 */
static void late_consumer_goes_early(void **state)
{
    Flow flow;
    Late late;
    NvSciSyncAttrList list = NULL;

    (void)state;
    flow_make(&flow, &g_plan, FLOW_COMPLETE);
    late_connect(&flow, &late);
    flow_mark(flow.multicast, NvSciStreamSetup_Connect);
    assert_event(flow.producer, NvSciStreamEventType_Connected);
    late_packets(&flow, &late);
    late_leave(&late);
    assert_event(flow.producer, NvSciStreamEventType_WaiterAttr);
    assert_status(NvSciStreamBlockElementWaiterAttrGet(flow.producer, 0U, &list),
                  NvSciError_Success);
    NvSciSyncAttrListFree(list);
    flow_mark(flow.producer, NvSciStreamSetup_WaiterAttrImport);
    assert_event(flow.producer, NvSciStreamEventType_SignalObj);
    flow_mark(flow.producer, NvSciStreamSetup_SignalObjImport);
    assert_event(flow.producer, NvSciStreamEventType_SetupComplete);
    assert_event(flow.multicast, NvSciStreamEventType_SetupComplete);
    (void)early_turn(&flow);
    late_join(&flow, &late, 1U);
    late_turn(&late, early_turn(&flow));
    flow_end(&flow);
    late_leave(&late);
}

/**
 * When the last consumer goes, a stream with free outputs waits for the next one: the producer is
 * not disconnected, and its packets come home.
 * @verifies RF-STREAM-102
 */
static void stream_waits_for_the_next_one(void **state)
{
    Flow flow;
    Late late;
    uint32_t packet = 0U;

    (void)state;
    flow_make(&flow, &g_plan, FLOW_COMPLETE);
    late_join(&flow, &late, 1U);
    flow_delete(&flow.consumers[0]);
    flow_delete(&flow.queues[0]);
    packet = flow_get(&flow);
    flow_present(&flow, packet);
    late_turn(&late, packet);
    late_leave(&late);
    for (uint32_t i = 0U; i < 5U; i++) {
        flow_present(&flow, flow_get(&flow));
    }
    assert_no_event(flow.multicast);
    late_connect(&flow, &late);
    flow_mark(flow.multicast, NvSciStreamSetup_Connect);
    assert_event(flow.producer, NvSciStreamEventType_Connected);
    flow_end(&flow);
    late_leave(&late);
}

/**
 * A consumer that goes while another one comes takes nothing from that one, connected or set up.
 * @verifies RF-STREAM-120
 */
static void one_goes_while_another_comes(void **state)
{
    const FlowPlan plan = {.consumers = 2U, .spare = 1U};
    Flow flow;
    Late late;

    (void)state;
    for (uint32_t marked = 0U; marked < 2U; marked++) {
        flow_make(&flow, &plan, FLOW_COMPLETE);
        late_connect(&flow, &late);
        if (marked == 0U) {
            flow_delete(&flow.consumers[1]);
            assert_no_event(late.consumer);
            flow_mark(flow.multicast, NvSciStreamSetup_Connect);
            assert_event(flow.producer, NvSciStreamEventType_Connected);
            late_packets(&flow, &late);
        } else {
            flow_mark(flow.multicast, NvSciStreamSetup_Connect);
            assert_event(flow.producer, NvSciStreamEventType_Connected);
            late_packets(&flow, &late);
            flow_delete(&flow.consumers[1]);
        }
        late_syncs(&flow, &late);
        producer_goes_on(&flow, 2U);
        assert_event(flow.producer, NvSciStreamEventType_SetupComplete);
        assert_event(late.consumer, NvSciStreamEventType_SetupComplete);
        late_turn(&late, early_turn(&flow));
        flow_end(&flow);
        late_leave(&late);
    }
}

/**
 * A late consumer that goes while it is set up wakes the producer, which was told of nothing since.
 * @verifies RF-STREAM-120
 */
static void producer_is_told_that_a_late_one_went(void **state)
{
    Flow flow;
    Late late;

    (void)state;
    flow_make(&flow, &g_plan, FLOW_COMPLETE);
    for (uint32_t p = 0U; p < flow.plan.packets; p++) {
        assert_event(flow.producer, NvSciStreamEventType_PacketReady);
    }
    late_connect(&flow, &late);
    flow_mark(flow.multicast, NvSciStreamSetup_Connect);
    assert_event(flow.producer, NvSciStreamEventType_Connected);
    assert_no_event(flow.producer);
    late_leave(&late);
    assert_event(flow.producer, NvSciStreamEventType_WaiterAttr);
    flow_end(&flow);
}

/**
 * A branch of which a block is deleted before it is part of the stream ends as a whole: it does not
 * come, and what is left of it is told.
 * @verifies RF-STREAM-120
 */
static void branch_ends_before_it_comes(void **state)
{
    Flow flow;
    Late late;
    NvSciStreamBlock limiter = 0U;

    (void)state;
    flow_make(&flow, &g_plan, FLOW_COMPLETE);
    assert_status(NvSciStreamLimiterCreate(1U, &limiter), NvSciError_Success);
    assert_status(NvSciStreamBlockConnect(flow.multicast, limiter), NvSciError_Success);
    late_connect_to(limiter, &late);
    assert_status(NvSciStreamBlockDelete(late.queue), NvSciError_Success);
    assert_event(limiter, NvSciStreamEventType_Disconnected);
    assert_event(late.consumer, NvSciStreamEventType_Disconnected);
    assert_status(NvSciStreamBlockSetupStatusSet(flow.multicast, NvSciStreamSetup_Connect, true),
                  NvSciError_NotYetAvailable);
    assert_status(NvSciStreamBlockDelete(late.consumer), NvSciError_Success);
    assert_status(NvSciStreamBlockDelete(limiter), NvSciError_Success);
    late_join(&flow, &late, 1U);
    late_turn(&late, early_turn(&flow));
    flow_end(&flow);
    late_leave(&late);
}

/**
 * Blocks of a branch with a multicast block for late consumers of its own are given back in any
 * order of their ends.
 * @verifies RF-STREAM-102
 */
static void nested_branches_are_given_back(void **state)
{
    Flow flow;
    Late late;
    NvSciStreamBlock nested = 0U;
    RingfencePoolUsage before;
    RingfencePoolUsage after;

    (void)state;
    flow_make(&flow, &g_plan, FLOW_COMPLETE);
    assert_status(RingfenceGetPoolUsage(RINGFENCE_POOL_STREAM_BLOCK, &before), NvSciError_Success);
    for (uint32_t i = 0U; i < 2U; i++) {
        assert_status(NvSciStreamMulticastCreate(2U, &nested), NvSciError_Success);
        flow_mark(nested, NvSciStreamSetup_Connect);
        assert_status(NvSciStreamBlockConnect(flow.multicast, nested), NvSciError_Success);
        late_connect_to(nested, &late);
        if (i == 0U) {
            assert_status(NvSciStreamBlockDelete(nested), NvSciError_Success);
            late_leave(&late);
        } else {
            late_leave(&late);
            assert_status(NvSciStreamBlockDelete(nested), NvSciError_Success);
        }
        assert_status(RingfenceGetPoolUsage(RINGFENCE_POOL_STREAM_BLOCK, &after),
                      NvSciError_Success);
        assert_int_equal(after.inUse, before.inUse);
    }
    flow_end(&flow);
}

/** Waits for PacketReady. */
static void await_packet(NvSciStreamBlock block)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    assert_status(NvSciStreamBlockEventQuery(block, 20000000, &event), NvSciError_Success);
    assert_int_equal(event, NvSciStreamEventType_PacketReady);
}

/** An endpoint leaves a pending fence for a packet that it has. */
static void leave_fence(NvSciStreamBlock end, NvSciStreamPacket packet, NvSciSyncObj object)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    assert_status(NvSciSyncObjGenerateFence(object, &fence), NvSciError_Success);
    assert_status(NvSciStreamBlockPacketFenceSet(end, packet, 0U, &fence), NvSciError_Success);
    NvSciSyncFenceClear(&fence);
}

/**
 * Blocks that wait come late too, with the consumer below them: they wait for its fences and for
 * those of the producer, and go with it, as often as they come.
 * @verifies RF-STREAM-072
 * @verifies RF-STREAM-073
 */
static void blocks_that_wait_come_late(void **state)
{
    const FlowPlan plan = {.consumers = 1U, .spare = 2U, .packets = 1U};
    Flow flow;
    Late late;
    NvSciStreamBlock present = 0U;
    NvSciStreamBlock back = 0U;
    NvSciStreamCookie cookie = 0U;

    (void)state;
    flow_make(&flow, &plan, FLOW_COMPLETE);
    await_packet(flow.producer);
    for (uint32_t i = 0U; i < 5U; i++) {
        assert_status(NvSciStreamPresentSyncCreate(flow.syncs, &present), NvSciError_Success);
        assert_status(NvSciStreamReturnSyncCreate(flow.syncs, &back), NvSciError_Success);
        assert_status(NvSciStreamBlockConnect(flow.multicast, present), NvSciError_Success);
        assert_status(NvSciStreamBlockConnect(present, back), NvSciError_Success);
        late_connect_to(back, &late);
        late_set_up(&flow, &late, 1U);
        assert_status(NvSciStreamProducerPacketGet(flow.producer, &cookie), NvSciError_Success);
        leave_fence(flow.producer, flow.taken[0][0], flow.signals[0][0]);
        flow_present(&flow, 0U);
        assert_int_equal(flow_acquire(&flow, 0U), 0U);
        flow_release(&flow, 0U, 0U);
        assert_no_event(late.consumer);
        assert_status(NvSciSyncObjSignal(flow.signals[0][0]), NvSciError_Success);
        await_packet(late.consumer);
        assert_status(NvSciStreamConsumerPacketAcquire(late.consumer, &cookie), NvSciError_Success);
        assert_int_equal(cookie, LATE_COOKIE_0);
        leave_fence(late.consumer, late.taken[0], late.signal);
        assert_status(NvSciStreamConsumerPacketRelease(late.consumer, late.taken[0]),
                      NvSciError_Success);
        assert_no_event(flow.producer);
        assert_status(NvSciSyncObjSignal(late.signal), NvSciError_Success);
        await_packet(flow.producer);
        late_leave(&late);
        assert_status(NvSciStreamBlockDelete(back), NvSciError_Success);
        assert_status(NvSciStreamBlockDelete(present), NvSciError_Success);
    }
    flow_end(&flow);
}

/**
 * An element that is hidden from an index is hidden from who comes late with it, and from who comes
 * back.
 * @verifies RF-STREAM-204
 */
static void what_is_hidden_stays_hidden(void **state)
{
    const FlowPlan plan = {.consumers = 1U, .spare = 2U, .elements = 2U};
    Flow flow;
    Late late;

    (void)state;
    flow_make(&flow, &plan, FLOW_POOL_LISTED);
    assert_status(NvSciStreamBlockElementNotVisible(flow.pool, flow_type(0U), 1U),
                  NvSciError_Success);
    flow_go(&flow, FLOW_COMPLETE);
    for (uint32_t i = 0U; i < 2U; i++) {
        const NvSciBufAttrList list = flow_buf_list(&flow);
        NvSciBufObj buffer = NULL;
        uint32_t count = 0U;
        uint32_t type = 0U;

        late_connect(&flow, &late);
        flow_mark(flow.multicast, NvSciStreamSetup_Connect);
        assert_event(flow.producer, NvSciStreamEventType_Connected);
        assert_event(late.consumer, NvSciStreamEventType_Connected);
        assert_status(NvSciStreamBlockElementAttrSet(late.consumer, flow_type(0U), list),
                      NvSciError_Success);
        NvSciBufAttrListFree(list);
        flow_mark(late.consumer, NvSciStreamSetup_ElementExport);
        assert_event(late.consumer, NvSciStreamEventType_Elements);
        assert_status(
            NvSciStreamBlockElementCountGet(late.consumer, NvSciStreamBlockType_Pool, &count),
            NvSciError_Success);
        assert_int_equal(count, 1U);
        assert_status(NvSciStreamBlockElementAttrGet(late.consumer, NvSciStreamBlockType_Pool, 0U,
                                                     &type, NULL),
                      NvSciError_Success);
        assert_int_equal(type, flow_type(1U));
        flow_mark(late.consumer, NvSciStreamSetup_ElementImport);
        assert_event(late.consumer, NvSciStreamEventType_PacketCreate);
        assert_status(NvSciStreamBlockPacketNewHandleGet(late.consumer, &late.taken[0]),
                      NvSciError_Success);
        assert_status(NvSciStreamBlockPacketBufferGet(late.consumer, late.taken[0], 1U, &buffer),
                      NvSciError_IndexOutOfRange);
        late_leave(&late);
        assert_event(flow.producer, NvSciStreamEventType_WaiterAttr);
        flow_mark(flow.producer, NvSciStreamSetup_WaiterAttrImport);
        assert_event(flow.producer, NvSciStreamEventType_SignalObj);
        flow_mark(flow.producer, NvSciStreamSetup_SignalObjImport);
        assert_event(flow.producer, NvSciStreamEventType_SetupComplete);
        assert_event(flow.multicast, NvSciStreamEventType_SetupComplete);
    }
    flow_end(&flow);
}

/**
 * A packet that is deleted waits for nobody who is gone: its row is given back when the others know
 * of it, or when the last of them is gone.
 * @verifies RF-STREAM-205
 */
static void deleted_packets_wait_for_nobody_who_is_gone(void **state)
{
    const uint32_t before = in_use_of(RINGFENCE_POOL_STREAM_PACKET);

    (void)state;
    for (uint32_t i = 0U; i < 2U; i++) {
        NvSciStreamCookie cookie = 0U;
        Flow flow;
        Late late;

        flow_make(&flow, &g_plan, FLOW_COMPLETE);
        late_join(&flow, &late, 1U);
        if (i == 0U) {
            late_leave(&late);
        }
        assert_event(flow.producer, NvSciStreamEventType_PacketReady);
        assert_event(flow.producer, NvSciStreamEventType_PacketReady);
        assert_status(NvSciStreamPoolPacketDelete(flow.pool, flow.made[0]), NvSciError_Success);
        assert_event(flow.producer, NvSciStreamEventType_PacketDelete);
        assert_status(NvSciStreamBlockPacketOldCookieGet(flow.producer, &cookie),
                      NvSciError_Success);
        assert_event(flow.consumers[0], NvSciStreamEventType_PacketDelete);
        assert_status(NvSciStreamBlockPacketOldCookieGet(flow.consumers[0], &cookie),
                      NvSciError_Success);
        if (i == 1U) {
            assert_int_equal(in_use_of(RINGFENCE_POOL_STREAM_PACKET), before + 2U);
            late_leave(&late);
        }
        assert_int_equal(in_use_of(RINGFENCE_POOL_STREAM_PACKET), before + 1U);
        flow_end(&flow);
    }
    assert_int_equal(in_use_of(RINGFENCE_POOL_STREAM_PACKET), before);
}

/** What the pool is told of the answer of a consumer for a packet. */
static NvSciError answer_of(const Flow *flow, uint32_t packet, uint32_t consumer, NvSciError *given)
{
    return NvSciStreamPoolPacketStatusValueGet(flow->pool, flow->made[packet],
                                               NvSciStreamBlockType_Consumer, consumer, given);
}

/**
 * A late consumer that is not there has given no answer for a packet, whatever the consumer of an
 * earlier stream said of one in its row.
 * @verifies RF-STREAM-206
 */
static void who_is_not_there_has_not_answered(void **state)
{
    const FlowPlan early = {.consumers = 3U, .packets = 2U};
    Flow flow;

    (void)state;
    flow_make(&flow, &early, FLOW_PACKETS_TAKEN);
    for (uint32_t p = 0U; p < 2U; p++) {
        for (uint32_t i = 0U; i < flow_ends(&flow); i++) {
            assert_status(NvSciStreamBlockPacketStatusSet(flow_endpoint(&flow, i), flow.taken[i][p],
                                                          0U, NvSciError_ResourceError),
                          NvSciError_Success);
        }
    }
    flow_end(&flow);
    flow_make(&flow, &g_plan, FLOW_STATUSES_TOLD);
    for (uint32_t p = 0U; p < 2U; p++) {
        NvSciError given = NvSciError_Unknown;

        assert_status(answer_of(&flow, p, 1U, &given), NvSciError_NotYetAvailable);
        assert_status(answer_of(&flow, p, 2U, &given), NvSciError_NotYetAvailable);
        assert_status(given, NvSciError_Unknown);
        assert_status(answer_of(&flow, p, 0U, &given), NvSciError_Success);
        assert_status(given, NvSciError_Success);
        assert_status(answer_of(&flow, p, 3U, &given), NvSciError_IndexOutOfRange);
    }
    flow_end(&flow);
}

/**
 * A multicast block of a branch that is not part of the stream yet takes no group: what is below it
 * comes with the branch.
 * @verifies RF-STREAM-100
 */
static void a_branch_comes_before_groups_below_it(void **state)
{
    Flow flow;
    Late late;
    NvSciStreamBlock nested = 0U;

    (void)state;
    flow_make(&flow, &g_plan, FLOW_COMPLETE);
    assert_status(NvSciStreamMulticastCreate(2U, &nested), NvSciError_Success);
    flow_mark(nested, NvSciStreamSetup_Connect);
    assert_status(NvSciStreamBlockConnect(flow.multicast, nested), NvSciError_Success);
    late_connect_to(nested, &late);
    assert_status(NvSciStreamBlockSetupStatusSet(nested, NvSciStreamSetup_Connect, true),
                  NvSciError_NotYetAvailable);
    late_set_up(&flow, &late, 1U);
    late_turn(&late, early_turn(&flow));
    late_leave(&late);
    assert_status(NvSciStreamBlockDelete(nested), NvSciError_Success);
    flow_end(&flow);
}

/** A stream of two multicast blocks, one below the other, whose outputs are not all taken. */
typedef struct {
    NvSciStreamBlock pool;
    NvSciStreamBlock producer;
    /** The one below the producer; the one below that, and its outputs. */
    NvSciStreamBlock upper;
    NvSciStreamBlock lower;
    NvSciStreamBlock queues[RINGFENCE_CFG_STREAM_CONSUMERS];
    NvSciStreamBlock consumers[RINGFENCE_CFG_STREAM_CONSUMERS];
    uint32_t count;
} Nest;

/** Makes its blocks: all outputs of the upper one are taken, and one of the lower one. */
static void nest_make(Nest *nest, uint32_t upper, uint32_t lower)
{
    *nest = (Nest){.count = upper};
    assert_status(NvSciStreamStaticPoolCreate(1U, &nest->pool), NvSciError_Success);
    assert_status(NvSciStreamProducerCreate(nest->pool, &nest->producer), NvSciError_Success);
    assert_status(NvSciStreamMulticastCreate(upper, &nest->upper), NvSciError_Success);
    assert_status(NvSciStreamMulticastCreate(lower, &nest->lower), NvSciError_Success);
    for (uint32_t i = 0U; i < upper; i++) {
        assert_status(NvSciStreamFifoQueueCreate(&nest->queues[i]), NvSciError_Success);
        assert_status(NvSciStreamConsumerCreate(nest->queues[i], &nest->consumers[i]),
                      NvSciError_Success);
        assert_status(
            NvSciStreamBlockConnect((i == 0U) ? nest->lower : nest->upper, nest->consumers[i]),
            NvSciError_Success);
    }
    assert_status(NvSciStreamBlockConnect(nest->upper, nest->lower), NvSciError_Success);
}

static void nest_end(const Nest *nest)
{
    assert_status(NvSciStreamBlockDelete(nest->producer), NvSciError_Success);
    assert_status(NvSciStreamBlockDelete(nest->pool), NvSciError_Success);
    assert_status(NvSciStreamBlockDelete(nest->upper), NvSciError_Success);
    assert_status(NvSciStreamBlockDelete(nest->lower), NvSciError_Success);
    for (uint32_t i = 0U; i < nest->count; i++) {
        assert_status(NvSciStreamBlockDelete(nest->consumers[i]), NvSciError_Success);
        assert_status(NvSciStreamBlockDelete(nest->queues[i]), NvSciError_Success);
    }
}

/** The last fault names the limit of consumers. */
static void assert_too_many(uint32_t faults, uint64_t asked)
{
    RingfenceFault fault;

    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.total, faults);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_LIMIT);
    assert_int_equal(fault.asked, asked);
    assert_int_equal(fault.allowed, RINGFENCE_CFG_STREAM_CONSUMERS);
    assert_string_equal(fault.limit,
                        (RINGFENCE_CFG_TEXTS == 1U) ? "RINGFENCE_CFG_STREAM_CONSUMERS" : "");
}

/**
 * A mark Connect that makes more places of consumers than a stream can have is refused, before or
 * behind the connection to the producer, and names the limit; the blocks are as they were.
 * @verifies RF-STREAM-200
 */
static void free_outputs_count_with_the_mark(void **state)
{
    const uint32_t most = RINGFENCE_CFG_STREAM_CONSUMERS;
    uint32_t count = 0U;
    Nest nest;

    (void)state;
    for (uint32_t i = 0U; i < 2U; i++) {
        const uint32_t faults = fault_count();

        nest_make(&nest, most, most);
        if (i == 1U) {
            assert_status(NvSciStreamBlockConnect(nest.producer, nest.upper), NvSciError_Success);
        }
        assert_status(NvSciStreamBlockSetupStatusSet(nest.lower, NvSciStreamSetup_Connect, true),
                      NvSciError_InsufficientResource);
        assert_too_many(faults + 1U, (2U * (uint64_t)most) - 1U);
        assert_status(NvSciStreamBlockSetupStatusSet(nest.lower, NvSciStreamSetup_Connect, true),
                      NvSciError_InsufficientResource);
        assert_no_event(nest.producer);
        nest_end(&nest);
    }
    nest_make(&nest, most - 1U, 2U);
    assert_status(NvSciStreamBlockConnect(nest.producer, nest.upper), NvSciError_Success);
    flow_mark(nest.lower, NvSciStreamSetup_Connect);
    assert_event(nest.producer, NvSciStreamEventType_Connected);
    assert_status(NvSciStreamBlockConsumerCountGet(nest.producer, &count), NvSciError_Success);
    assert_int_equal(count, most);
    nest_end(&nest);
}

/**
 * A connection that makes more places of consumers than a stream can have is refused, whichever of
 * the two blocks has free outputs, and names the limit.
 * @verifies RF-STREAM-200
 */
static void free_outputs_count_with_the_connection(void **state)
{
    const uint32_t most = RINGFENCE_CFG_STREAM_CONSUMERS;
    NvSciStreamBlock fan = 0U;
    uint32_t faults = 0U;
    Nest nest;

    (void)state;
    nest_make(&nest, most - 1U, 2U);
    faults = fault_count();
    flow_mark(nest.lower, NvSciStreamSetup_Connect);
    assert_status(NvSciStreamMulticastCreate(2U, &fan), NvSciError_Success);
    assert_status(NvSciStreamBlockConnect(nest.producer, nest.upper), NvSciError_Success);
    flow_mark(fan, NvSciStreamSetup_Connect);
    /* It has two places in the place of one. */
    assert_status(NvSciStreamBlockConnect(nest.lower, fan), NvSciError_InvalidState);
    flow_assert_cause("stream is complete; late blocks need one with mark Connect, after its event "
                      "SetupComplete");
    assert_int_equal(fault_count(), faults + 1U);
    faults = fault_count();
    nest_end(&nest);
    nest_make(&nest, most - 1U, 2U);
    flow_mark(nest.lower, NvSciStreamSetup_Connect);
    assert_status(NvSciStreamBlockConnect(nest.lower, fan), NvSciError_InsufficientResource);
    assert_too_many(faults + 1U, (uint64_t)most + 1U);
    nest_end(&nest);
    assert_status(NvSciStreamBlockDelete(fan), NvSciError_Success);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        stream_test(late_consumer_joins),
        stream_test(others_stream_meanwhile),
        stream_test(late_connect_has_its_time),
        stream_test(late_consumer_that_refuses_is_told_why),
        stream_test(late_lists_that_do_not_fit_are_refused),
        stream_test(consumers_come_and_go),
        stream_test(late_consumer_goes_early),
        stream_test(stream_waits_for_the_next_one),
        stream_test(blocks_that_wait_come_late),
        stream_test(one_goes_while_another_comes),
        stream_test(producer_is_told_that_a_late_one_went),
        stream_test(branch_ends_before_it_comes),
        stream_test(nested_branches_are_given_back),
        stream_test(a_branch_comes_before_groups_below_it),
        stream_test(what_is_hidden_stays_hidden),
        stream_test(deleted_packets_wait_for_nobody_who_is_gone),
        stream_test(who_is_not_there_has_not_answered),
        stream_test(free_outputs_count_with_the_mark),
        stream_test(free_outputs_count_with_the_connection),
    };

    return cmocka_run_group_tests_name("stream/late", tests, NULL, NULL);
}
