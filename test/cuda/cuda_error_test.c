/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cuda_error_test.c
 * What is refused: stale and foreign handles, rights, GPUs, sizes, flags, full tables.
 */
#define _GNU_SOURCE

#include "cuda_fixture.h"

#include <sys/mman.h>
#include <sys/wait.h>

#include "fake.h"
#include "ringfence_cfg.h"
#include "ringfence_engine.h"

#define BYTES 4096U

/** A buffer that names no GPU. */
static NvSciBufObj buffer_of_no_gpu(void)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const uint64_t size = BYTES;
    const bool cpu = true;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
                                        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)}};
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

/**
 * Flags, lists and devices that are not valid are refused, and the list stays as it is.
 * @verifies RF-CUDA-009
 * @verifies RF-CUDA-105
 */
static void attributes_that_cannot_be_set(void **state)
{
    static const int flags[] = {0, 4, SIGNALS | 4, -1};
    const NvSciSyncAccessPerm perm = NvSciSyncAccessPerm_WaitOnly;
    const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)};
    NvSciSyncAttrKeyValuePair gpu = {NvSciSyncAttrKey_GpuId, NULL, 0U};
    NvSciSyncAttrList list = sync_list();
    void *const stale = list;
    uint32_t before = 0U;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(flags); i++) {
        assert_cu(ringfenceCuDeviceGetNvSciSyncAttributes(list, g_scene.device, flags[i]),
                  CUDA_ERROR_INVALID_VALUE);
    }
    before = faults();
    assert_int_equal(ringfenceCudaDeviceGetNvSciSyncAttributes(list, 1000, SIGNALS),
                     cudaErrorInvalidDevice);
    assert_fault(before, RINGFENCE_FAULT_NO_DEVICE);
    assert_int_equal(ringfenceCudaDeviceGetNvSciSyncAttributes(list, -1, SIGNALS),
                     cudaErrorInvalidDevice);
    assert_fault(before + 1U, RINGFENCE_FAULT_NO_DEVICE);
    assert_cu(ringfenceCuDeviceGetNvSciSyncAttributes(NULL, g_scene.device, SIGNALS),
              CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(NvSciSyncAttrListGetAttrs(list, &gpu, 1U), NvSciError_Success);
    assert_null(gpu.value);
    assert_int_equal(NvSciSyncAttrListSetAttrs(list, &pair, 1U), NvSciError_Success);
    assert_cu(ringfenceCuDeviceGetNvSciSyncAttributes(list, g_scene.device, WAITS),
              CUDA_ERROR_INVALID_VALUE);
    NvSciSyncAttrListFree(list);
    before = faults();
    assert_cu(ringfenceCuDeviceGetNvSciSyncAttributes(stale, g_scene.device, WAITS),
              CUDA_ERROR_INVALID_HANDLE);
    assert_fault(before, RINGFENCE_FAULT_BAD_HANDLE);
}

/**
 * An object that is none, is gone, or was not negotiated with this GPU is not imported.
 * @verifies RF-CUDA-006
 * @verifies RF-CUDA-011
 */
