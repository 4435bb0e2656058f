/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "leftovers.h"
#include "port/atomic.h"
#include "port/lock.h"
#include "port/memory.h"
#include "port/status.h"
#include "port/task.h"
#include "port/wait.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define THREADS      4U
#define TURNS        2000U
/** Longer than any wake-up takes. */
#define LONG_US 20000000

static void pause_ms(long milliseconds)
{
    const struct timespec pause = {0, milliseconds * 1000000L};

    (void)nanosleep(&pause, NULL);
}

/* ---------------------------------------------------------------- lock */

static uint32_t g_sum;

static void *add_under_lock(void *unused)
{
    (void)unused;
    for (uint32_t i = 0U; i < TURNS; i++) {
        ringfence_port_lock();
        g_sum++;
        ringfence_port_unlock();
    }
    return NULL;
}

static PortAtomic32 g_begun;
static PortAtomic32 g_through;

static void *go_through_the_lock(void *unused)
{
    (void)unused;
    port_store32(&g_begun, 1U);
    ringfence_port_lock();
    port_store32(&g_through, 1U);
    ringfence_port_unlock();
    return NULL;
}

/**
 * While one thread holds the lock, another one waits for it.
 * @verifies RF-PORT-020
 */
static void lock_keeps_others_out(void **state)
{
    pthread_t thread;

    (void)state;
    port_store32(&g_begun, 0U);
    port_store32(&g_through, 0U);
    ringfence_port_lock();
    assert_int_equal(pthread_create(&thread, NULL, go_through_the_lock, NULL), 0);
    while (port_load32(&g_begun) == 0U) {
        pause_ms(1);
    }
    for (uint32_t i = 0U; i < 20U; i++) {
        pause_ms(1);
        assert_int_equal(port_load32(&g_through), 0U);
    }
    ringfence_port_unlock();
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(port_load32(&g_through), 1U);
}

/**
 * Who holds the lock is alone.
 * @verifies RF-PORT-020
 */
static void lock_lets_one_in(void **state)
{
    pthread_t threads[THREADS];

    (void)state;
    g_sum = 0U;
    for (uint32_t i = 0U; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, add_under_lock, NULL), 0);
    }
    for (uint32_t i = 0U; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    assert_int_equal(g_sum, THREADS * TURNS);
}

/* ---------------------------------------------------------------- time */

/**
 * The clock counts microseconds and never goes back.
 * @verifies RF-PORT-021
 */
static void clock_counts_microseconds(void **state)
{
    uint64_t last = ringfence_port_time_us();
    const uint64_t begin = last;
    struct timespec system_begin;
    struct timespec system_end;
    int64_t expected;

    (void)state;
    assert_int_equal(clock_gettime(CLOCK_MONOTONIC, &system_begin), 0);
    for (uint32_t i = 0U; i < 10000U; i++) {
        const uint64_t now = ringfence_port_time_us();

        assert_true(now >= last);
        last = now;
    }
    pause_ms(5);
    last = ringfence_port_time_us();
    assert_int_equal(clock_gettime(CLOCK_MONOTONIC, &system_end), 0);
    expected = ((system_end.tv_sec - system_begin.tv_sec) * 1000000) +
               ((system_end.tv_nsec - system_begin.tv_nsec) / 1000);
    assert_true((last - begin) >= 5000U);
    assert_true((int64_t)(last - begin) >= (expected - 1000));
    assert_true((int64_t)(last - begin) <= (expected + 1000000));
}

/* ---------------------------------------------------------------- sleep and wake */

/**
 * A word that differs from what is expected lets nobody sleep, with any time-out.
 * @verifies RF-PORT-022
 */
static void changed_word_does_not_sleep(void **state)
{
    static const int64_t timeouts[] = {-1, INT64_MIN, 0, 1, LONG_US, INT64_MAX};
    PortAtomic32 word;

    (void)state;
    port_store32(&word, 7U);
    for (size_t i = 0U; i < COUNT(timeouts); i++) {
        const uint64_t begin = ringfence_port_time_us();

        assert_int_equal(ringfence_port_sleep(&word, 6U, timeouts[i]), PORT_OK);
        assert_true((ringfence_port_time_us() - begin) < (LONG_US / 2U));
    }
}

/**
 * Who is not woken sleeps until the time is over, and not less.
 * @verifies RF-PORT-023
 */
