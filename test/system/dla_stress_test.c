/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file dla_stress_test.c
 * Three threads make, use and destroy devices of cuDLA, modules and registrations at one time, with
 * handles that may have gone meanwhile. Each answer is one that the header allows; results of tasks
 * are looked at where nobody else decides what they are.
 *
 * A number of rounds, or RINGFENCE_STRESS_SECONDS.
 */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "../unit/dla/dla_fixture.h"

#define THREADS 3U
#define ROUNDS  600U
/** Devices, modules and registrations that come and go, and buffers and objects that stay. */
#define LOOSE  3U
#define STEADY 3U
#define KINDS  10U
/** Longest time that all rounds may take. */
#define HANG_S 400

/** What the threads share. */
typedef struct {
    Bench bench;
    _Atomic(cudlaDevHandle) devices[LOOSE];
    _Atomic(cudlaModule) modules[LOOSE];
    _Atomic(uint64_t *) buffers[LOOSE];
    _Atomic(uint64_t *) objects[LOOSE];
    NvSciBufObj memory[STEADY];
    NvSciSyncObj ends[STEADY];
    uint8_t loadable[PLAN_BYTES];
    size_t loadable_size;
    atomic_uint failures;
    atomic_uint done[KINDS];
} Shared;

typedef struct {
    Shared *shared;
    uint32_t number;
    uint32_t seed;
    /** It stays, and this thread alone submits to it. */
    Bench own;
    cudlaModule module;
    Memory input;
    Memory output;
    NvSciSyncObj end;
    Job job;
    NvSciSyncFence fence;
    time_t until;
} Actor;

static uint32_t draw(Actor *actor, uint32_t below)
{
    actor->seed = (actor->seed * 1664525U) + 1013904223U;
    return (actor->seed >> 8U) % below;
}

static void expect_at(Actor *actor, bool holds, cudlaStatus status, int line)
{
    if (!holds) {
        (void)atomic_fetch_add(&actor->shared->failures, 1U);
        (void)fprintf(stderr, "line %d, thread %u: %d\n", line, actor->number, (int)status);
    }
}

/** Asserts that an answer is one of these; counts those that are a success. */
#define EXPECT_ONE(actor, kind, status, ...)                                                       \
    do {                                                                                           \
        const cudlaStatus allowed[] = {cudlaSuccess, __VA_ARGS__};                                 \
        bool is_one = false;                                                                       \
                                                                                                   \
        for (size_t n = 0U; n < COUNT_OF(allowed); n++) {                                          \
            is_one = is_one || (allowed[n] == (status));                                           \
        }                                                                                          \
        expect_at((actor), is_one, (status), __LINE__);                                            \
        if ((status) == cudlaSuccess) {                                                            \
            (void)atomic_fetch_add(&(actor)->shared->done[kind], 1U);                              \
        }                                                                                          \
    } while (false)

static cudlaDevHandle any_device(Actor *actor)
{
    return atomic_load(&actor->shared->devices[draw(actor, LOOSE)]);
}

static void destroy(Actor *actor, cudlaDevHandle device)
{
    const cudlaStatus status = cudlaDestroyDevice(device);

    EXPECT_ONE(actor, 1U, status, cudlaErrorInvalidDevice);
}

static void make(Actor *actor)
{
    cudlaDevHandle device = NULL;
    const cudlaStatus status = cudlaCreateDevice(0U, &device, CUDLA_STANDALONE);

    EXPECT_ONE(actor, 0U, status, cudlaErrorOutOfResources);
    if (status == cudlaSuccess) {
        destroy(actor, atomic_exchange(&actor->shared->devices[draw(actor, LOOSE)], device));
    }
}

