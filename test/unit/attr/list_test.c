/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "attr/list.h"
#include "leftovers.h"
#include "list_class.h"
#include "native.h"
#include "nvscisync.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const ListState g_list_states[] = {LIST_WRITABLE, LIST_APPENDED, LIST_RECONCILED,
                                          LIST_CONFLICT};

static uint32_t exhausted(RingfencePool pool)
{
    RingfencePoolUsage usage;

    assert_int_equal(RingfenceGetPoolUsage(pool, &usage), NvSciError_Success);
    return usage.exhausted;
}

static uint32_t faults(void)
{
    RingfenceFault fault;

    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    return fault.total;
}

/** Claims a key in a call that begins with it. */
static RingfencePairCause claim(uint32_t list, uint32_t key, const void *bytes, size_t len,
                                uint32_t *found)
{
    const AttrValue value = {bytes, len};
    const ListKeySet before = g_class.rows[list].written;

    return list_claim(&g_class, list, &before, key, value, found);
}

/** Number that slot `slot` of a list holds in KEY_WIDE. */
static uint64_t wide_of(uint32_t list, size_t slot)
{
    uint32_t row = UINT32_MAX;
    AttrValue value;
    uint64_t number = 0U;

    assert_int_equal(list_slot(&g_class, list, slot, &row), NvSciError_Success);
    value = list_value(&g_class, row, KEY_WIDE);
    assert_int_equal(value.len, sizeof(number));
    (void)memcpy(&number, value.bytes, sizeof(number));
    return number;
}

/* ---------------------------------------------------------------- life */

/**
 * A new list has one slot in which no key is set, also if its row was used before.
 * @verifies RF-CORE-040
 */
static void new_list_is_empty(void **state)
{
    static const uint8_t bytes[48] = {1U};

    (void)state;
    for (uint32_t turn = 0U; turn < (2U * RINGFENCE_CFG_BUF_LISTS); turn++) {
        const uint32_t list = new_list(7U, LIST_WRITABLE);

        assert_int_equal(g_class.rows[list].slots, 1U);
        assert_int_equal(g_class.rows[list].module, 7U);
        assert_true(list_is_unreconciled(&g_class, list));
        for (uint32_t key = 0U; key < (uint32_t)KEY_COUNT; key++) {
            const AttrKey *const attr = &g_class_keys[key];

            assert_null(list_value(&g_class, list, key).bytes);
            assert_int_equal(list_value(&g_class, list, key).len, 0U);
            put(list, key, bytes, attr->element_size);
            g_class.rows[list].written.words[key / LIST_KEYS_PER_WORD] = UINT32_MAX;
        }
        list_destroy(&g_class, list);
    }
}

/**
 * A list is found by its handle, as far as its state admits.
 * @verifies RF-CORE-041
 */
static void list_is_found_by_its_state(void **state)
{
    (void)state;
    for (size_t s = 0U; s < COUNT(g_list_states); s++) {
        const uint32_t list = new_list(1U, g_list_states[s]);
        const bool conflict = (g_list_states[s] == LIST_CONFLICT);
        const bool reconciled = (g_list_states[s] == LIST_RECONCILED);
        void *const handle = handle_of(list);
        uint32_t index = UINT32_MAX;

        assert_int_equal(list_find(CLASS_OP, &g_class, handle, &index), NvSciError_Success);
        assert_int_equal(index, list);
        assert_int_equal(list_find_readable(CLASS_OP, &g_class, handle, &index),
                         conflict ? NvSciError_BadParameter : NvSciError_Success);
        assert_int_equal(list_find_reconciled(CLASS_OP, &g_class, handle, &index),
                         reconciled ? NvSciError_Success : NvSciError_BadParameter);
        assert_true(list_is_unreconciled(&g_class, list) == ((!conflict) && (!reconciled)));
        list_destroy(&g_class, list);
        assert_int_equal(list_find(CLASS_OP, &g_class, handle, &index), NvSciError_BadParameter);
        assert_int_equal(list_find_readable(CLASS_OP, &g_class, handle, &index),
                         NvSciError_BadParameter);
        assert_int_equal(list_find_reconciled(CLASS_OP, &g_class, handle, &index),
                         NvSciError_BadParameter);
    }
}

/**
 * Only the first slot of a list has a handle; freeing it gives back all slots.
 * @verifies RF-CORE-041 RF-CORE-042
 */
static void list_is_freed_by_its_first_slot(void **state)
{
    const uint32_t list = new_long_list(3U, 5U);
    uint32_t row = UINT32_MAX;

    (void)state;
    assert_int_equal(in_use_of(CLASS_POOL), 5U);
    assert_int_equal(g_class_needs[3], 2U);
    for (size_t slot = 1U; slot < 5U; slot++) {
        assert_int_equal(list_slot(&g_class, list, slot, &row), NvSciError_Success);
        list_free_handle(CLASS_OP, &g_class, handle_of(row));
    }
    assert_int_equal(g_class_needs[3], 2U);
    assert_int_equal(in_use_of(CLASS_POOL), 5U);
    list_free_handle(CLASS_OP, &g_class, handle_of(list));
    assert_int_equal(g_class_needs[3], 1U);
    assert_int_equal(in_use_of(CLASS_POOL), 0U);
}

/**
 * Freeing NULL does nothing; freeing a list twice is a fault and changes nothing.
 * @verifies RF-CORE-042
 */
