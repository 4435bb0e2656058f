/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fence_test.c
 * Fences that go with packets: by element and consumer, there and back.
 */
#include "stream_course.h"

/** A fence of what an endpoint signals; all are different. */
static NvSciSyncFence fence_of(const Course *course, uint32_t end)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    assert_status(NvSciSyncObjGenerateFence(course->objects[end], &fence), NvSciError_Success);
    return fence;
}

static bool is_cleared(const NvSciSyncFence *fence)
{
    const NvSciSyncFence cleared = NvSciSyncFenceInitializer;

    return memcmp(fence, &cleared, sizeof(cleared)) == 0;
}

/** Sets a fence for an element, and says which. */
static NvSciSyncFence set_fence(const Course *course, uint32_t end, uint32_t packet, uint32_t index)
{
    NvSciSyncFence fence = fence_of(course, end);
    const NvSciSyncFence copy = fence;

    assert_status(NvSciStreamBlockPacketFenceSet(course_end(course, end),
                                                 course->packets[end][packet], index, &fence),
                  NvSciError_Success);
    NvSciSyncFenceClear(&fence);
    return copy;
}

/** Asserts that an endpoint gets a fence. NULL: a cleared one. */
static void expect_fence(const Course *course, uint32_t end, uint32_t packet, uint32_t other,
                         uint32_t index, const NvSciSyncFence *expected)
{
    NvSciSyncFence fence = fence_of(course, end);

    assert_status(NvSciStreamBlockPacketFenceGet(
                      course_end(course, end), course->packets[end][packet], other, index, &fence),
                  NvSciError_Success);
    if (expected == NULL) {
        assert_true(is_cleared(&fence));
    } else {
        assert_false(is_cleared(&fence));
        assert_memory_equal(&fence, expected, sizeof(fence));
    }
    NvSciSyncFenceClear(&fence);
}

/**
 * Each consumer gets the fence that the producer set for each element, and the producer that of
 * each consumer and element; a fence that was not set is cleared.
 * @verifies RF-STREAM-045
 * @verifies RF-STREAM-046
 */
static void fences_go_by_element_and_consumer(void **state)
{
    const CourseShape shape = {.tree = "3(F 2(FB) F)", .packets = 2U, .elements = 3U};
    NvSciSyncFence sent[2];
    NvSciSyncFence back[4];
    Course course;

    (void)state;
    course_open(&course, &shape);
    assert_int_equal(course_get(&course), 0U);
    sent[0] = set_fence(&course, 0U, 0U, 0U);
    sent[1] = set_fence(&course, 0U, 0U, 2U);
    course_present(&course, 0U);
    for (uint32_t c = 0U; c < 4U; c++) {
        const uint32_t end = COURSE_CONSUMER(c);

        assert_int_equal(course_acquire(&course, c), 0U);
        expect_fence(&course, end, 0U, 0U, 0U, &sent[0]);
        expect_fence(&course, end, 0U, 0U, 1U, NULL);
        expect_fence(&course, end, 0U, 0U, 2U, &sent[1]);
        back[c] = set_fence(&course, end, 0U, c % 3U);
        course_release(&course, c, 0U);
    }
    assert_int_equal(course_get(&course), 1U);
    assert_int_equal(course_get(&course), 0U);
    for (uint32_t c = 0U; c < 4U; c++) {
        for (uint32_t e = 0U; e < 3U; e++) {
            expect_fence(&course, 0U, 0U, c, e, (e == (c % 3U)) ? &back[c] : NULL);
            expect_fence(&course, 0U, 1U, c, e, NULL);
        }
    }
    course_close(&course);
}

/**
 * A fence that is set again takes the place of the first one; a cleared one takes it away.
 * @verifies RF-STREAM-045
 */
static void fence_is_replaced(void **state)
{
    const NvSciSyncFence cleared = NvSciSyncFenceInitializer;
    const CourseShape shape = {.tree = "F", .packets = 1U, .elements = 2U};
    NvSciSyncFence last;
    Course course;

    (void)state;
    course_open(&course, &shape);
    assert_int_equal(course_get(&course), 0U);
    for (uint32_t i = 0U; i < 5U; i++) {
        last = set_fence(&course, 0U, 0U, 0U);
        (void)set_fence(&course, 0U, 0U, 1U);
    }
    assert_status(
        NvSciStreamBlockPacketFenceSet(course_end(&course, 0U), course.packets[0][0], 1U, &cleared),
        NvSciError_Success);
    course_present(&course, 0U);
    assert_int_equal(course_acquire(&course, 0U), 0U);
    expect_fence(&course, 1U, 0U, 0U, 0U, &last);
    expect_fence(&course, 1U, 0U, 0U, 1U, NULL);
    course_close(&course);
}

