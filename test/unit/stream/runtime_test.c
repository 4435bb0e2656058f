/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file runtime_test.c
 * Streams in the phases: packets move in RUNTIME, nothing is taken from a table, and the system is
 * not called while nobody sleeps.
 */
#define _GNU_SOURCE

#include <linux/seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "port/atomic.h"
#include "stream_course.h"

/** One packet through a stream and back, with a fence of each endpoint for each element; says
 * whether all went well. Nothing is asserted: the process may not be able to say so. */
static bool goes_round(const Course *course, NvSciSyncFence *fence)
{
    const NvSciStreamBlock producer = course_end(course, 0U);
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    NvSciStreamCookie cookie = 0U;
    NvSciStreamPacket packet = 0U;
    bool fine = (NvSciStreamBlockEventQuery(producer, -1, &event) == NvSciError_Success) &&
                (event == NvSciStreamEventType_PacketReady) &&
                (NvSciStreamProducerPacketGet(producer, &cookie) == NvSciError_Success);

    if (fine) {
        packet = course->packets[0][cookie - course_cookie(0U, 0U)];
        for (uint32_t i = 0U; i < course->consumers; i++) {
            fine = fine && (NvSciStreamBlockPacketFenceGet(producer, packet, i, 0U, fence) ==
                            NvSciError_Success);
        }
        fine =
            fine && (NvSciSyncObjGenerateFence(course->objects[0], fence) == NvSciError_Success) &&
            (NvSciStreamBlockPacketFenceSet(producer, packet, 0U, fence) == NvSciError_Success) &&
            (NvSciStreamProducerPacketPresent(producer, packet) == NvSciError_Success) &&
            (NvSciSyncObjSignal(course->objects[0]) == NvSciError_Success);
    }
    for (uint32_t i = 1U; fine && (i <= course->consumers); i++) {
        const NvSciStreamBlock end = course_end(course, i);

        fine = (NvSciStreamBlockEventQuery(end, 0, &event) == NvSciError_Success) &&
               (event == NvSciStreamEventType_PacketReady) &&
               (NvSciStreamBlockEventQuery(end, 0, &event) == NvSciError_Timeout) &&
               (NvSciStreamConsumerPacketAcquire(end, &cookie) == NvSciError_Success);
        packet = course->packets[i][cookie - course_cookie(i, 0U)];
        fine = fine &&
               (NvSciStreamBlockPacketFenceGet(end, packet, 0U, 0U, fence) == NvSciError_Success) &&
               (NvSciSyncFenceWait(fence, course->context, -1) == NvSciError_Success) &&
               (NvSciSyncObjGenerateFence(course->objects[i], fence) == NvSciError_Success) &&
               (NvSciStreamBlockPacketFenceSet(end, packet, 0U, fence) == NvSciError_Success) &&
               (NvSciStreamConsumerPacketRelease(end, packet) == NvSciError_Success) &&
               (NvSciSyncObjSignal(course->objects[i]) == NvSciError_Success);
    }
    return fine;
}

/**
 * In RUNTIME packets go round, and no table has more or less taken than before.
 * @verifies RF-STREAM-065
 */
static void packets_move_in_runtime(void **state)
{
    const CourseShape shape = {.tree = "3(F 2(FL3F) F)", .packets = 4U, .elements = 2U};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    RingfencePoolUsage before[RINGFENCE_POOL_COUNT];
    Course course;

    (void)state;
    course_open(&course, &shape);
    go_to(RINGFENCE_PHASE_RUNTIME);
    for (uint32_t p = 0U; p < (uint32_t)RINGFENCE_POOL_COUNT; p++) {
        assert_status(RingfenceGetPoolUsage((RingfencePool)p, &before[p]), NvSciError_Success);
    }
    for (uint32_t i = 0U; i < 1000U; i++) {
        assert_true(goes_round(&course, &fence));
    }
    for (uint32_t p = 0U; p < (uint32_t)RINGFENCE_POOL_COUNT; p++) {
        RingfencePoolUsage now;

        assert_status(RingfenceGetPoolUsage((RingfencePool)p, &now), NvSciError_Success);
        assert_int_equal(now.inUse, before[p].inUse);
        assert_int_equal(now.highWater, before[p].highWater);
        assert_int_equal(now.exhausted, before[p].exhausted);
    }
    NvSciSyncFenceClear(&fence);
    go_to(RINGFENCE_PHASE_DEINIT);
    course_close(&course);
    go_to_init();
}

/* ---------------------------------------------------------------- refusals */

