/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file buf_list_test.c
 * Buffer lists that go to a peer and come back.
 */
#define _GNU_SOURCE

#include "share_fixture.h"

#include "buf/buf.h"
#include "buf_lists.h"
#include "core/pool.h"

/** Bytes of the largest buffer that a test allocates. */
#define BUFFER_MAX 16777216U

static Received g_bytes;
static Received g_changed;
/** Changed bytes that were accepted. */
static uint32_t g_accepted;

static int scene_up(void **state)
{
    (void)share_begin(state);
    return buf_module_up(state);
}

static int scene_down(void **state)
{
    NvSciBufModuleClose(g_module);
    g_module = NULL;
    return share_end(state);
}

#define scene_test(function) cmocka_unit_test_setup_teardown(function, scene_up, scene_down)

static uint32_t row_of(NvSciBufAttrList list)
{
    uint32_t index = 0U;

    assert_int_equal(pool_find(OP_BUF_OBJ_ALLOC, RINGFENCE_POOL_BUF_LIST, list, &index),
                     NvSciError_Success);
    return index;
}

/** Keeps what an export gave, as the receiver of a message does, and frees it. */
static void receive(void *bytes, size_t size, Received *received)
{
    assert_in_range(size, WIRE_HEAD, sizeof(received->at));
    (void)memcpy(received->at.bytes, bytes, size);
    received->size = size;
    NvSciBufAttrListFreeDesc(bytes);
}

static void send_lists(const NvSciBufAttrList *lists, size_t count, NvSciIpcEndpoint over,
                       Received *received)
{
    void *bytes = NULL;
    size_t size = 0U;

    assert_result(NvSciBufAttrListIpcExportUnreconciled(lists, count, over, &bytes, &size),
                  NvSciError_Success);
    receive(bytes, size, received);
}

static NvSciBufAttrList take_lists(NvSciIpcEndpoint over, const Received *received)
{
    NvSciBufAttrList list = NULL;

    assert_result(NvSciBufAttrListIpcImportUnreconciled(g_module, over, received->at.bytes,
                                                        received->size, &list),
                  NvSciError_Success);
    return list;
}

/** A list that came over the channel. */
static NvSciBufAttrList pass_lists(const NvSciBufAttrList *lists, size_t count, const Hop *hop)
{
    send_lists(lists, count, hop->near, &g_bytes);
    return take_lists(hop->far, &g_bytes);
}

static NvSciError import_reconciled(NvSciIpcEndpoint over, const Received *received,
                                    const NvSciBufAttrList *lists, size_t count,
                                    NvSciBufAttrList *list)
{
    return NvSciBufAttrListIpcImportReconciled(g_module, over, received->at.bytes, received->size,
                                               lists, count, list);
}

/** A reconciled list back over the channel, checked against lists. */
static NvSciBufAttrList return_list(NvSciBufAttrList list, const Hop *hop,
                                    const NvSciBufAttrList *lists, size_t count)
{
    void *bytes = NULL;
    size_t size = 0U;
    NvSciBufAttrList back = NULL;

    assert_result(NvSciBufAttrListIpcExportReconciled(list, hop->far, &bytes, &size),
                  NvSciError_Success);
    receive(bytes, size, &g_bytes);
    assert_result(import_reconciled(hop->near, &g_bytes, lists, count, &back), NvSciError_Success);
    return back;
}

static NvSciBufAttrList reconcile(const NvSciBufAttrList *lists, size_t count)
{
    NvSciBufAttrList reconciled = NULL;
    NvSciBufAttrList conflict = NULL;

    assert_result(NvSciBufAttrListReconcile(lists, count, &reconciled, &conflict),
                  NvSciError_Success);
    return reconciled;
}

static bool same_values(uint32_t left, uint32_t right)
{
    bool same = true;

    for (uint32_t key = 0U; key < g_buf_table.count; key++) {
        const AttrValue a = list_value(&g_buf_lists, left, key);
        const AttrValue b = list_value(&g_buf_lists, right, key);

        same = same && (a.len == b.len);
        if (same && (a.len > 0U)) {
            same = (memcmp(a.bytes, b.bytes, a.len) == 0);
        }
        if (!same) {
            print_error("%s differs\n", g_buf_table.keys[key].name);
            break;
        }
    }
    return same;
}

/** Puts a value into every key that an application can set, whatever the types. */
static void fill_row(uint32_t row, bool whole)
{
    for (uint32_t key = 0U; key < g_buf_table.count; key++) {
        const AttrKey *const attr = &g_buf_table.keys[key];
        uint8_t ones[2048] = {0};
        uint8_t value[2048];
        const size_t count = whole ? attr->max_count : 1U;
        const size_t len = count * attr->element_size;

        assert_in_range(len, 1U, sizeof(value));
        for (size_t at = 0U; at < len; at += attr->element_size) {
            ones[at] = 1U;
        }
        attr_copy_little_endian(attr, value, ones,
                                sizeof(value) - (sizeof(value) % attr->element_size));
        if (key == BUF_PYRAMID_SCALE) {
            const float scale = 0.5F;

            (void)memcpy(value, &scale, sizeof(scale));
        } else if (key == BUF_IMAGE_SURF_TYPE) {
            (void)memset(value, 0, attr->element_size);
        } else if (key == BUF_GENERAL_TYPES) {
            for (uint32_t type = 1U; type <= BUF_TYPES_MAX; type++) {
                (void)memcpy(&value[(type - 1U) * sizeof(type)], &type, sizeof(type));
            }
        } else if (key == BUF_GENERAL_PEER_HW_ENGINE_ARRAY) {
            NvSciBufPeerHwEngine engine;

            (void)memset(&engine, 0, sizeof(engine));
            engine.engName = NvSciBufHwEngName_Display;
            engine.platName = NvSciBufPlatformName_Orin;
            for (size_t at = 0U; at < len; at += sizeof(engine)) {
                (void)memcpy(&value[at], &engine, sizeof(engine));
            }
        } else if (key == BUF_GENERAL_ENABLE_GPU_CACHE) {
            value[sizeof(NvSciRmGpuId)] = 1U;
        } else if (key == BUF_GENERAL_ENABLE_GPU_COMPRESSION) {
            NvSciBufAttrValGpuCompression wish;

            (void)memset(&wish, 0, sizeof(wish));
            wish.compressionType = NvSciBufCompressionType_GenericCompressible;
            for (size_t at = 0U; at < len; at += sizeof(wish)) {
                (void)memcpy(&value[at], &wish, sizeof(wish));
            }
        } else {
            /* One is a value of every other key. */
        }
        const size_t kept = (key == BUF_GENERAL_ENABLE_GPU_CACHE) ? attr->element_size
                            : (key == BUF_GENERAL_TYPES)          ? (BUF_TYPES_MAX * 4U)
                                                                  : len;
        const AttrValue put = {value, kept};
        if (attr->direction != ATTR_OUTPUT) {
            assert_true(attr_value_fits(attr, put));
            list_put(&g_buf_lists, row, key, put);
        }
    }
}

/* ---------------------------------------------------------------- unreconciled lists */

/**
 * Each key that an application can set, with one element and with as many as fit, reaches the peer
 * unchanged, and cannot be set there.
 * @verifies RF-SHARE-010
 * @verifies RF-SHARE-012
 * @verifies RF-SHARE-021
 * @verifies RF-SHARE-023
 */
static void every_key_reaches_the_peer(void **state)
{
    const Hop hop = open_hop("hop_0_near", "hop_0_far");

    (void)state;
    for (uint32_t whole = 0U; whole < 2U; whole++) {
        NvSciBufAttrList list = LIST(TYPES(NvSciBufType_RawBuffer));
        fill_row(row_of(list), whole == 1U);
        NvSciBufAttrList came = pass_lists(&list, 1U, &hop);
        bool reconciled = true;

        assert_true(same_values(row_of(list), row_of(came)));
        assert_int_equal(NvSciBufAttrListGetSlotCount(came), 1U);
        assert_result(NvSciBufAttrListIsReconciled(came, &reconciled), NvSciError_Success);
        assert_false(reconciled);
        assert_result(SET(came, PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, true)),
                      NvSciError_BadParameter);
        NvSciBufAttrListFree(list);
        NvSciBufAttrListFree(came);
    }
    close_hop(&hop);
}

