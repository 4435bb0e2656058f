/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sync_list_test.c
 * Sync lists that go to a peer and come back.
 */
#define _GNU_SOURCE

#include "share_fixture.h"

#include "core/pool.h"
#include "nvscisync.h"
#include "sync/sync.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static Received g_bytes;
static Received g_changed;
static NvSciSyncModule g_module;
/** Changed bytes that were accepted. */
static uint32_t g_accepted;

static int scene_up(void **state)
{
    (void)share_begin(state);
    assert_result(NvSciSyncModuleOpen(&g_module), NvSciError_Success);
    return 0;
}

static int scene_down(void **state)
{
    go_to_init();
    NvSciSyncModuleClose(g_module);
    g_module = NULL;
    return share_end(state);
}

#define scene_test(function) cmocka_unit_test_setup_teardown(function, scene_up, scene_down)

static uint32_t row_of(NvSciSyncAttrList list)
{
    uint32_t index = 0U;

    assert_int_equal(pool_find(OP_SYNC_OBJ_ALLOC, RINGFENCE_POOL_SYNC_LIST, list, &index),
                     NvSciError_Success);
    return index;
}

static NvSciSyncAttrList list_of(uint64_t perm, bool cpu)
{
    NvSciSyncAttrList list = NULL;

    assert_result(NvSciSyncAttrListCreate(g_module, &list), NvSciError_Success);
    if (perm != 0U) {
        const NvSciSyncAttrKeyValuePair pairs[] = {
            {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
            {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)}};

        assert_result(NvSciSyncAttrListSetAttrs(list, pairs, 2U), NvSciError_Success);
    }
    return list;
}

static void free_lists(NvSciSyncAttrList *lists, size_t count)
{
    for (size_t i = 0U; i < count; i++) {
        NvSciSyncAttrListFree(lists[i]);
    }
}

static void receive(void *bytes, size_t size, Received *received)
{
    assert_in_range(size, WIRE_HEAD, sizeof(received->at));
    (void)memcpy(received->at.bytes, bytes, size);
    received->size = size;
    NvSciSyncAttrListFreeDesc(bytes);
}

static void send_lists(const NvSciSyncAttrList *lists, size_t count, NvSciIpcEndpoint over,
                       Received *received)
{
    void *bytes = NULL;
    size_t size = 0U;

    assert_result(NvSciSyncAttrListIpcExportUnreconciled(lists, count, over, &bytes, &size),
                  NvSciError_Success);
    receive(bytes, size, received);
}

static NvSciError import_unreconciled(NvSciIpcEndpoint over, const Received *received,
                                      NvSciSyncAttrList *list)
{
    return NvSciSyncAttrListIpcImportUnreconciled(g_module, over, received->at.bytes,
                                                  received->size, list);
}

static NvSciSyncAttrList pass_lists(const NvSciSyncAttrList *lists, size_t count, const Hop *hop)
{
    NvSciSyncAttrList list = NULL;

    send_lists(lists, count, hop->near, &g_bytes);
    assert_result(import_unreconciled(hop->far, &g_bytes, &list), NvSciError_Success);
    return list;
}

static NvSciError import_reconciled(NvSciIpcEndpoint over, const Received *received,
                                    const NvSciSyncAttrList *lists, size_t count,
                                    NvSciSyncAttrList *list)
{
    return NvSciSyncAttrListIpcImportReconciled(g_module, over, received->at.bytes, received->size,
                                                lists, count, list);
}

static NvSciSyncAttrList return_list(NvSciSyncAttrList list, const Hop *hop,
                                     const NvSciSyncAttrList *lists, size_t count)
{
    void *bytes = NULL;
    size_t size = 0U;
    NvSciSyncAttrList back = NULL;

    assert_result(NvSciSyncAttrListIpcExportReconciled(list, hop->far, &bytes, &size),
                  NvSciError_Success);
    receive(bytes, size, &g_bytes);
    assert_result(import_reconciled(hop->near, &g_bytes, lists, count, &back), NvSciError_Success);
    return back;
}

static NvSciSyncAttrList reconcile(const NvSciSyncAttrList *lists, size_t count)
{
    NvSciSyncAttrList reconciled = NULL;
    NvSciSyncAttrList conflict = NULL;

    assert_result(NvSciSyncAttrListReconcile(lists, count, &reconciled, &conflict),
                  NvSciError_Success);
    return reconciled;
}

static bool same_values(uint32_t left, uint32_t right)
{
    bool same = true;

    for (uint32_t key = 0U; (key < g_sync_lists.table->count) && same; key++) {
        const AttrValue a = list_value(&g_sync_lists, left, key);
        const AttrValue b = list_value(&g_sync_lists, right, key);

        same = (a.len == b.len);
        if (same && (a.len > 0U)) {
            same = (memcmp(a.bytes, b.bytes, a.len) == 0);
        }
    }
    return same;
}

/** Puts a value into every key that an application can set. */
static void fill_row(uint32_t row, bool whole)
{
    for (uint32_t key = 0U; key < g_sync_lists.table->count; key++) {
        const AttrKey *const attr = &g_sync_lists.table->keys[key];
        uint8_t value[4096] = {0};
        uint8_t native[4096] = {0};
        const size_t len = (whole ? attr->max_count : 1U) * (size_t)attr->element_size;
        const AttrValue put = {native, len};

        assert_in_range(len, 1U, sizeof(value));
        for (size_t at = 0U; at < len; at += attr->element_size) {
            value[at] = 1U;
        }
        attr_copy_little_endian(attr, native, value, len);
        if (attr->direction != ATTR_OUTPUT) {
            list_put(&g_sync_lists, row, key, put);
        }
    }
}

/** A waiter's list that came over the channel, and what this process made of it and its own. */
typedef struct {
    NvSciSyncAttrList waiter;
    NvSciSyncAttrList came;
    NvSciSyncAttrList signaler;
    NvSciSyncAttrList reconciled;
} Deal;

