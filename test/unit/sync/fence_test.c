/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fence_test.c
 * Fences: what they say, duplicates and copies, waiting without threads, timestamps and statuses.
 */
#include <stdlib.h>

#include "port/wait.h"
#include "sync_inside.h"

/** References of an object. */
static uint32_t references(NvSciSyncObj object)
{
    return fences_of(object_of(object));
}

static bool is_cleared(const NvSciSyncFence *fence)
{
    return memcmp(fence, &NvSciSyncFenceInitializer, sizeof(*fence)) == 0;
}

/* ---------------------------------------------------------------- clearing */

/**
 * Clearing makes a fence all zero and drops its reference; NULL and cleared fences are no fault.
 * @verifies RF-SYNC-060
 */
static void clearing_zeroes_and_drops(void **state)
{
    Scene scene = scene_open((Traits){.timestamps = true});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    const uint32_t faults = fault_count();

    (void)state;
    NvSciSyncFenceClear(NULL);
    NvSciSyncFenceClear(&fence);
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    assert_int_equal(references(scene.object), 1U);
    assert_false(is_cleared(&fence));
    NvSciSyncFenceClear(&fence);
    assert_true(is_cleared(&fence));
    assert_int_equal(references(scene.object), 0U);
    NvSciSyncFenceClear(&fence);
    assert_int_equal(references(scene.object), 0U);
    assert_int_equal(fault_count(), faults);
    scene_close(&scene);
}

/**
 * Fences in memory of calloc() are cleared fences.
 * @verifies RF-SYNC-060
 */
static void zeroed_memory_is_a_cleared_fence(void **state)
{
    Scene scene = scene_open((Traits){0});
    NvSciSyncFence *const fences = calloc(4U, sizeof(*fences));

    (void)state;
    assert_non_null(fences);
    assert_status(NvSciSyncFenceWait(&fences[0], scene.context, -1), NvSciError_Success);
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fences[1]), NvSciError_Success);
    assert_status(NvSciSyncFenceDup(&fences[1], &fences[2]), NvSciError_Success);
    assert_status(NvSciSyncFenceUpdateFence(scene.object, 0U, 1U, &fences[3]), NvSciError_Success);
    assert_int_equal(references(scene.object), 3U);
    for (size_t i = 0U; i < 4U; i++) {
        NvSciSyncFenceClear(&fences[i]);
    }
    assert_int_equal(references(scene.object), 0U);
    free(fences);
    scene_close(&scene);
}

/**
 * A cleared fence says so to every function that needs a point.
 * @verifies RF-SYNC-062
 * @verifies RF-SYNC-066
 * @verifies RF-SYNC-067
 * @verifies RF-SYNC-068
 * @verifies RF-SYNC-069
 * @verifies RF-SYNC-070
 */
static void a_cleared_fence_says_so(void **state)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncTaskStatus status;
    uint64_t number = 7U;
    uint64_t other = 7U;
    uint32_t slot = 7U;

    (void)state;
    assert_status(NvSciSyncFenceExtractFence(&fence, &number, &other), NvSciError_ClearedFence);
    assert_status(NvSciSyncFenceGetTimestamp(&fence, &number), NvSciError_ClearedFence);
    assert_status(NvSciSyncFenceAddTimestampSlot(&fence, 0U), NvSciError_ClearedFence);
    assert_status(NvSciSyncFenceExtractTimestampSlot(&fence, &slot), NvSciError_ClearedFence);
    assert_status(NvSciSyncFenceAddTaskStatusSlot(&fence, 0U), NvSciError_ClearedFence);
    assert_status(NvSciSyncFenceGetTaskStatus(&fence, &status), NvSciError_ClearedFence);
    assert_int_equal(number, 7U);
    assert_int_equal(other, 7U);
    assert_int_equal(slot, 7U);
    assert_true(is_cleared(&fence));
}

/* ---------------------------------------------------------------- duplicates */

/**
 * A duplicate is equal and counts for itself; what the target held is dropped.
 * @verifies RF-SYNC-061
 */
