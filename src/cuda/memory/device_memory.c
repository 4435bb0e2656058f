/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file device_memory.c
 * Memory of a GPU for buffers that the CPU does not access.
 *
 * The memory is CUDA's, and lives as long as its descriptor or a mapping. It is cleared through a
 * mapping like that of any importer.
 */
#include <string.h>

#include "cuda/memory/device_memory.h"
#include "port/descriptor.h"
#include "port/status.h"

/** Clears memory through a mapping. Needs a current context of the device. */
static CUresult clear_memory(const CudaDriver *driver, int32_t descriptor, uint64_t bytes)
{
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC handle;
    CUDA_EXTERNAL_MEMORY_BUFFER_DESC range;
    CUexternalMemory memory = NULL;
    CUdeviceptr pointer = 0U;
    CUresult result = CUDA_SUCCESS;

    (void)memset(&handle, 0, sizeof(handle));
    (void)memset(&range, 0, sizeof(range));
    handle.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD;
    handle.handle.fd = (int)descriptor;
    handle.size = bytes;
    range.size = bytes;
    result = driver->import_memory(&memory, &handle);
    if (result == CUDA_SUCCESS) {
        result = driver->memory_buffer(&pointer, memory, &range);
        if (result == CUDA_SUCCESS) {
            result = driver->fill(pointer, 0U, (size_t)bytes);
            if (result == CUDA_SUCCESS) {
                result = driver->synchronize(NULL);
            }
            (void)driver->free(pointer);
        }
        (void)driver->destroy_memory(memory);
    } else {
        ringfence_port_descriptor_close(descriptor);
    }
    return result;
}

/** What is wanted of a device. */
typedef struct {
    CUdevice device;
    uint64_t bytes;
    uint64_t alignment;
} DeviceRequest;

CUresult device_memory_step(const CudaDriver *driver, CUdevice device,
                            CUmemAllocationProp *properties, size_t *step)
{
    CUresult result = CUDA_SUCCESS;

    (void)memset(properties, 0, sizeof(*properties));
    properties->type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties->requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    properties->location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    properties->location.id = device;
    result = driver->granularity(step, properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
    if ((result == CUDA_SUCCESS) && (*step == 0U)) {
        result = CUDA_ERROR_NOT_SUPPORTED;
    }
    return result;
}

/** Reserves memory, and gives a descriptor of it that outlives the reservation's handle. */
static CUresult reserve_memory(const CudaDriver *driver, const DeviceRequest *request,
                               int *descriptor, uint64_t *rounded)
{
    CUmemAllocationProp properties;
    CUmemGenericAllocationHandle handle = 0U;
    size_t step = 0U;
    CUresult result = device_memory_step(driver, request->device, &properties, &step);

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
        result = driver->export(descriptor, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0U);
        (void)driver->release(handle);
    }
    return result;
}

/** Reserves and clears memory in a current context of the device. */
static CUresult reserve_cleared(const CudaDriver *driver, const DeviceRequest *request,
                                int *descriptor, uint64_t *rounded)
{
    int32_t copy = -1;
    CUresult result = reserve_memory(driver, request, descriptor, rounded);

    if (result == CUDA_SUCCESS) {
        result = CUDA_ERROR_OPERATING_SYSTEM;
        if (ringfence_port_descriptor_copy((int32_t)*descriptor, &copy) == PORT_OK) {
            result = clear_memory(driver, copy, *rounded);
        }
        if (result != CUDA_SUCCESS) {
            ringfence_port_descriptor_close((int32_t)*descriptor);
        }
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
    CUresult result = driver_open(&driver);
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
    CUmemAllocationProp properties;
    size_t step = 0U;

    if (use->needsCpu) {
        verdict = RINGFENCE_ENGINE_USE_NO_CPU;
    } else if ((device_memory_step(driver, home, &properties, &step) == CUDA_SUCCESS) &&
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
    int can = 1;

    if ((use->home != NULL) && (device != home)) {
        result = driver->can_access(&can, device, home);
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
    int count = 0;
    RingfenceEngineVerdict verdict = RINGFENCE_ENGINE_USE_FITS;
    CUresult result = driver_open(&driver);

    (void)context;
    if (result == CUDA_SUCCESS) {
        result = driver->init(0U);
    }
    if (result == CUDA_SUCCESS) {
        result = driver->device_count(&count);
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
