/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attr_list_test.c
 * Attribute lists: their life, setting and reading keys, appending, cloning, text.
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

/* ---------------------------------------------------------------- life */

/**
 * A new list has one slot, no key, and is not reconciled.
 * @verifies RF-SYNC-010
 */
static void a_new_list_is_empty(void **state)
{
    const NvSciSyncModule module = open_module();
    const NvSciSyncAttrList list = make_list(module);
    bool reconciled = true;

    (void)state;
    assert_int_equal(NvSciSyncAttrListGetSlotCount(list), 1U);
    assert_status(NvSciSyncAttrListIsReconciled(list, &reconciled), NvSciError_Success);
    assert_false(reconciled);
    for (uint32_t key = 1U; key < (uint32_t)NvSciSyncAttrKey_UpperBound; key++) {
        const void *value = &reconciled;
        size_t len = 1U;

        assert_status(NvSciSyncAttrListGetAttr(list, (NvSciSyncAttrKey)key, &value, &len),
                      NvSciError_Success);
        assert_null(value);
        assert_int_equal(len, 0U);
    }
    NvSciSyncAttrListFree(list);
    NvSciSyncModuleClose(module);
}

/**
 * A list needs a module and somewhere to put its handle.
 * @verifies RF-SYNC-010
 */
static void making_a_list_of_nothing_is_refused(void **state)
{
    const NvSciSyncModule module = open_module();
    NvSciSyncAttrList list = NULL;

    (void)state;
    assert_status(NvSciSyncAttrListCreate(NULL, &list), NvSciError_BadParameter);
    assert_status(NvSciSyncAttrListCreate(module, NULL), NvSciError_BadParameter);
    assert_null(list);
    NvSciSyncModuleClose(module);
}

/**
 * A list that takes the slot of a freed one has none of its values.
 * @verifies RF-SYNC-010
 */
static void a_reused_slot_is_empty(void **state)
{
    const NvSciSyncModule module = open_module();

    (void)state;
    for (uint32_t i = 0U; i <= RINGFENCE_CFG_SYNC_LISTS; i++) {
        const NvSciSyncAttrList list = make_list(module);
        const void *value = NULL;
        size_t len = 0U;

        assert_status(NvSciSyncAttrListGetAttr(list, NvSciSyncAttrKey_NeedCpuAccess, &value, &len),
                      NvSciError_Success);
        assert_int_equal(len, 0U);
        set_flag(list, NvSciSyncAttrKey_NeedCpuAccess, true);
        NvSciSyncAttrListFree(list);
    }
    NvSciSyncModuleClose(module);
}

/**
 * As many lists as there are slots, not one more, and all again after they were freed. What needs
 * a slot fails cleanly in between.
 * @verifies RF-SYNC-087
 */
