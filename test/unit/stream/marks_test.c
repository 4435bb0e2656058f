/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file marks_test.c
 * What each mark gives for each type of block at each step of setup.
 */
#include "stream_calls.h"

/** Changes of a row at most. */
#define CHANGES_MAX 4U

/** From a step on a mark gives a status. */
typedef struct {
    FlowStep from;
    NvSciError status;
} Change;

/** What a mark gives for a type of block from FLOW_CONNECTED on; a row of 0 ends it. */
typedef struct {
    NvSciStreamSetup setup;
    Kind kind;
    Change changes[CHANGES_MAX];
} MarkOf;

#define NOT_YET NvSciError_NotYetAvailable
#define MISSING NvSciError_InsufficientData
#define OPEN    NvSciError_Success
#define DONE    NvSciError_AlreadyDone

/** Marks of a stream whose endpoints validate checksums. A mark and a type that are not here:
 * NotSupported. */
static const MarkOf g_marks[] = {
    {NvSciStreamSetup_ElementExport,
     KIND_PRODUCER,
     {{FLOW_CONNECTED, MISSING}, {FLOW_ENDS_LISTED, OPEN}, {FLOW_ENDS_EXPORTED, DONE}}},
    {NvSciStreamSetup_ElementExport,
     KIND_CONSUMER,
     {{FLOW_CONNECTED, MISSING}, {FLOW_ENDS_LISTED, OPEN}, {FLOW_ENDS_EXPORTED, DONE}}},
    {NvSciStreamSetup_ElementExport,
     KIND_POOL,
     {{FLOW_CONNECTED, NOT_YET},
      {FLOW_POOL_IMPORTED, MISSING},
      {FLOW_POOL_LISTED, OPEN},
      {FLOW_POOL_EXPORTED, DONE}}},
    {NvSciStreamSetup_ElementImport,
     KIND_POOL,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_POOL_ELEMENTS, OPEN}, {FLOW_POOL_IMPORTED, DONE}}},
    {NvSciStreamSetup_ElementImport,
     KIND_PRODUCER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_ENDS_ELEMENTS, OPEN}, {FLOW_ENDS_IMPORTED, DONE}}},
    {NvSciStreamSetup_ElementImport,
     KIND_CONSUMER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_ENDS_ELEMENTS, OPEN}, {FLOW_ENDS_IMPORTED, DONE}}},
    {NvSciStreamSetup_PacketExport,
     KIND_POOL,
     {{FLOW_CONNECTED, NOT_YET},
      {FLOW_POOL_EXPORTED, MISSING},
      {FLOW_PACKETS_COMPLETE, OPEN},
      {FLOW_PACKETS_EXPORTED, DONE}}},
    {NvSciStreamSetup_PacketImport,
     KIND_PRODUCER,
     {{FLOW_CONNECTED, NOT_YET},
      {FLOW_PACKETS_TOLD, MISSING},
      {FLOW_STATUSES_SET, OPEN},
      {FLOW_ENDS_PACKETS, DONE}}},
    {NvSciStreamSetup_PacketImport,
     KIND_CONSUMER,
     {{FLOW_CONNECTED, NOT_YET},
      {FLOW_PACKETS_TOLD, MISSING},
      {FLOW_STATUSES_SET, OPEN},
      {FLOW_ENDS_PACKETS, DONE}}},
    {NvSciStreamSetup_PacketImport,
     KIND_POOL,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_STATUSES_TOLD, OPEN}, {FLOW_POOL_PACKETS, DONE}}},
    {NvSciStreamSetup_WaiterAttrExport,
     KIND_PRODUCER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_ENDS_IMPORTED, OPEN}, {FLOW_WAITERS_EXPORTED, DONE}}},
    {NvSciStreamSetup_WaiterAttrExport,
     KIND_CONSUMER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_ENDS_IMPORTED, OPEN}, {FLOW_WAITERS_EXPORTED, DONE}}},
    {NvSciStreamSetup_WaiterAttrImport,
     KIND_PRODUCER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_WAITERS_TOLD, OPEN}, {FLOW_WAITERS_IMPORTED, DONE}}},
    {NvSciStreamSetup_WaiterAttrImport,
     KIND_CONSUMER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_WAITERS_TOLD, OPEN}, {FLOW_WAITERS_IMPORTED, DONE}}},
    {NvSciStreamSetup_SignalObjExport,
     KIND_PRODUCER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_WAITERS_IMPORTED, OPEN}, {FLOW_SIGNALS_EXPORTED, DONE}}},
    {NvSciStreamSetup_SignalObjExport,
     KIND_CONSUMER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_WAITERS_IMPORTED, OPEN}, {FLOW_SIGNALS_EXPORTED, DONE}}},
    {NvSciStreamSetup_SignalObjImport,
     KIND_PRODUCER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_SIGNALS_TOLD, OPEN}, {FLOW_SIGNALS_IMPORTED, DONE}}},
    {NvSciStreamSetup_SignalObjImport,
     KIND_CONSUMER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_SIGNALS_TOLD, OPEN}, {FLOW_SIGNALS_IMPORTED, DONE}}},
    {NvSciStreamSetup_CrcExport,
     KIND_CONSUMER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_SIGNALS_IMPORTED, OPEN}, {FLOW_CRC_EXPORTED, DONE}}},
    {NvSciStreamSetup_CrcImport,
     KIND_PRODUCER,
     {{FLOW_CONNECTED, NOT_YET}, {FLOW_CRC_TOLD, OPEN}, {FLOW_CRC_IMPORTED, DONE}}},
};

