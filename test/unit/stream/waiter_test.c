/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file waiter_test.c
 * Blocks that wait for fences on the CPU: present-sync on the way down, return-sync on the way up.
 */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>

#include "port/descriptor.h"
#include "port/liveness.h"
#include "stream_course.h"
#include "sync_inside.h"

/** Microseconds in which something must have come that a thread does. */
#define SOON_US 20000000
/** Time in which nothing must come: more than two slices of a thread. */
#define A_WHILE_US ((int64_t)RINGFENCE_CFG_LIFE_CHECK_US * 3)

/** First block of a kind. */
static uint32_t first_of(const Course *course, CourseKind kind)
{
    uint32_t found = COURSE_NONE;

    for (uint32_t i = 0U; (i < course->block_count) && (found == COURSE_NONE); i++) {
        if (course->blocks[i].kind == kind) {
            found = i;
        }
    }
    assert_int_not_equal(found, COURSE_NONE);
    return found;
}

static NvSciStreamBlock block_of(const Course *course, CourseKind kind)
{
    return course->blocks[first_of(course, kind)].block;
}

/** Waits for an event of a block. */
static void await(NvSciStreamBlock block, NvSciStreamEventType event)
{
    NvSciStreamEventType given = NvSciStreamEventType_Error;

    assert_status(NvSciStreamBlockEventQuery(block, SOON_US, &given), NvSciError_Success);
    assert_int_equal(given, event);
}

/** Nothing comes to a block for a while. */
static void await_nothing(NvSciStreamBlock block)
{
    NvSciStreamEventType given = NvSciStreamEventType_Error;

    assert_status(NvSciStreamBlockEventQuery(block, A_WHILE_US, &given), NvSciError_Timeout);
}

/** Takes the events of the packets that the producer has from the beginning. */
static void take_first_events(const Course *course)
{
    for (uint32_t i = 0U; i < course->shape.packets; i++) {
        course_expect(course_end(course, 0U), NvSciStreamEventType_PacketReady);
    }
}

/** Leaves a fence of an object, which is pending, for a packet that an endpoint has. */
static void leave_fence_of(const Course *course, uint32_t end, uint32_t packet, uint32_t element,
                           NvSciSyncObj object)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    assert_status(NvSciSyncObjGenerateFence(object, &fence), NvSciError_Success);
    assert_status(NvSciStreamBlockPacketFenceSet(course_end(course, end),
                                                 course->packets[end][packet], element, &fence),
                  NvSciError_Success);
    NvSciSyncFenceClear(&fence);
}

static void leave_fence(const Course *course, uint32_t end, uint32_t packet)
{
    leave_fence_of(course, end, packet, 0U, course->objects[end]);
}

/** Reaches the next point of an endpoint. */
static void reach(const Course *course, uint32_t end)
{
    assert_status(NvSciSyncObjSignal(course->objects[end]), NvSciError_Success);
}

/** The producer sends a packet with a pending fence. */
static uint32_t send_pending(const Course *course)
{
    const uint32_t packet = course_get(course);

    leave_fence(course, 0U, packet);
    course_present(course, packet);
    return packet;
}

/** A consumer acquires a packet and releases it with a pending fence. */
static uint32_t return_pending(const Course *course, uint32_t consumer)
{
    const uint32_t packet = course_acquire(course, consumer);

    leave_fence(course, COURSE_CONSUMER(consumer), packet);
    course_release(course, consumer, packet);
    return packet;
}

/** What a wait for a fence says that another endpoint left, without waiting. */
static NvSciError state_of(const Course *course, uint32_t end, uint32_t packet, uint32_t other,
                           bool *cleared)
{
    const NvSciSyncFence none = NvSciSyncFenceInitializer;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciError status = NvSciError_Success;

    assert_status(NvSciStreamBlockPacketFenceGet(course_end(course, end),
                                                 course->packets[end][packet], other, 0U, &fence),
                  NvSciError_Success);
    status = NvSciSyncFenceWait(&fence, course->context, 0);
    *cleared = (memcmp(&fence, &none, sizeof(fence)) == 0);
    NvSciSyncFenceClear(&fence);
    return status;
}

static void expect_no_fence(const Course *course, uint32_t end, uint32_t packet, uint32_t other)
{
    bool cleared = false;

    assert_status(state_of(course, end, packet, other, &cleared), NvSciError_Success);
    assert_true(cleared);
}

static void expect_fence(const Course *course, uint32_t end, uint32_t packet, uint32_t other,
                         NvSciError state)
{
    bool cleared = true;

    assert_status(state_of(course, end, packet, other, &cleared), state);
    assert_false(cleared);
}

/** The producer has nothing to take. */
static void expect_none_home(const Course *course)
{
    NvSciStreamCookie cookie = 0U;

    assert_status(NvSciStreamProducerPacketGet(course_end(course, 0U), &cookie),
                  NvSciError_NoStreamPacket);
}

/* ---------------------------------------------------------------- making */

