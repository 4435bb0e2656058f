/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file names.c
 * Names of rows: words in the shape of pointers, which are compared and nothing else.
 *
 * A word has the table and the index of its row, how often the row had a name, and a mark: it is no
 * multiple of 4, no handle of cuDLA, and of 64 bits the upper two are those of no address.
 */
#include <string.h>

#include "core/handle.h"
#include "media/media.h"

#define NAME_MARK        3U
#define NAME_MARK_MASK   3U
#define NAME_TABLE_SHIFT 2U
#define NAME_TABLE_MASK  3U
#define NAME_ROW_SHIFT   4U
#define NAME_ROW_MASK    0xFFFFU
#define NAME_TURN_SHIFT  20U

_Static_assert((RINGFENCE_CFG_2D_DEVICES - 1U) <= NAME_ROW_MASK, "a word has the index");
_Static_assert((RINGFENCE_CFG_2D_ENGINES - 1U) <= NAME_ROW_MASK, "a word has the index");

/** The upper bits of a name, which those of an address are not. */
static uintptr_t name_marked(uintptr_t word)
{
    uintptr_t marked = word;

    if (HANDLE_IS_WIDE) {
        const uint64_t lower = (uint64_t)word & ((HANDLE_MARK_BASE)-1U);

        marked = (uintptr_t)(lower | HANDLE_MARK_OWN);
    }
    return marked;
}

/** @satisfies RF-MEDIA-004 */
void media_name_give(MediaTable table, uint32_t row, MediaName *name, void *place)
{
    uintptr_t word = 0U;

    name->turn++;
    word = name_marked((name->turn << NAME_TURN_SHIFT) | ((uintptr_t)row << NAME_ROW_SHIFT) |
                       ((uintptr_t)table << NAME_TABLE_SHIFT) | NAME_MARK);
    port_store_word_release(&name->word, word);
    (void)memcpy(place, &word, sizeof(word));
}

void media_name_end(MediaName *name)
{
    port_store_word(&name->word, 0U);
}

bool media_name_row(MediaTable table, const void *handle, uint32_t rows, uint32_t *row)
{
    const uintptr_t word = handle_bits(handle);
    const uint32_t index = (uint32_t)((word >> NAME_ROW_SHIFT) & NAME_ROW_MASK);
    const uintptr_t kind = (word >> NAME_TABLE_SHIFT) & NAME_TABLE_MASK;

    *row = index;
    return ((word & NAME_MARK_MASK) == NAME_MARK) && (kind == (uintptr_t)table) && (index < rows);
}

bool media_name_fits(const MediaName *name, const void *handle)
{
    return port_load_word(&name->word) == handle_bits(handle);
}

/** @satisfies RF-MEDIA-005 */
void media_name_refuse(PhaseOp op, const void *handle)
{
    if (handle != NULL) {
        ringfence_fault_report(op, RINGFENCE_FAULT_BAD_HANDLE);
    }
}
