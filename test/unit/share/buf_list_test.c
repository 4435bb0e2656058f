/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file buf_list_test.c
 * Buffer lists that go to a peer and come back: what they do not have in common with sync lists.
 */
#define _GNU_SOURCE

#include "share_lists.h"

#include "buf/buf.h"
#include "buf_lists.h"

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
        void *own = buf_recipe((BufRecipeIndex)i);
        void *asked = RECIPE(
            (BufRecipeIndex)i, PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, true),
            PAIR(NvSciBufGeneralAttrKey_RequiredPerm, uint32_t, NvSciBufAccessPerm_ReadWrite),
            PAIR(NvSciBufGeneralAttrKey_EnableCpuCache, bool, true));
        void *came = pass_lists(SHARE_BUF, &asked, 1U, &hop);
        void *const both[2] = {own, came};
        void *reconciled = reconcile(SHARE_BUF, both, 2U);
        void *back = return_list(SHARE_BUF, reconciled, &hop, &asked, 1U);
        NvSciBufObj object = NULL;

        assert_int_equal(buf_get(reconciled, NvSciBufGeneralAttrKey_NeedCpuAccess, 1U, 0U), 0U);
        assert_int_equal(buf_get(back, NvSciBufGeneralAttrKey_NeedCpuAccess, 1U, 0U), 1U);
        assert_int_equal(buf_get(back, NvSciBufGeneralAttrKey_ActualPerm, 4U, 0U), 3U);
        /* But for what belongs to the peer they are equal. */
        buf_put_number(row_of(SHARE_BUF, back), BUF_GENERAL_NEED_CPU_ACCESS, 0U);
        assert_true(same_values(SHARE_BUF, row_of(SHARE_BUF, reconciled), row_of(SHARE_BUF, back)));
        buf_put_number(row_of(SHARE_BUF, back), BUF_GENERAL_NEED_CPU_ACCESS, 1U);
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
    void *leaf = RECIPE(RECIPE_RAW, PAIR(NvSciBufGeneralAttrKey_RequiredPerm, uint32_t,
                                         NvSciBufAccessPerm_ReadWrite));
    void *relay = RECIPE(RECIPE_RAW, PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, true));
    void *aside = buf_recipe(RECIPE_RAW);
    void *step1 = pass_lists(SHARE_BUF, &leaf, 1U, &outer);
    void *step2 = pass_lists(SHARE_BUF, &step1, 1U, &middle);
    void *const inputs[2] = {step2, relay};
    void *step3 = pass_lists(SHARE_BUF, inputs, 2U, &inner);
    void *asides = pass_lists(SHARE_BUF, &aside, 1U, &other);
    void *const all[2] = {step3, asides};
    void *root = reconcile(SHARE_BUF, all, 2U);
    void *bytes = NULL;
    size_t size = 0U;

    (void)state;
    void *at_relay = return_list(SHARE_BUF, root, &inner, inputs, 2U);
    assert_int_equal(buf_get(at_relay, NvSciBufGeneralAttrKey_ActualPerm, 4U, 0U), 3U);
    assert_int_equal(buf_get(at_relay, NvSciBufGeneralAttrKey_NeedCpuAccess, 1U, 0U), 1U);
    void *at_second = return_list(SHARE_BUF, at_relay, &middle, &step1, 1U);
    assert_int_equal(buf_get(at_second, NvSciBufGeneralAttrKey_ActualPerm, 4U, 0U), 3U);
    assert_int_equal(buf_get(at_second, NvSciBufGeneralAttrKey_NeedCpuAccess, 1U, 0U), 0U);
    void *at_leaf = return_list(SHARE_BUF, at_second, &outer, &leaf, 1U);
    assert_int_equal(buf_get(at_leaf, NvSciBufGeneralAttrKey_ActualPerm, 4U, 0U), 3U);
    void *at_aside = return_list(SHARE_BUF, root, &other, &aside, 1U);
    assert_int_equal(buf_get(at_aside, NvSciBufGeneralAttrKey_ActualPerm, 4U, 0U), 1U);
    /* Not to who did not ask: the relay's other channels, the leaf's own side. */
    assert_result(NvSciBufAttrListIpcExportReconciled(at_relay, other.far, &bytes, &size),
                  NvSciError_NotPermitted);
    assert_result(NvSciBufAttrListIpcExportReconciled(at_leaf, outer.near, &bytes, &size),
                  NvSciError_NotPermitted);
    assert_result(NvSciBufAttrListIpcExportReconciled(root, middle.far, &bytes, &size),
                  NvSciError_NotPermitted);
    void *made[] = {at_aside, at_leaf, at_second, at_relay, root,  asides,
                    step3,    step2,   step1,     aside,    relay, leaf};
    kind_free(SHARE_BUF->kind, made, COUNT_OF(made));
    close_hop(&outer);
    close_hop(&middle);
    close_hop(&inner);
    close_hop(&other);
}