static void all_lists_are_made_and_no_more(void **state)
{
    static NvSciSyncAttrList lists[RINGFENCE_CFG_SYNC_LISTS];
    const NvSciSyncModule module = open_module();
    const bool flag = true;
    const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_NeedCpuAccess, &flag, sizeof(flag)};

    (void)state;
    for (uint32_t round = 0U; round < 2U; round++) {
        const uint32_t failures = exhausted(RINGFENCE_POOL_SYNC_LIST);
        NvSciSyncAttrList extra = NULL;
        NvSciSyncAttrList conflict = NULL;
        NvSciSyncObj object = NULL;
        bool valid = true;

        lists[0] = make_reconciled(module);
        lists[1] = make_perm_list(module, NvSciSyncAccessPerm_WaitSignal, true);
        for (uint32_t i = 2U; i < RINGFENCE_CFG_SYNC_LISTS; i++) {
            lists[i] = make_list(module);
        }
        assert_status(NvSciSyncAttrListCreate(module, &extra), NvSciError_InsufficientMemory);
        assert_status(NvSciSyncAttrListClone(lists[1], &extra), NvSciError_InsufficientMemory);
        assert_status(NvSciSyncAttrListAppendUnreconciled(&lists[1], 1U, &extra),
                      NvSciError_InsufficientMemory);
        assert_status(NvSciSyncAttrListReconcile(&lists[1], 1U, &extra, &conflict),
                      NvSciError_InsufficientMemory);
        assert_status(NvSciSyncAttrListReconcileAndObjAlloc(&lists[1], 1U, &object, &conflict),
                      NvSciError_InsufficientMemory);
        assert_status(NvSciSyncAttrListValidateReconciled(lists[0], &lists[1], 1U, &valid),
                      NvSciError_InsufficientMemory);
        assert_false(valid);
        assert_status(NvSciSyncAttrListValidateReconciledAgainstAttrs(lists[0], &pair, 1U, 3U),
                      NvSciError_InsufficientMemory);
        assert_null(extra);
        assert_null(conflict);
        assert_null(object);
        assert_int_equal(exhausted(RINGFENCE_POOL_SYNC_LIST), failures + 7U);
        assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_LIST), RINGFENCE_CFG_SYNC_LISTS);
        NvSciSyncAttrListFree(lists[RINGFENCE_CFG_SYNC_LISTS - 1U]);
        assert_status(NvSciSyncAttrListValidateReconciledAgainstAttrs(lists[0], &pair, 1U, 3U),
                      NvSciError_InsufficientMemory);
        assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_LIST), RINGFENCE_CFG_SYNC_LISTS - 1U);
        lists[RINGFENCE_CFG_SYNC_LISTS - 1U] = NULL;
        for (uint32_t i = 0U; i < RINGFENCE_CFG_SYNC_LISTS; i++) {
            NvSciSyncAttrListFree(lists[i]);
        }
    }
    NvSciSyncModuleClose(module);
}

/**
 * A list of several slots takes all of them or none.
 * @verifies RF-SYNC-087
 */
static void a_list_that_does_not_fit_takes_no_slot(void **state)
{
    static NvSciSyncAttrList lists[RINGFENCE_CFG_SYNC_LISTS];
    const NvSciSyncModule module = open_module();
    NvSciSyncAttrList appended = NULL;
    NvSciSyncAttrList copy = NULL;
    uint32_t count = 0U;

    (void)state;
    while (in_use_of(RINGFENCE_POOL_SYNC_LIST) < (RINGFENCE_CFG_SYNC_LISTS - 5U)) {
        lists[count] = make_list(module);
        count++;
    }
    assert_status(NvSciSyncAttrListAppendUnreconciled(lists, 3U, &appended), NvSciError_Success);
    for (uint32_t free_slots = 2U; free_slots > 0U; free_slots--) {
        const PoolState before = pools_now();

        assert_status(NvSciSyncAttrListAppendUnreconciled(lists, 3U, &copy),
                      NvSciError_InsufficientMemory);
        assert_status(NvSciSyncAttrListClone(appended, &copy), NvSciError_InsufficientMemory);
        assert_null(copy);
        assert_pools(&before);
        lists[count] = make_list(module);
        count++;
    }
    NvSciSyncAttrListFree(appended);
    for (uint32_t i = 0U; i < count; i++) {
        NvSciSyncAttrListFree(lists[i]);
    }
    NvSciSyncModuleClose(module);
}

/**
 * Freeing gives back every slot of a list of any kind; NULL is no fault, a second time is one.
 * @verifies RF-SYNC-011
 */
static void freeing_gives_back_all_slots(void **state)
{
    const NvSciSyncModule module = open_module();
    NvSciSyncAttrList lists[3] = {make_list(module), make_list(module), make_list(module)};
    NvSciSyncAttrList appended = NULL;
    const uint32_t faults = fault_count();

    (void)state;
    assert_status(NvSciSyncAttrListAppendUnreconciled(lists, 3U, &appended), NvSciError_Success);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_LIST), 6U);
    NvSciSyncAttrListFree(appended);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_LIST), 3U);
    assert_int_equal(fault_count(), faults);
    NvSciSyncAttrListFree(appended);
    assert_int_equal(fault_count(), faults + 1U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_LIST), 3U);
    NvSciSyncAttrListFree(NULL);
    assert_int_equal(fault_count(), faults + 1U);
    for (size_t i = 0U; i < COUNT_OF(lists); i++) {
        NvSciSyncAttrListFree(lists[i]);
    }
    NvSciSyncModuleClose(module);
}