static void list_is_freed_once(void **state)
{
    const uint32_t list = new_list(3U, LIST_WRITABLE);
    const uint32_t other = new_list(3U, LIST_WRITABLE);
    void *const handle = handle_of(list);
    const uint32_t before = faults();

    (void)state;
    assert_int_equal(g_class_needs[3], 3U);
    list_free_handle(CLASS_OP, &g_class, NULL);
    assert_int_equal(faults(), before);
    assert_int_equal(in_use_of(CLASS_POOL), 2U);
    list_free_handle(CLASS_OP, &g_class, handle);
    assert_int_equal(faults(), before);
    assert_int_equal(in_use_of(CLASS_POOL), 1U);
    list_free_handle(CLASS_OP, &g_class, handle);
    assert_int_equal(faults(), before + 1U);
    assert_int_equal(in_use_of(CLASS_POOL), 1U);
    assert_int_equal(g_class_needs[3], 2U);
    list_destroy(&g_class, other);
    assert_int_equal(g_class_needs[3], 1U);
}

/**
 * The list of an object can be read by its handle, not freed; it ends with the object.
 * @verifies RF-CORE-043
 */
static void list_of_an_object_is_freed_with_it(void **state)
{
    const uint32_t list = new_list(9U, LIST_RECONCILED);
    const uint64_t number = 42U;
    const uint32_t before = faults();
    uint32_t bound;
    uint32_t index = UINT32_MAX;
    void *handle;

    (void)state;
    put(list, KEY_WIDE, &number, sizeof(number));
    bound = list_bind(&g_class, list, 2U);
    list_destroy(&g_class, list);
    assert_int_equal(bound, RINGFENCE_CFG_BUF_LISTS + 2U);
    handle = handle_of(bound);
    assert_int_equal(list_find_reconciled(CLASS_OP, &g_class, handle, &index), NvSciError_Success);
    assert_int_equal(index, bound);
    assert_int_equal(g_class.rows[bound].module, 9U);
    assert_int_equal(wide_of(bound, 0U), 42U);
    list_free_handle(CLASS_OP, &g_class, handle);
    assert_int_equal(faults(), before + 1U);
    assert_int_equal(list_find(CLASS_OP, &g_class, handle, &index), NvSciError_Success);
    list_unbind(&g_class, 2U);
    assert_int_equal(g_class_needs[9], 1U);
    assert_int_equal(list_find(CLASS_OP, &g_class, handle, &index), NvSciError_BadParameter);
}

/* ---------------------------------------------------------------- values */

/**
 * A slot that the list does not have is refused.
 * @verifies RF-CORE-044
 */
static void slot_must_be_in_the_list(void **state)
{
    const uint32_t list = new_long_list(1U, 3U);
    uint32_t row = 4321U;

    (void)state;
    for (size_t slot = 0U; slot < 3U; slot++) {
        assert_int_equal(wide_of(list, slot), slot);
    }
    assert_int_equal(list_slot(&g_class, list, 3U, &row), NvSciError_BadParameter);
    assert_int_equal(list_slot(&g_class, list, SIZE_MAX, &row), NvSciError_BadParameter);
    assert_int_equal(row, 4321U);
    list_destroy(&g_class, list);
}

/**
 * Every key may be set once in a writable list, and once in a call.
 * @verifies RF-CORE-045
 */
static void key_is_set_once(void **state)
{
    static const uint32_t numbers[2] = {10U, 20U};

    (void)state;
    for (uint32_t key = 0U; key < (uint32_t)KEY_COUNT; key++) {
        const uint32_t list = new_list(1U, LIST_WRITABLE);
        const bool settable = (key != (uint32_t)KEY_OUT);
        const bool flag = true;
        const void *const bytes = (key == (uint32_t)KEY_FLAG) ? (const void *)&flag : numbers;
        const size_t len = g_class_keys[key].element_size;
        const ListKeySet before = g_class.rows[list].written;
        uint32_t found = UINT32_MAX;

        if (len <= sizeof(numbers)) {
            assert_int_equal(claim(list, NUMBER_OF(key), bytes, len, &found),
                             settable ? RINGFENCE_PAIR_FITS : RINGFENCE_PAIR_OUTPUT_KEY);
            assert_int_equal(found, settable ? key : UINT32_MAX);
        }
        if (settable && (len <= sizeof(numbers))) {
            const AttrValue value = {bytes, len};

            assert_int_equal(list_claim(&g_class, list, &before, NUMBER_OF(key), value, &found),
                             RINGFENCE_PAIR_TWICE);
            g_class.rows[list].written = before;
            assert_int_equal(claim(list, NUMBER_OF(key), bytes, len, &found), RINGFENCE_PAIR_FITS);
            list_put(&g_class, list, key, value);
            assert_int_equal(claim(list, NUMBER_OF(key), bytes, len, &found),
                             RINGFENCE_PAIR_SET_BEFORE);
            assert_int_equal(g_class.rows[list].written.words[key / LIST_KEYS_PER_WORD],
                             1U << (key % LIST_KEYS_PER_WORD));
            for (uint32_t other = 0U; other < (uint32_t)KEY_COUNT; other++) {
                assert_true((list_value(&g_class, list, other).len > 0U) == (other == key));
            }
        }
        list_destroy(&g_class, list);
    }
}

/**
 * A value that does not fit its key, a key that is not there or is the library's, and a list that
 * is not writable are refused, and nothing changes.
 * @verifies RF-CORE-031 RF-CORE-032 RF-CORE-045
 */
