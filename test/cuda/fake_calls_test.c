/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_calls_test.c
 * Which functions of the driver are called, how often, and what is left when one of them fails.
 */
#define _GNU_SOURCE

#include "cuda_fixture.h"
#include "fake.h"
#include "fake_hold.h"
#include "ringfence_engine.h"

#include <pthread.h>
#include <sched.h>

#define BYTES 8192U
#define MANY  37U

static const FakeControl *g_fake;

/** Forgets calls and orders to fail. */
static int fake_up(void **state)
{
    const int status = scene_up(state);

    g_fake = fake_control();
    assert_non_null(g_fake);
    g_fake->reset();
    return status;
}

#define fake_test(function) cmocka_unit_test_setup_teardown(function, fake_up, scene_down)

/**
 * In RUNTIME a signal is one call of the driver and a look whether the stream is captured, a wait
 * one call if it is pending and else none.
 * @verifies RF-CUDA-002
 * @verifies RF-CUDA-015
 * @verifies RF-CUDA-018
 */
static void a_signal_and_a_wait_are_one_call(void **state)
{
    NvSciSyncObj object = sync_object_of(SIGNALS, WAITS, true);
    NvSciSyncObj gate = sync_object(CPU_SIDE, WAITS);
    CUexternalSemaphore semaphore = import_sync(object);
    CUexternalSemaphore door = import_sync(gate);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence closed = NvSciSyncFenceInitializer;

    (void)state;
    assert_int_equal(NvSciSyncObjGenerateFence(gate, &closed), NvSciError_Success);
    go_to(RINGFENCE_PHASE_RUNTIME);
    g_fake->reset();
    assert_cu(try_wait(door, &closed, 0U), CUDA_SUCCESS);
    assert_int_equal(g_fake->count("cuStreamWaitValue64_v2"), 1U);
    assert_int_equal(g_fake->count(NULL), 1U);
    assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
    assert_int_equal(g_fake->count("cuStreamIsCapturing"), 1U);
    assert_int_equal(g_fake->count("cuStreamWriteValue64_v2"), 1U);
    assert_int_equal(g_fake->count(NULL), 3U);
    assert_int_equal(NvSciSyncObjSignal(gate), NvSciError_Success);
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    g_fake->reset();
    assert_cu(try_wait(semaphore, &fence, 0U), CUDA_SUCCESS);
    NvSciSyncFenceClear(&fence);
    assert_cu(try_wait(semaphore, &fence, 0U), CUDA_SUCCESS);
    assert_int_equal(g_fake->count(NULL), 0U);
    NvSciSyncFenceClear(&closed);
    go_to(RINGFENCE_PHASE_DEINIT);
    destroy_sync(semaphore);
    destroy_sync(door);
    NvSciSyncObjFree(object);
    NvSciSyncObjFree(gate);
}

/**
 * No handle is none of ours, whatever rows were used before: the driver says what it thinks of it.
 * @verifies RF-CUDA-020
 */
static void no_handle_goes_to_the_driver(void **state)
{
    NvSciSyncObj object = sync_object_of(SIGNALS, WAITS, true);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    destroy_sync(import_sync(object));
    g_fake->reset();
    (void)try_signal(NULL, &fence, 0U);
    assert_int_equal(g_fake->count("cuSignalExternalSemaphoresAsync"), 1U);
    (void)try_wait(NULL, &fence, 0U);
    assert_int_equal(g_fake->count("cuWaitExternalSemaphoresAsync"), 1U);
    assert_int_equal(g_fake->count(NULL), 2U);
    NvSciSyncObjFree(object);
}

/**
 * A run of ours is one call for 16 of them.
 * @verifies RF-CUDA-018
 */
static void a_run_is_one_call_for_sixteen(void **state)
{
    NvSciSyncObj object = sync_object(SIGNALS | WAITS, CPU_SIDE);
    CUexternalSemaphore semaphore = import_sync(object);
    CUexternalSemaphore semaphores[MANY];
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS params[MANY];
    NvSciSyncFence fences[MANY];

    (void)state;
    (void)memset(params, 0, sizeof(params));
    (void)memset(fences, 0, sizeof(fences));
    for (size_t i = 0U; i < MANY; i++) {
        semaphores[i] = semaphore;
        params[i].params.nvSciSync.fence = &fences[i];
    }
    g_fake->reset();
    assert_cu(ringfenceCuSignalExternalSemaphoresAsync(semaphores, params, MANY, g_scene.stream),
              CUDA_SUCCESS);
    assert_int_equal(g_fake->count("cuStreamBatchMemOp_v2"), 3U);
    assert_int_equal(g_fake->count("cuStreamIsCapturing"), 3U);
    assert_int_equal(g_fake->count(NULL), 6U);
    for (size_t i = 0U; i < MANY; i++) {
        assert_expires(&fences[i]);
        NvSciSyncFenceClear(&fences[i]);
    }
    destroy_sync(semaphore);
    NvSciSyncObjFree(object);
}

