/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_graph.c
 * Graphs: the nodes are carried out in the order in which they were added, which is one of those
 * that their dependencies allow.
 *
 * There are three kinds of nodes: batches of memory operations, semaphores of the driver's own, and
 * kernels of ours.
 */
#include "fake_internal.h"

#include <stdlib.h>

#define NODE_OPS 64U

typedef enum { NODE_BATCH, NODE_KERNEL, NODE_SEMAPHORES } NodeKind;

struct CUgraphNode_st {
    CUgraphNode next;
    NodeKind kind;
    CUstreamBatchMemOpParams ops[NODE_OPS];
    unsigned int count;
    FakeKernel kernel;
    /** Place among the nodes of its graph, which is that of its copy in an executable graph. */
    unsigned int place;
};

struct CUgraph_st {
    CUgraphNode first;
    unsigned int nodes;
};

struct CUgraphExec_st {
    struct CUgraph_st graph;
};

static unsigned int g_live;

unsigned int fake_live_graphs(void)
{
    unsigned int count = 0U;

    (void)pthread_mutex_lock(&g_fake_lock);
    count = g_live;
    (void)pthread_mutex_unlock(&g_fake_lock);
    return count;
}

static void count_live(bool more)
{
    (void)pthread_mutex_lock(&g_fake_lock);
    g_live = more ? (g_live + 1U) : (g_live - 1U);
    (void)pthread_mutex_unlock(&g_fake_lock);
}

/* ---------------------------------------------------------------- nodes */

static CUgraphNode append(CUgraph graph, const struct CUgraphNode_st *what)
{
    CUgraphNode node = calloc(1U, sizeof(*node));
    CUgraphNode *link = &graph->first;

    if (node != NULL) {
        while (*link != NULL) {
            link = &(*link)->next;
        }
        *node = *what;
        node->next = NULL;
        node->place = graph->nodes;
        graph->nodes++;
        *link = node;
    }
    return node;
}

static void clear(CUgraph graph)
{
    while (graph->first != NULL) {
        CUgraphNode const next = graph->first->next;

        free(graph->first);
        graph->first = next;
    }
}

/** Node of an executable graph that was made of a node. */
static CUgraphNode copy_of(CUgraphExec exec, CUgraphNode node)
{
    CUgraphNode found = NULL;

    for (CUgraphNode one = exec->graph.first; (one != NULL) && (node != NULL); one = one->next) {
        found = (one->place == node->place) ? one : found;
    }
    return found;
}

/** Operations of a batch; the context must be known. */
static CUresult read_batch(const CUDA_BATCH_MEM_OP_NODE_PARAMS *from, struct CUgraphNode_st *node)
{
    CUresult status = CUDA_ERROR_INVALID_VALUE;

    if ((from != NULL) && (from->ctx != NULL) && (from->count <= NODE_OPS) && (from->flags == 0U)) {
        (void)memset(node, 0, sizeof(*node));
        node->kind = NODE_BATCH;
        node->count = from->count;
        (void)memcpy(node->ops, from->paramArray, from->count * sizeof(node->ops[0]));
        status = CUDA_SUCCESS;
    }
    return status;
}

/** A kernel of ours of one thread. */
static CUresult read_kernel(const CUDA_KERNEL_NODE_PARAMS *from, struct CUgraphNode_st *node)
{
    CUresult status = CUDA_ERROR_INVALID_VALUE;

    if ((from != NULL) && (from->gridDimX == 1U) && (from->blockDimX == 1U)) {
        (void)memset(node, 0, sizeof(*node));
        node->kind = NODE_KERNEL;
        if (fake_kernel_read(from->kern, from->kernelParams, &node->kernel)) {
            status = CUDA_SUCCESS;
        }
    }
    return status;
}

static CUresult add(CUgraphNode *out, CUgraph graph, const struct CUgraphNode_st *node)
{
    CUresult status = CUDA_ERROR_INVALID_VALUE;

    if ((out != NULL) && (graph != NULL)) {
        CUgraphNode const made = append(graph, node);

        status = (made == NULL) ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
        *out = (made == NULL) ? *out : made;
    }
    return status;
}

