/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file opened_test.c
 * A program that opens CUDA's driver itself, as CUDA's runtimes do, and other libraries.
 */
#define _GNU_SOURCE

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <cuda.h>
#include <dlfcn.h>
#include <string.h>

#include "nvscisync.h"

/** As drivers of CUDA 11 and of CUDA 12 have it. */
typedef CUresult (*Question)(const char *name, void **place, int version, cuuint64_t flags);
typedef CUresult (*Question2)(const char *name, void **place, int version, cuuint64_t flags,
                              CUdriverProcAddressQueryResult *status);
typedef CUresult (*FillFunction)(void *list, CUdevice device, int flags);

#define FILL "cuDeviceGetNvSciSyncAttributes"

/** CUDA's driver itself. */
static void *beneath(const char *name)
{
    void *const driver = dlmopen(LM_ID_BASE, "libcuda.so.1", RTLD_NOW);

    assert_non_null(driver);
    return dlsym(driver, name);
}

static void *opened(const char *name)
{
    void *const driver = dlopen("libcuda.so.1", RTLD_NOW);

    assert_non_null(driver);
    return dlsym(driver, name);
}

/** Fills a list with a function of the driver, which a program that opens it starts. */
static void assert_fills(void *function)
{
    CUresult (*init)(unsigned int flags) = NULL;
    void *const found = beneath("cuInit");
    NvSciSyncModule module = NULL;
    NvSciSyncAttrList list = NULL;
    FillFunction fill = NULL;

    assert_non_null(function);
    (void)memcpy(&init, &found, sizeof(init));
    (void)memcpy(&fill, &function, sizeof(fill));
    assert_int_equal(init(0U), CUDA_SUCCESS);
    assert_int_equal(NvSciSyncModuleOpen(&module), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListCreate(module, &list), NvSciError_Success);
    assert_int_equal(fill(list, 0, CUDA_NVSCISYNC_ATTR_SIGNAL), CUDA_SUCCESS);
    NvSciSyncAttrListFree(list);
    NvSciSyncModuleClose(module);
}

/**
 * A driver that was opened under another name is the one that calls go on to.
 * @verifies RF-CUDA-210
 * @verifies RF-CUDA-051
 */
static void a_driver_with_another_name_is_the_driver(void **state)
{
    void *const driver = dlopen("libcuda.so", RTLD_NOW);
    CUresult (*import)(CUexternalSemaphore * semaphore,
                       const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *desc) = NULL;
    void *found = NULL;

    (void)state;
    assert_non_null(driver);
    found = dlsym(driver, "cuImportExternalSemaphore");
    assert_non_null(found);
    (void)memcpy(&import, &found, sizeof(import));
    /* The driver answers: it was not started. */
    assert_int_equal(import(NULL, NULL), CUDA_ERROR_NOT_INITIALIZED);
}

/**
 * Of the driver that was opened, dlsym() gives the library's functions, and the driver's for all
 * else; a driver that is not there is not found.
 * @verifies RF-CUDA-210
 */
static void who_opens_the_driver_gets_the_library(void **state)
{
    (void)state;
    assert_non_null(beneath(FILL));
    assert_ptr_not_equal(opened(FILL), beneath(FILL));
    assert_fills(opened(FILL));
    assert_ptr_equal(opened("cuInit"), beneath("cuInit"));
    assert_null(opened("cuNoSuchFunction"));
    assert_null(dlopen("libcuda.so.nowhere", RTLD_NOW));
}

/** The answer of cuGetProcAddress(), of which there are two. */
static void *answer(bool second, const char *name, int version, cuuint64_t flags)
{
    void *const found = opened(second ? "cuGetProcAddress_v2" : "cuGetProcAddress");
    void *place = NULL;

    assert_non_null(found);
    if (second) {
        CUdriverProcAddressQueryResult status = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
        Question2 question = NULL;

        (void)memcpy(&question, &found, sizeof(question));
        assert_int_equal(question(name, &place, version, flags, &status), CUDA_SUCCESS);
        assert_int_equal(status, CU_GET_PROC_ADDRESS_SUCCESS);
    } else {
        Question question = NULL;

        (void)memcpy(&question, &found, sizeof(question));
        assert_int_equal(question(name, &place, version, flags), CUDA_SUCCESS);
    }
    return place;
}

