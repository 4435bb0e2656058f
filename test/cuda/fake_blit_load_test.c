/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_blit_load_test.c
 * When blits load the driver, and what becomes of a program where there is none, or where the
 * library has no kernels.
 */
#define _GNU_SOURCE

#include "leftovers.h"

#include <dlfcn.h>

#include "blit/cuda/blit_cuda.h"
#include "fake.h"

/** Keeps the linker from leaving the driver out. */
CUresult (*volatile g_driver_is_linked)(unsigned int) = cuInit;
static unsigned int g_loads;
static bool g_there;
/** Without nvcc this is what the library has. */
static bool g_built;

const void *__real_blit_image(size_t *length);
const void *__wrap_blit_image(size_t *length);

const void *__wrap_blit_image(size_t *length)
{
    *length = 0U;
    return g_built ? __real_blit_image(length) : NULL;
}

/** Takes the place of the C library's: finds the driver that the program is linked with. */
void *dlmopen(Lmid_t space, const char *name, int mode)
{
    (void)mode;
    assert_int_equal(space, LM_ID_BASE);
    assert_string_equal(name, "libcuda.so.1");
    g_loads++;
    return g_there ? RTLD_NEXT : NULL;
}

/**
 * Nothing is loaded before an engine is opened; where there is no driver or no kernel, blits on a
 * GPU are refused, and what appears later is found.
 * @verifies RF-BLIT-201
 */
static void driver_and_kernels_are_found_when_they_are_needed(void **state)
{
    (void)state;
    assert_int_equal(g_loads, 0U);
    assert_false(blit_gpu_is_there());
    assert_int_equal(blit_gpu_open(0U, NULL), BLIT_GPU_NONE);
    g_built = true;
    assert_int_equal(blit_gpu_open(0U, NULL), BLIT_GPU_NONE);
    assert_true(g_loads > 0U);
    g_there = true;
    g_built = false;
    assert_int_equal(blit_gpu_open(0U, NULL), BLIT_GPU_NONE);
    assert_false(blit_gpu_is_there());
    assert_int_equal(fake_control()->count(NULL), 0U);
    g_built = true;
    assert_true(blit_gpu_is_there());
    assert_int_equal(blit_gpu_open(0U, NULL), BLIT_GPU_OK);
    blit_gpu_close(0U);
    assert_int_equal(fake_live(fake_control()), 0U);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(driver_and_kernels_are_found_when_they_are_needed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
