/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file preload_runtime.c
 * The next definitions of CUDA's names of the runtime, in the preload library.
 *
 * What --wrap gives a program that is linked with the wrappers, these give the wrappers in the
 * preload library: __real_ and the name (DEV-013).
 */
#include "cuda/cuda_api.h"
#include "cuda/preload.h"

cudaError_t
__real_cudaImportExternalSemaphore(cudaExternalSemaphore_t *extSem_out,
                                   const struct cudaExternalSemaphoreHandleDesc *semHandleDesc);
cudaError_t __real_cudaDestroyExternalSemaphore(cudaExternalSemaphore_t extSem);
cudaError_t
__real_cudaImportExternalMemory(cudaExternalMemory_t *extMem_out,
                                const struct cudaExternalMemoryHandleDesc *memHandleDesc);
cudaError_t
__real_cudaExternalMemoryGetMappedBuffer(void **devPtr, cudaExternalMemory_t extMem,
                                         const struct cudaExternalMemoryBufferDesc *bufferDesc);
cudaError_t __real_cudaExternalMemoryGetMappedMipmappedArray(
    cudaMipmappedArray_t *mipmap, cudaExternalMemory_t extMem,
    const struct cudaExternalMemoryMipmappedArrayDesc *mipmapDesc);
cudaError_t __real_cudaDestroyExternalMemory(cudaExternalMemory_t extMem);
cudaError_t __real_cudaFree(void *devPtr);
cudaError_t __real_cudaFreeMipmappedArray(cudaMipmappedArray_t mipmappedArray);
cudaError_t __real_cudaSignalExternalSemaphoresAsync(
    const cudaExternalSemaphore_t *extSemArray,
    const struct cudaExternalSemaphoreSignalParams *paramsArray, unsigned int numExtSems,
    cudaStream_t stream);
cudaError_t
__real_cudaWaitExternalSemaphoresAsync(const cudaExternalSemaphore_t *extSemArray,
                                       const struct cudaExternalSemaphoreWaitParams *paramsArray,
                                       unsigned int numExtSems, cudaStream_t stream);
cudaError_t __real_cudaSignalExternalSemaphoresAsync_ptsz(
    const cudaExternalSemaphore_t *extSemArray,
    const struct cudaExternalSemaphoreSignalParams *paramsArray, unsigned int numExtSems,
    cudaStream_t stream);
cudaError_t __real_cudaWaitExternalSemaphoresAsync_ptsz(
    const cudaExternalSemaphore_t *extSemArray,
    const struct cudaExternalSemaphoreWaitParams *paramsArray, unsigned int numExtSems,
    cudaStream_t stream);
cudaError_t __real_cudaSignalExternalSemaphoresAsync_v2(
    const cudaExternalSemaphore_t *extSemArray,
    const struct cudaExternalSemaphoreSignalParams *paramsArray, unsigned int numExtSems,
    cudaStream_t stream);
cudaError_t
__real_cudaWaitExternalSemaphoresAsync_v2(const cudaExternalSemaphore_t *extSemArray,
                                          const struct cudaExternalSemaphoreWaitParams *paramsArray,
                                          unsigned int numExtSems, cudaStream_t stream);
cudaError_t __real_cudaSignalExternalSemaphoresAsync_v2_ptsz(
    const cudaExternalSemaphore_t *extSemArray,
    const struct cudaExternalSemaphoreSignalParams *paramsArray, unsigned int numExtSems,
    cudaStream_t stream);
cudaError_t __real_cudaWaitExternalSemaphoresAsync_v2_ptsz(
    const cudaExternalSemaphore_t *extSemArray,
    const struct cudaExternalSemaphoreWaitParams *paramsArray, unsigned int numExtSems,
    cudaStream_t stream);

/** @satisfies RF-CUDA-051 */
cudaError_t
__real_cudaImportExternalSemaphore(cudaExternalSemaphore_t *extSem_out,
                                   const struct cudaExternalSemaphoreHandleDesc *semHandleDesc)
{
    static PreloadNext next = {"cudaImportExternalSemaphore", {0U}};
    cudaError_t (*function)(cudaExternalSemaphore_t * extSem_out,
                            const struct cudaExternalSemaphoreHandleDesc *semHandleDesc) = NULL;

    return preload_next(&next, &function) ? function(extSem_out, semHandleDesc)
                                          : cudaErrorSharedObjectSymbolNotFound;
}

/** @satisfies RF-CUDA-051 */
cudaError_t __real_cudaDestroyExternalSemaphore(cudaExternalSemaphore_t extSem)
{
    static PreloadNext next = {"cudaDestroyExternalSemaphore", {0U}};
    cudaError_t (*function)(cudaExternalSemaphore_t extSem) = NULL;

    return preload_next(&next, &function) ? function(extSem) : cudaErrorSharedObjectSymbolNotFound;
}

