/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file list.c
 * Life and values of attribute lists.
 */
#include "attr/list.h"

#include <string.h>

#include "attr/dump.h"
#include "core/assert.h"
#include "core/fault.h"
#include "core/feature.h"
#include "core/pool.h"

static uint32_t key_bit(uint32_t key)
{
    return (uint32_t)1U << (key % LIST_KEYS_PER_WORD);
}

/** Adds a key to a set; false iff it was there before. */
static bool key_set_add(ListKeySet *set, uint32_t key)
{
    uint32_t *const word = &set->words[key / LIST_KEYS_PER_WORD];
    const bool is_new = ((*word & key_bit(key)) == 0U);

    *word = *word | key_bit(key);
    return is_new;
}

static ListRow *row_of(const ListClass *cls, uint32_t row)
{
    return &cls->rows[row];
}

static void clear_row(const ListClass *cls, uint32_t row)
{
    (void)memset(&cls->rows[row], 0, sizeof(ListRow));
    (void)memset(list_length_of(cls, row, 0U), 0, (size_t)cls->table->count * sizeof(uint16_t));
    (void)memset(&cls->words[row * cls->table->words], 0,
                 (size_t)cls->table->words * sizeof(uint64_t));
}

void list_copy_values(const ListClass *cls, uint32_t from, uint32_t to)
{
    ASSERT(from != to);
    if (feature_enabled(LIST_ROUTES)) {
        cls->rows[to].routes = cls->rows[from].routes;
        (void)memcpy(cls->rows[to].route, cls->rows[from].route, sizeof(cls->rows[to].route));
    }
    (void)memcpy(list_length_of(cls, to, 0U), list_length_of(cls, from, 0U),
                 (size_t)cls->table->count * sizeof(uint16_t));
    (void)memcpy(&cls->words[to * cls->table->words], &cls->words[from * cls->table->words],
                 (size_t)cls->table->words * sizeof(uint64_t));
}

/* ---------------------------------------------------------------- modules */

NvSciError list_module_open(const ListClass *cls, uint32_t *module)
{
    const NvSciError status = ringfence_pool_take(cls->modules, module);

    if (status == NvSciError_Success) {
        ASSERT(cls->needs[*module] == 0U);
        cls->needs[*module] = 1U;
    }
    return status;
}

void list_module_close(PhaseOp op, const ListClass *cls, const void *handle)
{
    uint32_t module = 0U;

    if (ringfence_pool_find(op, cls->modules, handle, &module) == NvSciError_Success) {
        ringfence_pool_revoke(cls->modules, module);
        list_module_drop(cls, module);
    }
}

/** @satisfies RF-BUF-028 */
NvSciError list_module_find(PhaseOp op, const ListClass *cls, const void *handle, uint32_t *module)
{
    const NvSciError status = ringfence_pool_find(op, cls->modules, handle, module);

    ASSERT((status != NvSciError_Success) || (cls->needs[*module] > 0U));
    return status;
}

void list_module_hold(const ListClass *cls, uint32_t module)
{
    ASSERT(cls->needs[module] > 0U);
    cls->needs[module]++;
}

void list_module_drop(const ListClass *cls, uint32_t module)
{
    ASSERT(cls->needs[module] > 0U);
    cls->needs[module]--;
    if (cls->needs[module] == 0U) {
        ringfence_pool_give(cls->modules, module);
    }
}

/* ---------------------------------------------------------------- life */

/** @satisfies RF-CORE-040 */
NvSciError list_create(const ListClass *cls, uint32_t module, ListState state, uint32_t *index)
{
    uint32_t row = 0U;
    const NvSciError status = ringfence_pool_take(cls->pool, &row);

    if (status == NvSciError_Success) {
        ASSERT(!cls->rows[row].is_input);
        ASSERT(!cls->rows[row].is_bound);
        ASSERT(cls->rows[row].dump == 0U);
        ASSERT(cls->rows[row].peer == 0U);
        clear_row(cls, row);
        cls->rows[row].module = module;
        list_module_hold(cls, module);
        cls->rows[row].slots = 1U;
        cls->rows[row].state = state;
        if (feature_enabled(LIST_ROUTES) && (state == LIST_WRITABLE)) {
            cls->rows[row].routes = 1U;
        }
        *index = row;
    }
    return status;
}

/** Gives a row back. */
static void give_row(const ListClass *cls, uint32_t row)
{
    if (feature_enabled(LIST_ROUTES)) {
        cls->rows[row].peer = 0U;
    }
    ringfence_pool_give(cls->pool, row);
}

/** Gives back the text of a list, if it has one. */
static void drop_text(const ListClass *cls, uint32_t index)
{
    if (feature_enabled(RINGFENCE_CFG_TEXTS)) {
        ListRow *const first = row_of(cls, index);

        dump_drop(&first->dump);
    }
}

