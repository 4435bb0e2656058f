/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file queue_test.c
 * Places of an engine's jobs, and the numbers of the jobs.
 */
#define _GNU_SOURCE

#include "sync_inside.h"

#include "port/wait.h"
#include "worker/queue.h"

#define PLACES 4U

typedef struct {
    WorkerJob job;
    uint64_t sequence;
} Place;

static WorkerQueue g_queue;
static Place g_places[PLACES];
/** 1: jobs end. */
static PortAtomic32 g_may_end;

static WorkerEnd run(Worker *worker, WorkerJob *job)
{
    (void)job;
    while ((port_load32(&g_may_end) == 0U) && worker_goes_on(worker)) {
        worker_pause(worker, 1000U);
    }
    return WORKER_DONE;
}

static void over(Worker *worker, WorkerJob *job, WorkerEnd end)
{
    const Place *const place = job->context;

    (void)worker;
    (void)end;
    worker_queue_leave(&g_queue, place->sequence);
}

/** Hands in a job that lasts until g_may_end. */
static void put(void)
{
    const uint64_t sequence = worker_queue_last(&g_queue) + 1U;
    Place *const place = &g_places[worker_queue_place(sequence, PLACES)];

    (void)memset(place, 0, sizeof(*place));
    place->sequence = sequence;
    place->job.run = &run;
    place->job.over = &over;
    place->job.context = place;
    place->job.limit_us = UINT64_MAX;
    worker_queue_put(&g_queue, &place->job);
}

static void open_queue(void)
{
    (void)memset(&g_queue, 0, sizeof(g_queue));
    port_store32(&g_may_end, 0U);
    assert_true(worker_queue_start(&g_queue, "test"));
}

static void wait_until_done(uint64_t sequence)
{
    while (!worker_queue_has_done(&g_queue, sequence)) {
        ringfence_port_yield();
    }
}

/**
 * Jobs take the places one after the other, and leave them when they are over.
 * @verifies RF-DLA-050
 * @verifies RF-DLA-055
 * @verifies RF-MEDIA-050
 * @verifies RF-MEDIA-052
 */
static void places_are_free_when_jobs_are_over(void **state)
{
    (void)state;
    open_queue();
    assert_true(worker_queue_has_room(&g_queue, PLACES, PLACES));
    assert_false(worker_queue_has_room(&g_queue, PLACES + 1U, PLACES));
    for (uint32_t i = 0U; i < PLACES; i++) {
        assert_int_equal(worker_queue_place(worker_queue_last(&g_queue) + 1U, PLACES), i);
        put();
        assert_int_equal(worker_queue_has_room(&g_queue, 1U, PLACES), i < (PLACES - 1U));
    }
    assert_int_equal(worker_queue_last(&g_queue), PLACES);
    assert_false(worker_queue_has_left(&g_queue, 1U));
    assert_false(worker_queue_has_done(&g_queue, 1U));
    port_store32(&g_may_end, 1U);
    wait_until_done(PLACES);
    assert_true(worker_queue_has_left(&g_queue, PLACES));
    assert_true(worker_queue_has_room(&g_queue, PLACES, PLACES));
    assert_int_equal(worker_queue_place(worker_queue_last(&g_queue) + 1U, PLACES), 0);
    worker_stop(&g_queue.worker);
}

/**
 * The next worker of a row counts on: jobs of the one before it are over, its own are not.
 * @verifies RF-DLA-042
 * @verifies RF-MEDIA-036
 */
static void numbers_go_on_with_the_next_worker(void **state)
{
    (void)state;
    open_queue();
    put();
    put();
    worker_stop(&g_queue.worker);
    assert_true(worker_queue_has_left(&g_queue, 2U));
    assert_true(worker_queue_start(&g_queue, "test"));
    assert_int_equal(worker_queue_last(&g_queue), 2);
    assert_true(worker_queue_has_done(&g_queue, 2U));
    put();
    assert_int_equal(worker_queue_last(&g_queue), 3);
    assert_false(worker_queue_has_done(&g_queue, 3U));
    assert_true(worker_queue_has_done(&g_queue, 2U));
    port_store32(&g_may_end, 1U);
    wait_until_done(3U);
    worker_stop(&g_queue.worker);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        sync_test(places_are_free_when_jobs_are_over),
        sync_test(numbers_go_on_with_the_next_worker),
    };

    return cmocka_run_group_tests_name("worker/queue", tests, NULL, NULL);
}