/** @satisfies RF-CUDA-051 */
cudaError_t
__real_cudaImportExternalMemory(cudaExternalMemory_t *extMem_out,
                                const struct cudaExternalMemoryHandleDesc *memHandleDesc)
{
    static PreloadNext next = {"cudaImportExternalMemory", {0U}};
    cudaError_t (*function)(cudaExternalMemory_t * extMem_out,
                            const struct cudaExternalMemoryHandleDesc *memHandleDesc) = NULL;

    return preload_next(&next, &function) ? function(extMem_out, memHandleDesc)
                                          : cudaErrorSharedObjectSymbolNotFound;
}

/** @satisfies RF-CUDA-051 */
cudaError_t
__real_cudaExternalMemoryGetMappedBuffer(void **devPtr, cudaExternalMemory_t extMem,
                                         const struct cudaExternalMemoryBufferDesc *bufferDesc)
{
    static PreloadNext next = {"cudaExternalMemoryGetMappedBuffer", {0U}};
    cudaError_t (*function)(void **devPtr, cudaExternalMemory_t extMem,
                            const struct cudaExternalMemoryBufferDesc *bufferDesc) = NULL;

    return preload_next(&next, &function) ? function(devPtr, extMem, bufferDesc)
                                          : cudaErrorSharedObjectSymbolNotFound;
}

/** @satisfies RF-CUDA-051 */
cudaError_t __real_cudaExternalMemoryGetMappedMipmappedArray(
    cudaMipmappedArray_t *mipmap, cudaExternalMemory_t extMem,
    const struct cudaExternalMemoryMipmappedArrayDesc *mipmapDesc)
{
    static PreloadNext next = {"cudaExternalMemoryGetMappedMipmappedArray", {0U}};
    cudaError_t (*function)(cudaMipmappedArray_t * mipmap, cudaExternalMemory_t extMem,
                            const struct cudaExternalMemoryMipmappedArrayDesc *mipmapDesc) = NULL;

    return preload_next(&next, &function) ? function(mipmap, extMem, mipmapDesc)
                                          : cudaErrorSharedObjectSymbolNotFound;
}

/** @satisfies RF-CUDA-051 */
cudaError_t __real_cudaDestroyExternalMemory(cudaExternalMemory_t extMem)
{
    static PreloadNext next = {"cudaDestroyExternalMemory", {0U}};
    cudaError_t (*function)(cudaExternalMemory_t extMem) = NULL;

    return preload_next(&next, &function) ? function(extMem) : cudaErrorSharedObjectSymbolNotFound;
}

/** @satisfies RF-CUDA-051 */
cudaError_t __real_cudaFree(void *devPtr)
{
    static PreloadNext next = {"cudaFree", {0U}};
    cudaError_t (*function)(void *devPtr) = NULL;

    return preload_next(&next, &function) ? function(devPtr) : cudaErrorSharedObjectSymbolNotFound;
}

/** @satisfies RF-CUDA-051 */
cudaError_t __real_cudaFreeMipmappedArray(cudaMipmappedArray_t mipmappedArray)
{
    static PreloadNext next = {"cudaFreeMipmappedArray", {0U}};
    cudaError_t (*function)(cudaMipmappedArray_t mipmappedArray) = NULL;

    return preload_next(&next, &function) ? function(mipmappedArray)
                                          : cudaErrorSharedObjectSymbolNotFound;
}

/** @satisfies RF-CUDA-051 */
cudaError_t __real_cudaSignalExternalSemaphoresAsync(
    const cudaExternalSemaphore_t *extSemArray,
    const struct cudaExternalSemaphoreSignalParams *paramsArray, unsigned int numExtSems,
    cudaStream_t stream)
{
    static PreloadNext next = {"cudaSignalExternalSemaphoresAsync", {0U}};
    cudaError_t (*function)(const cudaExternalSemaphore_t *extSemArray,
                            const struct cudaExternalSemaphoreSignalParams *paramsArray,
                            unsigned int numExtSems, cudaStream_t stream) = NULL;

    return preload_next(&next, &function) ? function(extSemArray, paramsArray, numExtSems, stream)
                                          : cudaErrorSharedObjectSymbolNotFound;
}

/** @satisfies RF-CUDA-051 */
cudaError_t
__real_cudaWaitExternalSemaphoresAsync(const cudaExternalSemaphore_t *extSemArray,
                                       const struct cudaExternalSemaphoreWaitParams *paramsArray,
                                       unsigned int numExtSems, cudaStream_t stream)
{
    static PreloadNext next = {"cudaWaitExternalSemaphoresAsync", {0U}};
    cudaError_t (*function)(const cudaExternalSemaphore_t *extSemArray,
                            const struct cudaExternalSemaphoreWaitParams *paramsArray,
                            unsigned int numExtSems, cudaStream_t stream) = NULL;

    return preload_next(&next, &function) ? function(extSemArray, paramsArray, numExtSems, stream)
                                          : cudaErrorSharedObjectSymbolNotFound;
}

