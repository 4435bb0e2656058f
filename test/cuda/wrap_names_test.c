/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wrap_names_test.c
 * A program that uses CUDA's names and is linked with --wrap: it knows nothing of Ringfence's.
 */
#define _GNU_SOURCE

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <string.h>

#include "leftovers.h"
#include "nvscibuf.h"
#include "nvscisync.h"

#define BYTES 4096U

static NvSciSyncObj make_sync(NvSciSyncModule module)
{
    const bool cpu = true;
    const NvSciSyncAccessPerm perm = NvSciSyncAccessPerm_WaitOnly;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    assert_int_equal(NvSciSyncAttrListCreate(module, &lists[0]), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListCreate(module, &lists[1]), NvSciError_Success);
    assert_int_equal(cudaDeviceGetNvSciSyncAttributes(
                         lists[0], 0, cudaNvSciSyncAttrSignal | cudaNvSciSyncAttrWait),
                     cudaSuccess);
    assert_int_equal(NvSciSyncAttrListSetAttrs(lists[1], pairs, 2U), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                     NvSciError_Success);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    return object;
}

/**
 * Signals and waits under CUDA's names reach Ringfence's object.
 * @verifies RF-CUDA-040
 */
static void cudas_names_signal_and_wait(void **state)
{
    struct cudaExternalSemaphoreHandleDesc desc;
    struct cudaExternalSemaphoreSignalParams signal;
    struct cudaExternalSemaphoreWaitParams wait;
    NvSciSyncModule module = NULL;
    NvSciSyncCpuWaitContext context = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncObj object = NULL;
    cudaExternalSemaphore_t semaphore = NULL;
    cudaStream_t stream = NULL;

    (void)state;
    assert_int_equal(NvSciSyncModuleOpen(&module), NvSciError_Success);
    assert_int_equal(NvSciSyncCpuWaitContextAlloc(module, &context), NvSciError_Success);
    assert_int_equal(cudaSetDevice(0), cudaSuccess);
    assert_int_equal(cudaStreamCreate(&stream), cudaSuccess);
    object = make_sync(module);
    (void)memset(&desc, 0, sizeof(desc));
    (void)memset(&signal, 0, sizeof(signal));
    (void)memset(&wait, 0, sizeof(wait));
    desc.type = cudaExternalSemaphoreHandleTypeNvSciSync;
    desc.handle.nvSciSyncObj = object;
    signal.params.nvSciSync.fence = &fence;
    wait.params.nvSciSync.fence = &fence;
    assert_int_equal(cudaImportExternalSemaphore(&semaphore, &desc), cudaSuccess);
    assert_int_equal(cudaSignalExternalSemaphoresAsync(&semaphore, &signal, 1U, stream),
                     cudaSuccess);
    assert_int_equal(cudaWaitExternalSemaphoresAsync(&semaphore, &wait, 1U, stream), cudaSuccess);
    assert_int_equal(NvSciSyncFenceWait(&fence, context, 20000000), NvSciError_Success);
    assert_int_equal(cudaStreamSynchronize(stream), cudaSuccess);
    NvSciSyncFenceClear(&fence);
    assert_int_equal(cudaDestroyExternalSemaphore(semaphore), cudaSuccess);
    assert_int_equal(cudaStreamDestroy(stream), cudaSuccess);
    NvSciSyncObjFree(object);
    NvSciSyncCpuWaitContextFree(context);
    NvSciSyncModuleClose(module);
    assert_int_equal(in_use_of_all(), 0U);
}

static NvSciBufObj make_buffer(NvSciBufModule module, bool cpu)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const uint64_t size = BYTES;
    NvSciRmGpuId gpu;
    CUdevice device = 0;
    CUuuid uuid;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
                                        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
                                        {NvSciBufGeneralAttrKey_GpuId, &gpu, sizeof(gpu)},
                                        {NvSciBufGeneralAttrKey_VidMem_GpuId, &gpu, sizeof(gpu)}};
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;

    assert_int_equal(cuInit(0U), CUDA_SUCCESS);
    assert_int_equal(cuDeviceGet(&device, 0), CUDA_SUCCESS);
    assert_int_equal(cuDeviceGetUuid_v2(&uuid, device), CUDA_SUCCESS);
    (void)memcpy(gpu.bytes, uuid.bytes, sizeof(gpu.bytes));
    assert_int_equal(NvSciBufAttrListCreate(module, &list), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListSetAttrs(list, pairs, cpu ? 4U : 5U), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, &object, &conflict),
                     NvSciError_Success);
    NvSciBufAttrListFree(list);
    return object;
}

/** Makes an array of a memory, and frees it. */
static void map_array(cudaExternalMemory_t memory)
{
    struct cudaExternalMemoryMipmappedArrayDesc desc;
    cudaMipmappedArray_t array = NULL;
    const uint32_t before = in_use_of_all();

    (void)memset(&desc, 0, sizeof(desc));
    desc.formatDesc = (struct cudaChannelFormatDesc){8, 0, 0, 0, cudaChannelFormatKindUnsigned};
    desc.extent.width = 16U;
    desc.extent.height = 8U;
    desc.numLevels = 1U;
    assert_int_equal(cudaExternalMemoryGetMappedMipmappedArray(&array, memory, &desc), cudaSuccess);
    assert_int_equal(in_use_of_all(), before + 1U);
    assert_int_equal(cudaFreeMipmappedArray(array), cudaSuccess);
    assert_int_equal(in_use_of_all(), before);
}

