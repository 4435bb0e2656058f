/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file first_fit.c
 * Buffers of any size in an array: one behind the other, and a new one takes the lowest place where
 * it fits.
 */
#include "port/baremetal/first_fit.h"

/** First place at or behind `start` whose address is a multiple of the alignment. */
static uint64_t aligned_place(const FirstFitArena *arena, uint64_t start, uint64_t alignment)
{
    /* cppcheck-suppress misra-c2012-11.4 ; DEV-002 alignment is one of addresses */
    const uint64_t base = (uint64_t)(uintptr_t)arena->base;
    const uint64_t at = ((base + start) + (alignment - 1U)) & ~(alignment - 1U);

    return at - base;
}

/** Says whether nothing of a place is taken, and all of it exists. */
static bool place_is_free(const FirstFitArena *arena, uint64_t start, uint64_t size)
{
    bool free = (start <= arena->size) && (size <= (arena->size - start));

    for (uint32_t i = 0U; (i < arena->count) && free; i++) {
        const PlaceBlock *const block = &arena->blocks[i];
        const size_t end = block->start + block->size;

        free = ((start + size) <= block->start) || (start >= end);
    }
    return free;
}

/** @satisfies RF-PORT-085 */
bool first_fit_find(const FirstFitArena *arena, uint64_t size, uint64_t alignment, uint64_t *place,
                    uint64_t *missing)
{
    uint64_t start = aligned_place(arena, 0U, alignment);
    uint64_t end = 0U;
    bool found = place_is_free(arena, start, size);

    *place = start;
    *missing = 0U;
    for (uint32_t i = 0U; i < arena->count; i++) {
        const PlaceBlock *const block = &arena->blocks[i];
        const uint64_t behind = (uint64_t)block->start + block->size;

        start = aligned_place(arena, behind, alignment);
        if (((!found) || (start < *place)) && place_is_free(arena, start, size)) {
            found = true;
            *place = start;
        }
        if (behind > end) {
            end = behind;
        }
    }
    if (!found) {
        *missing = (aligned_place(arena, end, alignment) + size) - arena->size;
    }
    return found;
}
