/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file assert_options_test.c
 * Assertions and the fault report in a library without assertions. The source of the report is
 * included under other names, beside the one that the library was built of.
 */
#include "leftovers.h"
#include "nvscisync.h"

#define RINGFENCE_CFG_ASSERTS 0U

#define ringfence_phase_admit        off_phase_admit
#define g_phase_signals              g_off_signals
#define g_phase_parts                g_off_parts
#define ringfence_api_enter          off_core_enter
#define ringfence_api_leave          off_core_leave
#define phase_hold                   off_phase_hold
#define phase_release                off_phase_release
#define core_memory_begin            off_core_memory_begin
#define core_memory_end              off_core_memory_end
#define ringfence_fault_report       off_fault_report
#define fault_report_missing         off_fault_report_missing
#define fault_report_taken           off_fault_report_taken
#define fault_report_limit           off_fault_report_limit
#define ringfence_fault_report_limit off_ringfence_fault_report_limit
#define fault_report_name            off_fault_report_name
#define fault_report_pair            off_fault_report_pair
#define phase_note_name              off_phase_note_name
#define core_count                   off_core_count
#define phase_answer                 off_phase_answer
#define phase_refuse_handler         off_phase_refuse_handler
#define fault_assert                 off_fault_assert
#define RingfenceAdvancePhase        off_advance
#define RingfenceCurrentPhase        off_current
#define RingfenceGetAdmission        off_admission
#define RingfenceGetLastRefusal      off_refusal
#define RingfenceGetLastFault        off_fault

#include "core/phase.c"

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

    assert_int_equal(off_fault(&fault), NvSciError_Success);
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