/**
 * The largest descriptor of one slot fits; what does not fit takes nothing, and the report names
 * the macro and the bytes.
 * @verifies RF-SHARE-005
 * @verifies RF-SHARE-203
 */
static void largest_slot_fits(void **state)
{
    const Hop hop = open_hop("hop_0_near", "hop_0_far");
    NvSciBufAttrList lists[8];
    const uint32_t taken = in_use_of(RINGFENCE_POOL_DESCRIPTOR);
    void *bytes = &lists;
    size_t size = 5U;

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(lists); i++) {
        ListRow *row = NULL;

        lists[i] = LIST(TYPES(NvSciBufType_RawBuffer));
        fill_row(row_of(lists[i]), true);
        row = &g_buf_lists.rows[row_of(lists[i])];
        row->route[0].count = RINGFENCE_CFG_HOPS;
        for (uint32_t h = 0U; h < RINGFENCE_CFG_HOPS; h++) {
            row->route[0].hops[h] = 1U + h;
        }
    }
    send_lists(lists, 1U, hop.near, &g_bytes);
    print_message("largest slot of a buffer list: %zu bytes\n", g_bytes.size);
    assert_in_range(g_bytes.size, 1U, RINGFENCE_CFG_DESCRIPTOR_BYTES);
    assert_result(
        NvSciBufAttrListIpcExportUnreconciled(lists, COUNT_OF(lists), hop.near, &bytes, &size),
        NvSciError_InsufficientMemory);
    assert_ptr_equal(bytes, &lists);
    assert_int_equal(size, 5U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_DESCRIPTOR), taken);
    assert_int_equal(share_fault().kind, RINGFENCE_FAULT_LIMIT);
    assert_string_equal(share_fault().limit, "RINGFENCE_CFG_DESCRIPTOR_BYTES");
    assert_string_equal(share_fault().function, "NvSciBufAttrListIpcExportUnreconciled");
    assert_int_equal(share_fault().allowed, RINGFENCE_CFG_DESCRIPTOR_BYTES);
    /* A head, the number of slots, and eight times what one slot took behind these. */
    assert_int_equal(share_fault().asked,
                     WIRE_HEAD + 8U + (COUNT_OF(lists) * (g_bytes.size - WIRE_HEAD - 8U)));
    buf_free_lists(lists, COUNT_OF(lists));
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
    NvSciBufAttrList list = LIST(TYPES(NvSciBufType_RawBuffer));
    const uint32_t index = row_of(list);
    ListRow *const row = &g_buf_lists.rows[index];
    WireOut out = wire_begin(words, sizeof(words), WIRE_BUF_LIST_AND_OBJECT);

    (void)state;
    for (uint32_t key = 0U; key < g_buf_lists.table->count; key++) {
        const AttrKey *const attr = &g_buf_lists.table->keys[key];
        const AttrValue put = {value, (size_t)attr->max_count * attr->element_size};

        assert_in_range(put.len, 1U, sizeof(value));
        list_put(&g_buf_lists, index, key, put);
    }
    row->routes = RINGFENCE_CFG_ROUTES;
    for (uint32_t i = 0U; i < RINGFENCE_CFG_ROUTES; i++) {
        row->route[i].count = RINGFENCE_CFG_HOPS;
        row->route[i].perm = 3U;
        row->route[i].hops[RINGFENCE_CFG_HOPS - 1U] = 9U;
    }
    list_wire_put_reconciled(&g_buf_lists, index, 9U, &out);
    assert_true(wire_end(&out));
    print_message("largest reconciled buf list: %zu bytes\n", out.used);
    /* An object beside it takes no more than the descriptor of one. */
    assert_in_range(out.used + sizeof(NvSciBufObjIpcExportDescriptor), 1U,
                    RINGFENCE_CFG_DESCRIPTOR_BYTES);
    NvSciBufAttrListFree(list);
}

/**
 * Slots of several lists, and of lists of several slots, arrive as the slots of one list.
 * @verifies RF-SHARE-010
 * @verifies RF-SHARE-021
 */
static void slots_arrive_in_order(void **state)
{
    const Hop hop = open_hop("hop_0_near", "hop_0_far");
    NvSciBufAttrList lists[3] = {buf_recipe(RECIPE_RAW), buf_recipe(RECIPE_TENSOR),
                                 buf_recipe(RECIPE_IMAGE)};
    NvSciBufAttrList both[2] = {NULL, lists[2]};
    NvSciBufAttrList came = NULL;
    uint32_t row = 0U;

    (void)state;
    assert_result(NvSciBufAttrListAppendUnreconciled(lists, 2U, &both[0]), NvSciError_Success);
    came = pass_lists(both, 2U, &hop);
    assert_int_equal(NvSciBufAttrListGetSlotCount(came), 3U);
    for (uint32_t slot = 0U; slot < 3U; slot++) {
        assert_int_equal(list_slot(&g_buf_lists, row_of(came), slot, &row), NvSciError_Success);
        assert_true(same_values(row_of(lists[slot]), row));
    }
    NvSciBufAttrListFree(came);
    NvSciBufAttrListFree(both[0]);
    buf_free_lists(lists, 3U);
    close_hop(&hop);
}

/**
 * A list passes through RINGFENCE_CFG_HOPS channels, and not through one more.
 * @verifies RF-SHARE-014
 */
static void too_many_hops_are_refused(void **state)
{
    const Hop hop = open_hop("hop_0_near", "hop_0_far");
    NvSciBufAttrList list = buf_recipe(RECIPE_RAW);
    NvSciBufAttrList next = NULL;

    (void)state;
    for (uint32_t i = 0U; i < RINGFENCE_CFG_HOPS; i++) {
        next = pass_lists(&list, 1U, &hop);
        assert_int_equal(g_buf_lists.rows[row_of(next)].route[0].count, i + 1U);
        NvSciBufAttrListFree(list);
        list = next;
    }
    send_lists(&list, 1U, hop.near, &g_bytes);
    const uint32_t taken = in_use_of_all();
    assert_result(NvSciBufAttrListIpcImportUnreconciled(g_module, hop.far, g_bytes.at.bytes,
                                                        g_bytes.size, &next),
                  NvSciError_Overflow);
    assert_int_equal(in_use_of_all(), taken);
    NvSciBufAttrListFree(list);
    close_hop(&hop);
}

/* ---------------------------------------------------------------- reconciled lists */

/**
 * A list of each type that was reconciled from a list of the peer goes back, satisfies that list,
 * has the same layout, and a buffer can be allocated from it.
 * @verifies RF-SHARE-011
 * @verifies RF-SHARE-016
 * @verifies RF-SHARE-018
 * @verifies RF-SHARE-022
 * @verifies RF-SHARE-024
 */
