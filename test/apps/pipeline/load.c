/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include "load.h"

#include <sched.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"

/** Longest line of /proc/stat that is of a processor. */
#define LINE_BYTES 512U
/** A part of the processors, above which what others take is much. */
#define MUCH 0.1

/** Seconds that a process has had of processors; 0 is this one. */
static double seconds_of(pid_t process)
{
    clockid_t clock = CLOCK_PROCESS_CPUTIME_ID;
    struct timespec time = {0, 0L};

    if ((clock_getcpuclockid(process, &clock) != 0) || (clock_gettime(clock, &time) != 0)) {
        time.tv_sec = 0;
        time.tv_nsec = 0L;
    }
    return (double)time.tv_sec + ((double)time.tv_nsec / 1e9);
}

/** Adds a line of a processor that this process may use. */
static void add_line(const char *line, const cpu_set_t *mine, double *ticks, unsigned int *cpus)
{
    unsigned int cpu = 0U;
    /* user, nice, system, idle, waiting for input, interrupts, the same later, other guests */
    unsigned long long spent[8] = {0U};
    const int found =
        sscanf(line, "cpu%u %llu %llu %llu %llu %llu %llu %llu %llu", &cpu, &spent[0], &spent[1],
               &spent[2], &spent[3], &spent[4], &spent[5], &spent[6], &spent[7]);

    if ((found == 9) && (cpu < (unsigned int)CPU_SETSIZE) && CPU_ISSET(cpu, mine)) {
        *ticks += (double)(spent[0] + spent[1] + spent[2] + spent[5] + spent[6] + spent[7]);
        *cpus += 1U;
    }
}

LoadMoment load_look(pid_t other)
{
    LoadMoment moment = {0U, 0.0, seconds_of(0), other, clock_seconds()};
    FILE *const file = fopen("/proc/stat", "r");
    cpu_set_t mine;
    char line[LINE_BYTES];
    double ticks = 0.0;

    if ((file != NULL) && (sched_getaffinity(0, sizeof(mine), &mine) == 0)) {
        while (fgets(line, sizeof(line), file) != NULL) {
            add_line(line, &mine, &ticks, &moment.cpus);
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    moment.busy = ticks / (double)sysconf(_SC_CLK_TCK);
    if (other != 0) {
        moment.own += seconds_of(other);
    }
    return moment;
}

double load_of_others(const LoadMoment *since)
{
    const LoadMoment moment = load_look(since->other);
    const double passed = moment.now - since->now;
    const double busy = (moment.busy - since->busy) - (moment.own - since->own);

    return ((since->cpus != 0U) && (passed > 0.0) && (busy > 0.0)) ? (busy / passed) : 0.0;
}

bool load_is_high(const LoadMoment *since, double others)
{
    return others > (MUCH * (double)since->cpus);
}