/** Calls of setup, on blocks that are set up. */
static NvSciError call_of_setup(const Course *course, uint32_t call)
{
    const NvSciStreamBlock pool = course->blocks[0].block;
    const NvSciStreamBlock producer = course_end(course, 0U);
    const NvSciStreamBlock consumer = course_end(course, 1U);
    NvSciStreamBlock block = 0U;
    NvSciStreamPacket packet = 0U;
    NvSciStreamCookie cookie = 0U;
    uint32_t number = 0U;
    bool flag = false;
    NvSciError status = NvSciError_Success;

    switch (call) {
    case 0:
        return NvSciStreamStaticPoolCreate(1U, &block);
    case 1:
        return NvSciStreamFifoQueueCreate(&block);
    case 2:
        return NvSciStreamMailboxQueueCreate(&block);
    case 3:
        return NvSciStreamMulticastCreate(1U, &block);
    case 4:
        return NvSciStreamLimiterCreate(1U, &block);
    case 5:
        return NvSciStreamProducerCreate(pool, &block);
    case 6:
        return NvSciStreamConsumerCreate(pool, &block);
    case 7:
        return NvSciStreamBlockConnect(producer, consumer);
    case 8:
        return NvSciStreamBlockSetupStatusSet(producer, NvSciStreamSetup_ElementExport, true);
    case 9:
        return NvSciStreamBlockElementAttrSet(producer, 1U, course->lists[0]);
    case 10:
        return NvSciStreamBlockElementCountGet(pool, NvSciStreamBlockType_Producer, &number);
    case 11:
        return NvSciStreamBlockElementUsageSet(consumer, 0U, true);
    case 12:
        return NvSciStreamBlockElementNotVisible(pool, 1U, 0U);
    case 13:
        return NvSciStreamPoolPacketCreate(pool, 99U, &packet);
    case 14:
        return NvSciStreamPoolPacketComplete(pool, course->made[0]);
    case 15:
        return NvSciStreamPoolPacketDelete(pool, course->made[0]);
    case 16:
        return NvSciStreamBlockPacketNewHandleGet(producer, &packet);
    case 17:
        return NvSciStreamBlockPacketOldCookieGet(producer, &cookie);
    case 18:
        return NvSciStreamBlockPacketStatusSet(producer, course->packets[0][0], 9U, status);
    case 19:
        return NvSciStreamPoolPacketStatusAcceptGet(pool, course->made[0], &flag);
    case 20:
        return NvSciStreamBlockElementWaiterAttrSet(producer, 0U, NULL);
    case 21:
        return NvSciStreamBlockElementSignalObjSet(producer, 0U, NULL);
    case 22:
        return NvSciStreamBlockConsumerCountGet(producer, &number);
    default:
        return NvSciStreamConsumerIndexGet(consumer, &number);
    }
}

#define CALLS_OF_SETUP 24U

/** Calls of streaming. */
static NvSciError call_of_streaming(const Course *course, uint32_t call)
{
    const NvSciStreamBlock producer = course_end(course, 0U);
    const NvSciStreamBlock consumer = course_end(course, 1U);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciStreamCookie cookie = 0U;
    NvSciError error = NvSciError_Success;

    switch (call) {
    case 0:
        return NvSciStreamProducerPacketGet(producer, &cookie);
    case 1:
        return NvSciStreamProducerPacketPresent(producer, course->packets[0][0]);
    case 2:
        return NvSciStreamConsumerPacketAcquire(consumer, &cookie);
    case 3:
        return NvSciStreamConsumerPacketRelease(consumer, course->packets[1][0]);
    case 4:
        return NvSciStreamBlockPacketFenceSet(producer, course->packets[0][0], 0U, &fence);
    case 5:
        return NvSciStreamBlockPacketFenceGet(producer, course->packets[0][0], 0U, 0U, &fence);
    default:
        return NvSciStreamBlockErrorGet(producer, &error);
    }
}

#define CALLS_OF_STREAMING 7U

/** Asserts that a call is refused for the phase, and counted. */
static void expect_refused(const Course *course,
                           NvSciError (*call)(const Course *course, uint32_t number),
                           uint32_t number)
{
    RingfenceRefusal before;
    RingfenceRefusal after;

    assert_status(RingfenceGetLastRefusal(&before), NvSciError_Success);
    assert_status(call(course, number), NvSciError_InvalidState);
    assert_status(RingfenceGetLastRefusal(&after), NvSciError_Success);
    assert_int_equal(after.total, before.total + 1U);
    assert_int_equal(after.phase, RingfenceCurrentPhase());
}