/**
 * What an endpoint left with a packet is gone when it has the packet again: a round in which it
 * sets no fences carries none. The other side's are there until then.
 * @verifies RF-STREAM-040
 * @verifies RF-STREAM-043
 * @verifies RF-STREAM-046
 */
static void fences_of_the_last_round_are_cleared(void **state)
{
    const CourseShape shape = {.tree = "F", .packets = 1U, .elements = 1U};
    NvSciSyncFence sent;
    NvSciSyncFence back;
    Course course;

    (void)state;
    course_open(&course, &shape);
    (void)course_get(&course);
    sent = set_fence(&course, 0U, 0U, 0U);
    course_present(&course, 0U);
    (void)course_acquire(&course, 0U);
    back = set_fence(&course, 1U, 0U, 0U);
    expect_fence(&course, 1U, 0U, 0U, 0U, &sent);
    course_release(&course, 0U, 0U);
    (void)course_get(&course);
    expect_fence(&course, 0U, 0U, 0U, 0U, &back);
    expect_fence(&course, 0U, 0U, 0U, 0U, &back);
    course_present(&course, 0U);
    (void)course_acquire(&course, 0U);
    expect_fence(&course, 1U, 0U, 0U, 0U, NULL);
    course_release(&course, 0U, 0U);
    (void)course_get(&course);
    expect_fence(&course, 0U, 0U, 0U, 0U, NULL);
    course_close(&course);
}

/**
 * A consumer that a packet passed by has left no fence with it: not one of an earlier round.
 * @verifies RF-STREAM-041
 * @verifies RF-STREAM-042
 * @verifies RF-STREAM-046
 */
static void skipped_consumers_leave_no_fences(void **state)
{
    const CourseShape shape = {.tree = "3(F L1F B)", .packets = 3U, .elements = 1U};
    NvSciSyncFence back;
    Course course;

    (void)state;
    course_open(&course, &shape);
    /* Each packet carries a fence of each consumer. */
    for (uint32_t p = 0U; p < 3U; p++) {
        assert_int_equal(course_send(&course), p);
        for (uint32_t c = 0U; c < 3U; c++) {
            assert_int_equal(course_acquire(&course, c), p);
            (void)set_fence(&course, COURSE_CONSUMER(c), p, 0U);
            course_release(&course, c, p);
        }
    }
    /* Packet 1 meets a full limiter, packet 0 is replaced in the mailbox. */
    assert_int_equal(course_send(&course), 0U);
    assert_int_equal(course_send(&course), 1U);
    for (uint32_t p = 0U; p < 2U; p++) {
        assert_int_equal(course_acquire(&course, 0U), p);
        back = set_fence(&course, COURSE_CONSUMER(0U), p, 0U);
        course_release(&course, 0U, p);
    }
    course_release(&course, 2U, course_acquire(&course, 2U));
    assert_int_equal(course_get(&course), 2U);
    assert_int_equal(course_get(&course), 1U);
    expect_fence(&course, 0U, 1U, 0U, 0U, &back);
    expect_fence(&course, 0U, 1U, 1U, 0U, NULL);
    expect_fence(&course, 0U, 1U, 2U, 0U, NULL);
    course_release(&course, 1U, course_acquire(&course, 1U));
    assert_int_equal(course_get(&course), 0U);
    expect_fence(&course, 0U, 0U, 1U, 0U, NULL);
    expect_fence(&course, 0U, 0U, 2U, 0U, NULL);
    course_close(&course);
}

/**
 * A fence that came with a packet is reached when its signaller signals, in both directions.
 * @verifies RF-STREAM-046
 */