static void a_duplicate_is_equal_and_counts(void **state)
{
    Scene scene = scene_open((Traits){.timestamps = true});
    const NvSciSyncObj other = make_object(scene.module, (Traits){0});
    NvSciSyncFence source = NvSciSyncFenceInitializer;
    NvSciSyncFence target = NvSciSyncFenceInitializer;
    uint32_t slot = 0U;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(other, &target), NvSciError_Success);
    assert_status(NvSciSyncObjGenerateFence(scene.object, &source), NvSciError_Success);
    assert_status(NvSciSyncFenceAddTimestampSlot(&source, 3U), NvSciError_Success);
    assert_status(NvSciSyncFenceDup(&source, &target), NvSciError_Success);
    assert_memory_equal(&source, &target, sizeof(source));
    assert_int_equal(references(other), 0U);
    assert_int_equal(references(scene.object), 2U);
    assert_status(NvSciSyncFenceExtractTimestampSlot(&target, &slot), NvSciError_Success);
    assert_int_equal(slot, 3U);
    assert_status(NvSciSyncFenceDup(&source, &target), NvSciError_Success);
    assert_int_equal(references(scene.object), 2U);
    NvSciSyncFenceClear(&source);
    assert_status(NvSciSyncObjSignal(scene.object), NvSciError_Success);
    assert_status(NvSciSyncFenceWait(&target, scene.context, 0), NvSciError_Success);
    assert_status(NvSciSyncFenceDup(&source, &target), NvSciError_Success);
    assert_true(is_cleared(&target));
    assert_int_equal(references(scene.object), 0U);
    NvSciSyncObjFree(other);
    scene_close(&scene);
}

/**
 * A duplicate of a cleared fence touches no object, that in the first slot included.
 * @verifies RF-SYNC-061
 */
static void a_duplicate_of_a_cleared_fence_is_cleared(void **state)
{
    Scene scene = scene_open((Traits){0});
    const NvSciSyncObj first = make_object_in_slot(scene.module, (Traits){0}, 0U);
    const NvSciSyncFence source = NvSciSyncFenceInitializer;
    NvSciSyncFence target = NvSciSyncFenceInitializer;

    (void)state;
    assert_status(NvSciSyncFenceDup(&source, &target), NvSciError_Success);
    assert_true(is_cleared(&target));
    assert_int_equal(references(first), 0U);
    NvSciSyncObjFree(first);
    scene_close(&scene);
}

/**
 * A duplicate needs two different fences.
 * @verifies RF-SYNC-061
 */
