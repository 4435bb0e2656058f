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
#include "dla/hybrid/driver.h"
#include "ringfence_cfg.h"

/** A row of the table of handles. */
typedef struct {
    bool is_open;
    /** The context is a primary one that the row retains. */
    bool is_retained;
    /** The page is registered in this context; NULL: in none. */
    void *context;
    /** Address of the page for GPUs. */
    uint64_t page;
    /** Tasks that were submitted since the process began. */
    uint64_t tickets;
    /** Tickets of the tasks that had each `done` of the page last. */
    uint64_t issued[RINGFENCE_CFG_DLA_TASKS];
    const HybridDriver *driver;
    void *const *kernels;
} HybridRow;

/** The row; NULL: there is none, or it is not open. */
HybridRow *hybrid_row(uint32_t row);

/** Finds a `done` that is free. False: as many tasks as there may be are not over. */
bool hybrid_find_done(uint32_t row, uint32_t *done);

/** Result of cuDLA for one of the driver. */
cudlaStatus hybrid_status(HybridResult result);

/** Puts a kernel into a stream: of so many blocks. */
HybridResult hybrid_launch(const HybridRow *row, HybridWork *work, uint32_t blocks, void *stream);

#endif /* RINGFENCE_DLA_HYBRID_ROW_H */
