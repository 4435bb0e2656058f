/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file preload_runtime_node.c
 * The next definitions of CUDA's names of the runtime for nodes of any kind, in the preload library
 * (DEV-013).
 */
#include "cuda/cuda_api.h"
#include "cuda/preload.h"

cudaError_t __real_cudaGraphNodeSetParams(cudaGraphNode_t node,
                                          struct cudaGraphNodeParams *nodeParams);
cudaError_t __real_cudaGraphExecNodeSetParams(cudaGraphExec_t graphExec, cudaGraphNode_t node,
                                              struct cudaGraphNodeParams *nodeParams);

/** @satisfies RF-CUDA-051 */
cudaError_t __real_cudaGraphNodeSetParams(cudaGraphNode_t node,
                                          struct cudaGraphNodeParams *nodeParams)
{
    static PreloadNext next = {"cudaGraphNodeSetParams", {0U}};
    cudaError_t (*function)(cudaGraphNode_t node, struct cudaGraphNodeParams * nodeParams) = NULL;

    return preload_next(&next, &function) ? function(node, nodeParams)
                                          : cudaErrorSharedObjectSymbolNotFound;
}

/** @satisfies RF-CUDA-051 */
cudaError_t __real_cudaGraphExecNodeSetParams(cudaGraphExec_t graphExec, cudaGraphNode_t node,
                                              struct cudaGraphNodeParams *nodeParams)
{
    static PreloadNext next = {"cudaGraphExecNodeSetParams", {0U}};
    cudaError_t (*function)(cudaGraphExec_t graphExec, cudaGraphNode_t node,
                            struct cudaGraphNodeParams * nodeParams) = NULL;

    return preload_next(&next, &function) ? function(graphExec, node, nodeParams)
                                          : cudaErrorSharedObjectSymbolNotFound;
}
