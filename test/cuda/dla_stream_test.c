/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file dla_stream_test.c
 * Hybrid mode through cudla.h, as clients call it.
 */
#define _GNU_SOURCE

#include "cuda_fixture.h"

#include "cudla.h"
#include "loadable_bytes.h"

#define BYTES 5000U

static LbPlan g_plan;
static LbBytes g_bytes;

/** A device in hybrid mode, a module, and its tensors on the GPU. */
typedef struct {
    cudlaDevHandle device;
    cudlaModule module;
    CUdeviceptr memory[2];
    uint64_t *cookies[2];
    cudlaTask task;
} Client;

static uint64_t *pointer_of(CUdeviceptr address)
{
    return (uint64_t *)(uintptr_t)address;
}

/** One input, one output, which is a copy; `first` is a step before. */
static void open_client(Client *client, const LbStep *first)
{
    (void)memset(client, 0, sizeof(*client));
    lb_plan_mix(&g_plan, BYTES, BYTES);
    g_plan.steps[0] = *first;
    g_plan.steps[1] = (LbStep){.operation = LB_COPY, .inputs = 1U};
    g_plan.step_count = 2U;
    lb_write(&g_plan, &g_bytes);
    assert_int_equal(cudlaCreateDevice(0U, &client->device, CUDLA_CUDA_DLA), cudlaSuccess);
    assert_int_equal(
        cudlaModuleLoadFromMemory(client->device, g_bytes.bytes, g_bytes.size, &client->module, 0U),
        cudlaSuccess);
    for (size_t i = 0U; i < 2U; i++) {
        assert_cu(cuMemAlloc(&client->memory[i], BYTES), CUDA_SUCCESS);
        assert_cu(cuMemsetD8(client->memory[i], (unsigned char)(i + 1U), BYTES), CUDA_SUCCESS);
        assert_int_equal(cudlaMemRegister(client->device, pointer_of(client->memory[i]), BYTES,
                                          &client->cookies[i], 0U),
                         cudlaSuccess);
    }
    client->task.moduleHandle = client->module;
    client->task.inputTensor = (const uint64_t *const *)&client->cookies[0];
    client->task.numInputTensors = 1U;
    client->task.outputTensor = &client->cookies[1];
    client->task.numOutputTensors = 1U;
}

static void close_client(Client *client)
{
    go_to_init();
    for (size_t i = 0U; i < 2U; i++) {
        assert_int_equal(cudlaMemUnregister(client->device, client->cookies[i]), cudlaSuccess);
        assert_cu(cuMemFree(client->memory[i]), CUDA_SUCCESS);
    }
    assert_int_equal(cudlaModuleUnload(client->module, 0U), cudlaSuccess);
    assert_int_equal(cudlaDestroyDevice(client->device), cudlaSuccess);
}

static cudlaStatus submit(const Client *client, CUstream stream, uint32_t flags)
{
    return cudlaSubmitTask(client->device, &client->task, 1U, stream, flags);
}

/** Waits for a stream by an event: tools that look at kernels make a wait for the stream wait for
 * others too. */
static void wait_for(CUstream stream)
{
    CUevent event = NULL;

    assert_cu(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING), CUDA_SUCCESS);
    assert_cu(cuEventRecord(event, stream), CUDA_SUCCESS);
    assert_cu(cuEventSynchronize(event), CUDA_SUCCESS);
    assert_cu(cuEventDestroy(event), CUDA_SUCCESS);
}

/** All bytes of the output. */
static void assert_output(const Client *client, uint8_t byte)
{
    uint8_t read[BYTES];

    wait_for(g_scene.stream);
    assert_cu(cuMemcpyDtoH(read, client->memory[1], BYTES), CUDA_SUCCESS);
    for (size_t i = 0U; i < BYTES; i++) {
        assert_int_equal(read[i], byte);
    }
}

/**
 * A client's way: a device, a module, memory, tasks in its stream in phase RUNTIME, and all given
 * back. What is registered is registered once.
 * @verifies RF-DLA-302
 * @verifies RF-DLA-304
 * @verifies RF-DLA-305
 * @verifies RF-DLA-311
 */