/** New parameters for a node; with strict ones, number and kind of the operations stay. */
static CUresult set(CUgraphNode node, const struct CUgraphNode_st *from, bool strict)
{
    CUresult status = CUDA_SUCCESS;

    if ((node == NULL) || (node->kind != from->kind)) {
        status = CUDA_ERROR_INVALID_VALUE;
    } else if (strict && (node->kind == NODE_BATCH) && (node->count != from->count)) {
        status = CUDA_ERROR_INVALID_VALUE;
    } else {
        node->count = from->count;
        node->kernel = from->kernel;
        (void)memcpy(node->ops, from->ops, sizeof(node->ops));
    }
    return status;
}

FAKE_EXPORT CUresult cuGraphAddBatchMemOpNode(CUgraphNode *out, CUgraph graph,
                                              const CUgraphNode *dependencies, size_t count,
                                              const CUDA_BATCH_MEM_OP_NODE_PARAMS *params)
{
    struct CUgraphNode_st node;
    CUresult status =
        fake_enter(__func__, NEEDS_INIT, fake_word(graph), fake_word(dependencies), count, 0U);

    if (status == CUDA_SUCCESS) {
        status = read_batch(params, &node);
    }
    return (status == CUDA_SUCCESS) ? add(out, graph, &node) : status;
}

FAKE_EXPORT CUresult cuGraphBatchMemOpNodeSetParams(CUgraphNode node,
                                                    const CUDA_BATCH_MEM_OP_NODE_PARAMS *params)
{
    struct CUgraphNode_st from;
    CUresult status = fake_enter(__func__, NEEDS_INIT, fake_word(node), 0U, 0U, 0U);

    if (status == CUDA_SUCCESS) {
        status = read_batch(params, &from);
    }
    return (status == CUDA_SUCCESS) ? set(node, &from, false) : status;
}

FAKE_EXPORT CUresult cuGraphExecBatchMemOpNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                                        const CUDA_BATCH_MEM_OP_NODE_PARAMS *params)
{
    struct CUgraphNode_st from;
    CUresult status = fake_enter(__func__, NEEDS_INIT, fake_word(exec), fake_word(node), 0U, 0U);

    if (status == CUDA_SUCCESS) {
        status = read_batch(params, &from);
    }
    return (status == CUDA_SUCCESS) ? set(copy_of(exec, node), &from, true) : status;
}

FAKE_EXPORT CUresult cuGraphAddKernelNode_v2(CUgraphNode *out, CUgraph graph,
                                             const CUgraphNode *dependencies, size_t count,
                                             const CUDA_KERNEL_NODE_PARAMS *params)
{
    struct CUgraphNode_st node;
    CUresult status =
        fake_enter(__func__, NEEDS_INIT, fake_word(graph), fake_word(dependencies), count, 0U);

    if (status == CUDA_SUCCESS) {
        status = read_kernel(params, &node);
    }
    return (status == CUDA_SUCCESS) ? add(out, graph, &node) : status;
}

FAKE_EXPORT CUresult cuGraphKernelNodeSetParams_v2(CUgraphNode node,
                                                   const CUDA_KERNEL_NODE_PARAMS *params)
{
    struct CUgraphNode_st from;
    CUresult status = fake_enter(__func__, NEEDS_INIT, fake_word(node), 0U, 0U, 0U);

    if (status == CUDA_SUCCESS) {
        status = read_kernel(params, &from);
    }
    return (status == CUDA_SUCCESS) ? set(node, &from, false) : status;
}

FAKE_EXPORT CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec exec, CUgraphNode node,
                                                       const CUDA_KERNEL_NODE_PARAMS *params)
{
    struct CUgraphNode_st from;
    CUresult status = fake_enter(__func__, NEEDS_INIT, fake_word(exec), fake_word(node), 0U, 0U);

    if (status == CUDA_SUCCESS) {
        status = read_kernel(params, &from);
    }
    return (status == CUDA_SUCCESS) ? set(copy_of(exec, node), &from, true) : status;
}

