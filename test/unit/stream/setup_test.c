/* SPDX-License-Identifier: Apache-2.0 */
#include "stream_fixture.h"

/**
 * A stream with each kind of block that needs nothing of the system is set up from the first block
 * to the last event, and a packet goes through it.
 * @verifies RF-STREAM-014
 */
static void a_stream_is_set_up(void **state)
{
    const FlowPlan plan = {.consumers = 3U,
                           .mailboxes = 1U,
                           .limit = 2U,
                           .packets = 3U,
                           .elements = 2U,
                           .crc_producer = true,
                           .crc_consumers = true};
    Flow flow;
    uint32_t packet = 0U;

    (void)state;
    flow_make(&flow, &plan, FLOW_COMPLETE);
    go_to(RINGFENCE_PHASE_RUNTIME);
    packet = flow_get(&flow);
    assert_int_equal(packet, 0U);
    flow_present(&flow, packet);
    for (uint32_t i = 0U; i < 3U; i++) {
        assert_int_equal(flow_acquire(&flow, i), packet);
        flow_release(&flow, i, packet);
    }
    for (uint32_t i = 0U; i < 3U; i++) {
        assert_int_equal(flow_get(&flow), (i + 1U) % 3U);
    }
    assert_no_event(flow.producer);
    flow_end(&flow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        stream_test(a_stream_is_set_up),
    };

    return cmocka_run_group_tests_name("stream/setup", tests, NULL, NULL);
}