static Deal make_deal(const Hop *hop, bool timestamps, bool narrow)
{
    Deal deal = {list_of(NvSciSyncAccessPerm_WaitOnly, true), NULL,
                 list_of(NvSciSyncAccessPerm_SignalOnly, true), NULL};
    NvSciSyncAttrList both[2];

    if (timestamps) {
        const bool wants = true;
        const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_WaiterRequireTimestamps, &wants,
                                                sizeof(wants)};

        assert_result(NvSciSyncAttrListSetAttrs(deal.waiter, &pair, 1U), NvSciError_Success);
    }
    if (narrow) {
        const NvSciSyncAttrValPrimitiveType type = NvSciSyncAttrValPrimitiveType_SysmemSemaphore;
        const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_PrimitiveInfo, &type,
                                                sizeof(type)};

        assert_result(NvSciSyncAttrListSetAttrs(deal.signaler, &pair, 1U), NvSciError_Success);
    }
    deal.came = pass_lists(&deal.waiter, 1U, hop);
    both[0] = deal.came;
    both[1] = deal.signaler;
    deal.reconciled = reconcile(both, 2U);
    return deal;
}

static void end_deal(const Deal *deal)
{
    NvSciSyncAttrListFree(deal->reconciled);
    NvSciSyncAttrListFree(deal->signaler);
    NvSciSyncAttrListFree(deal->came);
    NvSciSyncAttrListFree(deal->waiter);
}

/* ---------------------------------------------------------------- unreconciled lists */

/**
 * Each key that an application can set, with one element and with as many as fit, reaches the peer
 * unchanged, and cannot be set there; so does a list without keys.
 * @verifies RF-SHARE-010
 * @verifies RF-SHARE-012
 * @verifies RF-SHARE-021
 * @verifies RF-SHARE-023
 */
static void every_key_reaches_the_peer(void **state)
{
    const Hop hop = open_hop("hop_1_near", "hop_1_far");

    (void)state;
    for (uint32_t round = 0U; round < 3U; round++) {
        NvSciSyncAttrList list = list_of(0U, false);
        const bool flag = true;
        const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_NeedCpuAccess, &flag,
                                                sizeof(flag)};
        bool reconciled = true;

        if (round > 0U) {
            fill_row(row_of(list), round == 2U);
        }
        NvSciSyncAttrList came = pass_lists(&list, 1U, &hop);
        assert_true(same_values(row_of(list), row_of(came)));
        assert_int_equal(NvSciSyncAttrListGetSlotCount(came), 1U);
        assert_result(NvSciSyncAttrListIsReconciled(came, &reconciled), NvSciError_Success);
        assert_false(reconciled);
        assert_result(NvSciSyncAttrListSetAttrs(came, &pair, 1U), NvSciError_BadParameter);
        NvSciSyncAttrListFree(list);
        NvSciSyncAttrListFree(came);
    }
    close_hop(&hop);
}

/**
 * The largest descriptor of one slot fits; what does not fit takes nothing.
 * @verifies RF-SHARE-005
 */
static void largest_slot_fits(void **state)
{
    const Hop hop = open_hop("hop_1_near", "hop_1_far");
    NvSciSyncAttrList lists[16];
    void *bytes = &lists;
    size_t size = 5U;

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(lists); i++) {
        lists[i] = list_of(0U, false);
        fill_row(row_of(lists[i]), true);
        ListRow *const row = &g_sync_lists.rows[row_of(lists[i])];
        row->route[0].count = RINGFENCE_CFG_HOPS;
        for (uint32_t h = 0U; h < RINGFENCE_CFG_HOPS; h++) {
            row->route[0].hops[h] = 1U + h;
        }
    }
    send_lists(lists, 1U, hop.near, &g_bytes);
    print_message("largest slot of a sync list: %zu bytes\n", g_bytes.size);
    const uint32_t taken = in_use_of_all();
    assert_result(
        NvSciSyncAttrListIpcExportUnreconciled(lists, COUNT_OF(lists), hop.near, &bytes, &size),
        NvSciError_InsufficientMemory);
    assert_ptr_equal(bytes, &lists);
    assert_int_equal(size, 5U);
    assert_int_equal(in_use_of_all(), taken);
    free_lists(lists, COUNT_OF(lists));
    close_hop(&hop);
}

/**
 * The largest reconciled list fits: each key, outputs too, as long as it can be, and as many routes
 * as there can be, as long as they can be.
 * @verifies RF-SHARE-005
 */
static void largest_reconciled_list_fits(void **state)
{
    static uint64_t words[RINGFENCE_CFG_DESCRIPTOR_BYTES / 8U];
    static const uint8_t value[8192];
    NvSciSyncAttrList list = list_of(0U, false);
    const uint32_t index = row_of(list);
    ListRow *const row = &g_sync_lists.rows[index];
    WireOut out = wire_begin(words, sizeof(words), WIRE_SYNC_LIST_AND_OBJECT);

    (void)state;
    for (uint32_t key = 0U; key < g_sync_lists.table->count; key++) {
        const AttrKey *const attr = &g_sync_lists.table->keys[key];
        const AttrValue put = {value, (size_t)attr->max_count * attr->element_size};

        assert_in_range(put.len, 1U, sizeof(value));
        list_put(&g_sync_lists, index, key, put);
    }
    row->routes = RINGFENCE_CFG_ROUTES;
    for (uint32_t i = 0U; i < RINGFENCE_CFG_ROUTES; i++) {
        row->route[i].count = RINGFENCE_CFG_HOPS;
        row->route[i].perm = 3U;
        row->route[i].hops[RINGFENCE_CFG_HOPS - 1U] = 9U;
    }
    list_wire_put_reconciled(&g_sync_lists, index, 9U, &out);
    assert_true(wire_end(&out));
    print_message("largest reconciled sync list: %zu bytes\n", out.used);
    /* An object beside it takes no more than the descriptor of one. */
    assert_in_range(out.used + sizeof(NvSciSyncObjIpcExportDescriptor), 1U,
                    RINGFENCE_CFG_DESCRIPTOR_BYTES);
    NvSciSyncAttrListFree(list);
}

/**
 * A frame of each channel of the built-in table holds the largest descriptor.
 * @verifies RF-SHARE-009
 */
static void frames_of_the_built_in_table_hold_a_descriptor(void **state)
{
    static IpcTable table;
    size_t length = 0U;
    const char *const text = ipc_builtin_table(&length);

    (void)state;
    assert_true(ipc_table_parse(text, length, &table));
    assert_int_not_equal(table.count, 0U);
    for (uint32_t i = 0U; i < table.count; i++) {
        assert_in_range(RINGFENCE_CFG_DESCRIPTOR_BYTES, 1U, table.channels[i].frame_size);
    }
}

