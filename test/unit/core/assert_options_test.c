/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file assert_options_test.c
 * Assertions and the fault report in a library without assertions. The source of the report is
 * included under other names, beside the one that the library was built of.
 */
#include "leftovers.h"
#include "nvscisync.h"

#define RINGFENCE_CFG_ASSERTS 0U

#include "second_phase.h"

#include "core/assert.h"

static uint32_t g_looks;

/** A condition that does not hold, and counts how often it was looked at. */
static bool look(void)
{
    g_looks++;
    return false;
}

static RingfenceFault last_fault(void)
{
    RingfenceFault fault;

    assert_int_equal(second_fault(&fault), NvSciError_Success);
    return fault;
}

/**
 * Where assertions are left out, nobody looks whether they hold.
 * @verifies RF-CORE-246
 */
static void assertions_that_are_left_out_are_not_looked_at(void **state)
{
    (void)state;
    g_looks = 0U;
    ASSERT(look());
    assert_int_equal(g_looks, 0U);
    assert_int_equal(last_fault().kind, RINGFENCE_FAULT_NONE);
}

/**
 * What the code needs is looked at and reported all the same, without a place.
 * @verifies RF-CORE-029 RF-CORE-246
 */
static void what_the_code_needs_is_reported_without_a_place(void **state)
{
    (void)state;
    g_looks = 0U;
    assert_true(ASSERT_CHECK(g_looks == 0U));
    assert_int_equal(last_fault().kind, RINGFENCE_FAULT_NONE);
    assert_false(ASSERT_CHECK(look()));
    assert_int_equal(g_looks, 1U);
    assert_int_equal(last_fault().kind, RINGFENCE_FAULT_INTERNAL);
    assert_int_equal(last_fault().total, 1U);
    assert_string_equal(last_fault().file, "");
    assert_int_equal(last_fault().line, 0U);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(assertions_that_are_left_out_are_not_looked_at),
        cmocka_unit_test(what_the_code_needs_is_reported_without_a_place),
    };

    return cmocka_run_group_tests_name("core/assert_options", tests, NULL, NULL);
}
