/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file driver.c
 * The kernels of hybrid mode.
 */
#include "dla/gpu/driver.h"

void *const *hybrid_kernels(GpuResult *result)
{
    /* In the order of HybridKernel. */
    static const char *const names[HYBRID_KERNELS] = {"ringfence_dla_single", "ringfence_dla_bulk"};
    static void *found[HYBRID_KERNELS];
    static GpuKernels kernels = {&hybrid_image, names, found, (size_t)HYBRID_KERNELS, NULL};

    *result = gpu_load(&kernels);
    return found;
}
