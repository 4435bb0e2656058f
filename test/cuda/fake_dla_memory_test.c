/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_dla_memory_test.c
 * Standalone mode with memory of GPUs where calls of the driver fail, contexts end, memory is not
 * what its list says, and several GPUs are there; and which calls there are.
 */
#define _GNU_SOURCE

#include "dla_alone.h"
#include "fake_hold.h"

#include <pthread.h>
#include <sys/mman.h>

#include "dla/gpu/driver.h"
#include "dla/gpu/hybrid.h"
#include "fake.h"
#include "ringfence_engine.h"

/** Calls that no function makes as many of. */
#define CALLS_MAX 200U
#define ROW       1U

static const FakeControl *g_fake;

static int set_up(void **state)
{
    const int result = scene_up(state);

    g_fake = fake_control();
    g_fake->reset();
    return result;
}

static int tear_down(void **state)
{
    g_fake->reset();
    return scene_down(state);
}

#define memory_test(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

/** What the driver has of the library. */
typedef struct {
    unsigned int kinds[FAKE_KINDS];
} Live;

static Live live_now(void)
{
    Live live;

    for (int kind = 0; kind < (int)FAKE_KINDS; kind++) {
        live.kinds[kind] = g_fake->live((FakeKind)kind);
    }
    return live;
}

static void assert_live(const Live *before)
{
    const Live now = live_now();

    assert_memory_equal(&now, before, sizeof(now));
}

/** A copy to the first output, a byte in the second. */
static void open_copy(Alone *alone, uint32_t on_gpu)
{
    alone_plan();
    alone_step((LbStep){.operation = LB_COPY, .inputs = 1U});
    alone_step((LbStep){.operation = LB_FILL, .output = 1U, .number = 0x44U});
    alone_open(alone, on_gpu);
    alone_fill(alone, 0xEEU);
}

/** A task computes. */
static void assert_computes(Alone *alone)
{
    uint8_t byte[ALONE_BYTES];

    (void)memset(byte, 0xEE, sizeof(byte));
    place_write(&alone->places[3], byte);
    alone_run(alone);
    assert_place(&alone->places[3], 0x44U);
}

/** Id of the second GPU. */
static NvSciRmGpuId second_gpu(void)
{
    NvSciRmGpuId gpu;
    CUuuid uuid;

    assert_cu(cuDeviceGetUuid_v2(&uuid, 1), CUDA_SUCCESS);
    (void)memcpy(gpu.bytes, uuid.bytes, sizeof(gpu.bytes));
    return gpu;
}

/* ---------------------------------------------------------------- registrations */

/**
 * Each call of the driver that the registration of a buffer makes fails once: it is refused,
 * nothing is left of it, also not of what was mapped for the GPU with it, and the same call then
 * succeeds.
 * @verifies RF-DLA-320
 * @verifies RF-DLA-327
 */
static void registration_that_fails_leaves_nothing(void **state)
{
    unsigned int refused = 0U;
    bool all = false;
    Alone alone;
    Live before;

    (void)state;
    open_copy(&alone, 4U);
    assert_int_equal(cudlaMemUnregister(alone.device, alone.places[2].cookie), cudlaSuccess);
    before = live_now();
    assert_int_equal(before.kinds[FAKE_REGISTRATIONS], 0U);
    for (unsigned int n = 1U; (n < CALLS_MAX) && !all; n++) {
        uint64_t *cookie = NULL;
        cudlaStatus status = cudlaSuccess;
        FakeCall call = {"", {0U}};

        g_fake->reset();
        assert_true(g_fake->refuse(NULL, n, CUDA_ERROR_UNKNOWN));
        status = try_register(alone.device, &alone.places[2], 0U, &cookie);
        all = g_fake->count(NULL) < n;
        (void)g_fake->call(n - 1U, &call);
        /* What CUDA does not end stays. */
        before.kinds[FAKE_STREAMS] += (strcmp(call.name, "cuStreamDestroy_v2") == 0) ? 1U : 0U;
        before.kinds[FAKE_EVENTS] += (strcmp(call.name, "cuEventDestroy_v2") == 0) ? 1U : 0U;
        before.kinds[FAKE_ALLOCATIONS] += (strcmp(call.name, "cuMemRelease") == 0) ? 1U : 0U;
        g_fake->reset();
        if (status == cudlaSuccess) {
            assert_int_equal(cudlaMemUnregister(alone.device, cookie), cudlaSuccess);
        } else {
            assert_int_equal(status, cudlaErrorCuda);
            refused++;
        }
        assert_live(&before);
        alone_register(&alone, 2U);
        alone_fill_task(&alone);
        assert_computes(&alone);
        assert_int_equal(cudlaMemUnregister(alone.device, alone.places[2].cookie), cudlaSuccess);
        assert_live(&before);
    }
    assert_true(all);
    assert_true(refused > 20U);
    alone_close(&alone);
}

