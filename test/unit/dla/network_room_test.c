/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file network_room_test.c
 * What a network may take of the system: memory, which is reserved when it is loaded, and time.
 * The test stands before the function that rehearses.
 */
#define _GNU_SOURCE
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dla/dla.h"
#include "dla_fixture.h"
#include "network_bytes.h"
#include "port/atomic.h"
#include "port/lock.h"
#include "port/memory.h"
#include "port/wait.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define OWN_MEMORY 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define OWN_MEMORY 0
#endif
#endif
#ifndef OWN_MEMORY
#define OWN_MEMORY 1
#endif

#define FLOAT_TYPE 1U
#define NONE       UINT32_MAX
#define MIB        1048576U
#define SIDE       1024U
#define SKIPPED    77

NetworkStatus __real_network_rehearse(uint32_t row, const NetworkHost *host);
NetworkStatus __wrap_network_rehearse(uint32_t row, const NetworkHost *host);

/** 1: a rehearsal goes on until it is told to end; 2: one does. */
static PortAtomic32 g_stays;

NetworkStatus __wrap_network_rehearse(uint32_t row, const NetworkHost *host)
{
    NetworkStatus status = NETWORK_ENDED;

    if (port_load32(&g_stays) == 0U) {
        status = __real_network_rehearse(row, host);
    } else {
        port_store32(&g_stays, 2U);
        while (host->goes_on(host->context)) {
            (void)usleep(1000U);
        }
    }
    return status;
}

static NbPlan g_plan;
static NbBytes g_bytes;
static DlaLoadable g_loadable;

/** Layers of elements, one behind the other, of so many floating-point numbers. */
static void plan_chain(uint32_t layers, uint32_t rows)
{
    const uint32_t dims[4] = {1U, 1U, rows, SIDE};
    uint32_t from = 0U;

    (void)memset(&g_plan, 0, sizeof(g_plan));
    from = nb_tensor(&g_plan, NB_INPUT, FLOAT_TYPE, dims);
    for (uint32_t i = 0U; i < layers; i++) {
        const uint32_t inputs[3] = {from, NONE, NONE};
        const uint32_t to = (i == (layers - 1U)) ? nb_tensor(&g_plan, NB_OUTPUT, FLOAT_TYPE, dims)
                                                 : nb_value(&g_plan, NB_BETWEEN, FLOAT_TYPE, dims);

        (void)nb_layer(&g_plan, NB_ELTWISE, to, inputs);
        from = to;
    }
    nb_write(&g_plan, &g_bytes);
}

/** A pool whose window has so many rows and columns. */
static void plan_pool(uint32_t window)
{
    const uint32_t dims[4] = {1U, 1U, SIDE, SIDE};
    const uint32_t made[4] = {1U, 1U, (SIDE + 1U) - window, (SIDE + 1U) - window};
    const uint32_t inputs[3] = {0U, NONE, NONE};
    NbLayer *layer = NULL;

    (void)memset(&g_plan, 0, sizeof(g_plan));
    (void)nb_tensor(&g_plan, NB_INPUT, FLOAT_TYPE, dims);
    layer = nb_layer(&g_plan, NB_POOL, nb_tensor(&g_plan, NB_OUTPUT, FLOAT_TYPE, made), inputs);
    for (uint32_t i = 0U; i < 2U; i++) {
        layer->numbers[i] = window;
        layer->numbers[2U + i] = 1U;
        layer->numbers[8U + i] = 1U;
    }
    nb_write(&g_plan, &g_bytes);
}

/* ---------------------------------------------------------------- a ledger */

/** What is left at each look, and how often it was looked; the last one stays. */
static uint64_t g_rooms[2];
static uint32_t g_looks;

static uint64_t say_room(bool is_mapped)
{
    const uint64_t room = g_rooms[(g_looks == 0U) ? 0U : 1U];

    (void)is_mapped;
    g_looks++;
    return room;
}

static bool goes_on(void *context)
{
    (void)context;
    return true;
}

static NetworkLedger g_ledger;
static const NetworkHost g_host = {goes_on, NULL, &g_ledger};

/** Opens the network of g_bytes in row 0; skips the test where there is no library of networks. */
static NetworkStatus open_network(uint64_t first, uint64_t later)
{
    NetworkView view;
    NetworkStatus status = NETWORK_DONE;

    assert_int_equal(loadable_read(g_bytes.bytes, g_bytes.size, &g_loadable), DLA_LOADABLE_OK);
    view = loadable_network(g_bytes.bytes, g_bytes.size, &g_loadable);
    (void)memset(&g_ledger, 0, sizeof(g_ledger));
    g_ledger.room = say_room;
    g_looks = 0U;
    g_rooms[0] = first;
    g_rooms[1] = later;
    view.host = &g_host;
    status = network_open(0U, &view);
    if (status == NETWORK_NO_LIBRARY) {
        skip();
    }
    return status;
}

