/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sync_test.c
 * Every call out of the library fails in turn: the error is clean, nothing is left, and the next
 * try works.
 */
#define _GNU_SOURCE

#include "sync_inside.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>

#include "fault.h"
#include "port/descriptor.h"
#include "port/wait.h"

/** What was open and taken before a scenario. */
typedef struct {
    PoolState pools;
    uint32_t descriptors;
    uint32_t mappings;
} Open;

static Open open_now(void)
{
    const Open open = {pools_now(), fault_open_descriptors(), fault_open_mappings()};

    return open;
}

static void assert_open(const Open *before)
{
    assert_pools(&before->pools);
    assert_int_equal(fault_open_descriptors(), before->descriptors);
    assert_int_equal(fault_open_mappings(), before->mappings);
}

/** Error that a failing call must give. */
static NvSciError expected_error(int error)
{
    const bool memory = (error == ENOMEM) || (strcmp(fault_name(), "sysinfo") == 0);

    return memory ? NvSciError_InsufficientMemory : NvSciError_ResourceError;
}

/** Makes an object of an unreconciled list. */
typedef NvSciError (*Scenario)(NvSciSyncAttrList list, NvSciSyncObj *made);

static NvSciError allocate(NvSciSyncAttrList list, NvSciSyncObj *made)
{
    NvSciSyncAttrList reconciled = NULL;
    NvSciSyncAttrList conflict = NULL;
    NvSciError status = NvSciError_Unknown;

    assert_status(NvSciSyncAttrListReconcile(&list, 1U, &reconciled, &conflict),
                  NvSciError_Success);
    status = NvSciSyncObjAlloc(reconciled, made);
    NvSciSyncAttrListFree(reconciled);
    return status;
}

static NvSciError reconcile_and_allocate(NvSciSyncAttrList list, NvSciSyncObj *made)
{
    NvSciSyncAttrList conflict = list;
    const NvSciError status = NvSciSyncAttrListReconcileAndObjAlloc(&list, 1U, made, &conflict);

    assert_null(conflict);
    return status;
}

/** Runs a scenario until none of its calls is left to fail; gives how many failed. */
static uint32_t fail_each_call(Scenario scenario, int error)
{
    bool failed = true;
    uint32_t n = 0U;

    while (failed) {
        Scene scene = scene_open((Traits){.timestamps = true});
        const NvSciSyncAttrList list =
            make_perm_list(scene.module, NvSciSyncAccessPerm_WaitSignal, true);
        NvSciSyncObj made = NULL;
        const Open before = open_now();
        NvSciError status = NvSciError_Unknown;

        n++;
        fault_arm(n, error);
        status = scenario(list, &made);
        failed = fault_disarm();
        if (failed) {
            assert_status(status, expected_error(error));
            assert_null(made);
            assert_open(&before);
            assert_status(NvSciSyncObjValidate(scene.object), NvSciError_Success);
            status = scenario(list, &made);
        }
        assert_status(status, NvSciError_Success);
        assert_status(NvSciSyncObjSignal(made), NvSciError_Success);
        NvSciSyncObjFree(made);
        assert_open(&before);
        NvSciSyncAttrListFree(list);
        scene_close(&scene);
    }
    return n - 1U;
}

/**
 * Allocating: eighteen calls may fail, each with each error.
 * @verifies RF-SYNC-088
 */
static void allocating_survives_each_failure(void **state)
{
    static const int errors[] = {ENOMEM, EMFILE, EPERM};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(errors); i++) {
        assert_int_equal(fail_each_call(allocate, errors[i]), 18U);
        assert_int_equal(fail_each_call(reconcile_and_allocate, errors[i]), 18U);
    }
}

/** Object that a wait is about, and the sleeps so far. */
static NvSciSyncObj g_awaited;
static uint32_t g_sleeps;

/** Wakes the first sleep without cause, and signals before the second. */
static void wake_then_signal(void)
{
    g_sleeps++;
    if (g_sleeps == 1U) {
        (void)port_add32(&object_of(g_awaited)->waiters->wakeups, 1U);
    } else if (g_sleeps == 2U) {
        assert_status(NvSciSyncObjSignal(g_awaited), NvSciError_Success);
    } else {
        /* The fence has expired. */
    }
}

