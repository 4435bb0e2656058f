/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wrap_graph_test.c
 * A program that uses CUDA's names for nodes of graphs: it knows nothing of Ringfence's.
 */
#define _GNU_SOURCE

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <string.h>
#include <sys/mman.h>

#include "fake.h"
#include "leftovers.h"
#include "nvscisync.h"

static NvSciSyncObj make_sync(NvSciSyncModule module)
{
    const bool cpu = true;
    const NvSciSyncAccessPerm perm = NvSciSyncAccessPerm_WaitOnly;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    assert_int_equal(NvSciSyncAttrListCreate(module, &lists[0]), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListCreate(module, &lists[1]), NvSciError_Success);
    assert_int_equal(cudaDeviceGetNvSciSyncAttributes(
                         lists[0], 0, cudaNvSciSyncAttrSignal | cudaNvSciSyncAttrWait),
                     cudaSuccess);
    assert_int_equal(NvSciSyncAttrListSetAttrs(lists[1], pairs, 2U), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                     NvSciError_Success);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    return object;
}

/**
 * Nodes of ours signal and wait under the names of both APIs.
 * @verifies RF-CUDA-040
 */
static void nodes_signal_and_wait(void **state)
{
    struct cudaExternalSemaphoreHandleDesc desc;
    struct cudaExternalSemaphoreSignalParams signal;
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS wait;
    NvSciSyncModule module = NULL;
    NvSciSyncCpuWaitContext context = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncObj object = NULL;
    cudaExternalSemaphore_t semaphore = NULL;
    CUexternalSemaphore native = NULL;
    const struct cudaExternalSemaphoreSignalNodeParams signals = {&semaphore, &signal, 1U};
    const CUDA_EXT_SEM_WAIT_NODE_PARAMS waits = {&native, &wait, 1U};
    cudaGraph_t graph = NULL;
    cudaGraphExec_t exec = NULL;
    cudaGraphNode_t nodes[2] = {NULL, NULL};
    cudaStream_t stream = NULL;

    (void)state;
    assert_int_equal(NvSciSyncModuleOpen(&module), NvSciError_Success);
    assert_int_equal(NvSciSyncCpuWaitContextAlloc(module, &context), NvSciError_Success);
    assert_int_equal(cudaSetDevice(0), cudaSuccess);
    assert_int_equal(cudaStreamCreate(&stream), cudaSuccess);
    object = make_sync(module);
    (void)memset(&desc, 0, sizeof(desc));
    (void)memset(&signal, 0, sizeof(signal));
    (void)memset(&wait, 0, sizeof(wait));
    desc.type = cudaExternalSemaphoreHandleTypeNvSciSync;
    desc.handle.nvSciSyncObj = object;
    signal.params.nvSciSync.fence = &fence;
    wait.params.nvSciSync.fence = &fence;
    assert_int_equal(cudaImportExternalSemaphore(&semaphore, &desc), cudaSuccess);
    (void)memcpy(&native, &semaphore, sizeof(native));
    assert_int_equal(cudaGraphCreate(&graph, 0U), cudaSuccess);
    assert_int_equal(cudaGraphAddExternalSemaphoresSignalNode(&nodes[0], graph, NULL, 0U, &signals),
                     cudaSuccess);
    assert_int_equal(cuGraphAddExternalSemaphoresWaitNode(&nodes[1], graph, &nodes[0], 1U, &waits),
                     CUDA_SUCCESS);
    assert_int_equal(cudaGraphInstantiate(&exec, graph, 0U), cudaSuccess);
    for (int round = 0; round < 5; round++) {
        assert_int_equal(NvSciSyncFenceWait(&fence, context, 0), NvSciError_Timeout);
        assert_int_equal(cudaGraphLaunch(exec, stream), cudaSuccess);
        assert_int_equal(NvSciSyncFenceWait(&fence, context, 20000000), NvSciError_Success);
        assert_int_equal(
            cudaGraphExecExternalSemaphoresSignalNodeSetParams(exec, nodes[0], &signals),
            cudaSuccess);
        assert_int_equal(cuGraphExecExternalSemaphoresWaitNodeSetParams(exec, nodes[1], &waits),
                         CUDA_SUCCESS);
    }
    assert_int_equal(cudaGraphLaunch(exec, stream), cudaSuccess);
    assert_int_equal(cudaStreamSynchronize(stream), cudaSuccess);
    assert_int_equal(cudaGraphExternalSemaphoresSignalNodeSetParams(nodes[0], &signals),
                     cudaSuccess);
    assert_int_equal(cuGraphExternalSemaphoresWaitNodeSetParams(nodes[1], &waits), CUDA_SUCCESS);
    NvSciSyncFenceClear(&fence);
    assert_int_equal(cudaGraphExecDestroy(exec), cudaSuccess);
    assert_int_equal(cudaGraphDestroy(graph), cudaSuccess);
    assert_int_equal(cudaDestroyExternalSemaphore(semaphore), cudaSuccess);
    assert_int_equal(cudaStreamDestroy(stream), cudaSuccess);
    NvSciSyncObjFree(object);
    NvSciSyncCpuWaitContextFree(context);
    NvSciSyncModuleClose(module);
    assert_int_equal(in_use_of_all(), 0U);
}

