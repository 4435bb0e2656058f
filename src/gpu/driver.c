/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file driver.c
 * The driver's functions, and which GPU has a UUID.
 */
#include "gpu/driver.h"

#include <string.h>

/** @satisfies RF-DLA-301 RF-BLIT-201 */
const GpuDriver *gpu_driver(void)
{
    static GpuDriver driver;
    static const GpuSymbol symbols[] = {
        {"cuInit", &driver.init},
        {"cuDeviceGetCount", &driver.device_count},
        {"cuDeviceGet", &driver.device_get},
        {"cuDeviceGetUuid_v2", &driver.device_uuid},
        {"cuDeviceCanAccessPeer", &driver.device_reaches},
        {"cuDevicePrimaryCtxRetain", &driver.primary_retain},
        {"cuDevicePrimaryCtxRelease_v2", &driver.primary_release},
        {"cuCtxGetCurrent", &driver.context_get},
        {"cuCtxPushCurrent_v2", &driver.context_push},
        {"cuCtxPopCurrent_v2", &driver.context_pop},
        {"cuStreamCreate", &driver.stream_create},
        {"cuStreamSynchronize", &driver.stream_synchronize},
        {"cuStreamQuery", &driver.stream_query},
        {"cuStreamDestroy_v2", &driver.stream_destroy},
        {"cuStreamGetCtx", &driver.stream_context},
        {"cuStreamIsCapturing", &driver.is_capturing},
        {"cuThreadExchangeStreamCaptureMode", &driver.capture_mode},
        {"cuEventCreate", &driver.event_create},
        {"cuEventDestroy_v2", &driver.event_destroy},
        {"cuEventRecord", &driver.event_record},
        {"cuEventQuery", &driver.event_query},
        {"cuEventSynchronize", &driver.event_synchronize},
        {"cuMemHostRegister_v2", &driver.host_register},
        {"cuMemHostUnregister", &driver.host_unregister},
        {"cuMemHostGetDevicePointer_v2", &driver.host_pointer},
        {"cuPointerGetAttribute", &driver.pointer_attribute},
        {"cuMemGetAddressRange_v2", &driver.address_range},
        {"cuMemImportFromShareableHandle", &driver.import_handle},
        {"cuMemGetAllocationPropertiesFromHandle", &driver.handle_properties},
        {"cuMemGetAllocationGranularity", &driver.granularity},
        {"cuMemAddressReserve", &driver.reserve_addresses},
        {"cuMemAddressFree", &driver.free_addresses},
        {"cuMemMap", &driver.map},
        {"cuMemUnmap", &driver.unmap},
        {"cuMemSetAccess", &driver.set_access},
        {"cuMemRelease", &driver.release},
        {"cuImportExternalMemory", &driver.import_memory},
        {"cuDestroyExternalMemory", &driver.destroy_memory},
        {"cuExternalMemoryGetMappedMipmappedArray", &driver.memory_array},
        {"cuMipmappedArrayGetLevel", &driver.array_level},
        {"cuMipmappedArrayDestroy", &driver.destroy_array},
        {"cuSurfObjectCreate", &driver.surface_create},
        {"cuSurfObjectDestroy", &driver.surface_destroy},
        {"cuMemcpy2DAsync_v2", &driver.copy},
        {"cuLaunchKernel", &driver.launch},
    };
    static GpuFunctions functions = {symbols, sizeof(symbols) / sizeof(symbols[0]), false};

    return gpu_find(&functions) ? &driver : NULL;
}

GpuResult gpu_find_device(const GpuDriver *driver, const uint8_t *uuid, int32_t *device)
{
    uint8_t found[GPU_UUID_BYTES];
    int32_t count = 0;
    bool same = false;
    GpuResult result = driver->device_count(&count);

    (void)memset(found, 0, sizeof(found));
    for (int32_t i = 0; (i < count) && (!same) && (result == GPU_CUDA_SUCCESS); i++) {
        result = driver->device_get(device, i);
        if (result == GPU_CUDA_SUCCESS) {
            result = driver->device_uuid(found, *device);
        }
        if (result == GPU_CUDA_SUCCESS) {
            same = (memcmp(found, uuid, sizeof(found)) == 0);
        }
    }
    if ((result == GPU_CUDA_SUCCESS) && (!same)) {
        result = GPU_CUDA_INVALID_DEVICE;
    }
    return result;
}
