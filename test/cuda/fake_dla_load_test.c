/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_dla_load_test.c
 * When hybrid mode loads the driver, and what becomes of a program where there is none, or where
 * the library has no kernels.
 */
#define _GNU_SOURCE

#include "leftovers.h"

#include <dlfcn.h>

#include "dla/gpu/hybrid.h"
#include "fake.h"

/** Keeps the linker from leaving the driver out. */
CUresult (*volatile g_driver_is_linked)(unsigned int) = cuInit;
static unsigned int g_loads;
static bool g_there;
/** Without nvcc this is what the library has. */
static bool g_built;

const void *__real_hybrid_image(size_t *length);
const void *__wrap_hybrid_image(size_t *length);

const void *__wrap_hybrid_image(size_t *length)
{
    *length = 0U;
    return g_built ? __real_hybrid_image(length) : NULL;
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

/** A buffer in the memory of a GPU is refused, and a fault report says why. */
static void assert_memory_refused(void)
{
    const HybridGpu gpu = {{1U}};
    RingfenceFault fault;
    uint32_t total = 0U;

    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    total = fault.total;
    assert_int_equal(hybrid_open_alone(0U, OP_DLA_IMPORT_MEMORY, &gpu),
                     cudlaErrorUnsupportedOperation);
    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.total, total + 1U);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_NO_KERNELS);
}

/** The handle is refused, and a fault report says why. */
static void assert_refused(cudlaStatus status)
{
    RingfenceFault fault;
    uint32_t total = 0U;

    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    total = fault.total;
    assert_int_equal(hybrid_open(0U), status);
    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.total, total + 1U);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_NO_KERNELS);
    assert_false(hybrid_is_there());
}

/**
 * Nothing is loaded before a handle is made; where there is no driver or no kernel, a fault report
 * says so, and what appears later is found.
 * @verifies RF-DLA-300
 * @verifies RF-DLA-301
 * @verifies RF-DLA-321
 */
static void driver_and_kernels_are_found_when_they_are_needed(void **state)
{
    (void)state;
    assert_int_equal(g_loads, 0U);
    assert_refused(cudlaErrorCuda);
    assert_true(g_loads > 0U);
    assert_memory_refused();
    assert_int_equal(fake_control()->count(NULL), 0U);
    g_there = true;
    assert_refused(cudlaErrorUnsupportedOperation);
    assert_int_equal(fake_live(fake_control()), 0U);
    g_built = true;
    assert_true(hybrid_is_there());
    assert_int_equal(hybrid_open(0U), cudlaSuccess);
    hybrid_close(0U);
    assert_int_equal(fake_live(fake_control()), 0U);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(driver_and_kernels_are_found_when_they_are_needed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
