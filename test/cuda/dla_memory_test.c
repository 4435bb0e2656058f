/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file dla_memory_test.c
 * Standalone mode where tensors are in the memory of a GPU: the same bytes, ends and errors as on
 * the CPU.
 */
#define _GNU_SOURCE

#include "dla_alone.h"

#include <pthread.h>
#include <time.h>

static uint64_t now_us(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return ((uint64_t)now.tv_sec * 1000000U) + ((uint64_t)now.tv_nsec / 1000U);
}

/* ---------------------------------------------------------------- bytes */

/** Steps that write both outputs. */
static const LbStep g_pairs[][2] = {
    {{.operation = LB_MIX, .inputs = 3U, .number = 7U},
     {.operation = LB_STAMP, .output = 1U, .inputs = 2U}},
    {{.operation = LB_COPY, .inputs = 2U}, {.operation = LB_FILL, .output = 1U, .number = 0xC3U}},
    {{.operation = LB_ADD, .inputs = 3U},
     {.operation = LB_AFFINE, .output = 1U, .inputs = 1U, .scale = 1.7F, .shift = -3.0F}},
};

/** Reads all tensors; times are left out of the report. */
static void read_all(const Alone *alone, uint8_t bytes[ALONE_TENSORS][ALONE_BYTES])
{
    (void)memset(bytes, 0, (size_t)ALONE_TENSORS * ALONE_BYTES);
    for (uint32_t i = 0U; i < ALONE_TENSORS; i++) {
        place_read(&alone->places[i], bytes[i]);
    }
    for (size_t record = 32U; (record + 40U) <= ALONE_REPORT; record += 40U) {
        if (bytes[ALONE_TENSORS - 1U][record + 32U] != 0xEEU) {
            (void)memset(&bytes[ALONE_TENSORS - 1U][record + 16U], 0, 16U);
        }
    }
}

/**
 * A task writes the bytes that it writes where all its tensors are in memory of the CPU, whichever
 * of them are in that of the GPU; statistics too.
 * @verifies RF-DLA-320
 * @verifies RF-DLA-322
 * @verifies RF-DLA-326
 */
static void bytes_are_those_of_the_cpu(void **state)
{
    static const uint32_t s_sets[] = {1U, 2U, 4U, 8U, 16U, 5U, 14U, 28U, 15U, ALONE_ALL};
    static uint8_t s_cpu[ALONE_TENSORS][ALONE_BYTES];
    static uint8_t s_gpu[ALONE_TENSORS][ALONE_BYTES];

    (void)state;
    for (size_t pair = 0U; pair < COUNT_OF(g_pairs); pair++) {
        Alone cpu;

        alone_plan();
        alone_step(g_pairs[pair][0]);
        alone_step(g_pairs[pair][1]);
        alone_open(&cpu, 0U);
        alone_fill(&cpu, 0xEEU);
        alone_run(&cpu);
        read_all(&cpu, s_cpu);
        alone_close(&cpu);
        for (size_t set = 0U; set < COUNT_OF(s_sets); set++) {
            Alone gpu;

            alone_open(&gpu, s_sets[set]);
            alone_fill(&gpu, 0xEEU);
            go_to(RINGFENCE_PHASE_RUNTIME);
            alone_run(&gpu);
            assert_int_equal(cudlaGetLastError(gpu.device), cudlaSuccess);
            read_all(&gpu, s_gpu);
            assert_memory_equal(s_gpu, s_cpu, sizeof(s_cpu));
            alone_close(&gpu);
        }
    }
}

/**
 * A diagnostic task writes the numbers that it writes on the CPU, and sees outputs that are the
 * same memory.
 * @verifies RF-DLA-323
 */