/**
 * The registration of a buffer of the CPU that CUDA refuses leaves nothing, and the tasks of the
 * device go on.
 * @verifies RF-DLA-326
 */
static void pages_that_cuda_refuses_leave_nothing(void **state)
{
    uint64_t *cookie = NULL;
    Alone alone;
    Live before;

    (void)state;
    open_copy(&alone, 4U);
    assert_int_equal(cudlaMemUnregister(alone.device, alone.places[0].cookie), cudlaSuccess);
    before = live_now();
    assert_true(g_fake->refuse("cuMemHostRegister_v2", 1U, CUDA_ERROR_OUT_OF_MEMORY));
    assert_int_equal(try_register(alone.device, &alone.places[0], 0U, &cookie),
                     cudlaErrorOutOfResources);
    assert_true(g_fake->refuse("cuMemHostGetDevicePointer_v2", 1U, CUDA_ERROR_UNKNOWN));
    assert_int_equal(try_register(alone.device, &alone.places[0], 0U, &cookie), cudlaErrorCuda);
    assert_live(&before);
    g_fake->reset();
    alone_register(&alone, 0U);
    alone_fill_task(&alone);
    assert_computes(&alone);
    alone_close(&alone);
}

/**
 * Pages that the process may only read are registered for reading, where the GPU can do that.
 * @verifies RF-DLA-326
 */
static void pages_that_may_only_be_read_are_inputs(void **state)
{
    Alone alone;
    Place reader;

    (void)state;
    open_copy(&alone, 4U);
    assert_int_equal(cudlaMemUnregister(alone.device, alone.places[0].cookie), cudlaSuccess);
    reader = alone.places[0];
    assert_int_equal(NvSciBufObjDupWithReducePerm(alone.places[0].object,
                                                  NvSciBufAccessPerm_Readonly, &reader.object),
                     NvSciError_Success);
    g_fake->attribute(g_scene.device, CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED, 0);
    assert_int_equal(
        try_register(alone.device, &reader, CUDLA_READ_ONLY_PERM, &alone.places[0].cookie),
        cudlaErrorCuda);
    g_fake->attribute(g_scene.device, CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED, 1);
    assert_int_equal(
        try_register(alone.device, &reader, CUDLA_READ_ONLY_PERM, &alone.places[0].cookie),
        cudlaSuccess);
    alone_fill_task(&alone);
    assert_computes(&alone);
    NvSciBufObjFree(reader.object);
    alone_close(&alone);
}

/**
 * Memory that CUDA does not give back when a buffer is unregistered takes no place of the library:
 * the same buffer is registered again, and used.
 * @verifies RF-DLA-327
 */
static void unregistering_ends_whatever_cuda_says(void **state)
{
    bool all = false;
    Alone alone;

    (void)state;
    open_copy(&alone, 4U);
    for (unsigned int n = 1U; (n < CALLS_MAX) && !all; n++) {
        g_fake->reset();
        assert_true(g_fake->refuse(NULL, n, CUDA_ERROR_UNKNOWN));
        assert_int_equal(cudlaMemUnregister(alone.device, alone.places[2].cookie), cudlaSuccess);
        all = g_fake->count(NULL) < n;
        g_fake->reset();
        alone_register(&alone, 2U);
        alone_fill_task(&alone);
        assert_computes(&alone);
    }
    assert_true(all);
    alone_close(&alone);
}

