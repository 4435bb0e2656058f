/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cpus.c
 * Which CPUs the sides run on, by what the kernel says of cores and caches.
 */
#define _GNU_SOURCE

#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"

/** What makes two CPUs good: they are of two cores; they have one last level of cache. */
#define SCORE_CORES 2
#define SCORE_CACHE 1
#define SCORE_BEST  (SCORE_CORES + SCORE_CACHE)

/** The first CPU of a list of the kernel about a CPU; the CPU itself where there is no such list.
 */
static int first_of(int cpu, const char *list)
{
    char path[128];
    FILE *file = NULL;
    int first = cpu;

    (void)snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/%s", cpu, list);
    file = fopen(path, "r");
    if (file != NULL) {
        if (fscanf(file, "%d", &first) != 1) {
            first = cpu;
        }
        (void)fclose(file);
    }
    return first;
}

void bench_cpus_judge(Cpus *cpus)
{
    static const char core[] = "topology/thread_siblings_list";
    static const char cache[] = "cache/index3/shared_cpu_list";

    cpus->same_core = first_of(cpus->cpu[0], core) == first_of(cpus->cpu[1], core);
    cpus->same_cache = first_of(cpus->cpu[0], cache) == first_of(cpus->cpu[1], cache);
}

/** How good two CPUs are for a pair; -1: the process may not use them. */
static int score_of(const cpu_set_t *set, Cpus *cpus)
{
    int score = -1;

    if (CPU_ISSET((size_t)cpus->cpu[0], set) && CPU_ISSET((size_t)cpus->cpu[1], set)) {
        bench_cpus_judge(cpus);
        score = cpus->same_core ? 0 : SCORE_CORES;
        score += (cpus->same_cache && (cpus->cpu[0] != cpus->cpu[1])) ? SCORE_CACHE : 0;
    }
    return score;
}

/** From the last one down: the first ones have the system's own work. */
void bench_cpus_choose(Cpus *cpus)
{
    cpu_set_t set;
    int best = -1;

    (void)memset(cpus, 0, sizeof(*cpus));
    CPU_ZERO(&set);
    (void)sched_getaffinity(0, sizeof(set), &set);
    for (int one = CPU_SETSIZE - 1; (one >= 0) && (best < SCORE_BEST); one--) {
        for (int other = one; (other >= 0) && (best < SCORE_BEST); other--) {
            Cpus pair = {{one, other}, (unsigned int)CPU_COUNT(&set), false, false};
            const int score = score_of(&set, &pair);

            if (score > best) {
                best = score;
                *cpus = pair;
            }
        }
    }
}

bool bench_pin(int one, int other)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    CPU_SET((size_t)one, &set);
    CPU_SET((size_t)other, &set);
    return sched_setaffinity(0, sizeof(set), &set) == 0;
}
