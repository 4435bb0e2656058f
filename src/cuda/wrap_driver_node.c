/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wrap_driver_node.c
 * CUDA's names of the driver for nodes of any kind, as CUDA 12.2 has them.
 *
 * The names are those that the linker makes (DEV-013). Each file is an archive member of its own,
 * so that a program needs no more of CUDA than it calls.
 */
#include "cuda/wrap_node.h"

CUresult __real_cuGraphAddNode(CUgraphNode *phGraphNode, CUgraph hGraph,
                               const CUgraphNode *dependencies, size_t numDependencies,
                               CUgraphNodeParams *nodeParams);
CUresult __wrap_cuGraphAddNode(CUgraphNode *phGraphNode, CUgraph hGraph,
                               const CUgraphNode *dependencies, size_t numDependencies,
                               CUgraphNodeParams *nodeParams);
CUresult __real_cuGraphNodeSetParams(CUgraphNode hNode, CUgraphNodeParams *nodeParams);
CUresult __wrap_cuGraphNodeSetParams(CUgraphNode hNode, CUgraphNodeParams *nodeParams);
CUresult __real_cuGraphExecNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                         CUgraphNodeParams *nodeParams);
CUresult __wrap_cuGraphExecNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                         CUgraphNodeParams *nodeParams);

/** @satisfies RF-CUDA-104 */
CUresult __wrap_cuGraphAddNode(CUgraphNode *phGraphNode, CUgraph hGraph,
                               const CUgraphNode *dependencies, size_t numDependencies,
                               CUgraphNodeParams *nodeParams)
{
    CUresult result = CUDA_SUCCESS;

    if (wrap_node_signals(nodeParams) || wrap_node_waits(nodeParams)) {
        result = wrap_add_node(phGraphNode, hGraph, dependencies, numDependencies, nodeParams);
    } else {
        result =
            __real_cuGraphAddNode(phGraphNode, hGraph, dependencies, numDependencies, nodeParams);
    }
    return result;
}

/** @satisfies RF-CUDA-104 */
CUresult __wrap_cuGraphNodeSetParams(CUgraphNode hNode, CUgraphNodeParams *nodeParams)
{
    CUresult result = CUDA_SUCCESS;

    if (wrap_node_signals(nodeParams)) {
        const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS own = wrap_signal_of(nodeParams);

        result = ringfenceCuGraphExternalSemaphoresSignalNodeSetParams(hNode, &own);
    } else if (wrap_node_waits(nodeParams)) {
        const CUDA_EXT_SEM_WAIT_NODE_PARAMS own = wrap_wait_of(nodeParams);

        result = ringfenceCuGraphExternalSemaphoresWaitNodeSetParams(hNode, &own);
    } else {
        result = __real_cuGraphNodeSetParams(hNode, nodeParams);
    }
    return result;
}

/** @satisfies RF-CUDA-104 */
CUresult __wrap_cuGraphExecNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                         CUgraphNodeParams *nodeParams)
{
    CUresult result = CUDA_SUCCESS;

    if (wrap_node_signals(nodeParams)) {
        const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS own = wrap_signal_of(nodeParams);

        result = ringfenceCuGraphExecExternalSemaphoresSignalNodeSetParams(hGraphExec, hNode, &own);
    } else if (wrap_node_waits(nodeParams)) {
        const CUDA_EXT_SEM_WAIT_NODE_PARAMS own = wrap_wait_of(nodeParams);

        result = ringfenceCuGraphExecExternalSemaphoresWaitNodeSetParams(hGraphExec, hNode, &own);
    } else {
        result = __real_cuGraphExecNodeSetParams(hGraphExec, hNode, nodeParams);
    }
    return result;
}
