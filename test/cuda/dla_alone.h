/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file dla_alone.h
 * A device in standalone mode with a module whose tensors are in memory of the CPU or of a GPU:
 * what the tests of both share.
 *
 * A tensor has a whole buffer. Functions that make something assert that it was made.
 */
#ifndef RINGFENCE_TEST_DLA_ALONE_H
#define RINGFENCE_TEST_DLA_ALONE_H

#include "cuda_fixture.h"

#include <stdlib.h>

#include "cudla.h"
#include "loadable_bytes.h"

/** Two inputs, two outputs, statistics: in this order, and bits of the set of those on the GPU. */
#define ALONE_INPUTS  2U
#define ALONE_OUTPUTS 2U
#define ALONE_TENSORS 5U
#define ALONE_ALL     31U
#define ALONE_REPORT  (32U + (4U * 40U))
/** Elements of an input and of an output. */
#define ALONE_WIDTH 1251U
/** Bytes of the largest tensor. */
#define ALONE_BYTES (4U * ALONE_WIDTH)

/** A buffer of a tensor. */
typedef struct {
    NvSciBufObj object;
    size_t size;
    uint64_t *cookie;
    /** Memory of the CPU. */
    uint8_t *bytes;
    /** Memory of the GPU. */
    CUexternalMemory memory;
    CUdeviceptr pointer;
} Place;

typedef struct {
    cudlaDevHandle device;
    cudlaModule module;
    Place places[ALONE_TENSORS];
    NvSciSyncObj end;
    uint64_t *signal;
    NvSciSyncFence fence;
    CudlaFence event;
    cudlaSignalEvents signals;
    const uint64_t *inputs[ALONE_INPUTS];
    uint64_t *outputs[ALONE_OUTPUTS + 1U];
    cudlaTask task;
} Alone;

static LbPlan g_alone_plan;
static LbBytes g_alone_bytes;

/* ---------------------------------------------------------------- buffers */

static inline void place_open(Place *place, size_t size, bool on_gpu)
{
    (void)memset(place, 0, sizeof(*place));
    place->size = size;
    place->object = raw_buffer(size, !on_gpu, &g_scene.gpu);
    if (on_gpu) {
        place->memory = import_buffer(place->object, size);
        assert_cu(try_map(place->memory, 0U, size, &place->pointer), CUDA_SUCCESS);
    } else {
        assert_int_equal(NvSciBufObjGetCpuPtr(place->object, (void **)&place->bytes),
                         NvSciError_Success);
    }
}

static inline void place_close(Place *place)
{
    if (place->memory != NULL) {
        assert_cu(ringfenceCuMemFree(place->pointer), CUDA_SUCCESS);
        assert_cu(ringfenceCuDestroyExternalMemory(place->memory), CUDA_SUCCESS);
    }
    NvSciBufObjFree(place->object);
    (void)memset(place, 0, sizeof(*place));
}

static inline void place_write(const Place *place, const uint8_t *bytes)
{
    if (place->memory != NULL) {
        assert_cu(cuMemcpyHtoD(place->pointer, bytes, place->size), CUDA_SUCCESS);
        assert_cu(cuCtxSynchronize(), CUDA_SUCCESS);
    } else {
        (void)memcpy(place->bytes, bytes, place->size);
    }
}

static inline void place_read(const Place *place, uint8_t *bytes)
{
    if (place->memory != NULL) {
        assert_cu(cuMemcpyDtoH(bytes, place->pointer, place->size), CUDA_SUCCESS);
    } else {
        (void)memcpy(bytes, place->bytes, place->size);
    }
}

static inline cudlaStatus try_register(cudlaDevHandle device, const Place *place, uint32_t flags,
                                       uint64_t **cookie)
{
    const cudlaExternalMemoryHandleDesc desc = {place->object, place->size};

    return cudlaImportExternalMemory(device, &desc, cookie, flags);
}

/** Asserts that all bytes of a buffer are this one. */
static inline void assert_place(const Place *place, uint8_t byte)
{
    uint8_t bytes[ALONE_BYTES];

    place_read(place, bytes);
    for (size_t i = 0U; i < place->size; i++) {
        assert_int_equal(bytes[i], byte);
    }
}

/* ---------------------------------------------------------------- loadables */

/** Tensors of floats, without steps. */
static inline void alone_plan(void)
{
    const uint32_t dims[4] = {1U, 1U, 1U, ALONE_WIDTH};

    (void)memset(&g_alone_plan, 0, sizeof(g_alone_plan));
    g_alone_plan.inputs = ALONE_INPUTS;
    g_alone_plan.outputs = ALONE_OUTPUTS;
    g_alone_plan.statistics = 1U;
    g_alone_plan.tensors[0] = lb_packed("a", CUDLA_DATA_TYPE_FLOAT, 4U, dims);
    g_alone_plan.tensors[1] = lb_packed("b", CUDLA_DATA_TYPE_FLOAT, 4U, dims);
    g_alone_plan.tensors[2] = lb_packed("c", CUDLA_DATA_TYPE_FLOAT, 4U, dims);
    g_alone_plan.tensors[3] = lb_packed("d", CUDLA_DATA_TYPE_HALF, 2U, dims);
    g_alone_plan.tensors[4] = lb_raw("report", ALONE_REPORT);
}

