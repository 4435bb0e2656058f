/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cuda_plain_test.c
 * Streams as programs make them, which the stream NULL waits for: what the library does meanwhile
 * waits for none of their work.
 */
#define _GNU_SOURCE

#include "cuda_fixture.h"

#define BYTES 4096U

/** A stream that waits for a point of the CPU. */
typedef struct {
    CUstream stream;
    NvSciSyncObj object;
    CUexternalSemaphore semaphore;
    NvSciSyncFence fence;
} Blocked;

static CUstream plain_stream(void)
{
    CUstream stream = NULL;

    assert_cu(cuStreamCreate(&stream, CU_STREAM_DEFAULT), CUDA_SUCCESS);
    return stream;
}

static CUresult wait_in(CUstream stream, CUexternalSemaphore semaphore, NvSciSyncFence *fence)
{
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS params;

    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = fence;
    return ringfenceCuWaitExternalSemaphoresAsync(&semaphore, &params, 1U, stream);
}

static CUresult signal_in(CUstream stream, CUexternalSemaphore semaphore, NvSciSyncFence *fence)
{
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS params;

    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = fence;
    return ringfenceCuSignalExternalSemaphoresAsync(&semaphore, &params, 1U, stream);
}

static Blocked block(CUstream stream)
{
    Blocked blocked = {stream, NULL, NULL, NvSciSyncFenceInitializer};

    blocked.object = sync_object(CPU_SIDE, WAITS);
    blocked.semaphore = import_sync(blocked.object);
    assert_int_equal(NvSciSyncObjGenerateFence(blocked.object, &blocked.fence), NvSciError_Success);
    assert_cu(wait_in(stream, blocked.semaphore, &blocked.fence), CUDA_SUCCESS);
    return blocked;
}

/** Asserts that the stream has waited all the time, and lets it go on. */
static void let_go(Blocked *blocked)
{
    assert_cu(cuStreamQuery(blocked->stream), CUDA_ERROR_NOT_READY);
    assert_int_equal(NvSciSyncObjSignal(blocked->object), NvSciError_Success);
    assert_cu(cuStreamSynchronize(blocked->stream), CUDA_SUCCESS);
    NvSciSyncFenceClear(&blocked->fence);
    destroy_sync(blocked->semaphore);
    NvSciSyncObjFree(blocked->object);
}

/** Asserts that memory of the GPU is zero. */
static void assert_zero(NvSciBufObj object)
{
    CUexternalMemory memory = import_buffer(object, BYTES);
    static uint8_t copy[BYTES];
    CUdeviceptr pointer = 0U;

    (void)memset(copy, 1, sizeof(copy));
    assert_cu(try_map(memory, 0U, BYTES, &pointer), CUDA_SUCCESS);
    assert_cu(cuMemcpyDtoH(copy, pointer, BYTES), CUDA_SUCCESS);
    for (size_t i = 0U; i < BYTES; i++) {
        assert_int_equal(copy[i], 0);
    }
    assert_cu(ringfenceCuMemFree(pointer), CUDA_SUCCESS);
    assert_cu(ringfenceCuDestroyExternalMemory(memory), CUDA_SUCCESS);
}

/**
 * Memory of a GPU is reserved and cleared while a stream waits for a fence that this thread is to
 * signal: a plain stream, the stream NULL, and that of the thread.
 * @verifies RF-CUDA-250
 */
static void memory_of_a_gpu_waits_for_no_stream(void **state)
{
    const CUstream plain = plain_stream();
    const CUstream streams[] = {plain, NULL, CU_STREAM_LEGACY, CU_STREAM_PER_THREAD};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(streams); i++) {
        Blocked blocked = block(streams[i]);
        NvSciBufObj object = raw_buffer(BYTES, false, &g_scene.gpu);

        let_go(&blocked);
        assert_zero(object);
        NvSciBufObjFree(object);
    }
    assert_cu(cuStreamDestroy(plain), CUDA_SUCCESS);
}

/** Imports a buffer, and maps it. */
static CUexternalMemory import_and_map(NvSciBufObj object, CUdeviceptr *pointer)
{
    CUexternalMemory memory = import_buffer(object, BYTES);

    assert_cu(try_map(memory, 0U, BYTES, pointer), CUDA_SUCCESS);
    return memory;
}

/**
 * Imports, mappings, and signals and waits in other plain streams do not wait for a stream either.
 * @verifies RF-CUDA-251
 */
static void calls_of_init_wait_for_no_stream(void **state)
{
    const CUstream plain = plain_stream();
    const CUstream other = plain_stream();
    const CUstream streams[] = {plain, CU_STREAM_PER_THREAD};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(streams); i++) {
        Blocked blocked = block(streams[i]);
        NvSciBufObj buffers[] = {raw_buffer(BYTES, true, &g_scene.gpu),
                                 raw_buffer(BYTES, false, &g_scene.gpu)};
        NvSciSyncObj syncs[] = {sync_object(SIGNALS, WAITS), sync_object(SIGNALS, CPU_SIDE)};
        CUexternalMemory memories[COUNT_OF(buffers)];
        CUdeviceptr pointers[COUNT_OF(buffers)];
        CUexternalSemaphore semaphores[COUNT_OF(syncs)];

        for (size_t k = 0U; k < COUNT_OF(buffers); k++) {
            memories[k] = import_and_map(buffers[k], &pointers[k]);
        }
        for (size_t k = 0U; k < COUNT_OF(syncs); k++) {
            NvSciSyncFence fence = NvSciSyncFenceInitializer;

            semaphores[k] = import_sync(syncs[k]);
            assert_cu(signal_in(other, semaphores[k], &fence), CUDA_SUCCESS);
            if (k == 0U) {
                assert_cu(wait_in(other, semaphores[k], &fence), CUDA_SUCCESS);
            }
            assert_cu(cuStreamSynchronize(other), CUDA_SUCCESS);
            NvSciSyncFenceClear(&fence);
        }
        let_go(&blocked);
        /* The driver forgets memory of the CPU after all work of the context alone. */
        for (size_t k = 0U; k < COUNT_OF(syncs); k++) {
            destroy_sync(semaphores[k]);
            NvSciSyncObjFree(syncs[k]);
        }
        for (size_t k = 0U; k < COUNT_OF(buffers); k++) {
            assert_cu(ringfenceCuMemFree(pointers[k]), CUDA_SUCCESS);
            assert_cu(ringfenceCuDestroyExternalMemory(memories[k]), CUDA_SUCCESS);
            NvSciBufObjFree(buffers[k]);
        }
    }
    assert_cu(cuStreamDestroy(other), CUDA_SUCCESS);
    assert_cu(cuStreamDestroy(plain), CUDA_SUCCESS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cuda_test(memory_of_a_gpu_waits_for_no_stream),
        cuda_test(calls_of_init_wait_for_no_stream),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