typedef NvSciError (*Create)(NvSciSyncModule const module, NvSciStreamBlock *const block);

static const Create g_creates[] = {NvSciStreamPresentSyncCreate, NvSciStreamReturnSyncCreate};

/**
 * A block that waits needs a module that lives and a place for its handle.
 * @verifies RF-STREAM-071
 */
static void making_a_block_that_waits_checks_its_arguments(void **state)
{
    const NvSciSyncModule module = open_module();
    const NvSciSyncModule stale = open_module();
    const PoolState pools = pools_now();

    (void)state;
    NvSciSyncModuleClose(stale);
    for (size_t i = 0U; i < COUNT_OF(g_creates); i++) {
        NvSciStreamBlock block = 7U;

        assert_status(g_creates[i](module, NULL), NvSciError_BadParameter);
        assert_status(g_creates[i](NULL, &block), NvSciError_BadParameter);
        assert_status(g_creates[i](stale, &block), NvSciError_BadParameter);
        assert_int_equal(block, 7U);
    }
    NvSciSyncModuleClose(module);
    assert_int_equal(pools_now().taken[RINGFENCE_POOL_SYNC_WAIT_CONTEXT],
                     pools.taken[RINGFENCE_POOL_SYNC_WAIT_CONTEXT]);
}

/**
 * What a block that waits has is given back with it, also if nothing was ever connected to it, and
 * it is made in INIT alone.
 * @verifies RF-STREAM-071
 */
static void a_block_that_waits_gives_all_back(void **state)
{
    const NvSciSyncModule module = open_module();

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_creates); i++) {
        const PoolState before = pools_now();
        NvSciStreamBlock block = 0U;

        for (uint32_t round = 0U; round < 20U; round++) {
            assert_status(g_creates[i](module, &block), NvSciError_Success);
            assert_int_equal(pools_now().taken[RINGFENCE_POOL_SYNC_WAIT_CONTEXT],
                             before.taken[RINGFENCE_POOL_SYNC_WAIT_CONTEXT] + 1U);
            assert_status(NvSciStreamBlockDelete(block), NvSciError_Success);
            assert_pools(&before);
        }
        go_to(RINGFENCE_PHASE_RUNTIME);
        assert_status(g_creates[i](module, &block), NvSciError_InvalidState);
        go_to(RINGFENCE_PHASE_INIT);
    }
    NvSciSyncModuleClose(module);
}

/**
 * Where contexts, lists or blocks are used up nothing is made and nothing stays.
 * @verifies RF-STREAM-071
 */
static void a_full_table_refuses_a_block_that_waits(void **state)
{
    static NvSciSyncCpuWaitContext contexts[RINGFENCE_CFG_SYNC_WAIT_CONTEXTS];
    static NvSciSyncAttrList lists[RINGFENCE_CFG_SYNC_LISTS];
    static NvSciStreamBlock blocks[RINGFENCE_CFG_STREAM_BLOCKS];
    const NvSciSyncModule module = open_module();
    const PoolState before = pools_now();
    NvSciStreamBlock block = 7U;

    (void)state;
    for (uint32_t i = 0U; i < RINGFENCE_CFG_SYNC_WAIT_CONTEXTS; i++) {
        contexts[i] = make_context(module);
    }
    assert_status(NvSciStreamPresentSyncCreate(module, &block), NvSciError_InsufficientMemory);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_SYNC_WAIT_CONTEXTS; i++) {
        NvSciSyncCpuWaitContextFree(contexts[i]);
    }
    for (uint32_t i = 0U; i < RINGFENCE_CFG_SYNC_LISTS; i++) {
        lists[i] = make_list(module);
    }
    assert_status(NvSciStreamReturnSyncCreate(module, &block), NvSciError_InsufficientMemory);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_SYNC_LISTS; i++) {
        NvSciSyncAttrListFree(lists[i]);
    }
    for (uint32_t i = 0U; i < RINGFENCE_CFG_STREAM_BLOCKS; i++) {
        assert_status(NvSciStreamFifoQueueCreate(&blocks[i]), NvSciError_Success);
    }
    assert_status(NvSciStreamPresentSyncCreate(module, &block), NvSciError_InsufficientMemory);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_STREAM_BLOCKS; i++) {
        assert_status(NvSciStreamBlockDelete(blocks[i]), NvSciError_Success);
    }
    assert_int_equal(block, 7U);
    assert_pools(&before);
    NvSciSyncModuleClose(module);
}

/* ---------------------------------------------------------------- what they need */

/** Asserts what an endpoint is told of those that wait: nobody, or one on the CPU. */
static void expect_waiter(const Course *course, uint32_t end, bool waits)
{
    NvSciSyncAttrList list = NULL;

    assert_status(NvSciStreamBlockElementWaiterAttrGet(course_end(course, end), 0U, &list),
                  NvSciError_Success);
    if (waits) {
        assert_non_null(list);
        assert_int_equal(NvSciSyncAttrListGetSlotCount(list), 1U);
        assert_int_equal(number_of(list, NvSciSyncAttrKey_NeedCpuAccess), 1U);
        assert_int_equal(number_of(list, NvSciSyncAttrKey_RequiredPerm),
                         NvSciSyncAccessPerm_WaitOnly);
        NvSciSyncAttrListFree(list);
    } else {
        assert_null(list);
    }
}

