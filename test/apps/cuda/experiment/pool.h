/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file pool.h
 * The producer on the CPU: threads that make an NV12 frame together.
 */
#ifndef EXPERIMENT_POOL_H
#define EXPERIMENT_POOL_H

#include <stdbool.h>
#include <stdint.h>

#include "surface.h"

/** Threads at most. */
#define POOL_MAX 64U

/** Starts a thread for each CPU that this process may use. Gives their number; 0: it failed. */
uint32_t pool_start(void);

/** Has so many of them work from now on; all do at first. */
void pool_use(uint32_t threads);

/** Converts a frame with all threads, and returns when it is done. Sides are even. */
void pool_convert(const Surface *rgba, const Surface *nv12);

void pool_stop(void);

#endif /* EXPERIMENT_POOL_H */
