/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file streams.c
 * Payloads of streams, and of other ways to publish buffers: how long one takes from the producer
 * to a consumer, and how many there are in a second.
 *
 * Usage: streams [quick|short]. Prints lines of JSON. All cells of a round are measured one after
 * another, with the ways of a cell next to each other; each has a process of its own.
 *
 * iceoryx's daemon ends when it cannot reach a client that is gone, and takes a number of clients
 * in all. So each round has a daemon of its own, and a cell that failed another one, once: a line
 * with "daemon" asks for it, and a line that begins with 'y' says that it is there.
 */
#define _GNU_SOURCE

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "streams.h"

#define WAYS_MAX     3U
#define CELLS_MAX    96U
#define ROUNDS_MAX   20U
#define BYTES_SMALL  4096U
#define BYTES_LARGE  (1U << 20)
#define NS_PER_S     1e9
#define RATE_PER_RUN 50000U
/** The same between processes. */
#define RATE_BETWEEN 10000U
#define WARM         100U

/** Payloads of a run with their times, by what takes the time: writing, sleeping. */
#define TIMED_SMALL  4000U
#define TIMED_LARGE  300U
#define TIMED_ASLEEP 300U

/** How long it all takes. */
typedef struct {
    uint32_t rounds;
    /** Payloads are divided by that. */
    uint32_t part;
} Length;

/** What is measured, of all rounds. */
typedef struct {
    FlowRun run;
    bool failed;
    uint64_t *samples;
    size_t count;
    size_t room;
    double per_second[ROUNDS_MAX];
    uint64_t sleeps;
    uint64_t payloads;
} Measured;

static Measured g_cells[CELLS_MAX];
static uint32_t g_cell_count;
static int g_cpu[FLOW_ENDS_MAX];
static bool g_yields[FLOW_ENDS_MAX];

/* ---------------------------------------------------------------- CPUs */

/** How good a CPU is for one more end. */
static int score_of(int cpu, uint32_t count)
{
    int score = 2;
    Cpus near = {{g_cpu[0], cpu}, 0U, false, false};

    for (uint32_t i = 0U; i < count; i++) {
        Cpus pair = {{g_cpu[i], cpu}, 0U, false, false};

        bench_cpus_judge(&pair);
        score = pair.same_core ? 0 : score;
    }
    bench_cpus_judge(&near);
    return score + (near.same_cache ? 1 : 0);
}

static bool is_chosen(int cpu, uint32_t count)
{
    bool found = false;

    for (uint32_t i = 0U; i < count; i++) {
        found = found || (g_cpu[i] == cpu);
    }
    return found;
}

/** Chooses a CPU for each end: the first two as for hops. Where there are no more, consumers share
 * theirs. */
static void choose_cpus(Cpus *first)
{
    cpu_set_t set;

    bench_cpus_choose(first);
    CPU_ZERO(&set);
    (void)sched_getaffinity(0, sizeof(set), &set);
    g_cpu[0] = first->cpu[0];
    g_cpu[1] = first->cpu[1];
    g_yields[1] = (g_cpu[0] == g_cpu[1]);
    for (uint32_t end = 2U; end < FLOW_ENDS_MAX; end++) {
        int best = -1;

        g_cpu[end] = g_cpu[end - 1U];
        for (int cpu = CPU_SETSIZE - 1; cpu >= 0; cpu--) {
            if (CPU_ISSET((size_t)cpu, &set) && (!is_chosen(cpu, end)) &&
                (score_of(cpu, end) > best)) {
                best = score_of(cpu, end);
                g_cpu[end] = cpu;
            }
        }
        g_yields[end] = g_yields[end - 1U] || (best < 0);
    }
}

/* ---------------------------------------------------------------- cells */

static uint32_t payloads_of(const FlowRun *run)
{
    uint32_t count = run->flow.processes ? RATE_BETWEEN : RATE_PER_RUN;

    if (run->one_by_one) {
        count = (run->flow.size == BYTES_LARGE) ? TIMED_LARGE : TIMED_SMALL;
        count = run->flow.asleep ? TIMED_ASLEEP : count;
    }
    return count;
}

static void add_cells(const StreamWay *const *ways, uint32_t way_count, Measured like)
{
    for (uint32_t i = 0U; i < way_count; i++) {
        const bool fits = like.run.flow.processes ? ways[i]->processes : ways[i]->threads;

        if (fits && (g_cell_count >= CELLS_MAX)) {
            (void)fprintf(stderr, "streams: there are too many cells\n");
            exit(2);
        }
        if (fits) {
            like.run.way = ways[i];
            g_cells[g_cell_count] = like;
            g_cell_count++;
        }
    }
}

