/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cuda_event_test.c
 * Sync objects that are left to CUDA: what they are, and that each wait is for its point and no
 * more, whether the point has an event or is stored.
 */
#define _GNU_SOURCE

#include "cuda_fixture.h"

#include <pthread.h>
#include <stdatomic.h>

#define EVENTS RINGFENCE_CFG_CUDA_EVENTS
/** More points than there are events, twice. */
#define POINTS ((2U * EVENTS) + 10U)
/** Points that a stream each waits for. */
#define WATCHED 6U
/** What several threads signal and wait for. */
#define SIGNALERS 2U
#define WAITERS   2U
#define ROUNDS    600U

static CUresult signal_in(CUexternalSemaphore semaphore, NvSciSyncFence *fence, CUstream stream)
{
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS params;

    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = fence;
    return ringfenceCuSignalExternalSemaphoresAsync(&semaphore, &params, 1U, stream);
}

static CUresult wait_in(CUexternalSemaphore semaphore, NvSciSyncFence *fence, CUstream stream)
{
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS params;

    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = fence;
    return ringfenceCuWaitExternalSemaphoresAsync(&semaphore, &params, 1U, stream);
}

static CUstream new_stream(void)
{
    CUstream stream = NULL;

    assert_cu(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    return stream;
}

/** Points of an object that are done. */
static void pump(CUexternalSemaphore semaphore, uint32_t points)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    for (uint32_t i = 0U; i < points; i++) {
        assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
    }
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    NvSciSyncFenceClear(&fence);
}

/**
 * The list tells which objects CUDA has for itself; the CPU has no access to those.
 * @verifies RF-CUDA-008
 */
static void the_list_says_what_is_left_to_cuda(void **state)
{
    static const struct {
        int signaler;
        int waiter;
        bool deterministic;
        bool local;
    } cases[] = {{SIGNALS, WAITS, false, true},
                 {SIGNALS, WAITS, true, false},
                 {SIGNALS, CPU_SIDE, false, false},
                 {CPU_SIDE, WAITS, false, false}};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        NvSciSyncObj object =
            sync_object_of(cases[i].signaler, cases[i].waiter, cases[i].deterministic);
        CUexternalSemaphore semaphore = import_sync(object);

        assert_int_equal(is_local(object), cases[i].local);
        if (cases[i].local) {
            assert_int_equal(NvSciSyncObjGenerateFence(object, &fence), NvSciError_BadParameter);
            assert_int_equal(NvSciSyncObjSignal(object), NvSciError_BadParameter);
            assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
            assert_int_equal(NvSciSyncFenceWait(&fence, g_scene.wait, 0), NvSciError_BadParameter);
            NvSciSyncFenceClear(&fence);
            assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
        }
        destroy_sync(semaphore);
        NvSciSyncObjFree(object);
    }
}

/**
 * More points than there are events are under way, the CPU lets them go on one by one, and a stream
 * that waits for one of them goes on with that one: not before, not later.
 * @verifies RF-CUDA-071
 * @verifies RF-CUDA-072
 * @verifies RF-CUDA-073
 */
