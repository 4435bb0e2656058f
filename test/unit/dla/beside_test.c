/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file beside_test.c
 * Calls beside the end of their device, and beside a change of the phase.
 */
#define _GNU_SOURCE

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "dla/dla.h"
#include "dla_fixture.h"
#include "port/lock.h"
#include "ringfence.h"

static int begin(void **state)
{
    (void)state;
    (void)alarm(400U);
    return 0;
}

static int end(void **state)
{
    (void)alarm(0U);
    return nothing_is_left(state);
}

#define beside_test(function) cmocka_unit_test_setup_teardown(function, begin, end)

/** A call that another thread makes. */
typedef struct Beside {
    cudlaStatus (*call)(struct Beside *beside);
    cudlaDevHandle device;
    cudlaModule module;
    NvSciBufObj buffer;
    NvSciSyncObj object;
    uint64_t *cookie;
    const Plan *plan;
    cudlaStatus status;
    _Atomic long thread;
    atomic_bool has_ended;
    pthread_t id;
} Beside;

static void *make_call(void *context)
{
    Beside *const beside = context;

    atomic_store(&beside->thread, syscall(SYS_gettid));
    beside->status = beside->call(beside);
    atomic_store(&beside->has_ended, true);
    return NULL;
}

/** State of a thread of this process: a letter; '?': there is none, or it is not known. */
static char state_of(long thread)
{
    char path[64];
    char line[256] = {0};
    const char *mark = NULL;
    FILE *file = NULL;

    (void)snprintf(path, sizeof(path), "/proc/self/task/%ld/stat", thread);
    file = fopen(path, "r");
    if (file != NULL) {
        if (fgets(line, sizeof(line), file) != NULL) {
            mark = strrchr(line, ')');
        }
        (void)fclose(file);
    }
    return ((mark != NULL) && (mark[1] != '\0')) ? mark[2] : '?';
}

/** Starts a call, and returns when it sleeps or has ended. */
static void begin_call(Beside *beside, cudlaStatus (*call)(Beside *beside))
{
    beside->call = call;
    beside->status = cudlaErrorUnknown;
    atomic_store(&beside->thread, 0L);
    atomic_store(&beside->has_ended, false);
    assert_int_equal(pthread_create(&beside->id, NULL, make_call, beside), 0);
    while (atomic_load(&beside->thread) == 0L) {
        (void)sched_yield();
    }
    while ((state_of(atomic_load(&beside->thread)) != 'S') && (!atomic_load(&beside->has_ended))) {
        (void)sched_yield();
    }
}

static cudlaStatus end_call(Beside *beside)
{
    assert_int_equal(pthread_join(beside->id, NULL), 0);
    return beside->status;
}

static cudlaStatus call_import_memory(Beside *beside)
{
    uint64_t *cookie = NULL;

    return try_import_buffer(beside->device, beside->buffer, TENSOR_BYTES, 0U, &cookie);
}

static cudlaStatus call_import_semaphore(Beside *beside)
{
    uint64_t *cookie = NULL;

    return try_import_sync(beside->device, beside->object, &cookie);
}

static cudlaStatus call_register(Beside *beside)
{
    const uint64_t word = 0U;
    uint64_t *cookie = NULL;

    return cudlaMemRegister(beside->device, &word, sizeof(word), &cookie, 0U);
}

static cudlaStatus call_unregister(Beside *beside)
{
    return cudlaMemUnregister(beside->device, beside->cookie);
}

static cudlaStatus call_load(Beside *beside)
{
    uint8_t bytes[PLAN_BYTES];
    const size_t size = plan_write(beside->plan, bytes);
    cudlaModule module = NULL;

    return cudlaModuleLoadFromMemory(beside->device, bytes, size, &module, CUDLA_MODULE_DEFAULT);
}

static cudlaStatus call_limit(Beside *beside)
{
    return cudlaSetTaskTimeoutInMs(beside->device, 7U);
}

static cudlaStatus call_last_error(Beside *beside)
{
    return cudlaGetLastError(beside->device);
}

static cudlaStatus call_attribute(Beside *beside)
{
    cudlaDevAttribute attribute;

    return cudlaDeviceGetAttribute(beside->device, CUDLA_DEVICE_VERSION, &attribute);
}

static cudlaStatus call_submit(Beside *beside)
{
    Job job;

    job_begin(&job, beside->module);
    return cudlaSubmitTask(beside->device, &job.task, 1U, NULL, 0U);
}

static cudlaStatus call_destroy(Beside *beside)
{
    return cudlaDestroyDevice(beside->device);
}

static cudlaStatus call_module_attribute(Beside *beside)
{
    cudlaModuleAttribute attribute;

    return cudlaModuleGetAttributes(beside->module, CUDLA_NUM_INPUT_TENSORS, &attribute);
}

static cudlaStatus call_unload(Beside *beside)
{
    return cudlaModuleUnload(beside->module, 0U);
}

/** Row of a device. */
static DlaDevice *row_of(const void *handle)
{
    uint32_t row = 0U;

    assert_int_equal(dla_device_find(OP_DLA_SUBMIT_TASK, handle, &row), cudlaSuccess);
    return &g_dla_devices[row];
}

