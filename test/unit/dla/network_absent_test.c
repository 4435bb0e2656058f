/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file network_absent_test.c
 * Loadables with networks where the library of networks is not there, or is none of this release;
 * and what becomes of what it says.
 */
#define _GNU_SOURCE
#include <dlfcn.h>

#include "dla_fixture.h"
#include "network_bytes.h"

#define FLOAT_TYPE 1U

static NbPlan g_plan;
static NbBytes g_bytes;

/** What is found; NULL: nothing. */
static void *g_library;
/** What the library of the test says. */
static uint32_t g_version;
static NetworkStatus g_opened;
static NetworkStatus g_rehearsed;

void *__wrap_dlmopen(Lmid_t space, const char *name, int mode);

void *__wrap_dlmopen(Lmid_t space, const char *name, int mode)
{
    (void)space;
    (void)mode;
    assert_string_equal(name, "libringfence_dla_network.so.0");
    return g_library;
}

static uint32_t say_version(void)
{
    return g_version;
}

static NetworkStatus say_opened(uint32_t row, const NetworkView *view)
{
    assert_in_range(row, 0U, RINGFENCE_CFG_DLA_MODULES - 1U);
    assert_int_equal(network_layers(view), 1U);
    return g_opened;
}

static NetworkStatus say_done(uint32_t row, const NetworkTensors *tensors, const NetworkHost *host)
{
    (void)row;
    (void)tensors;
    (void)host;
    return NETWORK_DONE;
}

static NetworkStatus say_rehearsed(uint32_t row, const NetworkHost *host)
{
    (void)row;
    assert_true(host->goes_on(host->context));
    return g_rehearsed;
}

static void say_nothing(uint32_t row)
{
    (void)row;
}

void *__wrap_dlsym(void *library, const char *name);

void *__wrap_dlsym(void *library, const char *name)
{
    uint32_t (*const version)(void) = say_version;
    NetworkStatus (*const opened)(uint32_t row, const NetworkView *view) = say_opened;
    NetworkStatus (*const done)(uint32_t row, const NetworkTensors *tensors,
                                const NetworkHost *host) = say_done;
    NetworkStatus (*const rehearsed)(uint32_t row, const NetworkHost *host) = say_rehearsed;
    void (*const closed)(uint32_t row) = say_nothing;
    void *found = NULL;

    assert_true((library == RTLD_DEFAULT) || (library == g_library));
    if (strcmp(name, "ringfence_network_version") == 0) {
        (void)memcpy(&found, &version, sizeof(found));
    } else if (strcmp(name, "ringfence_network_open") == 0) {
        (void)memcpy(&found, &opened, sizeof(found));
    } else if (strcmp(name, "ringfence_network_run") == 0) {
        (void)memcpy(&found, &done, sizeof(found));
    } else if (strcmp(name, "ringfence_network_rehearse") == 0) {
        (void)memcpy(&found, &rehearsed, sizeof(found));
    } else if (strcmp(name, "ringfence_network_close") == 0) {
        (void)memcpy(&found, &closed, sizeof(found));
    }
    return found;
}

/** Loads a loadable with a network of one layer. */
static cudlaStatus load_network(const Bench *bench, cudlaModule *module)
{
    static const uint32_t dims[4] = {1U, 2U, 3U, 4U};
    static const uint32_t inputs[3] = {0U, UINT32_MAX, UINT32_MAX};

    (void)memset(&g_plan, 0, sizeof(g_plan));
    (void)nb_tensor(&g_plan, NB_INPUT, FLOAT_TYPE, dims);
    (void)nb_layer(&g_plan, NB_ELTWISE, nb_tensor(&g_plan, NB_OUTPUT, FLOAT_TYPE, dims), inputs);
    nb_write(&g_plan, &g_bytes);
    return cudlaModuleLoadFromMemory(bench->device, g_bytes.bytes, g_bytes.size, module,
                                     CUDLA_MODULE_DEFAULT);
}

/** Asserts that a network is refused with a status and a fault. */
static void assert_refused(const Bench *bench, cudlaStatus status, RingfenceFaultKind kind)
{
    cudlaModule module = NULL;
    RingfenceFault fault;

    assert_int_equal(load_network(bench, &module), status);
    assert_null(module);
    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, kind);
}

/**
 * Without the library, or with one of another release, a network is refused, and the fault says
 * what is missing; loadables without a network are loaded.
 * @verifies RF-DLA-227
 */
static void without_the_library_networks_are_refused(void **state)
{
    const Plan plan = plan_copy();
    Bench bench = bench_open();

    (void)state;
    g_library = NULL;
    assert_refused(&bench, cudlaErrorUmd, RINGFENCE_FAULT_NO_NETWORKS);
    g_library = &g_version;
    g_version = NETWORK_VERSION + 1U;
    assert_refused(&bench, cudlaErrorUmd, RINGFENCE_FAULT_NO_NETWORKS);
    assert_int_equal(cudlaModuleUnload(load(&bench, &plan), 0U), cudlaSuccess);
    bench_close(&bench);
}

/**
 * What oneDNN says of a network is told: a layer that it cannot compute, memory that there is not.
 * The row of a module that was refused is free.
 * @verifies RF-DLA-228
 */
static void what_onednn_refuses_is_told(void **state)
{
    const Plan plan = plan_copy();
    Bench bench = bench_open();
    cudlaModule module = NULL;

    (void)state;
    g_library = &g_version;
    g_version = NETWORK_VERSION;
    for (uint32_t i = 0U; i <= RINGFENCE_CFG_DLA_MODULES; i++) {
        g_opened = NETWORK_REFUSED;
        assert_refused(&bench, cudlaErrorUmd, RINGFENCE_FAULT_NO_LAYER);
        g_opened = NETWORK_NO_MEMORY;
        assert_int_equal(load_network(&bench, &module), cudlaErrorOutOfResources);
        assert_null(module);
        g_opened = NETWORK_DONE;
        g_rehearsed = NETWORK_REFUSED;
        assert_refused(&bench, cudlaErrorUmd, RINGFENCE_FAULT_NO_LAYER);
        g_rehearsed = NETWORK_NO_MEMORY;
        assert_int_equal(load_network(&bench, &module), cudlaErrorOutOfResources);
        assert_null(module);
    }
    g_rehearsed = NETWORK_DONE;
    assert_int_equal(load_network(&bench, &module), cudlaSuccess);
    assert_int_equal(cudlaModuleUnload(module, 0U), cudlaSuccess);
    assert_int_equal(cudlaModuleUnload(load(&bench, &plan), 0U), cudlaSuccess);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {sync_test(without_the_library_networks_are_refused),
                                       sync_test(what_onednn_refuses_is_told)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