/* ---------------------------------------------------------------- memory */

/**
 * A network that takes more than there is is refused before it takes anything, and one for which
 * others leave too little meanwhile is refused then; each time with what it wanted and what there
 * was.
 * @verifies RF-DLA-370
 */
static void what_the_system_has_not_is_refused(void **state)
{
    (void)state;
    /* An input and four layers of 4 MiB each. */
    plan_chain(4U, SIDE);
    assert_int_equal(open_network((20U * MIB) - 1U, 0U), NETWORK_NO_ROOM);
    assert_int_equal(g_looks, 1U);
    assert_int_equal(g_ledger.asked, 20U * MIB);
    assert_int_equal(g_ledger.allowed, (20U * MIB) - 1U);
    assert_int_equal(g_ledger.taken, 0U);
    assert_int_equal(open_network(20U * MIB, MIB), NETWORK_NO_ROOM);
    assert_true(g_ledger.asked > g_ledger.allowed);
    assert_int_equal(g_ledger.allowed, g_ledger.taken + MIB);
    assert_int_equal(open_network(64U * MIB, 64U * MIB), NETWORK_DONE);
    assert_in_range(g_ledger.taken, 20U * MIB, 32U * MIB);
    /* The tensors of the rehearsal are 8 MiB. */
    g_rooms[1] = MIB;
    g_ledger.spare = 0U;
    assert_int_equal(network_rehearse(0U, &g_host), NETWORK_NO_ROOM);
    assert_int_equal(g_ledger.allowed, g_ledger.taken + MIB);
    network_close(0U);
}

/** Pages of this process that are there. */
static uint64_t pages_there(void)
{
    FILE *const file = fopen("/proc/self/statm", "r");
    unsigned long size = 0U;
    unsigned long resident = 0U;

    assert_non_null(file);
    assert_int_equal(fscanf(file, "%lu %lu", &size, &resident), 2);
    (void)fclose(file);
    return resident;
}

/**
 * What a network takes between its layers is there when it is open.
 * @verifies RF-DLA-371
 */
static void what_is_taken_is_there_at_once(void **state)
{
    uint64_t before = 0U;

    (void)state;
    plan_chain(16U, SIDE);
    assert_int_equal(open_network(UINT64_MAX, UINT64_MAX), NETWORK_DONE);
    network_close(0U);
    (void)malloc_trim(0U);
    before = pages_there();
    assert_int_equal(open_network(UINT64_MAX, UINT64_MAX), NETWORK_DONE);
    if (OWN_MEMORY == 1) {
        assert_true((pages_there() - before) >=
                    ((16U * 4U * MIB) / (uint64_t)sysconf(_SC_PAGESIZE)));
    }
    network_close(0U);
}

/** In a child: limits what it may take, and loads a network of 3 GiB. Gives what was wrong. */
static int load_with_limit(__rlimit_resource_t resource)
{
    cudlaDevHandle device = NULL;
    cudlaModule module = NULL;
    cudlaStatus status = cudlaSuccess;
    RingfenceFault fault;
    struct rlimit limit;
    int wrong = 0;

    if (cudlaCreateDevice(0U, &device, CUDLA_STANDALONE) != cudlaSuccess) {
        wrong = 1;
    }
    /* The library of networks is loaded besides. */
    plan_chain(1U, 1U);
    status = cudlaModuleLoadFromMemory(device, g_bytes.bytes, g_bytes.size, &module, 0U);
    if ((status == cudlaErrorUmd) && (RingfenceGetLastFault(&fault) == NvSciError_Success) &&
        (fault.kind == RINGFENCE_FAULT_NO_NETWORKS)) {
        wrong = SKIPPED;
    } else if (status != cudlaSuccess) {
        wrong = 2;
    }
    limit.rlim_cur = 2048UL * MIB;
    limit.rlim_max = limit.rlim_cur;
    if ((wrong == 0) && (setrlimit(resource, &limit) != 0)) {
        wrong = SKIPPED;
    }
    if (wrong == 0) {
        plan_chain(2U, SIDE * 256U);
        status = cudlaModuleLoadFromMemory(device, g_bytes.bytes, g_bytes.size, &module, 0U);
        wrong = (status == cudlaErrorOutOfResources) ? 0 : 3;
    }
    if (wrong == 0) {
        (void)RingfenceGetLastFault(&fault);
        if ((fault.kind != RINGFENCE_FAULT_LIMIT) ||
            (strcmp(fault.limit, "memory of the system") != 0) ||
            (strcmp(fault.function, "cudlaModuleLoadFromMemory") != 0)) {
            wrong = 4;
        } else if ((fault.asked != (3072UL * MIB)) || (fault.allowed >= (2048UL * MIB))) {
            wrong = 5;
        } else {
            wrong = 0;
        }
    }
    return wrong;
}