static void value_must_fit_key_and_list(void **state)
{
    static const uint32_t fitting[3] = {10U, 20U, 15U};
    static const uint32_t below[2] = {10U, 9U};
    static const uint32_t above[1] = {21U};
    static const struct {
        ListState state;
        uint32_t key;
        const void *bytes;
        size_t len;
        RingfencePairCause expected;
    } cases[] = {
        {LIST_WRITABLE, NUMBER_OF(KEY_RANGE), fitting, 4U, RINGFENCE_PAIR_FITS},
        {LIST_WRITABLE, NUMBER_OF(KEY_RANGE), fitting, 8U, RINGFENCE_PAIR_FITS},
        {LIST_APPENDED, NUMBER_OF(KEY_RANGE), fitting, 4U, RINGFENCE_PAIR_LIST_CLOSED},
        {LIST_RECONCILED, NUMBER_OF(KEY_RANGE), fitting, 4U, RINGFENCE_PAIR_LIST_CLOSED},
        {LIST_CONFLICT, NUMBER_OF(KEY_RANGE), fitting, 4U, RINGFENCE_PAIR_LIST_CLOSED},
        {LIST_WRITABLE, NUMBER_OF(KEY_RANGE), NULL, 4U, RINGFENCE_PAIR_NULL_VALUE},
        {LIST_WRITABLE, NUMBER_OF(KEY_RANGE), fitting, 0U, RINGFENCE_PAIR_LENGTH},
        {LIST_WRITABLE, NUMBER_OF(KEY_RANGE), fitting, 3U, RINGFENCE_PAIR_LENGTH},
        {LIST_WRITABLE, NUMBER_OF(KEY_RANGE), fitting, 12U, RINGFENCE_PAIR_LENGTH},
        {LIST_WRITABLE, NUMBER_OF(KEY_RANGE), below, 8U, RINGFENCE_PAIR_VALUE},
        {LIST_WRITABLE, NUMBER_OF(KEY_RANGE), above, 4U, RINGFENCE_PAIR_VALUE},
        {LIST_WRITABLE, NUMBER_OF(KEY_OUT), fitting, 4U, RINGFENCE_PAIR_OUTPUT_KEY},
        {LIST_WRITABLE, NUMBER_OF(KEY_COUNT), fitting, 1U, RINGFENCE_PAIR_UNKNOWN_KEY},
        {LIST_WRITABLE, 0U, fitting, 4U, RINGFENCE_PAIR_UNKNOWN_KEY},
    };

    (void)state;
    for (size_t c = 0U; c < COUNT(cases); c++) {
        const uint32_t list = new_list(1U, cases[c].state);
        const bool fits = (cases[c].expected == RINGFENCE_PAIR_FITS);
        uint32_t found = UINT32_MAX;

        assert_int_equal(claim(list, cases[c].key, cases[c].bytes, cases[c].len, &found),
                         cases[c].expected);
        assert_int_equal(found, fits ? KEY_RANGE : UINT32_MAX);
        assert_true((g_class.rows[list].written.words[0] == 0U) == (!fits));
        list_destroy(&g_class, list);
    }
}

/**
 * A value stands 8-byte aligned, zero behind its end to a multiple of 8, at an address that does
 * not change while other keys are set; a shorter value leaves nothing of a longer one.
 * @verifies RF-CORE-046
 */
static void value_is_aligned_padded_and_stays(void **state)
{
    static const uint8_t ones[48] = {
        0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU,
        0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU,
        0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU,
        0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU, 0xFFU};
    const uint32_t list = new_list(1U, LIST_WRITABLE);
    const void *places[KEY_COUNT];

    (void)state;
    for (uint32_t pass = 0U; pass < 2U; pass++) {
        for (uint32_t key = 0U; key < (uint32_t)KEY_COUNT; key++) {
            const AttrKey *const attr = &g_class_keys[key];
            const size_t count = (pass == 0U) ? attr->max_count : 1U;
            const size_t room =
                ATTR_WORDS((size_t)attr->element_size, (size_t)attr->max_count) * 8U;
            AttrValue value;
            const uint8_t *bytes;

            put(list, key, ones, count * attr->element_size);
            value = list_value(&g_class, list, key);
            bytes = value.bytes;
            assert_int_equal(value.len, count * attr->element_size);
            assert_int_equal((uintptr_t)value.bytes % 8U, 0U);
            for (size_t i = 0U; i < room; i++) {
                assert_int_equal(bytes[i], (i < value.len) ? 0xFFU : 0U);
            }
            if (pass == 0U) {
                places[key] = value.bytes;
            }
            assert_ptr_equal(value.bytes, places[key]);
        }
    }
    list_unset(&g_class, list, KEY_BLOCK);
    assert_null(list_value(&g_class, list, KEY_BLOCK).bytes);
    assert_int_equal(*(const uint64_t *)places[KEY_BLOCK], 0U);
    assert_int_equal(list_value(&g_class, list, KEY_WIDE).len, 8U);
    list_destroy(&g_class, list);
}

/**
 * A list that is not reconciled shows what applications write, a reconciled list what the library
 * writes; a key that is not set reads as nothing.
 * @verifies RF-CORE-047
 */
static void keys_are_read_by_their_direction(void **state)
{
    static const struct {
        uint32_t key;
        bool before;
        bool after;
    } cases[] = {{KEY_FLAG, true, true}, {KEY_HALF, true, false},  {KEY_OUT, false, true},
                 {KEY_WIDE, true, true}, {KEY_RANGE, true, false}, {KEY_COUNT, false, false}};

    (void)state;
    for (size_t s = 0U; s < 3U; s++) {
        const uint32_t list = new_list(1U, g_list_states[s]);
        const bool reconciled = (g_list_states[s] == LIST_RECONCILED);

        for (size_t c = 0U; c < COUNT(cases); c++) {
            const bool readable = reconciled ? cases[c].after : cases[c].before;
            static const uint64_t bytes = 12U;
            AttrValue value = {&bytes, 99U};

            assert_int_equal(list_read(&g_class, list, list, NUMBER_OF(cases[c].key), &value),
                             readable ? NvSciError_Success : NvSciError_BadParameter);
            assert_int_equal(value.len, readable ? 0U : 99U);
            if (readable) {
                assert_null(value.bytes);
                put(list, cases[c].key, &bytes, g_class_keys[cases[c].key].element_size);
                assert_int_equal(list_read(&g_class, list, list, NUMBER_OF(cases[c].key), &value),
                                 NvSciError_Success);
                assert_int_equal(value.len, g_class_keys[cases[c].key].element_size);
                assert_memory_equal(value.bytes, &bytes, value.len);
            }
        }
        list_destroy(&g_class, list);
    }
}

