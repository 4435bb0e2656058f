/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file worker_fault_test.c
 * A worker where the system refuses: a thread that does not start, and sleeps that do not begin.
 */
#define _GNU_SOURCE

#include "sync_inside.h"

#include <errno.h>

#include "fault.h"
#include "port/wait.h"
#include "worker/worker.h"

/** An object that an engine of the CPU signals. */
static const Traits g_traits = {.engine_signals = true, .engines = true};

static Worker g_worker;
static WorkerEnd g_end;

static void note_end(Worker *worker, WorkerJob *job, WorkerEnd end)
{
    (void)worker;
    (void)job;
    g_end = end;
}

/** Waits until a second job was handed in, and makes the next sleep fail: that of its wait. */
static WorkerEnd arm(Worker *worker, WorkerJob *job)
{
    (void)job;
    while (port_load64(&worker->submitted) < 2U) {
        ringfence_port_yield();
    }
    fault_arm(1U, EIO);
    return WORKER_DONE;
}

static void wait_until_idle(void)
{
    while (!worker_is_idle(&g_worker)) {
        ringfence_port_yield();
    }
}

/**
 * Where there can be no thread, a worker does not start, its end is no wait, and it starts when
 * there can be one again.
 * @verifies RF-WORKER-001
 */
static void a_worker_without_a_thread_does_not_start(void **state)
{
    (void)state;
    (void)memset(&g_worker, 0, sizeof(g_worker));
    fault_arm_system(1U, EAGAIN);
    assert_false(worker_start(&g_worker, "test"));
    assert_true(fault_disarm());
    assert_string_equal(fault_name(), "pthread_create");
    assert_false(ringfence_port_task_is_here(&g_worker.task));
    worker_stop(&g_worker);
    assert_true(worker_start(&g_worker, "test"));
    worker_stop(&g_worker);
}

/**
 * A job whose wait the system does not let begin is not run; the worker goes on.
 * @verifies RF-WORKER-007
 */
static void a_wait_that_cannot_begin_ends_the_job(void **state)
{
    Scene scene = scene_open(g_traits);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    WorkerPoint wait = {scene.object, 0U};
    WorkerJob before = {.run = arm, .limit_us = UINT64_MAX};
    WorkerJob job = {.waits = {&wait, 1U}, .over = note_end, .limit_us = 1000000U};

    (void)state;
    (void)memset(&g_worker, 0, sizeof(g_worker));
    assert_status(RingfenceEngineFenceGenerate(scene.object, &fence, &wait.point),
                  NvSciError_Success);
    assert_true(worker_start(&g_worker, "test"));
    assert_true(worker_submit(&g_worker, &before));
    assert_true(worker_submit(&g_worker, &job));
    wait_until_idle();
    assert_true(fault_disarm());
    assert_int_equal(g_end, WORKER_NOT_STARTED);
    assert_status(RingfenceEngineSyncSignal(scene.object, wait.point), NvSciError_Success);
    assert_true(worker_submit(&g_worker, &job));
    wait_until_idle();
    assert_int_equal(g_end, WORKER_DONE);
    worker_stop(&g_worker);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        sync_test(a_worker_without_a_thread_does_not_start),
        sync_test(a_wait_that_cannot_begin_ends_the_job),
    };

    return cmocka_run_group_tests_name("worker/worker_fault", tests, NULL, NULL);
}