/** All groups. */
static const NvSciStreamSetup g_setups[] = {
    NvSciStreamSetup_ElementExport,    NvSciStreamSetup_ElementImport,
    NvSciStreamSetup_PacketExport,     NvSciStreamSetup_PacketImport,
    NvSciStreamSetup_WaiterAttrExport, NvSciStreamSetup_WaiterAttrImport,
    NvSciStreamSetup_SignalObjExport,  NvSciStreamSetup_SignalObjImport,
    NvSciStreamSetup_Connect,          NvSciStreamSetup_CrcImport,
    NvSciStreamSetup_CrcExport,
};

static const FlowPlan g_crc_plan = {.consumers = 2U,
                                    .mailboxes = 1U,
                                    .limit = 2U,
                                    .waits = FLOW_CAN_WAIT,
                                    .crc_producer = true,
                                    .crc_consumers = true};

static NvSciError expected(NvSciStreamSetup setup, Kind kind, FlowStep step)
{
    NvSciError status = NvSciError_NotSupported;

    for (size_t i = 0U; i < COUNT_OF(g_marks); i++) {
        const MarkOf *const row = &g_marks[i];

        if ((row->kind == kind) && (row->setup == setup)) {
            for (size_t c = 0U; (c < CHANGES_MAX) && (row->changes[c].from != FLOW_MADE); c++) {
                status = (step >= row->changes[c].from) ? row->changes[c].status : status;
            }
        }
    }
    return (step < FLOW_CONNECTED) ? NvSciError_StreamNotConnected : status;
}

static void try_mark(const Flow *flow, NvSciStreamSetup setup, Kind kind, NvSciError wanted)
{
    const NvSciError status = NvSciStreamBlockSetupStatusSet(block_of(flow, kind), setup, true);

    if (status != wanted) {
        fail_msg("mark 0x%x of a %s at step %u: %s, not %s", (unsigned)setup, kind_name(kind),
                 (unsigned)flow->step, RingfenceErrorName(status), RingfenceErrorName(wanted));
    }
}

/** Says whether a mark is tried here: Connect of a multicast block has tests of its own, and that
 * of others has two errors before they are connected. */
static bool is_tried(NvSciStreamSetup setup, Kind kind, FlowStep step)
{
    return (setup != NvSciStreamSetup_Connect) ||
           ((kind != KIND_MULTICAST) && (step >= FLOW_CONNECTED));
}

/** Asserts that the last fault is a refused mark, and that it says what to do. */
static void assert_mark_told(const char *todo)
{
    RingfenceFault fault;

    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_STREAM_ORDER);
    assert_string_equal(fault.function, "NvSciStreamBlockSetupStatusSet");
    if (todo != NULL) {
        assert_string_equal(fault.causeText, todo);
    }
    assert_int_not_equal(fault.causeText[0], 0);
}

