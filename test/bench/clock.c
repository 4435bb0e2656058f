/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file clock.c
 * Time: the time stamp counter where it runs at one speed on all CPUs, else the system's clock.
 */
#define _GNU_SOURCE

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "bench.h"

/** How long the counter is compared with the system's clock. */
#define COMPARE_NS    50000000U
#define NS_PER_SECOND 1e9
/** Calls whose time is taken. */
#define CALLS 100000U

static bool g_counter;
static double g_ticks_per_second = NS_PER_SECOND;
static double g_cost;

static uint64_t system_ns(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return ((uint64_t)now.tv_sec * 1000000000U) + (uint64_t)now.tv_nsec;
}

#if defined(__x86_64__)
static uint64_t counter_ticks(void)
{
    unsigned int cpu = 0U;

    return __builtin_ia32_rdtscp(&cpu);
}

/** Whether the kernel says that the counter neither changes its speed nor stops. */
static bool counter_is_steady(void)
{
    static char line[8192];
    FILE *file = fopen("/proc/cpuinfo", "r");
    bool steady = false;

    while ((file != NULL) && !steady && (fgets(line, sizeof(line), file) != NULL)) {
        steady = (strncmp(line, "flags", 5U) == 0) && (strstr(line, " constant_tsc ") != NULL) &&
                 (strstr(line, " rdtscp ") != NULL);
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return steady;
}
#else
static uint64_t counter_ticks(void)
{
    return 0U;
}

static bool counter_is_steady(void)
{
    return false;
}
#endif

uint64_t bench_now(void)
{
    return g_counter ? counter_ticks() : system_ns();
}

void bench_clock_begin(void)
{
    g_counter = counter_is_steady();
    if (g_counter) {
        const uint64_t from_ns = system_ns();
        const uint64_t from = counter_ticks();
        uint64_t ns = 0U;

        while (ns < COMPARE_NS) {
            ns = system_ns() - from_ns;
        }
        g_ticks_per_second = ((double)(counter_ticks() - from) * NS_PER_SECOND) / (double)ns;
    }
    {
        const uint64_t from = bench_now();

        for (uint32_t i = 0U; i < CALLS; i++) {
            (void)bench_now();
        }
        g_cost = ((double)(bench_now() - from) * NS_PER_SECOND) / (g_ticks_per_second * CALLS);
    }
}

double bench_ticks_per_second(void)
{
    return g_ticks_per_second;
}

double bench_clock_cost(void)
{
    return g_cost;
}

const char *bench_clock_name(void)
{
    return g_counter ? "rdtscp" : "clock_gettime";
}

void bench_spin(uint64_t ticks)
{
    const uint64_t from = bench_now();

    while ((bench_now() - from) < ticks) {
        /* Busy. */
    }
}