/** All cells of threads, or of processes. */
static void make_cells(const StreamWay *const *ways, uint32_t way_count, bool processes,
                       uint32_t part)
{
    static const uint32_t consumers[] = {1U, FLOW_CONSUMERS_MAX};
    /* Latency of both sizes, rate of the small one. */
    static const size_t sizes[] = {BYTES_SMALL, BYTES_LARGE, BYTES_SMALL};

    for (uint32_t i = 0U; i < 12U; i++) {
        const uint32_t kind = i / 4U;
        Measured cell;

        (void)memset(&cell, 0, sizeof(cell));
        cell.run.one_by_one = (kind < 2U);
        cell.run.flow.asleep = ((i / 2U) % 2U) == 1U;
        cell.run.flow.consumers = consumers[i % 2U];
        cell.run.flow.size = sizes[kind];
        cell.run.flow.processes = processes;
        cell.run.flow.yields = g_yields[cell.run.flow.consumers];
        cell.run.count = payloads_of(&cell.run) / part;
        cell.run.warm = WARM / ((part > 2U) ? 10U : 1U);
        (void)memcpy(cell.run.cpu, g_cpu, sizeof(g_cpu));
        add_cells(ways, way_count, cell);
    }
}

/** Keeps what a run gave. */
static void keep(Measured *cell, const FlowResult *result, uint32_t round)
{
    const uint32_t consumers = cell->run.flow.consumers;

    for (uint32_t i = 0U; i < consumers; i++) {
        if (cell->run.one_by_one) {
            (void)memcpy(&cell->samples[cell->count], result->samples[i],
                         cell->run.count * sizeof(uint64_t));
            cell->count += cell->run.count;
        }
        cell->sleeps += result->sleeps[i];
        cell->payloads += cell->run.count;
    }
    cell->per_second[round] =
        (double)cell->run.count * bench_ticks_per_second() / (double)result->ticks;
}

/** Asks for a new daemon of iceoryx. False: there is none. */
static bool ask_daemon(const char *why)
{
    char answer[8] = "";

    (void)printf("{\"daemon\": \"%s\"}\n", why);
    (void)fflush(stdout);
    return (fgets(answer, (int)sizeof(answer), stdin) != NULL) && (answer[0] == 'y');
}

/** Runs a cell; what iceoryx did not bring to an end once more. NULL: it failed. */
static const FlowResult *run_cell(Measured *cell)
{
    static uint32_t number;
    const FlowResult *result = NULL;

    number++;
    cell->run.flow.run = number;
    result = flow_run(&cell->run);
    if ((result == NULL) && (cell->run.way == stream_way_iceoryx) && ask_daemon("failed")) {
        number++;
        cell->run.flow.run = number;
        result = flow_run(&cell->run);
    }
    return result;
}

static void measure(Measured *cell, uint32_t round, uint32_t rounds)
{
    const FlowResult *result = NULL;

    if (cell->run.one_by_one && (cell->samples == NULL)) {
        cell->room = (size_t)rounds * cell->run.count * cell->run.flow.consumers;
        cell->samples = calloc(cell->room, sizeof(uint64_t));
        cell->failed = (cell->samples == NULL);
    }
    if (!cell->failed) {
        result = run_cell(cell);
        cell->failed = (result == NULL);
    }
    if (!cell->failed) {
        keep(cell, result, round);
    }
}

/* ---------------------------------------------------------------- what is printed */

static int by_ticks(const void *left, const void *right)
{
    const uint64_t one = *(const uint64_t *)left;
    const uint64_t other = *(const uint64_t *)right;

    return (one > other) - (one < other);
}

static int by_size(const void *left, const void *right)
{
    const double one = *(const double *)left;
    const double other = *(const double *)right;

    return (one > other) - (one < other);
}

/** The least sample such that so many of 1000 are not above it, in nanoseconds. */
static double quantile(const Measured *cell, size_t of_1000)
{
    const size_t place = ((cell->count * of_1000) + 999U) / 1000U;

    return (double)cell->samples[place - 1U] * NS_PER_S / bench_ticks_per_second();
}

