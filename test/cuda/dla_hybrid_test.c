/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file dla_hybrid_test.c
 * Hybrid mode of the software engine: what its kernels compute is what the CPU computes, byte by
 * byte, and tasks are elements of their stream.
 */
#define _GNU_SOURCE

#include "dla_bench.h"

#include <time.h>

static Bench g_bench;

static int set_up(void **state)
{
    const int result = scene_up(state);

    (void)memset(&g_bench, 0, sizeof(g_bench));
    assert_int_equal(hybrid_open(ROW), cudlaSuccess);
    return result;
}

static int tear_down(void **state)
{
    hybrid_close(ROW);
    bench_free(&g_bench);
    return scene_down(state);
}

#define hybrid_test(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

static uint64_t now_us(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return ((uint64_t)now.tv_sec * 1000000U) + ((uint64_t)now.tv_nsec / 1000U);
}

/** An input and an output of so many bytes, and a step. */
static DlaStep *simple(DlaOperation operation, uint64_t bytes)
{
    bench_input(&g_bench, bench_bytes(bytes), 0U);
    bench_output(&g_bench, bench_bytes(bytes), 0U);
    return bench_step(&g_bench, operation, (operation < DLA_FILL) ? 1U : 0U);
}

/* ---------------------------------------------------------------- bytes */

static const uint64_t g_sizes[] = {1U, 7U, 8U, 9U, 63U, 64U, 65U, 4101U, 786435U};

/**
 * Mix and stamp write the bytes that the CPU writes, whatever the sizes and the places of tensors.
 * @verifies RF-DLA-305
 */
static void digests_are_those_of_the_cpu(void **state)
{
    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_sizes); i++) {
        for (size_t k = 0U; k < COUNT_OF(g_sizes); k += 2U) {
            bench_input(&g_bench, bench_bytes(g_sizes[i]), i % 3U);
            bench_input(&g_bench, bench_bytes(g_sizes[k]), 0U);
            bench_input(&g_bench, bench_bytes(100U), 5U);
            bench_output(&g_bench, bench_bytes(g_sizes[k]), 0U);
            bench_output(&g_bench, bench_bytes(g_sizes[i]), (k / 2U) % 4U);
            bench_step(&g_bench, DLA_MIX, 5U)->number = i;
            bench_step(&g_bench, DLA_STAMP, 7U)->output = 1U;
            assert_task(&g_bench, 1U);
            assert_task(&g_bench, k + 2U);
            bench_free(&g_bench);
        }
    }
}

/**
 * Copy and fill write the bytes that the CPU writes.
 * @verifies RF-DLA-305
 */
static void copies_are_those_of_the_cpu(void **state)
{
    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_sizes); i++) {
        for (size_t k = 0U; k < COUNT_OF(g_sizes); k++) {
            bench_input(&g_bench, bench_bytes(g_sizes[i]), i % 2U);
            bench_output(&g_bench, bench_bytes(g_sizes[k]), k % 3U);
            bench_output(&g_bench, bench_bytes(g_sizes[i]), 0U);
            (void)bench_step(&g_bench, DLA_COPY, 1U);
            bench_step(&g_bench, DLA_FILL, 0U)->output = 1U;
            g_bench.loadable.steps[1].number = 0xA5U;
            assert_task(&g_bench, 1U);
            bench_free(&g_bench);
        }
    }
}

/* ---------------------------------------------------------------- elements */

static const uint8_t g_formats[] = {CUDLA_DATA_FORMAT_NCHW, CUDLA_DATA_FORMAT_NHWC,
                                    CUDLA_DATA_FORMAT_NCxHWx};
static const uint64_t g_extents[][4] = {{1U, 1U, 1U, 1U}, {2U, 3U, 5U, 7U}, {1U, 9U, 33U, 65U}};

