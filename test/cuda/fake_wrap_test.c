/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_wrap_test.c
 * CUDA's names in a program that is linked with --wrap, for what is CUDA's own and for names of the
 * driver.
 */
#define _GNU_SOURCE

#include "cuda_fixture.h"
#include "fake.h"
#include "fake_cudart.h"

#define BYTES 8192U
#define MANY  4U

static const FakeControl *g_fake;

static int fake_up(void **state)
{
    const int status = scene_up(state);

    g_fake = fake_control();
    assert_non_null(g_fake);
    g_fake->reset();
    fake_cudart_reset();
    return status;
}

static int fake_down(void **state)
{
    fake_cudart_reset();
    return scene_down(state);
}

#define fake_test(function) cmocka_unit_test_setup_teardown(function, fake_up, fake_down)

/** A descriptor of memory of a GPU. */
static int device_descriptor(void)
{
    CUmemAllocationProp properties;
    CUmemGenericAllocationHandle handle = 0U;
    int fd = -1;

    (void)memset(&properties, 0, sizeof(properties));
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    assert_cu(cuMemCreate(&handle, (size_t)2U << 20U, &properties, 0U), CUDA_SUCCESS);
    assert_cu(
        cuMemExportToShareableHandle(&fd, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0U),
        CUDA_SUCCESS);
    assert_cu(cuMemRelease(handle), CUDA_SUCCESS);
    return fd;
}

/**
 * The runtime's functions of these names get what is CUDA's own.
 * @verifies RF-CUDA-040
 */
static void what_is_cudas_reaches_the_runtime(void **state)
{
    struct cudaExternalSemaphoreHandleDesc sync;
    struct cudaExternalMemoryHandleDesc desc;
    struct cudaExternalMemoryBufferDesc range;
    struct cudaExternalMemoryMipmappedArrayDesc arrays;
    cudaExternalSemaphore_t semaphore = NULL;
    cudaExternalMemory_t memory = NULL;
    cudaMipmappedArray_t array = NULL;
    void *pointer = NULL;

    (void)state;
    (void)memset(&sync, 0, sizeof(sync));
    (void)memset(&desc, 0, sizeof(desc));
    (void)memset(&range, 0, sizeof(range));
    (void)memset(&arrays, 0, sizeof(arrays));
    assert_int_equal(cudaSetDevice(0), cudaSuccess);
    sync.type = cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd;
    sync.handle.fd = dup(0);
    assert_int_equal(cudaImportExternalSemaphore(&semaphore, &sync), cudaSuccess);
    assert_int_equal(fake_cudart_count("cudaImportExternalSemaphore"), 1U);
    assert_int_equal(cudaImportExternalSemaphore(&semaphore, NULL), cudaErrorInvalidValue);
    assert_int_equal(cudaDestroyExternalSemaphore(semaphore), cudaSuccess);
    assert_int_equal(fake_cudart_count("cudaDestroyExternalSemaphore"), 1U);
    desc.type = cudaExternalMemoryHandleTypeOpaqueFd;
    desc.handle.fd = device_descriptor();
    desc.size = BYTES;
    range.size = BYTES;
    arrays.formatDesc = (struct cudaChannelFormatDesc){8, 0, 0, 0, cudaChannelFormatKindUnsigned};
    arrays.extent.width = 16U;
    arrays.extent.height = 8U;
    arrays.numLevels = 1U;
    assert_int_equal(cudaImportExternalMemory(&memory, &desc), cudaSuccess);
    assert_int_equal(fake_cudart_count("cudaImportExternalMemory"), 1U);
    assert_int_equal(cudaImportExternalMemory(&memory, NULL), cudaErrorInvalidValue);
    assert_int_equal(cudaExternalMemoryGetMappedBuffer(&pointer, memory, &range), cudaSuccess);
    assert_int_equal(fake_cudart_count("cudaExternalMemoryGetMappedBuffer"), 1U);
    assert_int_equal(cudaExternalMemoryGetMappedMipmappedArray(&array, memory, &arrays),
                     cudaSuccess);
    assert_int_equal(fake_cudart_count("cudaExternalMemoryGetMappedMipmappedArray"), 1U);
    assert_int_equal(cudaFreeMipmappedArray(array), cudaSuccess);
    assert_int_equal(cudaFree(pointer), cudaSuccess);
    assert_int_equal(fake_cudart_count("cudaFree"), 1U);
    assert_int_equal(cudaDestroyExternalMemory(memory), cudaSuccess);
    assert_int_equal(fake_cudart_count("cudaDestroyExternalMemory"), 1U);
}

