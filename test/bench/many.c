/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file many.c
 * The program: many waiters of one object, many objects of one thread, many fences alive, many
 * threads that signal.
 *
 * Usage: many [quick]
 * Prints a line of JSON for each cell: table, row, column, and nanoseconds; the median of the
 * rounds, and p99 where each round is a sample.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "nvscisync.h"
#include "ringfence.h"

#define WAITERS 64U
#define OBJECTS 64U
#define FENCES  1024U
#define THREADS 16U
/** Rounds of a cell; each gives a sample. */
#define ROUNDS       101U
#define ROUNDS_QUICK 21U
/** Calls of a thread that signals. */
#define SIGNALS       200000U
#define SIGNALS_QUICK 20000U
/** How long waiters are left alone to fall asleep, and how much longer for each one, microseconds.
 */
#define GAP_US      1000
#define GAP_EACH_US 60

static struct {
    bool quick;
    NvSciSyncModule module;
    NvSciSyncObj object[OBJECTS];
    NvSciSyncCpuWaitContext context[WAITERS];
} g_many;

/** Says what failed, and ends the program. */
static void need(bool good, const char *what)
{
    if (!good) {
        (void)fprintf(stderr, "many: %s\n", what);
        exit(1);
    }
}

static void need_success(NvSciError error, const char *what)
{
    if (error != NvSciError_Success) {
        (void)fprintf(stderr, "many: %s: %s\n", what, RingfenceErrorName(error));
        exit(1);
    }
}

static NvSciSyncAttrList list_for(NvSciSyncAccessPerm perm)
{
    const bool cpu = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciSyncAttrList list = NULL;

    need_success(NvSciSyncAttrListCreate(g_many.module, &list), "list");
    need_success(NvSciSyncAttrListSetAttrs(list, pairs, 2U), "attributes");
    return list;
}

static void begin(void)
{
    NvSciSyncAttrList list[2] = {NULL, NULL};

    need_success(NvSciSyncModuleOpen(&g_many.module), "module");
    list[0] = list_for(NvSciSyncAccessPerm_SignalOnly);
    list[1] = list_for(NvSciSyncAccessPerm_WaitOnly);
    for (uint32_t i = 0U; i < OBJECTS; i++) {
        NvSciSyncAttrList conflict = NULL;

        need_success(NvSciSyncAttrListReconcileAndObjAlloc(list, 2U, &g_many.object[i], &conflict),
                     "object");
    }
    for (uint32_t i = 0U; i < WAITERS; i++) {
        need_success(NvSciSyncCpuWaitContextAlloc(g_many.module, &g_many.context[i]), "context");
    }
    NvSciSyncAttrListFree(list[0]);
    NvSciSyncAttrListFree(list[1]);
    need_success(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), "phase");
}

static void end(void)
{
    need_success(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT), "phase");
    for (uint32_t i = 0U; i < OBJECTS; i++) {
        NvSciSyncObjFree(g_many.object[i]);
    }
    for (uint32_t i = 0U; i < WAITERS; i++) {
        NvSciSyncCpuWaitContextFree(g_many.context[i]);
    }
    NvSciSyncModuleClose(g_many.module);
}

static uint32_t rounds(void)
{
    return g_many.quick ? ROUNDS_QUICK : ROUNDS;
}

static int compare(const void *one, const void *other)
{
    const double a = *(const double *)one;
    const double b = *(const double *)other;

    return (a > b) - (a < b);
}

/** Prints a cell of so many samples, in ticks. */
static void print_cell(const char *table, const char *row, uint32_t column, double *sample,
                       uint32_t count)
{
    const double ns = 1e9 / bench_ticks_per_second();

    qsort(sample, count, sizeof(sample[0]), compare);
    (void)printf("{\"table\": \"%s\", \"row\": \"%s\", \"column\": %u, \"ns\": %.1f}\n", table, row,
                 (unsigned int)column, sample[count / 2U] * ns);
    (void)fflush(stdout);
}

/* ------------------------------------------------------------------- many waiters of one object */

static struct {
    pthread_barrier_t turn;
    uint32_t count;
    /** The limit: a word of the kernel's; else a fence. */
    bool bare;
    _Alignas(BENCH_LINE) NvSciSyncFence fence;
    _Alignas(BENCH_LINE) _Atomic uint32_t word;
    _Alignas(BENCH_LINE) _Atomic uint32_t returned;
} g_waiters;

