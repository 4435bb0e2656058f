/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file driver.h
 * What blits hand to CUDA's driver, their kernels, and the rows of engines.
 */
#ifndef RINGFENCE_BLIT_CUDA_DRIVER_H
#define RINGFENCE_BLIT_CUDA_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "blit/cuda/blit_cuda.h"
#include "blit/cuda/work.h"
#include "gpu/driver.h"
#include "gpu/gpu.h"
#include "gpu/lane.h"

/** CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD. */
#define BLIT_CUDA_OPAQUE_FD 1
/** CU_AD_FORMAT_UNSIGNED_INT8 and CU_AD_FORMAT_UNSIGNED_INT16. */
#define BLIT_CUDA_UINT8  1
#define BLIT_CUDA_UINT16 2
/** CUDA_ARRAY3D_SURFACE_LDST. */
#define BLIT_CUDA_ARRAY_SURFACE 2U
/** CU_MEMORYTYPE_HOST, CU_MEMORYTYPE_DEVICE and CU_MEMORYTYPE_ARRAY. */
#define BLIT_CUDA_SIDE_HOST   1
#define BLIT_CUDA_SIDE_DEVICE 2
#define BLIT_CUDA_SIDE_ARRAY  3

/** The kernels of blit.cu, as BlitKernelKind numbers them; `result` becomes GPU_CUDA_NO_BINARY iff
 * there are none. */
void *const *blit_cuda_kernels(GpuResult *result);

/**
 * The kernels of blit.cu, compiled for several architectures: a fat binary, which the build makes.
 *
 * @param[out] length  its bytes; 0: there was no nvcc
 */
const void *blit_image(size_t *length);

/** What a result of the driver is to callers. */
BlitGpuStatus blit_gpu_status(GpuResult result);

/** An engine. */
typedef struct {
    bool is_open;
    int32_t device;
    const GpuDriver *driver;
    void *const *kernels;
    void *context;
    GpuLane lane;
} BlitGpuRow;

/** Launches a kernel, a BlitKernelKind, in the stream of an engine, whose context is current. */
GpuResult blit_cuda_launch(const BlitGpuRow *row, uint32_t kind, BlitWork *work, uint32_t planes);

/** Row of an engine that is open; NULL: it is not. */
const BlitGpuRow *blit_gpu_row(uint32_t engine);

#endif /* RINGFENCE_BLIT_CUDA_DRIVER_H */