/**
 * Memory is believed in nothing: another size, another GPU, a GPU that there is not, and a
 * descriptor that is none of CUDA are refused, and so are pages that are not there.
 * @verifies RF-DLA-321
 * @verifies RF-DLA-325
 */
static void lies_about_memory_are_refused(void **state)
{
    const int file = memfd_create("other", MFD_CLOEXEC);
    HybridShare share = {-1, ALONE_BYTES, {{0U}}, true};
    HybridMemory memory = {0U, 0U, NULL};
    HybridGpu other = {{0U}};
    RingfenceEngineBuf map;
    NvSciRmGpuId second = second_gpu();
    Place place;
    Live before;
    uint32_t count = faults();
    void *const page = mmap(NULL, 4096U, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    void *const nothing =
        mmap(NULL, 4096U, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    (void)state;
    assert_ptr_not_equal(page, MAP_FAILED);
    assert_ptr_not_equal(nothing, MAP_FAILED);
    assert_int_equal(munmap(nothing, 4096U), 0);
    place_open(&place, ALONE_BYTES, true);
    assert_int_equal(RingfenceEngineBufMap(place.object, &map), NvSciError_Success);
    (void)memcpy(share.gpu.bytes, g_scene.gpu.bytes, sizeof(share.gpu.bytes));
    assert_int_equal(hybrid_open_alone(ROW, OP_DLA_IMPORT_MEMORY, &other),
                     cudlaErrorUnsupportedOperation);
    assert_fault(count, RINGFENCE_FAULT_NO_CPU_ACCESS);
    assert_int_equal(hybrid_open_alone(ROW, OP_DLA_IMPORT_MEMORY, &share.gpu), cudlaSuccess);
    assert_int_equal(hybrid_open_alone(ROW, OP_DLA_IMPORT_MEMORY, &share.gpu), cudlaSuccess);
    before = live_now();
    assert_int_equal(hybrid_map_share(ROW, OP_DLA_IMPORT_MEMORY, &share, &memory), cudlaErrorCuda);
    share.descriptor = file;
    assert_int_equal(hybrid_map_share(ROW, OP_DLA_IMPORT_MEMORY, &share, &memory), cudlaErrorCuda);
    share.descriptor = map.descriptor;
    share.bytes = (uint64_t)1U << 32U;
    assert_int_equal(hybrid_map_share(ROW, OP_DLA_IMPORT_MEMORY, &share, &memory), cudlaErrorCuda);
    share.bytes = UINT64_MAX;
    assert_int_equal(hybrid_map_share(ROW, OP_DLA_IMPORT_MEMORY, &share, &memory), cudlaErrorCuda);
    share.bytes = ALONE_BYTES;
    (void)memcpy(share.gpu.bytes, second.bytes, sizeof(share.gpu.bytes));
    assert_int_equal(hybrid_map_share(ROW, OP_DLA_IMPORT_MEMORY, &share, &memory), cudlaErrorCuda);
    count = faults();
    share.gpu = other;
    assert_int_equal(hybrid_map_share(ROW, OP_DLA_IMPORT_MEMORY, &share, &memory),
                     cudlaErrorUnsupportedOperation);
    assert_fault(count, RINGFENCE_FAULT_NO_CPU_ACCESS);
    assert_int_equal(memory.bytes, 0U);
    assert_live(&before);
    (void)memcpy(share.gpu.bytes, g_scene.gpu.bytes, sizeof(share.gpu.bytes));
    assert_int_equal(hybrid_map_share(ROW, OP_DLA_IMPORT_MEMORY, &share, &memory), cudlaSuccess);
    assert_cu(cuMemsetD8(memory.address, 0x11U, ALONE_BYTES), CUDA_SUCCESS);
    hybrid_unmap(ROW, &memory);
    share.is_written = false;
    assert_int_equal(hybrid_map_share(ROW, OP_DLA_IMPORT_MEMORY, &share, &memory), cudlaSuccess);
    assert_cu(cuMemsetD8(memory.address, 0x11U, ALONE_BYTES), CUDA_ERROR_INVALID_VALUE);
    hybrid_unmap(ROW, &memory);
    assert_live(&before);
    assert_int_equal(hybrid_map_pages(ROW, nothing, 4096U, true, &memory),
                     cudlaErrorOutOfResources);
    hybrid_close(ROW);
    assert_int_equal(hybrid_map_pages(ROW, page, 4096U, true, &memory), cudlaErrorCuda);
    assert_int_equal(hybrid_map_share(ROW, OP_DLA_IMPORT_MEMORY, &share, &memory), cudlaErrorCuda);
    assert_int_equal(hybrid_run(ROW, NULL, NULL), cudlaErrorInvalidDevice);
    assert_int_equal(memory.bytes, 0U);
    assert_int_equal(munmap(page, 4096U), 0);
    RingfenceEngineBufUnmap(&map);
    place_close(&place);
    (void)close(file);
}

/**
 * A device has the GPU of its first buffer in such memory; buffers of another GPU are used where
 * that one can, and refused with a fault where it cannot.
 * @verifies RF-DLA-321
 */
static void buffers_of_another_gpu_are_used_if_it_can(void **state)
{
    const NvSciRmGpuId gpu = second_gpu();
    Place far = {0};
    Alone alone;
    uint32_t count = 0U;

    (void)state;
    open_copy(&alone, 4U);
    far.size = alone.places[3].size;
    far.object = raw_buffer(far.size, false, &gpu);
    g_fake->reach(false);
    count = faults();
    assert_int_equal(try_register(alone.device, &far, 0U, &far.cookie),
                     cudlaErrorUnsupportedOperation);
    assert_fault(count, RINGFENCE_FAULT_NO_CPU_ACCESS);
    g_fake->reach(true);
    assert_int_equal(try_register(alone.device, &far, 0U, &far.cookie), cudlaSuccess);
    alone.outputs[1] = far.cookie;
    alone_run(&alone);
    assert_int_equal(cudlaGetLastError(alone.device), cudlaSuccess);
    /* And back, to where the CPU sees it. */
    alone.outputs[1] = alone.places[3].cookie;
    assert_int_equal(cudlaModuleUnload(alone.module, 0U), cudlaSuccess);
    g_alone_plan.tensors[0] = g_alone_plan.tensors[3];
    g_alone_plan.step_count = 0U;
    alone_step((LbStep){.operation = LB_COPY, .output = 1U, .inputs = 1U});
    lb_write(&g_alone_plan, &g_alone_bytes);
    assert_int_equal(cudlaModuleLoadFromMemory(alone.device, g_alone_bytes.bytes,
                                               g_alone_bytes.size, &alone.module, 0U),
                     cudlaSuccess);
    alone_fill_task(&alone);
    alone.inputs[0] = far.cookie;
    alone_run(&alone);
    assert_place(&alone.places[3], 0x44U);
    alone_close(&alone);
    NvSciBufObjFree(far.object);
}

/** What a thread that is cancelled does, and what came of it. */
typedef struct {
    Alone *alone;
    cudlaStatus registered;
    cudlaStatus made;
    /* Not on the stack of the thread, where it would stay marked as in use. */
    cudlaDevHandle device;
} Cancelled;

static void *cancelled(void *context)
{
    Cancelled *const job = context;
    Place *const place = &job->alone->places[2];

    (void)pthread_cancel(pthread_self());
    job->registered = try_register(job->alone->device, place, 0U, &place->cookie);
    job->made = cudlaCreateDevice(0U, &job->device, CUDLA_CUDA_DLA);
    if (job->made == cudlaSuccess) {
        job->made = cudlaDestroyDevice(job->device);
    }
    pthread_testcancel();
    return NULL;
}

/**
 * A thread that is cancelled goes on, though the driver has cancellation points; locks are given
 * back.
 * @verifies RF-DLA-007
 */
static void cancelled_thread_goes_on(void **state)
{
    Alone alone;
    Cancelled job = {&alone, cudlaErrorUnknown, cudlaErrorUnknown, NULL};
    void *result = NULL;
    pthread_t thread;

    (void)state;
    open_copy(&alone, 6U);
    assert_int_equal(cudlaMemUnregister(alone.device, alone.places[2].cookie), cudlaSuccess);
    assert_int_equal(cudlaMemUnregister(alone.device, alone.places[1].cookie), cudlaSuccess);
    assert_int_equal(pthread_create(&thread, NULL, &cancelled, &job), 0);
    assert_int_equal(pthread_join(thread, &result), 0);
    assert_ptr_equal(result, PTHREAD_CANCELED);
    assert_int_equal(job.registered, cudlaSuccess);
    assert_int_equal(job.made, cudlaSuccess);
    alone_register(&alone, 1U);
    alone_fill_task(&alone);
    assert_computes(&alone);
    alone_close(&alone);
}

/* ---------------------------------------------------------------- tasks */

/**
 * A task launches kernels and asks about an event behind them; it reserves nothing.
 * @verifies RF-DLA-322
 */
static void task_reserves_nothing(void **state)
{
    static const char *const s_calls[] = {"cuCtxPushCurrent_v2",
                                          "cuCtxPopCurrent_v2",
                                          "cuLaunchKernel",
                                          "cuEventRecord",
                                          "cuEventQuery",
                                          "cuThreadExchangeStreamCaptureMode",
                                          "cuMemHostGetDevicePointer_v2"};
    unsigned int known = 0U;
    Alone alone;
    Live before;

    (void)state;
    open_copy(&alone, 6U);
    go_to(RINGFENCE_PHASE_RUNTIME);
    before = live_now();
    g_fake->reset();
    g_fake->slow(2000U);
    alone_run(&alone);
    for (size_t i = 0U; i < COUNT_OF(s_calls); i++) {
        assert_true(g_fake->count(s_calls[i]) > 0U);
        known += g_fake->count(s_calls[i]);
    }
    assert_int_equal(g_fake->count(NULL), known);
    assert_live(&before);
    alone_close(&alone);
}

/**
 * A buffer of a GPU is registered, and tasks end, while a tool makes questions about streams wait
 * for the stream NULL, on which the program has work that does not end.
 * @verifies RF-CUDA-255
 */
static void tasks_wait_for_their_own_work(void **state)
{
    Alone alone;
    Hold hold;

    (void)state;
    open_copy(&alone, 4U);
    assert_int_equal(cudlaMemUnregister(alone.device, alone.places[2].cookie), cudlaSuccess);
    hold_begin(&hold);
    alone_register(&alone, 2U);
    alone_fill_task(&alone);
    g_fake->slow(2000U);
    alone_run(&alone);
    alone_run(&alone);
    g_fake->slow(0U);
    assert_true(hold_end(&hold));
    assert_place(&alone.places[3], 0x44U);
    alone_close(&alone);
}

/**
 * Each call of the driver that a task makes fails once: its end is signalled, the error is told,
 * and the next task computes.
 * @verifies RF-DLA-324
 */
static void task_that_fails_is_told(void **state)
{
    unsigned int failed = 0U;
    bool all = false;
    Alone alone;

    (void)state;
    open_copy(&alone, 4U);
    for (unsigned int n = 1U; (n < CALLS_MAX) && !all; n++) {
        cudlaStatus status = cudlaSuccess;

        g_fake->reset();
        assert_true(g_fake->refuse(NULL, n, CUDA_ERROR_UNKNOWN));
        alone_run(&alone);
        all = g_fake->count(NULL) < n;
        g_fake->reset();
        status = cudlaGetLastError(alone.device);
        assert_true((status == cudlaSuccess) || (status == cudlaErrorCuda));
        failed += (status == cudlaErrorCuda) ? 1U : 0U;
        assert_computes(&alone);
    }
    assert_true(all);
    assert_true(failed > 3U);
    /* A question about the task that is never answered, by an event and by the stream. */
    assert_true(g_fake->refuse("cuEventQuery", 0U, CUDA_ERROR_UNKNOWN));
    assert_computes(&alone);
    g_fake->reset();
    assert_true(g_fake->refuse("cuEventRecord", 0U, CUDA_ERROR_UNKNOWN));
    assert_computes(&alone);
    assert_true(g_fake->refuse("cuStreamQuery", 0U, CUDA_ERROR_UNKNOWN));
    assert_computes(&alone);
    alone_close(&alone);
}

/**
 * A task whose context fails for good is over: its end is signalled and the error told, as for
 * those behind it. The device can be destroyed.
 * @verifies RF-DLA-324
 */
static void task_of_a_dead_context_is_over(void **state)
{
    const NvSciRmGpuId gpu = second_gpu();
    CUcontext context = NULL;
    CUcontext popped = NULL;
    Alone alone;
    Place *const place = &alone.places[2];

    (void)state;
    alone_plan();
    alone_step((LbStep){.operation = LB_HANG});
    alone_open(&alone, 0U);
    assert_int_equal(cudlaMemUnregister(alone.device, place->cookie), cudlaSuccess);
    NvSciBufObjFree(place->object);
    place->object = raw_buffer(place->size, false, &gpu);
    alone_register(&alone, 2U);
    alone_fill_task(&alone);
    assert_int_equal(alone_submit(&alone, 0U), cudlaSuccess);
    assert_int_equal(NvSciSyncFenceWait(&alone.fence, g_scene.wait, 20000), NvSciError_Timeout);
    assert_cu(cuDevicePrimaryCtxRetain(&context, 1), CUDA_SUCCESS);
    assert_cu(cuCtxPushCurrent(context), CUDA_SUCCESS);
    g_fake->doom(CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_cu(cuCtxPopCurrent(&popped), CUDA_SUCCESS);
    assert_expires(&alone.fence);
    assert_int_equal(cudlaGetLastError(alone.device), cudlaErrorCuda);
    for (uint32_t i = 0U; i < (2U * RINGFENCE_CFG_DLA_TASKS); i++) {
        alone_run(&alone);
        assert_int_equal(cudlaGetLastError(alone.device), cudlaErrorCuda);
    }
    assert_cu(cuDevicePrimaryCtxRelease(1), CUDA_SUCCESS);
    alone_close(&alone);
}

/**
 * A GPU that takes long to pass a task does not keep the ends of a device that is destroyed; its
 * memory is given back when the GPU has passed the task.
 * @verifies RF-DLA-324
 */
static void slow_gpu_does_not_keep_the_ends(void **state)
{
    const Live before = live_now();
    Alone alone;

    (void)state;
    open_copy(&alone, 4U);
    g_fake->slow(500000U);
    assert_int_equal(alone_submit(&alone, 0U), cudlaSuccess);
    assert_int_equal(NvSciSyncFenceWait(&alone.fence, g_scene.wait, 100000), NvSciError_Timeout);
    assert_int_equal(cudlaDestroyDevice(alone.device), cudlaSuccess);
    alone.device = NULL;
    assert_expires(&alone.fence);
    g_fake->slow(0U);
    alone_close(&alone);
    assert_live(&before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        memory_test(registration_that_fails_leaves_nothing),
        memory_test(pages_that_cuda_refuses_leave_nothing),
        memory_test(pages_that_may_only_be_read_are_inputs),
        memory_test(unregistering_ends_whatever_cuda_says),
        memory_test(lies_about_memory_are_refused),
        memory_test(buffers_of_another_gpu_are_used_if_it_can),
        memory_test(cancelled_thread_goes_on),
        memory_test(task_reserves_nothing),
        memory_test(tasks_wait_for_their_own_work),
        memory_test(task_that_fails_is_told),
        memory_test(slow_gpu_does_not_keep_the_ends),
        memory_test(task_of_a_dead_context_is_over),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
