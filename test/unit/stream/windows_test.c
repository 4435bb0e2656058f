/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file windows_test.c
 * What each call gives for each type of block at each step of setup.
 */
#include "stream_calls.h"

/** Changes of a row at most. */
#define CHANGES_MAX 6U

/** From a step on a call gives a status. */
typedef struct {
    FlowStep from;
    NvSciError status;
} Change;

/** What a call gives for a type of block from FLOW_CONNECTED on; a row of 0 ends it. */
typedef struct {
    const char *call;
    Kind kind;
    Change changes[CHANGES_MAX];
} WindowOf;

#define NOT_YET   NvSciError_NotYetAvailable
#define NO_LONGER NvSciError_NoLongerAvailable
#define OPEN      NvSciError_Success

/** Windows. Where a row has other statuses, the call is in its window, and what it asks for is not
 * there. A call and a type that are not here: NotSupported. */
static const WindowOf g_windows[] = {
    {"BlockConsumerCountGet", KIND_PRODUCER, {{FLOW_CONNECTED, OPEN}}},
    {"BlockConsumerCountGet", KIND_CONSUMER, {{FLOW_CONNECTED, OPEN}}},
    {"BlockConsumerCountGet", KIND_POOL, {{FLOW_CONNECTED, OPEN}}},
    {"BlockConsumerCountGet", KIND_FIFO, {{FLOW_CONNECTED, OPEN}}},
    {"BlockConsumerCountGet", KIND_MAILBOX, {{FLOW_CONNECTED, OPEN}}},
    {"BlockConsumerCountGet", KIND_MULTICAST, {{FLOW_CONNECTED, OPEN}}},
    {"BlockConsumerCountGet", KIND_LIMITER, {{FLOW_CONNECTED, OPEN}}},
    {"BlockConsumerCountGet", KIND_PRESENT_SYNC, {{FLOW_CONNECTED, OPEN}}},
    {"BlockConsumerCountGet", KIND_RETURN_SYNC, {{FLOW_CONNECTED, OPEN}}},
    {"ConsumerIndexGet", KIND_CONSUMER, {{FLOW_CONNECTED, OPEN}}},
    {"NewConsumerGet", KIND_PRODUCER, {{FLOW_CONNECTED, OPEN}}},
    {"BlockUserInfoGet", KIND_PRODUCER, {{FLOW_CONNECTED, OPEN}, {FLOW_COMPLETE, NO_LONGER}}},
    {"BlockUserInfoGet", KIND_CONSUMER, {{FLOW_CONNECTED, OPEN}, {FLOW_COMPLETE, NO_LONGER}}},
    {"BlockUserInfoGet", KIND_POOL, {{FLOW_CONNECTED, OPEN}, {FLOW_COMPLETE, NO_LONGER}}},
    {"BlockUserInfoGet", KIND_FIFO, {{FLOW_CONNECTED, OPEN}, {FLOW_COMPLETE, NO_LONGER}}},
    {"BlockUserInfoGet", KIND_MAILBOX, {{FLOW_CONNECTED, OPEN}, {FLOW_COMPLETE, NO_LONGER}}},
    {"BlockUserInfoGet", KIND_MULTICAST, {{FLOW_CONNECTED, OPEN}, {FLOW_COMPLETE, NO_LONGER}}},
    {"BlockUserInfoGet", KIND_LIMITER, {{FLOW_CONNECTED, OPEN}, {FLOW_COMPLETE, NO_LONGER}}},
    {"BlockUserInfoGet", KIND_PRESENT_SYNC, {{FLOW_CONNECTED, OPEN}, {FLOW_COMPLETE, NO_LONGER}}},
    {"BlockUserInfoGet", KIND_RETURN_SYNC, {{FLOW_CONNECTED, OPEN}, {FLOW_COMPLETE, NO_LONGER}}},
    {"BlockElementAttrSet",
     KIND_PRODUCER,
     {{FLOW_CONNECTED, OPEN}, {FLOW_ENDS_EXPORTED, NO_LONGER}}},
    {"BlockElementAttrSet",
     KIND_CONSUMER,
     {{FLOW_CONNECTED, OPEN}, {FLOW_ENDS_EXPORTED, NO_LONGER}}},
    {"BlockElementAttrSet",
     KIND_POOL,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_POOL_ELEMENTS, OPEN}, {FLOW_POOL_EXPORTED, NO_LONGER}}},
    {"BlockElementNotVisible",
     KIND_POOL,
     {{FLOW_CONNECTED, NOT_YET},
      {FLOW_POOL_ELEMENTS, NvSciError_BadParameter},
      {FLOW_POOL_LISTED, OPEN},
      {FLOW_POOL_EXPORTED, NO_LONGER}}},
    {"BlockElementCountGet",
     KIND_POOL,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_POOL_ELEMENTS, OPEN}, {FLOW_POOL_IMPORTED, NO_LONGER}}},
    {"BlockElementCountGet",
     KIND_PRODUCER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_ENDS_ELEMENTS, OPEN}, {FLOW_ENDS_IMPORTED, NO_LONGER}}},
    {"BlockElementCountGet",
     KIND_CONSUMER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_ENDS_ELEMENTS, OPEN}, {FLOW_ENDS_IMPORTED, NO_LONGER}}},
    {"BlockElementAttrGet",
     KIND_POOL,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_POOL_ELEMENTS, OPEN}, {FLOW_POOL_IMPORTED, NO_LONGER}}},
    {"BlockElementAttrGet",
     KIND_PRODUCER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_ENDS_ELEMENTS, OPEN}, {FLOW_ENDS_IMPORTED, NO_LONGER}}},
    {"BlockElementAttrGet",
     KIND_CONSUMER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_ENDS_ELEMENTS, OPEN}, {FLOW_ENDS_IMPORTED, NO_LONGER}}},
    {"BlockElementUsageSet",
     KIND_CONSUMER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_ENDS_ELEMENTS, OPEN}, {FLOW_ENDS_IMPORTED, NO_LONGER}}},
    {"PoolPacketCreate",
     KIND_POOL,
     {{FLOW_CONNECTED, NOT_YET},
      {FLOW_POOL_EXPORTED, OPEN},
      {FLOW_PACKETS_MADE, NvSciError_Overflow},
      {FLOW_PACKETS_EXPORTED, NO_LONGER}}},
    {"PoolPacketInsertBuffer",
     KIND_POOL,
     {{FLOW_CONNECTED, NOT_YET},
      {FLOW_POOL_EXPORTED, NvSciError_StreamBadPacket},
      {FLOW_PACKETS_MADE, OPEN},
      {FLOW_PACKETS_COMPLETE, NO_LONGER}}},
    {"PoolPacketComplete",
     KIND_POOL,
     {{FLOW_CONNECTED, NOT_YET},
      {FLOW_POOL_EXPORTED, NvSciError_StreamBadPacket},
      {FLOW_PACKETS_MADE, NvSciError_InsufficientData},
      {FLOW_PACKETS_FILLED, OPEN},
      {FLOW_PACKETS_COMPLETE, NvSciError_AlreadyDone},
      {FLOW_PACKETS_EXPORTED, NO_LONGER}}},
    {"PoolPacketStatusAcceptGet",
     KIND_POOL,
     {{FLOW_CONNECTED, NOT_YET},
      {FLOW_POOL_EXPORTED, NvSciError_StreamBadPacket},
      {FLOW_PACKETS_MADE, NOT_YET},
      {FLOW_STATUSES_SET, OPEN},
      {FLOW_POOL_PACKETS, NO_LONGER}}},
    {"PoolPacketStatusValueGet",
     KIND_POOL,
     {{FLOW_CONNECTED, NOT_YET},
      {FLOW_POOL_EXPORTED, NvSciError_StreamBadPacket},
      {FLOW_PACKETS_MADE, NOT_YET},
      {FLOW_STATUSES_SET, OPEN},
      {FLOW_POOL_PACKETS, NO_LONGER}}},
    {"PoolPacketDelete",
     KIND_POOL,
     {{FLOW_CONNECTED, NvSciError_StreamBadPacket}, {FLOW_PACKETS_MADE, OPEN}}},
    {"BlockPacketNewHandleGet",
     KIND_PRODUCER,
     {{FLOW_CONNECTED, NOT_YET},
      {FLOW_ENDS_IMPORTED, NvSciError_NoStreamPacket},
      {FLOW_PACKETS_TOLD, OPEN},
      {FLOW_PACKETS_TAKEN, NvSciError_NoStreamPacket},
      {FLOW_ENDS_PACKETS, NO_LONGER}}},
    {"BlockPacketNewHandleGet",
     KIND_CONSUMER,
     {{FLOW_CONNECTED, NOT_YET},
      {FLOW_ENDS_IMPORTED, NvSciError_NoStreamPacket},
      {FLOW_PACKETS_TOLD, OPEN},
      {FLOW_PACKETS_TAKEN, NvSciError_NoStreamPacket},
      {FLOW_ENDS_PACKETS, NO_LONGER}}},
    {"BlockPacketBufferGet",
     KIND_PRODUCER,
     {{FLOW_CONNECTED, NOT_YET},
      {FLOW_ENDS_IMPORTED, NvSciError_StreamBadPacket},
      {FLOW_PACKETS_TAKEN, OPEN},
      {FLOW_ENDS_PACKETS, NO_LONGER}}},
    {"BlockPacketBufferGet",
     KIND_CONSUMER,
     {{FLOW_CONNECTED, NOT_YET},
      {FLOW_ENDS_IMPORTED, NvSciError_StreamBadPacket},
      {FLOW_PACKETS_TAKEN, OPEN},
      {FLOW_ENDS_PACKETS, NO_LONGER}}},
    {"BlockPacketStatusSet",
     KIND_PRODUCER,
     {{FLOW_CONNECTED, NOT_YET},
      {FLOW_ENDS_IMPORTED, NvSciError_StreamBadPacket},
      {FLOW_PACKETS_TAKEN, OPEN},
      {FLOW_STATUSES_SET, NvSciError_AlreadyDone},
      {FLOW_ENDS_PACKETS, NO_LONGER}}},
    {"BlockPacketStatusSet",
     KIND_CONSUMER,
     {{FLOW_CONNECTED, NOT_YET},
      {FLOW_ENDS_IMPORTED, NvSciError_StreamBadPacket},
      {FLOW_PACKETS_TAKEN, OPEN},
      {FLOW_STATUSES_SET, NvSciError_AlreadyDone},
      {FLOW_ENDS_PACKETS, NO_LONGER}}},
    {"BlockPacketOldCookieGet",
     KIND_PRODUCER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_ENDS_IMPORTED, NvSciError_NoStreamPacket}}},
    {"BlockPacketOldCookieGet",
     KIND_CONSUMER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_ENDS_IMPORTED, NvSciError_NoStreamPacket}}},
    {"BlockElementWaiterAttrSet",
     KIND_PRODUCER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_ENDS_ELEMENTS, OPEN}, {FLOW_WAITERS_EXPORTED, NO_LONGER}}},
    {"BlockElementWaiterAttrSet",
     KIND_CONSUMER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_ENDS_ELEMENTS, OPEN}, {FLOW_WAITERS_EXPORTED, NO_LONGER}}},
    {"BlockElementWaiterAttrGet",
     KIND_PRODUCER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_WAITERS_TOLD, OPEN}, {FLOW_WAITERS_IMPORTED, NO_LONGER}}},
    {"BlockElementWaiterAttrGet",
     KIND_CONSUMER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_WAITERS_TOLD, OPEN}, {FLOW_WAITERS_IMPORTED, NO_LONGER}}},
    {"BlockElementSignalObjSet",
     KIND_PRODUCER,
     {{FLOW_CONNECTED, NOT_YET},
      {FLOW_WAITERS_IMPORTED, OPEN},
      {FLOW_SIGNALS_EXPORTED, NO_LONGER}}},
    {"BlockElementSignalObjSet",
     KIND_CONSUMER,
     {{FLOW_CONNECTED, NOT_YET},
      {FLOW_WAITERS_IMPORTED, OPEN},
      {FLOW_SIGNALS_EXPORTED, NO_LONGER}}},
    {"BlockElementSignalObjGet",
     KIND_PRODUCER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_SIGNALS_TOLD, OPEN}, {FLOW_SIGNALS_IMPORTED, NO_LONGER}}},
    {"BlockElementSignalObjGet",
     KIND_CONSUMER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_SIGNALS_TOLD, OPEN}, {FLOW_SIGNALS_IMPORTED, NO_LONGER}}},
    {"ProducerPacketGet", KIND_PRODUCER, {{FLOW_CONNECTED, NOT_YET}, {FLOW_COMPLETE, OPEN}}},
    {"ProducerPacketPresent",
     KIND_PRODUCER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_COMPLETE, NvSciError_StreamPacketInaccessible}}},
    {"ConsumerPacketAcquire",
     KIND_CONSUMER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_COMPLETE, NvSciError_NoStreamPacket}}},
    {"ConsumerPacketRelease",
     KIND_CONSUMER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_COMPLETE, NvSciError_StreamPacketInaccessible}}},
    {"BlockPacketFenceSet",
     KIND_PRODUCER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_COMPLETE, NvSciError_StreamPacketInaccessible}}},
    {"BlockPacketFenceSet",
     KIND_CONSUMER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_COMPLETE, NvSciError_StreamPacketInaccessible}}},
    {"BlockPacketFenceGet",
     KIND_PRODUCER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_COMPLETE, NvSciError_StreamPacketInaccessible}}},
    {"BlockPacketFenceGet",
     KIND_CONSUMER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_COMPLETE, NvSciError_StreamPacketInaccessible}}},
};

