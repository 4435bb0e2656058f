/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_event_test.c
 * Which functions of the driver objects with events need, what becomes of them when one fails, and
 * events of the driver without a GPU itself.
 */
#define _GNU_SOURCE

#include "cuda_fixture.h"
#include "fake.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

/** Ends of events that a thread waits for. */
#define ROUNDS 100U
#define EVENTS RINGFENCE_CFG_CUDA_EVENTS
#define STRIDE (EVENTS / 2U)

static const FakeControl *g_fake;

static int fake_up(void **state)
{
    const int status = scene_up(state);

    g_fake = fake_control();
    assert_non_null(g_fake);
    g_fake->reset();
    return status;
}

#define fake_test(function) cmocka_unit_test_setup_teardown(function, fake_up, scene_down)

static void synchronize(void)
{
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
}

/** Asserts how often the driver recorded an event, stored a point, and was called at all. */
static void assert_calls(unsigned int records, unsigned int stores, unsigned int all)
{
    assert_int_equal(g_fake->count("cuEventRecord"), records);
    assert_int_equal(g_fake->count("cuStreamWriteValue64_v2"), stores);
    assert_int_equal(g_fake->count(NULL), all);
}

/**
 * Events of the driver without a GPU are what the documentation says.
 * @verifies RF-CUDA-002
 */
