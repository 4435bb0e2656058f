/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file service_test.c
 * Events of streams by event services: streams that are set up by what notifiers say alone.
 */
#define _GNU_SOURCE

#include "event_fixture.h"
#include "port/atomic.h"
#include "port/wait.h"
#include "stream_fixture.h"

/** Blocks with notifiers. */
#define WATCHED_MAX FLOW_BLOCKS_MAX

/** A stream of which each block has a notifier. */
typedef struct {
    Flow flow;
    NvSciEventLoopService *service;
    NvSciStreamBlock blocks[WATCHED_MAX];
    NvSciEventNotifier *notifiers[WATCHED_MAX];
    uint32_t count;
    /** Events that came, and packets of which the pool and the endpoints were told. */
    uint32_t complete;
    uint32_t answered;
    uint32_t taken[FLOW_ENDS_MAX];
    uint32_t ready[FLOW_ENDS_MAX];
} Show;

static NvSciEventNotifier *watch(NvSciStreamBlock block, NvSciEventLoopService *service)
{
    NvSciEventNotifier *notifier = NULL;

    assert_status(NvSciStreamBlockEventServiceSetup(block, &service->EventService, &notifier),
                  NvSciError_Success);
    assert_non_null(notifier);
    return notifier;
}

static void unwatch(NvSciEventNotifier **notifier)
{
    (*notifier)->Delete(*notifier);
    *notifier = NULL;
}

/** Number of an endpoint; that of all endpoints: the block is none. */
static uint32_t end_of(const Flow *flow, NvSciStreamBlock block)
{
    uint32_t end = flow_ends(flow);

    for (uint32_t i = 0U; i < flow_ends(flow); i++) {
        end = (flow_endpoint(flow, i) == block) ? i : end;
    }
    return end;
}

/* ---------------------------------------------------------------- what is done with an event */

static void pool_has(Show *show, NvSciStreamEventType event)
{
    Flow *const flow = &show->flow;

    switch (event) {
    case NvSciStreamEventType_Elements:
        flow_do(flow, FLOW_POOL_IMPORTED);
        flow_do(flow, FLOW_POOL_LISTED);
        flow_do(flow, FLOW_POOL_EXPORTED);
        flow_do(flow, FLOW_PACKETS_MADE);
        flow_do(flow, FLOW_PACKETS_FILLED);
        flow_do(flow, FLOW_PACKETS_COMPLETE);
        flow_do(flow, FLOW_PACKETS_EXPORTED);
        break;
    case NvSciStreamEventType_PacketStatus:
        show->answered++;
        if (show->answered == flow->plan.packets) {
            flow_do(flow, FLOW_POOL_PACKETS);
        }
        break;
    default:
        assert_string_equal(event_name(event), "Connected");
        break;
    }
}

/** An endpoint takes a packet. */
static void take_packet(Show *show, uint32_t end)
{
    const NvSciStreamBlock block = flow_endpoint(&show->flow, end);
    NvSciStreamPacket packet = NvSciStreamPacket_Invalid;

    assert_status(NvSciStreamBlockPacketNewHandleGet(block, &packet), NvSciError_Success);
    show->flow.taken[end][show->taken[end]] = packet;
    assert_status(NvSciStreamBlockPacketStatusSet(block, packet, flow_cookie(end, show->taken[end]),
                                                  NvSciError_Success),
                  NvSciError_Success);
    show->taken[end]++;
}

static void list_element(const Flow *flow, NvSciStreamBlock block)
{
    const NvSciBufAttrList list = flow_buf_list(flow);

    assert_status(NvSciStreamBlockElementAttrSet(block, flow_type(0U), list), NvSciError_Success);
    NvSciBufAttrListFree(list);
    flow_mark(block, NvSciStreamSetup_ElementExport);
}

static void end_has(Show *show, uint32_t end, NvSciStreamEventType event)
{
    const NvSciStreamBlock block = flow_endpoint(&show->flow, end);

    switch (event) {
    case NvSciStreamEventType_Connected:
        list_element(&show->flow, block);
        break;
    case NvSciStreamEventType_Elements:
        flow_mark(block, NvSciStreamSetup_ElementImport);
        flow_mark(block, NvSciStreamSetup_WaiterAttrExport);
        break;
    case NvSciStreamEventType_PacketCreate:
        take_packet(show, end);
        break;
    case NvSciStreamEventType_PacketsComplete:
        flow_mark(block, NvSciStreamSetup_PacketImport);
        break;
    case NvSciStreamEventType_WaiterAttr:
        flow_mark(block, NvSciStreamSetup_WaiterAttrImport);
        flow_mark(block, NvSciStreamSetup_SignalObjExport);
        break;
    case NvSciStreamEventType_SignalObj:
        flow_mark(block, NvSciStreamSetup_SignalObjImport);
        break;
    default:
        assert_string_equal(event_name(event), "PacketReady");
        show->ready[end]++;
        break;
    }
}

