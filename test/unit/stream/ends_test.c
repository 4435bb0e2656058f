/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ends_test.c
 * Blocks that are deleted in any order, at any time, and what the others are told.
 */
#include "stream_course.h"
#include "stream_model.h"

#define ORDER_MOST 7U

/* Blocks of the largest streams that are deleted in all orders; of others the first two are. All
 * orders are billions of instructions, too many for an emulated core. */
#if (__STDC_HOSTED__ != 1)
#define ALL_ORDERS 4U
#elif defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define ALL_ORDERS 5U
#else
#define ALL_ORDERS 7U
#endif

/* ---------------------------------------------------------------- orders */

/** The next order of numbers; false: it was the last one. */
static bool next_order(uint32_t *order, uint32_t count)
{
    uint32_t i = count - 1U;
    uint32_t j = count - 1U;

    while ((i > 0U) && (order[i - 1U] > order[i])) {
        i--;
    }
    if (i > 0U) {
        uint32_t swapped = order[i - 1U];

        while (order[j] < swapped) {
            j--;
        }
        order[i - 1U] = order[j];
        order[j] = swapped;
        for (uint32_t k = 0U; k < ((count - i) / 2U); k++) {
            swapped = order[i + k];
            order[i + k] = order[count - 1U - k];
            order[count - 1U - k] = swapped;
        }
    }
    return i > 0U;
}

/** The first order whose first numbers are others. */
static bool next_beginning(uint32_t *order, uint32_t count, uint32_t beginning)
{
    const uint32_t last = order[beginning - 1U];
    const uint32_t first = order[0];
    bool is_next = true;

    while (is_next && (order[0] == first) && (order[beginning - 1U] == last)) {
        is_next = next_order(order, count);
    }
    return is_next;
}

/* ---------------------------------------------------------------- before streaming */

/** Events that a block has left, up to Disconnected, and then none. */
static void expect_end(NvSciStreamBlock block)
{
    uint32_t event = course_event(block);

    while ((event != 0U) && (event != (uint32_t)NvSciStreamEventType_Disconnected)) {
        event = course_event(block);
    }
    assert_int_equal(event, NvSciStreamEventType_Disconnected);
    course_expect_none(block);
}

/** Builds a stream up to a step, deletes its blocks in an order, and looks at the others. */
static void delete_in_setup(const CourseShape *shape, CourseStep step, const uint32_t *order)
{
    Course course;

    course_plan(&course, shape);
    course_go_to(&course, step);
    for (uint32_t i = 0U; i < course.block_count; i++) {
        const uint32_t partner = course.blocks[order[i]].partner;
        NvSciStreamEventType event = NvSciStreamEventType_Error;

        course_delete(&course, order[i]);
        assert_status(NvSciStreamBlockEventQuery(course.blocks[order[i]].block, 0, &event),
                      NvSciError_StreamBadBlock);
        for (uint32_t k = i + 1U; k < course.block_count; k++) {
            const NvSciStreamBlock other = course.blocks[order[k]].block;

            if ((step == COURSE_MADE) ? (order[k] == partner) : (i == 0U)) {
                expect_end(other);
            } else if (step != COURSE_MADE) {
                course_expect_none(other);
            } else {
                /* It is in no stream with the one that was deleted. */
            }
        }
    }
    assert_int_equal(in_use_of(RINGFENCE_POOL_STREAM_BLOCK), 0U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_STREAM_PACKET), 0U);
    course_forget(&course);
    assert_int_equal(in_use_of_all(), 0U);
}

/** All orders of deleting; `beginning`: one for each beginning of two alone. */
static void delete_in_all_orders(const CourseShape *shape, CourseStep step, bool beginning)
{
    uint32_t order[ORDER_MOST] = {0U, 1U, 2U, 3U, 4U, 5U, 6U};
    bool is_next = true;
    Course course;

    course_plan(&course, shape);
    assert_in_range(course.block_count, 4U, ORDER_MOST);
    while (is_next) {
        delete_in_setup(shape, step, order);
        is_next = (beginning || (course.block_count > ALL_ORDERS))
                      ? next_beginning(order, course.block_count, 2U)
                      : next_order(order, course.block_count);
    }
}

/** Streams of 4 to 7 blocks. */
static const CourseShape g_shapes[] = {
    {.tree = "F", .packets = 2U, .elements = 1U},
    {.tree = "L1B", .packets = 2U, .elements = 1U},
    {.tree = "1(L1F)", .packets = 2U, .elements = 1U},
    {.tree = "2(FB)", .packets = 4U, .elements = 1U},
};

