/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file list_class.h
 * A kind of list that is neither of buffers nor of sync objects: keys of every element size and
 * direction, and more of them than one word of a key set holds.
 */
#ifndef RINGFENCE_TEST_LIST_CLASS_H
#define RINGFENCE_TEST_LIST_CLASS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attr/list.h"
#include "core/pool.h"
#include "leftovers.h"
#include "ringfence_cfg.h"

/** Index of each key that has a meaning; the others hold one byte each. */
enum {
    KEY_FLAG = 0,
    KEY_HALF = 1,
    KEY_OUT = 2,
    KEY_WIDE = 3,
    KEY_BLOCK = 4,
    KEY_RANGE = 5,
    KEY_COMMON = 6,
    KEY_FIRST_OTHER = 7,
    /* More than one word of a key set, where it has more. */
    KEY_COUNT = (RINGFENCE_CFG_TYPES == 1U) ? 70 : (int)LIST_KEYS_PER_WORD
};

/** Number of a key as an application knows it. */
#define NUMBER_OF(index) (1000U + (uint32_t)(index))

#define CLASS_ROWS (RINGFENCE_CFG_BUF_LISTS + RINGFENCE_CFG_BUF_OBJECTS)
/** Words of the keys with a meaning, of one word for each other key, and of a conflict. */
#define CLASS_WORDS   (160U + LIST_WORDS_MIN)
#define CLASS_OP      OP_BUF_ATTR_LIST_CREATE
#define CLASS_POOL    RINGFENCE_POOL_BUF_LIST
#define CLASS_MODULES 16U

static AttrKey g_class_keys[KEY_COUNT];
static AttrTable g_class_table = {g_class_keys, KEY_COUNT, CLASS_WORDS};
static ListRow g_class_rows[CLASS_ROWS];
static uint16_t g_class_lengths[CLASS_ROWS * (uint32_t)KEY_COUNT];
static uint64_t g_class_words[CLASS_ROWS * CLASS_WORDS];
/** What needs each module, which are open as long as the tests run. */
static uint32_t g_class_needs[CLASS_MODULES];
static const ListClass g_class = {CLASS_POOL,
                                  &g_class_table,
                                  g_class_rows,
                                  g_class_lengths,
                                  g_class_words,
                                  RINGFENCE_POOL_BUF_MODULE,
                                  g_class_needs,
                                  KEY_RANGE,
                                  KEY_OUT,
                                  KEY_FLAG,
                                  KEY_BLOCK,
                                  KEY_WIDE,
                                  0U,
                                  KEY_COUNT,
                                  NvSciError_BadParameter};

/** Group setup: lays out the keys. */
static inline int make_class(void **state)
{
    static const AttrKey keys[KEY_FIRST_OTHER] = {
        {0U, "Flag", 0U, 1U, 1U, 0U, ATTR_INPUT_OUTPUT, ATTR_BOOL, RINGFENCE_RULE_OR,
         ATTR_CHECK_IMPLIED, 0U, 1U},
        {0U, "Half", 0U, 2U, 3U, 0U, ATTR_INPUT, ATTR_ANY, RINGFENCE_RULE_EQUAL, ATTR_CHECK_EQUAL,
         0U, 0U},
        {0U, "Out", 0U, 4U, 1U, 0U, ATTR_OUTPUT, ATTR_ANY, RINGFENCE_RULE_EQUAL, ATTR_CHECK_NONE,
         0U, 0U},
        {0U, "Wide", 0U, 8U, 2U, 0U, ATTR_INPUT_OUTPUT, ATTR_ANY, RINGFENCE_RULE_MAXIMUM,
         ATTR_CHECK_AT_LEAST, 0U, 0U},
        {0U, "Block", 0U, 16U, 3U, 0U, ATTR_INPUT_OUTPUT, ATTR_PARTS, RINGFENCE_RULE_UNION,
         ATTR_CHECK_SUPERSET, 1U, 0U},
        {0U, "Range", 0U, 4U, 2U, 0U, ATTR_INPUT, ATTR_IN_RANGE, RINGFENCE_RULE_EQUAL,
         ATTR_CHECK_EQUAL, 10U, 20U},
        {0U, "Common", 0U, 4U, 4U, 0U, ATTR_INPUT_OUTPUT, ATTR_ANY, RINGFENCE_RULE_INTERSECTION,
         ATTR_CHECK_SUBSET, 0U, 0U},
    };
    static const AttrKey other = {0U,
                                  "Other",
                                  0U,
                                  1U,
                                  1U,
                                  0U,
                                  ATTR_INPUT_OUTPUT,
                                  ATTR_ANY,
                                  RINGFENCE_RULE_EQUAL,
                                  ATTR_CHECK_EQUAL,
                                  0U,
                                  0U};
    uint32_t word = 0U;

    (void)state;
    for (uint32_t i = 0U; i < (uint32_t)KEY_COUNT; i++) {
        g_class_keys[i] = (i < (uint32_t)KEY_FIRST_OTHER) ? keys[i] : other;
        g_class_keys[i].key = NUMBER_OF(i);
        g_class_keys[i].first_word = (uint16_t)word;
        word +=
            ATTR_WORDS((uint32_t)g_class_keys[i].element_size, (uint32_t)g_class_keys[i].max_count);
    }
    assert_true(word <= CLASS_WORDS);
    for (uint32_t i = 0U; i < CLASS_MODULES; i++) {
        g_class_needs[i] = 1U;
    }
    return 0;
}

/** A list of one slot. */
static inline uint32_t new_list(uint32_t module, ListState list_state)
{
    uint32_t index = UINT32_MAX;

    assert_int_equal(list_create(&g_class, module, list_state, &index), NvSciError_Success);
    return index;
}

static inline void *handle_of(uint32_t index)
{
    return ringfence_pool_handle(CLASS_POOL, index);
}

static inline void put(uint32_t row, uint32_t key, const void *bytes, size_t len)
{
    const AttrValue value = {bytes, len};

    list_put(&g_class, row, key, value);
}

/** Adds a list to inputs; asserts the result. */
static inline void add_input(ListInputs *inputs, uint32_t index, NvSciError expected)
{
    assert_int_equal(list_inputs_add(CLASS_OP, &g_class, handle_of(index), inputs), expected);
}

/** A list of several slots, made of as many lists, which are freed. Slot i holds i in KEY_WIDE. */
static inline uint32_t new_long_list(uint32_t module, uint32_t slots)
{
    ListInputs inputs = list_inputs_begin();
    uint32_t parts[8];
    uint32_t index = UINT32_MAX;

    assert_true(slots <= 8U);
    for (uint32_t i = 0U; i < slots; i++) {
        const uint64_t number = i;

        parts[i] = new_list(module, LIST_WRITABLE);
        put(parts[i], KEY_WIDE, &number, sizeof(number));
        add_input(&inputs, parts[i], NvSciError_Success);
    }
    assert_int_equal(list_append(&g_class, &inputs, &index), NvSciError_Success);
    list_inputs_end(&g_class, &inputs);
    for (uint32_t i = 0U; i < slots; i++) {
        list_destroy(&g_class, parts[i]);
    }
    return index;
}

#endif /* RINGFENCE_TEST_LIST_CLASS_H */
