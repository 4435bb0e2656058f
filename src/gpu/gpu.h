/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file gpu.h
 * CUDA's driver and kernels of ours, for engines that may run on a GPU. The driver's functions are
 * found by name when a program runs, so that libraries are built without CUDA's headers and are
 * loaded where there is no GPU.
 */
#ifndef RINGFENCE_GPU_GPU_H
#define RINGFENCE_GPU_GPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** CUresult. Addresses of devices are uint64_t, handles are pointers. */
typedef int32_t GpuResult;

#define GPU_CUDA_SUCCESS   0
#define GPU_CUDA_NO_BINARY 209

/** A function to find, and where its address goes. */
typedef struct {
    const char *symbol;
    void *place;
} GpuSymbol;

/** Functions of the driver that belong together; `is_ready` is false at first. */
typedef struct {
    const GpuSymbol *symbols;
    size_t count;
    /** All were found. */
    bool is_ready;
} GpuFunctions;

/** Finds functions of the driver, which the first call loads and which stays loaded. True iff all
 * of them are there. Any thread. */
bool gpu_find(GpuFunctions *functions);

/** Kernels of an image; the pointers of handles are NULL at first. */
typedef struct {
    /** Gives the fat binary, which the build makes, and its bytes; 0: there was no nvcc. */
    const void *(*image)(size_t *length);
    const char *const *names;
    /** As many as there are names. */
    void **kernels;
    size_t count;
    void *library;
} GpuKernels;

/** Loads what is not loaded yet. Kernels belong to no context and stay loaded. GPU_CUDA_NO_BINARY
 * iff there are none, or what the driver says. Any thread. */
GpuResult gpu_load(GpuKernels *kernels);

#endif /* RINGFENCE_GPU_GPU_H */