/**
 * Nodes of CUDA's own semaphores are CUDA's, under each of the names.
 * @verifies RF-CUDA-020
 * @verifies RF-CUDA-040
 */
static void foreign_nodes_go_to_cuda(void **state)
{
    const FakeControl *const fake = fake_control();
    struct cudaExternalSemaphoreHandleDesc desc;
    struct cudaExternalSemaphoreSignalParams signal;
    struct cudaExternalSemaphoreWaitParams wait;
    cudaExternalSemaphore_t semaphore = NULL;
    CUexternalSemaphore native = NULL;
    const struct cudaExternalSemaphoreSignalNodeParams signals = {&semaphore, &signal, 1U};
    const struct cudaExternalSemaphoreWaitNodeParams waits = {&semaphore, &wait, 1U};
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS native_signal;
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS native_wait;
    const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS native_signals = {&native, &native_signal, 1U};
    const CUDA_EXT_SEM_WAIT_NODE_PARAMS native_waits = {&native, &native_wait, 1U};
    cudaGraph_t graph = NULL;
    cudaGraphExec_t exec = NULL;
    cudaGraphNode_t nodes[4] = {NULL, NULL, NULL, NULL};

    (void)state;
    if (fake == NULL) {
        skip();
    }
    (void)memset(&desc, 0, sizeof(desc));
    (void)memset(&signal, 0, sizeof(signal));
    (void)memset(&wait, 0, sizeof(wait));
    (void)memset(&native_signal, 0, sizeof(native_signal));
    (void)memset(&native_wait, 0, sizeof(native_wait));
    assert_int_equal(cudaSetDevice(0), cudaSuccess);
    desc.type = cudaExternalSemaphoreHandleTypeOpaqueFd;
    desc.handle.fd = memfd_create("semaphore", MFD_CLOEXEC);
    assert_int_equal(cudaImportExternalSemaphore(&semaphore, &desc), cudaSuccess);
    (void)memcpy(&native, &semaphore, sizeof(native));
    fake->reset();
    assert_int_equal(cudaGraphCreate(&graph, 0U), cudaSuccess);
    assert_int_equal(cudaGraphAddExternalSemaphoresSignalNode(&nodes[0], graph, NULL, 0U, &signals),
                     cudaSuccess);
    assert_int_equal(cudaGraphAddExternalSemaphoresWaitNode(&nodes[1], graph, NULL, 0U, &waits),
                     cudaSuccess);
    assert_int_equal(
        cuGraphAddExternalSemaphoresSignalNode(&nodes[2], graph, NULL, 0U, &native_signals),
        CUDA_SUCCESS);
    assert_int_equal(
        cuGraphAddExternalSemaphoresWaitNode(&nodes[3], graph, NULL, 0U, &native_waits),
        CUDA_SUCCESS);
    assert_int_equal(cudaGraphInstantiate(&exec, graph, 0U), cudaSuccess);
    assert_int_equal(cudaGraphExternalSemaphoresSignalNodeSetParams(nodes[0], &signals),
                     cudaSuccess);
    assert_int_equal(cudaGraphExternalSemaphoresWaitNodeSetParams(nodes[1], &waits), cudaSuccess);
    assert_int_equal(cuGraphExternalSemaphoresSignalNodeSetParams(nodes[2], &native_signals),
                     CUDA_SUCCESS);
    assert_int_equal(cuGraphExternalSemaphoresWaitNodeSetParams(nodes[3], &native_waits),
                     CUDA_SUCCESS);
    assert_int_equal(cudaGraphExecExternalSemaphoresSignalNodeSetParams(exec, nodes[0], &signals),
                     cudaSuccess);
    assert_int_equal(cudaGraphExecExternalSemaphoresWaitNodeSetParams(exec, nodes[1], &waits),
                     cudaSuccess);
    assert_int_equal(
        cuGraphExecExternalSemaphoresSignalNodeSetParams(exec, nodes[2], &native_signals),
        CUDA_SUCCESS);
    assert_int_equal(cuGraphExecExternalSemaphoresWaitNodeSetParams(exec, nodes[3], &native_waits),
                     CUDA_SUCCESS);
    assert_int_equal(fake->count("cuGraphAddExternalSemaphoresSignalNode"), 2U);
    assert_int_equal(fake->count("cuGraphAddExternalSemaphoresWaitNode"), 2U);
    assert_int_equal(fake->count("cuGraphExternalSemaphoresSignalNodeSetParams"), 2U);
    assert_int_equal(fake->count("cuGraphExternalSemaphoresWaitNodeSetParams"), 2U);
    assert_int_equal(fake->count("cuGraphExecExternalSemaphoresSignalNodeSetParams"), 2U);
    assert_int_equal(fake->count("cuGraphExecExternalSemaphoresWaitNodeSetParams"), 2U);
    assert_int_equal(fake->count("cuGraphAddKernelNode_v2"), 0U);
    assert_int_equal(cudaGraphExecDestroy(exec), cudaSuccess);
    assert_int_equal(cudaGraphDestroy(graph), cudaSuccess);
    assert_int_equal(cudaDestroyExternalSemaphore(semaphore), cudaSuccess);
}