/** A batch of two owners in turn. */
typedef struct {
    cudaExternalSemaphore_t semaphores[MANY];
    struct cudaExternalSemaphoreSignalParams signals[MANY];
    struct cudaExternalSemaphoreWaitParams waits[MANY];
    NvSciSyncFence fences[MANY];
} Batch;

static void fill(Batch *batch, CUexternalSemaphore ours, CUexternalSemaphore theirs)
{
    (void)memset(batch, 0, sizeof(*batch));
    for (size_t i = 0U; i < MANY; i++) {
        if (i >= (MANY - 2U)) {
            batch->semaphores[i] = (void *)ours;
            batch->signals[i].params.nvSciSync.fence = &batch->fences[i];
            batch->waits[i].params.nvSciSync.fence = &batch->fences[i];
        } else {
            batch->semaphores[i] = (void *)theirs;
        }
    }
}

/**
 * A batch goes to its owners run by run, and stops at the first error; an incomplete one is for the
 * runtime to refuse.
 * @verifies RF-CUDA-040
 */
static void batches_are_cut_into_runs(void **state)
{
    NvSciSyncObj object = sync_object(SIGNALS | WAITS, CPU_SIDE);
    CUexternalSemaphore ours = import_sync(object);
    CUexternalSemaphore theirs = NULL;
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC desc;
    cudaStream_t stream = g_scene.stream;
    Batch batch;

    (void)state;
    (void)memset(&desc, 0, sizeof(desc));
    desc.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD;
    desc.handle.fd = dup(0);
    assert_cu(cuImportExternalSemaphore(&theirs, &desc), CUDA_SUCCESS);
    fill(&batch, ours, theirs);
    assert_int_equal(
        cudaSignalExternalSemaphoresAsync(batch.semaphores, batch.signals, MANY, stream),
        cudaSuccess);
    assert_int_equal(g_fake->count("cuSignalExternalSemaphoresAsync"), 1U);
    assert_int_equal(g_fake->count("cuStreamBatchMemOp_v2"), 1U);
    assert_int_equal(cudaWaitExternalSemaphoresAsync(batch.semaphores, batch.waits, MANY, stream),
                     cudaSuccess);
    assert_int_equal(g_fake->count("cuWaitExternalSemaphoresAsync"), 1U);
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    for (size_t i = 0U; i < MANY; i++) {
        NvSciSyncFenceClear(&batch.fences[i]);
    }
    g_fake->reset();
    assert_true(g_fake->refuse("cuSignalExternalSemaphoresAsync", 1U, CUDA_ERROR_UNKNOWN));
    assert_true(g_fake->refuse("cuWaitExternalSemaphoresAsync", 1U, CUDA_ERROR_UNKNOWN));
    assert_int_equal(
        cudaSignalExternalSemaphoresAsync(batch.semaphores, batch.signals, MANY, stream),
        cudaErrorUnknown);
    assert_int_equal(cudaWaitExternalSemaphoresAsync(batch.semaphores, batch.waits, MANY, stream),
                     cudaErrorUnknown);
    assert_int_equal(g_fake->count("cuStreamBatchMemOp_v2"), 0U);
    assert_int_not_equal(cudaSignalExternalSemaphoresAsync(NULL, batch.signals, 1U, stream),
                         cudaSuccess);
    assert_int_not_equal(cudaSignalExternalSemaphoresAsync(batch.semaphores, NULL, 1U, stream),
                         cudaSuccess);
    assert_int_not_equal(cudaSignalExternalSemaphoresAsync(batch.semaphores, NULL, MANY, stream),
                         cudaSuccess);
    assert_int_equal(
        cudaSignalExternalSemaphoresAsync(&batch.semaphores[MANY - 1U], NULL, 1U, stream),
        cudaErrorInvalidValue);
    assert_int_equal(
        cudaWaitExternalSemaphoresAsync(&batch.semaphores[MANY - 1U], NULL, 1U, stream),
        cudaErrorInvalidValue);
    assert_int_not_equal(cudaWaitExternalSemaphoresAsync(NULL, batch.waits, 1U, stream),
                         cudaSuccess);
    assert_int_not_equal(cudaWaitExternalSemaphoresAsync(batch.semaphores, NULL, 1U, stream),
                         cudaSuccess);
    (void)cudaSignalExternalSemaphoresAsync(batch.semaphores, batch.signals, 0U, stream);
    (void)cudaWaitExternalSemaphoresAsync(batch.semaphores, batch.waits, 0U, stream);
    assert_cu(cuDestroyExternalSemaphore(theirs), CUDA_SUCCESS);
    destroy_sync(ours);
    NvSciSyncObjFree(object);
}