/**
 * A present-sync block adds a waiter with CPU access to what the producer is told, if each consumer
 * waits or is below such a block, and a return-sync block to what the consumers below it are told.
 * Without them nobody waits here.
 * @verifies RF-STREAM-074
 */
static void blocks_that_wait_ask_for_cpu_access(void **state)
{
    static const struct {
        const char *tree;
        bool waits[3];
    } cases[] = {{"2(FF)", {false, false, false}},
                 {"2(PF RF)", {false, false, true}},
                 {"P2(F RF)", {true, false, true}},
                 {"R2(F F)", {false, true, true}},
                 {"2(RF F)", {false, true, false}}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        const CourseShape shape = {.tree = cases[i].tree, .packets = 1U, .elements = 1U};
        Course course;

        course_plan(&course, &shape);
        course_go_to(&course, COURSE_PACKETS_ADMITTED);
        for (uint32_t end = 0U; end < 3U; end++) {
            assert_status(NvSciStreamBlockSetupStatusSet(course_end(&course, end),
                                                         NvSciStreamSetup_WaiterAttrExport, true),
                          NvSciError_Success);
        }
        for (uint32_t end = 0U; end < 3U; end++) {
            course_expect(course_end(&course, end), NvSciStreamEventType_WaiterAttr);
            expect_waiter(&course, end, cases[i].waits[end]);
        }
        course_close(&course);
    }
}

/* ---------------------------------------------------------------- waiting */

/**
 * A present-sync block passes packets on when their fences have expired, in their order and without
 * fences. A packet without fences waits for those before it, and for nothing else.
 * @verifies RF-STREAM-072
 */
static void presented_packets_wait_for_their_fences(void **state)
{
    const CourseShape shape = {.tree = "PF", .packets = 4U, .elements = 1U};
    Course course;

    (void)state;
    course_open(&course, &shape);
    assert_int_equal(course_send(&course), 0U);
    assert_int_equal(course_acquire(&course, 0U), 0U);
    assert_int_equal(send_pending(&course), 1U);
    assert_int_equal(course_send(&course), 2U);
    assert_int_equal(send_pending(&course), 3U);
    await_nothing(course_end(&course, 1U));
    course_expect_empty(&course, 0U);
    reach(&course, 0U);
    for (uint32_t packet = 1U; packet < 3U; packet++) {
        await(course_end(&course, 1U), NvSciStreamEventType_PacketReady);
        assert_int_equal(course_acquire(&course, 0U), packet);
        expect_no_fence(&course, 1U, packet, 0U);
    }
    await_nothing(course_end(&course, 1U));
    reach(&course, 0U);
    await(course_end(&course, 1U), NvSciStreamEventType_PacketReady);
    assert_int_equal(course_acquire(&course, 0U), 3U);
    expect_no_fence(&course, 1U, 3U, 0U);
    course_close(&course);
}

/**
 * A return-sync block passes packets on when the fences of all consumers below it have expired, in
 * the order in which they came back, and without these fences.
 * @verifies RF-STREAM-073
 */
static void returned_packets_wait_for_their_fences(void **state)
{
    const CourseShape shape = {.tree = "R2(FF)", .packets = 3U, .elements = 1U};
    Course course;

    (void)state;
    course_open(&course, &shape);
    take_first_events(&course);
    for (uint32_t i = 0U; i < 3U; i++) {
        assert_int_equal(send_pending(&course), i);
    }
    assert_int_equal(return_pending(&course, 0U), 0U);
    course_release(&course, 0U, course_acquire(&course, 0U));
    course_release(&course, 0U, course_acquire(&course, 0U));
    assert_int_equal(return_pending(&course, 1U), 0U);
    course_release(&course, 1U, course_acquire(&course, 1U));
    await_nothing(course_end(&course, 0U));
    reach(&course, COURSE_CONSUMER(1U));
    await_nothing(course_end(&course, 0U));
    expect_none_home(&course);
    reach(&course, COURSE_CONSUMER(0U));
    for (uint32_t packet = 0U; packet < 2U; packet++) {
        await(course_end(&course, 0U), NvSciStreamEventType_PacketReady);
        assert_int_equal(course_get(&course), packet);
        expect_no_fence(&course, 0U, packet, 0U);
        expect_no_fence(&course, 0U, packet, 1U);
    }
    /* One without fences passes at once, when nothing waits before it. */
    course_release(&course, 1U, course_acquire(&course, 1U));
    assert_int_equal(course_get(&course), 2U);
    course_close(&course);
}

/**
 * A block waits for the fences of all elements.
 * @verifies RF-STREAM-072
 */
