/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file lane.h
 * Streams of the library's own, and how their work is waited for: by an event behind it. Tools that
 * look at a program's kernels make a question about a stream wait for the stream NULL as well,
 * which may wait for who asks; they leave events alone.
 */
#ifndef RINGFENCE_GPU_LANE_H
#define RINGFENCE_GPU_LANE_H

#include <stdbool.h>

#include "gpu/driver.h"
#include "gpu/gpu.h"

/** A stream that neither waits for the stream NULL nor holds it up, and its event. */
typedef struct {
    /** NULL: there is none. */
    void *stream;
    void *event;
    /** The event is behind the work that gpu_lane_look() asks about. */
    bool is_marked;
} GpuLane;

/** Makes a lane in the context that is current: GPU_CUDA_SUCCESS, or what the driver says; it is
 * all zero then. */
GpuResult gpu_lane_open(const GpuDriver *driver, GpuLane *lane);

/** Ends a lane, which is all zero afterwards; nothing to do for one that is. What the driver does
 * not end stays with its context: the first of its refusals is returned. */
GpuResult gpu_lane_close(const GpuDriver *driver, GpuLane *lane);

/**
 * Waits for all work of a lane. Reserves nothing, and breaks no capture of another thread.
 *
 * @return GPU_CUDA_SUCCESS, or what the driver says; no work is left then either, unless it refuses
 * a second question too
 */
GpuResult gpu_lane_wait(const GpuDriver *driver, const GpuLane *lane);

/** Marks the work that a lane has now, for gpu_lane_look(). Reserves nothing. */
void gpu_lane_mark(const GpuDriver *driver, GpuLane *lane);

/** Looks at the marked work: GPU_CUDA_SUCCESS: it is over; GPU_CUDA_NOT_READY; or what the driver
 * says. Breaks no capture of another thread. */
GpuResult gpu_lane_look(const GpuDriver *driver, const GpuLane *lane);

#endif /* RINGFENCE_GPU_LANE_H */
