/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file driver.c
 * The kernels of blits, and what the driver's answers are to callers.
 */
#include "blit/cuda/driver.h"

void *const *blit_cuda_kernels(GpuResult *result)
{
    /* In the order of BlitKernelKind. */
    static const char *const names[BLIT_KERNELS] = {"ringfence_blit_pick", "ringfence_blit_filter",
                                                    "ringfence_blit_420", "ringfence_blit_copy"};
    static void *found[BLIT_KERNELS];
    static GpuKernels kernels = {&blit_image, names, found, (size_t)BLIT_KERNELS, NULL};

    *result = gpu_load(&kernels);
    return found;
}

BlitGpuStatus blit_gpu_status(GpuResult result)
{
    BlitGpuStatus status = BLIT_GPU_FAILED;

    switch (result) {
    case GPU_CUDA_SUCCESS:
        status = BLIT_GPU_OK;
        break;
    case GPU_CUDA_OUT_OF_MEMORY:
        status = BLIT_GPU_NO_ROOM;
        break;
    case GPU_CUDA_NO_BINARY:
    case GPU_CUDA_INVALID_DEVICE:
        status = BLIT_GPU_UNKNOWN;
        break;
    default:
        status = BLIT_GPU_FAILED;
        break;
    }
    return status;
}

GpuResult blit_cuda_launch(const BlitGpuRow *row, uint32_t kind, BlitWork *work, uint32_t planes)
{
    const uint32_t columns = (work->across + BLIT_WORK_ACROSS - 1U) / BLIT_WORK_ACROSS;
    const uint32_t rows = (work->down + BLIT_WORK_DOWN - 1U) / BLIT_WORK_DOWN;
    void *arguments[] = {work};

    return row->driver->launch(row->kernels[kind], (columns > 0U) ? columns : 1U,
                               (rows > 0U) ? rows : 1U, planes, BLIT_WORK_ACROSS, BLIT_WORK_DOWN,
                               1U, 0U, row->lane.stream, arguments, NULL);
}