/* ---------------------------------------------------------------- what is expected */

/** Says whether a call is that of a row, or the same with a checksum. */
static bool is_call(const char *row, const char *call)
{
    const size_t length = strlen(row);

    return (strncmp(row, call, length) == 0) &&
           ((call[length] == '\0') || (strcmp(&call[length], "WithCrc") == 0));
}

/** What the two calls give that need no Connected. */
static bool expected_always(const char *call, Kind kind, FlowStep step, NvSciError *status)
{
    const bool is_end = (kind == KIND_PRODUCER) || (kind == KIND_CONSUMER);
    bool is_one = true;

    if (is_call("BlockErrorGet", call)) {
        *status = OPEN;
    } else if (is_call("BlockUserInfoSet", call)) {
        *status = NvSciError_NotSupported;
        if (is_end) {
            *status = (step < FLOW_LINKED) ? OPEN : NO_LONGER;
        }
    } else {
        is_one = false;
    }
    return is_one;
}

static NvSciError expected(const char *call, Kind kind, FlowStep step)
{
    NvSciError status = NvSciError_NotSupported;

    if (!expected_always(call, kind, step, &status)) {
        for (size_t i = 0U; i < COUNT_OF(g_windows); i++) {
            const WindowOf *const row = &g_windows[i];

            if ((row->kind == kind) && is_call(row->call, call)) {
                for (size_t c = 0U; (c < CHANGES_MAX) && (row->changes[c].from != FLOW_MADE); c++) {
                    status = (step >= row->changes[c].from) ? row->changes[c].status : status;
                }
            }
        }
        if (step < FLOW_CONNECTED) {
            status = NvSciError_StreamNotConnected;
        }
    }
    return status;
}