/** Numbers that are not random bytes: as those of networks. */
static void put_numbers(Bench *bench, uint32_t tensor)
{
    const cudlaModuleTensorDescriptor *const made = &bench->loadable.tensors[tensor];
    const uint32_t bytes = dla_type_bytes(made->dataType);
    uint8_t *const begin = &bench->cpu[tensor][BENCH_GUARD + bench->shift[tensor]];

    for (uint64_t i = 0U; (i + bytes) <= made->size; i += bytes) {
        dla_store(&begin[i], made->dataType, ((double)(bench_random() % 4001U) / 16.0) - 125.0);
    }
    assert_cu(cuMemcpyHtoD(bench->gpu[tensor], bench->cpu[tensor], bench->bytes[tensor]),
              CUDA_SUCCESS);
}

/** Runs the task with random bytes, NaNs among them, and with numbers. */
static void assert_elements(Bench *bench)
{
    assert_task(bench, 1U);
    bench_fill(bench, 2U);
    for (uint32_t i = 0U; i < bench->loadable.inputs; i++) {
        put_numbers(bench, i);
    }
    bench_run(bench);
    assert_int_equal(bench_compute(bench), cudlaSuccess);
    assert_same(bench);
}

/**
 * Affine writes the bytes that the CPU writes, from each type to each type and between formats, and
 * leaves what is between rows.
 * @verifies RF-DLA-305
 */
static void affine_is_that_of_the_cpu(void **state)
{
    (void)state;
    for (uint8_t from = CUDLA_DATA_TYPE_FLOAT; from <= CUDLA_DATA_TYPE_UINT16; from++) {
        for (uint8_t to = CUDLA_DATA_TYPE_FLOAT; to <= CUDLA_DATA_TYPE_UINT16; to++) {
            for (size_t i = 0U; i < COUNT_OF(g_extents); i++) {
                DlaStep *step = NULL;

                bench_input(&g_bench,
                            bench_elements(g_formats[(from + i) % 3U], from, g_extents[i], 12U),
                            i * 4U);
                bench_output(&g_bench,
                             bench_elements(g_formats[(to + i) % 3U], to, g_extents[i], 4U), 0U);
                step = bench_step(&g_bench, DLA_AFFINE, 1U);
                step->scale = 1.1F * (float)to;
                step->shift = -0.3F;
                assert_elements(&g_bench);
                bench_free(&g_bench);
            }
        }
    }
}

/**
 * Add writes the bytes that the CPU writes.
 * @verifies RF-DLA-305
 */
static void add_is_that_of_the_cpu(void **state)
{
    (void)state;
    for (uint8_t type = CUDLA_DATA_TYPE_FLOAT; type <= CUDLA_DATA_TYPE_UINT16; type++) {
        for (size_t i = 0U; i < COUNT_OF(g_extents); i++) {
            for (uint32_t k = 0U; k < 3U; k++) {
                bench_input(&g_bench, bench_elements(g_formats[k], type, g_extents[i], k * 4U), k);
            }
            bench_output(&g_bench, bench_elements(g_formats[i], type, g_extents[i], 8U), 0U);
            (void)bench_step(&g_bench, DLA_ADD, (i == 1U) ? 5U : 7U);
            assert_elements(&g_bench);
            bench_free(&g_bench);
        }
    }
}

/**
 * A step writes what it reads, where both are the same memory.
 * @verifies RF-DLA-305
 */
static void output_may_be_the_input(void **state)
{
    (void)state;
    (void)simple(DLA_MIX, 5000U);
    bench_fill(&g_bench, 1U);
    g_bench.task.outputs[0] = g_bench.task.inputs[0];
    bench_run(&g_bench);
    assert_int_equal(bench_compute(&g_bench), cudlaSuccess);
    bench_read(&g_bench, 0U);
    assert_memory_equal(&g_bench.read[0][BENCH_GUARD], &g_bench.cpu[1][BENCH_GUARD], 5000U);
}

/* ---------------------------------------------------------------- tasks in a stream */

/**
 * A task reads what the stream wrote before, and what is behind it sees its results.
 * @verifies RF-DLA-305
 */
