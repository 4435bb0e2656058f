/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wrap_threads_test.c
 * A program that is compiled for per-thread default streams and uses CUDA's names: it calls those
 * that end in _ptsz.
 */
#define _GNU_SOURCE
#define CUDA_API_PER_THREAD_DEFAULT_STREAM 1

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <string.h>
#include <sys/mman.h>

#include "fake.h"
#include "leftovers.h"
#include "nvscisync.h"

/** What a test has. */
typedef struct {
    NvSciSyncModule module;
    NvSciSyncCpuWaitContext context;
    NvSciSyncObj object;
    NvSciSyncFence fence;
    cudaExternalSemaphore_t semaphore;
} Scene;

static Scene g_scene;

/** An object between the CPU and the GPU. */
static NvSciSyncObj make_sync(NvSciSyncModule module, bool gpu_signals)
{
    const bool cpu = true;
    const NvSciSyncAccessPerm perm =
        gpu_signals ? NvSciSyncAccessPerm_WaitOnly : NvSciSyncAccessPerm_SignalOnly;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    assert_int_equal(NvSciSyncAttrListCreate(module, &lists[0]), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListCreate(module, &lists[1]), NvSciError_Success);
    assert_int_equal(cudaDeviceGetNvSciSyncAttributes(
                         lists[0], 0,
                         gpu_signals ? (cudaNvSciSyncAttrSignal | cudaNvSciSyncAttrWait)
                                     : cudaNvSciSyncAttrWait),
                     cudaSuccess);
    assert_int_equal(NvSciSyncAttrListSetAttrs(lists[1], pairs, 2U), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                     NvSciError_Success);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    return object;
}

static int scene_up(void **state)
{
    struct cudaExternalSemaphoreHandleDesc desc;

    (void)state;
    (void)memset(&g_scene, 0, sizeof(g_scene));
    (void)memset(&desc, 0, sizeof(desc));
    assert_int_equal(NvSciSyncModuleOpen(&g_scene.module), NvSciError_Success);
    assert_int_equal(NvSciSyncCpuWaitContextAlloc(g_scene.module, &g_scene.context),
                     NvSciError_Success);
    assert_int_equal(cudaSetDevice(0), cudaSuccess);
    g_scene.object = make_sync(g_scene.module, true);
    desc.type = cudaExternalSemaphoreHandleTypeNvSciSync;
    desc.handle.nvSciSyncObj = g_scene.object;
    assert_int_equal(cudaImportExternalSemaphore(&g_scene.semaphore, &desc), cudaSuccess);
    if (fake_control() != NULL) {
        fake_control()->reset();
    }
    return 0;
}

static int scene_down(void **state)
{
    (void)state;
    assert_int_equal(cudaStreamSynchronize(NULL), cudaSuccess);
    NvSciSyncFenceClear(&g_scene.fence);
    assert_int_equal(cudaDestroyExternalSemaphore(g_scene.semaphore), cudaSuccess);
    NvSciSyncObjFree(g_scene.object);
    NvSciSyncCpuWaitContextFree(g_scene.context);
    NvSciSyncModuleClose(g_scene.module);
    return nothing_is_left(state);
}

/** Asserts that a function of the driver was called once more, on the stream of the thread. */
static void assert_on_stream_of_thread(const char *name, unsigned int times)
{
    const FakeControl *const fake = fake_control();
    FakeCall call;

    if (fake != NULL) {
        unsigned int seen = 0U;

        for (unsigned int i = 0U; fake->call(i, &call); i++) {
            if (strcmp(call.name, name) == 0) {
                assert_int_equal(call.arguments[0], (uintptr_t)CU_STREAM_PER_THREAD);
                seen++;
            }
        }
        assert_int_equal(seen, times);
    }
}

static void assert_expires(void)
{
    assert_int_equal(NvSciSyncFenceWait(&g_scene.fence, g_scene.context, 20000000),
                     NvSciError_Success);
}

/**
 * A stream of NULL is the one of the thread in the runtime API.
 * @verifies RF-CUDA-050
 * @verifies RF-CUDA-040
 */
static void the_runtime_takes_the_stream_of_the_thread(void **state)
{
    struct cudaExternalSemaphoreSignalParams signal;
    struct cudaExternalSemaphoreWaitParams wait;
    NvSciSyncFence gate = NvSciSyncFenceInitializer;

    (void)state;
    (void)memset(&signal, 0, sizeof(signal));
    (void)memset(&wait, 0, sizeof(wait));
    signal.params.nvSciSync.fence = &g_scene.fence;
    assert_int_equal(cudaSignalExternalSemaphoresAsync(&g_scene.semaphore, &signal, 1U, NULL),
                     cudaSuccess);
    assert_expires();
    assert_on_stream_of_thread("cuStreamWriteValue64_v2", 1U);
    wait.params.nvSciSync.fence = &gate;
    assert_int_equal(cudaWaitExternalSemaphoresAsync(&g_scene.semaphore, &wait, 1U, NULL),
                     cudaSuccess);
    NvSciSyncFenceClear(&gate);
}