static void every_type_comes_back(void **state)
{
    const Hop hop = open_hop("hop_0_near", "hop_0_far");

    (void)state;
    for (uint32_t i = 0U; i < RECIPE_COUNT; i++) {
        NvSciBufAttrList own = buf_recipe((BufRecipeIndex)i);
        NvSciBufAttrList asked = RECIPE(
            (BufRecipeIndex)i, PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, true),
            PAIR(NvSciBufGeneralAttrKey_RequiredPerm, uint32_t, NvSciBufAccessPerm_ReadWrite),
            PAIR(NvSciBufGeneralAttrKey_EnableCpuCache, bool, true));
        NvSciBufAttrList came = pass_lists(&asked, 1U, &hop);
        const NvSciBufAttrList both[2] = {own, came};
        NvSciBufAttrList reconciled = reconcile(both, 2U);
        NvSciBufAttrList back = return_list(reconciled, &hop, &asked, 1U);
        NvSciBufObj object = NULL;

        assert_int_equal(buf_get(reconciled, NvSciBufGeneralAttrKey_NeedCpuAccess, 1U, 0U), 0U);
        assert_int_equal(buf_get(back, NvSciBufGeneralAttrKey_NeedCpuAccess, 1U, 0U), 1U);
        assert_int_equal(buf_get(back, NvSciBufGeneralAttrKey_ActualPerm, 4U, 0U), 3U);
        /* But for what belongs to the peer they are equal. */
        buf_put_number(row_of(back), BUF_GENERAL_NEED_CPU_ACCESS, 0U);
        assert_true(same_values(row_of(reconciled), row_of(back)));
        buf_put_number(row_of(back), BUF_GENERAL_NEED_CPU_ACCESS, 1U);
        assert_result(NvSciBufObjAlloc(back, &object), NvSciError_Success);
        assert_result(NvSciBufObjValidate(object), NvSciError_Success);
        NvSciBufObjFree(object);
        NvSciBufAttrListFree(back);
        NvSciBufAttrListFree(reconciled);
        NvSciBufAttrListFree(came);
        NvSciBufAttrListFree(asked);
        NvSciBufAttrListFree(own);
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
    const Hop middle = open_hop("hop_1_near", "hop_1_far");
    const Hop inner = open_hop("hop_2_near", "hop_2_far");
    const Hop other = open_hop("hop_3_near", "hop_3_far");
    NvSciBufAttrList leaf = RECIPE(RECIPE_RAW, PAIR(NvSciBufGeneralAttrKey_RequiredPerm, uint32_t,
                                                    NvSciBufAccessPerm_ReadWrite));
    NvSciBufAttrList relay =
        RECIPE(RECIPE_RAW, PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, true));
    NvSciBufAttrList aside = buf_recipe(RECIPE_RAW);
    NvSciBufAttrList step1 = pass_lists(&leaf, 1U, &outer);
    NvSciBufAttrList step2 = pass_lists(&step1, 1U, &middle);
    const NvSciBufAttrList inputs[2] = {step2, relay};
    NvSciBufAttrList step3 = pass_lists(inputs, 2U, &inner);
    NvSciBufAttrList asides = pass_lists(&aside, 1U, &other);
    const NvSciBufAttrList all[2] = {step3, asides};
    NvSciBufAttrList root = reconcile(all, 2U);
    void *bytes = NULL;
    size_t size = 0U;

    (void)state;
    NvSciBufAttrList at_relay = return_list(root, &inner, inputs, 2U);
    assert_int_equal(buf_get(at_relay, NvSciBufGeneralAttrKey_ActualPerm, 4U, 0U), 3U);
    assert_int_equal(buf_get(at_relay, NvSciBufGeneralAttrKey_NeedCpuAccess, 1U, 0U), 1U);
    NvSciBufAttrList at_second = return_list(at_relay, &middle, &step1, 1U);
    assert_int_equal(buf_get(at_second, NvSciBufGeneralAttrKey_ActualPerm, 4U, 0U), 3U);
    assert_int_equal(buf_get(at_second, NvSciBufGeneralAttrKey_NeedCpuAccess, 1U, 0U), 0U);
    NvSciBufAttrList at_leaf = return_list(at_second, &outer, &leaf, 1U);
    assert_int_equal(buf_get(at_leaf, NvSciBufGeneralAttrKey_ActualPerm, 4U, 0U), 3U);
    NvSciBufAttrList at_aside = return_list(root, &other, &aside, 1U);
    assert_int_equal(buf_get(at_aside, NvSciBufGeneralAttrKey_ActualPerm, 4U, 0U), 1U);
    /* Not to who did not ask: the relay's other channels, the leaf's own side. */
    assert_result(NvSciBufAttrListIpcExportReconciled(at_relay, other.far, &bytes, &size),
                  NvSciError_NotPermitted);
    assert_result(NvSciBufAttrListIpcExportReconciled(at_leaf, outer.near, &bytes, &size),
                  NvSciError_NotPermitted);
    assert_result(NvSciBufAttrListIpcExportReconciled(root, middle.far, &bytes, &size),
                  NvSciError_NotPermitted);
    NvSciBufAttrList made[] = {at_aside, at_leaf, at_second, at_relay, root,  asides,
                               step3,    step2,   step1,     aside,    relay, leaf};
    buf_free_lists(made, COUNT_OF(made));
    close_hop(&outer);
    close_hop(&middle);
    close_hop(&inner);
    close_hop(&other);
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
    NvSciBufAttrList writer = RECIPE(RECIPE_RAW, PAIR(NvSciBufGeneralAttrKey_RequiredPerm, uint32_t,
                                                      NvSciBufAccessPerm_ReadWrite));
    NvSciBufAttrList reader =
        RECIPE(RECIPE_RAW, PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, true));
    NvSciBufAttrList parts[3] = {pass_lists(&writer, 1U, &left), buf_recipe(RECIPE_RAW),
                                 pass_lists(&reader, 1U, &right)};
    NvSciBufAttrList joined = NULL;
    NvSciBufAttrList copy = NULL;

    (void)state;
    assert_result(NvSciBufAttrListAppendUnreconciled(parts, 3U, &joined), NvSciError_Success);
    assert_result(NvSciBufAttrListClone(joined, &copy), NvSciError_Success);
    NvSciBufAttrList done = reconcile(&copy, 1U);
    NvSciBufAttrList at_left = return_list(done, &left, &writer, 1U);
    assert_int_equal(buf_get(at_left, NvSciBufGeneralAttrKey_ActualPerm, 4U, 0U), 3U);
    assert_int_equal(buf_get(at_left, NvSciBufGeneralAttrKey_NeedCpuAccess, 1U, 0U), 0U);
    NvSciBufAttrList at_right = return_list(done, &right, &reader, 1U);
    assert_int_equal(buf_get(at_right, NvSciBufGeneralAttrKey_ActualPerm, 4U, 0U), 1U);
    assert_int_equal(buf_get(at_right, NvSciBufGeneralAttrKey_NeedCpuAccess, 1U, 0U), 1U);
    NvSciBufAttrList made[] = {at_right, at_left, done, copy, joined, reader, writer};
    buf_free_lists(made, COUNT_OF(made));
    buf_free_lists(parts, 3U);
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
    NvSciBufAttrList reader = buf_recipe(RECIPE_RAW);
    NvSciBufAttrList made[4] = {reader, NULL, NULL, NULL};

    (void)state;
    for (uint32_t way = 0U; way < 2U; way++) {
        const uint32_t faults = share_fault().total + 1U;
        NvSciBufAttrList list = NULL;

        if (way == 0U) {
            send_lists(&reader, 1U, hop.near, &g_bytes);
            g_bytes.at.bytes[4]++;
            assert_result(NvSciBufAttrListIpcImportUnreconciled(g_module, hop.far, g_bytes.at.bytes,
                                                                g_bytes.size, &list),
                          NvSciError_NotSupported);
        } else {
            void *bytes = NULL;
            size_t size = 0U;

            made[2] = reconcile(&made[1], 1U);
            assert_result(NvSciBufAttrListIpcExportReconciled(made[2], hop.far, &bytes, &size),
                          NvSciError_Success);
            receive(bytes, size, &g_bytes);
            g_bytes.at.bytes[4]++;
            assert_result(import_reconciled(hop.near, &g_bytes, &reader, 1U, &list),
                          NvSciError_NotSupported);
        }
        assert_null(list);
        assert_int_equal(share_fault().total, faults);
        assert_int_equal(share_fault().kind, RINGFENCE_FAULT_OTHER_VERSION);
        g_bytes.at.bytes[4]--;
        if (way == 0U) {
            made[1] = take_lists(hop.far, &g_bytes);
        } else {
            assert_result(import_reconciled(hop.near, &g_bytes, &reader, 1U, &made[3]),
                          NvSciError_Success);
        }
    }
    buf_free_lists(made, COUNT_OF(made));
    close_hop(&hop);
}

/**
 * A list that does not give the importer what it asks for is refused; so are inputs that are none.
 * @verifies RF-SHARE-024
 */