/**
 * A device whose streams have no operations of 64 bits imports no sync object.
 * @verifies RF-CUDA-021
 */
static void a_device_without_wide_operations_is_refused(void **state)
{
    NvSciSyncObj object = sync_object(SIGNALS | WAITS, CPU_SIDE);
    CUexternalSemaphore semaphore = NULL;

    (void)state;
    g_fake->attribute(g_scene.device, CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS, 0);
    assert_cu(try_import(object, 0U, &semaphore), CUDA_ERROR_NOT_SUPPORTED);
    assert_null(semaphore);
    g_fake->reset();
    NvSciSyncObjFree(object);
}

/** The point of a fence. */
static uint64_t point_of(NvSciSyncObj object, const NvSciSyncFence *fence)
{
    RingfenceEngineFence view;

    (void)memset(&view, 0, sizeof(view));
    assert_int_equal(RingfenceEngineFenceRead(object, fence, &view), NvSciError_Success);
    return view.point;
}

/**
 * A signal that the driver refuses leaves a cleared fence and no point that nobody reaches.
 * @verifies RF-CUDA-019
 */
static void a_refused_signal_takes_its_points_back(void **state)
{
    static const struct {
        const char *function;
        unsigned int count;
    } cases[] = {{"cuStreamWriteValue64_v2", 1U}, {"cuStreamBatchMemOp_v2", 3U}};
    const NvSciSyncFence cleared = NvSciSyncFenceInitializer;
    NvSciSyncObj object = sync_object(SIGNALS | WAITS, CPU_SIDE);
    CUexternalSemaphore semaphore = import_sync(object);

    (void)state;
    for (size_t c = 0U; c < COUNT_OF(cases); c++) {
        CUexternalSemaphore semaphores[3] = {semaphore, semaphore, semaphore};
        CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS params[3];
        NvSciSyncFence fences[3];
        NvSciSyncFence next = NvSciSyncFenceInitializer;

        (void)memset(params, 0, sizeof(params));
        (void)memset(fences, 0, sizeof(fences));
        for (size_t i = 0U; i < 3U; i++) {
            params[i].params.nvSciSync.fence = &fences[i];
        }
        assert_true(g_fake->refuse(cases[c].function, 1U, CUDA_ERROR_LAUNCH_FAILED));
        assert_cu(ringfenceCuSignalExternalSemaphoresAsync(semaphores, params, cases[c].count,
                                                           g_scene.stream),
                  CUDA_ERROR_LAUNCH_FAILED);
        for (size_t i = 0U; i < 3U; i++) {
            assert_memory_equal(&fences[i], &cleared, sizeof(cleared));
        }
        assert_cu(try_signal(semaphore, &next, 0U), CUDA_SUCCESS);
        assert_expires(&next);
        NvSciSyncFenceClear(&next);
    }
    destroy_sync(semaphore);
    NvSciSyncObjFree(object);
}

/**
 * The same for a batch that names a fence more than once, also of two objects: with deterministic
 * fences the next point of each shows that none was lost.
 * @verifies RF-CUDA-100
 */
static void a_fence_that_is_named_twice_loses_no_point(void **state)
{
    const NvSciSyncFence cleared = NvSciSyncFenceInitializer;
    NvSciSyncObj objects[2] = {sync_object_of(SIGNALS | WAITS, CPU_SIDE, true),
                               sync_object_of(SIGNALS | WAITS, CPU_SIDE, true)};
    CUexternalSemaphore semaphores[4] = {import_sync(objects[0]), NULL, NULL, NULL};
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS params[4];
    NvSciSyncFence twice = NvSciSyncFenceInitializer;
    NvSciSyncFence last = NvSciSyncFenceInitializer;

    (void)state;
    semaphores[1] = import_sync(objects[1]);
    semaphores[2] = semaphores[0];
    semaphores[3] = semaphores[1];
    (void)memset(params, 0, sizeof(params));
    for (size_t i = 0U; i < 4U; i++) {
        params[i].params.nvSciSync.fence = (i < 3U) ? &twice : &last;
    }
    for (uint64_t round = 0U; round < 3U; round++) {
        const uint32_t taken = in_use_of_all();

        assert_true(g_fake->refuse("cuStreamBatchMemOp_v2", 1U, CUDA_ERROR_LAUNCH_FAILED));
        assert_cu(ringfenceCuSignalExternalSemaphoresAsync(semaphores, params, 4U, g_scene.stream),
                  CUDA_ERROR_LAUNCH_FAILED);
        assert_memory_equal(&twice, &cleared, sizeof(cleared));
        assert_memory_equal(&last, &cleared, sizeof(cleared));
        assert_cu(ringfenceCuSignalExternalSemaphoresAsync(semaphores, params, 4U, g_scene.stream),
                  CUDA_SUCCESS);
        assert_expires(&twice);
        assert_expires(&last);
        assert_int_equal(point_of(objects[0], &twice), (2U * round) + 2U);
        assert_int_equal(point_of(objects[1], &last), (2U * round) + 2U);
        NvSciSyncFenceClear(&twice);
        NvSciSyncFenceClear(&last);
        assert_int_equal(in_use_of_all(), taken);
    }
    destroy_sync(semaphores[0]);
    destroy_sync(semaphores[1]);
    NvSciSyncObjFree(objects[0]);
    NvSciSyncObjFree(objects[1]);
}