static void each_wait_is_for_its_point(void **state)
{
    static const uint32_t watched[WATCHED] = {0U,          (EVENTS / 2U) - 1U, EVENTS / 2U,
                                              EVENTS - 1U, EVENTS + 1U,        POINTS - 1U};
    NvSciSyncObj object = sync_object(SIGNALS, WAITS);
    NvSciSyncObj gate = sync_object(CPU_SIDE, WAITS);
    CUexternalSemaphore signaler = import_sync(object);
    CUexternalSemaphore waiter = import_sync(object);
    CUexternalSemaphore door = import_sync(gate);
    static NvSciSyncFence fences[POINTS];
    NvSciSyncFence closed = NvSciSyncFenceInitializer;
    CUstream streams[WATCHED];
    uint32_t next = 0U;

    (void)state;
    (void)memset(fences, 0, sizeof(fences));
    for (size_t i = 0U; i < WATCHED; i++) {
        streams[i] = new_stream();
    }
    go_to(RINGFENCE_PHASE_RUNTIME);
    for (uint32_t i = 0U; i < POINTS; i++) {
        assert_int_equal(NvSciSyncObjGenerateFence(gate, &closed), NvSciError_Success);
        assert_cu(try_wait(door, &closed, 0U), CUDA_SUCCESS);
        assert_cu(try_signal(signaler, &fences[i], 0U), CUDA_SUCCESS);
        NvSciSyncFenceClear(&closed);
    }
    for (size_t i = 0U; i < WATCHED; i++) {
        assert_cu(wait_in(waiter, &fences[watched[i]], streams[i]), CUDA_SUCCESS);
    }
    for (size_t i = 0U; i < WATCHED; i++) {
        for (; next < watched[i]; next++) {
            assert_int_equal(NvSciSyncObjSignal(gate), NvSciError_Success);
        }
        (void)usleep(2000U);
        assert_cu(cuStreamQuery(streams[i]), CUDA_ERROR_NOT_READY);
        assert_int_equal(NvSciSyncObjSignal(gate), NvSciError_Success);
        next++;
        assert_cu(cuStreamSynchronize(streams[i]), CUDA_SUCCESS);
    }
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    for (uint32_t i = 0U; i < POINTS; i++) {
        NvSciSyncFenceClear(&fences[i]);
    }
    go_to(RINGFENCE_PHASE_DEINIT);
    for (size_t i = 0U; i < WATCHED; i++) {
        assert_cu(cuStreamDestroy(streams[i]), CUDA_SUCCESS);
    }
    destroy_sync(signaler);
    destroy_sync(waiter);
    destroy_sync(door);
    NvSciSyncObjFree(object);
    NvSciSyncObjFree(gate);
}

/**
 * A fence whose event stands for a later point, one that is not reached, holds nobody.
 * @verifies RF-CUDA-073
 */
static void an_old_fence_holds_nobody(void **state)
{
    NvSciSyncObj object = sync_object(SIGNALS, WAITS);
    NvSciSyncObj gate = sync_object(CPU_SIDE, WAITS);
    CUexternalSemaphore semaphore = import_sync(object);
    CUexternalSemaphore door = import_sync(gate);
    NvSciSyncFence old = NvSciSyncFenceInitializer;
    NvSciSyncFence late = NvSciSyncFenceInitializer;
    NvSciSyncFence closed = NvSciSyncFenceInitializer;
    CUstream other = new_stream();

    (void)state;
    assert_cu(try_signal(semaphore, &old, 0U), CUDA_SUCCESS);
    pump(semaphore, EVENTS - 1U);
    assert_int_equal(NvSciSyncObjGenerateFence(gate, &closed), NvSciError_Success);
    assert_cu(try_wait(door, &closed, 0U), CUDA_SUCCESS);
    assert_cu(try_signal(semaphore, &late, 0U), CUDA_SUCCESS);
    assert_cu(wait_in(semaphore, &old, other), CUDA_SUCCESS);
    assert_cu(cuStreamSynchronize(other), CUDA_SUCCESS);
    assert_cu(wait_in(semaphore, &late, other), CUDA_SUCCESS);
    assert_cu(cuStreamQuery(other), CUDA_ERROR_NOT_READY);
    assert_int_equal(NvSciSyncObjSignal(gate), NvSciError_Success);
    assert_cu(cuStreamSynchronize(other), CUDA_SUCCESS);
    NvSciSyncFenceClear(&old);
    NvSciSyncFenceClear(&late);
    NvSciSyncFenceClear(&closed);
    assert_cu(cuStreamDestroy(other), CUDA_SUCCESS);
    destroy_sync(semaphore);
    destroy_sync(door);
    NvSciSyncObjFree(object);
    NvSciSyncObjFree(gate);
}

/**
 * A stream that waits for a point before it is signalled goes on with it.
 * @verifies RF-CUDA-074
 */
static void a_wait_may_come_before_the_signal(void **state)
{
    NvSciSyncObj object = sync_object(SIGNALS, WAITS);
    CUexternalSemaphore semaphore = import_sync(object);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence future = NvSciSyncFenceInitializer;
    CUstream other = new_stream();
    uint64_t id = 0U;
    uint64_t value = 0U;

    (void)state;
    for (uint32_t round = 0U; round < 3U; round++) {
        assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
        assert_int_equal(NvSciSyncFenceExtractFence(&fence, &id, &value), NvSciError_Success);
        assert_int_equal(NvSciSyncFenceUpdateFence(object, id, value + 2U, &future),
                         NvSciError_Success);
        assert_cu(wait_in(semaphore, &future, other), CUDA_SUCCESS);
        assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
        assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
        assert_cu(cuStreamQuery(other), CUDA_ERROR_NOT_READY);
        assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
        assert_cu(cuStreamSynchronize(other), CUDA_SUCCESS);
    }
    NvSciSyncFenceClear(&fence);
    NvSciSyncFenceClear(&future);
    assert_cu(cuStreamDestroy(other), CUDA_SUCCESS);
    destroy_sync(semaphore);
    NvSciSyncObjFree(object);
}