static void try_call(const Flow *flow, const CallSpares *spares, const NamedCall *call, Kind kind)
{
    const NvSciError wanted = expected(call->name, kind, flow->step);
    const NvSciError status = call_kind(flow, spares, call, kind);

    if (status != wanted) {
        fail_msg("%s of a %s at step %u: %s, not %s", call->name, kind_name(kind),
                 (unsigned)flow->step, RingfenceErrorName(status), RingfenceErrorName(wanted));
    }
}

/** Begins a stream whose producer has an info. */
static void begin(Flow *flow)
{
    flow_begin(flow, &g_call_plan);
    assert_status(NvSciStreamBlockUserInfoSet(flow->producer, CALL_INFO, 4U, "info"),
                  NvSciError_Success);
}

/**
 * Each row has a call of the table of calls: none is left out by a wrong name.
 * @verifies RF-STREAM-010
 */
static void each_window_is_that_of_a_call(void **state)
{
    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_windows); i++) {
        uint32_t calls = 0U;

        for (size_t c = 0U; c < g_stream_call_count; c++) {
            calls += (strcmp(g_stream_calls[c].name, g_windows[i].call) == 0) ? 1U : 0U;
        }
        assert_int_equal(calls, 1U);
    }
}

/**
 * At each step of setup, each call is refused for each type of block that does not have it, before
 * its window, and behind it; and a call that changes nothing succeeds within.
 * @verifies RF-STREAM-010
 * @verifies RF-STREAM-017
 * @verifies RF-STREAM-018
 */
