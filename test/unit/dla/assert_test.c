/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file assert_test.c
 * Assertions of libringfence_dla: damaged state is reported to libringfence, with file and line.
 */
#include "sync_fixture.h"

#include "asserted.h"
#include "dla/dla.h"

static DlaEntry g_entry;
static DlaRegistration g_registration;

static void give_back_a_lock_that_nobody_has(void)
{
    dla_unlock();
}

static void use_a_registration_of_no_row(void)
{
    g_entry.use_count = 0U;
    dla_registration_use(&g_entry, &g_registration);
}

static void reach_memory_without_the_lock(void)
{
    assert_int_equal(dla_reach(OP_DLA_IMPORT_MEMORY, &g_registration), cudlaSuccess);
}

static void have_too_many_registrations(void)
{
    const NvSciSyncFence fence = NvSciSyncFenceInitializer;
    const uint32_t before = port_load32(&g_dla_registrations_end);

    /* No row is looked at behind the one that is found. */
    port_store32(&g_dla_registrations[0].owner, 1U);
    g_dla_registrations[0].kind = DLA_SYNC;
    port_store32(&g_dla_registrations_end, RINGFENCE_CFG_DLA_REGISTRATIONS + 1U);
    assert_ptr_equal(dla_registration_of_fence(0U, &fence), &g_dla_registrations[0]);
    port_store32(&g_dla_registrations_end, before);
    g_dla_registrations[0].kind = DLA_NOTHING;
    port_store32(&g_dla_registrations[0].owner, 0U);
}

/**
 * Damage is noticed by the file that keeps the state.
 * @verifies RF-CORE-245
 */
static void damaged_state_is_noticed(void **state)
{
    static const Provocation provocations[] = {
        {"src/dla/rows.c", &give_back_a_lock_that_nobody_has},
        {"src/dla/rows.c", &use_a_registration_of_no_row},
        {"src/dla/rows.c", &have_too_many_registrations},
        {"src/dla/reach.c", &reach_memory_without_the_lock},
    };

    (void)state;
    assert_provocations(provocations, COUNT_OF(provocations));
}

int main(void)
{
    const struct CMUnitTest tests[] = {sync_test(damaged_state_is_noticed)};

    return cmocka_run_group_tests_name("dla/assert", tests, NULL, NULL);
}