/**
 * At each step of setup, each mark is refused for each type of block that does not have it, as long
 * as something is missing, and when it is set; and so is one that is not completed.
 * @verifies RF-STREAM-012
 * @verifies RF-STREAM-017
 */
static void marks_are_refused_until_all_is_there(void **state)
{
    Flow flow;

    (void)state;
    flow_begin(&flow, &g_crc_plan);
    for (uint32_t step = (uint32_t)FLOW_MADE; step < (uint32_t)FLOW_STEPS; step++) {
        flow_go(&flow, (FlowStep)step);
        for (size_t at = 0U; at < (COUNT_OF(g_setups) * KINDS_HERE); at++) {
            const NvSciStreamSetup setup = g_setups[at / KINDS_HERE];
            const Kind kind = (Kind)(at % KINDS_HERE);
            const NvSciError wanted = expected(setup, kind, flow.step);

            if (is_tried(setup, kind, flow.step) && (wanted != OPEN)) {
                try_mark(&flow, setup, kind, wanted);
                if ((wanted == NOT_YET) || (wanted == MISSING)) {
                    assert_mark_told(NULL);
                }
            }
            if (wanted == OPEN) {
                assert_status(NvSciStreamBlockSetupStatusSet(block_of(&flow, kind), setup, false),
                              NvSciError_BadParameter);
            }
        }
    }
    flow_end(&flow);
}

/**
 * A mark, or another call of setup, that comes too early is a fault that names the event, the mark
 * or the data that is missing.
 * @verifies RF-STREAM-241
 */
static void what_is_missing_is_named(void **state)
{
    static const struct {
        FlowStep step;
        NvSciStreamSetup setup;
        Kind kind;
        NvSciError status;
        const char *todo;
    } cases[] = {{FLOW_LINKED, NvSciStreamSetup_ElementExport, KIND_CONSUMER,
                  NvSciError_StreamNotConnected, "query event Connected of the block first"},
                 {FLOW_CONNECTED, NvSciStreamSetup_ElementExport, KIND_CONSUMER, MISSING,
                  "set an element of the block first"},
                 {FLOW_CONNECTED, NvSciStreamSetup_ElementImport, KIND_CONSUMER, NOT_YET,
                  "query event Elements of the block first"},
                 {FLOW_CONNECTED, NvSciStreamSetup_PacketImport, KIND_CONSUMER, NOT_YET,
                  "set mark ElementImport of the block first"},
                 {FLOW_POOL_IMPORTED, NvSciStreamSetup_ElementExport, KIND_POOL, MISSING,
                  "set an element of the pool first"},
                 {FLOW_POOL_LISTED, NvSciStreamSetup_PacketExport, KIND_POOL, NOT_YET,
                  "set mark ElementExport of the block first"},
                 {FLOW_POOL_EXPORTED, NvSciStreamSetup_PacketExport, KIND_POOL, MISSING,
                  "complete as many packets as the pool has first"},
                 {FLOW_PACKETS_MADE, NvSciStreamSetup_PacketImport, KIND_POOL, NOT_YET,
                  "set mark PacketExport of the block first"},
                 {FLOW_PACKETS_EXPORTED, NvSciStreamSetup_PacketImport, KIND_PRODUCER, NOT_YET,
                  "query event PacketsComplete of the block first"},
                 {FLOW_WAITERS_EXPORTED, NvSciStreamSetup_WaiterAttrImport, KIND_PRODUCER, NOT_YET,
                  "query event WaiterAttr of the block first"},
                 {FLOW_WAITERS_EXPORTED, NvSciStreamSetup_SignalObjExport, KIND_PRODUCER, NOT_YET,
                  "set mark WaiterAttrImport of the block first"}};
    uint32_t count = 0U;
    Flow flow;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        flow_make(&flow, &g_call_plan, cases[i].step);
        try_mark(&flow, cases[i].setup, cases[i].kind, cases[i].status);
        assert_mark_told(cases[i].todo);
        flow_end(&flow);
    }
    flow_make(&flow, &g_call_plan, FLOW_CONNECTED);
    assert_status(NvSciStreamBlockElementCountGet(flow.producer, NvSciStreamBlockType_Pool, &count),
                  NOT_YET);
    RingfenceFault fault;
    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_STREAM_ORDER);
    assert_string_equal(fault.function, "NvSciStreamBlockElementCountGet");
    assert_string_equal(fault.causeText, "query event Elements of the block first");
    flow_end(&flow);
}

