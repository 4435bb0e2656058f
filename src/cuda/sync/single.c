/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file single.c
 * Signals and waits of one entry, which programs make for each frame: each look at the entry is
 * made once. Calls of other kinds go on to stream.c. What is seldom stands in functions of its own
 * behind a branch, so that the usual way saves few registers.
 */
#include "cuda/sync/cuda_semaphore.h"

#include "cuda/driver/driver.h"
#include "cuda/driver/result.h"
#include "cuda/sync/semaphore.h"
#include "port/atomic.h"

/** Finds the semaphore of a call of one entry; NULL: it is no such call, or its handle is not that
 * of a live semaphore of ours. */
PORT_SHORT CudaSemaphore *single_semaphore(const void *handles, const void *params, uint32_t count)
{
    CudaSemaphore *semaphore = NULL;

    if ((count == 1U) && (handles != NULL) && (params != NULL)) {
        semaphore = semaphore_of(stream_handle(handles, 0U));
    }
    return semaphore;
}

/** Carries out any call. */
PORT_APART static CUresult run_any(const void *handles, const void *params, uint32_t count,
                                   CUstream stream, CudaCaller caller, bool signals)
{
    const StreamCall call = {.caller = caller,
                             .signals = signals,
                             .handles = handles,
                             .params = params,
                             .count = count,
                             .stream = stream};

    return stream_run(&call);
}

/* ---------------------------------------------------------------- signals */

/** Puts the stores of a point into the stream, unless it is captured. */
PORT_SHORT CUresult put_stores(const CudaSemaphore *semaphore, CUstream stream, uint64_t point)
{
    const CudaDriver *const driver = driver_known();
    CUresult result = stream_refuse_capture(driver, stream);

    if (result == CUDA_SUCCESS) {
        result = (semaphore->gate == 0U) ? driver->write_value(stream, semaphore->counter, point,
                                                               CU_STREAM_WRITE_VALUE_DEFAULT)
                                         : stream_store_both(driver, semaphore, stream, point);
    }
    return result;
}

/** The driver refused the stores of a point: a caller of the runtime API that has no current
 * context gets one. If that does not help, the point is taken back.
 * @satisfies RF-CUDA-004 RF-CUDA-019 */
PORT_APART static CUresult put_stores_again(const CudaSemaphore *semaphore, NvSciSyncFence *fence,
                                            CUstream stream, uint64_t point, CudaCaller caller,
                                            CUresult refusal)
{
    CUresult result = refusal;

    if ((result == CUDA_ERROR_INVALID_CONTEXT) && caller.runtime) {
        result = context_make_current(driver_known());
        if (result == CUDA_SUCCESS) {
            result = put_stores(semaphore, stream, point);
        }
    }
    if (result != CUDA_SUCCESS) {
        pending_abandon(semaphore, fence, point);
    }
    return result;
}

/** Makes a fence of the next point, and puts its stores into the stream. Within the turn. */
PORT_SHORT CUresult signal_in_turn(CudaSemaphore *semaphore, const SharedObject *shared,
                                   NvSciSyncFence *fence, CUstream stream, CudaCaller caller)
{
    uint64_t point = 0U;
    CUresult result = result_of(RingfenceEngineFenceGenerate(semaphore->map.object, fence, &point));

    if (result == CUDA_SUCCESS) {
        result = put_stores(semaphore, stream, point);
        if (result != CUDA_SUCCESS) {
            result = put_stores_again(semaphore, fence, stream, point, caller, result);
        }
        if ((result == CUDA_SUCCESS) && (shared->pending.newest != semaphore->context.handle)) {
            pending_note(semaphore, point);
        }
    }
    return result;
}

/** Signals by stores.
 * @satisfies RF-CUDA-014 RF-CUDA-060 */
PORT_APART PORT_HOT static CUresult signal_stored(CudaSemaphore *semaphore, NvSciSyncFence *fence,
                                                  CUstream stream, CudaCaller caller)
{
    CUresult result = caller_admit(&caller);

    if (result == CUDA_SUCCESS) {
        SharedObject *const shared = semaphore->shared;

        turn_take(&shared->turn);
        result = signal_in_turn(semaphore, shared, fence, stream, caller);
        turn_give(&shared->turn);
        if (result != CUDA_SUCCESS) {
            semaphore_settle(result);
        }
    }
    return result;
}

/** Signals by an event. */
PORT_APART PORT_HOT static CUresult signal_by_event(CudaSemaphore *semaphore, NvSciSyncFence *fence,
                                                    CUstream stream, CudaCaller caller)
{
    const CUresult result = event_ring_signal(semaphore, fence, stream, caller);

    if (result != CUDA_SUCCESS) {
        semaphore_settle(result);
    }
    return result;
}