static void events_of_the_driver(void **state)
{
    NvSciSyncObj gate = sync_object(CPU_SIDE, WAITS);
    CUexternalSemaphore door = import_sync(gate);
    NvSciSyncFence closed = NvSciSyncFenceInitializer;
    CUcontext second = NULL;
    CUstream other = NULL;
    CUstream foreign = NULL;
    CUevent event = NULL;

    (void)state;
    assert_cu(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    assert_cu(cuEventCreate(&event, 0x100U), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING), CUDA_SUCCESS);
    assert_int_equal(g_fake->live(FAKE_EVENTS), 1U);
    /* Never recorded: done. */
    assert_cu(cuEventQuery(event), CUDA_SUCCESS);
    assert_cu(cuStreamWaitEvent(other, event, 0U), CUDA_SUCCESS);
    assert_cu(cuStreamSynchronize(other), CUDA_SUCCESS);
    /* A wait is for the newest record of its moment, and outlives the event. */
    assert_cu(cuEventRecord(event, other), CUDA_SUCCESS);
    assert_cu(cuStreamSynchronize(other), CUDA_SUCCESS);
    assert_int_equal(NvSciSyncObjGenerateFence(gate, &closed), NvSciError_Success);
    assert_cu(try_wait(door, &closed, 0U), CUDA_SUCCESS);
    assert_cu(cuStreamWaitEvent(other, event, 0U), CUDA_SUCCESS);
    assert_cu(cuEventRecord(event, g_scene.stream), CUDA_SUCCESS);
    assert_cu(cuEventQuery(event), CUDA_ERROR_NOT_READY);
    assert_cu(cuStreamSynchronize(other), CUDA_SUCCESS);
    assert_cu(cuStreamWaitEvent(other, event, 0U), CUDA_SUCCESS);
    assert_cu(cuEventDestroy(event), CUDA_SUCCESS);
    assert_int_equal(g_fake->live(FAKE_EVENTS), 0U);
    assert_cu(cuStreamQuery(other), CUDA_ERROR_NOT_READY);
    assert_int_equal(NvSciSyncObjSignal(gate), NvSciError_Success);
    assert_cu(cuStreamSynchronize(other), CUDA_SUCCESS);
    /* Stale, and of another context. */
    assert_cu(cuEventDestroy(event), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuEventRecord(event, other), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuEventQuery(event), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuEventCreate(&event, 0U), CUDA_SUCCESS);
    assert_cu(cuDevicePrimaryCtxRetain(&second, 1), CUDA_SUCCESS);
    assert_cu(cuCtxSetCurrent(second), CUDA_SUCCESS);
    assert_cu(cuStreamCreate(&foreign, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    assert_cu(cuEventRecord(event, foreign), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuStreamWaitEvent(foreign, event, 0U), CUDA_SUCCESS);
    assert_cu(cuStreamDestroy(foreign), CUDA_SUCCESS);
    assert_cu(cuCtxSetCurrent(g_scene.context), CUDA_SUCCESS);
    assert_cu(cuDevicePrimaryCtxRelease(1), CUDA_SUCCESS);
    assert_cu(cuEventDestroy(event), CUDA_SUCCESS);
    assert_cu(cuStreamDestroy(other), CUDA_SUCCESS);
    NvSciSyncFenceClear(&closed);
    destroy_sync(door);
    NvSciSyncObjFree(gate);
}

/**
 * The first import makes the events, and no other; a signal is one record, a wait one wait, and
 * each point that is due is one store behind a look at the capture.
 * @verifies RF-CUDA-070
 * @verifies RF-CUDA-071
 * @verifies RF-CUDA-072
 * @verifies RF-CUDA-073
 */
static void a_signal_is_one_record(void **state)
{
    NvSciSyncObj object = sync_object(SIGNALS, WAITS);
    CUexternalSemaphore semaphore = import_sync(object);
    CUexternalSemaphore more = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    assert_int_equal(g_fake->count("cuEventCreate"), EVENTS);
    more = import_sync(object);
    assert_int_equal(g_fake->count("cuEventCreate"), EVENTS);
    go_to(RINGFENCE_PHASE_RUNTIME);
    for (uint32_t point = 1U; point <= (3U * EVENTS); point++) {
        g_fake->reset();
        assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
        if ((point % STRIDE) == 0U) {
            assert_calls(0U, 1U, 2U);
            assert_int_equal(g_fake->count("cuStreamIsCapturing"), 1U);
        } else {
            assert_calls(1U, 0U, 1U);
            g_fake->reset();
            assert_cu(try_wait(more, &fence, 0U), CUDA_SUCCESS);
            assert_int_equal(g_fake->count("cuStreamWaitEvent"), 1U);
            assert_int_equal(g_fake->count(NULL), 1U);
        }
        synchronize();
    }
    NvSciSyncFenceClear(&fence);
    go_to(RINGFENCE_PHASE_DEINIT);
    destroy_sync(semaphore);
    assert_int_equal(g_fake->live(FAKE_EVENTS), EVENTS);
    destroy_sync(more);
    assert_int_equal(g_fake->live(FAKE_EVENTS), 0U);
    NvSciSyncObjFree(object);
}

/**
 * As long as the device does not get on, points without a free event are stored; when it did,
 * events serve again.
 * @verifies RF-CUDA-072
 */
static void without_a_free_event_points_are_stored(void **state)
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
    for (uint32_t point = 1U; point <= (2U * EVENTS); point++) {
        g_fake->reset();
        assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
        if ((point > EVENTS) || ((point % STRIDE) == 0U)) {
            assert_calls(0U, 1U, 2U);
        } else {
            assert_calls(1U, 0U, 1U);
        }
    }
    g_fake->reset();
    assert_cu(try_wait(semaphore, &fence, 0U), CUDA_SUCCESS);
    assert_int_equal(g_fake->count("cuStreamWaitValue64_v2"), 1U);
    assert_int_equal(NvSciSyncObjSignal(gate), NvSciError_Success);
    synchronize();
    g_fake->reset();
    assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
    assert_calls(1U, 0U, 1U);
    synchronize();
    NvSciSyncFenceClear(&fence);
    NvSciSyncFenceClear(&closed);
    destroy_sync(semaphore);
    destroy_sync(door);
    NvSciSyncObjFree(object);
    NvSciSyncObjFree(gate);
}

/**
 * In a stream that is captured a store that is due waits, and one that cannot wait is refused.
 * @verifies RF-CUDA-076
 */
static void captured_signals_are_records(void **state)
{
    const NvSciSyncFence cleared = NvSciSyncFenceInitializer;
    NvSciSyncObj object = sync_object(SIGNALS, WAITS);
    CUexternalSemaphore semaphore = import_sync(object);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    for (uint32_t point = 1U; point <= EVENTS; point++) {
        g_fake->reset();
        g_fake->capture(true);
        assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
        assert_calls(1U, 0U, (point < STRIDE) ? 1U : 2U);
    }
    g_fake->reset();
    g_fake->capture(true);
    assert_cu(try_signal(semaphore, &fence, 0U), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    assert_calls(0U, 0U, 1U);
    assert_memory_equal(&fence, &cleared, sizeof(fence));
    g_fake->capture(false);
    for (uint32_t i = 0U; i < 3U; i++) {
        g_fake->reset();
        assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
        assert_calls((i == 0U) ? 0U : 1U, (i == 0U) ? 1U : 0U, (i == 0U) ? 2U : 1U);
        synchronize();
    }
    NvSciSyncFenceClear(&fence);
    destroy_sync(semaphore);
    NvSciSyncObjFree(object);
}

/**
 * A signal or a wait that the driver refuses leaves all as it was, and the next one works.
 * @verifies RF-CUDA-019
 */
static void what_the_driver_refuses_changes_nothing(void **state)
{
    const NvSciSyncFence cleared = NvSciSyncFenceInitializer;
    NvSciSyncObj object = sync_object(SIGNALS, WAITS);
    CUexternalSemaphore semaphore = import_sync(object);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t id = 0U;
    uint64_t value = 0U;

    (void)state;
    for (uint64_t point = 1U; point <= (EVENTS + 3U); point++) {
        const unsigned int calls = ((point % STRIDE) == 0U) ? 2U : 1U;

        for (unsigned int nth = 1U; nth <= calls; nth++) {
            assert_true(g_fake->refuse(NULL, nth, CUDA_ERROR_UNKNOWN));
            assert_cu(try_signal(semaphore, &fence, 0U), CUDA_ERROR_UNKNOWN);
            assert_memory_equal(&fence, &cleared, sizeof(fence));
            g_fake->reset();
        }
        assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
        assert_int_equal(NvSciSyncFenceExtractFence(&fence, &id, &value), NvSciError_Success);
        assert_int_equal(value, point);
        if (calls == 1U) {
            assert_true(g_fake->refuse(NULL, 1U, CUDA_ERROR_UNKNOWN));
            assert_cu(try_wait(semaphore, &fence, 0U), CUDA_ERROR_UNKNOWN);
        }
        assert_cu(try_wait(semaphore, &fence, 0U), CUDA_SUCCESS);
        synchronize();
    }
    NvSciSyncFenceClear(&fence);
    destroy_sync(semaphore);
    NvSciSyncObjFree(object);
}

/**
 * A signal that finds the context failed ends what the context owes, also to others than CUDA.
 * @verifies RF-CUDA-064
 */
static void a_failed_context_owes_nothing(void **state)
{
    NvSciSyncObj object = sync_object(SIGNALS, WAITS);
    NvSciSyncObj other = sync_object(SIGNALS, CPU_SIDE);
    CUexternalSemaphore semaphore = import_sync(object);
    CUexternalSemaphore owing = import_sync(other);
    NvSciSyncObj gate = sync_object(CPU_SIDE, WAITS);
    CUexternalSemaphore door = import_sync(gate);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence owed = NvSciSyncFenceInitializer;
    NvSciSyncFence closed = NvSciSyncFenceInitializer;

    (void)state;
    assert_int_equal(NvSciSyncObjGenerateFence(gate, &closed), NvSciError_Success);
    assert_cu(try_wait(door, &closed, 0U), CUDA_SUCCESS);
    assert_cu(try_signal(owing, &owed, 0U), CUDA_SUCCESS);
    assert_int_equal(NvSciSyncFenceWait(&owed, g_scene.wait, 0), NvSciError_Timeout);
    g_fake->reset();
    assert_true(g_fake->refuse("cuEventRecord", 1U, CUDA_ERROR_LAUNCH_FAILED));
    assert_true(g_fake->refuse("cuMemHostGetDevicePointer_v2", 0U, CUDA_ERROR_LAUNCH_FAILED));
    assert_cu(try_signal(semaphore, &fence, 0U), CUDA_ERROR_LAUNCH_FAILED);
    /* The signal asked, before somebody waits. */
    assert_int_not_equal(g_fake->count("cuMemHostGetDevicePointer_v2"), 0U);
    assert_expires(&owed);
    g_fake->reset();
    assert_int_equal(NvSciSyncObjSignal(gate), NvSciError_Success);
    synchronize();
    NvSciSyncFenceClear(&owed);
    NvSciSyncFenceClear(&closed);
    destroy_sync(semaphore);
    destroy_sync(owing);
    destroy_sync(door);
    NvSciSyncObjFree(object);
    NvSciSyncObjFree(other);
    NvSciSyncObjFree(gate);
}

/**
 * So does a wait for an event that finds it failed.
 * @verifies RF-CUDA-064
 */
static void a_wait_that_finds_a_failed_context_asks(void **state)
{
    NvSciSyncObj object = sync_object(SIGNALS, WAITS);
    CUexternalSemaphore semaphore = import_sync(object);
    NvSciSyncObj gate = sync_object(CPU_SIDE, WAITS);
    CUexternalSemaphore door = import_sync(gate);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence closed = NvSciSyncFenceInitializer;

    (void)state;
    assert_int_equal(NvSciSyncObjGenerateFence(gate, &closed), NvSciError_Success);
    assert_cu(try_wait(door, &closed, 0U), CUDA_SUCCESS);
    assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
    g_fake->reset();
    assert_true(g_fake->refuse("cuStreamWaitEvent", 1U, CUDA_ERROR_LAUNCH_FAILED));
    assert_cu(try_wait(semaphore, &fence, 0U), CUDA_ERROR_LAUNCH_FAILED);
    assert_int_not_equal(g_fake->count("cuMemHostGetDevicePointer_v2"), 0U);
    g_fake->reset();
    assert_int_equal(NvSciSyncObjSignal(gate), NvSciError_Success);
    synchronize();
    NvSciSyncFenceClear(&fence);
    NvSciSyncFenceClear(&closed);
    destroy_sync(semaphore);
    destroy_sync(door);
    NvSciSyncObjFree(object);
    NvSciSyncObjFree(gate);
}

/** A stream of the second device's context, which is current afterwards. */
static CUstream enter_second(CUcontext *second)
{
    CUstream stream = NULL;

    assert_cu(cuDevicePrimaryCtxRetain(second, 1), CUDA_SUCCESS);
    assert_cu(cuCtxSetCurrent(*second), CUDA_SUCCESS);
    assert_cu(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    return stream;
}

static void leave_second(CUstream stream)
{
    assert_cu(cuStreamSynchronize(stream), CUDA_SUCCESS);
    assert_cu(cuStreamDestroy(stream), CUDA_SUCCESS);
    assert_cu(cuCtxSetCurrent(g_scene.context), CUDA_SUCCESS);
    assert_cu(cuDevicePrimaryCtxRelease(1), CUDA_SUCCESS);
}

static CUresult wait_in(CUexternalSemaphore semaphore, NvSciSyncFence *fence, CUstream stream)
{
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS params;

    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = fence;
    return ringfenceCuWaitExternalSemaphoresAsync(&semaphore, &params, 1U, stream);
}

/** Objects that are more than rows in two contexts. */
#define MANY_OBJECTS ((RINGFENCE_CFG_CUDA_SEMAPHORES / 2U) + 1U)

/**
 * Each context has a row of its own for an object; when there is none left, an object that has one
 * is imported still.
 * @verifies RF-CUDA-006
 * @verifies RF-CUDA-202
 */
static void each_context_has_a_row_of_its_own(void **state)
{
    static NvSciSyncObj objects[MANY_OBJECTS];
    static CUexternalSemaphore rows[2][MANY_OBJECTS];
    const bool deterministic = true;
    const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_RequireDeterministicFences,
                                            &deterministic, sizeof(deterministic)};
    CUcontext second = NULL;
    CUstream other = enter_second(&second);
    CUexternalSemaphore more = NULL;

    (void)state;
    for (uint32_t i = 0U; i < MANY_OBJECTS; i++) {
        NvSciSyncAttrList lists[2] = {sync_list(), sync_list()};
        NvSciSyncAttrList conflict = NULL;

        assert_cu(ringfenceCuDeviceGetNvSciSyncAttributes(lists[0], 0, SIGNALS), CUDA_SUCCESS);
        assert_cu(ringfenceCuDeviceGetNvSciSyncAttributes(lists[1], 1, WAITS), CUDA_SUCCESS);
        assert_int_equal(NvSciSyncAttrListSetAttrs(lists[0], &pair, 1U), NvSciError_Success);
        assert_int_equal(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &objects[i], &conflict),
                         NvSciError_Success);
        NvSciSyncAttrListFree(lists[0]);
        NvSciSyncAttrListFree(lists[1]);
    }
    for (uint32_t k = 0U; k < 2U; k++) {
        assert_cu(cuCtxSetCurrent((k == 0U) ? g_scene.context : second), CUDA_SUCCESS);
        for (uint32_t i = 0U; i < (MANY_OBJECTS - k); i++) {
            rows[k][i] = ((k == 0U) || (i < (MANY_OBJECTS - 2U))) ? import_sync(objects[i]) : NULL;
        }
        assert_ptr_not_equal(rows[0][0], rows[1][0]);
    }
    assert_int_equal(in_use_of(RINGFENCE_POOL_CUDA_SEMAPHORE), (2U * MANY_OBJECTS) - 2U);
    assert_cu(try_import(objects[MANY_OBJECTS - 1U], 0U, &more), CUDA_ERROR_OUT_OF_MEMORY);
    assert_cu(try_import(objects[0], 0U, &more), CUDA_SUCCESS);
    assert_ptr_equal(more, rows[1][0]);
    destroy_sync(more);
    for (uint32_t k = 0U; k < 2U; k++) {
        for (uint32_t i = 0U; i < MANY_OBJECTS; i++) {
            if (rows[k][i] != NULL) {
                destroy_sync(rows[k][i]);
            }
        }
    }
    for (uint32_t i = 0U; i < MANY_OBJECTS; i++) {
        NvSciSyncObjFree(objects[i]);
    }
    leave_second(other);
}

/**
 * The events are made for the GPU that signals, whichever import comes first; the other GPU waits
 * for them. A stream of another context signals by stores.
 * @verifies RF-CUDA-070
 * @verifies RF-CUDA-072
 * @verifies RF-CUDA-073
 * @verifies RF-CUDA-200
 */
static void events_are_of_the_gpu_that_signals(void **state)
{
    NvSciSyncAttrList lists[2] = {sync_list(), sync_list()};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;
    CUcontext second = NULL;
    CUstream other = enter_second(&second);
    CUexternalSemaphore waiter = NULL;
    CUexternalSemaphore signaler = NULL;
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS params;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    assert_cu(ringfenceCuDeviceGetNvSciSyncAttributes(lists[0], 0, SIGNALS), CUDA_SUCCESS);
    assert_cu(ringfenceCuDeviceGetNvSciSyncAttributes(lists[1], 1, WAITS), CUDA_SUCCESS);
    assert_int_equal(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                     NvSciError_Success);
    waiter = import_sync(object);
    assert_int_equal(g_fake->live(FAKE_EVENTS), 0U);
    assert_cu(cuCtxSetCurrent(g_scene.context), CUDA_SUCCESS);
    signaler = import_sync(object);
    assert_int_equal(g_fake->live(FAKE_EVENTS), EVENTS);
    g_fake->reset();
    assert_cu(try_signal(signaler, &fence, 0U), CUDA_SUCCESS);
    assert_calls(1U, 0U, 1U);
    assert_cu(cuCtxSetCurrent(second), CUDA_SUCCESS);
    assert_cu(wait_in(waiter, &fence, other), CUDA_SUCCESS);
    assert_int_equal(g_fake->count("cuStreamWaitEvent"), 1U);
    assert_cu(cuStreamSynchronize(other), CUDA_SUCCESS);
    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = &fence;
    /* The GPU that asked to wait does not signal. */
    assert_cu(ringfenceCuSignalExternalSemaphoresAsync(&waiter, &params, 1U, other),
              CUDA_ERROR_INVALID_VALUE);
    assert_fault(faults() - 1U, RINGFENCE_FAULT_NO_RIGHT);
    g_fake->reset();
    assert_cu(ringfenceCuSignalExternalSemaphoresAsync(&signaler, &params, 1U, other),
              CUDA_SUCCESS);
    assert_calls(1U, 1U, 3U);
    assert_cu(wait_in(waiter, &fence, other), CUDA_SUCCESS);
    assert_cu(cuStreamSynchronize(other), CUDA_SUCCESS);
    /* The events end with the last import of their context, whoever else waits. */
    destroy_sync(signaler);
    assert_int_equal(g_fake->live(FAKE_EVENTS), 0U);
    assert_cu(wait_in(waiter, &fence, other), CUDA_SUCCESS);
    assert_cu(cuStreamSynchronize(other), CUDA_SUCCESS);
    NvSciSyncFenceClear(&fence);
    destroy_sync(waiter);
    leave_second(other);
    NvSciSyncObjFree(object);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
}

/**
 * However the driver refuses at the end of an import, the import ends, and so do its events.
 * @verifies RF-CUDA-075
 */
static void an_end_that_fails_ends_the_events(void **state)
{
    static const char *const functions[] = {"cuCtxPushCurrent_v2", "cuMemHostGetDevicePointer_v2",
                                            "cuEventQuery", "cuEventDestroy_v2"};
    NvSciSyncObj object = sync_object(SIGNALS, WAITS);

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(functions); i++) {
        CUexternalSemaphore semaphore = import_sync(object);
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        const uint32_t taken = in_use_of(RINGFENCE_POOL_CUDA_SEMAPHORE);

        assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
        synchronize();
        NvSciSyncFenceClear(&fence);
        g_fake->reset();
        assert_true(g_fake->refuse(functions[i], 0U, CUDA_ERROR_ILLEGAL_ADDRESS));
        destroy_sync(semaphore);
        assert_int_equal(in_use_of(RINGFENCE_POOL_CUDA_SEMAPHORE), taken - 1U);
        if (i < 2U) {
            /* Their context is gone: they went with it. */
            assert_int_equal(g_fake->count("cuEventDestroy_v2"), 0U);
        } else {
            assert_int_equal(g_fake->count("cuEventDestroy_v2"), EVENTS);
        }
        g_fake->reset();
    }
    NvSciSyncObjFree(object);
}