/**
 * A program may ask until something is there: one call that is too early is one fault, however
 * often it is made, and what others have still to say is none.
 * @verifies RF-STREAM-239
 */
static void polls_are_no_faults(void **state)
{
    NvSciStreamPacket packet = NvSciStreamPacket_Invalid;
    NvSciStreamCookie cookie = NvSciStreamCookie_Invalid;
    NvSciSyncObj object = NULL;
    bool accepted = false;
    uint32_t count = 0U;
    uint32_t faults = 0U;
    Flow flow;

    (void)state;
    flow_make(&flow, &g_call_plan, FLOW_CONNECTED);
    faults = fault_count();
    for (uint32_t i = 0U; i < 3U; i++) {
        try_mark(&flow, NvSciStreamSetup_ElementImport, KIND_CONSUMER, NOT_YET);
    }
    assert_int_equal(fault_count(), faults + 1U);
    for (uint32_t i = 0U; i < 3U; i++) {
        assert_status(
            NvSciStreamBlockElementCountGet(flow.consumers[1], NvSciStreamBlockType_Pool, &count),
            NOT_YET);
    }
    assert_int_equal(fault_count(), faults + 2U);
    /* Another thing is missing. */
    try_mark(&flow, NvSciStreamSetup_PacketImport, KIND_CONSUMER, NOT_YET);
    try_mark(&flow, NvSciStreamSetup_ElementImport, KIND_CONSUMER, NOT_YET);
    assert_int_equal(fault_count(), faults + 4U);

    flow_go(&flow, FLOW_PACKETS_TAKEN);
    faults = fault_count();
    for (uint32_t i = 0U; i < 3U; i++) {
        try_mark(&flow, NvSciStreamSetup_PacketImport, KIND_POOL, NOT_YET);
        assert_status(NvSciStreamPoolPacketStatusAcceptGet(flow.pool, flow.made[0], &accepted),
                      NOT_YET);
        assert_status(NvSciStreamBlockPacketNewHandleGet(flow.producer, &packet),
                      NvSciError_NoStreamPacket);
    }
    assert_int_equal(fault_count(), faults);
    /* All is said, and the pool has not asked for it. */
    flow_go(&flow, FLOW_STATUSES_SET);
    faults = fault_count();
    for (uint32_t i = 0U; i < 3U; i++) {
        try_mark(&flow, NvSciStreamSetup_PacketImport, KIND_POOL, NOT_YET);
    }
    assert_int_equal(fault_count(), faults + 1U);
    assert_mark_told(
        "query event PacketStatus until all packets are answered; all have to be accepted");
    flow_go(&flow, FLOW_COMPLETE);
    faults = fault_count();
    assert_status(NvSciStreamConsumerPacketAcquire(flow.consumers[0], &cookie),
                  NvSciError_NoStreamPacket);
    assert_int_equal(fault_count(), faults);
    flow_end(&flow);
    /* Consumers that may come late. */
    flow_make(&flow, &(FlowPlan){.consumers = 1U, .multicast = true, .spare = 1U},
              FLOW_SIGNALS_TOLD);
    faults = fault_count();
    assert_status(NvSciStreamBlockElementSignalObjGet(flow.producer, 2U, 0U, &object),
                  NvSciError_IndexOutOfRange);
    assert_int_equal(fault_count(), faults);
    flow_end(&flow);
}

/**
 * A call or a mark of another kind of block is a fault that says so.
 * @verifies RF-STREAM-246
 */