static void diagnostic_tasks_do_the_same(void **state)
{
    static uint8_t s_cpu[ALONE_TENSORS][ALONE_BYTES];
    static uint8_t s_gpu[ALONE_TENSORS][ALONE_BYTES];
    Alone alone;

    (void)state;
    alone_plan();
    alone_step((LbStep){.operation = LB_FILL, .number = 1U});
    for (uint32_t set = 0U; set <= 12U; set += 12U) {
        alone_open(&alone, set);
        alone_fill(&alone, 0xEEU);
        alone.task.inputTensor = NULL;
        alone.task.numInputTensors = 0U;
        alone.task.numOutputTensors = ALONE_OUTPUTS;
        assert_int_equal(alone_submit(&alone, CUDLA_SUBMIT_DIAGNOSTICS_TASK), cudlaSuccess);
        assert_expires(&alone.fence);
        assert_int_equal(cudlaGetLastError(alone.device), cudlaSuccess);
        read_all(&alone, (set == 0U) ? s_cpu : s_gpu);
        /* The first one is large enough for both. */
        alone.outputs[1] = alone.outputs[0];
        assert_int_equal(alone_submit(&alone, CUDLA_SUBMIT_DIAGNOSTICS_TASK), cudlaSuccess);
        assert_expires(&alone.fence);
        assert_int_equal(cudlaGetLastError(alone.device), cudlaErrorDlaErrDataMismatch);
        alone_close(&alone);
    }
    assert_memory_equal(s_gpu, s_cpu, sizeof(s_cpu));
}

#define CHAIN 6U

/** An object that the CPU signals and the device waits for, which is registered. */
static NvSciSyncObj begin_object(const Alone *alone)
{
    NvSciSyncAttrList lists[2] = {side(CPU_SIDE, NvSciSyncAccessPerm_SignalOnly), sync_list()};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;
    uint64_t *place = NULL;
    cudlaExternalSemaphoreHandleDesc desc = {NULL};

    (void)memcpy(&place, &lists[1], sizeof(place));
    assert_int_equal(cudlaGetNvSciSyncAttributes(place, CUDLA_NVSCISYNC_ATTR_WAIT), cudlaSuccess);
    assert_int_equal(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                     NvSciError_Success);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    desc.extSyncObject = object;
    assert_int_equal(cudlaImportExternalSemaphore(alone->device, &desc, &place, 0U), cudlaSuccess);
    return object;
}

/** Submits tasks each of which reads what the one before wrote, in three buffers; the first waits
 * for the CPU. Reads the buffers then. */
static void run_chain(uint32_t on_gpu, uint8_t bytes[ALONE_TENSORS][ALONE_BYTES])
{
    NvSciSyncFence fences[CHAIN];
    NvSciSyncFence begin = NvSciSyncFenceInitializer;
    CudlaFence wait = {&begin, CUDLA_NVSCISYNC_FENCE};
    const cudlaWaitEvents waits = {&wait, 1U};
    NvSciSyncObj object = NULL;
    Alone alone;

    (void)memset(fences, 0, sizeof(fences));
    alone_open(&alone, on_gpu);
    object = begin_object(&alone);
    for (uint32_t i = 0U; i < ALONE_INPUTS; i++) {
        assert_int_equal(cudlaMemUnregister(alone.device, alone.places[i].cookie), cudlaSuccess);
        assert_int_equal(try_register(alone.device, &alone.places[i], 0U, &alone.places[i].cookie),
                         cudlaSuccess);
    }
    alone_fill(&alone, 0xEEU);
    assert_int_equal(NvSciSyncObjGenerateFence(object, &begin), NvSciError_Success);
    go_to(RINGFENCE_PHASE_RUNTIME);
    for (uint32_t i = 0U; i < CHAIN; i++) {
        alone.inputs[0] = alone.places[i % 3U].cookie;
        alone.inputs[1] = alone.inputs[0];
        alone.outputs[0] = alone.places[(i + 1U) % 3U].cookie;
        alone.task.numOutputTensors = ALONE_OUTPUTS;
        alone.task.waitEvents = (i == 0U) ? &waits : NULL;
        alone.event.fence = &fences[i];
        assert_int_equal(cudlaSubmitTask(alone.device, &alone.task, 1U, NULL,
                                         (i == 2U) ? CUDLA_SUBMIT_NOOP : 0U),
                         cudlaSuccess);
    }
    assert_int_equal(NvSciSyncFenceWait(&fences[0], g_scene.wait, 20000), NvSciError_Timeout);
    assert_place(&alone.places[3], 0xEEU);
    assert_int_equal(NvSciSyncObjSignal(object), NvSciError_Success);
    for (uint32_t i = CHAIN; i > 0U; i--) {
        assert_expires(&fences[i - 1U]);
        NvSciSyncFenceClear(&fences[i - 1U]);
    }
    assert_int_equal(cudlaGetLastError(alone.device), cudlaSuccess);
    read_all(&alone, bytes);
    NvSciSyncFenceClear(&begin);
    alone_close(&alone);
    NvSciSyncObjFree(object);
}