/** Takes the events of a block until there is none, and does what they are for. Gives how many. */
static uint32_t drain(Show *show, NvSciStreamBlock block)
{
    const uint32_t end = end_of(&show->flow, block);
    NvSciStreamEventType event = event_of(block);
    uint32_t count = 0U;

    while (event != EVENT_NONE) {
        count++;
        if (event == NvSciStreamEventType_SetupComplete) {
            show->complete++;
        } else if (end < flow_ends(&show->flow)) {
            end_has(show, end, event);
        } else if (block == show->flow.pool) {
            pool_has(show, event);
        } else {
            assert_string_equal(event_name(event), "Connected");
        }
        event = event_of(block);
    }
    return count;
}

/** Waits for notifications, and takes the events of those blocks alone. False: there was none. */
static bool turn(Show *show)
{
    bool is_new[WATCHED_MAX] = {false};
    NvSciError status = NvSciError_Success;

    status = show->service->WaitForMultipleEventsExt(&show->service->EventService, show->notifiers,
                                                     show->count, 0, is_new);
    if (status == NvSciError_Success) {
        for (uint32_t i = 0U; i < show->count; i++) {
            if (is_new[i]) {
                (void)drain(show, show->blocks[i]);
            }
        }
    } else {
        assert_status(status, NvSciError_Timeout);
    }
    return status == NvSciError_Success;
}

/* ---------------------------------------------------------------- tests */

/**
 * A stream whose program asks a block for events when its notifier says so, and no sooner, is set
 * up and moves packets: no event is lost. All blocks are on one service.
 * @verifies RF-STREAM-052
 */
static void notifiers_alone_lead_through_setup(void **state)
{
    static Show show;

    (void)state;
    (void)memset(&show, 0, sizeof(show));
    show.service = make_service();
    flow_begin(&show.flow, &(FlowPlan){.consumers = 2U, .limit = 1U, .without_sync = true});
    show.count = flow_blocks(&show.flow, show.blocks);
    for (uint32_t i = 0U; i < show.count; i++) {
        show.notifiers[i] = watch(show.blocks[i], show.service);
    }
    (void)turn(&show);
    flow_do(&show.flow, FLOW_LINKED);
    while (turn(&show)) {
        /* Goes on. */
    }
    assert_int_equal(show.complete, show.count);
    assert_int_equal(show.ready[0], 2U);
    for (uint32_t i = 1U; i <= 10U; i++) {
        NvSciStreamCookie cookie = 0U;

        assert_status(NvSciStreamProducerPacketGet(show.flow.producer, &cookie),
                      NvSciError_Success);
        flow_present(&show.flow, flow_packet_of(cookie));
        assert_true(turn(&show));
        for (uint32_t c = 0U; c < 2U; c++) {
            assert_int_equal(show.ready[c + 1U], i);
            assert_status(NvSciStreamConsumerPacketAcquire(show.flow.consumers[c], &cookie),
                          NvSciError_Success);
            flow_release(&show.flow, c, flow_packet_of(cookie));
        }
        assert_true(turn(&show));
        assert_int_equal(show.ready[0], 2U + i);
        (void)turn(&show);
    }
    flow_end(&show.flow);
    for (uint32_t i = 0U; i < show.count; i++) {
        unwatch(&show.notifiers[i]);
    }
    delete_service_of(show.service);
}

/**
 * Two blocks on one service, one on another: each one's notifier says what is its own. An event
 * that is due before the service is set up is told; one that was told is told again after a query
 * that gave none.
 * @verifies RF-STREAM-052
 */
