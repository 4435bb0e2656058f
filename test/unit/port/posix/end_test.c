/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file end_test.c
 * The end of the process at the other end of a link.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "leftovers.h"
#include "port/channel.h"
#include "port/descriptor.h"
#include "port/event.h"

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

#define end_test(function) cmocka_unit_test_setup_teardown(function, begin, end)

static const PortAddress g_here = {"end_here", PORT_SCOPE_USER, 0U, "end"};
static const PortAddress g_there = {"end_there", PORT_SCOPE_USER, 0U, "end"};

/** In a child: connects, gives its link back when it is told, and stays. */
static void connect_and_stay(int told)
{
    PortEndpoint endpoint = {-1, -1, -1, -1, {-1}, 0U, 0U, 0U, 0U};
    char byte = 0;

    if ((port_endpoint_open(&g_there, &endpoint) != PORT_OK) ||
        (port_endpoint_stock(&endpoint) != PORT_OK) ||
        (port_link_connect(&endpoint, &g_here) != PORT_OK)) {
        _exit(1);
    }
    (void)!read(told, &byte, 1U);
    port_link_drop(&endpoint);
    for (;;) {
        (void)pause();
    }
}

/**
 * When the link of a process has ended, the process is not over before it is gone; then its
 * descriptor and the endpoint become ready.
 * @verifies RF-PORT-320 RF-PORT-321
 */
static void a_process_ends_behind_its_link(void **state)
{
    PortEndpoint endpoint = {-1, -1, -1, -1, {-1}, 0U, 0U, 0U, 0U};
    PortWatch watch = {-1, false};
    PortStatus status = PORT_NOT_YET;
    int32_t process = -1;
    int line[2] = {-1, -1};
    pid_t child = -1;

    (void)state;
    assert_int_equal(pipe(line), 0);
    assert_int_equal(port_endpoint_open(&g_here, &endpoint), PORT_OK);
    (void)fflush(NULL);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        connect_and_stay(line[0]);
    }
    while (status == PORT_NOT_YET) {
        status = port_link_accept(&endpoint, &g_here);
        (void)usleep(100U);
    }
    assert_int_equal(status, PORT_OK);
    assert_int_equal(port_link_process(&endpoint, &process), PORT_OK);
    assert_int_equal(write(line[1], "x", 1U), 1);
    while (!port_link_is_over(&endpoint)) {
        (void)usleep(1000U);
    }
    port_link_drop(&endpoint);
    port_endpoint_expect(&endpoint, process);
    port_endpoint_expect(&endpoint, process);
    watch.descriptor = port_endpoint_descriptor(&endpoint);
    assert_false(port_process_is_over(process));
    assert_int_equal(port_watch(&watch, 1U, 20000), PORT_TIMED_OUT);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(port_watch(&watch, 1U, 20000000), PORT_OK);
    assert_true(watch.ready);
    assert_true(port_process_is_over(process));
    assert_int_equal(port_endpoint_look(&endpoint), 0U);
    ringfence_port_descriptor_close(process);
    assert_int_equal(port_watch(&watch, 1U, 0), PORT_TIMED_OUT);
    assert_int_equal(waitpid(child, NULL, 0), child);
    port_endpoint_close(&endpoint);
    assert_int_equal(close(line[0]), 0);
    assert_int_equal(close(line[1]), 0);
}

/**
 * There is nothing to wait for where both ends are of this process.
 * @verifies RF-PORT-320
 */
static void nobody_waits_for_himself(void **state)
{
    PortEndpoint here = {-1, -1, -1, -1, {-1}, 0U, 0U, 0U, 0U};
    PortEndpoint there = {-1, -1, -1, -1, {-1}, 0U, 0U, 0U, 0U};
    int32_t process = -7;

    (void)state;
    assert_int_equal(port_endpoint_open(&g_here, &here), PORT_OK);
    assert_int_equal(port_endpoint_open(&g_there, &there), PORT_OK);
    assert_int_equal(port_endpoint_stock(&there), PORT_OK);
    assert_int_equal(port_link_connect(&there, &g_here), PORT_OK);
    assert_int_equal(port_link_accept(&here, &g_here), PORT_OK);
    assert_int_equal(port_link_process(&here, &process), PORT_CLOSED);
    assert_int_equal(port_link_process(&there, &process), PORT_CLOSED);
    assert_int_equal(process, -7);
    port_endpoint_close(&there);
    port_endpoint_close(&here);
}

/** Option of a socket that gives a descriptor of the process at the other end. */
#define PEER_PIDFD 77

/** What the system answers to that; 0: what it does. */
static int g_error;

/** The library's calls come here. */
int getsockopt(int file, int level, int name, void *restrict value, socklen_t *restrict size)
{
    int result = -1;

    if ((g_error != 0) && (level == SOL_SOCKET) && (name == PEER_PIDFD)) {
        errno = g_error;
    } else {
        result = (int)syscall(SYS_getsockopt, file, level, name, value, size);
    }
    return result;
}

/**
 * There is nothing to wait for where the process was waited for already, which systems say in
 * several ways; another error does not tell.
 * @verifies RF-PORT-320
 */
static void nobody_waits_for_who_was_waited_for(void **state)
{
    static const struct {
        int error;
        PortStatus status;
    } cases[] = {{ESRCH, PORT_CLOSED},       {EINVAL, PORT_CLOSED},    {ENOENT, PORT_CLOSED},
                 {EMFILE, PORT_NO_RESOURCE}, {ENOMEM, PORT_NO_MEMORY}, {EPERM, PORT_FAILED}};
    PortEndpoint endpoint = {-1, -1, -1, -1, {-1}, 0U, 0U, 0U, 0U};
    PortStatus status = PORT_NOT_YET;
    int32_t process = -7;
    int line[2] = {-1, -1};
    pid_t child = -1;

    (void)state;
    assert_int_equal(pipe(line), 0);
    assert_int_equal(port_endpoint_open(&g_here, &endpoint), PORT_OK);
    (void)fflush(NULL);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        connect_and_stay(line[0]);
    }
    while (status == PORT_NOT_YET) {
        status = port_link_accept(&endpoint, &g_here);
        (void)usleep(100U);
    }
    assert_int_equal(status, PORT_OK);
    for (size_t i = 0U; i < (sizeof(cases) / sizeof(cases[0])); i++) {
        g_error = cases[i].error;
        assert_int_equal(port_link_process(&endpoint, &process), cases[i].status);
        assert_int_equal(process, -7);
    }
    g_error = 0;
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    port_endpoint_close(&endpoint);
    assert_int_equal(close(line[0]), 0);
    assert_int_equal(close(line[1]), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        end_test(a_process_ends_behind_its_link),
        end_test(nobody_waits_for_himself),
        end_test(nobody_waits_for_who_was_waited_for),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