/**
 * The list of an object cannot be freed: that is a fault, and the list stays readable.
 * @verifies RF-SYNC-043
 */
static void the_list_of_an_object_stays(void **state)
{
    const Kinds kinds = kinds_open();
    const uint32_t faults = fault_count();

    (void)state;
    NvSciSyncAttrListFree(kinds.bound);
    assert_int_equal(fault_count(), faults + 1U);
    assert_string_equal(fault_function(), "NvSciSyncAttrListFree");
    assert_int_equal(number_of(kinds.bound, NvSciSyncAttrKey_ActualPerm),
                     NvSciSyncAccessPerm_WaitSignal);
    kinds_close(&kinds);
}

/**
 * Each kind of list says whether it is reconciled.
 * @verifies RF-SYNC-012
 */
static void reconciled_lists_say_so(void **state)
{
    const Kinds kinds = kinds_open();
    NvSciSyncAttrList copy = NULL;
    bool answer = false;

    (void)state;
    assert_status(NvSciSyncAttrListClone(kinds.reconciled, &copy), NvSciError_Success);
    {
        const struct {
            NvSciSyncAttrList list;
            bool reconciled;
        } cases[] = {{kinds.writable, false},  {kinds.appended, false}, {kinds.conflict, false},
                     {kinds.reconciled, true}, {kinds.bound, true},     {copy, true}};

        for (size_t i = 0U; i < COUNT_OF(cases); i++) {
            answer = !cases[i].reconciled;
            assert_status(NvSciSyncAttrListIsReconciled(cases[i].list, &answer),
                          NvSciError_Success);
            assert_int_equal(answer, cases[i].reconciled);
        }
    }
    assert_status(NvSciSyncAttrListIsReconciled(NULL, &answer), NvSciError_BadParameter);
    assert_status(NvSciSyncAttrListIsReconciled(copy, NULL), NvSciError_BadParameter);
    NvSciSyncAttrListFree(copy);
    kinds_close(&kinds);
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
 * Only lists that were created, or cloned of unreconciled ones, can be set.
 * @verifies RF-SYNC-013
 */
static void other_lists_cannot_be_set(void **state)
{
    const Kinds kinds = kinds_open();
    const bool flag = true;
    const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_RequireDeterministicFences, &flag,
                                            sizeof(flag)};
    const NvSciSyncAttrList refusing[] = {NULL, kinds.appended, kinds.reconciled, kinds.conflict,
                                          kinds.bound};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(refusing); i++) {
        assert_status(NvSciSyncAttrListSetAttrs(refusing[i], &pair, 1U), NvSciError_BadParameter);
    }
    assert_status(NvSciSyncAttrListSetAttrs(kinds.writable, NULL, 1U), NvSciError_BadParameter);
    assert_status(NvSciSyncAttrListSetAttrs(kinds.writable, &pair, 0U), NvSciError_BadParameter);
    assert_status(NvSciSyncAttrListSetAttrs(kinds.writable, &pair, 1U), NvSciError_Success);
    kinds_close(&kinds);
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
 * Reading gives each key its value, in the order of the pairs, and a place that stays.
 * @verifies RF-SYNC-014
 * @verifies RF-SYNC-022
 */
