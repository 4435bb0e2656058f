/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file preload_runtime_graph.c
 * The next definitions of CUDA's names of the runtime for nodes of graphs, in the preload library
 * (DEV-013).
 */
#include "cuda/cuda_api.h"
#include "cuda/preload.h"

cudaError_t __real_cudaGraphAddExternalSemaphoresSignalNode(
    cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies, const struct cudaExternalSemaphoreSignalNodeParams *nodeParams);
cudaError_t __real_cudaGraphAddExternalSemaphoresWaitNode(
    cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies, const struct cudaExternalSemaphoreWaitNodeParams *nodeParams);
cudaError_t __real_cudaGraphExternalSemaphoresSignalNodeSetParams(
    cudaGraphNode_t hNode, const struct cudaExternalSemaphoreSignalNodeParams *nodeParams);
cudaError_t __real_cudaGraphExternalSemaphoresWaitNodeSetParams(
    cudaGraphNode_t hNode, const struct cudaExternalSemaphoreWaitNodeParams *nodeParams);
cudaError_t __real_cudaGraphExecExternalSemaphoresSignalNodeSetParams(
    cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
    const struct cudaExternalSemaphoreSignalNodeParams *nodeParams);
cudaError_t __real_cudaGraphExecExternalSemaphoresWaitNodeSetParams(
    cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
    const struct cudaExternalSemaphoreWaitNodeParams *nodeParams);

/** @satisfies RF-CUDA-051 */
cudaError_t __real_cudaGraphAddExternalSemaphoresSignalNode(
    cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies, const struct cudaExternalSemaphoreSignalNodeParams *nodeParams)
{
    static PreloadNext next = {"cudaGraphAddExternalSemaphoresSignalNode", {0U}};
    cudaError_t (*function)(cudaGraphNode_t * pGraphNode, cudaGraph_t graph,
                            const cudaGraphNode_t *pDependencies, size_t numDependencies,
                            const struct cudaExternalSemaphoreSignalNodeParams *nodeParams) = NULL;

    return preload_next(&next, &function)
               ? function(pGraphNode, graph, pDependencies, numDependencies, nodeParams)
               : cudaErrorSharedObjectSymbolNotFound;
}

/** @satisfies RF-CUDA-051 */
cudaError_t __real_cudaGraphAddExternalSemaphoresWaitNode(
    cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies, const struct cudaExternalSemaphoreWaitNodeParams *nodeParams)
{
    static PreloadNext next = {"cudaGraphAddExternalSemaphoresWaitNode", {0U}};
    cudaError_t (*function)(cudaGraphNode_t * pGraphNode, cudaGraph_t graph,
                            const cudaGraphNode_t *pDependencies, size_t numDependencies,
                            const struct cudaExternalSemaphoreWaitNodeParams *nodeParams) = NULL;

    return preload_next(&next, &function)
               ? function(pGraphNode, graph, pDependencies, numDependencies, nodeParams)
               : cudaErrorSharedObjectSymbolNotFound;
}

/** @satisfies RF-CUDA-051 */
cudaError_t __real_cudaGraphExternalSemaphoresSignalNodeSetParams(
    cudaGraphNode_t hNode, const struct cudaExternalSemaphoreSignalNodeParams *nodeParams)
{
    static PreloadNext next = {"cudaGraphExternalSemaphoresSignalNodeSetParams", {0U}};
    cudaError_t (*function)(cudaGraphNode_t hNode,
                            const struct cudaExternalSemaphoreSignalNodeParams *nodeParams) = NULL;

    return preload_next(&next, &function) ? function(hNode, nodeParams)
                                          : cudaErrorSharedObjectSymbolNotFound;
}

/** @satisfies RF-CUDA-051 */
cudaError_t __real_cudaGraphExternalSemaphoresWaitNodeSetParams(
    cudaGraphNode_t hNode, const struct cudaExternalSemaphoreWaitNodeParams *nodeParams)
{
    static PreloadNext next = {"cudaGraphExternalSemaphoresWaitNodeSetParams", {0U}};
    cudaError_t (*function)(cudaGraphNode_t hNode,
                            const struct cudaExternalSemaphoreWaitNodeParams *nodeParams) = NULL;

    return preload_next(&next, &function) ? function(hNode, nodeParams)
                                          : cudaErrorSharedObjectSymbolNotFound;
}

/** @satisfies RF-CUDA-051 */
cudaError_t __real_cudaGraphExecExternalSemaphoresSignalNodeSetParams(
    cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
    const struct cudaExternalSemaphoreSignalNodeParams *nodeParams)
{
    static PreloadNext next = {"cudaGraphExecExternalSemaphoresSignalNodeSetParams", {0U}};
    cudaError_t (*function)(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
                            const struct cudaExternalSemaphoreSignalNodeParams *nodeParams) = NULL;

    return preload_next(&next, &function) ? function(hGraphExec, hNode, nodeParams)
                                          : cudaErrorSharedObjectSymbolNotFound;
}

/** @satisfies RF-CUDA-051 */
cudaError_t __real_cudaGraphExecExternalSemaphoresWaitNodeSetParams(
    cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
    const struct cudaExternalSemaphoreWaitNodeParams *nodeParams)
{
    static PreloadNext next = {"cudaGraphExecExternalSemaphoresWaitNodeSetParams", {0U}};
    cudaError_t (*function)(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
                            const struct cudaExternalSemaphoreWaitNodeParams *nodeParams) = NULL;

    return preload_next(&next, &function) ? function(hGraphExec, hNode, nodeParams)
                                          : cudaErrorSharedObjectSymbolNotFound;
}