/** @satisfies RF-CORE-042 */
void list_destroy(const ListClass *cls, uint32_t index)
{
    const uint32_t slots = cls->rows[index].slots;
    uint32_t row = index;
    uint32_t next = cls->rows[row].next;

    ASSERT(slots > 0U);
    ASSERT(!cls->rows[index].is_input);
    ASSERT(!cls->rows[index].is_bound);
    drop_text(cls, index);
    list_module_drop(cls, cls->rows[index].module);
    give_row(cls, row);
    for (uint32_t i = 1U; (i < slots) && feature_enabled(RINGFENCE_CFG_EXTRAS); i++) {
        row = list_linked_row(next);
        next = cls->rows[row].next;
        give_row(cls, row);
    }
    ASSERT(next == 0U);
}

/** @satisfies RF-CORE-041 */
NvSciError list_find(PhaseOp op, const ListClass *cls, const void *handle, uint32_t *index)
{
    return ringfence_pool_find(op, cls->pool, handle, index);
}

/** @satisfies RF-CORE-041 RF-CORE-061 RF-CORE-343 */
NvSciError list_find_readable(PhaseOp op, const ListClass *cls, const void *handle, uint32_t *index)
{
    NvSciError status = ringfence_pool_find(op, cls->pool, handle, index);

    if ((status == NvSciError_Success) && (cls->rows[*index].state == LIST_CONFLICT)) {
        status = fault_of_list(op, LIST_CAUSE_CONFLICT);
    }
    return status;
}

/** @satisfies RF-CORE-041 RF-CORE-332 */
NvSciError list_find_reconciled(PhaseOp op, const ListClass *cls, const void *handle,
                                uint32_t *index)
{
    NvSciError status = ringfence_pool_find(op, cls->pool, handle, index);

    if ((status == NvSciError_Success) && (cls->rows[*index].state != LIST_RECONCILED)) {
        ringfence_fault_report(op, RINGFENCE_FAULT_NOT_RECONCILED);
        status = NvSciError_BadParameter;
    }
    return status;
}

bool list_is_unreconciled(const ListClass *cls, uint32_t index)
{
    const ListState state = cls->rows[index].state;

    return (state == LIST_WRITABLE) || (state == LIST_APPENDED);
}

/** @satisfies RF-CORE-042 RF-CORE-043 */
void list_free_handle(PhaseOp op, const ListClass *cls, const void *handle)
{
    uint32_t index = 0U;
    const NvSciError status = ringfence_pool_find(op, cls->pool, handle, &index);

    if (status == NvSciError_Success) {
        if (cls->rows[index].is_bound) {
            (void)fault_of_list(op, LIST_CAUSE_BOUND);
        } else {
            list_destroy(cls, index);
        }
    }
}

/** Only a list's first row has a valid handle. */
NvSciError list_add_slot(const ListClass *cls, uint32_t index, uint32_t last, uint32_t *added)
{
    uint32_t row = 0U;
    const NvSciError status = ringfence_pool_take(cls->pool, &row);

    if (status == NvSciError_Success) {
        ringfence_pool_revoke(cls->pool, row);
        clear_row(cls, row);
        ASSERT(cls->rows[last].next == 0U);
        ASSERT(list_is_unreconciled(cls, index));
        cls->rows[last].next = row + 1U;
        cls->rows[index].slots++;
        *added = row;
    }
    return status;
}

/** @satisfies RF-CORE-048 RF-CORE-050 */
NvSciError list_clone(const ListClass *cls, uint32_t index, uint32_t *copy)
{
    const uint32_t slots = cls->rows[index].slots;
    uint32_t from = index;
    uint32_t first = 0U;
    const ListState state =
        list_is_unreconciled(cls, index) ? LIST_WRITABLE : cls->rows[index].state;
    NvSciError status = list_create(cls, cls->rows[index].module, state, &first);
    ASSERT(state != LIST_CONFLICT);

    if (status == NvSciError_Success) {
        uint32_t to = first;

        list_copy_values(cls, from, first);
        for (uint32_t i = 1U; (i < slots) && (status == NvSciError_Success); i++) {
            ASSERT(cls->rows[from].next > 0U);
            from = cls->rows[from].next - 1U;
            status = list_add_slot(cls, first, to, &to);
            if (status == NvSciError_Success) {
                list_copy_values(cls, from, to);
            } else {
                list_destroy(cls, first);
            }
        }
    }
    if (status == NvSciError_Success) {
        ASSERT(cls->rows[first].slots == slots);
        *copy = first;
    }
    return status;
}