/* The name of old, which headers of CUDA 13 have no more. */
CUresult add_node_of_old(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                         size_t count, CUgraphNodeParams *params) __asm__("cuGraphAddNode");

static CUgraphNodeParams node_of(CUgraphNodeType type, CUexternalSemaphore *semaphore,
                                 const void *params)
{
    CUgraphNodeParams node;

    (void)memset(&node, 0, sizeof(node));
    node.type = type;
    if (type == CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL) {
        node.extSemSignal.extSemArray = semaphore;
        node.extSemSignal.paramsArray = params;
        node.extSemSignal.numExtSems = 1U;
    } else {
        node.extSemWait.extSemArray = semaphore;
        node.extSemWait.paramsArray = params;
        node.extSemWait.numExtSems = 1U;
    }
    return node;
}

/** The same for the runtime, which has it in the same places. */
static struct cudaGraphNodeParams runtime_node_of(const CUgraphNodeParams *native)
{
    struct cudaGraphNodeParams node;

    assert_int_equal(sizeof(node), sizeof(*native));
    (void)memcpy(&node, native, sizeof(node));
    node.type = (native->type == CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL)
                    ? cudaGraphNodeTypeExtSemaphoreSignal
                    : cudaGraphNodeTypeExtSemaphoreWait;
    return node;
}

/**
 * The functions for nodes of any kind take those of ours, and refuse edges with notes.
 * @verifies RF-CUDA-104
 */
