/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file phase_keep_test.c
 * Calls that keep the phase, and changes of the phase beside them.
 */
#define _GNU_SOURCE

#include "core/phase_keep.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "leftovers.h"
#include "ringfence.h"

#define CALLERS 3U
#define ROUNDS  300U

static atomic_uint g_mistakes;
static atomic_bool g_begun;
static atomic_bool g_done;

static RingfencePhase phase_behind(RingfencePhase phase)
{
    RingfencePhase next = RINGFENCE_PHASE_INIT;

    if (phase == RINGFENCE_PHASE_INIT) {
        next = RINGFENCE_PHASE_RUNTIME;
    } else if (phase == RINGFENCE_PHASE_RUNTIME) {
        next = RINGFENCE_PHASE_DEINIT;
    } else {
        /* The circle begins anew. */
    }
    return next;
}

static void nap(void)
{
    const struct timespec time = {.tv_sec = 0, .tv_nsec = 20000000};

    (void)nanosleep(&time, NULL);
}

/** Goes on to the next phase. */
static void *advances(void *unused)
{
    atomic_store(&g_begun, true);
    if (RingfenceAdvancePhase(phase_behind(RingfenceCurrentPhase())) != NvSciError_Success) {
        (void)atomic_fetch_add(&g_mistakes, 1U);
    }
    atomic_store(&g_done, true);
    return unused;
}

static void *calls(void *unused)
{
    const int32_t held = ringfence_phase_keep();

    ringfence_phase_let(held);
    return unused;
}

/** A thread asks for the next phase while this one has begun a call. */
static pthread_t change_begins(void)
{
    pthread_t thread;

    atomic_store(&g_begun, false);
    atomic_store(&g_done, false);
    assert_int_equal(pthread_create(&thread, NULL, advances, NULL), 0);
    while (!atomic_load(&g_begun)) {
        (void)sched_yield();
    }
    nap();
    return thread;
}

static void circle_ends(void)
{
    while (RingfenceCurrentPhase() != RINGFENCE_PHASE_INIT) {
        assert_int_equal(RingfenceAdvancePhase(phase_behind(RingfenceCurrentPhase())),
                         NvSciError_Success);
    }
}

/** The phase changes behind a call that was under way, also if it is within another.
 * @verifies RF-CORE-313 */
static void change_waits_for_calls(void **state)
{
    const int32_t outer = ringfence_phase_keep();
    const int32_t inner = ringfence_phase_keep();
    const pthread_t thread = change_begins();

    (void)state;
    assert_int_equal(RingfenceCurrentPhase(), RINGFENCE_PHASE_INIT);
    ringfence_phase_let(inner);
    nap();
    assert_false(atomic_load(&g_done));
    assert_int_equal(RingfenceCurrentPhase(), RINGFENCE_PHASE_INIT);
    ringfence_phase_let(outer);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(RingfenceCurrentPhase(), RINGFENCE_PHASE_RUNTIME);
    circle_ends();
}

/** Where no call is under way a change does not sleep: nobody would wake it.
 * @verifies RF-CORE-313 */
static void change_without_calls_does_not_sleep(void **state)
{
    (void)state;
    phase_change_waits();
    assert_int_equal(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    circle_ends();
}

/** What a call waits for may be another call: that begins while a change waits, and ends.
 * @verifies RF-CORE-314 */
static void calls_begin_while_a_change_waits(void **state)
{
    const int32_t held = ringfence_phase_keep();
    const pthread_t thread = change_begins();
    pthread_t other;

    (void)state;
    assert_int_equal(pthread_create(&other, NULL, calls, NULL), 0);
    assert_int_equal(pthread_join(other, NULL), 0);
    assert_false(atomic_load(&g_done));
    ringfence_phase_let(held);
    assert_int_equal(pthread_join(thread, NULL), 0);
    circle_ends();
}

/** Ends in its cancellation, behind the call. */
static void *is_cancelled(void *kept)
{
    int32_t held = 0;

    held = ringfence_phase_keep();
    (void)pthread_cancel(pthread_self());
    pthread_testcancel();
    *(bool *)kept = true;
    ringfence_phase_let(held);
    pthread_testcancel();
    return NULL;
}

/** A thread is not cancelled within a call: nobody would count it out.
 * @verifies RF-CORE-313 */
static void calls_are_not_cancelled(void **state)
{
    bool kept = false;
    void *end = NULL;
    pthread_t thread;

    (void)state;
    assert_int_equal(pthread_create(&thread, NULL, is_cancelled, &kept), 0);
    assert_int_equal(pthread_join(thread, &end), 0);
    assert_true(kept);
    assert_ptr_equal(end, PTHREAD_CANCELED);
    assert_int_equal(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    circle_ends();
}

/** Calls one after the other, until the phase has changed often enough. */
static void *call_on(void *unused)
{
    while (!atomic_load(&g_done)) {
        const int32_t held = ringfence_phase_keep();
        const RingfencePhase phase = RingfenceCurrentPhase();
        const int32_t inner = ringfence_phase_keep();

        (void)sched_yield();
        if (RingfenceCurrentPhase() != phase) {
            (void)atomic_fetch_add(&g_mistakes, 1U);
        }
        ringfence_phase_let(inner);
        ringfence_phase_let(held);
    }
    return unused;
}

/** Calls without a pause neither see a change nor keep it away.
 * @verifies RF-CORE-313 */
static void changes_come_between_calls(void **state)
{
    pthread_t threads[CALLERS];

    (void)state;
    atomic_store(&g_done, false);
    for (uint32_t i = 0U; i < CALLERS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, call_on, NULL), 0);
    }
    for (uint32_t i = 0U; i < ROUNDS; i++) {
        assert_int_equal(RingfenceAdvancePhase(phase_behind(RingfenceCurrentPhase())),
                         NvSciError_Success);
    }
    atomic_store(&g_done, true);
    for (uint32_t i = 0U; i < CALLERS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    assert_int_equal(atomic_load(&g_mistakes), 0U);
    circle_ends();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(change_waits_for_calls, nothing_is_left),
        cmocka_unit_test_teardown(change_without_calls_does_not_sleep, nothing_is_left),
        cmocka_unit_test_teardown(calls_begin_while_a_change_waits, nothing_is_left),
        cmocka_unit_test_teardown(calls_are_not_cancelled, nothing_is_left),
        cmocka_unit_test_teardown(changes_come_between_calls, nothing_is_left),
    };

    return cmocka_run_group_tests_name("core/phase_keep", tests, NULL, NULL);
}