static void wait_bare(uint32_t before)
{
    while (atomic_load(&g_waiters.word) == before) {
        const long result = syscall(SYS_futex, &g_waiters.word, FUTEX_WAIT | FUTEX_PRIVATE_FLAG,
                                    before, NULL, NULL, 0);

        need((result == 0) || (errno == EAGAIN) || (errno == EINTR), "FUTEX_WAIT");
    }
}

static void *waiter_run(void *argument)
{
    const NvSciSyncCpuWaitContext context = *(NvSciSyncCpuWaitContext *)argument;

    for (uint32_t i = 0U; i < rounds(); i++) {
        (void)pthread_barrier_wait(&g_waiters.turn);
        if (g_waiters.bare) {
            wait_bare(i);
        } else {
            need_success(NvSciSyncFenceWait(&g_waiters.fence, context, -1), "wait");
        }
        (void)atomic_fetch_add(&g_waiters.returned, 1U);
    }
    return NULL;
}

/** One round of who signals: ticks until the call returns, and until all waiters have. */
static void signal_all(double *call, double *all)
{
    const long gap_us = GAP_US + (GAP_EACH_US * (long)g_waiters.count);
    const struct timespec gap = {0, gap_us * 1000};
    uint64_t from = 0U;

    atomic_store(&g_waiters.returned, 0U);
    if (!g_waiters.bare) {
        need_success(NvSciSyncObjGenerateFence(g_many.object[0], &g_waiters.fence), "fence");
    }
    (void)pthread_barrier_wait(&g_waiters.turn);
    (void)nanosleep(&gap, NULL);
    from = bench_now();
    if (g_waiters.bare) {
        (void)atomic_fetch_add(&g_waiters.word, 1U);
        (void)syscall(SYS_futex, &g_waiters.word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, INT_MAX, NULL,
                      NULL, 0);
    } else {
        need_success(NvSciSyncObjSignal(g_many.object[0]), "signal");
    }
    *call = (double)(bench_now() - from);
    while (atomic_load(&g_waiters.returned) < g_waiters.count) {
        (void)sched_yield();
    }
    *all = (double)(bench_now() - from);
}

static void measure_waiters(uint32_t count, bool bare)
{
    static double call[ROUNDS];
    static double all[ROUNDS];
    pthread_t thread[WAITERS];

    (void)memset(&g_waiters, 0, sizeof(g_waiters));
    g_waiters.count = count;
    g_waiters.bare = bare;
    need(pthread_barrier_init(&g_waiters.turn, NULL, count + 1U) == 0, "barrier");
    for (uint32_t i = 0U; i < count; i++) {
        need(pthread_create(&thread[i], NULL, waiter_run, &g_many.context[i]) == 0, "thread");
    }
    for (uint32_t i = 0U; i < rounds(); i++) {
        signal_all(&call[i], &all[i]);
    }
    for (uint32_t i = 0U; i < count; i++) {
        (void)pthread_join(thread[i], NULL);
    }
    NvSciSyncFenceClear(&g_waiters.fence);
    (void)pthread_barrier_destroy(&g_waiters.turn);
    print_cell("waiters", bare ? "futex: the call" : "Ringfence: the call", count, call, rounds());
    print_cell("waiters", bare ? "futex: all have returned" : "Ringfence: all have returned", count,
               all, rounds());
}

/* ----------------------------------------------------- many objects of one thread; many fences */

/** Generates, signals, waits for and clears so many fences of each of so many objects. */
static double cycle(uint32_t objects, uint32_t fences)
{
    static NvSciSyncFence fence[OBJECTS * FENCES];
    const uint32_t count = objects * fences;
    const uint64_t from = bench_now();
    uint64_t to = 0U;
    NvSciError error = NvSciError_Success;

    for (uint32_t i = 0U; i < count; i++) {
        error = error ? error : NvSciSyncObjGenerateFence(g_many.object[i % objects], &fence[i]);
    }
    for (uint32_t i = 0U; i < count; i++) {
        error = error ? error : NvSciSyncObjSignal(g_many.object[i % objects]);
    }
    for (uint32_t i = 0U; i < count; i++) {
        error = error ? error : NvSciSyncFenceWait(&fence[i], g_many.context[0], 0);
    }
    for (uint32_t i = 0U; i < count; i++) {
        NvSciSyncFenceClear(&fence[i]);
    }
    to = bench_now();
    need_success(error, "cycle");
    return (double)(to - from) / (double)count;
}