static inline void alone_step(LbStep step)
{
    g_alone_plan.steps[g_alone_plan.step_count] = step;
    g_alone_plan.step_count++;
}

/* ---------------------------------------------------------------- a device */

/** An object that the device signals and the CPU waits for. */
static inline NvSciSyncObj alone_end_object(void)
{
    NvSciSyncAttrList lists[2] = {sync_list(), side(CPU_SIDE, NvSciSyncAccessPerm_WaitOnly)};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;
    uint64_t *place = NULL;

    (void)memcpy(&place, &lists[0], sizeof(place));
    assert_int_equal(cudlaGetNvSciSyncAttributes(place, CUDLA_NVSCISYNC_ATTR_SIGNAL), cudlaSuccess);
    assert_int_equal(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                     NvSciError_Success);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    return object;
}

/** Registers the buffer of a tensor. */
static inline void alone_register(Alone *alone, uint32_t i)
{
    const uint32_t flags = (i < ALONE_INPUTS)            ? CUDLA_READ_ONLY_PERM
                           : (i == (ALONE_TENSORS - 1U)) ? CUDLA_TASK_STATISTICS
                                                         : 0U;

    assert_int_equal(
        try_register(alone->device, &alone->places[i], flags, &alone->places[i].cookie),
        cudlaSuccess);
}

static inline void alone_fill_task(Alone *alone)
{
    for (uint32_t i = 0U; i < ALONE_TENSORS; i++) {
        if (i < ALONE_INPUTS) {
            alone->inputs[i] = alone->places[i].cookie;
        } else {
            alone->outputs[i - ALONE_INPUTS] = alone->places[i].cookie;
        }
    }
    alone->event = (CudlaFence){&alone->fence, CUDLA_NVSCISYNC_FENCE};
    alone->signals = (cudlaSignalEvents){&alone->signal, &alone->event, 1U};
    alone->task = (cudlaTask){.moduleHandle = alone->module,
                              .outputTensor = alone->outputs,
                              .numOutputTensors = ALONE_OUTPUTS + 1U,
                              .inputTensor = alone->inputs,
                              .numInputTensors = ALONE_INPUTS,
                              .signalEvents = &alone->signals};
}

/** A device with the module of the plan; the tensors of a set are on the GPU. It stands where it is
 * filled. */
static inline void alone_open(Alone *alone, uint32_t on_gpu)
{
    const cudlaExternalSemaphoreHandleDesc desc = {(alone->end = alone_end_object())};

    lb_write(&g_alone_plan, &g_alone_bytes);
    assert_int_equal(cudlaCreateDevice(0U, &alone->device, CUDLA_STANDALONE), cudlaSuccess);
    assert_int_equal(cudlaModuleLoadFromMemory(alone->device, g_alone_bytes.bytes,
                                               g_alone_bytes.size, &alone->module,
                                               CUDLA_MODULE_ENABLE_FAULT_DIAGNOSTICS),
                     cudlaSuccess);
    for (uint32_t i = 0U; i < ALONE_TENSORS; i++) {
        place_open(&alone->places[i], (size_t)g_alone_plan.tensors[i].size,
                   ((on_gpu >> i) & 1U) != 0U);
        alone_register(alone, i);
    }
    assert_int_equal(cudlaImportExternalSemaphore(alone->device, &desc, &alone->signal, 0U),
                     cudlaSuccess);
    (void)memset(&alone->fence, 0, sizeof(alone->fence));
    alone_fill_task(alone);
}

static inline void alone_close(Alone *alone)
{
    go_to_init();
    if (alone->device != NULL) {
        assert_int_equal(cudlaDestroyDevice(alone->device), cudlaSuccess);
    }
    NvSciSyncFenceClear(&alone->fence);
    NvSciSyncObjFree(alone->end);
    for (uint32_t i = 0U; i < ALONE_TENSORS; i++) {
        place_close(&alone->places[i]);
    }
}

/** Puts numbers into the inputs, and a byte into the rest. */
static inline void alone_fill(const Alone *alone, uint8_t byte)
{
    uint8_t bytes[ALONE_BYTES];

    for (uint32_t i = 0U; i < ALONE_TENSORS; i++) {
        for (uint32_t k = 0U; k < ALONE_WIDTH; k++) {
            const float number = ((float)((k * 37U) + (i * 11U)) / 8.0F) - 900.0F;

            (void)memcpy(&bytes[4U * k], &number, sizeof(number));
        }
        if (i >= ALONE_INPUTS) {
            (void)memset(bytes, byte, sizeof(bytes));
        }
        place_write(&alone->places[i], bytes);
    }
}

static inline cudlaStatus alone_submit(Alone *alone, uint32_t flags)
{
    NvSciSyncFenceClear(&alone->fence);
    return cudlaSubmitTask(alone->device, &alone->task, 1U, NULL, flags);
}

/** Submits the task, and waits for its end. */
static inline void alone_run(Alone *alone)
{
    assert_int_equal(alone_submit(alone, 0U), cudlaSuccess);
    assert_expires(&alone->fence);
}

#endif /* RINGFENCE_TEST_DLA_ALONE_H */
