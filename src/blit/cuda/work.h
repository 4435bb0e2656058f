/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file work.h
 * What the kernel of blits is told. For C and for nvcc.
 */
#ifndef RINGFENCE_BLIT_CUDA_WORK_H
#define RINGFENCE_BLIT_CUDA_WORK_H

#include <stdint.h>

#include "blit/arithmetic.h"

/** Threads of a block of the grid, across and down. */
#define BLIT_WORK_ACROSS 32U
#define BLIT_WORK_DOWN   8U

/** The kernels. */
typedef enum {
    /** A thread makes the pixels that one sample of sub-sampled colour covers, without a filter. */
    BLIT_KERNEL_PICK = 0,
    /** The same with a filter. */
    BLIT_KERNEL_FILTER = 1,
    /** A thread makes BLIT_WORK_WIDE x BLIT_WORK_HIGH pixels of YUV 4:2:0 of as many of packed RGB;
     * all of 8 bits. */
    BLIT_KERNEL_420 = 2,
    /** A thread copies BLIT_WORK_BYTES bytes of a row of the plane that z of the grid says. */
    BLIT_KERNEL_COPY = 3,
    BLIT_KERNELS = 4
} BlitKernelKind;

#define BLIT_WORK_WIDE 4U
#define BLIT_WORK_HIGH 2U

/** Bytes that a thread reads or writes at once. */
typedef struct {
    uint32_t word[4];
} BlitQuad;

#define BLIT_WORK_BYTES ((uint32_t)sizeof(BlitQuad))

/** An image on a GPU. */
typedef struct {
    BlitFormat format;
    /** Planes are surface objects; else addresses. */
    uint32_t is_array;
    /** All components are bytes of words of four bytes, and each word is where one can be read. */
    uint32_t is_word;
    /** Bytes of a row of a plane, and its rows. */
    uint32_t row_bytes[BLIT_PLANES];
    uint32_t rows[BLIT_PLANES];
    uint32_t pitch[BLIT_PLANES];
    uint64_t plane[BLIT_PLANES];
} BlitWorkImage;

/** A part of a plane that is copied. */
typedef struct {
    /** Bytes of a row, and rows. */
    uint32_t bytes;
    uint32_t rows;
    /** Where it begins: bytes of a row, and row. */
    uint32_t from_x;
    uint32_t from_y;
    uint32_t to_x;
    uint32_t to_y;
} BlitWorkPart;

/** The parameter of the kernels. */
typedef struct {
    /** Threads that have something to do, across and down; 0: the kernel does nothing. */
    uint32_t across;
    uint32_t down;
    BlitTransform transform;
    BlitFilter filter;
    BlitBlend blend;
    /** Of blending, in 1/65536. */
    uint32_t constant;
    BlitRect source_rect;
    BlitRect destination_rect;
    BlitWorkImage source;
    BlitWorkImage destination;
    /** Pixels of a sub-sampled sample of the destination, as logarithms. */
    uint32_t shift_x;
    uint32_t shift_y;
    /** Values of components that the source does not have. */
    uint32_t absent[BLIT_COMPONENTS];
    /** Zeros of the destination, see blit_zero(). */
    uint32_t zero[BLIT_COMPONENTS];
    BlitMatrix matrix;
    BlitWorkPart part[BLIT_PLANES];
} BlitWork;

#endif /* RINGFENCE_BLIT_CUDA_WORK_H */
