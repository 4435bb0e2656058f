/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attr_options_test.c
 * Merging of values in a library without engines that has lists of other processes. Its source is
 * included under other names, beside the one that the library was built of.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define RINGFENCE_CFG_ENGINES 0U

#define attr_index              option_attr_index
#define attr_length_fits        option_attr_length_fits
#define attr_value_fits         option_attr_value_fits
#define attr_number             option_attr_number
#define attr_of_number          option_attr_of_number
#define attr_put_number         option_attr_put_number
#define attr_copy_little_endian option_attr_copy_little_endian
#define attr_merge              option_attr_merge
#define attr_satisfied          option_attr_satisfied

#include "attr/attr.c"

/**
 * Lists of another process may name more GPUs than there is room for, also here: that is a
 * conflict, and nothing is written behind the key's words.
 * @verifies RF-CORE-035
 */
static void keys_of_engines_are_bounded_without_engines(void **state)
{
    const AttrKey key = {0U,
                         "Gpus",
                         0U,
                         16U,
                         1U,
                         0U,
                         ATTR_INPUT_OUTPUT_IF(RINGFENCE_CFG_ENGINES),
                         ATTR_PARTS,
                         RINGFENCE_RULE_UNION,
                         ATTR_CHECK_SUPERSET,
                         1U,
                         0U};
    const uint8_t one[16] = {1U};
    const uint8_t other[16] = {2U};
    const AttrValue first = {one, sizeof(one)};
    const AttrValue second = {other, sizeof(other)};
    uint64_t words[4] = {0U, 0U, UINT64_MAX, UINT64_MAX};
    uint16_t length = 0U;

    (void)state;
    assert_int_equal(key.direction, ATTR_LEFT_OUT);
    assert_true(attr_merge(&key, words, &length, first));
    assert_false(attr_merge(&key, words, &length, second));
    assert_int_equal(length, sizeof(one));
    assert_memory_equal(words, one, sizeof(one));
    assert_true((words[2] == UINT64_MAX) && (words[3] == UINT64_MAX));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_of_engines_are_bounded_without_engines)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
