/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file assert_test.c
 * Assertions of libringfence_2d: damaged state is reported to libringfence, with file and line.
 */
#include "asserted.h"
#include "media/image.h"
#include "media_fixture.h"

static MediaImage g_image;
static MediaMemory g_memory;

static void give_back_a_lock_that_nobody_has(void)
{
    media_unlock();
}

static void look_for_a_device_without_the_lock(void)
{
    assert_null(media_device_find(OP_MEDIA_CREATE, NULL));
}

static void give_back_an_image_that_no_call_has(void)
{
    port_store32(&g_image.is_taken, 1U);
    g_image.calls = 0U;
    media_image_give(&g_image);
}

static void unmap_memory_that_a_call_copies(void)
{
    g_memory.copies = 1U;
    media_memory_unmap(&g_memory);
}

static void use_scratch_of_no_engine(void)
{
    (void)blit_scratch(RINGFENCE_CFG_2D_ENGINES);
}

/**
 * Damage is noticed by the file that keeps the state.
 * @verifies RF-CORE-245
 */
static void damaged_state_is_noticed(void **state)
{
    static const Provocation provocations[] = {
        {"src/media/rows.c", &give_back_a_lock_that_nobody_has},
        {"src/media/rows.c", &look_for_a_device_without_the_lock},
        {"src/media/image.c", &give_back_an_image_that_no_call_has},
        {"src/media/memory.c", &unmap_memory_that_a_call_copies},
        {"src/blit/run.c", &use_scratch_of_no_engine},
    };

    (void)state;
    assert_provocations(provocations, COUNT_OF(provocations));
}

int main(void)
{
    const struct CMUnitTest tests[] = {sync_test(damaged_state_is_noticed)};

    return cmocka_run_group_tests_name("media/assert", tests, NULL, NULL);
}
