/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attr_list_test.c
 * Life of attribute lists, reading them, text.
 */
#include "buf_make.h"

#include <stdio.h>
#include <string.h>

#include "ringfence_cfg.h"

#define SIZE  NvSciBufRawBufferAttrKey_Size
#define ALIGN NvSciBufRawBufferAttrKey_Align
#define CPU   NvSciBufGeneralAttrKey_NeedCpuAccess

/** An unreconciled raw list, a reconciled one, a conflict list and a two-slot list. */
typedef struct {
    NvSciBufAttrList writable;
    NvSciBufAttrList reconciled;
    NvSciBufAttrList conflict;
    NvSciBufAttrList appended;
} Kinds;

static NvSciBufAttrList raw_list(uint64_t size)
{
    return LIST(TYPES(NvSciBufType_RawBuffer), PAIR(SIZE, uint64_t, size));
}

static Kinds make_kinds(void)
{
    Kinds kinds = {raw_list(64U), NULL, NULL, NULL};
    NvSciBufAttrList pair[] = {raw_list(1U), raw_list(2U)};
    NvSciBufAttrList none = NULL;

    kinds.reconciled = buf_reconciled_one(raw_list(64U));
    assert_int_equal(NvSciBufAttrListReconcile(pair, 2U, &none, &kinds.conflict),
                     NvSciError_ReconciliationFailed);
    assert_int_equal(NvSciBufAttrListAppendUnreconciled(pair, 2U, &kinds.appended),
                     NvSciError_Success);
    buf_free_lists(pair, 2U);
    return kinds;
}