/** @satisfies RF-CORE-043 */
uint32_t list_bind(const ListClass *cls, uint32_t index, uint32_t object)
{
    uint32_t row = index;

    if (feature_enabled(LIST_READERS)) {
        row = pool_capacity(cls->pool) + object;
        ASSERT(cls->rows[index].state == LIST_RECONCILED);
        ASSERT(cls->rows[index].slots == 1U);
        ASSERT(cls->rows[row].dump == 0U);
        clear_row(cls, row);
        list_copy_values(cls, index, row);
        cls->rows[row].module = cls->rows[index].module;
        cls->rows[row].slots = 1U;
        cls->rows[row].state = LIST_RECONCILED;
        cls->rows[row].is_bound = true;
        pool_bind(cls->pool, row);
    }
    return row;
}

/** @satisfies RF-CORE-043 */
void list_unbind(const ListClass *cls, uint32_t object)
{
    if (feature_enabled(LIST_READERS)) {
        const uint32_t row = pool_capacity(cls->pool) + object;

        drop_text(cls, row);
        ringfence_pool_revoke(cls->pool, row);
    }
}

/* ---------------------------------------------------------------- values */

/** @satisfies RF-CORE-044 */
NvSciError list_slot(const ListClass *cls, uint32_t index, size_t slot, uint32_t *row)
{
    NvSciError status = NvSciError_Success;

    if (slot >= (size_t)cls->rows[index].slots) {
        status = NvSciError_BadParameter;
    } else {
        uint32_t at = index;

        for (size_t i = 0U; i < slot; i++) {
            ASSERT(cls->rows[at].next > 0U);
            at = cls->rows[at].next - 1U;
        }
        *row = at;
    }
    return status;
}

AttrValue list_value(const ListClass *cls, uint32_t row, uint32_t key)
{
    const uint16_t length = *list_length_of(cls, row, key);
    AttrValue value = {NULL, 0U};

    if (length > 0U) {
        value.bytes = list_words_of(cls, row, key);
        value.len = (size_t)length;
    }
    return value;
}

uint64_t list_number(const ListClass *cls, uint32_t row, uint32_t key)
{
    const AttrValue value = list_value(cls, row, key);

    return (value.len > 0U) ? attr_number(&cls->table->keys[key], value, 0U) : 0U;
}

/** @satisfies RF-CORE-046 */
void list_put(const ListClass *cls, uint32_t row, uint32_t key, AttrValue value)
{
    ASSERT(value.len <= attr_room(&cls->table->keys[key]));
    list_unset(cls, row, key);
    (void)memcpy(list_words_of(cls, row, key), value.bytes, value.len);
    *list_length_of(cls, row, key) = (uint16_t)value.len;
}

void list_put_number(const ListClass *cls, uint32_t row, uint32_t key, uint64_t number)
{
    list_put(cls, row, key, attr_of_number(&cls->table->keys[key], &number));
}

/** @satisfies RF-CORE-046 */
void list_put_little_endian(const ListClass *cls, uint32_t row, uint32_t key, AttrValue value)
{
    ASSERT(value.len <= attr_room(&cls->table->keys[key]));
    list_unset(cls, row, key);
    attr_copy_little_endian(&cls->table->keys[key], list_words_of(cls, row, key), value.bytes,
                            value.len);
    *list_length_of(cls, row, key) = (uint16_t)value.len;
}

void list_unset(const ListClass *cls, uint32_t row, uint32_t key)
{
    const AttrKey *const attr = &cls->table->keys[key];
    const size_t words = ATTR_WORDS((size_t)attr->element_size, (size_t)attr->max_count);

    (void)memset(list_words_of(cls, row, key), 0, words * sizeof(uint64_t));
    *list_length_of(cls, row, key) = 0U;
}

/** A cause that is NvSciError_BadParameter: which one it is counts where reports name pairs alone.
 */
static RingfencePairCause because(RingfencePairCause cause)
{
    return feature_enabled(RINGFENCE_CFG_EXTRAS) ? cause : RINGFENCE_PAIR_VALUE;
}

/** Says whether an application may set a key that is known to a value. */
static RingfencePairCause check_value(const AttrKey *attr, AttrValue value)
{
    RingfencePairCause cause = RINGFENCE_PAIR_FITS;

    if (attr->direction == ATTR_LEFT_OUT) {
        cause = RINGFENCE_PAIR_LEFT_OUT;
    } else if ((attr->direction != ATTR_INPUT) && (attr->direction != ATTR_INPUT_OUTPUT)) {
        cause = because(RINGFENCE_PAIR_OUTPUT_KEY);
    } else if (!attr_length_fits(attr, value.len)) {
        cause = because(RINGFENCE_PAIR_LENGTH);
    } else if (!attr_value_fits(attr, value)) {
        cause = RINGFENCE_PAIR_VALUE;
    } else {
        cause = RINGFENCE_PAIR_FITS;
    }
    return cause;
}

