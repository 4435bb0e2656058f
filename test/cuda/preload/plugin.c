/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file plugin.c
 * A library that brings its own CUDA runtime, as extensions of interpreters do.
 */
#include <cuda_runtime_api.h>
#include <stddef.h>

int plugin_allocate_and_free(void);

/** First error, or 0. */
int plugin_allocate_and_free(void)
{
    void *pointer = NULL;
    cudaError_t error = cudaMalloc(&pointer, 4096U);

    if (error == cudaSuccess) {
        error = cudaFree(pointer);
    }
    return (int)error;
}
