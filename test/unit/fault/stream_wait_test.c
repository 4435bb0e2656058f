/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_wait_test.c
 * How a program looks for the events of a block, and waits for them: what it takes of others, and
 * whether it spins. The clock of this program moves when it is read.
 */
#define _GNU_SOURCE

#include "stream_fixture.h"

#include <time.h>

#include "fault.h"
#include "stream/block.h"

/** Waits that sleep between two spins at most. */
#define PAUSE_MAX 4095U

/** Microseconds of the clock, which moves with each look. */
static uint64_t g_now_us = 1000000U;

static Flow g_flow;
/** Looks at the clock until the producer presents a packet; 0: it does not. */
static uint32_t g_looks_left;
static uint32_t g_sleeps;

static void present_one(void)
{
    flow_present(&g_flow, flow_get(&g_flow));
}

/** Stands in for the system's own. */
int clock_gettime(clockid_t id, struct timespec *time)
{
    (void)id;
    g_now_us++;
    if (g_looks_left > 0U) {
        g_looks_left--;
        if (g_looks_left == 0U) {
            present_one();
        }
    }
    time->tv_sec = (time_t)(g_now_us / 1000000U);
    time->tv_nsec = (long)((g_now_us % 1000000U) * 1000U);
    return 0;
}

static void present_each_sleep(void)
{
    g_sleeps++;
    present_one();
}

static void begin(void)
{
    const FlowPlan plan = {0};

    g_looks_left = 0U;
    g_sleeps = 0U;
    flow_make(&g_flow, &plan, FLOW_COMPLETE);
    fault_before_sleep(present_each_sleep);
}

static void end(void)
{
    fault_before_sleep(NULL);
    flow_end(&g_flow);
}

/** Waits for a payload that comes while the wait sleeps, or with a look at the clock; gives the
 * time of the wait. */
static uint64_t wait_once(bool comes_soon)
{
    const NvSciStreamBlock consumer = g_flow.consumers[0];
    const uint64_t start = g_now_us;
    uint64_t took = 0U;
    NvSciStreamEventType event = EVENT_NONE;
    NvSciStreamCookie cookie = NvSciStreamCookie_Invalid;

    g_looks_left = comes_soon ? 2U : 0U;
    assert_status(NvSciStreamBlockEventQuery(consumer, -1, &event), NvSciError_Success);
    took = g_now_us - start;
    g_looks_left = 0U;
    assert_int_equal(event, NvSciStreamEventType_PacketReady);
    assert_status(NvSciStreamConsumerPacketAcquire(consumer, &cookie), NvSciError_Success);
    flow_release(&g_flow, 0U, flow_packet_of(cookie));
    return took;
}

static bool is_power_of_two(uint32_t number)
{
    return (number & (number - 1U)) == 0U;
}

/**
 * Spins that do not pay become rare: a second one follows the first, and after each further one
 * twice as many waits sleep at once, up to a limit, without a look at the clock.
 * @verifies RF-STREAM-106
 */
static void spins_in_vain_become_rare(void **state)
{
    (void)state;
    begin();
    for (uint32_t i = 1U; i <= (2U * (PAUSE_MAX + 1U)); i++) {
        const uint64_t took = wait_once(false);

        if (is_power_of_two(i) || ((i % (PAUSE_MAX + 1U)) == 0U)) {
            assert_in_range(took, RINGFENCE_CFG_SPIN_US, RINGFENCE_CFG_SPIN_US + 4U);
        } else {
            assert_int_equal(took, 0U);
        }
        assert_int_equal(g_sleeps, i);
    }
    end();
}

/**
 * A wait whose payload comes within a spin does not sleep, and the next one spins as well. After
 * failures half of them are forgotten with each spin that pays.
 * @verifies RF-STREAM-107
 */
static void spins_that_pay_go_on(void **state)
{
    (void)state;
    begin();
    for (uint32_t i = 0U; i < 100U; i++) {
        assert_in_range(wait_once(true), 1U, RINGFENCE_CFG_SPIN_US - 1U);
    }
    assert_int_equal(g_sleeps, 0U);
    /* Three in vain; three waits sleep at once behind them. */
    for (uint32_t i = 0U; i < 7U; i++) {
        (void)wait_once(false);
    }
    assert_int_equal(g_sleeps, 7U);
    /* One that pays leaves one failure, so one wait sleeps at once behind the next failure. */
    (void)wait_once(true);
    assert_int_equal(g_sleeps, 7U);
    assert_in_range(wait_once(false), RINGFENCE_CFG_SPIN_US, RINGFENCE_CFG_SPIN_US + 4U);
    assert_int_equal(wait_once(false), 0U);
    assert_in_range(wait_once(false), RINGFENCE_CFG_SPIN_US, RINGFENCE_CFG_SPIN_US + 4U);
    end();
}

/**
 * A wait that is shorter than a spin ends with its time, and says nothing of spins.
 * @verifies RF-STREAM-051
 */
static void short_waits_end_in_time(void **state)
{
    NvSciStreamEventType event = EVENT_NONE;

    (void)state;
    begin();
    fault_before_sleep(NULL);
    for (uint32_t i = 0U; i < 20U; i++) {
        const uint64_t start = g_now_us;

        assert_status(NvSciStreamBlockEventQuery(g_flow.consumers[0], 10, &event),
                      NvSciError_Timeout);
        assert_in_range(g_now_us - start, 10U, 20U);
    }
    fault_before_sleep(present_each_sleep);
    assert_in_range(wait_once(false), RINGFENCE_CFG_SPIN_US, RINGFENCE_CFG_SPIN_US + 4U);
    end();
}

static StreamSegment *g_segment;

static void give_segment_back(void)
{
    g_sleeps++;
    phase_part_give(g_segment->number);
}

/**
 * Who looks again where nothing was due does not wait for who has the stream, and sees what came
 * meanwhile. A handle that names no block is refused all the same.
 * @verifies RF-STREAM-108
 */
static void looks_in_vain_leave_the_stream_to_others(void **state)
{
    NvSciStreamEventType event = EVENT_NONE;

    (void)state;
    begin();
    g_segment = stream_segment_of(&g_stream_blocks[stream_row_of(g_flow.consumers[0])]);
    assert_no_event(g_flow.consumers[0]);
    fault_before_sleep(give_segment_back);
    phase_part_take(g_segment->number);
    assert_status(NvSciStreamBlockEventQuery(g_flow.consumers[0], 0, &event), NvSciError_Timeout);
    assert_status(NvSciStreamBlockEventQuery(g_flow.consumers[0] ^ 0x1000000U, 0, &event),
                  NvSciError_StreamBadBlock);
    assert_int_equal(g_sleeps, 0U);
    phase_part_give(g_segment->number);
    present_one();
    assert_event(g_flow.consumers[0], NvSciStreamEventType_PacketReady);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        stream_test(spins_in_vain_become_rare),
        stream_test(spins_that_pay_go_on),
        stream_test(short_waits_end_in_time),
        stream_test(looks_in_vain_leave_the_stream_to_others),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
