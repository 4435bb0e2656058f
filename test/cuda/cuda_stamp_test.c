/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cuda_stamp_test.c
 * Timestamps of signals of streams and of nodes: where they lie, whose they are, and which signals
 * are refused.
 */
#define _GNU_SOURCE

#include "cuda_fixture.h"

#include <inttypes.h>
#include <time.h>

/** What the two clocks may differ by: the driver without a GPU is asked by a busy CPU. */
#define ERROR_US 1000U
/** So long that the clocks are compared again. */
#define PERIOD_US 1500000U
#define SLOTS     RINGFENCE_CFG_TIMESTAMP_SLOTS

/** The clock of timestamps. */
static uint64_t now_us(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return ((uint64_t)now.tv_sec * 1000000U) + ((uint64_t)now.tv_nsec / 1000U);
}

/** An object that the GPU signals and the CPU waits for, with timestamps; of 32 bits if `narrow`.
 */
static NvSciSyncObj stamped_object(bool narrow)
{
    const bool yes = true;
    const NvSciSyncAttrValPrimitiveType wide =
        NvSciSyncAttrValPrimitiveType_SysmemSemaphorePayload64b;
    const NvSciSyncAttrValPrimitiveType small = NvSciSyncAttrValPrimitiveType_SysmemSemaphore;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_WaiterRequireTimestamps, &yes, sizeof(yes)},
        {NvSciSyncAttrKey_PrimitiveInfo, narrow ? &small : &wide, sizeof(wide)}};
    NvSciSyncAttrList lists[2] = {side(SIGNALS, NvSciSyncAccessPerm_SignalOnly),
                                  side(CPU_SIDE, NvSciSyncAccessPerm_WaitOnly)};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    assert_int_equal(NvSciSyncAttrListSetAttrs(lists[1], pairs, 2U), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                     NvSciError_Success);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    return object;
}

static uint64_t time_of(const NvSciSyncFence *fence)
{
    uint64_t time = 0U;

    assert_int_equal(NvSciSyncFenceGetTimestamp(fence, &time), NvSciError_Success);
    return time;
}

static uint64_t point_of(const NvSciSyncFence *fence)
{
    uint64_t id = 0U;
    uint64_t value = 0U;

    assert_int_equal(NvSciSyncFenceExtractFence(fence, &id, &value), NvSciError_Success);
    return value;
}

static void assert_no_time(const NvSciSyncFence *fence, NvSciError status)
{
    uint64_t time = 7U;

    assert_int_equal(NvSciSyncFenceGetTimestamp(fence, &time), status);
    assert_true(time == 7U);
}

/** The least that times were after the calls that signalled, and before the ends of the waits. */
static int64_t g_after_us;
static int64_t g_before_us;

static int64_t least(int64_t so_far, int64_t now)
{
    return (now < so_far) ? now : so_far;
}

/** Signals and waits; the time is between the two, and not before another one. */
static uint64_t signal_between(CUexternalSemaphore semaphore, NvSciSyncFence *fence,
                               uint64_t earliest)
{
    const uint64_t begin_us = now_us();
    uint64_t end_us = 0U;
    uint64_t time_us = 0U;

    assert_cu(try_signal(semaphore, fence, 0U), CUDA_SUCCESS);
    assert_expires(fence);
    end_us = now_us();
    time_us = time_of(fence);
    assert_true(time_us >= begin_us);
    assert_true(time_us <= (end_us + ERROR_US));
    assert_true(time_us >= earliest);
    g_after_us = least(g_after_us, (int64_t)(time_us - begin_us));
    g_before_us = least(g_before_us, (int64_t)(end_us - time_us));
    return time_us;
}

/**
 * The time of a signal is no earlier than the call that signals, no later than the end of a wait
 * and what the clocks may differ by, and no earlier than the time of the signal before; of 64 and
 * of 32 bits, in INIT and in RUNTIME.
 * @verifies RF-CUDA-121
 * @verifies RF-CUDA-122
 */