static void calls_are_refused_outside_their_windows(void **state)
{
    Flow flow;
    CallSpares spares;

    (void)state;
    begin(&flow);
    spares = make_spares(&flow);
    for (uint32_t step = (uint32_t)FLOW_MADE; step < (uint32_t)FLOW_STEPS; step++) {
        flow_go(&flow, (FlowStep)step);
        for (size_t c = 0U; c < g_stream_call_count; c++) {
            const NamedCall *const call = &g_stream_calls[c];

            for (uint32_t kind = 0U; kind < KINDS_HERE; kind++) {
                if (call->is_pure ||
                    (expected(call->name, (Kind)kind, flow.step) != NvSciError_Success)) {
                    try_call(&flow, &spares, call, (Kind)kind);
                }
            }
        }
    }
    free_spares(&spares);
    flow_end(&flow);
}

/**
 * A call that changes something succeeds at each step of its window.
 * @verifies RF-STREAM-010
 */
static void calls_succeed_within_their_windows(void **state)
{
    uint32_t calls = 0U;

    (void)state;
    for (size_t c = 0U; c < g_stream_call_count; c++) {
        const NamedCall *const call = &g_stream_calls[c];

        for (uint32_t at = 0U; (!call->is_pure) && (at < (KINDS_HERE * FLOW_STEPS)); at++) {
            const Kind kind = (Kind)(at / FLOW_STEPS);
            const FlowStep step = (FlowStep)(at % FLOW_STEPS);

            if (expected(call->name, kind, step) == NvSciError_Success) {
                Flow flow;
                CallSpares spares;

                begin(&flow);
                flow_go(&flow, step);
                spares = make_spares(&flow);
                try_call(&flow, &spares, call, kind);
                free_spares(&spares);
                flow_end(&flow);
                calls++;
            }
        }
    }
    assert_true(calls > 40U);
}