static void import_is_validated(void **state)
{
    const Hop hop = open_hop("hop_0_near", "hop_0_far");
    NvSciBufAttrList asked = buf_recipe(RECIPE_RAW);
    NvSciBufAttrList more =
        RECIPE(RECIPE_RAW, PAIR(NvSciBufRawBufferAttrKey_Align, uint64_t, 1U << 20U));
    NvSciBufAttrList came = pass_lists(&asked, 1U, &hop);
    NvSciBufAttrList reconciled = reconcile(&came, 1U);
    NvSciBufAttrList back = return_list(reconciled, &hop, NULL, 0U);
    const NvSciBufAttrList twice[2] = {asked, asked};
    NvSciBufAttrList list = back;
    NvSciBufModule other = NULL;
    NvSciBufAttrList foreign = NULL;
    const NvSciBufAttrList stale[2] = {asked, NULL};

    (void)state;
    assert_result(NvSciBufModuleOpen(&other), NvSciError_Success);
    assert_result(NvSciBufAttrListCreate(other, &foreign), NvSciError_Success);
    const uint32_t taken = in_use_of_all();
    const uint32_t faults = share_fault().total;
    assert_result(import_reconciled(hop.near, &g_bytes, &more, 1U, &list),
                  NvSciError_AttrListValidationFailed);
    assert_result(import_reconciled(hop.near, &g_bytes, twice, 2U, &list),
                  NvSciError_AttrListValidationFailed);
    assert_result(import_reconciled(hop.near, &g_bytes, twice, 0U, &list), NvSciError_BadParameter);
    assert_result(import_reconciled(hop.near, &g_bytes, &back, 1U, &list), NvSciError_BadParameter);
    assert_result(import_reconciled(hop.near, &g_bytes, &foreign, 1U, &list),
                  NvSciError_BadParameter);
    assert_int_equal(share_fault().total, faults);
    assert_ptr_equal(list, back);
    assert_int_equal(in_use_of_all(), taken);
    /* No array: no check, whatever its length. */
    assert_result(import_reconciled(hop.near, &g_bytes, NULL, 7U, &list), NvSciError_Success);
    assert_result(import_reconciled(hop.near, &g_bytes, stale, 2U, &list), NvSciError_BadParameter);
    NvSciBufAttrList made[] = {list, back, reconciled, came, more, asked, foreign};
    buf_free_lists(made, COUNT_OF(made));
    NvSciBufModuleClose(other);
    close_hop(&hop);
}

/* ---------------------------------------------------------------- arguments */

/** Sends a reconciled list; what arrives. */
static const Received *send_reconciled(NvSciBufAttrList list, NvSciIpcEndpoint over)
{
    void *bytes = NULL;
    size_t size = 0U;

    assert_result(NvSciBufAttrListIpcExportReconciled(list, over, &bytes, &size),
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
    const Hop hop = open_hop("hop_0_near", "hop_0_far");
    NvSciBufAttrList asked = buf_recipe(RECIPE_RAW);
    NvSciBufAttrList came = pass_lists(&asked, 1U, &hop);
    NvSciBufAttrList done = reconcile(&came, 1U);
    const NvSciBufAttrList twice[2] = {asked, asked};
    const NvSciIpcEndpoint none = 12345U;
    const Received *const sent = send_reconciled(done, hop.far);
    const uint8_t *const in = g_bytes.at.bytes;
    const uint8_t *const granted = sent->at.bytes;
    const size_t length = sent->size;
    NvSciBufAttrList list = NULL;
    void *bytes = NULL;
    size_t size = 0U;

    (void)state;
    const uint32_t taken = in_use_of_all();
#define BAD(call) assert_result((call), NvSciError_BadParameter)
    BAD(NvSciBufAttrListIpcExportUnreconciled(NULL, 1U, hop.near, &bytes, &size));
    BAD(NvSciBufAttrListIpcExportUnreconciled(&asked, 0U, hop.near, &bytes, &size));
    BAD(NvSciBufAttrListIpcExportUnreconciled(&done, 1U, hop.near, &bytes, &size));
    BAD(NvSciBufAttrListIpcExportUnreconciled(twice, 2U, hop.near, &bytes, &size));
    BAD(NvSciBufAttrListIpcExportUnreconciled(&asked, 1U, none, &bytes, &size));
    BAD(NvSciBufAttrListIpcExportUnreconciled(&asked, 1U, hop.near, NULL, &size));
    BAD(NvSciBufAttrListIpcExportUnreconciled(&asked, 1U, hop.near, &bytes, NULL));
    BAD(NvSciBufAttrListIpcExportReconciled(asked, hop.far, &bytes, &size));
    BAD(NvSciBufAttrListIpcExportReconciled(NULL, hop.far, &bytes, &size));
    BAD(NvSciBufAttrListIpcExportReconciled(done, none, &bytes, &size));
    BAD(NvSciBufAttrListIpcExportReconciled(done, hop.far, NULL, &size));
    BAD(NvSciBufAttrListIpcExportReconciled(done, hop.far, &bytes, NULL));
    BAD(NvSciBufAttrListIpcImportUnreconciled(NULL, hop.far, in, g_bytes.size, &list));
    BAD(NvSciBufAttrListIpcImportUnreconciled(g_module, none, in, g_bytes.size, &list));
    BAD(NvSciBufAttrListIpcImportUnreconciled(g_module, hop.far, NULL, g_bytes.size, &list));
    BAD(NvSciBufAttrListIpcImportUnreconciled(g_module, hop.far, in, 0U, &list));
    BAD(NvSciBufAttrListIpcImportUnreconciled(g_module, hop.far, in, g_bytes.size, NULL));
    /* A descriptor of the other kind; all that follow are of this one. */
    BAD(NvSciBufAttrListIpcImportReconciled(g_module, hop.far, in, g_bytes.size, NULL, 0U, &list));
    BAD(NvSciBufAttrListIpcImportReconciled(NULL, hop.near, granted, length, NULL, 0U, &list));
    BAD(NvSciBufAttrListIpcImportReconciled(g_module, none, granted, length, NULL, 0U, &list));
    BAD(NvSciBufAttrListIpcImportReconciled(g_module, hop.near, NULL, length, NULL, 0U, &list));
    BAD(NvSciBufAttrListIpcImportReconciled(g_module, hop.near, granted, 0U, NULL, 0U, &list));
    BAD(NvSciBufAttrListIpcImportReconciled(g_module, hop.near, granted, length, NULL, 0U, NULL));
#undef BAD
    assert_null(bytes);
    assert_null(list);
    assert_int_equal(size, 0U);
    assert_int_equal(in_use_of_all(), taken);
    assert_result(
        NvSciBufAttrListIpcImportReconciled(g_module, hop.near, granted, length, NULL, 0U, &list),
        NvSciError_Success);
    NvSciBufAttrListFree(list);
    NvSciBufAttrListFree(done);
    NvSciBufAttrListFree(came);
    NvSciBufAttrListFree(asked);
    close_hop(&hop);
}

/**
 * Descriptors run out, and a descriptor is freed by the function of its kind alone.
 * @verifies RF-SHARE-004
 * @verifies RF-SHARE-006
 * @verifies RF-SHARE-025
 */
static void descriptors_run_out_and_are_freed(void **state)
{
    static void *all[RINGFENCE_CFG_DESCRIPTORS];
    const Hop hop = open_hop("hop_0_near", "hop_0_far");
    NvSciBufAttrList asked = buf_recipe(RECIPE_RAW);
    void *bytes = NULL;
    size_t size = 0U;

    (void)state;
    for (uint32_t i = 0U; i < RINGFENCE_CFG_DESCRIPTORS; i++) {
        assert_result(NvSciBufAttrListIpcExportUnreconciled(&asked, 1U, hop.near, &all[i], &size),
                      NvSciError_Success);
    }
    assert_result(NvSciBufAttrListIpcExportUnreconciled(&asked, 1U, hop.near, &bytes, &size),
                  NvSciError_InsufficientMemory);
    assert_null(bytes);
    const uint32_t faults = share_fault().total;
    NvSciBufAttrListAndObjFreeDesc(all[0]);
    assert_int_equal(share_fault().total, faults + 1U);
    assert_string_equal(share_fault().function, "NvSciBufAttrListAndObjFreeDesc");
    assert_int_equal(in_use_of(RINGFENCE_POOL_DESCRIPTOR), RINGFENCE_CFG_DESCRIPTORS);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_DESCRIPTORS; i++) {
        NvSciBufAttrListFreeDesc(all[i]);
    }
    assert_int_equal(share_fault().total, faults + 1U);
    NvSciBufAttrListFreeDesc(all[0]);
    assert_int_equal(share_fault().total, faults + 2U);
    NvSciBufAttrListFreeDesc(NULL);
    NvSciBufAttrListAndObjFreeDesc(NULL);
    assert_int_equal(share_fault().total, faults + 2U);
    NvSciBufAttrListFree(asked);
    close_hop(&hop);
}