static void duplicating_into_itself_or_nothing_is_refused(void **state)
{
    Scene scene = scene_open((Traits){0});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence kept;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    kept = fence;
    assert_status(NvSciSyncFenceDup(&fence, &fence), NvSciError_BadParameter);
    assert_status(NvSciSyncFenceDup(NULL, &fence), NvSciError_BadParameter);
    assert_status(NvSciSyncFenceDup(&fence, NULL), NvSciError_BadParameter);
    assert_status(NvSciSyncFenceDup(NULL, NULL), NvSciError_BadParameter);
    assert_memory_equal(&fence, &kept, sizeof(fence));
    assert_int_equal(references(scene.object), 1U);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/**
 * A plain copy is not a reference: it can be waited on and read, and clearing both it and the
 * fence harms neither the object nor the other fences of it. The clear too many is a fault once
 * the count is used up.
 * @verifies RF-SYNC-073
 */
static void a_copy_of_a_fence_is_not_counted(void **state)
{
    Scene scene = scene_open((Traits){0});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence other = NvSciSyncFenceInitializer;
    NvSciSyncFence copy;
    uint32_t faults = 0U;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    assert_status(NvSciSyncObjGenerateFence(scene.object, &other), NvSciError_Success);
    (void)memcpy(&copy, &fence, sizeof(copy));
    assert_int_equal(references(scene.object), 2U);
    assert_status(NvSciSyncFenceWait(&copy, scene.context, 0), NvSciError_Timeout);
    assert_status(NvSciSyncObjSignal(scene.object), NvSciError_Success);
    assert_status(NvSciSyncFenceWait(&copy, scene.context, 0), NvSciError_Success);
    assert_int_equal(value_of(&copy), 1U);
    faults = fault_count();
    NvSciSyncFenceClear(&fence);
    NvSciSyncFenceClear(&copy);
    assert_true(is_cleared(&copy));
    assert_status(NvSciSyncFenceWait(&other, scene.context, 0), NvSciError_Timeout);
    assert_status(NvSciSyncObjSignal(scene.object), NvSciError_Success);
    assert_status(NvSciSyncFenceWait(&other, scene.context, 0), NvSciError_Success);
    assert_int_equal(fault_count(), faults);
    NvSciSyncFenceClear(&other);
    assert_int_equal(fault_count(), faults + 1U);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_FENCE_OVERCLEARED);
    assert_string_equal(fault_function(), "NvSciSyncFenceClear");
    assert_int_equal(references(scene.object), 0U);
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    assert_int_equal(value_of(&fence), 3U);
    assert_int_equal(references(scene.object), 1U);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/**
 * A fence may move: the copy is cleared instead of the fence.
 * @verifies RF-SYNC-073
 */
static void a_fence_can_be_moved(void **state)
{
    Scene scene = scene_open((Traits){0});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence moved;
    const uint32_t faults = fault_count();

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    moved = fence;
    fence = NvSciSyncFenceInitializer;
    NvSciSyncFenceClear(&moved);
    assert_int_equal(references(scene.object), 0U);
    assert_int_equal(fault_count(), faults);
    scene_close(&scene);
}

/**
 * A clear too many of an object without handles is a fault of a fence whose object is gone, not a
 * second release.
 * @verifies RF-SYNC-073
 * @verifies RF-SYNC-072
 */
static void a_copy_of_a_released_fence_is_stale(void **state)
{
    Scene scene = scene_open((Traits){0});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence copy;
    const PoolState before = pools_now();
    const uint32_t faults = fault_count();

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    copy = fence;
    NvSciSyncObjFree(scene.object);
    NvSciSyncFenceClear(&fence);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 0U);
    assert_status(NvSciSyncFenceWait(&copy, scene.context, 0), NvSciError_BadParameter);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_STALE_FENCE);
    assert_int_equal(fault_count(), faults + 1U);
    scene.object = make_object(scene.module, (Traits){0});
    NvSciSyncFenceClear(&copy);
    assert_true(is_cleared(&copy));
    assert_int_equal(fault_count(), faults + 1U);
    assert_pools(&before);
    scene_close(&scene);
}

/* ---------------------------------------------------------------- references */

/**
 * At 2^31 - 1 references no more are given: no fence, no duplicate. Waits need none.
 * @verifies RF-SYNC-074
 */
