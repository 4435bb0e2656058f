/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file semaphore.h
 * The semaphores by their handles.
 */
#ifndef RINGFENCE_CUDA_SEMAPHORE_H
#define RINGFENCE_CUDA_SEMAPHORE_H

#include <stddef.h>
#include <stdint.h>

#include "core/handle.h"
#include "core/pool.h"
#include "cuda/sync/cuda_semaphore.h"
#include "port/atomic.h"
#include "ringfence_cfg.h"

/** Rows by slot of RINGFENCE_POOL_CUDA_SEMAPHORE. They change under import_lock(); a row whose
 * handle was passed out stays as it is until it is destroyed. */
extern CudaSemaphore g_semaphores[RINGFENCE_CFG_CUDA_SEMAPHORES];

/** Handles of the rows, by slot, as the pool has them while they are valid; 0: there is none. They
 * change under import_lock(), and are read without it. */
extern PortAtomicWord g_semaphore_words[RINGFENCE_CFG_CUDA_SEMAPHORES];

/**
 * Gives the semaphore of a handle; NULL iff it is that of none, which is no fault yet.
 * @satisfies RF-CUDA-007
 */
PORT_SHORT CudaSemaphore *semaphore_of(const void *handle)
{
    const uintptr_t word = handle_bits(handle);
    const uint32_t index = (uint32_t)(word & POOL_INDEX_MASK);
    CudaSemaphore *semaphore = NULL;

    if ((word != 0U) && (index < RINGFENCE_CFG_CUDA_SEMAPHORES)) {
        if (port_load_word(&g_semaphore_words[index]) == word) {
            semaphore = &g_semaphores[index];
        }
    }
    return semaphore;
}

#endif /* RINGFENCE_CUDA_SEMAPHORE_H */
