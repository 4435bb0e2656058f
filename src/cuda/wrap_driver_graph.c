/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wrap_driver_graph.c
 * CUDA's names of the driver for nodes of graphs that signal and wait.
 *
 * The names are those that the linker makes (DEV-013). Each file is an archive member of its own,
 * so that a program needs no more of CUDA than it calls.
 */
#include "cuda/wrap_driver_batch.h"

CUresult __real_cuGraphAddExternalSemaphoresSignalNode(
    CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
    size_t numDependencies, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams);
CUresult __wrap_cuGraphAddExternalSemaphoresSignalNode(
    CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
    size_t numDependencies, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams);
CUresult
__real_cuGraphAddExternalSemaphoresWaitNode(CUgraphNode *phGraphNode, CUgraph hGraph,
                                            const CUgraphNode *dependencies, size_t numDependencies,
                                            const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams);
CUresult
__wrap_cuGraphAddExternalSemaphoresWaitNode(CUgraphNode *phGraphNode, CUgraph hGraph,
                                            const CUgraphNode *dependencies, size_t numDependencies,
                                            const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams);
CUresult __real_cuGraphExternalSemaphoresSignalNodeSetParams(
    CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams);
CUresult __wrap_cuGraphExternalSemaphoresSignalNodeSetParams(
    CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams);
CUresult
__real_cuGraphExternalSemaphoresWaitNodeSetParams(CUgraphNode hNode,
                                                  const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams);
CUresult
__wrap_cuGraphExternalSemaphoresWaitNodeSetParams(CUgraphNode hNode,
                                                  const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams);
CUresult __real_cuGraphExecExternalSemaphoresSignalNodeSetParams(
    CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams);
CUresult __wrap_cuGraphExecExternalSemaphoresSignalNodeSetParams(
    CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams);
CUresult __real_cuGraphExecExternalSemaphoresWaitNodeSetParams(
    CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams);
CUresult __wrap_cuGraphExecExternalSemaphoresWaitNodeSetParams(
    CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams);

/** Says whether one of the semaphores of a node that signals is ours. */
static bool driver_signal_has_ours(const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *params)
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
static bool driver_wait_has_ours(const CUDA_EXT_SEM_WAIT_NODE_PARAMS *params)
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
CUresult __wrap_cuGraphAddExternalSemaphoresSignalNode(
    CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
    size_t numDependencies, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams)
{
    CUresult result = CUDA_SUCCESS;

    if (driver_signal_has_ours(nodeParams)) {
        result = ringfenceCuGraphAddExternalSemaphoresSignalNode(phGraphNode, hGraph, dependencies,
                                                                 numDependencies, nodeParams);
    } else {
        result = __real_cuGraphAddExternalSemaphoresSignalNode(phGraphNode, hGraph, dependencies,
                                                               numDependencies, nodeParams);
    }
    return result;
}

/** @satisfies RF-CUDA-040 */
CUresult
__wrap_cuGraphAddExternalSemaphoresWaitNode(CUgraphNode *phGraphNode, CUgraph hGraph,
                                            const CUgraphNode *dependencies, size_t numDependencies,
                                            const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams)
{
    CUresult result = CUDA_SUCCESS;

    if (driver_wait_has_ours(nodeParams)) {
        result = ringfenceCuGraphAddExternalSemaphoresWaitNode(phGraphNode, hGraph, dependencies,
                                                               numDependencies, nodeParams);
    } else {
        result = __real_cuGraphAddExternalSemaphoresWaitNode(phGraphNode, hGraph, dependencies,
                                                             numDependencies, nodeParams);
    }
    return result;
}

/** @satisfies RF-CUDA-040 */
CUresult __wrap_cuGraphExternalSemaphoresSignalNodeSetParams(
    CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams)
{
    CUresult result = CUDA_SUCCESS;

    if (driver_signal_has_ours(nodeParams)) {
        result = ringfenceCuGraphExternalSemaphoresSignalNodeSetParams(hNode, nodeParams);
    } else {
        result = __real_cuGraphExternalSemaphoresSignalNodeSetParams(hNode, nodeParams);
    }
    return result;
}

/** @satisfies RF-CUDA-040 */
CUresult
__wrap_cuGraphExternalSemaphoresWaitNodeSetParams(CUgraphNode hNode,
                                                  const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams)
{
    CUresult result = CUDA_SUCCESS;

    if (driver_wait_has_ours(nodeParams)) {
        result = ringfenceCuGraphExternalSemaphoresWaitNodeSetParams(hNode, nodeParams);
    } else {
        result = __real_cuGraphExternalSemaphoresWaitNodeSetParams(hNode, nodeParams);
    }
    return result;
}

/** @satisfies RF-CUDA-040 */
CUresult __wrap_cuGraphExecExternalSemaphoresSignalNodeSetParams(
    CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams)
{
    CUresult result = CUDA_SUCCESS;

    if (driver_signal_has_ours(nodeParams)) {
        result = ringfenceCuGraphExecExternalSemaphoresSignalNodeSetParams(hGraphExec, hNode,
                                                                           nodeParams);
    } else {
        result =
            __real_cuGraphExecExternalSemaphoresSignalNodeSetParams(hGraphExec, hNode, nodeParams);
    }
    return result;
}

/** @satisfies RF-CUDA-040 */
CUresult __wrap_cuGraphExecExternalSemaphoresWaitNodeSetParams(
    CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams)
{
    CUresult result = CUDA_SUCCESS;

    if (driver_wait_has_ours(nodeParams)) {
        result =
            ringfenceCuGraphExecExternalSemaphoresWaitNodeSetParams(hGraphExec, hNode, nodeParams);
    } else {
        result =
            __real_cuGraphExecExternalSemaphoresWaitNodeSetParams(hGraphExec, hNode, nodeParams);
    }
    return result;
}
