/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_fixture.c
 * What the tests of src/stream share.
 */
#include "stream_fixture.h"

/** First type of an element; cookies: that of the pool, and of endpoints, by endpoint. */
#define FLOW_TYPE_0      700U
#define FLOW_POOL_COOKIE 0x9000U
#define FLOW_COOKIE_0    0x100U

/* ---------------------------------------------------------------- events */

/** A name. */
typedef struct {
    NvSciStreamEventType event;
    const char *name;
} EventName;

static const EventName g_event_names[] = {
    {EVENT_NONE, "none"},
    {NvSciStreamEventType_Connected, "Connected"},
    {NvSciStreamEventType_Disconnected, "Disconnected"},
    {NvSciStreamEventType_WaiterAttr, "WaiterAttr"},
    {NvSciStreamEventType_SignalObj, "SignalObj"},
    {NvSciStreamEventType_Elements, "Elements"},
    {NvSciStreamEventType_PacketCreate, "PacketCreate"},
    {NvSciStreamEventType_PacketDelete, "PacketDelete"},
    {NvSciStreamEventType_PacketStatus, "PacketStatus"},
    {NvSciStreamEventType_PacketsComplete, "PacketsComplete"},
    {NvSciStreamEventType_PacketReady, "PacketReady"},
    {NvSciStreamEventType_SetupComplete, "SetupComplete"},
    {NvSciStreamEventType_Validate, "Validate"},
    {NvSciStreamEventType_Error, "Error"},
};

const char *event_name(NvSciStreamEventType event)
{
    const char *name = "of no name";

    for (size_t i = 0U; i < COUNT_OF(g_event_names); i++) {
        if (g_event_names[i].event == event) {
            name = g_event_names[i].name;
        }
    }
    return name;
}

NvSciStreamEventType event_of(NvSciStreamBlock block)
{
    NvSciStreamEventType event = EVENT_NONE;
    const NvSciError status = NvSciStreamBlockEventQuery(block, 0, &event);

    if (status != NvSciError_Timeout) {
        assert_status(status, NvSciError_Success);
        assert_int_not_equal(event, EVENT_NONE);
    }
    return event;
}

/* ---------------------------------------------------------------- parts of a stream */

uint32_t flow_type(uint32_t element)
{
    return FLOW_TYPE_0 + element;
}

NvSciStreamCookie flow_pool_cookie(uint32_t packet)
{
    return FLOW_POOL_COOKIE + packet;
}

NvSciStreamCookie flow_cookie(uint32_t end, uint32_t packet)
{
    return ((NvSciStreamCookie)FLOW_COOKIE_0 * (end + 1U)) + packet;
}

uint32_t flow_packet_of(NvSciStreamCookie cookie)
{
    return (uint32_t)(cookie % FLOW_COOKIE_0);
}

NvSciBufAttrList flow_buf_list(const Flow *flow)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const uint64_t size = FLOW_BYTES;
    const uint64_t align = FLOW_BYTES;
    const bool cpu = true;
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
                                        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
                                        {NvSciBufRawBufferAttrKey_Align, &align, sizeof(align)}};
    NvSciBufAttrList list = NULL;

    assert_status(NvSciBufAttrListCreate(flow->bufs, &list), NvSciError_Success);
    assert_status(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    return list;
}

NvSciBufAttrList flow_reconciled(const Flow *flow)
{
    const NvSciBufAttrList list = flow_buf_list(flow);
    NvSciBufAttrList reconciled = NULL;
    NvSciBufAttrList conflict = NULL;

    assert_status(NvSciBufAttrListReconcile(&list, 1U, &reconciled, &conflict), NvSciError_Success);
    NvSciBufAttrListFree(list);
    return reconciled;
}

NvSciSyncAttrList flow_wait_list(const Flow *flow)
{
    return make_perm_list(flow->syncs, NvSciSyncAccessPerm_WaitOnly, true);
}