/** An object of two GPUs: the first one signals, the second one waits. */
static NvSciSyncObj object_of_both(void)
{
    NvSciSyncAttrList lists[2] = {sync_list(), sync_list()};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    assert_cu(ringfenceCuDeviceGetNvSciSyncAttributes(lists[0], 0, SIGNALS), CUDA_SUCCESS);
    assert_cu(ringfenceCuDeviceGetNvSciSyncAttributes(lists[1], 1, WAITS), CUDA_SUCCESS);
    assert_int_equal(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                     NvSciError_Success);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    return object;
}

/**
 * Whatever the driver says of the newest point at the end of the events, those who wait with
 * another import go on: nothing else will tell them.
 * @verifies RF-CUDA-075
 */
static void an_end_leaves_no_wait_behind(void **state)
{
    static const struct {
        const char *function;
        CUresult code;
    } cases[] = {{"cuEventQuery", CUDA_ERROR_CAPTURED_EVENT},
                 {"cuEventQuery", CUDA_ERROR_ILLEGAL_ADDRESS},
                 {"cuMemHostGetDevicePointer_v2", CUDA_ERROR_ILLEGAL_ADDRESS},
                 {"cuCtxPushCurrent_v2", CUDA_ERROR_ILLEGAL_ADDRESS}};
    CUcontext second = NULL;
    CUstream other = enter_second(&second);
    NvSciSyncObj object = object_of_both();
    CUexternalSemaphore waiter = import_sync(object);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        CUexternalSemaphore signaler = NULL;

        assert_cu(cuCtxSetCurrent(g_scene.context), CUDA_SUCCESS);
        signaler = import_sync(object);
        assert_cu(try_signal(signaler, &fence, 0U), CUDA_SUCCESS);
        assert_cu(try_signal(signaler, &fence, 0U), CUDA_SUCCESS);
        synchronize();
        g_fake->reset();
        assert_true(g_fake->refuse(cases[i].function, 0U, cases[i].code));
        destroy_sync(signaler);
        assert_cu(cuCtxSetCurrent(second), CUDA_SUCCESS);
        g_fake->reset();
        assert_cu(wait_in(waiter, &fence, other), CUDA_SUCCESS);
        assert_int_equal(g_fake->count(NULL), 0U);
    }
    NvSciSyncFenceClear(&fence);
    destroy_sync(waiter);
    leave_second(other);
    NvSciSyncObjFree(object);
}