/**
 * An import for which there are too few rows takes none.
 * @verifies RF-SHARE-015
 */
static void short_of_rows_nothing_is_taken(void **state)
{
    static NvSciSyncAttrList all[RINGFENCE_CFG_SYNC_LISTS];
    const Hop hop = open_hop("hop_1_near", "hop_1_far");
    NvSciSyncAttrList lists[3] = {list_of(1U, false), list_of(1U, false), list_of(1U, false)};
    NvSciSyncAttrList came = NULL;
    uint32_t count = 0U;

    (void)state;
    send_lists(lists, 3U, hop.near, &g_bytes);
    while (NvSciSyncAttrListCreate(g_module, &all[count]) == NvSciError_Success) {
        count++;
    }
    for (uint32_t left = 0U; left < 3U; left++) {
        const uint32_t taken = in_use_of_all();

        assert_result(import_unreconciled(hop.far, &g_bytes, &came), NvSciError_InsufficientMemory);
        assert_null(came);
        assert_int_equal(in_use_of_all(), taken);
        count--;
        NvSciSyncAttrListFree(all[count]);
    }
    assert_result(import_unreconciled(hop.far, &g_bytes, &came), NvSciError_Success);
    NvSciSyncAttrListFree(came);
    free_lists(all, count);
    free_lists(lists, 3U);
    close_hop(&hop);
}

/* ---------------------------------------------------------------- reconciled lists */

/**
 * What was reconciled from a list of the peer goes back with what the peer asked for, satisfies the
 * peer's list, and an object can be made of it.
 * @verifies RF-SHARE-011
 * @verifies RF-SHARE-016
 * @verifies RF-SHARE-017
 * @verifies RF-SHARE-022
 * @verifies RF-SHARE-024
 */
static void reconciled_lists_come_back(void **state)
{
    const Hop hop = open_hop("hop_1_near", "hop_1_far");

    (void)state;
    for (uint32_t i = 0U; i < 4U; i++) {
        const Deal deal = make_deal(&hop, (i & 1U) != 0U, (i & 2U) != 0U);
        NvSciSyncAttrList back = return_list(deal.reconciled, &hop, &deal.waiter, 1U);
        NvSciSyncObj object = NULL;

        assert_int_equal(sync_list_number(row_of(deal.reconciled), SYNC_KEY_ACTUAL_PERM),
                         NvSciSyncAccessPerm_WaitSignal);
        assert_int_equal(sync_list_number(row_of(back), SYNC_KEY_ACTUAL_PERM),
                         NvSciSyncAccessPerm_WaitOnly);
        assert_true(sync_list_flag(row_of(back), SYNC_KEY_NEED_CPU_ACCESS));
        sync_list_put(row_of(back), SYNC_KEY_ACTUAL_PERM, NvSciSyncAccessPerm_WaitSignal);
        assert_true(same_values(row_of(deal.reconciled), row_of(back)));
        assert_result(NvSciSyncObjAlloc(back, &object), NvSciError_Success);
        NvSciSyncObjFree(object);
        NvSciSyncAttrListFree(back);
        end_deal(&deal);
    }
    close_hop(&hop);
}

/**
 * Along a chain of processes each sees what it and those behind it asked for, and only who asked
 * gets the list.
 * @verifies RF-SHARE-011
 * @verifies RF-SHARE-014
 * @verifies RF-SHARE-022
 */
static void each_process_of_a_chain_gets_its_grant(void **state)
{
    const Hop outer = open_hop("hop_0_near", "hop_0_far");
    const Hop inner = open_hop("hop_1_near", "hop_1_far");
    const Hop idle = open_hop("hop_3_near", "hop_3_far");
    NvSciSyncAttrList leaf = list_of(NvSciSyncAccessPerm_SignalOnly, true);
    NvSciSyncAttrList relay = list_of(NvSciSyncAccessPerm_WaitOnly, false);
    NvSciSyncAttrList root = list_of(NvSciSyncAccessPerm_WaitOnly, true);
    NvSciSyncAttrList nobody = list_of(0U, false);
    NvSciSyncAttrList step1 = pass_lists(&leaf, 1U, &outer);
    const NvSciSyncAttrList inputs[2] = {step1, relay};
    NvSciSyncAttrList step2 = pass_lists(inputs, 2U, &inner);
    NvSciSyncAttrList mute = pass_lists(&nobody, 1U, &idle);
    const NvSciSyncAttrList all[3] = {step2, root, mute};
    NvSciSyncAttrList done = reconcile(all, 3U);
    void *bytes = NULL;
    size_t size = 0U;

    (void)state;
    NvSciSyncAttrList at_relay = return_list(done, &inner, inputs, 2U);
    assert_int_equal(sync_list_number(row_of(at_relay), SYNC_KEY_ACTUAL_PERM),
                     NvSciSyncAccessPerm_WaitSignal);
    NvSciSyncAttrList at_leaf = return_list(at_relay, &outer, &leaf, 1U);
    assert_int_equal(sync_list_number(row_of(at_leaf), SYNC_KEY_ACTUAL_PERM),
                     NvSciSyncAccessPerm_SignalOnly);
    assert_true(sync_list_flag(row_of(at_leaf), SYNC_KEY_NEED_CPU_ACCESS));
    /* Who neither signals nor waits, and who did not ask, get nothing. */
    assert_result(NvSciSyncAttrListIpcExportReconciled(done, idle.far, &bytes, &size),
                  NvSciError_BadParameter);
    assert_result(NvSciSyncAttrListIpcExportReconciled(done, outer.far, &bytes, &size),
                  NvSciError_BadParameter);
    assert_result(NvSciSyncAttrListIpcExportReconciled(at_leaf, outer.near, &bytes, &size),
                  NvSciError_BadParameter);
    NvSciSyncAttrList made[] = {at_leaf, at_relay, done, mute,  step2,
                                step1,   nobody,   root, relay, leaf};
    free_lists(made, COUNT_OF(made));
    close_hop(&outer);
    close_hop(&inner);
    close_hop(&idle);
}

