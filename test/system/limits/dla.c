/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file dla.c
 * How the capacities of cuDLA are used up.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dla/dla_fixture.h"
#include "engines.h"
#include "loadable_bytes.h"
#include "ringfence_cfg.h"

/** A device that there is not: programs ask for the number. */
static void engines(void)
{
    cudlaDevHandle device = NULL;

    limit_is_named(cudlaCreateDevice(RINGFENCE_CFG_DLA_ENGINES, &device, CUDLA_STANDALONE) !=
                   cudlaSuccess);
    limit_goes_on(cudlaCreateDevice(RINGFENCE_CFG_DLA_ENGINES - 1U, &device, CUDLA_STANDALONE) ==
                  cudlaSuccess);
    HOLDS(cudlaDestroyDevice(device) == cudlaSuccess);
}

static void handles(void)
{
    cudlaDevHandle devices[RINGFENCE_CFG_DLA_HANDLES];
    cudlaDevHandle more = NULL;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_DLA_HANDLES; i++) {
        devices[i] = make_device();
    }
    limit_is_named(cudlaCreateDevice(0U, &more, CUDLA_STANDALONE) != cudlaSuccess);
    HOLDS(cudlaDestroyDevice(devices[0]) == cudlaSuccess);
    limit_goes_on(cudlaCreateDevice(0U, &devices[0], CUDLA_STANDALONE) == cudlaSuccess);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_DLA_HANDLES; i++) {
        HOLDS(cudlaDestroyDevice(devices[i]) == cudlaSuccess);
    }
}

static void modules(void)
{
    const Plan plan = plan_copy();
    uint8_t bytes[PLAN_BYTES];
    const size_t size = plan_write(&plan, bytes);
    cudlaModule loaded[RINGFENCE_CFG_DLA_MODULES];
    cudlaModule more = NULL;
    Bench bench = bench_open();

    for (uint32_t i = 0U; i < RINGFENCE_CFG_DLA_MODULES; i++) {
        loaded[i] = load(&bench, &plan);
    }
    limit_is_named(cudlaModuleLoadFromMemory(bench.device, bytes, size, &more, 0U) != cudlaSuccess);
    HOLDS(cudlaModuleUnload(loaded[0], 0U) == cudlaSuccess);
    limit_goes_on(cudlaModuleLoadFromMemory(bench.device, bytes, size, &more, 0U) == cudlaSuccess);
    bench_close(&bench);
}

/** Loads a loadable that has no room, of so many tensors and steps. */
static cudlaStatus load_many(const Bench *bench, uint32_t tensors, uint32_t steps)
{
    static LbPlan plan;
    static LbBytes bytes;
    cudlaModule module = NULL;

    (void)memset(&plan, 0, sizeof(plan));
    plan.inputs = tensors - 1U;
    plan.outputs = 1U;
    plan.step_count = steps;
    for (uint32_t i = 0U; i < tensors; i++) {
        plan.tensors[i] = lb_raw("t", 64U);
    }
    lb_write(&plan, &bytes);
    return cudlaModuleLoadFromMemory(bench->device, bytes.bytes, bytes.size, &module, 0U);
}

static void tensors(void)
{
    Plan plan = plan_copy();
    Bench bench = bench_open();

    plan.inputs = RINGFENCE_CFG_DLA_TENSORS - 1U;
    limit_is_named(load_many(&bench, RINGFENCE_CFG_DLA_TENSORS + 1U, 1U) != cudlaSuccess);
    limit_goes_on(load(&bench, &plan) != NULL);
    bench_close(&bench);
}

static void steps(void)
{
    Plan plan = plan_copy();
    Bench bench = bench_open();

    for (uint32_t i = 1U; i < RINGFENCE_CFG_DLA_STEPS; i++) {
        plan.steps[i] = plan.steps[0];
    }
    plan.step_count = RINGFENCE_CFG_DLA_STEPS;
    limit_is_named(load_many(&bench, 2U, RINGFENCE_CFG_DLA_STEPS + 1U) != cudlaSuccess);
    limit_goes_on(load(&bench, &plan) != NULL);
    bench_close(&bench);
}

