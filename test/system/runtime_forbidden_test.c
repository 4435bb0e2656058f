/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file runtime_forbidden_test.c
 * Every function that RUNTIME admits of the library itself, in processes that may take nothing.
 */
#define _GNU_SOURCE

#include "forbidden.h"
#include "nvscibuf.h"
#include "nvscievent.h"
#include "ringfence_engine.h"
#include "stream_fixture.h"

#define EST      NV_SCI_IPC_EVENT_CONN_EST
#define RESET    NV_SCI_IPC_EVENT_CONN_RESET
#define SHORT_US 1000

/* ---------------------------------------------------------------- reports, fences */

static Scene g_scene;
static Scene g_engine;
static NvSciSyncFence g_many[1024];

static void use_reports(void)
{
    static char text[512];
    RingfenceAdmission admission;
    RingfenceRefusal refusal;
    RingfenceFault fault;
    RingfencePoolUsage usage;
    RingfenceConflict conflict;
    RingfenceIpcTableError error;

    (void)memset(&conflict, 0, sizeof(conflict));
    TRY("RingfenceCurrentPhase", RingfenceCurrentPhase());
    TRY("RingfenceGetAdmission", RingfenceGetAdmission(0U, &admission));
    TRY("RingfenceGetLastRefusal", RingfenceGetLastRefusal(&refusal));
    TRY("RingfenceGetLastFault", RingfenceGetLastFault(&fault));
    TRY("RingfenceFormatFault", RingfenceFormatFault(&fault, text, sizeof(text)));
    TRY("RingfenceDescribeLastFault", RingfenceDescribeLastFault(text, sizeof(text)));
    TRY("RingfenceDescribeLastRefusal", RingfenceDescribeLastRefusal(text, sizeof(text)));
    TRY("RingfenceFormatConflict", RingfenceFormatConflict(&conflict, text, sizeof(text)));
    TRY("RingfenceGetPoolUsage", RingfenceGetPoolUsage((RingfencePool)0, &usage));
    TRY("RingfenceGetIpcTableError", RingfenceGetIpcTableError(&error));
    TRY("RingfenceErrorName", RingfenceErrorName(NvSciError_Success));
    TRY("RingfencePhaseName", RingfencePhaseName(RINGFENCE_PHASE_INIT));
    TRY("NvSciIpcWaitEventQnx", NvSciIpcWaitEventQnx(0, 0, 0U, NULL));
    TRY("NvSciIpcInspectEventQnx", NvSciIpcInspectEventQnx(0, 0U, 0U, NULL));
    TRY("NvSciEventInspect", NvSciEventInspect(NULL, 0U, 0U, NULL));
    TRY("NvSciBufObjFlushCpuCacheRange", NvSciBufObjFlushCpuCacheRange(NULL, 0U, 1U));
}