/**
 * A task on the GPU waits for its fences, and tasks before and behind it, which the CPU computes,
 * keep their order; one that computes nothing writes nothing.
 * @verifies RF-DLA-322
 */
static void tasks_keep_their_order(void **state)
{
    static uint8_t s_cpu[ALONE_TENSORS][ALONE_BYTES];
    static uint8_t s_gpu[ALONE_TENSORS][ALONE_BYTES];

    (void)state;
    alone_plan();
    alone_step((LbStep){.operation = LB_STAMP, .inputs = 3U});
    alone_step((LbStep){.operation = LB_COPY, .output = 1U, .inputs = 1U});
    run_chain(0U, s_cpu);
    /* Of three tasks in a row one has no tensor on the GPU. */
    run_chain(2U, s_gpu);
    assert_memory_equal(s_gpu, s_cpu, sizeof(s_cpu));
    run_chain(3U, s_gpu);
    assert_memory_equal(s_gpu, s_cpu, sizeof(s_cpu));
}

/* ---------------------------------------------------------------- ends */

/**
 * A step that fails, a hang and a delay that take too long end their tasks as on the CPU: the end
 * is signalled, the error is told, what is behind the step is not written, and the next task
 * computes.
 * @verifies RF-DLA-324
 */
static void failures_are_those_of_the_cpu(void **state)
{
    const LbStep steps[] = {
        {.operation = LB_FAIL, .number = (uint64_t)cudlaErrorDlaErrNoMem, .task = 1U},
        {.operation = LB_HANG, .task = 1U},
        {.operation = LB_DELAY, .number = 60000000U, .task = 1U}};

    (void)state;
    for (uint32_t i = 0U; i < (2U * COUNT_OF(steps)); i++) {
        const LbStep *const step = &steps[i / 2U];
        const uint64_t start_us = now_us();
        Alone alone;

        alone_plan();
        alone_step(*step);
        alone_step((LbStep){.operation = LB_FILL, .number = 0x55U});
        /* On the CPU, and on the GPU. */
        alone_open(&alone, ((i % 2U) == 0U) ? 0U : 4U);
        assert_int_equal(cudlaSetTaskTimeoutInMs(alone.device, 100U), cudlaSuccess);
        alone_fill(&alone, 0xEEU);
        alone_run(&alone);
        assert_int_equal(cudlaGetLastError(alone.device), (step->operation == LB_FAIL)
                                                              ? cudlaErrorDlaErrNoMem
                                                              : cudlaErrorDlaErrEngineTimeout);
        assert_true((now_us() - start_us) < (uint64_t)PATIENCE_US);
        assert_place(&alone.places[2], 0xEEU);
        alone_run(&alone);
        assert_place(&alone.places[2], 0x55U);
        alone_close(&alone);
    }
}

/**
 * A device that is destroyed ends a task that hangs on the GPU, and those behind it; their ends are
 * signalled.
 * @verifies RF-DLA-324
 */
static void destroying_ends_tasks(void **state)
{
    const uint64_t start_us = now_us();
    Alone alone;

    (void)state;
    alone_plan();
    alone_step((LbStep){.operation = LB_HANG});
    alone_step((LbStep){.operation = LB_FILL, .number = 0x55U});
    alone_open(&alone, 4U);
    alone_fill(&alone, 0xEEU);
    assert_int_equal(alone_submit(&alone, 0U), cudlaSuccess);
    assert_int_equal(alone_submit(&alone, 0U), cudlaSuccess);
    assert_int_equal(cudlaMemUnregister(alone.device, alone.places[2].cookie), cudlaErrorUmd);
    assert_int_equal(cudlaModuleUnload(alone.module, 0U), cudlaErrorUmd);
    assert_int_equal(cudlaDestroyDevice(alone.device), cudlaSuccess);
    alone.device = NULL;
    assert_expires(&alone.fence);
    assert_true((now_us() - start_us) < (uint64_t)PATIENCE_US);
    assert_place(&alone.places[2], 0xEEU);
    alone_close(&alone);
}

