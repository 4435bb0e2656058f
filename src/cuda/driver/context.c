/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file context.c
 * Current contexts and GPUs, slots of pools, and addresses as the driver wants them.
 */
#include "cuda/driver/cuda_driver.h"

#include <string.h>

#include "cuda/driver/result.h"
#include "gpu/driver.h"
#include "port/atomic.h"
#include "port/lock.h"

/** Devices whose primary context the library retains at most. */
#define CONTEXT_DEVICES 64U

/** Primary contexts that were retained, by device. */
static CudaContext g_primaries[CONTEXT_DEVICES];
static PortAtomic32 g_primary_mutex;

CUresult slot_take(const CudaCaller *caller, RingfencePool pool, uint32_t *index)
{
    NvSciError status = ringfence_api_enter(caller->op);

    if (status == NvSciError_Success) {
        status = ringfence_pool_take(pool, index);
        ringfence_api_leave();
    }
    return result_of(status);
}

void slot_give(RingfencePool pool, uint32_t index)
{
    ringfence_port_lock();
    ringfence_pool_give(pool, index);
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

/** The number of a context. */
static CUresult ask_number(const CudaDriver *driver, CudaContext *context)
{
    CUresult result = CUDA_SUCCESS;

    context->number = 0U;
    if (driver->context_number != NULL) {
        result = driver->context_number(context->handle, &context->number);
    }
    return result;
}

/** @satisfies RF-CUDA-231 */
CUresult context_current(const CudaDriver *driver, CudaContext *context)
{
    CUresult result = driver->context_get(&context->handle);

    if ((result == CUDA_SUCCESS) && (context->handle == NULL)) {
        result = CUDA_ERROR_INVALID_CONTEXT;
    }
    if (result == CUDA_SUCCESS) {
        result = ask_number(driver, context);
    }
    return result;
}

/** @satisfies RF-CUDA-231 */
bool context_is_there(const CudaDriver *driver, const CudaContext *context)
{
    CudaContext now = *context;
    const CUresult result = ask_number(driver, &now);
    bool is_there = (result != CUDA_ERROR_CONTEXT_IS_DESTROYED);

    if (result == CUDA_SUCCESS) {
        is_there = (now.number == context->number);
    }
    return is_there;
}

/** A driver takes a context that is gone, and ends the process when it is popped. */
CUresult context_enter(const CudaDriver *driver, const CudaContext *context)
{
    CUresult result = CUDA_ERROR_CONTEXT_IS_DESTROYED;

    if (context_is_there(driver, context)) {
        result = driver->context_push(context->handle);
    }
    return result;
}

void context_leave(const CudaDriver *driver)
{
    CUcontext popped = NULL;

    (void)driver->context_pop(&popped);
}

/** @satisfies RF-CUDA-235 */
void context_await(const CudaDriver *driver, const CudaContext *context)
{
    if (context_enter(driver, context) == CUDA_SUCCESS) {
        (void)driver->context_synchronize();
        context_leave(driver);
    }
}

/** Retains the primary context of a device if it is not retained, or was reset. */
static CUresult retain_primary(const CudaDriver *driver, CUdevice device, CudaContext *primary)
{
    bool there = (primary->handle != NULL);
    CUresult result = CUDA_SUCCESS;

    if (there) {
        there = context_is_there(driver, primary);
    }
    if (!there) {
        CudaContext made = {NULL, 0U};

        result = driver->primary_retain(&made.handle, device);
        if (result == CUDA_SUCCESS) {
            /* One whose number is not known is retained again. */
            (void)ask_number(driver, &made);
            *primary = made;
        }
    }
    return result;
}

/** @satisfies RF-CUDA-232 */
CUresult context_primary(const CudaDriver *driver, CUdevice device, CUcontext *context)
{
    CUresult result = CUDA_ERROR_INVALID_DEVICE;

    if ((device >= 0) && ((uint32_t)device < CONTEXT_DEVICES)) {
        ringfence_port_mutex_lock(&g_primary_mutex);
        result = retain_primary(driver, device, &g_primaries[device]);
        *context = g_primaries[device].handle;
        ringfence_port_mutex_unlock(&g_primary_mutex);
    }
    return result;
}

/** Makes the primary context of a device current. */
static CUresult set_primary(const CudaDriver *driver, CUdevice device)
{
    CUcontext context = NULL;
    CUresult result = context_primary(driver, device, &context);

    if (result == CUDA_SUCCESS) {
        result = driver->context_set(context);
    }
    return result;
}

/** @satisfies RF-CUDA-004 */
CUresult context_make_current(const CudaDriver *driver)
{
    CUcontext context = NULL;
    CUresult result = result_of_gpu(driver->gpu->init(0U));

    if (result == CUDA_SUCCESS) {
        result = driver->context_get(&context);
    }
    if ((result == CUDA_SUCCESS) && (context == NULL)) {
        CUdevice device = 0;

        result = result_of_gpu(driver->gpu->device_get(&device, 0));
        if (result == CUDA_SUCCESS) {
            result = set_primary(driver, device);
        }
    }
    return result;
}

/** Gives a thread whose context was reset the primary context of that device, as CUDA does. */
static CUresult renew_current(const CudaDriver *driver)
{
    CudaContext current = {NULL, 0U};
    bool was_reset = false;
    CUresult result = driver->context_get(&current.handle);

    if (result == CUDA_SUCCESS) {
        was_reset = (ask_number(driver, &current) == CUDA_ERROR_CONTEXT_IS_DESTROYED);
    }
    if (was_reset) {
        CUdevice device = 0;

        if (driver->context_device(&device) != CUDA_SUCCESS) {
            result = result_of_gpu(driver->gpu->device_get(&device, 0));
        }
        if (result == CUDA_SUCCESS) {
            result = set_primary(driver, device);
        }
    }
    return result;
}

/** @satisfies RF-CUDA-004 RF-CUDA-232 */
CUresult context_begin(const CudaCaller *caller, const CudaDriver **driver)
{
    CUresult result = driver_open(driver);

    if ((result == CUDA_SUCCESS) && caller->runtime) {
        result = context_make_current(*driver);
        if (result == CUDA_SUCCESS) {
            result = renew_current(*driver);
        }
    }
    return result;
}

CUresult context_find_device(const CudaDriver *driver, const NvSciRmGpuId *gpu, CUdevice *device)
{
    CUresult result = result_of_gpu(driver->gpu->init(0U));

    if (result == CUDA_SUCCESS) {
        result = result_of_gpu(gpu_find_device(driver->gpu, gpu->bytes, device));
    }
    return result;
}

CUresult context_gpu(const CudaDriver *driver, CUdevice *device, NvSciRmGpuId *gpu)
{
    CUresult result = driver->context_device(device);

    if (result == CUDA_SUCCESS) {
        result = result_of_gpu(driver->gpu->device_uuid(gpu->bytes, *device));
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
