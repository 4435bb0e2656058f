/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wrap_runtime_batch.c
 * Signalling and waiting under the names that runtimes from CUDA 13 on have.
 * Programs that are compiled for per-thread default streams call those that end in _ptsz.
 *
 * The names are those that the linker makes (DEV-013). Each file is an archive member of its own,
 * so that a program needs no more of CUDA than it calls.
 */
#include "cuda/wrap_batch.h"

cudaError_t __real_cudaSignalExternalSemaphoresAsync(
    const cudaExternalSemaphore_t *extSemArray,
    const struct cudaExternalSemaphoreSignalParams *paramsArray, unsigned int numExtSems,
    cudaStream_t stream);
cudaError_t __wrap_cudaSignalExternalSemaphoresAsync(
    const cudaExternalSemaphore_t *extSemArray,
    const struct cudaExternalSemaphoreSignalParams *paramsArray, unsigned int numExtSems,
    cudaStream_t stream);
cudaError_t
__real_cudaWaitExternalSemaphoresAsync(const cudaExternalSemaphore_t *extSemArray,
                                       const struct cudaExternalSemaphoreWaitParams *paramsArray,
                                       unsigned int numExtSems, cudaStream_t stream);
cudaError_t
__wrap_cudaWaitExternalSemaphoresAsync(const cudaExternalSemaphore_t *extSemArray,
                                       const struct cudaExternalSemaphoreWaitParams *paramsArray,
                                       unsigned int numExtSems, cudaStream_t stream);
cudaError_t __real_cudaSignalExternalSemaphoresAsync_ptsz(
    const cudaExternalSemaphore_t *extSemArray,
    const struct cudaExternalSemaphoreSignalParams *paramsArray, unsigned int numExtSems,
    cudaStream_t stream);
cudaError_t __wrap_cudaSignalExternalSemaphoresAsync_ptsz(
    const cudaExternalSemaphore_t *extSemArray,
    const struct cudaExternalSemaphoreSignalParams *paramsArray, unsigned int numExtSems,
    cudaStream_t stream);
cudaError_t __real_cudaWaitExternalSemaphoresAsync_ptsz(
    const cudaExternalSemaphore_t *extSemArray,
    const struct cudaExternalSemaphoreWaitParams *paramsArray, unsigned int numExtSems,
    cudaStream_t stream);
cudaError_t __wrap_cudaWaitExternalSemaphoresAsync_ptsz(
    const cudaExternalSemaphore_t *extSemArray,
    const struct cudaExternalSemaphoreWaitParams *paramsArray, unsigned int numExtSems,
    cudaStream_t stream);

/** @satisfies RF-CUDA-040 */
cudaError_t __wrap_cudaSignalExternalSemaphoresAsync(
    const cudaExternalSemaphore_t *extSemArray,
    const struct cudaExternalSemaphoreSignalParams *paramsArray, unsigned int numExtSems,
    cudaStream_t stream)
{
    return wrap_signal(&ringfenceCudaSignalExternalSemaphoresAsync,
                       &__real_cudaSignalExternalSemaphoresAsync, extSemArray, paramsArray,
                       numExtSems, stream);
}

/** @satisfies RF-CUDA-040 */
cudaError_t
__wrap_cudaWaitExternalSemaphoresAsync(const cudaExternalSemaphore_t *extSemArray,
                                       const struct cudaExternalSemaphoreWaitParams *paramsArray,
                                       unsigned int numExtSems, cudaStream_t stream)
{
    return wrap_wait(&ringfenceCudaWaitExternalSemaphoresAsync,
                     &__real_cudaWaitExternalSemaphoresAsync, extSemArray, paramsArray, numExtSems,
                     stream);
}

/** @satisfies RF-CUDA-040 */
cudaError_t __wrap_cudaSignalExternalSemaphoresAsync_ptsz(
    const cudaExternalSemaphore_t *extSemArray,
    const struct cudaExternalSemaphoreSignalParams *paramsArray, unsigned int numExtSems,
    cudaStream_t stream)
{
    return wrap_signal(&ringfenceCudaSignalExternalSemaphoresAsync_ptsz,
                       &__real_cudaSignalExternalSemaphoresAsync_ptsz, extSemArray, paramsArray,
                       numExtSems, stream);
}

/** @satisfies RF-CUDA-040 */
cudaError_t __wrap_cudaWaitExternalSemaphoresAsync_ptsz(
    const cudaExternalSemaphore_t *extSemArray,
    const struct cudaExternalSemaphoreWaitParams *paramsArray, unsigned int numExtSems,
    cudaStream_t stream)
{
    return wrap_wait(&ringfenceCudaWaitExternalSemaphoresAsync_ptsz,
                     &__real_cudaWaitExternalSemaphoresAsync_ptsz, extSemArray, paramsArray,
                     numExtSems, stream);
}