/**
 * Setup is refused in RUNTIME and in DEINIT, streaming in DEINIT, deleting in RUNTIME; refused
 * calls are counted and change nothing. Events are given in each phase.
 * @verifies RF-STREAM-014
 */
static void phases_admit_what_they_are_for(void **state)
{
    const CourseShape shape = {.tree = "F", .packets = 2U, .elements = 1U};
    PoolState before;
    Course course;

    (void)state;
    course_open(&course, &shape);
    before = pools_now();
    go_to(RINGFENCE_PHASE_RUNTIME);
    for (uint32_t i = 0U; i < CALLS_OF_SETUP; i++) {
        expect_refused(&course, call_of_setup, i);
    }
    assert_status(NvSciStreamBlockDelete(course_end(&course, 0U)), NvSciError_InvalidState);
    assert_pools(&before);
    course_expect(course_end(&course, 0U), NvSciStreamEventType_PacketReady);
    assert_int_equal(course_send(&course), 0U);
    course_expect(course_end(&course, 1U), NvSciStreamEventType_PacketReady);
    go_to(RINGFENCE_PHASE_DEINIT);
    for (uint32_t i = 0U; i < CALLS_OF_SETUP; i++) {
        expect_refused(&course, call_of_setup, i);
    }
    for (uint32_t i = 0U; i < CALLS_OF_STREAMING; i++) {
        expect_refused(&course, call_of_streaming, i);
    }
    assert_pools(&before);
    course_expect(course_end(&course, 0U), NvSciStreamEventType_PacketReady);
    course_close(&course);
    go_to_init();
}

/* ---------------------------------------------------------------- no system call */

/** Runs in a process that may do nothing but compute: any other system call ends it. */
static void compute_only(const Course *course, bool sleeps, PortAtomic32 *done)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    bool fine = (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) == 0);

    for (uint32_t i = 0U; fine && (i < 2000U); i++) {
        fine = goes_round(course, &fence);
    }
    if (sleeps) {
        /* Finds nothing and sleeps: this needs the system. */
        fine = fine && (NvSciStreamBlockEventQuery(course_end(course, 1U), 1000, &event) ==
                        NvSciError_Timeout);
    }
    port_store32(done, fine ? 1U : 2U);
    (void)syscall(SYS_exit, 0);
}

/** Says whether the loop came to its end without a system call. */
static bool computes_to_the_end(const Course *course, bool sleeps)
{
    PortAtomic32 *const done =
        mmap(NULL, 4096U, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const struct timespec pause = {.tv_nsec = 10000000};
    bool finished = false;
    bool ended = false;
    pid_t child;
    int status = 0;

    assert_ptr_not_equal(done, MAP_FAILED);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        compute_only(course, sleeps, done);
    }
    for (uint32_t i = 0U; (i < 1500U) && (port_load32(done) == 0U) && (!ended); i++) {
        ended = (waitpid(child, &status, WNOHANG) == child);
        (void)nanosleep(&pause, NULL);
    }
    if (!ended) {
        /* A sanitizer's own thread may keep the process alive. */
        assert_int_equal(kill(child, SIGKILL), 0);
        assert_int_equal(waitpid(child, &status, 0), child);
    }
    assert_int_not_equal(port_load32(done), 2U);
    finished = (port_load32(done) == 1U);
    assert_int_equal(munmap(done, 4096U), 0);
    return finished;
}

/**
 * Packets go round with events and fences without a system call while nobody sleeps, in INIT and in
 * RUNTIME; a query that finds nothing and waits makes one, which shows that the guard works.
 * @verifies RF-STREAM-065
 */
static void streaming_makes_no_system_call(void **state)
{
    const CourseShape shape = {.tree = "3(F 2(FL3F) B)", .packets = 4U, .elements = 2U};
    Course course;

    (void)state;
    course_open(&course, &shape);
    assert_true(computes_to_the_end(&course, false));
    go_to(RINGFENCE_PHASE_RUNTIME);
    assert_true(computes_to_the_end(&course, false));
    assert_false(computes_to_the_end(&course, true));
    go_to(RINGFENCE_PHASE_DEINIT);
    course_close(&course);
    go_to_init();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        sync_test(packets_move_in_runtime),
        sync_test(phases_admit_what_they_are_for),
        sync_test(streaming_makes_no_system_call),
    };

    return cmocka_run_group_tests_name("stream/runtime", tests, NULL, NULL);
}