static void load_any(Actor *actor)
{
    Shared *const shared = actor->shared;
    cudlaModule module = NULL;
    const cudlaStatus status = cudlaModuleLoadFromMemory(
        any_device(actor), shared->loadable, shared->loadable_size, &module, CUDLA_MODULE_DEFAULT);

    EXPECT_ONE(actor, 2U, status, cudlaErrorInvalidDevice, cudlaErrorOutOfResources);
    if (status == cudlaSuccess) {
        atomic_store(&shared->modules[draw(actor, LOOSE)], module);
    }
}

static void unload_any(Actor *actor)
{
    const cudlaModule module = atomic_load(&actor->shared->modules[draw(actor, LOOSE)]);
    const cudlaStatus status = cudlaModuleUnload(module, 0U);

    EXPECT_ONE(actor, 3U, status, cudlaErrorInvalidModule, cudlaErrorUmd);
}

static void import_any_buffer(Actor *actor)
{
    Shared *const shared = actor->shared;
    uint64_t *cookie = NULL;
    const cudlaStatus status = try_import_buffer(
        any_device(actor), shared->memory[draw(actor, STEADY)], TENSOR_BYTES, 0U, &cookie);

    EXPECT_ONE(actor, 4U, status, cudlaErrorInvalidDevice, cudlaErrorOutOfResources,
               cudlaErrorMemoryRegistered);
    if (status == cudlaSuccess) {
        atomic_store(&shared->buffers[draw(actor, LOOSE)], cookie);
    }
}

static void import_any_object(Actor *actor)
{
    Shared *const shared = actor->shared;
    uint64_t *cookie = NULL;
    const cudlaStatus status =
        try_import_sync(any_device(actor), shared->ends[draw(actor, STEADY)], &cookie);

    EXPECT_ONE(actor, 5U, status, cudlaErrorInvalidDevice, cudlaErrorOutOfResources,
               cudlaErrorMemoryRegistered);
    if (status == cudlaSuccess) {
        atomic_store(&shared->objects[draw(actor, LOOSE)], cookie);
    }
}

static void unregister_any(Actor *actor)
{
    Shared *const shared = actor->shared;
    uint64_t *const cookie = (draw(actor, 2U) == 0U)
                                 ? atomic_load(&shared->buffers[draw(actor, LOOSE)])
                                 : atomic_load(&shared->objects[draw(actor, LOOSE)]);
    const cudlaStatus status = cudlaMemUnregister(any_device(actor), cookie);

    EXPECT_ONE(actor, 6U, status, cudlaErrorInvalidDevice, cudlaErrorInvalidAddress, cudlaErrorUmd);
}

/** Nothing is computed: other devices use the same buffers. */
static void submit_any(Actor *actor)
{
    Shared *const shared = actor->shared;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    cudlaStatus status = cudlaSuccess;
    Job job;

    job_begin(&job, atomic_load(&shared->modules[draw(actor, LOOSE)]));
    job.inputs[0] = atomic_load(&shared->buffers[draw(actor, LOOSE)]);
    job.outputs[0] = atomic_load(&shared->buffers[draw(actor, LOOSE)]);
    job.task.numInputTensors = 1U;
    job.task.inputTensor = job.inputs;
    job.task.numOutputTensors = 1U;
    job.task.outputTensor = job.outputs;
    if (draw(actor, 2U) == 0U) {
        job_signal(&job, atomic_load(&shared->objects[draw(actor, LOOSE)]), &fence,
                   CUDLA_NVSCISYNC_FENCE);
    }
    status = cudlaSubmitTask(any_device(actor), &job.task, 1U, NULL, CUDLA_SUBMIT_NOOP);
    /* Another device may signal the object. */
    EXPECT_ONE(actor, 7U, status, cudlaErrorInvalidDevice, cudlaErrorInvalidModule,
               cudlaErrorInvalidAddress, cudlaErrorOutOfResources, cudlaErrorInvalidAttribute);
    if ((status == cudlaSuccess) && (job.signal_events.numEvents > 0U)) {
        expect_at(actor,
                  NvSciSyncFenceWait(&fence, actor->own.context, SOON_US) == NvSciError_Success,
                  status, __LINE__);
    }
    NvSciSyncFenceClear(&fence);
}

