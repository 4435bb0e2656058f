/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cuda_graph_test.c
 * Nodes of graphs that signal and wait, and streams that are captured.
 */
#define _GNU_SOURCE

#include "cuda_fixture.h"

/** Launches with parameters of their own. */
#define ROUNDS 1000U
/** More entries than a node takes. */
#define TOO_MANY 17U

/** A graph with nodes of objects between GPU and CPU. */
typedef struct {
    CUgraph graph;
    CUgraphExec exec;
    CUgraphNode signaler;
    CUgraphNode waiter;
} Graph;

static CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS g_signal;
static CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS g_wait;

/** Parameters of a node with one entry. */
static CUDA_EXT_SEM_SIGNAL_NODE_PARAMS signal_of(CUexternalSemaphore *semaphore,
                                                 NvSciSyncFence *fence)
{
    const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS params = {semaphore, &g_signal, 1U};

    (void)memset(&g_signal, 0, sizeof(g_signal));
    g_signal.params.nvSciSync.fence = fence;
    return params;
}

static CUDA_EXT_SEM_WAIT_NODE_PARAMS wait_of(CUexternalSemaphore *semaphore, NvSciSyncFence *fence)
{
    const CUDA_EXT_SEM_WAIT_NODE_PARAMS params = {semaphore, &g_wait, 1U};

    (void)memset(&g_wait, 0, sizeof(g_wait));
    g_wait.params.nvSciSync.fence = fence;
    return params;
}

static void add_signal(Graph *graph, CUexternalSemaphore *semaphore, NvSciSyncFence *fence)
{
    const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS params = signal_of(semaphore, fence);
    const size_t before = (graph->waiter != NULL) ? 1U : 0U;

    assert_cu(ringfenceCuGraphAddExternalSemaphoresSignalNode(&graph->signaler, graph->graph,
                                                              &graph->waiter, before, &params),
              CUDA_SUCCESS);
    assert_non_null(graph->signaler);
}

static void add_wait(Graph *graph, CUexternalSemaphore *semaphore, NvSciSyncFence *fence)
{
    const CUDA_EXT_SEM_WAIT_NODE_PARAMS params = wait_of(semaphore, fence);

    assert_cu(ringfenceCuGraphAddExternalSemaphoresWaitNode(&graph->waiter, graph->graph, NULL, 0U,
                                                            &params),
              CUDA_SUCCESS);
    assert_non_null(graph->waiter);
}

static CUresult set_signal(const Graph *graph, CUexternalSemaphore *semaphore,
                           NvSciSyncFence *fence)
{
    const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS params = signal_of(semaphore, fence);

    return ringfenceCuGraphExecExternalSemaphoresSignalNodeSetParams(graph->exec, graph->signaler,
                                                                     &params);
}

static CUresult set_wait(const Graph *graph, CUexternalSemaphore *semaphore, NvSciSyncFence *fence)
{
    const CUDA_EXT_SEM_WAIT_NODE_PARAMS params = wait_of(semaphore, fence);

    return ringfenceCuGraphExecExternalSemaphoresWaitNodeSetParams(graph->exec, graph->waiter,
                                                                   &params);
}

static Graph new_graph(void)
{
    Graph graph = {NULL, NULL, NULL, NULL};

    assert_cu(cuGraphCreate(&graph.graph, 0U), CUDA_SUCCESS);
    return graph;
}

static void make_ready(Graph *graph)
{
    assert_cu(cuGraphInstantiateWithFlags(&graph->exec, graph->graph, 0U), CUDA_SUCCESS);
}

static void launch(const Graph *graph)
{
    assert_cu(cuGraphLaunch(graph->exec, g_scene.stream), CUDA_SUCCESS);
}

static void end_graph(const Graph *graph)
{
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    if (graph->exec != NULL) {
        assert_cu(cuGraphExecDestroy(graph->exec), CUDA_SUCCESS);
    }
    assert_cu(cuGraphDestroy(graph->graph), CUDA_SUCCESS);
}

static bool has_expired(const NvSciSyncFence *fence)
{
    return NvSciSyncFenceWait(fence, g_scene.wait, 0) == NvSciError_Success;
}

/**
 * In RUNTIME a node gets new parameters for each launch: the fence is pending until it is launched,
 * and expires for the CPU and for another stream.
 * @verifies RF-CUDA-053
 */