NvSciSyncAttrList flow_signal_list(const Flow *flow)
{
    return make_perm_list(flow->syncs, NvSciSyncAccessPerm_SignalOnly, true);
}

void flow_assert_cause(const char *text)
{
    RingfenceFault fault;

    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_STREAM_ORDER);
    assert_string_equal(fault.causeText, text);
}

void flow_mark(NvSciStreamBlock block, NvSciStreamSetup setup)
{
    assert_status(NvSciStreamBlockSetupStatusSet(block, setup, true), NvSciError_Success);
}

uint32_t flow_ends(const Flow *flow)
{
    return flow->plan.consumers + 1U;
}

NvSciStreamBlock flow_endpoint(const Flow *flow, uint32_t number)
{
    return (number == 0U) ? flow->producer : flow->consumers[number - 1U];
}

/** Adds a block that is there. */
static void put_block(NvSciStreamBlock block, NvSciStreamBlock *blocks, uint32_t *count)
{
    if (block != 0U) {
        blocks[*count] = block;
        (*count)++;
    }
}

uint32_t flow_blocks(const Flow *flow, NvSciStreamBlock *blocks)
{
    uint32_t count = 0U;

    put_block(flow->producer, blocks, &count);
    put_block(flow->pool, blocks, &count);
    put_block(flow->multicast, blocks, &count);
    for (uint32_t i = 0U; i < flow->plan.consumers; i++) {
        put_block(flow->limiters[i], blocks, &count);
        put_block(flow->present_syncs[i], blocks, &count);
        put_block(flow->return_syncs[i], blocks, &count);
        put_block(flow->consumers[i], blocks, &count);
        put_block(flow->queues[i], blocks, &count);
    }
    return count;
}

/** Marks a group at all endpoints. */
static void mark_ends(const Flow *flow, NvSciStreamSetup setup)
{
    for (uint32_t i = 0U; i < flow_ends(flow); i++) {
        flow_mark(flow_endpoint(flow, i), setup);
    }
}

/** All endpoints have an event. */
static void tell_ends(const Flow *flow, NvSciStreamEventType event)
{
    for (uint32_t i = 0U; i < flow_ends(flow); i++) {
        assert_event(flow_endpoint(flow, i), event);
    }
}

/** All blocks have an event. */
static void tell_all(const Flow *flow, NvSciStreamEventType event)
{
    NvSciStreamBlock blocks[FLOW_BLOCKS_MAX];
    const uint32_t count = flow_blocks(flow, blocks);

    for (uint32_t i = 0U; i < count; i++) {
        assert_event(blocks[i], event);
    }
}

/* ---------------------------------------------------------------- making blocks */

/** Makes a consumer with its queue, and its limiter. */
static void make_consumer(Flow *flow, uint32_t number)
{
    NvSciStreamBlock *const queue = &flow->queues[number];

    if (number < flow->plan.mailboxes) {
        assert_status(NvSciStreamMailboxQueueCreate(queue), NvSciError_Success);
    } else {
        assert_status(NvSciStreamFifoQueueCreate(queue), NvSciError_Success);
    }
    assert_status(
        NvSciStreamConsumerCreate2(*queue, flow->plan.crc_consumers, &flow->consumers[number]),
        NvSciError_Success);
    if (flow->plan.limit > 0U) {
        assert_status(NvSciStreamLimiterCreate(flow->plan.limit, &flow->limiters[number]),
                      NvSciError_Success);
    }
    if (flow->plan.waits) {
        assert_status(NvSciStreamPresentSyncCreate(flow->syncs, &flow->present_syncs[number]),
                      NvSciError_Success);
        assert_status(NvSciStreamReturnSyncCreate(flow->syncs, &flow->return_syncs[number]),
                      NvSciError_Success);
    }
}

