/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file graph.c
 * Nodes of graphs that signal and wait.
 *
 * A node keeps its parameters until it gets others, and may be launched more than once with them.
 * So a signal is a small kernel that stores a point unless the word is there already or beyond it:
 * what is launched again changes nothing, whoever has signalled since. A wait is a memory
 * operation; to wait again for a point that is reached is harmless.
 *
 * The parameters of a node are set in the turns of its objects, as a stream's stores are enqueued.
 */
#include <string.h>

#include "core/phase_keep.h"
#include "cuda/driver/result.h"
#include "cuda/sync/cuda_semaphore.h"

/** Layout of the parameters of nodes, which is the same in both APIs. */
typedef CUDA_EXT_SEM_SIGNAL_NODE_PARAMS NodeParams;

_Static_assert(sizeof(CUDA_EXT_SEM_WAIT_NODE_PARAMS) == sizeof(NodeParams), "size");
_Static_assert(sizeof(struct cudaExternalSemaphoreSignalNodeParams) == sizeof(NodeParams), "size");
_Static_assert(sizeof(struct cudaExternalSemaphoreWaitNodeParams) == sizeof(NodeParams), "size");

/* ---------------------------------------------------------------- signals */

/** Hands a kernel to a node. */
static CUresult apply_kernel(const CudaGraphs *graphs, const GraphTarget *target,
                             const CUDA_KERNEL_NODE_PARAMS *params)
{
    CUresult result = CUDA_SUCCESS;

    if (target->action == GRAPH_ADD) {
        result = graphs->add_kernel(target->added, target->graph, target->dependencies,
                                    target->count, params);
    } else if (target->action == GRAPH_SET) {
        result = graphs->set_kernel(target->node, params);
    } else {
        result = graphs->set_exec_kernel(target->exec, target->node, params);
    }
    return kernel_result(result);
}

/** Hands the stores of a chunk to a node, and its timestamps, which are the last parameter of the
 * kernel that has them. */
static CUresult apply_stores(const CudaGraphs *graphs, const GraphTarget *target,
                             StreamChunk *chunk, CUkernel kernel)
{
    CUDA_KERNEL_NODE_PARAMS params;
    StoreArguments stores;
    void *arguments[3] = {&stores.count, stores.stores, &chunk->stamps};

    (void)memset(&params, 0, sizeof(params));
    gpu_timestamp_stores(chunk, &stores);
    params.kern = kernel;
    params.ctx = chunk->semaphores[0]->context.handle;
    params.gridDimX = 1U;
    params.gridDimY = 1U;
    params.gridDimZ = 1U;
    params.blockDimX = 1U;
    params.blockDimY = 1U;
    params.blockDimZ = 1U;
    params.kernelParams = arguments;
    return apply_kernel(graphs, target, &params);
}

/** Signals of a chunk, when the kernel is there. */
static CUresult signal_points(const CudaGraphs *graphs, const GraphTarget *target,
                              StreamChunk *chunk, CUkernel kernel)
{
    CUresult result = CUDA_SUCCESS;

    take_object_turns(chunk);
    result = take_points(chunk);
    if ((result == CUDA_SUCCESS) && (chunk->stamps.count > 0U)) {
        result = gpu_timestamp_prepare(chunk, chunk->semaphores[0]->context.handle);
    }
    if (result == CUDA_SUCCESS) {
        result = apply_stores(graphs, target, chunk, kernel);
    }
    end_points(chunk, result);
    give_object_turns(chunk);
    return result;
}

/** The kernel that the signals of a chunk need. */
static CudaKernel kernel_for(const StreamChunk *chunk)
{
    CudaKernel which = KERNEL_STORE;

    for (uint32_t i = 0U; i < chunk->entries; i++) {
        if (chunk->semaphores[i]->stamps != 0U) {
            which = KERNEL_STAMP;
        }
    }
    return which;
}

/** @satisfies RF-CUDA-053 RF-CUDA-055 RF-CUDA-077 RF-CUDA-121 */
static CUresult signal_node(const CudaGraphs *graphs, const GraphTarget *target, StreamChunk *chunk)
{
    CUkernel kernel = NULL;
    CUresult result = kernel_load(graphs, kernel_for(chunk), &kernel);

    if (result == CUDA_SUCCESS) {
        result = signal_points(graphs, target, chunk, kernel);
    }
    return result;
}

/* ---------------------------------------------------------------- waits */

/** Hands the waits of a chunk to a node. */
static CUresult apply_waits(const CudaGraphs *graphs, const GraphTarget *target,
                            const StreamChunk *chunk)
{
    /* cppcheck-suppress misra-c2012-19.2 ; DEV-014 the driver takes operations as unions */
    CUstreamBatchMemOpParams batch[STREAM_CHUNK];
    CUDA_BATCH_MEM_OP_NODE_PARAMS params;
    CUresult result = CUDA_SUCCESS;

    (void)memset(batch, 0, sizeof(batch));
    (void)memset(&params, 0, sizeof(params));
    for (uint32_t i = 0U; i < chunk->count; i++) {
        batch[i].waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_64;
        batch[i].waitValue.address = chunk->operations[i].address;
        batch[i].waitValue.value64 = chunk->operations[i].value;
        batch[i].waitValue.flags = (unsigned int)CU_STREAM_WAIT_VALUE_GEQ;
    }
    params.ctx = chunk->semaphores[0]->context.handle;
    params.count = chunk->count;
    params.paramArray = batch;
    if (target->action == GRAPH_ADD) {
        result = graphs->add_batch(target->added, target->graph, target->dependencies,
                                   target->count, &params);
    } else if (target->action == GRAPH_SET) {
        result = graphs->set_batch(target->node, &params);
    } else {
        result = graphs->set_exec_batch(target->exec, target->node, &params);
    }
    return result;
}

