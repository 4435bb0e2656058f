/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file golden_test.c
 * The bytes of lists are the same on every target, whatever its order of bytes and the width of its
 * words, and every target finds the same values in them.
 */
#include <stdio.h>
#include <string.h>

#include "buf/buf.h"
#include "buf_make.h"
#include "core/pool.h"
#include "share/share.h"
#include "sync/sync.h"
#include "wire_bytes.h"
#include "wire_lists.h"

#define HERE  0x1112131415161718ULL
#define THERE 0x2122232425262728ULL
#define ROOM  8192U

static uint64_t g_words[ROOM / 8U];

/** Row of a list of a kind. */
static uint32_t row_of(const ListClass *cls, const void *handle)
{
    uint32_t index = UINT32_MAX;

    assert_int_equal(ringfence_pool_find(OP_BUF_ATTR_LIST_CREATE, cls->pool, handle, &index),
                     NvSciError_Success);
    return index;
}

/** Makes a list one that came over an endpoint, through another process. */
static void came_from_elsewhere(const ListClass *cls, const void *handle)
{
    ListRoute *const route = &cls->rows[row_of(cls, handle)].route[0];

    route->count = 2U;
    route->hops[0] = THERE;
    route->hops[1] = HERE;
}

/** Asserts that what was written is what every target writes. */
static void assert_bytes(WireOut *out, const WireBytes *golden)
{
    const uint8_t *const bytes = (const uint8_t *)g_words;

    assert_true(wire_end(out));
    for (size_t i = 0U; (i < out->used) && (i < golden->size); i++) {
        if (bytes[i] != golden->bytes[i]) {
            print_error("%s: byte %u\n", golden->name, (unsigned)i);
        }
        assert_int_equal(bytes[i], golden->bytes[i]);
    }
    assert_int_equal(out->used, golden->size);
}

/** Starts to read what every target writes. */
static WireIn open_bytes(const WireBytes *golden, WireKind kind)
{
    WireIn in;

    (void)memcpy(g_words, golden->bytes, golden->size);
    assert_int_equal(wire_open(&in, g_words, golden->size, kind), WIRE_OK);
    return in;
}

/** Asserts that two rows have the same values, those of the two keys excepted. */
static void assert_same_values(const ListClass *cls, uint32_t left, uint32_t right,
                               const uint32_t except[2])
{
    for (uint32_t key = 0U; key < cls->table->count; key++) {
        const AttrValue mine = list_value(cls, left, key);
        const AttrValue theirs = list_value(cls, right, key);

        if ((key != except[0]) && (key != except[1])) {
            if (mine.len != theirs.len) {
                print_error("%s\n", cls->table->keys[key].name);
            }
            assert_int_equal(mine.len, theirs.len);
            assert_true((mine.len == 0U) || (memcmp(mine.bytes, theirs.bytes, mine.len) == 0));
        }
    }
}

/** Lists that were not reconciled, there and back. */
static void check_slots(const ListClass *cls, WireKind kind, void *const *lists, uint32_t count,
                        const WireBytes *golden)
{
    static const uint32_t none[2] = {UINT32_MAX, UINT32_MAX};
    ListInputs inputs = list_inputs_begin();
    WireOut out = wire_begin(g_words, ROOM, kind);
    uint32_t came = UINT32_MAX;
    uint32_t row = UINT32_MAX;

    for (uint32_t i = 0U; i < count; i++) {
        assert_int_equal(list_inputs_add(OP_BUF_ATTR_LIST_CREATE, cls, lists[i], &inputs),
                         NvSciError_Success);
    }
    list_wire_put_unreconciled(cls, &inputs, &out);
    list_inputs_end(cls, &inputs);
    assert_bytes(&out, golden);
    WireIn in = open_bytes(golden, kind);
    assert_int_equal(list_wire_get_unreconciled(cls, 0U, HERE, &in, &came), NvSciError_Success);
    assert_int_equal(cls->rows[came].slots, count);
    for (uint32_t i = 0U; i < count; i++) {
        const uint32_t source = row_of(cls, lists[i]);

        assert_int_equal(list_slot(cls, came, i, &row), NvSciError_Success);
        assert_same_values(cls, source, row, none);
        assert_int_equal(cls->rows[row].route[0].count, cls->rows[source].route[0].count + 1U);
        assert_true((i == 0U) || (cls->rows[row].route[0].hops[0] == THERE));
    }
    list_destroy(cls, came);
}