/**
 * When a block is deleted before setup is complete, all others of its stream get Disconnected, and
 * nothing behind it; when the last one is deleted, nothing is taken any more. So it is for each
 * order of deleting, at each step of setup.
 * @verifies RF-STREAM-006
 * @verifies RF-STREAM-060
 * @verifies RF-STREAM-063
 */
static void streams_in_setup_end_as_a_whole(void **state)
{
    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(g_shapes); i++) {
        /* Then setup is complete, but nobody was told: of streams with one consumer all end. */
        const uint32_t last =
            (i < 3U) ? (uint32_t)COURSE_SIGNALS_TAKEN : (uint32_t)COURSE_SIGNALS_SENT;

        for (uint32_t step = COURSE_MADE; step <= last; step++) {
            const bool all = (step == (uint32_t)COURSE_JOINED) ||
                             (step == (uint32_t)COURSE_PACKETS_TAKEN) ||
                             (step == (uint32_t)COURSE_SIGNALS_SENT);

            delete_in_all_orders(&g_shapes[i], (CourseStep)step, (i >= 2U) && (!all));
        }
    }
}

/**
 * A queue that is deleted before its consumer is part of a stream ends the blocks that are
 * connected with that consumer.
 * @verifies RF-STREAM-060
 */
static void queue_of_a_loose_tree_ends_it(void **state)
{
    const CourseShape shape = {.tree = "2(FF)", .packets = 1U, .elements = 1U};
    Course course;

    (void)state;
    course_plan(&course, &shape);
    course_go_to(&course, COURSE_MADE);
    /* Block 2 is the multicast block, 3 and 5 are queues, 4 and 6 consumers. */
    for (uint32_t i = 4U; i <= 6U; i += 2U) {
        assert_status(NvSciStreamBlockConnect(course.blocks[2].block, course.blocks[i].block),
                      NvSciError_Success);
    }
    course_delete(&course, 3U);
    for (uint32_t i = 2U; i <= 6U; i++) {
        if (i != 3U) {
            expect_end(course.blocks[i].block);
        }
    }
    assert_status(NvSciStreamBlockConnect(course.blocks[1].block, course.blocks[2].block),
                  NvSciError_InsufficientResource);
    course_expect_none(course.blocks[1].block);
    course_close(&course);
}

/* ---------------------------------------------------------------- while packets move */

/** Puts packets into each place: with consumers, in queues, with the producer, in the pool. */
static void spread(Model *model)
{
    if (model->course.shape.packets > 2U) {
        model_present(model, model_get(model));
        (void)model_acquire(model, 0U);
        model_present(model, model_get(model));
        (void)model_acquire(model, model->course.consumers - 1U);
        (void)model_get(model);
    } else {
        model_present(model, model_get(model));
    }
}

/** Deletes the blocks of a stream in an order; `number`: others are used in between. */
static void delete_in_streaming(const CourseShape *shape, const uint32_t *order, uint64_t *number)
{
    Model model;

    model_open(&model, shape);
    spread(&model);
    for (uint32_t i = 0U; i < model.course.block_count; i++) {
        model_delete(&model, order[i]);
        if (number != NULL) {
            model_play(&model, number, 12U, false);
        }
        model_ask_all(&model);
    }
    assert_int_equal(in_use_of(RINGFENCE_POOL_STREAM_BLOCK), 0U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_STREAM_PACKET), 0U);
    course_forget(&model.course);
    assert_int_equal(in_use_of_all(), 0U);
}

/**
 * While packets move, blocks are deleted in each order: those that a payload still reaches go on,
 * the others take what they have and get Disconnected; the packets of a consumer come home; in the
 * end nothing is taken.
 * @verifies RF-STREAM-061
 * @verifies RF-STREAM-062
 * @verifies RF-STREAM-063
 */
static void streams_end_in_each_order(void **state)
{
    uint64_t number = 1U;

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(g_shapes); i++) {
        uint32_t order[ORDER_MOST] = {0U, 1U, 2U, 3U, 4U, 5U, 6U};
        bool is_next = true;
        Course course;

        course_plan(&course, &g_shapes[i]);
        while (is_next) {
            delete_in_streaming(&g_shapes[i], order, NULL);
            delete_in_streaming(&g_shapes[i], order, &number);
            is_next = (course.block_count > ALL_ORDERS)
                          ? next_beginning(order, course.block_count, 2U)
                          : next_order(order, course.block_count);
        }
    }
}

/** Shapes that have each block in each place. */
static const char *const g_trees[] = {"F",
                                      "L2B",
                                      "L1L3F",
                                      "2(FF)",
                                      "2(L1F F)",
                                      "L2 2(BL1F)",
                                      "3(F 2(FB) F)",
                                      "2(2(L1F F) L2 2(B F))",
                                      "L3 3(L1B L2 2(F L1F) 1(1(B)))"};