/* ---------------------------------------------------------------- hostile bytes */

/** Uses a list that was accepted as a program would; none of it may leave the buffer. */
static void use_list(NvSciBufAttrList list)
{
    static uint8_t room[3][1024U * 1024U];
    NvSciBufObj object = NULL;
    uint64_t size = 0U;
    uint64_t alignment = 0U;

    buf_memory_need(row_of(list), &size, &alignment);
    if ((size > 0U) && (size <= BUFFER_MAX) && (alignment <= BUFFER_MAX)) {
        assert_result(NvSciBufObjAlloc(list, &object), NvSciError_Success);
        void *planes[3] = {room[0], room[1], room[2]};
        const void *sources[3] = {room[0], room[1], room[2]};
        const uint32_t sizes[3] = {sizeof(room[0]), sizeof(room[0]), sizeof(room[0])};
        const uint32_t pitches[3] = {1024U, 1024U, 1024U};

        (void)NvSciBufObjGetPixels(object, NULL, planes, sizes, pitches);
        (void)NvSciBufObjPutPixels(object, NULL, sources, sizes, pitches);
        NvSciBufObjFree(object);
    }
}

/** Imports changed bytes; what is accepted is what they say. */
static void try_unreconciled(const Hop *hop)
{
    NvSciBufAttrList list = NULL;
    const uint32_t taken = in_use_of_all();
    const NvSciError status = NvSciBufAttrListIpcImportUnreconciled(
        g_module, hop->far, g_changed.at.bytes, g_changed.size, &list);

    if (status == NvSciError_Success) {
        const size_t hops = (size_t)little_endian(&g_changed.at.bytes[24], 4U);
        const uint32_t keys = (uint32_t)little_endian(&g_changed.at.bytes[28], 4U);

        assert_int_equal(little_endian(&g_changed.at.bytes[16], 4U), 1U);
        assert_true(row_is(&g_buf_lists, row_of(list), &g_changed, 32U + (8U * hops), keys));
        NvSciBufAttrListFree(list);
        g_accepted++;
    }
    assert_int_equal(in_use_of_all(), taken);
}

static void try_reconciled(const Hop *hop)
{
    NvSciBufAttrList list = NULL;
    const uint32_t taken = in_use_of_all();

    if (import_reconciled(hop->near, &g_changed, NULL, 0U, &list) == NvSciError_Success) {
        const uint32_t keys = (uint32_t)little_endian(&g_changed.at.bytes[20], 4U);
        const size_t hops = (size_t)little_endian(&g_changed.at.bytes[24], 4U);

        assert_int_equal(little_endian(&g_changed.at.bytes[16], 4U), 1U);
        assert_true(row_is(&g_buf_lists, row_of(list), &g_changed, 40U + (8U * hops), keys));
        use_list(list);
        NvSciBufAttrListFree(list);
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
    /* Some bits of values may be either; none of the head may. */
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
 * @verifies RF-SHARE-015
 * @verifies RF-SHARE-019
 */
static void tampered_unreconciled_lists_do_no_harm(void **state)
{
    const Hop hop = open_hop("hop_0_near", "hop_0_far");

    (void)state;
    for (uint32_t i = 0U; i < RECIPE_COUNT; i++) {
        NvSciBufAttrList list = buf_recipe((BufRecipeIndex)i);

        send_lists(&list, 1U, hop.near, &g_bytes);
        tamper(&hop, try_unreconciled);
        NvSciBufAttrListFree(list);
    }
    close_hop(&hop);
}

/**
 * Whichever bit of a reconciled list changes, and wherever it is cut: the import fails, or gives a
 * list whose layout fits its buffer.
 * @verifies RF-SHARE-016
 * @verifies RF-SHARE-018
 */
static void tampered_reconciled_lists_do_no_harm(void **state)
{
    const Hop hop = open_hop("hop_0_near", "hop_0_far");

    (void)state;
    for (uint32_t i = 0U; i < RECIPE_COUNT; i++) {
        NvSciBufAttrList asked =
            RECIPE((BufRecipeIndex)i, PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, true));
        NvSciBufAttrList came = pass_lists(&asked, 1U, &hop);
        NvSciBufAttrList reconciled = reconcile(&came, 1U);
        NvSciBufAttrList back = return_list(reconciled, &hop, &asked, 1U);

        tamper(&hop, try_reconciled);
        NvSciBufAttrListFree(back);
        NvSciBufAttrListFree(reconciled);
        NvSciBufAttrListFree(came);
        NvSciBufAttrListFree(asked);
    }
    close_hop(&hop);
}

/** Value of a key in a row of the sender that no reconciliation makes. */
typedef struct {
    BufRecipeIndex recipe;
    BufKey key;
    uint32_t index;
    uint64_t number;
} Lie;

/**
 * Each output that a hostile peer can state wrongly is held against the computed one.
 * @verifies RF-SHARE-018
 */
static void stated_layouts_are_computed_again(void **state)
{
    static const Lie lies[] = {
        {RECIPE_IMAGE, BUF_IMAGE_SIZE, 0U, 4096U},
        {RECIPE_IMAGE, BUF_IMAGE_PLANE_OFFSET, 1U, 1ULL << 40U},
        {RECIPE_IMAGE, BUF_IMAGE_PLANE_PITCH, 0U, 1U << 30U},
        {RECIPE_IMAGE, BUF_IMAGE_PLANE_ALIGNED_HEIGHT, 0U, 1U},
        {RECIPE_IMAGE, BUF_IMAGE_PLANE_ALIGNED_SIZE, 0U, 1U},
        {RECIPE_IMAGE, BUF_IMAGE_PLANE_SECOND_FIELD_OFFSET, 0U, 1ULL << 40U},
        {RECIPE_IMAGE, BUF_IMAGE_PLANE_BITS_PER_PIXEL, 0U, 64U},
        {RECIPE_IMAGE, BUF_IMAGE_PLANE_WIDTH, 0U, 1U << 20U},
        {RECIPE_IMAGE, BUF_IMAGE_PLANE_HEIGHT, 1U, 1U << 20U},
        {RECIPE_IMAGE, BUF_IMAGE_PLANE_COUNT, 0U, 3U},
        {RECIPE_IMAGE, BUF_IMAGE_SCAN_TYPE, 0U, 1U},
        {RECIPE_IMAGE, BUF_IMAGE_ALIGNMENT, 0U, 1U},
        {RECIPE_SURFACE, BUF_IMAGE_PLANE_WIDTH, 0U, 1U << 20U},
        {RECIPE_SURFACE, BUF_IMAGE_SURF_WIDTH_BASE, 0U, 1U << 20U},
        {RECIPE_TENSOR, BUF_TENSOR_SIZE, 0U, 1U},
        {RECIPE_TENSOR, BUF_TENSOR_STRIDES_PER_DIM, 0U, 1U},
        {RECIPE_TENSOR, BUF_TENSOR_NUM_DIMS, 0U, 5U},
        {RECIPE_ARRAY, BUF_ARRAY_SIZE, 0U, 1U},
        {RECIPE_ARRAY, BUF_ARRAY_CAPACITY, 0U, 1ULL << 40U},
        {RECIPE_ARRAY, BUF_ARRAY_ALIGNMENT, 0U, 1U},
        {RECIPE_PYRAMID, BUF_PYRAMID_LEVEL_OFFSET, 1U, 1ULL << 40U},
        {RECIPE_PYRAMID, BUF_PYRAMID_LEVEL_SIZE, 2U, 1ULL << 40U},
        {RECIPE_PYRAMID, BUF_PYRAMID_NUM_LEVELS, 0U, 9U},
        {RECIPE_RAW, BUF_RAW_ALIGN, 0U, 0U},
        {RECIPE_RAW, BUF_GENERAL_ACTUAL_PERM, 0U, 2U},
        {RECIPE_RAW, BUF_GENERAL_ACTUAL_PERM, 0U, 4U},
        {RECIPE_RAW, BUF_GENERAL_REQUIRED_PERM, 0U, 1U},
    };
    const Hop hop = open_hop("hop_0_near", "hop_0_far");

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(lies); i++) {
        const Lie *const lie = &lies[i];
        NvSciBufAttrList asked = buf_recipe(lie->recipe);
        NvSciBufAttrList came = pass_lists(&asked, 1U, &hop);
        NvSciBufAttrList reconciled = reconcile(&came, 1U);
        const uint32_t row = row_of(reconciled);
        const uint32_t count = buf_count(row, lie->key);
        uint64_t numbers[16] = {0};
        void *bytes = NULL;
        size_t size = 0U;
        NvSciBufAttrList back = NULL;

        for (uint32_t n = 0U; n < count; n++) {
            numbers[n] = buf_number_at(row, lie->key, n);
        }
        numbers[lie->index] = lie->number;
        buf_put_numbers(row, lie->key, numbers, (count > lie->index) ? count : (lie->index + 1U));
        if (lie->key == BUF_GENERAL_ACTUAL_PERM) {
            g_buf_lists.rows[row].route[0].perm = lie->number;
        }
        assert_result(NvSciBufAttrListIpcExportReconciled(reconciled, hop.far, &bytes, &size),
                      NvSciError_Success);
        receive(bytes, size, &g_bytes);
        const uint32_t taken = in_use_of_all();
        const uint32_t faults = share_fault().total;
        assert_result(import_reconciled(hop.near, &g_bytes, NULL, 0U, &back),
                      NvSciError_BadParameter);
        assert_int_equal(share_fault().total, faults + 1U);
        assert_int_equal(share_fault().kind, RINGFENCE_FAULT_BAD_DESCRIPTOR);
        assert_string_equal(share_fault().function, "NvSciBufAttrListIpcImportReconciled");
        assert_null(back);
        assert_int_equal(in_use_of_all(), taken);
        NvSciBufAttrListFree(reconciled);
        NvSciBufAttrListFree(came);
        NvSciBufAttrListFree(asked);
    }
    close_hop(&hop);
}