/* ---------------------------------------------------------------- hostile bytes */

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
        void *asked = buf_recipe(lie->recipe);
        void *came = pass_lists(SHARE_BUF, &asked, 1U, &hop);
        void *reconciled = reconcile(SHARE_BUF, &came, 1U);
        const uint32_t row = row_of(SHARE_BUF, reconciled);
        const uint32_t count = buf_count(row, lie->key);
        uint64_t numbers[16] = {0};
        void *back = NULL;

        for (uint32_t n = 0U; n < count; n++) {
            numbers[n] = buf_number_at(row, lie->key, n);
        }
        numbers[lie->index] = lie->number;
        buf_put_numbers(row, lie->key, numbers, (count > lie->index) ? count : (lie->index + 1U));
        if (lie->key == BUF_GENERAL_ACTUAL_PERM) {
            g_buf_lists.rows[row].route[0].perm = lie->number;
        }
        send_reconciled(SHARE_BUF, reconciled, hop.far, &g_bytes);
        const uint32_t taken = in_use_of_all();
        const uint32_t faults = share_fault().total;
        assert_result(import_reconciled(SHARE_BUF, hop.near, &g_bytes, NULL, 0U, &back),
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
        void *asked = RECIPE(RECIPE_RAW,
                             PAIR(NvSciBufGeneralAttrKey_GpuId, NvSciRmGpuId, {{0xAU}}, {{0xBU}}));
        void *came = pass_lists(SHARE_BUF, &asked, 1U, &hop);
        void *reconciled = reconcile(SHARE_BUF, &came, 1U);
        uint8_t entries[3U * sizeof(NvSciBufAttrValGpuCache)] = {0};
        void *back = NULL;

        for (size_t n = 0U; n < claim->count; n++) {
            uint8_t *const entry = &entries[n * sizeof(NvSciBufAttrValGpuCache)];

            entry[0] = claim->gpus[n];
            entry[sizeof(NvSciRmGpuId)] = claim->flags[n];
        }
        buf_put(row_of(SHARE_BUF, reconciled), keys[i % COUNT_OF(keys)], entries,
                claim->count * sizeof(NvSciBufAttrValGpuCache));
        send_reconciled(SHARE_BUF, reconciled, hop.far, &g_bytes);
        const uint32_t taken = in_use_of_all();
        assert_result(import_reconciled(SHARE_BUF, hop.near, &g_bytes, NULL, 0U, &back),
                      claim->expected);
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
        void *list = buf_recipe(RECIPE_RAW);
        void *came = NULL;
        const AttrValue value = {lies[i].bytes, lies[i].len};

        list_put(&g_buf_lists, row_of(SHARE_BUF, list), lies[i].key, value);
        send_lists(SHARE_BUF, &list, 1U, hop.near, &g_bytes);
        const uint32_t taken = in_use_of_all();
        assert_result(import_unreconciled(SHARE_BUF, hop.far, &g_bytes, &came),
                      NvSciError_BadParameter);
        assert_int_equal(share_fault().kind, RINGFENCE_FAULT_BAD_DESCRIPTOR);
        assert_int_equal(in_use_of_all(), taken);
        NvSciBufAttrListFree(list);
    }
    close_hop(&hop);
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

