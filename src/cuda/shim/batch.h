/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file batch.h
 * Semaphores of a program that keeps CUDA's names: which of several are the library's.
 *
 * Semaphores of the driver and of the runtime are pointers, so one function reads arrays of both.
 */
#ifndef RINGFENCE_CUDA_SHIM_BATCH_H
#define RINGFENCE_CUDA_SHIM_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/handle.h"
#include "cuda/cuda_api.h"
#include "ringfence_cuda.h"

/**
 * Says whether objects of the program are objects of the library that these names lead to. Where
 * the program is linked with both, they are.
 */
bool ringfenceWrapFits(void);

/** Says whether one of some semaphores is the library's. */
bool ringfenceWrapAny(const void *semaphores, unsigned int count);

/** Entries from a place on that all are the library's, or all are CUDA's. */
unsigned int ringfenceWrapRun(const void *semaphores, unsigned int from, unsigned int count,
                              bool ours);

#endif /* RINGFENCE_CUDA_SHIM_BATCH_H */