/* ---------------------------------------------------------------- handles */

/** Makes all calls with a handle that names no block; gives the faults that they report. */
static uint32_t faults_of(const Flow *flow, const CallSpares *spares, NvSciStreamBlock handle)
{
    const uint32_t before = fault_count();
    NvSciStreamBlock made = 0U;
    NvSciStreamEventType event = EVENT_NONE;

    for (size_t c = 0U; c < g_stream_call_count; c++) {
        assert_status(g_stream_calls[c].call(flow, spares, handle, 0U), NvSciError_StreamBadBlock);
    }
    assert_status(NvSciStreamBlockEventQuery(handle, 0, &event), NvSciError_StreamBadBlock);
    assert_status(NvSciStreamBlockEventQuery(handle, 1000000, &event), NvSciError_StreamBadBlock);
    assert_status(NvSciStreamBlockSetupStatusSet(handle, NvSciStreamSetup_ElementExport, true),
                  NvSciError_StreamBadBlock);
    assert_status(NvSciStreamBlockConnect(handle, flow->consumers[0]), NvSciError_StreamBadBlock);
    assert_status(NvSciStreamBlockConnect(flow->producer, handle), NvSciError_StreamBadBlock);
    assert_status(NvSciStreamProducerCreate(handle, &made), NvSciError_StreamBadBlock);
    assert_status(NvSciStreamConsumerCreate(handle, &made), NvSciError_StreamBadBlock);
    assert_status(NvSciStreamBlockDelete(handle), NvSciError_StreamBadBlock);
    assert_int_equal(made, 0U);
    return fault_count() - before;
}

/**
 * A handle of a block that was deleted, one of a packet, one of another type and a number are
 * refused by each call with one fault, 0 without; and the stream is as it was.
 * @verifies RF-STREAM-016
 */
static void handles_of_no_block_are_refused(void **state)
{
    const uint32_t calls = (uint32_t)g_stream_call_count + 8U;
    NvSciStreamBlock gone = 0U;
    CallSpares spares;
    Flow flow;

    (void)state;
    flow_make(&flow, &g_call_plan, FLOW_PACKETS_TAKEN);
    spares = make_spares(&flow);
    assert_status(NvSciStreamFifoQueueCreate(&gone), NvSciError_Success);
    assert_status(NvSciStreamBlockDelete(gone), NvSciError_Success);
    assert_int_equal(faults_of(&flow, &spares, gone), calls);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_BAD_HANDLE);
    assert_int_equal(faults_of(&flow, &spares, flow.made[0]), calls);
    assert_int_equal(faults_of(&flow, &spares, (NvSciStreamBlock)flow.context), calls);
    assert_int_equal(faults_of(&flow, &spares, 1U), calls);
    assert_int_equal(faults_of(&flow, &spares, flow.producer ^ 1U), calls);
    assert_int_equal(faults_of(&flow, &spares, 0U), 0U);
    flow_go(&flow, FLOW_COMPLETE);
    free_spares(&spares);
    flow_end(&flow);
}

