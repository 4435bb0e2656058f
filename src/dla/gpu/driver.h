/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file driver.h
 * What hybrid mode hands to CUDA's driver, and the image of the kernels.
 */
#ifndef RINGFENCE_DLA_HYBRID_DRIVER_H
#define RINGFENCE_DLA_HYBRID_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#include "dla/gpu/work.h"
#include "gpu/driver.h"
#include "gpu/gpu.h"

/** With what pages of the CPU are registered. */
#define HYBRID_REGISTER_FLAGS (GPU_CUDA_REGISTER_PORTABLE | GPU_CUDA_REGISTER_MAPPED)
/** CU_POINTER_ATTRIBUTE_MEMORY_TYPE, and CU_MEMORYTYPE_DEVICE. */
#define HYBRID_ATTRIBUTE_TYPE 2
#define HYBRID_TYPE_DEVICE    2U
/** CU_POINTER_ATTRIBUTE_IS_MANAGED. */
#define HYBRID_ATTRIBUTE_MANAGED 8
/** CU_STREAM_LEGACY and CU_STREAM_PER_THREAD, as numbers. */
#define HYBRID_STREAM_LEGACY     1U
#define HYBRID_STREAM_PER_THREAD 2U

/** Kernels of the image. */
typedef enum {
    /** Of one thread. */
    HYBRID_SINGLE = 0,
    /** Of many threads. */
    HYBRID_BULK = 1,
    HYBRID_KERNELS = 2
} HybridKernel;

/** Kernels, which belong to no context and stay loaded. `result` becomes GPU_CUDA_NO_BINARY iff
 * there are none. */
void *const *hybrid_kernels(GpuResult *result);

/**
 * The kernels of behaviours.cu, compiled for several architectures: a fat binary, which the build
 * makes.
 *
 * @param[out] length  its bytes; 0: there was no nvcc
 */
const void *hybrid_image(size_t *length);

#endif /* RINGFENCE_DLA_HYBRID_DRIVER_H */
