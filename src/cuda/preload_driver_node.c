/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file preload_driver_node.c
 * The next definitions of CUDA's names of the driver for nodes of any kind, in the preload library
 * (DEV-013).
 */
#include "cuda/cuda_api.h"
#include "cuda/preload.h"

CUresult __real_cuGraphAddNode(CUgraphNode *phGraphNode, CUgraph hGraph,
                               const CUgraphNode *dependencies, size_t numDependencies,
                               CUgraphNodeParams *nodeParams);
CUresult __real_cuGraphAddNode_v2(CUgraphNode *phGraphNode, CUgraph hGraph,
                                  const CUgraphNode *dependencies,
                                  const CUgraphEdgeData *dependencyData, size_t numDependencies,
                                  CUgraphNodeParams *nodeParams);
CUresult __real_cuGraphNodeSetParams(CUgraphNode hNode, CUgraphNodeParams *nodeParams);
CUresult __real_cuGraphExecNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                         CUgraphNodeParams *nodeParams);

/** @satisfies RF-CUDA-051 */
CUresult __real_cuGraphAddNode(CUgraphNode *phGraphNode, CUgraph hGraph,
                               const CUgraphNode *dependencies, size_t numDependencies,
                               CUgraphNodeParams *nodeParams)
{
    static PreloadNext next = {"cuGraphAddNode", {0U}};
    CUresult (*function)(CUgraphNode * phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                         size_t numDependencies, CUgraphNodeParams *nodeParams) = NULL;

    return preload_next(&next, &function)
               ? function(phGraphNode, hGraph, dependencies, numDependencies, nodeParams)
               : CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
}

/** @satisfies RF-CUDA-051 */
CUresult __real_cuGraphAddNode_v2(CUgraphNode *phGraphNode, CUgraph hGraph,
                                  const CUgraphNode *dependencies,
                                  const CUgraphEdgeData *dependencyData, size_t numDependencies,
                                  CUgraphNodeParams *nodeParams)
{
    static PreloadNext next = {"cuGraphAddNode_v2", {0U}};
    CUresult (*function)(CUgraphNode * phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                         const CUgraphEdgeData *dependencyData, size_t numDependencies,
                         CUgraphNodeParams *nodeParams) = NULL;

    return preload_next(&next, &function) ? function(phGraphNode, hGraph, dependencies,
                                                     dependencyData, numDependencies, nodeParams)
                                          : CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
}

/** @satisfies RF-CUDA-051 */
CUresult __real_cuGraphNodeSetParams(CUgraphNode hNode, CUgraphNodeParams *nodeParams)
{
    static PreloadNext next = {"cuGraphNodeSetParams", {0U}};
    CUresult (*function)(CUgraphNode hNode, CUgraphNodeParams * nodeParams) = NULL;

    return preload_next(&next, &function) ? function(hNode, nodeParams)
                                          : CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
}

/** @satisfies RF-CUDA-051 */
CUresult __real_cuGraphExecNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                         CUgraphNodeParams *nodeParams)
{
    static PreloadNext next = {"cuGraphExecNodeSetParams", {0U}};
    CUresult (*function)(CUgraphExec hGraphExec, CUgraphNode hNode,
                         CUgraphNodeParams * nodeParams) = NULL;

    return preload_next(&next, &function) ? function(hGraphExec, hNode, nodeParams)
                                          : CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
}
