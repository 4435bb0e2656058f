/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file preload_driver.c
 * The next definitions of CUDA's names of the driver, in the preload library.
 *
 * What --wrap gives a program that is linked with the wrappers, these give the wrappers in the
 * preload library: __real_ and the name (DEV-013).
 */
#include "cuda/cuda_api.h"
#include "cuda/preload.h"

CUresult __real_cuImportExternalSemaphore(CUexternalSemaphore *extSem_out,
                                          const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *semHandleDesc);
CUresult
__real_cuSignalExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray,
                                       const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray,
                                       unsigned int numExtSems, CUstream stream);
CUresult __real_cuSignalExternalSemaphoresAsync_ptsz(
    const CUexternalSemaphore *extSemArray,
    const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray, unsigned int numExtSems,
    CUstream stream);
CUresult
__real_cuWaitExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray,
                                     const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray,
                                     unsigned int numExtSems, CUstream stream);
CUresult
__real_cuWaitExternalSemaphoresAsync_ptsz(const CUexternalSemaphore *extSemArray,
                                          const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray,
                                          unsigned int numExtSems, CUstream stream);
CUresult __real_cuDestroyExternalSemaphore(CUexternalSemaphore extSem);
CUresult __real_cuImportExternalMemory(CUexternalMemory *extMem_out,
                                       const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *memHandleDesc);
CUresult __real_cuExternalMemoryGetMappedBuffer(CUdeviceptr *devPtr, CUexternalMemory extMem,
                                                const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *bufferDesc);
CUresult __real_cuExternalMemoryGetMappedMipmappedArray(
    CUmipmappedArray *mipmap, CUexternalMemory extMem,
    const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *mipmapDesc);
CUresult __real_cuDestroyExternalMemory(CUexternalMemory extMem);
CUresult __real_cuMemFree_v2(CUdeviceptr dptr);
CUresult __real_cuMipmappedArrayDestroy(CUmipmappedArray hMipmappedArray);

/** @satisfies RF-CUDA-051 */
CUresult __real_cuImportExternalSemaphore(CUexternalSemaphore *extSem_out,
                                          const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *semHandleDesc)
{
    static PreloadNext next = {"cuImportExternalSemaphore", {0U}};
    CUresult (*function)(CUexternalSemaphore * extSem_out,
                         const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *semHandleDesc) = NULL;

    return preload_next(&next, &function) ? function(extSem_out, semHandleDesc)
                                          : CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
}

/** @satisfies RF-CUDA-051 */
CUresult
__real_cuSignalExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray,
                                       const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray,
                                       unsigned int numExtSems, CUstream stream)
{
    static PreloadNext next = {"cuSignalExternalSemaphoresAsync", {0U}};
    CUresult (*function)(const CUexternalSemaphore *extSemArray,
                         const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray,
                         unsigned int numExtSems, CUstream stream) = NULL;

    return preload_next(&next, &function) ? function(extSemArray, paramsArray, numExtSems, stream)
                                          : CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
}

/** @satisfies RF-CUDA-051 */
CUresult __real_cuSignalExternalSemaphoresAsync_ptsz(
    const CUexternalSemaphore *extSemArray,
    const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray, unsigned int numExtSems,
    CUstream stream)
{
    static PreloadNext next = {"cuSignalExternalSemaphoresAsync_ptsz", {0U}};
    CUresult (*function)(const CUexternalSemaphore *extSemArray,
                         const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray,
                         unsigned int numExtSems, CUstream stream) = NULL;

    return preload_next(&next, &function) ? function(extSemArray, paramsArray, numExtSems, stream)
                                          : CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
}

/** @satisfies RF-CUDA-051 */
CUresult
__real_cuWaitExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray,
                                     const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray,
                                     unsigned int numExtSems, CUstream stream)
{
    static PreloadNext next = {"cuWaitExternalSemaphoresAsync", {0U}};
    CUresult (*function)(const CUexternalSemaphore *extSemArray,
                         const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray,
                         unsigned int numExtSems, CUstream stream) = NULL;

    return preload_next(&next, &function) ? function(extSemArray, paramsArray, numExtSems, stream)
                                          : CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
}