static void ask_any(Actor *actor)
{
    const cudlaModule module = atomic_load(&actor->shared->modules[draw(actor, LOOSE)]);
    cudlaModuleAttribute attribute = {.numInputTensors = 1U};
    cudlaModuleTensorDescriptor tensor = {.size = TENSOR_BYTES};
    cudlaStatus status = cudlaModuleGetAttributes(module, CUDLA_NUM_INPUT_TENSORS, &attribute);

    EXPECT_ONE(actor, 8U, status, cudlaErrorInvalidModule);
    expect_at(actor, attribute.numInputTensors == 1U, status, __LINE__);
    attribute.inputTensorDesc = &tensor;
    status = cudlaModuleGetAttributes(module, CUDLA_INPUT_TENSOR_DESCRIPTORS, &attribute);
    EXPECT_ONE(actor, 8U, status, cudlaErrorInvalidModule);
    expect_at(actor, tensor.size == TENSOR_BYTES, status, __LINE__);
    status = cudlaGetLastError(any_device(actor));
    EXPECT_ONE(actor, 8U, status, cudlaErrorInvalidDevice);
    status = cudlaSetTaskTimeoutInMs(any_device(actor), 1000U);
    EXPECT_ONE(actor, 8U, status, cudlaErrorInvalidDevice);
}

/** A task that nobody else knows: its output is a copy of its input. */
static void use_own(Actor *actor)
{
    const uint8_t byte = (uint8_t)draw(actor, 256U);
    cudlaStatus status = cudlaSuccess;
    bool is_copy = true;

    (void)memset(actor->input.bytes, (int)byte, TENSOR_BYTES);
    (void)memset(actor->output.bytes, (int)(uint8_t)~byte, TENSOR_BYTES);
    status = submit(&actor->own, &actor->job);
    EXPECT_ONE(actor, 9U, status, cudlaSuccess);
    expect_at(actor,
              NvSciSyncFenceWait(&actor->fence, actor->own.context, SOON_US) == NvSciError_Success,
              status, __LINE__);
    for (size_t i = 0U; i < TENSOR_BYTES; i++) {
        is_copy = is_copy && (actor->output.bytes[i] == byte);
    }
    expect_at(actor, is_copy, status, __LINE__);
    status = cudlaMemUnregister(actor->own.device, actor->input.cookie);
    EXPECT_ONE(actor, 9U, status, cudlaSuccess);
    status = try_import_buffer(actor->own.device, actor->input.object, TENSOR_BYTES, 0U,
                               &actor->input.cookie);
    /* Registrations of other threads may have taken the last row. */
    while (status == cudlaErrorOutOfResources) {
        destroy(actor, any_device(actor));
        status = try_import_buffer(actor->own.device, actor->input.object, TENSOR_BYTES, 0U,
                                   &actor->input.cookie);
    }
    EXPECT_ONE(actor, 9U, status, cudlaSuccess);
    actor->job.inputs[0] = actor->input.cookie;
}

static void act_once(Actor *actor)
{
    switch (draw(actor, 16U)) {
    case 0U:
        make(actor);
        break;
    case 1U:
        destroy(actor, any_device(actor));
        break;
    case 2U:
    case 3U:
        load_any(actor);
        break;
    case 4U:
        unload_any(actor);
        break;
    case 5U:
    case 6U:
        import_any_buffer(actor);
        break;
    case 7U:
        import_any_object(actor);
        break;
    case 8U:
        unregister_any(actor);
        break;
    case 9U:
    case 10U:
    case 11U:
        submit_any(actor);
        break;
    case 12U:
        ask_any(actor);
        break;
    default:
        use_own(actor);
        break;
    }
}

