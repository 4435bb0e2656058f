/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file split_test.c
 * A program with a copy of the library of its own, in front of which the preload library stands:
 * one clear error, and CUDA as ever.
 */
#define _GNU_SOURCE

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "leftovers.h"
#include "nvscibuf.h"
#include "nvscisync.h"

/** Reads what a call wrote to the standard error. */
static void read_back(int file, int before, char *text, size_t bytes)
{
    ssize_t count = 0;

    assert_int_equal(dup2(before, STDERR_FILENO), STDERR_FILENO);
    count = pread(file, text, bytes - 1U, 0);
    assert_true(count >= 0);
    text[count] = '\0';
    (void)close(before);
    (void)close(file);
}

/**
 * What the program has of NvSci is refused under CUDA's names of both APIs, with one line.
 * @verifies RF-CUDA-052
 */
static void objects_of_another_copy_are_refused(void **state)
{
    struct cudaExternalSemaphoreHandleDesc sync;
    struct cudaExternalMemoryHandleDesc buffer;
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC native;
    const int file = memfd_create("stderr", 0U);
    const int before = dup(STDERR_FILENO);
    NvSciSyncModule module = NULL;
    NvSciSyncAttrList list = NULL;
    cudaExternalSemaphore_t semaphore = NULL;
    CUexternalSemaphore other = NULL;
    cudaExternalMemory_t memory = NULL;
    char text[512];

    (void)state;
    (void)memset(&sync, 0, sizeof(sync));
    (void)memset(&buffer, 0, sizeof(buffer));
    (void)memset(&native, 0, sizeof(native));
    sync.type = cudaExternalSemaphoreHandleTypeNvSciSync;
    buffer.type = cudaExternalMemoryHandleTypeNvSciBuf;
    native.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_NVSCISYNC;
    assert_int_equal(NvSciSyncModuleOpen(&module), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListCreate(module, &list), NvSciError_Success);
    assert_int_equal(dup2(file, STDERR_FILENO), STDERR_FILENO);
    assert_int_equal(cudaDeviceGetNvSciSyncAttributes(list, 0, cudaNvSciSyncAttrWait),
                     cudaErrorSharedObjectInitFailed);
    assert_int_equal(cuDeviceGetNvSciSyncAttributes(list, 0, CUDA_NVSCISYNC_ATTR_WAIT),
                     CUDA_ERROR_SHARED_OBJECT_INIT_FAILED);
    assert_int_equal(cudaImportExternalSemaphore(&semaphore, &sync),
                     cudaErrorSharedObjectInitFailed);
    assert_int_equal(cuImportExternalSemaphore(&other, &native),
                     CUDA_ERROR_SHARED_OBJECT_INIT_FAILED);
    assert_int_equal(cudaImportExternalMemory(&memory, &buffer), cudaErrorSharedObjectInitFailed);
    read_back(file, before, text, sizeof(text));
    assert_string_equal(text, "libringfence_cuda_preload.so: the program has a copy of Ringfence "
                              "of its own (libringfence.a or libringfence_cuda.a); link it with "
                              "libringfence.so\n");
    NvSciSyncAttrListFree(list);
    NvSciSyncModuleClose(module);
    assert_int_equal(in_use_of_all(), 0U);
}

/**
 * What is CUDA's own works beside it.
 * @verifies RF-CUDA-051
 */
static void what_is_cudas_own_works(void **state)
{
    void *pointer = NULL;

    (void)state;
    assert_int_equal(cudaMalloc(&pointer, 4096U), cudaSuccess);
    assert_non_null(pointer);
    assert_int_equal(cudaFree(pointer), cudaSuccess);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_of_another_copy_are_refused),
        cmocka_unit_test(what_is_cudas_own_works),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
