/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_assert_test.c
 * Assertions of libringfence_cuda: damaged state is reported to libringfence, with file and line.
 */
#include "cuda_fixture.h"

#include "asserted.h"
#include "cuda/sync/cuda_semaphore.h"

static SharedObject g_shared;
static PendingPoints g_pending;

static void give_back_a_lock_that_nobody_has(void)
{
    import_leave();
}

static void end_an_object_that_no_import_has(void)
{
    g_shared.users = 0U;
    shared_object_end(&g_shared);
}

static void look_at_points_of_no_place(void)
{
    const CUcontext context = NULL;

    g_pending.count = 0U;
    g_pending.oldest = UINT32_MAX;
    pending_fail(&g_pending, &context);
}

/**
 * Damage is noticed by the file that keeps the state.
 * @verifies RF-CORE-245
 */
static void damaged_state_is_noticed(void **state)
{
    static const Provocation provocations[] = {
        {"src/cuda/sync/shared_object.c", &give_back_a_lock_that_nobody_has},
        {"src/cuda/sync/shared_object.c", &end_an_object_that_no_import_has},
        {"src/cuda/sync/pending_points.c", &look_at_points_of_no_place},
    };

    (void)state;
    assert_provocations(provocations, COUNT_OF(provocations));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(damaged_state_is_noticed)};

    return cmocka_run_group_tests_name("cuda/assert", tests, NULL, NULL);
}
