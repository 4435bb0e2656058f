/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file payload_test.c
 * Packets on their way: order, mailboxes, multicast, limiters, fences, packets that are deleted.
 */
#include "stream_flow.h"
#include "stream_model.h"

/* ---------------------------------------------------------------- queues */

/**
 * A FIFO gives packets in the order in which they were presented, whatever the order was in which
 * they were taken.
 * @verifies RF-STREAM-040
 * @verifies RF-STREAM-043
 */
static void fifo_keeps_the_order_of_presenting(void **state)
{
    static const uint32_t order[] = {2U, 0U, 3U, 1U};
    const FlowShape shape = {.tree = "F", .packets = 4U, .elements = 1U};
    Flow flow;

    (void)state;
    flow_open(&flow, &shape);
    for (uint32_t i = 0U; i < 4U; i++) {
        assert_int_equal(flow_get(&flow), i);
    }
    for (uint32_t i = 0U; i < 4U; i++) {
        flow_present(&flow, order[i]);
    }
    for (uint32_t i = 0U; i < 4U; i++) {
        assert_int_equal(flow_acquire(&flow, 0U), order[i]);
    }
    flow_expect_empty(&flow, 0U);
    flow_close(&flow);
}

/**
 * Packets that are held are released in any order, and the producer gets them in that order.
 * @verifies RF-STREAM-040
 * @verifies RF-STREAM-044
 */
static void packets_come_back_in_the_order_of_releasing(void **state)
{
    static const uint32_t order[] = {3U, 1U, 0U, 2U};
    const FlowShape shape = {.tree = "F", .packets = 4U, .elements = 1U};
    Flow flow;

    (void)state;
    flow_open(&flow, &shape);
    for (uint32_t i = 0U; i < 4U; i++) {
        assert_int_equal(flow_send(&flow), i);
        assert_int_equal(flow_acquire(&flow, 0U), i);
    }
    for (uint32_t i = 0U; i < 4U; i++) {
        flow_release(&flow, 0U, order[i]);
    }
    for (uint32_t i = 0U; i < 4U; i++) {
        assert_int_equal(flow_get(&flow), order[i]);
    }
    flow_close(&flow);
}

/**
 * A mailbox has the newest packet; the one that it takes the place of is free at once.
 * @verifies RF-STREAM-042
 */
static void mailbox_keeps_the_newest(void **state)
{
    const FlowShape shape = {.tree = "B", .packets = 3U, .elements = 1U};
    Flow flow;

    (void)state;
    flow_open(&flow, &shape);
    assert_int_equal(flow_send(&flow), 0U);
    assert_int_equal(flow_send(&flow), 1U);
    assert_int_equal(flow_send(&flow), 2U);
    assert_int_equal(flow_get(&flow), 0U);
    assert_int_equal(flow_acquire(&flow, 0U), 2U);
    flow_expect_empty(&flow, 0U);
    /* One that is held is not replaced. */
    flow_present(&flow, 0U);
    assert_int_equal(flow_get(&flow), 1U);
    assert_int_equal(flow_acquire(&flow, 0U), 0U);
    flow_release(&flow, 0U, 2U);
    assert_int_equal(flow_get(&flow), 2U);
    flow_close(&flow);
}

/**
 * There is one PacketReady for each packet that can be taken; a packet that takes the place of
 * another one in a mailbox is none more.
 * @verifies RF-STREAM-041
 * @verifies RF-STREAM-042
 */
static void each_packet_is_told_once(void **state)
{
    const FlowShape shape = {.tree = "2(FB)", .packets = 3U, .elements = 1U};
    Flow flow;

    (void)state;
    flow_open(&flow, &shape);
    for (uint32_t i = 0U; i < 3U; i++) {
        flow_expect(flow_end(&flow, 0U), NvSciStreamEventType_PacketReady);
    }
    flow_expect_none(flow_end(&flow, 0U));
    for (uint32_t i = 0U; i < 3U; i++) {
        (void)flow_send(&flow);
    }
    for (uint32_t i = 0U; i < 3U; i++) {
        flow_expect(flow_end(&flow, 1U), NvSciStreamEventType_PacketReady);
    }
    flow_expect_none(flow_end(&flow, 1U));
    flow_expect(flow_end(&flow, 2U), NvSciStreamEventType_PacketReady);
    flow_expect_none(flow_end(&flow, 2U));
    flow_release(&flow, 0U, flow_acquire(&flow, 0U));
    flow_expect(flow_end(&flow, 0U), NvSciStreamEventType_PacketReady);
    flow_expect_none(flow_end(&flow, 0U));
    flow_close(&flow);
}