/** An import that a failing driver must leave no trace of. */
typedef CUresult (*Import)(const void *object, void **handle);

static CUresult import_semaphore_of(const void *object, void **handle)
{
    CUexternalSemaphore semaphore = NULL;
    const CUresult result = try_import(object, 0U, &semaphore);

    *handle = semaphore;
    return result;
}

static CUresult import_memory_of(const void *object, void **handle)
{
    CUexternalMemory memory = NULL;
    const CUresult result = try_import_buffer(object, BYTES, &memory);

    *handle = memory;
    return result;
}

/** Makes each call of the driver fail in turn; gives what the import makes at last. */
static void *fail_each_call(Import import, const void *object)
{
    const unsigned int live = fake_live(g_fake);
    const uint32_t taken = in_use_of_all();
    void *handle = NULL;
    CUresult result = CUDA_ERROR_UNKNOWN;
    unsigned int nth = 1U;

    while (result != CUDA_SUCCESS) {
        g_fake->reset();
        assert_true(g_fake->refuse(NULL, nth, CUDA_ERROR_UNKNOWN));
        result = import(object, &handle);
        if (result != CUDA_SUCCESS) {
            assert_cu(result, CUDA_ERROR_UNKNOWN);
            assert_int_equal(fake_live(g_fake), live);
            assert_int_equal(in_use_of_all(), taken);
            assert_null(handle);
        }
        nth++;
        assert_true(nth < (50U + RINGFENCE_CFG_CUDA_EVENTS));
    }
    assert_true(nth > 3U);
    g_fake->reset();
    return handle;
}

/**
 * An import during which a call of the driver fails leaves everything as it was.
 * @verifies RF-CUDA-006
 * @verifies RF-CUDA-012
 */
static void an_import_that_fails_leaves_nothing(void **state)
{
    NvSciSyncObj sync = sync_object(SIGNALS, WAITS);
    NvSciBufObj host = raw_buffer(BYTES, true, &g_scene.gpu);
    NvSciBufObj device = raw_buffer(BYTES, false, &g_scene.gpu);
    NvSciBufObj reader = NULL;
    unsigned int live = 0U;

    (void)state;
    assert_int_equal(NvSciBufObjDupWithReducePerm(device, NvSciBufAccessPerm_Readonly, &reader),
                     NvSciError_Success);
    destroy_sync(fail_each_call(import_semaphore_of, sync));
    assert_cu(ringfenceCuDestroyExternalMemory(fail_each_call(import_memory_of, host)),
              CUDA_SUCCESS);
    assert_cu(ringfenceCuDestroyExternalMemory(fail_each_call(import_memory_of, device)),
              CUDA_SUCCESS);
    assert_cu(ringfenceCuDestroyExternalMemory(fail_each_call(import_memory_of, reader)),
              CUDA_SUCCESS);
    /* The last order made the release fail, which the driver alone can mend. */
    live = fake_live(g_fake);
    assert_cu(ringfenceCuDestroyExternalMemory(import_buffer(reader, BYTES)), CUDA_SUCCESS);
    assert_int_equal(fake_live(g_fake), live);
    NvSciSyncObjFree(sync);
    NvSciBufObjFree(host);
    NvSciBufObjFree(device);
    NvSciBufObjFree(reader);
    assert_int_equal(g_fake->live(FAKE_REGISTRATIONS), 0U);
    assert_int_equal(g_fake->live(FAKE_RESERVATIONS), 0U);
    assert_int_equal(g_fake->live(FAKE_MAPPINGS), 0U);
}