static void nodes_of_any_kind(void **state)
{
    struct cudaExternalSemaphoreHandleDesc desc;
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS signal;
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS wait;
    NvSciSyncModule module = NULL;
    NvSciSyncCpuWaitContext context = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncObj object = NULL;
    cudaExternalSemaphore_t semaphore = NULL;
    CUexternalSemaphore native = NULL;
    CUgraphNodeParams signals;
    CUgraphNodeParams waits;
    struct cudaGraphNodeParams runtime_signals;
    struct cudaGraphNodeParams runtime_waits;
    CUgraphEdgeData edge;
    cudaGraph_t graph = NULL;
    cudaGraphExec_t exec = NULL;
    cudaGraphNode_t nodes[2] = {NULL, NULL};
    cudaGraphNode_t none = NULL;
    cudaStream_t stream = NULL;

    (void)state;
    assert_int_equal(NvSciSyncModuleOpen(&module), NvSciError_Success);
    assert_int_equal(NvSciSyncCpuWaitContextAlloc(module, &context), NvSciError_Success);
    assert_int_equal(cudaSetDevice(0), cudaSuccess);
    assert_int_equal(cudaStreamCreate(&stream), cudaSuccess);
    object = make_sync(module);
    (void)memset(&desc, 0, sizeof(desc));
    (void)memset(&signal, 0, sizeof(signal));
    (void)memset(&wait, 0, sizeof(wait));
    (void)memset(&edge, 0, sizeof(edge));
    desc.type = cudaExternalSemaphoreHandleTypeNvSciSync;
    desc.handle.nvSciSyncObj = object;
    signal.params.nvSciSync.fence = &fence;
    wait.params.nvSciSync.fence = &fence;
    assert_int_equal(cudaImportExternalSemaphore(&semaphore, &desc), cudaSuccess);
    (void)memcpy(&native, &semaphore, sizeof(native));
    signals = node_of(CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL, &native, &signal);
    waits = node_of(CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT, &native, &wait);
    runtime_signals = runtime_node_of(&signals);
    runtime_waits = runtime_node_of(&waits);
    assert_int_equal(cudaGraphCreate(&graph, 0U), cudaSuccess);
    assert_int_equal(cuGraphAddNode_v2(&nodes[0], graph, NULL, NULL, 0U, &signals), CUDA_SUCCESS);
    edge.from_port = 1U;
    assert_int_equal(cuGraphAddNode_v2(&none, graph, &nodes[0], &edge, 1U, &waits),
                     CUDA_ERROR_NOT_SUPPORTED);
    assert_null(none);
    edge.from_port = 0U;
    assert_int_equal(cuGraphAddNode_v2(&nodes[1], graph, &nodes[0], &edge, 1U, &waits),
                     CUDA_SUCCESS);
    assert_int_equal(cudaGraphInstantiate(&exec, graph, 0U), cudaSuccess);
    for (int round = 0; round < 4; round++) {
        assert_int_equal(NvSciSyncFenceWait(&fence, context, 0), NvSciError_Timeout);
        assert_int_equal(cudaGraphLaunch(exec, stream), cudaSuccess);
        assert_int_equal(NvSciSyncFenceWait(&fence, context, 20000000), NvSciError_Success);
        if ((round % 2) == 0) {
            assert_int_equal(cuGraphExecNodeSetParams(exec, nodes[0], &signals), CUDA_SUCCESS);
            assert_int_equal(cuGraphExecNodeSetParams(exec, nodes[1], &waits), CUDA_SUCCESS);
        } else {
            assert_int_equal(cudaGraphExecNodeSetParams(exec, nodes[0], &runtime_signals),
                             cudaSuccess);
            assert_int_equal(cudaGraphExecNodeSetParams(exec, nodes[1], &runtime_waits),
                             cudaSuccess);
        }
    }
    assert_int_equal(cudaGraphLaunch(exec, stream), cudaSuccess);
    assert_int_equal(cudaStreamSynchronize(stream), cudaSuccess);
    assert_int_equal(cuGraphNodeSetParams(nodes[0], &signals), CUDA_SUCCESS);
    assert_int_equal(cuGraphNodeSetParams(nodes[1], &waits), CUDA_SUCCESS);
    assert_int_equal(cudaGraphNodeSetParams(nodes[0], &runtime_signals), cudaSuccess);
    assert_int_equal(cudaGraphNodeSetParams(nodes[1], &runtime_waits), cudaSuccess);
    assert_int_equal(add_node_of_old(&none, graph, NULL, 0U, &signals), CUDA_SUCCESS);
    assert_int_equal(add_node_of_old(&none, graph, NULL, 0U, &waits), CUDA_SUCCESS);
    NvSciSyncFenceClear(&fence);
    assert_int_equal(cudaGraphExecDestroy(exec), cudaSuccess);
    assert_int_equal(cudaGraphDestroy(graph), cudaSuccess);
    assert_int_equal(cudaDestroyExternalSemaphore(semaphore), cudaSuccess);
    assert_int_equal(cudaStreamDestroy(stream), cudaSuccess);
    NvSciSyncObjFree(object);
    NvSciSyncCpuWaitContextFree(context);
    NvSciSyncModuleClose(module);
    assert_int_equal(in_use_of_all(), 0U);
}