/**
 * A record that is captured does not hide that a point before it is under way.
 * @verifies RF-CUDA-075
 */
static void a_captured_record_hides_no_signal(void **state)
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
    assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
    assert_true(g_fake->refuse("cuEventQuery", 1U, CUDA_ERROR_CAPTURED_EVENT));
    assert_cu(ringfenceCuDestroyExternalSemaphore(semaphore), CUDA_ERROR_NOT_READY);
    assert_int_equal(NvSciSyncObjSignal(gate), NvSciError_Success);
    synchronize();
    NvSciSyncFenceClear(&fence);
    NvSciSyncFenceClear(&closed);
    destroy_sync(semaphore);
    destroy_sync(door);
    NvSciSyncObjFree(object);
    NvSciSyncObjFree(gate);
}

/** What a thread waits for again and again, while the events end. */
typedef struct {
    CUcontext context;
    CUexternalSemaphore waiter;
    CUstream stream;
    NvSciSyncFence *fence;
    atomic_bool began;
    atomic_bool ends;
    atomic_bool good;
} Pursuit;

static void *pursue(void *argument)
{
    Pursuit *const pursuit = argument;

    (void)cuCtxSetCurrent(pursuit->context);
    while (!atomic_load(&pursuit->ends)) {
        if (wait_in(pursuit->waiter, pursuit->fence, pursuit->stream) != CUDA_SUCCESS) {
            atomic_store(&pursuit->good, false);
        }
        atomic_store(&pursuit->began, true);
    }
    return NULL;
}

