/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file alone.c
 * Tasks of standalone mode on a GPU: the thread of the worker puts one into the stream of its
 * handle, and looks again and again whether it is over.
 */

#include "core/fault.h"
#include "core/phase.h"
#include "dla/gpu/hybrid.h"
#include "dla/gpu/row.h"
#include "port/atomic.h"
#include "port/wait.h"

/** How long a task has to end when its handle is destroyed. */
#define ALONE_PATIENCE_US 1000000U
/** First and longest sleep between two looks: who waits is to be asked each millisecond. */
#define ALONE_NAP_US     10U
#define ALONE_NAP_US_MAX 500U

/** Makes the stream of a row, unless it has one. */
static cudlaStatus alone_make_stream(HybridRow *row)
{
    GpuResult result = GPU_CUDA_SUCCESS;

    if (row->lane.stream == NULL) {
        result = row->driver->context_push(row->context);
        if (result == GPU_CUDA_SUCCESS) {
            void *popped = NULL;

            result = gpu_lane_open(row->driver, &row->lane);
            (void)row->driver->context_pop(&popped);
        }
    }
    return hybrid_status(result);
}

/** Says in a fault report that there is no such GPU; false: there is, or it is not known. */
static bool alone_lacks_gpu(PhaseOp op, const HybridGpu *gpu)
{
    const GpuDriver *const driver = gpu_driver();
    bool lacks = false;

    if (driver != NULL) {
        GpuResult result = driver->init(0U);
        int32_t device = 0;

        if (result == GPU_CUDA_SUCCESS) {
            result = gpu_find_device(driver, gpu->bytes, &device);
        }
        lacks = (result == GPU_CUDA_INVALID_DEVICE);
    }
    if (lacks) {
        ringfence_fault_report(op, RINGFENCE_FAULT_NO_CPU_ACCESS);
    }
    return lacks;
}

/** @satisfies RF-DLA-320 RF-DLA-321 */
cudlaStatus hybrid_open_alone(uint32_t row, PhaseOp op, const HybridGpu *gpu)
{
    cudlaStatus status = cudlaSuccess;

    if (hybrid_row(row) == NULL) {
        if (alone_lacks_gpu(op, gpu)) {
            status = cudlaErrorUnsupportedOperation;
        } else {
            status = hybrid_row_open(row, op, gpu);
        }
        if (status == cudlaErrorCuda) {
            if (gpu_driver() == NULL) {
                status = cudlaErrorUnsupportedOperation;
            }
        }
        if (status == cudlaSuccess) {
            status = alone_make_stream(hybrid_row(row));
            if (status != cudlaSuccess) {
                hybrid_close(row);
            }
        }
    }
    return status;
}

/** Looks at the stream, up to the task: if that is done, or its context gone, no task of the row is
 * on the GPU. What else CUDA may say is looked at again. */
static GpuResult alone_look(uint32_t index, const HybridRow *row)
{
    GpuResult result = gpu_lane_look(row->driver, &row->lane);

    if (result == GPU_CUDA_SUCCESS) {
        hybrid_make_over(index);
    } else if (result == GPU_CUDA_NOT_READY) {
        result = GPU_CUDA_SUCCESS;
    } else if (hybrid_is_lost(row->driver, index)) {
        hybrid_make_over(index);
    } else {
        result = GPU_CUDA_SUCCESS;
    }
    return result;
}

/** Waits until the task is over, which is told to end when it is to.
 * @satisfies RF-DLA-324 */
static GpuResult alone_wait(uint32_t index, const HybridRow *row, const HybridHost *host)
{
    static const PortAtomic32 word;
    GpuResult result = GPU_CUDA_SUCCESS;
    uint64_t ending_us = ringfence_port_time_us();
    int64_t nap_us = (int64_t)ALONE_NAP_US;
    bool is_late = false;

    while ((!hybrid_are_over(index)) && (!is_late)) {
        if (!host->goes_on(host->context)) {
            hybrid_stop(index);
        }
        if (!host->is_ending(host->context)) {
            ending_us = ringfence_port_time_us();
        }
        is_late = (ringfence_port_time_us() - ending_us) > ALONE_PATIENCE_US;
        result = alone_look(index, row);
        if (!hybrid_are_over(index)) {
            (void)ringfence_port_sleep(&word, 0U, nap_us);
            if (nap_us < (int64_t)ALONE_NAP_US_MAX) {
                nap_us = nap_us + nap_us;
            }
        }
    }
    return result;
}

/** @satisfies RF-DLA-322 RF-DLA-323 RF-DLA-324 */
cudlaStatus hybrid_run(uint32_t row, const HybridTask *task, const HybridHost *host)
{
    HybridRow *const had = hybrid_row(row);
    cudlaStatus status = (had == NULL) ? cudlaErrorInvalidDevice : cudlaSuccess;

    /* The stream went with its context, too. */
    if (status == cudlaSuccess) {
        if (hybrid_is_lost(had->driver, row)) {
            status = cudlaErrorCuda;
        }
    }
    if (status == cudlaSuccess) {
        status = hybrid_status(had->driver->context_push(had->context));
    }
    if (status == cudlaSuccess) {
        void *popped = NULL;
        GpuResult result = GPU_CUDA_SUCCESS;

        hybrid_forget_error(row);
        status = hybrid_put_task(row, had, task, had->lane.stream);
        gpu_lane_mark(had->driver, &had->lane);
        /* Also what was begun and could not be put whole. */
        result = alone_wait(row, had, host);
        if (status == cudlaSuccess) {
            status = hybrid_status(result);
        }
        if (status == cudlaSuccess) {
            status = hybrid_last_error(row);
        }
        (void)had->driver->context_pop(&popped);
    }
    return status;
}

void hybrid_settle(uint32_t row)
{
    const HybridRow *const had = hybrid_row(row);

    if (had != NULL) {
        if (!hybrid_are_over(row)) {
            void *popped = NULL;
            const GpuResult result = had->driver->context_push(had->context);

            (void)gpu_lane_wait(had->driver, &had->lane);
            if (result == GPU_CUDA_SUCCESS) {
                (void)had->driver->context_pop(&popped);
            }
        }
    }
}