static void *act(void *context)
{
    Actor *const actor = context;

    if (actor->until > 0) {
        while (time(NULL) < actor->until) {
            act_once(actor);
        }
    } else {
        for (uint32_t i = 0U; i < ROUNDS; i++) {
            act_once(actor);
        }
    }
    return NULL;
}

static void make_all(Shared *shared, Actor *actors)
{
    const Plan plan = plan_copy();

    shared->bench = bench_open();
    shared->loadable_size = plan_write(&plan, shared->loadable);
    for (uint32_t i = 0U; i < STEADY; i++) {
        shared->memory[i] = buf_raw_object(TENSOR_BYTES);
        shared->ends[i] = end_object(&shared->bench, (Wants){.timestamps = false});
    }
    for (uint32_t i = 0U; i < THREADS; i++) {
        Actor *const actor = &actors[i];

        actor->shared = shared;
        actor->number = i;
        actor->seed = i + 1U;
        actor->own = shared->bench;
        actor->own.device = make_device();
        actor->own.context = make_context(shared->bench.sync);
        actor->module = load(&actor->own, &plan);
        actor->input = make_memory(&actor->own, TENSOR_BYTES, 0U);
        actor->output = make_memory(&actor->own, TENSOR_BYTES, 0U);
        actor->end = end_object(&actor->own, (Wants){.timestamps = false});
        job_begin(&actor->job, actor->module);
        job_input(&actor->job, &actor->input);
        job_output(&actor->job, &actor->output);
        job_signal(&actor->job, import_sync(&actor->own, actor->end), &actor->fence,
                   CUDLA_NVSCISYNC_FENCE);
    }
}

static void end_all(Shared *shared, Actor *actors)
{
    for (uint32_t i = 0U; i < LOOSE; i++) {
        destroy(&actors[0], atomic_load(&shared->devices[i]));
    }
    for (uint32_t i = 0U; i < THREADS; i++) {
        Actor *const actor = &actors[i];

        assert_int_equal(cudlaGetLastError(actor->own.device), cudlaSuccess);
        assert_int_equal(cudlaDestroyDevice(actor->own.device), cudlaSuccess);
        NvSciSyncFenceClear(&actor->fence);
        NvSciSyncObjFree(actor->end);
        free_memory(&actor->input);
        free_memory(&actor->output);
        NvSciSyncCpuWaitContextFree(actor->own.context);
    }
    for (uint32_t i = 0U; i < STEADY; i++) {
        NvSciBufObjFree(shared->memory[i]);
        NvSciSyncObjFree(shared->ends[i]);
    }
    bench_close(&shared->bench);
}

/**
 * Devices, modules and registrations come and go beside loads, imports and submissions.
 * @verifies RF-DLA-350
 */
static void threads_make_use_and_destroy(void **state)
{
    static Shared shared;
    static Actor actors[THREADS];
    const char *const seconds = getenv("RINGFENCE_STRESS_SECONDS");
    pthread_t threads[THREADS];
    const time_t now = time(NULL);

    (void)state;
    (void)alarm(((seconds != NULL) ? (unsigned int)strtoul(seconds, NULL, 10) : 0U) + HANG_S);
    make_all(&shared, actors);
    for (uint32_t i = 0U; i < THREADS; i++) {
        actors[i].until = (seconds != NULL) ? (now + strtol(seconds, NULL, 10)) : 0;
        assert_int_equal(pthread_create(&threads[i], NULL, &act, &actors[i]), 0);
    }
    for (uint32_t i = 0U; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    assert_int_equal(atomic_load(&shared.failures), 0U);
    for (uint32_t i = 0U; (seconds != NULL) && (i < KINDS); i++) {
        (void)fprintf(stderr, "%u ", atomic_load(&shared.done[i]));
    }
    end_all(&shared, actors);
}

int main(void)
{
    const struct CMUnitTest tests[] = {sync_test(threads_make_use_and_destroy)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
