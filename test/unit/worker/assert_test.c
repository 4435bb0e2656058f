/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file assert_test.c
 * Assertions of the worker: damaged state is reported to libringfence, with file and line.
 */
#include "sync_fixture.h"

#include "asserted.h"
#include "worker/home.h"
#include "worker/name.h"
#include "worker/queue.h"

static Worker g_worker;
static WorkerQueue g_queue;
static WorkerJob g_job;

static void remove_an_engine_that_is_not_there(void)
{
    WorkerEngines engines;

    (void)memset(&engines, 0, sizeof(engines));
    worker_engines_remove(&engines);
}

static void end_a_name_that_is_none(void)
{
    WorkerName name;

    (void)memset(&name, 0, sizeof(name));
    worker_name_end(&name);
}

static void name_a_row_that_has_a_name(void)
{
    WorkerName name;
    void *handle = NULL;

    (void)memset(&name, 0, sizeof(name));
    worker_name_give(WORKER_NAME_DLA_DEVICE, 0U, &name, &handle);
    worker_name_give(WORKER_NAME_DLA_DEVICE, 0U, &name, &handle);
}

static void have_more_jobs_over_than_there_were(void)
{
    (void)memset(&g_worker, 0, sizeof(g_worker));
    port_store64(&g_worker.over, 1U);
    assert_true(worker_submit(&g_worker, &g_job));
}

static void have_more_jobs_than_places(void)
{
    (void)memset(&g_queue, 0, sizeof(g_queue));
    port_store64(&g_queue.worker.submitted, 2U);
    assert_false(worker_queue_has_room(&g_queue, 1U, 1U));
}

static void leave_a_place_out_of_turn(void)
{
    (void)memset(&g_queue, 0, sizeof(g_queue));
    port_store64(&g_queue.worker.submitted, 2U);
    worker_queue_leave(&g_queue, 2U);
}

static void fail_a_point_of_no_object(void)
{
    const WorkerPoint point = {NULL, 1U};

    worker_point_fail(&point);
}

/**
 * Damage is noticed by the file that keeps the state.
 * @verifies RF-CORE-245
 */
static void damaged_state_is_noticed(void **state)
{
    static const Provocation provocations[] = {
        {"src/worker/home.c", &remove_an_engine_that_is_not_there},
        {"src/worker/name.c", &end_a_name_that_is_none},
        {"src/worker/name.c", &name_a_row_that_has_a_name},
        {"src/worker/worker.c", &have_more_jobs_over_than_there_were},
        {"src/worker/queue.c", &have_more_jobs_than_places},
        {"src/worker/queue.c", &leave_a_place_out_of_turn},
        {"src/worker/point.c", &fail_a_point_of_no_object},
    };

    (void)state;
    assert_provocations(provocations, COUNT_OF(provocations));
}

int main(void)
{
    const struct CMUnitTest tests[] = {sync_test(damaged_state_is_noticed)};

    return cmocka_run_group_tests_name("worker/assert", tests, NULL, NULL);
}