/**
 * Slots that were appended to a list, and copied with it, keep the peer that they came from: each
 * peer gets what it asked for.
 * @verifies RF-SHARE-010 RF-SHARE-011 RF-SHARE-014
 */
static void copies_of_slots_keep_their_peer(void **state)
{
    const Hop left = open_hop("hop_0_near", "hop_0_far");
    const Hop right = open_hop("hop_1_near", "hop_1_far");
    NvSciSyncAttrList signaler = list_of(NvSciSyncAccessPerm_SignalOnly, true);
    NvSciSyncAttrList waiter = list_of(NvSciSyncAccessPerm_WaitOnly, false);
    NvSciSyncAttrList parts[3] = {pass_lists(&signaler, 1U, &left),
                                  list_of(NvSciSyncAccessPerm_WaitOnly, true),
                                  pass_lists(&waiter, 1U, &right)};
    NvSciSyncAttrList joined = NULL;
    NvSciSyncAttrList copy = NULL;

    (void)state;
    assert_result(NvSciSyncAttrListAppendUnreconciled(parts, 3U, &joined), NvSciError_Success);
    assert_result(NvSciSyncAttrListClone(joined, &copy), NvSciError_Success);
    NvSciSyncAttrList done = reconcile(&copy, 1U);
    NvSciSyncAttrList at_left = return_list(done, &left, &signaler, 1U);
    assert_int_equal(sync_list_number(row_of(at_left), SYNC_KEY_ACTUAL_PERM),
                     NvSciSyncAccessPerm_SignalOnly);
    assert_true(sync_list_flag(row_of(at_left), SYNC_KEY_NEED_CPU_ACCESS));
    NvSciSyncAttrList at_right = return_list(done, &right, &waiter, 1U);
    assert_int_equal(sync_list_number(row_of(at_right), SYNC_KEY_ACTUAL_PERM),
                     NvSciSyncAccessPerm_WaitOnly);
    assert_false(sync_list_flag(row_of(at_right), SYNC_KEY_NEED_CPU_ACCESS));
    NvSciSyncAttrList made[] = {at_right, at_left, done, copy, joined, waiter, signaler};
    free_lists(made, COUNT_OF(made));
    free_lists(parts, 3U);
    close_hop(&left);
    close_hop(&right);
}

/**
 * A list that another version of the library wrote is refused as such, and can be imported as it
 * was.
 * @verifies RF-SHARE-003 RF-SHARE-007
 */
static void lists_of_another_version_are_refused(void **state)
{
    const Hop hop = open_hop("hop_0_near", "hop_0_far");
    NvSciSyncAttrList waiter = list_of(NvSciSyncAccessPerm_WaitOnly, true);
    NvSciSyncAttrList made[5] = {waiter, list_of(NvSciSyncAccessPerm_SignalOnly, true), NULL, NULL,
                                 NULL};

    (void)state;
    for (uint32_t way = 0U; way < 2U; way++) {
        const uint32_t faults = share_fault().total + 1U;
        NvSciSyncAttrList list = NULL;

        if (way == 0U) {
            send_lists(&waiter, 1U, hop.near, &g_bytes);
            g_bytes.at.bytes[4]++;
            assert_result(import_unreconciled(hop.far, &g_bytes, &list), NvSciError_NotSupported);
        } else {
            void *bytes = NULL;
            size_t size = 0U;

            made[3] = reconcile(&made[1], 2U);
            assert_result(NvSciSyncAttrListIpcExportReconciled(made[3], hop.far, &bytes, &size),
                          NvSciError_Success);
            receive(bytes, size, &g_bytes);
            g_bytes.at.bytes[4]++;
            assert_result(import_reconciled(hop.near, &g_bytes, &waiter, 1U, &list),
                          NvSciError_NotSupported);
        }
        assert_null(list);
        assert_int_equal(share_fault().total, faults);
        assert_int_equal(share_fault().kind, RINGFENCE_FAULT_OTHER_VERSION);
        g_bytes.at.bytes[4]--;
        assert_result((way == 0U) ? import_unreconciled(hop.far, &g_bytes, &made[2])
                                  : import_reconciled(hop.near, &g_bytes, &waiter, 1U, &made[4]),
                      NvSciError_Success);
    }
    free_lists(made, COUNT_OF(made));
    close_hop(&hop);
}

/**
 * A list that does not give the importer what it asks for is refused; so are inputs that are none.
 * @verifies RF-SHARE-024
 */
static void import_is_validated(void **state)
{
    const Hop hop = open_hop("hop_1_near", "hop_1_far");
    const Deal deal = make_deal(&hop, false, false);
    NvSciSyncAttrList back = return_list(deal.reconciled, &hop, NULL, 0U);
    NvSciSyncAttrList more = list_of(NvSciSyncAccessPerm_SignalOnly, true);
    const NvSciSyncAttrList twice[2] = {deal.waiter, deal.waiter};
    NvSciSyncAttrList list = back;

    (void)state;
    const uint32_t taken = in_use_of_all();
    const uint32_t faults = share_fault().total;
    assert_result(import_reconciled(hop.near, &g_bytes, &more, 1U, &list),
                  NvSciError_AttrListValidationFailed);
    assert_result(import_reconciled(hop.near, &g_bytes, twice, 2U, &list), NvSciError_BadParameter);
    assert_result(import_reconciled(hop.near, &g_bytes, NULL, 1U, &list), NvSciError_BadParameter);
    assert_result(import_reconciled(hop.near, &g_bytes, &back, 1U, &list), NvSciError_BadParameter);
    assert_int_equal(share_fault().total, faults);
    assert_ptr_equal(list, back);
    assert_int_equal(in_use_of_all(), taken);
    assert_result(import_reconciled(hop.near, &g_bytes, twice, 0U, &list), NvSciError_Success);
    NvSciSyncAttrListFree(list);
    NvSciSyncAttrListFree(back);
    NvSciSyncAttrListFree(more);
    end_deal(&deal);
    close_hop(&hop);
}

/* ---------------------------------------------------------------- arguments */

