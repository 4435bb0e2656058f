/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attr_list_test.c
 * Handles of buffer lists, and values of image keys. attr/list_api_test.c has what both kinds of
 * lists have in common.
 */
#include "buf_make.h"

#define SIZE NvSciBufRawBufferAttrKey_Size
#define CPU  NvSciBufGeneralAttrKey_NeedCpuAccess

static NvSciBufAttrList raw_list(uint64_t size)
{
    return LIST(TYPES(NvSciBufType_RawBuffer), PAIR(SIZE, uint64_t, size));
}

/** Handles that name no list: stale, of other kinds, never given, misaligned, one bit off. */
static size_t bad_handles(NvSciBufAttrList *handles, NvSciBufObj object)
{
    NvSciBufAttrList stale = raw_list(64U);
    NvSciBufAttrList live = raw_list(64U);
    size_t count = 0U;

    NvSciBufAttrListFree(stale);
    handles[count++] = stale;
    handles[count++] = (NvSciBufAttrList)(uintptr_t)object;
    handles[count++] = (NvSciBufAttrList)(uintptr_t)g_module;
    handles[count++] = (NvSciBufAttrList)(uintptr_t)&handles;
    handles[count++] = (NvSciBufAttrList)(uintptr_t)1U;
    handles[count++] = (NvSciBufAttrList)(UINTPTR_MAX);
    for (uint32_t bit = 12U; bit < (sizeof(uintptr_t) * 8U); bit++) {
        handles[count++] = (NvSciBufAttrList)((uintptr_t)live ^ ((uintptr_t)1U << bit));
    }
    NvSciBufAttrListFree(live);
    return count;
}

/**
 * Freeing what is no list changes no other list.
 * @verifies RF-BUF-028
 */
static void only_a_list_can_be_freed(void **state)
{
    NvSciBufAttrList handles[80];
    NvSciBufAttrList witness = raw_list(77U);
    NvSciBufObj object = buf_raw_object(64U);
    const size_t count = bad_handles(handles, object);
    const uint32_t faults = buf_faults();

    (void)state;
    NvSciBufAttrListFree(NULL);
    assert_int_equal(buf_faults(), faults);
    for (size_t i = 0U; i < count; i++) {
        NvSciBufAttrListFree(handles[i]);
    }
    assert_int_equal(buf_faults(), faults + count);
    ASSERT_U64(witness, SIZE, 77U);
    NvSciBufObjFree(object);
    NvSciBufAttrListFree(witness);
}

/**
 * Every function refuses a handle that names no list, and changes nothing.
 * @verifies RF-BUF-028
 */
static void handles_are_checked_everywhere(void **state)
{
    NvSciBufAttrList handles[80];
    NvSciBufObj object = buf_raw_object(64U);
    NvSciBufAttrList witness = raw_list(77U);
    NvSciBufAttrList reconciled = buf_reconciled_one(raw_list(77U));
    size_t count = bad_handles(handles, object);
    const uint32_t taken = in_use_of_all();

    (void)state;
    handles[count++] = NULL;
    for (size_t i = 0U; i < count; i++) {
        const BufPair set = PAIR(CPU, bool, true);
        BufPair pair = set;
        NvSciBufAttrList lists[] = {witness, handles[i]};
        NvSciBufAttrList out = witness;
        NvSciBufAttrList conflict = witness;
        NvSciBufObj made = object;
        void *text = NULL;
        size_t len = 0U;
        bool flag = false;

        assert_int_equal(NvSciBufAttrListSetAttrs(handles[i], &pair, 1U), NvSciError_BadParameter);
        assert_int_equal(NvSciBufAttrListGetSlotCount(handles[i]), 0U);
        assert_int_equal(NvSciBufAttrListGetAttrs(handles[i], &pair, 1U), NvSciError_BadParameter);
        assert_int_equal(NvSciBufAttrListSlotGetAttrs(handles[i], 0U, &pair, 1U),
                         NvSciError_BadParameter);
        assert_int_equal(NvSciBufAttrListDebugDump(handles[i], &text, &len),
                         NvSciError_BadParameter);
        assert_int_equal(NvSciBufAttrListIsReconciled(handles[i], &flag), NvSciError_BadParameter);
        assert_int_equal(NvSciBufAttrListClone(handles[i], &out), NvSciError_BadParameter);
        assert_int_equal(NvSciBufAttrListAppendUnreconciled(lists, 2U, &out),
                         NvSciError_BadParameter);
        assert_ptr_equal(out, witness);
        assert_int_equal(NvSciBufAttrListReconcile(lists, 2U, &out, &conflict),
                         NvSciError_BadParameter);
        assert_null(out);
        assert_null(conflict);
        assert_int_equal(NvSciBufAttrListReconcileAndObjAlloc(lists, 2U, &made, &conflict),
                         NvSciError_BadParameter);
        assert_null(made);
        assert_int_equal(NvSciBufAttrListValidateReconciled(handles[i], &witness, 1U, &flag),
                         NvSciError_BadParameter);
        assert_int_equal(NvSciBufAttrListValidateReconciled(reconciled, lists, 2U, &flag),
                         NvSciError_BadParameter);
        assert_int_equal(NvSciBufAttrListValidateReconciledAgainstAttrs(handles[i], &set, 1U),
                         NvSciError_BadParameter);
        assert_int_equal(NvSciBufObjAlloc(handles[i], &made), NvSciError_BadParameter);
        assert_int_equal(in_use_of_all(), taken);
    }
    ASSERT_U64(witness, SIZE, 77U);
    assert_int_equal(buf_read(witness, CPU).len, 0U);
    NvSciBufAttrListFree(witness);
    NvSciBufAttrListFree(reconciled);
    NvSciBufObjFree(object);
}

/**
 * A value can be read through a type of 8 bytes, whatever its own size.
 * @verifies RF-BUF-008
 */
static void values_can_be_read_wider(void **state)
{
    NvSciBufAttrList list =
        LIST(TYPES(NvSciBufType_Image), PAIR(CPU, bool, true),
             PAIR(NvSciBufImageAttrKey_PlaneCount, int32_t, 1),
             PAIR(NvSciBufImageAttrKey_PlaneWidth, uint32_t, 0xFFFFFFFFU),
             PAIR(NvSciBufImageAttrKey_PlaneColorFormat, NvSciBufAttrValColorFmt, NvSciColor_A8));

    (void)state;
    assert_int_equal(*(const uint64_t *)buf_read(list, CPU).value, 1U);
    assert_int_equal(*(const uint64_t *)buf_read(list, NvSciBufImageAttrKey_PlaneCount).value, 1U);
    assert_int_equal(*(const uint64_t *)buf_read(list, NvSciBufImageAttrKey_PlaneWidth).value,
                     0xFFFFFFFFU);
    assert_int_equal(*(const uint64_t *)buf_read(list, NvSciBufImageAttrKey_PlaneColorFormat).value,
                     NvSciColor_A8);
    NvSciBufAttrListFree(list);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, buf_module_up, buf_module_down)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(only_a_list_can_be_freed),
                                       TEST(handles_are_checked_everywhere),
                                       TEST(values_can_be_read_wider)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
