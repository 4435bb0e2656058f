/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file dla_bench.h
 * A loadable with its tensors, on the GPU and beside it: what the tests of hybrid mode share.
 */
#ifndef RINGFENCE_TEST_DLA_BENCH_H
#define RINGFENCE_TEST_DLA_BENCH_H

#include "cuda_fixture.h"

#include <stdlib.h>

#include "dla/gpu/hybrid.h"
#include "dla/loadable.h"

#define BENCH_TENSORS 8U
/** Bytes before and behind each tensor, which nothing may write. */
#define BENCH_GUARD 64U
#define ROW         1U
#define LIMIT_US    30000000U

/** Tensors in the order of the loadable. */
typedef struct {
    DlaLoadable loadable;
    HybridTask task;
    uint32_t tensors;
    /** What the CPU computes, and what came from the GPU: guards and tensors. */
    uint8_t *cpu[BENCH_TENSORS];
    uint8_t *read[BENCH_TENSORS];
    CUdeviceptr gpu[BENCH_TENSORS];
    size_t bytes[BENCH_TENSORS];
    /** The tensor is so far behind the guard. */
    size_t shift[BENCH_TENSORS];
} Bench;

static inline uint64_t bench_random(void)
{
    static uint64_t s_state = 7U;

    s_state += 0x9E3779B97F4A7C15U;
    return dla_mix64(s_state);
}

static inline cudlaModuleTensorDescriptor bench_bytes(uint64_t size)
{
    cudlaModuleTensorDescriptor made;

    (void)memset(&made, 0, sizeof(made));
    (void)strcpy(made.name, "tensor");
    made.size = size;
    return made;
}

/** A tensor of elements, with `pad` bytes behind each row. */
static inline cudlaModuleTensorDescriptor bench_elements(uint8_t format, uint8_t type,
                                                         const uint64_t extent[4], uint32_t pad)
{
    const uint32_t bytes = dla_type_bytes(type);
    const uint32_t n = (uint32_t)extent[0];
    const uint32_t c = (uint32_t)extent[1];
    const uint32_t h = (uint32_t)extent[2];
    const uint32_t w = (uint32_t)extent[3];
    cudlaModuleTensorDescriptor made = bench_bytes(0U);

    made.n = n;
    made.c = c;
    made.h = h;
    made.w = w;
    made.dataFormat = format;
    made.dataType = type;
    if (format == CUDLA_DATA_FORMAT_NHWC) {
        made.stride[0] = bytes;
        made.stride[1] = bytes * c;
        made.stride[2] = (made.stride[1] * w) + pad;
        made.stride[3] = made.stride[2] * h;
    } else if (format == CUDLA_DATA_FORMAT_NCHW) {
        made.stride[0] = bytes;
        made.stride[1] = (bytes * w) + pad;
        made.stride[2] = made.stride[1] * h;
        made.stride[3] = made.stride[2] * c;
    } else {
        made.stride[0] = bytes * 4U;
        made.stride[1] = (made.stride[0] * w) + pad;
        made.stride[2] = made.stride[1] * h;
        made.stride[3] = made.stride[2] * ((c + 3U) / 4U);
    }
    made.size = (uint64_t)made.stride[3] * n;
    return made;
}

static inline void bench_add(Bench *bench, cudlaModuleTensorDescriptor tensor, size_t shift)
{
    const uint32_t i = bench->tensors;

    bench->loadable.tensors[i] = tensor;
    bench->shift[i] = shift;
    bench->bytes[i] = (size_t)tensor.size + (2U * BENCH_GUARD) + shift;
    bench->cpu[i] = malloc(bench->bytes[i]);
    bench->read[i] = malloc(bench->bytes[i]);
    assert_non_null(bench->cpu[i]);
    assert_non_null(bench->read[i]);
    assert_cu(cuMemAlloc(&bench->gpu[i], bench->bytes[i]), CUDA_SUCCESS);
    bench->tensors++;
}

static inline void bench_input(Bench *bench, cudlaModuleTensorDescriptor tensor, size_t shift)
{
    bench_add(bench, tensor, shift);
    bench->loadable.inputs++;
}

static inline void bench_output(Bench *bench, cudlaModuleTensorDescriptor tensor, size_t shift)
{
    bench_add(bench, tensor, shift);
    bench->loadable.outputs++;
}

static inline void bench_statistics(Bench *bench, uint64_t size)
{
    bench_add(bench, bench_bytes(size), 0U);
    bench->loadable.statistics++;
}

