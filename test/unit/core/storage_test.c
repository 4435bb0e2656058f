/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file storage_test.c
 * Which row of a table an address is.
 */
#include "core/storage.h"
#include "leftovers.h"

#define ROWS     3U
#define ROW_SIZE 24U
#define AROUND   40U

/** The table lies in the middle. */
static uint8_t g_bytes[AROUND + (ROWS * ROW_SIZE) + AROUND];

/**
 * Each byte of a table and of its surroundings is told: outside, inside, or the start of a row.
 * @verifies RF-CORE-102
 */
static void each_byte_has_its_place(void **state)
{
    const Storage table = {&g_bytes[AROUND], ROWS, ROW_SIZE};

    (void)state;
    for (uint32_t i = 0U; i < sizeof(g_bytes); i++) {
        uint32_t row = 77U;
        const StoragePlace place = storage_place(&table, &g_bytes[i], &row);

        if ((i < AROUND) || (i >= (AROUND + (ROWS * ROW_SIZE)))) {
            assert_int_equal(place, STORAGE_OUTSIDE);
            assert_int_equal(row, 77U);
        } else if (((i - AROUND) % ROW_SIZE) == 0U) {
            assert_int_equal(place, STORAGE_ROW);
            assert_int_equal(row, (i - AROUND) / ROW_SIZE);
        } else {
            assert_int_equal(place, STORAGE_INSIDE);
            assert_int_equal(row, 77U);
        }
    }
}

/**
 * Addresses at both ends of all that there are lie outside.
 * @verifies RF-CORE-102
 */
static void extreme_addresses_are_outside(void **state)
{
    const Storage table = {&g_bytes[AROUND], ROWS, ROW_SIZE};
    uint32_t row = 77U;

    (void)state;
    assert_int_equal(storage_place(&table, NULL, &row), STORAGE_OUTSIDE);
    assert_int_equal(storage_place(&table, (const void *)(uintptr_t)1U, &row), STORAGE_OUTSIDE);
    assert_int_equal(storage_place(&table, (const void *)UINTPTR_MAX, &row), STORAGE_OUTSIDE);
    assert_int_equal(row, 77U);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(each_byte_has_its_place, nothing_is_left),
        cmocka_unit_test_teardown(extreme_addresses_are_outside, nothing_is_left),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
