/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wrap_runtime_graph.c
 * CUDA's names of the runtime for nodes of graphs that signal and wait.
 *
 * The names are those that the linker makes (DEV-013). Each file is an archive member of its own,
 * so that a program needs no more of CUDA than it calls.
 */
#include "cuda/wrap_batch.h"

cudaError_t __real_cudaGraphAddExternalSemaphoresSignalNode(
    cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies, const struct cudaExternalSemaphoreSignalNodeParams *nodeParams);
cudaError_t __wrap_cudaGraphAddExternalSemaphoresSignalNode(
    cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies, const struct cudaExternalSemaphoreSignalNodeParams *nodeParams);
cudaError_t __real_cudaGraphAddExternalSemaphoresWaitNode(
    cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies, const struct cudaExternalSemaphoreWaitNodeParams *nodeParams);
cudaError_t __wrap_cudaGraphAddExternalSemaphoresWaitNode(
    cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies, const struct cudaExternalSemaphoreWaitNodeParams *nodeParams);
cudaError_t __real_cudaGraphExternalSemaphoresSignalNodeSetParams(
    cudaGraphNode_t hNode, const struct cudaExternalSemaphoreSignalNodeParams *nodeParams);
cudaError_t __wrap_cudaGraphExternalSemaphoresSignalNodeSetParams(
    cudaGraphNode_t hNode, const struct cudaExternalSemaphoreSignalNodeParams *nodeParams);
cudaError_t __real_cudaGraphExternalSemaphoresWaitNodeSetParams(
    cudaGraphNode_t hNode, const struct cudaExternalSemaphoreWaitNodeParams *nodeParams);
cudaError_t __wrap_cudaGraphExternalSemaphoresWaitNodeSetParams(
    cudaGraphNode_t hNode, const struct cudaExternalSemaphoreWaitNodeParams *nodeParams);
cudaError_t __real_cudaGraphExecExternalSemaphoresSignalNodeSetParams(
    cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
    const struct cudaExternalSemaphoreSignalNodeParams *nodeParams);
cudaError_t __wrap_cudaGraphExecExternalSemaphoresSignalNodeSetParams(
    cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
    const struct cudaExternalSemaphoreSignalNodeParams *nodeParams);
cudaError_t __real_cudaGraphExecExternalSemaphoresWaitNodeSetParams(
    cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
    const struct cudaExternalSemaphoreWaitNodeParams *nodeParams);
cudaError_t __wrap_cudaGraphExecExternalSemaphoresWaitNodeSetParams(
    cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
    const struct cudaExternalSemaphoreWaitNodeParams *nodeParams);

/** Says whether one of the semaphores of a node that signals is ours. */
static bool signal_has_ours(const struct cudaExternalSemaphoreSignalNodeParams *params)
{
    bool ours = false;

    if (params != NULL) {
        for (unsigned int i = 0U; (params->extSemArray != NULL) && (i < params->numExtSems); i++) {
            ours = ours || ringfenceCudaOwnsHandle(params->extSemArray[i]);
        }
    }
    return ours;
}

/** Says whether one of the semaphores of a node that waits is ours. */
static bool wait_has_ours(const struct cudaExternalSemaphoreWaitNodeParams *params)
{
    bool ours = false;

    if (params != NULL) {
        for (unsigned int i = 0U; (params->extSemArray != NULL) && (i < params->numExtSems); i++) {
            ours = ours || ringfenceCudaOwnsHandle(params->extSemArray[i]);
        }
    }
    return ours;
}

/** @satisfies RF-CUDA-040 */
cudaError_t __wrap_cudaGraphAddExternalSemaphoresSignalNode(
    cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies, const struct cudaExternalSemaphoreSignalNodeParams *nodeParams)
{
    cudaError_t result = cudaSuccess;

    if (signal_has_ours(nodeParams)) {
        result = ringfenceCudaGraphAddExternalSemaphoresSignalNode(pGraphNode, graph, pDependencies,
                                                                   numDependencies, nodeParams);
    } else {
        result = __real_cudaGraphAddExternalSemaphoresSignalNode(pGraphNode, graph, pDependencies,
                                                                 numDependencies, nodeParams);
    }
    return result;
}

/** @satisfies RF-CUDA-040 */
cudaError_t __wrap_cudaGraphAddExternalSemaphoresWaitNode(
    cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies, const struct cudaExternalSemaphoreWaitNodeParams *nodeParams)
{
    cudaError_t result = cudaSuccess;

    if (wait_has_ours(nodeParams)) {
        result = ringfenceCudaGraphAddExternalSemaphoresWaitNode(pGraphNode, graph, pDependencies,
                                                                 numDependencies, nodeParams);
    } else {
        result = __real_cudaGraphAddExternalSemaphoresWaitNode(pGraphNode, graph, pDependencies,
                                                               numDependencies, nodeParams);
    }
    return result;
}

/** @satisfies RF-CUDA-040 */
cudaError_t __wrap_cudaGraphExternalSemaphoresSignalNodeSetParams(
    cudaGraphNode_t hNode, const struct cudaExternalSemaphoreSignalNodeParams *nodeParams)
{
    cudaError_t result = cudaSuccess;

    if (signal_has_ours(nodeParams)) {
        result = ringfenceCudaGraphExternalSemaphoresSignalNodeSetParams(hNode, nodeParams);
    } else {
        result = __real_cudaGraphExternalSemaphoresSignalNodeSetParams(hNode, nodeParams);
    }
    return result;
}

/** @satisfies RF-CUDA-040 */
cudaError_t __wrap_cudaGraphExternalSemaphoresWaitNodeSetParams(
    cudaGraphNode_t hNode, const struct cudaExternalSemaphoreWaitNodeParams *nodeParams)
{
    cudaError_t result = cudaSuccess;

    if (wait_has_ours(nodeParams)) {
        result = ringfenceCudaGraphExternalSemaphoresWaitNodeSetParams(hNode, nodeParams);
    } else {
        result = __real_cudaGraphExternalSemaphoresWaitNodeSetParams(hNode, nodeParams);
    }
    return result;
}

/** @satisfies RF-CUDA-040 */
cudaError_t __wrap_cudaGraphExecExternalSemaphoresSignalNodeSetParams(
    cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
    const struct cudaExternalSemaphoreSignalNodeParams *nodeParams)
{
    cudaError_t result = cudaSuccess;

    if (signal_has_ours(nodeParams)) {
        result = ringfenceCudaGraphExecExternalSemaphoresSignalNodeSetParams(hGraphExec, hNode,
                                                                             nodeParams);
    } else {
        result = __real_cudaGraphExecExternalSemaphoresSignalNodeSetParams(hGraphExec, hNode,
                                                                           nodeParams);
    }
    return result;
}

/** @satisfies RF-CUDA-040 */
cudaError_t __wrap_cudaGraphExecExternalSemaphoresWaitNodeSetParams(
    cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
    const struct cudaExternalSemaphoreWaitNodeParams *nodeParams)
{
    cudaError_t result = cudaSuccess;

    if (wait_has_ours(nodeParams)) {
        result = ringfenceCudaGraphExecExternalSemaphoresWaitNodeSetParams(hGraphExec, hNode,
                                                                           nodeParams);
    } else {
        result =
            __real_cudaGraphExecExternalSemaphoresWaitNodeSetParams(hGraphExec, hNode, nodeParams);
    }
    return result;
}