void flow_begin(Flow *flow, const FlowPlan *plan)
{
    (void)memset(flow, 0, sizeof(*flow));
    flow->plan = *plan;
    flow->plan.consumers = (plan->consumers == 0U) ? 1U : plan->consumers;
    flow->plan.packets = (plan->packets == 0U) ? 2U : plan->packets;
    flow->plan.elements = (plan->elements == 0U) ? 1U : plan->elements;
    assert_in_range(flow->plan.consumers, 1U, FLOW_CONSUMERS_MAX);
    assert_in_range(flow->plan.packets, 1U, FLOW_PACKETS_MAX);
    assert_in_range(flow->plan.elements, 1U, FLOW_ELEMENTS_MAX);
    for (uint32_t i = 0U; i < FLOW_ENDS_MAX; i++) {
        flow->visible[i] = flow->plan.elements;
    }
    assert_status(NvSciBufModuleOpen(&flow->bufs), NvSciError_Success);
    flow->syncs = open_module();
    flow->context = make_context(flow->syncs);
    assert_status(NvSciStreamStaticPoolCreate((plan->room > 0U) ? plan->room : flow->plan.packets,
                                              &flow->pool),
                  NvSciError_Success);
    assert_status(NvSciStreamProducerCreate2(flow->pool, flow->plan.crc_producer, &flow->producer),
                  NvSciError_Success);
    if ((flow->plan.consumers > 1U) || flow->plan.multicast || (flow->plan.spare > 0U)) {
        assert_status(
            NvSciStreamMulticastCreate(flow->plan.consumers + flow->plan.spare, &flow->multicast),
            NvSciError_Success);
    }
    for (uint32_t i = 0U; i < flow->plan.consumers; i++) {
        make_consumer(flow, i);
    }
    flow->step = FLOW_MADE;
}

/** Connects a block, if it is there, below the last one of a path. */
static void link_below(NvSciStreamBlock *last, NvSciStreamBlock block)
{
    if (block != 0U) {
        assert_status(NvSciStreamBlockConnect(*last, block), NvSciError_Success);
        *last = block;
    }
}

static void link_blocks(const Flow *flow)
{
    NvSciStreamBlock above = flow->producer;

    link_below(&above, flow->multicast);
    for (uint32_t i = 0U; i < flow->plan.consumers; i++) {
        NvSciStreamBlock last = above;

        link_below(&last, flow->limiters[i]);
        link_below(&last, flow->present_syncs[i]);
        link_below(&last, flow->return_syncs[i]);
        link_below(&last, flow->consumers[i]);
    }
    if (flow->plan.spare > 0U) {
        flow_mark(flow->multicast, NvSciStreamSetup_Connect);
    }
}

/* ---------------------------------------------------------------- elements and packets */

static void list_elements(const Flow *flow)
{
    for (uint32_t e = 0U; e < flow->plan.elements; e++) {
        const NvSciBufAttrList list = flow_buf_list(flow);

        for (uint32_t i = 0U; i < flow_ends(flow); i++) {
            assert_status(
                NvSciStreamBlockElementAttrSet(flow_endpoint(flow, i), flow_type(e), list),
                NvSciError_Success);
        }
        NvSciBufAttrListFree(list);
    }
}

static void list_layout(Flow *flow)
{
    for (uint32_t e = 0U; e < flow->plan.elements; e++) {
        flow->layout[e] = flow_reconciled(flow);
        assert_status(NvSciStreamBlockElementAttrSet(flow->pool, flow_type(e), flow->layout[e]),
                      NvSciError_Success);
    }
}

static void make_packets(Flow *flow)
{
    for (uint32_t p = 0U; p < flow->plan.packets; p++) {
        assert_status(NvSciStreamPoolPacketCreate(flow->pool, flow_pool_cookie(p), &flow->made[p]),
                      NvSciError_Success);
    }
}

static void fill_packets(const Flow *flow)
{
    for (uint32_t p = 0U; p < flow->plan.packets; p++) {
        for (uint32_t e = 0U; e < flow->plan.elements; e++) {
            NvSciBufObj buffer = NULL;

            assert_status(NvSciBufObjAlloc(flow->layout[e], &buffer), NvSciError_Success);
            assert_status(NvSciStreamPoolPacketInsertBuffer(flow->pool, flow->made[p], e, buffer),
                          NvSciError_Success);
            NvSciBufObjFree(buffer);
        }
    }
}

