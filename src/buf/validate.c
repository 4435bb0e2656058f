/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file validate.c
 * Which keys merged values must have and must not have.
 */
#include "buf/buf.h"
#include "buf/types.def"

/** A key that some situation demands or rules out. */
typedef struct {
    BufKey key;
    uint32_t when;
    bool is_forbidden;
} Presence;

/** Keys that a situation demands or rules out; the first one is that of raw buffers. */
static const Presence g_presence[] = {BUF_PRESENCE};

static const BufKey g_plane_keys[] = {BUF_IMAGE_PLANE_COUNT,     BUF_IMAGE_PLANE_COLOR_FORMAT,
                                      BUF_IMAGE_PLANE_COLOR_STD, BUF_IMAGE_PLANE_BASE_ADDR_ALIGN,
                                      BUF_IMAGE_PLANE_WIDTH,     BUF_IMAGE_PLANE_HEIGHT,
                                      BUF_IMAGE_TOP_PADDING,     BUF_IMAGE_BOTTOM_PADDING,
                                      BUF_IMAGE_LEFT_PADDING,    BUF_IMAGE_RIGHT_PADDING};

static const BufKey g_surface_keys[] = {
    BUF_IMAGE_SURF_TYPE,        BUF_IMAGE_SURF_MEM_LAYOUT,      BUF_IMAGE_SURF_SAMPLE_TYPE,
    BUF_IMAGE_SURF_BPC,         BUF_IMAGE_SURF_COMPONENT_ORDER, BUF_IMAGE_SURF_WIDTH_BASE,
    BUF_IMAGE_SURF_HEIGHT_BASE, BUF_IMAGE_SURF_COLOR_STD};

/** Sets of types that a buffer can have. The first one is that of raw buffers. */
static const uint32_t g_type_sets[] = {BUF_TYPE_SETS};

#define COUNT_OF(table) ((uint32_t)(sizeof(table) / sizeof((table)[0])))

/* ---------------------------------------------------------------- families of image keys */

static bool contains(const BufKey *keys, uint32_t count, BufKey key)
{
    bool has = false;

    for (uint32_t i = 0U; i < count; i++) {
        has = has || (keys[i] == key);
    }
    return has;
}

static bool find_set(uint32_t row, const BufKey *keys, uint32_t count, BufKey *found)
{
    bool has = false;

    for (uint32_t i = 0U; (i < count) && (!has); i++) {
        has = buf_is_set(row, keys[i]);
        if (has) {
            *found = keys[i];
        }
    }
    return has;
}

bool buf_is_plane_key(BufKey key)
{
    return contains(g_plane_keys, COUNT_OF(g_plane_keys), key);
}

bool buf_is_surface_key(BufKey key)
{
    return contains(g_surface_keys, COUNT_OF(g_surface_keys), key);
}

bool buf_has_plane_key(uint32_t row, BufKey *found)
{
    return find_set(row, g_plane_keys, COUNT_OF(g_plane_keys), found);
}

static bool has_surface_key(uint32_t row, BufKey *found)
{
    return find_set(row, g_surface_keys, COUNT_OF(g_surface_keys), found);
}

/**
 * An image is described by planes or as a surface, not both.
 *
 * @satisfies RF-BUF-045
 */
static NvSciError validate_family(BufMerge *merge)
{
    NvSciError status = NvSciError_Success;
    BufKey plane_key = BUF_KEY_COUNT;
    BufKey surface_key = BUF_KEY_COUNT;
    const bool has_planes = buf_has_plane_key(merge->row, &plane_key);

    merge->is_surface = has_surface_key(merge->row, &surface_key);
    if (has_planes && merge->is_surface) {
        status = buf_conflict(merge, NvSciError_ReconciliationFailed, surface_key,
                              RINGFENCE_RULE_FORBIDDEN, plane_key);
    }
    return status;
}

/* ---------------------------------------------------------------- types */

static bool is_type_set(uint32_t types)
{
    bool is_set = false;

    for (uint32_t i = 0U; i < (feature_enabled(RINGFENCE_CFG_TYPES) ? COUNT_OF(g_type_sets) : 1U);
         i++) {
        is_set = is_set || (types == g_type_sets[i]);
    }
    return is_set;
}

/** Reports the first list whose types differ from the first list's and do not go with those before
 * it; if there is none, types that no buffer can have. */