static void fences_can_be_waited_for(void **state)
{
    const CourseShape shape = {.tree = "F", .packets = 1U, .elements = 1U};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    Course course;

    (void)state;
    course_open(&course, &shape);
    (void)course_get(&course);
    (void)set_fence(&course, 0U, 0U, 0U);
    course_present(&course, 0U);
    (void)course_acquire(&course, 0U);
    assert_status(NvSciStreamBlockPacketFenceGet(course_end(&course, 1U), course.packets[1][0], 0U,
                                                 0U, &fence),
                  NvSciError_Success);
    assert_status(NvSciSyncFenceWait(&fence, course.context, 0), NvSciError_Timeout);
    assert_status(NvSciSyncObjSignal(course.objects[0]), NvSciError_Success);
    assert_status(NvSciSyncFenceWait(&fence, course.context, 0), NvSciError_Success);
    (void)set_fence(&course, 1U, 0U, 0U);
    course_release(&course, 0U, 0U);
    (void)course_get(&course);
    assert_status(NvSciStreamBlockPacketFenceGet(course_end(&course, 0U), course.packets[0][0], 0U,
                                                 0U, &fence),
                  NvSciError_Success);
    assert_status(NvSciSyncFenceWait(&fence, course.context, 0), NvSciError_Timeout);
    assert_status(NvSciSyncObjSignal(course.objects[1]), NvSciError_Success);
    assert_status(NvSciSyncFenceWait(&fence, course.context, 0), NvSciError_Success);
    NvSciSyncFenceClear(&fence);
    course_close(&course);
}

/**
 * A consumer counts the elements that it sees; one that is hidden from it has no index there, and
 * the producer gets a cleared fence of it.
 * @verifies RF-STREAM-021
 * @verifies RF-STREAM-045
 * @verifies RF-STREAM-046
 */
static void hidden_elements_have_no_index(void **state)
{
    const CourseShape shape = {
        .tree = "2(FF)", .packets = 1U, .elements = 3U, .hidden = {0x2U, 0x5U}};
    NvSciSyncFence sent[3];
    NvSciSyncFence back[3];
    NvSciSyncFence other = NvSciSyncFenceInitializer;
    Course course;

    (void)state;
    course_open(&course, &shape);
    (void)course_get(&course);
    for (uint32_t e = 0U; e < 3U; e++) {
        sent[e] = set_fence(&course, 0U, 0U, e);
    }
    course_present(&course, 0U);
    (void)course_acquire(&course, 0U);
    (void)course_acquire(&course, 1U);
    expect_fence(&course, 1U, 0U, 0U, 0U, &sent[0]);
    expect_fence(&course, 1U, 0U, 0U, 1U, &sent[2]);
    expect_fence(&course, 2U, 0U, 0U, 0U, &sent[1]);
    assert_status(NvSciStreamBlockPacketFenceGet(course_end(&course, 1U), course.packets[1][0], 0U,
                                                 2U, &other),
                  NvSciError_IndexOutOfRange);
    assert_status(
        NvSciStreamBlockPacketFenceSet(course_end(&course, 2U), course.packets[2][0], 1U, &other),
        NvSciError_IndexOutOfRange);
    back[0] = set_fence(&course, 1U, 0U, 0U);
    back[2] = set_fence(&course, 1U, 0U, 1U);
    back[1] = set_fence(&course, 2U, 0U, 0U);
    course_release(&course, 0U, 0U);
    course_release(&course, 1U, 0U);
    (void)course_get(&course);
    for (uint32_t e = 0U; e < 3U; e++) {
        expect_fence(&course, 0U, 0U, 0U, e, (e != 1U) ? &back[e] : NULL);
        expect_fence(&course, 0U, 0U, 1U, e, (e == 1U) ? &back[e] : NULL);
    }
    course_close(&course);
}

/**
 * A consumer sets no fence for an element that it does not use, but may say so; it may look at the
 * producer's.
 * @verifies RF-STREAM-022
 * @verifies RF-STREAM-045
 */
static void unused_elements_take_no_fence(void **state)
{
    const NvSciSyncFence cleared = NvSciSyncFenceInitializer;
    const CourseShape shape = {.tree = "F", .packets = 1U, .elements = 2U, .unused = {0x2U}};
    NvSciSyncFence fence;
    NvSciSyncFence sent;
    Course course;

    (void)state;
    course_open(&course, &shape);
    (void)course_get(&course);
    sent = set_fence(&course, 0U, 0U, 1U);
    course_present(&course, 0U);
    (void)course_acquire(&course, 0U);
    expect_fence(&course, 1U, 0U, 0U, 1U, &sent);
    fence = fence_of(&course, 1U);
    assert_status(
        NvSciStreamBlockPacketFenceSet(course_end(&course, 1U), course.packets[1][0], 1U, &fence),
        NvSciError_InconsistentData);
    assert_status(
        NvSciStreamBlockPacketFenceSet(course_end(&course, 1U), course.packets[1][0], 1U, &cleared),
        NvSciError_Success);
    assert_status(
        NvSciStreamBlockPacketFenceSet(course_end(&course, 1U), course.packets[1][0], 0U, &fence),
        NvSciError_Success);
    NvSciSyncFenceClear(&fence);
    course_close(&course);
}

