/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file streams_run.c
 * One run of a flow: a process whose threads, or whose children, are the ends. Each payload has its
 * number in its first and its last word; a consumer looks at both.
 */
#define _GNU_SOURCE

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "streams.h"

/** Seconds after which a run that hangs is ended. */
#define HANG_SECONDS 300U
/** How long the producer is busy before it presents, so that consumers fall asleep. */
#define GAP_PER_SECOND 2000.0
/** Times that two CPUs ask each other for the time. */
#define CLOCK_TURNS 2000U

/** What is in front of a payload. */
typedef struct {
    uint64_t number;
    /** When it was presented. */
    uint64_t stamp;
} Head;

/** What all ends share. */
typedef struct {
    _Atomic uint32_t arrived;
    _Atomic uint32_t failed;
    /** Payloads that consumers gave back. */
    _Alignas(BENCH_LINE) _Atomic uint64_t taken;
    /** When the producer began, and when each consumer had all. */
    _Alignas(BENCH_LINE) uint64_t begin;
    uint64_t end[FLOW_CONSUMERS_MAX];
    FlowResult result;
} Shared;

static Shared *g_shared;
static FlowRun g_run;

void flow_pause(const Flow *flow)
{
    if (flow->yields) {
        (void)sched_yield();
    } else {
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
    }
}