static void calls_of_other_blocks_say_so(void **state)
{
    static const char other[] =
        "block is of a kind without this call or mark; give the block that has it";
    NvSciStreamCookie cookie = 0U;
    uint32_t index = 0U;
    Flow flow;

    (void)state;
    flow_make(&flow, &g_call_plan, FLOW_CONNECTED);
    assert_refused_for(
        NvSciStreamBlockSetupStatusSet(flow.consumers[1], NvSciStreamSetup_PacketExport, true),
        NvSciError_NotSupported, other);
    assert_refused_for(NvSciStreamBlockSetupStatusSet(block_of(&flow, KIND_FIFO),
                                                      NvSciStreamSetup_ElementExport, true),
                       NvSciError_NotSupported, other);
    assert_refused_for(
        NvSciStreamBlockSetupStatusSet(flow.producer, NvSciStreamSetup_Connect, true),
        NvSciError_NotSupported, other);
    assert_refused_for(NvSciStreamConsumerIndexGet(flow.producer, &index), NvSciError_NotSupported,
                       other);
    assert_refused_for(NvSciStreamProducerPacketGet(flow.consumers[0], &cookie),
                       NvSciError_NotSupported, other);
    assert_refused_for(NvSciStreamBlockUserInfoSet(flow.pool, 1U, sizeof(index), &index),
                       NvSciError_NotSupported, other);
    flow_end(&flow);
}

/**
 * A call that comes after its step of setup, and a mark that is set again or not completed, is a
 * fault that says so.
 * @verifies RF-STREAM-249
 */
static void late_calls_say_so(void **state)
{
    NvSciStreamBlock wide = 0U;
    uint32_t number = 0U;
    CallSpares spares;
    Flow flow;

    (void)state;
    flow_make(&flow, &g_call_plan, FLOW_ENDS_LISTED);
    spares = make_spares(&flow);
    assert_refused_for(
        NvSciStreamBlockSetupStatusSet(flow.producer, NvSciStreamSetup_ElementExport, false),
        NvSciError_BadParameter,
        "completed is false; a mark is set with true, and is not taken "
        "back");
    assert_refused_for(
        NvSciStreamBlockSetupStatusSet(flow.multicast, NvSciStreamSetup_Connect, false),
        NvSciError_BadParameter,
        "completed is false; a mark is set with true, and is not taken "
        "back");
    flow_go(&flow, FLOW_ENDS_EXPORTED);
    assert_refused_for(
        NvSciStreamBlockElementAttrSet(flow.producer, 99U, spares.list),
        NvSciError_NoLongerAvailable,
        "its step of setup is over; call it before the mark, or the event, that ends the step");
    assert_refused_for(
        NvSciStreamBlockSetupStatusSet(flow.producer, NvSciStreamSetup_ElementExport, true),
        NvSciError_AlreadyDone, "mark is set already; set each mark of a block one time");
    assert_refused_for(
        NvSciStreamBlockSetupStatusSet(flow.multicast, NvSciStreamSetup_Connect, true),
        NvSciError_AlreadyDone,
        "its step of setup is over; call it before the mark, or the event, that ends the step");
    assert_status(NvSciStreamMulticastCreate(2U, &wide), NvSciError_Success);
    assert_status(NvSciStreamBlockSetupStatusSet(wide, NvSciStreamSetup_Connect, true),
                  NvSciError_Success);
    assert_refused_for(NvSciStreamBlockSetupStatusSet(wide, NvSciStreamSetup_Connect, true),
                       NvSciError_AlreadyDone,
                       "mark is set already; set each mark of a block one time");
    flow_delete(&wide);
    assert_refused_for(NvSciStreamBlockUserInfoSet(flow.producer, 1U, sizeof(number), &number),
                       NvSciError_NoLongerAvailable,
                       "block is connected; set its user infos before");
    free_spares(&spares);
    flow_end(&flow);
}

/**
 * A mark is set at each step from which on all is there, once.
 * @verifies RF-STREAM-011
 */