static void complete_packets(const Flow *flow)
{
    for (uint32_t p = 0U; p < flow->plan.packets; p++) {
        assert_status(NvSciStreamPoolPacketComplete(flow->pool, flow->made[p]), NvSciError_Success);
    }
}

static void tell_packets(const Flow *flow)
{
    for (uint32_t p = 0U; p < flow->plan.packets; p++) {
        tell_ends(flow, NvSciStreamEventType_PacketCreate);
    }
    tell_ends(flow, NvSciStreamEventType_PacketsComplete);
}

static void take_packets(Flow *flow)
{
    for (uint32_t i = 0U; i < flow_ends(flow); i++) {
        for (uint32_t p = 0U; p < flow->plan.packets; p++) {
            assert_status(
                NvSciStreamBlockPacketNewHandleGet(flow_endpoint(flow, i), &flow->taken[i][p]),
                NvSciError_Success);
        }
    }
}

static void set_statuses(const Flow *flow)
{
    for (uint32_t i = 0U; i < flow_ends(flow); i++) {
        for (uint32_t p = 0U; p < flow->plan.packets; p++) {
            assert_status(NvSciStreamBlockPacketStatusSet(flow_endpoint(flow, i), flow->taken[i][p],
                                                          flow_cookie(i, p), NvSciError_Success),
                          NvSciError_Success);
        }
    }
}

static void tell_statuses(const Flow *flow)
{
    for (uint32_t p = 0U; p < flow->plan.packets; p++) {
        assert_event(flow->pool, NvSciStreamEventType_PacketStatus);
    }
}

/* ---------------------------------------------------------------- sync objects */

static void set_waiters(const Flow *flow)
{
    const NvSciSyncAttrList list = flow_wait_list(flow);

    for (uint32_t i = 0U; i < flow_ends(flow); i++) {
        for (uint32_t e = 0U; e < flow->visible[i]; e++) {
            assert_status(NvSciStreamBlockElementWaiterAttrSet(
                              flow_endpoint(flow, i), e, flow->plan.without_sync ? NULL : list),
                          NvSciError_Success);
        }
    }
    NvSciSyncAttrListFree(list);
}

/** Makes the sync object that an endpoint signals with an element. */
static void make_signal(Flow *flow, uint32_t end, uint32_t element)
{
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList reconciled = NULL;
    NvSciSyncAttrList conflict = NULL;

    assert_status(
        NvSciStreamBlockElementWaiterAttrGet(flow_endpoint(flow, end), element, &lists[0]),
        NvSciError_Success);
    if (lists[0] != NULL) {
        lists[1] = flow_signal_list(flow);
        assert_status(NvSciSyncAttrListReconcile(lists, 2U, &reconciled, &conflict),
                      NvSciError_Success);
        assert_status(NvSciSyncObjAlloc(reconciled, &flow->signals[end][element]),
                      NvSciError_Success);
        NvSciSyncAttrListFree(lists[0]);
        NvSciSyncAttrListFree(lists[1]);
        NvSciSyncAttrListFree(reconciled);
    }
}

static void import_waiters(Flow *flow)
{
    for (uint32_t i = 0U; i < flow_ends(flow); i++) {
        for (uint32_t e = 0U; e < flow->visible[i]; e++) {
            make_signal(flow, i, e);
        }
    }
    mark_ends(flow, NvSciStreamSetup_WaiterAttrImport);
}

static void set_signals(const Flow *flow)
{
    for (uint32_t i = 0U; i < flow_ends(flow); i++) {
        for (uint32_t e = 0U; e < flow->visible[i]; e++) {
            assert_status(
                NvSciStreamBlockElementSignalObjSet(flow_endpoint(flow, i), e, flow->signals[i][e]),
                NvSciError_Success);
        }
    }
}

