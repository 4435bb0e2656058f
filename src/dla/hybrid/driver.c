/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file driver.c
 * The driver's functions, found by name when the first handle of hybrid mode is made, and the
 * kernels.
 *
 * The driver is opened with dlmopen(): dlopen() may be the one of the preload library of CUDA.
 */
/* cppcheck-suppress misra-c2012-21.1 ; DEV-004 the C library names dlmopen on this word alone */
#define _GNU_SOURCE

#include "dla/hybrid/driver.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

#include "port/atomic.h"
#include "port/lock.h"

/** A function to find, and where its address goes. */
typedef struct {
    const char *symbol;
    void *place;
} HybridSymbol;

static HybridDriver g_hybrid_driver;

static const HybridSymbol g_hybrid_symbols[] = {
    {"cuInit", &g_hybrid_driver.init},
    {"cuCtxGetCurrent", &g_hybrid_driver.context_get},
    {"cuCtxPushCurrent_v2", &g_hybrid_driver.context_push},
    {"cuCtxPopCurrent_v2", &g_hybrid_driver.context_pop},
    {"cuDevicePrimaryCtxRetain", &g_hybrid_driver.primary_retain},
    {"cuDevicePrimaryCtxRelease_v2", &g_hybrid_driver.primary_release},
    {"cuMemHostRegister_v2", &g_hybrid_driver.host_register},
    {"cuMemHostUnregister", &g_hybrid_driver.host_unregister},
    {"cuMemHostGetDevicePointer_v2", &g_hybrid_driver.host_pointer},
    {"cuPointerGetAttribute", &g_hybrid_driver.pointer_attribute},
    {"cuMemGetAddressRange_v2", &g_hybrid_driver.address_range},
    {"cuStreamCreate", &g_hybrid_driver.stream_create},
    {"cuStreamSynchronize", &g_hybrid_driver.stream_synchronize},
    {"cuStreamDestroy_v2", &g_hybrid_driver.stream_destroy},
    {"cuStreamGetCtx", &g_hybrid_driver.stream_context},
    {"cuStreamIsCapturing", &g_hybrid_driver.is_capturing},
    {"cuLibraryLoadData", &g_hybrid_driver.library_load},
    {"cuLibraryGetKernel", &g_hybrid_driver.library_kernel},
    {"cuLaunchKernel", &g_hybrid_driver.launch},
};

/** Names of the kernels in behaviours.cu. */
static const char *const g_hybrid_kernel_names[HYBRID_KERNELS] = {"ringfence_dla_single",
                                                                  "ringfence_dla_bulk"};

/** Guards what is below. */
static PortAtomic32 g_hybrid_mutex;
/** The driver; NULL: not found yet. It stays loaded. */
static void *g_hybrid_library;
/** All functions were found. */
static bool g_hybrid_ready;
/** The image and its kernels; NULL: not loaded yet. */
static void *g_hybrid_kernel_library;
static void *g_hybrid_kernels[HYBRID_KERNELS];

/** Finds all functions; says whether they are there. */
static bool hybrid_find_all(void)
{
    bool found = true;

    for (size_t i = 0U; i < (sizeof(g_hybrid_symbols) / sizeof(g_hybrid_symbols[0])); i++) {
        const HybridSymbol *const symbol = &g_hybrid_symbols[i];
        void *const address = dlsym(g_hybrid_library, symbol->symbol);

        if (address == NULL) {
            found = false;
        }
        /* The address of a function has the bytes that POSIX gives a pointer to an object. */
        (void)memcpy(symbol->place, &address, sizeof(address));
    }
    return found;
}

/** @satisfies RF-DLA-301 */
const HybridDriver *hybrid_driver(void)
{
    const HybridDriver *driver = NULL;

    ringfence_port_mutex_lock(&g_hybrid_mutex);
    if (g_hybrid_library == NULL) {
        g_hybrid_library = dlmopen(LM_ID_BASE, "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    }
    if ((g_hybrid_library != NULL) && (!g_hybrid_ready)) {
        g_hybrid_ready = hybrid_find_all();
    }
    if (g_hybrid_ready) {
        driver = &g_hybrid_driver;
    }
    ringfence_port_mutex_unlock(&g_hybrid_mutex);
    return driver;
}

/** Loads what is not loaded yet. Needs the mutex. */
static HybridResult load_kernels(const HybridDriver *driver)
{
    size_t length = 0U;
    const void *const image = hybrid_image(&length);
    HybridResult result = HYBRID_CUDA_SUCCESS;

    if (length == 0U) {
        result = HYBRID_CUDA_NO_BINARY;
    } else if (g_hybrid_kernel_library == NULL) {
        result =
            driver->library_load(&g_hybrid_kernel_library, image, NULL, NULL, 0U, NULL, NULL, 0U);
    } else {
        result = HYBRID_CUDA_SUCCESS;
    }
    for (uint32_t i = 0U; (i < (uint32_t)HYBRID_KERNELS) && (result == HYBRID_CUDA_SUCCESS); i++) {
        if (g_hybrid_kernels[i] == NULL) {
            result = driver->library_kernel(&g_hybrid_kernels[i], g_hybrid_kernel_library,
                                            g_hybrid_kernel_names[i]);
        }
    }
    return result;
}

void *const *hybrid_kernels(const HybridDriver *driver, HybridResult *result)
{
    ringfence_port_mutex_lock(&g_hybrid_mutex);
    *result = load_kernels(driver);
    ringfence_port_mutex_unlock(&g_hybrid_mutex);
    return g_hybrid_kernels;
}
