/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A library that has raw buffers alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "nvscibuf.h"
#include "nvscisync.h"
#include "ringfence.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static NvSciBufModule g_module;

static NvSciError object_of(NvSciBufAttrKeyValuePair *pairs, size_t count, NvSciBufObj *object,
                            RingfenceConflict *conflict)
{
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList reason = NULL;
    NvSciError status;

    assert_int_equal(NvSciBufAttrListCreate(g_module, &list), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListSetAttrs(list, pairs, count), NvSciError_Success);
    status = NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, object, &reason);
    if (reason != NULL) {
        assert_int_equal(RingfenceExplainConflict(reason, conflict), NvSciError_Success);
    }
    NvSciBufAttrListFree(reason);
    NvSciBufAttrListFree(list);
    return status;
}

/**
 * Raw buffers are as they always are, and need a size; each other type is refused, and the conflict
 * names the types. Keys of other types are unknown.
 * @verifies RF-BUF-070
 */
static void other_types_are_refused(void **state)
{
    NvSciBufType type = NvSciBufType_RawBuffer;
    const uint64_t number = 64U;
    const NvSciBufAttrValDataType data = NvSciDataType_Uint8;
    NvSciBufAttrKeyValuePair raw[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                      {NvSciBufRawBufferAttrKey_Size, &number, sizeof(number)}};
    NvSciBufAttrKeyValuePair array[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufArrayAttrKey_DataType, &data, sizeof(data)}};
    NvSciBufAttrList list = NULL;
    NvSciBufObj object = NULL;
    RingfenceConflict conflict = {0};

    (void)state;
    assert_int_equal(NvSciBufModuleOpen(&g_module), NvSciError_Success);
    assert_int_equal(object_of(raw, COUNT(raw), &object, &conflict), NvSciError_Success);
    assert_int_equal(NvSciBufObjValidate(object), NvSciError_Success);
    assert_int_equal(NvSciBufObjGetPixels(object, NULL, NULL, NULL, NULL), NvSciError_NotSupported);
    assert_int_equal(NvSciBufObjPutPixels(object, NULL, NULL, NULL, NULL), NvSciError_NotSupported);
    NvSciBufObjFree(object);
    assert_int_equal(object_of(raw, 1U, &object, &conflict), NvSciError_BadParameter);
    assert_int_equal(conflict.key, NvSciBufRawBufferAttrKey_Size);
    assert_int_equal(conflict.rule, RINGFENCE_RULE_MANDATORY);
    type = NvSciBufType_Array;
    assert_int_equal(object_of(array, 1U, &object, &conflict), NvSciError_NotSupported);
    assert_int_equal(conflict.key, NvSciBufGeneralAttrKey_Types);
    assert_int_equal(conflict.rule, RINGFENCE_RULE_SUPPORTED);
    assert_int_equal(NvSciBufAttrListCreate(g_module, &list), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListSetAttrs(list, array, COUNT(array)), NvSciError_NotSupported);
    type = NvSciBufType_RawBuffer;
    assert_int_equal(NvSciBufAttrListSetAttrs(list, raw, COUNT(raw)), NvSciError_Success);
    NvSciBufAttrListFree(list);
    NvSciBufModuleClose(g_module);
}

/**
 * The first pair that cannot be set decides the error, wherever the types stand.
 * @verifies RF-BUF-006
 */
static void first_bad_pair_decides(void **state)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const uint64_t number = 64U;
    const NvSciBufAttrValDataType data = NvSciDataType_Uint8;
    NvSciBufAttrKeyValuePair untyped[] = {{NvSciBufRawBufferAttrKey_Size, &number, sizeof(number)},
                                          {NvSciBufArrayAttrKey_DataType, &data, sizeof(data)}};
    NvSciBufAttrKeyValuePair typed[] = {{NvSciBufRawBufferAttrKey_Size, &number, sizeof(number)},
                                        {NvSciBufArrayAttrKey_DataType, &data, sizeof(data)},
                                        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)}};
    NvSciBufAttrList list = NULL;

    (void)state;
    assert_int_equal(NvSciBufModuleOpen(&g_module), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListCreate(g_module, &list), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListSetAttrs(list, untyped, COUNT(untyped)),
                     NvSciError_BadParameter);
    assert_int_equal(NvSciBufAttrListSetAttrs(list, typed, COUNT(typed)), NvSciError_NotSupported);
    typed[1] = typed[2];
    assert_int_equal(NvSciBufAttrListSetAttrs(list, typed, 2U), NvSciError_Success);
    NvSciBufAttrListFree(list);
    NvSciBufModuleClose(g_module);
}

/**
 * A key that is none is a bad parameter for lists of sync objects, whatever buffers are left out.
 * @verifies RF-SYNC-013
 */
static void unknown_sync_keys_are_refused(void **state)
{
    const bool flag = true;
    NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_UpperBound, &flag, sizeof(flag)};
    NvSciSyncModule module = NULL;
    NvSciSyncAttrList list = NULL;

    (void)state;
    assert_int_equal(NvSciSyncModuleOpen(&module), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListCreate(module, &list), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListSetAttrs(list, &pair, 1U), NvSciError_BadParameter);
    pair.attrKey = NvSciSyncAttrKey_NeedCpuAccess;
    assert_int_equal(NvSciSyncAttrListSetAttrs(list, &pair, 1U), NvSciError_Success);
    NvSciSyncAttrListFree(list);
    NvSciSyncModuleClose(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(other_types_are_refused),
                                       cmocka_unit_test(first_bad_pair_decides),
                                       cmocka_unit_test(unknown_sync_keys_are_refused)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
