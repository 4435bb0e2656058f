/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attr_list_test.c
 * Setting several keys of sync lists, reading one, lists of copy engines. attr/list_api_test.c has
 * what both kinds of lists have in common.
 */
#include "sync_fixture.h"

/** One list of each kind, for calls that care for the kind. */
typedef struct {
    NvSciSyncModule module;
    NvSciSyncObj object;
    NvSciSyncAttrList writable;
    NvSciSyncAttrList appended;
    NvSciSyncAttrList reconciled;
    NvSciSyncAttrList conflict;
    /** The object's own. */
    NvSciSyncAttrList bound;
} Kinds;

static Kinds kinds_open(void)
{
    Kinds kinds = {NULL, NULL, NULL, NULL, NULL, NULL, NULL};

    kinds.module = open_module();
    kinds.writable = make_perm_list(kinds.module, NvSciSyncAccessPerm_WaitOnly, true);
    assert_status(NvSciSyncAttrListAppendUnreconciled(&kinds.writable, 1U, &kinds.appended),
                  NvSciError_Success);
    kinds.reconciled = make_reconciled(kinds.module);
    kinds.conflict = make_conflict(kinds.module);
    assert_status(NvSciSyncObjAlloc(kinds.reconciled, &kinds.object), NvSciError_Success);
    assert_status(NvSciSyncObjGetAttrList(kinds.object, &kinds.bound), NvSciError_Success);
    return kinds;
}

static void kinds_close(const Kinds *kinds)
{
    NvSciSyncAttrListFree(kinds->writable);
    NvSciSyncAttrListFree(kinds->appended);
    NvSciSyncAttrListFree(kinds->reconciled);
    NvSciSyncAttrListFree(kinds->conflict);
    NvSciSyncObjFree(kinds->object);
    NvSciSyncModuleClose(kinds->module);
}

/* ---------------------------------------------------------------- setting */

/**
 * A key is set once in the life of a list; its value is a copy.
 * @verifies RF-SYNC-013
 */
static void a_key_is_set_once(void **state)
{
    const NvSciSyncModule module = open_module();
    const NvSciSyncAttrList list = make_list(module);
    uint64_t perm = NvSciSyncAccessPerm_WaitOnly;
    const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)};

    (void)state;
    assert_status(NvSciSyncAttrListSetAttrs(list, &pair, 1U), NvSciError_Success);
    perm = NvSciSyncAccessPerm_SignalOnly;
    assert_int_equal(number_of(list, NvSciSyncAttrKey_RequiredPerm), NvSciSyncAccessPerm_WaitOnly);
    assert_status(NvSciSyncAttrListSetAttrs(list, &pair, 1U), NvSciError_BadParameter);
    assert_int_equal(number_of(list, NvSciSyncAttrKey_RequiredPerm), NvSciSyncAccessPerm_WaitOnly);
    set_flag(list, NvSciSyncAttrKey_NeedCpuAccess, false);
    assert_int_equal(number_of(list, NvSciSyncAttrKey_NeedCpuAccess), 0U);
    NvSciSyncAttrListFree(list);
    NvSciSyncModuleClose(module);
}

/**
 * If one pair of a call is refused, none is stored, wherever it stands.
 * @verifies RF-SYNC-023
 */
