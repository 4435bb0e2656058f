/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wrap_runtime_node.c
 * CUDA's names of the runtime for the parameters of nodes of any kind.
 *
 * The names are those that the linker makes (DEV-013). Each file is an archive member of its own,
 * so that a program needs no more of CUDA than it calls.
 */
#include "cuda/wrap_batch.h"

cudaError_t __real_cudaGraphNodeSetParams(cudaGraphNode_t node,
                                          struct cudaGraphNodeParams *nodeParams);
cudaError_t __wrap_cudaGraphNodeSetParams(cudaGraphNode_t node,
                                          struct cudaGraphNodeParams *nodeParams);
cudaError_t __real_cudaGraphExecNodeSetParams(cudaGraphExec_t graphExec, cudaGraphNode_t node,
                                              struct cudaGraphNodeParams *nodeParams);
cudaError_t __wrap_cudaGraphExecNodeSetParams(cudaGraphExec_t graphExec, cudaGraphNode_t node,
                                              struct cudaGraphNodeParams *nodeParams);

/** Says whether one of some semaphores is ours. */
static bool any_is_ours(const cudaExternalSemaphore_t *semaphores, unsigned int count)
{
    bool ours = false;

    for (unsigned int i = 0U; (semaphores != NULL) && (i < count); i++) {
        ours = ours || ringfenceCudaOwnsHandle(semaphores[i]);
    }
    return ours;
}

/** Says whether a node signals with one of ours. */
static bool node_signals(const struct cudaGraphNodeParams *params)
{
    bool ours = false;

    if ((params != NULL) && (params->type == cudaGraphNodeTypeExtSemaphoreSignal)) {
        const cudaExternalSemaphore_t *semaphores = params->extSemSignal.extSemArray;

        ours = any_is_ours(semaphores, params->extSemSignal.numExtSems);
    }
    return ours;
}

/** Says whether a node waits with one of ours. */
static bool node_waits(const struct cudaGraphNodeParams *params)
{
    bool ours = false;

    if ((params != NULL) && (params->type == cudaGraphNodeTypeExtSemaphoreWait)) {
        const cudaExternalSemaphore_t *semaphores = params->extSemWait.extSemArray;

        ours = any_is_ours(semaphores, params->extSemWait.numExtSems);
    }
    return ours;
}

/** The parameters of a node that signals, as the function of its own has them. */
static struct cudaExternalSemaphoreSignalNodeParams
signal_of(const struct cudaGraphNodeParams *params)
{
    const struct cudaExternalSemaphoreSignalNodeParams own = {params->extSemSignal.extSemArray,
                                                              params->extSemSignal.paramsArray,
                                                              params->extSemSignal.numExtSems};

    return own;
}

/** The same of one that waits. */
static struct cudaExternalSemaphoreWaitNodeParams wait_of(const struct cudaGraphNodeParams *params)
{
    const struct cudaExternalSemaphoreWaitNodeParams own = {params->extSemWait.extSemArray,
                                                            params->extSemWait.paramsArray,
                                                            params->extSemWait.numExtSems};

    return own;
}

/** @satisfies RF-CUDA-104 */
cudaError_t __wrap_cudaGraphNodeSetParams(cudaGraphNode_t node,
                                          struct cudaGraphNodeParams *nodeParams)
{
    cudaError_t result = cudaSuccess;

    if (node_signals(nodeParams)) {
        const struct cudaExternalSemaphoreSignalNodeParams own = signal_of(nodeParams);

        result = ringfenceCudaGraphExternalSemaphoresSignalNodeSetParams(node, &own);
    } else if (node_waits(nodeParams)) {
        const struct cudaExternalSemaphoreWaitNodeParams own = wait_of(nodeParams);

        result = ringfenceCudaGraphExternalSemaphoresWaitNodeSetParams(node, &own);
    } else {
        result = __real_cudaGraphNodeSetParams(node, nodeParams);
    }
    return result;
}

/** @satisfies RF-CUDA-104 */
cudaError_t __wrap_cudaGraphExecNodeSetParams(cudaGraphExec_t graphExec, cudaGraphNode_t node,
                                              struct cudaGraphNodeParams *nodeParams)
{
    cudaError_t result = cudaSuccess;

    if (node_signals(nodeParams)) {
        const struct cudaExternalSemaphoreSignalNodeParams own = signal_of(nodeParams);

        result = ringfenceCudaGraphExecExternalSemaphoresSignalNodeSetParams(graphExec, node, &own);
    } else if (node_waits(nodeParams)) {
        const struct cudaExternalSemaphoreWaitNodeParams own = wait_of(nodeParams);

        result = ringfenceCudaGraphExecExternalSemaphoresWaitNodeSetParams(graphExec, node, &own);
    } else {
        result = __real_cudaGraphExecNodeSetParams(graphExec, node, nodeParams);
    }
    return result;
}
