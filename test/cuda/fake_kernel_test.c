/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_kernel_test.c
 * Nodes that signal where there is no kernel for them: the library was built without nvcc, or the
 * driver finds nothing for its GPU.
 */
#define _GNU_SOURCE

#include "cuda_fixture.h"
#include "fake.h"

/** Without nvcc this is what the library has. */
static bool g_built;

const void *__real_graph_image(size_t *length);
const void *__wrap_graph_image(size_t *length);

const void *__wrap_graph_image(size_t *length)
{
    *length = 0U;
    return g_built ? __real_graph_image(length) : NULL;
}

/** A graph and an object to be signalled. */
typedef struct {
    CUgraph graph;
    CUgraphNode node;
    NvSciSyncObj object;
    CUexternalSemaphore semaphore;
    NvSciSyncFence fence;
    /** Number of the object's last point. */
    uint64_t point;
} Case;

static NvSciSyncObj numbered_object(void)
{
    return object_wanted(SIGNALS | WAITS, NvSciSyncAttrKey_RequireDeterministicFences);
}

static uint64_t point_of(const NvSciSyncFence *fence)
{
    uint64_t id = 0U;
    uint64_t value = 0U;

    assert_int_equal(NvSciSyncFenceExtractFence(fence, &id, &value), NvSciError_Success);
    return value;
}

static Case begin_case(void)
{
    Case made;

    (void)memset(&made, 0, sizeof(made));
    made.object = numbered_object();
    made.semaphore = import_sync(made.object);
    assert_cu(try_signal(made.semaphore, &made.fence, 0U), CUDA_SUCCESS);
    assert_expires(&made.fence);
    made.point = point_of(&made.fence);
    NvSciSyncFenceClear(&made.fence);
    assert_cu(cuGraphCreate(&made.graph, 0U), CUDA_SUCCESS);
    return made;
}

static void end_case(Case *made)
{
    NvSciSyncFenceClear(&made->fence);
    fake_control()->reset();
    assert_cu(cuGraphDestroy(made->graph), CUDA_SUCCESS);
    destroy_sync(made->semaphore);
    NvSciSyncObjFree(made->object);
}

static CUresult add_node(Case *made)
{
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS signal;
    const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS params = {&made->semaphore, &signal, 1U};

    (void)memset(&signal, 0, sizeof(signal));
    signal.params.nvSciSync.fence = &made->fence;
    return ringfenceCuGraphAddExternalSemaphoresSignalNode(&made->node, made->graph, NULL, 0U,
                                                           &params);
}

static cudaError_t add_runtime_node(Case *made)
{
    cudaExternalSemaphore_t semaphore;
    struct cudaExternalSemaphoreSignalParams signal;
    const struct cudaExternalSemaphoreSignalNodeParams params = {&semaphore, &signal, 1U};

    (void)memcpy(&semaphore, &made->semaphore, sizeof(semaphore));
    (void)memset(&signal, 0, sizeof(signal));
    signal.params.nvSciSync.fence = &made->fence;
    return ringfenceCudaGraphAddExternalSemaphoresSignalNode(&made->node, made->graph, NULL, 0U,
                                                             &params);
}

/** Nothing was made, and the next signal has the next point. */
static void assert_nothing_taken(Case *made)
{
    NvSciSyncFence next = NvSciSyncFenceInitializer;
    const NvSciSyncFence cleared = NvSciSyncFenceInitializer;

    assert_null(made->node);
    assert_memory_equal(&made->fence, &cleared, sizeof(cleared));
    assert_cu(try_signal(made->semaphore, &next, 0U), CUDA_SUCCESS);
    assert_expires(&next);
    made->point++;
    assert_true(point_of(&next) == made->point);
    NvSciSyncFenceClear(&next);
}

/**
 * Without nvcc a node that signals is refused before anything is asked of the driver; one that
 * waits is made.
 * @verifies RF-CUDA-077
 */
static void without_a_kernel_no_node_signals(void **state)
{
    Case made = begin_case();
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS wait;
    const CUDA_EXT_SEM_WAIT_NODE_PARAMS waits = {&made.semaphore, &wait, 1U};

    (void)state;
    g_built = false;
    fake_control()->reset();
    assert_cu(add_node(&made), CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(add_runtime_node(&made), cudaErrorNotSupported);
    assert_int_equal(fake_control()->count("cuLibraryLoadData"), 0U);
    assert_int_equal(fake_control()->count("cuGraphAddKernelNode_v2"), 0U);
    assert_nothing_taken(&made);
    assert_cu(try_signal(made.semaphore, &made.fence, 0U), CUDA_SUCCESS);
    (void)memset(&wait, 0, sizeof(wait));
    wait.params.nvSciSync.fence = &made.fence;
    assert_cu(
        ringfenceCuGraphAddExternalSemaphoresWaitNode(&made.node, made.graph, NULL, 0U, &waits),
        CUDA_SUCCESS);
    assert_expires(&made.fence);
    end_case(&made);
}

/**
 * The driver may say that it has nothing for the GPU when it loads the image, looks for the kernel
 * or adds a node. What is loaded is kept: each is asked for until it was given, and once then.
 * @verifies RF-CUDA-077
 */
static void a_gpu_without_a_binary_is_not_supported(void **state)
{
    static const char *const names[] = {"cuLibraryLoadData", "cuLibraryGetKernel",
                                        "cuGraphAddKernelNode_v2"};
    Case made = begin_case();

    (void)state;
    g_built = true;
    fake_control()->reset();
    for (size_t i = 0U; i < COUNT_OF(names); i++) {
        assert_true(fake_control()->refuse(names[i], 1U, CUDA_ERROR_NO_BINARY_FOR_GPU));
        assert_cu(add_node(&made), CUDA_ERROR_NOT_SUPPORTED);
        assert_nothing_taken(&made);
        assert_true(fake_control()->refuse(names[i], 1U, CUDA_ERROR_NO_BINARY_FOR_GPU));
        assert_int_equal(add_runtime_node(&made), cudaErrorNotSupported);
        assert_nothing_taken(&made);
    }
    assert_cu(add_node(&made), CUDA_SUCCESS);
    assert_non_null(made.node);
    assert_true(point_of(&made.fence) == (made.point + 1U));
    assert_int_equal(fake_control()->count("cuLibraryLoadData"), 3U);
    assert_int_equal(fake_control()->count("cuLibraryGetKernel"), 3U);
    end_case(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cuda_test(without_a_kernel_no_node_signals),
        cuda_test(a_gpu_without_a_binary_is_not_supported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