static void a_refused_call_sets_no_key(void **state)
{
    static const bool flag = true;
    static const uint8_t no_flag = 2U;
    static const uint64_t perm = NvSciSyncAccessPerm_WaitOnly;
    static const uint32_t slots = 1U;
    static const NvSciSyncAttrKeyValuePair refused[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &flag, sizeof(flag)}, /* twice */
        {NvSciSyncAttrKey_NumTimestampSlots, &slots, sizeof(slots)},
        {NvSciSyncAttrKey_WaiterRequireTimestamps, &no_flag, sizeof(no_flag)},
        {NvSciSyncAttrKey_WaiterRequireTimestamps, NULL, sizeof(flag)},
        {NvSciSyncAttrKey_WaiterRequireTimestamps, &flag, 2U},
        {NvSciSyncAttrKey_UpperBound, &flag, sizeof(flag)},
        {NvSciSyncAttrKey_RequireDeterministicFences, &flag, sizeof(flag)}, /* set before */
    };
    const NvSciSyncModule module = open_module();
    const NvSciSyncAttrList list = make_list(module);

    (void)state;
    set_flag(list, NvSciSyncAttrKey_RequireDeterministicFences, false);
    for (size_t i = 0U; i < COUNT_OF(refused); i++) {
        for (size_t place = 0U; place < 3U; place++) {
            NvSciSyncAttrKeyValuePair pairs[3] = {
                {NvSciSyncAttrKey_NeedCpuAccess, &flag, sizeof(flag)},
                {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
                {NvSciSyncAttrKey_WaiterContextInsensitiveFenceExports, &flag, sizeof(flag)}};
            NvSciSyncAttrKeyValuePair got[3];

            if ((i == 0U) && (place == 0U)) {
                pairs[1] = refused[i];
            } else {
                pairs[place] = refused[i];
            }
            assert_status(NvSciSyncAttrListSetAttrs(list, pairs, 3U), NvSciError_BadParameter);
            got[0].attrKey = NvSciSyncAttrKey_NeedCpuAccess;
            got[1].attrKey = NvSciSyncAttrKey_RequiredPerm;
            got[2].attrKey = NvSciSyncAttrKey_WaiterContextInsensitiveFenceExports;
            assert_status(NvSciSyncAttrListGetAttrs(list, got, 3U), NvSciError_Success);
            assert_null(got[0].value);
            assert_null(got[1].value);
            assert_null(got[2].value);
        }
    }
    assert_int_equal(number_of(list, NvSciSyncAttrKey_RequireDeterministicFences), 0U);
    NvSciSyncAttrListFree(list);
    NvSciSyncModuleClose(module);
}

/* ---------------------------------------------------------------- reading */

/**
 * Reading one key refuses what it cannot read.
 * @verifies RF-SYNC-016
 */
static void reading_nothing_is_refused(void **state)
{
    const Kinds kinds = kinds_open();
    const void *value = NULL;
    size_t len = 77U;

    (void)state;
    assert_status(NvSciSyncAttrListGetAttr(NULL, NvSciSyncAttrKey_NeedCpuAccess, &value, &len),
                  NvSciError_BadParameter);
    assert_status(
        NvSciSyncAttrListGetAttr(kinds.conflict, NvSciSyncAttrKey_NeedCpuAccess, &value, &len),
        NvSciError_BadParameter);
    assert_status(
        NvSciSyncAttrListGetAttr(kinds.writable, NvSciSyncAttrKey_NeedCpuAccess, NULL, &len),
        NvSciError_BadParameter);
    assert_status(
        NvSciSyncAttrListGetAttr(kinds.writable, NvSciSyncAttrKey_NeedCpuAccess, &value, NULL),
        NvSciError_BadParameter);
    assert_null(value);
    assert_int_equal(len, 77U);
    kinds_close(&kinds);
}

/**
 * One key is read as all keys are.
 * @verifies RF-SYNC-016
 */
static void reading_one_key_gives_what_reading_all_gives(void **state)
{
    const Kinds kinds = kinds_open();
    const NvSciSyncAttrList lists[] = {kinds.writable, kinds.appended, kinds.reconciled,
                                       kinds.bound};
    uint32_t set = 0U;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(lists); i++) {
        for (uint32_t key = 1U; key < (uint32_t)NvSciSyncAttrKey_UpperBound; key++) {
            NvSciSyncAttrKeyValuePair pair = {(NvSciSyncAttrKey)key, NULL, 0U};
            const void *value = NULL;
            size_t len = 0U;

            assert_status(NvSciSyncAttrListGetAttrs(lists[i], &pair, 1U), NvSciError_Success);
            assert_status(NvSciSyncAttrListGetAttr(lists[i], (NvSciSyncAttrKey)key, &value, &len),
                          NvSciError_Success);
            assert_ptr_equal(value, pair.value);
            assert_int_equal(len, pair.len);
            set += (len > 0U) ? 1U : 0U;
        }
    }
    assert_in_range(set, 20U, 60U);
    kinds_close(&kinds);
}

