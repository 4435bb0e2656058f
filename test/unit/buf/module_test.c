/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file module_test.c
 * How long modules of buffers live. attr/list_api_test.c has what both kinds of modules have in
 * common.
 */
#include "buf_make.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(lists_and_objects_outlive_their_module, nothing_is_left)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
