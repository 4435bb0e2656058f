/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_lost_test.c
 * Contexts that are reset, destroyed or failed while imports live, and phases that change while an
 * import ends.
 */
#define _GNU_SOURCE

#include "cuda_fixture.h"

#include <pthread.h>
#include <sched.h>
#include <time.h>

#include "fake.h"
#include "ringfence_engine.h"

#define BYTES 65536U

static const FakeControl *g_fake;

/** The phase changes before a point is taken back. */
static bool g_changes;
/** A point is not taken back before g_goes_on, or so many milliseconds: its thread has the turn of
 * the object as long. */
static uint32_t g_holds;
static uint32_t g_is_held;
static uint32_t g_goes_on;
#define HOLD_MS 60000U

static void pause_ms(long ms);

NvSciError __real_RingfenceEngineFenceAbandon(NvSciSyncObj object, NvSciSyncFence *fence);
NvSciError __wrap_RingfenceEngineFenceAbandon(NvSciSyncObj object, NvSciSyncFence *fence);

NvSciError __wrap_RingfenceEngineFenceAbandon(NvSciSyncObj object, NvSciSyncFence *fence)
{
    if (g_changes) {
        go_to(RINGFENCE_PHASE_DEINIT);
    }
    if (__atomic_load_n(&g_holds, __ATOMIC_ACQUIRE) != 0U) {
        __atomic_store_n(&g_is_held, 1U, __ATOMIC_RELEASE);
        for (uint32_t i = 0U;
             (i < HOLD_MS) && (__atomic_load_n(&g_goes_on, __ATOMIC_ACQUIRE) == 0U); i++) {
            pause_ms(1);
        }
        __atomic_store_n(&g_is_held, 0U, __ATOMIC_RELEASE);
    }
    return __real_RingfenceEngineFenceAbandon(object, fence);
}

static int fake_up(void **state)
{
    const int status = scene_up(state);

    g_fake = fake_control();
    assert_non_null(g_fake);
    g_fake->reset();
    return status;
}

/** What a driver would have ended the process for. */
static int fake_down(void **state)
{
    const unsigned int dead = g_fake->dead();
    const int status = scene_down(state);

    return (dead == 0U) ? status : -1;
}

#define lost_test(function) cmocka_unit_test_setup_teardown(function, fake_up, fake_down)

