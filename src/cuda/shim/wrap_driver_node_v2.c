/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wrap_driver_node_v2.c
 * CUDA's name of the driver for a node of any kind with notes on its edges, which CUDA 12.3 brought
 * and CUDA 13 has under the name of old.
 */
#include "cuda/shim/driver_node.h"
#include "cuda/shim/wrap.h"

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

/**
 * Adds a node of ours, if its edges are plain.
 * @satisfies RF-CUDA-104
 */
static CUresult driver_add_node_v2(CUgraphNode *node, CUgraph graph,
                                   const CUgraphNode *dependencies, const CUgraphEdgeData *edges,
                                   size_t count, const CUgraphNodeParams *params)
{
    CUresult result = CUDA_ERROR_NOT_SUPPORTED;

    if (edges_are_plain(edges, count)) {
        result = driver_add_node(node, graph, dependencies, count, params);
    }
    return result;
}

SHIM_DRIVER_NODE_V2(WRAP_OURS, WRAP_IMPORT, WRAP_OWNED, WRAP_BATCH)
