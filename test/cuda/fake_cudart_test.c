/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_cudart_test.c
 * The runtime without a GPU goes to the driver, and counts.
 */
#define _GNU_SOURCE 1
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fake.h"
#include "fake_cudart.h"

#define GRANULE     ((size_t)2U << 20U)
#define CHECK(call) assert_int_equal((call), cudaSuccess)

static const FakeControl *g_control;

static int begin(void **state)
{
    (void)state;
    g_control = fake_control();
    assert_non_null(g_control);
    g_control->reset();
    fake_cudart_reset();
    return 0;
}

static int end(void **state)
{
    (void)state;
    g_control->reset();
    fake_cudart_reset();
    assert_int_equal(fake_live(g_control), 0U);
    return 0;
}

static void memory_is_on_the_current_device(void **state)
{
    void *address = NULL;
    CUdevice native = -1;
    int device = -1;

    (void)state;
    CHECK(cudaSetDevice(1));
    CHECK(cudaGetDevice(&device));
    assert_int_equal(device, 1);
    assert_int_equal(cuCtxGetDevice(&native), CUDA_SUCCESS);
    assert_int_equal(native, 1);
    CHECK(cudaMalloc(&address, 100U));
    assert_int_equal(g_control->live(FAKE_BUFFERS), 1U);
    CHECK(cudaFree(address));
    assert_int_equal(cudaFree(address), cudaErrorInvalidValue);
    assert_int_equal(fake_cudart_count("cudaFree"), 2U);
    assert_int_equal(g_control->count("cuMemFree_v2"), 2U);
    CHECK(cudaSetDevice(0));
    assert_int_equal(cudaSetDevice(2), cudaErrorInvalidDevice);
}

static int exported(void)
{
    CUmemAllocationProp wanted;
    CUmemGenericAllocationHandle handle = 0U;
    int fd = -1;

    (void)memset(&wanted, 0, sizeof(wanted));
    wanted.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    wanted.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    wanted.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    assert_int_equal(cuMemCreate(&handle, GRANULE, &wanted, 0U), CUDA_SUCCESS);
    assert_int_equal(
        cuMemExportToShareableHandle(&fd, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0U),
        CUDA_SUCCESS);
    assert_int_equal(cuMemRelease(handle), CUDA_SUCCESS);
    return fd;
}

static void imported_memory_is_mapped(void **state)
{
    struct cudaExternalMemoryHandleDesc about;
    struct cudaExternalMemoryBufferDesc part;
    struct cudaExternalMemoryMipmappedArrayDesc levels;
    cudaExternalMemory_t memory = NULL;
    cudaMipmappedArray_t array = NULL;
    cudaArray_t level = NULL;
    void *address = NULL;

    (void)state;
    (void)memset(&about, 0, sizeof(about));
    (void)memset(&part, 0, sizeof(part));
    (void)memset(&levels, 0, sizeof(levels));
    CHECK(cudaSetDevice(0));
    about.type = cudaExternalMemoryHandleTypeNvSciBuf;
    assert_int_equal(cudaImportExternalMemory(&memory, &about), cudaErrorNotSupported);
    about.type = cudaExternalMemoryHandleTypeOpaqueFd;
    about.handle.fd = exported();
    about.size = GRANULE;
    part.size = 4096U;
    levels.formatDesc.x = 8;
    levels.extent.width = 8U;
    levels.extent.height = 8U;
    levels.numLevels = 1U;
    CHECK(cudaImportExternalMemory(&memory, &about));
    CHECK(cudaExternalMemoryGetMappedBuffer(&address, memory, &part));
    CHECK(cudaExternalMemoryGetMappedMipmappedArray(&array, memory, &levels));
    CHECK(cudaGetMipmappedArrayLevel(&level, array, 0U));
    assert_non_null(level);
    CHECK(cudaFreeMipmappedArray(array));
    CHECK(cudaFree(address));
    CHECK(cudaDestroyExternalMemory(memory));
}

static void semaphores_reach_the_driver_in_order(void **state)
{
    struct cudaExternalSemaphoreHandleDesc about;
    struct cudaExternalSemaphoreSignalParams signal[2];
    struct cudaExternalSemaphoreWaitParams wait[2];
    cudaExternalSemaphore_t semaphores[2] = {NULL, NULL};
    cudaStream_t stream = NULL;

    (void)state;
    (void)memset(&about, 0, sizeof(about));
    (void)memset(signal, 0, sizeof(signal));
    (void)memset(wait, 0, sizeof(wait));
    CHECK(cudaSetDevice(0));
    CHECK(cudaStreamCreate(&stream));
    about.type = cudaExternalSemaphoreHandleTypeOpaqueFd;
    for (unsigned int row = 0U; row < 2U; row++) {
        about.handle.fd = memfd_create("semaphore", MFD_CLOEXEC);
        CHECK(cudaImportExternalSemaphore(&semaphores[row], &about));
    }
    CHECK(cudaSignalExternalSemaphoresAsync(semaphores, signal, 2U, stream));
    CHECK(cudaWaitExternalSemaphoresAsync(&semaphores[1], wait, 1U, stream));
    CHECK(cudaStreamSynchronize(stream));
    assert_int_equal(g_control->count("cuSignalExternalSemaphoresAsync"), 1U);
    assert_int_equal(g_control->count("cuWaitExternalSemaphoresAsync"), 1U);
    CHECK(cudaDestroyExternalSemaphore(semaphores[0]));
    CHECK(cudaDestroyExternalSemaphore(semaphores[1]));
    CHECK(cudaStreamDestroy(stream));
    assert_int_equal(cudaDeviceGetNvSciSyncAttributes(NULL, 0, 1), cudaErrorNotSupported);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(memory_is_on_the_current_device),
        TEST(imported_memory_is_mapped),
        TEST(semaphores_reach_the_driver_in_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
