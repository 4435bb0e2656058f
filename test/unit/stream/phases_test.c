/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file phases_test.c
 * The phase changes beside calls of a stream, and while packets that were deleted are under way.
 */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "stream_fixture.h"

/** Turns of the phases. */
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define TURNS 100U
#else
#define TURNS 400U
#endif

/* ---------------------------------------------------------------- beside setup */

/** A thread that makes calls of setup. */
typedef struct {
    NvSciStreamBlock consumer;
    NvSciSyncAttrList list;
    atomic_uint stops;
    atomic_uint made;
    atomic_uint refused;
    atomic_uint other;
} Caller;

static void *call_setup(void *argument)
{
    Caller *const caller = argument;

    while (atomic_load(&caller->stops) == 0U) {
        const NvSciError status =
            NvSciStreamBlockElementWaiterAttrSet(caller->consumer, 0U, caller->list);

        if (status == NvSciError_Success) {
            (void)atomic_fetch_add(&caller->made, 1U);
        } else if (status == NvSciError_InvalidState) {
            (void)atomic_fetch_add(&caller->refused, 1U);
        } else {
            (void)atomic_fetch_add(&caller->other, 1U);
        }
    }
    return NULL;
}

/** Refusals of a function. */
static uint32_t refused_of(const char *function)
{
    RingfenceAdmission row;
    uint32_t count = 0U;

    for (size_t i = 0U; RingfenceGetAdmission(i, &row) == NvSciError_Success; i++) {
        count += (strcmp(row.function, function) == 0) ? row.refused : 0U;
    }
    return count;
}

static void await_more(const atomic_uint *count)
{
    const unsigned int before = atomic_load(count);

    while (atomic_load(count) == before) {
        /* The other thread calls. */
    }
}

/**
 * A call of setup that makes several calls of the library makes all of them in one phase: it is
 * made, or refused under its own name, and what it takes in place of something else it gives back.
 * @verifies RF-STREAM-130
 */
static void the_phase_changes_between_calls_of_setup(void **state)
{
    Caller caller = {0};
    pthread_t thread;
    uint32_t lists = 0U;
    uint32_t refused = 0U;
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){0}, FLOW_POOL_PACKETS);
    caller.consumer = flow.consumers[0];
    caller.list = flow_wait_list(&flow);
    assert_status(NvSciStreamBlockElementWaiterAttrSet(caller.consumer, 0U, caller.list),
                  NvSciError_Success);
    lists = in_use_of(RINGFENCE_POOL_SYNC_LIST);
    refused = refused_of("NvSciSyncAttrListClone") + refused_of("NvSciSyncAttrListFree");
    assert_int_equal(pthread_create(&thread, NULL, call_setup, &caller), 0);
    for (uint32_t turn = 0U; turn < TURNS; turn++) {
        await_more(&caller.made);
        assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
        await_more(&caller.refused);
        assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT), NvSciError_Success);
        assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_INIT), NvSciError_Success);
    }
    atomic_store(&caller.stops, 1U);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(atomic_load(&caller.other), 0U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_LIST), lists);
    assert_int_equal(refused_of("NvSciSyncAttrListClone") + refused_of("NvSciSyncAttrListFree"),
                     refused);
    NvSciSyncAttrListFree(caller.list);
    flow_end(&flow);
}

/* ---------------------------------------------------------------- deleted packets */

/** Counts what is taken in all tables. */
static void count_all(uint32_t counts[RINGFENCE_POOL_COUNT])
{
    for (uint32_t pool = 0U; pool < (uint32_t)RINGFENCE_POOL_COUNT; pool++) {
        counts[pool] = in_use_of((RingfencePool)pool);
    }
}

static void assert_counts(const uint32_t counts[RINGFENCE_POOL_COUNT])
{
    for (uint32_t pool = 0U; pool < (uint32_t)RINGFENCE_POOL_COUNT; pool++) {
        assert_int_equal(in_use_of((RingfencePool)pool), counts[pool]);
    }
}

