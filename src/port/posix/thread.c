/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file thread.c
 * Lock, cancellation, time, sleeping and waking on Linux.
 */
/* cppcheck-suppress misra-c2012-21.1 ; DEV-004 the C library names Linux calls
 * on this word alone */
#define _GNU_SOURCE

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <sys/syscall.h>
/* cppcheck-suppress misra-c2012-21.10 ; DEV-005 the clock of the system is behind this header */
#include <time.h>
#include <unistd.h>

#include "port/atomic.h"
#include "port/lock.h"
#include "port/memory.h"
#include "port/posix/refuse.h"
#include "port/posix/tick.h"
#include "port/status.h"
#include "port/wait.h"

#define NS_PER_S  1000000000U
#define US_PER_S  1000000U
#define NS_PER_US 1000U
/** Seconds of a longer sleep, which ends without cause then: a wake-up that the system refused to
 * another thread is late, not lost. */
#define SLEEP_MOST_S  1
#define SLEEP_MOST_US ((int64_t)SLEEP_MOST_S * (int64_t)US_PER_S)

static pthread_mutex_t g_lock = PTHREAD_MUTEX_INITIALIZER;
/** Whether who has the lock could be cancelled before. */
static int32_t g_lock_held = 0;

/** Threads between port_memory_begin() and port_memory_end(). Changed under the lock. */
static PortAtomic32 g_outside;
/** Threads that wait in port_lock_alone(). Under the lock. */
static uint32_t g_waiters;

/** @satisfies RF-PORT-211 */
int32_t ringfence_port_cancel_hold(void)
{
    int before = PTHREAD_CANCEL_ENABLE;

    (void)pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    return (int32_t)before;
}

void ringfence_port_cancel_resume(int32_t before)
{
    int held = PTHREAD_CANCEL_DISABLE;

    (void)pthread_setcancelstate((int)before, &held);
}

/**
 * Functions of a program and of drivers are called under the lock: they are no place to end the
 * thread either.
 *
 * @satisfies RF-PORT-020 RF-PORT-211
 */
void ringfence_port_lock(void)
{
    const int32_t held = ringfence_port_cancel_hold();

    (void)pthread_mutex_lock(&g_lock);
    g_lock_held = held;
}

void ringfence_port_unlock(void)
{
    const int32_t held = g_lock_held;

    (void)pthread_mutex_unlock(&g_lock);
    ringfence_port_cancel_resume(held);
}

/** @satisfies RF-PORT-240 */
void port_lock_alone(void)
{
    uint32_t outside = 0U;

    ringfence_port_lock();
    g_waiters++;
    outside = port_load32(&g_outside);
    /* Ends when the last of them is back. */
    while (outside > 0U) {
        ringfence_port_unlock();
        (void)ringfence_port_sleep(&g_outside, outside, -1);
        ringfence_port_lock();
        outside = port_load32(&g_outside);
    }
    g_waiters--;
}

/** @satisfies RF-PORT-240 */
int32_t port_memory_begin(void)
{
    const int32_t held = g_lock_held;

    (void)port_add32(&g_outside, 1U);
    (void)pthread_mutex_unlock(&g_lock);
    return held;
}

/** @satisfies RF-PORT-240 */
void port_memory_end(int32_t held)
{
    (void)pthread_mutex_lock(&g_lock);
    g_lock_held = held;
    (void)port_sub32(&g_outside, 1U);
    if (g_waiters > 0U) {
        ringfence_port_wake(&g_outside);
    }
}

/** Only threads call the library. */
bool port_may_block(void)
{
    return true;
}

/** @satisfies RF-PORT-021 */
uint64_t ringfence_port_time_us(void)
{
    struct timespec now = {0};

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return ((uint64_t)now.tv_sec * US_PER_S) + ((uint64_t)now.tv_nsec / NS_PER_US);
}

uint64_t port_tick_ns(void)
{
    struct timespec now = {0};

    (void)clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return ((uint64_t)now.tv_sec * NS_PER_S) + (uint64_t)now.tv_nsec;
}

/** Sleeps on a word as `operation` of the system says.
 * @satisfies RF-PORT-351 */
static PortStatus futex_sleep(const PortAtomic32 *word, int operation, uint32_t expected,
                              int64_t timeout_us)
{
    PortStatus status = PORT_OK;
    struct timespec limit = {SLEEP_MOST_S, 0};
    const bool is_whole = (timeout_us >= 0) && (timeout_us <= SLEEP_MOST_US);
    long result = 0;

    if (is_whole) {
        const int64_t whole_s = timeout_us / (int64_t)US_PER_S;
        const int64_t rest_us = timeout_us % (int64_t)US_PER_S;

        limit.tv_sec = (time_t)whole_s;
        limit.tv_nsec = (long)rest_us * (long)NS_PER_US;
    }
    result = syscall(SYS_futex, word, operation, expected, &limit, NULL, 0);
    if (result != 0) {
        const int error = errno;

        if ((error == ETIMEDOUT) && is_whole) {
            status = PORT_TIMED_OUT;
        } else if (error == ETIMEDOUT) {
            status = PORT_OK;
        } else if ((error == EAGAIN) || (error == EINTR)) {
            status = PORT_OK;
        } else {
            port_refuse(CALL_FUTEX, error);
            status = PORT_FAILED;
        }
    }
    return status;
}

/** Wakes all who sleep on a word as `operation` of the system says. Who gives a lock back does that
 * at the end of a function.
 * @satisfies RF-PORT-353 */
static void futex_wake(PortAtomic32 *word, int operation)
{
    if (syscall(SYS_futex, word, operation, INT_MAX, NULL, NULL, 0) < 0) {
        port_refuse_beside(CALL_FUTEX, errno);
    }
}

/** @satisfies RF-PORT-022 RF-PORT-023 RF-PORT-025 RF-PORT-027 RF-PORT-028 */
PortStatus ringfence_port_sleep(const PortAtomic32 *word, uint32_t expected, int64_t timeout_us)
{
    return futex_sleep(word, FUTEX_WAIT, expected, timeout_us);
}

/** @satisfies RF-PORT-024 RF-PORT-026 */
void ringfence_port_wake(PortAtomic32 *word)
{
    futex_wake(word, FUTEX_WAKE);
}

/** The system looks for no page of the word that other processes may have.
 * @satisfies RF-PORT-255 */
PortStatus port_sleep_within(const PortAtomic32 *word, uint32_t expected, int64_t timeout_us)
{
    return futex_sleep(word, FUTEX_WAIT_PRIVATE, expected, timeout_us);
}

/** @satisfies RF-PORT-255 */
void port_wake_within(PortAtomic32 *word)
{
    futex_wake(word, FUTEX_WAKE_PRIVATE);
}

/** @satisfies RF-PORT-029 */
void port_relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#else
    port_compiler_fence();
#endif
}

/** @satisfies RF-PORT-029 */
void ringfence_port_yield(void)
{
    (void)sched_yield();
}

bool port_cache_is_coherent(void)
{
    return true;
}

/** @satisfies RF-PORT-030 */
PortStatus port_cache_flush(const void *base, uint64_t offset, uint64_t size)
{
    /* The caches of a Linux host are coherent for everything that maps this memory. */
    (void)base;
    (void)offset;
    (void)size;
    port_fence();
    return PORT_OK;
}
