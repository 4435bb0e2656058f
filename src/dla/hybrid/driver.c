/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file driver.c
 * The driver's functions, found by name when the first handle of hybrid mode is made, and the
 * kernels.
 *
 * The driver is opened with dlmopen(): dlopen() may be the one of the preload library of CUDA.
 */
/* cppcheck-suppress [misra-c2012-21.1, misra-c2012-2.5] ; DEV-004 the C library names dlmopen
 * on this word alone */
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
} DriverSymbol;

static HybridDriver g_driver;

static const DriverSymbol g_symbols[] = {
    {"cuInit", &g_driver.init},
    {"cuCtxGetCurrent", &g_driver.context_get},
    {"cuCtxPushCurrent_v2", &g_driver.context_push},
    {"cuCtxPopCurrent_v2", &g_driver.context_pop},
    {"cuDevicePrimaryCtxRetain", &g_driver.primary_retain},
    {"cuDevicePrimaryCtxRelease_v2", &g_driver.primary_release},
    {"cuMemHostRegister_v2", &g_driver.host_register},
    {"cuMemHostUnregister", &g_driver.host_unregister},
    {"cuMemHostGetDevicePointer_v2", &g_driver.host_pointer},
    {"cuPointerGetAttribute", &g_driver.pointer_attribute},
    {"cuMemGetAddressRange_v2", &g_driver.address_range},
    {"cuStreamCreate", &g_driver.stream_create},
    {"cuStreamSynchronize", &g_driver.stream_synchronize},
    {"cuStreamDestroy_v2", &g_driver.stream_destroy},
    {"cuStreamGetCtx", &g_driver.stream_context},
    {"cuStreamIsCapturing", &g_driver.is_capturing},
    {"cuLibraryLoadData", &g_driver.library_load},
    {"cuLibraryGetKernel", &g_driver.library_kernel},
    {"cuLaunchKernel", &g_driver.launch},
};

/** Names of the kernels in behaviours.cu. */
static const char *const g_kernel_names[HYBRID_KERNELS] = {"ringfence_dla_single",
                                                           "ringfence_dla_bulk"};

/** Guards what is below. */
static PortAtomic32 g_driver_mutex;
/** The driver; NULL: not found yet. It stays loaded. */
static void *g_driver_library;
/** All functions were found. */
static bool g_driver_ready;
/** The image and its kernels; NULL: not loaded yet. */
static void *g_kernel_library;
static void *g_kernels[HYBRID_KERNELS];

/** Finds all functions; says whether they are there. */
static bool find_all(void)
{
    bool found = true;

    for (size_t i = 0U; i < (sizeof(g_symbols) / sizeof(g_symbols[0])); i++) {
        const DriverSymbol *const symbol = &g_symbols[i];
        void *const address = dlsym(g_driver_library, symbol->symbol);

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

    ringfence_port_mutex_lock(&g_driver_mutex);
    if (g_driver_library == NULL) {
        g_driver_library = dlmopen(LM_ID_BASE, "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    }
    if ((g_driver_library != NULL) && (!g_driver_ready)) {
        g_driver_ready = find_all();
    }
    if (g_driver_ready) {
        driver = &g_driver;
    }
    ringfence_port_mutex_unlock(&g_driver_mutex);
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
    } else if (g_kernel_library == NULL) {
        result = driver->library_load(&g_kernel_library, image, NULL, NULL, 0U, NULL, NULL, 0U);
    } else {
        result = HYBRID_CUDA_SUCCESS;
    }
    for (uint32_t i = 0U; (i < (uint32_t)HYBRID_KERNELS) && (result == HYBRID_CUDA_SUCCESS); i++) {
        if (g_kernels[i] == NULL) {
            result = driver->library_kernel(&g_kernels[i], g_kernel_library, g_kernel_names[i]);
        }
    }
    return result;
}

void *const *hybrid_kernels(const HybridDriver *driver, HybridResult *result)
{
    ringfence_port_mutex_lock(&g_driver_mutex);
    *result = load_kernels(driver);
    ringfence_port_mutex_unlock(&g_driver_mutex);
    return g_kernels;
}