static void times_lie_between_looks_of_the_cpu(void **state)
{
    (void)state;
    for (uint32_t narrow = 0U; narrow < 2U; narrow++) {
        const NvSciSyncObj object = stamped_object(narrow == 1U);
        const CUexternalSemaphore semaphore = import_sync(object);
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        uint64_t time_us = signal_between(semaphore, &fence, 0U);
        const uint64_t end_us = now_us() + PERIOD_US;

        go_to(RINGFENCE_PHASE_RUNTIME);
        g_after_us = INT64_MAX;
        g_before_us = INT64_MAX;
        while (now_us() < end_us) {
            time_us = signal_between(semaphore, &fence, time_us);
        }
        print_message("times are %" PRId64 " us after the signal at least, and %" PRId64
                      " us before the end of the wait\n",
                      g_after_us, g_before_us);
        NvSciSyncFenceClear(&fence);
        go_to(RINGFENCE_PHASE_DEINIT);
        destroy_sync(semaphore);
        go_to(RINGFENCE_PHASE_INIT);
        NvSciSyncObjFree(object);
    }
}

/**
 * A signal whose stream is held up has the time at which the stream went on.
 * @verifies RF-CUDA-121
 */
static void a_time_is_that_of_the_stream(void **state)
{
    const NvSciSyncObj door = sync_object(CPU_SIDE, WAITS);
    const NvSciSyncObj object = stamped_object(false);
    const CUexternalSemaphore gate = import_sync(door);
    const CUexternalSemaphore semaphore = import_sync(object);
    NvSciSyncFence held = NvSciSyncFenceInitializer;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t opened_us = 0U;

    (void)state;
    assert_int_equal(NvSciSyncObjGenerateFence(door, &held), NvSciError_Success);
    assert_cu(try_wait(gate, &held, 0U), CUDA_SUCCESS);
    assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
    assert_int_equal(NvSciSyncFenceWait(&fence, g_scene.wait, 20000), NvSciError_Timeout);
    assert_no_time(&fence, NvSciError_NotYetAvailable);
    opened_us = now_us();
    assert_int_equal(NvSciSyncObjSignal(door), NvSciError_Success);
    assert_expires(&fence);
    assert_true((time_of(&fence) + ERROR_US) >= opened_us);
    assert_true(time_of(&fence) <= (now_us() + ERROR_US));
    NvSciSyncFenceClear(&held);
    NvSciSyncFenceClear(&fence);
    destroy_sync(gate);
    destroy_sync(semaphore);
    NvSciSyncObjFree(door);
    NvSciSyncObjFree(object);
}

/**
 * A time is there until a later point has its slot; then it is gone for good.
 * @verifies RF-CUDA-121
 */
static void slots_are_used_again(void **state)
{
    const NvSciSyncObj object = stamped_object(false);
    const CUexternalSemaphore semaphore = import_sync(object);
    NvSciSyncFence first = NvSciSyncFenceInitializer;
    NvSciSyncFence last = NvSciSyncFenceInitializer;
    uint64_t time_us = 0U;
    uint64_t last_us = 0U;

    (void)state;
    time_us = signal_between(semaphore, &first, 0U);
    for (uint32_t i = 1U; i < SLOTS; i++) {
        assert_cu(try_signal(semaphore, &last, 0U), CUDA_SUCCESS);
    }
    assert_expires(&last);
    assert_true(time_of(&first) == time_us);
    last_us = time_of(&last);
    assert_true(last_us >= time_us);
    assert_true(signal_between(semaphore, &last, last_us) >= last_us);
    assert_no_time(&first, NvSciError_NoLongerAvailable);
    NvSciSyncFenceClear(&first);
    NvSciSyncFenceClear(&last);
    destroy_sync(semaphore);
    NvSciSyncObjFree(object);
}

/** Entries of a batch: two objects with timestamps, one of them twice, and one without. */
#define BATCH 4U

/**
 * Of one call each object has its own time; an object that has none is signalled as ever beside
 * them.
 * @verifies RF-CUDA-121
 */
static void a_batch_has_times(void **state)
{
    const NvSciSyncObj objects[3] = {stamped_object(false), sync_object(SIGNALS, CPU_SIDE),
                                     stamped_object(true)};
    const CUexternalSemaphore semaphores[3] = {import_sync(objects[0]), import_sync(objects[1]),
                                               import_sync(objects[2])};
    CUexternalSemaphore used[BATCH] = {semaphores[0], semaphores[1], semaphores[2], semaphores[0]};
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS params[BATCH];
    NvSciSyncFence fences[BATCH];
    const uint64_t begin_us = now_us();

    (void)state;
    (void)memset(params, 0, sizeof(params));
    (void)memset(fences, 0, sizeof(fences));
    for (uint32_t i = 0U; i < BATCH; i++) {
        params[i].params.nvSciSync.fence = &fences[i];
    }
    assert_cu(ringfenceCuSignalExternalSemaphoresAsync(used, params, BATCH, g_scene.stream),
              CUDA_SUCCESS);
    for (uint32_t i = 0U; i < BATCH; i++) {
        assert_expires(&fences[i]);
        if (i == 1U) {
            assert_no_time(&fences[i], NvSciError_BadParameter);
        } else {
            assert_true(time_of(&fences[i]) >= begin_us);
            assert_true(time_of(&fences[i]) <= (now_us() + ERROR_US));
        }
        NvSciSyncFenceClear(&fences[i]);
    }
    for (uint32_t i = 0U; i < 3U; i++) {
        destroy_sync(semaphores[i]);
        NvSciSyncObjFree(objects[i]);
    }
}