/** The number of waits of a node cannot change: a fence that is cleared waits for what is long
 * reached.
 * @satisfies RF-CUDA-053 */
static CUresult wait_node(const CudaGraphs *graphs, const GraphTarget *target, StreamChunk *chunk)
{
    CUresult result = CUDA_SUCCESS;

    for (uint32_t i = 0U; (i < chunk->entries) && (result == CUDA_SUCCESS); i++) {
        const CudaSemaphore *const semaphore = chunk->semaphores[i];
        RingfenceEngineFence view = {true, true, 0U};

        result =
            /* cppcheck-suppress misra-c2012-11.8 ; DEV-046 the row is const, not the object */
            result_of(RingfenceEngineFenceRead(semaphore->map.object, chunk->fences[i], &view));
        if (result == CUDA_SUCCESS) {
            add_operation(chunk, semaphore->counter,
                          (view.cleared || view.reached) ? 0U : view.point);
        }
    }
    if (result == CUDA_SUCCESS) {
        result = apply_waits(graphs, target, chunk);
    }
    return result;
}

/* ---------------------------------------------------------------- whose */

/** Passes a node that signals on to the driver as it came. */
static CUresult foreign_signal(const CudaGraphs *graphs, const GraphTarget *target)
{
    CUresult result = CUDA_SUCCESS;

    if (target->action == GRAPH_ADD) {
        result = graphs->add_signal(target->added, target->graph, target->dependencies,
                                    target->count, target->params);
    } else if (target->action == GRAPH_SET) {
        result = graphs->set_signal(target->node, target->params);
    } else {
        result = graphs->set_exec_signal(target->exec, target->node, target->params);
    }
    return result;
}

/** Passes a node that waits on to the driver as it came. */
static CUresult foreign_wait(const CudaGraphs *graphs, const GraphTarget *target)
{
    CUresult result = CUDA_SUCCESS;

    if (target->action == GRAPH_ADD) {
        result = graphs->add_wait(target->added, target->graph, target->dependencies, target->count,
                                  target->params);
    } else if (target->action == GRAPH_SET) {
        result = graphs->set_wait(target->node, target->params);
    } else {
        result = graphs->set_exec_wait(target->exec, target->node, target->params);
    }
    return result;
}

/** Semaphores of ours among those of a node. */
static uint32_t count_ours(const NodeParams *params)
{
    uint32_t count = 0U;

    for (uint32_t i = 0U; (params->extSemArray != NULL) && (i < params->numExtSems); i++) {
        if (semaphore_is_ours(params->extSemArray[i])) {
            count++;
        }
    }
    return count;
}

/** A node all of whose semaphores are ours, in a call that keeps the phase. */
static CUresult set_own_node(const StreamCall *call, const CudaGraphs *graphs,
                             const GraphTarget *target)
{
    StreamChunk chunk;
    bool any = false;
    CUresult result = check_call(call, &any);

    if ((result == CUDA_SUCCESS) && (call->count > STREAM_CHUNK)) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (result == CUDA_SUCCESS) {
        result = collect_run(call, 0U, &chunk);
    }
    if ((result == CUDA_SUCCESS) && (chunk.entries != call->count)) {
        /* One of the objects has no counter that a graph could use. */
        result = CUDA_ERROR_NOT_SUPPORTED;
    }
    if (result == CUDA_SUCCESS) {
        result =
            call->signals ? signal_node(graphs, target, &chunk) : wait_node(graphs, target, &chunk);
    }
    return result;
}

/** A node all of whose semaphores are ours.
 * @satisfies RF-CUDA-235 */
static CUresult own_node(const StreamCall *call, const CudaGraphs *graphs,
                         const GraphTarget *target)
{
    const int32_t held = ringfence_phase_keep();
    const CUresult result = set_own_node(call, graphs, target);

    ringfence_phase_let(held);
    return result;
}

/** @satisfies RF-CUDA-053 RF-CUDA-020 */
CUresult graph_run(const CudaCaller *caller, bool signals, const GraphTarget *target)
{
    const CudaDriver *driver = NULL;
    const CudaGraphs *graphs = NULL;
    NodeParams params;
    StreamCall call;
    CUresult result = (target->params == NULL) ? caller_lacks(caller) : CUDA_SUCCESS;

    (void)memset(&params, 0, sizeof(params));
    (void)memset(&call, 0, sizeof(call));
    if (result == CUDA_SUCCESS) {
        (void)memcpy(&params, target->params, sizeof(params));
        result = driver_open_graphs(&graphs);
    }
    if (result == CUDA_SUCCESS) {
        result = context_begin(caller, &driver);
    }
    if (result == CUDA_SUCCESS) {
        const uint32_t ours = count_ours(&params);

        call.caller = *caller;
        call.signals = signals;
        call.handles = params.extSemArray;
        call.params = params.paramsArray;
        call.count = params.numExtSems;

        if (ours == 0U) {
            result = signals ? foreign_signal(graphs, target) : foreign_wait(graphs, target);
        } else if (ours != params.numExtSems) {
            result = CUDA_ERROR_NOT_SUPPORTED;
        } else {
            result = own_node(&call, graphs, target);
            semaphore_settle(result);
        }
    }
    return result;
}
