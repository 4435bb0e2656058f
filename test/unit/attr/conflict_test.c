/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "attr/conflict.h"
#include "leftovers.h"
#include "list_class.h"
#include "native.h"
#include "nvscisync.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define ROOM         512U
#define GUARD        0x5A

/** A report that nobody wrote to; and whether one still is that. */
static RingfenceConflict untouched(void)
{
    RingfenceConflict conflict;

    (void)memset(&conflict, GUARD, sizeof(conflict));
    return conflict;
}

static void assert_untouched(const RingfenceConflict *conflict)
{
    const uint8_t *const bytes = (const uint8_t *)conflict;

    for (size_t i = 0U; i < sizeof(*conflict); i++) {
        assert_int_equal(bytes[i], GUARD);
    }
}

static uint32_t faults(void)
{
    RingfenceFault fault;

    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    return fault.total;
}

static NvSciSyncAttrList sync_list(NvSciSyncModule module, uint64_t perm,
                                   NvSciSyncAttrValPrimitiveType primitive)
{
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciSyncAttrKey_PrimitiveInfo, &primitive, sizeof(primitive)}};
    NvSciSyncAttrList list = NULL;

    assert_int_equal(NvSciSyncAttrListCreate(module, &list), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListSetAttrs(list, pairs, COUNT(pairs)), NvSciError_Success);
    return list;
}

/** A module with a signalling and a waiting list, which agree on a primitive or not. */
typedef struct {
    NvSciSyncModule module;
    NvSciSyncAttrList lists[2];
} Scene;

static Scene open_scene(NvSciSyncAttrValPrimitiveType signaller)
{
    Scene scene = {NULL, {NULL, NULL}};

    assert_int_equal(NvSciSyncModuleOpen(&scene.module), NvSciError_Success);
    scene.lists[0] = sync_list(scene.module, NvSciSyncAccessPerm_SignalOnly, signaller);
    scene.lists[1] = sync_list(scene.module, NvSciSyncAccessPerm_WaitOnly,
                               NvSciSyncAttrValPrimitiveType_SysmemSemaphore);
    return scene;
}

static void close_scene(Scene *scene)
{
    NvSciSyncAttrListFree(scene->lists[0]);
    NvSciSyncAttrListFree(scene->lists[1]);
    NvSciSyncModuleClose(scene->module);
}

/** Reconciles lists that cannot be. */
static NvSciSyncAttrList conflict_of(const NvSciSyncAttrList *lists, size_t count,
                                     NvSciError expected)
{
    NvSciSyncAttrList reconciled = NULL;
    NvSciSyncAttrList conflict = NULL;

    assert_int_equal(NvSciSyncAttrListReconcile(lists, count, &reconciled, &conflict), expected);
    assert_null(reconciled);
    assert_non_null(conflict);
    return conflict;
}

/**
 * As long as no reconciliation failed, there is nothing to explain. Runs first.
 * @verifies RF-CORE-008
 */
static void nothing_is_explained_before_the_first_conflict(void **state)
{
    RingfenceConflict conflict = untouched();
    NvSciSyncModule module = NULL;
    NvSciSyncAttrList list = NULL;
    const uint32_t before = faults();

    (void)state;
    assert_int_equal(NvSciSyncModuleOpen(&module), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListCreate(module, &list), NvSciError_Success);
    assert_int_equal(RingfenceExplainConflict(list, &conflict), NvSciError_BadParameter);
    assert_int_equal(RingfenceExplainConflict(module, &conflict), NvSciError_BadParameter);
    assert_untouched(&conflict);
    assert_int_equal(faults(), before);
    NvSciSyncAttrListFree(list);
    NvSciSyncModuleClose(module);
}

/**
 * The report names the key, the rule, the two lists that disagree with their values, and what the
 * reconciliation returned.
 * @verifies RF-CORE-008 RF-CORE-060
 */