/** Resets the primary context, and takes it again as programs do: it has the same handle. */
static void reset_and_retain(void)
{
    CUcontext again = NULL;

    assert_cu(cuDevicePrimaryCtxReset(g_scene.device), CUDA_SUCCESS);
    assert_cu(cuDevicePrimaryCtxRetain(&again, g_scene.device), CUDA_SUCCESS);
    assert_ptr_equal(again, g_scene.context);
    assert_cu(cuCtxSetCurrent(again), CUDA_SUCCESS);
    assert_cu(cuStreamCreate(&g_scene.stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
}

static void pause_ms(long ms)
{
    const struct timespec pause = {0, ms * 1000000L};

    (void)nanosleep(&pause, NULL);
}

/* ---------------------------------------------------------------- codes */

/**
 * Each code after which a context is of no use any more ends waits for its signals.
 * @verifies RF-CUDA-230
 */
static void codes_that_are_final_end_waits(void **state)
{
    /* By their numbers: headers of CUDA 12 have not all names. */
    static const unsigned int codes[] = {4U,   214U, 220U, 226U, 700U, 702U, 709U, 710U, 714U,
                                         715U, 716U, 717U, 718U, 719U, 721U, 810U, 911U};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(codes); i++) {
        NvSciSyncObj object = sync_object(SIGNALS, CPU_SIDE);
        CUexternalSemaphore semaphore = NULL;
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        NvSciSyncFence more = NvSciSyncFenceInitializer;
        CUcontext context = NULL;
        CUstream plain = NULL;
        CUresult result = CUDA_SUCCESS;
        CUdeviceptr word = 0U;
        static uint64_t page[512] __attribute__((aligned(4096)));
        const CUstream before = g_scene.stream;

        assert_cu(cuCtxCreate_v4(&context, NULL, 0U, g_scene.device), CUDA_SUCCESS);
        assert_cu(cuMemHostRegister(page, sizeof(page), CU_MEMHOSTREGISTER_DEVICEMAP),
                  CUDA_SUCCESS);
        assert_cu(cuMemHostGetDevicePointer(&word, page, 0U), CUDA_SUCCESS);
        assert_cu(cuStreamCreate(&plain, CU_STREAM_DEFAULT), CUDA_SUCCESS);
        g_scene.stream = plain;
        semaphore = import_sync(object);
        assert_cu(cuStreamWaitValue64(plain, word, 1U, CU_STREAM_WAIT_VALUE_GEQ), CUDA_SUCCESS);
        assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
        (void)memcpy(&result, &codes[i], sizeof(result));
        g_fake->doom(result);
        assert_int_equal(try_signal(semaphore, &more, 0U), codes[i]);
        assert_int_equal(NvSciSyncFenceWait(&fence, g_scene.wait, 0), NvSciError_Success);
        assert_int_equal(ringfenceCuDestroyExternalSemaphore(semaphore), codes[i]);
        assert_int_equal(in_use_of(RINGFENCE_POOL_CUDA_SEMAPHORE), 0U);
        NvSciSyncFenceClear(&fence);
        assert_cu(cuStreamDestroy(plain), CUDA_SUCCESS);
        assert_cu(cuCtxDestroy(context), CUDA_SUCCESS);
        g_scene.stream = before;
        assert_cu(cuCtxSetCurrent(g_scene.context), CUDA_SUCCESS);
        NvSciSyncObjFree(object);
    }
}

/* ---------------------------------------------------------------- resets */

/**
 * After a reset of the context the clock of an import asks no stream of it, and the end of the
 * import gives none back: the context that has its handle now knows neither.
 * @verifies RF-CUDA-231
 */
static void a_clock_stops_with_its_context(void **state)
{
    NvSciSyncObj object = object_with_times();
    CUexternalSemaphore semaphore = import_sync(object);
    CUexternalSemaphore again = NULL;

    (void)state;
    reset_and_retain();
    /* The thread looks four times a second. */
    for (uint32_t i = 0U; i < 60U; i++) {
        pause_ms(10);
    }
    assert_int_equal(g_fake->dead(), 0U);
    assert_cu(try_import(object, 0U, &again), CUDA_ERROR_INVALID_VALUE);
    (void)ringfenceCuDestroyExternalSemaphore(semaphore);
    assert_int_equal(g_fake->dead(), 0U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_CUDA_SEMAPHORE), 0U);
    semaphore = import_sync(object);
    destroy_sync(semaphore);
    NvSciSyncObjFree(object);
}

/**
 * Nor do the events of a ring go to the driver, or a context that was destroyed: a driver ends the
 * process when one is popped.
 * @verifies RF-CUDA-231
 */
static void events_and_contexts_that_are_gone_are_left_alone(void **state)
{
    NvSciSyncObj objects[2] = {sync_object(SIGNALS, WAITS), sync_object(SIGNALS, CPU_SIDE)};
    NvSciBufObj buffer = raw_buffer(BYTES, true, &g_scene.gpu);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    for (uint32_t i = 0U; i < 2U; i++) {
        CUcontext own = NULL;
        CUexternalSemaphore semaphores[2] = {NULL, NULL};
        CUexternalMemory memory = NULL;
        const CUstream before = g_scene.stream;

        if (i == 1U) {
            assert_cu(cuCtxCreate_v4(&own, NULL, 0U, g_scene.device), CUDA_SUCCESS);
            assert_cu(cuStreamCreate(&g_scene.stream, CU_STREAM_DEFAULT), CUDA_SUCCESS);
        }
        semaphores[0] = import_sync(objects[0]);
        semaphores[1] = import_sync(objects[1]);
        memory = import_buffer(buffer, BYTES);
        assert_cu(try_signal(semaphores[0], &fence, 0U), CUDA_SUCCESS);
        assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
        if (i == 0U) {
            reset_and_retain();
        } else {
            assert_cu(cuStreamDestroy(g_scene.stream), CUDA_SUCCESS);
            g_scene.stream = before;
            assert_cu(cuCtxDestroy(own), CUDA_SUCCESS);
            assert_cu(cuCtxSetCurrent(g_scene.context), CUDA_SUCCESS);
        }
        (void)ringfenceCuDestroyExternalSemaphore(semaphores[0]);
        (void)ringfenceCuDestroyExternalSemaphore(semaphores[1]);
        (void)ringfenceCuDestroyExternalMemory(memory);
        assert_int_equal(g_fake->dead(), 0U);
        assert_int_equal(in_use_of(RINGFENCE_POOL_CUDA_SEMAPHORE), 0U);
        assert_int_equal(in_use_of(RINGFENCE_POOL_CUDA_MEMORY), 0U);
        NvSciSyncFenceClear(&fence);
    }
    NvSciBufObjFree(buffer);
    NvSciSyncObjFree(objects[0]);
    NvSciSyncObjFree(objects[1]);
}