static void reading_gives_the_values_and_they_stay(void **state)
{
    const NvSciSyncModule module = open_module();
    const NvSciSyncAttrList list = make_perm_list(module, NvSciSyncAccessPerm_WaitOnly, true);
    NvSciSyncAttrKeyValuePair pairs[] = {{NvSciSyncAttrKey_GpuId, module, 9U},
                                         {NvSciSyncAttrKey_RequiredPerm, NULL, 0U},
                                         {NvSciSyncAttrKey_NeedCpuAccess, NULL, 0U},
                                         {NvSciSyncAttrKey_RequiredPerm, NULL, 0U}};
    const void *kept = NULL;

    (void)state;
    assert_status(NvSciSyncAttrListGetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    assert_null(pairs[0].value);
    assert_int_equal(pairs[0].len, 0U);
    assert_int_equal(*(const uint64_t *)pairs[1].value, NvSciSyncAccessPerm_WaitOnly);
    assert_int_equal(pairs[1].len, sizeof(uint64_t));
    assert_true(*(const bool *)pairs[2].value);
    assert_int_equal(pairs[2].len, sizeof(bool));
    assert_ptr_equal(pairs[3].value, pairs[1].value);
    kept = pairs[1].value;
    set_flag(list, NvSciSyncAttrKey_RequireDeterministicFences, true);
    assert_status(NvSciSyncAttrListGetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    assert_ptr_equal(pairs[1].value, kept);
    NvSciSyncAttrListFree(list);
    NvSciSyncModuleClose(module);
}

/**
 * Reading refuses what it cannot read, and leaves the pairs as they are.
 * @verifies RF-SYNC-014
 * @verifies RF-SYNC-015
 * @verifies RF-SYNC-016
 */
static void reading_nothing_is_refused(void **state)
{
    const Kinds kinds = kinds_open();
    NvSciSyncAttrKeyValuePair pairs[] = {{NvSciSyncAttrKey_NeedCpuAccess, NULL, 77U},
                                         {NvSciSyncAttrKey_UpperBound, NULL, 77U}};
    const void *value = NULL;
    size_t len = 77U;

    (void)state;
    assert_status(NvSciSyncAttrListGetAttrs(NULL, pairs, 1U), NvSciError_BadParameter);
    assert_status(NvSciSyncAttrListGetAttrs(kinds.conflict, pairs, 1U), NvSciError_BadParameter);
    assert_status(NvSciSyncAttrListGetAttrs(kinds.writable, NULL, 1U), NvSciError_BadParameter);
    assert_status(NvSciSyncAttrListGetAttrs(kinds.writable, pairs, 0U), NvSciError_BadParameter);
    assert_status(NvSciSyncAttrListGetAttrs(kinds.writable, pairs, 2U), NvSciError_BadParameter);
    assert_status(NvSciSyncAttrListSlotGetAttrs(kinds.writable, 1U, pairs, 1U),
                  NvSciError_BadParameter);
    assert_status(NvSciSyncAttrListSlotGetAttrs(kinds.writable, SIZE_MAX, pairs, 1U),
                  NvSciError_BadParameter);
    assert_status(NvSciSyncAttrListSlotGetAttrs(NULL, 0U, pairs, 1U), NvSciError_BadParameter);
    assert_status(NvSciSyncAttrListSlotGetAttrs(kinds.conflict, 0U, pairs, 1U),
                  NvSciError_BadParameter);
    assert_status(NvSciSyncAttrListSlotGetAttrs(kinds.writable, 0U, NULL, 1U),
                  NvSciError_BadParameter);
    assert_status(NvSciSyncAttrListSlotGetAttrs(kinds.writable, 0U, pairs, 0U),
                  NvSciError_BadParameter);
    assert_status(NvSciSyncAttrListSlotGetAttrs(kinds.writable, 0U, pairs, 2U),
                  NvSciError_BadParameter);
    assert_int_equal(pairs[0].len, 77U);
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

/* ---------------------------------------------------------------- several slots */

/**
 * An appended list has the slots of all lists in their order, and copies of their values.
 * @verifies RF-SYNC-015
 * @verifies RF-SYNC-017
 * @verifies RF-SYNC-018
 */
static void appending_keeps_order_and_values(void **state)
{
    const NvSciSyncModule module = open_module();
    const NvSciSyncAttrList signaler =
        make_perm_list(module, NvSciSyncAccessPerm_SignalOnly, false);
    const NvSciSyncAttrList waiter = make_perm_list(module, NvSciSyncAccessPerm_WaitOnly, true);
    const NvSciSyncAttrList empty = make_list(module);
    const NvSciSyncAttrList first[] = {waiter, signaler};
    NvSciSyncAttrList second[3] = {empty, NULL, waiter};
    NvSciSyncAttrList all = NULL;
    static const uint64_t perms[] = {0U, NvSciSyncAccessPerm_WaitOnly,
                                     NvSciSyncAccessPerm_SignalOnly, NvSciSyncAccessPerm_WaitOnly};
    NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_RequiredPerm, NULL, 0U};

    (void)state;
    assert_status(NvSciSyncAttrListAppendUnreconciled(first, 2U, &second[1]), NvSciError_Success);
    assert_status(NvSciSyncAttrListAppendUnreconciled(second, 3U, &all), NvSciError_Success);
    NvSciSyncAttrListFree(signaler);
    NvSciSyncAttrListFree(waiter);
    NvSciSyncAttrListFree(empty);
    NvSciSyncAttrListFree(second[1]);
    assert_int_equal(NvSciSyncAttrListGetSlotCount(all), COUNT_OF(perms));
    for (size_t slot = 0U; slot < COUNT_OF(perms); slot++) {
        assert_status(NvSciSyncAttrListSlotGetAttrs(all, slot, &pair, 1U), NvSciError_Success);
        if (perms[slot] == 0U) {
            assert_null(pair.value);
        } else {
            assert_int_equal(*(const uint64_t *)pair.value, perms[slot]);
        }
    }
    assert_status(NvSciSyncAttrListSlotGetAttrs(all, COUNT_OF(perms), &pair, 1U),
                  NvSciError_BadParameter);
    NvSciSyncAttrListFree(all);
    NvSciSyncModuleClose(module);
}

/**
 * Appending takes live unreconciled lists of one module, each once. A refused call leaves no trace
 * on its lists.
 * @verifies RF-SYNC-018
 */
static void appending_what_does_not_fit_is_refused(void **state)
{
    const Kinds kinds = kinds_open();
    const NvSciSyncModule other = open_module();
    const NvSciSyncAttrList foreign = make_list(other);
    const NvSciSyncAttrList refused[] = {NULL,           kinds.writable, kinds.reconciled,
                                         kinds.conflict, kinds.bound,    foreign};
    NvSciSyncAttrList made = NULL;
    const PoolState before = pools_now();

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(refused); i++) {
        const NvSciSyncAttrList pair[] = {kinds.writable, refused[i]};

        assert_status(NvSciSyncAttrListAppendUnreconciled(pair, 2U, &made),
                      NvSciError_BadParameter);
    }
    assert_status(NvSciSyncAttrListAppendUnreconciled(NULL, 1U, &made), NvSciError_BadParameter);
    assert_status(NvSciSyncAttrListAppendUnreconciled(&kinds.writable, 0U, &made),
                  NvSciError_BadParameter);
    assert_status(NvSciSyncAttrListAppendUnreconciled(&kinds.writable, 1U, NULL),
                  NvSciError_BadParameter);
    assert_null(made);
    assert_pools(&before);
    assert_status(NvSciSyncAttrListAppendUnreconciled(&kinds.writable, 1U, &made),
                  NvSciError_Success);
    NvSciSyncAttrListFree(made);
    NvSciSyncAttrListFree(foreign);
    NvSciSyncModuleClose(other);
    kinds_close(&kinds);
}

/**
 * Lists that have no slots to count give 0.
 * @verifies RF-SYNC-017
 */
static void what_is_no_list_has_no_slots(void **state)
{
    const Kinds kinds = kinds_open();

    (void)state;
    assert_int_equal(NvSciSyncAttrListGetSlotCount(NULL), 0U);
    assert_int_equal(NvSciSyncAttrListGetSlotCount(kinds.conflict), 0U);
    assert_int_equal(NvSciSyncAttrListGetSlotCount(kinds.writable), 1U);
    assert_int_equal(NvSciSyncAttrListGetSlotCount(kinds.appended), 1U);
    assert_int_equal(NvSciSyncAttrListGetSlotCount(kinds.reconciled), 1U);
    assert_int_equal(NvSciSyncAttrListGetSlotCount(kinds.bound), 1U);
    kinds_close(&kinds);
}

/**
 * A clone of an unreconciled list has its values and can be set again; neither changes the other.
 * @verifies RF-SYNC-019
 */
static void a_clone_is_independent_and_writable(void **state)
{
    const Kinds kinds = kinds_open();
    NvSciSyncAttrList copies[2] = {NULL, NULL};
    const uint64_t perm = NvSciSyncAccessPerm_SignalOnly;

    (void)state;
    assert_status(NvSciSyncAttrListClone(kinds.writable, &copies[0]), NvSciError_Success);
    assert_status(NvSciSyncAttrListClone(kinds.appended, &copies[1]), NvSciError_Success);
    for (size_t i = 0U; i < COUNT_OF(copies); i++) {
        assert_int_equal(number_of(copies[i], NvSciSyncAttrKey_RequiredPerm),
                         NvSciSyncAccessPerm_WaitOnly);
        set_key(copies[i], NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm));
        assert_int_equal(number_of(copies[i], NvSciSyncAttrKey_RequiredPerm), perm);
        NvSciSyncAttrListFree(copies[i]);
    }
    assert_int_equal(number_of(kinds.writable, NvSciSyncAttrKey_RequiredPerm),
                     NvSciSyncAccessPerm_WaitOnly);
    kinds_close(&kinds);
}

