/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file gpu_timestamp.c
 * Timestamps of signals of streams and of nodes.
 *
 * No memory operation of CUDA stores the time. So where waiters want timestamps one kernel does
 * both: it writes the times into the slots, and then stores the points.
 */
#include "cuda/sync/cuda_semaphore.h"

#include <string.h>

#include "port/wait.h"

_Static_assert(sizeof(StreamOperation) == 16U, "a pair of the kernel's parameters");
_Static_assert((STREAM_OPERATIONS * 16U) == 512U, "the kernel's parameters");
_Static_assert(sizeof(StreamStamps) == 552U, "the kernel's parameters");

bool gpu_timestamp_is_built(void)
{
    size_t length = 0U;

    (void)graph_image(&length);
    return length > 0U;
}

/** @satisfies RF-CUDA-121 RF-CUDA-122 RF-CUDA-124 */
CUresult gpu_timestamp_begin(const CudaDriver *driver, CudaSemaphore *row)
{
    const CudaGraphs *graphs = NULL;
    CUkernel unused = NULL;
    CUresult result = driver_open_graphs(&graphs);

    if (result == CUDA_SUCCESS) {
        result = kernel_load(graphs, KERNEL_STAMP, &unused);
    }
    if (result == CUDA_SUCCESS) {
        result = clock_begin(driver, graphs, row);
    }
    if (result == CUDA_SUCCESS) {
        row->stamps = row->counter + row->map.timestampOffset;
    }
    return result;
}

void gpu_timestamp_pause(const CudaDriver *driver, CudaSemaphore *row)
{
    if (row->stamps != 0U) {
        clock_pause(driver, row);
    }
}

void gpu_timestamp_resume(CudaSemaphore *row)
{
    if (row->stamps != 0U) {
        clock_resume(row);
    }
}

void gpu_timestamp_end(CudaSemaphore *row)
{
    if (row->stamps != 0U) {
        clock_end(row);
        row->stamps = 0U;
    }
}

/** Address of the timestamp of a point for GPUs. */
static CUdeviceptr gpu_timestamp_slot_of(const CudaSemaphore *semaphore, uint64_t point)
{
    const uint64_t slot = (point & semaphore->map.maxValue) % semaphore->map.timestampSlots;

    return semaphore->stamps + (slot * sizeof(RingfenceEngineTimestamp));
}

void gpu_timestamp_add(StreamChunk *chunk, const CudaSemaphore *semaphore, uint64_t point)
{
    StreamStamps *const stamps = &chunk->stamps;
    StreamStamp *stamp = &stamps->entries[0];

    if (stamps->count == 0U) {
        (void)memset(stamps, 0, sizeof(*stamps));
    }
    stamp = &stamps->entries[stamps->count];
    stamp->slot = gpu_timestamp_slot_of(semaphore, point);
    stamp->previous = gpu_timestamp_slot_of(semaphore, point - 1U);
    stamp->mark = ~(point & semaphore->map.maxValue);
    stamp->store = (uint64_t)chunk->count - 1U;
    stamps->count++;
}

/** @satisfies RF-CUDA-125 */
CUresult gpu_timestamp_prepare(StreamChunk *chunk, const void *context)
{
    StreamStamps *const stamps = &chunk->stamps;
    CUresult result = CUDA_SUCCESS;

    for (uint32_t i = 0U; i < chunk->entries; i++) {
        const CudaSemaphore *const semaphore = chunk->semaphores[i];

        if (semaphore->stamps != 0U) {
            ClockReading reading;

            /* All of one context have the same clock. */
            clock_read(&semaphore->clock, &reading);
            stamps->gpu_ns = reading.gpu_ns;
            stamps->ahead_ns = reading.ahead_ns;
            stamps->drift_ns = reading.drift_ns;
            if (semaphore->context.handle != context) {
                result = CUDA_ERROR_NOT_SUPPORTED;
            }
        }
    }
    stamps->earliest_us = ringfence_port_time_us();
    return result;
}

void gpu_timestamp_stores(const StreamChunk *chunk, StoreArguments *arguments)
{
    (void)memset(arguments, 0, sizeof(*arguments));
    arguments->count = chunk->count;
    (void)memcpy(arguments->stores, chunk->operations,
                 (size_t)chunk->count * sizeof(StreamOperation));
}

/** @satisfies RF-CUDA-121 RF-CUDA-125 */
CUresult gpu_timestamp_enqueue(StreamChunk *chunk, CUstream stream)
{
    const CudaGraphs *graphs = NULL;
    CUkernel kernel = NULL;
    CUcontext context = NULL;
    StoreArguments stores;
    void *arguments[3] = {&stores.count, stores.stores, &chunk->stamps};
    CUresult result = driver_open_graphs(&graphs);

    if (result == CUDA_SUCCESS) {
        result = kernel_load(graphs, KERNEL_STAMP, &kernel);
    }
    if (result == CUDA_SUCCESS) {
        result = graphs->stream_context(stream, &context);
    }
    if (result == CUDA_SUCCESS) {
        result = gpu_timestamp_prepare(chunk, context);
    }
    if (result == CUDA_SUCCESS) {
        gpu_timestamp_stores(chunk, &stores);
        result = kernel_launch(graphs, kernel, stream, arguments);
    }
    return result;
}