/** Sends a reconciled list; what arrives. */
static const Received *send_reconciled(NvSciSyncAttrList list, NvSciIpcEndpoint over)
{
    void *bytes = NULL;
    size_t size = 0U;

    assert_result(NvSciSyncAttrListIpcExportReconciled(list, over, &bytes, &size),
                  NvSciError_Success);
    receive(bytes, size, &g_changed);
    return &g_changed;
}

/**
 * Each argument is checked, and nothing is taken or written when one is wrong.
 * @verifies RF-SHARE-020
 * @verifies RF-SHARE-021
 * @verifies RF-SHARE-022
 * @verifies RF-SHARE-023
 * @verifies RF-SHARE-024
 */
static void wrong_arguments_are_refused(void **state)
{
    const Hop hop = open_hop("hop_1_near", "hop_1_far");
    const Deal deal = make_deal(&hop, false, false);
    const NvSciSyncAttrList asked = deal.waiter;
    const NvSciSyncAttrList done = deal.reconciled;
    const NvSciSyncAttrList twice[2] = {asked, asked};
    const NvSciIpcEndpoint none = 12345U;
    const Received *const sent = send_reconciled(done, hop.far);
    const uint8_t *const in = g_bytes.at.bytes;
    const size_t length = g_bytes.size;
    const uint8_t *const granted = sent->at.bytes;
    const size_t granted_length = sent->size;
    NvSciSyncModule other = NULL;
    NvSciSyncAttrList foreign = NULL;
    NvSciSyncAttrList list = NULL;
    void *bytes = NULL;
    size_t size = 0U;

    (void)state;
    assert_result(NvSciSyncModuleOpen(&other), NvSciError_Success);
    assert_result(NvSciSyncAttrListCreate(other, &foreign), NvSciError_Success);
    const NvSciSyncAttrList mixed[2] = {asked, foreign};
    const uint32_t taken = in_use_of_all();
#define BAD(call) assert_result((call), NvSciError_BadParameter)
    BAD(NvSciSyncAttrListIpcExportUnreconciled(NULL, 1U, hop.near, &bytes, &size));
    BAD(NvSciSyncAttrListIpcExportUnreconciled(&asked, 0U, hop.near, &bytes, &size));
    BAD(NvSciSyncAttrListIpcExportUnreconciled(&done, 1U, hop.near, &bytes, &size));
    BAD(NvSciSyncAttrListIpcExportUnreconciled(twice, 2U, hop.near, &bytes, &size));
    BAD(NvSciSyncAttrListIpcExportUnreconciled(mixed, 2U, hop.near, &bytes, &size));
    BAD(NvSciSyncAttrListIpcExportUnreconciled(&asked, 1U, none, &bytes, &size));
    BAD(NvSciSyncAttrListIpcExportUnreconciled(&asked, 1U, hop.near, NULL, &size));
    BAD(NvSciSyncAttrListIpcExportUnreconciled(&asked, 1U, hop.near, &bytes, NULL));
    BAD(NvSciSyncAttrListIpcExportReconciled(asked, hop.far, &bytes, &size));
    BAD(NvSciSyncAttrListIpcExportReconciled(NULL, hop.far, &bytes, &size));
    BAD(NvSciSyncAttrListIpcExportReconciled(done, none, &bytes, &size));
    BAD(NvSciSyncAttrListIpcExportReconciled(done, hop.far, NULL, &size));
    BAD(NvSciSyncAttrListIpcExportReconciled(done, hop.far, &bytes, NULL));
    BAD(NvSciSyncAttrListIpcImportUnreconciled(NULL, hop.far, in, length, &list));
    BAD(NvSciSyncAttrListIpcImportUnreconciled(g_module, none, in, length, &list));
    BAD(NvSciSyncAttrListIpcImportUnreconciled(g_module, hop.far, NULL, length, &list));
    BAD(NvSciSyncAttrListIpcImportUnreconciled(g_module, hop.far, in, 0U, &list));
    BAD(NvSciSyncAttrListIpcImportUnreconciled(g_module, hop.far, in, length, NULL));
    /* A descriptor of the other kind; all that follow are of this one. */
    BAD(NvSciSyncAttrListIpcImportReconciled(g_module, hop.far, in, length, NULL, 0U, &list));
    BAD(NvSciSyncAttrListIpcImportReconciled(g_module, hop.near, granted, granted_length, &foreign,
                                             1U, &list));
    BAD(NvSciSyncAttrListIpcImportReconciled(NULL, hop.near, granted, granted_length, NULL, 0U,
                                             &list));
    BAD(NvSciSyncAttrListIpcImportReconciled(g_module, none, granted, granted_length, NULL, 0U,
                                             &list));
    BAD(NvSciSyncAttrListIpcImportReconciled(g_module, hop.near, NULL, granted_length, NULL, 0U,
                                             &list));
    BAD(NvSciSyncAttrListIpcImportReconciled(g_module, hop.near, granted, 0U, NULL, 0U, &list));
    BAD(NvSciSyncAttrListIpcImportReconciled(g_module, hop.near, granted, granted_length, NULL, 0U,
                                             NULL));
#undef BAD
    assert_null(bytes);
    assert_null(list);
    assert_int_equal(in_use_of_all(), taken);
    assert_result(NvSciSyncAttrListIpcImportReconciled(g_module, hop.near, granted, granted_length,
                                                       NULL, 0U, &list),
                  NvSciError_Success);
    NvSciSyncAttrListFree(list);
    NvSciSyncAttrListFree(foreign);
    NvSciSyncModuleClose(other);
    end_deal(&deal);
    close_hop(&hop);
}

/**
 * Descriptors are freed by the functions of their kind, in INIT and DEINIT, not in RUNTIME.
 * @verifies RF-SHARE-006
 * @verifies RF-SHARE-025
 */