static inline DlaStep *bench_step(Bench *bench, DlaOperation operation, uint64_t inputs)
{
    DlaStep *const step = &bench->loadable.steps[bench->loadable.step_count];

    bench->loadable.step_count++;
    (void)memset(step, 0, sizeof(*step));
    step->operation = operation;
    step->inputs = inputs;
    return step;
}

/** The address of a tensor behind its guard. */
static inline uint64_t bench_address(const Bench *bench, uint32_t i)
{
    return (uint64_t)bench->gpu[i] + BENCH_GUARD + bench->shift[i];
}

/** Random bytes on both sides, and a task with the addresses. */
static inline void bench_fill(Bench *bench, uint64_t number)
{
    const DlaLoadable *const loadable = &bench->loadable;

    (void)memset(&bench->task, 0, sizeof(bench->task));
    for (uint32_t i = 0U; i < bench->tensors; i++) {
        for (size_t k = 0U; k < bench->bytes[i]; k++) {
            bench->cpu[i][k] = (uint8_t)bench_random();
        }
        assert_cu(cuMemcpyHtoD(bench->gpu[i], bench->cpu[i], bench->bytes[i]), CUDA_SUCCESS);
        if (i < loadable->inputs) {
            bench->task.inputs[i] = bench_address(bench, i);
        } else if (i < (loadable->inputs + loadable->outputs)) {
            bench->task.outputs[i - loadable->inputs] = bench_address(bench, i);
        } else {
            bench->task.statistics[i - loadable->inputs - loadable->outputs] =
                bench_address(bench, i);
        }
    }
    bench->task.loadable = loadable;
    bench->task.number = number;
    bench->task.limit_us = LIMIT_US;
}

/* ---------------------------------------------------------------- the CPU */

static inline bool bench_goes_on(void *context)
{
    (void)context;
    return true;
}

static inline void bench_pause(void *context, uint64_t us)
{
    *(uint64_t *)context += us;
}

static inline uint64_t bench_time(void *context)
{
    return *(const uint64_t *)context;
}

/** What the CPU makes of the task. */
static inline cudlaStatus bench_compute(Bench *bench)
{
    const DlaLoadable *const loadable = &bench->loadable;
    uint64_t clock = 0U;
    const DlaHost host = {bench_goes_on, bench_pause, bench_time, &clock};
    DlaTensors tensors;

    (void)memset(&tensors, 0, sizeof(tensors));
    for (uint32_t i = 0U; i < bench->tensors; i++) {
        uint8_t *const place = &bench->cpu[i][BENCH_GUARD + bench->shift[i]];

        if (i < loadable->inputs) {
            tensors.inputs[i] = place;
        } else if (i < (loadable->inputs + loadable->outputs)) {
            tensors.outputs[i - loadable->inputs] = place;
        } else {
            tensors.statistics[i - loadable->inputs - loadable->outputs] = place;
        }
    }
    return loadable_run(loadable, bench->task.number, &tensors, &host);
}

/* ---------------------------------------------------------------- the GPU */

static inline void bench_read(Bench *bench, uint32_t i)
{
    assert_cu(cuMemcpyDtoH(bench->read[i], bench->gpu[i], bench->bytes[i]), CUDA_SUCCESS);
}

/** All tensors of the GPU are what the CPU has, with all that is around them. */
static inline void assert_same(Bench *bench)
{
    for (uint32_t i = 0U; i < (bench->loadable.inputs + bench->loadable.outputs); i++) {
        bench_read(bench, i);
        assert_memory_equal(bench->read[i], bench->cpu[i], bench->bytes[i]);
    }
}

/** Submits the task, and waits for it. */
static inline void bench_run(Bench *bench)
{
    assert_int_equal(hybrid_submit(ROW, &bench->task, g_scene.stream), cudlaSuccess);
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
}

/** A task does the same on the GPU as on the CPU. */
static inline void assert_task(Bench *bench, uint64_t number)
{
    bench_fill(bench, number);
    bench_run(bench);
    assert_int_equal(hybrid_last_error(ROW), cudlaSuccess);
    assert_int_equal(bench_compute(bench), cudlaSuccess);
    assert_same(bench);
}

static inline void bench_free(Bench *bench)
{
    for (uint32_t i = 0U; i < bench->tensors; i++) {
        assert_cu(cuMemFree(bench->gpu[i]), CUDA_SUCCESS);
        free(bench->cpu[i]);
        free(bench->read[i]);
    }
    (void)memset(bench, 0, sizeof(*bench));
}

#endif /* RINGFENCE_TEST_DLA_BENCH_H */
