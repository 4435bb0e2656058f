/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file speed.h
 * How fast memory is: what limits any way.
 */
#ifndef EXPERIMENT_SPEED_H
#define EXPERIMENT_SPEED_H

#include "lab.h"

/** Bytes in a second. */
typedef struct {
    double copy_pageable;
    double copy_pinned;
    double copy_back;
    /** A kernel reads a buffer that the CPU has. */
    double read_host;
    double read_device;
} Speeds;

/** Measures all: the best of a few. */
bool speed_measure(const Lab *lab, Speeds *speeds);

/** Finds out with how many threads the producer is the fastest, and has it use them. */
uint32_t speed_choose_threads(const Material *material, uint32_t threads);

#endif /* EXPERIMENT_SPEED_H */