static void descriptors_are_freed_by_kind_and_phase(void **state)
{
    const Hop hop = open_hop("hop_1_near", "hop_1_far");
    NvSciSyncAttrList asked = list_of(1U, false);
    void *bytes[2] = {NULL, NULL};
    size_t size = 0U;
    RingfenceRefusal refusal;

    (void)state;
    for (uint32_t i = 0U; i < 2U; i++) {
        assert_result(
            NvSciSyncAttrListIpcExportUnreconciled(&asked, 1U, hop.near, &bytes[i], &size),
            NvSciError_Success);
    }
    const uint32_t faults = share_fault().total;
    NvSciSyncAttrListAndObjFreeDesc(bytes[0]);
    assert_int_equal(share_fault().total, faults + 1U);
    assert_string_equal(share_fault().function, "NvSciSyncAttrListAndObjFreeDesc");
    NvSciSyncAttrListFreeDesc(bytes[0]);
    assert_int_equal(in_use_of(RINGFENCE_POOL_DESCRIPTOR), 1U);
    NvSciSyncAttrListFreeDesc(NULL);
    NvSciSyncAttrListAndObjFreeDesc(NULL);
    assert_int_equal(share_fault().total, faults + 1U);
    assert_result(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    NvSciSyncAttrListFreeDesc(bytes[1]);
    assert_int_equal(in_use_of(RINGFENCE_POOL_DESCRIPTOR), 1U);
    assert_result(RingfenceGetLastRefusal(&refusal), NvSciError_Success);
    assert_string_equal(refusal.function, "NvSciSyncAttrListFreeDesc");
    assert_result(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT), NvSciError_Success);
    NvSciSyncAttrListFreeDesc(bytes[1]);
    assert_int_equal(in_use_of(RINGFENCE_POOL_DESCRIPTOR), 0U);
    go_to_init();
    NvSciSyncAttrListFree(asked);
    close_hop(&hop);
}

/**
 * free() of an existing program: descriptors and texts go back, everything else stays foreign.
 * @verifies RF-SHARE-008
 * @verifies RF-CORE-083
 */
static void any_address_can_be_offered(void **state)
{
    const Hop hop = open_hop("hop_1_near", "hop_1_far");
    NvSciSyncAttrList asked = list_of(1U, false);
    uint8_t mine[4];
    void *bytes = NULL;
    void *text = NULL;
    size_t size = 0U;
    RingfenceRefusal before;
    RingfenceRefusal after;

    (void)state;
    assert_result(NvSciSyncAttrListIpcExportUnreconciled(&asked, 1U, hop.near, &bytes, &size),
                  NvSciError_Success);
    assert_result(NvSciSyncAttrListDebugDump(asked, &text, &size), NvSciError_Success);
    const uint32_t faults = share_fault().total;
    assert_result(RingfenceGetLastRefusal(&before), NvSciError_Success);
    assert_result(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    assert_result(RingfenceDescriptorFree(mine), NvSciError_BadParameter);
    assert_result(RingfenceDescriptorFree(NULL), NvSciError_BadParameter);
    assert_result(RingfenceGetLastRefusal(&after), NvSciError_Success);
    assert_int_equal(after.total, before.total);
    assert_result(RingfenceDescriptorFree(bytes), NvSciError_InvalidState);
    assert_result(RingfenceDescriptorFree(text), NvSciError_InvalidState);
    go_to_init();
    assert_int_equal(share_fault().total, faults);
    assert_result(RingfenceDescriptorFree((uint8_t *)bytes + 8U), NvSciError_BadAddress);
    assert_result(RingfenceDescriptorFree((uint8_t *)text + 1U), NvSciError_BadAddress);
    assert_int_equal(share_fault().total, faults + 2U);
    assert_string_equal(share_fault().function, "RingfenceDescriptorFree");
    assert_result(RingfenceDescriptorFree(bytes), NvSciError_Success);
    assert_result(RingfenceDescriptorFree(text), NvSciError_Success);
    assert_int_equal(in_use_of(RINGFENCE_POOL_DUMP), 0U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_DESCRIPTOR), 0U);
    assert_result(RingfenceDescriptorFree(bytes), NvSciError_BadAddress);
    assert_result(RingfenceDescriptorFree(text), NvSciError_BadAddress);
    assert_int_equal(share_fault().total, faults + 4U);
    /* The list takes a new text. */
    assert_result(NvSciSyncAttrListDebugDump(asked, &text, &size), NvSciError_Success);
    NvSciSyncAttrListFree(asked);
    assert_int_equal(in_use_of(RINGFENCE_POOL_DUMP), 0U);
    close_hop(&hop);
}

/* ---------------------------------------------------------------- hostile bytes */

static void try_unreconciled(const Hop *hop)
{
    NvSciSyncAttrList list = NULL;
    const uint32_t taken = in_use_of_all();

    if (import_unreconciled(hop->far, &g_changed, &list) == NvSciError_Success) {
        const size_t hops = (size_t)little_endian(&g_changed.at.bytes[24], 4U);
        const uint32_t keys = (uint32_t)little_endian(&g_changed.at.bytes[28], 4U);

        assert_int_equal(little_endian(&g_changed.at.bytes[16], 4U), 1U);
        assert_true(row_is(&g_sync_lists, row_of(list), &g_changed, 32U + (8U * hops), keys));
        NvSciSyncAttrListFree(list);
        g_accepted++;
    }
    assert_int_equal(in_use_of_all(), taken);
}

static void try_reconciled(const Hop *hop)
{
    NvSciSyncAttrList list = NULL;
    const uint32_t taken = in_use_of_all();

    if (import_reconciled(hop->near, &g_changed, NULL, 0U, &list) == NvSciError_Success) {
        NvSciSyncObj object = NULL;
        const uint32_t keys = (uint32_t)little_endian(&g_changed.at.bytes[20], 4U);
        const size_t hops = (size_t)little_endian(&g_changed.at.bytes[24], 4U);

        assert_int_equal(little_endian(&g_changed.at.bytes[16], 4U), 1U);
        assert_true(row_is(&g_sync_lists, row_of(list), &g_changed, 40U + (8U * hops), keys));
        assert_result(NvSciSyncObjAlloc(list, &object), NvSciError_Success);
        NvSciSyncObjFree(object);
        NvSciSyncAttrListFree(list);
        g_accepted++;
    }
    assert_int_equal(in_use_of_all(), taken);
}