/* ---------------------------------------------------------------- registrations */

/**
 * Buffers are registered in any order, once each, and given back in any order; the others are used
 * on. A device that has none on the GPU any more computes on the CPU.
 * @verifies RF-DLA-326
 * @verifies RF-DLA-327
 */
static void buffers_come_and_go(void **state)
{
    uint64_t *cookie = NULL;
    Alone alone;

    (void)state;
    alone_plan();
    alone_step((LbStep){.operation = LB_COPY, .inputs = 1U});
    alone_step((LbStep){.operation = LB_FILL, .output = 1U, .number = 0x44U});
    alone_open(&alone, 12U);
    for (uint32_t i = 0U; i < ALONE_TENSORS; i++) {
        assert_int_equal(try_register(alone.device, &alone.places[i], 0U, &cookie),
                         cudlaErrorMemoryRegistered);
        assert_int_equal(cudlaMemUnregister(alone.device, alone.places[i].cookie), cudlaSuccess);
        alone_register(&alone, i);
        alone_fill_task(&alone);
        alone_fill(&alone, 0xEEU);
        alone_run(&alone);
        assert_int_equal(cudlaGetLastError(alone.device), cudlaSuccess);
        assert_place(&alone.places[3], 0x44U);
    }
    for (uint32_t i = 2U; i < 4U; i++) {
        Place *const place = &alone.places[i];

        assert_int_equal(cudlaMemUnregister(alone.device, place->cookie), cudlaSuccess);
        place_close(place);
        place_open(place, (size_t)g_alone_plan.tensors[i].size, false);
        alone_register(&alone, i);
    }
    alone_fill_task(&alone);
    alone_fill(&alone, 0xEEU);
    alone_run(&alone);
    assert_place(&alone.places[3], 0x44U);
    alone_close(&alone);
}

/**
 * Memory of the GPU that may only be read is an input and no output.
 * @verifies RF-DLA-325
 */
static void rights_are_kept(void **state)
{
    const uint32_t before = faults();
    uint64_t *cookie = NULL;
    Place reader;
    Alone alone;

    (void)state;
    alone_plan();
    alone_step((LbStep){.operation = LB_COPY, .inputs = 1U});
    alone_step((LbStep){.operation = LB_FILL, .output = 1U, .number = 0x44U});
    alone_open(&alone, 5U);
    assert_int_equal(cudlaMemUnregister(alone.device, alone.places[0].cookie), cudlaSuccess);
    reader = alone.places[0];
    assert_int_equal(NvSciBufObjDupWithReducePerm(alone.places[0].object,
                                                  NvSciBufAccessPerm_Readonly, &reader.object),
                     NvSciError_Success);
    assert_int_equal(try_register(alone.device, &reader, 0U, &cookie), cudlaErrorInvalidAttribute);
    assert_fault(before, RINGFENCE_FAULT_NO_RIGHT);
    assert_int_equal(
        try_register(alone.device, &reader, CUDLA_READ_ONLY_PERM, &alone.places[0].cookie),
        cudlaSuccess);
    alone_fill_task(&alone);
    alone_fill(&alone, 0xEEU);
    alone_run(&alone);
    assert_int_equal(cudlaGetLastError(alone.device), cudlaSuccess);
    assert_place(&alone.places[3], 0x44U);
    alone.outputs[0] = alone.places[0].cookie;
    assert_int_equal(alone_submit(&alone, 0U), cudlaErrorInvalidParam);
    assert_int_equal(cudlaMemUnregister(alone.device, alone.places[0].cookie), cudlaSuccess);
    reader.size = (size_t)1U << 40U;
    assert_int_equal(try_register(alone.device, &reader, CUDLA_READ_ONLY_PERM, &cookie),
                     cudlaErrorInvalidParam);
    NvSciBufObjFree(reader.object);
    alone_close(&alone);
}

/**
 * Buffers of the CPU that CUDA knows already, and that two devices use, are used by their tasks.
 * @verifies RF-DLA-326
 */