/* ---------------------------------------------------------------- copies */

/**
 * A copy has the slots and the values of its original in rows of its own. A copy of a list that is
 * not reconciled may be set, every key anew; a copy of a reconciled list is reconciled.
 * @verifies RF-CORE-048
 */
static void clone_has_all_slots_and_its_own_values(void **state)
{
    (void)state;
    for (uint32_t slots = 1U; slots <= 8U; slots++) {
        const uint32_t list = new_long_list(6U, slots);
        const uint64_t number = 77U;
        uint32_t copy = UINT32_MAX;

        assert_int_equal(list_clone(&g_class, list, &copy), NvSciError_Success);
        assert_int_equal(g_class.rows[copy].slots, slots);
        assert_int_equal(g_class.rows[copy].module, 6U);
        assert_int_equal(g_class.rows[copy].state, LIST_WRITABLE);
        put(list, KEY_WIDE, &number, sizeof(number));
        for (size_t slot = 0U; slot < slots; slot++) {
            assert_int_equal(wide_of(copy, slot), slot);
        }
        list_destroy(&g_class, list);
        for (size_t slot = 0U; slot < slots; slot++) {
            assert_int_equal(wide_of(copy, slot), slot);
        }
        list_destroy(&g_class, copy);
    }
}

/**
 * What was set in the original may be set in a copy that is not reconciled, and not in one that is.
 * @verifies RF-CORE-048
 */
static void clone_may_be_set_as_its_state_says(void **state)
{
    (void)state;
    for (size_t s = 0U; s < 3U; s++) {
        const uint32_t list = new_list(6U, g_list_states[s]);
        const bool reconciled = (g_list_states[s] == LIST_RECONCILED);
        static const uint32_t number = 10U;
        const AttrValue value = {&number, sizeof(number)};
        uint32_t copy = UINT32_MAX;
        uint32_t found = UINT32_MAX;

        list_put(&g_class, list, KEY_RANGE, value);
        assert_int_equal(list_clone(&g_class, list, &copy), NvSciError_Success);
        assert_int_equal(g_class.rows[copy].state, reconciled ? LIST_RECONCILED : LIST_WRITABLE);
        assert_int_equal(claim(copy, NUMBER_OF(KEY_RANGE), &number, sizeof(number), &found),
                         reconciled ? RINGFENCE_PAIR_LIST_CLOSED : RINGFENCE_PAIR_FITS);
        list_destroy(&g_class, list);
        list_destroy(&g_class, copy);
    }
}

/**
 * An appended list has all slots of its inputs in their order, and cannot be set.
 * @verifies RF-CORE-049
 */
static void append_keeps_the_order_of_slots(void **state)
{
    const uint32_t lists[] = {new_long_list(2U, 2U), new_long_list(2U, 1U), new_long_list(2U, 3U)};
    static const uint64_t expected[] = {0U, 1U, 0U, 0U, 1U, 2U};
    ListInputs inputs = list_inputs_begin();
    uint32_t index = UINT32_MAX;

    (void)state;
    for (size_t i = 0U; i < COUNT(lists); i++) {
        add_input(&inputs, lists[i], NvSciError_Success);
    }
    assert_int_equal(list_append(&g_class, &inputs, &index), NvSciError_Success);
    list_inputs_end(&g_class, &inputs);
    assert_int_equal(g_class.rows[index].slots, COUNT(expected));
    assert_int_equal(g_class.rows[index].state, LIST_APPENDED);
    assert_int_equal(g_class.rows[index].module, 2U);
    for (size_t slot = 0U; slot < COUNT(expected); slot++) {
        assert_int_equal(wide_of(index, slot), expected[slot]);
    }
    for (size_t i = 0U; i < COUNT(lists); i++) {
        list_destroy(&g_class, lists[i]);
    }
    list_destroy(&g_class, index);
}

/**
 * With any number of free rows less than needed, a copy and an appended list are refused, and no
 * row is taken; with as many as needed they are made.
 * @verifies RF-CORE-050
 */
static void short_of_rows_takes_none(void **state)
{
    static uint32_t fillers[RINGFENCE_CFG_BUF_LISTS];
    const uint32_t slots = 5U;
    const uint32_t list = new_long_list(1U, slots);
    uint32_t filled = 0U;

    (void)state;
    if (pool_capacity(CLASS_POOL) < (2U * slots)) {
        list_destroy(&g_class, list);
        skip();
    }
    while (in_use_of(CLASS_POOL) < pool_capacity(CLASS_POOL)) {
        fillers[filled] = new_list(1U, LIST_WRITABLE);
        filled++;
    }
    for (uint32_t free_rows = 0U; free_rows <= slots; free_rows++) {
        const NvSciError expected =
            (free_rows < slots) ? NvSciError_InsufficientMemory : NvSciError_Success;
        const uint32_t before = in_use_of(CLASS_POOL);
        const uint32_t refused = exhausted(CLASS_POOL);
        ListInputs inputs = list_inputs_begin();
        uint32_t index = UINT32_MAX;

        assert_int_equal(list_clone(&g_class, list, &index), expected);
        if (index != UINT32_MAX) {
            list_destroy(&g_class, index);
            index = UINT32_MAX;
        }
        assert_int_equal(in_use_of(CLASS_POOL), before);
        add_input(&inputs, list, NvSciError_Success);
        assert_int_equal(list_append(&g_class, &inputs, &index), expected);
        list_inputs_end(&g_class, &inputs);
        if (index != UINT32_MAX) {
            list_destroy(&g_class, index);
        }
        assert_int_equal(in_use_of(CLASS_POOL), before);
        assert_int_equal(exhausted(CLASS_POOL), refused + ((free_rows < slots) ? 2U : 0U));
        filled--;
        list_destroy(&g_class, fillers[filled]);
    }
    while (filled > 0U) {
        filled--;
        list_destroy(&g_class, fillers[filled]);
    }
    list_destroy(&g_class, list);
}

