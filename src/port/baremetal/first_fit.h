/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file first_fit.h
 * Places in static memory, for buffers of any size and for the memory of sync objects.
 */
#ifndef RINGFENCE_PORT_BAREMETAL_FIRST_FIT_H
#define RINGFENCE_PORT_BAREMETAL_FIRST_FIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "port/memory.h"
#include "ringfence_cfg.h"

/** Bytes that a block takes: whole cache lines, whole words of 64 bits. */
#if (RINGFENCE_CFG_CACHE_LINE > 8U)
#define PLACE_LINE RINGFENCE_CFG_CACHE_LINE
#else
#define PLACE_LINE 8U
#endif
/** Alignment of the first buffer. */
#if (RINGFENCE_CFG_BASE_ALIGN > PLACE_LINE)
#define PLACE_BUFFERS RINGFENCE_CFG_BASE_ALIGN
#else
#define PLACE_BUFFERS PLACE_LINE
#endif
/** Of numbers of 32 bits. */
#define PLACE_LINES(size) ((((size) + PLACE_LINE) - 1U) & ~(PLACE_LINE - 1U))
/** Sums of a few numbers that are no larger fit into 64 bits, addresses among them. */
#define PLACE_MOST ((uint64_t)1U << 60U)

#define PLACE_COUNTER_SIZE                                                                         \
    PLACE_LINES(PORT_COUNTER_BYTES + (RINGFENCE_CFG_TIMESTAMP_SLOTS * PORT_TIMESTAMP_BYTES) +      \
                (RINGFENCE_CFG_TASK_STATUS_SLOTS * PORT_TASK_STATUS_BYTES))
#define PLACE_WAITERS_SIZE PLACE_LINES(PORT_WAITERS_BYTES)

/** Place of a buffer. */
typedef struct {
    size_t start;
    /** 0: the row is free. */
    size_t size;
} PlaceBlock;

/** Memory, and what of it is taken. */
typedef struct {
    const uint8_t *base;
    uint64_t size;
    const PlaceBlock *blocks;
    uint32_t count;
} FirstFitArena;

/** Memory of one sync object. */
typedef struct {
    uint8_t counter[PLACE_COUNTER_SIZE];
    uint8_t waiters[PLACE_WAITERS_SIZE];
} PlaceCounters;

/** Bytes of whole lines; 0 if there are more than 64 bits can say. */
static inline uint64_t first_fit_lines(uint64_t size)
{
    const uint64_t inside = (uint64_t)PLACE_LINE - 1U;

    return (size + inside) & ~inside;
}

/** Lowest place for a buffer; false: there is none. `missing` is by how many bytes the arena is too
 * small for it then. */
bool first_fit_find(const FirstFitArena *arena, uint64_t size, uint64_t alignment, uint64_t *place,
                    uint64_t *missing);

#endif /* RINGFENCE_PORT_BAREMETAL_FIRST_FIT_H */
