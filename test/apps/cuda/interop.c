/* SPDX-License-Identifier: Apache-2.0 */
#include "interop.h"

#include <stdio.h>
#include <string.h>

bool interop_check(cudaError_t error, const char *call)
{
    if (error != cudaSuccess) {
        (void)fprintf(stderr, "%s: %s: %s\n", call, cudaGetErrorName(error),
                      cudaGetErrorString(error));
    }
    return error == cudaSuccess;
}

bool interop_gpu(int device, NvSciRmGpuId *gpu)
{
    struct cudaDeviceProp properties;
    const bool good =
        interop_check(cudaGetDeviceProperties(&properties, device), "cudaGetDeviceProperties");

    if (good) {
        (void)memcpy(gpu->bytes, properties.uuid.bytes, sizeof(gpu->bytes));
    }
    return good;
}

bool interop_import_sync(NvSciSyncObj object, cudaExternalSemaphore_t *semaphore)
{
    struct cudaExternalSemaphoreHandleDesc desc;

    (void)memset(&desc, 0, sizeof(desc));
    desc.type = cudaExternalSemaphoreHandleTypeNvSciSync;
    desc.handle.nvSciSyncObj = object;
    return interop_check(cudaImportExternalSemaphore(semaphore, &desc),
                         "cudaImportExternalSemaphore");
}

bool interop_import_buffer(NvSciBufObj object, uint64_t size, Mapped *mapped)
{
    struct cudaExternalMemoryHandleDesc desc;
    struct cudaExternalMemoryBufferDesc range;
    bool good = false;

    (void)memset(&desc, 0, sizeof(desc));
    (void)memset(&range, 0, sizeof(range));
    desc.type = cudaExternalMemoryHandleTypeNvSciBuf;
    desc.handle.nvSciBufObject = object;
    desc.size = size;
    range.size = size;
    good =
        interop_check(cudaImportExternalMemory(&mapped->memory, &desc), "cudaImportExternalMemory");
    if (good) {
        good = interop_check(
            cudaExternalMemoryGetMappedBuffer(&mapped->pointer, mapped->memory, &range),
            "cudaExternalMemoryGetMappedBuffer");
    }
    return good;
}

void interop_destroy_sync(cudaExternalSemaphore_t *semaphore)
{
    if (*semaphore != NULL) {
        (void)interop_check(cudaDestroyExternalSemaphore(*semaphore),
                            "cudaDestroyExternalSemaphore");
        *semaphore = NULL;
    }
}

void interop_destroy_buffer(Mapped *mapped)
{
    if (mapped->pointer != NULL) {
        (void)interop_check(cudaFree(mapped->pointer), "cudaFree");
        mapped->pointer = NULL;
    }
    if (mapped->memory != NULL) {
        (void)interop_check(cudaDestroyExternalMemory(mapped->memory), "cudaDestroyExternalMemory");
        mapped->memory = NULL;
    }
}

cudaError_t interop_signal(cudaExternalSemaphore_t semaphore, NvSciSyncFence *fence,
                           cudaStream_t stream)
{
    struct cudaExternalSemaphoreSignalParams params;

    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = fence;
    return cudaSignalExternalSemaphoresAsync(&semaphore, &params, 1U, stream);
}

cudaError_t interop_wait(cudaExternalSemaphore_t semaphore, const NvSciSyncFence *fence,
                         cudaStream_t stream)
{
    struct cudaExternalSemaphoreWaitParams params;
    /* CUDA takes a pointer to what it could write to, and only reads it. */
    const union {
        const void *read;
        void *write;
    } pointer = {.read = fence};

    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = pointer.write;
    return cudaWaitExternalSemaphoresAsync(&semaphore, &params, 1U, stream);
}
