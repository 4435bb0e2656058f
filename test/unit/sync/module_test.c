/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file module_test.c
 * How long sync modules live. attr/list_api_test.c has what both kinds of modules have in common.
 */
#include "sync_fixture.h"

/**
 * A closed module goes with its last list, wait context or object, whichever that is.
 * @verifies RF-SYNC-002
 */
static void a_closed_module_lives_as_long_as_what_is_in_it(void **state)
{
    (void)state;
    for (uint32_t last = 0U; last < 3U; last++) {
        Scene scene = scene_open((Traits){0});
        NvSciSyncAttrList list = make_list(scene.module);

        NvSciSyncModuleClose(scene.module);
        for (uint32_t step = 1U; step <= 3U; step++) {
            const uint32_t what = (last + step) % 3U;

            assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_MODULE), 1U);
            if (what == 0U) {
                NvSciSyncAttrListFree(list);
            } else if (what == 1U) {
                NvSciSyncCpuWaitContextFree(scene.context);
            } else {
                NvSciSyncObjFree(scene.object);
            }
        }
        assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_MODULE), 0U);
    }
}

/**
 * What is in a closed module works on: signalling, waiting, lists. The module admits nothing new.
 * @verifies RF-SYNC-002
 */
static void what_is_in_a_closed_module_works_on(void **state)
{
    Scene scene = scene_open((Traits){0});
    NvSciSyncAttrList list = make_list(scene.module);
    NvSciSyncAttrList copy = NULL;
    NvSciSyncCpuWaitContext context = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    NvSciSyncModuleClose(scene.module);
    assert_status(NvSciSyncAttrListCreate(scene.module, &copy), NvSciError_BadParameter);
    assert_status(NvSciSyncCpuWaitContextAlloc(scene.module, &context), NvSciError_BadParameter);
    assert_null(copy);
    assert_null(context);
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    assert_status(NvSciSyncObjSignal(scene.object), NvSciError_Success);
    assert_status(NvSciSyncFenceWait(&fence, scene.context, 0), NvSciError_Success);
    set_flag(list, NvSciSyncAttrKey_NeedCpuAccess, true);
    assert_status(NvSciSyncAttrListClone(list, &copy), NvSciError_Success);
    NvSciSyncFenceClear(&fence);
    NvSciSyncAttrListFree(copy);
    NvSciSyncAttrListFree(list);
    NvSciSyncObjFree(scene.object);
    NvSciSyncCpuWaitContextFree(scene.context);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        sync_test(a_closed_module_lives_as_long_as_what_is_in_it),
        sync_test(what_is_in_a_closed_module_works_on),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