static void use_fences(void)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence copy = NvSciSyncFenceInitializer;
    const NvSciSyncObj object = g_scene.object;
    NvSciSyncTaskStatus task;
    uint64_t number = 0U;
    uint64_t value = 0U;
    uint32_t slot = 0U;
    size_t count = 0U;

    begin_runtime();
    use_reports();
    TRY("NvSciSyncObjGenerateFence", NvSciSyncObjGenerateFence(object, &fence));
    TRY("NvSciSyncFenceDup", NvSciSyncFenceDup(&fence, &copy));
    TRY("NvSciSyncFenceAddTimestampSlot", NvSciSyncFenceAddTimestampSlot(&fence, 0U));
    TRY("NvSciSyncFenceAddTaskStatusSlot", NvSciSyncFenceAddTaskStatusSlot(&fence, 0U));
    TRY("NvSciSyncFenceExtractTimestampSlot", NvSciSyncFenceExtractTimestampSlot(&fence, &slot));
    TRY("NvSciSyncFenceExtractFence", NvSciSyncFenceExtractFence(&fence, &number, &value));
    TRY("NvSciSyncFenceWait", NvSciSyncFenceWait(&copy, g_scene.context, SHORT_US));
    TRY("NvSciSyncFenceWaitWithMode",
        NvSciSyncFenceWaitWithMode(&copy, g_scene.context, 0, (NvSciSyncWaitMode)0));
    TRY("RingfenceSyncObjSetTaskStatus", RingfenceSyncObjSetTaskStatus(object, 0U, 0U));
    TRY("NvSciSyncObjSignal", NvSciSyncObjSignal(object));
    CHECK_OK(NvSciSyncFenceWait(&copy, g_scene.context, SHORT_US));
    TRY("NvSciSyncFenceGetTimestamp", NvSciSyncFenceGetTimestamp(&fence, &value));
    TRY("NvSciSyncFenceGetTaskStatus", NvSciSyncFenceGetTaskStatus(&fence, &task));
    TRY("NvSciSyncFenceUpdateFence", NvSciSyncFenceUpdateFence(object, number, value, &fence));
    /* Tables that are full. */
    while ((count < COUNT_OF(g_many)) &&
           (NvSciSyncObjGenerateFence(object, &g_many[count]) == NvSciError_Success)) {
        count++;
    }
    check_nothing_taken("full tables");
    for (size_t i = 0U; i < count; i++) {
        NvSciSyncFenceClear(&g_many[i]);
    }
    TRY("NvSciSyncFenceClear", (NvSciSyncFenceClear(&fence), 0));
    NvSciSyncFenceClear(&copy);
}

static void use_engines(void)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    const NvSciSyncObj object = g_engine.object;
    RingfenceEngineFence view;
    uint64_t point = 0U;
    bool over = false;

    begin_runtime();
    TRY("RingfenceEngineSyncCheck", RingfenceEngineSyncCheck(object, &over));
    TRY("RingfenceEngineFenceGenerate", RingfenceEngineFenceGenerate(object, &fence, &point));
    TRY("RingfenceEngineFenceRead", RingfenceEngineFenceRead(object, &fence, &view));
    TRY("RingfenceEngineFenceAbandon", RingfenceEngineFenceAbandon(object, &fence));
    (void)RingfenceEngineFenceGenerate(object, &fence, &point);
    TRY("RingfenceEngineSyncWait", RingfenceEngineSyncWait(object, point, SHORT_US));
    TRY("RingfenceEngineSyncSignal", RingfenceEngineSyncSignal(object, point));
    TRY("RingfenceEngineSyncFail", RingfenceEngineSyncFail(object, NULL, 0U, NULL));
    NvSciSyncFenceClear(&fence);
    TRY("RingfenceAdvancePhase", RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT));
}

/**
 * Fences, engines and reports take nothing in RUNTIME, also when a table is full.
 * @verifies RF-CORE-310
 */
static void fences_take_nothing(void **state)
{
    (void)state;
    g_scene = scene_open((Traits){.timestamps = true});
    assert_true(ended_by(start_role(use_fences), 0));
    scene_close(&g_scene);
    g_engine = scene_open((Traits){.engine_signals = true, .engines = true});
    assert_true(ended_by(start_role(use_engines), 0));
    scene_close(&g_engine);
    end_forbidden();
}

/* ---------------------------------------------------------------- channels */

static const char *g_own;
static const char *g_other;
/** A peer leaves by itself, or is killed. */
static bool g_is_killed;

/** Asks until events are there. */
static void meet(NvSciIpcEndpoint handle, int file, uint32_t wanted, bool runtime)
{
    uint32_t events = 0U;

    while ((events & wanted) == 0U) {
        struct pollfd entry = {.fd = file, .events = POLLIN};

        CHECK_OK(NvSciIpcGetEventSafe(handle, &events));
        if (runtime) {
            note_call("NvSciIpcGetEventSafe");
        }
        if ((events & wanted) == 0U) {
            CHECK(poll(&entry, 1U, 20000) == 1);
        }
    }
}

