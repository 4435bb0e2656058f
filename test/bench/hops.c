/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file hops.c
 * The program: measures all ways to hand over in turns, a block of each in each round, so that what
 * disturbs the machine disturbs all alike.
 *
 * Usage: hops FOLDER [quick | short] [cpus=A,B] [without=NAME]...
 * Writes the samples of cell N to FOLDER/N.ticks, 64-bit numbers, and prints a line of JSON about
 * the machine and one about each cell. without= leaves out ways whose name begins so.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"

/** Cells at most. */
#define CELLS 64U
/** Rounds; each has a block of each cell. */
#define ROUNDS       20U
#define ROUNDS_QUICK 4U
#define ROUNDS_SHORT 2U
/** Shares of the hops of a block. */
#define PART_QUICK 4U
#define PART_SHORT 10U
/** Seconds after which a block hangs. */
#define BLOCK_SECONDS 120
/** How long the other side is left alone, microseconds: much longer than a wait spins, so that all
 * ways have slept for about the same time. */
#define GAP_US 500U

/** Who hands over, where, and whether the waiter sleeps. */
typedef enum { GROUP_SPIN = 0, GROUP_SLEEP_ONE = 1, GROUP_SLEEP_TWO = 2, GROUPS = 3 } Group;

typedef struct {
    const char *name;
    /** Measured hops of a block, and those to warm up. */
    uint32_t hops;
    uint32_t warm;
} GroupOf;

static const GroupOf groups[GROUPS] = {
    [GROUP_SPIN] = {"spinning", 5000U, 500U},
    [GROUP_SLEEP_ONE] = {"asleep, one CPU", 1000U, 50U},
    [GROUP_SLEEP_TWO] = {"asleep, two CPUs", 250U, 10U},
};

/** A way for threads and one for processes; NULL: there is none. */
typedef struct {
    Group first;
    Group last;
    const Transport *threads;
    const Transport *processes;
} Row;

#define ROWS 14U

static void rows_make(Row rows[ROWS])
{
    const Group asleep = GROUP_SLEEP_ONE;
    const Group last = GROUP_SLEEP_TWO;
    const Row all[ROWS] = {
        {GROUP_SPIN, GROUP_SPIN, &transport_line, &transport_line},
        {GROUP_SPIN, GROUP_SPIN, &transport_ours_threads, &transport_ours_processes},
        {GROUP_SPIN, GROUP_SPIN, &transport_ours_fences_threads, &transport_ours_fences_processes},
        {GROUP_SPIN, GROUP_SPIN, NULL, &transport_ours_channel_processes},
        {GROUP_SPIN, GROUP_SPIN, NULL, transport_iceoryx_polling},
        {asleep, last, &transport_futex, &transport_futex},
        {asleep, last, &transport_eventfd, &transport_eventfd},
        {asleep, last, &transport_semaphore, &transport_semaphore},
        {asleep, last, &transport_pipe, &transport_pipe},
        {asleep, last, &transport_condition, &transport_condition},
        {asleep, last, NULL, transport_iceoryx_waitset},
        {asleep, last, NULL, transport_cyclonedds},
        {asleep, last, &transport_ours_threads, &transport_ours_processes},
        {asleep, last, &transport_ours_fences_threads, &transport_ours_fences_processes},
    };

    (void)memcpy(rows, all, sizeof(all));
}

/** A cell of the tables. */
typedef struct {
    Group group;
    Pair *pair;
    pid_t process;
} Running;

typedef struct {
    const char *folder;
    Cpus cpus;
    uint32_t rounds;
    /** Share of the hops of a block that is taken. */
    uint32_t part;
    const char *without[16];
    uint32_t without_count;
    Running cell[CELLS];
    uint32_t count;
} Program;

static bool left_out(const Program *program, const Transport *transport)
{
    bool found = (transport == NULL);

    for (uint32_t i = 0U; (i < program->without_count) && !found; i++) {
        found = strncmp(transport->name, program->without[i], strlen(program->without[i])) == 0;
    }
    return found;
}

static uint32_t hops_of(const Program *program, Group group)
{
    return groups[group].hops / program->part;
}