/** Changes each bit of g_bytes, and cuts it at each length; with a CRC that fits. */
static void tamper(const Hop *hop, void (*attempt)(const Hop *hop))
{
    g_accepted = 0U;
    g_changed = g_bytes;
    attempt(hop);
    assert_int_equal(g_accepted, 1U);
    for (size_t bit = 0U; bit < (g_bytes.size * 8U); bit++) {
        g_changed = g_bytes;
        g_changed.at.bytes[bit / 8U] ^= (uint8_t)(1U << (bit % 8U));
        reseal(&g_changed);
        attempt(hop);
    }
    assert_in_range(g_accepted, 2U, (g_bytes.size - WIRE_HEAD) * 8U);
    g_accepted = 0U;
    for (size_t size = 0U; size < g_bytes.size; size++) {
        const uint32_t length = little_endian_32((uint32_t)size);

        g_changed = g_bytes;
        g_changed.size = size;
        if (size >= WIRE_HEAD) {
            (void)memcpy(&g_changed.at.bytes[8], &length, sizeof(length));
            reseal(&g_changed);
        }
        attempt(hop);
    }
    assert_int_equal(g_accepted, 0U);
}

/**
 * Whichever bit of an unreconciled list changes, and wherever it is cut: the import fails, or gives
 * what the bytes say.
 * @verifies RF-SHARE-012
 * @verifies RF-SHARE-013
 * @verifies RF-SHARE-019
 */
static void tampered_unreconciled_lists_do_no_harm(void **state)
{
    const Hop hop = open_hop("hop_1_near", "hop_1_far");
    NvSciSyncAttrList list = list_of(0U, false);

    (void)state;
    fill_row(row_of(list), false);
    send_lists(&list, 1U, hop.near, &g_bytes);
    tamper(&hop, try_unreconciled);
    NvSciSyncAttrListFree(list);
    close_hop(&hop);
}

/**
 * Whichever bit of a reconciled list changes, and wherever it is cut: the import fails, or gives a
 * list of which an object can be made.
 * @verifies RF-SHARE-016
 * @verifies RF-SHARE-017
 */
static void tampered_reconciled_lists_do_no_harm(void **state)
{
    const Hop hop = open_hop("hop_1_near", "hop_1_far");

    (void)state;
    for (uint32_t i = 0U; i < 4U; i++) {
        const Deal deal = make_deal(&hop, (i & 1U) != 0U, (i & 2U) != 0U);
        NvSciSyncAttrList back = return_list(deal.reconciled, &hop, NULL, 0U);

        tamper(&hop, try_reconciled);
        NvSciSyncAttrListFree(back);
        end_deal(&deal);
    }
    close_hop(&hop);
}

/** A value that no reconciliation gives; `size` 0: none at all. */
typedef struct {
    SyncKey key;
    size_t size;
    uint64_t number;
} Lie;

/**
 * Each value that a hostile peer can state wrongly is refused.
 * @verifies RF-SHARE-017
 * @verifies RF-SHARE-220
 * @verifies RF-ENGINE-051
 */
static void what_no_reconciliation_makes_is_refused(void **state)
{
    static const Lie lies[] = {
        {SYNC_KEY_REQUIRED_PERM, 8U, 1U},
        {SYNC_KEY_REQUIRED_PERM, 0U, 0U},
        {SYNC_KEY_CONTEXT_INSENSITIVE, 0U, 0U},
        {SYNC_KEY_DETERMINISTIC, 0U, 0U},
        {SYNC_KEY_TIMESTAMPS, 0U, 0U},
        {SYNC_KEY_TIMESTAMPS, 1U, 0U},
        {SYNC_KEY_TIMESTAMP_SLOTS, 0U, 0U},
        {SYNC_KEY_TIMESTAMP_SLOTS, 4U, 0U},
        {SYNC_KEY_TIMESTAMP_SLOTS, 4U, 65537U},
        {SYNC_KEY_TASK_STATUS_SLOTS, 0U, 0U},
        {SYNC_KEY_TASK_STATUS_SLOTS, 4U, 0U},
        {SYNC_KEY_TASK_STATUS_SLOTS, 4U, 65537U},
        {SYNC_KEY_TASK_STATUS_SLOTS, 4U, UINT32_MAX},
        {SYNC_KEY_MAX_VALUE, 0U, 0U},
        {SYNC_KEY_MAX_VALUE, 8U, 1U},
        {SYNC_KEY_MAX_VALUE, 8U, UINT32_MAX},
        {SYNC_KEY_PRIMITIVE, 0U, 0U},
        {SYNC_KEY_PRIMITIVE, 4U, NvSciSyncAttrValPrimitiveType_Syncpoint},
        {SYNC_KEY_PRIMITIVE, 4U, NvSciSyncAttrValPrimitiveType_SysmemSemaphore},
        {SYNC_KEY_PRIMITIVE, 8U, 0x0000000500000005ULL},
        {SYNC_KEY_SIGNALERS, 0U, 0U},
        {SYNC_KEY_SIGNALERS, 4U, 0U},
        {SYNC_KEY_SIGNALERS, 4U, SYNC_SIGNALERS_CPU | 1U},
        {SYNC_KEY_SIGNALERS, 4U, SYNC_SIGNALERS_CPU << 1U},
        {SYNC_KEY_DRIVER, 8U, 1U},
    };
    const Hop hop = open_hop("hop_1_near", "hop_1_far");

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(lies); i++) {
        const Deal deal = make_deal(&hop, true, false);
        const uint32_t row = row_of(deal.reconciled);
        const AttrValue value = {&lies[i].number, lies[i].size};
        NvSciSyncAttrList back = NULL;
        void *bytes = NULL;
        size_t size = 0U;

        list_unset(&g_sync_lists, row, lies[i].key);
        if (lies[i].size > 0U) {
            list_put(&g_sync_lists, row, lies[i].key, value);
        }
        assert_result(NvSciSyncAttrListIpcExportReconciled(deal.reconciled, hop.far, &bytes, &size),
                      NvSciError_Success);
        receive(bytes, size, &g_bytes);
        const uint32_t taken = in_use_of_all();
        const uint32_t faults = share_fault().total;
        assert_result(import_reconciled(hop.near, &g_bytes, NULL, 0U, &back),
                      NvSciError_BadParameter);
        assert_int_equal(share_fault().total, faults + 1U);
        assert_int_equal(share_fault().kind, RINGFENCE_FAULT_BAD_DESCRIPTOR);
        assert_int_equal(in_use_of_all(), taken);
        end_deal(&deal);
    }
    close_hop(&hop);
}

/**
 * Lists from more processes than a list can tell apart do not reconcile, and the conflict says so.
 * @verifies RF-CORE-100
 */