static void references_are_limited(void **state)
{
    Scene scene = scene_open((Traits){0});
    SyncObject *const object = object_of(scene.object);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence other = NvSciSyncFenceInitializer;
    const uint32_t most = (RINGFENCE_CFG_ATOMICS == 0U) ? 0x7FFFFFFFU : 0x7FFFFU;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    put_fences(object, most - 1U);
    assert_status(NvSciSyncFenceDup(&fence, &other), NvSciError_Success);
    assert_int_equal(fences_of(object), most);
    NvSciSyncFenceClear(&other);
    put_fences(object, most);
    assert_status(NvSciSyncFenceDup(&fence, &other), NvSciError_InvalidState);
    assert_status(NvSciSyncObjGenerateFence(scene.object, &other), NvSciError_InvalidState);
    assert_status(NvSciSyncFenceUpdateFence(scene.object, 0U, 1U, &other), NvSciError_InvalidState);
    assert_status(NvSciSyncFenceWait(&fence, scene.context, 0), NvSciError_Timeout);
    assert_true(is_cleared(&other));
    assert_int_equal(fences_of(object), most);
    assert_int_equal(port_load64(&object->issued), 1U);
    put_fences(object, 1U);
    assert_status(NvSciSyncFenceWait(&fence, scene.context, 0), NvSciError_Timeout);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/* ---------------------------------------------------------------- points */

/**
 * A fence gives its point; reading it needs somewhere to put it.
 * @verifies RF-SYNC-062
 */
static void extracting_gives_the_point(void **state)
{
    Scene scene = scene_open((Traits){0});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t id = 7U;
    uint64_t value = 7U;

    (void)state;
    assert_status(NvSciSyncFenceExtractFence(NULL, &id, &value), NvSciError_BadParameter);
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    assert_status(NvSciSyncFenceExtractFence(&fence, NULL, &value), NvSciError_BadParameter);
    assert_status(NvSciSyncFenceExtractFence(&fence, &id, NULL), NvSciError_BadParameter);
    assert_int_equal(id, 7U);
    assert_int_equal(value, 7U);
    assert_status(NvSciSyncFenceExtractFence(&fence, &id, &value), NvSciError_Success);
    assert_int_equal(id, 0U);
    assert_int_equal(value, 1U);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/**
 * A waiter makes the fence of the n-th point itself, and it expires with the n-th signal.
 * @verifies RF-SYNC-063
 */
static void a_waiter_can_make_fences_of_points_to_come(void **state)
{
    Scene scene = scene_open((Traits){0});
    NvSciSyncFence fences[5];

    (void)state;
    (void)memset(fences, 0, sizeof(fences));
    for (uint64_t i = 0U; i < COUNT_OF(fences); i++) {
        assert_status(NvSciSyncFenceUpdateFence(scene.object, 0U, i, &fences[i]),
                      NvSciError_Success);
        assert_int_equal(value_of(&fences[i]), i);
    }
    for (uint64_t signals = 0U; signals < COUNT_OF(fences); signals++) {
        for (uint64_t i = 0U; i < COUNT_OF(fences); i++) {
            assert_status(NvSciSyncFenceWait(&fences[i], scene.context, 0),
                          (i <= signals) ? NvSciError_Success : NvSciError_Timeout);
        }
        assert_status(NvSciSyncObjSignal(scene.object), NvSciError_Success);
    }
    for (size_t i = 0U; i < COUNT_OF(fences); i++) {
        NvSciSyncFenceClear(&fences[i]);
    }
    scene_close(&scene);
}

/**
 * Making a fence does not issue its point: the signaller's next fence is where it was.
 * @verifies RF-SYNC-063
 */
static void updating_issues_no_point(void **state)
{
    Scene scene = scene_open((Traits){0});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    assert_status(NvSciSyncFenceUpdateFence(scene.object, 0U, 100U, &fence), NvSciError_Success);
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    assert_int_equal(value_of(&fence), 1U);
    assert_int_equal(references(scene.object), 1U);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/**
 * Points are of primitive 0 and no greater than the primitive can be. The fence is of task status
 * slot 0.
 * @verifies RF-SYNC-063
 */
static void points_out_of_range_overflow(void **state)
{
    (void)state;
    for (uint32_t narrow = 0U; narrow < 2U; narrow++) {
        Scene scene = scene_open((Traits){.narrow = (narrow == 1U)});
        const uint64_t most = (narrow == 1U) ? UINT32_MAX : UINT64_MAX;
        const NvSciSyncTaskStatus reported = {5U, 0U, 0U, 3U};
        NvSciSyncTaskStatus status = {0U, 0U, 0U, 0U};
        NvSciSyncFence fence = NvSciSyncFenceInitializer;

        assert_status(NvSciSyncFenceUpdateFence(NULL, 0U, 1U, &fence), NvSciError_BadParameter);
        assert_status(NvSciSyncFenceUpdateFence(scene.object, 0U, 1U, NULL),
                      NvSciError_BadParameter);
        assert_status(NvSciSyncFenceUpdateFence(scene.object, 1U, 1U, &fence), NvSciError_Overflow);
        assert_status(NvSciSyncFenceUpdateFence(scene.object, UINT64_MAX, 1U, &fence),
                      NvSciError_Overflow);
        if (narrow == 1U) {
            assert_status(NvSciSyncFenceUpdateFence(scene.object, 0U, most + 1U, &fence),
                          NvSciError_Overflow);
        }
        assert_true(is_cleared(&fence));
        assert_int_equal(references(scene.object), 0U);
        assert_status(NvSciSyncFenceUpdateFence(scene.object, 0U, most, &fence),
                      NvSciError_Success);
        assert_int_equal(value_of(&fence), most);
        assert_status(RingfenceSyncObjSetTaskStatus(scene.object, 0U, &reported),
                      NvSciError_Success);
        assert_status(NvSciSyncFenceUpdateFence(scene.object, 0U, 0U, &fence), NvSciError_Success);
        assert_status(NvSciSyncFenceGetTaskStatus(&fence, &status), NvSciError_Success);
        assert_memory_equal(&status, &reported, sizeof(status));
        NvSciSyncFenceClear(&fence);
        scene_close(&scene);
    }
}

/* ---------------------------------------------------------------- waiting */

/**
 * Time-outs are -1, or 0 to the greatest one; others are refused whatever the fence.
 * @verifies RF-SYNC-075
 * @verifies RF-SYNC-064
 */
static void timeouts_have_limits(void **state)
{
    static const struct {
        int64_t timeout;
        bool fits;
    } cases[] = {{-1, true},
                 {0, true},
                 {1, true},
                 {0x7fffffffffffffffLL / 1000, true},
                 {(0x7fffffffffffffffLL / 1000) + 1, false},
                 {INT64_MAX, false},
                 {-2, false},
                 {INT64_MIN, false}};
    Scene scene = scene_open((Traits){0});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    const NvSciSyncFence cleared = NvSciSyncFenceInitializer;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    assert_status(NvSciSyncObjSignal(scene.object), NvSciError_Success);
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        const NvSciError expected = cases[i].fits ? NvSciError_Success : NvSciError_BadParameter;

        assert_status(NvSciSyncFenceWait(&fence, scene.context, cases[i].timeout), expected);
        assert_status(NvSciSyncFenceWait(&cleared, scene.context, cases[i].timeout), expected);
        assert_status(NvSciSyncFenceWaitWithMode(&fence, scene.context, cases[i].timeout,
                                                 NvSciSyncWaitMode_BusyWithYield),
                      expected);
    }
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/**
 * A wait needs a fence, a context, and an object that the CPU may wait for.
 * @verifies RF-SYNC-064 RF-CORE-343
 */
static void waiting_for_nothing_is_refused(void **state)
{
    Scene scene = scene_open((Traits){.engine_signals = true, .engine_waits = true});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    const NvSciSyncFence cleared = NvSciSyncFenceInitializer;
    char text[200];

    (void)state;
    assert_status(NvSciSyncFenceUpdateFence(scene.object, 0U, 0U, &fence), NvSciError_Success);
    assert_status(NvSciSyncFenceWait(NULL, scene.context, 0), NvSciError_BadParameter);
    assert_status(NvSciSyncFenceWait(&cleared, NULL, 0), NvSciError_BadParameter);
    assert_status(NvSciSyncFenceWait(&cleared, scene.context, 0), NvSciError_Success);
    assert_status(NvSciSyncFenceWait(&fence, scene.context, 0), NvSciError_BadParameter);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_NO_ACCESS);
    assert_status(RingfenceDescribeLastFault(text, sizeof(text)), NvSciError_Success);
    assert_string_equal(text, "NvSciSyncFenceWait: reconciled lists do not give that access: set "
                              "NvSciSyncAttrKey_NeedCpuAccess in the list that waits before it is "
                              "reconciled");
    assert_int_equal(references(scene.object), 1U);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/**
 * The busy modes and the default wait; Blocking is for other primitives; others are no modes.
 * @verifies RF-SYNC-065
 */
static void modes_are_supported_or_refused(void **state)
{
    static const struct {
        NvSciSyncWaitMode mode;
        NvSciError expired;
        NvSciError pending;
    } cases[] = {
        {NvSciSyncWaitMode_Default, NvSciError_Success, NvSciError_Timeout},
        {NvSciSyncWaitMode_BusyWithYield, NvSciError_Success, NvSciError_Timeout},
        {NvSciSyncWaitMode_BusyNoYield, NvSciError_Success, NvSciError_Timeout},
        {NvSciSyncWaitMode_Blocking, NvSciError_UnsupportedConfig, NvSciError_UnsupportedConfig},
        {(NvSciSyncWaitMode)4, NvSciError_BadParameter, NvSciError_BadParameter},
        {(NvSciSyncWaitMode)0x7FFFFFFF, NvSciError_BadParameter, NvSciError_BadParameter},
    };
    Scene scene = scene_open((Traits){0});
    NvSciSyncFence expired = NvSciSyncFenceInitializer;
    NvSciSyncFence pending = NvSciSyncFenceInitializer;

    (void)state;
    assert_status(NvSciSyncFenceUpdateFence(scene.object, 0U, 0U, &expired), NvSciError_Success);
    assert_status(NvSciSyncObjGenerateFence(scene.object, &pending), NvSciError_Success);
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        for (int64_t timeout = 0; timeout <= 300; timeout += 100) {
            assert_status(
                NvSciSyncFenceWaitWithMode(&expired, scene.context, timeout, cases[i].mode),
                cases[i].expired);
            assert_status(
                NvSciSyncFenceWaitWithMode(&pending, scene.context, timeout, cases[i].mode),
                cases[i].pending);
        }
        assert_status(NvSciSyncFenceWaitWithMode(&expired, scene.context, -1, cases[i].mode),
                      cases[i].expired);
    }
    NvSciSyncFenceClear(&expired);
    NvSciSyncFenceClear(&pending);
    scene_close(&scene);
}

/* ---------------------------------------------------------------- timestamp and status slots */

/**
 * A fence of an object with timestamps names the slot of its point, until it is given another.
 * @verifies RF-SYNC-067
 * @verifies RF-SYNC-068
 */
static void a_fence_names_a_timestamp_slot(void **state)
{
    Scene scene = scene_open((Traits){.timestamps = true});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint32_t slot = 7U;

    (void)state;
    assert_status(
        NvSciSyncFenceUpdateFence(scene.object, 0U, RINGFENCE_CFG_TIMESTAMP_SLOTS + 2U, &fence),
        NvSciError_Success);
    assert_status(NvSciSyncFenceExtractTimestampSlot(&fence, &slot), NvSciError_Success);
    assert_int_equal(slot, 2U);
    assert_status(NvSciSyncFenceAddTimestampSlot(&fence, RINGFENCE_CFG_TIMESTAMP_SLOTS - 1U),
                  NvSciError_Success);
    assert_status(NvSciSyncFenceAddTimestampSlot(&fence, RINGFENCE_CFG_TIMESTAMP_SLOTS),
                  NvSciError_BadParameter);
    assert_status(NvSciSyncFenceAddTimestampSlot(&fence, UINT32_MAX), NvSciError_BadParameter);
    assert_status(NvSciSyncFenceExtractTimestampSlot(&fence, &slot), NvSciError_Success);
    assert_int_equal(slot, RINGFENCE_CFG_TIMESTAMP_SLOTS - 1U);
    assert_status(NvSciSyncFenceExtractTimestampSlot(&fence, NULL), NvSciError_BadParameter);
    assert_status(NvSciSyncFenceExtractTimestampSlot(NULL, &slot), NvSciError_BadParameter);
    assert_status(NvSciSyncFenceAddTimestampSlot(NULL, 0U), NvSciError_BadParameter);
    assert_int_equal(value_of(&fence), RINGFENCE_CFG_TIMESTAMP_SLOTS + 2U);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/**
 * An object without timestamps has no slots and no times.
 * @verifies RF-SYNC-066
 * @verifies RF-SYNC-067
 * @verifies RF-SYNC-068
 */
static void an_object_without_timestamps_has_none(void **state)
{
    Scene scene = scene_open((Traits){0});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t time = 7U;
    uint32_t slot = 7U;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    assert_status(NvSciSyncObjSignal(scene.object), NvSciError_Success);
    assert_status(NvSciSyncFenceAddTimestampSlot(&fence, 0U), NvSciError_BadParameter);
    assert_status(NvSciSyncFenceExtractTimestampSlot(&fence, &slot), NvSciError_BadParameter);
    assert_status(NvSciSyncFenceGetTimestamp(&fence, &time), NvSciError_BadParameter);
    assert_int_equal(time, 7U);
    assert_int_equal(slot, 7U);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/**
 * The time of a fence is there once it has expired.
 * @verifies RF-SYNC-066
 */
static void a_timestamp_is_there_after_expiry(void **state)
{
    Scene scene = scene_open((Traits){.timestamps = true});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t time = 7U;
    uint64_t before = 0U;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    assert_status(NvSciSyncFenceGetTimestamp(&fence, &time), NvSciError_NotYetAvailable);
    assert_status(NvSciSyncFenceGetTimestamp(NULL, &time), NvSciError_BadParameter);
    assert_int_equal(time, 7U);
    before = ringfence_port_time_us();
    assert_status(NvSciSyncObjSignal(scene.object), NvSciError_Success);
    assert_status(NvSciSyncFenceGetTimestamp(&fence, NULL), NvSciError_BadParameter);
    assert_status(NvSciSyncFenceGetTimestamp(&fence, &time), NvSciError_Success);
    assert_in_range(time, before, ringfence_port_time_us());
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/**
 * A fence names a task status slot once it is given one; it has a status once it has expired.
 * @verifies RF-SYNC-069
 * @verifies RF-SYNC-070
 */
static void a_fence_names_a_task_status_slot(void **state)
{
    Scene scene = scene_open((Traits){0});
    const NvSciSyncTaskStatus reported = {9U, 0U, 0U, NvSciSyncTaskStatus_Failure};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncTaskStatus status = {7U, 7U, 7U, 7U};

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    assert_status(NvSciSyncFenceGetTaskStatus(&fence, &status), NvSciError_BadParameter);
    assert_status(NvSciSyncFenceAddTaskStatusSlot(NULL, 0U), NvSciError_BadParameter);
    assert_status(NvSciSyncFenceAddTaskStatusSlot(&fence, RINGFENCE_CFG_TASK_STATUS_SLOTS),
                  NvSciError_BadParameter);
    assert_status(NvSciSyncFenceAddTaskStatusSlot(&fence, UINT32_MAX), NvSciError_BadParameter);
    assert_status(NvSciSyncFenceAddTaskStatusSlot(&fence, 5U), NvSciError_Success);
    assert_status(RingfenceSyncObjSetTaskStatus(scene.object, 5U, &reported), NvSciError_Success);
    assert_status(NvSciSyncFenceGetTaskStatus(&fence, &status), NvSciError_NotYetAvailable);
    assert_int_equal(status.status, 7U);
    assert_status(NvSciSyncObjSignal(scene.object), NvSciError_Success);
    assert_status(NvSciSyncFenceGetTaskStatus(NULL, &status), NvSciError_BadParameter);
    assert_status(NvSciSyncFenceGetTaskStatus(&fence, NULL), NvSciError_BadParameter);
    assert_status(NvSciSyncFenceGetTaskStatus(&fence, &status), NvSciError_Success);
    assert_memory_equal(&status, &reported, sizeof(status));
    assert_int_equal(value_of(&fence), 1U);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        sync_test(clearing_zeroes_and_drops),
        sync_test(zeroed_memory_is_a_cleared_fence),
        sync_test(a_cleared_fence_says_so),
        sync_test(a_duplicate_is_equal_and_counts),
        sync_test(a_duplicate_of_a_cleared_fence_is_cleared),
        sync_test(duplicating_into_itself_or_nothing_is_refused),
        sync_test(a_copy_of_a_fence_is_not_counted),
        sync_test(a_fence_can_be_moved),
        sync_test(a_copy_of_a_released_fence_is_stale),
        sync_test(references_are_limited),
        sync_test(extracting_gives_the_point),
        sync_test(a_waiter_can_make_fences_of_points_to_come),
        sync_test(updating_issues_no_point),
        sync_test(points_out_of_range_overflow),
        sync_test(timeouts_have_limits),
        sync_test(waiting_for_nothing_is_refused),
        sync_test(modes_are_supported_or_refused),
        sync_test(a_fence_names_a_timestamp_slot),
        sync_test(an_object_without_timestamps_has_none),
        sync_test(a_timestamp_is_there_after_expiry),
        sync_test(a_fence_names_a_task_status_slot),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