/** @satisfies RF-CUDA-051 */
CUresult
__real_cuWaitExternalSemaphoresAsync_ptsz(const CUexternalSemaphore *extSemArray,
                                          const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray,
                                          unsigned int numExtSems, CUstream stream)
{
    static PreloadNext next = {"cuWaitExternalSemaphoresAsync_ptsz", {0U}};
    CUresult (*function)(const CUexternalSemaphore *extSemArray,
                         const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray,
                         unsigned int numExtSems, CUstream stream) = NULL;

    return preload_next(&next, &function) ? function(extSemArray, paramsArray, numExtSems, stream)
                                          : CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
}

/** @satisfies RF-CUDA-051 */
CUresult __real_cuDestroyExternalSemaphore(CUexternalSemaphore extSem)
{
    static PreloadNext next = {"cuDestroyExternalSemaphore", {0U}};
    CUresult (*function)(CUexternalSemaphore extSem) = NULL;

    return preload_next(&next, &function) ? function(extSem)
                                          : CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
}

/** @satisfies RF-CUDA-051 */
CUresult __real_cuImportExternalMemory(CUexternalMemory *extMem_out,
                                       const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *memHandleDesc)
{
    static PreloadNext next = {"cuImportExternalMemory", {0U}};
    CUresult (*function)(CUexternalMemory * extMem_out,
                         const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *memHandleDesc) = NULL;

    return preload_next(&next, &function) ? function(extMem_out, memHandleDesc)
                                          : CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
}

/** @satisfies RF-CUDA-051 */
CUresult __real_cuExternalMemoryGetMappedBuffer(CUdeviceptr *devPtr, CUexternalMemory extMem,
                                                const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *bufferDesc)
{
    static PreloadNext next = {"cuExternalMemoryGetMappedBuffer", {0U}};
    CUresult (*function)(CUdeviceptr * devPtr, CUexternalMemory extMem,
                         const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *bufferDesc) = NULL;

    return preload_next(&next, &function) ? function(devPtr, extMem, bufferDesc)
                                          : CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
}

/** @satisfies RF-CUDA-051 */
CUresult __real_cuExternalMemoryGetMappedMipmappedArray(
    CUmipmappedArray *mipmap, CUexternalMemory extMem,
    const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *mipmapDesc)
{
    static PreloadNext next = {"cuExternalMemoryGetMappedMipmappedArray", {0U}};
    CUresult (*function)(CUmipmappedArray * mipmap, CUexternalMemory extMem,
                         const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *mipmapDesc) = NULL;

    return preload_next(&next, &function) ? function(mipmap, extMem, mipmapDesc)
                                          : CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
}

/** @satisfies RF-CUDA-051 */
CUresult __real_cuDestroyExternalMemory(CUexternalMemory extMem)
{
    static PreloadNext next = {"cuDestroyExternalMemory", {0U}};
    CUresult (*function)(CUexternalMemory extMem) = NULL;

    return preload_next(&next, &function) ? function(extMem)
                                          : CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
}

/** @satisfies RF-CUDA-051 */
CUresult __real_cuMemFree_v2(CUdeviceptr dptr)
{
    static PreloadNext next = {"cuMemFree_v2", {0U}};
    CUresult (*function)(CUdeviceptr dptr) = NULL;

    return preload_next(&next, &function) ? function(dptr)
                                          : CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
}

/** @satisfies RF-CUDA-051 */
CUresult __real_cuMipmappedArrayDestroy(CUmipmappedArray hMipmappedArray)
{
    static PreloadNext next = {"cuMipmappedArrayDestroy", {0U}};
    CUresult (*function)(CUmipmappedArray hMipmappedArray) = NULL;

    return preload_next(&next, &function) ? function(hMipmappedArray)
                                          : CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
}
