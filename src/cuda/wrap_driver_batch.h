/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wrap_driver_batch.h
 * Batches of a program that keeps CUDA's names, in the driver flavour.
 */
#ifndef RINGFENCE_CUDA_WRAP_DRIVER_BATCH_H
#define RINGFENCE_CUDA_WRAP_DRIVER_BATCH_H

#include "cuda/wrap_batch.h"

/** Function of the driver that signals. */
typedef CUresult (*WrapDriverSignal)(const CUexternalSemaphore *semaphores,
                                     const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *params,
                                     unsigned int count, CUstream stream);
/** Function of the driver that waits. */
typedef CUresult (*WrapDriverWait)(const CUexternalSemaphore *semaphores,
                                   const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *params,
                                   unsigned int count, CUstream stream);

/** Entries from a place on that have one owner. */
static inline unsigned int wrap_driver_run(const CUexternalSemaphore *semaphores, unsigned int from,
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
static inline CUresult wrap_driver_signal_many(WrapDriverSignal ours, WrapDriverSignal real,
                                               const CUexternalSemaphore *semaphores,
                                               const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *params,
                                               unsigned int count, CUstream stream)
{
    CUresult result = CUDA_SUCCESS;
    unsigned int at = 0U;

    while ((at < count) && (result == CUDA_SUCCESS)) {
        const unsigned int run = wrap_driver_run(semaphores, at, count);

        if (ringfenceCudaOwnsHandle(semaphores[at])) {
            result = ours(&semaphores[at], &params[at], run, stream);
        } else {
            result = real(&semaphores[at], &params[at], run, stream);
        }
        at += run;
    }
    return result;
}

static inline CUresult wrap_driver_signal(WrapDriverSignal ours, WrapDriverSignal real,
                                          const CUexternalSemaphore *semaphores,
                                          const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *params,
                                          unsigned int count, CUstream stream)
{
    const bool complete = (semaphores != NULL) && (params != NULL) && (count > 0U);
    CUresult result = CUDA_SUCCESS;

    if (!complete) {
        result = real(semaphores, params, count, stream);
    } else if (count > 1U) {
        result = wrap_driver_signal_many(ours, real, semaphores, params, count, stream);
    } else if (ringfenceCudaOwnsHandle(semaphores[0])) {
        result = ours(semaphores, params, count, stream);
    } else {
        result = real(semaphores, params, count, stream);
    }
    return result;
}

/** Carries out a batch run by run. */
static inline CUresult wrap_driver_wait_many(WrapDriverWait ours, WrapDriverWait real,
                                             const CUexternalSemaphore *semaphores,
                                             const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *params,
                                             unsigned int count, CUstream stream)
{
    CUresult result = CUDA_SUCCESS;
    unsigned int at = 0U;

    while ((at < count) && (result == CUDA_SUCCESS)) {
        const unsigned int run = wrap_driver_run(semaphores, at, count);

        if (ringfenceCudaOwnsHandle(semaphores[at])) {
            result = ours(&semaphores[at], &params[at], run, stream);
        } else {
            result = real(&semaphores[at], &params[at], run, stream);
        }
        at += run;
    }
    return result;
}

static inline CUresult wrap_driver_wait(WrapDriverWait ours, WrapDriverWait real,
                                        const CUexternalSemaphore *semaphores,
                                        const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *params,
                                        unsigned int count, CUstream stream)
{
    const bool complete = (semaphores != NULL) && (params != NULL) && (count > 0U);
    CUresult result = CUDA_SUCCESS;

    if (!complete) {
        result = real(semaphores, params, count, stream);
    } else if (count > 1U) {
        result = wrap_driver_wait_many(ours, real, semaphores, params, count, stream);
    } else if (ringfenceCudaOwnsHandle(semaphores[0])) {
        result = ours(semaphores, params, count, stream);
    } else {
        result = real(semaphores, params, count, stream);
    }
    return result;
}

#endif /* RINGFENCE_CUDA_WRAP_DRIVER_BATCH_H */
