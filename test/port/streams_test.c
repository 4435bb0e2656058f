/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Streams without an operating system: one thread that polls, handlers that are kept out, and the
 * functions that need threads or channels. The stream is that of the examples.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../docs/examples/stream_parts.h"
#include "hooks_host.h"
#include "ringfence_cfg.h"

#define COUNT(array)  (sizeof(array) / sizeof((array)[0]))
#define assert_ok(e)  assert_int_equal((e), NvSciError_Success)
#define REFUSED(call) assert_int_equal((call), NvSciError_NotSupported)

/* ---------------------------------------------------------------- the stream */

/** Takes an event of a part, if there is one. */
static void step(Part *part)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    const NvSciError e = NvSciStreamBlockEventQuery(part->block, 0, &event);

    if (e != NvSciError_Timeout) {
        assert_ok(e);
        assert_ok(part_event(part, event));
    }
}

static bool is_set_up(void)
{
    bool is_ready = true;

    for (uint32_t p = 0U; p < PARTS; p++) {
        is_ready = is_ready && parts[p].is_ready;
    }
    return is_ready;
}

/** Makes the stream; `until_ready`: and sets it up. */
static void stream_begin(uint32_t count, bool until_ready)
{
    static const char *const names[PARTS] = {"pool", "camera", "viewer all", "viewer new"};

    (void)memset(&g_host_hooks, 0, sizeof(g_host_hooks));
    host_interrupts_begin();
    (void)memset(parts, 0, sizeof(parts));
    for (uint32_t p = 0U; p < PARTS; p++) {
        parts[p].name = names[p];
    }
    pictures = count;
    assert_ok(make_blocks());
    if (until_ready) {
        assert_ok(connect_blocks());
        while (!is_set_up()) {
            for (uint32_t p = 0U; p < PARTS; p++) {
                step(&parts[p]);
            }
        }
        assert_ok(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME));
    }
}

/** The pictures that are left, each third one looked for in the mailbox. */
static void play(void)
{
    for (uint32_t turn = 0U; parts[CAMERA].kept < PACKETS; turn++) {
        step(&parts[CAMERA]);
        step(&parts[VIEWER_ALL]);
        if ((turn % 3U) == 0U) {
            step(&parts[VIEWER_NEW]);
        }
    }
}

/** Ends the stream: all blocks are told, and nothing is left in any pool. */
static void stream_end(void)
{
    RingfencePoolUsage usage;

    assert_ok(end_camera());
    for (uint32_t v = VIEWER_ALL; v < PARTS; v++) {
        step(&parts[v]);
        assert_true(parts[v].is_over);
    }
    assert_int_equal(give_back(NvSciError_Success), 0);
    assert_ok(RingfenceAdvancePhase(RINGFENCE_PHASE_INIT));
    for (uint32_t pool = 0U; pool < (uint32_t)RINGFENCE_POOL_COUNT; pool++) {
        assert_ok(RingfenceGetPoolUsage((RingfencePool)pool, &usage));
        assert_int_equal(usage.inUse, 0U);
    }
}

/**
 * A pool, a multicast block, a FIFO and a mailbox, set up and played by one thread that waits for
 * nothing: each picture comes to the one viewer, the newest to the other.
 * @verifies RF-STREAM-153
 */
static void one_thread_plays_a_stream(void **state)
{
    RingfenceFault fault;

    (void)state;
    for (uint32_t i = 0U; i < 3U; i++) {
        stream_begin(50U, true);
        play();
        assert_int_equal(parts[VIEWER_ALL].turns, 50U);
        assert_in_range(parts[VIEWER_NEW].turns, 50U / 3U, 49U);
        stream_end();
    }
    assert_int_equal(g_host_hooks.rests, 0U);
    assert_ok(RingfenceGetLastFault(&fault));
    assert_int_equal(fault.total, 0U);
}

/**
 * A query with a time-out rests by the hooks until its time is over.
 * @verifies RF-STREAM-153
 */
static void a_query_rests_for_its_time(void **state)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    (void)state;
    stream_begin(1U, true);
    assert_int_equal(NvSciStreamBlockEventQuery(parts[VIEWER_ALL].block, 2000, &event),
                     NvSciError_Timeout);
    assert_true(g_host_hooks.rests > 0U);
    play();
    stream_end();
}