/**
 * One batch has objects of both kinds; all fences expire, those of one object in their order.
 * @verifies RF-CUDA-018
 * @verifies RF-CUDA-071
 */
static void a_batch_has_both_kinds(void **state)
{
    enum { MANY = 21 };
    NvSciSyncObj objects[2] = {sync_object(SIGNALS, WAITS), sync_object_of(SIGNALS, WAITS, true)};
    CUexternalSemaphore both[2] = {import_sync(objects[0]), import_sync(objects[1])};
    CUexternalSemaphore semaphores[MANY];
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS signals[MANY];
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS waits[MANY];
    NvSciSyncFence fences[MANY];
    CUstream other = new_stream();

    (void)state;
    (void)memset(signals, 0, sizeof(signals));
    (void)memset(waits, 0, sizeof(waits));
    (void)memset(fences, 0, sizeof(fences));
    for (size_t i = 0U; i < (size_t)MANY; i++) {
        semaphores[i] = both[(i % 7U) % 2U];
        signals[i].params.nvSciSync.fence = &fences[i];
        waits[i].params.nvSciSync.fence = &fences[i];
    }
    assert_cu(ringfenceCuSignalExternalSemaphoresAsync(semaphores, signals, MANY, g_scene.stream),
              CUDA_SUCCESS);
    assert_cu(ringfenceCuWaitExternalSemaphoresAsync(semaphores, waits, MANY, other), CUDA_SUCCESS);
    assert_cu(cuStreamSynchronize(other), CUDA_SUCCESS);
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    for (size_t i = 0U; i < (size_t)MANY; i++) {
        NvSciSyncFenceClear(&fences[i]);
    }
    assert_cu(cuStreamDestroy(other), CUDA_SUCCESS);
    for (size_t i = 0U; i < 2U; i++) {
        destroy_sync(both[i]);
        NvSciSyncObjFree(objects[i]);
    }
}

/**
 * Points that were reached stay so when the import that has the events is destroyed.
 * @verifies RF-CUDA-075
 */
static void points_outlive_their_events(void **state)
{
    NvSciSyncObj object = sync_object(SIGNALS, WAITS);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    CUexternalSemaphore semaphore = import_sync(object);

    (void)state;
    assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
    assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    destroy_sync(semaphore);
    semaphore = import_sync(object);
    assert_cu(try_wait(semaphore, &fence, 0U), CUDA_SUCCESS);
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    pump(semaphore, 3U);
    NvSciSyncFenceClear(&fence);
    destroy_sync(semaphore);
    NvSciSyncObjFree(object);
}

/**
 * An import with events cannot be destroyed while a signal of theirs is under way.
 * @verifies RF-CUDA-075
 */
static void a_pending_signal_keeps_the_events(void **state)
{
    NvSciSyncObj object = sync_object(SIGNALS, WAITS);
    NvSciSyncObj gate = sync_object(CPU_SIDE, WAITS);
    CUexternalSemaphore semaphore = import_sync(object);
    CUexternalSemaphore door = import_sync(gate);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence closed = NvSciSyncFenceInitializer;

    (void)state;
    assert_int_equal(NvSciSyncObjGenerateFence(gate, &closed), NvSciError_Success);
    assert_cu(try_wait(door, &closed, 0U), CUDA_SUCCESS);
    assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
    assert_cu(ringfenceCuDestroyExternalSemaphore(semaphore), CUDA_ERROR_NOT_READY);
    assert_int_equal(NvSciSyncObjSignal(gate), NvSciError_Success);
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    NvSciSyncFenceClear(&fence);
    NvSciSyncFenceClear(&closed);
    destroy_sync(semaphore);
    destroy_sync(door);
    NvSciSyncObjFree(object);
    NvSciSyncObjFree(gate);
}

