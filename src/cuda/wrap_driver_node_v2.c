/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wrap_driver_node_v2.c
 * CUDA's name of the driver for a node of any kind with notes on its edges, which CUDA 12.3 brought
 * and CUDA 13 has under the name of old.
 *
 * The names are those that the linker makes (DEV-013). Each file is an archive member of its own,
 * so that a program needs no more of CUDA than it calls.
 */
#include "cuda/wrap_node.h"

CUresult __real_cuGraphAddNode_v2(CUgraphNode *phGraphNode, CUgraph hGraph,
                                  const CUgraphNode *dependencies,
                                  const CUgraphEdgeData *dependencyData, size_t numDependencies,
                                  CUgraphNodeParams *nodeParams);
CUresult __wrap_cuGraphAddNode_v2(CUgraphNode *phGraphNode, CUgraph hGraph,
                                  const CUgraphNode *dependencies,
                                  const CUgraphEdgeData *dependencyData, size_t numDependencies,
                                  CUgraphNodeParams *nodeParams);

/** Says whether edges are as without notes: the whole node waits for the whole other one. */
static bool edges_are_plain(const CUgraphEdgeData *edges, size_t count)
{
    bool plain = true;

    for (size_t i = 0U; (edges != NULL) && (i < count); i++) {
        plain = plain && (edges[i].from_port == 0U) && (edges[i].to_port == 0U) &&
                (edges[i].type == 0U);
    }
    return plain;
}

/** @satisfies RF-CUDA-104 */
CUresult __wrap_cuGraphAddNode_v2(CUgraphNode *phGraphNode, CUgraph hGraph,
                                  const CUgraphNode *dependencies,
                                  const CUgraphEdgeData *dependencyData, size_t numDependencies,
                                  CUgraphNodeParams *nodeParams)
{
    CUresult result = CUDA_SUCCESS;

    if ((!wrap_node_signals(nodeParams)) && (!wrap_node_waits(nodeParams))) {
        result = __real_cuGraphAddNode_v2(phGraphNode, hGraph, dependencies, dependencyData,
                                          numDependencies, nodeParams);
    } else if (edges_are_plain(dependencyData, numDependencies)) {
        result = wrap_add_node(phGraphNode, hGraph, dependencies, numDependencies, nodeParams);
    } else {
        result = CUDA_ERROR_NOT_SUPPORTED;
    }
    return result;
}