/**
 * No event ends while another import's wait for it goes to the driver.
 * @verifies RF-CUDA-075
 */
static void no_event_ends_below_a_wait(void **state)
{
    CUcontext second = NULL;
    CUstream other = enter_second(&second);
    NvSciSyncObj object = object_of_both();
    CUexternalSemaphore waiter = import_sync(object);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    assert_cu(cuCtxSetCurrent(g_scene.context), CUDA_SUCCESS);
    for (uint32_t i = 0U; i < ROUNDS; i++) {
        Pursuit pursuit = {second, waiter, other, &fence, false, false, true};
        CUexternalSemaphore signaler = import_sync(object);
        CUresult result = CUDA_ERROR_NOT_READY;
        pthread_t thread;

        assert_cu(try_signal(signaler, &fence, 0U), CUDA_SUCCESS);
        synchronize();
        assert_int_equal(pthread_create(&thread, NULL, pursue, &pursuit), 0);
        while (!atomic_load(&pursuit.began)) {
            (void)sched_yield();
        }
        while (result == CUDA_ERROR_NOT_READY) {
            result = ringfenceCuDestroyExternalSemaphore(signaler);
        }
        atomic_store(&pursuit.ends, true);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_cu(result, CUDA_SUCCESS);
        assert_true(atomic_load(&pursuit.good));
    }
    NvSciSyncFenceClear(&fence);
    assert_cu(cuCtxSetCurrent(second), CUDA_SUCCESS);
    destroy_sync(waiter);
    leave_second(other);
    NvSciSyncObjFree(object);
}