/* ---------------------------------------------------------------- inputs and merging */

/**
 * Inputs are lists of one module that are not reconciled, each once; others are refused, and the
 * inputs stay as they were.
 * @verifies RF-CORE-051
 */
static void inputs_are_unreconciled_lists_of_one_module(void **state)
{
    const uint32_t writable = new_list(1U, LIST_WRITABLE);
    const uint32_t appended = new_long_list(1U, 2U);
    const uint32_t foreign = new_list(2U, LIST_WRITABLE);
    const uint32_t reconciled = new_list(1U, LIST_RECONCILED);
    const uint32_t conflict = new_list(1U, LIST_CONFLICT);
    const uint32_t gone = new_list(1U, LIST_WRITABLE);
    void *const stale = handle_of(gone);

    (void)state;
    list_destroy(&g_class, gone);
    for (uint32_t turn = 0U; turn < 2U; turn++) {
        ListInputs inputs = list_inputs_begin();

        add_input(&inputs, reconciled, NvSciError_BadParameter);
        add_input(&inputs, writable, NvSciError_Success);
        add_input(&inputs, writable, NvSciError_BadParameter);
        add_input(&inputs, foreign, NvSciError_BadParameter);
        add_input(&inputs, conflict, NvSciError_BadParameter);
        assert_int_equal(list_inputs_add(CLASS_OP, &g_class, stale, &inputs),
                         NvSciError_BadParameter);
        assert_int_equal(list_inputs_add(CLASS_OP, &g_class, NULL, &inputs),
                         NvSciError_BadParameter);
        add_input(&inputs, appended, NvSciError_Success);
        add_input(&inputs, appended, NvSciError_BadParameter);
        assert_int_equal(inputs.count, 2U);
        assert_int_equal(inputs.slots, 3U);
        assert_int_equal(inputs.module, 1U);
        list_inputs_end(&g_class, &inputs);
        assert_int_equal(inputs.count, 0U);
    }
    list_destroy(&g_class, writable);
    list_destroy(&g_class, appended);
    list_destroy(&g_class, foreign);
    list_destroy(&g_class, reconciled);
    list_destroy(&g_class, conflict);
}

/**
 * Going through inputs meets every slot once, with its list and its number.
 * @verifies RF-CORE-049 RF-CORE-051
 */
static void places_name_list_and_slot(void **state)
{
    const uint32_t lists[] = {new_long_list(2U, 2U), new_long_list(2U, 1U), new_long_list(2U, 3U)};
    static const uint32_t expected[][2] = {{0U, 0U}, {0U, 1U}, {1U, 0U},
                                           {2U, 0U}, {2U, 1U}, {2U, 2U}};
    ListInputs inputs = list_inputs_begin();
    ListCursor place;

    (void)state;
    for (size_t i = 0U; i < COUNT(lists); i++) {
        add_input(&inputs, lists[i], NvSciError_Success);
    }
    place = list_first(&inputs);
    for (size_t i = 0U; i < COUNT(expected); i++) {
        uint32_t row = UINT32_MAX;

        assert_int_equal(place.list, expected[i][0]);
        assert_int_equal(place.slot, expected[i][1]);
        assert_int_equal(list_slot(&g_class, lists[place.list], place.slot, &row),
                         NvSciError_Success);
        assert_int_equal(place.row, row);
        assert_true(list_next(&g_class, &place) == ((i + 1U) < COUNT(expected)));
    }
    list_inputs_end(&g_class, &inputs);
    for (size_t i = 0U; i < COUNT(lists); i++) {
        list_destroy(&g_class, lists[i]);
    }
}

/** What three lists give for a key, each number 0 meaning none, and what they merge into. */
typedef struct {
    uint32_t key;
    uint64_t numbers[3];
    bool merged;
    /** Expected number; or the lists that conflict. */
    uint32_t result;
    uint32_t first;
    uint32_t second;
} MergeCase;

static const MergeCase g_merge_cases[] = {
    {KEY_WIDE, {0U, 0U, 0U}, true, 0U, 0U, 0U},  {KEY_WIDE, {3U, 0U, 2U}, true, 3U, 0U, 0U},
    {KEY_WIDE, {0U, 5U, 9U}, true, 9U, 0U, 0U},  {KEY_WIDE, {0U, 0U, 5U}, true, 5U, 0U, 0U},
    {KEY_HALF, {0U, 7U, 7U}, true, 7U, 0U, 0U},  {KEY_HALF, {7U, 0U, 7U}, true, 7U, 0U, 0U},
    {KEY_HALF, {7U, 8U, 7U}, false, 0U, 0U, 1U}, {KEY_HALF, {7U, 7U, 8U}, false, 0U, 0U, 2U},
    {KEY_HALF, {0U, 7U, 8U}, false, 0U, 1U, 2U}, {KEY_COMMON, {4U, 4U, 5U}, false, 0U, 0U, 2U},
    {KEY_FLAG, {0U, 1U, 0U}, true, 1U, 0U, 0U},
};