static void each_notifier_is_of_its_block(void **state)
{
    NvSciEventLoopService *const services[2] = {make_service(), make_service()};
    NvSciEventNotifier *notifiers[3] = {NULL, NULL, NULL};
    bool is_new[2] = {false, false};
    Flow flow;

    (void)state;
    flow_begin(&flow, &(FlowPlan){.consumers = 2U});
    notifiers[0] = watch(flow.consumers[0], services[0]);
    notifiers[1] = watch(flow.consumers[1], services[0]);
    flow_go(&flow, FLOW_LINKED);
    /* It was bound, and is connected: that was no call of it. */
    notifiers[2] = watch(flow.queues[0], services[1]);
    assert_status(services[1]->WaitForEvent(notifiers[2], LONG_US), NvSciError_Success);
    flow_go(&flow, FLOW_COMPLETE);
    for (uint32_t i = 0U; i < 2U; i++) {
        assert_no_event(flow.consumers[i]);
    }
    (void)services[0]->WaitForMultipleEvents((NvSciEventNotifier *const *)notifiers, 2U, 0, is_new);
    flow_present(&flow, flow_get(&flow));
    flow_present(&flow, flow_get(&flow));
    for (uint32_t i = 0U; i < 2U; i++) {
        assert_status(services[0]->WaitForMultipleEvents((NvSciEventNotifier *const *)notifiers, 2U,
                                                         LONG_US, is_new),
                      NvSciError_Success);
        assert_true(is_new[0] && is_new[1]);
        assert_event(flow.consumers[0], NvSciStreamEventType_PacketReady);
        assert_event(flow.consumers[0], NvSciStreamEventType_PacketReady);
        assert_no_event(flow.consumers[0]);
        assert_event(flow.consumers[1], NvSciStreamEventType_PacketReady);
        assert_event(flow.consumers[1], NvSciStreamEventType_PacketReady);
        assert_no_event(flow.consumers[1]);
        if (i == 0U) {
            for (uint32_t k = 0U; k < 4U; k++) {
                NvSciStreamCookie cookie = 0U;

                assert_status(NvSciStreamConsumerPacketAcquire(flow.consumers[k % 2U], &cookie),
                              NvSciError_Success);
                flow_release(&flow, k % 2U, flow_packet_of(cookie));
            }
            flow_present(&flow, flow_get(&flow));
            flow_present(&flow, flow_get(&flow));
        }
    }
    flow_end(&flow);
    for (uint32_t i = 0U; i < 3U; i++) {
        unwatch(&notifiers[i]);
    }
    delete_service_of(services[0]);
    delete_service_of(services[1]);
}

/**
 * A service is set up once, before all other calls for the block; a block that has one is not
 * waited for.
 * @verifies RF-STREAM-052
 * @verifies RF-STREAM-249
 */
static void a_service_is_set_up_first_and_once(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciEventLoopService *const gone = make_service();
    NvSciEventNotifier *notifier = NULL;
    NvSciEventNotifier *again = NULL;
    NvSciStreamEventType event = EVENT_NONE;
    Flow flow;

    (void)state;
    delete_service_of(gone);
    flow_begin(&flow, &(FlowPlan){.consumers = 1U});
    assert_status(NvSciStreamBlockEventServiceSetup(flow.producer, NULL, &notifier),
                  NvSciError_BadParameter);
    assert_status(NvSciStreamBlockEventServiceSetup(flow.producer, &service->EventService, NULL),
                  NvSciError_BadParameter);
    ASSERT_FAULTS(assert_status(NvSciStreamBlockEventServiceSetup(flow.producer,
                                                                  &gone->EventService, &notifier),
                                NvSciError_BadParameter),
                  1U, RINGFENCE_FAULT_BAD_HANDLE);
    assert_null(notifier);
    notifier = watch(flow.producer, service);
    assert_status(NvSciStreamBlockEventServiceSetup(flow.producer, &service->EventService, &again),
                  NvSciError_InvalidState);
    assert_refused_for(NvSciStreamBlockEventQuery(flow.producer, 1, &event),
                       NvSciError_BadParameter,
                       "block has an event service; query it with timeout 0");
    assert_status(NvSciStreamBlockEventQuery(flow.producer, -1, &event), NvSciError_BadParameter);
    assert_status(NvSciStreamBlockEventQuery(flow.producer, 0, &event), NvSciError_Timeout);
    assert_no_event(flow.pool);
    assert_status(NvSciStreamBlockEventServiceSetup(flow.pool, &service->EventService, &again),
                  NvSciError_InvalidState);
    assert_status(NvSciStreamBlockUserInfoSet(flow.consumers[0], 1U, 1U, "x"), NvSciError_Success);
    assert_refused_for(
        NvSciStreamBlockEventServiceSetup(flow.consumers[0], &service->EventService, &again),
        NvSciError_InvalidState, "set the event service up before any other call for the block");
    assert_status(NvSciStreamBlockEventServiceSetup(0U, &service->EventService, &again),
                  NvSciError_StreamBadBlock);
    go_to(RINGFENCE_PHASE_RUNTIME);
    assert_status(NvSciStreamBlockEventServiceSetup(flow.queues[0], &service->EventService, &again),
                  NvSciError_InvalidState);
    assert_null(again);
    flow_end(&flow);
    unwatch(&notifier);
    delete_service_of(service);
}

/**
 * A notifier of a block that was deleted says nothing more; one that its program deleted first is
 * told nothing, and the block goes on without. Nothing is left of either.
 * @verifies RF-STREAM-052
 * @verifies RF-STREAM-006
 * @verifies RF-STREAM-237
 */
