/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file work.h
 * What a kernel of hybrid mode is told: its parameters, and the page of a handle that the CPU and
 * the GPU share. For C and for nvcc.
 */
#ifndef RINGFENCE_DLA_HYBRID_WORK_H
#define RINGFENCE_DLA_HYBRID_WORK_H

#include <stdint.h>

/** Tasks of all handles together: each has words of its own on the GPU. */
#define HYBRID_SLOTS 65536U
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
/** Passes `number` microseconds. */
#define HYBRID_DELAY 3U
/** The task fails with `number`. */
#define HYBRID_FAIL 4U
/** Runs until the task's time is over. */
#define HYBRID_HANG 5U
/** Begins the reports of statistics: `inputs` are where they are, `n_stride` their sizes. */
#define HYBRID_HEAD 6U
/** Adds the record of a step to them: step `number`; in `extent`, its operation, the index of its
 * output, its bytes, and the number of records before it. */
#define HYBRID_MARK 7U
/** The task is over. */
#define HYBRID_END 8U
/** Kernels of many threads. The items are words of 8 bytes. Adds input `number` to the digest: */
#define HYBRID_DIGEST 9U
/** Writes the output from the digest, `number` and `task`; `extent` begins with its index. */
#define HYBRID_EXPAND 10U
/** Writes the input, and zeros behind it. */
#define HYBRID_COPY 11U
/** Writes the byte `number`. */
#define HYBRID_FILL 12U
/** The items are elements. Writes input * scale + shift. */
#define HYBRID_AFFINE 13U
/** Writes the sum of the inputs. */
#define HYBRID_ADD 14U
/** The items are words. Writes the numbers of a diagnostic task to output `number`. */
#define HYBRID_PATTERN 15U
/** Reads them again: another byte fails the task. */
#define HYBRID_VERIFY 16U

/** A tensor: where it is, and how its elements lie, as DlaLayout has it. */
typedef struct {
    uint64_t address;
    uint64_t n_stride;
    uint64_t c_stride;
    uint64_t h_stride;
    uint64_t w_stride;
    uint64_t group;
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
    /** See the kinds. */
    uint64_t number;
    /** Number of the task of its module; 0 where outputs do not depend on it. */
    uint64_t task;
    /** Longest time of the task in nanoseconds. */
    uint64_t limit_ns;
    /** Bytes of the output, and of the first input. */
    uint64_t output_size;
    uint64_t input_size;
    /** Sizes of the tensors: n, c, h, w. */
    uint64_t extent[4];
    /** DLA_TYPE_* of the output and of the inputs. */
    uint32_t output_type;
    uint32_t input_type;
    float scale;
    float shift;
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