static void sleep_ends_when_the_time_is_over(void **state)
{
    static const int64_t timeouts[] = {0, 1, 999, 1000, 20000};
    PortAtomic32 word;

    (void)state;
    port_store32(&word, 7U);
    for (size_t i = 0U; i < COUNT(timeouts); i++) {
        const uint64_t begin = ringfence_port_time_us();

        assert_int_equal(ringfence_port_sleep(&word, 7U, timeouts[i]), PORT_TIMED_OUT);
        /* The clock is read in whole microseconds. */
        assert_true((ringfence_port_time_us() - begin + 1U) >= (uint64_t)timeouts[i]);
    }
}

/** A thread that sleeps until a word changes. */
typedef struct {
    PortAtomic32 *word;
    int64_t timeout_us;
    PortAtomic32 asleep;
    PortStatus status;
} Sleeper;

static void *sleep_until_changed(void *argument)
{
    Sleeper *const sleeper = argument;

    sleeper->status = PORT_OK;
    port_store32(&sleeper->asleep, 1U);
    while ((sleeper->status == PORT_OK) && (port_load32(sleeper->word) == 0U)) {
        sleeper->status = ringfence_port_sleep(sleeper->word, 0U, sleeper->timeout_us);
    }
    return NULL;
}

/**
 * One wake-up ends the sleep of all who sleep on the word, whatever their time-outs, and of nobody
 * else.
 * @verifies RF-PORT-024 RF-PORT-025
 */
static void wake_ends_every_sleep_on_the_word(void **state)
{
    static const int64_t timeouts[] = {-1, INT64_MIN, LONG_US, INT64_MAX};
    PortAtomic32 word;
    PortAtomic32 other_word;
    Sleeper sleepers[COUNT(timeouts)];
    Sleeper other;
    pthread_t threads[COUNT(timeouts)];
    pthread_t other_thread;
    const uint64_t begin = ringfence_port_time_us();

    (void)state;
    port_store32(&word, 0U);
    port_store32(&other_word, 0U);
    other.word = &other_word;
    other.timeout_us = 50000;
    port_store32(&other.asleep, 0U);
    assert_int_equal(pthread_create(&other_thread, NULL, sleep_until_changed, &other), 0);
    for (size_t i = 0U; i < COUNT(timeouts); i++) {
        sleepers[i].word = &word;
        sleepers[i].timeout_us = timeouts[i];
        port_store32(&sleepers[i].asleep, 0U);
        assert_int_equal(pthread_create(&threads[i], NULL, sleep_until_changed, &sleepers[i]), 0);
    }
    for (size_t i = 0U; i < COUNT(timeouts); i++) {
        while (port_load32(&sleepers[i].asleep) == 0U) {
            pause_ms(1);
        }
    }
    pause_ms(10);
    port_store32(&word, 1U);
    ringfence_port_wake(&word);
    for (size_t i = 0U; i < COUNT(timeouts); i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(sleepers[i].status, PORT_OK);
    }
    assert_true((ringfence_port_time_us() - begin) < (uint64_t)LONG_US);
    assert_int_equal(pthread_join(other_thread, NULL), 0);
    assert_int_equal(other.status, PORT_TIMED_OUT);
}

/**
 * Waking when nobody sleeps does nothing: the word is what counts.
 * @verifies RF-PORT-022 RF-PORT-024
 */
static void wake_without_sleeper_is_not_remembered(void **state)
{
    PortAtomic32 word;

    (void)state;
    port_store32(&word, 0U);
    ringfence_port_wake(&word);
    assert_int_equal(ringfence_port_sleep(&word, 0U, 1000), PORT_TIMED_OUT);
    assert_int_equal(port_load32(&word), 0U);
}

/**
 * A process wakes another one that sleeps on the same memory.
 * @verifies RF-PORT-026
 */
static void wake_reaches_another_process(void **state)
{
    PortMemory memory;
    PortAtomic32 *word;
    PortAtomic32 *asleep;
    pid_t child;
    int status = 0;

    (void)state;
    assert_int_equal(port_memory_reserve(1U, 1U, &memory), PORT_OK);
    word = memory.base;
    asleep = &word[1];
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        PortStatus result = PORT_OK;

        port_store32(asleep, 1U);
        while ((result == PORT_OK) && (port_load32(word) == 0U)) {
            result = ringfence_port_sleep(word, 0U, LONG_US);
        }
        _exit((result == PORT_OK) ? 0 : 1);
    }
    while (port_load32(asleep) == 0U) {
        pause_ms(1);
    }
    pause_ms(10);
    port_store32(word, 1U);
    ringfence_port_wake(word);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    port_memory_release(&memory);
}

static void *sleep_within(void *argument)
{
    Sleeper *const sleeper = argument;

    sleeper->status = PORT_OK;
    port_store32(&sleeper->asleep, 1U);
    while ((sleeper->status == PORT_OK) && (port_load32(sleeper->word) == 0U)) {
        sleeper->status = port_sleep_within(sleeper->word, 0U, sleeper->timeout_us);
    }
    return NULL;
}

