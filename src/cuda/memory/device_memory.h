/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file device_memory.h
 * How memory of a device is reserved.
 */
#ifndef RINGFENCE_CUDA_DEVICE_MEMORY_H
#define RINGFENCE_CUDA_DEVICE_MEMORY_H

#include <stddef.h>

#include "cuda/cuda_api.h"
#include "cuda/driver/cuda_driver.h"

/** Bytes of which memory of a device is a multiple, and properties to reserve it with. */
CUresult device_memory_step(const CudaDriver *driver, CUdevice device,
                            CUmemAllocationProp *properties, size_t *step);

#endif /* RINGFENCE_CUDA_DEVICE_MEMORY_H */