/** @satisfies RF-CUDA-051 */
cudaError_t __real_cudaSignalExternalSemaphoresAsync_ptsz(
    const cudaExternalSemaphore_t *extSemArray,
    const struct cudaExternalSemaphoreSignalParams *paramsArray, unsigned int numExtSems,
    cudaStream_t stream)
{
    static PreloadNext next = {"cudaSignalExternalSemaphoresAsync_ptsz", {0U}};
    cudaError_t (*function)(const cudaExternalSemaphore_t *extSemArray,
                            const struct cudaExternalSemaphoreSignalParams *paramsArray,
                            unsigned int numExtSems, cudaStream_t stream) = NULL;

    return preload_next(&next, &function) ? function(extSemArray, paramsArray, numExtSems, stream)
                                          : cudaErrorSharedObjectSymbolNotFound;
}

/** @satisfies RF-CUDA-051 */
cudaError_t __real_cudaWaitExternalSemaphoresAsync_ptsz(
    const cudaExternalSemaphore_t *extSemArray,
    const struct cudaExternalSemaphoreWaitParams *paramsArray, unsigned int numExtSems,
    cudaStream_t stream)
{
    static PreloadNext next = {"cudaWaitExternalSemaphoresAsync_ptsz", {0U}};
    cudaError_t (*function)(const cudaExternalSemaphore_t *extSemArray,
                            const struct cudaExternalSemaphoreWaitParams *paramsArray,
                            unsigned int numExtSems, cudaStream_t stream) = NULL;

    return preload_next(&next, &function) ? function(extSemArray, paramsArray, numExtSems, stream)
                                          : cudaErrorSharedObjectSymbolNotFound;
}

/** @satisfies RF-CUDA-051 */
cudaError_t __real_cudaSignalExternalSemaphoresAsync_v2(
    const cudaExternalSemaphore_t *extSemArray,
    const struct cudaExternalSemaphoreSignalParams *paramsArray, unsigned int numExtSems,
    cudaStream_t stream)
{
    static PreloadNext next = {"cudaSignalExternalSemaphoresAsync_v2", {0U}};
    cudaError_t (*function)(const cudaExternalSemaphore_t *extSemArray,
                            const struct cudaExternalSemaphoreSignalParams *paramsArray,
                            unsigned int numExtSems, cudaStream_t stream) = NULL;

    return preload_next(&next, &function) ? function(extSemArray, paramsArray, numExtSems, stream)
                                          : cudaErrorSharedObjectSymbolNotFound;
}

/** @satisfies RF-CUDA-051 */
cudaError_t
__real_cudaWaitExternalSemaphoresAsync_v2(const cudaExternalSemaphore_t *extSemArray,
                                          const struct cudaExternalSemaphoreWaitParams *paramsArray,
                                          unsigned int numExtSems, cudaStream_t stream)
{
    static PreloadNext next = {"cudaWaitExternalSemaphoresAsync_v2", {0U}};
    cudaError_t (*function)(const cudaExternalSemaphore_t *extSemArray,
                            const struct cudaExternalSemaphoreWaitParams *paramsArray,
                            unsigned int numExtSems, cudaStream_t stream) = NULL;

    return preload_next(&next, &function) ? function(extSemArray, paramsArray, numExtSems, stream)
                                          : cudaErrorSharedObjectSymbolNotFound;
}

/** @satisfies RF-CUDA-051 */
cudaError_t __real_cudaSignalExternalSemaphoresAsync_v2_ptsz(
    const cudaExternalSemaphore_t *extSemArray,
    const struct cudaExternalSemaphoreSignalParams *paramsArray, unsigned int numExtSems,
    cudaStream_t stream)
{
    static PreloadNext next = {"cudaSignalExternalSemaphoresAsync_v2_ptsz", {0U}};
    cudaError_t (*function)(const cudaExternalSemaphore_t *extSemArray,
                            const struct cudaExternalSemaphoreSignalParams *paramsArray,
                            unsigned int numExtSems, cudaStream_t stream) = NULL;

    return preload_next(&next, &function) ? function(extSemArray, paramsArray, numExtSems, stream)
                                          : cudaErrorSharedObjectSymbolNotFound;
}

/** @satisfies RF-CUDA-051 */
cudaError_t __real_cudaWaitExternalSemaphoresAsync_v2_ptsz(
    const cudaExternalSemaphore_t *extSemArray,
    const struct cudaExternalSemaphoreWaitParams *paramsArray, unsigned int numExtSems,
    cudaStream_t stream)
{
    static PreloadNext next = {"cudaWaitExternalSemaphoresAsync_v2_ptsz", {0U}};
    cudaError_t (*function)(const cudaExternalSemaphore_t *extSemArray,
                            const struct cudaExternalSemaphoreWaitParams *paramsArray,
                            unsigned int numExtSems, cudaStream_t stream) = NULL;

    return preload_next(&next, &function) ? function(extSemArray, paramsArray, numExtSems, stream)
                                          : cudaErrorSharedObjectSymbolNotFound;
}
