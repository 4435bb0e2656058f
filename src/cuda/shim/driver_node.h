/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file driver_node.h
 * Nodes of any kind of a program that keeps the driver's names: those of the library's semaphores
 * go to the functions for their kind.
 */
#ifndef RINGFENCE_CUDA_SHIM_DRIVER_NODE_H
#define RINGFENCE_CUDA_SHIM_DRIVER_NODE_H

#include "cuda/shim/batch.h"

/**
 * Says whether a node signals or waits with a semaphore of the library.
 * @satisfies RF-CUDA-104
 */
static inline bool driver_node_is_ours(const CUgraphNodeParams *params)
{
    bool ours = false;

    if (params == NULL) {
        /* CUDA answers. */
    } else if (params->type == CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL) {
        ours = ringfenceWrapAny(params->extSemSignal.extSemArray, params->extSemSignal.numExtSems);
    } else if (params->type == CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT) {
        ours = ringfenceWrapAny(params->extSemWait.extSemArray, params->extSemWait.numExtSems);
    } else {
        /* A node of another kind has no semaphores. */
    }
    return ours;
}

/** The parameters of a node that signals, as the function of its own has them. */
static inline CUDA_EXT_SEM_SIGNAL_NODE_PARAMS driver_signal_of(const CUgraphNodeParams *params)
{
    const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS own = {params->extSemSignal.extSemArray,
                                                 params->extSemSignal.paramsArray,
                                                 params->extSemSignal.numExtSems};

    return own;
}

/** The parameters of a node that waits, as the function of its own has them. */
static inline CUDA_EXT_SEM_WAIT_NODE_PARAMS driver_wait_of(const CUgraphNodeParams *params)
{
    const CUDA_EXT_SEM_WAIT_NODE_PARAMS own = {params->extSemWait.extSemArray,
                                               params->extSemWait.paramsArray,
                                               params->extSemWait.numExtSems};

    return own;
}

/**
 * Adds a node of ours.
 * @satisfies RF-CUDA-104
 */
static inline CUresult driver_add_node(CUgraphNode *node, CUgraph graph,
                                       const CUgraphNode *dependencies, size_t count,
                                       const CUgraphNodeParams *params)
{
    CUresult result = CUDA_SUCCESS;

    if (params->type == CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL) {
        const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS own = driver_signal_of(params);

        result =
            ringfenceCuGraphAddExternalSemaphoresSignalNode(node, graph, dependencies, count, &own);
    } else {
        const CUDA_EXT_SEM_WAIT_NODE_PARAMS own = driver_wait_of(params);

        result =
            ringfenceCuGraphAddExternalSemaphoresWaitNode(node, graph, dependencies, count, &own);
    }
    return result;
}

#endif /* RINGFENCE_CUDA_SHIM_DRIVER_NODE_H */
