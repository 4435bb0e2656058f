/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file home.h
 * Which process rows are of. A child that was forked has their bytes, but neither the threads that
 * work for them, nor what those hold locked.
 */
#ifndef RINGFENCE_WORKER_HOME_H
#define RINGFENCE_WORKER_HOME_H

#include <stdbool.h>
#include <stdint.h>

#include "port/atomic.h"

/** Engines of a library that are there, or that threads are making or ending. */
typedef struct {
    /** Process that they are of. */
    PortAtomic64 home;
    PortAtomic32 count;
} WorkerEngines;

/** Says that a row is made by this process. */
void worker_home_set(PortAtomic64 *home);

/** Says whether a row was made by this process, not by one that forked it. No lock; no system call
 * but one for the number of the process. */
bool worker_home_is_here(const PortAtomic64 *home);

/** Says whether there are engines, and they are a parent's. */
bool worker_engines_are_parents(const WorkerEngines *engines);

/** Counts an engine that is about to be made. */
void worker_engines_add(WorkerEngines *engines);

/** Counts an engine less that was not made, or is not there any more. */
void worker_engines_remove(WorkerEngines *engines);

#endif /* RINGFENCE_WORKER_HOME_H */
