/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file reconcile.c
 * Reconciliation: merge, validate, compute; and the same once more to check a reconciled list.
 */
#include <string.h>

#include "buf/buf.h"

#include "core/assert.h"
#include "core/bytes.h"
#include "core/pool.h"

/* ---------------------------------------------------------------- merging */

/** Elements that values of a key are compared in: as many as the longest padding has, or as the
 * tensor has dimensions. */
static size_t elements_of(const BufMerge *merge, uint32_t key)
{
    ListCursor cursor = list_first(merge->inputs);
    uint64_t most = 0U;

    for (uint32_t i = 0U; i < merge->inputs->slots; i++) {
        const uint64_t count = buf_types_pad(key) ? (uint64_t)buf_count(cursor.row, (BufKey)key)
                                                  : buf_number(cursor.row, BUF_TENSOR_NUM_DIMS);

        most = (count > most) ? count : most;
        (void)list_next(&g_buf_lists, &cursor);
    }
    return (most == 0U) ? (size_t)g_buf_table.keys[key].max_count : (size_t)most;
}

/** Merges paddings and arrays of dimensions, whose values may be equal though not as long. */
static NvSciError merge_arrays(const BufMerge *merge, uint32_t key)
{
    NvSciError status = NvSciError_Success;
    const AttrKey *const attr = &g_buf_table.keys[key];
    const size_t whole = elements_of(merge, key) * (size_t)attr->element_size;
    /* Under the lock. */
    static uint64_t merged[NV_SCI_BUF_TENSOR_MAX_DIMS];
    static uint64_t words[NV_SCI_BUF_TENSOR_MAX_DIMS];
    uint16_t length = 0U;
    ListCursor cursor = list_first(merge->inputs);

    ASSERT(whole <= sizeof(words));
    (void)memset(merged, 0, sizeof(merged));
    for (uint32_t i = 0U; (i < merge->inputs->slots) && (status == NvSciError_Success); i++) {
        const AttrValue value = buf_value(cursor.row, (BufKey)key);

        if (value.len > 0U) {
            const size_t kept = (value.len < whole) ? value.len : whole;
            const AttrValue used = {words, buf_types_pad(key) ? whole : kept};

            (void)memset(words, 0, sizeof(words));
            bytes_copy(words, value.bytes, kept);
            if (!attr_merge(attr, merged, &length, used)) {
                status = buf_conflict(merge, NvSciError_ReconciliationFailed, (BufKey)key,
                                      attr->rule, (BufKey)key);
                buf_second_at(merge, (BufKey)key, &cursor);
            }
        }
        (void)list_next(&g_buf_lists, &cursor);
    }
    if ((length > 0U) && (status == NvSciError_Success)) {
        buf_put(merge->row, (BufKey)key, merged, (size_t)length);
    }
    return status;
}

/**
 * Merges all keys that applications set, but one whose rule is not one for single values.
 *
 * @satisfies RF-BUF-055
 */
static NvSciError merge_all_keys(const BufMerge *merge)
{
    RingfenceConflict *const conflict = merge->conflict;
    NvSciError status = NvSciError_Success;

    for (uint32_t key = 0U; (key < g_buf_table.count) && (status == NvSciError_Success); key++) {
        const bool is_special = (key == (uint32_t)BUF_GENERAL_ENABLE_GPU_CACHE);

        if (buf_types_pad(key) || buf_types_per_dim(key)) {
            status = merge_arrays(merge, key);
        } else if (!is_special) {
            status = list_merge(&g_buf_lists, merge->inputs, key, merge->row, conflict)
                         ? NvSciError_Success
                         : NvSciError_ReconciliationFailed;
        } else {
            status = NvSciError_Success;
        }
    }
    return status;
}

/**
 * Says whether the donor's value of a key may stand for what no input says: where lists must agree,
 * or the greatest holds. An image is filled in as what the inputs, else the donor, describe it.
 */