static void notifiers_and_blocks_end_in_either_order(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciEventNotifier *notifiers[2] = {NULL, NULL};
    Flow flow;

    (void)state;
    flow_begin(&flow, &(FlowPlan){.consumers = 1U});
    notifiers[0] = watch(flow.producer, service);
    notifiers[1] = watch(flow.consumers[0], service);
    unwatch(&notifiers[1]);
    flow_go(&flow, FLOW_COMPLETE);
    assert_no_event(flow.consumers[0]);
    flow_delete(&flow.producer);
    assert_status(service->WaitForEvent(notifiers[0], 0), NvSciError_Timeout);
    assert_event(flow.consumers[0], NvSciStreamEventType_Disconnected);
    flow_end(&flow);
    assert_status(service->WaitForEvent(notifiers[0], 0), NvSciError_Timeout);
    unwatch(&notifiers[0]);
    assert_int_equal(in_use_of(RINGFENCE_POOL_LOCAL_EVENT), 0U);
    delete_service_of(service);
}

/**
 * When all local events or notifiers are taken a block gets none, and the service is set up when
 * there is one again.
 * @verifies RF-STREAM-052
 */
static void no_event_is_left_for_a_block(void **state)
{
    static NvSciLocalEvent *events[RINGFENCE_CFG_LOCAL_EVENTS];
    NvSciEventLoopService *const service = make_service();
    NvSciEventNotifier *notifier = NULL;
    NvSciStreamBlock queue = 0U;

    (void)state;
    assert_status(NvSciStreamFifoQueueCreate(&queue), NvSciError_Success);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_LOCAL_EVENTS; i++) {
        events[i] = make_local(service);
    }
    assert_status(NvSciStreamBlockEventServiceSetup(queue, &service->EventService, &notifier),
                  NvSciError_InsufficientMemory);
    assert_null(notifier);
    delete_local(events[0]);
    notifier = watch(queue, service);
    flow_delete(&queue);
    unwatch(&notifier);
    for (uint32_t i = 1U; i < RINGFENCE_CFG_LOCAL_EVENTS; i++) {
        delete_local(events[i]);
    }
    delete_service_of(service);
}

/** Lets other threads go on. */
static void rest(void)
{
    static PortAtomic32 word;

    (void)port_sleep_within(&word, 0U, 50000);
}

/** A thread that waits for a notifier. */
typedef struct {
    NvSciEventLoopService *service;
    NvSciEventNotifier *notifier;
    PortAtomic32 begun;
    NvSciError status;
} Waiting;

static void *wait_for_notifier(void *argument)
{
    Waiting *const waiting = argument;

    port_store32(&waiting->begun, 1U);
    waiting->status = waiting->service->WaitForEvent(waiting->notifier, LONG_US);
    return NULL;
}

/** Functions that were refused in their phase. */
static uint32_t refusals(void)
{
    RingfenceRefusal refusal;

    assert_status(RingfenceGetLastRefusal(&refusal), NvSciError_Success);
    return refusal.total;
}

/**
 * A wait that is under way in DEINIT is told what is due there: of a consumer whose producer was
 * deleted before, though it has packets to acquire, or is deleted then. The library refuses nothing
 * to itself.
 * @verifies RF-STREAM-203
 */
static void waits_are_told_in_deinit(void **state)
{
    (void)state;
    for (uint32_t i = 0U; i < 2U; i++) {
        Waiting waiting = {.service = make_service()};
        uint32_t refused = 0U;
        pthread_t thread;
        Flow flow;

        flow_begin(&flow, &(FlowPlan){.consumers = 1U});
        waiting.notifier = watch(flow.consumers[0], waiting.service);
        flow_go(&flow, FLOW_COMPLETE);
        flow_present(&flow, flow_get(&flow));
        assert_event(flow.consumers[0], NvSciStreamEventType_PacketReady);
        if (i == 0U) {
            flow_delete(&flow.producer);
        }
        assert_no_event(flow.consumers[0]);
        (void)waiting.service->WaitForEvent(waiting.notifier, 0);
        assert_no_event(flow.consumers[0]);
        assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
        assert_int_equal(pthread_create(&thread, NULL, wait_for_notifier, &waiting), 0);
        while (port_load32(&waiting.begun) == 0U) {
            rest();
        }
        rest();
        refused = refusals();
        assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT), NvSciError_Success);
        if (i == 1U) {
            flow_delete(&flow.producer);
        }
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_status(waiting.status, NvSciError_Success);
        assert_int_equal(refusals(), refused);
        assert_event(flow.consumers[0], NvSciStreamEventType_Disconnected);
        flow_end(&flow);
        unwatch(&waiting.notifier);
        delete_service_of(waiting.service);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        stream_test(notifiers_alone_lead_through_setup),
        stream_test(each_notifier_is_of_its_block),
        stream_test(a_service_is_set_up_first_and_once),
        stream_test(notifiers_and_blocks_end_in_either_order),
        stream_test(no_event_is_left_for_a_block),
        stream_test(waits_are_told_in_deinit),
    };

    return cmocka_run_group_tests_name("stream/service", tests, NULL, NULL);
}