/** A packet is deleted while a consumer has it, and released in RUNTIME; then the phase is DEINIT.
 */
static void return_deleted(Flow *flow)
{
    uint32_t counts[RINGFENCE_POOL_COUNT];
    RingfenceRefusal before;
    RingfenceRefusal after;
    NvSciStreamCookie cookie = 0U;
    const uint32_t faults = fault_count();

    flow_make(flow, &(FlowPlan){.packets = 2U}, FLOW_COMPLETE);
    flow_present(flow, flow_get(flow));
    assert_int_equal(flow_acquire(flow, 0U), 0U);
    assert_status(NvSciStreamPoolPacketDelete(flow->pool, flow->made[0]), NvSciError_Success);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    count_all(counts);
    assert_status(RingfenceGetLastRefusal(&before), NvSciError_Success);
    flow_release(flow, 0U, 0U);
    assert_counts(counts);
    assert_status(RingfenceGetLastRefusal(&after), NvSciError_Success);
    assert_int_equal(after.total, before.total);
    /* The stream goes on with the other one. */
    for (uint32_t i = 0U; i < 3U; i++) {
        assert_int_equal(flow_get(flow), 1U);
        assert_status(NvSciStreamProducerPacketGet(flow->producer, &cookie),
                      NvSciError_NoStreamPacket);
        flow_present(flow, 1U);
        assert_int_equal(flow_acquire(flow, 0U), 1U);
        flow_release(flow, 0U, 1U);
    }
    assert_status(NvSciStreamConsumerPacketRelease(flow->consumers[0], flow->taken[1][0]),
                  NvSciError_StreamBadPacket);
    assert_counts(counts);
    assert_int_equal(fault_count(), faults);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT), NvSciError_Success);
}

/**
 * A packet that was deleted in INIT and returns in RUNTIME has what it has until both endpoints
 * asked which one it was, in INIT.
 * @verifies RF-STREAM-131
 */
static void deleted_packet_that_returns_in_runtime_is_kept_for_init(void **state)
{
    NvSciStreamCookie cookie = 0U;
    uint32_t packets = 0U;
    Flow flow;

    (void)state;
    return_deleted(&flow);
    packets = in_use_of(RINGFENCE_POOL_STREAM_PACKET);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_INIT), NvSciError_Success);
    assert_event(flow.producer, NvSciStreamEventType_PacketReady);
    assert_event(flow.producer, NvSciStreamEventType_PacketDelete);
    assert_event(flow.consumers[0], NvSciStreamEventType_PacketDelete);
    assert_status(NvSciStreamBlockPacketOldCookieGet(flow.producer, &cookie), NvSciError_Success);
    assert_true(cookie == flow_cookie(0U, 0U));
    assert_int_equal(in_use_of(RINGFENCE_POOL_STREAM_PACKET), packets);
    assert_int_equal(in_use_of(RINGFENCE_POOL_BUF_OBJECT), 2U);
    assert_status(NvSciStreamBlockPacketOldCookieGet(flow.consumers[0], &cookie),
                  NvSciError_Success);
    assert_true(cookie == flow_cookie(1U, 0U));
    assert_int_equal(in_use_of(RINGFENCE_POOL_STREAM_PACKET), packets - 1U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_BUF_OBJECT), 1U);
    flow_end(&flow);
}

/**
 * What such a packet has goes with the blocks, if nobody asks. The teardown sees what is left.
 * @verifies RF-STREAM-131
 */
static void deleted_packet_that_returns_in_runtime_goes_with_its_stream(void **state)
{
    Flow flow;

    (void)state;
    return_deleted(&flow);
    flow_end(&flow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        stream_test(the_phase_changes_between_calls_of_setup),
        stream_test(deleted_packet_that_returns_in_runtime_is_kept_for_init),
        stream_test(deleted_packet_that_returns_in_runtime_goes_with_its_stream),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