static bool may_fill(const BufMerge *merge, uint32_t donor, uint32_t key)
{
    const RingfenceRule rule = g_buf_table.keys[key].rule;
    BufKey found = BUF_KEY_COUNT;
    const bool has_planes = buf_has_plane_key(merge->row, &found);
    const bool is_surface = (!has_planes) && buf_is_set(donor, BUF_IMAGE_SURF_TYPE);
    bool may = false;

    if (buf_is_plane_key((BufKey)key)) {
        may = !is_surface;
    } else if (buf_is_surface_key((BufKey)key)) {
        may = is_surface;
    } else {
        may = (rule == RINGFENCE_RULE_EQUAL) || (rule == RINGFENCE_RULE_MAXIMUM);
    }
    return may;
}

/** Takes a set from the donor that has all elements of the row's. */
static void fill_set(uint32_t row, uint32_t donor, BufKey key)
{
    const AttrValue have = buf_value(donor, key);

    if ((have.len > 0U) && attr_satisfied(&g_buf_table.keys[key], have, buf_value(row, key))) {
        buf_put(row, key, have.bytes, have.len);
    }
}

/**
 * Takes from the donor what the inputs leave open, so that inputs of one peer can be checked which
 * do not say all. The family of image keys is decided before anything is filled in.
 */
static void fill_from(const BufMerge *merge, uint32_t donor)
{
    /* Under the lock. */
    static bool fills[BUF_KEY_COUNT];

    /* Align 0 asks for the default, as no Align does. */
    if (buf_number(merge->row, BUF_RAW_ALIGN) == 0U) {
        list_unset(&g_buf_lists, merge->row, (uint32_t)BUF_RAW_ALIGN);
    }
    for (uint32_t key = 0U; key < g_buf_table.count; key++) {
        const bool is_open =
            buf_is_set(donor, (BufKey)key) && (!buf_is_set(merge->row, (BufKey)key));

        fills[key] = is_open && may_fill(merge, donor, key);
    }
    for (uint32_t key = 0U; key < g_buf_table.count; key++) {
        if (fills[key]) {
            list_put(&g_buf_lists, merge->row, key, list_value(&g_buf_lists, donor, key));
        }
    }
    buf_types_cut(merge->row);
    fill_set(merge->row, donor, BUF_GENERAL_TYPES);
    if (feature_enabled(RINGFENCE_CFG_ENGINES)) {
        fill_set(merge->row, donor, BUF_GENERAL_GPU_ID);
        fill_set(merge->row, donor, BUF_GENERAL_PEER_HW_ENGINE_ARRAY);
    }
}

/** Fills an empty row from the inputs, for a buffer that is to be made or for a comparison. On
 * failure the conflict says why. */
static NvSciError run(BufMerge *merge, const uint32_t *donor, bool is_new)
{
    NvSciError status = merge_all_keys(merge);

    if ((status == NvSciError_Success) && (donor != NULL)) {
        fill_from(merge, *donor);
    }
    if (status == NvSciError_Success) {
        status = buf_validate(merge);
    }
    if ((status == NvSciError_Success) && is_new) {
        buf_device_choose(merge, RINGFENCE_CFG_INTEGRATED_GPU == 1U);
    }
    if (status == NvSciError_Success) {
        status = buf_compute(merge);
    }
    if ((status == NvSciError_Success) && is_new) {
        status = buf_device_check(merge);
    }
    return status;
}

/** @satisfies RF-BUF-013 RF-BUF-035 */
NvSciError buf_reconcile(const ListInputs *inputs, uint32_t list)
{
    BufMerge merge = {inputs, list, 0U, false, &g_list_conflict};
    NvSciError status = run(&merge, NULL, true);

    ASSERT(g_buf_lists.rows[list].state == LIST_RECONCILED);
    if (status == NvSciError_Success) {
        status = buf_check_bound(&merge);
    }
    return status;
}

/* ---------------------------------------------------------------- checking */