/**
 * A clone of several slots has them all; its first can be set.
 * @verifies RF-SYNC-019
 */
static void a_clone_has_all_slots(void **state)
{
    const NvSciSyncModule module = open_module();
    const NvSciSyncAttrList lists[] = {
        make_list(module), make_perm_list(module, NvSciSyncAccessPerm_SignalOnly, false),
        make_perm_list(module, NvSciSyncAccessPerm_WaitOnly, false)};
    NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_RequiredPerm, NULL, 0U};
    NvSciSyncAttrList appended = NULL;
    NvSciSyncAttrList copy = NULL;

    (void)state;
    assert_status(NvSciSyncAttrListAppendUnreconciled(lists, 3U, &appended), NvSciError_Success);
    assert_status(NvSciSyncAttrListClone(appended, &copy), NvSciError_Success);
    NvSciSyncAttrListFree(appended);
    assert_int_equal(NvSciSyncAttrListGetSlotCount(copy), 3U);
    set_flag(copy, NvSciSyncAttrKey_NeedCpuAccess, true);
    for (size_t slot = 0U; slot < 3U; slot++) {
        assert_status(NvSciSyncAttrListSlotGetAttrs(copy, slot, &pair, 1U), NvSciError_Success);
        if (slot == 0U) {
            assert_null(pair.value);
        } else {
            assert_int_equal(*(const uint64_t *)pair.value, (slot == 1U)
                                                                ? NvSciSyncAccessPerm_SignalOnly
                                                                : NvSciSyncAccessPerm_WaitOnly);
        }
    }
    NvSciSyncAttrListFree(copy);
    for (size_t i = 0U; i < COUNT_OF(lists); i++) {
        NvSciSyncAttrListFree(lists[i]);
    }
    NvSciSyncModuleClose(module);
}