static void fences_of_all_elements_are_waited_for(void **state)
{
    const CourseShape shape = {.tree = "PF", .packets = 1U, .elements = 3U};
    Course course;

    (void)state;
    course_open(&course, &shape);
    assert_int_equal(course_get(&course), 0U);
    leave_fence_of(&course, 0U, 0U, 0U, course.objects[0]);
    leave_fence_of(&course, 0U, 0U, 2U, course.objects[0]);
    course_present(&course, 0U);
    reach(&course, 0U);
    await_nothing(course_end(&course, 1U));
    reach(&course, 0U);
    await(course_end(&course, 1U), NvSciStreamEventType_PacketReady);
    course_close(&course);
}

/**
 * A consumer behind a limiter and a return-sync block that never signals holds up so many packets
 * as the limiter lets through, and no other consumer.
 * @verifies RF-STREAM-073
 */
static void who_never_signals_holds_up_its_own_packets(void **state)
{
    const CourseShape shape = {.tree = "2(L1RF F)", .packets = 2U, .elements = 1U};
    Course course;

    (void)state;
    course_open(&course, &shape);
    take_first_events(&course);
    assert_int_equal(course_send(&course), 0U);
    assert_int_equal(return_pending(&course, 0U), 0U);
    course_release(&course, 1U, course_acquire(&course, 1U));
    for (uint32_t round = 0U; round < 100U; round++) {
        assert_int_equal(course_send(&course), 1U);
        course_expect_empty(&course, 0U);
        assert_int_equal(course_acquire(&course, 1U), 1U);
        course_release(&course, 1U, 1U);
        course_expect(course_end(&course, 0U), NvSciStreamEventType_PacketReady);
    }
    reach(&course, COURSE_CONSUMER(0U));
    await(course_end(&course, 0U), NvSciStreamEventType_PacketReady);
    course_close(&course);
}

/**
 * In DEINIT nothing is waited for. When waiting is admitted again, packets go on.
 * @verifies RF-STREAM-072
 */
static void waiting_goes_on_when_the_phase_admits_it(void **state)
{
    const CourseShape shape = {.tree = "PF", .packets = 1U, .elements = 1U};
    Course course;

    (void)state;
    course_open(&course, &shape);
    go_to(RINGFENCE_PHASE_RUNTIME);
    assert_int_equal(send_pending(&course), 0U);
    reach(&course, 0U);
    await(course_end(&course, 1U), NvSciStreamEventType_PacketReady);
    course_release(&course, 0U, course_acquire(&course, 0U));
    assert_int_equal(send_pending(&course), 0U);
    go_to(RINGFENCE_PHASE_DEINIT);
    await_nothing(course_end(&course, 1U));
    go_to(RINGFENCE_PHASE_INIT);
    reach(&course, 0U);
    await(course_end(&course, 1U), NvSciStreamEventType_PacketReady);
    course_close(&course);
}

/* ---------------------------------------------------------------- deleting while it waits */

/**
 * A present-sync block that is deleted gives packets that wait in it back to the producer; nobody
 * below gets them, and all below are told.
 * @verifies RF-STREAM-075
 */
static void deleting_present_sync_returns_what_waits(void **state)
{
    const CourseShape shape = {.tree = "2(PL1F F)", .packets = 2U, .elements = 1U};
    Course course;

    (void)state;
    course_open(&course, &shape);
    take_first_events(&course);
    assert_int_equal(send_pending(&course), 0U);
    assert_int_equal(send_pending(&course), 1U);
    for (uint32_t i = 0U; i < 2U; i++) {
        course_release(&course, 1U, course_acquire(&course, 1U));
    }
    await_nothing(course_end(&course, 0U));
    course_delete(&course, first_of(&course, COURSE_PRESENT_SYNC));
    assert_int_equal(course_get(&course), 0U);
    assert_int_equal(course_get(&course), 1U);
    course_expect(course_end(&course, 1U), NvSciStreamEventType_Disconnected);
    course_present(&course, 0U);
    course_expect_empty(&course, 0U);
    assert_int_equal(course_acquire(&course, 1U), 0U);
    course_close(&course);
}

/**
 * A return-sync block that is deleted lets packets that wait in it go on with their fences, and
 * those that come back later too.
 * @verifies RF-STREAM-075
 */
static void deleting_return_sync_passes_what_waits(void **state)
{
    const CourseShape shape = {.tree = "2(RF F)", .packets = 2U, .elements = 1U};
    Course course;

    (void)state;
    course_open(&course, &shape);
    take_first_events(&course);
    for (uint32_t i = 0U; i < 2U; i++) {
        assert_int_equal(course_send(&course), i);
        course_release(&course, 1U, course_acquire(&course, 1U));
    }
    assert_int_equal(return_pending(&course, 0U), 0U);
    await_nothing(course_end(&course, 0U));
    course_delete(&course, first_of(&course, COURSE_RETURN_SYNC));
    assert_int_equal(return_pending(&course, 0U), 1U);
    for (uint32_t i = 0U; i < 2U; i++) {
        assert_int_equal(course_get(&course), i);
        expect_fence(&course, 0U, i, 0U, NvSciError_Timeout);
    }
    course_expect(course_end(&course, 1U), NvSciStreamEventType_Disconnected);
    course_close(&course);
}

