/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file list_text.c
 * A list as text.
 */
#include "attr/conflict.h"
#include "attr/dump.h"
#include "attr/enumerator.h"
#include "attr/list.h"
#include "core/assert.h"

/** Writes the values of a slot, one line each. */
static void dump_slot(const ListClass *cls, uint32_t row, uint32_t slot, TextOut *out)
{
    text_string(out, "slot ");
    text_number(out, slot);
    text_string(out, "\n");
    for (uint32_t key = 0U; key < cls->table->count; key++) {
        const AttrKey *const attr = &cls->table->keys[key];
        const AttrValue value = list_value(cls, row, key);
        const size_t size = (size_t)attr->element_size;

        if (value.len > 0U) {
            text_string(out, "  ");
            text_string(out, attr->name);
            text_string(out, " = ");
            text_of_key(out, attr->name, value.bytes, size, value.len / size);
            text_string(out, "\n");
        }
    }
}

/** @satisfies RF-CORE-080 */
NvSciError list_dump(const ListClass *cls, uint32_t index, void **text, size_t *len)
{
    static const char *const states[] = {"unreconciled", "unreconciled", "reconciled", "conflict"};
    TextOut out = {NULL, 0U, 0U};
    uint32_t row = index;
    ListRow *const first = &cls->rows[index];
    const NvSciError status = dump_take(&first->dump, &out);

    if (status == NvSciError_Success) {
        text_string(&out, states[cls->rows[index].state]);
        text_string(&out, " list\n");
        if (cls->rows[index].state == LIST_CONFLICT) {
            RingfenceConflict conflict;

            conflict_load(cls, index, &conflict);
            conflict_text(&out, &conflict);
            text_string(&out, "\n");
        } else {
            for (uint32_t slot = 0U; slot < cls->rows[index].slots; slot++) {
                dump_slot(cls, row, slot, &out);
                row = (cls->rows[row].next > 0U) ? (cls->rows[row].next - 1U) : row;
            }
        }
        ASSERT(out.used < out.size);
        *text = out.text;
        *len = out.used + 1U;
    }
    return status;
}
