/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cuda_sync.h
 * Sync objects for CUDA, as the entry points and the memory of buffers use them.
 */
#ifndef RINGFENCE_CUDA_CUDA_SYNC_H
#define RINGFENCE_CUDA_CUDA_SYNC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cuda/cuda_api.h"
#include "cuda/driver/cuda_driver.h"

/* ---------------------------------------------------------------- turns */

/** Takes turns: imports, mappings and their ends, one at a time. import_unlock() ends the turn. */
void import_lock(void);

/** Ends the turn of imports and mappings, and settles what others left for then. */
void import_unlock(void);

/** Keeps the phase until import_let(), behind import_lock(): who waits for the lock, or for a
 * device, holds no change of the phase up. CUDA_ERROR_NOT_PERMITTED iff the phase has changed
 * meanwhile, and refuses the caller; counted. */
CUresult import_keep(const CudaCaller *caller, int32_t *held);

/** Lets the phase change again, also after a refusal. */
void import_let(int32_t held);

/** import_lock() and import_keep(). */
CUresult import_begin(const CudaCaller *caller, int32_t *held);

/** import_let() and import_unlock(). */
void import_end(int32_t held);

/* ---------------------------------------------------------------- semaphores */

/** Says whether a handle is none for the driver: it has the mark of ours, of whatever kind, and may
 * be stale. */
bool semaphore_is_ours(const void *handle);

/** Imports a sync object. */
CUresult semaphore_import(const CudaCaller *caller, const void *object, unsigned int flags,
                          void **handle);

/** Ends an import. */
CUresult semaphore_destroy(const CudaCaller *caller, const void *handle);

/** Fills a list with what a GPU needs to signal, to wait, or both. */
CUresult semaphore_attributes(const CudaCaller *caller, void *list, CUdevice device, int flags);

/* ---------------------------------------------------------------- streams */

/**
 * Carries out a call that signals.
 *
 * @param[in] handles  array of handles of either API
 * @param[in] params   array of parameters of either API: they are the same bytes
 * @param[in] count    entries of both
 */
CUresult stream_signal(const void *handles, const void *params, uint32_t count, CUstream stream,
                       CudaCaller caller);

/** Carries out a call that waits; parameters as for stream_signal(). */
CUresult stream_wait(const void *handles, const void *params, uint32_t count, CUstream stream,
                     CudaCaller caller);

/* ---------------------------------------------------------------- graphs */

/** What is done with a node. */
typedef enum { GRAPH_ADD, GRAPH_SET, GRAPH_SET_EXEC } GraphAction;

/** A node of a graph. */
typedef struct {
    GraphAction action;
    /** To add: where the node goes, the graph and the dependencies. */
    CUgraphNode *added;
    CUgraph graph;
    const CUgraphNode *dependencies;
    size_t count;
    /** To set parameters. */
    CUgraphExec exec;
    CUgraphNode node;
    /** Parameters of the caller, of either API. */
    const void *params;
} GraphTarget;

/** Adds a node that signals or waits, or sets its parameters. */
CUresult graph_run(const CudaCaller *caller, bool signals, const GraphTarget *target);

#endif /* RINGFENCE_CUDA_CUDA_SYNC_H */