/**
 * The runtime API goes on in the primary context of its device after a reset, which the library
 * retains again.
 * @verifies RF-CUDA-232
 */
static void the_runtime_api_goes_on_after_a_reset(void **state)
{
    struct cudaExternalSemaphoreHandleDesc desc;
    NvSciSyncObj object = sync_object(SIGNALS, CPU_SIDE);

    (void)state;
    (void)memset(&desc, 0, sizeof(desc));
    desc.type = cudaExternalSemaphoreHandleTypeNvSciSync;
    desc.handle.nvSciSyncObj = object;
    for (uint32_t i = 0U; i < 4U; i++) {
        cudaExternalSemaphore_t semaphore = NULL;

        if ((i % 2U) != 0U) {
            assert_cu(cuCtxSetCurrent(NULL), CUDA_SUCCESS);
        }
        assert_int_equal(ringfenceCudaImportExternalSemaphore(&semaphore, &desc), cudaSuccess);
        assert_int_equal(ringfenceCudaDestroyExternalSemaphore(semaphore), cudaSuccess);
        assert_cu(cuDevicePrimaryCtxReset(g_scene.device), CUDA_SUCCESS);
    }
    reset_and_retain();
    NvSciSyncObjFree(object);
}

/**
 * What an import lost says nothing of others in a context with the same handle: signals that are
 * under way stay so.
 * @verifies RF-CUDA-233
 */
static void a_lost_import_condemns_no_other(void **state)
{
    NvSciSyncObj objects[2] = {sync_object(SIGNALS, CPU_SIDE), sync_object(SIGNALS, CPU_SIDE)};
    NvSciSyncObj gate = sync_object(CPU_SIDE, WAITS);
    CUexternalSemaphore lost = import_sync(objects[0]);
    CUexternalSemaphore healthy = NULL;
    CUexternalSemaphore door = NULL;
    NvSciSyncFence closed = NvSciSyncFenceInitializer;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciError seen = NvSciError_Success;

    (void)state;
    reset_and_retain();
    healthy = import_sync(objects[1]);
    door = import_sync(gate);
    assert_int_equal(NvSciSyncObjGenerateFence(gate, &closed), NvSciError_Success);
    assert_cu(try_wait(door, &closed, 0U), CUDA_SUCCESS);
    assert_cu(try_signal(healthy, &fence, 0U), CUDA_SUCCESS);
    /* A wait looks at the contexts now and then. */
    seen = NvSciSyncFenceWait(&fence, g_scene.wait, 10 * (int)RINGFENCE_CFG_LIFE_CHECK_US);
    assert_int_equal(NvSciSyncObjSignal(gate), NvSciError_Success);
    assert_int_equal(seen, NvSciError_Timeout);
    assert_expires(&fence);
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    NvSciSyncFenceClear(&fence);
    NvSciSyncFenceClear(&closed);
    (void)ringfenceCuDestroyExternalSemaphore(lost);
    destroy_sync(healthy);
    destroy_sync(door);
    NvSciSyncObjFree(objects[0]);
    NvSciSyncObjFree(objects[1]);
    NvSciSyncObjFree(gate);
}

/**
 * Memory of the GPU that CUDA had imported for a context that was reset: its pointer may be the
 * program's own now, which the library does not free.
 * @verifies RF-CUDA-234
 */
