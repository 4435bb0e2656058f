/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file phase_options_test.c
 * The phase machine built with the choices of the configuration that the default build does not
 * make. Its source is included under other names, beside the one that the library was built of.
 */
#include "admissions.h"
#include "leftovers.h"
#include "nvscisync.h"

#undef RINGFENCE_CFG_STRICT_INIT
#undef RINGFENCE_CFG_RUNTIME_QUERIES
#define RINGFENCE_CFG_STRICT_INIT     1U
#define RINGFENCE_CFG_RUNTIME_QUERIES 1U

#include "second_phase.h"

/**
 * With both choices made, INIT refuses waiting and signalling, RUNTIME admits queries, and nothing
 * else changes.
 * @verifies RF-CORE-017 RF-CORE-018
 */
static void choices_move_two_groups_alone(void **state)
{
    (void)state;
    for (size_t i = 0U; i < FUNCTIONS; i++) {
        RingfenceAdmission admission;

        assert_int_equal(second_admission(i, &admission), NvSciError_Success);
        assert_string_equal(admission.function, g_functions[i].name);
        assert_int_equal(admission.phases, phases_of_group(g_functions[i].group, true, true));
    }
}

/**
 * What the table says is what happens, in every phase.
 * @verifies RF-CORE-017 RF-CORE-018
 */
static void choices_decide_what_is_admitted(void **state)
{
    static const RingfencePhase next[] = {RINGFENCE_PHASE_RUNTIME, RINGFENCE_PHASE_DEINIT,
                                          RINGFENCE_PHASE_INIT};

    (void)state;
    for (size_t step = 0U; step < (sizeof(next) / sizeof(next[0])); step++) {
        const uint32_t phase = (uint32_t)second_current();

        for (size_t i = 0U; i < FUNCTIONS; i++) {
            const uint32_t phases = phases_of_group(g_functions[i].group, true, true);
            const bool admitted = ((phases & phase) != 0U);
            RingfenceRefusal refusal;

            assert_int_equal(second_phase_admit(g_functions[i].op),
                             admitted ? NvSciError_Success : NvSciError_InvalidState);
            assert_int_equal(second_refusal(&refusal), NvSciError_Success);
            if (!admitted) {
                assert_string_equal(refusal.function, g_functions[i].name);
                assert_int_equal(refusal.phase, phase);
            }
        }
        assert_int_equal(second_advance(next[step]), NvSciError_Success);
    }
    assert_int_equal(second_current(), RINGFENCE_PHASE_INIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(choices_move_two_groups_alone, nothing_is_left),
        cmocka_unit_test_teardown(choices_decide_what_is_admitted, nothing_is_left),
    };

    return cmocka_run_group_tests_name("core/phase_options", tests, NULL, NULL);
}
