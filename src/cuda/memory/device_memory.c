/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file device_memory.c
 * Memory of a GPU for buffers that the CPU does not access.
 *
 * The memory is CUDA's, and lives as long as its descriptor or a mapping. It is cleared through a
 * mapping that ends before the descriptor is given out.
 */
#include "beside/beside.h"
#include "cuda/driver/result.h"
#include "cuda/memory/vmm_mapping.h"
#include "gpu/driver.h"
#include "gpu/gpu.h"
#include "gpu/lane.h"

/** What is wanted of a device. */
typedef struct {
    CUdevice device;
    uint64_t bytes;
    uint64_t alignment;
} DeviceRequest;

/** Clears memory in a stream of its own, which neither waits for those of the program nor holds
 * them up: one of these may wait for a fence that the caller is to signal.
 * @satisfies RF-CUDA-250 */
static CUresult fill_alone(const CudaDriver *driver, const CudaSpan *span)
{
    GpuLane lane;
    CUresult result = result_of_gpu(gpu_lane_open(driver->gpu, &lane));

    if (result == CUDA_SUCCESS) {
        result = driver->fill(span->place.address, 0U, (size_t)span->place.bytes, lane.stream);
        if (result == CUDA_SUCCESS) {
            result = result_of_gpu(gpu_lane_wait(driver->gpu, &lane));
        }
        (void)gpu_lane_close(driver->gpu, &lane);
    }
    return result;
}

/** Clears memory through a mapping, which ends without waiting for the GPU. Needs a current context
 * of the device. */
static CUresult clear_memory(const CudaDriver *driver, const DeviceRequest *request,
                             CUmemGenericAllocationHandle handle, uint64_t bytes)
{
    const GpuShare whole = {-1, bytes, request->device, request->device, true};
    CudaSpan span = {{0U, 0U}, {NULL, 0U}, false};
    bool stays = false;
    CUresult result = vmm_map_handle(driver, &whole, handle, &span);

    if (result == CUDA_SUCCESS) {
        result = fill_alone(driver, &span);
        (void)vmm_release(driver, &span, &stays);
    }
    return result;
}

/** Reserves and clears memory in a current context of the device, and gives a descriptor of it that
 * outlives the reservation's handle. */
static CUresult reserve_cleared(const CudaDriver *driver, const DeviceRequest *request,
                                int *descriptor, uint64_t *rounded)
{
    GpuProperties properties;
    CUmemGenericAllocationHandle handle = 0U;
    size_t step = 0U;
    CUresult result = result_of_gpu(gpu_step(driver->gpu, request->device, &properties, &step));

    if ((result == CUDA_SUCCESS) && (request->bytes > (UINT64_MAX - step))) {
        result = CUDA_ERROR_OUT_OF_MEMORY;
    }
    /* CUDA maps a descriptor at a multiple of this step, and at no greater one for certain. */
    if ((result == CUDA_SUCCESS) && (request->alignment > (uint64_t)step)) {
        result = CUDA_ERROR_NOT_SUPPORTED;
    }
    if (result == CUDA_SUCCESS) {
        *rounded = ((request->bytes + step - 1U) / step) * step;
        result = driver->create(&handle, (size_t)*rounded, &properties, 0U);
    }
    if (result == CUDA_SUCCESS) {
        result = clear_memory(driver, request, handle, *rounded);
        if (result == CUDA_SUCCESS) {
            result =
                driver->export(descriptor, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0U);
        }
        (void)driver->gpu->release(handle);
    }
    return result;
}

/** Finds the driver, unless libringfence is of another build. */
static CUresult memory_driver(const CudaDriver **driver)
{
    CUresult result = result_of(beside_fits());

    if (result == CUDA_SUCCESS) {
        result = driver_open(driver);
    }
    return result;
}

/** @satisfies RF-CUDA-038 */
static NvSciError device_memory_allocate(void *context, const NvSciRmGpuId *gpu, uint64_t bytes,
                                         uint64_t alignment, int32_t *descriptor, uint64_t *rounded)
{
    const CudaDriver *driver = NULL;
    CUcontext primary = NULL;
    CUcontext popped = NULL;
    DeviceRequest request = {0, bytes, alignment};
    int made = -1;
    CUresult result = memory_driver(&driver);
    NvSciError status = NvSciError_ResourceError;

    (void)context;
    if (result == CUDA_SUCCESS) {
        result = context_find_device(driver, gpu, &request.device);
    }
    if (result == CUDA_SUCCESS) {
        result = context_primary(driver, request.device, &primary);
    }
    if (result == CUDA_SUCCESS) {
        result = driver->context_push(primary);
    }
    if (result == CUDA_SUCCESS) {
        result = reserve_cleared(driver, &request, &made, rounded);
        (void)driver->context_pop(&popped);
    }
    if (result == CUDA_SUCCESS) {
        *descriptor = (int32_t)made;
        status = NvSciError_Success;
    } else if (result == CUDA_ERROR_OUT_OF_MEMORY) {
        status = NvSciError_InsufficientMemory;
    } else {
        status = NvSciError_ResourceError;
    }
    return status;
}

/* ---------------------------------------------------------------- before it is reserved */

