/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file closer.c
 * Closing what others made, on Linux.
 *
 * The last close of a socket that lingers takes the seconds that its maker chose, and a file that a
 * process serves takes what that likes. A socket's queue can hold hundreds of both. So what came
 * from others is closed by a thread that does nothing else and holds nothing meanwhile. Memory,
 * pipes, and sockets whose queue is empty close in no time, and are closed where they are.
 */
/* cppcheck-suppress misra-c2012-21.1 ; DEV-004 the C library names Linux calls
 * on this word alone */
#define _GNU_SOURCE

#include "port/posix/closer.h"

#include <poll.h>
#include <pthread.h>
#include <stddef.h>

#include "port/atomic.h"
#include "port/lock.h"
#include "port/posix/child.h"
#include "port/refusal.h"
#include "port/task.h"
#include "port/wait.h"

/** Milliseconds between looks where the thread cannot sleep. */
#define CLOSER_PAUSE_MS 100

/** Over those that need the thread, its start and its end. */
static pthread_mutex_t g_closer_lock = PTHREAD_MUTEX_INITIALIZER;
/** How many need the thread. */
static uint32_t g_closer_users = 0U;
/** What the thread sleeps on: a new number for each descriptor. */
static PortAtomic32 g_closer_turn;
/** 1: the thread is to end. */
static PortAtomic32 g_closer_stop;
static PortTask g_closer_task;
/** Process that the thread is in; 0: none. Who wakes the thread does not take the lock. */
static PortAtomic64 g_closer_process;

/** Closes what was given up, one after the other. */
static void close_all(void)
{
    int32_t descriptor = port_child_take_given();

    while (descriptor >= 0) {
        (void)port_child_close_now(descriptor);
        port_child_closed();
        descriptor = port_child_take_given();
    }
}

/** Sleeps until somebody gives up a descriptor. Where the system refuses that it is told, and the
 * thread looks a few times in a second.
 * @satisfies RF-PORT-353 */
static void sleep_for_more(uint32_t turn)
{
    if (port_sleep_within(&g_closer_turn, turn, -1) == PORT_FAILED) {
        port_refusal_pass_on();
        (void)poll(NULL, 0U, CLOSER_PAUSE_MS);
    }
}

/** The thread. Nobody cancels it. */
static void run_closer(void *context)
{
    (void)context;
    while (port_load32(&g_closer_stop) == 0U) {
        const uint32_t turn = port_load32(&g_closer_turn);

        close_all();
        if (port_load32(&g_closer_stop) == 0U) {
            sleep_for_more(turn);
        }
    }
}

void port_closer_wake(void)
{
    if (port_load64(&g_closer_process) == (uint64_t)ringfence_port_task_process()) {
        (void)port_add32(&g_closer_turn, 1U);
        port_wake_within(&g_closer_turn);
    } else {
        const int32_t held = ringfence_port_cancel_hold();

        close_all();
        ringfence_port_cancel_resume(held);
    }
}

/** Says whether this process still needs the thread. ThreadSanitizer ends a child that was forked
 * beside a thread and starts one of its own: with it, what came from others is closed by whoever
 * gives it up. */
static bool needs_thread(void)
{
#if defined(__SANITIZE_THREAD__)
    return false;
#else
    return !ringfence_port_task_is_here(&g_closer_task);
#endif
}

/** @satisfies RF-PORT-280 */
PortStatus port_closer_begin(void)
{
    PortStatus status = PORT_OK;

    (void)pthread_mutex_lock(&g_closer_lock);
    if (needs_thread()) {
        g_closer_users = 0U;
        port_store32(&g_closer_stop, 0U);
        g_closer_task.run = &run_closer;
        g_closer_task.context = NULL;
        g_closer_task.name = "ringfence-close";
        status = ringfence_port_task_start(&g_closer_task);
        if (status == PORT_OK) {
            port_store64(&g_closer_process, (uint64_t)ringfence_port_task_process());
        }
    }
    if (status == PORT_OK) {
        g_closer_users++;
    }
    (void)pthread_mutex_unlock(&g_closer_lock);
    return status;
}

void port_closer_end(void)
{
    (void)pthread_mutex_lock(&g_closer_lock);
    if (g_closer_users > 0U) {
        g_closer_users--;
    }
    if (g_closer_users == 0U) {
        const uint32_t given = port_child_given();
        const bool is_here = ringfence_port_task_is_here(&g_closer_task);

        if ((given == 0U) && is_here) {
            port_store32(&g_closer_stop, 1U);
            port_closer_wake();
            port_store64(&g_closer_process, 0U);
            ringfence_port_task_join(&g_closer_task);
        }
    }
    (void)pthread_mutex_unlock(&g_closer_lock);
}

/** @satisfies RF-PORT-281 */
bool port_closer_is_full(void)
{
    return port_child_given() >= CLOSER_MAX;
}

void port_closer_give(int32_t descriptor)
{
    if (port_child_knows(descriptor)) {
        port_child_hold();
        port_child_give(descriptor);
        port_child_let();
        port_closer_wake();
    } else {
        (void)port_child_close_now(descriptor);
    }
}