/**
 * The same in the driver API; a wait that is pending is on the stream of the thread too.
 * @verifies RF-CUDA-050
 * @verifies RF-CUDA-040
 */
static void the_driver_takes_the_stream_of_the_thread(void **state)
{
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS signal;
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS wait;
    NvSciSyncObj gate = make_sync(g_scene.module, false);
    NvSciSyncFence closed = NvSciSyncFenceInitializer;
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC desc;
    CUexternalSemaphore door = NULL;
    CUexternalSemaphore semaphore = NULL;

    (void)state;
    (void)memset(&desc, 0, sizeof(desc));
    (void)memset(&signal, 0, sizeof(signal));
    (void)memset(&wait, 0, sizeof(wait));
    desc.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_NVSCISYNC;
    desc.handle.nvSciSyncObj = gate;
    assert_int_equal(cuImportExternalSemaphore(&door, &desc), CUDA_SUCCESS);
    desc.handle.nvSciSyncObj = g_scene.object;
    assert_int_equal(cuImportExternalSemaphore(&semaphore, &desc), CUDA_SUCCESS);
    assert_int_equal(NvSciSyncObjGenerateFence(gate, &closed), NvSciError_Success);
    wait.params.nvSciSync.fence = &closed;
    signal.params.nvSciSync.fence = &g_scene.fence;
    assert_int_equal(cuWaitExternalSemaphoresAsync(&door, &wait, 1U, NULL), CUDA_SUCCESS);
    assert_int_equal(cuSignalExternalSemaphoresAsync(&semaphore, &signal, 1U, NULL), CUDA_SUCCESS);
    assert_int_equal(NvSciSyncFenceWait(&g_scene.fence, g_scene.context, 1000), NvSciError_Timeout);
    assert_int_equal(NvSciSyncObjSignal(gate), NvSciError_Success);
    assert_expires();
    assert_on_stream_of_thread("cuStreamWaitValue64_v2", 1U);
    assert_on_stream_of_thread("cuStreamWriteValue64_v2", 1U);
    NvSciSyncFenceClear(&closed);
    assert_int_equal(cuDestroyExternalSemaphore(semaphore), CUDA_SUCCESS);
    assert_int_equal(cuDestroyExternalSemaphore(door), CUDA_SUCCESS);
    NvSciSyncObjFree(gate);
}

/**
 * A batch of CUDA's semaphores and ours reaches both in its order, on the stream of the thread.
 * @verifies RF-CUDA-020
 * @verifies RF-CUDA-050
 */
static void a_mixed_batch_is_on_the_stream_of_the_thread(void **state)
{
    struct cudaExternalSemaphoreHandleDesc desc;
    struct cudaExternalSemaphoreSignalParams signal[3];
    cudaExternalSemaphore_t semaphores[3] = {NULL, g_scene.semaphore, NULL};

    (void)state;
    if (fake_control() == NULL) {
        skip();
    }
    (void)memset(&desc, 0, sizeof(desc));
    (void)memset(signal, 0, sizeof(signal));
    desc.type = cudaExternalSemaphoreHandleTypeOpaqueFd;
    for (size_t i = 0U; i < 3U; i += 2U) {
        desc.handle.fd = memfd_create("semaphore", MFD_CLOEXEC);
        assert_int_equal(cudaImportExternalSemaphore(&semaphores[i], &desc), cudaSuccess);
    }
    signal[1].params.nvSciSync.fence = &g_scene.fence;
    assert_int_equal(cudaSignalExternalSemaphoresAsync(semaphores, signal, 3U, NULL), cudaSuccess);
    assert_expires();
    assert_on_stream_of_thread("cuSignalExternalSemaphoresAsync", 2U);
    assert_on_stream_of_thread("cuStreamWriteValue64_v2", 1U);
    assert_int_equal(cudaDestroyExternalSemaphore(semaphores[0]), cudaSuccess);
    assert_int_equal(cudaDestroyExternalSemaphore(semaphores[2]), cudaSuccess);
}

#define thread_test(function) cmocka_unit_test_setup_teardown(function, scene_up, scene_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        thread_test(the_runtime_takes_the_stream_of_the_thread),
        thread_test(the_driver_takes_the_stream_of_the_thread),
        thread_test(a_mixed_batch_is_on_the_stream_of_the_thread),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