/** A raw buffer for two GPUs in the memory of one. */
static NvSciBufObj buffer_of(const NvSciRmGpuId *gpus, const NvSciRmGpuId *home)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const uint64_t size = BYTES;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
                                        {NvSciBufGeneralAttrKey_GpuId, gpus, 2U * sizeof(*gpus)},
                                        {NvSciBufGeneralAttrKey_VidMem_GpuId, home, sizeof(*home)}};
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;

    assert_int_equal(NvSciBufAttrListCreate(g_scene.buf, &list), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, &object, &conflict),
                     NvSciError_Success);
    NvSciBufAttrListFree(list);
    return object;
}

/** A reader of memory of the GPU, its memory and a pointer to all of it. */
typedef struct {
    NvSciBufObj object;
    CUexternalMemory memory;
    CUdeviceptr pointer;
} Reader;

static Reader make_reader(void)
{
    NvSciBufObj whole = raw_buffer(BYTES, false, &g_scene.gpu);
    Reader reader = {NULL, NULL, 0U};

    assert_int_equal(
        NvSciBufObjDupWithReducePerm(whole, NvSciBufAccessPerm_Readonly, &reader.object),
        NvSciError_Success);
    NvSciBufObjFree(whole);
    reader.memory = import_buffer(reader.object, BYTES);
    assert_cu(try_map(reader.memory, 0U, BYTES, &reader.pointer), CUDA_SUCCESS);
    return reader;
}

/**
 * Whichever call of the driver says at the end of a memory that the context failed for good, the
 * memory is gone, and its rows are free.
 * @verifies RF-CUDA-101
 */
static void a_failed_context_keeps_no_memory(void **state)
{
    unsigned int nth = 1U;
    bool failed = true;

    (void)state;
    while (failed) {
        const uint32_t taken = in_use_of_all();
        const Reader reader = make_reader();

        assert_cu(ringfenceCuMemFree(reader.pointer), CUDA_SUCCESS);
        g_fake->reset();
        assert_true(g_fake->refuse(NULL, nth, CUDA_ERROR_LAUNCH_FAILED));
        failed = (ringfenceCuDestroyExternalMemory(reader.memory) != CUDA_SUCCESS);
        failed = failed || (g_fake->count(NULL) >= nth);
        g_fake->reset();
        assert_cu(ringfenceCuDestroyExternalMemory(reader.memory), CUDA_ERROR_INVALID_HANDLE);
        NvSciBufObjFree(reader.object);
        assert_int_equal(in_use_of_all(), taken);
        nth++;
        assert_true(nth < 50U);
    }
    assert_true(nth > 5U);
}

/**
 * Memory of a GPU that cannot be reserved is an error of the allocation, and nothing stays.
 * @verifies RF-CUDA-038
 */
static void a_reservation_that_fails_leaves_nothing(void **state)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const uint64_t size = BYTES;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
        {NvSciBufGeneralAttrKey_GpuId, &g_scene.gpu, sizeof(g_scene.gpu)},
        {NvSciBufGeneralAttrKey_VidMem_GpuId, &g_scene.gpu, sizeof(g_scene.gpu)}};
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList reconciled = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;
    NvSciError status = NvSciError_ResourceError;
    unsigned int live = 0U;
    unsigned int nth = 1U;

    (void)state;
    assert_int_equal(NvSciBufAttrListCreate(g_scene.buf, &list), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListReconcile(&list, 1U, &reconciled, &conflict),
                     NvSciError_Success);
    live = fake_live(g_fake) - g_fake->live(FAKE_CONTEXTS);
    while (status != NvSciError_Success) {
        g_fake->reset();
        assert_true(g_fake->refuse(NULL, nth, CUDA_ERROR_OUT_OF_MEMORY));
        status = NvSciBufObjAlloc(reconciled, &object);
        if (status != NvSciError_Success) {
            assert_int_equal(status, NvSciError_InsufficientMemory);
            assert_int_equal(fake_live(g_fake) - g_fake->live(FAKE_CONTEXTS), live);
        }
        nth++;
        assert_true(nth < 50U);
    }
    g_fake->reset();
    NvSciBufObjFree(object);
    NvSciBufAttrListFree(list);
    NvSciBufAttrListFree(reconciled);
}

/**
 * Where the driver fails, a reconciliation cannot know what CUDA cannot use, and refuses nothing.
 * @verifies RF-CUDA-044
 */