/** Calls of a wait that wakes once without cause. */
enum {
    CALL_FIRST_SLEEP = 1,
    CALL_FIRST_FUTEX,
    CALL_SECOND_SLEEP,
    CALL_WAKE_OF_SIGNAL,
    CALL_SECOND_FUTEX,
    CALL_NONE
};

/** The last fault names the call of a function that the system refused. */
static void assert_told(const char *function, const char *call, int error)
{
    RingfenceFault fault;

    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_CALL_REFUSED);
    assert_string_equal(fault.function, function);
    assert_string_equal(fault.limit, call);
    assert_int_equal(fault.asked, error);
}

/** Waits for a fence while the n-th call fails with an error; says whether one did. */
static bool wait_with_failure(uint32_t n, int error, NvSciError expected)
{
    Scene scene = scene_open((Traits){0});
    SyncObject *const object = object_of(scene.object);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciError status = NvSciError_Unknown;
    bool failed = false;
    uint32_t faults = 0U;

    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    g_awaited = scene.object;
    g_sleeps = 0U;
    faults = fault_count();
    fault_before_sleep(wake_then_signal);
    fault_arm(n, error);
    status = NvSciSyncFenceWait(&fence, scene.context, -1);
    failed = fault_disarm();
    fault_before_sleep(NULL);
    if ((n == (uint32_t)CALL_FIRST_SLEEP) || (n == (uint32_t)CALL_SECOND_SLEEP)) {
        assert_status(status, NvSciError_ResourceError);
    } else if ((n == (uint32_t)CALL_FIRST_FUTEX) || (n == (uint32_t)CALL_SECOND_FUTEX)) {
        assert_status(status, expected);
        if (expected != NvSciError_Success) {
            assert_told("NvSciSyncFenceWait", "futex", error);
        } else {
            assert_int_equal(fault_count(), faults);
        }
    } else {
        assert_status(status, NvSciError_Success);
    }
    assert_int_equal(fences_of(object), 1U);
    assert_int_equal(pins_of(object), 0U);
    if (g_sleeps < 2U) {
        assert_status(NvSciSyncFenceWait(&fence, scene.context, 0), NvSciError_Timeout);
        assert_status(NvSciSyncObjSignal(scene.object), NvSciError_Success);
    }
    assert_status(NvSciSyncFenceWait(&fence, scene.context, 0), NvSciError_Success);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
    return failed;
}

/**
 * A wait that cannot sleep says so; one that is interrupted
 * goes on. A signal whose wake-up fails has signalled.
 * @verifies RF-SYNC-088
 */
static void waiting_survives_each_failure(void **state)
{
    static const struct {
        int error;
        NvSciError expected;
    } cases[] = {{EPERM, NvSciError_ResourceError},
                 {ENOMEM, NvSciError_ResourceError},
                 {EINTR, NvSciError_Success},
                 {EAGAIN, NvSciError_Success}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        for (uint32_t n = 1U; n <= (uint32_t)CALL_NONE; n++) {
            assert_int_equal(wait_with_failure(n, cases[i].error, cases[i].expected),
                             n != (uint32_t)CALL_NONE);
        }
    }
}

static void signal_before_sleep(void)
{
    g_sleeps++;
    if (g_sleeps == 1U) {
        assert_status(NvSciSyncObjSignal(g_awaited), NvSciError_Success);
    }
}

/**
 * A signal that comes after a waiter has looked and before it sleeps is not lost.
 * @verifies RF-SYNC-058
 */
