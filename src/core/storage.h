/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file storage.h
 * Which row of a table an address of the caller is.
 */
#ifndef RINGFENCE_CORE_STORAGE_H
#define RINGFENCE_CORE_STORAGE_H

#include <stddef.h>
#include <stdint.h>

/** How an address lies to a table. */
typedef enum {
    /** Not in it. */
    STORAGE_OUTSIDE = 0,
    /** In it, but not at the start of a row. */
    STORAGE_INSIDE = 1,
    /** At the start of a row. */
    STORAGE_ROW = 2
} StoragePlace;

/** A table of rows. */
typedef struct {
    const void *first;
    uint32_t rows;
    /** Bytes of a row; not 0. */
    size_t row_size;
} Storage;

/** Says how an address lies to a table; `row` is written only for STORAGE_ROW. O(1), no lock. */
StoragePlace storage_place(const Storage *table, const void *address, uint32_t *row);

#endif /* RINGFENCE_CORE_STORAGE_H */