/**
 * Streams of many shapes, from which blocks and packets are deleted at any time, do what a plain
 * count of where each packet is says.
 * @verifies RF-STREAM-035
 * @verifies RF-STREAM-061
 * @verifies RF-STREAM-062
 */
static void ends_do_what_the_model_says(void **state)
{
    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(g_trees); i++) {
        for (uint32_t round = 0U; round < 120U; round++) {
            const CourseShape shape = {
                .tree = g_trees[i], .packets = 1U + (round % 6U), .elements = 1U};
            uint64_t number = ((uint64_t)i * 1000U) + round;
            Model model;

            model_open(&model, &shape);
            model_play(&model, &number, 150U, true);
            model_ask_all(&model);
            course_close(&model.course);
        }
    }
}

/**
 * Nothing can be acquired in DEINIT, so Disconnected comes then to a consumer whose queue is not
 * empty too.
 * @verifies RF-STREAM-062
 */
static void ends_are_told_in_deinit(void **state)
{
    const CourseShape shape = {.tree = "2(FB)", .packets = 2U, .elements = 1U};
    Course course;

    (void)state;
    course_open(&course, &shape);
    go_to(RINGFENCE_PHASE_RUNTIME);
    (void)course_send(&course);
    (void)course_send(&course);
    go_to(RINGFENCE_PHASE_DEINIT);
    course_delete(&course, course.ends[0]);
    for (uint32_t i = 0U; i < course.block_count; i++) {
        if (course.blocks[i].is_there) {
            expect_end(course.blocks[i].block);
        }
    }
    course_close(&course);
    go_to_init();
}

/**
 * A consumer that is polled, and was told "nothing" while its queue held a payload, is told of its
 * end in DEINIT.
 * @verifies RF-STREAM-062
 */
static void polled_end_is_told_in_deinit(void **state)
{
    const CourseShape shape = {.tree = "F", .packets = 2U, .elements = 1U};
    Course course;

    (void)state;
    course_open(&course, &shape);
    (void)course_send(&course);
    assert_int_equal(course_event(course_end(&course, 1U)), NvSciStreamEventType_PacketReady);
    course_delete(&course, course.ends[0]);
    course_expect_none(course_end(&course, 1U));
    go_to(RINGFENCE_PHASE_RUNTIME);
    course_expect_none(course_end(&course, 1U));
    course_expect_none(course_end(&course, 1U));
    go_to(RINGFENCE_PHASE_DEINIT);
    expect_end(course_end(&course, 1U));
    course_close(&course);
    go_to_init();
}

/**
 * A producer that was told of its end sends nothing any more. What it took stays with it until all
 * is deleted.
 * @verifies RF-STREAM-041
 * @verifies RF-STREAM-064
 */
static void ended_producer_sends_nothing(void **state)
{
    const CourseShape shape = {.tree = "F", .packets = 2U, .elements = 1U};
    NvSciStreamCookie cookie = 0U;
    Course course;

    (void)state;
    course_open(&course, &shape);
    assert_int_equal(course_get(&course), 0U);
    course_delete(&course, course.ends[1]);
    /* It was not told yet: what it sends comes home. */
    course_present(&course, 0U);
    assert_status(NvSciStreamProducerPacketGet(course_end(&course, 0U), &cookie),
                  NvSciError_NoStreamPacket);
    expect_end(course_end(&course, 0U));
    assert_status(NvSciStreamProducerPacketPresent(course_end(&course, 0U), course.packets[0][0]),
                  NvSciError_StreamNotConnected);
    course_close(&course);
}

/**
 * A producer that was told of a free packet gets it, though the stream ended meanwhile: until it
 * was told of the end.
 * @verifies RF-STREAM-154
 */
static void producer_gets_what_it_was_told_of(void **state)
{
    const CourseShape shape = {.tree = "F", .packets = 2U, .elements = 1U};

    (void)state;
    for (uint32_t told = 1U; told <= 2U; told++) {
        NvSciStreamEventType event = NvSciStreamEventType_Error;
        NvSciStreamCookie cookie = 0U;
        NvSciStreamBlock producer = 0U;
        Course course;

        course_open(&course, &shape);
        producer = course_end(&course, 0U);
        for (uint32_t i = 0U; i < told; i++) {
            assert_status(NvSciStreamBlockEventQuery(producer, 0, &event), NvSciError_Success);
            assert_int_equal(event, NvSciStreamEventType_PacketReady);
        }
        course_delete(&course, course.ends[1]);
        assert_status(NvSciStreamProducerPacketGet(producer, &cookie), NvSciError_Success);
        course_present(&course, 0U);
        if (told == 2U) {
            expect_end(producer);
        }
        assert_status(NvSciStreamProducerPacketGet(producer, &cookie), NvSciError_NoStreamPacket);
        if (told == 1U) {
            expect_end(producer);
        }
        course_close(&course);
    }
}

