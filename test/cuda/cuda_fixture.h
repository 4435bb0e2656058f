/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cuda_fixture.h
 * What the tests of src/cuda share: a context, a stream, sync objects and buffers of the first GPU.
 *
 * Functions that make something assert that it was made. Nothing here or in cuda_*_test.c knows
 * which driver runs.
 */
#ifndef RINGFENCE_TEST_CUDA_FIXTURE_H
#define RINGFENCE_TEST_CUDA_FIXTURE_H

#include <string.h>
#include <unistd.h>

#include "leftovers.h"
#include "nvscibuf.h"
#include "nvscisync.h"
#include "ringfence.h"
#include "ringfence_cfg.h"
#include "ringfence_cuda.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
/** Microseconds after which a wait of the CPU fails. */
#define PATIENCE_US 20000000
/** Seconds after which a test that hangs is ended. */
#define HANG_SECONDS 400U

#define SIGNALS CUDA_NVSCISYNC_ATTR_SIGNAL
#define WAITS   CUDA_NVSCISYNC_ATTR_WAIT
/** Value for the side that the CPU has. */
#define CPU_SIDE 0

/** What a test has. */
typedef struct {
    CUcontext context;
    CUdevice device;
    CUstream stream;
    NvSciRmGpuId gpu;
    NvSciSyncModule sync;
    NvSciBufModule buf;
    NvSciSyncCpuWaitContext wait;
} Scene;

static Scene g_scene;

static inline void assert_cu(CUresult result, CUresult expected)
{
    assert_int_equal((int)result, (int)expected);
}

static inline uint32_t faults(void)
{
    RingfenceFault fault;

    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    return fault.total;
}

/** Asserts the kind of the last fault, and that there was one since a count. */
static inline void assert_fault(uint32_t before, RingfenceFaultKind kind)
{
    RingfenceFault fault;

    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.total, before + 1U);
    assert_int_equal(fault.kind, kind);
}

static inline void go_to(RingfencePhase phase)
{
    assert_int_equal(RingfenceAdvancePhase(phase), NvSciError_Success);
}

