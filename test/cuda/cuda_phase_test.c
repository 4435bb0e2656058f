/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cuda_phase_test.c
 * What each phase admits of what is the library's own.
 */
#define _GNU_SOURCE

#include "cuda_fixture.h"

#define BYTES 4096U

/** Asserts the function of the last refusal. */
static void assert_refused(const char *function)
{
    RingfenceRefusal refusal;

    assert_int_equal(RingfenceGetLastRefusal(&refusal), NvSciError_Success);
    assert_string_equal(refusal.function, function);
}

/**
 * In RUNTIME nothing of ours is imported, mapped, freed or destroyed; it is refused, counted, and
 * as before.
 * @verifies RF-CUDA-005
 */
static void runtime_refuses_all_but_signals_and_waits(void **state)
{
    NvSciSyncObj sync = sync_object(SIGNALS, WAITS);
    NvSciBufObj buffer = raw_buffer(BYTES, true, &g_scene.gpu);
    CUexternalSemaphore semaphore = import_sync(sync);
    CUexternalMemory memory = import_buffer(buffer, BYTES);
    NvSciSyncAttrList list = sync_list();
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    CUexternalSemaphore more = NULL;
    CUexternalMemory other = NULL;
    CUdeviceptr pointer = 0U;
    CUdeviceptr again = 0U;
    CUmipmappedArray array = NULL;
    CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC arrays;

    (void)state;
    (void)memset(&arrays, 0, sizeof(arrays));
    assert_cu(try_map(memory, 0U, BYTES, &pointer), CUDA_SUCCESS);
    go_to(RINGFENCE_PHASE_RUNTIME);
    assert_cu(ringfenceCuDeviceGetNvSciSyncAttributes(list, g_scene.device, SIGNALS),
              CUDA_ERROR_NOT_PERMITTED);
    assert_refused("ringfenceCuDeviceGetNvSciSyncAttributes");
    assert_cu(try_import(sync, 0U, &more), CUDA_ERROR_NOT_PERMITTED);
    assert_refused("ringfenceCuImportExternalSemaphore");
    assert_cu(ringfenceCuDestroyExternalSemaphore(semaphore), CUDA_ERROR_NOT_PERMITTED);
    assert_refused("ringfenceCuDestroyExternalSemaphore");
    assert_cu(try_import_buffer(buffer, BYTES, &other), CUDA_ERROR_NOT_PERMITTED);
    assert_refused("ringfenceCuImportExternalMemory");
    assert_cu(try_map(memory, 0U, BYTES, &again), CUDA_ERROR_NOT_PERMITTED);
    assert_refused("ringfenceCuExternalMemoryGetMappedBuffer");
    assert_cu(ringfenceCuExternalMemoryGetMappedMipmappedArray(&array, memory, &arrays),
              CUDA_ERROR_NOT_PERMITTED);
    assert_refused("ringfenceCuExternalMemoryGetMappedMipmappedArray");
    assert_cu(ringfenceCuMemFree(pointer), CUDA_ERROR_NOT_PERMITTED);
    assert_refused("ringfenceCuMemFree");
    assert_cu(ringfenceCuDestroyExternalMemory(memory), CUDA_ERROR_NOT_PERMITTED);
    assert_refused("ringfenceCuDestroyExternalMemory");
    assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
    assert_cu(try_wait(semaphore, &fence, 0U), CUDA_SUCCESS);
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    NvSciSyncFenceClear(&fence);
    go_to(RINGFENCE_PHASE_DEINIT);
    assert_cu(try_signal(semaphore, &fence, 0U), CUDA_ERROR_NOT_PERMITTED);
    assert_refused("ringfenceCuSignalExternalSemaphoresAsync");
    assert_cu(try_wait(semaphore, &fence, 0U), CUDA_ERROR_NOT_PERMITTED);
    assert_refused("ringfenceCuWaitExternalSemaphoresAsync");
    assert_cu(ringfenceCuMemFree(pointer), CUDA_SUCCESS);
    assert_cu(ringfenceCuDestroyExternalMemory(memory), CUDA_SUCCESS);
    destroy_sync(semaphore);
    NvSciSyncAttrListFree(list);
    NvSciSyncObjFree(sync);
    NvSciBufObjFree(buffer);
    assert_null(more);
    assert_null(other);
    assert_int_equal(again, 0U);
}

/**
 * Behind RUNTIME a signal and a wait are refused as what the program called, whoever has the other
 * side.
 * @verifies RF-CUDA-005
 */
