/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file limits_test.c
 * What cuDLA refuses because a capacity is used up names the macro.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dla_fixture.h"
#include "loadable_bytes.h"
#include "ringfence_cfg.h"

/** The last fault is that of a limit. */
static void assert_limit(const char *macro, const char *function, uint64_t allowed)
{
    RingfenceFault fault;

    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_LIMIT);
    assert_string_equal(fault.limit, macro);
    assert_string_equal(fault.function, function);
    assert_int_equal(fault.allowed, allowed);
    assert_int_equal(fault.asked, allowed + 1U);
}

/**
 * A handle more than there are.
 * @verifies RF-CORE-341
 */
static void handles_are_named(void **state)
{
    cudlaDevHandle devices[RINGFENCE_CFG_DLA_HANDLES];
    cudlaDevHandle more = NULL;

    (void)state;
    for (uint32_t i = 0U; i < RINGFENCE_CFG_DLA_HANDLES; i++) {
        devices[i] = make_device();
    }
    assert_int_equal(cudlaCreateDevice(0U, &more, CUDLA_STANDALONE), cudlaErrorOutOfResources);
    assert_limit("RINGFENCE_CFG_DLA_HANDLES", "cudlaCreateDevice", RINGFENCE_CFG_DLA_HANDLES);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_DLA_HANDLES; i++) {
        assert_int_equal(cudlaDestroyDevice(devices[i]), cudlaSuccess);
    }
}

/**
 * A module more than there are.
 * @verifies RF-CORE-341
 */
static void modules_are_named(void **state)
{
    const Plan plan = plan_copy();
    uint8_t bytes[PLAN_BYTES];
    const size_t size = plan_write(&plan, bytes);
    cudlaModule more = NULL;
    Bench bench = bench_open();

    (void)state;
    for (uint32_t i = 0U; i < RINGFENCE_CFG_DLA_MODULES; i++) {
        (void)load(&bench, &plan);
    }
    assert_int_equal(cudlaModuleLoadFromMemory(bench.device, bytes, size, &more, 0U),
                     cudlaErrorOutOfResources);
    assert_limit("RINGFENCE_CFG_DLA_MODULES", "cudlaModuleLoadFromMemory",
                 RINGFENCE_CFG_DLA_MODULES);
    bench_close(&bench);
}

/** Loads a loadable of so many tensors and steps. */
static void load_many(const Bench *bench, uint32_t tensors, uint32_t steps)
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
    assert_int_equal(cudlaModuleLoadFromMemory(bench->device, bytes.bytes, bytes.size, &module, 0U),
                     cudlaErrorOutOfResources);
}

/**
 * A loadable of a tensor or a step more than the configuration allows.
 * @verifies RF-CORE-341
 */
static void sizes_of_loadables_are_named(void **state)
{
    Bench bench = bench_open();

    (void)state;
    load_many(&bench, RINGFENCE_CFG_DLA_TENSORS + 1U, 1U);
    assert_limit("RINGFENCE_CFG_DLA_TENSORS", "cudlaModuleLoadFromMemory",
                 RINGFENCE_CFG_DLA_TENSORS);
    load_many(&bench, 2U, RINGFENCE_CFG_DLA_STEPS + 1U);
    assert_limit("RINGFENCE_CFG_DLA_STEPS", "cudlaModuleLoadFromMemory", RINGFENCE_CFG_DLA_STEPS);
    bench_close(&bench);
}

/**
 * A registration more than there are, by several handles.
 * @verifies RF-CORE-341
 */
static void registrations_are_named(void **state)
{
    static cudlaDevHandle devices[2];
    NvSciBufObj objects[(RINGFENCE_CFG_DLA_REGISTRATIONS / 2U) + 1U];
    cudlaStatus status = cudlaSuccess;
    Bench bench = bench_open();

    (void)state;
    devices[0] = bench.device;
    devices[1] = make_device();
    for (uint32_t i = 0U; i < COUNT_OF(objects); i++) {
        objects[i] = buf_raw_object(TENSOR_BYTES);
        for (uint32_t d = 0U; (d < 2U) && (status == cudlaSuccess); d++) {
            uint64_t *cookie = NULL;

            status = try_import_buffer(devices[d], objects[i], TENSOR_BYTES, 0U, &cookie);
        }
    }
    assert_int_equal(status, cudlaErrorOutOfResources);
    assert_limit("RINGFENCE_CFG_DLA_REGISTRATIONS", "cudlaImportExternalMemory",
                 RINGFENCE_CFG_DLA_REGISTRATIONS);
    assert_int_equal(cudlaDestroyDevice(devices[1]), cudlaSuccess);
    for (uint32_t i = 0U; i < COUNT_OF(objects); i++) {
        NvSciBufObjFree(objects[i]);
    }
    bench_close(&bench);
}

/**
 * A task, and an event of a task, more than a handle has.
 * @verifies RF-CORE-341
 */
static void tasks_and_events_are_named(void **state)
{
    static cudlaTask tasks[RINGFENCE_CFG_DLA_TASKS + 1U];
    const Plan plan = plan_fill(1U, (DlaStep){.operation = DLA_FILL, .number = 2U});
    Bench bench = bench_open();
    Memory output = make_memory(&bench, TENSOR_BYTES, 0U);
    Job job;

    (void)state;
    job_begin(&job, load(&bench, &plan));
    job_output(&job, &output);
    for (uint32_t i = 0U; i < COUNT_OF(tasks); i++) {
        tasks[i] = job.task;
    }
    assert_int_equal(cudlaSubmitTask(bench.device, tasks, COUNT_OF(tasks), NULL, 0U),
                     cudlaErrorOutOfResources);
    assert_limit("RINGFENCE_CFG_DLA_TASKS", "cudlaSubmitTask", RINGFENCE_CFG_DLA_TASKS);
    job.wait_events.numEvents = RINGFENCE_CFG_DLA_EVENTS + 1U;
    assert_int_equal(submit(&bench, &job), cudlaErrorOutOfResources);
    assert_limit("RINGFENCE_CFG_DLA_EVENTS", "cudlaSubmitTask", RINGFENCE_CFG_DLA_EVENTS);
    job.wait_events.numEvents = 0U;
    job.signal_events.numEvents = RINGFENCE_CFG_DLA_EVENTS + 1U;
    assert_int_equal(submit(&bench, &job), cudlaErrorOutOfResources);
    assert_limit("RINGFENCE_CFG_DLA_EVENTS", "cudlaSubmitTask", RINGFENCE_CFG_DLA_EVENTS);
    free_memory(&output);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        sync_test(handles_are_named),
        sync_test(modules_are_named),
        sync_test(sizes_of_loadables_are_named),
        sync_test(registrations_are_named),
        sync_test(tasks_and_events_are_named),
    };

    return cmocka_run_group_tests_name("dla/limits", tests, NULL, NULL);
}