/**
 * The runtime API makes a context current in a thread that has none.
 * @verifies RF-CUDA-004
 */
static void the_runtime_api_needs_no_context(void **state)
{
    NvSciSyncObj object = sync_object(SIGNALS, WAITS);
    CUexternalSemaphore semaphore = import_sync(object);
    struct cudaExternalSemaphoreSignalParams signal;
    struct cudaExternalSemaphoreWaitParams wait;
    cudaExternalSemaphore_t handle = (cudaExternalSemaphore_t)semaphore;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    (void)memset(&signal, 0, sizeof(signal));
    (void)memset(&wait, 0, sizeof(wait));
    signal.params.nvSciSync.fence = &fence;
    wait.params.nvSciSync.fence = &fence;
    for (uint32_t i = 0U; i < (STRIDE + 1U); i++) {
        assert_cu(cuCtxSetCurrent(NULL), CUDA_SUCCESS);
        assert_cu(try_signal(semaphore, &fence, 0U), CUDA_ERROR_INVALID_CONTEXT);
        assert_int_equal(ringfenceCudaSignalExternalSemaphoresAsync(&handle, &signal, 1U,
                                                                    (cudaStream_t)g_scene.stream),
                         cudaSuccess);
        assert_cu(cuCtxSetCurrent(NULL), CUDA_SUCCESS);
        assert_int_equal(ringfenceCudaWaitExternalSemaphoresAsync(&handle, &wait, 1U,
                                                                  (cudaStream_t)g_scene.stream),
                         cudaSuccess);
    }
    assert_cu(cuCtxSetCurrent(g_scene.context), CUDA_SUCCESS);
    synchronize();
    NvSciSyncFenceClear(&fence);
    destroy_sync(semaphore);
    NvSciSyncObjFree(object);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fake_test(events_of_the_driver),
        fake_test(a_signal_is_one_record),
        fake_test(without_a_free_event_points_are_stored),
        fake_test(captured_signals_are_records),
        fake_test(what_the_driver_refuses_changes_nothing),
        fake_test(a_failed_context_owes_nothing),
        fake_test(a_wait_that_finds_a_failed_context_asks),
        fake_test(each_context_has_a_row_of_its_own),
        fake_test(events_are_of_the_gpu_that_signals),
        fake_test(an_end_that_fails_ends_the_events),
        fake_test(an_end_leaves_no_wait_behind),
        fake_test(a_captured_record_hides_no_signal),
        fake_test(no_event_ends_below_a_wait),
        fake_test(the_runtime_api_needs_no_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
