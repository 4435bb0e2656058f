/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file kernel.c
 * The kernels of the library: one image for all, which the driver loads when the first is needed.
 */
#include "cuda/driver/cuda_driver.h"

#include "port/atomic.h"
#include "port/lock.h"

/** Their names in src/cuda/kernels. */
static const char *const g_kernel_names[KERNEL_COUNT] = {"ringfence_store", "ringfence_stamp",
                                                         "ringfence_clock"};

/** The image and its kernels, which belong to no context; NULL: not loaded yet. They stay loaded.
 */
static CUlibrary g_kernel_library;
static CUkernel g_kernels[KERNEL_COUNT];
static PortAtomic32 g_kernel_mutex;

CUresult kernel_result(CUresult result)
{
    return (result == CUDA_ERROR_NO_BINARY_FOR_GPU) ? CUDA_ERROR_NOT_SUPPORTED : result;
}

/** Loads what is not loaded yet. Needs the mutex. */
static CUresult load_kernel(const CudaGraphs *graphs, CudaKernel which)
{
    size_t length = 0U;
    const void *const image = graph_image(&length);
    CUresult result = (length == 0U) ? CUDA_ERROR_NOT_SUPPORTED : CUDA_SUCCESS;

    if ((result == CUDA_SUCCESS) && (g_kernel_library == NULL)) {
        result = graphs->library_load(&g_kernel_library, image, NULL, NULL, 0U, NULL, NULL, 0U);
    }
    if ((result == CUDA_SUCCESS) && (g_kernels[which] == NULL)) {
        result = graphs->library_kernel(&g_kernels[which], g_kernel_library, g_kernel_names[which]);
    }
    return kernel_result(result);
}

/** @satisfies RF-CUDA-077 RF-CUDA-124 */
CUresult kernel_load(const CudaGraphs *graphs, CudaKernel which, CUkernel *kernel)
{
    CUresult result = CUDA_SUCCESS;

    ringfence_port_mutex_lock(&g_kernel_mutex);
    result = load_kernel(graphs, which);
    *kernel = g_kernels[which];
    ringfence_port_mutex_unlock(&g_kernel_mutex);
    return result;
}

CUresult kernel_launch(const CudaGraphs *graphs, CUkernel kernel, CUstream stream, void **arguments)
{
    return kernel_result(
        graphs->launch(kernel, 1U, 1U, 1U, 1U, 1U, 1U, 0U, stream, arguments, NULL));
}