static void a_reconciliation_survives_the_driver(void **state)
{
    unsigned int nth = 1U;
    bool failed = true;

    (void)state;
    while (failed) {
        const NvSciBufType type = NvSciBufType_RawBuffer;
        const uint64_t size = BYTES;
        const uint32_t taken = in_use_of_all();
        NvSciBufAttrKeyValuePair pairs[] = {
            {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
            {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
            {NvSciBufGeneralAttrKey_GpuId, &g_scene.gpu, sizeof(g_scene.gpu)},
            {NvSciBufGeneralAttrKey_VidMem_GpuId, &g_scene.gpu, sizeof(g_scene.gpu)}};
        NvSciBufAttrList list = NULL;
        NvSciBufAttrList reconciled = NULL;
        NvSciBufAttrList conflict = NULL;

        assert_int_equal(NvSciBufAttrListCreate(g_scene.buf, &list), NvSciError_Success);
        assert_int_equal(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)),
                         NvSciError_Success);
        g_fake->reset();
        assert_true(g_fake->refuse(NULL, nth, CUDA_ERROR_UNKNOWN));
        assert_int_equal(NvSciBufAttrListReconcile(&list, 1U, &reconciled, &conflict),
                         NvSciError_Success);
        failed = (g_fake->count(NULL) >= nth);
        NvSciBufAttrListFree(list);
        NvSciBufAttrListFree(reconciled);
        assert_int_equal(in_use_of_all(), taken);
        nth++;
        assert_true(nth < 50U);
    }
    assert_true(nth > 5U);
    g_fake->reset();
}

/**
 * An import of the memory of another GPU that fails leaves everything as it was; GPUs that cannot
 * use each other's memory, and memory that is of another GPU than the list says, are refused.
 * @verifies RF-CUDA-042
 * @verifies RF-CUDA-043
 */
static void an_import_of_another_gpus_memory_that_fails(void **state)
{
    NvSciBufObj objects[2] = {NULL, NULL};
    RingfenceEngineBuf maps[2];
    NvSciRmGpuId gpus[2];
    CUexternalMemory memory = NULL;
    CUcontext second = NULL;
    CUdevice device = 0;
    CUuuid uuid;
    unsigned int live = 0U;

    (void)state;
    assert_cu(cuDeviceGet(&device, 1), CUDA_SUCCESS);
    assert_cu(cuDeviceGetUuid_v2(&uuid, device), CUDA_SUCCESS);
    gpus[0] = g_scene.gpu;
    (void)memcpy(gpus[1].bytes, uuid.bytes, sizeof(uuid.bytes));
    for (size_t i = 0U; i < 2U; i++) {
        objects[i] = buffer_of(gpus, &gpus[i]);
        assert_int_equal(RingfenceEngineBufMap(objects[i], &maps[i]), NvSciError_Success);
    }
    assert_cu(cuDevicePrimaryCtxRetain(&second, device), CUDA_SUCCESS);
    assert_cu(cuCtxSetCurrent(second), CUDA_SUCCESS);
    assert_cu(ringfenceCuDestroyExternalMemory(fail_each_call(import_memory_of, objects[0])),
              CUDA_SUCCESS);
    live = fake_live(g_fake);
    g_fake->reach(false);
    assert_cu(try_import_buffer(objects[0], BYTES, &memory), CUDA_ERROR_PEER_ACCESS_UNSUPPORTED);
    g_fake->reset();
    assert_int_equal(dup2(maps[1].descriptor, maps[0].descriptor), maps[0].descriptor);
    assert_cu(try_import_buffer(objects[0], BYTES, &memory), CUDA_ERROR_INVALID_VALUE);
    assert_null(memory);
    assert_int_equal(fake_live(g_fake), live);
    assert_int_equal(in_use_of(RINGFENCE_POOL_CUDA_MEMORY), 0U);
    assert_cu(cuCtxSetCurrent(g_scene.context), CUDA_SUCCESS);
    assert_cu(cuDevicePrimaryCtxRelease(device), CUDA_SUCCESS);
    for (size_t i = 0U; i < 2U; i++) {
        RingfenceEngineBufUnmap(&maps[i]);
        NvSciBufObjFree(objects[i]);
    }
}

/** A semaphore of CUDA's own. */
static CUexternalSemaphore foreign_semaphore(void)
{
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC desc;
    CUexternalSemaphore semaphore = NULL;

    (void)memset(&desc, 0, sizeof(desc));
    desc.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD;
    desc.handle.fd = dup(0);
    assert_cu(ringfenceCuImportExternalSemaphore(&semaphore, &desc), CUDA_SUCCESS);
    assert_false(ringfenceCudaOwnsHandle(semaphore));
    return semaphore;
}

/**
 * Entries of CUDA's keep their place among ours, and all that they say.
 * @verifies RF-CUDA-020
 */
