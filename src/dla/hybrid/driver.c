/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file driver.c
 * The driver's functions, found by name when the first handle of hybrid mode is made, and the
 * kernels.
 */
#include "dla/hybrid/driver.h"

static HybridDriver g_hybrid_driver;

static const GpuSymbol g_hybrid_symbols[] = {
    {"cuInit", &g_hybrid_driver.init},
    {"cuDeviceGetCount", &g_hybrid_driver.device_count},
    {"cuDeviceGet", &g_hybrid_driver.device_get},
    {"cuDeviceGetUuid_v2", &g_hybrid_driver.device_uuid},
    {"cuDeviceCanAccessPeer", &g_hybrid_driver.device_reaches},
    {"cuCtxGetCurrent", &g_hybrid_driver.context_get},
    {"cuCtxPushCurrent_v2", &g_hybrid_driver.context_push},
    {"cuCtxPopCurrent_v2", &g_hybrid_driver.context_pop},
    {"cuDevicePrimaryCtxRetain", &g_hybrid_driver.primary_retain},
    {"cuDevicePrimaryCtxRelease_v2", &g_hybrid_driver.primary_release},
    {"cuMemHostRegister_v2", &g_hybrid_driver.host_register},
    {"cuMemHostUnregister", &g_hybrid_driver.host_unregister},
    {"cuMemHostGetDevicePointer_v2", &g_hybrid_driver.host_pointer},
    {"cuMemImportFromShareableHandle", &g_hybrid_driver.memory_import},
    {"cuMemGetAllocationPropertiesFromHandle", &g_hybrid_driver.memory_about},
    {"cuMemGetAllocationGranularity", &g_hybrid_driver.memory_step},
    {"cuMemMap", &g_hybrid_driver.memory_map},
    {"cuMemSetAccess", &g_hybrid_driver.memory_access},
    {"cuMemUnmap", &g_hybrid_driver.memory_unmap},
    {"cuMemRelease", &g_hybrid_driver.memory_release},
    {"cuMemAddressReserve", &g_hybrid_driver.addresses_reserve},
    {"cuMemAddressFree", &g_hybrid_driver.addresses_free},
    {"cuPointerGetAttribute", &g_hybrid_driver.pointer_attribute},
    {"cuMemGetAddressRange_v2", &g_hybrid_driver.address_range},
    {"cuStreamCreate", &g_hybrid_driver.stream_create},
    {"cuStreamSynchronize", &g_hybrid_driver.stream_synchronize},
    {"cuStreamQuery", &g_hybrid_driver.stream_query},
    {"cuStreamDestroy_v2", &g_hybrid_driver.stream_destroy},
    {"cuStreamGetCtx", &g_hybrid_driver.stream_context},
    {"cuStreamIsCapturing", &g_hybrid_driver.is_capturing},
    {"cuLaunchKernel", &g_hybrid_driver.launch},
};

/** Names of the kernels in behaviours.cu. */
static const char *const g_hybrid_kernel_names[HYBRID_KERNELS] = {"ringfence_dla_single",
                                                                  "ringfence_dla_bulk"};

static void *g_hybrid_kernels[HYBRID_KERNELS];

/** @satisfies RF-DLA-301 */
const HybridDriver *hybrid_driver(void)
{
    static GpuFunctions functions = {g_hybrid_symbols,
                                     sizeof(g_hybrid_symbols) / sizeof(g_hybrid_symbols[0]), false};

    return gpu_find(&functions) ? &g_hybrid_driver : NULL;
}

void *const *hybrid_kernels(HybridResult *result)
{
    static GpuKernels kernels = {&hybrid_image, g_hybrid_kernel_names, g_hybrid_kernels,
                                 (size_t)HYBRID_KERNELS, NULL};

    *result = gpu_load(&kernels);
    return g_hybrid_kernels;
}
