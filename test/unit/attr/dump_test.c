/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "attr/conflict.h"
#include "attr/dump.h"
#include "leftovers.h"
#include "list_class.h"
#include "nvscisync.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/** Writes a list as text; asserts that the text ends where its length says. */
static const char *dump_of(uint32_t list)
{
    void *text = NULL;
    size_t len = 0U;

    assert_int_equal(list_dump(&g_class, list, &text, &len), NvSciError_Success);
    assert_non_null(text);
    assert_int_equal(len, strlen(text) + 1U);
    return text;
}

/**
 * A text says the state of the list, and the values of each slot.
 * @verifies RF-CORE-080
 */
static void text_says_state_slots_and_values(void **state)
{
    static const struct {
        ListState state;
        const char *text;
    } cases[] = {
        {LIST_WRITABLE, "unreconciled list\nslot 0\n  Half = 500,7\n  Wide = 0\n"},
        {LIST_APPENDED, "unreconciled list\nslot 0\n  Half = 500,7\n  Wide = 0\n"},
        {LIST_RECONCILED, "reconciled list\nslot 0\n  Half = 500,7\n  Wide = 0\n"},
    };
    static const uint16_t halves[] = {500U, 7U};
    static const uint64_t zero = 0U;

    (void)state;
    for (size_t c = 0U; c < COUNT(cases); c++) {
        const uint32_t list = new_list(1U, cases[c].state);

        put(list, KEY_WIDE, &zero, sizeof(zero));
        put(list, KEY_HALF, halves, sizeof(halves));
        assert_string_equal(dump_of(list), cases[c].text);
        assert_int_equal(in_use_of(RINGFENCE_POOL_DUMP), 1U);
        list_destroy(&g_class, list);
        assert_int_equal(in_use_of(RINGFENCE_POOL_DUMP), 0U);
    }
}

/**
 * All slots of a list are in its text, in their order; a slot without values is there too.
 * @verifies RF-CORE-080
 */
static void text_has_all_slots(void **state)
{
    const uint32_t list = new_long_list(1U, 3U);
    uint32_t row = UINT32_MAX;

    (void)state;
    assert_int_equal(list_slot(&g_class, list, 1U, &row), NvSciError_Success);
    list_unset(&g_class, row, KEY_WIDE);
    assert_string_equal(dump_of(list), "unreconciled list\nslot 0\n  Wide = 0\nslot 1\n"
                                       "slot 2\n  Wide = 2\n");
    list_destroy(&g_class, list);
}

/**
 * The text of a conflict list is its report.
 * @verifies RF-CORE-080
 */
static void text_of_a_conflict_is_its_report(void **state)
{
    const uint32_t list = new_list(1U, LIST_RECONCILED);
    RingfenceConflict conflict;

    conflict_begin(&conflict, NvSciError_TooBig, &g_class_keys[KEY_HALF], RINGFENCE_RULE_RANGE);

    (void)state;
    conflict_store(&g_class, list, &conflict);
    assert_string_equal(dump_of(list), "conflict list\nHalf: the result must be a number of the "
                                       "key's width (NvSciError_TooBig)\n");
    list_destroy(&g_class, list);
}

/**
 * A list written twice keeps one text, which is new each time.
 * @verifies RF-CORE-081
 */
static void list_keeps_one_text(void **state)
{
    const uint32_t list = new_list(1U, LIST_WRITABLE);
    const uint64_t number = 9U;
    const char *const first = dump_of(list);

    (void)state;
    assert_string_equal(first, "unreconciled list\nslot 0\n");
    put(list, KEY_WIDE, &number, sizeof(number));
    assert_ptr_equal(dump_of(list), first);
    assert_string_equal(first, "unreconciled list\nslot 0\n  Wide = 9\n");
    assert_int_equal(in_use_of(RINGFENCE_POOL_DUMP), 1U);
    list_destroy(&g_class, list);
}

/**
 * As many lists as there are texts can be written; one more is refused and counted, and can be
 * written when another list is freed.
 * @verifies RF-CORE-082
 */
static void texts_run_out_and_come_back(void **state)
{
    uint32_t lists[RINGFENCE_CFG_DUMPS + 1U];
    const char *texts[RINGFENCE_CFG_DUMPS];
    void *text = NULL;
    size_t len = 55U;
    RingfencePoolUsage before;
    RingfencePoolUsage after;

    (void)state;
    for (uint32_t i = 0U; i <= RINGFENCE_CFG_DUMPS; i++) {
        const uint64_t number = i;

        lists[i] = new_list(1U, LIST_WRITABLE);
        put(lists[i], KEY_WIDE, &number, sizeof(number));
    }
    for (uint32_t i = 0U; i < RINGFENCE_CFG_DUMPS; i++) {
        texts[i] = dump_of(lists[i]);
    }
    for (uint32_t i = 0U; i < RINGFENCE_CFG_DUMPS; i++) {
        char expected[64];
        TextOut out = text_begin(expected, sizeof(expected));

        text_string(&out, "unreconciled list\nslot 0\n  Wide = ");
        text_number(&out, i);
        text_string(&out, "\n");
        assert_string_equal(texts[i], expected);
    }
    assert_int_equal(RingfenceGetPoolUsage(RINGFENCE_POOL_DUMP, &before), NvSciError_Success);
    assert_int_equal(list_dump(&g_class, lists[RINGFENCE_CFG_DUMPS], &text, &len),
                     NvSciError_InsufficientMemory);
    assert_null(text);
    assert_int_equal(len, 55U);
    assert_int_equal(RingfenceGetPoolUsage(RINGFENCE_POOL_DUMP, &after), NvSciError_Success);
    assert_int_equal(after.exhausted, before.exhausted + 1U);
    assert_int_equal(after.inUse, RINGFENCE_CFG_DUMPS);
    list_destroy(&g_class, lists[0]);
    (void)dump_of(lists[RINGFENCE_CFG_DUMPS]);
    for (uint32_t i = 1U; i <= RINGFENCE_CFG_DUMPS; i++) {
        list_destroy(&g_class, lists[i]);
    }
}