static void marks_are_set_once(void **state)
{
    uint32_t marks = 0U;

    (void)state;
    for (size_t at = 0U; at < (COUNT_OF(g_marks) * FLOW_STEPS); at++) {
        const MarkOf *const row = &g_marks[at / FLOW_STEPS];
        const FlowStep step = (FlowStep)(at % FLOW_STEPS);

        if (expected(row->setup, row->kind, step) == OPEN) {
            Flow flow;

            flow_make(&flow, &g_crc_plan, step);
            try_mark(&flow, row->setup, row->kind, OPEN);
            try_mark(&flow, row->setup, row->kind, DONE);
            flow_end(&flow);
            marks++;
        }
    }
    assert_true(marks >= COUNT_OF(g_marks));
}

/**
 * A number that is no group is refused, for each type of block.
 * @verifies RF-STREAM-012
 */
static void numbers_that_are_no_group_are_refused(void **state)
{
    static const uint32_t numbers[] = {0U, 0x03U, 0x10U, 0x13U, 0x33U, 0x40U, 0x42U, 0x53U, 0x100U};
    Flow flow;

    (void)state;
    flow_make(&flow, &g_crc_plan, FLOW_CONNECTED);
    for (size_t at = 0U; at < (COUNT_OF(numbers) * KINDS_HERE); at++) {
        try_mark(&flow, (NvSciStreamSetup)numbers[at / KINDS_HERE], (Kind)(at % KINDS_HERE),
                 NvSciError_BadParameter);
    }
    flow_end(&flow);
}

/**
 * A number that a call does not take is a fault that says so: a group, an attribute, a time, and
 * none of packets or outputs.
 * @verifies RF-STREAM-255
 */
static void numbers_that_are_none_say_so(void **state)
{
    static const char text[] = "no such number; give one that the header has for the parameter";
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    NvSciStreamBlock block = 0U;
    int32_t value = 0;
    bool is_new = false;
    Flow flow;

    (void)state;
    flow_make(&flow, &g_crc_plan, FLOW_CONNECTED);
    assert_refused_for(
        NvSciStreamBlockSetupStatusSet(flow.producer, (NvSciStreamSetup)0x100U, true),
        NvSciError_BadParameter, text);
    assert_refused_for(NvSciStreamAttributeQuery((NvSciStreamQueryableAttrib)99U, &value),
                       NvSciError_BadParameter, text);
    assert_refused_for(NvSciStreamBlockEventQuery(flow.producer, -2, &event),
                       NvSciError_BadParameter, text);
    assert_refused_for(NvSciStreamStaticPoolCreate(0U, &block), NvSciError_BadParameter, text);
    assert_refused_for(NvSciStreamMulticastCreate(0U, &block), NvSciError_BadParameter, text);
    assert_refused_for(NvSciStreamLimiterCreate(0U, &block), NvSciError_BadParameter, text);
    assert_refused_for(NvSciStreamNewConsumerGet(flow.producer, 99U, &is_new),
                       NvSciError_IndexOutOfRange,
                       "no such endpoint; the producer is 0, consumers end below the count of "
                       "consumers");
    flow_end(&flow);
}

/**
 * Endpoints that do not validate checksums have no marks of them.
 * @verifies RF-STREAM-012
 */
static void endpoints_without_checksums_have_no_marks_of_them(void **state)
{
    Flow flow;

    (void)state;
    flow_make(&flow, &g_call_plan, FLOW_COMPLETE);
    try_mark(&flow, NvSciStreamSetup_CrcExport, KIND_CONSUMER, NvSciError_NotSupported);
    try_mark(&flow, NvSciStreamSetup_CrcImport, KIND_PRODUCER, NvSciError_NotSupported);
    flow_end(&flow);
}

/* ---------------------------------------------------------------- what a mark needs, one by one */

/** Sets all elements and packets of a stream up. */
static void do_packets(Flow *flow, FlowStep last)
{
    for (uint32_t step = (uint32_t)FLOW_PACKETS_MADE; step <= (uint32_t)last; step++) {
        flow_do(flow, (FlowStep)step);
    }
}

static void do_syncs(Flow *flow, FlowStep last)
{
    for (uint32_t step = (uint32_t)FLOW_WAITERS_SET; step <= (uint32_t)last; step++) {
        flow_do(flow, (FlowStep)step);
    }
}