static NvSciIpcEndpoint open_end(const char *name, int *file)
{
    NvSciIpcEndpoint handle = 0U;

    CHECK_OK(NvSciIpcInit());
    CHECK_OK(NvSciIpcOpenEndpoint(name, &handle));
    CHECK_OK(NvSciIpcGetLinuxEventFd(handle, file));
    CHECK_OK(NvSciIpcResetEndpointSafe(handle));
    return handle;
}

/** Writes a frame, reads one, and goes, or waits to be killed. */
static void be_peer(void)
{
    int file = -1;
    const NvSciIpcEndpoint handle = open_end(g_other, &file);
    char frame[64] = "peer";
    uint32_t bytes = 0U;

    meet(handle, file, EST, false);
    CHECK_OK(NvSciIpcWriteSafe(handle, frame, sizeof(frame), &bytes));
    meet(handle, file, NV_SCI_IPC_EVENT_READ, false);
    CHECK_OK(NvSciIpcReadSafe(handle, frame, sizeof(frame), &bytes));
    if (g_is_killed) {
        (void)raise(SIGKILL);
    }
}

/** What a connection of RUNTIME does, from its beginning to the end of the peer. */
static void use_connection(NvSciIpcEndpoint handle, int file)
{
    char frame[64] = "own";
    const volatile void *in = NULL;
    volatile void *out = NULL;
    NvSciIpcEndpointInfo info;
    uint32_t number = 0U;

    meet(handle, file, EST, true);
    TRY("NvSciIpcGetEndpointInfo", NvSciIpcGetEndpointInfo(handle, (NvSciIpcEndpointInfo *)&info));
    TRY("NvSciIpcGetAsyncErrors", NvSciIpcGetAsyncErrors(handle, &number));
    meet(handle, file, NV_SCI_IPC_EVENT_READ, true);
    TRY("NvSciIpcReadGetNextFrame", NvSciIpcReadGetNextFrame(handle, &in));
    TRY("NvSciIpcReadSafe", NvSciIpcReadSafe(handle, frame, sizeof(frame), &number));
    TRY("NvSciIpcReadAdvance", NvSciIpcReadAdvance(handle));
    TRY("NvSciIpcRead", NvSciIpcRead(handle, frame, sizeof(frame), (int32_t *)&number));
    TRY("NvSciIpcWriteGetNextFrame", NvSciIpcWriteGetNextFrame(handle, &out));
    TRY("NvSciIpcWriteAdvance", NvSciIpcWriteAdvance(handle));
    TRY("NvSciIpcWriteSafe", NvSciIpcWriteSafe(handle, frame, sizeof(frame), &number));
    TRY("NvSciIpcWrite", NvSciIpcWrite(handle, frame, sizeof(frame), (int32_t *)&number));
    TRY("NvSciIpcGetEvent", NvSciIpcGetEvent(handle, &number));
    /* A ring that is full. */
    while (NvSciIpcWriteSafe(handle, frame, sizeof(frame), &number) == NvSciError_Success) {
    }
    check_nothing_taken("a full ring");
    if ((number & RESET) == 0U) {
        meet(handle, file, RESET, true);
    }
}

static int g_next[2] = {-1, -1};

static void use_channel(void)
{
    int file = -1;
    const NvSciIpcEndpoint handle = open_end(g_own, &file);
    uint32_t events = 0U;

    CHECK_OK(NvSciIpcGetEventSafe(handle, &events));
    begin_runtime();
    for (uint32_t turn = 0U; turn < 4U; turn++) {
        CHECK(write(g_next[1], "x", 1U) == 1);
        use_connection(handle, file);
    }
}

/**
 * An endpoint of either side takes nothing in RUNTIME: with its first peer, which comes late, with
 * one that comes after that has gone or was killed, and when a ring is full.
 * @verifies RF-CORE-310 RF-IPC-270
 */