static void pointers_of_a_context_that_was_reset_are_not_freed(void **state)
{
    NvSciBufObj buffer = raw_buffer(BYTES, false, &g_scene.gpu);
    CUexternalMemory memory = import_buffer(buffer, BYTES);
    CUdeviceptr pointer = 0U;
    CUdeviceptr other = 0U;

    (void)state;
    assert_cu(try_map(memory, 0U, BYTES, &pointer), CUDA_SUCCESS);
    reset_and_retain();
    g_fake->reset();
    assert_cu(try_map(memory, 0U, BYTES, &other), CUDA_ERROR_CONTEXT_IS_DESTROYED);
    assert_cu(ringfenceCuMemFree(pointer), CUDA_ERROR_CONTEXT_IS_DESTROYED);
    assert_cu(ringfenceCuDestroyExternalMemory(memory), CUDA_ERROR_CONTEXT_IS_DESTROYED);
    assert_int_equal(g_fake->count("cuMemFree_v2"), 0U);
    assert_int_equal(g_fake->count("cuDestroyExternalMemory"), 0U);
    assert_int_equal(g_fake->count("cuExternalMemoryGetMappedBuffer"), 0U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_CUDA_MEMORY), 0U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_CUDA_MAPPING), 0U);
    NvSciBufObjFree(buffer);
}

/* ---------------------------------------------------------------- clocks */

/** Contexts that can have timestamps of one object. */
#define CLOCKS 7U

/**
 * The GPU answers each context that signals an object at a place of its own; there are seven.
 * @verifies RF-CUDA-237
 */
static void clocks_of_contexts_have_words_of_their_own(void **state)
{
    NvSciSyncObj object = object_with_times();
    CUexternalSemaphore semaphores[CLOCKS + 1U] = {NULL};
    CUcontext contexts[CLOCKS + 1U] = {NULL};
    RingfenceEngineSync map;
    const uint64_t *words = NULL;

    (void)state;
    (void)memset(&map, 0, sizeof(map));
    assert_int_equal(RingfenceEngineSyncMap(object, &map), NvSciError_Success);
    words = map.counter;
    for (uint32_t i = 0U; i <= CLOCKS; i++) {
        assert_cu(cuCtxCreate_v4(&contexts[i], NULL, 0U, g_scene.device), CUDA_SUCCESS);
        if (i < CLOCKS) {
            assert_int_equal(__atomic_load_n(&words[i + 1U], __ATOMIC_ACQUIRE), 0U);
            semaphores[i] = import_sync(object);
            assert_true(__atomic_load_n(&words[i + 1U], __ATOMIC_ACQUIRE) != 0U);
        } else {
            assert_cu(try_import(object, 0U, &semaphores[i]), CUDA_ERROR_OUT_OF_MEMORY);
        }
    }
    /* One that ends leaves its word to another. */
    destroy_sync(semaphores[2]);
    semaphores[2] = import_sync(object);
    for (uint32_t i = CLOCKS; i > 0U; i--) {
        destroy_sync(semaphores[i - 1U]);
    }
    for (uint32_t i = CLOCKS + 1U; i > 0U; i--) {
        assert_cu(cuCtxDestroy(contexts[i - 1U]), CUDA_SUCCESS);
    }
    assert_cu(cuCtxSetCurrent(g_scene.context), CUDA_SUCCESS);
    RingfenceEngineSyncUnmap(&map);
    NvSciSyncObjFree(object);
}

/* ---------------------------------------------------------------- phases */

/** A call of another thread, and what it gave; done: it has returned. */
typedef struct {
    CUexternalSemaphore semaphore;
    CUexternalMemory memory;
    NvSciSyncObj object;
    CUresult result;
    uint32_t done;
} OtherCall;

static void *other_call(void *context)
{
    OtherCall *const call = context;

    (void)cuCtxSetCurrent(g_scene.context);
    if (call->object != NULL) {
        call->result = try_import(call->object, 0U, &call->semaphore);
    } else if (call->semaphore != NULL) {
        call->result = ringfenceCuDestroyExternalSemaphore(call->semaphore);
    } else {
        call->result = ringfenceCuDestroyExternalMemory(call->memory);
    }
    __atomic_store_n(&call->done, 1U, __ATOMIC_RELEASE);
    return NULL;
}

static void await_count(const char *name, unsigned int count)
{
    while (g_fake->count(name) < count) {
        (void)sched_yield();
    }
}

/**
 * Ends that wait for a stream, or for each other, hold a change of the phase up no more than it
 * them: it is what the stream waits for that comes behind it. They find that the phase has changed,
 * and leave all as it was.
 * @verifies RF-CUDA-235
 */