/**
 * Buffers of both kinds of memory are mapped and freed under CUDA's names; CUDA's own memory is
 * freed by CUDA.
 * @verifies RF-CUDA-040
 */
static void cudas_names_map_and_free(void **state)
{
    NvSciBufModule module = NULL;
    void *foreign = NULL;

    (void)state;
    assert_int_equal(NvSciBufModuleOpen(&module), NvSciError_Success);
    assert_int_equal(cudaSetDevice(0), cudaSuccess);
    for (int cpu = 0; cpu < 2; cpu++) {
        NvSciBufObj object = make_buffer(module, cpu == 1);
        struct cudaExternalMemoryHandleDesc desc;
        struct cudaExternalMemoryBufferDesc range;
        cudaExternalMemory_t memory = NULL;
        void *pointer = NULL;

        (void)memset(&desc, 0, sizeof(desc));
        (void)memset(&range, 0, sizeof(range));
        desc.type = cudaExternalMemoryHandleTypeNvSciBuf;
        desc.handle.nvSciBufObject = object;
        desc.size = BYTES;
        range.size = BYTES;
        assert_int_equal(cudaImportExternalMemory(&memory, &desc), cudaSuccess);
        assert_int_equal(cudaExternalMemoryGetMappedBuffer(&pointer, memory, &range), cudaSuccess);
        assert_non_null(pointer);
        assert_int_equal(cudaFree(pointer), cudaSuccess);
        if (cpu == 0) {
            map_array(memory);
        }
        assert_int_equal(cudaDestroyExternalMemory(memory), cudaSuccess);
        assert_int_equal(cudaDestroyExternalMemory(memory), cudaErrorInvalidResourceHandle);
        NvSciBufObjFree(object);
    }
    assert_int_equal(cudaMalloc(&foreign, BYTES), cudaSuccess);
    assert_int_equal(cudaFree(foreign), cudaSuccess);
    NvSciBufModuleClose(module);
    assert_int_equal(in_use_of_all(), 0U);
}

/** Faults since the process began. */
static uint32_t faults_of(RingfenceFaultKind kind)
{
    RingfenceFault fault;

    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, kind);
    return fault.total;
}

/**
 * Objects of NvSci in the place of semaphores and memories are refused, and do not get to CUDA.
 * @verifies RF-CUDA-007
 * @verifies RF-CUDA-040
 */
static void objects_are_no_handles_of_cuda(void **state)
{
    struct cudaExternalMemoryBufferDesc range;
    struct cudaExternalSemaphoreSignalParams signal;
    NvSciSyncModule module = NULL;
    NvSciBufModule buffers = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    void *pointer = NULL;

    (void)state;
    assert_int_equal(NvSciSyncModuleOpen(&module), NvSciError_Success);
    assert_int_equal(NvSciBufModuleOpen(&buffers), NvSciError_Success);
    assert_int_equal(cudaSetDevice(0), cudaSuccess);
    (void)memset(&range, 0, sizeof(range));
    (void)memset(&signal, 0, sizeof(signal));
    range.size = BYTES;
    signal.params.nvSciSync.fence = &fence;
    {
        NvSciSyncObj sync = make_sync(module);
        NvSciBufObj buffer = make_buffer(buffers, true);
        const cudaExternalSemaphore_t semaphore = (cudaExternalSemaphore_t)(void *)sync;
        const cudaExternalMemory_t memory = (cudaExternalMemory_t)(void *)buffer;
        uint32_t before = 0U;

        assert_int_equal(cudaDestroyExternalSemaphore(semaphore), cudaErrorInvalidResourceHandle);
        before = faults_of(RINGFENCE_FAULT_BAD_HANDLE);
        assert_int_equal(cudaSignalExternalSemaphoresAsync(&semaphore, &signal, 1U, NULL),
                         cudaErrorInvalidResourceHandle);
        assert_int_equal(faults_of(RINGFENCE_FAULT_BAD_HANDLE), before + 1U);
        assert_int_equal(cudaExternalMemoryGetMappedBuffer(&pointer, memory, &range),
                         cudaErrorInvalidResourceHandle);
        assert_int_equal(faults_of(RINGFENCE_FAULT_BAD_HANDLE), before + 2U);
        assert_int_equal(cudaDestroyExternalMemory(memory), cudaErrorInvalidResourceHandle);
        assert_int_equal(faults_of(RINGFENCE_FAULT_BAD_HANDLE), before + 3U);
        NvSciSyncObjFree(sync);
        NvSciBufObjFree(buffer);
    }
    NvSciBufModuleClose(buffers);
    NvSciSyncModuleClose(module);
    assert_int_equal(in_use_of_all(), 0U);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cudas_names_signal_and_wait),
        cmocka_unit_test(cudas_names_map_and_free),
        cmocka_unit_test(objects_are_no_handles_of_cuda),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