static void a_mixed_batch_keeps_its_order(void **state)
{
    static const char *const order[] = {
        "cuSignalExternalSemaphoresAsync", "cuStreamIsCapturing", "cuStreamBatchMemOp_v2",
        "cuSignalExternalSemaphoresAsync", "cuStreamIsCapturing", "cuStreamWriteValue64_v2"};
    NvSciSyncObj object = sync_object(SIGNALS | WAITS, CPU_SIDE);
    CUexternalSemaphore ours = import_sync(object);
    CUexternalSemaphore theirs = foreign_semaphore();
    CUexternalSemaphore semaphores[6] = {theirs, theirs, ours, ours, theirs, ours};
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS params[6];
    NvSciSyncFence fences[6];
    FakeCall call;

    (void)state;
    (void)memset(params, 0, sizeof(params));
    (void)memset(fences, 0, sizeof(fences));
    for (size_t i = 0U; i < 6U; i++) {
        if (semaphores[i] == ours) {
            params[i].params.nvSciSync.fence = &fences[i];
        } else {
            params[i].params.fence.value = 10U + i;
        }
    }
    go_to(RINGFENCE_PHASE_RUNTIME);
    g_fake->reset();
    assert_cu(ringfenceCuSignalExternalSemaphoresAsync(semaphores, params, 6U, g_scene.stream),
              CUDA_SUCCESS);
    assert_int_equal(g_fake->count(NULL), COUNT_OF(order));
    for (unsigned int i = 0U; i < COUNT_OF(order); i++) {
        assert_true(g_fake->call(i, &call));
        assert_string_equal(call.name, order[i]);
        if (i == 0U) {
            assert_int_equal(call.arguments[1], 2U);
            assert_int_equal(call.arguments[3], 10U);
        }
        if (i == 3U) {
            assert_int_equal(call.arguments[1], 1U);
            assert_int_equal(call.arguments[3], 14U);
        }
    }
    for (size_t i = 0U; i < 6U; i++) {
        NvSciSyncFenceClear(&fences[i]);
    }
    /* Nothing but CUDA's own: passed on in a phase that admits no signal of ours. */
    go_to(RINGFENCE_PHASE_DEINIT);
    assert_cu(ringfenceCuSignalExternalSemaphoresAsync(semaphores, params, 2U, g_scene.stream),
              CUDA_SUCCESS);
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    assert_cu(ringfenceCuDestroyExternalSemaphore(theirs), CUDA_SUCCESS);
    destroy_sync(ours);
    NvSciSyncObjFree(object);
}

/**
 * Who may only wait has the counter registered for reading alone; one registration serves two
 * imports.
 * @verifies RF-CUDA-012
 */
static void imports_of_one_object_register_it_once(void **state)
{
    NvSciSyncObj object = sync_object(SIGNALS, WAITS);
    CUexternalSemaphore one = import_sync(object);
    CUexternalSemaphore two = import_sync(object);

    (void)state;
    assert_int_equal(g_fake->count("cuMemHostRegister_v2"), 1U);
    assert_int_equal(g_fake->live(FAKE_REGISTRATIONS), 1U);
    destroy_sync(one);
    assert_int_equal(g_fake->live(FAKE_REGISTRATIONS), 1U);
    destroy_sync(two);
    assert_int_equal(g_fake->live(FAKE_REGISTRATIONS), 0U);
    NvSciSyncObjFree(object);
}

static void *end_import(void *argument)
{
    (void)cuCtxSetCurrent(g_scene.context);
    (void)ringfenceCuDestroyExternalMemory(argument);
    return NULL;
}

/**
 * A wait of the CPU ends in its time, also while another thread ends an import, which waits for
 * streams that wait for the CPU.
 * @verifies RF-CUDA-065
 */
static void a_wait_of_the_cpu_waits_for_no_end(void **state)
{
    NvSciSyncObj object = sync_object(SIGNALS | WAITS, CPU_SIDE);
    NvSciSyncObj gate = sync_object(CPU_SIDE, WAITS);
    NvSciBufObj device = raw_buffer(BYTES, false, &g_scene.gpu);
    NvSciBufObj reader = NULL;
    CUexternalSemaphore semaphore = import_sync(object);
    CUexternalSemaphore door = import_sync(gate);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence closed = NvSciSyncFenceInitializer;
    CUexternalMemory memory = NULL;
    pthread_t thread;

    (void)state;
    assert_int_equal(NvSciBufObjDupWithReducePerm(device, NvSciBufAccessPerm_Readonly, &reader),
                     NvSciError_Success);
    memory = import_buffer(reader, BYTES);
    assert_int_equal(NvSciSyncObjGenerateFence(gate, &closed), NvSciError_Success);
    assert_cu(try_wait(door, &closed, 0U), CUDA_SUCCESS);
    assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
    g_fake->reset();
    assert_int_equal(pthread_create(&thread, NULL, end_import, memory), 0);
    while (g_fake->count("cuCtxSynchronize") == 0U) {
        (void)sched_yield();
    }
    assert_int_equal(
        NvSciSyncFenceWait(&fence, g_scene.wait, 3 * (int64_t)RINGFENCE_CFG_LIFE_CHECK_US),
        NvSciError_Timeout);
    assert_int_equal(NvSciSyncObjSignal(gate), NvSciError_Success);
    assert_expires(&fence);
    assert_int_equal(pthread_join(thread, NULL), 0);
    NvSciSyncFenceClear(&fence);
    NvSciSyncFenceClear(&closed);
    destroy_sync(semaphore);
    destroy_sync(door);
    NvSciSyncObjFree(object);
    NvSciSyncObjFree(gate);
    NvSciBufObjFree(reader);
    NvSciBufObjFree(device);
}

