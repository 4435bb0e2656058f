/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file gpu.c
 * CUDA's driver and its functions, found by name, and images of kernels.
 *
 * The driver is opened with dlmopen(): dlopen() may be the one of the preload library of CUDA. C
 * libraries without that function have no driver of CUDA either.
 */
/* cppcheck-suppress misra-c2012-21.1 ; DEV-004 the C library names dlmopen on this word alone */
#define _GNU_SOURCE

#include "gpu/gpu.h"

#include <dlfcn.h>
#include <string.h>

#include "core/assert.h"
#include "port/atomic.h"
#include "port/lock.h"

/** What loading kernels takes. */
typedef struct {
    GpuResult (*library_load)(void **library, const void *code, void *options, void *values,
                              uint32_t count, void *library_options, void *library_values,
                              uint32_t library_count);
    GpuResult (*library_kernel)(void **kernel, void *library, const char *name);
} GpuLoader;

/** Guards what is below, and what callers hand over. */
static PortAtomic32 g_gpu_mutex;
/** The driver; NULL: not found yet. */
static void *g_gpu_library;

/** Finds functions of the driver that is loaded. */
static bool find_symbols(const GpuFunctions *functions)
{
    bool found = true;

    for (size_t i = 0U; i < functions->count; i++) {
        const GpuSymbol *const symbol = &functions->symbols[i];
        void *const address = dlsym(g_gpu_library, symbol->symbol);

        if (address == NULL) {
            found = false;
        }
        /* The address of a function has the bytes that POSIX gives a pointer to an object. */
        (void)memcpy(symbol->place, &address, sizeof(address));
    }
    return found;
}

static void *load_driver(void)
{
    void *driver = NULL;

#ifdef LM_ID_BASE
    driver = dlmopen(LM_ID_BASE, "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
#endif
    return driver;
}

/** Needs the mutex. */
static bool find_under_mutex(GpuFunctions *functions)
{
    ASSERT(port_load32(&g_gpu_mutex) != 0U);
    if (g_gpu_library == NULL) {
        g_gpu_library = load_driver();
    }
    if ((g_gpu_library != NULL) && (!functions->is_ready)) {
        functions->is_ready = find_symbols(functions);
    }
    return functions->is_ready;
}

/** @satisfies RF-DLA-301 */
bool gpu_find(GpuFunctions *functions)
{
    bool found = false;

    ringfence_port_mutex_lock(&g_gpu_mutex);
    found = find_under_mutex(functions);
    ringfence_port_mutex_unlock(&g_gpu_mutex);
    return found;
}

/** Needs the mutex. */
static GpuResult load_under_mutex(GpuKernels *kernels)
{
    static GpuLoader loader;
    static const GpuSymbol symbols[] = {
        {"cuLibraryLoadData", &loader.library_load},
        {"cuLibraryGetKernel", &loader.library_kernel},
    };
    static GpuFunctions functions = {symbols, sizeof(symbols) / sizeof(symbols[0]), false};
    size_t length = 0U;
    const void *const image = kernels->image(&length);
    GpuResult result = GPU_CUDA_SUCCESS;
    bool found = false;

    if (length > 0U) {
        found = find_under_mutex(&functions);
    }
    if (!found) {
        result = GPU_CUDA_NO_BINARY;
    } else if (kernels->library == NULL) {
        result = loader.library_load(&kernels->library, image, NULL, NULL, 0U, NULL, NULL, 0U);
    } else {
        result = GPU_CUDA_SUCCESS;
    }
    for (size_t i = 0U; (i < kernels->count) && (result == GPU_CUDA_SUCCESS); i++) {
        ASSERT(kernels->library != NULL);
        if (kernels->kernels[i] == NULL) {
            result =
                loader.library_kernel(&kernels->kernels[i], kernels->library, kernels->names[i]);
        }
    }
    return result;
}

GpuResult gpu_load(GpuKernels *kernels)
{
    GpuResult result = GPU_CUDA_SUCCESS;

    ringfence_port_mutex_lock(&g_gpu_mutex);
    result = load_under_mutex(kernels);
    ringfence_port_mutex_unlock(&g_gpu_mutex);
    return result;
}