static void channels_take_nothing(void **state)
{
    static const char *const names[] = {A_0, A_1};

    (void)state;
    for (uint32_t side = 0U; side < 2U; side++) {
        pid_t user;
        char byte = 0;

        g_own = names[side];
        g_other = names[1U - side];
        assert_int_equal(pipe(g_next), 0);
        user = start_role(use_channel);
        for (uint32_t turn = 0U; turn < 4U; turn++) {
            assert_int_equal(read(g_next[0], &byte, 1U), 1);
            g_is_killed = ((turn % 2U) == 1U);
            assert_true(ended_by(start_role(be_peer), g_is_killed ? SIGKILL : 0));
        }
        assert_true(ended_by(user, 0));
        assert_int_equal(close(g_next[0]), 0);
        assert_int_equal(close(g_next[1]), 0);
    }
    end_forbidden();
}

/** Two ends of one process with a service: notifiers, a local event, fences as bytes. */
static void use_service(void)
{
    NvSciEventLoopService *loop = NULL;
    NvSciLocalEvent *local = NULL;
    NvSciIpcEndpoint ends[2] = {0U, 0U};
    NvSciEventNotifier *notifiers[3] = {NULL, NULL, NULL};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFenceIpcExportDescriptor bytes;
    bool news[3] = {false, false, false};
    uint32_t seen[2] = {0U, 0U};

    CHECK_OK(NvSciIpcInit());
    CHECK_OK(NvSciEventLoopServiceCreateSafe(1U, NULL, &loop));
    for (uint32_t i = 0U; i < 2U; i++) {
        CHECK_OK(NvSciIpcOpenEndpointWithEventService((i == 0U) ? A_0 : A_1, &ends[i],
                                                      &loop->EventService));
        CHECK_OK(NvSciIpcGetEventNotifier(ends[i], &notifiers[i]));
        CHECK_OK(NvSciIpcResetEndpointSafe(ends[i]));
    }
    CHECK_OK(loop->EventService.CreateLocalEvent(&loop->EventService, &local));
    notifiers[2] = local->eventNotifier;
    begin_runtime();
    for (uint32_t i = 0U; (i < 1000U) && (((seen[0] & seen[1]) & EST) == 0U); i++) {
        uint32_t events = 0U;

        TRY("NvSciEventLoopService.WaitForMultipleEventsExt",
            loop->WaitForMultipleEventsExt(&loop->EventService, notifiers, 3U, SHORT_US, news));
        for (uint32_t end = 0U; end < 2U; end++) {
            CHECK_OK(NvSciIpcGetEventSafe(ends[end], &events));
            check_nothing_taken("a connection in a service");
            seen[end] |= events;
        }
    }
    CHECK((seen[0] & seen[1] & EST) != 0U);
    TRY("NvSciLocalEvent.Signal", local->Signal(local));
    TRY("NvSciEventLoopService.WaitForMultipleEvents",
        loop->WaitForMultipleEvents(notifiers, 3U, SHORT_US, news));
    TRY("NvSciEventLoopService.WaitForEvent", loop->WaitForEvent(notifiers[2], SHORT_US));
    (void)memset(&bytes, 0, sizeof(bytes));
    (void)NvSciSyncObjGenerateFence(g_scene.object, &fence);
    TRY("NvSciSyncIpcExportFence", NvSciSyncIpcExportFence(&fence, ends[0], &bytes));
    NvSciSyncFenceClear(&fence);
    TRY("NvSciSyncIpcImportFence", NvSciSyncIpcImportFence(g_scene.object, &bytes, &fence));
}

/**
 * Event services, and fences that go through a channel, take nothing in RUNTIME.
 * @verifies RF-CORE-310
 */
static void services_take_nothing(void **state)
{
    (void)state;
    g_scene = scene_open((Traits){.timestamps = false});
    assert_true(ended_by(start_role(use_service), 0));
    scene_close(&g_scene);
    end_forbidden();
}

/* ---------------------------------------------------------------- streams */

static Flow g_flow;

