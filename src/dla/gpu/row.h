/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file row.h
 * What a handle of hybrid mode has: its context, the page that it shares with the GPU, and which of
 * its tasks are not over.
 */
#ifndef RINGFENCE_DLA_HYBRID_ROW_H
#define RINGFENCE_DLA_HYBRID_ROW_H

#include <stdbool.h>
#include <stdint.h>

#include "cudla.h"
#include "dla/gpu/driver.h"
#include "dla/gpu/hybrid.h"
#include "gpu/lane.h"
#include "port/atomic.h"
#include "ringfence_cfg.h"

/** A row of the table of handles. */
typedef struct {
    bool is_open;
    /** The context is a primary one that the row retains: that of this GPU. */
    bool is_retained;
    int32_t device;
    /** The page is registered in this context; NULL: in none. */
    void *context;
    /** Address of the page for GPUs. */
    uint64_t page;
    /** Standalone mode: the stream of the handle, if it has one. */
    GpuLane lane;
    /** Tasks that were submitted since the process began. */
    uint64_t tickets;
    /** Tickets of the tasks that had each `done` of the page last. */
    PortAtomic64 issued[RINGFENCE_CFG_DLA_TASKS];
    const GpuDriver *driver;
    void *const *kernels;
} HybridRow;

/** The row; NULL: there is none, or it is not open. */
HybridRow *hybrid_row(uint32_t row);

/** Finds the `done` of a task: that of its place, or one that is free. False: as many tasks as
 * there may be are not over. */
bool hybrid_find_done(uint32_t row, const HybridTask *task, uint32_t *done);

/** Opens a row: in the primary context of a GPU, or in the context that is current if it is NULL.
 * Faults are reported as those of `op`. */
cudlaStatus hybrid_row_open(uint32_t row, PhaseOp op, const HybridGpu *gpu);

/** Says whether all tasks of a row are over. */
bool hybrid_are_over(uint32_t row);

/** Makes all tasks of a row over: none of them is on the GPU any more. */
void hybrid_make_over(uint32_t row);

/** Has the tasks of a row that were submitted end. */
void hybrid_stop(uint32_t row);

/** Forgets how tasks of a row failed. */
void hybrid_forget_error(uint32_t row);

/** Says whether the context of a row is gone, was reset or failed for good. */
bool hybrid_is_lost(const GpuDriver *driver, uint32_t row);

/** Puts a task into a stream of the context, which is current. */
cudlaStatus hybrid_put_task(uint32_t index, HybridRow *row, const HybridTask *task, void *stream);

/** Result of cuDLA for one of the driver. */
cudlaStatus hybrid_status(GpuResult result);

/** Puts a kernel into a stream: of so many blocks. */
GpuResult hybrid_launch(const HybridRow *row, HybridWork *work, uint32_t blocks, void *stream);

#endif /* RINGFENCE_DLA_HYBRID_ROW_H */
