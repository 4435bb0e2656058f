/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wait_context_test.c
 * CPU wait contexts: making and freeing them, and one wait at a time.
 */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>

#include "port/wait.h"
#include "sync_inside.h"

/**
 * A wait context serves the fences of its module, and no others.
 * @verifies RF-SYNC-050
 */
static void a_context_serves_its_module_alone(void **state)
{
    Scene scene = scene_open((Traits){0});
    const NvSciSyncModule other = open_module();
    const NvSciSyncCpuWaitContext foreign = make_context(other);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    assert_status(NvSciSyncObjSignal(scene.object), NvSciError_Success);
    assert_status(NvSciSyncFenceWait(&fence, scene.context, -1), NvSciError_Success);
    assert_status(NvSciSyncFenceWait(&fence, foreign, -1), NvSciError_BadParameter);
    NvSciSyncFenceClear(&fence);
    NvSciSyncCpuWaitContextFree(foreign);
    NvSciSyncModuleClose(other);
    scene_close(&scene);
}

/**
 * A wait context needs a module and somewhere to put its handle.
 * @verifies RF-SYNC-050
 */
static void making_a_context_of_nothing_is_refused(void **state)
{
    const NvSciSyncModule module = open_module();
    NvSciSyncCpuWaitContext context = NULL;

    (void)state;
    assert_status(NvSciSyncCpuWaitContextAlloc(NULL, &context), NvSciError_BadParameter);
    assert_status(NvSciSyncCpuWaitContextAlloc(module, NULL), NvSciError_BadParameter);
    assert_null(context);
    NvSciSyncModuleClose(module);
}

/**
 * As many wait contexts as there are slots, not one more, and all again after they were freed.
 * @verifies RF-SYNC-087
 */
static void all_contexts_are_made_and_no_more(void **state)
{
    const NvSciSyncModule module = open_module();
    NvSciSyncCpuWaitContext contexts[RINGFENCE_CFG_SYNC_WAIT_CONTEXTS];

    (void)state;
    for (uint32_t round = 0U; round < 2U; round++) {
        NvSciSyncCpuWaitContext extra = NULL;
        const uint32_t failures = exhausted(RINGFENCE_POOL_SYNC_WAIT_CONTEXT);

        for (uint32_t i = 0U; i < RINGFENCE_CFG_SYNC_WAIT_CONTEXTS; i++) {
            contexts[i] = make_context(module);
        }
        assert_status(NvSciSyncCpuWaitContextAlloc(module, &extra), NvSciError_InsufficientMemory);
        assert_null(extra);
        assert_int_equal(exhausted(RINGFENCE_POOL_SYNC_WAIT_CONTEXT), failures + 1U);
        for (uint32_t i = 0U; i < RINGFENCE_CFG_SYNC_WAIT_CONTEXTS; i++) {
            NvSciSyncCpuWaitContextFree(contexts[i]);
        }
    }
    NvSciSyncModuleClose(module);
}

/**
 * A freed wait context waits no more, and freeing it again is a fault.
 * @verifies RF-SYNC-051
 */
static void a_freed_context_is_stale(void **state)
{
    const NvSciSyncModule module = open_module();
    const NvSciSyncCpuWaitContext context = make_context(module);
    const NvSciSyncFence cleared = NvSciSyncFenceInitializer;
    const uint32_t faults = fault_count();

    (void)state;
    NvSciSyncCpuWaitContextFree(context);
    assert_status(NvSciSyncFenceWait(&cleared, context, 0), NvSciError_BadParameter);
    NvSciSyncCpuWaitContextFree(context);
    assert_int_equal(fault_count(), faults + 2U);
    NvSciSyncCpuWaitContextFree(NULL);
    assert_int_equal(fault_count(), faults + 2U);
    NvSciSyncModuleClose(module);
}

/** A wait in a thread of its own. */
typedef struct {
    const NvSciSyncFence *fence;
    NvSciSyncCpuWaitContext context;
    NvSciError status;
} Waiting;

static void *wait_for_ever(void *argument)
{
    Waiting *const waiting = argument;

    waiting->status = NvSciSyncFenceWait(waiting->fence, waiting->context, -1);
    return NULL;
}

/**
 * While a thread waits with a context, another wait with it is refused, and a cleared fence is
 * not: it needs no wait. Freeing the context is a fault. The first wait goes on.
 * @verifies RF-SYNC-052
 * @verifies RF-SYNC-091
 */
static void a_context_serves_one_wait_at_a_time(void **state)
{
    Scene scene = scene_open((Traits){0});
    const NvSciSyncFence cleared = NvSciSyncFenceInitializer;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    Waiting waiting = {&fence, scene.context, NvSciError_Unknown};
    pthread_t thread;
    SyncObject *const object = object_of(scene.object);
    uint32_t faults = 0U;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    assert_int_equal(pthread_create(&thread, NULL, wait_for_ever, &waiting), 0);
    while (port_load32(&object->waiters->asleep) == 0U) {
        ringfence_port_yield();
    }
    assert_status(NvSciSyncFenceWait(&fence, scene.context, 0), NvSciError_AlreadyInUse);
    assert_status(
        NvSciSyncFenceWaitWithMode(&fence, scene.context, -1, NvSciSyncWaitMode_BusyNoYield),
        NvSciError_AlreadyInUse);
    assert_status(NvSciSyncFenceWait(&cleared, scene.context, -1), NvSciError_Success);
    faults = fault_count();
    NvSciSyncCpuWaitContextFree(scene.context);
    assert_int_equal(fault_count(), faults + 1U);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_IN_USE);
    assert_string_equal(fault_function(), "NvSciSyncCpuWaitContextFree");
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_WAIT_CONTEXT), 1U);
    assert_status(NvSciSyncObjSignal(scene.object), NvSciError_Success);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_status(waiting.status, NvSciError_Success);
    assert_status(NvSciSyncFenceWait(&fence, scene.context, 0), NvSciError_Success);
    assert_int_equal(fences_of(object), 1U);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/**
 * A context is free again after a wait that timed out.
 * @verifies RF-SYNC-052
 */
static void a_context_is_free_after_a_timeout(void **state)
{
    Scene scene = scene_open((Traits){0});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    assert_status(NvSciSyncFenceWait(&fence, scene.context, 0), NvSciError_Timeout);
    assert_status(NvSciSyncFenceWait(&fence, scene.context, 200), NvSciError_Timeout);
    assert_status(NvSciSyncObjSignal(scene.object), NvSciError_Success);
    assert_status(NvSciSyncFenceWait(&fence, scene.context, 0), NvSciError_Success);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        sync_test(a_context_serves_its_module_alone),
        sync_test(making_a_context_of_nothing_is_refused),
        sync_test(all_contexts_are_made_and_no_more),
        sync_test(a_freed_context_is_stale),
        sync_test(a_context_serves_one_wait_at_a_time),
        sync_test(a_context_is_free_after_a_timeout),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