/** An end of an import or of a pointer by another thread. */
typedef struct {
    CUexternalMemory memory;
    CUexternalSemaphore semaphore;
    CUdeviceptr pointer;
    CUresult result;
} OtherEnd;

static void *end_other(void *argument)
{
    OtherEnd *const end = argument;

    (void)cuCtxSetCurrent(g_scene.context);
    if (end->pointer != 0U) {
        end->result = ringfenceCuMemFree(end->pointer);
    } else if (end->semaphore != NULL) {
        end->result = ringfenceCuDestroyExternalSemaphore(end->semaphore);
    } else {
        end->result = ringfenceCuDestroyExternalMemory(end->memory);
    }
    return NULL;
}

/** Waits until an end has begun, and says whether it waits for streams before it does so in a call
 * that ends something. */
static bool await_end(void)
{
    bool waits = false;
    bool ends = false;

    while ((!waits) && (!ends)) {
        ends = (g_fake->count("cuMemFree_v2") + g_fake->count("cuMemHostUnregister")) > 0U;
        waits = g_fake->count("cuCtxSynchronize") > 0U;
        (void)sched_yield();
    }
    return waits;
}

/** Imports, maps and ends, while another thread ends something. */
static void import_beside(NvSciSyncObj object, NvSciBufObj buffer)
{
    CUexternalMemory memory = import_buffer(buffer, BYTES);
    CUexternalSemaphore semaphore = import_sync(object);
    CUdeviceptr pointer = 0U;

    assert_cu(try_map(memory, 0U, BYTES, &pointer), CUDA_SUCCESS);
    assert_cu(ringfenceCuMemFree(pointer), CUDA_SUCCESS);
    destroy_sync(semaphore);
    /* Another import has the same pages, so that this end waits for nothing. */
    assert_cu(ringfenceCuDestroyExternalMemory(memory), CUDA_SUCCESS);
    assert_cu(cuStreamQuery(g_scene.stream), CUDA_ERROR_NOT_READY);
}

/** Runs an end that waits for a stream, which waits for this thread; that imports before. */
static void end_beside_imports(OtherEnd *end)
{
    NvSciSyncObj gate = sync_object(CPU_SIDE, WAITS);
    NvSciBufObj host = raw_buffer(BYTES, true, &g_scene.gpu);
    CUexternalSemaphore door = import_sync(gate);
    NvSciSyncFence closed = NvSciSyncFenceInitializer;
    CUexternalMemory shared = import_buffer(host, BYTES);
    bool waits = false;
    pthread_t thread;

    assert_int_equal(NvSciSyncObjGenerateFence(gate, &closed), NvSciError_Success);
    assert_cu(try_wait(door, &closed, 0U), CUDA_SUCCESS);
    g_fake->reset();
    assert_int_equal(pthread_create(&thread, NULL, end_other, end), 0);
    waits = await_end();
    if (waits) {
        import_beside(gate, host);
    }
    assert_int_equal(NvSciSyncObjSignal(gate), NvSciError_Success);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_true(waits);
    assert_cu(end->result, CUDA_SUCCESS);
    assert_cu(ringfenceCuDestroyExternalMemory(shared), CUDA_SUCCESS);
    NvSciSyncFenceClear(&closed);
    destroy_sync(door);
    NvSciBufObjFree(host);
    NvSciSyncObjFree(gate);
}

/**
 * While another thread ends an import or a pointer, which waits for streams that wait for this
 * thread, objects and buffers are imported and mapped.
 * @verifies RF-CUDA-270
 */