/* ---------------------------------------------------------------- what there is not */

/**
 * IPC blocks and event services need channels, present-sync and return-sync blocks threads: those
 * functions say so, and change nothing.
 * @verifies RF-STREAM-150
 * @verifies RF-STREAM-151
 */
static void what_is_not_there_says_so(void **state)
{
    const NvSciStreamBlock none = 77U;
    NvSciStreamBlock made = none;
    NvSciEventService *const service = (NvSciEventService *)(void *)&made;
    NvSciEventNotifier *notifier = NULL;
    RingfencePoolUsage before;
    RingfencePoolUsage after;
    uint32_t count = 3U;

    (void)state;
    stream_begin(1U, false);
    assert_ok(RingfenceGetPoolUsage(RINGFENCE_POOL_STREAM_BLOCK, &before));
    REFUSED(NvSciStreamPresentSyncCreate(sync_module, &made));
    REFUSED(NvSciStreamReturnSyncCreate(sync_module, &made));
    REFUSED(NvSciStreamIpcSrcCreate(1U, sync_module, buf_module, &made));
    REFUSED(NvSciStreamIpcSrcCreate2(1U, sync_module, buf_module, queues[0], &made));
    REFUSED(NvSciStreamIpcDstCreate(1U, sync_module, buf_module, &made));
    REFUSED(NvSciStreamIpcDstCreate2(1U, sync_module, buf_module, parts[POOL].block, &made));
    assert_int_equal(made, none);
    for (uint32_t p = 0U; p < PARTS; p++) {
        const NvSciStreamBlock block = parts[p].block;

        REFUSED(NvSciStreamBlockEventServiceSetup(block, service, &notifier));
        REFUSED(NvSciStreamBlockInternalEventServiceSetup(block, service, &count, &notifier));
        REFUSED(NvSciStreamPacketSendSync(block));
        REFUSED(NvSciStreamBlockHandleInternalEvents(block));
        assert_int_equal(NvSciStreamBlockDisconnect(block), NvSciError_StreamNotConnected);
    }
    assert_int_equal(NvSciStreamPacketSendSync(none), NvSciError_StreamBadBlock);
    assert_int_equal(count, 3U);
    assert_null(notifier);
    assert_ok(RingfenceGetPoolUsage(RINGFENCE_POOL_STREAM_BLOCK, &after));
    assert_int_equal(after.inUse, before.inUse);
    assert_int_equal(after.exhausted, before.exhausted);
    /* The stream is as good as before. */
    assert_ok(connect_blocks());
    while (!is_set_up()) {
        for (uint32_t p = 0U; p < PARTS; p++) {
            step(&parts[p]);
        }
    }
    REFUSED(NvSciStreamBlockDisconnect(parts[CAMERA].block));
    assert_ok(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME));
    play();
    stream_end();
}

/* ---------------------------------------------------------------- handlers */

static NvSciError g_results[32];
static uint32_t g_result_count;
static uint32_t g_handled;