static void report_names_key_rule_and_both_sides(void **state)
{
    Scene scene = open_scene(NvSciSyncAttrValPrimitiveType_SysmemSemaphorePayload64b);
    NvSciSyncAttrList list = conflict_of(scene.lists, 2U, NvSciError_ReconciliationFailed);
    RingfenceConflict conflict = untouched();
    char text[ROOM];

    (void)state;
    assert_int_equal(RingfenceExplainConflict(list, &conflict), NvSciError_Success);
    assert_int_equal(conflict.error, NvSciError_ReconciliationFailed);
    assert_int_equal(conflict.key, NvSciSyncAttrKey_PrimitiveInfo);
    assert_string_equal(conflict.keyName, "NvSciSyncAttrKey_PrimitiveInfo");
    assert_int_equal(conflict.rule, RINGFENCE_RULE_INTERSECTION);
    assert_int_equal(conflict.first.origin, RINGFENCE_ORIGIN_LIST);
    assert_int_equal(conflict.first.list, 0U);
    assert_int_equal(conflict.first.slot, 0U);
    assert_int_equal(native_number(conflict.first.value, conflict.first.elementSize),
                     NvSciSyncAttrValPrimitiveType_SysmemSemaphorePayload64b);
    assert_int_equal(conflict.second.list, 1U);
    assert_int_equal(conflict.second.len, 4U);
    assert_int_equal(conflict.second.elementSize, 4U);
    assert_int_equal(native_number(conflict.second.value, 4U),
                     NvSciSyncAttrValPrimitiveType_SysmemSemaphore);
    assert_int_equal(RingfenceFormatConflict(&conflict, text, sizeof(text)), NvSciError_Success);
    assert_string_equal(text, "NvSciSyncAttrKey_PrimitiveInfo: some element must be in all lists; "
                              "list 0 slot 0 has NvSciSyncAttrKey_PrimitiveInfo = "
                              "NvSciSyncAttrValPrimitiveType_SysmemSemaphorePayload64b; "
                              "list 1 slot 0 has NvSciSyncAttrKey_PrimitiveInfo = "
                              "NvSciSyncAttrValPrimitiveType_SysmemSemaphore "
                              "(NvSciError_ReconciliationFailed)");
    NvSciSyncAttrListFree(list);
    close_scene(&scene);
}

/**
 * What is no live conflict list is not explained: NULL, lists in every other state, handles of
 * other kinds, a conflict list that was freed, and a word that is no handle. Nothing is written.
 * @verifies RF-CORE-008
 */
static void only_live_conflict_lists_are_explained(void **state)
{
    Scene scene = open_scene(NvSciSyncAttrValPrimitiveType_SysmemSemaphore);
    NvSciSyncAttrList conflict_list = conflict_of(scene.lists, 1U, NvSciError_UnsupportedConfig);
    NvSciSyncAttrList appended = NULL;
    NvSciSyncAttrList reconciled = NULL;
    NvSciSyncAttrList none = NULL;
    NvSciSyncAttrList own = NULL;
    NvSciSyncObj object = NULL;
    RingfenceConflict conflict = untouched();
    uint32_t before;

    (void)state;
    assert_int_equal(NvSciSyncAttrListAppendUnreconciled(scene.lists, 2U, &appended),
                     NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListReconcile(scene.lists, 2U, &reconciled, &none),
                     NvSciError_Success);
    assert_int_equal(NvSciSyncObjAlloc(reconciled, &object), NvSciError_Success);
    assert_int_equal(NvSciSyncObjGetAttrList(object, &own), NvSciError_Success);
    before = faults();
    {
        const void *const others[] = {NULL, scene.lists[0], appended,    reconciled,
                                      own,  object,         scene.module};

        for (size_t i = 0U; i < COUNT(others); i++) {
            assert_int_equal(RingfenceExplainConflict(others[i], &conflict),
                             NvSciError_BadParameter);
        }
    }
    assert_int_equal(faults(), before);
    assert_int_equal(RingfenceExplainConflict(&conflict, &conflict), NvSciError_BadParameter);
    assert_int_equal(faults(), before + 1U);
    assert_int_equal(RingfenceExplainConflict(conflict_list, NULL), NvSciError_BadParameter);
    assert_int_equal(faults(), before + 1U);
    NvSciSyncAttrListFree(conflict_list);
    assert_int_equal(RingfenceExplainConflict(conflict_list, &conflict), NvSciError_BadParameter);
    assert_int_equal(faults(), before + 2U);
    assert_untouched(&conflict);
    NvSciSyncObjFree(object);
    NvSciSyncAttrListFree(appended);
    NvSciSyncAttrListFree(reconciled);
    close_scene(&scene);
}