/** What a peer states of the GPUs A and B. */
typedef struct {
    uint8_t gpus[3];
    uint8_t flags[3];
    size_t count;
    NvSciError expected;
} CacheClaim;

/**
 * Caches of GPUs that a peer states are of the GPUs of the list, each a bool; which of both follows
 * from peers that this one does not know.
 * @verifies RF-SHARE-018
 */
static void stated_caches_are_bools_of_the_gpus(void **state)
{
    static const BufKey keys[] = {BUF_GENERAL_ENABLE_GPU_CACHE,
                                  BUF_GENERAL_GPU_SW_NEED_CACHE_COHERENCY};
    static const CacheClaim claims[] = {
        {{0xAU, 0xBU}, {0U, 0U}, 2U, NvSciError_Success},
        {{0xAU, 0xBU}, {1U, 0U}, 2U, NvSciError_Success},
        {{0xAU, 0xBU}, {0U, 1U}, 2U, NvSciError_Success},
        {{0xAU, 0xBU}, {1U, 1U}, 2U, NvSciError_Success},
        {{0xAU, 0xBU}, {2U, 0U}, 2U, NvSciError_BadParameter},
        {{0xAU, 0xBU}, {0U, 2U}, 2U, NvSciError_BadParameter},
        {{0xAU, 0xBU}, {0U, 255U}, 2U, NvSciError_BadParameter},
        {{0xCU, 0xBU}, {0U, 0U}, 2U, NvSciError_BadParameter},
        {{0xAU, 0xCU}, {0U, 0U}, 2U, NvSciError_BadParameter},
        {{0xAU}, {0U}, 1U, NvSciError_BadParameter},
        {{0xAU, 0xBU, 0xCU}, {0U, 0U, 0U}, 3U, NvSciError_BadParameter},
    };
    const Hop hop = open_hop("hop_0_near", "hop_0_far");

    (void)state;
    for (uint32_t i = 0U; i < (COUNT_OF(claims) * COUNT_OF(keys)); i++) {
        const CacheClaim *const claim = &claims[i / COUNT_OF(keys)];
        NvSciBufAttrList asked = RECIPE(
            RECIPE_RAW, PAIR(NvSciBufGeneralAttrKey_GpuId, NvSciRmGpuId, {{0xAU}}, {{0xBU}}));
        NvSciBufAttrList came = pass_lists(&asked, 1U, &hop);
        NvSciBufAttrList reconciled = reconcile(&came, 1U);
        uint8_t entries[3U * sizeof(NvSciBufAttrValGpuCache)] = {0};
        NvSciBufAttrList back = NULL;
        void *bytes = NULL;
        size_t size = 0U;

        for (size_t n = 0U; n < claim->count; n++) {
            uint8_t *const entry = &entries[n * sizeof(NvSciBufAttrValGpuCache)];

            entry[0] = claim->gpus[n];
            entry[sizeof(NvSciRmGpuId)] = claim->flags[n];
        }
        buf_put(row_of(reconciled), keys[i % COUNT_OF(keys)], entries,
                claim->count * sizeof(NvSciBufAttrValGpuCache));
        assert_result(NvSciBufAttrListIpcExportReconciled(reconciled, hop.far, &bytes, &size),
                      NvSciError_Success);
        receive(bytes, size, &g_bytes);
        const uint32_t taken = in_use_of_all();
        assert_result(import_reconciled(hop.near, &g_bytes, NULL, 0U, &back), claim->expected);
        NvSciBufAttrListFree(back);
        assert_int_equal(in_use_of_all(), taken);
        NvSciBufAttrListFree(reconciled);
        NvSciBufAttrListFree(came);
        NvSciBufAttrListFree(asked);
    }
    close_hop(&hop);
}

/**
 * A peer states what no application could have set: keys of other types, engines that are none, a
 * bool that is neither.
 * @verifies RF-SHARE-013
 * @verifies RF-SHARE-018
 */
static void what_cannot_be_set_is_not_imported(void **state)
{
    const Hop hop = open_hop("hop_0_near", "hop_0_far");
    static const struct {
        BufKey key;
        uint8_t bytes[24];
        size_t len;
    } lies[] = {{BUF_IMAGE_LAYOUT, {1U}, 4U},
                {BUF_GENERAL_REQUIRED_PERM, {2U}, 4U},
                {BUF_GENERAL_PEER_HW_ENGINE_ARRAY, {99U}, sizeof(NvSciBufPeerHwEngine)},
                {BUF_GENERAL_ENABLE_GPU_CACHE,
                 {1U, 0U, 0U, 0U, 0U, 0U, 0U, 0U, 0U, 0U, 0U, 0U, 0U, 0U, 0U, 0U, 7U},
                 sizeof(NvSciBufAttrValGpuCache)},
                {BUF_GENERAL_NEED_CPU_ACCESS, {2U}, 1U},
                {BUF_GENERAL_ACTUAL_PERM, {1U}, 4U},
                {BUF_RAW_SIZE, {0U}, 8U}};

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(lies); i++) {
        NvSciBufAttrList list = buf_recipe(RECIPE_RAW);
        NvSciBufAttrList came = NULL;
        const AttrValue value = {lies[i].bytes, lies[i].len};

        list_put(&g_buf_lists, row_of(list), lies[i].key, value);
        send_lists(&list, 1U, hop.near, &g_bytes);
        const uint32_t taken = in_use_of_all();
        assert_result(NvSciBufAttrListIpcImportUnreconciled(g_module, hop.far, g_bytes.at.bytes,
                                                            g_bytes.size, &came),
                      NvSciError_BadParameter);
        assert_int_equal(share_fault().kind, RINGFENCE_FAULT_BAD_DESCRIPTOR);
        assert_int_equal(in_use_of_all(), taken);
        NvSciBufAttrListFree(list);
    }
    close_hop(&hop);
}

