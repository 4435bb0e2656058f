/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fault_hook_test.c
 * The fault report in a library that tells the application of each fault, and counts that stop. The
 * source is included under other names, beside the one that the library was built of.
 */
#include <string.h>

#include "leftovers.h"
#include "nvscisync.h"

#define RINGFENCE_CFG_FAULT_HOOK 1U

#include "second_phase.h"

/** What the application was told: how often, and the last one. */
static uint32_t g_told;
static RingfenceFault g_last;

void RingfenceHookFault(const RingfenceFault *fault)
{
    g_told++;
    g_last = *fault;
}

/** The hook was called once more, with what the report says. */
static void assert_told(uint32_t before, RingfenceFaultKind kind)
{
    RingfenceFault fault;

    assert_int_equal(g_told, before + 1U);
    assert_int_equal(g_last.kind, kind);
    assert_int_equal(g_last.total, g_told);
    assert_int_equal(second_fault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, g_last.kind);
    assert_int_equal(fault.total, g_last.total);
    assert_string_equal(fault.text, g_last.text);
    assert_string_equal(fault.limit, g_last.limit);
    assert_string_equal(fault.file, g_last.file);
    assert_int_equal(fault.line, g_last.line);
    assert_int_equal(fault.missing, g_last.missing);
    assert_true(fault.asked == g_last.asked);
    assert_int_equal(fault.slot, g_last.slot);
}

/**
 * The application is told of each fault, of whatever kind, when it has been recorded.
 * @verifies RF-CORE-262
 */
static void the_application_is_told_of_each_fault(void **state)
{
    uint32_t told = g_told;

    (void)state;
    second_fault_report(OP_SYNC_OBJ_SIGNAL, RINGFENCE_FAULT_STALE_FENCE);
    assert_told(told, RINGFENCE_FAULT_STALE_FENCE);
    assert_string_equal(g_last.function, "NvSciSyncObjSignal");
    told = g_told;
    second_fault_report_name(OP_SYNC_OBJ_SIGNAL, (3U << PHASE_NAME_SHIFT) | 5U);
    assert_told(told, RINGFENCE_FAULT_BAD_HANDLE);
    assert_int_equal(g_last.slot, 5U);
    told = g_told;
    second_fault_report_missing(OP_SYNC_OBJ_SIGNAL, RINGFENCE_FAULT_ARENA_TOO_SMALL, 77U);
    assert_told(told, RINGFENCE_FAULT_ARENA_TOO_SMALL);
    assert_int_equal(g_last.missing, 77U);
    told = g_told;
    second_fault_report_limit(OP_SYNC_OBJ_SIGNAL, FAULT_LIMIT_ROUTES, 9U, 8U);
    assert_told(told, RINGFENCE_FAULT_LIMIT);
    assert_true(g_last.asked == 9U);
    assert_true(g_last.allowed == 8U);
    told = g_told;
    second_fault_assert("place.c", 12U);
    assert_told(told, RINGFENCE_FAULT_INTERNAL);
    assert_string_equal(g_last.file, "place.c");
}

/**
 * What is refused is no fault: the application is not told of it.
 * @verifies RF-CORE-262
 */
static void the_application_is_not_told_of_refusals(void **state)
{
    const uint32_t told = g_told;

    (void)state;
    assert_int_equal(second_advance(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    assert_int_equal(second_phase_admit(OP_SYNC_MODULE_OPEN), NvSciError_InvalidState);
    assert_int_equal(second_advance(RINGFENCE_PHASE_DEINIT), NvSciError_Success);
    assert_int_equal(second_advance(RINGFENCE_PHASE_INIT), NvSciError_Success);
    assert_int_equal(g_told, told);
}

/**
 * Counts of faults and refusals stop, and what is counted is reported all the same.
 * @verifies RF-CORE-263
 */
static void counts_stop_at_their_most(void **state)
{
    RingfenceRefusal refusal;
    RingfenceAdmission admission;

    (void)state;
    port_store32(&g_fault.total, RINGFENCE_COUNT_MOST - 1U);
    port_store32(&g_phase.refused_total, RINGFENCE_COUNT_MOST - 1U);
    port_store32(&g_phase.refused[OP_SYNC_MODULE_OPEN], RINGFENCE_COUNT_MOST - 2U);
    assert_int_equal(second_advance(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    for (uint32_t turn = 0U; turn < 3U; turn++) {
        second_fault_report(OP_SYNC_OBJ_SIGNAL, RINGFENCE_FAULT_BAD_FENCE);
        assert_int_equal(g_last.kind, RINGFENCE_FAULT_BAD_FENCE);
        assert_int_equal(g_last.total, RINGFENCE_COUNT_MOST);
        assert_int_equal(second_phase_admit(OP_SYNC_MODULE_OPEN), NvSciError_InvalidState);
    }
    assert_int_equal(second_refusal(&refusal), NvSciError_Success);
    assert_int_equal(refusal.total, RINGFENCE_COUNT_MOST);
    assert_int_equal(refusal.count, RINGFENCE_COUNT_MOST);
    assert_int_equal(second_admission((size_t)OP_SYNC_MODULE_OPEN, &admission), NvSciError_Success);
    assert_int_equal(admission.refused, RINGFENCE_COUNT_MOST);
    assert_int_equal(second_advance(RINGFENCE_PHASE_DEINIT), NvSciError_Success);
    assert_int_equal(second_advance(RINGFENCE_PHASE_INIT), NvSciError_Success);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_application_is_told_of_each_fault, nothing_is_left),
        cmocka_unit_test_teardown(the_application_is_not_told_of_refusals, nothing_is_left),
        cmocka_unit_test_teardown(counts_stop_at_their_most, nothing_is_left),
    };

    return cmocka_run_group_tests_name("core/fault_hook", tests, NULL, NULL);
}