/**
 * A conflict list has no values, cannot be copied, used again or allocated from, and is freed like
 * any other.
 * @verifies RF-CORE-061
 */
static void conflict_list_holds_nothing_but_its_report(void **state)
{
    Scene scene = open_scene(NvSciSyncAttrValPrimitiveType_SysmemSemaphore);
    NvSciSyncAttrList list = conflict_of(scene.lists, 1U, NvSciError_UnsupportedConfig);
    NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_RequiredPerm, NULL, 0U};
    NvSciSyncAttrList other = NULL;
    NvSciSyncAttrList none = NULL;
    NvSciSyncObj object = NULL;
    RingfenceConflict conflict = untouched();
    bool is_reconciled = true;

    (void)state;
    assert_int_equal(NvSciSyncAttrListIsReconciled(list, &is_reconciled), NvSciError_Success);
    assert_false(is_reconciled);
    assert_int_equal(NvSciSyncAttrListGetAttrs(list, &pair, 1U), NvSciError_BadParameter);
    assert_int_equal(NvSciSyncAttrListClone(list, &other), NvSciError_BadParameter);
    assert_int_equal(NvSciSyncAttrListAppendUnreconciled(&list, 1U, &other),
                     NvSciError_BadParameter);
    assert_int_equal(NvSciSyncAttrListReconcile(&list, 1U, &other, &none), NvSciError_BadParameter);
    assert_int_equal(NvSciSyncObjAlloc(list, &object), NvSciError_BadParameter);
    assert_null(other);
    assert_null(none);
    assert_null(object);
    assert_int_equal(RingfenceExplainConflict(list, &conflict), NvSciError_Success);
    assert_int_equal(conflict.rule, RINGFENCE_RULE_SOME_WAITER);
    assert_int_equal(conflict.error, NvSciError_UnsupportedConfig);
    NvSciSyncAttrListFree(list);
    close_scene(&scene);
}

/**
 * Every rule has a text of its own, and a report of it begins with both sides empty.
 * @verifies RF-CORE-060
 */
static void every_rule_has_its_text(void **state)
{
    static const struct {
        RingfenceRule rule;
        const char *text;
    } cases[] = {
        {RINGFENCE_RULE_NONE, "no rule"},
        {RINGFENCE_RULE_EQUAL, "all lists must give the same value"},
        {RINGFENCE_RULE_MAXIMUM, "the greatest value holds"},
        {RINGFENCE_RULE_OR, "true if one list says so"},
        {RINGFENCE_RULE_BIT_OR, "all bits that one list sets"},
        {RINGFENCE_RULE_AND, "true if no list says otherwise"},
        {RINGFENCE_RULE_UNION, "all elements together must fit the key"},
        {RINGFENCE_RULE_INTERSECTION, "some element must be in all lists"},
        {RINGFENCE_RULE_MANDATORY, "some list must give a value"},
        {RINGFENCE_RULE_FORBIDDEN, "no list may give a value here"},
        {RINGFENCE_RULE_SUPPORTED, "the value must be supported"},
        {RINGFENCE_RULE_COUNT, "the number of elements must fit"},
        {RINGFENCE_RULE_CONSISTENT, "the value must agree with another one"},
        {RINGFENCE_RULE_ONE_SIGNALER, "exactly one list may signal"},
        {RINGFENCE_RULE_SOME_WAITER, "some list must be able to wait"},
        {RINGFENCE_RULE_RANGE, "the result must be a number of the key's width"},
        {RINGFENCE_RULE_ORIGINS, "the lists must come from RINGFENCE_CFG_ROUTES processes at most"},
        {RINGFENCE_RULE_PRESENT, "the GPU must be one of this machine"},
        {RINGFENCE_RULE_REACH, "all who use the memory must reach it"},
        {RINGFENCE_RULE_BUFFER_BOUND, "size and alignment must be within RINGFENCE_CFG_BUFFER_MIB"},
    };

    (void)state;
    assert_int_equal(COUNT(cases), (uint32_t)RINGFENCE_RULE_LAST + 1U);
    for (size_t i = 0U; i < COUNT(cases); i++) {
        RingfenceConflict conflict;

        conflict_begin(&conflict, NvSciError_Overflow, &g_class_keys[KEY_HALF], cases[i].rule);

        assert_int_equal(cases[i].rule, i);
        assert_string_equal(conflict.ruleText, cases[i].text);
        assert_string_equal(conflict.keyName, "Half");
        assert_int_equal(conflict.key, NUMBER_OF(KEY_HALF));
        assert_int_equal(conflict.rule, cases[i].rule);
        assert_int_equal(conflict.error, NvSciError_Overflow);
        assert_int_equal(conflict.first.origin, RINGFENCE_ORIGIN_NONE);
        assert_int_equal(conflict.second.origin, RINGFENCE_ORIGIN_NONE);
        assert_string_equal(conflict.first.keyName, "");
        assert_string_equal(conflict.second.keyName, "");
    }
}

