/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include "hooks_host.h"

#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "ringfence_cfg.h"
#include "ringfence_port.h"

HostHooks g_host_hooks;
HostCache g_host_cache;

static pthread_mutex_t g_mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static _Thread_local uint32_t g_depth;
static _Thread_local sigset_t g_mask;
static _Thread_local volatile sig_atomic_t g_in_interrupt;
/** Counts wake-ups; a rest ends when it changes. */
static uint32_t g_wakes;
static void (*volatile g_handler)(void);

/* ---------------------------------------------------------------- sections */

/** Between any two sections of a thread is a place where a handler can come. */
static void interrupt_if_due(void)
{
    if ((g_host_hooks.interrupted_section > 0U) && (g_in_interrupt == 0)) {
        g_host_hooks.interrupted_section--;
        if (g_host_hooks.interrupted_section == 0U) {
            host_interrupt_now(g_host_hooks.interrupt);
        }
    }
}

uint32_t RingfenceHookEnterCritical(void)
{
    const uint32_t state = g_depth;

    if (state == 0U) {
        sigset_t all;
        sigset_t before;

        interrupt_if_due();
        (void)sigfillset(&all);
        /* That of a step cannot be put off. */
        (void)sigdelset(&all, SIGTRAP);
        (void)pthread_sigmask(SIG_BLOCK, &all, &before);
        (void)pthread_mutex_lock(&g_mutex);
        g_mask = before;
    }
    g_depth = state + 1U;
    return state;
}