static void task_is_an_element_of_its_stream(void **state)
{
    const CUstream streams[] = {g_scene.stream, NULL, CU_STREAM_LEGACY};

    (void)state;
    (void)simple(DLA_COPY, 100000U);
    for (size_t i = 0U; i < COUNT_OF(streams); i++) {
        bench_fill(&g_bench, i + 1U);
        for (unsigned char byte = 1U; byte < 20U; byte++) {
            assert_cu(cuMemsetD8Async(bench_address(&g_bench, 0U), byte, 100000U, streams[i]),
                      CUDA_SUCCESS);
            assert_int_equal(hybrid_submit(ROW, &g_bench.task, streams[i]), cudlaSuccess);
            assert_cu(cuMemcpyDtoHAsync(&g_bench.read[1][byte * 1000U], bench_address(&g_bench, 1U),
                                        1000U, streams[i]),
                      CUDA_SUCCESS);
        }
        assert_cu(cuStreamSynchronize(streams[i]), CUDA_SUCCESS);
        for (size_t k = 1000U; k < 20000U; k++) {
            assert_int_equal(g_bench.read[1][k], k / 1000U);
        }
    }
}

/**
 * A task that computes nothing reads and writes nothing.
 * @verifies RF-DLA-311
 */
static void noop_leaves_tensors_alone(void **state)
{
    (void)state;
    (void)simple(DLA_FILL, 3000U);
    bench_step(&g_bench, DLA_FAIL, 0U)->number = (uint64_t)cudlaErrorDlaErrNoMem;
    bench_fill(&g_bench, 1U);
    g_bench.task.noop = true;
    bench_run(&g_bench);
    assert_same(&g_bench);
    assert_int_equal(hybrid_last_error(ROW), cudlaSuccess);
}

/**
 * A step that fails ends its task: what is behind it is not done, the status is told when the
 * stream has passed it, and stays; the next task computes.
 * @verifies RF-DLA-306
 */
static void failure_is_told_and_the_next_task_computes(void **state)
{
    DlaStep *step = NULL;

    (void)state;
    step = simple(DLA_FAIL, 3000U);
    step->number = (uint64_t)cudlaErrorDlaErrInvalidInput;
    step->task = 2U;
    (void)bench_step(&g_bench, DLA_COPY, 1U);
    assert_task(&g_bench, 1U);
    bench_fill(&g_bench, 2U);
    bench_run(&g_bench);
    assert_int_equal(hybrid_last_error(ROW), cudlaErrorDlaErrInvalidInput);
    assert_same(&g_bench);
    bench_fill(&g_bench, 3U);
    bench_run(&g_bench);
    assert_int_equal(bench_compute(&g_bench), cudlaSuccess);
    assert_same(&g_bench);
    assert_int_equal(hybrid_last_error(ROW), cudlaErrorDlaErrInvalidInput);
}

/**
 * What the GPU wrote that is no error of cuDLA is told as one all the same.
 * @verifies RF-DLA-306
 */
static void a_number_that_is_no_error_is_an_unknown_one(void **state)
{
    DlaStep *step = NULL;

    (void)state;
    step = simple(DLA_FAIL, 3000U);
    step->number = 999U;
    step->task = 2U;
    (void)bench_step(&g_bench, DLA_COPY, 1U);
    assert_task(&g_bench, 1U);
    bench_fill(&g_bench, 2U);
    bench_run(&g_bench);
    assert_int_equal(hybrid_last_error(ROW), cudlaErrorUnknown);
}

/**
 * A task that hangs ends with its time, and the next one computes.
 * @verifies RF-DLA-306
 */
static void hang_ends_with_the_time_of_the_task(void **state)
{
    uint64_t start_us = 0U;

    (void)state;
    simple(DLA_HANG, 3000U)->task = 1U;
    (void)bench_step(&g_bench, DLA_COPY, 1U);
    bench_fill(&g_bench, 1U);
    g_bench.task.limit_us = 50000U;
    start_us = now_us();
    bench_run(&g_bench);
    assert_true((now_us() - start_us) >= 50000U);
    assert_int_equal(hybrid_last_error(ROW), cudlaErrorDlaErrEngineTimeout);
    assert_same(&g_bench);
    bench_fill(&g_bench, 2U);
    bench_run(&g_bench);
    assert_int_equal(bench_compute(&g_bench), cudlaSuccess);
    assert_same(&g_bench);
}

/**
 * A delay takes its time in the stream; one that is longer than the task may take ends it.
 * @verifies RF-DLA-306
 */