/**
 * Limits of the process are limits of what a network may take, and the fault says bytes.
 * @verifies RF-DLA-370
 */
static void limits_of_the_process_are_told(void **state)
{
    static const __rlimit_resource_t resources[] = {RLIMIT_AS, RLIMIT_DATA};

    (void)state;
    if (OWN_MEMORY == 0) {
        skip();
    }
    for (size_t i = 0U; i < (sizeof(resources) / sizeof(resources[0])); i++) {
        const pid_t child = fork();
        int status = 0;

        if (child == 0) {
            _exit(load_with_limit(resources[i]));
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        if (WEXITSTATUS(status) == SKIPPED) {
            skip();
        }
        assert_int_equal(WEXITSTATUS(status), 0);
    }
}

/* ---------------------------------------------------------------- time */

/**
 * A layer of more operations than a layer may have is refused, with both numbers.
 * @verifies RF-DLA-372
 */
static void a_layer_that_takes_too_long_is_refused(void **state)
{
    const uint64_t made = (SIDE + 1U) - 512U;
    const uint64_t asked = made * made * 512U * 512U;
    Bench bench = bench_open();
    cudlaModule module = NULL;
    RingfenceFault fault;

    (void)state;
    plan_pool(512U);
    assert_int_equal(open_network(UINT64_MAX, UINT64_MAX), NETWORK_TOO_LONG);
    assert_int_equal(g_ledger.asked, asked);
    assert_in_range(g_ledger.allowed, NETWORK_OPERATIONS / NETWORK_SLOW, NETWORK_OPERATIONS);
    assert_int_equal(cudlaModuleLoadFromMemory(bench.device, g_bytes.bytes, g_bytes.size, &module,
                                               CUDLA_MODULE_DEFAULT),
                     cudlaErrorOutOfResources);
    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_LIMIT);
    assert_string_equal(fault.limit, "operations of a layer of a network");
    assert_int_equal(fault.asked, asked);
    assert_int_equal(fault.allowed, g_ledger.allowed);
    plan_pool(3U);
    assert_int_equal(open_network(UINT64_MAX, UINT64_MAX), NETWORK_DONE);
    network_close(0U);
    bench_close(&bench);
}

static cudlaDevHandle g_device;

static void *load_module(void *context)
{
    cudlaModule module = NULL;

    *(cudlaStatus *)context =
        cudlaModuleLoadFromMemory(g_device, g_bytes.bytes, g_bytes.size, &module, 0U);
    return NULL;
}

/**
 * The end of a device ends a load that is under way, and the load says so.
 * @verifies RF-DLA-373
 */
static void a_load_ends_with_its_device(void **state)
{
    cudlaStatus loaded = cudlaSuccess;
    pthread_t thread;

    (void)state;
    plan_chain(1U, 1U);
    assert_int_not_equal(open_network(UINT64_MAX, UINT64_MAX), NETWORK_NO_LIBRARY);
    network_close(0U);
    g_device = make_device();
    assert_int_equal(cudlaSetTaskTimeoutInMs(g_device, 400000U), cudlaSuccess);
    port_store32(&g_stays, 1U);
    assert_int_equal(pthread_create(&thread, NULL, load_module, &loaded), 0);
    while (port_load32(&g_stays) != 2U) {
        (void)usleep(1000U);
    }
    assert_int_equal(cudlaDestroyDevice(g_device), cudlaSuccess);
    assert_int_equal(pthread_join(thread, NULL), 0);
    port_store32(&g_stays, 0U);
    assert_int_equal(loaded, cudlaErrorInvalidDevice);
}

/**
 * A destroy that the phase refuses is none: networks are loaded for the device afterwards.
 * @verifies RF-DLA-390
 */
static void a_destroy_that_is_refused_ends_no_load(void **state)
{
    cudlaModule module = NULL;

    (void)state;
    plan_chain(1U, 1U);
    assert_int_not_equal(open_network(UINT64_MAX, UINT64_MAX), NETWORK_NO_LIBRARY);
    network_close(0U);
    g_device = make_device();
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    assert_int_equal(cudlaDestroyDevice(g_device), cudlaErrorUnsupportedOperation);
    go_to_init();
    assert_int_equal(cudlaModuleLoadFromMemory(g_device, g_bytes.bytes, g_bytes.size, &module, 0U),
                     cudlaSuccess);
    assert_int_equal(cudlaDestroyDevice(g_device), cudlaSuccess);
}