/** What threads share: each point of the object that was signalled, in any order. */
typedef struct {
    CUexternalSemaphore semaphore;
    CUstream streams[WAITERS];
    pthread_mutex_t order;
    NvSciSyncFence fences[SIGNALERS * ROUNDS];
    atomic_uint signalled;
    atomic_bool good;
    atomic_uint waiters;
} Crowd;

static void *signal_points(void *argument)
{
    Crowd *const crowd = argument;

    (void)cuCtxSetCurrent(g_scene.context);
    for (uint32_t i = 0U; i < ROUNDS; i++) {
        (void)pthread_mutex_lock(&crowd->order);
        NvSciSyncFence *const fence = &crowd->fences[atomic_load(&crowd->signalled)];

        if (signal_in(crowd->semaphore, fence, g_scene.stream) != CUDA_SUCCESS) {
            atomic_store(&crowd->good, false);
        }
        atomic_fetch_add(&crowd->signalled, 1U);
        (void)pthread_mutex_unlock(&crowd->order);
        if ((i % 50U) == 0U) {
            (void)cuStreamSynchronize(g_scene.stream);
        }
    }
    return NULL;
}

/** Waits for the newest point, and for one that may be long gone. */
static void *wait_for_points(void *argument)
{
    Crowd *const crowd = argument;
    const uint32_t self = atomic_fetch_add(&crowd->waiters, 1U);
    uint32_t seen = 0U;

    (void)cuCtxSetCurrent(g_scene.context);
    while (seen < (SIGNALERS * ROUNDS)) {
        const uint32_t now = atomic_load(&crowd->signalled);

        if (now > seen) {
            CUresult result =
                wait_in(crowd->semaphore, &crowd->fences[now - 1U], crowd->streams[self]);

            if (result == CUDA_SUCCESS) {
                result = wait_in(crowd->semaphore, &crowd->fences[seen], crowd->streams[self]);
            }
            if (result != CUDA_SUCCESS) {
                atomic_store(&crowd->good, false);
            }
            seen = now;
        } else {
            (void)usleep(20U);
        }
    }
    return NULL;
}

/**
 * Threads signal and wait at the same time, with more points than there are events.
 * @verifies RF-CUDA-071
 * @verifies RF-CUDA-073
 */
static void threads_signal_and_wait(void **state)
{
    static Crowd crowd;
    NvSciSyncObj object = sync_object(SIGNALS, WAITS);
    pthread_t threads[SIGNALERS + WAITERS];

    (void)state;
    (void)memset(&crowd, 0, sizeof(crowd));
    crowd.semaphore = import_sync(object);
    (void)pthread_mutex_init(&crowd.order, NULL);
    atomic_store(&crowd.good, true);
    for (size_t i = 0U; i < WAITERS; i++) {
        crowd.streams[i] = new_stream();
    }
    go_to(RINGFENCE_PHASE_RUNTIME);
    for (size_t i = 0U; i < COUNT_OF(threads); i++) {
        assert_int_equal(pthread_create(&threads[i], NULL,
                                        (i < SIGNALERS) ? signal_points : wait_for_points, &crowd),
                         0);
    }
    for (size_t i = 0U; i < COUNT_OF(threads); i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    assert_true(atomic_load(&crowd.good));
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    for (size_t i = 0U; i < WAITERS; i++) {
        assert_cu(cuStreamSynchronize(crowd.streams[i]), CUDA_SUCCESS);
        assert_cu(cuStreamDestroy(crowd.streams[i]), CUDA_SUCCESS);
    }
    for (size_t i = 0U; i < COUNT_OF(crowd.fences); i++) {
        NvSciSyncFenceClear(&crowd.fences[i]);
    }
    (void)pthread_mutex_destroy(&crowd.order);
    go_to(RINGFENCE_PHASE_DEINIT);
    destroy_sync(crowd.semaphore);
    NvSciSyncObjFree(object);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cuda_test(the_list_says_what_is_left_to_cuda),
        cuda_test(each_wait_is_for_its_point),
        cuda_test(an_old_fence_holds_nobody),
        cuda_test(a_wait_may_come_before_the_signal),
        cuda_test(a_batch_has_both_kinds),
        cuda_test(points_outlive_their_events),
        cuda_test(a_pending_signal_keeps_the_events),
        cuda_test(threads_signal_and_wait),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