static void export_crc(const Flow *flow)
{
    for (uint32_t i = 0U; flow->plan.crc_consumers && (i < flow->plan.consumers); i++) {
        flow_mark(flow->consumers[i], NvSciStreamSetup_CrcExport);
    }
}

/* ---------------------------------------------------------------- steps */

/** Goes to a step of elements from the one before. */
static void go_elements(Flow *flow, FlowStep step)
{
    switch (step) {
    case FLOW_LINKED:
        link_blocks(flow);
        break;
    case FLOW_CONNECTED:
        tell_all(flow, NvSciStreamEventType_Connected);
        break;
    case FLOW_ENDS_LISTED:
        list_elements(flow);
        break;
    case FLOW_ENDS_EXPORTED:
        mark_ends(flow, NvSciStreamSetup_ElementExport);
        break;
    case FLOW_POOL_ELEMENTS:
        assert_event(flow->pool, NvSciStreamEventType_Elements);
        break;
    case FLOW_POOL_IMPORTED:
        flow_mark(flow->pool, NvSciStreamSetup_ElementImport);
        break;
    case FLOW_POOL_LISTED:
        list_layout(flow);
        break;
    case FLOW_POOL_EXPORTED:
        flow_mark(flow->pool, NvSciStreamSetup_ElementExport);
        break;
    case FLOW_ENDS_ELEMENTS:
        tell_ends(flow, NvSciStreamEventType_Elements);
        break;
    default:
        mark_ends(flow, NvSciStreamSetup_ElementImport);
        break;
    }
}

/** Goes to a step of packets from the one before. */
static void go_packets(Flow *flow, FlowStep step)
{
    switch (step) {
    case FLOW_PACKETS_MADE:
        make_packets(flow);
        break;
    case FLOW_PACKETS_FILLED:
        fill_packets(flow);
        break;
    case FLOW_PACKETS_COMPLETE:
        complete_packets(flow);
        break;
    case FLOW_PACKETS_EXPORTED:
        flow_mark(flow->pool, NvSciStreamSetup_PacketExport);
        break;
    case FLOW_PACKETS_TOLD:
        tell_packets(flow);
        break;
    case FLOW_PACKETS_TAKEN:
        take_packets(flow);
        break;
    case FLOW_STATUSES_SET:
        set_statuses(flow);
        break;
    case FLOW_ENDS_PACKETS:
        mark_ends(flow, NvSciStreamSetup_PacketImport);
        break;
    case FLOW_STATUSES_TOLD:
        tell_statuses(flow);
        break;
    default:
        flow_mark(flow->pool, NvSciStreamSetup_PacketImport);
        break;
    }
}

/** Goes to a step of sync objects from the one before. */
static void go_syncs(Flow *flow, FlowStep step)
{
    switch (step) {
    case FLOW_WAITERS_SET:
        set_waiters(flow);
        break;
    case FLOW_WAITERS_EXPORTED:
        mark_ends(flow, NvSciStreamSetup_WaiterAttrExport);
        break;
    case FLOW_WAITERS_TOLD:
        tell_ends(flow, NvSciStreamEventType_WaiterAttr);
        break;
    case FLOW_WAITERS_IMPORTED:
        import_waiters(flow);
        break;
    case FLOW_SIGNALS_SET:
        set_signals(flow);
        break;
    case FLOW_SIGNALS_EXPORTED:
        mark_ends(flow, NvSciStreamSetup_SignalObjExport);
        break;
    case FLOW_SIGNALS_TOLD:
        tell_ends(flow, NvSciStreamEventType_SignalObj);
        break;
    default:
        mark_ends(flow, NvSciStreamSetup_SignalObjImport);
        break;
    }
}