/**
 * Blocks of all kinds are deleted in any order while packets wait in each block that waits.
 * @verifies RF-STREAM-075
 */
static void any_order_of_deleting_gives_all_back(void **state)
{
    static const char *const trees[] = {"PRF", "2(PF RF)", "P2(RPF L1RB)", "RPRF"};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(trees); i++) {
        for (uint32_t first = 0U; first < 12U; first++) {
            const CourseShape shape = {.tree = trees[i], .packets = 3U, .elements = 1U};
            const uint32_t faults = fault_count();
            Course course;

            course_open(&course, &shape);
            (void)send_pending(&course);
            (void)send_pending(&course);
            reach(&course, 0U);
            await(course_end(&course, 1U), NvSciStreamEventType_PacketReady);
            (void)return_pending(&course, 0U);
            for (uint32_t j = 0U; j < course.block_count; j++) {
                course_delete(&course, (first + (5U * j)) % course.block_count);
            }
            course_forget(&course);
            assert_int_equal(in_use_of_all(), 0U);
            assert_int_equal(fault_count(), faults);
        }
    }
}

/* ---------------------------------------------------------------- ends of others */

/**
 * Packets that waited for the fences of a consumer that is deleted go on at once, with these, and
 * those that waited on their way to it come back.
 * @verifies RF-STREAM-076
 */
static void the_end_of_a_consumer_ends_its_waits(void **state)
{
    const CourseShape shape = {.tree = "2(PL2RF F)", .packets = 3U, .elements = 1U};
    const uint32_t faults = fault_count();
    Course course;

    (void)state;
    course_open(&course, &shape);
    take_first_events(&course);
    for (uint32_t i = 0U; i < 3U; i++) {
        assert_int_equal(send_pending(&course), i);
    }
    reach(&course, 0U);
    await(course_end(&course, 1U), NvSciStreamEventType_PacketReady);
    assert_int_equal(return_pending(&course, 0U), 0U);
    for (uint32_t i = 0U; i < 3U; i++) {
        course_release(&course, 1U, course_acquire(&course, 1U));
    }
    expect_none_home(&course);
    course_delete(&course, course.ends[1]);
    for (uint32_t i = 0U; i < 3U; i++) {
        const uint32_t packet = course_get(&course);

        if (packet == 0U) {
            expect_fence(&course, 0U, packet, 0U, NvSciError_Timeout);
        } else {
            expect_no_fence(&course, 0U, packet, 0U);
        }
    }
    assert_int_equal(fault_count(), faults);
    course_close(&course);
}

/**
 * A producer that does not wait gets a packet when the fences of a consumer that was deleted have
 * expired: before, and behind, another one that holds it.
 * @verifies RF-STREAM-220
 */
static void a_producer_without_a_list_is_waited_for(void **state)
{
    const CourseShape shape = {
        .tree = "R2(FF)", .packets = 2U, .elements = 1U, .without_list = 0x1U};
    const uint32_t faults = fault_count();
    Course course;

    (void)state;
    course_open(&course, &shape);
    take_first_events(&course);
    for (uint32_t i = 0U; i < 2U; i++) {
        assert_int_equal(send_pending(&course), i);
        assert_int_equal(return_pending(&course, 0U), i);
        assert_int_equal(course_acquire(&course, 1U), i);
    }
    course_release(&course, 1U, 0U);
    course_delete(&course, course.ends[1]);
    course_release(&course, 1U, 1U);
    await_nothing(course_end(&course, 0U));
    expect_none_home(&course);
    for (uint32_t i = 0U; i < 2U; i++) {
        reach(&course, COURSE_CONSUMER(0U));
        await(course_end(&course, 0U), NvSciStreamEventType_PacketReady);
        assert_int_equal(course_get(&course), i);
        expect_no_fence(&course, 0U, i, 0U);
    }
    assert_int_equal(fault_count(), faults);
    course_close(&course);
}

/**
 * Of two consumers behind a block that waits the other one gets what is presented, and packets go
 * on when its own fences have expired.
 * @verifies RF-STREAM-076
 */
static void the_end_of_one_consumer_leaves_the_other(void **state)
{
    const CourseShape shape = {.tree = "PR2(L1FF)", .packets = 2U, .elements = 1U};
    const uint32_t faults = fault_count();
    Course course;

    (void)state;
    course_open(&course, &shape);
    take_first_events(&course);
    assert_int_equal(send_pending(&course), 0U);
    assert_int_equal(send_pending(&course), 1U);
    reach(&course, 0U);
    await(course_end(&course, 1U), NvSciStreamEventType_PacketReady);
    await(course_end(&course, 2U), NvSciStreamEventType_PacketReady);
    assert_int_equal(return_pending(&course, 0U), 0U);
    assert_int_equal(return_pending(&course, 1U), 0U);
    course_delete(&course, course.ends[1]);
    await_nothing(course_end(&course, 0U));
    reach(&course, COURSE_CONSUMER(1U));
    await(course_end(&course, 0U), NvSciStreamEventType_PacketReady);
    assert_int_equal(course_get(&course), 0U);
    reach(&course, 0U);
    await(course_end(&course, 2U), NvSciStreamEventType_PacketReady);
    assert_int_equal(course_acquire(&course, 1U), 1U);
    course_release(&course, 1U, 1U);
    assert_int_equal(course_get(&course), 1U);
    assert_int_equal(fault_count(), faults);
    course_close(&course);
}