/** Calls functions of streams: those that take a lock, and those that might find it free. */
static void call_streams(void)
{
    const NvSciStreamBlock camera = parts[CAMERA].block;
    const NvSciStreamBlock viewer = parts[VIEWER_ALL].block;
    const NvSciStreamPacket packet = parts[CAMERA].packets[0].handle;
    NvSciStreamCookie cookie = 0U;
    NvSciStreamBlock made = 0U;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    NvSciError error = NvSciError_Success;
    int32_t value = 0;
    const NvSciError results[] = {
        NvSciStreamBlockEventQuery(viewer, 0, &event),
        NvSciStreamBlockEventQuery(viewer, 1000, &event),
        NvSciStreamBlockEventQuery(camera, -1, &event),
        NvSciStreamBlockEventQuery(camera, 0, NULL),
        NvSciStreamBlockErrorGet(camera, &error),
        NvSciStreamProducerPacketGet(camera, &cookie),
        NvSciStreamProducerPacketPresent(camera, packet),
        NvSciStreamConsumerPacketAcquire(viewer, &cookie),
        NvSciStreamConsumerPacketRelease(viewer, packet),
        NvSciStreamBlockPacketFenceSet(camera, packet, ELEMENT, &fence),
        NvSciStreamBlockPacketFenceGet(camera, packet, 0U, ELEMENT, &fence),
        NvSciStreamBlockPacketFenceSetWithCrc(camera, packet, ELEMENT, &fence, NULL),
        NvSciStreamBlockHandleInternalEvents(camera),
        NvSciStreamPacketSendSync(camera),
        NvSciStreamBlockDisconnect(camera),
        NvSciStreamBlockSetupStatusSet(camera, NvSciStreamSetup_ElementExport, true),
        NvSciStreamBlockSetupStatusSet(multicast, NvSciStreamSetup_Connect, true),
        NvSciStreamAttributeQuery(NvSciStreamQueryableAttrib_MaxElements, &value),
        NvSciStreamStaticPoolCreate(1U, &made),
        NvSciStreamStaticPoolCreate(UINT32_MAX, &made),
        NvSciStreamFifoQueueCreate(&made),
        NvSciStreamProducerCreate(parts[POOL].block, &made),
        NvSciStreamConsumerCreate(queues[0], &made),
        NvSciStreamBlockConnect(camera, viewer),
        NvSciStreamBlockDelete(camera)};

    (void)memcpy(g_results, results, sizeof(results));
    g_result_count = (uint32_t)COUNT(results);
    g_handled++;
}

static void assert_all_refused(void)
{
    for (uint32_t i = 0U; i < g_result_count; i++) {
        if (g_results[i] != NvSciError_InvalidState) {
            fail_msg("call %u of a handler: 0x%x", i, (unsigned)g_results[i]);
        }
    }
}

/**
 * A handler that calls gets InvalidState from each function, wherever it comes, also while the
 * thread has the lock of the stream; the stream goes on as if it had not called.
 * @verifies RF-STREAM-152
 */
static void handlers_are_refused_at_once(void **state)
{
    const uint32_t count = 400U;
    RingfenceRefusal refusal;
    uint32_t section = 1U;

    (void)state;
    stream_begin(count, true);
    g_handled = 0U;
    host_interrupt_now(call_streams);
    assert_int_equal(g_handled, 1U);
    assert_all_refused();
    assert_ok(RingfenceGetLastRefusal(&refusal));
    assert_int_equal(refusal.functionId, RINGFENCE_FUNCTION_STREAM_BLOCK_DELETE);
    /* Before each section that a step takes, one after the other. */
    for (uint32_t turn = 0U; parts[CAMERA].kept < PACKETS; turn++) {
        Part *const part = &parts[CAMERA + (turn % 3U)];

        g_host_hooks.interrupt = call_streams;
        g_host_hooks.interrupted_section = section;
        step(part);
        section = (section % 120U) + 1U;
        assert_all_refused();
    }
    g_host_hooks.interrupted_section = 0U;
    assert_true(g_handled > count);
    stream_end();
}

/** The same in INIT, while blocks are made, connected and set up. */
static void handlers_are_refused_in_init(void **state)
{
    (void)state;
    g_handled = 0U;
    for (uint32_t section = 1U; section <= 200U; section++) {
        stream_begin(1U, false);
        g_host_hooks.interrupt = call_streams;
        g_host_hooks.interrupted_section = section;
        assert_ok(connect_blocks());
        while (!is_set_up()) {
            for (uint32_t p = 0U; p < PARTS; p++) {
                step(&parts[p]);
            }
        }
        g_host_hooks.interrupted_section = 0U;
        assert_all_refused();
        assert_ok(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME));
        play();
        stream_end();
    }
    assert_int_equal(g_handled, 200U);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_thread_plays_a_stream),
        cmocka_unit_test(a_query_rests_for_its_time),
        cmocka_unit_test(what_is_not_there_says_so),
        cmocka_unit_test(handlers_are_refused_at_once),
        cmocka_unit_test(handlers_are_refused_in_init),
    };

    return cmocka_run_group_tests_name("port/streams", tests, NULL, NULL);
}
