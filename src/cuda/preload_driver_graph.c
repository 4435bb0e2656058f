/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file preload_driver_graph.c
 * The next definitions of CUDA's names of the driver for nodes of graphs, in the preload library
 * (DEV-013).
 */
#include "cuda/cuda_api.h"
#include "cuda/preload.h"

CUresult __real_cuGraphAddExternalSemaphoresSignalNode(
    CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
    size_t numDependencies, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams);
CUresult
__real_cuGraphAddExternalSemaphoresWaitNode(CUgraphNode *phGraphNode, CUgraph hGraph,
                                            const CUgraphNode *dependencies, size_t numDependencies,
                                            const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams);
CUresult __real_cuGraphExternalSemaphoresSignalNodeSetParams(
    CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams);
CUresult
__real_cuGraphExternalSemaphoresWaitNodeSetParams(CUgraphNode hNode,
                                                  const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams);
CUresult __real_cuGraphExecExternalSemaphoresSignalNodeSetParams(
    CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams);
CUresult __real_cuGraphExecExternalSemaphoresWaitNodeSetParams(
    CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams);

/** @satisfies RF-CUDA-051 */
CUresult __real_cuGraphAddExternalSemaphoresSignalNode(
    CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
    size_t numDependencies, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams)
{
    static PreloadNext next = {"cuGraphAddExternalSemaphoresSignalNode", {0U}};
    CUresult (*function)(CUgraphNode * phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                         size_t numDependencies,
                         const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams) = NULL;

    return preload_next(&next, &function)
               ? function(phGraphNode, hGraph, dependencies, numDependencies, nodeParams)
               : CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
}

/** @satisfies RF-CUDA-051 */
CUresult
__real_cuGraphAddExternalSemaphoresWaitNode(CUgraphNode *phGraphNode, CUgraph hGraph,
                                            const CUgraphNode *dependencies, size_t numDependencies,
                                            const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams)
{
    static PreloadNext next = {"cuGraphAddExternalSemaphoresWaitNode", {0U}};
    CUresult (*function)(CUgraphNode * phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                         size_t numDependencies, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams) =
        NULL;

    return preload_next(&next, &function)
               ? function(phGraphNode, hGraph, dependencies, numDependencies, nodeParams)
               : CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
}

/** @satisfies RF-CUDA-051 */
CUresult __real_cuGraphExternalSemaphoresSignalNodeSetParams(
    CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams)
{
    static PreloadNext next = {"cuGraphExternalSemaphoresSignalNodeSetParams", {0U}};
    CUresult (*function)(CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams) =
        NULL;

    return preload_next(&next, &function) ? function(hNode, nodeParams)
                                          : CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
}

/** @satisfies RF-CUDA-051 */
CUresult
__real_cuGraphExternalSemaphoresWaitNodeSetParams(CUgraphNode hNode,
                                                  const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams)
{
    static PreloadNext next = {"cuGraphExternalSemaphoresWaitNodeSetParams", {0U}};
    CUresult (*function)(CUgraphNode hNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams) = NULL;

    return preload_next(&next, &function) ? function(hNode, nodeParams)
                                          : CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
}

/** @satisfies RF-CUDA-051 */
CUresult __real_cuGraphExecExternalSemaphoresSignalNodeSetParams(
    CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams)
{
    static PreloadNext next = {"cuGraphExecExternalSemaphoresSignalNodeSetParams", {0U}};
    CUresult (*function)(CUgraphExec hGraphExec, CUgraphNode hNode,
                         const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams) = NULL;

    return preload_next(&next, &function) ? function(hGraphExec, hNode, nodeParams)
                                          : CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
}

/** @satisfies RF-CUDA-051 */
CUresult __real_cuGraphExecExternalSemaphoresWaitNodeSetParams(
    CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams)
{
    static PreloadNext next = {"cuGraphExecExternalSemaphoresWaitNodeSetParams", {0U}};
    CUresult (*function)(CUgraphExec hGraphExec, CUgraphNode hNode,
                         const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams) = NULL;

    return preload_next(&next, &function) ? function(hGraphExec, hNode, nodeParams)
                                          : CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
}