/* ---------------------------------------------------------------- graphs */

static CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS g_signal;

static CUDA_EXT_SEM_SIGNAL_NODE_PARAMS node_of(CUexternalSemaphore *semaphore,
                                               NvSciSyncFence *fence)
{
    const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS params = {semaphore, &g_signal, 1U};

    (void)memset(&g_signal, 0, sizeof(g_signal));
    g_signal.params.nvSciSync.fence = fence;
    return params;
}

/**
 * A node has the time of its launch; a launch without new parameters leaves it as it is. A node
 * that signalled an object without timestamps may signal one with them.
 * @verifies RF-CUDA-121
 */
static void a_node_has_the_time_of_its_launch(void **state)
{
    const NvSciSyncObj objects[2] = {sync_object(SIGNALS, CPU_SIDE), stamped_object(false)};
    CUexternalSemaphore semaphores[2] = {import_sync(objects[0]), import_sync(objects[1])};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    CUDA_EXT_SEM_SIGNAL_NODE_PARAMS params = node_of(&semaphores[0], &fence);
    CUgraph graph = NULL;
    CUgraphExec exec = NULL;
    CUgraphNode node = NULL;
    uint64_t time_us = 0U;
    uint64_t begin_us = 0U;

    (void)state;
    assert_cu(cuGraphCreate(&graph, 0U), CUDA_SUCCESS);
    assert_cu(ringfenceCuGraphAddExternalSemaphoresSignalNode(&node, graph, NULL, 0U, &params),
              CUDA_SUCCESS);
    assert_cu(cuGraphInstantiateWithFlags(&exec, graph, 0U), CUDA_SUCCESS);
    assert_cu(cuGraphLaunch(exec, g_scene.stream), CUDA_SUCCESS);
    assert_expires(&fence);
    for (uint32_t i = 0U; i < 10U; i++) {
        params = node_of(&semaphores[1], &fence);
        assert_cu(ringfenceCuGraphExecExternalSemaphoresSignalNodeSetParams(exec, node, &params),
                  CUDA_SUCCESS);
        begin_us = now_us();
        assert_cu(cuGraphLaunch(exec, g_scene.stream), CUDA_SUCCESS);
        assert_expires(&fence);
        assert_true((time_of(&fence) + ERROR_US) >= begin_us);
        assert_true(time_of(&fence) <= (now_us() + ERROR_US));
        assert_true(time_of(&fence) >= time_us);
        time_us = time_of(&fence);
    }
    assert_cu(cuGraphLaunch(exec, g_scene.stream), CUDA_SUCCESS);
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    assert_true(time_of(&fence) == time_us);
    NvSciSyncFenceClear(&fence);
    assert_cu(cuGraphExecDestroy(exec), CUDA_SUCCESS);
    assert_cu(cuGraphDestroy(graph), CUDA_SUCCESS);
    for (uint32_t i = 0U; i < 2U; i++) {
        destroy_sync(semaphores[i]);
        NvSciSyncObjFree(objects[i]);
    }
}

/* ---------------------------------------------------------------- refusals */

/** The next signal of an object has the next point. */
static void assert_next(CUexternalSemaphore semaphore, NvSciSyncFence *fence, uint64_t point)
{
    assert_cu(try_signal(semaphore, fence, 0U), CUDA_SUCCESS);
    assert_expires(fence);
    assert_true(point_of(fence) == point);
    (void)time_of(fence);
}

/**
 * A stream of a context in which the object was not imported, and a stream that is captured, take
 * no signal with a timestamp, and no point is taken.
 * @verifies RF-CUDA-125
 * @verifies RF-CUDA-054
 */
