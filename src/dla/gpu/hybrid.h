/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file hybrid.h
 * Tasks on a GPU, computed by kernels of the library.
 *
 * In hybrid mode they are elements of a stream of the program, on the GPU whose context the device
 * handle was made in. In standalone mode those that have a tensor in the memory of a GPU are run
 * one after the other in a stream of the handle, by the thread of its worker.
 *
 * A row is that of a device handle. Calls for one row are made one at a time, but for
 * hybrid_run(), which runs beside those that map memory, and hybrid_last_error(). CUDA's driver is
 * opened when the first handle is made that needs it.
 */
#ifndef RINGFENCE_DLA_HYBRID_H
#define RINGFENCE_DLA_HYBRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/phase.h"
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
    /** Its place among the tasks of the row that are not over, plus one; 0: any that is free. */
    uint32_t place;
    /** It writes numbers into its outputs, and reads them again. */
    bool diagnoses;
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

/** Tasks that the row takes now. Also one that is not open, and beside any other call. */
uint32_t hybrid_room(uint32_t row);

/** Says whether no task is in a place of a row: neither in a stream nor on the GPU. */
bool hybrid_is_free(uint32_t row, uint32_t place);

/** Looks whether the context of a row is gone, with all tasks that were in its streams. */
void hybrid_look(uint32_t row);

/**
 * Puts a task into a stream; NULL is the legacy default stream of the context. Nothing is
 * allocated.
 *
 * @return cudlaSuccess; cudlaErrorOutOfResources: RINGFENCE_CFG_DLA_TASKS tasks of the handle are
 * not over; cudlaErrorUnsupportedOperation: the stream is being captured, or is the default stream
 * of a thread; cudlaErrorInvalidParam: the stream is one of another context; cudlaErrorCuda
 */
cudlaStatus hybrid_submit(uint32_t row, const HybridTask *task, void *stream);

/* ---------------------------------------------------------------- standalone mode */

/** UUID of a GPU. */
typedef struct {
    uint8_t bytes[16];
} HybridGpu;

/**
 * Opens the row of a handle in standalone mode, in the primary context of a GPU; nothing to do if
 * it is open. hybrid_close() ends it.
 *
 * @return cudlaSuccess; cudlaErrorUnsupportedOperation, with a fault report of `op`: there is no
 * such GPU, no driver, or no kernel; otherwise as hybrid_open()
 */
cudlaStatus hybrid_open_alone(uint32_t row, PhaseOp op, const HybridGpu *gpu);

/** Memory that the GPU of a row uses; all zero: none. */
typedef struct {
    /** On the GPU. */
    uint64_t address;
    /** Bytes of the mapping. */
    uint64_t bytes;
    /** Memory of the CPU: where it is mapped for CUDA. */
    void *host;
} HybridMemory;

/** Memory of a GPU, as a buffer says. */
typedef struct {
    /** The caller's; it is not needed after the call. */
    int32_t descriptor;
    uint64_t bytes;
    HybridGpu gpu;
    /** Tasks may write it: the GPU keeps to that. */
    bool is_written;
} HybridShare;

/**
 * Maps memory of a GPU for that of a row.
 *
 * @return cudlaSuccess; cudlaErrorUnsupportedOperation, with a fault report of `op`: the GPU of the
 * row cannot use the other's; cudlaErrorOutOfResources; cudlaErrorCuda: it is not the memory of
 * this size on this GPU
 */
cudlaStatus hybrid_map_share(uint32_t row, PhaseOp op, const HybridShare *share,
                             HybridMemory *memory);

/**
 * Maps pages of the CPU for the GPU of a row. They are mapped in this process once more, so that it
 * does not matter whether CUDA knows them already.
 *
 * @return cudlaSuccess, cudlaErrorOutOfResources or cudlaErrorCuda
 */
cudlaStatus hybrid_map_pages(uint32_t row, const void *pages, uint64_t bytes, bool is_written,
                             HybridMemory *memory);

/** Ends a mapping that no task uses; nothing to do for one that is none. */
void hybrid_unmap(uint32_t row, HybridMemory *memory);

/** What a task in standalone mode asks. */
typedef struct {
    /** False: it is to end now. */
    bool (*goes_on)(void *context);
    /** The handle is being destroyed. */
    bool (*is_ending)(void *context);
    void *context;
} HybridHost;

/**
 * Runs a task on the GPU, and waits until it is over. A task that is to end is waited for until the
 * GPU has passed it, so that its memory is not used any more; about a second at most where the
 * handle is being destroyed. Nothing is reserved.
 *
 * @return cudlaSuccess, how a step failed, cudlaErrorDlaErrEngineTimeout, or cudlaErrorCuda
 */
cudlaStatus hybrid_run(uint32_t row, const HybridTask *task, const HybridHost *host);

/** Waits until no task of a row is left on the GPU; nothing to do for a row that is not open. The
 * worker of the handle has ended. */
void hybrid_settle(uint32_t row);

/** How the last task failed that failed, as long as the row is open; cudlaSuccess: none did. It is
 * known once the stream has passed the task. */
cudlaStatus hybrid_last_error(uint32_t row);

#endif /* RINGFENCE_DLA_HYBRID_H */
