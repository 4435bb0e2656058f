/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wrap_node.h
 * Generic nodes of a program that keeps CUDA's names, in the driver flavour.
 */
#ifndef RINGFENCE_CUDA_WRAP_NODE_H
#define RINGFENCE_CUDA_WRAP_NODE_H

#include "cuda/wrap_driver_batch.h"

/** Says whether one of some semaphores is ours. */
static inline bool wrap_any_is_ours(const CUexternalSemaphore *semaphores, unsigned int count)
{
    bool ours = false;

    for (unsigned int i = 0U; (semaphores != NULL) && (i < count); i++) {
        ours = ours || ringfenceCudaOwnsHandle(semaphores[i]);
    }
    return ours;
}

/** Says whether a node signals with one of ours. */
static inline bool wrap_node_signals(const CUgraphNodeParams *params)
{
    bool ours = false;

    if ((params != NULL) && (params->type == CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL)) {
        const CUexternalSemaphore *semaphores = params->extSemSignal.extSemArray;

        ours = wrap_any_is_ours(semaphores, params->extSemSignal.numExtSems);
    }
    return ours;
}

/** Says whether a node waits with one of ours. */
static inline bool wrap_node_waits(const CUgraphNodeParams *params)
{
    bool ours = false;

    if ((params != NULL) && (params->type == CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT)) {
        const CUexternalSemaphore *semaphores = params->extSemWait.extSemArray;

        ours = wrap_any_is_ours(semaphores, params->extSemWait.numExtSems);
    }
    return ours;
}

/** The parameters of a node that signals, as the function of its own has them. */
static inline CUDA_EXT_SEM_SIGNAL_NODE_PARAMS wrap_signal_of(const CUgraphNodeParams *params)
{
    const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS own = {params->extSemSignal.extSemArray,
                                                 params->extSemSignal.paramsArray,
                                                 params->extSemSignal.numExtSems};

    return own;
}

/** The same of one that waits. */
static inline CUDA_EXT_SEM_WAIT_NODE_PARAMS wrap_wait_of(const CUgraphNodeParams *params)
{
    const CUDA_EXT_SEM_WAIT_NODE_PARAMS own = {params->extSemWait.extSemArray,
                                               params->extSemWait.paramsArray,
                                               params->extSemWait.numExtSems};

    return own;
}

/** Adds a node of ours. */
static inline CUresult wrap_add_node(CUgraphNode *node, CUgraph graph,
                                     const CUgraphNode *dependencies, size_t count,
                                     const CUgraphNodeParams *params)
{
    CUresult result = CUDA_SUCCESS;

    if (params->type == CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL) {
        const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS own = wrap_signal_of(params);

        result =
            ringfenceCuGraphAddExternalSemaphoresSignalNode(node, graph, dependencies, count, &own);
    } else {
        const CUDA_EXT_SEM_WAIT_NODE_PARAMS own = wrap_wait_of(params);

        result =
            ringfenceCuGraphAddExternalSemaphoresWaitNode(node, graph, dependencies, count, &own);
    }
    return result;
}

#endif /* RINGFENCE_CUDA_WRAP_NODE_H */
