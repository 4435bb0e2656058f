/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file vmm_mapping.c
 * Memory of a device at addresses of our own: what may only be read, and what is another device's.
 *
 * CUDA's external memory is mapped for the device of the current context, and for writing. Here the
 * memory is mapped with the access that the importer has, and the GPU keeps to it.
 */
#include <string.h>

#include "cuda/memory/vmm_mapping.h"

CUresult vmm_step(const CudaDriver *driver, CUdevice device, CUmemAllocationProp *properties,
                  size_t *step)
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

/** Checks that a device can use memory of another one. */
static CUresult check_reach(const CudaDriver *driver, const CudaSpanRequest *request)
{
    int can = 1;
    CUresult result = CUDA_SUCCESS;

    if (request->device != request->home) {
        result = driver->can_access(&can, request->device, request->home);
    }
    if ((result == CUDA_SUCCESS) && (can == 0)) {
        result = CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
    }
    return result;
}

/** Imports the descriptor, and checks that the memory is where the list says. */
static CUresult import_handle(const CudaDriver *driver, const CudaSpanRequest *request,
                              CUmemGenericAllocationHandle *handle)
{
    const uintptr_t number = (uintptr_t)request->descriptor;
    void *descriptor = NULL;
    CUmemAllocationProp found;
    CUresult result = CUDA_SUCCESS;

    (void)memset(&found, 0, sizeof(found));
    /* The driver takes the number of the descriptor in the bytes of a pointer. */
    (void)memcpy(&descriptor, &number, sizeof(descriptor));
    result = driver->import_handle(handle, descriptor, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
    if (result == CUDA_SUCCESS) {
        result = driver->handle_properties(&found, *handle);
        if ((result == CUDA_SUCCESS) && ((found.location.type != CU_MEM_LOCATION_TYPE_DEVICE) ||
                                         (found.location.id != request->home))) {
            result = CUDA_ERROR_INVALID_VALUE;
        }
        if (result != CUDA_SUCCESS) {
            (void)driver->release(*handle);
        }
    }
    return result;
}

/** Maps memory at addresses that are reserved, and gives the device its access. The driver maps an
 * allocation only as a whole, so memory of another size than the list's is refused here. */
static CUresult map_memory(const CudaDriver *driver, const CudaSpanRequest *request,
                           CUmemGenericAllocationHandle handle, const CudaSpan *span)
{
    const size_t bytes = (size_t)span->bytes;
    CUmemAccessDesc access;
    CUresult result = driver->map(span->address, bytes, 0U, handle, 0U);

    (void)memset(&access, 0, sizeof(access));
    access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    access.location.id = request->device;
    access.flags =
        request->writable ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE : CU_MEM_ACCESS_FLAGS_PROT_READ;
    if (result == CUDA_SUCCESS) {
        result = driver->set_access(span->address, bytes, &access, 1U);
        if (result != CUDA_SUCCESS) {
            (void)driver->unmap(span->address, bytes);
        }
    }
    return result;
}

CUresult vmm_map_handle(const CudaDriver *driver, const CudaSpanRequest *request,
                        CUmemGenericAllocationHandle handle, CudaSpan *span)
{
    CUmemAllocationProp properties;
    size_t step = 0U;
    CUresult result = vmm_step(driver, request->home, &properties, &step);

    if ((result == CUDA_SUCCESS) && (request->size > (UINT64_MAX - step))) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (result == CUDA_SUCCESS) {
        span->bytes = ((request->size + step - 1U) / step) * step;
        result = driver->reserve_addresses(&span->address, (size_t)span->bytes, 0U, 0U, 0U);
    }
    if (result == CUDA_SUCCESS) {
        result = map_memory(driver, request, handle, span);
        if (result != CUDA_SUCCESS) {
            (void)driver->free_addresses(span->address, (size_t)span->bytes);
        }
        span->mapped = (result == CUDA_SUCCESS);
    }
    return result;
}

CUresult vmm_release(const CudaDriver *driver, CudaSpan *span, bool *stays)
{
    const size_t bytes = (size_t)span->bytes;
    CUresult result = CUDA_SUCCESS;

    if (span->mapped) {
        result = driver->unmap(span->address, bytes);
        *stays = result_keeps(result);
        span->mapped = *stays;
    }
    if (!(*stays)) {
        const CUresult freed = driver->free_addresses(span->address, bytes);

        *stays = result_keeps(freed);
        result = (result == CUDA_SUCCESS) ? freed : result;
    }
    return result;
}

/** Waits for the work of a context. One that is gone or failed for good has none. */
static CUresult await_context(const CudaDriver *driver, const CudaContext *context, bool *stays)
{
    CUresult result = context_enter(driver, context);

    if (result == CUDA_SUCCESS) {
        result = driver->context_synchronize();
        *stays = result_keeps(result);
        context_leave(driver);
    } else {
        *stays = result_keeps(result) && (result != CUDA_ERROR_INVALID_CONTEXT);
    }
    return result;
}

/** @satisfies RF-CUDA-041 RF-CUDA-042 */
CUresult vmm_map(const CudaDriver *driver, const CudaSpanRequest *request, CudaSpan *span)
{
    CUmemGenericAllocationHandle handle = 0U;
    CUresult result = context_current(driver, &span->context);

    if (result == CUDA_SUCCESS) {
        result = check_reach(driver, request);
    }
    if (result == CUDA_SUCCESS) {
        result = import_handle(driver, request, &handle);
    }
    if (result == CUDA_SUCCESS) {
        result = vmm_map_handle(driver, request, handle, span);
        (void)driver->release(handle);
    }
    return result;
}

/** @satisfies RF-CUDA-043 */
CUresult vmm_check(const CudaDriver *driver, const CudaSpanRequest *request)
{
    CudaSpan span = {0U, 0U, {NULL, 0U}, false};
    bool stays = false;
    CUresult result = vmm_map(driver, request, &span);

    if (result == CUDA_SUCCESS) {
        result = vmm_release(driver, &span, &stays);
    }
    return result;
}

/** @satisfies RF-CUDA-035 RF-CUDA-101 */
CUresult vmm_unmap(const CudaDriver *driver, CudaSpan *span, bool *stays)
{
    CUresult result = CUDA_SUCCESS;

    *stays = false;
    if (span->mapped) {
        result = await_context(driver, &span->context, stays);
    }
    if (!(*stays)) {
        result = vmm_release(driver, span, stays);
    }
    return result;
}