/** The same for the driver's names: signals and waits of a batch, which is incomplete in all ways.
 */
static void cut_driver_batches(CUexternalSemaphore ours, CUexternalSemaphore theirs)
{
    CUexternalSemaphore semaphores[MANY] = {theirs, theirs, ours, ours};
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS signals[MANY];
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS waits[MANY];
    NvSciSyncFence fences[MANY];
    const CUstream stream = g_scene.stream;

    (void)memset(signals, 0, sizeof(signals));
    (void)memset(waits, 0, sizeof(waits));
    (void)memset(fences, 0, sizeof(fences));
    for (size_t i = MANY - 2U; i < MANY; i++) {
        signals[i].params.nvSciSync.fence = &fences[i];
        waits[i].params.nvSciSync.fence = &fences[i];
    }
    assert_cu(cuSignalExternalSemaphoresAsync(semaphores, signals, MANY, stream), CUDA_SUCCESS);
    assert_int_equal(g_fake->count("cuSignalExternalSemaphoresAsync"), 1U);
    assert_int_equal(g_fake->count("cuStreamBatchMemOp_v2"), 1U);
    assert_cu(cuWaitExternalSemaphoresAsync(semaphores, waits, MANY, stream), CUDA_SUCCESS);
    assert_int_equal(g_fake->count("cuWaitExternalSemaphoresAsync"), 1U);
    assert_cu(cuStreamSynchronize(stream), CUDA_SUCCESS);
    for (size_t i = 0U; i < MANY; i++) {
        NvSciSyncFenceClear(&fences[i]);
    }
    g_fake->reset();
    assert_true(g_fake->refuse("cuSignalExternalSemaphoresAsync", 1U, CUDA_ERROR_UNKNOWN));
    assert_true(g_fake->refuse("cuWaitExternalSemaphoresAsync", 1U, CUDA_ERROR_UNKNOWN));
    assert_cu(cuSignalExternalSemaphoresAsync(semaphores, signals, MANY, stream),
              CUDA_ERROR_UNKNOWN);
    assert_cu(cuWaitExternalSemaphoresAsync(semaphores, waits, MANY, stream), CUDA_ERROR_UNKNOWN);
    assert_int_equal(g_fake->count("cuStreamBatchMemOp_v2"), 0U);
    assert_int_not_equal(cuSignalExternalSemaphoresAsync(NULL, signals, 1U, stream), CUDA_SUCCESS);
    assert_int_not_equal(cuSignalExternalSemaphoresAsync(semaphores, NULL, 1U, stream),
                         CUDA_SUCCESS);
    assert_int_not_equal(cuWaitExternalSemaphoresAsync(NULL, waits, 1U, stream), CUDA_SUCCESS);
    assert_int_not_equal(cuWaitExternalSemaphoresAsync(semaphores, NULL, 1U, stream), CUDA_SUCCESS);
    (void)cuSignalExternalSemaphoresAsync(semaphores, signals, 0U, stream);
    (void)cuWaitExternalSemaphoresAsync(semaphores, waits, 0U, stream);
}

/**
 * Batches of the driver's names are cut likewise; what is CUDA's own reaches the driver.
 * @verifies RF-CUDA-040
 */