/**
 * A clone of a reconciled list is one too: objects can be made of it, keys cannot be set. Conflict
 * lists are not cloned.
 * @verifies RF-SYNC-019
 */
static void a_clone_of_a_reconciled_list_is_reconciled(void **state)
{
    const Kinds kinds = kinds_open();
    const bool flag = true;
    const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_NeedCpuAccess, &flag, sizeof(flag)};
    NvSciSyncAttrList copy = NULL;
    NvSciSyncObj object = NULL;

    (void)state;
    assert_status(NvSciSyncAttrListClone(kinds.bound, &copy), NvSciError_Success);
    assert_status(NvSciSyncAttrListSetAttrs(copy, &pair, 1U), NvSciError_BadParameter);
    assert_status(NvSciSyncObjAlloc(copy, &object), NvSciError_Success);
    NvSciSyncObjFree(object);
    NvSciSyncAttrListFree(copy);
    copy = NULL;
    assert_status(NvSciSyncAttrListClone(kinds.conflict, &copy), NvSciError_BadParameter);
    assert_status(NvSciSyncAttrListClone(NULL, &copy), NvSciError_BadParameter);
    assert_status(NvSciSyncAttrListClone(kinds.bound, NULL), NvSciError_BadParameter);
    assert_null(copy);
    kinds_close(&kinds);
}

