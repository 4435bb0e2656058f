/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file one_row_test.c
 * A library with one row for sync objects, their handles and wait contexts: all words lead to it.
 * This program is linked with such a library: mk/tests.mk.
 */
#include "sync_fixture.h"

#include "sync/quick.h"
#include "sync_inside.h"

_Static_assert(RINGFENCE_CFG_SYNC_HANDLES == 1U, "there is one row for handles");
_Static_assert(RINGFENCE_CFG_SYNC_OBJECTS == 1U, "there is one row for objects");
_Static_assert(RINGFENCE_CFG_SYNC_WAIT_CONTEXTS == 1U, "there is one row for contexts");

/** An object that the CPU signals and waits for, and a wait context. */
static Scene open_plain(void)
{
    return scene_open((Traits){.narrow = false});
}

/** Asserts that a call was refused, and that it was reported. */
static void assert_refused(NvSciError status, uint32_t *faults)
{
    assert_status(status, NvSciError_BadParameter);
    (*faults)++;
    assert_int_equal(fault_count(), *faults);
}

/**
 * Once the handle is freed, the word that its row has instead is no handle of the object that a
 * fence still needs.
 * @verifies RF-CORE-024
 * @verifies RF-SYNC-085
 */
static void what_a_free_row_has_is_no_handle(void **state)
{
    Scene scene = open_plain();
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence other = NvSciSyncFenceInitializer;
    uint32_t faults = 0U;
    NvSciSyncObj word = NULL;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    NvSciSyncObjFree(scene.object);
    scene.object = NULL;
    word = ringfence_pool_handle(RINGFENCE_POOL_SYNC_HANDLE, 0U);
    assert_non_null(word);
    faults = fault_count();
    assert_refused(NvSciSyncObjSignal(word), &faults);
    assert_refused(NvSciSyncObjGenerateFence(word, &other), &faults);
    assert_status(NvSciSyncFenceWait(&fence, scene.context, 0), NvSciError_Timeout);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/**
 * Once the context is freed, the word that its row has instead is no context.
 * @verifies RF-SYNC-085
 */
static void what_a_free_row_has_is_no_context(void **state)
{
    Scene scene = open_plain();
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint32_t faults = 0U;
    uint64_t word = 0U;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    assert_status(NvSciSyncObjSignal(scene.object), NvSciError_Success);
    assert_status(NvSciSyncFenceWait(&fence, scene.context, 0), NvSciError_Success);
    NvSciSyncCpuWaitContextFree(scene.context);
    scene.context = NULL;
    word = port_load64(&g_sync_contexts[0].idle) ^ g_sync_objects[0].wait_tag;
    faults = fault_count();
    assert_refused(NvSciSyncFenceWait(&fence, (NvSciSyncCpuWaitContext)(uintptr_t)word, 0),
                   &faults);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/**
 * Once the object is gone, the name that its row has instead makes no fence of it.
 * @verifies RF-SYNC-072
 */
static void what_a_free_row_has_is_in_no_fence(void **state)
{
    Scene scene = open_plain();
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence copy = NvSciSyncFenceInitializer;
    NvSciSyncFence target = NvSciSyncFenceInitializer;
    uint32_t faults = 0U;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    assert_status(NvSciSyncObjSignal(scene.object), NvSciError_Success);
    copy = fence;
    NvSciSyncFenceClear(&fence);
    NvSciSyncObjFree(scene.object);
    scene.object = NULL;
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 0U);
    copy.payload[FENCE_OBJECT] = port_load64(&g_sync_objects[0].name);
    faults = fault_count();
    assert_refused(NvSciSyncFenceWait(&copy, scene.context, 0), &faults);
    assert_refused(NvSciSyncFenceDup(&copy, &target), &faults);
    scene_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        sync_test(what_a_free_row_has_is_no_handle),
        sync_test(what_a_free_row_has_is_no_context),
        sync_test(what_a_free_row_has_is_in_no_fence),
    };

    return cmocka_run_group_tests_name("sync/one_row", tests, NULL, NULL);
}