static void client_computes_in_its_stream(void **state)
{
    const LbStep nothing = {.operation = LB_FILL, .number = 0x77U};
    uint64_t *cookie = NULL;
    uint64_t host = 0U;
    cudlaDevAttribute attribute;
    Client client;

    (void)state;
    open_client(&client, &nothing);
    assert_int_equal(
        cudlaMemRegister(client.device, pointer_of(client.memory[0]), BYTES, &cookie, 0U),
        cudlaErrorMemoryRegistered);
    assert_int_equal(cudlaMemRegister(client.device, &host, sizeof(host), &cookie, 0U),
                     cudlaErrorInvalidAddress);
    assert_int_equal(cudlaDeviceGetAttribute(client.device, CUDLA_UNIFIED_ADDRESSING, &attribute),
                     cudlaSuccess);
    assert_int_equal(attribute.unifiedAddressingSupported, 1U);
    go_to(RINGFENCE_PHASE_RUNTIME);
    assert_int_equal(submit(&client, g_scene.stream, CUDLA_SUBMIT_NOOP), cudlaSuccess);
    assert_output(&client, 2U);
    for (uint8_t byte = 10U; byte < 20U; byte++) {
        assert_cu(cuMemsetD8Async(client.memory[0], byte, BYTES, g_scene.stream), CUDA_SUCCESS);
        assert_int_equal(submit(&client, g_scene.stream, 0U), cudlaSuccess);
        assert_output(&client, byte);
    }
    assert_int_equal(cudlaGetLastError(client.device), cudlaSuccess);
    close_client(&client);
}

/**
 * A task that fails and one that hangs are told by cudlaGetLastError() when their stream has passed
 * them; those behind them compute.
 * @verifies RF-DLA-306
 */
static void late_errors_are_told(void **state)
{
    const LbStep fails = {
        .operation = LB_FAIL, .number = (uint64_t)cudlaErrorDlaErrProcessorBusy, .task = 1U};
    const LbStep hangs = {.operation = LB_HANG, .task = 1U};
    Client client;

    (void)state;
    open_client(&client, &fails);
    assert_int_equal(submit(&client, g_scene.stream, 0U), cudlaSuccess);
    assert_output(&client, 2U);
    assert_int_equal(cudlaGetLastError(client.device), cudlaErrorDlaErrProcessorBusy);
    assert_int_equal(submit(&client, g_scene.stream, 0U), cudlaSuccess);
    assert_output(&client, 1U);
    close_client(&client);
    open_client(&client, &hangs);
    assert_int_equal(cudlaSetTaskTimeoutInMs(client.device, 20U), cudlaSuccess);
    assert_int_equal(submit(&client, g_scene.stream, 0U), cudlaSuccess);
    assert_output(&client, 2U);
    assert_int_equal(cudlaGetLastError(client.device), cudlaErrorDlaErrEngineTimeout);
    assert_int_equal(submit(&client, g_scene.stream, 0U), cudlaSuccess);
    assert_output(&client, 1U);
    close_client(&client);
}

/** Asserts how many tasks the handle with the most has, and that one had so many. */
static void assert_tasks(uint32_t in_use, uint32_t had)
{
    RingfenceDlaUsage usage;

    assert_int_equal(ringfenceDlaGetUsage(RINGFENCE_DLA_TABLE_TASKS, &usage), cudlaSuccess);
    assert_int_equal(usage.inUse, in_use);
    assert_in_range(usage.highWater, had, RINGFENCE_CFG_DLA_TASKS);
}

/**
 * Several tasks are taken all or none where the queue is not large enough. Those in a stream are in
 * use until it has passed them.
 * @verifies RF-DLA-308
 * @verifies RF-DLA-395
 */
