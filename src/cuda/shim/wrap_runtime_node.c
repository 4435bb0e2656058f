/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wrap_runtime_node.c
 * CUDA's names of the runtime for the parameters of nodes of any kind: those of the library's
 * semaphores go to the functions for their kind.
 */
#include "cuda/shim/wrap.h"

/**
 * Says whether a node signals or waits with a semaphore of the library.
 * @satisfies RF-CUDA-104
 */
static bool runtime_node_is_ours(const struct cudaGraphNodeParams *params)
{
    bool ours = false;

    if (params == NULL) {
        /* CUDA answers. */
    } else if (params->type == cudaGraphNodeTypeExtSemaphoreSignal) {
        ours = ringfenceWrapAny(params->extSemSignal.extSemArray, params->extSemSignal.numExtSems);
    } else if (params->type == cudaGraphNodeTypeExtSemaphoreWait) {
        ours = ringfenceWrapAny(params->extSemWait.extSemArray, params->extSemWait.numExtSems);
    } else {
        /* A node of another kind has no semaphores. */
    }
    return ours;
}

/** The parameters of a node that signals, as the function of its own has them. */
static struct cudaExternalSemaphoreSignalNodeParams
runtime_signal_of(const struct cudaGraphNodeParams *params)
{
    const struct cudaExternalSemaphoreSignalNodeParams own = {params->extSemSignal.extSemArray,
                                                              params->extSemSignal.paramsArray,
                                                              params->extSemSignal.numExtSems};

    return own;
}

/** The parameters of a node that waits, as the function of its own has them. */
static struct cudaExternalSemaphoreWaitNodeParams
runtime_wait_of(const struct cudaGraphNodeParams *params)
{
    const struct cudaExternalSemaphoreWaitNodeParams own = {params->extSemWait.extSemArray,
                                                            params->extSemWait.paramsArray,
                                                            params->extSemWait.numExtSems};

    return own;
}

/** Sets the parameters of a node of ours. */
static cudaError_t runtime_set_params(cudaGraphNode_t node,
                                      const struct cudaGraphNodeParams *params)
{
    cudaError_t result = cudaSuccess;

    if (params->type == cudaGraphNodeTypeExtSemaphoreSignal) {
        const struct cudaExternalSemaphoreSignalNodeParams own = runtime_signal_of(params);

        result = ringfenceCudaGraphExternalSemaphoresSignalNodeSetParams(node, &own);
    } else {
        const struct cudaExternalSemaphoreWaitNodeParams own = runtime_wait_of(params);

        result = ringfenceCudaGraphExternalSemaphoresWaitNodeSetParams(node, &own);
    }
    return result;
}

/** Sets the parameters of a node of ours in an executable graph. */
static cudaError_t runtime_set_exec_params(cudaGraphExec_t graph, cudaGraphNode_t node,
                                           const struct cudaGraphNodeParams *params)
{
    cudaError_t result = cudaSuccess;

    if (params->type == cudaGraphNodeTypeExtSemaphoreSignal) {
        const struct cudaExternalSemaphoreSignalNodeParams own = runtime_signal_of(params);

        result = ringfenceCudaGraphExecExternalSemaphoresSignalNodeSetParams(graph, node, &own);
    } else {
        const struct cudaExternalSemaphoreWaitNodeParams own = runtime_wait_of(params);

        result = ringfenceCudaGraphExecExternalSemaphoresWaitNodeSetParams(graph, node, &own);
    }
    return result;
}

SHIM_RUNTIME_NODE(WRAP_OURS, WRAP_IMPORT, WRAP_OWNED, WRAP_BATCH)