static void streams_that_cannot_stamp_are_refused(void **state)
{
    const NvSciSyncObj object = stamped_object(false);
    CUexternalSemaphore semaphore = import_sync(object);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS params;
    CUcontext other = NULL;
    CUstream stream = NULL;
    CUgraph graph = NULL;

    (void)state;
    assert_next(semaphore, &fence, 1U);
    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = &fence;
#if CUDA_VERSION >= 13000
    assert_cu(cuCtxCreate(&other, NULL, 0U, g_scene.device), CUDA_SUCCESS);
#else
    assert_cu(cuCtxCreate(&other, 0U, g_scene.device), CUDA_SUCCESS);
#endif
    assert_cu(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    assert_cu(ringfenceCuSignalExternalSemaphoresAsync(&semaphore, &params, 1U, stream),
              CUDA_ERROR_NOT_SUPPORTED);
    assert_cu(cuStreamDestroy(stream), CUDA_SUCCESS);
    assert_cu(cuCtxDestroy(other), CUDA_SUCCESS);
    assert_cu(cuCtxSetCurrent(g_scene.context), CUDA_SUCCESS);
    assert_next(semaphore, &fence, 2U);
    assert_cu(cuStreamBeginCapture(g_scene.stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL),
              CUDA_SUCCESS);
    assert_cu(try_signal(semaphore, &fence, 0U), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    assert_cu(cuStreamEndCapture(g_scene.stream, &graph), CUDA_SUCCESS);
    assert_cu(cuGraphDestroy(graph), CUDA_SUCCESS);
    assert_next(semaphore, &fence, 3U);
    NvSciSyncFenceClear(&fence);
    destroy_sync(semaphore);
    NvSciSyncObjFree(object);
}

/**
 * Several imports of one object have times of one clock.
 * @verifies RF-CUDA-122
 */
static void imports_of_one_object_agree(void **state)
{
    const NvSciSyncObj object = stamped_object(false);
    const CUexternalSemaphore semaphores[2] = {import_sync(object), import_sync(object)};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t time_us = 0U;

    (void)state;
    for (uint32_t i = 0U; i < 100U; i++) {
        time_us = signal_between(semaphores[i % 2U], &fence, time_us);
    }
    NvSciSyncFenceClear(&fence);
    destroy_sync(semaphores[0]);
    destroy_sync(semaphores[1]);
    NvSciSyncObjFree(object);
}

/**
 * Clocks are compared in a stream of the library's, while the stream NULL waits for a fence that
 * this thread is to signal.
 * @verifies RF-CUDA-251
 */
static void clocks_are_compared_beside_the_stream_null(void **state)
{
    const NvSciSyncObj gate = sync_object(CPU_SIDE, WAITS);
    const NvSciSyncObj object = stamped_object(false);
    CUexternalSemaphore waiter = import_sync(gate);
    CUexternalSemaphore semaphore = NULL;
    NvSciSyncFence opens = NvSciSyncFenceInitializer;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS params;

    (void)state;
    /* The first import loads a kernel into the context, for which CUDA waits for all its work. */
    destroy_sync(import_sync(object));
    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = &opens;
    assert_int_equal(NvSciSyncObjGenerateFence(gate, &opens), NvSciError_Success);
    assert_cu(ringfenceCuWaitExternalSemaphoresAsync(&waiter, &params, 1U, NULL), CUDA_SUCCESS);
    semaphore = import_sync(object);
    (void)signal_between(semaphore, &fence, 0U);
    assert_cu(cuStreamQuery(NULL), CUDA_ERROR_NOT_READY);
    assert_int_equal(NvSciSyncObjSignal(gate), NvSciError_Success);
    assert_cu(cuStreamSynchronize(NULL), CUDA_SUCCESS);
    NvSciSyncFenceClear(&opens);
    NvSciSyncFenceClear(&fence);
    destroy_sync(semaphore);
    destroy_sync(waiter);
    NvSciSyncObjFree(object);
    NvSciSyncObjFree(gate);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cuda_test(times_lie_between_looks_of_the_cpu),
        cuda_test(a_time_is_that_of_the_stream),
        cuda_test(slots_are_used_again),
        cuda_test(a_batch_has_times),
        cuda_test(a_node_has_the_time_of_its_launch),
        cuda_test(streams_that_cannot_stamp_are_refused),
        cuda_test(imports_of_one_object_agree),
        cuda_test(clocks_are_compared_beside_the_stream_null),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