static void a_node_signals_again_and_again(void **state)
{
    NvSciSyncObj object = sync_object(SIGNALS | WAITS, CPU_SIDE);
    CUexternalSemaphore semaphore = import_sync(object);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS wait;
    Graph graph = new_graph();
    CUstream other = NULL;

    (void)state;
    (void)memset(&wait, 0, sizeof(wait));
    wait.params.nvSciSync.fence = &fence;
    assert_cu(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    add_signal(&graph, &semaphore, &fence);
    make_ready(&graph);
    assert_false(has_expired(&fence));
    launch(&graph);
    assert_expires(&fence);
    go_to(RINGFENCE_PHASE_RUNTIME);
    for (uint32_t round = 0U; round < ROUNDS; round++) {
        assert_cu(set_signal(&graph, &semaphore, &fence), CUDA_SUCCESS);
        assert_false(has_expired(&fence));
        assert_cu(ringfenceCuWaitExternalSemaphoresAsync(&semaphore, &wait, 1U, other),
                  CUDA_SUCCESS);
        launch(&graph);
        assert_expires(&fence);
    }
    assert_cu(cuStreamSynchronize(other), CUDA_SUCCESS);
    NvSciSyncFenceClear(&fence);
    go_to(RINGFENCE_PHASE_DEINIT);
    end_graph(&graph);
    assert_cu(cuStreamDestroy(other), CUDA_SUCCESS);
    destroy_sync(semaphore);
    NvSciSyncObjFree(object);
}

/**
 * A launch without new parameters signals nothing, and takes nothing back that others have
 * signalled.
 * @verifies RF-CUDA-055
 */
static void a_launch_again_takes_nothing_back(void **state)
{
    NvSciSyncObj object = sync_object(SIGNALS, CPU_SIDE);
    CUexternalSemaphore semaphore = import_sync(object);
    NvSciSyncFence first = NvSciSyncFenceInitializer;
    NvSciSyncFence later = NvSciSyncFenceInitializer;
    NvSciSyncFence pending = NvSciSyncFenceInitializer;
    Graph graph = new_graph();

    (void)state;
    add_signal(&graph, &semaphore, &first);
    make_ready(&graph);
    launch(&graph);
    assert_expires(&first);
    assert_cu(try_signal(semaphore, &later, 0U), CUDA_SUCCESS);
    assert_cu(try_signal(semaphore, &later, 0U), CUDA_SUCCESS);
    assert_expires(&later);
    launch(&graph);
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    assert_true(has_expired(&later));
    /* The next point is the node's, and not reached by a launch before it. */
    launch(&graph);
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    assert_cu(set_signal(&graph, &semaphore, &pending), CUDA_SUCCESS);
    assert_false(has_expired(&pending));
    launch(&graph);
    assert_expires(&pending);
    NvSciSyncFenceClear(&first);
    NvSciSyncFenceClear(&later);
    NvSciSyncFenceClear(&pending);
    end_graph(&graph);
    destroy_sync(semaphore);
    NvSciSyncObjFree(object);
}

/**
 * A node waits for the CPU, then a node behind it signals. A launch without new parameters waits
 * for what has expired; a fence that is cleared holds nobody.
 * @verifies RF-CUDA-053
 */
static void a_node_waits_before_a_node_signals(void **state)
{
    NvSciSyncObj gate = sync_object(CPU_SIDE, WAITS);
    NvSciSyncObj object = sync_object(SIGNALS, CPU_SIDE);
    CUexternalSemaphore door = import_sync(gate);
    CUexternalSemaphore semaphore = import_sync(object);
    NvSciSyncFence closed = NvSciSyncFenceInitializer;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    Graph graph = new_graph();

    (void)state;
    assert_int_equal(NvSciSyncObjGenerateFence(gate, &closed), NvSciError_Success);
    add_wait(&graph, &door, &closed);
    add_signal(&graph, &semaphore, &fence);
    make_ready(&graph);
    go_to(RINGFENCE_PHASE_RUNTIME);
    for (uint32_t round = 0U; round < 20U; round++) {
        launch(&graph);
        assert_int_equal(NvSciSyncFenceWait(&fence, g_scene.wait, 2000), NvSciError_Timeout);
        assert_int_equal(NvSciSyncObjSignal(gate), NvSciError_Success);
        assert_expires(&fence);
        launch(&graph);
        assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
        assert_int_equal(NvSciSyncObjGenerateFence(gate, &closed), NvSciError_Success);
        assert_cu(set_wait(&graph, &door, &closed), CUDA_SUCCESS);
        assert_cu(set_signal(&graph, &semaphore, &fence), CUDA_SUCCESS);
    }
    NvSciSyncFenceClear(&closed);
    assert_cu(set_wait(&graph, &door, &closed), CUDA_SUCCESS);
    launch(&graph);
    assert_expires(&fence);
    NvSciSyncFenceClear(&fence);
    go_to(RINGFENCE_PHASE_DEINIT);
    end_graph(&graph);
    destroy_sync(semaphore);
    destroy_sync(door);
    NvSciSyncObjFree(object);
    NvSciSyncObjFree(gate);
}

/**
 * A wait may be captured and replayed. A signal is refused, takes no point, and the capture goes
 * on.
 * @verifies RF-CUDA-054
 */
static void a_capture_takes_waits_and_no_signals(void **state)
{
    NvSciSyncObj gate = sync_object(CPU_SIDE, WAITS);
    NvSciSyncObj object = sync_object(SIGNALS, CPU_SIDE);
    CUexternalSemaphore door = import_sync(gate);
    CUexternalSemaphore semaphore = import_sync(object);
    NvSciSyncFence closed = NvSciSyncFenceInitializer;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    Graph graph = {NULL, NULL, NULL, NULL};

    (void)state;
    assert_int_equal(NvSciSyncObjGenerateFence(gate, &closed), NvSciError_Success);
    assert_cu(cuStreamBeginCapture(g_scene.stream, CU_STREAM_CAPTURE_MODE_RELAXED), CUDA_SUCCESS);
    assert_cu(try_wait(door, &closed, 0U), CUDA_SUCCESS);
    assert_cu(try_signal(semaphore, &fence, 0U), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    assert_cu(cuStreamEndCapture(g_scene.stream, &graph.graph), CUDA_SUCCESS);
    make_ready(&graph);
    launch(&graph);
    assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
    assert_int_equal(NvSciSyncFenceWait(&fence, g_scene.wait, 20000), NvSciError_Timeout);
    assert_int_equal(NvSciSyncObjSignal(gate), NvSciError_Success);
    assert_expires(&fence);
    launch(&graph);
    launch(&graph);
    assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
    assert_expires(&fence);
    NvSciSyncFenceClear(&fence);
    NvSciSyncFenceClear(&closed);
    end_graph(&graph);
    destroy_sync(semaphore);
    destroy_sync(door);
    NvSciSyncObjFree(object);
    NvSciSyncObjFree(gate);
}

/**
 * What a node cannot have is refused, and takes no point.
 * @verifies RF-CUDA-053
 */
static void bad_nodes_are_refused(void **state)
{
    NvSciSyncObj object = sync_object(SIGNALS, CPU_SIDE);
    CUexternalSemaphore semaphore = import_sync(object);
    CUexternalSemaphore many[TOO_MANY];
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS signals[TOO_MANY];
    NvSciSyncFence fences[TOO_MANY];
    CUDA_EXT_SEM_SIGNAL_NODE_PARAMS params = {many, signals, TOO_MANY};
    CUDA_EXT_SEM_WAIT_NODE_PARAMS waits = wait_of(&semaphore, &fences[0]);
    CUgraphNode node = NULL;
    Graph graph = new_graph();
    uint32_t before = faults();
    int other = 0;
    void *const foreign = &other;

    (void)state;
    (void)memset(signals, 0, sizeof(signals));
    (void)memset(fences, 0, sizeof(fences));
    for (size_t i = 0U; i < TOO_MANY; i++) {
        many[i] = semaphore;
        signals[i].params.nvSciSync.fence = &fences[i];
    }
    assert_cu(ringfenceCuGraphAddExternalSemaphoresSignalNode(&node, graph.graph, NULL, 0U, NULL),
              CUDA_ERROR_INVALID_VALUE);
    assert_cu(
        ringfenceCuGraphAddExternalSemaphoresSignalNode(&node, graph.graph, NULL, 0U, &params),
        CUDA_ERROR_INVALID_VALUE);
    params.numExtSems = 2U;
    many[1] = foreign;
    assert_cu(
        ringfenceCuGraphAddExternalSemaphoresSignalNode(&node, graph.graph, NULL, 0U, &params),
        CUDA_ERROR_NOT_SUPPORTED);
    params.numExtSems = 1U;
    signals[0].params.nvSciSync.fence = NULL;
    assert_cu(
        ringfenceCuGraphAddExternalSemaphoresSignalNode(&node, graph.graph, NULL, 0U, &params),
        CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(faults(), before);
    signals[0].params.nvSciSync.fence = &fences[0];
    go_to(RINGFENCE_PHASE_RUNTIME);
    assert_cu(
        ringfenceCuGraphAddExternalSemaphoresSignalNode(&node, graph.graph, NULL, 0U, &params),
        CUDA_ERROR_NOT_PERMITTED);
    assert_cu(ringfenceCuGraphExternalSemaphoresSignalNodeSetParams(node, &params),
              CUDA_ERROR_NOT_PERMITTED);
    go_to(RINGFENCE_PHASE_DEINIT);
    assert_cu(ringfenceCuGraphExecExternalSemaphoresSignalNodeSetParams(graph.exec, node, &params),
              CUDA_ERROR_NOT_PERMITTED);
    end_graph(&graph);
    destroy_sync(semaphore);
    NvSciSyncObjFree(object);
    go_to(RINGFENCE_PHASE_INIT);
    before = faults();
    assert_cu(ringfenceCuGraphExternalSemaphoresSignalNodeSetParams(node, &params),
              CUDA_ERROR_INVALID_HANDLE);
    assert_cu(ringfenceCuGraphExecExternalSemaphoresWaitNodeSetParams(graph.exec, node, &waits),
              CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(faults(), before + 2U);
    assert_null(node);
}

/**
 * A node of several objects signals them all. Parameters that are set in the graph are those of
 * what is instantiated later. The runtime API does the same.
 * @verifies RF-CUDA-053
 */
static void the_runtime_api_has_nodes_too(void **state)
{
    NvSciSyncObj objects[2] = {sync_object(SIGNALS, CPU_SIDE), sync_object(SIGNALS, CPU_SIDE)};
    CUexternalSemaphore native[2] = {import_sync(objects[0]), import_sync(objects[1])};
    cudaExternalSemaphore_t semaphores[2];
    struct cudaExternalSemaphoreSignalParams signals[2];
    struct cudaExternalSemaphoreSignalNodeParams params = {semaphores, signals, 2U};
    NvSciSyncFence fences[2] = {NvSciSyncFenceInitializer, NvSciSyncFenceInitializer};
    Graph graph = new_graph();

    (void)state;
    (void)memcpy(semaphores, native, sizeof(semaphores));
    (void)memset(signals, 0, sizeof(signals));
    signals[0].params.nvSciSync.fence = &fences[0];
    signals[1].params.nvSciSync.fence = &fences[1];
    assert_int_equal(ringfenceCudaGraphAddExternalSemaphoresSignalNode(&graph.signaler, graph.graph,
                                                                       NULL, 0U, &params),
                     cudaSuccess);
    assert_int_equal(
        ringfenceCudaGraphExternalSemaphoresSignalNodeSetParams(graph.signaler, &params),
        cudaSuccess);
    make_ready(&graph);
    launch(&graph);
    assert_expires(&fences[0]);
    assert_expires(&fences[1]);
    assert_int_equal(ringfenceCudaGraphExecExternalSemaphoresSignalNodeSetParams(
                         graph.exec, graph.signaler, &params),
                     cudaSuccess);
    assert_false(has_expired(&fences[0]));
    assert_false(has_expired(&fences[1]));
    launch(&graph);
    assert_expires(&fences[0]);
    assert_expires(&fences[1]);
    NvSciSyncFenceClear(&fences[0]);
    NvSciSyncFenceClear(&fences[1]);
    end_graph(&graph);
    for (size_t i = 0U; i < 2U; i++) {
        destroy_sync(native[i]);
        NvSciSyncObjFree(objects[i]);
    }
}

/** An object of the GPU whose fences anybody can make: each signal adds one. */
static NvSciSyncObj deterministic_object(void)
{
    return object_wanted(SIGNALS, NvSciSyncAttrKey_RequireDeterministicFences);
}

/**
 * A fence that a program makes of a number expires with that signal, whether a stream or a node
 * gives it.
 * @verifies RF-CUDA-014
 * @verifies RF-CUDA-053
 */
static void fences_of_numbers_expire(void **state)
{
    NvSciSyncObj object = deterministic_object();
    CUexternalSemaphore semaphore = import_sync(object);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence made = NvSciSyncFenceInitializer;
    Graph graph = new_graph();
    uint64_t id = 0U;
    uint64_t value = 0U;

    (void)state;
    assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
    assert_int_equal(NvSciSyncFenceExtractFence(&fence, &id, &value), NvSciError_Success);
    assert_int_equal(NvSciSyncFenceUpdateFence(object, id, value + 3U, &made), NvSciError_Success);
    assert_expires(&fence);
    assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
    add_signal(&graph, &semaphore, &fence);
    make_ready(&graph);
    launch(&graph);
    assert_expires(&fence);
    assert_false(has_expired(&made));
    launch(&graph);
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    assert_false(has_expired(&made));
    assert_cu(set_signal(&graph, &semaphore, &fence), CUDA_SUCCESS);
    launch(&graph);
    assert_expires(&made);
    NvSciSyncFenceClear(&fence);
    NvSciSyncFenceClear(&made);
    end_graph(&graph);
    destroy_sync(semaphore);
    NvSciSyncObjFree(object);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cuda_test(a_node_signals_again_and_again),
        cuda_test(a_launch_again_takes_nothing_back),
        cuda_test(a_node_waits_before_a_node_signals),
        cuda_test(a_capture_takes_waits_and_no_signals),
        cuda_test(bad_nodes_are_refused),
        cuda_test(the_runtime_api_has_nodes_too),
        cuda_test(fences_of_numbers_expire),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
