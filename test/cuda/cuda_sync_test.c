/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cuda_sync_test.c
 * Sync objects as external semaphores, with a stream and the CPU on either side.
 */
#define _GNU_SOURCE

#include <pthread.h>

#include "cuda_fixture.h"

/** Signals and waits of both APIs have a member at the same place. */
#define SAME_PLACE(member)                                                                         \
    _Static_assert((offsetof(CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS, member) ==                     \
                    offsetof(CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS, member)) &&                      \
                       (offsetof(CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS, member) ==                 \
                        offsetof(struct cudaExternalSemaphoreSignalParams, member)) &&             \
                       (offsetof(CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS, member) ==                 \
                        offsetof(struct cudaExternalSemaphoreWaitParams, member)),                 \
                   "place")

SAME_PLACE(params.nvSciSync.fence);
SAME_PLACE(params.fence.value);
SAME_PLACE(flags);

/** Entries of a batch: more than one call of the driver takes. */
#define MANY 37U
/** Threads that signal one object, and how often each does. */
#define THREADS 4U
#define ROUNDS  300U

/**
 * A list that was filled asks for the right and names the GPU.
 * @verifies RF-CUDA-008
 */
static void attributes_are_the_right_and_the_gpu(void **state)
{
    static const struct {
        int flags;
        NvSciSyncAccessPerm perm;
    } cases[] = {{SIGNALS, NvSciSyncAccessPerm_SignalOnly},
                 {WAITS, NvSciSyncAccessPerm_WaitOnly},
                 {SIGNALS | WAITS, NvSciSyncAccessPerm_WaitSignal}};

    (void)state;
    for (size_t i = 0U; i < (2U * COUNT_OF(cases)); i++) {
        NvSciSyncAttrList list = sync_list();
        NvSciSyncAttrKeyValuePair pairs[] = {{NvSciSyncAttrKey_RequiredPerm, NULL, 0U},
                                             {NvSciSyncAttrKey_GpuId, NULL, 0U}};
        NvSciSyncAccessPerm perm;

        if (i < COUNT_OF(cases)) {
            assert_cu(ringfenceCuDeviceGetNvSciSyncAttributes(list, g_scene.device, cases[i].flags),
                      CUDA_SUCCESS);
        } else {
            assert_int_equal(ringfenceCudaDeviceGetNvSciSyncAttributes(
                                 list, 0, cases[i - COUNT_OF(cases)].flags),
                             cudaSuccess);
        }
        assert_int_equal(NvSciSyncAttrListGetAttrs(list, pairs, 2U), NvSciError_Success);
        (void)memcpy(&perm, pairs[0].value, sizeof(perm));
        assert_int_equal(perm, cases[i % COUNT_OF(cases)].perm);
        assert_int_equal(pairs[1].len, sizeof(g_scene.gpu));
        assert_memory_equal(pairs[1].value, &g_scene.gpu, sizeof(g_scene.gpu));
        NvSciSyncAttrListFree(list);
    }
}

/**
 * The CPU sees what a stream signals, not before the work in front of it is done.
 * @verifies RF-CUDA-010
 * @verifies RF-CUDA-013
 * @verifies RF-CUDA-014
 */
static void a_stream_signals_the_cpu(void **state)
{
    NvSciSyncObj object = sync_object(SIGNALS, CPU_SIDE);
    NvSciSyncObj gate = sync_object(CPU_SIDE, WAITS);
    CUexternalSemaphore semaphore = import_sync(object);
    CUexternalSemaphore door = import_sync(gate);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence closed = NvSciSyncFenceInitializer;

    (void)state;
    go_to(RINGFENCE_PHASE_RUNTIME);
    for (uint32_t round = 0U; round < 20U; round++) {
        assert_int_equal(NvSciSyncObjGenerateFence(gate, &closed), NvSciError_Success);
        assert_cu(try_wait(door, &closed, 0U), CUDA_SUCCESS);
        assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
        assert_int_equal(NvSciSyncFenceWait(&fence, g_scene.wait, 1000), NvSciError_Timeout);
        assert_int_equal(NvSciSyncObjSignal(gate), NvSciError_Success);
        assert_expires(&fence);
    }
    NvSciSyncFenceClear(&fence);
    NvSciSyncFenceClear(&closed);
    go_to(RINGFENCE_PHASE_DEINIT);
    destroy_sync(semaphore);
    destroy_sync(door);
    NvSciSyncObjFree(object);
    NvSciSyncObjFree(gate);
}

