/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file load.h
 * What other programs take of the CPUs while something is measured.
 */
#ifndef PIPELINE_LOAD_H
#define PIPELINE_LOAD_H

#include <stdbool.h>
#include <sys/types.h>

/** Processors, and seconds of theirs, at a moment. */
typedef struct {
    /** Processors that this process may use; 0: the system does not say. */
    unsigned int cpus;
    /** Seconds for which they were busy, all together. */
    double busy;
    /** Seconds of this process, and of its other one. */
    double own;
    /** The other process; 0: there is none. */
    pid_t other;
    /** When that was. */
    double now;
} LoadMoment;

/** Looks at the processors that this process may use, as /proc/stat has them. The work of the other
 * process, 0 for none, is own work. */
LoadMoment load_look(pid_t other);

/** How many of them others kept busy since then, as a mean; 0 where the system does not say. */
double load_of_others(const LoadMoment *since);

/** True iff that is so much that ways which use several processors lose more than the others. */
bool load_is_high(const LoadMoment *since, double others);

#endif /* PIPELINE_LOAD_H */
