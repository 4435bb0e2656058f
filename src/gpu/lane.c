/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file lane.c
 * Streams of the library's own, which are waited for by events.
 *
 * A question about an event ends the capture of a graph that another thread makes in the strictest
 * mode, unless the thread that asks is in the mode that lets all be.
 */
#include "gpu/lane.h"

#include <stddef.h>
#include <stdint.h>

#include "core/assert.h"

/** @satisfies RF-CUDA-250 RF-CUDA-251 RF-BLIT-250 */
GpuResult gpu_lane_open(const GpuDriver *driver, GpuLane *lane)
{
    GpuLane made = {NULL, NULL, false};
    GpuResult result = driver->stream_create(&made.stream, GPU_CUDA_STREAM_NON_BLOCKING);

    if (result == GPU_CUDA_SUCCESS) {
        result = driver->event_create(&made.event, GPU_CUDA_EVENT_NO_TIMING);
        if (result != GPU_CUDA_SUCCESS) {
            (void)driver->stream_destroy(made.stream);
            made.stream = NULL;
            made.event = NULL;
        }
    } else {
        made.stream = NULL;
    }
    *lane = made;
    return result;
}

GpuResult gpu_lane_close(const GpuDriver *driver, GpuLane *lane)
{
    GpuResult result = GPU_CUDA_SUCCESS;

    if (lane->stream != NULL) {
        const GpuResult ended = driver->event_destroy(lane->event);

        result = driver->stream_destroy(lane->stream);
        result = (ended == GPU_CUDA_SUCCESS) ? result : ended;
    }
    lane->stream = NULL;
    lane->event = NULL;
    lane->is_marked = false;
    return result;
}

/** Puts the thread into a mode of captures, and gives the one that it was in. */
static bool swap_mode(const GpuDriver *driver, int32_t *mode)
{
    return driver->capture_mode(mode) == GPU_CUDA_SUCCESS;
}

/** @satisfies RF-CUDA-255 */
GpuResult gpu_lane_wait(const GpuDriver *driver, const GpuLane *lane)
{
    int32_t mode = GPU_CUDA_CAPTURE_RELAXED;
    bool is_relaxed = false;
    GpuResult result = GPU_CUDA_SUCCESS;

    ASSERT(lane->stream != NULL);
    is_relaxed = swap_mode(driver, &mode);
    result = driver->event_record(lane->event, lane->stream);
    if (result == GPU_CUDA_SUCCESS) {
        result = driver->event_synchronize(lane->event);
    }
    if (result != GPU_CUDA_SUCCESS) {
        /* Memory must not be given back under the GPU. */
        (void)driver->stream_synchronize(lane->stream);
    }
    if (is_relaxed) {
        (void)swap_mode(driver, &mode);
    }
    return result;
}

/** @satisfies RF-CUDA-255 */
void gpu_lane_mark(const GpuDriver *driver, GpuLane *lane)
{
    const GpuResult result = driver->event_record(lane->event, lane->stream);

    lane->is_marked = (result == GPU_CUDA_SUCCESS);
}

/** @satisfies RF-CUDA-255 */
GpuResult gpu_lane_look(const GpuDriver *driver, const GpuLane *lane)
{
    int32_t mode = GPU_CUDA_CAPTURE_RELAXED;
    const bool is_relaxed = swap_mode(driver, &mode);
    /* Where the driver did not take the event, only the stream says. */
    const GpuResult result =
        lane->is_marked ? driver->event_query(lane->event) : driver->stream_query(lane->stream);

    if (is_relaxed) {
        (void)swap_mode(driver, &mode);
    }
    return result;
}