/**
 * A stream waits for the CPU; what is enqueued behind it waits too. The fence may be cleared at
 * once.
 * @verifies RF-CUDA-015
 */
static void a_stream_waits_for_the_cpu(void **state)
{
    NvSciSyncObj object = sync_object(CPU_SIDE, WAITS);
    CUexternalSemaphore semaphore = import_sync(object);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    assert_int_equal(NvSciSyncObjGenerateFence(object, &fence), NvSciError_Success);
    assert_cu(try_wait(semaphore, &fence, 0U), CUDA_SUCCESS);
    NvSciSyncFenceClear(&fence);
    (void)usleep(20000U);
    assert_cu(cuStreamQuery(g_scene.stream), CUDA_ERROR_NOT_READY);
    assert_int_equal(NvSciSyncObjSignal(object), NvSciError_Success);
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    destroy_sync(semaphore);
    NvSciSyncObjFree(object);
}

/** One stream waits for another. */
static void stream_waits_for_stream(bool by_event)
{
    NvSciSyncObj object = sync_object_of(SIGNALS, WAITS, !by_event);
    NvSciSyncObj gate = sync_object(CPU_SIDE, WAITS);
    CUexternalSemaphore signaler = import_sync(object);
    CUexternalSemaphore waiter = import_sync(object);
    CUexternalSemaphore door = import_sync(gate);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence closed = NvSciSyncFenceInitializer;
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS params;
    CUstream other = NULL;

    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = &fence;
    assert_int_equal(is_local(object), by_event);
    assert_cu(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    assert_int_equal(NvSciSyncObjGenerateFence(gate, &closed), NvSciError_Success);
    assert_cu(try_wait(door, &closed, 0U), CUDA_SUCCESS);
    assert_cu(try_signal(signaler, &fence, 0U), CUDA_SUCCESS);
    assert_cu(ringfenceCuWaitExternalSemaphoresAsync(&waiter, &params, 1U, other), CUDA_SUCCESS);
    (void)usleep(20000U);
    assert_cu(cuStreamQuery(other), CUDA_ERROR_NOT_READY);
    assert_int_equal(NvSciSyncObjSignal(gate), NvSciError_Success);
    assert_cu(cuStreamSynchronize(other), CUDA_SUCCESS);
    destroy_sync(signaler);
    NvSciSyncFenceClear(&fence);
    /* The other semaphore still works when the first is gone. */
    assert_cu(try_signal(waiter, &fence, 0U), CUDA_SUCCESS);
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    NvSciSyncFenceClear(&fence);
    NvSciSyncFenceClear(&closed);
    assert_cu(cuStreamDestroy(other), CUDA_SUCCESS);
    destroy_sync(waiter);
    destroy_sync(door);
    NvSciSyncObjFree(object);
    NvSciSyncObjFree(gate);
}

/**
 * One stream waits for another; two semaphores of one object share what is registered. By
 * events and by the counter.
 * @verifies RF-CUDA-012
 * @verifies RF-CUDA-071
 * @verifies RF-CUDA-073
 */
static void a_stream_waits_for_a_stream(void **state)
{
    (void)state;
    stream_waits_for_stream(false);
    stream_waits_for_stream(true);
}

/**
 * A fence that is cleared, or has expired, holds nobody.
 * @verifies RF-CUDA-015
 */
static void fences_without_need_hold_nobody(void **state)
{
    NvSciSyncObj object = sync_object(CPU_SIDE, WAITS);
    CUexternalSemaphore semaphore = import_sync(object);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    assert_cu(try_wait(semaphore, &fence, 0U), CUDA_SUCCESS);
    assert_int_equal(NvSciSyncObjGenerateFence(object, &fence), NvSciError_Success);
    assert_int_equal(NvSciSyncObjSignal(object), NvSciError_Success);
    assert_cu(try_wait(semaphore, &fence, 0U), CUDA_SUCCESS);
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    NvSciSyncFenceClear(&fence);
    destroy_sync(semaphore);
    NvSciSyncObjFree(object);
}

/**
 * A batch of more entries than one call of the driver takes signals them all.
 * @verifies RF-CUDA-014
 * @verifies RF-CUDA-018
 */
static void a_long_batch_signals_every_fence(void **state)
{
    NvSciSyncObj objects[2] = {sync_object(SIGNALS, CPU_SIDE), sync_object(SIGNALS, CPU_SIDE)};
    CUexternalSemaphore semaphores[MANY];
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS params[MANY];
    NvSciSyncFence fences[MANY];
    CUexternalSemaphore both[2] = {import_sync(objects[0]), import_sync(objects[1])};

    (void)state;
    (void)memset(params, 0, sizeof(params));
    (void)memset(fences, 0, sizeof(fences));
    for (size_t i = 0U; i < MANY; i++) {
        semaphores[i] = both[i % 2U];
        params[i].params.nvSciSync.fence = &fences[i];
    }
    go_to(RINGFENCE_PHASE_RUNTIME);
    assert_cu(ringfenceCuSignalExternalSemaphoresAsync(semaphores, params, MANY, g_scene.stream),
              CUDA_SUCCESS);
    for (size_t i = 0U; i < MANY; i++) {
        assert_expires(&fences[i]);
        NvSciSyncFenceClear(&fences[i]);
    }
    go_to(RINGFENCE_PHASE_DEINIT);
    destroy_sync(both[0]);
    destroy_sync(both[1]);
    NvSciSyncObjFree(objects[0]);
    NvSciSyncObjFree(objects[1]);
}

/**
 * A batch waits for all of its fences.
 * @verifies RF-CUDA-015
 */
static void a_batch_waits_for_every_fence(void **state)
{
    NvSciSyncObj objects[3];
    CUexternalSemaphore semaphores[3];
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS params[3];
    NvSciSyncFence fences[3];

    (void)state;
    (void)memset(params, 0, sizeof(params));
    (void)memset(fences, 0, sizeof(fences));
    for (size_t i = 0U; i < 3U; i++) {
        objects[i] = sync_object(CPU_SIDE, WAITS);
        semaphores[i] = import_sync(objects[i]);
        params[i].params.nvSciSync.fence = &fences[i];
        assert_int_equal(NvSciSyncObjGenerateFence(objects[i], &fences[i]), NvSciError_Success);
    }
    assert_cu(ringfenceCuWaitExternalSemaphoresAsync(semaphores, params, 3U, g_scene.stream),
              CUDA_SUCCESS);
    for (size_t i = 3U; i > 0U; i--) {
        (void)usleep(5000U);
        assert_cu(cuStreamQuery(g_scene.stream), CUDA_ERROR_NOT_READY);
        assert_int_equal(NvSciSyncObjSignal(objects[i - 1U]), NvSciError_Success);
    }
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    for (size_t i = 0U; i < 3U; i++) {
        NvSciSyncFenceClear(&fences[i]);
        destroy_sync(semaphores[i]);
        NvSciSyncObjFree(objects[i]);
    }
}

/**
 * A semaphore keeps its object: the program's handle may go first.
 * @verifies RF-CUDA-010
 */
static void a_semaphore_outlives_the_handle_of_its_object(void **state)
{
    NvSciSyncObj object = sync_object(SIGNALS, CPU_SIDE);
    CUexternalSemaphore semaphore = import_sync(object);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    NvSciSyncObjFree(object);
    assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
    assert_expires(&fence);
    NvSciSyncFenceClear(&fence);
    destroy_sync(semaphore);
}

/**
 * The flags that skip the synchronization of memory are taken, and change nothing.
 * @verifies RF-CUDA-017
 */
static void the_flags_of_nvscibuf_are_taken(void **state)
{
    NvSciSyncObj object = sync_object(SIGNALS, WAITS);
    CUexternalSemaphore semaphore = import_sync(object);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    assert_cu(try_signal(semaphore, &fence, CUDA_EXTERNAL_SEMAPHORE_SIGNAL_SKIP_NVSCIBUF_MEMSYNC),
              CUDA_SUCCESS);
    assert_cu(try_wait(semaphore, &fence, CUDA_EXTERNAL_SEMAPHORE_WAIT_SKIP_NVSCIBUF_MEMSYNC),
              CUDA_SUCCESS);
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    NvSciSyncFenceClear(&fence);
    destroy_sync(semaphore);
    NvSciSyncObjFree(object);
}

/**
 * The runtime API makes a context current in a thread that has none, also while it signals.
 * @verifies RF-CUDA-004
 */
static void the_runtime_api_needs_no_context(void **state)
{
    NvSciSyncObj object = sync_object(SIGNALS, CPU_SIDE);
    struct cudaExternalSemaphoreHandleDesc desc;
    struct cudaExternalSemaphoreSignalParams params;
    cudaExternalSemaphore_t semaphore = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    CUcontext now = NULL;

    (void)state;
    (void)memset(&desc, 0, sizeof(desc));
    (void)memset(&params, 0, sizeof(params));
    desc.type = cudaExternalSemaphoreHandleTypeNvSciSync;
    desc.handle.nvSciSyncObj = object;
    params.params.nvSciSync.fence = &fence;
    assert_cu(cuCtxSetCurrent(NULL), CUDA_SUCCESS);
    assert_int_equal(ringfenceCudaImportExternalSemaphore(&semaphore, &desc), cudaSuccess);
    assert_cu(cuCtxGetCurrent(&now), CUDA_SUCCESS);
    assert_ptr_equal(now, g_scene.context);
    go_to(RINGFENCE_PHASE_RUNTIME);
    assert_cu(cuCtxSetCurrent(NULL), CUDA_SUCCESS);
    assert_int_equal(ringfenceCudaSignalExternalSemaphoresAsync(&semaphore, &params, 1U, NULL),
                     cudaSuccess);
    assert_expires(&fence);
    NvSciSyncFenceClear(&fence);
    go_to(RINGFENCE_PHASE_DEINIT);
    assert_int_equal(ringfenceCudaDestroyExternalSemaphore(semaphore), cudaSuccess);
    NvSciSyncObjFree(object);
}

/**
 * Every kind of stream that needs no creation signals.
 * @verifies RF-CUDA-014
 */
static void default_streams_signal(void **state)
{
    const cudaStream_t streams[] = {NULL, cudaStreamLegacy, cudaStreamPerThread};
    NvSciSyncObj object = sync_object(SIGNALS, CPU_SIDE);
    CUexternalSemaphore semaphore = import_sync(object);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS params;

    (void)state;
    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = &fence;
    for (size_t i = 0U; i < COUNT_OF(streams); i++) {
        assert_cu(ringfenceCuSignalExternalSemaphoresAsync(&semaphore, &params, 1U, streams[i]),
                  CUDA_SUCCESS);
        assert_expires(&fence);
    }
    NvSciSyncFenceClear(&fence);
    destroy_sync(semaphore);
    NvSciSyncObjFree(object);
}

/** What one of several threads signals. */
typedef struct {
    CUexternalSemaphore semaphore;
    NvSciSyncFence fence;
    bool good;
} Signaler;

static void *signal_often(void *argument)
{
    Signaler *const signaler = argument;

    signaler->good = (cuCtxSetCurrent(g_scene.context) == CUDA_SUCCESS);
    for (uint32_t i = 0U; i < ROUNDS; i++) {
        signaler->good = signaler->good &&
                         (try_signal(signaler->semaphore, &signaler->fence, 0U) == CUDA_SUCCESS);
    }
    return NULL;
}

/**
 * Threads that signal one object through two semaphores do so in the order of the points: the last
 * fence of each expires.
 * @verifies RF-CUDA-014
 */
static void threads_take_turns(void **state)
{
    NvSciSyncObj object = sync_object(SIGNALS, CPU_SIDE);
    CUexternalSemaphore semaphores[2] = {import_sync(object), import_sync(object)};
    Signaler signalers[THREADS];
    pthread_t threads[THREADS];

    (void)state;
    (void)memset(signalers, 0, sizeof(signalers));
    go_to(RINGFENCE_PHASE_RUNTIME);
    for (size_t i = 0U; i < THREADS; i++) {
        signalers[i].semaphore = semaphores[i % 2U];
        assert_int_equal(pthread_create(&threads[i], NULL, signal_often, &signalers[i]), 0);
    }
    for (size_t i = 0U; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_true(signalers[i].good);
    }
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    for (size_t i = 0U; i < THREADS; i++) {
        assert_expires(&signalers[i].fence);
        NvSciSyncFenceClear(&signalers[i].fence);
    }
    go_to(RINGFENCE_PHASE_DEINIT);
    destroy_sync(semaphores[0]);
    destroy_sync(semaphores[1]);
    NvSciSyncObjFree(object);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cuda_test(attributes_are_the_right_and_the_gpu),
        cuda_test(a_stream_signals_the_cpu),
        cuda_test(a_stream_waits_for_the_cpu),
        cuda_test(a_stream_waits_for_a_stream),
        cuda_test(fences_without_need_hold_nobody),
        cuda_test(a_long_batch_signals_every_fence),
        cuda_test(a_batch_waits_for_every_fence),
        cuda_test(a_semaphore_outlives_the_handle_of_its_object),
        cuda_test(the_flags_of_nvscibuf_are_taken),
        cuda_test(the_runtime_api_needs_no_context),
        cuda_test(default_streams_signal),
        cuda_test(threads_take_turns),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
