/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file context.c
 * Current contexts and GPUs, slots of pools, and addresses as the driver wants them.
 */
#include "cuda/driver/cuda_driver.h"

#include <string.h>

#include "port/atomic.h"
#include "port/lock.h"

/** Devices whose primary context the library retains at most. */
#define CONTEXT_DEVICES 64U

/** Primary contexts that were retained, by device; NULL: not yet. */
static CUcontext g_primaries[CONTEXT_DEVICES];
static PortAtomic32 g_primary_mutex;

CUresult slot_take(const CudaCaller *caller, RingfencePool pool, uint32_t *index)
{
    NvSciError status = ringfence_api_enter(caller->op);

    if (status == NvSciError_Success) {
        status = ringfence_pool_take(ringfence_pool_row(pool), index);
        ringfence_api_leave();
    }
    return result_of(status);
}

void slot_give(RingfencePool pool, uint32_t index)
{
    ringfence_port_lock();
    ringfence_pool_give(ringfence_pool_row(pool), index);
    ringfence_port_unlock();
}

void *without_const(const void *address)
{
    /* cppcheck-suppress misra-c2012-11.6 ; DEV-012 the caller changes nothing at the address */
    return (void *)(uintptr_t)address;
}

CUdeviceptr device_number_of(const void *pointer)
{
    /* cppcheck-suppress misra-c2012-11.6 ; DEV-012 addresses of devices are numbers here */
    return (CUdeviceptr)(uintptr_t)pointer;
}

/** @satisfies RF-CUDA-050 */
CUstream stream_of_thread(CUstream stream)
{
    /* cppcheck-suppress misra-c2012-11.4 ; DEV-022 CUDA's name for the stream is a number */
    return (stream == NULL) ? CU_STREAM_PER_THREAD : stream;
}

CUresult context_primary(const CudaDriver *driver, CUdevice device, CUcontext *context)
{
    CUresult result = CUDA_ERROR_INVALID_DEVICE;

    if ((device >= 0) && ((uint32_t)device < CONTEXT_DEVICES)) {
        ringfence_port_mutex_lock(&g_primary_mutex);
        result = CUDA_SUCCESS;
        if (g_primaries[device] == NULL) {
            result = driver->primary_retain(&g_primaries[device], device);
        }
        *context = g_primaries[device];
        ringfence_port_mutex_unlock(&g_primary_mutex);
    }
    return result;
}

/** @satisfies RF-CUDA-004 */
CUresult context_make_current(const CudaDriver *driver)
{
    CUcontext context = NULL;
    CUresult result = driver->init(0U);

    if (result == CUDA_SUCCESS) {
        result = driver->context_get(&context);
    }
    if ((result == CUDA_SUCCESS) && (context == NULL)) {
        CUdevice device = 0;

        result = driver->device_get(&device, 0);
        if (result == CUDA_SUCCESS) {
            result = context_primary(driver, device, &context);
        }
        if (result == CUDA_SUCCESS) {
            result = driver->context_set(context);
        }
    }
    return result;
}

/** @satisfies RF-CUDA-004 */
CUresult context_begin(const CudaCaller *caller, const CudaDriver **driver)
{
    CUresult result = driver_open(driver);

    if ((result == CUDA_SUCCESS) && caller->runtime) {
        result = context_make_current(*driver);
    }
    return result;
}

CUresult context_find_device(const CudaDriver *driver, const NvSciRmGpuId *gpu, CUdevice *device)
{
    int count = 0;
    bool found = false;
    CUresult result = driver->init(0U);

    if (result == CUDA_SUCCESS) {
        result = driver->device_count(&count);
    }
    for (int i = 0; (i < count) && (result == CUDA_SUCCESS) && (!found); i++) {
        NvSciRmGpuId one;
        CUuuid uuid;

        (void)memset(&uuid, 0, sizeof(uuid));
        result = driver->device_get(device, i);
        if (result == CUDA_SUCCESS) {
            result = driver->device_uuid(&uuid, *device);
        }
        (void)memcpy(one.bytes, uuid.bytes, sizeof(one.bytes));
        found = (memcmp(one.bytes, gpu->bytes, sizeof(gpu->bytes)) == 0);
    }
    if ((result == CUDA_SUCCESS) && (!found)) {
        result = CUDA_ERROR_INVALID_DEVICE;
    }
    return result;
}

CUresult context_gpu(const CudaDriver *driver, CUdevice *device, NvSciRmGpuId *gpu)
{
    CUuuid uuid;
    CUresult result = driver->context_device(device);

    (void)memset(&uuid, 0, sizeof(uuid));
    if (result == CUDA_SUCCESS) {
        result = driver->device_uuid(&uuid, *device);
    }
    if (result == CUDA_SUCCESS) {
        (void)memcpy(gpu->bytes, uuid.bytes, sizeof(gpu->bytes));
    }
    return result;
}

bool context_names_gpu(const void *gpus, size_t bytes, const NvSciRmGpuId *gpu, uint32_t *place)
{
    const NvSciRmGpuId *const named = gpus;
    bool names = false;

    for (uint32_t i = 0U; i < (uint32_t)(bytes / sizeof(*gpu)); i++) {
        const NvSciRmGpuId *const one = &named[i];

        if (memcmp(one->bytes, gpu->bytes, sizeof(gpu->bytes)) == 0) {
            names = true;
            *place = i;
        }
    }
    return names;
}