static void an_import_waits_for_no_end(void **state)
{
    NvSciSyncObj object = sync_object(SIGNALS, CPU_SIDE);
    NvSciBufObj device = raw_buffer(BYTES, false, &g_scene.gpu);
    NvSciBufObj host = raw_buffer(BYTES, true, &g_scene.gpu);
    NvSciBufObj reader = NULL;
    OtherEnd ends[4] = {{NULL, NULL, 0U, CUDA_SUCCESS}};
    CUexternalMemory memory = import_buffer(device, BYTES);

    (void)state;
    assert_int_equal(NvSciBufObjDupWithReducePerm(device, NvSciBufAccessPerm_Readonly, &reader),
                     NvSciError_Success);
    ends[0].memory = import_buffer(reader, BYTES);
    ends[1].memory = import_buffer(host, BYTES);
    assert_cu(try_map(memory, 0U, BYTES, &ends[2].pointer), CUDA_SUCCESS);
    ends[3].semaphore = import_sync(object);
    for (size_t i = 0U; i < COUNT_OF(ends); i++) {
        end_beside_imports(&ends[i]);
    }
    assert_cu(ringfenceCuDestroyExternalMemory(memory), CUDA_SUCCESS);
    NvSciBufObjFree(reader);
    NvSciBufObjFree(host);
    NvSciBufObjFree(device);
    NvSciSyncObjFree(object);
}

/**
 * So it is where the context that had the events of an object is gone, and another one registered
 * the object.
 * @verifies RF-CUDA-270
 */
static void an_import_waits_for_no_end_without_a_context(void **state)
{
    NvSciSyncObj gate = sync_object(CPU_SIDE, WAITS);
    NvSciSyncObj object = sync_object(SIGNALS, WAITS);
    CUexternalSemaphore door = import_sync(gate);
    CUexternalSemaphore semaphores[2] = {import_sync(object), NULL};
    NvSciSyncFence closed = NvSciSyncFenceInitializer;
    OtherEnd end = {NULL, NULL, 0U, CUDA_SUCCESS};
    CUcontext contexts[2] = {NULL, NULL};
    bool waits = false;
    pthread_t thread;

    (void)state;
    /* The registration stays when the import that made it and the first events ends. */
    assert_cu(cuCtxCreate_v4(&contexts[0], NULL, 0U, g_scene.device), CUDA_SUCCESS);
    semaphores[1] = import_sync(object);
    destroy_sync(semaphores[0]);
    assert_cu(cuCtxCreate_v4(&contexts[1], NULL, 0U, g_scene.device), CUDA_SUCCESS);
    end.semaphore = import_sync(object);
    destroy_sync(semaphores[1]);
    assert_cu(cuCtxDestroy(contexts[1]), CUDA_SUCCESS);
    assert_cu(cuCtxDestroy(contexts[0]), CUDA_SUCCESS);
    assert_cu(cuCtxSetCurrent(g_scene.context), CUDA_SUCCESS);
    assert_int_equal(NvSciSyncObjGenerateFence(gate, &closed), NvSciError_Success);
    assert_cu(try_wait(door, &closed, 0U), CUDA_SUCCESS);
    g_fake->reset();
    assert_int_equal(pthread_create(&thread, NULL, end_other, &end), 0);
    waits = await_end();
    if (waits) {
        destroy_sync(import_sync(gate));
    }
    assert_int_equal(NvSciSyncObjSignal(gate), NvSciError_Success);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_true(waits);
    assert_cu(end.result, CUDA_SUCCESS);
    NvSciSyncFenceClear(&closed);
    destroy_sync(door);
    NvSciSyncObjFree(object);
    NvSciSyncObjFree(gate);
}

/**
 * Memory of a GPU is reserved and cleared while a tool makes questions about streams wait for the
 * stream NULL, on which the program has work that does not end.
 * @verifies RF-CUDA-255
 */
static void memory_waits_for_its_own_work(void **state)
{
    NvSciBufObj object = NULL;
    Hold hold;

    (void)state;
    hold_begin(&hold);
    object = raw_buffer(BYTES, false, &g_scene.gpu);
    assert_true(hold_end(&hold));
    NvSciBufObjFree(object);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fake_test(a_signal_and_a_wait_are_one_call),
        fake_test(no_handle_goes_to_the_driver),
        fake_test(a_run_is_one_call_for_sixteen),
        fake_test(a_device_without_wide_operations_is_refused),
        fake_test(a_refused_signal_takes_its_points_back),
        fake_test(a_fence_that_is_named_twice_loses_no_point),
        fake_test(an_import_that_fails_leaves_nothing),
        fake_test(a_failed_context_keeps_no_memory),
        fake_test(a_reservation_that_fails_leaves_nothing),
        fake_test(a_reconciliation_survives_the_driver),
        fake_test(an_import_of_another_gpus_memory_that_fails),
        fake_test(a_mixed_batch_keeps_its_order),
        fake_test(imports_of_one_object_register_it_once),
        fake_test(a_wait_of_the_cpu_waits_for_no_end),
        fake_test(memory_waits_for_its_own_work),
        fake_test(an_import_waits_for_no_end),
        fake_test(an_import_waits_for_no_end_without_a_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