/**
 * A block that is deleted between one that waits and its consumers turns packets back that have not
 * come to it.
 * @verifies RF-STREAM-076
 */
static void a_block_that_is_gone_gets_no_packets(void **state)
{
    const CourseShape shape = {.tree = "2(P2(L1F F) F)", .packets = 1U, .elements = 1U};
    const uint32_t faults = fault_count();
    uint32_t inner = COURSE_NONE;
    Course course;

    (void)state;
    course_open(&course, &shape);
    take_first_events(&course);
    inner = course.blocks[first_of(&course, COURSE_LIMITER)].up;
    assert_int_equal(send_pending(&course), 0U);
    course_release(&course, 2U, course_acquire(&course, 2U));
    course_delete(&course, first_of(&course, COURSE_LIMITER));
    course_expect(course_end(&course, 1U), NvSciStreamEventType_Disconnected);
    reach(&course, 0U);
    await(course_end(&course, 2U), NvSciStreamEventType_PacketReady);
    course_expect_empty(&course, 0U);
    course_release(&course, 1U, course_acquire(&course, 1U));
    assert_int_equal(course_get(&course), 0U);
    leave_fence(&course, 0U, 0U);
    course_present(&course, 0U);
    course_release(&course, 2U, course_acquire(&course, 2U));
    course_delete(&course, inner);
    course_expect(course_end(&course, 2U), NvSciStreamEventType_Disconnected);
    assert_int_equal(course_get(&course), 0U);
    assert_int_equal(fault_count(), faults);
    course_close(&course);
}

/**
 * When the producer is deleted, what it presented still comes to the consumers once the fences have
 * expired. They are told of the end after that.
 * @verifies RF-STREAM-077
 */
static void the_end_comes_after_what_waits(void **state)
{
    const CourseShape shape = {.tree = "P2(F L1F)", .packets = 2U, .elements = 1U};
    Course course;

    (void)state;
    course_open(&course, &shape);
    (void)send_pending(&course);
    (void)send_pending(&course);
    course_delete(&course, course.ends[0]);
    await_nothing(course_end(&course, 1U));
    reach(&course, 0U);
    for (uint32_t i = 0U; i < 2U; i++) {
        await(course_end(&course, 1U + i), NvSciStreamEventType_PacketReady);
        assert_int_equal(course_acquire(&course, i), 0U);
    }
    await_nothing(course_end(&course, 1U));
    await_nothing(course_end(&course, 2U));
    /* The limiter keeps the second one from the second consumer, which has nothing to wait for. */
    reach(&course, 0U);
    await(course_end(&course, 2U), NvSciStreamEventType_Disconnected);
    await(course_end(&course, 1U), NvSciStreamEventType_PacketReady);
    assert_int_equal(course_acquire(&course, 0U), 1U);
    course_expect(course_end(&course, 1U), NvSciStreamEventType_Disconnected);
    course_close(&course);
}

/**
 * A return-sync block is told that nothing comes any more while a consumer below it has not
 * signalled; so is all else. What it waits for is given up with it.
 * @verifies RF-STREAM-156
 */
static void who_waits_for_consumers_is_told_of_the_end(void **state)
{
    const CourseShape shape = {.tree = "2(L1RF F)", .packets = 2U, .elements = 1U};
    Course course;

    (void)state;
    course_open(&course, &shape);
    take_first_events(&course);
    assert_int_equal(course_send(&course), 0U);
    course_release(&course, 1U, course_acquire(&course, 1U));
    assert_int_equal(return_pending(&course, 0U), 0U);
    course_delete(&course, course.ends[0]);
    await(block_of(&course, COURSE_RETURN_SYNC), NvSciStreamEventType_Disconnected);
    await_nothing(block_of(&course, COURSE_RETURN_SYNC));
    await(course_end(&course, 1U), NvSciStreamEventType_Disconnected);
    await(course_end(&course, 2U), NvSciStreamEventType_Disconnected);
    course_close(&course);
}

/** Makes an object one that another process signals; gives the end that keeps that one alive. */
static int32_t leave_to_another_process(NvSciSyncObj handle)
{
    SyncObject *const object = object_of(handle);
    PortLiveness life = {-1, -1};

    assert_int_equal(port_liveness_make(&life), PORT_OK);
    object->parts.life.watch = life.watch;
    port_store32(&object->shared, 1U);
    port_store32(&object->watched, 1U);
    return life.keep;
}