/**
 * A consumer that was told of its end gives back what it has: the others of its stream need it.
 * @verifies RF-STREAM-044
 * @verifies RF-STREAM-064
 */
static void ended_consumer_gives_back_what_it_has(void **state)
{
    const CourseShape shape = {.tree = "2(F L2 F)", .packets = 1U, .elements = 1U};
    NvSciStreamCookie cookie = 0U;
    Course course;

    (void)state;
    course_open(&course, &shape);
    assert_int_equal(course_send(&course), 0U);
    assert_int_equal(course_acquire(&course, 1U), 0U);
    /* The limiter. */
    course_delete(&course, 5U);
    assert_int_equal(course.blocks[5].kind, COURSE_LIMITER);
    expect_end(course_end(&course, 2U));
    course_release(&course, 0U, course_acquire(&course, 0U));
    assert_status(NvSciStreamProducerPacketGet(course_end(&course, 0U), &cookie),
                  NvSciError_NoStreamPacket);
    course_release(&course, 1U, 0U);
    assert_int_equal(course_send(&course), 0U);
    course_expect_empty(&course, 1U);
    assert_int_equal(course_acquire(&course, 0U), 0U);
    course_close(&course);
}

/**
 * A consumer that is deleted leaves the fence of a packet that it gave back, as its engines may not
 * be done with it; not that of one that it has.
 * @verifies RF-STREAM-061
 */
static void deleted_consumer_leaves_fences_of_what_it_released(void **state)
{
    const NvSciSyncFence cleared = NvSciSyncFenceInitializer;
    const CourseShape shape = {.tree = "2(FF)", .packets = 2U, .elements = 1U};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    Course course;

    (void)state;
    course_open(&course, &shape);
    assert_status(NvSciSyncObjGenerateFence(course.objects[2], &fence), NvSciError_Success);
    for (uint32_t p = 0U; p < 2U; p++) {
        assert_int_equal(course_send(&course), p);
        assert_int_equal(course_acquire(&course, 1U), p);
        assert_status(NvSciStreamBlockPacketFenceSet(course_end(&course, 2U), course.packets[2][p],
                                                     0U, &fence),
                      NvSciError_Success);
        course_release(&course, 0U, course_acquire(&course, 0U));
    }
    course_release(&course, 1U, 0U);
    course_delete(&course, course.ends[2]);
    for (uint32_t p = 0U; p < 2U; p++) {
        assert_int_equal(course_get(&course), p);
        assert_status(NvSciStreamBlockPacketFenceGet(course_end(&course, 0U), course.packets[0][p],
                                                     1U, 0U, &fence),
                      NvSciError_Success);
        assert_int_equal(memcmp(&fence, &cleared, sizeof(fence)) == 0, p == 1U);
    }
    NvSciSyncFenceClear(&fence);
    course_close(&course);
}

/**
 * A consumer that is deleted while others hold packets that it gave back leaves its fences of these.
 * @verifies RF-STREAM-142
 */
static void deleted_consumer_leaves_fences_of_what_others_hold(void **state)
{
    static const char *const trees[] = {"2(FF)", "2(2(FF) F)", "2(BF)", "2(F L2F)"};

    (void)state;
    for (uint32_t t = 0U; t < COUNT_OF(trees); t++) {
        const CourseShape shape = {.tree = trees[t], .packets = 1U, .elements = 2U};
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        Course course;

        course_open(&course, &shape);
        assert_int_equal(course_send(&course), 0U);
        for (uint32_t c = 0U; c < course.consumers; c++) {
            assert_int_equal(course_acquire(&course, c), 0U);
        }
        assert_status(NvSciSyncObjGenerateFence(course.objects[1], &fence), NvSciError_Success);
        assert_status(NvSciStreamBlockPacketFenceSet(course_end(&course, 1U), course.packets[1][0],
                                                     1U, &fence),
                      NvSciError_Success);
        course_release(&course, 0U, 0U);
        course_delete(&course, course.ends[1]);
        for (uint32_t c = 1U; c < course.consumers; c++) {
            course_release(&course, c, 0U);
        }
        assert_int_equal(course_get(&course), 0U);
        assert_status(NvSciStreamBlockPacketFenceGet(course_end(&course, 0U), course.packets[0][0],
                                                     0U, 1U, &fence),
                      NvSciError_Success);
        assert_status(NvSciSyncFenceWait(&fence, course.context, 0), NvSciError_Timeout);
        assert_status(NvSciSyncObjSignal(course.objects[1]), NvSciError_Success);
        assert_status(NvSciSyncFenceWait(&fence, course.context, 0), NvSciError_Success);
        NvSciSyncFenceClear(&fence);
        course_close(&course);
    }
}