/**
 * CrcExport needs packets as well as sync objects, in either order.
 * @verifies RF-STREAM-012
 */
static void checksums_follow_packets_and_sync_objects(void **state)
{
    Flow flow;

    (void)state;
    flow_make(&flow, &g_crc_plan, FLOW_ENDS_IMPORTED);
    do_syncs(&flow, FLOW_SIGNALS_IMPORTED);
    try_mark(&flow, NvSciStreamSetup_CrcExport, KIND_CONSUMER, NOT_YET);
    do_packets(&flow, FLOW_STATUSES_SET);
    try_mark(&flow, NvSciStreamSetup_CrcExport, KIND_CONSUMER, NOT_YET);
    flow_do(&flow, FLOW_ENDS_PACKETS);
    try_mark(&flow, NvSciStreamSetup_CrcExport, KIND_CONSUMER, OPEN);
    flow_end(&flow);
    flow_make(&flow, &g_crc_plan, FLOW_ENDS_IMPORTED);
    do_packets(&flow, FLOW_POOL_PACKETS);
    do_syncs(&flow, FLOW_SIGNALS_TOLD);
    try_mark(&flow, NvSciStreamSetup_CrcExport, KIND_CONSUMER, NOT_YET);
    flow_do(&flow, FLOW_SIGNALS_IMPORTED);
    try_mark(&flow, NvSciStreamSetup_CrcExport, KIND_CONSUMER, OPEN);
    flow_end(&flow);
}

/**
 * An endpoint that has not marked ElementImport gets lists and sync objects of the other side, and
 * marks that it has them only after it.
 * @verifies RF-STREAM-010
 * @verifies RF-STREAM-012
 */
static void sync_objects_are_imported_after_elements(void **state)
{
    NvSciSyncAttrList list = NULL;
    NvSciSyncObj object = NULL;
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.without_sync = true}, FLOW_ENDS_ELEMENTS);
    flow_mark(flow.consumers[0], NvSciStreamSetup_ElementImport);
    flow_mark(flow.consumers[0], NvSciStreamSetup_WaiterAttrExport);
    assert_event(flow.producer, NvSciStreamEventType_WaiterAttr);
    assert_status(NvSciStreamBlockElementWaiterAttrGet(flow.producer, 0U, &list), OPEN);
    assert_null(list);
    try_mark(&flow, NvSciStreamSetup_WaiterAttrImport, KIND_PRODUCER, NOT_YET);
    flow_mark(flow.producer, NvSciStreamSetup_ElementImport);
    flow_mark(flow.producer, NvSciStreamSetup_WaiterAttrImport);
    flow_end(&flow);

    /* The producer exports what the consumer waits for, and does not need what the consumer has. */
    flow_make(&flow, &(FlowPlan){.without_sync = true}, FLOW_ENDS_ELEMENTS);
    flow_mark(flow.consumers[0], NvSciStreamSetup_ElementImport);
    flow_mark(flow.consumers[0], NvSciStreamSetup_WaiterAttrExport);
    flow_mark(flow.producer, NvSciStreamSetup_ElementImport);
    flow_mark(flow.producer, NvSciStreamSetup_WaiterAttrExport);
    assert_event(flow.consumers[0], NvSciStreamEventType_WaiterAttr);
    flow_mark(flow.consumers[0], NvSciStreamSetup_WaiterAttrImport);
    flow_mark(flow.consumers[0], NvSciStreamSetup_SignalObjExport);
    assert_event(flow.producer, NvSciStreamEventType_WaiterAttr);
    assert_event(flow.producer, NvSciStreamEventType_SignalObj);
    assert_status(NvSciStreamBlockElementSignalObjGet(flow.producer, 0U, 0U, &object), OPEN);
    assert_null(object);
    flow_mark(flow.producer, NvSciStreamSetup_SignalObjImport);
    flow_end(&flow);
}

/**
 * The pool marks PacketImport when it was told of each packet, and each one was taken by all.
 * @verifies RF-STREAM-012
 */