/**
 * Lists from more processes than a list can tell apart do not reconcile, and the conflict says so.
 * @verifies RF-CORE-100
 */
static void too_many_origins_conflict(void **state)
{
    NvSciBufAttrList lists[RINGFENCE_CFG_ROUTES + 1U];
    NvSciBufAttrList done = NULL;
    NvSciBufAttrList conflict = NULL;
    RingfenceConflict reason;

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(lists); i++) {
        lists[i] = buf_recipe(RECIPE_RAW);
        if (i > 0U) {
            ListRoute *const route = &g_buf_lists.rows[row_of(lists[i])].route[0];

            route->count = 1U;
            route->hops[0] = i;
        }
    }
    assert_result(NvSciBufAttrListReconcile(lists, COUNT_OF(lists), &done, &conflict),
                  NvSciError_InsufficientResource);
    assert_null(done);
    assert_result(RingfenceExplainConflict(conflict, &reason), NvSciError_Success);
    assert_int_equal(reason.rule, RINGFENCE_RULE_ORIGINS);
    assert_int_equal(reason.error, NvSciError_InsufficientResource);
    NvSciBufAttrListFree(conflict);
    assert_result(NvSciBufAttrListReconcile(lists, COUNT_OF(lists) - 1U, &done, &conflict),
                  NvSciError_Success);
    NvSciBufAttrListFree(done);
    for (uint32_t i = 0U; i < COUNT_OF(lists); i++) {
        NvSciBufAttrListFree(lists[i]);
    }
}

/** A descriptor of empty slots, as many as a hostile peer likes. */
static void make_empty_slots(uint32_t slots, Received *received)
{
    WireOut out = wire_begin(received->at.bytes, sizeof(received->at.bytes), WIRE_BUF_UNRECONCILED);

    wire_put32(&out, slots);
    wire_put32(&out, 0U);
    for (uint32_t i = 0U; i < slots; i++) {
        wire_put32(&out, 0U);
        wire_put32(&out, 0U);
    }
    assert_true(wire_end(&out));
    received->size = out.used;
}

static NvSciError try_slots(NvSciIpcEndpoint over, uint32_t slots, NvSciBufAttrList *list)
{
    make_empty_slots(slots, &g_bytes);
    return NvSciBufAttrListIpcImportUnreconciled(g_module, over, g_bytes.at.bytes, g_bytes.size,
                                                 list);
}

static void assert_peer_limit(uint64_t asked, uint64_t allowed)
{
    assert_int_equal(share_fault().kind, RINGFENCE_FAULT_LIMIT);
    assert_string_equal(share_fault().limit, "RINGFENCE_CFG_PEER_LISTS");
    assert_int_equal(share_fault().asked, asked);
    assert_int_equal(share_fault().allowed, allowed);
}

/**
 * What one peer sends takes no more list slots than it may hold: a list of almost all slots is
 * refused, so are several that are too much together, and reconciled ones. Copies of its lists are
 * the program's, other endpoints are not concerned, and freed lists count no more.
 * @verifies RF-SHARE-202
 */
static void one_peer_does_not_take_all_slots(void **state)
{
    const uint32_t most = RINGFENCE_CFG_PEER_LISTS;
    const Hop hop = open_hop("hop_0_near", "hop_0_far");
    const Hop other = open_hop("hop_1_near", "hop_1_far");
    NvSciBufAttrList lists[4] = {NULL, NULL, NULL, NULL};
    NvSciBufAttrList reconciled = NULL;
    NvSciBufAttrList asked = buf_recipe(RECIPE_RAW);
    void *bytes = NULL;
    size_t size = 0U;

    (void)state;
    assert_true((most > 10U) && ((most + 100U) < RINGFENCE_CFG_BUF_LISTS));
    assert_result(try_slots(hop.far, RINGFENCE_CFG_BUF_LISTS - 2U, &lists[0]),
                  NvSciError_InsufficientMemory);
    assert_peer_limit(RINGFENCE_CFG_BUF_LISTS - 2U, most);
    assert_null(lists[0]);
    assert_result(try_slots(hop.far, most, &lists[0]), NvSciError_Success);
    NvSciBufAttrListFree(lists[0]);
    lists[0] = NULL;
    assert_result(try_slots(hop.far, most - 10U, &lists[0]), NvSciError_Success);
    assert_result(try_slots(hop.far, 11U, &lists[1]), NvSciError_InsufficientMemory);
    assert_peer_limit(11U, 10U);
    assert_result(try_slots(hop.far, 9U, &lists[1]), NvSciError_Success);
    lists[3] = pass_lists(&asked, 1U, &hop);
    /* The peer holds all that it may. */
    assert_result(try_slots(hop.far, 1U, &lists[2]), NvSciError_InsufficientMemory);
    assert_peer_limit(1U, 0U);
    assert_result(try_slots(other.far, 1U, &lists[2]), NvSciError_Success);
    assert_result(NvSciBufAttrListClone(lists[3], &reconciled), NvSciError_Success);
    NvSciBufAttrListFree(lists[3]);
    lists[3] = pass_lists(&asked, 1U, &hop);
    NvSciBufAttrListFree(reconciled);
    reconciled = reconcile(&lists[3], 1U);
    assert_result(NvSciBufAttrListIpcExportReconciled(reconciled, hop.far, &bytes, &size),
                  NvSciError_Success);
    receive(bytes, size, &g_changed);
    NvSciBufAttrListFree(reconciled);
    /* It came over the near end: that one holds nothing yet. */
    for (uint32_t turn = 0U; turn < 2U; turn++) {
        assert_result(import_reconciled(hop.near, &g_changed, NULL, 0U, &reconciled),
                      NvSciError_Success);
        assert_int_equal(g_buf_lists.rows[row_of(reconciled)].peer != 0U, true);
        NvSciBufAttrListFree(reconciled);
    }
    buf_free_lists(lists, COUNT_OF(lists));
    assert_result(try_slots(hop.near, most, &lists[0]), NvSciError_Success);
    assert_result(import_reconciled(hop.near, &g_changed, NULL, 0U, &reconciled),
                  NvSciError_InsufficientMemory);
    assert_peer_limit(1U, 0U);
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(asked);
    close_hop(&hop);
    close_hop(&other);
}

/**
 * 128 lists of images do not fit a descriptor of the default size, and the report says how large it
 * must be; they fit one of that size.
 * @verifies RF-SHARE-203
 */
static void report_says_how_long_a_descriptor_must_be(void **state)
{
    static uint64_t words[65536];
    static NvSciBufAttrList lists[128];
    const Hop hop = open_hop("hop_0_near", "hop_0_far");
    ListInputs inputs = list_inputs_begin();
    WireOut out = {NULL, 0U, 0U, false, 0U};
    void *bytes = NULL;
    size_t size = 0U;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(lists); i++) {
        lists[i] = RECIPE(
            RECIPE_IMAGE, PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, true),
            PAIR(NvSciBufGeneralAttrKey_RequiredPerm, uint32_t, NvSciBufAccessPerm_ReadWrite),
            PAIR(NvSciBufGeneralAttrKey_EnableCpuCache, bool, true),
            PAIR(NvSciBufGeneralAttrKey_GpuId, NvSciRmGpuId, {{1U}}),
            PAIR(NvSciBufImageAttrKey_PlaneColorStd, uint32_t, 1U, 1U),
            PAIR(NvSciBufImageAttrKey_PlaneBaseAddrAlign, uint32_t, 256U, 256U),
            PAIR(NvSciBufImageAttrKey_TopPadding, uint64_t, 0U, 0U));
    }
    assert_result(
        NvSciBufAttrListIpcExportUnreconciled(lists, COUNT_OF(lists), hop.near, &bytes, &size),
        NvSciError_InsufficientMemory);
    assert_string_equal(share_fault().limit, "RINGFENCE_CFG_DESCRIPTOR_BYTES");
    print_message("128 lists of images: %llu bytes\n", (unsigned long long)share_fault().asked);
    assert_true(share_fault().asked <= sizeof(words));
    for (size_t i = 0U; i < COUNT_OF(lists); i++) {
        assert_result(
            list_inputs_add(OP_BUF_ATTR_LIST_EXPORT_UNRECONCILED, &g_buf_lists, lists[i], &inputs),
            NvSciError_Success);
    }
    out = wire_begin(words, (size_t)share_fault().asked, WIRE_BUF_UNRECONCILED);
    list_wire_put_unreconciled(&g_buf_lists, &inputs, &out);
    list_inputs_end(&g_buf_lists, &inputs);
    assert_true(wire_end(&out));
    assert_int_equal(out.used, share_fault().asked);
    buf_free_lists(lists, COUNT_OF(lists));
    close_hop(&hop);
}

