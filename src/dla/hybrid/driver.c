/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file driver.c
 * The driver's functions, found by name when the first handle of hybrid mode is made, and the
 * kernels.
 */
#include "dla/hybrid/driver.h"

/** @satisfies RF-DLA-301 */
const HybridDriver *hybrid_driver(void)
{
    static HybridDriver driver;
    static const GpuSymbol symbols[] = {
        {"cuInit", &driver.init},
        {"cuDeviceGetCount", &driver.device_count},
        {"cuDeviceGet", &driver.device_get},
        {"cuDeviceGetUuid_v2", &driver.device_uuid},
        {"cuDeviceCanAccessPeer", &driver.device_reaches},
        {"cuCtxGetCurrent", &driver.context_get},
        {"cuCtxPushCurrent_v2", &driver.context_push},
        {"cuCtxPopCurrent_v2", &driver.context_pop},
        {"cuDevicePrimaryCtxRetain", &driver.primary_retain},
        {"cuDevicePrimaryCtxRelease_v2", &driver.primary_release},
        {"cuMemHostRegister_v2", &driver.host_register},
        {"cuMemHostUnregister", &driver.host_unregister},
        {"cuMemHostGetDevicePointer_v2", &driver.host_pointer},
        {"cuMemImportFromShareableHandle", &driver.allocation_import},
        {"cuMemGetAllocationPropertiesFromHandle", &driver.memory_about},
        {"cuMemGetAllocationGranularity", &driver.memory_step},
        {"cuMemMap", &driver.allocation_map},
        {"cuMemSetAccess", &driver.memory_access},
        {"cuMemUnmap", &driver.memory_unmap},
        {"cuMemRelease", &driver.memory_release},
        {"cuMemAddressReserve", &driver.addresses_reserve},
        {"cuMemAddressFree", &driver.addresses_free},
        {"cuPointerGetAttribute", &driver.pointer_attribute},
        {"cuMemGetAddressRange_v2", &driver.address_range},
        {"cuStreamCreate", &driver.stream_create},
        {"cuStreamSynchronize", &driver.stream_synchronize},
        {"cuStreamQuery", &driver.stream_query},
        {"cuStreamDestroy_v2", &driver.stream_destroy},
        {"cuStreamGetCtx", &driver.stream_context},
        {"cuStreamIsCapturing", &driver.is_capturing},
        {"cuLaunchKernel", &driver.launch},
    };
    static GpuFunctions functions = {symbols, sizeof(symbols) / sizeof(symbols[0]), false};

    return gpu_find(&functions) ? &driver : NULL;
}

void *const *hybrid_kernels(HybridResult *result)
{
    /* In the order of HybridKernel. */
    static const char *const names[HYBRID_KERNELS] = {"ringfence_dla_single", "ringfence_dla_bulk"};
    static void *found[HYBRID_KERNELS];
    static GpuKernels kernels = {&hybrid_image, names, found, (size_t)HYBRID_KERNELS, NULL};

    *result = gpu_load(&kernels);
    return found;
}