static void delay_takes_its_time(void **state)
{
    uint64_t start_us = 0U;
    DlaStep *step = NULL;

    (void)state;
    step = simple(DLA_DELAY, 3000U);
    step->number = 30000U;
    (void)bench_step(&g_bench, DLA_COPY, 1U);
    start_us = now_us();
    assert_task(&g_bench, 1U);
    assert_true((now_us() - start_us) >= 30000U);
    bench_fill(&g_bench, 2U);
    g_bench.task.limit_us = 10000U;
    bench_run(&g_bench);
    assert_same(&g_bench);
    assert_int_equal(hybrid_last_error(ROW), cudlaErrorDlaErrEngineTimeout);
}

/**
 * Reports of statistics say the same as those of the CPU, but for times; that of a step which
 * failed is the last.
 * @verifies RF-DLA-310
 */
static void statistics_are_those_of_the_cpu(void **state)
{
    (void)state;
    (void)simple(DLA_MIX, 3000U);
    (void)bench_step(&g_bench, DLA_DELAY, 0U);
    (void)bench_step(&g_bench, DLA_COPY, 1U);
    g_bench.loadable.steps[1].number = 2000U;
    (void)bench_step(&g_bench, DLA_FAIL, 0U);
    g_bench.loadable.steps[3].number = (uint64_t)cudlaErrorDlaErrNoMem;
    (void)bench_step(&g_bench, DLA_COPY, 1U);
    bench_statistics(&g_bench, 400U);
    bench_statistics(&g_bench, 32U + (2U * 40U) + 39U);
    bench_fill(&g_bench, 9U);
    bench_run(&g_bench);
    assert_int_equal(bench_compute(&g_bench), cudlaErrorDlaErrNoMem);
    assert_same(&g_bench);
    for (uint32_t i = 2U; i < 4U; i++) {
        bench_read(&g_bench, i);
        assert_true(dla_get(&g_bench.read[i][BENCH_GUARD + 32U + 40U + 24U], 8U) >= 2000U);
        for (size_t record = BENCH_GUARD + 32U; record < (BENCH_GUARD + ((i == 2U) ? 192U : 112U));
             record += 40U) {
            (void)memset(&g_bench.read[i][record + 16U], 0, 16U);
            (void)memset(&g_bench.cpu[i][record + 16U], 0, 16U);
        }
        assert_memory_equal(g_bench.read[i], g_bench.cpu[i], g_bench.bytes[i]);
    }
}

/* ---------------------------------------------------------------- what is refused */

/**
 * Memory of a device is taken as far as it reaches; other memory is not.
 * @verifies RF-DLA-304
 */
static void memory_of_devices_alone_is_taken(void **state)
{
    static uint8_t s_host[4096];
    void *pinned = NULL;
    CUdeviceptr shown = 0U;

    (void)state;
    (void)simple(DLA_COPY, 3000U);
    assert_int_equal(hybrid_register(ROW, g_bench.gpu[0], g_bench.bytes[0]), cudlaSuccess);
    assert_int_equal(hybrid_register(ROW, g_bench.gpu[0] + 128U, g_bench.bytes[0] - 128U),
                     cudlaSuccess);
    assert_int_equal(hybrid_register(ROW, g_bench.gpu[0], (size_t)1U << 40U),
                     cudlaErrorInvalidAddress);
    assert_int_equal(hybrid_register(ROW, g_bench.gpu[0], SIZE_MAX), cudlaErrorInvalidAddress);
    assert_int_equal(hybrid_register(ROW, (uint64_t)(uintptr_t)s_host, 16U),
                     cudlaErrorInvalidAddress);
    assert_int_equal(hybrid_register(ROW, 0U, 16U), cudlaErrorInvalidAddress);
    assert_int_equal(posix_memalign(&pinned, 4096U, 4096U), 0);
    assert_cu(cuMemHostRegister(pinned, 4096U, CU_MEMHOSTREGISTER_DEVICEMAP), CUDA_SUCCESS);
    assert_cu(cuMemHostGetDevicePointer(&shown, pinned, 0U), CUDA_SUCCESS);
    assert_int_equal(hybrid_register(ROW, shown, 16U), cudlaErrorInvalidAddress);
    assert_cu(cuMemHostUnregister(pinned), CUDA_SUCCESS);
    free(pinned);
}

