/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wrap_driver.c
 * CUDA's names of the driver for programs that keep them. What is not ours goes on to CUDA.
 *
 * The names are those that the linker makes (DEV-013). Each file is an archive member of its own,
 * so that a program needs no more of CUDA than it calls.
 */
#include "cuda/wrap_driver_batch.h"

CUresult __wrap_cuDeviceGetNvSciSyncAttributes(void *nvSciSyncAttrList, CUdevice dev, int flags);
CUresult __real_cuImportExternalSemaphore(CUexternalSemaphore *extSem_out,
                                          const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *semHandleDesc);
CUresult __wrap_cuImportExternalSemaphore(CUexternalSemaphore *extSem_out,
                                          const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *semHandleDesc);
CUresult
__real_cuSignalExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray,
                                       const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray,
                                       unsigned int numExtSems, CUstream stream);
CUresult
__wrap_cuSignalExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray,
                                       const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray,
                                       unsigned int numExtSems, CUstream stream);
CUresult __real_cuSignalExternalSemaphoresAsync_ptsz(
    const CUexternalSemaphore *extSemArray,
    const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray, unsigned int numExtSems,
    CUstream stream);
CUresult __wrap_cuSignalExternalSemaphoresAsync_ptsz(
    const CUexternalSemaphore *extSemArray,
    const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray, unsigned int numExtSems,
    CUstream stream);
CUresult
__real_cuWaitExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray,
                                     const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray,
                                     unsigned int numExtSems, CUstream stream);
CUresult
__wrap_cuWaitExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray,
                                     const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray,
                                     unsigned int numExtSems, CUstream stream);
CUresult
__real_cuWaitExternalSemaphoresAsync_ptsz(const CUexternalSemaphore *extSemArray,
                                          const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray,
                                          unsigned int numExtSems, CUstream stream);
CUresult
__wrap_cuWaitExternalSemaphoresAsync_ptsz(const CUexternalSemaphore *extSemArray,
                                          const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray,
                                          unsigned int numExtSems, CUstream stream);
CUresult __real_cuDestroyExternalSemaphore(CUexternalSemaphore extSem);
CUresult __wrap_cuDestroyExternalSemaphore(CUexternalSemaphore extSem);
CUresult __real_cuImportExternalMemory(CUexternalMemory *extMem_out,
                                       const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *memHandleDesc);
CUresult __wrap_cuImportExternalMemory(CUexternalMemory *extMem_out,
                                       const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *memHandleDesc);
CUresult __real_cuExternalMemoryGetMappedBuffer(CUdeviceptr *devPtr, CUexternalMemory extMem,
                                                const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *bufferDesc);
CUresult __wrap_cuExternalMemoryGetMappedBuffer(CUdeviceptr *devPtr, CUexternalMemory extMem,
                                                const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *bufferDesc);
CUresult __real_cuExternalMemoryGetMappedMipmappedArray(
    CUmipmappedArray *mipmap, CUexternalMemory extMem,
    const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *mipmapDesc);
CUresult __wrap_cuExternalMemoryGetMappedMipmappedArray(
    CUmipmappedArray *mipmap, CUexternalMemory extMem,
    const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *mipmapDesc);
CUresult __real_cuDestroyExternalMemory(CUexternalMemory extMem);
CUresult __wrap_cuDestroyExternalMemory(CUexternalMemory extMem);
CUresult __real_cuMemFree_v2(CUdeviceptr dptr);
CUresult __wrap_cuMemFree_v2(CUdeviceptr dptr);
CUresult __real_cuMipmappedArrayDestroy(CUmipmappedArray hMipmappedArray);
CUresult __wrap_cuMipmappedArrayDestroy(CUmipmappedArray hMipmappedArray);

/** @satisfies RF-CUDA-040 */
CUresult __wrap_cuDeviceGetNvSciSyncAttributes(void *nvSciSyncAttrList, CUdevice dev, int flags)
{
    CUresult result = CUDA_ERROR_SHARED_OBJECT_INIT_FAILED;

    if (ringfenceWrapFits()) {
        result = ringfenceCuDeviceGetNvSciSyncAttributes(nvSciSyncAttrList, dev, flags);
    }
    return result;
}

/** @satisfies RF-CUDA-040 */
CUresult __wrap_cuImportExternalSemaphore(CUexternalSemaphore *extSem_out,
                                          const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *semHandleDesc)
{
    CUresult result = CUDA_SUCCESS;

    if ((semHandleDesc != NULL) &&
        (semHandleDesc->type == CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_NVSCISYNC)) {
        result = ringfenceWrapFits() ? ringfenceCuImportExternalSemaphore(extSem_out, semHandleDesc)
                                     : CUDA_ERROR_SHARED_OBJECT_INIT_FAILED;
    } else {
        result = __real_cuImportExternalSemaphore(extSem_out, semHandleDesc);
    }
    return result;
}

/** @satisfies RF-CUDA-040 */
CUresult
__wrap_cuSignalExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray,
                                       const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray,
                                       unsigned int numExtSems, CUstream stream)
{
    return wrap_driver_signal(&ringfenceCuSignalExternalSemaphoresAsync,
                              &__real_cuSignalExternalSemaphoresAsync, extSemArray, paramsArray,
                              numExtSems, stream);
}