/** What there is against memory of a device. */
static RingfenceEngineVerdict check_home(const CudaDriver *driver, const RingfenceEngineUse *use,
                                         CUdevice home, uint64_t *limit)
{
    RingfenceEngineVerdict verdict = RINGFENCE_ENGINE_USE_FITS;
    GpuProperties properties;
    size_t step = 0U;

    if (use->needsCpu) {
        verdict = RINGFENCE_ENGINE_USE_NO_CPU;
    } else if ((gpu_step(driver->gpu, home, &properties, &step) == GPU_CUDA_SUCCESS) &&
               (use->alignment > (uint64_t)step)) {
        *limit = (uint64_t)step;
        verdict = RINGFENCE_ENGINE_USE_ALIGNMENT;
    } else {
        verdict = RINGFENCE_ENGINE_USE_FITS;
    }
    return verdict;
}

/** Says whether a size is above an attribute of a device, which is the limit then. */
static bool is_above(const CudaDriver *driver, CUdevice device, CUdevice_attribute attribute,
                     uint64_t size, uint64_t *limit)
{
    int most = 0;
    const CUresult result = driver->device_attribute(&most, attribute, device);
    const bool above = (result == CUDA_SUCCESS) && (most > 0) && (size > (uint64_t)most);

    if (above) {
        *limit = (uint64_t)most;
    }
    return above;
}

/** What there is against arrays of an image of a device. */
static RingfenceEngineVerdict check_arrays(const CudaDriver *driver, const RingfenceEngineUse *use,
                                           CUdevice device, uint64_t *limit)
{
    RingfenceEngineVerdict verdict = RINGFENCE_ENGINE_USE_FITS;

    if (!use->isBlockLinear) {
        verdict = RINGFENCE_ENGINE_USE_FITS;
    } else if (is_above(driver, device, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH, use->width,
                        limit)) {
        verdict = RINGFENCE_ENGINE_USE_WIDTH;
    } else if (is_above(driver, device, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT, use->height,
                        limit)) {
        verdict = RINGFENCE_ENGINE_USE_HEIGHT;
    } else {
        verdict = RINGFENCE_ENGINE_USE_FITS;
    }
    return verdict;
}

/** What there is against the use of memory by a device. */
static RingfenceEngineVerdict check_user(const CudaDriver *driver, const RingfenceEngineUse *use,
                                         CUdevice device, CUdevice home, uint64_t *limit)
{
    RingfenceEngineVerdict verdict = RINGFENCE_ENGINE_USE_FITS;
    CUresult result = CUDA_ERROR_UNKNOWN;
    int32_t can = 1;

    if ((use->home != NULL) && (device != home)) {
        result = result_of_gpu(driver->gpu->device_reaches(&can, device, home));
    }
    if (use->home == NULL) {
        verdict = use->isBlockLinear ? RINGFENCE_ENGINE_USE_LAYOUT : RINGFENCE_ENGINE_USE_FITS;
    } else if ((result == CUDA_SUCCESS) && (can == 0)) {
        verdict = RINGFENCE_ENGINE_USE_NO_REACH;
    } else {
        verdict = check_arrays(driver, use, device, limit);
    }
    return verdict;
}

/** Finds a device; true iff it is certain that there is none. */
static bool is_missing(const CudaDriver *driver, const NvSciRmGpuId *gpu, CUdevice *device)
{
    CUresult result = CUDA_SUCCESS;

    if (gpu != NULL) {
        result = context_find_device(driver, gpu, device);
    }
    return result == CUDA_ERROR_INVALID_DEVICE;
}

/** @satisfies RF-CUDA-044 */
static RingfenceEngineVerdict device_memory_check(void *context, const RingfenceEngineUse *use,
                                                  uint64_t *limit)
{
    const CudaDriver *driver = NULL;
    CUdevice home = 0;
    CUdevice device = 0;
    int32_t count = 0;
    RingfenceEngineVerdict verdict = RINGFENCE_ENGINE_USE_FITS;
    CUresult result = memory_driver(&driver);

    (void)context;
    if (result == CUDA_SUCCESS) {
        result = result_of_gpu(driver->gpu->init(0U));
    }
    if (result == CUDA_SUCCESS) {
        result = result_of_gpu(driver->gpu->device_count(&count));
    }
    /* Where there is no GPU, lists are reconciled for others. */
    if ((result == CUDA_SUCCESS) && (count > 0)) {
        bool missing = is_missing(driver, use->home, &home);

        if (!missing) {
            missing = is_missing(driver, use->gpu, &device);
        }
        if (missing) {
            verdict = RINGFENCE_ENGINE_USE_NO_GPU;
        } else if (use->gpu == NULL) {
            verdict = check_home(driver, use, home, limit);
        } else {
            verdict = check_user(driver, use, device, home, limit);
        }
    }
    return verdict;
}

/** Makes the library ask this file for memory of devices; runs when the library is loaded and calls
 * nothing of CUDA. */
__attribute__((constructor)) static void offer_device_memory(void);

/** @satisfies RF-CUDA-038 */
static void offer_device_memory(void)
{
    const RingfenceEngineMemory memory = {NULL, &device_memory_allocate, &device_memory_check};

    (void)RingfenceEngineSetMemory(&memory);
}