/**
 * A key is merged over all slots that set it. A conflict names the first slot that set it and the
 * slot that does not agree.
 * @verifies RF-CORE-052 RF-CORE-060
 */
static void merge_goes_over_all_slots(void **state)
{
    (void)state;
    for (size_t c = 0U; c < COUNT(g_merge_cases); c++) {
        const MergeCase *const one = &g_merge_cases[c];
        const uint32_t result = new_list(1U, LIST_RECONCILED);
        const size_t len = g_class_keys[one->key].element_size;
        ListInputs inputs = list_inputs_begin();
        uint32_t lists[3];
        RingfenceConflict conflict;
        ListCursor setter = {9U, 9U, 9U, 9U};
        bool any = false;

        for (uint32_t i = 0U; i < 3U; i++) {
            lists[i] = new_list(1U, LIST_WRITABLE);
            if (one->numbers[i] != 0U) {
                put(lists[i], one->key, native_bytes(&one->numbers[i], len), len);
                any = true;
            }
            add_input(&inputs, lists[i], NvSciError_Success);
        }
        assert_true(list_first_setter(&g_class, &inputs, one->key, &setter) == any);
        if (any) {
            assert_int_equal(setter.row, lists[setter.list]);
        } else {
            assert_int_equal(setter.row, 9U);
        }
        assert_true(list_merge(&g_class, &inputs, one->key, result, &conflict) == one->merged);
        if (one->merged) {
            const AttrValue value = list_value(&g_class, result, one->key);

            assert_int_equal(value.len, any ? len : 0U);
            if (any) {
                assert_int_equal(attr_number(&g_class_keys[one->key], value, 0U), one->result);
            }
        } else {
            assert_int_equal(conflict.error, NvSciError_ReconciliationFailed);
            assert_int_equal(conflict.key, NUMBER_OF(one->key));
            assert_int_equal(conflict.rule, g_class_keys[one->key].rule);
            assert_int_equal(conflict.first.origin, RINGFENCE_ORIGIN_LIST);
            assert_int_equal(conflict.first.list, one->first);
            assert_int_equal(conflict.second.origin, RINGFENCE_ORIGIN_LIST);
            assert_int_equal(conflict.second.list, one->second);
            assert_int_equal(native_number(conflict.first.value, len), one->numbers[one->first]);
            assert_int_equal(native_number(conflict.second.value, len), one->numbers[one->second]);
            assert_int_equal(setter.list, one->first);
        }
        list_inputs_end(&g_class, &inputs);
        for (uint32_t i = 0U; i < 3U; i++) {
            list_destroy(&g_class, lists[i]);
        }
        list_destroy(&g_class, result);
    }
}

/**
 * A union of blocks that outgrows the key is a conflict between the list that began and the one
 * that was too much.
 * @verifies RF-CORE-035 RF-CORE-052
 */
static void union_that_outgrows_its_key_is_a_conflict(void **state)
{
    const uint32_t result = new_list(1U, LIST_RECONCILED);
    ListInputs inputs = list_inputs_begin();
    RingfenceConflict conflict;
    uint32_t lists[4];

    (void)state;
    for (uint32_t i = 0U; i < 4U; i++) {
        const uint8_t block[16] = {(uint8_t)i};

        lists[i] = new_list(1U, LIST_WRITABLE);
        put(lists[i], KEY_BLOCK, block, sizeof(block));
        add_input(&inputs, lists[i], NvSciError_Success);
    }
    assert_false(list_merge(&g_class, &inputs, KEY_BLOCK, result, &conflict));
    assert_int_equal(conflict.rule, RINGFENCE_RULE_UNION);
    assert_int_equal(conflict.first.list, 0U);
    assert_int_equal(conflict.second.list, 3U);
    list_inputs_end(&g_class, &inputs);
    for (uint32_t i = 0U; i < 4U; i++) {
        list_destroy(&g_class, lists[i]);
    }
    list_destroy(&g_class, result);
}

/* ---------------------------------------------------------------- through the interface */

static void set_slots(NvSciSyncAttrList list, uint64_t perm)
{
    const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)};

    assert_int_equal(NvSciSyncAttrListSetAttrs(list, &pair, 1U), NvSciError_Success);
}

static uint64_t perm_of(NvSciSyncAttrList list, size_t slot)
{
    NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_RequiredPerm, NULL, 0U};

    assert_int_equal(NvSciSyncAttrListSlotGetAttrs(list, slot, &pair, 1U), NvSciError_Success);
    assert_int_equal(pair.len, sizeof(uint64_t));
    return *(const uint64_t *)pair.value;
}

/**
 * Lists of several slots are appended, copied and freed through the interface, and every row comes
 * back.
 * @verifies RF-CORE-042 RF-CORE-048 RF-CORE-049 RF-CORE-051
 */