/** Goes to a step of the end of setup from the one before. */
static void go_end(const Flow *flow, FlowStep step)
{
    switch (step) {
    case FLOW_CRC_EXPORTED:
        export_crc(flow);
        break;
    case FLOW_CRC_TOLD:
        if (flow->plan.crc_producer) {
            assert_event(flow->producer, NvSciStreamEventType_Validate);
        }
        break;
    case FLOW_CRC_IMPORTED:
        if (flow->plan.crc_producer) {
            flow_mark(flow->producer, NvSciStreamSetup_CrcImport);
        }
        break;
    default:
        tell_all(flow, NvSciStreamEventType_SetupComplete);
        break;
    }
}

void flow_do(Flow *flow, FlowStep step)
{
    if (step <= FLOW_ENDS_IMPORTED) {
        go_elements(flow, step);
    } else if (step <= FLOW_POOL_PACKETS) {
        go_packets(flow, step);
    } else if (step <= FLOW_SIGNALS_IMPORTED) {
        go_syncs(flow, step);
    } else {
        go_end(flow, step);
    }
}

void flow_go(Flow *flow, FlowStep step)
{
    assert_true(flow->step <= step);
    while (flow->step < step) {
        flow->step = (FlowStep)((uint32_t)flow->step + 1U);
        flow_do(flow, flow->step);
    }
}

void flow_make(Flow *flow, const FlowPlan *plan, FlowStep step)
{
    flow_begin(flow, plan);
    flow_go(flow, step);
}

/* ---------------------------------------------------------------- ends */

void flow_delete(NvSciStreamBlock *block)
{
    if (*block != 0U) {
        assert_status(NvSciStreamBlockDelete(*block), NvSciError_Success);
        *block = 0U;
    }
}

void flow_end(Flow *flow)
{
    if (RingfenceCurrentPhase() == RINGFENCE_PHASE_RUNTIME) {
        go_to(RINGFENCE_PHASE_DEINIT);
    }
    flow_delete(&flow->producer);
    flow_delete(&flow->pool);
    flow_delete(&flow->multicast);
    for (uint32_t i = 0U; i < flow->plan.consumers; i++) {
        flow_delete(&flow->limiters[i]);
        flow_delete(&flow->present_syncs[i]);
        flow_delete(&flow->return_syncs[i]);
        flow_delete(&flow->consumers[i]);
        flow_delete(&flow->queues[i]);
    }
    for (uint32_t e = 0U; e < flow->plan.elements; e++) {
        NvSciBufAttrListFree(flow->layout[e]);
        for (uint32_t i = 0U; i < flow_ends(flow); i++) {
            NvSciSyncObjFree(flow->signals[i][e]);
        }
    }
    NvSciSyncCpuWaitContextFree(flow->context);
    NvSciSyncModuleClose(flow->syncs);
    NvSciBufModuleClose(flow->bufs);
    go_to(RINGFENCE_PHASE_INIT);
}

/* ---------------------------------------------------------------- streaming */

uint32_t flow_get(const Flow *flow)
{
    NvSciStreamCookie cookie = 0U;

    assert_event(flow->producer, NvSciStreamEventType_PacketReady);
    assert_status(NvSciStreamProducerPacketGet(flow->producer, &cookie), NvSciError_Success);
    return flow_packet_of(cookie);
}

void flow_present(const Flow *flow, uint32_t packet)
{
    assert_status(NvSciStreamProducerPacketPresent(flow->producer, flow->taken[0][packet]),
                  NvSciError_Success);
}

uint32_t flow_acquire(const Flow *flow, uint32_t consumer)
{
    NvSciStreamCookie cookie = 0U;

    assert_event(flow->consumers[consumer], NvSciStreamEventType_PacketReady);
    assert_status(NvSciStreamConsumerPacketAcquire(flow->consumers[consumer], &cookie),
                  NvSciError_Success);
    return flow_packet_of(cookie);
}

void flow_release(const Flow *flow, uint32_t consumer, uint32_t packet)
{
    assert_status(NvSciStreamConsumerPacketRelease(flow->consumers[consumer],
                                                   flow->taken[consumer + 1U][packet]),
                  NvSciError_Success);
}