/* ---------------------------------------------------------------- text */

/** A side whose value has `len` bytes: 1, 2, 3, ... */
static RingfenceConflictSide side_of(uint32_t key, size_t len)
{
    static const uint8_t bytes[48] = {1U,  2U,  3U,  4U,  5U,  6U,  7U,  8U,  9U,  10U, 11U, 12U,
                                      13U, 14U, 15U, 16U, 17U, 18U, 19U, 20U, 21U, 22U, 23U, 24U,
                                      25U, 26U, 27U, 28U, 29U, 30U, 31U, 32U, 33U, 34U, 35U, 36U,
                                      37U, 38U, 39U, 40U, 41U, 42U, 43U, 44U, 45U, 46U, 47U, 48U};
    const AttrValue value = {bytes, len};
    RingfenceConflictSide side;

    conflict_from_library(&side, &g_class_keys[key], value);
    return side;
}

static void assert_line(const RingfenceConflict *conflict, const char *line)
{
    char text[ROOM];

    assert_int_equal(RingfenceFormatConflict(conflict, text, sizeof(text)), NvSciError_Success);
    assert_string_equal(text, line);
}

/**
 * A value that is longer than a report holds is cut at whole elements, and the line says so.
 * @verifies RF-CORE-062
 */
static void long_value_is_cut(void **state)
{
    RingfenceConflict conflict;

    conflict_begin(&conflict, NvSciError_TooBig, &g_class_keys[KEY_BLOCK], RINGFENCE_RULE_UNION);
    const RingfenceConflictSide whole = side_of(KEY_BLOCK, 32U);
    const RingfenceConflictSide longer = side_of(KEY_BLOCK, 48U);

    (void)state;
    assert_int_equal(whole.len, 32U);
    assert_int_equal(longer.len, 48U);
    assert_memory_equal(whole.value, longer.value, sizeof(whole.value));
    conflict.first = whole;
    assert_line(&conflict, "Block: all elements together must fit the key; the library has Block = "
                           "0102030405060708090a0b0c0d0e0f10,1112131415161718191a1b1c1d1e1f20 "
                           "(NvSciError_TooBig)");
    conflict.first = longer;
    assert_line(&conflict, "Block: all elements together must fit the key; the library has Block = "
                           "0102030405060708090a0b0c0d0e0f10,1112131415161718191a1b1c1d1e1f20,... "
                           "(NvSciError_TooBig)");
    conflict.first.elementSize = 20U;
    assert_line(&conflict, "Block: all elements together must fit the key; the library has Block = "
                           "0102030405060708090a0b0c0d0e0f1011121314,... (NvSciError_TooBig)");
}

/**
 * A report of a list's own value names its list and slot, also if the list does not set the key.
 * @verifies RF-CORE-060
 */
static void side_of_a_list_names_list_and_slot(void **state)
{
    const uint32_t list = new_list(1U, LIST_WRITABLE);
    const ListCursor place = {12U, 3U, list, list};
    const uint16_t halves[] = {500U, 7U};
    RingfenceConflict conflict;

    conflict_begin(&conflict, NvSciError_BadParameter, &g_class_keys[KEY_HALF],
                   RINGFENCE_RULE_MANDATORY);

    (void)state;
    conflict_from_list(&conflict.second, &g_class, &place, KEY_HALF);
    assert_int_equal(conflict.second.len, 0U);
    assert_line(&conflict, "Half: some list must give a value; list 12 slot 3 has Half = (not set) "
                           "(NvSciError_BadParameter)");
    put(list, KEY_HALF, halves, sizeof(halves));
    conflict_from_list(&conflict.first, &g_class, &place, KEY_HALF);
    assert_line(&conflict, "Half: some list must give a value; list 12 slot 3 has Half = 500,7; "
                           "list 12 slot 3 has Half = (not set) (NvSciError_BadParameter)");
    list_destroy(&g_class, list);
}

