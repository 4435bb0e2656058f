/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cuda_error_test.c
 * What is refused: stale and foreign handles, rights, GPUs, sizes, flags, full tables.
 */
#define _GNU_SOURCE

#include "cuda_fixture.h"

#include <sys/mman.h>

#include "ringfence_cfg.h"
#include "ringfence_engine.h"

#define BYTES 4096U

/** A GPU that no machine has. */
static const NvSciRmGpuId g_nowhere = {{0xEEU, 1U}};

/**
 * Flags, lists and devices that are not valid are refused, and the list stays as it is.
 * @verifies RF-CUDA-009
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
    assert_int_equal(ringfenceCudaDeviceGetNvSciSyncAttributes(list, 1000, SIGNALS),
                     cudaErrorInvalidDevice);
    assert_int_equal(ringfenceCudaDeviceGetNvSciSyncAttributes(list, -1, SIGNALS),
                     cudaErrorInvalidDevice);
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

    (void)state;
    assert_cu(try_signal(signaler, NULL, 0U), CUDA_ERROR_INVALID_VALUE);
    assert_cu(try_signal(signaler, &fence, 2U), CUDA_ERROR_INVALID_VALUE);
    assert_cu(try_signal(signaler, &fence, 0x80000000U), CUDA_ERROR_INVALID_VALUE);
    assert_cu(try_wait(waiter, NULL, 0U), CUDA_ERROR_INVALID_VALUE);
    assert_cu(try_wait(waiter, &fence, 1U), CUDA_ERROR_INVALID_VALUE);
    assert_cu(try_signal(signaler, &fence, 0U), CUDA_SUCCESS);
    assert_cu(try_wait(waiter, &fence, 0U), CUDA_ERROR_INVALID_VALUE);
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

/**
 * One entry that is not valid keeps the whole batch back.
 * @verifies RF-CUDA-016
 */
static void a_batch_is_checked_before_it_begins(void **state)
{
    NvSciSyncObj object = sync_object(SIGNALS, CPU_SIDE);
    CUexternalSemaphore semaphores[2] = {import_sync(object), import_sync(object)};
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
    NvSciSyncObjFree(object);
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
 * A buffer that is none, is not for this GPU, or is smaller than stated is not imported.
 * @verifies RF-CUDA-031
 */
static void buffers_that_cannot_be_imported(void **state)
{
    NvSciBufObj object = raw_buffer(BYTES, true, &g_scene.gpu);
    NvSciBufObj elsewhere = raw_buffer(BYTES, true, &g_nowhere);
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
    static CUexternalSemaphore semaphores[RINGFENCE_CFG_CUDA_SEMAPHORES];
    static CUdeviceptr pointers[RINGFENCE_CFG_CUDA_MAPPINGS];
    NvSciSyncObj sync = sync_object(SIGNALS, WAITS);
    NvSciBufObj buffer = raw_buffer(BYTES, true, &g_scene.gpu);
    CUexternalMemory memory = import_buffer(buffer, BYTES);
    CUexternalSemaphore more = NULL;
    CUdeviceptr again = 0U;

    (void)state;
    for (size_t i = 0U; i < RINGFENCE_CFG_CUDA_SEMAPHORES; i++) {
        semaphores[i] = import_sync(sync);
    }
    assert_cu(try_import(sync, 0U, &more), CUDA_ERROR_OUT_OF_MEMORY);
    destroy_sync(semaphores[7]);
    semaphores[7] = import_sync(sync);
    for (size_t i = 0U; i < RINGFENCE_CFG_CUDA_MAPPINGS; i++) {
        assert_cu(try_map(memory, i, 1U, &pointers[i]), CUDA_SUCCESS);
    }
    assert_cu(try_map(memory, 0U, 1U, &again), CUDA_ERROR_OUT_OF_MEMORY);
    for (size_t i = 0U; i < RINGFENCE_CFG_CUDA_MAPPINGS; i++) {
        assert_cu(ringfenceCuMemFree(pointers[i]), CUDA_SUCCESS);
    }
    for (size_t i = 0U; i < RINGFENCE_CFG_CUDA_SEMAPHORES; i++) {
        destroy_sync(semaphores[i]);
    }
    assert_cu(ringfenceCuDestroyExternalMemory(memory), CUDA_SUCCESS);
    NvSciSyncObjFree(sync);
    NvSciBufObjFree(buffer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cuda_test(attributes_that_cannot_be_set),
        cuda_test(sync_objects_that_cannot_be_imported),
        cuda_test(signals_and_waits_that_are_not_valid),
        cuda_test(a_batch_is_checked_before_it_begins),
        cuda_test(stale_handles_are_faults),
        cuda_test(buffers_that_cannot_be_imported),
        cuda_test(memory_that_is_not_what_the_list_says),
        cuda_test(full_tables_are_out_of_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