static void interface_appends_and_clones(void **state)
{
    NvSciSyncModule module = NULL;
    NvSciSyncModule other = NULL;
    NvSciSyncAttrList lists[3] = {NULL, NULL, NULL};
    NvSciSyncAttrList foreign = NULL;
    NvSciSyncAttrList appended = NULL;
    NvSciSyncAttrList copy = NULL;

    (void)state;
    assert_int_equal(NvSciSyncModuleOpen(&module), NvSciError_Success);
    assert_int_equal(NvSciSyncModuleOpen(&other), NvSciError_Success);
    for (uint64_t i = 0U; i < 3U; i++) {
        assert_int_equal(NvSciSyncAttrListCreate(module, &lists[i]), NvSciError_Success);
        set_slots(lists[i], i + 1U);
    }
    assert_int_equal(NvSciSyncAttrListCreate(other, &foreign), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListAppendUnreconciled(lists, 3U, &appended), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListClone(appended, &copy), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListGetSlotCount(copy), 3U);
    for (size_t slot = 0U; slot < 3U; slot++) {
        assert_int_equal(perm_of(appended, slot), slot + 1U);
        assert_int_equal(perm_of(copy, slot), slot + 1U);
    }
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_LIST), 10U);
    {
        const NvSciSyncAttrList twice[] = {lists[0], lists[1], lists[0]};
        const NvSciSyncAttrList mixed[] = {lists[0], foreign};
        NvSciSyncAttrList none = NULL;

        assert_int_equal(NvSciSyncAttrListAppendUnreconciled(twice, 3U, &none),
                         NvSciError_BadParameter);
        assert_int_equal(NvSciSyncAttrListAppendUnreconciled(mixed, 2U, &none),
                         NvSciError_BadParameter);
        assert_null(none);
        assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_LIST), 10U);
    }
    NvSciSyncAttrListFree(appended);
    NvSciSyncAttrListFree(copy);
    NvSciSyncAttrListFree(foreign);
    for (uint32_t i = 0U; i < 3U; i++) {
        NvSciSyncAttrListFree(lists[i]);
    }
    NvSciSyncModuleClose(module);
    NvSciSyncModuleClose(other);
}

/* ---------------------------------------------------------------- origins */

/** A slot that came a way of up to two hops; 0: no hop. KEY_RANGE is 10 more than the rights. */
static uint32_t slot_from(uint64_t first, uint64_t last, uint32_t perm, bool cpu)
{
    const uint32_t list = new_list(7U, LIST_WRITABLE);
    ListRoute *const route = &g_class.rows[list].route[0];

    route->count = (first != 0U) ? 2U : ((last != 0U) ? 1U : 0U);
    route->hops[0] = (first != 0U) ? first : last;
    route->hops[1] = last;
    if (perm != 0U) {
        put(list, KEY_RANGE, &perm, sizeof(perm));
    }
    put(list, KEY_FLAG, &cpu, sizeof(cpu));
    return list;
}

static void assert_grant(uint32_t list, uint64_t identity, bool any, uint64_t perm, bool cpu)
{
    const ListGrant grant = list_grant(&g_class, list, identity);

    assert_int_equal(grant.any, any);
    assert_int_equal(grant.perm, perm);
    assert_int_equal(grant.cpu, cpu);
}

/**
 * Slots of the same way share a route; what they ask for adds up for it, and for the endpoint that
 * leads to several. CPU access of the list is that of this process alone.
 * @verifies RF-CORE-100
 * @verifies RF-CORE-101
 */
static void routes_add_up_what_is_asked(void **state)
{
    const uint32_t slots[] = {slot_from(0U, 0U, 1U, false), slot_from(0U, 5U, 2U, false),
                              slot_from(0U, 5U, 4U, true),  slot_from(6U, 5U, 8U, false),
                              slot_from(5U, 6U, 16U, true), slot_from(0U, 9U, 0U, false)};
    ListInputs inputs = list_inputs_begin();
    const uint32_t list = new_list(7U, LIST_RECONCILED);
    const ListRow *const row = &g_class.rows[list];

    (void)state;
    for (uint32_t i = 0U; i < COUNT(slots); i++) {
        add_input(&inputs, slots[i], NvSciError_Success);
    }
    for (uint32_t turn = 0U; turn < 2U; turn++) {
        assert_int_equal(list_route_all(&g_class, &inputs, list), NvSciError_Success);
        assert_int_equal(row->routes, 5U);
        assert_grant(list, 0U, true, 1U, false);
        assert_grant(list, 5U, true, 14U, true);
        assert_grant(list, 6U, true, 16U, true);
        assert_grant(list, 9U, true, 0U, false);
        assert_grant(list, 7U, false, 0U, false);
        assert_int_equal(*(const uint8_t *)list_value(&g_class, list, KEY_FLAG).bytes, 0U);
    }
    list_inputs_end(&g_class, &inputs);
    /* This process asks for CPU access too. */
    const uint32_t own = slot_from(0U, 0U, 0U, true);
    add_input(&inputs, own, NvSciError_Success);
    assert_int_equal(list_route_all(&g_class, &inputs, list), NvSciError_Success);
    list_inputs_end(&g_class, &inputs);
    assert_int_equal(row->routes, 1U);
    assert_int_equal(*(const uint8_t *)list_value(&g_class, list, KEY_FLAG).bytes, 1U);
    for (uint32_t i = 0U; i < COUNT(slots); i++) {
        list_destroy(&g_class, slots[i]);
    }
    list_destroy(&g_class, own);
    list_destroy(&g_class, list);
}

/**
 * A slot is for an engine if it names one, or asks for no access by the CPU; a route has the rights
 * that its engines asked for, and all if one left them open.
 * @verifies RF-CORE-240
 */