/** @satisfies RF-CUDA-005 RF-CUDA-017 RF-CUDA-018 RF-CUDA-095 */
PORT_HOT CUresult stream_signal(const void *handles, const void *params, uint32_t count,
                                CUstream stream, CudaCaller caller)
{
    CudaSemaphore *const semaphore = single_semaphore(handles, params, count);
    SingleWay way = SINGLE_NOT;
    CUresult result = CUDA_SUCCESS;

    if ((semaphore != NULL) && ((stream_flags(params, 0U) & ~STREAM_SIGNAL_FLAGS) == 0U)) {
        way = semaphore->signals;
    }
    if (way == SINGLE_STORE) {
        result = signal_stored(semaphore, stream_fence(params, 0U), stream, caller);
    } else if (way == SINGLE_EVENT) {
        result = signal_by_event(semaphore, stream_fence(params, 0U), stream, caller);
    } else {
        result = run_any(handles, params, count, stream, caller, true);
    }
    return result;
}

/* ---------------------------------------------------------------- waits */

/** The driver refused a wait: a caller of the runtime API that has no current context gets one.
 * @satisfies RF-CUDA-004 */
PORT_APART static CUresult wait_stored_again(const CudaSemaphore *semaphore, CUstream stream,
                                             uint64_t point, CudaCaller caller, CUresult refusal)
{
    const CudaDriver *const driver = driver_known();
    CUresult result = refusal;

    if ((result == CUDA_ERROR_INVALID_CONTEXT) && caller.runtime) {
        result = context_make_current(driver);
        if (result == CUDA_SUCCESS) {
            result =
                driver->wait_value(stream, semaphore->counter, point, CU_STREAM_WAIT_VALUE_GEQ);
        }
    }
    semaphore_settle(result);
    return result;
}

/** Waits for one fence at the counter.
 * @satisfies RF-CUDA-015 */
PORT_APART PORT_HOT static CUresult wait_stored(const CudaSemaphore *semaphore,
                                                const NvSciSyncFence *fence, CUstream stream,
                                                CudaCaller caller)
{
    RingfenceEngineFence view = {true, true, 0U};
    CUresult result = CUDA_SUCCESS;

    /* An engine wrote it, so it is far away. */
    port_prefetch(semaphore->map.constCounter);
    result = caller_admit(&caller);
    if (result == CUDA_SUCCESS) {
        /* cppcheck-suppress misra-c2012-11.8 ; DEV-046 the row is const, not the object */
        result = result_of(RingfenceEngineFenceRead(semaphore->map.object, fence, &view));
    }
    if ((result == CUDA_SUCCESS) && (!view.cleared) && (!view.reached)) {
        result = driver_known()->wait_value(stream, semaphore->counter, view.point,
                                            CU_STREAM_WAIT_VALUE_GEQ);
        if (result != CUDA_SUCCESS) {
            result = wait_stored_again(semaphore, stream, view.point, caller, result);
        }
    }
    return result;
}

/** Waits for an event. */
PORT_APART PORT_HOT static CUresult wait_for_event(CudaSemaphore *semaphore,
                                                   const NvSciSyncFence *fence, CUstream stream,
                                                   CudaCaller caller)
{
    CUresult result = CUDA_SUCCESS;

    port_prefetch(semaphore->map.constCounter);
    result = event_ring_wait(semaphore, fence, stream, caller);

    if (result != CUDA_SUCCESS) {
        semaphore_settle(result);
    }
    return result;
}

/** @satisfies RF-CUDA-005 RF-CUDA-017 RF-CUDA-018 RF-CUDA-095 */
PORT_HOT CUresult stream_wait(const void *handles, const void *params, uint32_t count,
                              CUstream stream, CudaCaller caller)
{
    CudaSemaphore *const semaphore = single_semaphore(handles, params, count);
    SingleWay way = SINGLE_NOT;
    CUresult result = CUDA_SUCCESS;

    if ((semaphore != NULL) && ((stream_flags(params, 0U) & ~STREAM_WAIT_FLAGS) == 0U)) {
        way = semaphore->waits;
    }
    if (way == SINGLE_STORE) {
        result = wait_stored(semaphore, stream_fence(params, 0U), stream, caller);
    } else if (way == SINGLE_EVENT) {
        result = wait_for_event(semaphore, stream_fence(params, 0U), stream, caller);
    } else {
        result = run_any(handles, params, count, stream, caller, false);
    }
    return result;
}
