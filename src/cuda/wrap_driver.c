/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wrap_driver.c
 * CUDA's names of the driver for programs that are linked with --wrap. What is not ours reaches the
 * driver through the library's own table.
 *
 * The names are those that the linker makes (DEV-013). Each file is an archive member of its own,
 * so that a program needs no more of CUDA than it calls.
 */
#include "cuda/cuda_api.h"
#include "ringfence_cuda.h"

CUresult __wrap_cuDeviceGetNvSciSyncAttributes(void *nvSciSyncAttrList, CUdevice dev, int flags);
CUresult __wrap_cuImportExternalSemaphore(CUexternalSemaphore *extSem_out,
                                          const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *semHandleDesc);
CUresult
__wrap_cuSignalExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray,
                                       const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray,
                                       unsigned int numExtSems, CUstream stream);
CUresult
__wrap_cuWaitExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray,
                                     const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray,
                                     unsigned int numExtSems, CUstream stream);
CUresult __wrap_cuDestroyExternalSemaphore(CUexternalSemaphore extSem);
CUresult __wrap_cuImportExternalMemory(CUexternalMemory *extMem_out,
                                       const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *memHandleDesc);
CUresult __wrap_cuExternalMemoryGetMappedBuffer(CUdeviceptr *devPtr, CUexternalMemory extMem,
                                                const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *bufferDesc);
CUresult __wrap_cuExternalMemoryGetMappedMipmappedArray(
    CUmipmappedArray *mipmap, CUexternalMemory extMem,
    const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *mipmapDesc);
CUresult __wrap_cuDestroyExternalMemory(CUexternalMemory extMem);
CUresult __wrap_cuMemFree_v2(CUdeviceptr dptr);

/** @satisfies RF-CUDA-040 */
CUresult __wrap_cuDeviceGetNvSciSyncAttributes(void *nvSciSyncAttrList, CUdevice dev, int flags)
{
    return ringfenceCuDeviceGetNvSciSyncAttributes(nvSciSyncAttrList, dev, flags);
}

/** @satisfies RF-CUDA-040 */
CUresult __wrap_cuImportExternalSemaphore(CUexternalSemaphore *extSem_out,
                                          const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *semHandleDesc)
{
    return ringfenceCuImportExternalSemaphore(extSem_out, semHandleDesc);
}

/** @satisfies RF-CUDA-040 */
CUresult
__wrap_cuSignalExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray,
                                       const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray,
                                       unsigned int numExtSems, CUstream stream)
{
    return ringfenceCuSignalExternalSemaphoresAsync(extSemArray, paramsArray, numExtSems, stream);
}

/** @satisfies RF-CUDA-040 */
CUresult
__wrap_cuWaitExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray,
                                     const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray,
                                     unsigned int numExtSems, CUstream stream)
{
    return ringfenceCuWaitExternalSemaphoresAsync(extSemArray, paramsArray, numExtSems, stream);
}

/** @satisfies RF-CUDA-040 */
CUresult __wrap_cuDestroyExternalSemaphore(CUexternalSemaphore extSem)
{
    return ringfenceCuDestroyExternalSemaphore(extSem);
}

/** @satisfies RF-CUDA-040 */
CUresult __wrap_cuImportExternalMemory(CUexternalMemory *extMem_out,
                                       const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *memHandleDesc)
{
    return ringfenceCuImportExternalMemory(extMem_out, memHandleDesc);
}

/** @satisfies RF-CUDA-040 */
CUresult __wrap_cuExternalMemoryGetMappedBuffer(CUdeviceptr *devPtr, CUexternalMemory extMem,
                                                const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *bufferDesc)
{
    return ringfenceCuExternalMemoryGetMappedBuffer(devPtr, extMem, bufferDesc);
}

/** @satisfies RF-CUDA-040 */
CUresult __wrap_cuExternalMemoryGetMappedMipmappedArray(
    CUmipmappedArray *mipmap, CUexternalMemory extMem,
    const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *mipmapDesc)
{
    return ringfenceCuExternalMemoryGetMappedMipmappedArray(mipmap, extMem, mipmapDesc);
}

/** @satisfies RF-CUDA-040 */
CUresult __wrap_cuDestroyExternalMemory(CUexternalMemory extMem)
{
    return ringfenceCuDestroyExternalMemory(extMem);
}

/** @satisfies RF-CUDA-040 */
CUresult __wrap_cuMemFree_v2(CUdeviceptr dptr)
{
    return ringfenceCuMemFree(dptr);
}