/**
 * The text of an object's list is given back with the object.
 * @verifies RF-CORE-081
 */
static void text_of_a_bound_list_goes_with_its_object(void **state)
{
    const uint32_t list = new_list(1U, LIST_RECONCILED);
    const uint32_t bound = list_bind(&g_class, list, 0U);

    (void)state;
    list_destroy(&g_class, list);
    assert_string_equal(dump_of(bound), "reconciled list\nslot 0\n");
    assert_int_equal(in_use_of(RINGFENCE_POOL_DUMP), 1U);
    list_unbind(&g_class, 0U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_DUMP), 0U);
}

/**
 * A copy of a list has no text of the original.
 * @verifies RF-CORE-081
 */
static void copy_has_a_text_of_its_own(void **state)
{
    const uint32_t list = new_list(1U, LIST_WRITABLE);
    const char *const text = dump_of(list);
    uint32_t copy = UINT32_MAX;

    (void)state;
    assert_int_equal(list_clone(&g_class, list, &copy), NvSciError_Success);
    assert_int_equal(in_use_of(RINGFENCE_POOL_DUMP), 1U);
    assert_ptr_not_equal(dump_of(copy), text);
    list_destroy(&g_class, copy);
    assert_int_equal(in_use_of(RINGFENCE_POOL_DUMP), 1U);
    list_destroy(&g_class, list);
}

/**
 * Giving back no text does nothing.
 * @verifies RF-CORE-081
 */
static void no_text_is_given_back_once(void **state)
{
    uint32_t owner = 0U;
    TextOut out;

    (void)state;
    dump_drop(&owner);
    assert_int_equal(owner, 0U);
    assert_int_equal(dump_take(&owner, &out), NvSciError_Success);
    assert_true(owner > 0U);
    assert_int_equal(out.size, RINGFENCE_CFG_DUMP_BYTES);
    assert_string_equal(out.text, "");
    dump_drop(&owner);
    dump_drop(&owner);
    assert_int_equal(owner, 0U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_DUMP), 0U);
}

/**
 * A text that is longer than its storage is cut, ends with a zero, and is the beginning of the
 * whole. Through the interface, with lists full of peers.
 * @verifies RF-CORE-070 RF-CORE-080
 */
static void long_text_is_cut(void **state)
{
    static NvSciBufPeerLocationInfo peers[RINGFENCE_CFG_PEERS];
    NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_PeerLocationInfo, peers, sizeof(peers)};
    static const char head[] = "unreconciled list\nslot 0\n  NvSciSyncAttrKey_PeerLocationInfo = ";
    NvSciSyncModule module = NULL;
    NvSciSyncAttrList lists[8];
    NvSciSyncAttrList all = NULL;
    void *text = NULL;
    size_t len = 0U;

    (void)state;
    assert_int_equal(NvSciSyncModuleOpen(&module), NvSciError_Success);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_PEERS; i++) {
        peers[i].socID = i;
    }
    for (size_t i = 0U; i < COUNT(lists); i++) {
        assert_int_equal(NvSciSyncAttrListCreate(module, &lists[i]), NvSciError_Success);
        assert_int_equal(NvSciSyncAttrListSetAttrs(lists[i], &pair, 1U), NvSciError_Success);
    }
    assert_int_equal(NvSciSyncAttrListAppendUnreconciled(lists, COUNT(lists), &all),
                     NvSciError_Success);
    assert_true((COUNT(lists) * 2U * sizeof(peers)) > RINGFENCE_CFG_DUMP_BYTES);
    assert_int_equal(NvSciSyncAttrListDebugDump(all, &text, &len), NvSciError_Success);
    assert_int_equal(len, RINGFENCE_CFG_DUMP_BYTES);
    assert_int_equal(strlen(text), RINGFENCE_CFG_DUMP_BYTES - 1U);
    assert_memory_equal(text, head, sizeof(head) - 1U);
    for (size_t i = 0U; i < COUNT(lists); i++) {
        NvSciSyncAttrListFree(lists[i]);
    }
    NvSciSyncAttrListFree(all);
    NvSciSyncModuleClose(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(text_says_state_slots_and_values, nothing_is_left),
        cmocka_unit_test_teardown(text_has_all_slots, nothing_is_left),
        cmocka_unit_test_teardown(text_of_a_conflict_is_its_report, nothing_is_left),
        cmocka_unit_test_teardown(list_keeps_one_text, nothing_is_left),
        cmocka_unit_test_teardown(texts_run_out_and_come_back, nothing_is_left),
        cmocka_unit_test_teardown(text_of_a_bound_list_goes_with_its_object, nothing_is_left),
        cmocka_unit_test_teardown(copy_has_a_text_of_its_own, nothing_is_left),
        cmocka_unit_test_teardown(no_text_is_given_back_once, nothing_is_left),
        cmocka_unit_test_teardown(long_text_is_cut, nothing_is_left),
    };

    return cmocka_run_group_tests_name("attr/dump", tests, make_class, NULL);
}