/* ---------------------------------------------------------------- phases */

/** Each call is admitted in a phase or refused for each type of block. */
static void try_phase(const Flow *flow, const CallSpares *spares, RingfencePhase phase)
{
    for (size_t c = 0U; c < g_stream_call_count; c++) {
        const NamedCall *const call = &g_stream_calls[c];
        const bool admits = (phase == RINGFENCE_PHASE_RUNTIME) ? call->in_runtime : call->in_deinit;

        for (uint32_t kind = 0U; kind < KINDS_HERE; kind++) {
            const NvSciError status = call_kind(flow, spares, call, (Kind)kind);

            if ((status == NvSciError_InvalidState) == admits) {
                fail_msg("%s of a %s in phase %u: %s", call->name, kind_name((Kind)kind),
                         (unsigned)phase, RingfenceErrorName(status));
            }
        }
    }
}

/**
 * Setup is refused outside INIT, streaming in DEINIT, deleting in RUNTIME; events are given in
 * every phase.
 * @verifies RF-STREAM-010
 */
static void calls_are_refused_in_other_phases(void **state)
{
    static const RingfencePhase phases[] = {RINGFENCE_PHASE_RUNTIME, RINGFENCE_PHASE_DEINIT};
    NvSciStreamBlock made = 0U;
    CallSpares spares;
    int32_t limit = 0;
    Flow flow;

    (void)state;
    flow_make(&flow, &g_call_plan, FLOW_COMPLETE);
    spares = make_spares(&flow);
    for (size_t i = 0U; i < COUNT_OF(phases); i++) {
        go_to(phases[i]);
        try_phase(&flow, &spares, phases[i]);
        assert_status(NvSciStreamStaticPoolCreate(1U, &made), NvSciError_InvalidState);
        assert_status(NvSciStreamFifoQueueCreate(&made), NvSciError_InvalidState);
        assert_status(NvSciStreamMailboxQueueCreate(&made), NvSciError_InvalidState);
        assert_status(NvSciStreamMulticastCreate(1U, &made), NvSciError_InvalidState);
        assert_status(NvSciStreamLimiterCreate(1U, &made), NvSciError_InvalidState);
        assert_status(NvSciStreamProducerCreate(flow.pool, &made), NvSciError_InvalidState);
        assert_status(NvSciStreamProducerCreate2(flow.pool, true, &made), NvSciError_InvalidState);
        assert_status(NvSciStreamConsumerCreate(flow.queues[0], &made), NvSciError_InvalidState);
        assert_status(NvSciStreamConsumerCreate2(flow.queues[0], true, &made),
                      NvSciError_InvalidState);
        assert_status(NvSciStreamBlockConnect(flow.producer, flow.consumers[0]),
                      NvSciError_InvalidState);
        assert_status(
            NvSciStreamBlockSetupStatusSet(flow.pool, NvSciStreamSetup_PacketImport, true),
            NvSciError_InvalidState);
        assert_status(NvSciStreamAttributeQuery(NvSciStreamQueryableAttrib_MaxElements, &limit),
                      NvSciError_InvalidState);
    }
    assert_int_equal(made, 0U);
    /* Presented in RUNTIME; given in DEINIT. */
    assert_event(flow.consumers[0], NvSciStreamEventType_PacketReady);
    go_to(RINGFENCE_PHASE_INIT);
    go_to(RINGFENCE_PHASE_RUNTIME);
    assert_status(NvSciStreamBlockDelete(flow.consumers[0]), NvSciError_InvalidState);
    assert_event(flow.producer, NvSciStreamEventType_PacketReady);
    go_to(RINGFENCE_PHASE_DEINIT);
    free_spares(&spares);
    flow_end(&flow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        stream_test(each_window_is_that_of_a_call),
        stream_test(calls_are_refused_outside_their_windows),
        stream_test(calls_succeed_within_their_windows),
        stream_test(handles_of_no_block_are_refused),
        stream_test(calls_are_refused_in_other_phases),
    };

    return cmocka_run_group_tests_name("stream/windows", tests, NULL, NULL);
}