static void free_kinds(Kinds *kinds)
{
    NvSciBufAttrListFree(kinds->writable);
    NvSciBufAttrListFree(kinds->reconciled);
    NvSciBufAttrListFree(kinds->conflict);
    NvSciBufAttrListFree(kinds->appended);
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
 * A new list is unreconciled, empty and has one slot.
 * @verifies RF-BUF-004
 * @verifies RF-BUF-007
 * @verifies RF-BUF-010
 */
static void a_new_list_is_empty(void **state)
{
    NvSciBufAttrList list = NULL;
    bool reconciled = true;

    (void)state;
    assert_int_equal(NvSciBufAttrListCreate(g_module, &list), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListGetSlotCount(list), 1U);
    assert_int_equal(NvSciBufAttrListIsReconciled(list, &reconciled), NvSciError_Success);
    assert_false(reconciled);
    assert_int_equal(buf_read(list, NvSciBufGeneralAttrKey_Types).len, 0U);
    assert_int_equal(NvSciBufAttrListCreate(g_module, NULL), NvSciError_BadParameter);
    assert_int_equal(NvSciBufAttrListCreate(NULL, &list), NvSciError_BadParameter);
    NvSciBufAttrListFree(list);
}

/**
 * All slots can be taken; one list more, a clone, an append and a reconciliation are refused and
 * take nothing; freeing one makes room.
 * @verifies RF-BUF-004
 * @verifies RF-BUF-035
 */
static void lists_can_be_used_up(void **state)
{
    static NvSciBufAttrList lists[RINGFENCE_CFG_BUF_LISTS];
    NvSciBufAttrList more = NULL;
    NvSciBufAttrList conflict = raw_list(64U);
    NvSciBufObj object = NULL;
    const BufPair pair = PAIR(SIZE, uint64_t, 64U);
    bool valid = false;

    (void)state;
    NvSciBufAttrListFree(conflict);
    lists[0] = buf_reconciled_one(raw_list(64U));
    for (size_t i = 1U; i < RINGFENCE_CFG_BUF_LISTS; i++) {
        lists[i] = raw_list(64U);
    }
    assert_int_equal(NvSciBufAttrListCreate(g_module, &more), NvSciError_InsufficientMemory);
    assert_int_equal(NvSciBufAttrListClone(lists[1], &more), NvSciError_InsufficientMemory);
    assert_int_equal(NvSciBufAttrListAppendUnreconciled(&lists[1], 2U, &more),
                     NvSciError_InsufficientMemory);
    assert_int_equal(NvSciBufAttrListReconcile(&lists[1], 1U, &more, &conflict),
                     NvSciError_InsufficientMemory);
    assert_null(more);
    assert_null(conflict);
    assert_int_equal(NvSciBufAttrListReconcileAndObjAlloc(&lists[1], 1U, &object, &conflict),
                     NvSciError_InsufficientMemory);
    assert_null(object);
    assert_int_equal(NvSciBufAttrListValidateReconciled(lists[0], &lists[1], 1U, &valid),
                     NvSciError_InsufficientMemory);
    assert_int_equal(NvSciBufAttrListValidateReconciledAgainstAttrs(lists[0], &pair, 1U),
                     NvSciError_InsufficientMemory);
    NvSciBufAttrListFree(lists[2]);
    /* One row is free: for a list of one slot, not of two. */
    assert_int_equal(NvSciBufAttrListAppendUnreconciled(&lists[3], 2U, &more),
                     NvSciError_InsufficientMemory);
    assert_int_equal(NvSciBufAttrListValidateReconciledAgainstAttrs(lists[0], &pair, 1U),
                     NvSciError_InsufficientMemory);
    assert_int_equal(in_use_of(RINGFENCE_POOL_BUF_LIST), RINGFENCE_CFG_BUF_LISTS - 1U);
    assert_int_equal(NvSciBufAttrListClone(lists[1], &lists[2]), NvSciError_Success);
    /* An object has a row of its own. */
    assert_int_equal(NvSciBufObjAlloc(lists[0], &object), NvSciError_Success);
    NvSciBufObjFree(object);
    buf_free_lists(lists, RINGFENCE_CFG_BUF_LISTS);
}

/**
 * Freeing nothing, twice, or what is no list, changes no other list; an object's list is not freed.
 * @verifies RF-BUF-005
 * @verifies RF-BUF-028
 */
static void only_a_list_can_be_freed(void **state)
{
    NvSciBufAttrList handles[80];
    NvSciBufAttrList witness = raw_list(77U);
    NvSciBufAttrList owned = NULL;
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
    assert_int_equal(NvSciBufObjGetAttrList(object, &owned), NvSciError_Success);
    NvSciBufAttrListFree(owned);
    assert_int_equal(buf_faults(), faults + count + 1U);
    ASSERT_U64(owned, SIZE, 64U);
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
 * Reading: NULL or empty arrays, slots that are not there, and conflict lists are refused.
 * @verifies RF-BUF-008
 */
static void reading_is_checked(void **state)
{
    Kinds kinds = make_kinds();
    BufPair pairs[] = {{SIZE, NULL, 0U}, {NvSciBufGeneralAttrKey_Types, NULL, 0U}};

    (void)state;
    assert_int_equal(NvSciBufAttrListGetAttrs(kinds.writable, NULL, 1U), NvSciError_BadParameter);
    assert_int_equal(NvSciBufAttrListGetAttrs(kinds.writable, pairs, 0U), NvSciError_BadParameter);
    assert_int_equal(NvSciBufAttrListGetAttrs(kinds.conflict, pairs, 1U), NvSciError_BadParameter);
    assert_int_equal(NvSciBufAttrListSlotGetAttrs(kinds.conflict, 0U, pairs, 1U),
                     NvSciError_BadParameter);
    assert_int_equal(NvSciBufAttrListGetAttrs(kinds.writable, pairs, 2U), NvSciError_Success);
    assert_int_equal(*(const uint64_t *)pairs[0].value, 64U);
    assert_int_equal(*(const NvSciBufType *)pairs[1].value, NvSciBufType_RawBuffer);
    assert_int_equal(NvSciBufAttrListGetSlotCount(kinds.appended), 2U);
    for (size_t slot = 0U; slot < 2U; slot++) {
        assert_int_equal(NvSciBufAttrListSlotGetAttrs(kinds.appended, slot, pairs, 2U),
                         NvSciError_Success);
        assert_int_equal(*(const uint64_t *)pairs[0].value, slot + 1U);
    }
    assert_int_equal(NvSciBufAttrListSlotGetAttrs(kinds.appended, 2U, pairs, 1U),
                     NvSciError_BadParameter);
    assert_int_equal(NvSciBufAttrListSlotGetAttrs(kinds.appended, SIZE_MAX, pairs, 1U),
                     NvSciError_BadParameter);
    assert_int_equal(NvSciBufAttrListSlotGetAttrs(kinds.appended, 0U, NULL, 1U),
                     NvSciError_BadParameter);
    assert_int_equal(NvSciBufAttrListSlotGetAttrs(kinds.appended, 0U, pairs, 0U),
                     NvSciError_BadParameter);
    assert_int_equal(NvSciBufAttrListGetSlotCount(kinds.conflict), 1U);
    assert_int_equal(NvSciBufAttrListGetSlotCount(kinds.reconciled), 1U);
    free_kinds(&kinds);
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

/** @verifies RF-BUF-010 */
static void lists_say_whether_they_are_reconciled(void **state)
{
    Kinds kinds = make_kinds();
    const struct {
        NvSciBufAttrList list;
        bool reconciled;
    } cases[] = {{kinds.writable, false},
                 {kinds.reconciled, true},
                 {kinds.conflict, false},
                 {kinds.appended, false}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        bool reconciled = !cases[i].reconciled;

        assert_int_equal(NvSciBufAttrListIsReconciled(cases[i].list, &reconciled),
                         NvSciError_Success);
        assert_int_equal(reconciled, cases[i].reconciled);
        assert_int_equal(NvSciBufAttrListIsReconciled(cases[i].list, NULL),
                         NvSciError_BadParameter);
    }
    free_kinds(&kinds);
}

/**
 * A clone has the values and is its own: it can be set again, freeing it leaves the original.
 * @verifies RF-BUF-011
 */
static void clones_are_independent(void **state)
{
    Kinds kinds = make_kinds();
    NvSciBufAttrList empty = NULL;
    NvSciBufAttrList clone = NULL;
    BufPair pair = {SIZE, NULL, 0U};
    bool reconciled = false;

    (void)state;
    assert_int_equal(NvSciBufAttrListClone(kinds.writable, &clone), NvSciError_Success);
    ASSERT_U64(clone, SIZE, 64U);
    assert_int_equal(SET(clone, PAIR(SIZE, uint64_t, 128U)), NvSciError_Success);
    assert_int_equal(SET(clone, PAIR(SIZE, uint64_t, 128U)), NvSciError_BadParameter);
    ASSERT_U64(clone, SIZE, 128U);
    ASSERT_U64(kinds.writable, SIZE, 64U);
    NvSciBufAttrListFree(clone);
    ASSERT_U64(kinds.writable, SIZE, 64U);

    assert_int_equal(NvSciBufAttrListClone(kinds.reconciled, &clone), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListIsReconciled(clone, &reconciled), NvSciError_Success);
    assert_true(reconciled);
    ASSERT_U64(clone, SIZE, 64U);
    assert_int_equal(SET(clone, PAIR(SIZE, uint64_t, 128U)), NvSciError_BadParameter);
    NvSciBufAttrListFree(clone);

    assert_int_equal(NvSciBufAttrListClone(kinds.appended, &clone), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListGetSlotCount(clone), 2U);
    assert_int_equal(SET(clone, PAIR(SIZE, uint64_t, 3U)), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListSlotGetAttrs(clone, 1U, &pair, 1U), NvSciError_Success);
    assert_int_equal(*(const uint64_t *)pair.value, 2U);
    NvSciBufAttrListFree(clone);

    assert_int_equal(NvSciBufAttrListCreate(g_module, &empty), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListClone(empty, &clone), NvSciError_BadParameter);
    assert_int_equal(NvSciBufAttrListClone(kinds.conflict, &clone), NvSciError_BadParameter);
    assert_int_equal(NvSciBufAttrListClone(kinds.writable, NULL), NvSciError_BadParameter);
    NvSciBufAttrListFree(empty);
    free_kinds(&kinds);
}

/**
 * Appending copies the slots in order; the result cannot be set; the inputs stay.
 * @verifies RF-BUF-012
 */
static void appended_lists_hold_all_slots(void **state)
{
    NvSciBufAttrList lists[] = {raw_list(1U), raw_list(2U), raw_list(3U)};
    NvSciBufAttrList first = NULL;
    NvSciBufAttrList second = NULL;
    NvSciBufAttrList both[2];

    (void)state;
    assert_int_equal(NvSciBufAttrListAppendUnreconciled(lists, 2U, &first), NvSciError_Success);
    both[0] = first;
    both[1] = lists[2];
    assert_int_equal(NvSciBufAttrListAppendUnreconciled(both, 2U, &second), NvSciError_Success);
    NvSciBufAttrListFree(first);
    buf_free_lists(lists, 3U);
    assert_int_equal(NvSciBufAttrListGetSlotCount(second), 3U);
    for (size_t slot = 0U; slot < 3U; slot++) {
        BufPair pair = {SIZE, NULL, 0U};

        assert_int_equal(NvSciBufAttrListSlotGetAttrs(second, slot, &pair, 1U), NvSciError_Success);
        assert_int_equal(*(const uint64_t *)pair.value, slot + 1U);
    }
    assert_int_equal(SET(second, PAIR(CPU, bool, true)), NvSciError_BadParameter);
    NvSciBufAttrListFree(second);
}

/** @verifies RF-BUF-012 */
static void appending_checks_its_inputs(void **state)
{
    Kinds kinds = make_kinds();
    NvSciBufModule module = NULL;
    NvSciBufAttrList foreign = NULL;
    NvSciBufAttrList empty = NULL;
    NvSciBufAttrList out = NULL;
    const NvSciBufAttrList same[] = {kinds.writable, kinds.appended, kinds.writable};

    (void)state;
    assert_int_equal(NvSciBufModuleOpen(&module), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListCreate(module, &foreign), NvSciError_Success);
    assert_int_equal(SET(foreign, TYPES(NvSciBufType_RawBuffer)), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListCreate(g_module, &empty), NvSciError_Success);
    {
        const NvSciBufAttrList mixed[] = {kinds.writable, foreign};
        const NvSciBufAttrList untyped[] = {empty, kinds.writable};
        const NvSciBufAttrList done[] = {kinds.writable, kinds.reconciled};
        const NvSciBufAttrList failed[] = {kinds.writable, kinds.conflict};
        const struct {
            const NvSciBufAttrList *lists;
            size_t count;
        } cases[] = {{same, 3U},   {mixed, 2U}, {untyped, 2U}, {done, 2U},
                     {failed, 2U}, {NULL, 1U},  {same, 0U}};

        for (size_t i = 0U; i < COUNT_OF(cases); i++) {
            assert_int_equal(
                NvSciBufAttrListAppendUnreconciled(cases[i].lists, cases[i].count, &out),
                NvSciError_BadParameter);
            assert_null(out);
        }
        assert_int_equal(NvSciBufAttrListAppendUnreconciled(same, 1U, NULL),
                         NvSciError_BadParameter);
    }
    /* A refused call leaves its inputs usable. */
    assert_int_equal(NvSciBufAttrListAppendUnreconciled(same, 2U, &out), NvSciError_Success);
    NvSciBufAttrListFree(out);
    NvSciBufAttrListFree(foreign);
    NvSciBufAttrListFree(empty);
    NvSciBufModuleClose(module);
    free_kinds(&kinds);
}

/**
 * Text names state, keys and values, belongs to the list, and is given back with it.
 * @verifies RF-BUF-009
 */
static void lists_are_written_as_text(void **state)
{
    Kinds kinds = make_kinds();
    void *text = NULL;
    size_t len = 0U;

    (void)state;
    assert_int_equal(NvSciBufAttrListDebugDump(kinds.writable, &text, &len), NvSciError_Success);
    assert_int_equal(strlen(text) + 1U, len);
    assert_string_equal(text, "unreconciled list\nslot 0\n  NvSciBufGeneralAttrKey_Types = 1\n"
                              "  NvSciBufRawBufferAttrKey_Size = 64\n");
    assert_int_equal(NvSciBufAttrListDebugDump(kinds.appended, &text, &len), NvSciError_Success);
    assert_non_null(strstr(text, "slot 1\n"));
    assert_int_equal(NvSciBufAttrListDebugDump(kinds.conflict, &text, &len), NvSciError_Success);
    assert_non_null(strstr(text, "NvSciBufRawBufferAttrKey_Size: all lists must give the same"));
    assert_int_equal(NvSciBufAttrListDebugDump(kinds.reconciled, &text, &len), NvSciError_Success);
    assert_memory_equal(text, "reconciled list\n", 16U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_DUMP), 4U);
    assert_int_equal(NvSciBufAttrListDebugDump(kinds.reconciled, NULL, &len),
                     NvSciError_BadParameter);
    assert_int_equal(NvSciBufAttrListDebugDump(kinds.reconciled, &text, NULL),
                     NvSciError_BadParameter);
    free_kinds(&kinds);
    assert_int_equal(in_use_of(RINGFENCE_POOL_DUMP), 0U);
}

/**
 * All texts can be taken; one more is refused; a list keeps its one.
 * @verifies RF-BUF-009
 */
static void texts_can_be_used_up(void **state)
{
    NvSciBufAttrList lists[RINGFENCE_CFG_DUMPS + 1U];
    void *text = NULL;
    size_t len = 0U;

    (void)state;
    for (size_t i = 0U; i <= RINGFENCE_CFG_DUMPS; i++) {
        lists[i] = raw_list(64U);
        assert_int_equal(NvSciBufAttrListDebugDump(lists[i], &text, &len),
                         (i < RINGFENCE_CFG_DUMPS) ? NvSciError_Success
                                                   : NvSciError_InsufficientMemory);
    }
    assert_int_equal(NvSciBufAttrListDebugDump(lists[0], &text, &len), NvSciError_Success);
    buf_free_lists(lists, RINGFENCE_CFG_DUMPS + 1U);
}

/**
 * A text that is longer than its room is cut and still ends.
 * @verifies RF-BUF-009
 */
static void long_texts_are_cut(void **state)
{
    static NvSciBufAttrList lists[64];
    NvSciBufAttrList all = NULL;
    void *text = NULL;
    size_t len = 0U;
    const size_t count =
        (RINGFENCE_CFG_BUF_LISTS > 200U) ? COUNT_OF(lists) : (RINGFENCE_CFG_BUF_LISTS / 3U);

    (void)state;
    for (size_t i = 0U; i < count; i++) {
        lists[i] = LIST(TYPES(NvSciBufType_RawBuffer), PAIR(SIZE, uint64_t, UINT64_MAX),
                        PAIR(ALIGN, uint64_t, 4096U), PAIR(CPU, bool, true));
    }
    assert_int_equal(NvSciBufAttrListAppendUnreconciled(lists, count, &all), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListDebugDump(all, &text, &len), NvSciError_Success);
    assert_int_equal(strlen(text) + 1U, len);
    assert_true(len <= RINGFENCE_CFG_DUMP_BYTES);
    if (count == COUNT_OF(lists)) {
        assert_int_equal(len, RINGFENCE_CFG_DUMP_BYTES);
    }
    NvSciBufAttrListFree(all);
    buf_free_lists(lists, count);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, buf_module_up, buf_module_down)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(a_new_list_is_empty),
                                       TEST(lists_can_be_used_up),
                                       TEST(only_a_list_can_be_freed),
                                       TEST(handles_are_checked_everywhere),
                                       TEST(reading_is_checked),
                                       TEST(values_can_be_read_wider),
                                       TEST(lists_say_whether_they_are_reconciled),
                                       TEST(clones_are_independent),
                                       TEST(appended_lists_hold_all_slots),
                                       TEST(appending_checks_its_inputs),
                                       TEST(lists_are_written_as_text),
                                       TEST(texts_can_be_used_up),
                                       TEST(long_texts_are_cut)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
