/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cuda_api.h
 * The types of CUDA: the only file of the library's source that names CUDA's headers.
 *
 * No function that they declare is called: src/cuda/driver/driver.c finds the driver's at run time.
 */
#ifndef RINGFENCE_CUDA_CUDA_API_H
#define RINGFENCE_CUDA_CUDA_API_H

#include <cuda.h>
#include <cuda_runtime_api.h>

#endif /* RINGFENCE_CUDA_CUDA_API_H */
