/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file interop.h
 * What the programs here do with CUDA and NvSci, each with CUDA's own names: they are linked with
 * --wrap and know no function of libringfence_cuda. A failure is said on standard error, once.
 */
#ifndef CUDA_APPS_INTEROP_H
#define CUDA_APPS_INTEROP_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stdint.h>

#include "nvscibuf.h"
#include "nvscisync.h"

/** A buffer as CUDA has it. */
typedef struct {
    cudaExternalMemory_t memory;
    /** Pointer to its first byte, for the device. */
    void *pointer;
} Mapped;

/** Says which call failed, with CUDA's text. Returns true iff none did. */
bool interop_check(cudaError_t error, const char *call);

/** Id of a device, for attribute lists. */
bool interop_gpu(int device, NvSciRmGpuId *gpu);

/** Imports a sync object into the current device's context. */
bool interop_import_sync(NvSciSyncObj object, cudaExternalSemaphore_t *semaphore);

/** Imports all `size` bytes of a buffer. */
bool interop_import_buffer(NvSciBufObj object, uint64_t size, Mapped *mapped);

/** Ends an import; one that was not made is left alone. */
void interop_destroy_sync(cudaExternalSemaphore_t *semaphore);
void interop_destroy_buffer(Mapped *mapped);

/** Enqueues a signal; the fence is overwritten. */
cudaError_t interop_signal(cudaExternalSemaphore_t semaphore, NvSciSyncFence *fence,
                           cudaStream_t stream);

/** Enqueues a wait for a fence. */
cudaError_t interop_wait(cudaExternalSemaphore_t semaphore, const NvSciSyncFence *fence,
                         cudaStream_t stream);

#endif /* CUDA_APPS_INTEROP_H */