/** Row of g_device. */
static DlaDevice *row_of_device(void)
{
    uint32_t row = 0U;

    assert_int_equal(dla_device_find(OP_DLA_SUBMIT_TASK, g_device, &row), cudlaSuccess);
    return &g_dla_devices[row];
}

/**
 * A time-out that another thread sets while a load is under way is that of its rehearsal.
 * @verifies RF-DLA-392
 */
static void a_load_has_the_time_that_was_set_last(void **state)
{
    cudlaStatus loaded = cudlaSuccess;
    DlaDevice *device = NULL;
    pthread_t thread;

    (void)state;
    plan_chain(1U, 1U);
    assert_int_not_equal(open_network(UINT64_MAX, UINT64_MAX), NETWORK_NO_LIBRARY);
    network_close(0U);
    g_device = make_device();
    device = row_of_device();
    port_store32(&g_stays, 1U);
    /* As cudlaSetTaskTimeoutInMs() does. */
    ringfence_port_mutex_lock(&device->lock);
    device->limit_us = 1U;
    assert_int_equal(pthread_create(&thread, NULL, load_module, &loaded), 0);
    while ((port_load32(&device->lock) != 2U) && (port_load32(&g_stays) != 2U)) {
        (void)usleep(1000U);
    }
    assert_int_not_equal(port_load32(&g_stays), 2U);
    device->limit_us = 400000000U;
    ringfence_port_mutex_unlock(&device->lock);
    while (port_load32(&g_stays) != 2U) {
        (void)usleep(1000U);
    }
    assert_int_equal(cudlaDestroyDevice(g_device), cudlaSuccess);
    assert_int_equal(pthread_join(thread, NULL), 0);
    port_store32(&g_stays, 0U);
    assert_int_equal(loaded, cudlaErrorInvalidDevice);
}

#define BUSY_LIMIT_MS 2000U

/** 1: the worker is busy. */
static PortAtomic32 g_is_busy;

/** Keeps the worker busy for longer than a load may take, from when the load waits for it. */
static WorkerEnd stay_busy(Worker *worker, WorkerJob *job)
{
    uint64_t until_us = 0U;

    (void)job;
    port_store32(&g_is_busy, 1U);
    while (port_load32(&worker->asked) == 0U) {
        (void)usleep(1000U);
    }
    until_us = ringfence_port_time_us() + (BUSY_LIMIT_MS * 1000U);
    while (ringfence_port_time_us() < until_us) {
        (void)usleep(1000U);
    }
    return WORKER_DONE;
}

/**
 * A load that waits for a layer of a task has its time nevertheless.
 * @verifies RF-DLA-393
 */
static void a_load_waits_for_a_busy_thread(void **state)
{
    static WorkerJob job;
    cudlaModule module = NULL;

    (void)state;
    plan_chain(1U, 1U);
    assert_int_not_equal(open_network(UINT64_MAX, UINT64_MAX), NETWORK_NO_LIBRARY);
    network_close(0U);
    g_device = make_device();
    assert_int_equal(cudlaSetTaskTimeoutInMs(g_device, BUSY_LIMIT_MS), cudlaSuccess);
    (void)memset(&job, 0, sizeof(job));
    job.run = stay_busy;
    job.limit_us = UINT64_MAX;
    assert_true(worker_submit(&row_of_device()->jobs.worker, &job));
    while (port_load32(&g_is_busy) == 0U) {
        (void)usleep(1000U);
    }
    assert_int_equal(cudlaModuleLoadFromMemory(g_device, g_bytes.bytes, g_bytes.size, &module, 0U),
                     cudlaSuccess);
    assert_int_equal(cudlaDestroyDevice(g_device), cudlaSuccess);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        /* First: a process of one thread is forked. */
        cmocka_unit_test(limits_of_the_process_are_told),
        cmocka_unit_test(what_the_system_has_not_is_refused),
        cmocka_unit_test(what_is_taken_is_there_at_once),
        sync_test(a_layer_that_takes_too_long_is_refused),
        sync_test(a_load_ends_with_its_device),
        sync_test(a_destroy_that_is_refused_ends_no_load),
        sync_test(a_load_has_the_time_that_was_set_last),
        sync_test(a_load_waits_for_a_busy_thread),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
