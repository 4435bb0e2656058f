/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file work.h
 * What a kernel of hybrid mode is told: its parameters, and the page of a handle that the CPU and
 * the GPU share. For C and for nvcc.
 */
#ifndef RINGFENCE_DLA_HYBRID_WORK_H
#define RINGFENCE_DLA_HYBRID_WORK_H

#include <stdint.h>

/** Rows and tasks of all handles together: each task has words of its own on the GPU. */
#define HYBRID_SLOTS 4096U
/** Inputs of one step. */
#define HYBRID_INPUTS 64U

/** Threads of a block, and blocks at most: a kernel of many threads goes over its items in strides
 * of as many. */
#define HYBRID_THREADS 256U
#define HYBRID_BLOCKS  256U

/** What a kernel does. Kernels of one thread: */
#define HYBRID_NOTHING 0U
/** The task starts. */
#define HYBRID_BEGIN 1U
/** The digest becomes `number`. */
#define HYBRID_SET 2U
/** Passes `number` nanoseconds. */
#define HYBRID_DELAY 3U
/** The task fails with `number`. */
#define HYBRID_FAIL 4U
/** Runs until the task's time is over. */
#define HYBRID_HANG 5U
/** Writes down when a step was over: `number` is the word of the output. */
#define HYBRID_MARK 6U
/** The task is over. */
#define HYBRID_END 7U
/** Kernels of many threads; their items are words of 8 bytes. Adds an input to the digest: */
#define HYBRID_DIGEST 8U
/** Writes the output from the digest. */
#define HYBRID_EXPAND 9U
/** Writes the input, and zeros behind it. */
#define HYBRID_COPY 10U
/** Writes the byte `number`. */
#define HYBRID_FILL 11U
/** The items are elements. Writes input * scale + shift. */
#define HYBRID_AFFINE 12U
/** Writes the sum of the inputs. */
#define HYBRID_ADD 13U

/** A tensor. */
typedef struct {
    uint64_t address;
    /** Bytes. */
    uint64_t size;
    /** Index among the inputs. */
    uint64_t index;
    uint32_t stride[8];
} HybridPlace;

/** The parameter of a kernel. */
typedef struct {
    uint32_t kind;
    /** The task's words on the GPU. */
    uint32_t slot;
    /** Which of the page's `done` is the task's. */
    uint32_t done;
    /** Inputs that are used. */
    uint32_t count;
    /** Address of the page for the GPU. */
    uint64_t page;
    /** The task's number among all of its row, from 1. */
    uint64_t ticket;
    uint64_t number;
    /** Longest time of the task in nanoseconds. */
    uint64_t limit_ns;
    /** Elements: n, c, h, w. */
    uint64_t extent[4];
    uint32_t type;
    float scale;
    float shift;
    uint32_t zero;
    HybridPlace output;
    HybridPlace inputs[HYBRID_INPUTS];
} HybridWork;

/** Where the words of a page are. Tasks with a ticket below this one are to end: */
#define HYBRID_PAGE_STOP 0U
/** 32 bits: cudlaStatus of the last task that failed. */
#define HYBRID_PAGE_ERROR 8U
/** Tickets that are over, 8 bytes each. */
#define HYBRID_PAGE_DONE 16U

#endif /* RINGFENCE_DLA_HYBRID_WORK_H */