/* ---------------------------------------------------------------- text */

/**
 * The text of a list says what kind it is, and every value that is set, slot by slot.
 * @verifies RF-SYNC-020
 */
static void the_text_of_a_list_shows_its_values(void **state)
{
    const NvSciSyncModule module = open_module();
    const NvSciSyncAttrList lists[] = {make_perm_list(module, NvSciSyncAccessPerm_SignalOnly, true),
                                       make_list(module)};
    NvSciSyncAttrList appended = NULL;
    void *text = NULL;
    size_t len = 0U;

    (void)state;
    assert_status(NvSciSyncAttrListAppendUnreconciled(lists, 2U, &appended), NvSciError_Success);
    assert_status(NvSciSyncAttrListDebugDump(appended, &text, &len), NvSciError_Success);
    assert_string_equal(text, "unreconciled list\nslot 0\n  NvSciSyncAttrKey_NeedCpuAccess = 1\n"
                              "  NvSciSyncAttrKey_RequiredPerm = 2\nslot 1\n");
    assert_int_equal(len, strlen(text) + 1U);
    NvSciSyncAttrListFree(appended);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    NvSciSyncModuleClose(module);
}

/**
 * The text of a conflict list is the line that RingfenceFormatConflict() writes.
 * @verifies RF-SYNC-020
 */
static void the_text_of_a_conflict_list_is_its_reason(void **state)
{
    const Kinds kinds = kinds_open();
    RingfenceConflict reason;
    char line[256];
    void *text = NULL;
    size_t len = 0U;

    (void)state;
    assert_status(RingfenceExplainConflict(kinds.conflict, &reason), NvSciError_Success);
    assert_status(RingfenceFormatConflict(&reason, line, sizeof(line)), NvSciError_Success);
    assert_status(NvSciSyncAttrListDebugDump(kinds.conflict, &text, &len), NvSciError_Success);
    assert_non_null(strstr(text, "conflict list\n"));
    assert_non_null(strstr(text, line));
    assert_status(NvSciSyncAttrListDebugDump(kinds.bound, &text, &len), NvSciError_Success);
    assert_non_null(strstr(text, "reconciled list\n"));
    kinds_close(&kinds);
}

/**
 * A list has one text, which ends with it; there are so many and no more. A longer text is cut.
 * @verifies RF-SYNC-020
 * @verifies RF-SYNC-087
 */
