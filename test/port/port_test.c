/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The checks of conformance.c on a host, and those that need threads.
 */
#define _GNU_SOURCE

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include <cmocka.h>

#include "conformance.h"
#include "port/atomic.h"
#include "port/lock.h"
#include "port/wait.h"

#define THREADS 4U
#define TURNS   2000U

/* ---------------------------------------------------------------- conformance */

static void *work_soon(void *argument)
{
    void (*const *const work)(void) = argument;
    const struct timespec pause = {0, 20000L};

    (void)nanosleep(&pause, NULL);
    (*work)();
    return NULL;
}

static pthread_t g_worker;
static bool g_works;

static void by_a_thread(void (*work)(void))
{
    static void (*next)(void);

    if (g_works) {
        (void)pthread_join(g_worker, NULL);
    }
    next = work;
    g_works = (pthread_create(&g_worker, NULL, work_soon, &next) == 0);
    assert_true(g_works);
}

/** For the gate of the trace a check is a test; its name there is that of the function: words, joined by _. */
static void tell(const char *check, ConformanceResult result)
{
    char name[64];
    size_t length = 0U;

    for (const char *at = check; (*at != '\0') && (length < (sizeof(name) - 1U)); at++) {
        if (*at != '\'') {
            name[length] = *at;
            length++;
            if (*at == ' ') {
                name[length - 1U] = '_';
            }
        }
    }
    name[length] = '\0';
    if (result != CONFORMANCE_LEFT_OUT) {
        evidence_write("test/port/conformance.c", name, result == CONFORMANCE_PASSED, 1U);
    }
    if (result == CONFORMANCE_FAILED) {
        print_error("port: %s: failed\n", check);
    }
}

/**
 * The port does what every port must do.
 * @verifies RF-PORT-080 RF-PORT-082 RF-PORT-084
 */
static void port_conforms(void **state)
{
    const ConformanceRun run = {by_a_thread, NULL, tell};

    (void)state;
    assert_int_equal(conformance(&run), 0);
    (void)pthread_join(g_worker, NULL);
    g_works = false;
}

/* ---------------------------------------------------------------- threads */

static uint32_t g_under_lock;
static uint32_t g_under_mutex;
static PortAtomic32 g_mutex;
static PortAtomic32 g_narrow;
static PortAtomic64 g_wide;

static void *count(void *unused)
{
    (void)unused;
    for (uint32_t i = 0U; i < TURNS; i++) {
        ringfence_port_lock();
        g_under_lock++;
        ringfence_port_unlock();
        ringfence_port_mutex_lock(&g_mutex);
        g_under_mutex++;
        ringfence_port_mutex_unlock(&g_mutex);
        (void)port_add32(&g_narrow, 1U);
        (void)port_add64(&g_wide, UINT32_MAX);
    }
    return NULL;
}

/**
 * Locks let one in, and no addition is lost.
 * @verifies RF-PORT-020 RF-PORT-080
 */
static void threads_lose_nothing(void **state)
{
    pthread_t threads[THREADS];

    (void)state;
    for (uint32_t i = 0U; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, count, NULL), 0);
    }
    for (uint32_t i = 0U; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    assert_int_equal(g_under_lock, THREADS * TURNS);
    assert_int_equal(g_under_mutex, THREADS * TURNS);
    assert_int_equal(port_load32(&g_narrow), THREADS * TURNS);
    assert_true(port_load64(&g_wide) == ((uint64_t)UINT32_MAX * THREADS * TURNS));
}

/* ---------------------------------------------------------------- several sleepers */

/** Microseconds of a sleep that nobody ends; a wake-up takes less than half of it. */
#define LONG_US 10000000

static PortAtomic32 g_words[THREADS];
static PortAtomic32 g_about;
static uint64_t g_slept_us[THREADS];

static void *sleep_on_a_word(void *index)
{
    const size_t i = (size_t)(uintptr_t)index;
    const uint64_t begin_us = ringfence_port_time_us();

    (void)port_add32(&g_about, 1U);
    while ((port_load32(&g_words[i]) == 0U) && ((ringfence_port_time_us() - begin_us) < (uint64_t)LONG_US)) {
        (void)ringfence_port_sleep(&g_words[i], 0U, LONG_US);
    }
    g_slept_us[i] = ringfence_port_time_us() - begin_us;
    return NULL;
}

/**
 * A wake-up reaches whom it is for, also where others rest who have nothing to do.
 * @verifies RF-PORT-082
 */
static void a_wake_up_reaches_whom_it_is_for(void **state)
{
    const struct timespec pause = {0, 50000000L};
    pthread_t threads[THREADS];

    (void)state;
    for (uintptr_t i = 0U; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, sleep_on_a_word, (void *)i), 0);
    }
    while (port_load32(&g_about) < THREADS) {
    }
    for (uint32_t i = THREADS; i > 0U; i--) {
        (void)nanosleep(&pause, NULL);
        port_store32(&g_words[i - 1U], 1U);
        ringfence_port_wake(&g_words[i - 1U]);
        assert_int_equal(pthread_join(threads[i - 1U], NULL), 0);
        assert_true(g_slept_us[i - 1U] < ((uint64_t)LONG_US / 2U));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(port_conforms),
                                       cmocka_unit_test(threads_lose_nothing),
                                       cmocka_unit_test(a_wake_up_reaches_whom_it_is_for)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
