/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file buf_checked_test.c
 * Arithmetic that remembers an overflow.
 */
#include "buf_make.h"

#include "buf/buf.h"

#define MAX UINT64_MAX

static const Checked none = {0U, false};

static void assert_checked(Checked number, bool fits, uint64_t value)
{
    assert_int_equal(number.fits, fits);
    if (fits) {
        assert_int_equal(number.value, value);
    }
}

/** @verifies RF-BUF-029 */
static void sums_fit_or_say_so(void **state)
{
    (void)state;
    assert_checked(checked_add(checked(2U), checked(3U)), true, 5U);
    assert_checked(checked_add(checked(MAX - 1U), checked(1U)), true, MAX);
    assert_checked(checked_add(checked(MAX), checked(0U)), true, MAX);
    assert_checked(checked_add(checked(MAX), checked(1U)), false, 0U);
    assert_checked(checked_add(checked(1U), checked(MAX)), false, 0U);
    assert_checked(checked_add(none, checked(1U)), false, 0U);
    assert_checked(checked_add(checked(1U), none), false, 0U);
}

/** @verifies RF-BUF-029 */
static void products_fit_or_say_so(void **state)
{
    (void)state;
    assert_checked(checked_multiply(checked(6U), checked(7U)), true, 42U);
    assert_checked(checked_multiply(checked(MAX), checked(0U)), true, 0U);
    assert_checked(checked_multiply(checked(0U), checked(MAX)), true, 0U);
    assert_checked(checked_multiply(checked(MAX), checked(1U)), true, MAX);
    assert_checked(checked_multiply(checked(MAX / 3U), checked(3U)), true, MAX);
    assert_checked(checked_multiply(checked((MAX / 3U) + 1U), checked(3U)), false, 0U);
    assert_checked(checked_multiply(checked(0x100000000U), checked(0x100000000U)), false, 0U);
    assert_checked(checked_multiply(none, checked(0U)), false, 0U);
    assert_checked(checked_multiply(checked(0U), none), false, 0U);
}

/** @verifies RF-BUF-029 */
static void rounding_up_fits_or_says_so(void **state)
{
    (void)state;
    assert_checked(checked_align(checked(0U), 8U), true, 0U);
    assert_checked(checked_align(checked(1U), 8U), true, 8U);
    assert_checked(checked_align(checked(8U), 8U), true, 8U);
    assert_checked(checked_align(checked(9U), 1U), true, 9U);
    assert_checked(checked_align(checked(MAX - 7U), 8U), true, MAX - 7U);
    assert_checked(checked_align(checked(MAX - 6U), 8U), false, 0U);
    assert_checked(checked_align(none, 8U), false, 0U);
    assert_checked(checked_divide(checked(10U), 5U), true, 2U);
    assert_checked(checked_divide(checked(11U), 5U), true, 3U);
    assert_checked(checked_divide(checked(0U), 5U), true, 0U);
    assert_checked(checked_divide(checked(MAX), 1U), true, MAX);
    assert_checked(checked_divide(none, 5U), false, 0U);
    assert_checked(checked_limit(checked(5U), 5U), true, 5U);
    assert_checked(checked_limit(checked(6U), 5U), false, 0U);
    assert_checked(checked_limit(none, 5U), false, 0U);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sums_fit_or_say_so),
                                       cmocka_unit_test(products_fit_or_say_so),
                                       cmocka_unit_test(rounding_up_fits_or_says_so)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