static void ends_that_wait_let_the_phase_change(void **state)
{
    NvSciSyncObj gate = sync_object(CPU_SIDE, WAITS);
    NvSciSyncObj sync = sync_object(SIGNALS, CPU_SIDE);
    NvSciBufObj buffer = raw_buffer(BYTES, true, &g_scene.gpu);
    CUexternalSemaphore door = import_sync(gate);
    CUexternalSemaphore semaphore = import_sync(sync);
    CUexternalMemory memory = import_buffer(buffer, BYTES);
    OtherCall calls[2] = {{NULL, memory, NULL, CUDA_SUCCESS, 0U},
                          {semaphore, NULL, NULL, CUDA_SUCCESS, 0U}};
    NvSciSyncFence closed = NvSciSyncFenceInitializer;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    pthread_t threads[2];

    (void)state;
    assert_int_equal(NvSciSyncObjGenerateFence(gate, &closed), NvSciError_Success);
    assert_cu(try_wait(door, &closed, 0U), CUDA_SUCCESS);
    g_fake->reset();
    assert_int_equal(pthread_create(&threads[0], NULL, other_call, &calls[0]), 0);
    await_count("cuCtxSynchronize", 1U);
    assert_int_equal(pthread_create(&threads[1], NULL, other_call, &calls[1]), 0);
    await_count("cuCtxSetCurrent", 2U);
    pause_ms(20);
    go_to(RINGFENCE_PHASE_RUNTIME);
    assert_int_equal(NvSciSyncObjSignal(gate), NvSciError_Success);
    assert_int_equal(pthread_join(threads[0], NULL), 0);
    assert_int_equal(pthread_join(threads[1], NULL), 0);
    assert_cu(calls[0].result, CUDA_ERROR_NOT_PERMITTED);
    assert_cu(calls[1].result, CUDA_ERROR_NOT_PERMITTED);
    assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
    assert_expires(&fence);
    NvSciSyncFenceClear(&fence);
    NvSciSyncFenceClear(&closed);
    go_to(RINGFENCE_PHASE_DEINIT);
    assert_cu(ringfenceCuDestroyExternalMemory(memory), CUDA_SUCCESS);
    destroy_sync(semaphore);
    destroy_sync(door);
    NvSciBufObjFree(buffer);
    NvSciSyncObjFree(sync);
    NvSciSyncObjFree(gate);
}

/**
 * A call that has begun what it does ends before the phase changes: an import that fails after a
 * while leaves nothing, though another thread enters RUNTIME meanwhile.
 * @verifies RF-CUDA-235
 */
static void calls_that_have_begun_end_before_the_phase_changes(void **state)
{
    NvSciSyncObj object = object_with_times();
    OtherCall call = {NULL, NULL, object, CUDA_SUCCESS, 0U};
    pthread_t thread;

    (void)state;
    g_fake->slow(300000U);
    assert_int_equal(pthread_create(&thread, NULL, other_call, &call), 0);
    await_count("cuEventSynchronize", 1U);
    go_to(RINGFENCE_PHASE_RUNTIME);
    assert_int_equal(__atomic_load_n(&call.done, __ATOMIC_ACQUIRE) +
                         in_use_of(RINGFENCE_POOL_CUDA_SEMAPHORE),
                     __atomic_load_n(&call.done, __ATOMIC_ACQUIRE));
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_cu(call.result, CUDA_ERROR_NOT_READY);
    g_fake->slow(0U);
    go_to(RINGFENCE_PHASE_DEINIT);
    go_to(RINGFENCE_PHASE_INIT);
    NvSciSyncObjFree(object);
}

/** A signal of another thread, in a context and a stream of its own. */
typedef struct {
    CUcontext context;
    CUstream stream;
    CUexternalSemaphore semaphore;
    CUresult result;
} OtherSignal;

static void *other_signal(void *argument)
{
    OtherSignal *const other = argument;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS params;

    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = &fence;
    (void)cuCtxSetCurrent(other->context);
    other->result =
        ringfenceCuSignalExternalSemaphoresAsync(&other->semaphore, &params, 1U, other->stream);
    return NULL;
}

/**
 * The end of an import with events, whose context failed, does not wait for a signal of another
 * import: it stays, and ends when it is tried again.
 * @verifies RF-CUDA-103
 */