static void signals_and_waits_are_refused_by_their_names(void **state)
{
    static const int sides[][2] = {{SIGNALS, CPU_SIDE}, {CPU_SIDE, WAITS}, {SIGNALS, WAITS}};

    (void)state;
    for (size_t i = 0U; i < (sizeof(sides) / sizeof(sides[0])); i++) {
        NvSciSyncObj sync = sync_object(sides[i][0], sides[i][1]);
        CUexternalSemaphore semaphore = import_sync(sync);
        NvSciSyncFence fence = NvSciSyncFenceInitializer;

        go_to(RINGFENCE_PHASE_RUNTIME);
        go_to(RINGFENCE_PHASE_DEINIT);
        if (sides[i][0] == SIGNALS) {
            assert_cu(try_signal(semaphore, &fence, 0U), CUDA_ERROR_NOT_PERMITTED);
            assert_refused("ringfenceCuSignalExternalSemaphoresAsync");
        }
        if (sides[i][1] == WAITS) {
            assert_cu(try_wait(semaphore, &fence, 0U), CUDA_ERROR_NOT_PERMITTED);
            assert_refused("ringfenceCuWaitExternalSemaphoresAsync");
        }
        destroy_sync(semaphore);
        NvSciSyncObjFree(sync);
        go_to(RINGFENCE_PHASE_INIT);
    }
}

/** An array that fits the smallest buffer here. */
static CUresult try_array(CUexternalMemory memory, CUmipmappedArray *array)
{
    CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC desc;

    (void)memset(&desc, 0, sizeof(desc));
    desc.arrayDesc.Width = 16U;
    desc.arrayDesc.Height = 8U;
    desc.arrayDesc.Format = CU_AD_FORMAT_UNSIGNED_INT8;
    desc.arrayDesc.NumChannels = 4U;
    desc.numLevels = 1U;
    return ringfenceCuExternalMemoryGetMappedMipmappedArray(array, memory, &desc);
}

/**
 * The same holds for memory of the GPU, whose pointers and arrays CUDA makes.
 * @verifies RF-CUDA-005
 * @verifies RF-CUDA-106
 */
static void runtime_refuses_the_same_of_memory_of_the_gpu(void **state)
{
    NvSciBufObj buffer = raw_buffer(BYTES, false, &g_scene.gpu);
    CUexternalMemory memory = import_buffer(buffer, BYTES);
    CUexternalMemory other = NULL;
    CUmipmappedArray array = NULL;
    CUmipmappedArray another = NULL;
    CUdeviceptr pointer = 0U;
    CUdeviceptr again = 0U;

    (void)state;
    assert_cu(try_map(memory, 0U, BYTES, &pointer), CUDA_SUCCESS);
    assert_cu(try_array(memory, &array), CUDA_SUCCESS);
    go_to(RINGFENCE_PHASE_RUNTIME);
    assert_cu(try_import_buffer(buffer, BYTES, &other), CUDA_ERROR_NOT_PERMITTED);
    assert_cu(try_map(memory, 0U, BYTES, &again), CUDA_ERROR_NOT_PERMITTED);
    assert_refused("ringfenceCuExternalMemoryGetMappedBuffer");
    assert_cu(try_array(memory, &another), CUDA_ERROR_NOT_PERMITTED);
    assert_refused("ringfenceCuExternalMemoryGetMappedMipmappedArray");
    assert_cu(ringfenceCuMemFree(pointer), CUDA_ERROR_NOT_PERMITTED);
    assert_refused("ringfenceCuMemFree");
    assert_cu(ringfenceCuMipmappedArrayDestroy(array), CUDA_ERROR_NOT_PERMITTED);
    assert_refused("ringfenceCuMipmappedArrayDestroy");
    assert_int_equal(ringfenceCudaFreeMipmappedArray((cudaMipmappedArray_t)array),
                     cudaErrorNotPermitted);
    assert_refused("ringfenceCudaFreeMipmappedArray");
    assert_cu(ringfenceCuDestroyExternalMemory(memory), CUDA_ERROR_NOT_PERMITTED);
    assert_refused("ringfenceCuDestroyExternalMemory");
    assert_cu(cuMemsetD8(pointer, 1U, BYTES), CUDA_SUCCESS);
    go_to(RINGFENCE_PHASE_DEINIT);
    assert_cu(ringfenceCuMemFree(pointer), CUDA_SUCCESS);
    assert_cu(ringfenceCuMipmappedArrayDestroy(array), CUDA_SUCCESS);
    assert_cu(ringfenceCuDestroyExternalMemory(memory), CUDA_SUCCESS);
    NvSciBufObjFree(buffer);
    assert_null(other);
    assert_null(another);
    assert_int_equal(again, 0U);
}