void RingfenceHookLeaveCritical(uint32_t state)
{
    if (g_depth != (state + 1U)) {
        abort();
    }
    g_depth = state;
    if (state == 0U) {
        const sigset_t before = g_mask;

        (void)pthread_mutex_unlock(&g_mutex);
        (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
}

bool RingfenceHookInInterrupt(void)
{
    return g_in_interrupt != 0;
}

uint64_t RingfenceHookTimeUs(void)
{
    static uint64_t last_us = UINT64_MAX;
    struct timespec now = {0};
    uint64_t now_us = 1U;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    if (g_host_hooks.clock_goes_back) {
        last_us--;
        now_us = last_us;
    } else if (!g_host_hooks.clock_stands) {
        now_us = ((uint64_t)now.tv_sec * 1000000U) + ((uint64_t)now.tv_nsec / 1000U);
    } else {
        /* It stands. */
    }
    return now_us;
}

RingfenceHookResult RingfenceHookIdle(uint32_t longest_us)
{
    const uint32_t seen = __atomic_load_n(&g_wakes, __ATOMIC_SEQ_CST);
    const struct timespec longest = {longest_us / 1000000U, (long)(longest_us % 1000000U) * 1000L};
    const bool fails = g_host_hooks.idle_fails;

    if ((g_depth != 1U) || RingfenceHookInInterrupt()) {
        abort();
    }
    (void)__atomic_add_fetch(&g_host_hooks.rests, 1U, __ATOMIC_SEQ_CST);
    if (!fails) {
        RingfenceHookLeaveCritical(0U);
        (void)syscall(SYS_futex, &g_wakes, FUTEX_WAIT_PRIVATE, seen, &longest, NULL, 0);
        (void)RingfenceHookEnterCritical();
    }
    return fails ? RINGFENCE_HOOK_FAILED : RINGFENCE_HOOK_DONE;
}

void RingfenceHookWake(void)
{
    (void)__atomic_add_fetch(&g_wakes, 1U, __ATOMIC_SEQ_CST);
    (void)syscall(SYS_futex, &g_wakes, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

void RingfenceHookBarrier(void)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

#if (RINGFENCE_CFG_CACHE_LINE > 0U)
/** Writes a line back if the CPU wrote it, and drops it: the next reader gets what is in memory. */
static void write_back_line(size_t at)
{
    const size_t line = RINGFENCE_CFG_CACHE_LINE;

    if (memcmp(&g_host_cache.cpu[at], &g_host_cache.filled[at], line) != 0) {
        (void)memcpy(&g_host_cache.memory[at], &g_host_cache.cpu[at], line);
    }
    (void)memcpy(&g_host_cache.cpu[at], &g_host_cache.memory[at], line);
    (void)memcpy(&g_host_cache.filled[at], &g_host_cache.memory[at], line);
}

static void write_back(const void *start, size_t size)
{
    const uintptr_t first = (uintptr_t)start - (uintptr_t)g_host_cache.cpu;

    for (uintptr_t at = first; at < (first + size); at += RINGFENCE_CFG_CACHE_LINE) {
        if (at < g_host_cache.size) {
            write_back_line((size_t)at);
        }
    }
}
#else
static void write_back(const void *start, size_t size)
{
    (void)start;
    (void)size;
}
#endif

RingfenceHookResult RingfenceHookCacheFlush(const void *start, size_t size)
{
    bool fails = false;

    g_host_hooks.flushes++;
    g_host_hooks.flushed = start;
    g_host_hooks.flushed_size = size;
    if (g_host_hooks.failing_flush > 0U) {
        g_host_hooks.failing_flush--;
        fails = (g_host_hooks.failing_flush == 0U);
    }
    fails = fails || g_host_hooks.cache_fails;
    if (!fails) {
        write_back(start, size);
    }
    return fails ? RINGFENCE_HOOK_FAILED : RINGFENCE_HOOK_DONE;
}

/* ---------------------------------------------------------------- interrupts */

void host_interrupt_now(void (*handler)(void))
{
    g_in_interrupt = 1;
    handler();
    g_in_interrupt = 0;
    RingfenceHookWake();
}

static void on_signal(int number)
{
    void (*const handler)(void) = g_handler;

    (void)number;
    if (handler != NULL) {
        host_interrupt_now(handler);
    }
}

void host_interrupts_begin(void)
{
    struct sigaction action = {0};

    action.sa_handler = on_signal;
    (void)sigfillset(&action.sa_mask);
    (void)sigaction(SIGALRM, &action, NULL);
}

void host_interrupt_after(uint32_t us, void (*handler)(void))
{
    const struct itimerval timer = {{0, 0}, {0, (us == 0U) ? 1 : (suseconds_t)us}};

    g_handler = handler;
    (void)setitimer(ITIMER_REAL, &timer, NULL);
}

void board_on_tick(void (*function)(void))
{
    const suseconds_t us = (function != NULL) ? 1000 : 0;
    const struct itimerval timer = {{0, us}, {0, us}};

    host_interrupts_begin();
    g_handler = function;
    (void)setitimer(ITIMER_REAL, &timer, NULL);
}

/* ---------------------------------------------------------------- steps */

static volatile uint32_t g_steps;

#if defined(__x86_64__)

/** Bit of the flags with which the processor traps behind each instruction. */
#define STEPS 0x100

static void on_step(int number, siginfo_t *info, void *context)
{
    ucontext_t *const interrupted = context;

    (void)number;
    (void)info;
    if ((g_depth == 0U) && (g_in_interrupt == 0) && (g_steps > 0U)) {
        g_steps--;
        if (g_steps == 0U) {
            interrupted->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)STEPS;
            host_interrupt_now(g_handler);
        }
    }
}

bool host_interrupt_behind(uint32_t instructions, void (*handler)(void))
{
    struct sigaction action = {0};

    action.sa_sigaction = on_step;
    action.sa_flags = SA_SIGINFO;
    (void)sigaction(SIGTRAP, &action, NULL);
    g_handler = handler;
    g_steps = instructions;
    /* Nothing is written where the compiler may have words below the stack. */
    __asm__ volatile("lea -128(%%rsp), %%rsp\n\tpushfq\n\torq $0x100, (%%rsp)\n\tpopfq\n\t"
                     "lea 128(%%rsp), %%rsp" ::
                         : "memory", "cc");
    return true;
}

uint32_t host_interrupt_left(void)
{
    __asm__ volatile("lea -128(%%rsp), %%rsp\n\tpushfq\n\tandq $~0x100, (%%rsp)\n\tpopfq\n\t"
                     "lea 128(%%rsp), %%rsp" ::
                         : "memory", "cc");
    return g_steps;
}

#else

bool host_interrupt_behind(uint32_t instructions, void (*handler)(void))
{
    (void)instructions;
    (void)handler;
    return false;
}

uint32_t host_interrupt_left(void)
{
    return g_steps;
}

#endif
