/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file planes.h
 * Sizes of planes.
 */
#ifndef RINGFENCE_BLIT_CUDA_PLANES_H
#define RINGFENCE_BLIT_CUDA_PLANES_H

#include <stdint.h>

#include "blit/blit.h"

/** Size of a plane. */
typedef struct {
    /** Bytes of a row that pixels have, and rows. */
    uint32_t row_bytes;
    uint32_t rows;
    /** Samples of an element: the step of the component that has the most of them. */
    uint8_t channels;
    /** Pixels of an element, as logarithms. */
    uint8_t shift_x;
    uint8_t shift_y;
    /** Components that are in each sample of it: all bytes of a row stand for something. */
    bool is_full;
} BlitGpuPlane;

/** Size of plane `index` of an image. */
BlitGpuPlane blit_gpu_plane(const BlitImage *image, uint32_t index);

#endif /* RINGFENCE_BLIT_CUDA_PLANES_H */