static void measure_cycles(const char *table, uint32_t column, uint32_t objects, uint32_t fences)
{
    /* As many fences in each sample, whatever the cell. */
    const uint32_t cycles = FENCES / ((objects * fences > FENCES) ? FENCES : (objects * fences));
    static double sample[ROUNDS];

    for (uint32_t i = 0U; i < rounds(); i++) {
        sample[i] = 0.0;
        for (uint32_t k = 0U; k < cycles; k++) {
            sample[i] += cycle(objects, fences) / (double)cycles;
        }
    }
    print_cell(table, "generate, signal, wait, clear", column, sample, rounds());
}

/* --------------------------------------------------------------------- many threads that signal */

typedef struct {
    _Alignas(BENCH_LINE) _Atomic uint64_t value;
} Word;

static struct {
    pthread_barrier_t turn;
    uint32_t count;
    bool bare;
    double ticks[THREADS];
    Word word[THREADS];
} g_signallers;

static void *signaller_run(void *argument)
{
    const uint32_t index = (uint32_t)((double *)argument - g_signallers.ticks);
    const uint32_t signals = g_many.quick ? SIGNALS_QUICK : SIGNALS;
    NvSciError error = NvSciError_Success;
    uint64_t from = 0U;

    (void)pthread_barrier_wait(&g_signallers.turn);
    from = bench_now();
    for (uint32_t i = 0U; i < signals; i++) {
        if (g_signallers.bare) {
            (void)atomic_fetch_add(&g_signallers.word[index].value, 1U);
        } else {
            error = error ? error : NvSciSyncObjSignal(g_many.object[index]);
        }
    }
    g_signallers.ticks[index] = (double)(bench_now() - from) / (double)signals;
    need_success(error, "signal");
    return NULL;
}

static void measure_signallers(uint32_t count, bool bare)
{
    static double sample[ROUNDS * THREADS];
    const uint32_t turns = g_many.quick ? 3U : 11U;
    pthread_t thread[THREADS];

    g_signallers.count = count;
    g_signallers.bare = bare;
    need(pthread_barrier_init(&g_signallers.turn, NULL, count) == 0, "barrier");
    for (uint32_t turn = 0U; turn < turns; turn++) {
        for (uint32_t i = 0U; i < count; i++) {
            need(pthread_create(&thread[i], NULL, signaller_run, &g_signallers.ticks[i]) == 0,
                 "thread");
        }
        for (uint32_t i = 0U; i < count; i++) {
            (void)pthread_join(thread[i], NULL);
            sample[(turn * count) + i] = g_signallers.ticks[i];
        }
    }
    (void)pthread_barrier_destroy(&g_signallers.turn);
    print_cell("threads", bare ? "an atomic addition to a line of its own" : "signal", count,
               sample, turns * count);
}

int main(int argc, char **argv)
{
    static const uint32_t some[] = {1U, 8U, 64U};
    static const uint32_t alive[] = {1U, 8U, 64U, 1024U};
    Cpus cpus;

    g_many.quick = (argc > 1) && (strcmp(argv[1], "quick") == 0);
    bench_clock_begin();
    bench_cpus_choose(&cpus);
    begin();
    for (uint32_t i = 0U; i < 3U; i++) {
        measure_waiters(some[i], true);
        measure_waiters(some[i], false);
    }
    for (uint32_t i = 0U; i < 3U; i++) {
        measure_cycles("objects", some[i], some[i], 1U);
    }
    for (uint32_t i = 0U; i < 4U; i++) {
        measure_cycles("fences", alive[i], 1U, alive[i]);
    }
    for (uint32_t count = 1U; (count <= THREADS) && (count <= cpus.allowed); count *= 2U) {
        measure_signallers(count, true);
        measure_signallers(count, false);
    }
    end();
    return 0;
}
