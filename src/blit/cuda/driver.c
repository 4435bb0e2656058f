/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file driver.c
 * The driver's functions that blits use, found by name, and their kernels.
 */
#include "blit/cuda/driver.h"

#include <string.h>

static BlitCudaDriver g_blit_driver;

static const GpuSymbol g_blit_symbols[] = {
    {"cuInit", &g_blit_driver.init},
    {"cuDeviceGetCount", &g_blit_driver.device_count},
    {"cuDeviceGet", &g_blit_driver.device_get},
    {"cuDeviceGetUuid_v2", &g_blit_driver.device_uuid},
    {"cuDevicePrimaryCtxRetain", &g_blit_driver.primary_retain},
    {"cuDevicePrimaryCtxRelease_v2", &g_blit_driver.primary_release},
    {"cuCtxPushCurrent_v2", &g_blit_driver.context_push},
    {"cuCtxPopCurrent_v2", &g_blit_driver.context_pop},
    {"cuStreamCreate", &g_blit_driver.stream_create},
    {"cuStreamSynchronize", &g_blit_driver.stream_synchronize},
    {"cuStreamDestroy_v2", &g_blit_driver.stream_destroy},
    {"cuMemHostRegister_v2", &g_blit_driver.host_register},
    {"cuMemHostUnregister", &g_blit_driver.host_unregister},
    {"cuMemHostGetDevicePointer_v2", &g_blit_driver.host_pointer},
    {"cuMemImportFromShareableHandle", &g_blit_driver.import_handle},
    {"cuMemGetAllocationPropertiesFromHandle", &g_blit_driver.handle_properties},
    {"cuMemGetAllocationGranularity", &g_blit_driver.granularity},
    {"cuMemAddressReserve", &g_blit_driver.reserve},
    {"cuMemAddressFree", &g_blit_driver.unreserve},
    {"cuMemMap", &g_blit_driver.map},
    {"cuMemUnmap", &g_blit_driver.unmap},
    {"cuMemSetAccess", &g_blit_driver.set_access},
    {"cuMemRelease", &g_blit_driver.release},
    {"cuImportExternalMemory", &g_blit_driver.import_memory},
    {"cuDestroyExternalMemory", &g_blit_driver.destroy_memory},
    {"cuExternalMemoryGetMappedMipmappedArray", &g_blit_driver.memory_array},
    {"cuMipmappedArrayGetLevel", &g_blit_driver.array_level},
    {"cuMipmappedArrayDestroy", &g_blit_driver.destroy_array},
    {"cuSurfObjectCreate", &g_blit_driver.surface_create},
    {"cuSurfObjectDestroy", &g_blit_driver.surface_destroy},
    {"cuMemcpy2D_v2", &g_blit_driver.copy},
    {"cuLaunchKernel", &g_blit_driver.launch},
};

/** Names of the kernels in blit.cu. */
static const char *const g_blit_kernel_names[BLIT_KERNELS] = {
    "ringfence_blit_pick", "ringfence_blit_filter", "ringfence_blit_420", "ringfence_blit_copy"};

static void *g_blit_kernels[BLIT_KERNELS];

/** @satisfies RF-BLIT-201 */
const BlitCudaDriver *blit_cuda_driver(void)
{
    static GpuFunctions functions = {g_blit_symbols,
                                     sizeof(g_blit_symbols) / sizeof(g_blit_symbols[0]), false};

    return gpu_find(&functions) ? &g_blit_driver : NULL;
}

void *const *blit_cuda_kernels(GpuResult *result)
{
    static GpuKernels kernels = {&blit_image, g_blit_kernel_names, g_blit_kernels,
                                 (size_t)BLIT_KERNELS, NULL};

    *result = gpu_load(&kernels);
    return g_blit_kernels;
}

GpuResult blit_cuda_find_device(const BlitCudaDriver *driver, const uint8_t *uuid, int32_t *device)
{
    uint8_t found[BLIT_GPU_UUID_BYTES];
    int32_t count = 0;
    bool same = false;
    GpuResult result = driver->device_count(&count);

    for (int32_t i = 0; (i < count) && (!same) && (result == BLIT_CUDA_SUCCESS); i++) {
        result = driver->device_get(device, i);
        if (result == BLIT_CUDA_SUCCESS) {
            result = driver->device_uuid(found, *device);
        }
        if (result == BLIT_CUDA_SUCCESS) {
            same = (memcmp(found, uuid, sizeof(found)) == 0);
        }
    }
    if ((result == BLIT_CUDA_SUCCESS) && (!same)) {
        result = BLIT_CUDA_INVALID_DEVICE;
    }
    return result;
}

BlitGpuStatus blit_gpu_status(GpuResult result)
{
    BlitGpuStatus status = BLIT_GPU_FAILED;

    switch (result) {
    case BLIT_CUDA_SUCCESS:
        status = BLIT_GPU_OK;
        break;
    case BLIT_CUDA_OUT_OF_MEMORY:
        status = BLIT_GPU_NO_ROOM;
        break;
    case BLIT_CUDA_NO_BINARY:
    case BLIT_CUDA_INVALID_DEVICE:
        status = BLIT_GPU_UNKNOWN;
        break;
    default:
        status = BLIT_GPU_FAILED;
        break;
    }
    return status;
}