/* ---------------------------------------------------------------- multicast and limiters */

/**
 * A packet goes to each of 1 to 16 consumers, and is free when the last one has released it.
 * @verifies RF-STREAM-041
 * @verifies RF-STREAM-044
 */
static void packet_goes_to_all_and_waits_for_all(void **state)
{
    (void)state;
    for (uint32_t n = 1U; n <= FLOW_CONSUMERS; n++) {
        char tree[40] = "";
        const FlowShape shape = {.tree = tree, .packets = 2U, .elements = 1U};
        Flow flow;

        (void)snprintf(tree, sizeof(tree), "%u(%.*s)", n, (int)n, "FFFFFFFFFFFFFFFF");
        flow_open(&flow, &shape);
        assert_int_equal(flow.consumers, n);
        assert_int_equal(flow_send(&flow), 0U);
        assert_int_equal(flow_get(&flow), 1U);
        for (uint32_t i = 0U; i < n; i++) {
            NvSciStreamCookie cookie = 0U;

            assert_int_equal(flow_acquire(&flow, n - 1U - i), 0U);
            assert_status(NvSciStreamProducerPacketGet(flow_end(&flow, 0U), &cookie),
                          NvSciError_NoStreamPacket);
            flow_release(&flow, n - 1U - i, 0U);
        }
        assert_int_equal(flow_get(&flow), 0U);
        flow_close(&flow);
    }
}

/**
 * A limiter lets as many packets be below it as it says, sends others back at once, and lets them
 * through again when one has returned.
 * @verifies RF-STREAM-042
 */
static void limiter_skips_and_recovers(void **state)
{
    const FlowShape shape = {.tree = "2(F L2 F)", .packets = 4U, .elements = 1U};
    Flow flow;

    (void)state;
    flow_open(&flow, &shape);
    for (uint32_t i = 0U; i < 3U; i++) {
        assert_int_equal(flow_send(&flow), i);
        flow_release(&flow, 0U, flow_acquire(&flow, 0U));
    }
    assert_int_equal(flow_acquire(&flow, 1U), 0U);
    assert_int_equal(flow_acquire(&flow, 1U), 1U);
    flow_expect_empty(&flow, 1U);
    /* The third one passed by. */
    assert_int_equal(flow_get(&flow), 3U);
    assert_int_equal(flow_get(&flow), 2U);
    flow_release(&flow, 1U, 0U);
    flow_present(&flow, 2U);
    flow_present(&flow, 3U);
    assert_int_equal(flow_acquire(&flow, 1U), 2U);
    flow_expect_empty(&flow, 1U);
    flow_close(&flow);
}

/** Shapes that have each block in each place. */
static const char *const g_trees[] = {"F",
                                      "B",
                                      "L1F",
                                      "L2B",
                                      "L2L1F",
                                      "L1L3F",
                                      "1(F)",
                                      "2(FF)",
                                      "2(FB)",
                                      "2(L1F F)",
                                      "L2 2(FF)",
                                      "L2 2(BL1F)",
                                      "2(L1B L2F)",
                                      "3(F 2(FB) F)",
                                      "2(2(L1F F) L2 2(B F))",
                                      "L3 3(L1B L2 2(F L1F) 1(1(B)))",
                                      "L4 2(L3 2(L2F L2F) 2(BB))"};

/**
 * Streams of many shapes do with thousands of packets what a plain count of where each packet is
 * says: who gets which packet when, what is skipped, what is free, and who is told.
 * @verifies RF-STREAM-040
 * @verifies RF-STREAM-041
 * @verifies RF-STREAM-042
 * @verifies RF-STREAM-043
 * @verifies RF-STREAM-044
 */
static void streams_do_what_the_model_says(void **state)
{
    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(g_trees); i++) {
        for (uint32_t packets = 1U; packets <= 6U; packets++) {
            const FlowShape shape = {.tree = g_trees[i], .packets = packets, .elements = 1U};
            uint64_t number = ((uint64_t)i * 100U) + packets;
            Model model;

            model_open(&model, &shape);
            model_play(&model, &number, 3000U, false);
            model_ask_all(&model);
            flow_close(&model.flow);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        sync_test(fifo_keeps_the_order_of_presenting),
        sync_test(packets_come_back_in_the_order_of_releasing),
        sync_test(mailbox_keeps_the_newest),
        sync_test(each_packet_is_told_once),
        sync_test(packet_goes_to_all_and_waits_for_all),
        sync_test(limiter_skips_and_recovers),
        sync_test(streams_do_what_the_model_says),
    };

    return cmocka_run_group_tests_name("stream/payload", tests, NULL, NULL);
}