/** Says whether caches of GPUs are used as the inputs give it now. */
static bool caches_satisfy(uint32_t reconciled, uint32_t recomputed)
{
    bool satisfied = true;

    if (feature_enabled(RINGFENCE_CFG_ENGINES)) {
        satisfied = buf_gpu_satisfied(buf_value(reconciled, BUF_GENERAL_ENABLE_GPU_CACHE),
                                      buf_value(recomputed, BUF_GENERAL_ENABLE_GPU_CACHE));
    }
    return satisfied;
}

/** Says whether each value of a reconciled list satisfies what the inputs give now; the conflict
 * says which does not. */
static bool list_satisfies(const BufMerge *merge, uint32_t reconciled)
{
    uint32_t key = list_unsatisfied(&g_buf_lists, merge->inputs, reconciled, merge->row);

    if (!caches_satisfy(reconciled, merge->row)) {
        key = (uint32_t)BUF_GENERAL_ENABLE_GPU_CACHE;
    }
    if (key == (uint32_t)BUF_GENERAL_ACTUAL_PERM) {
        /* What lists set. */
        key = (uint32_t)BUF_GENERAL_REQUIRED_PERM;
    }
    if (key < g_buf_table.count) {
        (void)buf_conflict(merge, NvSciError_ReconciliationFailed, (BufKey)key,
                           g_buf_table.keys[key].rule, (BufKey)key);
    }
    return key == g_buf_table.count;
}

NvSciError buf_list_validate(uint32_t reconciled, const ListInputs *inputs)
{
    uint32_t row = 0U;
    NvSciError status = list_create(&g_buf_lists, inputs->module, LIST_WRITABLE, &row);

    if (status == NvSciError_Success) {
        BufMerge merge = {inputs, row, 0U, false, &g_list_conflict};

        status = run(&merge, &reconciled, false);
        if (status == NvSciError_Success) {
            status = list_route_all(&g_buf_lists, inputs, row);
        }
        if (status == NvSciError_Success) {
            status = list_satisfies(&merge, reconciled) ? NvSciError_Success
                                                        : NvSciError_ReconciliationFailed;
        } else if (status != NvSciError_Overflow) {
            status = NvSciError_ReconciliationFailed;
        } else {
            status = NvSciError_Overflow;
        }
        list_destroy(&g_buf_lists, row);
    }
    return status;
}

/* ---------------------------------------------------------------- lists that others made */

/** Says whether a key of a reconciled list was an input, so that the others follow from it. The
 * keys of GPU caches and compression are inputs that hold outputs. */
static bool is_origin(uint32_t row, uint32_t key)
{
    const bool is_surface = buf_is_set(row, BUF_IMAGE_SURF_TYPE);
    const bool is_expanded = is_surface && buf_is_plane_key((BufKey)key);
    const bool is_gpu = (key == (uint32_t)BUF_GENERAL_ENABLE_GPU_CACHE) ||
                        (key == (uint32_t)BUF_GENERAL_ENABLE_GPU_COMPRESSION);

    return (g_buf_table.keys[key].direction != ATTR_OUTPUT) && (!is_expanded) && (!is_gpu);
}

/** Says whether caches are those of the same GPUs, each a bool. What they are depends on peers that
 * the list does not name. */
static bool caches_agree(AttrValue have, AttrValue computed)
{
    const size_t size = sizeof(NvSciBufAttrValGpuCache);
    const size_t offset = offsetof(NvSciBufAttrValGpuCache, cacheability);
    const uint8_t *const left = have.bytes;
    const uint8_t *const right = computed.bytes;
    bool agree = (have.len == computed.len);

    for (size_t at = 0U; (at < computed.len) && agree; at += size) {
        const uint8_t flag = left[at + offset];

        agree = (bytes_order(&left[at], &right[at], sizeof(NvSciRmGpuId)) == 0) && (flag <= 1U);
    }
    return agree;
}

