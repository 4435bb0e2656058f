/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file task_test.c
 * Threads of the library, and sleeping on life lines.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "leftovers.h"
#include "port/atomic.h"
#include "port/descriptor.h"
#include "port/event.h"
#include "port/liveness.h"
#include "port/status.h"
#include "port/task.h"
#include "port/wait.h"
#include "ringfence_cfg.h"

/** Lines of a sleep. */
#define LINES 5U
/** Longer than any wake-up takes. */
#define LONG_US 20000000

static int begin(void **state)
{
    (void)state;
    (void)alarm(400U);
    return 0;
}

static int end(void **state)
{
    (void)alarm(0U);
    return nothing_is_left(state);
}

#define task_test(function) cmocka_unit_test_setup_teardown(function, begin, end)

/* ---------------------------------------------------------------- threads */

/** What a thread finds out. */
typedef struct {
    sigset_t mask;
    char name[16];
    PortAtomic32 runs;
    PortAtomic32 ends;
} Findings;

static void find_out(void *context)
{
    Findings *const findings = context;

    (void)pthread_sigmask(SIG_SETMASK, NULL, &findings->mask);
    port_store32(&findings->runs, 1U);
    ringfence_port_wake(&findings->runs);
    while (port_load32(&findings->ends) == 0U) {
        (void)ringfence_port_sleep(&findings->ends, 0U, LONG_US);
    }
    (void)pthread_getname_np(pthread_self(), findings->name, sizeof(findings->name));
}

static void end_thread(Findings *findings, PortTask *task)
{
    port_store32(&findings->ends, 1U);
    ringfence_port_wake(&findings->ends);
    ringfence_port_task_join(task);
    assert_false(ringfence_port_task_is_here(task));
}

/**
 * A thread runs beside the caller until its function ends, has its name and takes no signal; the
 * caller's mask is as before.
 * @verifies RF-PORT-070
 */
static void a_task_runs_and_takes_no_signal(void **state)
{
    Findings findings;
    PortTask task = {find_out, &findings, "a name", 0U, 0};
    sigset_t before;
    sigset_t after;

    (void)state;
    (void)memset(&findings, 0, sizeof(findings));
    assert_int_equal(pthread_sigmask(SIG_SETMASK, NULL, &before), 0);
    assert_false(ringfence_port_task_is_here(&task));
    assert_int_equal(ringfence_port_task_start(&task), PORT_OK);
    assert_true(ringfence_port_task_is_here(&task));
    while (port_load32(&findings.runs) == 0U) {
        (void)ringfence_port_sleep(&findings.runs, 0U, LONG_US);
    }
    end_thread(&findings, &task);
    assert_int_equal(pthread_sigmask(SIG_SETMASK, NULL, &after), 0);
    assert_string_equal(findings.name, "a name");
    for (int number = 1; number < 32; number++) {
        if ((number != SIGKILL) && (number != SIGSTOP)) {
            assert_int_equal(sigismember(&findings.mask, number), 1);
        }
        assert_int_equal(sigismember(&after, number), sigismember(&before, number));
    }
    /* There is nothing to wait for any more. */
    ringfence_port_task_join(&task);
}

/**
 * A forked child has no such thread, does not wait for it, and can start its own.
 * @verifies RF-PORT-071
 */
static void a_child_has_no_task(void **state)
{
    Findings findings;
    PortTask task = {find_out, &findings, "a name", 0U, 0};
    pid_t child = -1;
    int status = -1;

    (void)state;
#if defined(__SANITIZE_THREAD__)
    /* The sanitizer allows no new thread in the child of a process that has several. */
    skip();
#endif
    (void)memset(&findings, 0, sizeof(findings));
    assert_int_equal(ringfence_port_task_start(&task), PORT_OK);
    /* A thread that is about to start allocates with AddressSanitizer, under a lock that fork()
     * does not hand over: the child of that moment could never allocate. */
    while (port_load32(&findings.runs) == 0U) {
        (void)ringfence_port_sleep(&findings.runs, 0U, LONG_US);
    }
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        bool fine = !ringfence_port_task_is_here(&task);

        ringfence_port_task_join(&task);
        port_store32(&findings.ends, 1U);
        fine = fine && (ringfence_port_task_start(&task) == PORT_OK) &&
               ringfence_port_task_is_here(&task);
        ringfence_port_task_join(&task);
        _exit(fine ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && (WEXITSTATUS(status) == 0));
    assert_true(ringfence_port_task_is_here(&task));
    end_thread(&findings, &task);
}

