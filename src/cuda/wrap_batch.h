/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wrap_batch.h
 * Batches of a program that keeps CUDA's names: runs of ours and of CUDA's, in their order.
 */
#ifndef RINGFENCE_CUDA_WRAP_BATCH_H
#define RINGFENCE_CUDA_WRAP_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cuda/cuda_api.h"
#include "ringfence_cuda.h"

/**
 * Says whether objects of the program are objects of the library that these names lead to. Where
 * the program is linked with both, they are.
 */
bool ringfenceWrapFits(void);

/** Function of the runtime that signals. */
typedef cudaError_t (*WrapSignal)(const cudaExternalSemaphore_t *semaphores,
                                  const struct cudaExternalSemaphoreSignalParams *params,
                                  unsigned int count, cudaStream_t stream);
/** Function of the runtime that waits. */
typedef cudaError_t (*WrapWait)(const cudaExternalSemaphore_t *semaphores,
                                const struct cudaExternalSemaphoreWaitParams *params,
                                unsigned int count, cudaStream_t stream);

/** Entries from a place on that have one owner. */
static inline unsigned int wrap_run(const cudaExternalSemaphore_t *semaphores, unsigned int from,
                                    unsigned int count)
{
    const bool ours = ringfenceCudaOwnsHandle(semaphores[from]);
    unsigned int end = from + 1U;

    while ((end < count) && (ringfenceCudaOwnsHandle(semaphores[end]) == ours)) {
        end++;
    }
    return end - from;
}

/** Carries out a batch run by run. */
static inline cudaError_t wrap_signal_many(WrapSignal ours, WrapSignal real,
                                           const cudaExternalSemaphore_t *semaphores,
                                           const struct cudaExternalSemaphoreSignalParams *params,
                                           unsigned int count, cudaStream_t stream)
{
    cudaError_t error = cudaSuccess;
    unsigned int at = 0U;

    while ((at < count) && (error == cudaSuccess)) {
        const unsigned int run = wrap_run(semaphores, at, count);

        if (ringfenceCudaOwnsHandle(semaphores[at])) {
            error = ours(&semaphores[at], &params[at], run, stream);
        } else {
            error = real(&semaphores[at], &params[at], run, stream);
        }
        at += run;
    }
    return error;
}

static inline cudaError_t wrap_signal(WrapSignal ours, WrapSignal real,
                                      const cudaExternalSemaphore_t *semaphores,
                                      const struct cudaExternalSemaphoreSignalParams *params,
                                      unsigned int count, cudaStream_t stream)
{
    const bool complete = (semaphores != NULL) && (params != NULL) && (count > 0U);
    cudaError_t error = cudaSuccess;

    if (!complete) {
        error = real(semaphores, params, count, stream);
    } else if (count > 1U) {
        error = wrap_signal_many(ours, real, semaphores, params, count, stream);
    } else if (ringfenceCudaOwnsHandle(semaphores[0])) {
        error = ours(semaphores, params, count, stream);
    } else {
        error = real(semaphores, params, count, stream);
    }
    return error;
}

/** Carries out a batch run by run. */
static inline cudaError_t wrap_wait_many(WrapWait ours, WrapWait real,
                                         const cudaExternalSemaphore_t *semaphores,
                                         const struct cudaExternalSemaphoreWaitParams *params,
                                         unsigned int count, cudaStream_t stream)
{
    cudaError_t error = cudaSuccess;
    unsigned int at = 0U;

    while ((at < count) && (error == cudaSuccess)) {
        const unsigned int run = wrap_run(semaphores, at, count);

        if (ringfenceCudaOwnsHandle(semaphores[at])) {
            error = ours(&semaphores[at], &params[at], run, stream);
        } else {
            error = real(&semaphores[at], &params[at], run, stream);
        }
        at += run;
    }
    return error;
}

static inline cudaError_t wrap_wait(WrapWait ours, WrapWait real,
                                    const cudaExternalSemaphore_t *semaphores,
                                    const struct cudaExternalSemaphoreWaitParams *params,
                                    unsigned int count, cudaStream_t stream)
{
    const bool complete = (semaphores != NULL) && (params != NULL) && (count > 0U);
    cudaError_t error = cudaSuccess;

    if (!complete) {
        error = real(semaphores, params, count, stream);
    } else if (count > 1U) {
        error = wrap_wait_many(ours, real, semaphores, params, count, stream);
    } else if (ringfenceCudaOwnsHandle(semaphores[0])) {
        error = ours(semaphores, params, count, stream);
    } else {
        error = real(semaphores, params, count, stream);
    }
    return error;
}

#endif /* RINGFENCE_CUDA_WRAP_BATCH_H */
