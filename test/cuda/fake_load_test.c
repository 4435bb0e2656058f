/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_load_test.c
 * When the driver is loaded, and what becomes of a program where there is none.
 */
#define _GNU_SOURCE

#include "leftovers.h"

#include <dlfcn.h>
#include <string.h>

#include "fake.h"
#include "ringfence_cuda.h"

/** Keeps the linker from leaving the driver out. */
CUresult (*volatile g_driver_is_linked)(unsigned int) = cuInit;
static unsigned int g_loads;
static bool g_there;

/** Takes the place of the C library's: finds the driver that the program is linked with. */
void *dlmopen(Lmid_t space, const char *name, int mode)
{
    (void)mode;
    assert_int_equal(space, LM_ID_BASE);
    assert_string_equal(name, "libcuda.so.1");
    g_loads++;
    return g_there ? RTLD_NEXT : NULL;
}

/** Every function that passes something on says the same while there is no driver. */
static void nothing_is_passed_on_without_a_driver(void)
{
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC sync;
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC memory;
    CUDA_EXTERNAL_MEMORY_BUFFER_DESC range;
    CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC arrays;
    CUexternalSemaphore semaphore = NULL;
    CUexternalMemory memories = NULL;
    CUdeviceptr pointer = 0U;
    CUarray level = NULL;

    (void)memset(&sync, 0, sizeof(sync));
    (void)memset(&memory, 0, sizeof(memory));
    (void)memset(&range, 0, sizeof(range));
    (void)memset(&arrays, 0, sizeof(arrays));
    sync.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD;
    memory.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD;
    {
        const CUresult results[] = {
            ringfenceCuImportExternalSemaphore(&semaphore, &sync),
            ringfenceCuDestroyExternalSemaphore(NULL),
            ringfenceCuImportExternalMemory(&memories, &memory),
            ringfenceCuExternalMemoryGetMappedBuffer(&pointer, NULL, &range),
            ringfenceCuExternalMemoryGetMappedMipmappedArray(NULL, NULL, &arrays),
            ringfenceCuDestroyExternalMemory(NULL),
            ringfenceCuMemFree(1U),
            ringfenceCuMipmappedArrayDestroy(NULL),
            ringfenceCuMipmappedArrayGetLevel(&level, NULL, 0U),
            ringfenceCuSignalExternalSemaphoresAsync(NULL, NULL, 0U, NULL),
            ringfenceCuWaitExternalSemaphoresAsync(NULL, NULL, 0U, NULL),
        };

        for (size_t i = 0U; i < (sizeof(results) / sizeof(results[0])); i++) {
            assert_int_equal(results[i], CUDA_ERROR_NOT_INITIALIZED);
        }
    }
    assert_null(semaphore);
    assert_null(memories);
    assert_int_equal(pointer, 0U);
}

/**
 * Nothing is loaded or called before a function for CUDA is; where there is no driver each API
 * says so, and finds one that appears later.
 * @verifies RF-CUDA-001
 * @verifies RF-CUDA-003
 */
static void the_driver_is_loaded_when_it_is_needed(void **state)
{
    const FakeControl *const fake = fake_control();
    NvSciSyncModule module = NULL;
    NvSciSyncAttrList list = NULL;
    CUexternalMemory memory = NULL;
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC desc;

    (void)state;
    (void)memset(&desc, 0, sizeof(desc));
    desc.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD;
    assert_non_null(fake);
    assert_int_equal(NvSciSyncModuleOpen(&module), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListCreate(module, &list), NvSciError_Success);
    assert_int_equal(g_loads, 0U);
    assert_int_equal(fake->count(NULL), 0U);
    assert_int_equal(ringfenceCuDeviceGetNvSciSyncAttributes(list, 0, CUDA_NVSCISYNC_ATTR_WAIT),
                     CUDA_ERROR_NOT_INITIALIZED);
    assert_int_equal(ringfenceCudaDeviceGetNvSciSyncAttributes(list, 0, CUDA_NVSCISYNC_ATTR_WAIT),
                     cudaErrorInsufficientDriver);
    assert_int_equal(ringfenceCuImportExternalMemory(&memory, &desc), CUDA_ERROR_NOT_INITIALIZED);
    assert_int_equal(ringfenceCudaFree(NULL), cudaErrorInsufficientDriver);
    assert_int_equal(g_loads, 4U);
    nothing_is_passed_on_without_a_driver();
    assert_int_equal(fake->count(NULL), 0U);
    g_loads = 4U;
    g_there = true;
    assert_int_equal(ringfenceCudaDeviceGetNvSciSyncAttributes(list, 0, CUDA_NVSCISYNC_ATTR_WAIT),
                     cudaSuccess);
    assert_int_equal(ringfenceCudaFree(NULL), cudaSuccess);
    assert_int_equal(g_loads, 5U);
    NvSciSyncAttrListFree(list);
    NvSciSyncModuleClose(module);
    assert_int_equal(in_use_of_all(), 0U);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_driver_is_loaded_when_it_is_needed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
