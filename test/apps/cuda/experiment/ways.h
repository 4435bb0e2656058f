/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ways.h
 * The ways to hand frames from the producer to the consumer.
 *
 * pageable: the producer has memory of malloc(); after each frame luma goes to the GPU with
 *           cudaMemcpy(), and the CPU waits for the kernels.
 * pinned:   the same with page-locked memory and cudaMemcpyAsync(), the fastest copy that there is.
 * sharing:  a ring of NvSciBuf buffers that both have; fences say when one is full and when it is
 * free, and nobody copies.
 *
 * alone:    nobody hands anything on: the producer makes all frames by itself, and where it is a
 *           kernel the consumer then reads frames by itself. What all ways have to do.
 *
 * Each allocates, does all iterations, and gives everything back. All of that is timed.
 */
#ifndef EXPERIMENT_WAYS_H
#define EXPERIMENT_WAYS_H

#include "lab.h"

/** What a run took, in seconds. */
typedef struct {
    double allocation;
    double operations;
    double cleanup;
    /** Of WAY_ALONE: the producer's part of the operations, and the consumer's. */
    double producer;
    double consumer;
} Times;

/** The producer is threads of this process. */
bool ways_cpu(Lab *lab, Way way, Times *times);

/** The producer is a kernel in another process, which runs ways_gpu_producer(). */
bool ways_gpu(Lab *lab, Way way, Times *times);
/** `rgba` are the frames in memory of the GPU. */
bool ways_gpu_producer(Lab *lab, Way way, uint8_t *const rgba[VARIANTS], uint32_t side);

/** With sharing by ways_gpu() and a profile: the figures of the other process. */
bool ways_gpu_figures(const Lab *lab, Figures *figures);

#endif /* EXPERIMENT_WAYS_H */
