/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file payload_test.c
 * Packets on their way: order, mailboxes, multicast, limiters, fences, packets that are deleted.
 */
#include <stdio.h>

#include "stream_course.h"
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
    const CourseShape shape = {.tree = "F", .packets = 4U, .elements = 1U};
    Course course;

    (void)state;
    course_open(&course, &shape);
    for (uint32_t i = 0U; i < 4U; i++) {
        assert_int_equal(course_get(&course), i);
    }
    for (uint32_t i = 0U; i < 4U; i++) {
        course_present(&course, order[i]);
    }
    for (uint32_t i = 0U; i < 4U; i++) {
        assert_int_equal(course_acquire(&course, 0U), order[i]);
    }
    course_expect_empty(&course, 0U);
    course_close(&course);
}

/**
 * Packets that are held are released in any order, and the producer gets them in that order.
 * @verifies RF-STREAM-040
 * @verifies RF-STREAM-044
 */
static void packets_come_back_in_the_order_of_releasing(void **state)
{
    static const uint32_t order[] = {3U, 1U, 0U, 2U};
    const CourseShape shape = {.tree = "F", .packets = 4U, .elements = 1U};
    Course course;

    (void)state;
    course_open(&course, &shape);
    for (uint32_t i = 0U; i < 4U; i++) {
        assert_int_equal(course_send(&course), i);
        assert_int_equal(course_acquire(&course, 0U), i);
    }
    for (uint32_t i = 0U; i < 4U; i++) {
        course_release(&course, 0U, order[i]);
    }
    for (uint32_t i = 0U; i < 4U; i++) {
        assert_int_equal(course_get(&course), order[i]);
    }
    course_close(&course);
}

/**
 * A mailbox has the newest packet; the one that it takes the place of is free at once.
 * @verifies RF-STREAM-042
 */
static void mailbox_keeps_the_newest(void **state)
{
    const CourseShape shape = {.tree = "B", .packets = 3U, .elements = 1U};
    Course course;

    (void)state;
    course_open(&course, &shape);
    assert_int_equal(course_send(&course), 0U);
    assert_int_equal(course_send(&course), 1U);
    assert_int_equal(course_send(&course), 2U);
    assert_int_equal(course_get(&course), 0U);
    assert_int_equal(course_acquire(&course, 0U), 2U);
    course_expect_empty(&course, 0U);
    /* One that is held is not replaced. */
    course_present(&course, 0U);
    assert_int_equal(course_get(&course), 1U);
    assert_int_equal(course_acquire(&course, 0U), 0U);
    course_release(&course, 0U, 2U);
    assert_int_equal(course_get(&course), 2U);
    course_close(&course);
}

/**
 * There is one PacketReady for each packet that can be taken; a packet that takes the place of
 * another one in a mailbox is none more.
 * @verifies RF-STREAM-041
 * @verifies RF-STREAM-042
 */
static void each_packet_is_told_once(void **state)
{
    const CourseShape shape = {.tree = "2(FB)", .packets = 3U, .elements = 1U};
    Course course;

    (void)state;
    course_open(&course, &shape);
    for (uint32_t i = 0U; i < 3U; i++) {
        course_expect(course_end(&course, 0U), NvSciStreamEventType_PacketReady);
    }
    course_expect_none(course_end(&course, 0U));
    for (uint32_t i = 0U; i < 3U; i++) {
        (void)course_send(&course);
    }
    for (uint32_t i = 0U; i < 3U; i++) {
        course_expect(course_end(&course, 1U), NvSciStreamEventType_PacketReady);
    }
    course_expect_none(course_end(&course, 1U));
    course_expect(course_end(&course, 2U), NvSciStreamEventType_PacketReady);
    course_expect_none(course_end(&course, 2U));
    course_release(&course, 0U, course_acquire(&course, 0U));
    course_expect(course_end(&course, 0U), NvSciStreamEventType_PacketReady);
    course_expect_none(course_end(&course, 0U));
    course_close(&course);
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
    for (uint32_t n = 1U; n <= COURSE_CONSUMERS; n++) {
        char tree[40] = "";
        const CourseShape shape = {.tree = tree, .packets = 2U, .elements = 1U};
        Course course;

        (void)snprintf(tree, sizeof(tree), "%u(%.*s)", n, (int)n, "FFFFFFFFFFFFFFFF");
        course_open(&course, &shape);
        assert_int_equal(course.consumers, n);
        assert_int_equal(course_send(&course), 0U);
        assert_int_equal(course_get(&course), 1U);
        for (uint32_t i = 0U; i < n; i++) {
            NvSciStreamCookie cookie = 0U;

            assert_int_equal(course_acquire(&course, n - 1U - i), 0U);
            assert_status(NvSciStreamProducerPacketGet(course_end(&course, 0U), &cookie),
                          NvSciError_NoStreamPacket);
            course_release(&course, n - 1U - i, 0U);
        }
        assert_int_equal(course_get(&course), 0U);
        course_close(&course);
    }
}

/**
 * A limiter lets as many packets be below it as it says, sends others back at once, and lets them
 * through again when one has returned.
 * @verifies RF-STREAM-042
 */
static void limiter_skips_and_recovers(void **state)
{
    const CourseShape shape = {.tree = "2(F L2 F)", .packets = 4U, .elements = 1U};
    Course course;

    (void)state;
    course_open(&course, &shape);
    for (uint32_t i = 0U; i < 3U; i++) {
        assert_int_equal(course_send(&course), i);
        course_release(&course, 0U, course_acquire(&course, 0U));
    }
    assert_int_equal(course_acquire(&course, 1U), 0U);
    assert_int_equal(course_acquire(&course, 1U), 1U);
    course_expect_empty(&course, 1U);
    /* The third one passed by. */
    assert_int_equal(course_get(&course), 3U);
    assert_int_equal(course_get(&course), 2U);
    course_release(&course, 1U, 0U);
    course_present(&course, 2U);
    course_present(&course, 3U);
    assert_int_equal(course_acquire(&course, 1U), 2U);
    course_expect_empty(&course, 1U);
    course_close(&course);
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
            const CourseShape shape = {.tree = g_trees[i], .packets = packets, .elements = 1U};
            uint64_t number = ((uint64_t)i * 100U) + packets;
            Model model;

            model_open(&model, &shape);
            model_play(&model, &number, 3000U, false);
            model_ask_all(&model);
            course_close(&model.course);
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
