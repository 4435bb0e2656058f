/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file name.c
 * A name has the kind and the index of its row, and how often the row had a name. It is no multiple
 * of 4, and of 64 bits the upper two are those of no address.
 */
#include "worker/name.h"

#include <string.h>

#include "core/assert.h"
#include "core/fault.h"
#include "core/handle.h"

#define NAME_KIND_MASK  0xFU
#define NAME_ROW_SHIFT  4U
#define NAME_ROW_MASK   (WORKER_NAME_ROWS - 1U)
#define NAME_TURN_SHIFT 20U

/** The upper bits of a name, which those of an address are not. */
static uintptr_t name_with_mark(uintptr_t word)
{
    uintptr_t marked = word;

    if (HANDLE_IS_WIDE) {
        const uint64_t lower = (uint64_t)word & ((HANDLE_MARK_LOW)-1U);

        marked = (uintptr_t)(lower | HANDLE_MARK_HIGH);
    }
    return marked;
}

/** @satisfies RF-DLA-004 RF-MEDIA-004 */
void worker_name_give(WorkerNameKind kind, uint32_t row, WorkerName *name, void *place)
{
    uintptr_t word = 0U;

    ASSERT(row < WORKER_NAME_ROWS);
    ASSERT(port_load_word(&name->word) == 0U);
    name->turn++;
    word = name_with_mark((name->turn << NAME_TURN_SHIFT) | ((uintptr_t)row << NAME_ROW_SHIFT) |
                          (uintptr_t)kind);
    port_store_word_release(&name->word, word);
    (void)memcpy(place, &word, sizeof(word));
}

void worker_name_end(WorkerName *name)
{
    ASSERT(port_load_word(&name->word) != 0U);
    port_store_word(&name->word, 0U);
}

bool worker_name_row(WorkerNameKind kind, const void *handle, uint32_t rows, uint32_t *row)
{
    const uintptr_t word = handle_bits(handle);
    const uint32_t index = (uint32_t)((word >> NAME_ROW_SHIFT) & NAME_ROW_MASK);

    *row = index;
    return ((word & NAME_KIND_MASK) == (uintptr_t)kind) && (index < rows);
}

bool worker_name_fits(const WorkerName *name, const void *handle)
{
    return port_load_word(&name->word) == handle_bits(handle);
}

void worker_handle_give(WorkerNameKind kind, uint32_t row, WorkerHandle *own, void *place)
{
    worker_home_set(&own->home);
    worker_name_give(kind, row, &own->name, place);
}

bool worker_handle_fits(const WorkerHandle *own, const void *handle)
{
    bool fits = worker_name_fits(&own->name, handle);

    if (fits) {
        fits = worker_home_is_here(&own->home);
    }
    return fits;
}

/** @satisfies RF-DLA-005 RF-MEDIA-005 */
void worker_name_refuse(PhaseOp op, const void *handle, FaultEngineCause cause)
{
    if (handle != NULL) {
        ringfence_fault_report_cause(op, RINGFENCE_FAULT_BAD_HANDLE, cause);
    }
}
