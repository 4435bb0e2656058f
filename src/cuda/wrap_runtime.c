/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wrap_runtime.c
 * CUDA's names of the runtime for programs that are linked with --wrap.
 *
 * The names are those that the linker makes (DEV-013). Each file is an archive member of its own,
 * so that a program needs no more of CUDA than it calls.
 */
#include "cuda/wrap_batch.h"

cudaError_t __wrap_cudaDeviceGetNvSciSyncAttributes(void *nvSciSyncAttrList, int device, int flags);
cudaError_t
__real_cudaImportExternalSemaphore(cudaExternalSemaphore_t *extSem_out,
                                   const struct cudaExternalSemaphoreHandleDesc *semHandleDesc);
cudaError_t
__wrap_cudaImportExternalSemaphore(cudaExternalSemaphore_t *extSem_out,
                                   const struct cudaExternalSemaphoreHandleDesc *semHandleDesc);
cudaError_t __real_cudaDestroyExternalSemaphore(cudaExternalSemaphore_t extSem);
cudaError_t __wrap_cudaDestroyExternalSemaphore(cudaExternalSemaphore_t extSem);
cudaError_t
__real_cudaImportExternalMemory(cudaExternalMemory_t *extMem_out,
                                const struct cudaExternalMemoryHandleDesc *memHandleDesc);
cudaError_t
__wrap_cudaImportExternalMemory(cudaExternalMemory_t *extMem_out,
                                const struct cudaExternalMemoryHandleDesc *memHandleDesc);
cudaError_t
__real_cudaExternalMemoryGetMappedBuffer(void **devPtr, cudaExternalMemory_t extMem,
                                         const struct cudaExternalMemoryBufferDesc *bufferDesc);
cudaError_t
__wrap_cudaExternalMemoryGetMappedBuffer(void **devPtr, cudaExternalMemory_t extMem,
                                         const struct cudaExternalMemoryBufferDesc *bufferDesc);
cudaError_t __real_cudaExternalMemoryGetMappedMipmappedArray(
    cudaMipmappedArray_t *mipmap, cudaExternalMemory_t extMem,
    const struct cudaExternalMemoryMipmappedArrayDesc *mipmapDesc);
cudaError_t __wrap_cudaExternalMemoryGetMappedMipmappedArray(
    cudaMipmappedArray_t *mipmap, cudaExternalMemory_t extMem,
    const struct cudaExternalMemoryMipmappedArrayDesc *mipmapDesc);
cudaError_t __real_cudaDestroyExternalMemory(cudaExternalMemory_t extMem);
cudaError_t __wrap_cudaDestroyExternalMemory(cudaExternalMemory_t extMem);
cudaError_t __real_cudaFree(void *devPtr);
cudaError_t __wrap_cudaFree(void *devPtr);
cudaError_t __real_cudaFreeMipmappedArray(cudaMipmappedArray_t mipmappedArray);
cudaError_t __wrap_cudaFreeMipmappedArray(cudaMipmappedArray_t mipmappedArray);

/** @satisfies RF-CUDA-040 */
cudaError_t __wrap_cudaDeviceGetNvSciSyncAttributes(void *nvSciSyncAttrList, int device, int flags)
{
    cudaError_t error = cudaErrorSharedObjectInitFailed;

    if (ringfenceWrapFits()) {
        error = ringfenceCudaDeviceGetNvSciSyncAttributes(nvSciSyncAttrList, device, flags);
    }
    return error;
}

/** @satisfies RF-CUDA-040 */
cudaError_t
__wrap_cudaImportExternalSemaphore(cudaExternalSemaphore_t *extSem_out,
                                   const struct cudaExternalSemaphoreHandleDesc *semHandleDesc)
{
    cudaError_t error = cudaSuccess;

    if ((semHandleDesc != NULL) &&
        (semHandleDesc->type == cudaExternalSemaphoreHandleTypeNvSciSync)) {
        error = ringfenceWrapFits()
                    ? ringfenceCudaImportExternalSemaphore(extSem_out, semHandleDesc)
                    : cudaErrorSharedObjectInitFailed;
    } else {
        error = __real_cudaImportExternalSemaphore(extSem_out, semHandleDesc);
    }
    return error;
}

