/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file checked_test.c
 * Arithmetic that remembers an overflow.
 */
#include "buf_make.h"

#include "buf/buf.h"

#define MAX UINT64_MAX

/** A result, and whether it fits: as it must be, and never after something did not fit. */
#define ASSERT_CHECKED(function, left, right, expected, value)                                     \
    do {                                                                                           \
        bool fits = true;                                                                          \
        const uint64_t result = (function)((left), (right), &fits);                                \
        assert_int_equal(fits, (expected));                                                        \
        assert_true(result == (uint64_t)(value));                                                  \
        fits = false;                                                                              \
        assert_true((function)((left), (right), &fits) == 0U);                                     \
        assert_false(fits);                                                                        \
    } while (false)

/** @verifies RF-BUF-029 */
static void sums_fit_or_say_so(void **state)
{
    (void)state;
    ASSERT_CHECKED(checked_add, 2U, 3U, true, 5U);
    ASSERT_CHECKED(checked_add, MAX - 1U, 1U, true, MAX);
    ASSERT_CHECKED(checked_add, MAX, 0U, true, MAX);
    ASSERT_CHECKED(checked_add, MAX, 1U, false, 0U);
    ASSERT_CHECKED(checked_add, 1U, MAX, false, 0U);
}

/** @verifies RF-BUF-029 */
static void products_fit_or_say_so(void **state)
{
    (void)state;
    ASSERT_CHECKED(checked_multiply, 6U, 7U, true, 42U);
    ASSERT_CHECKED(checked_multiply, MAX, 0U, true, 0U);
    ASSERT_CHECKED(checked_multiply, 0U, MAX, true, 0U);
    ASSERT_CHECKED(checked_multiply, MAX, 1U, true, MAX);
    ASSERT_CHECKED(checked_multiply, MAX / 3U, 3U, true, MAX);
    ASSERT_CHECKED(checked_multiply, (MAX / 3U) + 1U, 3U, false, 0U);
    ASSERT_CHECKED(checked_multiply, 0x100000000U, 0x100000000U, false, 0U);
}

/** @verifies RF-BUF-029 */
static void rounding_up_fits_or_says_so(void **state)
{
    (void)state;
    ASSERT_CHECKED(checked_align, 0U, 8U, true, 0U);
    ASSERT_CHECKED(checked_align, 1U, 8U, true, 8U);
    ASSERT_CHECKED(checked_align, 8U, 8U, true, 8U);
    ASSERT_CHECKED(checked_align, 9U, 1U, true, 9U);
    ASSERT_CHECKED(checked_align, MAX - 7U, 8U, true, MAX - 7U);
    ASSERT_CHECKED(checked_align, MAX - 6U, 8U, false, 0U);
    assert_true(checked_divide(10U, 5U) == 2U);
    assert_true(checked_divide(11U, 5U) == 3U);
    assert_true(checked_divide(0U, 5U) == 0U);
    assert_true(checked_divide(MAX, 1U) == MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sums_fit_or_say_so),
                                       cmocka_unit_test(products_fit_or_say_so),
                                       cmocka_unit_test(rounding_up_fits_or_says_so)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
