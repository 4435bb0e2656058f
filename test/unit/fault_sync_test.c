/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fault_sync_test.c
 * Every call out of the library fails in turn: the error is clean, nothing is left, and the next
 * try works.
 */
#include "sync_fixture.h"

#include <errno.h>

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
    assert_in_range(n, 11U, 100U);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        sync_test(allocating_survives_each_failure),
        sync_test(waiting_survives_each_failure),
        sync_test(a_life_with_a_failure_leaves_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
