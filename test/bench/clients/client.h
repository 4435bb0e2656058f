/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file client.h
 * What the programs of test/bench/clients print, for test/tools/bench_startup.py.
 *
 * Each is started as `PROGRAM serve`, which prints a line and serves until it is ended, or as
 * `PROGRAM join`: goes as far as a first exchange with the one that serves, prints what it came to
 * at which time, and how much memory it has, and ends when its input does.
 */
#ifndef RINGFENCE_BENCH_CLIENT_H
#define RINGFENCE_BENCH_CLIENT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/** Seconds after which a program that hangs is ended. */
#define CLIENT_SECONDS 300U
/** Steps that a program notes at most. */
#define CLIENT_STEPS 8U

typedef struct {
    const char *name;
    struct timespec time;
} ClientStep;

static ClientStep g_client_steps[CLIENT_STEPS];
static uint32_t g_client_count;

/** Notes that a step is done; printing waits until all are. */
static inline void client_step(const char *name)
{
    if (g_client_count < CLIENT_STEPS) {
        g_client_steps[g_client_count].name = name;
        (void)clock_gettime(CLOCK_MONOTONIC, &g_client_steps[g_client_count].time);
        g_client_count++;
    }
}

static inline void client_need(bool good, const char *what)
{
    if (!good) {
        (void)fprintf(stderr, "%s failed\n", what);
        exit(1);
    }
}

/** Prints the steps and the memory of this process, and waits for the end of the input. */
static inline void client_report(void)
{
    FILE *const memory = fopen("/proc/self/smaps_rollup", "r");
    char line[256];

    for (uint32_t i = 0U; i < g_client_count; i++) {
        (void)printf("step %s %lld\n", g_client_steps[i].name,
                     ((long long)g_client_steps[i].time.tv_sec * 1000000000LL) +
                         g_client_steps[i].time.tv_nsec);
    }
    while ((memory != NULL) && (fgets(line, sizeof(line), memory) != NULL)) {
        if ((strncmp(line, "Rss:", 4U) == 0) || (strncmp(line, "Pss:", 4U) == 0) ||
            (strncmp(line, "Private_Dirty:", 14U) == 0)) {
            (void)printf("memory %s", line);
        }
    }
    (void)printf("end\n");
    (void)fflush(stdout);
    (void)getchar();
}

/** Says that who joins may come. */
static inline void client_serves(void)
{
    (void)printf("serves\n");
    (void)fflush(stdout);
}

static inline bool client_is_server(int argc, char **argv)
{
    (void)alarm(CLIENT_SECONDS);
    return (argc > 1) && (strcmp(argv[1], "serve") == 0);
}

#endif /* RINGFENCE_BENCH_CLIENT_H */