static void a_signal_before_the_sleep_is_not_lost(void **state)
{
    Scene scene = scene_open((Traits){0});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    g_awaited = scene.object;
    g_sleeps = 0U;
    fault_before_sleep(signal_before_sleep);
    assert_status(NvSciSyncFenceWait(&fence, scene.context, -1), NvSciError_Success);
    fault_before_sleep(NULL);
    assert_int_equal(g_sleeps, 1U);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

static void count_sleep(void)
{
    g_sleeps++;
}

static PortAtomic32 g_yields;

/** Stands in for the system's own, and counts. */
int sched_yield(void)
{
    (void)port_add32(&g_yields, 1U);
    return 0;
}

/**
 * The busy modes do not sleep; one of them gives the CPU to others. The default sleeps.
 * @verifies RF-SYNC-065
 */
static void modes_wait_in_their_own_ways(void **state)
{
    static const struct {
        NvSciSyncWaitMode mode;
        bool yields;
    } cases[] = {{NvSciSyncWaitMode_BusyWithYield, true}, {NvSciSyncWaitMode_BusyNoYield, false}};
    Scene scene = scene_open((Traits){0});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    g_awaited = scene.object;
    g_sleeps = 0U;
    fault_before_sleep(count_sleep);
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        const int64_t timeout = (int64_t)RINGFENCE_CFG_SPIN_US + 2000;

        port_store32(&g_yields, 0U);
        assert_status(NvSciSyncFenceWaitWithMode(&fence, scene.context, timeout, cases[i].mode),
                      NvSciError_Timeout);
        assert_int_equal(port_load32(&g_yields) > 0U, cases[i].yields);
    }
    assert_int_equal(g_sleeps, 0U);
    port_store32(&g_yields, 0U);
    fault_before_sleep(signal_before_sleep);
    assert_status(NvSciSyncFenceWaitWithMode(&fence, scene.context, -1, NvSciSyncWaitMode_Default),
                  NvSciError_Success);
    fault_before_sleep(NULL);
    assert_int_equal(g_sleeps, 1U);
    assert_int_equal(port_load32(&g_yields), 0U);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

static void *signal_late(void *argument)
{
    const uint64_t start = ringfence_port_time_us();

    while (ringfence_port_time_us() < (start + 30000U)) {
        ringfence_port_yield();
    }
    return (NvSciSyncObjSignal(argument) == NvSciError_Success) ? NULL : argument;
}

/**
 * A wait without limit sleeps until it is woken; it does not poll.
 * @verifies RF-SYNC-064
 */
static void a_wait_without_limit_does_not_poll(void **state)
{
    Scene scene = scene_open((Traits){0});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    void *failed = &scene;
    pthread_t thread;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    g_sleeps = 0U;
    fault_before_sleep(count_sleep);
    assert_int_equal(pthread_create(&thread, NULL, signal_late, scene.object), 0);
    assert_status(NvSciSyncFenceWait(&fence, scene.context, -1), NvSciError_Success);
    assert_int_equal(pthread_join(thread, &failed), 0);
    fault_before_sleep(NULL);
    assert_null(failed);
    assert_in_range(g_sleeps, 0U, 5U);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/* ---------------------------------------------------------------- other processes */

/**
 * A waiter that dies in its sleep costs one needless wake-up; whoever does not sleep costs none.
 * @verifies RF-SYNC-092
 */
static void a_dead_waiter_costs_one_wake_up(void **state)
{
    Scene scene = scene_open((Traits){0});
    const uint32_t before = fault_wakes();

    (void)state;
    for (uint32_t i = 0U; i < 10U; i++) {
        assert_status(NvSciSyncObjSignal(scene.object), NvSciError_Success);
    }
    assert_int_equal(fault_wakes(), before);
    port_store32(&object_of(scene.object)->waiters->asleep, 1U);
    for (uint32_t i = 0U; i < 10U; i++) {
        assert_status(NvSciSyncObjSignal(scene.object), NvSciError_Success);
    }
    assert_int_equal(fault_wakes(), before + 1U);
    scene_close(&scene);
}

/** Reaches a point of the object without a wake-up, before the first sleep: as if another process
 * had taken back that somebody sleeps. */
static void signal_unheard(void)
{
    SyncObject *const object = object_of(g_awaited);

    g_sleeps++;
    if (g_sleeps == 1U) {
        port_store32(&object->waiters->asleep, 0U);
        assert_status(NvSciSyncObjSignal(g_awaited), NvSciError_Success);
    }
}

/**
 * A process that takes back the word of a waiter of another one delays it by a slice at most.
 * @verifies RF-SYNC-093
 */
static void a_word_that_is_taken_back_costs_a_slice(void **state)
{
    Scene scene = scene_open((Traits){0});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    port_store32(&object_of(scene.object)->shared, 1U);
    g_awaited = scene.object;
    g_sleeps = 0U;
    fault_before_sleep(signal_unheard);
    assert_status(NvSciSyncFenceWait(&fence, scene.context, -1), NvSciError_Success);
    fault_before_sleep(NULL);
    assert_int_equal(g_sleeps, 1U);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
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

static void signal_each_sleep(void)
{
    g_sleeps++;
    assert_status(NvSciSyncObjSignal(g_awaited), NvSciError_Success);
}

#define HOPS 2000U

/**
 * A wait that its signal wakes sleeps once, and the signal wakes once. Whether the signaller lives
 * is asked once in a slice, and not for each sleep; a wait for one that ended meanwhile ends.
 * @verifies RF-SYNC-260
 */
static void a_hop_is_one_sleep_and_one_wake_up(void **state)
{
    Scene scene = scene_open((Traits){0});
    const int32_t keep = leave_to_another_process(scene.object);
    const uint32_t wakes = fault_wakes();
    uint32_t looks = fault_life_looks();
    const uint64_t begin = ringfence_port_time_us();
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t slices = 0U;

    (void)state;
    g_awaited = scene.object;
    g_sleeps = 0U;
    fault_before_sleep(signal_each_sleep);
    for (uint32_t i = 0U; i < HOPS; i++) {
        assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
        assert_status(NvSciSyncFenceWait(&fence, scene.context, -1), NvSciError_Success);
    }
    fault_before_sleep(NULL);
    slices = ((ringfence_port_time_us() - begin) / RINGFENCE_CFG_LIFE_CHECK_US) + 1U;
    assert_int_equal(g_sleeps, HOPS);
    assert_int_equal(fault_wakes() - wakes, HOPS);
    assert_in_range(fault_life_looks() - looks, 1U, slices);
    ringfence_port_descriptor_close(keep);
    looks = fault_life_looks();
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    assert_status(NvSciSyncFenceWait(&fence, scene.context, -1), NvSciError_NoSuchProcess);
    assert_int_equal(fault_life_looks(), looks + 1U);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/** A wait that gives up soon. */
typedef struct {
    int64_t timeout_us;
    NvSciSyncWaitMode mode;
} Poll;

/** Microseconds for which polls go on while who signals lives. */
#define POLLS_US (5U * (uint64_t)RINGFENCE_CFG_LIFE_CHECK_US)
/** Microseconds until they see its end that are tolerated; the machine may be busy. */
#define END_MAX_US 10000000U

/**
 * Waits that give up soon look for the end of the one that signals once in a slice, and learn of
 * it; a point that was reached before is reached.
 * @verifies RF-SYNC-093
 */
static void polls_learn_of_the_end(void **state)
{
    static const Poll polls[] = {{0, NvSciSyncWaitMode_Default},
                                 {0, NvSciSyncWaitMode_BusyNoYield},
                                 {0, NvSciSyncWaitMode_BusyWithYield},
                                 {1, NvSciSyncWaitMode_Default},
                                 {1, NvSciSyncWaitMode_BusyNoYield}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(polls); i++) {
        const Poll *const poll = &polls[i];
        Scene scene = scene_open((Traits){0});
        const int32_t keep = leave_to_another_process(scene.object);
        const uint32_t looks = fault_life_looks();
        const uint64_t begin = ringfence_port_time_us();
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        NvSciSyncFence reached = NvSciSyncFenceInitializer;
        NvSciError status = NvSciError_Timeout;
        uint64_t passed = 0U;
        uint32_t count = 0U;

        assert_status(NvSciSyncObjGenerateFence(scene.object, &reached), NvSciError_Success);
        assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
        assert_status(NvSciSyncObjSignal(scene.object), NvSciError_Success);
        while (passed < POLLS_US) {
            assert_status(
                NvSciSyncFenceWaitWithMode(&fence, scene.context, poll->timeout_us, poll->mode),
                NvSciError_Timeout);
            count++;
            passed = ringfence_port_time_us() - begin;
        }
        assert_in_range(fault_life_looks() - looks, 1U,
                        (passed / RINGFENCE_CFG_LIFE_CHECK_US) + 1U);
        assert_true(count > (fault_life_looks() - looks));
        ringfence_port_descriptor_close(keep);
        while ((status == NvSciError_Timeout) && (passed < END_MAX_US)) {
            status =
                NvSciSyncFenceWaitWithMode(&fence, scene.context, poll->timeout_us, poll->mode);
            passed = ringfence_port_time_us() - begin;
        }
        assert_status(status, NvSciError_NoSuchProcess);
        assert_status(NvSciSyncFenceWait(&reached, scene.context, 0), NvSciError_Success);
        NvSciSyncFenceClear(&fence);
        NvSciSyncFenceClear(&reached);
        scene_close(&scene);
    }
}

/** Sleeps of the thread that waits, and what its wait gave. */
static PortAtomic32 g_thread_sleeps;
static Scene g_thread_scene;
static NvSciSyncFence g_thread_fence;
static NvSciError g_thread_status;

static void count_thread_sleep(void)
{
    (void)port_add32(&g_thread_sleeps, 1U);
}

static void *wait_in_thread(void *unused)
{
    (void)unused;
    g_thread_status = NvSciSyncFenceWait(&g_thread_fence, g_thread_scene.context, -1);
    return NULL;
}

/** Waits until the thread was about to sleep so often; says whether it was within 10 seconds. */
static bool has_slept(uint32_t count)
{
    const uint64_t end = ringfence_port_time_us() + 10000000U;

    while ((port_load32(&g_thread_sleeps) < count) && (ringfence_port_time_us() < end)) {
        ringfence_port_yield();
    }
    return port_load32(&g_thread_sleeps) >= count;
}

/**
 * Who sleeps when the object leaves the process for the first time wakes, and sleeps again so that
 * other processes can wake it.
 * @verifies RF-SYNC-261
 */
static void an_export_reaches_who_sleeps(void **state)
{
    SyncObject *object = NULL;
    PortLiveness life = {-1, -1};
    pthread_t thread;
    const struct timespec settle = {0, 20000000};

    (void)state;
    g_thread_scene = scene_open((Traits){0});
    object = object_of(g_thread_scene.object);
    assert_int_equal(port_liveness_make(&life), PORT_OK);
    object->parts.life = life;
    (void)memset(&g_thread_fence, 0, sizeof(g_thread_fence));
    assert_status(NvSciSyncObjGenerateFence(g_thread_scene.object, &g_thread_fence),
                  NvSciError_Success);
    port_store32(&g_thread_sleeps, 0U);
    fault_before_sleep(count_thread_sleep);
    assert_int_equal(pthread_create(&thread, NULL, wait_in_thread, NULL), 0);
    assert_true(has_slept(1U));
    /* By now it sleeps. If not, the word keeps it from sleeping. */
    (void)nanosleep(&settle, NULL);
    sync_parcel_sent(object, NvSciSyncAccessPerm_WaitOnly);
    assert_true(has_slept(2U));
    assert_status(NvSciSyncObjSignal(g_thread_scene.object), NvSciError_Success);
    assert_int_equal(pthread_join(thread, NULL), 0);
    fault_before_sleep(NULL);
    assert_status(g_thread_status, NvSciError_Success);
    NvSciSyncFenceClear(&g_thread_fence);
    scene_close(&g_thread_scene);
}

static const NvSciSyncWaitMode g_modes[] = {
    NvSciSyncWaitMode_Default, NvSciSyncWaitMode_BusyWithYield, NvSciSyncWaitMode_BusyNoYield};

/**
 * If who owes the signal is gone, a wait for a pending point fails in each mode. That is reported
 * once, and later waits do not ask again. A point that was reached before is reached.
 * @verifies RF-SYNC-093
 */
static void a_wait_for_nobody_fails(void **state)
{
    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_modes); i++) {
        Scene scene = scene_open((Traits){.narrow = true, .timestamps = true});
        const uint32_t faults = fault_count();
        const int32_t keep = leave_to_another_process(scene.object);
        NvSciSyncFence fences[2];
        uint64_t time = 0U;
        uint32_t looks = 0U;

        (void)memset(fences, 0, sizeof(fences));
        for (size_t j = 0U; j < COUNT_OF(fences); j++) {
            assert_status(NvSciSyncObjGenerateFence(scene.object, &fences[j]), NvSciError_Success);
        }
        assert_status(NvSciSyncObjSignal(scene.object), NvSciError_Success);
        assert_status(NvSciSyncFenceWaitWithMode(&fences[1], scene.context, 1000, g_modes[i]),
                      NvSciError_Timeout);
        ringfence_port_descriptor_close(keep);
        looks = fault_life_looks();
        assert_status(NvSciSyncFenceWaitWithMode(&fences[0], scene.context, -1, g_modes[i]),
                      NvSciError_Success);
        assert_int_equal(fault_life_looks(), looks);
        assert_status(NvSciSyncFenceWaitWithMode(&fences[1], scene.context, -1, g_modes[i]),
                      NvSciError_NoSuchProcess);
        assert_int_equal(fault_life_looks(), looks + 1U);
        assert_int_equal(fault_count(), faults + 1U);
        assert_int_equal(fault_kind(), RINGFENCE_FAULT_SIGNALER_GONE);
        for (size_t j = 0U; j < COUNT_OF(g_modes); j++) {
            assert_status(NvSciSyncFenceWaitWithMode(&fences[1], scene.context, 0, g_modes[j]),
                          NvSciError_NoSuchProcess);
        }
        assert_status(NvSciSyncFenceWait(&fences[0], scene.context, 0), NvSciError_Success);
        assert_status(NvSciSyncFenceGetTimestamp(&fences[0], &time), NvSciError_Success);
        assert_status(NvSciSyncFenceGetTimestamp(&fences[1], &time), NvSciError_NotYetAvailable);
        assert_int_equal(fault_life_looks(), looks + 1U);
        assert_int_equal(fault_count(), faults + 1U);
        NvSciSyncFenceClear(&fences[0]);
        NvSciSyncFenceClear(&fences[1]);
        scene_close(&scene);
    }
}

/** End of a line that a hook closes. */
static int32_t g_keep;

/** Reaches the point and ends the life before the second sleep. */
static void signal_and_die(void)
{
    g_sleeps++;
    if (g_sleeps == 2U) {
        port_store32(&object_of(g_awaited)->waiters->asleep, 0U);
        assert_status(NvSciSyncObjSignal(g_awaited), NvSciError_Success);
        ringfence_port_descriptor_close(g_keep);
    }
}

/** Ends the life before the second sleep. */
static void die(void)
{
    g_sleeps++;
    if (g_sleeps == 2U) {
        ringfence_port_descriptor_close(g_keep);
    }
}

/**
 * A waiter that sleeps notices the end of who owes the signal after a slice; a point that was
 * reached just before is reached.
 * @verifies RF-SYNC-093
 */
static void a_sleeper_notices_the_end_of_its_signaller(void **state)
{
    static const struct {
        void (*hook)(void);
        NvSciError expected;
    } cases[] = {{die, NvSciError_NoSuchProcess}, {signal_and_die, NvSciError_Success}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        Scene scene = scene_open((Traits){0});
        NvSciSyncFence fence = NvSciSyncFenceInitializer;

        g_keep = leave_to_another_process(scene.object);
        assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
        g_awaited = scene.object;
        g_sleeps = 0U;
        fault_before_sleep(cases[i].hook);
        assert_status(NvSciSyncFenceWait(&fence, scene.context, -1), cases[i].expected);
        fault_before_sleep(NULL);
        assert_int_equal(g_sleeps, 2U);
        NvSciSyncFenceClear(&fence);
        scene_close(&scene);
    }
}

/** All that a program does with sync objects, from module to module; any call may fail. */
static void live(void)
{
    Scene scene = {NULL, NULL, NULL};
    NvSciSyncAttrList list = NULL;
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncAttrList reconciled = NULL;
    NvSciSyncAttrList all = NULL;
    NvSciSyncObj duplicate = NULL;
    NvSciSyncFence *stored = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    void *text = NULL;
    size_t len = 0U;

    scene.module = open_module();
    scene.context = make_context(scene.module);
    list = make_perm_list(scene.module, NvSciSyncAccessPerm_WaitSignal, true);
    assert_status(RingfenceFenceTake(&stored), NvSciError_Success);
    assert_status(NvSciSyncAttrListAppendUnreconciled(&list, 1U, &all), NvSciError_Success);
    assert_status(NvSciSyncAttrListDebugDump(all, &text, &len), NvSciError_Success);
    assert_status(NvSciSyncAttrListReconcile(&all, 1U, &reconciled, &conflict), NvSciError_Success);
    if (NvSciSyncObjAlloc(reconciled, &scene.object) == NvSciError_Success) {
        assert_status(NvSciSyncObjDup(scene.object, &duplicate), NvSciError_Success);
        assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
        assert_status(NvSciSyncFenceDup(&fence, stored), NvSciError_Success);
        (void)NvSciSyncFenceWait(stored, scene.context, (int64_t)RINGFENCE_CFG_SPIN_US + 1000);
        assert_status(NvSciSyncObjSignal(duplicate), NvSciError_Success);
        assert_status(NvSciSyncFenceWait(stored, scene.context, -1), NvSciError_Success);
    }
    NvSciSyncObjFree(duplicate);
    scene_close(&scene);
    NvSciSyncFenceClear(&fence);
    RingfenceFenceGive(stored);
    NvSciSyncAttrListFree(list);
    NvSciSyncAttrListFree(all);
    NvSciSyncAttrListFree(reconciled);
    NvSciSyncAttrListFree(conflict);
}

/**
 * A whole life of sync objects with one failing call leaves nothing behind, whichever call it is.
 * @verifies RF-SYNC-088
 */
static void a_life_with_a_failure_leaves_nothing(void **state)
{
    const Open before = open_now();
    uint32_t n = 0U;
    bool failed = true;

    (void)state;
    while (failed) {
        n++;
        fault_arm(n, EPERM);
        live();
        failed = fault_disarm();
        assert_open(&before);
    }
    /* Eight calls reserve memory; whether the wait sleeps is up to the machine. */
    assert_in_range(n, 9U, 100U);
}

/**
 * A wait of an engine that the system does not let sleep is an error, and the next one works.
 * @verifies RF-ENGINE-062
 */
static void an_engine_that_cannot_sleep_is_told(void **state)
{
    static const Traits traits = {.engine_signals = true, .engines = true};
    Scene scene = scene_open(traits);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t point = 0U;

    (void)state;
    assert_status(RingfenceEngineFenceGenerate(scene.object, &fence, &point), NvSciError_Success);
    fault_arm(1U, EIO);
    assert_status(RingfenceEngineSyncWait(scene.object, point, -1), NvSciError_ResourceError);
    assert_true(fault_disarm());
    assert_status(RingfenceEngineSyncSignal(scene.object, point), NvSciError_Success);
    assert_status(RingfenceEngineSyncWait(scene.object, point, -1), NvSciError_Success);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        sync_test(allocating_survives_each_failure),
        sync_test(waiting_survives_each_failure),
        sync_test(a_signal_before_the_sleep_is_not_lost),
        sync_test(modes_wait_in_their_own_ways),
        sync_test(a_dead_waiter_costs_one_wake_up),
        sync_test(a_word_that_is_taken_back_costs_a_slice),
        sync_test(a_hop_is_one_sleep_and_one_wake_up),
        sync_test(polls_learn_of_the_end),
        sync_test(an_export_reaches_who_sleeps),
        sync_test(a_wait_for_nobody_fails),
        sync_test(a_sleeper_notices_the_end_of_its_signaller),
        sync_test(a_wait_without_limit_does_not_poll),
        sync_test(a_life_with_a_failure_leaves_nothing),
        sync_test(an_engine_that_cannot_sleep_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