/** An endpoint's calls for the fences of a packet, and what both give. */
static void expect_both(const Course *course, NvSciStreamBlock block, NvSciStreamPacket packet,
                        NvSciError expected)
{
    NvSciSyncFence fence = fence_of(course, 0U);
    const NvSciSyncFence copy = fence;

    assert_status(NvSciStreamBlockPacketFenceSet(block, packet, 0U, &fence), expected);
    assert_status(NvSciStreamBlockPacketFenceGet(block, packet, 0U, 0U, &fence), expected);
    assert_memory_equal(&fence, &copy, sizeof(fence));
    NvSciSyncFenceClear(&fence);
}

/**
 * Fences of a packet are set and got by the endpoint that has it alone, with an index that there
 * is; else nothing changes.
 * @verifies RF-STREAM-045
 * @verifies RF-STREAM-046
 * @verifies RF-STREAM-036
 */
static void fence_calls_refuse_what_is_wrong(void **state)
{
    const CourseShape shape = {.tree = "2(FF)", .packets = 1U, .elements = 1U};
    NvSciSyncFence fence;
    Course course;

    (void)state;
    course_open(&course, &shape);
    for (uint32_t i = 0U; i < 3U; i++) {
        expect_both(&course, course_end(&course, i), course.packets[i][0],
                    NvSciError_StreamPacketInaccessible);
        expect_both(&course, course_end(&course, i), 0U, NvSciError_StreamBadPacket);
        expect_both(&course, course_end(&course, i), course.packets[i][0] + 1U,
                    NvSciError_StreamBadPacket);
    }
    for (uint32_t i = 0U; i < course.block_count; i++) {
        if ((course.blocks[i].kind != COURSE_PRODUCER) && (course.blocks[i].kind != COURSE_END)) {
            expect_both(&course, course.blocks[i].block, course.packets[0][0],
                        NvSciError_NotSupported);
        }
    }
    expect_both(&course, 0U, course.packets[0][0], NvSciError_StreamBadBlock);
    (void)course_get(&course);
    fence = fence_of(&course, 0U);
    assert_status(
        NvSciStreamBlockPacketFenceSet(course_end(&course, 0U), course.packets[0][0], 0U, NULL),
        NvSciError_BadAddress);
    assert_status(
        NvSciStreamBlockPacketFenceGet(course_end(&course, 0U), course.packets[0][0], 0U, 0U, NULL),
        NvSciError_BadAddress);
    assert_status(
        NvSciStreamBlockPacketFenceSet(course_end(&course, 0U), course.packets[0][0], 1U, &fence),
        NvSciError_IndexOutOfRange);
    assert_status(NvSciStreamBlockPacketFenceGet(course_end(&course, 0U), course.packets[0][0], 0U,
                                                 1U, &fence),
                  NvSciError_IndexOutOfRange);
    assert_status(NvSciStreamBlockPacketFenceGet(course_end(&course, 0U), course.packets[0][0], 2U,
                                                 0U, &fence),
                  NvSciError_IndexOutOfRange);
    course_present(&course, 0U);
    (void)course_acquire(&course, 0U);
    assert_status(NvSciStreamBlockPacketFenceGet(course_end(&course, 1U), course.packets[1][0], 1U,
                                                 0U, &fence),
                  NvSciError_IndexOutOfRange);
    /* The other consumer has it not yet, the producer not any more. */
    expect_both(&course, course_end(&course, 2U), course.packets[2][0],
                NvSciError_StreamPacketInaccessible);
    expect_both(&course, course_end(&course, 0U), course.packets[0][0],
                NvSciError_StreamPacketInaccessible);
    course_release(&course, 0U, 0U);
    expect_both(&course, course_end(&course, 1U), course.packets[1][0],
                NvSciError_StreamPacketInaccessible);
    NvSciSyncFenceClear(&fence);
    course_close(&course);
}

/**
 * Where there is no fence to give, bytes that are not the library's are made zero, and a fault.
 * @verifies RF-STREAM-046
 */
static void broken_target_is_cleared_where_there_is_no_fence(void **state)
{
    const CourseShape shape = {.tree = "F", .packets = 1U, .elements = 1U};
    NvSciSyncFence broken = {{7U, 7U, 7U, 7U, 7U, 7U}};
    const NvSciSyncFence cleared = NvSciSyncFenceInitializer;
    RingfenceFault fault = {0};
    Course course;

    (void)state;
    course_open(&course, &shape);
    (void)course_get(&course);
    course_present(&course, 0U);
    (void)course_acquire(&course, 0U);
    assert_status(NvSciStreamBlockPacketFenceGet(course_end(&course, 1U), course.packets[1][0], 0U,
                                                 0U, &broken),
                  NvSciError_Success);
    assert_memory_equal(&broken, &cleared, sizeof(cleared));
    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_BAD_FENCE);
    course_close(&course);
}