static void texts_are_bounded(void **state)
{
    static uint8_t peers[RINGFENCE_CFG_PEERS * sizeof(NvSciBufPeerLocationInfo)];
    const NvSciSyncModule module = open_module();
    NvSciSyncAttrList lists[RINGFENCE_CFG_DUMPS + 1U];
    void *texts[2] = {NULL, NULL};
    size_t len = 0U;

    (void)state;
    for (uint32_t i = 0U; i <= RINGFENCE_CFG_DUMPS; i++) {
        lists[i] = make_list(module);
        set_key(lists[i], NvSciSyncAttrKey_PeerLocationInfo, peers, sizeof(peers));
        set_key(lists[i], NvSciSyncAttrKey_PeerHwEngineArray, peers,
                RINGFENCE_CFG_PEERS * sizeof(NvSciBufPeerHwEngine));
        set_key(lists[i], NvSciSyncAttrKey_GpuId, peers, RINGFENCE_CFG_GPUS * sizeof(NvSciRmGpuId));
    }
    for (uint32_t i = 0U; i < RINGFENCE_CFG_DUMPS; i++) {
        assert_status(NvSciSyncAttrListDebugDump(lists[i], &texts[0], &len), NvSciError_Success);
        assert_status(NvSciSyncAttrListDebugDump(lists[i], &texts[1], &len), NvSciError_Success);
        assert_ptr_equal(texts[0], texts[1]);
        assert_int_equal(strlen(texts[0]) + 1U, len);
        assert_in_range(len, 2U, RINGFENCE_CFG_DUMP_BYTES);
    }
    texts[0] = NULL;
    assert_status(NvSciSyncAttrListDebugDump(lists[RINGFENCE_CFG_DUMPS], &texts[0], &len),
                  NvSciError_InsufficientMemory);
    assert_null(texts[0]);
    NvSciSyncAttrListFree(lists[0]);
    lists[0] = NULL;
    assert_status(NvSciSyncAttrListDebugDump(lists[RINGFENCE_CFG_DUMPS], &texts[0], &len),
                  NvSciError_Success);
    assert_status(NvSciSyncAttrListAppendUnreconciled(&lists[1], RINGFENCE_CFG_DUMPS, &lists[0]),
                  NvSciError_Success);
    NvSciSyncAttrListFree(lists[1]);
    assert_status(NvSciSyncAttrListDebugDump(lists[0], &texts[0], &len), NvSciError_Success);
    assert_int_equal(len, RINGFENCE_CFG_DUMP_BYTES);
    assert_int_equal(strlen(texts[0]), RINGFENCE_CFG_DUMP_BYTES - 1U);
    NvSciSyncAttrListFree(lists[0]);
    for (uint32_t i = 2U; i <= RINGFENCE_CFG_DUMPS; i++) {
        NvSciSyncAttrListFree(lists[i]);
    }
    assert_int_equal(in_use_of(RINGFENCE_POOL_DUMP), 0U);
    NvSciSyncModuleClose(module);
}

/**
 * A text needs a list and somewhere to put it.
 * @verifies RF-SYNC-020
 */
static void text_of_nothing_is_refused(void **state)
{
    const NvSciSyncModule module = open_module();
    const NvSciSyncAttrList list = make_list(module);
    void *text = NULL;
    size_t len = 0U;

    (void)state;
    assert_status(NvSciSyncAttrListDebugDump(NULL, &text, &len), NvSciError_BadParameter);
    assert_status(NvSciSyncAttrListDebugDump(list, NULL, &len), NvSciError_BadParameter);
    assert_status(NvSciSyncAttrListDebugDump(list, &text, NULL), NvSciError_BadParameter);
    assert_null(text);
    assert_int_equal(in_use_of(RINGFENCE_POOL_DUMP), 0U);
    NvSciSyncAttrListFree(list);
    NvSciSyncModuleClose(module);
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
        sync_test(a_new_list_is_empty),
        sync_test(making_a_list_of_nothing_is_refused),
        sync_test(a_reused_slot_is_empty),
        sync_test(all_lists_are_made_and_no_more),
        sync_test(a_list_that_does_not_fit_takes_no_slot),
        sync_test(freeing_gives_back_all_slots),
        sync_test(the_list_of_an_object_stays),
        sync_test(reconciled_lists_say_so),
        sync_test(a_key_is_set_once),
        sync_test(other_lists_cannot_be_set),
        sync_test(a_refused_call_sets_no_key),
        sync_test(reading_gives_the_values_and_they_stay),
        sync_test(reading_nothing_is_refused),
        sync_test(reading_one_key_gives_what_reading_all_gives),
        sync_test(appending_keeps_order_and_values),
        sync_test(appending_what_does_not_fit_is_refused),
        sync_test(what_is_no_list_has_no_slots),
        sync_test(a_clone_is_independent_and_writable),
        sync_test(a_clone_has_all_slots),
        sync_test(a_clone_of_a_reconciled_list_is_reconciled),
        sync_test(the_text_of_a_list_shows_its_values),
        sync_test(the_text_of_a_conflict_list_is_its_reason),
        sync_test(texts_are_bounded),
        sync_test(text_of_nothing_is_refused),
        sync_test(a_copy_engine_list_reconciles),
        sync_test(filling_what_cannot_be_filled_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