static void the_pool_needs_all_packets_to_be_taken(void **state)
{
    NvSciError value = NvSciError_Success;
    bool accepted = true;
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.consumers = 2U, .packets = 2U}, FLOW_PACKETS_TAKEN);
    for (uint32_t i = 0U; i < flow_ends(&flow); i++) {
        assert_status(NvSciStreamBlockPacketStatusSet(flow_endpoint(&flow, i), flow.taken[i][0],
                                                      flow_cookie(i, 0U), NvSciError_Success),
                      NvSciError_Success);
        assert_status(NvSciStreamBlockPacketStatusSet(
                          flow_endpoint(&flow, i), flow.taken[i][1], flow_cookie(i, 1U),
                          (i == 2U) ? NvSciError_Busy : NvSciError_Success),
                      NvSciError_Success);
    }
    try_mark(&flow, NvSciStreamSetup_PacketImport, KIND_POOL, NOT_YET);
    assert_event(flow.pool, NvSciStreamEventType_PacketStatus);
    try_mark(&flow, NvSciStreamSetup_PacketImport, KIND_POOL, NOT_YET);
    assert_event(flow.pool, NvSciStreamEventType_PacketStatus);
    try_mark(&flow, NvSciStreamSetup_PacketImport, KIND_POOL, MISSING);
    assert_status(NvSciStreamPoolPacketStatusAcceptGet(flow.pool, flow.made[1], &accepted), OPEN);
    assert_false(accepted);
    assert_status(NvSciStreamPoolPacketStatusValueGet(flow.pool, flow.made[1],
                                                      NvSciStreamBlockType_Consumer, 1U, &value),
                  OPEN);
    assert_status(value, NvSciError_Busy);
    /* Without the packet that was rejected, the others are taken. */
    assert_status(NvSciStreamPoolPacketDelete(flow.pool, flow.made[1]), OPEN);
    try_mark(&flow, NvSciStreamSetup_PacketImport, KIND_POOL, OPEN);
    flow_end(&flow);
}

/**
 * When Disconnected was queried on a block, its marks and the calls that send something are
 * refused.
 * @verifies RF-STREAM-012
 * @verifies RF-STREAM-060
 */
static void marks_are_refused_after_the_end(void **state)
{
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.consumers = 2U}, FLOW_PACKETS_FILLED);
    flow_delete(&flow.consumers[0]);
    assert_event(flow.pool, NvSciStreamEventType_Disconnected);
    assert_status(NvSciStreamPoolPacketComplete(flow.pool, flow.made[0]),
                  NvSciError_StreamNotConnected);
    try_mark(&flow, NvSciStreamSetup_PacketExport, KIND_POOL, NvSciError_StreamNotConnected);
    assert_event(flow.producer, NvSciStreamEventType_Disconnected);
    try_mark(&flow, NvSciStreamSetup_WaiterAttrExport, KIND_PRODUCER,
             NvSciError_StreamNotConnected);
    flow_end(&flow);
    flow_make(&flow, &(FlowPlan){.consumers = 2U}, FLOW_PACKETS_TAKEN);
    flow_delete(&flow.pool);
    assert_event(flow.producer, NvSciStreamEventType_Disconnected);
    assert_status(
        NvSciStreamBlockPacketStatusSet(flow.producer, flow.taken[0][0], 1U, NvSciError_Success),
        NvSciError_StreamNotConnected);
    flow_end(&flow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        stream_test(marks_are_refused_until_all_is_there),
        stream_test(what_is_missing_is_named),
        stream_test(polls_are_no_faults),
        stream_test(calls_of_other_blocks_say_so),
        stream_test(late_calls_say_so),
        stream_test(marks_are_set_once),
        stream_test(numbers_that_are_no_group_are_refused),
        stream_test(numbers_that_are_none_say_so),
        stream_test(endpoints_without_checksums_have_no_marks_of_them),
        stream_test(checksums_follow_packets_and_sync_objects),
        stream_test(sync_objects_are_imported_after_elements),
        stream_test(the_pool_needs_all_packets_to_be_taken),
        stream_test(marks_are_refused_after_the_end),
    };

    return cmocka_run_group_tests_name("stream/marks", tests, NULL, NULL);
}