/**
 * Streams that are captured, those of threads and those of other contexts take no task.
 * @verifies RF-DLA-309
 */
static void other_streams_take_no_task(void **state)
{
    CUcontext context = NULL;
    CUstream stream = NULL;
    CUgraph graph = NULL;

    (void)state;
    (void)simple(DLA_FILL, 3000U);
    bench_fill(&g_bench, 1U);
    assert_int_equal(hybrid_submit(ROW, &g_bench.task, CU_STREAM_PER_THREAD),
                     cudlaErrorUnsupportedOperation);
    assert_cu(cuStreamBeginCapture(g_scene.stream, CU_STREAM_CAPTURE_MODE_RELAXED), CUDA_SUCCESS);
    assert_int_equal(hybrid_submit(ROW, &g_bench.task, g_scene.stream),
                     cudlaErrorUnsupportedOperation);
    assert_cu(cuStreamEndCapture(g_scene.stream, &graph), CUDA_SUCCESS);
    assert_cu(cuGraphDestroy(graph), CUDA_SUCCESS);
#if CUDA_VERSION >= 13000
    assert_cu(cuCtxCreate(&context, NULL, 0U, g_scene.device), CUDA_SUCCESS);
#else
    assert_cu(cuCtxCreate(&context, 0U, g_scene.device), CUDA_SUCCESS);
#endif
    assert_cu(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    assert_int_equal(hybrid_submit(ROW, &g_bench.task, stream), cudlaErrorInvalidParam);
    assert_cu(cuStreamSynchronize(stream), CUDA_SUCCESS);
    assert_cu(cuStreamDestroy(stream), CUDA_SUCCESS);
    assert_cu(cuCtxDestroy(context), CUDA_SUCCESS);
    assert_cu(cuCtxSetCurrent(g_scene.context), CUDA_SUCCESS);
    assert_same(&g_bench);
    bench_run(&g_bench);
}

/**
 * Tasks that are not over fill the queue; one that ends makes room. The context of the caller stays
 * what it was.
 * @verifies RF-DLA-308
 */
static void full_queue_refuses_a_task(void **state)
{
    CUcontext current = NULL;
    uint32_t taken = 0U;

    (void)state;
    simple(DLA_HANG, 8U)->task = 1U;
    bench_fill(&g_bench, 1U);
    g_bench.task.limit_us = 200000U;
    assert_int_equal(hybrid_submit(ROW, &g_bench.task, g_scene.stream), cudlaSuccess);
    g_bench.task.number = 2U;
    while ((taken < (2U * RINGFENCE_CFG_DLA_TASKS)) &&
           (hybrid_submit(ROW, &g_bench.task, g_scene.stream) == cudlaSuccess)) {
        taken++;
    }
    assert_int_equal(taken, RINGFENCE_CFG_DLA_TASKS - 1U);
    assert_int_equal(hybrid_submit(ROW, &g_bench.task, g_scene.stream), cudlaErrorOutOfResources);
    assert_cu(cuCtxGetCurrent(&current), CUDA_SUCCESS);
    assert_ptr_equal(current, g_scene.context);
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    bench_run(&g_bench);
}

/* ---------------------------------------------------------------- ends */

/**
 * A task that hangs ends with its handle, long before its time; those behind it compute nothing.
 * @verifies RF-DLA-307
 */
static void closing_ends_tasks(void **state)
{
    const uint64_t start_us = now_us();

    (void)state;
    simple(DLA_HANG, 3000U)->task = 1U;
    (void)bench_step(&g_bench, DLA_COPY, 1U);
    bench_fill(&g_bench, 1U);
    assert_int_equal(hybrid_submit(ROW, &g_bench.task, g_scene.stream), cudlaSuccess);
    g_bench.task.number = 2U;
    assert_int_equal(hybrid_submit(ROW, &g_bench.task, g_scene.stream), cudlaSuccess);
    hybrid_close(ROW);
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    assert_true((now_us() - start_us) < (LIMIT_US / 2U));
    assert_same(&g_bench);
    assert_int_equal(hybrid_last_error(ROW), cudlaErrorInvalidDevice);
    assert_int_equal(hybrid_open(ROW), cudlaSuccess);
    assert_int_equal(hybrid_last_error(ROW), cudlaSuccess);
    bench_run(&g_bench);
    assert_int_equal(bench_compute(&g_bench), cudlaSuccess);
    assert_same(&g_bench);
}

/**
 * A handle whose tasks wait behind something else in their stream ends in bounded time; they
 * compute nothing when it is their turn, and another handle has the row meanwhile.
 * @verifies RF-DLA-307
 */
static void closing_does_not_wait_for_a_stream(void **state)
{
    CUdeviceptr gate = 0U;
    CUstream other = NULL;

    (void)state;
    assert_cu(cuMemAlloc(&gate, 8U), CUDA_SUCCESS);
    assert_cu(cuMemsetD8(gate, 0U, 8U), CUDA_SUCCESS);
    assert_cu(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    (void)simple(DLA_COPY, 3000U);
    bench_fill(&g_bench, 1U);
    assert_cu(cuStreamWaitValue64(other, gate, 1U, CU_STREAM_WAIT_VALUE_GEQ), CUDA_SUCCESS);
    assert_int_equal(hybrid_submit(ROW, &g_bench.task, other), cudlaSuccess);
    hybrid_close(ROW);
    assert_int_equal(hybrid_open(ROW), cudlaSuccess);
    assert_cu(cuStreamWriteValue64(g_scene.stream, gate, 1U, 0U), CUDA_SUCCESS);
    assert_cu(cuStreamSynchronize(other), CUDA_SUCCESS);
    assert_same(&g_bench);
    assert_int_equal(hybrid_last_error(ROW), cudlaSuccess);
    bench_run(&g_bench);
    assert_int_equal(bench_compute(&g_bench), cudlaSuccess);
    assert_same(&g_bench);
    assert_cu(cuStreamDestroy(other), CUDA_SUCCESS);
    assert_cu(cuMemFree(gate), CUDA_SUCCESS);
}

/**
 * Handles have tasks of their own: one that hangs or fails is nothing to another.
 * @verifies RF-DLA-302
 */
static void handles_are_apart(void **state)
{
    CUstream other = NULL;

    (void)state;
    assert_int_equal(hybrid_open(ROW + 1U), cudlaSuccess);
    assert_cu(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    simple(DLA_HANG, 3000U)->task = 1U;
    (void)bench_step(&g_bench, DLA_MIX, 1U);
    bench_fill(&g_bench, 1U);
    assert_int_equal(hybrid_submit(ROW + 1U, &g_bench.task, other), cudlaSuccess);
    bench_fill(&g_bench, 2U);
    bench_run(&g_bench);
    assert_int_equal(bench_compute(&g_bench), cudlaSuccess);
    hybrid_close(ROW + 1U);
    assert_cu(cuStreamSynchronize(other), CUDA_SUCCESS);
    assert_same(&g_bench);
    assert_int_equal(hybrid_last_error(ROW), cudlaSuccess);
    assert_cu(cuStreamDestroy(other), CUDA_SUCCESS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        hybrid_test(digests_are_those_of_the_cpu),
        hybrid_test(copies_are_those_of_the_cpu),
        hybrid_test(affine_is_that_of_the_cpu),
        hybrid_test(add_is_that_of_the_cpu),
        hybrid_test(output_may_be_the_input),
        hybrid_test(task_is_an_element_of_its_stream),
        hybrid_test(noop_leaves_tensors_alone),
        hybrid_test(failure_is_told_and_the_next_task_computes),
        hybrid_test(a_number_that_is_no_error_is_an_unknown_one),
        hybrid_test(hang_ends_with_the_time_of_the_task),
        hybrid_test(delay_takes_its_time),
        hybrid_test(statistics_are_those_of_the_cpu),
        hybrid_test(memory_of_devices_alone_is_taken),
        hybrid_test(other_streams_take_no_task),
        hybrid_test(full_queue_refuses_a_task),
        hybrid_test(closing_ends_tasks),
        hybrid_test(closing_does_not_wait_for_a_stream),
        hybrid_test(handles_are_apart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