/** A packet goes on with a fence that cannot be waited for, and the block has the error. */
static void expect_gone_on(const Course *course, uint32_t packet, NvSciError error,
                           NvSciError state)
{
    NvSciError told = NvSciError_Success;

    await(course_end(course, 1U), NvSciStreamEventType_PacketReady);
    assert_int_equal(course_acquire(course, 0U), packet);
    expect_fence(course, 1U, packet, 0U, state);
    await(block_of(course, COURSE_PRESENT_SYNC), NvSciStreamEventType_Error);
    assert_status(NvSciStreamBlockErrorGet(block_of(course, COURSE_PRESENT_SYNC), &told),
                  NvSciError_Success);
    assert_status(told, error);
    course_release(course, 0U, packet);
}

/**
 * When the process ends that signals a fence, the packet goes on with it, and the block gets the
 * error. Packets behind it follow.
 * @verifies RF-STREAM-078
 */
static void a_producer_that_dies_does_not_keep_packets(void **state)
{
    const CourseShape shape = {.tree = "PF", .packets = 2U, .elements = 1U};
    Course course;
    int32_t keep = -1;

    (void)state;
    course_open(&course, &shape);
    keep = leave_to_another_process(course.objects[0]);
    assert_int_equal(send_pending(&course), 0U);
    assert_int_equal(course_send(&course), 1U);
    await_nothing(course_end(&course, 1U));
    ringfence_port_descriptor_close(keep);
    expect_gone_on(&course, 0U, NvSciError_NoSuchProcess, NvSciError_NoSuchProcess);
    await(course_end(&course, 1U), NvSciStreamEventType_PacketReady);
    assert_int_equal(course_acquire(&course, 0U), 1U);
    course_close(&course);
}

/**
 * A consumer that does not wait gets no packet whose producer died before it was done; one that
 * waits beside it is told.
 * @verifies RF-STREAM-226
 */
static void who_does_not_wait_gets_nothing_of_the_dead(void **state)
{
    const CourseShape shape = {
        .tree = "P2(FF)", .packets = 2U, .elements = 1U, .without_list = 0x4U};
    Course course;
    int32_t keep = -1;

    (void)state;
    course_open(&course, &shape);
    take_first_events(&course);
    keep = leave_to_another_process(course.objects[0]);
    assert_int_equal(send_pending(&course), 0U);
    assert_int_equal(course_send(&course), 1U);
    ringfence_port_descriptor_close(keep);
    expect_gone_on(&course, 0U, NvSciError_NoSuchProcess, NvSciError_NoSuchProcess);
    await(course_end(&course, 0U), NvSciStreamEventType_PacketReady);
    await(course_end(&course, 2U), NvSciStreamEventType_PacketReady);
    assert_int_equal(course_acquire(&course, 1U), 1U);
    course_expect_empty(&course, 1U);
    assert_int_equal(course_get(&course), 0U);
    course_close(&course);
}

/* ---------------------------------------------------------------- threads */

#define ROUNDS 3000U

/** A consumer of a stream in a thread of its own. */
typedef struct {
    const Course *course;
    uint32_t consumer;
    /** Each packet must come, and none of them with a fence. */
    bool sees_all;
    uint32_t taken;
    /** Line of the first thing that was wrong; 0: none. */
    int wrong;
} Player;

/** What the producer writes of each packet: its round. */
static PortAtomic32 g_written[COURSE_PACKETS];

#define PLAY(condition)                                                                            \
    do {                                                                                           \
        if ((!(condition)) && (player->wrong == 0)) {                                              \
            player->wrong = __LINE__;                                                              \
        }                                                                                          \
    } while (0)

/** Takes a packet, looks at it, and returns it with a fence that is signalled after. */
static void play_once(Player *player, uint32_t *last)
{
    const NvSciSyncFence none = NvSciSyncFenceInitializer;
    const uint32_t end = COURSE_CONSUMER(player->consumer);
    const NvSciStreamBlock block = course_end(player->course, end);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciStreamCookie cookie = 0U;
    uint32_t packet = 0U;
    uint32_t round = 0U;

    PLAY(NvSciStreamConsumerPacketAcquire(block, &cookie) == NvSciError_Success);
    packet = (uint32_t)(cookie - course_cookie(end, 0U)) % COURSE_PACKETS;
    PLAY(NvSciStreamBlockPacketFenceGet(block, player->course->packets[end][packet], 0U, 0U,
                                        &fence) == NvSciError_Success);
    PLAY(memcmp(&fence, &none, sizeof(fence)) == 0);
    round = port_load32_relaxed(&g_written[packet]);
    PLAY(player->sees_all ? (round == (*last + 1U)) : (round > *last));
    *last = round;
    PLAY(NvSciSyncObjGenerateFence(player->course->objects[end], &fence) == NvSciError_Success);
    PLAY(NvSciStreamBlockPacketFenceSet(block, player->course->packets[end][packet], 0U, &fence) ==
         NvSciError_Success);
    PLAY(NvSciStreamConsumerPacketRelease(block, player->course->packets[end][packet]) ==
         NvSciError_Success);
    PLAY(NvSciSyncObjSignal(player->course->objects[end]) == NvSciError_Success);
    NvSciSyncFenceClear(&fence);
    player->taken++;
}