static void tasks_are_taken_all_or_none(void **state)
{
    const LbStep hangs = {.operation = LB_HANG, .task = 1U};
    cudlaTask tasks[RINGFENCE_CFG_DLA_TASKS];
    Client client;

    (void)state;
    open_client(&client, &hangs);
    for (size_t i = 0U; i < COUNT_OF(tasks); i++) {
        tasks[i] = client.task;
    }
    assert_int_equal(cudlaSetTaskTimeoutInMs(client.device, 100U), cudlaSuccess);
    assert_int_equal(submit(&client, g_scene.stream, 0U), cudlaSuccess);
    assert_int_equal(
        cudlaSubmitTask(client.device, tasks, (uint32_t)COUNT_OF(tasks), g_scene.stream, 0U),
        cudlaErrorOutOfResources);
    assert_tasks(1U, 1U);
    assert_output(&client, 2U);
    assert_tasks(0U, 1U);
    assert_int_equal(
        cudlaSubmitTask(client.device, tasks, (uint32_t)COUNT_OF(tasks), g_scene.stream, 0U),
        cudlaSuccess);
    assert_output(&client, 1U);
    assert_tasks(0U, RINGFENCE_CFG_DLA_TASKS);
    close_client(&client);
}

/**
 * Fences, objects of NvSci and diagnostic tasks are for standalone mode: a task with one of them
 * is refused, also among others, and nothing is computed.
 * @verifies RF-DLA-015
 */
static void what_needs_nvsci_is_refused(void **state)
{
    const LbStep nothing = {.operation = LB_FILL, .number = 0x77U};
    const cudlaWaitEvents waits = {NULL, 0U};
    cudlaSignalEvents signals = {NULL, NULL, 0U};
    const cudlaExternalMemoryHandleDesc memory = {NULL, 1U};
    const cudlaExternalSemaphoreHandleDesc sync = {NULL};
    const cudlaStatus refused = cudlaErrorUnsupportedOperation;
    uint64_t *cookie = NULL;
    cudlaTask tasks[2];
    Client client;

    (void)state;
    open_client(&client, &nothing);
    for (uint32_t i = 0U; i < 3U; i++) {
        tasks[0] = client.task;
        tasks[1] = client.task;
        tasks[1].waitEvents = (i == 0U) ? &waits : NULL;
        tasks[1].signalEvents = (i == 1U) ? &signals : NULL;
        if (i == 2U) {
            tasks[1].inputTensor = NULL;
            tasks[1].outputTensor = NULL;
        }
        assert_int_equal(cudlaSubmitTask(client.device, tasks, 2U, g_scene.stream, 0U), refused);
    }
    assert_int_equal(submit(&client, g_scene.stream, CUDLA_SUBMIT_DIAGNOSTICS_TASK), refused);
    assert_int_equal(cudlaImportExternalMemory(client.device, &memory, &cookie, 0U), refused);
    assert_int_equal(cudlaImportExternalSemaphore(client.device, &sync, &cookie, 0U), refused);
    assert_null(cookie);
    assert_output(&client, 2U);
    close_client(&client);
}

/**
 * A device that is destroyed while a task of it hangs ends the task.
 * @verifies RF-DLA-307
 */
static void destroying_ends_a_task(void **state)
{
    const LbStep hangs = {.operation = LB_HANG};
    Client client;

    (void)state;
    open_client(&client, &hangs);
    assert_int_equal(submit(&client, g_scene.stream, 0U), cudlaSuccess);
    assert_int_equal(cudlaDestroyDevice(client.device), cudlaSuccess);
    assert_output(&client, 2U);
    for (size_t i = 0U; i < 2U; i++) {
        assert_cu(cuMemFree(client.memory[i]), CUDA_SUCCESS);
    }
}

/** A stream that waits until its gate is opened. */
typedef struct {
    CUstream stream;
    CUdeviceptr gate;
} Blocked;