static void registrations(void)
{
    NvSciBufObj objects[RINGFENCE_CFG_DLA_REGISTRATIONS + 1U];
    uint64_t *cookies[RINGFENCE_CFG_DLA_REGISTRATIONS + 1U] = {NULL};
    Bench bench = bench_open();

    for (uint32_t i = 0U; i < COUNT_OF(objects); i++) {
        const bool is_last = (i == RINGFENCE_CFG_DLA_REGISTRATIONS);
        cudlaStatus status = cudlaSuccess;

        objects[i] = buf_raw_object(TENSOR_BYTES);
        status = try_import_buffer(bench.device, objects[i], TENSOR_BYTES, 0U, &cookies[i]);
        if (is_last) {
            limit_is_named(status != cudlaSuccess);
        } else {
            HOLDS(status == cudlaSuccess);
        }
    }
    HOLDS(cudlaMemUnregister(bench.device, cookies[0]) == cudlaSuccess);
    limit_goes_on(try_import_buffer(bench.device, objects[0], TENSOR_BYTES, 0U, &cookies[0]) ==
                  cudlaSuccess);
    bench_close(&bench);
}

/** Tasks that wait for a fence; once it is signalled there is room again. */
static void tasks(void)
{
    const Plan plan = plan_fill(1U, (DlaStep){.operation = DLA_FILL, .number = 2U});
    Bench bench = bench_open();
    Memory output = make_memory(&bench, TENSOR_BYTES, 0U);
    const NvSciSyncObj begin = begin_object(&bench);
    const NvSciSyncObj end = end_object(&bench, (Wants){false, false, false});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence done = NvSciSyncFenceInitializer;
    cudlaModule module = load(&bench, &plan);
    uint64_t *const cookie = import_sync(&bench, end);
    Job job;
    Job signal;

    (void)import_sync(&bench, begin);
    MUST(NvSciSyncObjGenerateFence(begin, &fence));
    job_begin(&job, module);
    job_output(&job, &output);
    job_wait(&job, &fence);
    job_begin(&signal, module);
    job_output(&signal, &output);
    job_signal(&signal, cookie, &done, CUDLA_NVSCISYNC_FENCE);
    HOLDS(submit(&bench, &signal) == cudlaSuccess);
    await(&bench, &done);
    for (uint32_t i = 0U; i < (RINGFENCE_CFG_DLA_TASKS - 1U); i++) {
        HOLDS(submit(&bench, &job) == cudlaSuccess);
    }
    HOLDS(submit(&bench, &signal) == cudlaSuccess);
    limit_is_named(submit(&bench, &job) != cudlaSuccess);
    MUST(NvSciSyncObjSignal(begin));
    await(&bench, &done);
    limit_goes_on(submit(&bench, &signal) == cudlaSuccess);
    await(&bench, &done);
    bench_close(&bench);
}

static void events(void)
{
    const Plan plan = plan_fill(1U, (DlaStep){.operation = DLA_FILL, .number = 2U});
    Bench bench = bench_open();
    Memory output = make_memory(&bench, TENSOR_BYTES, 0U);
    Job job;

    job_begin(&job, load(&bench, &plan));
    job_output(&job, &output);
    job.wait_events.numEvents = RINGFENCE_CFG_DLA_EVENTS + 1U;
    limit_is_named(submit(&bench, &job) != cudlaSuccess);
    job.wait_events.numEvents = 0U;
    job.signal_events.numEvents = RINGFENCE_CFG_DLA_EVENTS + 1U;
    limit_is_named(submit(&bench, &job) != cudlaSuccess);
    job.signal_events.numEvents = 0U;
    limit_goes_on(submit(&bench, &job) == cudlaSuccess);
    bench_close(&bench);
}

LimitRows limit_rows_dla(void)
{
    static const LimitRow rows[] = {
        USED(DLA_ENGINES, engines), USED(DLA_HANDLES, handles),
        USED(DLA_MODULES, modules), USED(DLA_TENSORS, tensors),
        USED(DLA_STEPS, steps),     USED(DLA_REGISTRATIONS, registrations),
        USED(DLA_TASKS, tasks),     USED(DLA_EVENTS, events),
    };

    return (LimitRows){rows, COUNT_OF(rows)};
}
