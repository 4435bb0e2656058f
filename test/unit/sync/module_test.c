/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file module_test.c
 * Modules: opening, closing, and how long they live.
 */
#include "sync_fixture.h"

/**
 * Two modules are two instances.
 * @verifies RF-SYNC-001
 */
static void modules_are_independent(void **state)
{
    NvSciSyncModule modules[2] = {NULL, NULL};
    NvSciSyncAttrList lists[2];
    NvSciSyncAttrList appended = NULL;

    (void)state;
    assert_status(NvSciSyncModuleOpen(&modules[0]), NvSciError_Success);
    assert_status(NvSciSyncModuleOpen(&modules[1]), NvSciError_Success);
    assert_ptr_not_equal(modules[0], modules[1]);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_MODULE), 2U);
    lists[0] = make_list(modules[0]);
    lists[1] = make_list(modules[1]);
    assert_status(NvSciSyncAttrListAppendUnreconciled(lists, 2U, &appended),
                  NvSciError_BadParameter);
    assert_null(appended);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    NvSciSyncModuleClose(modules[0]);
    NvSciSyncModuleClose(modules[1]);
}

/**
 * Opening a module needs somewhere to put its handle.
 * @verifies RF-SYNC-001
 */
static void opening_into_null_is_refused(void **state)
{
    (void)state;
    assert_status(NvSciSyncModuleOpen(NULL), NvSciError_BadParameter);
}

/**
 * As many modules open as there are slots, not one more, and all again after they were closed.
 * @verifies RF-SYNC-087
 */
static void all_modules_open_and_no_more(void **state)
{
    NvSciSyncModule modules[RINGFENCE_CFG_SYNC_MODULES];

    (void)state;
    for (uint32_t round = 0U; round < 2U; round++) {
        NvSciSyncModule extra = NULL;
        const uint32_t failures = exhausted(RINGFENCE_POOL_SYNC_MODULE);

        for (uint32_t i = 0U; i < RINGFENCE_CFG_SYNC_MODULES; i++) {
            modules[i] = open_module();
        }
        assert_status(NvSciSyncModuleOpen(&extra), NvSciError_InsufficientMemory);
        assert_null(extra);
        assert_int_equal(exhausted(RINGFENCE_POOL_SYNC_MODULE), failures + 1U);
        assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_MODULE), RINGFENCE_CFG_SYNC_MODULES);
        for (uint32_t i = 0U; i < RINGFENCE_CFG_SYNC_MODULES; i++) {
            NvSciSyncModuleClose(modules[i]);
        }
        assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_MODULE), 0U);
    }
}

/**
 * A closed module admits nothing new.
 * @verifies RF-SYNC-002
 */
static void a_closed_module_is_stale(void **state)
{
    const NvSciSyncModule module = open_module();
    const uint32_t faults = fault_count();
    NvSciSyncAttrList list = NULL;
    NvSciSyncCpuWaitContext context = NULL;

    (void)state;
    NvSciSyncModuleClose(module);
    assert_status(NvSciSyncAttrListCreate(module, &list), NvSciError_BadParameter);
    assert_status(NvSciSyncCpuWaitContextAlloc(module, &context), NvSciError_BadParameter);
    NvSciSyncModuleClose(module);
    assert_int_equal(fault_count(), faults + 3U);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_BAD_HANDLE);
    assert_string_equal(fault_function(), "NvSciSyncModuleClose");
}

/**
 * Closing NULL does nothing and is no fault.
 * @verifies RF-SYNC-002
 */
static void closing_null_does_nothing(void **state)
{
    const uint32_t faults = fault_count();

    (void)state;
    NvSciSyncModuleClose(NULL);
    assert_int_equal(fault_count(), faults);
}

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

/**
 * The library fits programs of its major version, up to its minor version.
 * @verifies RF-SYNC-003
 */
static void versions_fit_up_to_the_minor_version(void **state)
{
    static const struct {
        uint32_t major;
        uint32_t minor;
        bool fits;
    } cases[] = {{2U, 8U, true},  {2U, 0U, true},  {2U, 9U, false},         {1U, 8U, false},
                 {3U, 8U, false}, {3U, 0U, false}, {2U, UINT32_MAX, false}, {0U, 0U, false}};

    (void)state;
    assert_int_equal(NvSciSyncMajorVersion, 2U);
    assert_int_equal(NvSciSyncMinorVersion, 8U);
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        bool fits = !cases[i].fits;

        assert_status(NvSciSyncCheckVersionCompatibility(cases[i].major, cases[i].minor, &fits),
                      NvSciError_Success);
        assert_int_equal(fits, cases[i].fits);
    }
    assert_status(NvSciSyncCheckVersionCompatibility(2U, 8U, NULL), NvSciError_BadParameter);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        sync_test(modules_are_independent),
        sync_test(opening_into_null_is_refused),
        sync_test(all_modules_open_and_no_more),
        sync_test(a_closed_module_is_stale),
        sync_test(closing_null_does_nothing),
        sync_test(a_closed_module_lives_as_long_as_what_is_in_it),
        sync_test(what_is_in_a_closed_module_works_on),
        sync_test(versions_fit_up_to_the_minor_version),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
