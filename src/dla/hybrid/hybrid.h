/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file hybrid.h
 * Hybrid mode: tasks as elements of a stream of CUDA, computed by kernels of the library on the GPU
 * whose context the device handle was made in.
 *
 * A row is that of a device handle. Calls for one row are made one at a time; hybrid_last_error()
 * may be called at any time. CUDA's driver is opened when the first handle is made.
 */
#ifndef RINGFENCE_DLA_HYBRID_H
#define RINGFENCE_DLA_HYBRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cudla.h"
#include "dla/loadable.h"
#include "ringfence_cfg.h"

/** A task: what is computed, and the addresses on the GPU of its tensors. */
typedef struct {
    /** Read during hybrid_submit() alone. */
    const DlaLoadable *loadable;
    /** Number of the task of its module, from 1. */
    uint64_t number;
    /** Longest time that it may take from its start on, in microseconds. */
    uint64_t limit_us;
    /** It keeps its place in the stream, and reads and writes no tensor. */
    bool noop;
    uint64_t inputs[RINGFENCE_CFG_DLA_TENSORS];
    uint64_t outputs[RINGFENCE_CFG_DLA_TENSORS];
    /** All zero where the task has no statistics. */
    uint64_t statistics[RINGFENCE_CFG_DLA_TENSORS];
} HybridTask;

/** Says whether the library has kernels, and the machine a driver of CUDA. */
bool hybrid_is_there(void);

/**
 * Reserves what the tasks of a handle need, in the context of CUDA that is current; in the primary
 * context of the first GPU where none is.
 *
 * @return cudlaSuccess; cudlaErrorUnsupportedOperation: the library has no kernels, or none for
 * this GPU; cudlaErrorCuda: there is no driver of CUDA 12 or later, or it refused;
 * cudlaErrorOutOfResources: memory is used up, or tasks of the handle that had the row before still
 * wait in a stream of another context
 */
cudlaStatus hybrid_open(uint32_t row);

/**
 * Ends the tasks of a handle, and gives back what it has. Tasks that wait in a stream for something
 * else compute nothing when it is their turn; their row is looked after when it is opened again.
 * Takes about a second at most for the tasks; CUDA may wait for other work of its context.
 */
void hybrid_close(uint32_t row);

/** Success iff the bytes are within one allocation of memory of a device, which is not managed;
 * cudlaErrorInvalidAddress or cudlaErrorCuda. */
cudlaStatus hybrid_register(uint32_t row, uint64_t address, size_t size);

/** Tasks that the row takes now. */
uint32_t hybrid_room(uint32_t row);

/**
 * Puts a task into a stream; NULL is the legacy default stream of the context. Nothing is
 * allocated.
 *
 * @return cudlaSuccess; cudlaErrorOutOfResources: RINGFENCE_CFG_DLA_TASKS tasks of the handle are
 * not over; cudlaErrorUnsupportedOperation: the stream is being captured, or is the default stream
 * of a thread; cudlaErrorInvalidParam: the stream is one of another context; cudlaErrorCuda
 */
cudlaStatus hybrid_submit(uint32_t row, const HybridTask *task, void *stream);

/** How the last task failed that failed, as long as the row is open; cudlaSuccess: none did. It is
 * known once the stream has passed the task. */
cudlaStatus hybrid_last_error(uint32_t row);

#endif /* RINGFENCE_DLA_HYBRID_H */