/**
 * The runtime API says the same under its own names.
 * @verifies RF-CUDA-005
 * @verifies RF-CUDA-006
 */
static void the_runtime_api_refuses_the_same(void **state)
{
    NvSciSyncObj sync = sync_object(SIGNALS, CPU_SIDE);
    CUexternalSemaphore semaphore = import_sync(sync);
    void *const handle = semaphore;
    struct cudaExternalSemaphoreHandleDesc desc;
    cudaExternalSemaphore_t more = NULL;

    (void)state;
    (void)memset(&desc, 0, sizeof(desc));
    desc.type = cudaExternalSemaphoreHandleTypeNvSciSync;
    desc.handle.nvSciSyncObj = sync;
    go_to(RINGFENCE_PHASE_RUNTIME);
    assert_int_equal(ringfenceCudaDestroyExternalSemaphore(handle), cudaErrorNotPermitted);
    assert_refused("ringfenceCudaDestroyExternalSemaphore");
    assert_int_equal(ringfenceCudaImportExternalSemaphore(&more, &desc), cudaErrorNotPermitted);
    assert_refused("ringfenceCudaImportExternalSemaphore");
    go_to(RINGFENCE_PHASE_DEINIT);
    assert_int_equal(ringfenceCudaDestroyExternalSemaphore(handle), cudaSuccess);
    NvSciSyncObjFree(sync);
}

/**
 * A call that names nothing, or has no place for what it asks for, is refused and counted like
 * others in a phase that does not admit it, and wrong in INIT.
 * @verifies RF-CUDA-239
 */
static void calls_that_name_nothing_are_refused_and_counted(void **state)
{
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC desc;

    (void)state;
    (void)memset(&desc, 0, sizeof(desc));
    assert_cu(ringfenceCuImportExternalSemaphore(NULL, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(ringfenceCudaImportExternalMemory(NULL, NULL), cudaErrorInvalidValue);
    go_to(RINGFENCE_PHASE_RUNTIME);
    assert_cu(ringfenceCuImportExternalSemaphore(NULL, NULL), CUDA_ERROR_NOT_PERMITTED);
    assert_refused("ringfenceCuImportExternalSemaphore");
    assert_cu(ringfenceCuImportExternalMemory(NULL, &desc), CUDA_ERROR_NOT_PERMITTED);
    assert_refused("ringfenceCuImportExternalMemory");
    assert_int_equal(ringfenceCudaImportExternalSemaphore(NULL, NULL), cudaErrorNotPermitted);
    assert_refused("ringfenceCudaImportExternalSemaphore");
    assert_int_equal(ringfenceCudaImportExternalMemory(NULL, NULL), cudaErrorNotPermitted);
    assert_refused("ringfenceCudaImportExternalMemory");
    assert_cu(ringfenceCuGraphAddExternalSemaphoresSignalNode(NULL, NULL, NULL, 0U, NULL),
              CUDA_ERROR_NOT_PERMITTED);
    assert_refused("ringfenceCuGraphAddExternalSemaphoresSignalNode");
    assert_int_equal(ringfenceCudaGraphAddExternalSemaphoresWaitNode(NULL, NULL, NULL, 0U, NULL),
                     cudaErrorNotPermitted);
    assert_refused("ringfenceCudaGraphAddExternalSemaphoresWaitNode");
}

/**
 * What is not ours goes to CUDA in every phase, and no refusal is counted.
 * @verifies RF-CUDA-036
 */
static void foreign_memory_passes_in_every_phase(void **state)
{
    RingfenceRefusal before;
    RingfenceRefusal after;
    CUdeviceptr pointer = 0U;

    (void)state;
    assert_int_equal(RingfenceGetLastRefusal(&before), NvSciError_Success);
    go_to(RINGFENCE_PHASE_RUNTIME);
    assert_cu(cuMemAlloc(&pointer, BYTES), CUDA_SUCCESS);
    assert_cu(ringfenceCuMemFree(pointer), CUDA_SUCCESS);
    assert_int_equal(RingfenceGetLastRefusal(&after), NvSciError_Success);
    assert_int_equal(after.total, before.total);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cuda_test(runtime_refuses_all_but_signals_and_waits),
        cuda_test(signals_and_waits_are_refused_by_their_names),
        cuda_test(runtime_refuses_the_same_of_memory_of_the_gpu),
        cuda_test(the_runtime_api_refuses_the_same),
        cuda_test(calls_that_name_nothing_are_refused_and_counted),
        cuda_test(foreign_memory_passes_in_every_phase),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
