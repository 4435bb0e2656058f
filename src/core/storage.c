/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file storage.c
 * Addresses of tables as numbers: the caller's may be any.
 */
#include "core/storage.h"

/** @satisfies RF-CORE-102 */
StoragePlace storage_place(const Storage *table, const void *address, uint32_t *row)
{
    StoragePlace place = STORAGE_OUTSIDE;
    const uint64_t first = (uint64_t)(uintptr_t)table->first;
    /* cppcheck-suppress misra-c2012-11.6 ; DEV-010 the caller's address may be any */
    const uint64_t at = (uint64_t)(uintptr_t)address;
    const uint64_t size = (uint64_t)table->row_size * (uint64_t)table->rows;

    if ((at >= first) && ((at - first) < size)) {
        const uint64_t offset = at - first;

        if ((offset % (uint64_t)table->row_size) == 0U) {
            *row = (uint32_t)(offset / (uint64_t)table->row_size);
            place = STORAGE_ROW;
        } else {
            place = STORAGE_INSIDE;
        }
    }
    return place;
}