static void the_drivers_names_reach_the_driver(void **state)
{
    NvSciSyncObj object = sync_object(SIGNALS | WAITS, CPU_SIDE);
    CUexternalSemaphore ours = import_sync(object);
    CUexternalSemaphore theirs = NULL;
    CUexternalMemory memory = NULL;
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC sync;
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC desc;
    CUDA_EXTERNAL_MEMORY_BUFFER_DESC range;
    CUdeviceptr pointer = 0U;

    (void)state;
    (void)memset(&sync, 0, sizeof(sync));
    (void)memset(&desc, 0, sizeof(desc));
    (void)memset(&range, 0, sizeof(range));
    sync.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD;
    sync.handle.fd = dup(0);
    assert_cu(cuImportExternalSemaphore(&theirs, &sync), CUDA_SUCCESS);
    assert_int_not_equal(cuImportExternalSemaphore(&theirs, NULL), CUDA_SUCCESS);
    cut_driver_batches(ours, theirs);
    g_fake->reset();
    assert_cu(cuDestroyExternalSemaphore(theirs), CUDA_SUCCESS);
    desc.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD;
    desc.handle.fd = device_descriptor();
    desc.size = BYTES;
    range.size = BYTES;
    assert_cu(cuImportExternalMemory(&memory, &desc), CUDA_SUCCESS);
    assert_int_not_equal(cuImportExternalMemory(&memory, NULL), CUDA_SUCCESS);
    assert_cu(cuExternalMemoryGetMappedBuffer(&pointer, memory, &range), CUDA_SUCCESS);
    assert_cu(cuMemFree(pointer), CUDA_SUCCESS);
    assert_cu(cuDestroyExternalMemory(memory), CUDA_SUCCESS);
    destroy_sync(ours);
    NvSciSyncObjFree(object);
}

/**
 * The names of the driver reach what is the library's.
 * @verifies RF-CUDA-040
 */
static void the_drivers_names_reach_the_library(void **state)
{
    NvSciSyncObj object = sync_object(SIGNALS | WAITS, CPU_SIDE);
    NvSciBufObj buffer = raw_buffer(BYTES, true, &g_scene.gpu);
    NvSciSyncAttrList list = sync_list();
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC sync;
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS signal;
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS wait;
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC desc;
    CUDA_EXTERNAL_MEMORY_BUFFER_DESC range;
    CUexternalSemaphore semaphore = NULL;
    CUexternalMemory memory = NULL;
    CUdeviceptr pointer = 0U;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    (void)memset(&sync, 0, sizeof(sync));
    (void)memset(&signal, 0, sizeof(signal));
    (void)memset(&wait, 0, sizeof(wait));
    (void)memset(&desc, 0, sizeof(desc));
    (void)memset(&range, 0, sizeof(range));
    assert_cu(cuDeviceGetNvSciSyncAttributes(list, g_scene.device, WAITS), CUDA_SUCCESS);
    sync.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_NVSCISYNC;
    sync.handle.nvSciSyncObj = object;
    assert_cu(cuImportExternalSemaphore(&semaphore, &sync), CUDA_SUCCESS);
    signal.params.nvSciSync.fence = &fence;
    wait.params.nvSciSync.fence = &fence;
    assert_cu(cuSignalExternalSemaphoresAsync(&semaphore, &signal, 1U, g_scene.stream),
              CUDA_SUCCESS);
    assert_expires(&fence);
    assert_cu(cuWaitExternalSemaphoresAsync(&semaphore, &wait, 1U, g_scene.stream), CUDA_SUCCESS);
    NvSciSyncFenceClear(&fence);
    assert_cu(cuDestroyExternalSemaphore(semaphore), CUDA_SUCCESS);
    desc.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_NVSCIBUF;
    desc.handle.nvSciBufObject = buffer;
    desc.size = BYTES;
    range.size = BYTES;
    assert_cu(cuImportExternalMemory(&memory, &desc), CUDA_SUCCESS);
    assert_cu(cuExternalMemoryGetMappedBuffer(&pointer, memory, &range), CUDA_SUCCESS);
    assert_cu(cuExternalMemoryGetMappedMipmappedArray(NULL, memory, NULL),
              CUDA_ERROR_NOT_SUPPORTED);
    assert_cu(cuMemFree(pointer), CUDA_SUCCESS);
    assert_cu(cuDestroyExternalMemory(memory), CUDA_SUCCESS);
    NvSciSyncAttrListFree(list);
    NvSciSyncObjFree(object);
    NvSciBufObjFree(buffer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fake_test(what_is_cudas_reaches_the_runtime),
        fake_test(batches_are_cut_into_runs),
        fake_test(the_drivers_names_reach_the_driver),
        fake_test(the_drivers_names_reach_the_library),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
