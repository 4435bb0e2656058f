/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stamp_options_test.c
 * Reports of libraries of other builds by a library without engines and CUDA. The source of the
 * report is included under other names, beside the one that the library was built of.
 */
#include "leftovers.h"
#include "nvscisync.h"

#undef RINGFENCE_CFG_CUDA
#undef RINGFENCE_CFG_DLA
#undef RINGFENCE_CFG_2D
#define RINGFENCE_CFG_CUDA 0U
#define RINGFENCE_CFG_DLA  0U
#define RINGFENCE_CFG_2D   0U

#include "second_phase.h"

/**
 * What differs is said although no library beside this one could be of the same build.
 * @verifies RF-CORE-316
 */
static void a_library_without_engines_says_what_differs(void **state)
{
    const FaultBuild build = {"RINGFENCE_CFG_DLA", "/opt/lib/other.so", 1U, 0U};
    RingfenceFault fault;

    (void)state;
    second_fault_report_build(&build);
    second_fault(&fault);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_OTHER_BUILD);
    assert_string_equal(fault.text, "a library beside libringfence is of another build");
    assert_string_equal(fault.limit, build.name);
    assert_string_equal(fault.file, build.file);
    assert_int_equal(fault.asked, 1U);
    assert_int_equal(fault.allowed, 0U);
}

/** A kind that only another build has is reported by its number. */
static void a_kind_of_another_build_has_no_text(void **state)
{
    RingfenceFault fault;

    (void)state;
    second_fault_report(OP_SYNC_MODULE_OPEN, (RingfenceFaultKind)1000);
    second_fault(&fault);
    assert_int_equal(fault.kind, 1000);
    assert_string_equal(fault.text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_library_without_engines_says_what_differs),
        cmocka_unit_test(a_kind_of_another_build_has_no_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
