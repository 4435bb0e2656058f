/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file disconnected_test.c
 * Disconnected: who waits for it, and what an endpoint may still do behind it.
 */
#include <pthread.h>

#include "port/atomic.h"
#include "port/wait.h"
#include "ringfence.h"
#include "stream_fixture.h"

/** Microseconds that a thread may take. */
#define PATIENCE 45000000

/** Microseconds in which a thread that is told has ended. */
#define PROMPT 30000000U

/** What a thread waited for, and got. */
typedef struct {
    NvSciStreamBlock block;
    /** It is about to sleep. */
    PortAtomic32 begun;
    NvSciStreamEventType event;
    NvSciError status;
} Sleeper;

/** Lets other threads go on. */
static void rest(void)
{
    static PortAtomic32 word;

    (void)port_sleep_within(&word, 0U, 50000);
}

/** Waits for the next event of a block. */
static void *sleep_for_event(void *argument)
{
    Sleeper *const sleeper = (Sleeper *)argument;

    port_store32(&sleeper->begun, 1U);
    sleeper->status = NvSciStreamBlockEventQuery(sleeper->block, PATIENCE, &sleeper->event);
    return NULL;
}

/** Sends packets; the consumers are not asked. */
static void send(const Flow *flow, uint32_t count)
{
    for (uint32_t i = 0U; i < count; i++) {
        flow_present(flow, flow_get(flow));
    }
}

/**
 * A thread that waits for a consumer in DEINIT is told that the producer was deleted, though a
 * packet was left in the queue.
 * @verifies RF-STREAM-062
 * @verifies RF-STREAM-051
 */
static void sleepers_are_told_in_deinit(void **state)
{
    const FlowPlan plan = {.consumers = 1U};
    Flow flow;
    Sleeper sleeper = {.event = NvSciStreamEventType_Error};
    pthread_t thread;

    (void)state;
    flow_make(&flow, &plan, FLOW_COMPLETE);
    send(&flow, 1U);
    assert_event(flow.consumers[0], NvSciStreamEventType_PacketReady);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT), NvSciError_Success);
    sleeper.block = flow.consumers[0];
    assert_int_equal(pthread_create(&thread, NULL, sleep_for_event, &sleeper), 0);
    flow_delete(&flow.producer);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_status(sleeper.status, NvSciError_Success);
    assert_int_equal(sleeper.event, NvSciStreamEventType_Disconnected);
    flow_end(&flow);
}

/**
 * A thread that waits for a consumer whose producer was deleted, and which has packets to acquire,
 * is told when DEINIT admits that no more.
 * @verifies RF-STREAM-051 RF-STREAM-203
 */
static void sleepers_are_told_of_deinit(void **state)
{
    const FlowPlan plan = {.consumers = 1U};
    Flow flow;
    Sleeper sleeper = {.event = NvSciStreamEventType_Error};
    uint64_t begin = 0U;
    pthread_t thread;

    (void)state;
    flow_make(&flow, &plan, FLOW_COMPLETE);
    send(&flow, 1U);
    assert_event(flow.consumers[0], NvSciStreamEventType_PacketReady);
    flow_delete(&flow.producer);
    assert_no_event(flow.consumers[0]);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    sleeper.block = flow.consumers[0];
    assert_int_equal(pthread_create(&thread, NULL, sleep_for_event, &sleeper), 0);
    while (port_load32(&sleeper.begun) == 0U) {
        rest();
    }
    /* It does sleep then, mostly. */
    rest();
    begin = ringfence_port_time_us();
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT), NvSciError_Success);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_true((ringfence_port_time_us() - begin) < PROMPT);
    assert_status(sleeper.status, NvSciError_Success);
    assert_int_equal(sleeper.event, NvSciStreamEventType_Disconnected);
    flow_end(&flow);
}

/**
 * A consumer that was cut off releases what it has, also behind Disconnected: the others need it.
 * @verifies RF-STREAM-044
 */
static void packets_are_released_behind_disconnected(void **state)
{
    const FlowPlan plan = {.consumers = 2U, .limit = 2U};
    Flow flow;
    uint32_t packet = 0U;

    (void)state;
    flow_make(&flow, &plan, FLOW_COMPLETE);
    packet = flow_get(&flow);
    flow_present(&flow, packet);
    assert_int_equal(flow_acquire(&flow, 0U), packet);
    assert_int_equal(flow_acquire(&flow, 1U), packet);
    flow_release(&flow, 0U, packet);
    flow_delete(&flow.limiters[1]);
    assert_event(flow.consumers[1], NvSciStreamEventType_Disconnected);
    assert_event(flow.producer, NvSciStreamEventType_PacketReady);
    assert_no_event(flow.producer);
    flow_release(&flow, 1U, packet);
    assert_event(flow.producer, NvSciStreamEventType_PacketReady);
    flow_end(&flow);
}

/**
 * A consumer is deleted when all but one mark are set. The last one completes nothing: each block
 * gets Disconnected alone.
 * @verifies RF-STREAM-133
 */
static void marks_behind_an_end_complete_nothing(void **state)
{
    NvSciStreamBlock blocks[FLOW_BLOCKS_MAX];
    uint32_t count = 0U;
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.consumers = 2U}, FLOW_SIGNALS_TOLD);
    flow_mark(flow.consumers[0], NvSciStreamSetup_SignalObjImport);
    flow_mark(flow.consumers[1], NvSciStreamSetup_SignalObjImport);
    flow_delete(&flow.consumers[1]);
    flow_mark(flow.producer, NvSciStreamSetup_SignalObjImport);
    count = flow_blocks(&flow, blocks);
    for (uint32_t i = 0U; i < count; i++) {
        assert_event(blocks[i], NvSciStreamEventType_Disconnected);
        assert_no_event(blocks[i]);
    }
    flow_end(&flow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        stream_test(sleepers_are_told_in_deinit),
        stream_test(sleepers_are_told_of_deinit),
        stream_test(packets_are_released_behind_disconnected),
        stream_test(marks_behind_an_end_complete_nothing),
    };

    return cmocka_run_group_tests_name("stream/disconnected", tests, NULL, NULL);
}