/** Says when a key was set that is in the set of a list already. */
static RingfencePairCause when_set(const ListKeySet *before, uint32_t key)
{
    return ((before->words[key / LIST_KEYS_PER_WORD] & key_bit(key)) != 0U)
               ? RINGFENCE_PAIR_SET_BEFORE
               : RINGFENCE_PAIR_TWICE;
}

/** @satisfies RF-CORE-045 */
RingfencePairCause list_claim(const ListClass *cls, uint32_t index, const ListKeySet *before,
                              uint32_t key, AttrValue value, uint32_t *found)
{
    RingfencePairCause cause = RINGFENCE_PAIR_FITS;
    ListRow *const row = row_of(cls, index);
    const uint32_t key_index = attr_index(cls->table, key);

    if (key_index == cls->table->count) {
        cause = RINGFENCE_PAIR_UNKNOWN_KEY;
    } else if (row->state != LIST_WRITABLE) {
        cause = because(RINGFENCE_PAIR_LIST_CLOSED);
    } else if (value.bytes == NULL) {
        cause = because(RINGFENCE_PAIR_NULL_VALUE);
    } else {
        cause = check_value(&cls->table->keys[key_index], value);
    }
    if (cause == RINGFENCE_PAIR_FITS) {
        if (key_set_add(&row->written, key_index)) {
            *found = key_index;
        } else {
            cause = because(when_set(before, key_index));
        }
    }
    return cause;
}

/** Name of the key of a pair that is refused; "": it has none. */
static const char *name_of_refused(const ListClass *cls, RingfencePairCause cause, uint32_t key)
{
    const char *name = "";

    if (feature_enabled(RINGFENCE_CFG_EXTRAS) && (cause < RINGFENCE_PAIR_NO_PAIRS)) {
        const uint32_t index = attr_index(cls->table, key);

        name = (index < cls->table->count) ? cls->table->keys[index].name : "";
    }
    return name;
}

/** What allows so many elements of a key as it takes. GPUs and late peers are arrays of structures:
 * those of GPUs have parts of one byte. */
static FaultLimit limit_of_key(const AttrKey *attr)
{
    FaultLimit limit = FAULT_LIMIT_ELEMENTS;

    if ((attr->domain != ATTR_PARTS) || (attr->max_count == 1U)) {
        limit = FAULT_LIMIT_ELEMENTS;
    } else if (attr->low == 1U) {
        limit = FAULT_LIMIT_GPUS;
    } else {
        limit = FAULT_LIMIT_PEERS;
    }
    return limit;
}

/** Notes that a value has more elements than its key takes, if it has.
 * @satisfies RF-CORE-350 */
static void note_elements(const ListClass *cls, size_t len, FaultPair *pair)
{
    if (pair->cause == RINGFENCE_PAIR_LENGTH) {
        const AttrKey *const attr = &cls->table->keys[attr_index(cls->table, pair->key)];
        const size_t elements = len / (size_t)attr->element_size;

        if (elements > (size_t)attr->max_count) {
            pair->limit = limit_of_key(attr);
            pair->asked = elements;
            pair->allowed = attr->max_count;
        }
    }
}

/** @satisfies RF-CORE-255 */
NvSciError list_refuse(PhaseOp op, const ListClass *cls, RingfencePairCause cause, size_t place,
                       uint32_t key, size_t len)
{
    NvSciError status = NvSciError_BadParameter;
    FaultPair pair = {cause, place, key, name_of_refused(cls, cause, key), FAULT_LIMIT_NONE,
                      0U,    0U};

    ASSERT(cause != RINGFENCE_PAIR_FITS);
    if (feature_enabled(FAULT_OF_POOLS)) {
        note_elements(cls, len, &pair);
    }
    if (feature_enabled(RINGFENCE_CFG_EXTRAS)) {
        fault_report_pair(op, &pair);
    }
    if (cause <= RINGFENCE_PAIR_LEFT_OUT) {
        status = (cause == RINGFENCE_PAIR_LEFT_OUT) ? NvSciError_NotSupported : cls->unknown;
    }
    return status;
}

/** @satisfies RF-CORE-047 */
NvSciError list_read(const ListClass *cls, uint32_t index, uint32_t row, uint32_t key,
                     AttrValue *value)
{
    NvSciError status = NvSciError_BadParameter;
    const uint32_t key_index = attr_index(cls->table, key);

    if (key_index < cls->table->count) {
        const AttrDirection direction = cls->table->keys[key_index].direction;
        const AttrDirection hidden = list_is_unreconciled(cls, index) ? ATTR_OUTPUT : ATTR_INPUT;

        if ((direction != hidden) && (direction != ATTR_INTERNAL)) {
            *value = list_value(cls, row, key_index);
            status = NvSciError_Success;
        }
    }
    return status;
}
