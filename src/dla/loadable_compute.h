/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file loadable_compute.h
 * What the steps write that compute, by the CPU.
 */
#ifndef RINGFENCE_DLA_LOADABLE_COMPUTE_H
#define RINGFENCE_DLA_LOADABLE_COMPUTE_H

#include "dla/loadable.h"

/** A task that is computed. */
typedef struct {
    const DlaLoadable *loadable;
    const DlaTensors *tensors;
    const DlaHost *host;
    /** Number of the task. */
    uint64_t task;
    /** Bytes that are left until the host is asked whether to go on. */
    uint64_t left;
    /** Records that the reports were given. */
    uint64_t records;
    /** The host said that the task is to end. */
    bool ended;
} LoadableWork;

/** Writes the output of a step that computes: none of delay, fail and hang. */
void loadable_compute(LoadableWork *work, const DlaStep *step);

#endif /* RINGFENCE_DLA_LOADABLE_COMPUTE_H */