static NvSciError report_types(const BufMerge *merge)
{
    NvSciError status = NvSciError_NotSupported;
    ListCursor cursor = list_first(merge->inputs);
    uint32_t first = 0U;
    uint32_t all = 0U;
    bool more = true;

    while (more) {
        const uint32_t types = buf_types(cursor.row);

        first = (first == 0U) ? types : first;
        all |= types;
        if ((types != 0U) && (types != first) && (!is_type_set(all))) {
            status = NvSciError_ReconciliationFailed;
            more = false;
        } else {
            more = list_next(&g_buf_lists, &cursor);
        }
    }
    if (status == NvSciError_NotSupported) {
        status = buf_conflict(merge, status, BUF_GENERAL_TYPES, RINGFENCE_RULE_SUPPORTED,
                              BUF_GENERAL_TYPES);
    } else {
        status =
            buf_conflict(merge, status, BUF_GENERAL_TYPES, RINGFENCE_RULE_EQUAL, BUF_GENERAL_TYPES);
        buf_second_at(merge, BUF_GENERAL_TYPES, &cursor);
    }
    return status;
}

/** @satisfies RF-BUF-046 */
static NvSciError validate_types(BufMerge *merge)
{
    NvSciError status = NvSciError_Success;

    merge->types = buf_types(merge->row);
    if (merge->types == 0U) {
        status = buf_conflict(merge, NvSciError_BadParameter, BUF_GENERAL_TYPES,
                              RINGFENCE_RULE_MANDATORY, BUF_GENERAL_TYPES);
    } else if (!is_type_set(merge->types)) {
        status = report_types(merge);
    } else {
        status = NvSciError_Success;
    }
    return status;
}

/* ---------------------------------------------------------------- presence */

/** What holds of the types: their bits, and those of the situations of types.def. */
static uint32_t situation_of(const BufMerge *merge)
{
    const bool has_image = buf_has_image(merge->types);
    const bool has_tensor = buf_has_type(merge->types, NvSciBufType_Tensor);
    uint32_t when = merge->types;

    if (has_image) {
        when |= BUF_TYPE_BIT(NvSciBufType_Image);
        when |= merge->is_surface ? BUF_WHEN_SURFACE : BUF_WHEN_PLANES;
        when |= has_tensor ? BUF_WHEN_IMAGE_TENSOR : 0U;
    } else {
        when |= has_tensor ? BUF_WHEN_TENSOR_ALONE : 0U;
    }
    return when;
}

/** Checks one key. */
static NvSciError check_presence(const BufMerge *merge, uint32_t when, const Presence *presence)
{
    NvSciError status = NvSciError_Success;
    const bool applies = ((presence->when & when) != 0U);
    const bool is_set = buf_is_set(merge->row, presence->key);

    if (applies && (is_set == presence->is_forbidden)) {
        status = buf_conflict(
            merge, is_set ? NvSciError_NotSupported : NvSciError_BadParameter, presence->key,
            is_set ? RINGFENCE_RULE_FORBIDDEN : RINGFENCE_RULE_MANDATORY, BUF_GENERAL_TYPES);
    }
    return status;
}

/** @satisfies RF-BUF-047 RF-BUF-048 */
static NvSciError validate_presence(const BufMerge *merge)
{
    /* What is no other type, is a raw buffer. */
    const uint32_t when = feature_enabled(RINGFENCE_CFG_TYPES)
                              ? situation_of(merge)
                              : BUF_TYPE_BIT(NvSciBufType_RawBuffer);
    const uint32_t count = feature_enabled(RINGFENCE_CFG_TYPES) ? COUNT_OF(g_presence) : 1U;
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; (i < count) && (status == NvSciError_Success); i++) {
        status = check_presence(merge, when, &g_presence[i]);
    }
    return status;
}

NvSciError buf_validate(BufMerge *merge)
{
    NvSciError status = validate_types(merge);

    if ((status == NvSciError_Success) && feature_enabled(RINGFENCE_CFG_TYPES)) {
        status = validate_family(merge);
    }
    if (status == NvSciError_Success) {
        status = validate_presence(merge);
    }
    if ((status == NvSciError_Success) && feature_enabled(RINGFENCE_CFG_TYPES) &&
        merge->is_surface) {
        status = buf_surface_expand(merge);
    }
    if ((status == NvSciError_Success) && feature_enabled(RINGFENCE_CFG_TYPES)) {
        status = buf_validate_values(merge);
    }
    if (status == NvSciError_Success) {
        status = buf_gpu_merge(merge, RINGFENCE_CFG_INTEGRATED_GPU == 1U);
    }
    return status;
}
