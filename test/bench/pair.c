/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file pair.c
 * The two sides of a cell: how they start, and the loops that are measured.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

void bench_meet(Side *side)
{
    Pair *const pair = side->pair;
    const uint32_t turn = atomic_load(&pair->turn);

    if (atomic_fetch_add(&pair->arrived, 1U) == (SIDES - 1U)) {
        atomic_store(&pair->arrived, 0U);
        atomic_store(&pair->turn, turn + 1U);
    }
    while (atomic_load(&pair->turn) == turn) {
        (void)sched_yield();
    }
}

bool bench_fail(const Side *side, const char *what)
{
    (void)fprintf(stderr, "bench: %s, side %u: %s\n", side->pair->cell.transport->name,
                  (unsigned int)side->index, what);
    return false;
}

static uint64_t sleeps_now(void)
{
    struct rusage usage;

    (void)getrusage(RUSAGE_THREAD, &usage);
    return (uint64_t)usage.ru_nvcsw;
}

/** Side 0: signals, waits, and takes the time of so many round trips. */
static bool call_and_time(Side *side, uint32_t hops, uint64_t *sample)
{
    Pair *const pair = side->pair;
    const Transport *const transport = pair->cell.transport;
    const uint64_t gap = pair->cell.gap;
    uint64_t from = bench_now();
    bool good = true;

    for (uint32_t i = 0U; (i < hops) && good; i++) {
        uint64_t to = 0U;

        if (gap != 0U) {
            bench_spin(gap);
            from = bench_now();
        }
        good = transport->send(side) && transport->wait(side);
        to = bench_now();
        if (sample != NULL) {
            sample[i] = (to - from) - ((gap != 0U) ? pair->away : 0U);
        }
        from = to;
    }
    return good;
}

/** Side 1: waits, and signals back. */
static bool answer(Side *side, uint32_t hops)
{
    Pair *const pair = side->pair;
    const Transport *const transport = pair->cell.transport;
    const uint64_t gap = pair->cell.gap;
    bool good = true;

    for (uint32_t i = 0U; (i < hops) && good; i++) {
        good = transport->wait(side);
        if (gap != 0U) {
            const uint64_t from = bench_now();

            bench_spin(gap);
            pair->away = bench_now() - from;
        }
        good = good && transport->send(side);
    }
    return good;
}

/** Runs a block: some hops to warm up, and those that are measured. */
static bool run_block(Side *side)
{
    Pair *const pair = side->pair;
    const Transport *const transport = pair->cell.transport;
    bool good = true;

    if (transport->prepare != NULL) {
        good = transport->prepare(side, pair->warm + pair->hops);
    }
    bench_meet(side);
    if (!good) {
        /* The other side is on its own; the program ends it. */
    } else if (side->index == 1U) {
        good = answer(side, pair->warm + pair->hops);
    } else {
        uint64_t sleeps = 0U;

        good = call_and_time(side, pair->warm, NULL);
        sleeps = sleeps_now();
        good = good && call_and_time(side, pair->hops, &pair->sample[pair->count]);
        pair->sleeps += sleeps_now() - sleeps;
        pair->count += pair->hops;
    }
    return good;
}

static void tell(Side *side, bool good)
{
    side->pair->good[side->index] = good;
    (void)sem_post(&side->pair->done[side->index]);
}

static void *side_run(void *argument)
{
    Side *const side = argument;
    Pair *const pair = side->pair;
    const Transport *const transport = pair->cell.transport;
    const int cpu = pair->cell.cpu[side->index];
    /* Threads that a transport starts stay on the CPUs of the pair. */
    bool good = bench_pin(pair->cell.cpu[0], pair->cell.cpu[1]);

    if (good && (transport->join != NULL)) {
        good = transport->join(side);
    }
    good = good && bench_pin(cpu, cpu);
    tell(side, good);
    while (good) {
        while (sem_wait(&pair->go[side->index]) != 0) {
            /* A signal came. */
        }
        if (pair->hops == 0U) {
            break;
        }
        good = run_block(side);
        tell(side, good);
    }
    if (good && (transport->leave != NULL)) {
        transport->leave(side);
    }
    return NULL;
}

/** Runs both sides as threads of this process. */
static bool run_threads(Side side[SIDES])
{
    pthread_t other;
    const bool good = pthread_create(&other, NULL, side_run, &side[1]) == 0;

    if (good) {
        (void)side_run(&side[0]);
        (void)pthread_join(other, NULL);
    }
    return good;
}

/** Runs one side in this process and one in a child. */
static bool run_processes(Side side[SIDES])
{
    const pid_t parent = getpid();
    const pid_t child = fork();

    if (child == 0) {
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() == parent) {
            (void)side_run(&side[1]);
        }
        (void)fflush(NULL);
        _exit(0);
    }
    if (child > 0) {
        (void)side_run(&side[0]);
        (void)waitpid(child, NULL, 0);
    }
    return child > 0;
}

pid_t bench_pair_start(Pair *pair)
{
    const pid_t parent = getpid();
    pid_t child = -1;

    (void)fflush(NULL);
    child = fork();
    if (child == 0) {
        Side side[SIDES] = {{pair, 0U, NULL}, {pair, 1U, NULL}};
        bool good = false;

        (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() == parent) {
            good = (pair->cell.transport->open == NULL) || pair->cell.transport->open(pair);
            good = good && (pair->cell.processes ? run_processes(side) : run_threads(side));
        }
        (void)fflush(NULL);
        _exit(good ? 0 : 1);
    }
    return child;
}
