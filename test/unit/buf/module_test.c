/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file module_test.c
 * Modules of buffers.
 */
#include "buf_make.h"

#include "ringfence_cfg.h"

/**
 * Modules are independent of each other.
 * @verifies RF-BUF-001
 */
static void open_modules_are_distinct(void **state)
{
    NvSciBufModule first = NULL;
    NvSciBufModule second = NULL;

    (void)state;
    assert_int_equal(NvSciBufModuleOpen(&first), NvSciError_Success);
    assert_int_equal(NvSciBufModuleOpen(&second), NvSciError_Success);
    assert_non_null(first);
    assert_ptr_not_equal(first, second);
    NvSciBufModuleClose(first);
    NvSciBufModuleClose(second);
}

/** @verifies RF-BUF-001 */
static void open_without_place_for_the_handle_is_refused(void **state)
{
    (void)state;
    assert_int_equal(NvSciBufModuleOpen(NULL), NvSciError_BadParameter);
}

/**
 * All modules can be open at one time, one more cannot; closing one makes room.
 * @verifies RF-BUF-001
 */
static void modules_can_be_used_up(void **state)
{
    static NvSciBufModule modules[RINGFENCE_CFG_BUF_MODULES];
    NvSciBufModule more = NULL;
    RingfencePoolUsage usage;

    (void)state;
    for (size_t i = 0U; i < RINGFENCE_CFG_BUF_MODULES; i++) {
        assert_int_equal(NvSciBufModuleOpen(&modules[i]), NvSciError_Success);
    }
    assert_int_equal(NvSciBufModuleOpen(&more), NvSciError_InsufficientMemory);
    assert_null(more);
    assert_int_equal(RingfenceGetPoolUsage(RINGFENCE_POOL_BUF_MODULE, &usage), NvSciError_Success);
    assert_int_equal(usage.inUse, usage.capacity);
    assert_int_not_equal(usage.exhausted, 0U);
    NvSciBufModuleClose(modules[0]);
    assert_int_equal(NvSciBufModuleOpen(&modules[0]), NvSciError_Success);
    for (size_t i = 0U; i < RINGFENCE_CFG_BUF_MODULES; i++) {
        NvSciBufModuleClose(modules[i]);
    }
}

/**
 * A closed module takes no new list; its lists and objects go on working, and its slot is taken
 * until they are gone.
 * @verifies RF-BUF-002
 */
static void lists_and_objects_outlive_their_module(void **state)
{
    NvSciBufModule module = NULL;
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList clone = NULL;
    NvSciBufAttrList more = NULL;
    NvSciBufAttrList reconciled = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;
    void *pointer = NULL;
    const uint32_t faults = buf_faults();

    (void)state;
    assert_int_equal(NvSciBufModuleOpen(&module), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListCreate(module, &list), NvSciError_Success);
    NvSciBufModuleClose(module);
    assert_int_equal(NvSciBufAttrListCreate(module, &more), NvSciError_BadParameter);
    assert_int_equal(buf_faults(), faults + 1U);
    assert_int_equal(SET(list, TYPES(NvSciBufType_RawBuffer),
                         PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, true),
                         PAIR(NvSciBufRawBufferAttrKey_Size, uint64_t, 64U)),
                     NvSciError_Success);
    assert_int_equal(NvSciBufAttrListClone(list, &clone), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListReconcile(&list, 1U, &reconciled, &conflict),
                     NvSciError_Success);
    assert_int_equal(NvSciBufObjAlloc(reconciled, &object), NvSciError_Success);
    NvSciBufAttrListFree(list);
    NvSciBufAttrListFree(clone);
    NvSciBufAttrListFree(reconciled);
    assert_int_equal(in_use_of(RINGFENCE_POOL_BUF_MODULE), 1U);
    assert_int_equal(NvSciBufObjGetCpuPtr(object, &pointer), NvSciError_Success);
    NvSciBufObjFree(object);
    assert_int_equal(in_use_of(RINGFENCE_POOL_BUF_MODULE), 0U);
}

/**
 * Closing twice, closing nothing and closing what is no module change nothing.
 * @verifies RF-BUF-002
 * @verifies RF-BUF-028
 */
static void only_an_open_module_can_be_closed(void **state)
{
    NvSciBufModule module = NULL;
    NvSciBufModule other = NULL;
    NvSciBufAttrList list = NULL;
    const uint32_t faults = buf_faults();

    (void)state;
    assert_int_equal(NvSciBufModuleOpen(&module), NvSciError_Success);
    assert_int_equal(NvSciBufModuleOpen(&other), NvSciError_Success);
    NvSciBufModuleClose(module);
    NvSciBufModuleClose(NULL);
    assert_int_equal(buf_faults(), faults);
    NvSciBufModuleClose(module);
    assert_int_equal(buf_faults(), faults + 1U);
    assert_int_equal(NvSciBufAttrListCreate(other, &list), NvSciError_Success);
    NvSciBufModuleClose((NvSciBufModule)(uintptr_t)list);
    assert_int_equal(buf_faults(), faults + 2U);
    NvSciBufAttrListFree(list);
    NvSciBufModuleClose(other);
}

/**
 * The same major version and no greater minor version is compatible.
 * @verifies RF-BUF-003
 */
static void versions_are_compared(void **state)
{
    static const struct {
        uint32_t major;
        uint32_t minor;
        bool compatible;
    } cases[] = {{2U, 0U, true},   {2U, 10U, true},  {2U, 11U, true},        {2U, 12U, false},
                 {1U, 11U, false}, {3U, 11U, false}, {UINT32_MAX, 0U, false}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        bool compatible = !cases[i].compatible;

        assert_int_equal(
            NvSciBufCheckVersionCompatibility(cases[i].major, cases[i].minor, &compatible),
            NvSciError_Success);
        assert_int_equal(compatible, cases[i].compatible);
    }
    assert_int_equal(NvSciBufCheckVersionCompatibility(2U, 11U, NULL), NvSciError_BadParameter);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(open_modules_are_distinct, nothing_is_left),
        cmocka_unit_test_teardown(open_without_place_for_the_handle_is_refused, nothing_is_left),
        cmocka_unit_test_teardown(modules_can_be_used_up, nothing_is_left),
        cmocka_unit_test_teardown(lists_and_objects_outlive_their_module, nothing_is_left),
        cmocka_unit_test_teardown(only_an_open_module_can_be_closed, nothing_is_left),
        cmocka_unit_test_teardown(versions_are_compared, nothing_is_left)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