/** @satisfies RF-CUDA-040 */
cudaError_t __wrap_cudaDestroyExternalSemaphore(cudaExternalSemaphore_t extSem)
{
    cudaError_t error = cudaSuccess;

    if (ringfenceCudaOwnsHandle(extSem)) {
        error = ringfenceCudaDestroyExternalSemaphore(extSem);
    } else {
        error = __real_cudaDestroyExternalSemaphore(extSem);
    }
    return error;
}

/** @satisfies RF-CUDA-040 */
cudaError_t
__wrap_cudaImportExternalMemory(cudaExternalMemory_t *extMem_out,
                                const struct cudaExternalMemoryHandleDesc *memHandleDesc)
{
    cudaError_t error = cudaSuccess;

    if ((memHandleDesc != NULL) && (memHandleDesc->type == cudaExternalMemoryHandleTypeNvSciBuf)) {
        error = ringfenceWrapFits() ? ringfenceCudaImportExternalMemory(extMem_out, memHandleDesc)
                                    : cudaErrorSharedObjectInitFailed;
    } else {
        error = __real_cudaImportExternalMemory(extMem_out, memHandleDesc);
    }
    return error;
}

/** @satisfies RF-CUDA-040 */
cudaError_t
__wrap_cudaExternalMemoryGetMappedBuffer(void **devPtr, cudaExternalMemory_t extMem,
                                         const struct cudaExternalMemoryBufferDesc *bufferDesc)
{
    cudaError_t error = cudaSuccess;

    if (ringfenceCudaOwnsHandle(extMem)) {
        error = ringfenceCudaExternalMemoryGetMappedBuffer(devPtr, extMem, bufferDesc);
    } else {
        error = __real_cudaExternalMemoryGetMappedBuffer(devPtr, extMem, bufferDesc);
    }
    return error;
}

/** @satisfies RF-CUDA-040 */
cudaError_t __wrap_cudaExternalMemoryGetMappedMipmappedArray(
    cudaMipmappedArray_t *mipmap, cudaExternalMemory_t extMem,
    const struct cudaExternalMemoryMipmappedArrayDesc *mipmapDesc)
{
    cudaError_t error = cudaSuccess;

    if (ringfenceCudaOwnsHandle(extMem)) {
        error = ringfenceCudaExternalMemoryGetMappedMipmappedArray(mipmap, extMem, mipmapDesc);
    } else {
        error = __real_cudaExternalMemoryGetMappedMipmappedArray(mipmap, extMem, mipmapDesc);
    }
    return error;
}

/** @satisfies RF-CUDA-040 */
cudaError_t __wrap_cudaDestroyExternalMemory(cudaExternalMemory_t extMem)
{
    cudaError_t error = cudaSuccess;

    if (ringfenceCudaOwnsHandle(extMem)) {
        error = ringfenceCudaDestroyExternalMemory(extMem);
    } else {
        error = __real_cudaDestroyExternalMemory(extMem);
    }
    return error;
}

/** @satisfies RF-CUDA-040 RF-CUDA-056 */
cudaError_t __wrap_cudaFree(void *devPtr)
{
    cudaError_t error = cudaSuccess;

    if (ringfenceCudaOwnsPointer(devPtr)) {
        error = ringfenceCudaFree(devPtr);
    } else {
        error = __real_cudaFree(devPtr);
    }
    return error;
}

/** @satisfies RF-CUDA-040 RF-CUDA-056 */
cudaError_t __wrap_cudaFreeMipmappedArray(cudaMipmappedArray_t mipmappedArray)
{
    cudaError_t error = cudaSuccess;

    if (ringfenceCudaOwnsPointer(mipmappedArray)) {
        error = ringfenceCudaFreeMipmappedArray(mipmappedArray);
    } else {
        error = __real_cudaFreeMipmappedArray(mipmappedArray);
    }
    return error;
}