bool flow_begin(void)
{
    void *const memory =
        mmap(NULL, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    g_shared = (memory == MAP_FAILED) ? NULL : memory;
    return g_shared != NULL;
}

/** Waits until all ends are at the same place, the number `turn`, or one has failed. */
static bool meet(uint32_t turn)
{
    const uint32_t all = (g_run.flow.consumers + 1U) * turn;

    (void)atomic_fetch_add(&g_shared->arrived, 1U);
    while ((atomic_load(&g_shared->arrived) < all) && (atomic_load(&g_shared->failed) == 0U)) {
        (void)usleep(100U);
    }
    return atomic_load(&g_shared->failed) == 0U;
}

/** Ends the process if a payload is not as it should be: the other ends do not wait for ever. */
static void need(bool good, const char *what, uint32_t end)
{
    if (!good) {
        (void)fprintf(stderr, "streams: %s, %u consumers, end %u: %s\n", g_run.way->name,
                      (unsigned int)g_run.flow.consumers, (unsigned int)end, what);
        atomic_store(&g_shared->failed, 1U);
        _exit(1);
    }
}

/** Waits until all consumers gave all payloads back so far. */
static void wait_taken(uint64_t payloads)
{
    const uint64_t all = payloads * g_run.flow.consumers;

    while (atomic_load(&g_shared->taken) < all) {
        need(atomic_load(&g_shared->failed) == 0U, "a consumer has failed", 0U);
        flow_pause(&g_run.flow);
    }
}

static void put_number(unsigned char *bytes, uint64_t number)
{
    ((Head *)(void *)bytes)->number = number;
    (void)memcpy(&bytes[g_run.flow.size - sizeof(number)], &number, sizeof(number));
}

static void produce(void)
{
    const uint64_t gap = (uint64_t)(bench_ticks_per_second() / GAP_PER_SECOND);

    for (uint64_t i = 0U; i < ((uint64_t)g_run.warm + g_run.count); i++) {
        unsigned char *bytes = NULL;

        if (g_run.one_by_one) {
            wait_taken(i);
            if (g_run.flow.asleep) {
                bench_spin(gap);
            }
        }
        if (i == g_run.warm) {
            g_shared->begin = bench_now();
        }
        bytes = g_run.way->begin(&g_run.flow);
        need(bytes != NULL, "no buffer", 0U);
        if (g_run.one_by_one) {
            (void)memset(bytes, (int)(i & 0xFFU), g_run.flow.size);
        }
        put_number(bytes, i + 1U);
        ((Head *)(void *)bytes)->stamp = bench_now();
        need(g_run.way->present(&g_run.flow), "not presented", 0U);
    }
}

static uint64_t sleeps_of_thread(void)
{
    struct rusage usage;

    (void)getrusage(RUSAGE_THREAD, &usage);
    return (uint64_t)usage.ru_nvcsw;
}

static void consume(uint32_t end)
{
    uint64_t *const samples = g_shared->result.samples[end - 1U];
    uint64_t sleeps = 0U;

    for (uint64_t i = 0U; i < ((uint64_t)g_run.warm + g_run.count); i++) {
        const unsigned char *const bytes = g_run.way->acquire(&g_run.flow, end);
        const uint64_t now = bench_now();
        const Head *const head = (const Head *)(const void *)bytes;
        uint64_t last = 0U;

        need(bytes != NULL, "no payload", end);
        (void)memcpy(&last, &bytes[g_run.flow.size - sizeof(last)], sizeof(last));
        need((head->number == (i + 1U)) && (last == (i + 1U)), "another payload", end);
        if (i == g_run.warm) {
            sleeps = sleeps_of_thread();
        }
        if (g_run.one_by_one && (i >= g_run.warm)) {
            samples[i - g_run.warm] = (now > head->stamp) ? (now - head->stamp) : 0U;
        }
        need(g_run.way->release(&g_run.flow, end), "not released", end);
        g_shared->result.arrived[end - 1U]++;
        if (g_run.one_by_one) {
            (void)atomic_fetch_add(&g_shared->taken, 1U);
        }
    }
    g_shared->end[end - 1U] = bench_now();
    g_shared->result.sleeps[end - 1U] = sleeps_of_thread() - sleeps;
}

/** One end, in its thread or process. */
static void play(uint32_t end)
{
    const StreamWay *const way = g_run.way;

    need(bench_pin(g_run.cpu[end], g_run.cpu[end]), "not pinned", end);
    need((way->join == NULL) || way->join(&g_run.flow, end), "not joined", end);
    need(meet(1U), "another end has failed", end);
    if (end == 0U) {
        produce();
    } else {
        consume(end);
    }
    need(meet(2U), "another end has failed", end);
    if (way->leave != NULL) {
        way->leave(&g_run.flow, end);
    }
}

static void *play_thread(void *end)
{
    play((uint32_t)(uintptr_t)end);
    return NULL;
}

static bool play_threads(void)
{
    pthread_t threads[FLOW_ENDS_MAX];
    bool good = true;

    for (uintptr_t i = 0U; i <= g_run.flow.consumers; i++) {
        good = good && (pthread_create(&threads[i], NULL, play_thread, (void *)i) == 0);
        need(good, "no thread", (uint32_t)i);
    }
    for (uint32_t i = 0U; i <= g_run.flow.consumers; i++) {
        good = (pthread_join(threads[i], NULL) == 0) && good;
    }
    return good;
}

static bool play_processes(void)
{
    pid_t processes[FLOW_ENDS_MAX];
    bool good = true;

    for (uint32_t i = 0U; i <= g_run.flow.consumers; i++) {
        processes[i] = fork();
        need(processes[i] >= 0, "no process", i);
        if (processes[i] == 0) {
            (void)alarm(HANG_SECONDS);
            play(i);
            /* A library may have something to take leave of. */
            exit(0);
        }
    }
    for (uint32_t i = 0U; i <= g_run.flow.consumers; i++) {
        int status = 1;

        good = (waitpid(processes[i], &status, 0) == processes[i]) && (status == 0) && good;
    }
    return good;
}

const FlowResult *flow_run(const FlowRun *run)
{
    int status = 1;
    pid_t child = -1;

    g_run = *run;
    (void)memset(g_shared, 0, sizeof(*g_shared));
    /* What a library keeps ends with the process. */
    child = fork();
    if (child == 0) {
        bool good = true;

        (void)alarm(HANG_SECONDS);
        good = (g_run.way->open == NULL) || g_run.way->open(&g_run.flow);
        good = good && (g_run.flow.processes ? play_processes() : play_threads());
        exit(good ? 0 : 1);
    }
    if ((child < 0) || (waitpid(child, &status, 0) != child)) {
        status = 1;
    }
    for (uint32_t i = 0U; i < run->flow.consumers; i++) {
        const uint64_t ticks = g_shared->end[i] - g_shared->begin;

        g_shared->result.ticks = (ticks > g_shared->result.ticks) ? ticks : g_shared->result.ticks;
        status = (g_shared->result.arrived[i] == ((uint64_t)run->warm + run->count)) ? status : 1;
    }
    return (status == 0) ? &g_shared->result : NULL;
}

/* ---------------------------------------------------------------- clocks */

/** Who asks, and what the other one has said. */
typedef struct {
    int cpu;
    _Alignas(BENCH_LINE) _Atomic uint32_t asked;
    _Alignas(BENCH_LINE) _Atomic uint32_t said;
    uint64_t time;
} Asked;

static void *say_time(void *argument)
{
    Asked *const asked = argument;

    (void)bench_pin(asked->cpu, asked->cpu);
    for (uint32_t i = 1U; i <= CLOCK_TURNS; i++) {
        while (atomic_load(&asked->asked) < i) {
            /* Not yet. */
        }
        asked->time = bench_now();
        atomic_store(&asked->said, i);
    }
    return NULL;
}

bool flow_clock_offset(int one, int other, int64_t *ahead, uint64_t *within)
{
    static Asked asked;
    pthread_t thread;
    cpu_set_t before;
    bool good = false;

    (void)memset(&asked, 0, sizeof(asked));
    asked.cpu = other;
    *within = UINT64_MAX;
    (void)sched_getaffinity(0, sizeof(before), &before);
    good = bench_pin(one, one) && (pthread_create(&thread, NULL, say_time, &asked) == 0);
    for (uint32_t i = 1U; good && (i <= CLOCK_TURNS); i++) {
        const uint64_t begin = bench_now();
        uint64_t middle = 0U;
        uint64_t half = 0U;

        atomic_store(&asked.asked, i);
        while (atomic_load(&asked.said) < i) {
            /* Not yet. */
        }
        half = (bench_now() - begin) / 2U;
        middle = begin + half;
        if (half < *within) {
            *within = half;
            *ahead = (int64_t)(asked.time - middle);
        }
    }
    good = good && (pthread_join(thread, NULL) == 0);
    (void)sched_setaffinity(0, sizeof(before), &before);
    return good;
}