/** @satisfies RF-CUDA-040 */
CUresult __wrap_cuSignalExternalSemaphoresAsync_ptsz(
    const CUexternalSemaphore *extSemArray,
    const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray, unsigned int numExtSems,
    CUstream stream)
{
    return wrap_driver_signal(&ringfenceCuSignalExternalSemaphoresAsync_ptsz,
                              &__real_cuSignalExternalSemaphoresAsync_ptsz, extSemArray, paramsArray,
                              numExtSems, stream);
}

/** @satisfies RF-CUDA-040 */
CUresult
__wrap_cuWaitExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray,
                                     const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray,
                                     unsigned int numExtSems, CUstream stream)
{
    return wrap_driver_wait(&ringfenceCuWaitExternalSemaphoresAsync,
                            &__real_cuWaitExternalSemaphoresAsync, extSemArray, paramsArray,
                            numExtSems, stream);
}

/** @satisfies RF-CUDA-040 */
CUresult
__wrap_cuWaitExternalSemaphoresAsync_ptsz(const CUexternalSemaphore *extSemArray,
                                          const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray,
                                          unsigned int numExtSems, CUstream stream)
{
    return wrap_driver_wait(&ringfenceCuWaitExternalSemaphoresAsync_ptsz,
                            &__real_cuWaitExternalSemaphoresAsync_ptsz, extSemArray, paramsArray,
                            numExtSems, stream);
}

/** @satisfies RF-CUDA-040 */
CUresult __wrap_cuDestroyExternalSemaphore(CUexternalSemaphore extSem)
{
    CUresult result = CUDA_SUCCESS;

    if (ringfenceCudaOwnsHandle(extSem)) {
        result = ringfenceCuDestroyExternalSemaphore(extSem);
    } else {
        result = __real_cuDestroyExternalSemaphore(extSem);
    }
    return result;
}

/** @satisfies RF-CUDA-040 */
CUresult __wrap_cuImportExternalMemory(CUexternalMemory *extMem_out,
                                       const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *memHandleDesc)
{
    CUresult result = CUDA_SUCCESS;

    if ((memHandleDesc != NULL) &&
        (memHandleDesc->type == CU_EXTERNAL_MEMORY_HANDLE_TYPE_NVSCIBUF)) {
        result = ringfenceWrapFits() ? ringfenceCuImportExternalMemory(extMem_out, memHandleDesc)
                                     : CUDA_ERROR_SHARED_OBJECT_INIT_FAILED;
    } else {
        result = __real_cuImportExternalMemory(extMem_out, memHandleDesc);
    }
    return result;
}

/** @satisfies RF-CUDA-040 */
CUresult __wrap_cuExternalMemoryGetMappedBuffer(CUdeviceptr *devPtr, CUexternalMemory extMem,
                                                const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *bufferDesc)
{
    CUresult result = CUDA_SUCCESS;

    if (ringfenceCudaOwnsHandle(extMem)) {
        result = ringfenceCuExternalMemoryGetMappedBuffer(devPtr, extMem, bufferDesc);
    } else {
        result = __real_cuExternalMemoryGetMappedBuffer(devPtr, extMem, bufferDesc);
    }
    return result;
}

/** @satisfies RF-CUDA-040 */
CUresult __wrap_cuExternalMemoryGetMappedMipmappedArray(
    CUmipmappedArray *mipmap, CUexternalMemory extMem,
    const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *mipmapDesc)
{
    CUresult result = CUDA_SUCCESS;

    if (ringfenceCudaOwnsHandle(extMem)) {
        result = ringfenceCuExternalMemoryGetMappedMipmappedArray(mipmap, extMem, mipmapDesc);
    } else {
        result = __real_cuExternalMemoryGetMappedMipmappedArray(mipmap, extMem, mipmapDesc);
    }
    return result;
}

/** @satisfies RF-CUDA-040 */
CUresult __wrap_cuDestroyExternalMemory(CUexternalMemory extMem)
{
    CUresult result = CUDA_SUCCESS;

    if (ringfenceCudaOwnsHandle(extMem)) {
        result = ringfenceCuDestroyExternalMemory(extMem);
    } else {
        result = __real_cuDestroyExternalMemory(extMem);
    }
    return result;
}

/** @satisfies RF-CUDA-040 */
CUresult __wrap_cuMemFree_v2(CUdeviceptr dptr)
{
    const void *const pointer = (const void *)(uintptr_t)dptr;
    CUresult result = CUDA_SUCCESS;

    if (ringfenceCudaOwnsPointer(pointer)) {
        result = ringfenceCuMemFree(dptr);
    } else {
        result = __real_cuMemFree_v2(dptr);
    }
    return result;
}

/** @satisfies RF-CUDA-040 */
CUresult __wrap_cuMipmappedArrayDestroy(CUmipmappedArray hMipmappedArray)
{
    CUresult result = CUDA_SUCCESS;

    if (ringfenceCudaOwnsPointer(hMipmappedArray)) {
        result = ringfenceCuMipmappedArrayDestroy(hMipmappedArray);
    } else {
        result = __real_cuMipmappedArrayDestroy(hMipmappedArray);
    }
    return result;
}