/** Adds a cell. */
static bool cell_add(Program *program, Group group, const Transport *transport, bool processes)
{
    const uint32_t samples = program->rounds * hops_of(program, group);
    Running *const cell = &program->cell[program->count];
    Pair *const pair = mmap(NULL, sizeof(Pair) + (sizeof(uint64_t) * samples),
                            PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const double us = bench_ticks_per_second() / 1e6;

    if ((pair == MAP_FAILED) || (program->count == CELLS)) {
        return false;
    }
    pair->cell.transport = transport;
    pair->cell.processes = processes;
    pair->cell.cpu[0] = program->cpus.cpu[0];
    pair->cell.cpu[1] = program->cpus.cpu[(group == GROUP_SLEEP_ONE) ? 0 : 1];
    pair->cell.gap = (group == GROUP_SLEEP_TWO) ? (uint64_t)(us * GAP_US) : 0U;
    pair->sample = (uint64_t *)(void *)&pair[1];
    pair->room_count = samples;
    pair->number = program->count;
    for (uint32_t i = 0U; i < SIDES; i++) {
        (void)sem_init(&pair->go[i], 1, 0U);
        (void)sem_init(&pair->done[i], 1, 0U);
    }
    cell->group = group;
    cell->pair = pair;
    cell->process = -1;
    program->count++;
    return true;
}

static bool cells_make(Program *program)
{
    const bool two = program->cpus.cpu[0] != program->cpus.cpu[1];
    Row rows[ROWS];
    bool good = true;

    rows_make(rows);
    for (uint32_t i = 0U; i < (GROUPS * SIDES * ROWS); i++) {
        const Group group = (Group)(i / (SIDES * ROWS));
        const bool processes = ((i / ROWS) % SIDES) != 0U;
        const Row *const row = &rows[i % ROWS];
        const Transport *const transport = processes ? row->processes : row->threads;

        if ((group >= row->first) && (group <= row->last) && !left_out(program, transport) &&
            (two || (group == GROUP_SLEEP_ONE))) {
            good = cell_add(program, group, transport, processes) && good;
        }
    }
    return good;
}

/** Waits until both sides say that they are done, and well. */
static bool sides_done(const Running *cell)
{
    struct timespec until;
    bool good = true;

    (void)clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += BLOCK_SECONDS;
    for (uint32_t i = 0U; (i < SIDES) && good; i++) {
        int result = sem_timedwait(&cell->pair->done[i], &until);

        while ((result != 0) && (errno == EINTR)) {
            result = sem_timedwait(&cell->pair->done[i], &until);
        }
        good = (result == 0) && cell->pair->good[i];
    }
    if (!good) {
        (void)fprintf(stderr, "bench: %s, %s: failed, or hangs\n", groups[cell->group].name,
                      cell->pair->cell.transport->name);
    }
    return good;
}

static void sides_go(const Running *cell, uint32_t warm, uint32_t hops)
{
    cell->pair->warm = warm;
    cell->pair->hops = hops;
    for (uint32_t i = 0U; i < SIDES; i++) {
        (void)sem_post(&cell->pair->go[i]);
    }
}

/** Ends a cell whose way does not work here, and forgets it. */
static void cell_drop(Program *program, uint32_t number)
{
    const Running cell = program->cell[number];

    if (cell.process > 0) {
        (void)kill(cell.process, SIGKILL);
        (void)waitpid(cell.process, NULL, 0);
    }
    (void)printf("{\"left_out\": \"%s\", \"group\": \"%s\"}\n", cell.pair->cell.transport->name,
                 groups[cell.group].name);
    program->count--;
    for (uint32_t i = number; i < program->count; i++) {
        program->cell[i] = program->cell[i + 1U];
    }
}

static bool cells_start(Program *program)
{
    uint32_t number = 0U;
    bool good = true;

    while ((number < program->count) && good) {
        Running *const cell = &program->cell[number];

        cell->process = bench_pair_start(cell->pair);
        good = (cell->process > 0) && sides_done(cell);
        if (good) {
            number++;
        } else if (cell->pair->cell.transport->of_others) {
            cell_drop(program, number);
            good = true;
        } else {
            /* The run has failed. */
        }
    }
    return good;
}

static bool cells_measure(Program *program)
{
    bool good = true;

    for (uint32_t round = 0U; (round < program->rounds) && good; round++) {
        for (uint32_t i = 0U; (i < program->count) && good; i++) {
            const Running *const cell = &program->cell[i];

            sides_go(cell, groups[cell->group].warm, hops_of(program, cell->group));
            good = sides_done(cell);
        }
        (void)fprintf(stderr, "bench: round %u of %u\n", (unsigned int)round + 1U,
                      (unsigned int)program->rounds);
    }
    return good;
}

/** Lets all leave; those that do not are killed. */
static void cells_end(Program *program, bool good)
{
    for (uint32_t i = 0U; i < program->count; i++) {
        const Running *const cell = &program->cell[i];

        if (good) {
            sides_go(cell, 0U, 0U);
        } else if (cell->process > 0) {
            (void)kill(cell->process, SIGKILL);
        } else {
            /* It did not start. */
        }
        if (cell->process > 0) {
            (void)waitpid(cell->process, NULL, 0);
        }
    }
}

static bool cell_write(const Program *program, uint32_t number)
{
    const Running *const cell = &program->cell[number];
    const Pair *const pair = cell->pair;
    char path[4096];
    FILE *file = NULL;
    bool good = false;

    (void)snprintf(path, sizeof(path), "%s/%u.ticks", program->folder, (unsigned int)number);
    file = fopen(path, "wb");
    good = (file != NULL) && (pair->count == pair->room_count) &&
           (fwrite(pair->sample, sizeof(uint64_t), pair->count, file) == pair->count);
    if (file != NULL) {
        good = (fclose(file) == 0) && good;
    }
    (void)printf("{\"group\": \"%s\", \"by\": \"%s\", \"name\": \"%s\", \"file\": \"%u.ticks\", "
                 "\"sleeps\": %.3f}\n",
                 groups[cell->group].name, pair->cell.processes ? "processes" : "threads",
                 pair->cell.transport->name, (unsigned int)number,
                 (double)pair->sleeps / (double)pair->count);
    return good;
}

static void print_machine(const Program *program)
{
    const Cpus *const cpus = &program->cpus;

    (void)printf(
        "{\"ticks_per_second\": %.0f, \"clock\": \"%s\", \"clock_ns\": %.1f, \"cpus\": [%d, "
        "%d], \"allowed\": %u, \"same_core\": %s, \"same_cache\": %s, \"gap_us\": %u}\n",
        bench_ticks_per_second(), bench_clock_name(), bench_clock_cost(), cpus->cpu[0],
        cpus->cpu[1], cpus->allowed, cpus->same_core ? "true" : "false",
        cpus->same_cache ? "true" : "false", GAP_US);
}

static bool options_read(Program *program, int argc, char **argv)
{
    bool good = (argc >= 2) && (argv[1][0] != '-');

    program->folder = good ? argv[1] : "";
    program->rounds = ROUNDS;
    program->part = 1U;
    bench_cpus_choose(&program->cpus);
    for (int i = 2; (i < argc) && good; i++) {
        if (strcmp(argv[i], "quick") == 0) {
            program->rounds = ROUNDS_QUICK;
            program->part = PART_QUICK;
        } else if (strcmp(argv[i], "short") == 0) {
            program->rounds = ROUNDS_SHORT;
            program->part = PART_SHORT;
        } else if (sscanf(argv[i], "cpus=%d,%d", &program->cpus.cpu[0], &program->cpus.cpu[1]) ==
                   2) {
            bench_cpus_judge(&program->cpus);
        } else if ((strncmp(argv[i], "without=", 8U) == 0) && (program->without_count < 16U)) {
            program->without[program->without_count] = &argv[i][8];
            program->without_count++;
        } else {
            good = false;
        }
    }
    return good;
}

int main(int argc, char **argv)
{
    static Program program;
    bool good = options_read(&program, argc, argv);

    if (!good) {
        (void)fprintf(stderr, "usage: hops FOLDER [quick | short] [cpus=A,B] [without=NAME]...\n");
        return 2;
    }
    bench_clock_begin();
    good = cells_make(&program) && cells_start(&program) && cells_measure(&program);
    cells_end(&program, good);
    if (good) {
        print_machine(&program);
    }
    for (uint32_t i = 0U; (i < program.count) && good; i++) {
        good = cell_write(&program, i);
    }
    return good ? 0 : 1;
}
