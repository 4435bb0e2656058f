/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file pages.c
 * Pages that CUDA is to register: at an address of their own.
 *
 * mremap() of no byte makes another mapping of shared memory, also where new mappings for writing
 * are sealed off.
 */
/* cppcheck-suppress misra-c2012-21.1 ; DEV-004 the C library names mremap on this word alone */
#define _GNU_SOURCE

#include <string.h>
#include <sys/mman.h>

#include "gpu/gpu.h"

void *gpu_pages_again(const void *pages, size_t bytes)
{
    void *place = NULL;
    void *again = NULL;

    /* The pages are not written through this pointer. */
    (void)memcpy(&place, &pages, sizeof(place));
    again = mremap(place, 0U, bytes, MREMAP_MAYMOVE);
    return (again == MAP_FAILED) ? NULL : again;
}

void gpu_pages_end(void *pages, size_t bytes)
{
    (void)munmap(pages, bytes);
}
