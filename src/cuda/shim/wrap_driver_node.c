/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wrap_driver_node.c
 * CUDA's names of the driver for nodes of any kind, as CUDA 12.2 has them.
 */
#include "cuda/shim/driver_node.h"
#include "cuda/shim/wrap.h"

/** Sets the parameters of a node of ours. */
static CUresult driver_set_params(CUgraphNode node, const CUgraphNodeParams *params)
{
    CUresult result = CUDA_SUCCESS;

    if (params->type == CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL) {
        const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS own = driver_signal_of(params);

        result = ringfenceCuGraphExternalSemaphoresSignalNodeSetParams(node, &own);
    } else {
        const CUDA_EXT_SEM_WAIT_NODE_PARAMS own = driver_wait_of(params);

        result = ringfenceCuGraphExternalSemaphoresWaitNodeSetParams(node, &own);
    }
    return result;
}

/** Sets the parameters of a node of ours in an executable graph. */
static CUresult driver_set_exec_params(CUgraphExec graph, CUgraphNode node,
                                       const CUgraphNodeParams *params)
{
    CUresult result = CUDA_SUCCESS;

    if (params->type == CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL) {
        const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS own = driver_signal_of(params);

        result = ringfenceCuGraphExecExternalSemaphoresSignalNodeSetParams(graph, node, &own);
    } else {
        const CUDA_EXT_SEM_WAIT_NODE_PARAMS own = driver_wait_of(params);

        result = ringfenceCuGraphExecExternalSemaphoresWaitNodeSetParams(graph, node, &own);
    }
    return result;
}

SHIM_DRIVER_NODE(WRAP_OURS, WRAP_IMPORT, WRAP_OWNED, WRAP_BATCH)