/** Makes a call for a device, and lets the row be the next one's before it has the locks. */
static cudlaStatus call_beside_end(Bench *bench, Beside *beside,
                                   cudlaStatus (*call)(Beside *beside))
{
    DlaDevice *const device = row_of(bench->device);
    const uint32_t row = (uint32_t)(device - g_dla_devices);

    beside->device = bench->device;
    dla_lock();
    ringfence_port_mutex_lock(&device->lock);
    begin_call(beside, call);
    assert_false(atomic_load(&beside->has_ended));
    worker_name_end(&device->handle.name);
    worker_name_give(WORKER_NAME_DLA_DEVICE, row, &device->handle.name, &bench->device);
    ringfence_port_mutex_unlock(&device->lock);
    dla_unlock();
    return end_call(beside);
}

/**
 * A call for a device that ends before the call has its locks does nothing to the next device of
 * the row.
 * @verifies RF-DLA-350
 */
static void a_call_does_not_reach_the_next_device(void **state)
{
    cudlaStatus (*const calls[])(Beside * beside) = {
        call_import_memory, call_import_semaphore, call_register,  call_unregister, call_load,
        call_limit,         call_last_error,       call_attribute, call_submit,     call_destroy};
    const Plan plan = plan_copy();
    Bench bench = bench_open();
    Memory memory = make_memory(&bench, TENSOR_BYTES, 0U);
    Beside beside = {.buffer = buf_raw_object(TENSOR_BYTES),
                     .object = end_object(&bench, (Wants){false, false, false}),
                     .module = load(&bench, &plan),
                     .cookie = memory.cookie,
                     .plan = &plan};
    uint64_t *cookie = NULL;

    (void)state;
    for (size_t i = 0U; i < (sizeof(calls) / sizeof(calls[0])); i++) {
        assert_int_equal(call_beside_end(&bench, &beside, calls[i]), cudlaErrorInvalidDevice);
    }
    /* What is there was not ended, and what is not there can be made. */
    assert_int_equal(cudlaMemUnregister(bench.device, memory.cookie), cudlaSuccess);
    assert_int_equal(try_import_buffer(bench.device, beside.buffer, TENSOR_BYTES, 0U, &cookie),
                     cudlaSuccess);
    assert_int_equal(try_import_sync(bench.device, beside.object, &cookie), cudlaSuccess);
    NvSciBufObjFree(beside.buffer);
    NvSciSyncObjFree(beside.object);
    free_memory(&memory);
    bench_close(&bench);
}

/**
 * The same for a module.
 * @verifies RF-DLA-350
 */
static void a_call_does_not_reach_the_next_module(void **state)
{
    cudlaStatus (*const calls[])(Beside * beside) = {call_module_attribute, call_unload};
    const Plan plan = plan_copy();
    Bench bench = bench_open();
    Beside beside = {.module = load(&bench, &plan)};
    cudlaModule next = beside.module;

    (void)state;
    for (size_t i = 0U; i < (sizeof(calls) / sizeof(calls[0])); i++) {
        uint32_t row = 0U;

        beside.module = next;
        assert_int_equal(dla_module_find(OP_DLA_SUBMIT_TASK, next, &row), cudlaSuccess);
        dla_lock();
        begin_call(&beside, calls[i]);
        assert_false(atomic_load(&beside.has_ended));
        worker_name_end(&g_dla_modules[row].name);
        worker_name_give(WORKER_NAME_DLA_MODULE, row, &g_dla_modules[row].name, &next);
        dla_unlock();
        assert_int_equal(end_call(&beside), cudlaErrorInvalidModule);
    }
    assert_int_equal(cudlaModuleUnload(next, 0U), cudlaSuccess);
    bench_close(&bench);
}

static cudlaStatus call_phase(Beside *beside)
{
    (void)beside;
    return (RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME) == NvSciError_Success)
               ? cudlaSuccess
               : cudlaErrorUnknown;
}

/**
 * The phase does not change while a device is being destroyed: nothing of it stays.
 * @verifies RF-DLA-351
 */
static void a_destroy_is_whole_beside_a_change_of_the_phase(void **state)
{
    Bench bench = bench_open();
    Memory memory = make_memory(&bench, TENSOR_BYTES, 0U);
    Beside destroy = {.device = bench.device};
    Beside change = {0};

    (void)state;
    dla_lock();
    begin_call(&destroy, call_destroy);
    assert_false(atomic_load(&destroy.has_ended));
    begin_call(&change, call_phase);
    assert_false(atomic_load(&change.has_ended));
    dla_unlock();
    assert_int_equal(end_call(&destroy), cudlaSuccess);
    assert_int_equal(end_call(&change), cudlaSuccess);
    bench.device = NULL;
    go_to_init();
    free_memory(&memory);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        beside_test(a_call_does_not_reach_the_next_device),
        beside_test(a_call_does_not_reach_the_next_module),
        beside_test(a_destroy_is_whole_beside_a_change_of_the_phase),
    };

    return cmocka_run_group_tests_name("dla/beside", tests, NULL, NULL);
}