static Blocked block_stream(void)
{
    Blocked blocked = {NULL, 0U};

    assert_cu(cuMemAlloc(&blocked.gate, 8U), CUDA_SUCCESS);
    assert_cu(cuMemsetD8(blocked.gate, 0U, 8U), CUDA_SUCCESS);
    assert_cu(cuStreamCreate(&blocked.stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    assert_cu(cuStreamWaitValue64(blocked.stream, blocked.gate, 1U, CU_STREAM_WAIT_VALUE_GEQ),
              CUDA_SUCCESS);
    return blocked;
}

static void let_go(const Blocked *blocked)
{
    assert_cu(cuStreamWriteValue64(g_scene.stream, blocked->gate, 1U, 0U), CUDA_SUCCESS);
    wait_for(blocked->stream);
    assert_cu(cuStreamDestroy(blocked->stream), CUDA_SUCCESS);
    assert_cu(cuMemFree(blocked->gate), CUDA_SUCCESS);
}

/**
 * While a task is in its stream its memory and its module stay; those of a task in another stream,
 * which is over, can be ended.
 * @verifies RF-DLA-353
 */
static void what_is_in_a_stream_stays(void **state)
{
    const LbStep nothing = {.operation = LB_FILL, .number = 0x77U};
    cudlaModule other = NULL;
    CUdeviceptr memory = 0U;
    uint64_t *cookie = NULL;
    cudlaTask tasks[2];
    Blocked blocked;
    Client client;

    (void)state;
    /* The first device loads kernels into the context, for which CUDA waits for all its work. */
    open_client(&client, &nothing);
    blocked = block_stream();
    assert_int_equal(
        cudlaModuleLoadFromMemory(client.device, g_bytes.bytes, g_bytes.size, &other, 0U),
        cudlaSuccess);
    assert_cu(cuMemAlloc(&memory, BYTES), CUDA_SUCCESS);
    assert_int_equal(cudlaMemRegister(client.device, pointer_of(memory), BYTES, &cookie, 0U),
                     cudlaSuccess);
    assert_int_equal(submit(&client, blocked.stream, 0U), cudlaSuccess);
    for (size_t i = 0U; i < COUNT_OF(tasks); i++) {
        tasks[i] = client.task;
        tasks[i].moduleHandle = other;
        tasks[i].outputTensor = &cookie;
    }
    assert_int_equal(cudlaSubmitTask(client.device, tasks, 2U, g_scene.stream, 0U), cudlaSuccess);
    wait_for(g_scene.stream);
    for (size_t i = 0U; i < 2U; i++) {
        assert_int_equal(cudlaMemUnregister(client.device, client.cookies[i]), cudlaErrorUmd);
    }
    assert_int_equal(cudlaModuleUnload(client.module, 0U), cudlaErrorUmd);
    assert_int_equal(cudlaMemUnregister(client.device, cookie), cudlaSuccess);
    assert_int_equal(cudlaModuleUnload(other, 0U), cudlaSuccess);
    let_go(&blocked);
    assert_output(&client, 1U);
    assert_cu(cuMemFree(memory), CUDA_SUCCESS);
    close_client(&client);
}

/**
 * A task that is left of a device which was destroyed keeps nothing of the next one.
 * @verifies RF-DLA-353
 */
static void what_is_left_in_a_stream_keeps_nothing(void **state)
{
    const LbStep nothing = {.operation = LB_FILL, .number = 0x77U};
    Blocked blocked;
    Client left;
    Client client;

    (void)state;
    open_client(&left, &nothing);
    blocked = block_stream();
    assert_int_equal(submit(&left, blocked.stream, 0U), cudlaSuccess);
    assert_int_equal(cudlaDestroyDevice(left.device), cudlaSuccess);
    open_client(&client, &nothing);
    assert_int_equal(submit(&client, g_scene.stream, 0U), cudlaSuccess);
    assert_output(&client, 1U);
    for (size_t i = 0U; i < 2U; i++) {
        assert_int_equal(cudlaMemUnregister(client.device, client.cookies[i]), cudlaSuccess);
    }
    assert_int_equal(cudlaModuleUnload(client.module, 0U), cudlaSuccess);
    /* CUDA frees memory when the GPU is idle. */
    let_go(&blocked);
    assert_int_equal(cudlaDestroyDevice(client.device), cudlaSuccess);
    for (size_t i = 0U; i < 2U; i++) {
        assert_cu(cuMemFree(client.memory[i]), CUDA_SUCCESS);
        assert_cu(cuMemFree(left.memory[i]), CUDA_SUCCESS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cuda_test(client_computes_in_its_stream),
        cuda_test(late_errors_are_told),
        cuda_test(tasks_are_taken_all_or_none),
        cuda_test(what_needs_nvsci_is_refused),
        cuda_test(destroying_ends_a_task),
        cuda_test(what_is_in_a_stream_stays),
        cuda_test(what_is_left_in_a_stream_keeps_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