/* ---------------------------------------------------------------- semaphores of the driver's own
 */

/** They are recorded, and do nothing. */
static CUresult semaphore_node(const char *name, CUgraphNode *out, CUgraph graph,
                               const void *params)
{
    struct CUgraphNode_st node;
    const CUresult status =
        fake_enter(name, NEEDS_INIT, fake_word(graph), fake_word(params), 0U, 0U);

    (void)memset(&node, 0, sizeof(node));
    node.kind = NODE_SEMAPHORES;
    return (status == CUDA_SUCCESS) ? add(out, graph, &node) : status;
}

static CUresult semaphore_set(const char *name, CUgraphNode node, const void *params)
{
    struct CUgraphNode_st from;
    const CUresult status =
        fake_enter(name, NEEDS_INIT, fake_word(node), fake_word(params), 0U, 0U);

    (void)memset(&from, 0, sizeof(from));
    from.kind = NODE_SEMAPHORES;
    return (status == CUDA_SUCCESS) ? set(node, &from, true) : status;
}

FAKE_EXPORT CUresult cuGraphAddExternalSemaphoresSignalNode(
    CUgraphNode *out, CUgraph graph, const CUgraphNode *dependencies, size_t count,
    const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *params)
{
    (void)dependencies;
    (void)count;
    return semaphore_node(__func__, out, graph, params);
}

FAKE_EXPORT CUresult cuGraphAddExternalSemaphoresWaitNode(
    CUgraphNode *out, CUgraph graph, const CUgraphNode *dependencies, size_t count,
    const CUDA_EXT_SEM_WAIT_NODE_PARAMS *params)
{
    (void)dependencies;
    (void)count;
    return semaphore_node(__func__, out, graph, params);
}

FAKE_EXPORT CUresult cuGraphExternalSemaphoresSignalNodeSetParams(
    CUgraphNode node, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *params)
{
    return semaphore_set(__func__, node, params);
}

FAKE_EXPORT CUresult cuGraphExternalSemaphoresWaitNodeSetParams(
    CUgraphNode node, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *params)
{
    return semaphore_set(__func__, node, params);
}

FAKE_EXPORT CUresult cuGraphExecExternalSemaphoresSignalNodeSetParams(
    CUgraphExec exec, CUgraphNode node, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *params)
{
    return semaphore_set(__func__, copy_of(exec, node), params);
}

FAKE_EXPORT CUresult cuGraphExecExternalSemaphoresWaitNodeSetParams(
    CUgraphExec exec, CUgraphNode node, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *params)
{
    return semaphore_set(__func__, copy_of(exec, node), params);
}

/* ---------------------------------------------------------------- nodes of any kind */

/** Says whether these are parameters of the driver's own semaphores. */
static bool is_semaphores(const CUgraphNodeParams *params)
{
    return (params != NULL) && ((params->type == CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL) ||
                                (params->type == CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT));
}

/* Not in the header any more. */
CUresult fake_graph_add_node(CUgraphNode *out, CUgraph graph, const CUgraphNode *dependencies,
                             size_t count, CUgraphNodeParams *params) __asm__("cuGraphAddNode");

FAKE_EXPORT CUresult fake_graph_add_node(CUgraphNode *out, CUgraph graph,
                                         const CUgraphNode *dependencies, size_t count,
                                         CUgraphNodeParams *params)
{
    (void)dependencies;
    (void)count;
    return is_semaphores(params) ? semaphore_node("cuGraphAddNode", out, graph, params)
                                 : CUDA_ERROR_NOT_SUPPORTED;
}

FAKE_EXPORT CUresult cuGraphAddNode_v2(CUgraphNode *out, CUgraph graph,
                                       const CUgraphNode *dependencies,
                                       const CUgraphEdgeData *edges, size_t count,
                                       CUgraphNodeParams *params)
{
    (void)dependencies;
    (void)edges;
    (void)count;
    return is_semaphores(params) ? semaphore_node(__func__, out, graph, params)
                                 : CUDA_ERROR_NOT_SUPPORTED;
}