static void pages_that_cuda_knows_are_used(void **state)
{
    CUexternalMemory memory = NULL;
    CUdeviceptr pointer = 0U;
    Alone alones[2];
    uint64_t *own = NULL;

    (void)state;
    alone_plan();
    alone_step((LbStep){.operation = LB_COPY, .inputs = 1U});
    alone_step((LbStep){.operation = LB_FILL, .output = 1U, .number = 0x44U});
    alone_open(&alones[0], 4U);
    alone_open(&alones[1], 4U);
    memory = import_buffer(alones[0].places[3].object, alones[0].places[3].size);
    assert_cu(try_map(memory, 0U, alones[0].places[3].size, &pointer), CUDA_SUCCESS);
    assert_int_equal(try_register(alones[1].device, &alones[0].places[3], 0U, &own), cudlaSuccess);
    alones[1].outputs[1] = own;
    for (uint32_t i = 0U; i < 2U; i++) {
        alone_fill(&alones[0], 0xEEU);
        alone_fill(&alones[1], 0xEEU);
        alone_run(&alones[i]);
        assert_int_equal(cudlaGetLastError(alones[i].device), cudlaSuccess);
        assert_place(&alones[0].places[3], 0x44U);
    }
    alone_close(&alones[1]);
    alone_fill(&alones[0], 0xEEU);
    alone_run(&alones[0]);
    assert_place(&alones[0].places[3], 0x44U);
    assert_cu(cuMemsetD8(pointer, 0x21U, alones[0].places[3].size), CUDA_SUCCESS);
    assert_cu(cuCtxSynchronize(), CUDA_SUCCESS);
    assert_place(&alones[0].places[3], 0x21U);
    assert_cu(ringfenceCuMemFree(pointer), CUDA_SUCCESS);
    assert_cu(ringfenceCuDestroyExternalMemory(memory), CUDA_SUCCESS);
    alone_close(&alones[0]);
}

#define ROUNDS 20U

/** Registers buffers of both kinds and gives them back, again and again. */
static void *register_on(void *context)
{
    const Alone *const alone = context;
    Place places[2];
    uint32_t *failures = NULL;
    static uint32_t s_failures;

    s_failures = 0U;
    failures = &s_failures;
    place_open(&places[0], ALONE_BYTES, false);
    (void)memset(&places[1], 0, sizeof(places[1]));
    places[1].size = ALONE_BYTES;
    places[1].object = raw_buffer(ALONE_BYTES, false, &g_scene.gpu);
    for (uint32_t i = 0U; i < (ROUNDS * 2U); i++) {
        Place *const place = &places[i % 2U];
        cudlaStatus status = try_register(alone->device, place, 0U, &place->cookie);

        if (status == cudlaSuccess) {
            status = cudlaMemUnregister(alone->device, place->cookie);
        }
        s_failures += (status == cudlaSuccess) ? 0U : 1U;
    }
    place_close(&places[0]);
    place_close(&places[1]);
    return failures;
}

/**
 * Threads register buffers while another one submits tasks on the GPU: each does what it does
 * alone.
 * @verifies RF-DLA-326
 * @verifies RF-DLA-327
 */
static void registrations_come_and_go_beside_tasks(void **state)
{
    void *failures = NULL;
    pthread_t thread;
    Alone alone;

    (void)state;
    alone_plan();
    alone_step((LbStep){.operation = LB_COPY, .inputs = 1U});
    alone_step((LbStep){.operation = LB_STAMP, .output = 1U, .inputs = 1U});
    alone_open(&alone, 5U);
    alone_fill(&alone, 0xEEU);
    assert_int_equal(pthread_create(&thread, NULL, &register_on, &alone), 0);
    for (uint32_t i = 0U; i < ROUNDS; i++) {
        alone_run(&alone);
        assert_int_equal(cudlaGetLastError(alone.device), cudlaSuccess);
    }
    assert_int_equal(pthread_join(thread, &failures), 0);
    assert_int_equal(*(const uint32_t *)failures, 0U);
    alone_close(&alone);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cuda_test(bytes_are_those_of_the_cpu),
        cuda_test(diagnostic_tasks_do_the_same),
        cuda_test(tasks_keep_their_order),
        cuda_test(failures_are_those_of_the_cpu),
        cuda_test(destroying_ends_tasks),
        cuda_test(buffers_come_and_go),
        cuda_test(rights_are_kept),
        cuda_test(pages_that_cuda_knows_are_used),
        cuda_test(registrations_come_and_go_beside_tasks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
