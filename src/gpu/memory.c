/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file memory.c
 * Memory of GPUs, imported by its descriptor and mapped with the access that its user has.
 */
#include <string.h>

#include "core/assert.h"
#include "gpu/driver.h"

/** Imports the memory of a descriptor. */
static GpuResult share_import(const GpuDriver *driver, const GpuShare *share, uint64_t *handle)
{
    const uintptr_t number = (uintptr_t)share->descriptor;
    void *descriptor = NULL;

    /* The driver takes the number of the descriptor in the bytes of a pointer. */
    (void)memcpy(&descriptor, &number, sizeof(descriptor));
    return driver->import_handle(handle, descriptor, GPU_CUDA_MEMORY_DESCRIPTOR);
}

/** Looks whether memory is on the GPU that is named. */
static GpuResult share_check(const GpuDriver *driver, const GpuShare *share, uint64_t handle,
                             bool *other)
{
    GpuProperties found;
    GpuResult result = GPU_CUDA_SUCCESS;

    (void)memset(&found, 0, sizeof(found));
    result = driver->handle_properties(&found, handle);
    if ((result == GPU_CUDA_SUCCESS) && ((found.location.type != GPU_CUDA_MEMORY_AT_DEVICE) ||
                                         (found.location.id != share->home))) {
        result = GPU_CUDA_INVALID_VALUE;
        *other = true;
    }
    return result;
}

GpuResult gpu_step(const GpuDriver *driver, int32_t device, GpuProperties *properties, size_t *step)
{
    GpuResult result = GPU_CUDA_SUCCESS;

    (void)memset(properties, 0, sizeof(*properties));
    properties->type = GPU_CUDA_MEMORY_PINNED;
    properties->handle_types = GPU_CUDA_MEMORY_DESCRIPTOR;
    properties->location.type = GPU_CUDA_MEMORY_AT_DEVICE;
    properties->location.id = device;
    result = driver->granularity(step, properties, GPU_CUDA_MEMORY_MINIMUM);
    if ((result == GPU_CUDA_SUCCESS) && (*step == 0U)) {
        result = GPU_CUDA_NOT_SUPPORTED;
    }
    return result;
}

/** Bytes of the memory that a buffer is in: a multiple of what the driver says. */
static GpuResult share_round(const GpuDriver *driver, const GpuShare *share, uint64_t *bytes,
                             bool *other)
{
    GpuProperties properties;
    size_t step = 0U;
    GpuResult result = gpu_step(driver, share->home, &properties, &step);

    if (result != GPU_CUDA_SUCCESS) {
        /* It is not known. */
    } else if (share->bytes > (UINT64_MAX - step)) {
        result = GPU_CUDA_INVALID_VALUE;
        *other = true;
    } else {
        *bytes = ((share->bytes + step - 1U) / step) * step;
        ASSERT(*bytes >= share->bytes);
    }
    return result;
}

/** Maps memory at addresses that are reserved. */
static GpuResult share_place(const GpuDriver *driver, const GpuShare *share, uint64_t handle,
                             const GpuSpan *span)
{
    const size_t bytes = (size_t)span->bytes;
    const GpuAccess access = {{GPU_CUDA_MEMORY_AT_DEVICE, share->device},
                              share->is_written ? GPU_CUDA_MEMORY_WRITES : GPU_CUDA_MEMORY_READS};
    GpuResult result = driver->map(span->address, bytes, 0U, handle, 0U);

    if (result == GPU_CUDA_SUCCESS) {
        result = driver->set_access(span->address, bytes, &access, 1U);
        if (result != GPU_CUDA_SUCCESS) {
            (void)driver->unmap(span->address, bytes);
        }
    }
    return result;
}

GpuResult gpu_map_handle(const GpuDriver *driver, const GpuShare *share, uint64_t handle,
                         GpuSpan *span, bool *other)
{
    GpuSpan made = {0U, 0U};
    GpuResult result = share_round(driver, share, &made.bytes, other);

    if (result == GPU_CUDA_SUCCESS) {
        result = driver->reserve_addresses(&made.address, (size_t)made.bytes, 0U, 0U, 0U);
    }
    if (result == GPU_CUDA_SUCCESS) {
        result = share_place(driver, share, handle, &made);
        if (result == GPU_CUDA_SUCCESS) {
            *span = made;
        } else {
            (void)driver->free_addresses(made.address, (size_t)made.bytes);
            *other = true;
        }
    }
    return result;
}

/** @satisfies RF-DLA-320 RF-BLIT-204 RF-BLIT-205 */
GpuResult gpu_map(const GpuDriver *driver, const GpuShare *share, GpuSpan *span, bool *other)
{
    uint64_t handle = 0U;
    GpuResult result = share_import(driver, share, &handle);

    *other = (result != GPU_CUDA_SUCCESS);
    if (result == GPU_CUDA_SUCCESS) {
        result = share_check(driver, share, handle, other);
        if (result == GPU_CUDA_SUCCESS) {
            result = gpu_map_handle(driver, share, handle, span, other);
        }
        /* The mapping keeps the memory. */
        (void)driver->release(handle);
    }
    return result;
}

GpuResult gpu_unmap(const GpuDriver *driver, const GpuSpan *span)
{
    GpuResult result = driver->unmap(span->address, (size_t)span->bytes);

    if (result == GPU_CUDA_SUCCESS) {
        result = driver->free_addresses(span->address, (size_t)span->bytes);
    }
    return result;
}
