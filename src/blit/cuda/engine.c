/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file engine.c
 * Engines on a GPU: the primary context of one GPU, which programs that use CUDA's runtime have as
 * well, and a stream that no other work is in.
 */
#include <string.h>

#include "blit/cuda/driver.h"
#include "core/assert.h"

static BlitGpuRow g_blit_gpu_rows[RINGFENCE_CFG_2D_ENGINES];

const BlitGpuRow *blit_gpu_row(uint32_t engine)
{
    const BlitGpuRow *row = NULL;

    if ((engine < RINGFENCE_CFG_2D_ENGINES) && g_blit_gpu_rows[engine].is_open) {
        row = &g_blit_gpu_rows[engine];
    }
    return row;
}

bool blit_gpu_is_open(uint32_t engine)
{
    return blit_gpu_row(engine) != NULL;
}

/** Finds the driver and the kernel.
 * @satisfies RF-BLIT-201 */
static BlitGpuStatus find_driver(BlitGpuRow *row)
{
    GpuResult result = GPU_CUDA_SUCCESS;
    BlitGpuStatus status = BLIT_GPU_NONE;
    size_t length = 0U;

    (void)blit_image(&length);
    row->driver = (length > 0U) ? gpu_driver() : NULL;
    if (row->driver != NULL) {
        result = row->driver->init(0U);
        /* A machine may have the driver and no GPU. */
        status = (result == GPU_CUDA_SUCCESS) ? BLIT_GPU_OK : BLIT_GPU_NONE;
    }
    if (status == BLIT_GPU_OK) {
        row->kernels = blit_cuda_kernels(&result);
        status = blit_gpu_status(result);
    }
    return status;
}

/** @satisfies RF-BLIT-201 */
bool blit_gpu_is_there(void)
{
    BlitGpuRow row;
    int32_t count = 0;
    bool is_there = false;

    (void)memset(&row, 0, sizeof(row));
    if (find_driver(&row) == BLIT_GPU_OK) {
        is_there = (row.driver->device_count(&count) == GPU_CUDA_SUCCESS) && (count > 0);
    }
    return is_there;
}

/** Finds the GPU: the first one where none is named. */
static GpuResult find_device(const BlitGpuRow *row, const uint8_t *uuid, int32_t *device)
{
    return (uuid == NULL) ? row->driver->device_get(device, 0)
                          : gpu_find_device(row->driver, uuid, device);
}

/** Runs each kernel once: CUDA loads it into a context when it first runs there. */
static GpuResult run_kernels(const BlitGpuRow *row)
{
    BlitWork work;
    GpuResult result = GPU_CUDA_SUCCESS;

    (void)memset(&work, 0, sizeof(work));
    for (uint32_t i = 0U; (i < (uint32_t)BLIT_KERNELS) && (result == GPU_CUDA_SUCCESS); i++) {
        result = blit_cuda_launch(row, i, &work, 1U);
    }
    if (result == GPU_CUDA_SUCCESS) {
        result = gpu_lane_wait(row->driver, &row->lane);
    }
    return result;
}

/** Makes the stream, and loads the kernels. The context is current.
 * @satisfies RF-BLIT-250 */
static GpuResult warm_engine(BlitGpuRow *row)
{
    GpuResult result = gpu_lane_open(row->driver, &row->lane);

    if (result == GPU_CUDA_SUCCESS) {
        result = run_kernels(row);
        if (result != GPU_CUDA_SUCCESS) {
            (void)gpu_lane_close(row->driver, &row->lane);
        }
    }
    return result;
}

/** Prepares a row in the primary context of its GPU. */
static GpuResult prepare_engine(BlitGpuRow *row)
{
    GpuResult result = row->driver->primary_retain(&row->context, row->device);

    if (result == GPU_CUDA_SUCCESS) {
        result = row->driver->context_push(row->context);
        if (result == GPU_CUDA_SUCCESS) {
            void *popped = NULL;

            result = warm_engine(row);
            (void)row->driver->context_pop(&popped);
        }
        if (result != GPU_CUDA_SUCCESS) {
            (void)row->driver->primary_release(row->device);
        }
    }
    return result;
}

/** @satisfies RF-BLIT-202 */
BlitGpuStatus blit_gpu_open(uint32_t engine, const uint8_t *uuid)
{
    const BlitGpuRow *const had = blit_gpu_row(engine);
    BlitGpuRow row;
    BlitGpuStatus status = BLIT_GPU_FAILED;

    (void)memset(&row, 0, sizeof(row));
    if (engine < RINGFENCE_CFG_2D_ENGINES) {
        status = find_driver(&row);
    }
    if (status == BLIT_GPU_OK) {
        status = blit_gpu_status(find_device(&row, uuid, &row.device));
    }
    if (status != BLIT_GPU_OK) {
        /* There is nothing to open. */
    } else if (had != NULL) {
        status = ((uuid == NULL) || (had->device == row.device)) ? BLIT_GPU_OK : BLIT_GPU_NO_ROOM;
    } else {
        status = blit_gpu_status(prepare_engine(&row));
        if (status == BLIT_GPU_OK) {
            ASSERT(row.driver != NULL);
            row.is_open = true;
            g_blit_gpu_rows[engine] = row;
        }
    }
    return status;
}

/** @satisfies RF-BLIT-202 */
void blit_gpu_close(uint32_t engine)
{
    if (blit_gpu_is_open(engine)) {
        BlitGpuRow *const row = &g_blit_gpu_rows[engine];

        if (row->driver->context_push(row->context) == GPU_CUDA_SUCCESS) {
            void *popped = NULL;

            (void)gpu_lane_close(row->driver, &row->lane);
            (void)row->driver->context_pop(&popped);
        }
        (void)row->driver->primary_release(row->device);
        (void)memset(row, 0, sizeof(*row));
    }
}