static void an_end_waits_for_no_signal(void **state)
{
    NvSciSyncObj object = sync_object(SIGNALS, WAITS);
    CUexternalSemaphore semaphore = import_sync(object);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    OtherSignal other = {NULL, NULL, NULL, CUDA_SUCCESS};
    CUresult result = CUDA_SUCCESS;
    uint32_t was_held = 0U;
    pthread_t thread;

    (void)state;
    assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    assert_cu(cuCtxCreate_v4(&other.context, NULL, 0U, g_scene.device), CUDA_SUCCESS);
    assert_cu(cuStreamCreate(&other.stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    other.semaphore = import_sync(object);
    assert_cu(cuCtxSetCurrent(g_scene.context), CUDA_SUCCESS);
    g_fake->reset();
    assert_true(g_fake->refuse("cuStreamWriteValue64_v2", 1U, CUDA_ERROR_OUT_OF_MEMORY));
    assert_true(g_fake->refuse("cuEventQuery", 0U, CUDA_ERROR_ILLEGAL_ADDRESS));
    __atomic_store_n(&g_goes_on, 0U, __ATOMIC_RELEASE);
    __atomic_store_n(&g_holds, 1U, __ATOMIC_RELEASE);
    assert_int_equal(pthread_create(&thread, NULL, other_signal, &other), 0);
    while (__atomic_load_n(&g_is_held, __ATOMIC_ACQUIRE) == 0U) {
        (void)sched_yield();
    }
    result = ringfenceCuDestroyExternalSemaphore(semaphore);
    was_held = __atomic_load_n(&g_is_held, __ATOMIC_ACQUIRE);
    __atomic_store_n(&g_goes_on, 1U, __ATOMIC_RELEASE);
    assert_int_equal(pthread_join(thread, NULL), 0);
    __atomic_store_n(&g_holds, 0U, __ATOMIC_RELEASE);
    assert_int_equal(was_held, 1U);
    assert_cu(result, CUDA_ERROR_NOT_READY);
    assert_cu(other.result, CUDA_ERROR_OUT_OF_MEMORY);
    assert_cu(ringfenceCuDestroyExternalSemaphore(semaphore), CUDA_SUCCESS);
    g_fake->reset();
    destroy_sync(other.semaphore);
    NvSciSyncFenceClear(&fence);
    assert_cu(cuCtxSetCurrent(other.context), CUDA_SUCCESS);
    assert_cu(cuStreamDestroy(other.stream), CUDA_SUCCESS);
    assert_cu(cuCtxDestroy(other.context), CUDA_SUCCESS);
    assert_cu(cuCtxSetCurrent(g_scene.context), CUDA_SUCCESS);
    NvSciSyncObjFree(object);
}

/**
 * A point whose signal the driver refuses is not left behind though the phase changes before it can
 * be taken back: it is finished as failed.
 * @verifies RF-CUDA-236
 */
static void a_point_that_is_refused_late_is_finished(void **state)
{
    NvSciSyncObj objects[2] = {sync_object(SIGNALS, CPU_SIDE), sync_object(SIGNALS, WAITS)};
    static const char *const functions[] = {"cuStreamWriteValue64_v2", "cuEventRecord"};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(objects); i++) {
        CUexternalSemaphore semaphore = import_sync(objects[i]);
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        const uint32_t before = faults();

        go_to(RINGFENCE_PHASE_RUNTIME);
        g_fake->reset();
        assert_true(g_fake->refuse(functions[i], 1U, CUDA_ERROR_OUT_OF_MEMORY));
        g_changes = true;
        assert_cu(try_signal(semaphore, &fence, 0U), CUDA_ERROR_OUT_OF_MEMORY);
        g_changes = false;
        assert_fault(before, RINGFENCE_FAULT_ENGINE_FAILED);
        assert_int_equal(fence.payload[0], 0U);
        destroy_sync(semaphore);
        go_to(RINGFENCE_PHASE_INIT);
        NvSciSyncObjFree(objects[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        lost_test(codes_that_are_final_end_waits),
        lost_test(a_clock_stops_with_its_context),
        lost_test(events_and_contexts_that_are_gone_are_left_alone),
        lost_test(the_runtime_api_goes_on_after_a_reset),
        lost_test(a_lost_import_condemns_no_other),
        lost_test(pointers_of_a_context_that_was_reset_are_not_freed),
        lost_test(clocks_of_contexts_have_words_of_their_own),
        lost_test(ends_that_wait_let_the_phase_change),
        lost_test(calls_that_have_begun_end_before_the_phase_changes),
        lost_test(an_end_waits_for_no_signal),
        lost_test(a_point_that_is_refused_late_is_finished),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