/**
 * A sleep within the process ends by its own kind of wake-up, by its time, and by its word.
 * @verifies RF-PORT-255
 */
static void threads_sleep_within_their_process(void **state)
{
    static const int64_t timeouts[] = {-1, LONG_US};
    PortAtomic32 word;
    Sleeper sleepers[COUNT(timeouts)];
    pthread_t threads[COUNT(timeouts)];
    const uint64_t begin = ringfence_port_time_us();

    (void)state;
    port_store32(&word, 0U);
    assert_int_equal(port_sleep_within(&word, 1U, -1), PORT_OK);
    assert_int_equal(port_sleep_within(&word, 0U, 1000), PORT_TIMED_OUT);
    for (size_t i = 0U; i < COUNT(timeouts); i++) {
        sleepers[i].word = &word;
        sleepers[i].timeout_us = timeouts[i];
        port_store32(&sleepers[i].asleep, 0U);
        assert_int_equal(pthread_create(&threads[i], NULL, sleep_within, &sleepers[i]), 0);
    }
    for (size_t i = 0U; i < COUNT(timeouts); i++) {
        while (port_load32(&sleepers[i].asleep) == 0U) {
            pause_ms(1);
        }
    }
    pause_ms(10);
    port_store32(&word, 1U);
    port_wake_within(&word);
    for (size_t i = 0U; i < COUNT(timeouts); i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(sleepers[i].status, PORT_OK);
    }
    assert_true((ringfence_port_time_us() - begin) < (uint64_t)LONG_US);
}

static void do_nothing(int signal_number)
{
    (void)signal_number;
}

/**
 * A signal that is handled ends a sleep like a wake-up, not like a time-out.
 * @verifies RF-PORT-027
 */
static void signal_ends_a_sleep_as_a_wake_up(void **state)
{
    static const int64_t timeouts[] = {-1, LONG_US};
    struct sigaction action;
    struct sigaction before;

    (void)state;
    (void)memset(&action, 0, sizeof(action));
    action.sa_handler = do_nothing;
    assert_int_equal(sigaction(SIGUSR1, &action, &before), 0);
    for (size_t i = 0U; i < COUNT(timeouts); i++) {
        PortAtomic32 word;
        Sleeper sleeper = {&word, timeouts[i], {0U}, PORT_FAILED};
        pthread_t thread;

        port_store32(&word, 0U);
        assert_int_equal(pthread_create(&thread, NULL, sleep_until_changed, &sleeper), 0);
        while (port_load32(&sleeper.asleep) == 0U) {
            pause_ms(1);
        }
        pause_ms(10);
        /* The sleeper wakes, sees the word as it was, and sleeps again. */
        assert_int_equal(pthread_kill(thread, SIGUSR1), 0);
        pause_ms(10);
        port_store32(&word, 1U);
        assert_int_equal(pthread_kill(thread, SIGUSR1), 0);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_int_equal(sleeper.status, PORT_OK);
    }
    assert_int_equal(sigaction(SIGUSR1, &before, NULL), 0);
}

/**
 * A word that is not in memory cannot be slept on, and the caller is told.
 * @verifies RF-PORT-028
 */
