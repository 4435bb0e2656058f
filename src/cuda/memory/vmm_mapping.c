/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file vmm_mapping.c
 * Memory of a device at addresses of our own: what may only be read, and what is another device's.
 *
 * CUDA's external memory is mapped for the device of the current context, and for writing. Here the
 * memory is mapped with the access that the importer has, and the GPU keeps to it.
 */
#include "cuda/memory/vmm_mapping.h"

#include "gpu/driver.h"

/** Checks that a device can use memory of another one. */
static CUresult check_reach(const CudaDriver *driver, const GpuShare *share)
{
    int32_t can = 1;
    CUresult result = CUDA_SUCCESS;

    if (share->device != share->home) {
        result = result_of_gpu(driver->gpu->device_reaches(&can, share->device, share->home));
    }
    if ((result == CUDA_SUCCESS) && (can == 0)) {
        result = CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
    }
    return result;
}

CUresult vmm_map_handle(const CudaDriver *driver, const GpuShare *share,
                        CUmemGenericAllocationHandle handle, CudaSpan *span)
{
    bool other = false;
    const CUresult result =
        result_of_gpu(gpu_map_handle(driver->gpu, share, handle, &span->place, &other));

    span->mapped = (result == CUDA_SUCCESS);
    return result;
}

CUresult vmm_release(const CudaDriver *driver, CudaSpan *span, bool *stays)
{
    const size_t bytes = (size_t)span->place.bytes;
    CUresult result = CUDA_SUCCESS;

    if (span->mapped) {
        result = result_of_gpu(driver->gpu->unmap(span->place.address, bytes));
        *stays = result_keeps(result);
        span->mapped = *stays;
    }
    if (!(*stays)) {
        const CUresult freed =
            result_of_gpu(driver->gpu->free_addresses(span->place.address, bytes));

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
CUresult vmm_map(const CudaDriver *driver, const GpuShare *share, CudaSpan *span)
{
    bool other = false;
    CUresult result = context_current(driver, &span->context);

    if (result == CUDA_SUCCESS) {
        result = check_reach(driver, share);
    }
    if (result == CUDA_SUCCESS) {
        result = result_of_gpu(gpu_map(driver->gpu, share, &span->place, &other));
        span->mapped = (result == CUDA_SUCCESS);
    }
    return result;
}

/** @satisfies RF-CUDA-043 */
CUresult vmm_check(const CudaDriver *driver, const GpuShare *share)
{
    CudaSpan span = {{0U, 0U}, {NULL, 0U}, false};
    bool stays = false;
    CUresult result = vmm_map(driver, share, &span);

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