static NvSciError try_slots(NvSciIpcEndpoint over, uint32_t slots, void **list)
{
    make_empty_slots(slots, &g_bytes);
    return import_unreconciled(SHARE_BUF, over, &g_bytes, list);
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
    void *lists[4] = {NULL, NULL, NULL, NULL};
    void *reconciled = NULL;
    void *asked = buf_recipe(RECIPE_RAW);

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
    lists[3] = pass_lists(SHARE_BUF, &asked, 1U, &hop);
    /* The peer holds all that it may. */
    assert_result(try_slots(hop.far, 1U, &lists[2]), NvSciError_InsufficientMemory);
    assert_peer_limit(1U, 0U);
    assert_result(try_slots(other.far, 1U, &lists[2]), NvSciError_Success);
    assert_result(SHARE_BUF->kind->clone(lists[3], &reconciled), NvSciError_Success);
    NvSciBufAttrListFree(lists[3]);
    lists[3] = pass_lists(SHARE_BUF, &asked, 1U, &hop);
    NvSciBufAttrListFree(reconciled);
    reconciled = reconcile(SHARE_BUF, &lists[3], 1U);
    send_reconciled(SHARE_BUF, reconciled, hop.far, &g_changed);
    NvSciBufAttrListFree(reconciled);
    /* It came over the near end: that one holds nothing yet. */
    for (uint32_t turn = 0U; turn < 2U; turn++) {
        assert_result(import_reconciled(SHARE_BUF, hop.near, &g_changed, NULL, 0U, &reconciled),
                      NvSciError_Success);
        assert_int_equal(g_buf_lists.rows[row_of(SHARE_BUF, reconciled)].peer != 0U, true);
        NvSciBufAttrListFree(reconciled);
    }
    kind_free(SHARE_BUF->kind, lists, COUNT_OF(lists));
    assert_result(try_slots(hop.near, most, &lists[0]), NvSciError_Success);
    assert_result(import_reconciled(SHARE_BUF, hop.near, &g_changed, NULL, 0U, &reconciled),
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
    static void *lists[128];
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
    assert_result(SHARE_BUF->export_unreconciled(lists, COUNT_OF(lists), hop.near, &bytes, &size),
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
    kind_free(SHARE_BUF->kind, lists, COUNT_OF(lists));
    close_hop(&hop);
}

/**
 * A list of a peer whose buffer would be above the bound of this process is refused, and the report
 * says what was asked for; one at the bound is not.
 * @verifies RF-SHARE-200
 */
static void lists_above_the_bound_are_refused(void **state)
{
    const uint64_t bound = buf_bound();
    const struct {
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
        void *asked = buf_recipe(RECIPE_RAW);
        void *came = pass_lists(SHARE_BUF, &asked, 1U, &hop);
        void *reconciled = reconcile(SHARE_BUF, &came, 1U);
        void *back = NULL;

        list_put_number(&g_buf_lists, row_of(SHARE_BUF, reconciled), (uint32_t)cases[i].key,
                        cases[i].number);
        send_reconciled(SHARE_BUF, reconciled, hop.far, &g_bytes);
        const uint32_t taken = in_use_of_all();
        assert_result(import_reconciled(SHARE_BUF, hop.near, &g_bytes, NULL, 0U, &back),
                      cases[i].error);
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
    void *asked = buf_recipe(RECIPE_RAW);
    void *came = pass_lists(SHARE_BUF, &asked, 1U, &hop);
    void *reconciled = reconcile(SHARE_BUF, &came, 1U);
    ListRow *const row = &g_buf_lists.rows[row_of(SHARE_BUF, reconciled)];

    (void)state;
    row->routes = 2U;
    row->route[1] = row->route[0];
    row->route[1].count = 2U;
    row->route[1].hops[1] = row->route[0].hops[0];
    row->route[1].hops[0] = 7U;
    for (uint64_t perm = 0U; perm <= 3U; perm++) {
        const bool is_right = (perm == 1U) || (perm == 3U);
        void *back = NULL;

        row->route[1].perm = perm;
        send_reconciled(SHARE_BUF, reconciled, hop.far, &g_bytes);
        assert_result(import_reconciled(SHARE_BUF, hop.near, &g_bytes, NULL, 0U, &back),
                      is_right ? NvSciError_Success : NvSciError_BadParameter);
        NvSciBufAttrListFree(back);
    }
    NvSciBufAttrListFree(reconciled);
    NvSciBufAttrListFree(came);
    NvSciBufAttrListFree(asked);
    close_hop(&hop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scene_test(every_type_comes_back),
        scene_test(each_process_of_a_chain_gets_its_grant),
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