static void word_outside_of_memory_is_a_failure(void **state)
{
    const size_t page = (size_t)port_page_size();
    void *const place = mmap(NULL, page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    (void)state;
    assert_ptr_not_equal(place, MAP_FAILED);
    assert_int_equal(munmap(place, page), 0);
    assert_int_equal(ringfence_port_sleep(place, 0U, 1000), PORT_FAILED);
}

/* ---------------------------------------------------------------- spinning and caches */

/** How often this thread asked the system to let others run. */
static _Thread_local uint64_t g_yields;

/* In the place of the C library's. */
int sched_yield(void)
{
    g_yields++;
    return (int)syscall(SYS_sched_yield);
}

/** Two threads, one of which spins until the other writes. */
typedef struct {
    PortAtomic32 word;  /**< What is waited for. */
    PortAtomic32 spins; /**< Not zero when the waiter went round once. */
} Spinner;

static void *set_word(void *argument)
{
    Spinner *const spinner = argument;

    while (port_load32(&spinner->spins) == 0U) {
        pause_ms(1);
    }
    port_store32(&spinner->word, 1U);
    return NULL;
}

/**
 * Who spins, with or without giving the CPU away, sees what another thread writes; who gives it
 * away asks the system each time.
 * @verifies RF-PORT-029
 */
static void spinning_lets_others_go_on(void **state)
{
    (void)state;
    for (uint32_t yields = 0U; yields < 2U; yields++) {
        Spinner spinner;
        pthread_t thread;
        uint64_t turns = 0U;

        g_yields = 0U;
        port_store32(&spinner.word, 0U);
        port_store32(&spinner.spins, 0U);
        assert_int_equal(pthread_create(&thread, NULL, set_word, &spinner), 0);
        while (port_load32_acquire(&spinner.word) == 0U) {
            if (yields == 1U) {
                ringfence_port_yield();
            } else {
                port_relax();
            }
            turns++;
            port_store32(&spinner.spins, 1U);
        }
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_true(turns > 0U);
        assert_true(g_yields == ((yields == 1U) ? turns : 0U));
    }
}

/**
 * Flushing leaves every byte as it is, for all who have mapped the memory.
 * @verifies RF-PORT-030
 */
static void flush_keeps_the_bytes(void **state)
{
    PortMemory memory;

    (void)state;
    assert_int_equal(port_memory_reserve(8192U, 1U, &memory), PORT_OK);
    assert_int_equal(port_memory_view(&memory), PORT_OK);
    (void)memset(memory.base, 0x3C, (size_t)memory.size);
    assert_int_equal(port_cache_flush(memory.base, 0U, memory.size), PORT_OK);
    for (uint64_t i = 0U; i < memory.size; i++) {
        assert_int_equal(((const uint8_t *)memory.view)[i], 0x3CU);
        assert_int_equal(((const uint8_t *)memory.base)[i], 0x3CU);
    }
    port_memory_release(&memory);
}

/* ---------------------------------------------------------------- atomic words */

/**
 * The operations on words do what their names say, at the ends of their range too.
 * @verifies RF-PORT-031
 */
static void words_are_loaded_stored_added_and_swapped(void **state)
{
    PortAtomic32 narrow;
    PortAtomic64 wide;

    (void)state;
    port_store32_relaxed(&narrow, 5U);
    assert_int_equal(port_load32_relaxed(&narrow), 5U);
    port_store32_release(&narrow, UINT32_MAX);
    assert_int_equal(port_load32_acquire(&narrow), UINT32_MAX);
    assert_int_equal(port_add32(&narrow, 2U), 1U);
    assert_int_equal(port_add32(&narrow, 3U), 4U);
    assert_int_equal(port_sub32(&narrow, 5U), UINT32_MAX);
    assert_false(port_swap32_if(&narrow, 4U, 9U));
    assert_int_equal(port_load32(&narrow), UINT32_MAX);
    assert_true(port_swap32_if(&narrow, UINT32_MAX, 9U));
    assert_int_equal(port_load32(&narrow), 9U);
    port_store64_relaxed(&wide, 1ULL << 40U);
    assert_int_equal(port_load64_relaxed(&wide), 1ULL << 40U);
    port_store64(&wide, UINT64_MAX);
    assert_int_equal(port_load64_acquire(&wide), UINT64_MAX);
    assert_int_equal(port_add64(&wide, 2U), 1U);
    assert_false(port_swap64_if(&wide, 0U, 9U));
    assert_int_equal(port_load64(&wide), 1U);
    assert_true(port_swap64_if(&wide, 1U, 9U));
    assert_int_equal(port_load64(&wide), 9U);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(lock_keeps_others_out, nothing_is_left),
        cmocka_unit_test_teardown(lock_lets_one_in, nothing_is_left),
        cmocka_unit_test_teardown(clock_counts_microseconds, nothing_is_left),
        cmocka_unit_test_teardown(changed_word_does_not_sleep, nothing_is_left),
        cmocka_unit_test_teardown(sleep_ends_when_the_time_is_over, nothing_is_left),
        cmocka_unit_test_teardown(wake_ends_every_sleep_on_the_word, nothing_is_left),
        cmocka_unit_test_teardown(wake_without_sleeper_is_not_remembered, nothing_is_left),
        cmocka_unit_test_teardown(wake_reaches_another_process, nothing_is_left),
        cmocka_unit_test_teardown(threads_sleep_within_their_process, nothing_is_left),
        cmocka_unit_test_teardown(signal_ends_a_sleep_as_a_wake_up, nothing_is_left),
        cmocka_unit_test_teardown(word_outside_of_memory_is_a_failure, nothing_is_left),
        cmocka_unit_test_teardown(spinning_lets_others_go_on, nothing_is_left),
        cmocka_unit_test_teardown(flush_keeps_the_bytes, nothing_is_left),
        cmocka_unit_test_teardown(words_are_loaded_stored_added_and_swapped, nothing_is_left),
    };

    return cmocka_run_group_tests_name("port/posix/thread", tests, NULL, NULL);
}