/**
 * A fence whose bytes are not the library's is refused, and the one that was set stays.
 * @verifies RF-STREAM-045
 */
static void broken_fence_is_refused(void **state)
{
    const CourseShape shape = {.tree = "F", .packets = 1U, .elements = 1U};
    NvSciSyncFence broken = {{7U, 7U, 7U, 7U, 7U, 7U}};
    NvSciSyncFence sent;
    Course course;

    (void)state;
    course_open(&course, &shape);
    (void)course_get(&course);
    sent = set_fence(&course, 0U, 0U, 0U);
    assert_status(
        NvSciStreamBlockPacketFenceSet(course_end(&course, 0U), course.packets[0][0], 0U, &broken),
        NvSciError_BadParameter);
    course_present(&course, 0U);
    (void)course_acquire(&course, 0U);
    assert_status(NvSciStreamBlockPacketFenceGet(course_end(&course, 1U), course.packets[1][0], 0U,
                                                 0U, &broken),
                  NvSciError_BadParameter);
    expect_fence(&course, 1U, 0U, 0U, 0U, &sent);
    course_close(&course);
}

/** What setting a fence of an object, or a cleared one, gives. */
static NvSciError try_fence(const Course *course, uint32_t end, NvSciSyncObj object)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciError status = NvSciError_Success;

    if (object != NULL) {
        assert_status(NvSciSyncObjGenerateFence(object, &fence), NvSciError_Success);
    }
    status = NvSciStreamBlockPacketFenceSet(course_end(course, end), course->packets[end][0], 0U,
                                            &fence);
    NvSciSyncFenceClear(&fence);
    return status;
}

/**
 * An endpoint leaves fences of the sync object that it announced for the element alone: none of
 * another endpoint's, of another module's, of one that it did not announce. What it left before
 * stays.
 * @verifies RF-STREAM-221
 */
static void fences_of_other_objects_are_refused(void **state)
{
    const NvSciSyncFence broken = {{7U, 7U, 7U, 7U, 7U, 7U}};
    const CourseShape shapes[] = {
        {.tree = "2(FF)", .packets = 1U, .elements = 1U},
        {.tree = "2(FF)", .packets = 1U, .elements = 1U, .without_list = 0x6U}};

    (void)state;
    for (uint32_t s = 0U; s < COUNT_OF(shapes); s++) {
        Scene other = scene_open((Traits){0});
        NvSciSyncFence left = NvSciSyncFenceInitializer;
        Course course;

        course_open(&course, &shapes[s]);
        assert_int_equal(course.objects[0] != NULL, s == 0U);
        (void)course_get(&course);
        if (s == 0U) {
            left = set_fence(&course, 0U, 0U, 0U);
        }
        assert_status(try_fence(&course, 0U, course.objects[1]), NvSciError_InconsistentData);
        assert_status(try_fence(&course, 0U, other.object), NvSciError_InconsistentData);
        assert_status(NvSciStreamBlockPacketFenceSet(course_end(&course, 0U), course.packets[0][0],
                                                     0U, &broken),
                      NvSciError_BadParameter);
        course_present(&course, 0U);
        (void)course_acquire(&course, 0U);
        expect_fence(&course, 1U, 0U, 0U, 0U, (s == 0U) ? &left : NULL);
        assert_status(try_fence(&course, 1U, course.objects[2]), NvSciError_InconsistentData);
        assert_status(try_fence(&course, 1U, course.objects[1]), NvSciError_Success);
        assert_status(try_fence(&course, 1U, NULL), NvSciError_Success);
        course_close(&course);
        scene_close(&other);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        sync_test(fences_go_by_element_and_consumer),
        sync_test(fence_is_replaced),
        sync_test(fences_of_the_last_round_are_cleared),
        sync_test(skipped_consumers_leave_no_fences),
        sync_test(fences_can_be_waited_for),
        sync_test(hidden_elements_have_no_index),
        sync_test(unused_elements_take_no_fence),
        sync_test(fence_calls_refuse_what_is_wrong),
        sync_test(broken_target_is_cleared_where_there_is_no_fence),
        sync_test(broken_fence_is_refused),
        sync_test(fences_of_other_objects_are_refused),
    };

    return cmocka_run_group_tests_name("stream/fence", tests, NULL, NULL);
}
