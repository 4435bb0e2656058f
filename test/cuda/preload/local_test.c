/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file local_test.c
 * A program without CUDA that loads a library with CUDA for itself. Its runtime is in no list in
 * which the linker looks for the next definition.
 */
#define _GNU_SOURCE

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <string.h>

/**
 * Before a runtime is loaded there is none, which is an error; then calls of the library that
 * brought one reach it.
 * @verifies RF-CUDA-051
 */
static void a_runtime_that_was_loaded_locally_is_found(void **state)
{
    cudaError_t (*free_memory)(void *pointer) = NULL;
    int (*allocate_and_free)(void) = NULL;
    void *found = dlsym(RTLD_DEFAULT, "cudaFree");
    void *plugin = NULL;

    (void)state;
    assert_non_null(found);
    (void)memcpy(&free_memory, &found, sizeof(found));
    assert_int_equal(free_memory(NULL), cudaErrorSharedObjectSymbolNotFound);
    plugin = dlopen("libplugin.so", RTLD_NOW | RTLD_LOCAL);
    assert_non_null(plugin);
    found = dlsym(plugin, "plugin_allocate_and_free");
    assert_non_null(found);
    (void)memcpy(&allocate_and_free, &found, sizeof(found));
    assert_int_equal(allocate_and_free(), cudaSuccess);
    /* Not closed: the driver's threads run in it. */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_runtime_that_was_loaded_locally_is_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