/* ---------------------------------------------------------------- late consumers */

/** A consumer with a FIFO that is connected to an open multicast block, and has said what it needs.
 */
static void join_late(Course *course, uint32_t queue, uint32_t type)
{
    NvSciStreamBlock *const blocks[] = {&course->blocks[queue].block,
                                        &course->blocks[queue + 1U].block};
    const NvSciStreamBlock multicast = course->blocks[2].block;
    const NvSciBufAttrList list = course_buffer_list(course);

    assert_status(NvSciStreamFifoQueueCreate(blocks[0]), NvSciError_Success);
    assert_status(NvSciStreamConsumerCreate(*blocks[0], blocks[1]), NvSciError_Success);
    assert_status(NvSciStreamBlockConnect(multicast, *blocks[1]), NvSciError_Success);
    assert_status(NvSciStreamBlockSetupStatusSet(multicast, NvSciStreamSetup_Connect, true),
                  NvSciError_Success);
    course_expect(*blocks[1], NvSciStreamEventType_Connected);
    assert_status(NvSciStreamBlockElementAttrSet(*blocks[1], type, list), NvSciError_Success);
    NvSciBufAttrListFree(list);
    course->blocks[queue].is_there = true;
    course->blocks[queue + 1U].is_there = true;
    course->block_count = queue + 2U;
}

/** Takes all events of a block; a producer goes on with its part of setup. */
static void drain(NvSciStreamBlock block)
{
    uint32_t event = course_event(block);

    while (event != 0U) {
        if (event == (uint32_t)NvSciStreamEventType_WaiterAttr) {
            assert_status(
                NvSciStreamBlockSetupStatusSet(block, NvSciStreamSetup_WaiterAttrImport, true),
                NvSciError_Success);
        }
        if (event == (uint32_t)NvSciStreamEventType_SignalObj) {
            assert_status(
                NvSciStreamBlockSetupStatusSet(block, NvSciStreamSetup_SignalObjImport, true),
                NvSciError_Success);
        }
        event = course_event(block);
    }
}

/**
 * A late consumer that is deleted while it is set up takes nothing of one that comes after it,
 * whatever is deleted when.
 * @verifies RF-STREAM-063
 */
static void late_consumer_that_goes_takes_nothing_along(void **state)
{
    static const uint32_t orders[][3] = {{5U, 6U, 0U}, {6U, 5U, 0U}, {6U, 0U, 5U}, {5U, 0U, 6U}};
    const CourseShape shape = {.tree = "3(F)", .packets = 2U, .elements = 1U};

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(orders); i++) {
        NvSciStreamBlock multicast;
        Course course;

        course_plan(&course, &shape);
        course_go_to(&course, COURSE_JOINED);
        multicast = course.blocks[2].block;
        assert_status(NvSciStreamBlockSetupStatusSet(multicast, NvSciStreamSetup_Connect, true),
                      NvSciError_Success);
        course_go_to(&course, COURSE_READY);
        join_late(&course, 5U, 1U);
        for (uint32_t k = 0U; k < 3U; k++) {
            if (orders[i][k] == 0U) {
                drain(course_end(&course, 0U));
                drain(multicast);
                join_late(&course, 7U, 2U);
            } else {
                course_delete(&course, orders[i][k]);
            }
        }
        course_close(&course);
        assert_int_equal(in_use_of_all(), 0U);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        sync_test(streams_in_setup_end_as_a_whole),
        sync_test(queue_of_a_loose_tree_ends_it),
        sync_test(streams_end_in_each_order),
        sync_test(ends_do_what_the_model_says),
        sync_test(ends_are_told_in_deinit),
        sync_test(polled_end_is_told_in_deinit),
        sync_test(ended_producer_sends_nothing),
        sync_test(producer_gets_what_it_was_told_of),
        sync_test(ended_consumer_gives_back_what_it_has),
        sync_test(deleted_consumer_leaves_fences_of_what_it_released),
        sync_test(deleted_consumer_leaves_fences_of_what_others_hold),
        sync_test(late_consumer_that_goes_takes_nothing_along),
    };

    return cmocka_run_group_tests_name("stream/ends", tests, NULL, NULL);
}