static void sync_objects_that_cannot_be_imported(void **state)
{
    NvSciSyncObj cpu = sync_object(CPU_SIDE, CPU_SIDE);
    NvSciSyncObj good = sync_object(SIGNALS, CPU_SIDE);
    CUexternalSemaphore semaphore = NULL;
    uint32_t before = faults();

    (void)state;
    assert_cu(try_import(cpu, 0U, &semaphore), CUDA_ERROR_INVALID_VALUE);
    assert_fault(before, RINGFENCE_FAULT_OTHER_GPU);
    assert_cu(try_import(good, 1U, &semaphore), CUDA_ERROR_INVALID_VALUE);
    assert_cu(try_import(good, 0U, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_cu(ringfenceCuImportExternalSemaphore(&semaphore, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_cu(try_import(NULL, 0U, &semaphore), CUDA_ERROR_INVALID_HANDLE);
    before = faults();
    assert_cu(try_import(g_scene.sync, 0U, &semaphore), CUDA_ERROR_INVALID_HANDLE);
    assert_fault(before, RINGFENCE_FAULT_BAD_HANDLE);
    NvSciSyncObjFree(good);
    before = faults();
    assert_cu(try_import(good, 0U, &semaphore), CUDA_ERROR_INVALID_HANDLE);
    assert_fault(before, RINGFENCE_FAULT_BAD_HANDLE);
    assert_null(semaphore);
    assert_int_equal(in_use_of(RINGFENCE_POOL_CUDA_SEMAPHORE), 0U);
    NvSciSyncObjFree(cpu);
}

/**
 * Rights, fences and flags that do not fit are refused.
 * @verifies RF-CUDA-016
 * @verifies RF-CUDA-017
 */
static void signals_and_waits_that_are_not_valid(void **state)
{
    NvSciSyncObj waited = sync_object(CPU_SIDE, WAITS);
    NvSciSyncObj signalled = sync_object(SIGNALS, CPU_SIDE);
    CUexternalSemaphore waiter = import_sync(waited);
    CUexternalSemaphore signaler = import_sync(signalled);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence other = NvSciSyncFenceInitializer;
    uint32_t before = 0U;

    (void)state;
    assert_cu(try_signal(signaler, NULL, 0U), CUDA_ERROR_INVALID_VALUE);
    assert_cu(try_signal(signaler, &fence, 2U), CUDA_ERROR_INVALID_VALUE);
    assert_cu(try_signal(signaler, &fence, 0x80000000U), CUDA_ERROR_INVALID_VALUE);
    assert_cu(try_wait(waiter, NULL, 0U), CUDA_ERROR_INVALID_VALUE);
    assert_cu(try_wait(waiter, &fence, 1U), CUDA_ERROR_INVALID_VALUE);
    assert_cu(try_signal(signaler, &fence, 0U), CUDA_SUCCESS);
    before = faults();
    assert_cu(try_wait(waiter, &fence, 0U), CUDA_ERROR_INVALID_VALUE);
    assert_fault(before, RINGFENCE_FAULT_OTHER_OBJECT);
    assert_expires(&fence);
    (void)memset(&other, 0x5C, sizeof(other));
    assert_cu(try_wait(waiter, &other, 0U), CUDA_ERROR_INVALID_VALUE);
    assert_cu(try_signal(signaler, &other, 0U), CUDA_ERROR_INVALID_VALUE);
    assert_cu(ringfenceCuSignalExternalSemaphoresAsync(NULL, NULL, 1U, g_scene.stream),
              CUDA_ERROR_INVALID_VALUE);
    assert_cu(ringfenceCuWaitExternalSemaphoresAsync(&waiter, NULL, 1U, g_scene.stream),
              CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    NvSciSyncFenceClear(&fence);
    destroy_sync(waiter);
    destroy_sync(signaler);
    NvSciSyncObjFree(waited);
    NvSciSyncObjFree(signalled);
}

/** Signals or waits with the names of the runtime, twice in one batch. */
static cudaError_t try_runtime(CUexternalSemaphore semaphore, NvSciSyncFence *fence, bool signals)
{
    const cudaExternalSemaphore_t both[2] = {(cudaExternalSemaphore_t)semaphore,
                                             (cudaExternalSemaphore_t)semaphore};
    struct cudaExternalSemaphoreSignalParams signal[2];
    struct cudaExternalSemaphoreWaitParams wait[2];

    (void)memset(signal, 0, sizeof(signal));
    (void)memset(wait, 0, sizeof(wait));
    for (size_t i = 0U; i < 2U; i++) {
        signal[i].params.nvSciSync.fence = fence;
        wait[i].params.nvSciSync.fence = fence;
    }
    return signals ? ringfenceCudaSignalExternalSemaphoresAsync(both, signal, 2U, g_scene.stream)
                   : ringfenceCudaWaitExternalSemaphoresAsync(both, wait, 2U, g_scene.stream);
}

/** Adds a node that signals or waits. */
static CUresult try_node(CUgraph graph, CUexternalSemaphore semaphore, NvSciSyncFence *fence,
                         bool signals)
{
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS signal;
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS wait;
    const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS signal_node = {&semaphore, &signal, 1U};
    const CUDA_EXT_SEM_WAIT_NODE_PARAMS wait_node = {&semaphore, &wait, 1U};
    CUgraphNode node = NULL;

    (void)memset(&signal, 0, sizeof(signal));
    (void)memset(&wait, 0, sizeof(wait));
    signal.params.nvSciSync.fence = fence;
    wait.params.nvSciSync.fence = fence;
    return signals
               ? ringfenceCuGraphAddExternalSemaphoresSignalNode(&node, graph, NULL, 0U,
                                                                 &signal_node)
               : ringfenceCuGraphAddExternalSemaphoresWaitNode(&node, graph, NULL, 0U, &wait_node);
}

/**
 * A GPU whose list asked to wait cannot signal what the CPU of the same process signals, and the
 * reverse: not by a stream, in a batch, or by a node. Nothing expires by it.
 * @verifies RF-CUDA-200
 */
static void a_right_belongs_to_a_list(void **state)
{
    static const struct {
        int signaler;
        int waiter;
        bool gpu_signals;
        bool gpu_waits;
    } cases[] = {{CPU_SIDE, WAITS, false, true},
                 {SIGNALS, CPU_SIDE, true, false},
                 {SIGNALS | WAITS, CPU_SIDE, true, true},
                 {SIGNALS, WAITS, true, true}};
    CUgraph graph = NULL;

    (void)state;
    assert_cu(cuGraphCreate(&graph, 0U), CUDA_SUCCESS);
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        NvSciSyncObj object = sync_object(cases[i].signaler, cases[i].waiter);
        CUexternalSemaphore semaphore = import_sync(object);
        const bool cpu_signals = (cases[i].signaler == CPU_SIDE);
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        NvSciSyncFence cleared = NvSciSyncFenceInitializer;
        uint32_t before = 0U;

        if (cpu_signals) {
            assert_int_equal(NvSciSyncObjGenerateFence(object, &fence), NvSciError_Success);
        }
        for (uint32_t k = 0U; k < 2U; k++) {
            const bool signals = (k == 0U);
            const bool may = signals ? cases[i].gpu_signals : cases[i].gpu_waits;
            NvSciSyncFence *const used = signals ? &cleared : &fence;

            if (!may) {
                before = faults();
                assert_cu(signals ? try_signal(semaphore, used, 0U) : try_wait(semaphore, used, 0U),
                          CUDA_ERROR_INVALID_VALUE);
                assert_fault(before, RINGFENCE_FAULT_NO_RIGHT);
                assert_int_equal(try_runtime(semaphore, used, signals), cudaErrorInvalidValue);
                assert_fault(before + 1U, RINGFENCE_FAULT_NO_RIGHT);
                assert_cu(try_node(graph, semaphore, used, signals), CUDA_ERROR_INVALID_VALUE);
                assert_fault(before + 2U, RINGFENCE_FAULT_NO_RIGHT);
            } else if (!signals) {
                assert_cu(try_wait(semaphore, used, 0U), CUDA_SUCCESS);
            } else {
                assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
            }
        }
        if (cpu_signals) {
            assert_int_equal(NvSciSyncFenceWait(&fence, g_scene.wait, 1000), NvSciError_Timeout);
            assert_int_equal(NvSciSyncObjSignal(object), NvSciError_Success);
        } else {
            assert_int_equal(NvSciSyncObjSignal(object), NvSciError_BadParameter);
        }
        assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
        NvSciSyncFenceClear(&fence);
        destroy_sync(semaphore);
        NvSciSyncObjFree(object);
    }
    assert_cu(cuGraphDestroy(graph), CUDA_SUCCESS);
}

/**
 * A GPU of which no list of the process asked anything imports nothing.
 * @verifies RF-CUDA-201
 */
static void a_gpu_that_asked_for_nothing(void **state)
{
    NvSciSyncAttrList lists[3] = {side(CPU_SIDE, NvSciSyncAccessPerm_SignalOnly),
                                  side(CPU_SIDE, NvSciSyncAccessPerm_WaitOnly), sync_list()};
    const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_GpuId, &g_scene.gpu,
                                            sizeof(g_scene.gpu)};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;
    CUexternalSemaphore semaphore = NULL;
    uint32_t before = faults();

    (void)state;
    assert_int_equal(NvSciSyncAttrListSetAttrs(lists[2], &pair, 1U), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListReconcileAndObjAlloc(lists, 3U, &object, &conflict),
                     NvSciError_Success);
    assert_cu(try_import(object, 0U, &semaphore), CUDA_ERROR_INVALID_VALUE);
    assert_fault(before, RINGFENCE_FAULT_NO_RIGHT);
    assert_null(semaphore);
    assert_int_equal(in_use_of(RINGFENCE_POOL_CUDA_SEMAPHORE), 0U);
    NvSciSyncObjFree(object);
    for (size_t i = 0U; i < COUNT_OF(lists); i++) {
        NvSciSyncAttrListFree(lists[i]);
    }
}

/**
 * One entry that is not valid keeps the whole batch back.
 * @verifies RF-CUDA-016
 */
static void a_batch_is_checked_before_it_begins(void **state)
{
    NvSciSyncObj objects[2] = {sync_object(SIGNALS, CPU_SIDE), sync_object(SIGNALS, CPU_SIDE)};
    CUexternalSemaphore semaphores[2] = {import_sync(objects[0]), import_sync(objects[1])};
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS params[2];
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    const NvSciSyncFence cleared = NvSciSyncFenceInitializer;

    (void)state;
    (void)memset(params, 0, sizeof(params));
    params[0].params.nvSciSync.fence = &fence;
    assert_cu(ringfenceCuSignalExternalSemaphoresAsync(semaphores, params, 2U, g_scene.stream),
              CUDA_ERROR_INVALID_VALUE);
    assert_memory_equal(&fence, &cleared, sizeof(fence));
    destroy_sync(semaphores[1]);
    params[1].params.nvSciSync.fence = &fence;
    assert_cu(ringfenceCuSignalExternalSemaphoresAsync(semaphores, params, 2U, g_scene.stream),
              CUDA_ERROR_INVALID_HANDLE);
    assert_memory_equal(&fence, &cleared, sizeof(fence));
    destroy_sync(semaphores[0]);
    NvSciSyncObjFree(objects[0]);
    NvSciSyncObjFree(objects[1]);
}

/**
 * A program may import an object anew for each signal: imports in one context share a row, and the
 * semaphore is there until the last of them is destroyed, whichever API made them.
 * @verifies RF-CUDA-202
 */
static void imports_of_one_object_share_a_row(void **state)
{
    NvSciSyncObj object = sync_object(SIGNALS, CPU_SIDE);
    CUexternalSemaphore first = import_sync(object);
    const uint32_t handles = in_use_of(RINGFENCE_POOL_SYNC_HANDLE);
    struct cudaExternalSemaphoreHandleDesc desc;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint32_t before = 0U;

    (void)state;
    (void)memset(&desc, 0, sizeof(desc));
    desc.type = cudaExternalSemaphoreHandleTypeNvSciSync;
    desc.handle.nvSciSyncObj = object;
    for (uint32_t i = 0U; i < (2U * RINGFENCE_CFG_CUDA_SEMAPHORES); i++) {
        CUexternalSemaphore again = NULL;

        if ((i % 2U) == 0U) {
            again = import_sync(object);
        } else {
            cudaExternalSemaphore_t runtime = NULL;

            assert_int_equal(ringfenceCudaImportExternalSemaphore(&runtime, &desc), cudaSuccess);
            again = (CUexternalSemaphore)runtime;
        }
        assert_ptr_equal(again, first);
        assert_cu(try_signal(again, &fence, 0U), CUDA_SUCCESS);
    }
    assert_int_equal(in_use_of(RINGFENCE_POOL_CUDA_SEMAPHORE), 1U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_HANDLE), handles);
    for (uint32_t i = 0U; i < (2U * RINGFENCE_CFG_CUDA_SEMAPHORES); i++) {
        if ((i % 2U) == 0U) {
            destroy_sync(first);
        } else {
            assert_int_equal(ringfenceCudaDestroyExternalSemaphore((cudaExternalSemaphore_t)first),
                             cudaSuccess);
        }
    }
    assert_cu(try_signal(first, &fence, 0U), CUDA_SUCCESS);
    assert_expires(&fence);
    NvSciSyncObjFree(object);
    destroy_sync(first);
    assert_int_equal(in_use_of(RINGFENCE_POOL_CUDA_SEMAPHORE), 0U);
    before = faults();
    assert_cu(ringfenceCuDestroyExternalSemaphore(first), CUDA_ERROR_INVALID_HANDLE);
    assert_fault(before, RINGFENCE_FAULT_BAD_HANDLE);
    NvSciSyncFenceClear(&fence);
}

/**
 * A handle that was destroyed, or is of the other kind, is a fault in every function.
 * @verifies RF-CUDA-007
 */
static void stale_handles_are_faults(void **state)
{
    NvSciSyncObj sync = sync_object(SIGNALS, WAITS);
    NvSciBufObj buffer = raw_buffer(BYTES, true, &g_scene.gpu);
    CUexternalSemaphore semaphore = import_sync(sync);
    CUexternalMemory memory = import_buffer(buffer, BYTES);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    CUdeviceptr pointer = 0U;
    uint32_t before = 0U;

    (void)state;
    destroy_sync(semaphore);
    assert_cu(ringfenceCuDestroyExternalMemory(memory), CUDA_SUCCESS);
    assert_true(ringfenceCudaOwnsHandle(semaphore));
    assert_true(ringfenceCudaOwnsHandle(memory));
    before = faults();
    assert_cu(ringfenceCuDestroyExternalSemaphore(semaphore), CUDA_ERROR_INVALID_HANDLE);
    assert_fault(before, RINGFENCE_FAULT_BAD_HANDLE);
    assert_cu(try_signal(semaphore, &fence, 0U), CUDA_ERROR_INVALID_HANDLE);
    assert_fault(before + 1U, RINGFENCE_FAULT_BAD_HANDLE);
    assert_cu(try_wait(semaphore, &fence, 0U), CUDA_ERROR_INVALID_HANDLE);
    assert_fault(before + 2U, RINGFENCE_FAULT_BAD_HANDLE);
    assert_cu(ringfenceCuDestroyExternalMemory(memory), CUDA_ERROR_INVALID_HANDLE);
    assert_fault(before + 3U, RINGFENCE_FAULT_BAD_HANDLE);
    assert_cu(try_map(memory, 0U, 1U, &pointer), CUDA_ERROR_INVALID_HANDLE);
    assert_fault(before + 4U, RINGFENCE_FAULT_BAD_HANDLE);
    NvSciSyncObjFree(sync);
    NvSciBufObjFree(buffer);
}

/**
 * A handle of which one bit was changed, but for those that say that it is ours, is a fault.
 * @verifies RF-CUDA-007
 */
static void damaged_handles_are_faults(void **state)
{
    static const int sides[][2] = {{SIGNALS, CPU_SIDE}, {SIGNALS, WAITS}};

    (void)state;
    for (size_t i = 0U; i < (sizeof(sides) / sizeof(sides[0])); i++) {
        NvSciSyncObj sync = sync_object(sides[i][0], sides[i][1]);
        CUexternalSemaphore semaphore = import_sync(sync);
        NvSciSyncFence fence = NvSciSyncFenceInitializer;

        for (uint32_t bit = 0U; bit < 62U; bit++) {
            const uintptr_t word = (uintptr_t)semaphore ^ ((uintptr_t)1U << bit);
            const uint32_t before = faults();
            CUexternalSemaphore damaged = NULL;

            (void)memcpy(&damaged, &word, sizeof(damaged));
            assert_cu(try_signal(damaged, &fence, 0U), CUDA_ERROR_INVALID_HANDLE);
            assert_fault(before, RINGFENCE_FAULT_BAD_HANDLE);
            assert_cu(try_wait(damaged, &fence, 0U), CUDA_ERROR_INVALID_HANDLE);
            assert_fault(before + 1U, RINGFENCE_FAULT_BAD_HANDLE);
        }
        destroy_sync(semaphore);
        NvSciSyncObjFree(sync);
    }
}

/**
 * A buffer that is none, is not for this GPU, or is smaller than stated is not imported.
 * @verifies RF-CUDA-031
 */
static void buffers_that_cannot_be_imported(void **state)
{
    NvSciBufObj object = raw_buffer(BYTES, true, &g_scene.gpu);
    NvSciBufObj elsewhere = buffer_of_no_gpu();
    CUexternalMemory memory = NULL;
    uint32_t before = faults();

    (void)state;
    assert_cu(try_import_buffer(object, 0U, &memory), CUDA_ERROR_INVALID_VALUE);
    assert_fault(before, RINGFENCE_FAULT_OUT_OF_BUFFER);
    assert_cu(try_import_buffer(object, BYTES + 1U, &memory), CUDA_ERROR_INVALID_VALUE);
    assert_fault(before + 1U, RINGFENCE_FAULT_OUT_OF_BUFFER);
    assert_cu(try_import_buffer(elsewhere, BYTES, &memory), CUDA_ERROR_INVALID_VALUE);
    assert_fault(before + 2U, RINGFENCE_FAULT_OTHER_GPU);
    assert_cu(try_import_buffer(g_scene.buf, BYTES, &memory), CUDA_ERROR_INVALID_HANDLE);
    assert_fault(before + 3U, RINGFENCE_FAULT_BAD_HANDLE);
    assert_cu(try_import_buffer(object, BYTES, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_cu(ringfenceCuImportExternalMemory(&memory, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_null(memory);
    NvSciBufObjFree(object);
    NvSciBufObjFree(elsewhere);
    assert_int_equal(in_use_of(RINGFENCE_POOL_CUDA_MEMORY), 0U);
}

/** An import of a buffer that is wrong in one thing. */
typedef struct {
    uint64_t size;
    unsigned int flags;
    bool with_place;
    CUresult result;
    /** RINGFENCE_FAULT_NONE: no report. */
    RingfenceFaultKind fault;
} BadImport;

/** A range that is wrong in one thing. */
typedef struct {
    uint64_t offset;
    uint64_t size;
    unsigned int flags;
    RingfenceFaultKind fault;
} BadRange;

/** Asserts one report of a kind since a count, or none. */
static void assert_reported(uint32_t before, RingfenceFaultKind kind)
{
    if (kind == RINGFENCE_FAULT_NONE) {
        assert_int_equal(faults(), before);
    } else {
        assert_fault(before, kind);
    }
}

/** What is taken in tables and of the driver, as far as that can be asked. */
static uint32_t taken_of_all(void)
{
    const FakeControl *const fake = fake_control();

    return in_use_of_all() + ((fake == NULL) ? 0U : fake_live(fake));
}

/** Tries all that is wrong with imports of a buffer. */
static void import_badly(const void *object)
{
    static const BadImport cases[] = {
        {0U, 0U, true, CUDA_ERROR_INVALID_VALUE, RINGFENCE_FAULT_OUT_OF_BUFFER},
        {BYTES + 1U, 0U, true, CUDA_ERROR_INVALID_VALUE, RINGFENCE_FAULT_OUT_OF_BUFFER},
        {UINT64_MAX, 0U, true, CUDA_ERROR_INVALID_VALUE, RINGFENCE_FAULT_OUT_OF_BUFFER},
        {BYTES, 2U, true, CUDA_ERROR_INVALID_VALUE, RINGFENCE_FAULT_NONE},
        {BYTES, 0x80000001U, true, CUDA_ERROR_INVALID_VALUE, RINGFENCE_FAULT_NONE},
        {BYTES, 0U, false, CUDA_ERROR_INVALID_VALUE, RINGFENCE_FAULT_NONE}};

    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        const uint32_t before = faults();
        const uint32_t taken = taken_of_all();
        CUDA_EXTERNAL_MEMORY_HANDLE_DESC desc;
        CUexternalMemory memory = NULL;

        (void)memset(&desc, 0, sizeof(desc));
        desc.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_NVSCIBUF;
        desc.handle.nvSciBufObject = object;
        desc.size = cases[i].size;
        desc.flags = cases[i].flags;
        assert_cu(ringfenceCuImportExternalMemory(cases[i].with_place ? &memory : NULL, &desc),
                  cases[i].result);
        assert_null(memory);
        assert_reported(before, cases[i].fault);
        assert_int_equal(taken_of_all(), taken);
    }
}

/** Tries all that is wrong with ranges of a memory of ours. */
static void map_badly(CUexternalMemory memory)
{
    static const BadRange cases[] = {{0U, 0U, 0U, RINGFENCE_FAULT_OUT_OF_BUFFER},
                                     {0U, BYTES + 1U, 0U, RINGFENCE_FAULT_OUT_OF_BUFFER},
                                     {BYTES, 1U, 0U, RINGFENCE_FAULT_OUT_OF_BUFFER},
                                     {UINT64_MAX, 2U, 0U, RINGFENCE_FAULT_OUT_OF_BUFFER},
                                     {0U, BYTES, 1U, RINGFENCE_FAULT_NONE}};

    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        const uint32_t before = faults();
        const uint32_t taken = taken_of_all();
        CUDA_EXTERNAL_MEMORY_BUFFER_DESC desc;
        CUdeviceptr pointer = 7U;

        (void)memset(&desc, 0, sizeof(desc));
        desc.offset = cases[i].offset;
        desc.size = cases[i].size;
        desc.flags = cases[i].flags;
        assert_cu(ringfenceCuExternalMemoryGetMappedBuffer(&pointer, memory, &desc),
                  CUDA_ERROR_INVALID_VALUE);
        assert_int_equal(pointer, 7U);
        assert_reported(before, cases[i].fault);
        assert_cu(ringfenceCuExternalMemoryGetMappedBuffer(NULL, memory, &desc),
                  CUDA_ERROR_INVALID_VALUE);
        assert_cu(ringfenceCuExternalMemoryGetMappedBuffer(&pointer, memory, NULL),
                  CUDA_ERROR_INVALID_VALUE);
        assert_int_equal(taken_of_all(), taken);
    }
}

/**
 * Whatever is wrong with an import or a range is refused with CUDA's code, one report where it is a
 * fault, and nothing taken: for memory of the CPU and of the GPU, for writing and for reading.
 * @verifies RF-CUDA-006
 * @verifies RF-CUDA-031
 * @verifies RF-CUDA-034
 */
static void bad_requests_take_nothing(void **state)
{
    (void)state;
    for (uint32_t kind = 0U; kind < 4U; kind++) {
        NvSciBufObj whole = raw_buffer(BYTES, (kind & 1U) == 0U, &g_scene.gpu);
        NvSciBufObj object = whole;
        CUexternalMemory memory = NULL;
        uint32_t before = 0U;
        uint32_t taken = 0U;

        if (kind >= 2U) {
            assert_int_equal(
                NvSciBufObjDupWithReducePerm(whole, NvSciBufAccessPerm_Readonly, &object),
                NvSciError_Success);
            NvSciBufObjFree(whole);
        }
        import_badly(object);
        memory = import_buffer(object, BYTES);
        if (ringfenceCudaOwnsHandle(memory)) {
            map_badly(memory);
        }
        assert_cu(ringfenceCuDestroyExternalMemory(memory), CUDA_SUCCESS);
        NvSciBufObjFree(object);
        before = faults();
        taken = taken_of_all();
        memory = NULL;
        assert_cu(try_import_buffer(object, BYTES, &memory), CUDA_ERROR_INVALID_HANDLE);
        assert_fault(before, RINGFENCE_FAULT_BAD_HANDLE);
        assert_null(memory);
        assert_int_equal(taken_of_all(), taken);
    }
}

/**
 * The runtime API has the runtime's codes for the same.
 * @verifies RF-CUDA-006
 * @verifies RF-CUDA-031
 */
static void bad_requests_of_the_runtime_api(void **state)
{
    NvSciBufObj object = raw_buffer(BYTES, true, &g_scene.gpu);
    NvSciBufObj none = buffer_of_no_gpu();
    const struct {
        const void *object;
        unsigned long long size;
        unsigned int flags;
        cudaError_t error;
    } cases[] = {{object, 0U, 0U, cudaErrorInvalidValue},
                 {object, BYTES + 1U, 0U, cudaErrorInvalidValue},
                 {object, BYTES, 2U, cudaErrorInvalidValue},
                 {none, BYTES, 0U, cudaErrorInvalidValue},
                 {NULL, BYTES, 0U, cudaErrorInvalidResourceHandle},
                 {g_scene.buf, BYTES, 0U, cudaErrorInvalidResourceHandle}};
    struct cudaExternalMemoryBufferDesc range;
    cudaExternalMemory_t memory = NULL;
    void *pointer = NULL;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        struct cudaExternalMemoryHandleDesc desc;

        (void)memset(&desc, 0, sizeof(desc));
        desc.type = cudaExternalMemoryHandleTypeNvSciBuf;
        desc.handle.nvSciBufObject = cases[i].object;
        desc.size = cases[i].size;
        desc.flags = cases[i].flags;
        assert_int_equal(ringfenceCudaImportExternalMemory(&memory, &desc), cases[i].error);
        assert_null(memory);
        assert_int_equal(ringfenceCudaImportExternalMemory(NULL, &desc), cudaErrorInvalidValue);
    }
    assert_int_equal(ringfenceCudaImportExternalMemory(&memory, NULL), cudaErrorInvalidValue);
    (void)memset(&range, 0, sizeof(range));
    range.size = BYTES;
    memory = (cudaExternalMemory_t)import_buffer(object, BYTES);
    assert_int_equal(ringfenceCudaExternalMemoryGetMappedBuffer(NULL, memory, &range),
                     cudaErrorInvalidValue);
    assert_int_equal(ringfenceCudaExternalMemoryGetMappedBuffer(&pointer, memory, NULL),
                     cudaErrorInvalidValue);
    range.size = BYTES + 1U;
    assert_int_equal(ringfenceCudaExternalMemoryGetMappedBuffer(&pointer, memory, &range),
                     cudaErrorInvalidValue);
    assert_int_equal(ringfenceCudaDestroyExternalMemory(memory), cudaSuccess);
    assert_int_equal(ringfenceCudaDestroyExternalMemory(memory), cudaErrorInvalidResourceHandle);
    range.size = 1U;
    assert_int_equal(ringfenceCudaExternalMemoryGetMappedBuffer(&pointer, memory, &range),
                     cudaErrorInvalidResourceHandle);
    assert_null(pointer);
    NvSciBufObjFree(object);
    NvSciBufObjFree(none);
    assert_int_equal(in_use_of(RINGFENCE_POOL_CUDA_MEMORY), 0U);
}

/**
 * A handle of ours of another kind is refused by every function, and does not get to the driver.
 * @verifies RF-CUDA-007
 */
static void handles_of_another_kind_are_faults(void **state)
{
    NvSciSyncObj sync = sync_object(SIGNALS, WAITS);
    NvSciBufObj buffer = raw_buffer(BYTES, true, &g_scene.gpu);
    CUexternalSemaphore semaphore = import_sync(sync);
    CUexternalMemory memory = import_buffer(buffer, BYTES);
    const CUexternalMemory wrong[] = {(CUexternalMemory)(void *)semaphore,
                                      (CUexternalMemory)(void *)buffer,
                                      (CUexternalMemory)(void *)sync};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    CUmipmappedArray array = NULL;
    CUdeviceptr pointer = 0U;
    uint32_t before = 0U;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(wrong); i++) {
        CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC desc;

        (void)memset(&desc, 0, sizeof(desc));
        before = faults();
        assert_cu(ringfenceCuDestroyExternalMemory(wrong[i]), CUDA_ERROR_INVALID_HANDLE);
        assert_fault(before, RINGFENCE_FAULT_BAD_HANDLE);
        assert_cu(try_map(wrong[i], 0U, 1U, &pointer), CUDA_ERROR_INVALID_HANDLE);
        assert_fault(before + 1U, RINGFENCE_FAULT_BAD_HANDLE);
        assert_cu(ringfenceCuExternalMemoryGetMappedMipmappedArray(&array, wrong[i], &desc),
                  CUDA_ERROR_INVALID_HANDLE);
        assert_fault(before + 2U, RINGFENCE_FAULT_BAD_HANDLE);
    }
    before = faults();
    assert_cu(ringfenceCuDestroyExternalSemaphore((CUexternalSemaphore)(void *)memory),
              CUDA_ERROR_INVALID_HANDLE);
    assert_fault(before, RINGFENCE_FAULT_BAD_HANDLE);
    assert_cu(try_signal((CUexternalSemaphore)(void *)memory, &fence, 0U),
              CUDA_ERROR_INVALID_HANDLE);
    assert_fault(before + 1U, RINGFENCE_FAULT_BAD_HANDLE);
    assert_cu(try_import_buffer(sync, BYTES, &memory), CUDA_ERROR_INVALID_HANDLE);
    assert_fault(before + 2U, RINGFENCE_FAULT_BAD_HANDLE);
    assert_true(ringfenceCudaOwnsHandle(buffer));
    assert_true(ringfenceCudaOwnsHandle(sync));
    assert_false(ringfenceCudaOwnsHandle(&before));
    assert_cu(ringfenceCuDestroyExternalMemory(memory), CUDA_SUCCESS);
    destroy_sync(semaphore);
    NvSciSyncObjFree(sync);
    NvSciBufObjFree(buffer);
}

/**
 * Memory of the GPU that was destroyed, pointers and arrays of the other kind, and arrays outside
 * are refused, and do not get to the driver; what was given out outlives its memory.
 * @verifies RF-CUDA-007
 * @verifies RF-CUDA-035
 * @verifies RF-CUDA-106
 */
static void memory_of_the_gpu_that_is_gone(void **state)
{
    NvSciBufObj object = raw_buffer(BYTES, false, &g_scene.gpu);
    const uint32_t begin = taken_of_all();
    CUexternalMemory memory = import_buffer(object, BYTES);
    CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC desc;
    CUmipmappedArray array = NULL;
    CUmipmappedArray none = NULL;
    CUdeviceptr pointer = 0U;
    CUdeviceptr again = 0U;
    const uint32_t before = faults();

    (void)state;
    (void)memset(&desc, 0, sizeof(desc));
    desc.arrayDesc.Width = 16U;
    desc.arrayDesc.Height = 8U;
    desc.arrayDesc.Format = CU_AD_FORMAT_UNSIGNED_INT8;
    desc.arrayDesc.NumChannels = 1U;
    desc.numLevels = 1U;
    assert_cu(try_map(memory, 0U, BYTES, &pointer), CUDA_SUCCESS);
    assert_cu(ringfenceCuExternalMemoryGetMappedMipmappedArray(&array, memory, &desc),
              CUDA_SUCCESS);
    assert_cu(ringfenceCuExternalMemoryGetMappedMipmappedArray(NULL, memory, &desc),
              CUDA_ERROR_INVALID_VALUE);
    assert_cu(ringfenceCuExternalMemoryGetMappedMipmappedArray(&none, memory, NULL),
              CUDA_ERROR_INVALID_VALUE);
    desc.offset = BYTES;
    assert_cu(ringfenceCuExternalMemoryGetMappedMipmappedArray(&none, memory, &desc),
              CUDA_ERROR_INVALID_VALUE);
    assert_fault(before, RINGFENCE_FAULT_OUT_OF_BUFFER);
    desc.offset = 0U;
    assert_cu(ringfenceCuMemFree((CUdeviceptr)(uintptr_t)array), CUDA_ERROR_INVALID_VALUE);
    assert_cu(ringfenceCuMipmappedArrayDestroy((CUmipmappedArray)(uintptr_t)pointer),
              CUDA_ERROR_INVALID_VALUE);
    assert_true(ringfenceCudaOwnsPointer(array));
    assert_cu(ringfenceCuDestroyExternalMemory(memory), CUDA_SUCCESS);
    assert_cu(ringfenceCuDestroyExternalMemory(memory), CUDA_ERROR_INVALID_HANDLE);
    assert_fault(before + 1U, RINGFENCE_FAULT_BAD_HANDLE);
    assert_cu(try_map(memory, 0U, 1U, &again), CUDA_ERROR_INVALID_HANDLE);
    assert_fault(before + 2U, RINGFENCE_FAULT_BAD_HANDLE);
    assert_cu(ringfenceCuExternalMemoryGetMappedMipmappedArray(&none, memory, &desc),
              CUDA_ERROR_INVALID_HANDLE);
    assert_fault(before + 3U, RINGFENCE_FAULT_BAD_HANDLE);
    assert_cu(cuMemsetD8(pointer, 1U, BYTES), CUDA_SUCCESS);
    assert_cu(ringfenceCuMemFree(pointer), CUDA_SUCCESS);
    assert_cu(ringfenceCuMipmappedArrayDestroy(array), CUDA_SUCCESS);
    assert_null(none);
    assert_int_equal(again, 0U);
    assert_int_equal(taken_of_all(), begin);
    NvSciBufObjFree(object);
}

/** Puts another memory behind a buffer of the GPU, as a process that sent it might have done. */
static void put_behind(NvSciBufObj object, int descriptor)
{
    RingfenceEngineBuf map;

    assert_int_equal(RingfenceEngineBufMap(object, &map), NvSciError_Success);
    assert_true(map.isDevice);
    assert_int_equal(dup2(descriptor, map.descriptor), map.descriptor);
    RingfenceEngineBufUnmap(&map);
}

/**
 * Memory of a GPU that is smaller or larger than the list needs, or is none, is not imported,
 * neither for reading nor for writing.
 * @verifies RF-CUDA-043
 */
static void memory_that_is_not_what_the_list_says(void **state)
{
    static const uint64_t sizes[] = {BYTES, 5U << 20U};
    const int none = memfd_create("none", MFD_CLOEXEC);

    (void)state;
    assert_true(none >= 0);
    for (size_t i = 0U; i < 3U; i++) {
        const uint64_t size = sizes[i % 2U];
        NvSciBufObj object = raw_buffer(size, false, &g_scene.gpu);
        NvSciBufObj other = raw_buffer(sizes[(i + 1U) % 2U], false, &g_scene.gpu);
        NvSciBufObj reader = NULL;
        CUexternalMemory memory = NULL;
        RingfenceEngineBuf map;

        assert_int_equal(NvSciBufObjDupWithReducePerm(object, NvSciBufAccessPerm_Readonly, &reader),
                         NvSciError_Success);
        assert_int_equal(RingfenceEngineBufMap(other, &map), NvSciError_Success);
        put_behind(object, (i < 2U) ? map.descriptor : none);
        RingfenceEngineBufUnmap(&map);
        assert_int_not_equal(try_import_buffer(object, size, &memory), CUDA_SUCCESS);
        assert_int_not_equal(try_import_buffer(reader, size, &memory), CUDA_SUCCESS);
        assert_null(memory);
        assert_int_equal(in_use_of(RINGFENCE_POOL_CUDA_MEMORY), 0U);
        NvSciBufObjFree(reader);
        NvSciBufObjFree(object);
        NvSciBufObjFree(other);
    }
    (void)close(none);
}

/**
 * Each table can be full, and has room again when something is given back.
 * @verifies RF-CUDA-006
 */
static void full_tables_are_out_of_memory(void **state)
{
    static NvSciSyncObj handles[RINGFENCE_CFG_SYNC_HANDLES];
    static CUdeviceptr pointers[RINGFENCE_CFG_CUDA_MAPPINGS];
    NvSciSyncObj sync = sync_object(SIGNALS, WAITS);
    NvSciBufObj buffer = raw_buffer(BYTES, true, &g_scene.gpu);
    CUexternalMemory memory = import_buffer(buffer, BYTES);
    CUexternalSemaphore more = NULL;
    CUdeviceptr again = 0U;
    size_t count = 0U;

    (void)state;
    while (NvSciSyncObjDup(sync, &handles[count]) == NvSciError_Success) {
        count++;
    }
    assert_cu(try_import(sync, 0U, &more), CUDA_ERROR_OUT_OF_MEMORY);
    NvSciSyncObjFree(handles[7]);
    more = import_sync(sync);
    destroy_sync(more);
    assert_int_equal(NvSciSyncObjDup(sync, &handles[7]), NvSciError_Success);
    for (size_t i = 0U; i < RINGFENCE_CFG_CUDA_MAPPINGS; i++) {
        assert_cu(try_map(memory, i, 1U, &pointers[i]), CUDA_SUCCESS);
    }
    assert_cu(try_map(memory, 0U, 1U, &again), CUDA_ERROR_OUT_OF_MEMORY);
    for (size_t i = 0U; i < RINGFENCE_CFG_CUDA_MAPPINGS; i++) {
        assert_cu(ringfenceCuMemFree(pointers[i]), CUDA_SUCCESS);
    }
    for (size_t i = 0U; i < count; i++) {
        NvSciSyncObjFree(handles[i]);
    }
    assert_cu(ringfenceCuDestroyExternalMemory(memory), CUDA_SUCCESS);
    NvSciSyncObjFree(sync);
    NvSciBufObjFree(buffer);
}

/** What a parent has that its child tries. */
typedef struct {
    CUexternalSemaphore signaler;
    CUexternalMemory memory;
    CUdeviceptr pointer;
} Heritage;

/** What the driver API says in a child of what its parent imported: bits of those that say another
 * thing than CUDA's functions. A signal and a wait are none of them: a driver may take them, which
 * is why a child calls nothing of this. */
static int wrong_codes_of_heir(const Heritage *had)
{
    CUdeviceptr pointer = 0U;
    int wrong = 0;

    wrong +=
        (ringfenceCuDestroyExternalSemaphore(had->signaler) == CUDA_ERROR_NOT_INITIALIZED) ? 0 : 1;
    wrong += (try_map(had->memory, 0U, BYTES, &pointer) == CUDA_ERROR_NOT_INITIALIZED) ? 0 : 2;
    wrong += (ringfenceCuMemFree(had->pointer) == CUDA_ERROR_NOT_INITIALIZED) ? 0 : 4;
    wrong += (ringfenceCuDestroyExternalMemory(had->memory) == CUDA_ERROR_NOT_INITIALIZED) ? 0 : 8;
    return wrong;
}

/** What calls of the runtime API say in a child of a process that has a driver: how many are wrong.
 */
static int wrong_codes_of_child(NvSciSyncAttrList list, const void *buffer)
{
    struct cudaExternalMemoryHandleDesc desc;
    cudaExternalMemory_t memory = NULL;
    void *const foreign = &desc;
    int wrong = 0;

    (void)memset(&desc, 0, sizeof(desc));
    desc.type = cudaExternalMemoryHandleTypeNvSciBuf;
    desc.handle.nvSciBufObject = buffer;
    desc.size = BYTES;
    wrong += (ringfenceCudaFree(foreign) == cudaErrorInitializationError) ? 0 : 1;
    wrong += (ringfenceCudaDestroyExternalMemory(foreign) == cudaErrorInitializationError) ? 0 : 2;
    wrong +=
        (ringfenceCudaImportExternalMemory(&memory, &desc) == cudaErrorInitializationError) ? 0 : 4;
    wrong += (ringfenceCudaDeviceGetNvSciSyncAttributes(list, 0, SIGNALS) ==
              cudaErrorInitializationError)
                 ? 0
                 : 8;
    return wrong;
}

/**
 * In a forked child of a process that has a driver the runtime API says what CUDA's says there: not
 * that the driver is missing.
 * @verifies RF-CUDA-253
 */
static void a_forked_child_is_told_so(void **state)
{
    NvSciSyncAttrList list = sync_list();
    NvSciBufObj buffer = raw_buffer(BYTES, true, &g_scene.gpu);
    pid_t child = -1;
    int status = 0;

    (void)state;
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        _exit(wrong_codes_of_child(list, buffer));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    NvSciSyncAttrListFree(list);
    NvSciBufObjFree(buffer);
}

/**
 * A forked child is refused what its parent imported, and what it tries does not change what the
 * parent has: a fence of the parent behind that expires as before.
 * @verifies RF-CUDA-253
 */
static void a_forked_child_uses_nothing_of_its_parent(void **state)
{
    NvSciSyncObj signalled = sync_object(SIGNALS, CPU_SIDE);
    NvSciSyncObj awaited = sync_object(CPU_SIDE, WAITS);
    NvSciBufObj buffer = raw_buffer(BYTES, false, &g_scene.gpu);
    NvSciSyncFence pending = NvSciSyncFenceInitializer;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    CUexternalSemaphore waiter = import_sync(awaited);
    Heritage had = {import_sync(signalled), import_buffer(buffer, BYTES), 0U};
    pid_t child = -1;
    int status = 0;

    (void)state;
    assert_cu(try_map(had.memory, 0U, BYTES, &had.pointer), CUDA_SUCCESS);
    assert_int_equal(NvSciSyncObjGenerateFence(awaited, &pending), NvSciError_Success);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        _exit(wrong_codes_of_heir(&had));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_cu(try_wait(waiter, &pending, 0U), CUDA_SUCCESS);
    assert_cu(try_signal(had.signaler, &fence, 0U), CUDA_SUCCESS);
    assert_int_equal(NvSciSyncFenceWait(&fence, g_scene.wait, 1000), NvSciError_Timeout);
    assert_int_equal(NvSciSyncObjSignal(awaited), NvSciError_Success);
    assert_expires(&fence);
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    NvSciSyncFenceClear(&fence);
    NvSciSyncFenceClear(&pending);
    assert_cu(ringfenceCuMemFree(had.pointer), CUDA_SUCCESS);
    assert_cu(ringfenceCuDestroyExternalMemory(had.memory), CUDA_SUCCESS);
    destroy_sync(had.signaler);
    destroy_sync(waiter);
    NvSciSyncObjFree(signalled);
    NvSciSyncObjFree(awaited);
    NvSciBufObjFree(buffer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cuda_test(attributes_that_cannot_be_set),
        cuda_test(sync_objects_that_cannot_be_imported),
        cuda_test(signals_and_waits_that_are_not_valid),
        cuda_test(a_right_belongs_to_a_list),
        cuda_test(a_gpu_that_asked_for_nothing),
        cuda_test(a_batch_is_checked_before_it_begins),
        cuda_test(imports_of_one_object_share_a_row),
        cuda_test(stale_handles_are_faults),
        cuda_test(damaged_handles_are_faults),
        cuda_test(buffers_that_cannot_be_imported),
        cuda_test(bad_requests_take_nothing),
        cuda_test(bad_requests_of_the_runtime_api),
        cuda_test(handles_of_another_kind_are_faults),
        cuda_test(memory_of_the_gpu_that_is_gone),
        cuda_test(memory_that_is_not_what_the_list_says),
        cuda_test(full_tables_are_out_of_memory),
        cuda_test(a_forked_child_is_told_so),
        cuda_test(a_forked_child_uses_nothing_of_its_parent),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