/* ---------------------------------------------------------------- lines */

/**
 * A sleep on lines that may take more than a second ends without cause then.
 * @verifies RF-PORT-351
 */
static void a_long_sleep_ends_without_cause(void **state)
{
    static const int64_t longer[] = {-1, 5000000};
    PortLiveness line;
    int32_t event = -1;

    (void)state;
    assert_int_equal(ringfence_port_event_make(&event), PORT_OK);
    assert_int_equal(port_liveness_make(&line), PORT_OK);
    for (uint32_t i = 0U; i < (sizeof(longer) / sizeof(longer[0])); i++) {
        const uint64_t begin = ringfence_port_time_us();

        assert_int_equal(ringfence_port_liveness_sleep(&line.watch, 1U, event, longer[i]), PORT_OK);
        assert_true((ringfence_port_time_us() - begin) >= 1000000U);
        assert_false(port_liveness_is_over(line.watch));
    }
    ringfence_port_descriptor_close(line.keep);
    ringfence_port_descriptor_close(line.watch);
    ringfence_port_descriptor_close(event);
}

/**
 * A sleep ends when a line is over, whichever, when the event is set, or when the time is over, and
 * not before.
 * @verifies RF-PORT-072
 */
static void a_sleep_ends_with_a_line_or_the_bell(void **state)
{
    PortLiveness lines[LINES];
    int32_t watches[LINES];
    int32_t event = -1;

    (void)state;
    assert_int_equal(ringfence_port_event_make(&event), PORT_OK);
    for (uint32_t i = 0U; i < LINES; i++) {
        assert_int_equal(port_liveness_make(&lines[i]), PORT_OK);
        watches[i] = lines[i].watch;
    }
    assert_int_equal(ringfence_port_liveness_sleep(watches, LINES, event, 0), PORT_TIMED_OUT);
    assert_int_equal(ringfence_port_liveness_sleep(watches, LINES, event, 20000), PORT_TIMED_OUT);
    assert_int_equal(ringfence_port_liveness_sleep(watches, 0U, event, 1000), PORT_TIMED_OUT);
    ringfence_port_event_set(event);
    assert_int_equal(ringfence_port_liveness_sleep(watches, LINES, event, -1), PORT_OK);
    ringfence_port_event_clear(event);
    for (uint32_t i = 0U; i < LINES; i++) {
        assert_int_equal(ringfence_port_liveness_sleep(watches, LINES, event, 0), PORT_TIMED_OUT);
        ringfence_port_descriptor_close(lines[i].keep);
        assert_int_equal(ringfence_port_liveness_sleep(watches, LINES, event, -1), PORT_OK);
        /* A line that is over is left out. */
        watches[i] = -1;
    }
    for (uint32_t i = 0U; i < LINES; i++) {
        ringfence_port_descriptor_close(lines[i].watch);
    }
    ringfence_port_descriptor_close(event);
}

/**
 * More lines than there can be are refused.
 * @verifies RF-PORT-072
 */
static void too_many_lines_are_refused(void **state)
{
    int32_t event = -1;

    (void)state;
    assert_int_equal(ringfence_port_event_make(&event), PORT_OK);
    assert_int_equal(
        ringfence_port_liveness_sleep(NULL, RINGFENCE_CFG_CUDA_SEMAPHORES + 1U, event, 0),
        PORT_FAILED);
    ringfence_port_descriptor_close(event);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        task_test(a_task_runs_and_takes_no_signal),      task_test(a_child_has_no_task),
        task_test(a_sleep_ends_with_a_line_or_the_bell), task_test(a_long_sleep_ends_without_cause),
        task_test(too_many_lines_are_refused),
    };

    return cmocka_run_group_tests_name("port/posix/task", tests, NULL, NULL);
}