static void print_cell(Measured *cell, uint32_t rounds)
{
    const Flow *const flow = &cell->run.flow;

    (void)printf("{\"what\": \"%s\", \"by\": \"%s\", \"way\": \"%s\", \"consumers\": %u, "
                 "\"bytes\": %zu, \"asleep\": %s",
                 cell->run.one_by_one ? "latency" : "rate",
                 flow->processes ? "processes" : "threads", cell->run.way->name,
                 (unsigned int)flow->consumers, flow->size, flow->asleep ? "true" : "false");
    if (cell->failed) {
        (void)printf(", \"failed\": true");
    } else if (cell->run.one_by_one) {
        qsort(cell->samples, cell->count, sizeof(cell->samples[0]), by_ticks);
        (void)printf(", \"samples\": %zu, \"p50\": %.1f, \"p99\": %.1f, \"p99.9\": %.1f, "
                     "\"max\": %.1f, \"sleeps\": %.3f",
                     cell->count, quantile(cell, 500U), quantile(cell, 990U), quantile(cell, 999U),
                     quantile(cell, 1000U), (double)cell->sleeps / (double)cell->payloads);
    } else {
        qsort(cell->per_second, rounds, sizeof(cell->per_second[0]), by_size);
        (void)printf(", \"payloads\": %u, \"per_second\": %.0f, \"least\": %.0f, \"most\": %.0f, "
                     "\"sleeps\": %.3f",
                     (unsigned int)cell->run.count, cell->per_second[rounds / 2U],
                     cell->per_second[0], cell->per_second[rounds - 1U],
                     (double)cell->sleeps / (double)cell->payloads);
    }
    (void)printf("}\n");
}

/** What the figures depend on. */
static void print_about(const Cpus *first, uint32_t rounds)
{
    const double ns = NS_PER_S / bench_ticks_per_second();
    double worst = 0.0;
    double within = 0.0;

    for (uint32_t end = 1U; end < FLOW_ENDS_MAX; end++) {
        int64_t ahead = 0;
        uint64_t half = 0U;

        if ((g_cpu[end] != g_cpu[0]) && flow_clock_offset(g_cpu[0], g_cpu[end], &ahead, &half)) {
            const double size = (double)((ahead < 0) ? -ahead : ahead) * ns;

            worst = (size > worst) ? size : worst;
            within = (((double)half * ns) > within) ? ((double)half * ns) : within;
        }
    }
    (void)printf("{\"clock\": \"%s\", \"clock_ns\": %.1f, \"clocks_differ_ns\": %.1f, "
                 "\"within_ns\": %.1f, \"allowed\": %u, \"same_core\": %s, \"same_cache\": %s, "
                 "\"rounds\": %u, \"yields\": %s, \"cpus\": [",
                 bench_clock_name(), bench_clock_cost(), worst, within, first->allowed,
                 first->same_core ? "true" : "false", first->same_cache ? "true" : "false",
                 (unsigned int)rounds, g_yields[FLOW_CONSUMERS_MAX] ? "true" : "false");
    for (uint32_t end = 0U; end < FLOW_ENDS_MAX; end++) {
        (void)printf("%s%d", (end == 0U) ? "" : ", ", g_cpu[end]);
    }
    (void)printf("]}\n");
}

static Length length_of(int argc, char **argv)
{
    Length length = {10U, 1U};

    if ((argc > 1) && (strcmp(argv[1], "quick") == 0)) {
        length = (Length){3U, 2U};
    } else if ((argc > 1) && (strcmp(argv[1], "short") == 0)) {
        length = (Length){1U, 20U};
    } else {
        /* All of it. */
    }
    return length;
}

int main(int argc, char **argv)
{
    const Length length = length_of(argc, argv);
    const StreamWay *ways[WAYS_MAX] = {&stream_way_ours, &stream_way_ours_fences, NULL};
    uint32_t way_count = 2U;
    Cpus first;

    if ((stream_way_iceoryx != NULL) && (getenv("RINGFENCE_BENCH_ROUDI") != NULL)) {
        ways[way_count] = stream_way_iceoryx;
        way_count++;
    }
    if (!flow_begin()) {
        return 2;
    }
    bench_clock_begin();
    choose_cpus(&first);
    print_about(&first, length.rounds);
    (void)fflush(stdout);
    make_cells(ways, way_count, false, length.part);
    make_cells(ways, way_count, true, length.part);
    for (uint32_t round = 0U; round < length.rounds; round++) {
        /* Who has no daemon is found out by the cells. */
        (void)((ways[way_count - 1U] == stream_way_iceoryx) && ask_daemon("round"));
        for (uint32_t i = 0U; i < g_cell_count; i++) {
            measure(&g_cells[i], round, length.rounds);
        }
    }
    for (uint32_t i = 0U; i < g_cell_count; i++) {
        print_cell(&g_cells[i], length.rounds);
        free(g_cells[i].samples);
    }
    return 0;
}