static void routes_know_the_rights_of_engines(void **state)
{
    static const uint8_t gpu[16] = {1U};
    static const uint64_t other = 5U;
    static const struct {
        uint32_t perm;
        bool cpu;
        bool names_gpu;
        bool names_other;
        uint64_t engine;
    } cases[] = {{1U, true, false, false, 0U}, {1U, false, false, false, 1U},
                 {1U, true, true, false, 1U},  {2U, true, false, true, 2U},
                 {2U, false, true, true, 2U},  {3U, false, false, false, 3U}};

    (void)state;
    for (uint32_t i = 0U; i < COUNT(cases); i++) {
        const uint32_t list = new_list(7U, LIST_RECONCILED);
        const uint32_t slot = slot_from(0U, 0U, cases[i].perm, cases[i].cpu);

        if (cases[i].names_gpu) {
            put(slot, KEY_BLOCK, gpu, sizeof(gpu));
        }
        if (cases[i].names_other) {
            put(slot, KEY_WIDE, &other, sizeof(other));
        }
        assert_int_equal(list_route_add(&g_class, slot, list), NvSciError_Success);
        assert_int_equal(list_grant(&g_class, list, 0U).engine, cases[i].engine);
        list_destroy(&g_class, slot);
        list_destroy(&g_class, list);
    }
}

/**
 * There are RINGFENCE_CFG_ROUTES routes; a further origin is refused and changes nothing, a known
 * one is added still.
 * @verifies RF-CORE-100
 */
static void there_is_room_for_so_many_origins(void **state)
{
    const uint32_t list = new_list(7U, LIST_RECONCILED);

    (void)state;
    for (uint32_t i = 0U; i <= RINGFENCE_CFG_ROUTES; i++) {
        const uint32_t slot = slot_from(0U, 100U + i, 1U, false);
        const NvSciError expected =
            (i < RINGFENCE_CFG_ROUTES) ? NvSciError_Success : NvSciError_InsufficientResource;

        assert_int_equal(list_route_add(&g_class, slot, list), expected);
        list_destroy(&g_class, slot);
    }
    assert_int_equal(g_class.rows[list].routes, RINGFENCE_CFG_ROUTES);
    assert_grant(list, 100U + RINGFENCE_CFG_ROUTES, false, 0U, false);
    const uint32_t known = slot_from(0U, 100U, 2U, true);
    assert_int_equal(list_route_add(&g_class, known, list), NvSciError_Success);
    assert_grant(list, 100U, true, 3U, true);
    list_destroy(&g_class, known);
    list_destroy(&g_class, list);
}

/**
 * Lists that are appended, cloned or bound keep the ways that their slots came.
 * @verifies RF-CORE-100
 */
static void ways_are_kept_in_copies(void **state)
{
    const uint32_t parts[2] = {slot_from(0U, 0U, 1U, false), slot_from(6U, 5U, 1U, false)};
    ListInputs inputs = list_inputs_begin();
    uint32_t both = 0U;
    uint32_t copy = 0U;
    uint32_t row = 0U;

    (void)state;
    add_input(&inputs, parts[0], NvSciError_Success);
    add_input(&inputs, parts[1], NvSciError_Success);
    assert_int_equal(list_append(&g_class, &inputs, &both), NvSciError_Success);
    list_inputs_end(&g_class, &inputs);
    assert_int_equal(list_clone(&g_class, both, &copy), NvSciError_Success);
    assert_int_equal(list_slot(&g_class, copy, 1U, &row), NvSciError_Success);
    assert_int_equal(g_class.rows[copy].route[0].count, 0U);
    assert_int_equal(g_class.rows[row].route[0].count, 2U);
    assert_int_equal(g_class.rows[row].route[0].hops[0], 6U);
    assert_int_equal(g_class.rows[row].route[0].hops[1], 5U);
    list_destroy(&g_class, copy);
    list_destroy(&g_class, both);
    list_destroy(&g_class, parts[1]);
    list_destroy(&g_class, parts[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(new_list_is_empty, nothing_is_left),
        cmocka_unit_test_teardown(list_is_found_by_its_state, nothing_is_left),
        cmocka_unit_test_teardown(list_is_freed_by_its_first_slot, nothing_is_left),
        cmocka_unit_test_teardown(list_is_freed_once, nothing_is_left),
        cmocka_unit_test_teardown(list_of_an_object_is_freed_with_it, nothing_is_left),
        cmocka_unit_test_teardown(slot_must_be_in_the_list, nothing_is_left),
        cmocka_unit_test_teardown(key_is_set_once, nothing_is_left),
        cmocka_unit_test_teardown(value_must_fit_key_and_list, nothing_is_left),
        cmocka_unit_test_teardown(value_is_aligned_padded_and_stays, nothing_is_left),
        cmocka_unit_test_teardown(keys_are_read_by_their_direction, nothing_is_left),
        cmocka_unit_test_teardown(clone_has_all_slots_and_its_own_values, nothing_is_left),
        cmocka_unit_test_teardown(clone_may_be_set_as_its_state_says, nothing_is_left),
        cmocka_unit_test_teardown(append_keeps_the_order_of_slots, nothing_is_left),
        cmocka_unit_test_teardown(short_of_rows_takes_none, nothing_is_left),
        cmocka_unit_test_teardown(inputs_are_unreconciled_lists_of_one_module, nothing_is_left),
        cmocka_unit_test_teardown(places_name_list_and_slot, nothing_is_left),
        cmocka_unit_test_teardown(merge_goes_over_all_slots, nothing_is_left),
        cmocka_unit_test_teardown(union_that_outgrows_its_key_is_a_conflict, nothing_is_left),
        cmocka_unit_test_teardown(interface_appends_and_clones, nothing_is_left),
        cmocka_unit_test_teardown(routes_add_up_what_is_asked, nothing_is_left),
        cmocka_unit_test_teardown(routes_know_the_rights_of_engines, nothing_is_left),
        cmocka_unit_test_teardown(there_is_room_for_so_many_origins, nothing_is_left),
        cmocka_unit_test_teardown(ways_are_kept_in_copies, nothing_is_left),
    };

    return cmocka_run_group_tests_name("attr/list", tests, make_class, NULL);
}