/** A reconciled list, to the peer behind an endpoint. Gives the row that came. */
static uint32_t check_list(const ListClass *cls, WireKind kind, const void *list,
                           const WireBytes *golden)
{
    /* What the peer asked for, not what all did. */
    const uint32_t grants[2] = {cls->actual_perm, cls->need_cpu};
    WireOut out = wire_begin(g_words, ROOM, kind);
    uint32_t came = UINT32_MAX;

    list_wire_put_reconciled(cls, row_of(cls, list), HERE, &out);
    assert_bytes(&out, golden);
    WireIn in = open_bytes(golden, kind);
    assert_int_equal(list_wire_get_reconciled(cls, 0U, &in, &came), NvSciError_Success);
    assert_same_values(cls, row_of(cls, list), came, grants);
    assert_int_equal(cls->rows[came].routes, 1U);
    assert_int_equal(cls->rows[came].route[0].count, 1U);
    assert_true(cls->rows[came].route[0].hops[0] == THERE);
    return came;
}

/**
 * Lists of buffers with every key that can be set.
 * @verifies RF-SHARE-010
 * @verifies RF-SHARE-027
 */
static void buffer_lists_are_the_same_bytes_everywhere(void **state)
{
    NvSciBufAttrList lists[WIRE_BUF_LISTS];
    void *handles[WIRE_BUF_LISTS];

    (void)state;
    wire_buf_lists(lists);
    for (uint32_t i = 0U; i < WIRE_BUF_LISTS; i++) {
        handles[i] = lists[i];
        if (i > 0U) {
            came_from_elsewhere(&g_buf_lists, lists[i]);
        }
    }
    check_slots(&g_buf_lists, WIRE_BUF_UNRECONCILED, handles, WIRE_BUF_LISTS,
                &g_wire_bytes[WIRE_BYTES_BUF_LISTS]);
    buf_free_lists(lists, WIRE_BUF_LISTS);
}

/**
 * Reconciled lists of each type of buffer, with all outputs; the receiver computes them again.
 * @verifies RF-SHARE-011
 * @verifies RF-SHARE-018
 * @verifies RF-SHARE-027
 */
static void reconciled_buffer_lists_are_the_same_bytes_everywhere(void **state)
{
    (void)state;
    for (uint32_t which = 0U; which < WIRE_BUF_PAIRS; which++) {
        NvSciBufAttrList lists[2];
        uint32_t came;

        wire_buf_pair(which, lists);
        came_from_elsewhere(&g_buf_lists, lists[1]);
        NvSciBufAttrList list = buf_reconciled(lists, 2U);
        came = check_list(&g_buf_lists, WIRE_BUF_RECONCILED, list,
                          &g_wire_bytes[WIRE_BYTES_BUF_PAIRS + which]);
        assert_int_equal(buf_list_check_sound(came), NvSciError_Success);
        assert_int_equal(buf_number(came, BUF_GENERAL_ACTUAL_PERM), NvSciBufAccessPerm_ReadWrite);
        list_destroy(&g_buf_lists, came);
        NvSciBufAttrListFree(list);
    }
}

/**
 * Lists of sync objects, apart and reconciled.
 * @verifies RF-SHARE-010
 * @verifies RF-SHARE-011
 * @verifies RF-SHARE-017
 * @verifies RF-SHARE-027
 */
static void sync_lists_are_the_same_bytes_everywhere(void **state)
{
    NvSciSyncModule module = NULL;
    NvSciSyncAttrList lists[WIRE_SYNC_LISTS];
    NvSciSyncAttrList list = NULL;
    NvSciSyncAttrList conflict = NULL;
    uint32_t came;

    (void)state;
    assert_int_equal(NvSciSyncModuleOpen(&module), NvSciError_Success);
    wire_sync_lists(module, lists);
    void *const handles[] = {lists[0], lists[1]};
    came_from_elsewhere(&g_sync_lists, lists[1]);
    check_slots(&g_sync_lists, WIRE_SYNC_UNRECONCILED, handles, WIRE_SYNC_LISTS,
                &g_wire_bytes[WIRE_BYTES_SYNC_LISTS]);
    assert_int_equal(NvSciSyncAttrListReconcile(lists, WIRE_SYNC_LISTS, &list, &conflict),
                     NvSciError_Success);
    came =
        check_list(&g_sync_lists, WIRE_SYNC_RECONCILED, list, &g_wire_bytes[WIRE_BYTES_SYNC_PAIR]);
    assert_true(sync_list_is_sound(came));
    assert_true(sync_list_number(came, SYNC_KEY_ACTUAL_PERM) == NvSciSyncAccessPerm_WaitOnly);
    list_destroy(&g_sync_lists, came);
    NvSciSyncAttrListFree(list);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    NvSciSyncModuleClose(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(buffer_lists_are_the_same_bytes_everywhere, buf_module_up,
                                        buf_module_down),
        cmocka_unit_test_setup_teardown(reconciled_buffer_lists_are_the_same_bytes_everywhere,
                                        buf_module_up, buf_module_down),
        cmocka_unit_test_setup_teardown(sync_lists_are_the_same_bytes_everywhere, buf_module_up,
                                        buf_module_down),
    };

    return cmocka_run_group_tests_name("share/golden", tests, NULL, NULL);
}