/** Says whether rights are ones that a peer can have asked for. */
static bool is_right(uint64_t perm)
{
    return (perm == (uint64_t)NvSciBufAccessPerm_Readonly) ||
           (perm == (uint64_t)NvSciBufAccessPerm_ReadWrite);
}

/** Says whether all routes of a list, each of which may be passed on by itself, have such rights.
 */
static bool routes_have_rights(uint32_t row)
{
    const ListRow *const list = &g_buf_lists.rows[row];
    bool have = true;

    for (uint32_t i = 0U; i < list->routes; i++) {
        have = have && is_right(list->route[i].perm);
    }
    return have;
}

/** Says whether a key of a list is what its inputs give, as far as this peer can know. */
static bool key_agrees(uint32_t row, uint32_t computed, uint32_t key)
{
    const AttrValue have = list_value(&g_buf_lists, row, key);
    const AttrValue want = list_value(&g_buf_lists, computed, key);
    const uint8_t *const left = have.bytes;
    const uint8_t *const right = want.bytes;
    bool agrees = (have.len == want.len);

    if ((key == (uint32_t)BUF_GENERAL_ENABLE_GPU_CACHE) ||
        (key == (uint32_t)BUF_GENERAL_GPU_SW_NEED_CACHE_COHERENCY)) {
        agrees = caches_agree(have, want);
    } else if (agrees && (key == (uint32_t)BUF_GENERAL_ACTUAL_PERM)) {
        agrees = is_right(buf_number(row, BUF_GENERAL_ACTUAL_PERM)) && routes_have_rights(row);
    } else if (agrees && (key == (uint32_t)BUF_GENERAL_CPU_NEED_SW_CACHE_COHERENCY)) {
        agrees = (buf_number(row, (BufKey)key) >= buf_number(computed, (BufKey)key));
    } else if (agrees && (have.len > 0U)) {
        agrees = (bytes_order(left, right, have.len) == 0);
    } else {
        /* Neither has the key, or only one has it. */
    }
    return agrees;
}

/** Reconciles `source`, the only input, into an empty row and compares a list with that. */
static NvSciError compare_with(uint32_t row, uint32_t source, uint32_t computed)
{
    ListInputs inputs = list_inputs_begin();
    BufMerge merge = {&inputs, computed, 0U, false, &g_list_conflict};
    NvSciError status = NvSciError_Success;

    /* A list that was just made is always a possible input. */
    (void)list_inputs_add(OP_BUF_ATTR_LIST_IMPORT_RECONCILED, &g_buf_lists,
                          ringfence_pool_handle(RINGFENCE_POOL_BUF_LIST, source), &inputs);
    status = run(&merge, NULL, false);
    for (uint32_t key = 0U; (key < g_buf_table.count) && (status == NvSciError_Success); key++) {
        if (!key_agrees(row, computed, key)) {
            status = NvSciError_BadParameter;
        }
    }
    list_inputs_end(&g_buf_lists, &inputs);
    return (status == NvSciError_Success) ? status : NvSciError_BadParameter;
}

/** @satisfies RF-SHARE-018 */
NvSciError buf_list_check_sound(uint32_t row)
{
    const uint32_t module = g_buf_lists.rows[row].module;
    uint32_t source = 0U;
    uint32_t computed = 0U;
    NvSciError status = list_create(&g_buf_lists, module, LIST_WRITABLE, &source);

    if (status == NvSciError_Success) {
        status = list_create(&g_buf_lists, module, LIST_WRITABLE, &computed);
        if (status == NvSciError_Success) {
            for (uint32_t key = 0U; key < g_buf_table.count; key++) {
                const AttrValue value = list_value(&g_buf_lists, row, key);

                if ((value.len > 0U) && is_origin(row, key)) {
                    list_put(&g_buf_lists, source, key, value);
                }
            }
            status = buf_slot_is_settable(source) ? compare_with(row, source, computed)
                                                  : NvSciError_BadParameter;
            list_destroy(&g_buf_lists, computed);
        }
        list_destroy(&g_buf_lists, source);
    }
    return status;
}
