/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include <pthread.h>
#include <unistd.h>

#include "leftovers.h"
#include "port/descriptor.h"
#include "port/event.h"
#include "port/status.h"
#include "port/task.h"
#include "port/wait.h"
#include "ringfence_cfg.h"

#define SHORT_US 20000
#define THREADS  8U

/**
 * An event is not ready at first, ready after any number of sets, and not ready when it was
 * cleared; hushing it again does not block.
 * @verifies RF-PORT-040 RF-PORT-041 RF-PORT-042 RF-PORT-043
 */
static void event_is_ready_until_it_is_cleared(void **state)
{
    PortWatch watch = {-1, true};

    (void)state;
    assert_int_equal(ringfence_port_event_make(&watch.descriptor), PORT_OK);
    for (uint32_t rings = 1U; rings < 4U; rings++) {
        assert_int_equal(port_watch(&watch, 1U, 0), PORT_TIMED_OUT);
        assert_false(watch.ready);
        for (uint32_t i = 0U; i < rings; i++) {
            ringfence_port_event_set(watch.descriptor);
        }
        for (uint32_t i = 0U; i < 2U; i++) {
            assert_int_equal(port_watch(&watch, 1U, -1), PORT_OK);
            assert_true(watch.ready);
        }
        ringfence_port_event_clear(watch.descriptor);
        ringfence_port_event_clear(watch.descriptor);
    }
    ringfence_port_descriptor_close(watch.descriptor);
}

/**
 * A wait marks what is ready and nothing else, for any set; it takes as many descriptors as there
 * can be.
 * @verifies RF-PORT-042
 */
static void wait_marks_what_is_ready(void **state)
{
    static PortWatch many[RINGFENCE_CFG_EVENT_NOTIFIERS + 2U];
    PortWatch watches[3];

    (void)state;
    for (uint32_t i = 0U; i < 3U; i++) {
        assert_int_equal(ringfence_port_event_make(&watches[i].descriptor), PORT_OK);
    }
    for (uint32_t set = 0U; set < 8U; set++) {
        for (uint32_t i = 0U; i < 3U; i++) {
            watches[i].ready = true;
            if ((set & (1U << i)) != 0U) {
                ringfence_port_event_set(watches[i].descriptor);
            }
        }
        assert_int_equal(port_watch(watches, 3U, 0), (set == 0U) ? PORT_TIMED_OUT : PORT_OK);
        for (uint32_t i = 0U; i < 3U; i++) {
            assert_int_equal(watches[i].ready, (set & (1U << i)) != 0U);
            ringfence_port_event_clear(watches[i].descriptor);
        }
    }
    for (uint32_t i = 0U; i < (RINGFENCE_CFG_EVENT_NOTIFIERS + 2U); i++) {
        many[i].descriptor = watches[i % 3U].descriptor;
    }
    ringfence_port_event_set(watches[0].descriptor);
    assert_int_equal(port_watch(many, RINGFENCE_CFG_EVENT_NOTIFIERS + 1U, -1), PORT_OK);
    for (uint32_t i = 0U; i < (RINGFENCE_CFG_EVENT_NOTIFIERS + 1U); i++) {
        assert_int_equal(many[i].ready, (i % 3U) == 0U);
    }
    assert_int_equal(port_watch(many, RINGFENCE_CFG_EVENT_NOTIFIERS + 2U, -1), PORT_FAILED);
    for (uint32_t i = 0U; i < 3U; i++) {
        ringfence_port_descriptor_close(watches[i].descriptor);
    }
}

/**
 * A wait takes its time, and not less, or ends without cause after a second; a descriptor that is
 * not open is told.
 * @verifies RF-PORT-043 RF-PORT-351
 */
static void wait_tells_its_end(void **state)
{
    static const int64_t times[] = {0, 1, SHORT_US, 1000000};
    static const int64_t longer[] = {-1, INT64_MAX};
    PortWatch watch = {-1, false};

    (void)state;
    assert_int_equal(ringfence_port_event_make(&watch.descriptor), PORT_OK);
    for (uint32_t i = 0U; i < (sizeof(times) / sizeof(times[0])); i++) {
        const uint64_t begin = ringfence_port_time_us();

        assert_int_equal(port_watch(&watch, 1U, times[i]), PORT_TIMED_OUT);
        assert_true((ringfence_port_time_us() - begin) >= (uint64_t)times[i]);
    }
    for (uint32_t i = 0U; i < (sizeof(longer) / sizeof(longer[0])); i++) {
        const uint64_t begin = ringfence_port_time_us();

        assert_int_equal(port_watch(&watch, 1U, longer[i]), PORT_OK);
        assert_false(watch.ready);
        assert_true((ringfence_port_time_us() - begin) >= 1000000U);
    }
    ringfence_port_descriptor_close(watch.descriptor);
    assert_int_equal(port_watch(&watch, 1U, -1), PORT_FAILED);
    assert_false(watch.ready);
}

/** A thread that runs until all others do. */
typedef struct {
    pthread_barrier_t *all;
    uint64_t number;
    uint64_t again;
    pthread_t thread;
} Runner;

static void *run(void *cookie)
{
    Runner *const runner = cookie;

    runner->number = port_thread();
    (void)pthread_barrier_wait(runner->all);
    runner->again = port_thread();
    return NULL;
}

/**
 * Threads that run at the same time have different numbers, each the same at every call.
 * @verifies RF-PORT-044
 */
static void threads_have_numbers(void **state)
{
    pthread_barrier_t all;
    Runner runners[THREADS];

    (void)state;
    assert_int_equal(pthread_barrier_init(&all, NULL, THREADS), 0);
    for (uint32_t i = 0U; i < THREADS; i++) {
        runners[i].all = &all;
        assert_int_equal(pthread_create(&runners[i].thread, NULL, run, &runners[i]), 0);
    }
    for (uint32_t i = 0U; i < THREADS; i++) {
        assert_int_equal(pthread_join(runners[i].thread, NULL), 0);
    }
    for (uint32_t i = 0U; i < THREADS; i++) {
        assert_true(runners[i].number == runners[i].again);
        assert_true(runners[i].number != port_thread());
        for (uint32_t other = 0U; other < i; other++) {
            assert_true(runners[i].number != runners[other].number);
        }
    }
    assert_int_equal(pthread_barrier_destroy(&all), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(event_is_ready_until_it_is_cleared, nothing_is_left),
        cmocka_unit_test_teardown(wait_marks_what_is_ready, nothing_is_left),
        cmocka_unit_test_teardown(wait_tells_its_end, nothing_is_left),
        cmocka_unit_test_teardown(threads_have_numbers, nothing_is_left),
    };

    return cmocka_run_group_tests_name("port/posix/event", tests, NULL, NULL);
}