static void use_stream(void)
{
    const NvSciStreamBlock producer = g_flow.producer;
    const NvSciStreamBlock consumer = g_flow.consumers[0];
    NvSciStreamEventType event = (NvSciStreamEventType)0;
    NvSciError error = NvSciError_Success;
    uint32_t sums[1] = {0U};

    begin_runtime();
    for (uint32_t turn = 0U; turn < 8U; turn++) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        NvSciStreamCookie cookie = 0U;
        uint32_t packet = 0U;

        TRY("NvSciStreamBlockEventQuery", NvSciStreamBlockEventQuery(producer, SHORT_US, &event));
        TRY("NvSciStreamProducerPacketGet", NvSciStreamProducerPacketGet(producer, &cookie));
        packet = flow_packet_of(cookie);
        (void)NvSciSyncObjGenerateFence(g_flow.signals[0][0], &fence);
        TRY("NvSciStreamBlockPacketFenceGet",
            NvSciStreamBlockPacketFenceGet(producer, g_flow.taken[0][packet], 0U, 0U, &fence));
        TRY("NvSciStreamBlockPacketFenceSet",
            NvSciStreamBlockPacketFenceSet(producer, g_flow.taken[0][packet], 0U, &fence));
        TRY("NvSciStreamBlockPacketFenceSetWithCrc",
            NvSciStreamBlockPacketFenceSetWithCrc(producer, g_flow.taken[0][packet], 0U, &fence,
                                                  sums));
        TRY("NvSciStreamProducerPacketPresent",
            NvSciStreamProducerPacketPresent(producer, g_flow.taken[0][packet]));
        (void)NvSciStreamBlockEventQuery(consumer, SHORT_US, &event);
        TRY("NvSciStreamConsumerPacketAcquire",
            NvSciStreamConsumerPacketAcquire(consumer, &cookie));
        packet = flow_packet_of(cookie);
        TRY("NvSciStreamBlockPacketFenceGetWithCrc",
            NvSciStreamBlockPacketFenceGetWithCrc(consumer, g_flow.taken[1][packet], 0U, 0U, &fence,
                                                  sums));
        TRY("NvSciStreamConsumerPacketRelease",
            NvSciStreamConsumerPacketRelease(consumer, g_flow.taken[1][packet]));
        NvSciSyncFenceClear(&fence);
    }
    TRY("NvSciStreamBlockErrorGet", NvSciStreamBlockErrorGet(consumer, &error));
    TRY("NvSciStreamBlockHandleInternalEvents", NvSciStreamBlockHandleInternalEvents(consumer));
    TRY("NvSciStreamBlockDisconnect", NvSciStreamBlockDisconnect(consumer));
    (void)NvSciStreamBlockEventQuery(producer, SHORT_US, &event);
    check_nothing_taken("the end of a stream");
}

/**
 * Payloads of a stream, and its end, take nothing in RUNTIME.
 * @verifies RF-CORE-310
 */
static void streams_take_nothing(void **state)
{
    (void)state;
    flow_make(&g_flow, &(FlowPlan){.packets = 2U}, FLOW_COMPLETE);
    assert_true(ended_by(start_role(use_stream), 0));
    flow_end(&g_flow);
    end_forbidden();
}

/* ---------------------------------------------------------------- all of them */

/** Those of the other libraries, whose names begin so, have tests of their own. */
static bool is_of_this_library(const RingfenceAdmission *row)
{
    const char *const name = row->function;

    return (strncmp(name, "cudla", 5U) != 0) && (strncmp(name, "NvMedia", 7U) != 0) &&
           (strncmp(name, "ringfence", 9U) != 0);
}

/**
 * No function that RUNTIME admits is left out by the tests above.
 * @verifies RF-CORE-310
 */
static void every_admitted_function_was_called(void **state)
{
    (void)state;
    assert_int_equal(functions_not_called(is_of_this_library), 0U);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        sync_test(fences_take_nothing),
        cmocka_unit_test(channels_take_nothing),
        sync_test(services_take_nothing),
        sync_test(streams_take_nothing),
        cmocka_unit_test(every_admitted_function_was_called),
    };

    return share_notes()
               ? cmocka_run_group_tests_name("system/runtime_forbidden", tests, NULL, NULL)
               : 1;
}
