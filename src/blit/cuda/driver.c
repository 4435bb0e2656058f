/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file driver.c
 * The driver's functions that blits use, found by name, and their kernels.
 */
#include "blit/cuda/driver.h"

#include <string.h>

/** @satisfies RF-BLIT-201 */
const BlitCudaDriver *blit_cuda_driver(void)
{
    static BlitCudaDriver driver;
    static const GpuSymbol symbols[] = {
        {"cuInit", &driver.init},
        {"cuDeviceGetCount", &driver.device_count},
        {"cuDeviceGet", &driver.device_get},
        {"cuDeviceGetUuid_v2", &driver.device_uuid},
        {"cuDevicePrimaryCtxRetain", &driver.primary_retain},
        {"cuDevicePrimaryCtxRelease_v2", &driver.primary_release},
        {"cuCtxPushCurrent_v2", &driver.context_push},
        {"cuCtxPopCurrent_v2", &driver.context_pop},
        {"cuStreamCreate", &driver.stream_create},
        {"cuStreamSynchronize", &driver.stream_synchronize},
        {"cuStreamDestroy_v2", &driver.stream_destroy},
        {"cuMemHostRegister_v2", &driver.host_register},
        {"cuMemHostUnregister", &driver.host_unregister},
        {"cuMemHostGetDevicePointer_v2", &driver.host_pointer},
        {"cuMemImportFromShareableHandle", &driver.import_handle},
        {"cuMemGetAllocationPropertiesFromHandle", &driver.handle_properties},
        {"cuMemGetAllocationGranularity", &driver.granularity},
        {"cuMemAddressReserve", &driver.reserve},
        {"cuMemAddressFree", &driver.unreserve},
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

void *const *blit_cuda_kernels(GpuResult *result)
{
    /* In the order of BlitKernelKind. */
    static const char *const names[BLIT_KERNELS] = {"ringfence_blit_pick", "ringfence_blit_filter",
                                                    "ringfence_blit_420", "ringfence_blit_copy"};
    static void *found[BLIT_KERNELS];
    static GpuKernels kernels = {&blit_image, names, found, (size_t)BLIT_KERNELS, NULL};

    *result = gpu_load(&kernels);
    return found;
}

GpuResult blit_cuda_find_device(const BlitCudaDriver *driver, const uint8_t *uuid, int32_t *device)
{
    uint8_t found[BLIT_GPU_UUID_BYTES];
    int32_t count = 0;
    bool same = false;
    GpuResult result = driver->device_count(&count);

    (void)memset(found, 0, sizeof(found));
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

GpuResult blit_cuda_launch(const BlitGpuRow *row, uint32_t kind, BlitWork *work, uint32_t planes)
{
    const uint32_t columns = (work->across + BLIT_WORK_ACROSS - 1U) / BLIT_WORK_ACROSS;
    const uint32_t rows = (work->down + BLIT_WORK_DOWN - 1U) / BLIT_WORK_DOWN;
    void *arguments[] = {work};

    return row->driver->launch(row->kernels[kind], (columns > 0U) ? columns : 1U,
                               (rows > 0U) ? rows : 1U, planes, BLIT_WORK_ACROSS, BLIT_WORK_DOWN,
                               1U, 0U, row->stream, arguments, NULL);
}