/**
 * A report that an application made up, or left zero, is written as far as it goes.
 * @verifies RF-CORE-009
 */
static void report_of_an_application_is_written_safely(void **state)
{
    RingfenceConflict conflict;

    (void)state;
    (void)memset(&conflict, 0, sizeof(conflict));
    assert_line(&conflict, ":  (NvSciError_Success)");
    conflict.first.origin = RINGFENCE_ORIGIN_LIST;
    conflict.first.len = SIZE_MAX;
    conflict.error = (NvSciError)5;
    assert_line(&conflict, ": ; list 0 slot 0 has  = ,... (NvSciError_(unknown))");
    conflict.first.elementSize = SIZE_MAX;
    assert_line(&conflict, ": ; list 0 slot 0 has  = ,... (NvSciError_(unknown))");
}

/**
 * A line is cut at any size, always ends with a zero, and nothing behind the size is written.
 * @verifies RF-CORE-009 RF-CORE-070
 */
static void line_is_cut_at_every_size(void **state)
{
    RingfenceConflict conflict;

    conflict_begin(&conflict, NvSciError_TooBig, &g_class_keys[KEY_BLOCK], RINGFENCE_RULE_UNION);
    char whole[ROOM];
    char text[ROOM];
    size_t length;

    (void)state;
    conflict.first = side_of(KEY_BLOCK, 48U);
    conflict.second = side_of(KEY_RANGE, 8U);
    assert_int_equal(RingfenceFormatConflict(&conflict, whole, sizeof(whole)), NvSciError_Success);
    length = strlen(whole);
    assert_true(length < (ROOM - 8U));
    for (size_t size = 1U; size <= (length + 4U); size++) {
        const size_t kept = (size > length) ? length : (size - 1U);

        (void)memset(text, GUARD, sizeof(text));
        assert_int_equal(RingfenceFormatConflict(&conflict, text, size), NvSciError_Success);
        assert_memory_equal(text, whole, kept);
        assert_int_equal(text[kept], '\0');
        for (size_t i = kept + 1U; i < sizeof(text); i++) {
            assert_int_equal(text[i], GUARD);
        }
    }
}

/**
 * Writing nothing, to nowhere, or into no room is refused.
 * @verifies RF-CORE-009
 */
static void line_needs_report_and_room(void **state)
{
    RingfenceConflict conflict;

    conflict_begin(&conflict, NvSciError_TooBig, &g_class_keys[KEY_BLOCK], RINGFENCE_RULE_UNION);
    char text[4] = {'a', 'b', 'c', 'd'};

    (void)state;
    assert_int_equal(RingfenceFormatConflict(NULL, text, sizeof(text)), NvSciError_BadParameter);
    assert_int_equal(RingfenceFormatConflict(&conflict, NULL, sizeof(text)),
                     NvSciError_BadParameter);
    assert_int_equal(RingfenceFormatConflict(&conflict, text, 0U), NvSciError_BadParameter);
    assert_memory_equal(text, "abcd", sizeof(text));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(nothing_is_explained_before_the_first_conflict, nothing_is_left),
        cmocka_unit_test_teardown(report_names_key_rule_and_both_sides, nothing_is_left),
        cmocka_unit_test_teardown(only_live_conflict_lists_are_explained, nothing_is_left),
        cmocka_unit_test_teardown(conflict_list_holds_nothing_but_its_report, nothing_is_left),
        cmocka_unit_test_teardown(every_rule_has_its_text, nothing_is_left),
        cmocka_unit_test_teardown(long_value_is_cut, nothing_is_left),
        cmocka_unit_test_teardown(side_of_a_list_names_list_and_slot, nothing_is_left),
        cmocka_unit_test_teardown(report_of_an_application_is_written_safely, nothing_is_left),
        cmocka_unit_test_teardown(line_is_cut_at_every_size, nothing_is_left),
        cmocka_unit_test_teardown(line_needs_report_and_room, nothing_is_left),
    };

    return cmocka_run_group_tests_name("attr/conflict", tests, make_class, NULL);
}