/**
 * A list of a peer whose buffer would be above the bound of this process is refused, and the report
 * says what was asked for; one at the bound is not.
 * @verifies RF-SHARE-200
 */
static void lists_above_the_bound_are_refused(void **state)
{
    static const uint64_t bound = RINGFENCE_CFG_BUFFER_MIB * 1048576ULL;
    static const struct {
        BufKey key;
        uint64_t number;
        NvSciError error;
    } cases[] = {{BUF_RAW_SIZE, bound, NvSciError_Success},
                 {BUF_RAW_ALIGN, bound, NvSciError_Success},
                 {BUF_RAW_SIZE, bound + 1U, NvSciError_InsufficientMemory},
                 {BUF_RAW_SIZE, UINT64_MAX, NvSciError_InsufficientMemory},
                 {BUF_RAW_ALIGN, 2U * bound, NvSciError_InsufficientMemory}};
    const Hop hop = open_hop("hop_0_near", "hop_0_far");

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        NvSciBufAttrList asked = buf_recipe(RECIPE_RAW);
        NvSciBufAttrList came = pass_lists(&asked, 1U, &hop);
        NvSciBufAttrList reconciled = reconcile(&came, 1U);
        NvSciBufAttrList back = NULL;
        void *bytes = NULL;
        size_t size = 0U;

        list_put_number(&g_buf_lists, row_of(reconciled), (uint32_t)cases[i].key, cases[i].number);
        assert_result(NvSciBufAttrListIpcExportReconciled(reconciled, hop.far, &bytes, &size),
                      NvSciError_Success);
        receive(bytes, size, &g_bytes);
        const uint32_t taken = in_use_of_all();
        assert_result(import_reconciled(hop.near, &g_bytes, NULL, 0U, &back), cases[i].error);
        if (cases[i].error != NvSciError_Success) {
            assert_null(back);
            assert_int_equal(in_use_of_all(), taken);
            assert_int_equal(share_fault().kind, RINGFENCE_FAULT_LIMIT);
            assert_string_equal(share_fault().limit, "RINGFENCE_CFG_BUFFER_MIB");
            assert_true(share_fault().asked == cases[i].number);
            assert_true(share_fault().allowed == bound);
        }
        NvSciBufAttrListFree(back);
        NvSciBufAttrListFree(reconciled);
        NvSciBufAttrListFree(came);
        NvSciBufAttrListFree(asked);
    }
    close_hop(&hop);
}

/**
 * Rights of a single route are checked: the list may be passed on over it alone.
 * @verifies RF-SHARE-018
 */
static void rights_of_each_route_are_checked(void **state)
{
    const Hop hop = open_hop("hop_0_near", "hop_0_far");
    NvSciBufAttrList asked = buf_recipe(RECIPE_RAW);
    NvSciBufAttrList came = pass_lists(&asked, 1U, &hop);
    NvSciBufAttrList reconciled = reconcile(&came, 1U);
    ListRow *const row = &g_buf_lists.rows[row_of(reconciled)];

    (void)state;
    row->routes = 2U;
    row->route[1] = row->route[0];
    row->route[1].count = 2U;
    row->route[1].hops[1] = row->route[0].hops[0];
    row->route[1].hops[0] = 7U;
    for (uint64_t perm = 0U; perm <= 3U; perm++) {
        const bool is_right = (perm == 1U) || (perm == 3U);
        NvSciBufAttrList back = NULL;
        void *bytes = NULL;
        size_t size = 0U;

        row->route[1].perm = perm;
        assert_result(NvSciBufAttrListIpcExportReconciled(reconciled, hop.far, &bytes, &size),
                      NvSciError_Success);
        receive(bytes, size, &g_bytes);
        assert_result(import_reconciled(hop.near, &g_bytes, NULL, 0U, &back),
                      is_right ? NvSciError_Success : NvSciError_BadParameter);
        NvSciBufAttrListFree(back);
    }
    NvSciBufAttrListFree(reconciled);
    NvSciBufAttrListFree(came);
    NvSciBufAttrListFree(asked);
    close_hop(&hop);
}

/**
 * Descriptors of both kinds are freed in INIT and DEINIT, not in RUNTIME.
 * @verifies RF-SHARE-025
 * @verifies RF-CORE-013
 */
static void both_kinds_are_freed_by_phase(void **state)
{
    static const WireKind kinds[] = {WIRE_BUF_RECONCILED, WIRE_BUF_LIST_AND_OBJECT};
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
        NvSciBufAttrListFreeDesc(bytes[0]);
        NvSciBufAttrListAndObjFreeDesc(bytes[1]);
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
    NvSciBufAttrList asked = buf_recipe(RECIPE_RAW);
    NvSciBufAttrList came = pass_lists(&asked, 1U, &hop);
    NvSciBufAttrList done = reconcile(&came, 1U);
    const uint8_t *const in = g_bytes.at.bytes;
    const size_t length = g_bytes.size;
    NvSciBufAttrList list = NULL;
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
        REFUSED(NvSciBufAttrListIpcExportUnreconciled(&asked, 1U, hop.near, &bytes, &size));
        REFUSED(NvSciBufAttrListIpcExportReconciled(done, hop.far, &bytes, &size));
        REFUSED(NvSciBufAttrListIpcImportUnreconciled(g_module, hop.far, in, length, &list));
        REFUSED(
            NvSciBufAttrListIpcImportReconciled(g_module, hop.far, in, length, NULL, 0U, &list));
#undef REFUSED
        assert_result(RingfenceGetLastRefusal(&after), NvSciError_Success);
        assert_int_equal(after.total, before.total + 4U);
        assert_null(list);
        assert_null(bytes);
        assert_int_equal(in_use_of_all(), taken);
    }
    go_to_init();
    NvSciBufAttrListFree(done);
    NvSciBufAttrListFree(came);
    NvSciBufAttrListFree(asked);
    close_hop(&hop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scene_test(every_key_reaches_the_peer),
        scene_test(largest_slot_fits),
        scene_test(largest_reconciled_list_fits),
        scene_test(slots_arrive_in_order),
        scene_test(too_many_hops_are_refused),
        scene_test(every_type_comes_back),
        scene_test(each_process_of_a_chain_gets_its_grant),
        scene_test(copies_of_slots_keep_their_peer),
        scene_test(lists_of_another_version_are_refused),
        scene_test(import_is_validated),
        scene_test(too_many_origins_conflict),
        scene_test(wrong_arguments_are_refused),
        scene_test(both_kinds_are_freed_by_phase),
        scene_test(lists_are_shared_in_init_alone),
        scene_test(descriptors_run_out_and_are_freed),
        scene_test(tampered_unreconciled_lists_do_no_harm),
        scene_test(tampered_reconciled_lists_do_no_harm),
        scene_test(stated_layouts_are_computed_again),
        scene_test(stated_caches_are_bools_of_the_gpus),
        scene_test(what_cannot_be_set_is_not_imported),
        scene_test(one_peer_does_not_take_all_slots),
        scene_test(report_says_how_long_a_descriptor_must_be),
        scene_test(lists_above_the_bound_are_refused),
        scene_test(rights_of_each_route_are_checked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