/* ---------------------------------------------------------------- copy engine */

/**
 * The keys of a copy engine are the given rights and both semaphores; the list reconciles with a
 * CPU list.
 * @verifies RF-SYNC-021
 */
static void a_copy_engine_list_reconciles(void **state)
{
    const NvSciSyncModule module = open_module();
    const NvSciSyncAttrList lists[] = {make_list(module),
                                       make_perm_list(module, NvSciSyncAccessPerm_WaitOnly, true)};
    NvSciSyncAttrList reconciled = NULL;
    NvSciSyncAttrList conflict = NULL;
    const void *value = NULL;
    size_t len = 0U;

    (void)state;
    assert_status(NvSciSyncFillC2cAttrs(lists[0], NvSciSyncAccessPerm_SignalOnly),
                  NvSciError_Success);
    assert_int_equal(number_of(lists[0], NvSciSyncAttrKey_RequiredPerm),
                     NvSciSyncAccessPerm_SignalOnly);
    assert_status(NvSciSyncAttrListGetAttr(lists[0], NvSciSyncAttrKey_PrimitiveInfo, &value, &len),
                  NvSciError_Success);
    assert_int_equal(len, 2U * sizeof(uint32_t));
    assert_int_equal(((const uint32_t *)value)[0], NvSciSyncAttrValPrimitiveType_SysmemSemaphore);
    assert_int_equal(((const uint32_t *)value)[1],
                     NvSciSyncAttrValPrimitiveType_SysmemSemaphorePayload64b);
    assert_status(NvSciSyncAttrListReconcile(lists, 2U, &reconciled, &conflict),
                  NvSciError_Success);
    NvSciSyncAttrListFree(reconciled);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    NvSciSyncModuleClose(module);
}

/**
 * Filling refuses rights that are none, lists that cannot be set, and keys that were set.
 * @verifies RF-SYNC-021
 */
static void filling_what_cannot_be_filled_is_refused(void **state)
{
    static const NvSciSyncAccessPerm wrong[] = {0U, 4U, NvSciSyncAccessPerm_Auto};
    const Kinds kinds = kinds_open();
    const NvSciSyncAttrList list = make_list(kinds.module);
    const NvSciSyncAttrList primitive = make_list(kinds.module);
    const NvSciSyncAttrList refusing[] = {NULL,           kinds.writable, kinds.appended,
                                          kinds.conflict, kinds.bound,    primitive};
    const uint32_t one = NvSciSyncAttrValPrimitiveType_SysmemSemaphore;
    const void *value = NULL;
    size_t len = 0U;

    (void)state;
    set_key(primitive, NvSciSyncAttrKey_PrimitiveInfo, &one, sizeof(one));
    for (size_t i = 0U; i < COUNT_OF(refusing); i++) {
        assert_status(NvSciSyncFillC2cAttrs(refusing[i], NvSciSyncAccessPerm_WaitOnly),
                      NvSciError_BadParameter);
    }
    for (size_t i = 0U; i < COUNT_OF(wrong); i++) {
        assert_status(NvSciSyncFillC2cAttrs(list, wrong[i]), NvSciError_BadParameter);
    }
    assert_status(NvSciSyncAttrListGetAttr(primitive, NvSciSyncAttrKey_RequiredPerm, &value, &len),
                  NvSciError_Success);
    assert_int_equal(len, 0U);
    assert_status(NvSciSyncFillC2cAttrs(list, NvSciSyncAccessPerm_WaitSignal), NvSciError_Success);
    assert_status(NvSciSyncFillC2cAttrs(list, NvSciSyncAccessPerm_WaitSignal),
                  NvSciError_BadParameter);
    NvSciSyncAttrListFree(list);
    NvSciSyncAttrListFree(primitive);
    kinds_close(&kinds);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        sync_test(a_key_is_set_once),
        sync_test(a_refused_call_sets_no_key),
        sync_test(reading_nothing_is_refused),
        sync_test(reading_one_key_gives_what_reading_all_gives),
        sync_test(a_copy_engine_list_reconciles),
        sync_test(filling_what_cannot_be_filled_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