static inline int scene_up(void **state)
{
    CUuuid uuid;

    (void)state;
    (void)alarm(HANG_SECONDS);
    (void)memset(&g_scene, 0, sizeof(g_scene));
    assert_cu(cuInit(0U), CUDA_SUCCESS);
    assert_cu(cuDeviceGet(&g_scene.device, 0), CUDA_SUCCESS);
    assert_cu(cuDevicePrimaryCtxRetain(&g_scene.context, g_scene.device), CUDA_SUCCESS);
    assert_cu(cuCtxSetCurrent(g_scene.context), CUDA_SUCCESS);
    assert_cu(cuStreamCreate(&g_scene.stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    assert_cu(cuDeviceGetUuid_v2(&uuid, g_scene.device), CUDA_SUCCESS);
    (void)memcpy(g_scene.gpu.bytes, uuid.bytes, sizeof(uuid.bytes));
    assert_int_equal(NvSciSyncModuleOpen(&g_scene.sync), NvSciError_Success);
    assert_int_equal(NvSciBufModuleOpen(&g_scene.buf), NvSciError_Success);
    assert_int_equal(NvSciSyncCpuWaitContextAlloc(g_scene.sync, &g_scene.wait), NvSciError_Success);
    return 0;
}

static inline int scene_down(void **state)
{
    go_to_init();
    assert_cu(cuCtxSetCurrent(g_scene.context), CUDA_SUCCESS);
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    assert_cu(cuStreamDestroy(g_scene.stream), CUDA_SUCCESS);
    NvSciSyncCpuWaitContextFree(g_scene.wait);
    NvSciSyncModuleClose(g_scene.sync);
    NvSciBufModuleClose(g_scene.buf);
    assert_cu(cuCtxSetCurrent(NULL), CUDA_SUCCESS);
    assert_cu(cuDevicePrimaryCtxRelease(g_scene.device), CUDA_SUCCESS);
    (void)alarm(0U);
    return nothing_is_left(state);
}

#define cuda_test(function) cmocka_unit_test_setup_teardown(function, scene_up, scene_down)

/* ---------------------------------------------------------------- sync objects */

static inline NvSciSyncAttrList sync_list(void)
{
    NvSciSyncAttrList list = NULL;

    assert_int_equal(NvSciSyncAttrListCreate(g_scene.sync, &list), NvSciError_Success);
    return list;
}

/** A list of the CPU, or one that CUDA filled for the first device. */
static inline NvSciSyncAttrList side(int flags, NvSciSyncAccessPerm cpu_perm)
{
    NvSciSyncAttrList list = sync_list();

    if (flags == CPU_SIDE) {
        const bool cpu = true;
        const NvSciSyncAttrKeyValuePair pairs[] = {
            {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
            {NvSciSyncAttrKey_RequiredPerm, &cpu_perm, sizeof(cpu_perm)}};

        assert_int_equal(NvSciSyncAttrListSetAttrs(list, pairs, 2U), NvSciError_Success);
    } else {
        assert_cu(ringfenceCuDeviceGetNvSciSyncAttributes(list, g_scene.device, flags),
                  CUDA_SUCCESS);
    }
    return list;
}

/** An object that CUDA (SIGNALS, WAITS) or the CPU (CPU_SIDE) signals and waits for; with
 * deterministic fences it has no events. */
static inline NvSciSyncObj sync_object_of(int signaler, int waiter, bool deterministic)
{
    NvSciSyncAttrList lists[2] = {side(signaler, NvSciSyncAccessPerm_SignalOnly),
                                  side(waiter, NvSciSyncAccessPerm_WaitOnly)};
    const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_RequireDeterministicFences,
                                            &deterministic, sizeof(deterministic)};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    assert_int_equal(NvSciSyncAttrListSetAttrs(lists[0], &pair, 1U), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                     NvSciError_Success);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    return object;
}

static inline NvSciSyncObj sync_object(int signaler, int waiter)
{
    return sync_object_of(signaler, waiter, false);
}

/** Whether an object is left to CUDA. */
static inline bool is_local(NvSciSyncObj object)
{
    NvSciSyncAttrList list = NULL;
    bool local = false;

    assert_int_equal(NvSciSyncObjGetAttrList(object, &list), NvSciError_Success);
    assert_int_equal(RingfenceSyncAttrListIsLocal(list, &local), NvSciError_Success);
    return local;
}

static inline CUresult try_import(const void *object, unsigned int flags, CUexternalSemaphore *out)
{
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC desc;

    (void)memset(&desc, 0, sizeof(desc));
    desc.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_NVSCISYNC;
    desc.handle.nvSciSyncObj = object;
    desc.flags = flags;
    return ringfenceCuImportExternalSemaphore(out, &desc);
}

/** An object that CUDA signals, and that the CPU waits for with an attribute that is true. */
static inline NvSciSyncObj object_wanted(int signaler, NvSciSyncAttrKey key)
{
    const bool yes = true;
    const NvSciSyncAttrKeyValuePair pair = {key, &yes, sizeof(yes)};
    NvSciSyncAttrList lists[2] = {side(signaler, NvSciSyncAccessPerm_SignalOnly),
                                  side(CPU_SIDE, NvSciSyncAccessPerm_WaitOnly)};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    assert_int_equal(NvSciSyncAttrListSetAttrs(lists[1], &pair, 1U), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                     NvSciError_Success);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    return object;
}

/** One that a stream signals with timestamps. */
static inline NvSciSyncObj object_with_times(void)
{
    return object_wanted(SIGNALS, NvSciSyncAttrKey_WaiterRequireTimestamps);
}

static inline CUexternalSemaphore import_sync(NvSciSyncObj object)
{
    CUexternalSemaphore semaphore = NULL;
    CUresult result = CUDA_ERROR_NOT_READY;

    /* On a busy machine the GPU that is none may be too busy to tell the time. */
    for (uint32_t i = 0U; (i < 1000U) && (result == CUDA_ERROR_NOT_READY); i++) {
        result = try_import(object, 0U, &semaphore);
    }
    assert_cu(result, CUDA_SUCCESS);
    assert_non_null(semaphore);
    return semaphore;
}

static inline void destroy_sync(CUexternalSemaphore semaphore)
{
    assert_cu(ringfenceCuDestroyExternalSemaphore(semaphore), CUDA_SUCCESS);
}

static inline CUresult try_signal(CUexternalSemaphore semaphore, NvSciSyncFence *fence,
                                  unsigned int flags)
{
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS params;

    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = fence;
    params.flags = flags;
    return ringfenceCuSignalExternalSemaphoresAsync(&semaphore, &params, 1U, g_scene.stream);
}

static inline CUresult try_wait(CUexternalSemaphore semaphore, NvSciSyncFence *fence,
                                unsigned int flags)
{
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS params;

    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = fence;
    params.flags = flags;
    return ringfenceCuWaitExternalSemaphoresAsync(&semaphore, &params, 1U, g_scene.stream);
}

/** Waits with the CPU. */
static inline void assert_expires(const NvSciSyncFence *fence)
{
    assert_int_equal(NvSciSyncFenceWait(fence, g_scene.wait, PATIENCE_US), NvSciError_Success);
}

/* ---------------------------------------------------------------- buffers */

static inline CUresult try_import_buffer(const void *object, uint64_t size, CUexternalMemory *out)
{
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC desc;

    (void)memset(&desc, 0, sizeof(desc));
    desc.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_NVSCIBUF;
    desc.handle.nvSciBufObject = object;
    desc.size = size;
    return ringfenceCuImportExternalMemory(out, &desc);
}

static inline CUexternalMemory import_buffer(NvSciBufObj object, uint64_t size)
{
    CUexternalMemory memory = NULL;

    assert_cu(try_import_buffer(object, size, &memory), CUDA_SUCCESS);
    assert_non_null(memory);
    return memory;
}

static inline CUresult try_map(CUexternalMemory memory, uint64_t offset, uint64_t size,
                               CUdeviceptr *pointer)
{
    CUDA_EXTERNAL_MEMORY_BUFFER_DESC desc;

    (void)memset(&desc, 0, sizeof(desc));
    desc.offset = offset;
    desc.size = size;
    return ringfenceCuExternalMemoryGetMappedBuffer(pointer, memory, &desc);
}

/** A raw buffer of this size for a GPU; with CPU access, or in the memory of the GPU. */
static inline NvSciBufObj raw_buffer(uint64_t size, bool cpu, const NvSciRmGpuId *gpu)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
                                        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
                                        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
                                        {NvSciBufGeneralAttrKey_GpuId, gpu, sizeof(*gpu)},
                                        {NvSciBufGeneralAttrKey_VidMem_GpuId, gpu, sizeof(*gpu)}};
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;

    assert_int_equal(NvSciBufAttrListCreate(g_scene.buf, &list), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListSetAttrs(list, pairs, cpu ? 5U : 6U), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, &object, &conflict),
                     NvSciError_Success);
    NvSciBufAttrListFree(list);
    return object;
}

#endif /* RINGFENCE_TEST_CUDA_FIXTURE_H */
