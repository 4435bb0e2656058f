/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fault_sync_test.c
 * Every call out of the library fails in turn: the error is clean, nothing is left, and the next
 * try works.
 */
#include "sync_fixture.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>

#include "fault.h"

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
 * Allocating: eight calls may fail, each with each error.
 * @verifies RF-SYNC-088
 */
static void allocating_survives_each_failure(void **state)
{
    static const int errors[] = {ENOMEM, EMFILE, EPERM};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(errors); i++) {
        assert_int_equal(fail_each_call(allocate, errors[i]), 8U);
        assert_int_equal(fail_each_call(reconcile_and_allocate, errors[i]), 8U);
    }
}

/** Waits for a pending fence while the n-th call fails with an error; says whether one did. */
static bool wait_with_failure(uint32_t n, int error, NvSciError expected)
{
    Scene scene = scene_open((Traits){0});
    SyncObject *const object = object_of(scene.object);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciError status = NvSciError_Unknown;
    bool failed = false;

    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    fault_arm(n, error);
    status = NvSciSyncFenceWait(&fence, scene.context, (int64_t)RINGFENCE_CFG_SPIN_US + 2000);
    failed = fault_disarm();
    if (failed && (strcmp(fault_name(), "port_sleep") == 0)) {
        assert_status(status, NvSciError_ResourceError);
    } else {
        assert_status(status, failed ? expected : NvSciError_Timeout);
    }
    assert_int_equal(port_load32(&object->waiters->sleepers), 0U);
    assert_int_equal(port_load32(&object->fences), 1U);
    assert_status(NvSciSyncFenceWait(&fence, scene.context, 0), NvSciError_Timeout);
    assert_status(NvSciSyncObjSignal(scene.object), NvSciError_Success);
    assert_status(NvSciSyncFenceWait(&fence, scene.context, 0), NvSciError_Success);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
    return failed;
}

/**
 * A wait that cannot sleep says so, and leaves nobody counted as asleep; one that is interrupted
 * goes on.
 * @verifies RF-SYNC-088
 */
static void waiting_survives_each_failure(void **state)
{
    static const struct {
        int error;
        NvSciError expected;
    } cases[] = {{EPERM, NvSciError_ResourceError},
                 {ENOMEM, NvSciError_ResourceError},
                 {EINTR, NvSciError_Timeout},
                 {EAGAIN, NvSciError_Timeout}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        uint32_t n = 1U;

        while (wait_with_failure(n, cases[i].error, cases[i].expected)) {
            n++;
        }
        assert_in_range(n, 3U, 100U);
    }
}

/** Object that the next sleep is about, and the sleeps so far. */
static NvSciSyncObj g_awaited;
static uint32_t g_sleeps;

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
        bool sleeps;
        bool yields;
    } cases[] = {{NvSciSyncWaitMode_Default, true, false},
                 {NvSciSyncWaitMode_BusyWithYield, false, true},
                 {NvSciSyncWaitMode_BusyNoYield, false, false}};
    Scene scene = scene_open((Traits){0});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    fault_before_sleep(count_sleep);
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        const int64_t timeout = (int64_t)RINGFENCE_CFG_SPIN_US + 2000;

        g_sleeps = 0U;
        port_store32(&g_yields, 0U);
        assert_status(NvSciSyncFenceWaitWithMode(&fence, scene.context, timeout, cases[i].mode),
                      NvSciError_Timeout);
        assert_int_equal(g_sleeps > 0U, cases[i].sleeps);
        assert_int_equal(port_load32(&g_yields) > 0U, cases[i].yields);
    }
    fault_before_sleep(NULL);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

static void *signal_late(void *argument)
{
    const uint64_t start = port_time_us();

    while (port_time_us() < (start + 30000U)) {
        port_yield();
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

int main(void)
{
    static const struct CMUnitTest tests[] = {
        sync_test(allocating_survives_each_failure),
        sync_test(waiting_survives_each_failure),
        sync_test(a_signal_before_the_sleep_is_not_lost),
        sync_test(modes_wait_in_their_own_ways),
        sync_test(a_wait_without_limit_does_not_poll),
        sync_test(a_life_with_a_failure_leaves_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