/**
 * Who asks the driver for a function that is taken over gets the library's, by the version and the
 * flags of the question; for another one the driver's.
 * @verifies RF-CUDA-211
 */
static void who_asks_the_driver_gets_the_library(void **state)
{
    (void)state;
    for (int second = 0; second < 2; second++) {
        assert_fills(answer(second != 0, FILL, CUDA_VERSION, 0U));
        assert_ptr_equal(answer(second != 0, "cuInit", CUDA_VERSION, 0U), beneath("cuInit"));
        assert_ptr_equal(answer(second != 0, "cuMemFree", CUDA_VERSION, 0U),
                         opened("cuMemFree_v2"));
        assert_ptr_not_equal(opened("cuMemFree_v2"), beneath("cuMemFree_v2"));
        assert_ptr_equal(answer(second != 0, "cuWaitExternalSemaphoresAsync", CUDA_VERSION,
                                CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM),
                         opened("cuWaitExternalSemaphoresAsync_ptsz"));
        assert_ptr_equal(answer(second != 0, "cuGraphAddNode", 12020, 0U),
                         opened("cuGraphAddNode"));
        assert_ptr_equal(answer(second != 0, "cuGraphAddNode", 12030, 0U),
                         opened("cuGraphAddNode_v2"));
        assert_ptr_equal(answer(second != 0, "cuGetProcAddress", 11030, 0U),
                         opened("cuGetProcAddress"));
        assert_ptr_equal(answer(second != 0, "cuGetProcAddress", 12000, 0U),
                         opened("cuGetProcAddress_v2"));
    }
    assert_ptr_not_equal(opened("cuGetProcAddress"), beneath("cuGetProcAddress"));
}

/**
 * A name that the driver does not have is an error as ever.
 * @verifies RF-CUDA-211
 */
static void what_the_driver_lacks_is_not_found(void **state)
{
    void *const found = opened("cuGetProcAddress_v2");
    CUdriverProcAddressQueryResult status = CU_GET_PROC_ADDRESS_SUCCESS;
    Question2 question = NULL;
    void *place = NULL;

    (void)state;
    (void)memcpy(&question, &found, sizeof(question));
    assert_int_equal(question("cuNoSuchFunction", &place, CUDA_VERSION, 0U, &status),
                     CUDA_ERROR_NOT_FOUND);
    assert_null(place);
    assert_int_equal(status, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
}

/**
 * A library is looked for where this program says, the program itself is opened with NULL, and the
 * reason of a failure is kept.
 * @verifies RF-CUDA-212
 */
static void all_else_is_opened_as_ever(void **state)
{
    void *const near = dlopen("libnear.so", RTLD_NOW);

    (void)state;
    assert_non_null(near);
    assert_int_equal(dlclose(near), 0);
    assert_non_null(dlopen("libcuda.so.near", RTLD_NOW));
    assert_ptr_equal(dlopen("libc.so.6", RTLD_NOW), dlmopen(LM_ID_BASE, "libc.so.6", RTLD_NOW));
    assert_non_null(dlopen(NULL, RTLD_NOW));
    assert_null(dlopen("libcuda_of_nobody.so", RTLD_NOW));
    assert_non_null(strstr(dlerror(), "libcuda_of_nobody.so"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        /* The first one: it loads the driver. */
        cmocka_unit_test(a_driver_with_another_name_is_the_driver),
        cmocka_unit_test(who_opens_the_driver_gets_the_library),
        cmocka_unit_test(who_asks_the_driver_gets_the_library),
        cmocka_unit_test(what_the_driver_lacks_is_not_found),
        cmocka_unit_test(all_else_is_opened_as_ever),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