static void too_many_origins_conflict(void **state)
{
    NvSciSyncAttrList lists[RINGFENCE_CFG_ROUTES + 1U];
    NvSciSyncAttrList done = NULL;
    NvSciSyncAttrList conflict = NULL;
    RingfenceConflict reason;

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(lists); i++) {
        lists[i] = list_of(
            (i == 0U) ? NvSciSyncAccessPerm_SignalOnly : NvSciSyncAccessPerm_WaitOnly, true);
        if (i > 0U) {
            ListRoute *const route = &g_sync_lists.rows[row_of(lists[i])].route[0];

            route->count = 1U;
            route->hops[0] = i;
        }
    }
    assert_result(NvSciSyncAttrListReconcile(lists, COUNT_OF(lists), &done, &conflict),
                  NvSciError_InsufficientResource);
    assert_null(done);
    assert_result(RingfenceExplainConflict(conflict, &reason), NvSciError_Success);
    assert_int_equal(reason.rule, RINGFENCE_RULE_ORIGINS);
    assert_int_equal(reason.error, NvSciError_InsufficientResource);
    NvSciSyncAttrListFree(conflict);
    assert_result(NvSciSyncAttrListReconcile(lists, COUNT_OF(lists) - 1U, &done, &conflict),
                  NvSciError_Success);
    NvSciSyncAttrListFree(done);
    for (uint32_t i = 0U; i < COUNT_OF(lists); i++) {
        NvSciSyncAttrListFree(lists[i]);
    }
}

/**
 * Descriptors of both kinds are freed in INIT and DEINIT, not in RUNTIME.
 * @verifies RF-SHARE-025
 * @verifies RF-CORE-013
 */
static void both_kinds_are_freed_by_phase(void **state)
{
    static const WireKind kinds[] = {WIRE_SYNC_RECONCILED, WIRE_SYNC_LIST_AND_OBJECT};
    void *bytes[2] = {NULL, NULL};
    size_t size = 0U;

    (void)state;
    for (uint32_t i = 0U; i < 2U; i++) {
        uint32_t index = 0U;
        WireOut out;

        assert_result(descriptor_take(kinds[i], &index, &out), NvSciError_Success);
        assert_result(descriptor_publish(OP_DESCRIPTOR_FREE, index, &out, &bytes[i], &size),
                      NvSciError_Success);
    }
    const uint32_t faults = share_fault().total;
    for (RingfencePhase phase = RINGFENCE_PHASE_RUNTIME; phase <= RINGFENCE_PHASE_DEINIT;
         phase = (RingfencePhase)(2U * (uint32_t)phase)) {
        assert_result(RingfenceAdvancePhase(phase), NvSciError_Success);
        NvSciSyncAttrListFreeDesc(bytes[0]);
        NvSciSyncAttrListAndObjFreeDesc(bytes[1]);
        assert_int_equal(in_use_of(RINGFENCE_POOL_DESCRIPTOR),
                         (phase == RINGFENCE_PHASE_RUNTIME) ? 2U : 0U);
    }
    assert_int_equal(share_fault().total, faults);
    go_to_init();
}

/**
 * Lists are exported and imported in INIT alone; a refused call is counted and changes nothing.
 * @verifies RF-CORE-013
 * @verifies RF-CORE-014
 * @verifies RF-CORE-015
 */
static void lists_are_shared_in_init_alone(void **state)
{
    static const RingfencePhase phases[] = {RINGFENCE_PHASE_RUNTIME, RINGFENCE_PHASE_DEINIT};
    const Hop hop = open_hop("hop_0_near", "hop_0_far");
    const Deal deal = make_deal(&hop, false, false);
    const NvSciSyncAttrList asked = deal.waiter;
    const NvSciSyncAttrList done = deal.reconciled;
    const uint8_t *const in = g_bytes.at.bytes;
    const size_t length = g_bytes.size;
    NvSciSyncAttrList list = NULL;
    void *bytes = NULL;
    size_t size = 0U;

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(phases); i++) {
        const uint32_t taken = in_use_of_all();
        RingfenceRefusal before;
        RingfenceRefusal after;

        assert_result(RingfenceAdvancePhase(phases[i]), NvSciError_Success);
        assert_result(RingfenceGetLastRefusal(&before), NvSciError_Success);
#define REFUSED(call) assert_result((call), NvSciError_InvalidState)
        REFUSED(NvSciSyncAttrListIpcExportUnreconciled(&asked, 1U, hop.near, &bytes, &size));
        REFUSED(NvSciSyncAttrListIpcExportReconciled(done, hop.far, &bytes, &size));
        REFUSED(NvSciSyncAttrListIpcImportUnreconciled(g_module, hop.far, in, length, &list));
        REFUSED(
            NvSciSyncAttrListIpcImportReconciled(g_module, hop.far, in, length, NULL, 0U, &list));
#undef REFUSED
        assert_result(RingfenceGetLastRefusal(&after), NvSciError_Success);
        assert_int_equal(after.total, before.total + 4U);
        assert_null(list);
        assert_null(bytes);
        assert_int_equal(in_use_of_all(), taken);
    }
    go_to_init();
    end_deal(&deal);
    close_hop(&hop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scene_test(every_key_reaches_the_peer),
        scene_test(largest_slot_fits),
        scene_test(largest_reconciled_list_fits),
        scene_test(frames_of_the_built_in_table_hold_a_descriptor),
        scene_test(short_of_rows_nothing_is_taken),
        scene_test(reconciled_lists_come_back),
        scene_test(each_process_of_a_chain_gets_its_grant),
        scene_test(copies_of_slots_keep_their_peer),
        scene_test(lists_of_another_version_are_refused),
        scene_test(import_is_validated),
        scene_test(too_many_origins_conflict),
        scene_test(wrong_arguments_are_refused),
        scene_test(both_kinds_are_freed_by_phase),
        scene_test(lists_are_shared_in_init_alone),
        scene_test(descriptors_are_freed_by_kind_and_phase),
        scene_test(any_address_can_be_offered),
        scene_test(tampered_unreconciled_lists_do_no_harm),
        scene_test(tampered_reconciled_lists_do_no_harm),
        scene_test(what_no_reconciliation_makes_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
