/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file hybrid.c
 * The guide's listing for cuDLA in a stream of CUDA: a device of hybrid mode, memory of CUDA that
 * is registered, a copy to the GPU, a task, a copy back, all in one stream and behind one another.
 * Then two streams with a device each, and a task that fails: it is told when the stream has passed
 * it, and what is behind it in the stream is done.
 */
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../parts.h"

#define SIZE  3000U
#define TASKS 40U

typedef struct {
    cudlaDevHandle device;
    cudlaModule module;
    cudaStream_t stream;
    /** Input and output on the GPU, their registrations, and what the CPU has of them. */
    void *memory[2];
    uint64_t *cookie[2];
    uint8_t *bytes[2];
    cudlaTask task;
} Lane;

static uint64_t *registered_as(const void *memory)
{
    uint64_t *pointer = NULL;

    (void)memcpy(&pointer, &memory, sizeof(pointer));
    return pointer;
}

static void lane_open(Lane *lane, const Loadable *loadable)
{
    (void)memset(lane, 0, sizeof(*lane));
    CALL(cudaSetDevice(0));
    CALL(cudaStreamCreate(&lane->stream));
    CALL(cudlaCreateDevice(0U, &lane->device, CUDLA_CUDA_DLA));
    lane->module = module_load(lane->device, loadable, 0U);
    for (uint32_t i = 0U; i < 2U; i++) {
        CALL(cudaMalloc(&lane->memory[i], SIZE));
        CALL(cudlaMemRegister(lane->device, registered_as(lane->memory[i]), SIZE, &lane->cookie[i],
                              0U));
        lane->bytes[i] = malloc(SIZE);
        CHECK(lane->bytes[i] != NULL);
    }
    lane->task.moduleHandle = lane->module;
    lane->task.inputTensor = (const uint64_t *const *)&lane->cookie[0];
    lane->task.numInputTensors = 1U;
    lane->task.outputTensor = &lane->cookie[1];
    lane->task.numOutputTensors = 1U;
}

static void lane_close(Lane *lane)
{
    for (uint32_t i = 0U; i < 2U; i++) {
        CALL(cudlaMemUnregister(lane->device, lane->cookie[i]));
        CALL(cudaFree(lane->memory[i]));
        free(lane->bytes[i]);
    }
    CALL(cudlaModuleUnload(lane->module, 0U));
    CALL(cudlaDestroyDevice(lane->device));
    CALL(cudaStreamDestroy(lane->stream));
}

/** A frame in the stream: to the GPU, a task, back. */
static void lane_put(Lane *lane, uint32_t number)
{
    for (uint32_t i = 0U; i < SIZE; i++) {
        lane->bytes[0][i] = (uint8_t)((number * 37U) + (i * 5U) + (i >> 8U));
    }
    CALL(cuMemcpyHtoDAsync((CUdeviceptr)(uintptr_t)lane->memory[0], lane->bytes[0], SIZE,
                           lane->stream));
    CALL(cuMemsetD8Async((CUdeviceptr)(uintptr_t)lane->memory[1], 0U, SIZE, lane->stream));
    CALL(cudlaSubmitTask(lane->device, &lane->task, 1U, lane->stream, 0U));
    CALL(cuMemcpyDtoHAsync(lane->bytes[1], (CUdeviceptr)(uintptr_t)lane->memory[1], SIZE,
                           lane->stream));
}

static bool lane_holds(const Lane *lane)
{
    CALL(cudaStreamSynchronize(lane->stream));
    return model_holds(lane->bytes[0], SIZE, 0U, lane->bytes[1], SIZE);
}

static void one_stream(const Loadable *loadable)
{
    Lane lane;

    lane_open(&lane, loadable);
    for (uint32_t number = 1U; number <= TASKS; number++) {
        lane_put(&lane, number);
        CHECK(lane_holds(&lane));
        CALL(cudlaGetLastError(lane.device));
    }
    /* The events of standalone mode are not for this one. */
    {
        cudlaTask task = lane.task;
        const cudlaWaitEvents waits = {NULL, 0U};

        task.waitEvents = &waits;
        REFUSED(cudlaSubmitTask(lane.device, &task, 1U, lane.stream, 0U),
                cudlaErrorUnsupportedOperation);
    }
    lane_close(&lane);
}

static void two_streams(const Loadable *loadable)
{
    Lane lanes[2];

    for (uint32_t i = 0U; i < 2U; i++) {
        lane_open(&lanes[i], loadable);
    }
    for (uint32_t number = 1U; number <= TASKS; number++) {
        for (uint32_t i = 0U; i < 2U; i++) {
            lane_put(&lanes[i], (number * 2U) + i);
        }
        for (uint32_t i = 0U; i < 2U; i++) {
            CHECK(lane_holds(&lanes[i]));
        }
    }
    for (uint32_t i = 0U; i < 2U; i++) {
        lane_close(&lanes[i]);
    }
}

static void failure(void)
{
    Loadable loadable;
    Lane lane;

    loadable_behind(&loadable, STEP_FAIL, 5U, 2U, STEP_MIX, SIZE);
    lane_open(&lane, &loadable);
    lane_put(&lane, 1U);
    CHECK(lane_holds(&lane));
    CALL(cudlaGetLastError(lane.device));
    lane_put(&lane, 2U);
    CHECK(!lane_holds(&lane));
    REFUSED(cudlaGetLastError(lane.device), 5U);
    lane_put(&lane, 3U);
    CHECK(lane_holds(&lane));
    lane_close(&lane);
}

int main(void)
{
    Loadable loadable;

    loadable_simple(&loadable, STEP_MIX, SIZE);
    one_stream(&loadable);
    two_streams(&loadable);
    failure();
    (void)printf("hybrid: %u tasks in streams, one of which failed\n", (3U * TASKS) + 3U);
    return EXIT_SUCCESS;
}