/**
 * Nodes of any kind that are CUDA's own are CUDA's, under each of the names.
 * @verifies RF-CUDA-020
 * @verifies RF-CUDA-104
 */
static void foreign_nodes_of_any_kind(void **state)
{
    const FakeControl *const fake = fake_control();
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS signal;
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC desc;
    CUexternalSemaphore native = NULL;
    CUgraphNodeParams signals;
    struct cudaGraphNodeParams runtime_signals;
    CUgraph graph = NULL;
    CUgraphExec exec = NULL;
    CUgraphNode nodes[2] = {NULL, NULL};

    (void)state;
    if (fake == NULL) {
        skip();
    }
    (void)memset(&desc, 0, sizeof(desc));
    (void)memset(&signal, 0, sizeof(signal));
    assert_int_equal(cudaSetDevice(0), cudaSuccess);
    desc.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD;
    desc.handle.fd = memfd_create("semaphore", MFD_CLOEXEC);
    assert_int_equal(cuImportExternalSemaphore(&native, &desc), CUDA_SUCCESS);
    signals = node_of(CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL, &native, &signal);
    runtime_signals = runtime_node_of(&signals);
    fake->reset();
    assert_int_equal(cuGraphCreate(&graph, 0U), CUDA_SUCCESS);
    assert_int_equal(cuGraphAddNode_v2(&nodes[0], graph, NULL, NULL, 0U, &signals), CUDA_SUCCESS);
    assert_int_equal(add_node_of_old(&nodes[1], graph, NULL, 0U, &signals), CUDA_SUCCESS);
    assert_int_equal(cuGraphInstantiateWithFlags(&exec, graph, 0U), CUDA_SUCCESS);
    assert_int_equal(cuGraphNodeSetParams(nodes[0], &signals), CUDA_SUCCESS);
    assert_int_equal(cuGraphExecNodeSetParams(exec, nodes[0], &signals), CUDA_SUCCESS);
    assert_int_equal(cudaGraphNodeSetParams(nodes[0], &runtime_signals), cudaSuccess);
    assert_int_equal(cudaGraphExecNodeSetParams(exec, nodes[0], &runtime_signals), cudaSuccess);
    assert_int_equal(cuGraphNodeSetParams(nodes[0], NULL), CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(fake->count("cuGraphAddNode"), 1U);
    assert_int_equal(fake->count("cuGraphAddNode_v2"), 1U);
    assert_int_equal(fake->count("cuGraphNodeSetParams"), 2U);
    assert_int_equal(fake->count("cuGraphExecNodeSetParams"), 2U);
    assert_int_equal(cuGraphExecDestroy(exec), CUDA_SUCCESS);
    assert_int_equal(cuGraphDestroy(graph), CUDA_SUCCESS);
    assert_int_equal(cuDestroyExternalSemaphore(native), CUDA_SUCCESS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_signal_and_wait),
        cmocka_unit_test(foreign_nodes_go_to_cuda),
        cmocka_unit_test(nodes_of_any_kind),
        cmocka_unit_test(foreign_nodes_of_any_kind),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