FAKE_EXPORT CUresult cuGraphNodeSetParams(CUgraphNode node, CUgraphNodeParams *params)
{
    return is_semaphores(params) ? semaphore_set(__func__, node, params) : CUDA_ERROR_NOT_SUPPORTED;
}

FAKE_EXPORT CUresult cuGraphExecNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                              CUgraphNodeParams *params)
{
    return is_semaphores(params) ? semaphore_set(__func__, copy_of(exec, node), params)
                                 : CUDA_ERROR_NOT_SUPPORTED;
}

/* ---------------------------------------------------------------- graphs */

CUgraph fake_graph_new(void)
{
    CUgraph const graph = calloc(1U, sizeof(*graph));

    if (graph != NULL) {
        count_live(true);
    }
    return graph;
}

CUresult fake_graph_record(CUgraph graph, const CUstreamBatchMemOpParams *ops, unsigned int count)
{
    struct CUgraphNode_st node;
    CUgraphNode out = NULL;
    CUresult status = CUDA_ERROR_INVALID_VALUE;

    (void)memset(&node, 0, sizeof(node));
    node.kind = NODE_BATCH;
    if (count <= NODE_OPS) {
        node.count = count;
        (void)memcpy(node.ops, ops, count * sizeof(ops[0]));
        status = add(&out, graph, &node);
    }
    return status;
}

FAKE_EXPORT CUresult cuGraphCreate(CUgraph *graph, unsigned int flags)
{
    CUresult status = fake_enter(__func__, NEEDS_INIT, fake_word(graph), flags, 0U, 0U);

    if (status == CUDA_SUCCESS) {
        *graph = fake_graph_new();
        status = (*graph == NULL) ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
    }
    return status;
}

FAKE_EXPORT CUresult cuGraphDestroy(CUgraph graph)
{
    const CUresult status = fake_enter(__func__, NEEDS_INIT, fake_word(graph), 0U, 0U, 0U);

    if (status == CUDA_SUCCESS) {
        clear(graph);
        free(graph);
        count_live(false);
    }
    return status;
}

FAKE_EXPORT CUresult cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph graph,
                                                 unsigned long long flags)
{
    CUresult status = fake_enter(__func__, NEEDS_INIT, fake_word(graph), flags, 0U, 0U);

    if (status == CUDA_SUCCESS) {
        CUgraphExec const made = calloc(1U, sizeof(*made));

        status = (made == NULL) ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
        for (CUgraphNode node = graph->first; (node != NULL) && (status == CUDA_SUCCESS);
             node = node->next) {
            status = (append(&made->graph, node) == NULL) ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
        }
        if (made != NULL) {
            count_live(true);
            *exec = made;
        }
    }
    return status;
}

FAKE_EXPORT CUresult cuGraphExecDestroy(CUgraphExec exec)
{
    const CUresult status = fake_enter(__func__, NEEDS_INIT, fake_word(exec), 0U, 0U, 0U);

    if (status == CUDA_SUCCESS) {
        clear(&exec->graph);
        free(exec);
        count_live(false);
    }
    return status;
}

FAKE_EXPORT CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream)
{
    CUresult status =
        fake_enter(__func__, NEEDS_CONTEXT, fake_word(exec), fake_word(stream), 0U, 0U);

    for (CUgraphNode node = (status == CUDA_SUCCESS) ? exec->graph.first : NULL;
         (node != NULL) && (status == CUDA_SUCCESS); node = node->next) {
        if (node->kind == NODE_KERNEL) {
            const CUstream found = fake_stream_find(stream);

            status = (found == NULL) ? CUDA_ERROR_INVALID_HANDLE
                                     : fake_stream_kernel(found, &node->kernel);
        } else {
            status = fake_stream_batch(stream, node->ops, node->count);
        }
    }
    return status;
}