static void *play(void *argument)
{
    Player *const player = argument;
    const NvSciStreamBlock block = course_end(player->course, COURSE_CONSUMER(player->consumer));
    NvSciStreamEventType event = NvSciStreamEventType_PacketReady;
    uint32_t last = 0U;

    while (event == NvSciStreamEventType_PacketReady) {
        if (NvSciStreamBlockEventQuery(block, SOON_US, &event) != NvSciError_Success) {
            PLAY(false);
            event = NvSciStreamEventType_Error;
        }
        if (event == NvSciStreamEventType_PacketReady) {
            play_once(player, &last);
        }
    }
    PLAY(event == NvSciStreamEventType_Disconnected);
    return NULL;
}

/** The producer sends so many packets, which are written after they were presented. */
static void produce(const Course *course)
{
    const NvSciStreamBlock block = course_end(course, 0U);

    for (uint32_t round = 1U; round <= ROUNDS; round++) {
        uint32_t packet = 0U;

        await(block, NvSciStreamEventType_PacketReady);
        packet = course_get(course);
        for (uint32_t i = 0U; i < course->consumers; i++) {
            expect_no_fence(course, 0U, packet, i);
        }
        leave_fence(course, 0U, packet);
        course_present(course, packet);
        port_store32_relaxed(&g_written[packet], round);
        reach(course, 0U);
    }
    for (uint32_t i = 0U; i < course->shape.packets; i++) {
        await(block, NvSciStreamEventType_PacketReady);
        (void)course_get(course);
    }
}

/**
 * With threads that write after presenting and read before they signal, nobody sees a packet that
 * is not written, nor a fence; each consumer sees packets in their order.
 * @verifies RF-STREAM-072
 * @verifies RF-STREAM-073
 */
static void threads_see_what_was_waited_for(void **state)
{
    static const struct {
        const char *tree;
        uint32_t consumers;
        bool sees_all[3];
    } cases[] = {{"PRF", 1U, {true}},
                 {"P2(RF RL2RF)", 2U, {true, false}},
                 {"3(PRF PL1RF PRB)", 3U, {true, false, false}},
                 {"PP2(RRPF RF)", 2U, {true, true}}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        const CourseShape shape = {.tree = cases[i].tree, .packets = 4U, .elements = 1U};
        const uint32_t faults = fault_count();
        Player players[3];
        pthread_t threads[3];
        Course course;

        course_open(&course, &shape);
        go_to(RINGFENCE_PHASE_RUNTIME);
        for (uint32_t j = 0U; j < cases[i].consumers; j++) {
            players[j] =
                (Player){.course = &course, .consumer = j, .sees_all = cases[i].sees_all[j]};
            assert_int_equal(pthread_create(&threads[j], NULL, play, &players[j]), 0);
        }
        produce(&course);
        go_to(RINGFENCE_PHASE_DEINIT);
        course_delete(&course, course.ends[0]);
        for (uint32_t j = 0U; j < cases[i].consumers; j++) {
            assert_int_equal(pthread_join(threads[j], NULL), 0);
            assert_int_equal(players[j].wrong, 0);
            assert_in_range(players[j].taken, cases[i].sees_all[j] ? ROUNDS : 1U, ROUNDS);
        }
        assert_int_equal(fault_count(), faults);
        course_close(&course);
        go_to(RINGFENCE_PHASE_INIT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        sync_test(making_a_block_that_waits_checks_its_arguments),
        sync_test(a_block_that_waits_gives_all_back),
        sync_test(a_full_table_refuses_a_block_that_waits),
        sync_test(blocks_that_wait_ask_for_cpu_access),
        sync_test(presented_packets_wait_for_their_fences),
        sync_test(returned_packets_wait_for_their_fences),
        sync_test(fences_of_all_elements_are_waited_for),
        sync_test(who_never_signals_holds_up_its_own_packets),
        sync_test(waiting_goes_on_when_the_phase_admits_it),
        sync_test(deleting_present_sync_returns_what_waits),
        sync_test(deleting_return_sync_passes_what_waits),
        sync_test(any_order_of_deleting_gives_all_back),
        sync_test(the_end_of_a_consumer_ends_its_waits),
        sync_test(a_producer_without_a_list_is_waited_for),
        sync_test(the_end_of_one_consumer_leaves_the_other),
        sync_test(a_block_that_is_gone_gets_no_packets),
        sync_test(the_end_comes_after_what_waits),
        sync_test(who_waits_for_consumers_is_told_of_the_end),
        sync_test(a_producer_that_dies_does_not_keep_packets),
        sync_test(who_does_not_wait_gets_nothing_of_the_dead),
        sync_test(threads_see_what_was_waited_for),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
